"""Dealing: hands dealt card by card in ascending order, and hidden cards drawn anew.

A hand is a set, so it is dealt along one path only: its cards come in ascending order, each with
its exact probability given that the ones before it are the lowest of the hand.
"""

from collections.abc import Sequence

from ext.mech.dealing import Dealer
from ext.mech.weighted import WeightedDealer
from ext.rng import Stream

__all__ = ["Dealer", "WeightedDealer", "hand_outcomes", "sample_hand_card"]


def hand_outcomes(pool: Sequence[int], left: int) -> list[tuple[int, float]]:
    """The next card of a hand and its probability.

    Parameters
    ----------
    pool : sequence of int
        Ascending: the cards not yet dealt that are higher than the hand's last card.
    left : int
        Cards the hand still lacks, this one included; at most ``len(pool)``.

    Returns
    -------
    list of (int, float)
        Ascending, summing to 1.

    Examples
    --------
    >>> hand_outcomes([3, 5, 8], 2)
    [(3, 0.6666666666666666), (5, 0.33333333333333337)]
    """
    outcomes, rest = [], 1.0
    for place in range(len(pool) - left + 1):
        p = rest * left / (len(pool) - place)
        outcomes.append((pool[place], p if place < len(pool) - left else rest))
        rest -= p
    return outcomes


def sample_hand_card(pool: Sequence[int], left: int, stream: Stream) -> int:
    """One draw from `hand_outcomes`, by selection sampling (Knuth, TAOCP 2, 3.4.2 S)."""
    for place in range(len(pool) - left):
        if stream.below(len(pool) - place) < left:
            return pool[place]
    return pool[len(pool) - left]
