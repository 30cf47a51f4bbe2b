"""Specs: a name with parameters in brackets, as in ``skat(deals=1)`` or ``ismcts(seconds=0.5)``.

Games and players are named the same way, so both read their specs here.
"""

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import Any

_NAME = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_]*)\s*")
_PART = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(\"[^\"]*\"|'[^']*'|[^,()=\"']+?)\s*(,|$)")
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_.+-]*$")


def parse_spec(text: str) -> tuple[str, dict[str, Any]]:
    """Split a spec into its name and its parameters.

    Values read as booleans (``true``, ``false``), integers, floats, or text (quoted where it
    holds commas or brackets).

    Raises
    ------
    ValueError
        One line that says what a spec looks like.

    Examples
    --------
    >>> parse_spec("skat(deals=1, utility=margin)")
    ('skat', {'deals': 1, 'utility': 'margin'})
    """
    wrong = ValueError(f"{text!r} is not a spec: write NAME or NAME(key=value, key=value)")
    head = _NAME.match(text) if isinstance(text, str) else None
    if head is None:
        raise wrong
    rest = text[head.end() :].strip()
    if not rest:
        return head.group(1), {}
    if not (rest.startswith("(") and rest.endswith(")")):
        raise wrong
    body, params = rest[1:-1].strip(), {}
    while body:
        part = _PART.match(body)
        if part is None:
            raise wrong
        if part.group(1) in params:
            raise ValueError(f"{text!r} gives {part.group(1)} twice")
        params[part.group(1)] = _value(part.group(2))
        body = body[part.end() :]
        if part.group(3) == "," and not body.strip():
            raise wrong
    return head.group(1), params


def _value(text: str) -> Any:
    if text[0] in "\"'":
        return text[1:-1]
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def format_spec(name: str, params: Mapping[str, Any]) -> str:
    """Inverse of `parse_spec`.

    Examples
    --------
    >>> format_spec("skat", {"deals": 1})
    'skat(deals=1)'
    """
    if not params:
        return name
    return f"{name}({','.join(f'{key}={as_text(value)}' for key, value in params.items())})"


def as_text(value: Any) -> str:
    """A parameter value as specs write it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        same = _PLAIN.match(value) and value.lower() not in ("true", "false", "nan", "inf")
        return value if same else f'"{value}"'
    return repr(value)


def nearest(word: str, options: Iterable[str]) -> str:
    """A hint for an unknown word: the nearest match, if any, and all options.

    Examples
    --------
    >>> nearest("skatt", ["skat", "kuhn_poker"])
    "did you mean 'skat'? Known: kuhn_poker, skat"
    """
    known = sorted(options)
    match = difflib.get_close_matches(word, known, n=1, cutoff=0.5)
    hint = f"did you mean {match[0]!r}? " if match else ""
    return f"{hint}Known: {', '.join(known) or 'none'}"
