"""A deal that is given up: records know concessions, the rules of the game do not."""

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
    put = points_of(state.discards if state.picked_up else state.skat)
    own, others = state.trick_points()
    tricks[not rest_to_declarer] += state.deck.hand - len(winners)
    return Outcome(
        contract=state.contract,
        hand=not state.picked_up,
        announced=state.announced,
        bid=LADDER[state.bid],
        cards=state.dealt[state.declarer] | state.skat,
        points=state.deck.points - others if rest_to_declarer else own + put,
        tricks=tricks[0],
        defenders_tricks=tricks[1],
    )
