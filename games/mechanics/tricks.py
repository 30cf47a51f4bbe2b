"""Games of tricks, readable: dealing hands, laps of calls, play, hidden cards drawn anew.

A deal goes: every seat gets a hand, cards in ascending order and hand after hand; the game's own
calls (bids, contracts, ...), a stack of decisions; tricks; settlement. A game says how the cards
follow and beat each other (a `TrickTable`), what may be led, what is called, and how a deal is
settled; everything else is here.

Sets of cards are integers, one bit a card.
"""

from abc import abstractmethod
from typing import Any

from ext.mech.tricks import TrickTable, bits
from ext.rng import Stream, hash_ints
from ext.state import State
from games.core import CHANCE, TERMINAL
from games.core.deal import Source
from games.core.decisions import Stack, answer, top
from games.core.game import Game
from games.mechanics.dealing import Dealer, hand_outcomes, sample_hand_card
from games.views import Cards, Facts, Lines, View, Viewed


class TrickText(Viewed):
    """Text half of a game of tricks; a game adds its notation and its own facts.

    Both backends offer the attributes below. A finished deal is common knowledge: all its cards
    were played.

    Attributes
    ----------
    deal, deal_start : int
        Number of the deal, from 0, and actions before it.
    dealt, hands : list of int
        What each seat was dealt, and what it still holds.
    taken : list of int
        Tricks of each seat.
    calls : list of int
        Actions between the dealing and the first lead.
    plays : list of int
        Cards played in this deal, in order.
    opener : int
        Seat that leads to the first trick.
    stage : str
        ``deal``, the phase of the pending call, ``play`` or ``over``.
    """

    game: Game
    deck: int  # all cards
    deal: int
    deal_start: int
    dealt: list[int]
    hands: list[int]
    taken: list[int]
    calls: list[int]
    plays: list[int]
    opener: int
    stage: str
    title: str

    # ---- what a game says ----

    @abstractmethod
    def _card(self, card: int) -> str:
        """Notation of a card."""

    @abstractmethod
    def _table(self) -> TrickTable:
        """How cards follow and beat each other in this deal."""

    @abstractmethod
    def _called(self, action: int) -> str:
        """Notation of a call; a KeyError for what is none."""

    @abstractmethod
    def _dealing_order(self) -> list[int]:
        """Seats in the order in which they get their hands; the dealer comes last."""

    def _facts(self) -> list[tuple[str, str]]:
        """Lines of the view about the calls of this deal."""
        return []

    # ---- notation ----

    def _phase(self) -> str:
        return "play" if self.stage == "over" else self.stage

    def _action_to_string(self, action: int) -> str:
        return self._card(action) if self._is_card(action) else self._called(action)

    def _is_card(self, action: int) -> bool:
        return 0 <= action < 64 and bool(self.deck >> action & 1)

    def _why_illegal(self: Any, action: int) -> str:
        text = self._safe_text(action)
        if self.stage != "play" or not self._is_card(action):
            return f"{text} is not legal in the phase {self._phase()}"
        seat = self.current_player()
        if not self.hands[seat] >> action & 1:
            return f"{text} is not in the hand of seat {seat}"
        if self.plays and len(self.plays) % self.game.num_players():
            return f"{text} does not follow suit, and seat {seat} can"
        return self._why_not_led(action)

    def _why_not_led(self, action: int) -> str:
        return f"{self._card(action)} can't be led now"

    # ---- tricks ----

    def tricks_played(self) -> list[tuple[int, list[int], int]]:
        """Tricks so far: leader, cards in order, winner (-1 while unfinished)."""
        seats, leader, tricks = self.game.num_players(), self.opener, []
        for first in range(0, len(self.plays), seats):
            cards = list(self.plays[first : first + seats])
            full = len(cards) == seats
            won = (leader + self._table().winner(cards)) % seats if full else -1
            tricks.append((leader, cards, won))
            leader = won
        return tricks

    # ---- chance ----

    def _dealt_to(self) -> tuple[int, int]:
        """The seat whose hand is being dealt, and how many cards it still lacks."""
        size = self._hand_size()
        for seat in self._dealing_order():
            lacks = size - self.dealt[seat].bit_count()
            if lacks:
                return seat, lacks
        raise ValueError("all hands are dealt")

    def _hand_size(self) -> int:
        return self.deck.bit_count() // self.game.num_players()

    def _chance_source(self) -> Source:
        seat, lacks = self._dealt_to()
        others = sum(mask for s, mask in enumerate(self.dealt) if s != seat)
        size = self._hand_size()
        given = sum(mask.bit_count() for s, mask in enumerate(self.dealt) if s != seat)
        return Source(f"deck {self.deal}", given, bits(self.deck & ~others), size, size - lacks)

    def _resampled_history(self, history: list[int]) -> list[int]:
        dealt = [card for seat in self._dealing_order() for card in bits(self.dealt[seat])]
        return [*history[: self.deal_start], *dealt, *history[self.deal_start + len(dealt) :]]

    # ---- information ----

    def _information_state_string(self: Any, seat: int) -> str:
        past = " ".join(map(str, self.history()[: self.deal_start]))
        return f"{past} / {self._current_information(seat)}"

    def _current_information(self, seat: int) -> str:
        """What `seat` has seen of this deal, in order."""
        given = sum(mask.bit_count() for mask in self.dealt)
        own = " ".join(self._card(c) for c in bits(self.dealt[seat]))
        calls = ",".join(map(self._called, self.calls))
        plays = " ".join(map(self._card, self.plays))
        return f"seat {seat} deal {self.deal} dealt {given}; {own}; {calls}; {plays}"

    def _to_dict(self: Any, seat: int | None) -> dict[str, Any]:
        return {
            "deal": self.deal,
            "stage": self.stage,
            "to_move": max(-1, self.current_player()),
            "hands": [self._shown(seat, s, mask) for s, mask in enumerate(self.hands)],
            "dealt": [self._shown(seat, s, mask) for s, mask in enumerate(self.dealt)],
            "calls": [self._called(a) for a in self.calls],
            "tricks": [
                {"leader": leader, "cards": [self._card(c) for c in cards], "winner": won}
                for leader, cards, won in self.tricks_played()
            ],
            "taken": list(self.taken),
            "scores": self.scores(),
        }

    def _shown(self, seat: int | None, owner: int, mask: int) -> list[str] | int:
        if seat is None or seat == owner or self.stage == "over":
            return [self._card(c) for c in self._sorted(mask)]
        return mask.bit_count()

    def _sorted(self, mask: int) -> list[int]:
        """Cards of a hand as they are shown."""
        return bits(mask)

    def _view(self: Any, seat: int | None) -> View:
        seen = self._to_dict(seat)
        blocks: list[Any] = []
        for owner, hand in enumerate(seen["dealt" if self.stage == "over" else "hands"]):
            known = isinstance(hand, list)
            name = f"seat {owner}" + (", dealer" if owner == self._dealing_order()[-1] else "")
            hidden = 0 if known else hand
            blocks.append(Cards(name, hand if known else [], hidden, seen["to_move"] == owner))
        scores = ", ".join(f"{s:g}" for s in seen["scores"])
        taken = ", ".join(map(str, self.taken))
        facts = [*self._facts(), ("tricks taken", taken), ("scores", scores)]
        blocks.append(Facts("", facts))
        if seen["tricks"]:
            blocks.append(Lines("tricks", [_trick_line(t) for t in seen["tricks"]]))
        return View(f"{self.title}, deal {self.deal + 1}", blocks)


