"""Card play with all cards open, solved: what each card is worth when everybody sees everything.

A deal ends in one of a few ways, each better for the declarer than the one before: no trick, one
trick, out of Schneider (31), won (61), Schneider made (90), all tricks. Each asks for more than
the one before, so that what a card is worth is the last of them that the declarer can force, and
a few questions to the trick solver find it. The game's own settlement says what each is worth;
those that are worth the same (with an overbid, or an announcement) are one.
"""

import functools
from dataclasses import dataclass
from typing import Any, NamedTuple

from ext.kernels.tricksolver import TrickSolver
from ext.mech.tricks import TrickTable
from games.core.open_solver import OpenSolver, Values, final_utilities
from games.skat.cards import NULL, POINTS, Deck
from games.skat.concession import outcome, put_away
from games.skat.scoring import settle


class Goal(NamedTuple):
    """What the declarer has to reach: card points or tricks; in Null, to stay below."""

    tricks: bool
    need: int


@dataclass(frozen=True, slots=True)
class Spot:
    """Hands, trick and count in the middle of the card play; seats by role."""

    hands: tuple[int, ...]
    leader: int
    trick: tuple[int, ...]
    points: int  # the declarer's, what was put away included
    tricks: int  # the declarer's
    lost: int  # tricks of the defenders

    @property
    def mover(self) -> int:
        """Role of the seat that plays next."""
        return (self.leader + len(self.trick)) % 3

    def after(self, card: int, table: TrickTable, declarer: int) -> "Spot":
        """The spot after the mover's card."""
        hands = list(self.hands)
        hands[self.mover] &= ~(1 << card)
        trick = (*self.trick, card)
        if len(trick) < 3:
            return Spot(tuple(hands), self.leader, trick, self.points, self.tricks, self.lost)
        winner = (self.leader + table.winner(trick)) % 3
        own = winner == declarer
        gained = sum(POINTS[c] for c in trick) if own else 0
        tricks, lost = self.tricks + own, self.lost + (not own)
        return Spot(tuple(hands), winner, (), self.points + gained, tricks, lost)


class SkatOpenSolver(OpenSolver):
    """Best card play with open cards, of one deal or several (`games.core.open_solver`).

    The defenders are one side even where `utility=score` gives them nothing to play for.
    """

    def __init__(self) -> None:
        self._solvers: dict[tuple[int, bool], TrickSolver] = {}

    def solves(self, state: Any) -> bool:
        """In the card play."""
        return bool(state.stage == "play")

    def side(self, state: Any, seat: int) -> tuple[int, ...]:
        """The declarer alone, the defenders together; a dealer who sits out gains with nobody."""
        role, declarer = state.role_of(seat), state.declarer
        mates = [r for r in range(3) if (r == declarer) == (role == declarer)]
        return (seat,) if role < 0 else tuple(sorted(state.seat_of(r) for r in mates))

    def values(self, state: Any) -> dict[int, Values]:
        """What every seat gains, for each card that may be played."""
        deck, contract = state.deck, state.contract
        spot, table = spot_of(state), deck.tables[contract]
        led = spot.trick[0] if spot.trick else None
        legal = table.legal(spot.hands[spot.mover], led)
        twins = distinct(deck, contract, spot, legal)
        spots = {card: spot.after(card, table, state.declarer) for card in set(twins.values())}
        found = self._worth(state, spots)
        return {card: found[twins[card]] for card in sorted(twins)}

    def value(self, state: Any) -> Values:
        """What every seat gains, without asking which card brings it."""
        return self._worth(state, {0: spot_of(state)})[0]

    def _worth(self, state: Any, spots: dict[int, Spot]) -> dict[int, Values]:
        """Each spot's value: halve the ways to end until one is left, 61 points first."""
        goals, worth = ladder(state, put_away(state))
        middle = Goal(False, state.deck.to_win)
        found: dict[int, Values] = {}
        open_cases = [(list(spots), 0, len(goals))]
        while open_cases:
            cards, low, high = open_cases.pop()
            if low == high or not cards:
                found |= dict.fromkeys(cards, worth[low])
                continue
            at = goals.index(middle) if middle in goals[low:high] else (low + high) // 2
            reach = [card for card in cards if self._forced(state, spots[card], goals[at])]
            rest = [card for card in cards if card not in reach]
            open_cases += [(rest, low, at), (reach, at + 1, high)]
        return found

    def _forced(self, state: Any, spot: Spot, goal: Goal) -> bool:
        """Can the declarer reach a goal from here, whatever the defenders do?"""
        declarer, null = state.declarer, state.contract == NULL
        if null and spot.tricks:
            return False
        if goal.tricks and goal.need == state.deck.hand and spot.lost:
            return False
        need = goal.need - (spot.tricks if goal.tricks else spot.points)
        if need <= 0:
            return True
        wanting = [role for role in range(3) if (role == declarer) != null]
        solver = self._solver(state.deck, state.contract, goal.tricks)
        yes = solver.at_least(spot.hands, spot.leader, [declarer], wanting, need, spot.trick)
        return yes != null

    def _solver(self, deck: Deck, contract: int, tricks: bool) -> TrickSolver:
        """The solver of a contract that counts tricks or card points, with its memory."""
        if (contract, tricks) not in self._solvers:
            points = [0] * len(POINTS) if tricks else POINTS
            made = TrickSolver(deck.tables[contract], points, 3, per_trick=int(tricks))
            self._solvers[contract, tricks] = made
        return self._solvers[contract, tricks]


