"""Review of recorded games: what search would have played, and what each choice cost.

Every decision is searched with the information of the seat that took it, and no more: the state
given to the searcher is drawn from that seat's information set. Beside that stands what the
choice cost with open cards, where the game has an exact solver.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

import games
from games import records
from games.records import Record, Replay
from search.analysis.result import Analysis
from search.players import make_player

if TYPE_CHECKING:
    from ext.state import State
    from games.core.open_solver import OpenSolver

DEFAULT_PLAYER = "ismcts(simulations=500)"


@dataclass(frozen=True)
class Decision:
    """One choice of a recorded game.

    Parameters
    ----------
    ply : int
        How many actions, chance included, went before it.
    seat : int
        Who decided.
    phase : str
        What was to be decided.
    played : str
        What was done.
    best : str or None
        What search would have done; None where nothing was searched.
    values : dict of str to float
        Search's value of each move for the seat; empty where nothing was searched.
    cost : float or None
        Value of `best` less the value of what was played, never below 0; None where nothing was
        searched, or so little that the played move was not tried.
    open_cost : float or None
        What the played move lost against best play of all seats with every card open, never
        below 0; None where the game has no exact solver for the decision.
    """

    ply: int
    seat: int
    phase: str
    played: str
    best: str | None
    values: dict[str, float]
    cost: float | None
    open_cost: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that JSON can hold."""
        return dict(vars(self))


@dataclass(frozen=True)
class GameReview:
    """A recorded game, whether it is good, and its decisions."""

    replay: Replay
    decisions: tuple[Decision, ...]

    @property
    def ok(self) -> bool:
        """Whether the record replays under the rules and ends as recorded."""
        return self.replay.ok

    @property
    def costs(self) -> dict[int, float]:
        """What each seat's choices cost in all."""
        return self._sums([(decision.seat, decision.cost or 0.0) for decision in self.decisions])

    @property
    def open_costs(self) -> dict[int, float]:
        """What each seat's choices cost in all with open cards, where that is known."""
        known = [(d.seat, d.open_cost) for d in self.decisions if d.open_cost is not None]
        return self._sums(known)

    @staticmethod
    def _sums(costs: Iterable[tuple[int, float]]) -> dict[int, float]:
        sums: dict[int, float] = {}
        for seat, cost in costs:
            sums[seat] = sums.get(seat, 0.0) + cost
        return dict(sorted(sums.items()))

    def name(self, seat: int) -> str:
        """Return the player's name in the record, or the seat's number."""
        players = self.replay.record.players
        return players[seat] if seat < len(players) else f"seat {seat}"

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that JSON can hold."""
        replay = self.replay
        return {
            "ok": replay.ok,
            "problem": None if replay.problem is None else str(replay.problem),
            "result": dict(replay.result),
            "decisions": [decision.to_dict() for decision in self.decisions],
            "game": replay.game,
            "line": replay.record.line,
            "ending": replay.ending,
            "players": list(replay.record.players),
            "costs": {str(seat): cost for seat, cost in self.costs.items()},
            "open_costs": {str(seat): cost for seat, cost in self.open_costs.items()},
        }


@dataclass(frozen=True)
class Review:
    """Reviews of several recorded games; prints as text, shows as HTML in a notebook."""

    games: tuple[GameReview, ...]
    player: str | None

    @property
    def ok(self) -> bool:
        """Whether every record is good."""
        return all(game.ok for game in self.games)

    def costs(self) -> dict[str, float]:
        """Return what each player's choices cost over all games, dearest first."""
        return _by_player((game, game.costs) for game in self.games)

    def open_costs(self) -> dict[str, float]:
        """Return what each player's choices cost with open cards, dearest first."""
        return _by_player((game, game.open_costs) for game in self.games)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that JSON can hold."""
        return {
            "games": [game.to_dict() for game in self.games],
            "player": self.player,
            "costs": self.costs(),
            "open_costs": self.open_costs(),
        }

    def __repr__(self) -> str:
        good = sum(game.ok for game in self.games)
        return f"<Review: {good} of {len(self.games)} records are good; print() shows it>"

    def __str__(self) -> str:
        from search.analysis.review_text import review_text

        return review_text(self)

    def _repr_html_(self) -> str:
        from search.analysis.review_text import review_html

        return review_html(self)


def _by_player(costs: Iterable[tuple[GameReview, dict[int, float]]]) -> dict[str, float]:
    """Add up by name what seats of several games cost."""
    sums: dict[str, float] = {}
    for game, by_seat in costs:
        for seat, cost in by_seat.items():
            sums[game.name(seat)] = sums.get(game.name(seat), 0.0) + cost
    return dict(sorted(sums.items(), key=lambda item: (-item[1], item[0])))


def review(
    source: str | os.PathLike[str] | Iterable[Record],
    player: str = DEFAULT_PLAYER,
    search: bool = True,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Replay recorded games and say of each choice what search would have done.

    Parameters
    ----------
    source : path-like or iterable of Record
        A file of recorded games, or records that were read or made before.
    player : str
        The searcher.
    search : bool
        False: replay and check, without a search; what choices cost with open cards is told all
        the same, since it is exact.
    seed : int
        Fixes the result; each decision's search has its own stream, so that the review of one
        game does not depend on the others.
    progress : callable, optional
        Called with the number of games done and of all games.

    Returns
    -------
    Review
        One entry a record, also for the bad ones.

    Raises
    ------
    ValueError
        The file is no file of recorded games, or the player does not search.
    """
    if isinstance(source, (str, os.PathLike)):
        source = records.read(source)
    found = list(source)
    searcher = _searcher(player) if search else None
    done = []
    for number, record in enumerate(found):
        replay = records.replay(record)
        decisions = _decisions(replay, searcher, [seed, number]) if replay.history else ()
        done.append(GameReview(replay, tuple(decisions)))
        if progress is not None:
            progress(number + 1, len(found))
    return Review(tuple(done), player if search else None)


