"""Kuhn poker (Kuhn 1950) for two or three: the smallest game with bluffing.

Every player antes 1 and gets one card of a deck one larger than the table. In turn each passes or
bets 1; after a bet each other player, once, folds (passes) or calls (bets).
"""

from typing import Any

from ext.rng import Stream
from ext.state import State
from games.core import CHANCE, TERMINAL
from games.core.deal import Source
from games.core.game import Game
from games.views import Cards, Facts, View, Viewed

PASS, BET = 0, 1
RANKS = {2: "JQK", 3: "JQKA"}


class KuhnText(Viewed):
    """Notation, views and information, shared by the readable game and its twin."""

    game: Game
    cards: list[int]  # of the seats that have one, in seat order
    bets: list[int]  # PASS or BET, in the order of play

    def _phase(self) -> str:
        return "deal" if len(self.cards) < self.game.num_players() else "bet"

    def _card(self, card: int) -> str:
        return RANKS[self.game.num_players()][card]

    def _undealt(self) -> list[int]:
        return [c for c in range(self.game.num_players() + 1) if c not in self.cards]

    def _action_to_string(self, action: int) -> str:
        return self._card(action) if self._phase() == "deal" else ("pass", "bet")[action]

    def _why_illegal(self, action: int) -> str:
        return f"{action!r} is neither pass (0) nor bet (1)"

    def _chance_source(self) -> Source:
        return Source("deck", len(self.cards), self._undealt())

    def _line(self) -> str:
        return "".join("pb"[a] for a in self.bets)

    def _information_state_string(self, seat: int) -> str:
        own = self._card(self.cards[seat]) if seat < len(self.cards) else "?"
        return f"{seat} {own} {len(self.cards)} {self._line()}"

    def _to_dict(self, seat: int | None) -> dict[str, Any]:
        shown = [self._card(c) if seat in (None, i) else "?" for i, c in enumerate(self.cards)]
        return {"cards": shown, "bets": self._line(), "phase": self._phase()}

    def _view(self, seat: int | None) -> View:
        seen = self._to_dict(seat)
        hands = [
            Cards(f"seat {i}", [] if card == "?" else [card], int(card == "?"))
            for i, card in enumerate(seen["cards"])
        ]
        return View("Kuhn poker", [*hands, Facts("", [("betting", seen["bets"] or "-")])])

    def _resampled_history(self, history: list[int]) -> list[int]:
        return [*self.cards, *history[len(self.cards) :]]


class KuhnState(KuhnText, State):
    """Readable Kuhn poker."""

    def _setup(self) -> None:
        self.cards = []
        self.bets = []

    def _clone_into(self, other: "KuhnState") -> None:
        other.cards, other.bets = self.cards.copy(), self.bets.copy()

    def _current_player(self) -> int:
        seats = self.game.num_players()
        if len(self.cards) < seats:
            return CHANCE
        answers = self.bets.index(BET) if BET in self.bets else 0  # those before the bet act again
        return TERMINAL if len(self.bets) == seats + answers else len(self.bets) % seats

    def _legal_actions(self) -> list[int]:
        return [PASS, BET]

    def _chance_outcomes(self) -> list[tuple[int, float]]:
        left = self._undealt()
        return [(card, 1 / len(left)) for card in left]

    def _apply_action(self, action: int) -> None:
        if len(self.cards) < self.game.num_players():
            self.cards.append(action)
        else:
            self.bets.append(action)

    def _scores(self) -> list[float]:
        seats = self.game.num_players()
        if self._current_player() != TERMINAL:
            return [0.0] * seats
        paid = [1 + (BET in self.bets[seat::seats]) for seat in range(seats)]
        in_play = [seat for seat in range(seats) if paid[seat] == max(paid)]
        winner = max(in_play, key=lambda seat: self.cards[seat])
        return [float(sum(paid) * (seat == winner) - paid[seat]) for seat in range(seats)]

    def _resample(self, seat: int, stream: Stream) -> None:
        others = list(range(self.game.num_players() + 1))
        if seat < len(self.cards):
            others.remove(self.cards[seat])
        self.cards = [
            card if owner == seat else stream.take(others) for owner, card in enumerate(self.cards)
        ]


class KuhnGame(Game):
    """Kuhn poker."""

    text = KuhnText
    readable = KuhnState
    twin = "ext.states.kuhn_poker"

    def score_bounds(self) -> tuple[float, float]:
        return -2.0, 2.0 * (self.num_players() - 1)

    def max_game_length(self) -> int:
        return 3 * self.num_players() - 1  # the cards, all but one pass, a bet, and the answers

    def max_chance_outcomes(self) -> int:
        return self.num_players() + 1

    def num_distinct_actions(self) -> int:
        return 2


GAME = KuhnGame
