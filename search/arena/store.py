"""The SQLite file that keeps matches: one row a run, a block and a game.

Only the process that leads a match writes, one transaction a block, so that a file whose writer
was killed holds whole blocks and nothing else. A run is known by its game, players, seed and code
(`search.arena.code`); asking for the same run again continues it, with more deals if wanted. Other
runs in the same file, of older code for instance, are left as they are.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from search.arena.record import BlockRecord, Failure, GameRecord
from search.arena.run import Run

P = ParamSpec("P")
T = TypeVar("T")
SCHEMA_VERSION = 1
APPLICATION_ID = 0x6B697A62  # "kizb": tells a store from other SQLite files
BUSY_SECONDS = 30.0

_SCHEMA = """
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL, players TEXT NOT NULL, seed TEXT NOT NULL, code TEXT NOT NULL,
    deals INTEGER NOT NULL, unit TEXT NOT NULL, sides INTEGER NOT NULL,
    versions TEXT NOT NULL, machine TEXT NOT NULL,
    UNIQUE (game, players, seed, code)
);
CREATE TABLE blocks (
    run INTEGER NOT NULL REFERENCES runs (id), block INTEGER NOT NULL,
    deal_seed INTEGER NOT NULL, failure TEXT,
    PRIMARY KEY (run, block)
);
CREATE TABLE games (
    run INTEGER NOT NULL, block INTEGER NOT NULL, rotation INTEGER NOT NULL,
    seating TEXT NOT NULL, history TEXT NOT NULL, returns TEXT NOT NULL,
    seconds TEXT NOT NULL, decisions TEXT NOT NULL,
    PRIMARY KEY (run, block, rotation),
    FOREIGN KEY (run, block) REFERENCES blocks (run, block)
);
"""


class StoreError(ValueError):
    """The file is not a store that this version can use."""


def _explained(method: Callable[P, T]) -> Callable[P, T]:
    """Let a damaged file, a full disk or another writer's lock be told in one line."""

    @wraps(method)
    def told(*args: P.args, **kwargs: P.kwargs) -> T:
        store: Any = args[0]
        try:
            return method(*args, **kwargs)
        except sqlite3.OperationalError as error:
            raise StoreError(f"{store.path} cannot be used as a store: {error}") from error
        except sqlite3.IntegrityError:
            raise  # a fault of the caller's, not of the file
        except (sqlite3.DatabaseError, json.JSONDecodeError, TypeError, KeyError) as error:
            raise StoreError(f"{store.path} is damaged: {error}") from error

    return told


