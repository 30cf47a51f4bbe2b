"""A game of tricks as a C struct: hands dealt, calls, play, hidden cards drawn anew.

Twin of `games.mechanics.tricks.TrickState`, step by step. A compiled game of tricks is a subclass
that lists its calls, says what may be led, and settles a deal.
"""

from ext.mech.dealing cimport Dealer, draw_deal
from ext.mech.tricks cimport follow, winner
from ext.rng cimport Rng, fold, rng_below
from ext.state cimport State
from ext.types cimport (
    CHANCE, KIBITZ_DEBUG, TERMINAL, Actions, highest, int64_t, lowest, nth_bit, popcount, push,
    push_bits, push_outcome, uint64_t,
)


cdef class TrickGame(State):
    """Compiled half of a game of tricks."""

    # ---- what a game says ----

    cdef int _caller(self) noexcept nogil:
        """Seat whose call is due, NOBODY when the calls of this deal are over."""
        return NOBODY

    cdef int _list_calls(self, Actions* out) except -1 nogil:
        return 0

    cdef int _take_call(self, int action) except -1 nogil:
        """A call was made; it is in the list already."""
        return 0

    cdef void _setup_deal(self) noexcept nogil:
        """What a game keeps of a deal."""

    cdef uint64_t _leads(self, uint64_t hand) noexcept nogil:
        return hand

    cdef int _lead_shows(self, int card) noexcept nogil:
        """Effective suits, one bit each, that its seat can't hold when it leads `card`."""
        return 0

    cdef void _after_card(self, int seat, int card) noexcept nogil:
        """What a game notes when a card is played."""

    cdef bint _settle(self) noexcept nogil:
        """Add the points of the finished deal to the totals; is the match over?"""
        return True

    cdef int _copy_more(self, State other) except -1 nogil:
        """Copy what a game keeps besides the struct; also its rules."""
        return 0

    # ---- the deal ----

    cdef int _open(self, uint64_t deck, int size) except -1:
        """Begin a match."""
        cdef int seat
        if self.seats > SEATS:
            raise ValueError(f"a game of tricks has at most {SEATS} seats, not {self.seats}")
        self.deck = deck
        self.t.seats, self.t.size = self.seats, size
        self.t.finished = self.t.moves = 0
        self.t.over = False
        self.t.past = 0
        for seat in range(SEATS):
            self.t.total[seat] = 0
        self._start_deal()
        return 0

    cdef void _start_deal(self) noexcept nogil:
        cdef TrickDeal* t = &self.t
        cdef int i
        t.deal, t.deal_start = t.finished, t.moves
        for i in range(t.seats):
            t.order[i] = (t.deal + i) % t.seats
            t.dealt[i] = t.hand[i] = t.played[i] = 0
            t.voids[i] = t.taken[i] = 0
        t.dealing, t.missing, t.pool = 0, t.size, self.deck
        t.calls = t.cards = t.in_trick = 0
        t.public = 0
        t.opener = t.leader = t.order[0]
        self._setup_deal()

    cdef int _deal_card(self, int card) noexcept nogil:
        cdef TrickDeal* t = &self.t
        cdef int seat = t.order[t.dealing], i
        t.dealt[seat] |= <uint64_t>1 << card
        t.hand[seat] = t.dealt[seat]
        t.pool &= ~<uint64_t>1 << card  # all bits above `card`
        t.missing -= 1
        if t.missing == 0:
            t.dealing += 1
            t.missing = t.size
            t.pool = self.deck
            for i in range(t.seats):
                t.pool &= ~t.dealt[i]
        return 0

    cdef int _next_card(self, Rng* rng) noexcept nogil:
        """A draw of the next card, by selection sampling as games.mechanics.dealing has it."""
        cdef int left = self.t.missing, n = popcount(self.t.pool)
        cdef uint64_t pool = self.t.pool
        while n > left and <int>rng_below(rng, n) >= left:
            pool &= pool - 1
            n -= 1
        return lowest(pool)

    cdef int _turn_now(self) noexcept nogil:
        """Seat that plays the next card."""
        cdef int seat = self.t.leader + self.t.in_trick
        return seat if seat < self.t.seats else seat - self.t.seats

    cdef uint64_t _playable(self) noexcept nogil:
        cdef uint64_t hand = self.t.hand[self._turn_now()]
        if self.t.in_trick:
            return follow(self.rules, hand, self.t.play[self.t.cards - self.t.in_trick])
        return self._leads(hand)

    cdef int _play_card(self, int card) noexcept nogil:
        cdef TrickDeal* t = &self.t
        cdef int seat = self._turn_now(), first = t.cards - t.in_trick, led, i
        cdef uint64_t bit = <uint64_t>1 << card
        if t.in_trick:
            led = self.rules.suit_of[t.play[first]]
            if self.rules.suit_of[card] != led:
                t.voids[seat] |= 1 << led
        else:
            t.voids[seat] |= self._lead_shows(card)
        t.play[t.cards] = card
        t.cards += 1
        t.hand[seat] &= ~bit
        t.played[seat] |= bit
        self._after_card(seat, card)
        t.in_trick += 1
        if t.in_trick == t.seats:
            t.leader += winner(self.rules, &t.play[first], t.seats)
            if t.leader >= t.seats:
                t.leader -= t.seats
            t.in_trick = 0
            t.taken[t.leader] += 1
            if t.hand[seat] == 0:  # all hands have the same size
                t.past = fold(t.past, t.public)
                for i in range(t.seats):
                    t.past = fold(t.past, t.dealt[i])
                t.over = self._settle()
                t.finished += 1
                if not t.over:
                    self._start_deal()
        return 0

    # ---- the contract ----

    cdef int c_player(self) except? -99 nogil:
        cdef int caller
        if self.t.over:
            return TERMINAL
        if self.t.dealing < self.t.seats:
            return CHANCE
        caller = self._caller()
        return self._turn_now() if caller < 0 else caller

    cdef int c_legal(self, Actions* out) except -1 nogil:
        out.count = 0
        if self._caller() >= 0:
            return self._list_calls(out)
        return push_bits(out, self._playable(), 0)

    cdef int c_apply(self, int64_t action) except -1 nogil:
        self.t.moves += 1
        if self.t.dealing < self.t.seats:
            return self._deal_card(<int>action)
        self.t.public = fold(self.t.public, action)
        if self._caller() < 0:
            return self._play_card(<int>action)
        self.t.call[self.t.calls] = <int16_t>action
        self.t.calls += 1
        return self._take_call(<int>action)

    cdef int c_copy_from(self, State other) except -1 nogil:
        self.t = (<TrickGame>other).t
        self.deck = (<TrickGame>other).deck
        return self._copy_more(other)

    cdef int c_chance(self, Actions* out) except -1 nogil:
        cdef int left = self.t.missing, n = popcount(self.t.pool), place = 0
        cdef uint64_t pool = self.t.pool
        cdef double p, rest = 1.0
        out.count = 0
        while place <= n - left:
            p = rest * left / (n - place)
            push_outcome(out, lowest(pool), p if place < n - left else rest)
            rest -= p
            pool &= pool - 1
            place += 1
        return 0

    cdef int c_sample_chance(self, Rng* rng, int64_t* action) except -1 nogil:
        action[0] = self._next_card(rng)
        return 0

    cdef int c_random_action(self, Rng* rng, int64_t* action) except -1 nogil:
        cdef uint64_t cards
        if self._caller() >= 0:
            return State.c_random_action(self, rng, action)
        cards = self._playable()
        action[0] = nth_bit(cards, <int>rng_below(rng, popcount(cards)))
        return 0

    cdef int c_playout(self, Rng* rng, int until_round, bint informed) except -1 nogil:
        """As the base class plays on at random, in one loop; nothing is hashed on the way."""
        cdef TrickDeal* t = &self.t
        cdef int64_t action = 0
        cdef int start = t.moves
        cdef uint64_t cards
        if informed or KIBITZ_DEBUG:
            return State.c_playout(self, rng, until_round, informed)
        while not t.over and not (until_round >= 0 and t.finished > until_round):
            if t.dealing < t.seats:
                t.moves += 1
                self._deal_card(self._next_card(rng))
            elif self._caller() >= 0:
                self.c_random_action(rng, &action)
                self.c_apply(action)
            else:
                t.moves += 1
                cards = self._playable()
                self._play_card(nth_bit(cards, <int>rng_below(rng, popcount(cards))))
        return t.moves - start

    cdef bint c_modelled(self) except -1 nogil:
        """What others call hangs on their cards."""
        return self._caller() >= 0

    cdef int c_scores(self, double* out) except -1 nogil:
        cdef int seat
        for seat in range(self.t.seats):
            out[seat] = self.t.total[seat]
        return 0

    cdef int c_round(self) except -1 nogil:
        return self.t.finished

    cdef int c_infokey(self, int seat, uint64_t* key) except -1 nogil:
        cdef uint64_t k = fold(fold(self.t.past, seat), self.t.moves)
        key[0] = k if self.t.over else fold(fold(k, self.t.public), self.t.dealt[seat])
        return 0

    # ---- hidden cards ----

    cdef int c_resample(self, int seat, Rng* rng) except -1 nogil:
        cdef uint64_t[10] sizes
        cdef uint64_t[10] allowed
        cdef uint64_t[10] piles
        cdef uint64_t unseen = self.deck & ~self.t.hand[seat]
        cdef int other, n
        if self.t.over:
            return 0
        for other in range(self.t.seats):
            unseen &= ~self.t.played[other]
        n = self._piles(seat, unseen, sizes, allowed)
        self._draw(unseen, n, sizes, allowed, rng, piles)
        n = 0
        for other in range(self.t.seats):
            if other != seat:
                self._hand_over(other, piles[n])
                n += 1
        if self.t.dealing < self.t.seats:
            self._refill()
        return 0

    cdef int _piles(self, int seat, uint64_t unseen, uint64_t* sizes, uint64_t* allowed) noexcept nogil:
        """Who gets how many of the unseen cards, and which; the number of piles."""
        cdef TrickDeal* t = &self.t
        cdef bint dealing = t.dealing < t.seats
        cdef int other, n = 0, rest = popcount(unseen)
        for other in range(t.seats):
            if other != seat:
                sizes[n] = t.size if dealing else popcount(t.hand[other])
                allowed[n] = unseen & ~self._void_cards(other)
                rest -= <int>sizes[n]
                n += 1
        if dealing and popcount(t.dealt[seat]) < t.size:  # the own hand goes on above its last card
            sizes[n], allowed[n] = t.size - popcount(t.dealt[seat]), unseen
            if t.dealt[seat]:
                allowed[n] &= ~<uint64_t>0 << (highest(t.dealt[seat]) + 1)
            rest -= <int>sizes[n]
            n += 1
        if rest:  # cards that nobody gets
            sizes[n], allowed[n] = rest, unseen
            n += 1
        return n

    cdef void _hand_over(self, int seat, uint64_t pile) noexcept nogil:
        """Give a seat its new hand; while hands are dealt, as much of it as it has so far."""
        cdef TrickDeal* t = &self.t
        cdef uint64_t cards = pile
        cdef int i
        if t.dealing < t.seats:
            pile = 0
            for i in range(popcount(t.dealt[seat])):
                pile |= cards & (0 - cards)
                cards &= cards - 1
        t.hand[seat] = pile
        t.dealt[seat] = pile | t.played[seat]

    cdef void _refill(self) noexcept nogil:
        """Cards that the hand being dealt may get, after the others were drawn anew."""
        cdef TrickDeal* t = &self.t
        cdef int i
        t.pool = self.deck
        for i in range(t.seats):
            t.pool &= ~t.dealt[i]
        if t.dealt[t.order[t.dealing]]:
            t.pool &= ~<uint64_t>1 << highest(t.dealt[t.order[t.dealing]])

    cdef uint64_t _void_cards(self, int seat) noexcept nogil:
        """Cards that a seat has shown not to hold."""
        cdef uint64_t out = 0
        cdef int suit
        if self.t.voids[seat] == 0:
            return 0
        for suit in range(self.rules.suits):
            if (self.t.voids[seat] >> suit) & 1:
                out |= self.rules.suit_mask[suit]
        return out

    cdef int _draw(self, uint64_t unseen, int n, uint64_t* sizes, uint64_t* allowed, Rng* rng,
                   uint64_t* piles) except -1 nogil:
        """One draw of `Dealer(unseen, sizes, allowed)`, made anew only for a new question."""
        cdef bint same = self._question[0] == unseen and self._question[1] == <uint64_t>n
        cdef int i
        for i in range(n):
            same = same and self._question[2 + i] == sizes[i] and self._question[12 + i] == allowed[i]
        if not same:
            with gil:
                self._dealer = Dealer(
                    unseen, [sizes[i] for i in range(n)], [allowed[i] for i in range(n)])
            self._question[0] = unseen
            self._question[1] = n
            for i in range(n):
                self._question[2 + i] = sizes[i]
                self._question[12 + i] = allowed[i]
        draw_deal(&self._dealer.plan, rng, piles)
        return 0

    # ---- what the text half reads ----

    def _turn(self):
        """Seat that plays the next card."""
        return self._turn_now()

    @property
    def deal(self):
        return self.t.deal

    @property
    def deal_start(self):
        return self.t.deal_start

    @property
    def dealt(self):
        return [self.t.dealt[i] for i in range(self.t.seats)]

    @property
    def hands(self):
        return [self.t.hand[i] for i in range(self.t.seats)]

    @property
    def taken(self):
        return [self.t.taken[i] for i in range(self.t.seats)]

    @property
    def calls(self):
        return [self.t.call[i] for i in range(self.t.calls)]

    @property
    def plays(self):
        return [self.t.play[i] for i in range(self.t.cards)]

    @property
    def opener(self):
        return self.t.opener
