"""What a player is, and the parameter that all players share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from games.core import parameters
from games.core.spec import format_spec

if TYPE_CHECKING:
    import numpy as np

    from ext.state import State

Schema = Mapping[str, Mapping[str, Any]]

ONLY: dict[str, Any] = {
    "type": "str",
    "default": "",
    "help": "decide in this phase only ('play'), and leave the others to the game's rule player",
}


class Player:
    """One player in one seat of one game; made by `search.make_player`.

    A subclass names itself, declares its parameters as a game does, and answers `_choose`.
    It must not look at more than the information of the seat to move: a match hands it a state
    drawn from that seat's information set.

    Parameters
    ----------
    **params
        Values of the declared parameters.

    Attributes
    ----------
    name : str
        As in specs.
    parameters : dict
        Schema of each parameter.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    parameters: ClassVar[Schema] = {}

    def __init__(self, **params: Any) -> None:
        self.params = parameters.resolve(self.name, self.parameters, params)
        changed = {k: v for k, v in self.params.items() if v != self.parameters[k]["default"]}
        self.spec = format_spec(self.name, changed)

    @classmethod
    def plays(cls, state: State) -> bool:
        """Can this player play the game of `state`?"""
        return True

    def choose(self, state: State, rng: np.random.Generator) -> int:
        """The action to play.

        Parameters
        ----------
        state : State
            A decision of the seat to move.
        rng : numpy.random.Generator
            The only source of randomness.
        """
        if not hasattr(rng, "bit_generator"):
            raise TypeError(f"rng must be a numpy Generator, as default_rng(1) makes, not {rng!r}")
        if state.current_player() < 0:
            raise ValueError(f"nobody has to decide here: {state!r}")
        only = self.params.get("only")
        if only and state.phase() != only:
            return rule_action(state)
        legal = state.legal_actions()
        return legal[0] if len(legal) == 1 else self._choose(state, rng)

    def _choose(self, state: State, rng: np.random.Generator) -> int:
        raise TypeError(f"{type(self).__name__} must define _choose()")

    def __repr__(self) -> str:
        return f"make_player({self.spec!r})"


def rule_action(state: State) -> int:
    """What the game's own rule player does in `state`.

    Raises
    ------
    ValueError
        When the game has no rule player.
    """
    rule = getattr(state, "rule_action", None)
    if rule is None:
        raise ValueError(
            f"{state.game.name} has no rule player: use random, or a search in all phases"
        )
    return int(rule())
