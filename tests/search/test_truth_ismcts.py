"""ISMCTS against what is known: dominated moves, worlds that differ, moves seen in part."""

import math

import numpy as np
import pytest

from ext.kernels.ismcts import Tree
from games import State, load_game
from tests.oracles.induction import decisions, positions
from tests.toys.gates.game import HANDS, PAYS
from tests.toys.pockets.game import LEFT, PLAY, RIGHT, SURE, TABLE
from tests.toys.rarities.game import PLAIN, RARE
from tests.toys.toy import load_toy


def after(state: State, *actions: int) -> State:
    for action in actions:
        state.apply_action(action)
    return state


def searched(state: State, count: int, seed: int = 1, **options: float) -> Tree:
    tree = Tree(state, **options)
    tree.run(count, seed)
    return tree


def values(tree: Tree) -> dict[int, float]:
    return {row["action"]: row["value"] for row in tree.moves()}


# ---- Kuhn poker ----

PASS, BET = 0, 1


def information_sets(spec: str) -> list[State]:
    """One state of each information set of the seat to move."""
    states = decisions(load_game(spec).new_initial_state())
    return list({s.information_state_string(s.current_player()): s for s in states}.values())


def dominated(state: State) -> set[int]:
    """Moves that are never better and sometimes worse, whatever the others hold and do.

    Kuhn 1950: facing a bet the highest card calls and the lowest folds. With two seats the king
    bets after a pass.
    """
    card = state.cards[state.current_player()]
    highest, lowest = card == state.game.num_players(), card == 0
    if BET in state.bets:
        return {PASS} if highest else ({BET} if lowest else set())
    if state.game.num_players() == 2 and state.bets == [PASS]:
        return {PASS} if highest else set()
    return set()


@pytest.mark.parametrize("backend", ["compiled", "readable"])
@pytest.mark.parametrize(("players", "sets"), [(2, 12), (3, 48)])
def test_no_dominated_move_in_kuhn_poker(players: int, sets: int, backend: str) -> None:
    states = information_sets(f"kuhn_poker(players={players},backend={backend})")
    assert len(states) == sets
    judged = [state for state in states if dominated(state)]
    assert {state.current_player() for state in judged} == set(range(players))
    for state in judged:
        for seed in (1, 2):
            row = searched(state, 1000, seed).moves()[0]
            assert row["action"] not in dominated(state), state.information_state_string(0)


def test_a_call_in_kuhn_poker_is_worth_its_mean_over_the_worlds() -> None:
    """The last decision of a hand: the other card is one of two, equally likely."""
    exact = {0: -2.0, 1: 0.0, 2: 2.0}  # jack, queen, king
    for state in information_sets("kuhn_poker"):
        if BET in state.bets:
            rows = {row["action"]: row for row in searched(state, 4000, exploration=5.0).moves()}
            call = rows[BET]
            card = state.cards[state.current_player()]
            assert abs(call["value"] - exact[card]) < 4 * call["stderr"] + 1e-9
            assert rows[PASS]["value"] == -1.0
            assert rows[PASS]["stderr"] == 0.0


# ---- worlds with different moves ----


def test_the_gate_that_holds_in_every_world_is_found() -> None:
    """Replies depend on the hand; the value is the mean over hands of each hand's best reply."""
    exact = [np.mean([min(pays[card] for card in hand) for hand in HANDS]) for pays in PAYS]
    state = after(load_toy("gates").new_initial_state(), 6)
    for seed in (1, 2, 3):
        tree = searched(state, 10_000, seed, exploration=0.5)
        assert tree.moves()[0]["action"] == int(np.argmax(exact)) == 0
        assert values(tree)[0] == 0.5
    even = searched(state, 1)
    for gate in range(3):  # every gate as often as the others
        while gate not in values(even):
            even.run(1, 1)
        even.run(10_000, 1, gate)
        assert values(even)[gate] == pytest.approx(exact[gate], abs=0.08)


@pytest.mark.parametrize("gate", [0, 1, 2])
def test_the_best_card_of_any_hand_is_found(gate: int) -> None:
    """Seat 1 knows its hand: it concedes the least, from every hand."""
    for number, hand in enumerate(HANDS):
        state = after(load_toy("gates").new_initial_state(), number, gate)
        best = min(PAYS[gate][card] for card in hand)
        assert PAYS[gate][searched(state, 200).moves()[0]["action"]] == best
        assert set(values(searched(state, 200))) == set(hand)


EAGER = 4.0  # exploration with which rare moves are tried more than once


