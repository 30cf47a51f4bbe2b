"""Leduc poker: a test for each rule of its page."""

import pytest

from games import CHANCE, IllegalActionError, State, load_game
from tests.games.steps import offers

BACKENDS = pytest.mark.parametrize("backend", ["readable", "compiled"])
MOVES = {"f": 0, "c": 1, "r": 2}


def played(text: str, players: int = 2, backend: str = "compiled") -> State:
    """The state after these moves: cards, and f, c, r as one word a round."""
    state = load_game("leduc_poker", players=players, backend=backend).new_initial_state()
    for word in text.split():
        if state.is_chance_node():
            state.apply_action(state.string_to_action(word))
        else:
            for move in word:
                state.apply_action(MOVES[move])
    return state


@BACKENDS
def test_r1_deck(backend: str) -> None:
    assert offers(played("", 2, backend)) == ["Jc", "Jd", "Qc", "Qd", "Kc", "Kd"]
    assert offers(played("", 3, backend))[-2:] == ["Ac", "Ad"]
    assert offers(played("", 4, backend))[:2] == ["Tc", "Td"]


@BACKENDS
def test_r2_ante_and_deal(backend: str) -> None:
    state = played("Jc Qd", backend=backend)
    assert state.to_dict()["paid"] == [1, 1]
    assert state.current_player() == 0
    assert state.to_dict(1)["cards"] == ["?", "Qd"]


@BACKENDS
def test_r3_betting(backend: str) -> None:
    assert offers(played("Jc Qd", backend=backend)) == ["check", "bet"]
    assert offers(played("Jc Qd r", backend=backend)) == ["fold", "call", "raise"]
    assert played("Jc Qd cc", backend=backend).current_player() == CHANCE
    assert played("Jc Qd Kc crc", 3, backend).current_player() == 0
    assert played("Jc Qd Kc crcc", 3, backend).current_player() == CHANCE
    with pytest.raises(IllegalActionError, match="no bet to fold to; legal: check, bet"):
        played("Jc Qd", backend=backend).apply_action(0)


@BACKENDS
def test_r4_size_and_number_of_raises(backend: str) -> None:
    assert played("Jc Qd rrc Kc rrc", backend=backend).to_dict()["paid"] == [13, 13]
    assert played("Jc Qd r", backend=backend).to_dict()["paid"] == [3, 1]
    assert played("Jc Qd cc Kc r", backend=backend).to_dict()["paid"] == [5, 1]
    state = played("Jc Qd rr", backend=backend)
    assert offers(state) == ["fold", "call"]
    with pytest.raises(IllegalActionError, match="2 raises in this round already"):
        state.apply_action(2)


@BACKENDS
def test_r5_board(backend: str) -> None:
    state = played("Jc Qd cc", backend=backend)
    assert offers(state) == ["Jd", "Qc", "Kc", "Kd"]
    assert state.chance_outcomes()[0] == (1, 0.25)
    assert played("Jc Qd cc Kc", backend=backend).current_player() == 0
    assert played("Jc Qd Kc rfc", 3, backend).current_player() == CHANCE
    assert played("Jc Qd Kc rfc Kd", 3, backend).current_player() == 0
    assert played("Jc Qd Kc crcf Kd", 3, backend).current_player() == 1


@BACKENDS
def test_r6_last_one_in(backend: str) -> None:
    assert played("Jc Qd rf", backend=backend).returns() == [1.0, -1.0]
    assert played("Jc Qd Kc crff", 3, backend).returns() == [-1.0, 2.0, -1.0]
    assert played("Jc Qd crc Kc crf", backend=backend).returns() == [-3.0, 3.0]


@BACKENDS
def test_r7_showdown(backend: str) -> None:
    assert played("Jc Qd cc Kc cc", backend=backend).returns() == [-1.0, 1.0]
    assert played("Jc Qd cc Jd cc", backend=backend).returns() == [1.0, -1.0]
    assert played("Jc Jd cc Kc rc", backend=backend).returns() == [0.0, 0.0]
    assert played("Kc Qd rrc Qc rrc", backend=backend).returns() == [-13.0, 13.0]


@BACKENDS
def test_r8_score(backend: str) -> None:
    state = played("Kc Kd Jc rcf Qc rc", 3, backend)
    assert state.scores() == [0.5, 0.5, -1.0]  # a pot of 15 is shared, 7 were paid
    assert load_game("leduc_poker(players=3)").max_utility() == 26
