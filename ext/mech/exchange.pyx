"""Cards given for the highest of their suits: what comes back, and what may have been given.

One seat gives some cards, face down; the other returns for each the highest card that it then has
of the suit, perhaps the card itself. Cards are ``4 * rank + suit``, sets are one bit a card.

Who has not seen such an exchange may still ask what it can have been, given the hands after it. In
a suit of which n cards were given the owner has returned n cards, all above what it has left of
the suit, and was given any n of those that it had then:

    ways = C(giver's cards above the owner's highest, n) * C(owner's cards + n, n)

The suits are independent, so that the ways of an exchange of N cards are a coefficient of the
product of the four suits' polynomials.
"""

from ext.rng cimport Rng, Stream, rng_below
from ext.types cimport highest, nth_bit, popcount, uint64_t

cdef uint64_t[14][27] CHOOSE          # CHOOSE[k][n] below: C(n, k)


cdef void _fill() noexcept:
    cdef int n, k
    for n in range(27):
        for k in range(14):
            if k == 0:
                CHOOSE[k][n] = 1
            else:
                CHOOSE[k][n] = CHOOSE[k][n - 1] + CHOOSE[k - 1][n - 1] if n else 0


_fill()


cdef uint64_t pick_cards(uint64_t cards, int count, Rng* rng) noexcept nogil:
    """So many of the cards, every choice alike."""
    cdef uint64_t out = 0, bit
    cdef int i, n = popcount(cards)
    for i in range(count):
        bit = <uint64_t>1 << nth_bit(cards, <int>rng_below(rng, n - i))
        cards ^= bit
        out |= bit
    return out


cdef double number_of_choices(int cards, int count) noexcept nogil:
    """C(cards, count)."""
    cdef double out = 1.0
    cdef int i
    for i in range(count):
        out = out * (cards - i) / (i + 1)
    return out


cdef uint64_t highest_returned(uint64_t hand, uint64_t given) noexcept nogil:
    """What comes back for `given`, which is in `hand` by now."""
    cdef uint64_t out = 0, suit, bit
    cdef int s, i
    for s in range(4):
        suit = suit_of_four(hand, s)
        for i in range(popcount(suit_of_four(given, s))):
            bit = <uint64_t>1 << highest(suit)
            suit ^= bit
            out |= bit
    return out


cdef inline uint64_t _above(uint64_t giver, uint64_t owner, int s) noexcept nogil:
    """The giver's cards of a suit above all that the owner has of it."""
    cdef uint64_t own = suit_of_four(owner, s), cards = suit_of_four(giver, s)
    return cards & ~<uint64_t>0 << highest(own) if own else cards


cdef inline uint64_t _suit_ways(uint64_t giver, uint64_t owner, int s, int count) noexcept nogil:
    cdef int above = popcount(_above(giver, owner, s)), own = popcount(suit_of_four(owner, s))
    if count > above:
        return 0
    return CHOOSE[count][above] * CHOOSE[count][own + count]


cdef uint64_t exchange_ways(uint64_t giver, uint64_t owner, int count) noexcept nogil:
    """In how many ways an exchange of so many cards can have led to two hands."""
    cdef uint64_t[4][17] ways
    _count_ways(giver, owner, count, ways)
    return ways[0][count]


cdef void _count_ways(uint64_t giver, uint64_t owner, int count,
                      uint64_t[17]* ways) noexcept nogil:
    """`ways[s][n]`: exchanges of n cards in suits s and above."""
    cdef int s, n, k
    for n in range(count + 1):
        ways[3][n] = _suit_ways(giver, owner, 3, n)
    for s in range(2, -1, -1):
        for n in range(count + 1):
            ways[s][n] = 0
            for k in range(n + 1):
                ways[s][n] += _suit_ways(giver, owner, s, k) * ways[s + 1][n - k]


cdef void draw_exchange(uint64_t giver, uint64_t owner, int count, Rng* rng, uint64_t* given,
                        uint64_t* back) noexcept nogil:
    """One of the exchanges that can have led to two hands, every one alike; there must be some."""
    cdef uint64_t[4][17] ways
    cdef uint64_t r, term, returned
    cdef int s, k, left = count
    _count_ways(giver, owner, count, ways)
    given[0] = back[0] = 0
    for s in range(4):
        k = left
        if s < 3:
            r = rng_below(rng, ways[s][left])
            for k in range(left + 1):
                term = _suit_ways(giver, owner, s, k) * ways[s + 1][left - k]
                if r < term:
                    break
                r -= term
        returned = pick_cards(_above(giver, owner, s), k, rng)
        back[0] |= returned
        given[0] |= pick_cards(suit_of_four(owner, s) | returned, k, rng)
        left -= k


def returned(uint64_t hand, uint64_t given):
    """What comes back for some cards.

    Parameters
    ----------
    hand : int
        The hand of the seat that returns, the given cards among it.
    given : int

    Returns
    -------
    int
        As many cards, for each given one the highest left of its suit.

    Examples
    --------
    >>> returned(0b1_0001_0001, 0b0001_0001) == 0b1_0001_0000
    True
    """
    if given & ~hand:
        raise ValueError("the given cards must be in the hand that returns")
    return highest_returned(hand, given)


def ways(uint64_t giver, uint64_t owner, int count):
    """In how many ways an exchange of `count` cards can have led to two hands."""
    return exchange_ways(giver, owner, _checked(count))


def draw(uint64_t giver, uint64_t owner, int count, Stream stream not None):
    """One of the exchanges that can have led to two hands, every one alike.

    Returns
    -------
    tuple of int
        What was given and what came back.
    """
    cdef uint64_t given, back
    if exchange_ways(giver, owner, _checked(count)) == 0:
        raise ValueError(f"no exchange of {count} cards leads to these hands")
    draw_exchange(giver, owner, count, &stream.rng, &given, &back)
    return given, back


def pick(uint64_t cards, int count, Stream stream not None):
    """So many of the cards, every choice alike."""
    if not 0 <= count <= popcount(cards):
        raise ValueError(f"can't pick {count} of {popcount(cards)} cards")
    return pick_cards(cards, count, &stream.rng)


def choices(int cards, int count):
    """In how many ways `count` of some cards can be chosen;"""
    return number_of_choices(cards, count)


cdef int _checked(int count) except -1:
    if not 0 <= count < EXCHANGED:
        raise ValueError(f"an exchange has 0 to {EXCHANGED - 1} cards, not {count}")
    return count
