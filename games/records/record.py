"""What a recorded game is: plain facts as read, and what came of replaying them.

A `Record` holds a game as some notation tells it; a `Replay` holds the same game as actions of
the contract, together with the verdict on the result that the record claims.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

BLANKS = "\ufeff \t\r\n"  # what may stand around records: blanks and a byte order mark


class RecordError(ValueError):
    """A record is broken or breaks the rules; the message says where and why.

    Parameters
    ----------
    problem : str
        What is wrong, and what would be right.
    source : str
        The file, as the user named it.
    line, column : int
        Where, both counted from 1; 0 where no such place can be named.
    """

    def __init__(self, problem: str, source: str = "", line: int = 0, column: int = 0) -> None:
        place = [source or "record"]
        if line:
            place.append(f"line {line}" + (f", column {column}" if column else ""))
        super().__init__(f"{', '.join(place)}: {problem}")
        self.problem = problem
        self.source = source
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.problem, self.source, self.line, self.column)


@dataclass(frozen=True)
class Move:
    """One entry of a record's list of moves.

    Parameters
    ----------
    who : str
        Who moved, as the record says it (Skat: ``w`` for the world, or a seat).
    text : str
        What was done, as the record says it.
    column : int
        Where the entry begins in its line, from 1; 0 in a record that was not read.
    """

    who: str
    text: str
    column: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"{self.who} {self.text}".strip()


@dataclass(frozen=True)
class Record:
    """A recorded game as its file tells it.

    Parameters
    ----------
    format : str
        Name of the notation: ``skat-sgf`` or ``jsonl``.
    game : str
        Specification of the game that it is a record of.
    players : tuple of str
        Names in order of seat.
    moves : tuple of Move
        The moves in the words of the record.
    result : mapping
        The result that the record claims; empty where it claims none.
    tags : tuple of (str, str)
        The remaining facts, in the order of the file.
    source : str
        The file it came from.
    line : int
        Its line there, from 1; 0 in a record that was not read.
    text : str
        The text as read, line end included, so that writing changes nothing.
    problem : RecordError, optional
        Why the text could not be read; the other fields are then empty.
    """

    format: str
    game: str
    players: tuple[str, ...] = ()
    moves: tuple[Move, ...] = ()
    result: Mapping[str, Any] = field(default_factory=dict)
    tags: tuple[tuple[str, str], ...] = ()
    source: str = field(default="", compare=False)
    line: int = field(default=0, compare=False)
    text: str = field(default="", compare=False)
    problem: RecordError | None = field(default=None, compare=False)

    def error(self, problem: str, column: int = 0) -> RecordError:
        """Return an error that names this record's place."""
        return RecordError(problem, self.source, self.line, column)


@dataclass(frozen=True)
class Replay:
    """A record as actions of the contract, and whether it ends as it says.

    Parameters
    ----------
    record : Record
        What was replayed.
    game : str
        Specification of the game, canonical where the game could be loaded.
    history : tuple of int
        The actions that the rules accepted, chance included.
    ending : str
        ``played`` to the end of the rules, ``conceded``, ``stopped`` when decided, ``passed`` in,
        ``abandoned``, or ``unfinished``.
    result : mapping
        The result under our rules.
    problem : RecordError, optional
        Why the record is not good.
    """

    record: Record
    game: str
    history: tuple[int, ...] = ()
    ending: str = "unfinished"
    result: Mapping[str, Any] = field(default_factory=dict)
    problem: RecordError | None = None

    @property
    def ok(self) -> bool:
        """Whether the record replays under the rules and ends as recorded."""
        return self.problem is None


def blocks(text: str) -> Iterator[tuple[int, str, str]]:
    """Split a text into its lines that are not blank.

    Yields
    ------
    (int, str, str)
        The line's number from 1, the line, and the text
        that it stands for: itself with the blank lines before it, and after the last one those
        behind it, so that the third parts together are the whole text.
    """
    found: list[tuple[int, str, str]] = []
    pending = ""
    for number, line in enumerate(re.findall(r"[^\n]*\n|[^\n]+", text), start=1):
        pending += line
        if line.strip(BLANKS):
            found.append((number, line, pending))
            pending = ""
    if found and pending:
        number, line, block = found.pop()
        found.append((number, line, block + pending))
    yield from found
