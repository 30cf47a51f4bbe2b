"""A plain Sergeant Major player: takes every trick it can, as cheaply as it can.

It names its longest and strongest suit, gives away the lowest cards of suits other than the last
trumps, puts away its lowest side cards, and plays to win.
"""

from ext.mech.tricks import bits

EPSILON = 0.2  # how often a playout plays any legal card instead


def best_suit(hand: int) -> int:
    """The suit worth most, ten and its rank for each card; of equals the higher one."""
    worth = [sum(10 + card // 4 for card in bits(hand) if card % 4 == suit) for suit in range(4)]
    return max(range(4), key=lambda suit: (worth[suit], suit))


def cheapest(cards: list[int], trump: int) -> int:
    """The lowest card, trumps last."""
    return min(cards, key=lambda card: (card % 4 == trump, card))
