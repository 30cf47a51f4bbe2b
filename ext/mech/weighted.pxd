"""Deals of hidden cards with weights."""

from ext.rng cimport Rng
from ext.types cimport uint8_t, uint64_t

cdef enum:
    MAX_PILES = 8  # the table is as large as the product of their sizes


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
