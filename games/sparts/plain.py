"""A plain Sparts player: Spades with four likely tricks or more, Hearts to lose points.

It sees what the seat to move sees and nothing else. In Spades it bids the tricks that its hand may
expect, nil without any, and takes or avoids tricks as the bid needs; a failed nil takes what it
can. In Hearts it passes high cards, high spades first unless it has four spades, gets rid of the
queen of spades and of hearts as soon as they lose, and otherwise avoids tricks.
"""

from typing import Any

from ext.mech.tricks import bits
from games.mechanics.cards import HEARTS, SPADES
from games.mechanics.dealing import cards_above
from games.mechanics.trickplain import likely_tricks, take_or_avoid

EPSILON = 0.2  # how often a playout plays any legal card instead
CHOOSE, NIL = 52, 54
ENOUGH = 4  # likely tricks with which Spades is chosen
GUARDED = 4  # spades with which the high ones are kept
QUEEN_RANK = 10


def plain_call(state: Any, legal: list[int]) -> int:
    """A choice, a bid, or a card to pass."""
    seat = state._current_player()
    hand = state.hands[seat]
    if state.stage == "pass":
        return _gift(hand, state.passed[seat], state.route.count)
    expected = likely_tricks(hand)
    if state.stage == "choose":
        return CHOOSE if expected >= ENOUGH else CHOOSE + 1
    return NIL if expected < 1 else min(legal[-1], NIL + max(2, expected) - 1)


def _gift(hand: int, chosen: int, count: int) -> int:
    """The next card to pass: the lowest of those that are best got rid of."""
    guarded = sum(card % 4 == SPADES for card in bits(hand)) >= GUARDED

    def danger(card: int) -> int:
        high = card % 4 == SPADES and card // 4 >= QUEEN_RANK and not guarded
        return card + 52 * high

    left = count - chosen.bit_count()
    return min(sorted(bits(cards_above(hand, chosen)), key=danger)[-left:])


def avoid_points(state: Any, legal: int) -> int:
    """The card of a Hearts player who wants no points."""
    trick, table = state.trick, state._table()
    if not trick:
        return take_or_avoid(state, legal, False)
    queen = legal & state.game.queen
    hearts = legal & table.suit_mask(HEARTS)
    if queen and not table.beats(queen.bit_length() - 1, trick[table.winner(trick)]):
        return queen.bit_length() - 1
    if hearts and table.suit_of(trick[0]) != HEARTS:
        return hearts.bit_length() - 1
    return take_or_avoid(state, legal, False)
