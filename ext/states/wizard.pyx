"""Wizard, compiled: trumps, bids, the unseen card, settlement, plain player of games/wizard."""

from ext.mech.trickdeal cimport NOBODY, SECRET, is_dealing, place_of, refill, turn_of
from ext.mech.trickgame cimport TrickGame
from ext.mech.trickplain cimport take_or_avoid
from ext.mech.tricks cimport TrickRules, TrickTable, beats
from ext.rng cimport Rng, fold, rng_below, rng_double
from ext.state cimport State
from ext.types cimport (
    Actions, highest, int64_t, lowest, nth_bit, popcount, push, uint64_t,
)

cdef enum:
    FIRST_WIZARD = 52
    FIRST_JESTER = 56
    FIRST_BID = 60
    FIRST_TRUMP = 81
    UNSEEN = 85          # playing the card that the own seat does not see
    NO_TRUMP = 4
    ROUNDS = 20

cdef enum:               # the ways of bidding
    OPEN
    HIDDEN_BIDS
    SECRET_BIDS

cdef uint64_t WIZARDS = <uint64_t>15 << FIRST_WIZARD
cdef uint64_t JESTERS = <uint64_t>15 << FIRST_JESTER
BIDDING = {"open": OPEN, "hidden": HIDDEN_BIDS, "secret": SECRET_BIDS}


cdef struct Match:        # what Wizard keeps besides the deal
    int rounds
    int[20] sizes
    int bidding
    bint plus_minus
    bint foresight
    double epsilon        # how often a playout plays any legal card
    bint blind            # everybody sees all cards but the own one
    bint asks             # the dealer chooses the trumps
    int trump


