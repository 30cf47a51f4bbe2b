"""The solver of open hands against plain minimax, on hands of random rule sets."""

import threading

import numpy as np
import pytest

from ext.kernels.tricksolver import TrickSolver
from ext.mech.tricks import TrickTable, bits
from games.skat.cards import POINTS, deck

HANDS = 1500


def minimax(table, points, per_trick, position, roles):
    """What the collectors' tricks count with best play: every card tried, nothing remembered."""
    hands, leader, trick = position
    collectors, maximisers = roles
    seat = (leader + len(trick)) % len(hands)
    if not hands[seat] and not trick:
        return 0
    values = []
    for card in bits(table.legal(hands[seat], trick[0] if trick else None)):
        left = tuple(h & ~(1 << card) if s == seat else h for s, h in enumerate(hands))
        now, gain, lead = (*trick, card), 0, leader
        if len(now) == len(hands):
            lead = (leader + table.winner(list(now))) % len(hands)
            if lead in collectors:
                gain = sum(points[c] for c in now) + per_trick
            now = ()
        values.append(gain + minimax(table, points, per_trick, (left, lead, now), roles))
    return max(values) if seat in maximisers else min(values)


def random_case(rng):
    """A rule set, points, a position (often with cards on the table) and roles of the seats."""
    seats = int(rng.integers(2, 5))
    size = int(rng.integers(1, 4 if seats < 4 else 3))
    count = seats * size + int(rng.integers(0, 4))
    suits = int(rng.integers(1, 4))
    cards = [int(c) for c in rng.permutation(count)]
    if rng.random() < 0.2:  # a large deck, most of which is not dealt
        cards = [int(c) for c in rng.permutation(64)]
    order = [suit for suit in (cards[s::suits] for s in range(suits)) if suit]
    trump = None if rng.random() < 0.3 else int(rng.integers(len(order)))
    table = TrickTable(order, trump)
    points = [int(rng.choice([0, 0, 0, 2, 3, 10])) for _ in range(64)]
    deal = [int(c) for c in rng.permutation(cards)]
    hands = [sum(1 << c for c in deal[i * size : (i + 1) * size]) for i in range(seats)]
    leader, trick = int(rng.integers(seats)), []
    for place in range(int(rng.integers(0, seats))):
        seat = (leader + place) % seats
        card = int(rng.choice(bits(table.legal(hands[seat], trick[0] if trick else None))))
        hands[seat] &= ~(1 << card)
        trick.append(card)
    roles = tuple([s for s in range(seats) if rng.random() < 0.5] for _ in range(2))
    if rng.random() < 0.5:
        roles = (roles[0], roles[0])  # who collects wants to collect, as in games for points
    return table, points, int(rng.integers(0, 3)), (tuple(hands), leader, tuple(trick)), roles


@pytest.mark.parametrize("seed", range(4))
def test_against_minimax(seed):
    rng = np.random.default_rng(seed)
    for _ in range(HANDS):
        table, points, per_trick, position, roles = random_case(rng)
        hands, leader, trick = position
        wanted = minimax(table, points, per_trick, position, roles)
        solver = TrickSolver(table, points, len(hands), per_trick, bits=8)
        assert solver.value(hands, leader, *roles, trick) == wanted
        for need in (wanted, wanted + 1):
            assert solver.at_least(hands, leader, *roles, need, trick) == (need <= wanted)
        values = solver.values(hands, leader, *roles, trick)
        seat = (leader + len(trick)) % len(hands)
        assert list(values) == bits(table.legal(hands[seat], trick[0] if trick else None))
        assert (max if seat in roles[1] else min)(values.values()) == wanted
        for card, value in values.items():
            after = tuple(h & ~(1 << card) for h in hands)
            if len(trick) + 1 < len(hands):
                moved = (after, leader, (*trick, card))
                assert value == minimax(table, points, per_trick, moved, roles)
        for need in {*values.values(), wanted + 1}:
            kept = sum(1 << card for card, value in values.items() if value >= need)
            assert solver.moves_at_least(hands, leader, *roles, need, trick) == kept


