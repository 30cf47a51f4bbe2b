"""Each command once with good and once with bad words; errors are one line and a status."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

import games
from search import cli

DATA = pathlib.Path(__file__).resolve().parents[1] / "records" / "data"
FAST = "ismcts(simulations=20)"


class Ran:
    """What a run of the command left behind."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def json(self) -> dict:
        return json.loads(self.out)


@pytest.fixture
def kibitz(capsys: pytest.CaptureFixture[str]):
    def run(*words: str) -> Ran:
        try:
            cli.main(words)
            status = 0
        except SystemExit as exit_:
            status = int(exit_.code or 0)
        captured = capsys.readouterr()
        return Ran(status, captured.out, captured.err)

    return run


GOOD = [
    ("list",),
    ("list", "--family", "teaching"),
    ("rules", "kuhn_poker"),
    ("analyse", "kuhn_poker", "--history", "0, 1", "--player", FAST),
    ("review", str(DATA / "hand.sgf"), "--no-search"),
    ("perft", "kuhn_poker", "4"),
    ("doctor",),
]


@pytest.mark.parametrize("words", GOOD, ids=lambda words: words[0])
def test_good_words(kibitz, words: tuple[str, ...]) -> None:
    plain = kibitz(*words)
    assert (plain.status, plain.err) == (0, "")
    assert plain.out
    with_json = kibitz(*words, "--json", "--seed", "1")
    assert (with_json.status, with_json.err) == (0, "")
    assert isinstance(with_json.json, dict)
    assert with_json.out.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ((), "Usage"),
        (("lst",), "did you mean 'list'?"),
        (("list", "--familly", "x"), "did you mean '--family'?"),
        (("list", "--family", "teachng"), "did you mean 'teaching'?"),
        (("rules", "kuhn"), "did you mean 'kuhn_poker'?"),
        (("rules",), "Missing argument 'NAME'"),
        (("play", "skatt"), "did you mean 'skat'?"),
        (("play", "kuhn_poker", "--seat", "5"), "the seats 0 to 1"),
        (("play", "kuhn_poker", "--against", "randon"), "did you mean 'random'?"),
        (("analyse", "skat(deal=1)"), "did you mean 'deals'?"),
        (("analyse", "skat(deals=0)"), "a whole number from 1 to 360"),
        (("analyse", "skat(deals"), "is not a spec"),
        (("analyse", "kuhn_poker", "--history", "0, 0"), "move 2 of the history, '0'"),
        (("analyse", "kuhn_poker", "--player", "ismcts(sims=3)"), "simulations"),
        (("review", "no_such_file.sgf"), "does not exist"),
        (("play", "kuhn_poker", "--against", "rule"), "rule cannot play kuhn_poker"),
        (("analyse", "kuhn_poker", "--player", "random"), "random does not search"),
        (("review", str(DATA / "hand.sgf"), "--player", "rule"), "rule does not search"),
        (("perft", "kuhn_poker", "-1"), "-1"),
        (("perft", "kuhn_poker", "x"), "not a valid integer"),
        (("bench", "playuts"), "did you mean 'playouts'?"),
        (("new-game", "Bad-Name"), "write it like nine_mens_morris"),
        (("new-game", "skat"), "is taken"),
        (("new-game", "abc", "--title", 'The "best" game'), "is no title"),
        (("doctor", "--seed", "x"), "not a valid integer"),
    ],
)
def test_bad_words(kibitz, words: tuple[str, ...], hint: str) -> None:
    ran = kibitz(*words)
    assert ran.status == 2
    assert ran.out == ""
    assert hint in ran.err
    if words:
        assert ran.err.startswith("kibitz: ")
        assert ran.err.count("\n") == 1


def test_work_that_fails(kibitz, tmp_path: pathlib.Path) -> None:
    empty = tmp_path / "empty.sgf"
    empty.write_text("")
    ran = kibitz("review", str(empty))
    assert (ran.status, ran.out) == (1, "")
    assert ran.err == f"kibitz: {empty}: the file is empty; expected recorded games\n"


def test_perft_of_any_depth(kibitz) -> None:
    assert kibitz("perft", "tic_tac_toe", str(10**15), "--json").json["nodes"] == 0


