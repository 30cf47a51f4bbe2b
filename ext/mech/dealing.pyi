from collections.abc import Sequence

from typing_extensions import disjoint_base

from ext.rng import Stream

@disjoint_base
class Dealer:
    """Draws deals of hidden cards, uniform over those that fit."""

    def __init__(
        self, cards: int, sizes: Sequence[int], allowed: Sequence[int] | None = None
    ) -> None: ...
    def count(self) -> int: ...
    def draw(self, stream: Stream) -> list[int]: ...
