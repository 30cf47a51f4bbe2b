"""What a finished deal is worth (R12 to R17)."""

from dataclasses import dataclass

from games.skat.cards import BASE, NULL, NULL_VALUES, OPEN, SCHNEIDER, SCHWARZ, Deck


@dataclass(frozen=True)
class Outcome:
    """The facts of a played deal that scoring needs.

    Attributes
    ----------
    contract : int
        0 to 5: Diamonds, Hearts, Spades, Clubs, Grand, Null.
    hand : bool
        The declarer did not look at the skat.
    announced : int
        NO_ANNOUNCEMENT, SCHNEIDER, SCHWARZ or OPEN.
    bid : int
        The last value named in the auction.
    cards : int
        The declarer's dealt cards and the skat, one bit each: what matadors count on.
    points, tricks : int
        The declarer's card points (discards or skat included) and tricks.
    defenders_tricks : int
        Tricks of the other side.
    """

    contract: int
    hand: bool
    announced: int
    bid: int
    cards: int
    points: int
    tricks: int
    defenders_tricks: int


@dataclass(frozen=True)
class Settlement:
    """How a deal ends for its declarer.

    Attributes
    ----------
    score : int
        Points that the declarer gets, negative when lost (already doubled).
    value : int
        Value of the game that was counted.
    won, overbid : bool
    matadors : int
        With (positive) or against (negative) how many; 0 in Null.
    multiplier : int
        What the base value was multiplied by; 0 in Null.
    points, tricks : int
        The declarer's.
    schneider, schwarz : bool
        Made by either side.
    """

    score: int
    value: int
    won: bool
    overbid: bool
    matadors: int
    multiplier: int
    points: int
    tricks: int
    schneider: bool
    schwarz: bool


def matadors(trumps: tuple[int, ...], cards: int) -> int:
    """With (positive) or against (negative) how many top trumps.

    Parameters
    ----------
    trumps : tuple of int
        From the top down.
    cards : int
        The declarer's cards and the skat.
    """
    held = [bool(cards >> card & 1) for card in trumps]
    run = held.index(not held[0]) if (not held[0]) in held else len(held)
    return run if held[0] else -run


def settle(deck: Deck, deal: Outcome) -> Settlement:
    """Settle a deal that was played to its end, or conceded."""
    return _settle_null(deal) if deal.contract == NULL else _settle_trumps(deck, deal)


def _settle_null(deal: Outcome) -> Settlement:
    value = NULL_VALUES[2 * (deal.announced == OPEN) + deal.hand]
    overbid = value < deal.bid
    if overbid:
        value = next((v for v in NULL_VALUES if v >= deal.bid), NULL_VALUES[-1])
    won = deal.tricks == 0 and not overbid
    score = value if won else -2 * value
    return Settlement(score, value, won, overbid, 0, 0, deal.points, deal.tricks, False, False)


def _settle_trumps(deck: Deck, deal: Outcome) -> Settlement:
    schneider = deal.points >= deck.schneider or deal.points <= deck.points - deck.schneider
    schwarz = deal.tricks == 0 or deal.defenders_tricks == 0
    said_schneider = deal.announced in (SCHNEIDER, SCHWARZ, OPEN)
    said_schwarz = deal.announced in (SCHWARZ, OPEN)
    count = matadors(deck.trumps[deal.contract], deal.cards)
    # What was announced counts whether it was made or not (R16).
    multiplier = abs(count) + 1 + deal.hand + (schneider or said_schneider) + said_schneider
    multiplier += (schwarz or said_schwarz) + said_schwarz + (deal.announced == OPEN)
    base = BASE[deal.contract]
    value = base * multiplier
    overbid = value < deal.bid
    if overbid:
        value = base * -(-deal.bid // base)
    won = _made(deck, deal, said_schneider, said_schwarz) and not overbid
    score = value if won else -2 * value
    return Settlement(
        score, value, won, overbid, count, multiplier, deal.points, deal.tricks, schneider, schwarz
    )


def _made(deck: Deck, deal: Outcome, said_schneider: bool, said_schwarz: bool) -> bool:
    """Did the declarer take what the contract and the announcement ask for?"""
    if said_schwarz:
        return deal.defenders_tricks == 0
    return deal.points >= (deck.schneider if said_schneider else deck.to_win)
