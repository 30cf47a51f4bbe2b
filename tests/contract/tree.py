"""Whole-tree checks: games that are small enough are enumerated to the last leaf."""

from functools import lru_cache

from games import Game, State
from tests.contract.sample import Sample, need

Groups = dict[tuple[int, str], list[State]]
Memory = tuple[object, ...]  # strings of a seat and its own actions in between


@lru_cache(maxsize=4)
def all_states(game: Game, most: int) -> tuple[State, ...]:
    """Every state of a game, depth first; empty when there are more than `most`."""
    found, waiting = [], [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        found.append(state)
        if len(found) + len(waiting) > most:
            return ()
        waiting.extend(state.child(action) for action in reversed(state.legal_actions()))
    return tuple(found)


def histories_by_information(sample: Sample) -> Groups:
    """All states of a small game by (seat, information string); empty for a large one."""
    groups: Groups = {}
    for state in all_states(sample.game, sample.effort.tree):
        for seat in sample.seats:
            groups.setdefault((seat, state.information_state_string(seat)), []).append(state)
    return groups


def check_tree(sample: Sample) -> None:
    """Sums at every leaf; one mover, one list of moves and one key an information set; recall."""
    states = all_states(sample.game, sample.effort.tree)
    total, movers = sample.game.utility_sum(), dict[str, tuple[int, list[int]]]()
    for state in states:
        if state.is_terminal() and total is not None:
            need(abs(sum(state.returns()) - total) < 1e-9, f"sum {state.returns()}", state)
        mover = state.current_player()
        if mover >= 0:
            text, offer = state.information_state_string(mover), (mover, state.legal_actions())
            same = movers.setdefault(text, offer) == offer
            need(same, f"information set {text!r} has two movers or offers", state)
    _check_partition(sample)
    _check_memory(sample, states)


def _check_partition(sample: Sample) -> None:
    keys: dict[tuple[int, int], str] = {}
    for (seat, text), group in histories_by_information(sample).items():
        need(len({s.information_key(seat) for s in group}) == 1, f"{text!r} has two keys")
        key = group[0].information_key(seat)
        need(keys.setdefault((seat, key), text) == text, f"{text!r} shares its key")
        shown = {s.observation_string(seat) for s in group}
        need(len(shown) == 1, f"{text!r} shows what is hidden: {shown}")
        need(len({s.current_player() for s in group}) == 1, f"{text!r}: several movers")


def _check_memory(sample: Sample, states: tuple[State, ...]) -> None:
    """The parent's memory, and the action if it was the seat's own, follow from the string."""
    movers = {tuple(state.history()): state.current_player() for state in states}
    for seat in sample.seats:
        memory: dict[tuple[int, ...], Memory] = {}
        known: dict[str, Memory] = {}
        for state in states:  # parents come before their children
            history, text = tuple(state.history()), state.information_state_string(seat)
            past = memory[history[:-1]] if history else ()
            if history and movers[history[:-1]] == seat:
                past = (*past, history[-1])
            memory[history] = past if past and past[-1] == text else (*past, text)
            same = known.setdefault(text, memory[history]) == memory[history]
            need(same, f"seat {seat} forgets: {text!r}", state)
