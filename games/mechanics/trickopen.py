"""The last tricks with all cards open, solved: for games of tricks with any number of sides."""

from typing import Any

from ext.kernels.maxn import OpenSearch
from ext.mech.trickgame import TrickGame
from games.core.open_solver import OpenSolver, Values
from games.core.registry import load_game

MOST_CARDS = 20  # in all hands: solved in some milliseconds


class TrickOpenSolver(OpenSolver):
    """Exact play of the last tricks of a deal, every card open.

    Parameters
    ----------
    paranoid : bool, optional
        False: every seat plays for itself (max^n; equals go against the next seats). True: the
        others play together against the seat to move, and what it loses is shared among them.
    most_cards : int, optional
        Cards in all hands up to which a position is solved.
    """

    endgame = True

    def __init__(self, paranoid: bool = False, most_cards: int = MOST_CARDS) -> None:
        self.paranoid, self.most_cards = paranoid, most_cards
        self._search: OpenSearch | None = None
        self._deal: tuple[Any, ...] = ()

    def solves(self, state: Any) -> bool:
        """In the play, when few enough cards are left."""
        return state.stage == "play" and _cards_left(state) <= self.most_cards

    def values(self, state: Any) -> dict[int, Values]:
        """What every seat gains, for each card that may be played."""
        state = compiled(state)
        search = self._search_of(state)
        if not self.paranoid:
            return search.values(state)
        seat, seats = state.current_player(), state.game.num_players()
        return {
            action: tuple(own if s == seat else -own / max(1, seats - 1) for s in range(seats))
            for action, own in search.guaranteed(state).items()
        }

    def _search_of(self, state: Any) -> OpenSearch:
        """The search of this deal, with all that it remembers; another one for another deal."""
        deal = (state.game, state.deal, *state.scores(), *state.dealt, 0, *state.calls)
        if self._search is None or deal != self._deal:
            self._search, self._deal = OpenSearch(state), deal
        return self._search


def compiled(state: Any) -> Any:
    """The same position of the compiled twin, on which a search is a hundred times faster."""
    if isinstance(state, TrickGame) or state.game.twin is None:
        return state
    params = {**state.game.get_parameters(), "backend": "compiled"}
    other = load_game(state.game.name, **params).new_initial_state()
    for action in state.history():
        other.apply_action(action)
    return other


def _cards_left(state: Any) -> int:
    return sum(hand.bit_count() for hand in state.hands)
