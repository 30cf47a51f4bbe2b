"""Scalar types, bit operations and the growable buffers that every kernel shares."""

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport realloc, free

cdef extern from *:
    """
    #ifndef KIBITZ_DEBUG
    #define KIBITZ_DEBUG 0
    #endif
    #ifdef __POPCNT__
    static inline int kz_popcount(unsigned long long x) { return __builtin_popcountll(x); }
    #else  /* the library call that the builtin becomes without the instruction is slower */
    static inline int kz_popcount(unsigned long long x)
    { x -= (x >> 1) & 0x5555555555555555ULL;
      x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
      x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
      return (int)((x * 0x0101010101010101ULL) >> 56); }
    #endif
    static inline int kz_lowest(unsigned long long x) { return __builtin_ctzll(x); }
    static inline int kz_highest(unsigned long long x) { return 63 - __builtin_clzll(x); }
    """
    const int KIBITZ_DEBUG
    int popcount "kz_popcount"(uint64_t x) noexcept nogil
    int lowest "kz_lowest"(uint64_t x) noexcept nogil    # index of the lowest set bit; x != 0
    int highest "kz_highest"(uint64_t x) noexcept nogil  # index of the highest set bit; x != 0

cdef enum:
    CHANCE = -1
    TERMINAL = -4
    MAX_SEATS = 16  # kernels keep one double a seat on the stack


cdef struct Actions:  # a growable list of moves, with probabilities at chance nodes
    int64_t* items
    double* p         # allocated with `items`; meaningful only after a chance listing
    int count
    int capacity


cdef inline int grow(Actions* buffer) except -1 nogil:
    cdef int capacity = 64 if buffer.capacity == 0 else 2 * buffer.capacity
    cdef int64_t* items = <int64_t*>realloc(buffer.items, capacity * sizeof(int64_t))
    if items == NULL:
        raise MemoryError("no memory for a list of moves")
    buffer.items = items
    cdef double* p = <double*>realloc(buffer.p, capacity * sizeof(double))
    if p == NULL:
        raise MemoryError("no memory for a list of moves")
    buffer.p = p
    buffer.capacity = capacity
    return 0


cdef inline int push(Actions* buffer, int64_t action) except -1 nogil:
    if buffer.count == buffer.capacity:
        grow(buffer)
    buffer.items[buffer.count] = action
    buffer.count += 1
    return 0


cdef inline int push_outcome(Actions* buffer, int64_t action, double p) except -1 nogil:
    if buffer.count == buffer.capacity:
        grow(buffer)
    buffer.items[buffer.count] = action
    buffer.p[buffer.count] = p
    buffer.count += 1
    return 0


cdef inline int push_bits(Actions* buffer, uint64_t mask, int64_t first) except -1 nogil:
    """Append `first + i` for every set bit i of `mask`, ascending."""
    while mask:
        push(buffer, first + lowest(mask))
        mask &= mask - 1
    return 0


cdef inline void release(Actions* buffer) noexcept nogil:
    free(buffer.items)
    free(buffer.p)
    buffer.items = NULL
    buffer.p = NULL
    buffer.count = buffer.capacity = 0


cdef inline int nth_bit(uint64_t mask, int n) noexcept nogil:
    """Index of the n-th lowest set bit (n from 0)."""
    while n:
        mask &= mask - 1
        n -= 1
    return lowest(mask)
