"""Sparts, readable: a choice of Spades or Hearts, bids or passed cards, tricks, settlement.

The twin `ext.states.sparts` does the same on a C struct.
"""

from typing import Any

from ext.mech.tricks import TrickTable
from ext.rng import Stream
from games.core.decisions import Decision, Stack, chain
from games.core.game import Game
from games.mechanics.auctions import lap
from games.mechanics.cards import CLUBS, DIAMONDS, HEARTS, RANKS, SPADES, mask_of, suit_cards
from games.mechanics.passing import Passing, Route
from games.mechanics.trickopen import TrickOpenSolver
from games.mechanics.tricks import TrickState
from games.sparts.plain import EPSILON, avoid_points, plain_call
from games.sparts.scoring import (
    BEST,
    FREE,
    HEART,
    QUEEN,
    hearts_points,
    new_bags,
    spades_points,
)
from games.sparts.text import (
    CHOOSE,
    HEARTS_DEAL,
    NAMES,
    NIL,
    SHIFTS,
    SPADES_DEAL,
    UNDECIDED,
    SpartsText,
)

MOST_DEALS = 50  # of a game in which nobody gets to the target
QUEEN_OF_SPADES = 4 * RANKS.index("Q") + SPADES
PASSES = {"sparts": 4, "traditional": 3}
BAGS = {200: (4, 40), 400: (8, 80), 800: (8, 80)}  # by target: so many are paid for, and the price


