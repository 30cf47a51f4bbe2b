"""Published and exactly computed values of the teaching games."""

import pytest

from games import CHANCE, Game, State, load_game
from tests.contract.tree import all_states
from tests.oracles.solving import SequenceForm, expected_returns, nash_conv


def uniform(state: State) -> dict[int, float]:
    legal = state.legal_actions()
    return {action: 1 / len(legal) for action in legal}


def always(action: int):
    return lambda state: {action: 1.0}


def sizes(game: Game) -> dict[str, int]:
    states = all_states(game, 10**6)
    deciding = [s for s in states if s.current_player() >= 0]
    return {
        "leaves": sum(s.is_terminal() for s in states),
        "chance": sum(s.current_player() == CHANCE for s in states),
        "decisions": len(deciding),
        "sets": len({s.information_state_string(s.current_player()) for s in deciding}),
    }


@pytest.mark.parametrize("backend", ["readable", "compiled"])
def test_sizes_of_the_trees(backend: str) -> None:
    def of(spec: str) -> dict[str, int]:
        return sizes(load_game(spec, backend=backend))

    assert of("kuhn_poker") == {"leaves": 30, "chance": 4, "decisions": 24, "sets": 12}
    assert of("kuhn_poker(players=3)") == {
        "leaves": 312, "chance": 17, "decisions": 288, "sets": 48
    }  # fmt: skip
    assert of("leduc_poker") == {"leaves": 5520, "chance": 157, "decisions": 3780, "sets": 936}


def test_value_of_kuhn_poker() -> None:
    form = SequenceForm(load_game("kuhn_poker"))
    assert [len(known) + 1 for known in form.sequences] == [13, 13]
    assert form.value() == pytest.approx(-1 / 18, abs=1e-9)


def test_value_of_leduc_poker() -> None:
    form = SequenceForm(load_game("leduc_poker"))
    assert [len(known) + 1 for known in form.sequences] == [1093, 1093]
    assert form.value() == pytest.approx(-0.0856064241, abs=1e-9)


# Kuhn's equilibria: probability of a bet (or call) by card and betting; `a` is free up to 1/3.
def kuhn_equilibrium(a: float):
    bets = {
        ("J", ""): a, ("Q", ""): 0.0, ("K", ""): 3 * a,
        ("J", "pb"): 0.0, ("Q", "pb"): a + 1 / 3, ("K", "pb"): 1.0,
        ("J", "b"): 0.0, ("Q", "b"): 1 / 3, ("K", "b"): 1.0,
        ("J", "p"): 1 / 3, ("Q", "p"): 0.0, ("K", "p"): 1.0,
    }  # fmt: skip

    def policy(state: State) -> dict[int, float]:
        seen = state.to_dict(state.current_player())
        bet = bets[seen["cards"][state.current_player()], seen["bets"]]
        return {0: 1 - bet, 1: bet}

    return policy


@pytest.mark.parametrize("a", [0.0, 0.1, 1 / 6, 1 / 3])
def test_equilibria_of_kuhn_poker(a: float) -> None:
    game = load_game("kuhn_poker")
    assert nash_conv(game, kuhn_equilibrium(a)) == pytest.approx(0, abs=1e-12)
    assert expected_returns(game, kuhn_equilibrium(a)) == pytest.approx([-1 / 18, 1 / 18])


def test_best_responses_in_kuhn_poker() -> None:
    game = load_game("kuhn_poker")
    assert nash_conv(game, uniform) == pytest.approx(11 / 12)
    assert nash_conv(game, always(0)) == pytest.approx(2)
    assert nash_conv(game, always(1)) == pytest.approx(2 / 3)


def test_best_responses_in_leduc_poker() -> None:
    game = load_game("leduc_poker")
    assert nash_conv(game, uniform) == pytest.approx(4.7472222222)
    assert nash_conv(game, always(1)) == pytest.approx(2.9333333333)
