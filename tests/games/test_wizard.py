"""Wizard: a test for each rule of its page."""

from collections import Counter

import numpy as np
import pytest

from games import IllegalActionError, State, load_game
from games.core.deal import Deal, play_out_chance
from games.wizard.game import settle
from games.wizard.text import UNSEEN, card_of, card_text
from tests.games.steps import finish, offers, say

BACKENDS = pytest.mark.parametrize("backend", ["readable", "compiled"])


def dealt(hands: str, turned: str = "", backend: str = "compiled", **params: object) -> State:
    """A round with these hands (by seat, ``|`` between them) and this card turned up."""
    sets = [[card_of(card) for card in hand.split()] for hand in hands.split("|")]
    if "foresight" not in params:
        params = {"rounds": 1, "cards": len(sets[0]), **params}
    players = len(sets)
    state = load_game("wizard", players=players, backend=backend, **params).new_initial_state()
    for card in [c for cards in sets for c in sorted(cards)] + [card_of(c) for c in turned.split()]:
        state.apply_action(card)
    return state


def bid(state: State, *bids: int) -> State:
    """Make these bids."""
    return say(state, *(f"bid {number}" for number in bids))


def won_by(state: State, cards: str) -> int:
    """Place of the card that takes the trick in the state's table."""
    return state._table().winner([card_of(card) for card in cards.split()])


@BACKENDS
def test_r1_deck(backend: str) -> None:
    state = load_game("wizard", backend=backend).new_initial_state()
    texts = [state.action_to_string(action) for action in state.legal_actions()]
    assert len(texts) == 60
    assert Counter(text[0] for text in texts) == {**dict.fromkeys("DEGH", 13), "W": 4, "J": 4}
    assert [card_text(c) for c in (0, 1, 2, 3, 51)] == ["D1", "E1", "G1", "H1", "H13"]
    with pytest.raises(ValueError, match="no card: D, E, G or H with 1 to 13, W or J with 1 to 4"):
        card_of("D14")


@pytest.mark.parametrize(("players", "rounds"), [(3, 20), (4, 15), (5, 12), (6, 10)])
def test_r2_rounds(players: int, rounds: int) -> None:
    assert load_game("wizard", players=players).sizes == list(range(1, rounds + 1))


@BACKENDS
def test_r2_hands_grow_and_the_deal_passes(backend: str) -> None:
    state = load_game("wizard(rounds=3)", backend=backend).new_initial_state()
    for number in range(3):
        play_out_chance(state, Deal(number))
        assert [mask.bit_count() for mask in state.hands] == [number + 1] * 3
        assert state.order[-1] == (2 + number) % 3
        while state.phase() == "trump":
            state.apply_action(state.legal_actions()[0])
        assert state.current_player() == number % 3
        finish(state)
    assert state.is_terminal()


@BACKENDS
def test_r3_the_card_turned_up_is_trump(backend: str) -> None:
    state = dealt("D1|E1|H1", "G7", backend)
    assert state.to_dict(0)["trump"] == "giants"
    assert state.phase() == "bid"
    assert state.to_dict(1)["turned_up"] == ["G7"]


@BACKENDS
def test_r3_after_a_jester_there_are_no_trumps(backend: str) -> None:
    state = dealt("D1|E1|H1", "J2", backend)
    assert state.to_dict()["trump"] is None
    assert state.phase() == "bid"


@BACKENDS
def test_r3_after_a_wizard_the_dealer_chooses(backend: str) -> None:
    state = dealt("D1|E1|H1", "W3", backend)
    assert (state.phase(), state.current_player()) == ("trump", 2)
    assert offers(state) == ["trump dwarves", "trump elves", "trump giants", "trump humans"]
    say(state, "trump elves")
    assert state.to_dict(0)["trump"] == "elves"
    assert (state.phase(), state.current_player()) == ("bid", 0)
    bid(state, 0, 1, 0)
    say(state, "D1", "E1", "H1")
    assert state.scores() == [20, 30, 20]


@BACKENDS
def test_r3_no_trumps_when_all_cards_are_dealt(backend: str) -> None:
    state = load_game("wizard(rounds=1,cards=20)", backend=backend).new_initial_state()
    play_out_chance(state, Deal(1))
    assert (state.turned, state.phase(), state.to_dict()["trump"]) == (0, "bid", None)
    assert sum(mask.bit_count() for mask in state.hands) == 60


