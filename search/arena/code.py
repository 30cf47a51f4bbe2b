"""Which code played: a digest of the installed files that decide how a game runs.

Python files, data tables and compiled modules of `games`, `search` and `ext` count; what only
shows or starts things (reports, commands, the command line) does not. Compiled modules stand for
their sources, so an edited kernel that was not rebuilt is still the code that played.
"""

from __future__ import annotations

import hashlib
import platform
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

PACKAGES = ("ext", "games", "search")
SUFFIXES = (".py", ".toml", ".so", ".pyd")
SHOWING = ("search/report/", "search/commands/", "search/cli.py", "search/templates/")


@lru_cache(maxsize=1)
def code_digest() -> str:
    """Short digest of the code that plays; equal on machines with the same build."""
    digest = hashlib.sha256()
    for package in PACKAGES:
        for path in _sources(_folder(package)):
            digest.update(f"{package}/{path.relative_to(_folder(package)).as_posix()}\0".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _folder(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise RuntimeError(f"package {package!r} is not installed; install kibitz first")
    return Path(next(iter(spec.submodule_search_locations)))


def _sources(folder: Path) -> list[Path]:
    def counts(path: Path) -> bool:
        name = f"{folder.name}/{path.relative_to(folder).as_posix()}"
        return path.suffix in SUFFIXES and not name.startswith(SHOWING)

    return sorted(path for path in folder.rglob("*") if path.is_file() and counts(path))


def versions() -> dict[str, str]:
    """Versions that a reader needs to run the same match again."""
    import numpy

    return {"python": platform.python_version(), "numpy": numpy.__version__, "kibitz": _own()}


def _own() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("kibitz")
    except PackageNotFoundError:
        return "not installed"


def machine() -> str:
    """The machine in a few words: system, architecture, number of processors."""
    import os

    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors"
