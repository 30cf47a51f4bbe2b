"""What a seat of Sergeant Major can't see, drawn anew: games/sergeant_major/sampling.py, compiled."""

from ext.mech.dealing cimport Redealer, lowest_cards
from ext.mech.exchange cimport (
    draw_exchange, exchange_ways, highest_returned, number_of_choices, pick_cards, suit_of_four,
)
from ext.mech.trickdeal cimport TrickDeal, undealt
from ext.rng cimport Rng
from ext.types cimport highest, lowest, popcount, uint64_t

cdef enum:
    CANDIDATES = 16      # draws of which one is kept, where some have more ways than others
    PATIENCE = 400       # draws after which fewer will do

cdef struct Pull:
    int puller
    int debtor
    int count
    uint64_t given
    uint64_t back


cdef struct Match:       # what Sergeant Major keeps besides the deal
    int end
    int points
    int deals
    int most_deals
    int kitty            # cards in it
    int[3] needs         # targets by place
    double epsilon       # how often a playout plays any legal card
    int[3] over          # tricks of each seat above its target in the deal before
    int last_winner
    int trump
    uint64_t discards
    uint64_t giving      # cards chosen for the exchange that is going on
    int pulls
    int done             # exchanges that are done
    Pull[4] pull


cdef struct Question:    # what one seat knows
    int viewer
    bint hides_kitty
    bint choosing
    int piles
    uint64_t unseen
    uint64_t held
    uint64_t barred      # of the dealer
    uint64_t[3] sizes
    uint64_t[3] allowed


cdef struct Candidate:
    uint64_t[3] hand
    uint64_t[3] dealt
    uint64_t discards
    uint64_t giving
    double weight
    Pull[4] pull


cdef inline uint64_t above_returned(uint64_t deck, uint64_t back) noexcept nogil:
    """Cards of each returned suit above the lowest one returned."""
    cdef uint64_t out = 0, own, cards
    cdef int suit
    for suit in range(4):
        cards = suit_of_four(deck, suit)
        own = back & cards
        if own:
            out |= cards & ~<uint64_t>1 << lowest(own)
    return out & ~back


cdef inline void ask(const TrickDeal* t, const Match* m, int viewer, Question* q) noexcept nogil:
    """What the viewer knows, as a question to the dealer of hidden cards."""
    cdef int dealer = t.order[2], seat, put = popcount(m.discards), n = 0, i, rest
    q.viewer, q.held, q.barred = viewer, 0, 0
    q.hides_kitty = m.trump >= 0 and viewer != dealer
    q.choosing = q.hides_kitty and put < m.kitty
    q.unseen = t.deck & ~t.hand[viewer] & ~(t.played[0] | t.played[1] | t.played[2])
    if viewer == dealer:
        q.unseen &= ~m.discards
    rest = popcount(q.unseen)
    for seat in range(3):
        if seat != viewer:
            q.sizes[n] = popcount(t.hand[seat]) + (put if q.choosing and seat == dealer else 0)
            q.allowed[n] = q.unseen & ~t.barred[seat]
            rest -= <int>q.sizes[n]
            n += 1
    if rest:
        q.sizes[n], q.allowed[n] = rest, q.unseen
        n += 1
    q.piles = n
    for i in range(m.done):
        if viewer == m.pull[i].puller or viewer == m.pull[i].debtor:
            learn(t, m, q, i)
    if m.giving and viewer == m.pull[m.done].debtor:
        confine(t, m, q, m.giving, 1 << m.pull[m.done].puller)


cdef inline void learn(const TrickDeal* t, const Match* m, Question* q, int i) noexcept nogil:
    """What an exchange that the viewer had part in says of the hands of now."""
    cdef const Pull* pull = &m.pull[i]
    cdef bint pulled = q.viewer == pull.puller
    cdef int other = pull.debtor if pulled else pull.puller, third = 3 - pull.puller - pull.debtor
    cdef int owners = 1 << other, j
    cdef uint64_t cards = pull.given & ~pull.back if pulled else pull.back, high
    for j in range(i + 1, m.done):
        if 1 << m.pull[j].puller | 1 << m.pull[j].debtor == 1 << other | 1 << third:
            owners |= 1 << third
    q.held |= cards
    confine(t, m, q, cards, owners)
    if pulled:
        high = above_returned(t.deck, pull.back)
        if other == t.order[2] and m.trump >= 0:
            q.barred |= high
        else:
            q.allowed[other - (other > q.viewer)] &= ~high


cdef inline void confine(const TrickDeal* t, const Match* m, Question* q,
    uint64_t cards, int owners,
) noexcept nogil:
    """Let some cards go to some seats only, or to what one of them has put away."""
    cdef int seat
    for seat in range(3):
        if seat != q.viewer and not owners >> seat & 1:
            q.allowed[seat - (seat > q.viewer)] &= ~cards
    if q.piles > 2 and not (q.hides_kitty and owners >> t.order[2] & 1):
        q.allowed[2] &= ~cards


