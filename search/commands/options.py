"""What commands share: options, checked words, and the way results leave the program.

A wrong word (a game, a player, a history) ends with exit status 2, so words are checked while
click parses them; failed work raises later and ends with 1.
"""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from ext.state import State
    from games.core.deal import Deal
    from games.core.game import Game

SEED_HELP = "Seed of everything random; commands without chance ignore it."
SEED = click.option("--seed", default=0, show_default=True, type=click.IntRange(0), help=SEED_HELP)
JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object, nothing else.")


class GameWord(click.ParamType):
    """A game's specification, given to the command as the loaded game."""

    name = "NAME"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Game | Any:
        if not isinstance(value, str):
            return value
        import games

        try:
            return games.load_game(value)
        except ValueError as error:
            raise click.UsageError(str(error)) from error


class PlayerWord(click.ParamType):
    """A player's specification, checked by making one."""

    name = "SPEC"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        import search

        try:
            search.make_player(value)
        except ValueError as error:
            raise click.UsageError(str(error)) from error
        return str(value)


class SearcherWord(PlayerWord):
    """The specification of a player that searches, and so can value moves."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        import search

        spec = super().convert(value, param, ctx)
        if not hasattr(search.make_player(spec), "analyse"):
            raise click.UsageError(
                f"{spec} does not search, so it has no values; try ismcts(simulations=500)"
            )
        return spec


def common(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that every command takes."""
    return JSON(SEED(command))


def emit(data: dict[str, Any]) -> None:
    """Print the one JSON object of a command."""
    click.echo(json.dumps(data))


def state_after(game: Game, history: str, deal: Deal | None = None) -> State:
    """Return the position that a text leads to.

    Parameters
    ----------
    game : Game
    history : str
        Actions of the contract as numbers, or moves in the game's notation parted by commas.
    deal : Deal, optional
        Where chance is to move and the next word is no outcome of it, the deal answers.

    Raises
    ------
    click.UsageError
        At the first move that is no move, with the legal ones.
    """
    state = game.new_initial_state()
    parted = "," in history or not _is_numbers(history)
    words = [word.strip() for word in (history.split(",") if parted else history.split())]
    for place, word in enumerate((word for word in words if word), start=1):
        try:
            if deal is not None:
                _draw_until(state, word, deal)
            apply_word(state, word)
        except ValueError as error:
            raise click.UsageError(f"move {place} of the history, {word!r}: {error}") from error
    return state


def _draw_until(state: State, word: str, deal: Deal) -> None:
    """Answer chance nodes for as long as the word is text that names none of their outcomes."""
    while state.is_chance_node() and not word.isdecimal():
        try:
            state.string_to_action(word)
        except ValueError:
            state.apply_action(deal.choose(state))
        else:
            return


def apply_word(state: State, word: str) -> None:
    """Play a move given as text or as an action's number, legality checked."""
    try:
        action = state.string_to_action(word)
    except ValueError:
        if not word.isdecimal():
            raise
        action = int(word)
    state.apply_action(action)


def _is_numbers(text: str) -> bool:
    return all(word.isdecimal() for word in text.split())


def progress_shown() -> bool:
    """Return whether somebody watches: progress belongs on a terminal only."""
    return sys.stderr.isatty()


@contextlib.contextmanager
def working(words: str) -> Iterator[None]:
    """Say on a terminal what is going on, for work whose end cannot be foretold."""
    if not progress_shown():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(words):
        yield
