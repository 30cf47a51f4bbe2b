"""Information-set Monte Carlo tree search: worlds are drawn anew for each simulation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ext.kernels.ismcts import Tree
from search.tree.player import TreePlayer

if TYPE_CHECKING:
    from ext.state import State


class IsmctsPlayer(TreePlayer):
    """Single-observer ISMCTS (Cowling, Powley, Whitehouse 2012).

    Plays the move with the most visits. With perfect information it is plain UCT.
    """

    name = "ismcts"
    summary = "single-observer information-set MCTS"

    @staticmethod
    def _new_tree(state: State, **options: Any) -> Tree:
        return Tree(state, **options)


PLAYER = IsmctsPlayer
