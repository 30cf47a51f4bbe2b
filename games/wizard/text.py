"""Wizard: its cards and calls as players write them, and what each seat sees."""

from typing import Any

from ext.mech.tricks import TrickTable, bits
from games.mechanics.tricktext import TrickText

SUITS = "DEGH"
SUIT_NAMES = ("dwarves", "elves", "giants", "humans")
FIRST_WIZARD, FIRST_JESTER, FIRST_BID, FIRST_TRUMP, UNSEEN = 52, 56, 60, 81, 85
MOST_TRICKS = 20
WIZARDS, JESTERS = 15 << FIRST_WIZARD, 15 << FIRST_JESTER
NO_TRUMP = 4  # number of the table without trumps
CALLS = {
    **{FIRST_BID + bid: f"bid {bid}" for bid in range(MOST_TRICKS + 1)},
    **{FIRST_TRUMP + suit: f"trump {name}" for suit, name in enumerate(SUIT_NAMES)},
}


def card_text(card: int) -> str:
    """Notation of a card: ``D13``, ``H1``, ``W2`` (a wizard), ``J4`` (a jester).

    Examples
    --------
    >>> [card_text(card) for card in (0, 51, 52, 59)]
    ['D1', 'H13', 'W1', 'J4']
    """
    if card < FIRST_WIZARD:
        return f"{SUITS[card % 4]}{card // 4 + 1}"
    kind, first = ("W", FIRST_WIZARD) if card < FIRST_JESTER else ("J", FIRST_JESTER)
    return f"{kind}{card - first + 1}"


def card_of(text: str) -> int:
    """Number of a card; a ValueError when `text` is none.

    Examples
    --------
    >>> card_of("D1"), card_of("H13"), card_of("W1")
    (0, 51, 52)
    """
    try:
        return [card_text(card) for card in range(FIRST_BID)].index(text)
    except ValueError:
        raise ValueError(
            f"{text!r} is no card: D, E, G or H with 1 to 13, W or J with 1 to 4"
        ) from None


class WizardText(TrickText):
    """Notation, views and information, shared by the readable game and its twin."""

    title = "Wizard"

    @property
    def blind(self: Any) -> bool:
        """Does everybody see all cards but the own one in this round (R12)?"""
        return bool(self.game.get_parameters()["foresight"] and self.size == 1)

    @property
    def asks(self) -> bool:
        """Does the dealer choose the trumps of this round?"""
        return bool(self.turned_up & WIZARDS)

    @property
    def trump(self) -> int:
        """Suit of the trumps, NO_TRUMP without any (or before they are chosen)."""
        if self.asks:
            return self.calls[0] - FIRST_TRUMP if self.calls else NO_TRUMP
        plain = self.turned_up & ~JESTERS
        return (plain.bit_length() - 1) % 4 if plain else NO_TRUMP

    @property
    def bids(self) -> dict[int, int]:
        """Bid of each seat that has bid."""
        made = self.calls[int(self.asks) :]
        return {self.order[i]: action - FIRST_BID for i, action in enumerate(made)}

    # ---- notation ----

    def _card(self, card: int) -> str:
        return card_text(card)

    def _called(self, action: int) -> str:
        return "play the unseen card" if action == UNSEEN else CALLS[action]

    def _table(self: Any) -> TrickTable:
        return self.game.tables[self.trump]

    def _sorted(self, mask: int) -> list[int]:
        """Wizards, the suits with the highest card first, jesters."""

        def place(card: int) -> tuple[int, int]:
            if card >= FIRST_WIZARD:
                return (-1 if card < FIRST_JESTER else 4), card
            return card % 4, -card

        return sorted(bits(mask), key=place)

    def _why_illegal(self: Any, action: int) -> str:
        if self.stage == "bid" and FIRST_BID <= action <= FIRST_BID + MOST_TRICKS:
            if action - FIRST_BID > self.size:
                return f"{CALLS[action]} is not legal: bids go from 0 to {self.size} (R4)"
            return f"{CALLS[action]} would make the bids add up to {self.size} (R10)"
        if self.stage == "play" and self.blind:
            return "the own card is not seen before it is played (R12)"
        return super()._why_illegal(action)

    # ---- who sees what ----

    def _revealed(self: Any, call: int) -> bool:
        """Hidden bids are shown when all are made, secret ones at the end of the round."""
        all_made = len(self.bids) == self.game.num_players()
        return bool(all_made and self.game.get_parameters()["bidding"] == "hidden")

    def _sees(self, viewer: int, owner: int) -> bool:
        return (viewer == owner) != self.blind

    def _shown_deal(self, seat: int | None, owner: int, mask: int) -> list[str] | int:
        if self.blind and seat is not None and self.stage != "over":
            seen = seat != owner or not self.hands[owner]
            return self._texts(mask) if seen else mask.bit_count()
        return super()._shown_deal(seat, owner, mask)

    def worlds(self: Any, seat: int) -> int:
        """As in all games of tricks; of unseen cards the own one alone is not known."""
        if not self.blind or self.stage == "over":
            return int(super().worlds(seat))
        self._check_seat(seat)
        others = sum(self.dealt) & ~self.dealt[seat]
        own = self.deck & ~others & ~self.turned_up
        return own.bit_count() if self.hands[seat] else 1

    def _dealt_text(self, seat: int) -> str:
        if not self.blind or self.stage == "over":
            return super()._dealt_text(seat)
        hands = [
            "own" if owner == seat else " ".join(self._texts(mask))
            for owner, mask in enumerate(self.dealt)
        ]
        return f"{' | '.join(hands)}, turned up {' '.join(self._texts(self.turned_up))}"

    def _resampled_history(self, history: list[int]) -> list[int]:
        history, plays = super()._resampled_history(history), len(self.plays)
        if not self.blind or self.stage == "over":
            return history
        return [*history[: len(history) - plays], *[UNSEEN] * plays]

    def _bids_seen(self: Any, seat: int | None) -> list[int | str | None]:
        """Bids by seat: a number, ``?`` for one that is hidden, None before it is made."""
        first, bids = int(self.asks), self.bids
        seen: list[int | str | None] = [None] * self.game.num_players()
        for place, (owner, bid) in enumerate(bids.items()):
            seen[owner] = bid if self._knows_call(seat, first + place) else "?"
        return seen

    def _to_dict(self: Any, seat: int | None) -> dict[str, Any]:
        trump = self.trump
        return {
            **super()._to_dict(seat),
            "trump": None if trump == NO_TRUMP else SUIT_NAMES[trump],
            "bids": self._bids_seen(seat),
        }

    def _facts(self: Any) -> list[tuple[str, str]]:
        everybody = -1  # a seat that made no call
        seen = enumerate(self._bids_seen(everybody))
        bids = ", ".join(f"seat {seat} {bid}" for seat, bid in seen if bid is not None)
        trump = "none" if self.trump == NO_TRUMP else SUIT_NAMES[self.trump]
        return [("trump", trump), ("bids", bids or "-")]
