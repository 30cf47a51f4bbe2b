"""Every game's folder has the same files, and what it claims has been earned."""

import pathlib
import re
import tempfile

import pytest

from games import catalogue, registered_games
from games.core.registry import folders
from tests.conftest import CHECKOUT

FILES = ("__init__.py", "game.toml", "game.py", "rules.md")
KIND = {
    "chance": {"none", "explicit"},
    "information": {"perfect", "imperfect"},
}
STATUS = {"draft", "tested", "verified"}
RULE = re.compile(r"^[#*\-\s]*R(\d+)\b", re.MULTILINE)
WORDS = ("TO" + "DO", "FIX" + "ME", "NotImplemented" + "Error")

GAMES = pytest.mark.parametrize("name", registered_games())


def rules_of(name: str) -> list[int]:
    text = (folders()[name] / "rules.md").read_text(encoding="utf-8")
    return [int(number) for number in RULE.findall(text)]


def written_tests(name: str) -> str:
    paths = sorted((CHECKOUT / "tests" / "games").glob(f"test_{name}*.py"))
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


@GAMES
def test_files(name: str) -> None:
    for file in FILES:
        assert (folders()[name] / file).is_file(), f"games/{name} needs {file}"
    assert not (folders()[name] / "__init__.py").read_text(encoding="utf-8").strip()
    assert (CHECKOUT / "tests" / "games" / f"test_{name}.py").is_file()
    assert (CHECKOUT / "tests" / "playthroughs" / f"{name}.txt").is_file()


@GAMES
def test_rules_page(name: str) -> None:
    text = (folders()[name] / "rules.md").read_text(encoding="utf-8")
    assert text.startswith(f"# {catalogue(name)['title']}\n")
    numbers = rules_of(name)
    assert numbers, f"games/{name}/rules.md numbers its rules R1, R2, ..."
    assert numbers == list(range(1, len(numbers) + 1))
    for heading in ("## Decisions", "## Sources"):
        assert f"\n{heading}\n" in text, f"games/{name}/rules.md needs {heading!r}"


@GAMES
def test_catalogue_facts(name: str) -> None:
    facts = catalogue(name)
    for key in ("title", "family", "summary", "status", "seats", "kind"):
        assert facts.get(key), f"games/{name}/game.toml needs {key}"
    assert facts["status"] in STATUS
    assert facts["summary"].endswith(".")
    for key, words in KIND.items():
        assert facts["kind"][key] in words, f"kind.{key} is one of {sorted(words)}"
    assert facts["kind"]["utility"]
    for key, schema in facts["parameters"].items():
        assert {"type", "default", "help"} <= schema.keys(), f"parameter {key} of {name}"
    if "players" in facts["parameters"]:
        schema = facts["parameters"]["players"]
        assert facts["seats"] == list(range(schema["min"], schema["max"] + 1))


@GAMES
def test_each_rule_has_a_test(name: str) -> None:
    if catalogue(name)["status"] == "draft":
        return  # the status says that tests are still to come
    tests = written_tests(name)
    missing = [n for n in rules_of(name) if not re.search(rf"def test_r{n}(_|\b)", tests)]
    assert not missing, f"{name} is {catalogue(name)['status']}, but R{missing} have no test"


def sources() -> list[pathlib.Path]:
    kinds = ("*.py", "*.pyx", "*.pxd", "*.pyi", "*.md", "*.toml", "*.j2")
    rooms = ("ext", "games", "search", "tests", "docs", "benchmarks")
    below = [path for room in rooms for kind in kinds for path in (CHECKOUT / room).rglob(kind)]
    return sorted([*below, *CHECKOUT.glob("*.md"), *CHECKOUT.glob("*.toml"), CHECKOUT / "setup.py"])


def test_nothing_is_left_undone() -> None:
    for path in sources():
        text = path.read_text(encoding="utf-8")
        found = [word for word in WORDS if word in text]
        assert not found, f"{path.relative_to(CHECKOUT)} says {found}"


def test_no_file_knows_where_it_lies() -> None:
    """Nothing names the machine's own folders: a checkout works anywhere."""
    place = CHECKOUT.parent
    if place in (pathlib.Path("/"), pathlib.Path(tempfile.gettempdir())):
        place = CHECKOUT  # those two may be named for good reasons
    for path in sources():
        assert f"{place}/" not in path.read_text(encoding="utf-8"), path
