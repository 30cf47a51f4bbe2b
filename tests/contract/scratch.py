"""Games outside the package: toys, and folders made by ``kibitz new-game``."""

import contextlib
import pathlib
from collections.abc import Iterator

import games
from games.core import registry


@contextlib.contextmanager
def game_folder(root: pathlib.Path) -> Iterator[None]:
    """While it lasts the registry finds the games below `root`, and only those."""
    before, paths = registry.ROOT, games.__path__
    registry.ROOT = root
    games.__path__ = [*paths, str(root)]
    registry.cached_facts.cache_clear()
    try:
        yield
    finally:
        registry.ROOT, games.__path__ = before, paths
        registry.cached_facts.cache_clear()
