"""Skat written a second time, straight from the rules page, on the texts of moves alone.

Nothing here uses the game's cards, tables or scoring: deals of all kinds are dealt and steered
through the contract, and every auction, trick and settlement is compared.
"""

import random
from collections import Counter

import pytest

import games

VALUE = dict(zip("JATKQ987", (2, 11, 10, 4, 3, 0, 0, 0), strict=True))
BASE = {"Diamonds": 9, "Hearts": 10, "Spades": 11, "Clubs": 12, "Grand": 24}
NULL = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}
DECK = [suit + rank for suit in "DHSC" for rank in "789TJQKA"]
DECK_ORDER = [suit + rank for rank in "789TJQKA" for suit in "DHSC"]  # discards ascend
DEALS = 1500
JACKS = ["CJ", "SJ", "HJ", "DJ"]


def suit_of(card, contract):
    """What a card counts as when suit is followed."""
    return "trump" if card[1] == "J" and contract != "Null" else trump_or(card[0], contract)


def trump_or(suit, contract):
    return "trump" if contract[0] == suit and contract not in ("Grand", "Null") else suit


def strength(card, contract):
    if contract == "Null":
        return "789TJQKA".index(card[1])
    return 10 + JACKS[::-1].index(card) if card[1] == "J" else "789QKTA".index(card[1])


def winner(trick, contract):
    """Place of the card that takes a trick."""
    suits = [suit_of(card, contract) for card in trick]
    wanted = "trump" if "trump" in suits else suits[0]
    able = [place for place in range(3) if suits[place] == wanted]
    return max(able, key=lambda place: strength(trick[place], contract))


def matadors(cards, contract):
    trumps = JACKS if contract == "Grand" else JACKS + [contract[0] + rank for rank in "ATKQ987"]
    has = [card in cards for card in trumps]
    return next((n for n in range(len(has)) if has[n] != has[0]), len(has))


def settled(deal):
    """The declarer's score."""
    points = sum(VALUE[card[1]] for card in deal["taken"])
    if deal["contract"] == "Null":
        value = NULL[deal["hand"], deal["said"] == "open"]
        won = deal["tricks"] == 0
        if value < deal["bid"]:
            won, value = False, min((v for v in NULL.values() if v >= deal["bid"]), default=59)
        return value if won else -2 * value
    said_schwarz = deal["said"] in ("announce Schwarz", "open")
    said_schneider = said_schwarz or deal["said"] == "announce Schneider"
    others = 10 - deal["tricks"]
    factors = [
        True,
        deal["hand"],
        said_schneider or points >= 90 or points <= 30,
        said_schneider,
        said_schwarz or deal["tricks"] == 0 or others == 0,
        said_schwarz,
        deal["said"] == "open",
    ]
    base = BASE[deal["contract"]]
    value = base * (matadors(deal["twelve"], deal["contract"]) + sum(factors))
    won = points >= (90 if said_schneider else 61) and not (said_schwarz and others)
    if value < deal["bid"]:
        won = False
        while value < deal["bid"]:
            value += base
        while value - base >= deal["bid"]:
            value -= base
    return value if won else -2 * value


