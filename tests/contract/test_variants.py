"""The variants that are tested: every value once, all pairs that the game accepts."""

from itertools import combinations, product

import pytest

from games import registered_games
from tests.contract.variants import base_row, domain, domains, is_valid, pairwise, specs


@pytest.mark.parametrize("name", registered_games())
def test_all_pairs_are_covered(name: str) -> None:
    values, rows = domains(name), pairwise(name)
    assert all(is_valid(name, row) for row in rows)
    assert rows[0] == base_row(name)
    for key in values:
        assert {row[key] for row in rows} == set(values[key])
    for one, two in combinations(values, 2):
        seen = {(row[one], row[two]) for row in rows}
        for pair in product(values[one], values[two]):
            assert pair in seen or not _possible(name, dict(zip((one, two), pair, strict=True)))


def _possible(name: str, fixed: dict[str, object]) -> bool:
    """Does the game accept these two values together with any others?"""
    values = domains(name)
    rest = [key for key in values if key not in fixed]
    rows = product(*(values[key] for key in rest))
    return any(is_valid(name, {**fixed, **dict(zip(rest, row, strict=True))}) for row in rows)


@pytest.mark.parametrize("name", registered_games())
def test_the_plain_game_is_among_them(name: str) -> None:
    assert name in specs(name)
    assert len(set(specs(name))) == len(specs(name))


@pytest.mark.parametrize(
    ("schema", "values"),
    [
        ({"type": "bool", "default": True}, [True, False]),
        ({"type": "str", "default": "b", "values": ["a", "b"]}, ["b", "a"]),
        ({"type": "int", "default": 2, "min": 1, "max": 4}, [2, 1, 3, 4]),
        ({"type": "int", "default": 36, "min": 1, "max": 360}, [36, 1, 360]),
        ({"type": "int", "default": 36, "min": 1, "test_values": [1, 3]}, [1, 3]),
        ({"type": "float", "default": 0.5, "min": 0.0, "max": 0.5}, [0.5, 0.0]),
    ],
)
def test_values_of_a_parameter(schema: dict[str, object], values: list[object]) -> None:
    assert domain("key", schema) == values


def test_every_seat_count_is_tested() -> None:
    schema = {"type": "int", "default": 4, "min": 2, "max": 8}
    assert domain("players", schema) == [4, 2, 3, 5, 6, 7, 8]
