"""Oh-Seven: a test for each rule of its page."""

import numpy as np
import pytest

from games import IllegalActionError, State, load_game
from games.core.deal import Deal, play_out_chance
from games.oh_seven.game import settle
from tests.games.steps import offers

BACKENDS = pytest.mark.parametrize("backend", ["readable", "compiled"])
HANDS = (
    "0c 1c 2c 3c 4c 5c 7s",
    "0d 1d 2d 3d 4d 5d 7h",
    "0h 1h 2h 3h 4h 5h 7d",
    "0s 1s 2s 3s 4s 5s 7c",
)


def kind(text: str) -> int:
    """Number of a card."""
    return 4 * int(text[0]) + "cdhs".index(text[1])


def dealt(backend: str = "compiled", hands: tuple[str, ...] = HANDS, **params: object) -> State:
    """The state after dealing these hands."""
    params.setdefault("rounds", 1)
    state = load_game("oh_seven", backend=backend, players=len(hands), **params).new_initial_state()
    for hand in hands:
        for card in sorted(map(kind, hand.split())):
            state.apply_action(card)
    return state


def after(state: State, line: str) -> State:
    """Play some cards, as passes, bids or plays."""
    for card in line.split():
        state.apply_action(kind(card))
    return state


def round_of(number: int, backend: str = "compiled", players: int = 4, seed: int = 1) -> State:
    """A state at the first call of a round with passing, the ones before played plainly."""
    game = load_game("oh_seven(passing=true)", backend=backend, players=players)
    state, deal = game.new_initial_state(), Deal(seed)
    play_out_chance(state, deal)
    while state.round() < number - 1:
        state.apply_action(state.rule_action())
        play_out_chance(state, deal)
    return state


@BACKENDS
@pytest.mark.parametrize(("players", "cards"), [(2, 32), (4, 32), (5, 64), (9, 64)])
def test_r1_deck_and_deal(players: int, cards: int, backend: str) -> None:
    game = load_game("oh_seven", players=players, backend=backend)
    assert game.deck.bit_count() == cards
    state = game.new_initial_state()
    play_out_chance(state, Deal(3))
    assert [mask.bit_count() for mask in state.hands] == [7] * players
    assert len(state.legal_actions()) == len(set(state._kinds(state.hands[0])))


def test_r1_five_players_need_two_decks() -> None:
    with pytest.raises(ValueError, match="players=5 needs two decks"):
        load_game("oh_seven(players=5,decks=1)")
    assert load_game("oh_seven(players=3,decks=2)").copies == 2


@BACKENDS
def test_r2_bids_are_turned_together(backend: str) -> None:
    state = dealt(backend)
    state = after(state, "3c 0d 1h")
    assert state.to_dict(1)["calls"] == ["?", "0d", "?"]
    assert state.to_dict(1)["bids"] == [None] * 4
    assert state.current_player() == 3
    after(state, "1s")
    assert state.to_dict(1)["calls"] == ["3c", "0d", "1h", "1s"]
    assert state.to_dict()["bids"] == ["3c", "0d", "1h", "1s"]
    assert [mask.bit_count() for mask in state.hands] == [7] * 4  # back in the hands


@BACKENDS
@pytest.mark.parametrize(
    ("bids", "leader", "trump"),
    [
        ("5c 0d 1h 2s", 0, "c"),
        ("2c 2d 2h 2s", 3, "s"),
        ("2c 2d 2h 0s", 2, "h"),
        ("2c 2d 1h 1s", 1, "d"),
    ],
)
def test_r3_top_bid(bids: str, leader: int, trump: str, backend: str) -> None:
    state = after(dealt(backend), bids)
    assert state.phase() == "play"
    assert state.current_player() == leader
    assert state.to_dict()["trumps"][0] == trump


@BACKENDS
def test_r4_a_sum_of_seven_bids_again(backend: str) -> None:
    state = after(dealt(backend), "3c 0d 1h 3s")
    assert state.phase() == "bid"
    assert state.scores() == [0, 0, 0, 1]  # spades before clubs
    assert offers(state) == ["0c", "1c", "2c", "4c", "5c", "7s"]
    with pytest.raises(IllegalActionError, match="3c has been bid with"):
        state.apply_action(kind("3c"))
    after(state, "0c 1d 2h 4s")  # seven again
    assert state.scores() == [0, 0, 0, 2]
    after(state, "1c 2d 3h 0s")
    assert state.phase() == "play"
    assert state.to_dict()["bids"] == ["1c", "2d", "3h", "0s"]
    assert state.current_player() == 2


