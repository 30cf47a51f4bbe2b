"""Perft counts: positions, depths and counts are data in ``NAME.toml``."""

import pathlib
import tomllib

import pytest

from ext.kernels.perft import perft
from games import load_game

CASES = [
    (position["game"], position.get("history", []), depth, count)
    for path in sorted(pathlib.Path(__file__).parent.glob("*.toml"))
    for position in tomllib.loads(path.read_text(encoding="utf-8"))["positions"]
    for depth, count in enumerate(position["counts"], start=1)
]


@pytest.mark.parametrize(("spec", "history", "depth", "count"), CASES)
def test_counts(spec: str, history: list[int], depth: int, count: int) -> None:
    state = load_game(spec).new_initial_state()
    for action in history:
        state.apply_action(action)
    assert perft(state, depth) == count
