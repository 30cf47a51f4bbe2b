"""What Skat records mean: replayed through the contract, settled, compared with their results.

The records in ``data/`` were made by hand; each says in ``CO[...]`` how its result follows from
the rules. The server's own records are read where their folder is there.
"""

import dataclasses
import pathlib

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import games
from games import records
from games.records import Record, Replay, sgf, skat_words, skat_writing

DATA = pathlib.Path(__file__).parent / "data"
MADE = [
    pytest.param(record, id=f"{name}:{record.line}")
    for name in ("null", "hand", "endings")
    for record in records.read(DATA / f"{name}.sgf")
]

DEAL = (
    "w HJ.DJ.HA.HT.HK.HQ.SA.S7.C7.C9.CJ.H7.H8.ST.SK.CT.C8.DA.DT.D9."
    "SJ.H9.S8.S9.SQ.CK.CQ.CA.DK.DQ.D7.D8"
)


def replayed(moves: str, result: str = "passed") -> Replay:
    [record] = records.parse(f"(;GM[Skat]P0[a]P1[b]P2[c]MV[{moves} ]R[{result}] ;)", "deal.sgf")
    return records.replay(record)


def problem(moves: str, result: str = "passed") -> str:
    replay = replayed(moves, result)
    assert replay.problem is not None
    text = str(replay.problem)
    assert text.startswith("deal.sgf, line 1")
    assert "\n" not in text
    return text


@pytest.mark.parametrize("record", MADE)
def test_made_by_hand(record: Record) -> None:
    replay = records.replay(record)
    assert replay.problem is None
    game = games.load_game(replay.game)
    state = game.deserialize_state(f"{game}\n{' '.join(map(str, replay.history))}\n")
    assert state.history() == list(replay.history)


def endings(name: str) -> list[str]:
    return [records.replay(record).ending for record in records.read(DATA / name)]


def test_how_they_end() -> None:
    assert endings("null.sgf") == ["played"] * 12
    assert endings("hand.sgf") == ["played"] * 10
    assert endings("endings.sgf") == [
        *("passed", "abandoned", "played", "played", "played", "played", "conceded", "played"),
        *("conceded", "conceded", "conceded", "conceded", "conceded", "stopped"),
    ]


def test_the_servers_ten_deals(records_dir: pathlib.Path) -> None:
    replays = [records.replay(record) for record in records.read(records_dir / "skat_games.sgf")]
    assert [replay.problem for replay in replays] == [None] * 10
    assert [replay.ending for replay in replays] == [
        *("played", "conceded", "conceded", "conceded", "played", "conceded", "played"),
        *("conceded", "abandoned", "played"),
    ]
    values = [replay.result["value"] for replay in replays]
    assert values == [48, 33, 48, 72, -54, 192, -72, 48, 0, -72]


def test_the_servers_five_deals(records_dir: pathlib.Path) -> None:
    replays = [records.replay(record) for record in records.read(records_dir / "skat_games_2.sgf")]
    assert [replay.problem for replay in replays] == [None] * 5
    assert [replay.result["value"] for replay in replays] == [72, -118, -96, -144, -48]


