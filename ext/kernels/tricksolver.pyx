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

Of cards that one hand holds, that count the same and that no live card of another hand separates,
one is tried. Cards of the trick on the table are live: they still can be beaten.
"""

from libc.stdlib cimport calloc, free
from ext.mech.tricks cimport TrickRules, TrickTable
from ext.rng cimport fold
from ext.types cimport highest, int16_t, int8_t, lowest, popcount, uint64_t

cdef enum:
    SEATS = 4
    STEP = 4              # first step of the null windows, in points


cdef uint64_t PRIME = 0x9E3779B97F4A7C15


cdef struct Entry:
    uint64_t key
    int16_t lower
    int16_t upper
    int8_t move           # internal number of the card that settled the last question, -1 none


cdef struct Trick:        # the cards on the table
    int count
    int suit              # effective suit led
    int best              # card that takes it so far
    int owner             # its seat
    int worth             # points on the table
    uint64_t cards


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
        The table of positions has 2**bits entries of 16 bytes.

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
    cdef uint64_t salt           # tells apart the questions that share the table
    cdef Entry* entries
    cdef uint64_t mask
    cdef readonly long long nodes

    def __cinit__(self, *args, **kwargs):
        self.entries = NULL

    def __init__(self, TrickTable table not None, points, int seats, int per_trick=0, int bits=18):
        cdef int suit, card, place, at = 0
        for suit in range(4):
            self.hand[suit] = 0
        if not 2 <= seats <= SEATS:
            raise ValueError(f"a trick solver has 2 to {SEATS} seats, not {seats}")
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
                self.run[suit] |= <uint64_t>1 << at
                at += 1
            self.known |= self.rules.suit_mask[suit]
        self.entries = <Entry*>calloc(<size_t>1 << bits, sizeof(Entry))
        if self.entries == NULL:
            raise MemoryError(f"no memory for a table of 2**{bits} positions")
        self.mask = (<uint64_t>1 << bits) - 1

    def __dealloc__(self):
        free(self.entries)

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
            result = self._from(&table, leader, seat, need)
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
            result = self._value(&table, leader, seat, guess)
        return result

    def values(self, hands, int leader, collectors, maximisers, trick=()):
        """The value after each legal card of the seat to play.

        Returns
        -------
        dict of int to int
            Card to what the collectors' tricks count from here on, this trick included.
        """
        cdef Trick table, after
        cdef int gain, nxt, v
        cdef uint64_t legal
        cdef int seat = self._set_up(hands, leader, collectors, maximisers, trick, &table)
        if not self.hand[seat]:
            return {}
        legal = self._legal(&table, seat)
        found = {}
        while legal:
            card = lowest(legal)
            legal &= legal - 1
            self.hand[seat] ^= <uint64_t>1 << card
            after = self._put(&table, card, seat)
            gain, nxt, before = 0, (seat + 1) % self.seats, self.left
            lead = leader
            if after.count == self.seats:
                gain = self._gain(&after)
                lead = nxt = after.owner
                self.left -= after.worth + self.per_trick
                after = self._empty()
            with nogil:
                v = self._value(&after, lead, nxt, -1)
            found[self.outer[card]] = gain + v
            self.left = before
            self.hand[seat] ^= <uint64_t>1 << card
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
        cdef uint64_t others, out = 0, legal = self._legal(table, seat)
        cdef int n = self._ordered(table, seat, -1, cards, &others), i, card
        for i in range(n):
            found[i] = self._settled(cards, found, i, others, need)
            if found[i] < 0:
                found[i] = self._play(table, seat, cards[i], need)
        while legal:
            card = lowest(legal)
            legal &= legal - 1
            for i in range(n):
                if found[i] >= need and self._neighbours(cards[i], card, others) and (
                        self.points[cards[i]] == self.points[card]):
                    out |= <uint64_t>1 << card
        return out

    cdef int _settled(self, const int* cards, const int* found, int i, uint64_t others, int need) noexcept nogil:
        """What the cards tried before say about card i: a bound that settles `need`, or -1."""
        cdef int j, by
        for j in range(i):
            if self._neighbours(cards[j], cards[i], others):
                by = abs(self.points[cards[i]] - self.points[cards[j]])
                if found[j] >= need and found[j] - by >= need:
                    return found[j] - by
                if found[j] < need and found[j] + by < need:
                    return found[j] + by
        return -1

    cdef int _value(self, const Trick* table, int leader, int seat, int guess) except -1 nogil:
        """Null windows: from the guess in growing steps until the value is bracketed, then halves."""
        cdef int low = 0, high = self.left, v, need, step = STEP
        need = guess if guess >= 0 else self.left // 2
        while low < high:
            need = min(max(need, low + 1), high)
            v = self._from(table, leader, seat, need)
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

    cdef int _from(self, const Trick* table, int leader, int seat, int need) noexcept nogil:
        return self._card(table, seat, need, -1, NULL) if table.count else self._trick(leader, need)

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
        if len(hands) != self.seats or not 0 <= leader < self.seats:
            raise ValueError(f"{self.seats} hands and a leader from 0 to {self.seats - 1} are needed")
        if len(trick) >= self.seats:
            raise ValueError(f"a trick of {self.seats} cards is finished")
        self.collectors = self.maximisers = 0
        for seat in collectors:
            self.collectors |= 1 << seat
        for seat in maximisers:
            self.maximisers |= 1 << seat
        sizes = []
        for seat in range(self.seats):
            self.hand[seat] = self._read(hands[seat])
            if self.hand[seat] & seen:
                raise ValueError("a card lies in two hands")
            seen |= self.hand[seat]
            sizes.append(popcount(self.hand[seat]) + ((seat - leader + self.seats) % self.seats < len(trick)))
        if len(set(sizes)) != 1:
            raise ValueError(f"hands of {sizes} cards (the table counted) don't fit: all need as many")
        self.left = sizes[0] * self.per_trick
        table[0] = self._empty()
        seat = leader
        for card in trick:
            card = lowest(self._read(<uint64_t>1 << card))
            if seen >> card & 1:
                raise ValueError(f"card {self.outer[card]} is on the table and in a hand")
            table[0] = self._put(table, card, seat)
            self.left += self.points[card]
            seat = (seat + 1) % self.seats
        while seen:
            self.left += self.points[lowest(seen)]
            seen &= seen - 1
        self.salt = fold(fold(self.collectors, self.maximisers), 1)
        return seat

    # ---- tricks ----

    cdef Trick _empty(self) noexcept nogil:
        cdef Trick table
        table.count = table.worth = 0
        table.suit = table.best = table.owner = -1
        table.cards = 0
        return table

    cdef Trick _put(self, const Trick* table, int card, int seat) noexcept nogil:
        """The table after `seat` has added `card`."""
        cdef Trick after = table[0]
        after.count += 1
        after.worth += self.points[card]
        after.cards |= <uint64_t>1 << card
        if table.count == 0:
            after.suit = self.suit[card]
        if table.count == 0 or self._beats(card, table.best):
            after.best, after.owner = card, seat
        return after

    cdef inline bint _beats(self, int card, int best) noexcept nogil:
        if self.suit[card] == self.suit[best]:
            return card > best
        return self.suit[card] == self.trump

    cdef inline int _gain(self, const Trick* table) noexcept nogil:
        if (self.collectors >> table.owner) & 1:
            return table.worth + self.per_trick
        return 0

    cdef inline uint64_t _legal(self, const Trick* table, int seat) noexcept nogil:
        cdef uint64_t same
        if table.count == 0:
            return self.hand[seat]
        same = self.hand[seat] & self.run[table.suit]
        return same if same else self.hand[seat]

    cdef int _trick(self, int leader, int need) noexcept nogil:
        """At the start of a trick: bounds, the table, then the leader's cards."""
        cdef Entry* entry
        cdef Trick table
        cdef uint64_t key
        cdef int v
        cdef int8_t move = -1
        if need <= 0:
            return 0
        if self.left < need:
            return self.left
        v = self._sure(leader, need)
        if v >= 0:
            return v
        key = self._key(leader)
        entry = &self.entries[key & self.mask]
        if entry.key == key:
            if entry.lower >= need:
                return entry.lower
            if entry.upper < need:
                return entry.upper
            move = entry.move
        table = self._empty()
        v = self._card(&table, leader, need, move, &move)
        if entry.key != key:  # a search below may have taken the place: take it back
            entry.key = key
            entry.lower = 0
            entry.upper = self.left
        if v >= need:
            entry.lower = v
        else:
            entry.upper = v
        entry.move = move
        return v

    cdef uint64_t _key(self, int leader) noexcept nogil:
        """Hash of a trick start: who holds the live cards of each suit in rank order, and their
        points. Which of the cards that count nothing are gone does not matter."""
        cdef uint64_t key = fold(self.salt, leader), live = 0, bit
        cdef int seat, card, suit = -1, s
        for seat in range(self.seats):
            live |= self.hand[seat]
        while live:
            card = lowest(live)
            bit = <uint64_t>1 << card
            live ^= bit
            s = self.suit[card]
            seat = 0
            while not self.hand[seat] & bit:
                seat += 1
            key = (key ^ <uint64_t>(seat + 4 * self.points[card] + 512 * s + 1)) * PRIME
            key ^= key >> 29
        return key

    cdef int _sure(self, int leader, int need) noexcept nogil:
        """A bound from the tricks that the leader can cash at once; -1 when it settles nothing.

        Cards above all the others' cards of their suit win when led, trumps always, side suits
        once the others are out of trumps; when there are as many as the longest other holding,
        the rest of the suit wins too. The partner counts among the others: who overtakes, leads.
        """
        cdef uint64_t others = 0, top
        cdef int seat, s, points = 0, tricks = 0, side = (self.collectors >> leader) & 1
        cdef bint drawn = True
        if self.collectors != self.maximisers:
            return -1
        for seat in range(self.seats):
            if seat != leader:
                others |= self.hand[seat]
        if self.trump >= 0:
            top = self._cashed(leader, self.trump, others, &drawn)
            tricks = popcount(top)
            points = self._worth(top)
        if drawn:
            for s in range(self.suits):
                if s != self.trump:
                    top = self._cashed(leader, s, others, NULL)
                    tricks += popcount(top)
                    points += self._worth(top)
        if tricks == popcount(self.hand[leader]):
            points = self.left
        else:
            points += tricks * self.per_trick + self._least(tricks, leader)
        if side:
            if points >= need:
                return points
        elif self.left - points < need:
            return self.left - points
        return self._top_trumps(leader, need)

    cdef int _top_trumps(self, int leader, int need) noexcept nogil:
        """A bound from the highest trumps, which win a trick each whoever leads."""
        cdef uint64_t trumps, mine, others = 0
        cdef int seat, holder = -1, points
        if self.trump < 0:
            return -1
        trumps = (self.hand[0] | self.hand[1] | self.hand[2] | self.hand[3]) & self.run[self.trump]
        if not trumps:
            return -1
        for seat in range(self.seats):
            if (self.hand[seat] >> highest(trumps)) & 1:
                holder = seat
        if holder == leader:
            return -1
        mine = self.hand[holder] & trumps
        others = trumps & ~mine
        if others:
            mine &= ~((<uint64_t>2 << highest(others)) - 1)
        points = self._worth(mine) + self.per_trick * popcount(mine)
        points += self._least(popcount(mine), holder)
        if (self.collectors >> holder) & 1:
            return points if points >= need else -1
        return self.left - points if self.left - points < need else -1

    cdef int _least(self, int tricks, int holder) noexcept nogil:
        """What the other seats put into so many tricks at least."""
        cdef int seat, total = 0, left, least, card, best = 0
        cdef uint64_t hand, low
        for seat in range(self.seats):
            if seat == holder:
                continue
            hand = self.hand[seat]
            for left in range(tricks):
                least = 1 << 20
                low = hand
                while low:
                    card = lowest(low)
                    low &= low - 1
                    if self.points[card] < least:
                        least = self.points[card]
                        best = card
                total += least
                hand &= ~(<uint64_t>1 << best)
        return total

    cdef uint64_t _cashed(self, int leader, int s, uint64_t others, bint* drawn) noexcept nogil:
        """The leader's sure winners of a suit; `drawn`: are the others out of it afterwards?"""
        cdef uint64_t own = self.hand[leader] & self.run[s], theirs = others & self.run[s], top
        cdef int seat, longest = 0, n
        if not theirs:
            return own
        top = own & ~((<uint64_t>2 << highest(theirs)) - 1)
        for seat in range(self.seats):
            if seat != leader:
                n = popcount(self.hand[seat] & self.run[s])
                longest = n if n > longest else longest
        if popcount(top) >= longest:
            return own
        if drawn != NULL:
            drawn[0] = False
        return top

    cdef inline int _worth(self, uint64_t cards) noexcept nogil:
        cdef int total = 0
        while cards:
            total += self.points[lowest(cards)]
            cards &= cards - 1
        return total

    cdef int _card(self, const Trick* table, int seat, int need, int first, int8_t* settled) noexcept nogil:
        """One card of a trick: try the seat's cards, likely best first, until `need` is decided."""
        cdef int[64] cards
        cdef int[64] found
        cdef uint64_t others
        cdef int n = self._ordered(table, seat, first, cards, &others), i, v, best
        cdef bint up = (self.maximisers >> seat) & 1
        best = -1 if up else self.left + 1
        self.nodes += 1
        for i in range(n):
            found[i] = v = self._bound(cards, found, i, others, need, up)
            if (v >= need) == up:  # not settled by a neighbour
                found[i] = v = self._play(table, seat, cards[i], need)
            if (v > best) if up else (v < best):
                best = v
                if settled != NULL:
                    settled[0] = cards[i]
                if (best >= need) == up:
                    break
        return best

    cdef int _bound(self, const int* cards, const int* found, int i, uint64_t others, int need, bint up) noexcept nogil:
        """What the cards tried before say about card i: a value that settles `need`, or none.

        Swap two cards of one hand between which no other hand's live card lies: every play has
        its counterpart, and the count changes at most by the difference of their points. (The
        quasi-symmetry of Kupferschmid and Helmert 2006.)
        """
        cdef int j, v, best = self.left + 1 if up else -1
        for j in range(i):
            if self._neighbours(cards[j], cards[i], others):
                v = self.points[cards[i]] - self.points[cards[j]]
                v = v if v > 0 else -v
                v = found[j] + v if up else found[j] - v
                if (v < best) if up else (v > best):
                    best = v
        return best

    cdef int _play(self, const Trick* table, int seat, int card, int need) noexcept nogil:
        """The result of one card."""
        cdef Trick after = self._put(table, card, seat)
        cdef int v, gain
        self.hand[seat] ^= <uint64_t>1 << card
        if after.count < self.seats:
            v = self._card(&after, seat + 1 if seat + 1 < self.seats else 0, need, -1, NULL)
        else:
            gain = self._gain(&after)
            self.left -= after.worth + self.per_trick
            v = gain + (self._trick(after.owner, need - gain) if self.hand[seat] else 0)
            self.left += after.worth + self.per_trick
        self.hand[seat] ^= <uint64_t>1 << card
        return v

    # ---- which cards, in which order ----

    cdef int _ordered(self, const Trick* table, int seat, int first, int* cards, uint64_t* rest) noexcept nogil:
        """Distinct legal cards, the likeliest to settle the question first.

        `rest` receives the live cards that the seat does not hold.
        """
        cdef uint64_t legal = self._legal(table, seat), live = table.cards, others
        cdef int[64] score
        cdef int n = 0, card, last = -1, s, i
        for i in range(self.seats):
            live |= self.hand[i]
        rest[0] = others = live & ~self.hand[seat]
        while legal:
            card = lowest(legal)
            legal &= legal - 1
            if last >= 0 and self.points[last] == self.points[card] and (
                    self._neighbours(last, card, others)):
                continue
            last = card
            s = 1 << 20 if card == first else self._promise(table, seat, card)
            i = n
            while i > 0 and score[i - 1] < s:
                score[i], cards[i] = score[i - 1], cards[i - 1]
                i -= 1
            score[i], cards[i] = s, card
            n += 1
        return n

    cdef inline bint _neighbours(self, int a, int b, uint64_t others) noexcept nogil:
        """Two cards of one hand and suit with no other hand's live card between them."""
        cdef int low = a if a < b else b, high = b if a < b else a
        if self.suit[low] != self.suit[high]:
            return False
        return not others & ((<uint64_t>1 << high) - 1) & ~((<uint64_t>2 << low) - 1)

    cdef int _promise(self, const Trick* table, int seat, int card) noexcept nogil:
        """How early to try a card: sure tricks first, then risky ones, then cheap losers.

        The weights were tuned on nodes for the won-or-lost question of Skat suit games.
        """
        cdef int rank = card - lowest(self.run[self.suit[card]]), worth = self.points[card]
        cdef bint trump = self.suit[card] == self.trump
        cdef Trick after = self._put(table, card, seat)
        if ((self.collectors >> after.owner) & 1) != ((self.collectors >> seat) & 1):
            return 300 - 8 * worth - rank
        if self._threatened(&after, seat):
            return 500 - 8 * worth - rank + (60 if trump else 0)
        if after.owner == seat:
            return 1500 + 2 * worth - rank - (20 if trump and table.count else 0)
        return 1000 + 8 * worth - rank - (20 if trump else 0)

    cdef bint _threatened(self, const Trick* after, int seat) noexcept nogil:
        """Can an enemy who is still to play take the trick?"""
        cdef int i, nxt = seat, best = after.best, s = self.suit[after.best]
        cdef uint64_t legal
        for i in range(after.count, self.seats):
            nxt = nxt + 1 if nxt + 1 < self.seats else 0
            if ((self.collectors >> nxt) & 1) == ((self.collectors >> seat) & 1):
                continue
            legal = self.hand[nxt] & self.run[after.suit]
            if not legal:
                legal = self.hand[nxt]
            if legal & self.run[s] & ~((<uint64_t>2 << best) - 1):
                return True
            if s != self.trump and self.trump >= 0 and legal & self.run[self.trump]:
                return True
        return False
