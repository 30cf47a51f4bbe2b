"""What a plain Skat player does, from what the seat to move sees."""

from ext.mech.tricks cimport TrickRules
from ext.rng cimport Rng
from ext.types cimport int8_t, int64_t, uint64_t

cdef enum Stage:
    DEAL, AUCTION, SKAT, DISCARD, CONTRACT, ANNOUNCE, PLAY, OVER

cdef enum Act:  # numbering of actions, as in games/skat/cards.py
    PASS = 32
    HOLD = 33
    FIRST_BID = 34
    PICK_UP = 97
    HAND = 98
    FIRST_CONTRACT = 99
    NO_ANNOUNCEMENT = 105
    SCHNEIDER = 106
    SCHWARZ = 107
    OPEN = 108

cdef enum:
    GRAND = 4
    NULL_GAME = 5
    BIDS = 63


cdef struct SkatFacts:
    uint64_t deck
    int size                  # cards a hand
    int total                 # card points in the deck
    int to_win
    int schneider
    TrickRules[6] rules
    uint64_t[6][32] higher    # cards of the same effective suit that beat a card
    int[5] trumps             # number of trumps
    int8_t[5][16] top         # trumps from the top down
    int[5] base
    int[4] null_value
    int[63] ladder


cdef struct Seen:
    int stage
    int role
    uint64_t hand             # the mover's cards, twelve before the discards
    uint64_t discards         # known to the declarer who picked up
    int bid                   # index of the last value named, -1 before the first
    bint holding
    bint alone                # forehand, asked after two passes
    int declarer
    bint picked_up
    int contract
    int leader
    int in_trick              # cards in the open trick
    int8_t[3] trick
    uint64_t played           # all cards played so far, the open trick included


cdef class Facts:
    cdef SkatFacts c


cdef int64_t policy_action(const SkatFacts* facts, const Seen* seen, Rng* rng, double epsilon) noexcept nogil
cdef int considered(const SkatFacts* facts, const Seen* seen, int64_t* out) noexcept nogil
cdef int matadors(const SkatFacts* facts, int contract, uint64_t cards) noexcept nogil
