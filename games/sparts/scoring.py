"""Sparts: what a deal scores, as Spades or as Hearts."""

from ext.mech.tricks import TrickTable

NIL_POINTS = 50
FREE, HEART, QUEEN = 40, -2, -26  # what each seat starts a Hearts deal with, and what cards count
BEST = 50  # for no trick at all, and for the moon


def spades_points(bid: int, taken: int) -> int:
    """Points of a seat for a Spades deal, bags not paid for (R6)."""
    if bid == 0:
        return -NIL_POINTS if taken else NIL_POINTS
    return 10 * bid + taken - bid if taken >= bid else -10 * bid


def new_bags(bid: int, taken: int) -> int:
    """Overtricks that count as bags (R7)."""
    return max(0, taken - bid) if bid else 0


def hearts_points(won: list[int], taken: list[int], table: TrickTable, costly: int) -> list[int]:
    """Points of all seats for a Hearts deal (R11, R12).

    Parameters
    ----------
    won : list of int
        Cards in the tricks of each seat.
    taken : list of int
        Tricks of each seat.
    table : ext.mech.tricks.TrickTable
        What each card counts.
    costly : int
        The cards that count anything.
    """
    if any(cards & costly == costly for cards in won):
        return [BEST if cards & costly else 0 for cards in won]
    return [
        FREE + table.points_of(cards) if tricks else BEST
        for cards, tricks in zip(won, taken, strict=True)
    ]
