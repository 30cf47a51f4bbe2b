"""MCTS against exact values: best moves, proofs, signs, from every seat of games small enough."""

import itertools

import numpy as np
import pytest

from ext.kernels.mcts import Tree
from games import State
from tests.oracles.induction import Induction, positions, standing
from tests.toys.toy import load_toy
from tests.toys.wagers.game import KEEP, STAKE


def searched(state: State, count: int, seed: int = 1, **options: object) -> Tree:
    tree = Tree(state, **options)
    tree.run(count, seed)
    return tree


def check_proofs(tree: Tree, state: State, oracle: Induction) -> int:
    """Whatever the tree calls proven is exactly what perfect play is worth; how many were."""
    proven = [row for row in tree.moves() if row["proven"]]
    for row in proven:
        child = state.child(row["action"])
        worth = {vector[state.current_player()] for vector in oracle.outcomes(child)}
        before = standing(state)[state.current_player()]
        assert len(worth) == 1, f"{row} has no one value after {state.history()}"
        assert row["value"] == pytest.approx(worth.pop() - before, abs=1e-9), state.history()
        assert row["stderr"] == 0.0
    if tree.proven is not None:
        gains = np.array(oracle.value(state)) - standing(state)
        assert tree.proven == pytest.approx(gains, abs=1e-9), state.history()
    return len(proven)


# ---- two seats, no chance: every position ----

SAMPLES = [
    ("tic_tac_toe", 300, 11),
    ("connect_three", 600, 300),
    ("connect_three(columns=3,rows=4)", 600, 40),
    ("nim", 200, 1),
    ("nim(misere=true)", 200, 1),
    ("nim(heaps=44)", 600, 1),
]


@pytest.mark.parametrize(("spec", "count", "every"), SAMPLES)
def test_the_move_is_best_and_proofs_are_true(spec: str, count: int, every: int) -> None:
    oracle, states = positions(spec)
    proven = 0
    for state in states[::every]:
        tree = searched(state, count)
        assert tree.moves()[0]["action"] in oracle.best(state), state.history()
        proven += check_proofs(tree, state, oracle)
    assert proven > len(states[::every]) / 2  # proofs were there to be judged
    assert {state.current_player() for state in states[::every]} == {0, 1}


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["tic_tac_toe", "connect_three"])
def test_every_position(spec: str) -> None:
    oracle, states = positions(spec)
    for state in states:
        tree = searched(state, 3000)
        assert tree.moves()[0]["action"] in oracle.best(state), state.history()
        check_proofs(tree, state, oracle)


@pytest.mark.parametrize("spec", ["tic_tac_toe", "connect_three", "nim"])
def test_a_win_in_one_is_found_by_as_many_simulations_as_moves(spec: str) -> None:
    found = 0
    for state in positions(spec)[1]:
        seat, legal = state.current_player(), state.legal_actions()
        children = {action: state.child(action) for action in legal}
        wins = {a for a, child in children.items() if child.returns()[seat] > 0}
        if wins:
            row = searched(state, len(legal)).moves()[0]
            assert row["action"] in wins, state.history()
            assert row["proven"]
            assert row["value"] == 1.0
            found += 1
    assert found > 10


@pytest.mark.parametrize("misere", [False, True])
def test_nim_is_proven_to_the_end(misere: bool) -> None:
    oracle, states = positions("nim(misere=true)" if misere else "nim")
    for state in states:
        tree = searched(state, 5000)
        assert tree.proven == oracle.value(state), state.history()
        assert tree.simulations < 5000  # it stopped when nothing was left to find out


def test_all_moves_lose_and_one_is_chosen_all_the_same() -> None:
    """Heaps 2 and 2: the seat to move loses whatever it does, and the tree says so."""
    state = load_toy("nim(heaps=22)").new_initial_state()
    tree = searched(state, 500)
    assert tree.proven == (-1.0, 1.0)
    assert tree.moves()[0]["action"] in state.legal_actions()


# ---- chance, any number of seats, values below zero ----

THROWS = [(1, 3), (2, 1), (3, 1)]


