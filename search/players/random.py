"""The player that picks any legal action with the same probability."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from search.players.base import ONLY, Player, Schema

if TYPE_CHECKING:
    import numpy as np

    from ext.state import State


class RandomPlayer(Player):
    """Uniformly random: the floor of every scale."""

    name = "random"
    summary = "any legal action with the same probability"
    parameters: ClassVar[Schema] = {"only": ONLY}

    def _choose(self, state: State, rng: np.random.Generator) -> int:
        legal = state.legal_actions()
        return legal[int(rng.integers(len(legal)))]


PLAYER = RandomPlayer
