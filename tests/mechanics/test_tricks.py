"""Trick tables against a plain reading of the same rules, on random rule sets."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ext.mech.tricks import RUFFS, TrickTable, bits


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


def plain_playable(order, trump, beat, ruff, hand, trick, relieved):
    """What a hand may play by the duties, in words turned into lists."""
    suit_of = {c: s for s, cards in enumerate(order) for c in cards}
    asked, best = suit_of[trick[0]], trick[plain_winner(order, trump, trick)]

    def takes(card):
        suit = suit_of[card]
        return suit != suit_of[best] or order[suit].index(card) > order[suit].index(best)

    same = [c for c in hand if suit_of[c] == asked]
    if same:
        winning = [c for c in same if takes(c)]
        return winning if winning and asked in beat and suit_of[best] == asked else same
    trumps = [c for c in hand if suit_of[c] == trump]
    winning = [c for c in trumps if takes(c)]
    owed = {"free": [], "trump": trumps, "overtrump": winning or trumps, "win": winning}[ruff]
    return hand if relieved else owed or hand


@settings(max_examples=300, deadline=None)
@given(rule_sets(), st.data(), st.booleans(), st.integers(0, 2**32))
def test_duties_to_beat_and_to_trump(rules, data, relieved, seed):
    """What may be played, and what a card played tells of the rest of its hand."""
    order, trump = rules
    ruff = data.draw(st.sampled_from(RUFFS if trump is not None else RUFFS[:1]))
    beat = data.draw(st.sets(st.integers(0, len(order) - 1)))
    table = TrickTable(order, trump, beat=beat, ruff=ruff)
    assert (table.beat, table.ruff) == (sorted(beat), ruff)
    rng = np.random.default_rng(seed)
    deck = [int(c) for c in rng.permutation([c for suit in order for c in suit])]
    trick, rest = deck[: min(3, len(deck) - 1)], deck[min(3, len(deck) - 1) :]
    hand = rest[: 1 + len(rest) // 2]

    def playable(cards):
        return sorted(plain_playable(order, trump, beat, ruff, cards, trick, relieved))

    assert bits(table.playable(sum(1 << c for c in hand), trick, relieved)) == playable(hand)
    for card in hand:
        never = [c for c in rest if c != card and card not in playable([card, c])]
        lacking = table.lacking(card, trick, relieved)
        assert bits(lacking & sum(1 << c for c in rest)) == sorted(never)


# Two suits, the second trumps; ranks 4 to A as the KQJ page has them.
PLAIN, TRUMPS = "456789JQKHTA", "456JQKHTA789"


def hand_of(*names: str) -> int:
    """Clubs ("Tc") and hearts ("6h") as a set."""
    return sum(1 << card_of(name) for name in names)


def card_of(name: str) -> int:
    return (PLAIN.index(name[0]), 12 + TRUMPS.index(name[0]))[name[1] == "h"]


def test_the_tricks_that_the_kqj_page_shows() -> None:
    """Hearts are trumps; whoever can't follow must win by a trump, unless a partner is winning."""
    table = TrickTable([list(range(12)), list(range(12, 24))], trump=1, beat=[1], ruff="win")
    trick = [card_of("Tc")]
    assert table.playable(hand_of("4h", "6h"), trick) == hand_of("4h", "6h")
    trick.append(card_of("6h"))  # Billy trumps; Cindy has to go over it
    assert table.playable(hand_of("5h", "Hh"), trick) == hand_of("Hh")
    trick.append(card_of("Hh"))  # Dylan's five of hearts beats nothing: he is free, and so it is
    assert table.playable(hand_of("5h"), trick) == hand_of("5h")  # shown that he has no higher one
    assert table.lacking(card_of("5h"), trick) == hand_of(
        *[f"{r}c" for r in PLAIN], "Th", "Ah", "7h", "8h", "9h"
    )
    assert table.playable(hand_of("7h", "5h"), trick, relieved=True) == hand_of("7h", "5h")
    assert table.playable(hand_of("7h", "5h"), trick) == hand_of("7h")
    assert table.playable(hand_of("7h", "Hc"), trick) == hand_of("Hc")  # Frank has to follow
    assert table.winner([*trick, card_of("Hc")]) == 2


def test_the_points_of_the_kqj_page() -> None:
    """The sums that its rules name: 44 in a plain suit, 104 in the trump suit, 236 in all."""
    plain, trump = [0, 0, 0, 0, 1, 2, 3, 4, 5, 7, 10, 12], [0, 0, 0, 3, 4, 5, 7, 10, 12, 14, 22, 27]
    table = TrickTable(
        [list(range(s, s + 12)) for s in (0, 12, 24, 36)], trump=3, points=[*plain * 3, *trump]
    )
    assert [table.points_of(table.suit_mask(suit)) for suit in range(4)] == [44, 44, 44, 104]
    assert table.points_of((1 << 48) - 1) == 236
    assert TrickTable([[0, 1]], copies=2, points=[3, -4]).points_of(0b0111) == 2
    assert TrickTable([[0, 1]]).points_of(0b11) == 0


def test_free_cards_stay_free_under_duties() -> None:
    table = TrickTable([[0, 1, 2], [3, 4, 5], [6, 7], [8, 9]], 0, over=2, under=3, ruff="overtrump")
    assert table.playable(0b1_0100_0001, [4]) == 0b1_0100_0001  # a wizard, a jester and a trump
    assert table.playable(0b10_0111, [4, 1]) == 0b10_0000  # follows
    assert table.playable(0b01_0000_0111, [4, 1]) == 0b1_0000_0100  # higher, or the jester
    assert table.playable(0b11, [4, 6]) == 0b11  # nothing goes over the wizard: any trump
    assert table.lacking(8, [4]) == 0
    assert table.lacking(1, [4, 2]) == 0b11_1000


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"beat": [2]}, "beat=2 is no effective suit of 2"),
        ({"ruff": "must"}, "ruff='must': one of free, trump, overtrump, win"),
        ({"ruff": "win"}, "ruff='win' needs a trump suit"),
        ({"points": [1, 2, 3]}, "3 points: one number a kind of card is needed"),
        ({"points": [0, 0, 0, 40_000]}, "card 3 counts 40000, not -32768 to 32767"),
    ],
)
def test_bad_duties_and_points_are_refused(more: dict, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        TrickTable([[0, 1], [2, 3]], **more)


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
    with pytest.raises(ValueError, match="duties to beat or to trump"):
        TrickSolver(TrickTable([[0, 1]], beat=[0]), [0] * 2, 2)
    with pytest.raises(ValueError, match="over=4 is no effective suit"):
        TrickTable([[0], [1]], over=4)
    with pytest.raises(ValueError, match="copies=0"):
        TrickTable([[0], [1]], copies=0)
