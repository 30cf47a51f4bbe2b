"""Skat, compiled: the rules of games/skat/game.py on one plain struct.

Roles are 0 forehand, 1 middlehand, 2 rearhand; seat of a role is (deal + role) % seats. Sets of
cards are one bit a card. What everybody sees is hashed into `public` as it happens; a seat's
information key adds what only it knows.
"""

from ext.mech.dealing cimport (
    Redealer, cards_above, hand_chances, lowest_cards, next_of_hand, void_cards,
)
from ext.mech.tricks cimport TrickRules, follow, points_of, winner
from ext.rng cimport Rng, fold, rng_below
from ext.state cimport State
from ext.states.skat_policy cimport (
    ANNOUNCE, AUCTION, BIDS, CONTRACT, DEAL, DISCARD, FIRST_BID, FIRST_CONTRACT, GRAND, HAND, HOLD,
    NO_ANNOUNCEMENT, NULL_GAME, OPEN, OVER, PASS, PICK_UP, PLAY, SCHNEIDER, SCHWARZ, SKAT,
    Facts, Seen, SkatFacts, considered, matadors, policy_action,
)
from ext.states.skat_policy import PLAYOUT_EPSILON
from ext.types cimport (
    CHANCE, KIBITZ_DEBUG, TERMINAL, Actions, highest, int64_t, nth_bit, popcount, push,
    push_bits, uint64_t,
)

cdef enum:
    DISCARDED = 200  # what others see of a discard: no action's number

STAGES = ("deal", "auction", "skat", "discard", "contract", "announce", "play", "over")
cdef double EPSILON = PLAYOUT_EPSILON
cdef dict _FACTS = {}


# ---- the struct --------------------------------------------------------------------------------


cdef void start_deal(Skat* s, const SkatFacts* f) noexcept nogil:
    cdef int r
    s.deal = s.finished
    s.deal_start = s.moves
    s.stage = DEAL
    s.dealing, s.missing, s.pool = 0, f.size, f.deck
    s.calls = s.holding = s.picked_up = s.announced = 0
    s.leader = s.cards = s.in_trick = s.points = 0
    s.skat = s.discards = s.public = 0
    s.bidder, s.holder, s.bid = 1, 0, -1
    s.declarer = s.contract = -1
    for r in range(3):
        s.seat[r] = (s.deal + r) % s.seats
        s.dealt[r] = s.hand[r] = s.played[r] = 0
        s.voids[r] = s.tricks[r] = 0


cdef inline int turn(const Skat* s) noexcept nogil:
    """Role that decides."""
    cdef int role
    if s.stage == PLAY:
        role = s.leader + s.in_trick
        return role if role < 3 else role - 3
    if s.stage == AUCTION:
        return s.holder if s.holding else s.bidder
    return s.declarer


cdef inline int role_of(const Skat* s, int seat) noexcept nogil:
    """Role of a seat; -1 for the dealer who sits out."""
    cdef int role
    for role in range(3):
        if s.seat[role] == seat:
            return role
    return -1


cdef inline int pick(uint64_t cards, Rng* rng) noexcept nogil:
    """One card of a set, uniformly."""
    return nth_bit(cards, <int>rng_below(rng, popcount(cards)))


cdef extern from *:
    """
    typedef unsigned char kz_row[256];
    static kz_row kz_nth[8];  /* kz_nth[n][byte]: index of the n-th lowest set bit of a byte */
    static void kz_nth_fill(void)
    { for (int byte = 0; byte < 256; byte++)
        for (int bit = 0, n = 0; bit < 8; bit++)
          if (byte >> bit & 1) kz_nth[n++][byte] = (unsigned char)bit; }
    /* Set bits of each byte and of those below it; the top byte has the number of all. */
    static inline unsigned kz_sums(unsigned x)
    { x -= (x >> 1) & 0x55555555u;
      x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
      return ((x + (x >> 4)) & 0x0f0f0f0fu) * 0x01010101u; }
    /* Index of the n-th lowest set bit of x, whose sums these are; without a branch. */
    static inline int kz_select(unsigned x, unsigned sums, unsigned n)
    { unsigned below = ((n * 0x01010101u | 0x80808080u) - sums) & 0x80808080u;
      unsigned at = ((below >> 7) * 0x01010101u >> 24) * 8;
      return at + kz_nth[n - ((sums << 8) >> at & 0xff)][x >> at & 0xff]; }
    """
    void fill_nth "kz_nth_fill"() noexcept nogil
    unsigned int sums_of "kz_sums"(unsigned int x) noexcept nogil
    int select_bit "kz_select"(unsigned int x, unsigned int sums, unsigned int n) noexcept nogil

