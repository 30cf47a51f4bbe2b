"""Random plays to the end, a second: every game here, and the same games of an installed peer.

Run by ``kibitz bench playouts``. One process, one thread. Ours is one call of the playout kernel.
The peer is OpenSpiel where it is installed, in both ways that a Python user has: stepping its
states from Python, and `evaluate_bots` with its uniform random bots, whose loop is C++.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable

import numpy as np

import games
from ext.kernels.rollouts import playouts

# Our games that the peer has too, cut to the length that it plays.
PEERS = {
    "kuhn_poker": "kuhn_poker",
    "leduc_poker": "leduc_poker",
    "skat(deals=1)": "skat",
    "spades(deals=1)": "spades",
    "tic_tac_toe": "tic_tac_toe",
    "wizard(rounds=1,cards=10)": "oh_hell(players=3,num_tricks_fixed=10)",  # its nearest relative
}


def per_second(play: Callable[[int], None], seconds: float) -> float:
    """Return plays a second; the batch doubles until it takes long enough to be timed."""
    batch = 1
    while True:
        began = time.perf_counter()
        play(batch)
        taken = time.perf_counter() - began
        if taken >= seconds:
            return batch / taken
        batch *= 2


def ours(spec: str, seed: int) -> Callable[[int], None]:
    """Return a function that plays so many random games of ours."""
    state = games.load_game(spec).new_initial_state()

    def play(count: int) -> None:
        playouts(state, np.empty((count, state.game.num_players())), seed)

    return play


def stepped(name: str, seed: int) -> Callable[[int], None] | None:
    """Return a function that steps so many random games of OpenSpiel from Python."""
    try:
        import pyspiel
    except ImportError:
        return None
    game, choice = pyspiel.load_game(name), random.Random(seed).choice

    def play(count: int) -> None:
        for _ in range(count):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(choice(state.legal_actions()))

    return play


def looped(name: str, seed: int) -> Callable[[int], None] | None:
    """Return a function that lets OpenSpiel's own loop play so many games of its random bots."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(p, seed + p) for p in range(game.num_players())]

    def play(count: int) -> None:
        for number in range(count):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed + number)

    return play


def measure(seed: int, seconds: float) -> dict[str, dict[str, float | None]]:
    """Time every registered game, in the cut that the peer plays where it has the game."""
    cuts = {spec.partition("(")[0]: spec for spec in PEERS}
    rows: dict[str, dict[str, float | None]] = {}
    for name in games.registered_games():
        spec = cuts.get(name, name)
        row: dict[str, float | None] = {"ours": per_second(ours(spec, seed), seconds)}
        for way, peer in (("stepped", stepped), ("looped", looped)):
            play = peer(PEERS[spec], seed) if spec in PEERS else None
            row[way] = per_second(play, seconds) if play else None
        rows[spec] = row
    return rows


def line(spec: str, row: dict[str, float | None]) -> str:
    """Return one line of the table: plays a second and our multiple of each peer figure."""
    own = row["ours"] or 0.0
    cells = [f"{spec:26} {own:12,.0f}"]
    for way in ("stepped", "looped"):
        peer = row[way]
        cells.append(f"{peer:12,.0f} {own / peer:7.1f}" if peer else f"{'-':>12} {'-':>7}")
    return " ".join(cells)


def main() -> None:
    """Measure and print, as a table or as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=0.5, help="least time of a measurement")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rows = measure(given.seed, given.seconds)
    if given.json:
        print(json.dumps(rows))
        return
    heads = ("ours/s", "stepped/s", "ratio", "looped/s", "ratio")
    print(f"{'game':26} {heads[0]:>12} {heads[1]:>12} {heads[2]:>7} {heads[3]:>12} {heads[4]:>7}")
    for spec, row in rows.items():
        print(line(spec, row))


if __name__ == "__main__":
    main()
