"""The contract, for every game, seat count, value of every parameter and pair of values.

The base variant of a game (short, otherwise as it comes) is looked at closely, check by check, on
each backend; every other variant in one test, less closely. The slow tests look closely at every
variant, with other seeds.
"""

from functools import lru_cache

import pytest

from games import load_game, registered_games
from tests.contract.kit import CHECKS, FULL, LIGHT, Sample, check_game
from tests.contract.variants import backends, specs, with_backend

BASES = [
    with_backend(specs(name)[0], backend)
    for name in registered_games()
    for backend in backends(name)
]
VARIANTS = [
    with_backend(spec, backend)
    for name in registered_games()
    for spec in specs(name)[1:]
    for backend in backends(name)
]


@lru_cache(maxsize=2)
def sample_of(spec: str) -> Sample:
    """One sample serves all checks of a game."""
    return Sample(load_game(spec), 1, FULL)


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("spec", BASES)
def test_contract(spec: str, check: str) -> None:
    CHECKS[check](sample_of(spec))


@pytest.mark.parametrize("spec", VARIANTS)
def test_variant(spec: str) -> None:
    check_game(load_game(spec), LIGHT)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 3])
@pytest.mark.parametrize("spec", [*BASES, *VARIANTS])
def test_closely(spec: str, seed: int) -> None:
    check_game(load_game(spec), FULL, seed)
