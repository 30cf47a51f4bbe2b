"""`resample_from_infostate`: consistent, replayable, varying, uniform."""

from collections import Counter
from collections.abc import Iterator

from games import State
from tests.contract.chance import chance_weight
from tests.contract.sample import Sample, describe, need, replay
from tests.contract.tree import histories_by_information

SETS = 10  # information sets whose sampler is counted
DRAWS = 40  # expected draws of each history
UNLIKELY = 1e-6


def check_resample(sample: Sample) -> None:
    """A resample looks the same to the seat, replays, and leaves the original alone."""
    for state, seat, worlds in sample.worlds:
        text, key = state.information_state_string(seat), state.information_key(seat)
        where = f"seat {seat}, {describe(state)}"
        for world in worlds:
            need(type(world) is type(state), f"a resample is a {type(world)}: {where}")
            other = world.information_state_string(seat)
            need(other == text, f"a resample looks different, {other!r}: {where}")
            need(world.information_key(seat) == key, f"a resample has another key: {where}")
            need(world.current_player() == state.current_player(), f"another mover: {where}")
            need(world.legal_actions(seat) == state.legal_actions(seat), f"other moves: {where}")
            again = list(_replayed(sample, world, where))[-1]
            need(again.digest() == world.digest(), f"a resample's history gives another: {where}")

    for state in sample.closeups:
        fresh = list(replay(sample.game, state.history()))[-1]
        need(fresh.digest() == state.digest(), "resampling changed the original", state)
        one, two = (state.resample_from_infostate(0, sample.rng("a")) for _ in "12")
        need(one.digest() == two.digest(), "one seed, two resamples", state)


def _replayed(sample: Sample, world: State, where: str) -> Iterator[State]:
    try:
        yield from replay(sample.game, world.history())
    except ValueError as error:
        raise AssertionError(f"a resample's history can't be played ({error}): {where}") from error


def check_variety(sample: Sample) -> None:
    """Every seat's sampler varies if the game hides something, and is exact if it doesn't."""
    for seat in sample.seats:
        varied = False
        for state, owner, worlds in sample.worlds:
            if owner == seat:
                digests = {world.digest() for world in worlds}
                varied |= len(digests) > 1
                exact = sample.hides or digests == {state.digest()}
                need(exact, "nothing is hidden, but a resample differs", state)
        if sample.hides:
            need(varied, f"{sample.game}: the sampler of seat {seat} never varies")


def check_uniform(sample: Sample) -> None:
    """In a small game every consistent history comes as often as it should (chi-square).

    Deals count by their probability; hidden choices count alike.
    """
    groups = histories_by_information(sample) if sample.hides else {}
    if not groups:
        return
    several = [key for key in groups if len(groups[key]) > 1]
    open_sets = sorted(several, key=lambda key: -len(groups[key]))
    need(open_sets, f"{sample.game} says that it hides something, but nothing is hidden")
    rng = sample.rng("uniform")
    picked = open_sets[:2] + [open_sets[i] for i in rng.permutation(len(open_sets))[: SETS - 2]]
    for seat, text in picked:
        _check_counts(sample, seat, groups[seat, text])


def _check_counts(sample: Sample, seat: int, group: list[State]) -> None:
    from scipy.stats import chisquare

    rng = sample.rng(f"counts {seat}")
    weights = {tuple(state.history()): chance_weight(state) for state in group}
    draws = DRAWS * len(group)
    root = group[0]
    counts = Counter(tuple(root.resample_from_infostate(seat, rng).history()) for _ in range(draws))
    strange = counts.keys() - weights.keys()
    odd = list(strange)[:1]
    need(not strange, f"seat {seat}: resamples {odd} aren't consistent", root)
    total = sum(weights.values())
    expected = [draws * weight / total for weight in weights.values()]
    p = chisquare([counts[history] for history in weights], expected).pvalue
    shown = sorted(counts[history] for history in weights)
    need(p > UNLIKELY, f"not uniform (p={p:.1e}, counts {shown}) for seat {seat}", root)
