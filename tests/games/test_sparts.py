"""Sparts: a test for each rule of its page, and for what the decisions add."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

import numpy as np
import pytest

from ext.mech.tricks import bits
from games import IllegalActionError, State, load_game
from games.core.deal import Deal, play_out_chance
from games.mechanics.cards import card_of, card_text, mask_of
from games.mechanics.trickplain import likely_tricks
from games.sparts.scoring import hearts_points, new_bags, spades_points
from games.sparts.text import CALLS, HEARTS_DEAL, NIL
from tests.games.steps import finish, offers

BACKENDS = pytest.mark.parametrize("backend", ["readable", "compiled"])
NUMBERS = {text: action for action, text in CALLS.items()}

# Seat 2 holds the seven of diamonds.
HANDS = (
    "2s 3s 4s 5s 6s 7s 8s 2h 3h 4h 5h 6h Ah",
    "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac",
    "2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad",
    "9s Ts Js Qs Ks As 7h 8h 9h Th Jh Qh Kh",
)
# Seat 1 has the two of clubs and no other club, seat 3 nothing but points and spades.
MIXED = (
    "3c 4c 5c 6c 7c 8c 9c Tc Jc Qc 2d 3d Ad",
    "2c 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ks As",
    "Kc Ac 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Ah",
    "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Qs",
)
ONE_SUIT_EACH = (
    HANDS[1],
    HANDS[2],
    "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As",
    "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah",
)
SPADES_IN_ONE_HAND = (
    "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As",
    HANDS[1],
    HANDS[2],
    "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah",
)


def dealt(hands: tuple[str, ...] = HANDS, backend: str = "compiled", **params: object) -> State:
    """The state after dealing these hands."""
    params.setdefault("deals", 1)
    state = load_game("sparts", backend=backend, **params).new_initial_state()
    for hand in hands:
        for card in sorted(map(card_of, hand.split())):
            state.apply_action(card)
    return state


def say(state: State, *words: str) -> State:
    """Make these calls and play these cards."""
    for word in words:
        state.apply_action(NUMBERS[word] if word in NUMBERS else card_of(word))
    return state


def spades(bids: str, cards: str = "", backend: str = "compiled", **params: object) -> State:
    """A Spades deal from HANDS after these bids (0: nil) and cards."""
    state = say(dealt(HANDS, backend, **params), "play Spades")
    say(state, *("nil" if bid == "0" else f"bid {bid}" for bid in bids.split()))
    return say(state, *cards.split())


def hold_hand(hands: tuple[str, ...], backend: str = "compiled", **params: object) -> State:
    """A Hearts deal in which nothing is passed: three others come first."""
    state = load_game("sparts", backend=backend, deals=4, **params).new_initial_state()
    deal = Deal(1)
    while state.round() < 3:
        play_out_chance(state, deal)
        hearts = state.phase() == "choose"
        state.apply_action(state.legal_actions()[-1 if hearts else 0])
    for place in range(4):  # the first player of the fourth deal is seat 3
        for card in sorted(map(card_of, hands[(place + 3) % 4].split())):
            state.apply_action(card)
    return state if state.phase() == "play" else say(state, "play Hearts")


# ---- both games ----


@BACKENDS
def test_r1_deck_and_deal(backend: str) -> None:
    state = dealt(backend=backend, deals=2)
    assert [mask.bit_count() for mask in state.hands] == [13] * 4
    assert state.game.deck == (1 << 52) - 1
    say(state, "play Spades", "nil", "nil", "nil", "nil")
    finish(state)
    play_out_chance(state, Deal(1))
    assert state.order == [1, 2, 3, 0]  # the deal has passed to the left


@BACKENDS
def test_r2_choice(backend: str) -> None:
    state = dealt(backend=backend)
    assert state.phase() == "choose"
    assert state.current_player() == 2
    assert offers(state) == ["play Spades", "play Hearts"]
    assert say(state.clone(), "play Spades").phase() == "bid"
    say(state, "play Hearts")
    assert state.phase() == "pass"
    assert state.to_dict(0)["chooser"] == 2
    assert "Hearts, chosen by seat 2" in str(state)


@BACKENDS
def test_r2_the_chooser_is_known_by_all(backend: str) -> None:
    state, rng = say(dealt(backend=backend), "play Spades"), np.random.default_rng(1)
    seven = 1 << card_of("7d")
    worlds = [state.resample_from_infostate(0, rng) for _ in range(20)]
    assert all(world.dealt[2] & seven for world in worlds)
    assert len({world.dealt[2] for world in worlds}) > 1


@BACKENDS
@pytest.mark.parametrize(("contract", "phase"), [("spades", "bid"), ("hearts", "pass")])
def test_research_a_fixed_contract_has_no_choice(contract: str, phase: str, backend: str) -> None:
    state = dealt(backend=backend, contract=contract)
    assert state.phase() == phase
    assert state.current_player() == 0
    assert state.to_dict()["chooser"] is None


def test_wrong_combinations() -> None:
    with pytest.raises(ValueError, match="mode=traditional is a way to play Hearts"):
        load_game("sparts(contract=spades,mode=traditional)")


# ---- Spades ----


@BACKENDS
def test_r3_bids(backend: str) -> None:
    state = say(dealt(backend=backend), "play Spades")
    assert offers(state) == ["nil", *(f"bid {n}" for n in range(2, 14))]
    seats = []
    for call in ("nil", "bid 2", "bid 13", "bid 3"):
        seats.append(state.current_player())
        say(state, call)
    assert seats == [0, 1, 2, 3]
    assert state.to_dict()["bids"] == [0, 2, 13, 3]
    assert state.phase() == "play"
    assert state.current_player() == 0
    assert "bids: seat 0 nil, seat 1 2, seat 2 13, seat 3 3" in str(state)


@BACKENDS
def test_r3_more_than_there_are_tricks_can_not_be_bid(backend: str) -> None:
    hands = ("Ts Js Qs Ks As", "Tc Jc Qc Kc Ac", "Td Jd Qd Kd Ad", "Th Jh Qh Kh Ah")
    state = say(dealt(hands, backend, ranks="TJQKA"), "play Spades")
    assert offers(state)[-1] == "bid 5"
    with pytest.raises(IllegalActionError, match=r"bids are nil and 2 to 5 \(R3\)"):
        say(state, "bid 6")
    with pytest.raises(IllegalActionError, match="'bid 1' is not a move here"):
        state.string_to_action("bid 1")


@BACKENDS
def test_r4_play(backend: str) -> None:
    state = spades("2 2 2 2", "Ah", backend)
    assert len(offers(state)) == 13  # seat 1 has no heart
    say(state, "2c", "2d")
    assert offers(state) == ["7h", "8h", "9h", "Th", "Jh", "Qh", "Kh"]
    with pytest.raises(IllegalActionError, match="does not follow suit, and seat 3 can"):
        say(state, "9s")
    say(state, "7h")
    assert state.current_player() == 0


def test_r4_the_highest_spade_wins() -> None:
    table = load_game("sparts").tables[0]
    assert table.winner([card_of(c) for c in ("Ah", "2s", "Kh", "3s")]) == 3
    assert table.winner([card_of(c) for c in ("Kd", "Ad", "2d", "Ac")]) == 1


@BACKENDS
def test_r5_breaking_spades(backend: str) -> None:
    state = spades("2 2 2 2", "", backend)
    assert offers(state) == ["2h", "3h", "4h", "5h", "6h", "Ah"]
    with pytest.raises(IllegalActionError, match=r"before a spade has been played \(R5\)"):
        say(state, "2s")
    only = say(dealt(SPADES_IN_ONE_HAND, backend), "play Spades", *["bid 2"] * 4)
    assert len(offers(only)) == 13
    say(only, "As")
    assert only.broken
    state = spades("2 2 2 2", "2h 2c 2d 7h", backend)
    assert not state.broken
    assert offers(state) == ["8h", "9h", "Th", "Jh", "Qh", "Kh"]


@pytest.mark.parametrize(
    ("bid", "taken", "points"),
    [
        (3, 4, 31),  # the page's examples
        (3, 2, -30),
        (0, 0, 50),
        (0, 1, -50),
        (0, 13, -50),
        (2, 13, 31),
        (13, 13, 130),
        (13, 12, -130),
        (5, 5, 50),
    ],
)
def test_r6_score(bid: int, taken: int, points: int) -> None:
    assert spades_points(bid, taken) == points


@BACKENDS
def test_r6_r7_of_a_whole_deal(backend: str) -> None:
    state = finish(spades("4 2 0 7", "", backend, target=400))
    taken = state.to_dict()["taken"]
    assert taken == [2, 0, 0, 11]
    assert state.scores() == [-40, -20, 50, 74]
    assert state.to_dict()["bags"] == [0, 0, 0, 4]
    state = finish(spades("4 2 0 7", "", backend, target=200))
    assert state.scores() == [-40, -20, 50, 34]  # four bags are paid for
    assert state.to_dict()["bags"] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("bid", "taken", "bags"), [(3, 4, 1), (3, 3, 0), (3, 2, 0), (2, 13, 11), (0, 0, 0), (0, 9, 0)]
)
def test_r7_what_counts_as_a_bag(bid: int, taken: int, bags: int) -> None:
    assert new_bags(bid, taken) == bags


@BACKENDS
@pytest.mark.parametrize(("target", "lot", "price"), [(200, 4, 40), (400, 8, 80), (800, 8, 80)])
def test_r7_bags(target: int, lot: int, price: int, backend: str) -> None:
    """Everybody bids two, seat 3 nil: what the deals bring is added up here."""
    spec = f"sparts(target={target},contract=spades,deals=8)"
    state = load_game(spec, backend=backend).new_initial_state()
    bags, totals, paid, deal, rng = [0] * 4, [0] * 4, 0, Deal(3), np.random.default_rng(2)
    for _ in range(8):
        play_out_chance(state, deal)
        for _ in range(4):
            say(state, "nil" if state.current_player() == 3 else "bid 2")
        number = state.round()
        while state.round() == number and not state.is_terminal():
            taken, leader = list(state.taken), state.clone()
            state.apply_action(int(rng.choice(state.legal_actions())))
        taken = _taken_at_the_end(leader, state, taken)
        for seat in range(4):
            bid = 0 if seat == 3 else 2
            totals[seat] += spades_points(bid, taken[seat])
            bags[seat] += new_bags(bid, taken[seat])
            paid += bags[seat] // lot
            totals[seat] -= price * (bags[seat] // lot)
            bags[seat] %= lot
        assert state.scores() == totals
        assert state.to_dict()["bags"] == bags
    assert paid > 1


def _taken_at_the_end(before: State, after: State, taken: list[int]) -> list[int]:
    """Tricks of a deal, of which the last card is yet to be played in `before`."""
    table, trick = before.game.tables[before.contract], [*before.plays[-3:], after.history()[-1]]
    if not after.is_terminal():
        trick[-1] = after.history()[len(before.history())]
    leader = (before.current_player() + 1) % 4
    taken[(leader + table.winner(trick)) % 4] += 1
    return taken


# ---- Hearts ----


@BACKENDS
@pytest.mark.parametrize(("mode", "count"), [("sparts", 4), ("traditional", 3)])
def test_r8_passing(mode: str, count: int, backend: str) -> None:
    state = say(dealt(backend=backend, mode=mode), "play Hearts")
    for seat in range(4):
        for number in range(count):
            assert state.phase() == "pass"
            assert state.current_player() == seat
            legal = state.legal_actions()
            assert legal == sorted(legal)
            assert len(legal) == 13 - count + 1
            before = state.clone()
            state.apply_action(legal[0])
            if number == 0:
                with pytest.raises(IllegalActionError, match=r"the lower cards come first \(R8\)"):
                    state.apply_action(legal[0])
            other = before.child(legal[-1])
            if (seat, number) != (3, count - 1):
                for viewer in set(range(4)) - {seat}:
                    string = state.information_state_string(viewer)
                    assert string == other.information_state_string(viewer)
                assert state.hands == state.dealt
    for seat in range(4):
        passed = sorted(map(card_of, HANDS[seat].split()))[:count]
        left = (seat + 1) % 4
        assert not state.hands[seat] & mask_of(passed)
        assert state.hands[left] & mask_of(passed) == mask_of(passed)
        assert state.to_dict(left)["received"][left] == [card_text(c) for c in passed]
        assert state.to_dict(seat)["received"][left] == count
        assert state.hands[seat].bit_count() == 13


@BACKENDS
@pytest.mark.parametrize("mode", ["sparts", "traditional"])
def test_r8_direction(mode: str, backend: str) -> None:
    """Left, right, across, none, and again; Spades deals between do not count."""
    spec = f"sparts(deals=12,mode={mode})"
    state, deal, seen = load_game(spec, backend=backend).new_initial_state(), Deal(2), []
    while len(seen) < 6:
        play_out_chance(state, deal)
        if state.round() % 2:
            finish(say(state, "play Spades"))
            continue
        say(state, "play Hearts")
        while state.phase() == "pass":
            state.apply_action(state.legal_actions()[0])
        seen.append(state.to_dict()["passed_to"])
        got = state.to_dict()["received"][0]
        givers = {s for s in range(4) for c in got if state.dealt[s] >> card_of(c) & 1}
        assert givers == {"left": {3}, "right": {1}, "across": {2}, "nobody": set()}[seen[-1]]
        finish(state)
    assert seen == ["left", "right", "across", "nobody", "left", "right"]


@BACKENDS
def test_r9_sparts_mode(backend: str) -> None:
    """The first player leads; points may be thrown into the first trick; no suit is trumps."""
    state = hold_hand(MIXED, backend)
    assert state.current_player() == 3  # first player of the fourth deal
    assert state.to_dict()["passed_to"] == "nobody"
    state = hold_hand((*MIXED[1:], MIXED[0]), backend)  # MIXED's seat 1 is seat 0 here
    assert state.current_player() == 3
    assert "2c" not in offers(state)
    say(state, "3c", "2c", "Ac")
    assert len(offers(state)) == 13
    say(state, "Qs")
    assert state.current_player() == 1
    assert state.won[1] >> card_of("Qs") & 1


@BACKENDS
def test_r9_traditional_mode(backend: str) -> None:
    state = hold_hand(MIXED, backend, mode="traditional")
    assert state.current_player() == 1
    assert offers(state) == ["2c"]
    with pytest.raises(IllegalActionError, match=r"the lowest club opens \(R9\)"):
        say(state, "4d")
    say(state, "2c")
    assert offers(state) == ["Kc", "Ac"]
    hands = (MIXED[0], MIXED[1], MIXED[2].replace("Ah", "Qs"), MIXED[3].replace("Qs", "Ah"))
    state = say(hold_hand(hands, backend, mode="traditional"), "2c", "Kc")
    assert len(offers(state)) == 13  # nothing but hearts: they may be played
    hands = (MIXED[0], MIXED[1], MIXED[2].replace("2s", "2h"), MIXED[3].replace("2h", "2s"))
    state = say(hold_hand(hands, backend, mode="traditional"), "2c", "Kc")
    assert offers(state) == ["2s"]
    with pytest.raises(IllegalActionError, match=r"Qs scores, and seat 3 has other cards \(R9\)"):
        say(state, "Qs")


@BACKENDS
def test_r9_no_points_elsewhere_shows_a_hand_of_points(backend: str) -> None:
    state = say(hold_hand(MIXED, backend, mode="traditional"), "2c", "Kc", "2h")
    rng = np.random.default_rng(1)
    worlds = [state.resample_from_infostate(0, rng) for _ in range(30)]
    points = state.game.point_cards
    assert all(world.hands[3] & ~points == 0 for world in worlds)
    assert len({world.hands[1] for world in worlds}) > 1


@BACKENDS
@pytest.mark.parametrize("mode", ["sparts", "traditional"])
def test_r10_breaking_hearts(mode: str, backend: str) -> None:
    hands = (
        "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc 2h Ac",
        "2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd 3h 4h",
        "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Ks 5h 6h",
        "Kc Kd Ad As Qs 7h 8h 9h Th Jh Qh Kh Ah",
    )
    state = hold_hand(hands, backend, mode=mode)
    if mode == "sparts":
        say(state, "Kc", "Ac", "2d", "2s")
    else:
        say(state, "2c", "2d", "2s", "Kc")
        assert "Qs" in offers(state)  # the queen is no heart
        say(state, "Kd", "3c", "3d", "3s", "Ad", "4c", "4d", "4s")
        with pytest.raises(IllegalActionError, match=r"before hearts are broken \(R10\)"):
            say(state, "7h")
        say(state, "Qs", "5c", "5d", "Ks")
    if mode == "traditional":
        assert not state.broken  # although the queen has come
        assert "5h" not in offers(state)
        return
    assert "2h" not in offers(state)
    say(state, "Qc", "3d", "3s", "Qs")
    assert state.broken
    assert "2h" in offers(state)


@BACKENDS
def test_r10_a_hand_of_hearts_may_lead_one(backend: str) -> None:
    state = hold_hand(ONE_SUIT_EACH, backend)
    assert len(offers(state)) == 13
    say(state, "2h")
    assert state.broken
    rng = np.random.default_rng(0)
    worlds = [state.resample_from_infostate(0, rng) for _ in range(20)]
    assert all(world.hands[3] == state.hands[3] for world in worlds)


HEARTS = mask_of(range(2, 52, 4))
QUEEN = 1 << card_of("Qs")


def score(won: list[int], taken: list[int]) -> list[int]:
    """Points of a Hearts deal by the game's table, which a plain count has to bear out."""
    game = load_game("sparts", backend="readable")
    points = hearts_points(won, taken, game.tables[HEARTS_DEAL], game.point_cards)
    if HEARTS | QUEEN not in won:
        counted = [40 - 2 * (w & HEARTS).bit_count() - 26 * (w & QUEEN != 0) for w in won]
        assert points == [c if t else 50 for c, t in zip(counted, taken, strict=True)]
    return points


