"""Ninety-Nine, readable: bids by cards put aside, premiums, nine tricks, settlement, rounds.

The twin `ext.states.ninety_nine` does the same on a C struct.
"""

from typing import Any

from ext.mech.exchange import pick
from ext.mech.tricks import TrickTable, bits
from ext.rng import Stream
from games.core.decisions import Decision, Stack, chain
from games.core.game import Game
from games.mechanics.auctions import lap
from games.mechanics.cards import SUIT_NAMES, SUITS
from games.mechanics.dealing import choosable, lowest_cards
from games.mechanics.trickopen import TrickOpenSolver
from games.mechanics.tricks import TrickState, TrickText
from games.ninety_nine.plain import EPSILON, bid_card
from games.views import Cards

RANKS = "6789TJQKA"
JOKER, NINE = 36, RANKS.index("9")
NEITHER, DECLARE, REVEAL = 37, 38, 39
PREMIUMS = {NEITHER: "neither", DECLARE: "declare", REVEAL: "reveal"}
VALUES = (3, 0, 2, 1)  # tricks that a bid card of clubs, diamonds, hearts, spades stands for
BONUS = (0, 30, 20, 10)  # for a bid made, or for 100 points, by how many did
PREMIUM_POINTS = {NEITHER: 0, DECLARE: 30, REVEAL: 60}
BY_MADE = (1, 3, 2, 0)  # trumps of the next deal by how many made their bid
GOAL, ROUNDS, WINS, HANDS, LONGEST = 100, 3, 3, 9, 34
NO_TRUMP = 4
PLAIN = 37  # number of the first table without a joker


def settle(bids: list[int], taken: list[int], premium: int, by: int) -> list[int]:
    """Points of each seat for a deal (R8, R9).

    Parameters
    ----------
    bids, taken : list of int
        Tricks bid and taken.
    premium : int
        NEITHER, DECLARE or REVEAL.
    by : int
        Seat that plays the premium.
    """
    made = [bid == tricks for bid, tricks in zip(bids, taken, strict=True)]
    points = [tricks + BONUS[sum(made)] * own for tricks, own in zip(taken, made, strict=True)]
    for seat in range(3):
        if (seat == by) == made[by]:
            points[seat] += PREMIUM_POINTS[premium]
    return points


