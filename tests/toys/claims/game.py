"""A toy to test the contract kit with: sound, or broken in one chosen way.

Two seats get a card each from five and make two claims each, low or high, in turn; then a die is
thrown, and the higher card wins the throw and the number of high claims. `faults.py` holds the
broken variants: each overrides one hook.
"""

import importlib
from typing import Any

from ext.rng import Stream
from ext.state import State
from games.core import CHANCE, TERMINAL
from games.core.deal import Source
from games.core.game import Game
from games.views import Facts, View, Viewed

DECK = range(5)
CLAIMS = 4


class ClaimsState(Viewed, State):
    """The sound version."""

    def _setup(self) -> None:
        self.cards: list[int] = []
        self.claims: list[int] = []
        self.throw = 0

    def _clone_into(self, other: Any) -> None:
        other.cards, other.claims = self.cards.copy(), self.claims.copy()
        other.throw = self.throw

    def _current_player(self) -> int:
        if self.throw:
            return TERMINAL
        if len(self.cards) < 2 or len(self.claims) == CLAIMS:
            return CHANCE
        return len(self.claims) % 2

    def _phase(self) -> str:
        if len(self.cards) < 2:
            return "deal"
        return "claim" if len(self.claims) < CLAIMS else "throw"

    def _legal_actions(self) -> list[int]:
        return [0, 1]

    def _left(self) -> list[int]:
        return [card for card in DECK if card not in self.cards]

    def _chance_outcomes(self) -> list[tuple[int, float]]:
        options = self._left() if len(self.cards) < 2 else list(range(1, 7))
        return [(option, 1 / len(options)) for option in options]

    def _chance_source(self) -> Source:
        if len(self.cards) < 2:
            return Source("deck", len(self.cards), self._left())
        return Source("die", 0)

    def _apply_action(self, action: int) -> None:
        if len(self.cards) < 2:
            self.cards.append(action)
        elif len(self.claims) < CLAIMS:
            self.claims.append(action)
        else:
            self.throw = action

    def _action_to_string(self, action: int) -> str:
        return ("low", "high")[action] if self._phase() == "claim" else str(action)

    def _why_illegal(self, action: int) -> str:
        return f"{action!r} is no claim: claims are 0 and 1"

    def _scores(self) -> list[float]:
        if not self.throw:
            return [0.0, 0.0]
        won = float(self.throw + 5 * sum(self.claims))
        return [won, -won] if self.cards[0] > self.cards[1] else [-won, won]

    def _to_dict(self, seat: int | None) -> dict[str, Any]:
        shown = [card if seat in (None, owner) else -1 for owner, card in enumerate(self.cards)]
        return {"cards": shown, "claims": list(self.claims), "throw": self.throw}

    def _information_state_string(self, seat: int) -> str:
        own = str(self.cards[seat]) if seat < len(self.cards) else "?"
        return f"{seat} {own} {len(self.cards)} {self.claims} {self.throw}"

    def _view(self, seat: int | None) -> View:
        pairs = [(key, str(value)) for key, value in self._to_dict(seat).items()]
        return View("Claims", [Facts("", pairs)])

    def _resample(self, seat: int, stream: Stream) -> None:
        own = self.cards[seat] if seat < len(self.cards) else -1
        others = [card for card in DECK if card != own]
        stream.shuffle(others)
        dealt = enumerate(self.cards)
        self.cards = [card if owner == seat else others.pop() for owner, card in dealt]

    def _resampled_history(self, history: list[int]) -> list[int]:
        return [*self.cards, *history[len(self.cards) :]]


class ClaimsGame(Game):
    """Claims."""

    text = Viewed
    readable = ClaimsState

    def _state_class(self) -> type[State]:
        fault = self.get_parameters()["fault"]
        if fault == "none":
            return ClaimsState
        return importlib.import_module("tests.toys.faults").FAULTS[fault].state


GAME = ClaimsGame