def hearts(count: int) -> int:
    """The lowest hearts."""
    return mask_of(range(2, 2 + 4 * count, 4))


@pytest.mark.parametrize(
    ("cards", "tricks", "points"),
    [
        (hearts(10), 4, 20),  # the page's examples
        (hearts(10) | QUEEN, 4, -6),
        (0, 0, 50),
        (0, 1, 40),
        (QUEEN, 1, 14),
        (hearts(12) | QUEEN, 5, -10),
        (hearts(13), 13, 14),
        (hearts(1), 1, 38),
    ],
)
def test_r11_score(cards: int, tricks: int, points: int) -> None:
    won = [cards, 0, 0, 0]
    assert score(won, [tricks, 1, 0, 3])[:3] == [points, 40, 50]


def test_r12_shooting_the_moon() -> None:
    won = [0, HEARTS | QUEEN, 0, 0]
    assert score(won, [0, 9, 0, 4]) == [0, 50, 0, 0]


@BACKENDS
def test_r12_in_play(backend: str) -> None:
    state = hold_hand(ONE_SUIT_EACH, backend)
    before = state.scores()
    finish(state)
    assert [b - a for a, b in zip(before, state.scores(), strict=True)] == [0, 0, 0, 50]


@BACKENDS
@pytest.mark.parametrize("mode", ["sparts", "traditional"])
def test_r11_of_whole_deals(mode: str, backend: str) -> None:
    rng = np.random.default_rng(5)
    spec = f"sparts(deals=1,contract=hearts,mode={mode})"
    for seed in range(10):
        state = load_game(spec, backend=backend).new_initial_state()
        play_out_chance(state, Deal(seed))
        while not state.is_terminal():
            state.apply_action(int(rng.choice(state.legal_actions())))
        won = [
            mask_of(c for _, t, w in state.tricks_played() if w == s for c in t) for s in range(4)
        ]
        assert state.won == won
        assert state.scores() == score(won, state.taken)


