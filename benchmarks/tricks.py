"""Times the kernels under trick games: dealing hidden cards, solving and playing cards.

Run by ``kibitz bench tricks``. One core; deals come from a fixed seed. The declarer leads, or one
of the defenders does, in turn; every deal begins with an empty table of positions.
"""

from __future__ import annotations

import argparse
import json
import time

import numpy as np

from ext.kernels.rollouts import playouts
from ext.kernels.tricksolver import TrickSolver
from ext.rng import Stream
from games import State, load_game
from games.core.deal import Deal, play_out_chance
from games.mechanics.dealing import Dealer
from games.mechanics.trickopen import TrickOpenSolver
from games.skat.cards import CLUBS, GRAND, NULL, POINTS, deck, points_of

DECK = deck("789TJQKA")
KINDS = (
    ("Clubs, at least six trumps", CLUBS, 6),
    ("Clubs, at least seven trumps", CLUBS, 7),
    ("Grand, at least two jacks", GRAND, 2),
)


ENDS = (
    ("spades(deals=1)", 16),
    ("spades(deals=1)", 20),
    ("spades(deals=1)", 24),
    ("sparts(deals=1,contract=hearts)", 20),
    ("wizard(rounds=1,cards=10)", 21),
    ("oh_seven(players=6,rounds=1)", 18),
)
MIDDLES = (  # about half of the cards are played
    ("skat(deals=1)", 15),
    ("spades(deals=1)", 26),
    ("sparts(deals=1,contract=hearts)", 26),
    ("ninety_nine(deals=1)", 14),
    ("sergeant_major(deals=1)", 24),
    ("wizard(rounds=1,cards=10)", 15),
    ("oh_seven(players=4,rounds=1)", 14),
    ("oh_seven(players=9,rounds=1)", 31),
)


def random_hands(rng: np.random.Generator) -> tuple[list[int], int]:
    """Three hands, the declarer's first, and the skat."""
    cards = [int(c) for c in rng.permutation(32)]
    hands = [sum(1 << c for c in cards[10 * i : 10 * i + 10]) for i in range(3)]
    return hands, sum(1 << c for c in cards[30:])


def strong_hands(contract: int, trumps: int, deals: int, seed: int) -> list[tuple[list[int], int]]:
    """Deals in which the declarer holds at least so many trumps."""
    rng, found = np.random.default_rng(seed), []
    while len(found) < deals:
        hands, skat = random_hands(rng)
        if (hands[0] & DECK.tables[contract].suit_mask(4)).bit_count() >= trumps:
            found.append((hands, skat))
    return found


def spread(seconds: list[float]) -> dict[str, float]:
    """Median, nine tenths and longest, in milliseconds."""
    ms = np.array(seconds) * 1000
    return {
        "median": float(np.median(ms)),
        "nine_in_ten": float(np.quantile(ms, 0.9)),
        "longest": float(ms.max()),
    }


def solving(deals: int, seed: int) -> dict[str, dict[str, dict[str, float]]]:
    """Times of exact points and of won or lost, by kind of deal."""
    rows = {}
    for name, contract, trumps in KINDS:
        points, won = [], []
        for number, (hands, skat) in enumerate(strong_hands(contract, trumps, deals, seed)):
            for times, exact in ((won, False), (points, True)):
                solver = TrickSolver(DECK.tables[contract], POINTS, 3)
                began = time.perf_counter()
                if exact:
                    solver.value(hands, number % 3, [0], [0])
                else:
                    need = DECK.to_win - points_of(skat)
                    solver.at_least(hands, number % 3, [0], [0], need)
                times.append(time.perf_counter() - began)
        rows[name] = {"points": spread(points), "won or lost": spread(won)}
    null, rng = [], np.random.default_rng(seed)
    for number in range(deals):
        solver = TrickSolver(DECK.tables[NULL], [0] * 32, 3, per_trick=1)
        began = time.perf_counter()
        solver.at_least(random_hands(rng)[0], number % 3, [0], [1, 2], 1)
        null.append(time.perf_counter() - began)
    rows["Null, any hand"] = {"won or lost": spread(null)}
    return rows