@BACKENDS
def test_r4_two_identical_top_bids_bid_again(backend: str) -> None:
    hands = ("0c 1c 2c 3c 4c 5c 7s", "0d 1d 2d 3d 4d 5d 7s", "0h 1h 2h 3h 4h 5h 7d")
    state = after(dealt(backend, hands, decks=2), "7s 7s 0h")
    assert state.phase() == "bid"
    assert state.scores() == [1, 1, 0]
    state = after(dealt(backend, hands, decks=2), "5c 2d 0h")  # both reasons would make one point
    assert state.scores() == [1, 0, 0]
    # Two identical bids that are not the top ones stand.
    hands = ("0c 1c 2c 3c 4c 5c 7s", "0d 1d 2d 3d 4d 5c 7s", "0h 1h 2h 3h 4h 5h 7d")
    state = after(dealt(backend, hands, decks=2), "5c 5c 7d")
    assert state.phase() == "play"
    assert state.current_player() == 2


@BACKENDS
def test_r5_out_of_cards_deals_anew(backend: str) -> None:
    hands = ("3c 4c 0c 7c 6c 5c 2c", "4d 3d 7d 0d 1d 2d 5d")
    state = dealt(backend, hands, rounds=7)
    for mine, theirs in zip(hands[0].split(), hands[1].split(), strict=True):
        assert state.phase() == "bid"
        after(state, f"{mine} {theirs}")
    assert state.is_chance_node()
    assert state.round() == 0
    assert sum(state.scores()) == 7
    assert state.chance_source().name == "deck 1"


@BACKENDS
def test_decisions_the_third_deal_of_a_round_is_the_last(backend: str) -> None:
    hands = ("3c 4c 0c 7c 6c 5c 2c", "4d 3d 7d 0d 1d 2d 5d")
    state = dealt(backend, hands, rounds=7)
    for time in range(3):
        if time:
            for hand in hands:
                for card in sorted(map(kind, hand.split())):
                    state.apply_action(card)
        for mine, theirs in zip(hands[0].split(), hands[1].split(), strict=True):
            after(state, f"{mine} {theirs}")
    assert state.phase() == "play"
    assert state.scores() == [12, 8]  # a point for each bid but the last
    assert state.to_dict()["bids"] == ["2c", "5d"]
    assert state.current_player() == 1


@BACKENDS
def test_r6_lead_and_follow(backend: str) -> None:
    state = after(dealt(backend), "0c 0d 0h 1s")
    assert state.current_player() == 3
    after(state, "7c")
    assert offers(state) == ["0c", "1c", "2c", "3c", "4c", "5c"]
    with pytest.raises(IllegalActionError, match="does not follow suit, and seat 0 can"):
        state.apply_action(kind("7s"))
    after(state, "0c")
    assert len(offers(state)) == 7  # no clubs


@BACKENDS
def test_r7_winner(backend: str) -> None:
    state = after(dealt(backend), "0c 0d 0h 1s 7c 0c 7h 7d")
    assert state.current_player() == 3  # the highest of the suit led
    state = after(dealt(backend), "0c 1d 0h 0s 7h 5h 0s 0c")
    assert state.current_player() == 1
    state = after(dealt(backend), "0c 1d 0h 0s 0d 7d 0s 0c")
    assert state.current_player() == 2


@BACKENDS
def test_r7_of_identical_cards_the_first_wins(backend: str) -> None:
    hands = ("0c 1c 2c 3c 4c 5c 7s", "0d 1d 2d 3d 4d 5d 7s", "0h 1h 2h 3h 4h 5h 7d")
    state = after(dealt(backend, hands, decks=2), "5c 0d 0h")
    assert state.current_player() == 0
    after(state, "7s 7s 7d")
    assert state.current_player() == 0
    assert state.taken == [1, 0, 0]


@pytest.mark.parametrize(
    ("bid", "taken", "points"),
    [(0, 0, 2), (3, 3, 5), (7, 7, 9), (2, 3, -1), (3, 2, -1), (7, 0, -7), (0, 7, -7)],
)
def test_r8_score(bid: int, taken: int, points: int) -> None:
    assert settle(bid, taken) == points


