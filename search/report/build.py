"""Builds the strength report: gathers what the template shows and writes the file in one piece."""

from __future__ import annotations

import os
import re
import shlex
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from search.arena import verdict
from search.report import deals, plots

if TYPE_CHECKING:
    from search.arena.result import MatchResult
    from search.arena.stats import Comparison

TEMPLATE = "report.html.j2"
SQLITE = b"SQLite format 3\0"  # how every SQLite file begins


def write_report(result: MatchResult, path: str | Path) -> Path:
    """Write the report; an older file is replaced only when the new one is complete."""
    target = Path(path)
    verify_target(target)
    text = report_html(result)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(text)
        os.chmod(name, 0o644)
        os.replace(name, target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return target


def verify_target(target: Path) -> None:
    """Refuse a place where no report can be written, or where it would destroy a store.

    A match may take hours, so this is asked before it, too.
    """
    if not target.parent.is_dir():
        raise ValueError(f"there is no folder {target.parent} to write {target.name} in")
    if target.is_dir():
        raise ValueError(f"{target} is a folder; the report is a file")
    if target.is_file():
        with target.open("rb") as file:
            if file.read(len(SQLITE)) == SQLITE:
                raise ValueError(f"{target} is a database, perhaps a store: name another file")
    try:
        with tempfile.TemporaryFile(dir=target.parent):
            pass
    except OSError as error:
        raise ValueError(f"cannot write in {target.parent}: {error.strerror}") from error


def report_html(result: MatchResult) -> str:
    """The report as text."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("search.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(soft=_soft, joined=_joined)
    return environment.get_template(TEMPLATE).render(context(result))


def _soft(name: str) -> Any:
    """A spec that may break after its brackets and commas: tables stay narrow."""
    from markupsafe import Markup, escape

    return Markup(re.sub(r"([(,])", r"\1<wbr>", str(escape(name))))


def _joined(text: str) -> str:
    """A figure or an interval that stays on one line; words in place of one may wrap."""
    return text if ":" in text else text.replace(" ", "\N{NO-BREAK SPACE}")


def context(result: MatchResult) -> dict[str, Any]:
    """Everything that the template shows, as text."""
    headline, *sentences = result.verdict()
    return {
        "game": result.run.game,
        "title": _game_title(result.run.game),
        "unit": result.run.unit,
        "headline": headline,
        "sentences": sentences,
        "facts": _facts(result),
        "means": _means(result),
        "cross": _cross(result),
        "pairs": _pairs(result),
        "two_sides": result.run.sides == 2,
        "seats": _seats(result),
        "plots": plots.all_plots(result),
        "deals": deals.widest(result),
        "failures": _failures(result),
        "notes": result.notes,
        "how": _how(result),
        "blocks": len(result.finished),
    }


def _game_title(spec: str) -> str:
    from games import catalogue
    from games.core.spec import parse_spec

    return str(catalogue(parse_spec(spec)[0])["title"])


def _facts(result: MatchResult) -> list[dict[str, str]]:
    """The figures of the first screen: how much, between what, how sure, from how many."""
    count = {
        "name": "blocks",
        "value": str(len(result.finished)),
        "about": f"deals, each played {_games_a_block(result)} times with changed places",
    }
    if len(result.labels) < 2 or not result.finished:
        return [count]
    best, second = result.order[:2]
    pair = result.comparison(best, second)
    sample = pair.difference
    against = f"against {result.labels[second]}"
    return [
        {
            "name": "ahead by",
            "value": verdict.number(sample.mean, sign=True),
            "about": f"{result.run.unit}, {against}",
        },
        {
            "name": f"{verdict.level_text(sample)} interval",
            "value": verdict.interval(sample),
            "about": result.run.unit,
        },
        {
            "name": "probability of being stronger",
            "value": verdict.certainty(pair.superiority),
            "about": f"{against}; ahead in {verdict.percent(pair.better)} of the blocks",
        },
        count,
    ]


def _games_a_block(result: MatchResult) -> int:
    return len(result.finished[0].games) if result.finished else 0


def _means(result: MatchResult) -> list[dict[str, str]]:
    rows = []
    for player in result.order:
        mean, time = result.means[player], result.times[player]
        shown = verdict.NO_VALUE if time.milliseconds is None else verdict.number(time.milliseconds)
        rows.append(
            {
                "name": result.labels[player],
                "mean": verdict.number(mean.mean, sign=True),
                "interval": verdict.interval(mean),
                "milliseconds": shown,
                "decisions": str(time.decisions),
                "seconds": f"{time.seconds:.1f}",
            }
        )
    return rows


def _cross(result: MatchResult) -> list[dict[str, Any]]:
    """One row a player; each cell is the row's player less the column's."""
    rows = []
    for first in result.order:
        cells = [
            None if second == first else _cell(result.comparison(first, second))
            for second in result.order
        ]
        rows.append({"name": result.labels[first], "cells": cells})
    return rows


def _cell(pair: Comparison) -> dict[str, str]:
    sign = "ahead" if pair.difference.mean > 0 else "behind"
    return {
        "mean": verdict.number(pair.difference.mean, sign=True),
        "interval": verdict.interval(pair.difference),
        "kind": sign if pair.decided else "open",
    }


def _pairs(result: MatchResult) -> list[dict[str, str]]:
    rows = []
    for i, first in enumerate(result.order):
        for second in result.order[i + 1 :]:
            pair = result.comparison(first, second)
            rate = pair.score_rate
            rows.append(
                {
                    "name": f"{result.labels[first]} less {result.labels[second]}",
                    "mean": verdict.number(pair.difference.mean, sign=True),
                    "interval": verdict.interval(pair.difference),
                    "level": verdict.level_text(pair.difference),
                    "p": verdict.p_text(pair.p_value),
                    "superiority": verdict.certainty(pair.superiority),
                    "better": verdict.percent(pair.better),
                    "rate": verdict.NO_VALUE if rate is None else _rate(rate),
                }
            )
    return rows


def _rate(rate: Any) -> str:
    if rate.low is None:
        return f"{verdict.percent(rate.mean)} ({rate.words})"
    low, high = max(0.0, rate.low), min(1.0, rate.high)
    return f"{verdict.percent(rate.mean)} ({100 * low:.0f} to {100 * high:.0f} %)"


def _seats(result: MatchResult) -> list[dict[str, Any]]:
    rows = []
    for player in result.order:
        cells = []
        for seat in range(result.num_seats):
            sample = result.seat_estimate(player, seat)
            empty = sample.blocks == 0
            mean = verdict.NO_VALUE if empty else verdict.number(sample.mean, sign=True)
            cells.append({"mean": mean, "interval": verdict.interval(sample)})
        rows.append({"name": result.labels[player], "cells": cells})
    return rows


def _failures(result: MatchResult) -> list[dict[str, str]]:
    rows = []
    for block in result.failed:
        failure = block.failure
        assert failure is not None
        who = "" if failure.seat is None else result.labels[failure.seating[failure.seat]]
        seats = ", ".join(result.labels[player] for player in failure.seating)
        rows.append(
            {
                "block": str(block.block),
                "seed": str(block.deal_seed),
                "player": who or "the process",
                "seat": verdict.NO_VALUE if failure.seat is None else str(failure.seat),
                "seating": seats,
                "reason": failure.reason,
            }
        )
    return rows


def _how(result: MatchResult) -> dict[str, str]:
    run = result.run
    words = ["kibitz", "report", run.game]
    for spec in run.players:
        words += ["--players", spec]
    words += ["--deals", str(run.deals), "--seed", str(run.seed), "--out", "report.html"]
    return {
        "command": shlex.join(words),
        "versions": ", ".join(f"{name} {value}" for name, value in run.versions.items()),
        "machine": run.machine,
        "seed": str(run.seed),
        "code": run.code,
    }
