"""A game's standing: its players measured against each other, written into its rules page.

Every pair of players plays a match of its own: a weak third at the table would blur the pair.
The figures carry a digest of the game's own files, so that a test can tell when the game has
changed since they were measured. Needs a checkout: an installed package is not to be edited, and
lacks the sources of compiled twins.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
import tomllib
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from search.arena import stats, verdict

if TYPE_CHECKING:
    from search.arena.result import MatchResult
    from search.arena.stats import Comparison

HEADING = "## Standing"
DIGEST_LENGTH = 12
DEFAULT_DEALS = 100
_DIGEST = re.compile(r"game version `([0-9a-f]+)`")


def version_digest(name: str) -> str:
    """Digest of a game's files: facts without the standing, code, tables, compiled twin.

    Raises
    ------
    ValueError
        For an unknown game, or where the source of its compiled twin is not installed.
    """
    folder = _folder(name)
    digest = hashlib.sha256()
    facts = tomllib.loads((folder / "game.toml").read_text("utf-8"))
    facts.pop("standing", None)
    digest.update(json.dumps(facts, sort_keys=True, default=str).encode())
    data = folder / "data.toml"
    files = [*sorted(folder.rglob("*.py")), *([data] if data.is_file() else [])]
    for path in files + _twin_sources(name):
        digest.update(f"\0{path.name}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:DIGEST_LENGTH]


def _folder(name: str) -> Path:
    import games

    games.catalogue(name)
    assert games.__file__ is not None
    return Path(games.__file__).parent / name


def _twin_sources(name: str) -> list[Path]:
    import games

    module = type(games.load_game(name)).twin
    if module is None:
        return []
    source = _folder(name).parent.parent.joinpath(*module.split(".")).with_suffix(".pyx")
    if not source.is_file():
        raise ValueError(f"the standing of {name} needs a checkout: {source} is not installed")
    parts = [source.with_suffix(""), *_parts_of_twin(source)]
    files = [part.with_suffix(suffix) for part in parts for suffix in (".pxd", ".pyx")]
    return [file for file in files if file.is_file()]


def _parts_of_twin(source: Path) -> list[Path]:
    """Files beside the twin that carry its name and one more word, and are no game's twin."""
    import games

    found = {path.with_suffix("") for path in source.parent.glob(f"{source.stem}_*.p[xy][xd]")}
    return sorted(path for path in found if path.name not in games.registered_games())


def plan(name: str) -> tuple[str, list[tuple[str, str]], int]:
    """What is to be measured, from ``[standing]`` in ``game.toml``: game, pairs, deals."""
    import games

    facts = games.catalogue(name).get("standing", {})
    players = facts.get("players", [])
    if len(players) < 2:
        raise ValueError(
            f"games/{name}/game.toml names no players to measure: it needs a [standing] table "
            'with players = ["ismcts(simulations=200)", "random"]'
        )
    deals = int(facts.get("deals", DEFAULT_DEALS))
    return facts.get("game", name), list(combinations(players, 2)), deals


def recorded_digest(name: str) -> str | None:
    """Digest that the rules page's standing was measured with; None without a standing."""
    page = _folder(name) / "rules.md"
    if not page.is_file():
        return None
    found = _DIGEST.search(_split(page.read_text("utf-8"))[1])
    return found.group(1) if found else None


def write_standing(name: str, results: Sequence[MatchResult]) -> Path:
    """Put the figures into the rules page, in place of older ones, in one step."""
    page = _folder(name) / "rules.md"
    if not page.is_file():
        raise ValueError(f"there is no rules page {page} to write the standing in")
    before, _, after = _split(page.read_text("utf-8"))
    parts = [before.rstrip(), section(name, results), *([after.rstrip()] if after.strip() else [])]
    _replace(page, "\n\n".join(parts) + "\n")
    return page


def _split(text: str) -> tuple[str, str, str]:
    """The page before the standing, the standing, and what follows it."""
    match = re.search(rf"^{HEADING}\s*$", text, flags=re.MULTILINE)
    if match is None:
        return text, "", ""
    following = re.search(r"^## ", text[match.end() :], flags=re.MULTILINE)
    end = match.end() + following.start() if following else len(text)
    return text[: match.start()], text[match.start() : end], text[end:]


def _replace(page: Path, text: str) -> None:
    handle, name = tempfile.mkstemp(dir=page.parent, prefix=".rules.", suffix=".part")
    with os.fdopen(handle, "w", encoding="utf-8") as out:
        out.write(text)
    os.chmod(name, page.stat().st_mode & 0o777)
    os.replace(name, page)


def section(name: str, results: Sequence[MatchResult]) -> str:
    """The standing as Markdown, one row a pair of players."""
    run, pairs = results[0].run, [result.comparisons[0] for result in results]
    lines = [
        HEADING,
        "",
        f"Measured by `kibitz standing {name}`: `{run.game}`, every pair of players over "
        f"{run.deals} deals, each with every rotation, seed {run.seed}, game version "
        f"`{version_digest(name)}`.",
        "",
        f"| pair | difference, {run.unit} | {verdict.level_text(pairs[0].difference)} interval "
        "| p (Holm) |",
        "| --- | ---: | ---: | ---: |",
    ]
    for result, pair, p_value in zip(results, pairs, _adjusted(pairs), strict=True):
        lines.append(
            f"| `{result.labels[0]}` less `{result.labels[1]}` "
            f"| {verdict.number(pair.difference.mean, sign=True)} "
            f"| {verdict.interval(pair.difference)} | {verdict.p_text(p_value)} |"
        )
    return "\n".join(lines)


def _adjusted(pairs: Sequence[Comparison]) -> list[float | None]:
    """Holm's correction over the pairs that have a p-value."""
    known = [pair.p_value for pair in pairs if pair.p_value is not None]
    adjusted = iter(stats.holm(known))
    return [None if pair.p_value is None else next(adjusted) for pair in pairs]