def test_bench(kibitz, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from search.commands import checks

    monkeypatch.setattr(checks, "_ROOT", tmp_path)
    ran = kibitz("bench")
    assert ran.status == 1
    assert (
        ran.err == f"kibitz: no benchmarks in {tmp_path}: timings need a checkout of the project\n"
    )
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "benchmarks").mkdir()
    (tmp_path / "benchmarks" / "toy.py").write_text(
        "'For kibitz bench.'\nimport sys, json; print(json.dumps({'words': sys.argv[1:]}))"
    )
    (tmp_path / "benchmarks" / "study.py").write_text("raise SystemExit('takes hours')")
    ran = kibitz("bench", "toy", "--seed", "3", "--json")
    assert ran.status == 0
    assert ran.json == {"benchmarks": {"toy": {"words": ["--seed", "3", "--json"]}}}
    (tmp_path / "benchmarks" / "toy.py").write_text("raise SystemExit('too slow')  # kibitz bench")
    ran = kibitz("bench", "--json")
    assert (ran.status, ran.out, ran.err) == (1, "", "kibitz: benchmark toy failed: too slow\n")


def test_debug_shows_the_traceback(tmp_path: pathlib.Path) -> None:
    empty = tmp_path / "empty.sgf"
    empty.write_text("")
    with pytest.raises(ValueError, match="is empty"):
        cli.main(["review", str(empty), "--debug"])


def test_one_bad_record_spares_the_others(kibitz, tmp_path: pathlib.Path) -> None:
    lines = (DATA / "hand.sgf").read_text().splitlines(keepends=True)
    path = tmp_path / "deals.sgf"
    path.write_text(lines[0] + lines[1][:300] + "\n" + lines[2].replace("v:192", "v:180"))
    ran = kibitz("review", str(path), "--no-search", "--json")
    assert ran.status == 1
    assert [game["ok"] for game in ran.json["games"]] == [True, False, False]
    cut, wrong = ran.err.splitlines()
    assert cut.startswith(f"kibitz: {path}, line 2, column ")
    assert wrong.endswith("line 3: the record says v 180; by the rules it is v 192")
    assert ran.json["games"][0]["result"]["value"] == 168
    assert len(ran.json["games"][2]["decisions"]) > 30


def test_play_to_the_end(kibitz, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "help\nnonsense\nstate\n" + "pass\n" * 5)
    ran = kibitz("play", "kuhn_poker", "--seat", "0", "--seed", "3")
    assert ran.status == 0
    assert "'nonsense' is not a move here; legal: " in ran.out
    assert "The game is over." in ran.out


def test_a_finished_game_shows_its_last_table(kibitz, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "pass\n" * 5)
    out = kibitz("play", "kuhn_poker", "--seed", "3").out
    table = games.load_game("kuhn_poker").new_initial_state().view_text(0).splitlines()[0]
    assert out.rindex("your move>") < out.rindex(table) < out.index("The game is over.")


def test_a_history_of_moves_goes_on_from_a_drawn_deal(kibitz) -> None:
    def history(words: str, seed: str = "4") -> list[int]:
        searched = ("--player", FAST, "--seed", seed, "--json")
        ran = kibitz("analyse", "skat(deals=1)", "--history", words, *searched)
        assert ran.status == 0
        return ran.json["history"]

    dealt, more = history(""), history("pass, bid 18")
    assert len(dealt) == 30
    assert more == [*dealt, *more[30:]]
    assert len(more) == 32
    assert history("", seed="5") != dealt
    wrong = kibitz("analyse", "skat(deals=1)", "--history", "pass, bid 19")
    assert "move 2 of the history, 'bid 19': 'bid 19' is not a move here" in wrong.err


