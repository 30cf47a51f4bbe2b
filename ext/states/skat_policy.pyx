"""A plain Skat player on bits: the rule player, and the playout policy of searches.

It bids by a logistic model of the chance to win each contract, over a few features of the hand;
it discards and declares by expected value under a second model, of the hand that is left; it
plays cards by simple rules: draw trumps, cash the highest, smear to the partner, win cheaply.
`benchmarks/fit_skat.py` fits both models to games of the player against itself.
"""

from libc.math cimport exp
from ext.mech.tricks cimport TrickTable, beats, follow, points_of
from ext.rng cimport Rng, Stream, rng_below, rng_double
from ext.types cimport int8_t, int64_t, lowest, nth_bit, popcount, uint64_t

cdef enum:
    FEATURES = 16

cdef double POINT = 0.004  # what a card point in the discards adds to the chance of winning

PLAYOUT_EPSILON = 0.04  # share of random cards in playouts: too greedy a policy misleads a search

# Weights of the models; see FEATURE_NAMES for the order. Rows: suit game, Grand.
FEATURE_NAMES = (
    "one", "trumps", "club jack", "spade jack", "heart jack", "diamond jack", "trump ace",
    "trump ten", "side aces", "side tens under the ace", "guarded side tens", "bare side tens",
    "side voids", "other side cards", "long side cards", "forehand",
)
cdef double[2][16] BEFORE  # ten cards, the skat still to come
cdef double[2][16] AFTER   # ten cards after the discards
cdef double[2][4] NULL_MODEL  # one, danger, suits in danger, forehand: before and after


def set_models(before, after, null):
    """Replace the models' weights (for fitting); returns the former ones."""
    cdef int i, j
    old = get_models()
    for i in range(2):
        for j in range(FEATURES):
            BEFORE[i][j] = before[i][j]
            AFTER[i][j] = after[i][j]
        for j in range(4):
            NULL_MODEL[i][j] = null[i][j]
    return old


def get_models():
    """Weights of the models: before and after the discards, and Null."""
    return (
        [[BEFORE[i][j] for j in range(FEATURES)] for i in range(2)],
        [[AFTER[i][j] for j in range(FEATURES)] for i in range(2)],
        [[NULL_MODEL[i][j] for j in range(4)] for i in range(2)],
    )


set_models(
    [
        [-6.845, 1.074, 0.945, 0.707, 0.449, 0.37, 0.587, 0.544,
         1.116, 0.395, 0.246, 0.573, 0.115, -0.048, 0.075, -0.175],
        [-6.794, 0.46, 1.679, 1.612, 1.214, 1.155, 0.0, 0.0,
         1.601, 0.859, 0.443, 0.392, 0.399, 0.104, -0.251, -0.233],
    ],
    [
        [-8.02, 0.98, 1.265, 0.994, 0.715, 0.526, 0.954, 0.779,
         1.499, 0.151, 0.163, -0.4, 1.224, -0.489, -0.093, -0.243],
        [-7.876, 0.668, 1.854, 1.894, 1.519, 1.4, 0.0, 0.0,
         1.931, 0.883, 0.397, -0.4, 0.76, -0.234, -0.431, -0.229],
    ],
    [[2.073, -0.172, -0.056, -0.149], [1.905, -0.361, -0.026, -0.166]],
)


# ---- what a hand is worth ----------------------------------------------------------------------


cdef int matadors(const SkatFacts* facts, int contract, uint64_t cards) noexcept nogil:
    """With (positive) or against (negative) how many top trumps."""
    cdef int run = 1
    cdef bint first = (cards >> facts.top[contract][0]) & 1
    while run < facts.trumps[contract] and ((cards >> facts.top[contract][run]) & 1) == first:
        run += 1
    return run if first else -run


