"""Rarities: many moves of the other seat, each of which can hardly ever be made.

Seat 0 knocks. Seat 1 answers with its plain card, worth 1 to it, or with the one of twenty rare
cards that it happens to hold, unseen by seat 0, worth -1. Whatever search does at seat 1's node,
what the knock seems to be worth is how often it tried rare cards: each can be tried only in one
world of twenty, so that how often a card was there to be tried must count.
"""

from typing import Any

from ext.rng import Stream
from games.core import CHANCE, TERMINAL
from games.core.deal import Source
from games.core.game import Game
from tests.toys.toy import Toy

KNOCK, PLAIN = 0, 0
RARE = range(1, 21)
NONE = -1


class RaritiesState(Toy):
    """The rare card, whether seat 0 has knocked, and the answer."""

    def _setup(self) -> None:
        self.rare, self.answer, self.knocked = NONE, NONE, False

    def _clone_into(self, other: Any) -> None:
        other.rare, other.answer, other.knocked = self.rare, self.answer, self.knocked

    def _current_player(self) -> int:
        if self.rare == NONE:
            return CHANCE
        if not self.knocked:
            return 0
        return 1 if self.answer == NONE else TERMINAL

    def _phase(self) -> str:
        return "deal" if self.rare == NONE else ("answer" if self.knocked else "knock")

    def _legal_actions(self) -> list[int]:
        return [PLAIN, self.rare] if self.knocked else [KNOCK]

    def _chance_outcomes(self) -> list[tuple[int, float]]:
        return [(card, 1 / len(RARE)) for card in RARE]

    def _chance_source(self) -> Source:
        return Source("rarities", 0)

    def _apply_action(self, action: int) -> None:
        if self.rare == NONE:
            self.rare = action
        elif self.knocked:
            self.answer = action
        else:
            self.knocked = True

    def _scores(self) -> list[float]:
        won = 0.0 if self.answer == NONE else (1.0 if self.answer == PLAIN else -1.0)
        return [-won, won]

    def _to_dict(self, seat: int | None) -> dict[str, Any]:
        shown = NONE if seat == 0 and self.answer in (NONE, PLAIN) else self.rare
        dealt = self.rare != NONE
        return {"dealt": dealt, "rare": shown, "knocked": self.knocked, "answer": self.answer}

    def _information_state_string(self, seat: int) -> str:
        own = self.rare if seat == 1 else NONE
        return f"{seat} {self.rare != NONE} {own} {self.knocked} {self.answer}"

    def _resample(self, seat: int, stream: Stream) -> None:
        if seat == 0 and self.rare != NONE and self.answer in (NONE, PLAIN):
            self.rare = RARE[stream.below(len(RARE))]

    def _resampled_history(self, history: list[int]) -> list[int]:
        return [self.rare, *history[1:]] if history else []


class RaritiesGame(Game):
    """Rarities."""

    text = Toy
    readable = RaritiesState


GAME = RaritiesGame
