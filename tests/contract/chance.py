"""Chance: exact probabilities, draws in the support, and deals that don't depend on the play."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from games import State
from games.core.deal import Deal, Source
from tests.contract.sample import Sample, need, replay


def check_outcomes(sample: Sample) -> None:
    """Outcomes ascend, have positive probabilities that sum to 1, and are what can be drawn."""
    rng, most = sample.rng("outcomes"), sample.game.max_chance_outcomes()
    for state in _chance_nodes(sample):
        outcomes = state.chance_outcomes()
        actions = [action for action, _ in outcomes]
        total = math.fsum(p for _, p in outcomes)
        need(actions == sorted(set(actions)), "outcomes don't ascend", state)
        need(all(p > 0 for _, p in outcomes), "an impossible outcome is listed", state)
        need(abs(total - 1) < 1e-9, f"probabilities sum to {total}", state)
        need(len(outcomes) <= most, f"{len(outcomes)} outcomes, not {most}", state)
        need(state.legal_actions() == actions, "legal_actions() at chance", state)
        for _ in range(3):
            drawn = state.sample_chance(rng)
            need(drawn in actions, f"sample_chance() drew {drawn}", state)


def check_kind(sample: Sample) -> None:
    """`kind.chance` in game.toml says whether there are chance events."""
    has_chance = any(True for _ in _chance_nodes(sample))
    says = sample.game.facts["kind"]["chance"]
    need(has_chance == (says != "none"), f"{sample.game}: kind.chance is {says!r}")


def check_odds(sample: Sample) -> None:
    """A pile's outcomes have the exact conditional probabilities of an ascending draw."""
    for state in _chance_nodes(sample):
        source = state.chance_source()
        need(isinstance(source, Source), f"chance_source() gives {source!r}", state)
        if source.pool is None:
            continue
        drawn = state.history()[len(state.history()) - source.step :]
        for action, p in state.chance_outcomes():
            exact = conditional(source.pool, [*drawn, action], source.count)
            close = abs(p - exact) < 1e-9
            need(close, f"{action} has probability {p}, the pile says {exact}", state)


def conditional(pool: Sequence[int], prefix: Sequence[int], count: int) -> float:
    """Probability of the last of `prefix`, given those before it.

    `count` cards are drawn from `pool` and listed in ascending order; `prefix` is their beginning.
    """
    before = _ways(pool, prefix[:-1], count)
    return _ways(pool, prefix, count) / before if before else 0.0


def _ways(pool: Sequence[int], prefix: Sequence[int], count: int) -> int:
    """How many sets of `count` cards of `pool`, listed in ascending order, begin with `prefix`."""
    if not prefix:
        return math.comb(len(pool), count)
    if list(prefix) != sorted(prefix):
        return 0
    copies, taken, last = Counter(pool), Counter(prefix), prefix[-1]
    ways = 1
    for card in taken:
        if card != last:
            ways *= math.comb(copies[card], taken[card])
    above = sum(copies[card] for card in copies if card > last)
    rest = count - len(prefix) + taken[last]  # cards of the last value and above
    return ways * sum(
        math.comb(copies[last], k) * math.comb(above, rest - k)
        for k in range(taken[last], min(copies[last], rest) + 1)
    )


def check_deals(sample: Sample) -> None:
    """`Deal` answers legally; the same seed gives the same cards and throws whatever the play."""
    for seed in range(sample.effort.worlds // 2):
        logs = [_play_deal(sample, Deal(seed), f"deal {seed} {play}") for play in range(3)]
        for other in logs[1:]:
            _compare_dice(logs[0], other, str(sample.game))
            _compare_piles(logs[0], other, str(sample.game))


Log = list[tuple[Source, int]]


def _play_deal(sample: Sample, deal: Deal, purpose: str) -> Log:
    rng, state, log = sample.rng(purpose), sample.game.new_initial_state(), Log()
    while not state.is_terminal():
        if state.is_chance_node():
            action = deal.choose(state)
            need(action in state.legal_actions(), f"Deal answers {action}", state)
            log.append((state.chance_source(), action))
        else:
            action = int(rng.choice(state.legal_actions()))
        state.apply_action(action)
    return log


def _compare_dice(one: Log, two: Log, where: str) -> None:
    first, second = _throws(one), _throws(two)
    for name in first.keys() & second.keys():
        pairs = zip(first[name], second[name], strict=False)
        need(all(a == b for a, b in pairs), f"{where}: the throws of {name} depend on the play")


def _throws(log: Log) -> dict[str, list[int]]:
    """The throws of each die, in order."""
    throws: dict[str, list[int]] = {}
    for source, action in log:
        if source.pool is None:
            throws.setdefault(source.name, []).append(action)
    return throws


def _compare_piles(one: Log, two: Log, where: str) -> None:
    first, second = _cuts(one), _cuts(two)
    for name in first.keys() & second.keys():
        if sorted(first[name][0].pool or ()) != sorted(second[name][0].pool or ()):
            continue  # the pile was made up by the play, as a discard pile that is shuffled
        for size in first[name][1].keys() & second[name][1].keys():
            same = first[name][1][size] == second[name][1][size]
            need(same, f"{where}: the first {size} cards of {name} depend on the play")


def _cuts(log: Log) -> dict[str, tuple[Source, dict[int, list[int]]]]:
    """For each pile its first source and, at the end of each group, all cards drawn so far."""
    piles: dict[str, tuple[Source, dict[int, list[int]]]] = {}
    drawn: dict[str, list[int]] = {}
    for source, action in log:
        if source.pool is None:
            continue
        piles.setdefault(source.name, (source, {}))
        cards = drawn.setdefault(source.name, [])
        cards.append(action)
        if source.step == source.count - 1:
            piles[source.name][1][len(cards)] = sorted(cards)
    return piles


def _chance_nodes(sample: Sample) -> Iterator[State]:
    """States of the games where a chance event is pending: all of the first, some of the rest."""
    for number, history in enumerate(sample.histories):
        every = 1 if number == 0 and len(history) < 500 else 1 + len(history) // 25
        for at, state in enumerate(replay(sample.game, history)):
            if state.is_chance_node() and at % every == 0:
                yield state


def chance_weight(state: State) -> float:
    """Probability of the chance events of a state's history."""
    weight, walk = 1.0, state.game.new_initial_state()
    for action in state.history():
        if walk.is_chance_node():
            weight *= dict(walk.chance_outcomes())[action]
        walk.apply_action(action)
    return weight
