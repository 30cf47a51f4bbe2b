"""A game of tricks as a C struct: hands dealt, calls, play, hidden cards drawn anew.

The readable twin of this class is `games.mechanics.tricks.TrickState`.
"""

from ext.mech.dealing cimport Redealer
from ext.mech.trickbase cimport TrickBase
from ext.rng cimport Rng
from ext.types cimport Actions, uint64_t


cdef class TrickGame(TrickBase):
    cdef Redealer _redealer

    cdef int _open(self, uint64_t deck, int size) except -1
    cdef int _start_deal(self) except -1 nogil
    cdef int _adopt_from(self, TrickGame other) except -1 with gil
    cdef uint64_t _playable(self) noexcept nogil
    cdef int _push_cards(self, Actions* out, uint64_t cards) except -1 nogil
    cdef int _play_card(self, int card) except -1 nogil
    cdef int _close_deal(self) except -1 nogil
    cdef int _deal_card(self, int card) except -1 nogil
    cdef int _next_pile(self) except -1 nogil
    cdef int _deal_on(self, Rng* rng) except -1 nogil
    cdef int _next_card(self, Rng* rng) noexcept nogil
    cdef uint64_t _unseen(self, int viewer) noexcept nogil
    cdef int _piles(self, int viewer, uint64_t unseen, uint64_t* sizes,
                    uint64_t* allowed) noexcept nogil
    cdef void _hand_over(self, int seat, uint64_t pile) noexcept nogil
