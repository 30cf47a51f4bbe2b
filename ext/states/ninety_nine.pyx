"""Ninety-Nine, compiled: bids by cards put aside, premiums, rounds, plain player.

Twin of games/ninety_nine.
"""

from ext.mech.dealing cimport choosable, lowest_cards
from ext.mech.exchange cimport pick_cards
from ext.mech.trickdeal cimport NOBODY, TrickDeal, is_dealing, place_of, turn_of
from ext.mech.trickgame cimport TrickGame
from ext.mech.trickplain cimport take_or_avoid
from ext.mech.tricks cimport TrickRules, TrickTable
from ext.rng cimport Rng, fold, rng_below, rng_double
from ext.state cimport State
from ext.types cimport (
    Actions, highest, int64_t, lowest, nth_bit, popcount, push, push_bits, uint64_t,
)

cdef enum:
    JOKER = 36
    NEITHER = 37
    DECLARE = 38
    REVEAL = 39
    NO_TRUMP = 4
    BIDS = 9             # calls that put cards aside; three answers follow
    GOAL = 100
    ROUNDS = 3
    WINS = 3
    HANDS = 9
    FAR = 1000           # above any miss

cdef enum:               # scoring
    WITH_BONUS
    WITHOUT
    FIRST_TO_THREE
    NINE_HANDS

SCORING = {
    "rounds_bonus": WITH_BONUS, "rounds": WITHOUT, "first_to_three": FIRST_TO_THREE,
    "nine_hands": NINE_HANDS,
}

cdef int[4] VALUES = (3, 0, 2, 1)
cdef int[4] BONUS = (0, 30, 20, 10)
cdef int[4] BY_MADE = (1, 3, 2, 0)
cdef int[9] TENTHS = (0, 0, 1, 1, 2, 3, 4, 6, 8)
cdef int[9] TRUMP_TENTHS = (3, 3, 4, 4, 5, 6, 7, 8, 9)


cdef struct Match:       # what Ninety-Nine keeps besides the deal
    int scoring
    int deals            # 0: until the scoring says so
    int first_trump
    int weakest          # rank of the weakest cards of the deck
    bint turns           # is a card turned up?
    double epsilon       # how often a playout plays any legal card
    int[3] points        # in this round
    int[3] wins
    int rounds_over
    int next_trump
    int trump
    uint64_t[3] aside
    int premium
    int premium_by