@pytest.mark.parametrize("utility", ["score", "margin"])
@pytest.mark.parametrize(("players", "rounds"), THROWS)
def test_wagers_are_proven_to_the_mean(players: int, rounds: int, utility: str) -> None:
    """A throw before each decision of each seat: the exact mean, with the right sign for each."""
    spec = f"wagers(players={players},rounds={rounds},utility={utility})"
    oracle, states = positions(spec)
    seats, signs = set(), set()
    for state in states[:: 1 + len(states) // 60]:
        tree = searched(state, 6000)
        assert tree.proven is not None, state.history()
        check_proofs(tree, state, oracle)
        assert tree.moves()[0]["action"] in oracle.best(state)
        seats.add(state.current_player())
        signs |= {np.sign(value) for value in tree.proven}
    assert seats == set(range(players))
    assert {-1.0, 1.0} <= signs or players == 1


@pytest.mark.parametrize(("players", "rounds"), [(1, 4), (2, 2)])
def test_values_tend_to_the_mean_before_that_is_proven(players: int, rounds: int) -> None:
    """The best move's value is near its exact one long before that is proven, whoever moves."""
    oracle, states = positions(f"wagers(players={players},rounds={rounds},utility=margin)")
    seats, judged = set(), 0
    for state in states[:: 1 + len(states) // 200]:
        row = searched(state, 120).moves()[0]
        if not row["proven"]:
            exact = oracle.values(state)[row["action"]]
            assert abs(row["value"] - exact) < 4 * row["stderr"] + 0.5, state.history()
            assert exact > max(oracle.values(state).values()) - 4 * row["stderr"]
            seats.add(state.current_player())
            judged += 1
    assert judged > 5
    assert 0 in seats


def test_outcomes_are_drawn_by_their_odds() -> None:
    """Staking 5 is worth 0.4 * 10 - 0.6 * 5 = 1, which is 4 less than keeping it."""
    state = load_toy("wagers(players=1,rounds=4)").new_initial_state()
    state.apply_action(2)  # 5 is thrown
    tree = searched(state, 10, exploration=0.2)
    for move in (KEEP, STAKE):
        tree.run(8000, 1, move)
    rows = {row["action"]: row for row in tree.moves()}
    assert not rows[KEEP]["proven"]
    assert not rows[STAKE]["proven"]
    assert rows[STAKE]["value"] - rows[KEEP]["value"] == pytest.approx(-4.0, abs=0.5)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("chance", [False, True])
def test_thickets_are_proven_for_every_seat(players: int, chance: bool) -> None:
    """Random trees in which the same seat may move again: every seat's value, to the last digit."""
    for seed in range(12):
        game = load_toy("thicket", players=players, chance=chance, seed=seed)
        state, oracle = game.new_initial_state(), Induction()
        tree = searched(state, 6000)
        assert tree.proven is not None, seed
        check_proofs(tree, state, oracle)
        assert {tree.moves()[0]["action"]} == oracle.best(state)


@pytest.mark.parametrize("chance", [False, True])
def test_ties_among_three_seats_are_not_proven(chance: bool) -> None:
    """Where perfect play has several outcomes nothing is proven; where it has one, all is."""
    open_ones = 0
    for seed in range(25):
        game = load_toy("thicket", coarse=True, chance=chance, depth=3, seed=seed)
        state, oracle = game.new_initial_state(), Induction()
        tree = searched(state, 1500)
        if len(oracle.outcomes(state)) > 1:
            assert tree.proven is None, seed
            open_ones += 1
        for row in tree.moves():
            if row["proven"]:
                assert len(oracle.outcomes(state.child(row["action"]))) == 1, seed
        check_proofs(tree, state, oracle)
    assert 0 < open_ones < 25


@pytest.mark.parametrize("utility", ["win", "rank"])
def test_wins_and_ranks_are_proven(utility: str) -> None:
    """Three seats that play for the first place, or for their places: ties share them."""
    proven = 0
    for seed in range(12):
        game = load_toy("thicket", chance=False, depth=3, seed=seed, utility=utility)
        state, oracle = game.new_initial_state(), Induction()
        tree = searched(state, 3000, whole_game=True)
        proven += check_proofs(tree, state, oracle)
        values = {row["action"]: row["value"] for row in tree.moves() if row["proven"]}
        assert all(0.0 <= value <= 1.0 for value in values.values())
    assert proven > 6


# ---- the horizon ----


@pytest.mark.parametrize("utility", ["score", "margin", "win", "rank"])
def test_a_round_is_proven_by_what_it_adds(utility: str) -> None:
    """To the end of the round: points, or the lead over the other where only the end is valued."""
    spec = "march(plies=6,moves=5,points=12,plies_a_round=2)"
    state = load_toy(spec, utility=utility).new_initial_state()
    state.apply_action(4)
    state.apply_action(0)  # the first round: 12 to 0
    ahead = 0.0 if utility == "score" else -12.0
    for move, seed in itertools.product(range(5), range(4)):
        tree = searched(state.child(move), 200, seed)  # seat 1 ends the second round
        assert tree.proven == (ahead, 12.0)
        assert tree.moves()[0]["action"] == 4
    tree = searched(state, 2000)
    assert tree.proven == ((12.0, 12.0) if utility == "score" else (0.0, 0.0))


@pytest.mark.parametrize("utility", ["win", "rank"])
def test_the_last_round_is_worth_what_the_game_is(utility: str) -> None:
    spec = "march(plies=4,moves=3,points=12,plies_a_round=2)"
    state = load_toy(spec, utility=utility).new_initial_state()
    for move in (2, 0, 0):
        state.apply_action(move)  # 12 to 0, and seat 1 can only draw level
    for whole_game in (False, True):
        tree = searched(state, 100, whole_game=whole_game)
        assert tree.proven == (0.5, 0.5)
        assert tree.moves()[0]["action"] == 2