cdef void _features(const SkatFacts* facts, uint64_t hand, int contract, int role, double* f) noexcept nogil:
    cdef const TrickRules* rules = &facts.rules[contract]
    cdef uint64_t trumps = hand & rules.suit_mask[4], suit
    cdef int s, n, i, jack
    cdef bint ace, ten
    for i in range(FEATURES):
        f[i] = 0.0
    f[0] = 1.0
    f[1] = popcount(trumps)
    for i in range(4):  # the jacks are the top four trumps, clubs first
        jack = facts.top[contract][i]
        f[2 + i] = (hand >> jack) & 1
    if contract != GRAND:
        f[6] = (hand >> (28 + contract)) & 1
        f[7] = (hand >> (12 + contract)) & 1
    for s in range(4):
        if s == contract:
            continue
        suit = hand & rules.suit_mask[s]
        n = popcount(suit)
        ace = (hand >> (28 + s)) & 1
        ten = (hand >> (12 + s)) & 1
        f[8] += ace
        f[9] += ace and ten
        f[10] += ten and not ace and n > 1
        f[11] += ten and n == 1
        f[12] += n == 0
        f[13] += n - ace - ten
        f[14] += n - 2 if ace and ten else 0
    f[15] = role == 0


cdef double _null_danger(const SkatFacts* facts, uint64_t hand, int* suits) noexcept nogil:
    """How far each suit's k-th lowest card lies above 2k: what can be caught, summed."""
    cdef const TrickRules* rules = &facts.rules[NULL_GAME]
    cdef uint64_t suit
    cdef int s, k, over
    cdef double total = 0.0, here
    suits[0] = 0
    for s in range(4):
        suit = hand & rules.suit_mask[s]
        here = 0.0
        k = 0
        while suit:
            over = rules.strength[lowest(suit)] - 2 * k
            if over > 0:
                here += over
            k += 1
            suit &= suit - 1
        total += here
        suits[0] += here > 0
    return total


cdef double chance(const SkatFacts* facts, uint64_t hand, int contract, int role, bint after) noexcept nogil:
    """Modelled chance that the declarer wins `contract` with these ten cards."""
    cdef double[16] f
    cdef const double* w
    cdef double x = 0.0
    cdef int i, suits
    if contract == NULL_GAME:
        w = &NULL_MODEL[after][0]
        x = w[0] + w[1] * _null_danger(facts, hand, &suits) + w[3] * (role == 0)
        x += w[2] * suits
    else:
        w = &AFTER[contract == GRAND][0] if after else &BEFORE[contract == GRAND][0]
        _features(facts, hand, contract, role, f)
        for i in range(FEATURES):
            x += w[i] * f[i]
    return 1.0 / (1.0 + exp(-x))


cdef int _value(const SkatFacts* facts, int contract, uint64_t cards) noexcept nogil:
    """Value that the game has at least, picked up and without Schneider."""
    cdef int count
    if contract == NULL_GAME:
        return facts.null_value[0]
    count = matadors(facts, contract, cards)
    return facts.base[contract] * ((count if count > 0 else -count) + 1)


cdef double _gain(const SkatFacts* facts, uint64_t hand, uint64_t cards, int contract, int role, int bid, bint after) noexcept nogil:
    """Expected score of declaring: value if won, twice the value if lost; overbid is lost."""
    cdef int value = _value(facts, contract, cards)
    cdef double p = chance(facts, hand, contract, role, after)
    if value < bid:
        return -2.0 * bid - (1.0 - p)  # among lost games, the one that could still be Schneider
    return value * (3.0 * p - 2.0)


cdef int bid_limit(const SkatFacts* facts, uint64_t hand, int role) noexcept nogil:
    """Highest value that the hand is worth bidding; 0 to pass."""
    cdef int contract, value, limit = 0
    for contract in range(6):
        value = _value(facts, contract, hand)
        if value > limit and chance(facts, hand, contract, role, False) > 0.70:
            limit = value
    return limit


cdef int best_contract(const SkatFacts* facts, uint64_t hand, uint64_t cards, int role, int bid, bint after) noexcept nogil:
    """The contract of highest expected score; `cards` are what matadors count on."""
    cdef int contract, best = 0
    cdef double gain, most = -1e9
    for contract in range(6):
        gain = _gain(facts, hand, cards, contract, role, bid, after)
        if gain > most:
            best, most = contract, gain
    return best


