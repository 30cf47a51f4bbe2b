"""What a searcher found in one position: a table of moves that can be printed, drawn or stored.

Values are those of the seat to move, in the game's own utility (for Skat: margin points).
"""

from __future__ import annotations

import html
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.table import Table

_NORMAL_95 = 1.959963984540054  # two-sided 95 % point of the normal distribution
_HEADINGS = ("move", "visits", "value", "95 %")


@dataclass(frozen=True)
class MoveStat:
    """One move at the root of a search.

    Parameters
    ----------
    action : int
        The action of the game's contract.
    text : str
        The same in the game's notation.
    visits : int
        How many simulations began with it.
    value : float
        Their mean utility for the seat to move (nan when there was none).
    stderr : float
        Standard error of that mean (nan with fewer than two simulations).
    proven : bool
        The value is exact: nothing that follows was left open.
    """

    action: int
    text: str
    visits: int
    value: float
    stderr: float
    proven: bool = False

    @property
    def halfwidth(self) -> float:
        """Half the width of the 95 % interval of the value."""
        return _NORMAL_95 * self.stderr

    def to_dict(self) -> dict[str, Any]:
        """Return plain data; numbers that are not known are None, which JSON can say."""
        return {
            "action": self.action,
            "text": self.text,
            "visits": self.visits,
            "value": _number(self.value),
            "stderr": _number(self.stderr),
            "proven": self.proven,
        }


@dataclass(frozen=True)
class Analysis:
    """A search's account of one position, its moves sorted best first.

    Parameters
    ----------
    seat : int
        The seat to move, whose values these are.
    phase : str
        The pending decision, as the game names it.
    moves : tuple of MoveStat
        One entry a legal move, best first.
    simulations : int
        Simulations done, or worlds valued.
    seconds : float
        Time they took.
    player : str
        The searcher's specification.
    unit : str
        What was counted as simulations.
    """

    seat: int
    phase: str
    moves: tuple[MoveStat, ...]
    simulations: int
    seconds: float
    player: str
    unit: str = "simulations"

    @property
    def best(self) -> MoveStat:
        """The move that the searcher would play."""
        return self.moves[0]

    def move(self, action: int) -> MoveStat:
        """Return the entry of one action."""
        for stat in self.moves:
            if stat.action == action:
                return stat
        names = ", ".join(stat.text for stat in self.moves)
        raise ValueError(f"action {action} was not searched; the searched moves are {names}")

    @property
    def title(self) -> str:
        """One line that says who searched what, and how much."""
        return (
            f"seat {self.seat}, {self.phase}: {self.player}, "
            f"{self.simulations} {self.unit} in {self.seconds:.2f} s"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that JSON can hold."""
        return {
            "seat": self.seat,
            "phase": self.phase,
            "player": self.player,
            "simulations": self.simulations,
            "seconds": self.seconds,
            "best": self.best.text,
            "moves": [stat.to_dict() for stat in self.moves],
        }

    def table(self, top: int = 20) -> Table:
        """Return the best moves that were tried as a rich table, and how many more there are."""
        from rich.table import Table

        table = Table(title=self.title, title_justify="left")
        table.add_column(_HEADINGS[0])
        for heading in _HEADINGS[1:]:
            table.add_column(heading, justify="right")
        tried = [stat for stat in self.moves if not math.isnan(stat.value)]
        for stat in tried[:top]:
            table.add_row(*_cells(stat))
        more = [(len(tried[top:]), "less visited"), (len(self.moves) - len(tried), "not tried")]
        words = ", ".join(f"{count} {word}" for count, word in more if count)
        table.caption = f"not shown: {words}" if words else None
        table.caption_justify = "left"
        return table

    def plot(self, top: int = 12) -> Figure:
        """Draw the best moves' values with their 95 % intervals.

        Parameters
        ----------
        top : int
            How many moves to draw, from the best down.

        Returns
        -------
        matplotlib.figure.Figure
            A figure that belongs to no window.
        """
        from matplotlib.figure import Figure

        shown = [stat for stat in self.moves if not math.isnan(stat.value)][:top][::-1]
        figure = Figure(figsize=(7.0, 1.2 + 0.32 * len(shown)), layout="constrained")
        axes = figure.add_subplot()
        spread = [0.0 if math.isnan(stat.halfwidth) else stat.halfwidth for stat in shown]
        axes.errorbar([s.value for s in shown], range(len(shown)), xerr=spread, fmt="o", capsize=3)
        axes.set_yticks(range(len(shown)), [f"{s.text} ({s.visits})" for s in shown])
        axes.set_xlabel(f"value for seat {self.seat}, 95 % interval (visits in brackets)")
        axes.set_title(self.title, fontsize="medium", loc="left", wrap=True)
        axes.grid(axis="x", alpha=0.3)
        return figure

    def __repr__(self) -> str:
        return f"<Analysis: {self.title}; best {self.best.text}>"

    def __str__(self) -> str:
        rows = [_HEADINGS, *(_cells(stat) for stat in self.moves)]
        widths = [max(len(row[i]) for row in rows) for i in range(4)]
        lines = [self.title]
        for row in rows:
            numbers = "  ".join(cell.rjust(w) for cell, w in zip(row[1:], widths[1:], strict=True))
            lines.append(f"{row[0].ljust(widths[0])}  {numbers}")
        return "\n".join(lines)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.table()

    def _repr_html_(self) -> str:
        head = "".join(
            f'<th scope="col">{name}</th>' for name in ("move", "visits", "value", "95 %")
        )
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in _cells(stat)) + "</tr>"
            for stat in self.moves
        )
        return (
            f'<table><caption style="text-align:left;white-space:nowrap">'
            f"{html.escape(self.title)}</caption>"
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        )


def _cells(stat: MoveStat) -> tuple[str, str, str, str]:
    value = "not tried" if math.isnan(stat.value) else f"{stat.value:+.2f}"
    spread = "" if math.isnan(stat.halfwidth) else f"± {stat.halfwidth:.2f}"
    spread = "proven" if stat.proven else spread
    return stat.text, str(stat.visits), value, spread


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value
