"""Trick play on tables and bits, shared by all games of tricks with up to 64 distinct cards.

A game says which cards belong together for following suit (its *effective suits*: in Skat all
jacks are trumps) and how they rank; a hand is a set of cards, one bit each:

    bit      63 ......... 4*rank + suit ......... 0
    hand     a set bit is a card held
    follow   hand & suit_mask[suit_of[led]], or the whole hand when that is empty
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

    Examples
    --------
    >>> table = TrickTable([[0, 1, 2], [3, 4, 5]], trump=1)
    >>> table.winner([0, 2, 3]), table.legal(0b101001, led=1) == 0b1
    (2, True)
    """

    def __cinit__(self, *args, **kwargs):
        cdef int card
        self.rules.trump = -1
        for card in range(64):
            self.rules.suit_of[card] = -1

    def __init__(self, order, trump=None):
        cdef int suit, place, card
        if not 1 <= len(order) <= MAX_SUITS:
            raise ValueError(f"a trick table has 1 to {MAX_SUITS} effective suits, not {len(order)}")
        if trump is not None and not 0 <= trump < len(order):
            raise ValueError(f"trump={trump} is no effective suit of {len(order)}")
        self.rules.suits = len(order)
        self.rules.trump = -1 if trump is None else trump
        for card in range(64):
            self.rules.suit_of[card] = -1
            self.rules.strength[card] = 0
        for suit, cards in enumerate(order):
            self.rules.suit_mask[suit] = 0
            for place, card in enumerate(cards):
                if not 0 <= card < 64 or self.rules.suit_of[card] != -1:
                    raise ValueError(f"card {card} is listed twice or is not in 0..63")
                self.rules.suit_of[card] = suit
                self.rules.strength[card] = place
                self.rules.suit_mask[suit] |= <uint64_t>1 << card

    @property
    def trump(self):
        """Index of the trump suit, None without trumps."""
        return None if self.rules.trump < 0 else self.rules.trump

    @property
    def suits(self):
        """Number of effective suits."""
        return self.rules.suits

    def suit_of(self, int card):
        """Effective suit of `card`."""
        return self.rules.suit_of[known(&self.rules, card)]

    def suit_mask(self, int suit):
        """The cards of an effective suit, one bit each."""
        if not 0 <= suit < self.rules.suits:
            raise ValueError(f"{suit} is no effective suit of {self.rules.suits}")
        return self.rules.suit_mask[suit]

    def legal(self, uint64_t hand, led=None):
        """Cards of `hand` that may be played when `led` was led (None: leading)."""
        return hand if led is None else follow(&self.rules, hand, known(&self.rules, led))

    def beats(self, int later, int best):
        """Does `later`, played after `best`, take the trick from it?"""
        return beats(&self.rules, known(&self.rules, later), known(&self.rules, best))

    def winner(self, cards):
        """Position of the card that takes the trick `cards`, in the order played."""
        cdef int8_t[64] trick
        cdef int i
        if not 1 <= len(cards) <= 64:
            raise ValueError(f"a trick has 1 to 64 cards, not {len(cards)}; an empty trick has no winner")
        for i in range(len(cards)):
            trick[i] = known(&self.rules, cards[i])
        return winner(&self.rules, trick, len(cards))


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
