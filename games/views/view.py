"""How a state looks, as plain blocks: games say what is seen, this module prints it.

A game's text mixin derives from `Viewed` and answers ``_view(seat)``: the blocks that ``seat`` may
see, or all of them for ``None``. Text and HTML come from the same blocks, so that neither can show
more than the other.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Facts:
    """Label and value pairs, one a line."""

    heading: str
    pairs: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Cards:
    """A row of cards; `hidden` more lie face down; `mark` highlights the seat to move."""

    heading: str
    cards: Sequence[str]
    hidden: int = 0
    mark: bool = False


@dataclass(frozen=True)
class Lines:
    """Lines of text, as in a list of tricks."""

    heading: str
    lines: Sequence[str]


@dataclass(frozen=True)
class Grid:
    """A board: cells row by row from the top left, with optional edge labels."""

    heading: str
    rows: Sequence[Sequence[str]]
    row_labels: Sequence[str] = ()
    column_labels: Sequence[str] = ()


Block = Facts | Cards | Lines | Grid


@dataclass(frozen=True)
class View:
    """A title and blocks, in reading order."""

    title: str
    blocks: Sequence[Block] = field(default_factory=tuple)

    def text(self) -> str:
        """The view for a terminal."""
        return "\n".join([self.title, *(_block_text(block) for block in self.blocks)])


def _block_text(block: Block) -> str:
    if isinstance(block, Cards):
        shown = " ".join([*block.cards, *["??"] * block.hidden]) or "-"
        return f"{'>' if block.mark else ' '} {block.heading}: {shown}"
    if isinstance(block, Facts):
        lines = [f"  {label}: {value}" for label, value in block.pairs]
    elif isinstance(block, Lines):
        lines = [f"  {line}" for line in block.lines]
    else:
        lines = _grid_lines(block)
    return "\n".join([f"  {block.heading}:"] * bool(block.heading) + lines)


def _grid_lines(grid: Grid) -> list[str]:
    width = max((len(cell) for row in grid.rows for cell in row), default=1)
    labels = grid.row_labels or [""] * len(grid.rows)
    edge = max(map(len, labels), default=0)
    lines = [
        f"  {label:>{edge}} " + " ".join(f"{cell:^{width}}" for cell in row)
        for label, row in zip(labels, grid.rows, strict=True)
    ]
    if grid.column_labels:
        lines.append(f"  {'':>{edge}} " + " ".join(f"{c:^{width}}" for c in grid.column_labels))
    return lines


class Viewed:
    """Mixin of a game's text half: printing from ``_view``."""

    def _view(self, seat: int | None) -> View:
        raise TypeError(f"{type(self).__name__} must define _view()")

    def __str__(self) -> str:
        return self._view(None).text()

    def view_text(self, seat: int | None = None) -> str:
        """What `seat` sees, for a terminal; all of it for None."""
        return self._view(seat).text()

    def view_html(self, seat: int | None = None) -> str:
        """What `seat` sees, as an HTML fragment; all of it for None."""
        from games.views.html import view_html

        return view_html(self._view(seat))

    def _repr_html_(self) -> str:
        return self.view_html()
