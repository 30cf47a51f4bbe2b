"""Fixed deals: the same seed means the same cards and dice, however the play goes.

A chance node tells where it draws from (`Source`). `Deal(seed)` fixes, for every pile, a secret
order of its cards and, for every die, a stream of throws, and answers every chance node from
them. Matches play each deal with every rotation of the players.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ext.rng import Stream, hash_ints, hash_text
from ext.state import State


@dataclass(frozen=True)
class Source:
    """Where a chance event draws from.

    Attributes
    ----------
    name : str
        Pile or die, unique within the game ("deck 3").
    draw : int
        For a die: which throw of it this is.
    pool : sequence of int, optional
        For a pile: the actions that could still be drawn when this group of draws began, with
        multiplicity. None means a die.
    count : int
        How many cards the group draws; they come in ascending order.
    step : int
        Which of the group this one is, from 0.
    """

    name: str
    draw: int = 0
    pool: Sequence[int] | None = None
    count: int = 1
    step: int = 0


class Deal:
    """Answers every chance node of a game from a secret fixed by `seed`.

    Parameters
    ----------
    seed : int
        Any integer from 0 to 2**64 - 1.

    Examples
    --------
    >>> import games
    >>> state = games.load_game("kuhn_poker").new_initial_state()
    >>> Deal(5).choose(state) == Deal(5).choose(state)
    True
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, state: State) -> int:
        """The outcome of the chance event that `state` waits for."""
        source = state.chance_source()
        if source.pool is None:
            stream = Stream(hash_ints([self.seed, hash_text(source.name)]), source.draw)
            return int(stream.pick(state.chance_outcomes()))
        return self._drawn(source)[source.step]

    def _drawn(self, source: Source) -> list[int]:
        """The group's cards, ascending: those of the pool that lie topmost in the secret order."""
        assert source.pool is not None
        pile = hash_text(source.name)
        seen: dict[int, int] = {}
        ranked: list[tuple[int, int]] = []
        for action in source.pool:
            copy = seen[action] = seen.get(action, 0) + 1
            ranked.append((hash_ints([self.seed, pile, action, copy]), action))
        ranked.sort()
        return sorted(action for _, action in ranked[: source.count])


def play_out_chance(state: State, deal: Deal) -> None:
    """Answer chance nodes from `deal` until somebody has to decide or the game is over."""
    while state.is_chance_node():
        state.apply_action(deal.choose(state))
