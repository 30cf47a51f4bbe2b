"""The text half of a game of tricks: notation, views, information, what both backends share."""

from abc import abstractmethod
from typing import Any

from ext.mech.tricks import TrickTable, bits
from games.core.deal import Source
from games.core.game import Game
from games.mechanics.dealing import Dealer
from games.views import Cards, Facts, Lines, View, Viewed

HIDDEN = 9999  # what others see of a hidden call: no action's number


class TrickText(Viewed):
    """Text half of a game of tricks; a game adds its notation and its own facts.

    Both backends offer the attributes below. Sets of cards are integers, one bit a card; of
    identical cards (``copies`` of each kind) the actions and the texts know the kind only. A
    finished deal is common knowledge: all is laid open.

    Attributes
    ----------
    deck : int
        All cards.
    deal, deal_start : int
        Number of the deal, from 0, and actions before it.
    size : int
        Cards a hand.
    order : list of int
        Seats as they are dealt to; the dealer comes last.
    dealt, hands : list of int
        What each seat was dealt, and what it holds now.
    turned, turned_up : int
        How many cards are turned up after the hands are dealt, and which.
    taken, won : list of int
        Tricks of each seat, and the cards in them.
    calls : list of int
        Actions between the dealing and the first lead.
    callers : list of (int, bool)
        For each call the seat that made it, and whether it was hidden from the others.
    plays : list of int
        Cards played in this deal, in order, as actions.
    opener : int
        Seat that leads to the first trick.
    stage : str
        ``deal``, the phase of the pending call, ``play`` or ``over``.
    """

    game: Game
    copies = 1  # identical cards of each kind
    deck: int
    deal: int
    deal_start: int
    size: int
    order: list[int]
    dealt: list[int]
    hands: list[int]
    turned: int
    turned_up: int
    taken: list[int]
    won: list[int]
    calls: list[int]
    callers: list[tuple[int, bool]]
    plays: list[int]
    opener: int
    stage: str
    title: str

    # ---- what a game says ----

    @abstractmethod
    def _card(self, card: int) -> str:
        """Notation of a card, given its action."""

    @abstractmethod
    def _table(self) -> TrickTable:
        """How cards follow and beat each other in this deal."""

    @abstractmethod
    def _called(self, action: int) -> str:
        """Notation of a call; a KeyError for what is none."""

    def _facts(self) -> list[tuple[str, str]]:
        """Lines of the view about the calls of this deal, as everybody sees them."""
        return []

    def _sorted(self, mask: int) -> list[int]:
        """Cards of a hand as they are shown."""
        return bits(mask)

    def _why_not_led(self, action: int) -> str:
        return f"{self._card(action)} can't be led now"

    def _why_not_played(self, action: int, seat: int) -> str:
        table, card = self._table(), self.copies * action
        suit = table.suit_to_follow(self.trick)
        if suit is not None and table.suit_of(card) == suit:
            return f"{self._card(action)} does not beat the cards on the table, and seat {seat} can"
        if suit is not None and not self.hands[seat] & table.suit_mask(suit):
            better = " higher" if table.suit_of(card) == table.trump else ""
            return f"{self._card(action)} can't be played: seat {seat} must play a{better} trump"
        return f"{self._card(action)} does not follow suit, and seat {seat} can"

    def _revealed(self, call: int) -> bool:
        """Has a call that was hidden when it was made been shown since? `call` is its number."""
        return False

    def _sees(self, viewer: int, owner: int) -> bool:
        """Does one seat see the hand of another?"""
        return viewer == owner

    def _private(self, seat: int) -> str:
        """What a seat has seen besides its dealt cards, its calls and what everybody saw."""
        return ""

    # ---- cards and actions ----

    def _kinds(self, mask: int) -> list[int]:
        """The actions of some cards, ascending, identical ones as often as they are there."""
        return [card // self.copies for card in bits(mask)]

    def _texts(self, mask: int) -> list[str]:
        """The cards of a set as they are shown."""
        return [self._card(card // self.copies) for card in self._sorted(mask)]

    def _is_card(self, action: int) -> bool:
        return 0 <= action < 64 // self.copies and bool(self.deck >> self.copies * action & 1)

    def _phase(self) -> str:
        return "play" if self.stage == "over" else self.stage

    def _action_to_string(self, action: int) -> str:
        return self._card(action) if self._is_card(action) else self._called(action)

    def _why_illegal(self: Any, action: int) -> str:
        text = self._safe_text(action)
        if self.stage != "play" or not self._is_card(action):
            return f"{text} is not legal in the phase {self._phase()}"
        seat = self.current_player()
        if action not in self._kinds(self.hands[seat]):
            return f"{text} is not in the hand of seat {seat}"
        if self.plays and len(self.plays) % self.game.num_players():
            return self._why_not_played(action, seat)
        return self._why_not_led(action)

    # ---- tricks ----

    @property
    def trick(self: Any) -> list[int]:
        """Cards on the table, in order."""
        seats = self.game.num_players()
        first = len(self.plays) - len(self.plays) % seats
        return [self.copies * kind for kind in self.plays[first:]]

    def tricks_played(self) -> list[tuple[int, list[int], int]]:
        """Tricks so far: leader, cards in order, winner (-1 while unfinished)."""
        seats, leader, tricks = self.game.num_players(), self.opener, []
        for first in range(0, len(self.plays), seats):
            cards = list(self.plays[first : first + seats])
            full = len(cards) == seats
            place = self._table().winner([self.copies * c for c in cards]) if full else 0
            won = (leader + place) % seats if full else -1
            tricks.append((leader, cards, won))
            leader = won
        return tricks

    # ---- chance ----

    def _chance_source(self: Any) -> Source:
        given = [self.dealt[seat] for seat in self.order]
        for at, mask in enumerate(given):
            if mask.bit_count() < self.size:
                return self._source(given[:at], mask, self.size)
        return self._source(given, self.turned_up, self.turned)

    def _source(self, before: list[int], mask: int, count: int) -> Source:
        """A group of draws: `count` cards, some of which are in `mask` already."""
        draw = sum(m.bit_count() for m in before) + mask.bit_count()
        pool = self._kinds(self.deck & ~sum(before))
        return Source(f"deck {self.deal}", draw, pool, count, mask.bit_count())

    def _resampled_history(self, history: list[int]) -> list[int]:
        if self.stage == "over":
            return history
        dealt = [card for seat in self.order for card in self._kinds(self.dealt[seat])]
        turned = self._kinds(self.turned_up)
        return [*history[: self.deal_start], *dealt, *turned, *self.calls, *self.plays]

    # ---- information ----

    def worlds(self: Any, seat: int) -> int:
        """In how many ways the cards that a seat can't see may lie now.

        Counted are the ways to fill hands and hidden piles with the unseen cards, under what the
        play, shown cards and the seat's own passes have told; identical cards count apart, and
        how hidden calls came about does not count.

        Parameters
        ----------
        seat : int

        Returns
        -------
        int
            Exact up to 2**53, then to some fourteen digits.
        """
        self._check_seat(seat)
        return 1 if self.stage == "over" else Dealer(*self._question(seat)).count()

    def _information_state_string(self: Any, seat: int) -> str:
        past = " ".join(map(str, self.history()[: self.deal_start]))
        return f"{past} / {self._current_information(seat)}"

    def _current_information(self, seat: int) -> str:
        """What `seat` has seen of this deal, in order."""
        given = sum(mask.bit_count() for mask in self.dealt)
        plays = " ".join(map(self._card, self.plays))
        head = f"seat {seat} deal {self.deal} dealt {given}"
        parts = [head, self._dealt_text(seat), ",".join(self._calls_seen(seat)), plays]
        private = self._private(seat)
        return "; ".join([*parts, private] if private else parts)

    def _dealt_text(self, seat: int) -> str:
        """The dealt cards that a seat has seen: its own, and those turned up; at the end all."""
        seen = self.dealt if self.stage == "over" else [self.dealt[seat]]
        own = " | ".join(" ".join(map(self._card, self._kinds(mask))) for mask in seen)
        if not self.turned_up:
            return own
        return f"{own}, turned up {' '.join(map(self._card, self._kinds(self.turned_up)))}"

    def _calls_seen(self, seat: int | None) -> list[str]:
        """The calls as a seat knows them: ``?`` for what others hide."""
        return [
            self._called_or_card(action) if self._knows_call(seat, number) else "?"
            for number, action in enumerate(self.calls)
        ]

    def _called_or_card(self, action: int) -> str:
        return self._card(action) if self._is_card(action) else self._called(action)

    def _knows_call(self, seat: int | None, number: int) -> bool:
        by, hidden = self.callers[number]
        open_now = not hidden or self.stage == "over" or self._revealed(number)
        return open_now or seat is None or seat == by

    def _to_dict(self: Any, seat: int | None) -> dict[str, Any]:
        return {
            "deal": self.deal,
            "stage": self.stage,
            "to_move": max(-1, self.current_player()),
            "hands": [self._shown(seat, s, mask) for s, mask in enumerate(self.hands)],
            "dealt": [self._shown_deal(seat, s, mask) for s, mask in enumerate(self.dealt)],
            **({"turned_up": self._texts(self.turned_up)} if self.turned else {}),
            "calls": self._calls_seen(seat),
            "tricks": [
                {"leader": leader, "cards": [self._card(c) for c in cards], "winner": won}
                for leader, cards, won in self.tricks_played()
            ],
            "taken": list(self.taken),
            "scores": self.scores(),
        }

    def _shown(self, seat: int | None, owner: int, mask: int) -> list[str] | int:
        if seat is None or self._sees(seat, owner) or self.stage == "over":
            return self._texts(mask)
        return mask.bit_count()

    def _shown_deal(self, seat: int | None, owner: int, mask: int) -> list[str] | int:
        """What a seat was dealt; only its own seat knows it, whoever sees the hand now."""
        if seat is None or seat == owner or self.stage == "over":
            return self._texts(mask)
        return mask.bit_count()

    # ---- views ----

    def _view(self: Any, seat: int | None) -> View:
        seen = self._to_dict(seat)
        blocks: list[Any] = []
        for owner, hand in enumerate(seen["dealt" if self.stage == "over" else "hands"]):
            known = isinstance(hand, list)
            name = f"seat {owner}" + (", dealer" if owner == self.order[-1] else "")
            hidden = 0 if known else hand
            blocks.append(Cards(name, hand if known else [], hidden, seen["to_move"] == owner))
        if self.turned_up:
            blocks.append(Cards("turned up", seen["turned_up"], 0, False))
        blocks.extend(self._more_blocks(seat, seen))
        scores = ", ".join(f"{s:g}" for s in seen["scores"])
        taken = ", ".join(map(str, self.taken))
        blocks.append(Facts("", [*self._facts(), ("tricks taken", taken), ("scores", scores)]))
        if seen["tricks"]:
            blocks.append(Lines("tricks", [_trick_line(t) for t in seen["tricks"]]))
        return View(f"{self.title}, deal {self.deal + 1}", blocks)

    def _more_blocks(self, seat: int | None, seen: dict[str, Any]) -> list[Any]:
        """Blocks of a game's own, as a seat sees them."""
        return []


def _trick_line(trick: dict[str, Any]) -> str:
    to = "" if trick["winner"] < 0 else f" to seat {trick['winner']}"
    return f"seat {trick['leader']} leads {' '.join(trick['cards'])}{to}"