cdef inline int imagine(const TrickDeal* t, const Match* m, const Question* q,
    Candidate* c, Redealer redealer,
                        Rng* rng) except -1 nogil:
    """One way things may stand; its weight counts the ways in which it can have come about."""
    cdef uint64_t[3] piles
    cdef uint64_t[3] held
    cdef int seat, dealer = t.order[2]
    redealer.draw(q.unseen, q.piles, q.sizes, q.allowed, rng, piles)
    c.discards, c.giving, c.weight, c.pull = m.discards, m.giving, 1.0, m.pull
    for seat in range(3):
        c.hand[seat], c.dealt[seat] = t.hand[seat], t.dealt[seat]
        if seat != q.viewer:
            c.hand[seat] = piles[seat - (seat > q.viewer)]
    if q.choosing:
        choose_discards(t, m, c, rng)
    elif q.hides_kitty:
        c.discards = piles[2]
    for seat in range(3):
        held[seat] = c.hand[seat] | t.played[seat]
    if m.trump >= 0:
        held[dealer] |= c.discards
        held[dealer] &= ~kitty(t, m, q, held[dealer], c, rng)
    if c.weight > 0:
        choose_gifts(t, m, q, held, c, rng)
        undo(t, m, q, held, c, rng)
    return 0


cdef inline void choose_discards(const TrickDeal* t, const Match* m,
    Candidate* c, Rng* rng,
) noexcept nogil:
    """Of the dealer's cards those put away so far: the rest of them is to come above."""
    cdef uint64_t cards = c.hand[t.order[2]]
    cdef int put = popcount(m.discards)
    cards = lowest_cards(cards, popcount(cards) - (m.kitty - put))
    c.discards = pick_cards(cards, put, rng)
    c.hand[t.order[2]] &= ~c.discards


cdef inline uint64_t kitty(const TrickDeal* t, const Match* m, const Question* q, uint64_t cards,
    Candidate* c, Rng* rng,
) noexcept nogil:
    """Which of the dealer's cards came from the kitty."""
    cdef uint64_t sure, free
    cdef int missing
    if not q.hides_kitty:
        return undealt(t)
    sure = cards & q.barred
    free = cards & ~sure & ~q.held
    missing = m.kitty - popcount(sure)
    if missing < 0 or missing > popcount(free):
        c.weight = 0.0
        return 0
    c.weight *= number_of_choices(popcount(free), missing)
    return sure | pick_cards(free, missing, rng)


cdef inline void choose_gifts(const TrickDeal* t, const Match* m, const Question* q, const uint64_t* held, Candidate* c,
                        Rng* rng) noexcept nogil:
    """Of a puller's cards those chosen so far, when the viewer has no part in it."""
    cdef const Pull* pull = &m.pull[m.done]
    cdef int chosen = popcount(c.giving)
    cdef uint64_t cards
    if chosen and q.viewer != pull.puller and q.viewer != pull.debtor:
        cards = held[pull.puller]
        cards = lowest_cards(cards, popcount(cards) - (pull.count - chosen))
        c.giving = pick_cards(cards, chosen, rng)


cdef inline void undo(const TrickDeal* t, const Match* m, const Question* q, uint64_t* held,
    Candidate* c, Rng* rng,
) noexcept nogil:
    """From the hands after the exchanges back to those that were dealt."""
    cdef Pull* pull
    cdef int i, seat
    cdef uint64_t had
    for i in range(m.done - 1, -1, -1):
        pull = &c.pull[i]
        if q.viewer == pull.puller or q.viewer == pull.debtor:
            had = held[pull.debtor] | pull.back | pull.given
            if (
                pull.back & ~held[pull.puller] or pull.given & ~pull.back & ~held[pull.debtor]
                or highest_returned(had, pull.given) != pull.back
            ):
                c.weight = 0.0
                return
        else:
            c.weight *= exchange_ways(held[pull.puller], held[pull.debtor], pull.count)
            if c.weight == 0:
                return
            draw_exchange(held[pull.puller], held[pull.debtor], pull.count, rng, &pull.given,
                          &pull.back)
        held[pull.puller] = held[pull.puller] & ~pull.back | pull.given
        held[pull.debtor] = (held[pull.debtor] | pull.back) & ~pull.given
    for seat in range(3):
        if seat != q.viewer:
            c.dealt[seat] = held[seat]


cdef inline void take(TrickDeal* t, Match* m, const Candidate* c) noexcept nogil:
    """Put a candidate into the state, with the calls that led to it."""
    cdef int seat, i, at = 0
    for seat in range(3):
        t.hand[seat], t.dealt[seat] = c.hand[seat], c.dealt[seat]
    m.discards, m.giving, m.pull = c.discards, c.giving, c.pull
    for i in range(m.done):
        at = rewrite(t, at, c.pull[i].given)
    at = rewrite(t, at, c.giving)
    if m.trump >= 0:
        rewrite(t, at + 1, c.discards)


cdef inline int rewrite(TrickDeal* t, int at, uint64_t cards) noexcept nogil:
    """Write cards into the list of calls; where it goes on."""
    while cards:
        t.call[at] = lowest(cards)
        cards &= cards - 1
        at += 1
    return at
