"""Backward induction over the public contract: what perfect play is worth, as plainly as possible.

Each seat maximises its own utility (max^n; Luckhardt and Irani 1986), chance is a mean. Where a
seat does not care between moves that matter to others, a position has several outcomes under
perfect play: `outcomes` lists them all. Meant for games of perfect information that are small.
"""

from functools import cache
from itertools import product

from games import State, load_game
from tests.toys.toy import load_toy

Vector = tuple[float, ...]
PLACES = 9  # decimals to which two values are the same


class Induction:
    """Exact values of positions, remembered by their digest.

    Parameters
    ----------
    most : int
        Positions with more outcomes than this are refused: they would take too long to list.
    """

    def __init__(self, most: int = 200) -> None:
        self._most = most
        self._known: dict[str, frozenset[Vector]] = {}

    def outcomes(self, state: State) -> frozenset[Vector]:
        """All utility vectors that perfect play by every seat can lead to, rounded."""
        key = state.digest()
        if key not in self._known:
            found = self._outcomes(state)
            assert len(found) <= self._most, f"{len(found)} outcomes after {state.history()}"
            self._known[key] = found
        return self._known[key]

    def _outcomes(self, state: State) -> frozenset[Vector]:
        if state.is_terminal():
            return frozenset([rounded(state.returns())])
        below = [self.outcomes(state.child(action)) for action in state.legal_actions()]
        if state.is_chance_node():
            odds = [p for _, p in state.chance_outcomes()]
            return frozenset(mean(odds, vectors) for vectors in product(*below))
        seat = state.current_player()
        chosen = set()
        for at, own in enumerate(below):
            others = below[:at] + below[at + 1 :]
            bar = max((min(v[seat] for v in other) for other in others), default=float("-inf"))
            chosen |= {vector for vector in own if vector[seat] >= bar}
        return frozenset(chosen)

    def value(self, state: State) -> Vector:
        """The one outcome of perfect play.

        Raises
        ------
        ValueError
            When there are several.
        """
        found = self.outcomes(state)
        if len(found) > 1:
            raise ValueError(f"{len(found)} outcomes are perfect play after {state.history()}")
        return next(iter(found))

    def values(self, state: State) -> dict[int, float]:
        """What each move is worth to the seat to move, as a gain over what it has."""
        seat = state.current_player()
        return {a: self.gains(state, a)[seat] for a in state.legal_actions()}

    def gains(self, state: State, action: int) -> Vector:
        """What each seat gains by a move, over what it has."""
        then = self.value(state.child(action))
        return tuple(after - before for before, after in zip(standing(state), then, strict=True))

    def best(self, state: State) -> set[int]:
        """The best moves of the seat to move."""
        values = self.values(state)
        most = max(values.values())
        return {action for action, value in values.items() if value > most - 10**-PLACES}


def standing(state: State) -> list[float]:
    """What a gain is counted from: points so far, nothing where only the end is valued."""
    settled_at_the_end = state.game.get_parameters()["utility"] in ("win", "rank")
    return [0.0] * state.game.num_players() if settled_at_the_end else state.utilities()


def mean(odds: list[float], vectors: tuple[Vector, ...]) -> Vector:
    """The mean of vectors, by their odds."""
    seats = range(len(vectors[0]))
    return rounded([sum(p * v[i] for p, v in zip(odds, vectors, strict=True)) for i in seats])


def rounded(vector: list[float]) -> Vector:
    """A vector without what arithmetic adds; 0 without a sign."""
    return tuple(round(value, PLACES) + 0.0 for value in vector)


def decisions(state: State) -> list[State]:
    """Every position from here on in which a seat decides, each once, in a fixed order."""
    found: dict[str, State] = {}
    waiting, met = [state], set[str]()
    while waiting:
        here = waiting.pop()
        key = here.digest()
        if key in met or here.is_terminal():
            continue
        met.add(key)
        if not here.is_chance_node():
            found[key] = here
        waiting.extend(here.child(action) for action in reversed(here.legal_actions()))
    return list(found.values())


@cache
def positions(spec: str) -> tuple[Induction, list[State]]:
    """The oracle of a game or toy, and all its decisions, kept for other tests."""
    game = load_game(spec) if spec.startswith("tic_tac_toe") else load_toy(spec)
    return Induction(), decisions(game.new_initial_state())
