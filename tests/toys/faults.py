"""Broken versions of the toy, each with the check of the kit that has to catch it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ext.rng import Stream
from games.core.deal import Source
from games.views import View
from tests.toys.claims.game import DECK, ClaimsState


@dataclass(frozen=True)
class Fault:
    """A broken State and the checks that must fail."""

    state: type[ClaimsState]
    caught_by: tuple[str, ...]


FAULTS: dict[str, Fault] = {}


def fault(*caught_by: str) -> Callable[[type[ClaimsState]], type[ClaimsState]]:
    """Register a broken version under its class name."""

    def register(cls: type[ClaimsState]) -> type[ClaimsState]:
        FAULTS[cls.__name__] = Fault(cls, caught_by)
        return cls

    return register


@fault("variety", "uniform")
class LeakingSampler(ClaimsState):
    """The sampler hands out the true cards."""

    def _resample(self, seat: int, stream: Stream) -> None:
        pass


@fault("variety", "uniform")
class OneWorld(ClaimsState):
    """The sampler gives the same consistent world each time."""

    def _resample(self, seat: int, stream: Stream) -> None:
        own = self.cards[seat] if seat < len(self.cards) else -1
        others = [card for card in DECK if card != own]
        dealt = enumerate(self.cards)
        self.cards = [card if owner == seat else others.pop() for owner, card in dealt]


@fault("uniform")
class HalfLeakingSampler(ClaimsState):
    """The sampler hands out the true cards every other time."""

    def _resample(self, seat: int, stream: Stream) -> None:
        if stream.below(2):
            super()._resample(seat, stream)


@fault("resample", "hidden")
class CarelessSampler(ClaimsState):
    """The sampler redraws the seat's own card too."""

    def _resample(self, seat: int, stream: Stream) -> None:
        super()._resample(1 - seat, stream)


@fault("resample")
class StaleHistory(ClaimsState):
    """The history of a resample is still the one of the true state."""

    def _resampled_history(self, history: list[int]) -> list[int]:
        return history


@fault("resample")
class DirtySampler(ClaimsState):
    """Resampling changes the original: the list of cards is shared."""

    def _clone_into(self, other: Any) -> None:
        super()._clone_into(other)
        other.cards = self.cards

    def _resample(self, seat: int, stream: Stream) -> None:
        cards = self.cards
        super()._resample(seat, stream)
        cards[:] = self.cards
        self.cards = cards


@fault("clones")
class ShallowClone(ClaimsState):
    """A copy shares the list of claims."""

    def _clone_into(self, other: Any) -> None:
        super()._clone_into(other)
        other.claims = self.claims


@fault("branches", "tree")
class Forgetful(ClaimsState):
    """The information string holds the last two claims only."""

    def _information_state_string(self, seat: int) -> str:
        own = str(self.cards[seat]) if seat < len(self.cards) else "?"
        last = f"{len(self.claims)} {self.claims[-2:]}"
        return f"{seat} {own} {len(self.cards)} {last} {self.throw}"


@fault("tree")
class SharedSets(ClaimsState):
    """Two seats with equal cards and claims share an information set."""

    def _information_state_string(self, seat: int) -> str:
        own = str(self.cards[seat]) if seat < len(self.cards) else "?"
        return f"{own} {sorted(self.claims)} {self.throw}"


@fault("keys", "tree")
class CollidingKeys(ClaimsState):
    """The key leaves out the card."""

    def _information_key(self, seat: int) -> int:
        return len(self.cards) + 10 * sum(3**i * (1 + c) for i, c in enumerate(self.claims))


@fault("kernel keys")
class StringOfHistory(ClaimsState):
    """The information string is made of the history, which kernels don't keep."""

    def _information_state_string(self, seat: int) -> str:
        own = str(self.cards[seat]) if seat < len(self.cards) else "?"
        return f"{seat} {own} {len(self.cards)} {self.history()[2:]}"


@fault("hidden", "tree")
class OpenDict(ClaimsState):
    """`to_dict` shows every seat all cards."""

    def _to_dict(self, seat: int | None) -> dict[str, Any]:
        return super()._to_dict(None)


@fault("hidden")
class OpenView(ClaimsState):
    """The view shows every seat all cards."""

    def _view(self, seat: int | None) -> View:
        return super()._view(None)


@fault("considered")
class PeekingSearch(ClaimsState):
    """Which moves are searched depends on the other card."""

    def _considered_actions(self) -> list[int]:
        mover = self._current_player()
        return [int(self.cards[1 - mover] < self.cards[mover])]


@fault("seen")
class BlurredSight(ClaimsState):
    """Searches are told that the other seat can't tell the claims apart."""

    def _seen(self, seat: int, action: int) -> int:
        return 0


@fault("outcomes")
class ShortChance(ClaimsState):
    """Probabilities sum to 0.99."""

    def _chance_outcomes(self) -> list[tuple[int, float]]:
        return [(action, 0.99 * p) for action, p in super()._chance_outcomes()]


@fault("odds")
class LoadedDeck(ClaimsState):
    """Cards are not equally likely."""

    def _chance_outcomes(self) -> list[tuple[int, float]]:
        (first, p), (second, q), *rest = super()._chance_outcomes()
        return [(first, p / 2), (second, q + p / 2), *rest]


@fault("deals")
class WanderingDie(ClaimsState):
    """Which throw it is depends on the play, and so does what is thrown."""

    def _chance_source(self) -> Source:
        source = super()._chance_source()
        return Source("die", sum(self.claims)) if source.pool is None else source


@fault("outcomes")
class DescendingChance(ClaimsState):
    """Outcomes are listed in falling order."""

    def _chance_outcomes(self) -> list[tuple[int, float]]:
        return super()._chance_outcomes()[::-1]


@fault("returns", "tree")
class Generous(ClaimsState):
    """Both seats win."""

    def _scores(self) -> list[float]:
        return [abs(score) for score in super()._scores()]


@fault("notation")
class OneWord(ClaimsState):
    """Both claims have the same text."""

    def _action_to_string(self, action: int) -> str:
        return "claim" if self._phase() == "claim" else str(action)


@fault("replay")
class HiddenDice(ClaimsState):
    """A move draws from a generator inside the state, so that histories don't replay."""

    dice = Stream(1)

    def _apply_action(self, action: int) -> None:
        super()._apply_action(action)
        if self.throw:
            self.throw = 1 + HiddenDice.dice.below(6)


@fault("illegal")
class SilentReason(ClaimsState):
    """Errors give no reason."""

    def _why_illegal(self, action: int) -> str:
        return ""


@fault("views")
class Unplain(ClaimsState):
    """`to_dict` holds a tuple, which JSON doesn't know."""

    def _to_dict(self, seat: int | None) -> dict[str, Any]:
        return {**super()._to_dict(seat), "pair": (0, 1)}
