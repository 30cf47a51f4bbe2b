"""What a game of tricks says of itself: hooks for `ext.mech.trickgame`."""

from ext.mech.trickdeal cimport TrickDeal
from ext.mech.tricks cimport TrickRules
from ext.rng cimport Rng
from ext.state cimport State
from ext.types cimport Actions, uint64_t


cdef enum:
    TABLES = 64          # most trick tables of a game


cdef class TrickBase(State):
    cdef TrickDeal t
    cdef const TrickRules* rules         # of this deal
    cdef list _tables                    # own what `_by_table` points to
    cdef const TrickRules* _by_table[64]
    cdef double _epsilon                 # how often a playout plays any legal card

    cdef int _open_deal(self) except -1 nogil
    cdef int _hands_dealt(self) except -1 nogil
    cdef int _caller(self) noexcept nogil
    cdef bint _hides(self) noexcept nogil
    cdef bint _witnesses(self, int seat) noexcept nogil
    cdef int _list_calls(self, Actions* out) except -1 nogil
    cdef int _take_call(self, int action) except -1 nogil
    cdef uint64_t _traced(self, int seat) noexcept nogil
    cdef uint64_t _leads(self, uint64_t hand) noexcept nogil
    cdef uint64_t _follows(self, uint64_t hand) noexcept nogil
    cdef bint _relieved(self) noexcept nogil
    cdef uint64_t _shows(self, int card) noexcept nogil
    cdef void _after_card(self, int seat, int card) noexcept nogil
    cdef void _after_trick(self, uint64_t cards) noexcept nogil
    cdef bint _settle(self) noexcept nogil
    cdef uint64_t _private(self, int seat, uint64_t key) noexcept nogil
    cdef uint64_t _held(self, int viewer, int owner) noexcept nogil
    cdef uint64_t _barred(self, int viewer, int owner) noexcept nogil
    cdef uint64_t _aside(self, int viewer) noexcept nogil
    cdef int _more_piles(self, int viewer, int n, uint64_t unseen, uint64_t* sizes,
                         uint64_t* allowed) noexcept nogil
    cdef int _rebuild(self, int viewer, const uint64_t* more, Rng* rng) except -1 nogil
    cdef uint64_t _tally(self, uint64_t key) noexcept nogil
    cdef uint64_t _special(self) noexcept nogil
    cdef int _plain_call(self, Rng* rng) except -1 nogil
    cdef int _plain_card(self, uint64_t cards) except -1 nogil
    cdef bint _needs(self, int seat) noexcept nogil
    cdef int _copy_more(self, State other) except -1 nogil

    cdef int _adopt(self, list tables) except -1
    cdef void _choose_table(self, int number) noexcept nogil
    cdef bint _strays(self, Rng* rng) noexcept nogil
