"""Deals of hidden cards, exact by counting: no draw is rejected.

Unseen cards go to piles (hands, a skat) of known sizes, and some cards may not go to some piles
(a player who did not follow suit). Cards with the same allowed piles form a class. With n cards
in a class and free places f, the number of ways to deal the classes from c on is

    W(c, f) = sum over splits k of  n! / (k_1! ... k_p!) * W(c + 1, f - k)

`Dealer` lays out once the steps (c, f) that can be reached and the splits of each. A draw walks
the classes, picks a split with probability proportional to its term, then shuffles which cards of
the class go where, so that every consistent deal comes up with the same probability. (Where the
terms of a step are more than 64 bits hold, even in lowest terms, they are rounded to 63 bits.)

With many piles there are too many f; then `ext.mech.piles` counts pile by pile. A question that
both can answer is counted the cheaper way; up to four piles class by class, if that is cheap.
"""

from libc.stdlib cimport free, malloc
from ext.mech.piles cimport PileTable, draw_by_pile
from ext.rng cimport Rng, Stream, rng_below, rng_init, rng_next
from ext.types cimport Actions, release, uint8_t, uint32_t, uint64_t

import itertools
import math

from ext.mech.piles import PileLayout

_LARGEST = 0xFFFFFFFFFFFFFFFF
_FEW_PILES, _FEW_TERMS = 4, 20_000  # counted class by class whatever the other way costs
_SLOWER = 100  # a term costs so much more class by class, which counts in whole numbers


cdef struct Halves:  # a 64-bit draw, used 32 bits at a time
    uint64_t word
    int left


cdef inline uint32_t _below(Rng* rng, Halves* halves, uint32_t n) noexcept nogil:
    """Uniform on 0..n-1 from 32 bits, exact: Lemire's multiply and reject."""
    cdef uint64_t product
    while True:
        if halves.left == 0:
            halves.word = rng_next(rng)
            halves.left = 2
        product = <uint64_t><uint32_t>halves.word * n
        halves.word >>= 32
        halves.left -= 1
        if <uint32_t>product >= n or <uint32_t>product >= (0 - n) % n:
            return product >> 32


cdef void draw_deal(const DealPlan* plan, Rng* rng, uint64_t* out) noexcept nogil:
    """Draw one deal: `out[pile]` receives the cards of each pile, one bit each."""
    cdef const Step* step = plan.steps
    cdef const Split* split
    cdef uint8_t[64] cards
    cdef uint8_t card
    cdef uint64_t r, mask
    cdef Halves halves
    cdef int pile, i, j, left, place
    if plan.by_pile != NULL:
        draw_by_pile(plan.by_pile, rng, out)
        return
    halves.left = 0
    for pile in range(plan.piles):
        out[pile] = 0
    while step.group >= 0:
        split = &plan.splits[step.first]
        if step.ways > split.upto:
            r = rng_below(rng, step.ways)
            while r >= split.upto:
                split += 1
        place = plan.start[step.group]
        left = plan.start[step.group + 1] - place
        for i in range(left):
            cards[i] = plan.cards[place + i]
        for pile in range(plan.piles):
            mask = 0
            for i in range(split.k[pile]):
                j = 0
                if split.k[pile] < left + i:  # else the pile takes all that is left
                    j = _below(rng, &halves, left)
                card = cards[j]
                left -= 1
                cards[j] = cards[left]
                mask |= <uint64_t>1 << card
            out[pile] |= mask
        step = &plan.steps[split.next]


