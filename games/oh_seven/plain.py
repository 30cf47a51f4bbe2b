"""A plain Oh-Seven player: bids as many tricks as its high cards promise, then keeps to it."""

from typing import Any

from ext.mech.tricks import bits

EPSILON = 0.2  # how often a playout plays any legal card instead
TENTHS = (0, 0, 0, 0, 1, 3, 5, 8)  # what a card promises, by rank


def plain_bid(state: Any, legal: list[int]) -> int:
    """The card whose number is nearest to what the hand may expect, of equals the highest."""
    wanted = expected(state, state.hands[state._current_player()])
    return min(legal, key=lambda kind: (abs(kind // 4 - wanted), -kind))


def expected(state: Any, hand: int) -> int:
    """Tricks that a hand may expect: its share of all, by what its cards promise."""
    tenths = sum(TENTHS[card // state.copies // 4] for card in bits(hand))
    return (47 * tenths // state.game.num_players() + 50) // 100
