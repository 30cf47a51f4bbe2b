from collections.abc import Sequence

from ext.state import State

def follow(state: State, actions: Sequence[int]) -> list[list[int]]: ...
