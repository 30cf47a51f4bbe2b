"""Every game has a golden playthrough; both backends write the same one."""

import pathlib

import pytest

from games import load_game, registered_games
from games.core.playthrough import playthrough
from tests.contract.variants import backends, specs

FOLDER = pathlib.Path(__file__).parent
LARGEST = 60_000
CASES = [(name, backend) for name in registered_games() for backend in backends(name)]


def seed_of(path: pathlib.Path) -> int:
    """The seed that a golden names, 1 for a new one."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return next((int(line.split()[1]) for line in lines if line.startswith("seed: ")), 1)


@pytest.mark.parametrize(("name", "backend"), CASES)
def test_golden(name: str, backend: str, request: pytest.FixtureRequest) -> None:
    path = FOLDER / f"{name}.txt"
    text = playthrough(load_game(specs(name)[0], backend=backend), seed_of(path))
    if request.config.getoption("--regen") and backend == "readable":
        path.write_text(text, encoding="utf-8")
    assert path.is_file(), f"{name} has no golden: run pytest --regen -k {name}, and read it"
    assert text == path.read_text(encoding="utf-8"), f"{name} plays otherwise than its golden"
    assert len(text.encode()) < LARGEST


def test_no_golden_without_a_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} <= set(registered_games())