class Store:
    """An open store; use it as a context manager. Without a path it is kept in memory."""

    def __init__(self, path: str | Path | None = None, *, must_exist: bool = False) -> None:
        self.path = None if path is None else Path(path)
        _verify_place(self.path, must_exist)
        self._db = sqlite3.connect(
            ":memory:" if self.path is None else self.path,
            timeout=BUSY_SECONDS,
            isolation_level=None,
        )
        try:
            self._prepare(must_exist)
        except sqlite3.OperationalError as error:
            self._db.close()
            raise StoreError(f"{self.path} cannot be used as a store: {error}") from error
        except sqlite3.DatabaseError as error:
            self._db.close()
            raise StoreError(f"{self.path} is not a kibitz store ({error})") from error
        except StoreError:
            self._db.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; everything recorded is in it already."""
        self._db.close()

    def _prepare(self, must_exist: bool) -> None:
        if not self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            if must_exist:
                raise StoreError(f"{self.path} is empty, not a kibitz store")
            self._create()
        self._verify_version()
        if not must_exist:  # a reader changes nothing
            self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA foreign_keys=ON")

    def _create(self) -> None:
        self._db.executescript(
            f"BEGIN; PRAGMA application_id={APPLICATION_ID}; PRAGMA user_version={SCHEMA_VERSION};"
            f"{_SCHEMA} COMMIT;"
        )

    def _verify_version(self) -> None:
        (application,) = self._db.execute("PRAGMA application_id").fetchone()
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if application != APPLICATION_ID:
            raise StoreError(f"{self.path} is an SQLite file, but not a kibitz store")
        if version != SCHEMA_VERSION:
            raise StoreError(
                f"{self.path} is a store of version {version}; this kibitz reads version "
                f"{SCHEMA_VERSION}: give another file (nothing was changed)"
            )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    @_explained
    def open_run(self, run: Run) -> int:
        """Id of the run, which is entered if the store does not have it yet."""
        key = (run.game, json.dumps(run.players), str(run.seed), run.code)
        with self._transaction():
            self._db.execute(
                "INSERT INTO runs "
                "(game, players, seed, code, deals, unit, sides, versions, machine) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) "
                "ON CONFLICT DO UPDATE SET deals = max(deals, excluded.deals)",
                (*key, run.deals, run.unit, run.sides, json.dumps(run.versions), run.machine),
            )
        query = "SELECT id FROM runs WHERE game=? AND players=? AND seed=? AND code=?"
        return int(self._db.execute(query, key).fetchone()[0])

    @_explained
    def other_codes(self, run: Run) -> list[str]:
        """Code digests of runs that differ from this one in nothing but the code."""
        rows = self._db.execute(
            "SELECT code FROM runs WHERE game=? AND players=? AND seed=? AND code<>? ORDER BY id",
            (run.game, json.dumps(run.players), str(run.seed), run.code),
        )
        return [code for (code,) in rows]

    @_explained
    def run_ids(self) -> list[int]:
        """Ids of all runs, in the order in which they were started."""
        return [row[0] for row in self._db.execute("SELECT id FROM runs ORDER BY id")]

    @_explained
    def run(self, run_id: int) -> Run:
        """What the run with this id is."""
        row = self._db.execute(
            "SELECT game, players, seed, deals, unit, sides, code, versions, machine "
            "FROM runs WHERE id=?",
            (run_id,),
        ).fetchone()
        if row is None:
            known = ", ".join(map(str, self.run_ids())) or "none"
            raise StoreError(f"{self.path} has no run {run_id}; its runs: {known}")
        game, players, seed, deals, unit, sides, code, made_with, where = row
        names, packages = tuple(json.loads(players)), json.loads(made_with)
        return Run(game, names, int(seed), deals, unit, sides, code, packages, where)

    @_explained
    def record(self, run_id: int, block: BlockRecord) -> None:
        """Keep one block, all of it or nothing, in place of a failed one; a finished one stays."""
        failure = json.dumps(asdict(block.failure)) if block.failure else None
        with self._transaction():
            self._db.execute(
                "DELETE FROM blocks WHERE run=? AND block=? AND failure IS NOT NULL",
                (run_id, block.block),
            )
            entered = self._db.execute(
                "INSERT OR IGNORE INTO blocks VALUES (?, ?, ?, ?)",
                (run_id, block.block, block.deal_seed, failure),
            )
            if entered.rowcount:
                self._db.executemany(
                    "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    [_game_row(run_id, block.block, game) for game in block.games],
                )

    @_explained
    def known_blocks(self, run_id: int) -> set[int]:
        """Numbers of the blocks that need not be played again.

        A player that failed would fail again; a process that died may have been short of memory.
        """
        rows = self._db.execute("SELECT block, failure FROM blocks WHERE run=?", (run_id,))
        kept = [(block, _failure(text)) for block, text in rows]
        return {block for block, failure in kept if failure is None or failure.seat is not None}

    @_explained
    def blocks(self, run_id: int, deals: int | None = None) -> list[BlockRecord]:
        """Blocks of a run in order; with ``deals``, only the first that many."""
        games: dict[int, list[GameRecord]] = {}
        rows = self._db.execute(
            "SELECT block, rotation, seating, history, returns, seconds, decisions "
            "FROM games WHERE run=? ORDER BY block, rotation",
            (run_id,),
        )
        for block, rotation, *columns in rows:
            games.setdefault(block, []).append(_game(rotation, columns))
        heads = self._db.execute(
            "SELECT block, deal_seed, failure FROM blocks WHERE run=? ORDER BY block", (run_id,)
        )
        return [
            BlockRecord(block, deal_seed, tuple(games.get(block, ())), _failure(failure))
            for block, deal_seed, failure in heads
            if deals is None or block < deals
        ]


def _verify_place(path: Path | None, must_exist: bool) -> None:
    if path is None:
        return
    if path.is_dir():
        raise StoreError(f"{path} is a folder; a store is a file")
    if must_exist and not path.exists():
        raise StoreError(f"there is no store {path}")
    if not path.parent.is_dir():
        raise StoreError(f"there is no folder {path.parent} to keep the store in")


def _game_row(run_id: int, block: int, game: GameRecord) -> tuple[object, ...]:
    columns = (game.seating, game.history, game.returns, game.seconds, game.decisions)
    return (run_id, block, game.rotation, *(json.dumps(column) for column in columns))


def _game(rotation: int, columns: list[str]) -> GameRecord:
    return GameRecord(rotation, *(tuple(json.loads(column)) for column in columns))


def _failure(text: str | None) -> Failure | None:
    if text is None:
        return None
    fields = json.loads(text)
    fields["seating"], fields["history"] = tuple(fields["seating"]), tuple(fields["history"])
    return Failure(**fields)
