"""What can be played: the rules of each game, nothing of search.

>>> import games
>>> state = games.load_game("kuhn_poker").new_initial_state()
>>> state.is_chance_node()
True
"""

try:
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
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] != "ext":
        raise
    # Nothing is compiled yet, or somebody else's package of that short name comes first.
    raise ImportError(
        f"kibitz needs its compiled package 'ext' ({error}): build with pip install -e ., "
        "or rename a folder 'ext' in the working folder that is in the way"
    ) from None

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
