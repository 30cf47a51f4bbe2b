"""Information-set MCTS: right on positions with a known best move, and bookkeeping that adds up."""

import signal
import threading

import numpy as np
import pytest

import games
import search
from ext.kernels.ismcts import Tree
from games.core.deal import Deal, play_out_chance


def position(spec, *moves, seed=0):
    """A state after the given moves, chance answered from a fixed deal."""
    state, deal = games.load_game(spec).new_initial_state(), Deal(seed)
    for move in [None, *moves]:
        if move is not None:
            state.apply_action(state.string_to_action(move) if isinstance(move, str) else move)
        play_out_chance(state, deal)
    return state


def skat(seed=0):
    """Rearhand has won the auction at 18 and decides about the skat."""
    return position("skat(deals=1)", "pass", "bid 18", "pass", seed=seed)


def best(state, simulations=3000, seed=1, **options):
    tree = Tree(state, **options)
    tree.run(simulations, seed)
    return tree.moves()[0]


# ---- known best moves ----


@pytest.mark.parametrize(
    ("moves", "wins"),
    [((0, 3, 1, 4), 2), ((4, 0, 2, 1), 6), ((0, 4, 8, 3, 1), 5)],
)
def test_tic_tac_toe_takes_the_win(moves, wins):
    assert best(position("tic_tac_toe", *moves))["action"] == wins


@pytest.mark.parametrize(("moves", "blocks"), [((0, 4, 1), 2), ((4, 0, 2), 6), ((0, 4, 8, 1), 7)])
def test_tic_tac_toe_blocks(moves, blocks):
    assert best(position("tic_tac_toe", *moves))["action"] == blocks


def test_tic_tac_toe_is_a_draw():
    """With growing counts the value of the empty board tends to 0, that of a corner reply too."""
    tree = Tree(position("tic_tac_toe"), exploration=0.5)
    tree.run(60000, 1)
    assert abs(tree.moves()[0]["value"]) < 0.15


def kuhn(card, *moves):
    """Two-player Kuhn poker where the seat to move holds `card` (0 J, 1 Q, 2 K)."""
    state = games.load_game("kuhn_poker").new_initial_state()
    seat = len(moves) % 2
    other = next(c for c in range(3) if c != card)
    for c in (card, other) if seat == 0 else (other, card):
        state.apply_action(c)
    for move in moves:
        state.apply_action(move)
    return state


def test_kuhn_dominated_moves_are_left():
    """Facing a bet the king calls and the jack folds, whatever the rest of the strategy is."""
    assert best(kuhn(2, 1))["action"] == 1
    assert best(kuhn(0, 1))["action"] == 0
    assert best(kuhn(2, 0))["action"] == 1  # after a pass the king bets


def test_last_card_but_one_is_exact():
    """With two cards each and all seen but those, search agrees with enumeration of the worlds."""
    agree = 0
    for seed in range(12):
        state = skat(seed)
        while len(state.legal_actions()) > 2 or state.phase() != "play" or len(state.plays) < 24:
            state.apply_action(state.rule_action() if not state.is_chance_node() else 0)
            if state.is_terminal():
                break
        if state.is_terminal() or len(state.legal_actions()) < 2:
            continue
        seat, rng = state.current_player(), np.random.default_rng(seed)
        values = {}
        worlds = [state.resample_from_infostate(seat, rng) for _ in range(60)]
        for action in state.legal_actions():
            values[action] = np.mean([solve(world.child(action), seat) for world in worlds])
        spread = max(values.values()) - min(values.values())
        found = best(state, 4000)["action"]
        if spread > 8:  # a clear case: perfect information per world is a fair judge here
            agree += values[found] == max(values.values())
            assert values[found] >= max(values.values()) - 0.35 * spread
    assert agree


def solve(state, seat):
    """Value of perfect play by all seats with open cards, for `seat` (plain search)."""
    if state.is_terminal():
        return state.returns()[seat]
    mover = state.current_player()
    children = [state.child(a) for a in state.legal_actions()]
    scored = [(solve(child, mover), child) for child in children]
    return solve(max(scored, key=lambda pair: pair[0])[1], seat)


# ---- bookkeeping ----


def test_visits_add_up_and_portions_do_not_matter():
    state = skat(3)
    whole, parts = Tree(state), Tree(state)
    whole.run(1000, 7)
    for portion in (1, 99, 400, 500):
        parts.run(portion, 7)
    assert whole.moves() == parts.moves()
    assert whole.size == parts.size
    assert sum(row["visits"] for row in whole.moves()) == whole.simulations == 1000


def test_other_seed_other_tree():
    trees = [Tree(skat(3)) for _ in range(2)]
    for seed, tree in enumerate(trees):
        tree.run(500, seed)
    assert trees[0].moves() != trees[1].moves()


def test_the_root_is_left_alone_and_must_be_a_decision():
    state = skat(1)
    before = state.digest()
    Tree(state).run(200, 1)
    assert state.digest() == before
    with pytest.raises(ValueError, match="somebody is to move"):
        Tree(games.load_game("skat(deals=1)").new_initial_state())


def test_a_large_tree_grows():
    tree = Tree(position("skat(deals=1)", "pass", "bid 18", "pass", "hand", "Grand", "open"))
    tree.run(20_000, 1)
    assert tree.size > 4 * 256  # its first room, doubled more than once
    assert sum(row["visits"] for row in tree.moves()) == 20_000


def test_the_root_may_be_played_on():
    state = position("tic_tac_toe")
    tree = Tree(state)
    tree.run(50, 1)
    state.apply_action(4)
    tree.run(50, 1)
    assert sum(row["visits"] for row in tree.moves()) == 100


