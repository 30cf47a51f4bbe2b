"""What both tree searches owe: reuse that loses nothing, states left alone, any size of game."""

import itertools
from types import ModuleType

import numpy as np
import pytest

import search
from ext.kernels import ismcts, mcts
from games import State, load_game
from games.core.deal import Deal, play_out_chance
from search.players import known, player_class
from tests.oracles.induction import Induction
from tests.toys.toy import load_toy

KERNELS = pytest.mark.parametrize("kernel", [mcts, ismcts], ids=["mcts", "ismcts"])
SPECS = (
    "tic_tac_toe",
    "kuhn_poker",
    "leduc_poker(backend=readable)",
    "leduc_poker",
    "skat(deals=1,ranks=TJQKA)",
    "skat(deals=1,ranks=TJQKA,backend=readable)",
)
TOYS = ("connect_three", "wagers(players=3)", "thicket", "gates", "pockets")


def start(spec: str, seed: int = 1) -> State:
    """The first decision of a game or a toy, chance answered from a fixed deal."""
    game = load_toy(spec) if spec in TOYS or spec.startswith("march") else load_game(spec)
    state = game.new_initial_state()
    play_out_chance(state, Deal(seed))
    return state


def everything(state: State) -> tuple[object, ...]:
    """All that can be asked of a state."""
    seats = range(state.game.num_players())
    texts = [state.information_state_string(seat) for seat in seats]
    keys = [state.information_key(seat) for seat in seats]
    shown = [state.to_dict(seat) for seat in (None, *seats)]
    moves = (state.current_player(), state.legal_actions(), state.history())
    return (state.digest(), moves, texts, keys, shown, state.scores(), state.round())


# ---- a search never changes what it is given ----


@KERNELS
@pytest.mark.parametrize("spec", [*SPECS, *TOYS])
def test_a_tree_leaves_its_states_alone(spec: str, kernel: ModuleType) -> None:
    state, deal, rng = start(spec), Deal(1), np.random.default_rng(1)
    tree = kernel.Tree(state)
    for _ in range(6):
        before = everything(state)
        tree.run(60, 1)
        tree.moves()
        assert everything(state) == before
        state.apply_action(int(rng.choice(state.legal_actions())))
        play_out_chance(state, deal)
        if state.is_terminal():
            break
        before = everything(state)
        if not tree.reroot(state):
            tree = kernel.Tree(state)
        assert everything(state) == before


@pytest.mark.parametrize("spec", [*SPECS, *TOYS])
def test_no_player_changes_the_state(spec: str) -> None:
    small = {"simulations": 30, "worlds": 2}
    for name in known():
        player_type, state, deal = player_class(name), start(spec), Deal(1)
        if not player_type.plays(state):
            continue
        budget = {key: value for key, value in small.items() if key in player_type.parameters}
        player = player_type(**budget)
        while not state.is_terminal() and len(state.history()) < 40:
            before = everything(state)
            action = player.choose(state, np.random.default_rng(3))
            assert everything(state) == before, f"{name} changed {spec}"
            state.apply_action(action)
            play_out_chance(state, deal)


# ---- a tree kept from move to move ----


def test_a_kept_tree_has_what_the_old_one_had_below_the_move() -> None:
    """Visits, and the sum of values, of the branch: all but the simulation that made its node."""
    state = start("march(plies=20,moves=4)")  # so long that nothing is proven
    for move in (3, 3, 2, 1):
        tree = mcts.Tree(state)
        tree.run(600, 1)
        row = next(row for row in tree.moves() if row["action"] == move)
        child = state.child(move)
        assert tree.reroot(child)
        below = tree.moves()
        assert tree.simulations == sum(r["visits"] for r in below) == row["visits"] - 1
        # The other seat's sum, with the thirds of a point that this move was worth itself.
        total = sum(r["visits"] * (r["value"] - move / 3) for r in below)
        thirds = 3 * (row["visits"] * row["value"] + total)  # of the simulation that is left out
        assert abs(thirds - round(thirds)) < 1e-6
        assert abs(thirds) <= 30
        state = child


@KERNELS
def test_two_steps_are_one_step(kernel: ModuleType) -> None:
    state = load_toy("connect_three(columns=5,rows=5)").new_initial_state()
    for first, second, third, fourth in ((2, 2, 1, 3), (0, 4, 2, 2)):
        middle = state.child(first).child(second)
        late = middle.child(third).child(fourth)
        one, two = (kernel.Tree(state, exploration=30.0) for _ in range(2))  # even attention
        for tree in (one, two):
            tree.run(3000, 3)
        assert two.reroot(middle)
        assert one.reroot(late)
        assert two.reroot(late)
        assert one.moves() == two.moves()
        assert one.simulations == two.simulations == sum(r["visits"] for r in one.moves()) > 0
        for tree in (one, two):
            tree.run(500, 4)
        assert one.moves() == two.moves()


