"""Statistics of blocks: intervals, paired differences, Holm, and samples that have no interval."""

import math

import numpy as np
import pytest
from scipy import stats as reference

from search.arena import stats, verdict
from search.arena.record import BlockRecord, GameRecord
from search.arena.schedule import deal_seed, player_rng, referee_rng, seatings


def block(number, *games):
    """A block from pairs (seating, returns)."""
    records = [
        GameRecord(i, seating, (), returns, (0.0,) * len(seating), (1,) * len(seating))
        for i, (seating, returns) in enumerate(games)
    ]
    return BlockRecord(number, number, tuple(records))


SEATS2, SEATS3 = [(0,), (1,)], [(0,), (1,), (2,)]


class TestSchedule:
    def test_as_many_players_as_seats_rotate(self):
        assert seatings(3, SEATS3) == [(0, 1, 2), (2, 0, 1), (1, 2, 0)]

    def test_two_players_in_three_seats_stand_alone_in_each_seat_and_the_reverse(self):
        plan = seatings(2, SEATS3)
        lone_first = [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
        assert plan == lone_first + [tuple(1 - p for p in game) for game in lone_first]

    @pytest.mark.parametrize(("players", "seats"), [(2, 4), (3, 4), (4, 3), (5, 2), (3, 3)])
    def test_every_player_sits_equally_often_in_every_seat_with_every_other(self, players, seats):
        plan = seatings(players, [(s,) for s in range(seats)])
        assert len(plan) == len(set(plan))
        for seat in range(seats):
            sat = [game[seat] for game in plan]
            assert len({sat.count(player) for player in range(players)}) == 1
        meetings = {
            frozenset((a, b)): sum(a in game and b in game for game in plan)
            for a in range(players)
            for b in range(a)
        }
        assert len(set(meetings.values())) == 1

    def test_a_team_holds_one_player(self):
        assert seatings(2, [(0, 2), (1, 3)]) == [(0, 1, 0, 1), (1, 0, 1, 0)]

    def test_one_player_plays_itself_and_none_is_refused(self):
        assert seatings(1, SEATS3) == [(0, 0, 0)]
        with pytest.raises(ValueError, match="at least one player"):
            seatings(0, SEATS3)

    def test_one_seat_gives_every_player_the_deal_alone(self):
        assert seatings(3, [(0,)]) == [(0,), (1,), (2,)]

    def test_random_numbers_differ_by_place_and_repeat_by_seed(self):
        draws = {
            (b, r, s, kind.__name__): kind(7, b, r, s).integers(2**62)
            for b in range(3)
            for r in range(3)
            for s in range(3)
            for kind in (player_rng, referee_rng)
        }
        assert len(set(draws.values())) == len(draws)
        assert player_rng(7, 1, 2, 0).integers(2**62) == draws[1, 2, 0, "player_rng"]
        assert len({deal_seed(7, b) for b in range(1000)}) == 1000
        assert deal_seed(7, 0) != deal_seed(8, 0)


class TestEstimate:
    def test_agrees_with_scipy(self):
        values = np.random.default_rng(1).normal(2, 5, 40)
        sample = stats.estimate(values)
        low, high = reference.t.interval(0.95, 39, values.mean(), reference.sem(values))
        assert (sample.low, sample.high) == pytest.approx((low, high))
        assert stats.p_value(sample) == pytest.approx(reference.ttest_1samp(values, 0).pvalue)
        above = reference.ttest_1samp(values, 0, alternative="greater").pvalue
        assert stats.superiority(sample) == pytest.approx(1 - above)

    def test_interval_covers_the_truth_as_often_as_it_says(self):
        rng = np.random.default_rng(2)
        trials = 1000
        hits = sum(
            sample.low <= 1.0 <= sample.high
            for sample in (stats.estimate(rng.normal(1, 3, 10)) for _ in range(trials))
        )
        assert abs(hits / trials - 0.95) < 4 * math.sqrt(0.95 * 0.05 / trials)

    @pytest.mark.parametrize(
        ("values", "words"),
        [
            ([], "no finished block"),
            ([3.0], "one block: no interval"),
            ([1 / 3, 1 / 3, (1 - 1 / 3) / 2], "all 3 blocks alike: no interval"),
            ([0.0, 0.0], "all 2 blocks alike: no interval"),
        ],
    )
    def test_a_sample_without_spread_says_so(self, values, words):
        sample = stats.estimate(values)
        assert sample.words == words
        assert (sample.low, sample.high, sample.stderr) == (None, None, None)
        assert stats.superiority(sample) is None
        assert stats.p_value(sample) is None
        assert verdict.interval(sample) == words
        assert not sample.excludes_zero


class TestHolm:
    def test_steps_down(self):
        assert stats.holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
        assert stats.holm([0.9, 0.8]) == [1.0, 1.0]
        assert stats.holm([]) == []

    def test_levels_leave_out_zero_exactly_where_holm_rejects(self):
        rng = np.random.default_rng(3)
        for _ in range(200):
            samples = [rng.normal(shift, 1, 12) for shift in (0, 0.5, 0.8, 1.2)]
            raw = [stats.p_value(stats.estimate(s)) for s in samples]
            adjusted, levels = stats.holm(raw), stats.holm_levels(raw)
            for sample, p, level in zip(samples, adjusted, levels, strict=True):
                assert stats.estimate(sample, level).excludes_zero == (p < 0.05)

    def test_one_pair_keeps_the_plain_level(self):
        assert stats.holm_levels([0.2]) == [0.95]


class TestComparison:
    def test_lone_player_and_field_are_weighted_by_game(self):
        games = block(0, ((0, 1, 1), (6.0, -1.0, -5.0)), ((1, 0, 0), (2.0, -2.0, 0.0)))
        # 6 - (-3) = 9 and -1 - 2 = -3
        assert stats.block_differences([games], 0, 1) == [3.0]
        assert stats.block_means([games], 0) == [2.5]
        assert stats.seat_means([games], 0, 1) == [-2.0]

    def test_players_meet_only_in_common_games(self):
        games = block(0, ((0, 1), (1.0, -1.0)), ((0, 2), (9.0, -9.0)), ((1, 2), (4.0, -4.0)))
        assert stats.block_differences([games], 0, 1) == [2.0]

    def test_games_for_one_compare_over_the_deal(self):
        games = block(0, ((0,), (5.0,)), ((1,), (3.0,)))
        assert stats.block_differences([games], 0, 1) == [2.0]

    def test_mirror(self):
        rng = np.random.default_rng(4)
        blocks = [
            block(i, ((0, 1), (x, -x)), ((1, 0), (-y, y)))
            for i, (x, y) in enumerate(rng.normal(1, 2, (20, 2)))
        ]
        (pair,) = stats.compare_all(blocks, 2, two_sides=True)
        (other,) = stats.compare_all(
            [
                block(b.block, *[(tuple(1 - p for p in g.seating), g.returns) for g in b.games])
                for b in blocks
            ],
            2,
            two_sides=True,
        )
        mirror = stats.mirrored(pair)
        assert mirror.difference.mean == pytest.approx(other.difference.mean)
        assert mirror.difference.low == pytest.approx(other.difference.low)
        assert mirror.superiority == pytest.approx(other.superiority)
        assert mirror.score_rate.high == pytest.approx(other.score_rate.high)
        assert mirror.better == pytest.approx(other.better)

    def test_pairs_without_spread_stay_out_of_holm(self):
        blocks = [
            block(i, ((0, 1, 2), (1.0, 0.0, x)), ((2, 0, 1), (x, 1.0, 0.0)))
            for i, x in enumerate([0.5, -0.5, 0.9, -1.0, 0.4])
        ]
        same, third, fourth = stats.compare_all(blocks, 3, two_sides=False)
        assert same.p_value is None
        assert not same.decided
        assert same.score_rate is None
        assert third.p_value is not None
        assert fourth.p_value is not None
        assert max(third.difference.level, fourth.difference.level) == pytest.approx(0.975)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (12.345, "+12.3"),
        (-0.01234, "−0.0123"),
        (1234.5, "+1234"),
        (0, "0"),
        (1e-17, "0"),
        (-100.0, "−100"),
    ],
)
def test_numbers_have_three_digits(value, text):
    assert verdict.number(value, sign=True) == text


def test_certainty_is_never_claimed():
    assert verdict.certainty(1.0) == "over 99.9 %"
    assert verdict.certainty(0.0) == "under 0.1 %"
    assert verdict.certainty(None) == "–"
    assert verdict.percent(1.0) == "100.0 %"
