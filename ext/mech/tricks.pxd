"""Trick play on tables and bits: following suit, who wins, for any game of tricks."""

from ext.types cimport int16_t, int8_t, lowest, uint64_t

cdef enum:
    MAX_SUITS = 8
    MAX_TIERS = 4
    ANY = -1                # suit that leaves the choice free

cdef enum Ruff:             # what a hand without the suit asked for owes
    NO_DUTY                 # any card
    TRUMP_IN                # a trump
    OVERTRUMP               # a trump that takes the trick, else a trump
    WIN                     # a trump that takes the trick, else any card


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
    bint duties             # is there more to do than to follow suit?
    int must_beat           # effective suits in which a better card is due, one bit each
    Ruff ruff
    int16_t points[64]      # what a card counts for whoever takes it


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


cdef inline uint64_t better(const TrickRules* rules, int card) noexcept nogil:
    """Cards of the same effective suit that beat `card`."""
    return rules.suit_mask[rules.suit_of[card]] & ~(rules.below[card] | rules.level[card])


cdef inline int tiers(const TrickRules* rules, const int8_t* cards, int count, bint relieved,
                      uint64_t* due) noexcept nogil:
    """Sets of cards, into `due` (room for MAX_TIERS): a hand plays from the first it has any of.

    Without any it plays what it likes, and free cards always. A `relieved` hand need not trump.
    """
    cdef int suit = suit_to_follow(rules, cards, count), best, n = 0
    if suit == ANY:
        return 0
    best = cards[winner(rules, cards, count)]
    if rules.must_beat >> suit & 1 and rules.suit_of[best] == suit:
        due[n] = better(rules, best)
        n += 1
    due[n] = rules.suit_mask[suit]
    n += 1
    if rules.ruff == NO_DUTY or rules.trump < 0 or relieved:
        return n
    if rules.ruff != TRUMP_IN:
        due[n] = rules.suit_mask[rules.trump]
        if rules.suit_of[best] == rules.trump:
            due[n] = better(rules, best)
        elif rules.suit_of[best] == rules.over:
            due[n] = 0
        n += 1
    if rules.ruff != WIN:
        due[n] = rules.suit_mask[rules.trump]
        n += 1
    return n


cdef inline uint64_t follow_trick(const TrickRules* rules, uint64_t hand, const int8_t* cards,
                                  int count, bint relieved) noexcept nogil:
    """Cards of `hand` that may be played to a trick of `count` cards."""
    cdef uint64_t[MAX_TIERS] due
    cdef int i, n
    if not rules.duties:
        return follow_suit(rules, hand, suit_to_follow(rules, cards, count))
    n = tiers(rules, cards, count, relieved, due)
    for i in range(n):
        if hand & due[i]:
            return hand & (due[i] | rules.free)
    return hand


cdef inline uint64_t lacking(const TrickRules* rules, int card, const int8_t* cards, int count,
                             bint relieved) noexcept nogil:
    """Cards that a hand can't hold which plays `card` to a trick of `count` cards."""
    cdef uint64_t[MAX_TIERS] due
    cdef uint64_t out = 0
    cdef int i, n, suit
    if rules.free >> card & 1:
        return 0
    if not rules.duties:
        suit = suit_to_follow(rules, cards, count)
        return 0 if suit == ANY or rules.suit_of[card] == suit else rules.suit_mask[suit]
    n = tiers(rules, cards, count, relieved, due)
    for i in range(n):
        if due[i] >> card & 1:
            break
        out |= due[i]
    return out


cdef inline int points_of(const TrickRules* rules, uint64_t cards) noexcept nogil:
    """What a set of cards counts."""
    cdef int total = 0
    while cards:
        total += rules.points[lowest(cards)]
        cards &= cards - 1
    return total


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
    cdef int _set_duties(self, beat, ruff, trump) except -1
    cdef int _set_points(self, points, int copies) except -1
    cdef int _read(self, trick, int8_t* cards) except -1
