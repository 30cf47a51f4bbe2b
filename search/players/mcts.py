"""Monte Carlo tree search with all cards open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ext.kernels.mcts import Tree
from search.tree.player import TreePlayer

if TYPE_CHECKING:
    import numpy as np

    from ext.state import State


class MctsPlayer(TreePlayer):
    """UCT (Kocsis and Szepesvari 2006) with chance nodes, max^n and proven values.

    Plays the most visited move, or one that is proven to be at least as good as that promises.
    Where a game hides something, it searches one world drawn from what the seat knows, as if it
    lay open to all: cheap, and weaker than `ismcts` and `pimc`.
    """

    name = "mcts"
    summary = "MCTS with open cards, for perfect information above all"

    @staticmethod
    def _new_tree(state: State, **options: Any) -> Tree:
        return Tree(state, **options)

    def _view(self, state: State, rng: np.random.Generator) -> State:
        if state.game.get_type()["kind"]["information"] == "perfect":
            return state
        return state.resample_from_infostate(state.current_player(), rng)


PLAYER = MctsPlayer
