"""Perfect-information Monte Carlo: many worlds solved with open cards, the best mean played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from search.players.base import ONLY, Schema
from search.tree.worlds import draw_worlds, preference, searched_values, world_values
from search.tree.worlds_player import WorldsPlayer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ext.state import State

WORLDS: dict[str, Any] = {
    "type": "int",
    "default": 30,
    "min": 1,
    "max": 100_000,
    "help": "worlds a move",
}


class PimcPlayer(WorldsPlayer):
    """Perfect-information Monte Carlo (Levy 1989; Ginsberg 2001).

    Draws worlds that the seat to move cannot tell from the real one, values every move in each
    as if all cards were open, and plays the move with the best mean. All moves are valued in the
    same worlds.
    """

    name = "pimc"
    summary = "worlds drawn and solved with open cards, best mean"
    parameters: ClassVar[Schema] = {
        "worlds": WORLDS,
        "solver": {
            "type": "str",
            "default": "exact",
            "values": ["exact", "paranoid", "mcts"],
            "help": "value a world by the game's exact solver (paranoid: all others as one side), "
            "or where it has none by mcts; or always by mcts",
        },
        "simulations": {
            "type": "int",
            "default": 200,
            "min": 1,
            "max": 100_000_000,
            "help": "simulations a world, where mcts values it",
        },
        "only": ONLY,
    }

    def _valued(
        self, state: State, actions: Sequence[int], rng: np.random.Generator, thorough: bool
    ) -> tuple[list[int], NDArray[np.float64]]:
        table = self._table(state, actions, rng)
        return preference(state, actions, table.mean(axis=0)), table

    def _table(
        self, state: State, actions: Sequence[int], rng: np.random.Generator
    ) -> NDArray[np.float64]:
        """Values for the seat to move, one row a world and one column an action."""
        seat, how = state.current_player(), self.params["solver"]
        simulations = self.params["simulations"]
        worlds = draw_worlds(state, self.params["worlds"], rng, how == "paranoid")
        if how == "mcts":
            return np.array([searched_values(w, actions, simulations) for w in worlds])
        return np.array([world_values(w, actions, seat, simulations) for w in worlds])


PLAYER = PimcPlayer
