"""Skat with open cards, solved: against minimax through the contract, which knows no tricks."""

import itertools

import numpy as np
import pytest

import games
from games.core.deal import Deal, play_out_chance
from games.core.open_solver import final_utilities
from games.skat.cards import CONTRACTS, NULL
from games.skat.open import ladder
from tests.games.skat_cases import BACKENDS, HANDS, dealt, play

UTILITIES = ("margin", "score", "win", "rank")
# How the declaration may end: the bid, pick up or hand, contract and announcement.
DECLARATIONS = (
    ("bid 18", "pick up", "Clubs", None),
    ("bid 18", "hand", "Diamonds", "no announcement"),
    ("bid 18", "hand", "Hearts", "announce Schneider"),
    ("bid 18", "hand", "Spades", "announce Schwarz"),
    ("bid 18", "hand", "Clubs", "open"),
    ("bid 48", "pick up", "Diamonds", None),
    ("bid 264", "pick up", "Hearts", None),
    ("bid 33", "pick up", "Clubs", None),
    ("bid 18", "pick up", "Grand", None),
    ("bid 96", "pick up", "Grand", None),
    ("bid 18", "hand", "Grand", "announce Schneider"),
    ("bid 23", "pick up", "Null", "no announcement"),
    ("bid 35", "pick up", "Null", "no announcement"),
    ("bid 18", "hand", "Null", "open"),
)


def declared(spec: str, seed: int, declaration, declarer: int):
    """A deal at its first lead; every random choice comes from the seed."""
    state, rng = games.load_game(spec).new_initial_state(), np.random.default_rng(seed)
    play_out_chance(state, Deal(seed))
    bid, how, contract, announcement = declaration
    turns = {0: [bid, "hold", "pass", "pass"], 1: [bid, "pass", "pass"], 2: ["pass", bid, "pass"]}
    for word in turns[declarer]:
        state.apply_action(state.string_to_action(word))
    state.apply_action(state.string_to_action(how))
    while state.phase() == "discard":
        state.apply_action(int(rng.choice(state.legal_actions())))
    state.apply_action(state.string_to_action(contract))
    if announcement is not None:
        state.apply_action(state.string_to_action(announcement))
    return state, rng


def played_down(state, rng, left: int):
    """Random play until the seat to move holds so many cards; a Null that goes on, if any does."""
    for _ in range(200):
        now = state.clone()
        while now.stage == "play" and now.hands[now._turn()].bit_count() > left:
            now.apply_action(int(rng.choice(now.legal_actions())))
        if now.stage == "play":
            return now
    return state


def minimax(state, start, declarer: int):
    """Every seat's gain; the declarer makes his own large, the others make it small."""
    if state.is_terminal() or state.round() > start.round():
        return tuple(state.gains(start))
    best = max if state.current_player() == declarer else min
    found = [minimax(state.child(card), start, declarer) for card in state.legal_actions()]
    return best(found, key=lambda gains: gains[declarer])


def check(state) -> tuple[float, ...]:
    """Compare the solver with minimax at one position; a fresh solver and a used one agree."""
    solver, declarer = state.game.open_solver(), state.seat_of(state.declarer)
    assert solver.solves(state)
    found = solver.values(state)
    assert list(found) == state.legal_actions()
    for card, gains in found.items():
        assert gains == minimax(state.child(card), state, declarer), state.action_to_string(card)
    best = max if state.current_player() == declarer else min
    value = best(found.values(), key=lambda gains: gains[declarer])
    assert solver.value(state) == state.game.open_solver().value(state) == value
    return value