@BACKENDS
def test_r4_bids(backend: str) -> None:
    state = dealt("D1 D2|E1 E2|H1 H2", "G7", backend)
    assert offers(state) == ["bid 0", "bid 1", "bid 2"]
    with pytest.raises(IllegalActionError, match=r"bids go from 0 to 2 \(R4\)"):
        state.apply_action(63)
    bid(state, 2, 0)
    assert state.to_dict(2)["bids"] == [2, 0, None]
    assert "bids: seat 0 2, seat 1 0" in state.view_text(2)
    bid(state, 0)
    assert (state.phase(), state.current_player()) == ("play", 0)


@BACKENDS
def test_r5_follow(backend: str) -> None:
    state = bid(dealt("D5 E5 H5 W4|D1 E1 W1 J1|E2 E3 H1 J2", "G7", backend), 0, 0, 0)
    assert offers(state) == ["D5", "E5", "H5", "W4"]
    say(state, "D5")
    assert offers(state) == ["D1", "W1", "J1"]
    with pytest.raises(IllegalActionError, match="E1 does not follow suit, and seat 1 can"):
        state.apply_action(card_of("E1"))
    say(state, "D1")
    assert offers(state) == ["H1", "E2", "E3", "J2"]  # no dwarf: anything
    say(state, "E2")
    assert state.current_player() == 0


@BACKENDS
def test_r6_a_wizard_led_frees_all(backend: str) -> None:
    state = bid(dealt("W1 D5|D1 E1|D2 E2", "G7", backend), 0, 0, 0)
    say(state, "W1")
    assert offers(state) == ["D1", "E1"]
    say(state, "D1")
    assert offers(state) == ["D2", "E2"]  # the dwarf after the wizard asks for nothing


@BACKENDS
def test_r6_behind_a_jester_the_next_card_sets_the_suit(backend: str) -> None:
    state = bid(dealt("J1 D5|J2 E1|E2 D2|E3 D3", "G7", backend), 0, 0, 0, 0)
    say(state, "J1", "J2")
    assert offers(state) == ["D2", "E2"]
    say(state, "E2")
    assert offers(state) == ["E3"]


@BACKENDS
def test_r6_a_wizard_behind_a_jester_frees_all(backend: str) -> None:
    state = bid(dealt("J1 D5|W1 E1|E2 D2|E3 D3", "G7", backend), 0, 0, 0, 0)
    say(state, "J1", "W1", "E2")
    assert offers(state) == ["D3", "E3"]


@BACKENDS
def test_r6_a_later_wizard_leaves_the_suit_to_be_followed(backend: str) -> None:
    state = bid(dealt("D5 H5|W1 E1|E2 D2", "G7", backend), 0, 0, 0)
    say(state, "D5", "W1")
    assert offers(state) == ["D2"]


@BACKENDS
@pytest.mark.parametrize(
    ("trick", "place"),
    [
        ("D13 W2 W1 G13", 1),  # the first wizard
        ("D13 G1 G2 E13", 2),  # the highest trump
        ("D5 E13 D6 H13", 2),  # the highest of the suit led
        ("J1 D2 E13 D3", 3),  # the jester's suit is the next one's
        ("J3 J1 J2 J4", 0),  # the first of jesters
        ("J3 J1 D1 E13", 2),
        ("D1 J1 J2 J3", 0),
        ("J1 G1 D13 J2", 1),
    ],
)
def test_r7_winner(trick: str, place: int, backend: str) -> None:
    assert won_by(dealt("D1|E1|H1|H2", "G7", backend), trick) == place


def test_r7_without_trumps() -> None:
    assert won_by(dealt("D1|E1|H1|H2", "J1"), "D5 G13 D6 E13") == 2


@pytest.mark.parametrize(
    ("bids", "taken", "points"),
    [(0, 0, 20), (1, 1, 30), (3, 3, 50), (20, 20, 220), (2, 3, -10), (2, 1, -10), (5, 0, -50)],
)
def test_r8_points(bids: int, taken: int, points: int) -> None:
    assert settle(bids, taken) == points


@BACKENDS
def test_r8_of_a_whole_round(backend: str) -> None:
    state = finish(bid(dealt("W1 W2|D2 D3|E2 J1", "G7", backend), 2, 0, 2))
    assert state.to_dict()["taken"] == [2, 0, 0]
    assert state.scores() == [40, 20, -20]


def round_played(state: State) -> list[int]:
    """Play a round of three seats out; the points that it should bring, from its last card."""
    number = state.round()
    while state.round() == number and not state.is_terminal():
        before, action = state.clone(), state.legal_actions()[0]
        state.apply_action(action)
    leader = (before.current_player() + 1) % 3
    winner = (leader + before._table().winner([*before.plays[-2:], action])) % 3
    taken = [count + (seat == winner) for seat, count in enumerate(before.taken)]
    return [settle(before.bids[seat], taken[seat]) for seat in range(3)]


