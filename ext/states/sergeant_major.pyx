"""Sergeant Major, compiled: exchange, trumps, kitty, settlement, sampler, plain player.

Twin of games/sergeant_major.
"""

from ext.mech.dealing cimport choosable
from ext.mech.exchange cimport highest_returned, suit_of_four
from ext.mech.trickdeal cimport NOBODY, is_dealing, undealt
from ext.mech.trickgame cimport TrickGame
from ext.mech.trickplain cimport take_or_avoid
from ext.mech.tricks cimport TrickRules, TrickTable
from ext.rng cimport Rng, fold, rng_below, rng_double
from ext.state cimport State
from ext.states.sergeant_major_sampling cimport (
    CANDIDATES, PATIENCE, Candidate, Match, Pull, Question, ask, imagine, take,
)
from ext.types cimport Actions, int64_t, lowest, nth_bit, popcount, push, push_bits, uint64_t

cdef enum:
    FIRST_TRUMP = 52
    NO_TRUMP = -1
    TRICKS = 12          # in a hand, to end the game
    OVER = 5             # ... tricks above the target

cdef enum:               # the ends
    POINTS
    HANDS
    IN_HAND
    ABOVE

ENDS = {"points": POINTS, "hands": HANDS, "tricks": IN_HAND, "over": ABOVE}


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
        ask(&self.t, &self.m, seat, &q)
        while count == 0 or (count < wanted and tries < PATIENCE):
            tries += 1
            imagine(&self.t, &self.m, &q, &c, self._redealer, rng)
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
        take(&self.t, &self.m, &found[chosen])
        return 0

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
            return choosable(hand[pull.puller], self.m.giving, pull.count - popcount(self.m.giving))
        return choosable(
            hand[self._dealer()], self.m.discards, self.m.kitty - popcount(self.m.discards))

    cdef int _best_suit(self, uint64_t hand) noexcept nogil:
        """The suit worth most, ten and its rank for each card; of equals the higher one."""
        cdef int suit, best = 0, most = -1, worth
        cdef uint64_t cards
        for suit in range(4):
            cards = suit_of_four(hand, suit)
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
            plain &= ~suit_of_four(cards, self.m.trump)
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
