"""Exact play with every card open to the end of the round, for any number of sides.

Two readings of best play when more than two sides want different things:

- *max^n* (Luckhardt and Irani 1986): every seat takes the action that brings itself most. Where
  several do, it takes the one that leaves the seats after it, the next one first, as little as
  possible: so that the values of a position hang on the position alone.
- *paranoid* (Sturtevant and Korf 2000): one seat against all others, who play it down; alpha-beta
  gives what the seat is sure of.

The search walks the contract depth first. Games that can hash a position with all cards open
(`c_position`) have it looked up in a table, told apart by 128 bits; of actions that are sure to be
worth the same (`c_distinct`) one is tried.
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdlib cimport calloc, free
from ext.state cimport SCORE, State
from ext.types cimport CHANCE, TERMINAL, Actions, release, uint64_t

cdef enum:
    WATCH = 1 << 16      # positions between two looks for an interrupt

cdef double SAME = 1e-9  # values that differ by less are equal
cdef double FAR = 1e300


cdef struct Slot:
    uint64_t[2] key      # (0, 0) is empty


cdef class _Level:
    """What the search keeps of a position on the path."""

    cdef State state
    cdef _Level below
    cdef Actions moves
    cdef double[16] best
    cdef double[16] tried

    def __dealloc__(self):
        release(&self.moves)


@cython.final
cdef class OpenSearch:
    """Solves positions of one round with every card open.

    Parameters
    ----------
    root : State
        The round that is solved; values count from here (`State.gains`).
    bits : int, optional
        Room for ``2**bits`` positions, the last one kept.

    Attributes
    ----------
    nodes : int
        Positions visited so far.
    """

    cdef State root
    cdef _Level top
    cdef int seats, until, seat, stride
    cdef double[16] base
    cdef Slot* slots
    cdef double* kept     # of each slot: values of all seats, or two bounds
    cdef uint64_t mask
    cdef readonly long long nodes
    cdef long long next_look
    cdef bint busy

    def __cinit__(self, *args, **kwargs):
        self.slots = NULL
        self.kept = NULL

    def __init__(self, State root not None, int bits=16):
        if not 4 <= bits <= 28:
            raise ValueError(f"bits={bits}: a table has 2**4 to 2**28 places")
        if self.slots != NULL:
            raise ValueError("an OpenSearch is made once")
        self.root, self.seats = root.fresh(), root.seats
        self.top = _level(root)
        self.until = root.c_round()
        self.seat, self.stride, self.next_look = -1, max(2, root.seats), WATCH
        if root.utility == SCORE:
            root.c_scores(self.base)
        else:
            root.c_margins(self.base)
        self.mask = (<uint64_t>1 << bits) - 1
        self.slots = <Slot*>calloc(self.mask + 1, sizeof(Slot))
        self.kept = <double*>calloc((self.mask + 1) * self.stride, sizeof(double))
        if self.slots == NULL or self.kept == NULL:
            raise MemoryError(f"no memory for a table of 2**{bits} positions")

    def __dealloc__(self):
        free(self.slots)
        free(self.kept)

    def values(self, State state not None):
        """What every seat gains with each action of the mover, all seats playing max^n.

        Parameters
        ----------
        state : State
            A decision of the same round as the root, with no chance event ahead in the round.

        Returns
        -------
        dict of int to tuple of float
            Every legal action, ascending.
        """
        return self._each(state, -1)

    def guaranteed(self, State state not None):
        """What the mover is sure of with each action, whatever all others do (paranoid).

        Returns
        -------
        dict of int to float
            Every legal action, ascending.
        """
        return self._each(state, state.c_player())

    def _each(self, State state, int seat):
        cdef double worth
        if state.game != self.root.game or state.c_round() != self.until:
            raise ValueError(f"this search solves round {self.until} of {self.root.game}")
        if state.c_player() < 0:
            raise ValueError("nobody is to move: a solver needs a decision")
        if self.busy:
            raise RuntimeError("another thread is using this solver: give each thread its own")
        if seat != self.seat:  # the table answers one question at a time
            self._forget(seat)
        self.busy = True
        found = {}
        try:
            for action in state.legal_actions():
                self.top.state.restore(state)
                self.top.state.advance(action)
                if seat < 0:
                    with nogil:
                        self._solve(self.top)
                    found[action] = tuple([self.top.best[i] for i in range(self.seats)])
                else:
                    with nogil:
                        worth = self._guard(self.top, -FAR, FAR)
                    found[action] = worth
        finally:
            self.busy = False
        return found

    def _forget(self, int seat):
        cdef uint64_t i
        for i in range(self.mask + 1):
            self.slots[i].key[0] = self.slots[i].key[1] = 0
        self.seat = seat

    cdef bint _ended(self, _Level here) except -1 nogil:
        """Is the round over? Then the level's `best` is what it brought."""
        cdef int player = here.state.c_player()
        self.nodes += 1
        if self.nodes >= self.next_look:
            self.next_look = self.nodes + WATCH
            _look()
        if player == TERMINAL or here.state.c_round() > self.until:
            here.state.c_values(self.base, here.best)
            return True
        if player == CHANCE:
            _refuse_chance(here.state)
        return False

    cdef double* _place(self, const uint64_t* key, bint* known) noexcept nogil:
        """Where a position is kept, and whether it is."""
        cdef uint64_t at = key[0] & self.mask
        known[0] = self.slots[at].key[0] == key[0] and self.slots[at].key[1] == key[1]
        return &self.kept[at * self.stride]

    cdef void _claim(self, const uint64_t* key) noexcept nogil:
        self.slots[key[0] & self.mask].key[0] = key[0]
        self.slots[key[0] & self.mask].key[1] = key[1]

    cdef int _descend(self, _Level here, int i) except -1 nogil:
        """Put the position after the i-th move on the level below."""
        if here.below is None:
            _extend(here)
        here.below.state.restore(here.state)
        return here.below.state.advance(here.moves.items[i])

    cdef int _solve(self, _Level here) except -1 nogil:
        """max^n values of a position, into its level's `best`."""
        cdef uint64_t[2] key
        cdef double* place = NULL
        cdef bint known = False
        cdef int i, seat, mover
        if self._ended(here):
            return 0
        if here.state.c_position(key):
            place = self._place(key, &known)
        if known:
            for seat in range(self.seats):
                here.best[seat] = place[seat]
            return 0
        mover = here.state.c_player()
        here.state.c_distinct(&here.moves)
        for i in range(here.moves.count):
            self._descend(here, i)
            self._solve(here.below)
            if i == 0 or self._prefers(mover, here.below.best, here.tried):
                for seat in range(self.seats):
                    here.tried[seat] = here.below.best[seat]
        for seat in range(self.seats):
            here.best[seat] = here.tried[seat]
        if place != NULL:
            self._claim(key)
            for seat in range(self.seats):
                place[seat] = here.best[seat]
        return 0

    cdef bint _prefers(self, int mover, const double* one, const double* two) noexcept nogil:
        """Does the mover like one outcome better? Equals: the less the next seats get."""
        cdef int i, seat
        if one[mover] > two[mover] + SAME:
            return True
        if one[mover] < two[mover] - SAME:
            return False
        for i in range(1, self.seats):
            seat = (mover + i) % self.seats
            if one[seat] < two[seat] - SAME:
                return True
            if one[seat] > two[seat] + SAME:
                return False
        return False

    cdef double _guard(self, _Level here, double low, double high) except? -1e301 nogil:
        """Paranoid value of a position for `seat`: exact inside (low, high), else a bound."""
        cdef uint64_t[2] key
        cdef double* place = NULL
        cdef bint known = False, own
        cdef int i
        cdef double best, worth, floor = low, ceiling = high
        if self._ended(here):
            return here.best[self.seat]
        if here.state.c_position(key):
            place = self._place(key, &known)
        if known:
            if place[0] >= high or place[0] == place[1]:
                return place[0]
            if place[1] <= low:
                return place[1]
            floor, ceiling = max(low, place[0]), min(high, place[1])
        low, high = floor, ceiling
        own = here.state.c_player() == self.seat
        best = -FAR if own else FAR
        here.state.c_distinct(&here.moves)
        for i in range(here.moves.count):
            self._descend(here, i)
            worth = self._guard(here.below, floor, ceiling)
            if own:
                best, floor = max(best, worth), max(floor, worth)
            else:
                best, ceiling = min(best, worth), min(ceiling, worth)
            if floor >= ceiling:
                break
        if place != NULL:
            self._keep(key, place, best, low, high)
        return best

    cdef void _keep(self, const uint64_t* key, double* place, double best, double low,
                    double high) noexcept nogil:
        """Note what a search between two bounds has found of a position."""
        cdef Slot* slot = &self.slots[key[0] & self.mask]
        if slot.key[0] != key[0] or slot.key[1] != key[1]:
            self._claim(key)
            place[0], place[1] = -FAR, FAR
        if best > low:
            place[0] = max(place[0], best)
        if best < high:
            place[1] = min(place[1], best)


cdef _Level _level(State state):
    made = _Level()
    (<_Level>made).state = state.fresh()
    return made


# A method whose body has `with gil:` takes the GIL on every way through it, so these stand apart.


cdef int _look() except -1 with gil:
    return PyErr_CheckSignals()


cdef int _extend(_Level here) except -1 with gil:
    here.below = _level(here.state)
    return 0


cdef int _refuse_chance(State state) except -1 with gil:
    raise ValueError(f"{state.game} has a chance event ahead: an exact solver needs all cards dealt")
