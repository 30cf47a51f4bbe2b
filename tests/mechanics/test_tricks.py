"""Trick tables against a plain reading of the same rules, on random rule sets."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ext.mech.tricks import TrickTable, bits


@st.composite
def rule_sets(draw):
    """Cards in random effective suits, random order, maybe a trump suit."""
    cards = draw(st.permutations(range(draw(st.integers(4, 40)))))
    suits = draw(st.integers(1, 6))
    order = [list(cards[s::suits]) for s in range(suits)]
    return order, draw(st.sampled_from([None, *range(suits)]))


def plain_winner(order, trump, trick):
    """The highest trump, else the highest of the suit led."""
    suit_of = {c: s for s, cards in enumerate(order) for c in cards}
    for suit in (trump, suit_of[trick[0]]):
        inside = [c for c in trick if suit is not None and suit_of[c] == suit]
        if inside:
            return trick.index(max(inside, key=order[suit].index))
    raise AssertionError("the card led is of the suit led")


@settings(max_examples=200, deadline=None)
@given(rule_sets(), st.integers(0, 2**32))
def test_winner_and_following(rules, seed):
    order, trump = rules
    table = TrickTable(order, trump)
    rng = np.random.default_rng(seed)
    deck = [c for suit in order for c in suit]
    trick = [int(c) for c in rng.permutation(deck)[: min(4, len(deck))]]
    assert table.winner(trick) == plain_winner(order, trump, trick)
    hand = [int(c) for c in rng.permutation(deck)[: len(deck) // 2]]
    led_suit = next(suit for suit in order if trick[0] in suit)
    wanted = [c for c in hand if c in led_suit] or hand
    assert bits(table.legal(sum(1 << c for c in hand), trick[0])) == sorted(wanted)
    assert table.legal(sum(1 << c for c in hand)) == sum(1 << c for c in hand)


def test_of_two_equal_cards_the_first_wins():
    table = TrickTable([[0, 1, 2]])
    assert not table.beats(1, 1)
    assert table.winner([1, 1, 0]) == 0


@pytest.mark.parametrize(
    ("order", "trump", "says"),
    [
        ([], None, "1 to 8 effective suits"),
        ([[0]], 1, "trump=1 is no effective suit"),
        ([[0, 1], [1]], None, "card 1 is listed twice"),
        ([[64]], None, r"not in 0..63"),
    ],
)
def test_bad_tables_are_refused(order, trump, says):
    with pytest.raises(ValueError, match=says):
        TrickTable(order, trump)


def test_unknown_cards_are_refused():
    table = TrickTable([[0, 1]])
    for call in (table.suit_of, lambda c: table.winner([c]), lambda c: table.legal(3, c)):
        with pytest.raises(ValueError, match="card 7 is not in this deck"):
            call(7)
    with pytest.raises(ValueError, match="empty trick"):
        table.winner([])


def wizards() -> TrickTable:
    """Two suits of three, clubs trumps; two cards over all (6, 7) and two under all (8, 9)."""
    return TrickTable([[0, 1, 2], [3, 4, 5], [6, 7], [8, 9]], trump=0, over=2, under=3)


@pytest.mark.parametrize(
    ("trick", "winner", "asked"),
    [
        ([3, 5, 4], 1, 1),
        ([3, 0, 5], 1, 1),
        ([6, 0, 7], 0, None),  # the first card over all, and nobody has to follow
        ([0, 7, 6], 1, 0),
        ([8, 4, 5], 2, 1),  # the first card of a suit says what is asked
        ([8, 6, 5], 1, None),  # a card over all before any suit frees the trick
        ([8, 9], 0, None),
        ([5, 8, 0], 2, 1),
    ],
)
def test_cards_over_and_under_all(trick: list[int], winner: int, asked: int | None) -> None:
    table = wizards()
    assert table.winner(trick) == winner
    assert table.suit_to_follow(trick) == asked


def test_free_cards_may_always_be_played() -> None:
    table = wizards()
    assert table.playable(0b1_1001_1001, [4]) == 0b1_1001_1000
    assert table.playable(0b1_1000_0001, [4]) == 0b1_1000_0001  # void: anything
    assert table.playable(0b1_1001_1001, []) == 0b1_1001_1001
    assert table.free == 0b11_1100_0000


def test_of_identical_cards_the_first_wins() -> None:
    table = TrickTable([[0, 1], [2, 3]], trump=1, copies=2)
    assert table.suit_of(1) == 0
    assert table.suit_of(7) == 1
    assert table.winner([2, 3]) == 0
    assert table.winner([3, 2, 0]) == 0
    assert table.winner([0, 5, 4]) == 1
    assert table.suit_mask(1) == 0b11110000


def test_special_cards_are_refused_by_the_solver_of_plain_ones() -> None:
    from ext.kernels.tricksolver import TrickSolver

    with pytest.raises(ValueError, match="beat or follow all suits"):
        TrickSolver(wizards(), [0] * 10, 3)
    with pytest.raises(ValueError, match="identical cards"):
        TrickSolver(TrickTable([[0, 1]], copies=2), [0] * 4, 2)
    with pytest.raises(ValueError, match="over=4 is no effective suit"):
        TrickTable([[0], [1]], over=4)
    with pytest.raises(ValueError, match="copies=0"):
        TrickTable([[0], [1]], copies=0)
