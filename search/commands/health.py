"""What `kibitz doctor` looks at."""

from __future__ import annotations

import importlib
import importlib.metadata
import os
import pathlib
import shutil
import sys
from dataclasses import asdict, dataclass

import games

_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
_OLDEST = (3, 11)


@dataclass(frozen=True)
class Check:
    """One look at the installation.

    The verdict is ``ok``, ``missing`` (something optional), ``careful`` or ``wrong``.
    """

    name: str
    verdict: str
    detail: str

    def to_dict(self) -> dict[str, str]:
        """Return plain data."""
        return asdict(self)


def checks() -> list[Check]:
    """Look at everything that can be amiss."""
    return [
        _python(),
        *(_library(name) for name in ("numpy", "scipy", "matplotlib", "click", "rich", "jinja2")),
        _compiled(),
        _clashes(),
        _games(),
        _browser(),
        _records(),
    ]


def _python() -> Check:
    version = ".".join(map(str, sys.version_info[:3]))
    good = sys.version_info >= _OLDEST
    needed = "" if good else f"; {'.'.join(map(str, _OLDEST))} or later is needed"
    return Check("Python", "ok" if good else "wrong", f"{version} at {sys.executable}{needed}")


def _library(name: str) -> Check:
    try:
        return Check(name, "ok", importlib.metadata.version(name))
    except importlib.metadata.PackageNotFoundError:
        return Check(name, "wrong", f"not installed: pip install {name}")


def _compiled() -> Check:
    import ext

    root = pathlib.Path(ext.__path__[0])
    modules = sorted(
        ".".join(("ext", *path.relative_to(root).parts)).split(".cpython")[0].split(".abi3")[0]
        for path in [*root.rglob("*.so"), *root.rglob("*.pyd")]
    )
    broken = []
    for module in modules:
        try:
            importlib.import_module(module)
        except ImportError as error:
            broken.append(f"{module} ({error})")
    if broken or not modules:
        problem = ", ".join(broken) or f"none below {root}"
        return Check("compiled modules", "wrong", f"{problem}: build again, pip install -e .")
    return Check("compiled modules", "ok", f"{len(modules)} below {root}")


def _clashes() -> Check:
    home = pathlib.Path(__file__).resolve().parents[2]
    try:
        here = pathlib.Path.cwd()
    except FileNotFoundError:
        return Check("working folder", "careful", "it has been removed; work in another folder")
    if here.resolve() == home:
        return Check("working folder", "ok", "the project's own checkout")
    entries = [here / f"{name}{end}" for name in ("games", "search", "ext") for end in ("", ".py")]
    found = [entry for entry in entries if entry.exists()]
    hiding = [entry for entry in found if entry.is_file() or (entry / "__init__.py").is_file()]
    if hiding:
        names = ", ".join(entry.name for entry in hiding)
        detail = f"{names} in {here} would hide the project's; work in another folder"
        return Check("working folder", "wrong", detail)
    if found:
        names = ", ".join(entry.name for entry in found)
        detail = f"{names} in {here} does no harm while it holds no __init__.py"
        return Check("working folder", "careful", detail)
    return Check("working folder", "ok", "nothing called games, search or ext in the way")


def _games() -> Check:
    names = games.registered_games()
    broken = []
    for name in names:
        try:
            games.load_game(name).new_initial_state()
        except Exception as error:  # whatever a broken game raises is what is to be reported
            broken.append(f"{name} ({type(error).__name__}: {error})")
    if broken:
        return Check("games", "wrong", "do not load: " + ", ".join(broken))
    return Check("games", "ok", f"{len(names)} load")


def _browser() -> Check:
    found = next((path for name in _BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        return Check("Chromium", "missing", "only needed to take pictures of reports")
    return Check("Chromium", "ok", found)


def _records() -> Check:
    named = os.environ.get("KIBITZ_RECORDS")
    default = pathlib.Path(__file__).resolve().parents[3] / "shared" / "data" / "real"
    folder = pathlib.Path(named) if named else default
    if folder.is_dir():
        return Check("recorded games", "ok", str(folder))
    return Check(
        "recorded games",
        "missing",
        f"some tests read them, nothing else; no folder {folder}: set KIBITZ_RECORDS to one",
    )
