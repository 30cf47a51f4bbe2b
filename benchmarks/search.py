"""Simulations a second of the tree searches, beside the searches of an installed peer.

Run by ``kibitz bench search``. One process, one thread. Ours is a fresh tree a measurement, with
uniformly random playouts to the end of the game (`informed=False`), as the peer's are. The peer is
OpenSpiel where it is installed: its bots in C++, asked for one move from the same position with so
many simulations, and its bots in Python, asked for a hundredth of them. All contenders of a row are
timed in turn, five times, and the medians are compared. Leduc poker is the same game on both
sides: six distinct cards.

Our `mcts` always proves values and does not search further what it has proven. So the peer's bot in
C++ is timed without its own proofs (`solve=False`) and with them (*solving*), and tic-tac-toe has
three rows: small trees, in which little is proven; one large tree; and our `ismcts`, which with
perfect information is UCT without proofs. `made` says how many simulations were really made, and
`proven` how many of the root's moves were proven at the end.

Wizard is set beside Oh Hell, its nearest relative there: three players, ten cards each, at the
first lead after the same bids; ours has wizards and jesters besides. Sparts is timed at Hearts, the
same game on both sides: three cards were passed to the left, the two of clubs is led, and the next
seat chooses.

Skat has no peer: OpenSpiel's cannot draw the hidden cards anew (`ResampleFromInfostate`), so that
its ISMCTS does not play it.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import platform
import random
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import games
from ext.kernels import ismcts, mcts
from ext.state import State
from games.core.deal import Deal, play_out_chance

Made = dict[str, float]
WIZARD_CARDS, WIZARD_BID = 10, 3  # cards a hand, and everybody's bid
FIRST_LEAD = ("pass", "bid 18", "pass", "hand", "Clubs")  # rearhand plays against two


@dataclass(frozen=True)
class Contender:
    """One search of one position.

    Attributes
    ----------
    name : str
    search : callable
        Searches once and answers with the simulations made, and what else there is to tell.
    """

    name: str
    search: Callable[[], Made]


@dataclass(frozen=True)
class Budget:
    """How much one measurement searches: `trees` trees of `count` simulations."""

    count: int
    trees: int = 1

    def hundredth(self) -> Budget:
        """A budget for slow contenders."""
        return Budget(max(1, self.count * self.trees // 100))


# ---- ours ----


def ours(kernel: Any, state: State, budget: Budget, seed: int, informed: bool = False) -> Contender:
    """So many fresh trees, one after the other."""

    def search() -> Made:
        made = 0
        for number in range(budget.trees):
            tree = kernel.Tree(state, informed=informed)
            tree.run(budget.count, seed + number)
            made += tree.simulations
        return {"made": made, "proven": sum(row["proven"] for row in tree.moves())}

    return Contender("kibitz", search)


def dealt(spec: str, seed: int) -> State:
    """The first decision of a game, chance answered from the deal `seed`."""
    state = games.load_game(spec).new_initial_state()
    play_out_chance(state, Deal(seed))
    return state


def first_lead(seed: int) -> State:
    """Skat: forehand leads against rearhand's Clubs from the hand."""
    state = dealt("skat(deals=1)", seed)
    for word in FIRST_LEAD:
        state.apply_action(state.string_to_action(word))
    while state.phase() != "play":
        state.apply_action(state.legal_actions()[0])
    return state


def first_choice_at_hearts(seed: int) -> State:
    """Sparts, Hearts: the lowest cards are passed, the two of clubs is led."""
    state = dealt("sparts(deals=1,contract=hearts,mode=traditional)", seed)
    while state.phase() == "pass" or len(state.legal_actions()) == 1:
        state.apply_action(state.legal_actions()[0])
    return state


def wizard_lead(seed: int) -> State:
    """Wizard: the first lead of a round, everybody having bid the same."""
    state = dealt(f"wizard(rounds=1,cards={WIZARD_CARDS})", seed)
    while state.phase() != "play":
        wanted = f"bid {WIZARD_BID}"
        texts = [state.action_to_string(action) for action in state.legal_actions()]
        state.apply_action(state.string_to_action(wanted if wanted in texts else texts[0]))
    return state


