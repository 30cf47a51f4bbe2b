"""Which variants of a game are tested: every value of every parameter, and all pairs of values.

A parameter with a wide numeric range stands for its least value, its default and its largest one;
``test_values`` in ``game.toml`` says better ones (short games, usually), the first of which also
stands in where the parameter doesn't matter. `backend` is not counted here: each variant is
tested on both.
"""

from itertools import combinations, product
from typing import Any

from games import catalogue, load_game
from games.core.spec import format_spec
from tests.contract.sample import need

NARROW = 4  # a range of integers with at most so many steps is tested value by value

Row = dict[str, Any]
Values = dict[str, list[Any]]
Pair = tuple[tuple[str, Any], tuple[str, Any]]


def domain(key: str, schema: dict[str, Any]) -> list[Any]:
    """The values of one parameter that are tested, the one that stands in elsewhere first."""
    default = schema["default"]
    if "test_values" in schema:
        return list(schema["test_values"])
    if schema["type"] == "bool":
        return [default, not default]
    if "values" in schema:
        return [default, *(value for value in schema["values"] if value != default)]
    low, high = schema.get("min", default), schema.get("max", default)
    if schema["type"] == "int" and (key == "players" or high - low <= NARROW):
        return [default, *(value for value in range(low, high + 1) if value != default)]
    return list(dict.fromkeys([default, low, high]))


def domains(name: str) -> Values:
    """Tested values of every parameter of a game, `backend` left out."""
    declared = catalogue(name)["parameters"]
    return {key: domain(key, schema) for key, schema in declared.items() if key != "backend"}


def base_row(name: str) -> Row:
    """The variant that is looked at most closely: the first value of everything."""
    return {key: values[0] for key, values in domains(name).items()}


def is_valid(name: str, row: Row) -> bool:
    """Does the game accept this combination?"""
    try:
        load_game(name, **row)
    except ValueError as error:
        need("\n" not in str(error), f"{name} refuses {row} in more than one line: {error}")
        return False
    return True


def pairwise(name: str) -> list[Row]:
    """Rows in which every pair of values that the game accepts occurs; the base row first."""
    values = domains(name)
    rows = [base_row(name)]
    if len(values) == 1:
        (key,) = values
        return [{key: value} for value in values[key]]
    missing = set(_all_pairs(values)) - set(_pairs_of(rows[0]))
    for pair in _all_pairs(values):
        if pair in missing:
            row = _row_with(name, values, pair, missing)
            if row is not None:
                rows.append(row)
                missing -= set(_pairs_of(row))
    return rows


def _all_pairs(values: Values) -> list[Pair]:
    return [
        ((one, a), (two, b))
        for one, two in combinations(values, 2)
        for a, b in product(values[one], values[two])
    ]


def _pairs_of(row: Row) -> list[Pair]:
    return list(combinations(row.items(), 2))


def _row_with(name: str, values: Values, pair: Pair, missing: set[Pair]) -> Row | None:
    """A valid row with `pair`, covering other missing pairs where it can; None if there is none."""
    fixed = dict(pair)
    greedy: Row = dict(fixed)
    for key in values:
        if key not in fixed:
            gains = {
                value: sum(p in missing for p in _pairs_of(_sorted({**greedy, key: value}, values)))
                for value in values[key]
            }
            greedy[key] = max(gains, key=lambda value: gains[value])
    plain = {**base_row(name), **fixed}
    for row in (_sorted(greedy, values), plain):
        if is_valid(name, row):
            return row
    others = [key for key in values if key not in fixed]
    for rest in product(*(values[key] for key in others)):
        row = _sorted({**fixed, **dict(zip(others, rest, strict=True))}, values)
        if is_valid(name, row):
            return row
    return None


def _sorted(row: Row, values: Values) -> Row:
    return {key: row[key] for key in values if key in row}


def specs(name: str) -> list[str]:
    """Specs of all tested variants: the base first, the plain game last if it is none of them."""
    defaults = {key: schema["default"] for key, schema in catalogue(name)["parameters"].items()}
    made = []
    for row in pairwise(name):
        made.append(format_spec(name, {k: v for k, v in row.items() if v != defaults[k]}))
    return list(dict.fromkeys([*made, name]))


def backends(name: str) -> list[str]:
    """The backends a game has."""
    return ["readable", "compiled"] if load_game(name).twin else ["readable"]


def with_backend(spec: str, backend: str) -> str:
    """The spec that loads one backend."""
    return str(load_game(spec, backend=backend))