class NinetyNineText(TrickText):
    """Notation, views and information, shared by the readable game and its twin.

    Attributes
    ----------
    aside : list of int
        Bid cards of each seat.
    premium, premium_by : int
        The highest premium offered so far in this deal, and by whom.
    trump : int
        Suit that is trumps, 4 for none.
    round_points, wins : list of int
        Points of each seat in the round, and rounds that it has won.
    """

    title = "Ninety-Nine"
    aside: list[int]
    premium: int
    premium_by: int
    trump: int
    round_points: list[int]
    wins: list[int]

    def _card(self, card: int) -> str:
        return "Jo" if card == JOKER else RANKS[card // 4] + SUITS[card % 4]

    def _called(self, action: int) -> str:
        return PREMIUMS[action]

    def _table(self: Any) -> TrickTable:
        """The joker stands for the card turned up; its place in the list of tables."""
        if self.turned:
            return self.game.tables[self.turned_up.bit_length() - 1]
        return self.game.tables[PLAIN + self.trump]

    def _sorted(self, mask: int) -> list[int]:
        return sorted(bits(mask), key=lambda c: (c == JOKER, -(c % 4), -c))

    def value_of(self, card: int) -> int:
        """Tricks that a bid card stands for; the joker's are those of the card turned up."""
        if card == JOKER:
            card = self.turned_up.bit_length() - 1
        return VALUES[card % 4]

    def bid_of(self, seat: int) -> int:
        """Tricks that a seat has bid."""
        return sum(self.value_of(card) for card in bits(self.aside[seat]))

    @property
    def premium_is_on(self) -> bool:
        """Have all answered, and is a premium played?"""
        return len(self.calls) == 12 and self.premium != NEITHER

    def _sees(self, viewer: int, owner: int) -> bool:
        revealed = self.premium_is_on and self.premium == REVEAL and owner == self.premium_by
        return viewer == owner or revealed

    def _revealed(self, call: int) -> bool:
        return self.premium_is_on and self.callers[call][0] == self.premium_by

    def _private(self, seat: int) -> str:
        """What a revelation shows: the hand that was dealt."""
        if not self.premium_is_on or self.premium != REVEAL:
            return ""
        return "revealed " + " ".join(map(self._card, bits(self.dealt[self.premium_by])))

    def _why_illegal(self: Any, action: int) -> str:
        text, seat = self._safe_text(action), self.current_player()
        if self.stage == "bid" and self._is_card(action):
            if not self.hands[seat] >> action & 1:
                return f"{text} is not in the hand of seat {seat}"
            return f"{text} can't be put aside now: the lower cards come first (R4)"
        if self.stage == "premium" and action in PREMIUMS:
            return f"{text} does not go higher than {PREMIUMS[self.premium]} (R5)"
        return super()._why_illegal(action)

    def _knows_bid(self, seat: int | None, owner: int) -> bool:
        shown = self.premium_is_on and owner == self.premium_by
        return seat is None or seat == owner or shown or self.stage == "over"

    def _to_dict(self: Any, seat: int | None) -> dict[str, Any]:
        aside = [
            self._texts(mask) if self._knows_bid(seat, owner) else mask.bit_count()
            for owner, mask in enumerate(self.aside)
        ]
        rounds = self.game.get_parameters()["scoring"] != "nine_hands"
        return {
            **super()._to_dict(seat),
            "trumps": None if self.trump == NO_TRUMP else SUIT_NAMES[self.trump],
            "bid_cards": aside,
            "bids": [
                self.bid_of(owner)
                if self._knows_bid(seat, owner) and mask.bit_count() == 3
                else None
                for owner, mask in enumerate(self.aside)
            ],
            **({"round_points": list(self.round_points)} if rounds else {}),
            **({"rounds_won": list(self.wins)} if rounds else {}),
        }

    def _facts(self) -> list[tuple[str, str]]:
        answers = [self._called(a) for a in self.calls[9:]]
        trump = "none" if self.trump == NO_TRUMP else SUIT_NAMES[self.trump]
        if self.stage == "deal":
            trump = "-"
        return [("trumps", trump), ("premiums", ", ".join(answers) or "-")]

    def _more_blocks(self, seat: int | None, seen: dict[str, Any]) -> list[Any]:
        blocks = []
        for owner, cards in enumerate(seen["bid_cards"]):
            known = isinstance(cards, list)
            if cards:
                bid = seen["bids"][owner]
                name = f"bid of seat {owner}" + ("" if bid is None else f": {bid}")
                blocks.append(Cards(name, cards if known else [], 0 if known else cards, False))
        return blocks


class NinetyNineState(NinetyNineText, TrickState):
    """Readable Ninety-Nine."""

    def _setup_match(self: Any) -> None:
        self.round_points, self.wins = [0] * 3, [0] * 3
        self.rounds_over = 0
        self.next_trump = self.game.first_trump

    def _open_deal(self: Any) -> None:
        self.size, self.turned = self.game.size, self.game.turned
        self.aside = [0] * 3
        self.premium, self.premium_by = NEITHER, self.order[0]
        self.trump = NO_TRUMP if self.turned else self.next_trump

    def _open_calls(self: Any) -> Stack:
        if self.turned:
            turned = self.turned_up.bit_length() - 1
            self.trump = self.game.trump_of(turned)
        bids = [
            Decision(seat, "bid", _bids, _bid, hidden=True) for seat in self.order for _ in range(3)
        ]
        return (*lap(self.order, "premium", _premiums, _offer), *chain(*bids))

    def _settle(self: Any) -> bool:
        bids = [self.bid_of(seat) for seat in range(3)]
        made = sum(bid == taken for bid, taken in zip(bids, self.taken, strict=True))
        self.next_trump = BY_MADE[made]
        for seat, points in enumerate(settle(bids, self.taken, self.premium, self.premium_by)):
            self.totals[seat] += points
            self.round_points[seat] += points
        params, played = self.game.get_parameters(), self.finished + 1
        ended = params["scoring"] != "nine_hands" and max(self.round_points) >= GOAL
        if ended:
            self._end_round(params["scoring"])
        if params["deals"]:
            return bool(played == params["deals"])
        if params["scoring"] == "nine_hands":
            return bool(played == HANDS)
        if params["scoring"] == "first_to_three":
            return max(self.wins) == WINS
        return bool(self.rounds_over == ROUNDS)

    def _end_round(self: Any, scoring: str) -> None:
        reached = [seat for seat in range(3) if self.round_points[seat] >= GOAL]
        if scoring == "rounds_bonus":
            for seat in reached:
                self.totals[seat] += BONUS[len(reached)]
        best = max(self.round_points)
        for seat in range(3):
            self.wins[seat] += self.round_points[seat] == best
        self.round_points = [0] * 3
        self.rounds_over += 1
        self.next_trump = self.game.first_trump

    def _places(self: Any) -> list[float] | None:
        """By rounds won, if that wins the game."""
        if self.game.get_parameters()["scoring"] != "first_to_three":
            return None
        return [
            1 + sum(w > own for w in self.wins) + (sum(w == own for w in self.wins) - 1) / 2
            for own in self.wins
        ]

    def _aside(self: Any, viewer: int) -> int:
        own = self.aside[viewer]
        return int(own | self.aside[self.premium_by] if self.premium_is_on else own)

    def _hides_bid(self: Any, viewer: int, owner: int) -> bool:
        return owner != viewer and not (self.premium_is_on and owner == self.premium_by)

    def _more_piles(self: Any, viewer: int, unseen: int) -> list[tuple[int, int]]:
        return [
            (mask.bit_count(), unseen)
            for owner, mask in enumerate(self.aside)
            if mask and self._hides_bid(viewer, owner)
        ]

    def _rebuild(self: Any, viewer: int, more: list[int], stream: Stream) -> None:
        piles = iter(more)
        for owner in range(3):
            if owner == viewer:
                continue
            if self.aside[owner] and self._hides_bid(viewer, owner):
                self._put_aside(owner, next(piles), stream)
            held = self.hands[owner] | self.played[owner]
            self.dealt[owner] = held | self.aside[owner]

    def _put_aside(self: Any, owner: int, pile: int, stream: Stream) -> None:
        """A new bid; while it is being made, the cards still to come lie above it."""
        count = pile.bit_count()
        if count < 3:
            cards = self.hands[owner] | pile
            pile = pick(lowest_cards(cards, self.size - 3 + count), count, stream)
            self.hands[owner] = cards & ~pile
        self.aside[owner] = pile
        first = 3 * self.order.index(owner)
        self.calls[first : first + count] = bits(pile)

    def _plain_call(self: Any, legal: list[int], stream: Stream | None) -> int:
        if self.stage == "premium":
            return NEITHER
        stray = self._stray(legal, stream)
        return bid_card(self) if stray is None else stray

    def _needs(self: Any, seat: int) -> bool:
        return bool(self.bid_of(seat) > self.taken[seat])


def _bids(state: NinetyNineState) -> list[int]:
    seat = state._current_player()
    chosen = state.aside[seat]
    return bits(choosable(state.hands[seat], chosen, 3 - chosen.bit_count()))


def _bid(state: NinetyNineState, action: int) -> None:
    seat = state.order[(len(state.calls) - 1) // 3]
    state.aside[seat] |= 1 << action
    state.hands[seat] &= ~(1 << action)


def _premiums(state: NinetyNineState) -> list[int]:
    return [NEITHER, *range(state.premium + 1, REVEAL + 1)]


def _offer(state: NinetyNineState, action: int) -> None:
    if action != NEITHER:
        state.premium, state.premium_by = action, state.callers[-1][0]
    if len(state.calls) == 12 and state.premium == REVEAL:
        state.shown[state.premium_by] = state.hands[state.premium_by]


class NinetyNineGame(Game):
    """Ninety-Nine for three."""

    text = NinetyNineText
    readable = NinetyNineState
    twin = "ext.states.ninety_nine"
    playout_epsilon = EPSILON

    def _validate(self) -> None:
        params = self._params
        if params["first_trump"] != "diamonds" and params["trump"] == "turned":
            raise ValueError(f"first_trump={params['first_trump']} needs trump=junk_joker")
        suits = [[4 * RANKS.index(rank) + suit for rank in params["ranks"]] for suit in range(4)]
        cards = [card for suit in suits for card in suit]
        self.turned = int(params["trump"] == "turned")
        self.size = len(cards) // 3
        self.first_trump = 1 if params["first_trump"] == "diamonds" else NO_TRUMP
        self.tables = [self._with_joker(suits, card) for card in range(PLAIN)]
        self.tables += [TrickTable(suits, trump=trump) for trump in (0, 1, 2, 3, None)]
        self.deck = sum(1 << card for card in cards) | self.turned << JOKER

    def _with_joker(self, suits: list[list[int]], turned: int) -> TrickTable:
        """The table of a deal in which the joker stands for the card turned up."""
        order = [[JOKER if card == turned else card for card in suit] for suit in suits]
        trump = self.trump_of(turned)
        return TrickTable(order, trump=None if trump == NO_TRUMP else trump)

    @staticmethod
    def trump_of(turned: int) -> int:
        """Trumps by the card turned up (R2)."""
        return NO_TRUMP if turned == JOKER or turned // 4 == NINE else turned % 4

    def most_rounds(self) -> int:
        """Most rounds of a game: one, where no round counts."""
        scoring = self._params["scoring"]
        most = {"nine_hands": 1, "first_to_three": 3 * (WINS - 1) + 1}
        return most.get(scoring, ROUNDS)

    def most_deals(self) -> int:
        """Most deals of a game: nine tricks a deal bring somebody to the goal in time."""
        if self._params["deals"]:
            return int(self._params["deals"])
        if self._params["scoring"] == "nine_hands":
            return HANDS
        tricks = self.size - 3
        return self.most_rounds() * (3 * (GOAL - 1) // tricks + 1)

    def max_game_length(self) -> int:
        """Dealing, bids, premiums and cards of each deal."""
        return self.most_deals() * (6 * self.size + 4)

    def score_bounds(self) -> tuple[float, float]:
        """Nothing at all; every deal alone, revealed and made, or every round well beyond 100."""
        best = self.size - 3 + BONUS[1] + PREMIUM_POINTS[REVEAL]
        deals, rounds = self.most_deals(), self.most_rounds()
        ends = BONUS[1] if self._params["scoring"] == "rounds_bonus" else 0
        if self._params["deals"] or self._params["scoring"] == "nine_hands":
            return 0.0, float(deals * best + min(deals, rounds) * ends)
        return 0.0, float(rounds * (GOAL - 1 + best + ends))

    def open_solver(self, paranoid: bool = False) -> TrickOpenSolver:
        """The last tricks with open cards."""
        return TrickOpenSolver(paranoid)


GAME = NinetyNineGame
