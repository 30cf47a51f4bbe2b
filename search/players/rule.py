"""The game's own plain player: no search, the yardstick for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from search.players.base import Player, rule_action

if TYPE_CHECKING:
    import numpy as np

    from ext.state import State


class RulePlayer(Player):
    """Plays by the game's rules of thumb, where the game has some (Skat does)."""

    name = "rule"
    summary = "the game's own rules of thumb, without search"

    @classmethod
    def plays(cls, state: State) -> bool:
        """Games that bring a rule player."""
        return hasattr(state, "rule_action")

    def _choose(self, state: State, rng: np.random.Generator) -> int:
        return rule_action(state)


PLAYER = RulePlayer
