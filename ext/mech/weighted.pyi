from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

from ext.rng import Stream

@disjoint_base
class WeightedDealer:
    """Draws deals with probability proportional to a product of weights."""

    def __init__(self, cards: int, sizes: Sequence[int], weights: NDArray[np.float64]) -> None: ...
    def draw(self, stream: Stream) -> list[int]: ...
    def draw_into(self, out: NDArray[np.uint64], seed: int, first: int = 0) -> None: ...
