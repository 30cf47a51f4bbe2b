"""The plain player for the readable game: asks the compiled judgement that the twin uses."""

import functools
from typing import Any

from ext.rng import Stream
from ext.states.skat_policy import PLAYOUT_EPSILON, Facts
from games.skat.cards import BASE, LADDER, NULL_VALUES, deck
from games.skat.text import STAGES


@functools.cache
def facts(ranks: str) -> Facts:
    """The tables of a deck for compiled code."""
    return Facts(deck(ranks), BASE, NULL_VALUES, LADDER)


def plain_action(state: Any, stream: Stream | None = None) -> int:
    """The plain player's action; with a `stream` it sometimes plays a random card instead."""
    epsilon = PLAYOUT_EPSILON if stream is not None else 0.0
    return int(_facts_of(state).action(_seen(state), stream, epsilon))


def considered_actions(state: Any) -> list[int] | None:
    """Actions worth a search, ascending; None: all that are legal."""
    actions: list[int] | None = _facts_of(state).considered(_seen(state))
    return actions


def _facts_of(state: Any) -> Facts:
    return facts(state.game.get_parameters()["ranks"])


def _seen(state: Any) -> dict[str, Any]:
    """What the role to move sees, as the compiled judgement reads it."""
    role = state._turn()
    return {
        "stage": STAGES.index(state.stage),
        "role": role,
        "hand": state.hands[role],
        "discards": state.discards if role == state.declarer else 0,
        "bid": state.bid,
        "holding": state.auction.holding,
        "alone": state.auction.holder < 0,
        "declarer": state.declarer,
        "picked_up": state.picked_up,
        "contract": state.contract,
        "leader": state.leader,
        "trick": state.plays[len(state.plays) - len(state.plays) % 3 :],
        "played": sum(state.played),
    }
