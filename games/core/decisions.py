"""The decision stack: a move made of parts is a chain of small decisions.

A state keeps its pending decisions as a tuple of frames, the next one last. A frame says who
decides, what the phase is called, which actions are legal and what an action does; when it is
answered it leaves the stack, and it may push further frames. Frames are immutable, so that a
clone shares them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Stack = tuple["Decision", ...]


@dataclass(frozen=True)
class Decision:
    """One pending decision.

    Attributes
    ----------
    seat : int
        Who decides.
    phase : str
        Short name, as `State.phase` reports it.
    legal : callable
        ``legal(state) -> list of int``, ascending, never empty; an action is listed only if the
        whole chain can be completed after it.
    apply : callable
        ``apply(state, action) -> None``; it may push further decisions on ``state.pending``.
    hidden : bool
        Do the others see only that it was taken, not how?
    """

    seat: int
    phase: str
    legal: Callable[[Any], list[int]]
    apply: Callable[[Any, int], None]
    hidden: bool = False


def top(stack: Stack) -> Decision:
    """The decision that is due.

    Raises
    ------
    ValueError
        When nothing is pending.
    """
    if not stack:
        raise ValueError("no decision is pending")
    return stack[-1]


def chain(*decisions: Decision) -> Stack:
    """Frames for decisions that follow one another, the first one on top."""
    return tuple(reversed(decisions))


def answer(state: Any, action: int) -> None:
    """Take the due decision off ``state.pending`` and let it act."""
    due = top(state.pending)
    state.pending = state.pending[:-1]
    due.apply(state, action)
