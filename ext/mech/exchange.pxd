"""Cards given for the highest of their suits: what comes back, and what may have been given."""

from ext.rng cimport Rng
from ext.types cimport uint64_t

cdef enum:
    EXCHANGED = 17  # more cards than one exchange has


cdef inline uint64_t suit_of_four(uint64_t cards, int suit) noexcept nogil:
    """The cards of one of four suits."""
    return cards & <uint64_t>0x1111111111111111 << suit


cdef uint64_t highest_returned(uint64_t hand, uint64_t given) noexcept nogil
cdef uint64_t pick_cards(uint64_t cards, int count, Rng* rng) noexcept nogil
cdef double number_of_choices(int cards, int count) noexcept nogil
cdef uint64_t exchange_ways(uint64_t giver, uint64_t owner, int count) noexcept nogil
cdef void draw_exchange(uint64_t giver, uint64_t owner, int count, Rng* rng, uint64_t* given,
                        uint64_t* back) noexcept nogil