def rare_tries(count: int, seed: int, by_availability: bool) -> float:
    """How often a bandit with arms that come and go tries the arms that are hardly ever there.

    Seat 1's node of rarities, by the page docs/search.md: every arm once before any is compared,
    then the highest mean + c * sigma * sqrt(ln m / n). Here m counts how often the arm was there,
    or (wrongly) the visits of the node; sigma is the standard deviation of all values so far, at
    least a quarter of their range, 1 before there are two.
    """
    rng = np.random.default_rng(seed)
    tries, there = [0] * (len(RARE) + 1), [0] * (len(RARE) + 1)
    for at in range(1, count + 1):
        arms = [PLAIN, int(rng.integers(1, len(RARE) + 1))]
        rare = sum(tries[1:])
        share = rare / max(1, at - 1)  # of the values 1 and -1 so far
        sigma = 1.0
        if 0 < share < 1:
            sigma = max(2 * math.sqrt(share * (1 - share) * (at - 1) / (at - 2)), 0.5)
        bounds = {}
        for arm in arms:
            there[arm] += 1
            m = there[arm] if by_availability else at
            width = math.sqrt(math.log(m) / tries[arm]) if tries[arm] else math.inf
            bounds[arm] = (1.0 if arm == PLAIN else -1.0) + EAGER * sigma * width
        best = [arm for arm in arms if bounds[arm] == max(bounds.values())]
        tries[best[int(rng.integers(len(best)))]] += 1
    return float(sum(tries[1:]))


def test_exploration_counts_how_often_a_move_was_there() -> None:
    """As many tries of moves that are rarely legal as the rule gives, not as visits would give."""
    count, seeds = 3000, range(5)
    state = after(load_toy("rarities").new_initial_state(), 1)
    trees = [searched(state, count, seed, exploration=EAGER) for seed in seeds]
    found = [count * (values(tree)[0] + 1) / 2 for tree in trees]
    right, wrong = (
        np.mean([rare_tries(count, seed, rule) for seed in seeds]) for rule in (True, False)
    )
    assert abs(right - wrong) > 0.3 * right  # the test can tell one from the other
    assert np.mean(found) == pytest.approx(right, rel=0.1)


# ---- moves seen only in part ----


def test_a_coin_in_a_pocket_is_not_seen() -> None:
    """The gamble is worth nothing against a hidden coin: the sure quarter is taken."""
    state = load_toy("pockets").new_initial_state()
    for seed in range(4):
        tree = searched(state, 10_000, seed, exploration=3.0)
        assert tree.moves()[0]["action"] == SURE
        tree.run(10_000, seed, PLAY)
        assert values(tree)[SURE] == 0.25
        assert abs(values(tree)[PLAY]) < 0.15


def test_pockets_that_look_the_same_are_worth_the_same() -> None:
    for coin in (LEFT, RIGHT):
        state = after(load_toy("pockets").new_initial_state(), PLAY, coin)
        rows = searched(state, 6000, exploration=5.0).moves()
        assert len(rows) == 2
        for row in rows:
            assert abs(row["value"]) < 4 * row["stderr"]
    seen = after(load_toy("pockets").new_initial_state(), PLAY, TABLE)
    assert set(values(searched(seen, 100)).values()) == {0.5}


def test_moves_that_look_alike_lead_to_one_node() -> None:
    """Below the gamble: one node for the coin, one for 'hidden', one for 'on the table'."""
    tree = searched(load_toy("pockets").new_initial_state(), 5000)
    assert tree.size == 4


# ---- perfect information: the same truths as for MCTS ----


@pytest.mark.parametrize(
    ("spec", "count", "every"),
    [("tic_tac_toe", 3000, 45), ("connect_three", 2000, 700), ("nim", 2000, 3)],
)
def test_the_move_is_best(spec: str, count: int, every: int) -> None:
    oracle, states = positions(spec)
    for state in states[::every]:
        rows = searched(state, count, exploration=2.0).moves()
        assert rows[0]["action"] in oracle.best(state), state.history()
        assert not any(row["proven"] for row in rows)  # one world proves nothing about others
    assert {state.current_player() for state in states[::every]} == {0, 1}


@pytest.mark.parametrize(("spec", "every"), [("tic_tac_toe", 3), ("connect_three", 60)])
def test_a_win_in_one_is_found(spec: str, every: int) -> None:
    """The winning move is worth 1, and what is chosen wins: it, or one that wins later by force."""
    (oracle, states), found = positions(spec), 0
    for state in states[::every]:
        seat, children = state.current_player(), {a: state.child(a) for a in state.legal_actions()}
        wins = {a for a, child in children.items() if child.returns()[seat] > 0}
        if wins:
            tree = searched(state, 400)
            assert all(values(tree)[action] == 1.0 for action in wins)
            assert tree.moves()[0]["action"] in oracle.best(state), state.history()
            found += 1
    assert found > 10


@pytest.mark.parametrize(("players", "rounds"), [(1, 3), (2, 1), (3, 1)])
def test_throws_have_the_right_sign_for_every_seat(players: int, rounds: int) -> None:
    spec = f"wagers(players={players},rounds={rounds},utility=margin)"
    oracle, states = positions(spec)
    for state in states[:: 1 + len(states) // 25]:
        row = searched(state, 1500).moves()[0]
        exact = oracle.values(state)
        assert exact[row["action"]] >= max(exact.values()) - 2 * row["stderr"] - 1e-9
        assert abs(row["value"] - exact[row["action"]]) < 4 * row["stderr"] + 0.5
