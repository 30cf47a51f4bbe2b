"""A tree search as a player: the kernel with a budget, kept from move to move."""

from __future__ import annotations

import math
import time
from abc import abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from search.analysis.result import Analysis, MoveStat
from search.players.base import ONLY, Player, Schema

if TYPE_CHECKING:
    import numpy as np

    from ext.kernels.tree import SearchTree
    from ext.state import State

PORTION = 25_600  # simulations between two looks for an interrupt
BREATH = 0.02  # seconds between two looks at the clock
EVERY_MOVE_FIRST = 1000.0

PARAMETERS: Schema = {
    "simulations": {
        "type": "int",
        "default": 1000,
        "min": 1,
        "max": 100_000_000,
        "help": "simulations a move, besides those kept from the move before",
    },
    "seconds": {
        "type": "float",
        "default": 0.0,
        "min": 0,
        "max": 86400,
        "help": "time a move instead of simulations; results then vary from run to run",
    },
    "uct_c": {
        "type": "float",
        "default": 1.0,
        "min": 0,
        "max": 100,
        "help": "weight of exploration, in standard deviations of the values seen",
    },
    "fpu": {
        "type": "float",
        "default": EVERY_MOVE_FIRST,
        "min": -EVERY_MOVE_FIRST,
        "max": EVERY_MOVE_FIRST,
        "help": "first-play urgency: an untried move counts as if tried once, with the mean so "
        "far and so many standard deviations; 1000: each is tried once before any is again",
    },
    "playout": {
        "type": "str",
        "default": "policy",
        "values": ["policy", "random"],
        "help": "play on by the game's playout policy where it has one, or at random",
    },
    "horizon": {
        "type": "str",
        "default": "round",
        "values": ["round", "game"],
        "help": "search to the end of the deal or of the whole game",
    },
    "reuse": {
        "type": "bool",
        "default": True,
        "help": "keep what was found out below the moves that were really played",
    },
    "memory": {
        "type": "int",
        "default": 1024,
        "min": 1,
        "max": 1 << 20,
        "help": "mebibytes that the tree may take; at the limit it stops growing",
    },
    "only": ONLY,
}


class TreePlayer(Player):
    """Base of the players that grow one tree; a subclass names the kernel's class."""

    parameters: ClassVar[Schema] = PARAMETERS

    def __init__(self, **params: Any) -> None:
        super().__init__(**params)
        self._tree: SearchTree | None = None

    @staticmethod
    @abstractmethod
    def _new_tree(state: State, **options: Any) -> SearchTree:
        """Make a tree of the kernel."""

    def _view(self, state: State, rng: np.random.Generator) -> State:
        """The state to search: for a kernel that keeps to what the seat knows, as it is."""
        return state

    def _choose(self, state: State, rng: np.random.Generator) -> int:
        return int(self._search(state, rng, ()).moves()[0]["action"])

    def analyse(
        self, state: State, rng: np.random.Generator, extra: Iterable[int] = ()
    ) -> Analysis:
        """Search a position and tell all about its moves.

        Parameters
        ----------
        state : State
            A decision; only what the seat to move knows is used.
        rng : numpy.random.Generator
        extra : iterable of int
            Legal actions to look at even if the game thinks them not worth it. They get about
            as many simulations as the best move, on top of the budget, so that their values are
            as sound as its.

        Returns
        -------
        search.analysis.result.Analysis
            One entry a legal move, best first; moves not looked at come last.
        """
        began = time.perf_counter()
        extra = tuple(extra)
        tree = self._search(state, rng, extra)
        self._even_out(tree, extra, rng)
        return Analysis(
            seat=state.current_player(),
            phase=state.phase(),
            moves=tuple(_moves(state, tree)),
            simulations=tree.simulations,
            seconds=time.perf_counter() - began,
            player=self.spec,
        )

    @staticmethod
    def _even_out(tree: SearchTree, extra: Iterable[int], rng: np.random.Generator) -> None:
        """Grow the tree below moves that were asked for; one visit less keeps the best first."""
        visits = {row["action"]: row["visits"] for row in tree.moves()}
        most = max(visits.values())
        for action in extra:
            lacking = most - 1 - visits.get(action, most)
            if lacking > 0:
                tree.run(lacking, int(rng.integers(1 << 63)), action)

    def _search(self, state: State, rng: np.random.Generator, extra: Iterable[int]) -> SearchTree:
        """Grow a tree as far as the budget goes, in portions, so that an interrupt gets through."""
        legal = set(state.legal_actions())
        tree = self._tree_at(self._view(state, rng), [a for a in extra if a in legal])
        seed = int(rng.integers(1 << 63))
        if self.params["seconds"]:
            _run_for(tree, seed, self.params["seconds"])
            return tree
        left = self.params["simulations"]
        while left > 0 and not tree.finished:
            tree.run(min(left, PORTION), seed)
            left -= PORTION
        return tree

    def _tree_at(self, state: State, extra: list[int]) -> SearchTree:
        """The tree of the last move, cut down to this position, or a new one."""
        if self._tree is not None and self._tree.reroot(state, extra):
            return self._tree
        tree = self._new_tree(
            state,
            exploration=self.params["uct_c"],
            first_play=math.inf if self.params["fpu"] == EVERY_MOVE_FIRST else self.params["fpu"],
            whole_game=self.params["horizon"] == "game",
            informed=self.params["playout"] == "policy",
            memory=self.params["memory"] << 20,
            extra=extra,
        )
        self._tree = tree if self.params["reuse"] else None
        return tree


def _run_for(tree: SearchTree, seed: int, seconds: float) -> None:
    """Run one simulation at least; look at the clock about every `BREATH`."""
    began, count = time.perf_counter(), 1
    while not tree.finished:
        before = time.perf_counter()
        tree.run(count, seed)
        now = time.perf_counter()
        if now - began >= seconds:
            return
        aim = min(BREATH, began + seconds - now)
        count = max(1, min(4 * count, int(count * aim / max(now - before, 1e-9))))


def _moves(state: State, tree: SearchTree) -> Iterable[MoveStat]:
    rows = tree.moves()
    for row in rows:
        stderr = math.nan if row["stderr"] is None else row["stderr"]
        text = state.action_to_string(row["action"])
        yield MoveStat(
            row["action"], text, row["visits"], row["value"], stderr, proven=row["proven"]
        )
    seen = {row["action"] for row in rows}
    for action in state.legal_actions():
        if action not in seen:
            yield MoveStat(action, state.action_to_string(action), 0, math.nan, math.nan)
