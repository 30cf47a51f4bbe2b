"""Facts of a game, random games to the end, copies, errors and storage."""

import math
import pickle

import numpy as np

from games import CHANCE, TERMINAL, IllegalActionError, State, load_game
from tests.contract.sample import Sample, need, replay

TOLERANCE = 1e-9


def check_facts(sample: Sample) -> None:
    """The spec round trips; games compare, hash and pickle by it; bounds make sense."""
    game = sample.game
    same = load_game(str(game))
    need(
        same == game and hash(same) == hash(game), f"load_game({str(game)!r}) is not the same game"
    )
    need(same.get_parameters() == game.get_parameters(), f"{game}: the spec loses parameters")
    need(pickle.loads(pickle.dumps(game)) == game, f"{game} does not survive pickling")
    need(game.num_players() in game.facts["seats"], f"{game}: seats are not those of game.toml")
    need(len(game.teams()) == game.num_players(), f"{game}: teams() must list each seat's team")
    need(-math.inf < game.min_utility() < game.max_utility() < math.inf, f"{game}: utility bounds")
    need(game.max_game_length() > 0, f"{game}: max_game_length() must be positive")
    need(game.version >= 1, f"{game}: version starts at 1")


def check_moves(sample: Sample) -> None:
    """At every state of the games: who moves, what is legal, what it is worth so far."""
    for history in sample.histories:
        rounds = 0
        for at, state in enumerate(replay(sample.game, history)):
            _check_mover(sample, state)
            need(state.history() == history[:at], "history() is not what was played", state)
            need(state.round() >= rounds, "round() fell", state)
            rounds = state.round()
            need(isinstance(state.phase(), str) and state.phase(), "no phase", state)
            over = state.is_terminal()
            need(over == (at == len(history)), f"is_terminal() is {over}", state)


def _check_mover(sample: Sample, state: State) -> None:
    game, mover, legal = sample.game, state.current_player(), state.legal_actions()
    need(mover in (CHANCE, TERMINAL, *sample.seats), f"mover {mover}", state)
    need(state.is_terminal() == (mover == TERMINAL), "is_terminal()", state)
    need(state.is_chance_node() == (mover == CHANCE), "is_chance_node()", state)
    need(bool(legal) != (mover == TERMINAL), f"legal {legal}, mover {mover}", state)
    need(legal == sorted(set(legal)), f"legal actions don't ascend: {legal}", state)
    for seat in sample.seats:
        wanted = legal if seat == mover else []
        need(state.legal_actions(seat) == wanted, f"legal_actions({seat})", state)
    top = game.num_distinct_actions()
    if mover >= 0 and top is not None:
        need(legal[0] >= 0 and legal[-1] < top, f"{legal} but {top} actions", state)


def check_returns(sample: Sample) -> None:
    """Zeros before the end; then within bounds, the sum that was promised, teams alike."""
    game = sample.game
    for history in sample.histories:
        for state in replay(game, history):
            returns = state.returns()
            need(len(returns) == len(sample.seats), "returns() needs a value a seat", state)
            if not state.is_terminal():
                need(returns == [0.0] * len(returns), "returns before the end", state)
        _check_final(sample, state)


def _check_final(sample: Sample, state: State) -> None:
    game, returns, seats = sample.game, state.returns(), len(sample.seats)
    low, high = game.min_utility() - TOLERANCE, game.max_utility() + TOLERANCE
    need(all(low <= x <= high for x in returns), f"{returns} outside [{low}, {high}]", state)
    total = game.utility_sum()
    if total is not None:
        need(abs(sum(returns) - total) < 1e-6, f"{returns} don't sum to {total}", state)
    teams = game.teams()
    for seat in sample.seats:
        mates = [returns[other] for other in sample.seats if teams[other] == teams[seat]]
        need(len(set(mates)) == 1, f"team mates get {mates}", state)
    need(state.utilities() == returns, "utilities() at the end differ", state)
    places = state.places()
    need(abs(sum(places) - seats * (seats + 1) / 2) < 1e-9, f"places {places}", state)
    low_score, high_score = game.score_bounds()
    inside = all(low_score - TOLERANCE <= x <= high_score + TOLERANCE for x in state.scores())
    need(inside, f"scores {state.scores()} outside score_bounds()", state)


