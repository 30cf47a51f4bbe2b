"""Skat: rules R1 to R11 and R18 of games/skat/rules.md; R12 to R17 are in the scoring tests."""

import itertools

import pytest

import games
from games import IllegalActionError
from games.core.deal import Deal, play_out_chance
from games.skat.cards import (
    GRAND,
    HEARTS,
    LADDER,
    NULL,
    card_of,
    points_of,
)
from tests.games.skat_cases import BACKENDS, DECK, HANDS, dealt, play


@pytest.fixture(params=BACKENDS)
def backend(request):
    return request.param


# ---- R1 to R3: deck, deal, rank ----


def test_r1_deck_and_points():
    assert len(DECK.cards) == 32
    assert points_of(DECK.mask) == DECK.points == 120
    rank_points = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
    for rank, suit in itertools.product(rank_points, "DHSC"):
        assert points_of(1 << card_of(suit + rank)) == rank_points[rank]


def test_r2_ten_cards_each_and_two_in_the_skat(backend):
    state = dealt(HANDS, backend)
    seen = state.to_dict()
    assert [len(hand) for hand in seen["hands"]] == [10, 10, 10]
    assert sorted(seen["skat"]) == ["D7", "DT"]


def test_r2_four_players_dealer_sits_out(backend):
    state = dealt(HANDS, backend, players=4)
    assert state.current_player() == 1  # middlehand bids first; forehand is seat 0, seat 3 deals
    assert state.to_dict(3)["hands"] == [10, 10, 10]
    play(state, "pass;pass;bid 18;hand;Grand;no announcement")
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.scores()[3] == 0
    assert state.utilities()[3] == 0
    score = state.scores()[0]
    assert state.utilities()[:3] == [score, -score / 2, -score / 2]


def test_r3_rank_in_suit_games_and_grand():
    table = DECK.tables[HEARTS]
    order = ["CJ", "SJ", "HJ", "DJ", "HA", "HT", "HK", "HQ", "H9", "H8", "H7"]
    for high, low in itertools.pairwise(order):
        assert table.beats(card_of(high), card_of(low))
        assert not table.beats(card_of(low), card_of(high))
    for high, low in itertools.pairwise(["SA", "ST", "SK", "SQ", "S9", "S8", "S7"]):
        assert table.beats(card_of(high), card_of(low))
    assert table.beats(card_of("H7"), card_of("SA"))
    assert not table.beats(card_of("SA"), card_of("DA"))
    grand = DECK.tables[GRAND]
    assert grand.beats(card_of("DJ"), card_of("HA"))
    assert not grand.beats(card_of("H7"), card_of("SA"))


def test_r3_rank_in_null():
    table = DECK.tables[NULL]
    for high, low in itertools.pairwise(["CA", "CK", "CQ", "CJ", "CT", "C9", "C8", "C7"]):
        assert table.beats(card_of(high), card_of(low))
    assert not table.beats(card_of("CJ"), card_of("D7"))


def test_trick_tables_against_a_plain_reading():
    """Every pair of cards in every contract, against rank strings read by hand."""
    plain, null = "789QKTA", "789TJQKA"
    for contract in range(6):
        trump = "DHSC"[contract] if contract < 4 else ""

        def key(card, led, contract=contract, trump=trump):
            suit, rank = card
            if contract == NULL:
                return (suit == led[0], null.index(rank))
            if rank == "J":
                return (3, "DHSC".index(suit))
            if suit == trump:
                return (2, plain.index(rank))
            leads = led[0] if led[1] != "J" else None
            return (suit == leads and leads != trump, plain.index(rank))

        names = [s + r for s in "DHSC" for r in "789TJQKA"]
        for led, later in itertools.permutations(names, 2):
            k_led, k_later = key(led, led), key(later, led)
            wins = k_later > k_led if k_later[0] else False
            assert DECK.tables[contract].beats(card_of(later), card_of(led)) == wins


# ---- R4 to R6: auction ----