@pytest.mark.parametrize("declaration", DECLARATIONS, ids=lambda d: "-".join(map(str, d)))
def test_ends_of_whole_deals(declaration) -> None:
    checked = 0
    for seed in range(16):
        backend, utility = BACKENDS[seed // 4 % 2], UTILITIES[seed % 4]
        spec = f"skat(deals=1,backend={backend},utility={utility})"
        state, rng = declared(spec, seed, declaration, seed % 3)
        end = played_down(state, rng, 4 if seed in (4, 5) else 3)
        if end is not state:  # a Null of random cards is over soon
            check(end)
            checked += 1
    assert checked >= 8


@pytest.mark.parametrize("utility", UTILITIES)
def test_short_decks_from_the_first_lead(utility) -> None:
    """Two cards a hand, aces and jacks: every decision of the play, every declaration."""
    for seed in range(12):
        for declaration in DECLARATIONS:
            spec = f"skat(deals=2,ranks=JA,utility={utility})"
            state, rng = declared(spec, seed, declaration, seed % 3)
            while state.round() == 0:
                check(state)
                state.apply_action(int(rng.choice(state.legal_actions())))


def test_six_cards_a_hand() -> None:
    for seed, declaration in itertools.product(range(2), DECLARATIONS):
        state, rng = declared("skat(deals=1,ranks=TJQKA)", seed, declaration, seed)
        end = played_down(state, rng, 4)
        if end is not state:
            check(end)


@pytest.mark.parametrize("utility", UTILITIES)
def test_the_last_of_several_deals_and_the_dealer_who_sits_out(utility) -> None:
    """Win and rank count the whole game at its last deal, the margin before it."""
    spec = f"skat(players=4,deals=2,ranks=JA,utility={utility})"
    for seed in range(6):
        state, rng = declared(spec, seed, DECLARATIONS[seed], seed % 3)
        check(state)
        while state.round() == 0:
            state.apply_action(int(rng.choice(state.legal_actions())))
        play_out_chance(state, Deal(seed))
        for word in ("bid 18", "pass", "pass", "hand", "Clubs", "open"):
            state.apply_action(state.string_to_action(word))
        check(state)


def test_one_solver_serves_several_deals_and_declarations() -> None:
    solver = games.load_game("skat(deals=2,ranks=JA)").open_solver()
    for seed, declaration in itertools.product(range(3), DECLARATIONS):
        state, _ = declared("skat(deals=2,ranks=JA)", seed, declaration, seed)
        assert solver.values(state) == state.game.open_solver().values(state)


def test_what_is_solved_and_who_plays_together() -> None:
    state = dealt(HANDS)
    solver = state.game.open_solver()
    assert not solver.solves(state)
    play(state, "bid 18;pass;pass;hand;Clubs;no announcement")
    assert solver.solves(state)
    assert [solver.side(state, seat) for seat in range(3)] == [(0, 2), (1,), (0, 2)]
    four = declared("skat(players=4,deals=2,ranks=JA)", 1, DECLARATIONS[0], 1)[0]
    assert [solver.side(four, seat) for seat in range(4)] == [(0, 2), (1,), (0, 2), (3,)]
    assert games.load_game("kuhn_poker").open_solver() is None


def test_every_way_to_end_is_better_than_the_one_before() -> None:
    """The ladder needs it; every declaration, every bid, with and without the top jacks."""
    bids = ("bid 18", "bid 33", "bid 48", "bid 96", "bid 144", "bid 264")
    for seed, bid, declaration in itertools.product(range(4), bids, DECLARATIONS):
        state = declared("skat(deals=1)", seed, (bid, *declaration[1:]), seed % 3)[0]
        for put in (0, 22):
            worth = [gains[state.seat_of(state.declarer)] for gains in ladder(state, put)[1]]
            assert worth == sorted(set(worth))


@pytest.mark.parametrize("contract", range(6), ids=CONTRACTS)
def test_each_card_is_worth_what_the_position_after_it_is(contract) -> None:
    """Solved by itself, with six cards a hand; minimax would take too long."""
    solver_of = games.load_game("skat(deals=1)").open_solver
    words = ("pick up", CONTRACTS[contract], "no announcement" if contract == NULL else None)
    for seed in range(8):
        state, rng = declared("skat(deals=1)", seed, ("bid 18", *words), seed % 3)
        state = played_down(state, rng, 6)
        for card, gains in solver_of().values(state).items():
            if not state.child(card).is_terminal():
                assert solver_of().value(state.child(card)) == gains


@pytest.mark.parametrize("kind", ["win", "rank"])
def test_final_utilities_are_those_of_finished_games(kind) -> None:
    game = games.load_game(f"skat(deals=2,ranks=JA,utility={kind})")
    for seed in range(20):
        state, rng = game.new_initial_state(), np.random.default_rng(seed)
        while not state.is_terminal():
            state.apply_action(state.playout_action(rng))
        assert final_utilities(kind, state.scores()) == tuple(state.returns())
    assert final_utilities("rank", [5.0]) == (1.0,)
