"""Deals of hidden cards to many piles, counted pile by pile.

`ext.mech.dealing` counts class by class, over the places that are still free in each pile; with
eight players, each without some suit, those are too many. Here the piles are filled one after
another, and what counts is how many cards of each class are left:

    W(b, l) = sum over picks k of  C(l_1, k_1) ... C(l_c, k_c) * W(b + 1, l - k)

A class has the cards that may go to the same piles, a bin the piles that may take the same cards;
a bin is filled as one pile whose cards are then shuffled among its piles. Cards that only one bin
may take are given to it beforehand, classes that no later bin tells apart become one, and the
last bin takes what is left.

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


# ---- the layout --------------------------------------------------------------------------------


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
    bins : list of (piles, fixed, need)
        Piles, the cards that only they may take, how many they take besides.
    cards : list of list of int
        Cards of each class of the first bin.
    classes : list of dict
        For each bin the classes left for it and the later ones: the numbers of the bins that may
        still take them, and at most how many cards they have.
    strides : list of dict
        For each bin, what one card of a class counts in the place of a table.
    cells : list of int
        Size of each bin's table.
    fits : bool
        False when it is plain already that no deal fits.
    terms : float
        At most so many terms are added up to count the deals; infinite when the tables would be
        too large.
    """

    def __init__(self, groups, sizes):
        self.sizes = tuple(sizes)
        by_piles = {}
        for piles, cards in groups:
            by_piles.setdefault(tuple(p for p in piles if sizes[p]), []).extend(cards)
        self.fits = () not in by_piles
        self._find_bins(by_piles)
        self._find_classes(by_piles)
        self._find_tables()
        self.terms = self._count_terms()

    def _find_bins(self, by_piles):
        found = {}
        for pile, size in enumerate(self.sizes):
            if size:
                takes = tuple(piles for piles in by_piles if pile in piles)
                found.setdefault(takes, []).append(pile)
        self.bins = []
        for piles in found.values():
            fixed = by_piles.pop(tuple(piles), [])
            need = sum(self.sizes[pile] for pile in piles) - len(fixed)
            self.bins.append((piles, fixed, need))
            self.fits = self.fits and need >= 0
        self.bins.sort(key=lambda one: (_picks(one[2], [
            len(cards) for piles, cards in by_piles.items() if one[0][0] in piles]), one[0]))

    def _find_classes(self, by_piles):
        by_bins = {
            tuple(b for b, (members, _, _) in enumerate(self.bins) if members[0] in piles): cards
            for piles, cards in by_piles.items()
        }
        self.cards = list(by_bins.values())
        self.classes = []
        for number in range(len(self.bins)):
            left = {}
            for bins, cards in by_bins.items():
                later = tuple(b for b in bins if b >= number)
                if later:
                    left[later] = left.get(later, 0) + len(cards)
            self.classes.append(left)

    def _find_tables(self):
        """Places in the tables: one class follows from the others, as all are left to some bin."""
        self.strides, self.cells = [], []
        rest = (len(self.bins) - 1,)
        for left in self.classes:
            follows = rest if rest in left else max(left, key=left.get, default=None)
            strides, cells = {}, 1
            for bins, count in left.items():
                strides[bins] = 0 if bins == follows else cells
                cells *= 1 if bins == follows else count + 1
            self.strides.append(strides)
            self.cells.append(cells)

    def _count_terms(self):
        if sum(self.cells) > _MOST_CELLS:
            return math.inf
        total, states = 0, 1
        for number in range(len(self.bins) - 1):
            picks = _picks(self.bins[number][2], [
                count for bins, count in self.classes[number].items()
                if number in bins and bins != (number,)])
            total += states * picks
            states = min(states * picks, self.cells[number + 1])
        return total


def _picks(need, counts):
    """At most so many ways to pick how many cards of each class a bin takes."""
    ways = sorted(max(0, min(need, count)) + 1 for count in counts)
    return math.prod(ways[: max(0, len(ways) - 1)])


