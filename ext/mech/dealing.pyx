"""Uniform deals of hidden cards, exact by counting.

Unseen cards go to piles (hands, a skat) of known sizes, and some cards may not go to some piles
(a player who did not follow suit). Cards with the same allowed piles form a class. With n cards
in a class and free places f, the number of ways to deal the classes from c on is

    W(c, f) = sum over splits k of  n! / (k_1! ... k_p!) * W(c + 1, f - k)

A draw walks the classes, picks a split with probability proportional to its term, then chooses
which cards of the class go where. Every consistent deal comes up with the same probability and
no draw is rejected.
"""

from libc.stdlib cimport free, malloc
from ext.rng cimport Rng, Stream, rng_below
from ext.types cimport highest, lowest, nth_bit, popcount, uint64_t

cdef uint64_t UNKNOWN = 0xFFFFFFFFFFFFFFFF
cdef uint64_t[34][34] CHOOSE
cdef int LARGEST = 33

for _n in range(LARGEST + 1):
    CHOOSE[_n][0] = 1
    for _k in range(1, LARGEST + 1):
        CHOOSE[_n][_k] = 0 if _n == 0 else CHOOSE[_n - 1][_k - 1] + CHOOSE[_n - 1][_k]


cdef uint64_t _ways(DealPlan* plan, int c, int at) noexcept nogil:
    """W(c, f) for the vector of free places with index `at`, remembered."""
    cdef uint64_t* slot = &plan.ways[c * plan.vectors + at]
    if slot[0] == UNKNOWN:
        if c == plan.classes:
            slot[0] = 1 if at == 0 else 0
        else:
            slot[0] = _split_ways(plan, c, at, at, 0, plan.count[c])
    return slot[0]


cdef uint64_t _split_ways(DealPlan* plan, int c, int at, int free_at, int pile, int left) noexcept nogil:
    """Sum over the splits of the last `left` cards of class c to piles from `pile` on."""
    cdef uint64_t total = 0
    cdef int k, most
    if pile == plan.piles:
        return _ways(plan, c + 1, at) if left == 0 else 0
    most = _most(plan, c, free_at, pile, left)
    for k in range(most + 1):
        total += CHOOSE[left][k] * _split_ways(
            plan, c, at - k * plan.stride[pile], free_at, pile + 1, left - k)
    return total


