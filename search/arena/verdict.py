"""The outcome in words and in plain-text tables: who is stronger, by how much, how sure."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from search.arena.stats import Comparison, Estimate

if TYPE_CHECKING:
    from search.arena.result import MatchResult

MINUS = "\N{MINUS SIGN}"
NO_VALUE = "\N{EN DASH}"


def number(value: float, digits: int = 3, sign: bool = False) -> str:
    """A number at three significant digits, but never fewer digits than its whole part has.

    Examples
    --------
    >>> number(12.345), number(0.01234), number(1234.5), number(2.0, sign=True)
    ('12.3', '0.0123', '1234', '+2.00')
    """
    if round(value, 6) == 0:
        return "0"
    return _fixed(value, _decimals(value, digits), "+" if sign else "")


def _decimals(value: float, digits: int = 3) -> int:
    """Decimals that show a number at that many significant digits."""
    from math import floor, log10

    whole = floor(log10(abs(value))) + 1 if value else 1
    return max(0, min(6, digits - whole))


def _fixed(value: float, decimals: int, sign: str = "") -> str:
    return f"{value:{sign}.{decimals}f}".replace("-", MINUS)


def interval(sample: Estimate) -> str:
    """The interval as text, or the words that stand for it."""
    if sample.low is None or sample.high is None:
        return sample.words or "no interval"
    digits = _decimals(max(abs(sample.low), abs(sample.high)))
    return " to ".join(_fixed(end, digits) for end in (sample.low, sample.high))


def percent(value: float | None) -> str:
    """A share as a percentage."""
    return NO_VALUE if value is None else f"{100 * value:.1f} %"


def certainty(value: float | None) -> str:
    """A probability that no sample can make certain: as a bound near 0 and 1."""
    if value is not None and value < 0.001:
        return "under 0.1 %"
    if value is not None and value > 0.999:
        return "over 99.9 %"
    return percent(value)


def p_text(value: float | None) -> str:
    """A p-value at two digits; a very small one as a bound."""
    if value is None:
        return NO_VALUE
    return "under 0.0001" if value < 0.0001 else f"{value:.2g}"


def level_text(sample: Estimate) -> str:
    """Level of an interval: ``95 %``, ``98.3 %``."""
    return f"{100 * sample.level:.3g} %"


def sentences(result: MatchResult) -> list[str]:
    """The verdict, its first sentence for a headline."""
    if not result.finished:
        return ["No block was finished, so nothing can be said about strength."]
    if len(result.labels) == 1:
        return [f"{result.labels[0]} played itself: there is nothing to compare."]
    best, *others = result.order
    told = [result.comparison(best, other) for other in others]
    return [_headline(result, told), *(_pair_sentence(result, pair) for pair in told)]


def _headline(result: MatchResult, told: Sequence[Comparison]) -> str:
    groups: dict[str, list[str]] = {}
    for pair in told:
        groups.setdefault(_relation(pair), []).append(result.labels[pair.second])
    clauses = [words.format(_listed(names)) for words, names in groups.items()]
    return f"{result.labels[told[0].first]} {'; '.join(clauses)}."


def _relation(pair: Comparison) -> str:
    """What can be said of a pair: proven, open, or beyond the reach of statistics."""
    mean = pair.difference.mean
    if pair.difference.stderr is None:
        side = "ahead of" if mean > 0 else "behind" if mean < 0 else "level with"
        return f"came out {side} {{}}, with no spread between blocks to judge by"
    if pair.decided:
        return "is stronger than {}" if mean > 0 else "is weaker than {}"
    if mean == 0:
        return "is level with {}"
    return f"is {'ahead of' if mean > 0 else 'behind'} {{}}, which may be chance"


def _pair_sentence(result: MatchResult, pair: Comparison) -> str:
    sample = pair.difference
    amount = f"{number(sample.mean, sign=True)} {result.run.unit}"
    against = result.labels[pair.second]
    count = f"{sample.blocks} block" + "s" * (sample.blocks != 1)
    if sample.stderr is None:
        return f"Against {against}: {amount} ({sample.words})."
    return (
        f"Against {against}: {amount}, {level_text(sample)} interval {interval(sample)} "
        f"over {count}; probability of being stronger {certainty(pair.superiority)}."
    )


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def table_lines(result: MatchResult) -> list[str]:
    """Means and paired differences, in columns."""
    lines = _columns(mean_rows(result))
    if result.comparisons:
        lines += ["", *_columns(pair_rows(result))]
    if result.failed:
        lines += ["", f"{len(result.failed)} block(s) failed and do not count."]
    return lines


def html_tables(result: MatchResult) -> str:
    """The verdict and the same tables as HTML, for notebooks."""
    told = "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences(result))
    tables = [mean_rows(result)] + ([pair_rows(result)] if result.comparisons else [])
    return told + "".join(map(_html_table, tables))


def _html_table(rows: Sequence[Sequence[str]]) -> str:
    head, *body = rows
    top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    lines = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in body
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table>"


def mean_rows(result: MatchResult) -> list[list[str]]:
    """A heading and a row for each player, the highest mean first."""
    rows = [["player", f"mean ({result.run.unit})", "interval", "ms a move"]]
    for player in result.order:
        mean, speed = result.means[player], result.times[player].milliseconds
        shown = NO_VALUE if speed is None else number(speed)
        rows.append([result.labels[player], number(mean.mean), interval(mean), shown])
    return rows


def pair_rows(result: MatchResult) -> list[list[str]]:
    """A heading and a row for each pair of players."""
    rows = [["pair", "difference", "interval", "p (Holm)", "stronger"]]
    for i, first in enumerate(result.order):
        for second in result.order[i + 1 :]:
            pair = result.comparison(first, second)
            rows.append(
                [
                    f"{result.labels[first]} - {result.labels[second]}",
                    number(pair.difference.mean, sign=True),
                    interval(pair.difference),
                    p_text(pair.p_value),
                    certainty(pair.superiority),
                ]
            )
    return rows


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if not column else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