@pytest.mark.parametrize(
    ("moves", "declarer", "bid"),
    [
        ("bid 18;pass;pass", 1, 18),  # forehand gives way, rearhand too
        ("bid 18;hold;pass;pass", 0, 18),
        ("bid 18;hold;bid 33;pass;pass", 1, 33),  # a jump
        ("pass;bid 18;pass", 2, 18),
        ("pass;bid 18;hold;pass", 0, 18),
        ("bid 20;pass;bid 22;hold;pass", 1, 22),
        ("bid 20;pass;bid 22;pass", 2, 22),
        ("bid 20;hold;pass;bid 22;hold;bid 23;pass", 2, 23),
        ("pass;pass;bid 18", 0, 18),
        ("bid 264;hold;pass;pass", 0, 264),
    ],
)
def test_r4_auction(backend, moves, declarer, bid):
    state = play(dealt(HANDS, backend), moves)
    assert state.phase() == "skat"
    assert state.current_player() == declarer
    assert state.to_dict()["bid"] == bid


def test_r4_who_speaks(backend):
    state = dealt(HANDS, backend)
    speakers = []
    for move in ["bid 18", "hold", "bid 20", "pass", "bid 22", "hold", "pass"]:
        speakers.append(state.current_player())
        play(state, move)
    assert speakers == [1, 0, 1, 0, 2, 1, 2]


def test_r5_ladder_and_holding(backend):
    ladder = games.core.data.load_data("skat")["auction"]["ladder"]
    assert list(LADDER) == ladder == sorted(set(ladder))
    assert len(LADDER) == 63
    state = dealt(HANDS, backend)
    assert [state.action_to_string(a) for a in state.legal_actions()] == [
        "pass",
        *(f"bid {value}" for value in LADDER),
    ]
    play(state, "bid 24")
    assert [state.action_to_string(a) for a in state.legal_actions()] == ["pass", "hold"]
    play(state, "hold")
    assert state.action_to_string(state.legal_actions()[1]) == "bid 27"


def test_r5_every_bid_is_a_possible_game_value():
    """The ladder holds every value a game can have up to its top, and nothing else."""
    suits = {base * m for base in (9, 10, 11, 12) for m in range(2, 19)}
    grands = {24 * m for m in range(2, 12)}
    possible = suits | grands | {23, 35, 46, 59}
    assert set(LADDER) <= possible
    assert all(v in LADDER for v in possible if v <= 100)


def test_r5_top_value_can_only_be_passed(backend):
    state = play(dealt(HANDS, backend), "bid 264;hold")
    assert [state.action_to_string(a) for a in state.legal_actions()] == ["pass"]


def test_r6_passed_in(backend):
    state = play(dealt(HANDS, backend), "pass;pass")
    assert [state.action_to_string(a) for a in state.legal_actions()] == ["pass", "bid 18"]
    play(state, "pass")
    assert state.is_terminal()
    assert state.returns() == [0.0] * 3
    assert state.settlement is None


# ---- R7, R8: skat, contract, announcements ----


def test_r7_discards_ascending_from_twelve(backend):
    state = play(dealt(HANDS, backend), "pass;pass;bid 18;pick up")
    assert state.phase() == "discard"
    assert len(state.legal_actions()) == 11  # the highest of twelve leaves no second card above
    play(state, "D7")
    assert state.phase() == "discard"
    assert len(state.legal_actions()) == 11
    play(state, "DT")
    assert state.phase() == "contract"
    assert sorted(state.to_dict(0)["discards"]) == ["D7", "DT"]
    assert state.to_dict(1)["discards"] == 2
    assert state.to_dict(1)["skat"] == 2


def test_r7_hand_leaves_the_skat_unseen(backend):
    state = play(dealt(HANDS, backend), "pass;pass;bid 18;hand")
    assert state.to_dict(0)["skat"] == 2
    assert state.phase() == "contract"


@pytest.mark.parametrize(
    ("moves", "choices"),
    [
        ("pick up;D7 DT;Null", ["no announcement", "open"]),
        ("hand;Null", ["no announcement", "open"]),
        ("hand;Grand", ["no announcement", "announce Schneider", "announce Schwarz", "open"]),
        ("hand;Hearts", ["no announcement", "announce Schneider", "announce Schwarz", "open"]),
    ],
)
def test_r8_announcements(backend, moves, choices):
    state = play(dealt(HANDS, backend), "pass;pass;bid 18;" + moves)
    assert state.phase() == "contract"
    assert [state.action_to_string(a) for a in state.legal_actions()] == choices


def test_r8_no_announcement_after_the_skat(backend):
    state = play(dealt(HANDS, backend), "pass;pass;bid 18;pick up;D7 DT;Grand")
    assert state.phase() == "play"


