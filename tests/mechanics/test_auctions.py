"""Auctions: laps of calls, and the duel against a plain telling of the same rules."""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.decisions import answer, top
from games.mechanics.auctions import FOREHAND, MIDDLEHAND, NOBODY, REARHAND, Duel, lap

PASS, HOLD, FIRST, VALUES = 10, 11, 20, 5
OPENING = Duel(PASS, HOLD, FIRST, VALUES)


def after(*actions):
    """The auction after some actions, each of which is legal."""
    auction = OPENING
    for action in actions:
        assert action in auction.legal()
        auction = auction.after(action)
    return auction


def test_a_lap_asks_each_seat_once_in_order():
    called = []

    def call(state, action):
        called.append((action, len(state.pending)))

    state = SimpleNamespace(pending=lap([2, 0, 1], "bid", lambda state: [5, 6], call))
    asked = []
    for action in (5, 6, 5):
        due = top(state.pending)
        asked.append((due.seat, due.phase, due.legal(state)))
        answer(state, action)
    assert asked == [(2, "bid", [5, 6]), (0, "bid", [5, 6]), (1, "bid", [5, 6])]
    assert called == [(5, 2), (6, 1), (5, 0)]
    assert state.pending == ()


def test_a_lap_of_nobody_is_over():
    assert lap([], "bid", lambda state: [0], lambda state, action: None) == ()


def test_the_bidder_names_values_and_the_holder_answers():
    assert (OPENING.speaker, OPENING.legal()) == (MIDDLEHAND, [PASS, *range(FIRST, FIRST + VALUES)])
    bid = after(FIRST + 2)
    assert (bid.speaker, bid.bid, bid.legal()) == (FOREHAND, 2, [PASS, HOLD])
    held = after(FIRST + 2, HOLD)
    assert (held.speaker, held.legal()) == (MIDDLEHAND, [PASS, FIRST + 3, FIRST + 4])


def test_who_named_the_highest_value_can_only_pass():
    assert after(FIRST + 4, HOLD).legal() == [PASS]


@pytest.mark.parametrize(
    ("actions", "declarer", "bid"),
    [
        ((FIRST, PASS, PASS), MIDDLEHAND, 0),  # forehand gives way, rearhand is silent
        ((FIRST, PASS, FIRST + 1, PASS), REARHAND, 1),
        ((FIRST, PASS, FIRST + 1, HOLD, PASS), MIDDLEHAND, 1),
        ((PASS, FIRST + 3, HOLD, PASS), FOREHAND, 3),
        ((PASS, FIRST, PASS), REARHAND, 0),
        ((PASS, PASS, FIRST), FOREHAND, 0),  # left alone, forehand plays
        ((PASS, PASS, PASS), NOBODY, -1),  # passed in
    ],
)
def test_who_wins(actions, declarer, bid):
    auction = after(*actions)
    assert auction.over
    assert (auction.declarer, auction.bid, auction.log) == (declarer, bid, actions)


def test_forehand_alone_may_only_take_the_lowest_value():
    auction = after(PASS, PASS)
    assert (auction.speaker, auction.holder) == (FOREHAND, NOBODY)
    assert auction.legal() == [PASS, FIRST]


def test_nobody_has_won_before_the_end():
    assert after(FIRST, HOLD).declarer == NOBODY


@given(st.data())
def test_random_auctions_end_with_the_last_to_speak_up(data):
    """Three passes at most, each value once; the winner named or held the last one."""
    auction, spoke = OPENING, {}
    while not auction.over:
        speaker, action = auction.speaker, data.draw(st.sampled_from(auction.legal()))
        auction = auction.after(action)
        if action != PASS:
            spoke[speaker] = auction.bid
    named = [action for action in auction.log if action >= FIRST]
    assert named == sorted(set(named))
    assert auction.log.count(PASS) <= 3
    assert auction.log.count(HOLD) <= len(named)
    assert spoke.get(auction.declarer, -1) == auction.bid
    assert (auction.declarer == NOBODY) == (not named)
