"""How to write a test here.

- A game's rules: ``tests/games/test_NAME.py``, one test a rule, named after it
  (``test_r7_must_follow_suit``), every worked example and table of the rules text.
- Nothing has to be written for the contract, twins or goldens: ``tests/contract``,
  ``tests/twins`` and ``tests/playthroughs`` collect games from the registry. A new game needs its
  golden once: ``pytest --regen -k NAME``; read it as a record of a game before you keep it.
- Whole games against outside truth (published counts, peers): ``tests/oracles``.
- Seeds are fixed, clocks are not read, and a test takes less than a second unless it is marked
  ``slow``. Temporary files go to ``tmp_path``.
- Recorded games come from the fixture ``records_dir``; tests that need a peer take it through
  ``peer("pyspiel")``. Both skip where the thing is absent, except where ``KIBITZ_CI=1`` and the
  records are there: then a missing peer is a failure.
"""

import importlib
import os
import pathlib
from types import ModuleType

import pytest

CHECKOUT = pathlib.Path(__file__).resolve().parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regen", action="store_true", help="rewrite the playthroughs (then read them)"
    )


def records_folder() -> pathlib.Path:
    """Where recorded games are looked for."""
    default = CHECKOUT.parent / "shared" / "data" / "real"
    return pathlib.Path(os.environ.get("KIBITZ_RECORDS", default))


@pytest.fixture(scope="session")
def records_dir() -> pathlib.Path:
    """The folder of recorded games; the test is skipped where it is absent."""
    folder = records_folder()
    if not folder.is_dir():
        pytest.skip(f"no recorded games at {folder}: set KIBITZ_RECORDS")
    return folder


def peer(name: str) -> ModuleType:
    """An installed peer to compare with; skips without it, or fails where CI must have it."""
    try:
        return importlib.import_module(name)
    except ImportError:
        if os.environ.get("KIBITZ_CI") == "1" and records_folder().is_dir():
            pytest.fail(f"{name} is not installed, but CI must compare with it")
        pytest.skip(f"{name} is not installed")