def _searcher(spec: str) -> Any:
    player = make_player(spec)
    if not hasattr(player, "analyse"):
        raise ValueError(f"{spec} does not search; a review needs a searcher like {DEFAULT_PLAYER}")
    return player


def _decisions(replay: Replay, searcher: Any, seeds: Sequence[int]) -> Iterable[Decision]:
    game = games.load_game(replay.game)
    state, solver = game.new_initial_state(), game.open_solver()
    for ply, action in enumerate(replay.history):
        if not state.is_chance_node():
            rng = np.random.default_rng([*seeds, ply])
            decision = _decision(state, ply, action, searcher, rng)
            yield replace(decision, open_cost=_open_cost(state, action, solver))
        state.apply_action(action)


def _open_cost(state: State, action: int, solver: OpenSolver | None) -> float | None:
    """What an action loses when all cards are open: all of a record's cards are known."""
    if solver is None or not solver.solves(state):
        return None
    seat, values = state.current_player(), solver.values(state)
    return max(gains[seat] for gains in values.values()) - values[action][seat]


def _decision(
    state: State, ply: int, action: int, searcher: Any, rng: np.random.Generator
) -> Decision:
    seat, phase, played = state.current_player(), state.phase(), state.action_to_string(action)
    if searcher is None:
        return Decision(ply, seat, phase, played, None, {}, None)
    if len(state.legal_actions()) == 1:
        return Decision(ply, seat, phase, played, played, {}, 0.0)
    seen = state.resample_from_infostate(seat, rng)
    found: Analysis = searcher.analyse(seen, rng, extra=(action,))
    values = {stat.text: stat.value for stat in found.moves if stat.visits}
    cost = max(0.0, found.best.value - found.move(action).value) if played in values else None
    return Decision(ply, seat, phase, played, found.best.text, values, cost)
