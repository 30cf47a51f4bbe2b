"""Finds games by their folders; reads one game's files only when that game is asked for."""

import copy
import functools
import importlib
import pathlib
import tomllib
from typing import Any

from games.core import parameters
from games.core.game import Game
from games.core.spec import nearest, parse_spec

ROOT = pathlib.Path(__file__).resolve().parent.parent


def folders() -> dict[str, pathlib.Path]:
    """Every game's folder by name: those below ``games/`` that hold a ``game.toml``."""
    return {path.parent.name: path.parent for path in sorted(ROOT.glob("*/game.toml"))}


def registered_games() -> list[str]:
    """Names of the games, sorted."""
    return list(folders())


def catalogue(name: str) -> dict[str, Any]:
    """Facts of one game from its ``game.toml``, without importing the game.

    Returns
    -------
    dict
        ``name, title, family, summary, status, seats, utility, kind, parameters`` and, where the
        file has it, ``standing``.

    Raises
    ------
    ValueError
        For an unknown game; it names the nearest one.
    """
    return copy.deepcopy(cached_facts(name))  # the caller may change what it gets


@functools.cache
def cached_facts(name: str) -> dict[str, Any]:
    """What `catalogue` copies; cleared by tests that bring games of their own."""
    path = ROOT / name / "game.toml"
    if not (name.isidentifier() and path.is_file()):
        raise ValueError(f"unknown game {name!r}: {nearest(name, registered_games())}")
    try:
        facts = tomllib.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:  # broken TOML, or no UTF-8
        raise ValueError(f"{path} is broken: {error}") from error
    facts["name"] = name
    facts["parameters"] = {**facts.get("parameters", {}), **parameters.common(facts)}
    return facts


def load_game(spec: str, **overrides: Any) -> Game:
    """The game that `spec` names.

    Parameters
    ----------
    spec : str
        A name, or a name with parameters: ``"skat(deals=1)"``.
    **overrides
        Parameters over those in `spec`.

    Raises
    ------
    ValueError
        Unknown game, parameter or value; the message lists the valid ones.
    """
    name, given = parse_spec(spec)
    facts = catalogue(name)
    params = parameters.resolve(name, facts["parameters"], {**given, **overrides})
    module = importlib.import_module(f"games.{name}.game")
    return module.GAME(facts, params)
