"""Games of tricks, readable: dealing hands, laps of calls, play, hidden cards drawn anew.

A deal goes: every seat gets a hand, cards in ascending order and hand after hand; a card may be
turned up; the game's own calls (bids, cards passed, ...), a stack of decisions; tricks;
settlement. A game says how the cards follow and beat each other (a `TrickTable`), what may be led,
what is called, and how a deal is settled; everything else is here.

Sets of cards are integers, one bit a card.
"""

from abc import abstractmethod
from typing import Any

from ext.mech.tricks import bits
from ext.rng import Stream, hash_ints, hash_text
from ext.state import State
from games.core import CHANCE, TERMINAL
from games.core.decisions import Stack, answer, top
from games.mechanics.dealing import Dealer, hand_outcomes, lowest_cards, sample_hand_card
from games.mechanics.trickplain import take_or_avoid
from games.mechanics.tricktext import HIDDEN, TrickText

__all__ = ["HIDDEN", "TrickState", "TrickText"]


class TrickState(State):
    """Readable half of a game of tricks, to be mixed with a `TrickText`."""

    def _setup(self: Any) -> None:
        seats = self.game.num_players()
        self.deck = self.game.deck
        self.size = self.deck.bit_count() // seats
        self.turned = 0  # cards turned up after the hands are dealt
        self.totals = [0] * seats
        self.finished = self.moves = self.past = 0
        self.deal = -1
        self.over = False
        self._setup_match()
        self._start_deal()

    def _setup_match(self) -> None:
        """What a game keeps over the deals, besides the totals."""

    def _start_deal(self: Any) -> None:
        seats = self.game.num_players()
        self.deal += 1
        self.deal_start = self.moves
        self.order = [(self.finished + i) % seats for i in range(seats)]
        self.dealt, self.hands, self.played = [0] * seats, [0] * seats, [0] * seats
        self.turned_up = 0
        self.won, self.taken = [0] * seats, [0] * seats
        self.barred = [0] * seats  # cards that a seat has shown not to hold
        self.shown = [0] * seats  # cards that all know a seat to hold, or to have held
        self.calls: list[int] = []
        self.callers: list[tuple[int, bool]] = []
        self.plays: list[int] = []
        self.pending: Stack = ()
        self.opener = self.leader = self.order[0]
        self._open_deal()

    def _open_deal(self) -> None:
        """Set the size of the hands, the cards turned up and what else a game keeps of a deal."""

    @abstractmethod
    def _open_calls(self) -> Stack:
        """The decisions between the dealing and the first lead, now that all hands are dealt."""

    def _leads(self, hand: int) -> int:
        """Cards of a hand that may be led."""
        return hand

    def _follows(self: Any, hand: int) -> int:
        """Cards of a hand that may be played to the cards on the table."""
        return int(self._table().playable(hand, self.trick, self._relieved()))

    def _relieved(self) -> bool:
        """Need the seat to play not trump, for once? In some games not when its partner wins."""
        return False

    def _shows(self: Any, card: int) -> int:
        """Cards that its seat can't hold when it plays `card` now."""
        return int(self._table().lacking(card, self.trick, self._relieved()))

    def _after_card(self, seat: int, card: int) -> None:
        """What a game notes when a card is played."""

    def _after_trick(self, cards: int) -> None:
        """What a game notes when the leader has taken a trick."""

    @abstractmethod
    def _settle(self) -> bool:
        """Add the points of the finished deal to the totals; is the match over?"""

    def _clone_into(self, other: Any) -> None:
        for name, value in vars(self).items():
            setattr(other, name, value.copy() if isinstance(value, list) else value)

    # ---- where the deal stands ----

    @property
    def stage(self: Any) -> str:
        """``deal``, the phase of the pending call, ``play`` or ``over``."""
        if self.over:
            return "over"
        if self._is_dealing():
            return "deal"
        return top(self.pending).phase if self.pending else "play"

    def _is_dealing(self: Any) -> bool:
        last = self.dealt[self.order[-1]].bit_count()
        return last < self.size or self.turned_up.bit_count() < self.turned

    def _turn(self: Any) -> int:
        """Seat that plays the next card."""
        return (self.leader + len(self.plays)) % self.game.num_players()

    def _current_player(self: Any) -> int:
        stage = self.stage
        if stage in ("over", "deal"):
            return TERMINAL if stage == "over" else CHANCE
        return top(self.pending).seat if self.pending else self._turn()

    def _round(self) -> int:
        return self.finished

    def _scores(self) -> list[int]:
        return self.totals

    # ---- moves ----

    def _legal_actions(self: Any) -> list[int]:
        if self.pending:
            return top(self.pending).legal(self)
        return sorted(set(self._kinds(self._playable())))

    def _playable(self: Any) -> int:
        hand = self.hands[self._turn()]
        return self._follows(hand) if self.trick else self._leads(hand)

    def _apply_action(self: Any, action: int) -> None:
        self.moves += 1
        if self._is_dealing():
            self._deal_card(action)
        elif self.pending:
            due = top(self.pending)
            self.calls.append(action)
            self.callers.append((due.seat, due.hidden))
            answer(self, action)
        else:
            seat = self._turn()
            self._play(self._traced_card(action, self.hands[seat], self._traced(seat)))

    def _card_of(self: Any, action: int, cards: int) -> int:
        """The card among `cards` that an action names, the lowest of identical ones."""
        return next(c for c in bits(cards) if c // self.copies == action)

    def _traced(self: Any, seat: int) -> int:
        """Cards of a seat that some other seat knows: of identical cards they are used first."""
        return int(self.shown[seat])

    def _traced_card(self: Any, action: int, cards: int, traced: int) -> int:
        """As `_card_of`, but of identical cards first one in `traced`."""
        known = [c for c in bits(cards & traced) if c // self.copies == action]
        return known[0] if known else self._card_of(action, cards)

    def _deal_card(self: Any, action: int) -> None:
        card, seat = self._card_of(action, self._pool()), self._dealt_to()
        if seat is None:
            self.turned_up |= 1 << card
        else:
            self.dealt[seat] |= 1 << card
            self.hands[seat] = self.dealt[seat]
        if not self._is_dealing():
            self.pending = self._open_calls()

    def _play(self: Any, card: int) -> None:
        seat, trick, table = self._turn(), self.trick, self._table()
        self.barred[seat] |= self._shows(card)
        self.plays.append(card // self.copies)
        self.hands[seat] &= ~(1 << card)
        self.played[seat] |= 1 << card
        self._after_card(seat, card)
        if len(trick) == self.game.num_players() - 1:
            self._end_trick(table.winner([*trick, card]), seat)

    def _end_trick(self: Any, place: int, last: int) -> None:
        seats = self.game.num_players()
        self.leader = (self.leader + place) % seats
        self.taken[self.leader] += 1
        cards = sum(self.played) & ~sum(self.won)
        self.won[self.leader] |= cards
        self._after_trick(cards)
        if not self.hands[last]:  # all hands have the same size
            self.over = self._settle()
            self.finished += 1
            self._close_deal()

    def _close_deal(self: Any) -> None:
        """Lay all open, so that what follows is common knowledge, and deal again."""
        kinds = [kind for mask in (*self.dealt, self.turned_up) for kind in self._kinds(mask)]
        self.past = hash_ints([self.past, *kinds, *self.calls, *self.plays])
        if not self.over:
            self._start_deal()

    # ---- the plain player ----

    def _plain_call(self, legal: list[int], stream: Stream | None) -> int:
        """What the plain player calls, of two or more legal calls.

        Without `stream` it is asked as the rule player; with it, playouts may stray (`_stray`).
        """
        return legal[0]

    def _plain_card(self, cards: int) -> int:
        """Which of two or more cards the plain player plays."""
        return take_or_avoid(self, cards, self._needs(self._turn()))

    def _needs(self, seat: int) -> bool:
        """Does the plain player want another trick?"""
        return True

    def _stray(self: Any, legal: list[int], stream: Stream | None) -> int | None:
        """Any legal action, where a playout chooses at random now; None where it does not."""
        if stream is None or stream.random() >= self.game.playout_epsilon:
            return None
        return legal[stream.below(len(legal))]

    def _plain_action(self: Any, stream: Stream | None) -> int:
        """The plain player; in playouts (with a `stream`) now and then any card."""
        legal: list[int] = self._legal_actions()
        if len(legal) == 1:
            return legal[0]
        if self.pending:
            return int(self._plain_call(legal, stream))
        stray = self._stray(legal, stream)
        return int(self._plain_card(self._playable()) // self.copies) if stray is None else stray

    def _playout_action(self, stream: Stream) -> int:
        return self._plain_action(stream)

    def rule_action(self) -> int:
        """What the plain rule player does here, from what the seat to move sees."""
        if self._current_player() < 0:
            raise ValueError("nobody is to move: the rule player needs a decision")
        return self._plain_action(None)

    # ---- chance ----

    def _dealt_to(self: Any) -> int | None:
        """The seat whose hand is being dealt, None when a card is turned up."""
        return next((s for s in self.order if self.dealt[s].bit_count() < self.size), None)

    def _so_far(self: Any) -> int:
        """What the pile being dealt has."""
        seat = self._dealt_to()
        return int(self.turned_up if seat is None else self.dealt[seat])

    def _pool(self: Any) -> int:
        """Cards that the pile being dealt may get: undealt, of its last one's kind and above."""
        pool, so_far = self.deck & ~sum(self.dealt) & ~self.turned_up, self._so_far()
        if so_far:
            pool &= -1 << (so_far.bit_length() - 1) // self.copies * self.copies
        return int(pool)

    def _draw(self: Any) -> dict[str, Any]:
        """What `hand_outcomes` asks of the pile being dealt."""
        so_far = self._so_far()
        size = self.turned if self._dealt_to() is None else self.size
        last = so_far.bit_length() - 1
        return {
            "pool": bits(self._pool()),
            "left": size - so_far.bit_count(),
            "copies": self.copies,
            "last": last,
            "held": (so_far >> last // self.copies * self.copies).bit_count() if so_far else 1,
        }

    def _chance_outcomes(self) -> list[tuple[int, float]]:
        return hand_outcomes(**self._draw())

    def _sample_chance(self, stream: Stream) -> int:
        return sample_hand_card(stream=stream, **self._draw())

    # ---- hidden cards ----

    def _held(self, viewer: int, owner: int) -> int:
        """Cards that `viewer` knows in the hand of another seat."""
        return self.shown[owner] & self.hands[owner]

    def _barred(self, viewer: int, owner: int) -> int:
        """Cards that `viewer` knows not to be in the hand of another seat."""
        return self.barred[owner]

    def _aside(self, viewer: int) -> int:
        """Cards that `viewer` knows and that no hand has: put away, or out of play."""
        return 0

    def _more_piles(self, viewer: int, unseen: int) -> list[tuple[int, int]]:
        """Size and possible cards of hidden piles besides the hands."""
        return []

    def _rebuild(self, viewer: int, more: list[int], stream: Stream) -> None:
        """After hands were drawn: make hidden calls and dealt cards agree with them.

        `more` has the piles that `_more_piles` added. While hands are dealt nothing needs it.
        """

    def _resample(self: Any, seat: int, stream: Stream) -> None:
        """Redraw what `seat` can't see: uniform over the deals that agree with every card seen.

        Whoever did not follow a suit, or led what only a hand without it may lead, has none of it
        left. While hands are dealt, whole hands are drawn and what is dealt so far is kept.
        """
        if self.stage == "over":
            return
        others = [s for s in range(self.game.num_players()) if s != seat]
        held = [self._held(seat, s) for s in others]
        piles = Dealer(*self._question(seat)).draw(stream)
        partly, dealing = self._dealt_to() is not None, self._is_dealing()
        for other, pile, known in zip(others, piles, held, strict=False):
            self._hand_over(other, pile | known, partly)
        if dealing:
            self._relabel()
        else:
            self._rebuild(seat, piles[len(others) :], stream)

    def _question(self: Any, seat: int) -> tuple[int, list[int], list[int]]:
        """Unseen cards, sizes of the piles they are in, and which may be in each."""
        others = [s for s in range(self.game.num_players()) if s != seat]
        unseen = self.deck & ~self.hands[seat] & ~sum(self.played) & ~self.turned_up
        unseen &= ~sum(self._held(seat, s) for s in others) & ~self._aside(seat)
        dealing = self._dealt_to() is not None
        sizes = [
            (self.size if dealing else self.hands[s].bit_count()) - self._held(seat, s).bit_count()
            for s in others
        ]
        allowed = [unseen & ~self._barred(seat, s) for s in others]
        if not self._is_dealing():
            for size, cards in self._more_piles(seat, unseen):
                sizes, allowed = [*sizes, size], [*allowed, cards]
        own = self.size - self.dealt[seat].bit_count() if dealing else 0
        if own:  # the own hand goes on above its last card
            last = max(0, self.dealt[seat].bit_length() - 1) // self.copies * self.copies
            sizes, allowed = [*sizes, own], [*allowed, unseen & -1 << last]
        rest = unseen.bit_count() - sum(sizes)
        if rest:  # cards that nobody gets
            sizes, allowed = [*sizes, rest], [*allowed, unseen]
        return unseen, sizes, allowed

    def _hand_over(self: Any, seat: int, pile: int, partly: bool) -> None:
        """Give a seat its new hand; while hands are dealt, as much of it as it has so far."""
        if partly:
            pile = lowest_cards(pile, self.dealt[seat].bit_count())
        self.hands[seat], self.dealt[seat] = pile, pile | self.played[seat]

    def _relabel(self: Any) -> None:
        """Number identical cards of the hands as dealing does: the lowest that is left."""
        left = self.deck
        for seat in self.order if self.copies > 1 else []:
            kinds, self.dealt[seat] = self._kinds(self.dealt[seat]), 0
            for kind in kinds:
                card = self._card_of(kind, left)
                left &= ~(1 << card)
                self.dealt[seat] |= 1 << card
            self.hands[seat] = self.dealt[seat]

    def _modelled(self) -> bool:
        """What others call hangs on their cards."""
        return bool(self.pending)

    def _seen(self, seat: int, action: int) -> int:
        hidden = self.pending and top(self.pending).hidden
        return HIDDEN if hidden and not self._witnesses(seat) else action

    def _witnesses(self: Any, seat: int) -> bool:
        """Does a seat see the hidden call that is due? Its own; a game may add others."""
        return bool(seat == top(self.pending).seat)

    def _information_key(self: Any, seat: int) -> int:
        now = "over" if self.over else self._current_information(seat)
        return hash_text(f"{self.past} {self.moves} {seat} {now}")
