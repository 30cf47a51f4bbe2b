"""What a seat can't see in Sergeant Major, drawn anew: hands, kitty, discards, exchanges.

Cards that changed hands are known to two seats, and what came back says what the debtor has not:
nothing higher in the suit. The hands of now are dealt under what that allows; the kitty that a
dealer took and the exchanges that the seat did not see are then drawn backwards, from the hands
after them to the hands before. Different hands have come about in more or fewer ways; so of
several draws one is kept, in proportion to the ways. Without an exchange every draw has the same
ways, and the result is uniform; with one it is so in the limit of many draws.
"""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ext.mech import exchange
from ext.mech.tricks import bits
from ext.rng import Stream
from games.mechanics.cards import mask_of
from games.mechanics.dealing import Dealer

CANDIDATES = 16  # draws of which one is kept, where some have more ways than others
PATIENCE = 400  # draws after which fewer will do


class Exchange(NamedTuple):
    """An exchange that is done: what a puller gave a debtor, and what came back."""

    puller: int
    debtor: int
    given: int
    back: int


def settled_exchange(hands: list[int], puller: int, debtor: int, given: int) -> Exchange:
    """Move the given cards and what comes back for them."""
    hands[puller] &= ~given
    hands[debtor] |= given
    back = exchange.returned(hands[debtor], given)
    hands[debtor] &= ~back
    hands[puller] |= back
    return Exchange(puller, debtor, given, back)


@dataclass
class Candidate:
    """One way things may stand: present hands and how they came about."""

    hands: list[int]
    dealt: list[int]
    discards: int
    giving: int
    exchanges: list[Exchange] = field(default_factory=list)
    weight: float = 1.0


def sampled(state: Any, viewer: int, stream: Stream) -> None:
    """Redraw in place all that `viewer` can't see."""
    question = Question(state, viewer)
    wanted = CANDIDATES if state.exchanged else 1
    found: list[Candidate] = []
    tries = 0
    while not found or (len(found) < wanted and tries < PATIENCE):
        tries += 1
        candidate = question.draw(stream)
        if candidate.weight > 0:
            found.append(candidate)
    chosen = found[0]
    if wanted > 1:
        left = stream.random() * sum(candidate.weight for candidate in found)
        for chosen in found:
            left -= chosen.weight
            if left < 0:
                break
    _take(state, viewer, chosen)


def _take(state: Any, viewer: int, chosen: Candidate) -> None:
    """Put a candidate into the state, with the calls that led to it."""
    state.hands, state.dealt = chosen.hands, chosen.dealt
    state.discards, state.exchanged, state.giving = (
        chosen.discards,
        chosen.exchanges,
        chosen.giving,
    )
    given = [card for done in chosen.exchanges for card in bits(done.given)]
    calls = [*given, *bits(chosen.giving)]
    if state.took_kitty:
        calls += [state.calls[len(calls)], *bits(chosen.discards)]
    state.calls = calls


