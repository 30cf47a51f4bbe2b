"""Wagers: a die is thrown before every decision, and what it shows may be a loss.

In turn each seat throws a die worth -2, 1 or 5 and keeps the amount, gives it to the next seat
(once a game; who plays alone throws it away) or stakes it: with probability 0.4 it is doubled,
else it counts the other way round. So every seat has chance events of its own, before and after
its decisions, and scores below zero.
"""

from typing import Any

from games.core import CHANCE, TERMINAL
from games.core.deal import Source
from games.core.game import Game
from tests.toys.toy import Toy

AMOUNTS = (-2.0, 1.0, 5.0)
ODDS = (0.5, 0.3, 0.2)
KEEP, GIVE, STAKE = range(3)
NOTHING = -1


class WagersState(Toy):
    """Pending are the amount thrown, or the amount at stake, or neither."""

    def _setup(self) -> None:
        self.turn = 0
        self.thrown, self.staked = NOTHING, NOTHING
        self.score = [0.0] * self.game.num_players()
        self.may_give = [True] * self.game.num_players()

    def _clone_into(self, other: Any) -> None:
        other.turn, other.thrown, other.staked = self.turn, self.thrown, self.staked
        other.score, other.may_give = self.score.copy(), self.may_give.copy()

    def _seat(self) -> int:
        return self.turn % len(self.score)

    def _current_player(self) -> int:
        if self.turn == self._parameter("rounds") * len(self.score):
            return TERMINAL
        return CHANCE if self.thrown == NOTHING else self._seat()

    def _phase(self) -> str:
        if self.staked != NOTHING:
            return "coin"
        return "throw" if self.thrown == NOTHING else "decision"

    def _legal_actions(self) -> list[int]:
        return [KEEP, GIVE, STAKE] if self.may_give[self._seat()] else [KEEP, STAKE]

    def _chance_outcomes(self) -> list[tuple[int, float]]:
        if self.staked != NOTHING:
            return [(0, 0.6), (1, 0.4)]
        return list(enumerate(ODDS))

    def _chance_source(self) -> Source:
        return Source("coin" if self.staked != NOTHING else "die", self.turn)

    def _apply_action(self, action: int) -> None:
        if self.staked != NOTHING:
            self._book(self._seat(), AMOUNTS[self.staked] * (2.0 if action else -1.0))
        elif self.thrown == NOTHING:
            self.thrown = action
        elif action == STAKE:
            self.thrown, self.staked = NOTHING, self.thrown
        elif action == KEEP:
            self._book(self._seat(), AMOUNTS[self.thrown])
        else:
            self.may_give[self._seat()] = False
            taker = (self._seat() + 1) % len(self.score)
            self._book(taker, AMOUNTS[self.thrown] * (len(self.score) > 1))

    def _book(self, seat: int, amount: float) -> None:
        self.score[seat] += amount
        self.turn += 1
        self.thrown = self.staked = NOTHING

    def _scores(self) -> list[float]:
        return self.score.copy()

    def _to_dict(self, seat: int | None) -> dict[str, Any]:
        pending = {"thrown": self.thrown, "staked": self.staked}
        return {"turn": self.turn, **pending, "score": [*self.score], "give": [*self.may_give]}


class WagersGame(Game):
    """Wagers."""

    text = Toy
    readable = WagersState

    def score_bounds(self) -> tuple[float, float]:
        turns = self._params["rounds"] * self._params["players"]
        return -5.0 * turns, 10.0 * turns

    def max_game_length(self) -> int:
        return int(3 * self._params["rounds"] * self._params["players"])


GAME = WagersGame
