"""Alpha-mu: search of several worlds at once that never plays as if it knew the true one.

T. Cazenave, V. Ventos, *The alpha-mu search algorithm for the game of Bridge* (2019, arXiv
1911.07960); T. Cazenave, S. Legras, V. Ventos, *Optimizing alpha-mu* (2021, arXiv 2101.12639).
Here values are any numbers, not only won or lost.

A node is a line of moves that all have seen, and in every world in which the line is possible a
position. Its value is a front of vectors, one number a world: the searcher chooses one move for
all worlds (union of the children's fronts); the others are taken to know the world, opponents
choose the least in each (product with the minimum), partners the most. After so many own moves
the open solver values each world.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from search.tree.fronts import dominated, product, undominated, union

if TYPE_CHECKING:
    from ext.state import State
    from search.tree.fronts import Front
    from search.tree.worlds import World

Positions = list["State | None"]  # one a world, None where the line is impossible


def mean_of(table: Front, move: int) -> float:
    """Mean of a column; rounded, since sums of equal values in another order differ."""
    return round(float(table[:, move].mean()), 9)


def ranked(table: Front, rank: Mapping[int, int]) -> list[int]:
    """Columns by mean, best first; equal ones in the order of `rank`."""
    return sorted(rank, key=lambda move: (-mean_of(table, move), rank[move]))


class AlphaMu:
    """The search of one decision.

    Parameters
    ----------
    worlds : sequence of World
        Worlds of one information set of the seat to move, each with its open solver.
    """

    def __init__(self, worlds: Sequence[World]) -> None:
        self.root: Positions = [world.state for world in worlds]
        self.solvers = [world.solver for world in worlds if world.solver is not None]
        self.start = worlds[0].state
        self.me = self.start.current_player()
        self.mates = set(self.solvers[0].side(self.start, self.me))
        self.nodes = 0

    def deepened(
        self,
        actions: Sequence[int],
        table: Front,
        rank: Mapping[int, int],
        depth: int,
        thorough: bool,
    ) -> Front:
        """Values of the moves at the root, one own move deeper.

        Parameters
        ----------
        actions : sequence of int
            The moves.
        table : ndarray, shape (worlds, moves), float64
            Their values with less depth, which are upper bounds of the means.
        rank : mapping of int to int
            The place of each column among equal ones.
        depth : int
            Own moves that are searched.
        thorough : bool
            False: columns that cannot be the best keep upper bounds.

        Returns
        -------
        ndarray, shape (worlds, moves), float64
            Of each move's front the vector with the best mean.
        """
        deeper, best, rival = table.copy(), None, None
        for move in ranked(table, rank):
            last = best is not None and rank[move] > rank[best]
            if best is not None and not thorough:
                lead = mean_of(deeper, best) - mean_of(table, move)
                if lead > 0 or (lead == 0 and last):
                    continue
            front = self.front(actions[move], depth, rival if last and not thorough else None)
            deeper[:, move] = front[np.argmax(front.mean(axis=1))]
            rival = front if rival is None else union(rival, front)
            if best is None or ranked(deeper, {best: rank[best], move: rank[move]})[0] == move:
                best = move
        return deeper

    def front(self, action: int, depth: int, rival: Front | None = None) -> Front:
        """Front after a move at the root.

        Parameters
        ----------
        action : int
            The searcher's move.
        depth : int
            Own moves that are searched, this one included.
        rival : Front, optional
            Of moves known before; where it turns out that this move's front is dominated by it,
            what is returned is dominated too, and at least as good as the true front.

        Returns
        -------
        Front
            Of shape (vectors, worlds).
        """
        return self._node(self._after(self.root, action), depth - 1, rival)

    @staticmethod
    def _after(positions: Positions, action: int) -> Positions:
        """Every world after a move that is legal in all worlds that are left."""
        return [None if state is None else state.child(action) for state in positions]

    def _node(self, positions: Positions, depth: int, rival: Front | None) -> Front:
        """Front of a line; `depth` own moves are left. Impossible worlds count 0."""
        self.nodes += 1
        alive = [world for world, state in enumerate(positions) if state is not None]
        first = positions[alive[0]]
        assert first is not None
        if first.is_terminal() or first.round() > self.start.round():
            return self._vector({w: self._gain(positions[w]) for w in alive})
        if depth == 0 or len(alive) == 1:
            return self._vector({w: self._value(w, positions[w]) for w in alive})
        if first.current_player() == self.me:
            return self._own(positions, depth)
        return self._others(positions, depth, rival, first.current_player() in self.mates)

    def _own(self, positions: Positions, depth: int) -> Front:
        """One move for all worlds, likeliest first; hopeless ones are not searched."""
        moves = self._open_moves(positions)
        if depth == 1:
            return undominated(np.array(list(moves.values())))
        found: Front | None = None
        for action in sorted(moves, key=lambda move: -moves[move].sum()):
            if found is not None and dominated(moves[action][None, :], found):
                continue  # not even with open cards
            front = self._node(self._after(positions, action), depth - 1, found)
            found = front if found is None else union(found, front)
        assert found is not None
        return found

    def _open_moves(self, positions: Positions) -> dict[int, Front]:
        """Each own move's value with open cards, by world."""
        rows = [
            {} if state is None else self.solvers[world].values(state)
            for world, state in enumerate(positions)
        ]
        actions = next(row for row in rows if row)
        return {
            action: np.array([row[action][self.me] if row else 0.0 for row in rows])
            for action in actions
        }

    def _others(self, positions: Positions, depth: int, rival: Front | None, mate: bool) -> Front:
        """A move for each world, by a seat that knows it."""
        better, never = (np.maximum, -np.inf) if mate else (np.minimum, np.inf)
        legal = [[] if state is None else state.legal_actions() for state in positions]
        found = np.full((1, len(positions)), never)
        for action in sorted({action for actions in legal for action in actions}):
            here = [action in actions for actions in legal]
            chosen = [state if may else None for state, may in zip(positions, here, strict=True)]
            front = self._node(self._after(chosen, action), depth, None if mate else rival)
            front[:, np.logical_not(here)] = never
            found = product(found, front, better)
            if rival is not None and not mate and dominated(found, rival):
                break  # the opponent has an answer that leaves less than another move of ours
        found[:, [state is None for state in positions]] = 0.0
        return found

    def _vector(self, values: dict[int, float]) -> Front:
        row = np.zeros((1, len(self.root)))
        row[0, list(values)] = list(values.values())
        return row

    def _gain(self, state: State | None) -> float:
        assert state is not None
        return state.gains(self.start)[self.me]

    def _value(self, world: int, state: State | None) -> float:
        assert state is not None
        return self.solvers[world].value(state)[self.me]
