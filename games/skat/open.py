"""Card play with all cards open, solved: what each card is worth when everybody sees everything.

A deal ends in one of a few ways, each better for the declarer than the one before: no trick, one
trick, out of Schneider (31), won (61), Schneider made (90), all tricks. Each asks for more than
the one before, so that what a card is worth is the last of them that the declarer can force, and
a few questions to the trick solver find it. The game's own settlement says what each is worth;
those that are worth the same (with an overbid, or an announcement) are one.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

from ext.kernels.tricksolver import TrickSolver
from ext.mech.tricks import bits
from games.core.open_solver import OpenSolver, Values, final_utilities
from games.mechanics.cards import mask_of
from games.skat.cards import NULL, POINTS, Deck
from games.skat.concession import outcome, put_away
from games.skat.scoring import settle

ALL = (1 << len(POINTS)) - 1  # every card


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


class SkatOpenSolver(OpenSolver):
    """Best card play with open cards, of one deal or several (`games.core.open_solver`).

    The defenders are one side even where `utility=score` gives them nothing to play for.
    """

    def __init__(self) -> None:
        self._solvers: dict[tuple[int, bool], TrickSolver] = {}
        self._declared: tuple[Any, ...] = ()
        self._ladder: tuple[list[Goal], list[Values]] = ([], [])

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
        spot, goals, worth = spot_of(state), *self._ladder_of(state)
        cards: list[int] = state.legal_actions()
        found: dict[int, Values] = {}
        open_cases = [(mask_of(cards), 0, len(goals))]
        while open_cases:
            left, low, high = open_cases.pop()
            if low < high and left:
                at = _first_asked(state, goals, low, high)
                reach = left & self._keeping(state, spot, goals[at])
                open_cases += [(left & ~reach, low, at), (reach, at + 1, high)]
            else:
                found |= dict.fromkeys(bits(left), worth[low])
        return {card: found[card] for card in cards}

    def value(self, state: Any) -> Values:
        """What every seat gains, without asking which card brings it."""
        spot, goals, worth = spot_of(state), *self._ladder_of(state)
        low, high = 0, len(goals)
        while low < high:
            at = _first_asked(state, goals, low, high)
            low, high = (at + 1, high) if self._forced(state, spot, goals[at]) else (low, at)
        return worth[low]

    def _ladder_of(self, state: Any) -> tuple[list[Goal], list[Values]]:
        """The ways to end; worked out once for a declaration, and for other discards anew."""
        cards = state.dealt[state.declarer] | state.skat
        put = state.discards if state.picked_up else state.skat
        said = (state.declarer, state.bid, state.picked_up, state.contract, state.announced)
        declared = (state.game, state.deal, tuple(state.scores()), *said, cards, put)
        if declared != self._declared:
            self._declared, self._ladder = declared, ladder(state, put_away(state))
        return self._ladder

    def _forced(self, state: Any, spot: Spot, goal: Goal) -> bool:
        """Can the declarer reach a goal from here, whatever the defenders do?"""
        settled = _settled(state, spot, goal)
        if settled is not None:
            return settled
        solver, question = self._question(state, spot, goal)
        return solver.at_least(*question) != (state.contract == NULL)

    def _keeping(self, state: Any, spot: Spot, goal: Goal) -> int:
        """The cards after which the declarer can still reach a goal, one bit each."""
        settled = _settled(state, spot, goal)
        if settled is not None:
            return ALL if settled else 0
        solver, question = self._question(state, spot, goal)
        cards = solver.moves_at_least(*question)
        return ALL & ~cards if state.contract == NULL else cards

    def _question(self, state: Any, spot: Spot, goal: Goal) -> tuple[TrickSolver, Any]:
        """Whom to ask, and what: in Null the others make the declarer take a trick."""
        declarer, null = state.declarer, state.contract == NULL
        wanting = [role for role in range(3) if (role == declarer) != null]
        need = goal.need - (spot.tricks if goal.tricks else spot.points)
        solver = self._solver(state.deck, state.contract, goal.tricks)
        return solver, (spot.hands, spot.leader, [declarer], wanting, need, spot.trick)

    def _solver(self, deck: Deck, contract: int, tricks: bool) -> TrickSolver:
        """The solver of a contract that counts tricks or card points, with its memory."""
        if (contract, tricks) not in self._solvers:
            points = [0] * len(POINTS) if tricks else POINTS
            made = TrickSolver(deck.tables[contract], points, 3, per_trick=int(tricks))
            self._solvers[contract, tricks] = made
        return self._solvers[contract, tricks]


def _first_asked(state: Any, goals: list[Goal], low: int, high: int) -> int:
    """The goal that halves what is open; half the points first, which cost least to answer."""
    middle = Goal(False, state.deck.to_win)
    return goals.index(middle) if middle in goals[low:high] else (low + high) // 2


def _settled(state: Any, spot: Spot, goal: Goal) -> bool | None:
    """Whether a goal is reached or missed already; None while it is open."""
    if state.contract == NULL:
        return False if spot.tricks else None
    return True if goal.need <= (spot.tricks if goal.tricks else spot.points) else None


def spot_of(state: Any) -> Spot:
    """The card play of a state."""
    leader, trick, points, tricks = 0, (), put_away(state), 0
    for first, cards, winner in state.tricks_played():
        if winner < 0:
            leader, trick = first, tuple(cards)
            break
        leader = winner
        if winner == state.declarer:
            tricks += 1
            points += sum(POINTS[card] for card in cards)
    return Spot(tuple(state.hands), leader, trick, points, tricks)


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
