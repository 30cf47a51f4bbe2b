"""What a game of tricks says of itself, and what its text half reads: hooks and properties.

`ext.mech.trickgame` plays what is said here; a game overrides the hooks that it needs.
"""

from ext.mech.trickdeal cimport NOBODY, SECRET, is_dealing, on_table, turn_of
from ext.mech.trickplain cimport take_or_avoid
from ext.mech.tricks cimport TrickTable, follow_trick, lacking
from ext.rng cimport Rng, fold, rng_double
from ext.state cimport State
from ext.types cimport Actions, int64_t, uint64_t


cdef class TrickBase(State):
    """Hooks of a compiled game of tricks, with their defaults."""

    # ---- what a game says ----

    cdef int _open_deal(self) except -1 nogil:
        """Set the size of the hands, the cards turned up and what else a game keeps of a deal."""
        return 0

    cdef int _hands_dealt(self) except -1 nogil:
        """All hands are dealt, and what is turned up."""
        return 0

    cdef int _caller(self) noexcept nogil:
        """Seat whose call is due, NOBODY when the calls of this deal are over."""
        return NOBODY

    cdef bint _hides(self) noexcept nogil:
        """Is the call that is due hidden from the others?"""
        return False

    cdef bint _witnesses(self, int seat) noexcept nogil:
        """Does a seat see the hidden call that is due? Its own; a game may add others."""
        return seat == self._caller()

    cdef int _list_calls(self, Actions* out) except -1 nogil:
        return 0

    cdef int _take_call(self, int action) except -1 nogil:
        """A call was made; it is in the list already."""
        return 0

    cdef uint64_t _traced(self, int seat) noexcept nogil:
        """Cards of a seat that some other seat knows: of identical cards they are used first."""
        return self.t.shown[seat]

    cdef uint64_t _leads(self, uint64_t hand) noexcept nogil:
        """Cards of a hand that may be led."""
        return hand

    cdef uint64_t _follows(self, uint64_t hand) noexcept nogil:
        """Cards of a hand that may be played to the cards on the table."""
        return follow_trick(self.rules, hand, on_table(&self.t), self.t.in_trick, self._relieved())

    cdef bint _relieved(self) noexcept nogil:
        """Need the seat to play not trump, for once? In some games not when its partner wins."""
        return False

    cdef uint64_t _shows(self, int card) noexcept nogil:
        """Cards that its seat can't hold when it plays `card` now."""
        return lacking(self.rules, card, on_table(&self.t), self.t.in_trick, self._relieved())

    cdef void _after_card(self, int seat, int card) noexcept nogil:
        """What a game notes when a card is played."""

    cdef void _after_trick(self, uint64_t cards) noexcept nogil:
        """What a game notes when the leader has taken a trick."""

    cdef bint _settle(self) noexcept nogil:
        """Add the points of the finished deal to the totals; is the match over?"""
        return True

    cdef uint64_t _private(self, int seat, uint64_t key) noexcept nogil:
        """Fold into `key` what only some seats saw and `seat` did: its own hidden calls.

        It is asked for when it is needed, and not kept, since it changes when cards are drawn anew.
        """
        cdef int i
        for i in range(self.t.calls if self.t.secrets else 0):
            if self.t.by[i] == seat | SECRET:
                key = fold(key, self.t.call[i])
        return key

    cdef uint64_t _held(self, int viewer, int owner) noexcept nogil:
        """Cards that `viewer` knows in the hand of another seat."""
        return self.t.shown[owner] & self.t.hand[owner]

    cdef uint64_t _barred(self, int viewer, int owner) noexcept nogil:
        """Cards that `viewer` knows not to be in the hand of another seat."""
        return self.t.barred[owner]

    cdef uint64_t _aside(self, int viewer) noexcept nogil:
        """Cards that `viewer` knows and that no hand has: put away, or out of play."""
        return 0

    cdef int _more_piles(self, int viewer, int n, uint64_t unseen, uint64_t* sizes,
                         uint64_t* allowed) noexcept nogil:
        """Add hidden piles besides the hands from number `n` on; the number of piles then."""
        return n

    cdef int _rebuild(self, int viewer, const uint64_t* more, Rng* rng) except -1 nogil:
        """After hands were drawn: make hidden calls and dealt cards agree with them.

        `more` has the piles that `_more_piles` added. While hands are dealt nothing needs it.
        """
        return 0

    cdef uint64_t _tally(self, uint64_t key) noexcept nogil:
        """Fold into `key` what counts of the tricks played; a game adds what its leads hang on."""
        cdef int seat
        for seat in range(self.t.seats):
            key = fold(key, self.t.taken[seat])
        return key

    cdef uint64_t _special(self) noexcept nogil:
        """Cards that are worth other than the rest of their suit, whoever takes them."""
        return 0

    cdef int _plain_call(self, Rng* rng) except -1 nogil:
        """What the plain player calls; the legal calls, two or more, are in `scratch`.

        Without `rng` it is asked as the rule player; with it, playouts may stray (`_strays`).
        """
        return <int>self.scratch.items[0]

    cdef int _plain_card(self, uint64_t cards) except -1 nogil:
        """Which of two or more cards the plain player plays."""
        return take_or_avoid(&self.t, self.rules, cards, self._needs(turn_of(&self.t)))

    cdef bint _needs(self, int seat) noexcept nogil:
        """Does the plain player want another trick?"""
        return True

    cdef int _copy_more(self, State other) except -1 nogil:
        """Copy what a game keeps besides the struct and the rules."""
        return 0

    # ---- what a game may use ----

    cdef int _adopt(self, list tables) except -1:
        """Take over a game's trick tables, of which `_choose_table` chooses."""
        if len(tables) > TABLES:
            raise ValueError(f"a game has at most {TABLES} trick tables, not {len(tables)}")
        for number, table in enumerate(tables):
            self._by_table[<int>number] = &(<TrickTable?>table).rules
        self._tables = tables
        return 0

    cdef void _choose_table(self, int number) noexcept nogil:
        """Play by one of the tables; -1: none is known yet."""
        self.t.table = number
        self.rules = self._by_table[number] if number >= 0 else NULL

    cdef bint _strays(self, Rng* rng) noexcept nogil:
        """Does a playout choose at random now?"""
        return rng != NULL and rng_double(rng) < self._epsilon

    def rule_action(self):
        """What the plain rule player does here, from what the seat to move sees."""
        cdef int64_t action = 0
        if self.c_player() < 0:
            raise ValueError("nobody is to move: the rule player needs a decision")
        self.c_playout_action(NULL, &action)
        return action

    # ---- what the text half reads ----

    def _call_phase(self):
        """Phase of the call that is due."""
        return "bid"

    @property
    def stage(self):
        if self.t.over:
            return "over"
        if is_dealing(&self.t):
            return "deal"
        return self._call_phase() if self._caller() >= 0 else "play"

    @property
    def deck(self):
        return self.t.deck

    @property
    def deal(self):
        return self.t.deal

    @property
    def deal_start(self):
        return self.t.deal_start

    @property
    def size(self):
        return self.t.size

    @property
    def turned(self):
        return self.t.turned

    @property
    def order(self):
        return [self.t.order[i] for i in range(self.t.seats)]

    @property
    def dealt(self):
        return [self.t.dealt[i] for i in range(self.t.seats)]

    @property
    def turned_up(self):
        return self.t.dealt[self.t.seats]

    @property
    def hands(self):
        return [self.t.hand[i] for i in range(self.t.seats)]

    @property
    def taken(self):
        return [self.t.taken[i] for i in range(self.t.seats)]

    @property
    def won(self):
        return [self.t.won[i] for i in range(self.t.seats)]

    @property
    def calls(self):
        return [self.t.call[i] for i in range(self.t.calls)]

    @property
    def callers(self):
        return [(self.t.by[i] & ~SECRET, self.t.by[i] & SECRET != 0) for i in range(self.t.calls)]

    @property
    def plays(self):
        return [self.t.play[i] // self.t.copies for i in range(self.t.cards)]

    @property
    def opener(self):
        return self.t.opener
