"""Information-set Monte Carlo tree search: worlds are drawn anew for each simulation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ext.kernels.ismcts import Tree
from search.players.base import Schema
from search.tree.player import PARAMETERS, TreePlayer

if TYPE_CHECKING:
    from ext.state import State


class IsmctsPlayer(TreePlayer):
    """Single-observer ISMCTS (Cowling, Powley, Whitehouse 2012).

    Plays the move with the most visits. With perfect information it is plain UCT. A tree is not
    kept from move to move by default: its worlds were drawn before the last moves were seen.
    """

    name = "ismcts"
    summary = "single-observer information-set MCTS"
    parameters: ClassVar[Schema] = {
        **PARAMETERS,
        "reuse": {**PARAMETERS["reuse"], "default": False},
    }

    @staticmethod
    def _new_tree(state: State, **options: Any) -> Tree:
        return Tree(state, **options)


PLAYER = IsmctsPlayer
