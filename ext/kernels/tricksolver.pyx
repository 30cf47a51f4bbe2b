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
from libc.stdlib cimport calloc, free
from libc.string cimport memset
from ext.mech.tricks cimport TrickRules, TrickTable
from ext.rng cimport mix
from ext.types cimport highest, int16_t, int8_t, lowest, popcount, uint16_t, uint64_t

cdef enum:
    SEATS = 4
    STEP = 4              # first step of the null windows, in points
    FIRST_BITS = 11       # the table of positions starts with so many bits
    GENERATIONS = 1 << 14
    BLOCK = 0xFF00        # where _ordered writes the block of a card
    SPAN = 16000          # highest count


cdef enum:                # what becomes of a card in a trick
    LOST                  # an enemy takes the trick for sure
    DOUBTFUL              # an enemy's so far
    RISKY                 # takes it, or a friend's, but an enemy may
    GIVEN                 # a friend's for sure
    SURE                  # takes it, at least for the side
    LED_RISKY
    LED_SURE
    KINDS


cdef struct Entry:
    uint64_t key
    uint16_t tag          # generation << 2 | leader; 0 is empty
    int16_t lower
    int16_t upper
    int8_t move           # internal number of the card that settled the last question, -1 none


cdef struct Code:         # all that tells one position from another, see _encode
    uint64_t first
    uint64_t second
    uint64_t third
    uint64_t slot
    uint16_t tag


