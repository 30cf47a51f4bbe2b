"""A plain Spades player: counts likely winners, then takes or avoids tricks as its bid needs.

It sees what the seat to move sees and nothing else. In play it takes a trick as cheaply as it can
while it needs more, and gets rid of its highest losing card otherwise.
"""

from games.mechanics.trickplain import likely_tricks

EPSILON = 0.2  # how often a playout plays any legal card instead


def plain_bid(hand: int) -> int:
    """Tricks that a hand may expect, at least one."""
    return max(1, likely_tricks(hand))
