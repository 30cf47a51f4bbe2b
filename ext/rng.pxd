"""Counter-based random streams: a stream is a key and a counter, so (seed, index) names it."""

from ext.types cimport int8_t, uint64_t, uint32_t

cdef extern from *:
    """
    static inline unsigned long long kz_mulhi(unsigned long long a, unsigned long long b)
    { return (unsigned long long)(((unsigned __int128)a * b) >> 64); }
    static inline unsigned long long kz_mix(unsigned long long z)
    { z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
      return z ^ (z >> 31); }
    #define KZ_GOLDEN 0x9e3779b97f4a7c15ULL
    """
    uint64_t mulhi "kz_mulhi"(uint64_t a, uint64_t b) noexcept nogil
    uint64_t mix "kz_mix"(uint64_t z) noexcept nogil
    const uint64_t GOLDEN "KZ_GOLDEN"


cdef struct Rng:
    uint64_t key
    uint64_t counter


cdef inline void rng_init(Rng* rng, uint64_t seed, uint64_t index) noexcept nogil:
    """Stream number `index` of `seed`."""
    rng.key = mix(mix(seed + GOLDEN) + GOLDEN * (2 * index + 1))
    rng.counter = 0


cdef inline uint64_t rng_next(Rng* rng) noexcept nogil:
    rng.counter += 1
    return mix(rng.key + GOLDEN * rng.counter)


cdef inline double rng_double(Rng* rng) noexcept nogil:
    """Uniform on [0, 1), 53 bits."""
    return (rng_next(rng) >> 11) * (1.0 / 9007199254740992.0)


cdef inline uint64_t rng_below(Rng* rng, uint64_t n) noexcept nogil:
    """Uniform on 0..n-1, exact: Lemire's multiply and reject. n >= 1."""
    cdef uint64_t x = rng_next(rng)
    cdef uint64_t low = x * n
    cdef uint64_t threshold
    if low < n:
        threshold = (0 - n) % n
        while low < threshold:
            x = rng_next(rng)
            low = x * n
    return mulhi(x, n)


cdef inline int8_t rng_take(Rng* rng, int8_t* items, int* count) noexcept nogil:
    """Take one item out at random, as `Stream.take` does: the last one moves to its place."""
    cdef int i = <int>rng_below(rng, count[0])
    cdef int8_t taken = items[i]
    count[0] -= 1
    items[i] = items[count[0]]
    return taken


cdef inline uint64_t fold(uint64_t key, uint64_t value) noexcept nogil:
    """One step of a 64-bit hash chain."""
    return mix((key ^ value) * 0xff51afd7ed558ccdULL + GOLDEN)


cdef class Stream:
    cdef Rng rng