@pytest.mark.parametrize("name", ["skat_games.sgf", "skat_games_2.sgf"])
def test_the_servers_text_is_written_as_read(
    name: str, records_dir: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    read = records.read(records_dir / name)
    records.write(read, tmp_path / name)
    assert (tmp_path / name).read_bytes() == (records_dir / name).read_bytes()
    plain = [dataclasses.replace(record, text="") for record in read]
    assert "".join(map(sgf.render, plain)).encode() == (records_dir / name).read_bytes()


@pytest.mark.parametrize("field", sorted(skat_words.FIELDS))
def test_every_field_of_the_result_is_compared(field: str) -> None:
    record = records.read(DATA / "endings.sgf")[4]
    claimed = dict(record.result)
    claimed[field] = not claimed[field] if isinstance(claimed[field], bool) else claimed[field] + 1
    replay = records.replay(dataclasses.replace(record, result=claimed, text=""))
    assert f"the record says {field} " in str(replay.problem)
    without = {key: value for key, value in record.result.items() if key != field}
    replay = records.replay(dataclasses.replace(record, result=without, text=""))
    assert f"the record says {field} missing" in str(replay.problem)


# The move that is at fault stands after an @.
@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("@w HJ.DJ", "a deal is all 32 cards once; this one has 2 cards"),
        ("@" + DEAL.replace("D8", "D7"), "this one has D7 twice"),
        ("@" + DEAL.replace("D8", "D1"), "'D1' is no card; cards are like CJ, HT, D7"),
        ("@" + DEAL.replace("D8", "??"), "the card ?? is not named"),
        ("@1 p", "comes before the deal"),
        (f"{DEAL} @0 18", "out of turn: it is seat 1's turn (auction); legal: pass, bid 18"),
        (
            f"{DEAL} @1 19",
            "move '1 19': no bid of the ladder, y (hold) or p (pass); legal: pass, bid 18",
        ),
        (f"{DEAL} 1 20 0 y @1 18", "move '1 18' breaks the rules"),
        (f"{DEAL} 1 18 0 p @2 p", "stops in the skat, and the deal is not decided"),
        (f"{DEAL} 1 18 0 p 2 p @1 S", "a hand game says H"),
        (f"{DEAL} 1 18 0 p 2 p @1 K", "move '1 K': no declaration"),
        (f"{DEAL} 1 18 0 p 2 p 1 s @w D7.H7", "the deal left D7.D8 in the skat"),
        (f"{DEAL} 1 18 0 p 2 p @w D7.D8", "nobody has picked it up"),
        (f"{DEAL} 1 18 0 p 2 p 1 s @1 CS.D7.D8", "need a hand game"),
        (f"{DEAL} 1 18 0 p 2 p 1 s @1 CH.D7.D8", "need a hand game"),
        (f"{DEAL} 1 18 0 p 2 p 1 s @1 C.??.??", "the card ?? is not named"),
        (f"{DEAL} 1 18 0 p 2 p 1 s @1 C.HJ.D8", "move '1 C.HJ.D8' breaks the rules"),
        (f"{DEAL} 1 18 0 p 2 p 1 s 1 C @1 D7", "the discards are two cards"),
        (f"{DEAL} 1 18 0 p 2 p @1 NHS", "Null knows no Schneider"),
        (f"{DEAL} 1 18 0 p 2 p @1 NO.H7.H8", "not the declarer's hand, CJ.H7.H8"),
        (f"{DEAL} 1 18 0 p 2 p 1 CH @0 CA", "move '0 CA' breaks the rules"),
        (f"{DEAL} 1 18 0 p 2 p 1 CH 0 S7 @1 CJ", "move '1 CJ' breaks the rules"),
        (f"{DEAL} 1 18 0 p 2 p 1 CH 0 RE 2 RE @0 S7", "after the deal was given up"),
        (f"{DEAL} 1 18 @0 RE", "comes before the contract"),
        (f"{DEAL} 1 p 2 p 0 p @1 p", "comes after the end of the deal"),
        (f"{DEAL} 1 18 0 p 2 p 1 CH 0 S7 @1 ST", "stops in the play"),
    ],
)
def test_records_that_break_the_rules(moves: str, words: str) -> None:
    text = problem(moves.replace("@", ""))
    assert words in text
    column = len("(;GM[Skat]P0[a]P1[b]P2[c]MV[") + moves.index("@") + 1
    assert text.startswith(f"deal.sgf, line 1, column {column}: ")


def test_a_record_without_moves() -> None:
    assert "the record stops in the deal" in problem("")


