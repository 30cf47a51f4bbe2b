"""Statistics of a match: paired differences of blocks, their intervals, and Holm's correction.

The block is the unit. The difference of two players in a block is the mean, over its games in
which both sit, of the first one's return less the second one's (over all their games where they
never meet, as in games for one seat). Over blocks, differences are taken as independent and the
mean as near normal: Student's t gives the interval and the probability of superiority. A sample
that has no interval (one block, or all blocks alike) says so in words.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from search.arena.record import BlockRecord, GameRecord

LEVEL = 0.95
_NO_SPREAD = 1e-12  # relative: block means of thirds differ in the last bit


@dataclass(frozen=True)
class Estimate:
    """A mean over blocks with its interval; ``words`` says why where there is no interval."""

    blocks: int
    mean: float
    stderr: float | None = None
    low: float | None = None
    high: float | None = None
    level: float = LEVEL
    words: str | None = None

    @property
    def excludes_zero(self) -> bool:
        """Whether the whole interval lies on one side of zero."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)


@dataclass(frozen=True)
class Comparison:
    """Two players over the same deals.

    ``p_value`` is two-sided and Holm-adjusted over all pairs of the match; ``superiority`` is the
    probability that the first one's true mean is the higher one, given these blocks and no prior
    opinion; ``better`` the share of blocks in which it came out ahead (a tie counts half);
    ``score_rate`` the share of games won, in games of two sides.
    """

    first: int
    second: int
    difference: Estimate
    differences: tuple[float, ...]
    p_value: float | None
    superiority: float | None
    better: float
    score_rate: Estimate | None = None

    @property
    def decided(self) -> bool:
        """Whether the Holm test tells the two apart at the 95 % level."""
        return self.p_value is not None and self.p_value < 1 - LEVEL


def mirrored(pair: Comparison) -> Comparison:
    """The same pair seen from the second player."""
    return replace(
        pair,
        first=pair.second,
        second=pair.first,
        difference=_negated(pair.difference, 0.0),
        differences=tuple(-d for d in pair.differences),
        superiority=None if pair.superiority is None else 1 - pair.superiority,
        better=1 - pair.better,
        score_rate=None if pair.score_rate is None else _negated(pair.score_rate, 1.0),
    )


def _negated(sample: Estimate, total: float) -> Estimate:
    low, high = (None if end is None else total - end for end in (sample.high, sample.low))
    return replace(sample, mean=total - sample.mean, low=low, high=high)


def estimate(values: Sequence[float], level: float = LEVEL) -> Estimate:
    """Mean and t-interval of one value a block.

    Examples
    --------
    >>> e = estimate([1.0, 2.0, 3.0])
    >>> f"{e.mean:.2f} {e.low:.2f} {e.high:.2f}"
    '2.00 -0.48 4.48'
    >>> estimate([1.0]).words
    'one block: no interval'
    """
    count = len(values)
    if count == 0:
        return Estimate(0, 0.0, level=level, words="no finished block")
    mean = math.fsum(values) / count
    if count == 1:
        return Estimate(1, mean, level=level, words="one block: no interval")
    stderr = math.sqrt(math.fsum((v - mean) ** 2 for v in values) / (count - 1) / count)
    if stderr <= _NO_SPREAD * max(1.0, abs(mean)):
        return Estimate(count, mean, level=level, words=f"all {count} blocks alike: no interval")
    half = _t_quantile(0.5 + level / 2, count - 1) * stderr
    return Estimate(count, mean, stderr, mean - half, mean + half, level)


def _t_quantile(probability: float, freedom: int) -> float:
    from scipy.stats import t

    return float(t.ppf(probability, freedom))


def superiority(sample: Estimate) -> float | None:
    """Probability that the true mean is above zero; None where the sample has no spread."""
    if sample.stderr is None:
        return None
    from scipy.stats import t

    return float(t.cdf(sample.mean / sample.stderr, sample.blocks - 1))


