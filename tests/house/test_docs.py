"""The documents are true where a machine can tell: generated parts, links, folders, commands."""

import importlib.util
import pathlib
import re
import tomllib
from types import ModuleType

import pytest

import games
from search.cli import COMMANDS
from tests.conftest import CHECKOUT

PAGES = sorted([*CHECKOUT.glob("*.md"), *(CHECKOUT / "docs").glob("*.md")])
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
PLACE = re.compile(r"`((?:docs|ext|games|search|tests|benchmarks)/[\w./]*)`")
FIXED = {"notebook", "bench", "cluster", "dev"}  # the extras that users may ask for


@pytest.fixture(scope="module")
def generator() -> ModuleType:
    path = CHECKOUT / "docs" / "generate.py"
    spec = importlib.util.spec_from_file_location("docs_generate", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def text_of(name: str) -> str:
    return (CHECKOUT / name).read_text(encoding="utf-8")


def test_the_page_of_games_is_current(generator: ModuleType) -> None:
    assert text_of("docs/games.md") == generator.games_page(), "run make docs"


def test_the_readme_lists_the_games(generator: ModuleType) -> None:
    text = text_of("README.md")
    assert text == generator.readme_games(text), "run make docs"
    assert f"{len(games.registered_games())} games" in text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_and_places_exist(page: pathlib.Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in LINK.findall(text):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
    for place in PLACE.findall(text):
        if "NAME" not in place:
            found = [*CHECKOUT.glob(place.rstrip("/")), *CHECKOUT.glob(f"{place}.*")]
            assert found, f"{page.name} speaks of {place}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_exist(page: pathlib.Path) -> None:
    text = page.read_text(encoding="utf-8")
    makefile = text_of("Makefile")
    for word in re.findall(r"\bkibitz ([a-z][a-z-]+)\b(?=[^`\n]*[`\n])", _code(text)):
        assert word in COMMANDS, f"{page.name} speaks of kibitz {word}"
    for word in re.findall(r"\bmake ([a-z][a-z-]+)", _code(text)):
        assert f"\n{word}:" in makefile, f"{page.name} speaks of make {word}"


def _code(text: str) -> str:
    """What stands between backquotes, one piece a line."""
    return "\n".join(re.findall(r"```.*?```|`[^`\n]+`", text, re.DOTALL)) + "\n"


def test_every_page_is_in_the_readme() -> None:
    readme = text_of("README.md")
    missing = [page.name for page in PAGES if page.name not in readme and page.name != "README.md"]
    assert not missing, f"README.md does not say what {missing} are"


def test_the_readme_maps_every_folder() -> None:
    listed = set(re.findall(r"^\| `(\w+)/` \|", text_of("README.md"), re.MULTILINE))
    packed = text_of("MANIFEST.in")
    assert listed == {"games", "search", "ext", "tests", "docs", "notebooks", "benchmarks"}
    assert all(f"recursive-include {folder} " in packed for folder in listed)


def test_packaging_facts() -> None:
    lines = text_of("pyproject.toml")
    project = tomllib.loads(lines)["project"]
    assert set(project["optional-dependencies"]) == FIXED
    assert project["version"] in text_of("CHANGELOG.md")
    extras = project["optional-dependencies"].values()
    names = [*project["dependencies"], *(name for extra in extras for name in extra)]
    for name in names:
        [line] = [line for line in lines.splitlines() if f'"{name}"' in line][:1]
        assert "#" in line or "kibitz[" in line, f"{name} needs its reason on its line"