cdef class Compiled(TrickGame):
    """Compiled Ninety-Nine; `games.load_game("ninety_nine")` mixes it with the text half."""

    cdef Match m
    cdef object tables                       # owns what the others point to
    cdef const TrickRules* by_turned[37]
    cdef const TrickRules* by_trump[5]

    def _setup(self):
        params = self.game.get_parameters()
        self._adopt(self.game)
        self.m.scoring, self.m.deals = SCORING[params["scoring"]], params["deals"]
        self.m.first_trump = self.m.next_trump = self.game.first_trump
        self.m.weakest, self.m.turns = 9 - len(params["ranks"]), self.game.turned
        self.m.epsilon = self.game.playout_epsilon
        self.m.rounds_over = 0
        for seat in range(3):
            self.m.points[seat] = self.m.wins[seat] = 0
        self._open(self.game.deck, self.game.size)

    cdef int _adopt(self, game) except -1:
        self.tables = (game.turned_tables, game.plain_tables)
        for card, table in game.turned_tables.items():
            self.by_turned[<int>card] = &(<TrickTable?>table).rules
        for trump in range(5):
            self.by_trump[trump] = &(<TrickTable?>game.plain_tables[trump]).rules
        return 0

    cdef int _copy_more(self, State other) except -1 nogil:
        self.m = (<Compiled>other).m
        if self.by_trump[0] == NULL:
            with gil:
                self._adopt(self.game)
        self._choose_rules()
        return 0

    cdef void _choose_rules(self) noexcept nogil:
        cdef uint64_t turned = self.t.dealt[3]
        if not self.m.turns:
            self.rules = self.by_trump[self.m.trump]
        else:
            self.rules = self.by_turned[lowest(turned)] if turned else NULL

    cdef int _open_deal(self) except -1 nogil:
        cdef int seat
        for seat in range(3):
            self.m.aside[seat] = 0
        self.t.turned = self.m.turns
        self.m.premium, self.m.premium_by = NEITHER, self.t.order[0]
        self.m.trump = NO_TRUMP if self.m.turns else self.m.next_trump
        self._choose_rules()
        return 0

    cdef int _hands_dealt(self) except -1 nogil:
        self._choose_rules()
        if self.m.turns:
            self.m.trump = self.rules.trump if self.rules.trump >= 0 else NO_TRUMP
        return 0

    # ---- calls: three cards put aside by each seat, then an answer of each ----

    cdef int _caller(self) noexcept nogil:
        if self.t.calls < BIDS:
            return self.t.order[self.t.calls // 3]
        return self.t.order[self.t.calls - BIDS] if self.t.calls < BIDS + 3 else NOBODY

    cdef bint _hides(self) noexcept nogil:
        return self.t.calls < BIDS

    cdef uint64_t _choosable(self) noexcept nogil:
        """Cards that may be put aside."""
        cdef int seat = self._caller()
        cdef uint64_t chosen = self.m.aside[seat]
        return choosable(self.t.hand[seat], chosen, 3 - popcount(chosen))

    cdef int _list_calls(self, Actions* out) except -1 nogil:
        cdef int premium
        if self.t.calls < BIDS:
            return push_bits(out, self._choosable(), 0)
        push(out, NEITHER)
        for premium in range(self.m.premium + 1, REVEAL + 1):
            push(out, premium)
        return 0

    cdef int _take_call(self, int action) except -1 nogil:
        """The call is counted already: `calls` is the number of the next one."""
        cdef TrickDeal* t = &self.t
        cdef int seat
        if t.calls <= BIDS:
            seat = t.order[(t.calls - 1) // 3]
            self.m.aside[seat] |= <uint64_t>1 << action
            t.hand[seat] &= ~(<uint64_t>1 << action)
            return 0
        if action != NEITHER:
            self.m.premium, self.m.premium_by = action, t.order[t.calls - BIDS - 1]
        if self._premium_is_on():
            t.public = fold(t.public, self.m.aside[self.m.premium_by])
            if self.m.premium == REVEAL:
                t.public = fold(t.public, t.dealt[self.m.premium_by])
                t.shown[self.m.premium_by] = t.hand[self.m.premium_by]
        return 0

    cdef inline bint _premium_is_on(self) noexcept nogil:
        """Have all answered, and is a premium played?"""
        return self.t.calls == BIDS + 3 and self.m.premium != NEITHER

    # ---- settlement ----

    cdef int _value(self, int card) noexcept nogil:
        """Tricks that a bid card stands for; the joker's are those of the card turned up."""
        if card == JOKER:
            card = lowest(self.t.dealt[3])
        return VALUES[card & 3]

    cdef int _bid_of(self, int seat) noexcept nogil:
        cdef uint64_t cards = self.m.aside[seat]
        cdef int bid = 0
        while cards:
            bid += self._value(lowest(cards))
            cards &= cards - 1
        return bid

    cdef void _score_deal(self) noexcept nogil:
        cdef bint[3] made
        cdef int seat, count = 0, points, by = self.m.premium_by
        cdef int premium = 30 if self.m.premium == DECLARE else 60 if self.m.premium == REVEAL else 0
        for seat in range(3):
            made[seat] = self._bid_of(seat) == self.t.taken[seat]
            count += made[seat]
        for seat in range(3):
            points = self.t.taken[seat] + (BONUS[count] if made[seat] else 0)
            points += premium if (seat == by) == made[by] else 0
            self.t.total[seat] += points
            self.m.points[seat] += points
        self.m.next_trump = BY_MADE[count]

    cdef bint _settle(self) noexcept nogil:
        cdef Match* m = &self.m
        self._score_deal()
        if m.scoring != NINE_HANDS and max(m.points[0], max(m.points[1], m.points[2])) >= GOAL:
            self._end_round()
        if m.deals:
            return self.t.finished + 1 == m.deals
        if m.scoring == NINE_HANDS:
            return self.t.finished + 1 == HANDS
        if m.scoring == FIRST_TO_THREE:
            return m.wins[0] == WINS or m.wins[1] == WINS or m.wins[2] == WINS
        return m.rounds_over == ROUNDS

    cdef void _end_round(self) noexcept nogil:
        cdef Match* m = &self.m
        cdef int seat, reached = 0, best = max(m.points[0], max(m.points[1], m.points[2]))
        for seat in range(3):
            reached += m.points[seat] >= GOAL
        for seat in range(3):
            if m.scoring == WITH_BONUS and m.points[seat] >= GOAL:
                self.t.total[seat] += BONUS[reached]
            m.wins[seat] += m.points[seat] == best
        for seat in range(3):
            m.points[seat] = 0
        m.rounds_over += 1
        m.next_trump = m.first_trump

    cdef int c_places(self, double* out) except -1 nogil:
        """By rounds won, if that wins the game."""
        cdef int seat, other, better, equal
        if self.m.scoring != FIRST_TO_THREE:
            return State.c_places(self, out)
        for seat in range(3):
            better = equal = 0
            for other in range(3):
                better += self.m.wins[other] > self.m.wins[seat]
                equal += self.m.wins[other] == self.m.wins[seat]
            out[seat] = better + 0.5 * (equal + 1)
        return 0

    # ---- hidden cards ----

    cdef inline bint _hides_bid(self, int viewer, int owner) noexcept nogil:
        return owner != viewer and not (self._premium_is_on() and owner == self.m.premium_by)

    cdef uint64_t _aside(self, int viewer) noexcept nogil:
        cdef uint64_t own = self.m.aside[viewer]
        return own | self.m.aside[self.m.premium_by] if self._premium_is_on() else own

    cdef int _more_piles(self, int viewer, int n, uint64_t unseen, uint64_t* sizes,
                         uint64_t* allowed) noexcept nogil:
        cdef int owner
        for owner in range(3):
            if self.m.aside[owner] and self._hides_bid(viewer, owner):
                sizes[n], allowed[n] = popcount(self.m.aside[owner]), unseen
                n += 1
        return n

    cdef int _rebuild(self, int viewer, const uint64_t* more, Rng* rng) except -1 nogil:
        cdef TrickDeal* t = &self.t
        cdef int owner, n = 0
        for owner in range(3):
            if owner == viewer:
                continue
            if self.m.aside[owner] and self._hides_bid(viewer, owner):
                self._put_aside(owner, more[n], rng)
                n += 1
            t.dealt[owner] = t.hand[owner] | t.played[owner] | self.m.aside[owner]
        return 0

    cdef void _put_aside(self, int owner, uint64_t pile, Rng* rng) noexcept nogil:
        """A new bid; while it is being made, the cards still to come lie above it."""
        cdef int count = popcount(pile), at = 3 * place_of(&self.t, owner)
        cdef uint64_t cards
        if count < 3:
            cards = self.t.hand[owner] | pile
            pile = pick_cards(lowest_cards(cards, self.t.size - 3 + count), count, rng)
            self.t.hand[owner] = cards & ~pile
        self.m.aside[owner] = pile
        while pile:
            self.t.call[at] = lowest(pile)
            pile &= pile - 1
            at += 1

    # ---- the plain player: games/ninety_nine/plain.py, step by step ----

    cdef int c_playout_action(self, Rng* rng, int64_t* action) except -1 nogil:
        cdef uint64_t cards
        cdef int seat
        cdef bint bids = self.t.calls < BIDS
        if not bids and self._caller() >= 0:
            action[0] = NEITHER
            return 0
        cards = self._choosable() if bids else self._playable()
        if cards & (cards - 1) == 0:
            action[0] = lowest(cards)
        elif rng != NULL and rng_double(rng) < self.m.epsilon:
            action[0] = nth_bit(cards, <int>rng_below(rng, popcount(cards)))
        elif bids:
            action[0] = self._bid_card()
        else:
            seat = turn_of(&self.t)
            action[0] = take_or_avoid(
                &self.t, self.rules, cards, self._bid_of(seat) > self.t.taken[seat])
        return 0

    cdef int _promise(self, int card) noexcept nogil:
        """Tenths of a trick that a card promises."""
        cdef int strength = self.rules.strength[card] + self.m.weakest
        if self.rules.suit_of[card] == self.rules.trump:
            return TRUMP_TENTHS[strength]
        return TENTHS[strength]

    cdef int _bid_card(self) noexcept nogil:
        """The next card to put aside: one of those with which the bid fits the rest best."""
        cdef int seat = self._caller(), over = 0, best = -1, left
        cdef uint64_t hand = self.t.hand[seat], chosen = self.m.aside[seat], cards = chosen
        while cards:
            over += 10 * self._value(lowest(cards))
            cards &= cards - 1
        cards = hand
        while cards:
            over -= self._promise(lowest(cards))
            cards &= cards - 1
        left = 3 - popcount(chosen)
        self._least_miss(hand & (~<uint64_t>1 << highest(chosen) if chosen else ~<uint64_t>0),
                         left, over, &best)
        return best

    cdef int _least_miss(self, uint64_t cards, int left, int over, int* first) noexcept nogil:
        """The least miss in tenths when `left` more cards are put aside, and the first of them."""
        cdef int card, miss, found = FAR, later = -1
        if left == 0:
            return over if over >= 0 else -over
        while popcount(cards) >= left:
            card = lowest(cards)
            cards &= cards - 1
            miss = self._least_miss(
                cards, left - 1, over + 10 * self._value(card) + self._promise(card), &later)
            if miss < found:
                found = miss
                first[0] = card
        return found

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
        return "bid" if self.t.calls < BIDS else "premium"

    @property
    def aside(self):
        return [self.m.aside[i] for i in range(3)]

    @property
    def premium(self):
        return self.m.premium

    @property
    def premium_by(self):
        return self.m.premium_by

    @property
    def trump(self):
        return self.m.trump

    @property
    def round_points(self):
        return [self.m.points[i] for i in range(3)]

    @property
    def wins(self):
        return [self.m.wins[i] for i in range(3)]
