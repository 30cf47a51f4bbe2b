"""Deals of hidden cards under constraints: plan once, draw in a loop without the GIL."""

from ext.types cimport uint8_t, uint64_t
from ext.rng cimport Rng

cdef enum:
    MAX_PILES = 8
    MAX_CARDS = 64


cdef struct Split:           # one way to spread a class over the piles
    uint64_t upto            # ways of the splits of its step up to and including this one
    int next                 # step that follows
    uint8_t[8] k             # cards for each pile


cdef struct Step:            # a class to deal, with certain places still free
    uint64_t ways
    int first                # its splits are rows first, first + 1, ...
    int group                # number of the class, -1 at the end


cdef struct DealPlan:
    int piles
    int[64] start            # class c holds cards[start[c]] to cards[start[c + 1] - 1]
    uint8_t[64] cards
    Step* steps              # step 0 comes first
    Split* splits


cdef void draw_deal(const DealPlan* plan, Rng* rng, uint64_t* out) noexcept nogil


cdef class Dealer:
    cdef DealPlan plan
    cdef object _count
    cdef int _check_made(self) except -1


cdef class WeightedDealer:
    cdef int piles
    cdef int cards
    cdef int vectors
    cdef uint8_t[64] card
    cdef int[8] size
    cdef int[8] stride
    cdef double[64][8] weight
    cdef double* total       # [cards + 1][vectors]: summed weight of the deals of the cards from i on
    cdef int _check_made(self) except -1
    cdef int _sum_up(self) except -1
    cdef void _draw(self, Rng* rng, uint64_t* out) noexcept nogil
