"""Spades: a test for each rule of its page."""

import pytest

from games import CHANCE, IllegalActionError, State, load_game
from games.core.deal import Deal, play_out_chance
from games.mechanics.cards import card_of, card_text
from games.spades.game import settle
from tests.games.steps import finish, offers

BACKENDS = pytest.mark.parametrize("backend", ["readable", "compiled"])

# Seat 0 holds the spades from the eight down and the ace of hearts, seat 1 all clubs, seat 2 all
# diamonds, seat 3 the high spades and most hearts.
HANDS = (
    "2s 3s 4s 5s 6s 7s 8s 2h 3h 4h 5h 6h Ah",
    "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac",
    "2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad",
    "9s Ts Js Qs Ks As 7h 8h 9h Th Jh Qh Kh",
)


def dealt(hands: tuple[str, ...] = HANDS, backend: str = "compiled", **params: object) -> State:
    """The state after dealing these hands."""
    params.setdefault("deals", 1)
    state = load_game("spades", backend=backend, **params).new_initial_state()
    for hand in hands:
        for card in sorted(map(card_of, hand.split())):
            state.apply_action(card)
    return state


def played(bids: str, cards: str = "", backend: str = "compiled", **params: object) -> State:
    """The state after these bids and cards, from HANDS."""
    state = dealt(HANDS, backend, **params)
    for bid in bids.split():
        state.apply_action(state.string_to_action(f"bid {bid}"))
    for card in cards.split():
        state.apply_action(card_of(card))
    return state


@BACKENDS
def test_r1_deck(backend: str) -> None:
    game = load_game("spades", backend=backend)
    assert len(game.new_initial_state().chance_outcomes()) == 40  # the lowest of a hand of 13
    table = game.tables[0]
    assert [card_text(c) for c in (0, 3, 51)] == ["2c", "2s", "As"]
    assert table.winner([card_of(c) for c in ("Kd", "Ad", "2d")]) == 1
    assert table.trump == 3


@BACKENDS
def test_r2_deal_passes_to_the_left(backend: str) -> None:
    state = dealt(backend=backend, deals=2)
    assert [mask.bit_count() for mask in state.hands] == [13] * 4
    assert state.current_player() == 0
    for _ in range(4):
        state.apply_action(52)
    finish(state)
    assert state.is_chance_node()
    assert state.round() == 1
    play_out_chance(state, Deal(1))
    assert state.current_player() == 1  # seat 0 has dealt


@BACKENDS
def test_r3_bids(backend: str) -> None:
    state = dealt(backend=backend)
    assert offers(state) == [f"bid {n}" for n in range(1, 14)]
    seats = []
    for _ in range(4):
        seats.append(state.current_player())
        state.apply_action(state.legal_actions()[2])
    assert seats == [0, 1, 2, 3]
    assert state.phase() == "play"
    assert state.to_dict()["bids"] == [3, 3, 3, 3]
    with pytest.raises(IllegalActionError, match="not legal in the phase bid"):
        dealt(backend=backend).apply_action(card_of("2s"))


@BACKENDS
def test_r4_lead_and_follow(backend: str) -> None:
    state = played("1 1 1 1", "Ah", backend)
    assert len(offers(state)) == 13  # seat 1 has no heart
    state.apply_action(card_of("2c"))
    state.apply_action(card_of("2d"))
    assert offers(state) == ["7h", "8h", "9h", "Th", "Jh", "Qh", "Kh"]
    with pytest.raises(IllegalActionError, match="does not follow suit, and seat 3 can"):
        state.apply_action(card_of("9s"))
    with pytest.raises(IllegalActionError, match="2s is not in the hand of seat 3"):
        state.apply_action(card_of("2s"))
    state.apply_action(card_of("7h"))
    assert state.current_player() == 0  # took the trick with the ace


@BACKENDS
def test_r5_breaking_spades(backend: str) -> None:
    state = played("1 1 1 1", "", backend)
    assert offers(state) == ["2h", "3h", "4h", "5h", "6h", "Ah"]
    with pytest.raises(IllegalActionError, match="before a spade has been played"):
        state.apply_action(card_of("2s"))
    spades_only = (
        "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As",
        HANDS[1],
        HANDS[2],
        "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah",
    )
    state = dealt(spades_only, backend)
    for _ in range(4):
        state.apply_action(52)
    assert len(offers(state)) == 13
    # Hearts led: seats 1 and 2 throw off, nobody has played a spade.
    state = played("1 1 1 1", "2h 2c 2d 7h", backend)
    assert state.current_player() == 3
    assert not state.broken
    assert offers(state) == ["8h", "9h", "Th", "Jh", "Qh", "Kh"]


@BACKENDS
def test_r5_a_spade_thrown_off_breaks(backend: str) -> None:
    hands = (
        "2s 3s 4s 5s 6s 7s 8s 2h 3h 4h 5h 6h Ac",
        "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ah",
        HANDS[2],
        HANDS[3],
    )
    state = dealt(hands, backend)
    for _ in range(4):
        state.apply_action(52)
    for card in ("Ac", "2c", "2d", "9s"):
        state.apply_action(card_of(card))
    assert state.broken
    assert state.current_player() == 3
    assert "Ts" in offers(state)


