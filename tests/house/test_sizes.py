"""Modules below 500 lines, function bodies below 40: more is a sign that a part is missing."""

import ast
import pathlib
import re

import pytest

from tests.conftest import CHECKOUT

MODULE, FUNCTION = 500, 40

# What may be longer, and why.
LONG_MODULES = {
    "ext/state.pyx": "the whole contract stands in one class, which Cython wants in one file",
    "ext/kernels/tricksolver.pyx": "one search, whose steps inline within a class only",
    "ext/states/skat.pyx": "one deal on one struct, whose functions inline within a module only",
    "ext/states/skat_policy.pyx": "a player's models and card play on one set of inlined helpers",
}
LONG_FUNCTIONS: dict[str, str] = {}

SOURCES = sorted(
    path
    for package in ("ext", "games", "search")
    for kind in ("*.py", "*.pyx")
    for path in (CHECKOUT / package).rglob(kind)
)
HEAD = re.compile(r"^(\s*)(?:def|cpdef|cdef)\b(?!\s*(?:class|struct|enum|extern|union)\b).*\(")


def name_of(path: pathlib.Path) -> str:
    return path.relative_to(CHECKOUT).as_posix()


def bodies(path: pathlib.Path) -> dict[str, int]:
    """Lines of each function's body, docstring, blank lines and comments not counted."""
    text = path.read_text(encoding="utf-8")
    return _python_bodies(text) if path.suffix == ".py" else _cython_bodies(text)


def _python_bodies(text: str) -> dict[str, int]:
    lines, sizes = text.splitlines(), {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if ast.get_docstring(node) is not None else node.body
            span = lines[body[0].lineno - 1 : body[-1].end_lineno] if body else []
            sizes[node.name] = max(sizes.get(node.name, 0), _code(span))
    return sizes


def _cython_bodies(text: str) -> dict[str, int]:
    lines, sizes = text.splitlines(), {}
    for at, line in enumerate(lines):
        head = HEAD.match(line)
        if head:
            below = re.compile(rf"^{head[1]}\s+\S")
            end = at + 1
            while end < len(lines) and (not lines[end].strip() or below.match(lines[end])):
                end += 1
            name = line.split("(")[0].split()[-1]
            sizes[name] = max(sizes.get(name, 0), _code(_without_docstring(lines[at + 1 : end])))
    return sizes


def _without_docstring(span: list[str]) -> list[str]:
    text = "\n".join(span)
    return re.sub(r'"""(?:.|\n)*?"""', "", text, count=1).splitlines()


def _code(span: list[str]) -> int:
    """Lines that do something: no blanks, comments or bare C declarations."""
    idle = re.compile(r"\s*(#.*|cdef [^=(]*)?$")
    return sum(not idle.match(line) for line in span)


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_sizes(path: pathlib.Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= MODULE or name_of(path) in LONG_MODULES, f"{lines} lines: a part is missing"
    for function, size in bodies(path).items():
        known = f"{name_of(path)}:{function}" in LONG_FUNCTIONS
        assert size <= FUNCTION or known, f"{function} has {size} lines: a part is missing"


def test_the_exceptions_still_exist() -> None:
    for name in LONG_MODULES:
        assert len((CHECKOUT / name).read_text(encoding="utf-8").splitlines()) > MODULE
    for entry in LONG_FUNCTIONS:
        name, function = entry.split(":")
        assert bodies(CHECKOUT / name)[function] > FUNCTION