def test_a_revoke_is_told_with_the_rule_and_the_legal_moves() -> None:
    text = problem(f"{DEAL} 1 18 0 p 2 p 1 CH 0 S7 1 D9")
    assert "move '1 D9' breaks the rules: " in text
    assert "legal: ST, SK" in text


def test_passed_in_and_result_differ() -> None:
    assert "the deal is passed" in problem(f"{DEAL} 1 p 2 p 0 p", "d:-1 v:0")
    assert "the deal is abandoned" in problem(f"{DEAL} 1 p w LE.2")


def test_skat_shown_without_names() -> None:
    moves = f"{DEAL} 1 18 0 p 2 p 1 s w ??.?? 1 C.D7.D8 1 RE"
    assert "by the rules it is d 1" in problem(moves, "d:0 v:0")


def test_discards_as_a_move_of_their_own() -> None:
    together = replayed(f"{DEAL} 1 18 0 p 2 p 1 s w D7.D8 1 C.D7.D8 1 RE")
    apart = replayed(f"{DEAL} 1 18 0 p 2 p 1 s w D8.D7 1 C 1 D8.D7 1 RE")
    assert together.history == apart.history
    assert together.result == apart.result


def random_deal(seed: int) -> games.State:
    """A deal with random but not hopeless bidding, so that every contract comes up."""
    rng = np.random.default_rng(seed)
    state = games.load_game("skat(deals=1)").new_initial_state()
    while not state.is_terminal():
        legal = state.legal_actions()
        if state.phase() == "auction":
            legal = legal[:2]
        state.apply_action(int(rng.choice(legal)))
    return state


def test_our_own_deals_round_trip() -> None:
    declared = set()
    for seed in range(150):
        state = random_deal(seed)
        record = skat_writing.from_state(state, ["a", "b", "c"])
        declared |= {move.text.split(".")[0] for move in record.moves}
        [read] = records.parse(sgf.render(record))
        assert read == record
        replay = records.replay(read)
        assert replay.problem is None
        assert list(replay.history) == state.history()
    assert {"D", "H", "S", "C", "G", "N", "NO", "NH", "NOH"} <= declared
    assert {f"{suit}{flags}" for suit in "DHSCG" for flags in ("H", "HS", "HSZ", "OH")} <= declared


def test_only_one_finished_deal_makes_a_record() -> None:
    state = games.load_game("skat(deals=1)").new_initial_state()
    with pytest.raises(ValueError, match="is not over"):
        skat_writing.from_state(state, ["a", "b", "c"])
    state = games.load_game("skat(deals=2)").new_initial_state()
    with pytest.raises(ValueError, match=r"skat\(deals=1\)"):
        skat_writing.from_state(state, ["a", "b", "c"])


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_broken_record_never_breaks_the_reader(data: st.DataObject) -> None:
    """Cut, change or swap something: the outcome is a record or one line, never a crash."""
    name = data.draw(st.sampled_from(["null", "hand", "endings"]))
    text = data.draw(st.sampled_from((DATA / f"{name}.sgf").read_text().splitlines()))
    place = data.draw(st.integers(0, len(text) - 1))
    change = data.draw(st.sampled_from(["cut", "drop", "insert", "swap"]))
    words = text.split(" ")
    if change == "swap":
        other = data.draw(st.integers(0, len(words) - 1))
        first = place % len(words)
        words[first], words[other] = words[other], words[first]
        broken = " ".join(words)
    else:
        extra = data.draw(st.sampled_from("[]();\\ .wpys012CGNOZ?K")) if change == "insert" else ""
        rest = {"cut": "", "drop": text[place + 1 :], "insert": text[place:]}[change]
        broken = text[:place] + extra + rest
    assume(broken.lstrip().startswith("(;"))
    [record] = records.parse(broken, "deal.sgf")
    replay = records.replay(record)
    if not replay.ok:
        assert "\n" not in str(replay.problem)
        assert str(replay.problem).startswith("deal.sgf, line 1")
    assert sgf.render(record) == broken
