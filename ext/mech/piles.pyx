"""Deals of hidden cards to many piles, counted pile by pile.

`ext.mech.dealing` counts class by class, over the places that are still free in each pile; with
eight players, each without some suit, those are too many. Here the piles are filled one after
another, and what counts is how many cards of each class are left:

    W(b, l) = sum over picks k of  C(l_1, k_1) ... C(l_c, k_c) * W(b + 1, l - k)

A class has the cards that may go to the same piles, a bin the piles that may take the same cards;
a bin is filled as one pile whose cards are then shuffled among its piles. Cards that only one bin
may take are given to it beforehand, and the last bin takes what is left.

W is a double: exact up to 2**53, beyond that to about fourteen digits. A pick is made from 53
random bits, so that its probability is off by less than 2**-45.
"""

from libc.stdlib cimport calloc, free
from ext.rng cimport Rng, rng_double, rng_take
from ext.types cimport int8_t, lowest, uint64_t

import math

_MOST_CELLS = 1 << 23  # 64 megabytes of doubles
cdef double[65][65] CHOOSE


cdef void _fill_choose() noexcept:
    cdef int n, k
    for n in range(65):
        CHOOSE[n][0] = CHOOSE[n][n] = 1.0
        for k in range(1, n):
            CHOOSE[n][k] = CHOOSE[n - 1][k - 1] + CHOOSE[n - 1][k]


_fill_choose()


class PileLayout:
    """Classes of cards and bins of piles, in the order in which bins are filled.

    Parameters
    ----------
    groups : sequence of (piles, cards)
        Cards and the piles that they may go to; every card once.
    sizes : sequence of int
        Cards each pile receives.

    Attributes
    ----------
    classes : list of list of int
        Cards of each class that several bins may take.
    bins : list of (piles, fixed, need, choice)
        Piles, the cards that only they may take, how many they take besides, from which classes.
    fits : bool
        False when it is plain already that no deal fits.
    terms : float
        At most so many terms are added up to count the deals; infinite when the tables would be
        too large.
    """

    def __init__(self, groups, sizes):
        roomy = [pile for pile, size in enumerate(sizes) if size]
        by_piles = {}
        for piles, cards in groups:
            by_piles.setdefault(tuple(p for p in piles if sizes[p]), []).extend(cards)
        self.sizes = tuple(sizes)
        self.fits = () not in by_piles
        bins = {}
        for pile in roomy:
            bins.setdefault(tuple(piles for piles in by_piles if pile in piles), []).append(pile)
        shared = [piles for piles in by_piles if list(piles) not in bins.values()]
        self.classes = [by_piles[piles] for piles in shared]
        self.bins = []
        for takes, piles in bins.items():
            fixed = by_piles.get(tuple(piles), [])
            need = sum(sizes[p] for p in piles) - len(fixed)
            self.fits = self.fits and need >= 0
            choice = [shared.index(other) for other in takes if other in shared]
            self.bins.append((piles, fixed, need, choice))
        self.bins.sort(key=lambda one: (self._picks(one), one[0]))
        self.cells = math.prod(len(cards) + 1 for cards in self.classes)
        self.cells //= max((len(cards) + 1 for cards in self.classes), default=1)
        self.terms = self._terms()

    def _picks(self, one):
        """At most so many ways to pick how many cards of each class a bin takes."""
        _, _, need, choice = one
        counts = sorted(min(need, len(self.classes[c])) + 1 for c in choice)
        return math.prod(counts[: max(0, len(counts) - 1)])

    def _terms(self):
        if self.cells * len(self.bins) > _MOST_CELLS:
            return math.inf
        total, states = 0, 1
        for one in self.bins[: max(0, len(self.bins) - 1)]:
            total += states * self._picks(one)
            states = min(states * self._picks(one), self.cells)
        return total


