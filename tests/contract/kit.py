"""The test kit: point it at any game.

>>> from games import load_game
>>> from tests.contract.kit import failures
>>> failures(load_game("kuhn_poker"))
{}

Each check is a function of a `Sample` and raises AssertionError with the history to repeat it.
"""

from collections.abc import Callable, Iterable

from games import Game
from tests.contract import chance, information, players, sampler, text, tree, walk
from tests.contract.sample import FULL, LIGHT, Effort, Sample

__all__ = ["CHECKS", "FULL", "LIGHT", "Effort", "Sample", "check_game", "failures"]

CHECKS: dict[str, Callable[[Sample], None]] = {
    "facts": walk.check_facts,
    "moves": walk.check_moves,
    "returns": walk.check_returns,
    "replay": walk.check_replay,
    "clones": walk.check_clones,
    "illegal": walk.check_illegal,
    "rollouts": walk.check_rollouts,
    "perft": walk.check_perft,
    "notation": text.check_notation,
    "views": text.check_views,
    "kind": chance.check_kind,
    "outcomes": chance.check_outcomes,
    "odds": chance.check_odds,
    "deals": chance.check_deals,
    "keys": information.check_keys,
    "kernel keys": information.check_kernel_keys,
    "recall": information.check_recall,
    "past": information.check_past,
    "branches": information.check_branches,
    "considered": information.check_considered,
    "seen": information.check_seen,
    "hidden": information.check_hidden,
    "resample": sampler.check_resample,
    "variety": sampler.check_variety,
    "uniform": sampler.check_uniform,
    "tree": tree.check_tree,
    "clairvoyance": players.check_players,
}


def check_game(game: Game, effort: Effort = FULL, seed: int = 1) -> None:
    """Run every check; the first that fails raises."""
    sample = Sample(game, seed, effort)
    for check in CHECKS.values():
        check(sample)


def failures(game: Game, checks: Iterable[str] = tuple(CHECKS), seed: int = 1) -> dict[str, str]:
    """Run all checks, or those named, and collect what fails: check -> message."""
    sample, found = Sample(game, seed, FULL), {}
    for name in checks:
        try:
            CHECKS[name](sample)
        except Exception as error:
            found[name] = f"{type(error).__name__}: {error}"
    return found
