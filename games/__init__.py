"""What can be played: the rules of each game, nothing of search.

>>> import games
>>> state = games.load_game("kuhn_poker").new_initial_state()
>>> state.is_chance_node()
True
"""

from games.core import (
    CHANCE,
    TERMINAL,
    Game,
    IllegalActionError,
    State,
    catalogue,
    load_game,
    registered_games,
)

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