cdef void _best_pairs(const SkatFacts* facts, uint64_t twelve, uint64_t fixed, int role, int contract, int count, uint64_t* best) noexcept nogil:
    """The `count` best pairs to put away for a contract, best first; 0 where there are fewer.

    `fixed` is the first card of the pair when it is put away already, else 0.
    """
    cdef uint64_t a, b, outer = twelve, inner
    cdef double gain
    cdef double[8] gains
    cdef int i
    for i in range(count):
        best[i] = 0
        gains[i] = -1e9
    while outer:
        a = outer & (0 - outer)
        outer ^= a
        if fixed and a != fixed:
            continue
        inner = outer
        while inner:
            b = inner & (0 - inner)
            inner ^= b
            gain = chance(facts, twelve & ~(a | b), contract, role, True)
            if contract != NULL_GAME:  # points put away are points made
                gain += POINT * points_of(&facts.rules[contract], a | b)
            i = count - 1
            if gain <= gains[i]:
                continue
            while i > 0 and gain > gains[i - 1]:
                best[i], gains[i] = best[i - 1], gains[i - 1]
                i -= 1
            best[i], gains[i] = a | b, gain


cdef uint64_t best_discards(const SkatFacts* facts, uint64_t twelve, uint64_t fixed, int role, int contract) noexcept nogil:
    """The two cards to put away for a contract."""
    cdef uint64_t[1] best
    _best_pairs(facts, twelve, fixed, role, contract, 1, best)
    return best[0]


# ---- card play ---------------------------------------------------------------------------------


cdef int _cheapest(const SkatFacts* facts, int contract, uint64_t cards) noexcept nogil:
    """Fewest points, then no trump, then the lowest."""
    cdef const TrickRules* rules = &facts.rules[contract]
    cdef int card, key, best = -1, least = 1 << 30
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        key = rules.points[card] * 32 + rules.strength[card]
        key += 64 * (rules.suit_of[card] == 4)
        if key < least:
            best, least = card, key
    return best


cdef int _fattest(const SkatFacts* facts, int contract, uint64_t cards) noexcept nogil:
    """Most points, rather no trump."""
    cdef const TrickRules* rules = &facts.rules[contract]
    cdef int card, key, best = -1, most = -1 << 30
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        key = rules.points[card] * 32 - rules.strength[card]
        key -= 96 * (rules.suit_of[card] == 4)
        if key > most:
            best, most = card, key
    return best


cdef uint64_t _masters(const SkatFacts* facts, int contract, uint64_t cards, uint64_t unseen) noexcept nogil:
    """Those of `cards` that no unseen card of their suit beats."""
    cdef uint64_t out = 0, bit
    while cards:
        bit = cards & (0 - cards)
        cards ^= bit
        if not facts.higher[contract][lowest(bit)] & unseen:
            out |= bit
    return out


cdef int _lead(const SkatFacts* facts, const Seen* seen, uint64_t unseen) noexcept nogil:
    cdef int contract = seen.contract, s, n, short = 99
    cdef const TrickRules* rules = &facts.rules[contract]
    cdef uint64_t trumps = seen.hand & rules.suit_mask[4]
    cdef uint64_t side = seen.hand & ~rules.suit_mask[4]
    cdef uint64_t masters = _masters(facts, contract, seen.hand, unseen), pick = 0, suit
    if seen.role == seen.declarer:
        if unseen & rules.suit_mask[4] and trumps:
            if masters & trumps:
                return _cheapest(facts, contract, masters & trumps)
            if popcount(trumps) >= 4:
                return _cheapest(facts, contract, trumps)
        if masters & side:
            return _fattest(facts, contract, masters & side)
    elif masters & side:
        return _fattest(facts, contract, masters & side)
    if not side:
        return _cheapest(facts, contract, seen.hand)
    for s in range(4):  # otherwise low from the shortest side suit
        suit = side & rules.suit_mask[s]
        n = popcount(suit)
        if n and n < short:
            short, pick = n, suit
    return _cheapest(facts, contract, pick)


