"""Perft: how many histories of a length there are. The classic check of move generation."""

import operator

from cpython.exc cimport PyErr_CheckSignals
from ext.state cimport State
from ext.types cimport CHANCE, TERMINAL, Actions, release


cdef class _Level:
    cdef State state
    cdef Actions moves

    def __dealloc__(self):
        release(&self.moves)


cdef enum:
    LONGEST = 1 << 30  # no game takes as many actions


def perft(State state not None, depth):
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
    if operator.index(depth) < 0:
        raise ValueError(f"depth must be 0 or more, not {depth}")
    return _count([_level(state)], 0, min(depth, LONGEST))


cdef _Level _level(State state):
    level = _Level()
    (<_Level>level).state = state.fresh()
    return level


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
    if depth - at == 3:  # often enough for an interrupt, seldom enough to cost nothing
        PyErr_CheckSignals()
    if at + 1 == len(levels):
        levels.append(_level(here.state))
    below = levels[at + 1]
    for i in range(here.moves.count):
        below.state.restore(here.state)
        below.state.advance(here.moves.items[i])
        total += _count(levels, at + 1, depth)
    return total
