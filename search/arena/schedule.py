"""Who sits where: the games of one block, and the random numbers of each of them.

A block is one fixed deal played by several seatings, so that every player meets the same cards
from the same places. It is the unit of the statistics: games of one block share their cards and
are not independent, blocks are. With ``k`` players and ``n`` places (a place is a seat, or a team
where the game has teams):

* ``k == n``: the ``n`` rotations of the players. Everybody meets everybody in every game.
* ``k > n``: the rotations of every choice of ``n`` players. Each pair meets equally often.
* ``1 < k < n``: for each ordered pair of players, the first alone against a field of the second,
  from every place. The ordered pairs hold the reverse too, so each pair of players meets in
  ``2 n`` games and each of the two is the lone one in half of them.
* ``k == 1``: one game of the player against itself, which compares nothing but shows the seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations

import numpy as np

Seating = tuple[int, ...]
"""Index of the player in each seat."""

DEAL_BITS = 48  # a deal's seed stays an exact number in JSON, too


def seatings(num_players: int, places: Sequence[Sequence[int]]) -> list[Seating]:
    """Seatings of one block, in playing order.

    Parameters
    ----------
    num_players : int
        How many players the match compares.
    places : sequence of sequence of int
        The seats of each place: ``[(0,), (1,), (2,)]``, or teams such as ``[(0, 2), (1, 3)]``.

    Examples
    --------
    >>> seatings(2, [(0,), (1,)])
    [(0, 1), (1, 0)]
    >>> len(seatings(2, [(0,), (1,), (2,)])), len(seatings(4, [(0,), (1,)]))
    (6, 12)
    """
    if num_players < 1:
        raise ValueError("a match needs at least one player, got none")
    return [_seats(arrangement, places) for arrangement in _arrangements(num_players, len(places))]


def _arrangements(players: int, places: int) -> list[tuple[int, ...]]:
    if players == 1:
        return [(0,) * places]
    if players < places:
        return _alone_against_field(players, places)
    chosen = combinations(range(players), places)
    return [_rotated(group, shift) for group in chosen for shift in range(places)]


def _alone_against_field(players: int, places: int) -> list[tuple[int, ...]]:
    pairs = permutations(range(players), 2)
    return [
        tuple(lone if place == at else field for place in range(places))
        for lone, field in pairs
        for at in range(places)
    ]


def _rotated(group: tuple[int, ...], shift: int) -> tuple[int, ...]:
    return group[-shift:] + group[:-shift] if shift else group


def _seats(arrangement: tuple[int, ...], places: Sequence[Sequence[int]]) -> Seating:
    holder = {seat: arrangement[place] for place, seats in enumerate(places) for seat in seats}
    return tuple(holder[seat] for seat in sorted(holder))


def deal_seed(seed: int, block: int) -> int:
    """Seed of the fixed deal of a block; the same for every seating in it."""
    words = np.random.SeedSequence(entropy=seed, spawn_key=(block,)).generate_state(1, np.uint64)
    return int(words[0]) >> (64 - DEAL_BITS)


def player_rng(seed: int, block: int, rotation: int, seat: int) -> np.random.Generator:
    """Generator of the player in one seat of one game, whichever process plays it."""
    return _generator(seed, block, rotation, seat, 0)


def referee_rng(seed: int, block: int, rotation: int, seat: int) -> np.random.Generator:
    """Generator that draws the states handed to one seat; apart from the player's own."""
    return _generator(seed, block, rotation, seat, 1)


def _generator(seed: int, *key: int) -> np.random.Generator:
    return np.random.default_rng(np.random.SeedSequence(entropy=seed, spawn_key=key))
