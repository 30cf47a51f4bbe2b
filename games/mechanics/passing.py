"""Cards passed among all seats at once, face down: chosen seat by seat, then taken up together.

The compiled twin is ``ext/mech/passing.pxd``. A state that mixes in `Passing` says in `_open_deal`
how many cards go where; its text half has `passing` as well.
"""

from dataclasses import dataclass
from typing import Any

from ext.mech.exchange import pick
from ext.rng import Stream
from games.core.decisions import Decision
from games.mechanics.dealing import choosable, lowest_cards


@dataclass(frozen=True)
class Route:
    """How cards are passed in a deal.

    Attributes
    ----------
    count : int
        Cards that each seat passes; 0 for none.
    shift : int
        Seats to the left that they go; negative: to the right.
    first : int
        Number of the first call of passing.
    """

    count: int
    shift: int
    first: int = 0


class PassingText:
    """What both backends of a game with passing know of it; a game says `route`."""

    calls: list[int]
    order: list[int]
    route: Route

    def _receiver(self, seat: int) -> int:
        """Who gets what a seat passes."""
        return (seat + self.route.shift) % len(self.order)

    @property
    def has_passed(self) -> bool:
        """Have cards changed hands in this deal?"""
        done = len(self.calls) - self.route.first
        return self.route.count > 0 and done >= len(self.order) * self.route.count

    def _received(self, seat: int) -> list[int]:
        """The cards that a seat got, as actions, once all have passed."""
        if not self.has_passed:
            return []
        place = next(i for i, giver in enumerate(self.order) if self._receiver(giver) == seat)
        first = self.route.first + self.route.count * place
        return list(self.calls[first : first + self.route.count])


class Passing(PassingText):
    """Readable half: `passed` and `got` are sets of cards, one a seat."""

    hands: list[int]
    passed: list[int]
    got: list[int]

    def _open_passing(self) -> None:
        """Begin a deal."""
        self.passed, self.got = [0] * len(self.order), [0] * len(self.order)

    def _passes(self) -> list[Decision]:
        """The calls of passing: seat by seat, card by card in ascending order."""
        return [
            Decision(seat, "pass", _gifts, _pass, hidden=True)
            for seat in self.order
            for _ in range(self.route.count)
        ]

    def _takes_up(self: Any, seat: int) -> bool:
        """Does a seat see the card that is passed now? With the last one its receiver takes up."""
        last = self.route.first + len(self.order) * self.route.count - 1
        receives = seat == self._receiver(self.order[-1])
        return bool(self.stage == "pass" and len(self.calls) == last and receives)

    def _take_up(self) -> None:
        """All have chosen: the passed cards change hands."""
        for seat in self.order:
            self.got[self._receiver(seat)] = self.passed[seat]
        for seat in self.order:
            self.hands[seat] = self.hands[seat] & ~self.passed[seat] | self.got[seat]

    def _choose_passed(self: Any, viewer: int, stream: Stream) -> None:
        """Of hands that have not changed yet: what the others have put down so far."""
        count, done = self.route.count, len(self.calls) - self.route.first
        for place, seat in enumerate(self.order):
            put = max(0, min(count, done - count * place))
            if put and seat != viewer:
                low = lowest_cards(self.hands[seat], self.size - count + put)
                self.passed[seat] = pick(low, put, stream)

    def _choose_received(
        self: Any, viewer: int, stream: Stream, sure: list[int], barred: list[int]
    ) -> None:
        """Of hands that have changed: what came from the neighbour, at most one card for `sure`.

        Cards in `barred` of a seat were not passed to it. What the viewer gave or got stays.
        """
        for giver in self.order:
            seat = self._receiver(giver)
            if viewer not in (giver, seat):
                held = (self.hands[seat] | self.played[seat]) & ~sure[seat] & ~barred[seat]
                more = self.route.count - bool(sure[seat])
                self.passed[giver] = self.got[seat] = sure[seat] | pick(held, more, stream)

    def _undo_passing(self: Any, viewer: int) -> None:
        """What the others were dealt, given the hands of now and what was passed."""
        for seat in self.order:
            if seat != viewer:
                held = self.hands[seat] | self.played[seat]
                self.dealt[seat] = held & ~self.got[seat] | self.passed[seat]

    def _rewrite_passed(self: Any) -> None:
        """Make the calls agree with what was passed."""
        for place, seat in enumerate(self.order):
            kinds, at = (
                self._kinds(self.passed[seat]),
                self.route.first + self.route.count * place,
            )
            self.calls[at : at + len(kinds)] = kinds


def _gifts(state: Any) -> list[int]:
    """The cards that may be passed next, as actions."""
    seat = state._current_player()
    left = state.route.count - state.passed[seat].bit_count()
    return sorted(set(state._kinds(choosable(state.hands[seat], state.passed[seat], left))))


def _pass(state: Any, action: int) -> None:
    seat = state.order[(len(state.calls) - 1 - state.route.first) // state.route.count]
    left = state.route.count - state.passed[seat].bit_count()
    above = choosable(state.hands[seat], state.passed[seat], left)
    state.passed[seat] |= 1 << state._card_of(action, above)
    if state.has_passed:
        state._take_up()