def check_replay(sample: Sample) -> None:
    """A history, a serialized text and a pickle each give the same state."""
    for state in sample.closeups:
        copies = {
            "replaying history()": list(replay(sample.game, state.history()))[-1],
            "deserialize_state()": sample.game.deserialize_state(state.serialize()),
            "pickling": pickle.loads(pickle.dumps(state)),
        }
        for way, copy in copies.items():
            need(copy.digest() == state.digest(), f"{way} gives another state", state)
            need(copy.history() == state.history(), f"{way} loses the history", state)
            need(type(copy) is type(state), f"{way} gives a {type(copy)}", state)


def check_clones(sample: Sample) -> None:
    """Copies of every step keep their digest while the game, and copies of it, go on."""
    rng = sample.rng("clones")
    for history in sample.histories:
        kept, every = [], 1 + len(history) // sample.effort.closeups
        for at, state in enumerate(replay(sample.game, history)):
            if at % every == 0:
                kept.append((state.clone(), state.digest()))
                need(type(kept[-1][0]) is type(state), f"clone() gives a {type(kept[-1][0])}")
                need(kept[-1][0].digest() == state.digest(), "clone() differs", state)
        for copy, _ in kept:
            _play_some(copy.clone(), rng)
            if not copy.is_terminal():
                copy.child(copy.legal_actions()[0])
        for copy, digest in kept:
            need(copy.digest() == digest, "a clone changed when others moved", copy)


def _play_some(state: State, rng: np.random.Generator) -> None:
    """Random moves, as many as clones need to betray what they share."""
    for _ in range(60):
        if not state.is_terminal():
            state.apply_action(int(rng.choice(state.legal_actions())))


def check_illegal(sample: Sample) -> None:
    """A wrong action raises with a reason and the legal moves, and changes nothing."""
    for state in sample.closeups:
        before, legal = (state.digest(), state.history()), state.legal_actions()
        top = sample.game.num_distinct_actions() or 1
        others = range(0, top, 1 + top // 12)
        wrong = [a for a in (-7, *others, top - 1, top, 10**9, None) if a not in legal]
        for action in wrong:
            error = _error_of(state, action)
            need(error is not None, f"action {action!r} was accepted", state)
            assert error is not None
            need(error.reason and "\n" not in str(error), f"reason {error.reason!r}", state)
            texts = [state.action_to_string(a) for a in legal]
            need(error.legal == texts, f"the error lists {error.legal}, not {texts}", state)
            after = (state.digest(), state.history())
            need(after == before, f"an illegal {action!r} changed the state", state)


def _error_of(state: State, action: object) -> IllegalActionError | None:
    try:
        state.apply_action(action)
    except IllegalActionError as error:
        return error
    return None


def check_rollouts(sample: Sample) -> None:
    """Kernels play from any state, repeat with the seed, and leave the state as it was."""
    from ext.kernels.rollouts import playouts

    game = sample.game
    low, high = game.min_utility() - TOLERANCE, game.max_utility() + TOLERANCE
    games = max(1, sample.effort.worlds - 1)
    for state in sample.closeups[:: max(1, len(sample.closeups) // 4)]:
        before, rows = state.digest(), np.zeros((2, games, len(sample.seats)))
        for informed in (False, True):
            for row in rows:
                playouts(state, row, sample.seed, 0, informed)
            need((rows[0] == rows[1]).all(), "playouts differ with one seed", state)
            need(((low <= rows) & (rows <= high)).all(), "a playout left the bounds", state)
        one, two = state.rollout(sample.rng("rollout")), state.rollout(sample.rng("rollout"))
        need(one == two, "rollout() differs with one seed", state)
        need(state.digest() == before, "a playout changed the state", state)


def check_perft(sample: Sample) -> None:
    """The perft kernel counts what the public methods offer, two moves deep."""
    from ext.kernels.perft import perft

    for state in sample.closeups[:: max(1, len(sample.closeups) // 8)]:
        legal = state.legal_actions()
        need(perft(state, 1) == len(legal), "perft 1", state)
        if len(legal) <= 60:
            below = sum(len(state.child(action).legal_actions()) for action in legal)
            need(perft(state, 2) == below, "perft 2", state)
