"""The notation: what was read is written byte for byte, and errors name line and column."""

import dataclasses
import pathlib

import pytest

from games import records
from games.records import RecordError, sgf

DATA = pathlib.Path(__file__).parent / "data"
LINE = "(;GM[Skat]P0[Ada]P1[Ben]P2[Cleo]MV[1 p 2 p ]R[passed] ;)\n"


def problem(text: str) -> RecordError:
    [record] = records.parse(text, "deal.sgf")
    assert record.problem is not None
    return record.problem


def test_fields_of_a_record() -> None:
    [record] = records.parse(LINE.replace("P0", "PC[Server]DT[today]P0"), "deal.sgf")
    assert record.format == "skat-sgf"
    assert record.game == "skat(deals=1)"
    assert record.players == ("Ada", "Ben", "Cleo")
    assert [str(move) for move in record.moves] == ["1 p", "2 p"]
    assert record.result == {"passed": True}
    assert record.tags == (("PC", "Server"), ("DT", "today"))
    assert (record.source, record.line) == ("deal.sgf", 1)


@pytest.mark.parametrize(
    "layout",
    [
        LINE,
        LINE.rstrip("\n"),
        LINE.replace("\n", "\r\n") * 2,
        "\ufeff\n\n" + LINE + "\n \n" + LINE + "\n\n",
        LINE.replace("(;", "( ; ").replace("]R[", "]  R[").replace("p 2", "p   2"),
        LINE + "(;GM[Skat]P0[cut off\n" + LINE,
    ],
)
def test_layout_is_kept(layout: str, tmp_path: pathlib.Path) -> None:
    before, after = tmp_path / "before.sgf", tmp_path / "after.sgf"
    before.write_bytes(layout.encode())
    records.write(records.read(before), after)
    assert after.read_bytes() == before.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["after.sgf", "before.sgf"]


@pytest.mark.parametrize("name", ["null", "hand", "endings"])
def test_canonical_layout_is_the_servers(name: str) -> None:
    text = (DATA / f"{name}.sgf").read_text()
    read = records.parse(text)
    assert "".join(sgf.render(dataclasses.replace(record, text="")) for record in read) == text


def test_a_changed_record_loses_its_layout() -> None:
    [record] = records.parse(LINE.replace("]R[", "]   R["))
    changed = dataclasses.replace(record, players=("Ada", "a]b\\c", "Cleo"))
    assert sgf.render(changed) == LINE.replace("Ben", "a\\]b\\\\c")
    assert records.parse(sgf.render(changed)) == [changed]


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("(;GM[Skat]P0[Ada", 13, "P0[ is cut off: its ']' is missing"),
        ("(;GM[Skat]P0[Ada]", 18, "the line is cut off"),
        ("(;GM[Skat]P0[Ada] ;) x", 19, "expected NAME[value] or ';)'"),
        ("(;GM[Skat]P0[Ada] what", 19, "found 'what'"),
        ("(;GM[Go]MV[]R[] ;)", 3, "GM[Skat] is"),
        ("(;P0[Ada]MV[]R[] ;)", 1, "GM[Skat] is"),
        ("(;GM[Skat]R[passed] ;)", 22, "MV[...] is missing"),
        ("(;GM[Skat]MV[] ;)", 17, "R[...] is missing"),
        ("(;GM[Skat]MV[]MV[]R[] ;)", 15, "MV[ stands twice"),
        ("(;GM[Skat]MV[3 p]R[] ;)", 14, "'3' is no player"),
        ("(;GM[Skat]MV[1 p 2]R[] ;)", 18, "the last move of 2 is cut off"),
        ("(;GM[Skat]MV[]R[d:0 won] ;)", 21, "'won' is no part of a result"),
        ("(;GM[Skat]MV[]R[d:0 x:1] ;)", 21, "'x:1' is no part of a result"),
        ("(;GM[Skat]MV[]R[d:0 d:1] ;)", 21, "'d:1' says d a second time"),
        ("(;GM[Skat]MV[]R[win loss] ;)", 21, "'loss' says win a second time"),
    ],
)
def test_errors_name_line_and_column(text: str, column: int, words: str) -> None:
    error = problem(text + "\n")
    assert str(error).startswith(f"deal.sgf, line 1, column {column}: ")
    assert words in str(error)
    assert "\n" not in str(error)


def test_a_bad_line_spares_the_others() -> None:
    read = records.parse(LINE + "nonsense\n" + LINE)
    assert [record.problem is None for record in read] == [True, False, True]
    assert read[1].problem is not None
    assert (read[1].problem.line, read[1].problem.column) == (2, 1)


@pytest.mark.parametrize("text", ["", "\n \r\n", "\ufeff"])
def test_an_empty_file(text: str, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "empty.sgf"
    path.write_text(text)
    with pytest.raises(RecordError, match=r"the file is empty; expected recorded games$"):
        records.read(path)


def test_a_file_of_something_else(tmp_path: pathlib.Path) -> None:
    with pytest.raises(RecordError, match="known are Skat SGF"):
        records.parse("<html>")
    path = tmp_path / "picture.sgf"
    path.write_bytes(b"(;GM[Skat]\n\x89PNG")
    with pytest.raises(RecordError, match=r"line 2, column 1: byte 0x89 is no UTF-8 text"):
        records.read(path)
