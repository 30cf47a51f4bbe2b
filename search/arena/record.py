"""What is kept of a match: one record a game, one a block."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class GameRecord:
    """One finished game; its history replays it.

    ``seating``, ``returns``, ``seconds`` (thinking time) and ``decisions`` have one entry a seat.
    """

    rotation: int
    seating: tuple[int, ...]
    history: tuple[int, ...]
    returns: tuple[float, ...]
    seconds: tuple[float, ...]
    decisions: tuple[int, ...]

    def mean_return(self, player: int) -> float:
        """Mean return of a player's seats in this game."""
        own = [v for who, v in zip(self.seating, self.returns, strict=True) if who == player]
        return sum(own) / len(own)


@dataclass(frozen=True)
class Failure:
    """Why a block could not be finished: who failed, where, and the moves up to there."""

    reason: str
    rotation: int
    seating: tuple[int, ...]
    seat: int | None = None
    history: tuple[int, ...] = ()


@dataclass(frozen=True)
class BlockRecord:
    """One deal with all its seatings, or the failure that stopped it."""

    block: int
    deal_seed: int
    games: tuple[GameRecord, ...]
    failure: Failure | None = None