def position(spec: str, cards: int, seed: int) -> State:
    """A position with so many cards in all hands, played by the plain player with strays."""
    state, rng = load_game(spec).new_initial_state(), np.random.default_rng(seed)
    while state.phase() != "play" or sum(hand.bit_count() for hand in state.hands) > cards:
        state.apply_action(state.playout_action(rng))
    return state


def last_tricks(deals: int, seed: int) -> dict[str, dict[str, dict[str, float]]]:
    """Times of exact values of every card, by game and cards left, for each way to play."""
    rows = {}
    for spec, cards in ENDS:
        times: dict[str, list[float]] = {"max^n": [], "paranoid": []}
        for number in range(deals):
            state = position(spec, cards, seed + number)
            for how, seconds in times.items():
                solver = TrickOpenSolver(how == "paranoid", cards)
                began = time.perf_counter()
                solver.values(state)
                seconds.append(time.perf_counter() - began)
        rows[f"{spec}, {cards} cards"] = {how: spread(found) for how, found in times.items()}
    return rows


def worlds(seed: int, draws: int = 20_000) -> dict[str, float]:
    """Worlds a second drawn anew for the seat to play, a call from Python each, by game."""
    rows, rng = {}, np.random.default_rng(seed)
    for spec, cards in MIDDLES:
        state = position(spec, cards, seed)
        seat = state.current_player()
        state.resample_from_infostate(seat, rng)  # what can be counted once is counted here
        began = time.perf_counter()
        for _ in range(draws):
            state.resample_from_infostate(seat, rng)
        rows[f"{spec}, {cards} cards in hands"] = draws / (time.perf_counter() - began)
    return rows


def dealing(seed: int) -> dict[str, float]:
    """Deals a second of twelve unseen cards with voids: in a batch, and in single calls."""
    cards = [int(c) for c in np.random.default_rng(seed).permutation(32)[:12]]
    unseen, table = sum(1 << c for c in cards), DECK.tables[CLUBS]
    allowed = [unseen & ~table.suit_mask(4), unseen & ~table.suit_mask(2), unseen]
    dealer, out, stream = (
        Dealer(unseen, [5, 5, 2], allowed),
        np.empty((10**6, 3), np.uint64),
        Stream(1),
    )
    began = time.perf_counter()
    dealer.draw_into(out, seed)
    batch = time.perf_counter() - began
    began = time.perf_counter()
    for _ in range(10**5):
        dealer.draw(stream)
    return {"batch": 10**6 / batch, "single": 10**5 / (time.perf_counter() - began)}


def card_play(seed: int, plays: int = 200_000) -> float:
    """Random plays a second of all thirty cards, from the first lead of a game of Clubs."""
    state = load_game("skat(deals=1)").new_initial_state()
    play_out_chance(state, Deal(seed))
    for move in ("pass", "pass", "bid 18", "pick up"):
        state.apply_action(state.string_to_action(move))
    while state.phase() != "play":
        state.apply_action(state.legal_actions()[CLUBS if state.phase() == "contract" else 0])
    out = np.empty((plays, 3))
    began = time.perf_counter()
    playouts(state, out, seed)
    return plays / (time.perf_counter() - began)


def main() -> None:
    """Measure and print, as text or as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rates, plays = dealing(given.seed), card_play(given.seed)
    drawn = worlds(given.seed)
    solved = solving(given.deals, given.seed)
    ends = last_tricks(given.deals, given.seed)
    if given.json:
        rows = {"dealing": rates, "worlds": drawn, "card play": plays}
        print(json.dumps(rows | {"solving": solved, "last tricks": ends}))
        return
    for how, rate in rates.items():
        print(f"deals with voids, {how:6} {rate:14,.0f} a second")
    for spec, rate in drawn.items():
        print(f"worlds, {spec:50} {rate:9,.0f} a second")
    print(f"card play, thirty cards at random {plays:14,.0f} a second")
    for name, kinds in (solved | ends).items():
        for kind, ms in kinds.items():
            print(
                f"{name:41} {kind:12} median {ms['median']:8.2f} ms, nine in ten below "
                f"{ms['nine_in_ten']:8.2f}, longest {ms['longest']:8.1f}"
            )


if __name__ == "__main__":
    main()