def test_one_table_for_many_deals():
    """Positions of other deals in the table do no harm."""
    rng = np.random.default_rng(9)
    table, points = TrickTable([[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], 2), [0, 2, 3, 10] * 3
    shared = TrickSolver(table, points, 3, bits=10)
    for _ in range(200):
        deal = [int(c) for c in rng.permutation(12)]
        hands = [sum(1 << c for c in deal[i * 4 : (i + 1) * 4]) for i in range(3)]
        fresh = TrickSolver(table, points, 3, bits=10)
        for roles in (([0], [0]), ([1, 2], [1, 2]), ([0], [1, 2])):
            assert shared.value(hands, 1, *roles) == fresh.value(hands, 1, *roles)


def skat_deal(contract):
    return deck("789TJQKA").tables[contract], POINTS, 3, 8, 0, 32


def large_deal(seats):
    """A deck whose positions need more than one word."""
    order = [[int(c) for c in range(suit, 52, 4)] for suit in range(4)]
    points = [11 if card >= 48 else 10 * (card >= 44) for card in range(52)]
    return TrickTable(order, 1), points, seats, 10 if seats == 3 else 9, 1, 52


@pytest.mark.parametrize(
    "kind", [skat_deal(0), skat_deal(4), large_deal(3), large_deal(4)], ids=range(4)
)
def test_the_size_of_the_table_does_not_matter(kind):
    """A table that grows as it fills, one that stays tiny, and one that saw the deal before."""
    table, points, seats, size, per_trick, count = kind
    rng, roles = np.random.default_rng(count + seats), ([0], [0])
    grows = TrickSolver(table, points, seats, per_trick)
    tiny = TrickSolver(table, points, seats, per_trick, bits=8)
    for _ in range(3):
        deal = [int(c) for c in rng.permutation(count)]
        hands = [sum(1 << c for c in deal[i * size : (i + 1) * size]) for i in range(seats)]
        values = grows.values(hands, 0, *roles)
        assert tiny.values(hands, 0, *roles) == values
        for card, value in values.items():
            after = [hands[0] & ~(1 << card), *hands[1:]]
            assert grows.value(after, 0, *roles, [card]) == value
            for need in (value, value + 1):
                again = [grows.at_least(after, 0, *roles, need, [card]) for _ in range(2)]
                assert again == [need == value] * 2
    assert grows.nodes > 10_000  # enough to grow more than once


def test_cards_on_the_table_are_live():
    """9 and J look equal once T is out of all hands, but not while T lies on the table."""
    table = TrickTable([[0, 1, 2], [3, 4, 5]])  # 9 T J of one suit, three of another
    solver = TrickSolver(table, [0] * 6, 2, per_trick=1)
    values = solver.values([0b001000, 0b000101], 0, [1], [1], trick=[1])
    assert values[0] < values[2]  # 9 loses the trick to T, J takes it


@pytest.mark.parametrize("contract", range(5))
def test_skat_endings_against_minimax(contract):
    cards, rng = deck("789TJQKA"), np.random.default_rng(contract)
    solver = TrickSolver(cards.tables[contract], POINTS, 3)
    for _ in range(25):
        deal = [int(c) for c in rng.permutation(32)]
        hands = tuple(sum(1 << c for c in deal[i * 4 : (i + 1) * 4]) for i in range(3))
        position = (hands, int(rng.integers(3)), ())
        wanted = minimax(cards.tables[contract], POINTS, 0, position, ([0], [0]))
        assert solver.value(hands, position[1], [0], [0]) == wanted
        values = solver.values(hands, position[1], [0], [0])
        for need in {*values.values(), wanted + 1}:
            kept = sum(1 << card for card, value in values.items() if value >= need)
            assert solver.moves_at_least(hands, position[1], [0], [0], need) == kept


def test_null_is_lost_by_one_trick():
    """The declarer with the lowest cards of a suit takes no trick; with an ace alone, one."""
    cards = deck("789TJQKA")
    solver = TrickSolver(cards.tables[5], [0] * 32, 3, per_trick=1)
    clubs = {rank: 4 * i + 3 for i, rank in enumerate("789TJQKA")}

    def lost(own, left, right):
        hands = [sum(1 << clubs[r] for r in text) for text in (own, left, right)]
        return solver.at_least(hands, 0, [0], [1, 2], 1)

    assert not lost("7", "8", "9")
    assert lost("A", "8", "9")
    assert not lost("8", "7", "9")
    assert lost("9", "7", "8")


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda s: s.value([1, 2], 0, [0], [0]), "3 hands and a leader"),
        (lambda s: s.value([1, 2, 4], 3, [0], [0]), "a leader from 0 to 2"),
        (lambda s: s.value([1, 1, 2], 0, [0], [0]), "a card lies in two hands"),
        (lambda s: s.value([3, 4, 8], 0, [0], [0]), r"hands of \[2, 1, 1\] cards"),
        (lambda s: s.value([1, 2, 1 << 40], 0, [0], [0]), "card 40 is not in this deck"),
        (lambda s: s.value([0, 1, 2], 0, [0], [0], [0]), "on the table and in a hand"),
        (lambda s: s.value([0, 0, 0], 0, [0], [0], [0, 1, 2]), "a trick of 3 cards is finished"),
        (lambda s: s.value([0, 1, 2], 0, [0], [0], [2 + 64]), "card 66 is not in this deck"),
        (lambda s: s.value([0, 1, 2], 0, [0], [0], [-62]), "card -62 is not in this deck"),
        (lambda s: s.value([1, 2, 4], 0, [3], [0]), "seat 3 is not one of 0 to 2"),
    ],
)
def test_impossible_positions_are_refused(call, says):
    with pytest.raises(ValueError, match=says):
        call(TrickSolver(TrickTable([[0, 1, 2, 3]]), [0] * 4, 3))


