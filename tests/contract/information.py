"""What a seat knows: perfect recall, keys that agree with strings, nothing hidden shown."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from games import CHANCE, TERMINAL, State
from tests.contract.sample import Sample, need, replay

MANY = 200  # actions of a state whose past is followed through its resample
MANY_MOVES = 40  # moves of a state that are compared with each other
CLOSE = 6  # states whose past or future is followed


def check_keys(sample: Sample) -> None:
    """Two states share a seat's key exactly when they share its string; so do legal actions."""
    texts: dict[tuple[int, int], str] = {}
    keys: dict[tuple[int, str], int] = {}
    offers: dict[tuple[int, str], list[int]] = {}
    for state in _visited(sample):
        for seat in sample.seats:
            text, key = state.information_state_string(seat), state.information_key(seat)
            same = texts.setdefault((seat, key), text) == text
            need(same, f"one key, two information states of seat {seat}", state)
            same = keys.setdefault((seat, text), key) == key
            need(same, f"one information state, two keys of seat {seat}", state)
            legal = state.legal_actions(seat)
            same = offers.setdefault((seat, text), legal) == legal
            need(same, f"seat {seat} can tell these apart by what is legal", state)


def check_kernel_keys(sample: Sample) -> None:
    """Kernels, whose copies carry no history, see the keys that the public methods give."""
    from ext.kernels.follow import follow

    for history in sample.histories:
        line = history[: sample.effort.prefix]
        rows = follow(sample.game.new_initial_state(), line)
        for keys, state in zip(rows, replay(sample.game, line), strict=True):
            public = [state.information_key(seat) for seat in sample.seats]
            need(keys == public, "kernels see another information key (history used?)", state)


def check_considered(sample: Sample) -> None:
    """What a search looks at is legal, ascends, and doesn't depend on what its seat can't see."""
    from ext.kernels.follow import considered

    for state, seat, worlds in sample.worlds:
        if state.current_player() == seat:
            moves, modelled = considered(state)
            need(moves, "a search has nothing to look at", state)
            need(moves == sorted(set(moves) & set(state.legal_actions())), f"{moves}", state)
            for world in worlds:
                same = considered(world) == (moves, modelled)
                need(same, f"what is searched shows seat {seat} what is hidden", state)


def check_seen(sample: Sample) -> None:
    """Moves of others look alike to a seat exactly when it can't tell apart what follows."""
    from ext.kernels.follow import seen

    for state, seat, _ in sample.worlds:
        if state.current_player() in (seat, TERMINAL, CHANCE):
            continue
        looks = seen(state, seat)
        moves = sample.rng("seen").permutation(sorted(looks))[:MANY_MOVES]
        after = {int(a): state.child(int(a)).information_state_string(seat) for a in moves}
        for one, other in pairwise(after):
            same = (looks[one] == looks[other]) == (after[one] == after[other])
            need(same, f"what seat {seat} sees of {one} and {other}: {looks}", state)


def _visited(sample: Sample) -> Iterator[State]:
    """Beginnings of the random games, the closeups and their resamples."""
    for history in sample.histories:
        yield from replay(sample.game, history[: sample.effort.prefix])
    for state, _, worlds in sample.worlds:
        yield state
        yield from worlds


def check_recall(sample: Sample) -> None:
    """A seat's string says which strings it had before and what it did."""
    known: dict[tuple[int, str], tuple[str, int | None]] = {}
    for history in sample.histories:
        for seat in sample.seats:
            trail = memories(sample, history[: sample.effort.prefix], seat)
            need(len({text for text, _ in trail}) == len(trail), _returned(sample, history, seat))
            for (before, action), (after, _) in pairwise(trail):
                same = known.setdefault((seat, after), (before, action)) == (before, action)
                need(same, f"seat {seat} forgets in {sample.game}: {after!r} after {history}")


def _returned(sample: Sample, history: list[int], seat: int) -> str:
    return f"an information string of seat {seat} comes back in {sample.game} after {history}"


def memories(sample: Sample, history: list[int], seat: int) -> list[tuple[str, int | None]]:
    """The seat's strings along a history, each with what the seat did there (None: nothing)."""
    trail: list[tuple[str, int | None]] = []
    for at, state in enumerate(replay(sample.game, history)):
        text = state.information_state_string(seat)
        action = history[at] if at < len(history) and state.current_player() == seat else None
        if trail and trail[-1] == (text, None):
            trail.pop()  # nothing that the seat noticed happened
        trail.append((text, action))
    return trail


def check_past(sample: Sample) -> None:
    """A resample has the same past in the seat's eyes, and the same of its own moves."""
    rng = sample.rng("past")
    fit = [entry for entry in sample.worlds if len(entry[0].history()) <= MANY]
    for at in rng.permutation(len(fit))[:CLOSE]:
        state, seat, worlds = fit[at]
        trail = memories(sample, state.history(), seat)
        other = memories(sample, worlds[0].history(), seat)
        need(other == trail, f"seat {seat} has another past in a resample", state)


def check_branches(sample: Sample) -> None:
    """After two different actions of its own, a seat's strings never meet again."""
    rng = sample.rng("branches")
    nodes = [s for s in sample.closeups if s.current_player() >= 0 and len(s.legal_actions()) > 1]
    for at in rng.permutation(len(nodes))[:CLOSE]:
        state = nodes[at]
        seat = state.current_player()
        chosen = rng.choice(state.legal_actions(), 2, replace=False)
        one, two = (_future(state.child(int(action)), seat, rng) for action in chosen)
        met = one & two
        need(not met, f"seat {seat} forgets which of {chosen} it chose: {met}", state)


def _future(state: State, seat: int, rng: np.random.Generator) -> set[str]:
    """The seat's strings during some moves that keep to the first legal action where they can."""
    seen, moves = {state.information_state_string(seat)}, 0
    while not state.is_terminal() and moves < 30:
        legal = state.legal_actions()
        state.apply_action(legal[0] if moves < 10 else int(rng.choice(legal)))
        seen.add(state.information_state_string(seat))
        moves += 1
    return seen


def check_hidden(sample: Sample) -> None:
    """Nothing that a seat is shown changes when what it can't see is swapped."""
    for state, seat, worlds in sample.worlds:
        shown = _shown(state, seat)
        for world in worlds:
            for what, value in _shown(world, seat).items():
                same = value == shown[what]
                need(same, f"{what} shows seat {seat} what is hidden", state)


def _shown(state: State, seat: int) -> dict[str, object]:
    """Everything that a player or a page may ask for in the name of a seat."""
    return {
        "observation_string": state.observation_string(seat),
        "to_dict": state.to_dict(seat),
        "view_text": state.view_text(seat),
        "view_html": state.view_html(seat),
        "phase": state.phase(),
        "round": state.round(),
        "current_player": state.current_player(),
        "legal_actions": state.legal_actions(seat),
    }
