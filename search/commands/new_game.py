"""`kibitz new-game`: the folder of a new game, which passes the contract tests from the start."""

from __future__ import annotations

import pathlib

import click

from search.commands.options import common, emit

_CHECKOUT = pathlib.Path(__file__).resolve().parents[2]


@click.command("new-game")
@click.argument("name")
@click.option("--title", help="The game's name for people; by default made from NAME.")
@click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False, path_type=pathlib.Path),
    default=_CHECKOUT,
    help="The checkout to put it into; by default the one this command runs from.",
)
@common
def new_game_command(
    name: str, title: str | None, root: pathlib.Path, seed: int, as_json: bool
) -> None:
    """Copy the template of a game to games/NAME and fill in its name."""
    from search.newgame import create

    if root == _CHECKOUT and not (root / "pyproject.toml").is_file():
        raise click.ClickException(f"{root} is no checkout of the project; name one with --root")
    try:
        made = [str(path) for path in create(name, root, title)]
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    if as_json:
        emit({"name": name, "files": made})
        return
    for path in made:
        click.echo(path)
    click.echo("next: write rules.md, then game.py; CONTRIBUTING.md has the steps")
