"""`make quick` leads from a changed file to the tests that are closest to it."""

import pytest

from tests.conftest import CHECKOUT
from tests.quick import ALWAYS, CONTRACT, PLACES, TESTS_OF_A_GAME, closest_tests, game_of, plan


def test_every_place_exists() -> None:
    named = {place for _, places in PLACES for place in places}
    for place in named | {*ALWAYS, *CONTRACT, *TESTS_OF_A_GAME}:
        assert (CHECKOUT / place).exists(), f"{place} has moved: correct tests/quick.py"


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("games/skat/auction.py", "skat"),
        ("ext/states/skat_policy.pyx", "skat"),
        ("tests/playthroughs/kuhn_poker.txt", "kuhn_poker"),
        ("games/core/deal.py", None),
        ("ext/state.pyx", None),
    ],
)
def test_game_of(path: str, name: str | None) -> None:
    assert game_of(path) == name


@pytest.mark.parametrize(
    ("path", "tests"),
    [
        ("tests/search/test_store.py", ("tests/search/test_store.py",)),
        ("search/report/plots.py", ("tests/search/test_report.py",)),
        ("README.md", ("README.md", "tests/house/test_docs.py")),
        ("ext/state.pyx", CONTRACT),
    ],
)
def test_tests_of(path: str, tests: tuple[str, ...]) -> None:
    assert closest_tests(path) == tests


def test_plan() -> None:
    [near] = plan(["search/report/plots.py"])
    assert near == [*ALWAYS, "tests/search/test_report.py"]
    rules, contract = plan(["games/skat/play.py"])
    assert "tests/games/test_skat.py" in rules
    assert contract == [*TESTS_OF_A_GAME, "-k", "skat"]
    near, wide = plan([])
    assert (near, wide) == ([*ALWAYS], [*CONTRACT])
    near, wide = plan(["ext/state.pyx", "docs/cython.md"])
    assert near == [*ALWAYS, "tests/house/test_docs.py"]
    assert wide == [*CONTRACT]
