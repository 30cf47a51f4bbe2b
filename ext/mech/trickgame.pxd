"""A game of tricks as a C struct: hands dealt, calls, play, hidden cards drawn anew.

The readable twin of this class is `games.mechanics.tricks.TrickState`.
"""

from ext.mech.dealing cimport Dealer
from ext.mech.tricks cimport TrickRules
from ext.rng cimport Rng
from ext.state cimport State
from ext.types cimport Actions, int16_t, int64_t, int8_t, uint64_t

cdef enum:
    SEATS = 8        # most seats of a game of tricks
    CALLS = 64       # most calls of a deal
    NOBODY = -1


cdef struct TrickDeal:
    # the match
    int seats
    int size               # cards a hand
    int finished
    int moves
    bint over
    int[8] total
    uint64_t past          # hash of the finished deals, which are open
    # the deal
    int deal
    int deal_start
    int[8] order           # seats as they are dealt to
    int dealing            # place in that order of the hand being dealt
    int missing            # cards that hand still lacks
    uint64_t pool          # cards it may get next: undealt, above its last one
    uint64_t[8] dealt
    uint64_t[8] hand
    uint64_t[8] played
    int[8] voids           # effective suits that a seat has shown not to hold
    int[8] taken
    int calls
    int16_t[64] call
    int opener
    int leader
    int cards
    int in_trick
    int8_t[64] play
    uint64_t public        # hash of calls and plays


cdef class TrickGame(State):
    cdef TrickDeal t
    cdef const TrickRules* rules   # of this deal
    cdef readonly uint64_t deck     # all cards
    cdef Dealer _dealer            # deals of the last resampling, kept while its question stays
    cdef uint64_t[24] _question

    # What a game says.
    cdef int _caller(self) noexcept nogil
    cdef int _list_calls(self, Actions* out) except -1 nogil
    cdef int _take_call(self, int action) except -1 nogil
    cdef void _setup_deal(self) noexcept nogil
    cdef uint64_t _leads(self, uint64_t hand) noexcept nogil
    cdef int _lead_shows(self, int card) noexcept nogil
    cdef void _after_card(self, int seat, int card) noexcept nogil
    cdef bint _settle(self) noexcept nogil
    cdef int _copy_more(self, State other) except -1 nogil

    cdef int _open(self, uint64_t deck, int size) except -1
    cdef void _start_deal(self) noexcept nogil
    cdef int _turn_now(self) noexcept nogil
    cdef uint64_t _playable(self) noexcept nogil
    cdef int _play_card(self, int card) noexcept nogil
    cdef int _deal_card(self, int card) noexcept nogil
    cdef int _next_card(self, Rng* rng) noexcept nogil
    cdef uint64_t _void_cards(self, int seat) noexcept nogil
    cdef int _piles(self, int seat, uint64_t unseen, uint64_t* sizes,
                    uint64_t* allowed) noexcept nogil
    cdef void _hand_over(self, int seat, uint64_t pile) noexcept nogil
    cdef void _refill(self) noexcept nogil
    cdef int _draw(self, uint64_t unseen, int n, uint64_t* sizes, uint64_t* allowed, Rng* rng,
                   uint64_t* piles) except -1 nogil
