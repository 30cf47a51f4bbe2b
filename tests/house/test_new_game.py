"""A game fresh from the template passes the contract and its own tests from the first minute."""

import pathlib
import subprocess
import sys

import pytest

from games import load_game
from search.newgame import TEMPLATE, create
from tests.contract.kit import LIGHT, check_game, failures
from tests.contract.scratch import game_folder
from tests.contract.variants import specs


def test_a_fresh_game_passes_the_contract(tmp_path: pathlib.Path) -> None:
    made = create("my_first_game", tmp_path)
    assert all(path.is_file() for path in made)
    assert not any("new_game" in path.read_text(encoding="utf-8") for path in made)
    with game_folder(tmp_path / "games"):
        base, *others = specs("my_first_game")
        assert failures(load_game(base)) == {}
        with pytest.raises(ValueError, match="is no action"):  # as tests/core asks of every game
            load_game(base).new_initial_state().action_to_string(10**30)
        for spec in others:
            check_game(load_game(spec), LIGHT)


def test_its_rule_tests_pass(tmp_path: pathlib.Path) -> None:
    *_, test = create("swap_once", tmp_path, "Swap once")
    code = (
        f"import pathlib, sys; from tests.contract.scratch import game_folder\n"
        f"import pytest\n"
        f"with game_folder(pathlib.Path({str(tmp_path / 'games')!r})):\n"
        f"    sys.exit(pytest.main(['-q', '-p', 'no:cacheprovider', {str(test)!r}]))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "4 passed" in done.stdout


@pytest.mark.parametrize("name", ["Chess", "9men", "class", "kuhn_poker", "views", "a-b", ""])
def test_bad_names_are_refused(name: str, tmp_path: pathlib.Path) -> None:
    with pytest.raises(ValueError, match=r"taken|write it like"):
        create(name, tmp_path)
    assert not list(tmp_path.iterdir())


def test_nothing_is_overwritten(tmp_path: pathlib.Path) -> None:
    create("my_game", tmp_path)
    with pytest.raises(ValueError, match="exists already"):
        create("my_game", tmp_path)


def test_the_template_is_shipped() -> None:
    assert {p.name for p in TEMPLATE.iterdir() if p.is_file()} == {
        "__init__.py", "game.toml", "game.py", "rules.md", "test_game.py"
    }  # fmt: skip
