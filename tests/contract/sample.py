"""Random games of one game, and the states of them that the checks look at closely.

Everything follows from the seed and from counts, never from the clock, so that a failure can be
repeated. A check is a function of a `Sample` that raises AssertionError.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ext.rng import hash_text
from games import Game, State


@dataclass(frozen=True)
class Effort:
    """How much of a game is looked at.

    Attributes
    ----------
    games, moves : int
        Random games at most; none is started after `moves` moves in all.
    closeups : int
        States that are looked at closely.
    worlds : int
        Resamples of each of them and each seat.
    prefix : int
        Moves of a game whose information strings are followed step by step.
    tree : int
        Largest game, in nodes, that is enumerated whole; 0 for none.
    """

    games: int
    moves: int
    closeups: int
    worlds: int
    prefix: int
    tree: int


FULL = Effort(games=12, moves=2000, closeups=30, worlds=4, prefix=150, tree=12000)
LIGHT = Effort(games=2, moves=150, closeups=4, worlds=2, prefix=80, tree=0)


def need(condition: object, message: str, state: State | None = None) -> None:
    """Fail with `message` and where it was, unless `condition` holds."""
    if not condition:
        raise AssertionError(message if state is None else f"{message}: {describe(state)}")


def describe(state: State) -> str:
    """Where a failure happened, so that it can be repeated."""
    return f"{state.game} after {state.history()}"


class Sample:
    """Random games of `game`.

    Parameters
    ----------
    game : Game
    seed : int
    effort : Effort
    """

    def __init__(self, game: Game, seed: int = 1, effort: Effort = FULL) -> None:
        self.game, self.seed, self.effort = game, seed, effort

    def rng(self, purpose: str) -> np.random.Generator:
        """A generator of its own for each purpose."""
        return np.random.default_rng([self.seed, hash_text(purpose)])

    @property
    def seats(self) -> range:
        """The seats of the game."""
        return range(self.game.num_players())

    @property
    def hides(self) -> bool:
        """Does the game say that it hides something?"""
        return bool(self.game.facts["kind"]["information"] == "imperfect")

    @cached_property
    def histories(self) -> list[list[int]]:
        """Actions of random games, played to the end."""
        rng, played, moves = self.rng("histories"), [], 0
        while len(played) < self.effort.games and (moves < self.effort.moves or not played):
            state = self.game.new_initial_state()
            play_on(state, rng, self.game.max_game_length())
            played.append(state.history())
            moves += len(played[-1])
        return played

    @cached_property
    def closeups(self) -> list[State]:
        """A first and a last state, the first of each phase, and others at random."""
        rng, chosen = self.rng("closeups"), list[State]()
        phases: set[tuple[str, bool]] = set()
        for history in self.histories:
            wanted = set(rng.integers(0, len(history) + 1, self.effort.closeups).tolist())
            room = self.effort.closeups // len(self.histories) + 1
            for at, state in enumerate(replay(self.game, history)):
                kind = (state.phase(), state.is_terminal())
                if kind not in phases or (at in wanted and room > 0):
                    room -= kind in phases
                    phases.add(kind)
                    chosen.append(state.clone())
        return chosen

    @cached_property
    def worlds(self) -> list[tuple[State, int, list[State]]]:
        """Closeups, each with a seat and what that seat's sampler makes of it."""
        rng, count = self.rng("worlds"), range(self.effort.worlds)
        return [
            (state, seat, [state.resample_from_infostate(seat, rng) for _ in count])
            for state in self.closeups
            for seat in self.seats
        ]


def play_on(state: State, rng: np.random.Generator, limit: int) -> None:
    """Random moves to the end, at most `limit` actions in the whole game."""
    while not state.is_terminal():
        need(len(state.history()) < limit, f"{state.game} is longer than max_game_length {limit}")
        legal = state.legal_actions()
        need(legal, "no legal action, but not over", state)
        chance = state.is_chance_node()
        state.apply_action(state.sample_chance(rng) if chance else int(rng.choice(legal)))


def replay(game: Game, history: list[int]) -> Iterator[State]:
    """Yield the states along `history`, the same object each time, the first before any move."""
    state = game.new_initial_state()
    yield state
    for action in history:
        state.apply_action(action)
        yield state
