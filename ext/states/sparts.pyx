"""Sparts, compiled: the choice, bids, passed cards, settlement, plain player of games/sparts."""

from ext.mech.dealing cimport cards_above, choosable
from ext.mech.passing cimport (
    Passing, choose_passed, choose_received, open_passing, pass_end, receiver_of, rewrite_passed,
    take_up, undo_passing,
)
from ext.mech.trickdeal cimport NOBODY, TrickDeal, place_of, suit_asked
from ext.mech.trickgame cimport TrickGame
from ext.mech.trickplain cimport likely_tricks, take_or_avoid, winning_of
from ext.mech.tricks cimport points_of
from ext.rng cimport Rng, fold, rng_below
from ext.state cimport State
from ext.types cimport Actions, highest, lowest, popcount, push, push_bits, uint64_t

cdef enum:
    HEARTS = 2
    SPADES = 3
    UNDECIDED = -1
    SPADES_DEAL = 0
    HEARTS_DEAL = 1
    CHOOSE = 52
    NIL = 54
    ENOUGH = 4              # likely tricks with which the plain player chooses Spades
    GUARDED = 4             # spades with which it keeps the high ones
    QUEEN_RANK = 10


cdef struct Match:          # what Sparts keeps besides the deal
    int target
    int deals               # 0: to the target
    int most_deals
    int bags_paid           # bags that are paid for at once, and their price
    int bags_cost
    bint traditional
    int fixed               # UNDECIDED: the contract is chosen
    int[4] count            # cards passed, by Hearts deal, and how many seats on
    int[4] shift
    Passing passing
    uint64_t choosing_card
    uint64_t opening_card
    uint64_t point_cards
    uint64_t queen
    uint64_t breaking_queen
    int[4] bags
    int hearts_deals
    int contract
    int chooser
    bint broken
    bint refused            # is what was drawn last to be redrawn?


