from collections.abc import Mapping, Sequence
from typing import Any

from typing_extensions import disjoint_base

from ext.rng import Stream

_Weights = Sequence[Sequence[float]]

PLAYOUT_EPSILON: float
FEATURE_NAMES: tuple[str, ...]

def set_models(
    before: _Weights, after: _Weights, null: _Weights
) -> tuple[list[list[float]], list[list[float]], list[list[float]]]: ...
def get_models() -> tuple[list[list[float]], list[list[float]], list[list[float]]]: ...

@disjoint_base
class Facts:
    """Tables of one deck for compiled code."""

    def __init__(
        self,
        deck: Any,
        base: Sequence[int],
        null_values: Sequence[int],
        ladder: Sequence[int],
    ) -> None: ...
    def action(
        self, seen: Mapping[str, Any], stream: Stream | None = None, epsilon: float = 0.0
    ) -> int: ...
    def considered(self, seen: Mapping[str, Any]) -> list[int] | None: ...
    def chance(self, hand: int, contract: int, role: int = 0, after: bool = False) -> float: ...
    def features(self, hand: int, contract: int, role: int = 0) -> list[float]: ...
    def discards(self, twelve: int, contract: int, role: int = 0) -> int: ...
    def bid_limit(self, hand: int, role: int = 0) -> int: ...
