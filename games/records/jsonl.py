"""The project's own records: one JSON object a line, any game.

``{"game": "skat(deals=1)", "history": [3, 8, ...], "players": ["a", "b", "c"], "returns": [...]}``

`game` and `history` (actions of the contract, chance included) say everything; `players` and
`returns` may be missing, and whatever else an object holds is kept.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import games
from games.records.record import BLANKS, Move, Record, RecordError, Replay, blocks

if TYPE_CHECKING:
    from ext.state import State

FORMAT = "jsonl"
_TOLERANCE = 1e-9  # returns are printed in full, so only the last bit may differ


def recognises(text: str) -> bool:
    """Return whether a text looks like JSON lines."""
    return text.lstrip(BLANKS).startswith("{")


def parse(text: str, source: str = "") -> list[Record]:
    """Read every line of a text; a broken line becomes a record that says its problem."""
    return [_record(line, block, source, number) for number, line, block in blocks(text)]


def render(record: Record) -> str:
    """Return the text of a record, one line with its end."""
    if record.text and (record.problem or parse(record.text) == [record]):
        return record.text
    facts: dict[str, Any] = {
        "game": record.game,
        "history": [int(move.text) for move in record.moves],
        "players": list(record.players),
        **record.result,
        **{name: json.loads(value) for name, value in record.tags},
    }
    return json.dumps(facts) + "\n"


def from_state(state: State, players: Sequence[str] = (), **tags: Any) -> Record:
    """Make a record of a game that was played here.

    Parameters
    ----------
    state : State
        The game as it stands.
    players : sequence of str
        Who sat where.
    **tags
        Anything else worth keeping, as JSON can say it.
    """
    returns = {"returns": list(state.returns())} if state.is_terminal() else {}
    moves = tuple(Move("", str(action)) for action in state.history())
    extra = tuple((name, json.dumps(value)) for name, value in tags.items())
    return Record(FORMAT, str(state.game), tuple(players), moves, returns, extra)


def replay(record: Record) -> Replay:
    """Play a record through the contract and compare its returns."""
    try:
        state = games.load_game(record.game).new_initial_state()
    except ValueError as error:
        return Replay(record, record.game, problem=record.error(str(error)))
    for number, move in enumerate(record.moves, start=1):
        try:
            state.apply_action(int(move.text))
        except ValueError as error:
            return _ended(record, state, record.error(f"action {number}: {error}"))
    return _ended(record, state, _difference(record, state))


def _ended(record: Record, state: State, problem: RecordError | None) -> Replay:
    over = state.is_terminal()
    ending = "played" if over else "unfinished"
    result = {"returns": list(state.returns())} if over else {}
    return Replay(record, str(state.game), tuple(state.history()), ending, result, problem)


def _difference(record: Record, state: State) -> RecordError | None:
    claimed = record.result.get("returns")
    if claimed is None:
        return None
    if not state.is_terminal():
        return record.error("the record claims returns, but the game is not over")
    ours = list(state.returns())
    same = len(ours) == len(claimed) and all(
        math.isclose(a, b, abs_tol=_TOLERANCE) for a, b in zip(ours, claimed, strict=True)
    )
    return None if same else record.error(f"the record says returns {claimed}, the rules {ours}")


def _record(line: str, block: str, source: str, number: int) -> Record:
    try:
        return replace(_parsed(line, source, number), text=block)
    except RecordError as error:
        return Record(FORMAT, "", source=source, line=number, text=block, problem=error)


def _parsed(line: str, source: str, number: int) -> Record:
    try:
        facts = json.loads(line.strip(BLANKS))
    except json.JSONDecodeError as error:
        lead = len(line) - len(line.lstrip(BLANKS))
        raise RecordError(error.msg, source, number, lead + error.pos + 1) from None
    except RecursionError:
        raise RecordError("brackets nested too deeply for a record", source, number, 1) from None
    except ValueError:  # Python refuses to read integers of thousands of digits
        raise RecordError("a number with too many digits", source, number, 1) from None
    if not isinstance(facts, dict):
        raise RecordError("a line holds one JSON object", source, number, 1)
    game = facts.pop("game", None)
    if not isinstance(game, str):
        raise RecordError('"game" is missing: the specification of a game', source, number, 1)
    history = facts.pop("history", None)
    if not _is_list(history, int):
        raise RecordError('"history" must be a list of actions, as numbers', source, number, 1)
    players = facts.pop("players", [])
    if not _is_list(players, str):
        raise RecordError('"players" must be a list of names', source, number, 1)
    returns = facts.pop("returns", None)
    if returns is not None and not _is_list(returns, (int, float)):
        raise RecordError('"returns" must be a list of numbers', source, number, 1)
    return Record(
        FORMAT,
        game,
        tuple(players),
        tuple(Move("", str(action)) for action in history),
        {} if returns is None else {"returns": returns},
        tuple((name, json.dumps(value)) for name, value in facts.items()),
        source,
        number,
    )


def _is_list(value: Any, kinds: type | tuple[type, ...]) -> bool:
    return isinstance(value, list) and all(
        isinstance(item, kinds) and not isinstance(item, bool) for item in value
    )
