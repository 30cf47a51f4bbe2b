"""The exact solver of open cards against plain induction, on short decks of games of tricks."""

import numpy as np
import pytest

from ext.kernels.maxn import OpenSearch
from games import State, load_game, registered_games
from games.mechanics.trickopen import TrickOpenSolver
from tests.contract.variants import specs

GAMES = [n for n in registered_games() if isinstance(load_game(n).open_solver(), TrickOpenSolver)]
CARDS = 12  # in all hands when the induction begins
DEALS = 6
Values = tuple[float, ...]


def induction(state: State, root: State) -> Values:
    """max^n by the public contract: one's own gain first, then the least for the next seats."""
    if state.is_terminal() or state.round() > root.round():
        return tuple(state.gains(root))
    seat, seats = state.current_player(), state.game.num_players()
    below = [induction(state.child(action), root) for action in state.legal_actions()]
    following = [(seat + i) % seats for i in range(1, seats)]

    def liking(values: Values) -> tuple[float, ...]:
        return round(values[seat], 6), *(-round(values[s], 6) for s in following)

    return max(below, key=liking)


def sure(state: State, root: State, seat: int) -> float:
    """What a seat is sure of when all others play against it."""
    if state.is_terminal() or state.round() > root.round():
        return state.gains(root)[seat]
    below = [sure(state.child(action), root, seat) for action in state.legal_actions()]
    return max(below) if state.current_player() == seat else min(below)


def endgames(spec: str, most: int, seed: int) -> list[State]:
    """Positions with at most `most` cards in all hands, one a deal; plain and random play mixed."""
    rng, found = np.random.default_rng(seed), []
    game = load_game(spec)
    while len(found) < DEALS:
        state = game.new_initial_state()
        while not state.is_terminal():
            left = sum(hand.bit_count() for hand in state.hands)
            if state.phase() == "play" and state.current_player() >= 0 and left <= most:
                found.append(state)
                break
            plain = rng.random() < 0.5 or state.is_chance_node()
            legal = state.legal_actions()
            state.apply_action(state.playout_action(rng) if plain else int(rng.choice(legal)))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_max_n(name: str) -> None:
    for spec in (specs(name)[0], name):
        for state in endgames(spec, CARDS if spec != name else CARDS - 2, 1):
            solver = state.game.open_solver()
            wanted = {a: induction(state.child(a), state) for a in state.legal_actions()}
            found = solver.values(state)
            assert list(found) == list(wanted)
            for action, values in wanted.items():
                assert found[action] == pytest.approx(values), (state.history(), action)


@pytest.mark.parametrize("name", GAMES)
def test_paranoid(name: str) -> None:
    for spec in (specs(name)[0], name):
        for state in endgames(spec, CARDS if spec != name else CARDS - 2, 2):
            seat = state.current_player()
            found = state.game.open_solver(paranoid=True).values(state)
            for action in state.legal_actions():
                wanted = sure(state.child(action), state, seat)
                assert found[action][seat] == pytest.approx(wanted), (state.history(), action)


@pytest.mark.parametrize("name", GAMES)
def test_readable_games_are_solved_alike(name: str) -> None:
    """A readable game has no table of positions and no cards that count as one."""
    spec = specs(name)[0]
    for state in endgames(spec, 9, 3)[:2]:
        other = load_game(spec, backend="readable").new_initial_state()
        for action in state.history():
            other.apply_action(action)
        one, two = OpenSearch(state), OpenSearch(other)
        for found, wanted in (
            (two.values(other), one.values(state)),
            (two.guaranteed(other), one.guaranteed(state)),
        ):
            assert list(found) == list(wanted)
            for action, values in wanted.items():
                assert found[action] == pytest.approx(values)
        assert other.game.open_solver().values(other) == one.values(state)


def test_a_table_that_is_far_too_small_changes_nothing() -> None:
    for state in endgames("spades(deals=1)", 16, 4):
        small, large = OpenSearch(state, 4), OpenSearch(state, 20)
        assert small.values(state) == large.values(state)
        assert small.guaranteed(state) == large.guaranteed(state)
        assert small.nodes > large.nodes


def test_what_a_search_refuses() -> None:
    state = load_game("spades(deals=2)").new_initial_state()
    with pytest.raises(ValueError, match="2\\*\\*4 to 2\\*\\*28"):
        OpenSearch(state, 3)
    with pytest.raises(ValueError, match="nobody is to move"):
        OpenSearch(state).values(state)
    later = endgames("spades(deals=2)", 4, 5)[0]
    with pytest.raises(ValueError, match="this search solves round"):
        OpenSearch(later).values(load_game("skat").new_initial_state())
    poker = load_game("leduc_poker").new_initial_state()
    for _ in range(2):
        poker.apply_action(poker.legal_actions()[0])
    with pytest.raises(ValueError, match="chance event ahead"):
        OpenSearch(poker).values(poker)
