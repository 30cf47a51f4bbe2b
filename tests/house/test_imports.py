"""Imports run one way: ext <- games <- search; core <- mechanics <- the games."""

import ast
import pathlib
import re

import pytest

from tests.conftest import CHECKOUT

HEAVY = {"matplotlib", "scipy", "dask", "distributed"}
OURS = ("ext", "games", "search", "tests")
SHARED = ("core", "mechanics", "views", "records")  # rooms of games/ that are no games
CYTHON = re.compile(r"^\s*(?:from\s+([\w.]+)\s+c?import\b|c?import\s+([\w.]+(?:\s*,\s*[\w.]+)*))")

SOURCES = sorted(
    path
    for package in ("ext", "games", "search")
    for kind in ("*.py", "*.pyx", "*.pxd", "*.pyi")
    for path in (CHECKOUT / package).rglob(kind)
)


def imports_of(path: pathlib.Path) -> set[str]:
    """Modules that a source file imports or cimports, anywhere in it."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return _python_imports(ast.walk(ast.parse(text)))
    found = set()
    for line in text.splitlines():
        match = CYTHON.match(line)
        if match:
            found |= {name.strip() for name in (match[1] or match[2]).split(",")}
    return found


def _python_imports(nodes) -> set[str]:
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"line {node.lineno}: write the whole name of the module"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def may_import(path: pathlib.Path) -> tuple[str, ...]:
    """Prefixes of our own modules that a file may import."""
    room = path.relative_to(CHECKOUT).parts
    if room[0] == "ext":
        return ("ext",)
    if room[0] == "search":
        return ("ext", "games", "search")
    core = ("ext", "games.core")
    if room[1] in ("core", "__init__.py"):
        return core
    if room[1] == "views":
        return ("games.core", "games.views")
    if room[1] == "records":  # the registry only: games.load_game and its like
        return (*core, "games.views", "games.records", *_registry())
    own = ("games.views",) if room[1] == "mechanics" else (f"games.{room[1]}", "games.views")
    return (*core, "games.mechanics", *own)


def _registry() -> tuple[str, ...]:
    import games

    return tuple(f"games.{name}" for name in games.__all__)


def is_below(module: str, prefix: str) -> bool:
    return module == prefix or module.startswith(prefix + ".")


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(CHECKOUT)))
def test_arrows(path: pathlib.Path) -> None:
    allowed = may_import(path)
    ours = {m for m in imports_of(path) if m.split(".")[0] in OURS}
    wrong = sorted(m for m in ours if not any(is_below(m, prefix) for prefix in allowed))
    if path.relative_to(CHECKOUT).parts[1] == "records":
        wrong = [m for m in wrong if m != "games"]
    assert not wrong, f"{path.relative_to(CHECKOUT)} may not import {wrong}, only {allowed}"


@pytest.mark.parametrize("path", [p for p in SOURCES if p.suffix == ".py"], ids=lambda p: p.name)
def test_heavy_libraries_are_imported_where_they_are_used(path: pathlib.Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    eager = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    heavy = {name.split(".")[0] for name in _python_imports(eager)} & HEAVY
    assert not heavy, f"{path.name} imports {heavy} at the top: do it in the function that needs it"


def test_the_test_sees_a_wrong_arrow(tmp_path: pathlib.Path) -> None:
    source = tmp_path / "x.pyx"
    source.write_text("from games.core cimport y\ncimport search.z, ext.w\nimport os\n")
    assert imports_of(source) == {"games.core", "search.z", "ext.w", "os"}
    assert not any(is_below("games.core", prefix) for prefix in may_import(CHECKOUT / "ext/a.pyx"))
    assert not any(
        is_below("games.chess.game", prefix) for prefix in may_import(CHECKOUT / "games/go/game.py")
    )
