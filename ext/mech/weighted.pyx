"""Deals of hidden cards with weights: beliefs over who holds what.

As `ext.mech.dealing`, card by card: a deal's weight is the product of the weights of its (card,
pile) pairs.
"""

from libc.stdlib cimport free, malloc
from ext.rng cimport Rng, Stream, rng_double, rng_init
from ext.types cimport lowest, popcount, uint64_t

from ext.mech.dealing import checked_sizes


cdef class WeightedDealer:
    """Draws deals with probability proportional to a product of weights: beliefs over holders.

    Parameters
    ----------
    cards : int
        The unseen cards, one bit each.
    sizes : sequence of int
        Cards each pile receives; they sum to the number of cards.
    weights : float64[n, piles]
        Row i belongs to the i-th lowest card, column p to pile p: how likely the pile is to hold
        it, on any scale, at least 0. A deal's weight is the product over its cards.

    Raises
    ------
    ValueError
        For weights below 0 or not finite, or when every deal has weight 0.
    """

    def __cinit__(self, *args, **kwargs):
        self.total = NULL

    def __init__(self, uint64_t cards, sizes, const double[:, :] weights not None):
        sizes = checked_sizes(cards, sizes, MAX_PILES)
        cdef int i, pile, size
        if self.total != NULL:
            raise ValueError("a WeightedDealer is made once")
        self.piles, self.cards = len(sizes), popcount(cards)
        if weights.shape[0] != self.cards or weights.shape[1] != self.piles:
            raise ValueError(f"weights must be {self.cards} by {self.piles}, a row a card")
        self.vectors = 1
        for pile, size in enumerate(sizes):
            self.size[pile] = size
            self.stride[pile] = self.vectors
            self.vectors *= size + 1
        for i in range(self.cards):
            self.card[i] = lowest(cards)
            cards &= cards - 1
            for pile in range(self.piles):
                if not 0 <= weights[i, pile] < float("inf"):
                    raise ValueError(f"the weight of card {self.card[i]} in pile {pile} is {weights[i, pile]}")
                self.weight[i][pile] = weights[i, pile]
        self._sum_up()
        if not self.total[self.vectors - 1] > 0:
            raise ValueError("every deal has weight 0")

    cdef int _sum_up(self) except -1:
        cdef size_t cells = (self.cards + 1) * <size_t>self.vectors
        cdef int i, at, pile
        cdef double total, largest
        self.total = <double*>malloc(cells * sizeof(double))
        if self.total == NULL:
            raise MemoryError("no memory for the table of deals")
        for at in range(self.vectors):
            self.total[self.cards * <size_t>self.vectors + at] = at == 0
        for i in range(self.cards - 1, -1, -1):
            largest = 0.0
            for at in range(self.vectors):
                total = 0.0
                for pile in range(self.piles):
                    if (at // self.stride[pile]) % (self.size[pile] + 1):
                        total += self.weight[i][pile] * self.total[
                            (i + 1) * <size_t>self.vectors + at - self.stride[pile]]
                self.total[i * <size_t>self.vectors + at] = total
                largest = max(largest, total)
            if largest > 0.0:  # only proportions matter within a row: keep clear of underflow
                for at in range(self.vectors):
                    self.total[i * <size_t>self.vectors + at] /= largest
        return 0

    def __dealloc__(self):
        free(self.total)

    cdef int _check_made(self) except -1:
        if self.total == NULL:
            raise ValueError("this WeightedDealer was made without its cards")
        return 0

    cdef void _draw(self, Rng* rng, uint64_t* out) noexcept nogil:
        cdef int i, pile, last, at = self.vectors - 1
        cdef double[8] term
        cdef double total, u
        for pile in range(self.piles):
            out[pile] = 0
        for i in range(self.cards):
            total = 0.0
            last = 0
            for pile in range(self.piles):
                term[pile] = 0.0
                if (at // self.stride[pile]) % (self.size[pile] + 1):
                    term[pile] = self.weight[i][pile] * self.total[
                        (i + 1) * <size_t>self.vectors + at - self.stride[pile]]
                if term[pile] > 0.0:
                    last = pile
                total += term[pile]
            u = rng_double(rng) * total
            pile = 0
            while pile < last and u >= term[pile]:
                u -= term[pile]
                pile += 1
            at -= self.stride[pile]
            out[pile] |= <uint64_t>1 << self.card[i]

    def draw(self, Stream stream not None):
        """One deal: the cards of each pile, one bit each."""
        cdef uint64_t[8] out
        self._check_made()
        self._draw(&stream.rng, out)
        return [out[pile] for pile in range(self.piles)]

    def draw_into(self, uint64_t[:, ::1] out, uint64_t seed, uint64_t first=0):
        """Fill an array with deals; row i uses stream `first + i` of `seed`.

        Parameters
        ----------
        out : uint64[n, piles]
            Receives the cards of each pile, one bit each.
        """
        cdef Py_ssize_t i
        cdef Rng rng
        self._check_made()
        if out.shape[1] != self.piles:
            raise ValueError(f"out needs {self.piles} columns, one a pile, not {out.shape[1]}")
        with nogil:
            for i in range(out.shape[0]):
                rng_init(&rng, seed, first + i)
                self._draw(&rng, &out[i, 0])
