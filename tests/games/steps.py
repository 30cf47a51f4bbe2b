"""Steps that the tests of games take: acting by text, playing to the end of a round."""

from games import State


def say(state: State, *words: str) -> State:
    """Take these actions, named by their text."""
    for word in words:
        state.apply_action(state.string_to_action(word))
    return state


def offers(state: State) -> list[str]:
    """What the seat to move may do."""
    return [state.action_to_string(action) for action in state.legal_actions()]


def finish(state: State) -> State:
    """Take the lowest legal action to the end of the round."""
    number = state.round()
    while state.round() == number and not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    return state