@BACKENDS
@pytest.mark.parametrize("seed", range(3))
def test_r9_end(seed: int, backend: str) -> None:
    """The points of all rounds add up, and the highest total wins; equals share."""
    state, totals = load_game("wizard(rounds=4)", backend=backend).new_initial_state(), [0] * 3
    for number in range(4):
        play_out_chance(state, Deal(10 * seed + number))
        while state.phase() != "play":
            state.apply_action(state.rule_action())
        totals = [t + p for t, p in zip(totals, round_played(state), strict=True)]
        assert state.scores() == totals
    assert state.is_terminal()
    best = max(totals)
    assert state.places()[totals.index(best)] == (1 + totals.count(best)) / 2


@BACKENDS
def test_r10_hidden_bids_are_shown_together(backend: str) -> None:
    state = bid(dealt("D1|E1|H1", "G7", backend, bidding="hidden"), 1, 0)
    assert state.to_dict(0)["bids"] == [1, "?", None]
    assert state.to_dict(2)["bids"] == ["?", "?", None]
    assert "bids: seat 0 ?, seat 1 ?" in state.view_text(0)
    bid(state, 1)
    assert all(state.to_dict(seat)["bids"] == [1, 0, 1] for seat in range(3))
    rng = np.random.default_rng(0)
    assert {tuple(state.resample_from_infostate(0, rng).calls) for _ in range(20)} == {
        tuple(state.calls)
    }


@BACKENDS
def test_r10_secret_bids_are_shown_at_the_end(backend: str) -> None:
    state = bid(dealt("D1|E1|H1", "G7", backend, bidding="secret"), 1, 0, 1)
    assert state.to_dict(1)["bids"] == ["?", 0, "?"]
    say(state, "D1", "E1")
    assert state.to_dict(1)["bids"] == ["?", 0, "?"]
    rng = np.random.default_rng(0)
    worlds = [state.resample_from_infostate(1, rng) for _ in range(400)]
    counts = Counter((world.calls[0], world.calls[2]) for world in worlds)
    assert len(counts) == 4
    assert min(counts.values()) > 60  # 100 expected: any bid, whatever the cards
    assert {world.calls[1] for world in worlds} == {60}
    say(state, "H1")
    assert state.to_dict(1)["bids"] == [1, 0, 1]


@BACKENDS
def test_r10_plus_minus(backend: str) -> None:
    state = bid(dealt("D1 D2|E1 E2|H1 H2", "G7", backend, plus_minus=True), 1, 0)
    assert offers(state) == ["bid 0", "bid 2"]
    with pytest.raises(IllegalActionError, match=r"bid 1 would make the bids add up to 2 \(R10\)"):
        state.apply_action(61)
    free = bid(dealt("D1 D2|E1 E2|H1 H2", "G7", backend, plus_minus=True), 2, 1)
    assert offers(free) == ["bid 0", "bid 1", "bid 2"]  # three are bid already
    for _ in range(2):
        assert state.rule_action() in state.legal_actions()
        state.apply_action(state.rule_action())


