"""Ninety-Nine: a test for each rule of its page."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from games import IllegalActionError, State, load_game
from games.core.deal import Deal, play_out_chance
from games.ninety_nine.game import DECLARE, JOKER, NEITHER, RANKS, REVEAL, settle
from tests.games.steps import offers

BY_MADE = ("diamonds", "spades", "hearts", "clubs")
BACKENDS = pytest.mark.parametrize("backend", ["readable", "compiled"])
HANDS = (  # the eight of hearts is left to be turned up
    "6c 7c 8c 9c Tc Jc Qc Kc Ac 6h 7h Ah",
    "6d 7d 8d 9d Td Jd Qd Kd Ad 9h Th Jh",
    "6s 7s 8s 9s Ts Js Qs Ks As Qh Kh Jo",
)


def card(text: str) -> int:
    """Number of a card."""
    return JOKER if text == "Jo" else 4 * RANKS.index(text[0]) + "cdhs".index(text[1])


def dealt(
    backend: str = "compiled", hands: tuple[str, ...] = HANDS, turned: str = "8h", **params: object
) -> State:
    """The state after dealing these hands and turning a card."""
    params.setdefault("deals", 1)
    state = load_game("ninety_nine", backend=backend, **params).new_initial_state()
    for hand in hands:
        for one in sorted(map(card, hand.split())):
            state.apply_action(one)
    if turned:
        state.apply_action(card(turned))
    return state


def after(state: State, line: str) -> State:
    """Put cards aside, answer and play."""
    answers = {"neither": NEITHER, "declare": DECLARE, "reveal": REVEAL}
    for word in line.split():
        state.apply_action(answers[word] if word in answers else card(word))
    return state


BIDS = "6c 6h 7c 6d 7d 9h 6s 7s Jo"
NONE = "neither neither neither"


def swapped(turned: str) -> tuple[str, ...]:
    """The hands with the eight of hearts in place of another card, which is turned up."""
    return tuple(" ".join("8h" if c == turned else c for c in hand.split()) for hand in HANDS)


@BACKENDS
def test_r1_deck_and_deal(backend: str) -> None:
    assert load_game("ninety_nine", backend=backend).deck.bit_count() == 37
    state = dealt(backend)
    assert [mask.bit_count() for mask in state.hands] == [12] * 3
    assert state.to_dict()["turned_up"] == ["8h"]
    junk = load_game("ninety_nine", trump="junk_joker", backend=backend)
    assert junk.deck == (1 << 36) - 1
    state = junk.new_initial_state()
    play_out_chance(state, Deal(1))
    assert sum(mask.bit_count() for mask in state.hands) == 36


@BACKENDS
@pytest.mark.parametrize(
    ("turned", "trumps"), [("8h", "hearts"), ("Ac", "clubs"), ("9s", None), ("Jo", None)]
)
def test_r2_trumps_by_the_card_turned_up(turned: str, trumps: str | None, backend: str) -> None:
    state = dealt(backend, swapped(turned) if turned != "8h" else HANDS, turned)
    assert state.to_dict()["trumps"] == trumps


@BACKENDS
@pytest.mark.parametrize("first", ["diamonds", "none"])
def test_r2_trumps_by_how_many_made_their_bid(first: str, backend: str) -> None:
    game = load_game("ninety_nine", trump="junk_joker", first_trump=first, backend=backend)
    seen = set()
    for seed in range(6):
        state, deal, rng = game.new_initial_state(), Deal(seed), np.random.default_rng(seed)
        trumps = first_of_round = {"diamonds": "diamonds", "none": None}[first]
        for _ in range(8):
            play_out_chance(state, deal)
            assert state.to_dict()["trumps"] == trumps
            while state.phase() != "play":
                state.apply_action(int(rng.choice(state.legal_actions())))
            bids, rounds = [state.bid_of(seat) for seat in range(3)], sum(state.wins)
            taken = _played(state)
            if state.is_terminal():
                break
            made = sum(bid == tricks for bid, tricks in zip(bids, taken, strict=True))
            trumps = first_of_round if sum(state.wins) > rounds else BY_MADE[made]
            seen.add(made)
    assert seen >= {0, 1, 2}


def _played(state: State) -> list[int]:
    """Play the first legal cards to the end of the deal; the tricks taken."""
    while len(state.plays) < 26:
        state.apply_action(state.legal_actions()[0])
    taken, (leader, cards, _) = list(state.taken), state.tricks_played()[-1]
    winner = state._table().winner([*cards, state.legal_actions()[0]])
    taken[(leader + winner) % 3] += 1
    state.apply_action(state.legal_actions()[0])
    return taken


@BACKENDS
def test_r3_the_joker_is_the_card_turned_up(backend: str) -> None:
    state = after(dealt(backend), "6c 7c 8c 6d 7d 8d 6s 7s 8s " + NONE)
    assert state.value_of(JOKER) == 2
    after(state, "6h 9h")
    assert offers(state) == ["Qh", "Kh", "Jo"]  # it is a heart: it must be followed with
    after(state, "Jo")
    assert state.current_player() == 1  # nine over eight over six
    state = after(dealt(backend), "6c 7c 8c 6d 7d 8d 6s 7s 8s " + NONE + " 7h 9h Jo Td")
    assert state.taken == [0, 1, 0]
    # A nine turned up: no trumps, and the joker is that nine.
    hands = swapped("9s")
    state = after(dealt(backend, hands, "9s"), "6c 7c 8c 6d 7d 8d 6s 7s 8s " + NONE)
    assert state.value_of(JOKER) == 1
    assert state._table().trump is None
    assert state._table().suit_of(JOKER) == 3


@BACKENDS
@pytest.mark.parametrize(
    ("aside", "bid"),
    [
        ("6d 7d 8d", 0),
        ("6s 7s 8s", 3),
        ("6c 7c 8c", 9),
        ("6d 9h 7d", 2),
        ("6s 7s Qh", 4),
        ("6s Qh Jo", 5),
    ],
)
def test_r4_bids(aside: str, bid: int, backend: str) -> None:
    state = dealt(backend)
    assert sum(state.value_of(card(one)) for one in aside.split()) == bid


@BACKENDS
def test_r4_bids_are_hidden(backend: str) -> None:
    state = dealt(backend)
    assert len(offers(state)) == 10  # two more are to come above
    after(state, "6c 7c")
    with pytest.raises(IllegalActionError, match="the lower cards come first"):
        state.apply_action(card("6h"))
    after(state, "Ah 6d 7d 9h 6s 7s Jo")
    assert state.to_dict(1)["bid_cards"] == [3, ["9h", "7d", "6d"], 3]
    assert state.to_dict(1)["bids"] == [None, 2, None]
    assert [mask.bit_count() for mask in state.hands] == [9] * 3


@BACKENDS
def test_r5_premiums(backend: str) -> None:
    state = after(dealt(backend), BIDS)
    assert state.phase() == "premium"
    assert offers(state) == ["neither", "declare", "reveal"]
    after(state, "declare")
    assert offers(state) == ["neither", "reveal"]
    with pytest.raises(IllegalActionError, match="does not go higher than declare"):
        state.apply_action(DECLARE)
    declared = after(state.clone(), "neither neither")
    assert declared.to_dict(1)["bid_cards"][0] == ["6h", "7c", "6c"]
    assert declared.to_dict(1)["hands"][0] == 9
    revealed = after(state, "reveal neither")
    assert revealed.to_dict(0)["bid_cards"] == [["6h", "7c", "6c"], ["9h", "7d", "6d"], 3]
    assert len(revealed.to_dict(0)["hands"][1]) == 9
    assert revealed.to_dict(0)["hands"][2] == 9


@BACKENDS
def test_r5_what_is_shown_is_known(backend: str) -> None:
    rng = np.random.default_rng(1)
    state = after(dealt(backend), BIDS + " neither reveal neither")
    for viewer in (0, 2):
        other = 2 - viewer
        worlds = [state.resample_from_infostate(viewer, rng) for _ in range(20)]
        assert {world.hands[1] for world in worlds} == {state.hands[1]}
        assert {world.aside[1] for world in worlds} == {state.aside[1]}
        assert len({world.aside[other] for world in worlds}) > 5


def test_hidden_bids_are_drawn_uniformly() -> None:
    """Ranks Q, K, A: four cards a hand, three of them the bid. Each way to hide is as likely."""
    from scipy.stats import chisquare

    game = load_game("ninety_nine(deals=1,ranks=QKA)")
    state = game.new_initial_state()
    rng = np.random.default_rng(2)
    while state.is_chance_node():
        state.apply_action(state.sample_chance(rng))
    while state.phase() != "play":
        state.apply_action(state.legal_actions()[0])
    lead = state.legal_actions()[0]
    state.apply_action(lead)
    first, viewer = state.order[0], state.order[1]
    known = state.dealt[viewer] | state.turned_up | 1 << lead
    unseen = [c for c in range(37) if game.deck & ~known & 1 << c]
    wanted = {frozenset(three) for three in combinations(unseen, 3)}
    drawn: Counter[frozenset[int]] = Counter()
    for _ in range(60 * len(wanted)):
        mask = state.resample_from_infostate(viewer, rng).aside[first]
        drawn[frozenset(c for c in range(37) if mask >> c & 1)] += 1
    assert set(drawn) == wanted
    assert chisquare(list(drawn.values())).pvalue > 1e-6


@BACKENDS
def test_r6_lead_and_follow(backend: str) -> None:
    state = after(dealt(backend), BIDS + " " + NONE)
    assert state.current_player() == 0
    after(state, "7h")
    assert offers(state) == ["Th", "Jh"]
    with pytest.raises(IllegalActionError, match="does not follow suit, and seat 1 can"):
        state.apply_action(card("Kd"))
    state = after(dealt(backend), BIDS + " " + NONE + " 8c")
    assert len(offers(state)) == 9  # no clubs
    two = load_game("ninety_nine(deals=2)", backend=backend).new_initial_state()
    deal = Deal(1)
    while two.round() == 0:
        play_out_chance(two, deal)
        two.apply_action(two.legal_actions()[0])
    assert two.order == [1, 2, 0]


@BACKENDS
@pytest.mark.parametrize(
    ("trick", "winner"), [("8c Kd Ks", 0), ("8c Kd Qh", 2), ("8c Th Qh", 2), ("7h Jh Qh", 2)]
)
def test_r7_winner(trick: str, winner: int, backend: str) -> None:
    state = after(dealt(backend), BIDS + " " + NONE)
    assert after(state, trick).current_player() == winner


@pytest.mark.parametrize(
    ("bids", "taken", "points"),
    [
        ([3, 3, 3], [3, 3, 3], [13, 13, 13]),
        ([3, 3, 0], [3, 3, 3], [23, 23, 3]),
        ([3, 2, 0], [3, 3, 3], [33, 3, 3]),
        ([9, 9, 9], [3, 3, 3], [3, 3, 3]),
        ([0, 5, 4], [0, 5, 4], [10, 15, 14]),
    ],
)
def test_r8_score(bids: list[int], taken: list[int], points: list[int]) -> None:
    assert settle(bids, taken, NEITHER, 0) == points


@pytest.mark.parametrize(
    ("premium", "bids", "points"),
    [
        (DECLARE, [3, 0, 0], [63, 3, 3]),
        (REVEAL, [3, 0, 0], [93, 3, 3]),
        (DECLARE, [4, 0, 0], [3, 33, 33]),
        (REVEAL, [4, 3, 0], [3, 93, 63]),
        (REVEAL, [3, 3, 0], [83, 23, 3]),
    ],
)
def test_r9_premiums_scored(premium: int, bids: list[int], points: list[int]) -> None:
    assert settle(bids, [3, 3, 3], premium, 0) == points


def test_r9_the_highest_score_of_a_deal() -> None:
    """The page's example: all nine tricks, the only bid made, revealed: 99 points."""
    assert settle([9, 1, 1], [9, 0, 0], REVEAL, 0) == [99, 0, 0]


