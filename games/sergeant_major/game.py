"""Sergeant Major, readable: exchange, trumps, kitty, sixteen tricks, settlement.

The twin `ext.states.sergeant_major` does the same on a C struct.
"""

from typing import Any

from ext.mech.tricks import TrickTable, bits
from ext.rng import Stream
from games.core.decisions import Decision, Stack, chain
from games.core.game import Game
from games.mechanics.cards import SUIT_NAMES, SUITS, by_suit, card_text, mask_of, suit_cards
from games.mechanics.dealing import choosable
from games.mechanics.trickopen import TrickOpenSolver
from games.mechanics.tricks import TrickState, TrickText
from games.sergeant_major.plain import EPSILON, best_suit, cheapest
from games.sergeant_major.sampling import Exchange, sampled, settled_exchange
from games.views import Cards, Lines

FIRST_TRUMP = 52  # action that names clubs
TRUMPS = {FIRST_TRUMP + suit: f"trumps {name}" for suit, name in enumerate(SUIT_NAMES)}
MOST_DEALS = 30
HANDS, TRICKS, OVER = 9, 12, 5  # of the ends
NO_TRUMP = -1


def targets(kind: str, size: int) -> list[int]:
    """Targets by place: dealer's left, the third seat, the dealer; scaled for short hands."""
    dealer, left, right = map(int, kind.split("-"))
    if size == dealer + left + right:
        return [left, right, dealer]
    left, right = (round(target * size / (dealer + left + right)) for target in (left, right))
    return [left, right, size - left - right]


def pulls(surplus: list[int], order: list[int], needs: list[int]) -> list[tuple[int, int, int]]:
    """Who gives how many cards to whom: (puller, debtor, cards), in order (R3).

    Parameters
    ----------
    surplus : list of int
        Tricks of each seat above its target in the deal before.
    order : list of int
        Seats of the present deal, the dealer last.
    needs : list of int
        Present targets by place in that order.
    """
    places = sorted(range(3), key=lambda place: -needs[place])
    owed = [max(0, -tricks) for tricks in surplus]
    out = []
    for puller in (order[place] for place in places if surplus[order[place]] > 0):
        left = surplus[puller]
        for debtor in ((puller + 1) % 3, (puller + 2) % 3):
            cards = min(left, owed[debtor])
            left, owed[debtor] = left - cards, owed[debtor] - cards
            if cards:
                out.append((puller, debtor, cards))
    return out


