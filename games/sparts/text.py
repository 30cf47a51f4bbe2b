"""Sparts: notation, views and information, the same for the readable game and its twin."""

from typing import Any

from ext.mech.tricks import TrickTable
from games.mechanics.cards import by_suit, card_text
from games.mechanics.passing import PassingText, Route
from games.mechanics.tricks import TrickText

UNDECIDED, SPADES_DEAL, HEARTS_DEAL = -1, 0, 1  # what a deal is played as
NAMES = ("Spades", "Hearts")
CHOOSE = 52  # action that chooses Spades; the next one chooses Hearts
NIL = 54
CALLS = {CHOOSE: "play Spades", CHOOSE + 1: "play Hearts", NIL: "nil"}
CALLS |= {NIL + bid - 1: f"bid {bid}" for bid in range(2, 14)}
PASSED_TO = ("left", "right", "across", "nobody")
SHIFTS = (1, 3, 2, 0)


def bid_of(action: int) -> int:
    """Tricks that a bid promises."""
    return 0 if action == NIL else action - NIL + 1


class SpartsText(PassingText, TrickText):
    """Text half of Sparts.

    Attributes
    ----------
    contract : int
        SPADES_DEAL, HEARTS_DEAL, or UNDECIDED before the choice.
    chooser : int
        Seat that was dealt the choosing card, -1 when nobody chooses, or not all is dealt.
    hearts_deals : int
        Hearts deals before this one.
    bags : list of int
        Overtricks of each seat so far that have not been paid for.
    broken : bool
        Has a card been played in this deal that opens spades, or hearts, for leading?
    """

    title = "Sparts"
    contract: int
    chooser: int
    hearts_deals: int
    bags: list[int]
    broken: bool

    @property
    def first_call(self: Any) -> int:
        """Number of the first call after the choice."""
        return int(self.game.chooses)

    @property
    def bids(self) -> dict[int, int]:
        """Bid of each seat that has bid; 0 is nil."""
        calls = self.calls[self.first_call :] if self.contract == SPADES_DEAL else []
        return {self.order[i]: bid_of(action) for i, action in enumerate(calls)}

    @property
    def route(self: Any) -> Route:  # type: ignore[override]
        """How cards are passed in this deal."""
        hearts = self.contract == HEARTS_DEAL
        return self.game.route(self.hearts_deals) if hearts else Route(0, 0, self.first_call)

    def _private(self, seat: int) -> str:
        """What a seat received; and, which all see, who chose and who opens."""
        received = " ".join(map(card_text, self._received(seat)))
        return f"chooser {self.chooser} opener {self.opener} received {received}"

    def _card(self, card: int) -> str:
        return card_text(card)

    def _called(self, action: int) -> str:
        return CALLS[action]

    def _table(self: Any) -> TrickTable:
        return self.game.tables[self.contract]

    def _sorted(self, mask: int) -> list[int]:
        return by_suit(mask)

    # ---- why not ----

    def _why_illegal(self: Any, action: int) -> str:
        text = self._safe_text(action)
        if self.stage == "bid" and NIL <= action < NIL + 13:
            return f"{text} is not legal: bids are nil and 2 to {self.size} (R3)"
        if self.stage == "pass" and self._is_card(action):
            seat = self.current_player()
            if not self.hands[seat] >> action & 1:
                return f"{text} is not in the hand of seat {seat}"
            return f"{text} can't be chosen now: the lower cards come first (R8)"
        return super()._why_illegal(action)

    def _why_not_led(self: Any, action: int) -> str:
        if self.contract == SPADES_DEAL:
            return f"{card_text(action)} can't be led before a spade has been played (R5)"
        if not self.plays and self.game.traditional:
            return f"{card_text(action)} can't be led: the lowest club opens (R9)"
        return f"{card_text(action)} can't be led before hearts are broken (R10)"

    def _why_not_played(self: Any, action: int, seat: int) -> str:
        if self._table().playable(self.hands[seat], self._on_table()) >> action & 1:
            return f"{card_text(action)} scores, and seat {seat} has other cards (R9)"
        return super()._why_not_played(action, seat)

    def _on_table(self) -> list[int]:
        return self.plays[len(self.plays) - len(self.plays) % 4 :]

    # ---- views ----

    def _to_dict(self: Any, seat: int | None) -> dict[str, Any]:
        bids = self.bids
        extra: dict[str, Any] = {
            "contract": None if self.contract == UNDECIDED else NAMES[self.contract].lower(),
            "chooser": None if self.chooser < 0 else self.chooser,
            "bids": [bids.get(s) for s in range(4)],
            "bags": list(self.bags),
            "broken": self.broken,
        }
        if self.contract == HEARTS_DEAL:
            extra["passed_to"] = PASSED_TO[self.hearts_deals % 4 if self.route.count else 3]
            extra["received"] = [
                [card_text(card) for card in self._received(s)]
                if s == seat or seat is None or self.stage == "over"
                else len(self._received(s))
                for s in range(4)
            ]
        return {**super()._to_dict(seat), **extra}

    def _facts(self: Any) -> list[tuple[str, str]]:
        facts = []
        if self.contract != UNDECIDED:
            chosen = f", chosen by seat {self.chooser}" if self.chooser >= 0 else ""
            facts.append(("game", NAMES[self.contract] + chosen))
        if self.contract == SPADES_DEAL:
            bids = [f"seat {seat} {bid or 'nil'}" for seat, bid in self.bids.items()]
            facts.append(("bids", ", ".join(bids) or "-"))
        if self.contract == HEARTS_DEAL:
            to = PASSED_TO[self.hearts_deals % 4] if self.route.count else "nobody"
            facts.append(("passing to", to))
        return [*facts, ("bags", ", ".join(map(str, self.bags)))]