cdef class Dealer:
    """Draws deals of hidden cards, uniform over those that fit.

    Parameters
    ----------
    cards : int
        The unseen cards, one bit each.
    sizes : sequence of int
        Cards each pile receives; they sum to the number of cards.
    allowed : sequence of int, optional
        For each pile the cards that may go there, one bit each; default all. This is how known
        holders (a card allowed in one pile only) and forbidden pairs are told.
    by : {"class", "pile"}, optional
        How to count; default: the cheaper way. The same stream draws other deals with the other.

    Raises
    ------
    ValueError
        When no deal fits; the message says which cards or piles are at odds.

    Examples
    --------
    >>> Dealer(0b1111, [2, 2]).count()
    6
    >>> Dealer(0b1111, [2, 2], [0b0011, 0b1111]).draw(Stream(1))
    [3, 12]
    """

    def __cinit__(self, *args, **kwargs):
        self.plan.steps = NULL
        self.plan.splits = NULL
        self.plan.by_pile = NULL

    def __init__(self, uint64_t cards, sizes, allowed=None, by=None):
        if self._count is not None:
            raise ValueError("a Dealer is made once")
        sizes = checked_sizes(cards, sizes, MAX_PILES)
        groups = _groups(cards, sizes, allowed)
        self.plan.piles = len(sizes)
        layout = _layout_by_pile(groups, sizes, by)
        if layout is None:
            self._count_by_class(groups, sizes)
        else:
            self._table = PileTable(layout)
            self._count = self._table.count()
            if self._count:
                self.plan.by_pile = &self._table.plan
        if not self._count:
            raise ValueError(f"no deal fits: {_jam(groups, sizes)}")

    cdef int _count_by_class(self, groups, tuple sizes) except -1:
        place = 0
        for c, (_, members) in enumerate(groups):
            self.plan.start[c] = place
            for card in members:
                self.plan.cards[place] = card
                place += 1
        if len(groups) < MAX_CARDS:
            self.plan.start[len(groups)] = place
        steps = _Steps(groups, sizes)
        self._count = steps.ways(0, sizes)
        if self._count:
            self._lay_out(steps)
        return 0

    def _lay_out(self, steps):
        rows = steps.laid_out()
        splits = sum(max(1, len(row)) for _, row in rows)
        self.plan.steps = <Step*>malloc(len(rows) * sizeof(Step))
        self.plan.splits = <Split*>malloc(splits * sizeof(Split))
        if self.plan.steps == NULL or self.plan.splits == NULL:
            raise MemoryError("no memory for the table of deals")
        at = 0
        for number, (group, row) in enumerate(rows):
            terms = _in_64_bits([term for term, _, _ in row])
            self.plan.steps[number].group = group
            self.plan.steps[number].ways = max(1, sum(terms))
            self.plan.steps[number].first = at
            upto = 0
            for term, (_, follows, k) in zip(terms, row):
                upto += term
                self.plan.splits[at].upto = upto
                self.plan.splits[at].next = follows
                for pile in range(self.plan.piles):
                    self.plan.splits[at].k[pile] = k[pile]
                at += 1

    def __dealloc__(self):
        free(self.plan.steps)
        free(self.plan.splits)

    cdef int _check_made(self) except -1:
        if self.plan.steps == NULL and self.plan.by_pile == NULL:
            raise ValueError("this Dealer was made without its cards: call Dealer(cards, sizes)")
        return 0

    def count(self):
        """Number of consistent deals; counted by pile, exact up to 2**53, then to 14 digits."""
        return self._count

    def draw(self, Stream stream not None):
        """One deal: the cards of each pile, one bit each."""
        cdef uint64_t[16] out
        self._check_made()
        draw_deal(&self.plan, &stream.rng, out)
        return [out[pile] for pile in range(self.plan.piles)]

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
        if out.shape[1] != self.plan.piles:
            raise ValueError(f"out needs {self.plan.piles} columns, one a pile, not {out.shape[1]}")
        with nogil:
            for i in range(out.shape[0]):
                rng_init(&rng, seed, first + i)
                draw_deal(&self.plan, &rng, &out[i, 0])


