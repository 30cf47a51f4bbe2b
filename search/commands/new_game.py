"""`kibitz new-game`: the folder of a new game, which passes the contract tests from the start."""

from __future__ import annotations

import keyword
import pathlib
import re

import click

import games
from search.commands.options import common, emit


@click.command("new-game")
@click.argument("name")
@click.option("--title", help="The game's name for people; by default made from NAME.")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=pathlib.Path),
    help="Where to put it; by default the games folder of the checkout.",
)
@common
def new_game_command(
    name: str, title: str | None, folder: pathlib.Path | None, seed: int, as_json: bool
) -> None:
    """Copy the template of a game to games/NAME and fill in its name."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise click.UsageError(f"{name!r} is no game's name: write it like nine_mens_morris")
    if name in games.registered_games():
        raise click.UsageError(f"the game {name!r} exists already")
    target = (folder or _games_folder()) / name
    if target.exists():
        raise click.UsageError(f"{target} exists already; nothing was changed")
    made = _copy(target, name, title or name.replace("_", " ").capitalize())
    if as_json:
        emit({"name": name, "folder": str(target), "files": made})
    else:
        click.echo(f"{target}: {', '.join(made)}")
        click.echo("next: write rules.md, then game.py; CONTRIBUTING.md has the steps")


def _games_folder() -> pathlib.Path:
    root = pathlib.Path(__file__).resolve().parents[2]
    if not (root / "pyproject.toml").is_file():
        raise click.ClickException(f"{root} is no checkout of the project; name a --folder")
    return root / "games"


def _copy(target: pathlib.Path, name: str, title: str) -> list[str]:
    """Copy the template; its own names stand for those of the new game."""
    source = pathlib.Path(__file__).resolve().parents[1] / "templates" / "game"
    words = {
        "template_game": name,
        "Template game": title,
        "TemplateGame": "".join(part.capitalize() for part in name.split("_")),
    }
    files = [path for path in sorted(source.rglob("*")) if path.is_file()]
    made = []
    for path in files:
        if "__pycache__" in path.parts:
            continue
        text = path.read_text("utf-8")
        for word, meant in words.items():
            text = text.replace(word, meant)
        place = target / path.relative_to(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")
        made.append(str(path.relative_to(source)))
    return made