# ---- the peer's ----


def oh_hell_lead(seed: int) -> Any:
    """OpenSpiel's Oh Hell at the first lead, dealt and bid like `wizard_lead`; None without it."""
    try:
        import pyspiel
    except ImportError:
        return None
    name, choice = f"oh_hell(players=3,num_tricks_fixed={WIZARD_CARDS})", random.Random(seed).choice
    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node():
        state.apply_action(choice(state.legal_actions()))
    for _ in range(3):
        state.apply_action(52 + WIZARD_BID)
    return state


def peer_state(name: str, state: State) -> Any:
    """OpenSpiel's position after the same actions as `state`; None without OpenSpiel."""
    try:
        import pyspiel
    except ImportError:
        return None
    theirs = pyspiel.load_game(name).new_initial_state()
    for action in state.history():
        theirs.apply_action(action)
    return theirs


def peer_hearts(state: State) -> Any:
    """OpenSpiel's Hearts where ours stands; it deals round the table. None without OpenSpiel."""
    try:
        import pyspiel
    except ImportError:
        return None
    left = 1  # the way in which the cards are passed
    theirs = pyspiel.load_game("hearts", {"qs_breaks_hearts": False}).new_initial_state()
    hands = [[card for card in range(52) if mask >> card & 1] for mask in state.dealt]
    dealing = [hands[place % 4][place // 4] for place in range(52)]
    for action in (left, *dealing, *state.calls, *state.plays):
        theirs.apply_action(action)
    return theirs


def timed_steps(name: str, bot: Any, state: Any, budget: Budget) -> Contender:
    """Moves of a bot that always makes `budget.count` simulations in a new tree."""

    def search() -> Made:
        for _ in range(budget.trees):
            bot.step(state)
        return {"made": budget.trees * budget.count}

    return Contender(name, search)


def timed_searches(name: str, bot: Any, state: Any, budget: Budget) -> Contender:
    """Searches of a bot that stops when the root is proven; it says how many it made."""

    def search() -> Made:
        return {"made": sum(bot.mcts_search(state).explore_count for _ in range(budget.trees))}

    return Contender(name, search)


def mcts_peers(name: str, state: State, budget: Budget, seed: int) -> list[Contender]:
    """OpenSpiel's UCT in C++ and in Python, where they are installed."""
    theirs = peer_state(name, state)
    if theirs is None:
        return []
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import mcts as python

    game, rng, slow = theirs.get_game(), np.random.RandomState(seed), budget.hundredth()
    plays = pyspiel.RandomRolloutEvaluator(1, seed)
    compiled, solving = (
        pyspiel.MCTSBot(game, plays, 1.0, budget.count, 1000, solve, seed, False)
        for solve in (False, True)
    )
    evaluator = python.RandomRolloutEvaluator(1, rng)
    plain = python.MCTSBot(game, 1.0, slow.count, evaluator, solve=False, random_state=rng)
    return [
        timed_steps("OpenSpiel C++", compiled, theirs, budget),
        timed_searches("OpenSpiel C++ solving", solving, theirs, budget),
        timed_steps("OpenSpiel Python", plain, theirs, slow),
    ]


def ismcts_peers(theirs: Any, budget: Budget, seed: int) -> list[Contender]:
    """OpenSpiel's single-observer ISMCTS in C++ and in Python, where they are installed."""
    if theirs is None:
        return []
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import ismcts as python
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    rng, slow = np.random.RandomState(seed), budget.hundredth()
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    compiled = pyspiel.ISMCTSBot(seed, evaluator, 1.0, budget.count)
    plain = python.ISMCTSBot(
        theirs.get_game(), RandomRolloutEvaluator(1, rng), 1.0, slow.count, random_state=rng
    )
    return [
        timed_steps("OpenSpiel C++", compiled, theirs, budget),
        timed_steps("OpenSpiel Python", plain, theirs, slow),
    ]


# ---- measuring ----


def cases(seed: int, count: int) -> dict[str, list[Contender]]:
    """Every row of the table: ours first, then the peers."""
    board, lead, whole = dealt("tic_tac_toe", seed), first_lead(seed), Budget(count)
    small, large = Budget(1000, max(1, count // 10_000)), Budget(max(1, count // 10))
    found = {}
    for title, kernel, budget in (
        ("mcts, tic_tac_toe, trees of 1,000", mcts, small),
        ("mcts, tic_tac_toe, one tree", mcts, large),
        ("ismcts (no proofs), tic_tac_toe, one tree", ismcts, large),
    ):
        peers = mcts_peers("tic_tac_toe", board, budget, seed)
        found[title] = [ours(kernel, board, budget, seed), *peers]
    for name in ("kuhn_poker", "leduc_poker"):
        state = dealt(name, seed)
        peers = ismcts_peers(peer_state(name, state), whole, seed)
        found[f"ismcts, {name}"] = [ours(ismcts, state, whole, seed), *peers]
    card = first_choice_at_hearts(seed)
    peers = ismcts_peers(peer_hearts(card), large, seed)
    found["ismcts, sparts, first card at Hearts"] = [ours(ismcts, card, large, seed), *peers]
    peers = ismcts_peers(oh_hell_lead(seed), large, seed)
    found["ismcts, wizard, first lead; Oh Hell"] = [
        ours(ismcts, wizard_lead(seed), large, seed),
        *peers,
    ]
    skat, five = "skat, first lead", Budget(large.count, trees=5)
    found[f"ismcts, {skat}"] = [ours(ismcts, lead, five, seed)]
    found[f"ismcts, {skat}, playouts by policy"] = [ours(ismcts, lead, five, seed, informed=True)]
    found[f"mcts, {skat}, open hands"] = [ours(mcts, lead, five, seed)]
    return found


def measure(contenders: list[Contender], runs: int) -> list[dict[str, Any]]:
    """Time the contenders in turn, `runs` times, and take medians."""
    rates: dict[str, list[float]] = {contender.name: [] for contender in contenders}
    made: dict[str, Made] = {}
    for _ in range(runs):
        for contender in contenders:
            began = time.perf_counter()
            made[contender.name] = contender.search()
            taken = time.perf_counter() - began
            rates[contender.name].append(made[contender.name]["made"] / taken)
    own = statistics.median(rates[contenders[0].name])
    return [
        {
            "player": name,
            "per_second": statistics.median(all_rates),
            "least": min(all_rates),
            "most": max(all_rates),
            "ratio": own / statistics.median(all_rates),
            **made[name],
        }
        for name, all_rates in rates.items()
    ]


def setting() -> dict[str, str]:
    """The machine, and the versions of what was compared on it."""
    found = {
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors",
        "python": platform.python_version(),
    }
    for name in ("numpy", "open_spiel"):
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            found[name] = "not installed"
    return found


def show(found: dict[str, Any]) -> None:
    """Print a table: simulations a second, and how many times a peer's figure ours is."""
    print(", ".join(f"{key} {value}" for key, value in found["setting"].items()))
    print(f"{'search':44} {'player':21} {'made':>9} {'proven':>6} {'a second':>12} {'ours is':>8}")
    for case, rows in found["rows"].items():
        for at, row in enumerate(rows):
            ratio = f"{row['ratio']:.2f} x" if at else ""
            proven = f"{row['proven']:.0f}" if "proven" in row else ""
            print(
                f"{'' if at else case:44} {row['player']:21} {row['made']:9,.0f} {proven:>6} "
                f"{row['per_second']:12,.0f} {ratio:>8}"
            )


def main() -> None:
    """Measure and print, as a table or as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=5, help="measurements of each contender")
    parser.add_argument(
        "--simulations",
        type=int,
        default=200_000,
        help="of one tree at poker; other games get a tenth",
    )
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rows = {
        name: measure(contenders, given.runs)
        for name, contenders in cases(given.seed, given.simulations).items()
    }
    found = {"setting": setting(), "runs": given.runs, "seed": given.seed, "rows": rows}
    if given.json:
        print(json.dumps(found))
    else:
        show(found)


if __name__ == "__main__":
    main()
