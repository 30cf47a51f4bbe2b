"""Write docs/games.md, and the list of games in README.md, from the catalogue: ``make docs``.

A test compares both with what this module would write.
"""

import pathlib
import re
from typing import Any

import games
from games.core.parameters import common

ROOT = pathlib.Path(__file__).resolve().parent.parent
MARKED = re.compile(r"(<!-- games -->\n).*?(<!-- end of games -->\n)", re.DOTALL)

HEAD = """# Games

Written by `make docs` from the `game.toml` of each game; do not edit it here. A status is earned:
`draft` passes the contract tests, `tested` has a test for each rule, a recorded playthrough and a
measured standing, `verified` agrees with an outside oracle as well (published counts, solved
values, an independent engine, real records).
"""


def facts() -> list[dict[str, Any]]:
    """The catalogue, game by game."""
    return [games.catalogue(name) for name in games.registered_games()]


def games_page() -> str:
    """Text of docs/games.md."""
    catalogue = facts()
    rows = [_row(about) for about in catalogue]
    head = ["game", "title", "family", "seats", "chance", "information", "status"]
    parts = [HEAD, _table(head, rows), *map(_section, catalogue), _shared()]
    return "\n".join(parts)


def readme_games(text: str) -> str:
    """README.md with its list of games made anew."""
    names = ", ".join(f"`{about['name']}` ({about['status']})" for about in facts())
    count = len(games.registered_games())
    return MARKED.sub(rf"\g<1>{count} games so far: {names}.\n\g<2>", text)


def _row(about: dict[str, Any]) -> list[str]:
    link = f"[{about['name']}](../games/{about['name']}/rules.md)"
    seats, kind = ", ".join(map(str, about["seats"])), about["kind"]
    words = [about["title"], about["family"], seats, kind["chance"], kind["information"]]
    return [link, *words, about["status"]]


def _section(about: dict[str, Any]) -> str:
    own = {k: v for k, v in about["parameters"].items() if k not in common(about)}
    text = f"## {about['title']}\n\n{about['summary']}\n"
    if not own:
        return text
    return text + "\n" + _parameters(own)


def _parameters(parameters: dict[str, dict[str, Any]]) -> str:
    rows = [
        [f"`{name}`", f"`{schema['default']}`", _values(schema), schema["help"]]
        for name, schema in parameters.items()
    ]
    return _table(["parameter", "default", "values", "meaning"], rows)


def _values(schema: dict[str, Any]) -> str:
    if "values" in schema:
        return ", ".join(f"`{value}`" for value in schema["values"])
    return f"{schema['min']} to {schema['max']}" if "min" in schema else schema["type"]


def _shared() -> str:
    rows = [
        [f"`{name}`", _values(schema), schema["help"]]
        for name, schema in common({"utility": "score"}).items()
    ]
    text = "## Parameters of every game\n\nThe default of `utility` is the game's own.\n\n"
    return text + _table(["parameter", "values", "meaning"], rows)


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def main() -> None:
    """Write both."""
    (ROOT / "docs" / "games.md").write_text(games_page(), encoding="utf-8")
    readme = ROOT / "README.md"
    readme.write_text(readme_games(readme.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