def test_the_list_fits_a_terminal(kibitz, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out = kibitz("list").out
    assert "…" not in out
    assert "players=3 deals=36" in out
    assert "simulations=1000" in out  # the players, too
    assert max(map(len, out.splitlines())) <= 90


@pytest.mark.parametrize(
    ("word", "move"),
    [("bid 22", "bid 22"), ("22", "bid 22"), ("#22", "bid 63"), ("2", "bid 18"), ("PASS", "pass")],
)
def test_ways_to_name_a_move(kibitz, monkeypatch: pytest.MonkeyPatch, word: str, move: str) -> None:
    typed(monkeypatch, f"#99\n{word}\nquit\n")
    ran = kibitz("play", "skat(deals=1)", "--seat", "1", "--json")
    assert "there is no move #99; they go from #1 to #64" in ran.err
    state = games.load_game("skat(deals=1)").new_initial_state()
    for action in ran.json["history"][:30]:
        state.apply_action(action)
    assert state.action_to_string(ran.json["history"][30]) == move


@pytest.mark.parametrize("text", ["quit\n", ""])
def test_leaving_a_game(kibitz, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    typed(monkeypatch, text)
    ran = kibitz("play", "skat", "--seat", "1", "--json")
    assert ran.status == 0
    assert ran.json["over"] is False
    assert "your moves: #1 pass   #2 bid 18" in ran.err


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    import io

    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def test_hidden_moves_of_others_stay_hidden(kibitz, monkeypatch: pytest.MonkeyPatch) -> None:
    # Forehand passes, the random players bid on; whoever picks up puts two cards away unseen.
    for seed in range(12):
        typed(monkeypatch, "pass\npass\n")
        ran = kibitz("play", "skat(deals=1)", "--seed", str(seed))
        if "makes a hidden move" in ran.out:
            assert ran.out.count("makes a hidden move") == 2
            assert "pick up\n" in ran.out
            return
    pytest.fail("nobody picked the skat up")


def run_command(
    cwd: pathlib.Path, *words: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    command = [str(pathlib.Path(sys.executable).with_name("kibitz")), *words]
    return subprocess.run(
        command, cwd=cwd, capture_output=True, text=True, env=os.environ | environment
    )


def run_python(code: str, cwd: pathlib.Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], cwd=cwd, capture_output=True, text=True)


def test_list_starts_fast(tmp_path: pathlib.Path) -> None:
    code = (
        "import sys; from search import cli\n"
        "try: cli.main(['list', '--json'])\n"
        "except SystemExit as e: assert not e.code\n"
        "print([m for m in sys.modules if m.startswith(('matplotlib', 'scipy', 'games.'))],"
        " file=sys.stderr)"
    )
    ran = run_python(code, tmp_path)
    loaded = json.loads(ran.stderr.replace("'", '"'))
    assert ran.returncode == 0
    assert not [name for name in loaded if name.startswith(("matplotlib", "scipy"))]
    assert not [name for name in loaded if name.split(".")[1] in games.registered_games()]


def test_import_games_is_quick(tmp_path: pathlib.Path) -> None:
    code = (
        "import time, numpy; a = time.perf_counter(); import games; print(time.perf_counter() - a)"
    )
    seconds = min(float(run_python(code, tmp_path).stdout) for _ in range(3))
    assert seconds < 0.2


@pytest.mark.parametrize("package", ["games", "ext"])
def test_a_folder_of_the_same_name_in_the_way(tmp_path: pathlib.Path, package: str) -> None:
    (tmp_path / package).mkdir()
    (tmp_path / package / "__init__.py").write_text("")
    ran = run_python("import search", tmp_path)
    last = ran.stderr.strip().splitlines()[-1]
    assert ran.returncode == 1
    assert last.startswith(f"ImportError: kibitz needs its own package {package!r} in ")
    assert "rename what is in the way" in last
    doctor = run_command(tmp_path, "doctor")
    assert doctor.returncode == 1
    assert f"{package} in {tmp_path} would hide the project's" in doctor.stdout
    hidden = run_command(tmp_path, "list", PYTHONPATH=str(tmp_path))
    assert (hidden.returncode, hidden.stdout) == (1, "")
    assert hidden.stderr.startswith(f"kibitz needs its own package {package!r}")
    assert hidden.stderr.count("\n") == 1


def test_a_harmless_folder_of_the_same_name(kibitz, tmp_path, monkeypatch) -> None:
    (tmp_path / "games").mkdir()
    monkeypatch.chdir(tmp_path)
    ran = kibitz("doctor", "--json")
    assert ran.status == 0
    [check] = [check for check in ran.json["checks"] if check["name"] == "working folder"]
    assert check["verdict"] == "careful"
    assert "games in" in check["detail"]


@pytest.mark.parametrize("words", [("list",), ("analyse", "kuhn_poker", "--player", FAST)])
def test_an_encoding_without_frames_is_no_obstacle(tmp_path: pathlib.Path, words) -> None:
    ran = run_command(tmp_path, *words, PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "kuhn_poker" in ran.stdout or "pass" in ran.stdout


def test_a_working_folder_that_is_gone(kibitz, tmp_path, monkeypatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    ran = kibitz("doctor", "--json")
    [check] = [check for check in ran.json["checks"] if check["name"] == "working folder"]
    assert check["verdict"] == "careful"
    assert "has been removed" in check["detail"]


def test_games_alone_says_what_is_in_the_way(tmp_path: pathlib.Path) -> None:
    (tmp_path / "ext.py").write_text("")
    ran = run_python("import games", tmp_path)
    last = ran.stderr.strip().splitlines()[-1]
    assert last.startswith("ImportError: kibitz needs its compiled package 'ext'")
    assert "rename a folder 'ext'" in last


def test_new_game(kibitz, tmp_path: pathlib.Path) -> None:
    ran = kibitz("new-game", "my_game", "--root", str(tmp_path), "--json")
    assert ran.status == 0
    assert all(pathlib.Path(path).is_file() for path in ran.json["files"])
    assert str(tmp_path / "games" / "my_game" / "game.toml") in ran.json["files"]
    again = kibitz("new-game", "my_game", "--root", str(tmp_path))
    assert again.status == 2
    assert "exists already" in again.err
