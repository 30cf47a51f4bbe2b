"""What kernels see of a state, for the contract tests: working copies carry no history."""

from ext.state cimport State
from ext.types cimport Actions, release, uint64_t


def follow(State state not None, actions):
    """Information keys of all seats along a line, from a kernel's working copy.

    The contract tests compare them with those of the public methods.

    Parameters
    ----------
    state : State
        Left as it is.
    actions : sequence of int
        Legal ones: nothing is checked here.

    Returns
    -------
    list of list of int
        One row of keys, one a seat, before each action and after the last.
    """
    cdef State work = state.fresh()
    rows = [_keys(work)]
    for action in actions:
        work.advance(action)
        rows.append(_keys(work))
    return rows


def considered(State state not None):
    """The moves that searches look at, and whether they leave this decision to the policy.

    Returns
    -------
    (list of int, bool)
    """
    cdef Actions moves
    cdef State work = state.fresh()
    moves.items = NULL
    moves.p = NULL
    moves.count = moves.capacity = 0
    try:
        work.c_considered(&moves)
        return [moves.items[i] for i in range(moves.count)], bool(work.c_modelled())
    finally:
        release(&moves)


def seen(State state not None, int seat):
    """What a seat sees of each legal action of the seat to move.

    Returns
    -------
    dict of int to int
    """
    cdef State work = state.fresh()
    return {action: work.c_seen(seat, action) for action in state.legal_actions()}


cdef list _keys(State state):
    cdef uint64_t key = 0
    keys = []
    for seat in range(state.seats):
        state.c_infokey(seat, &key)
        keys.append(key)
    return keys
