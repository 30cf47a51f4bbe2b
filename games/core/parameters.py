"""Rule options of a game: declared in its ``game.toml``, validated here and nowhere else."""

from collections.abc import Mapping
from typing import Any

from games.core.spec import nearest

UTILITIES = ("score", "margin", "win", "rank")
BACKENDS = ("auto", "readable", "compiled")
_KINDS: dict[str, type | tuple[type, ...]] = {
    "int": int,
    "float": (int, float),
    "bool": bool,
    "str": str,
}


def common(facts: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Parameters that every game has, with the game's own default utility."""
    return {
        "utility": {
            "type": "str",
            "default": facts.get("utility", "score"),
            "values": list(UTILITIES),
            "help": "what returns() counts: points, the lead over the others, winning, or the rank",
        },
        "backend": {
            "type": "str",
            "default": "auto",
            "values": list(BACKENDS),
            "help": "auto takes the compiled twin where there is one",
        },
    }


def resolve(
    name: str, declared: Mapping[str, Mapping[str, Any]], given: Mapping[str, Any]
) -> dict[str, Any]:
    """All parameters of a game, `given` ones over the defaults.

    Raises
    ------
    ValueError
        For an unknown name or a value out of range; it lists the valid ones.
    """
    for key in given:
        if key not in declared:
            raise ValueError(f"{name} has no parameter {key!r}: {nearest(key, declared)}")
    return {
        key: check(name, key, schema, given.get(key, schema["default"]))
        for key, schema in declared.items()
    }


def check(name: str, key: str, schema: Mapping[str, Any], value: Any) -> Any:
    """`value`, if `schema` allows it for parameter `key` of `name`."""
    kind = schema["type"]
    fits = isinstance(value, _KINDS[kind]) and (kind == "bool" or not isinstance(value, bool))
    if fits and value in schema.get("values", [value]) and _in_range(schema, value):
        return float(value) if kind == "float" else value
    raise ValueError(f"{name}: {key}={value!r} is not possible, {key} must be {describe(schema)}")


def _in_range(schema: Mapping[str, Any], value: Any) -> bool:
    if value != value:  # nan is no number to compare with
        return False
    if "min" in schema and value < schema["min"]:
        return False
    return not ("max" in schema and value > schema["max"])


def describe(schema: Mapping[str, Any]) -> str:
    """The values that `schema` allows, in words."""
    if "values" in schema:
        return "one of " + ", ".join(map(str, schema["values"]))
    if schema["type"] == "bool":
        return "true or false"
    words = {"int": "a whole number", "float": "a number", "str": "text"}[schema["type"]]
    low, high = schema.get("min"), schema.get("max")
    if low is not None and high is not None:
        return f"{words} from {low} to {high}"
    if low is not None:
        return f"{words}, at least {low}"
    return words if high is None else f"{words}, at most {high}"
