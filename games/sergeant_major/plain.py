"""A plain Sergeant Major player: takes every trick it can, as cheaply as it can.

It names its longest and strongest suit, gives away the lowest cards of suits other than the last
trumps, puts away its lowest side cards, and plays to win.
"""

from typing import Any

from ext.mech.tricks import bits
from ext.rng import Stream
from games.mechanics.cards import mask_of
from games.mechanics.trickplain import take_or_avoid

EPSILON = 0.2  # how often a playout plays any legal card instead


def plain_action(state: Any, stream: Stream | None) -> int:
    """The plain player's action; in playouts (with a `stream`) now and then any card."""
    legal: list[int] = state._legal_actions()
    if len(legal) == 1:
        return legal[0]
    if state.stage == "trumps":
        return 52 + best_suit(state.hands[state._current_player()])
    if stream is not None and stream.random() < EPSILON:
        return legal[stream.below(len(legal))]
    if state.stage in ("give", "discard"):
        return _cheapest(legal, state.trump)
    return take_or_avoid(state, mask_of(legal), True)


def best_suit(hand: int) -> int:
    """The suit worth most, ten and its rank for each card; of equals the higher one."""
    worth = [sum(10 + card // 4 for card in bits(hand) if card % 4 == suit) for suit in range(4)]
    return max(range(4), key=lambda suit: (worth[suit], suit))


def _cheapest(cards: list[int], trump: int) -> int:
    """The lowest card, trumps last."""
    return min(cards, key=lambda card: (card % 4 == trump, card))