def test_bad_rule_sets_are_refused():
    with pytest.raises(ValueError, match="2 to 4 seats"):
        TrickSolver(TrickTable([[0]]), [0], 5)
    with pytest.raises(ValueError, match="counts 101"):
        TrickSolver(TrickTable([[0]]), [101], 2)
    with pytest.raises(ValueError, match="3 points: one number a card is needed, 4 in all"):
        TrickSolver(TrickTable([[0, 1], [2, 3]]), [0] * 3, 2)
    with pytest.raises(ValueError, match="bits must be"):
        TrickSolver(TrickTable([[0]]), [0], 2, bits=40)
    with pytest.raises(ValueError, match="can't count less than nothing"):
        TrickSolver(TrickTable([[0]]), [0], 2, per_trick=-1)
    with pytest.raises(ValueError, match="a deal must count at most 16000"):
        TrickSolver(TrickTable([[0, 1]]), [0, 0], 2, per_trick=10_000)


def test_one_solver_answers_one_thread_at_a_time():
    solver = TrickSolver(TrickTable([list(range(s, s + 8)) for s in (0, 8, 16, 24)]), [1] * 32, 3)
    refused = []

    class Interrupting(list):
        """Asks from another thread when the solver looks at the hands."""

        def __getitem__(self, at):
            thread = threading.Thread(target=ask)
            thread.start()
            thread.join()
            return super().__getitem__(at)

    def ask():
        for question in (solver.value, solver.values):
            try:
                question([1, 2, 4], 0, [0], [0])
            except RuntimeError as error:
                refused.append(str(error))

    assert solver.value(Interrupting([1, 2, 4]), 0, [0], [0]) == 0
    assert len(refused) == 6
    assert all("one solver a thread" in text for text in refused)
    with pytest.raises(ValueError, match="two hands"):
        solver.value([1, 1, 2], 0, [0], [0])
    assert solver.value([4, 2, 1], 0, [0], [0]) == 3  # free again, after an error too
