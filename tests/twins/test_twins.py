"""Twins are proven equal: a readable game and its compiled twin can't be told apart.

In rising strength: lockstep on moves that hypothesis picks, perft, the same kernel with the same
seed bit for bit (playouts, informed ones, tree searches), information keys that split the
visited states alike. The golden is compared on both in ``tests/playthroughs``, the contract in
``tests/contract``.
"""

from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ext.kernels import ismcts, mcts
from ext.kernels.follow import considered, seen
from ext.kernels.perft import perft
from ext.kernels.rollouts import playouts
from games import Game, State, load_game, registered_games
from tests.contract.sample import LIGHT, Sample, replay
from tests.contract.variants import backends, specs

TWINS = [name for name in registered_games() if len(backends(name)) == 2]
SPECS = [spec for name in TWINS for spec in specs(name)]
BASES = [specs(name)[0] for name in TWINS]
SMALL_PERFT = 20_000  # sequences that the readable game is asked to count
PLAYOUTS = 40


def twins(spec: str) -> tuple[Game, Game]:
    """The readable and the compiled game."""
    return load_game(spec, backend="readable"), load_game(spec, backend="compiled")


def histories(spec: str) -> list[list[int]]:
    """Random games, not all of a long one."""
    return [history[:400] for history in Sample(load_game(spec), 2, LIGHT).histories]


def assert_same(one: State, two: State) -> None:
    """Everything that the contract answers is the same on both."""
    assert one.current_player() == two.current_player()
    assert one.legal_actions() == two.legal_actions()
    assert one.phase() == two.phase()
    assert one.round() == two.round()
    assert one.to_dict() == two.to_dict()
    assert str(one) == str(two)
    for what in ("returns", "utilities", "scores", "places"):
        assert getattr(one, what)() == getattr(two, what)(), what
    for seat in range(one.game.num_players()):
        assert one.information_state_string(seat) == two.information_state_string(seat)
        assert one.to_dict(seat) == two.to_dict(seat)
    if one.current_player() >= 0:
        assert considered(one) == considered(two)
        for seat in range(one.game.num_players()):
            assert seen(one, seat) == seen(two, seat)
    if one.is_chance_node():
        assert one.chance_outcomes() == two.chance_outcomes()
        assert one.chance_source() == two.chance_source()


@pytest.mark.parametrize("spec", SPECS)
@settings(max_examples=12, deadline=None, derandomize=True)
@given(data=st.data())
def test_lockstep(spec: str, data: st.DataObject) -> None:
    one, two = (game.new_initial_state() for game in twins(spec))
    picks = st.integers(min_value=0, max_value=2**16)
    for step in range(90):
        assert_same(one, two)
        legal = one.legal_actions()
        if not legal:
            break
        action = legal[data.draw(picks) % len(legal)] if step % 5 else legal[step % len(legal)]
        one.apply_action(action)
        two.apply_action(action)


@pytest.mark.parametrize("spec", SPECS)
def test_random_games_to_the_end(spec: str) -> None:
    readable, compiled = twins(spec)
    for history in histories(spec):
        walks = zip(replay(readable, history), replay(compiled, history), strict=True)
        for at, (one, two) in enumerate(walks):
            if at % (1 + len(history) // 60) == 0 or at == len(history):
                assert_same(one, two)
        assert one.clone().digest() == two.clone().digest()


@pytest.mark.parametrize("spec", BASES)
def test_perft(spec: str) -> None:
    one, two = (game.new_initial_state() for game in twins(spec))
    for depth in range(12):
        nodes = perft(two, depth)
        if nodes > SMALL_PERFT:
            break
        assert perft(one, depth) == nodes


@pytest.mark.parametrize("informed", [False, True])
@pytest.mark.parametrize("spec", SPECS)
def test_playouts_are_equal_bit_for_bit(spec: str, informed: bool) -> None:
    readable, compiled = twins(spec)
    starts = [[], *(history[: len(history) // 2] for history in histories(spec)[:2])]
    for start in starts:
        rows, moves = [], []
        for game in (readable, compiled):
            *_, state = replay(game, start)
            long = game.max_game_length() > 2000
            rows.append(np.zeros((2 if long else PLAYOUTS, game.num_players())))
            moves.append(playouts(state, rows[-1], 7, 3, informed))
        assert moves[0] == moves[1]
        np.testing.assert_array_equal(*rows)


@pytest.mark.parametrize("spec", SPECS)
def test_resamples_are_equal(spec: str) -> None:
    readable, compiled = twins(spec)
    for history in histories(spec):
        cut = history[: 2 * len(history) // 3]
        for seat in range(readable.num_players()):
            worlds = []
            for game in (readable, compiled):
                *_, state = replay(game, cut)
                worlds.append(state.resample_from_infostate(seat, np.random.default_rng(5)))
            assert worlds[0].history() == worlds[1].history()
            assert_same(*worlds)


@pytest.mark.parametrize("kernel", [ismcts, mcts])
@pytest.mark.parametrize("spec", BASES)
def test_search_is_equal_bit_for_bit(spec: str, kernel: ModuleType) -> None:
    readable, compiled = twins(spec)
    for history in histories(spec):
        trees = []
        for game in (readable, compiled):
            decisions = [s.clone() for s in replay(game, history) if s.current_player() >= 0]
            tree = kernel.Tree(decisions[len(decisions) // 2])
            tree.run(60, 11)
            trees.append(tree.moves())
        np.testing.assert_equal(*trees)


@pytest.mark.parametrize("spec", SPECS)
def test_keys_split_the_states_alike(spec: str) -> None:
    readable, compiled = twins(spec)
    there: dict[tuple[int, int], int] = {}
    back: dict[tuple[int, int], int] = {}
    for history in histories(spec):
        walks = zip(replay(readable, history), replay(compiled, history), strict=True)
        for one, two in walks:
            for seat in range(readable.num_players()):
                a, b = one.information_key(seat), two.information_key(seat)
                assert there.setdefault((seat, a), b) == b
                assert back.setdefault((seat, b), a) == a
