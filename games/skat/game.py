"""Skat, readable: deal, auction, skat, discards, contract, announcement, play, settlement.

The twin `ext.states.skat` does the same on a C struct; text and views are shared (`text.py`).
"""

from dataclasses import asdict
from typing import Any

from ext.mech.tricks import bits
from ext.rng import Stream, hash_ints, hash_text
from ext.state import State
from games.core import CHANCE, TERMINAL
from games.core.decisions import Decision, Stack, answer, chain, top
from games.core.game import Game
from games.mechanics.dealing import cards_above, hand_outcomes, sample_hand_card
from games.skat.auction import AUCTION
from games.skat.cards import (
    BASE,
    FIRST_CONTRACT,
    HAND,
    LADDER,
    NO_ANNOUNCEMENT,
    NULL,
    NULL_VALUES,
    OPEN,
    PICK_UP,
    SCHNEIDER,
    SCHWARZ,
    deck,
    points_of,
)
from games.skat.open import SkatOpenSolver
from games.skat.plain import considered_actions, plain_action
from games.skat.sampling import resample
from games.skat.scoring import Outcome, settle
from games.skat.text import SkatText

HIDDEN_DISCARD = 200  # what others see of a discard: no action's number


class SkatState(SkatText, State):
    """Readable Skat."""

    def _setup(self) -> None:
        self.deals: int = self.game.get_parameters()["deals"]
        self.totals = [0] * self.game.num_players()
        self.margins = [0.0] * self.game.num_players()
        self.finished = self.moves = self.past = 0
        self.last: tuple[int, dict[str, Any]] | None = None
        self._start_deal()

    def _start_deal(self) -> None:
        self.deal, self.deal_start = self.finished, self.moves
        self.dealt, self.hands, self.played = [0] * 3, [0] * 3, [0] * 3
        self.voids, self.tricks = [0] * 3, [0] * 3
        self.skat = self.discards = self.points = 0
        self.auction = AUCTION
        self.pending: Stack = ()
        self.declarer, self.contract, self.announced = -1, -1, 0
        self.picked_up = False
        self.plays: list[int] = []
        self.leader = 0

    def _clone_into(self, other: "SkatState") -> None:
        for name, value in vars(self).items():
            setattr(other, name, value.copy() if isinstance(value, list) else value)

    # ---- where the deal stands ----

    @property
    def stage(self) -> str:
        """One of `text.STAGES`."""
        if self.finished == self.deals:
            return "over"
        if not self.skat:
            return "deal"
        if not self.auction.over:
            return "auction"
        return top(self.pending).phase if self.pending else "play"

    @property
    def auction_log(self) -> tuple[int, ...]:
        """Actions of this deal's auction."""
        return self.auction.log

    @property
    def bid(self) -> int:
        """Index of the last value named, -1 before the first."""
        return self.auction.bid

    def _turn(self) -> int:
        if not self.auction.over:
            return self.auction.speaker
        return self.declarer if self.pending else (self.leader + len(self.plays) % 3) % 3

    def _current_player(self) -> int:
        if self.finished == self.deals:
            return TERMINAL
        return self.seat_of(self._turn()) if self.skat else CHANCE

    def _round(self) -> int:
        return self.finished

    # ---- moves ----

    def _legal_actions(self) -> list[int]:
        if not self.auction.over:
            return self.auction.legal()
        if self.pending:
            return top(self.pending).legal(self)
        hand = self.hands[self._turn()]
        trick = self.plays[len(self.plays) - len(self.plays) % 3 :]
        return bits(self.deck.tables[self.contract].legal(hand, trick[0] if trick else None))

    def _considered_actions(self) -> list[int]:
        return considered_actions(self) or self._legal_actions()

    def _modelled(self) -> bool:
        """What others bid, put away and declare hangs on their cards."""
        return self.stage != "play"

    def _seen(self, seat: int, action: int) -> int:
        """A discard shows only that one was made."""
        hidden = self.stage == "discard" and self._current_player() != seat
        return HIDDEN_DISCARD if hidden else action

    def _playout_action(self, stream: Stream) -> int:
        return plain_action(self, stream)

    def rule_action(self) -> int:
        """What the plain rule player does here, from what the seat to move sees."""
        if self._current_player() < 0:
            raise ValueError("nobody is to move: the rule player needs a decision")
        return plain_action(self)

    def _apply_action(self, action: int) -> None:
        self.moves += 1
        if not self.skat:
            self._deal_card(action)
        elif not self.auction.over:
            self._bid(action)
        elif self.pending:
            answer(self, action)
        else:
            self._play(action)

    def _deal_pool(self) -> tuple[int, list[int], int]:
        """Role that is dealt to, cards it may get next, cards it still lacks."""
        size = self.deck.hand
        role = next(r for r in range(3) if self.dealt[r].bit_count() < size)
        pool = cards_above(self.deck.mask & ~sum(self.dealt), self.dealt[role])
        return role, bits(pool), size - self.dealt[role].bit_count()

    def _chance_outcomes(self) -> list[tuple[int, float]]:
        return hand_outcomes(*self._deal_pool()[1:])

    def _sample_chance(self, stream: Stream) -> int:
        return sample_hand_card(*self._deal_pool()[1:], stream)

    def _deal_card(self, card: int) -> None:
        role = self._deal_pool()[0]
        self.dealt[role] |= 1 << card
        self.hands[role] = self.dealt[role]
        if self.dealt[2].bit_count() == self.deck.hand:
            self.skat = self.deck.mask & ~sum(self.dealt)

    def _bid(self, action: int) -> None:
        self.auction = self.auction.after(action)
        if not self.auction.over:
            return
        self.declarer = self.auction.declarer
        if self.declarer < 0:
            self._finish_deal()
        else:
            self.pending = chain(self._decide("skat", _skat_choices, _take_or_leave))

    def _decide(self, phase, legal, apply) -> Decision:  # type: ignore[no-untyped-def]
        return Decision(self.seat_of(self.declarer), phase, legal, apply)

    def _play(self, card: int) -> None:
        role, table = self._turn(), self.deck.tables[self.contract]
        trick = self.plays[len(self.plays) - len(self.plays) % 3 :]
        if trick and table.suit_of(card) != table.suit_of(trick[0]):
            self.voids[role] |= 1 << table.suit_of(trick[0])
        self.plays.append(card)
        self.hands[role] &= ~(1 << card)
        self.played[role] |= 1 << card
        if len(trick) == 2:
            self._take_trick([*trick, card])

    def _take_trick(self, trick: list[int]) -> None:
        winner = (self.leader + self.deck.tables[self.contract].winner(trick)) % 3
        self.leader = winner
        self.tricks[winner] += 1
        if winner == self.declarer:
            self.points += sum(points_of(1 << c) for c in trick)
        lost_null = self.contract == NULL and winner == self.declarer
        if lost_null or len(self.plays) == 3 * self.deck.hand:
            self._finish_deal()

    # ---- settlement ----

    def _outcome(self) -> Outcome:
        put = self.discards if self.picked_up else self.skat
        return Outcome(
            contract=self.contract,
            hand=not self.picked_up,
            announced=self.announced,
            bid=LADDER[self.bid],
            cards=self.dealt[self.declarer] | self.skat,
            points=self.points + points_of(put),
            tricks=self.tricks[self.declarer],
            defenders_tricks=sum(self.tricks) - self.tricks[self.declarer],
        )

    def _finish_deal(self) -> None:
        self.last = None
        if self.declarer >= 0:
            outcome = self._outcome()
            self.last = (self.seat_of(self.declarer), asdict(outcome))
            score = settle(self.deck, outcome).score
            self.totals[self.last[0]] += score
            for role in range(3):
                share = score if role == self.declarer else -score / 2
                self.margins[self.seat_of(role)] += share
        # The cards are laid open, so that what follows is common knowledge.
        public = hash_text(" ".join(map(str, (*self.auction_log, self.contract, *self.plays))))
        self.past = hash_ints([self.past, public, *self.dealt, self.skat, self.discards])
        self.finished += 1
        if self.finished < self.deals:
            self._start_deal()
        else:
            self.deal_start = self.moves

    def _scores(self) -> list[int]:
        return self.totals

    def _margins(self) -> list[float]:
        return self.margins

    # ---- hidden information ----

    def _information_key(self, seat: int) -> int:
        return hash_ints([self.past, hash_text(self._current_information(seat))])

    def _resample(self, seat: int, stream: Stream) -> None:
        resample(self, seat, stream)