def _trick_line(trick: dict[str, Any]) -> str:
    to = "" if trick["winner"] < 0 else f" to seat {trick['winner']}"
    return f"seat {trick['leader']} leads {' '.join(trick['cards'])}{to}"


class TrickState(State):
    """Readable half of a game of tricks, to be mixed with a `TrickText`."""

    def _setup(self: Any) -> None:
        seats = self.game.num_players()
        self.deck = self.game.deck
        self.totals = [0] * seats
        self.finished = self.moves = self.past = 0
        self.over = False
        self._setup_match()
        self._start_deal()

    def _setup_match(self) -> None:
        """What a game keeps over the deals, besides the totals."""

    def _start_deal(self: Any) -> None:
        seats = self.game.num_players()
        self.deal, self.deal_start = self.finished, self.moves
        self.dealt, self.hands, self.played = [0] * seats, [0] * seats, [0] * seats
        self.voids, self.taken = [0] * seats, [0] * seats
        self.calls: list[int] = []
        self.plays: list[int] = []
        self.pending: Stack = ()
        self.opener = self.leader = self._dealing_order()[0]
        self._setup_deal()

    def _setup_deal(self) -> None:
        """What a game keeps of a deal."""

    @abstractmethod
    def _open_calls(self) -> Stack:
        """The decisions between the dealing and the first lead."""

    def _leads(self, hand: int) -> int:
        """Cards of a hand that may be led."""
        return hand

    def _lead_shows(self, card: int) -> int:
        """Effective suits, one bit each, that its seat can't hold when it leads `card`."""
        return 0

    def _after_card(self, seat: int, card: int) -> None:
        """What a game notes when a card is played."""

    @abstractmethod
    def _settle(self) -> bool:
        """Add the points of the finished deal to the totals; is the match over?"""

    def _clone_into(self, other: Any) -> None:
        for name, value in vars(self).items():
            setattr(other, name, value.copy() if isinstance(value, list) else value)

    # ---- where the deal stands ----

    @property
    def stage(self: Any) -> str:
        """``deal``, the phase of the pending call, ``play`` or ``over``."""
        if self.over:
            return "over"
        if self.dealt[self._dealing_order()[-1]].bit_count() < self._hand_size():
            return "deal"
        return top(self.pending).phase if self.pending else "play"

    @property
    def trick(self: Any) -> list[int]:
        """Cards on the table, in order."""
        seats = self.game.num_players()
        return self.plays[len(self.plays) - len(self.plays) % seats :]

    def _turn(self: Any) -> int:
        """Seat that plays the next card."""
        return (self.leader + len(self.trick)) % self.game.num_players()

    def _current_player(self: Any) -> int:
        stage = self.stage
        if stage in ("over", "deal"):
            return TERMINAL if stage == "over" else CHANCE
        return top(self.pending).seat if self.pending else self._turn()

    def _round(self) -> int:
        return self.finished

    def _scores(self) -> list[int]:
        return self.totals

    # ---- moves ----

    def _legal_actions(self: Any) -> list[int]:
        if self.pending:
            return top(self.pending).legal(self)
        hand, trick = self.hands[self._turn()], self.trick
        return bits(self._table().legal(hand, trick[0]) if trick else self._leads(hand))

    def _apply_action(self: Any, action: int) -> None:
        self.moves += 1
        if self.stage == "deal":
            self._deal_card(action)
        elif self.pending:
            self.calls.append(action)
            answer(self, action)
        else:
            self._play(action)

    def _deal_card(self: Any, card: int) -> None:
        seat, _ = self._dealt_to()
        self.dealt[seat] |= 1 << card
        self.hands[seat] = self.dealt[seat]
        if self.stage != "deal":
            self.pending = self._open_calls()

    def _play(self: Any, card: int) -> None:
        seat, trick, table = self._turn(), self.trick, self._table()
        if not trick:
            self.voids[seat] |= self._lead_shows(card)
        elif table.suit_of(card) != table.suit_of(trick[0]):
            self.voids[seat] |= 1 << table.suit_of(trick[0])
        self.plays.append(card)
        self.hands[seat] &= ~(1 << card)
        self.played[seat] |= 1 << card
        self._after_card(seat, card)
        seats = self.game.num_players()
        if len(trick) == seats - 1:
            self.leader = (self.leader + table.winner([*trick, card])) % seats
            self.taken[self.leader] += 1
            if not any(self.hands):
                self._finish_deal()

    def _finish_deal(self: Any) -> None:
        self.past = hash_ints([self.past, *self.dealt, *self.calls, *self.plays])
        self.over = self._settle()
        self.finished += 1
        if not self.over:
            self._start_deal()

    # ---- chance ----

    def _deal_pool(self: Any) -> tuple[list[int], int]:
        """Cards that the hand being dealt may get next, and how many it lacks."""
        seat, lacks = self._dealt_to()
        above = ~((1 << self.dealt[seat].bit_length()) - 1)
        return bits(self.deck & ~sum(self.dealt) & above), lacks

    def _chance_outcomes(self) -> list[tuple[int, float]]:
        return hand_outcomes(*self._deal_pool())

    def _sample_chance(self, stream: Stream) -> int:
        return sample_hand_card(*self._deal_pool(), stream)

    # ---- hidden cards ----

    def _resample(self: Any, seat: int, stream: Stream) -> None:
        """Redraw the other hands: uniform over the deals that agree with every card seen.

        Whoever did not follow a suit, or led what only a hand without it may lead, has none of it
        left. While hands are dealt, whole hands are drawn and what is dealt so far is kept.
        """
        if self.stage == "over":
            return
        dealing = self.stage == "deal"
        others = [s for s in range(self.game.num_players()) if s != seat]
        unseen = self.deck & ~self.hands[seat] & ~sum(self.played)
        sizes = [self._hand_size() if dealing else self.hands[s].bit_count() for s in others]
        allowed = [unseen & ~self._void_cards(s) for s in others]
        own = self._hand_size() - self.dealt[seat].bit_count() if dealing else 0
        if own:  # the own hand goes on above its last card
            above = unseen & ~((1 << self.dealt[seat].bit_length()) - 1)
            sizes, allowed = [*sizes, own], [*allowed, above]
        rest = unseen.bit_count() - sum(sizes)
        if rest:  # cards that nobody gets
            sizes, allowed = [*sizes, rest], [*allowed, unseen]
        piles = Dealer(unseen, sizes, allowed).draw(stream)
        for other, pile in zip(others, piles, strict=False):
            if dealing:
                pile = sum(1 << c for c in bits(pile)[: self.dealt[other].bit_count()])
            self.hands[other], self.dealt[other] = pile, pile | self.played[other]

    def _void_cards(self: Any, seat: int) -> int:
        """Cards that a seat has shown not to hold."""
        if not self.voids[seat]:
            return 0
        table = self._table()
        return sum(table.suit_mask(s) for s in range(table.suits) if self.voids[seat] >> s & 1)

    def _information_key(self: Any, seat: int) -> int:
        given = sum(mask.bit_count() for mask in self.dealt)
        now = [seat, given, self.dealt[seat], len(self.calls), *self.calls, *self.plays]
        return hash_ints([self.past, self.moves, *now])
