"""Skat as a C struct; the readable twin is games/skat/game.py."""

from ext.mech.dealing cimport Redealer
from ext.rng cimport Rng
from ext.state cimport State
from ext.states.skat_policy cimport Facts, Seen, SkatFacts
from ext.types cimport int16_t, int8_t, int64_t, uint64_t, uint8_t

cdef enum:
    LOG = 132  # an auction names and holds each of 63 values at most once, and passes thrice


cdef struct Outcome:      # facts of the last settled deal
    int seat              # declarer's seat, -1 when passed in or before the first
    int contract
    int hand
    int announced
    int bid               # value
    uint64_t cards
    int points
    int tricks
    int defenders_tricks


cdef struct Skat:
    # the match
    int deals
    int seats
    int finished
    int moves
    int[4] total
    double[4] margin
    uint64_t past         # hash of the finished deals, which are open
    Outcome last
    # the deal
    int deal
    int deal_start
    int stage
    int[3] seat           # of each role
    int dealing           # role whose hand is being dealt
    int missing           # cards that hand still lacks
    uint64_t pool         # cards it may get next: undealt, above its last one
    uint64_t[3] dealt
    uint64_t[3] hand
    uint64_t[3] played
    uint64_t skat
    uint64_t discards
    uint64_t public       # hash of what everybody has seen of this deal
    int bidder
    int holder
    int bid
    int holding
    int calls
    int16_t[132] log
    int declarer
    int picked_up
    int contract
    int announced
    int leader
    int cards             # cards played
    int in_trick          # cards in the open trick
    int8_t[32] play
    int[3] voids
    int[3] tricks
    int points


cdef class Compiled(State):
    cdef Skat s
    cdef const SkatFacts* facts
    cdef Facts _facts     # owns what `facts` points to
    cdef Redealer _redealer

    cdef int _adopt(self, Facts facts) except -1
    cdef uint64_t _playable(self) noexcept nogil
    cdef uint64_t _discardable(self) noexcept nogil
    cdef void _see(self, Seen* seen) noexcept nogil
    cdef int _redeal(self, int role, Rng* rng) except -1 nogil
    cdef int _place(self, int role, Rng* rng) except -1 nogil
