from typing_extensions import disjoint_base

from ext.kernels.tree import SearchTree

@disjoint_base
class Tree(SearchTree):
    @property
    def proven(self) -> tuple[float, ...] | None: ...
