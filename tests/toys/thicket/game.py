"""Thicket: a tree drawn from a seed, for any number of seats.

Who moves at a node, how many moves there are, where chance decides and with what odds, where a
play ends and what each seat then gets: all follow from a hash of the seed and the way there. A
seat may move several times in a row, or never. Outcomes may be coarse (-1, 0 or 1, so that ties
abound) or fine (a whole number of thousandths from -1000 to 1000, so that there are hardly any).
"""

from typing import Any

from ext.rng import hash_ints
from games.core import CHANCE, TERMINAL
from games.core.deal import Source
from games.core.game import Game
from tests.toys.toy import Toy


class ThicketState(Toy):
    """The state is the way there."""

    def _setup(self) -> None:
        self.way: list[int] = []
        self._look()

    def _clone_into(self, other: Any) -> None:
        other.way, other.mover, other.count = self.way.copy(), self.mover, self.count

    def _draw(self, purpose: int, bound: int) -> int:
        """A number below `bound` that belongs to this node."""
        key: int = hash_ints([self._parameter("seed"), purpose, *self.way])
        return (key >> 20) % bound

    def _look(self) -> None:
        depth, early = self._parameter("depth"), len(self.way) > 1 and self._draw(0, 6) == 0
        self.count = 2 + self._draw(1, self._parameter("branching") - 1)
        self.mover = self._draw(2, self.game.num_players())
        if len(self.way) == depth or early:
            self.mover = TERMINAL
        elif self.way and self._parameter("chance") and self._draw(3, 3) == 0:
            self.mover = CHANCE

    def _current_player(self) -> int:
        return self.mover

    def _legal_actions(self) -> list[int]:
        return list(range(self.count))

    def _chance_outcomes(self) -> list[tuple[int, float]]:
        weights = [1 + self._draw(10 + i, 5) for i in range(self.count)]
        return [(i, weight / sum(weights)) for i, weight in enumerate(weights)]

    def _chance_source(self) -> Source:
        return Source(f"node {self.way}", 0)  # each has a die of its own

    def _apply_action(self, action: int) -> None:
        self.way.append(action)
        self._look()

    def _scores(self) -> list[float]:
        if self.mover != TERMINAL:
            return [0.0] * self.game.num_players()
        seats = range(self.game.num_players())
        if self._parameter("coarse"):
            return [float(self._draw(30 + seat, 3) - 1) for seat in seats]
        return [(self._draw(30 + seat, 2001) - 1000) / 1000 for seat in seats]

    def _to_dict(self, seat: int | None) -> dict[str, Any]:
        return {"way": list(self.way)}


class ThicketGame(Game):
    """Thicket."""

    text = Toy
    readable = ThicketState

    def num_distinct_actions(self) -> int:
        return int(self._params["branching"])

    def max_chance_outcomes(self) -> int:
        return int(self._params["branching"]) if self._params["chance"] else 0

    def max_game_length(self) -> int:
        return int(self._params["depth"])


GAME = ThicketGame
