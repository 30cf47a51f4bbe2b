"""Playthroughs: one random game written down in full, to be read by people and compared by tests.

The text depends on the game, its version and the seed, not on the backend. The first and last
states and the first of each phase are shown whole, the others in one line with a digest of
everything that matters; a long game is shown whole less often, so that a file stays below 60 kB.
"""

import re
from hashlib import blake2b

from ext.rng import Stream
from ext.state import State
from games.core.deal import Deal
from games.core.game import Game
from games.core.spec import format_spec

FIRST, LAST = 8, 4  # states shown whole at either end
SHOWN = 12  # legal moves that are spelled out
LONG = 400  # characters of an observation from which on its digest is enough
ROOM = 45_000  # characters after which only one-line states follow, the last ones excepted


def playthrough(game: Game, seed: int = 1) -> str:
    """Play `game` at random and describe it state by state.

    Parameters
    ----------
    game : Game
    seed : int
        Of the deal and of the moves.

    Returns
    -------
    str
    """
    moves = _random_moves(game, seed)
    parts = [_header(game, seed)]
    state, phases, size = game.new_initial_state(), set[str](), 0
    for at, action in enumerate([*moves, None]):
        near_end = at > len(moves) - LAST
        whole = near_end or (size < ROOM and (at < FIRST or state.phase() not in phases))
        phases.add(state.phase())
        parts.append(_whole(state, at) if whole else _line(state, at))
        if action is not None:
            parts[-1] += f"\nplays: {action} {state.action_to_string(action)}\n" * whole
            parts[-1] += f" {state.action_to_string(action)}" * (not whole)
            state.apply_action(action)
        size += len(parts[-1])
    return _tidy("\n".join(parts))


def _tidy(text: str) -> str:
    """No blanks at line ends, one empty line where there are several."""
    text = "\n".join(line.rstrip() for line in text.splitlines())
    return re.sub(r"\n{3,}", "\n\n", text) + "\n"


def _random_moves(game: Game, seed: int) -> list[int]:
    state, deal, stream = game.new_initial_state(), Deal(seed), Stream(seed)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(deal.choose(state))
        else:
            legal = state.legal_actions()
            state.apply_action(legal[stream.below(len(legal))])
    return state.history()


def _header(game: Game, seed: int) -> str:
    params = {key: value for key, value in game.get_parameters().items() if key != "backend"}
    facts = {
        "game": format_spec(game.name, params),
        "version": game.version,
        "seed": seed,
        "players": game.num_players(),
        "teams": game.teams(),
        "distinct actions": game.num_distinct_actions(),
        "longest game": game.max_game_length(),
        "chance outcomes": game.max_chance_outcomes(),
        "utility": f"{game.min_utility():g} to {game.max_utility():g}, sum {game.utility_sum()}",
    }
    return "\n".join(f"{key}: {value}" for key, value in facts.items()) + "\n"


def _mover(state: State) -> str:
    if state.is_terminal():
        return "end"
    return "chance" if state.is_chance_node() else f"seat {state.current_player()}"


def _line(state: State, at: int) -> str:
    return f"{at} {_mover(state)} {state.phase()} {state.digest()}"


def _whole(state: State, at: int) -> str:
    lines = [f"\n# {at} {_mover(state)}, {state.phase()}, {state.digest()}", str(state)]
    for seat in range(state.game.num_players()):
        lines.append(f"seat {seat} knows: {_shortened(state.information_state_string(seat))}")
        lines.append(f"seat {seat} sees: {_shortened(state.observation_string(seat))}")
    legal = [state.action_to_string(action) for action in state.legal_actions()]
    if legal:
        rest = f" ... ({len(legal)})" if len(legal) > SHOWN else ""
        lines.append(f"legal: {', '.join(legal[:SHOWN])}{rest}")
    if state.is_chance_node():
        lines.append("chances: " + " ".join(f"{p:.4g}" for _, p in state.chance_outcomes()[:SHOWN]))
    if state.is_terminal():
        lines.append(f"returns: {_numbers(state.returns())}, scores: {_numbers(state.scores())}")
    return "\n".join(lines)


def _numbers(values: list[float]) -> str:
    return " ".join(f"{value:g}" for value in values)


def _shortened(text: str) -> str:
    if len(text) <= LONG:
        return text
    return f"{text[: LONG // 2]} ... {blake2b(text.encode(), digest_size=8).hexdigest()}"