class Table:
    """One deal, steered by a random temper."""

    def __init__(self, rng, players):
        self.rng, self.players = rng, players
        self.state = games.load_game(f"skat(deals=1,players={players})").new_initial_state()
        number = {self.state.action_to_string(action): action for action in range(32)}
        cards = rng.sample(DECK, 32)
        if rng.random() < 0.5:  # a strong hand, so that Schwarz and its announcement are made
            cards.sort(key=lambda card: rng.random() - (card[1] in "JAT") - (card[0] == "C"))
            turn = rng.choice((0, 10, 20))
            cards = cards[32 - turn :] + cards[: 32 - turn]
        self.hands, self.skat = [cards[:10], cards[10:20], cards[20:30]], cards[30:]
        for hand in self.hands:
            for action in sorted(number[card] for card in hand):
                self.state.apply_action(action)

    def legal(self):
        return [self.state.action_to_string(action) for action in self.state.legal_actions()]

    def say(self, role, text):
        assert self.state.current_player() == role
        self.state.apply_action(self.state.string_to_action(text))

    def auction(self):
        """The declarer and the bid; None when the deal is passed in."""
        left, bid = self.duel(1, 0, 0)
        left, bid = self.duel(2, left, bid)
        if bid:
            return left, bid
        return (0, 18) if self.goes_on(0, 18, ("pass", "bid 18")) else None

    def duel(self, bidder, holder, bid):
        while True:
            more = [word for word in self.legal() if word.startswith("bid ")]
            assert all(int(word.split()[1]) > bid for word in more)
            if not more:  # 264 is held: nothing can follow
                self.say(bidder, "pass")
                return holder, bid
            wish = self.rng.choice(more) if self.rng.random() < 0.04 else more[0]
            if not self.goes_on(bidder, bid, ("pass", wish)):
                return holder, bid
            bid = int(wish.split()[1])
            if not self.goes_on(holder, bid, ("pass", "hold")):
                return bidder, bid

    def goes_on(self, role, bid, words):
        goes_on = self.rng.random() < (0.55 if bid < 60 else 0.2)
        self.say(role, words[goes_on])
        return goes_on

    def declare(self, role, bid):
        """What settling needs to know, before the play."""
        deal = {"twelve": self.hands[role] + self.skat, "bid": bid, "tricks": 0}
        deal["hand"] = self.rng.random() < 0.5
        put = self.skat
        self.say(role, "hand" if deal["hand"] else "pick up")
        if not deal["hand"]:
            put = self.rng.sample(deal["twelve"], 2)
            for text in (text for text in DECK_ORDER if text in put):
                self.say(role, text)
            self.hands[role] = [card for card in deal["twelve"] if card not in put]
        deal["contract"] = self.rng.choice([*BASE, "Clubs", "Null"])
        self.say(role, deal["contract"])
        deal["said"] = "no announcement"
        if self.state.phase() == "contract":
            choices = self.legal()
            null = ["no announcement", "open"]
            full = ["no announcement", "announce Schneider", "announce Schwarz", "open"]
            assert choices == (null if deal["contract"] == "Null" else full)
            deal["said"] = self.rng.choice(choices)
            self.say(role, deal["said"])
        return deal | {"taken": list(put)}

    def play(self, declarer, deal):
        """Play the tricks; Null ends with the declarer's first."""
        contract, leader = deal["contract"], 0
        tempers = [self.rng.choice((max, min, None)) for _ in range(2)]
        for _ in range(10):
            trick = []
            for role in ((leader + place) % 3 for place in range(3)):
                trick.append(self.card(role, trick, contract, tempers[role == declarer]))
            leader = (leader + winner(trick, contract)) % 3
            if leader == declarer:
                deal["tricks"] += 1
                deal["taken"] += trick
                if contract == "Null":
                    break

    def card(self, role, trick, contract, temper):
        hand = self.hands[role]
        led = suit_of(trick[0], contract) if trick else None
        able = [card for card in hand if suit_of(card, contract) == led] or hand
        assert sorted(self.legal()) == sorted(able)
        card = self.rng.choice(able)
        if temper is not None:
            card = temper(
                able, key=lambda c: (suit_of(c, contract) == "trump", strength(c, contract))
            )
        hand.remove(card)
        self.say(role, card)
        return card


@pytest.mark.parametrize("players", [3, 4])
def test_deals_of_all_kinds(players):
    rng, seen = random.Random(players), Counter()
    for _ in range(DEALS):
        table = Table(rng, players)
        won = table.auction()
        scores, margins = [0.0] * players, [0.0] * players
        if won is not None:
            deal = table.declare(*won)
            table.play(won[0], deal)
            score = settled(deal)
            scores[won[0]] = score
            margins[:3] = [score if role == won[0] else -score / 2 for role in range(3)]
            seen[deal["contract"], deal["hand"], deal["said"], score > 0] += 1
        assert table.state.is_terminal(), table.state
        assert table.state.scores() == scores, (table.state, won, deal)
        assert table.state.returns() == margins
    kinds = {(contract, hand, said) for contract, hand, said, _ in seen}
    assert len(kinds) == 5 * 5 + 4, "every contract with every announcement"
