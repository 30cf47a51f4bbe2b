"""Perft: how many histories of a length there are. The classic check of move generation."""

from ext.state cimport State
from ext.types cimport CHANCE, TERMINAL, Actions, release


cdef class _Level:
    cdef State state
    cdef Actions moves

    def __dealloc__(self):
        release(&self.moves)


def perft(State state, int depth):
    """Number of action sequences of length `depth` from `state`, chance outcomes included.

    A game that ends earlier counts nothing, as is usual in chess.

    Parameters
    ----------
    state : State
    depth : int
        At least 0.

    Returns
    -------
    int
    """
    if depth < 0:
        raise ValueError(f"depth must be 0 or more, not {depth}")
    levels = []
    for _ in range(depth + 1):
        level = _Level()
        (<_Level>level).state = state.fresh()
        levels.append(level)
    return _count(levels, 0, depth)


cdef long long _count(list levels, int at, int depth) except -1:
    cdef _Level here = levels[at]
    cdef _Level below
    cdef int player, i
    cdef long long total = 0
    if at == depth:
        return 1
    player = here.state.c_player()
    if player == TERMINAL:
        return 0
    if player == CHANCE:
        here.state.c_chance(&here.moves)
    else:
        here.state.c_legal(&here.moves)
    if at + 1 == depth:
        return here.moves.count
    below = levels[at + 1]
    for i in range(here.moves.count):
        below.state.restore(here.state)
        below.state.advance(here.moves.items[i])
        total += _count(levels, at + 1, depth)
    return total
