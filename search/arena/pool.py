"""Worker processes of a match: started by spawn, replaced when one dies.

Every process has its own pipe and one block at a time, so the parent knows which block a dead
process was playing: that block is recorded as failed and the match goes on.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import ModuleType

from search.arena.record import BlockRecord, Failure
from search.arena.schedule import deal_seed
from search.arena.worker import READY, Task, serve

JOIN_SECONDS = 2.0
_hiding = threading.Lock()  # two matches in two threads would put back each other's empty module


class MatchError(RuntimeError):
    """The match itself cannot go on (not: a player failed)."""


@dataclass
class _Worker:
    process: BaseProcess
    pipe: Connection
    ready: bool = False
    block: int | None = None


def play_in_processes(task: Task, blocks: Sequence[int], workers: int) -> Iterator[BlockRecord]:
    """Play the blocks in that many processes; records come as they are finished."""
    pool = _Pool(task, blocks)
    try:
        yield from pool.run(min(workers, len(blocks)))
    finally:
        pool.close()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back while a process starts: it inherits that, and never sees one."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows: the child ignores it a little later
        yield
        return
    resource_tracker.ensure_running()  # multiprocessing starts it otherwise, and opens the mask
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _main_hidden() -> Iterator[None]:
    """Keep a process that starts from running the user's script, which it would import as main.

    A worker needs nothing of it, and a script without a guard would start its match again.
    """
    with _hiding:
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = main


class _Pool:
    def __init__(self, task: Task, blocks: Sequence[int]) -> None:
        self.task = task
        self.waiting = deque(blocks)
        self.workers: list[_Worker] = []

    def run(self, count: int) -> Iterator[BlockRecord]:
        self.workers = [self._started() for _ in range(count)]
        while self.workers:
            ready = wait([worker.pipe for worker in self.workers])
            for worker in [w for w in self.workers if w.pipe in ready]:
                record = self._heard(worker)
                if record is not None:
                    yield record

    def _started(self) -> _Worker:
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        process = context.Process(target=serve, args=(self.task, there), daemon=True)
        with _interrupts_held(), _main_hidden():
            process.start()
        there.close()  # so that the end of the process shows as the end of the pipe
        return _Worker(process, here)

    def _heard(self, worker: _Worker) -> BlockRecord | None:
        try:
            message = worker.pipe.recv()
        except (EOFError, ConnectionResetError):
            return self._died(worker)
        if isinstance(message, str) and message != READY:
            raise MatchError(f"block {worker.block}: {message}")
        worker.ready, worker.block = True, self.waiting.popleft() if self.waiting else None
        worker.pipe.send(worker.block)
        if worker.block is None:
            self._dismissed(worker)
        return message if isinstance(message, BlockRecord) else None

    def _died(self, worker: _Worker) -> BlockRecord | None:
        self._dismissed(worker)
        if not worker.ready:
            raise MatchError(
                "a worker process ended before it could play "
                f"(exit code {worker.process.exitcode}); workers=1 plays without such processes"
            )
        if self.waiting:
            self.workers.append(self._started())
        if worker.block is None:
            return None
        reason = f"the process that played this block died (exit code {worker.process.exitcode})"
        failure = Failure(reason, 0, self.task.seatings[0])
        return BlockRecord(worker.block, deal_seed(self.task.seed, worker.block), (), failure)

    def _dismissed(self, worker: _Worker) -> None:
        self.workers.remove(worker)
        worker.process.join(JOIN_SECONDS)
        worker.pipe.close()

    def close(self) -> None:
        for worker in self.workers:
            worker.process.terminate()
        for worker in self.workers:
            worker.process.join(JOIN_SECONDS)
            worker.pipe.close()
        self.workers = []