def _in_64_bits(terms):
    """The terms of a step in proportion, their sum in 64 bits.

    Exact when it is enough to drop a common factor; otherwise each probability is off by less
    than 2**-60.
    """
    common = math.gcd(*terms)
    total = sum(terms)
    if total <= _LARGEST * common:
        return [term // common for term in terms] if common else terms
    return [max(1, (term << 63) // total) for term in terms]


def checked_sizes(cards, sizes, most):
    """The sizes as a tuple, if they are possible at all; `most` is how many piles there may be."""
    sizes = tuple(sizes)
    if not 1 <= len(sizes) <= most:
        raise ValueError(f"a deal has 1 to {most} piles, not {len(sizes)}")
    if min(sizes) < 0:
        raise ValueError(f"a pile can't have {min(sizes)} cards")
    if sum(sizes) != int(cards).bit_count():
        raise ValueError(f"{int(cards).bit_count()} cards don't fill piles of {list(sizes)}")
    return sizes


def _groups(cards, sizes, allowed):
    """Classes as (piles, cards), most constrained first."""
    allowed = [cards] * len(sizes) if allowed is None else list(allowed)
    if len(allowed) != len(sizes):
        raise ValueError(f"allowed needs {len(sizes)} entries, one a pile, not {len(allowed)}")
    groups = {}
    for card in range(MAX_CARDS):
        if cards >> card & 1:
            piles = tuple(p for p, mask in enumerate(allowed) if mask >> card & 1)
            if not piles:
                raise ValueError(f"no deal fits: card {card} may go nowhere")
            groups.setdefault(piles, []).append(card)
    return sorted(groups.items(), key=lambda group: (len(group[0]), group[0]))


def _jam(groups, sizes):
    """The fewest piles that have too little room for the cards confined to them.

    By Hall's theorem there are some whenever no deal fits. All sets of piles are looked at, which
    is why it is asked only then.
    """
    masks = [(sum(1 << pile for pile in piles), cards) for piles, cards in groups]
    for count in range(1, len(sizes) + 1):
        for some in itertools.combinations(range(len(sizes)), count):
            others = ~sum(1 << pile for pile in some)
            room = sum(sizes[pile] for pile in some)
            if sum(len(cards) for mask, cards in masks if not mask & others) > room:
                confined = sorted(c for mask, cards in masks if not mask & others for c in cards)
                return (f"cards {confined} may only go to piles {list(some)}, "
                        f"which have room for {room}")


def _layout_by_pile(groups, sizes, by):
    """How to count pile by pile; None when it is better done class by class."""
    if by not in (None, "class", "pile"):
        raise ValueError(f"by={by!r} is no way to count deals: it is 'class', 'pile' or None")
    terms = _terms_by_class(groups, sizes)
    if by == "class" or (by is None and len(sizes) <= _FEW_PILES and terms <= _FEW_TERMS):
        return None
    layout = PileLayout(groups, sizes)
    return layout if by == "pile" or layout.terms <= _SLOWER * terms else None


def _terms_by_class(groups, sizes):
    """At most so many terms are added up to count class by class."""
    most = math.prod(size + 1 for size in sizes) // (max(sizes) + 1)
    total, states = 0, 1
    for piles, cards in groups[: max(0, len(groups) - 1)]:
        splits = math.prod(min(len(cards), sizes[pile]) + 1 for pile in piles[: len(piles) - 1])
        total += states * splits
        states = min(states * splits, most)
    return total


class _Steps:
    """Counts W(c, f) and lays out the steps that a draw can reach."""

    def __init__(self, groups, sizes):
        self.groups, self.sizes = groups, sizes
        self.known = {}

    def splits(self, c, free):
        """(term, free places after it, cards for each pile) of each possible split."""
        piles, members = self.groups[c]
        n = len(members)
        counts = [range(min(free[p], n) + 1) for p in piles[: len(piles) - 1]]
        if c + 1 == len(self.groups):  # the last class fills what is free
            counts = [(free[p],) for p in piles[: len(piles) - 1]]
        for ks in itertools.product(*counts):
            last = n - sum(ks)
            if not 0 <= last <= free[piles[len(piles) - 1]]:
                continue
            k, after, ways = [0] * len(free), list(free), math.factorial(n)
            for pile, many in zip(piles, (*ks, last)):
                k[pile] = many
                after[pile] -= many
                ways //= math.factorial(many)
            ways *= self.ways(c + 1, tuple(after))
            if ways:
                yield ways, tuple(after), k

    def ways(self, c, free):
        """W(c, f)."""
        if c == len(self.groups):
            return int(not any(free))
        if (c, free) not in self.known:
            self.known[c, free] = sum(ways for ways, _, _ in self.splits(c, free))
        return self.known[c, free]

    def laid_out(self):
        """Rows (group, [(term, next row, cards for each pile)]), the first step first."""
        numbers, rows = {(0, self.sizes): 0}, []
        queue = [(0, self.sizes)]
        for c, free in queue:
            if c == len(self.groups):
                rows.append((-1, []))
                continue
            row = []
            for term, after, k in self.splits(c, free):
                step = (c + 1, after)
                if step not in numbers:
                    numbers[step] = len(queue)
                    queue.append(step)
                row.append((term, numbers[step], k))
            rows.append((c, row))
        return rows


cdef class Redealer:
    """Draws deals for compiled games and keeps the `Dealer` while the question stays the same.

    A search draws from one question thousands of times; only a new one takes the lock of the
    interpreter and allocates.
    """

    def __cinit__(self):
        self.piles = -1

    cdef int draw(self, uint64_t unseen, int piles, const uint64_t* sizes, const uint64_t* allowed,
                  Rng* rng, uint64_t* out) except -1 nogil:
        """One draw of `Dealer(unseen, sizes, allowed)`: `out[pile]` receives its cards."""
        if not self._asked(unseen, piles, sizes, allowed):
            with gil:
                self._ask(unseen, piles, sizes, allowed)
        draw_deal(&self.dealer.plan, rng, out)
        return 0

    cdef bint _asked(self, uint64_t unseen, int piles, const uint64_t* sizes,
                     const uint64_t* allowed) noexcept nogil:
        """Is this the question that the dealer answers?"""
        cdef int pile
        if self.unseen != unseen or self.piles != piles:
            return False
        for pile in range(piles):
            if self.sizes[pile] != sizes[pile] or self.allowed[pile] != allowed[pile]:
                return False
        return True

    cdef int _ask(self, uint64_t unseen, int piles, const uint64_t* sizes,
                  const uint64_t* allowed) except -1:
        cdef int pile
        self.dealer = Dealer(
            unseen,
            [sizes[pile] for pile in range(piles)],
            [allowed[pile] for pile in range(piles)],
        )
        self.unseen, self.piles = unseen, piles
        for pile in range(piles):
            self.sizes[pile], self.allowed[pile] = sizes[pile], allowed[pile]
        return 0


def chances_of_hand(uint64_t pool, int left, int copies=1, int last=-1, int held=1):
    """`hand_chances` as Python sees it: the outcomes of compiled games.

    >>> chances_of_hand(0b1110, 1, copies=2, last=0)
    [(0, 0.2), (1, 0.8)]
    """
    cdef Actions out
    out.items, out.p, out.count, out.capacity = NULL, NULL, 0, 0
    try:
        hand_chances(pool, left, &out, copies, last, held)
        return [(out.items[i], out.p[i]) for i in range(out.count)]
    finally:
        release(&out)


def card_of_hand(uint64_t pool, int left, Stream stream not None, int copies=1, int last=-1,
                 int held=1):
    """`next_of_hand` as Python sees it: the draws of compiled games."""
    return next_of_hand(pool, left, &stream.rng, copies, last, held)
