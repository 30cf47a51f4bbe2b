"""What a plain player of a game of tricks expects of a hand, and plays to take a trick or none."""

from typing import Any

from ext.mech.tricks import TrickTable, bits

TOP = 100  # above any rank


def likely_tricks(hand: int) -> int:
    """Tricks that a hand of the 52-card deck may expect when spades are trumps.

    An ace is a trick, a king with a companion most of one, low spades beyond the second one each,
    short suits a ruff when there are spades to spare.
    """
    *sides, spades = [[c // 4 for c in bits(hand) if c % 4 == suit] for suit in range(4)]
    tenths = sum(10 * (12 in s) + 6 * (11 in s and len(s) > 1) for s in sides)
    tenths += 10 * (12 in spades) + 8 * (11 in spades) + 5 * (10 in spades)
    low = sum(rank < 10 for rank in spades)
    gaps = sum(max(0, 2 - len(s)) for s in sides)
    tenths += 10 * max(0, low - 2) + 5 * min(gaps, low)
    return (2 * tenths + 5) // 20


def rank_of(table: TrickTable, card: int) -> int:
    """Rank of a card; one over all is TOP, one under all is below the others."""
    suit = table.suit_of(card)
    if suit == table.over:
        return TOP
    return -1 if suit == table.under else table.strength(card)


def worth_of(table: TrickTable, card: int) -> int:
    """Rank of a card, trumps above all others."""
    return rank_of(table, card) + (TOP if table.suit_of(card) == table.trump else 0)


def take_or_avoid(state: Any, legal: int, needs: bool) -> int:
    """The card of a seat that wants a trick, or wants none.

    A trick is taken as cheaply as it can be; without the wish for one, the dearest losing card
    goes.

    Parameters
    ----------
    state : games.mechanics.tricks.TrickState
    legal : int
        Cards that may be played, one bit each.
    needs : bool
        Does the seat want the trick?
    """
    table, trick, cards = state._table(), state.trick, bits(legal)

    def rank(card: int) -> tuple[int, int]:
        return rank_of(table, card), card

    def worth(card: int) -> int:
        return worth_of(table, card)

    if not trick:
        lead = max if needs else min
        return lead(cards, key=rank)
    best = trick[table.winner(trick)]
    winning = [c for c in cards if table.beats(c, best)]
    losing = [c for c in cards if c not in winning]
    last = len(trick) == state.game.num_players() - 1
    if needs and winning:
        return min(winning, key=worth) if last else max(winning, key=rank)
    if losing:
        return min(losing, key=worth) if needs else max(losing, key=worth)
    return max(winning, key=worth) if last else min(winning, key=worth)
