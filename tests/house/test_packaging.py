"""Source archive and wheel: complete, and at work in an empty environment far from the checkout."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile

import pytest

from tests.conftest import CHECKOUT

pytestmark = pytest.mark.slow

MADE = (".*", "*.so", "*.egg-info", "__pycache__", "build", "dist")  # not part of the source
SHIPPED = (".toml", ".md", ".j2", ".pyi", ".pxd", ".typed")


def run(*words: object, cwd: pathlib.Path, status: int = 0, stdin: str = "") -> str:
    """Run a command, hold it to its exit status, return what it said."""
    outside = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "KIBITZ"))}
    done = subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env=outside,
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status, f"{words}\n{done.stdout}\n{done.stderr}"
    return done.stdout if status == 0 else done.stderr


def files_of(folder: pathlib.Path) -> set[str]:
    found = folder.rglob("*")
    return {path.relative_to(folder).as_posix() for path in found if path.is_file()}


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A copy of the checkout without anything that was made in it."""
    target = tmp_path_factory.mktemp("source") / "kibitz"
    shutil.copytree(CHECKOUT, target, ignore=shutil.ignore_patterns(*MADE))
    shutil.copytree(CHECKOUT / ".ci", target / ".ci")
    return target


@pytest.fixture(scope="module")
def dist(source: pathlib.Path, tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """The folder with the source archive and the wheel that was built from it."""
    target = tmp_path_factory.mktemp("dist")
    build = (sys.executable, "-m", "build", "--no-isolation", "--outdir", target)
    run(*build, source, cwd=target)
    return target


@pytest.fixture(scope="module")
def away(dist: pathlib.Path, tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A folder whose ``.venv`` holds the wheel and what it depends on."""
    target = tmp_path_factory.mktemp("away")
    venv.create(target / ".venv", with_pip=True)
    [wheel] = dist.glob("*.whl")
    run(target / ".venv/bin/python", "-m", "pip", "install", "--quiet", wheel, cwd=target)
    return target


def kibitz(away: pathlib.Path, *words: object, status: int = 0, stdin: str = "") -> str:
    return run(away / ".venv/bin/kibitz", *words, cwd=away, status=status, stdin=stdin)


def test_the_source_archive_is_complete(source: pathlib.Path, dist: pathlib.Path) -> None:
    [archive] = dist.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        packed = {name.partition("/")[2] for name in tar.getnames()}
    made = ("build/", "kibitz.egg-info/")  # by building
    missing = {name for name in files_of(source) - packed if not name.startswith(made)}
    assert not missing, "say in MANIFEST.in that these belong to the source"
    assert not [name for name in packed if name.endswith((".so", ".c", ".pyc"))]


def test_the_wheel_is_complete(source: pathlib.Path, dist: pathlib.Path) -> None:
    [wheel] = dist.glob("*.whl")
    packed = set(zipfile.ZipFile(wheel).namelist())
    assert {name.split("/")[0].split("-")[0] for name in packed} == {
        "ext", "games", "search", "kibitz"
    }  # fmt: skip
    assert not [name for name in packed if name.endswith((".c", ".pyx"))]
    stems = {name.split(".cpython")[0].split(".abi3")[0] for name in packed if "python" in name}
    for room in ("ext", "games", "search"):
        for name in files_of(source / room):
            place = f"{room}/{name}"
            if place.endswith(".pyx"):
                assert place.removesuffix(".pyx") in stems, f"{place} is not compiled"
            elif place.endswith((".py", *SHIPPED)):
                assert place in packed


def test_it_runs_far_from_the_checkout(away: pathlib.Path) -> None:
    code = "import games, search, ext; print(games.__file__, search.__file__, ext.__path__)"
    assert run(away / ".venv/bin/python", "-c", code, cwd=away).count(str(away)) == 3
    names = {game["name"] for game in json.loads(kibitz(away, "list", "--json"))["games"]}
    assert {"skat", "kuhn_poker"} <= names
    assert kibitz(away, "rules", "skat").startswith("# Skat\n")
    assert json.loads(kibitz(away, "perft", "tic_tac_toe", "3", "--json"))["nodes"] == 504
    assert "The game is over." in kibitz(away, "play", "kuhn_poker", stdin="pass\n" * 3)
    analysis = kibitz(away, "analyse", "leduc_poker", "--history", "0, 3", "--json")
    assert json.loads(analysis)["moves"]
    kibitz(away, "doctor")


def test_it_measures_and_reviews(away: pathlib.Path) -> None:
    players = ("ismcts(simulations=20)", "rule")
    match = ("skat(deals=1)", "--players", *players, "--deals", "2", "--store", "store.sqlite")
    kibitz(away, "report", *match, "--out", "report.html")
    assert "ismcts(simulations=20)" in (away / "report.html").read_text("utf-8")
    record = CHECKOUT / "tests" / "records" / "data" / "hand.sgf"
    review = json.loads(kibitz(away, "review", record, "--no-search", "--json"))
    assert all(game["ok"] for game in review["games"])


@pytest.mark.parametrize(
    "words", [("bench",), ("bench", "playouts"), ("standing", "kuhn_poker"), ("new-game", "mine")]
)
def test_what_needs_a_checkout_says_so(away: pathlib.Path, words: tuple[str, ...]) -> None:
    said = kibitz(away, *words, status=1)
    assert "checkout" in said
    assert said.count("\n") == 1


def test_an_editable_installation(
    source: pathlib.Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    target = tmp_path_factory.mktemp("editable")
    venv.create(target / ".venv", with_pip=True)
    python = target / ".venv/bin/python"
    run(python, "-m", "pip", "install", "--quiet", "--editable", source, cwd=target)
    assert str(source) in run(python, "-c", "import games; print(games.__file__)", cwd=target)
    kibitz(target, "doctor")
    kibitz(target, "new-game", "mine")
    assert "mine" in kibitz(target, "list")
