"""Deals of hidden cards to many piles, counted pile by pile."""

from ext.rng cimport Rng
from ext.types cimport int8_t, uint64_t


cdef struct Bin:             # piles that may take the same cards, filled as one
    int piles
    int8_t[16] pile
    uint64_t fixed           # cards that only this bin may take
    int need                 # cards it takes besides
    int classes              # of cards that are left for this bin and the later ones
    int choices              # how many of them this bin may take cards from, and which
    int8_t[64] choice
    bint[64] must            # may only this bin still take cards of that class?
    int8_t[64] after         # the same class among those of the next bin, -1: none is left then
    bint alike               # are the next bin's classes the same?
    size_t[64] step          # of a card of a class in the table of the next bin
    double* ways             # to fill this bin and the later ones; 0: not yet known, -1: none


cdef struct PilePlan:
    int piles
    int[16] size
    int[65] start            # first class c has cards[start[c]] to cards[start[c + 1] - 1]
    int8_t[64] cards
    int bins
    Bin[16] bin
    double total             # ways to fill all bins


cdef void draw_by_pile(const PilePlan* plan, Rng* rng, uint64_t* out) noexcept nogil


cdef class PileTable:
    cdef PilePlan plan
    cdef double* _tables     # of all bins
    cdef object _count
    cdef int _lay_out(self, layout) except -1
    cdef int _lay_bin(self, Bin* bin, layout, int number) except -1
