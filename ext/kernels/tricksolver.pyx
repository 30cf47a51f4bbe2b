"""Perfect-information play of tricks, solved: alpha-beta over cards with a table of trick starts.

For any game on a `TrickTable`, two to four seats, every hand known. Each trick taken by a seat of
`collectors` counts the points of its cards plus `per_trick`; seats in `maximisers` want the sum
to be large, the others small. In a Skat suit game the declarer collects and maximises; in Null
the declarer collects and the *others* maximise, with one point a trick.

A search asks one question at a time, "at least `need` more?" (a null window), and remembers the
answer as a bound for the hands that are left and the seat that leads. Exact values come from a
few such questions. The contract of `_trick` and `_card` is, for their result v:

    v >= need  implies  value >= v            v < need  implies  value <= v

Cards are renumbered so that each effective suit is a run of bits, weakest lowest:

    bit    0 1 2 3 4 5 6 | 7 8 9 ...
    suit   <---- 0 ----->|<-- 1 ...      higher = further left in the run

The table is certain: a position stands in it with a code that no other position of the deck has
(`_encode`), not with a hash alone, and belongs to one question about one deal. It starts small, so
that a short search stays in the processor's cache, and doubles as it fills.

Two cards of one hand between which no live card of another hand lies can be swapped in any play;
cards of the trick on the table are live, they still can be beaten. So of such cards one is tried
where they count the same, or where it is sure who takes the trick; elsewhere the result of one
bounds that of the other.
"""

cimport cython
from ext.kernels.trickpositions cimport (
    Code, Entry, Positions, claim, find, holds, place, positions_close, positions_open, positions_renew,
)
from ext.mech.tricks cimport TrickRules, TrickTable
from ext.types cimport highest, int8_t, lowest, popcount, uint64_t

cdef enum:
    SEATS = 4
    STEP = 4              # first step of the null windows, in points
    SPAN = 16000          # highest count
    BLOCK = 0xFF00        # where _ordered writes the block of a card
    FIRST = 1 << 30       # and that a card comes before all others


cdef enum:                # what becomes of a card in a trick
    LOST                  # an enemy takes the trick for sure
    DOUBTFUL              # an enemy's so far
    HELPED                # an enemy's so far, but a friend can take it for sure
    RISKY                 # takes it, but an enemy may
    EXPOSED               # a friend's so far, but an enemy may take it
    GIVEN                 # a friend's for sure
    SURE                  # takes it, or a friend does
    LED_RISKY
    LED_HELPED
    LED_SURE
    KINDS


cdef enum:                # how a seat plays
    ALONE
    PARTNERED
    MISERE                # it had better not take tricks
    MANNERS
    WEIGHTS = 7


# How early to try a card, by manner and kind: a base, and so much for each point that it counts,
# for each place in its suit, for a trump, for each card that the hand has of its suit, and (of a
# card led) for each enemy and each friend without the suit. The first two blocks were tuned by
# random changes that were kept when they saved nodes, on random suit games and Grands of Skat: the
# two questions next to the exact count, and won or lost.
cdef int[MANNERS][KINDS][WEIGHTS] weights = (
    (
        (1630, -14, -16, -200, -28, 0, 0),  # LOST
        (1230, -4, -16, -200, -48, 0, 0),  # DOUBTFUL
        (3000, 8, -16, -20, 60, 0, 0),  # HELPED
        (2010, -11, 8, -20, 40, 0, 0),  # RISKY
        (1950, -11, -7, 30, 60, 0, 0),  # EXPOSED
        (3000, -4, -1, -20, 0, 0, 0),  # GIVEN
        (2700, 6, -3, -20, 0, 0, 0),  # SURE
        (2010, -22, 8, 220, 128, -160, 0),  # LED_RISKY
        (3050, 8, -16, 0, 0, 0, 0),  # LED_HELPED
        (3650, 3, 7, 0, 20, -180, 0),  # LED_SURE
    ),
    (
        (2850, -3, -20, 0, -68, 0, 0),  # LOST
        (2150, -18, -20, -30, -52, 0, 0),  # DOUBTFUL
        (3400, 2, 16, -20, 0, 0, 0),  # HELPED
        (2890, -7, 33, -20, -148, 0, 0),  # RISKY
        (2740, -9, 29, -20, -60, 0, 0),  # EXPOSED
        (3400, 9, 14, 10, -8, 0, 0),  # GIVEN
        (3500, 4, -1, -100, 0, 0, 0),  # SURE
        (2800, -29, -3, -50, -60, -220, 60),  # LED_RISKY
        (2750, 25, 22, 10, -20, -420, 100),  # LED_HELPED
        (3220, 35, -24, -360, -12, -300, -40),  # LED_SURE
    ),
    (
        (4000, 0, 8, 0, 0, 0, 0),  # LOST
        (3000, 0, 0, 0, 0, 0, 0),  # DOUBTFUL
        (3000, 0, 0, 0, 0, 0, 0),  # HELPED
        (2500, 0, -8, 0, 0, 0, 0),  # RISKY
        (3500, 0, 8, 0, 0, 0, 0),  # EXPOSED
        (2000, 0, 8, 0, 0, 0, 0),  # GIVEN
        (1000, 0, 8, 0, 0, 0, 0),  # SURE
        (2500, 0, -8, 0, 0, 0, 0),  # LED_RISKY
        (2500, 0, -8, 0, 0, 0, 0),  # LED_HELPED
        (1000, 0, -8, 0, 0, 0, 0),  # LED_SURE
    ),
)