cdef class PileTable:
    """Counts of the deals of a layout, from which deals are drawn.

    Raises
    ------
    ValueError
        When the tables would be too large.
    """

    def __cinit__(self, *args, **kwargs):
        self.plan.ways = NULL

    def __init__(self, layout):
        cdef int[64] left
        cdef size_t at
        if self.plan.ways != NULL:
            raise ValueError("a PileTable is made once")
        if layout.terms == math.inf:
            raise ValueError(f"{len(layout.classes)} classes of cards are too many to count by pile")
        self._lay_out(layout)
        self.plan.total = 0.0
        if layout.fits:
            at = _begin(&self.plan, left)
            self.plan.total = 1.0
            if self.plan.bins > 1:
                self.plan.total = _fill(&self.plan, 0, 0, self.plan.need[0], at, left)
        self._count = int(self.plan.total)
        for piles, _, _, _ in layout.bins:
            here = [layout.sizes[pile] for pile in piles]
            self._count *= math.factorial(sum(here))
            self._count //= math.prod(math.factorial(size) for size in here)

    cdef int _lay_out(self, layout) except -1:
        cdef PilePlan* plan = &self.plan
        cdef int c, place = 0
        cdef size_t stride = 1
        plan.classes = len(layout.classes)
        largest = max(range(plan.classes), key=lambda c: len(layout.classes[c]), default=-1)
        for c, cards in enumerate(layout.classes):
            plan.start[c] = place
            for card in cards:
                plan.cards[place] = card
                place += 1
            plan.stride[c] = 0 if c == largest else stride
            stride *= 1 if c == largest else len(cards) + 1
        plan.start[plan.classes] = place
        plan.cells = layout.cells
        self._lay_bins(layout)
        plan.ways = <double*>calloc(max(1, plan.bins - 2) * plan.cells, sizeof(double))
        if plan.ways == NULL:
            raise MemoryError("no memory for the table of deals")
        return 0

    cdef int _lay_bins(self, layout) except -1:
        cdef PilePlan* plan = &self.plan
        cdef int b, c, pile, place = 0
        plan.piles, plan.bins = len(layout.sizes), len(layout.bins)
        for pile, size in enumerate(layout.sizes):
            plan.size[pile] = size
        for b, (piles, fixed, need, choice) in enumerate(layout.bins):
            plan.first[b] = place
            for pile in piles:
                plan.pile[place] = pile
                place += 1
            plan.fixed[b] = sum(1 << card for card in fixed)
            plan.need[b] = need
            plan.choices[b] = len(choice)
            for place_of, c in enumerate(choice):
                plan.choice[b][place_of] = c
        plan.first[plan.bins] = place
        for c in range(plan.classes):
            plan.last_takes[c] = c in layout.bins[plan.bins - 1][3]
        return 0

    def __dealloc__(self):
        free(self.plan.ways)

    def count(self):
        """Number of deals: exact where the ways to fill the bins are below 2**53."""
        return self._count


cdef size_t _begin(const PilePlan* plan, int* left) noexcept nogil:
    """All cards are left: their numbers by class, and the place of that in a table."""
    cdef size_t at = 0
    cdef int c
    for c in range(plan.classes):
        left[c] = plan.start[c + 1] - plan.start[c]
        at += left[c] * plan.stride[c]
    return at


cdef double _fill(const PilePlan* plan, int bin, int place, int need, size_t at,
                  int* left) noexcept nogil:
    """Ways to take what a bin still needs, from its choices `place` on, and to fill the others."""
    cdef int c, k, n, low
    cdef double total = 0.0
    if place == plan.choices[bin]:
        return 0.0 if need else _ways(plan, bin + 1, at, left)
    c = plan.choice[bin][place]
    n = left[c]
    low = _least(plan, bin, place, need, left)
    for k in range(low, min(n, need) + 1):
        left[c] = n - k
        total += CHOOSE[n][k] * _fill(plan, bin, place + 1, need - k, at - k * plan.stride[c], left)
    left[c] = n
    return total


