"""Pockets: a move that the other seat sees only in part.

Seat 0 takes a sure quarter, or plays. Then seat 1 puts a coin into its left or right pocket, which
look the same, or lays it on the table. Seat 0 now names a pocket: 1 if right, -1 if wrong, and 0.5
with the coin on the table. Against best play the gamble is worth 0, so the sure quarter is better;
a search that knows the pocket values the gamble at 0.5 or more.
"""

from typing import Any

from ext.rng import Stream
from games.core import TERMINAL
from games.core.game import Game
from tests.toys.toy import Toy

SURE, PLAY = 0, 1
LEFT, RIGHT, TABLE = range(3)
NONE = -1
SEEN = {LEFT: "hidden", RIGHT: "hidden", TABLE: "table"}
WORDS = {0: ("sure", "play"), 1: ("left", "right", "table"), 2: ("left", "right")}


class PocketsState(Toy):
    """The three moves, each NONE until it is made."""

    def _setup(self) -> None:
        self.moves: list[int] = []

    def _clone_into(self, other: Any) -> None:
        other.moves = self.moves.copy()

    def _current_player(self) -> int:
        over = len(self.moves) == 3 or self.moves == [SURE]
        return TERMINAL if over else len(self.moves) % 2

    def _legal_actions(self) -> list[int]:
        return list(range(len(WORDS[len(self.moves)])))

    def _apply_action(self, action: int) -> None:
        self.moves.append(action)

    def _action_to_string(self, action: int) -> str:
        return WORDS[len(self.moves)][action]

    def _scores(self) -> list[float]:
        won = 0.0
        if self.moves == [SURE]:
            won = 0.25
        elif len(self.moves) == 3:
            _, coin, named = self.moves
            won = 0.5 if coin == TABLE else (1.0 if coin == named else -1.0)
        return [won, -won]

    def _seen(self, seat: int, action: int) -> int:
        """Which pocket it is cannot be told while the coin goes in."""
        return LEFT if len(self.moves) == 1 and action == RIGHT else action

    def _known(self, seat: int) -> list[str]:
        """What a seat knows of the moves; at the end the coin is shown."""
        shown = [str(move) for move in self.moves]
        if seat == 0 and len(shown) == 2:
            shown[1] = SEEN[self.moves[1]]
        return shown

    def _to_dict(self, seat: int | None) -> dict[str, Any]:
        return {"moves": [str(m) for m in self.moves] if seat is None else self._known(seat)}

    def _information_state_string(self, seat: int) -> str:
        return f"{seat} {self._known(seat)}"

    def _resample(self, seat: int, stream: Stream) -> None:
        if seat == 0 and len(self.moves) == 2 and SEEN[self.moves[1]] == "hidden":
            self.moves[1] = stream.below(2)

    def _resampled_history(self, history: list[int]) -> list[int]:
        return list(self.moves)


class PocketsGame(Game):
    """Pockets."""

    text = Toy
    readable = PocketsState


GAME = PocketsGame