class SergeantText(TrickText):
    """Notation, views and information, shared by the readable game and its twin.

    Attributes
    ----------
    trump : int
        Suit that was named, -1 before.
    surplus : list of int
        Tricks of each seat above its target in the deal before.
    exchanged : list of (int, int, int, int)
        Exchanges of this deal that are done, in order: puller, debtor, cards given, cards back.
    discards : int
        Cards that the dealer has put away.
    """

    title = "Sergeant Major"
    trump: int
    surplus: list[int]
    exchanged: list[tuple[int, int, int, int]]
    discards: int

    @property
    def dealer(self) -> int:
        """Seat of the dealer."""
        return self.order[2]

    @property
    def exchanges(self) -> list[Exchange]:
        """Exchanges of this deal that are done, in order."""
        return [Exchange(*done) for done in self.exchanged]

    @property
    def targets(self: Any) -> list[int]:
        """Target of each seat."""
        by_place = self.game.targets
        return [by_place[self.order.index(seat)] for seat in range(3)]

    def pulls(self: Any) -> list[tuple[int, int, int]]:
        """Who gives how many cards to whom in this deal."""
        return pulls(self.surplus, self.order, self.game.targets)

    def _card(self, card: int) -> str:
        return card_text(card)

    def _called(self, action: int) -> str:
        return TRUMPS[action]

    def _table(self: Any) -> TrickTable:
        return self.game.tables[self.trump]

    def _sorted(self, mask: int) -> list[int]:
        return by_suit(mask)

    def _knows_call(self, seat: int | None, number: int) -> bool:
        """What is given is seen by who gets it."""
        return super()._knows_call(seat, number) or seat == self._given_to(number)

    def _given_to(self, number: int) -> int | None:
        """Who gets the card of a call; None when it is no card that is given."""
        for _, debtor, cards in self.pulls():
            if number < cards:
                return debtor
            number -= cards
        return None

    def _private(self, seat: int) -> str:
        """What came back to a puller, and the kitty that the dealer took."""
        back = [
            " ".join(map(card_text, bits(done.back)))
            for done in self.exchanges
            if seat in (done.puller, done.debtor)
        ]
        if seat == self.dealer and self.took_kitty:
            back.append(" ".join(map(card_text, bits(self._kitty()))))
        return " / ".join(back)

    @property
    def took_kitty(self) -> bool:
        """Has the dealer the kitty, and perhaps put it away again?"""
        return self.trump != NO_TRUMP

    def _kitty(self) -> int:
        return self.deck & ~sum(self.dealt)

    def _why_illegal(self: Any, action: int) -> str:
        text, seat = self._safe_text(action), self.current_player()
        if self.stage in ("give", "discard") and self._is_card(action):
            if not self.hands[seat] >> action & 1:
                return f"{text} is not in the hand of seat {seat}"
            return f"{text} can't be chosen now: the lower cards come first (R3, R5)"
        return super()._why_illegal(action)

    def _to_dict(self: Any, seat: int | None) -> dict[str, Any]:
        known = seat is None or seat == self.dealer or self.stage == "over"
        kitty, put = self._kitty() if self.took_kitty else 0, self.discards
        return {
            **super()._to_dict(seat),
            "dealer": self.dealer,
            "targets": self.targets,
            "surplus": list(self.surplus),
            "exchanges": [self._exchange_seen(seat, done) for done in self.exchanges],
            "trumps": None if self.trump == NO_TRUMP else SUIT_NAMES[self.trump],
            "kitty": self._texts(kitty) if known else kitty.bit_count(),
            "discards": self._texts(put) if known else put.bit_count(),
        }

    def _exchange_seen(self, seat: int | None, done: Exchange) -> dict[str, Any]:
        known = seat is None or seat in (done.puller, done.debtor) or self.stage == "over"
        count = done.given.bit_count()
        return {
            "puller": done.puller,
            "debtor": done.debtor,
            "given": self._texts(done.given) if known else count,
            "back": self._texts(done.back) if known else count,
        }

    def _facts(self: Any) -> list[tuple[str, str]]:
        trumps = "-" if self.trump == NO_TRUMP else SUIT_NAMES[self.trump]
        needs = ", ".join(f"seat {seat} {target}" for seat, target in enumerate(self.targets))
        return [("targets", needs), ("trumps", trumps)]

    def _more_blocks(self, seat: int | None, seen: dict[str, Any]) -> list[Any]:
        put = seen["discards"]
        known = isinstance(put, list)
        blocks: list[Any] = []
        if put:
            blocks.append(Cards("put away", put if known else [], 0 if known else put, False))
        if seen["exchanges"]:
            blocks.append(Lines("exchanges", [_exchange_line(e) for e in seen["exchanges"]]))
        return blocks


def _exchange_line(done: dict[str, Any]) -> str:
    def text(cards: list[str] | int) -> str:
        return " ".join(cards) if isinstance(cards, list) else f"{cards} cards"

    who = f"seat {done['puller']} gives seat {done['debtor']}"
    return f"{who} {text(done['given'])} for {text(done['back'])}"


