"""Cards passed among all seats at once: `games.mechanics.passing`, step by step."""

from ext.mech.dealing cimport lowest_cards
from ext.mech.exchange cimport pick_cards
from ext.mech.trickdeal cimport TrickDeal
from ext.rng cimport Rng
from ext.types cimport lowest, uint64_t


cdef struct Passing:
    int count              # cards that each seat passes in this deal
    int shift              # seats to the left that they go
    int first              # number of the first call of passing
    uint64_t[9] passed     # what each seat has chosen so far
    uint64_t[9] got        # what it took up


cdef inline int receiver_of(const TrickDeal* t, const Passing* p, int seat) noexcept nogil:
    """Who gets what a seat passes."""
    cdef int out = seat + p.shift
    return out if out < t.seats else out - t.seats


cdef inline int pass_end(const TrickDeal* t, const Passing* p) noexcept nogil:
    """Number of the call after the last card passed."""
    return p.first + p.count * t.seats


cdef inline void open_passing(const TrickDeal* t, Passing* p, int count, int shift,
                              int first) noexcept nogil:
    """Begin a deal; `shift` may be negative."""
    cdef int seat
    p.count, p.shift, p.first = count, (shift + t.seats) % t.seats, first
    for seat in range(t.seats):
        p.passed[seat] = p.got[seat] = 0


cdef inline void take_up(TrickDeal* t, Passing* p) noexcept nogil:
    """All have chosen: the passed cards change hands."""
    cdef int seat
    for seat in range(t.seats):
        p.got[receiver_of(t, p, seat)] = p.passed[seat]
    for seat in range(t.seats):
        t.hand[seat] = t.hand[seat] & ~p.passed[seat] | p.got[seat]


cdef inline void choose_passed(const TrickDeal* t, Passing* p, int viewer, Rng* rng) noexcept nogil:
    """Of hands that have not changed yet: what the others have put down so far."""
    cdef int place, put, seat, done = t.calls - p.first
    for place in range(t.seats):
        seat = t.order[place]
        put = max(0, min(p.count, done - p.count * place))
        if put and seat != viewer:
            p.passed[seat] = pick_cards(
                lowest_cards(t.hand[seat], t.size - p.count + put), put, rng)


cdef inline void choose_received(const TrickDeal* t, Passing* p, int viewer, const uint64_t* sure,
                                 const uint64_t* barred, Rng* rng) noexcept nogil:
    """Of hands that have changed: what came from the neighbour, `sure` cards of each seat among it.

    Cards in `barred` of a seat were not passed to it. What the viewer gave or got stays.
    """
    cdef int i, giver, seat, more
    cdef uint64_t held
    for i in range(t.seats):
        giver = t.order[i]
        seat = receiver_of(t, p, giver)
        if viewer != giver and viewer != seat:
            held = (t.hand[seat] | t.played[seat]) & ~sure[seat] & ~barred[seat]
            more = p.count - (sure[seat] != 0)
            p.passed[giver] = p.got[seat] = sure[seat] | pick_cards(held, more, rng)


cdef inline void undo_passing(TrickDeal* t, const Passing* p, int viewer) noexcept nogil:
    """What the others were dealt, given the hands of now and what was passed."""
    cdef int seat
    for seat in range(t.seats):
        if seat != viewer:
            t.dealt[seat] = (t.hand[seat] | t.played[seat]) & ~p.got[seat] | p.passed[seat]


cdef inline void rewrite_passed(TrickDeal* t, const Passing* p) noexcept nogil:
    """Make the calls agree with what was passed."""
    cdef int place, at
    cdef uint64_t cards
    for place in range(t.seats):
        cards, at = p.passed[t.order[place]], p.first + p.count * place
        while cards:
            t.call[at] = lowest(cards) // t.copies
            cards &= cards - 1
            at += 1
