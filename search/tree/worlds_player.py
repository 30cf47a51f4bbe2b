"""A player that values its moves in worlds with open cards: what `pimc` and `alphamu` share."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from search.analysis.result import Analysis
from search.players.base import Player
from search.tree.worlds import candidates, move_stats

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ext.state import State


class WorldsPlayer(Player):
    """Base of the players that draw worlds; a subclass says how it values the moves in them."""

    @abstractmethod
    def _valued(
        self, state: State, actions: Sequence[int], rng: np.random.Generator, thorough: bool
    ) -> tuple[list[int], NDArray[np.float64]]:
        """Order of the actions, best first, and their values, one row a world.

        `thorough`: every action's value is wanted, not just the best action.
        """

    def _choose(self, state: State, rng: np.random.Generator) -> int:
        actions = candidates(state)
        if len(actions) == 1:
            return actions[0]
        order, _ = self._valued(state, actions, rng, thorough=False)
        return actions[order[0]]

    def analyse(
        self, state: State, rng: np.random.Generator, extra: Iterable[int] = ()
    ) -> Analysis:
        """Value the moves of a position.

        Parameters
        ----------
        state : State
            A decision; only what the seat to move knows is used.
        rng : numpy.random.Generator
        extra : iterable of int
            Legal actions to look at even if the game thinks them not worth it.

        Returns
        -------
        search.analysis.result.Analysis
            One entry a legal move, best first; `visits` are worlds, and the standard error is
            that of the mean over worlds. Moves not looked at come last.
        """
        began = time.perf_counter()
        actions = candidates(state, extra)
        order, table = self._valued(state, actions, rng, thorough=True)
        return Analysis(
            seat=state.current_player(),
            phase=state.phase(),
            moves=move_stats(state, [(actions[i], table[:, i]) for i in order]),
            simulations=len(table),
            seconds=time.perf_counter() - began,
            player=self.spec,
            unit="worlds",
        )
