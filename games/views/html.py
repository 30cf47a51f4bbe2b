"""Views as HTML fragments: semantic tags with ``kz-`` classes, styled by the page around them."""

from html import escape
from typing import Any

from games.views.view import Block, Cards, Facts, Grid, View


def state_html(state: Any, seat: int | None = None) -> str:
    """What `seat` sees of `state` as an HTML fragment; all of it for None."""
    return state.view_html(seat)


def view_html(view: View) -> str:
    """One view as a ``<section>``."""
    blocks = "".join(_block_html(block) for block in view.blocks)
    return f'<section class="kz-view"><h4>{escape(view.title)}</h4>{blocks}</section>'


def card_html(card: str) -> str:
    """One card; red suits get a class of their own."""
    red = any(symbol in card for symbol in "♥♦") or card[:1] in "HD" or card[-1:] in "hd"
    return f'<span class="kz-card{" kz-red" if red else ""}">{escape(card)}</span>'


def _block_html(block: Block) -> str:
    if isinstance(block, Cards):
        cards = "".join(map(card_html, block.cards))
        cards += '<span class="kz-card kz-back">?</span>' * block.hidden
        mark = " kz-mark" if block.mark else ""
        return (
            f'<p class="kz-cards{mark}"><span class="kz-label">{escape(block.heading)}</span> '
            f"{cards}</p>"
        )
    heading = f"<h5>{escape(block.heading)}</h5>" if block.heading else ""
    if isinstance(block, Facts):
        rows = "".join(f"<dt>{escape(k)}</dt><dd>{escape(v)}</dd>" for k, v in block.pairs)
        return f'{heading}<dl class="kz-facts">{rows}</dl>'
    if isinstance(block, Grid):
        return heading + _grid_html(block)
    items = "".join(f"<li>{escape(line)}</li>" for line in block.lines)
    return f'{heading}<ol class="kz-lines">{items}</ol>'


def _grid_html(grid: Grid) -> str:
    labels = grid.row_labels or [""] * len(grid.rows)
    body = "".join(
        "<tr>"
        + (f'<th scope="row">{escape(label)}</th>' if label else "")
        + "".join(f"<td>{escape(cell)}</td>" for cell in row)
        + "</tr>"
        for label, row in zip(labels, grid.rows, strict=True)
    )
    if grid.column_labels:
        corner = "<td></td>" if grid.row_labels else ""
        heads = "".join(f'<th scope="col">{escape(c)}</th>' for c in grid.column_labels)
        body += f"<tr>{corner}{heads}</tr>"
    return f'<table class="kz-grid">{body}</table>'
