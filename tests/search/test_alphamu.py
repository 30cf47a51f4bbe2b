"""Alpha-mu: fronts, and the search against every strategy there is on small random trees."""

import itertools
import pathlib
from collections.abc import Iterator

import numpy as np
import pytest

import games
import search
from games.core.deal import Deal, play_out_chance
from search.tree.alphamu import AlphaMu
from search.tree.fronts import dominated, product, undominated, union
from search.tree.worlds import World
from tests.contract.scratch import game_folder

TOYS = pathlib.Path(__file__).resolve().parents[1] / "toys"
# Who moves in turn, and how many own moves are planned; more has too many strategies to list.
TREES = (("00", 2), ("010", 2), ("0110", 2), ("020", 2), ("0120", 2), ("0210", 2), ("0010", 3))
TREES += (("01010", 2), ("02010", 2), ("00010", 3))
WISE = (
    "0110",
    "0120",
    "0210",
    "0010",
)  # trees where, with these seeds, open cards never make the wrong move look best


@pytest.fixture
def toys() -> Iterator[None]:
    with game_folder(TOYS):
        yield


def forks(turns: str, seed: int, worlds: int = 3):
    """The first decision of a toy in each world."""
    game = games.load_game("forks", turns=turns, seed=seed, worlds=worlds)
    return [game.new_initial_state().child(world) for world in range(worlds)]


def rows(front) -> set[tuple[float, ...]]:
    return {tuple(row) for row in front}


def front_of(vectors) -> set[tuple[float, ...]]:
    """Undominated vectors, by the definition."""
    kept = set()
    for one in vectors:
        beaten = (
            all(a <= b for a, b in zip(one, other, strict=True)) and one != other
            for other in vectors
        )
        if not any(beaten):
            kept.add(one)
    return kept


def test_fronts_by_the_definition() -> None:
    rng = np.random.default_rng(1)
    for _ in range(200):
        size, worlds = rng.integers(1, 9, 2), int(rng.integers(1, 5))
        one, other = (rng.integers(0, 4, (int(n), worlds)).astype(float) for n in size)
        assert rows(undominated(one)) == front_of(rows(one))
        assert len(undominated(one)) == len(rows(undominated(one)))
        assert rows(union(one, other)) == front_of(rows(one) | rows(other))
        for better, choice in ((np.minimum, min), (np.maximum, max)):
            pairs = itertools.product(rows(one), rows(other))
            both = {tuple(map(choice, a, b)) for a, b in pairs}
            assert rows(product(one, other, better)) == front_of(both)
        below = [any(all(a <= b) for b in other) for a in one]
        assert dominated(one, other) == all(below)


class Strategies:
    """Every way in which seat 0 may play so many moves, and what it brings in each world."""

    def __init__(self, worlds, depth: int) -> None:
        self.worlds, self.depth = worlds, depth
        self.solver = worlds[0].game.open_solver()

    def vectors(self, first: int) -> set[tuple[float, ...]]:
        """What the strategies that begin with a move bring."""
        lines = sorted(set(self._lines([state.child(first) for state in self.worlds], 1)))
        found = set()
        for choice in itertools.product((0, 1), repeat=len(lines)):
            plan = dict(zip(lines, choice, strict=True))
            found.add(tuple(self._play(s.child(first), plan, 1) for s in self.worlds))
        return found

    def _lines(self, states, moves: int):
        """Lines at which seat 0 chooses, as far as it plans."""
        for state in states:
            if state.is_terminal() or moves == self.depth:
                continue
            own = state.current_player() == 0
            if own:
                yield tuple(state.line)
            yield from self._lines([state.child(a) for a in state.legal_actions()], moves + own)

    def _play(self, state, plan, moves: int) -> float:
        if state.is_terminal():
            return state.scores()[0]
        if moves == self.depth:
            return self.solver.value(state)[0]
        if state.current_player() == 0:
            return self._play(state.child(plan[tuple(state.line)]), plan, moves + 1)
        best = max if state.current_player() == 2 else min
        return best(self._play(state.child(a), plan, moves) for a in state.legal_actions())


def searched(states) -> AlphaMu:
    return AlphaMu([World(state, state.game.open_solver(), 0) for state in states])


