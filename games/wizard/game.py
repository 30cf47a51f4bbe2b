"""Wizard, readable: rounds of growing hands, a card turned up for trumps, bids, tricks.

The twin `ext.states.wizard` does the same on a C struct.
"""

from typing import Any

from ext.mech.tricks import TrickTable, bits
from ext.rng import Stream
from games.core.data import load_data
from games.core.decisions import Decision, Stack, chain
from games.core.game import Game
from games.mechanics.cards import mask_of
from games.mechanics.trickopen import TrickOpenSolver
from games.mechanics.tricks import TrickState
from games.wizard.plain import EPSILON, plain_action
from games.wizard.text import (
    FIRST_BID,
    FIRST_JESTER,
    FIRST_TRUMP,
    FIRST_WIZARD,
    NO_TRUMP,
    UNSEEN,
    WizardText,
)

# Suits, highest card of a suit, wizards and jesters of each deck.
DECKS = {"full": (4, 13, 4), "short": (4, 3, 2), "tiny": (3, 1, 1)}
FIVE = 5  # rounds of the shorter game


def settle(bid: int, taken: int) -> int:
    """Points of a seat for a round (R8)."""
    return 20 + 10 * taken if taken == bid else -10 * abs(taken - bid)


class WizardState(WizardText, TrickState):
    """Readable Wizard."""

    def _open_deal(self: Any) -> None:
        self.size = self.game.sizes[self.finished]
        self.turned = int(self.size * self.game.num_players() < self.deck.bit_count())

    def _open_calls(self: Any) -> Stack:
        bids = [
            Decision(seat, "bid", _bids, _note, hidden=self._is_hidden(place))
            for place, seat in enumerate(self.order)
        ]
        if self.asks:
            bids.insert(0, Decision(self.order[-1], "trump", _trumps, _note))
        return chain(*bids)

    def _is_hidden(self: Any, place: int) -> bool:
        """Is a bid hidden when it is made? The last of bids that are shown together is not."""
        bidding = self.game.get_parameters()["bidding"]
        last = place == self.game.num_players() - 1
        return bool(bidding == "secret" or (bidding == "hidden" and not last))

    # ---- the unseen card ----

    def _legal_actions(self: Any) -> list[int]:
        if self.blind and not self.pending:
            return [UNSEEN]
        return super()._legal_actions()

    def _apply_action(self: Any, action: int) -> None:
        if action == UNSEEN:
            action = self.hands[self._turn()].bit_length() - 1
        super()._apply_action(action)

    # ---- settlement ----

    def _settle(self: Any) -> bool:
        for seat, bid in self.bids.items():
            self.totals[seat] += settle(bid, self.taken[seat])
        return bool(self.finished + 1 == len(self.game.sizes))

    # ---- hidden cards ----

    def _resample(self: Any, seat: int, stream: Stream) -> None:
        """Redraw what `seat` can't see; with unseen cards that is its own."""
        if not self.blind or self.stage == "over":
            super()._resample(seat, stream)
            return
        if self.hands[seat]:
            pool = bits(self.deck & ~self.turned_up & ~(sum(self.dealt) & ~self.dealt[seat]))
            self.hands[seat] = self.dealt[seat] = 1 << pool[stream.below(len(pool))]
        if not self._is_dealing():
            self._rebuild(seat, [], stream)

    def _rebuild(self: Any, viewer: int, more: list[int], stream: Stream) -> None:
        """Draw hidden bids anew: any number of tricks, whatever the hand."""
        for call in range(len(self.calls)):
            if not self._knows_call(viewer, call):
                self.calls[call] = FIRST_BID + stream.below(self.size + 1)

    def _playout_action(self, stream: Stream) -> int:
        return plain_action(self, stream)

    def rule_action(self) -> int:
        """What the plain rule player does here, from what the seat to move sees."""
        if self._current_player() < 0:
            raise ValueError("nobody is to move: the rule player needs a decision")
        return plain_action(self, None)


