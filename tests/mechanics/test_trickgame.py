"""What games of tricks share: how many worlds a seat has, what a hidden call shows."""

import re
from collections.abc import Iterable
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from ext.mech.tricks import TrickTable, bits
from games import Game, IllegalActionError, State, load_game
from games.core.deal import Deal, play_out_chance
from games.mechanics.cards import SPADES, suit_cards
from tests.contract.kit import failures

BACKENDS = pytest.mark.parametrize("backend", ["readable", "compiled"])


def late(spec: str, backend: str, cards: int, seed: int) -> State:
    """A state of the play with so many cards in all hands, played plainly."""
    state, deal = load_game(spec, backend=backend).new_initial_state(), Deal(seed)
    while True:
        play_out_chance(state, deal)
        if state.phase() == "play" and sum(h.bit_count() for h in state.hands) <= cards:
            return state
        state.apply_action(state.rule_action())


@BACKENDS
@pytest.mark.parametrize("seed", range(5))
def test_worlds_are_counted_as_enumeration_does(seed: int, backend: str) -> None:
    """Every way to deal the unseen cards of Spades under the voids that were shown."""
    state = late("spades(deals=1)", backend, 9, seed)
    for viewer in range(4):
        others = [seat for seat in range(4) if seat != viewer]
        hands = [state.hands[seat] for seat in others]
        unseen = [c for c in range(52) if sum(hands) >> c & 1]
        found = set()
        for order in permutations(unseen):
            at, dealt = 0, []
            for hand in hands:
                part = order[at : at + hand.bit_count()]
                dealt.append(sum(1 << c for c in part))
                at += len(part)
            found.add(tuple(dealt))
        shown = {seat: sum(1 << c for c in range(52) if _barred(state, seat, c)) for seat in others}
        fits = [d for d in found if not any(h & shown[s] for h, s in zip(d, others, strict=True))]
        assert state.worlds(viewer) == len(fits)


@BACKENDS
def test_worlds_of_an_unseen_card(backend: str) -> None:
    """Wizard on foreheads, four players: 60 cards less the others' three and the one turned up."""
    game = load_game("wizard(players=4,foresight=true,rounds=1)", backend=backend)
    state = game.new_initial_state()
    play_out_chance(state, Deal(1))
    assert [state.worlds(seat) for seat in range(4)] == [56] * 4
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    assert state.worlds(0) == 1


def strict_spades(beat: Iterable[int], ruff: Any, backend: str) -> Game:
    """Spades with duties that it has not."""
    game = load_game("spades(deals=1,ranks=TJQKA)", backend=backend)
    suits = [suit_cards(suit, "TJQKA") for suit in range(4)]
    game.tables = [TrickTable(suits, trump=SPADES, beat=beat, ruff=ruff)]
    return game


@BACKENDS
@pytest.mark.parametrize(
    ("beat", "ruff"), [([SPADES], "overtrump"), (range(4), "win"), ((), "trump")]
)
def test_duties_hold_in_a_whole_game(beat: Iterable[int], ruff: str, backend: str) -> None:
    """Legal cards, what they tell of a hand, and the sampler agree."""
    assert failures(strict_spades(beat, ruff, backend)) == {}


@BACKENDS
def test_why_a_card_may_not_be_played_under_duties(backend: str) -> None:
    """Each refusal names the duty that the card breaks."""
    game = strict_spades(range(4), "overtrump", backend)
    told = set()
    for seed in range(60):
        state, deal = game.new_initial_state(), Deal(seed)
        play_out_chance(state, deal)
        while not state.is_terminal():
            legal = state.legal_actions()
            hand = bits(state.hands[state.current_player()]) if state.trick else []
            for card in sorted({*hand} - {*legal}):
                with pytest.raises(IllegalActionError) as refused:
                    state.apply_action(card)
                told.add(re.sub(r"\d", "N", str(refused.value).split(";")[0])[3:])
            state.apply_action(legal[0])
    assert told == {
        "does not follow suit, and seat N can",
        "does not beat the cards on the table, and seat N can",
        "can't be played: seat N must play a trump",
        "can't be played: seat N must play a higher trump",
    }


def _barred(state: State, seat: int, card: int) -> bool:
    """Has a seat shown not to hold a card? By the tricks alone."""
    broken = False
    for leader, cards, _ in state.tricks_played():
        for place, played in enumerate(cards):
            if (leader + place) % 4 == seat:
                if place and played % 4 != cards[0] % 4 and card % 4 == cards[0] % 4:
                    return True
                if not place and played % 4 == 3 and not broken and card % 4 != 3:
                    return True
            broken = broken or played % 4 == 3
    return False


@BACKENDS
@pytest.mark.parametrize(
    "spec",
    ["spades(deals=1)", "ninety_nine(deals=1)", "oh_seven(rounds=1)", "sergeant_major(deals=1)"],
)
def test_worlds_become_fewer_until_one_is_left(spec: str, backend: str) -> None:
    """From trick to trick a seat learns; the sampler draws as many different ones as there are."""
    state, deal, rng = (
        load_game(spec, backend=backend).new_initial_state(),
        Deal(2),
        np.random.default_rng(1),
    )
    counts: list[int] = []
    while not state.is_terminal():
        play_out_chance(state, deal)
        if state.phase() == "play" and len(state.plays) % state.game.num_players() == 0:
            counts.append(state.worlds(0))
            if counts[-1] <= 40:
                worlds = [state.resample_from_infostate(0, rng) for _ in range(12 * counts[-1])]
                drawn = {
                    (*w.hands, getattr(w, "discards", 0), *getattr(w, "aside", ())) for w in worlds
                }
                hands = {w[: state.game.num_players()] for w in drawn}
                assert len(drawn) <= counts[-1]
                assert len(hands) > counts[-1] // 30
        state.apply_action(state.rule_action())
    assert counts == sorted(counts, reverse=True)
    assert state.worlds(0) == 1
    assert counts[0] > 10**8