# ---- the end ----


@BACKENDS
@pytest.mark.parametrize("target", [200, 400, 800])
def test_r13_end(target: int, backend: str) -> None:
    """The game ends with the first deal that brings somebody to the target."""
    for seed in range(3):
        state = load_game("sparts", target=target, backend=backend).new_initial_state()
        deal, before = Deal(seed), []
        while not state.is_terminal():
            play_out_chance(state, deal)
            state.apply_action(state.rule_action())
            if len(before) < state.round():
                before.append(state.scores())
        assert all(max(scores) < target for scores in before[:-1])
        assert max(before[-1]) >= target or len(before) == 50
        assert state.places()[before[-1].index(max(before[-1]))] < 2


def test_decisions_a_game_nobody_wins_ends_after_fifty_deals() -> None:
    state, deal = load_game("sparts(contract=spades)").new_initial_state(), Deal(1)
    while not state.is_terminal():
        play_out_chance(state, deal)
        state.apply_action(state.legal_actions()[-1])  # bids 13, always
    assert state.round() == 50
    assert max(state.scores()) < 200


def test_decisions_short_decks() -> None:
    game = load_game("sparts(ranks=TJQKA,mode=traditional)")
    assert game.choosing_card == 1 << card_of("Td")
    assert game.opening_card == 1 << card_of("Tc")
    assert game.queen == 1 << card_of("Qs")
    assert load_game("sparts(ranks=KA)").point_cards == mask_of(map(card_of, ("Kh", "Ah")))
    assert [load_game(f"sparts(ranks={r})").route(0).count for r in ("TJQKA", "KA", "A")] == [
        4,
        1,
        0,
    ]