fill_nth()


cdef inline int pick_32(uint64_t cards, Rng* rng) noexcept nogil:
    """As `pick`, without loops: a deck of Skat has 32 cards."""
    cdef unsigned int sums = sums_of(<unsigned int>cards)
    return select_bit(<unsigned int>cards, sums, <unsigned int>rng_below(rng, sums >> 24))


cdef void deal_card(Skat* s, const SkatFacts* f, int card) noexcept nogil:
    cdef int role = s.dealing
    s.dealt[role] |= <uint64_t>1 << card
    s.hand[role] = s.dealt[role]
    s.pool &= ~<uint64_t>1 << card  # all bits above `card`
    s.missing -= 1
    if s.missing:
        return
    s.dealing, s.missing = role + 1, f.size
    s.pool = f.deck & ~(s.dealt[0] | s.dealt[1] | s.dealt[2])
    if role == 2:
        s.skat = s.pool
        s.stage = AUCTION


cdef void call(Skat* s, const SkatFacts* f, int action) noexcept nogil:
    """One action of the auction."""
    cdef int left
    s.log[s.calls] = action
    s.calls += 1
    if action == HOLD:
        s.holding = 0
    elif action != PASS:
        s.bid = action - FIRST_BID
        if s.holder < 0:  # forehand, alone, takes the game
            win_auction(s, s.bidder)
        else:
            s.holding = 1
    elif s.holder < 0:
        finish_deal(s, f)  # passed in
    else:
        left = s.bidder if s.holding else s.holder
        s.holding = 0
        if s.bidder != 2 and s.holder != 2:
            s.bidder, s.holder = 2, left
        elif s.bid < 0:
            s.bidder, s.holder = 0, -1
        else:
            win_auction(s, left)


cdef void win_auction(Skat* s, int role) noexcept nogil:
    s.declarer = role
    s.stage = SKAT


cdef void declare(Skat* s, int action) noexcept nogil:
    """One of the declarer's decisions before the first lead."""
    if action == HAND:
        s.stage = CONTRACT
    elif action == PICK_UP:
        s.picked_up = 1
        s.hand[s.declarer] |= s.skat
        s.stage = DISCARD
    elif s.stage == DISCARD:
        s.discards |= <uint64_t>1 << action
        s.hand[s.declarer] &= ~(<uint64_t>1 << action)
        if popcount(s.discards) == 2:
            s.stage = CONTRACT
    elif s.stage == CONTRACT:
        s.contract = action - FIRST_CONTRACT
        if s.contract == NULL_GAME or not s.picked_up:
            s.stage = ANNOUNCE
        else:
            s.announced = NO_ANNOUNCEMENT
            s.stage = PLAY
    else:
        s.announced = action
        s.stage = PLAY


cdef void play_card(Skat* s, const SkatFacts* f, int card) noexcept nogil:
    cdef const TrickRules* rules = &f.rules[s.contract]
    cdef int role = turn(s), first = s.cards - s.in_trick, led, won, i
    cdef uint64_t bit = <uint64_t>1 << card
    if s.in_trick:
        led = rules.suit_of[s.play[first]]
        if rules.suit_of[card] != led:
            s.voids[role] |= 1 << led
    s.play[s.cards] = card
    s.cards += 1
    s.hand[role] &= ~bit
    s.played[role] |= bit
    s.in_trick += 1
    if s.in_trick == 3:
        won = s.leader + winner(rules, &s.play[first], 3)
        won = won if won < 3 else won - 3
        s.leader = won
        s.in_trick = 0
        s.tricks[won] += 1
        if won == s.declarer:
            for i in range(3):
                s.points += rules.points[s.play[first + i]]
        if (won == s.declarer and s.contract == NULL_GAME) or s.cards == 3 * f.size:
            finish_deal(s, f)


