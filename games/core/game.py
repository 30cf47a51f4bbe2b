"""A game: immutable, one object a parameter set, the factory of its states."""

import importlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from ext.state import State
from games.core.open_solver import OpenSolver
from games.core.spec import format_spec


class Game:
    """Base of all games; made by `games.load_game`.

    A game's module defines one subclass and names it ``GAME``. Class attributes say what its
    states are made of; methods that differ from the defaults say the rest.

    Attributes
    ----------
    text : type
        Mixin with everything that twins share: notation, views, `to_dict`, reasons.
    readable : type
        The readable State, a subclass of `text` and `ext.state.State`.
    twin : str or None
        Module of the compiled State; its class is called ``Compiled``.
    version : int
        Raised when behaviour changes, not on a refactoring.
    """

    text: ClassVar[type]
    readable: ClassVar[type[State]]
    twin: ClassVar[str | None] = None
    version: ClassVar[int] = 1
    _mixed: ClassVar[dict[type, type[State]]] = {}

    def __init__(self, facts: Mapping[str, Any], params: Mapping[str, Any]) -> None:
        self.facts = facts
        self._params = MappingProxyType(dict(params))
        self.name: str = facts["name"]
        changed = {k: v for k, v in params.items() if v != facts["parameters"][k]["default"]}
        self._spec = format_spec(self.name, changed)
        self._validate()

    def _validate(self) -> None:
        """Refuse combinations of parameters that don't go together (a ValueError)."""

    # ---- facts ----

    def num_players(self) -> int:
        """Number of seats."""
        return int(self._params.get("players", self.facts["seats"][0]))

    def num_distinct_actions(self) -> int | None:
        """Actions are 0 to this less one; None where moves are packed integers."""
        return int(self.facts["actions"]) if "actions" in self.facts else None

    def max_chance_outcomes(self) -> int:
        """Most outcomes that one chance event can have; 0 without chance."""
        return int(self.facts.get("max_chance_outcomes", 0))

    def max_game_length(self) -> int:
        """Most actions that a game can take, chance included."""
        return int(self.facts["max_game_length"])

    def score_bounds(self) -> tuple[float, float]:
        """Least and most points of a seat over the whole game."""
        low, high = self.facts["score_bounds"]
        return float(low), float(high)

    def margin_bounds(self) -> tuple[float, float]:
        """Least and most margin of a seat."""
        low, high = self.score_bounds()
        return (low - high, high - low) if self.num_players() > 1 else (low, high)

    def _utility_bounds(self) -> tuple[float, float]:
        kind = self._params["utility"]
        if kind == "score":
            return self.score_bounds()
        return self.margin_bounds() if kind == "margin" else (0.0, 1.0)

    def min_utility(self) -> float:
        """Least utility a seat can end with."""
        return self._utility_bounds()[0]

    def max_utility(self) -> float:
        """Most utility a seat can end with."""
        return self._utility_bounds()[1]

    def utility_sum(self) -> float | None:
        """What the utilities of all seats add up to; None when that varies."""
        kind, seats = self._params["utility"], self.num_players()
        free = len(set(self.teams())) == seats
        if kind == "margin":
            return 0.0 if free and seats > 1 else None
        if kind == "score":
            return self.facts.get("score_sum")
        if kind == "win":
            return 1.0 if free else None
        return seats / 2 if free and seats > 1 else None

    def teams(self) -> list[int]:
        """Team of each seat, fixed for the whole game; by default each for itself."""
        return list(range(self.num_players()))

    def get_type(self) -> dict[str, Any]:
        """Catalogue facts: name, title, family, kind (chance, information, utility), status."""
        return {k: self.facts[k] for k in ("name", "title", "family", "kind", "seats", "status")}

    def get_parameters(self) -> dict[str, Any]:
        """All parameters with their values."""
        return dict(self._params)

    # ---- states ----

    def new_initial_state(self) -> State:
        """A fresh state at the start of the game."""
        return self._state_class()(self)

    def open_solver(self, paranoid: bool = False) -> OpenSolver | None:
        """A fresh solver of positions with every card open; None where the game has none.

        Parameters
        ----------
        paranoid : bool, optional
            Where more than two sides play: all others play together against the seat to move,
            instead of each for itself.
        """
        return None

    def _state_class(self) -> type[State]:
        backend = self._params["backend"]
        if backend == "readable" or (backend == "auto" and self.twin is None):
            return self.readable
        if self.twin is None:
            raise ValueError(f"{self.name} has no compiled twin: use backend=readable or auto")
        if type(self) not in Game._mixed:
            compiled = importlib.import_module(self.twin).Compiled
            made = type(f"{type(self).__name__}Compiled", (self.text, compiled), {})
            Game._mixed[type(self)] = made
        return Game._mixed[type(self)]

    def deserialize_state(self, text: str) -> State:
        """Inverse of `State.serialize`: checks the game and replays the moves.

        Raises
        ------
        ValueError
            For the text of another game, or one that is cut off or illegal.
        """
        head, _, moves = text.partition("\n")
        if head.strip() != str(self):
            raise ValueError(f"this is a state of {head.strip()!r}, not of {str(self)!r}")
        if not moves.endswith("\n"):
            raise ValueError("the text is cut off: a state ends with the end of its second line")
        state = self.new_initial_state()
        for word in moves.split():
            try:
                action = int(word)
            except ValueError:
                raise ValueError(f"{word!r} is not an action: a state lists integers") from None
            state.apply_action(action)
        return state

    # ---- identity ----

    def __str__(self) -> str:
        return self._spec

    def __repr__(self) -> str:
        return f"load_game({self._spec!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._spec == other._spec

    def __hash__(self) -> int:
        return hash(self._spec)

    def __reduce__(self) -> tuple[Any, ...]:
        return _load, (self._spec,)


def _load(spec: str) -> Game:
    from games.core.registry import load_game

    return load_game(spec)