cdef class PileTable:
    """Counts of the deals of a layout, from which deals are drawn.

    Raises
    ------
    ValueError
        When the tables would be too large.
    """

    def __cinit__(self, *args, **kwargs):
        self._tables = NULL

    def __init__(self, layout):
        cdef int[64] left
        if self._tables != NULL:
            raise ValueError("a PileTable is made once")
        if layout.terms == math.inf:
            raise ValueError(f"{len(layout.cards)} classes of cards are too many to count by pile")
        self._lay_out(layout)
        self.plan.total = 1.0 if layout.fits else 0.0
        if layout.fits and self.plan.bins > 1:
            _begin(&self.plan, left)
            self.plan.total = _fill_all(&self.plan, 0, left)
        self._count = int(self.plan.total)
        for piles, _, _ in layout.bins:
            here = [layout.sizes[pile] for pile in piles]
            self._count *= math.factorial(sum(here))
            self._count //= math.prod(math.factorial(size) for size in here)

    cdef int _lay_out(self, layout) except -1:
        cdef PilePlan* plan = &self.plan
        cdef int c, number, pile, place = 0
        plan.piles, plan.bins = len(layout.sizes), len(layout.bins)
        for pile, size in enumerate(layout.sizes):
            plan.size[pile] = size
        for c, cards in enumerate(layout.cards):
            plan.start[c] = place
            for card in cards:
                plan.cards[place] = card
                place += 1
        plan.start[len(layout.cards)] = place
        self._tables = <double*>calloc(sum(layout.cells) + 1, sizeof(double))
        if self._tables == NULL:
            raise MemoryError("no memory for the table of deals")
        for number in range(plan.bins):
            self._lay_bin(&plan.bin[number], layout, number)
        return 0

    cdef int _lay_bin(self, Bin* bin, layout, int number) except -1:
        cdef int c, place
        members, fixed, bin.need = layout.bins[number]
        left, later = layout.classes[number], layout.classes[number + 1 :]
        bin.piles, bin.fixed = len(members), sum(1 << card for card in fixed)
        for place, pile in enumerate(members):
            bin.pile[place] = pile
        bin.classes, bin.choices = len(left), 0
        names = list(later[0]) if later else []
        bin.alike = bool(later) and len(names) == len(left)
        for c, bins in enumerate(left):
            after = tuple(b for b in bins if b != number)
            bin.must[c] = not after
            bin.after[c] = names.index(after) if after in names else -1
            bin.step[c] = layout.strides[number + 1][after] if after in names else 0
            bin.alike = bin.alike and bin.after[c] == c
            if number in bins:
                bin.choice[bin.choices] = c
                bin.choices += 1
        bin.ways = self._tables + <size_t>sum(layout.cells[:number])
        return 0

    def __dealloc__(self):
        free(self._tables)

    def count(self):
        """Number of deals: exact where the ways to fill the bins are below 2**53."""
        return self._count


# ---- counting ----------------------------------------------------------------------------------


cdef void _begin(const PilePlan* plan, int* left) noexcept nogil:
    """All cards are left."""
    cdef int c
    for c in range(plan.bin[0].classes):
        left[c] = plan.start[c + 1] - plan.start[c]


cdef inline size_t _place_after(const Bin* bin, const int* left) noexcept nogil:
    """Place in the table of the next bin, if this one took nothing."""
    cdef size_t at = 0
    cdef int c
    for c in range(bin.classes):
        at += left[c] * bin.step[c]
    return at


cdef double _fill_all(const PilePlan* plan, int number, int* left) noexcept nogil:
    """W(number, left), counted."""
    cdef const Bin* bin = &plan.bin[number]
    return _fill(plan, number, 0, bin.need, _place_after(bin, left), left)


cdef double _fill(const PilePlan* plan, int number, int place, int need, size_t at,
                  int* left) noexcept nogil:
    """Ways to take what a bin still needs, from its choices `place` on, and to fill the others."""
    cdef const Bin* bin = &plan.bin[number]
    cdef int c, k, n
    cdef double total = 0.0
    if place == bin.choices:
        return 0.0 if need else _ways(plan, number + 1, at, left)
    c = bin.choice[place]
    n = left[c]
    for k in range(_least(bin, place, need, left), min(n, need) + 1):
        left[c] = n - k
        total += CHOOSE[n][k] * _fill(plan, number, place + 1, need - k, at - k * bin.step[c], left)
    left[c] = n
    return total


cdef inline int _least(const Bin* bin, int place, int need, const int* left) noexcept nogil:
    """Cards that a bin must take of a choice: later choices, or later bins, take no more."""
    cdef int i
    if bin.must[bin.choice[place]]:
        return left[bin.choice[place]]
    for i in range(place + 1, bin.choices):
        need -= left[bin.choice[i]]
        if need <= 0:
            return 0
    return need


cdef double _ways(const PilePlan* plan, int number, size_t at, const int* before) noexcept nogil:
    """W(number, left), where `before` is what the bin before it left, by its own classes."""
    cdef double* known = &plan.bin[number].ways[at]
    cdef int[64] left
    if number == plan.bins - 1:
        return 1.0
    if known[0] == 0.0:
        _pass_on(plan, number - 1, before, left)
        known[0] = _fill_all(plan, number, left)
        if known[0] == 0.0:
            known[0] = -1.0
    return max(known[0], 0.0)


