"""The outcome of a match: what `search.match` returns and what a report is made from."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from search.arena import stats, verdict
from search.arena.record import BlockRecord
from search.arena.run import Run
from search.arena.stats import Comparison, Estimate


@dataclass(frozen=True)
class TimeUse:
    """Thinking time of one player over all finished games."""

    decisions: int
    seconds: float

    @property
    def milliseconds(self) -> float | None:
        """Milliseconds a decision; None for a player that never had to decide."""
        return 1000 * self.seconds / self.decisions if self.decisions else None


@dataclass(frozen=True)
class MatchResult:
    """Blocks of a match with their statistics.

    Attributes
    ----------
    run : Run
        Game, players, seed and code.
    blocks : tuple of BlockRecord
        Every block that was played, in order, failed ones included.
    notes : tuple of str
        What a reader should know, such as a run resumed or an older one left in the store.
    """

    run: Run
    blocks: tuple[BlockRecord, ...]
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        blocks = f"{len(self.finished)} blocks"
        return f"<MatchResult: {self.run.game}, {blocks}; {self.verdict()[0]} print() shows it>"

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """Names of the players, numbered where one takes part more than once."""
        seen: Counter[str] = Counter()
        names = []
        for spec in self.run.players:
            seen[spec] += 1
            names.append(spec if seen[spec] == 1 else f"{spec} ({seen[spec]})")
        return tuple(names)

    @cached_property
    def finished(self) -> tuple[BlockRecord, ...]:
        """Blocks that count."""
        return tuple(block for block in self.blocks if block.failure is None)

    @cached_property
    def failed(self) -> tuple[BlockRecord, ...]:
        """Blocks that a failing player spoiled."""
        return tuple(block for block in self.blocks if block.failure is not None)

    @property
    def complete(self) -> bool:
        """Whether all the blocks asked for were played."""
        return len(self.blocks) >= self.run.deals

    @cached_property
    def means(self) -> tuple[Estimate, ...]:
        """Mean return a game of each player."""
        players = range(len(self.run.players))
        return tuple(stats.estimate(stats.block_means(self.finished, p)) for p in players)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Players from the highest mean to the lowest."""
        return tuple(sorted(range(len(self.means)), key=lambda p: (-self.means[p].mean, p)))

    @cached_property
    def comparisons(self) -> tuple[Comparison, ...]:
        """All pairs of players."""
        pairs = stats.compare_all(self.finished, len(self.run.players), self.run.sides == 2)
        return tuple(pairs)

    def comparison(self, first: int, second: int) -> Comparison:
        """The pair seen from ``first``."""
        for pair in self.comparisons:
            if (pair.first, pair.second) == (first, second):
                return pair
            if (pair.second, pair.first) == (first, second):
                return stats.mirrored(pair)
        raise ValueError(f"players {first} and {second} are no pair of this match")

    def seat_estimate(self, player: int, seat: int) -> Estimate:
        """Mean return of one player in one seat."""
        return stats.estimate(stats.seat_means(self.finished, player, seat))

    @cached_property
    def num_seats(self) -> int:
        """Seats of the game; 0 while no block is finished."""
        return len(self.finished[0].games[0].seating) if self.finished else 0

    @cached_property
    def times(self) -> tuple[TimeUse, ...]:
        """Thinking time of each player."""
        seconds, decisions = [0.0] * len(self.labels), [0] * len(self.labels)
        for game in (game for block in self.finished for game in block.games):
            for player, spent, count in zip(
                game.seating, game.seconds, game.decisions, strict=True
            ):
                seconds[player] += spent
                decisions[player] += count
        return tuple(TimeUse(n, s) for n, s in zip(decisions, seconds, strict=True))

    def verdict(self) -> list[str]:
        """Who is stronger, by how much and how sure, in sentences."""
        return verdict.sentences(self)

    def table(self) -> str:
        """The comparisons as plain text."""
        return "\n".join([*self.verdict(), "", *verdict.table_lines(self)])

    __str__ = table

    def _repr_html_(self) -> str:
        return verdict.html_tables(self)

    def report(self, path: str | Path) -> Path:
        """Write the strength report, one self-contained HTML file, and return its path."""
        from search.report.build import write_report

        return write_report(self, path)

    def to_dict(self) -> dict[str, Any]:
        """Plain data, ready for JSON."""
        return {
            "game": self.run.game,
            "players": list(self.labels),
            "seed": self.run.seed,
            "deals": self.run.deals,
            "unit": self.run.unit,
            "complete": self.complete,
            "blocks": {"finished": len(self.finished), "failed": len(self.failed)},
            "verdict": self.verdict(),
            "means": [asdict(mean) for mean in self.means],
            "comparisons": [self._pair_dict(pair) for pair in self.comparisons],
            "seats": [
                [asdict(self.seat_estimate(player, seat)) for seat in range(self.num_seats)]
                for player in range(len(self.labels))
            ],
            "times": [asdict(t) | {"milliseconds": t.milliseconds} for t in self.times],
            "failures": [
                {"block": b.block, "deal_seed": b.deal_seed} | asdict(b.failure)
                for b in self.failed
                if b.failure is not None
            ],
            "notes": list(self.notes),
            "code": self.run.code,
        }

    def _pair_dict(self, pair: Comparison) -> dict[str, Any]:
        fields = asdict(pair)
        fields["first"], fields["second"] = self.labels[pair.first], self.labels[pair.second]
        fields["decided"] = pair.decided
        return fields