@BACKENDS
def test_r8_of_a_whole_round(backend: str) -> None:
    for seed in range(5):
        state, deal = (
            load_game("oh_seven(rounds=1)", backend=backend).new_initial_state(),
            Deal(seed),
        )
        before = [0.0] * 4
        while not state.is_terminal():
            play_out_chance(state, deal)
            if state.phase() == "play" and not state.plays:
                before, bids = state.scores(), [bid // 4 for bid in state.bids]
            state.apply_action(state.rule_action())
        gained = [now - then for now, then in zip(state.scores(), before, strict=True)]
        assert gained == [settle(b, t) for b, t in zip(bids, state.taken, strict=True)]


@BACKENDS
@pytest.mark.parametrize(
    ("number", "count", "step"),
    [(1, 0, 1), (2, 1, 1), (3, 2, -1), (4, 3, 1), (5, 2, -1), (6, 1, 1), (7, 0, 1)],
)
def test_r9_passing_table(number: int, count: int, step: int, backend: str) -> None:
    state = round_of(number, backend)
    assert state.phase() == ("pass" if count else "bid")
    hands = list(state.hands)
    gone = [0] * 4
    for seat in state.order if count else []:
        for _ in range(count):
            assert state.current_player() == seat
            gone[seat] |= 1 << state.legal_actions()[0]
            state.apply_action(state.legal_actions()[0])
    assert state.phase() == "bid"
    wanted = [hands[s] & ~gone[s] | gone[(s - step) % 4] for s in range(4)]
    assert state.hands == (wanted if count else hands)
    if count:
        texts = {state._card(k) for k in state._kinds(gone[0])}
        assert set(state.to_dict(step % 4)["received"][step % 4]) == texts
        assert state.to_dict(2)["received"][step % 4] == count


@BACKENDS
@pytest.mark.parametrize("players", [3, 6])
def test_r9_who_passed_knows_the_cards(players: int, backend: str) -> None:
    """A world of the giver has the cards at the neighbour's while they are not played."""
    rng = np.random.default_rng(1)
    state = round_of(4, backend, players)
    while state.phase() == "pass":
        state.apply_action(state.legal_actions()[-1])
    for seat in range(players):
        giver = (seat - 1) % players
        known = state._received(seat)
        worlds = [state.resample_from_infostate(giver, rng) for _ in range(8)]
        for world in worlds:
            held = world._kinds(world.hands[seat])
            assert all(held.count(k) >= known.count(k) for k in known)
            assert world._received(seat) == known
        others = [world.hands[(giver + 2) % players] for world in worlds]
        assert len(set(others)) > 1


@BACKENDS
def test_r9_gifts_are_chosen_upwards(backend: str) -> None:
    state = round_of(3, backend)
    hand = state._kinds(state.hands[state.current_player()])
    assert state.legal_actions() == hand[:6]
    state.apply_action(hand[2])
    assert state.legal_actions() == hand[3:]
    with pytest.raises(IllegalActionError, match="the lower cards come first"):
        state.apply_action(hand[0])


@BACKENDS
def test_bids_that_were_shown_are_known_to_all(backend: str) -> None:
    rng = np.random.default_rng(2)
    state = after(dealt(backend), "3c 0d 1h 3s 0c")
    for viewer in range(4):
        for world in (state.resample_from_infostate(viewer, rng) for _ in range(6)):
            for seat, card in enumerate(("3c", "0d", "1h", "3s")):
                assert world.hands[seat] >> kind(card) & 1
            assert viewer == 0 or world.calls[:4] == state.calls[:4]
    bids = {state.resample_from_infostate(2, rng).calls[4] for _ in range(60)}
    assert len(bids) > 5
    assert kind("3c") not in bids


@BACKENDS
def test_of_identical_cards_those_that_others_know_are_used_first(backend: str) -> None:
    """Who was passed a card and plays one like it may have had another: the giver can't tell."""
    state, deal = (
        load_game("oh_seven(players=5,passing=true)", backend=backend).new_initial_state(),
        Deal(1),
    )
    play_out_chance(state, deal)
    while state.round() == 0:
        if state.is_chance_node():
            play_out_chance(state, deal)
        state.apply_action(state.rule_action())
    hands = (
        "3c 0d 1d 2d 3d 4d 5d",
        "3c 0h 1h 2h 3h 4h 5h",
        "0s 1s 2s 3s 4s 5s 6s",
        "0d 1d 2d 3d 4d 5d 6d",
        "0h 1h 2h 3h 4h 5h 6h",
    )
    assert state.order == [1, 2, 3, 4, 0]
    for hand in hands:
        after(state, " ".join(sorted(hand.split(), key=kind)))
    after(state, "3c 0h 0s 0d 0h")  # seat 1 passes a three to seat 2, which has one, too
    after(state, "0d 5h 0h 0s 1h")
    assert state.current_player() == 2
    after(state, "3c")
    rng = np.random.default_rng(4)
    worlds = [state.resample_from_infostate(1, rng) for _ in range(200)]
    has_another = [bool(world._kinds(world.hands[2]).count(kind("3c"))) for world in worlds]
    assert 0 < sum(has_another) < 100


def test_r10_end() -> None:
    state, deal = load_game("oh_seven").new_initial_state(), Deal(1)
    while not state.is_terminal():
        play_out_chance(state, deal)
        state.apply_action(state.rule_action())
    assert state.round() == 7
    best = max(state.scores())
    winners = [seat for seat in range(4) if state.scores()[seat] == best]
    assert all(state.places()[seat] == (len(winners) + 1) / 2 for seat in winners)