@pytest.mark.parametrize("spec", ["connect_three", "nim(heaps=234)", "nim(heaps=134,misere=true)"])
def test_reuse_on_and_off_agree_over_whole_games(spec: str) -> None:
    """Both play best moves to the end, and what is proven is proven to the same value."""
    oracle, game = Induction(), load_toy(spec)
    for seed in range(2):
        state, kept = game.new_initial_state(), None
        while not state.is_terminal():
            if kept is None or not kept.reroot(state):
                kept = mcts.Tree(state)
            fresh = mcts.Tree(state)
            for tree in (kept, fresh):
                tree.run(3000, seed)
                assert tree.moves()[0]["action"] in oracle.best(state), state.history()
            values = [
                {row["action"]: row["value"] for row in tree.moves() if row["proven"]}
                for tree in (kept, fresh)
            ]
            for action in values[0].keys() & values[1].keys():
                assert values[0][action] == values[1][action]
            if kept.proven is not None and fresh.proven is not None:
                assert kept.proven == fresh.proven == oracle.value(state)
            best = sorted(oracle.best(state))
            state.apply_action(best[(seed + len(state.history())) % len(best)])


@pytest.mark.parametrize(("players", "rounds"), [(1, 4), (2, 2), (3, 1)])
@pytest.mark.parametrize("utility", ["score", "margin"])
def test_gains_count_from_the_new_root(players: int, rounds: int, utility: str) -> None:
    """Points won on the way are no longer to be won: a kept tree proves what a new one does."""
    game = load_toy("wagers", players=players, rounds=rounds, utility=utility)
    for seed in range(4):
        state, rng, deal = game.new_initial_state(), np.random.default_rng(seed), Deal(seed)
        play_out_chance(state, deal)
        kept = mcts.Tree(state)
        kept.run(4000, seed)
        while True:
            state.apply_action(int(rng.choice(state.legal_actions())))
            play_out_chance(state, deal)
            if state.is_terminal():
                break
            if not kept.reroot(state):
                break
            fresh = mcts.Tree(state)
            for tree in (kept, fresh):
                tree.run(20_000, seed)
            if kept.proven is not None and fresh.proven is not None:
                assert kept.proven == pytest.approx(fresh.proven, abs=1e-9)
            fresh_values = {r["action"]: r["value"] for r in fresh.moves() if r["proven"]}
            for row in kept.moves():
                if row["proven"] and row["action"] in fresh_values:
                    assert row["value"] == pytest.approx(fresh_values[row["action"]], abs=1e-6)


@KERNELS
def test_another_line_or_game_is_not_adopted(kernel: ModuleType) -> None:
    state = start("tic_tac_toe")
    tree = kernel.Tree(state.child(4).child(0))
    tree.run(300, 1)
    rows = tree.moves()
    assert not tree.reroot(start("connect_three"))
    assert not tree.reroot(state.child(0).child(4).child(1).child(2))
    assert tree.moves() == rows  # as it was


@pytest.mark.parametrize("name", ["mcts", "ismcts"])
@pytest.mark.parametrize("spec", ["tic_tac_toe", "kuhn_poker", "leduc_poker", "connect_three"])
def test_players_play_whole_games_with_and_without_reuse(name: str, spec: str) -> None:
    """The first move is the same, and every later one is legal; nothing of a game is left over."""
    for seed in range(3):
        firsts = []
        for reuse in ("true", "false"):
            players = [
                search.make_player(f"{name}(simulations=200,reuse={reuse})") for _ in range(2)
            ]
            state, deal, rng = start(spec, seed), Deal(seed), np.random.default_rng(seed)
            made = []
            while not state.is_terminal():
                made.append(players[state.current_player()].choose(state, rng))
                assert made[-1] in state.legal_actions()
                state.apply_action(made[-1])
                play_out_chance(state, deal)
            firsts.append(made[0])
        assert firsts[0] == firsts[1]


# ---- seeds ----


@KERNELS
@pytest.mark.parametrize("spec", [*SPECS, *TOYS])
def test_same_seed_same_tree(spec: str, kernel: ModuleType) -> None:
    rows = []
    for seed in (1, 1, 2):
        tree = kernel.Tree(start(spec))
        for portion in (40, 1, 80):
            tree.run(portion, seed)
        rows.append((tree.moves(), tree.size, tree.simulations))
    assert rows[0] == rows[1]
    if spec in ("connect_three", "leduc_poker") or spec.startswith("skat"):
        assert rows[0] != rows[2]


@KERNELS
@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker", "leduc_poker"])
def test_twins_grow_the_same_tree(name: str, kernel: ModuleType) -> None:
    grown = []
    for backend, informed in itertools.product(("compiled", "readable"), (True, False)):
        tree = kernel.Tree(start(f"{name}(backend={backend})"), informed=informed)
        tree.run(500, 5)
        grown.append((informed, tree.size, tree.moves()))
    assert grown[:2] == grown[2:]


