"""Players' signatures: fixed positions, seed and budget give a fixed tree.

A refactoring keeps them. A change of behaviour rewrites them with ``pytest --regen -k signatures``
and says in CHANGELOG.md what it did to strength.
"""

import hashlib
import pathlib
import tomllib

import numpy as np
import pytest

import games
import search
from games.core.deal import Deal, play_out_chance
from search.tree.player import TreePlayer

FILE = pathlib.Path(__file__).with_name("signatures.toml")
PLAYERS = (
    "alphamu(worlds=3)",
    "ismcts(simulations=400)",
    "mcts(simulations=400)",
    "pimc(worlds=8,simulations=60)",
    "random",
    "rule",
)
# Game, seed of the deal, and how many decisions of the rule or random player come first.
POSITIONS = (
    ("tic_tac_toe", 0, 0),
    ("tic_tac_toe", 0, 3),
    ("kuhn_poker", 1, 1),
    ("leduc_poker", 2, 2),
    ("skat(deals=1)", 1, 0),
    ("skat(deals=1)", 1, 5),
    ("skat(deals=1)", 4, 9),
    ("skat(deals=1)", 4, 20),
    ("skat(players=4,deals=1)", 6, 12),
)


def position(spec: str, seed: int, decisions: int):
    """A reproducible decision of a game."""
    state, deal = games.load_game(spec).new_initial_state(), Deal(seed)
    rng = np.random.default_rng(0)
    play_out_chance(state, deal)
    for _ in range(decisions):
        rule = getattr(state, "rule_action", None)
        legal = state.legal_actions()
        state.apply_action(rule() if rule else legal[int(rng.integers(len(legal)))])
        play_out_chance(state, deal)
    return state


def signature(player: str) -> dict[str, object]:
    """Nodes of all trees together, and a digest of every position's choice and visits or values."""
    nodes, seen = 0, hashlib.sha256()
    for spec, seed, decisions in POSITIONS:
        state = position(spec, seed, decisions)
        made = search.make_player(player)
        if not made.plays(state):
            continue
        rng = np.random.default_rng(11)
        if isinstance(made, TreePlayer):
            tree = made._search(state, rng, ())
            nodes += tree.size
            seen.update(repr([(row["action"], row["visits"]) for row in tree.moves()]).encode())
            continue
        if hasattr(made, "analyse"):
            moves = made.analyse(state, np.random.default_rng(11)).moves
            seen.update(repr([(stat.action, round(stat.value, 6)) for stat in moves]).encode())
        seen.update(repr(made.choose(state, rng)).encode())
    return {"nodes": nodes, "digest": seen.hexdigest()[:16]}


@pytest.mark.parametrize("player", PLAYERS)
def test_signatures(player, request):
    stored = tomllib.loads(FILE.read_text()) if FILE.exists() else {}
    now = signature(player)
    if request.config.getoption("--regen"):
        stored[player] = now
        lines = [
            f'["{name}"]\nnodes = {row["nodes"]}\ndigest = "{row["digest"]}"\n'
            for name, row in sorted(stored.items())
        ]
        FILE.write_text("\n".join(lines))
    assert now == stored.get(player), f"{player} behaves differently: see the docstring above"
