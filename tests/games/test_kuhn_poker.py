"""Kuhn poker: a test for each rule of its page."""

import pytest

from games import CHANCE, IllegalActionError, State, load_game

BACKENDS = pytest.mark.parametrize("backend", ["readable", "compiled"])


def played(text: str, players: int = 2, backend: str = "compiled") -> State:
    """The state after these moves: cards and p or b, as in ``J K p b``."""
    state = load_game("kuhn_poker", players=players, backend=backend).new_initial_state()
    for word in text.split():
        state.apply_action(state.string_to_action({"p": "pass", "b": "bet"}.get(word, word)))
    return state


@BACKENDS
def test_r1_deck(backend: str) -> None:
    for players, ranks in ((2, "JQK"), (3, "JQKA")):
        state = played("", players, backend)
        texts = [state.action_to_string(action) for action in state.legal_actions()]
        assert "".join(texts) == ranks


@BACKENDS
def test_r2_ante_and_deal(backend: str) -> None:
    state = played("Q", backend=backend)
    assert state.current_player() == CHANCE
    assert state.chance_outcomes() == [(0, 0.5), (2, 0.5)]
    assert played("Q J", backend=backend).current_player() == 0
    assert played("Q J p p", backend=backend).returns() == [1.0, -1.0]


@BACKENDS
def test_r3_before_a_bet(backend: str) -> None:
    state = played("Q J K p", 3, backend)
    assert state.current_player() == 1
    assert [state.action_to_string(a) for a in state.legal_actions()] == ["pass", "bet"]
    assert played("Q J K p p p", 3, backend).is_terminal()
    with pytest.raises(IllegalActionError, match="neither pass"):
        state.apply_action(2)


@BACKENDS
def test_r4_after_a_bet(backend: str) -> None:
    assert played("Q J K p b", 3, backend).current_player() == 2
    assert played("Q J K p b p", 3, backend).current_player() == 0
    assert played("Q J K p b p p", 3, backend).returns() == [-1.0, 2.0, -1.0]
    assert played("J K b p", backend=backend).returns() == [1.0, -1.0]


@BACKENDS
def test_r5_showdown(backend: str) -> None:
    assert played("Q J K p b b b", 3, backend).returns() == [-2.0, -2.0, 4.0]
    assert played("A J K p b b p", 3, backend).returns() == [-1.0, -2.0, 3.0]
    assert played("A J K p p p", 3, backend).returns() == [2.0, -1.0, -1.0]
    assert played("Q K p b b", backend=backend).returns() == [-2.0, 2.0]


@BACKENDS
def test_r6_score(backend: str) -> None:
    for line in ("p p", "p b p", "p b b", "b p", "b b"):
        for cards in ("J Q", "K Q", "Q J"):
            assert sum(played(f"{cards} {line}", backend=backend).scores()) == 0


def test_views_hide_the_other_card() -> None:
    state = played("J K p")
    assert "K" not in state.view_text(0).replace("Kuhn", "")
    assert ">K<" not in state.view_html(0)
    assert ">K<" in state.view_html(1)
    assert state.to_dict(1) == {"cards": ["?", "K"], "bets": "p", "phase": "bet"}
