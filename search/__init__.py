"""Who plays, and what is computed: players, analysis, review, matches, reports.

>>> import search
>>> player = search.make_player("random")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from search import _neighbours

_neighbours.check("games", "ext")

if TYPE_CHECKING:
    from search.analysis.analyse import analyse
    from search.analysis.review import review
    from search.arena.match import match
    from search.players import make_player

# Names of the package and where they live: imported on first use, so that the command starts fast.
_LAZY = {
    "analyse": "search.analysis.analyse",
    "make_player": "search.players",
    "match": "search.arena.match",
    "review": "search.analysis.review",
}

__all__ = ["analyse", "make_player", "match", "review"]


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module 'search' has no attribute {name!r}; it has {__all__}")
    import importlib

    return getattr(importlib.import_module(_LAZY[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
