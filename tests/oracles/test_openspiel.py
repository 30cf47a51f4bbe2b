"""The teaching games move by move against OpenSpiel: the same tree, chances and returns."""

import numpy as np
import pytest

from games import State, load_game
from tests.conftest import peer


def assert_same(ours: State, theirs) -> None:
    """Both stand at the same kind of node with the same offers."""
    assert ours.is_terminal() == theirs.is_terminal()
    if ours.is_terminal():
        assert ours.returns() == pytest.approx(theirs.returns())
        return
    assert ours.current_player() == theirs.current_player()
    if ours.is_chance_node():
        assert ours.chance_outcomes() == [
            (a, pytest.approx(p)) for a, p in theirs.chance_outcomes()
        ]
    else:
        assert ours.legal_actions() == theirs.legal_actions()


@pytest.mark.parametrize(
    "spec", ["kuhn_poker", "kuhn_poker(players=3)", "leduc_poker(backend=readable)", "leduc_poker"]
)
def test_whole_trees(spec: str) -> None:
    pyspiel = peer("pyspiel")
    theirs = pyspiel.load_game(spec.replace("(backend=readable)", "")).new_initial_state()
    waiting = [(load_game(spec).new_initial_state(), theirs)]
    while waiting:
        one, two = waiting.pop()
        assert_same(one, two)
        waiting += [(one.child(action), two.child(action)) for action in one.legal_actions()]


@pytest.mark.parametrize(
    ("spec", "count"),
    [("leduc_poker(players=3)", 2000), ("leduc_poker(players=4)", 2000), ("tic_tac_toe", 500)],
)
def test_random_games(spec: str, count: int) -> None:
    pyspiel, rng = peer("pyspiel"), np.random.default_rng(3)
    game, their_game = load_game(spec), pyspiel.load_game(spec)
    for _ in range(count):
        ours, theirs = game.new_initial_state(), their_game.new_initial_state()
        while not ours.is_terminal():
            assert_same(ours, theirs)
            action = int(rng.choice(ours.legal_actions()))
            ours.apply_action(action)
            theirs.apply_action(action)
        assert_same(ours, theirs)