# ---- what a seat can't see ----


def histories_like(state: State, seat: int) -> Iterator[list[int]]:
    """All ways in which this deal of two cards a hand can have gone, as `seat` has seen it."""
    others = [s for s in range(4) if s != seat]
    left = bits(state.deck & ~state.dealt[seat])
    first, string = state.first_call, state.information_state_string(seat)
    by = [who for who, _ in state.callers]
    for one, two in product(combinations(left, 2), repeat=2):
        three = tuple(c for c in left if c not in one + two)
        if set(one) & set(two):
            continue
        hands = {**dict(zip(others, (one, two, three), strict=True)), seat: bits(state.dealt[seat])}
        options = [
            [call] if number < first or by[number] == seat else hands[by[number]]
            for number, call in enumerate(state.calls)
        ]
        cards = [card for s in state.order for card in hands[s]]
        for calls in product(*options):
            history = [*state.history()[: state.deal_start], *cards, *calls, *state.plays]
            if replayed(state, history, seat) == string:
                yield history


def replayed(state: State, history: list[int], seat: int) -> str | None:
    """What `seat` has seen at the end of a history, None if it can't have been."""
    other = state.game.new_initial_state()
    try:
        for action in history:
            other.apply_action(action)
    except ValueError:
        return None
    return str(other.information_state_string(seat))


