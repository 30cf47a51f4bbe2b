"""The deck, the contracts' trick tables and the numbering of actions."""

import functools
from dataclasses import dataclass

from ext.mech.tricks import TrickTable, bits
from games.core.data import load_data
from games.mechanics.cards import by_suit, mask_of

DIAMONDS, HEARTS, SPADES, CLUBS, GRAND, NULL = range(6)
TRUMPS = 4  # index of the effective suit that the jacks lead, in suit games and Grand

# Actions. Cards are 0..31 in every phase that deals, discards or plays one.
PASS, HOLD, FIRST_BID = 32, 33, 34
PICK_UP, HAND = 97, 98
FIRST_CONTRACT = 99
NO_ANNOUNCEMENT, SCHNEIDER, SCHWARZ, OPEN = 105, 106, 107, 108

DATA = load_data("skat")
LADDER: tuple[int, ...] = tuple(DATA["auction"]["ladder"])
CONTRACTS: tuple[str, ...] = tuple(DATA["contracts"]["names"])
BASE: tuple[int, ...] = tuple(DATA["contracts"]["base"])
_NULL = DATA["contracts"]["null"]
NULL_VALUES: tuple[int, ...] = (_NULL["plain"], _NULL["hand"], _NULL["open"], _NULL["open_hand"])
RANKS: tuple[str, ...] = tuple(DATA["deck"]["ranks"])
SUITS: tuple[str, ...] = tuple(DATA["deck"]["suits"])
ROLES: tuple[str, ...] = tuple(DATA["seats"]["roles"])
POINTS: tuple[int, ...] = tuple(DATA["deck"]["points"][card // 4] for card in range(32))
_ANNOUNCED = {
    NO_ANNOUNCEMENT: "no announcement",
    SCHNEIDER: "announce Schneider",
    SCHWARZ: "announce Schwarz",
    OPEN: "open",
}


def card_text(card: int) -> str:
    """A card as players of the server write it: suit, then rank ("CJ")."""
    return SUITS[card % 4] + RANKS[card // 4]


def cards_text(mask: int) -> list[str]:
    """The cards of a set, by suit from clubs down and rank from the ace down."""
    return [card_text(c) for c in by_suit(mask)]


def card_of(text: str) -> int:
    """Inverse of `card_text`.

    Raises
    ------
    ValueError
        When `text` is no card of the deck.
    """
    if len(text) == 2 and text[0] in SUITS and text[1] in RANKS:
        return 4 * RANKS.index(text[1]) + SUITS.index(text[0])
    raise ValueError(f"{text!r} is no card: write suit and rank, as in CJ, HT, D7")


def points_of(mask: int) -> int:
    """Card points of a set."""
    return sum(POINTS[c] for c in bits(mask))


def action_text(action: int) -> str:
    """Any action as text; a card's own text for cards."""
    if 0 <= action < PASS:
        return card_text(action)
    if action in (PASS, HOLD):
        return "pass" if action == PASS else "hold"
    if FIRST_BID <= action < PICK_UP:
        return f"bid {LADDER[action - FIRST_BID]}"
    if action in (PICK_UP, HAND):
        return "pick up" if action == PICK_UP else "hand"
    if FIRST_CONTRACT <= action < NO_ANNOUNCEMENT:
        return CONTRACTS[action - FIRST_CONTRACT]
    return _ANNOUNCED[action]


@dataclass(frozen=True)
class Deck:
    """The cards of one game: all 32, or the ranks that a test keeps.

    Attributes
    ----------
    cards : tuple of int
        Ascending.
    hand : int
        Cards a hand; two are left for the skat.
    tables : tuple of TrickTable
        One a contract.
    trumps : tuple of tuples
        For each suit contract and Grand, the trumps from the top down: the matadors' order.
    points : int
        Card points in the deck.
    """

    cards: tuple[int, ...]
    hand: int
    tables: tuple[TrickTable, ...]
    trumps: tuple[tuple[int, ...], ...]
    points: int

    @property
    def mask(self) -> int:
        """All cards, one bit each."""
        return mask_of(self.cards)

    @property
    def to_win(self) -> int:
        """Card points the declarer needs: more than half (61 of 120)."""
        return self.points // 2 + 1

    @property
    def schneider(self) -> int:
        """Card points that make the other side Schneider: three quarters (90 of 120)."""
        return self.points * 3 // 4


@functools.cache
def deck(ranks: str) -> Deck:
    """The deck with the given ranks ("789TJQKA" is the whole one)."""
    cards = tuple(c for c in range(32) if RANKS[c // 4] in ranks)
    jacks = [card_of(s + "J") for s in DATA["deck"]["jack_order"]]
    plain = [_in(cards, suit, DATA["deck"]["suit_order"]) for suit in SUITS]
    tables, trumps = [], []
    for contract in range(5):
        own = plain[contract] if contract < GRAND else []
        order = [[] if suit == contract else plain[suit] for suit in range(4)]
        tables.append(TrickTable([*order, own + jacks], trump=TRUMPS, points=POINTS))
        trumps.append(tuple(reversed(own + jacks)))
    suits = [_in(cards, suit, DATA["deck"]["null_order"]) for suit in SUITS]
    tables.append(TrickTable(suits, points=POINTS))
    points = sum(POINTS[c] for c in cards)
    return Deck(cards, (len(cards) - 2) // 3, tuple(tables), tuple(trumps), points)


def _in(cards: tuple[int, ...], suit: str, order: list[str]) -> list[int]:
    """Cards of one printed suit in an order of ranks, those the deck has."""
    return [c for c in (card_of(suit + rank) for rank in order) if c in cards]
