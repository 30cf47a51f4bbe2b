"""Deals of hidden cards under constraints: plan once, draw in a loop without the GIL."""

from ext.mech.piles cimport PilePlan, PileTable
from ext.mech.tricks cimport TrickRules
from ext.rng cimport Rng, rng_below, rng_double
from ext.types cimport Actions, highest, lowest, popcount, push_outcome, uint8_t, uint64_t

cdef enum:
    MAX_PILES = 16
    MAX_CARDS = 64


# ---- hands dealt card by card, as games.mechanics.dealing has it -----------------------------


cdef inline double chance_of_another(int more, int above, int left, int held) noexcept nogil:
    """Twin of `games.mechanics.dealing._chance_of_another`, operation by operation."""
    cdef double term = 1.0, total = 0.0
    cdef int taken
    if more == 0 or above < left:
        return 1.0 if more else 0.0
    for taken in range(min(more, left)):
        term *= (more - taken) * (left - taken)
        term /= (held + taken + 1) * (above - left + taken + 1)
        total += term
    return total / (1.0 + total)


cdef inline uint64_t of_kind(uint64_t cards, int copies, int card) noexcept nogil:
    """Those of some cards that are copies of `card`; none of them when there is no card, -1."""
    if card < 0 or copies == 1:
        return 0
    return cards & (((<uint64_t>1 << copies) - 1) << (card - card % copies))


cdef inline int hand_chances(uint64_t pool, int left, Actions* out, int copies=1, int last=-1,
                             int held=1) except -1 nogil:
    """The next card of a hand and its probability: twin of `hand_outcomes`, which see."""
    cdef uint64_t same = of_kind(pool, copies, last)
    cdef int n, place = 0, kind
    cdef double p, rest
    pool &= ~same
    n = popcount(pool)
    p = chance_of_another(popcount(same), n, left, held)
    rest = 1.0 - p
    out.count = 0
    if same:
        push_outcome(out, last // copies, p)
    while place <= n - left:
        p = rest * left / (n - place)
        kind = lowest(pool) // copies
        if out.count == 0 or out.items[out.count - 1] != kind:
            push_outcome(out, kind, 0.0)
        out.p[out.count - 1] += p if place < n - left else rest
        rest -= p
        pool &= pool - 1
        place += 1
    return 0


cdef inline int next_of_hand(uint64_t pool, int left, Rng* rng, int copies=1, int last=-1,
                             int held=1) noexcept nogil:
    """A draw of the next card, by selection sampling: twin of `sample_hand_card`."""
    cdef uint64_t same = of_kind(pool, copies, last)
    cdef int n
    pool &= ~same
    n = popcount(pool)
    if same and rng_double(rng) < chance_of_another(popcount(same), n, left, held):
        return last // copies
    while n > left and <int>rng_below(rng, n) >= left:
        pool &= pool - 1
        n -= 1
    return lowest(pool) // copies


cdef inline uint64_t cards_above(uint64_t cards, uint64_t hand) noexcept nogil:
    """Those of some cards that are higher than all of a hand: what it may get next."""
    return cards & (~<uint64_t>1 << highest(hand)) if hand else cards


cdef inline uint64_t lowest_cards(uint64_t cards, int count) noexcept nogil:
    """The `count` lowest of some cards: what a hand dealt in ascending order has so far."""
    cdef uint64_t out = 0
    while count:
        out |= cards & (0 - cards)
        cards &= cards - 1
        count -= 1
    return out


# ---- hidden cards ----------------------------------------------------------------------------


cdef inline uint64_t choosable(uint64_t hand, uint64_t chosen, int left) noexcept nogil:
    """Cards of a hand that may be chosen next, in ascending order, when `left` are to come."""
    cdef uint64_t above = cards_above(hand, chosen)
    return lowest_cards(above, popcount(above) - left + 1)


cdef inline uint64_t void_cards(const TrickRules* rules, int voids) noexcept nogil:
    """The cards that a seat can't hold which has shown to be void in some effective suits."""
    cdef uint64_t out = 0
    while voids:
        out |= rules.suit_mask[lowest(voids)]
        voids &= voids - 1
    return out


cdef struct Split:           # one way to spread a class over the piles
    uint64_t upto            # ways of the splits of its step up to and including this one
    int next                 # step that follows
    uint8_t[16] k            # cards for each pile


cdef struct Step:            # a class to deal, with certain places still free
    uint64_t ways
    int first                # its splits are rows first, first + 1, ...
    int group                # number of the class, -1 at the end


cdef struct DealPlan:        # of either kind
    int piles
    PilePlan* by_pile        # NULL when the deals are counted class by class, as follows
    int[64] start            # class c holds cards[start[c]] to cards[start[c + 1] - 1]
    uint8_t[64] cards
    Step* steps              # step 0 comes first
    Split* splits


cdef void draw_deal(const DealPlan* plan, Rng* rng, uint64_t* out) noexcept nogil


cdef class Dealer:
    cdef DealPlan plan
    cdef PileTable _table    # owns what `plan.by_pile` points to
    cdef object _count
    cdef int _count_by_class(self, groups, tuple sizes) except -1
    cdef int _check_made(self) except -1


cdef class Redealer:
    cdef Dealer dealer       # of the last question
    cdef uint64_t unseen
    cdef int piles           # -1 before the first
    cdef uint64_t[16] sizes
    cdef uint64_t[16] allowed
    cdef int draw(self, uint64_t unseen, int piles, const uint64_t* sizes, const uint64_t* allowed,
                  Rng* rng, uint64_t* out) except -1 nogil
    cdef bint _asked(self, uint64_t unseen, int piles, const uint64_t* sizes,
                     const uint64_t* allowed) noexcept nogil
    cdef int _ask(self, uint64_t unseen, int piles, const uint64_t* sizes,
                  const uint64_t* allowed) except -1
