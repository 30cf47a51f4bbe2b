"""Sergeant Major, compiled: exchange, trumps, kitty, settlement, sampler, plain player.

Twin of games/sergeant_major.
"""

from ext.mech.exchange cimport (
    draw_exchange, exchange_ways, highest_returned, number_of_choices, pick_cards,
)
from ext.mech.dealing cimport lowest_cards
from ext.mech.trickdeal cimport NOBODY, TrickDeal, is_dealing, undealt
from ext.mech.trickgame cimport TrickGame
from ext.mech.trickplain cimport take_or_avoid
from ext.mech.tricks cimport TrickRules, TrickTable
from ext.rng cimport Rng, fold, rng_below, rng_double
from ext.state cimport State
from ext.types cimport Actions, highest, int64_t, lowest, nth_bit, popcount, push, push_bits, uint64_t

cdef enum:
    FIRST_TRUMP = 52
    NO_TRUMP = -1
    PULLS = 4            # most exchanges of a deal
    CANDIDATES = 16
    PATIENCE = 400
    TRICKS = 12          # in a hand, to end the game
    OVER = 5             # ... tricks above the target

cdef enum:               # the ends
    POINTS
    HANDS
    IN_HAND
    ABOVE

ENDS = {"points": POINTS, "hands": HANDS, "tricks": IN_HAND, "over": ABOVE}
cdef uint64_t SUIT = 0x1111111111111


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


cdef uint64_t ascending(uint64_t hand, uint64_t chosen, int left) noexcept nogil:
    """Cards of a hand from which `left` more can be chosen in ascending order after `chosen`."""
    cdef uint64_t above = hand
    if chosen:
        above &= ~<uint64_t>1 << highest(chosen)
    return lowest_cards(above, popcount(above) - left + 1)


cdef uint64_t above_returned(uint64_t deck, uint64_t back) noexcept nogil:
    """Cards of each returned suit above the lowest one returned."""
    cdef uint64_t out = 0, own
    cdef int suit
    for suit in range(4):
        own = back & SUIT << suit
        if own:
            out |= deck & SUIT << suit & ~<uint64_t>1 << lowest(own)
    return out & ~back


