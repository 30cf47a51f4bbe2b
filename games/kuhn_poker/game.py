"""Kuhn poker (Kuhn 1950) for two or three: the smallest game with bluffing.

Every player antes 1 and gets one card of a deck one larger than the table. In turn each passes or
bets 1; after a bet each other player, once, folds (passes) or calls (bets).
"""

from typing import Any

from ext.rng import Stream
from ext.state import State
from games.core.deal import Source
from games.core.game import Game
from games.views import Cards, Facts, View, Viewed

PASS, BET = 0, 1
CHANCE, TERMINAL = -1, -4


class KuhnText(Viewed):
    """Notation, views and information, shared by the readable game and its twin."""

    game: Game
    cards: list[int]
    bets: list[int]

    def _phase(self) -> str:
        return "deal" if len(self.cards) < self.game.num_players() else "bet"

    def _action_to_string(self, action: int) -> str:
        return self._card(action) if self._phase() == "deal" else ("pass", "bet")[action]

    def _card(self, card: int) -> str:
        return "JQKA"[card] if self.game.num_players() == 3 else "JQK"[card]

    def _chance_source(self) -> Source:
        left = [c for c in range(self.game.num_players() + 1) if c not in self.cards]
        return Source("deck", len(self.cards), left)

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
        hands = [Cards(f"seat {i}", [c] if c != "?" else [], c == "?") for i, c in enumerate(seen["cards"])]
        return View("Kuhn poker", [*hands, Facts("", [("betting", seen["bets"] or "-")])])

    def _resampled_history(self, history: list[int]) -> list[int]:
        return [*self.cards, *history[len(self.cards) :]]


class KuhnState(KuhnText, State):
    """Readable Kuhn poker."""

    def _setup(self) -> None:
        self.cards: list[int] = []
        self.bets: list[int] = []

    def _clone_into(self, other: "KuhnState") -> None:
        other.cards, other.bets = self.cards.copy(), self.bets.copy()

    def _current_player(self) -> int:
        n = self.game.num_players()
        if len(self.cards) < n:
            return CHANCE
        first = self.bets.index(BET) if BET in self.bets else n
        return TERMINAL if len(self.bets) >= n + (first if BET in self.bets else 0) else len(self.bets) % n

    def _legal_actions(self) -> list[int]:
        return [PASS, BET]

    def _chance_outcomes(self) -> list[tuple[int, float]]:
        left = [c for c in range(self.game.num_players() + 1) if c not in self.cards]
        return [(c, 1 / len(left)) for c in left]

    def _apply_action(self, action: int) -> None:
        if len(self.cards) < self.game.num_players():
            self.cards.append(action)
        else:
            self.bets.append(action)

    def _scores(self) -> list[float]:
        n = self.game.num_players()
        if self._current_player() != TERMINAL:
            return [0.0] * n
        paid = [1 + any(a == BET for a in self.bets[i::n]) for i in range(n)]
        in_play = [i for i in range(n) if paid[i] == max(paid)]
        winner = max(in_play, key=lambda i: self.cards[i])
        return [sum(paid) - paid[i] if i == winner else -paid[i] for i in range(n)]

    def _resample(self, seat: int, stream: Stream) -> None:
        dealt = len(self.cards)
        own = [self.cards[seat]] if seat < dealt else []
        left = [c for c in range(self.game.num_players() + 1) if c not in own]
        stream.shuffle(left)
        self.cards = [self.cards[i] if i == seat else left.pop() for i in range(dealt)]


class KuhnGame(Game):
    """Kuhn poker."""

    text = KuhnText
    readable = KuhnState

    def score_bounds(self) -> tuple[float, float]:
        return -2.0, 2.0 * (self.num_players() - 1)


GAME = KuhnGame
