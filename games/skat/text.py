"""Notation, views and information of Skat, shared by the readable game and its twin.

Both offer the same attributes (`Position`); sets of cards are integers, one bit a card. Hands and
skat belong to roles (0 forehand, 1 middlehand, 2 rearhand); seats rotate through the roles.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from ext.mech.tricks import bits
from games.core.deal import Source
from games.core.game import Game
from games.skat.cards import (
    CONTRACTS,
    LADDER,
    NO_ANNOUNCEMENT,
    OPEN,
    ROLES,
    Deck,
    action_text,
    card_text,
    cards_text,
    points_of,
)
from games.skat.concession import given_up
from games.skat.scoring import Outcome, Settlement, settle
from games.views import Cards, Facts, Lines, View, Viewed

STAGES = ("deal", "auction", "skat", "discard", "contract", "announce", "play", "over")


class Position(Protocol):
    """What both backends offer to the text half."""

    game: Game
    stage: str  # one of STAGES
    deal: int  # number of the deal shown, from 0
    deal_start: int  # actions before this deal
    dealt: Sequence[int]  # original hands by role
    hands: Sequence[int]  # cards held now by role
    skat: int  # the two cards left over; 0 while dealing
    discards: int
    auction_log: Sequence[int]
    bid: int  # index in the ladder, -1 before the first bid
    declarer: int  # role, -1 while there is none
    picked_up: bool
    contract: int  # -1 before it is named
    announced: int  # 0 before it is said
    plays: Sequence[int]  # cards played in this deal, in order
    last: tuple[int, dict[str, Any]] | None  # declarer's seat and facts of the last settled deal

    def _turn(self) -> int: ...
    def scores(self) -> list[float]: ...
    def history(self) -> list[int]: ...


class SkatText(Viewed):
    """Text half of a Skat state."""

    # ---- seats and cards ----

    @property
    def deck(self: Any) -> Deck:
        """The cards in play."""
        return self.game.deck

    def seat_of(self: Any, role: int) -> int:
        """The seat that has a role in this deal."""
        return (self.deal + role) % self.game.num_players()

    def role_of(self: Any, seat: int) -> int:
        """Role of a seat in this deal; -1 for the dealer who sits out."""
        role = (seat - self.deal) % self.game.num_players()
        return role if role < 3 else -1

    def tricks_played(self: Any) -> list[tuple[int, list[int], int]]:
        """Tricks so far: leader's role, cards in order, winner's role (-1 while unfinished)."""
        tricks, leader = [], 0
        for first in range(0, len(self.plays), 3):
            cards = list(self.plays[first : first + 3])
            full = len(cards) == 3
            table = self.deck.tables[self.contract]
            won = (leader + table.winner(cards)) % 3 if full else -1
            tricks.append((leader, cards, won))
            leader = won
        return tricks

    @property
    def settlement(self: Any) -> Settlement | None:
        """How the last finished deal was settled; None before the first and when passed in."""
        return None if self.last is None else settle(self.deck, Outcome(**self.last[1]))

    def settle_given_up(self: Any, rest_to_declarer: bool) -> Settlement:
        """How the deal in play would be settled if everything unplayed went to one side."""
        return settle(self.deck, given_up(self, rest_to_declarer))

    def _sees_deal(self: Any, seat: int | None, role: int) -> bool:
        return self.stage == "over" or seat is None or self.role_of(seat) == role

    def _sees_hand(self: Any, seat: int | None, role: int) -> bool:
        # An open hand shows what is left of it, not what was put away.
        is_open = self.announced == OPEN and role == self.declarer
        return is_open or self._sees_deal(seat, role)

    def _sees_skat(self: Any, seat: int | None) -> bool:
        if self.stage == "over" or seat is None:
            return True
        return self.picked_up and self.role_of(seat) == self.declarer

    # ---- hooks of the contract ----

    def _phase(self: Any) -> str:
        names = {"announce": "contract", "over": "play"}
        return names.get(self.stage, self.stage)

    def _action_to_string(self, action: int) -> str:
        return action_text(action)

    def _chance_source(self: Any) -> Source:
        size = self.deck.hand
        dealt = sum(mask.bit_count() for mask in self.dealt)
        given = sum(self.dealt[: dealt // size])
        pool = [c for c in self.deck.cards if not given >> c & 1]
        return Source(f"deck {self.deal}", dealt - dealt % size, pool, size, dealt % size)

    def _why_illegal(self: Any, action: int) -> str:
        text = self._safe_text(action)
        if self.stage == "play" and 0 <= action < 32:
            role = self._turn()
            if not self.hands[role] >> action & 1:
                return f"{text} is not in {ROLES[role]}'s hand"
            return f"{text} does not follow suit, and {ROLES[role]} can (R9)"
        if self.stage == "discard" and 0 <= action < 32:
            return f"{text} can't be put away: two cards of the hand, the lower number first (R7)"
        if self.stage == "auction":
            now = f"{LADDER[self.bid]} is held" if self.bid >= 0 else "nothing has been bid"
            return f"{text} is no answer in this auction, where {now} (R5)"
        return f"{text} is not legal in the phase {self._phase()}"

    def _resampled_history(self: Any, history: list[int]) -> list[int]:
        if self.stage == "over":
            return history
        hands = [card for mask in self.dealt for card in bits(mask)]
        now = [*history[: self.deal_start], *hands, *history[self.deal_start + len(hands) :]]
        if self.discards:
            put = self.deal_start + len(hands) + len(self.auction_log) + 1
            now[put : put + self.discards.bit_count()] = bits(self.discards)
        return now

    # ---- information ----

    def _information_state_string(self: Any, seat: int) -> str:
        past = " ".join(map(str, self.history()[: self.deal_start]))
        return f"{past} / {self._current_information(seat)}"

    def _current_information(self: Any, seat: int) -> str:
        """What `seat` has seen of this deal, in order; finished deals are open to all."""
        role = self.role_of(seat)
        if self.stage == "over":
            return f"seat {seat} over"
        dealt = sum(mask.bit_count() for mask in self.dealt)
        parts = [f"seat {seat} deal {self.deal} {self.stage} dealt {dealt}"]
        parts.append(" ".join(cards_text(self.dealt[role])) if role >= 0 else "sits out")
        parts.append(",".join(map(action_text, self.auction_log)))
        if self.declarer >= 0:
            how = "picked up" if self.picked_up else "-" if self.stage == "skat" else "hand"
            parts.append(f"{ROLES[self.declarer]} {how} put {self.discards.bit_count()}")
            if self._sees_skat(seat):
                parts.append(" ".join([*cards_text(self.skat), "put", *cards_text(self.discards)]))
        if self.contract >= 0:
            parts.append(f"{CONTRACTS[self.contract]} {self.announced}")
            if self.announced == OPEN:
                parts.append(" ".join(cards_text(self.hands[self.declarer])))
        parts.append(" ".join(map(card_text, self.plays)))
        return "; ".join(parts)

    def _to_dict(self: Any, seat: int | None) -> dict[str, Any]:
        mover = -1 if self.stage in ("deal", "over") else self.seat_of(self._turn())
        return {
            "deal": self.deal,
            "deals": self.game.get_parameters()["deals"],
            "stage": self.stage,
            "to_move": mover,
            "forehand": self.seat_of(0),
            "hands": [self._hand(seat, role) for role in range(3)],
            "dealt": [
                cards_text(m) if self._sees_deal(seat, r) else m.bit_count()
                for r, m in enumerate(self.dealt)
            ],
            "skat": self._shown(seat, self.skat),
            "discards": self._shown(seat, self.discards),
            "auction": [action_text(a) for a in self.auction_log],
            "bid": LADDER[self.bid] if self.bid >= 0 else 0,
            "declarer": self.seat_of(self.declarer) if self.declarer >= 0 else None,
            "picked_up": self.picked_up,
            "contract": CONTRACTS[self.contract] if self.contract >= 0 else None,
            "announced": action_text(self.announced) if self.announced else None,
            "tricks": [
                {
                    "leader": self.seat_of(leader),
                    "cards": [card_text(c) for c in cards],
                    "winner": self.seat_of(won) if won >= 0 else None,
                }
                for leader, cards, won in self.tricks_played()
            ],
            "scores": self.scores(),
        }

    def _hand(self: Any, seat: int | None, role: int) -> list[str] | int:
        mask = self.hands[role]
        return cards_text(mask) if self._sees_hand(seat, role) else mask.bit_count()

    def _shown(self: Any, seat: int | None, mask: int) -> list[str] | int:
        return cards_text(mask) if self._sees_skat(seat) else mask.bit_count()

    # ---- views ----

    def _view(self: Any, seat: int | None) -> View:
        seen = self._to_dict(seat)
        blocks: list[Any] = []
        for role, hand in enumerate(seen["dealt" if self.stage == "over" else "hands"]):
            name = f"{ROLES[role]} (seat {self.seat_of(role)})"
            name += ", declarer" if role == self.declarer else ""
            shown = hand if isinstance(hand, list) else []
            hidden = 0 if isinstance(hand, list) else hand
            blocks.append(Cards(name, shown, hidden, seen["to_move"] == self.seat_of(role)))
        blocks.extend(self._skat_blocks(seen))
        blocks.append(Facts("", self._facts(seen)))
        if seen["tricks"]:
            blocks.append(Lines("tricks", [self._trick_line(t) for t in seen["tricks"]]))
        return View(f"Skat, deal {seen['deal'] + 1} of {seen['deals']}", blocks)

    def _skat_blocks(self: Any, seen: dict[str, Any]) -> list[Cards]:
        blocks = []
        for name in ("skat", "discards"):
            cards = seen[name]
            if cards:
                known = isinstance(cards, list)
                blocks.append(Cards(name, cards if known else [], 0 if known else cards))
        return blocks

    def _facts(self: Any, seen: dict[str, Any]) -> list[tuple[str, str]]:
        facts = [("auction", ", ".join(seen["auction"]) or "-")]
        if seen["contract"]:
            extra = "" if self.announced in (0, NO_ANNOUNCEMENT) else f", {seen['announced']}"
            hand = "" if self.picked_up else " Hand"
            facts.append(("contract", f"{seen['contract']}{hand}{extra}, bid {seen['bid']}"))
        if self.plays:
            own, other = self.trick_points()
            facts.append(("points in tricks", f"declarer {own}, defenders {other}"))
        facts.append(("scores", ", ".join(f"{s:g}" for s in seen["scores"])))
        return facts

    def trick_points(self: Any) -> tuple[int, int]:
        """Card points in the tricks of the declarer and of the defenders, skat not included."""
        points = [0, 0]
        for _, cards, won in self.tricks_played():
            if won >= 0:
                points[won != self.declarer] += sum(points_of(1 << c) for c in cards)
        return points[0], points[1]

    @staticmethod
    def _trick_line(trick: dict[str, Any]) -> str:
        to = "" if trick["winner"] is None else f" to seat {trick['winner']}"
        return f"seat {trick['leader']} leads {' '.join(trick['cards'])}{to}"
