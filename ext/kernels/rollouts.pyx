"""Many random plays in one call: the speed that the project is judged by."""

from cpython.exc cimport PyErr_CheckSignals
from ext.rng cimport Rng, rng_init
from ext.state cimport State
from ext.types cimport uint64_t


cdef enum:
    WATCH = 1 << 19  # moves between two looks for an interrupt, a few hundredths of a second


def playouts(State state not None, double[:, ::1] out, uint64_t seed, uint64_t first=0, bint informed=False):
    """Play `len(out)` games from `state` to the end and write their utilities.

    Play i uses stream `first + i` of `seed`, so that a batch cut into parts gives the same rows.

    Parameters
    ----------
    state : State
        Left as it is.
    out : float64[n, num_players]
        Receives one row of utilities a game.
    seed, first : int
    informed : bool
        By the game's playout policy instead of uniformly at random.

    Returns
    -------
    int
        Number of moves made, chance included.
    """
    cdef State work = state.fresh()
    cdef State start = state.fresh()  # another thread may play on with `state` meanwhile
    cdef Rng rng
    cdef Py_ssize_t i
    cdef long long moves = 0, next_look = WATCH
    if out.shape[1] != state.seats:
        raise ValueError(f"out needs {state.seats} columns, one a seat, not {out.shape[1]}")
    with nogil:
        for i in range(out.shape[0]):
            work.restore(start)
            rng_init(&rng, seed, first + i)
            moves += work.c_playout(&rng, -1, informed)
            work.c_utilities(&out[i, 0])
            if moves >= next_look:
                next_look = moves + WATCH
                with gil:
                    PyErr_CheckSignals()
    return moves
