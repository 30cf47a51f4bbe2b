"""What a match is: game, players, seed, code, and the facts about the game that words need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from search.arena.code import code_digest, machine, versions

MAX_DEALS = 10_000_000  # blocks of a match: more would not fit in memory when it is read back
SINGLE = ("deals", "rounds", "hands")  # parameters that cut a game to one deal
UNITS = {
    "margin": "margin points",
    "score": "points",
    "win": "wins",
    "rank": "rank points",
}


@dataclass(frozen=True)
class Run:
    """Everything the games of a match depend on, and what it was made with.

    ``unit`` names what a return counts ("margin points a deal"), ``sides`` the number of parties.
    """

    game: str
    players: tuple[str, ...]
    seed: int
    deals: int
    unit: str
    sides: int
    code: str
    versions: dict[str, str]
    machine: str


def new_run(game: Any, players: Sequence[str], seed: int, deals: int) -> Run:
    """A run of the installed code on this machine."""
    return Run(
        str(game),
        tuple(players),
        seed,
        deals,
        unit_of(game),
        len(places(game)),
        code_digest(),
        versions(),
        machine(),
    )


def unit_of(game: Any) -> str:
    """What one unit of the returns is, a game or a deal."""
    parameters = game.get_parameters()
    what = UNITS.get(str(parameters.get("utility")), "points")
    single = any(parameters.get(name) == 1 for name in SINGLE)
    return f"{what} a {'deal' if single else 'game'}"


def places(game: Any) -> list[tuple[int, ...]]:
    """Places that a player can hold: seats, or teams, since a team shares its returns."""
    members: dict[int, list[int]] = {}
    for seat, team in enumerate(game.teams()):
        members.setdefault(team, []).append(seat)
    return [tuple(seats) for seats in members.values()]
