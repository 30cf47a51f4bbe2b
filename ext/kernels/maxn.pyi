from typing import final

from ext.state import State

@final
class OpenSearch:
    """Solves positions of one round with every card open."""

    nodes: int
    def __init__(self, root: State, bits: int = 16) -> None: ...
    def values(self, state: State) -> dict[int, tuple[float, ...]]: ...
    def guaranteed(self, state: State) -> dict[int, float]: ...
