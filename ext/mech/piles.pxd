"""Deals of hidden cards to many piles, counted pile by pile."""

from ext.rng cimport Rng
from ext.types cimport int8_t, uint64_t


cdef struct PilePlan:
    int piles
    int[16] size
    # Classes: cards that may go to the same piles, where more than one bin may take them.
    int classes
    int[65] start            # class c holds cards[start[c]] to cards[start[c + 1] - 1]
    int8_t[64] cards
    size_t[64] stride        # of one card of a class in the tables; 0 for the largest class
    size_t cells             # of one table
    # Bins: piles that may take the same cards, filled one after another.
    int bins
    int[17] first            # bin b has the piles pile[first[b]] to pile[first[b + 1] - 1]
    int8_t[16] pile
    uint64_t[16] fixed       # cards that only this bin may take
    int[16] need             # cards it takes besides
    int[16] choices          # how many classes it may take them from, and which
    int8_t[16][64] choice
    bint[64] last_takes      # may the last bin take cards of a class?
    double total             # ways to fill all bins
    double* ways             # a table for each bin but the first and the last; 0: not yet known


cdef void draw_by_pile(const PilePlan* plan, Rng* rng, uint64_t* out) noexcept nogil


cdef class PileTable:
    cdef PilePlan plan
    cdef object _count
    cdef int _lay_out(self, layout) except -1
    cdef int _lay_bins(self, layout) except -1