cdef struct Trick:        # the cards on the table
    uint64_t led          # the suit led; all cards before the lead
    uint64_t beaten_by    # cards that would take it
    uint64_t cards
    int count
    int best              # card that takes it so far
    int owner             # its seat
    int worth             # points on the table


cdef struct Coming:       # cards that the seats still to come may play to a trick
    uint64_t enemies
    uint64_t friends
    int enemy_voids       # seats without the suit
    int friend_voids


@cython.final
cdef class TrickSolver:
    """Solves open hands of one rule set.

    Parameters
    ----------
    table : ext.mech.tricks.TrickTable
        Effective suits, ranks, trumps; without duplicate cards.
    points : sequence of int
        Points of each card number that the table knows; 0 to 100 each.
    seats : int
        2 to 4; play goes round in ascending order.
    per_trick : int, optional
        Points for each trick, whatever is in it.
    bits : int, optional
        The table of positions grows to 2**bits entries of 16 bytes; of 32 where the deck has
        more than 32 cards or the game four seats.

    Notes
    -----
    Answers are exact, whatever the size of the table and the order of the questions; nothing
    rests on a hash value. Questions about one deal (the same `collectors` and `maximisers`, hands
    within those of the first question) share the table, others begin anew.
    One thread at a time may ask; a second one is refused.

    Examples
    --------
    Two seats, one suit: the leader's ace takes the ten.

    >>> solver = TrickSolver(TrickTable([[0, 1, 2]]), [0, 10, 11], seats=2)
    >>> solver.value([0b100, 0b010], leader=0, collectors=[0], maximisers=[0])
    21
    """

    cdef TrickRules rules
    cdef int seats, per_trick, suits
    cdef int[64] inner           # internal number of a card
    cdef int[64] outer           # and back
    cdef int[64] suit            # effective suit of an internal card
    cdef int[64] points          # of an internal card
    cdef uint64_t[8] run         # internal cards of a suit
    cdef int trump
    cdef int cards               # of the deck
    cdef uint64_t known          # cards of the table, as the caller numbers them
    cdef uint64_t[4] hand        # internal
    cdef int collectors, maximisers
    cdef int left                # points still in the hands
    cdef uint64_t live           # cards in the hands and on the table
    cdef uint64_t[64] above      # cards that take the trick from a card
    cdef uint64_t joined         # cards that count as much as the next lower one of their suit
    cdef uint64_t[64] counting   # cards by what they count, ascending
    cdef int[64] count
    cdef int counts
    cdef int[MANNERS][KINDS][64] score  # the part of the weights that hangs on the card alone
    cdef bint[4] turned          # does the seat want the count small and collect, or the reverse?
    cdef int[4] manner
    cdef Positions positions
    cdef uint64_t[4] root        # hands of the deal that the positions are of
    cdef bint busy               # is a question being answered?
    cdef readonly long long nodes

    def __init__(self, TrickTable table not None, points, int seats, int per_trick=0, int bits=18):
        cdef int suit, card, place, cards, at = 0
        if not 2 <= seats <= SEATS:
            raise ValueError(f"a trick solver has 2 to {SEATS} seats, not {seats}")
        if per_trick < 0:
            raise ValueError(f"per_trick={per_trick}: a trick can't count less than nothing")
        if not 8 <= bits <= 28:
            raise ValueError(f"bits must be 8 to 28, not {bits}")
        points = list(points)
        _refuse_specials(table)
        for suit in range(table.rules.suits):  # one may be empty: Skat's trumps in a null game
            self.known |= table.rules.suit_mask[suit]
        cards = highest(self.known) + 1 if self.known else 0
        if len(points) < cards:
            raise ValueError(f"{len(points)} points: one number a card is needed, {cards} in all")
        self.rules = table.rules
        self.seats, self.per_trick, self.suits = seats, per_trick, table.rules.suits
        self.trump = table.rules.trump
        for suit in range(self.suits):
            self.run[suit] = 0
            for place in range(popcount(self.rules.suit_mask[suit])):
                card = self._card_at(suit, place)
                if not 0 <= points[card] <= 100:
                    raise ValueError(f"card {card} counts {points[card]}, not 0 to 100")
                self.inner[card], self.outer[at] = at, card
                self.suit[at], self.points[at] = suit, points[card]
                if place and self.points[at - 1] == self.points[at]:
                    self.joined |= <uint64_t>1 << at
                self.run[suit] |= <uint64_t>1 << at
                at += 1
        self.cards = at
        self._prepare()
        if not positions_open(&self.positions, bits, self.seats > 3 or at > 32):
            raise MemoryError(f"no memory for a table of 2**{bits} positions")

    cdef int _prepare(self) except -1:
        """Tables by card."""
        cdef int card, count
        self.counts = 0
        for count in sorted({self.points[card] for card in range(self.cards)}):
            self.count[self.counts] = count
            for card in range(self.cards):
                if self.points[card] == count:
                    self.counting[self.counts] |= <uint64_t>1 << card
            self.counts += 1
        if sum([self.points[card] for card in range(self.cards)]) + self.cards * self.per_trick > SPAN:
            raise ValueError(f"per_trick={self.per_trick}: a deal must count at most {SPAN}")
        for card in range(self.cards):
            self.above[card] = self.run[self.suit[card]] & ~((<uint64_t>2 << card) - 1)
            if self.trump >= 0 and self.suit[card] != self.trump:
                self.above[card] |= self.run[self.trump]
        self._weigh()
        return 0

    cdef void _weigh(self) noexcept nogil:
        """How early to try each card, as far as that hangs on nothing else."""
        cdef int manner, kind, card
        cdef const int* w
        for manner in range(MANNERS):
            for kind in range(KINDS):
                w = weights[manner][kind]
                for card in range(self.cards):
                    self.score[manner][kind][card] = (
                        w[0] + w[1] * self.points[card]
                        + w[2] * (card - lowest(self.run[self.suit[card]]))
                        + (w[3] if self.suit[card] == self.trump else 0))

    def __dealloc__(self):
        positions_close(&self.positions)

    def _card_at(self, int suit, int place):
        """The card of a suit that ranks at a place, weakest 0."""
        for card in range(64):
            if self.rules.suit_of[card] == suit and self.rules.strength[card] == place:
                return card
        raise ValueError("a trick solver needs distinct cards in each suit")

    # ---- questions ----

    def at_least(self, hands, int leader, collectors, maximisers, int need, trick=()):
        """Can the maximisers make the collectors' tricks count at least `need` from here on?

        Parameters
        ----------
        hands : sequence of int
            Each seat's cards, one bit each; cards on the table are in no hand.
        leader : int
            Seat that led, or is to lead, the trick.
        collectors, maximisers : sequence of int
            Seats whose tricks count, and seats that want the count large.
        need : int
        trick : sequence of int, optional
            Cards on the table, in order.

        Returns
        -------
        bool
        """
        cdef Trick table
        cdef int result, seat
        self._take()
        try:
            seat = self._set_up(hands, leader, collectors, maximisers, trick, &table)
            with nogil:
                result = self._from(&table, leader, seat, -1, need)
        finally:
            self.busy = False
        return result >= need

    def value(self, hands, int leader, collectors, maximisers, trick=(), int guess=-1):
        """What the collectors' tricks count from here on with best play of all seats.

        Parameters as in `at_least`; `guess` is where the questions begin (it only saves time).

        Returns
        -------
        int
        """
        cdef Trick table
        cdef int seat, result
        self._take()
        try:
            seat = self._set_up(hands, leader, collectors, maximisers, trick, &table)
            with nogil:
                result = self._value(&table, leader, seat, -1, guess)
        finally:
            self.busy = False
        return result

    def values(self, hands, int leader, collectors, maximisers, trick=()):
        """The value after each legal card of the seat to play.

        Returns
        -------
        dict of int to int
            Card to what the collectors' tricks count from here on, this trick included.
        """
        cdef Trick table
        cdef uint64_t legal
        cdef int card, v, seat
        found = {}
        self._take()
        try:
            seat = self._set_up(hands, leader, collectors, maximisers, trick, &table)
            legal = self._legal(&table, seat)
            while legal:
                card = lowest(legal)
                legal &= legal - 1
                with nogil:
                    v = self._value(&table, leader, seat, card, -1)
                found[self.outer[card]] = v
        finally:
            self.busy = False
        return dict(sorted(found.items()))

    def moves_at_least(self, hands, int leader, collectors, maximisers, int need, trick=()):
        """The legal cards after which the collectors' tricks still count at least `need`.

        Parameters as in `at_least`. The cards share the table, and a card that an equal one or
        the points of a neighbour settle is not searched: much faster than `values`.

        Returns
        -------
        int
            Set of cards, one bit each; 0 when no card does it, or when no card is left.

        Examples
        --------
        The ten is led; with king and ace, only the ace makes 21.

        >>> solver = TrickSolver(TrickTable([[0, 1, 2, 3]]), [0, 4, 10, 11], seats=2)
        >>> solver.moves_at_least([0b0001, 0b1010], 0, [1], [1], need=21, trick=[2]) == 1 << 3
        True
        """
        cdef Trick table
        cdef uint64_t moves, out = 0
        cdef int seat
        self._take()
        try:
            seat = self._set_up(hands, leader, collectors, maximisers, trick, &table)
            if not self.hand[seat]:
                return 0
            with nogil:
                moves = self._moves(&table, seat, need)
        finally:
            self.busy = False
        while moves:
            out |= <uint64_t>1 << self.outer[lowest(moves)]
            moves &= moves - 1
        return out

    cdef uint64_t _moves(self, const Trick* table, int seat, int need) noexcept nogil:
        """The legal cards, as internal numbers, that keep `need`."""
        cdef int[64] cards
        cdef int[64] found
        cdef uint64_t others = self.live & ~self.hand[seat], out = 0, rest = self._legal(table, seat)
        cdef int i, n = 0, card
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            found[n] = self._settled(cards, found, n, card, others, need)
            if found[n] < 0:
                found[n] = self._play(table, seat, card, need)
            if found[n] >= need:
                out |= <uint64_t>1 << card
            cards[n] = card
            n += 1
        return out

    cdef int _settled(self, const int* cards, const int* found, int n, int card, uint64_t others, int need) noexcept nogil:
        """What n cards tried before say about another: a bound that settles `need`, or -1."""
        cdef int i, by
        for i in range(n):  # in ascending order
            if self.suit[cards[i]] != self.suit[card] or (
                    others & ((<uint64_t>1 << card) - (<uint64_t>2 << cards[i]))):
                continue
            by = abs(self.points[card] - self.points[cards[i]])
            if found[i] >= need and found[i] - by >= need:
                return found[i] - by
            if found[i] < need and found[i] + by < need:
                return found[i] + by
        return -1

    cdef inline uint64_t _legal(self, const Trick* table, int seat) noexcept nogil:
        cdef uint64_t same = self.hand[seat] & table.led
        return same if same else self.hand[seat]

    cdef int _value(self, const Trick* table, int leader, int seat, int card, int guess) noexcept nogil:
        """Null windows: from the guess in growing steps until the value is bracketed, then halves.

        `card` is one that the seat must play, or -1.
        """
        cdef int low = 0, high = self.left, v, need, step = STEP
        need = guess if guess >= 0 else self.left // 2
        while low < high:
            need = min(max(need, low + 1), high)
            v = self._from(table, leader, seat, card, need)
            if v >= need:
                low = v
                need = low + step
            else:
                high = v
                need = high - step + 1
            step *= 2
            if low > 0 and high < self.left:
                need = (low + high + 1) // 2
        return low

    cdef inline int _from(self, const Trick* table, int leader, int seat, int card, int need) noexcept nogil:
        """One question about a position, or about one card in it."""
        if card >= 0:
            return self._play(table, seat, card, need)
        if table.count:
            return self._card(table, seat, need, -1, NULL)
        return self._trick(leader, need)

    cdef uint64_t _read(self, uint64_t cards) except? 1:
        """A set of cards in internal numbers."""
        if cards & ~self.known:
            raise ValueError(f"card {lowest(cards & ~self.known)} is not in this deck")
        cdef uint64_t out = 0
        while cards:
            out |= <uint64_t>1 << self.inner[lowest(cards)]
            cards &= cards - 1
        return out

    cdef int _take(self) except -1:
        """Begin a question: another thread must not change hands and tables in the middle."""
        if self.busy:
            raise RuntimeError("this solver is at work in another thread: one solver a thread")
        self.busy = True
        return 0

    cdef int _set_up(self, hands, int leader, collectors, maximisers, trick, Trick* table) except -1:
        """Take over a position; returns the seat that plays next."""
        cdef int seat, card
        cdef uint64_t seen = 0
        cdef Trick before
        cdef uint64_t[4] all
        if len(hands) != self.seats or not 0 <= leader < self.seats:
            raise ValueError(f"{self.seats} hands and a leader from 0 to {self.seats - 1} are needed")
        if len(trick) >= self.seats:
            raise ValueError(f"a trick of {self.seats} cards is finished")
        sizes = []
        for seat in range(self.seats):
            all[seat] = self.hand[seat] = self._read(hands[seat])
            if self.hand[seat] & seen:
                raise ValueError("a card lies in two hands")
            seen |= self.hand[seat]
            sizes.append(popcount(self.hand[seat]) + ((seat - leader + self.seats) % self.seats < len(trick)))
        if len(set(sizes)) != 1:
            raise ValueError(f"hands of {sizes} cards (the table counted) don't fit: all need as many")
        self.left = sizes[0] * self.per_trick
        self.live = seen
        self._lead(table)
        seat = leader
        for card in trick:
            if not 0 <= card < 64:
                raise ValueError(f"card {card} is not in this deck")
            card = lowest(self._read(<uint64_t>1 << card))
            if self.live >> card & 1:
                raise ValueError(f"card {self.outer[card]} is on the table and in a hand")
            before = table[0]
            self._put(&before, card, seat, table)
            self.live |= <uint64_t>1 << card
            all[seat] |= <uint64_t>1 << card
            seat = (seat + 1) % self.seats
        self.left += self._worth(self.live)
        self._ask(all, self._seats(collectors), self._seats(maximisers))
        return seat

    cdef int _seats(self, seats) except -1:
        """A set of seats, one bit each."""
        cdef int seat, out = 0
        for seat in seats:
            if not 0 <= seat < self.seats:
                raise ValueError(f"seat {seat} is not one of 0 to {self.seats - 1}")
            out |= 1 << seat
        return out

    cdef inline int _worth(self, uint64_t cards) noexcept nogil:
        cdef int total = 0
        while cards:
            total += self.points[lowest(cards)]
            cards &= cards - 1
        return total

    # ---- the table of positions ----

    cdef void _ask(self, const uint64_t* all, int collectors, int maximisers) noexcept nogil:
        """Keep the table for a position of the same deal and question, else begin anew."""
        cdef int seat, side
        cdef bint same = collectors == self.collectors and maximisers == self.maximisers
        for seat in range(self.seats):
            same = same and not all[seat] & ~self.root[seat]
        if same:
            return
        self.collectors, self.maximisers = collectors, maximisers
        for seat in range(self.seats):
            self.root[seat] = all[seat]
            self.turned[seat] = ((collectors >> seat) & 1) != ((maximisers >> seat) & 1)
            side = collectors if (collectors >> seat) & 1 else ~collectors & ((1 << self.seats) - 1)
            self.manner[seat] = PARTNERED if popcount(side) > 1 else ALONE
            if self.turned[seat]:
                self.manner[seat] = MISERE
        positions_renew(&self.positions)

    cdef inline void _encode(self, int leader, Code* code) noexcept nogil:
        """The position as two bit planes (three with four seats), a card gone being 0 in all of
        them and a card of seat s the number s + 1: a code that is no other position's.

        Cards that count the same and stand together in a suit close ranks before, so that it
        does not matter which of them are gone.
        """
        cdef uint64_t a = self.hand[0] | self.hand[2], b = self.hand[1] | self.hand[2]
        cdef uint64_t c = self.hand[3] if self.seats > 3 else 0, live = self.live, fall
        fall = live & self.joined & ~(live << 1)
        while fall:
            a ^= (a & fall) ^ ((a & fall) >> 1)
            b ^= (b & fall) ^ ((b & fall) >> 1)
            c ^= (c & fall) ^ ((c & fall) >> 1)
            live ^= fall ^ (fall >> 1)
            fall = live & self.joined & ~(live << 1)
        if self.positions.wide == NULL:
            code.first = b << 32 | a
        else:
            code.first, code.second, code.third = a, b, c
        place(&self.positions, code, leader)

    # ---- tricks ----

    cdef inline void _lead(self, Trick* table) noexcept nogil:
        """An empty table."""
        table.count = table.worth = 0
        table.best = table.owner = -1
        table.led = ~<uint64_t>0
        table.beaten_by = ~<uint64_t>0
        table.cards = 0

    cdef inline void _put(self, const Trick* table, int card, int seat, Trick* after) noexcept nogil:
        """The table after `seat` has added `card`."""
        cdef uint64_t bit = <uint64_t>1 << card
        after.count = table.count + 1
        after.worth = table.worth + self.points[card]
        after.cards = table.cards | bit
        after.led = table.led if table.count else self.run[self.suit[card]]
        if table.beaten_by & bit:
            after.best, after.owner = card, seat
            after.beaten_by = self.above[card]
        else:
            after.best, after.owner = table.best, table.owner
            after.beaten_by = table.beaten_by

    cdef int _trick(self, int leader, int need) noexcept nogil:
        """At the start of a trick: bounds, the table, then the leader's cards."""
        cdef Entry* entry
        cdef Trick table
        cdef Code code
        cdef int v
        cdef int8_t move = -1
        if need <= 0:
            return 0
        if self.left < need:
            return self.left
        if not self.hand[leader] & (self.hand[leader] - 1):
            return self._last(leader) if self.hand[leader] else 0
        v = self._sure(leader, need)
        if v >= 0:
            return v
        self._encode(leader, &code)
        entry = find(&self.positions, &code)
        if holds(&self.positions, entry, &code):
            if entry.lower >= need:
                return entry.lower
            if entry.upper < need:
                return entry.upper
            move = entry.move
        v = self._trump_tricks(need)
        if v >= 0:
            return v
        self._lead(&table)
        v = self._card(&table, leader, need, move, &move)
        entry = claim(&self.positions, &code, self.left)
        if v >= need:
            entry.lower = v
        else:
            entry.upper = v
        entry.move = move
        return v

    cdef inline int _last(self, int leader) noexcept nogil:
        """The count when every hand has one card."""
        cdef int i, seat = leader, owner = leader
        cdef uint64_t beaten_by = self.above[lowest(self.hand[leader])]
        for i in range(1, self.seats):
            seat = seat + 1 if seat + 1 < self.seats else 0
            if self.hand[seat] & beaten_by:
                owner = seat
                beaten_by = self.above[lowest(self.hand[seat])]
        return self.left if (self.collectors >> owner) & 1 else 0

    cdef int _card(self, const Trick* table, int seat, int need, int first, int8_t* settled) noexcept nogil:
        """One card of a trick: try the seat's cards, likely best first, until `need` is decided."""
        cdef uint64_t hand = self.hand[seat], legal = hand & table.led
        cdef int[64] cards
        cdef int[64] found
        cdef int n, i, v, best
        cdef bint up = (self.maximisers >> seat) & 1
        self.nodes += 1
        if not legal:
            legal = hand
        if not legal & (legal - 1):
            return self._play(table, seat, lowest(legal), need)
        n = self._ordered(table, seat, legal, first, cards)
        best = -1 if up else self.left + 1
        for i in range(n):
            v = self._bound(cards, found, i, need, up)
            if (v >= need) == up:  # not settled by a neighbour
                v = self._play(table, seat, cards[i] & 63, need)
            found[i] = v
            if (v > best) if up else (v < best):
                best = v
                if settled != NULL:
                    settled[0] = cards[i] & 63
                if (best >= need) == up:
                    break
        return best

    cdef inline int _bound(self, const int* cards, const int* found, int i, int need, bint up) noexcept nogil:
        """What the cards tried before say about card i: a value that settles `need`, or none.

        Swap two cards of one hand between which no other hand's live card lies: every play has
        its counterpart, and the count changes at most by the difference of their points. (The
        quasi-symmetry of Kupferschmid and Helmert 2006.)
        """
        cdef int j, v, best = self.left + 1 if up else -1
        for j in range(i):
            if not (cards[j] ^ cards[i]) & BLOCK:
                v = abs(self.points[cards[i] & 63] - self.points[cards[j] & 63])
                v = found[j] + v if up else found[j] - v
                if (v < best) if up else (v > best):
                    best = v
        return best

    cdef int _play(self, const Trick* table, int seat, int card, int need) noexcept nogil:
        """The result of one card."""
        cdef Trick after
        cdef int v, gain
        self._put(table, card, seat, &after)
        self.hand[seat] ^= <uint64_t>1 << card
        if after.count < self.seats:
            v = self._card(&after, seat + 1 if seat + 1 < self.seats else 0, need, -1, NULL)
        else:
            v = after.worth + self.per_trick
            gain = v if (self.collectors >> after.owner) & 1 else 0
            self.left -= v
            self.live ^= after.cards
            v = gain + (self._trick(after.owner, need - gain) if self.hand[seat] else 0)
            self.live ^= after.cards
            self.left += after.worth + self.per_trick
        self.hand[seat] ^= <uint64_t>1 << card
        return v

    # ---- which cards, in which order ----

    cdef inline int _ordered(self, const Trick* table, int seat, uint64_t legal, int first, int* cards) noexcept nogil:
        """Cards worth trying, the likeliest to settle the question first.

        Of cards between which no other hand's live card lies (a block) one is tried where they
        count the same. Where it is sure who takes the trick, so is which card of a block is best:
        swap two of them, and the count changes by their difference in this trick, and perhaps
        back in a later one.

        Each item is score << 16 | block << 8 | card.
        """
        cdef uint64_t others = self.live & ~self.hand[seat], bit
        cdef int n = 0, card, last = 0, kind, item, block = -1, s = -1, length = 0, idle = LOST
        cdef int manner = self.manner[seat]
        cdef const int* w
        cdef Coming coming
        if table.count:
            self._coming(table.count, seat, table.led, &coming)
            idle = self._idle(table, seat, &coming)
        while legal:
            card = lowest(legal)
            bit = <uint64_t>1 << card
            legal ^= bit
            if self.suit[card] != s:
                s = self.suit[card]
                length = popcount(self.hand[seat] & self.run[s])
                if table.count == 0:
                    self._coming(0, seat, self.run[s], &coming)
                block += 1
            elif others & (bit - (<uint64_t>2 << last)):
                block += 1
            last = card
            kind = self._kind(table, card, &coming) if table.beaten_by & bit else idle
            w = weights[manner][kind]
            item = self.score[manner][kind][card] + w[4] * length
            item += w[5] * coming.enemy_voids + w[6] * coming.friend_voids
            item = item << 16 | block << 8 | card
            if n and not (cards[n - 1] ^ item) & BLOCK and self._spare(cards[n - 1] & 63, card, kind, seat):
                if self._better(cards[n - 1] & 63, card, kind, seat):
                    cards[n - 1] = item
                continue
            cards[n] = item
            n += 1
        self._sort(cards, n, first)
        return n

    cdef inline bint _spare(self, int a, int b, int kind, int seat) noexcept nogil:
        """Is one of two cards of a block enough?"""
        return self.points[a] == self.points[b] or kind in (LOST, GIVEN, SURE, LED_SURE)

    cdef inline bint _better(self, int a, int b, int kind, int seat) noexcept nogil:
        """Where one is enough, is it b?"""
        if self.turned[seat] == (kind == LOST):
            return self.points[b] > self.points[a]
        return self.points[b] < self.points[a]

    cdef inline void _coming(self, int count, int seat, uint64_t led, Coming* coming) noexcept nogil:
        """What the seats after this one may play when a suit is led; `count` cards are there."""
        cdef int i, side = (self.collectors >> seat) & 1, void
        cdef uint64_t cards
        coming.enemies = coming.friends = 0
        coming.enemy_voids = coming.friend_voids = 0
        for i in range(count + 1, self.seats):
            seat = seat + 1 if seat + 1 < self.seats else 0
            cards = self.hand[seat] & led
            void = not cards
            if void:
                cards = self.hand[seat]
            if ((self.collectors >> seat) & 1) == side:
                coming.friends |= cards
                coming.friend_voids += void
            else:
                coming.enemies |= cards
                coming.enemy_voids += void
        if count:
            coming.enemy_voids = coming.friend_voids = 0

    cdef inline int _idle(self, const Trick* table, int seat, const Coming* coming) noexcept nogil:
        """What becomes of a card that does not take the trick."""
        if ((self.collectors >> table.owner) & 1) == ((self.collectors >> seat) & 1):
            return EXPOSED if coming.enemies & table.beaten_by else GIVEN
        if not coming.friends & table.beaten_by:
            return LOST
        return HELPED if self._rescued(table.beaten_by, coming) else DOUBTFUL

    cdef inline int _kind(self, const Trick* table, int card, const Coming* coming) noexcept nogil:
        """What becomes of a card that takes the trick for now."""
        cdef bint safe = not coming.enemies & self.above[card]
        if table.count:
            return SURE if safe else RISKY
        if safe:
            return LED_SURE
        return LED_HELPED if self._rescued(self.above[card], coming) else LED_RISKY

    cdef inline bint _rescued(self, uint64_t beaten_by, const Coming* coming) noexcept nogil:
        """Has a friend a card that takes the trick and that no enemy can beat?"""
        cdef uint64_t good = coming.friends & beaten_by
        if not good:
            return False
        if self.trump >= 0 and good & self.run[self.trump]:
            good &= self.run[self.trump]
        return not coming.enemies & self.above[highest(good)]

    cdef inline void _sort(self, int* cards, int n, int first) noexcept nogil:
        """Highest score first; the card that settled the last question before all."""
        cdef int i, j, item
        for i in range(n):
            item = cards[i]
            if (item & 63) == first:
                item |= FIRST
            j = i
            while j > 0 and cards[j - 1] < item:
                cards[j] = cards[j - 1]
                j -= 1
            cards[j] = item

    # ---- bounds without search ----

    cdef int _sure(self, int leader, int need) noexcept nogil:
        """A bound from the tricks that the leader can cash at once; -1 when it settles nothing.

        Cards above all the others' cards of their suit win when led, trumps always, side suits
        once the others are out of trumps; when there are as many as the longest other holding,
        the rest of the suit wins too. The partner counts among the others: who overtakes, leads.
        """
        cdef uint64_t hand = self.hand[leader], others = self.live & ~hand, top = 0
        cdef int s, points
        cdef bint drawn = True, side = (self.collectors >> leader) & 1
        if self.collectors != self.maximisers:
            return -1
        if self.trump >= 0:
            top = self._cashed(leader, self.trump, others, &drawn)
        if drawn:
            for s in range(self.suits):
                if s != self.trump and hand & self.run[s]:
                    top |= self._cashed(leader, s, others, NULL)
        if top:
            if top == hand:
                points = self.left
            else:
                points = self._taken(top, leader)
            if side:
                if points >= need:
                    return points
            elif self.left - points < need:
                return self.left - points
        return -1

    cdef int _trump_tricks(self, int need) noexcept nogil:
        """A bound from the trumps of one hand, whoever leads; -1 when it settles nothing.

        A hand plays each of its trumps in another trick, and such a trick is lost only to a
        higher trump of an enemy, one for each: what can't be paired with a higher one wins.
        """
        cdef int seat, points
        cdef uint64_t own, theirs, taking = 0
        cdef uint64_t* hand = self.hand
        if self.trump < 0 or self.collectors != self.maximisers:
            return -1
        for seat in range(self.seats):
            if (self.collectors >> seat) & 1:
                taking |= hand[seat]
        for seat in range(self.seats):
            own = hand[seat] & self.run[self.trump]
            theirs = self.live & self.run[self.trump]
            theirs &= ~taking if (self.collectors >> seat) & 1 else taking
            points = self._unpaired(own, theirs, seat) if own else 0
            if (self.collectors >> seat) & 1:
                if points >= need:
                    return points
            elif self.left - points < need:
                return self.left - points
        return -1

    cdef inline int _unpaired(self, uint64_t own, uint64_t theirs, int seat) noexcept nogil:
        """What the tricks count at least that a seat's trumps take against the enemies' trumps."""
        cdef int card, higher = 0, more = 0, n, i, points
        cdef uint64_t tops = own, both = own | theirs
        if theirs:
            tops &= ~((<uint64_t>2 << highest(theirs)) - 1)
            both &= (<uint64_t>2 << highest(theirs)) - 1
            while both:
                card = highest(both)
                both ^= <uint64_t>1 << card
                if (theirs >> card) & 1:
                    higher += 1
                elif higher:
                    higher -= 1
                else:
                    more += 1
        n = popcount(tops) + more
        if not n:
            return 0
        points = self._worth(tops) + n * self.per_trick + self._cheapest(own & ~tops, more)
        for i in range(self.seats):
            if i != seat:
                points += self._cheapest(self.hand[i], n)
        return points

    cdef inline int _cheapest(self, uint64_t cards, int n) noexcept nogil:
        """What the n cheapest of some cards count together."""
        cdef int i, some, total = 0
        for i in range(self.counts):
            if n <= 0:
                break
            some = popcount(cards & self.counting[i])
            some = some if some < n else n
            total += some * self.count[i]
            n -= some
        return total

    cdef inline int _taken(self, uint64_t cards, int holder) noexcept nogil:
        """What tricks count at least that these cards of one hand take, one each."""
        cdef int tricks = popcount(cards), total = tricks * self.per_trick + self._worth(cards), seat
        for seat in range(self.seats):
            if seat != holder:
                total += self._cheapest(self.hand[seat], tricks)
        return total

    cdef inline uint64_t _cashed(self, int leader, int s, uint64_t others, bint* drawn) noexcept nogil:
        """The leader's sure winners of a suit; `drawn`: are the others out of it afterwards?"""
        cdef uint64_t own = self.hand[leader] & self.run[s], theirs = others & self.run[s], top
        cdef int seat, longest = 0, n
        if not theirs:
            return own
        top = own & ~((<uint64_t>2 << highest(theirs)) - 1)
        if not top:
            if drawn != NULL:
                drawn[0] = False
            return 0
        for seat in range(self.seats):
            if seat != leader:
                n = popcount(self.hand[seat] & self.run[s])
                longest = n if n > longest else longest
        if popcount(top) >= longest:
            return own
        if drawn != NULL:
            drawn[0] = False
        return top


def _refuse_specials(TrickTable table):
    """This solver knows suits, ranks and trumps only."""
    cdef int card
    if table.rules.free:
        raise ValueError("cards that beat or follow all suits are for ext.kernels.maxn to solve")
    if table.rules.duties:
        raise ValueError("duties to beat or to trump are for ext.kernels.maxn to solve")
    for card in range(64):
        if table.rules.suit_of[card] >= 0 and popcount(table.rules.level[card]) > 1:
            raise ValueError("identical cards are for ext.kernels.maxn to solve")
