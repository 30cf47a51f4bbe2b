"""Exact play with every card open: what a game may offer beside its rules."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from ext.state import State

Values = tuple[float, ...]


class OpenSolver(ABC):
    """Best play of all seats when everybody sees everything, to the end of the round.

    `Game.open_solver` makes one. It may remember what it has worked out, so that one object
    serves the positions of one deal. A game offers it only for rounds that

    - are settled at their end: nothing is gained while one is played;
    - have no chance event after a decision that the solver solves, and no later decision of the
      round that it does not;
    - show every move to all from there on.

    Values are what a search counts (`State.gains`): by the game's `utility` the change of score
    or of margin, or for `win` and `rank`, when the round ends the game, the final utility.

    Attributes
    ----------
    endgame : bool
        Does it solve the end of the round only, so that decisions before that part are better
        searched than played on until it takes over?
    """

    endgame: ClassVar[bool] = False

    @abstractmethod
    def solves(self, state: State) -> bool:
        """Is a decision pending that this solver can solve?"""

    @abstractmethod
    def values(self, state: State) -> dict[int, Values]:
        """What every seat gains to the end of the round, for each legal action of the mover.

        Parameters
        ----------
        state : State
            A decision that `solves` accepts.

        Returns
        -------
        dict of int to tuple of float
            Ascending actions; one number a seat.
        """

    def value(self, state: State) -> Values:
        """What every seat gains when the mover, too, plays best."""
        mover = state.current_player()
        return max(self.values(state).values(), key=lambda gains: gains[mover])

    def side(self, state: State, seat: int) -> tuple[int, ...]:
        """The seats that gain when `seat` gains, itself among them, ascending."""
        teams = state.game.teams()
        return tuple(other for other, team in enumerate(teams) if team == teams[seat])


def final_utilities(kind: str, scores: Sequence[float]) -> Values:
    """Utilities of a finished game whose places go by score.

    Parameters
    ----------
    kind : str
        ``"win"`` (1 for the first place, shared on a tie) or ``"rank"`` (1 for the first place
        down to 0 for the last, ties sharing the mean of their places).
    scores : sequence of float
        Of all seats.
    """
    if kind == "win":
        first = [score == max(scores) for score in scores]
        return tuple(won / sum(first) for won in first)
    rest = len(scores) - 1
    places = [
        sum(other > score for other in scores) + (sum(other == score for other in scores) - 1) / 2
        for score in scores
    ]
    return tuple((rest - place) / rest if rest else 1.0 for place in places)
