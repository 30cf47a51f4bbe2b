"""`kibitz perft`, `bench` and `doctor`: are the rules, the speed and the set-up right?"""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import click

from games.core.spec import nearest
from search.commands.options import GameWord, common, emit, state_after, working

if TYPE_CHECKING:
    from games.core.game import Game

_ROOT = pathlib.Path(__file__).resolve().parents[2]


@click.command("perft", short_help="Count move sequences, to check rules.")
@click.argument("game", metavar="NAME", type=GameWord())
@click.argument("depth", type=click.IntRange(0))
@click.option("--history", default="", help="Count from the position after these moves.")
@common
def perft_command(game: Game, depth: int, history: str, seed: int, as_json: bool) -> None:
    """Count the move sequences of NAME that are DEPTH long; games that end before don't count."""
    from ext.kernels.perft import perft

    state = state_after(game, history)
    began = time.perf_counter()
    with working("counting"):
        nodes = int(perft(state, depth))
    seconds = time.perf_counter() - began
    if as_json:
        emit({"game": str(game), "depth": depth, "nodes": nodes, "seconds": seconds})
    else:
        click.echo(f"{game}, depth {depth}: {nodes} sequences in {seconds:.2f} s")


@click.command("bench", short_help="Run the timings, in a checkout.")
@click.argument("topic", required=False)
@common
def bench_command(topic: str | None, seed: int, as_json: bool) -> None:
    """Run the timings of benchmarks/TOPIC.py, all of them without TOPIC (in a checkout)."""
    scripts = _topics()
    if not (_ROOT / "pyproject.toml").is_file() or not scripts:
        raise click.ClickException(
            f"no benchmarks in {_ROOT}: timings need a checkout of the project"
        )
    if topic is not None and topic not in scripts:
        raise click.UsageError(f"unknown topic {topic!r}: {nearest(topic, scripts)}")
    names = [topic] if topic is not None else list(scripts)
    outputs = {name: _run(scripts[name], seed, as_json) for name in names}
    if as_json:
        emit({"benchmarks": {name: json.loads(text) for name, text in outputs.items()}})


def _topics() -> dict[str, pathlib.Path]:
    """Scripts that say they are run this way; others beside them take minutes or fit models."""
    scripts = sorted(_ROOT.glob("benchmarks/[a-z]*.py"))
    return {path.stem: path for path in scripts if "kibitz bench" in path.read_text("utf-8")}


def _run(script: pathlib.Path, seed: int, as_json: bool) -> str:
    """Run one script; what it prints is caught where it is JSON, and goes through elsewhere."""
    words = [sys.executable, str(script), "--seed", str(seed), *["--json"] * as_json]
    done = subprocess.run(words, capture_output=as_json, text=True)
    if done.returncode:
        told = (done.stderr or "").strip().splitlines()
        reason = told[-1] if told else f"exit status {done.returncode}"
        raise click.ClickException(f"benchmark {script.stem} failed: {reason}")
    return done.stdout or ""


@click.command("doctor")
@common
def doctor_command(seed: int, as_json: bool) -> None:
    """Check the installation's health."""
    from search.commands.health import checks

    found = checks()
    if as_json:
        emit({"checks": [check.to_dict() for check in found]})
    else:
        width = max(len(check.name) for check in found)
        for check in found:
            click.echo(f"{check.verdict:7} {check.name.ljust(width)}  {check.detail}")
    if any(check.verdict == "wrong" for check in found):
        raise click.exceptions.Exit(1)
