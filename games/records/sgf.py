r"""The Internet Skat Server's SGF: one deal a line, ``(;GM[Skat]P0[..]..MV[..]R[..] ;)``.

Only the notation is known here; what the moves mean is in `games.records.skat`.

The lexer reads a line as properties ``NAME[value]`` with blanks between them. In a value ``\]``
stands for a bracket and ``\\`` for a backslash, as in all SGF. Every error names line and column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.records.record import BLANKS, Move, Record, RecordError, blocks

FORMAT = "skat-sgf"
GAME = "skat(deals=1)"

_OPEN = re.compile(r"[ \t]*\([ \t]*;")
_NAME = re.compile(r"[ \t]*([A-Z][A-Z0-9]*)\[")
_CLOSE = re.compile(r"[ \t]*;?[ \t]*\)[ \t]*")
_VALUE = re.compile(r"((?:[^\]\\]|\\.)*)\]")
_FLAGS = {"win": ("win", True), "loss": ("win", False), "bidok": ("overbid", False)} | {
    "overbid": ("overbid", True),
    "penalty": ("penalty", True),
    "passed": ("passed", True),
}
_NUMBERS = ("d", "v", "m", "p", "t", "s", "z", "p0", "p1", "p2", "l", "to", "r")


@dataclass(frozen=True)
class Property:
    """One ``NAME[value]`` of a line; columns count from 1."""

    name: str
    value: str
    column: int
    value_column: int


def recognises(text: str) -> bool:
    """Return whether a text looks like Skat SGF."""
    return _OPEN.match(text.lstrip(BLANKS)) is not None


def parse(text: str, source: str = "") -> list[Record]:
    """Read every line of a text; a broken line becomes a record that says its problem.

    Parameters
    ----------
    text : str
        The whole file.
    source : str
        Its name for error messages.

    Returns
    -------
    list of Record
        In the order of the file.
    """
    return [_record(line, block, source, number) for number, line, block in blocks(text)]


def render(record: Record) -> str:
    """Return the text of a record, one line with its end.

    A record that was read and not changed since keeps its own layout.
    """
    if record.text and _says(record.text, record):
        return record.text
    seats = "".join(f"P{seat}[{_escape(name)}]" for seat, name in enumerate(record.players))
    tags = "".join(f"{name}[{_escape(value)}]" for name, value in record.tags)
    moves = " ".join(str(move) for move in record.moves)
    return f"(;GM[Skat]{tags}{seats}MV[{moves} ]R[{_result_text(record)}] ;)\n"


def properties(line: str, source: str = "", number: int = 0) -> Iterator[Property]:
    """Split one line into its properties.

    Raises
    ------
    RecordError
        Where the line is broken or cut off.
    """
    start = len(line) - len(line.lstrip("\ufeff"))
    opened = _OPEN.match(line, start)
    if opened is None:
        raise RecordError("a deal begins with '(;'", source, number, start + 1)
    at, end = opened.end(), len(line.rstrip("\r\n"))
    while (name := _NAME.match(line, at)) is not None:
        value = _VALUE.match(line, name.end(), end)
        if value is None:
            problem = f"{name[1]}[ is cut off: its ']' is missing"
            raise RecordError(problem, source, number, name.end())
        yield Property(name[1], _unescape(value[1]), name.start(1) + 1, name.end() + 1)
        at = value.end()
    closed = _CLOSE.match(line, at, end)
    if closed is None or closed.end() != end:
        at += len(line[at:end]) - len(line[at:end].lstrip())
        found = f"found {line[at:end][:12]!r}" if at < end else "the line is cut off"
        raise RecordError(f"{found}; expected NAME[value] or ';)'", source, number, at + 1)


def _record(line: str, block: str, source: str, number: int) -> Record:
    try:
        return replace(_parsed(line, source, number), text=block)
    except RecordError as error:
        return Record(FORMAT, GAME, source=source, line=number, text=block, problem=error)


def _parsed(line: str, source: str, number: int) -> Record:
    found: dict[str, Property] = {}
    for item in properties(line, source, number):
        if item.name in found:
            problem = f"{item.name}[ stands twice; once is right"
            raise RecordError(problem, source, number, item.column)
        found[item.name] = item
    game = found.pop("GM", None)
    if game is None or game.value != "Skat":
        problem = f"GM[{game.value if game else ''}] is not a game read here; GM[Skat] is"
        raise RecordError(problem, source, number, game.column if game else 1)
    for name in ("MV", "R"):
        if name not in found:
            raise RecordError(f"{name}[...] is missing", source, number, len(line.rstrip()))
    moves = _moves(found.pop("MV"), source, number)
    result = _result(found.pop("R"), source, number)
    seats = [found.pop(f"P{seat}") for seat in range(4) if f"P{seat}" in found]
    players = tuple(item.value for item in seats)
    tags = tuple((item.name, item.value) for item in found.values())
    return Record(FORMAT, GAME, players, moves, result, tags, source, number)


def _moves(item: Property, source: str, number: int) -> tuple[Move, ...]:
    words = [(m[0], item.value_column + m.start()) for m in re.finditer(r"\S+", item.value)]
    moves = []
    for i in range(0, len(words), 2):
        who, column = words[i]
        if who not in ("w", "0", "1", "2"):
            problem = f"{who!r} is no player; a move begins with w, 0, 1 or 2"
            raise RecordError(problem, source, number, column)
        if i + 1 == len(words):
            raise RecordError(f"the last move of {who} is cut off", source, number, column)
        moves.append(Move(who, words[i + 1][0], column))
    return tuple(moves)


def _result(item: Property, source: str, number: int) -> dict[str, bool | int]:
    result: dict[str, bool | int] = {}
    for match in re.finditer(r"\S+", item.value):
        column = item.value_column + match.start()
        key, value = _result_word(match[0])
        if key is None:
            known = ", ".join([*_FLAGS, *(f"{name}:number" for name in _NUMBERS)])
            problem = f"{match[0]!r} is no part of a result; such are {known}"
            raise RecordError(problem, source, number, column)
        if key in result:
            problem = f"{match[0]!r} says {key} a second time; once is right"
            raise RecordError(problem, source, number, column)
        result[key] = value
    return result


def _result_word(word: str) -> tuple[str | None, bool | int]:
    if word in _FLAGS:
        return _FLAGS[word]
    name, colon, value = word.partition(":")
    if colon and name in _NUMBERS and re.fullmatch(r"-?\d+", value):
        return name, int(value)
    return None, False


def _result_text(record: Record) -> str:
    names = {pair: name for name, pair in _FLAGS.items()}
    words = [
        names[key, value] if (key, value) in names else f"{key}:{int(value)}"
        for key, value in record.result.items()
    ]
    return " ".join(words)


def _says(text: str, record: Record) -> bool:
    """Return whether a layout still says what its record says."""
    return record.problem is not None or parse(text) == [record]


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace("]", "\\]")


def _unescape(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value)
