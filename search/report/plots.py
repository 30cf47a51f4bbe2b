"""Plots of a match as inline SVG, small enough to read on a telephone.

Colours are stand-ins while matplotlib draws and become CSS afterwards, so that the page's light
and dark colours hold for the plots, too; text stays text.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from search.arena import stats, verdict

if TYPE_CHECKING:
    from search.arena.result import MatchResult
    from search.arena.stats import Comparison

INK, ACCENT, SOFT, CARD = "#010203", "#040506", "#070809", "#0a0b0c"
CSS = {INK: "currentColor", ACCENT: "var(--accent)", SOFT: "var(--soft)", CARD: "var(--card)"}
WIDTH, HEIGHT = 4.4, 2.9  # inches; about as many points as a narrow page has pixels
MAX_BINS = 24


def all_plots(result: MatchResult) -> list[dict[str, str]]:
    """Plots with their captions: the pairs, and how the leading pair's blocks fell."""
    if not result.comparisons or not result.finished:
        return []
    best, second = result.order[:2]
    pair = result.comparison(best, second)
    names = f"{result.labels[best]} less {result.labels[second]}"
    plots = [_plot(_forest, result, "Differences of all pairs with their intervals")]
    if pair.difference.stderr is not None:
        plots.append(_plot(_running, pair, f"Mean difference as blocks came in: {names}"))
        plots.append(_plot(_histogram, pair, f"Differences of single blocks: {names}"))
    return plots


def _plot(draw: Callable[[Any, Any], None], subject: Any, caption: str) -> dict[str, str]:
    import matplotlib
    from matplotlib.figure import Figure

    style: Any = {
        "svg.fonttype": "none",
        "svg.hashsalt": caption,  # otherwise element ids are random, and clash between plots
        "font.family": "sans-serif",
        "font.size": 9.0,
        **dict.fromkeys(("text.color", "axes.labelcolor", "axes.edgecolor"), INK),
        **dict.fromkeys(("xtick.color", "ytick.color"), INK),
        "axes.spines.top": False,
        "axes.spines.right": False,
    }
    with matplotlib.rc_context(style):
        figure = Figure(figsize=(WIDTH, HEIGHT), layout="constrained")
        draw(figure.add_subplot(), subject)
        return {"caption": caption, "svg": _svg(figure, caption)}


def _svg(figure: Any, caption: str) -> str:
    from html import escape

    out = io.StringIO()
    nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    figure.savefig(out, format="svg", transparent=True, metadata=nothing)
    text = out.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r'<g id="[^"]*"', "<g", text)  # names that every plot uses: ids must be unique
    text = re.sub(r'(<svg\b[^>]*?) width="[^"]*" height="[^"]*"', r"\1", text, count=1)
    text = re.sub(r'(<svg\b[^>]*?) height="[^"]*"', r"\1", text, count=1)
    text = re.sub(r'(<svg\b[^>]*?) width="[^"]*"', r"\1", text, count=1)
    text = re.sub(r"font: ([\d.]+)px [^;\"]*", r"font: \1px system-ui, sans-serif", text)
    for colour, css in CSS.items():
        text = text.replace(colour, css)
    return text.replace("<svg", f'<svg role="img" aria-label="{escape(caption)}"', 1)


def _forest(axes: Any, result: MatchResult) -> None:
    pairs = [
        result.comparison(first, second)
        for i, first in enumerate(result.order)
        for second in result.order[i + 1 :]
    ][::-1]
    for row, pair in enumerate(pairs):
        sample = pair.difference
        if sample.low is not None and sample.high is not None:
            axes.plot([sample.low, sample.high], [row, row], color=ACCENT, linewidth=2)
        axes.plot([sample.mean], [row], "o", color=ACCENT, markersize=6)
        names = f"{result.labels[pair.first]} less {result.labels[pair.second]}"
        shown = f"{names}: {verdict.number(sample.mean, sign=True)}"
        place = ("axes fraction", "data")
        ground = {"facecolor": CARD, "edgecolor": "none", "pad": 1}
        text = axes.annotate(shown, (0, row + 0.2), xycoords=place, fontsize=8.5, bbox=ground)
        text.set_in_layout(False)  # a long name must not squeeze the axes
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.set_ylim(-0.6, len(pairs) - 0.4)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.set_xlabel(result.run.unit)


def _running(axes: Any, pair: Comparison) -> None:
    points = [stats.estimate(pair.differences[: n + 1]) for n in range(len(pair.differences))]
    numbers = range(1, len(points) + 1)
    known = [(n, p.low, p.high) for n, p in zip(numbers, points, strict=True) if p.low is not None]
    axes.plot(numbers, [p.mean for p in points], color=ACCENT, linewidth=1.8)
    axes.fill_between(
        [n for n, _, _ in known],
        [low for _, low, _ in known],
        [high for _, _, high in known],
        color=ACCENT,
        alpha=0.18,
        linewidth=0,
    )
    axes.axhline(0, color=INK, linewidth=0.8)
    axes.set_ylim(*_calm_limits(points))
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel("blocks")
    axes.set_ylabel("mean difference")


def _calm_limits(points: Sequence[stats.Estimate]) -> tuple[float, float]:
    """Limits by the later three quarters: the first intervals are far wider than the rest."""
    later = points[len(points) // 4 :]
    ends = [0.0] + [e for p in later for e in (p.low, p.high, p.mean) if e is not None]
    margin = 0.05 * (max(ends) - min(ends)) or 1.0
    return min(ends) - margin, max(ends) + margin


def _histogram(axes: Any, pair: Comparison) -> None:
    bins = min(MAX_BINS, max(5, math.ceil(2 * math.sqrt(len(pair.differences)))))
    axes.hist(pair.differences, bins=bins, color=SOFT, edgecolor=ACCENT, linewidth=0.8)
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.axvline(pair.difference.mean, color=ACCENT, linewidth=1.8, linestyle="--")
    axes.set_xlabel("difference in a block (dashed: mean)")
    axes.set_ylabel("blocks")
    axes.yaxis.get_major_locator().set_params(integer=True)
