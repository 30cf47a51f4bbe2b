"""`kibitz list` and `kibitz rules`: what can be played, and who plays."""

from __future__ import annotations

import pathlib
from typing import Any

import click

import games
from games.core.parameters import common as common_parameters
from games.core.spec import as_text, nearest, parse_spec
from search.commands.options import common, emit


@click.command("list")
@click.option("--family", help="Show the games of one family only.")
@common
def list_command(family: str | None, seed: int, as_json: bool) -> None:
    """Show the games and the players, with their parameters."""
    catalogue = [games.catalogue(name) for name in games.registered_games()]
    if family is not None:
        catalogue = _of_family(catalogue, family)
    if as_json:
        emit({"games": catalogue, "players": _players()})
    else:
        _print_games(catalogue)
        if family is None:
            _print_players(_players())


@click.command("rules")
@click.argument("name")
@common
def rules_command(name: str, seed: int, as_json: bool) -> None:
    """Print a game's rules page."""
    bare = _bare_name(name)
    text = _folder(bare).joinpath("rules.md").read_text("utf-8")
    if as_json:
        emit({"name": bare, "rules": text})
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    if console.is_terminal:
        console.print(Markdown(text))
    else:
        click.echo(text, nl=False)


def _bare_name(text: str) -> str:
    try:
        name = parse_spec(text)[0]
        games.catalogue(name)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    return name


def _folder(name: str) -> pathlib.Path:
    assert games.__file__ is not None
    return pathlib.Path(games.__file__).parent / name


def _of_family(catalogue: list[dict[str, Any]], family: str) -> list[dict[str, Any]]:
    families = sorted({str(facts["family"]) for facts in catalogue})
    if family not in families:
        raise click.UsageError(f"unknown family {family!r}: {nearest(family, families)}")
    return [facts for facts in catalogue if facts["family"] == family]


def _players() -> list[dict[str, Any]]:
    from search.players import known, player_class

    classes = [player_class(name) for name in known()]
    return [
        {"name": cls.name, "summary": cls.summary, "parameters": dict(cls.parameters)}
        for cls in classes
    ]


def _print_players(players: list[dict[str, Any]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"{len(players)} players", title_justify="left", padding=(0, 1, 0, 0))
    for heading in ("name", "what it does", "parameters"):
        table.add_column(heading, overflow="fold")
    for facts in players:
        table.add_row(facts["name"], facts["summary"], _defaults(facts["parameters"]))
    Console().print(table)
    click.echo("list --json says what each parameter means and which values it takes.")


def _print_games(catalogue: list[dict[str, Any]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"{len(catalogue)} games", title_justify="left", padding=(0, 1, 0, 0))
    for heading in ("name", "family", "seats", "status"):
        table.add_column(heading, no_wrap=True)
    table.add_column("parameters", overflow="fold")
    for facts in catalogue:
        table.add_row(
            facts["name"],
            facts["family"],
            _seats(facts["seats"]),
            facts["status"],
            _defaults(_own(facts)),
        )
    Console().print(table)
    shared = common_parameters({}).items()
    words = " and ".join(f"{name}={'|'.join(about['values'])}" for name, about in shared)
    click.echo(f"Every game also takes {words}.\n")


def _seats(seats: list[int]) -> str:
    """Numbers of seats, short: from the least to the most where none is left out."""
    least, most = min(seats), max(seats)
    if len(seats) == 1 or len(seats) < most - least + 1:
        return ", ".join(map(str, seats))
    return f"{least} to {most}"


def _defaults(parameters: dict[str, dict[str, Any]]) -> str:
    """Parameters with their defaults, as a spec writes them."""
    return " ".join(f"{name}={as_text(about['default'])}" for name, about in parameters.items())


def _own(facts: dict[str, Any]) -> dict[str, dict[str, Any]]:
    shared = common_parameters(facts)
    return {name: about for name, about in facts["parameters"].items() if name not in shared}
