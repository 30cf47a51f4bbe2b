"""Skat's sampler against brute force: eight cards, two a hand and two in the skat.

Every deal and every pair of discards that leaves a seat in the same information state is
enumerated; the sampler must draw each such history equally often, and no other.
"""

import itertools
from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare

import games
from games import IllegalActionError

DRAWS = 40  # of each history, on average


def all_deals(cards):
    """The chance actions of every deal of two cards to three hands."""
    for first in itertools.combinations(cards, 2):
        rest = [c for c in cards if c not in first]
        for second in itertools.combinations(rest, 2):
            left = [c for c in rest if c not in second]
            for third in itertools.combinations(left, 2):
                yield [*first, *second, *third]


def consistent(state, seat):
    """All histories with the public moves of `state` that `seat` cannot tell from it."""
    cards = state.game.deck.cards
    history, wanted = state.history(), state.information_state_string(seat)
    put = [i for i in range(6, len(history)) if history[i] < 32][:2] if state.picked_up else []
    put = [i for i in put if i - put[0] < 2][: state.discards.bit_count()]
    role, found = state.role_of(seat), []
    for deal in all_deals(cards):
        if role >= 0 and deal[2 * role : 2 * role + 2] != history[2 * role : 2 * role + 2]:
            continue  # a seat knows its own hand
        four = [c for c in cards if c not in deal or c in deal[2 * state.declarer :][:2]]
        for discards in itertools.combinations(four, len(put)) if put else [()]:
            moves = [*deal, *history[6:]]
            for place, card in zip(put, discards, strict=True):
                moves[place] = card
            twin = state.game.new_initial_state()
            try:
                for move in moves:
                    twin.apply_action(move)
            except IllegalActionError:
                continue
            if twin.information_state_string(seat) == wanted:
                found.append(tuple(moves))
    return found


def check(state, seat, seed=1):
    histories = consistent(state, seat)
    rng = np.random.default_rng(seed)
    draws = max(2000, DRAWS * len(histories))
    seen = Counter(tuple(state.resample_from_infostate(seat, rng).history()) for _ in range(draws))
    assert set(seen) <= set(histories)
    if len(histories) > 1:
        assert chisquare([seen[h] for h in histories]).pvalue > 1e-4
    return len(histories)


def played(moves, seed=3, **params):
    """A game of the short deck after the deal and the given moves; a number picks that move."""
    game = games.load_game("skat(deals=1,ranks=JA)", **params)
    state, rng = game.new_initial_state(), np.random.default_rng(seed)
    while state.is_chance_node():
        state.apply_action(state.sample_chance(rng))
    for move in moves:
        legal = state.legal_actions()
        state.apply_action(
            legal[move % len(legal)] if isinstance(move, int) else state.string_to_action(move)
        )
    return state


TAKEN = ["pass", "bid 18", "pass", "pick up"]  # rearhand declares
CASES = {
    "auction": [],
    "no discard yet": TAKEN,
    "one discard": [*TAKEN, 0],
    "two discards": [*TAKEN, 1, 0],
    "suit named": [*TAKEN, 0, 0, "Spades"],
    "first trick": [*TAKEN, 0, 0, "Clubs", 0, 0],
    "second trick": [*TAKEN, 0, 0, "Clubs", 1, 0, 0],
    "Null open": [*TAKEN, 0, 0, "Null", "open", 0],
    "hand": ["pass", "bid 18", "pass", "hand", "Grand", "no announcement", 1, 0],
    "hand open": ["pass", "pass", "bid 18", "hand", "Hearts", "open", 0, 0],
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("seed", [3, 8])
def test_uniform_over_consistent_histories(name, seed):
    state = played(CASES[name], seed)
    assert not state.is_terminal()
    for seat in range(3):
        check(state, seat, seed)


def test_known_numbers_of_histories():
    """Six unseen cards in three pairs are 90 deals; the declarer knows 6 of them."""
    state = played(CASES["two discards"])
    assert [len(consistent(state, seat)) for seat in range(3)] == [540, 540, 6]


def test_voids_are_respected():
    """Some void really cuts histories away, and the sampler stays within what is left."""
    cut = 0
    for seed in range(12):
        state = played(CASES["second trick"], seed)
        if state.is_terminal():
            continue
        free = played(CASES["two discards"], seed)
        cut += check(state, 0, seed) < len(consistent(free, 0)) / 10
    assert cut


def test_the_dealer_who_sits_out_samples_everything():
    state = played(CASES["suit named"], players=4)
    assert check(state, 3) == 2520 * 6


def test_while_hands_are_dealt():
    """A hand arrives in ascending order, so a partly dealt one says that the rest is higher."""
    game = games.load_game("skat(deals=1,ranks=JA)")
    rng = np.random.default_rng(4)
    for dealt in range(1, 6):
        state = game.new_initial_state()
        for _ in range(dealt):
            state.apply_action(state.sample_chance(rng))
        for seat in range(3):
            wanted = state.information_state_string(seat)
            chance: Counter = Counter()
            for deal in all_deals(game.deck.cards):
                twin = game.new_initial_state()
                for move in deal[:dealt]:
                    twin.apply_action(move)
                if twin.information_state_string(seat) == wanted:
                    chance[tuple(deal[:dealt])] += 1
            draws = 60 * len(chance) + 500
            seen = Counter(
                tuple(state.resample_from_infostate(seat, rng).history()) for _ in range(draws)
            )
            assert set(seen) <= set(chance)
            if len(chance) > 1:
                total = sum(chance.values())
                wanted_counts = [draws * n / total for n in chance.values()]
                assert chisquare([seen[h] for h in chance], wanted_counts).pvalue > 1e-4
