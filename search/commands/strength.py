"""`kibitz report` and `kibitz standing`: who is stronger, by how much, how sure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from search.arena.run import MAX_DEALS
from search.commands.options import GameWord, PlayerWord, common, emit, progress_shown

if TYPE_CHECKING:
    from games.core.game import Game
    from search.arena.result import MatchResult

PLAYERS = "--players"
FILE = click.Path(dir_okay=False, path_type=Path)
DEALS = click.IntRange(1, MAX_DEALS)
WORKERS = click.option(
    "--workers", type=click.IntRange(1), help="Processes; by default one a processor."
)


class SeveralPlayers(click.Command):
    """A command whose ``--players`` takes every word up to the next option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, list(_spread(args)))


def _spread(args: list[str]) -> Iterator[str]:
    taking = False
    for place, word in enumerate(args):
        if word.startswith("-"):
            taking = word == PLAYERS
            yield word
        else:
            if taking and args[place - 1] != PLAYERS:
                yield PLAYERS
            yield word


@click.command("report", cls=SeveralPlayers, short_help="Measure players and write the report.")
@click.argument("game", metavar="NAME", type=GameWord(), required=False)
@click.option(PLAYERS, multiple=True, type=PlayerWord(), metavar="SPEC...", help="Players' specs.")
@click.option("--deals", default=100, show_default=True, type=DEALS, help="Blocks.")
@click.option("--out", required=True, type=FILE, help="The HTML file to write.")
@click.option("--store", type=FILE, help="SQLite file that keeps the games; resumes from it.")
@click.option("--from", "source", type=FILE, help="Report on a store; nothing is played.")
@click.option("--run", "run_id", type=int, help="With --from: which run; by default the last.")
@WORKERS
@common
def report_command(
    game: Game | None,
    players: tuple[str, ...],
    deals: int,
    out: Path,
    store: Path | None,
    source: Path | None,
    run_id: int | None,
    workers: int | None,
    seed: int,
    as_json: bool,
) -> None:
    """Measure players against each other and write the strength report.

    NAME comes before --players, which takes one or more specs. A match that was stopped goes on
    with the same command if it has a --store.
    """
    _verify_out(out, store)
    if source is not None:
        result = _read(game, players, source, run_id)
    else:
        result = _played(_asked(game, players), players, deals, seed, workers, store)
    result.report(out)
    _told(result, {"report": str(out)}, as_json, f"report: {out}")


def _verify_out(out: Path, store: Path | None) -> None:
    from search.report.build import verify_target

    if not out.parent.is_dir():
        raise click.UsageError(f"there is no folder {out.parent} to write {out.name} in")
    if store is not None and out.resolve() == store.resolve():
        raise click.UsageError(f"--out and --store both name {out}: give two files")
    verify_target(out)


def _asked(game: Game | None, players: tuple[str, ...]) -> Game:
    if game is None or not players:
        raise click.UsageError(
            "a report needs a game and players, as in: kibitz report kuhn_poker "
            "--players ismcts random --out report.html; or --from STORE"
        )
    from search.arena.match import checked_player

    try:
        for spec in players:
            checked_player(spec, game)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    return game


def _read(
    game: Game | None, players: tuple[str, ...], source: Path, run_id: int | None
) -> MatchResult:
    from search.arena.match import stored_match

    if game is not None or players:
        raise click.UsageError("--from reads a finished match: leave out NAME and --players")
    return stored_match(source, run_id)


@click.command("standing", short_help="Measure players for a rules page.")
@click.argument("name", metavar="NAME")
@click.option("--deals", type=DEALS, help="Blocks, instead of the game's own number.")
@click.option("--check", is_flag=True, help="Only say whether the standing is current.")
@click.option("--store", type=FILE, help="SQLite file that keeps the games; resumes from it.")
@WORKERS
@common
def standing_command(
    name: str,
    deals: int | None,
    check: bool,
    store: Path | None,
    workers: int | None,
    seed: int,
    as_json: bool,
) -> None:
    """Measure a game's players against each other and write it into its rules page."""
    from search.arena import standing

    _known(name)
    if check:
        _check(name, as_json)
        return
    game, pairs, planned = standing.plan(name)
    results = [_played(game, pair, deals or planned, seed, workers, store) for pair in pairs]
    for result in results:
        _verify_no_failure(result)
    page = standing.write_standing(name, results)
    if as_json:
        more = {"rules": str(page), "digest": standing.version_digest(name)}
        emit({"name": name, "matches": [result.to_dict() for result in results]} | more)
    else:
        click.echo("\n\n".join([*map(str, results), f"written: {page}"]))


def _known(name: str) -> None:
    import games

    try:
        games.catalogue(name)
    except ValueError as error:
        raise click.UsageError(str(error)) from error


def _check(name: str, as_json: bool) -> None:
    from search.arena import standing

    digest, recorded = standing.version_digest(name), standing.recorded_digest(name)
    current = digest == recorded
    if as_json:
        emit({"name": name, "current": current, "digest": digest, "recorded": recorded})
    elif current:
        click.echo(f"the standing of {name} is current (version {digest})")
    if not current:
        had = "has no standing" if recorded is None else f"was measured at version {recorded}"
        raise click.ClickException(
            f"{name} {had}; the game is at {digest}: run kibitz standing {name}"
        )


def _played(
    game: Game | str,
    players: tuple[str, ...],
    deals: int,
    seed: int,
    workers: int | None,
    store: Path | None,
) -> MatchResult:
    from search.arena.match import MatchStopped, match

    try:
        with _progress() as progress:
            return match(game, players, deals, seed, workers, store, progress, _note)
    except MatchStopped as stopped:
        raise click.ClickException(str(stopped)) from stopped


def _note(line: str) -> None:
    click.echo(line, err=True)


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None] | None]:
    """A bar of finished blocks on standard error, where somebody watches."""
    if not progress_shown():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("blocks", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("blocks", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _told(result: MatchResult, more: dict[str, Any], as_json: bool, last: str) -> None:
    """Print the outcome; failed blocks make the command fail after all is written."""
    if as_json:
        emit(result.to_dict() | more)
    else:
        click.echo(f"{result.table()}\n\n{last}")
    _verify_no_failure(result)


def _verify_no_failure(result: MatchResult) -> None:
    if result.failed:
        failure = result.failed[0].failure
        reason = failure.reason if failure else ""
        raise click.ClickException(
            f"{len(result.failed)} of {len(result.blocks)} blocks failed and do not count; "
            f"the first: {reason}"
        )
