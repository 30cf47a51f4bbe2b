"""A toy for searches of many worlds: a small random tree with a hidden number.

A world is drawn that the first seat never sees; then the seats move as `turns` says, before all
eyes. Seat 0 may always choose 0 or 1; seats 1 and 2 know the world, and which of 0, 1 and 2 they
may choose depends on it. At the end seat 0 and its partner, seat 2, gain 0 to 4 points that
depend on the world and the line of moves; seat 1 loses as many.

With ``seed=0`` the first move of seat 0 is 0, which pays 8, or 1, after which its next move has to
name the world (in two worlds) and pays 10 or nothing.
"""

from typing import Any

from ext.rng import Stream, hash_ints
from ext.state import State
from games.core import CHANCE, TERMINAL
from games.core.deal import Source
from games.core.game import Game
from games.core.open_solver import OpenSolver, Values
from games.views import Facts, View, Viewed


class ForksState(Viewed, State):
    """A position."""

    def _setup(self) -> None:
        self.world = -1
        self.line: list[int] = []

    def _clone_into(self, other: Any) -> None:
        other.world, other.line = self.world, self.line.copy()

    def _parameter(self, name: str) -> Any:
        return self.game.get_parameters()[name]

    def _current_player(self) -> int:
        if self.world < 0:
            return CHANCE
        turns = self._parameter("turns")
        return int(turns[len(self.line)]) if len(self.line) < len(turns) else TERMINAL

    def _hash(self) -> int:
        return hash_ints([self._parameter("seed"), self.world, len(self.line), *self.line])

    def _legal_actions(self) -> list[int]:
        if self._current_player() == 0 or self._parameter("seed") == 0:
            return [0, 1]
        some = [action for action in range(3) if self._hash() >> action & 1]
        return some or [0, 2]

    def _chance_outcomes(self) -> list[tuple[int, float]]:
        worlds = self._parameter("worlds")
        return [(world, 1 / worlds) for world in range(worlds)]

    def _chance_source(self) -> Source:
        return Source("world", 0)

    def _apply_action(self, action: int) -> None:
        if self.world < 0:
            self.world = action
        else:
            self.line.append(action)

    def _scores(self) -> list[float]:
        if self._current_player() != TERMINAL:
            return [0.0, 0.0, 0.0]
        if self._parameter("seed") == 0:
            gain = 10.0 * (self.line[-1] == self.world) if self.line[0] else 8.0
        else:
            gain = float(self._hash() % 5)
        return [gain, -gain, gain]

    def _to_dict(self, seat: int | None) -> dict[str, Any]:
        return {"world": -1 if seat == 0 else self.world, "line": list(self.line)}

    def _information_state_string(self, seat: int) -> str:
        return f"{seat} {self._to_dict(seat)} {self.world < 0}"

    def _view(self, seat: int | None) -> View:
        pairs = [(key, str(value)) for key, value in self._to_dict(seat).items()]
        return View("Forks", [Facts("", pairs)])

    def _resample(self, seat: int, stream: Stream) -> None:
        """Worlds in which the line is possible are equally likely."""
        if seat == 0 and self.world >= 0:
            possible = [w for w in range(self._parameter("worlds")) if self._allows(w)]
            self.world = possible[stream.below(len(possible))]

    def _allows(self, world: int) -> bool:
        now = self.game.new_initial_state()
        now._apply_action(world)
        for action in self.line:
            if action not in now._legal_actions():
                return False
            now._apply_action(action)
        return True

    def _resampled_history(self, history: list[int]) -> list[int]:
        return [self.world, *history[1:]] if history else history


class ForksSolver(OpenSolver):
    """Plain minimax."""

    def solves(self, state: State) -> bool:
        """Every decision."""
        return state.current_player() >= 0

    def side(self, state: State, seat: int) -> tuple[int, ...]:
        """Seats 0 and 2 gain together."""
        return (1,) if seat == 1 else (0, 2)

    def values(self, state: State) -> dict[int, Values]:
        """What each move leads to."""
        return {action: self._after(state.child(action)) for action in state.legal_actions()}

    def _after(self, state: State) -> Values:
        return tuple(state.scores()) if state.is_terminal() else self.value(state)


class ForksGame(Game):
    """Forks."""

    text = Viewed
    readable = ForksState

    def open_solver(self, paranoid: bool = False) -> ForksSolver:
        """Solves every position."""
        return ForksSolver()


GAME = ForksGame
