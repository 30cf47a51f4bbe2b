"""Matches: the same outcome however they are run, a blind referee's table, failures, resuming."""

import json
import multiprocessing
import operator
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import games
from search.arena import match as arena
from search.arena.match import match, stored_match
from search.arena.pool import MatchError
from search.arena.worker import Table, Task, play_block
from search.players import Player

ROOT = Path(__file__).resolve().parents[2]
GAME = "kuhn_poker(players=3)"
DEALS = 12

# Players beside the real ones: Python imports `sitecustomize` whenever it starts.
ODD_PLAYERS = """
import os, time
import search.players

real = search.players.make_player

class Odd(search.players.Player):
    name = "odd"
    def __init__(self, spec):
        super().__init__()
        self.spec = spec
    def choose(self, state, rng):
        if self.spec == "slow":
            time.sleep(0.02)
        if self.spec == "crash" and rng.random() < 0.05:
            raise RuntimeError("lost my cards")
        if self.spec == "die" and rng.random() < 0.05:
            os._exit(9)
        return int(rng.choice(state.legal_actions()))

def make_player(spec):
    return Odd(spec) if spec in ("slow", "crash", "die") else real(spec)

search.players.make_player = make_player
"""
# A script as people write them: without a guard, `if __name__ == "__main__"`.
PROGRAM = """
import json, sys
from search.arena.match import match

game, players, deals, workers, store = json.loads(sys.argv[1])
result = match(game, players, deals, seed=5, workers=workers, store=store)
outcome = result.to_dict()
outcome["times"] = [time["decisions"] for time in outcome["times"]]
del outcome["notes"], outcome["code"]  # an edit while the tests run changes no game
outcome["games"] = [[g.history for g in block.games] for block in result.blocks]
print(json.dumps(outcome))
"""
# The last line finds what the first one left: the module is the script's own again.
BARE = f"""
import search
word = "begun"
print(word)
print(len(search.match("{GAME}", ["random", "random"], deals=4, workers=2).blocks))
import sys
print(sys.modules["__main__"].word)
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    folder = tmp_path_factory.mktemp("match")
    path = folder / "program.py"
    path.write_text(PROGRAM)
    (folder / "sitecustomize.py").write_text(ODD_PLAYERS)

    def start(players, deals=DEALS, workers=1, store=None):
        search_path = os.pathsep.join([str(folder), str(ROOT), os.environ.get("PYTHONPATH", "")])
        words = json.dumps([GAME, players, deals, workers, str(store) if store else None])
        return subprocess.Popen(
            [sys.executable, str(path), words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": search_path},
        )

    return start


@pytest.fixture(scope="module")
def whole(program):
    """Outcome of the match played in one go, by one process."""
    return outcome(program(["random", "slow"]))


def outcome(process):
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    return json.loads(out)


def wait_for_blocks(store, count, seconds=60):
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        try:
            blocks = len(stored_match(store).blocks)
        except (ValueError, OSError):
            blocks = 0  # not there yet
        if blocks >= count:
            return blocks
        time.sleep(0.02)
    raise AssertionError(f"{store} did not get {count} blocks in {seconds} s")


class TestSameOutcome:
    def test_with_any_number_of_processes(self, program, whole):
        assert whole["blocks"] == {"finished": DEALS, "failed": 0}
        assert outcome(program(["random", "slow"], workers=3)) == whole

    def test_after_a_kill(self, program, whole, tmp_path):
        store = tmp_path / "s.sqlite"
        first = program(["random", "slow"], workers=2, store=store)
        wait_for_blocks(store, 3)
        first.kill()
        first.communicate()
        saved = len(stored_match(store).blocks)
        assert 3 <= saved < DEALS, "the match was over before it was killed"
        assert outcome(program(["random", "slow"], workers=2, store=store)) == whole
        assert len(stored_match(store).blocks) == DEALS

    @pytest.mark.parametrize("name", ["SIGKILL", "SIGTERM"])
    def test_workers_end_with_their_parent(self, program, name):
        first = program(["random", "ismcts(simulations=100000000)"], workers=2)
        limit = time.monotonic() + 60
        while len(children := child_processes(first.pid)) < 3 and time.monotonic() < limit:
            time.sleep(0.05)  # two workers, and the process that tracks their resources
        time.sleep(1.0)  # they are in the middle of a block, which would take hours
        first.send_signal(getattr(signal, name))
        first.communicate(timeout=30)  # the pipes close when the last of them is gone
        assert len(children) == 3

    def test_after_an_interrupt_of_the_whole_group(self, program, whole, tmp_path):
        store = tmp_path / "s.sqlite"
        first = program(["random", "slow"], workers=2, store=store)
        wait_for_blocks(store, 2)
        children = child_processes(first.pid)
        for pid in [*children, first.pid]:  # the first process ends the others when it is told
            os.kill(pid, signal.SIGINT)
        _, err = first.communicate(timeout=60)
        assert children
        assert "MatchStopped: stopped after" in err
        assert "the same command again goes on from there" in err
        assert "KeyboardInterrupt\n" not in err  # a worker that was not told to ignore it
        assert outcome(program(["random", "slow"], store=store)) == whole

    def test_with_more_deals_later(self, tmp_path):
        def played(deals, store=None):
            result = match(GAME, ["random", "random"], deals, seed=5, workers=1, store=store)
            return [[game.history for game in block.games] for block in result.blocks]

        store = tmp_path / "s.sqlite"
        assert len(played(4, store)) == 4
        assert played(7, store) == played(7)
        assert played(4, store) == played(4)


def child_processes(pid):
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True)
    return [int(word) for word in found.stdout.split()]


class TestUsersModule:
    """Workers leave the module alone from which a match is called."""

    @pytest.mark.parametrize("words", [["-c", BARE], ["-"], ["bare.py"], ["-m", "bare"]])
    def test_a_match_without_a_guard_runs_the_script_once(self, words, tmp_path):
        (tmp_path / "bare.py").write_text(BARE)
        done = subprocess.run(
            [sys.executable, *words],
            input=BARE,
            capture_output=True,
            text=True,
            timeout=60,
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.split() == ["begun", "4", "begun"]

    def test_a_worker_that_cannot_start_ends_the_match(self, monkeypatch):
        monkeypatch.setattr("search.arena.pool.serve", operator.is_)  # ends without a word
        with pytest.raises(MatchError, match=r"before it could play \(exit code 0\); workers=1"):
            match(GAME, ["random", "random"], deals=2, workers=2)


class TestFailures:
    def test_a_player_that_raises_spoils_its_block_only(self, program):
        result = outcome(program(["random", "crash"]))
        failed = result["failures"]
        assert 0 < len(failed) < DEALS
        assert result["blocks"] == {"finished": DEALS - len(failed), "failed": len(failed)}
        for failure in failed:
            assert failure["reason"].startswith("RuntimeError: lost my cards (move ")
            assert result["players"][failure["seating"][failure["seat"]]] == "crash"
        same = outcome(program(["random", "crash"], workers=2))
        assert same == result

    def test_a_process_that_dies_spoils_its_block_only(self, program):
        result = outcome(program(["random", "die"], workers=2))
        assert 0 < len(result["failures"]) < DEALS
        assert "died (exit code 9)" in result["failures"][0]["reason"]

    def test_an_illegal_move(self, monkeypatch):
        class Wrong(Player):
            name = "wrong"

            def choose(self, state, rng):
                return 99

        monkeypatch.setattr("search.players.make_player", lambda spec: Wrong())
        result = match(GAME, ["wrong", "worse"], deals=2, workers=1)
        assert len(result.failed) == 2
        assert "IllegalActionError" in result.failed[0].failure.reason
        assert "No block was finished" in str(result)


class TestReferee:
    def test_players_see_a_redrawn_state_of_their_information(self, monkeypatch):
        seen = []

        class Spy(Player):
            name = "spy"

            def choose(self, state, rng):
                seen.append(state)
                return int(rng.choice(state.legal_actions()))

        monkeypatch.setattr("search.players.make_player", lambda spec: Spy())
        task = Task(GAME, ("spy", "mate"), 3, ((0, 1, 1),))
        hidden = 0
        for block in range(30):
            table = Table(task, block, 0)
            table.play()
            for view in seen:
                seat = view.current_player()
                truth = games.load_game(GAME).new_initial_state()
                for action in table.state.history()[: len(view.history())]:
                    truth.apply_action(action)
                known = truth.information_state_string(seat)
                assert view.information_state_string(seat) == known
                hidden += view.history() != truth.history()
            seen.clear()
        assert hidden > 10, "the true cards were handed out"

    def test_all_games_of_a_block_have_the_same_cards(self):
        task = Task(GAME, ("random", "random"), 3, ((0, 1, 1), (1, 0, 1), (1, 1, 0)))
        blocks = [play_block(task, block) for block in range(10)]
        assert all(len({g.history[:3] for g in block.games}) == 1 for block in blocks)
        assert len({block.games[0].history[:3] for block in blocks}) > 3

    def test_records_replay_to_their_returns(self):
        result = match(GAME, ["random", "random"], deals=5, workers=1)
        for game in (game for block in result.blocks for game in block.games):
            state = games.load_game(GAME).new_initial_state()
            for action in game.history:
                state.apply_action(action)
            assert state.returns() == list(game.returns)
            assert sum(game.decisions) == len(game.history) - 3


class TestWords:
    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"game": "kun_poker"}, "kuhn_poker"),
            ({"players": ["random", "randon"]}, "random"),
            ({"players": ["random", "rule"]}, "player rule cannot play kuhn_poker"),
            ({"players": []}, "at least one player"),
            ({"deals": 0}, "deals=0 is not possible"),
            ({"deals": 2.0}, "deals=2.0 is not possible"),
            ({"deals": 10**12}, "at most 10000000"),
            ({"seed": -1}, "seed=-1 is not possible"),
            ({"game": None}, "None is not a spec"),
            ({"players": "random"}, "players are a list of specs, as in ['random']"),
            ({"players": ["random(only=bet)"]}, "kuhn_poker has none"),
            (
                {"game": "skat(deals=1)", "players": ["ismcts(only=cards)"]},
                "seats decide in the phases auction, contract, discard, play, skat",
            ),
            ({"workers": 0}, "workers=0 is not possible"),
            ({"store": "/nowhere/s.sqlite"}, "there is no folder /nowhere"),
        ],
    )
    def test_wrong_ones_are_refused_in_one_line(self, change, message):
        words = {"game": GAME, "players": ["random", "random"], "deals": 1} | change
        with pytest.raises(ValueError) as caught:
            match(**words)
        assert message in str(caught.value)
        assert "\n" not in str(caught.value)

    def test_numbers_of_numpy_will_do(self):
        result = match(GAME, ["random"], deals=np.int64(2), seed=np.int32(3), workers=np.int8(1))
        assert result.complete
        assert (type(result.run.deals), type(result.run.seed)) == (int, int)

    def test_specs_are_kept_in_one_spelling(self):
        result = match(GAME, ["ismcts( simulations = 1000 )"], deals=1, workers=1)
        assert result.run.players == ("ismcts",)

    def test_a_budget_in_seconds_is_marked(self):
        result = match(GAME, ["ismcts(seconds=0.001)"], deals=1, workers=1)
        assert "budget in seconds" in result.notes[0]

    def test_one_player_plays_itself(self):
        result = match(GAME, ["random"], deals=4, workers=1)
        assert "nothing to compare" in str(result)
        assert result.comparisons == ()

    def test_a_player_twice_is_told_apart(self):
        result = match(GAME, ["random", "random"], deals=4, workers=1)
        assert result.labels == ("random", "random (2)")


class TestStore:
    def test_other_code_starts_anew_and_says_so(self, tmp_path, monkeypatch):
        store = tmp_path / "s.sqlite"
        match(GAME, ["random"], deals=2, workers=1, store=store)
        monkeypatch.setattr("search.arena.run.code_digest", lambda: "another")
        told = []
        result = match(GAME, ["random"], deals=3, workers=1, store=store, note=told.append)
        assert "played by other code" in told[0]
        assert result.notes == tuple(told)
        assert stored_match(store, 1).complete
        assert len(stored_match(store, 1).blocks) == 2
        assert len(stored_match(store, 2).blocks) == 3
        assert stored_match(store).run.code == "another"

    def test_what_is_read_is_what_was_played(self, tmp_path):
        store = tmp_path / "s.sqlite"
        played = match(GAME, ["random", "random"], deals=3, workers=1, store=store)
        read = stored_match(store)
        assert read.blocks == played.blocks
        assert read.verdict() == played.verdict()
        again = match(GAME, ["random", "random"], deals=3, workers=1, store=store)
        assert again.blocks == played.blocks
        assert "3 of 3 blocks were in" in again.notes[0]

    def test_progress_counts_blocks(self):
        told = []
        match(GAME, ["random"], deals=3, workers=1, progress=lambda *n: told.append(n))
        assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_outcome_is_plain_json(tmp_path):
    for players in (["random"], ["random", "random"]):
        for deals in (1, 3):
            result = match(GAME, players, deals=deals, workers=1)
            text = json.dumps(result.to_dict(), allow_nan=False)
            assert "nan" not in str(result).lower()
            assert json.loads(text)["unit"] == "points a game"
            assert repr(result).startswith("<MatchResult: ")
            assert len(repr(result)) < 300
            assert result._repr_html_().count("<table>") == min(2, len(players))


@pytest.mark.parametrize("count", [None, 1, 2])
def test_in_a_worker_of_a_pool_a_match_plays_in_that_process(monkeypatch, count):
    monkeypatch.setitem(multiprocessing.current_process()._config, "daemon", True)
    if count == 2:
        with pytest.raises(ValueError, match="workers=2 is not possible inside a worker"):
            match(GAME, ["random", "random"], deals=2, workers=count)
    else:
        assert len(match(GAME, ["random", "random"], deals=2, workers=count).finished) == 2


def test_processors_are_counted():
    assert arena._checked_workers(None, 1) == 1
    assert arena._checked_workers(None, 1000) >= 1
