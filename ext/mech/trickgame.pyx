"""A game of tricks as a C struct: hands dealt, calls, play, hidden cards drawn anew.

Twin of `games.mechanics.tricks.TrickState`, step by step. A compiled game of tricks is a subclass
that lists its calls, says what may be led, and settles a deal.
"""

from ext.mech.dealing cimport Redealer, hand_chances, lowest_cards, next_of_hand
from ext.mech.trickbase cimport TrickBase
from ext.mech.trickdeal cimport (
    HIDDEN, PILES, SEATS, SECRET, TrickDeal,
    by_kind, card_of, is_dealing, last_dealt, last_held, pile_of, refill, relabel, to_be_beaten,
    traced_card, turn_of, undealt,
)
from ext.mech.tricks cimport distinct_cards, winner
from ext.rng cimport Rng, fold, rng_below
from ext.state cimport State
from ext.types cimport (
    CHANCE, KIBITZ_DEBUG, TERMINAL, Actions, highest, int64_t, lowest, nth_bit, popcount, push,
    push_bits, uint64_t,
)


cdef class TrickGame(TrickBase):
    """Compiled half of a game of tricks."""

    def __cinit__(self, *args, **kwargs):
        self._redealer = Redealer()

    # ---- the deal ----

    cdef int _open(self, uint64_t deck, int size) except -1:
        """Begin a match; `size` and the copies of a card hold until a deal says otherwise."""
        cdef int seat
        self._epsilon = self.game.playout_epsilon
        if self.seats > SEATS:
            raise ValueError(f"a game of tricks has at most {SEATS} seats, not {self.seats}")
        self.t.deck = deck
        self.t.seats, self.t.size, self.t.turned = self.seats, size, 0
        self.t.copies = max(1, self.t.copies)
        self.t.finished = self.t.moves = 0
        self.t.deal = -1
        self.t.over = False
        self.t.past = 0
        for seat in range(SEATS):
            self.t.total[seat] = 0
        self._start_deal()
        return 0

    cdef int _start_deal(self) except -1 nogil:
        cdef TrickDeal* t = &self.t
        cdef int i
        t.deal += 1
        t.deal_start = t.moves
        for i in range(t.seats):
            t.order[i] = (t.finished + i) % t.seats
            t.dealt[i] = t.hand[i] = t.played[i] = t.won[i] = 0
            t.barred[i] = t.shown[i] = 0
            t.taken[i] = 0
        t.dealt[t.seats] = 0
        t.calls = t.secrets = t.cards = t.in_trick = 0
        t.public = 0
        t.opener = t.leader = t.order[0]
        self._open_deal()
        t.dealing, t.missing, t.pool = 0, t.size, self.t.deck
        return 0

    cdef int _deal_card(self, int card) except -1 nogil:
        cdef TrickDeal* t = &self.t
        cdef int pile = pile_of(&self.t)
        t.dealt[pile] |= <uint64_t>1 << card
        if pile < t.seats:
            t.hand[pile] = t.dealt[pile]
        t.missing -= 1
        if t.missing:
            if t.copies == 1:  # as `refill` would, without asking every pile
                t.pool &= ~<uint64_t>1 << card
            else:
                refill(&self.t)
            return 0
        return self._next_pile()

    cdef int _next_pile(self) except -1 nogil:
        """A pile is complete."""
        cdef TrickDeal* t = &self.t
        t.dealing += 1
        t.missing = t.size if t.dealing < t.seats else t.turned
        t.pool = undealt(t)
        return 0 if is_dealing(t) else self._hands_dealt()

    cdef int _deal_on(self, Rng* rng) except -1 nogil:
        """Deal the rest of a pile from distinct cards, with the draws of `_next_card` one by one."""
        cdef TrickDeal* t = &self.t
        cdef Rng draws = rng[0]  # a copy stays in registers
        cdef uint64_t pool = t.pool, cards = 0, bit
        cdef int left = t.missing, n = popcount(pool), pile = pile_of(t), taken
        while 0 < left < n:
            taken = <int>rng_below(&draws, n) < left  # by arithmetic: no branch to mispredict
            bit = pool & (0 - pool)
            cards |= bit & (0 - <uint64_t>taken)
            pool ^= bit
            left -= taken
            n -= 1
        rng[0] = draws
        if left:
            cards |= pool
        t.moves += t.missing
        t.dealt[pile] |= cards
        if pile < t.seats:
            t.hand[pile] = t.dealt[pile]
        return self._next_pile()

    cdef int _next_card(self, Rng* rng) noexcept nogil:
        """A draw of the next card, as its action."""
        cdef TrickDeal* t = &self.t
        return next_of_hand(t.pool, t.missing, rng, t.copies, last_dealt(t), last_held(t))

    # ---- cards and actions: of identical cards a player has one action ----

    cdef int _push_cards(self, Actions* out, uint64_t cards) except -1 nogil:
        """Append the actions of some cards, ascending."""
        cdef int kind
        if self.t.copies == 1:
            return push_bits(out, cards, 0)
        while cards:
            kind = lowest(cards) // self.t.copies
            push(out, kind)
            cards &= ~<uint64_t>0 << (self.t.copies * (kind + 1) - 1) << 1
        return 0

    # ---- play ----

    cdef uint64_t _playable(self) noexcept nogil:
        cdef uint64_t hand = self.t.hand[turn_of(&self.t)]
        return self._follows(hand) if self.t.in_trick else self._leads(hand)

    cdef int _play_card(self, int card) except -1 nogil:
        cdef TrickDeal* t = &self.t
        cdef int seat = turn_of(&self.t), first = t.cards - t.in_trick, i
        cdef uint64_t bit = <uint64_t>1 << card, trick = 0
        t.play[t.cards] = card
        t.cards += 1
        t.hand[seat] &= ~bit
        t.played[seat] |= bit
        self._after_card(seat, card)
        t.in_trick += 1
        if t.in_trick < t.seats:
            return 0
        for i in range(t.seats):
            trick |= <uint64_t>1 << t.play[first + i]
        t.leader += winner(self.rules, &t.play[first], t.seats)
        if t.leader >= t.seats:
            t.leader -= t.seats
        t.in_trick = 0
        t.taken[t.leader] += 1
        t.won[t.leader] |= trick
        self._after_trick(trick)
        if t.hand[seat]:  # all hands have the same size
            return 0
        t.over = self._settle()
        t.finished += 1
        return self._close_deal()

    cdef int _close_deal(self) except -1 nogil:
        """Lay all open, so that what follows is common knowledge, and deal again."""
        cdef TrickDeal* t = &self.t
        cdef int i
        t.past = fold(fold(t.past, t.public), t.dealt[t.seats])
        for i in range(t.seats):
            t.past = fold(t.past, by_kind(t, t.dealt[i]))
        for i in range(t.calls if t.secrets else 0):
            t.past = fold(t.past, t.call[i])
        return 0 if t.over else self._start_deal()

    # ---- the contract ----

    cdef int c_player(self) except? -99 nogil:
        cdef int caller
        if self.t.over:
            return TERMINAL
        if is_dealing(&self.t):
            return CHANCE
        caller = self._caller()
        return turn_of(&self.t) if caller < 0 else caller

    cdef int c_legal(self, Actions* out) except -1 nogil:
        out.count = 0
        if self._caller() >= 0:
            return self._list_calls(out)
        return self._push_cards(out, self._playable())

    cdef int c_apply(self, int64_t action) except -1 nogil:
        cdef TrickDeal* t = &self.t
        cdef int caller, card
        cdef bint hidden
        t.moves += 1
        if is_dealing(&self.t):
            return self._deal_card(card_of(&self.t, <int>action, t.pool))
        caller = self._caller()
        if caller < 0:
            t.public = fold(t.public, action)
            caller = turn_of(t)
            card = traced_card(t, <int>action, t.hand[caller], self._traced(caller))
            t.barred[caller] |= self._shows(card)
            return self._play_card(card)
        hidden = self._hides()
        t.public = fold(t.public, HIDDEN if hidden else action)
        t.call[t.calls] = <short>action
        t.by[t.calls] = caller | (SECRET if hidden else 0)
        t.secrets += hidden
        t.calls += 1
        return self._take_call(<int>action)

    cdef int c_copy_from(self, State other) except -1 nogil:
        self.t = (<TrickGame>other).t
        self._epsilon = (<TrickGame>other)._epsilon
        if self._by_table[0] == NULL:
            self._adopt_from(<TrickGame>other)
        self._choose_table(self.t.table)
        return self._copy_more(other)

    cdef int _adopt_from(self, TrickGame other) except -1 with gil:
        return self._adopt(other._tables)

    cdef int c_chance(self, Actions* out) except -1 nogil:
        cdef TrickDeal* t = &self.t
        out.count = 0
        return hand_chances(t.pool, t.missing, out, t.copies, last_dealt(t), last_held(t))

    cdef int c_sample_chance(self, Rng* rng, int64_t* action) except -1 nogil:
        action[0] = self._next_card(rng)
        return 0

    cdef int c_random_action(self, Rng* rng, int64_t* action) except -1 nogil:
        cdef uint64_t cards
        if self._caller() >= 0 or self.t.copies > 1:
            return State.c_random_action(self, rng, action)
        cards = self._playable()
        action[0] = nth_bit(cards, <int>rng_below(rng, popcount(cards)))
        return 0

    cdef int c_playout_action(self, Rng* rng, int64_t* action) except -1 nogil:
        """The plain player; in playouts (with `rng`) now and then any card."""
        cdef uint64_t cards
        self.scratch.count = 0
        if self._caller() >= 0:
            self._list_calls(&self.scratch)
            action[0] = self.scratch.items[0]
            if self.scratch.count > 1:
                action[0] = self._plain_call(rng)
            return 0
        cards = self._playable()
        if cards & (cards - 1) == 0:
            action[0] = lowest(cards) // self.t.copies
        elif self.t.copies == 1:
            action[0] = (
                nth_bit(cards, <int>rng_below(rng, popcount(cards))) if self._strays(rng)
                else self._plain_card(cards))
        else:
            self._push_cards(&self.scratch, cards)
            action[0] = self.scratch.items[0]
            if self.scratch.count > 1:
                action[0] = (
                    self.scratch.items[rng_below(rng, self.scratch.count)] if self._strays(rng)
                    else self._plain_card(cards) // self.t.copies)
        return 0

    cdef int c_playout(self, Rng* rng, int until_round, bint informed) except -1 nogil:
        """As the base class plays on at random, in one loop.

        Nothing is hashed on the way, and it is not noted what a seat shows not to hold: nobody
        deals hidden cards anew once all are played.
        """
        cdef TrickDeal* t = &self.t
        cdef int64_t action = 0
        cdef int start = t.moves
        cdef uint64_t cards
        if informed or t.copies > 1 or KIBITZ_DEBUG:
            return State.c_playout(self, rng, until_round, informed)
        while not t.over and not (until_round >= 0 and t.finished > until_round):
            if is_dealing(t):
                self._deal_on(rng)
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

    cdef int64_t c_seen(self, int seat, int64_t action) except? -99 nogil:
        if self._caller() >= 0 and self._hides() and not self._witnesses(seat):
            return HIDDEN
        return action

    cdef int c_scores(self, double* out) except -1 nogil:
        cdef int seat
        for seat in range(self.t.seats):
            out[seat] = self.t.total[seat]
        return 0

    cdef int c_round(self) except -1 nogil:
        return self.t.finished

    cdef int c_infokey(self, int seat, uint64_t* key) except -1 nogil:
        cdef uint64_t k = fold(fold(self.t.past, seat), self.t.moves)
        if not self.t.over:
            k = fold(fold(k, self.t.public), self.t.dealt[self.t.seats])
            k = self._private(seat, fold(k, by_kind(&self.t, self.t.dealt[seat])))
        key[0] = k
        return 0

    # ---- hidden cards ----

    cdef int c_resample(self, int seat, Rng* rng) except -1 nogil:
        cdef TrickDeal* t = &self.t
        cdef uint64_t[PILES] sizes
        cdef uint64_t[PILES] allowed
        cdef uint64_t[PILES] piles
        cdef uint64_t unseen = self._unseen(seat), held
        cdef int other, n
        if t.over:
            return 0
        n = self._piles(seat, unseen, sizes, allowed)
        self._redealer.draw(unseen, n, sizes, allowed, rng, piles)
        n = 0
        for other in range(t.seats):
            if other != seat:
                held = self._held(seat, other)
                self._hand_over(other, piles[n] | held)
                n += 1
        if not is_dealing(&self.t):
            return self._rebuild(seat, &piles[n], rng)
        relabel(&self.t)
        refill(&self.t)
        return 0

    cdef uint64_t _unseen(self, int viewer) noexcept nogil:
        """Cards of which a seat doesn't know where they are."""
        cdef TrickDeal* t = &self.t
        cdef uint64_t out = t.deck & ~t.hand[viewer] & ~t.dealt[t.seats] & ~self._aside(viewer)
        cdef int other
        for other in range(t.seats):
            out &= ~t.played[other]
            if other != viewer:
                out &= ~self._held(viewer, other)
        return out

    def _question(self, int viewer):
        """Unseen cards, sizes of the piles they are in, and which may be in each."""
        cdef uint64_t[PILES] sizes
        cdef uint64_t[PILES] allowed
        cdef uint64_t unseen = self._unseen(viewer)
        cdef int i, n = self._piles(viewer, unseen, sizes, allowed)
        return unseen, [sizes[i] for i in range(n)], [allowed[i] for i in range(n)]

    cdef int _piles(self, int viewer, uint64_t unseen, uint64_t* sizes,
                    uint64_t* allowed) noexcept nogil:
        """Who gets how many of the unseen cards, and which; the number of piles."""
        cdef TrickDeal* t = &self.t
        cdef bint dealing = t.dealing < t.seats
        cdef int other, n = 0, rest = popcount(unseen)
        for other in range(t.seats):
            if other != viewer:
                sizes[n] = t.size if dealing else popcount(t.hand[other])
                sizes[n] -= popcount(self._held(viewer, other))
                allowed[n] = unseen & ~self._barred(viewer, other)
                n += 1
        if not is_dealing(t):
            n = self._more_piles(viewer, n, unseen, sizes, allowed)
        elif dealing and popcount(t.dealt[viewer]) < t.size:  # the own hand goes on above its last card
            sizes[n], allowed[n] = t.size - popcount(t.dealt[viewer]), unseen
            if t.dealt[viewer]:
                allowed[n] &= ~<uint64_t>0 << (highest(t.dealt[viewer]) // t.copies * t.copies)
            n += 1
        for other in range(n):
            rest -= <int>sizes[other]
        if rest:  # cards that nobody gets
            sizes[n], allowed[n] = rest, unseen
            n += 1
        return n

    cdef void _hand_over(self, int seat, uint64_t pile) noexcept nogil:
        """Give a seat its new hand; while hands are dealt, as much of it as it has so far."""
        cdef TrickDeal* t = &self.t
        if t.dealing < t.seats:
            pile = lowest_cards(pile, popcount(t.dealt[seat]))
        t.hand[seat] = pile
        t.dealt[seat] = pile | t.played[seat]

    # ---- open cards ----

    cdef bint c_position(self, uint64_t* key) except -1 nogil:
        """Between two tricks: the hands, who leads, what counts of the tricks."""
        cdef TrickDeal* t = &self.t
        cdef int half, seat
        cdef uint64_t k
        if t.in_trick or is_dealing(t) or self._caller() >= 0:
            return False
        for half in range(2):
            k = fold(half + 1, t.leader)
            for seat in range(t.seats):
                k = fold(k, by_kind(t, t.hand[seat]))
            key[half] = self._tally(k)
        return True

    cdef int c_distinct(self, Actions* out) except -1 nogil:
        cdef uint64_t cards
        if self._caller() >= 0:
            return self.c_legal(out)
        out.count = 0
        cards = distinct_cards(self.rules, self._playable(), to_be_beaten(&self.t), self._special())
        return self._push_cards(out, cards)