def spot_of(state: Any) -> Spot:
    """The card play of a state."""
    done = state.tricks_played()
    full = [trick for trick in done if trick[2] >= 0]
    leader, trick = (done[-1][0], done[-1][1]) if len(full) < len(done) else (0, [])
    if full and not trick:
        leader = full[-1][2]
    winners = [winner for _, _, winner in full]
    own = winners.count(state.declarer)
    points = put_away(state) + state.trick_points()[0]
    return Spot(tuple(state.hands), leader, tuple(trick), points, own, len(full) - own)


def ladder(state: Any, put: int) -> tuple[list[Goal], list[Values]]:
    """The ways in which the deal can end, worst for the declarer first.

    Parameters
    ----------
    state : games.skat.text.Position
        In the card play.
    put : int
        Card points that were put away.

    Returns
    -------
    list of Goal
        What has to be reached for each but the first.
    list of tuple of float
        What each is worth for every seat; one more than there are goals.
    """
    deck = state.deck
    if state.contract == NULL:
        ends = [(Goal(True, 1), (0, 1, 1)), (Goal(True, 1), (0, 0, 1))]
    else:
        schneider = deck.points - deck.schneider + 1
        ends = [
            (Goal(True, 0), (put, 0, 1)),
            (Goal(True, 1), (put, 1, 1)),
            (Goal(False, schneider), (max(put, schneider), 1, 1)),
            (Goal(False, deck.to_win), (max(put, deck.to_win), 1, 1)),
            (Goal(False, deck.schneider), (max(put, deck.schneider), 1, 1)),
            (Goal(True, deck.hand), (deck.points, 1, 0)),
        ]
    goals: list[Goal] = []
    worth: list[Values] = []
    for goal, (points, tricks, lost) in ends:
        gains = payoff(state, settle(deck, outcome(state, points, tricks, lost)).score)
        if not worth:
            worth.append(gains)
        elif gains != worth[-1]:
            goals.append(goal)
            worth.append(gains)
    return goals, worth


def payoff(state: Any, score: int) -> Values:
    """What every seat gains when the declarer scores so much."""
    parameters, declarer = state.game.get_parameters(), state.seat_of(state.declarer)
    kind, gains = parameters["utility"], [0.0] * state.game.num_players()
    if kind in ("win", "rank") and state.deal == parameters["deals"] - 1:
        totals = state.scores()
        totals[declarer] += score
        return final_utilities(kind, totals)
    if kind != "score":
        for role in range(3):
            gains[state.seat_of(role)] = -score / 2
    gains[declarer] = float(score)
    return tuple(gains)


def distinct(deck: Deck, contract: int, spot: Spot, legal: int) -> dict[int, int]:
    """For each legal card one that is as good: its neighbour in the hand that counts the same.

    Cards of one hand between which no other hand holds or has just played one can be swapped in
    every play. In Null all cards count the same.
    """
    mine = spot.hands[spot.mover]
    others = sum(spot.hands) - mine + sum(1 << card for card in spot.trick)
    found: dict[int, int] = {}
    for suit in order_of(deck, contract):
        seen: dict[int, int] = {}
        for card in suit:
            if others >> card & 1:
                seen = {}
            elif legal >> card & 1:
                found[card] = seen.setdefault(0 if contract == NULL else POINTS[card], card)
    return found


@functools.cache
def order_of(deck: Deck, contract: int) -> tuple[tuple[int, ...], ...]:
    """The cards of each effective suit, from the lowest up."""
    table = deck.tables[contract]

    def beaten(card: int) -> int:
        return sum(table.beats(card, c) for c in deck.cards if table.suit_of(c) == suit)

    suits = []
    for suit in range(table.suits):
        cards = (c for c in deck.cards if table.suit_of(c) == suit)
        suits.append(tuple(sorted(cards, key=beaten)))
    return tuple(suits)