def _trumps(state: WizardState) -> list[int]:
    return list(range(FIRST_TRUMP, FIRST_TRUMP + NO_TRUMP))


def _bids(state: Any) -> list[int]:
    """All numbers of tricks but the one that the last bidder may not name (R10)."""
    bids, seats = state.bids, state.game.num_players()
    barred = -1
    if state.game.get_parameters()["plus_minus"] and len(bids) == seats - 1:
        barred = state.size - sum(bids.values())
    return [FIRST_BID + bid for bid in range(state.size + 1) if bid != barred]


def _note(state: Any, action: int) -> None:
    """Bids and the choice of trumps are kept with the calls."""


class WizardGame(Game):
    """Wizard for three to six."""

    readable = WizardState
    text = WizardText
    twin = "ext.states.wizard"
    playout_epsilon = EPSILON

    def _validate(self) -> None:
        suits, top, special = DECKS[self._params["deck"]]
        order = [[4 * rank + suit for rank in range(top)] for suit in range(suits)]
        order += [[] for _ in range(4 - suits)]
        order += [[first + i for i in range(special)] for first in (FIRST_WIZARD, FIRST_JESTER)]
        self.tables = [
            TrickTable(order, trump=trump, over=4, under=5) for trump in (0, 1, 2, 3, None)
        ]
        self.deck = mask_of(card for suit in order for card in suit)
        self.sizes = self._hand_sizes()
        if self._params["plus_minus"] and self._params["bidding"] != "open":
            raise ValueError(
                "plus_minus=true needs bidding=open: it would show what bids add up to"
            )
        if self._params["foresight"]:
            self._validate_foresight()

    def _validate_foresight(self) -> None:
        if self.sizes[0] != 1:
            raise ValueError(
                f"foresight=true needs a round of one card, and the first has {self.sizes[0]}"
            )
        if self.num_players() + 1 >= self.deck.bit_count():
            raise ValueError("foresight=true needs cards left over: else the own one is known")

    def _hand_sizes(self) -> list[int]:
        """Cards a hand in each round (R2, R9, R11)."""
        params = self._params
        players, rounds, cards = (int(params[p]) for p in ("players", "rounds", "cards"))
        most = self.deck.bit_count() // players
        if not most:
            raise ValueError(f"deck={params['deck']} has too few cards for players={players}")
        if cards:
            if rounds != 1 or params["length"] != "full":
                raise ValueError(f"cards={cards} needs rounds=1 and length=full")
            if cards > most:
                raise ValueError(f"cards={cards}: {players} players have at most {most} cards each")
            return [cards]
        sizes = self._sizes_of_length(players, most)
        if rounds > len(sizes):
            raise ValueError(f"rounds={rounds}: this game has {len(sizes)} rounds")
        return sizes[: rounds or None]

    def _sizes_of_length(self, players: int, most: int) -> list[int]:
        if self._params["length"] == "tournament":
            if self._params["deck"] != "full":
                raise ValueError("length=tournament needs deck=full")
            return list(load_data("wizard")["tournament"][str(players)])
        last = min(FIVE, most) if self._params["length"] == "five" else most
        return list(range(1, last + 1))

    def max_game_length(self) -> int:
        """Dealing, the card turned up, trumps, bids and cards of each round."""
        players = self.num_players()
        return sum(2 * size * players + players + 2 for size in self.sizes)

    def score_bounds(self) -> tuple[float, float]:
        """Missing the bid by all tricks of every round, or bidding and taking all."""
        tricks = sum(self.sizes)
        return -10.0 * tricks, 20.0 * len(self.sizes) + 10.0 * tricks

    def open_solver(self, paranoid: bool = False) -> TrickOpenSolver:
        """The last tricks with open cards."""
        return TrickOpenSolver(paranoid)


GAME = WizardGame
