"""Counter-based random streams for kernels and for the hooks that kernels call.

The generator is SplitMix64 (Steele, Lea, Flood 2014) read as a counter-based one: output number
i of a stream is a mix of its key and i, so streams of one seed are independent of each other and
of the thread that uses them.
"""

from ext.types cimport uint64_t


cdef class Stream:
    """A random stream as Python sees it; hooks of readable games receive one.

    Parameters
    ----------
    seed : int
        0 to 2**64 - 1.
    index : int, optional
        Which of the seed's streams.

    Examples
    --------
    >>> a, b = Stream(7), Stream(7)
    >>> a.below(10) == b.below(10)
    True
    """

    def __init__(self, seed, index=0):
        rng_init(&self.rng, <uint64_t>seed, <uint64_t>index)

    @staticmethod
    def drawn_from(rng):
        """A stream seeded with one draw from a `numpy.random.Generator`."""
        if not hasattr(rng, "integers"):
            raise TypeError(
                f"randomness comes from a numpy.random.Generator, not {type(rng).__name__}: "
                "numpy.random.default_rng(seed) makes one"
            )
        return Stream(int(rng.integers(0, 0xFFFFFFFFFFFFFFFF, dtype="uint64", endpoint=True)))

    def next64(self):
        """A uniform integer of 64 bits."""
        return rng_next(&self.rng)

    def random(self):
        """A uniform float on [0, 1)."""
        return rng_double(&self.rng)

    def below(self, n):
        """A uniform integer on 0..n-1; `n` must be positive."""
        if n < 1:
            raise ValueError(f"below() needs a positive bound, not {n}")
        return rng_below(&self.rng, <uint64_t>n)

    def pick(self, outcomes):
        """The action of one pair (action, probability), drawn by one uniform float."""
        cdef double u = rng_double(&self.rng)
        cdef double acc = 0.0
        if not outcomes:
            raise ValueError("pick() needs at least one outcome")
        for action, p in outcomes:
            acc += p
            if u < acc:
                return action
        return action  # the sum of all fell short of 1 by rounding

    def take(self, items):
        """Remove and return one item of a list at random; the last one moves to its place."""
        if not items:
            raise ValueError("take() needs at least one item")
        cdef Py_ssize_t i = rng_below(&self.rng, len(items))
        last = items.pop()
        if i == len(items):
            return last
        taken, items[i] = items[i], last
        return taken

    def shuffle(self, items):
        """Shuffle a list in place (Fisher and Yates, from the end)."""
        cdef Py_ssize_t i, j
        for i in range(len(items) - 1, 0, -1):
            j = rng_below(&self.rng, i + 1)
            items[i], items[j] = items[j], items[i]


def hash_text(str text):
    """A 64-bit hash of a text that is the same in every process.

    >>> hash_text("a") == hash_text("a") != hash_text("b")
    True
    """
    cdef bytes data = text.encode()
    cdef const unsigned char* p = data
    cdef Py_ssize_t i, n = len(data)
    cdef uint64_t key = <uint64_t>n
    cdef uint64_t word = 0
    for i in range(n):
        word = (word << 8) | p[i]
        if i % 8 == 7:
            key = fold(key, word)
            word = 0
    return fold(key, word)


def hash_ints(values):
    """A 64-bit hash of a sequence of integers, the same in every process."""
    cdef uint64_t key = 0
    for value in values:
        key = fold(key, <uint64_t>(value & 0xFFFFFFFFFFFFFFFF))
    return key