cdef struct Trick:        # the cards on the table
    uint64_t led          # the suit led; all cards before the lead
    uint64_t beaten_by    # cards that would take it
    uint64_t cards
    int count
    int best              # card that takes it so far
    int owner             # its seat
    int worth             # points on the table


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
    cdef int[KINDS][64] score    # how early to try a card
    cdef bint[4] turned          # does the seat want the count small and collect, or the reverse?
    cdef Entry* entries
    cdef uint64_t* wide          # the rest of the codes of a large deck
    cdef uint64_t mask, last_mask
    cdef long long used
    cdef int generation
    cdef uint64_t[4] root        # hands of the deal that the table is about
    cdef readonly long long nodes

    def __cinit__(self, *args, **kwargs):
        self.entries = NULL
        self.wide = NULL

    def __init__(self, TrickTable table not None, points, int seats, int per_trick=0, int bits=18):
        cdef int suit, card, place, at = 0
        if not 2 <= seats <= SEATS:
            raise ValueError(f"a trick solver has 2 to {SEATS} seats, not {seats}")
        if per_trick < 0:
            raise ValueError(f"per_trick={per_trick}: a trick can't count less than nothing")
        if not 8 <= bits <= 28:
            raise ValueError(f"bits must be 8 to 28, not {bits}")
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
            self.known |= self.rules.suit_mask[suit]
        self._prepare(at)
        self._allocate(bits)

    cdef int _prepare(self, int cards) except -1:
        """Tables by card."""
        cdef int card, count, rank, worth
        cdef bint trump
        self.counts = 0
        for count in sorted({self.points[card] for card in range(cards)}):
            self.count[self.counts] = count
            for card in range(cards):
                if self.points[card] == count:
                    self.counting[self.counts] |= <uint64_t>1 << card
            self.counts += 1
        if self.counts and cards * self.count[self.counts - 1] + cards * self.per_trick > SPAN:
            raise ValueError(f"per_trick={self.per_trick}: a deal must count at most {SPAN}")
        for card in range(cards):
            self.above[card] = self.run[self.suit[card]] & ~((<uint64_t>2 << card) - 1)
            trump = self.suit[card] == self.trump
            if self.trump >= 0 and not trump:
                self.above[card] |= self.run[self.trump]
            rank, worth = card - lowest(self.run[self.suit[card]]), self.points[card]
            self.score[LOST][card] = 2000 + 300 - 8 * worth - rank
            self.score[DOUBTFUL][card] = 2000 + 300 - 8 * worth - rank
            self.score[RISKY][card] = 2000 + 500 - 8 * worth - rank + (60 if trump else 0)
            self.score[LED_RISKY][card] = 2000 + 500 - 8 * worth - rank + (60 if trump else 0)
            self.score[SURE][card] = 2000 + 1500 + 2 * worth - rank - (20 if trump else 0)
            self.score[LED_SURE][card] = 2000 + 1500 + 2 * worth - rank
            self.score[GIVEN][card] = 2000 + 1000 + 8 * worth - rank - (20 if trump else 0)
        return 0

    cdef int _allocate(self, int bits) except -1:
        self.entries = <Entry*>calloc(<size_t>1 << bits, sizeof(Entry))
        if self.seats > 3 or self.known >> 32:
            self.wide = <uint64_t*>calloc(<size_t>2 << bits, sizeof(uint64_t))
        if self.entries == NULL or ((self.seats > 3 or self.known >> 32) and self.wide == NULL):
            raise MemoryError(f"no memory for a table of 2**{bits} positions")
        self.last_mask = (<uint64_t>1 << bits) - 1
        self.mask = (<uint64_t>1 << min(bits, FIRST_BITS)) - 1
        self.generation = 1
        return 0

    def __dealloc__(self):
        free(self.entries)
        free(self.wide)

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
        cdef int result, seat = self._set_up(hands, leader, collectors, maximisers, trick, &table)
        with nogil:
            result = self._from(&table, leader, seat, -1, need)
        return result >= need

    def value(self, hands, int leader, collectors, maximisers, trick=(), int guess=-1):
        """What the collectors' tricks count from here on with best play of all seats.

        Parameters as in `at_least`; `guess` is where the questions begin (it only saves time).

        Returns
        -------
        int
        """
        cdef Trick table
        cdef int seat = self._set_up(hands, leader, collectors, maximisers, trick, &table)
        cdef int result
        with nogil:
            result = self._value(&table, leader, seat, -1, guess)
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
        cdef int card, v, seat = self._set_up(hands, leader, collectors, maximisers, trick, &table)
        found = {}
        legal = self._legal(&table, seat)
        while legal:
            card = lowest(legal)
            legal &= legal - 1
            with nogil:
                v = self._value(&table, leader, seat, card, -1)
            found[self.outer[card]] = v
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
        cdef int seat = self._set_up(hands, leader, collectors, maximisers, trick, &table)
        if not self.hand[seat]:
            return 0
        with nogil:
            moves = self._moves(&table, seat, need)
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
        cdef int seat
        cdef bint same = collectors == self.collectors and maximisers == self.maximisers
        for seat in range(self.seats):
            same = same and not all[seat] & ~self.root[seat]
        if same:
            return
        self.collectors, self.maximisers = collectors, maximisers
        for seat in range(self.seats):
            self.root[seat] = all[seat]
            self.turned[seat] = ((collectors >> seat) & 1) != ((maximisers >> seat) & 1)
        self.used = 0
        self.mask = min(self.last_mask, (<uint64_t>1 << FIRST_BITS) - 1)
        self.generation += 1
        if self.generation == GENERATIONS:
            self.generation = 1
            memset(self.entries, 0, (self.last_mask + 1) * sizeof(Entry))

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
        code.tag = self.generation << 2 | leader
        if self.wide == NULL:
            code.first = b << 32 | a
        else:
            code.first, code.second, code.third = a, b, c
        self._place(code, leader)

    cdef inline void _place(self, Code* code, int leader) noexcept nogil:
        """Where the table has, or would have, a code."""
        if self.wide == NULL:
            code.slot = mix(code.first + leader)
        else:
            code.slot = mix(code.first + leader + mix(code.second + mix(code.third)))

    cdef inline Entry* _find(self, const Code* code) noexcept nogil:
        return &self.entries[code.slot & self.mask]

    cdef inline bint _holds(self, const Entry* entry, const Code* code) noexcept nogil:
        if entry.key != code.first or entry.tag != code.tag:
            return False
        if self.wide == NULL:
            return True
        cdef uint64_t* rest = &self.wide[2 * (entry - self.entries)]
        return rest[0] == code.second and rest[1] == code.third

    cdef void _claim(self, Entry* entry, const Code* code) noexcept nogil:
        """Write a code into a place; the table in use doubles when it is half full."""
        if entry.tag >> 2 != self.generation:
            self.used += 1
        entry.key, entry.tag = code.first, code.tag
        if self.wide != NULL:
            self.wide[2 * (entry - self.entries)] = code.second
            self.wide[2 * (entry - self.entries) + 1] = code.third

    cdef void _grow(self) noexcept nogil:
        """Use twice as many places; each entry stays or moves up by the old size."""
        cdef uint64_t i, j, old = self.mask + 1
        cdef Code code
        cdef Entry* entry
        self.mask = 2 * self.mask + 1
        for i in range(old):
            entry = &self.entries[i]
            if entry.tag >> 2 != self.generation:
                continue
            code.first = entry.key
            if self.wide != NULL:
                code.second, code.third = self.wide[2 * i], self.wide[2 * i + 1]
            self._place(&code, entry.tag & 3)
            j = code.slot & self.mask
            if j != i:
                self.entries[j] = entry[0]
                if self.wide != NULL:
                    self.wide[2 * j], self.wide[2 * j + 1] = code.second, code.third
                entry.tag = 0

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
        entry = self._find(&code)
        if self._holds(entry, &code):
            if entry.lower >= need:
                return entry.lower
            if entry.upper < need:
                return entry.upper
            move = entry.move
        self._lead(&table)
        v = self._card(&table, leader, need, move, &move)
        if 2 * self.used > <long long>self.mask and self.mask < self.last_mask:
            self._grow()
        entry = self._find(&code)
        if not self._holds(entry, &code):  # new, or a search below has taken the place
            self._claim(entry, &code)
            entry.lower = 0
            entry.upper = self.left
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

    cdef int _ordered(self, const Trick* table, int seat, uint64_t legal, int first, int* cards) noexcept nogil:
        """Cards worth trying, the likeliest to settle the question first.

        Of cards between which no other hand's live card lies (a block) one is tried where they
        count the same. Where it is sure who takes the trick, so is which card of a block is best:
        swap two of them, and the count changes by their difference in this trick, and perhaps
        back in a later one.

        Each item is score << 16 | block << 8 | card.
        """
        cdef uint64_t enemies = 0, friends = 0, others = self.live & ~self.hand[seat], bit, theirs
        cdef int n = 0, card, last = 0, kind, i, item, block = -1, nxt = seat, fate
        cdef bint side = (self.collectors >> seat) & 1, keep
        for i in range(table.count + 1, self.seats):
            nxt = nxt + 1 if nxt + 1 < self.seats else 0
            theirs = self.hand[nxt] & table.led
            if not theirs:
                theirs = self.hand[nxt]
            if ((self.collectors >> nxt) & 1) == side:
                friends |= theirs
            else:
                enemies |= theirs
        cdef bint ours = table.count and ((self.collectors >> table.owner) & 1) == side
        cdef int idle  # what becomes of a card that does not take the trick
        if ours:
            idle = RISKY if enemies & table.beaten_by else GIVEN
        else:
            idle = LOST if not friends & table.beaten_by else DOUBTFUL
        while legal:
            card = lowest(legal)
            bit = <uint64_t>1 << card
            legal ^= bit
            if not table.beaten_by & bit:
                kind = idle
            elif table.count:
                kind = RISKY if enemies & self.above[card] else SURE
            else:
                kind = self._lead_kind(seat, card, side)
            if block >= 0 and not others & (bit - (<uint64_t>2 << last)) and self.suit[last] == self.suit[card]:
                last = card
                i = cards[n - 1] & 63
                if self.points[i] == self.points[card]:
                    continue
                if kind != DOUBTFUL and kind != RISKY and kind != LED_RISKY:
                    keep = (kind == LOST) == self.turned[seat]
                    if (self.points[card] > self.points[i]) == keep:
                        cards[n - 1] = self.score[kind][card] << 16 | block << 8 | card
                    continue
            else:
                block += 1
                last = card
            cards[n] = self.score[kind][card] << 16 | block << 8 | card
            n += 1
        self._sort(cards, n, first)
        return n

    cdef inline int _lead_kind(self, int seat, int card, bint side) noexcept nogil:
        """What becomes of a card that is led."""
        cdef int nxt = seat, i
        cdef uint64_t theirs
        for i in range(1, self.seats):
            nxt = nxt + 1 if nxt + 1 < self.seats else 0
            if ((self.collectors >> nxt) & 1) != side:
                theirs = self.hand[nxt] & self.run[self.suit[card]]
                if not theirs:
                    theirs = self.hand[nxt]
                if theirs & self.above[card]:
                    return LED_RISKY
        return LED_SURE

    cdef inline void _sort(self, int* cards, int n, int first) noexcept nogil:
        """Highest score first; the card that settled the last question before all."""
        cdef int i, j, item
        for i in range(n):
            item = cards[i]
            if (item & 63) == first:
                item |= 1 << 30
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
        return self._top_trumps(leader, need)

    cdef int _top_trumps(self, int leader, int need) noexcept nogil:
        """A bound from the highest trumps, which win a trick each whoever leads."""
        cdef uint64_t trumps, mine, others
        cdef int seat, holder = 0, points
        if self.trump < 0:
            return -1
        trumps = self.live & self.run[self.trump]
        if not trumps or (self.hand[leader] >> highest(trumps)) & 1:
            return -1
        while not (self.hand[holder] >> highest(trumps)) & 1:
            holder += 1
        mine = self.hand[holder] & trumps
        others = trumps & ~mine
        if others:
            mine &= ~((<uint64_t>2 << highest(others)) - 1)
        points = self._taken(mine, holder)
        if (self.collectors >> holder) & 1:
            return points if points >= need else -1
        return self.left - points if self.left - points < need else -1

    cdef inline int _taken(self, uint64_t cards, int holder) noexcept nogil:
        """What tricks count at least that these cards of one hand take, one each."""
        cdef int tricks = popcount(cards), total = tricks * self.per_trick, seat, rest, n, i
        while cards:
            total += self.points[lowest(cards)]
            cards &= cards - 1
        for seat in range(self.seats):
            if seat == holder:
                continue
            rest = tricks
            for i in range(self.counts):  # the cheapest cards of each other seat
                n = popcount(self.hand[seat] & self.counting[i])
                n = n if n < rest else rest
                total += n * self.count[i]
                rest -= n
                if not rest:
                    break
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
