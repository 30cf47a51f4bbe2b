from collections.abc import Sequence
from typing import final

from ext.mech.tricks import TrickTable

@final
class TrickSolver:
    """Solves open hands of one rule set."""

    nodes: int
    def __init__(
        self,
        table: TrickTable,
        points: Sequence[int],
        seats: int,
        per_trick: int = 0,
        bits: int = 18,
    ) -> None: ...
    def at_least(
        self,
        hands: Sequence[int],
        leader: int,
        collectors: Sequence[int],
        maximisers: Sequence[int],
        need: int,
        trick: Sequence[int] = (),
    ) -> bool: ...
    def value(
        self,
        hands: Sequence[int],
        leader: int,
        collectors: Sequence[int],
        maximisers: Sequence[int],
        trick: Sequence[int] = (),
        guess: int = -1,
    ) -> int: ...
    def values(
        self,
        hands: Sequence[int],
        leader: int,
        collectors: Sequence[int],
        maximisers: Sequence[int],
        trick: Sequence[int] = (),
    ) -> dict[int, int]: ...
    def moves_at_least(
        self,
        hands: Sequence[int],
        leader: int,
        collectors: Sequence[int],
        maximisers: Sequence[int],
        need: int,
        trick: Sequence[int] = (),
    ) -> int: ...