cdef int _follow_trumps(const SkatFacts* facts, const Seen* seen, uint64_t legal, uint64_t unseen) noexcept nogil:
    cdef int contract = seen.contract, best = 0, i, card, owner, worth = 0
    cdef const TrickRules* rules = &facts.rules[contract]
    cdef uint64_t winners = 0, rest = legal, sure
    cdef bint ours, last = seen.in_trick == 2
    for i in range(seen.in_trick):
        worth += facts.rules[seen.contract].points[seen.trick[i]]
        if i and beats(rules, seen.trick[i], seen.trick[best]):
            best = i
    owner = (seen.leader + best) % 3
    ours = (owner == seen.declarer) == (seen.role == seen.declarer)
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        if beats(rules, card, seen.trick[best]):
            winners |= <uint64_t>1 << card
    if ours:
        if last or not facts.higher[contract][seen.trick[best]] & unseen:
            return _fattest(facts, contract, legal & ~winners if legal & ~winners else legal)
        return _cheapest(facts, contract, legal)
    if last and winners:
        if winners & ~rules.suit_mask[4]:
            return _fattest(facts, contract, winners & ~rules.suit_mask[4])
        if worth > 0 or popcount(seen.hand) <= 4 or not legal & ~winners:
            return _fattest(facts, contract, winners) if worth < 4 else _cheapest(facts, contract, winners)
        return _cheapest(facts, contract, legal & ~winners)
    sure = _masters(facts, contract, winners, unseen)
    if sure:
        return _cheapest(facts, contract, sure)
    if winners and seen.role == seen.declarer and worth >= 4:
        return _cheapest(facts, contract, winners)
    return _cheapest(facts, contract, legal)


cdef int _null_card(const SkatFacts* facts, const Seen* seen, uint64_t legal) noexcept nogil:
    """Null: the declarer ducks with the highest card that stays below; so do the defenders
    while the declarer leads the trick, else they throw the highest."""
    cdef const TrickRules* rules = &facts.rules[NULL_GAME]
    cdef int best = 0, i, card, low = -1, high = -1, under = -1, owner
    cdef uint64_t rest = legal
    for i in range(1, seen.in_trick):
        if beats(rules, seen.trick[i], seen.trick[best]):
            best = i
    owner = (seen.leader + best) % 3
    while rest:
        card = lowest(rest)  # ascending, so by rank
        rest &= rest - 1
        if low < 0:
            low = card
        high = card
        if seen.in_trick and not beats(rules, card, seen.trick[best]):
            under = card
    if not seen.in_trick:
        return low
    if seen.role == seen.declarer:
        return under if under >= 0 else low if seen.in_trick < 2 else high
    if owner == seen.declarer:
        return _lowest_under(facts, seen, legal, best) if under >= 0 else high
    return high if seen.in_trick == 2 or owner != seen.declarer and seen.role != seen.declarer and _declarer_played(seen) else low


cdef bint _declarer_played(const Seen* seen) noexcept nogil:
    return (seen.declarer - seen.leader + 3) % 3 < seen.in_trick


cdef int _lowest_under(const SkatFacts* facts, const Seen* seen, uint64_t legal, int best) noexcept nogil:
    cdef int card
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        if not beats(&facts.rules[NULL_GAME], card, seen.trick[best]):
            return card
    return -1


cdef int64_t _card(const SkatFacts* facts, const Seen* seen, Rng* rng, double epsilon) noexcept nogil:
    cdef uint64_t legal = seen.hand
    cdef uint64_t unseen = facts.deck & ~(seen.hand | seen.played | seen.discards)
    if seen.in_trick:
        legal = follow(&facts.rules[seen.contract], seen.hand, seen.trick[0])
    if not legal & (legal - 1):
        return lowest(legal)
    if epsilon > 0.0 and rng_double(rng) < epsilon:
        return nth_bit(legal, <int>rng_below(rng, popcount(legal)))
    if seen.contract == NULL_GAME:
        return _null_card(facts, seen, legal)
    if seen.in_trick == 0:
        return _lead(facts, seen, unseen)
    return _follow_trumps(facts, seen, legal, unseen)


