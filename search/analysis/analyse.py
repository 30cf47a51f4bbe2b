"""Analysis of one position by one searcher."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from search.analysis.result import Analysis
from search.players import make_player

if TYPE_CHECKING:
    from ext.state import State


def analyse(state: State, spec: str = "ismcts(simulations=2000)", seed: int = 0) -> Analysis:
    """Ask a searcher what it thinks of a position.

    Only the information of the seat to move is used: the searcher gets a state that was drawn
    from that seat's information set, as in a match.

    Parameters
    ----------
    state : State
        A position where a seat has to decide.
    spec : str
        The searcher, for instance ``"ismcts(simulations=2000)"``.
    seed : int
        Fixes the result.

    Returns
    -------
    Analysis
        Each move's value, visits and interval; prints as a table.

    Raises
    ------
    ValueError
        Nobody has to decide here, or the player does not search.
    """
    if state.is_terminal() or state.is_chance_node():
        kind = "is at its end" if state.is_terminal() else "waits for a chance event"
        raise ValueError(f"the game {kind}: an analysis needs a position where a seat decides")
    player = make_player(spec)
    if not hasattr(player, "analyse"):
        raise ValueError(
            f"{spec} does not search, so it has no values; try ismcts(simulations=500)"
        )
    rng = np.random.default_rng(seed)
    seen = state.resample_from_infostate(state.current_player(), rng)
    result = player.analyse(seen, rng)
    assert isinstance(result, Analysis)
    return result