cdef void play_out(Skat* s, const SkatFacts* f, Rng* rng) noexcept nogil:
    """Random cards to the end of the deal, as `pick` and `play_card` one by one.

    Voids are not noted: nobody deals hidden cards anew once all are played.
    """
    cdef const TrickRules* rules = &f.rules[s.contract]
    cdef const uint64_t* higher = f.higher[s.contract]
    cdef uint64_t trumps = rules.suit_mask[rules.trump] if rules.trump >= 0 else 0
    cdef uint64_t bit, same, suit = 0, beaten_by = 0, takes
    cdef uint64_t[3] held = s.hand
    cdef int8_t* trick = &s.play[s.cards - s.in_trick]
    cdef int role = s.leader, i, card, won = 0, at = s.in_trick, cards = s.cards - at
    while True:
        for i in range(3):
            if i >= at:  # else it lies there already
                same = s.hand[role] & suit if i else 0
                trick[i] = pick_32(same if same else s.hand[role], rng)
            card = trick[i]
            bit = <uint64_t>1 << card
            if i == 0:
                suit = rules.suit_mask[rules.suit_of[card]]
            takes = bit & beaten_by if i else 1
            beaten_by = higher[card] | (0 if bit & trumps else trumps) if takes else beaten_by
            won = role if takes else won
            s.hand[role] &= ~bit
            role = role + 1 if role < 2 else 0
        cards += 3
        s.tricks[won] += 1
        if won == s.declarer:
            s.points += rules.points[trick[0]] + rules.points[trick[1]] + rules.points[trick[2]]
        role = won
        at = 0
        trick += 3
        if (won == s.declarer and s.contract == NULL_GAME) or cards >= 3 * f.size:
            break
    for i in range(3):
        s.played[i] |= held[i] ^ s.hand[i]
    s.moves += cards - s.cards
    s.leader, s.in_trick, s.cards = won, 0, cards
    finish_deal(s, f)