class SergeantState(SergeantText, TrickState):
    """Readable Sergeant Major."""

    def _setup_match(self: Any) -> None:
        self.surplus = [0, 0, 0]
        self.last_winner = -1  # who met the end `tricks` or `over`

    def _open_deal(self: Any) -> None:
        self.size = self.game.size
        self.trump, self.discards, self.giving = NO_TRUMP, 0, 0
        self.exchanged = []

    def _open_calls(self: Any) -> Stack:
        gives = [
            Decision(puller, "give", _gifts, _give, hidden=True)
            for puller, _, cards in self.pulls()
            for _ in range(cards)
        ]
        put = [Decision(self.dealer, "discard", _discards, _discard, hidden=True)]
        trumps = Decision(self.dealer, "trumps", _trumps, _name_trumps)
        return chain(*gives, trumps, *put * self.game.kitty)

    def _witnesses(self: Any, seat: int) -> bool:
        return super()._witnesses(seat) or seat == self._given_to(len(self.calls))

    def _pull_now(self: Any) -> tuple[int, int, int]:
        """The exchange that is going on: puller, debtor, cards."""
        done = self.pulls()
        return done[len(self.exchanged)]

    def _settle(self: Any) -> bool:
        self.surplus = [self.taken[seat] - self.targets[seat] for seat in range(3)]
        for seat in range(3):
            self.totals[seat] += self.surplus[seat]
        return self._is_last()

    def _is_last(self: Any) -> bool:
        params, played = self.game.get_parameters(), self.finished + 1
        if played == self.game.most_deals():
            return True
        if params["deals"] or params["end"] == "hands":
            return False
        if params["end"] == "points":
            return max(self.totals) >= params["points"]
        self.last_winner = self._met_end()
        return bool(self.last_winner >= 0)

    def _met_end(self: Any) -> int:
        """Who took enough tricks in this deal to end the game, -1 for nobody."""
        for seat in range(3):
            if self.game.get_parameters()["end"] == "tricks":
                met = self.taken[seat] >= TRICKS
            else:
                met = self.surplus[seat] >= OVER
            if met:
                return seat
        return -1

    def _places(self: Any) -> list[float] | None:
        """Who met the end is first, the others follow by total; by total alone otherwise."""
        if self.last_winner < 0:
            return None
        one, two = (seat for seat in range(3) if seat != self.last_winner)
        places = [1.0, 1.0, 1.0]
        gap = self.totals[one] - self.totals[two]
        places[one], places[two] = (2.5, 2.5) if not gap else (2.0, 3.0) if gap > 0 else (3.0, 2.0)
        return places

    def _aside(self: Any, viewer: int) -> int:
        return self.discards if viewer == self.dealer else 0

    def _resample(self: Any, seat: int, stream: Stream) -> None:
        """Redraw what `seat` can't see, by `games.sergeant_major.sampling`."""
        if self.stage in ("over", "deal"):
            super()._resample(seat, stream)
        else:
            sampled(self, seat, stream)

    def _plain_call(self: Any, legal: list[int], stream: Stream | None) -> int:
        if self.stage == "trumps":
            return FIRST_TRUMP + best_suit(self.hands[self.dealer])
        stray = self._stray(legal, stream)
        return cheapest(legal, self.trump) if stray is None else stray


def _gifts(state: SergeantState) -> list[int]:
    puller, _, cards = state._pull_now()
    left = cards - state.giving.bit_count()
    return bits(choosable(state.hands[puller], state.giving, left))


def _give(state: SergeantState, action: int) -> None:
    puller, debtor, cards = state._pull_now()
    state.giving |= 1 << action
    if state.giving.bit_count() == cards:
        done = settled_exchange(state.hands, puller, debtor, state.giving)
        state.exchanged = [*state.exchanged, done]
        state.giving = 0


def _trumps(state: SergeantState) -> list[int]:
    return list(TRUMPS)


def _name_trumps(state: SergeantState, action: int) -> None:
    state.trump = action - FIRST_TRUMP
    state.hands[state.dealer] |= state._kitty()


def _discards(state: Any) -> list[int]:
    left = state.game.kitty - state.discards.bit_count()
    return bits(choosable(state.hands[state.dealer], state.discards, left))


def _discard(state: SergeantState, action: int) -> None:
    state.discards |= 1 << action
    state.hands[state.dealer] &= ~(1 << action)


class SergeantGame(Game):
    """Sergeant Major for three."""

    text = SergeantText
    readable = SergeantState
    twin = "ext.states.sergeant_major"
    playout_epsilon = EPSILON

    def _validate(self) -> None:
        if self._params["points"] != 12 and self._params["end"] != "points":
            raise ValueError(f"points={self._params['points']} needs end=points")
        ranks = self._params["ranks"]
        suits = [suit_cards(suit, ranks) for suit in range(len(SUITS))]
        self.tables = [TrickTable(suits, trump=suit) for suit in range(4)]
        self.deck = mask_of(card for suit in suits for card in suit)
        self.size = (self.deck.bit_count() - self.deck.bit_count() // 13) // 3
        self.kitty = self.deck.bit_count() - 3 * self.size
        self.targets = targets(self._params["targets"], self.size)

    def most_deals(self) -> int:
        """Deals after which the game ends, whatever happens."""
        most = HANDS if self._params["end"] == "hands" else MOST_DEALS
        return int(self._params["deals"]) or most

    def max_game_length(self) -> int:
        """Dealing, exchanged cards, trumps, discards and cards of each deal."""
        return self.most_deals() * (7 * self.size + self.kitty + 1)

    def score_bounds(self) -> tuple[float, float]:
        """Taking nothing, or all, in every deal."""
        deals = self.most_deals()
        return -float(max(self.targets) * deals), float((self.size - min(self.targets)) * deals)

    def open_solver(self, paranoid: bool = False) -> TrickOpenSolver:
        """The last tricks with open cards."""
        return TrickOpenSolver(paranoid)


GAME = SergeantGame
