"""Can a player that decides in one phase only (``only=play``) play a game, and is there one?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from games.core.game import Game
    from search.players import Player

GAMES = 20  # random games in which a phase is looked for
MOVES = 2000  # of each


def verify_only(player: Player, game: Game) -> None:
    """Refuse a player whose ``only`` would leave it without a decision, or without a stand-in.

    Raises
    ------
    ValueError
        The game has no rule player for the other phases, or no such phase.
    """
    only = player.params.get("only")
    if not only:
        return
    if not hasattr(game.new_initial_state(), "rule_action"):
        raise ValueError(
            f"player {player.spec} leaves the other phases to the game's rule player, and "
            f"{game.name} has none: leave out only={only}"
        )
    met = _phases(game, only)
    if only not in met:
        raise ValueError(
            f"player {player.spec} would never decide: in {game} seats decide in the phases "
            f"{', '.join(sorted(met))}"
        )


def _phases(game: Game, wanted: str) -> set[str]:
    """Phases in which somebody decides, seen in random games; stops at the wanted one."""
    met: set[str] = set()
    rng = np.random.default_rng(0)
    for _ in range(GAMES):
        state = game.new_initial_state()
        for _ in range(MOVES):
            if state.is_terminal() or wanted in met:
                break
            if state.is_chance_node():
                state.apply_action(state.sample_chance(rng))
                continue
            met.add(state.phase())
            state.apply_action(int(rng.choice(state.legal_actions())))
    return met
