"""The oracle of the searches, checked with what is known from elsewhere."""

from functools import reduce
from operator import xor

import pytest

from games import load_game
from tests.oracles.induction import Induction, decisions
from tests.toys.toy import load_toy


@pytest.mark.parametrize("misere", [False, True])
def test_nim_follows_bouton(misere: bool) -> None:
    """The theory of Nim: exclusive or of the heaps, turned round when all heaps are of one."""
    oracle = Induction()
    for state in decisions(load_toy("nim(heaps=234)", misere=misere).new_initial_state()):
        heaps, seat = state.to_dict()["heaps"], state.current_player()
        wins = reduce(xor, heaps) != 0
        if misere and max(heaps) == 1:
            wins = not wins
        assert oracle.value(state)[seat] == (1.0 if wins else -1.0)


def test_tic_tac_toe_is_a_draw_and_has_its_known_sizes() -> None:
    state = load_game("tic_tac_toe").new_initial_state()
    assert Induction().value(state) == (0.0, 0.0)
    assert len(decisions(state)) == 5478 - 958  # positions less those that are over


def test_wagers_by_hand() -> None:
    """One throw alone: keep 5 and 1, throw the -2 away: 0.2 * 5 + 0.3 * 1."""
    oracle = Induction()
    assert oracle.value(load_toy("wagers(players=1)").new_initial_state()) == (1.3,)
    two = load_toy("wagers(players=2)").new_initial_state()
    # Seat 1 throws last and gives a loss away: 1.3 for it, -1 for seat 0. Seat 0 gives its own.
    assert oracle.value(two) == pytest.approx((1.3 - 1.0, 1.3 - 1.0))


def test_ties_have_several_outcomes() -> None:
    many = 0
    for seed in range(20):
        game = load_toy(f"thicket(coarse=true,chance=false,seed={seed})")
        many += len(Induction().outcomes(game.new_initial_state())) > 1
    assert 0 < many < 20
