"""What the toys share: a view made of their plain data, and loading them by name."""

import pathlib
from typing import Any

from ext.state import State
from games import Game, load_game
from games.views import Facts, View, Viewed
from tests.contract.scratch import game_folder


def load_toy(spec: str, **overrides: Any) -> Game:
    """A toy, which the registry knows only while this function runs."""
    with game_folder(pathlib.Path(__file__).parent):
        return load_game(spec, **overrides)


class Toy(Viewed, State):
    """A readable game whose view lists what `to_dict` says."""

    def _view(self, seat: int | None) -> View:
        pairs = [(key, str(value)) for key, value in self._to_dict(seat).items()]
        return View(type(self).__name__.removesuffix("State"), [Facts("", pairs)])

    def _parameter(self, name: str) -> Any:
        return self.game.get_parameters()[name]