cdef class Compiled(TrickGame):
    """Compiled Wizard; `games.load_game("wizard")` mixes it with the text half."""

    cdef Match m
    cdef list tables                    # own what `by_trump` points to
    cdef const TrickRules* by_trump[5]

    def _setup(self):
        params = self.game.get_parameters()
        self._adopt(self.game.tables)
        self.m.rounds = len(self.game.sizes)
        for number, size in enumerate(self.game.sizes):
            self.m.sizes[number] = size
        self.m.bidding = BIDDING[params["bidding"]]
        self.m.plus_minus, self.m.foresight = params["plus_minus"], params["foresight"]
        self.m.epsilon = self.game.playout_epsilon
        self._open(self.game.deck, self.game.sizes[0])

    cdef int _adopt(self, list tables) except -1:
        self.tables = tables
        for trump in range(5):
            self.by_trump[trump] = &(<TrickTable?>tables[trump]).rules
        return 0

    cdef int _copy_more(self, State other) except -1 nogil:
        self.m = (<Compiled>other).m
        if self.by_trump[0] == NULL:
            with gil:
                self._adopt((<Compiled>other).tables)
        self.rules = self.by_trump[self.m.trump]
        return 0

    # ---- the round ----

    cdef int _open_deal(self) except -1 nogil:
        self.t.size = self.m.sizes[self.t.finished]
        self.t.turned = self.t.size * self.t.seats < popcount(self.t.deck)
        self.m.blind = self.m.foresight and self.t.size == 1
        self.m.asks = False
        return self._set_trump(NO_TRUMP)

    cdef int _set_trump(self, int trump) noexcept nogil:
        self.m.trump = trump
        self.rules = self.by_trump[trump]
        return 0

    cdef int _hands_dealt(self) except -1 nogil:
        cdef uint64_t turned = self.t.dealt[self.t.seats]
        self.m.asks = turned & WIZARDS != 0
        if turned & ~(WIZARDS | JESTERS):
            self._set_trump(lowest(turned) & 3)
        return 0

    # ---- calls ----

    cdef int _caller(self) noexcept nogil:
        cdef int place = self.t.calls - self.m.asks
        if place < 0:
            return self.t.order[self.t.seats - 1]
        return self.t.order[place] if place < self.t.seats else NOBODY

    cdef bint _hides(self) noexcept nogil:
        """Are all bids secret, or is this one not the last of those that are shown together?"""
        cdef int place = self.t.calls - self.m.asks
        if place < 0 or self.m.bidding == OPEN:
            return False
        return self.m.bidding == SECRET_BIDS or place < self.t.seats - 1

    cdef int _list_calls(self, Actions* out) except -1 nogil:
        cdef int i, barred = -1
        if self.t.calls < self.m.asks:
            for i in range(NO_TRUMP):
                push(out, FIRST_TRUMP + i)
            return 0
        if self.m.plus_minus and self.t.calls - self.m.asks == self.t.seats - 1:
            barred = self.t.size
            for i in range(self.t.seats - 1):
                barred -= self.t.call[self.m.asks + i] - FIRST_BID
        for i in range(self.t.size + 1):
            if i != barred:
                push(out, FIRST_BID + i)
        return 0

    cdef int _take_call(self, int action) except -1 nogil:
        """Note the trumps; the last of bids that were hidden shows them all."""
        cdef int i
        if action >= FIRST_TRUMP:
            return self._set_trump(action - FIRST_TRUMP)
        if self.m.bidding == HIDDEN_BIDS and self._caller() == NOBODY:
            for i in range(self.t.seats):
                self.t.public = fold(self.t.public, self.t.call[self.m.asks + i])
        return 0

    cdef int _bid_of(self, int seat) noexcept nogil:
        """Tricks that a seat has bid; after the bids."""
        return self.t.call[self.m.asks + place_of(&self.t, seat)] - FIRST_BID

    cdef bint _settle(self) noexcept nogil:
        cdef int seat, off
        for seat in range(self.t.seats):
            off = self.t.taken[seat] - self._bid_of(seat)
            self.t.total[seat] += -10 * abs(off) if off else 20 + 10 * self.t.taken[seat]
        return self.t.finished + 1 == self.m.rounds

    # ---- the unseen card ----

    cdef inline bint _plays_unseen(self) noexcept nogil:
        return self.m.blind and not is_dealing(&self.t) and self._caller() < 0

    cdef int c_legal(self, Actions* out) except -1 nogil:
        if not self._plays_unseen():
            return TrickGame.c_legal(self, out)
        out.count = 0
        return push(out, UNSEEN)

    cdef int c_distinct(self, Actions* out) except -1 nogil:
        return self.c_legal(out) if self._plays_unseen() else TrickGame.c_distinct(self, out)

    cdef int c_apply(self, int64_t action) except -1 nogil:
        if action == UNSEEN:
            action = lowest(self.t.hand[turn_of(&self.t)])
        return TrickGame.c_apply(self, action)

    cdef int c_random_action(self, Rng* rng, int64_t* action) except -1 nogil:
        if self._plays_unseen():
            return State.c_random_action(self, rng, action)
        return TrickGame.c_random_action(self, rng, action)

    # ---- what a seat sees ----

    cdef int c_infokey(self, int seat, uint64_t* key) except -1 nogil:
        cdef uint64_t k
        cdef int other
        if not self.m.blind or self.t.over:
            return TrickGame.c_infokey(self, seat, key)
        k = fold(fold(self.t.past, seat), self.t.moves)
        k = fold(fold(k, self.t.public), self.t.dealt[self.t.seats])
        for other in range(self.t.seats):
            if other != seat:
                k = fold(k, self.t.dealt[other])
        key[0] = self._private(seat, k)
        return 0

    cdef int c_resample(self, int seat, Rng* rng) except -1 nogil:
        """Redraw what `seat` can't see; with unseen cards that is its own."""
        cdef uint64_t pool
        cdef int other
        if not self.m.blind or self.t.over:
            return TrickGame.c_resample(self, seat, rng)
        if self.t.hand[seat]:
            pool = self.t.deck & ~self.t.dealt[self.t.seats]
            for other in range(self.t.seats):
                if other != seat:
                    pool &= ~self.t.dealt[other]
            pool = <uint64_t>1 << nth_bit(pool, <int>rng_below(rng, popcount(pool)))
            self.t.hand[seat] = self.t.dealt[seat] = pool
        if not is_dealing(&self.t):
            return self._rebuild(seat, NULL, rng)
        refill(&self.t)
        return 0

    cdef int _rebuild(self, int viewer, const uint64_t* more, Rng* rng) except -1 nogil:
        """Draw hidden bids anew: any number of tricks, whatever the hand."""
        cdef int i
        if self.t.secrets == 0 or (self.m.bidding == HIDDEN_BIDS and self._caller() == NOBODY):
            return 0
        for i in range(self.m.asks, self.t.calls):
            if self.t.by[i] != viewer | SECRET:
                self.t.call[i] = <short>(FIRST_BID + rng_below(rng, self.t.size + 1))
        return 0

    # ---- the plain player: games/wizard/plain.py, step by step ----

    cdef int c_playout_action(self, Rng* rng, int64_t* action) except -1 nogil:
        cdef uint64_t cards
        cdef int seat
        if self._caller() >= 0:
            action[0] = self._plain_call()
            return 0
        if self.m.blind:
            action[0] = UNSEEN
            return 0
        cards = self._playable()
        if cards & (cards - 1) == 0:
            action[0] = lowest(cards)
        elif rng != NULL and rng_double(rng) < self.m.epsilon:
            action[0] = nth_bit(cards, <int>rng_below(rng, popcount(cards)))
        else:
            seat = turn_of(&self.t)
            action[0] = take_or_avoid(
                &self.t, self.rules, cards, self._bid_of(seat) > self.t.taken[seat])
        return 0

    cdef int _plain_call(self) except -1 nogil:
        cdef int seat = self._caller(), bid, i
        if self.t.calls < self.m.asks:
            return FIRST_TRUMP + self._plain_trump(0 if self.m.blind else self.t.hand[seat])
        bid = FIRST_BID
        bid += self._unseen_bid(seat) if self.m.blind else self._plain_bid(self.t.hand[seat])
        self._list_calls_afresh()
        for i in range(self.scratch.count):
            if self.scratch.items[i] == bid:
                return bid
        if self.scratch.count == 1:
            return <int>self.scratch.items[0]
        return bid - 1 if bid > FIRST_BID else bid + 1

    cdef int _list_calls_afresh(self) except -1 nogil:
        self.scratch.count = 0
        return self._list_calls(&self.scratch)

    cdef int _plain_trump(self, uint64_t hand) noexcept nogil:
        """The suit of most weight in the hand: seven a card and its number."""
        cdef int suit, weight, best = 0, most = -1
        cdef uint64_t cards
        for suit in range(4):
            cards, weight = hand & self.rules.suit_mask[suit], 0
            while cards:
                weight += (lowest(cards) >> 2) + 8
                cards &= cards - 1
            if weight > most:
                best, most = suit, weight
        return best

    cdef int _plain_bid(self, uint64_t hand) noexcept nogil:
        """Tricks that a hand may expect."""
        cdef uint64_t unseen = self.t.deck & ~hand & ~self.t.dealt[self.t.seats], cards = hand
        cdef double chance, product, expected = 0.0
        cdef int i
        while cards:
            chance = 1.0 - self._better(lowest(cards), unseen) / (2.0 * popcount(unseen))
            cards &= cards - 1
            product = 1.0
            for i in range(self.t.seats - 1):
                product *= chance
            expected += product
        return <int>(expected + 0.5)

    cdef int _better(self, int card, uint64_t unseen) noexcept nogil:
        """Halves of unseen cards that count as better than a card."""
        cdef int trump = self.rules.trump
        cdef uint64_t same, higher, over
        if card >= FIRST_JESTER:
            return 2 * popcount(unseen)
        if card >= FIRST_WIZARD:
            return 0
        same = unseen & self.rules.suit_mask[self.rules.suit_of[card]]
        higher = same >> card
        over = unseen & WIZARDS
        if self.rules.suit_of[card] == trump:
            return 2 * (popcount(higher) + popcount(over))
        if trump >= 0:
            over |= unseen & self.rules.suit_mask[trump]
        return 2 * (popcount(higher) + popcount(over)) + popcount(
            unseen & ~over & ~same & ~JESTERS)

    cdef int _unseen_bid(self, int seat) noexcept nogil:
        """A trick when more than half of the cards that the own one may be beat the others' best."""
        cdef uint64_t left = self.t.deck & ~self.t.dealt[self.t.seats]
        cdef int i, card, best = -1, count, better = 0
        for i in range(self.t.seats):
            if self.t.order[i] != seat:
                card = highest(self.t.dealt[self.t.order[i]])
                left &= ~self.t.dealt[self.t.order[i]]
                if best < 0 or beats(self.rules, card, best):
                    best = card
        count = popcount(left)
        while left:
            better += beats(self.rules, lowest(left), best)
            left &= left - 1
        return 2 * better > count

    def rule_action(self):
        """What the plain rule player does here, from what the seat to move sees."""
        cdef int64_t action = 0
        if self.c_player() < 0:
            raise ValueError("nobody is to move: the rule player needs a decision")
        self.c_playout_action(NULL, &action)
        return action

    # ---- what the text half reads ----

    @property
    def stage(self):
        if self.t.over:
            return "over"
        if is_dealing(&self.t):
            return "deal"
        if self._caller() < 0:
            return "play"
        return "trump" if self.t.calls < self.m.asks else "bid"
