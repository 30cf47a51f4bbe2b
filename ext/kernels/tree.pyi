from collections.abc import Iterable
from typing import Any, Self

from typing_extensions import disjoint_base

from ext.kernels.pool import Pool
from ext.state import State

@disjoint_base
class SearchTree(Pool):
    @property
    def simulations(self) -> int: ...
    def __new__(
        cls,
        root: State,
        exploration: float = 1.0,
        first_play: float = ...,
        whole_game: bool = False,
        informed: bool = True,
        memory: int = 1073741824,
        extra: Iterable[int] = (),
    ) -> Self: ...
    def run(self, count: int, seed: int, first: int | None = None) -> None: ...
    def moves(self) -> list[dict[str, Any]]: ...
    def reroot(self, state: State, extra: Iterable[int] = ()) -> bool: ...
    @property
    def finished(self) -> bool: ...
