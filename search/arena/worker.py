"""Playing one block, and the process that plays blocks for a match.

The referee keeps the true state. The player to move gets a state drawn from its own information
set, so that nothing hidden reaches it, and its answer is played on the true state.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from time import perf_counter
from typing import Any

from search.arena.record import BlockRecord, Failure, GameRecord
from search.arena.schedule import Seating, deal_seed, player_rng, referee_rng

READY = "ready"


@dataclass(frozen=True)
class Task:
    """What a process must know to play any block of a match."""

    game: str
    players: tuple[str, ...]
    seed: int
    seatings: tuple[Seating, ...]


class PlayerFailed(Exception):
    """A player raised or answered with an illegal move; carries where."""

    def __init__(self, seat: int, reason: str) -> None:
        super().__init__(reason)
        self.seat = seat


class Table:
    """One game between players that see nothing but their own information."""

    def __init__(self, task: Task, block: int, rotation: int) -> None:
        from games import load_game
        from games.core.deal import Deal

        self.task = task
        self.key = (task.seed, block, rotation)
        self.seating = task.seatings[rotation]
        self.deal = Deal(deal_seed(task.seed, block))
        self.state: Any = load_game(task.game).new_initial_state()
        self.seconds = [0.0] * len(self.seating)
        self.decisions = [0] * len(self.seating)

    def play(self) -> GameRecord:
        """Play to the end; raises `PlayerFailed` when a player does not answer properly."""
        chairs = [self._chair(seat) for seat in range(len(self.seating))]
        state = self.state
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(self.deal.choose(state))
            else:
                chairs[state.current_player()]()
        return GameRecord(
            self.key[2],
            self.seating,
            tuple(map(int, state.history())),
            tuple(map(float, state.returns())),
            tuple(self.seconds),
            tuple(self.decisions),
        )

    def _chair(self, seat: int) -> Callable[[], None]:
        from search.players import make_player

        player = make_player(self.task.players[self.seating[seat]])
        own, referee = player_rng(*self.key, seat), referee_rng(*self.key, seat)

        def move() -> None:
            view = self.state.resample_from_infostate(seat, referee)
            started = perf_counter()
            try:
                action = player.choose(view, own)
                self.seconds[seat] += perf_counter() - started
                self.decisions[seat] += 1
                self.state.apply_action(action)
            except Exception as error:
                where = f"move {len(self.state.history())}, {self.state.phase()}"
                raise PlayerFailed(seat, f"{type(error).__name__}: {error} ({where})") from error

        return move


def play_block(task: Task, block: int) -> BlockRecord:
    """Play all seatings of a block; a failure of a player is recorded, not raised."""
    games, seed = [], deal_seed(task.seed, block)
    for rotation, seating in enumerate(task.seatings):
        table = Table(task, block, rotation)
        try:
            games.append(table.play())
        except PlayerFailed as error:
            history = tuple(map(int, table.state.history()))
            failure = Failure(str(error), rotation, seating, error.seat, history)
            return BlockRecord(block, seed, (), failure)
    return BlockRecord(block, seed, tuple(games))


def serve(task: Task, pipe: Connection) -> None:
    """Body of a worker process: play the blocks whose numbers come through the pipe.

    Interrupts are the parent's business: it gets the same Ctrl-C, saves and ends the workers.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        pipe.send(READY)
        while (block := pipe.recv()) is not None:
            pipe.send(_answer(task, block))
    except (EOFError, BrokenPipeError):
        return  # the parent is gone; nobody is left to play for


def _end_with_parent() -> None:
    """End this process, in the middle of a block too, once the one that leads the match is gone.

    A parent that is killed can't end its workers, and a block may take hours.
    """
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _answer(task: Task, block: int) -> BlockRecord | str:
    try:
        return play_block(task, block)
    except Exception as error:  # a fault of the game or the referee ends the match, in one line
        return f"{type(error).__name__}: {error}"
