"""Recorded games: read them, replay them under our rules, write them.

>>> from games import records
>>> [record] = records.parse('{"game": "tic_tac_toe", "history": [4, 0, 2]}')
>>> records.replay(record).ending
'unfinished'
"""

from __future__ import annotations

import os
import pathlib
from collections.abc import Iterable
from types import ModuleType

from games.records import jsonl, sgf, skat
from games.records.record import BLANKS, Move, Record, RecordError, Replay

__all__ = ["Move", "Record", "RecordError", "Replay", "parse", "read", "replay", "write"]

# The module that knows a notation, and the one that knows what its moves mean.
_NOTATIONS: dict[str, tuple[ModuleType, ModuleType]] = {
    sgf.FORMAT: (sgf, skat),
    jsonl.FORMAT: (jsonl, jsonl),
}


def read(path: str | os.PathLike[str]) -> list[Record]:
    """Read a file of recorded games; its content says in which notation.

    Parameters
    ----------
    path : path-like
        The file.

    Returns
    -------
    list of Record
        In the order of the file. A game whose text is broken is there too, with its `problem`.

    Raises
    ------
    RecordError
        The file as a whole is no file of recorded games.
    """
    source = os.fspath(path)
    raw = pathlib.Path(path).read_bytes()
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        column = error.start - (raw.rfind(b"\n", 0, error.start) + 1) + 1
        problem = f"byte {raw[error.start]:#04x} is no UTF-8 text; recorded games are text"
        raise RecordError(problem, source, line, column) from None
    return parse(text, source)


def parse(text: str, source: str = "") -> list[Record]:
    """Read recorded games from a text, as `read` does from a file."""
    if not text.strip(BLANKS):
        raise RecordError("the file is empty; expected recorded games", source)
    for notation, _ in _NOTATIONS.values():
        if notation.recognises(text):
            return notation.parse(text, source)
    known = "Skat SGF, lines of '(;GM[Skat]...;)', and JSON lines, '{\"game\": ...}'"
    raise RecordError(f"no recorded games are recognised; known are {known}", source, 1, 1)


def replay(record: Record) -> Replay:
    """Play a record through the contract and compare the result that it claims with ours."""
    if record.problem is not None:
        return Replay(record, record.game, problem=record.problem)
    return _NOTATIONS[record.format][1].replay(record)


def write(records: Iterable[Record], path: str | os.PathLike[str]) -> None:
    """Write records to a file, each in its own notation; a reader sees the old file or the new.

    What was read and not changed is written byte for byte as it was.
    """
    text = "".join(_NOTATIONS[record.format][0].render(record) for record in records)
    target = pathlib.Path(path)
    draft = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        draft.write_bytes(text.encode("utf-8"))
        draft.replace(target)
    except OSError as error:  # name the file that was asked for
        raise OSError(error.errno, error.strerror, str(target)) from error
    finally:
        draft.unlink(missing_ok=True)
