"""The project's own records: JSON lines."""

import pathlib

import numpy as np
import pytest

import games
from games import records
from games.records import jsonl


def played(seed: int) -> games.State:
    rng = np.random.default_rng(seed)
    state = games.load_game("kuhn_poker").new_initial_state()
    while not state.is_terminal():
        state.apply_action(int(rng.choice(state.legal_actions())))
    return state


def test_round_trip(tmp_path: pathlib.Path) -> None:
    states = [played(seed) for seed in range(5)]
    made = [jsonl.from_state(state, ["a", "b"], seed=i) for i, state in enumerate(states)]
    records.write(made, tmp_path / "games.jsonl")
    read = records.read(tmp_path / "games.jsonl")
    assert read == made
    for record, state in zip(read, states, strict=True):
        replay = records.replay(record)
        assert replay.ok
        assert replay.ending == "played"
        assert list(replay.history) == state.history()
        assert replay.result == {"returns": state.returns()}


def test_layout_is_kept() -> None:
    text = '\n{"players":["a"],  "history": [], "game":"kuhn_poker"}\r\n\n{"game": 3}\n'
    assert "".join(map(jsonl.render, records.parse(text))) == text


def test_a_game_that_is_not_over_is_read_so() -> None:
    [record] = records.parse('{"game": "kuhn_poker", "history": [0, 1]}')
    replay = records.replay(record)
    assert (replay.ok, replay.ending, replay.result) == (True, "unfinished", {})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"game": "kuhn_poker", "history": [0,', "line 1, column 38: Expecting value"),
        ('{"history": []}', '"game" is missing'),
        ('{"game": "kuhn_poker"}', '"history" must be a list of actions'),
        ('{"game": "kuhn_poker", "history": [true]}', '"history" must be a list of actions'),
        ('{"game": "kuhn_poker", "history": [], "players": 1}', '"players" must be'),
        ('{"game": "kuhn_poker", "history": [], "returns": ["x"]}', '"returns" must be'),
        ('{"game": "kuhn_poker", "history": ' + "[" * 10**5, "nested too deeply"),
        ('{"game": "kuhn_poker", "history": [' + "9" * 5000 + "]}", "too many digits"),
        ('{"game": "kun_poker", "history": []}', "did you mean 'kuhn_poker'"),
        ('{"game": "kuhn_poker", "history": [0, 0]}', "action 2: "),
        ('{"game": "kuhn_poker", "history": [0], "returns": [1, -1]}', "the game is not over"),
    ],
)
def test_errors(text: str, words: str) -> None:
    [record] = records.parse(text, "games.jsonl")
    replay = records.replay(record)
    assert not replay.ok
    assert str(replay.problem).startswith("games.jsonl, line 1")
    assert words in str(replay.problem)
    assert "\n" not in str(replay.problem)


def test_returns_are_compared() -> None:
    record = jsonl.from_state(played(1))
    text = jsonl.render(record)
    returns = played(1).returns()
    wrong = text.replace(str(returns), str([9.0, -9.0]))
    replay = records.replay(records.parse(wrong)[0])
    assert f"the record says returns [9.0, -9.0], the rules {returns}" in str(replay.problem)


def test_a_folder_that_does_not_exist_is_named(tmp_path: pathlib.Path) -> None:
    target = tmp_path / "none" / "games.jsonl"
    with pytest.raises(OSError, match="No such file") as caught:
        records.write([], target)
    assert caught.value.filename == str(target)