cdef class Compiled(TrickGame):
    """Compiled Sergeant Major; `games.load_game("sergeant_major")` mixes it with the text half."""

    cdef Match m
    cdef list tables                    # own what `by_trump` points to
    cdef const TrickRules* by_trump[4]

    def _setup(self):
        params = self.game.get_parameters()
        self._adopt(self.game.tables)
        self.m.end, self.m.points, self.m.deals = ENDS[params["end"]], params["points"], params["deals"]
        self.m.most_deals, self.m.kitty = self.game.most_deals(), self.game.kitty
        self.m.epsilon = self.game.playout_epsilon
        self.m.last_winner = NOBODY
        for place in range(3):
            self.m.needs[place] = self.game.targets[place]
            self.m.over[place] = 0
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

    # ---- the exchange ----

    cdef int _open_deal(self) except -1 nogil:
        self.m.trump = NO_TRUMP
        self.m.discards = self.m.giving = 0
        self.m.done = 0
        self._list_pulls()
        return 0

    cdef void _list_pulls(self) noexcept nogil:
        """Who gives how many cards to whom, the seat with the highest target first."""
        cdef Match* m = &self.m
        cdef int[3] owed
        cdef int place, i, puller, debtor, left, last = 1 << 20
        for i in range(3):
            owed[i] = max(0, -m.over[i])
        m.pulls = 0
        for _ in range(3):
            place = NOBODY  # the highest target that is left; of equals the first place
            for i in range(3):
                if 4 * m.needs[i] - i < last and (
                    place < 0 or 4 * m.needs[i] - i > 4 * m.needs[place] - place
                ):
                    place = i
            last = 4 * m.needs[place] - place
            puller = self.t.order[place]
            left = max(0, m.over[puller])
            for i in range(1, 3):
                debtor = (puller + i) % 3
                if min(left, owed[debtor]) > 0:
                    m.pull[m.pulls].puller, m.pull[m.pulls].debtor = puller, debtor
                    m.pull[m.pulls].count = min(left, owed[debtor])
                    left -= m.pull[m.pulls].count
                    owed[debtor] -= m.pull[m.pulls].count
                    m.pulls += 1

    cdef void _give(self, int card) noexcept nogil:
        cdef Pull* pull = &self.m.pull[self.m.done]
        cdef uint64_t* hand = self.t.hand
        self.m.giving |= <uint64_t>1 << card
        if popcount(self.m.giving) < pull.count:
            return
        pull.given = self.m.giving
        hand[pull.puller] &= ~pull.given
        hand[pull.debtor] |= pull.given
        pull.back = highest_returned(hand[pull.debtor], pull.given)
        hand[pull.debtor] &= ~pull.back
        hand[pull.puller] |= pull.back
        self.m.giving = 0
        self.m.done += 1

    # ---- calls ----

    cdef inline int _dealer(self) noexcept nogil:
        return self.t.order[2]

    cdef inline bint _gives(self) noexcept nogil:
        return self.m.done < self.m.pulls

    cdef inline bint _puts(self) noexcept nogil:
        """Is the dealer putting cards away?"""
        return self.m.trump >= 0 and popcount(self.m.discards) < self.m.kitty

    cdef int _caller(self) noexcept nogil:
        if self._gives():
            return self.m.pull[self.m.done].puller
        return self._dealer() if self.m.trump < 0 or self._puts() else NOBODY

    cdef bint _hides(self) noexcept nogil:
        return self._gives() or self._puts()

    cdef bint _witnesses(self, int seat) noexcept nogil:
        return TrickGame._witnesses(self, seat) or (
            self._gives() and seat == self.m.pull[self.m.done].debtor)

    cdef uint64_t _private(self, int seat, uint64_t key) noexcept nogil:
        """Exchanges that the seat had part in; the kitty and what it put away, if it is the dealer."""
        cdef Pull* pull
        cdef int i
        for i in range(self.m.done):
            pull = &self.m.pull[i]
            if seat == pull.puller or seat == pull.debtor:
                key = fold(fold(key, pull.given), pull.back)
        if self._witnesses(seat):
            key = fold(key, self.m.giving)
        if seat == self._dealer() and self.m.trump >= 0:
            key = fold(fold(key, undealt(&self.t)), self.m.discards)
        return key

    cdef int _list_calls(self, Actions* out) except -1 nogil:
        cdef int suit
        if self._hides():
            return push_bits(out, self._choosable(), 0)
        for suit in range(4):
            push(out, FIRST_TRUMP + suit)
        return 0

    cdef int _take_call(self, int action) except -1 nogil:
        cdef int dealer = self._dealer()
        if self._gives():
            self._give(action)
        elif self._puts():
            self.m.discards |= <uint64_t>1 << action
            self.t.hand[dealer] &= ~(<uint64_t>1 << action)
        else:
            self.m.trump = action - FIRST_TRUMP
            self.rules = self.by_trump[self.m.trump]
            self.t.hand[dealer] |= undealt(&self.t)
        return 0

    # ---- settlement ----

    cdef bint _settle(self) noexcept nogil:
        cdef Match* m = &self.m
        cdef int place, seat, best
        for place in range(3):
            seat = self.t.order[place]
            m.over[seat] = self.t.taken[seat] - m.needs[place]
            self.t.total[seat] += m.over[seat]
        if self.t.finished + 1 == m.most_deals:
            return True
        if m.deals or m.end == HANDS:
            return False
        if m.end == POINTS:
            best = max(self.t.total[0], max(self.t.total[1], self.t.total[2]))
            return best >= m.points
        m.last_winner = self._met_end()
        return m.last_winner >= 0

    cdef int _met_end(self) noexcept nogil:
        """Who took enough tricks in this deal to end the game, NOBODY if none did."""
        cdef int seat
        for seat in range(3):
            if self.m.end == IN_HAND:
                if self.t.taken[seat] >= TRICKS:
                    return seat
            elif self.m.over[seat] >= OVER:
                return seat
        return NOBODY

    cdef int c_places(self, double* out) except -1 nogil:
        cdef int first = self.m.last_winner, one, two
        if first < 0:
            return State.c_places(self, out)
        one, two = (1 if first == 0 else 0), (1 if first == 2 else 2)
        out[first] = 1.0
        out[one] = out[two] = 2.5
        if self.t.total[one] != self.t.total[two]:
            out[one] = 2.0 if self.t.total[one] > self.t.total[two] else 3.0
            out[two] = 5.0 - out[one]
        return 0

    # ---- hidden cards: games/sergeant_major/sampling.py, step by step ----

    cdef int c_resample(self, int seat, Rng* rng) except -1 nogil:
        cdef Question q
        cdef Candidate[16] found
        cdef Candidate c
        cdef int wanted = CANDIDATES if self.m.done else 1, count = 0, tries = 0, i, chosen = 0
        cdef double left, total = 0.0
        if self.t.over or is_dealing(&self.t):
            return TrickGame.c_resample(self, seat, rng)
        self._ask(seat, &q)
        while count == 0 or (count < wanted and tries < PATIENCE):
            tries += 1
            self._imagine(&q, &c, rng)
            if c.weight > 0:
                found[count] = c
                count += 1
        if wanted > 1:
            for i in range(count):
                total += found[i].weight
            left = rng_double(rng) * total
            for chosen in range(count):
                left -= found[chosen].weight
                if left < 0:
                    break
        self._take(seat, &found[chosen])
        return 0

    cdef void _ask(self, int viewer, Question* q) noexcept nogil:
        """What the viewer knows, as a question to the dealer of hidden cards."""
        cdef TrickDeal* t = &self.t
        cdef int dealer = self._dealer(), seat, put = popcount(self.m.discards), n = 0, i, rest
        q.viewer, q.held, q.barred = viewer, 0, 0
        q.hides_kitty = self.m.trump >= 0 and viewer != dealer
        q.choosing = q.hides_kitty and put < self.m.kitty
        q.unseen = t.deck & ~t.hand[viewer] & ~(t.played[0] | t.played[1] | t.played[2])
        if viewer == dealer:
            q.unseen &= ~self.m.discards
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
        for i in range(self.m.done):
            if viewer == self.m.pull[i].puller or viewer == self.m.pull[i].debtor:
                self._learn(q, i)
        if self.m.giving and viewer == self.m.pull[self.m.done].debtor:
            self._confine(q, self.m.giving, 1 << self.m.pull[self.m.done].puller)

    cdef void _learn(self, Question* q, int i) noexcept nogil:
        """What an exchange that the viewer had part in says of the hands of now."""
        cdef Pull* pull = &self.m.pull[i]
        cdef bint pulled = q.viewer == pull.puller
        cdef int other = pull.debtor if pulled else pull.puller, third = 3 - pull.puller - pull.debtor
        cdef int owners = 1 << other, j
        cdef uint64_t cards = pull.given & ~pull.back if pulled else pull.back, high
        for j in range(i + 1, self.m.done):
            if 1 << self.m.pull[j].puller | 1 << self.m.pull[j].debtor == 1 << other | 1 << third:
                owners |= 1 << third
        q.held |= cards
        self._confine(q, cards, owners)
        if pulled:
            high = above_returned(self.t.deck, pull.back)
            if other == self._dealer() and self.m.trump >= 0:
                q.barred |= high
            else:
                q.allowed[other - (other > q.viewer)] &= ~high

    cdef void _confine(self, Question* q, uint64_t cards, int owners) noexcept nogil:
        """Let some cards go to some seats only, or to what one of them has put away."""
        cdef int seat
        for seat in range(3):
            if seat != q.viewer and not owners >> seat & 1:
                q.allowed[seat - (seat > q.viewer)] &= ~cards
        if q.piles > 2 and not (q.hides_kitty and owners >> self._dealer() & 1):
            q.allowed[2] &= ~cards

    cdef int _imagine(self, const Question* q, Candidate* c, Rng* rng) except -1 nogil:
        """One way things may stand; its weight counts the ways in which it can have come about."""
        cdef TrickDeal* t = &self.t
        cdef uint64_t[3] piles
        cdef uint64_t[3] held
        cdef int seat, dealer = self._dealer()
        self._redealer.draw(q.unseen, q.piles, q.sizes, q.allowed, rng, piles)
        c.discards, c.giving, c.weight, c.pull = self.m.discards, self.m.giving, 1.0, self.m.pull
        for seat in range(3):
            c.hand[seat], c.dealt[seat] = t.hand[seat], t.dealt[seat]
            if seat != q.viewer:
                c.hand[seat] = piles[seat - (seat > q.viewer)]
        if q.choosing:
            self._choose_discards(c, rng)
        elif q.hides_kitty:
            c.discards = piles[2]
        for seat in range(3):
            held[seat] = c.hand[seat] | t.played[seat]
        if self.m.trump >= 0:
            held[dealer] |= c.discards
            held[dealer] &= ~self._kitty(q, held[dealer], c, rng)
        if c.weight > 0:
            self._choose_gifts(q, held, c, rng)
            self._undo(q, held, c, rng)
        return 0

    cdef void _choose_discards(self, Candidate* c, Rng* rng) noexcept nogil:
        """Of the dealer's cards those put away so far: the rest of them is to come above."""
        cdef uint64_t cards = c.hand[self._dealer()]
        cdef int put = popcount(self.m.discards)
        cards = lowest_cards(cards, popcount(cards) - (self.m.kitty - put))
        c.discards = pick_cards(cards, put, rng)
        c.hand[self._dealer()] &= ~c.discards

    cdef uint64_t _kitty(self, const Question* q, uint64_t cards, Candidate* c, Rng* rng) noexcept nogil:
        """Which of the dealer's cards came from the kitty."""
        cdef uint64_t sure, free
        cdef int missing
        if not q.hides_kitty:
            return undealt(&self.t)
        sure = cards & q.barred
        free = cards & ~sure & ~q.held
        missing = self.m.kitty - popcount(sure)
        if missing < 0 or missing > popcount(free):
            c.weight = 0.0
            return 0
        c.weight *= number_of_choices(popcount(free), missing)
        return sure | pick_cards(free, missing, rng)

    cdef void _choose_gifts(self, const Question* q, const uint64_t* held, Candidate* c,
                            Rng* rng) noexcept nogil:
        """Of a puller's cards those chosen so far, when the viewer has no part in it."""
        cdef Pull* pull = &self.m.pull[self.m.done]
        cdef int chosen = popcount(c.giving)
        cdef uint64_t cards
        if chosen and q.viewer != pull.puller and q.viewer != pull.debtor:
            cards = held[pull.puller]
            cards = lowest_cards(cards, popcount(cards) - (pull.count - chosen))
            c.giving = pick_cards(cards, chosen, rng)

    cdef void _undo(self, const Question* q, uint64_t* held, Candidate* c, Rng* rng) noexcept nogil:
        """From the hands after the exchanges back to those that were dealt."""
        cdef Pull* pull
        cdef int i, seat
        cdef uint64_t had
        for i in range(self.m.done - 1, -1, -1):
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

    cdef void _take(self, int viewer, const Candidate* c) noexcept nogil:
        """Put a candidate into the state, with the calls that led to it."""
        cdef TrickDeal* t = &self.t
        cdef int seat, i, at = 0
        for seat in range(3):
            t.hand[seat], t.dealt[seat] = c.hand[seat], c.dealt[seat]
        self.m.discards, self.m.giving, self.m.pull = c.discards, c.giving, c.pull
        for i in range(self.m.done):
            at = self._rewrite(at, c.pull[i].given)
        at = self._rewrite(at, c.giving)
        if self.m.trump >= 0:
            self._rewrite(at + 1, c.discards)

    cdef int _rewrite(self, int at, uint64_t cards) noexcept nogil:
        """Write cards into the list of calls; where it goes on."""
        while cards:
            self.t.call[at] = lowest(cards)
            cards &= cards - 1
            at += 1
        return at

    # ---- the plain player: games/sergeant_major/plain.py, step by step ----

    cdef int c_playout_action(self, Rng* rng, int64_t* action) except -1 nogil:
        cdef uint64_t cards
        if self.m.trump < 0 and not self._gives():
            action[0] = FIRST_TRUMP + self._best_suit(self.t.hand[self._dealer()])
            return 0
        if self._caller() < 0:
            cards = self._playable()
        else:
            cards = self._choosable()
        if cards & (cards - 1) == 0:
            action[0] = lowest(cards)
        elif rng != NULL and rng_double(rng) < self.m.epsilon:
            action[0] = nth_bit(cards, <int>rng_below(rng, popcount(cards)))
        elif self._caller() >= 0:
            action[0] = self._cheapest(cards)
        else:
            action[0] = take_or_avoid(&self.t, self.rules, cards, True)
        return 0

    cdef uint64_t _choosable(self) noexcept nogil:
        """Cards that may be given or put away now."""
        cdef Pull* pull = &self.m.pull[self.m.done]
        cdef uint64_t* hand = self.t.hand
        if self._gives():
            return ascending(hand[pull.puller], self.m.giving, pull.count - popcount(self.m.giving))
        return ascending(
            hand[self._dealer()], self.m.discards, self.m.kitty - popcount(self.m.discards))

    cdef int _best_suit(self, uint64_t hand) noexcept nogil:
        """The suit worth most, ten and its rank for each card; of equals the higher one."""
        cdef int suit, best = 0, most = -1, worth
        cdef uint64_t cards
        for suit in range(4):
            cards = hand & SUIT << suit
            worth = 10 * popcount(cards)
            while cards:
                worth += lowest(cards) >> 2
                cards &= cards - 1
            if worth >= most:
                best, most = suit, worth
        return best

    cdef int _cheapest(self, uint64_t cards) noexcept nogil:
        """The lowest card, trumps last."""
        cdef uint64_t plain = cards
        if self.m.trump >= 0:
            plain &= ~(SUIT << self.m.trump)
        return lowest(plain if plain else cards)

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
        if self._gives():
            return "give"
        if self.m.trump < 0:
            return "trumps"
        return "discard" if self._puts() else "play"

    @property
    def trump(self):
        return self.m.trump

    @property
    def surplus(self):
        return [self.m.over[i] for i in range(3)]

    @property
    def discards(self):
        return self.m.discards

    @property
    def exchanged(self):
        return [
            (pull.puller, pull.debtor, pull.given, pull.back)
            for pull in self.m.pull[:self.m.done]
        ]
