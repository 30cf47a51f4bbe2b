"""The toys that searches are tested on are games as sound as any: the whole kit, every variant."""

import pathlib
from collections.abc import Iterator

import pytest

from games import load_game
from tests.contract.kit import CHECKS, failures
from tests.contract.scratch import game_folder

SPECS = (
    "connect_three",
    "connect_three(columns=3,rows=4)",
    "nim",
    "nim(heaps=22,misere=true)",
    "wagers(players=1,rounds=2)",
    "wagers",
    "wagers(players=3)",
    "thicket",
    "thicket(players=1,depth=3)",
    "thicket(players=2,chance=false,coarse=true,depth=3)",
    "march",
    "march(plies=40,moves=5,stop=true)",
    "march(points=9,plies_a_round=2,utility=win)",
    "gates",
    "pockets",
    "rarities",
)
# What cannot hold: a thicket without chance still says that it may have some, and one of the two
# seats of the three card games sees everything, so that its sampler has nothing to vary.
BEYOND = {
    "thicket": "kind",
    "gates": "variety",
    "pockets": "variety",
    "rarities": "variety",
}


@pytest.fixture(autouse=True)
def toys() -> Iterator[None]:
    with game_folder(pathlib.Path(__file__).parent):
        yield


@pytest.mark.parametrize("spec", SPECS)
def test_a_toy_is_sound(spec: str) -> None:
    beyond = BEYOND.get(spec.partition("(")[0])
    assert failures(load_game(spec), [check for check in CHECKS if check != beyond]) == {}
