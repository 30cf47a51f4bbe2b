"""The public methods of a state refuse what is wrong, in words; kernels never crash on a fault."""

import numpy as np
import pytest

import games
from ext.kernels.ismcts import Tree
from ext.kernels.perft import perft
from ext.kernels.rollouts import playouts
from ext.rng import Stream
from ext.state import State
from ext.states.skat import Compiled
from games.core.deal import Deal, play_out_chance

RNG = np.random.default_rng(1)


class Facts:
    """As much of a game as a state asks for."""

    def __init__(self, seats=2):
        self.seats = seats

    def num_players(self):
        return self.seats

    def teams(self):
        return list(range(self.seats))

    def get_parameters(self):
        return {"utility": "score"}


class Stuck(State):
    """A readable game with a fault: nobody can move, yet it is not over."""

    player = 0

    def _current_player(self):
        return self.player

    def _legal_actions(self):
        return []

    _chance_outcomes = _legal_actions

    def _clone_into(self, other):
        other.player = self.player

    def _scores(self):
        return [0, 0]


CALLS = {
    "legal_actions": lambda state: state.legal_actions(),
    "apply_action": lambda state: state.apply_action(0),
    "rollout": lambda state: state.rollout(RNG),
    "playouts": lambda state: playouts(state, np.zeros((3, 2)), 1),
    "perft": lambda state: perft(state, 3),
}


@pytest.mark.parametrize("player", [0, -1])
@pytest.mark.parametrize("name", CALLS)
def test_no_move_where_one_is_due_is_told(name, player):
    state = Stuck(Facts())
    state.player = player
    with pytest.raises(ValueError, match=r"Stuck offers no move .* not at its end"):
        CALLS[name](state)


def test_no_move_in_a_search_is_told():
    with pytest.raises(ValueError, match="Stuck offers no move"):
        Tree(Stuck(Facts())).run(5, 1)


@pytest.mark.parametrize("player", [2, -2, None, 0.5, "0"])
def test_a_seat_that_does_not_exist_is_told(player):
    state = Stuck(Facts())
    state.player = player
    with pytest.raises(TypeError, match=r"Stuck._current_player\(\) must answer a seat \(0 to 1\)"):
        state.is_terminal()


@pytest.mark.parametrize("seats", [0, 17])
def test_too_many_seats_are_refused(seats):
    with pytest.raises(ValueError, match="1 to 16"):
        Stuck(Facts(seats))


def test_a_state_without_a_game_is_refused():
    with pytest.raises(TypeError, match=r"use game.new_initial_state\(\)"):
        Compiled.__new__(Compiled).rollout(RNG)


@pytest.mark.parametrize("backend", ["readable", "compiled"])
def test_setting_up_again_begins_again(backend):
    state = games.load_game(f"kuhn_poker(backend={backend})").new_initial_state().child(1)
    state.__init__(state.game)
    assert state.history() == []
    assert state.current_player() == -1


@pytest.mark.parametrize("action", [True, 1.0, None, "bet", [1], np.bool_(True)])
def test_only_integers_are_actions(action):
    state = games.load_game("kuhn_poker").new_initial_state().child(0).child(1)
    with pytest.raises(games.IllegalActionError, match="actions are integers; legal: pass, bet"):
        state.apply_action(action)
    state.apply_action(np.int64(1))
    assert state.history() == [0, 1, 1]


@pytest.mark.parametrize("name", games.registered_games())
@pytest.mark.parametrize("action", [10**30, None, "x"])
def test_text_of_what_is_no_action(name, action):
    state = games.load_game(name).new_initial_state()
    with pytest.raises(ValueError, match="is no "):
        state.action_to_string(action)
    with pytest.raises(games.IllegalActionError, match="None is not a move here"):
        state.string_to_action(None)


@pytest.mark.parametrize("seat", [-1, 2, 1.0, None, "0", True])
def test_seats_are_checked(seat):
    state = games.load_game("kuhn_poker").new_initial_state()
    for ask in (state.information_key, state.observation_string, state.information_state_string):
        if seat is None and ask == state.observation_string:
            continue  # it shows everything
        with pytest.raises(ValueError, match=r"does not exist: the seats are 0 to 1"):
            ask(seat)


def test_randomness_comes_from_numpy():
    state = games.load_game("kuhn_poker").new_initial_state()
    with pytest.raises(TypeError, match=r"a numpy.random.Generator, not int"):
        state.sample_chance(3)
    with pytest.raises(ValueError, match="at least one outcome"):
        Stream(1).pick([])


@pytest.mark.parametrize(
    "kernel", [lambda: perft(None, 1), lambda: playouts(None, np.zeros((1, 2)), 1)]
)
def test_kernels_want_a_state(kernel):
    with pytest.raises(TypeError, match=r"expected ext\.state\.State"):
        kernel()


def test_moves_worth_a_search_are_public():
    state = games.load_game("kuhn_poker").new_initial_state()
    assert state.considered_actions() == []  # a chance event is pending
    state = state.child(0).child(1)
    assert state.considered_actions() == state.legal_actions() == [0, 1]
    assert state.child(0).child(0).considered_actions() == []
    found = []
    for backend in ("readable", "compiled"):
        skat = games.load_game(f"skat(deals=1,backend={backend})").new_initial_state()
        play_out_chance(skat, Deal(3))
        for move in ("bid 18", "pass", "pass", "pick up"):
            skat.apply_action(skat.string_to_action(move))
        found.append(skat.considered_actions())
        assert set(found[-1]) < set(skat.legal_actions())
    assert found[0] == found[1]


def test_one_action_of_the_playout_policy():
    """Legal, the same with one seed, the same on both backends; the state stays as it is."""
    lines = []
    for backend in ("readable", "compiled"):
        state = games.load_game(f"skat(deals=1,backend={backend})").new_initial_state()
        rng, line = np.random.default_rng(5), []
        while not state.is_terminal():
            before = state.digest()
            line.append(state.playout_action(rng))
            assert state.digest() == before
            state.apply_action(line[-1])
        lines.append(line)
    assert lines[0] == lines[1]
    with pytest.raises(ValueError, match="the game is over"):
        state.playout_action(np.random.default_rng(1))


@pytest.mark.parametrize("utility", ["score", "margin", "win", "rank"])
def test_gains_are_what_a_search_counts(utility):
    game = games.load_game(f"skat(deals=2,utility={utility})")
    state, rng, marks = game.new_initial_state(), np.random.default_rng(2), []
    while not state.is_terminal():
        if state.round() == len(marks):
            marks.append(state.clone())
        state.apply_action(state.playout_action(rng))
    first, second = marks
    assert any(second.scores())  # the first deal was not passed in
    running = {"score": "scores", "margin": "utilities"}.get(utility)
    if running:
        change = np.subtract(getattr(state, running)(), getattr(second, running)())
        assert state.gains(second) == list(change)
        assert state.gains(first) == getattr(state, running)()
    else:
        assert state.gains(second) == state.gains(first) == state.returns()
        score = max(second.scores(), key=abs)  # the margin stands in before the end
        assert sorted(second.gains(first)) == sorted([score, -score / 2, -score / 2])
    assert first.gains(first) == [0.0] * 3
    with pytest.raises(ValueError, match="within one game, not from kuhn_poker"):
        state.gains(games.load_game("kuhn_poker").new_initial_state())
