"""Random streams: named by (seed, index), uniform, the same on every machine."""

import numpy as np
import pytest
from scipy.stats import chisquare, kstest

from ext.rng import Stream, hash_ints, hash_text


def test_a_stream_is_its_seed_and_index() -> None:
    def draws(*name: int) -> list[int]:
        stream = Stream(*name)
        return [stream.next64() for _ in range(5)]

    assert draws(7) == draws(7) == draws(7, 0)
    different = [draws(*name)[0] for name in ((7,), (8,), (7, 1), (7, 2), (2**64 - 1,))]
    assert len(set(different)) == 5


def test_known_numbers() -> None:
    """Any change of the generator changes every seeded result: this says so."""
    stream = Stream(1)
    assert [stream.below(1000) for _ in range(6)] == [693, 971, 426, 806, 359, 845]
    assert hash_text("kibitz") == 5244166444598583956
    assert hash_ints([1, -1, 2**63]) == 6662710002976780738


def test_splitmix() -> None:
    """The mixing function is SplitMix64's: reference outputs of seed 1234567."""
    # A stream of key k gives mix(k + i * golden), which is SplitMix64 seeded with k.
    reference = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    golden, mask, key = 0x9E3779B97F4A7C15, 2**64 - 1, 1234567

    def mix(z: int) -> int:
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & mask
        z = (z ^ z >> 27) * 0x94D049BB133111EB & mask
        return z ^ z >> 31

    assert [mix(key + i * golden & mask) for i in (1, 2, 3)] == reference
    start = mix((mix((5 + golden) & mask) + golden) & mask)  # the key of Stream(5)
    stream = Stream(5)
    assert [stream.next64() for _ in range(3)] == [
        mix(start + i * golden & mask) for i in (1, 2, 3)
    ]


@pytest.mark.parametrize("n", [1, 2, 3, 6, 10, 97])
def test_below_is_uniform(n: int) -> None:
    stream = Stream(3)
    counts = np.bincount([stream.below(n) for _ in range(3000 + 300 * n)], minlength=n)
    assert len(counts) == n
    assert n == 1 or chisquare(counts).pvalue > 1e-4


def test_below_of_a_huge_bound() -> None:
    """Two thirds of 64 bits: without rejection small results would come twice as often."""
    bound, stream = 2**65 // 3, Stream(4)
    draws = [stream.below(bound) for _ in range(4000)]
    assert max(draws) < bound
    assert kstest(np.array(draws, dtype=float) / bound, "uniform").pvalue > 1e-4


@pytest.mark.parametrize("n", [0, -1])
def test_below_needs_a_positive_bound(n: int) -> None:
    with pytest.raises(ValueError, match="positive bound"):
        Stream(1).below(n)


def test_random_is_uniform() -> None:
    stream = Stream(5)
    draws = [stream.random() for _ in range(4000)]
    assert min(draws) >= 0
    assert max(draws) < 1
    assert kstest(draws, "uniform").pvalue > 1e-4


def test_streams_of_one_seed_are_independent() -> None:
    firsts = [Stream(9, index).random() for index in range(4000)]
    assert kstest(firsts, "uniform").pvalue > 1e-4
    assert abs(np.corrcoef(firsts[:-1], firsts[1:])[0, 1]) < 0.06


def test_pick_follows_the_probabilities() -> None:
    stream, outcomes = Stream(6), [(4, 0.5), (7, 0.3), (9, 0.2)]
    drawn = [stream.pick(outcomes) for _ in range(5000)]
    counts = [drawn.count(action) for action, _ in outcomes]
    assert chisquare(counts, [5000 * p for _, p in outcomes]).pvalue > 1e-4


def test_take_removes_each_item_equally_often() -> None:
    counts = [0, 0, 0]
    for seed in range(3000):
        items = [0, 1, 2]
        counts[Stream(seed).take(items)] += 1
        assert len(items) == 2
    assert min(counts) > 900
    with pytest.raises(ValueError, match="at least one"):
        Stream(0).take([])


def test_shuffle_reaches_every_order_equally() -> None:
    stream, counts = Stream(8), {}
    for _ in range(6000):
        items = [1, 2, 3, 4]
        stream.shuffle(items)
        counts[tuple(items)] = counts.get(tuple(items), 0) + 1
    assert len(counts) == 24
    assert chisquare(list(counts.values())).pvalue > 1e-4


def test_drawn_from_a_generator() -> None:
    one = Stream.drawn_from(np.random.default_rng(1))
    two = Stream.drawn_from(np.random.default_rng(1))
    assert one.next64() == two.next64()


def test_hashes_tell_texts_apart() -> None:
    texts = ["", "a", "b", "ab", "ba", "a" * 8, "a" * 9, "\0", "\0\0", "ä"]
    assert len({hash_text(text) for text in texts}) == len(texts)
    rows = [[], [0], [0, 0], [1], [1, 0], [0, 1], [-1], [2**63]]
    assert len({hash_ints(row) for row in rows}) == len(rows)
