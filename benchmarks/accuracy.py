"""Strength figures of docs/accuracy.md: Skat's search against the field, and against itself.

    python -m benchmarks.accuracy [BLOCKS] [SELF_PLAY_DEALS] [SEED]

(as a module, since the `search.py` beside it would be found before the package of that name).
The default seed was not looked at while the players were tuned.

Prints a Markdown table; `make bench` does not run it (it takes minutes).
"""

import sys

import numpy as np

import games
import search
from games.core.deal import Deal

SEARCH = "ismcts(simulations=2000)"
FIXED = "ismcts(simulations=2000,only=play)"
PIMC = "pimc(only=play)"


def against(first: str, second: str, blocks: int, seed: int) -> str:
    """One line: the margin of `first` over `second`, 95 % interval."""
    result = search.match("skat(deals=1)", [first, second], deals=blocks, seed=seed)
    found = result.to_dict()["comparisons"][0]["difference"]
    return (
        f"| `{first}` against `{second}` | {found['mean']:+.1f} margin points a deal, "
        f"95 % interval {found['low']:+.1f} to {found['high']:+.1f} | {blocks} blocks of 6 games |"
    )


def self_play(spec: str, deals: int, seed: int) -> str:
    """One line: how often the auction passes out and how often declarers win."""
    game, won, declared, kinds = games.load_game("skat(deals=1)"), 0, 0, {}
    for number in range(seed * 10**6, seed * 10**6 + deals):
        state, deal = game.new_initial_state(), Deal(number)
        rng = np.random.default_rng([2, number])
        players = [search.make_player(spec) for _ in range(3)]
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(deal.choose(state))
                continue
            seat = state.current_player()
            shown = state.resample_from_infostate(seat, rng)
            state.apply_action(players[seat].choose(shown, rng))
        if state.settlement is not None:
            declared += 1
            won += state.settlement.won
            name = state.to_dict()["contract"]
            kinds[name] = kinds.get(name, 0) + 1
    shares = ", ".join(f"{name} {n}" for name, n in sorted(kinds.items()))
    return (
        f"| `{spec}` against itself | declarer wins {won / declared:.0%}, passed in "
        f"{1 - declared / deals:.0%} ({shares}) | {deals} deals |"
    )


def main(blocks: int = 100, deals: int = 300, seed: int = 2020) -> None:
    print("| what | figure | over |\n|---|---|---|")
    print(against(FIXED, "random(only=play)", blocks, seed), flush=True)
    print(against(FIXED, "rule", blocks, seed), flush=True)
    print(against(SEARCH, "rule", blocks, seed), flush=True)
    print(against(PIMC, "rule", blocks, seed), flush=True)
    print(against(FIXED, PIMC, blocks, seed), flush=True)
    print(self_play(SEARCH, deals, seed), flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
