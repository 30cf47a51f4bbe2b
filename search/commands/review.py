"""`kibitz analyse` (one position) and `kibitz review` (recorded games)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from search.commands.options import (
    GameWord,
    SearcherWord,
    common,
    emit,
    progress_shown,
    state_after,
    working,
)

if TYPE_CHECKING:
    from games.core.game import Game
    from search.analysis.review import Review


@click.command("analyse")
@click.argument("game", metavar="NAME", type=GameWord())
@click.option(
    "--history",
    default="",
    help="The moves so far: texts parted by commas, or action numbers. Cards and dice that it "
    "leaves out are drawn with the seed, so that 'pass, bid 18' goes on from a drawn deal.",
)
@click.option(
    "--player",
    default="ismcts(simulations=2000)",
    show_default=True,
    type=SearcherWord(),
    help="Player that searches.",
)
@common
def analyse_command(game: Game, history: str, player: str, seed: int, as_json: bool) -> None:
    """Value every move of one position of NAME."""
    import search
    from games.core.deal import Deal, play_out_chance

    deal = Deal(seed)
    state = state_after(game, history, deal)
    play_out_chance(state, deal)
    with working("searching"):
        result = search.analyse(state, player, seed=seed)
    if as_json:
        emit({"game": str(game), "history": state.history(), **result.to_dict()})
        return
    from rich.console import Console

    click.echo(result.title)
    table = result.table()
    table.title = None
    Console().print(table)


@click.command("review", short_help="Say what the choices in recorded games cost.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.option(
    "--search/--no-search",
    "searched",
    default=True,
    help="Search, or only check and value with open cards.",
)
@click.option(
    "--player",
    default="ismcts(simulations=500)",
    show_default=True,
    type=SearcherWord(),
    help="Player that searches.",
)
@common
def review_command(file: str, searched: bool, player: str, seed: int, as_json: bool) -> None:
    """Go through the recorded games of FILE: what search would have played, what choices cost."""
    result = _reviewed(file, searched, player, seed)
    if as_json:
        emit(result.to_dict())
    else:
        click.echo(str(result))
    if not result.ok:
        bad = [game for game in result.games if not game.ok]
        for game in bad:
            click.echo(f"kibitz: {game.replay.problem}", err=True)
        raise click.exceptions.Exit(1)


def _reviewed(file: str, searched: bool, player: str, seed: int) -> Review:
    from search.analysis.review import review

    if not (searched and progress_shown()):
        return review(file, player, searched, seed)
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("reviewing", total=None)
        return review(
            file, player, searched, seed, lambda n, of: bar.update(task, completed=n, total=of)
        )
