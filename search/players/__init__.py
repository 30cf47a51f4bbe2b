"""Players: random, the game's rule player, searches. One module a player, found by its file."""

from __future__ import annotations

import functools
import importlib
import pathlib

from games.core.spec import nearest, parse_spec
from search.players.base import Player

__all__ = ["Player", "known", "make_player"]


@functools.cache
def known() -> tuple[str, ...]:
    """Names of the players, sorted."""
    here = pathlib.Path(__file__).parent
    return tuple(sorted(p.stem for p in here.glob("*.py") if p.stem not in ("__init__", "base")))


def player_class(name: str) -> type[Player]:
    """The class behind a player's name.

    Raises
    ------
    ValueError
        For an unknown player; it names the nearest one.
    """
    if name not in known():
        raise ValueError(f"unknown player {name!r}: {nearest(name, known())}")
    return importlib.import_module(f"search.players.{name}").PLAYER


def make_player(spec: str) -> Player:
    """A fresh player: one for each game and seat.

    Parameters
    ----------
    spec : str
        ``"random"``, ``"rule"``, ``"ismcts(simulations=500)"``, ...

    Raises
    ------
    ValueError
        Unknown player, parameter or value; the message lists the valid ones.

    Examples
    --------
    >>> make_player("ismcts(simulations=50)").spec
    'ismcts(simulations=50)'
    """
    name, params = parse_spec(spec)
    return player_class(name)(**params)
