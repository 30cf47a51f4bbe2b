"""Trick play on tables and bits, shared by all games of tricks with up to 64 distinct cards.

A game says which cards belong together for following suit (its *effective suits*: in Skat all
jacks are trumps) and how they rank; a hand is a set of cards, one bit each:

    bit      63 ......... 4*rank + suit ......... 0
    hand     a set bit is a card held
    follow   hand & suit_mask[suit_of[led]], or the whole hand when that is empty

Identical cards (two decks) are one *kind*: card ``copies * kind + copy``. Two effective suits are
special where a game has them: cards `over` the others (a wizard) and `under` them (a jester) may
always be played and never have to be followed.
"""

from ext.types cimport int8_t, lowest, uint64_t


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

    def __init__(self, order, trump=None, over=None, under=None, copies=1):
        cdef int suit, place, kind, card
        if not 1 <= len(order) <= MAX_SUITS:
            raise ValueError(f"a trick table has 1 to {MAX_SUITS} effective suits, not {len(order)}")
        if not 1 <= copies <= 64:
            raise ValueError(f"copies={copies}: a deck has 1 to 64 cards of a kind")
        for name, named in (("trump", trump), ("over", over), ("under", under)):
            if named is not None and not 0 <= named < len(order):
                raise ValueError(f"{name}={named} is no effective suit of {len(order)}")
        self.rules.suits = len(order)
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
        return hand if led is None else follow(&self.rules, hand, known(&self.rules, led))

    def playable(self, uint64_t hand, trick):
        """Cards of `hand` that may be played to the cards `trick`, in the order they were played."""
        return follow_suit(&self.rules, hand, self._suit_asked(trick))

    def suit_to_follow(self, trick):
        """Effective suit that a trick asks for, None where any card may be played."""
        cdef int suit = self._suit_asked(trick)
        return None if suit == ANY else suit

    cdef int _suit_asked(self, trick) except? -1:
        cdef int8_t[64] cards
        return suit_to_follow(&self.rules, cards, self._read(trick, cards))

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
