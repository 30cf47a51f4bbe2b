"""Uniform deals of hidden cards under constraints: plan once, draw in a loop without the GIL."""

from ext.types cimport uint64_t
from ext.rng cimport Rng

cdef enum:
    MAX_PILES = 8
    MAX_CLASSES = 64


cdef struct DealPlan:
    int piles
    int classes
    int size[8]
    int stride[8]            # mixed radix of the vector of free places
    int vectors              # number of such vectors
    uint64_t cards[64]       # cards of each class
    int count[64]            # how many they are
    int allowed[64]          # piles a class may go to, one bit each
    uint64_t* ways           # [classes + 1][vectors]: completions; UNKNOWN before it is counted


cdef int draw_deal(const DealPlan* plan, Rng* rng, uint64_t* out) noexcept nogil


cdef class Dealer:
    cdef DealPlan plan
