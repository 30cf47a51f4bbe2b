"""Exact values of small games, written as plainly as possible: what the oracles are checked with.

Both functions enumerate the tree through the public contract.
"""

from collections.abc import Callable
from functools import cache

from games import Game, State

Policy = Callable[[State], dict[int, float]]


def best_response_value(game: Game, seat: int, policy: Policy) -> float:
    """What `seat` gets with a best response while all others play `policy`."""
    nodes: dict[str, list[tuple[State, float]]] = {}
    _collect(game.new_initial_state(), 1.0, seat, policy, nodes)

    @cache
    def best(text: str) -> int:
        group = nodes[text]
        return max(
            group[0][0].legal_actions(),
            key=lambda action: sum(reach * value(state.child(action)) for state, reach in group),
        )

    def value(state: State) -> float:
        if state.is_terminal():
            return state.returns()[seat]
        if state.current_player() == seat:
            return value(state.child(best(state.information_state_string(seat))))
        return sum(p * value(state.child(action)) for action, p in _options(state, policy))

    return value(game.new_initial_state())


def _options(state: State, policy: Policy) -> list[tuple[int, float]]:
    if state.is_chance_node():
        return state.chance_outcomes()
    return [(action, p) for action, p in policy(state).items() if p > 0]


def _collect(
    state: State,
    reach: float,
    seat: int,
    policy: Policy,
    nodes: dict[str, list[tuple[State, float]]],
) -> None:
    if state.is_terminal():
        return
    if state.current_player() == seat:
        nodes.setdefault(state.information_state_string(seat), []).append((state, reach))
        options = [(action, 1.0) for action in state.legal_actions()]
    else:
        options = _options(state, policy)
    for action, p in options:
        _collect(state.child(action), reach * p, seat, policy, nodes)


def expected_returns(game: Game, policy: Policy) -> list[float]:
    """What each seat gets when all play `policy`."""

    def value(state: State) -> list[float]:
        if state.is_terminal():
            return state.returns()
        parts = [(p, value(state.child(a))) for a, p in _options(state, policy)]
        return [sum(p * x[seat] for p, x in parts) for seat in range(game.num_players())]

    return value(game.new_initial_state())


def nash_conv(game: Game, policy: Policy) -> float:
    """How much all seats together could gain by best responses."""
    values = expected_returns(game, policy)
    seats = range(game.num_players())
    return sum(best_response_value(game, seat, policy) - values[seat] for seat in seats)


class SequenceForm:
    """The linear programme of a two-seat zero-sum game (Koller, Megiddo, von Stengel 1996).

    Sequence 0 of a seat is the empty one; every other is an action at an information set.
    """

    def __init__(self, game: Game) -> None:
        self.sequences: list[dict[tuple[str, int], int]] = [{}, {}]
        self.parents: list[dict[str, int]] = [{}, {}]  # information set -> sequence before it
        self.payoff: dict[tuple[int, int], float] = {}
        self._walk(game.new_initial_state(), [0, 0], 1.0)

    def _walk(self, state: State, at: list[int], p: float) -> None:
        if state.is_terminal():
            key = (at[0], at[1])
            self.payoff[key] = self.payoff.get(key, 0.0) + p * state.returns()[0]
        elif state.is_chance_node():
            for action, q in state.chance_outcomes():
                self._walk(state.child(action), at, p * q)
        else:
            seat = state.current_player()
            text = state.information_state_string(seat)
            self.parents[seat][text] = at[seat]
            for action in state.legal_actions():
                known = self.sequences[seat]
                number = known.setdefault((text, action), len(known) + 1)
                self._walk(state.child(action), [*at[:seat], number, *at[seat + 1 :]], p)

    def value(self) -> float:
        """Value of the game to seat 0."""
        import numpy as np
        from scipy.optimize import linprog
        from scipy.sparse import bmat, coo_matrix

        sizes = [len(known) + 1 for known in self.sequences]
        (rows, columns), amounts = zip(*self.payoff, strict=True), list(self.payoff.values())
        payoff = coo_matrix((amounts, (rows, columns)), shape=sizes)
        plans = [self._constraints(seat, sizes[seat]) for seat in (0, 1)]
        sets = plans[1].shape[0]
        # Seat 0 picks a realization plan x; q are the values of seat 1's information sets.
        gain = np.concatenate([np.zeros(sizes[0]), [-1.0], np.zeros(sets - 1)])
        fixed = bmat([[plans[0], coo_matrix((plans[0].shape[0], sets))]])
        bound = bmat([[-payoff.T, plans[1].T]])
        start = np.zeros(plans[0].shape[0])
        start[0] = 1.0
        limits = [(0, None)] * sizes[0] + [(None, None)] * sets
        found = linprog(gain, bound, np.zeros(sizes[1]), fixed, start, limits, method="highs")
        return -float(found.fun)

    def _constraints(self, seat: int, size: int):
        """Row 0: the empty sequence has weight 1; then one row an information set."""
        from scipy.sparse import coo_matrix

        entries = [(0, 0, 1.0)]
        for row, (text, parent) in enumerate(self.parents[seat].items(), start=1):
            entries.append((row, parent, -1.0))
            entries += [(row, n, 1.0) for (t, _), n in self.sequences[seat].items() if t == text]
        rows, columns, amounts = zip(*entries, strict=True)
        return coo_matrix((amounts, (rows, columns)), shape=(len(self.parents[seat]) + 1, size))
