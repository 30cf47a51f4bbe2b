"""Perfect-information Monte Carlo: many worlds solved with open cards, the best mean played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from search.players.base import ONLY, Schema
from search.tree.worlds import World, draw_worlds, open_values, played_out, preference
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
            "values": ["exact", "mcts"],
            "help": "value a world by the game's exact solver (where it has none: mcts) or by mcts",
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
        seat = state.current_player()
        worlds = draw_worlds(state, self.params["worlds"], rng)
        if self.params["solver"] == "exact" and worlds[0].solver is not None:
            return np.array([open_values(world, actions, seat) for world in worlds])
        return np.array([self._searched(world, actions) for world in worlds])

    def _searched(self, world: World, actions: Sequence[int]) -> list[float]:
        """Values by MCTS on one world, its cards open.

        A tree stops at once when it has proven a win; moves that it had not tried by then get
        the mean of as many playouts as their share of the simulations.
        """
        from ext.kernels.mcts import Tree

        tree = Tree(world.state, whole_game=False, informed=True, extra=actions)
        tree.run(max(self.params["simulations"], len(actions)), world.seed)  # each move once
        found = {row["action"]: row["value"] for row in tree.moves() if row["visits"]}
        share = max(1, self.params["simulations"] // len(actions))
        return [
            found[action] if action in found else played_out(world, action, share)
            for action in actions
        ]


PLAYER = PimcPlayer