cdef inline int _least(const PilePlan* plan, int bin, int place, int need,
                       const int* left) noexcept nogil:
    """Cards that a bin must take of a choice because the later ones have no more."""
    cdef int i
    for i in range(place + 1, plan.choices[bin]):
        need -= left[plan.choice[bin][i]]
        if need <= 0:
            return 0
    return need


cdef double _ways(const PilePlan* plan, int bin, size_t at, int* left) noexcept nogil:
    """W(bin, left)."""
    cdef double* known
    cdef int c
    if bin == plan.bins - 1:
        for c in range(plan.classes):
            if left[c] and not plan.last_takes[c]:
                return 0.0
        return 1.0
    known = &plan.ways[(bin - 1) * plan.cells + at]
    if known[0] == 0.0:
        known[0] = _fill(plan, bin, 0, plan.need[bin], at, left)
        if known[0] == 0.0:
            known[0] = -1.0  # known, and none
    return max(known[0], 0.0)


cdef void draw_by_pile(const PilePlan* plan, Rng* rng, uint64_t* out) noexcept nogil:
    """Draw one deal: `out[pile]` receives the cards of each pile, one bit each."""
    cdef int[64] left
    cdef int8_t[64] cards = plan.cards
    cdef int8_t[64] mine
    cdef size_t at = _begin(plan, left)
    cdef int bin, pile, place, c, k, many, need
    cdef double u
    for pile in range(plan.piles):
        out[pile] = 0
    for bin in range(plan.bins):
        many = _list(plan.fixed[bin], mine)
        need = plan.need[bin]
        u = -1.0  # the last bin takes what is left
        if bin + 1 < plan.bins:
            u = rng_double(rng) * (_ways(plan, bin, at, left) if bin else plan.total)
        for place in range(plan.choices[bin]):
            c = plan.choice[bin][place]
            k = left[c] if u < 0.0 else _pick(plan, bin, place, need, at, left, &u)
            need -= k
            at -= k * plan.stride[c]
            for _ in range(k):
                mine[many] = rng_take(rng, &cards[plan.start[c]], &left[c])
                many += 1
        _spread(plan, bin, mine, many, rng, out)


cdef inline int _list(uint64_t mask, int8_t* cards) noexcept nogil:
    cdef int count = 0
    while mask:
        cards[count] = lowest(mask)
        mask &= mask - 1
        count += 1
    return count


cdef int _pick(const PilePlan* plan, int bin, int place, int need, size_t at, int* left,
               double* u) noexcept nogil:
    """How many cards of a choice a bin takes: the first whose ways, added up, exceed `u`.

    `u` becomes as uniform a number below the ways of the later choices.
    """
    cdef int c = plan.choice[bin][place], n = left[c], k, found = 0
    cdef double ways, within = 0.0
    if place + 1 == plan.choices[bin]:
        return need
    for k in range(_least(plan, bin, place, need, left), min(n, need) + 1):
        left[c] = n - k
        ways = _fill(plan, bin, place + 1, need - k, at - k * plan.stride[c], left)
        if ways > 0.0:  # of the last one with any, should rounding leave u above all of them
            found, within = k, min(u[0] / CHOOSE[n][k], ways)
            if u[0] < CHOOSE[n][k] * ways:
                break
            u[0] -= CHOOSE[n][k] * ways
    left[c] = n
    u[0] = within
    return found


cdef void _spread(const PilePlan* plan, int bin, int8_t* cards, int count, Rng* rng,
                  uint64_t* out) noexcept nogil:
    """Shuffle the cards of a bin among its piles; the last one takes the rest."""
    cdef int i, pile
    for i in range(plan.first[bin], plan.first[bin + 1]):
        pile = plan.pile[i]
        if i + 1 < plan.first[bin + 1]:
            for _ in range(plan.size[pile]):
                out[pile] |= <uint64_t>1 << rng_take(rng, cards, &count)
            continue
        while count:
            count -= 1
            out[pile] |= <uint64_t>1 << cards[count]
