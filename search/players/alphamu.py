"""Alpha-mu: PIMC that looks some own moves ahead without assuming to know the world by then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from search.players.base import ONLY, Schema
from search.tree.alphamu import AlphaMu, ranked
from search.tree.worlds import draw_worlds, preference, world_values
from search.tree.worlds_player import WorldsPlayer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ext.state import State

SIMULATIONS = 200  # a world, in positions before those that the game's solver solves
WORLDS: dict[str, Any] = {
    "type": "int",
    "default": 20,
    "min": 1,
    "max": 10_000,
    "help": "worlds a move",
}


class AlphamuPlayer(WorldsPlayer):
    """Alpha-mu (Cazenave and Ventos 2019) over worlds solved with open cards.

    With `depth=1` it is `pimc`. Decisions that come before the open solver's part of a round
    (auction, discards) are taken as `pimc` takes them.
    """

    name = "alphamu"
    summary = "alpha-mu: worlds solved with open cards, without knowing later which one is true"
    parameters: ClassVar[Schema] = {
        "worlds": WORLDS,
        "depth": {
            "type": "int",
            "default": 2,
            "min": 1,
            "max": 10,
            "help": "own moves before the worlds are told apart; each costs some ten times more",
        },
        "only": ONLY,
    }

    @classmethod
    def plays(cls, state: State) -> bool:
        """Games that bring an exact solver of open positions."""
        return state.game.open_solver() is not None

    def _valued(
        self, state: State, actions: Sequence[int], rng: np.random.Generator, thorough: bool
    ) -> tuple[list[int], NDArray[np.float64]]:
        """Order of the actions, best first, and the values they rest on, (worlds, actions).

        Deeper and deeper. Values only fall with depth, so that a move which another one beats at
        a greater depth is not searched again, unless all are wanted.
        """
        if not self.plays(state):
            raise ValueError(
                f"{state.game.name} has no exact solver, which alphamu needs: use pimc or ismcts"
            )
        worlds = draw_worlds(state, self.params["worlds"], rng, paranoid=True)
        seat = state.current_player()
        table = np.array([world_values(w, actions, seat, SIMULATIONS) for w in worlds])
        first = preference(state, actions, table.mean(axis=0))
        solver = worlds[0].solver
        if solver is None or not solver.solves(worlds[0].state):
            return first, table
        rank = {move: place for place, move in enumerate(first)}
        search = AlphaMu(worlds)
        for depth in range(2, self.params["depth"] + 1):
            table = search.deepened(actions, table, rank, depth, thorough)
        return ranked(table, rank), table


PLAYER = AlphamuPlayer
