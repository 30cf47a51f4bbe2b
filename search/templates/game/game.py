"""New game: what it is in one sentence, and the one idea of this implementation.

Each player gets a card and may exchange it once for one from the deck; the higher card wins.
"""

from typing import Any

from ext.rng import Stream
from ext.state import State
from games.core import CHANCE, TERMINAL
from games.core.deal import Source
from games.core.game import Game
from games.views import Cards, Facts, View, Viewed

KEEP, EXCHANGE = 0, 1


class NewGameText(Viewed):
    """Notation, views and information: everything that a compiled twin would share."""

    game: Game
    drawn: list[int]  # all cards drawn so far, in order
    owners: list[int]  # who got each of them
    moves: list[int]

    def _deck(self) -> list[int]:
        return list(range(self.game.get_parameters()["cards"]))

    def _left(self) -> list[int]:
        return [card for card in self._deck() if card not in self.drawn]

    def _own(self, seat: int) -> list[int]:
        """Cards that a seat got, the one it holds last."""
        return [card for card, owner in zip(self.drawn, self.owners, strict=True) if owner == seat]

    def _due(self) -> int:
        """The seat that is about to get a card, -1 if none is."""
        if len(self.drawn) < 2:
            return len(self.drawn)
        asked = self.moves.count(EXCHANGE) > len(self.drawn) - 2
        return len(self.moves) - 1 if asked else -1

    def _phase(self) -> str:
        return "draw" if self._due() >= 0 else "choose"

    def _chance_source(self) -> Source:
        return Source("deck", len(self.drawn), self._left())

    def _action_to_string(self, action: int) -> str:
        return str(self._deck()[action] + 1) if self._due() >= 0 else ("keep", "exchange")[action]

    def _why_illegal(self, action: int) -> str:
        return f"{action!r} is neither keep (0) nor exchange (1)"

    def _to_dict(self, seat: int | None) -> dict[str, Any]:
        hands = [
            [card + 1 if seat in (None, owner) else 0 for card in self._own(owner)]
            for owner in (0, 1)
        ]
        return {"hands": hands, "moves": list(self.moves), "phase": self._phase()}

    def _information_state_string(self, seat: int) -> str:
        own = [card + 1 for card in self._own(seat)]
        return f"{seat} {own} {len(self.drawn)} {self.moves}"

    def _view(self, seat: int | None) -> View:
        seen = self._to_dict(seat)
        hands = [
            Cards(f"seat {owner}", [str(card) for card in hand if card], hand.count(0))
            for owner, hand in enumerate(seen["hands"])
        ]
        said = ", ".join(("keep", "exchange")[move] for move in seen["moves"]) or "-"
        return View("New game", [*hands, Facts("", [("moves", said)])])

    def _resampled_history(self, history: list[int]) -> list[int]:
        cards, moves = iter(self.drawn), iter(self.moves)
        kinds = ["card", "card"]
        for move in self.moves:
            kinds += ["move", "card"] if move == EXCHANGE else ["move"]
        return [next(cards if kind == "card" else moves) for kind in kinds[: len(history)]]


class NewGameState(NewGameText, State):
    """Readable New game."""

    def _setup(self) -> None:
        self.drawn, self.owners, self.moves = [], [], []

    def _clone_into(self, other: "NewGameState") -> None:
        other.drawn, other.owners = self.drawn.copy(), self.owners.copy()
        other.moves = self.moves.copy()

    def _current_player(self) -> int:
        if self._due() >= 0:
            return CHANCE
        return len(self.moves) if len(self.moves) < 2 else TERMINAL

    def _legal_actions(self) -> list[int]:
        return [KEEP, EXCHANGE]

    def _chance_outcomes(self) -> list[tuple[int, float]]:
        left = self._left()
        return [(card, 1 / len(left)) for card in left]

    def _apply_action(self, action: int) -> None:
        if self._due() >= 0:
            self.owners.append(self._due())
            self.drawn.append(action)
        else:
            self.moves.append(action)

    def _scores(self) -> list[float]:
        if self._current_player() != TERMINAL:
            return [0.0, 0.0]
        lead = 1.0 if self._own(0)[-1] > self._own(1)[-1] else -1.0
        return [lead, -lead]

    def _resample(self, seat: int, stream: Stream) -> None:
        unseen = [card for card in self._deck() if card not in self._own(seat)]
        stream.shuffle(unseen)
        dealt = zip(self.drawn, self.owners, strict=True)
        self.drawn = [card if owner == seat else unseen.pop() for card, owner in dealt]


class NewGame(Game):
    """New game."""

    text = NewGameText
    readable = NewGameState


GAME = NewGame
