"""Fits the plain Skat player's models of the chance to win a contract.

Deals are declared by force, by a seat that the present model likes or by chance, and played out;
logistic regressions of winning on the features of the hand, before and after the discards, give
the weights printed at the end. They stand in `ext/states/skat_policy.pyx`.

    python benchmarks/fit_skat.py [DEALS] [SIMULATIONS]

With SIMULATIONS the cards are played by search, else by the plain player itself.
"""

import sys
from typing import Any

import numpy as np
from scipy.optimize import minimize

import games
from ext.kernels.ismcts import Tree
from games.core.deal import Deal, play_out_chance
from games.skat.cards import FIRST_BID, FIRST_CONTRACT, PASS, PICK_UP
from games.skat.plain import facts

BIDS = {0: (PASS, PASS, FIRST_BID), 1: (FIRST_BID, PASS, PASS), 2: (PASS, FIRST_BID, PASS)}
RIDGE = 2.0


def declared(game: Any, seed: int, rng: np.random.Generator) -> tuple[Any, int, int, int]:
    """A state at the first lead: role, contract and the twelve cards of its declarer."""
    state = game.new_initial_state()
    play_out_chance(state, Deal(seed))
    role = int(rng.integers(3))
    chances = [tables.chance(state.hands[role], c, role) for c in range(6)]
    contract = int(np.argmax(chances)) if rng.random() < 0.6 else int(rng.integers(6))
    for action in (*BIDS[role], PICK_UP):
        state.apply_action(action)
    twelve = state.hands[role]
    for card in sorted(c for c in range(32) if tables.discards(twelve, contract, role) >> c & 1):
        state.apply_action(card)
    state.apply_action(FIRST_CONTRACT + contract)
    if state.phase() != "play":
        state.apply_action(state.legal_actions()[0])
    return state, role, contract, twelve


def play(state: Any, simulations: int, rng: np.random.Generator) -> None:
    """Play the cards to the end."""
    while not state.is_terminal():
        legal = state.legal_actions()
        if len(legal) == 1:
            action = legal[0]
        elif simulations:
            tree = Tree(state)
            tree.run(simulations, int(rng.integers(1 << 62)))
            action = tree.moves()[0]["action"]
        else:
            action = state.rule_action() if rng.random() > 0.05 else int(rng.choice(legal))
        state.apply_action(action)


def fit(rows: list[list[float]], won: list[bool], start: Any) -> list[float]:
    """Logistic regression with a ridge towards `start`."""
    x, y, prior = np.array(rows), np.array(won, float), np.array(start)

    def loss(w: np.ndarray) -> tuple[float, np.ndarray]:
        z = x @ w
        p = 1 / (1 + np.exp(-z))
        value = np.logaddexp(0, z).sum() - y @ z + RIDGE * ((w - prior) ** 2).sum()
        return float(value), x.T @ (p - y) + 2 * RIDGE * (w - prior)

    return [round(float(w), 3) for w in minimize(loss, prior, jac=True, method="L-BFGS-B").x]


def main(deals: int = 20000, simulations: int = 0) -> None:
    from ext.states.skat_policy import get_models

    rng = np.random.default_rng(1)
    game = games.load_game("skat(deals=1)")
    kinds: dict[int, tuple[list[Any], list[Any], list[bool]]] = {k: ([], [], []) for k in range(3)}
    for seed in range(deals):
        state, role, contract, _ = declared(game, seed, rng)
        kind = 0 if contract < 4 else contract - 3
        before = tables.features(state.dealt[role], contract, role)
        after = tables.features(state.hands[role], contract, role)
        play(state, simulations, rng)
        last = state.settlement
        won = last.points >= 61 if contract < 5 else last.tricks == 0
        for column, value in zip(kinds[kind], (before, after, won), strict=True):
            column.append(value)
    models = get_models()
    for kind, name in enumerate(("suit", "Grand", "Null")):
        before, after, won = kinds[kind]
        print(f"{name}: {len(won)} games, {np.mean(won):.2f} won")
        olds = (models[0][kind], models[1][kind]) if kind < 2 else models[2]
        print("  before", fit(before, won, olds[0]))
        print("  after ", fit(after, won, olds[1]))


tables = facts("789TJQKA")
if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
