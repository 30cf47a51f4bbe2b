"""A plain Spades player: counts likely winners, then takes or avoids tricks as its bid needs.

It sees what the seat to move sees and nothing else. Its bid: an ace is a trick, a king with a
companion most of one, spades beyond the third one each, short suits a ruff when there are spades
to spare. In play it takes a trick as cheaply as it can while it needs more, and gets rid of its
highest losing card otherwise.
"""

from typing import Any

from ext.mech.tricks import bits
from ext.rng import Stream
from games.mechanics.cards import SPADES

EPSILON = 0.2  # how often a playout plays any legal card instead
FIRST_BID = 52


def plain_action(state: Any, stream: Stream | None) -> int:
    """The plain player's action; in playouts (with a `stream`) now and then any card."""
    legal = state._legal_actions()
    if len(legal) == 1:
        return legal[0]
    if state.pending:
        return min(legal[-1], FIRST_BID - 1 + plain_bid(state.hands[state._current_player()]))
    if stream is not None and stream.random() < EPSILON:
        return legal[stream.below(len(legal))]
    return _card(state, legal)


def plain_bid(hand: int) -> int:
    """Tricks that a hand may expect, at least one."""
    *sides, spades = [[c // 4 for c in bits(hand) if c % 4 == suit] for suit in range(4)]
    tenths = sum(10 * (12 in s) + 6 * (11 in s and len(s) > 1) for s in sides)
    tenths += 10 * (12 in spades) + 8 * (11 in spades) + 5 * (10 in spades)
    low = sum(rank < 10 for rank in spades)
    gaps = sum(max(0, 2 - len(s)) for s in sides)
    tenths += 10 * max(0, low - 2) + 5 * min(gaps, low)
    return max(1, (2 * tenths + 5) // 20)


def _card(state: Any, legal: list[int]) -> int:
    seat, table = state._turn(), state._table()
    needs = state.bids[seat] > state.taken[seat]
    trick = state.trick
    if not trick:
        return max(legal, key=_rank) if needs else min(legal, key=_rank)
    best = trick[table.winner(trick)]
    winning = [c for c in legal if table.beats(c, best)]
    last = len(trick) == 3
    if needs and winning:
        return min(winning, key=_worth) if last else max(winning, key=_rank)
    losing = [c for c in legal if c not in winning]
    if losing:
        return min(losing, key=_worth) if needs else max(losing, key=_worth)
    return max(winning, key=_worth) if last else min(winning, key=_worth)


def _rank(card: int) -> tuple[int, int]:
    return card // 4, card % 4


def _worth(card: int) -> tuple[bool, int]:
    """Spades are worth more than any other card."""
    return card % 4 == SPADES, card // 4
