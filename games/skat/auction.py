"""The auction (R4 to R6): middlehand bids to forehand, rearhand to whoever is left."""

from dataclasses import dataclass, replace

from games.skat.cards import FIRST_BID, HOLD, LADDER, PASS

FOREHAND, MIDDLEHAND, REARHAND = range(3)
NOBODY = -1


@dataclass(frozen=True)
class Auction:
    """An auction in progress or finished; every step makes a new one.

    Attributes
    ----------
    bidder, holder : int
        Roles of the seat that names values and of the one that holds them; when forehand is
        left alone without a bid, `bidder` is forehand and `holder` NOBODY.
    bid : int
        Index of the last value named in the ladder, -1 before the first.
    holding : bool
        Is it the holder who speaks?
    over : bool
    log : tuple of int
        Actions so far.
    """

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
        """Legal actions, ascending."""
        if self.holding:
            return [PASS, HOLD]
        if self.holder == NOBODY:
            return [PASS, FIRST_BID]
        return [PASS, *range(FIRST_BID + self.bid + 1, FIRST_BID + len(LADDER))]

    def after(self, action: int) -> "Auction":
        """The auction after `action`."""
        step = replace(self, log=(*self.log, action))
        if action == HOLD:
            return replace(step, holding=False)
        if action != PASS:
            alone = self.holder == NOBODY
            return replace(step, bid=action - FIRST_BID, holding=not alone, over=alone)
        return step._passed()

    def _passed(self) -> "Auction":
        """The speaker is out: the survivor meets rearhand, declares, or forehand is asked."""
        if self.holder == NOBODY:
            return replace(self, bidder=NOBODY, over=True)
        left = self.bidder if self.holding else self.holder
        if REARHAND not in (self.bidder, self.holder):
            return replace(self, bidder=REARHAND, holder=left, holding=False)
        if self.bid < 0:
            return replace(self, bidder=FOREHAND, holder=NOBODY, holding=False)
        return replace(self, bidder=left, holder=NOBODY, holding=False, over=True)