def _game(scoring: str, seed: int, backend: str) -> tuple[State, list[list[float]]]:
    """A plainly played game and its totals after each deal."""
    state, deal = (
        load_game("ninety_nine", scoring=scoring, backend=backend).new_initial_state(),
        Deal(seed),
    )
    rows: list[list[float]] = []
    while not state.is_terminal():
        play_out_chance(state, deal)
        state.apply_action(state.rule_action())
        if state.round() > len(rows):
            rows.append(state.scores())
    return state, rows


def _rounds(rows: list[list[float]]) -> list[list[list[float]]]:
    """The deals of each round, as points within it."""
    rounds: list[list[list[float]]] = [[]]
    base = [0.0, 0.0, 0.0]
    for totals in rows:
        points = [now - then for now, then in zip(totals, base, strict=True)]
        if max(points) >= 100:
            rounds[-1].append(points)
            rounds.append([])
            base = list(totals)
        else:
            rounds[-1].append(points)
    return rounds[:-1] if not rounds[-1] else rounds


@BACKENDS
@pytest.mark.parametrize("seed", range(3))
def test_r10_rounds(seed: int, backend: str) -> None:
    state, rows = _game("rounds", seed, backend)
    rounds = _rounds(rows)
    assert len(rounds) == 3
    assert all(max(points) < 100 for deals in rounds for points in deals[:-1])
    best = max(rows[-1])
    assert all(state.places()[s] < 2.5 for s in range(3) if rows[-1][s] == best)


