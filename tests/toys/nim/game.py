"""Nim: take any number from one heap; who takes the last wins, or loses (misere).

Bouton 1902: the seat to move wins exactly when the heaps' sizes, combined by exclusive or, are
not 0; in misere play the same, except that with heaps of one only an even number of them wins.
"""

from typing import Any

from games.core import TERMINAL
from games.core.game import Game
from tests.toys.toy import Toy

MOST = 9  # largest heap


class NimState(Toy):
    """An action is ``MOST * heap + number taken - 1``."""

    def _setup(self) -> None:
        self.heaps = [int(digit) for digit in str(self._parameter("heaps"))]
        self.moves = 0

    def _clone_into(self, other: Any) -> None:
        other.heaps, other.moves = self.heaps.copy(), self.moves

    def _current_player(self) -> int:
        return self.moves % 2 if any(self.heaps) else TERMINAL

    def _legal_actions(self) -> list[int]:
        return [
            MOST * at + taken - 1
            for at, heap in enumerate(self.heaps)
            for taken in range(1, heap + 1)
        ]

    def _apply_action(self, action: int) -> None:
        heap, less = divmod(action, MOST)
        self.heaps[heap] -= less + 1
        self.moves += 1

    def _scores(self) -> list[float]:
        if any(self.heaps):
            return [0.0, 0.0]
        last = (self.moves - 1) % 2
        winner = 1 - last if self._parameter("misere") else last
        return [1.0, -1.0] if winner == 0 else [-1.0, 1.0]

    def _to_dict(self, seat: int | None) -> dict[str, Any]:
        return {"heaps": list(self.heaps), "mover": self.moves % 2}


class NimGame(Game):
    """Nim."""

    text = Toy
    readable = NimState

    def num_distinct_actions(self) -> int:
        return MOST * len(str(self._params["heaps"]))

    def max_game_length(self) -> int:
        return sum(int(digit) for digit in str(self._params["heaps"]))


GAME = NimGame
