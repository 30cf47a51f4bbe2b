"""Games of tricks against OpenSpiel's: legal plays and winners of tricks, on random deals."""

from typing import Any

import numpy as np
import pytest

from ext.mech.tricks import bits
from games import State, load_game
from games.wizard.text import FIRST_BID
from tests.conftest import peer

DEALS = 1000


def dealt_alike(state: State, rng: np.random.Generator) -> list[list[int]]:
    """Deal random hands to `state`; returns them."""
    cards = rng.permutation(52)
    hands = [sorted(int(c) for c in cards[13 * i : 13 * i + 13]) for i in range(4)]
    for card in [c for hand in hands for c in hand]:
        state.apply_action(card)
    return hands


def theirs_of(card: int) -> int:
    """OpenSpiel's number of a card: suit by suit, clubs first."""
    return 13 * (card % 4) + card // 4


def ours_of(card: int) -> int:
    """The inverse."""
    return 4 * (card % 13) + card // 13


def test_spades() -> None:
    """OpenSpiel's is the partnership game: it deals round the table, has a bid of none, and opens
    spades for leading later than with the first one played, so spades led are not compared then.
    """
    pyspiel, rng = peer("pyspiel"), np.random.default_rng(4)
    game, their_game = load_game("spades(deals=1)"), pyspiel.load_game("spades")
    for _ in range(DEALS):
        ours, theirs = game.new_initial_state(), their_game.new_initial_state()
        hands = dealt_alike(ours, rng)
        while theirs.is_chance_node():
            count = 52 - len(theirs.legal_actions())
            theirs.apply_action(theirs_of(hands[count % 4][count // 4]))
        for _ in range(4):
            ours.apply_action(52)
            theirs.apply_action(53)
        while not ours.is_terminal():
            assert ours.current_player() == theirs.current_player()
            moves, wanted = sorted(map(theirs_of, ours.legal_actions())), theirs.legal_actions()
            if ours.broken and len(ours.plays) % 4 == 0:
                assert set(wanted) <= set(moves)
                moves = [a for a in moves if a < theirs_of(3) or a in wanted]
            assert moves == wanted
            card = int(rng.choice(wanted))
            ours.apply_action(ours_of(card))
            theirs.apply_action(card)
        assert theirs.is_terminal()


def hearts_alike(ours: State, theirs: Any, rng: np.random.Generator) -> None:
    """Play a Hearts deal to the end on both sides, which number cards alike."""
    while not ours.is_terminal():
        assert ours.current_player() == theirs.current_player()
        assert ours.legal_actions() == theirs.legal_actions()
        card = int(rng.choice(theirs.legal_actions()))
        ours.apply_action(card)
        theirs.apply_action(card)
    assert theirs.is_terminal()
    hearts, queen_of_spades, costs = 2, 43, []
    for won in map(bits, ours.won):
        costs.append(sum(card % 4 == hearts for card in won) + 13 * (queen_of_spades in won))
    moon = 26 in costs
    assert theirs.returns() == [26 * (cost == 26) if moon else 26 - cost for cost in costs]


def deal_hearts(theirs: Any, direction: int, hands: list[list[int]]) -> None:
    """Say where cards are passed to, and deal: OpenSpiel deals round the table."""
    theirs.apply_action(direction)
    for count in range(52):
        theirs.apply_action(hands[count % 4][count // 4])


def test_sparts_traditional_hearts() -> None:
    """The first deal, in which cards are passed to the left; OpenSpiel's scores are its own."""
    pyspiel, rng = peer("pyspiel"), np.random.default_rng(5)
    game = load_game("sparts(deals=1,contract=hearts,mode=traditional)")
    their_game = pyspiel.load_game("hearts", {"qs_breaks_hearts": False})
    for _ in range(DEALS):
        ours, theirs = game.new_initial_state(), their_game.new_initial_state()
        hands, left = dealt_alike(ours, rng), 1
        deal_hearts(theirs, left, hands)
        while ours.phase() == "pass":
            assert ours.current_player() == theirs.current_player()
            assert set(ours.legal_actions()) <= set(theirs.legal_actions())
            card = int(rng.choice(ours.legal_actions()))
            ours.apply_action(card)
            theirs.apply_action(card)
        hearts_alike(ours, theirs, rng)


def test_sparts_hearts() -> None:
    """OpenSpiel passes three cards and opens with the two of clubs: so it is dealt the hands after
    our passing, and only deals in which our first player keeps that card and leads it are played.
    """
    pyspiel, rng = peer("pyspiel"), np.random.default_rng(6)
    game = load_game("sparts(deals=1,contract=hearts)")
    options = {"pass_cards": False, "no_pts_on_first_trick": False, "qs_breaks_hearts": True}
    their_game, played, two_of_clubs = pyspiel.load_game("hearts", options), 0, 0
    while played < DEALS:
        ours, theirs = game.new_initial_state(), their_game.new_initial_state()
        dealt_alike(ours, rng)
        while ours.phase() == "pass":
            ours.apply_action(int(rng.choice(ours.legal_actions())))
        if not ours.hands[0] >> two_of_clubs & 1:
            continue
        deal_hearts(theirs, 0, [bits(hand) for hand in ours.hands])
        ours.apply_action(two_of_clubs)
        theirs.apply_action(two_of_clubs)
        hearts_alike(ours, theirs, rng)
        played += 1


@pytest.mark.parametrize(("players", "tricks"), [(3, 10), (3, 17), (4, 5), (5, 7), (6, 8)])
def test_wizard(players: int, tricks: int) -> None:
    """OpenSpiel's is Oh Hell: no wizards, no jesters, other points, and plus/minus one always. So
    deals of plain cards only are compared, in bids, cards that may be played, and tricks.
    """
    pyspiel, rng = peer("pyspiel"), np.random.default_rng(7)
    ours_of_game = load_game("wizard(rounds=1,plus_minus=true)", players=players, cards=tricks)
    their_game = pyspiel.load_game(f"oh_hell(players={players},num_tricks_fixed={tricks})")
    for _ in range(DEALS // 5):
        ours, theirs = ours_of_game.new_initial_state(), their_game.new_initial_state()
        cards = [int(card) for card in rng.permutation(52)[: players * tricks + 1]]
        hands = [sorted(cards[seat:-1:players]) for seat in range(players)]
        for card in [c for hand in hands for c in hand] + cards[-1:]:
            ours.apply_action(card)
        for action in [tricks, players - 1, *cards]:  # they deal round the table
            theirs.apply_action(action)
        while not ours.is_terminal():
            assert ours.current_player() == theirs.current_player()
            shift = 52 - FIRST_BID if ours.phase() == "bid" else 0
            assert [action + shift for action in ours.legal_actions()] == theirs.legal_actions()
            action = int(rng.choice(ours.legal_actions()))
            ours.apply_action(action)
            theirs.apply_action(action + shift)
        made = [ours.bids[seat] == taken for seat, taken in enumerate(ours.taken)]
        assert theirs.returns() == [t + 10 * m for t, m in zip(ours.taken, made, strict=True)]