cdef int64_t _bid(const SkatFacts* facts, const Seen* seen) noexcept nogil:
    cdef int limit = bid_limit(facts, seen.hand, seen.role)
    if seen.holding:
        return HOLD if facts.ladder[seen.bid] <= limit else PASS
    if seen.bid + 1 < BIDS and facts.ladder[seen.bid + 1] <= limit:
        return FIRST_BID + seen.bid + 1
    return PASS


cdef int64_t _discard(const SkatFacts* facts, const Seen* seen) noexcept nogil:
    """The lower of the two discards first."""
    cdef uint64_t twelve = seen.hand | seen.discards
    cdef int contract = best_contract(
        facts, twelve, twelve, seen.role, facts.ladder[seen.bid], False)
    cdef uint64_t put = best_discards(facts, twelve, seen.discards, seen.role, contract)
    return lowest(put & ~seen.discards)


cdef int64_t policy_action(const SkatFacts* facts, const Seen* seen, Rng* rng, double epsilon) noexcept nogil:
    """The plain player's action; `epsilon` is the chance of a random card instead of the rule's."""
    if seen.stage == AUCTION:
        return _bid(facts, seen)
    if seen.stage == SKAT:
        return PICK_UP
    if seen.stage == DISCARD:
        return _discard(facts, seen)
    if seen.stage == CONTRACT:
        return FIRST_CONTRACT + best_contract(
            facts, seen.hand, seen.hand | seen.discards, seen.role, facts.ladder[seen.bid], True)
    if seen.stage == ANNOUNCE:
        return NO_ANNOUNCEMENT
    return _card(facts, seen, rng, epsilon)


# ---- which decisions are worth a search -----------------------------------------------------


cdef int considered(const SkatFacts* facts, const Seen* seen, int64_t* out) noexcept nogil:
    """Actions worth searching before the first lead, into `out` (room for 16); -1: all legal ones.

    A search averages over what it tries, so a chain of decisions with hundreds of hopeless
    branches looks worse than it is. In the auction a jump gains nothing that it does not risk.
    """
    if seen.stage == AUCTION and not seen.holding and not seen.alone:
        out[0] = PASS
        out[1] = FIRST_BID + seen.bid + 1
        return 2 if seen.bid + 1 < BIDS else 1
    if seen.stage == DISCARD:
        return _considered_discards(facts, seen, out)
    if seen.stage == CONTRACT:
        return _considered_contracts(facts, seen, out)
    if seen.stage == ANNOUNCE and chance(facts, seen.hand, seen.contract, seen.role, True) < 0.9:
        out[0] = NO_ANNOUNCEMENT
        return 1
    return -1


cdef int _considered_contracts(const SkatFacts* facts, const Seen* seen, int64_t* out) noexcept nogil:
    """The two contracts of highest expected score."""
    cdef uint64_t cards = seen.hand | seen.discards
    cdef int bid = facts.ladder[seen.bid], contract, second = -1
    cdef int first = best_contract(facts, seen.hand, cards, seen.role, bid, True)
    cdef double gain, most = 0.0
    for contract in range(6):
        if contract != first:
            gain = _gain(facts, seen.hand, cards, contract, seen.role, bid, True)
            if second < 0 or gain > most:
                second, most = contract, gain
    out[0] = FIRST_CONTRACT + min(first, second)
    out[1] = FIRST_CONTRACT + max(first, second)
    return 2


cdef int _considered_discards(const SkatFacts* facts, const Seen* seen, int64_t* out) noexcept nogil:
    """Discards of the best few pairs for the likely contract, ascending."""
    cdef uint64_t twelve = seen.hand | seen.discards, cards = 0, pair
    cdef uint64_t[4] best
    cdef int contract, i, n = 0
    contract = best_contract(facts, twelve, twelve, seen.role, facts.ladder[seen.bid], False)
    _best_pairs(facts, twelve, seen.discards, seen.role, contract, 4, best)
    for i in range(4):
        pair = best[i] & ~seen.discards
        if pair:
            cards |= pair & (0 - pair)
    while cards:
        out[n] = lowest(cards)
        cards &= cards - 1
        n += 1
    return n


