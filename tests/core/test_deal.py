"""Fixed deals and the decision stack."""

from collections import Counter
from dataclasses import dataclass, field

import pytest
from scipy.stats import chisquare

from games import load_game
from games.core.deal import Deal, Source, play_out_chance
from games.core.decisions import Decision, Stack, answer, chain, top


@dataclass
class Event:
    """A chance node that tells its source, and throws with these chances if it is a die."""

    source: Source
    chances: list[tuple[int, float]] = field(default_factory=list)

    def chance_source(self) -> Source:
        return self.source

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.chances


def drawn(seed: int, source: Source) -> int:
    return Deal(seed).choose(Event(source))


DIE = [(face, 1 / 6) for face in range(1, 7)]


def test_one_at_a_time_or_as_a_group() -> None:
    """The secret order is the pile's: how many are drawn at once doesn't matter."""
    pool, singles = list(range(20)), []
    for draw in range(6):
        left = [card for card in pool if card not in singles]
        singles.append(drawn(3, Source("deck", draw, left)))
    group = [drawn(3, Source("deck", 0, pool, 6, step)) for step in range(6)]
    assert group == sorted(singles)


def test_seeds_and_piles_differ() -> None:
    def hand(seed: int, name: str) -> list[int]:
        return [drawn(seed, Source(name, 0, range(30), 5, step)) for step in range(5)]

    assert hand(1, "deck 0") == hand(1, "deck 0")
    assert len({tuple(hand(seed, name)) for seed in range(3) for name in ("deck 0", "deck 1")}) == 6


def test_copies_of_a_card_are_drawn_as_often() -> None:
    counts = Counter(drawn(seed, Source("bag", 0, [1, 1, 1, 2])) for seed in range(4000))
    assert chisquare([counts[1], counts[2]], [3000, 1000]).pvalue > 1e-4


def test_first_cards_are_uniform() -> None:
    counts = Counter(drawn(seed, Source("deck", 0, range(10))) for seed in range(5000))
    assert chisquare([counts[card] for card in range(10)]).pvalue > 1e-4


def test_dice() -> None:
    def throw(seed: int, number: int) -> int:
        return Deal(seed).choose(Event(Source("die", number), DIE))

    assert throw(1, 0) == throw(1, 0)
    counts = Counter(throw(seed, number) for seed in range(60) for number in range(60))
    assert chisquare([counts[face] for face, _ in DIE]).pvalue > 1e-4


def test_play_out_chance_stops_at_a_decision() -> None:
    state = load_game("kuhn_poker(players=3)").new_initial_state()
    play_out_chance(state, Deal(2))
    assert state.current_player() == 0
    assert len(state.history()) == 3


@dataclass
class Table:
    """The least that the decision stack needs."""

    pending: Stack = ()
    log: list[tuple[str, int]] = field(default_factory=list)


def note(name: str, *then: Decision) -> Decision:
    def apply(table: Table, action: int) -> None:
        table.log.append((name, action))
        table.pending = (*table.pending, *chain(*then))

    return Decision(0, name, lambda table: [0, 1], apply)


def test_decisions_come_in_order_and_may_add_others() -> None:
    table = Table(chain(note("a", note("a1"), note("a2")), note("b")))
    phases = []
    while table.pending:
        phases.append(top(table.pending).phase)
        answer(table, len(phases))
    assert phases == ["a", "a1", "a2", "b"]
    assert table.log == [("a", 1), ("a1", 2), ("a2", 3), ("b", 4)]


def test_an_empty_stack() -> None:
    with pytest.raises(ValueError, match="no decision is pending"):
        top(())
