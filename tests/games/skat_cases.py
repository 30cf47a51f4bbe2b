"""What the tests of Skat share: hands, dealt states, moves as text."""

import games
from games.mechanics.cards import mask_of
from games.skat.cards import card_of, deck

DECK = deck("789TJQKA")
BACKENDS = ("readable", "compiled")


def cards(text):
    return mask_of(card_of(word) for word in text.split())


def dealt(hands, backend="compiled", **params):
    """A state after the deal; `hands` are three texts of ten cards."""
    state = games.load_game(
        "skat", **{"deals": 1, "backend": backend, **params}
    ).new_initial_state()
    for hand in hands:
        for card in sorted(card_of(word) for word in hand.split()):
            state.apply_action(card)
    return state


def play(state, moves):
    """Play moves given as text, separated by semicolons or, for cards, blanks."""
    for text in moves.split(";"):
        words = text.split()
        is_cards = all(len(word) == 2 and word[0] in "DHSC" for word in words)
        for move in words if is_cards else [text.strip()]:
            state.apply_action(state.string_to_action(move))
    return state


HANDS = (
    "CJ SJ CA CT CK SA ST HA HT DA",
    "HJ DJ C9 C8 SK SQ HK HQ DK DQ",
    "C7 CQ S9 S8 S7 H9 H8 H7 D9 D8",
)  # skat: DT D7
