"""How a review reads in a terminal and in a notebook."""

from __future__ import annotations

import html
import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from search.analysis.review import Decision, GameReview, Review

_WIDTH = 90
_TOP = 5  # dearest choices that a game's account names
_HEADINGS = ("ply", "seat", "decision", "played", "search prefers", "cost", "open cards")
_OPEN = (
    "with open cards: what a choice lost against best play of all who see every card. A wrong but "
    "reasonable play is not the same as a blunder: it costs here, and little by search; a blunder "
    "costs both ways."
)


def review_text(review: Review) -> str:
    """Return the whole review as text, one account a game and the sums at the end."""
    return "\n\n".join([*map(_account, review.games), _sums(review)])


def _sums(review: Review) -> str:
    good = sum(game.ok for game in review.games)
    lines = [f"{good} of {len(review.games)} records are good"]
    if review.player is not None:
        lines[0] += f"; searched by {review.player}"
        lines += ["", "cost of all choices by player, dearest first:", *_ranking(review.costs())]
    if review.open_costs():
        lines += ["", "cost with open cards by player, dearest first:"]
        lines += [*_ranking(review.open_costs()), *textwrap.wrap(f"({_OPEN})", _WIDTH)]
    return "\n".join(lines)


def _ranking(costs: dict[str, float]) -> list[str]:
    return [f"  {name}: {cost:.1f}" for name, cost in costs.items()]


def _account(game: GameReview) -> str:
    replay = game.replay
    where = f"{replay.record.source or 'record'}" + (
        f", line {replay.record.line}" if replay.record.line else ""
    )
    verdict = "ok" if game.ok else "BAD"
    lines = [f"{where}: {verdict}, {replay.ending}", *_result(game)]
    if replay.problem is not None:
        lines.append(f"  {replay.problem.problem}")
    if _judged(game):
        lines += ["  " + _sum(game, seat) for seat in game.costs]
        lines += ["  " + line for line in _dearest(game)]
    return "\n".join(lines)


def _judged(game: GameReview) -> bool:
    """Is anything known of what choices cost?"""
    return _searched(game) or bool(game.open_costs)


def _searched(game: GameReview) -> bool:
    return any(decision.cost is not None for decision in game.decisions)


def _result(game: GameReview) -> list[str]:
    facts = game.replay.result
    if not facts or facts.get("declarer") == -1:  # nobody declared, so the rest are zeros
        return []
    return ["  " + ", ".join(f"{name} {_plain(value)}" for name, value in facts.items())]


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return "/".join(f"{number:g}" for number in value)
    return str(value)


def _sum(game: GameReview, seat: int) -> str:
    count = sum(decision.seat == seat for decision in game.decisions)
    what = ["1 decision" if count == 1 else f"{count} decisions"]
    if _searched(game):
        what.append(f"cost {game.costs[seat]:.1f}")
    if seat in game.open_costs:
        word = "" if _searched(game) else "cost "
        what.append(f"{word}with open cards {game.open_costs[seat]:.1f}")
    return f"{game.name(seat)}: {', '.join(what)}"


def _dear(decision: Decision) -> float:
    """What counts for being named: the larger of the two costs."""
    by_search = decision.cost if decision.played != decision.best else 0.0
    return max(by_search or 0.0, decision.open_cost or 0.0)


def _advice(decision: Decision) -> str:
    if decision.played == decision.best:
        return "as search would"
    return f"search prefers {decision.best}"


def _dearest(game: GameReview) -> list[str]:
    """The dearest choices, by search or with open cards."""
    if not _searched(game):
        ranked = sorted(game.decisions, key=lambda d: (-(d.open_cost or 0.0), d.ply))
        dear = [d for d in ranked[:_TOP] if d.open_cost]
        return [f"{_choice(d)} (with open cards {d.open_cost:.1f})" for d in dear]
    ranked = sorted(game.decisions, key=lambda d: (-_dear(d), d.ply))
    return [f"{_choice(d)}, {_advice(d)} ({_costs(d)})" for d in ranked[:_TOP] if _dear(d)]


def _choice(decision: Decision) -> str:
    return f"ply {decision.ply}, seat {decision.seat}, {decision.phase}: played {decision.played}"


def _costs(decision: Decision) -> str:
    words = [] if decision.cost is None else [f"cost {decision.cost:.1f}"]
    if decision.open_cost is not None:
        words.append(f"with open cards {decision.open_cost:.1f}")
    return ", ".join(words)


def review_html(review: Review) -> str:
    """Return the whole review as HTML: each game's account, its decisions folded below."""
    blocks = []
    for game in review.games:
        blocks.append(f"<pre>{html.escape(_account(game))}</pre>")
        if _judged(game):
            blocks.append(_decision_table(game))
    blocks.append(f"<pre>{html.escape(_sums(review))}</pre>")
    return "\n".join(blocks)


def _decision_table(game: GameReview) -> str:
    head = "".join(f'<th scope="col">{name}</th>' for name in _HEADINGS)
    rows = "".join(f"<tr>{_decision_cells(game, d)}</tr>" for d in game.decisions)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return f"<details><summary>all decisions</summary>{table}</details>"


def _decision_cells(game: GameReview, decision: Decision) -> str:
    costs = ["" if c is None else f"{c:.1f}" for c in (decision.cost, decision.open_cost)]
    seat = f"{decision.seat}, {game.name(decision.seat)}"
    words = (decision.ply, seat, decision.phase, decision.played, decision.best or "", *costs)
    return "".join(f"<td>{html.escape(str(word))}</td>" for word in words)