@pytest.mark.parametrize("mode", ["sparts", "traditional"])
@pytest.mark.parametrize("hearts_deals", [0, 1, 2])
@pytest.mark.parametrize("moves", [3, 4, 6])
def test_worlds_are_uniform(mode: str, hearts_deals: int, moves: int) -> None:
    """Some passes, all of them, and two cards: every history that fits comes equally often."""
    from scipy.stats import chisquare

    rng = np.random.default_rng(moves)
    game = load_game(f"sparts(ranks=KA,deals=3,mode={mode})")
    state = game.new_initial_state()
    while state.round() < hearts_deals or len(state.calls) + len(state.plays) < 1 + moves:
        legal = state.legal_actions()
        action = state.sample_chance(rng) if state.is_chance_node() else int(rng.choice(legal))
        state.apply_action(legal[-1] if state.phase() == "choose" else action)
    assert state.hearts_deals == hearts_deals
    for seat in range(4):
        group = [tuple(history) for history in histories_like(state, seat)]
        assert tuple(state.history()) in group
        draws = 40 * len(group)
        counts = Counter(
            tuple(state.resample_from_infostate(seat, rng).history()) for _ in range(draws)
        )
        assert counts.keys() <= set(group)
        if len(group) > 1:
            assert chisquare([counts[history] for history in group]).pvalue > 1e-5


