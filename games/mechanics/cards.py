"""The 52-card deck: numbers, notation, suits as sets.

Cards are ``4 * rank + suit``, ranks 2 to ace (0 to 12), suits clubs, diamonds, hearts, spades (0
to 3); ``As`` is the ace of spades. A set of cards is an integer, one bit a card.
"""

from collections.abc import Iterable

from ext.mech.tricks import bits

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)


def card_of(text: str) -> int:
    """Number of a card.

    Raises
    ------
    ValueError
        When `text` is no card.

    Examples
    --------
    >>> card_of("2c"), card_of("As")
    (0, 51)
    """
    if len(text) != 2 or text[0] not in RANKS or text[1] not in SUITS:
        raise ValueError(f"{text!r} is no card: a card is a rank of {RANKS} and a suit of {SUITS}")
    return 4 * RANKS.index(text[0]) + SUITS.index(text[1])


def card_text(card: int) -> str:
    """Notation of a card: ``Td``, ``As``."""
    return RANKS[card // 4] + SUITS[card % 4]


def by_suit(mask: int) -> list[int]:
    """The cards of a set as hands are shown: the last suit first, the highest of each first."""
    return sorted(bits(mask), key=lambda c: (-(c % 4), -c))


def cards_text(mask: int) -> list[str]:
    """The cards of a set, by suit, the highest of each first."""
    return [card_text(c) for c in by_suit(mask)]


def mask_of(cards: Iterable[int]) -> int:
    """The set of some cards."""
    return sum(1 << c for c in cards)


def suit_cards(suit: int, ranks: str = RANKS) -> list[int]:
    """The cards of a suit, weakest first."""
    return [4 * RANKS.index(rank) + suit for rank in ranks]