# ---- the declarer's chain of decisions: skat, two discards, contract, announcement ----


def _skat_choices(state: SkatState) -> list[int]:
    return [PICK_UP, HAND]


def _take_or_leave(state: SkatState, action: int) -> None:
    contract = state._decide("contract", _contract_choices, _name_contract)
    if action == HAND:
        state.pending = chain(contract)
        return
    state.picked_up = True
    state.hands[state.declarer] |= state.skat
    discard = state._decide("discard", _discard_choices, _discard)
    state.pending = chain(discard, discard, contract)


def _discard_choices(state: SkatState) -> list[int]:
    """Discards come in ascending order, so the first leaves a higher card for the second."""
    hand = state.hands[state.declarer]
    return bits(cards_above(hand, state.discards)) if state.discards else bits(hand)[:-1]


def _discard(state: SkatState, card: int) -> None:
    state.discards |= 1 << card
    state.hands[state.declarer] &= ~(1 << card)


def _contract_choices(state: SkatState) -> list[int]:
    return list(range(FIRST_CONTRACT, FIRST_CONTRACT + 6))


def _name_contract(state: SkatState, action: int) -> None:
    state.contract = action - FIRST_CONTRACT
    if state.contract == NULL or not state.picked_up:
        state.pending = chain(state._decide("announce", _announcements, _announce))
    else:
        state.announced = NO_ANNOUNCEMENT


