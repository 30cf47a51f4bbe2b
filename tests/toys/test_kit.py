"""The kit is tested itself: every fault is caught by the right check, the sound toy passes."""

import pathlib
from collections.abc import Iterator

import numpy as np
import pytest

import ext.state
from games import State, load_game
from tests.contract.kit import FULL, Sample, failures
from tests.contract.players import check_player
from tests.contract.scratch import game_folder
from tests.toys.faults import FAULTS


@pytest.fixture(autouse=True)
def toys() -> Iterator[None]:
    with game_folder(pathlib.Path(__file__).parent):
        yield


def test_the_sound_toy_passes() -> None:
    assert failures(load_game("claims")) == {}


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_is_caught(name: str) -> None:
    if name == "StringOfHistory" and ext.state.DEBUG:
        pytest.skip("copies keep their history in debug builds")
    expected = FAULTS[name].caught_by
    assert tuple(failures(load_game("claims", fault=name), checks=expected)) == expected


class Cheat:
    """Claims high when the other seat's card is lower."""

    def choose(self, state: State, rng: np.random.Generator) -> int:
        mover = state.current_player()
        return int(state.cards[1 - mover] < state.cards[mover])


class Honest:
    """Claims high with a high card."""

    def choose(self, state: State, rng: np.random.Generator) -> int:
        return int(state.cards[state.current_player()] > 2)


def test_a_player_that_looks_is_caught() -> None:
    sample = Sample(load_game("claims"), 1, FULL)
    check_player(sample, "honest", Honest)
    with pytest.raises(AssertionError, match="saw more"):
        check_player(sample, "cheat", Cheat)
