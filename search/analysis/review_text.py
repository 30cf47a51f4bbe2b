"""How a review reads in a terminal and in a notebook."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from search.analysis.review import Decision, GameReview, Review

_TOP = 5  # dearest choices that a game's account names
_HEADINGS = ("ply", "seat", "decision", "played", "search prefers", "cost")


def review_text(review: Review) -> str:
    """Return the whole review as text, one account a game and the sums at the end."""
    return "\n\n".join([*map(_account, review.games), _sums(review)])


def _sums(review: Review) -> str:
    good = sum(game.ok for game in review.games)
    verdict = f"{good} of {len(review.games)} records are good"
    if review.player is None:
        return verdict
    sums = [f"  {name}: {cost:.1f}" for name, cost in review.costs().items()]
    head = "cost of all choices by player, dearest first:"
    return "\n".join([f"{verdict}; searched by {review.player}", "", head, *sums])


def _account(game: GameReview) -> str:
    replay = game.replay
    where = f"{replay.record.source or 'record'}" + (
        f", line {replay.record.line}" if replay.record.line else ""
    )
    verdict = "ok" if game.ok else "BAD"
    lines = [f"{where}: {verdict}, {replay.ending}", *_result(game)]
    if replay.problem is not None:
        lines.append(f"  {replay.problem.problem}")
    searched = [decision for decision in game.decisions if decision.cost is not None]
    if searched:
        lines += ["  " + _sum(game, seat) for seat in game.costs]
        lines += ["  " + line for line in _dearest(searched)]
    return "\n".join(lines)


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
    what = "1 decision" if count == 1 else f"{count} decisions"
    return f"{game.name(seat)}: {what}, cost {game.costs[seat]:.1f}"


def _dearest(decisions: list[Decision]) -> list[str]:
    ranked = sorted(decisions, key=lambda decision: (-(decision.cost or 0.0), decision.ply))
    return [
        f"ply {d.ply}, seat {d.seat}, {d.phase}: played {d.played}, "
        f"search prefers {d.best} (cost {d.cost:.1f})"
        for d in ranked[:_TOP]
        if d.cost and d.played != d.best
    ]


def review_html(review: Review) -> str:
    """Return the whole review as HTML: each game's account, its decisions folded below."""
    blocks = []
    for game in review.games:
        blocks.append(f"<pre>{html.escape(_account(game))}</pre>")
        if any(decision.cost is not None for decision in game.decisions):
            blocks.append(_decision_table(game))
    blocks.append(f"<pre>{html.escape(_sums(review))}</pre>")
    return "\n".join(blocks)


def _decision_table(game: GameReview) -> str:
    head = "".join(f'<th scope="col">{name}</th>' for name in _HEADINGS)
    rows = "".join(f"<tr>{_decision_cells(game, d)}</tr>" for d in game.decisions)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return f"<details><summary>all decisions</summary>{table}</details>"


def _decision_cells(game: GameReview, decision: Decision) -> str:
    cost = "" if decision.cost is None else f"{decision.cost:.1f}"
    seat = f"{decision.seat}, {game.name(decision.seat)}"
    words = (decision.ply, seat, decision.phase, decision.played, decision.best or "", cost)
    return "".join(f"<td>{html.escape(str(word))}</td>" for word in words)
