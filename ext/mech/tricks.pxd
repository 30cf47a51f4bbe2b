"""Trick play on tables and bits: following suit, who wins, for any game of tricks."""

from ext.types cimport int8_t, uint64_t

cdef enum:
    MAX_SUITS = 8


cdef struct TrickRules:
    uint64_t suit_mask[8]   # cards of each effective suit
    int8_t suit_of[64]      # effective suit of a card; -1 for a card not in the deck
    int8_t strength[64]     # rank within the effective suit, higher wins
    int8_t trump            # effective suit that beats the others; -1 without trumps
    int8_t suits            # number of effective suits


cdef inline uint64_t follow(const TrickRules* rules, uint64_t hand, int led) noexcept nogil:
    """Cards of `hand` that may be played to a trick led with card `led`."""
    cdef uint64_t same = hand & rules.suit_mask[rules.suit_of[led]]
    return same if same else hand


cdef inline bint beats(const TrickRules* rules, int later, int best) noexcept nogil:
    """Does card `later`, played after `best`, take the trick from it? Of equals the first wins."""
    if rules.suit_of[later] == rules.suit_of[best]:
        return rules.strength[later] > rules.strength[best]
    return rules.suit_of[later] == rules.trump


cdef inline int winner(const TrickRules* rules, const int8_t* cards, int count) noexcept nogil:
    """Position in the trick of the card that takes it."""
    cdef int best = 0, i
    for i in range(1, count):
        if beats(rules, cards[i], cards[best]):
            best = i
    return best


cdef class TrickTable:
    cdef TrickRules rules
