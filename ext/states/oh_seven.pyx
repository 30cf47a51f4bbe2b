"""Oh-Seven, compiled: cards passed, bids by card, settlement, plain player of games/oh_seven."""

from ext.mech.dealing cimport choosable, lowest_cards
from ext.mech.exchange cimport pick_cards
from ext.mech.trickdeal cimport (
    NOBODY, TrickDeal, by_kind, card_of, is_dealing, traced_card, turn_of,
)
from ext.mech.trickgame cimport TrickGame
from ext.mech.trickplain cimport take_or_avoid
from ext.mech.tricks cimport TrickRules, TrickTable
from ext.rng cimport Rng, fold, rng_below, rng_double
from ext.state cimport State
from ext.types cimport Actions, int64_t, lowest, popcount, uint64_t

cdef enum:
    NO_BID = -1
    ROUNDS = 7

cdef int[8] TENTHS = (0, 0, 0, 0, 1, 3, 5, 8)  # what a card promises, by rank


cdef struct Match:          # what Oh-Seven keeps besides the deal
    int rounds
    int most_times          # a round is dealt at most so often
    int[8] passes           # cards passed, by round; none after the last
    int[7] direction
    double epsilon          # how often a playout plays any legal card
    int times               # how often this round has been dealt
    uint64_t[9] passed
    uint64_t[9] got
    uint64_t[9] used        # cards that were bid with
    int[9] chosen           # kinds bid in this lap
    int[9] bid              # kinds bid in the last lap that was turned
    int laps
    int in_lap
    int trump


