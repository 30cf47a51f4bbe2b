"""Component tables: a game's ``data.toml``, read once."""

import functools
import pathlib
import tomllib
from typing import Any


@functools.cache
def load_data(name: str) -> dict[str, Any]:
    """The tables of game `name`; treat them as read-only.

    Raises
    ------
    ValueError
        When the game has none.
    """
    path = pathlib.Path(__file__).resolve().parent.parent / name / "data.toml"
    if not path.is_file():
        raise ValueError(f"{name} has no data.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))
