"""PIMC: means over worlds, the worlds themselves, decisions before the solver's part, MCTS."""

import itertools

import numpy as np
import pytest

import games
import search
from games.core.deal import Deal, play_out_chance
from search.tree.worlds import candidates, draw_worlds, open_values, preference
from tests.games.skat_cases import HANDS, dealt, play

PLAY = "bid 18;pass;pass;hand;Clubs;no announcement"


def generator(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def late(seed: int, left: int, spec: str = "skat(deals=1)"):
    """A decision with so many cards a hand left, reached by the rule players."""
    for number in itertools.count(100 * seed):
        state = games.load_game(spec).new_initial_state()
        play_out_chance(state, Deal(number))
        while not state.is_terminal():
            hand = state.hands[state._turn()].bit_count()
            if state.phase() == "play" and hand <= left and len(state.legal_actions()) > 1:
                return state
            state.apply_action(state.rule_action())


def minimax(state, start, declarer: int) -> float:
    """The declarer's gain with open cards, by the contract alone."""
    if state.is_terminal():
        return state.gains(start)[declarer]
    best = max if state.current_player() == declarer else min
    return best(minimax(state.child(a), start, declarer) for a in state.legal_actions())


@pytest.mark.parametrize("seed", range(6))
def test_values_are_means_over_solved_worlds(seed) -> None:
    """Every world by minimax, with the worlds that the generator gives."""
    state = late(seed, 3)
    seat, declarer, rng = state.current_player(), state.seat_of(state.declarer), generator(seed)
    worlds = [state.resample_from_infostate(seat, rng) for _ in range(6)]
    found = search.make_player("pimc(worlds=6)").analyse(state, generator(seed))
    share = 1.0 if seat == declarer else -0.5
    for action in state.legal_actions():
        values = [share * minimax(world.child(action), world, declarer) for world in worlds]
        stat = found.move(action)
        assert stat.value == pytest.approx(np.mean(values))
        assert stat.stderr == pytest.approx(np.std(values, ddof=1) / 6**0.5)
        assert stat.visits == 6
    choice = search.make_player("pimc(worlds=6)").choose(state, generator(seed))
    assert choice == found.best.action
    assert found.best.value == max(stat.value for stat in found.moves)
    assert found.simulations == 6
    assert ": pimc(worlds=6), 6 worlds in " in found.title


def test_worlds_are_the_same_whatever_values_them() -> None:
    state = late(1, 6)
    shown = []
    for _ in range(2):
        shown.append([world.state.digest() for world in draw_worlds(state, 5, generator())])
    assert shown[0] == shown[1]
    assert len(set(shown[0])) > 1
    more = [world.state.digest() for world in draw_worlds(state, 8, generator())]
    assert more[:5] == shown[0]  # fewer worlds are the first of more


@pytest.mark.parametrize("history", ["", "bid 18;pass;pass", "bid 18;pass;pass;pick up"])
def test_decisions_before_the_play(history) -> None:
    """The auction, the skat and the discards: played on by the policy, then solved."""
    state = dealt(HANDS)
    if history:
        play(state, history)
    found = search.make_player("pimc(worlds=4)").analyse(state, generator())
    tried = [stat.action for stat in found.moves if stat.visits]
    assert sorted(tried) == candidates(state) == state.considered_actions()
    assert len(found.moves) == len(state.legal_actions())
    asked = next(a for a in state.legal_actions() if a not in tried) if not history else tried[0]
    again = search.make_player("pimc(worlds=4)").analyse(state, generator(), extra=(asked,))
    assert again.move(asked).visits == 4
    for action in tried:
        assert again.move(action) == found.move(action)  # common worlds, common random numbers


def test_moves_share_their_random_numbers(monkeypatch) -> None:
    state, used = dealt(HANDS), []
    [world] = draw_worlds(state, 1, generator())
    plain = np.random.default_rng
    monkeypatch.setattr(np.random, "default_rng", lambda seed: used.append(seed) or plain(seed))
    open_values(world, state.considered_actions(), state.current_player())
    assert used == [world.seed] * len(state.considered_actions())
    assert len(used) > 1


def test_passing_a_deal_in_gains_nothing_and_a_won_game_its_value() -> None:
    state = play(dealt(HANDS), "pass;pass")
    found = search.make_player("pimc(worlds=3)").analyse(state, generator())
    assert found.move(state.string_to_action("pass")).value == 0.0
    play(state, "bid 18;pick up;D7")  # then one more card, and the contract
    contracts = play(state.clone(), "DT")
    values = search.make_player("pimc(worlds=20)").analyse(contracts, generator())
    assert values.best.value > 0
    assert values.best.text in ("Grand", "Clubs")


def test_equal_moves_go_to_the_rule_player_then_to_the_first() -> None:
    state = play(dealt(HANDS), PLAY)
    actions = state.legal_actions()
    flat = np.zeros(len(actions))
    order = preference(state, actions, flat)
    assert actions[order[0]] == state.rule_action()
    assert order[1:] == sorted(order[1:])
    flat[3] = 1e-12  # sums in another order
    assert preference(state, actions, flat) == order
    flat[3] = 0.5
    assert preference(state, actions, flat)[0] == 3
    kuhn = games.load_game("kuhn_poker").new_initial_state().child(0).child(1)
    assert preference(kuhn, [0, 1], np.zeros(2)) == [0, 1]


def test_worlds_by_mcts() -> None:
    """Tic-tac-toe has no solver: the winning move is found; a game with one may be asked, too."""
    board = games.load_game("tic_tac_toe").new_initial_state()
    for move in ("a1", "a2", "b1", "b2"):
        board.apply_action(board.string_to_action(move))
    found = search.make_player("pimc(worlds=3,simulations=300)").analyse(board, generator())
    assert found.best.text == "c1"
    one = search.make_player("pimc(worlds=1,simulations=1)").analyse(board, generator())
    assert all(np.isfinite(stat.value) and np.isnan(stat.stderr) for stat in one.moves)
    state = late(2, 3)
    exact = search.make_player("pimc(worlds=10)").analyse(state, generator())
    player = search.make_player("pimc(worlds=10,solver=mcts,simulations=2000)")
    tree = player.analyse(state, generator())
    assert exact.move(tree.best.action).value == exact.best.value
    assert tree.best.value == pytest.approx(exact.best.value, abs=1)


def test_only_one_phase() -> None:
    state = dealt(HANDS)
    player = search.make_player("pimc(worlds=2,only=play)")
    assert player.choose(state, generator()) == state.rule_action()


def test_twins_agree() -> None:
    found = []
    for backend in ("readable", "compiled"):
        state = late(3, 5, f"skat(deals=1,backend={backend})")
        found.append(search.make_player("pimc(worlds=8)").analyse(state, generator()).moves)
    assert found[0] == found[1]
