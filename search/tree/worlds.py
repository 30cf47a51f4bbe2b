"""Worlds: full positions that the seat to move cannot tell apart, each with its open solver."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from search.analysis.result import MoveStat

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ext.state import State
    from games.core.open_solver import OpenSolver, Values


@dataclass(frozen=True)
class World:
    """One way things may stand, with what is remembered about it.

    Parameters
    ----------
    state : State
        Drawn from the information set of the seat to move.
    solver : OpenSolver or None
        This world's own; None where the game has none.
    seed : int
        Of everything random that happens in this world.
    """

    state: State
    solver: OpenSolver | None
    seed: int


def draw_worlds(
    state: State, count: int, rng: np.random.Generator, paranoid: bool = False
) -> list[World]:
    """Draw so many worlds, uniformly as `resample_from_infostate` does, with replacement.

    Parameters
    ----------
    state : State
    count : int
    rng : numpy.random.Generator
    paranoid : bool, optional
        Shall their solvers take all others for one side?
    """
    seat = state.current_player()
    drawn = [state.resample_from_infostate(seat, rng) for _ in range(count)]
    seeds = rng.integers(1 << 63, size=count)
    return [
        World(world, state.game.open_solver(paranoid), int(seed))
        for world, seed in zip(drawn, seeds, strict=True)
    ]


def candidates(state: State, extra: Iterable[int] = ()) -> list[int]:
    """Moves to compare: those the game thinks worth a search, and legal ones asked for."""
    asked = set(extra) & set(state.legal_actions())
    return sorted(asked | set(state.considered_actions()))


def open_values(world: World, actions: Sequence[int], seat: int) -> NDArray[np.float64]:
    """What `seat` gains with each action when all cards are open from then on.

    A decision that comes before the solver's part of the round, as an auction does, is valued by
    playing on: the game's playout policy decides for all seats, with the same random numbers for
    each action, until the solver takes over or the round is over.

    Parameters
    ----------
    world : World
        Whose game has an open solver.
    actions : sequence of int
        Legal actions of the seat to move.
    seat : int
        Whose gain is wanted.

    Returns
    -------
    ndarray, shape (len(actions),), float64
        In units of the game's utility.
    """
    if world.solver is not None and world.solver.solves(world.state):
        values = world.solver.values(world.state)
        return np.array([values[action][seat] for action in actions])
    return np.array([_played_on(world, action)[seat] for action in actions])


def searched_values(world: World, actions: Sequence[int], simulations: int) -> NDArray[np.float64]:
    """What the seat to move gains with each action, by MCTS on one world, its cards open.

    A tree stops at once when it has proven a win; moves that it had not tried by then get the
    mean of as many playouts as their share of the simulations.

    Parameters
    ----------
    world : World
    actions : sequence of int
        Legal actions of the seat to move.
    simulations : int

    Returns
    -------
    ndarray, shape (len(actions),), float64
    """
    from ext.kernels.mcts import Tree

    tree = Tree(world.state, whole_game=False, informed=True, extra=actions)
    tree.run(max(simulations, len(actions)), world.seed)  # each move once
    found = {row["action"]: row["value"] for row in tree.moves() if row["visits"]}
    share = max(1, simulations // len(actions))
    return np.array(
        [
            found[action] if action in found else played_out(world, action, share)
            for action in actions
        ]
    )


def world_values(
    world: World, actions: Sequence[int], seat: int, simulations: int
) -> NDArray[np.float64]:
    """What `seat`, which is to move, gains with each action: exactly where the game can say so.

    By `open_values` where the game's solver solves the position or the play that follows it; by
    `searched_values` where there is none, or one for the end of the round only.
    """
    solver = world.solver
    if solver is None or (solver.endgame and not solver.solves(world.state)):
        return searched_values(world, actions, simulations)
    return open_values(world, actions, seat)


def _played_on(world: World, action: int) -> Values:
    assert world.solver is not None
    rng, now = np.random.default_rng(world.seed), world.state.child(action)
    while now.round() == world.state.round() and not now.is_terminal():
        if not now.is_chance_node() and world.solver.solves(now):
            return world.solver.value(now)
        now.apply_action(now.playout_action(rng))
    return tuple(now.gains(world.state))


def played_out(world: World, action: int, count: int) -> float:
    """Mean gain of the seat to move over playouts that begin with an action, to the round's end."""
    rng, seat, total = np.random.default_rng(world.seed), world.state.current_player(), 0.0
    for _ in range(count):
        now = world.state.child(action)
        while now.round() == world.state.round() and not now.is_terminal():
            now.apply_action(now.playout_action(rng))
        total += now.gains(world.state)[seat]
    return total / count


def preference(state: State, actions: Sequence[int], means: NDArray[np.float64]) -> list[int]:
    """Indices of the actions, best first; of equal ones the rule player's choice, then the first.

    Parameters
    ----------
    state : State
        The decision; only what the seat to move sees is used.
    actions : sequence of int
    means : ndarray, shape (len(actions),), float64
    """
    rule = getattr(state, "rule_action", None)
    favourite = rule() if rule is not None else None
    exact = np.round(means, 9)  # sums of the same values in another order are equal
    return sorted(range(len(actions)), key=lambda i: (-exact[i], actions[i] != favourite, i))


def move_stats(
    state: State, valued: Iterable[tuple[int, NDArray[np.float64]]]
) -> tuple[MoveStat, ...]:
    """Entries of moves that were valued in several worlds, in the given order; the others last.

    Parameters
    ----------
    state : State
        The decision.
    valued : iterable of (int, ndarray of shape (worlds,), float64)
        Actions, best first, each with its value in every world.
    """
    moves = []
    for action, values in valued:
        count = len(values)
        spread = float(values.std(ddof=1)) / math.sqrt(count) if count > 1 else math.nan
        text = state.action_to_string(action)
        moves.append(MoveStat(action, text, count, float(values.mean()), spread))
    seen = {stat.action for stat in moves}
    for action in state.legal_actions():
        if action not in seen:
            moves.append(MoveStat(action, state.action_to_string(action), 0, math.nan, math.nan))
    return tuple(moves)
