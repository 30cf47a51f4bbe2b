from typing_extensions import disjoint_base

from ext.mech.trickbase import TrickBase

@disjoint_base
class TrickGame(TrickBase):
    def _question(self, viewer: int) -> tuple[int, list[int], list[int]]: ...