cdef class Compiled(TrickGame):
    """Compiled Oh-Seven; `games.load_game("oh_seven")` mixes it with the text half."""

    cdef Match m
    cdef list tables                    # own what `by_trump` points to
    cdef const TrickRules* by_trump[4]

    def _setup(self):
        self._adopt(self.game.tables)
        self.t.copies = self.game.copies
        self.m.rounds, self.m.most_times = self.game.get_parameters()["rounds"], self.game.times
        self.m.epsilon = self.game.playout_epsilon
        self.m.times = 0
        for number in range(self.m.rounds + 1):
            self.m.passes[number] = self.game.passes(number)
        for number in range(ROUNDS):
            self.m.direction[number] = self.game.direction[number]
        self._open(self.game.deck, self.game.size)

    cdef int _adopt(self, list tables) except -1:
        self.tables = tables
        for trump in range(4):
            self.by_trump[trump] = &(<TrickTable?>tables[trump]).rules
        return 0

    cdef int _copy_more(self, State other) except -1 nogil:
        self.m = (<Compiled>other).m
        if self.by_trump[0] == NULL:
            with gil:
                self._adopt((<Compiled>other).tables)
        self.rules = self.by_trump[self.m.trump] if self.m.trump >= 0 else NULL
        return 0

    cdef int _open_deal(self) except -1 nogil:
        cdef int seat
        self.m.times += 1
        for seat in range(self.t.seats):
            self.m.passed[seat] = self.m.got[seat] = self.m.used[seat] = 0
            self.m.chosen[seat] = self.m.bid[seat] = NO_BID
        self.m.laps = self.m.in_lap = 0
        self.m.trump = NO_BID
        return 0

    # ---- calls: passes seat by seat, then laps of bids ----

    cdef inline int _passes(self) noexcept nogil:
        return self.m.passes[self.t.finished]

    cdef inline int _to_pass(self) noexcept nogil:
        """Calls in which cards are passed."""
        return self._passes() * self.t.seats

    cdef inline int _receiver(self, int seat) noexcept nogil:
        """Who gets what a seat passes."""
        return (seat + self.m.direction[self.t.finished] + self.t.seats) % self.t.seats

    cdef int _caller(self) noexcept nogil:
        if self.m.trump >= 0:
            return NOBODY
        if self.t.calls < self._to_pass():
            return self.t.order[self.t.calls // self._passes()]
        return self.t.order[self.m.in_lap]

    cdef bint _hides(self) noexcept nogil:
        """The last bid of a lap is seen as it is made."""
        return self.t.calls < self._to_pass() or self.m.in_lap < self.t.seats - 1

    cdef bint _witnesses(self, int seat) noexcept nogil:
        """With the last card passed its receiver takes up what it got."""
        return TrickGame._witnesses(self, seat) or (
            self.t.calls == self._to_pass() - 1
            and seat == self._receiver(self.t.order[self.t.seats - 1]))

    cdef uint64_t _choosable(self) noexcept nogil:
        """Cards that may be passed, or bid with."""
        cdef int seat = self._caller()
        cdef uint64_t hand = self.t.hand[seat], chosen = self.m.passed[seat]
        if self.t.calls < self._to_pass():
            return choosable(hand, chosen, self._passes() - popcount(chosen))
        return hand & ~self.m.used[seat]

    cdef int _list_calls(self, Actions* out) except -1 nogil:
        return self._push_cards(out, self._choosable())

    cdef int _take_call(self, int action) except -1 nogil:
        """The call is counted already: `calls` is the number of the next one."""
        cdef TrickDeal* t = &self.t
        cdef int seat, left
        if t.calls <= self._to_pass():
            seat = t.order[(t.calls - 1) // self._passes()]
            left = self._passes() - popcount(self.m.passed[seat])
            self.m.passed[seat] |= <uint64_t>1 << card_of(
                t, action, choosable(t.hand[seat], self.m.passed[seat], left))
            if t.calls == self._to_pass():
                self._swap()
            return 0
        seat = t.order[self.m.in_lap]
        self.m.used[seat] |= <uint64_t>1 << traced_card(
            t, action, t.hand[seat] & ~self.m.used[seat], self._traced(seat))
        self.m.chosen[seat] = action
        self.m.in_lap += 1
        return self._turn_bids() if self.m.in_lap == t.seats else 0

    cdef void _swap(self) noexcept nogil:
        """All have chosen: the passed cards change hands."""
        cdef int seat
        for seat in range(self.t.seats):
            self.m.got[self._receiver(seat)] = self.m.passed[seat]
        for seat in range(self.t.seats):
            self.t.hand[seat] = self.t.hand[seat] & ~self.m.passed[seat] | self.m.got[seat]

    cdef int _turn_bids(self) except -1 nogil:
        """All have bid: see what the bids mean."""
        cdef TrickDeal* t = &self.t
        cdef int i, seat, top = NO_BID, bidders = 0, total = 0
        for i in range(t.seats):
            seat = t.order[i]
            self.m.bid[seat] = self.m.chosen[seat]
            self.m.chosen[seat] = NO_BID
            t.public = fold(t.public, self.m.bid[seat])
            t.shown[seat] |= self.m.used[seat]
            total += self.m.bid[seat] >> 2
            top = max(top, self.m.bid[seat])
        self.m.laps += 1
        self.m.in_lap = 0
        for i in range(t.seats - 1, -1, -1):
            if self.m.bid[t.order[i]] == top:
                bidders += 1
                seat = t.order[i]
        if (bidders > 1 or total == t.size) and not (
            self.m.laps == t.size and self.m.times == self.m.most_times
        ):
            for i in range(t.seats):
                t.total[i] += self.m.bid[i] == top
            return self._close_deal() if self.m.laps == t.size else 0
        self.m.trump = top & 3
        self.rules = self.by_trump[self.m.trump]
        t.opener = t.leader = seat
        return 0

    # ---- settlement ----

    cdef bint _settle(self) noexcept nogil:
        cdef int seat, off
        for seat in range(self.t.seats):
            off = self.t.taken[seat] - (self.m.bid[seat] >> 2)
            self.t.total[seat] += (self.m.bid[seat] >> 2) + 2 if off == 0 else -abs(off)
        self.m.times = 0
        return self.t.finished + 1 == self.m.rounds

    # ---- hidden cards ----

    cdef uint64_t _traced(self, int seat) noexcept nogil:
        return self.t.shown[seat] | self.m.got[seat]

    cdef uint64_t _held(self, int viewer, int owner) noexcept nogil:
        """Bid cards that were shown, and what the viewer passed."""
        cdef uint64_t known = self.t.shown[owner]
        if self.m.passed[viewer] and self._receiver(viewer) == owner:
            known |= self.m.got[owner]
        return known & self.t.hand[owner]

    cdef uint64_t _private(self, int seat, uint64_t key) noexcept nogil:
        return fold(TrickGame._private(self, seat, key), by_kind(&self.t, self.m.got[seat]))

    cdef int _rebuild(self, int viewer, const uint64_t* more, Rng* rng) except -1 nogil:
        cdef int count = self._passes(), done = min(self.t.calls, self._to_pass()), place, at
        cdef uint64_t cards
        if done < self._to_pass():
            self._choose_passes(viewer, done, rng)
        elif count:
            self._choose_received(viewer, rng)
        for place in range((done + count - 1) // count if count else 0):
            cards = self.m.passed[self.t.order[place]]
            at = count * place
            while cards:
                self.t.call[at] = lowest(cards) // self.t.copies
                cards &= cards - 1
                at += 1
        if self.m.in_lap:
            self._choose_bids(viewer, rng)
        return 0

    cdef void _choose_passes(self, int viewer, int done, Rng* rng) noexcept nogil:
        """Of hands that have not changed yet: what the others have put down so far."""
        cdef int place, put, seat
        for place in range(self.t.seats):
            seat = self.t.order[place]
            put = max(0, min(self._passes(), done - self._passes() * place))
            if put and seat != viewer:
                self.m.passed[seat] = pick_cards(
                    lowest_cards(self.t.hand[seat], self.t.size - self._passes() + put), put, rng)

    cdef void _choose_received(self, int viewer, Rng* rng) noexcept nogil:
        """Of hands that have changed: what came from the neighbour; and so what was dealt."""
        cdef TrickDeal* t = &self.t
        cdef int i, giver, seat
        cdef uint64_t held
        for i in range(t.seats):
            giver = t.order[i]
            seat = self._receiver(giver)
            if viewer != giver and viewer != seat:
                held = t.hand[seat] | t.played[seat]
                self.m.passed[giver] = self.m.got[seat] = pick_cards(held, self._passes(), rng)
        for seat in range(t.seats):
            if seat != viewer:
                held = t.hand[seat] | t.played[seat]
                t.dealt[seat] = held & ~self.m.got[seat] | self.m.passed[seat]

    cdef void _choose_bids(self, int viewer, Rng* rng) noexcept nogil:
        """Of cards not used before: the bids of this lap so far."""
        cdef int place, seat, first = self.t.calls - self.m.in_lap
        cdef uint64_t before, card
        for place in range(self.m.in_lap):
            seat = self.t.order[place]
            if seat == viewer:
                continue
            before = self.m.used[seat] & self.t.shown[seat]
            card = pick_cards(self.t.hand[seat] & ~before, 1, rng)
            self.m.used[seat] = before | card
            self.m.chosen[seat] = lowest(card) // self.t.copies
            self.t.call[first + place] = <short>self.m.chosen[seat]

    # ---- the plain player: games/oh_seven/plain.py, step by step ----

    cdef int c_playout_action(self, Rng* rng, int64_t* action) except -1 nogil:
        cdef TrickDeal* t = &self.t
        cdef uint64_t cards
        cdef int seat
        cdef bint calls = self._caller() >= 0, needs
        cards = self._choosable() if calls else self._playable()
        self.scratch.count = 0
        self._push_cards(&self.scratch, cards)
        if self.scratch.count == 1:
            action[0] = self.scratch.items[0]
        elif rng != NULL and rng_double(rng) < self.m.epsilon:
            action[0] = self.scratch.items[rng_below(rng, self.scratch.count)]
        elif calls:
            action[0] = self.scratch.items[0]
            if t.calls >= self._to_pass():
                action[0] = self._plain_bid(self._expected(t.hand[self._caller()]))
        else:
            seat = turn_of(t)
            needs = (self.m.bid[seat] >> 2) > t.taken[seat]
            action[0] = take_or_avoid(t, self.rules, cards, needs) // t.copies
        return 0

    cdef int _plain_bid(self, int wanted) noexcept nogil:
        """The listed kind whose number is nearest, of equals the highest kind."""
        cdef int i, kind, best = <int>self.scratch.items[0]
        for i in range(1, self.scratch.count):
            kind = <int>self.scratch.items[i]
            if abs((kind >> 2) - wanted) <= abs((best >> 2) - wanted):
                best = kind
        return best

    cdef int _expected(self, uint64_t hand) noexcept nogil:
        """Tricks that a hand may expect: its share of all, by what its cards promise."""
        cdef int tenths = 0
        while hand:
            tenths += TENTHS[lowest(hand) // self.t.copies >> 2]
            hand &= hand - 1
        return (47 * tenths // self.t.seats + 50) // 100

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
        return "pass" if self.t.calls < self._to_pass() else "bid"

    @property
    def bids(self):
        return [self.m.bid[i] for i in range(self.t.seats)]

    @property
    def trump(self):
        return self.m.trump

    @property
    def laps(self):
        return self.m.laps