class Question:
    """What one seat knows of a deal, and draws of the rest.

    Parameters
    ----------
    state : SergeantState
        After the dealing.
    viewer : int
    """

    def __init__(self, state: Any, viewer: int) -> None:
        self.state, self.viewer = state, viewer
        self.others = [seat for seat in range(3) if seat != viewer]
        self.kitty = state.game.kitty
        self.put = state.discards.bit_count()
        self.hides_kitty = state.took_kitty and viewer != state.dealer
        self.choosing = self.hides_kitty and self.put < self.kitty  # discards are still chosen
        self.known = [e for e in state.exchanged if viewer in (e.puller, e.debtor)]
        self.held = 0  # cards that some other hand had after an exchange: not of the kitty
        self.barred = [0, 0, 0]  # cards that a seat had not after an exchange
        self.dealer = self._dealer()

    def _dealer(self) -> Dealer:
        state = self.state
        unseen = state.deck & ~state.hands[self.viewer] & ~sum(state.played)
        unseen &= ~state._aside(self.viewer)
        sizes = [state.hands[seat].bit_count() for seat in self.others]
        allowed = [unseen & ~state.barred[seat] for seat in self.others]
        if self.choosing:
            sizes[self.others.index(state.dealer)] += self.put
        rest = unseen.bit_count() - sum(sizes)
        if rest:  # the kitty, or what was put away
            sizes, allowed = [*sizes, rest], [*allowed, unseen]
        for done in self.known:
            self._learn(done, allowed)
        if state.giving and self.viewer == state._pull_now()[1]:
            self._confine(state.giving, [state._pull_now()[0]], allowed)
        return Dealer(unseen, sizes, allowed)

    def _learn(self, done: Exchange, allowed: list[int]) -> None:
        """What an exchange that the viewer had part in says of the hands of now."""
        state, pulled = self.state, self.viewer == done.puller
        other, third = (done.debtor if pulled else done.puller), 3 - done.puller - done.debtor
        cards = done.given & ~done.back if pulled else done.back
        later = state.exchanged[state.exchanged.index(done) + 1 :]
        owners = [other]
        if any({e.puller, e.debtor} == {other, third} for e in later):
            owners.append(third)
        self.held |= cards
        self._confine(cards, owners, allowed)
        if pulled:
            high = _above(state.deck, done.back)
            self.barred[other] |= high
            if not (other == state.dealer and state.took_kitty):
                allowed[self.others.index(other)] &= ~high

    def _confine(self, cards: int, owners: list[int], allowed: list[int]) -> None:
        """Let some cards go to some seats only, or to what one of them has put away."""
        for place, seat in enumerate(self.others):
            if seat not in owners:
                allowed[place] &= ~cards
        put_away = self.hides_kitty and self.state.dealer in owners
        if len(allowed) > 2 and not put_away:
            allowed[2] &= ~cards

    def draw(self, stream: Stream) -> Candidate:
        """One way things may stand; its weight counts the ways in which it can have come about."""
        state = self.state
        piles = self.dealer.draw(stream)
        made = Candidate(list(state.hands), list(state.dealt), state.discards, state.giving)
        for seat, pile in zip(self.others, piles, strict=False):
            made.hands[seat] = pile
        if self.choosing:
            self._choose_discards(made, stream)
        elif self.hides_kitty:
            made.discards = piles[2]
        held = [made.hands[seat] | state.played[seat] for seat in range(3)]
        if state.took_kitty:
            held[state.dealer] |= made.discards
            held[state.dealer] &= ~self._kitty(held[state.dealer], made, stream)
        if made.weight > 0:
            self._choose_gifts(held, made, stream)
            self._undo(held, made, stream)
        return made

    def _choose_discards(self, made: Candidate, stream: Stream) -> None:
        """Of the dealer's cards those put away so far: the rest of them is to come above."""
        cards = bits(made.hands[self.state.dealer])
        low = cards[: len(cards) - (self.kitty - self.put)]
        made.discards = exchange.pick(mask_of(low), self.put, stream)
        made.hands[self.state.dealer] &= ~made.discards

    def _kitty(self, cards: int, made: Candidate, stream: Stream) -> int:
        """Which of the dealer's cards came from the kitty."""
        if not self.hides_kitty:
            return int(self.state._kitty())
        sure = cards & self.barred[self.state.dealer]
        open_cards = cards & ~sure & ~self.held
        missing = self.kitty - sure.bit_count()
        if not 0 <= missing <= open_cards.bit_count():
            made.weight = 0.0
            return 0
        made.weight *= exchange.choices(open_cards.bit_count(), missing)
        return sure | exchange.pick(open_cards, missing, stream)

    def _choose_gifts(self, held: list[int], made: Candidate, stream: Stream) -> None:
        """Of a puller's cards those chosen so far, when the viewer has no part in it."""
        if not made.giving:
            return
        puller, debtor, count = self.state._pull_now()
        if self.viewer not in (puller, debtor):
            cards, chosen = bits(held[puller]), made.giving.bit_count()
            low = cards[: len(cards) - (count - chosen)]
            made.giving = exchange.pick(mask_of(low), chosen, stream)

    def _undo(self, held: list[int], made: Candidate, stream: Stream) -> None:
        """From the hands after the exchanges back to those that were dealt."""
        for done in reversed(self.state.exchanged):
            if done in self.known:
                fits = not done.back & ~held[done.puller]
                fits = fits and not done.given & ~done.back & ~held[done.debtor]
                had = held[done.debtor] | done.back
                if not fits or exchange.returned(had | done.given, done.given) != done.back:
                    made.weight = 0.0
                    return
            else:
                count = done.given.bit_count()
                hands = held[done.puller], held[done.debtor]
                made.weight *= exchange.ways(*hands, count)
                if not made.weight:
                    return
                given, back = exchange.draw(*hands, count, stream)
                done = Exchange(done.puller, done.debtor, given, back)
            held[done.puller] = held[done.puller] & ~done.back | done.given
            held[done.debtor] = (held[done.debtor] | done.back) & ~done.given
            made.exchanges.insert(0, done)
        for seat in self.others:
            made.dealt[seat] = held[seat]


def _above(deck: int, back: int) -> int:
    """Cards of each returned suit above the lowest one returned."""
    out = 0
    for suit in range(4):
        own = [card for card in bits(back) if card % 4 == suit]
        if own:
            out |= mask_of(c for c in bits(deck) if c % 4 == suit and c > own[0]) & ~back
    return out
