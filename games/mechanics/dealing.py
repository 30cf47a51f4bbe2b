"""Dealing: hands dealt card by card in ascending order, and hidden cards drawn anew.

A hand is a set, so it is dealt along one path only: its cards come in ascending order, each with
its exact probability given that the ones before it are the lowest of the hand. From a deck with
identical cards it is a multiset, which comes in ascending order of kinds: copy ``i`` of a kind is
card ``copies * kind + i``, hands are uniform over sets of such cards, and a kind that is drawn
takes the lowest copy still undealt.
"""

from collections.abc import Sequence

from ext.mech.dealing import Dealer
from ext.mech.tricks import TrickTable, bits
from ext.mech.weighted import WeightedDealer
from ext.rng import Stream

__all__ = [
    "Dealer",
    "WeightedDealer",
    "cards_above",
    "choosable",
    "hand_outcomes",
    "lowest_cards",
    "sample_hand_card",
    "void_cards",
]


def hand_outcomes(
    pool: Sequence[int], left: int, copies: int = 1, last: int = -1, held: int = 1
) -> list[tuple[int, float]]:
    """The next card of a hand, from a deck with identical cards its kind, and its probability.

    Parameters
    ----------
    pool : sequence of int
        Ascending: the cards not yet dealt that are higher than the hand's last card.
    left : int
        Cards the hand still lacks, this one included; at most ``len(pool)``.
    copies : int, optional
        How many cards of each kind the deck has.
    last : int, optional
        The hand's last card, -1 before the first; needed where there are copies.
    held : int, optional
        How many cards of the last one's kind the hand has. With two copies it makes no
        difference: who has both can't get another.

    Returns
    -------
    list of (int, float)
        Ascending, summing to 1.

    Examples
    --------
    >>> hand_outcomes([3, 5, 8], 2)
    [(3, 0.6666666666666666), (5, 0.33333333333333337)]

    Two pairs, and one card of the lower is dealt: one of the five hands with it has both.

    >>> hand_outcomes([1, 2, 3], 1, copies=2, last=0)
    [(0, 0.2), (1, 0.8)]
    """
    again, above = _after_last(pool, left, copies, last, held)
    chances = {last // copies: again} if again else {}
    rest = 1.0 - again
    for place in range(len(above) - left + 1):
        p = rest * left / (len(above) - place)
        kind = above[place] // copies
        chances[kind] = chances.get(kind, 0.0) + (p if place < len(above) - left else rest)
        rest -= p
    return list(chances.items())


def sample_hand_card(
    pool: Sequence[int],
    left: int,
    stream: Stream,
    copies: int = 1,
    last: int = -1,
    held: int = 1,
) -> int:
    """One draw from `hand_outcomes`, by selection sampling (Knuth, TAOCP 2, 3.4.2 S)."""
    again, above = _after_last(pool, left, copies, last, held)
    if again and stream.random() < again:
        return last // copies
    for place in range(len(above) - left):
        if stream.below(len(above) - place) < left:
            return above[place] // copies
    return above[len(above) - left] // copies


def _after_last(
    pool: Sequence[int], left: int, copies: int, last: int, held: int
) -> tuple[float, Sequence[int]]:
    """The chance that the hand's last kind comes once more, and the cards of higher kinds."""
    if last < 0 or copies == 1:
        return 0.0, pool
    above = [card for card in pool if card // copies > last // copies]
    return _chance_of_another(len(pool) - len(above), len(above), left, held), above


def _chance_of_another(more: int, above: int, left: int, held: int) -> float:
    """The chance that a hand gets another copy of its last kind.

    A hand takes ``held + t`` copies of that kind and ``left - t`` of the higher cards in
    ``C(held + more, held + t) * C(above, left - t)`` ways; the terms of t = 1, 2, ... are added
    up in proportion to that of t = 0.
    """
    if more == 0 or above < left:
        return 1.0 if more else 0.0
    term, total = 1.0, 0.0
    for taken in range(min(more, left)):
        term *= (more - taken) * (left - taken)
        term /= (held + taken + 1) * (above - left + taken + 1)
        total += term
    return total / (1.0 + total)


def cards_above(cards: int, hand: int) -> int:
    """Those of some cards that are higher than all of a hand: what it may get next.

    >>> bin(cards_above(0b111101, 0b000110))
    '0b111000'
    """
    return cards & ~((1 << hand.bit_length()) - 1)


def lowest_cards(cards: int, count: int) -> int:
    """The `count` lowest of some cards: what a hand dealt in ascending order has so far.

    >>> bin(lowest_cards(0b110101, 2))
    '0b101'
    """
    return sum(1 << card for card in bits(cards)[:count])


def choosable(hand: int, chosen: int, left: int) -> int:
    """Cards of a hand that may be chosen next, in ascending order, when `left` are to come.

    >>> bin(choosable(0b110101, 0b000001, 2))
    '0b10100'
    """
    above = cards_above(hand, chosen)
    return lowest_cards(above, above.bit_count() - left + 1)


def void_cards(table: TrickTable, voids: int) -> int:
    """The cards that a seat can't hold which has shown to be void in some effective suits.

    >>> bin(void_cards(TrickTable([[0, 1], [2, 3], [4]]), 0b101))
    '0b10011'
    """
    return sum(table.suit_mask(suit) for suit in bits(voids))
