"""Trick play on tables and bits: following suit, who wins, for any game of tricks."""

from ext.types cimport int8_t, lowest, uint64_t

cdef enum:
    MAX_SUITS = 8
    ANY = -1                # suit that leaves the choice free


cdef struct TrickRules:
    uint64_t suit_mask[8]   # cards of each effective suit
    uint64_t free           # cards that may always be played: those of `over` and `under`
    uint64_t below[64]      # cards of the same effective suit that are weaker
    uint64_t level[64]      # ... and that are as strong, the card itself among them
    int8_t suit_of[64]      # effective suit of a card; -1 for a card not in the deck
    int8_t strength[64]     # rank within the effective suit, higher wins
    int8_t trump            # effective suit that beats the others; -1 without trumps
    int8_t over             # the one whose first card takes the trick whatever else there is; or -1
    int8_t under            # the one that any other card beats; or -1
    int8_t suits            # number of effective suits


cdef inline uint64_t follow_suit(const TrickRules* rules, uint64_t hand, int suit) noexcept nogil:
    """Cards of `hand` that may be played when `suit` is to be followed (ANY: no suit)."""
    cdef uint64_t same = hand & rules.suit_mask[suit] if suit != ANY else 0
    return same | (hand & rules.free) if same else hand


cdef inline uint64_t follow(const TrickRules* rules, uint64_t hand, int led) noexcept nogil:
    """As `follow_suit`, for a trick led with card `led` in a game without free cards."""
    cdef uint64_t same = hand & rules.suit_mask[rules.suit_of[led]]
    return same if same else hand


cdef inline int suit_to_follow(const TrickRules* rules, const int8_t* cards, int count) noexcept nogil:
    """Suit that a trick asks for: that of its first card not `under`; ANY if that is `over`."""
    cdef int i, suit
    for i in range(count):
        suit = rules.suit_of[cards[i]]
        if suit != rules.under:
            return ANY if suit == rules.over else suit
    return ANY


cdef inline bint beats(const TrickRules* rules, int later, int best) noexcept nogil:
    """Does card `later`, played after `best`, take the trick from it? Of equals the first wins."""
    cdef int suit = rules.suit_of[later], before = rules.suit_of[best]
    if suit == before:
        return rules.strength[later] > rules.strength[best]
    if rules.free:
        if suit == rules.over or before == rules.under:
            return True
        if suit == rules.under or before == rules.over:
            return False
    return suit == rules.trump


cdef inline int winner(const TrickRules* rules, const int8_t* cards, int count) noexcept nogil:
    """Position in the trick of the card that takes it."""
    cdef int best = 0, i
    for i in range(1, count):
        if beats(rules, cards[i], cards[best]):
            best = i
    return best


cdef inline uint64_t distinct_cards(const TrickRules* rules, uint64_t legal, uint64_t others,
                                    uint64_t special) noexcept nogil:
    """Of cards of one hand that can be swapped in any play, the lowest.

    They are of one suit, no card in `others` (still to be beaten) lies between them, and either
    all or none are `special` (worth other than the rest).
    """
    cdef uint64_t out = 0, left = legal, kept, bit
    cdef int card, other
    cdef bint same
    while left:
        card = lowest(left)
        bit = left & (0 - left)
        left ^= bit
        kept = out & rules.suit_mask[rules.suit_of[card]]
        same = False
        while kept and not same:
            other = lowest(kept)
            kept &= kept - 1
            same = (
                (others & rules.below[card]) == (others & rules.below[other])
                and (others & rules.level[card]) == (others & rules.level[other])
                and (special >> card & 1) == (special >> other & 1)
            )
        if not same:
            out |= bit
    return out


cdef class TrickTable:
    cdef TrickRules rules

    cdef int _place(self, int card, int suit, int strength) except -1
    cdef int _rank(self, int card) except -1
    cdef int _suit_asked(self, trick) except? -1
    cdef int _read(self, trick, int8_t* cards) except -1
