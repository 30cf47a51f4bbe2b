"""Trick play on tables and bits, shared by all games of tricks with up to 64 distinct cards.

A game says which cards belong together for following suit (its *effective suits*: in Skat all
jacks are trumps) and how they rank; a hand is a set of cards, one bit each:

    bit      63 ......... 4*rank + suit ......... 0
    hand     a set bit is a card held
    follow   hand & suit_mask[suit_of[led]], or the whole hand when that is empty

A game may ask for more than following suit: to beat the cards on the table in some suits, to trump
or overtrump without the suit asked for. And it says what each card counts.

Identical cards (two decks) are one *kind*: card ``copies * kind + copy``. Two effective suits are
special where a game has them: cards `over` the others (a wizard) and `under` them (a jester) may
always be played and never have to be followed.
"""

from ext.types cimport int8_t, lowest, uint64_t

RUFFS = ("free", "trump", "overtrump", "win")


cdef int known(const TrickRules* rules, int card) except -1:
    """`card`, if the deck has it."""
    if not 0 <= card < 64 or rules.suit_of[card] < 0:
        raise ValueError(f"card {card} is not in this deck")
    return card


cdef class TrickTable:
    """Which cards follow which, and which beat which.

    Parameters
    ----------
    order : sequence of sequences of int
        The cards of each effective suit, weakest first; cards are 0 to 63.
    trump : int, optional
        Index of the effective suit that beats the others.
    over, under : int, optional
        Index of the effective suit that may always be played and beats all others, trumps too,
        the first of its cards winning; and of the one that may always be played and loses to all
        others.
    copies : int, optional
        Identical cards of each kind; then `order` lists kinds, and the cards of kind ``k`` are
        ``copies * k`` and on.
    beat : iterable of int, optional
        Effective suits in which, when they are asked for, a card that beats those of the suit on
        the table is due, if the hand has one and no other suit is winning (Belote: the trumps).
    ruff : {"free", "trump", "overtrump", "win"}, optional
        What a hand without the suit asked for plays: any card (free); a trump, if it has one; a
        trump that takes the trick, else any trump, else any card (overtrump); a trump that takes
        the trick, else any card (win).
    points : sequence of int, optional
        What each kind of card counts for whoever takes it, -32768 to 32767; nothing, if left out.

    Examples
    --------
    >>> table = TrickTable([[0, 1, 2], [3, 4, 5]], trump=1)
    >>> table.winner([0, 2, 3]), table.legal(0b101001, led=1) == 0b1
    (2, True)
    """

    def __cinit__(self, *args, **kwargs):
        cdef int card
        self.rules.trump = self.rules.over = self.rules.under = -1
        for card in range(64):
            self.rules.suit_of[card] = -1

    def __init__(self, order, trump=None, over=None, under=None, copies=1, beat=(), ruff="free",
                 points=None):
        cdef int suit, place, kind, card
        if not 1 <= len(order) <= MAX_SUITS:
            raise ValueError(f"a trick table has 1 to {MAX_SUITS} effective suits, not {len(order)}")
        if not 1 <= copies <= 64:
            raise ValueError(f"copies={copies}: a deck has 1 to 64 cards of a kind")
        for name, named in (("trump", trump), ("over", over), ("under", under)):
            if named is not None and not 0 <= named < len(order):
                raise ValueError(f"{name}={named} is no effective suit of {len(order)}")
        self.rules.suits = len(order)
        self._set_duties(set(beat), ruff, trump)
        self.rules.trump = -1 if trump is None else trump
        self.rules.over = -1 if over is None else over
        self.rules.under = -1 if under is None else under
        for card in range(64):
            self.rules.suit_of[card] = -1
            self.rules.strength[card] = 0
        for suit, kinds in enumerate(order):
            self.rules.suit_mask[suit] = 0
            for place, kind in enumerate(kinds):
                for card in range(copies * kind, copies * kind + copies):
                    self._place(card, suit, 0 if suit in (over, under) else place)
        for card in range(64):
            self._rank(card)
        self.rules.free = sum(self.rules.suit_mask[suit] for suit in (over, under) if suit is not None)
        self._set_points(points, copies)

    cdef int _set_duties(self, beat, ruff, trump) except -1:
        for suit in beat:
            if not 0 <= suit < self.rules.suits:
                raise ValueError(f"beat={suit} is no effective suit of {self.rules.suits}")
        if ruff not in RUFFS:
            raise ValueError(f"ruff={ruff!r}: one of {', '.join(RUFFS)}")
        if ruff != "free" and trump is None:
            raise ValueError(f"ruff={ruff!r} needs a trump suit")
        self.rules.must_beat = sum(1 << suit for suit in beat)
        self.rules.ruff = <Ruff><int>RUFFS.index(ruff)
        self.rules.duties = self.rules.must_beat or self.rules.ruff != NO_DUTY
        return 0

    cdef int _set_points(self, points, int copies) except -1:
        cdef int card
        for card in range(64):
            self.rules.points[card] = 0
            if points is None or self.rules.suit_of[card] < 0:
                continue
            if card // copies >= len(points):
                raise ValueError(f"{len(points)} points: one number a kind of card is needed")
            if not -32768 <= points[card // copies] <= 32767:
                raise ValueError(f"card {card} counts {points[card // copies]}, not -32768 to 32767")
            self.rules.points[card] = points[card // copies]
        return 0

    cdef int _place(self, int card, int suit, int strength) except -1:
        if not 0 <= card < 64 or self.rules.suit_of[card] != -1:
            raise ValueError(f"card {card} is listed twice or is not in 0..63")
        self.rules.suit_of[card] = suit
        self.rules.strength[card] = strength
        self.rules.suit_mask[suit] |= <uint64_t>1 << card
        return 0

    cdef int _rank(self, int card) except -1:
        """Note which cards of its suit are weaker than a card, and which as strong."""
        cdef int other
        self.rules.below[card] = self.rules.level[card] = 0
        for other in range(64):
            if self.rules.suit_of[other] == self.rules.suit_of[card]:
                if self.rules.strength[other] < self.rules.strength[card]:
                    self.rules.below[card] |= <uint64_t>1 << other
                elif self.rules.strength[other] == self.rules.strength[card]:
                    self.rules.level[card] |= <uint64_t>1 << other
        return 0

    @property
    def trump(self):
        """Index of the trump suit, None without trumps."""
        return None if self.rules.trump < 0 else self.rules.trump

    @property
    def over(self):
        """Index of the suit that beats all others, None without one."""
        return None if self.rules.over < 0 else self.rules.over

    @property
    def under(self):
        """Index of the suit that loses to all others, None without one."""
        return None if self.rules.under < 0 else self.rules.under

    @property
    def suits(self):
        """Number of effective suits."""
        return self.rules.suits

    @property
    def free(self):
        """Cards that may be played whatever is asked for, one bit each."""
        return self.rules.free

    @property
    def beat(self):
        """Effective suits in which a better card is due, ascending."""
        return [suit for suit in range(self.rules.suits) if self.rules.must_beat >> suit & 1]

    @property
    def ruff(self):
        """What a hand without the suit asked for owes: free, trump, overtrump or win."""
        return RUFFS[self.rules.ruff]

    def suit_of(self, int card):
        """Effective suit of `card`."""
        return self.rules.suit_of[known(&self.rules, card)]

    def strength(self, int card):
        """Rank of `card` within its effective suit, the weakest 0."""
        return self.rules.strength[known(&self.rules, card)]

    def suit_mask(self, int suit):
        """The cards of an effective suit, one bit each."""
        if not 0 <= suit < self.rules.suits:
            raise ValueError(f"{suit} is no effective suit of {self.rules.suits}")
        return self.rules.suit_mask[suit]

    def legal(self, uint64_t hand, led=None):
        """Cards of `hand` that may be played when `led` was led (None: leading)."""
        return self.playable(hand, () if led is None else (led,))

    def playable(self, uint64_t hand, trick, bint relieved=False):
        """Cards of `hand` that may be played to the cards `trick`, in the order they were played.

        A `relieved` hand need not trump: in some games its partner is taking the trick.
        """
        cdef int8_t[64] cards
        return follow_trick(&self.rules, hand, cards, self._read(trick, cards), relieved)

    def lacking(self, int card, trick, bint relieved=False):
        """Cards that a hand can't hold which plays `card` to the cards `trick`."""
        cdef int8_t[64] cards
        cdef int count = self._read(trick, cards)
        return lacking(&self.rules, known(&self.rules, card), cards, count, relieved)

    def suit_to_follow(self, trick):
        """Effective suit that a trick asks for, None where any card may be played."""
        cdef int8_t[64] cards
        cdef int suit = suit_to_follow(&self.rules, cards, self._read(trick, cards))
        return None if suit == ANY else suit

    def points_of(self, uint64_t cards):
        """What a set of cards counts, one bit a card."""
        return points_of(&self.rules, cards)

    cdef int _read(self, trick, int8_t* cards) except -1:
        """Copy a trick; the number of its cards."""
        cdef int i
        if len(trick) > 64:
            raise ValueError(f"a trick has at most 64 cards, not {len(trick)}")
        for i in range(len(trick)):
            cards[i] = known(&self.rules, trick[i])
        return len(trick)

    def beats(self, int later, int best):
        """Does `later`, played after `best`, take the trick from it?"""
        return beats(&self.rules, known(&self.rules, later), known(&self.rules, best))

    def winner(self, cards):
        """Position of the card that takes the trick `cards`, in the order played."""
        cdef int8_t[64] trick
        if not cards:
            raise ValueError("a trick has 1 to 64 cards, not 0; an empty trick has no winner")
        return winner(&self.rules, trick, self._read(cards, trick))


def bits(uint64_t mask):
    """The cards of a set, ascending.

    >>> bits(0b1010)
    [1, 3]
    """
    out = []
    while mask:
        out.append(lowest(mask))
        mask &= mask - 1
    return out
