"""Dealing: exact chances of hands dealt in order, and the sampler against enumeration."""

import itertools
import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2_contingency, chisquare

from ext.mech.dealing import card_of_hand, chances_of_hand
from ext.mech.tricks import bits
from ext.rng import Stream
from games.mechanics.cards import mask_of
from games.mechanics.dealing import (
    Dealer,
    WeightedDealer,
    cards_above,
    hand_outcomes,
    lowest_cards,
    sample_hand_card,
)


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


def paths(undealt, size, copies):
    """Every hand that can be dealt card by card, with its probability; kinds in order."""
    found = Counter()

    def go_on(hand, chance, undealt, last):
        if len(hand) == size:
            assert tuple(hand) not in found, "a hand is one path"
            found[tuple(hand)] = chance
            return
        held = hand.count(last // copies) or 1
        pool = [card for card in undealt if card > last]
        question = (size - len(hand), copies, last, held)
        outcomes = hand_outcomes(pool, *question)
        assert outcomes == chances_of_hand(mask_of(pool), *question)
        assert outcomes == sorted(outcomes)
        assert sum(p for _, p in outcomes) == pytest.approx(1, abs=1e-12)
        for kind, p in outcomes:
            card = min(c for c in undealt if c // copies == kind)
            go_on([*hand, kind], chance * p, [c for c in undealt if c != card], card)

    go_on([], 1.0, undealt, -1)
    return found


@pytest.mark.parametrize("copies", [1, 2, 3, 4])
@pytest.mark.parametrize("gone", [[], [0, 2, 3, 6], [0, 1, 4, 5, 8]])
@pytest.mark.parametrize("size", [1, 3, 5])
def test_a_hand_from_a_deck_with_copies_is_uniform(copies, gone, size):
    """The chance of a hand of kinds is its share of all hands of physical cards.

    Cards that others have are the lowest copies of their kinds, as drawn kinds are.
    """
    kinds = Counter(card // copies for card in gone)
    gone = [copies * kind + i for kind, many in kinds.items() for i in range(many)]
    undealt = [card for card in range(12) if card not in gone]
    hands = Counter(
        tuple(card // copies for card in hand) for hand in itertools.combinations(undealt, size)
    )
    found = paths(undealt, size, copies)
    assert set(found) == set(hands)
    for hand, many in hands.items():
        assert found[hand] == pytest.approx(many / hands.total(), rel=1e-12)


@given(st.integers(1, 4), st.data())
def test_hands_come_alike_from_both_halves(copies, data):
    """The same chances and the same draws, bit for bit, from up to 64 cards."""
    pool = sorted(data.draw(st.sets(st.integers(0, 63), min_size=1)))
    last = data.draw(st.integers(-1, pool[0] - 1))
    question = (data.draw(st.integers(1, len(pool))), copies, last, data.draw(st.integers(1, 3)))
    outcomes = hand_outcomes(pool, *question)
    assert outcomes == chances_of_hand(mask_of(pool), *question)
    assert sum(p for _, p in outcomes) == pytest.approx(1, abs=1e-12)
    ours, theirs = Stream(3), Stream(3)
    for _ in range(20):
        card = sample_hand_card(pool, question[0], ours, *question[1:])
        assert card == card_of_hand(mask_of(pool), question[0], theirs, *question[1:])
        assert dict(outcomes)[card] > 0
    assert ours.next64() == theirs.next64()


def test_draws_from_a_deck_with_copies_follow_the_chances():
    pool, question, stream = [1, 2, 3, 4, 6, 7, 9], (3, 3, 0, 1), Stream(6)
    outcomes = hand_outcomes(pool, *question)
    seen = Counter(
        sample_hand_card(pool, question[0], stream, *question[1:]) for _ in range(20_000)
    )
    expected = [20_000 * p for _, p in outcomes]
    assert chisquare([seen[kind] for kind, _ in outcomes], expected).pvalue > 1e-4


@given(st.integers(0, (1 << 64) - 1), st.integers(0, (1 << 64) - 1), st.integers(0, 70))
def test_the_cards_above_a_hand_and_the_lowest(cards, hand, count):
    top = max(bits(hand), default=-1)
    assert bits(cards_above(cards, hand)) == [card for card in bits(cards) if card > top]
    assert bits(lowest_cards(cards, count)) == bits(cards)[:count]


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


@pytest.mark.parametrize("by", ["class", "pile"])
@pytest.mark.parametrize(
    ("sizes", "allowed"),
    [
        ([3, 3, 2], [0b00111111, 0b11110011, 0b11111111]),
        ([2, 2, 2, 2], [0b11111111, 0b00001111, 0b11110000, 0b11111111]),
        ([4, 4], [0b11111111, 0b01111110]),
        ([2, 2, 2, 0, 2], [0b00111111, 0b11001111, 0b11111111, 0b11111111, 0b10111101]),
        ([1, 2, 1, 2, 2], [0b00010011, 0b11001111, 0b11010101, 0b11011111, 0b11111111]),
        ([3, 3, 2], [0b11110001, 0b00001111, 0b11111110]),
        ([2, 2, 2, 2], [0b11111110, 0b11110111, 0b11111111, 0b00111111]),
    ],
)
def test_dealer_is_uniform(sizes, allowed, by):
    deals = enumerate_deals(list(range(8)), sizes, allowed)
    dealer, stream, seen = Dealer(0xFF, sizes, allowed, by), Stream(9), Counter()
    assert dealer.count() == len(deals)
    for _ in range(60 * len(deals)):
        seen[tuple(dealer.draw(stream))] += 1
    assert chisquare([seen[deal] for deal in deals]).pvalue > 1e-4


SUITS = [sum(1 << 4 * rank + suit for rank in range(16)) for suit in range(4)]


def with_voids(rng, piles, size, voids):
    """A question: all 64 cards, equal piles and a rest, some piles without some suits."""
    full = (1 << 64) - 1
    allowed = [full] * (piles + 1)
    for at in rng.choice(4 * piles, voids, replace=False):
        allowed[at // 4] &= ~SUITS[at % 4]
    return full, [size] * piles + [64 - size * piles], allowed


def agrees(deal, cards, sizes, allowed):
    """Does a deal give every card away once, to piles of these sizes that may take it?"""
    return (
        [mask.bit_count() for mask in deal] == list(sizes)
        and sum(deal) == cards
        and all(mask & ~may == 0 for mask, may in zip(deal, allowed, strict=True))
    )


def counted(cards, sizes, allowed, by):
    """Number of deals, or why there are none."""
    try:
        return Dealer(cards, sizes, allowed, by).count()
    except ValueError as error:
        return str(error)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_both_ways_to_count_agree(data):
    """Suits that piles lack, single cards that may not go somewhere, empty piles."""
    sizes = data.draw(st.lists(st.integers(0, 5), min_size=1, max_size=6))
    full = (1 << sum(sizes)) - 1
    allowed = []
    for _ in sizes:
        lacks = data.draw(st.sampled_from([0, 0, *SUITS, SUITS[0] | SUITS[1]]))
        lacks |= data.draw(st.sampled_from([0, 0, 1, 2, 64]))
        allowed.append(full & ~lacks)
    found = [counted(full, sizes, allowed, by) for by in ("class", "pile")]
    assert found[0] == found[1]
    if isinstance(found[0], int):
        dealer = Dealer(full, sizes, allowed, "pile")
        deals = [dealer.draw(Stream(7, i)) for i in range(10)]
        assert all(agrees(deal, full, sizes, allowed) for deal in deals)


def test_both_ways_draw_alike_beyond_whole_numbers():
    """More ways than a double counts: how often a pile gets how much of a suit."""
    question = with_voids(np.random.default_rng(8), 3, 13, 3)
    dealers = [Dealer(*question, by) for by in ("class", "pile")]
    assert dealers[0].count() > 1 << 64
    assert dealers[1].count() == pytest.approx(dealers[0].count(), rel=1e-13)
    counts = []
    for dealer in dealers:
        out = np.empty((40_000, 4), np.uint64)
        dealer.draw_into(out, 2)
        suit = np.bitwise_count(out[:, 3] & np.uint64(SUITS[1]))
        counts.append(np.bincount(suit, minlength=17))
    common = counts[0] + counts[1] > 20
    assert chi2_contingency([row[common] for row in counts]).pvalue > 1e-4


def test_nine_hands_with_many_voids():
    rng, fitting = np.random.default_rng(5), 0
    for _ in range(20):
        question = with_voids(rng, 9, 7, 14)
        found = counted(*question, None)
        if isinstance(found, str):
            assert "no deal fits" in found
            continue
        out = np.empty((50, 10), np.uint64)
        Dealer(*question).draw_into(out, 3)
        assert all(agrees([int(mask) for mask in row], *question) for row in out)
        fitting += 1
    assert fitting > 10


def test_single_cards_barred_from_single_hands():
    """Cards that only a bin already filled tells apart are one class again: few tables."""
    rng = np.random.default_rng(6)
    cards, sizes, allowed = with_voids(rng, 9, 7, 6)
    for pile, card in zip(rng.permutation(9), rng.permutation(64), strict=False):
        allowed[pile] &= ~(1 << int(card))
    out = np.empty((500, 10), np.uint64)
    Dealer(cards, sizes, allowed).draw_into(out, 3)
    assert all(agrees([int(mask) for mask in row], cards, sizes, allowed) for row in out)


def test_sixteen_piles():
    full = (1 << 64) - 1
    allowed = [full & ~SUITS[pile % 4] for pile in range(16)]
    assert agrees(Dealer(full, [4] * 16, allowed).draw(Stream(1)), full, [4] * 16, allowed)
    with pytest.raises(ValueError, match=r"may only go to piles \[15\], which have room for 4"):
        Dealer(full, [4] * 16, [full & ~SUITS[2]] * 15 + [full])


def test_a_way_to_count_that_nobody_knows():
    with pytest.raises(ValueError, match="by='card' is no way"):
        Dealer(0b11, [1, 1], by="card")


def test_too_many_classes_to_count_by_pile():
    """Sixty-four cards, each barred from a pile or two of its own."""
    full = (1 << 64) - 1
    allowed = [full & ~sum(1 << c for c in range(64) if c >> p & 1) for p in range(6)]
    with pytest.raises(ValueError, match="classes of cards are too many"):
        Dealer(full, [8] * 8, [*allowed, full, full], "pile")


def test_counts_of_whole_skat_deals():
    assert Dealer((1 << 22) - 1, [10, 10, 2]).count() == math.comb(22, 10) * math.comb(12, 10)
    whole = math.comb(32, 10) * math.comb(22, 10) * math.comb(12, 10)
    assert Dealer((1 << 32) - 1, [10, 10, 10, 2]).count() == whole


@pytest.mark.parametrize(
    ("cards", "sizes", "allowed", "says"),
    [
        (0b111, [1, 1], None, r"3 cards don't fill piles of \[1, 1\]"),
        (0b11, [1, 1], [0b10, 0b10], "card 0 may go nowhere"),
        (0b111, [1, 2], [0b111, 0b001], r"cards \[1, 2\] may only go to piles \[0\].*room for 1"),
        (
            0b1111,
            [1, 1, 2],
            [0b0111, 0b0111, 0b1000],
            r"cards \[0, 1, 2\] may only go to piles \[0, 1\], which have room for 2",
        ),
        (0b1, [], None, "1 to 16 piles"),
        (0b1, [2, -1], None, "can't have -1 cards"),
        (0b11, [1, 1], [0b11], "allowed needs 2 entries"),
    ],
)
def test_impossible_deals_are_refused(cards, sizes, allowed, says):
    with pytest.raises(ValueError, match=says):
        Dealer(cards, sizes, allowed)


def test_same_stream_same_deal():
    draws = [Dealer(0xFFFF, [8, 8]).draw(Stream(5, index)) for index in (0, 0, 1)]
    assert draws[0] == draws[1] != draws[2]
    assert np.bitwise_or.reduce(draws[0]) == 0xFFFF


def test_rows_do_not_depend_on_the_batch():
    dealer = Dealer(0xFFFFF, [8, 8, 4], [0xFFFF0, 0xFFFFF, 0xFFFFF])
    whole, parts = np.zeros((50, 3), np.uint64), np.zeros((50, 3), np.uint64)
    dealer.draw_into(whole, 5)
    for first, last in ((0, 1), (1, 20), (20, 50)):
        dealer.draw_into(parts[first:last], 5, first)
    np.testing.assert_array_equal(whole, parts)
    assert (np.bitwise_or.reduce(whole, axis=1) == 0xFFFFF).all()
    assert (np.bitwise_and(whole[:, 0], np.uint64(0xF)) == 0).all()
    with pytest.raises(ValueError, match="3 columns"):
        dealer.draw_into(np.zeros((2, 4), np.uint64), 1)


def test_known_holders():
    """A card allowed in one pile only is known to be there."""
    dealer = Dealer(0b111111, [2, 2, 2], [0b000001 | 0b111100, 0b111110, 0b111110])
    assert all(dealer.draw(Stream(i))[0] & 1 for i in range(50))


def deal_weight(deal, cards, weights):
    return np.prod(
        [weights[i, next(p for p, m in enumerate(deal) if m >> c & 1)] for i, c in enumerate(cards)]
    )


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_weighted_deals_against_enumerated_weights(seed):
    """Nine cards to three piles: each deal as often as its product of weights says."""
    rng = np.random.default_rng(seed)
    sizes = [(3, 3, 3), (4, 3, 2), (2, 2, 5)][seed - 1]
    weights = rng.random((9, 3)) * (rng.random((9, 3)) < 0.9) + 1e-12
    cards = sorted(int(c) for c in rng.permutation(30)[:9])
    dealer = WeightedDealer(sum(1 << c for c in cards), sizes, weights)
    deals = enumerate_deals(cards, sizes, [(1 << 30) - 1] * 3)
    shares = np.array([deal_weight(deal, cards, weights) for deal in deals])
    shares /= shares.sum()
    draws = np.zeros((400_000, 3), np.uint64)
    dealer.draw_into(draws, seed)
    rows, counts = np.unique(draws, axis=0, return_counts=True)
    seen = {tuple(map(int, row)): int(n) for row, n in zip(rows, counts, strict=True)}
    common = shares * len(draws) >= 10
    found = np.array([seen.get(deal, 0) for deal in deals])
    got = np.append(found[common], found[~common].sum())
    expected = np.append(shares[common], shares[~common].sum()) * len(draws)
    assert chisquare(got, expected * got.sum() / expected.sum()).pvalue > 1e-4
    assert sum(seen.values()) == found.sum()


def test_equal_weights_are_uniform():
    deals = enumerate_deals(list(range(7)), (3, 2, 2), [0x7F] * 3)
    dealer, stream, seen = (
        WeightedDealer(0x7F, (3, 2, 2), np.full((7, 3), 0.3)),
        Stream(4),
        Counter(),
    )
    for _ in range(60 * len(deals)):
        seen[tuple(dealer.draw(stream))] += 1
    assert chisquare([seen[deal] for deal in deals]).pvalue > 1e-4


def test_a_weight_of_zero_forbids():
    weights = np.ones((6, 2))
    weights[0, 0] = weights[5, 1] = 0
    dealer = WeightedDealer(0b111111, [3, 3], weights)
    for i in range(100):
        first, second = dealer.draw(Stream(i))
        assert second & 1
        assert first >> 5 & 1


@pytest.mark.parametrize(
    ("weights", "says"),
    [
        (np.ones((3, 2)), "4 by 2"),
        (-np.ones((4, 2)), "the weight of card 0 in pile 0 is -1"),
        (np.full((4, 2), np.nan), "is nan"),
        (np.zeros((4, 2)), "every deal has weight 0"),
    ],
)
def test_bad_weights_are_refused(weights, says):
    with pytest.raises(ValueError, match=says):
        WeightedDealer(0b1111, [2, 2], weights)


def test_tiny_weights_do_not_underflow():
    dealer = WeightedDealer((1 << 30) - 1, [10, 10, 10], np.full((30, 3), 1e-300))
    assert np.bitwise_or.reduce(dealer.draw(Stream(1))) == (1 << 30) - 1


def test_half_made_dealers_are_told():
    for cls in (Dealer, WeightedDealer):
        with pytest.raises(ValueError, match="made without its cards"):
            cls.__new__(cls).draw(Stream(1))
    with pytest.raises(TypeError, match="stream"):
        Dealer(0b11, [1, 1]).draw(None)
    with pytest.raises(ValueError, match="made once"):
        Dealer(0b11, [1, 1]).__init__(0b11, [1, 1])


def test_a_whole_deck_is_dealt_uniformly():
    """More deals than 64 bits count: how suits fall follows the hypergeometric distribution."""
    deck, clubs, spades = (1 << 52) - 1, 0x1111111111111, 0x8888888888888
    dealer = Dealer(deck, [13] * 4, [deck & ~clubs, deck & ~spades, deck, deck])
    assert dealer.count() > 1 << 64
    out = np.empty((40_000, 4), np.uint64)
    dealer.draw_into(out, 3)
    counts = np.bitwise_count(out[:, 2] & np.uint64(clubs | spades))
    # Count the ways by hand: pile 0 gets no club, pile 1 no spade, with i clubs, j spades in it.
    ways = np.zeros(14)
    comb = math.comb
    for s0 in range(14):  # spades of pile 0
        for c1 in range(14):  # clubs of pile 1
            for d0 in range(14 - s0):  # diamonds of pile 0; hearts fill it
                for d1 in range(14 - c1):
                    h0, h1 = 13 - s0 - d0, 13 - c1 - d1
                    if d0 + d1 > 13 or h0 + h1 > 13:
                        continue
                    red = comb(13, d0) * comb(13 - d0, d1) * comb(13, h0) * comb(13 - h0, h1)
                    black = comb(13, s0) * comb(13, c1) * red
                    rest_black, rest_red = 26 - s0 - c1, 26 - d0 - d1 - h0 - h1
                    for k in range(14):
                        ways[k] += black * comb(rest_black, k) * comb(rest_red, 13 - k)
    expected = ways / ways.sum() * len(out)
    keep = expected > 20
    seen = np.bincount(counts, minlength=14)
    scale = seen[keep].sum() / expected[keep].sum()
    assert chisquare(seen[keep], expected[keep] * scale).pvalue > 1e-6