@BACKENDS
@pytest.mark.parametrize(
    ("trick", "winner"),
    [("2h 2c 2d 7h", 3), ("Ah 2c 2d Kh", 0), ("2h Ac Ad Kh", 3)],
)
def test_r6_winner(trick: str, winner: int, backend: str) -> None:
    assert played("1 1 1 1", trick, backend).current_player() == winner


def test_r6_the_highest_spade_wins() -> None:
    table = load_game("spades").tables[0]
    assert table.winner([card_of(c) for c in ("Ah", "2s", "Kh", "3s")]) == 3
    assert table.winner([card_of(c) for c in ("As", "Ks", "Ah", "2s")]) == 0


@pytest.mark.parametrize(
    ("bid", "taken", "points"), [(7, 7, 70), (5, 8, 53), (1, 13, 22), (13, 13, 130)]
)
def test_r7_contract_made(bid: int, taken: int, points: int) -> None:
    assert settle(bid, taken) == points


@pytest.mark.parametrize(("bid", "taken", "points"), [(4, 3, -40), (1, 0, -10), (13, 12, -130)])
def test_r8_contract_broken(bid: int, taken: int, points: int) -> None:
    assert settle(bid, taken) == points


@BACKENDS
def test_r7_r8_of_a_whole_deal(backend: str) -> None:
    state = finish(played("4 1 1 7", "", backend))
    taken = state.to_dict()["taken"]
    assert sum(taken) == 13
    assert state.is_terminal()
    assert state.scores() == [settle(b, t) for b, t in zip((4, 1, 1, 7), taken, strict=True)]
    mean = sum(state.scores()) / 4
    assert state.returns() == pytest.approx([(s - mean) * 4 / 3 for s in state.scores()])


@BACKENDS
def test_r9_bags(backend: str) -> None:
    """Overtricks of several deals add up; at ten, 100 points go."""
    state = load_game("spades(bags=true,deals=30)", backend=backend).new_initial_state()
    free = load_game("spades(deals=30)", backend=backend).new_initial_state()
    bags, totals, paid = [0] * 4, [0] * 4, 0
    for deal in range(12):
        for one in (state, free):
            while not (one.round() > deal):
                play_out_chance(one, Deal(deal))
                one.apply_action(one.legal_actions()[0])
        for seat in range(4):
            points = free.scores()[seat] - totals[seat]
            over = int(points - 10) if points > 0 else 0  # everybody bids 1
            totals[seat] += int(points)
            bags[seat] += over
        expected = [totals[s] - 100 * (bags[s] // 10) for s in range(4)]
        paid = sum(b // 10 for b in bags)
        assert state.scores() == expected
        assert state.to_dict()["bags"] == [b % 10 for b in bags]
    assert paid > 3


def test_r9_without_bags_overtricks_cost_nothing() -> None:
    assert load_game("spades(deals=30)").score_bounds()[0] == -3900
    assert load_game("spades(deals=30,bags=true)").score_bounds()[0] == -3900 - 3600


@BACKENDS
@pytest.mark.parametrize("target", [500, 300])
def test_r10_end(target: int, backend: str) -> None:
    """The match ends with the first deal after which one seat alone leads with the target."""
    ended = 0
    for seed in range(12):
        state = load_game("spades", target=target, backend=backend).new_initial_state()
        deal, before = Deal(seed), []
        while not state.is_terminal():
            play_out_chance(state, deal)
            state.apply_action(state.rule_action())
            if len(before) < state.round() <= 30:
                before.append(state.scores())
        assert state.round() == len(before)
        for scores in before[:-1]:
            assert max(scores) < target or scores.count(max(scores)) > 1
        if len(before) < 30:
            assert max(before[-1]) >= target
            assert before[-1].count(max(before[-1])) == 1
            ended += 1
        assert state.places()[before[-1].index(max(before[-1]))] == 1
    assert ended


def test_decisions_a_game_nobody_wins_ends_after_thirty_deals() -> None:
    state = load_game("spades").new_initial_state()
    deal = Deal(1)
    while not state.is_terminal():
        play_out_chance(state, deal)
        state.apply_action(state.legal_actions()[-1])  # bids 13, always
    assert state.round() == 30
    assert max(state.scores()) < 500


@BACKENDS
def test_a_first_spade_led_shows_the_whole_hand(backend: str) -> None:
    """Only a hand of spades may lead one that nobody has seen before: worlds respect that."""
    import numpy as np

    game = load_game("spades(deals=1,ranks=TJQKA)", backend=backend)
    state = game.new_initial_state()
    hands = ("Ts Js Qs Ks As", "Tc Jc Qc Kc Ac", "Td Jd Qd Kd Ad", "Th Jh Qh Kh Ah")
    for hand in hands:
        for card in sorted(map(card_of, hand.split())):
            state.apply_action(card)
    for _ in range(4):
        state.apply_action(52)
    state.apply_action(card_of("Ts"))
    rng = np.random.default_rng(0)
    worlds = [state.resample_from_infostate(1, rng) for _ in range(20)]
    assert all(world.hands[0] == state.hands[0] for world in worlds)
    assert len({world.hands[2] for world in worlds}) > 1


def test_state_at_chance() -> None:
    assert load_game("spades").new_initial_state().current_player() == CHANCE
