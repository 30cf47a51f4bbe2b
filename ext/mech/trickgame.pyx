"""A game of tricks as a C struct: hands dealt, calls, play, hidden cards drawn anew.

Twin of `games.mechanics.tricks.TrickState`, step by step. A compiled game of tricks is a subclass
that lists its calls, says what may be led, and settles a deal.
"""

from ext.mech.dealing cimport Redealer, hand_chances, lowest_cards, next_of_hand
from ext.mech.trickdeal cimport (
    by_kind, card_of, is_dealing, last_dealt, last_held, pile_of, refill, relabel, suit_asked, to_be_beaten,
    traced_card, turn_of, undealt,
)
from ext.mech.tricks cimport ANY, distinct_cards, follow_suit, winner
from ext.rng cimport Rng, fold, rng_below
from ext.state cimport State
from ext.types cimport (
    CHANCE, KIBITZ_DEBUG, TERMINAL, Actions, highest, int64_t, lowest, nth_bit, popcount, push,
    push_bits, uint64_t,
)


cdef class TrickGame(State):
    """Compiled half of a game of tricks."""

    def __cinit__(self, *args, **kwargs):
        self._redealer = Redealer()

    # ---- what a game says ----

    cdef int _open_deal(self) except -1 nogil:
        """Set the size of the hands, the cards turned up and what else a game keeps of a deal."""
        return 0

    cdef int _hands_dealt(self) except -1 nogil:
        """All hands are dealt, and what is turned up."""
        return 0

    cdef int _caller(self) noexcept nogil:
        """Seat whose call is due, NOBODY when the calls of this deal are over."""
        return NOBODY

    cdef bint _hides(self) noexcept nogil:
        """Is the call that is due hidden from the others?"""
        return False

    cdef bint _witnesses(self, int seat) noexcept nogil:
        """Does a seat see the hidden call that is due? Its own; a game may add others."""
        return seat == self._caller()

    cdef int _list_calls(self, Actions* out) except -1 nogil:
        return 0

    cdef int _take_call(self, int action) except -1 nogil:
        """A call was made; it is in the list already."""
        return 0

    cdef uint64_t _traced(self, int seat) noexcept nogil:
        """Cards of a seat that some other seat knows: of identical cards they are used first."""
        return self.t.shown[seat]

    cdef uint64_t _leads(self, uint64_t hand) noexcept nogil:
        """Cards of a hand that may be led."""
        return hand

    cdef uint64_t _follows(self, uint64_t hand) noexcept nogil:
        """Cards of a hand that may be played to the cards on the table."""
        return follow_suit(self.rules, hand, suit_asked(&self.t, self.rules))

    cdef uint64_t _shows(self, int card) noexcept nogil:
        """Cards that its seat can't hold when it plays `card` now."""
        cdef int suit = suit_asked(&self.t, self.rules)
        if suit == ANY or self.rules.suit_of[card] == suit or (self.rules.free >> card) & 1:
            return 0
        return self.rules.suit_mask[suit]

    cdef void _after_card(self, int seat, int card) noexcept nogil:
        """What a game notes when a card is played."""

    cdef void _after_trick(self, uint64_t cards) noexcept nogil:
        """What a game notes when the leader has taken a trick."""

    cdef bint _settle(self) noexcept nogil:
        """Add the points of the finished deal to the totals; is the match over?"""
        return True

    cdef uint64_t _private(self, int seat, uint64_t key) noexcept nogil:
        """Fold into `key` what only some seats saw and `seat` did: its own hidden calls.

        It is asked for when it is needed, and not kept, since it changes when cards are drawn anew.
        """
        cdef int i
        for i in range(self.t.calls if self.t.secrets else 0):
            if self.t.by[i] == seat | SECRET:
                key = fold(key, self.t.call[i])
        return key

    cdef uint64_t _held(self, int viewer, int owner) noexcept nogil:
        """Cards that `viewer` knows in the hand of another seat."""
        return self.t.shown[owner] & self.t.hand[owner]

    cdef uint64_t _barred(self, int viewer, int owner) noexcept nogil:
        """Cards that `viewer` knows not to be in the hand of another seat."""
        return self.t.barred[owner]

    cdef uint64_t _aside(self, int viewer) noexcept nogil:
        """Cards that `viewer` knows and that no hand has: put away, or out of play."""
        return 0

    cdef int _more_piles(self, int viewer, int n, uint64_t unseen, uint64_t* sizes,
                         uint64_t* allowed) noexcept nogil:
        """Add hidden piles besides the hands from number `n` on; the number of piles then."""
        return n

    cdef int _rebuild(self, int viewer, const uint64_t* more, Rng* rng) except -1 nogil:
        """After hands were drawn: make hidden calls and dealt cards agree with them.

        `more` has the piles that `_more_piles` added. While hands are dealt nothing needs it.
        """
        return 0

    cdef uint64_t _tally(self, uint64_t key) noexcept nogil:
        """Fold into `key` what counts of the tricks played; a game adds what its leads hang on."""
        cdef int seat
        for seat in range(self.t.seats):
            key = fold(key, self.t.taken[seat])
        return key

    cdef uint64_t _special(self) noexcept nogil:
        """Cards that are worth other than the rest of their suit, whoever takes them."""
        return 0

    cdef int _copy_more(self, State other) except -1 nogil:
        """Copy what a game keeps besides the struct; also its rules."""
        return 0

    # ---- the deal ----

    cdef int _open(self, uint64_t deck, int size) except -1:
        """Begin a match; `size` and the copies of a card hold until a deal says otherwise."""
        cdef int seat
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
        t.dealing += 1
        t.missing = t.size if t.dealing < t.seats else t.turned
        t.pool = undealt(&self.t)
        return 0 if is_dealing(&self.t) else self._hands_dealt()

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
        t.barred[seat] |= self._shows(card)
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
        cdef int caller
        cdef bint hidden
        t.moves += 1
        if is_dealing(&self.t):
            return self._deal_card(card_of(&self.t, <int>action, t.pool))
        caller = self._caller()
        if caller < 0:
            t.public = fold(t.public, action)
            caller = turn_of(t)
            return self._play_card(
                traced_card(t, <int>action, t.hand[caller], self._traced(caller)))
        hidden = self._hides()
        t.public = fold(t.public, HIDDEN if hidden else action)
        t.call[t.calls] = <short>action
        t.by[t.calls] = caller | (SECRET if hidden else 0)
        t.secrets += hidden
        t.calls += 1
        return self._take_call(<int>action)

    cdef int c_copy_from(self, State other) except -1 nogil:
        self.t = (<TrickGame>other).t
        return self._copy_more(other)

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

    cdef int c_playout(self, Rng* rng, int until_round, bint informed) except -1 nogil:
        """As the base class plays on at random, in one loop; nothing is hashed on the way."""
        cdef TrickDeal* t = &self.t
        cdef int64_t action = 0
        cdef int start = t.moves
        cdef uint64_t cards
        if informed or t.copies > 1 or KIBITZ_DEBUG:
            return State.c_playout(self, rng, until_round, informed)
        while not t.over and not (until_round >= 0 and t.finished > until_round):
            if is_dealing(&self.t):
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
        cdef uint64_t unseen = self.t.deck & ~t.hand[seat] & ~t.dealt[t.seats] & ~self._aside(seat)
        cdef uint64_t held
        cdef int other, n
        if t.over:
            return 0
        for other in range(t.seats):
            unseen &= ~t.played[other]
            if other != seat:
                unseen &= ~self._held(seat, other)
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

    # ---- what the text half reads ----

    @property
    def deck(self):
        return self.t.deck

    @property
    def deal(self):
        return self.t.deal

    @property
    def deal_start(self):
        return self.t.deal_start

    @property
    def size(self):
        return self.t.size

    @property
    def turned(self):
        return self.t.turned

    @property
    def order(self):
        return [self.t.order[i] for i in range(self.t.seats)]

    @property
    def dealt(self):
        return [self.t.dealt[i] for i in range(self.t.seats)]

    @property
    def turned_up(self):
        return self.t.dealt[self.t.seats]

    @property
    def hands(self):
        return [self.t.hand[i] for i in range(self.t.seats)]

    @property
    def taken(self):
        return [self.t.taken[i] for i in range(self.t.seats)]

    @property
    def won(self):
        return [self.t.won[i] for i in range(self.t.seats)]

    @property
    def calls(self):
        return [self.t.call[i] for i in range(self.t.calls)]

    @property
    def callers(self):
        return [(self.t.by[i] & ~SECRET, self.t.by[i] & SECRET != 0) for i in range(self.t.calls)]

    @property
    def plays(self):
        return [self.t.play[i] // self.t.copies for i in range(self.t.cards)]

    @property
    def opener(self):
        return self.t.opener
