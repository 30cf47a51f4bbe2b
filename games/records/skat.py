"""What the moves of a Skat record mean: the server's words as actions of the contract.

The game knows no concession, so the reader settles it: both defenders' ``RE`` gives the open
trick and everything unplayed to the declarer (in Null to the defenders: the declarer has won), the
declarer's gives it the other way round. A seat that leaves or runs out of time (``w LE.n``,
``w TI.n``) after the declaration has resigned for its side; before it the deal is abandoned.
``SC`` alone settles nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import games
from games import IllegalActionError
from games.records.record import Move, Record, RecordError, Replay

LETTERS = {"D": "Diamonds", "H": "Hearts", "S": "Spades", "C": "Clubs", "G": "Grand", "N": "Null"}
ANNOUNCEMENTS = {
    "": "no announcement",
    "S": "announce Schneider",
    "Z": "announce Schwarz",
    "O": "open",
}
FIELDS = {
    "d": "declarer",
    "win": "won",
    "v": "value",
    "m": "matadors",
    "overbid": "overbid",
    "p": "points",
    "t": "tricks",
    "s": "schneider",
    "z": "schwarz",
}
_NOTHING = dict.fromkeys(FIELDS.values(), 0) | {"declarer": -1}
_DECLARATION = re.compile(r"([DHSCGN])([HSZO]*)((?:\.[^.]+)*)$")
_LEAVES = re.compile(r"(?:LE|TI)\.([0-2])$")
_UNKNOWN = "??"


def replay(record: Record) -> Replay:
    """Play a record through the contract, settle it and compare the result with the server's."""
    reader = _Reader(record)
    problem = None
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
    """Return the result of a deal in the words of `FIELDS`.

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
    theirs = ", ".join(f"{name} {_plain(claimed.get(name))}" for name in wrong)
    right = ", ".join(f"{name} {_plain(ours[FIELDS[name]])}" for name in wrong)
    return record.error(f"the record says {theirs}; by the rules it is {right}")


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "missing" if value is None else str(value)


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
        self.pending: tuple[Move, str, str] | None = None  # a contract that waits for discards
        self.resigned: set[int] = set()
        self.to_declarer: bool | None = None  # whom giving up made the winner
        self.ending = "unfinished"
        self.result: Mapping[str, Any] = {}

    def read(self, move: Move) -> None:
        """Take one entry of the record."""
        if move.who == "w":
            self._world(move)
        elif move.text == "RE":
            self._resign(move, int(move.who))
        elif move.text == "SC" or move.text.startswith("SC."):
            self._needs_play(move)
        else:
            self._seat(move)

    # ---- the world ----

    def _world(self, move: Move) -> None:
        leaves = _LEAVES.match(move.text)
        if leaves is not None:
            self._leave(move, int(leaves[1]))
        elif not self.hands:
            self._deal(move)
        else:
            self._show_skat(move)

    def _deal(self, move: Move) -> None:
        cards = self._cards(move, move.text)
        twice = sorted({card for card in cards if cards.count(card) > 1})
        if len(cards) != 32 or twice:
            found = f"{', '.join(twice)} twice" if twice else f"{len(cards)} cards"
            raise self._error(move, f"a deal is all 32 cards once; this one has {found}")
        self.hands = [cards[:10], cards[10:20], cards[20:30]]
        self.skat = cards[30:]
        for hand in self.hands:
            for card in sorted(hand, key=self.actions.__getitem__):
                self._play(move, card)

    def _show_skat(self, move: Move) -> None:
        if not self.picked_up:
            raise self._error(move, f"move '{move}' has no place here; the skat is not picked up")
        shown = move.text.split(".")
        if set(shown) not in ({_UNKNOWN}, set(self.skat)):
            dealt = ".".join(self.skat)
            raise self._error(move, f"the skat shown is {move.text}, but the deal left {dealt}")

    def _leave(self, move: Move, seat: int) -> None:
        if self.state.is_terminal() or self.to_declarer is not None:
            return
        if self._in_play():
            self.to_declarer = seat != self.declarer
        else:
            self.ending = "abandoned"

    # ---- seats ----

    def _resign(self, move: Move, seat: int) -> None:
        if self.state.is_terminal() or self.to_declarer is not None:
            return
        self._needs_play(move)
        self.resigned.add(seat)
        if seat == self.declarer:
            self.to_declarer = False
        elif len(self.resigned) == 2:
            self.to_declarer = True

    def _seat(self, move: Move) -> None:
        if self.ending == "abandoned" or self.to_declarer is not None:
            raise self._error(move, f"move '{move}' comes after the deal was given up")
        if not self.hands:
            raise self._error(move, f"move '{move}' comes before the deal; 'w' deals first")
        self._check_turn(move)
        phases: dict[str, Callable[[Move], None]] = {
            "auction": self._bid,
            "skat": self._decide,
            "discard": self._declare,
        }
        phases.get(self.state.phase(), lambda move: self._play(move, self._card(move, move.text)))(
            move
        )

    def _check_turn(self, move: Move) -> None:
        mover, state = self.state.current_player(), self.state
        if int(move.who) == mover:
            return
        if state.is_terminal():
            raise self._error(move, f"move '{move}' comes after the end of the deal")
        legal = ", ".join(map(state.action_to_string, state.legal_actions()))
        turn = f"it is seat {mover}'s turn ({state.phase()})"
        raise self._error(move, f"move '{move}' is out of turn: {turn}; legal: {legal}")

    def _bid(self, move: Move) -> None:
        text = {"p": "pass", "y": "hold"}.get(move.text, f"bid {move.text}")
        if text not in self.actions:
            legal = ", ".join(map(self.state.action_to_string, self.state.legal_actions()))
            problem = f"move '{move}' is no bid of the ladder, y (hold) or p (pass); legal: {legal}"
            raise self._error(move, problem)
        self._play(move, text)

    def _decide(self, move: Move) -> None:
        self.declarer = int(move.who)
        if move.text == "s":
            self.picked_up = True
            self._play(move, "pick up")
            return
        letter, flags, cards = self._declaration(move)
        if not set(flags) & {"H", "O"}:
            problem = f"move '{move}' declares without the skat; a hand game says H"
            raise self._error(move, problem)
        self._play(move, "hand")
        self._check_shown(move, cards, self.hands[self.declarer])
        self._contract(move, letter, flags)

    def _declare(self, move: Move) -> None:
        if self.pending is None:
            letter, flags, cards = self._declaration(move)
            if "H" in flags or (letter != "N" and flags):
                problem = f"move '{move}': H, S, Z, and O but in Null, need a hand game"
                raise self._error(move, f"{problem}; the skat was picked up")
            self.pending = move, letter, flags
            if len(cards) not in (2, 12):
                self._check_shown(move, cards, None)
                return
        else:
            cards = self._cards(move, move.text)
            if len(cards) != 2:
                raise self._error(move, f"move '{move}' must be the two discards, like D9.DQ")
        declared, letter, flags = self.pending
        for card in sorted(cards[:2], key=self.actions.__getitem__):
            self._play(move, card)
        held = [*self.hands[self.declarer], *self.skat]
        self._check_shown(move, cards[2:], [card for card in held if card not in cards[:2]])
        self._contract(declared, letter, flags)

    def _declaration(self, move: Move) -> tuple[str, str, list[str]]:
        found = _DECLARATION.match(move.text)
        if found is None:
            problem = f"move '{move}' is no declaration: a letter of DHSCGN, flags HSZO, cards"
            raise self._error(move, problem)
        letter, flags, cards = found.groups()
        return letter, flags, self._cards(move, cards[1:]) if cards else []

    def _check_shown(self, move: Move, shown: list[str], hand: list[str] | None) -> None:
        """Compare the cards that an open declaration lays down, if any, with the hand."""
        if shown and (hand is None or set(shown) != set(hand)):
            raise self._error(move, f"move '{move}' shows cards that are not the declarer's hand")

    def _contract(self, move: Move, letter: str, flags: str) -> None:
        self._play(move, LETTERS[letter])
        said = next((flag for flag in "OZS" if flag in flags), "")
        if letter == "N" and said in ("Z", "S"):
            raise self._error(move, f"move '{move}': Null knows no Schneider or Schwarz")
        if said or self.actions[ANNOUNCEMENTS[""]] in self.state.legal_actions():
            self._play(move, ANNOUNCEMENTS[said])

    # ---- shared ----

    def _play(self, move: Move, text: str) -> None:
        try:
            self.state.apply_action(self.actions[text])
        except IllegalActionError as error:
            raise self._error(move, f"move '{move}' breaks the rules: {error}") from None

    def _cards(self, move: Move, text: str) -> list[str]:
        return [self._card(move, word) for word in text.split(".")]

    def _card(self, move: Move, word: str) -> str:
        if word == _UNKNOWN:
            raise self._error(move, "the card ?? is not named, so the deal cannot be replayed")
        if not re.fullmatch(r"[DHSC][789TJQKA]", word):
            raise self._error(move, f"{word!r} is no card; cards are like CJ, HT, D7")
        return word

    def _needs_play(self, move: Move) -> None:
        if not self._in_play() and not self.state.is_terminal():
            raise self._error(move, f"move '{move}' comes before the contract")

    def _is_null(self) -> bool:
        return self.actions[LETTERS["N"]] in self.state.history()

    def _in_play(self) -> bool:
        return self.state.phase() == "play" and not self.state.is_terminal()

    def _error(self, move: Move, problem: str) -> RecordError:
        return self.record.error(problem, move.column)

    # ---- the end ----

    def finish(self) -> None:
        """Say how the deal ended, and with what result."""
        state: Any = self.state  # the Skat state, with more to ask than the contract
        if self.ending == "abandoned":
            self.result = _NOTHING
        elif self.to_declarer is not None:
            rest_to_declarer = self.to_declarer != self._is_null()
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