# ---- any length, any width, within the memory that was granted ----


@KERNELS
def test_ten_thousand_plies(kernel: ModuleType) -> None:
    tree = kernel.Tree(start("march(plies=10000)"))
    tree.run(12, 1)
    assert sum(row["visits"] for row in tree.moves()) == 12
    assert all(abs(row["value"]) <= 5000 for row in tree.moves())


@KERNELS
def test_a_deep_branch(kernel: ModuleType) -> None:
    """The tree itself grows deep: stopping loses, so that all simulations go down one line."""
    state = start("march(plies=10000,stop=true)")
    tree = kernel.Tree(state, exploration=0.1)
    tree.run(1200, 1)
    assert tree.moves()[0]["action"] == 1
    assert tree.size > 300
    for _ in range(20):  # ... and it is kept on the way down
        state.apply_action(1)
        state.apply_action(1)
        assert tree.reroot(state)
    assert tree.size > 250


@pytest.mark.slow
def test_a_branch_of_ten_thousand_plies() -> None:
    """The tree reaches the end of the game, and is kept whole from there on up."""
    state = start("march(plies=10000,stop=true)")
    tree = mcts.Tree(state, exploration=0.1)
    tree.run(21_000, 1)
    deep = tree.size
    assert deep > 9_900
    state.apply_action(1)
    state.apply_action(1)
    assert tree.reroot(state)
    assert tree.size > deep - 10


@KERNELS
def test_a_thousand_moves_at_every_node(kernel: ModuleType) -> None:
    """Every move is tried, and the best one found, three plies deep."""
    state = start("march(plies=3,moves=1000)")
    tree = kernel.Tree(state, exploration=0.2)
    tree.run(1000, 1)
    assert len(tree.moves()) == 1000
    assert {row["visits"] for row in tree.moves()} == {1}
    tree.run(5000, 1)
    assert tree.moves()[0]["action"] > 900


def test_a_thousand_moves_are_proven_to_be_no_better() -> None:
    """One ply of a thousand moves: the best is proven once all are seen."""
    tree = mcts.Tree(start("march(plies=1,moves=1000)"))
    tree.run(5000, 1)
    assert tree.moves()[0]["action"] == 999
    assert tree.proven == (1.0, -1.0)
    assert tree.simulations <= 1001


@KERNELS
def test_first_play_urgency_looks_deeper_before_it_looks_wider(kernel: ModuleType) -> None:
    state = start("march(plies=4,moves=1000)")
    wide, narrow = kernel.Tree(state), kernel.Tree(state, first_play=-0.5)
    for tree in (wide, narrow):
        tree.run(900, 1)
    assert len(wide.moves()) == 900
    assert len(narrow.moves()) < 450
    assert narrow.moves()[0]["visits"] > 3


@KERNELS
@pytest.mark.parametrize("spec", ["march(plies=40,moves=30)", "march(plies=8,moves=1000)"])
def test_memory_is_respected_and_results_stay_sane(spec: str, kernel: ModuleType) -> None:
    most = 200_000
    tree = kernel.Tree(start(spec), memory=most)
    sizes = []
    for _ in range(8):
        tree.run(600, 1)
        sizes.append(tree.size)
        assert tree.bytes <= most
    assert sizes[-1] == sizes[-2]  # it is full, and simulations still count
    rows = tree.moves()
    assert tree.simulations == sum(row["visits"] for row in rows) == 4800
    assert all(abs(row["value"]) <= 20 for row in rows)
    assert rows[0]["action"] > rows[-1]["action"]


@KERNELS
def test_a_full_tree_still_finds_the_win(kernel: ModuleType) -> None:
    state = start("tic_tac_toe")
    for move in (0, 3, 1, 4):
        state.apply_action(move)
    tree = kernel.Tree(state, memory=1)
    tree.run(3000, 1)
    assert tree.moves()[0]["action"] == 2


@KERNELS
def test_small_memory_and_many_steps_do_no_harm(kernel: ModuleType) -> None:
    """Trees of any shape are cut down, grown and cut down again at their limit."""
    rng = np.random.default_rng(5)
    for at, (most, moves) in enumerate(((20_000, 3), (40_000, 17), (200_000, 100), (450_000, 700))):
        state = start(f"march(plies=8,moves={moves})")
        tree = kernel.Tree(state, memory=most, exploration=0.1)
        while not state.is_terminal():
            tree.run(700, at)
            assert tree.bytes <= most
            for _ in range(2):
                state.apply_action(int(rng.choice([row["action"] for row in tree.moves()[:2]])))
            if not state.is_terminal() and not tree.reroot(state):
                tree = kernel.Tree(state, memory=most, exploration=0.1)