@pytest.mark.parametrize(("turns", "most"), TREES)
def test_fronts_are_those_of_all_strategies(turns, most, toys) -> None:
    sizes = set()
    for seed in range(1, 9):
        states = forks(turns, seed)
        for depth in range(1, most + 1):
            for action in (0, 1):
                front = searched(states).front(action, depth)
                assert rows(front) == front_of(Strategies(states, depth).vectors(action))
                sizes.add(len(front))
    assert max(sizes) > 1


@pytest.mark.parametrize(("turns", "depth"), TREES)
def test_the_choice_is_best_over_all_strategies(turns, depth, toys) -> None:
    """So is the value; cutting what cannot be best leaves it; less depth promises more."""
    erred = 0
    for seed in range(1, 13):
        states = forks(turns, seed)
        every = Strategies(states, depth)
        truth = [max(np.mean(v) for v in every.vectors(action)) for action in (0, 1)]
        open_cards = [every.solver.values(state) for state in states]
        table = np.array([[found[action][0] for action in (0, 1)] for found in open_cards])
        for thorough in (True, False):
            deeper = searched(states).deepened((0, 1), table, {0: 0, 1: 1}, depth, thorough)
            means = deeper.mean(axis=0)
            assert means.max() == pytest.approx(max(truth))
            assert truth[int(means.argmax())] == pytest.approx(max(truth))
            assert (means <= table.mean(axis=0) + 1e-9).all()
        erred += truth[int(table.mean(axis=0).argmax())] < max(truth) - 1e-9
    assert erred or turns in WISE


def test_it_does_not_hope_to_know_the_world_later(toys) -> None:
    """Eight points for sure, or ten for the right guess: open cards guess right every time."""
    [state, _] = forks("00", 0, 2)
    rng = np.random.default_rng
    assert search.make_player("pimc(worlds=100)").choose(state, rng(3)) == 1
    assert search.make_player("alphamu(worlds=100,depth=1)").choose(state, rng(3)) == 1
    player = search.make_player("alphamu(worlds=100)")
    assert player.choose(state, rng(3)) == 0
    analysis = player.analyse(state, rng(3))
    safe, guess = analysis.move(0), analysis.move(1)
    assert (safe.value, safe.stderr, safe.visits) == (8.0, 0.0, 100)
    assert 5.0 <= guess.value < 8.0


def decisions(count: int):
    """Decisions of Skat deals, early and late, in every phase."""
    for seed in range(count):
        state, deal = games.load_game("skat(deals=1)").new_initial_state(), Deal(seed)
        play_out_chance(state, deal)
        for step in range(40):
            if state.is_terminal():
                break
            if len(state.legal_actions()) > 1 and (step + seed) % 5 == 0:
                yield state.clone()
            state.apply_action(state.rule_action())


def test_with_one_move_it_is_pimc() -> None:
    for number, state in enumerate(decisions(5)):
        found = [
            search.make_player(spec).analyse(state, np.random.default_rng(number))
            for spec in ("pimc(worlds=5)", "alphamu(worlds=5,depth=1)")
        ]
        assert found[0].moves == found[1].moves
        one = search.make_player("alphamu(worlds=5,depth=1)")
        assert one.choose(state, np.random.default_rng(number)) == found[0].best.action


def test_deeper_values_are_lower_and_the_choice_is_the_best_of_them() -> None:
    told_apart = 0
    for number, state in enumerate(decisions(14)):
        if number not in (5, 12, 19, 26, 31):  # card play; in the last one a defender has to guess
            continue
        players = [search.make_player(f"alphamu(worlds=20,depth={depth})") for depth in (1, 2)]
        found = [player.analyse(state, np.random.default_rng(number)) for player in players]
        for stat in found[1].moves:
            fallen = found[0].move(stat.action).value - stat.value
            assert fallen >= -1e-9
            told_apart += fallen > 1e-9
        assert players[1].choose(state, np.random.default_rng(number)) == found[1].best.action
    assert told_apart


def test_a_game_without_an_exact_solver_is_refused() -> None:
    state = games.load_game("kuhn_poker").new_initial_state().child(0).child(1)
    player = search.make_player("alphamu")
    assert not player.plays(state)
    with pytest.raises(ValueError, match=r"kuhn_poker has no exact solver.*use pimc or ismcts"):
        player.choose(state, np.random.default_rng(1))