def test_r8_open_shows_the_hand(backend):
    state = play(dealt(HANDS, backend), "pass;pass;bid 18;hand;Grand;open")
    assert set(state.to_dict(1)["hands"][0]) == set(HANDS[0].split())
    assert state.to_dict(1)["skat"] == 2


# ---- R9 to R11: play ----


def test_r9_forehand_leads_and_suit_is_followed(backend):
    state = play(dealt(HANDS, backend), "pass;bid 18;pass;pick up;D7 DT;Clubs;SA")
    assert state.current_player() == 1
    assert [state.action_to_string(a) for a in state.legal_actions()] == ["SQ", "SK"]
    with pytest.raises(IllegalActionError, match=r"HQ does not follow suit.*R9.*legal: SQ, SK"):
        state.apply_action(card_of("HQ"))
    with pytest.raises(IllegalActionError, match=r"CA is not in middlehand's hand"):
        state.apply_action(card_of("CA"))


def test_r9_jacks_are_trumps(backend):
    state = play(dealt(HANDS, backend), "pass;bid 18;pass;pick up;D7 DT;Clubs;CT")
    assert {state.action_to_string(a) for a in state.legal_actions()} == {"C9", "C8", "HJ", "DJ"}
    state = play(dealt(HANDS, backend), "pass;bid 18;pass;pick up;D7 DT;Grand;CT")
    assert {state.action_to_string(a) for a in state.legal_actions()} == {"C9", "C8"}
    state = play(dealt(HANDS, backend), "pass;bid 18;pass;pick up;D7 DT;Null;no announcement;CJ")
    assert {state.action_to_string(a) for a in state.legal_actions()} == {"C9", "C8"}


def test_r10_winner_leads(backend):
    state = play(dealt(HANDS, backend), "pass;bid 18;pass;pick up;D7 DT;Clubs;SA SK S7")
    assert state.current_player() == 0
    play(state, "ST SQ S8;CK DJ CQ")  # the diamond jack takes a club lead
    assert state.current_player() == 1


def test_r11_null_ends_at_the_declarers_first_trick(backend):
    state = play(dealt(HANDS, backend), "pass;pass;bid 18;hand;Null;no announcement;CA C9 CQ")
    assert state.is_terminal()
    assert state.settlement.tricks == 1
    assert state.scores() == [-70.0, 0.0, 0.0]
    assert state.returns() == [-70.0, 35.0, 35.0]


def test_r11_other_deals_run_to_the_last_card(backend):
    state = play(dealt(HANDS, backend), "pass;pass;bid 18;hand;Grand;no announcement")
    plays = 0
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
        plays += 1
    assert plays == 30


# ---- R18: match ----


def test_r18_the_deal_passes_to_the_left(backend):
    state = games.load_game("skat", deals=4, backend=backend).new_initial_state()
    forehands = []
    deal = Deal(3)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(deal.choose(state))
            continue
        if state.phase() == "auction" and not state.to_dict()["auction"]:
            forehands.append(state.to_dict()["forehand"])
        state.apply_action(state.string_to_action("pass"))
    assert forehands == [0, 1, 2, 0]
    assert state.round() == 4


def test_r18_default_is_36_deals():
    game = games.load_game("skat")
    assert game.get_parameters()["deals"] == 36
    assert game.new_initial_state().round() == 0


def test_same_deal_whatever_the_play():
    """`Deal` gives the second deal the same hands after passes and after a played game."""
    hands = []
    for first in ("pass", "bid 18"):
        state, deal = games.load_game("skat(deals=2)").new_initial_state(), Deal(11)
        while state.round() == 0:
            if state.is_chance_node():
                state.apply_action(deal.choose(state))
            elif state.phase() == "auction":
                texts = [state.action_to_string(a) for a in state.legal_actions()]
                text = first if first in texts and not state.to_dict()["auction"] else "pass"
                state.apply_action(state.string_to_action(text))
            else:
                state.apply_action(state.legal_actions()[0])
        play_out_chance(state, deal)
        hands.append(state.to_dict()["hands"])
    assert hands[0] == hands[1]


def test_rule_player_needs_a_decision(backend):
    state = games.load_game("skat", deals=1, backend=backend).new_initial_state()
    with pytest.raises(ValueError, match="nobody is to move"):
        state.rule_action()
    state = play(dealt(HANDS, backend), "pass;pass")
    assert state.action_to_string(state.rule_action()) in ("pass", "bid 18")
