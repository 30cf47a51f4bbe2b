"""Deals whose result depended most on who sat where, shown with their cards and all their games."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from search.arena import verdict
from search.arena.record import BlockRecord, GameRecord

if TYPE_CHECKING:
    from search.arena.result import MatchResult

SHOWN = 3


def widest(result: MatchResult, count: int = SHOWN) -> list[dict[str, Any]]:
    """The deals with the largest difference between rotations, the widest first.

    The difference of a deal is the largest range of one seat's return over its games: the same
    cards in the same place, in other hands.
    """
    ranked = sorted(result.finished, key=lambda block: (-_range(block)[0], block.block))
    return [_deal(result, block) for block in ranked[:count] if _range(block)[0] > 0]


def _range(block: BlockRecord) -> tuple[float, int]:
    """Largest range of a seat's returns over the games, and that seat."""
    by_seat = list(zip(*(game.returns for game in block.games), strict=True))
    ranges = [max(values) - min(values) for values in by_seat]
    return max(ranges), ranges.index(max(ranges))


def _deal(result: MatchResult, block: BlockRecord) -> dict[str, Any]:
    _, seat = _range(block)
    values = [game.returns[seat] for game in block.games]
    return {
        "block": block.block,
        "seed": block.deal_seed,
        "seat": seat,
        "low": verdict.number(min(values), sign=True),
        "high": verdict.number(max(values), sign=True),
        "cards": _cards_html(result.run.game, block.games[0]),
        "seats": range(len(block.games[0].returns)),
        "games": [_game(result, game) for game in block.games],
    }


def _cards_html(spec: str, game: GameRecord) -> str:
    """The position after the first chance events: what was dealt, all hands open."""
    from games import load_game
    from games.views.html import state_html

    state = load_game(spec).new_initial_state()
    for action in game.history:
        if not state.is_chance_node():
            break
        state.apply_action(action)
    return state_html(state)


def _game(result: MatchResult, game: GameRecord) -> dict[str, Any]:
    phases, end = _replayed(result.run.game, game.history)
    return {
        "number": game.rotation + 1,
        "seats": [
            {"player": result.labels[player], "return": verdict.number(value, sign=True)}
            for player, value in zip(game.seating, game.returns, strict=True)
        ],
        "phases": phases,
        "end": end,
    }


def _replayed(spec: str, history: Sequence[int]) -> tuple[list[dict[str, Any]], str]:
    """Moves after the first deal, in runs of one phase, and how the end looks as HTML.

    Chance events have no seat.
    """
    from games import load_game
    from games.views.html import state_html

    state = load_game(spec).new_initial_state()
    moves, decided = [], False
    for action in history:
        chance = state.is_chance_node()
        decided = decided or not chance
        if decided:
            seat = None if chance else state.current_player()
            moves.append((state.phase(), seat, state.action_to_string(action)))
        state.apply_action(action)
    phases = [
        {"name": name, "moves": [{"seat": seat, "text": text} for _, seat, text in group]}
        for name, group in groupby(moves, key=lambda move: move[0])
    ]
    return phases, state_html(state)
