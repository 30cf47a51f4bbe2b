"""Auctions: one call of each seat in order, and the duel in which one bids and another holds."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from games.core.decisions import Decision, Stack, chain

FOREHAND, MIDDLEHAND, REARHAND = range(3)
NOBODY = -1


def lap(
    seats: Iterable[int],
    phase: str,
    legal: Callable[[Any], list[int]],
    apply: Callable[[Any, int], None],
    sealed: bool = False,
) -> Stack:
    """One call of each seat, in order; the arguments are those of a `Decision`.

    Sealed calls are hidden until all are made; so the last one is seen as it is made.

    Examples
    --------
    >>> [call.seat for call in reversed(lap([2, 0, 1], "bid", lambda state: [0, 1], print))]
    [2, 0, 1]
    """
    order = list(seats)
    last = len(order) - 1
    return chain(
        *(
            Decision(seat, phase, legal, apply, hidden=sealed and place < last)
            for place, seat in enumerate(order)
        )
    )


@dataclass(frozen=True)
class Duel:
    """An auction of three roles by duels, in progress or finished; every step makes a new one.

    Middlehand names values to forehand, who holds them, until one of the two passes; then
    rearhand names values to the one who is left. Whoever is left at the end wins. When nobody
    names a value, forehand may take the game at the lowest; otherwise the deal is passed in.

    Attributes
    ----------
    pass_action, hold_action, first_value, values : int
        The numbers of the actions, where value i is ``first_value + i``, and how many values
        there are.
    bidder, holder : int
        Roles of the seat that names values and of the one that holds them; when forehand is
        left alone without a bid, `bidder` is forehand and `holder` NOBODY.
    bid : int
        Index of the last value named, -1 before the first.
    holding : bool
        Is it the holder who speaks?
    over : bool
    log : tuple of int
        Actions so far.

    Examples
    --------
    >>> auction = Duel(pass_action=0, hold_action=1, first_value=2, values=3)
    >>> for action in (3, 1, 0, 0):  # middlehand bids, forehand holds, the others pass
    ...     auction = auction.after(action)
    >>> auction.declarer, auction.bid
    (0, 1)
    """

    pass_action: int
    hold_action: int
    first_value: int
    values: int
    bidder: int = MIDDLEHAND
    holder: int = FOREHAND
    bid: int = -1
    holding: bool = False
    over: bool = False
    log: tuple[int, ...] = ()

    @property
    def speaker(self) -> int:
        """Role of the seat that speaks."""
        return self.holder if self.holding else self.bidder

    @property
    def declarer(self) -> int:
        """Role that won the finished auction; NOBODY when the deal is passed in."""
        return self.bidder if self.over else NOBODY

    def legal(self) -> list[int]:
        """Legal actions, ascending where passing has the lowest number and values the highest."""
        if self.holding:
            return [self.pass_action, self.hold_action]
        if self.holder == NOBODY:
            return [self.pass_action, self.first_value]
        named = self.first_value + self.bid + 1
        return [self.pass_action, *range(named, self.first_value + self.values)]

    def after(self, action: int) -> "Duel":
        """The auction after `action`."""
        step = replace(self, log=(*self.log, action))
        if action == self.hold_action:
            return replace(step, holding=False)
        if action != self.pass_action:
            alone = self.holder == NOBODY
            return replace(step, bid=action - self.first_value, holding=not alone, over=alone)
        return step._passed()

    def _passed(self) -> "Duel":
        """The speaker is out: the survivor meets rearhand, declares, or forehand is asked."""
        if self.holder == NOBODY:
            return replace(self, bidder=NOBODY, over=True)
        left = self.bidder if self.holding else self.holder
        if REARHAND not in (self.bidder, self.holder):
            return replace(self, bidder=REARHAND, holder=left, holding=False)
        if self.bid < 0:
            return replace(self, bidder=FOREHAND, holder=NOBODY, holding=False)
        return replace(self, bidder=left, holder=NOBODY, holding=False, over=True)