class SpartsState(Passing, SpartsText, TrickState):
    """Readable Sparts."""

    def _setup_match(self) -> None:
        self.bags = [0] * 4
        self.hearts_deals = 0
        self.contract = UNDECIDED
        self.refused = False  # is what was drawn last less likely than that, and to be redrawn?

    def _open_deal(self) -> None:
        self.hearts_deals += self.contract == HEARTS_DEAL
        self.contract, self.chooser, self.broken = UNDECIDED, -1, False
        self._open_passing()

    # ---- calls ----

    def _open_calls(self: Any) -> Stack:
        game = self.game
        if not game.chooses:
            return self._begin(NAMES.index(game.get_parameters()["contract"].title()))
        self.chooser = next(s for s in self.order if self.dealt[s] & game.choosing_card)
        self.shown[self.chooser] = game.choosing_card
        return chain(Decision(self.chooser, "choose", _contracts, _choose))

    def _begin(self: Any, contract: int) -> Stack:
        """The calls of a deal of Spades, or of Hearts."""
        self.contract = contract
        if contract == SPADES_DEAL:
            return lap(self.order, "bid", _bids, _bid)
        if not self.route.count:
            self._find_opener()
        return chain(*self._passes())

    def _witnesses(self: Any, seat: int) -> bool:
        return super()._witnesses(seat) or self._takes_up(seat)

    def _take_up(self: Any) -> None:
        super()._take_up()
        if self.chooser >= 0:  # who has the choosing card now, not all know
            self.shown[self.chooser] = 0
        self._find_opener()

    def _find_opener(self: Any) -> None:
        """Traditional: the holder of the lowest club opens; so all know who that is."""
        club = self.game.opening_card
        if club:
            self.opener = self.leader = next(s for s in self.order if self.hands[s] & club)
            self.shown[self.opener] |= club

    # ---- play ----

    def _leads(self: Any, hand: int) -> int:
        if self.contract == HEARTS_DEAL and not self.plays and self.game.opening_card:
            return int(self.game.opening_card)
        others = hand & ~self._table().suit_mask(self._closed_suit())
        return hand if self.broken else others or hand

    def _closed_suit(self) -> int:
        """The suit that can't be led until it is broken."""
        return SPADES if self.contract == SPADES_DEAL else HEARTS

    def _follows(self: Any, hand: int) -> int:
        cards = super()._follows(hand)
        safe = cards & ~self.game.point_cards
        return safe or cards if self._spares_points() else cards

    def _spares_points(self: Any) -> bool:
        """The first trick of a traditional Hearts deal has no point card."""
        first = self.contract == HEARTS_DEAL and len(self.plays) < 4
        return bool(first and self.game.traditional)

    def _shows(self: Any, card: int) -> int:
        """Some cards are played only from a hand that has nothing else."""
        if self.trick:
            if self._spares_points() and self.game.point_cards >> card & 1:
                return ~int(self.game.point_cards)
        elif card % 4 == self._closed_suit() and not self.broken:
            return ~int(self._table().suit_mask(card % 4))
        return super()._shows(card)

    def _after_card(self: Any, seat: int, card: int) -> None:
        queen = self.contract == HEARTS_DEAL and self.game.breaking_queen >> card & 1
        self.broken = bool(self.broken or queen or card % 4 == self._closed_suit())

    # ---- settlement ----

    def _settle(self: Any) -> bool:
        if self.contract == HEARTS_DEAL:
            points = hearts_points(self.won, self.taken, self._table(), self.game.point_cards)
            self.totals = [a + b for a, b in zip(self.totals, points, strict=True)]
        else:
            for seat, bid in self.bids.items():
                self._settle_bid(seat, bid)
        done = self.finished + 1 == self.game.most_deals()
        deals, target = (self.game.get_parameters()[p] for p in ("deals", "target"))
        return bool(done or (not deals and max(self.totals) >= target))

    def _settle_bid(self: Any, seat: int, bid: int) -> None:
        most, price = self.game.bag_price
        self.totals[seat] += spades_points(bid, self.taken[seat])
        self.bags[seat] += new_bags(bid, self.taken[seat])
        self.totals[seat] -= price * (self.bags[seat] // most)
        self.bags[seat] %= most

    # ---- hidden cards ----

    def _held(self: Any, viewer: int, owner: int) -> int:
        """What all know, what the viewer passed, and the choosing card if it has not come."""
        known = self.shown[owner]
        if self.has_passed:
            if self._receiver(viewer) == owner:
                known |= self.passed[viewer]
            if owner == self.chooser and viewer == self._receiver(owner):
                known |= self.game.choosing_card & ~self.got[viewer]
        return int(known & self.hands[owner])

    def _barred(self: Any, viewer: int, owner: int) -> int:
        """After passing the choosing card is where it was dealt, or with that seat's receiver."""
        barred = int(self.barred[owner])
        places = (self.chooser, self._receiver(self.chooser))
        if self.has_passed and self.chooser >= 0 and owner not in places:
            barred |= self.game.choosing_card
        return barred

    def _resample(self: Any, seat: int, stream: Stream) -> None:
        self.refused = True
        while self.refused:
            self.refused = False
            super()._resample(seat, stream)

    def _rebuild(self: Any, viewer: int, more: list[int], stream: Stream) -> None:
        if not self.route.count:
            return
        if not self.has_passed:
            self._choose_passed(viewer, stream)
        elif self._refuses(viewer, stream):
            self.refused = True
            return
        else:
            self._choose_received(viewer, stream, *self._of_the_choosing_card())
            self._undo_passing(viewer)
        self._rewrite_passed()

    def _of_the_choosing_card(self: Any) -> tuple[list[int], list[int]]:
        """The choosing card, if the chooser must have passed it, and if nobody can have."""
        sure, barred = [0] * 4, [0] * 4
        if self.chooser >= 0:
            receiver, card = self._receiver(self.chooser), self.game.choosing_card
            sure[receiver] = card & (self.hands[receiver] | self.played[receiver])
            barred[self.chooser] = card
        return sure, barred

    def _refuses(self: Any, viewer: int, stream: Stream) -> bool:
        """Is this place of the choosing card to be drawn again?

        Hands with it at the chooser's receiver and hands with it at the chooser have come about
        by different numbers of passes: of n cards k were passed, and it must or can't be among
        them. What is drawn is kept in that proportion.
        """
        chooser, card = self.chooser, self.game.choosing_card
        receiver = self._receiver(chooser)
        if chooser < 0 or viewer in (chooser, receiver) or card & sum(self.played):
            return False
        passed, kept = self.route.count, self.size - self.route.count
        if self._receiver(viewer) == chooser:  # who knows that the chooser didn't get it
            kept = self.size
        ways = passed if self.hands[receiver] & card else kept
        return bool(stream.below(max(passed, kept)) >= ways)

    # ---- the plain player ----

    def _plain_call(self: Any, legal: list[int], stream: Stream | None) -> int:
        return plain_call(self, legal)

    def _plain_card(self: Any, cards: int) -> int:
        if self.contract == HEARTS_DEAL:
            return avoid_points(self, cards)
        return super()._plain_card(cards)

    def _needs(self: Any, seat: int) -> bool:
        bid, taken = self.bids[seat], self.taken[seat]
        return bool(taken < bid or (bid == 0 and taken > 0))


def _contracts(state: SpartsState) -> list[int]:
    return [CHOOSE, CHOOSE + 1]


def _choose(state: Any, action: int) -> None:
    state.pending = (*state.pending, *state._begin(action - CHOOSE))


def _bids(state: SpartsState) -> list[int]:
    return list(range(NIL, NIL + max(1, state.size)))


def _bid(state: SpartsState, action: int) -> None:
    """A bid is kept with the calls."""


class SpartsGame(Game):
    """Sparts for four, each for themselves."""

    text = SpartsText
    readable = SpartsState
    twin = "ext.states.sparts"
    playout_epsilon = EPSILON

    def _validate(self) -> None:
        params = self._params
        self.traditional = params["mode"] == "traditional"
        self.chooses = params["contract"] == "choice"
        if self.traditional and params["contract"] == "spades":
            raise ValueError("mode=traditional is a way to play Hearts: contract=choice or hearts")
        suits = [suit_cards(suit, params["ranks"]) for suit in range(4)]
        self.deck = mask_of(card for suit in suits for card in suit)
        self.size = len(params["ranks"])
        self.bag_price = BAGS[params["target"]]
        self._name_cards(suits)
        points = [HEART if card % 4 == HEARTS else 0 for card in range(52)]
        points[QUEEN_OF_SPADES] = QUEEN
        self.tables = [TrickTable(suits, trump=SPADES), TrickTable(suits, points=points)]

    def _name_cards(self, suits: list[list[int]]) -> None:
        """Sets of the cards that mean something, of a short deck too."""
        seven = 1 << 4 * RANKS.index("7") + DIAMONDS
        self.choosing_card = seven if seven & self.deck else 1 << suits[DIAMONDS][0]
        self.opening_card = 1 << suits[CLUBS][0] if self.traditional else 0
        self.queen = self.deck & 1 << QUEEN_OF_SPADES
        self.point_cards = mask_of(suits[HEARTS]) | self.queen
        self.breaking_queen = 0 if self.traditional else self.queen

    def route(self, hearts_deals: int) -> Route:
        """How cards are passed in a Hearts deal after so many others."""
        shift = SHIFTS[hearts_deals % 4]
        count = min(PASSES[self._params["mode"]], self.size - 1) if shift else 0
        return Route(count, shift, int(self.chooses))

    def most_deals(self) -> int:
        """Deals after which the game ends, whatever the scores."""
        return int(self._params["deals"]) or MOST_DEALS

    def open_solver(self, paranoid: bool = False) -> TrickOpenSolver:
        """The last tricks with open cards."""
        return TrickOpenSolver(paranoid)

    def max_game_length(self) -> int:
        """Dealing, the choice, bids or passes, and cards of each deal."""
        calls = self.chooses + 4 * max(1, self.route(0).count)
        return self.most_deals() * (2 * self.deck.bit_count() + calls)

    def score_bounds(self) -> tuple[float, float]:
        """The highest bid broken or made, a nil, the bags; in Hearts all points but one heart."""
        deals, (most, price) = self.most_deals(), self.bag_price
        worst, best, bags = FREE + self.tables[HEARTS_DEAL].points_of(self.point_cards), BEST, 0
        worst = min(0, worst - HEART)
        if self._params["contract"] != "hearts":
            best = max(best, 10 * self.size)
            worst = -best
            bags = price * (max(0, self.size - 2) * deals // most)
        return float(worst * deals - bags), float(best * deals)


GAME = SpartsGame
