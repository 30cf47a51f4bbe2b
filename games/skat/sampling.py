"""Redrawing what a seat cannot see: uniform over the histories it cannot tell apart.

With the declarer's discards hidden, a history is a deal and a pair of discards. Each way to
place the unseen cards (hands, discards) stands for the same number of histories, 66 original
skats out of the declarer's twelve cards, so placing them uniformly and then drawing the skat
from the twelve is uniform over histories.
"""

from typing import Any

from ext.mech.tricks import bits
from ext.rng import Stream
from games.mechanics.dealing import Dealer, cards_above, lowest_cards, void_cards
from games.skat.cards import OPEN


def resample(state: Any, seat: int, stream: Stream) -> None:
    """Redraw in place the cards of `state` that `seat` cannot see."""
    if state.stage == "over":
        return
    if state.stage == "deal":
        _redeal(state, state.role_of(seat), stream)
        return
    role, declarer = state.role_of(seat), state.declarer
    hidden = [r for r in range(3) if r != role and not (state.announced == OPEN and r == declarer)]
    rest = 0 if state.picked_up and role == declarer else _put_away(state)
    _place(state, hidden, rest, stream)
    if state.picked_up and role != declarer:
        _draw_skat(state, stream)


def _put_away(state: Any) -> int:
    """Cards that lie face down beside the hands: the skat, or the finished discards."""
    if not state.picked_up:
        return 2
    return 2 if state.discards.bit_count() == 2 else 0


def _redeal(state: Any, role: int, stream: Stream) -> None:
    """While hands are dealt in ascending order: draw whole hands, keep what is dealt so far."""
    deck, own = state.deck, state.dealt[role] if role >= 0 else 0
    sizes = [deck.hand - (own.bit_count() if r == role else 0) for r in range(3)]
    unseen = deck.mask & ~own
    allowed = [cards_above(unseen, own) if r == role else unseen for r in range(3)]
    hands = Dealer(unseen, [*sizes, 2], [*allowed, unseen]).draw(stream)
    for r in range(3):
        if r != role:
            state.dealt[r] = lowest_cards(hands[r], state.dealt[r].bit_count())
            state.hands[r] = state.dealt[r]


def _place(state: Any, hidden: list[int], rest: int, stream: Stream) -> None:
    """Give the unseen cards to the hidden hands and, if hidden too, to the pile face down."""
    seen = 0
    for r in range(3):
        seen |= state.played[r] | (0 if r in hidden else state.hands[r])
    if not rest:
        seen |= _face_down(state, hidden)
    unseen = state.deck.mask & ~seen
    sizes = [_size(state, r, rest) for r in hidden] + [2] * bool(rest)
    allowed = [unseen & ~_void_cards(state, r) for r in hidden] + [unseen] * bool(rest)
    if not sizes:
        return
    piles = Dealer(unseen, sizes, allowed).draw(stream)
    for r, pile in zip(hidden, piles, strict=False):
        state.hands[r] = pile
        if r != state.declarer or not state.picked_up:
            state.dealt[r] = pile | state.played[r]
    if rest and state.picked_up:
        state.discards = piles[-1]
    elif rest:
        state.skat = piles[-1]


def _size(state: Any, role: int, rest: int) -> int:
    """Cards to place in a hidden hand; a lone first discard is drawn with the declarer's hand."""
    loose = state.discards.bit_count() if role == state.declarer and not rest else 0
    return state.hands[role].bit_count() + loose


def _face_down(state: Any, hidden: list[int]) -> int:
    """Discards that the viewer knows: all of the declarer's own."""
    return 0 if state.declarer in hidden else state.discards


def _void_cards(state: Any, role: int) -> int:
    if state.contract < 0:
        return 0
    return void_cards(state.deck.tables[state.contract], state.voids[role])


def _draw_skat(state: Any, stream: Stream) -> None:
    """Draw the original skat from the declarer's twelve cards, and a lone first discard."""
    declarer = state.declarer
    if state.discards.bit_count() == 1:
        # The first discard is any card but the highest of the twelve: the second is higher.
        twelve = state.hands[declarer]
        state.discards = 1 << bits(twelve)[stream.below(twelve.bit_count() - 1)]
        state.hands[declarer] = twelve & ~state.discards
    twelve = state.hands[declarer] | state.discards | state.played[declarer]
    state.skat = 0
    for left in (0, 1):
        cards = bits(twelve & ~state.skat)
        state.skat |= 1 << cards[stream.below(twelve.bit_count() - left)]
    state.dealt[declarer] = twelve & ~state.skat
