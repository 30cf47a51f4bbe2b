"""What a plain player of a game of tricks does: `games.mechanics.trickplain`, step by step."""

from ext.mech.trickdeal cimport TrickDeal
from ext.mech.tricks cimport TrickRules, beats
from ext.types cimport lowest, popcount, uint64_t

cdef enum:
    TOP = 100  # above any rank


cdef inline bint has_rank(uint64_t suit, int rank) noexcept nogil:
    """Is a card of this rank among cards of one suit of the 52-card deck?"""
    return (suit >> (4 * rank) & 15) != 0


cdef inline int likely_tricks(uint64_t hand) noexcept nogil:
    """Tricks that a hand of the 52-card deck may expect when spades are trumps."""
    cdef int tenths = 0, low, gaps = 0, suit
    cdef uint64_t cards
    for suit in range(3):
        cards = hand & <uint64_t>0x1111111111111 << suit
        tenths += 10 * has_rank(cards, 12)
        tenths += 6 * (has_rank(cards, 11) and popcount(cards) > 1)
        gaps += max(0, 2 - popcount(cards))
    cards = hand & <uint64_t>0x1111111111111 << 3
    tenths += 10 * has_rank(cards, 12) + 8 * has_rank(cards, 11) + 5 * has_rank(cards, 10)
    low = popcount(cards & ((<uint64_t>1 << 40) - 1))  # below the queen
    tenths += 10 * max(0, low - 2) + 5 * min(gaps, low)
    return (2 * tenths + 5) // 20


cdef inline int rank_of(const TrickRules* rules, int card) noexcept nogil:
    """Rank of a card; one over all is TOP, one under all is below the others."""
    if rules.suit_of[card] == rules.over and rules.over >= 0:
        return TOP
    if rules.suit_of[card] == rules.under and rules.under >= 0:
        return -1
    return rules.strength[card]


cdef inline int worth_of(const TrickRules* rules, int card) noexcept nogil:
    """Rank of a card, trumps above all others."""
    return rank_of(rules, card) + (TOP if rules.suit_of[card] == rules.trump else 0)


cdef inline int best_of(const TrickRules* rules, uint64_t cards, int sign, bint trumps_above,
                        bint last) noexcept nogil:
    """The card with the highest rank (`sign` 1) or the lowest (-1); of equals the first or `last`."""
    cdef int best = -1, most = 0, card, key
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        key = sign * (worth_of(rules, card) if trumps_above else rank_of(rules, card))
        if best < 0 or key > most or (last and key == most):
            best, most = card, key
    return best


cdef inline int least_of(const TrickRules* rules, uint64_t cards) noexcept nogil:
    """The card worth least, of equals the lowest number."""
    return best_of(rules, cards, -1, True, False)


cdef inline int most_of(const TrickRules* rules, uint64_t cards) noexcept nogil:
    """The card worth most, of equals the lowest number."""
    return best_of(rules, cards, 1, True, False)


cdef inline int highest_of(const TrickRules* rules, uint64_t cards) noexcept nogil:
    """The card of highest rank, of equals the highest number."""
    return best_of(rules, cards, 1, False, True)


cdef inline int lowest_of(const TrickRules* rules, uint64_t cards) noexcept nogil:
    """The card of lowest rank, of equals the lowest number."""
    return best_of(rules, cards, -1, False, False)


cdef inline uint64_t winning_of(const TrickDeal* t, const TrickRules* rules,
                                uint64_t cards) noexcept nogil:
    """Those of the cards that take the trick as it lies."""
    cdef int first = t.cards - t.in_trick, i, best = t.play[first], card
    cdef uint64_t out = 0
    for i in range(1, t.in_trick):
        if beats(rules, t.play[first + i], best):
            best = t.play[first + i]
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if beats(rules, card, best):
            out |= <uint64_t>1 << card
    return out


cdef inline int take_or_avoid(const TrickDeal* t, const TrickRules* rules, uint64_t legal,
                              bint needs) noexcept nogil:
    """The card of a seat that wants a trick, or wants none."""
    cdef bint last = t.in_trick == t.seats - 1
    cdef uint64_t winning, losing
    if t.in_trick == 0:
        return highest_of(rules, legal) if needs else lowest_of(rules, legal)
    winning = winning_of(t, rules, legal)
    losing = legal & ~winning
    if needs and winning:
        return least_of(rules, winning) if last else highest_of(rules, winning)
    if losing:
        return least_of(rules, losing) if needs else most_of(rules, losing)
    return most_of(rules, winning) if last else least_of(rules, winning)
