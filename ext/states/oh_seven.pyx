"""Oh-Seven, compiled: cards passed, bids by card, settlement, plain player of games/oh_seven."""

from ext.mech.dealing cimport choosable
from ext.mech.exchange cimport pick_cards
from ext.mech.passing cimport (
    Passing, choose_passed, choose_received, open_passing, pass_end, receiver_of, rewrite_passed,
    take_up, undo_passing,
)
from ext.mech.trickdeal cimport NOBODY, TrickDeal, by_kind, card_of, traced_card
from ext.mech.trickgame cimport TrickGame
from ext.rng cimport Rng, fold, rng_below
from ext.state cimport State
from ext.types cimport Actions, lowest, popcount, uint64_t

cdef enum:
    NO_BID = -1

cdef int[8] TENTHS = (0, 0, 0, 0, 1, 3, 5, 8)  # what a card promises, by rank


cdef struct Match:          # what Oh-Seven keeps besides the deal
    int rounds
    int most_times          # a round is dealt at most so often
    int[8] count            # cards passed, by round, and where to; none after the last
    int[8] shift
    Passing passing
    int times               # how often this round has been dealt
    uint64_t[9] used        # cards that were bid with
    int[9] chosen           # kinds bid in this lap
    int[9] bid              # kinds bid in the last lap that was turned
    int laps
    int in_lap
    int trump


cdef class Compiled(TrickGame):
    """Compiled Oh-Seven; `games.load_game("oh_seven")` mixes it with the text half."""

    cdef Match m

    def _setup(self):
        self._adopt(self.game.tables)
        self.t.copies = self.game.copies
        self.m.rounds, self.m.most_times = self.game.get_parameters()["rounds"], self.game.times
        self.m.times = 0
        for number in range(self.m.rounds + 1):
            route = self.game.route(number)
            self.m.count[number], self.m.shift[number] = route.count, route.shift
        self._open(self.game.deck, self.game.size)

    cdef int _copy_more(self, State other) except -1 nogil:
        self.m = (<Compiled>other).m
        return 0

    cdef int _open_deal(self) except -1 nogil:
        cdef int seat
        self.m.times += 1
        open_passing(&self.t, &self.m.passing, self.m.count[self.t.finished],
                     self.m.shift[self.t.finished], 0)
        for seat in range(self.t.seats):
            self.m.used[seat] = 0
            self.m.chosen[seat] = self.m.bid[seat] = NO_BID
        self.m.laps = self.m.in_lap = 0
        self.m.trump = NO_BID
        self._choose_table(NO_BID)
        return 0

    # ---- calls: passes seat by seat, then laps of bids ----

    cdef inline int _to_pass(self) noexcept nogil:
        """Calls in which cards are passed."""
        return pass_end(&self.t, &self.m.passing)

    cdef int _caller(self) noexcept nogil:
        if self.m.trump >= 0:
            return NOBODY
        if self.t.calls < self._to_pass():
            return self.t.order[self.t.calls // self.m.passing.count]
        return self.t.order[self.m.in_lap]

    cdef bint _hides(self) noexcept nogil:
        """The last bid of a lap is seen as it is made."""
        return self.t.calls < self._to_pass() or self.m.in_lap < self.t.seats - 1

    cdef bint _witnesses(self, int seat) noexcept nogil:
        """With the last card passed its receiver takes up what it got."""
        return TrickGame._witnesses(self, seat) or (
            self.t.calls == self._to_pass() - 1
            and seat == receiver_of(&self.t, &self.m.passing, self.t.order[self.t.seats - 1]))

    cdef uint64_t _choosable(self) noexcept nogil:
        """Cards that may be passed, or bid with."""
        cdef int seat = self._caller()
        cdef uint64_t hand = self.t.hand[seat], chosen = self.m.passing.passed[seat]
        if self.t.calls < self._to_pass():
            return choosable(hand, chosen, self.m.passing.count - popcount(chosen))
        return hand & ~self.m.used[seat]

    cdef int _list_calls(self, Actions* out) except -1 nogil:
        return self._push_cards(out, self._choosable())

    cdef int _take_call(self, int action) except -1 nogil:
        """The call is counted already: `calls` is the number of the next one."""
        cdef TrickDeal* t = &self.t
        cdef Passing* p = &self.m.passing
        cdef int seat, left
        if t.calls <= self._to_pass():
            seat = t.order[(t.calls - 1) // p.count]
            left = p.count - popcount(p.passed[seat])
            p.passed[seat] |= <uint64_t>1 << card_of(
                t, action, choosable(t.hand[seat], p.passed[seat], left))
            if t.calls == self._to_pass():
                take_up(t, p)
            return 0
        seat = t.order[self.m.in_lap]
        self.m.used[seat] |= <uint64_t>1 << traced_card(
            t, action, t.hand[seat] & ~self.m.used[seat], self._traced(seat))
        self.m.chosen[seat] = action
        self.m.in_lap += 1
        return self._turn_bids() if self.m.in_lap == t.seats else 0

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
        self._choose_table(self.m.trump)
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
        return self.t.shown[seat] | self.m.passing.got[seat]

    cdef uint64_t _held(self, int viewer, int owner) noexcept nogil:
        """Bid cards that were shown, and what the viewer passed."""
        cdef uint64_t known = self.t.shown[owner]
        if receiver_of(&self.t, &self.m.passing, viewer) == owner:
            known |= self.m.passing.got[owner]
        return known & self.t.hand[owner]

    cdef uint64_t _private(self, int seat, uint64_t key) noexcept nogil:
        return fold(TrickGame._private(self, seat, key), by_kind(&self.t, self.m.passing.got[seat]))

    cdef int _rebuild(self, int viewer, const uint64_t* more, Rng* rng) except -1 nogil:
        cdef TrickDeal* t = &self.t
        cdef Passing* p = &self.m.passing
        cdef uint64_t[9] nothing
        cdef int seat
        if p.count and t.calls >= self._to_pass():
            for seat in range(t.seats):
                nothing[seat] = 0
            choose_received(t, p, viewer, nothing, nothing, rng)
            undo_passing(t, p, viewer)
        elif p.count:
            choose_passed(t, p, viewer, rng)
        rewrite_passed(t, p)
        if self.m.in_lap:
            self._choose_bids(viewer, rng)
        return 0

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

    cdef int _plain_call(self, Rng* rng) except -1 nogil:
        if self._strays(rng):
            return <int>self.scratch.items[rng_below(rng, self.scratch.count)]
        if self.t.calls < self._to_pass():
            return <int>self.scratch.items[0]
        return self._plain_bid(self._expected(self.t.hand[self._caller()]))

    cdef bint _needs(self, int seat) noexcept nogil:
        return (self.m.bid[seat] >> 2) > self.t.taken[seat]

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

    # ---- what the text half reads ----

    def _call_phase(self):
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
