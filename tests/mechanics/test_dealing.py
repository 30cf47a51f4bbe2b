"""Dealing: exact chances of hands dealt in order, and the sampler against enumeration."""

import itertools
import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from ext.rng import Stream
from games.mechanics.dealing import Dealer, hand_outcomes, sample_hand_card


def enumerate_deals(cards, sizes, allowed):
    """All ways to fill the piles, as tuples of sets of bits."""
    found = []

    def place(left, room, piles):
        if not left:
            found.append(tuple(piles))
            return
        for pile in range(len(sizes)):
            if room[pile] and allowed[pile] >> left[0] & 1:
                rooms = [r - (p == pile) for p, r in enumerate(room)]
                masks = [m | (p == pile) << left[0] for p, m in enumerate(piles)]
                place(left[1:], rooms, masks)

    place(cards, list(sizes), [0] * len(sizes))
    return found


@given(st.integers(1, 12), st.data())
def test_hand_chances_are_hypergeometric(n, data):
    left = data.draw(st.integers(1, n))
    outcomes = hand_outcomes(list(range(n)), left)
    assert [card for card, _ in outcomes] == list(range(n - left + 1))
    for card, p in outcomes:  # `card` is the lowest of the hand: the others lie above it
        assert p == pytest.approx(math.comb(n - card - 1, left - 1) / math.comb(n, left))
    assert sum(p for _, p in outcomes) == pytest.approx(1, abs=1e-12)


def test_a_hand_dealt_in_order_is_uniform():
    stream, seen = Stream(2), Counter()
    for _ in range(20000):
        pool, hand = list(range(6)), []
        for left in (3, 2, 1):
            card = sample_hand_card(pool, left, stream)
            hand.append(card)
            pool = [c for c in pool if c > card]
        seen[tuple(hand)] += 1
    assert set(seen) == set(itertools.combinations(range(6), 3))
    assert chisquare(list(seen.values())).pvalue > 1e-4


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_dealer_counts_what_enumeration_counts(data):
    sizes = data.draw(st.lists(st.integers(0, 3), min_size=1, max_size=4))
    n = sum(sizes)
    mask = (1 << n) - 1
    allowed = [data.draw(st.integers(0, mask)) | mask * (p == 0) for p in range(len(sizes))]
    deals = enumerate_deals(list(range(n)), sizes, allowed)
    if not deals:
        with pytest.raises(ValueError, match="no deal fits"):
            Dealer(mask, sizes, allowed)
        return
    dealer = Dealer(mask, sizes, allowed)
    assert dealer.count() == len(deals)
    stream = Stream(1)
    assert all(tuple(dealer.draw(stream)) in set(deals) for _ in range(30))


@pytest.mark.parametrize(
    ("sizes", "allowed"),
    [
        ([3, 3, 2], [0b00111111, 0b11110011, 0b11111111]),
        ([2, 2, 2, 2], [0b11111111, 0b00001111, 0b11110000, 0b11111111]),
        ([4, 4], [0b11111111, 0b01111110]),
    ],
)
def test_dealer_is_uniform(sizes, allowed):
    deals = enumerate_deals(list(range(8)), sizes, allowed)
    dealer, stream, seen = Dealer(0xFF, sizes, allowed), Stream(9), Counter()
    for _ in range(60 * len(deals)):
        seen[tuple(dealer.draw(stream))] += 1
    assert chisquare([seen[deal] for deal in deals]).pvalue > 1e-4


def test_counts_of_whole_skat_deals():
    assert Dealer((1 << 22) - 1, [10, 10, 2]).count() == math.comb(22, 10) * math.comb(12, 10)
    whole = math.comb(32, 10) * math.comb(22, 10) * math.comb(12, 10)
    assert Dealer((1 << 32) - 1, [10, 10, 10, 2]).count() == whole


@pytest.mark.parametrize(
    ("cards", "sizes", "allowed", "says"),
    [
        (0b111, [1, 1], None, r"3 cards don't fill piles of \[1, 1\]"),
        (0b11, [1, 1], [0b10, 0b10], "card 0 may go nowhere"),
        (0b111, [1, 2], [0b111, 0b001], r"piles of \[1, 2\] can't be filled"),
        (0b1, [], None, "1 to 8 piles"),
        ((1 << 40) - 1, [20, 20], None, "at most 33"),
    ],
)
def test_impossible_deals_are_refused(cards, sizes, allowed, says):
    with pytest.raises(ValueError, match=says):
        Dealer(cards, sizes, allowed)


def test_same_stream_same_deal():
    draws = [Dealer(0xFFFF, [8, 8]).draw(Stream(5, index)) for index in (0, 0, 1)]
    assert draws[0] == draws[1] != draws[2]
    assert np.bitwise_or.reduce(draws[0]) == 0xFFFF