@BACKENDS
def test_what_was_passed_is_known_to_two(backend: str) -> None:
    state, rng = say(dealt(backend=backend), "play Hearts"), np.random.default_rng(3)
    say(state, "2s", "3s", "4s", "5s", "2c", "3c", "4c", "5c", "4d", "5d", "6d", "7d")
    say(state, "9s", "Ts", "Js", "Qs")
    given = mask_of(map(card_of, ("2s", "3s", "4s", "5s")))
    seven = 1 << card_of("7d")
    worlds = [[state.resample_from_infostate(s, rng) for _ in range(60)] for s in range(4)]
    assert all(world.hands[1] & given == given for world in worlds[0])
    assert all(world.dealt[0] & given == given for world in worlds[1])
    places = [
        {s for w in worlds[viewer] for s in range(4) if w.hands[s] & seven} for viewer in range(4)
    ]
    assert places == [{2, 3}, {2, 3}, {3}, {3}]
    assert all(world.dealt[2] & seven for seat in range(4) for world in worlds[seat])


@BACKENDS
def test_a_seven_that_was_not_received_was_kept(backend: str) -> None:
    state, rng = say(dealt(backend=backend), "play Hearts"), np.random.default_rng(3)
    say(state, "2s", "3s", "4s", "5s", "2c", "3c", "4c", "5c", "4d", "5d", "6d", "8d")
    say(state, "9s", "Ts", "Js", "Qs")
    worlds = [state.resample_from_infostate(3, rng) for _ in range(20)]
    assert all(world.hands[2] >> card_of("7d") & 1 for world in worlds)
    assert len({world.hands[2] for world in worlds}) > 1


