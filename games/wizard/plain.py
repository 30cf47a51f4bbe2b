"""A plain Wizard player: counts what beats its cards, then takes or avoids tricks as its bid needs.

It sees what the seat to move sees and nothing else. Of each card of the hand it asks how likely
none of the others holds something better, when cards of plain suits, which beat nothing outside
their own, count half of a better one; the sum, rounded, is its bid. With an unseen card it
bids a trick when most cards that are left beat the others' best.
"""

from typing import Any

from ext.mech.tricks import TrickTable, bits
from ext.rng import Stream
from games.mechanics.cards import mask_of
from games.mechanics.trickplain import take_or_avoid
from games.wizard.text import FIRST_BID, FIRST_TRUMP, JESTERS, WIZARDS

EPSILON = 0.2  # how often a playout plays any legal card instead


def plain_action(state: Any, stream: Stream | None) -> int:
    """The plain player's action; in playouts (with a `stream`) now and then any card."""
    legal = state._legal_actions()
    if len(legal) == 1:
        return int(legal[0])
    if state.stage == "trump":
        return FIRST_TRUMP + plain_trump(state)
    if state.stage == "bid":
        return nearest_bid(legal, FIRST_BID + plain_bid(state))
    if stream is not None and stream.random() < EPSILON:
        return int(legal[stream.below(len(legal))])
    seat = state._turn()
    return take_or_avoid(state, mask_of(legal), state.bids[seat] > state.taken[seat])


def nearest_bid(legal: list[int], wanted: int) -> int:
    """The bid, or where it is barred the one below, or above none."""
    if wanted in legal:
        return wanted
    return wanted - 1 if wanted > FIRST_BID else wanted + 1


def plain_trump(state: Any) -> int:
    """The suit of most weight in the hand: seven a card and its number."""
    hand = 0 if state.blind else state.hands[state._current_player()]
    weights = [sum(c // 4 + 8 for c in bits(hand & state._table().suit_mask(s))) for s in range(4)]
    return weights.index(max(weights))


def plain_bid(state: Any) -> int:
    """Tricks that the hand of the seat to move may expect."""
    seat = state._current_player()
    if state.blind:
        return _unseen_bid(state, seat)
    hand = state.hands[seat]
    unseen = state.deck & ~hand & ~state.turned_up
    rivals, expected = state.game.num_players() - 1, 0.0
    for card in bits(hand):
        chance = 1.0 - _better(state._table(), card, unseen) / (2.0 * unseen.bit_count())
        product = 1.0
        for _ in range(rivals):
            product *= chance
        expected += product
    return int(expected + 0.5)


def _better(table: TrickTable, card: int, unseen: int) -> int:
    """Halves of unseen cards that count as better than a card."""
    bit = 1 << card
    if bit & WIZARDS:
        return 0
    if bit & JESTERS:
        return 2 * unseen.bit_count()
    suit = table.suit_of(card)
    trumps = table.suit_mask(table.trump) if table.trump is not None else 0
    same = unseen & table.suit_mask(suit)
    higher = same >> card
    if suit == table.trump:
        return 2 * (higher.bit_count() + (unseen & WIZARDS).bit_count())
    over = unseen & (trumps | WIZARDS)
    rest = unseen & ~over & ~same & ~JESTERS
    return 2 * (higher.bit_count() + over.bit_count()) + rest.bit_count()


def _unseen_bid(state: Any, seat: int) -> int:
    """A trick when more than half of the cards that the own one may be beat the others' best."""
    table = state._table()
    others = [state.dealt[s].bit_length() - 1 for s in state.order if s != seat]
    best = others[table.winner(others)]
    left = bits(state.deck & ~mask_of(others) & ~state.turned_up)
    return int(2 * sum(table.beats(card, best) for card in left) > len(left))
