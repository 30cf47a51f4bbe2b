"""Skat: what a deal is worth, rules R12 to R17 of games/skat/rules.md, edge by edge."""

import numpy as np
import pytest

import games
from games.core.deal import Deal, play_out_chance
from games.skat.cards import (
    CLUBS,
    DIAMONDS,
    GRAND,
    HEARTS,
    LADDER,
    NO_ANNOUNCEMENT,
    NULL,
    OPEN,
    SCHNEIDER,
    SCHWARZ,
    SPADES,
)
from games.skat.scoring import Outcome, matadors, settle
from tests.games.skat_cases import BACKENDS, DECK, cards, dealt, play


@pytest.fixture(params=BACKENDS)
def backend(request):
    return request.param


def outcome(contract, *, own, hand=False, announced=NO_ANNOUNCEMENT, bid=18, points=70, tricks=6):
    return Outcome(contract, hand, announced, bid, cards(own), points, tricks, 10 - tricks)


WITH_ONE = "CJ HA D7"  # the club jack without the spade jack


@pytest.mark.parametrize(
    ("contract", "announced", "points", "tricks", "won"),
    [
        (CLUBS, NO_ANNOUNCEMENT, 61, 4, True),
        (CLUBS, NO_ANNOUNCEMENT, 60, 8, False),
        (GRAND, SCHNEIDER, 90, 7, True),
        (GRAND, SCHNEIDER, 89, 9, False),
        (HEARTS, SCHWARZ, 120, 10, True),
        (HEARTS, SCHWARZ, 120, 9, False),
        (HEARTS, OPEN, 120, 10, True),
        (HEARTS, OPEN, 118, 9, False),
        (NULL, NO_ANNOUNCEMENT, 30, 0, True),
        (NULL, OPEN, 0, 1, False),
    ],
)
def test_r12_what_the_declarer_needs(contract, announced, points, tricks, won):
    deal = outcome(
        contract, own=WITH_ONE, hand=True, announced=announced, points=points, tricks=tricks
    )
    assert settle(DECK, deal).won == won


@pytest.mark.parametrize(
    ("own", "count"),
    [  # the page's table of examples, Hearts trumps (its suits of jacks filled in to fit)
        ("CJ HJ DJ HA HT HQ H9", 1),
        ("CJ SJ HJ DJ HA HT HK", 7),
        ("SJ HJ HA HK HQ H7", -1),
        ("DJ HA HT HK HQ H7", -3),
        ("CJ SJ HJ DJ HA HT HK HQ H9 H8 H7", 11),
        ("HA HT HK HQ H9 H8 H7", -4),
        ("SA SK", -11),
    ],
)
def test_r13_matadors(own, count):
    assert matadors(DECK.trumps[HEARTS], cards(own)) == count


def test_r13_skat_counts_also_in_a_hand_game(backend):
    hands = (
        "SJ HJ CA CT CK SA ST HA HT DA",
        "DJ C9 C8 SK SQ HK HQ DK DQ DT",
        "C7 CQ S9 S8 S7 H9 H8 H7 D9 D8",
    )  # skat: CJ D7
    state = play(dealt(hands, backend), "pass;pass;bid 18;hand;Grand;no announcement")
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    assert state.settlement.matadors == 3


def test_r13_worked_sentence():
    """With 2, game 3, Schneider 4, 4 times spades is 44."""
    done = settle(DECK, outcome(SPADES, own="CJ SJ SA", points=92, tricks=8))
    assert (done.matadors, done.multiplier, done.value, done.score) == (2, 4, 44, 44)


def test_r14_smallest_value():
    done = settle(DECK, outcome(DIAMONDS, own=WITH_ONE))
    assert (done.multiplier, done.value) == (2, 18)


@pytest.mark.parametrize(
    ("contract", "base"), [(DIAMONDS, 9), (HEARTS, 10), (SPADES, 11), (CLUBS, 12), (GRAND, 24)]
)
def test_r14_base_values(contract, base):
    assert settle(DECK, outcome(contract, own=WITH_ONE)).value == 2 * base


@pytest.mark.parametrize(
    ("hand", "announced", "points", "tricks", "multiplier"),
    [
        (False, NO_ANNOUNCEMENT, 61, 5, 2),
        (False, NO_ANNOUNCEMENT, 89, 8, 2),
        (False, NO_ANNOUNCEMENT, 90, 8, 3),
        (False, NO_ANNOUNCEMENT, 120, 10, 4),  # Schneider and Schwarz
        (True, NO_ANNOUNCEMENT, 61, 5, 3),
        (True, NO_ANNOUNCEMENT, 95, 8, 4),
        (True, NO_ANNOUNCEMENT, 120, 10, 5),
        (True, SCHNEIDER, 90, 8, 5),  # matador, game, hand, Schneider, announced
        (True, SCHNEIDER, 120, 10, 6),
        (True, SCHWARZ, 120, 10, 7),
        (True, OPEN, 120, 10, 8),
    ],
)
def test_r14_multipliers_won(hand, announced, points, tricks, multiplier):
    done = settle(
        DECK,
        outcome(CLUBS, own=WITH_ONE, hand=hand, announced=announced, points=points, tricks=tricks),
    )
    assert done.won
    assert done.multiplier == multiplier
    assert done.score == 12 * multiplier


