"""What the moves of a Skat record mean: the server's words as actions of the contract.

The game knows no concession, so the reader settles it: both defenders' ``RE`` gives the open
trick and everything unplayed to the declarer (in Null to the defenders: the declarer has won), the
declarer's gives it the other way round. A seat that leaves or runs out of time (``w LE.n``,
``w TI.n``) after the declaration has resigned for its side; before it the deal is abandoned.
``SC`` alone settles nothing. A record may stop once the declarer cannot win any more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import games
from games import IllegalActionError
from games.records import skat_words as words
from games.records.record import Move, Record, RecordError, Replay
from games.records.skat_words import FIELDS, LETTERS, Declaration

_NOTHING = {
    **dict.fromkeys(FIELDS.values(), 0),
    **dict.fromkeys(("won", "overbid", "schneider", "schwarz"), False),
    "declarer": -1,
}
_BIDS = {"p": "pass", "y": "hold"}


def replay(record: Record) -> Replay:
    """Play a record through the contract, settle it and compare the result with the server's."""
    reader = _Reader(record)
    try:
        for move in record.moves:
            reader.read(move)
        reader.finish()
        problem = _difference(record, reader.ending, reader.result)
    except RecordError as error:
        problem = error
    history = tuple(reader.state.history())
    return Replay(record, str(reader.game), history, reader.ending, reader.result, problem)


def result_of(state: Any, rest_to_declarer: bool | None = None) -> dict[str, Any]:
    """Return the result of a deal, named as the values of `skat_words.FIELDS`.

    Parameters
    ----------
    state : State
        A Skat state: one deal at its end, or given up in the play.
    rest_to_declarer : bool, optional
        In a deal that was given up, whether the declarer gets all that is unplayed.
    """
    over = rest_to_declarer is None
    settled = state.settlement if over else state.settle_given_up(rest_to_declarer)
    if settled is None:
        return dict(_NOTHING)
    return {
        "declarer": state.seat_of(state.declarer),
        "won": settled.won,
        "value": settled.score,
        "matadors": settled.matadors,
        "overbid": settled.overbid,
        "points": settled.points,
        "tricks": settled.tricks,
        "schneider": settled.schneider,
        "schwarz": settled.schwarz,
    }


def _difference(record: Record, ending: str, ours: Mapping[str, Any]) -> RecordError | None:
    claimed = record.result
    if ending == "passed" or claimed.get("passed"):
        same = ending == "passed" and claimed.get("passed", False)
        return None if same else record.error(f"R[...] and the moves differ: the deal is {ending}")
    names = ("d", "v") if ending == "abandoned" else tuple(FIELDS)
    wrong = [name for name in names if claimed.get(name) != ours[FIELDS[name]]]
    if not wrong:
        return None
    theirs = ", ".join(f"{name} {words.result_word(claimed.get(name))}" for name in wrong)
    right = ", ".join(f"{name} {words.result_word(ours[FIELDS[name]])}" for name in wrong)
    return record.error(f"the record says {theirs}; by the rules it is {right}")