cdef class Compiled(TrickGame):
    """Compiled Sparts; `games.load_game("sparts")` mixes it with the text half."""

    cdef Match m

    def _setup(self):
        game, params = self.game, self.game.get_parameters()
        self._adopt(game.tables)
        self.m.target, self.m.deals = params["target"], params["deals"]
        self.m.most_deals = game.most_deals()
        self.m.bags_paid, self.m.bags_cost = game.bag_price
        self.m.traditional = game.traditional
        self.m.fixed = UNDECIDED if game.chooses else params["contract"] == "hearts"
        self.m.choosing_card, self.m.opening_card = game.choosing_card, game.opening_card
        self.m.point_cards, self.m.queen = game.point_cards, game.queen
        self.m.breaking_queen = game.breaking_queen
        self.m.hearts_deals, self.m.contract = 0, UNDECIDED
        for i in range(4):
            self.m.bags[i] = 0
            route = game.route(i)
            self.m.count[i], self.m.shift[i] = route.count, route.shift
        self._open(game.deck, game.size)

    cdef int _copy_more(self, State other) except -1 nogil:
        self.m = (<Compiled>other).m
        return 0

    cdef int _open_deal(self) except -1 nogil:
        self.m.hearts_deals += self.m.contract == HEARTS_DEAL
        self.m.contract, self.m.chooser, self.m.broken = UNDECIDED, NOBODY, False
        open_passing(&self.t, &self.m.passing, 0, 0, self._first_call())
        self._choose_table(UNDECIDED)
        return 0

    # ---- calls: the choice, then a lap of bids or passes seat by seat ----

    cdef int _hands_dealt(self) except -1 nogil:
        cdef TrickDeal* t = &self.t
        cdef int seat
        if self.m.fixed != UNDECIDED:
            return self._begin(self.m.fixed)
        for seat in range(4):
            if t.dealt[seat] & self.m.choosing_card:
                self.m.chooser = seat
        t.shown[self.m.chooser] = self.m.choosing_card
        t.public = fold(t.public, self.m.chooser)
        return 0

    cdef int _begin(self, int contract) except -1 nogil:
        """The calls of a deal of Spades, or of Hearts."""
        self.m.contract = contract
        self._choose_table(contract)
        if contract == HEARTS_DEAL:
            open_passing(&self.t, &self.m.passing, self.m.count[self.m.hearts_deals & 3],
                         self.m.shift[self.m.hearts_deals & 3], self._first_call())
            if self.m.passing.count == 0:
                self._find_opener()
        return 0

    cdef inline int _first_call(self) noexcept nogil:
        return self.m.fixed == UNDECIDED

    cdef inline int _to_pass(self) noexcept nogil:
        """Number of the call after the last card passed."""
        return pass_end(&self.t, &self.m.passing)

    cdef inline bint _has_passed(self) noexcept nogil:
        return self.m.passing.count > 0 and self.t.calls >= self._to_pass()

    cdef inline int _receiver(self, int seat) noexcept nogil:
        """Who gets what a seat passes."""
        return receiver_of(&self.t, &self.m.passing, seat)

    cdef int _caller(self) noexcept nogil:
        cdef int number = self.t.calls - self._first_call()
        if self.m.contract == UNDECIDED:
            return self.m.chooser
        if self.m.contract == SPADES_DEAL:
            return self.t.order[number] if number < 4 else NOBODY
        return self.t.order[number // self.m.passing.count] if self.t.calls < self._to_pass() else NOBODY

    cdef bint _hides(self) noexcept nogil:
        return self.m.contract == HEARTS_DEAL

    cdef bint _witnesses(self, int seat) noexcept nogil:
        """With the last card passed its receiver takes up what it got."""
        return TrickGame._witnesses(self, seat) or (
            self.t.calls == self._to_pass() - 1 and seat == self._receiver(self.t.order[3]))

    cdef inline uint64_t _gifts(self, int seat) noexcept nogil:
        """Cards that a seat may pass next."""
        return choosable(
            self.t.hand[seat], self.m.passing.passed[seat], self.m.passing.count - popcount(self.m.passing.passed[seat]))

    cdef int _list_calls(self, Actions* out) except -1 nogil:
        cdef int bid
        if self.m.contract == HEARTS_DEAL:
            return push_bits(out, self._gifts(self._caller()), 0)
        if self.m.contract == UNDECIDED:
            push(out, CHOOSE)
            push(out, CHOOSE + 1)
            return 0
        for bid in range(max(1, self.t.size)):
            push(out, NIL + bid)
        return 0

    cdef int _take_call(self, int action) except -1 nogil:
        """The call is counted already: `calls` is the number of the next one."""
        cdef int place
        if self.m.contract == UNDECIDED:
            return self._begin(action - CHOOSE)
        if self.m.contract == HEARTS_DEAL:
            place = (self.t.calls - 1 - self._first_call()) // self.m.passing.count
            self.m.passing.passed[self.t.order[place]] |= <uint64_t>1 << action
            if self._has_passed():
                self._take_up()
        return 0

    cdef void _take_up(self) noexcept nogil:
        """All have chosen: the passed cards change hands."""
        take_up(&self.t, &self.m.passing)
        if self.m.chooser >= 0:  # who has the choosing card now, not all know
            self.t.shown[self.m.chooser] = 0
        self._find_opener()

    cdef void _find_opener(self) noexcept nogil:
        """Traditional: the holder of the lowest club opens; so all know who that is."""
        cdef TrickDeal* t = &self.t
        cdef int seat
        for seat in range(4):
            if t.hand[seat] & self.m.opening_card:
                t.opener = t.leader = seat
                t.shown[seat] |= self.m.opening_card
        t.public = fold(t.public, t.opener)

    cdef inline int _bid_of(self, int seat) noexcept nogil:
        """Tricks that a seat has bid in a Spades deal."""
        cdef int action = self.t.call[self._first_call() + place_of(&self.t, seat)]
        return 0 if action == NIL else action - NIL + 1

    # ---- play ----

    cdef inline int _closed_suit(self) noexcept nogil:
        """The suit that can't be led until it is broken."""
        return SPADES if self.m.contract == SPADES_DEAL else HEARTS

    cdef inline bint _spares_points(self) noexcept nogil:
        """The first trick of a traditional Hearts deal has no point card."""
        return self.m.traditional and self.m.contract == HEARTS_DEAL and self.t.cards < 4

    cdef uint64_t _leads(self, uint64_t hand) noexcept nogil:
        cdef uint64_t others
        if self.m.contract == HEARTS_DEAL and self.t.cards == 0 and self.m.opening_card:
            return self.m.opening_card
        others = hand & ~self.rules.suit_mask[self._closed_suit()]
        return hand if self.m.broken or others == 0 else others

    cdef uint64_t _follows(self, uint64_t hand) noexcept nogil:
        cdef uint64_t cards = TrickGame._follows(self, hand), safe
        if not self._spares_points():
            return cards
        safe = cards & ~self.m.point_cards
        return safe if safe else cards

    cdef uint64_t _shows(self, int card) noexcept nogil:
        """Some cards are played only from a hand that has nothing else."""
        if self.t.in_trick:
            if self._spares_points() and self.m.point_cards >> card & 1:
                return ~self.m.point_cards
        elif card & 3 == self._closed_suit() and not self.m.broken:
            return ~self.rules.suit_mask[card & 3]
        return TrickGame._shows(self, card)

    cdef void _after_card(self, int seat, int card) noexcept nogil:
        cdef bint queen = self.m.contract == HEARTS_DEAL and (self.m.breaking_queen >> card & 1)
        self.m.broken = self.m.broken or queen or card & 3 == self._closed_suit()

    cdef uint64_t _tally(self, uint64_t key) noexcept nogil:
        cdef int seat
        key = TrickGame._tally(self, key)
        if self.m.contract == HEARTS_DEAL:
            for seat in range(4):
                key = fold(key, points_of(self.rules, self.t.won[seat]))
        return key + self.m.broken

    cdef uint64_t _special(self) noexcept nogil:
        return self.m.queen if self.m.contract == HEARTS_DEAL else 0

    # ---- settlement ----

    cdef bint _settle(self) noexcept nogil:
        cdef int seat, best
        if self.m.contract == HEARTS_DEAL:
            self._settle_hearts()
        else:
            for seat in range(4):
                self._settle_bid(seat, self._bid_of(seat))
        best = self.t.total[0]
        for seat in range(1, 4):
            best = max(best, self.t.total[seat])
        return self.t.finished + 1 == self.m.most_deals or (
            self.m.deals == 0 and best >= self.m.target)

    cdef void _settle_bid(self, int seat, int bid) noexcept nogil:
        cdef int over = self.t.taken[seat] - bid
        if bid == 0:
            self.t.total[seat] += -50 if over else 50
        elif over < 0:
            self.t.total[seat] -= 10 * bid
        else:
            self.t.total[seat] += 10 * bid + over
            self.m.bags[seat] += over
            self.t.total[seat] -= self.m.bags_cost * (self.m.bags[seat] // self.m.bags_paid)
            self.m.bags[seat] %= self.m.bags_paid

    cdef void _settle_hearts(self) noexcept nogil:
        cdef int seat, moon = NOBODY
        for seat in range(4):
            if self.t.won[seat] & self.m.point_cards == self.m.point_cards:
                moon = seat
        for seat in range(4):
            if moon >= 0:
                self.t.total[seat] += 50 if seat == moon else 0
            elif self.t.taken[seat] == 0:
                self.t.total[seat] += 50
            else:
                self.t.total[seat] += 40 + points_of(self.rules, self.t.won[seat])

    # ---- hidden cards ----

    cdef uint64_t _private(self, int seat, uint64_t key) noexcept nogil:
        return fold(TrickGame._private(self, seat, key), self.m.passing.got[seat])

    cdef uint64_t _held(self, int viewer, int owner) noexcept nogil:
        """What all know, what the viewer passed, and the choosing card if it has not come."""
        cdef uint64_t known = self.t.shown[owner]
        if self._has_passed():
            if self._receiver(viewer) == owner:
                known |= self.m.passing.passed[viewer]
            if owner == self.m.chooser and viewer == self._receiver(owner):
                known |= self.m.choosing_card & ~self.m.passing.got[viewer]
        return known & self.t.hand[owner]

    cdef uint64_t _barred(self, int viewer, int owner) noexcept nogil:
        """After passing the choosing card is where it was dealt, or with that seat's receiver."""
        cdef uint64_t barred = self.t.barred[owner]
        if self.m.chooser >= 0 and self._has_passed():
            if owner != self.m.chooser and owner != self._receiver(self.m.chooser):
                barred |= self.m.choosing_card
        return barred

    cdef int c_resample(self, int seat, Rng* rng) except -1 nogil:
        self.m.refused = True
        while self.m.refused:
            self.m.refused = False
            TrickGame.c_resample(self, seat, rng)
        return 0

    cdef int _rebuild(self, int viewer, const uint64_t* more, Rng* rng) except -1 nogil:
        cdef TrickDeal* t = &self.t
        cdef Passing* p = &self.m.passing
        if p.count == 0:
            return 0
        if not self._has_passed():
            choose_passed(t, p, viewer, rng)
        elif self._refuses(viewer, rng):
            self.m.refused = True
            return 0
        else:
            self._choose_received(viewer, rng)
            undo_passing(t, p, viewer)
        rewrite_passed(t, p)
        return 0

    cdef void _choose_received(self, int viewer, Rng* rng) noexcept nogil:
        """The choosing card was passed by the chooser, or by nobody."""
        cdef TrickDeal* t = &self.t
        cdef uint64_t[9] sure
        cdef uint64_t[9] barred
        cdef int seat, receiver
        for seat in range(4):
            sure[seat] = barred[seat] = 0
        if self.m.chooser >= 0:
            receiver = self._receiver(self.m.chooser)
            sure[receiver] = self.m.choosing_card & (t.hand[receiver] | t.played[receiver])
            barred[self.m.chooser] = self.m.choosing_card
        choose_received(t, &self.m.passing, viewer, sure, barred, rng)

    cdef bint _refuses(self, int viewer, Rng* rng) noexcept nogil:
        """Is this place of the choosing card to be drawn again? See the readable half."""
        cdef TrickDeal* t = &self.t
        cdef int chooser = self.m.chooser, receiver, passed = self.m.passing.count, kept, seat, ways
        receiver = self._receiver(chooser)
        if chooser < 0 or viewer == chooser or viewer == receiver:
            return False
        for seat in range(4):
            if t.played[seat] & self.m.choosing_card:
                return False
        kept = t.size if self._receiver(viewer) == chooser else t.size - passed
        ways = passed if t.hand[receiver] & self.m.choosing_card else kept
        return <int>rng_below(rng, max(passed, kept)) >= ways

    # ---- the plain player: games/sparts/plain.py, step by step ----

    cdef int _plain_card(self, uint64_t cards) except -1 nogil:
        if self.m.contract == HEARTS_DEAL:
            return self._avoid_points(cards)
        return TrickGame._plain_card(self, cards)

    cdef bint _needs(self, int seat) noexcept nogil:
        cdef int bid = self._bid_of(seat), taken = self.t.taken[seat]
        return taken < bid or (bid == 0 and taken > 0)

    cdef int _plain_call(self, Rng* rng) except -1 nogil:
        """A choice, a bid, or a card to pass."""
        cdef int seat = self._caller(), expected
        if self.m.contract == HEARTS_DEAL:
            return self._plain_gift(seat)
        expected = likely_tricks(self.t.hand[seat])
        if self.m.contract == UNDECIDED:
            return CHOOSE if expected >= ENOUGH else CHOOSE + 1
        if expected < 1:
            return NIL
        return NIL + min(max(2, expected), self.t.size) - 1

    cdef int _plain_gift(self, int seat) noexcept nogil:
        """The next card to pass: the lowest of those that are best got rid of."""
        cdef uint64_t hand = self.t.hand[seat], above = cards_above(hand, self.m.passing.passed[seat])
        cdef uint64_t high = above & <uint64_t>0x888 << 4 * QUEEN_RANK, chosen = 0
        cdef int left = self.m.passing.count - popcount(self.m.passing.passed[seat])
        if popcount(hand & <uint64_t>0x8888888888888) >= GUARDED:
            high = 0
        while popcount(chosen) < left:
            chosen |= <uint64_t>1 << highest(high if high else above)
            high &= ~chosen
            above &= ~chosen
        return lowest(chosen)

    cdef int _avoid_points(self, uint64_t cards) noexcept nogil:
        """The card of a Hearts player who wants no points."""
        cdef uint64_t queen = cards & self.m.queen, hearts = cards & self.rules.suit_mask[HEARTS]
        if self.t.in_trick:
            if queen and not winning_of(&self.t, self.rules, queen):
                return lowest(queen)
            if hearts and suit_asked(&self.t, self.rules) != HEARTS:
                return highest(hearts)
        return take_or_avoid(&self.t, self.rules, cards, False)

    # ---- what the text half reads ----

    def _call_phase(self):
        if self.m.contract == UNDECIDED:
            return "choose"
        return "bid" if self.m.contract == SPADES_DEAL else "pass"

    @property
    def contract(self):
        return self.m.contract

    @property
    def chooser(self):
        return self.m.chooser

    @property
    def hearts_deals(self):
        return self.m.hearts_deals

    @property
    def bags(self):
        return [self.m.bags[i] for i in range(4)]

    @property
    def broken(self):
        return bool(self.m.broken)
