"""Tests of what changed, in less than 90 seconds: run by ``make quick``.

What changed is what differs from the last commit; in a clean checkout it is what that commit
changed. Each file leads to the tests that are closest to it; the order of a run is from close to
far. A run that is not through in time says so: ``make test`` runs everything.
"""

import fnmatch
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SECONDS = 85.0  # from the start of make, which builds first
ALWAYS = ("tests/house/test_imports.py", "tests/house/test_folders.py", "tests/house/test_sizes.py")
ARENA = tuple(f"tests/search/test_{topic}.py" for topic in ("stats", "store", "match", "standing"))
CONTRACT = (
    "tests/core",
    "tests/perft",
    "tests/playthroughs",
    "tests/toys",
    "tests/twins",
    "tests/contract",
)

# The first pattern that fits a changed file names its tests; what fits none touches the contract.
PLACES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("tests/records/data/*", ("tests/records",)),
    ("search/analysis/*", ("tests/search/test_review.py",)),
    ("search/arena/*", (*ARENA, "tests/search/test_report.py")),
    ("search/report/*", ("tests/search/test_report.py",)),
    ("search/players/*", ("tests/search",)),
    ("search/tree/*", ("tests/search",)),
    ("ext/kernels/ismcts.*", ("tests/search", "tests/twins")),
    ("ext/kernels/mcts.*", ("tests/search", "tests/twins")),
    ("ext/kernels/tree.*", ("tests/search", "tests/twins")),
    ("ext/kernels/pool.*", ("tests/search", "tests/twins")),
    ("ext/kernels/maxn.*", ("tests/oracles/test_open_play.py", "tests/search/test_pimc.py")),
    ("ext/mech/trick*", ("tests/mechanics", "tests/games", "tests/twins")),
    ("games/mechanics/*", ("tests/mechanics", "tests/games", "tests/twins")),
    ("search/commands/strength.py", ("tests/search/test_report.py", "tests/search/test_match.py")),
    ("search/commands/review.py", ("tests/search/test_review.py", "tests/house/test_cli.py")),
    ("search/templates/game/*", ("tests/house/test_new_game.py",)),
    ("search/newgame.py", ("tests/house/test_new_game.py",)),
    ("search/*", ("tests/house/test_cli.py",)),
    ("games/records/*", ("tests/records", "tests/search/test_review.py")),
    ("notebooks/*", ("tests/house/test_notebooks.py",)),
    ("docs/*", ("tests/house/test_docs.py",)),
    ("*.md", ("README.md", "tests/house/test_docs.py")),
    ("LICENSE", ("tests/house/test_docs.py",)),
    ("pyproject.toml", ("tests/house/test_cli.py",)),
    ("benchmarks/*", ("tests/house/test_cli.py",)),
)
OF_A_GAME = ("games/{0}/*", "ext/states/{0}*", "tests/*/{0}*")
TESTS_OF_A_GAME = (
    "tests/playthroughs",
    "tests/perft",
    "tests/oracles",
    "tests/contract",
    "tests/twins",
)


def changed() -> list[str]:
    """Files that differ from the last commit, or that it changed; none outside a repository."""
    now = _git("diff", "--name-only", "HEAD") + _git("ls-files", "--others", "--exclude-standard")
    return sorted(now or _git("diff", "--name-only", "HEAD~1", "HEAD"))


def _git(*words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else []


def games() -> list[str]:
    """Names of the games, long ones first, so that a name never hides a longer one."""
    names = [path.parent.name for path in ROOT.glob("games/*/game.toml")]
    return sorted(names, key=lambda name: (-len(name), name))


def game_of(path: str) -> str | None:
    """The game that a file belongs to, if it belongs to one."""
    for name in games():
        if any(fnmatch.fnmatch(path, pattern.format(name)) for pattern in OF_A_GAME):
            return name
    return None


def closest_tests(path: str) -> tuple[str, ...]:
    """Test files or folders closest to a file that belongs to no game."""
    if fnmatch.fnmatch(path, "tests/*test_*.py"):
        return (path,)
    for pattern, tests in PLACES:
        if fnmatch.fnmatch(path, pattern):
            return tests
    return CONTRACT


def plan(paths: list[str]) -> list[list[str]]:
    """Words for pytest, one list a run, close tests first."""
    of_games = sorted({name for path in paths if (name := game_of(path))})
    loose = [path for path in paths if not game_of(path)]
    direct = [str(p.relative_to(ROOT)) for n in of_games for p in _rules_tests(n)]
    places = dict.fromkeys(direct + [test for path in loose for test in closest_tests(path)])
    near = [place for place in places if (ROOT / place).exists()]
    whole = [place for place in near if place not in CONTRACT]
    runs = [[*ALWAYS, *whole]]
    if of_games:
        runs.append([*TESTS_OF_A_GAME, "-k", " or ".join(of_games)])
    if (not loose and not of_games) or len(whole) < len(near):
        wide = [place for place in near if place in CONTRACT] or list(CONTRACT)
        runs.append(wide)
    return runs


def _rules_tests(name: str) -> list[pathlib.Path]:
    return sorted(ROOT.glob(f"tests/games/test_{name}*.py"))


def main(began: float) -> int:
    """Run the tests of what changed; the status is pytest's."""
    end = began + SECONDS
    paths = changed()
    print(f"{len(paths)} changed files" if paths else "nothing changed: tests of the contract")
    for words in plan(paths):
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "2", "--dist", "worksteal"]
        print("pytest", *words, flush=True)
        try:
            done = subprocess.run(
                [*command, *words], cwd=ROOT, check=False, timeout=max(1, end - time.time())
            )
        except subprocess.TimeoutExpired:
            print(
                f"stopped after {SECONDS:.0f} s, nothing failed so far: make test runs everything"
            )
            return 0
        if done.returncode not in (0, 5):  # 5: a game has no tests of a kind
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else time.time()))
