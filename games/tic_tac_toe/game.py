"""Tic-tac-toe: the smallest game of perfect information that is worth enumerating.

A cell is a number from 0 to 8, row by row from the top left; players know it by its column a to c
and its row, 3 at the top.
"""

from typing import Any

from ext.state import State
from games.core import TERMINAL
from games.core.game import Game
from games.views import Grid, View, Viewed

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
MARKS = "xo"
EMPTY = -1


class TicTacToeText(Viewed):
    """Notation and views, shared by the readable game and its twin."""

    cells: list[int]  # the seat that marked each cell, or EMPTY

    def _action_to_string(self, action: int) -> str:
        row, column = divmod(action, 3)
        return f"{'abc'[column]}{3 - row}"

    def _why_illegal(self, action: int) -> str:
        if action in range(9):
            return f"{self._action_to_string(action)} is taken"
        return f"{action!r} is no cell: the cells are 0 to 8"

    def _to_dict(self, seat: int | None) -> dict[str, Any]:
        marks = "".join("." if cell == EMPTY else MARKS[cell] for cell in self.cells)
        return {"rows": [marks[i : i + 3] for i in (0, 3, 6)]}

    def _view(self, seat: int | None) -> View:
        rows = [list(row) for row in self._to_dict(None)["rows"]]
        return View("Tic-tac-toe", [Grid("", rows, ["3", "2", "1"], ["a", "b", "c"])])


class TicTacToeState(TicTacToeText, State):
    """Readable tic-tac-toe."""

    def _setup(self) -> None:
        self.cells = [EMPTY] * 9

    def _clone_into(self, other: "TicTacToeState") -> None:
        other.cells = self.cells.copy()

    def _has_line(self, seat: int) -> bool:
        return any(all(self.cells[cell] == seat for cell in line) for line in LINES)

    def _current_player(self) -> int:
        if EMPTY not in self.cells or self._has_line(0) or self._has_line(1):
            return TERMINAL
        return (9 - self.cells.count(EMPTY)) % 2

    def _legal_actions(self) -> list[int]:
        return [cell for cell in range(9) if self.cells[cell] == EMPTY]

    def _apply_action(self, action: int) -> None:
        self.cells[action] = (9 - self.cells.count(EMPTY)) % 2

    def _scores(self) -> list[float]:
        lead = float(self._has_line(0) - self._has_line(1))
        return [lead, -lead]


class TicTacToeGame(Game):
    """Tic-tac-toe."""

    text = TicTacToeText
    readable = TicTacToeState
    twin = "ext.states.tic_tac_toe"


GAME = TicTacToeGame