def p_value(sample: Estimate) -> float | None:
    """Two-sided p-value of a zero mean; None where the sample has no spread."""
    if sample.stderr is None:
        return None
    from scipy.stats import t

    return float(2 * t.sf(abs(sample.mean) / sample.stderr, sample.blocks - 1))


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's step-down adjustment, in the order given.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(p_values)), key=lambda i: (p_values[i], i))
    adjusted, floor = [0.0] * len(p_values), 0.0
    for rank, index in enumerate(order):
        floor = max(floor, min(1.0, (len(p_values) - rank) * p_values[index]))
        adjusted[index] = floor
    return adjusted


def holm_levels(p_values: Sequence[float], level: float = LEVEL) -> list[float]:
    """Level of each pair's interval such that it excludes zero exactly where Holm rejects.

    A rejected pair has the level of its own step, the others that of the step at which the
    procedure stopped.
    """
    order = sorted(range(len(p_values)), key=lambda i: (p_values[i], i))
    levels, stopped = [level] * len(p_values), None
    for rank, index in enumerate(order):
        alpha = stopped if stopped is not None else (1 - level) / (len(p_values) - rank)
        if stopped is None and p_values[index] >= alpha:
            stopped = alpha
        levels[index] = 1 - alpha
    return levels


def block_means(blocks: Sequence[BlockRecord], player: int) -> list[float]:
    """Mean return a game of one player in each block in which it sat."""
    means = []
    for block in blocks:
        values = [g.mean_return(player) for g in block.games if player in g.seating]
        if values:
            means.append(math.fsum(values) / len(values))
    return means


def block_differences(blocks: Sequence[BlockRecord], first: int, second: int) -> list[float]:
    """Difference of two players in each block: over their common games if there are any."""
    differences = []
    for block in blocks:
        common = _common(block, first, second)
        if common:
            values = [g.mean_return(first) - g.mean_return(second) for g in common]
            differences.append(math.fsum(values) / len(values))
        else:
            (one,), (two,) = block_means([block], first), block_means([block], second)
            differences.append(one - two)
    return differences


def _common(block: BlockRecord, first: int, second: int) -> list[GameRecord]:
    return [g for g in block.games if first in g.seating and second in g.seating]


def seat_means(blocks: Sequence[BlockRecord], player: int, seat: int) -> list[float]:
    """Mean return of one player in one seat, a value for each block in which it sat there."""
    means = []
    for block in blocks:
        values = [g.returns[seat] for g in block.games if g.seating[seat] == player]
        if values:
            means.append(math.fsum(values) / len(values))
    return means


def compare_all(
    blocks: Sequence[BlockRecord], num_players: int, two_sides: bool
) -> list[Comparison]:
    """Compare every pair of players; Holm's correction runs over all pairs that have a spread."""
    pairs = [
        _compare(blocks, first, second, two_sides)
        for first, second in combinations(range(num_players), 2)
    ]
    tested = [i for i, pair in enumerate(pairs) if pair.p_value is not None]
    raw = [p for p in (pairs[i].p_value for i in tested) if p is not None]
    for i, p_adjusted, level in zip(tested, holm(raw), holm_levels(raw), strict=True):
        difference = estimate(pairs[i].differences, level)
        pairs[i] = replace(pairs[i], p_value=p_adjusted, difference=difference)
    return pairs


def _compare(blocks: Sequence[BlockRecord], first: int, second: int, two_sides: bool) -> Comparison:
    differences = tuple(block_differences(blocks, first, second))
    sample = estimate(differences)
    ahead = math.fsum(_point(d) for d in differences) / max(1, len(differences))
    rate = estimate(_win_rates(blocks, first, second)) if two_sides else None
    return Comparison(
        first, second, sample, differences, p_value(sample), superiority(sample), ahead, rate
    )


def _win_rates(blocks: Sequence[BlockRecord], first: int, second: int) -> list[float]:
    rates = []
    for block in blocks:
        points = [
            _point(g.mean_return(first) - g.mean_return(second))
            for g in _common(block, first, second)
        ]
        if points:
            rates.append(math.fsum(points) / len(points))
    return rates


def _point(difference: float) -> float:
    return 0.5 if difference == 0 else float(difference > 0)
