"""Information-set Monte Carlo tree search: the kernel with a budget."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from ext.kernels.ismcts import Tree
from search.analysis.result import Analysis, MoveStat
from search.players.base import ONLY, Player, Schema

if TYPE_CHECKING:
    import numpy as np

    from ext.state import State

PORTION = 256  # simulations between two looks at the clock


class IsmctsPlayer(Player):
    """Single-observer ISMCTS (Cowling, Powley, Whitehouse 2012).

    Plays the move with the most visits. With perfect information it is plain UCT.
    """

    name = "ismcts"
    summary = "single-observer information-set MCTS"
    parameters: ClassVar[Schema] = {
        "simulations": {
            "type": "int",
            "default": 1000,
            "min": 1,
            "max": 100_000_000,
            "help": "simulations a move",
        },
        "seconds": {
            "type": "float",
            "default": 0.0,
            "min": 0,
            "max": 86400,
            "help": "time a move instead of simulations; results then vary from run to run",
        },
        "uct_c": {
            "type": "float",
            "default": 1.0,
            "min": 0,
            "max": 100,
            "help": "weight of exploration, in standard deviations of the values seen",
        },
        "horizon": {
            "type": "str",
            "default": "round",
            "values": ["round", "game"],
            "help": "search to the end of the deal or of the whole game",
        },
        "only": ONLY,
    }

    def _choose(self, state: State, rng: np.random.Generator) -> int:
        return int(self._search(state, rng, ()).moves()[0]["action"])

    def analyse(
        self, state: State, rng: np.random.Generator, extra: Iterable[int] = ()
    ) -> Analysis:
        """Search a position and tell all about its moves.

        Parameters
        ----------
        state : State
            A decision; only what the seat to move knows is used.
        rng : numpy.random.Generator
        extra : iterable of int
            Legal actions to look at even if the game thinks them not worth it. They get about
            as many simulations as the best move, on top of the budget, so that their values are
            as sound as its.

        Returns
        -------
        search.analysis.result.Analysis
            One entry a legal move, most visited first; moves not looked at come last.
        """
        began = time.perf_counter()
        extra = tuple(extra)
        tree = self._search(state, rng, extra)
        self._even_out(tree, extra, rng)
        rows = tree.moves()
        seen = {row["action"] for row in rows}
        moves = [
            MoveStat(
                row["action"],
                state.action_to_string(row["action"]),
                row["visits"],
                row["value"],
                math.nan if row["stderr"] is None else row["stderr"],
            )
            for row in rows
        ]
        moves += [
            MoveStat(action, state.action_to_string(action), 0, math.nan, math.nan)
            for action in state.legal_actions()
            if action not in seen
        ]
        return Analysis(
            seat=state.current_player(),
            phase=state.phase(),
            moves=tuple(moves),
            simulations=tree.simulations,
            seconds=time.perf_counter() - began,
            player=self.spec,
        )

    @staticmethod
    def _even_out(tree: Tree, extra: Iterable[int], rng: np.random.Generator) -> None:
        """Grow the tree below moves that were asked for; one visit less keeps the best first."""
        visits = {row["action"]: row["visits"] for row in tree.moves()}
        most = max(visits.values())
        for action in extra:
            lacking = most - 1 - visits.get(action, most)
            if lacking > 0:
                tree.run(lacking, int(rng.integers(1 << 63)), action)

    def _search(self, state: State, rng: np.random.Generator, extra: Iterable[int]) -> Tree:
        """Grow a tree as far as the budget goes, in portions, so that an interrupt gets through."""
        legal = set(state.legal_actions())
        tree = Tree(
            state,
            exploration=self.params["uct_c"],
            whole_game=self.params["horizon"] == "game",
            extra=[action for action in extra if action in legal],
        )
        seed = int(rng.integers(1 << 63))
        if self.params["seconds"]:
            end = time.perf_counter() + self.params["seconds"]
            tree.run(1, seed)
            while time.perf_counter() < end:
                tree.run(PORTION, seed)
            return tree
        left = self.params["simulations"]
        while left > 0:
            tree.run(min(left, 100 * PORTION), seed)
            left -= 100 * PORTION
        return tree


PLAYER = IsmctsPlayer
