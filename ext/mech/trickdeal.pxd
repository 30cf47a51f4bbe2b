"""What a game of tricks keeps of a match and of its deal, and what can be said of the struct alone.

Identical cards (two decks) are one kind, card ``copies * kind + copy``; of identical cards a player
has one action, the kind's number.
"""

from ext.mech.tricks cimport TrickRules, suit_to_follow
from ext.types cimport highest, int16_t, int8_t, lowest, popcount, uint64_t

cdef enum:
    SEATS = 9        # most seats of a game of tricks
    PILES = 16       # most piles that hidden cards are drawn for
    CALLS = 128      # most calls of a deal
    NOBODY = -1
    HIDDEN = 9999    # what others see of a hidden call: no action's number
    SECRET = 16      # flag on the caller of a call that was hidden when it was made


cdef struct TrickDeal:
    # the match
    int seats
    uint64_t deck          # all cards
    int finished
    int moves
    bint over
    int[9] total
    uint64_t past          # hash of the finished deals, which are open
    # the deal
    int deal
    int deal_start
    int size               # cards a hand
    int turned             # cards turned up after the hands are dealt
    int table              # which of the game's trick tables holds, -1 for none yet
    int copies             # identical cards of each kind
    int[9] order           # seats as they are dealt to; the dealer comes last
    int dealing            # pile being dealt: a place in that order, then the cards turned up
    int missing            # cards that pile still lacks
    uint64_t pool          # cards it may get next: undealt, above its last one
    uint64_t[10] dealt     # of each seat; [seats]: turned up
    uint64_t[9] hand
    uint64_t[9] played
    uint64_t[9] won        # cards in the tricks of a seat
    uint64_t[9] barred     # cards that a seat has shown not to hold
    uint64_t[9] shown      # cards that a seat is known by all to hold, or to have held
    int[9] taken
    int calls
    int16_t[128] call
    int8_t[128] by         # who made it, and SECRET
    int secrets            # calls that were hidden
    int opener
    int leader
    int cards
    int in_trick
    int8_t[64] play
    uint64_t public        # hash of what everybody saw: calls, cards


cdef inline bint is_dealing(const TrickDeal* t) noexcept nogil:
    """Are cards still being dealt?"""
    return t.dealing < t.seats + (t.turned > 0)


cdef inline int pile_of(const TrickDeal* t) noexcept nogil:
    """Which of `dealt` gets the next card."""
    return t.order[t.dealing] if t.dealing < t.seats else t.seats


cdef inline int last_dealt(const TrickDeal* t) noexcept nogil:
    """Highest card of the pile being dealt, -1 before the first."""
    cdef uint64_t dealt = t.dealt[pile_of(t)]
    return highest(dealt) if dealt else -1


cdef inline int last_held(const TrickDeal* t) noexcept nogil:
    """Copies of its highest card that the pile being dealt has."""
    cdef int last = last_dealt(t)
    if t.copies == 1 or last < 0:
        return 1
    return popcount(t.dealt[pile_of(t)] >> (last // t.copies * t.copies))


cdef inline uint64_t undealt(const TrickDeal* t) noexcept nogil:
    """Cards that no hand got, and that are not turned up."""
    cdef uint64_t out = t.deck
    cdef int i
    for i in range(t.seats + 1):
        out &= ~t.dealt[i]
    return out


cdef inline void refill(TrickDeal* t) noexcept nogil:
    """Cards that the pile being dealt may get: undealt, of its last one's kind and above."""
    cdef int last = last_dealt(t)
    t.pool = undealt(t)
    if last >= 0:
        t.pool &= ~<uint64_t>0 << (last // t.copies * t.copies)


cdef inline int card_of(const TrickDeal* t, int action, uint64_t cards) noexcept nogil:
    """The card among `cards` that an action names, the lowest of identical ones."""
    if t.copies == 1:
        return action
    return lowest(cards >> (t.copies * action) << (t.copies * action))


cdef inline int traced_card(const TrickDeal* t, int action, uint64_t cards,
                            uint64_t traced) noexcept nogil:
    """As `card_of`, but of identical cards first one in `traced`."""
    cdef int first = t.copies * action
    cdef uint64_t known
    if t.copies == 1:
        return action
    known = cards & traced & ((<uint64_t>1 << t.copies) - 1) << first
    return lowest(known) if known else card_of(t, action, cards)


cdef inline uint64_t by_kind(const TrickDeal* t, uint64_t cards) noexcept nogil:
    """The set with identical cards numbered from the lowest on: equal for equal hands."""
    cdef uint64_t out = 0, kind
    cdef int first = 0
    if t.copies == 1:
        return cards
    while first < 64:
        kind = cards >> first & ((<uint64_t>1 << t.copies) - 1)
        out |= ((<uint64_t>1 << popcount(kind)) - 1) << first
        first += t.copies
    return out


cdef inline void relabel(TrickDeal* t) noexcept nogil:
    """Number identical cards of the hands as dealing does: the lowest that is left."""
    cdef uint64_t left = t.deck, cards
    cdef int i, seat, card
    if t.copies == 1:
        return
    for i in range(t.seats):
        seat = t.order[i]
        cards = t.dealt[seat]
        t.dealt[seat] = 0
        while cards:
            card = card_of(t, lowest(cards) // t.copies, left)
            cards &= cards - 1
            left &= ~(<uint64_t>1 << card)
            t.dealt[seat] |= <uint64_t>1 << card
        t.hand[seat] = t.dealt[seat]


cdef inline int turn_of(const TrickDeal* t) noexcept nogil:
    """Seat that plays the next card."""
    cdef int seat = t.leader + t.in_trick
    return seat if seat < t.seats else seat - t.seats


cdef inline int place_of(const TrickDeal* t, int seat) noexcept nogil:
    """Place of a seat in the order of dealing."""
    cdef int place = seat - t.order[0]
    return place if place >= 0 else place + t.seats


cdef inline const int8_t* on_table(const TrickDeal* t) noexcept nogil:
    """Cards of the trick, `in_trick` of them, in the order they were played."""
    return &t.play[t.cards - t.in_trick]


cdef inline int suit_asked(const TrickDeal* t, const TrickRules* rules) noexcept nogil:
    """Effective suit that the cards on the table ask for, ANY where any card may be played."""
    return suit_to_follow(rules, on_table(t), t.in_trick)


cdef inline uint64_t to_be_beaten(const TrickDeal* t) noexcept nogil:
    """Cards that those of the seat to play may still meet: the others' hands and the table."""
    cdef uint64_t out = 0
    cdef int seat, i
    for seat in range(t.seats):
        out |= t.hand[seat] if seat != turn_of(t) else 0
    for i in range(t.in_trick):
        out |= <uint64_t>1 << t.play[t.cards - 1 - i]
    return out
