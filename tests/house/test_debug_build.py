"""The debug build: bounds checks on, and information strings compared when two keys meet."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SEARCH = """
import games
from ext.kernels import mcts
from ext.kernels.ismcts import Tree
from ext.state import DEBUG, State
from games.core.deal import Deal, play_out_chance

assert DEBUG
for name in games.registered_games():
    state, deal = games.load_game(name).new_initial_state(), Deal(1)
    for step in range(40):
        play_out_chance(state, deal)
        if state.is_terminal():
            break
        if step % 4 == 0:
            Tree(state).run(150, 1)
            mcts.Tree(state).run(150, 1)
        legal = state.legal_actions()
        state.apply_action(legal[step % len(legal)])

kuhn = games.load_game("kuhn_poker(backend=readable)")
class Forgetful(type(kuhn.new_initial_state())):
    def _information_key(self, seat):
        return 1

state = Forgetful(kuhn)
play_out_chance(state, Deal(1))
try:
    Tree(state).run(50, 1)
except AssertionError as error:
    assert "one information key" in str(error)
else:
    raise SystemExit("colliding keys were not noticed")
print("searched")
"""


@pytest.mark.slow
def test_debug_build_searches_every_game(tmp_path):
    skip = shutil.ignore_patterns(".git", ".venv", "build", "*.so", "__pycache__", ".*_cache")
    copy = tmp_path / "debug"
    shutil.copytree(ROOT, copy, ignore=skip)
    environment = {**os.environ, "KIBITZ_DEBUG": "1", "PYTHONPATH": str(copy)}
    build = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    subprocess.run(build, cwd=copy, env=environment, check=True, capture_output=True)
    done = subprocess.run(
        [sys.executable, "-c", SEARCH], cwd=copy, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "searched"