# ---- the plain player ----


@BACKENDS
@pytest.mark.parametrize(
    ("hand", "choice", "bid"),
    [
        ("As Ks Qs 2s 3s Ac Kc 2c Ad 2h 3h 4h 7d", "play Spades", "bid 5"),
        ("2s 3s 4c 5c 6c 2d 3d 4d 7d 2h 3h 4h 5h", "play Hearts", "nil"),
        ("As 3s 4c 5c 6c 2d 3d 4d 7d 2h 3h 4h 5h", "play Hearts", "bid 2"),
    ],
)
def test_plain_calls(hand: str, choice: str, bid: str, backend: str) -> None:
    own = set(hand.split())
    rest = [card_text(c) for c in range(52) if card_text(c) not in own]
    hands = (hand, *(" ".join(rest[i::3]) for i in range(3)))
    state = dealt(hands, backend)
    assert state.current_player() == 0
    assert state.action_to_string(state.rule_action()) == choice
    say(state, "play Spades")
    assert state.action_to_string(state.rule_action()) == bid
    assert (likely_tricks(mask_of(map(card_of, hand.split()))) >= 4) == (choice == "play Spades")


@BACKENDS
def test_plain_hearts(backend: str) -> None:
    hand = "Qs Ks 2s 3c 4c 5c Ac 2d 3d 7d 2h 3h 4h"
    rest = [card_text(c) for c in range(52) if card_text(c) not in hand.split()]
    hands = (hand, *(" ".join(rest[i::3]) for i in range(3)))
    state = say(dealt(hands, backend), "play Hearts")
    passed = []
    while state.current_player() == 0:
        passed.append(state.action_to_string(state.rule_action()))
        say(state, passed[-1])
    assert passed == ["7d", "Qs", "Ks", "Ac"]
    state = hold_hand(MIXED, backend, mode="traditional")
    say(state, "2c", "Ac", "2h", "3c", "2s", "Qs")
    assert state.action_to_string(state.rule_action()) == "Ad"  # no point card to get rid of
    hands = (
        "Qs 2s 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Ac",
        "2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd 3h Ah",
        "3s 4s 5s 6s 7s 8s 9s Ts Js As Ad Kd 2h",
        "Kc 2c Ks 4h 5h 6h 7h 8h 9h Th Jh Qh Kh",
    )
    state = say(hold_hand(hands, backend), "Ks")
    assert state.action_to_string(state.rule_action()) == "Qs"  # under the king
    say(state, "Qs")
    assert state.action_to_string(state.rule_action()) == "Ah"


def test_actions_are_numbered_without_gaps() -> None:
    state = dealt()
    names = [state.action_to_string(action) for action in range(67)]
    assert len(set(names)) == 67
    assert names[NIL:] == ["nil", *(f"bid {n}" for n in range(2, 14))]
