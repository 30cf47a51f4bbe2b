"""A plain Ninety-Nine player: puts aside cards whose bid fits what the others promise, keeps to it.

It never declares or reveals.
"""

from typing import Any

from ext.mech.tricks import bits
from ext.rng import Stream
from games.mechanics.cards import mask_of
from games.mechanics.trickplain import take_or_avoid

EPSILON = 0.2  # how often a playout plays any legal card instead
TENTHS = (0, 0, 1, 1, 2, 3, 4, 6, 8)  # what a card promises, by strength from the six on
TRUMP_TENTHS = (3, 3, 4, 4, 5, 6, 7, 8, 9)
FAR = 1000  # above any miss


def plain_action(state: Any, stream: Stream | None) -> int:
    """The plain player's action; in playouts (with a `stream`) now and then any card."""
    legal: list[int] = state._legal_actions()
    if len(legal) == 1 or state.stage == "premium":
        return legal[0]
    if stream is not None and stream.random() < EPSILON:
        return legal[stream.below(len(legal))]
    if state.stage == "bid":
        return _bid_card(state)
    seat = state._turn()
    return take_or_avoid(state, mask_of(legal), state.bid_of(seat) > state.taken[seat])


def promise(state: Any, card: int) -> int:
    """Tenths of a trick that a card promises."""
    table = state._table()
    strength = table.strength(card) + 9 - len(state.game.get_parameters()["ranks"])
    trump = table.suit_of(card) == table.trump
    return TRUMP_TENTHS[strength] if trump else TENTHS[strength]


def _bid_card(state: Any) -> int:
    """The next card to put aside: one of those with which the bid fits the rest best."""
    seat = state._current_player()
    hand, chosen = state.hands[seat], state.aside[seat]
    rest = sum(promise(state, card) for card in bits(hand))
    value = sum(state.value_of(card) for card in bits(chosen))
    cards = [c for c in bits(hand) if c >= chosen.bit_length()]
    return _best(state, cards, 3 - chosen.bit_count(), 10 * value - rest)[1]


def _best(state: Any, cards: list[int], left: int, over: int) -> tuple[int, int]:
    """The least miss in tenths when `left` more cards are put aside, and the first of them."""
    if not left:
        return abs(over), -1
    found = FAR, -1
    for at, card in enumerate(cards[: len(cards) - left + 1]):
        gain = 10 * state.value_of(card) + promise(state, card)
        miss, _ = _best(state, cards[at + 1 :], left - 1, over + gain)
        if miss < found[0]:
            found = miss, card
    return found