@BACKENDS
@pytest.mark.parametrize("seed", range(3))
def test_r10_rounds_with_a_bonus(seed: int, backend: str) -> None:
    """The same deals are played; whoever has 100 in a round gets more at its end."""
    _, plain = _game("rounds", seed, backend)
    _, more = _game("rounds_bonus", seed, backend)
    assert len(plain) == len(more)
    extra = [0.0] * 3
    for deals, ends in zip(_rounds(plain), _ends(plain), strict=True):
        reached = [s for s in range(3) if deals[-1][s] >= 100]
        for seat in reached:
            extra[seat] += {1: 30, 2: 20, 3: 10}[len(reached)]
        assert [b - a for a, b in zip(plain[ends], more[ends], strict=True)] == extra


def _ends(rows: list[list[float]]) -> list[int]:
    """Numbers of the deals that end a round."""
    out, at = [], -1
    for deals in _rounds(rows):
        at += len(deals)
        out.append(at)
    return out


@BACKENDS
@pytest.mark.parametrize("seed", range(3))
def test_r10_first_to_three_rounds(seed: int, backend: str) -> None:
    state, rows = _game("first_to_three", seed, backend)
    wins = [0, 0, 0]
    rounds = _rounds(rows)
    for number, deals in enumerate(rounds):
        assert max(wins) < 3, number
        best = max(deals[-1])
        for seat in range(3):
            wins[seat] += deals[-1][seat] == best
    assert max(wins) == 3
    assert state.wins == wins
    assert min(state.places()) == state.places()[wins.index(3)]


@BACKENDS
def test_r10_nine_hands(backend: str) -> None:
    _, rows = _game("nine_hands", 1, backend)
    assert len(rows) == 9


def test_decisions_a_round_ends_in_time() -> None:
    assert load_game("ninety_nine(scoring=rounds)").most_deals() == 3 * 34
    assert load_game("ninety_nine(scoring=nine_hands)").most_deals() == 9
    with pytest.raises(ValueError, match="first_trump=none needs trump=junk_joker"):
        load_game("ninety_nine(first_trump=none)")
