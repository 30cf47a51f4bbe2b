"""A plain Spades player: counts likely winners, then takes or avoids tricks as its bid needs.

It sees what the seat to move sees and nothing else. In play it takes a trick as cheaply as it can
while it needs more, and gets rid of its highest losing card otherwise.
"""

from typing import Any

from ext.rng import Stream
from games.mechanics.cards import mask_of
from games.mechanics.trickplain import likely_tricks, take_or_avoid

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
    seat = state._turn()
    return take_or_avoid(state, mask_of(legal), state.bids[seat] > state.taken[seat])


def plain_bid(hand: int) -> int:
    """Tricks that a hand may expect, at least one."""
    return max(1, likely_tricks(hand))
