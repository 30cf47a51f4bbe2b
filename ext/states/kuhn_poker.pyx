"""Kuhn poker: the cards and the betting in a few bytes."""

from ext.rng cimport Rng, fold, rng_take
from ext.state cimport State
from ext.types cimport CHANCE, TERMINAL, Actions, int8_t, int64_t, push, push_outcome, uint64_t

cdef enum:
    SEATS = 3
    PASS = 0
    BET = 1


cdef struct Hand:
    int8_t[SEATS] cards     # of the seats that have one, in seat order
    int8_t dealt
    int8_t[2 * SEATS] bets  # PASS or BET, in the order of play
    int8_t moves
    int8_t opened           # index of the first bet; -1 before it
    uint64_t line           # hash of the betting


cdef bint is_dealt(const Hand* hand, int card) noexcept nogil:
    cdef int i
    for i in range(hand.dealt):
        if hand.cards[i] == card:
            return True
    return False


cdef int to_move(const Hand* hand, int seats) noexcept nogil:
    if hand.dealt < seats:
        return CHANCE
    # After a bet those before it act once more.
    if hand.moves == seats + (hand.opened if hand.opened >= 0 else 0):
        return TERMINAL
    return hand.moves % seats


cdef void settle(const Hand* hand, int seats, double* out) noexcept nogil:
    cdef int[SEATS] paid
    cdef int i, most = 1, pot = 0, winner = -1
    for i in range(seats):
        paid[i] = 1
    for i in range(hand.moves):
        if hand.bets[i] == BET:
            paid[i % seats] = most = 2
    for i in range(seats):
        pot += paid[i]
        if paid[i] == most and (winner < 0 or hand.cards[i] > hand.cards[winner]):
            winner = i
    for i in range(seats):
        out[i] = (pot if i == winner else 0) - paid[i]


cdef void redeal(Hand* hand, int seats, int seat, Rng* rng) noexcept nogil:
    """Draw the other seats' cards anew from those that `seat` doesn't see."""
    cdef int8_t[SEATS + 1] others
    cdef int own = hand.cards[seat] if seat < hand.dealt else -1
    cdef int count = 0, i
    for i in range(seats + 1):
        if i != own:
            others[count] = i
            count += 1
    for i in range(hand.dealt):
        if i != seat:
            hand.cards[i] = rng_take(rng, others, &count)


cdef class Compiled(State):
    cdef Hand hand

    def _setup(self):
        self.hand.dealt = self.hand.moves = 0
        self.hand.opened = -1
        self.hand.line = 0

    @property
    def cards(self):
        return [self.hand.cards[i] for i in range(self.hand.dealt)]

    @property
    def bets(self):
        return [self.hand.bets[i] for i in range(self.hand.moves)]

    cdef int c_player(self) except? -99 nogil:
        return to_move(&self.hand, self.seats)

    cdef int c_legal(self, Actions* out) except -1 nogil:
        out.count = 0
        push(out, PASS)
        return push(out, BET)

    cdef int c_chance(self, Actions* out) except -1 nogil:
        cdef int card
        cdef double p = 1.0 / (self.seats + 1 - self.hand.dealt)
        out.count = 0
        for card in range(self.seats + 1):
            if not is_dealt(&self.hand, card):
                push_outcome(out, card, p)
        return 0

    cdef int c_apply(self, int64_t action) except -1 nogil:
        if self.hand.dealt < self.seats:
            self.hand.cards[self.hand.dealt] = <int8_t>action
            self.hand.dealt += 1
            return 0
        if action == BET and self.hand.opened < 0:
            self.hand.opened = self.hand.moves
        self.hand.bets[self.hand.moves] = <int8_t>action
        self.hand.moves += 1
        self.hand.line = fold(self.hand.line, action)
        return 0

    cdef int c_copy_from(self, State other) except -1 nogil:
        self.hand = (<Compiled>other).hand
        return 0

    cdef int c_scores(self, double* out) except -1 nogil:
        cdef int seat
        if to_move(&self.hand, self.seats) == TERMINAL:
            settle(&self.hand, self.seats, out)
            return 0
        for seat in range(self.seats):
            out[seat] = 0.0
        return 0

    cdef int c_round(self) except -1 nogil:
        return 0

    cdef int c_infokey(self, int seat, uint64_t* key) except -1 nogil:
        cdef int own = self.hand.cards[seat] if seat < self.hand.dealt else -1
        cdef uint64_t seen = seat + 16 * (own + 1) + 256 * self.hand.dealt
        key[0] = fold(fold(0, seen), self.hand.line)
        return 0

    cdef int c_resample(self, int seat, Rng* rng) except -1 nogil:
        redeal(&self.hand, self.seats, seat, rng)
        return 0
