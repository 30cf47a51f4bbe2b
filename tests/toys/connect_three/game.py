"""Connect-three: discs fall to the bottom of a column; three in a row, in any direction, win.

A full board without a row is a draw. Columns are actions, from the left.
"""

from typing import Any

from ext.state import State
from games.core import TERMINAL
from games.core.game import Game
from tests.toys.toy import Toy

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


class ConnectThreeState(Toy):
    """Each column is a list of seats, from the bottom."""

    def _setup(self) -> None:
        self.rows: int = self._parameter("rows")
        self.columns: list[list[int]] = [[] for _ in range(self._parameter("columns"))]
        self.winner = -1

    def _clone_into(self, other: Any) -> None:
        other.rows, other.winner = self.rows, self.winner
        other.columns = [column.copy() for column in self.columns]

    def _discs(self) -> int:
        return sum(map(len, self.columns))

    def _current_player(self) -> int:
        full = self._discs() == self.rows * len(self.columns)
        return TERMINAL if self.winner >= 0 or full else self._discs() % 2

    def _legal_actions(self) -> list[int]:
        return [at for at, column in enumerate(self.columns) if len(column) < self.rows]

    def _apply_action(self, action: int) -> None:
        seat = self._discs() % 2
        self.columns[action].append(seat)
        if self._has_three(action, len(self.columns[action]) - 1, seat):
            self.winner = seat

    def _has_three(self, x: int, y: int, seat: int) -> bool:
        """Does the disc at column `x`, height `y` stand in a row of three?"""
        for dx, dy in DIRECTIONS:
            run = 1
            for sign in (1, -1):
                step = 1
                while self._holds(x + sign * step * dx, y + sign * step * dy, seat):
                    run, step = run + 1, step + 1
            if run >= 3:
                return True
        return False

    def _holds(self, x: int, y: int, seat: int) -> bool:
        inside = 0 <= x < len(self.columns) and 0 <= y < len(self.columns[x])
        return inside and self.columns[x][y] == seat

    def _scores(self) -> list[float]:
        won = 0.0 if self.winner < 0 else 1.0 - 2.0 * self.winner
        return [won, -won]

    def _to_dict(self, seat: int | None) -> dict[str, Any]:
        return {"columns": [list(column) for column in self.columns]}


class ConnectThreeGame(Game):
    """Connect-three."""

    text = Toy
    readable: type[State] = ConnectThreeState

    def num_distinct_actions(self) -> int:
        return int(self._params["columns"])

    def max_game_length(self) -> int:
        return int(self._params["columns"] * self._params["rows"])


GAME = ConnectThreeGame