@pytest.mark.parametrize(
    ("points", "tricks", "multiplier"), [(60, 5, 2), (31, 3, 2), (30, 3, 3), (10, 0, 4)]
)
def test_r14_the_losers_schneider_and_schwarz_count(points, tricks, multiplier):
    done = settle(DECK, outcome(CLUBS, own=WITH_ONE, points=points, tricks=tricks))
    assert not done.won
    assert done.score == -2 * 12 * multiplier


@pytest.mark.parametrize(
    ("hand", "announced", "value"),
    [
        (False, NO_ANNOUNCEMENT, 23),
        (True, NO_ANNOUNCEMENT, 35),
        (False, OPEN, 46),
        (True, OPEN, 59),
    ],
)
def test_r15_null_values(hand, announced, value):
    for tricks, score in ((0, value), (1, -2 * value)):
        done = settle(DECK, outcome(NULL, own="D7", hand=hand, announced=announced, tricks=tricks))
        assert (done.value, done.score, done.won) == (value, score, tricks == 0)
        assert not done.schneider
        assert not done.schwarz


@pytest.mark.parametrize(
    ("announced", "points", "tricks", "multiplier"),
    [
        (SCHNEIDER, 89, 8, 5),  # counted as if it had been made
        (SCHNEIDER, 25, 3, 5),
        (SCHWARZ, 115, 9, 7),
        (OPEN, 119, 9, 8),
        (SCHWARZ, 89, 8, 7),
    ],
)
def test_r16_announced_and_missed(announced, points, tricks, multiplier):
    done = settle(
        DECK,
        outcome(CLUBS, own=WITH_ONE, hand=True, announced=announced, points=points, tricks=tricks),
    )
    assert not done.won
    assert done.score == -2 * 12 * multiplier


@pytest.mark.parametrize(
    ("contract", "bid", "score"),
    [
        (DIAMONDS, 18, 18),
        (DIAMONDS, 20, -2 * 27),
        (HEARTS, 20, 20),
        (HEARTS, 22, -2 * 30),
        (CLUBS, 48, -2 * 48),
        (GRAND, 48, 48),
        (GRAND, 50, -2 * 72),
        (DIAMONDS, 264, -2 * 270),
    ],
)
def test_r17_overbid(contract, bid, score):
    done = settle(DECK, outcome(contract, own=WITH_ONE, bid=bid))
    assert done.score == score
    assert done.overbid == (score < 0)


def test_r17_schneider_saves_an_overbid_game():
    assert settle(DECK, outcome(CLUBS, own=WITH_ONE, bid=36, points=90, tricks=8)).score == 36


@pytest.mark.parametrize(
    ("hand", "announced", "bid", "score"),
    [
        (False, NO_ANNOUNCEMENT, 23, 23),
        (False, NO_ANNOUNCEMENT, 24, -70),
        (False, NO_ANNOUNCEMENT, 36, -92),
        (True, NO_ANNOUNCEMENT, 36, -92),
        (False, OPEN, 48, -118),
        (True, OPEN, 59, 59),
        (True, OPEN, 60, -118),
    ],
)
def test_r17_overbid_null(hand, announced, bid, score):
    done = settle(DECK, outcome(NULL, own="D7", hand=hand, announced=announced, bid=bid, tricks=0))
    assert done.score == score


def test_r17_both_backends_settle_alike():
    """Forced declarations of every kind, played at random: equal settlements and scores."""
    rng = np.random.default_rng(5)
    kinds = ["pick up", "hand"]
    for number in range(150):
        states = [
            games.load_game("skat", deals=1, backend=backend).new_initial_state()
            for backend in BACKENDS
        ]
        for state in states:
            play_out_chance(state, Deal(number))
            play(state, f"bid {LADDER[number % 63]};pass;pass")
            play(state, kinds[number % 2])
        while not states[0].is_terminal():
            action = int(rng.choice(states[0].legal_actions()))
            for state in states:
                state.apply_action(action)
        assert states[0].settlement == states[1].settlement
        assert states[0].scores() == states[1].scores()
        assert states[0].scores()[1] == states[0].settlement.score