@pytest.mark.parametrize("extra", [[-5], [200], ["DJ"]])
def test_extra_actions_must_be_legal(extra):
    with pytest.raises(ValueError, match="is not legal at the root"):
        Tree(skat(), extra=extra)


def test_an_interrupt_stops_a_portion():
    tree = Tree(skat(), whole_game=True)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    with pytest.raises(KeyboardInterrupt):
        tree.run(10**8, 1)
    tree.run(10, 1)
    assert tree.simulations % 1024 == 10
    assert sum(row["visits"] for row in tree.moves()) == tree.simulations


def test_a_tree_belongs_to_one_thread():
    tree = Tree(skat())
    errors = []

    def grow():
        try:
            tree.run(30000, 1)
        except RuntimeError as error:
            errors.append(str(error))

    threads = [threading.Thread(target=grow) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert tree.simulations == 30000 * (3 - len(errors))
    assert all("one tree a thread" in error for error in errors)


@pytest.mark.parametrize("spec", ["random", "rule", "ismcts(simulations=5)"])
def test_a_player_is_asked_where_somebody_decides(spec):
    state = games.load_game("skat(deals=1)").new_initial_state()
    with pytest.raises(ValueError, match="nobody has to decide here"):
        search.make_player(spec).choose(state, np.random.default_rng(0))


@pytest.fixture(autouse=True)
def alarm():
    """A timer's alarm counts as Ctrl-C."""
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    yield
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("count", [-1, -(2**31)])
def test_a_negative_number_of_simulations_is_refused(count):
    with pytest.raises(ValueError, match="count must be 0 or more"):
        Tree(skat()).run(count, 1)


def test_extra_actions_are_looked_at():
    state = position("skat(deals=1)", seed=2)
    jump = state.string_to_action("bid 48")
    plain, extra = Tree(state), Tree(state, extra=[jump])
    for tree in (plain, extra):
        tree.run(300, 1)
    assert jump not in [row["action"] for row in plain.moves()]
    assert jump in [row["action"] for row in extra.moves()]


def test_horizon_round_stops_at_the_end_of_the_deal():
    """The rest of the match adds nothing to the search to the end of the deal."""
    state = position("skat(deals=36)", "pass", "bid 18", "pass", "pick up")
    rows = {}
    for whole_game in (False, True):
        tree = Tree(state, whole_game=whole_game)
        tree.run(400, 1)
        rows[whole_game] = tree.moves()
    one_deal = Tree(position("skat(deals=1)", "pass", "bid 18", "pass", "pick up"))
    one_deal.run(400, 1)
    assert [r["action"] for r in rows[False]] == [r["action"] for r in one_deal.moves()]
    assert rows[True] != rows[False]


@pytest.mark.parametrize("utility", ["win", "rank", "score", "margin"])
def test_every_utility_is_searched(utility):
    for horizon in ("round", "game"):
        state = position(f"skat(deals=2,utility={utility})", seed=4)
        player = search.make_player(f"ismcts(simulations=60,horizon={horizon})")
        assert player.choose(state, np.random.default_rng(0)) in state.legal_actions()


def test_win_is_valued_between_0_and_1():
    tree = Tree(position("skat(deals=1,utility=win)", seed=4), whole_game=True)
    tree.run(500, 1)
    assert all(0 <= row["value"] <= 1 for row in tree.moves())


# ---- the player ----


def test_only_play_leaves_the_calls_to_the_rule_player():
    state = position("skat(deals=1)", seed=5)
    players = [search.make_player(s) for s in ("ismcts(simulations=50,only=play)", "rule")]
    while state.phase() != "play" and not state.is_terminal():
        choices = [p.choose(state, np.random.default_rng(1)) for p in players]
        assert choices[0] == choices[1]
        state.apply_action(choices[0])


def test_seconds_stop_the_search():
    player = search.make_player("ismcts(seconds=0.05)")
    found = player.analyse(skat(2), np.random.default_rng(0))
    assert 0.05 <= found.seconds < 2
    assert found.simulations > 0


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("ismcst", r"unknown player 'ismcst': did you mean 'ismcts'"),
        ("ismcts(simulation=3)", "did you mean 'simulations'"),
        ("ismcts(simulations=0)", "a whole number from 1"),
        ("ismcts(simulations=1.5)", "a whole number from 1"),
        ("ismcts(seconds=nan)", "a number from 0 to 86400"),
        ("ismcts(horizon=deal)", "one of round, game"),
        ("ismcts(simulations=3", "is not a spec"),
        ("random(seed=1)", "has no parameter 'seed'"),
    ],
)
def test_wrong_words(spec, says):
    with pytest.raises(ValueError, match=says):
        search.make_player(spec)


def test_rule_player_needs_a_game_with_rules_of_thumb():
    with pytest.raises(ValueError, match="kuhn_poker has no rule player"):
        search.make_player("rule").choose(kuhn(2), np.random.default_rng(0))


def test_completion_finds_the_public_functions():
    assert set(search.__all__) <= set(dir(search))


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    state = position("leduc_poker")
    with pytest.raises(ValueError, match="seed must be 0 to 2"):
        Tree(state).run(10, seed)


def test_a_few_equal_values_are_no_evidence() -> None:
    """Two visits with the same value don't make a move certain to have it."""
    state = games.load_game("spades(deals=1,ranks=KA)").new_initial_state()
    rng = np.random.default_rng(1)
    while state.phase() != "bid":
        state.apply_action(state.sample_chance(rng))
    tree = Tree(state)
    tree.run(6, 1)
    for row in tree.moves():
        assert row["visits"] >= 8 or row["stderr"] is None or row["stderr"] > 0


def test_a_player_wants_a_generator() -> None:
    state = games.load_game("tic_tac_toe").new_initial_state()
    with pytest.raises(TypeError, match="numpy Generator"):
        search.make_player("mcts").choose(state, 7)
