"""Oh-Seven, readable: cards passed, bids by card and rebids, seven tricks, settlement.

The twin `ext.states.oh_seven` does the same on a C struct.
"""

from typing import Any

from ext.mech.exchange import pick
from ext.mech.tricks import TrickTable, bits
from ext.rng import Stream
from games.core.data import load_data
from games.core.decisions import Stack, chain
from games.core.game import Game
from games.mechanics.auctions import lap
from games.mechanics.cards import SUIT_NAMES, SUITS
from games.mechanics.passing import Passing, PassingText, Route
from games.mechanics.trickopen import TrickOpenSolver
from games.mechanics.tricks import TrickState, TrickText
from games.oh_seven.plain import EPSILON, plain_bid

PASSING = load_data("oh_seven")["passing"]
DECKS = {"full": (8, 7), "short": (3, 2), "tiny": (2, 1)}  # ranks, cards a hand
TIMES = 3  # a round is dealt at most so often
NO_BID = -1


def settle(bid: int, taken: int) -> int:
    """Points of a seat for a round (R8)."""
    return bid + 2 if taken == bid else -abs(bid - taken)


class OhSevenText(PassingText, TrickText):
    """Notation, views and information, shared by the readable game and its twin.

    Attributes
    ----------
    bids : list of int
        The bid cards of each seat, as kinds, -1 while there is none that all have seen.
    trump : int
        Suit that is trumps, -1 before.
    laps : int
        Laps of bids of this deal that have been turned.
    """

    title = "Oh-Seven"
    bids: list[int]
    trump: int
    laps: int

    @property
    def copies(self: Any) -> int:  # type: ignore[override]
        """Identical cards of each kind: the number of decks."""
        return int(self.game.copies)

    @property
    def route(self: Any) -> Route:  # type: ignore[override]
        """How cards are passed in this deal."""
        return self.game.route(self.round())

    def _card(self, card: int) -> str:
        return f"{card // 4}{SUITS[card % 4]}"

    def _called(self, action: int) -> str:
        raise KeyError(action)

    def _table(self: Any) -> TrickTable:
        return self.game.tables[self.trump]

    def _sorted(self, mask: int) -> list[int]:
        return sorted(bits(mask), key=lambda c: (-(c // self.copies % 4), -c))

    def _revealed(self: Any, call: int) -> bool:
        """Bids are shown when their lap is over."""
        seats = self.game.num_players()
        return 0 <= call - seats * self.route.count < seats * self.laps

    def _private(self, seat: int) -> str:
        return " ".join(map(self._card, self._received(seat)))

    def _why_illegal(self: Any, action: int) -> str:
        text, seat = self._safe_text(action), self.current_player()
        if self.stage in ("pass", "bid") and self._is_card(action):
            if action not in self._kinds(self.hands[seat]):
                return f"{text} is not in the hand of seat {seat}"
            if self.stage == "bid":
                return f"{text} has been bid with in this round (R4)"
            return f"{text} can't be chosen now: the lower cards come first (R9)"
        return super()._why_illegal(action)

    def _to_dict(self: Any, seat: int | None) -> dict[str, Any]:
        shown = [None if bid == NO_BID else self._card(bid) for bid in self.bids]
        trump = None if self.trump < 0 else SUIT_NAMES[self.trump]
        mine = [
            [self._card(kind) for kind in self._received(s)]
            if seat in (None, s)
            else self.route.count
            for s in range(self.game.num_players())
        ]
        extra = {"received": mine} if self.route.count else {}
        return {**super()._to_dict(seat), "bids": shown, "trumps": trump, **extra}

    def _facts(self) -> list[tuple[str, str]]:
        shown = [f"seat {s} {self._card(bid)}" for s, bid in enumerate(self.bids) if bid != NO_BID]
        trump = "-" if self.trump < 0 else SUIT_NAMES[self.trump]
        return [("bids", ", ".join(shown) or "-"), ("trumps", trump)]


class OhSevenState(Passing, OhSevenText, TrickState):
    """Readable Oh-Seven."""

    def _setup_match(self) -> None:
        self.times = 0  # how often this round has been dealt

    def _open_deal(self: Any) -> None:
        seats = self.game.num_players()
        self.size = self.game.size
        self.times += 1
        self._open_passing()
        self.used = [0] * seats
        self.chosen = [NO_BID] * seats  # bids of this lap, hidden until it is over
        self.bids = [NO_BID] * seats
        self.trump, self.laps = -1, 0

    def _open_calls(self: Any) -> Stack:
        return (*self._lap(), *chain(*self._passes()))

    def _lap(self: Any) -> Stack:
        return lap(self.order, "bid", _bids, _bid, sealed=True)

    def _witnesses(self: Any, seat: int) -> bool:
        return super()._witnesses(seat) or self._takes_up(seat)

    def _turn_bids(self: Any) -> None:
        """All have bid: see what the bids mean."""
        self.bids, self.chosen = self.chosen, [NO_BID] * len(self.chosen)
        self.laps += 1
        for seat in self.order:
            self.shown[seat] |= self.used[seat]
        top = max(self.bids)
        bidders = [seat for seat in self.order if self.bids[seat] == top]
        again = len(bidders) > 1 or sum(bid // 4 for bid in self.bids) == self.size
        last = self.laps == self.size and self.times == TIMES
        if again and not last:
            for seat in bidders:
                self.totals[seat] += 1
            if self.laps < self.size:
                self.pending = self._lap()
            else:
                self._close_deal()
            return
        self.trump = top % 4
        self.opener = self.leader = bidders[0]

    def _settle(self: Any) -> bool:
        for seat, bid in enumerate(self.bids):
            self.totals[seat] += settle(bid // 4, self.taken[seat])
        self.times = 0
        return bool(self.finished + 1 == self.game.get_parameters()["rounds"])

    def _traced(self: Any, seat: int) -> int:
        return int(self.shown[seat] | self.got[seat])

    def _held(self: Any, viewer: int, owner: int) -> int:
        """Bid cards that were shown, and what the viewer passed."""
        known = self.shown[owner]
        if self.passed[viewer] and self._receiver(viewer) == owner:
            known |= self.got[owner]
        return int(known & self.hands[owner])

    def _rebuild(self: Any, viewer: int, more: list[int], stream: Stream) -> None:
        if self.has_passed:
            nothing = [0] * self.game.num_players()
            self._choose_received(viewer, stream, nothing, nothing)
            self._undo_passing(viewer)
        elif self.route.count:
            self._choose_passed(viewer, stream)
        self._rewrite_passed()
        if self.chosen[self.order[0]] != NO_BID:
            self._choose_bids(viewer, stream)

    def _choose_bids(self: Any, viewer: int, stream: Stream) -> None:
        """Of cards not used before: the bids of this lap so far."""
        first = len(self.calls) - sum(bid != NO_BID for bid in self.chosen)
        for place, seat in enumerate(self.order):
            if self.chosen[seat] == NO_BID or seat == viewer:
                continue
            before = self.used[seat] & self.shown[seat]
            card = pick(self.hands[seat] & ~before, 1, stream)
            self.used[seat] = before | card
            self.chosen[seat] = self.calls[first + place] = self._kinds(card)[0]

    def _plain_call(self: Any, legal: list[int], stream: Stream | None) -> int:
        stray = self._stray(legal, stream)
        if stray is not None:
            return stray
        return legal[0] if self.stage == "pass" else plain_bid(self, legal)

    def _needs(self: Any, seat: int) -> bool:
        return bool(self.bids[seat] // 4 > self.taken[seat])


def _bids(state: OhSevenState) -> list[int]:
    seat = state._current_player()
    return sorted(set(state._kinds(state.hands[seat] & ~state.used[seat])))


def _bid(state: OhSevenState, action: int) -> None:
    seat = state.order[sum(bid != NO_BID for bid in state.chosen)]
    unused = state.hands[seat] & ~state.used[seat]
    state.used[seat] |= 1 << state._traced_card(action, unused, state._traced(seat))
    state.chosen[seat] = action
    if NO_BID not in state.chosen:
        state._turn_bids()


class OhSevenGame(Game):
    """Oh-Seven for two to nine."""

    text = OhSevenText
    readable = OhSevenState
    twin = "ext.states.oh_seven"
    playout_epsilon = EPSILON
    times = TIMES

    def _validate(self) -> None:
        players, decks = self._params["players"], self._params["decks"]
        if decks == 1 and players > 4:
            raise ValueError(
                f"players={players} needs two decks: decks=2, or 0 to choose by players"
            )
        ranks, self.size = DECKS[self._params["deck"]]
        self.copies = decks or (1 if players <= 4 else 2)
        suits = [[4 * rank + suit for rank in range(ranks)] for suit in range(4)]
        self.tables = [TrickTable(suits, trump=suit, copies=self.copies) for suit in range(4)]
        self.deck = (1 << 4 * ranks * self.copies) - 1

    def route(self, finished: int) -> Route:
        """How cards are passed in a round."""
        if not self._params["passing"] or finished == self._params["rounds"]:
            return Route(0, 0)
        count = min(int(PASSING["cards"][finished]), self.size - 1)
        return Route(count, int(PASSING["direction"][finished]))

    def max_game_length(self) -> int:
        """Dealing, passes, bids and cards of each round, dealt three times."""
        seats, size, rounds = self.num_players(), self.size, int(self._params["rounds"])
        passes = sum(self.route(number).count for number in range(rounds))
        return seats * (rounds * (2 * TIMES * size + size) + TIMES * passes)

    def score_bounds(self) -> tuple[float, float]:
        """A bid missed by all tricks; the highest bid made and a point for every rebid."""
        rounds, highest = (
            int(self._params["rounds"]),
            min(self.size, DECKS[self._params["deck"]][0] - 1),
        )
        worst = max(self.size, DECKS[self._params["deck"]][0] - 1)
        return -float(worst * rounds), float((highest + 2 + TIMES * self.size) * rounds)

    def open_solver(self, paranoid: bool = False) -> TrickOpenSolver:
        """The last tricks with open cards."""
        return TrickOpenSolver(paranoid)


GAME = OhSevenGame
