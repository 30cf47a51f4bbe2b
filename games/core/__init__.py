"""The contract (State, Game), the registry, the decision stack, fixed deals, data, playthroughs."""

from ext.state import IllegalActionError, State
from games.core.game import Game
from games.core.registry import catalogue, load_game, registered_games

CHANCE = -1
TERMINAL = -4

__all__ = [
    "CHANCE",
    "TERMINAL",
    "Game",
    "IllegalActionError",
    "State",
    "catalogue",
    "load_game",
    "registered_games",
]
