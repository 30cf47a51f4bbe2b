"""Tic-tac-toe on two bitboards: bit i is cell i, row by row from the top left.

    0 1 2
    3 4 5
    6 7 8
"""

from ext.rng cimport Rng, rng_below
from ext.state cimport State
from ext.types cimport (
    KIBITZ_DEBUG, TERMINAL, Actions, int64_t, nth_bit, popcount, push_bits, uint64_t,
)

cdef enum:
    FULL = 0x1FF


cdef struct Board:
    uint64_t[2] marks


cdef bint has_line(uint64_t marks) noexcept nogil:
    # Rows 0x007 0x038 0x1C0, columns 0x049 0x092 0x124, diagonals 0x111 0x054.
    return ((marks & 0x007) == 0x007 or (marks & 0x038) == 0x038 or (marks & 0x1C0) == 0x1C0
            or (marks & 0x049) == 0x049 or (marks & 0x092) == 0x092 or (marks & 0x124) == 0x124
            or (marks & 0x111) == 0x111 or (marks & 0x054) == 0x054)


cdef int to_move(const Board* board) noexcept nogil:
    cdef uint64_t taken = board.marks[0] | board.marks[1]
    if taken == FULL or has_line(board.marks[0]) or has_line(board.marks[1]):
        return TERMINAL
    return popcount(taken) & 1


cdef class Compiled(State):
    cdef Board board

    def _setup(self):
        self.board.marks[0] = self.board.marks[1] = 0

    @property
    def cells(self):
        x, o = self.board.marks[0], self.board.marks[1]
        return [0 if x >> i & 1 else 1 if o >> i & 1 else -1 for i in range(9)]

    cdef int c_player(self) except? -99 nogil:
        return to_move(&self.board)

    cdef int c_legal(self, Actions* out) except -1 nogil:
        out.count = 0
        return push_bits(out, FULL & ~(self.board.marks[0] | self.board.marks[1]), 0)

    cdef int c_apply(self, int64_t action) except -1 nogil:
        cdef int seat = popcount(self.board.marks[0] | self.board.marks[1]) & 1
        self.board.marks[seat] |= <uint64_t>1 << action
        return 0

    cdef int c_random_action(self, Rng* rng, int64_t* action) except -1 nogil:
        """As listing and picking, without the list."""
        cdef uint64_t free = FULL & ~(self.board.marks[0] | self.board.marks[1])
        action[0] = nth_bit(free, <int>rng_below(rng, popcount(free)))
        return 0

    cdef int c_playout(self, Rng* rng, int until_round, bint informed) except -1 nogil:
        """As the base class plays on, in one loop on the board; every policy is random here."""
        cdef uint64_t free = FULL & ~(self.board.marks[0] | self.board.marks[1])
        cdef uint64_t bit
        cdef int seat = popcount(FULL & ~free) & 1, moves = 0
        if KIBITZ_DEBUG:
            return State.c_playout(self, rng, until_round, informed)
        if to_move(&self.board) == TERMINAL:
            return 0
        while free:
            bit = <uint64_t>1 << nth_bit(free, <int>rng_below(rng, popcount(free)))
            self.board.marks[seat] |= bit
            moves += 1
            if has_line(self.board.marks[seat]):
                break
            free ^= bit
            seat ^= 1
        return moves

    cdef int c_copy_from(self, State other) except -1 nogil:
        self.board = (<Compiled>other).board
        return 0

    cdef int c_scores(self, double* out) except -1 nogil:
        out[0] = <int>has_line(self.board.marks[0]) - <int>has_line(self.board.marks[1])
        out[1] = -out[0]
        return 0

    cdef int c_round(self) except -1 nogil:
        return 0
