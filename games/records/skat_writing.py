"""A Skat deal that was played here, in the server's words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from games.records import sgf
from games.records.record import Move, Record
from games.records.skat import result_of
from games.records.skat_words import ANNOUNCEMENTS, FIELDS, LETTERS

if TYPE_CHECKING:
    from ext.state import State

_WORDS = {"pass": "p", "hold": "y"}
_LETTER = {name: letter for letter, name in LETTERS.items()}
_FLAG = {name: flag for flag, name in ANNOUNCEMENTS.items()}


def from_state(state: State, players: Sequence[str] = (), **tags: str) -> Record:
    """Make a record of a finished deal.

    Parameters
    ----------
    state : State
        ``skat(deals=1)`` with three seats, at its end.
    players : sequence of str
        Who sat where.
    **tags
        Further SGF properties, such as ``DT="2025-01-31"``.

    Returns
    -------
    Record
        In the format ``skat-sgf``; `games.records.write` writes it.

    Raises
    ------
    ValueError
        The state is no finished single deal of three seats.
    """
    if str(state.game.name) != "skat" or state.game.get_parameters()["deals"] != 1:
        raise ValueError(f"a Skat record holds one deal of skat(deals=1), not {state.game}")
    if state.game.num_players() != 3 or state.game.get_parameters()["ranks"] != "789TJQKA":
        raise ValueError(f"a Skat record has three seats and all 32 cards, unlike {state.game}")
    if not state.is_terminal():
        raise ValueError("the deal is not over; only a finished deal makes a record")
    moves = tuple(_Writer(state).moves())
    return Record(sgf.FORMAT, sgf.GAME, tuple(players), moves, _result(state), tuple(tags.items()))


def _result(state: State) -> dict[str, Any]:
    ours = result_of(state)
    if ours["declarer"] < 0:
        return {"passed": True}
    result = {name: ours[field] for name, field in FIELDS.items()}
    numbers = {name: int(result[name]) for name in ("p", "t", "s", "z")}
    nobody = {"p0": 0, "p1": 0, "p2": 0, "l": -1, "to": -1, "r": 0}
    head = {name: result[name] for name in ("d", "win", "v", "m", "overbid")}
    return head | numbers | nobody


class _Writer:
    """Goes through a deal again and says each step as the server does."""

    def __init__(self, state: State) -> None:
        self.texts = [state.action_to_string(action) for action in state.history()]
        self.history = state.history()
        self.end: Any = state
        self.at = state.game.new_initial_state()

    def moves(self) -> list[Move]:
        """Return the record's list of moves."""
        seen = self.end.to_dict()
        dealt = [".".join(hand) for hand in seen["dealt"]]
        said = [Move("w", ".".join([*dealt, *seen["skat"]]))]
        declared: list[str] = []
        for action, text in zip(self.history, self.texts, strict=True):
            who, phase = str(self.at.current_player()), self.at.phase()
            self.at.apply_action(action)
            if phase == "auction":
                said.append(Move(who, _WORDS.get(text, text.removeprefix("bid "))))
            elif text == "pick up":
                said += [Move(who, "s"), Move("w", ".".join(seen["skat"]))]
            elif phase in ("skat", "discard", "contract"):
                declared.append(text)
                if self.at.phase() == "play":
                    said.append(Move(who, _declaration(declared)))
            elif phase == "play":
                said.append(Move(who, text))
        return said


def _declaration(texts: Sequence[str]) -> str:
    """Join hand, discards, contract and announcement to the server's one word."""
    hand = "H" if "hand" in texts else ""
    letter = next(_LETTER[text] for text in texts if text in _LETTER)
    flags = {"S": "S", "Z": "SZ"}.get(flag := next(_flags(texts), ""), flag)
    discards = [text for text in texts if len(text) == 2]
    if flag == "O":
        return ".".join([f"{letter}O{hand}", *discards])
    return ".".join([f"{letter}{hand}{flags}", *discards])


def _flags(texts: Sequence[str]) -> Any:
    return (_FLAG[text] for text in texts if text in _FLAG)
