"""Leduc poker (Southey et al. 2005) for two to four: the smallest poker with a board card.

Cards are numbered ``2 * rank + suit``. Every player antes 1 and gets one card; after a round of
betting one card is turned up for all, and a second round follows. A raise is 2 in the first round
and 4 in the second, two raises a round at most.
"""

from typing import Any

from ext.rng import Stream
from ext.state import State
from games.core import CHANCE, TERMINAL
from games.core.deal import Source
from games.core.game import Game
from games.views import Cards, Facts, View, Viewed

FOLD, CALL, RAISE = 0, 1, 2
RANKS = {2: "JQK", 3: "JQKA", 4: "TJQKA"}
RAISE_BY = (2, 4)
MAX_RAISES = 2


class LeducText(Viewed):
    """Notation, views and information, shared by the readable game and its twin."""

    game: Game
    cards: list[int]  # of the seats that have one, in seat order
    board: int  # the card for all, -1 before it is turned up
    rounds: list[list[int]]  # moves of each betting round
    paid: list[int]  # chips of each seat in the pot
    out: list[bool]  # who folded
    mover: int  # who acts next while a round lasts
    to_act: int  # how many still have to answer in this round

    def _deck(self) -> list[int]:
        return list(range(2 * len(RANKS[self.game.num_players()])))

    def _unseen(self) -> list[int]:
        return [card for card in self._deck() if card not in self.cards and card != self.board]

    def _card(self, card: int) -> str:
        return RANKS[self.game.num_players()][card // 2] + "cd"[card % 2]

    def _phase(self) -> str:
        if len(self.cards) < self.game.num_players():
            return "deal"
        return "bet" if self.to_act or self.board >= 0 else "board"

    def _chance_source(self) -> Source:
        return Source("deck", len(self.cards), self._unseen())

    def _action_to_string(self, action: int) -> str:
        if self._phase() in ("deal", "board"):
            return self._card(action)
        if action == CALL:
            return "check" if self.paid[self.mover] == max(self.paid) else "call"
        if action == RAISE:
            return "raise" if RAISE in self.rounds[-1] else "bet"
        return "fold"

    def _why_illegal(self, action: int) -> str:
        if action == FOLD:
            return "there is no bet to fold to"
        if action == RAISE:
            return f"there were {MAX_RAISES} raises in this round already"
        return f"{action!r} is neither fold (0), call (1) nor raise (2)"

    def _line(self) -> str:
        return "/".join("".join("fcr"[move] for move in moves) for moves in self.rounds)

    def _to_dict(self, seat: int | None) -> dict[str, Any]:
        shown = [self._card(c) if seat in (None, i) else "?" for i, c in enumerate(self.cards)]
        return {
            "cards": shown,
            "board": "" if self.board < 0 else self._card(self.board),
            "bets": self._line(),
            "paid": list(self.paid),
            "phase": self._phase(),
        }

    def _information_state_string(self, seat: int) -> str:
        own = self._card(self.cards[seat]) if seat < len(self.cards) else "?"
        board = "?" if self.board < 0 else self._card(self.board)
        return f"{seat} {own} {len(self.cards)} {board} {self._line()}"

    def _view(self, seat: int | None) -> View:
        seen = self._to_dict(seat)
        hands = [
            Cards(f"seat {i}", [] if card == "?" else [card], int(card == "?"))
            for i, card in enumerate(seen["cards"])
        ]
        board = Cards("board", [seen["board"]] if seen["board"] else [])
        pot = ("pot", f"{sum(self.paid)} ({', '.join(map(str, self.paid))})")
        return View("Leduc poker", [*hands, board, Facts("", [("betting", seen["bets"]), pot])])

    def _resampled_history(self, history: list[int]) -> list[int]:
        return [*self.cards, *history[len(self.cards) :]]


class LeducState(LeducText, State):
    """Readable Leduc poker."""

    def _setup(self) -> None:
        seats = self.game.num_players()
        self.cards, self.board, self.rounds = [], -1, [[]]
        self.paid, self.out = [1] * seats, [False] * seats
        self.to_act, self.mover = seats, 0

    def _clone_into(self, other: "LeducState") -> None:
        other.cards, other.board = self.cards.copy(), self.board
        other.rounds = [moves.copy() for moves in self.rounds]
        other.paid, other.out = self.paid.copy(), self.out.copy()
        other.to_act, other.mover = self.to_act, self.mover

    def _current_player(self) -> int:
        if len(self.cards) < self.game.num_players():
            return CHANCE
        if self.out.count(False) == 1:
            return TERMINAL
        if self.to_act:
            return self.mover
        return CHANCE if self.board < 0 else TERMINAL

    def _legal_actions(self) -> list[int]:
        facing = self.paid[self.mover] < max(self.paid)
        may_raise = self.rounds[-1].count(RAISE) < MAX_RAISES
        return [FOLD] * facing + [CALL] + [RAISE] * may_raise

    def _chance_outcomes(self) -> list[tuple[int, float]]:
        unseen = self._unseen()
        return [(card, 1 / len(unseen)) for card in unseen]

    def _apply_action(self, action: int) -> None:
        if len(self.cards) < self.game.num_players():
            self.cards.append(action)
        elif not self.to_act:
            self._turn_up(action)
        else:
            self._bet(action)

    def _turn_up(self, card: int) -> None:
        self.board = card
        self.rounds.append([])
        self.to_act, self.mover = self.out.count(False), self.out.index(False)

    def _bet(self, action: int) -> None:
        self.to_act -= 1
        if action == FOLD:
            self.out[self.mover] = True
        elif action == CALL:
            self.paid[self.mover] = max(self.paid)
        else:
            self.paid[self.mover] = max(self.paid) + RAISE_BY[len(self.rounds) - 1]
            self.to_act = self.out.count(False) - 1
        self.rounds[-1].append(action)
        seats = len(self.out)
        order = [seat % seats for seat in range(self.mover + 1, self.mover + seats + 1)]
        self.mover = next(seat for seat in order if not self.out[seat])

    def _scores(self) -> list[float]:
        if self._current_player() != TERMINAL:
            return [0.0] * len(self.paid)
        strength = [-1 if out else self._strength(seat) for seat, out in enumerate(self.out)]
        winners = strength.count(max(strength))
        share = sum(self.paid) / winners
        return [
            share * (mine == max(strength)) - paid
            for mine, paid in zip(strength, self.paid, strict=True)
        ]

    def _strength(self, seat: int) -> int:
        rank = self.cards[seat] // 2
        return rank + (100 if self.board >= 0 and rank == self.board // 2 else 0)

    def _resample(self, seat: int, stream: Stream) -> None:
        own = self.cards[seat] if seat < len(self.cards) else -1
        others = [card for card in self._deck() if card not in (own, self.board)]
        self.cards = [
            card if owner == seat else stream.take(others) for owner, card in enumerate(self.cards)
        ]


class LeducGame(Game):
    """Leduc poker."""

    text = LeducText
    readable = LeducState
    twin = "ext.states.leduc_poker"

    def score_bounds(self) -> tuple[float, float]:
        most = 1 + MAX_RAISES * sum(RAISE_BY)
        return float(-most), float(most * (self.num_players() - 1))

    def max_game_length(self) -> int:
        seats = self.num_players()
        betting = 3 * seats - 2  # all but one check, a bet, all but one answer, a raise, answers
        return seats + 1 + 2 * betting

    def max_chance_outcomes(self) -> int:
        return 2 * len(RANKS[self.num_players()])


GAME = LeducGame
