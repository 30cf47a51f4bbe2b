"""The vocabulary of a Skat record: cards, declarations, and the fields of its result.

Nothing here knows a position. A word that is none raises a `ValueError`; the reader adds where.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

LETTERS = {"D": "Diamonds", "H": "Hearts", "S": "Spades", "C": "Clubs", "G": "Grand", "N": "Null"}
ANNOUNCEMENTS = {
    "": "no announcement",
    "S": "announce Schneider",
    "Z": "announce Schwarz",
    "O": "open",
}
FIELDS = {
    "d": "declarer",
    "win": "won",
    "v": "value",
    "m": "matadors",
    "overbid": "overbid",
    "p": "points",
    "t": "tricks",
    "s": "schneider",
    "z": "schwarz",
}
UNKNOWN = "??"  # a card that the record does not name
_DECLARATION = re.compile(r"([DHSCGN])([HSZO]*)((?:\.[^.]+)*)")
_LEAVES = re.compile(r"(?:LE|TI)\.([0-2])")


@dataclass(frozen=True)
class Declaration:
    """A contract as the server writes it: a letter, flags, then perhaps cards.

    Parameters
    ----------
    letter : str
        One of `LETTERS`.
    flags : str
        Of ``H`` hand, ``S`` and ``Z`` announcements, ``O`` open.
    cards : tuple of str
        Two discards, the ten cards of an open hand, or both in this order.
    """

    letter: str
    flags: str
    cards: tuple[str, ...]

    @property
    def is_hand(self) -> bool:
        """Whether it says that the skat stays where it is; open means hand as well."""
        return "H" in self.flags or "O" in self.flags

    @property
    def announcement(self) -> str:
        """The announcement as the game calls it; the highest flag includes the lower ones."""
        if self.letter == "N" and ("S" in self.flags or "Z" in self.flags):
            raise ValueError("Null knows no Schneider or Schwarz")
        return ANNOUNCEMENTS[next((flag for flag in "OZS" if flag in self.flags), "")]

    def check_after_pick_up(self) -> None:
        """Refuse the flags that only a hand game can have."""
        if "H" in self.flags or (self.letter != "N" and self.flags):
            raise ValueError("H, S, Z, and O but in Null, need a hand game; the skat is picked up")

    @classmethod
    def read(cls, text: str) -> Declaration:
        """Read a declaration."""
        found = _DECLARATION.fullmatch(text)
        if found is None:
            raise ValueError("no declaration: that is a letter of DHSCGN, flags HSZO, then cards")
        return cls(found[1], found[2], tuple(cards(found[3][1:])) if found[3] else ())


def cards(text: str) -> list[str]:
    """Read cards parted by dots."""
    return [card(word) for word in text.split(".")]


def card(word: str) -> str:
    """Read one card."""
    if word == UNKNOWN:
        raise ValueError("the card ?? is not named, so the deal cannot be replayed")
    if not re.fullmatch(r"[DHSC][789TJQKA]", word):
        raise ValueError(f"{word!r} is no card; cards are like CJ, HT, D7")
    return word


def dealt(text: str) -> tuple[list[list[str]], list[str]]:
    """Read a deal: the three hands and the skat."""
    found = cards(text)
    twice = sorted({word for word in found if found.count(word) > 1})
    if len(found) != 32 or twice:
        wrong = f"{', '.join(twice)} twice" if twice else f"{len(found)} cards"
        raise ValueError(f"a deal is all 32 cards once; this one has {wrong}")
    return [found[:10], found[10:20], found[20:30]], found[30:]


def check_shown(shown: Sequence[str], hand: Sequence[str]) -> None:
    """Compare the cards that an open declaration lays down, if any, with the hand."""
    if shown and set(shown) != set(hand):
        raise ValueError(f"the cards shown are not the declarer's hand, {'.'.join(hand)}")


def leaver(text: str) -> int | None:
    """Return the seat that leaves or runs out of time, None when the text says neither."""
    found = _LEAVES.fullmatch(text)
    return None if found is None else int(found[1])


def result_word(value: object) -> str:
    """Say a value of the result in a message."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "missing" if value is None else str(value)
