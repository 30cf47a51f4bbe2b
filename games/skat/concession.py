"""A deal that ends before its cards are played: given up, or worked out to its end."""

from typing import Any

from games.skat.cards import LADDER, points_of
from games.skat.scoring import Outcome


def given_up(state: Any, rest_to_declarer: bool) -> Outcome:
    """The facts of a deal whose open trick and unplayed cards all go to one side.

    Parameters
    ----------
    state : games.skat.text.Position
        In the play.
    rest_to_declarer : bool
        Whether the declarer gets them, or the defenders.
    """
    winners = [winner for _, _, winner in state.tricks_played() if winner >= 0]
    tricks = [winners.count(state.declarer), 0]
    tricks[1] = len(winners) - tricks[0]
    own, others = state.trick_points()
    tricks[not rest_to_declarer] += state.deck.hand - len(winners)
    points = state.deck.points - others if rest_to_declarer else own + put_away(state)
    return outcome(state, points, tricks[0], tricks[1])


def put_away(state: Any) -> int:
    """Card points that the declarer has without a trick: the discards, or the skat."""
    return points_of(state.discards if state.picked_up else state.skat)


def outcome(state: Any, points: int, tricks: int, defenders_tricks: int) -> Outcome:
    """The facts of a deal in play, were it to end with these points and tricks."""
    return Outcome(
        contract=state.contract,
        hand=not state.picked_up,
        announced=state.announced,
        bid=LADDER[state.bid],
        cards=state.dealt[state.declarer] | state.skat,
        points=points,
        tricks=tricks,
        defenders_tricks=defenders_tricks,
    )
