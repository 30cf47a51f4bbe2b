"""Tic-tac-toe: a test for each rule of its page, and the count of all games."""

from itertools import permutations

import pytest

from games import IllegalActionError, State, load_game


def played(text: str, backend: str = "compiled") -> State:
    """The state after these cells."""
    state = load_game("tic_tac_toe", backend=backend).new_initial_state()
    for cell in text.split():
        state.apply_action(state.string_to_action(cell))
    return state


def test_r1_board() -> None:
    texts = [played("").action_to_string(action) for action in range(9)]
    assert texts == ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]
    assert played("a3 c1").to_dict() == {"rows": ["x..", "...", "..o"]}
    assert str(played("a3 c1")).splitlines()[1] == "  3 x . ."


def test_r2_turns() -> None:
    assert [played(cells).current_player() for cells in ("", "b2", "b2 a3")] == [0, 1, 0]
    with pytest.raises(IllegalActionError, match="b2 is taken; legal: a3, b3"):
        played("b2").apply_action(4)
    with pytest.raises(IllegalActionError, match="9 is no cell"):
        played("b2").apply_action(9)


CELLS = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]
LINES = [
    "a3 b3 c3",
    "a2 b2 c2",
    "a1 b1 c1",
    "a3 a2 a1",
    "b3 b2 b1",
    "c3 c2 c1",
    "a3 b2 c1",
    "a1 b2 c3",
]


@pytest.mark.parametrize("backend", ["readable", "compiled"])
@pytest.mark.parametrize("line", LINES)
def test_r3_a_line_wins(line: str, backend: str) -> None:
    one, two, three = line.split()
    rest = [cell for cell in CELLS if cell not in line]
    # Three of the other six cells, so that they make no line themselves.
    a, b, c = next(
        t for t in permutations(rest, 3) if not any(set(t) == set(w.split()) for w in LINES)
    )
    first, second = f"{one} {a} {two} {b} {three}", f"{a} {one} {b} {two} {c} {three}"
    assert played(first, backend).returns() == [1.0, -1.0]
    assert played(second, backend).returns() == [-1.0, 1.0]


def test_r4_draw() -> None:
    state = played("a3 b3 c3 b2 a2 c2 b1 a1 c1")
    assert state.is_terminal()
    assert state.returns() == [0.0, 0.0]


def test_r5_score() -> None:
    win = "a3 a1 b3 b1 c3"
    assert played(win).scores() == [1.0, -1.0]
    assert played(win).places() == [1.0, 2.0]
    game = load_game("tic_tac_toe(utility=win)")
    assert game.deserialize_state(f"{game}\n0 6 1 7 2\n").returns() == [1.0, 0.0]
    assert game.deserialize_state(f"{game}\n0 1 2 4 3 5 7 6 8\n").returns() == [0.5, 0.5]


def test_all_games() -> None:
    """255,168 games: 131,184 won by x, 77,904 by o, 46,080 drawn; best play draws."""
    known: dict[str, tuple[int, ...]] = {}

    def outcomes(state: State) -> tuple[int, ...]:
        """Games won by x, by o, drawn, and the value to x; equal positions are counted once."""
        if state.is_terminal():
            lead = int(state.returns()[0])
            return int(lead > 0), int(lead < 0), int(lead == 0), lead
        position = state.digest()
        if position not in known:
            rows = [outcomes(state.child(action)) for action in state.legal_actions()]
            best = max if state.current_player() == 0 else min
            sums = [sum(row[i] for row in rows) for i in range(3)]
            known[position] = (*sums, best(row[3] for row in rows))
        return known[position]

    assert outcomes(played("")) == (131184, 77904, 46080, 0)
