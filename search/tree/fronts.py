"""Pareto fronts of value vectors, one number a world: what a choice between strategies leaves open.

A front is an array of shape (vectors, worlds), float64, in which no row is at most as good as
another in every world.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Front = NDArray[np.float64]
    Elementwise = Callable[[Front, Front], Front]


def undominated(vectors: Front) -> Front:
    """The rows that no other row dominates (at least as good in every world); of equal ones one."""
    left = vectors[np.argsort(-vectors.sum(axis=1), kind="stable")]
    kept = []
    while len(left):
        kept.append(left[0])  # the largest sum left: nothing left dominates it
        left = left[np.any(left > left[0], axis=1)]
    return np.array(kept)


def union(one: Front, other: Front) -> Front:
    """What a seat can get that chooses between two fronts without knowing the world."""
    return undominated(np.concatenate([one, other]))


def product(one: Front, other: Front, better: Elementwise) -> Front:
    """What is left when a seat that knows the world chooses between two moves.

    Parameters
    ----------
    one, other : ndarray, shapes (k, worlds) and (m, worlds)
        Fronts after the two moves.
    better : np.minimum or np.maximum
        What that seat wants.
    """
    both = better(one[:, None, :], other[None, :, :])
    return undominated(both.reshape(-1, one.shape[1]))


def dominated(vectors: Front, front: Front) -> bool:
    """Is every row at most as good in every world as some row of the front?"""
    below = np.all(vectors[:, None, :] <= front[None, :, :], axis=2)
    return bool(np.all(np.any(below, axis=1)))
