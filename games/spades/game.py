"""Spades, readable: a lap of bids, thirteen tricks with spades as trumps, settlement.

The twin `ext.states.spades` does the same on a C struct.
"""

from typing import Any

from ext.mech.tricks import TrickTable
from ext.rng import Stream
from games.core.decisions import Stack
from games.core.game import Game
from games.mechanics.auctions import lap
from games.mechanics.cards import SPADES, SUITS, by_suit, card_text, mask_of, suit_cards
from games.mechanics.trickopen import TrickOpenSolver
from games.mechanics.tricks import TrickState, TrickText
from games.spades.plain import EPSILON, plain_bid

FIRST_BID = 52  # action of the bid 1
BIDS = {FIRST_BID + i: f"bid {i + 1}" for i in range(13)}
MOST_DEALS = 30  # of a game that nobody wins
BAGS, BAGS_COST = 10, 100


def settle(bid: int, taken: int) -> int:
    """Points of a seat for a deal (R7, R8)."""
    return 10 * bid + taken - bid if taken >= bid else -10 * bid


class SpadesText(TrickText):
    """Notation, views and information, shared by the readable game and its twin.

    Attributes
    ----------
    bags : list of int
        Overtricks of each seat so far that have not been paid for.
    broken : bool
        Has a spade been played in this deal?
    """

    title = "Spades"
    bags: list[int]
    broken: bool

    def _most_deals(self: Any) -> int:
        return int(self.game.most_deals())

    @property
    def bids(self) -> dict[int, int]:
        """Bid of each seat that has bid."""
        return {self.order[i]: action - FIRST_BID + 1 for i, action in enumerate(self.calls)}

    def _card(self, card: int) -> str:
        return card_text(card)

    def _called(self, action: int) -> str:
        return BIDS[action]

    def _table(self: Any) -> TrickTable:
        return self.game.tables[0]

    def _sorted(self, mask: int) -> list[int]:
        return by_suit(mask)

    def _why_illegal(self: Any, action: int) -> str:
        if self.stage == "bid" and FIRST_BID <= action < FIRST_BID + 13:
            return f"{self._called(action)} is not legal: bids go from 1 to {self.size}"
        return super()._why_illegal(action)

    def _why_not_led(self, action: int) -> str:
        return f"{card_text(action)} can't be led before a spade has been played (R5)"

    def _to_dict(self: Any, seat: int | None) -> dict[str, Any]:
        bids = self.bids
        extra = {"bids": [bids.get(s, 0) for s in range(4)], "spades_broken": self.broken}
        return {**super()._to_dict(seat), **extra, "bags": list(self.bags)}

    def _facts(self: Any) -> list[tuple[str, str]]:
        bids = ", ".join(f"seat {seat} {bid}" for seat, bid in self.bids.items())
        facts = [("bids", bids or "-")]
        if self.game.get_parameters()["bags"]:
            facts.append(("bags", ", ".join(map(str, self.bags))))
        return facts


class SpadesState(SpadesText, TrickState):
    """Readable Spades."""

    def _setup_match(self) -> None:
        self.bags = [0] * 4

    def _open_deal(self) -> None:
        self.broken = False

    def _open_calls(self) -> Stack:
        return lap(self.order, "bid", _bids, _bid)

    def _leads(self, hand: int) -> int:
        others = hand & ~self._table().suit_mask(SPADES)
        return hand if self.broken else others or hand

    def _shows(self, card: int) -> int:
        """Who leads the first spade of a deal holds nothing else."""
        if not self.trick and card % 4 == SPADES and not self.broken:
            return ~self._table().suit_mask(SPADES)
        return super()._shows(card)

    def _after_card(self, seat: int, card: int) -> None:
        self.broken = self.broken or card % 4 == SPADES

    def _settle(self) -> bool:
        for seat, bid in self.bids.items():
            taken = self.taken[seat]
            self.totals[seat] += settle(bid, taken)
            if self.game.get_parameters()["bags"] and taken > bid:
                self.bags[seat] += taken - bid
                self.totals[seat] -= BAGS_COST * (self.bags[seat] // BAGS)
                self.bags[seat] %= BAGS
        return self._is_last()

    def _is_last(self) -> bool:
        if self.finished + 1 == self._most_deals():
            return True
        deals, target = (self.game.get_parameters()[p] for p in ("deals", "target"))
        best = max(self.totals)
        return not deals and best >= target and self.totals.count(best) == 1

    def _plain_call(self: Any, legal: list[int], stream: Stream | None) -> int:
        return min(legal[-1], FIRST_BID - 1 + plain_bid(self.hands[self._current_player()]))

    def _needs(self: Any, seat: int) -> bool:
        return bool(self.bids[seat] > self.taken[seat])


def _bids(state: SpadesState) -> list[int]:
    return list(range(FIRST_BID, FIRST_BID + state.size))


def _bid(state: SpadesState, action: int) -> None:
    """A bid is kept with the calls."""


class SpadesGame(Game):
    """Spades for four, each for themselves."""

    text = SpadesText
    readable = SpadesState
    twin = "ext.states.spades"
    playout_epsilon = EPSILON

    def _validate(self) -> None:
        ranks = self._params["ranks"]
        suits = [suit_cards(suit, ranks) for suit in range(len(SUITS))]
        self.tables = [TrickTable(suits, trump=SPADES)]
        self.deck = mask_of(card for suit in suits for card in suit)

    def most_deals(self) -> int:
        """Deals after which the game ends, whatever the scores."""
        return int(self._params["deals"]) or MOST_DEALS

    def open_solver(self, paranoid: bool = False) -> TrickOpenSolver:
        """The last tricks with open cards."""
        return TrickOpenSolver(paranoid)

    def max_game_length(self) -> int:
        """Dealing, bids and cards of each deal."""
        return self.most_deals() * (2 * self.deck.bit_count() + 4)

    def score_bounds(self) -> tuple[float, float]:
        """Breaking the highest bid costs most, making it pays most; bags may cost besides."""
        tricks, deals = self.deck.bit_count() // 4, self.most_deals()
        bags = BAGS_COST * ((tricks - 1) * deals // BAGS) if self._params["bags"] else 0
        return -10.0 * tricks * deals - bags, 10.0 * tricks * deals


GAME = SpadesGame
