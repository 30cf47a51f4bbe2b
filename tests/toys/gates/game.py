"""Gates: the other seat's moves are the cards that it happens to hold.

Seat 1 gets one of the seven hands that can be made of the cards 0, 1 and 2, unseen by seat 0. Seat
0 storms a gate, seat 1 meets it with one of its cards, and the table says what seat 0 gets of it.
Gate 0 pays 0.5 whatever the hand is. Gate 1 pays 1, but -0.3 against card 2; gate 2 pays -1, but
1 against card 0, which nobody plays who holds another.

The best reply depends on the card only, not on the rest of the hand, so that a gate is worth the
mean over the hands of the least that any card of the hand concedes: 1/2, 1.8/7 and -5/7. Against
random replies gate 1 would be the best (17/30).
"""

from itertools import chain, combinations
from typing import Any

from ext.rng import Stream
from games.core import CHANCE, TERMINAL
from games.core.deal import Source
from games.core.game import Game
from tests.toys.toy import Toy

CARDS = (0, 1, 2)
HANDS = tuple(chain.from_iterable(combinations(CARDS, size) for size in (1, 2, 3)))
PAYS = ((0.5, 0.5, 0.5), (1.0, 1.0, -0.3), (1.0, -1.0, -1.0))
NONE = -1


class GatesState(Toy):
    """Hand of seat 1, gate of seat 0, card of seat 1, each NONE until it is known."""

    def _setup(self) -> None:
        self.hand, self.gate, self.card = NONE, NONE, NONE

    def _clone_into(self, other: Any) -> None:
        other.hand, other.gate, other.card = self.hand, self.gate, self.card

    def _current_player(self) -> int:
        if self.hand == NONE:
            return CHANCE
        if self.gate == NONE:
            return 0
        return 1 if self.card == NONE else TERMINAL

    def _phase(self) -> str:
        return "deal" if self.hand == NONE else ("storm" if self.gate == NONE else "reply")

    def _legal_actions(self) -> list[int]:
        return list(range(len(PAYS))) if self.gate == NONE else list(HANDS[self.hand])

    def _chance_outcomes(self) -> list[tuple[int, float]]:
        return [(hand, 1 / len(HANDS)) for hand in range(len(HANDS))]

    def _chance_source(self) -> Source:
        return Source("hands", 0)

    def _apply_action(self, action: int) -> None:
        if self.hand == NONE:
            self.hand = action
        elif self.gate == NONE:
            self.gate = action
        else:
            self.card = action

    def _scores(self) -> list[float]:
        won = 0.0 if self.card == NONE else PAYS[self.gate][self.card]
        return [won, -won]

    def _to_dict(self, seat: int | None) -> dict[str, Any]:
        hand = list(HANDS[self.hand]) if self.hand != NONE and seat != 0 else None
        return {"dealt": self.hand != NONE, "hand": hand, "gate": self.gate, "card": self.card}

    def _information_state_string(self, seat: int) -> str:
        own = self.hand if seat == 1 else NONE
        return f"{seat} {self.hand != NONE} {own} {self.gate} {self.card}"

    def _resample(self, seat: int, stream: Stream) -> None:
        if seat == 0 and self.hand != NONE:
            fits = [h for h, hand in enumerate(HANDS) if self.card in (NONE, *hand)]
            self.hand = fits[stream.below(len(fits))]

    def _resampled_history(self, history: list[int]) -> list[int]:
        return [self.hand, *history[1:]] if history else []


class GatesGame(Game):
    """Gates."""

    text = Toy
    readable = GatesState


GAME = GatesGame