# ---- Python side -------------------------------------------------------------------------------


cdef class Facts:
    """Tables of one deck for compiled code, made of a `games.skat.cards.Deck` and values.

    Parameters
    ----------
    deck : games.skat.cards.Deck
    base, null_values, ladder : sequences of int
        As in the game's ``data.toml``.
    """

    def __init__(self, deck, base, null_values, ladder):
        cdef int contract, card, other, i
        self.c.deck = deck.mask
        self.c.size = deck.hand
        self.c.total = deck.points
        self.c.to_win = deck.to_win
        self.c.schneider = deck.schneider
        for contract in range(6):
            self.c.rules[contract] = (<TrickTable>deck.tables[contract]).rules
            for card in range(32):
                self.c.higher[contract][card] = 0
                for other in deck.cards:
                    if card in deck.cards and self._same_suit_higher(contract, other, card):
                        self.c.higher[contract][card] |= <uint64_t>1 << other
        for contract in range(5):
            self.c.base[contract] = base[contract]
            self.c.trumps[contract] = len(deck.trumps[contract])
            for i, card in enumerate(deck.trumps[contract]):
                self.c.top[contract][i] = card
        for i in range(4):
            self.c.null_value[i] = null_values[i]
        for i in range(BIDS):
            self.c.ladder[i] = ladder[i]

    def _same_suit_higher(self, int contract, int a, int b):
        cdef TrickRules* rules = &self.c.rules[contract]
        return rules.suit_of[a] == rules.suit_of[b] and rules.strength[a] > rules.strength[b]

    def action(self, seen, Stream stream=None, double epsilon=0.0):
        """The plain player's action.

        Parameters
        ----------
        seen : dict
            Fields of `Seen`; ``trick`` is a list of cards.
        stream : ext.rng.Stream, optional
            Needed when `epsilon`, the chance of a random card, is positive.
        """
        cdef Seen c = _seen(seen)
        cdef Rng* rng = NULL
        if stream is not None:
            rng = &stream.rng
        elif epsilon > 0:
            raise ValueError("epsilon needs a stream")
        return policy_action(&self.c, &c, rng, epsilon)

    def considered(self, seen):
        """Actions worth searching, ascending; None: all that are legal."""
        cdef Seen c = _seen(seen)
        cdef int64_t[16] out
        cdef int n = considered(&self.c, &c, out)
        return None if n < 0 else [out[i] for i in range(n)]

    def chance(self, uint64_t hand, int contract, int role=0, bint after=False):
        """Modelled chance to win `contract` with ten cards, before or after the discards."""
        return chance(&self.c, hand, contract, role, after)

    def features(self, uint64_t hand, int contract, int role=0):
        """The model's features of ten cards, in the order of FEATURE_NAMES; Null has its own."""
        cdef double[16] f
        cdef int suits
        if contract == NULL_GAME:
            danger = _null_danger(&self.c, hand, &suits)
            return [1.0, danger, float(suits), float(role == 0)]
        _features(&self.c, hand, contract, role, f)
        return [f[i] for i in range(FEATURES)]

    def discards(self, uint64_t twelve, int contract, int role=0):
        """The two cards to put away for `contract`, one bit each."""
        return best_discards(&self.c, twelve, 0, role, contract)

    def bid_limit(self, uint64_t hand, int role=0):
        """Highest value that ten cards are worth bidding; 0 to pass."""
        return bid_limit(&self.c, hand, role)


cdef Seen _seen(fields):
    cdef Seen c
    c.stage, c.role, c.hand = fields["stage"], fields["role"], fields["hand"]
    c.discards, c.bid, c.holding = fields["discards"], fields["bid"], fields["holding"]
    c.alone, c.declarer, c.picked_up = fields["alone"], fields["declarer"], fields["picked_up"]
    c.contract, c.leader, c.played = fields["contract"], fields["leader"], fields["played"]
    c.in_trick = len(fields["trick"])
    for i, card in enumerate(fields["trick"]):
        c.trick[i] = card
    return c
