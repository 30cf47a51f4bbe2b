"""`match`: play blocks of games between players, keep them in a store, hand back the outcome."""

from __future__ import annotations

import multiprocessing
import operator
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from search.arena.phases import verify_only
from search.arena.pool import play_in_processes
from search.arena.record import BlockRecord
from search.arena.result import MatchResult
from search.arena.run import MAX_DEALS, Run, new_run, places
from search.arena.schedule import seatings
from search.arena.store import Store
from search.arena.worker import Task, play_block

if TYPE_CHECKING:
    from games.core.game import Game

Progress = Callable[[int, int], None]
Note = Callable[[str], None]


class MatchStopped(KeyboardInterrupt):
    """Ctrl-C during a match: says what is saved and how to go on."""


def match(
    game: str | Game,
    players: Sequence[str],
    deals: int = 100,
    seed: int = 0,
    workers: int | None = None,
    store: str | Path | None = None,
    progress: Progress | None = None,
    note: Note | None = None,
) -> MatchResult:
    """Measure players against each other over the same deals.

    Each deal is a block: it is played by every rotation of the players (see
    `search.arena.schedule` for matches of fewer or more players than seats). The result depends
    on game, players, ``deals`` and ``seed`` only, not on the number of processes nor on
    interruptions, unless a player has a budget in seconds.

    Parameters
    ----------
    game : str or Game
        A game's spec, such as ``"skat(deals=1)"``.
    players : sequence of str
        Players' specs.
    deals : int
        Number of blocks.
    seed : int
        Seed of the cards and of every player.
    workers : int, optional
        Processes; by default one a processor, in a worker of a pool just this one. 1 plays in
        this process.
    store : path, optional
        SQLite file that keeps every game. The same call again continues from it.
    progress : callable, optional
        Called with the blocks done and the blocks in all.
    note : callable, optional
        Called at the start with each line that a reader should know; they are in the result too.

    Raises
    ------
    ValueError
        Words that are wrong: game, player, numbers, a file that is no store.
    MatchStopped
        Ctrl-C. Finished blocks are in the store.
    """
    task, run = _planned(game, players, deals, seed)
    deals = run.deals
    count = _checked_workers(workers, deals)
    with Store(store) as book:
        run_id, notes = _opened(book, run)
        if note is not None:
            for line in notes:
                note(line)
        _play(book, run_id, task, deals, count, progress)
        return MatchResult(run, tuple(book.blocks(run_id, deals)), tuple(notes))


def stored_match(path: str | Path, run_id: int | None = None) -> MatchResult:
    """Result of a run that a store holds, by default the last one started."""
    with Store(path, must_exist=True) as book:
        known = book.run_ids()
        if not known:
            raise ValueError(f"{path} holds no match yet")
        chosen = known[-1] if run_id is None else run_id
        result = MatchResult(book.run(chosen), tuple(book.blocks(chosen)))
        notes = [f"Read from {path}, run {chosen} of {', '.join(map(str, known))}."]
        if not result.complete:
            notes.append(f"{len(result.blocks)} of {result.run.deals} blocks were played so far.")
        return MatchResult(result.run, result.blocks, tuple(notes))


def _planned(game: str | Game, players: Sequence[str], deals: int, seed: int) -> tuple[Task, Run]:
    from games import load_game
    from games.core.game import Game

    loaded = game if isinstance(game, Game) else load_game(game)
    if isinstance(players, str):
        raise ValueError(f"players are a list of specs, as in [{players!r}]")
    names = tuple(checked_player(spec, loaded) for spec in players)
    deals = _whole("deals", deals, 1, MAX_DEALS)
    seed = _whole("seed", seed, 0)
    plan = seatings(len(names), places(loaded))
    run = new_run(loaded, names, seed, deals)
    return Task(str(loaded), names, seed, tuple(plan)), run


def _whole(name: str, value: int, least: int, most: int | None = None) -> int:
    """`value` as a plain integer (numpy's come in, too), if it is in its range."""
    try:
        number = operator.index(value)
    except TypeError:
        number = least - 1
    if number < least or (most is not None and number > most):
        end = "" if most is None else f" and at most {most}"
        raise ValueError(f"{name}={value!r} is not possible: a whole number, at least {least}{end}")
    return number


def checked_player(spec: str, game: Game) -> str:
    """The spec in its one spelling, if it names a player that can play the game."""
    from search.players import make_player

    player = make_player(spec)
    if not player.plays(game.new_initial_state()):
        raise ValueError(f"player {player.spec} cannot play {game.name}: choose another one")
    verify_only(player, game)
    return player.spec


def _checked_workers(workers: int | None, deals: int) -> int:
    if workers is None:
        return min(_processors(), deals)
    count = min(_whole("workers", workers, 1), deals)
    if count > 1 and _is_pooled():
        raise ValueError(f"workers={workers} is not possible inside a worker of a pool: use 1")
    return count


def _is_pooled() -> bool:
    """Whether this process may start no others, as those of `multiprocessing.Pool`."""
    return multiprocessing.current_process().daemon


def _processors() -> int:
    if _is_pooled():
        return 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _opened(book: Store, run: Run) -> tuple[int, list[str]]:
    """Enter the run; the lines say what the store held of it."""
    from games.core.spec import parse_spec

    older = book.other_codes(run)
    run_id = book.open_run(run)
    known = sum(block < run.deals for block in book.known_blocks(run_id))
    notes = []
    if known:
        notes.append(f"{known} of {run.deals} blocks were in {book.path} already.")
    elif older:
        notes.append(
            f"{book.path} holds this match played by other code ({older[-1]}); that run is kept, "
            f"this one starts anew with code {run.code}."
        )
    if any("seconds" in parse_spec(spec)[1] for spec in run.players):
        notes.append("A player has a budget in seconds: the same seed may give other games.")
    return run_id, notes


def _play(
    book: Store, run_id: int, task: Task, deals: int, workers: int, progress: Progress | None
) -> None:
    known = book.known_blocks(run_id)
    missing = [block for block in range(deals) if block not in known]
    done = deals - len(missing)
    try:
        if progress is not None:
            progress(done, deals)
        for record in _records(task, missing, workers):
            book.record(run_id, record)
            done += 1
            if progress is not None:
                progress(done, deals)
    except KeyboardInterrupt:
        raise MatchStopped(_stopped(book, done, deals)) from None


def _records(task: Task, blocks: Sequence[int], workers: int) -> Iterator[BlockRecord]:
    if workers == 1 or len(blocks) < 2:
        return (play_block(task, block) for block in blocks)
    return play_in_processes(task, blocks, workers)


def _stopped(book: Store, done: int, deals: int) -> str:
    if book.path is None:
        return f"stopped after {done} of {deals} blocks; nothing is kept without a store"
    return (
        f"stopped after {done} of {deals} blocks, which are kept in {book.path}; "
        "the same command again goes on from there"
    )
