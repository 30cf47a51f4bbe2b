from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

from ext.rng import Stream

@disjoint_base
class Dealer:
    """Draws deals of hidden cards, uniform over those that fit."""

    def __init__(
        self,
        cards: int,
        sizes: Sequence[int],
        allowed: Sequence[int] | None = None,
        by: str | None = None,
    ) -> None: ...
    def count(self) -> int: ...
    def draw(self, stream: Stream) -> list[int]: ...
    def draw_into(self, out: NDArray[np.uint64], seed: int, first: int = 0) -> None: ...

@disjoint_base
class Redealer:
    """Draws deals for compiled games and keeps the `Dealer` while the question stays the same."""

def checked_sizes(cards: int, sizes: Sequence[int], most: int) -> tuple[int, ...]: ...
def chances_of_hand(
    pool: int, left: int, copies: int = 1, last: int = -1, held: int = 1
) -> list[tuple[int, float]]: ...
def card_of_hand(
    pool: int, left: int, stream: Stream, copies: int = 1, last: int = -1, held: int = 1
) -> int: ...
