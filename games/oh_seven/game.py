"""Oh-Seven, readable: cards passed, bids by card and rebids, seven tricks, settlement.

The twin `ext.states.oh_seven` does the same on a C struct.
"""

from typing import Any

from ext.mech.exchange import pick
from ext.mech.tricks import TrickTable, bits
from ext.rng import Stream
from games.core.data import load_data
from games.core.decisions import Decision, Stack, chain
from games.core.game import Game
from games.mechanics.auctions import lap
from games.mechanics.cards import SUITS
from games.mechanics.dealing import choosable, lowest_cards
from games.mechanics.trickopen import TrickOpenSolver
from games.mechanics.tricks import TrickState, TrickText
from games.oh_seven.plain import EPSILON, plain_action

PASSING = load_data("oh_seven")["passing"]
DECKS = {"full": (8, 7), "short": (3, 2), "tiny": (2, 1)}  # ranks, cards a hand
TIMES = 3  # a round is dealt at most so often
NO_BID = -1


def settle(bid: int, taken: int) -> int:
    """Points of a seat for a round (R8)."""
    return bid + 2 if taken == bid else -abs(bid - taken)


class OhSevenText(TrickText):
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
    def passes(self: Any) -> int:
        """Cards that each seat passes in this deal."""
        return int(self.game.passes(self.round()))

    def _receiver(self: Any, seat: int) -> int:
        """Who gets what a seat passes."""
        return int((seat + PASSING["direction"][self.round()]) % self.game.num_players())

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
        return 0 <= call - seats * self.passes < seats * self.laps

    def _received(self: Any, seat: int) -> list[int]:
        """The kinds that a seat got from its neighbour, once all have passed."""
        seats, count = self.game.num_players(), self.passes
        if not count or len(self.calls) < seats * count:
            return []
        place = next(i for i, giver in enumerate(self.order) if self._receiver(giver) == seat)
        return list(self.calls[count * place : count * (place + 1)])

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
        trump = None if self.trump < 0 else SUITS[self.trump]
        mine = [
            [self._card(kind) for kind in self._received(s)] if seat in (None, s) else self.passes
            for s in range(self.game.num_players())
        ]
        extra = {"received": mine} if self.passes else {}
        return {**super()._to_dict(seat), "bids": shown, "trumps": trump, **extra}

    def _facts(self) -> list[tuple[str, str]]:
        shown = [f"seat {s} {self._card(bid)}" for s, bid in enumerate(self.bids) if bid != NO_BID]
        trump = "-" if self.trump < 0 else SUITS[self.trump]
        return [("bids", ", ".join(shown) or "-"), ("trumps", trump)]


class OhSevenState(OhSevenText, TrickState):
    """Readable Oh-Seven."""

    def _setup_match(self) -> None:
        self.times = 0  # how often this round has been dealt

    def _open_deal(self: Any) -> None:
        seats = self.game.num_players()
        self.size = self.game.size
        self.times += 1
        self.passed, self.got, self.used = [0] * seats, [0] * seats, [0] * seats
        self.chosen = [NO_BID] * seats  # bids of this lap, hidden until it is over
        self.bids = [NO_BID] * seats
        self.trump, self.laps = -1, 0

    def _open_calls(self: Any) -> Stack:
        passes = [
            Decision(seat, "pass", _gifts, _pass, hidden=True)
            for seat in self.order
            for _ in range(self.passes)
        ]
        return (*self._lap(), *chain(*passes))

    def _lap(self: Any) -> Stack:
        return lap(self.order, "bid", _bids, _bid, sealed=True)

    def _witnesses(self: Any, seat: int) -> bool:
        """With the last card passed its receiver takes up what it got."""
        if super()._witnesses(seat):
            return True
        last = len(self.calls) == self.game.num_players() * self.passes - 1
        return bool(self.stage == "pass" and last and seat == self._receiver(self.order[-1]))

    def _swap(self: Any) -> None:
        """All have chosen: the passed cards change hands."""
        for seat in self.order:
            self.got[self._receiver(seat)] = self.passed[seat]
        for seat in self.order:
            self.hands[seat] = self.hands[seat] & ~self.passed[seat] | self.got[seat]

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
        seats, count = self.game.num_players(), self.passes
        done = min(len(self.calls), seats * count)
        if count and done < seats * count:
            self._choose_passes(viewer, done, stream)
        elif count:
            self._choose_received(viewer, stream)
        for place, seat in enumerate(self.order[: (done + count - 1) // count] if count else []):
            kinds = self._kinds(self.passed[seat])
            self.calls[count * place : count * place + len(kinds)] = kinds
        if self.chosen[self.order[0]] != NO_BID:
            self._choose_bids(viewer, stream)

    def _choose_passes(self: Any, viewer: int, done: int, stream: Stream) -> None:
        """Of hands that have not changed yet: what the others have put down so far."""
        for place, seat in enumerate(self.order):
            put = max(0, min(self.passes, done - self.passes * place))
            if put and seat != viewer:
                low = lowest_cards(self.hands[seat], self.size - self.passes + put)
                self.passed[seat] = pick(low, put, stream)

    def _choose_received(self: Any, viewer: int, stream: Stream) -> None:
        """Of hands that have changed: what came from the neighbour; and so what was dealt."""
        for giver in self.order:
            seat = self._receiver(giver)
            if viewer not in (giver, seat):
                held = self.hands[seat] | self.played[seat]
                self.passed[giver] = self.got[seat] = pick(held, self.passes, stream)
        for seat in self.order:
            if seat != viewer:
                held = self.hands[seat] | self.played[seat]
                self.dealt[seat] = held & ~self.got[seat] | self.passed[seat]

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

    def _playout_action(self, stream: Stream) -> int:
        return plain_action(self, stream)

    def rule_action(self) -> int:
        """What the plain rule player does here, from what the seat to move sees."""
        if self._current_player() < 0:
            raise ValueError("nobody is to move: the rule player needs a decision")
        return plain_action(self, None)


def _gifts(state: OhSevenState) -> list[int]:
    seat = state._current_player()
    chosen = state.passed[seat]
    left = state.passes - chosen.bit_count()
    return sorted(set(state._kinds(choosable(state.hands[seat], chosen, left))))


def _pass(state: OhSevenState, action: int) -> None:
    seats, count = state.game.num_players(), state.passes
    seat = state.order[(len(state.calls) - 1) // count]
    chosen = state.passed[seat]
    above = choosable(state.hands[seat], chosen, count - chosen.bit_count())
    state.passed[seat] |= 1 << state._card_of(action, above)
    if len(state.calls) == seats * count:
        state._swap()


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
    direction = tuple(PASSING["direction"])

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

    def passes(self, finished: int) -> int:
        """Cards that each seat passes in a round."""
        if not self._params["passing"] or finished == self._params["rounds"]:
            return 0
        return min(int(PASSING["cards"][finished]), self.size - 1)

    def max_game_length(self) -> int:
        """Dealing, passes, bids and cards of each round, dealt three times."""
        seats, size, rounds = self.num_players(), self.size, int(self._params["rounds"])
        passes = sum(self.passes(number) for number in range(rounds))
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
