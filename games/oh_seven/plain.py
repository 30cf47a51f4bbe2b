"""A plain Oh-Seven player: bids as many tricks as its high cards promise, then keeps to it."""

from typing import Any

from ext.mech.tricks import bits
from ext.rng import Stream
from games.mechanics.trickplain import take_or_avoid

EPSILON = 0.2  # how often a playout plays any legal card instead
TENTHS = (0, 0, 0, 0, 1, 3, 5, 8)  # what a card promises, by rank


def plain_action(state: Any, stream: Stream | None) -> int:
    """The plain player's action; in playouts (with a `stream`) now and then any card."""
    legal: list[int] = state._legal_actions()
    if len(legal) == 1:
        return legal[0]
    if stream is not None and stream.random() < EPSILON:
        return legal[stream.below(len(legal))]
    if state.stage == "pass":
        return legal[0]
    if state.stage == "bid":
        wanted = expected(state, state.hands[state._current_player()])
        return min(legal, key=lambda kind: (abs(kind // 4 - wanted), -kind))
    seat = state._turn()
    needs = state.bids[seat] // 4 > state.taken[seat]
    return take_or_avoid(state, state._playable(), needs) // state.copies


def expected(state: Any, hand: int) -> int:
    """Tricks that a hand may expect: its share of all, by what its cards promise."""
    tenths = sum(TENTHS[card // state.copies // 4] for card in bits(hand))
    return (47 * tenths // state.game.num_players() + 50) // 100
