"""Random plays to the end, a second: every game here, and the same games of an installed peer.

Run by ``kibitz bench playouts``. One process, one thread; the peer is OpenSpiel where it is
installed, driven through its Python interface like ours through the kernel call that users make.
"""

from __future__ import annotations

import argparse
import json
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
    "tic_tac_toe": "tic_tac_toe",
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


def peers(name: str, seed: int) -> Callable[[int], None] | None:
    """Return a function that plays so many random games of OpenSpiel, None without it."""
    try:
        import pyspiel
    except ImportError:
        return None
    game, rng = pyspiel.load_game(name), np.random.default_rng(seed)

    def play(count: int) -> None:
        for _ in range(count):
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.integers(len(legal)))])

    return play


def measure(seed: int, seconds: float) -> dict[str, dict[str, float | None]]:
    """Time every registered game, in the cut that the peer plays where it has the game."""
    cuts = {spec.partition("(")[0]: spec for spec in PEERS}
    rows: dict[str, dict[str, float | None]] = {}
    for name in games.registered_games():
        spec = cuts.get(name, name)
        peer = peers(PEERS[spec], seed) if spec in PEERS else None
        rows[spec] = {
            "ours": per_second(ours(spec, seed), seconds),
            "open_spiel": per_second(peer, seconds) if peer else None,
        }
    return rows


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
    print(f"{'game':24} {'ours/s':>12} {'open_spiel/s':>12} {'ratio':>7}")
    for spec, row in rows.items():
        own, peer = row["ours"] or 0.0, row["open_spiel"]
        rest = f"{peer:12,.0f} {own / peer:7.1f}" if peer else f"{'-':>12} {'-':>7}"
        print(f"{spec:24} {own:12,.0f} {rest}")


if __name__ == "__main__":
    main()