cdef int settle(const SkatFacts* f, const Outcome* o) noexcept nogil:
    """The declarer's score; the readable original is games/skat/scoring.py."""
    cdef bint schneider, schwarz, said_schneider, said_schwarz, won
    cdef int count, value, i
    if o.contract == NULL_GAME:
        value = f.null_value[2 * (o.announced == OPEN) + o.hand]
        if value >= o.bid:
            return value if o.tricks == 0 else -2 * value
        for i in range(4):
            if f.null_value[i] >= o.bid:
                return -2 * f.null_value[i]
        return -2 * f.null_value[3]
    schneider = o.points >= f.schneider or o.points <= f.total - f.schneider
    schwarz = o.tricks == 0 or o.defenders_tricks == 0
    said_schwarz = o.announced == SCHWARZ or o.announced == OPEN
    said_schneider = said_schwarz or o.announced == SCHNEIDER
    count = matadors(f, o.contract, o.cards)
    value = (count if count > 0 else -count) + 1 + o.hand + said_schneider + said_schwarz
    value += (schneider or said_schneider) + (schwarz or said_schwarz) + (o.announced == OPEN)
    value *= f.base[o.contract]
    if value < o.bid:
        return -2 * f.base[o.contract] * ((o.bid + f.base[o.contract] - 1) // f.base[o.contract])
    if said_schwarz:
        won = o.defenders_tricks == 0
    else:
        won = o.points >= (f.schneider if said_schneider else f.to_win)
    return value if won else -2 * value


cdef void finish_deal(Skat* s, const SkatFacts* f) noexcept nogil:
    cdef int r, score
    cdef Outcome* o = &s.last
    o.seat = -1
    if s.declarer >= 0:
        o.seat = s.seat[s.declarer]
        o.contract, o.hand, o.announced = s.contract, not s.picked_up, s.announced
        o.bid = f.ladder[s.bid]
        o.cards = s.dealt[s.declarer] | s.skat
        o.points = s.points + points_of(&f.rules[s.contract], s.discards if s.picked_up else s.skat)
        o.tricks = s.tricks[s.declarer]
        o.defenders_tricks = s.tricks[0] + s.tricks[1] + s.tricks[2] - o.tricks
        score = settle(f, o)
        s.total[o.seat] += score
        for r in range(3):
            s.margin[s.seat[r]] += score if r == s.declarer else -score / 2.0
    # The cards are laid open, so that what follows is common knowledge.
    s.past = fold(fold(s.past, s.public), s.discards)
    for r in range(3):
        s.past = fold(s.past, s.dealt[r])
    s.finished += 1
    if s.finished < s.deals:
        start_deal(s, f)
    else:
        s.stage = OVER
        s.deal_start = s.moves


cdef void step(Skat* s, const SkatFacts* f, int action) noexcept nogil:
    s.moves += 1
    if s.stage == DEAL:
        deal_card(s, f, action)
        return
    # A discard shows only that one was made.
    s.public = fold(s.public, DISCARDED if s.stage == DISCARD else action)
    if s.stage == AUCTION:
        call(s, f, action)
    elif s.stage == PLAY:
        play_card(s, f, action)
    else:
        declare(s, action)


# ---- hidden cards ------------------------------------------------------------------------------


cdef inline uint64_t lacking(const Skat* s, const SkatFacts* f, int role) noexcept nogil:
    """Cards that a role has shown not to hold; none before the play."""
    return void_cards(&f.rules[s.contract], s.voids[role]) if s.contract >= 0 else 0


cdef void draw_skat(Skat* s, Rng* rng) noexcept nogil:
    """The original skat out of the declarer's twelve, and a lone first discard."""
    cdef int d = s.declarer, left
    cdef uint64_t twelve = s.hand[d]
    if popcount(s.discards) == 1:
        s.discards = <uint64_t>1 << nth_bit(twelve, <int>rng_below(rng, popcount(twelve) - 1))
        s.hand[d] = twelve & ~s.discards
    twelve = s.hand[d] | s.discards | s.played[d]
    s.skat = 0
    for left in range(2):
        s.skat |= <uint64_t>1 << nth_bit(
            twelve & ~s.skat, <int>rng_below(rng, popcount(twelve) - left))
    s.dealt[d] = twelve & ~s.skat


# ---- the shell ---------------------------------------------------------------------------------


cdef class Compiled(State):
    """Compiled Skat; `games.load_game("skat")` mixes it with the text half."""

    def _setup(self):
        cdef int seat
        self.s.deals = self.game.get_parameters()["deals"]
        self.s.seats = self.seats
        self.s.finished = self.s.moves = 0
        self.s.past = 0
        self.s.last.seat = -1
        for seat in range(4):
            self.s.total[seat] = 0
            self.s.margin[seat] = 0.0
        self._adopt(_facts_of(self.game))
        start_deal(&self.s, self.facts)

    cdef int _adopt(self, Facts facts) except -1:
        self._facts = facts
        self.facts = &facts.c
        self._redealer = Redealer()
        return 0

    cdef int c_player(self) except? -99 nogil:
        if self.s.stage == DEAL:
            return CHANCE
        if self.s.stage == OVER:
            return TERMINAL
        return self.s.seat[turn(&self.s)]

    cdef int c_legal(self, Actions* out) except -1 nogil:
        cdef int action
        cdef uint64_t hand
        cdef int stage = self.s.stage
        out.count = 0
        if stage == PLAY:
            push_bits(out, self._playable(), 0)
        elif stage == AUCTION:
            push(out, PASS)
            if self.s.holding:
                push(out, HOLD)
            elif self.s.holder < 0:
                push(out, FIRST_BID)
            else:
                for action in range(FIRST_BID + self.s.bid + 1, FIRST_BID + BIDS):
                    push(out, action)
        elif stage == DISCARD:
            push_bits(out, self._discardable(), 0)
        elif stage == SKAT:
            push(out, PICK_UP)
            push(out, HAND)
        elif stage == CONTRACT:
            for action in range(FIRST_CONTRACT, FIRST_CONTRACT + 6):
                push(out, action)
        else:
            push(out, NO_ANNOUNCEMENT)
            if self.s.contract != NULL_GAME:
                push(out, SCHNEIDER)
                push(out, SCHWARZ)
            push(out, OPEN)
        return 0

    cdef uint64_t _playable(self) noexcept nogil:
        cdef uint64_t hand = self.s.hand[turn(&self.s)]
        if self.s.in_trick:
            return follow(
                &self.facts.rules[self.s.contract], hand, self.s.play[self.s.cards - self.s.in_trick])
        return hand

    cdef uint64_t _discardable(self) noexcept nogil:
        """Discards come in ascending order: the first leaves a higher card for the second."""
        cdef uint64_t hand = self.s.hand[self.s.declarer]
        if self.s.discards:
            return cards_above(hand, self.s.discards)
        return hand ^ (<uint64_t>1 << highest(hand))

    cdef int c_apply(self, int64_t action) except -1 nogil:
        step(&self.s, self.facts, <int>action)
        return 0

    cdef int c_copy_from(self, State other) except -1 nogil:
        self.s = (<Compiled>other).s
        if self.facts == NULL:
            with gil:
                self._adopt((<Compiled>other)._facts)
        return 0

    cdef int c_chance(self, Actions* out) except -1 nogil:
        return hand_chances(self.s.pool, self.s.missing, out)

    cdef int c_sample_chance(self, Rng* rng, int64_t* action) except -1 nogil:
        action[0] = next_of_hand(self.s.pool, self.s.missing, rng)
        return 0

    cdef int c_random_action(self, Rng* rng, int64_t* action) except -1 nogil:
        """As listing and picking, without the list where cards are bits or bids a range."""
        cdef uint64_t cards
        if self.s.stage == PLAY or self.s.stage == DISCARD:
            cards = self._playable() if self.s.stage == PLAY else self._discardable()
            action[0] = pick(cards, rng)
            return 0
        if self.s.stage == AUCTION and not self.s.holding and self.s.holder >= 0:
            action[0] = rng_below(rng, BIDS - self.s.bid)
            action[0] = PASS if action[0] == 0 else FIRST_BID + self.s.bid + action[0]
            return 0
        return State.c_random_action(self, rng, action)

    cdef int c_considered(self, Actions* out) except -1 nogil:
        cdef Seen seen
        cdef int64_t[16] actions
        cdef int i, n
        self._see(&seen)
        n = considered(self.facts, &seen, actions)
        if n < 0:
            return self.c_legal(out)
        out.count = 0
        for i in range(n):
            push(out, actions[i])
        return 0

    cdef bint c_modelled(self) except -1 nogil:
        """What others bid, put away and declare hangs on their cards."""
        return self.s.stage != PLAY

    cdef int64_t c_seen(self, int seat, int64_t action) except? -99 nogil:
        """A discard shows only that one was made."""
        return DISCARDED if self.s.stage == DISCARD and self.s.seat[turn(&self.s)] != seat else action

    cdef int c_playout_action(self, Rng* rng, int64_t* action) except -1 nogil:
        cdef Seen seen
        self._see(&seen)
        action[0] = policy_action(self.facts, &seen, rng, EPSILON)
        return 0

    cdef int c_playout(self, Rng* rng, int until_round, bint informed) except -1 nogil:
        """As the base class plays on at random, in one loop on the struct.

        What everybody saw is not hashed on the way: nobody asks for keys in a playout.
        """
        cdef Skat* s = &self.s
        cdef int64_t action = 0
        cdef int start = s.moves
        if informed or KIBITZ_DEBUG:
            return State.c_playout(self, rng, until_round, informed)
        while s.stage != OVER and not (until_round >= 0 and s.finished > until_round):
            if s.stage == PLAY:
                play_out(s, self.facts, rng)
            elif s.stage == DEAL:
                s.moves += 1
                deal_card(s, self.facts, next_of_hand(s.pool, s.missing, rng))
            else:
                self.c_random_action(rng, &action)
                step(s, self.facts, <int>action)
        return s.moves - start

    cdef void _see(self, Seen* seen) noexcept nogil:
        """What the role to move sees, for the policy."""
        cdef int role = turn(&self.s), i, first = self.s.cards - self.s.in_trick
        seen.stage = self.s.stage
        seen.role = role
        seen.hand = self.s.hand[role]
        seen.discards = self.s.discards if role == self.s.declarer else 0
        seen.bid = self.s.bid
        seen.holding = self.s.holding
        seen.alone = self.s.holder < 0
        seen.declarer = self.s.declarer
        seen.picked_up = self.s.picked_up
        seen.contract = self.s.contract
        seen.leader = self.s.leader
        seen.in_trick = self.s.in_trick
        for i in range(seen.in_trick):
            seen.trick[i] = self.s.play[first + i]
        seen.played = self.s.played[0] | self.s.played[1] | self.s.played[2]

    cdef int c_scores(self, double* out) except -1 nogil:
        cdef int seat
        for seat in range(self.s.seats):
            out[seat] = self.s.total[seat]
        return 0

    cdef int c_margins(self, double* out) except -1 nogil:
        cdef int seat
        for seat in range(self.s.seats):
            out[seat] = self.s.margin[seat]
        return 0

    cdef int c_round(self) except -1 nogil:
        return self.s.finished

    cdef int c_infokey(self, int seat, uint64_t* key) except -1 nogil:
        cdef Skat* s = &self.s
        cdef int role = role_of(s, seat)
        cdef uint64_t k = fold(fold(s.past, seat), s.moves)
        if s.stage != OVER:
            k = fold(k, s.public)
            if role >= 0:
                k = fold(k, s.dealt[role])
            if role >= 0 and role == s.declarer and s.picked_up:
                k = fold(fold(k, s.skat), s.discards)
            if s.announced == OPEN:
                k = fold(k, s.hand[s.declarer] | s.played[s.declarer])
        key[0] = k
        return 0

    # ---- resampling: games/skat/sampling.py, step by step ----

    cdef int c_resample(self, int seat, Rng* rng) except -1 nogil:
        cdef int role = role_of(&self.s, seat)
        if self.s.stage == OVER:
            return 0
        if self.s.stage == DEAL:
            return self._redeal(role, rng)
        self._place(role, rng)
        if self.s.picked_up and role != self.s.declarer:
            draw_skat(&self.s, rng)
        return 0

    cdef int _redeal(self, int role, Rng* rng) except -1 nogil:
        """While hands are dealt in ascending order: draw whole hands, keep what is dealt so far."""
        cdef uint64_t own = self.s.dealt[role] if role >= 0 else 0
        cdef uint64_t unseen = self.facts.deck & ~own
        cdef uint64_t[8] sizes
        cdef uint64_t[8] allowed
        cdef uint64_t[8] piles
        cdef int r
        for r in range(3):
            sizes[r] = self.facts.size - (popcount(own) if r == role else 0)
            allowed[r] = cards_above(unseen, own) if r == role else unseen
        sizes[3] = 2
        allowed[3] = unseen
        self._redealer.draw(unseen, 4, sizes, allowed, rng, piles)
        for r in range(3):
            if r != role:
                self.s.dealt[r] = lowest_cards(piles[r], popcount(self.s.dealt[r]))
                self.s.hand[r] = self.s.dealt[r]
        self.s.pool = self.facts.deck & ~(self.s.dealt[0] | self.s.dealt[1] | self.s.dealt[2])
        self.s.pool = cards_above(self.s.pool, self.s.dealt[self.s.dealing])
        return 0

    cdef int _place(self, int role, Rng* rng) except -1 nogil:
        """Give the unseen cards to the hidden hands and, if hidden too, to the pile face down."""
        cdef Skat* s = &self.s
        cdef uint64_t seen = 0, unseen
        cdef uint64_t[8] sizes
        cdef uint64_t[8] allowed
        cdef uint64_t[8] piles
        cdef int[3] who
        cdef int r, i, n = 0
        cdef bint rest = True, declarer_hidden = False
        if s.picked_up:
            rest = role != s.declarer and popcount(s.discards) == 2
        for r in range(3):
            seen |= s.played[r]
            if r == role or (s.announced == OPEN and r == s.declarer):
                seen |= s.hand[r]
            else:
                who[n] = r
                n += 1
                declarer_hidden = declarer_hidden or r == s.declarer
        if not rest and not declarer_hidden:
            seen |= s.discards
        unseen = self.facts.deck & ~seen
        for i in range(n):
            r = who[i]
            sizes[i] = popcount(s.hand[r])
            if r == s.declarer and not rest:
                sizes[i] += popcount(s.discards)
            allowed[i] = unseen & ~lacking(s, self.facts, r)
        if rest:
            sizes[n] = 2
            allowed[n] = unseen
        if n + rest == 0:
            return 0
        self._redealer.draw(unseen, n + rest, sizes, allowed, rng, piles)
        for i in range(n):
            r = who[i]
            s.hand[r] = piles[i]
            if r != s.declarer or not s.picked_up:
                s.dealt[r] = piles[i] | s.played[r]
        if rest and s.picked_up:
            s.discards = piles[n]
        elif rest:
            s.skat = piles[n]
        return 0

    # ---- what the text half reads (games/skat/text.py, Position) ----

    def _turn(self):
        """Role that decides."""
        return turn(&self.s)

    @property
    def stage(self):
        return STAGES[self.s.stage]

    @property
    def deal(self):
        return self.s.deal

    @property
    def deal_start(self):
        return self.s.deal_start

    @property
    def dealt(self):
        return [self.s.dealt[r] for r in range(3)]

    @property
    def hands(self):
        return [self.s.hand[r] for r in range(3)]

    @property
    def skat(self):
        return self.s.skat

    @property
    def discards(self):
        return self.s.discards

    @property
    def auction_log(self):
        return tuple(self.s.log[i] for i in range(self.s.calls))

    @property
    def bid(self):
        return self.s.bid

    @property
    def declarer(self):
        return self.s.declarer

    @property
    def picked_up(self):
        return bool(self.s.picked_up)

    @property
    def contract(self):
        return self.s.contract

    @property
    def announced(self):
        return self.s.announced

    @property
    def plays(self):
        return [self.s.play[i] for i in range(self.s.cards)]

    @property
    def last(self):
        """Seat and facts of the last settled deal; None when it was passed in or there is none."""
        cdef Outcome* o = &self.s.last
        if o.seat < 0:
            return None
        return o.seat, {
            "contract": o.contract, "hand": bool(o.hand), "announced": o.announced, "bid": o.bid,
            "cards": o.cards, "points": o.points, "tricks": o.tricks,
            "defenders_tricks": o.defenders_tricks,
        }

    def rule_action(self):
        """What the plain rule player does here, from what the seat to move sees."""
        cdef Seen seen
        if self.s.stage == DEAL or self.s.stage == OVER:
            raise ValueError("nobody is to move: the rule player needs a decision")
        self._see(&seen)
        return policy_action(self.facts, &seen, NULL, 0.0)


cdef Facts _facts_of(game):
    key = game.get_parameters()["ranks"]
    if key not in _FACTS:
        _FACTS[key] = Facts(game.deck, *game.values())
    return _FACTS[key]
