"""March: two seats in turn, as long and as wide as wanted; a higher number is a better move.

Move m of `moves` scores `points` * m / (moves - 1) for its seat. With `stop`, move 0 ends the game
instead, at a loss of 1 for its seat, so that random plays are short however long the game may be.
`plies_a_round` of them make a round.
"""

from typing import Any

from games.core import TERMINAL
from games.core.game import Game
from tests.toys.toy import Toy


class MarchState(Toy):
    """Counts plies and points only, so that a step costs the same anywhere."""

    def _setup(self) -> None:
        self.ply, self.score = 0, [0.0, 0.0]
        self.offer = list(range(self._parameter("moves")))
        self.points: int = self._parameter("points")

    def _clone_into(self, other: Any) -> None:
        other.ply, other.score = self.ply, self.score.copy()
        other.offer, other.points = self.offer, self.points

    def _current_player(self) -> int:
        return self.ply % 2 if 0 <= self.ply < self._parameter("plies") else TERMINAL

    def _legal_actions(self) -> list[int]:
        return self.offer

    def _apply_action(self, action: int) -> None:
        seat = self.ply % 2
        if action == 0 and self._parameter("stop"):
            self.score[seat] -= 1.0
            self.ply = -1
        else:
            self.score[seat] += self.points * action / (len(self.offer) - 1)
            self.ply += 1

    def _round(self) -> int:
        done = self._parameter("plies") if self.ply < 0 else self.ply
        return int(done // self._parameter("plies_a_round"))

    def _scores(self) -> list[float]:
        return self.score.copy()

    def _to_dict(self, seat: int | None) -> dict[str, Any]:
        return {"ply": self.ply, "score": list(self.score)}


class MarchGame(Game):
    """March."""

    text = Toy
    readable = MarchState

    def num_distinct_actions(self) -> int:
        return int(self._params["moves"])

    def score_bounds(self) -> tuple[float, float]:
        return -1.0, self._params["points"] * (self._params["plies"] / 2 + 1.0)

    def max_game_length(self) -> int:
        return int(self._params["plies"])


GAME = MarchGame