def _announcements(state: SkatState) -> list[int]:
    if state.contract == NULL:
        return [NO_ANNOUNCEMENT, OPEN]
    return [NO_ANNOUNCEMENT, SCHNEIDER, SCHWARZ, OPEN]


def _announce(state: SkatState, action: int) -> None:
    state.announced = action


class SkatGame(Game):
    """Skat for three, or four with the dealer sitting out."""

    text = SkatText
    readable = SkatState
    twin = "ext.states.skat"

    def _validate(self) -> None:
        self.deck = deck(self._params["ranks"])

    def values(self) -> tuple[tuple[int, ...], ...]:
        """Base values, Null values and ladder, for the compiled twin."""
        return BASE, NULL_VALUES, LADDER

    def open_solver(self, paranoid: bool = False) -> SkatOpenSolver:
        """Solves the card play with open cards; there are two sides either way."""
        return SkatOpenSolver()

    def _deals(self) -> int:
        return int(self._params["deals"])

    def max_game_length(self) -> int:
        """Deal, an auction that names and holds every value, declaring, play; each deal."""
        cards = 3 * self.deck.hand
        return self._deals() * (2 * cards + 2 * len(LADDER) + 3 + 5)

    def max_chance_outcomes(self) -> int:
        return 32

    def score_bounds(self) -> tuple[float, float]:
        """An overbid suit game of base 9 or 10 costs most; Grand open with four pays most."""
        return -540.0 * self._deals(), 264.0 * self._deals()

    def margin_bounds(self) -> tuple[float, float]:
        """A defender gets half of what the declarer loses."""
        return -540.0 * self._deals(), 270.0 * self._deals()


GAME = SkatGame