cdef void _pass_on(const PilePlan* plan, int number, const int* before, int* left) noexcept nogil:
    """Numbers by the next bin's classes."""
    cdef const Bin* bin = &plan.bin[number]
    cdef int c
    for c in range(plan.bin[number + 1].classes):
        left[c] = 0
    for c in range(bin.classes):
        if bin.after[c] >= 0:
            left[bin.after[c]] += before[c]


# ---- drawing -----------------------------------------------------------------------------------


cdef struct Stock:           # the cards that are left, by class
    int[64] left
    int[65] start
    int8_t[64] cards


cdef void draw_by_pile(const PilePlan* plan, Rng* rng, uint64_t* out) noexcept nogil:
    """Draw one deal: `out[pile]` receives the cards of each pile, one bit each."""
    cdef Stock stock
    cdef const Bin* bin
    cdef int8_t[64] mine
    cdef size_t at = 0
    cdef int number, pile, place, c, k, many, need
    cdef double u
    for pile in range(plan.piles):
        out[pile] = 0
    stock.start, stock.cards = plan.start, plan.cards
    if plan.bins:
        _begin(plan, stock.left)
    for number in range(plan.bins):
        bin = &plan.bin[number]
        u = -1.0  # the last bin takes what is left
        if number + 1 < plan.bins:
            u = rng_double(rng) * (bin.ways[at] if number else plan.total)
            at = _place_after(bin, stock.left)
        many = _list(bin.fixed, mine)
        need = bin.need
        for place in range(bin.choices):
            c = bin.choice[place]
            k = stock.left[c] if u < 0.0 else _pick(plan, number, place, need, at, stock.left, &u)
            need -= k
            at -= k * bin.step[c]
            for _ in range(k):
                mine[many] = rng_take(rng, &stock.cards[stock.start[c]], &stock.left[c])
                many += 1
        _spread(plan, bin, mine, many, rng, out)
        if number + 1 < plan.bins and not bin.alike:
            _restock(plan, number, &stock)


cdef inline int _list(uint64_t mask, int8_t* cards) noexcept nogil:
    cdef int count = 0
    while mask:
        cards[count] = lowest(mask)
        mask &= mask - 1
        count += 1
    return count


cdef int _pick(const PilePlan* plan, int number, int place, int need, size_t at, int* left,
               double* u) noexcept nogil:
    """How many cards of a choice a bin takes: the first whose ways, added up, exceed `u`.

    `u` becomes as uniform a number below the ways of the later choices.
    """
    cdef const Bin* bin = &plan.bin[number]
    cdef int c = bin.choice[place], n = left[c], k, found = 0
    cdef double ways, within = 0.0
    if place + 1 == bin.choices:
        return need
    for k in range(_least(bin, place, need, left), min(n, need) + 1):
        left[c] = n - k
        ways = _fill(plan, number, place + 1, need - k, at - k * bin.step[c], left)
        if ways > 0.0:  # of the last one with any, should rounding leave u above all of them
            found, within = k, min(u[0] / CHOOSE[n][k], ways)
            if u[0] < CHOOSE[n][k] * ways:
                break
            u[0] -= CHOOSE[n][k] * ways
    left[c] = n
    u[0] = within
    return found


cdef void _spread(const PilePlan* plan, const Bin* bin, int8_t* cards, int count, Rng* rng,
                  uint64_t* out) noexcept nogil:
    """Shuffle the cards of a bin among its piles; the last one takes the rest."""
    cdef int i, pile
    for i in range(bin.piles):
        pile = bin.pile[i]
        if i + 1 < bin.piles:
            for _ in range(plan.size[pile]):
                out[pile] |= <uint64_t>1 << rng_take(rng, cards, &count)
            continue
        while count:
            count -= 1
            out[pile] |= <uint64_t>1 << cards[count]


cdef void _restock(const PilePlan* plan, int number, Stock* stock) noexcept nogil:
    """Put the cards that are left together by the next bin's classes."""
    cdef const Bin* bin = &plan.bin[number]
    cdef Stock old = stock[0]
    cdef int[64] filled
    cdef int c, into, i
    _pass_on(plan, number, old.left, stock.left)
    stock.start[0] = 0
    for c in range(plan.bin[number + 1].classes):
        filled[c] = stock.start[c]
        stock.start[c + 1] = stock.start[c] + stock.left[c]
    for c in range(bin.classes):
        into = bin.after[c]
        if into >= 0:
            for i in range(old.left[c]):
                stock.cards[filled[into]] = old.cards[old.start[c] + i]
                filled[into] += 1
