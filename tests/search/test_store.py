"""The store: whole blocks, runs told apart, and files that are no store of this version."""

import sqlite3
from dataclasses import replace

import pytest

from search.arena.record import BlockRecord, Failure, GameRecord
from search.arena.run import Run
from search.arena.store import SCHEMA_VERSION, Store, StoreError

RUN = Run(
    "kuhn_poker", ("random", "rule"), 2**70, 5, "points a game", 2, "c0de", {"a": "1"}, "here"
)
GAME = GameRecord(0, (0, 1), (2, 0, 1, 2**60), (1.5, -1.5), (0.25, 0.1 + 0.2), (2, 1))
BLOCK = BlockRecord(3, 2**48 - 1, (GAME, replace(GAME, rotation=1, seating=(1, 0))))
FAILED = BlockRecord(4, 17, (), Failure("boom", 1, (1, 0), 0, (2, 0)))


def test_what_is_kept_comes_back_as_it_was(tmp_path):
    path = tmp_path / "s.sqlite"
    with Store(path) as book:
        run = book.open_run(RUN)
        book.record(run, FAILED)
        book.record(run, BLOCK)
    with Store(path, must_exist=True) as book:
        assert book.run(run) == RUN
        assert book.blocks(run) == [BLOCK, FAILED]
        assert book.blocks(run, deals=4) == [BLOCK]
        assert book.known_blocks(run) == {3, 4}


def test_the_same_run_continues_and_another_is_apart(tmp_path):
    with Store(tmp_path / "s.sqlite") as book:
        first = book.open_run(RUN)
        assert book.open_run(replace(RUN, deals=9)) == first
        assert book.run(first).deals == 9
        assert book.open_run(RUN) == first
        assert book.run(first).deals == 9
        others = [
            replace(RUN, code="0ther"),
            replace(RUN, seed=1),
            replace(RUN, players=("rule", "random")),
            replace(RUN, game="kuhn_poker(players=3)"),
        ]
        assert len({first, *(book.open_run(other) for other in others)}) == 5
        assert book.other_codes(RUN) == ["0ther"]
        assert len(book.run_ids()) == 5


def test_a_block_kept_twice_stays_as_it_was_first(tmp_path):
    with Store(tmp_path / "s.sqlite") as book:
        run = book.open_run(RUN)
        book.record(run, BLOCK)
        book.record(run, replace(BLOCK, games=()))
        assert book.blocks(run) == [BLOCK]


def test_a_block_whose_process_died_is_played_again(tmp_path):
    died = replace(FAILED, failure=Failure("the process died", 0, (0, 1)))
    with Store(tmp_path / "s.sqlite") as book:
        run = book.open_run(RUN)
        book.record(run, died)
        assert book.known_blocks(run) == set()
        assert book.blocks(run) == [died]
        book.record(run, replace(BLOCK, block=4))
        assert book.known_blocks(run) == {4}
        assert book.blocks(run) == [replace(BLOCK, block=4)]


def test_a_block_is_kept_whole_or_not_at_all(tmp_path):
    path = tmp_path / "s.sqlite"
    with Store(path) as book:
        run = book.open_run(RUN)
        with pytest.raises(sqlite3.IntegrityError):
            book.record(run, replace(BLOCK, games=(GAME, GAME)))
        assert book.blocks(run) == []


def test_two_processes_may_write(tmp_path):
    path = tmp_path / "s.sqlite"
    with Store(path) as one, Store(path) as two:
        run = one.open_run(RUN)
        one.record(run, BLOCK)
        two.record(run, FAILED)
        assert one.blocks(run) == two.blocks(run) == [BLOCK, FAILED]


def test_without_a_path_nothing_is_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with Store() as book:
        book.record(book.open_run(RUN), BLOCK)
    assert list(tmp_path.iterdir()) == []


class TestOtherFiles:
    def test_another_version(self, tmp_path):
        path = tmp_path / "s.sqlite"
        with Store(path) as book:
            book.open_run(RUN)
        with sqlite3.connect(path) as raw:
            raw.execute(f"PRAGMA user_version={SCHEMA_VERSION + 1}")
        before = path.read_bytes()
        with pytest.raises(StoreError, match=f"version {SCHEMA_VERSION + 1}; this kibitz reads"):
            Store(path)
        assert path.read_bytes() == before

    def test_no_database(self, tmp_path):
        path = tmp_path / "notes.txt"
        path.write_text("nothing of the kind, but long enough to be looked at as a header\n" * 20)
        before = path.read_bytes()
        with pytest.raises(StoreError, match="not a kibitz store"):
            Store(path)
        assert path.read_bytes() == before

    def test_a_database_of_something_else(self, tmp_path):
        path = tmp_path / "other.sqlite"
        with sqlite3.connect(path) as raw:
            raw.execute("CREATE TABLE birds (name TEXT)")
        before = path.read_bytes()
        with pytest.raises(StoreError, match="not a kibitz store"):
            Store(path)
        assert path.read_bytes() == before

    def test_missing_empty_and_misplaced(self, tmp_path):
        with pytest.raises(StoreError, match="there is no store"):
            Store(tmp_path / "none.sqlite", must_exist=True)
        (tmp_path / "empty").touch()
        with pytest.raises(StoreError, match="is empty"):
            Store(tmp_path / "empty", must_exist=True)
        with pytest.raises(StoreError, match="is a folder"):
            Store(tmp_path)
        with pytest.raises(StoreError, match="there is no folder"):
            Store(tmp_path / "none" / "s.sqlite")

    @pytest.mark.parametrize(
        ("damage", "words"),
        [
            ("UPDATE games SET history = '[1, 2'", "is damaged"),
            ("UPDATE blocks SET failure = '{\"seat\": 1}'", "is damaged"),
            ("DROP TABLE games", "cannot be used as a store: no such table"),
        ],
    )
    def test_damaged_inside(self, damage, words, tmp_path):
        path = tmp_path / "s.sqlite"
        with Store(path) as book:
            run = book.open_run(RUN)
            book.record(run, BLOCK)
        with sqlite3.connect(path) as raw:
            raw.execute(damage)
        with Store(path, must_exist=True) as book, pytest.raises(StoreError, match=words):
            book.blocks(run)

    def test_an_unknown_run(self, tmp_path):
        with Store(tmp_path / "s.sqlite") as book:
            run = book.open_run(RUN)
            with pytest.raises(StoreError, match=f"no run 99; its runs: {run}"):
                book.run(99)