class _Reader:
    """Plays the moves of one record in turn."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.game = games.load_game(record.game)
        self.state = self.game.new_initial_state()
        count = self.game.num_distinct_actions() or 0
        self.actions = {self.state.action_to_string(action): action for action in range(count)}
        self.hands: list[list[str]] = []  # as dealt, by seat
        self.skat: list[str] = []
        self.declarer = -1
        self.picked_up = False
        self.pending: Declaration | None = None  # a contract that waits for its discards
        self.resigned: set[int] = set()
        self.conceded_to_declarer: bool | None = None  # whom a concession made the winner
        self.ending = "unfinished"
        self.result: Mapping[str, Any] = {}

    def read(self, move: Move) -> None:
        """Take one entry of the record; every error of it names its place."""
        try:
            if move.who == "w":
                self._world(move.text)
            elif move.text == "RE":
                self._resign(int(move.who))
            elif move.text == "SC" or move.text.startswith("SC."):
                self._needs_play()
            else:
                self._seat(int(move.who), move.text)
        except IllegalActionError as error:
            problem = f"move '{move}' breaks the rules: {error}"
            raise self.record.error(problem, move.column) from None
        except ValueError as error:
            raise self.record.error(f"move '{move}': {error}", move.column) from None

    def finish(self) -> None:
        """Say how the deal ended, and with what result."""
        state: Any = self.state  # a Skat state can be asked more than the contract says
        if self.ending == "abandoned":
            self.result = dict(_NOTHING)
        elif self.conceded_to_declarer is not None:
            rest_to_declarer = self.conceded_to_declarer != self._is_null()
            self.ending, self.result = "conceded", result_of(state, rest_to_declarer)
        elif state.is_terminal():
            self.ending = "played" if self.declarer >= 0 else "passed"
            self.result = result_of(state)
        elif self._in_play() and not state.settle_given_up(not self._is_null()).won:
            self.ending, self.result = "stopped", result_of(state, False)  # lost at the best
        else:
            column = self.record.moves[-1].column if self.record.moves else 0
            problem = f"the record stops in the {state.phase()}, and the deal is not decided"
            raise self.record.error(problem, column)

    # ---- the world ----

    def _world(self, text: str) -> None:
        leaver = words.leaver(text)
        if leaver is not None:
            self._leave(leaver)
        elif not self.hands:
            self._deal(text)
        elif not self.picked_up:
            raise ValueError("the skat is shown, but nobody has picked it up")
        elif set(text.split(".")) not in ({words.UNKNOWN}, set(self.skat)):
            raise ValueError(f"the deal left {'.'.join(self.skat)} in the skat")

    def _deal(self, text: str) -> None:
        self.hands, self.skat = words.dealt(text)
        for hand in self.hands:
            self._play(*hand)

    def _leave(self, seat: int) -> None:
        if self._in_play() and self.conceded_to_declarer is None:
            self.conceded_to_declarer = seat != self.declarer
        elif not self.state.is_terminal() and not self._in_play():
            self.ending = "abandoned"

    # ---- seats ----

    def _resign(self, seat: int) -> None:
        self._needs_play()
        if self.state.is_terminal() or self.conceded_to_declarer is not None:
            return
        self.resigned.add(seat)
        if seat == self.declarer:
            self.conceded_to_declarer = False
        elif len(self.resigned) == 2:
            self.conceded_to_declarer = True

    def _seat(self, seat: int, text: str) -> None:
        if self.ending == "abandoned" or self.conceded_to_declarer is not None:
            raise ValueError("it comes after the deal was given up")
        if not self.hands:
            raise ValueError("it comes before the deal, which 'w' and the cards begin")
        self._check_turn(seat)
        phase = self.state.phase()
        if phase == "auction":
            self._bid(text)
        elif phase == "skat":
            self._take_or_leave(seat, text)
        elif phase == "discard":
            self._declare(text)
        else:
            self._play(words.card(text))

    def _check_turn(self, seat: int) -> None:
        if self.state.is_terminal():
            raise ValueError("it comes after the end of the deal")
        mover = self.state.current_player()
        if seat != mover:
            turn = f"out of turn: it is seat {mover}'s turn ({self.state.phase()})"
            raise ValueError(f"{turn}; legal: {self._legal()}")

    def _bid(self, text: str) -> None:
        said = _BIDS.get(text, f"bid {text}")
        if said not in self.actions:
            problem = "no bid of the ladder, y (hold) or p (pass)"
            raise ValueError(f"{problem}; legal: {self._legal()}")
        self._play(said)

    def _take_or_leave(self, seat: int, text: str) -> None:
        self.declarer = seat
        if text == "s":
            self.picked_up = True
            self._play("pick up")
            return
        declared = Declaration.read(text)
        if not declared.is_hand:
            raise ValueError("it declares without the skat; a hand game says H")
        words.check_shown(declared.cards, self.hands[seat])
        self._play("hand")
        self._contract(declared)

    def _declare(self, text: str) -> None:
        if self.pending is not None:
            self._discard(words.cards(text), self.pending)
            return
        declared = Declaration.read(text)
        declared.check_after_pick_up()
        if len(declared.cards) in (2, 12):
            self._discard(list(declared.cards), declared)
        elif declared.cards:
            raise ValueError("after a pick-up the two discards come first, like D9.DQ")
        else:
            self.pending = declared

    def _discard(self, cards: list[str], declared: Declaration) -> None:
        put, shown = cards[:2], cards[2:]
        if len(put) != 2 or len(shown) not in (0, 10):
            raise ValueError("the discards are two cards, like D9.DQ")
        held = [*self.hands[self.declarer], *self.skat]
        words.check_shown(shown, [card for card in held if card not in put])
        self._play(*put)
        self._contract(declared)

    def _contract(self, declared: Declaration) -> None:
        announcement = declared.announcement
        self._play(LETTERS[declared.letter])
        if self.actions[announcement] in self.state.legal_actions():
            self._play(announcement)

    # ---- shared ----

    def _play(self, *texts: str) -> None:
        """Play what texts name; cards of one group go in ascending order."""
        for action in sorted(self.actions[text] for text in texts):
            self.state.apply_action(action)

    def _legal(self) -> str:
        return ", ".join(map(self.state.action_to_string, self.state.legal_actions()))

    def _needs_play(self) -> None:
        if not self._in_play() and not self.state.is_terminal():
            raise ValueError("it comes before the contract")

    def _in_play(self) -> bool:
        return self.state.phase() == "play" and not self.state.is_terminal()

    def _is_null(self) -> bool:
        return self.actions[LETTERS["N"]] in self.state.history()
