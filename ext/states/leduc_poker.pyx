"""Leduc poker: cards are 2 * rank + suit; the betting of both rounds in a few bytes."""

from ext.rng cimport Rng, fold, rng_take
from ext.state cimport State
from ext.types cimport CHANCE, TERMINAL, Actions, int8_t, int64_t, push, push_outcome, uint64_t

cdef enum:
    SEATS = 4
    MAX_MOVES = 2 * (3 * SEATS - 2)
    FOLD = 0
    CALL = 1
    RAISE = 2
    MAX_RAISES = 2
    PAIR = 100  # more than any rank


cdef struct Hand:
    int8_t seats
    int8_t[SEATS] cards       # of the seats that have one, in seat order
    int8_t dealt
    int8_t board              # -1 before it is turned up
    int8_t[MAX_MOVES] bets    # both rounds, in the order of play
    int8_t moves
    int8_t first_round        # moves of the first round, once the board is up
    int8_t[SEATS] paid
    bint[SEATS] out           # who folded
    int8_t left               # how many did not
    int8_t highest            # most chips paid by a seat
    int8_t raises             # in this round
    int8_t to_act             # how many still have to answer in this round
    int8_t mover
    uint64_t line             # hash of the betting, round ends included


cdef void begin(Hand* hand, int seats) noexcept nogil:
    cdef int seat
    hand.seats = hand.left = hand.to_act = <int8_t>seats
    hand.dealt = hand.moves = hand.first_round = hand.raises = hand.mover = 0
    hand.board = -1
    hand.highest = 1
    hand.line = 0
    for seat in range(seats):
        hand.paid[seat] = 1
        hand.out[seat] = False


cdef int to_move(const Hand* hand) noexcept nogil:
    if hand.dealt < hand.seats:
        return CHANCE
    if hand.left == 1:
        return TERMINAL
    if hand.to_act:
        return hand.mover
    return CHANCE if hand.board < 0 else TERMINAL


cdef bint is_seen(const Hand* hand, int card) noexcept nogil:
    cdef int i
    for i in range(hand.dealt):
        if hand.cards[i] == card:
            return True
    return hand.board == card


cdef void turn_up(Hand* hand, int card) noexcept nogil:
    hand.board = <int8_t>card
    hand.first_round = hand.moves
    hand.line = fold(hand.line, 9)
    hand.raises = 0
    hand.to_act = hand.left
    hand.mover = 0
    while hand.out[hand.mover]:
        hand.mover += 1


cdef void bet(Hand* hand, int action) noexcept nogil:
    hand.to_act -= 1
    if action == FOLD:
        hand.out[hand.mover] = True
        hand.left -= 1
    else:
        if action == RAISE:
            hand.highest += 2 if hand.board < 0 else 4
            hand.raises += 1
            hand.to_act = hand.left - 1
        hand.paid[hand.mover] = hand.highest
    hand.bets[hand.moves] = <int8_t>action
    hand.moves += 1
    hand.line = fold(hand.line, action)
    hand.mover = (hand.mover + 1) % hand.seats
    while hand.out[hand.mover]:
        hand.mover = (hand.mover + 1) % hand.seats


cdef int strength(const Hand* hand, int seat) noexcept nogil:
    cdef int rank = hand.cards[seat] // 2
    if hand.out[seat]:
        return -1
    return rank + (PAIR if hand.board >= 0 and rank == hand.board // 2 else 0)


cdef void settle(const Hand* hand, double* out) noexcept nogil:
    cdef int seat, best = -1, winners = 0, pot = 0
    for seat in range(hand.seats):
        pot += hand.paid[seat]
        if strength(hand, seat) > best:
            best = strength(hand, seat)
            winners = 0
        winners += strength(hand, seat) == best
    for seat in range(hand.seats):
        out[seat] = -hand.paid[seat]
        if strength(hand, seat) == best:
            out[seat] += <double>pot / winners


cdef void redeal(Hand* hand, int seat, Rng* rng) noexcept nogil:
    """Draw the other seats' cards anew from those that `seat` doesn't see."""
    cdef int8_t[2 * (SEATS + 1)] others
    cdef int own = hand.cards[seat] if seat < hand.dealt else -1
    cdef int count = 0, i
    for i in range(2 * (hand.seats + 1)):
        if i != own and i != hand.board:
            others[count] = i
            count += 1
    for i in range(hand.dealt):
        if i != seat:
            hand.cards[i] = rng_take(rng, others, &count)


cdef class Compiled(State):
    cdef Hand hand

    def _setup(self):
        begin(&self.hand, self.seats)

    @property
    def cards(self):
        return [self.hand.cards[i] for i in range(self.hand.dealt)]

    @property
    def board(self):
        return self.hand.board

    @property
    def rounds(self):
        moves = [self.hand.bets[i] for i in range(self.hand.moves)]
        cut = self.hand.first_round
        return [moves] if self.hand.board < 0 else [moves[:cut], moves[cut:]]

    @property
    def paid(self):
        return [self.hand.paid[i] for i in range(self.seats)]

    @property
    def out(self):
        return [bool(self.hand.out[i]) for i in range(self.seats)]

    @property
    def mover(self):
        return self.hand.mover

    @property
    def to_act(self):
        return self.hand.to_act

    cdef int c_player(self) except? -99 nogil:
        return to_move(&self.hand)

    cdef int c_legal(self, Actions* out) except -1 nogil:
        out.count = 0
        if self.hand.paid[self.hand.mover] < self.hand.highest:
            push(out, FOLD)
        push(out, CALL)
        if self.hand.raises < MAX_RAISES:
            push(out, RAISE)
        return 0

    cdef int c_chance(self, Actions* out) except -1 nogil:
        cdef int card, deck = 2 * (self.seats + 1)
        cdef double p = 1.0 / (deck - self.hand.dealt)
        out.count = 0
        for card in range(deck):
            if not is_seen(&self.hand, card):
                push_outcome(out, card, p)
        return 0

    cdef int c_apply(self, int64_t action) except -1 nogil:
        if self.hand.dealt < self.hand.seats:
            self.hand.cards[self.hand.dealt] = <int8_t>action
            self.hand.dealt += 1
        elif not self.hand.to_act:
            turn_up(&self.hand, <int>action)
        else:
            bet(&self.hand, <int>action)
        return 0

    cdef int c_copy_from(self, State other) except -1 nogil:
        self.hand = (<Compiled>other).hand
        return 0

    cdef int c_scores(self, double* out) except -1 nogil:
        cdef int seat
        if to_move(&self.hand) == TERMINAL:
            settle(&self.hand, out)
            return 0
        for seat in range(self.seats):
            out[seat] = 0.0
        return 0

    cdef int c_round(self) except -1 nogil:
        return 0

    cdef int c_infokey(self, int seat, uint64_t* key) except -1 nogil:
        cdef int own = self.hand.cards[seat] if seat < self.hand.dealt else -1
        cdef uint64_t seen = seat + 16 * (own + 1)
        seen += 256 * (self.hand.board + 1) + 4096 * self.hand.dealt
        key[0] = fold(fold(0, seen), self.hand.line)
        return 0

    cdef int c_resample(self, int seat, Rng* rng) except -1 nogil:
        redeal(&self.hand, seat, rng)
        return 0