@pytest.mark.parametrize("bidding", ["hidden", "secret"])
def test_r10_plus_minus_would_show_hidden_bids(bidding: str) -> None:
    with pytest.raises(ValueError, match="plus_minus=true needs bidding=open"):
        load_game("wizard(plus_minus=true)", bidding=bidding)


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (3, [2, 4, 6, 8, 10, 12, 14, 16, 18, 20]),
        (4, [1, 3, 5, 7, 9, 11, 12, 13, 14, 15]),
        (5, [2, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
        (6, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
    ],
)
def test_r11_tournament(players: int, sizes: list[int]) -> None:
    assert load_game("wizard(length=tournament)", players=players).sizes == sizes


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_r11_five_rounds(players: int) -> None:
    assert load_game("wizard(length=five)", players=players).sizes == [1, 2, 3, 4, 5]


@BACKENDS
def test_r12_foresight(backend: str) -> None:
    """Everybody sees the others' card and not the own one, which is played unseen."""
    state = dealt("D1|W1|H1", "G7", backend, foresight=True, rounds=1)
    assert state.to_dict(0)["hands"] == [1, ["W1"], ["H1"]]
    assert state.to_dict(1)["dealt"] == [["D1"], 1, ["H1"]]
    bid(state, 0, 0, 0)
    assert offers(state) == ["play the unseen card"]
    with pytest.raises(IllegalActionError, match=r"not seen before it is played \(R12\)"):
        state.apply_action(card_of("D1"))
    state.apply_action(UNSEEN)
    assert state.plays == [card_of("D1")]
    assert state.to_dict(0)["dealt"] == [["D1"], ["W1"], ["H1"]]
    state.apply_action(UNSEEN)
    state.apply_action(UNSEEN)
    assert state.scores() == [20, -10, 20]


@BACKENDS
def test_r12_only_the_own_card_is_drawn_anew(backend: str) -> None:
    state = bid(dealt("D1|W1|H1", "G7", backend, foresight=True, rounds=1), 0)
    rng = np.random.default_rng(1)
    worlds = [state.resample_from_infostate(1, rng) for _ in range(3000)]
    assert {(w.hands[0], w.hands[2]) for w in worlds} == {(state.hands[0], state.hands[2])}
    assert len({w.hands[1] for w in worlds}) == 57  # any card but three
    key = state.information_key(1)
    assert {w.information_key(1) for w in worlds} == {key}
    assert {w.rule_action() for w in worlds} == {state.rule_action()}


@BACKENDS
def test_r12_further_rounds_are_played_with_cards_in_hand(backend: str) -> None:
    state = load_game("wizard(foresight=true,rounds=2)", backend=backend).new_initial_state()
    play_out_chance(state, Deal(3))
    finish(state)
    play_out_chance(state, Deal(4))
    assert state.to_dict(0)["hands"][1:] == [2, 2]
    assert len(state.to_dict(0)["hands"][0]) == 2


def test_r12_needs_a_round_of_one_card() -> None:
    with pytest.raises(ValueError, match="a round of one card, and the first has 2"):
        load_game("wizard(foresight=true,length=tournament)")
    assert load_game("wizard(foresight=true,length=tournament,players=4)").sizes[0] == 1
    with pytest.raises(ValueError, match="needs cards left over"):
        load_game("wizard(foresight=true,players=5,deck=tiny)")


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("wizard(cards=3)", "cards=3 needs rounds=1"),
        ("wizard(cards=3,rounds=1,length=five)", "cards=3 needs rounds=1 and length=full"),
        ("wizard(cards=11,rounds=1,players=6)", "6 players have at most 10 cards each"),
        ("wizard(rounds=11,players=6)", "this game has 10 rounds"),
        ("wizard(length=tournament,deck=short)", "length=tournament needs deck=full"),
        ("wizard(deck=tiny,players=6)", "deck=tiny has too few cards for players=6"),
    ],
)
def test_decisions_wrong_combinations(spec: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        load_game(spec)


@BACKENDS
def test_a_void_is_remembered_and_special_cards_show_none(backend: str) -> None:
    """Who throws off has none of the suit; who plays a wizard or jester may have it still."""
    state = bid(dealt("D5 D6 H5|E1 E2 E4|W1 D2 H6", "G7", backend), 0, 0, 0)
    say(state, "D5", "E1", "W1")
    rng = np.random.default_rng(0)
    worlds = [state.resample_from_infostate(0, rng) for _ in range(200)]
    dwarves = sum(1 << 4 * rank for rank in range(13))
    assert not any(world.hands[1] & dwarves for world in worlds)
    assert any(world.hands[2] & dwarves for world in worlds)
    assert all(world.turned_up == state.turned_up for world in worlds)


def test_the_plain_player_bids_what_it_has() -> None:
    assert dealt("W1 W2 G13|E1 E2 E3|D1 D2 D4", "G7").rule_action() == 63
    assert dealt("J1 J2 D1|E1 E2 E3|G1 D2 D4", "G7").rule_action() == 60
    state = dealt("W1|W2|D1", "G7", foresight=True, rounds=1)
    assert state.rule_action() == 60  # a wizard among the others
    state = dealt("W1|J1|D1", "J2", foresight=True, rounds=1)
    assert state.rule_action() == 60  # few cards beat the dwarf without trumps


def test_the_plain_dealer_chooses_the_longest_suit() -> None:
    state = dealt("D1 D2 D3|E1 E2 E3|H1 H2 G13", "W1")
    assert state.action_to_string(state.rule_action()) == "trump giants"  # 20 against 8 + 9
    state = dealt("D1 D2 D3|E1 E2 E3|H1 H9 G10", "W1")
    assert state.action_to_string(state.rule_action()) == "trump humans"
