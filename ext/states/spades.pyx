"""Spades, compiled: bids, breaking, settlement and the plain player of games/spades."""

from ext.mech.trickdeal cimport NOBODY, place_of
from ext.mech.trickgame cimport TrickGame
from ext.mech.trickplain cimport likely_tricks
from ext.rng cimport Rng
from ext.state cimport State
from ext.types cimport Actions, push, uint64_t

cdef enum:
    SPADES = 3
    FIRST_BID = 52
    BAGS = 10
    BAGS_COST = 100


cdef struct Match:        # what Spades keeps besides the deal
    int target
    int deals             # 0: to the target
    int most_deals
    bint with_bags
    bint broken
    int[4] bags


cdef class Compiled(TrickGame):
    """Compiled Spades; `games.load_game("spades")` mixes it with the text half."""

    cdef Match m

    def _setup(self):
        params = self.game.get_parameters()
        self._adopt(self.game.tables)
        self.m.target, self.m.deals = params["target"], params["deals"]
        self.m.with_bags, self.m.most_deals = params["bags"], self.game.most_deals()
        for seat in range(4):
            self.m.bags[seat] = 0
        self._open(self.game.deck, self.game.deck.bit_count() // 4)

    cdef int _copy_more(self, State other) except -1 nogil:
        self.m = (<Compiled>other).m
        return 0

    # ---- calls ----

    cdef int _caller(self) noexcept nogil:
        return self.t.order[self.t.calls] if self.t.calls < 4 else NOBODY

    cdef int _list_calls(self, Actions* out) except -1 nogil:
        cdef int bid
        for bid in range(self.t.size):
            push(out, FIRST_BID + bid)
        return 0

    cdef int _bid_of(self, int seat) noexcept nogil:
        """Tricks that a seat has bid; 0 before it has."""
        cdef int place = place_of(&self.t, seat)
        return self.t.call[place] - FIRST_BID + 1 if place < self.t.calls else 0

    # ---- play ----

    cdef int _open_deal(self) except -1 nogil:
        self.m.broken = False
        self._choose_table(0)
        return 0

    cdef uint64_t _leads(self, uint64_t hand) noexcept nogil:
        cdef uint64_t others = hand & ~self.rules.suit_mask[SPADES]
        return hand if self.m.broken or others == 0 else others

    cdef uint64_t _shows(self, int card) noexcept nogil:
        """Who leads the first spade of a deal holds nothing else."""
        if self.t.in_trick == 0 and card & 3 == SPADES and not self.m.broken:
            return ~self.rules.suit_mask[SPADES]
        return TrickGame._shows(self, card)

    cdef void _after_card(self, int seat, int card) noexcept nogil:
        self.m.broken = self.m.broken or card & 3 == SPADES

    cdef uint64_t _tally(self, uint64_t key) noexcept nogil:
        return TrickGame._tally(self, key) + self.m.broken

    cdef bint _settle(self) noexcept nogil:
        cdef int seat, bid, over, best = 0, firsts = 0
        for seat in range(4):
            bid = self._bid_of(seat)
            over = self.t.taken[seat] - bid
            self.t.total[seat] += 10 * bid + over if over >= 0 else -10 * bid
            if self.m.with_bags and over > 0:
                self.m.bags[seat] += over
                self.t.total[seat] -= BAGS_COST * (self.m.bags[seat] // BAGS)
                self.m.bags[seat] %= BAGS
        if self.t.finished + 1 == self.m.most_deals:
            return True
        for seat in range(4):
            if seat == 0 or self.t.total[seat] > best:
                best, firsts = self.t.total[seat], 0
            firsts += self.t.total[seat] == best
        return self.m.deals == 0 and best >= self.m.target and firsts == 1

    # ---- the plain player: games/spades/plain.py, step by step ----

    cdef int _plain_call(self, Rng* rng) except -1 nogil:
        cdef int bid = max(1, likely_tricks(self.t.hand[self._caller()]))
        return FIRST_BID - 1 + min(bid, self.t.size)

    cdef bint _needs(self, int seat) noexcept nogil:
        return self._bid_of(seat) > self.t.taken[seat]

    # ---- what the text half reads ----


    @property
    def bags(self):
        return [self.m.bags[i] for i in range(4)]

    @property
    def broken(self):
        return bool(self.m.broken)


