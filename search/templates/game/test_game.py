"""New game: a test for each rule of its page.

The contract tests find the game by themselves; ``pytest --regen -k new_game`` writes its
playthrough, which you then read as a record of a game.
"""

from games import State, load_game


def played(*texts: str) -> State:
    """The state after these moves."""
    state = load_game("new_game").new_initial_state()
    for text in texts:
        state.apply_action(state.string_to_action(text))
    return state


def test_r1_deck() -> None:
    assert [action + 1 for action in played().legal_actions()] == [1, 2, 3, 4, 5, 6]


def test_r2_each_gets_a_card() -> None:
    assert played("5", "2").to_dict()["hands"] == [[5], [2]]


def test_r3_an_exchange_draws_from_the_deck() -> None:
    state = played("5", "2", "keep", "exchange")
    assert [text for text, _ in map_texts(state)] == ["1", "3", "4", "6"]


def test_r4_the_higher_card_wins() -> None:
    assert played("5", "2", "keep", "exchange", "6").returns() == [-1.0, 1.0]
    assert played("5", "2", "keep", "keep").returns() == [1.0, -1.0]


def map_texts(state: State) -> list[tuple[str, int]]:
    """Legal moves as text, with their actions."""
    return [(state.action_to_string(action), action) for action in state.legal_actions()]
