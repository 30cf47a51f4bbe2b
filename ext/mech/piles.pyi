from collections.abc import Sequence

from typing_extensions import disjoint_base

class PileLayout:
    """Classes of cards and bins of piles, in the order in which bins are filled."""

    terms: float
    def __init__(
        self, groups: Sequence[tuple[Sequence[int], Sequence[int]]], sizes: Sequence[int]
    ) -> None: ...

@disjoint_base
class PileTable:
    """Counts of the deals of a layout, from which deals are drawn."""

    def __init__(self, layout: PileLayout) -> None: ...
    def count(self) -> int: ...
