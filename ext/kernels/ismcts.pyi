from collections.abc import Iterable
from typing import Any, Self

from typing_extensions import disjoint_base

from ext.state import State

@disjoint_base
class Tree:
    """A search tree that can be grown in portions."""

    def __new__(
        cls,
        root: State,
        exploration: float = 1.0,
        whole_game: bool = False,
        extra: Iterable[int] = (),
    ) -> Self: ...
    @property
    def simulations(self) -> int: ...
    @property
    def size(self) -> int: ...
    def run(self, count: int, seed: int, first: int | None = None) -> None: ...
    def moves(self) -> list[dict[str, Any]]: ...
