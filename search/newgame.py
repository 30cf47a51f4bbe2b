"""Start a new game from the template: a toy that already passes the contract tests."""

import keyword
import pathlib
import re

from games import registered_games

TEMPLATE = pathlib.Path(__file__).resolve().parent / "templates" / "game"
FILES = ("__init__.py", "game.toml", "game.py", "rules.md")
TEST = "test_game.py"


def create(name: str, root: pathlib.Path, title: str | None = None) -> list[pathlib.Path]:
    """Copy the template and fill in the name.

    Parameters
    ----------
    name : str
        The game's folder, as in ``nine_mens_morris``.
    root : pathlib.Path
        A checkout: the game goes to ``games/NAME``, its test to ``tests/games/test_NAME.py``.
    title : str, optional
        The game's name for people; by default made from `name`.

    Returns
    -------
    list of pathlib.Path
        The files that were made.

    Raises
    ------
    ValueError
        For a name or a title that is none, or a name that is taken; nothing is written then.
    """
    verify_name(name)
    title = title or name.replace("_", " ").capitalize()
    if not title.isprintable() or '"' in title or "\\" in title:  # it goes into quotes in files
        raise ValueError(f"{title!r} is no title: leave out quotes, backslashes and line ends")
    folder, tests = root / "games" / name, root / "tests" / "games"
    targets = {file: folder / file for file in FILES} | {TEST: tests / f"test_{name}.py"}
    for path in (folder, targets[TEST]):
        if path.exists():
            raise ValueError(f"{path} exists already: choose another name or remove it")
    folder.mkdir(parents=True)
    tests.mkdir(parents=True, exist_ok=True)
    for file, path in targets.items():
        text = (TEMPLATE / file).read_text(encoding="utf-8")
        path.write_text(_filled(text, name, title), encoding="utf-8")
    return list(targets.values())


def verify_name(name: str) -> None:
    """Raise ValueError unless `name` can be the name of a new game."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise ValueError(f"{name!r} is no game's name: write it like nine_mens_morris")
    if name in (*registered_games(), "core", "mechanics", "records", "views"):
        raise ValueError(f"the name {name!r} is taken")


def _filled(text: str, name: str, title: str) -> str:
    """The template's text with the names of the new game.

    The class of the game is NewGame in the template; elsewhere its name is a prefix.
    """
    camel = "".join(part.capitalize() for part in name.split("_"))
    text = text.replace("NewGame(Game)", f"{camel}Game(Game)").replace(
        "GAME = NewGame", f"GAME = {camel}Game"
    )
    return text.replace("NewGame", camel).replace("new_game", name).replace("New game", title)