cdef inline int _most(const DealPlan* plan, int c, int at, int pile, int left) noexcept nogil:
    """How many of `left` cards of class c pile `pile` can take, its free places read off `at`."""
    cdef int places
    if not (plan.allowed[c] >> pile) & 1:
        return 0
    places = (at // plan.stride[pile]) % (plan.size[pile] + 1)
    return places if places < left else left


cdef uint64_t _known_split(const DealPlan* plan, int c, int at, int free_at, int pile, int left) noexcept nogil:
    """As `_split_ways`, on a finished table."""
    cdef uint64_t total = 0
    cdef int k
    if pile == plan.piles:
        return plan.ways[(c + 1) * plan.vectors + at] if left == 0 else 0
    for k in range(_most(plan, c, free_at, pile, left) + 1):
        total += CHOOSE[left][k] * _known_split(
            plan, c, at - k * plan.stride[pile], free_at, pile + 1, left - k)
    return total


cdef uint64_t _take(uint64_t* pool, int k, Rng* rng) noexcept nogil:
    """Remove k random cards from `pool` and return them."""
    cdef uint64_t taken = 0, bit
    cdef int i, n = popcount(pool[0])
    for i in range(k):
        bit = <uint64_t>1 << nth_bit(pool[0], <int>rng_below(rng, n - i))
        pool[0] ^= bit
        taken |= bit
    return taken


cdef int draw_deal(const DealPlan* plan, Rng* rng, uint64_t* out) noexcept nogil:
    """Draw one deal: `out[pile]` receives the cards of each pile, one bit each."""
    cdef int c, pile, k, left, at = plan.vectors - 1, free_at
    cdef uint64_t r, term, pool
    for pile in range(plan.piles):
        out[pile] = 0
    for c in range(plan.classes):
        left = plan.count[c]
        pool = plan.cards[c]
        r = rng_below(rng, plan.ways[c * plan.vectors + at])
        free_at = at
        for pile in range(plan.piles):
            # Which number of cards for this pile: walk the terms, each the ways of all splits
            # that begin like the piles already settled; r stays uniform below the chosen term.
            for k in range(_most(plan, c, free_at, pile, left) + 1):
                term = CHOOSE[left][k] * _known_split(
                    plan, c, at - k * plan.stride[pile], free_at, pile + 1, left - k)
                if r < term:
                    break
                r -= term
            r = r // CHOOSE[left][k]
            at -= k * plan.stride[pile]
            if k == left:
                out[pile] |= pool
                pool = 0
            elif k:
                out[pile] |= _take(&pool, k, rng)
            left -= k
            if left == 0:
                break
    return 0


cdef class Dealer:
    """Draws deals of hidden cards, uniform over those that fit.

    Parameters
    ----------
    cards : int
        The unseen cards, one bit each (at most 33).
    sizes : sequence of int
        Cards each pile receives; they sum to the number of cards.
    allowed : sequence of int, optional
        For each pile the cards that may go there, one bit each; default all.

    Raises
    ------
    ValueError
        When no deal fits; the message says why.

    Examples
    --------
    >>> Dealer(0b1111, [2, 2]).count()
    6
    >>> Dealer(0b1111, [2, 2], [0b0011, 0b1111]).draw(Stream(1))
    [3, 12]
    """

    def __cinit__(self, *args, **kwargs):
        self.plan.ways = NULL

    def __init__(self, uint64_t cards, sizes, allowed=None):
        if not 1 <= len(sizes) <= MAX_PILES:
            raise ValueError(f"a deal has 1 to {MAX_PILES} piles, not {len(sizes)}")
        if sum(sizes) != popcount(cards):
            raise ValueError(f"{popcount(cards)} cards don't fill piles of {list(sizes)}")
        if popcount(cards) > LARGEST:
            raise ValueError(f"at most {LARGEST} unseen cards, not {popcount(cards)}")
        self._set_classes(cards, [cards] * len(sizes) if allowed is None else allowed)
        self._set_sizes(sizes)
        if _ways(&self.plan, 0, self.plan.vectors - 1) == 0:
            raise ValueError(f"no deal fits: piles of {list(sizes)} can't be filled with the cards allowed")
        self._finish()

    def __dealloc__(self):
        free(self.plan.ways)

    def _set_classes(self, uint64_t cards, allowed):
        groups = {}
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            piles = sum(1 << p for p, mask in enumerate(allowed) if mask >> card & 1)
            if not piles:
                raise ValueError(f"no deal fits: card {card} may go nowhere")
            groups[piles] = groups.get(piles, 0) | 1 << card
        # The most constrained class first keeps the table thin; ties by number for determinism.
        for c, piles in enumerate(sorted(groups, key=lambda g: (bin(g).count("1"), g))):
            self.plan.allowed[c] = piles
            self.plan.cards[c] = groups[piles]
            self.plan.count[c] = popcount(self.plan.cards[c])
        self.plan.classes = len(groups)

    def _set_sizes(self, sizes):
        cdef size_t i, cells
        self.plan.piles = len(sizes)
        self.plan.vectors = 1
        for pile, size in enumerate(sizes):
            self.plan.size[pile] = size
            self.plan.stride[pile] = self.plan.vectors
            self.plan.vectors *= size + 1
        cells = (self.plan.classes + 1) * <size_t>self.plan.vectors
        self.plan.ways = <uint64_t*>malloc(cells * sizeof(uint64_t))
        if self.plan.ways == NULL:
            raise MemoryError("no memory for the table of deals")
        for i in range(cells):
            self.plan.ways[i] = UNKNOWN

    def _finish(self):
        """What no path reached stays impossible."""
        cdef size_t i
        for i in range((self.plan.classes + 1) * <size_t>self.plan.vectors):
            if self.plan.ways[i] == UNKNOWN:
                self.plan.ways[i] = 0

    def count(self):
        """Number of consistent deals (exact below 2**64)."""
        return self.plan.ways[self.plan.vectors - 1]

    def draw(self, Stream stream):
        """One deal: the cards of each pile, one bit each."""
        cdef uint64_t[8] out
        draw_deal(&self.plan, &stream.rng, out)
        return [out[pile] for pile in range(self.plan.piles)]
