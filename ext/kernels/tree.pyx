"""What the tree searches share: selection, statistics, the account of the root's moves.

An edge has statistics of its own, for the seat that moves at its node, so that any number of
seats and any order of turns is served alike: each seat maximises its own mean (max^n; Luckhardt
and Irani 1986). Once the memory granted is used up, simulations still count but add nothing.

Selection is UCB1 in units of the values' spread (Kocsis and Szepesvari 2006). An edge keeps its
mean and 1/sqrt(visits) ready, so that comparing moves is a multiplication and an addition each.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport INFINITY, isinf, isnan, log, sqrt
from libc.stdlib cimport free, malloc, realloc
from ext.kernels.pool cimport Edge, Node, Pool
from ext.rng cimport Rng, rng_below, rng_init
from ext.state cimport MARGIN, SCORE, WIN, State
from ext.types cimport MAX_SEATS, int64_t, push, release, uint64_t

cdef enum:
    FIRST_VISITS = 8  # each root move gets these before the bandit decides
    WATCH = 1024      # simulations between two looks for an interrupt
    FEW = 8           # visits from which equal values are evidence


cdef class SearchTree(Pool):
    """Base of the tree searches; see `ext.kernels.mcts` and `ext.kernels.ismcts`.

    Parameters
    ----------
    root : State
        A decision node; the seat to move is the observer.
    exploration : float
        Weight of the exploration term, in standard deviations of the values seen.
    first_play : float
        First-play urgency (Gelly and Wang 2006): a move not yet tried counts as if it had been
        once, with the mean of its node plus so many standard deviations. Infinite: every move is
        tried once before any is tried twice.
    whole_game : bool
        Search to the end of the game instead of the end of the round.
    informed : bool
        Play on by the game's playout policy; else uniformly at random.
    memory : int
        Bytes that the tree may take. At the limit the search goes on without growing.
    extra : sequence of int
        Actions to look at besides those the game thinks worth it.
    """

    def __cinit__(
        self, State root not None, double exploration=1.0, double first_play=INFINITY,
        bint whole_game=False, bint informed=True, memory=1 << 30, extra=(),
    ):
        if root.c_player() < 0:
            raise ValueError("a search needs a state in which somebody is to move")
        if not exploration >= 0 or isinf(exploration):
            raise ValueError(f"exploration must be 0 or more, and finite, not {exploration}")
        if isnan(first_play):
            raise ValueError("first_play must be a number, or inf to try every move first")
        self.exploration, self.first_play, self.informed = exploration, first_play, informed
        self.seats = root.seats
        self.until = -1 if whole_game else root.c_round()
        self.path_room = 128
        self.path = <Step*>malloc(self.path_room * sizeof(Step))
        if self.path == NULL:
            raise MemoryError("no memory for a search tree")
        for i in range(LOGS):
            self.logs[i] = log(<double>i) if i > 1 else 0.0
            self.roots[i] = sqrt(<double>self.logs[i])
        for i in range(MAX_SEATS):
            self.base[i] = self.shift[i] = self.mean[i] = self.spread[i] = 0.0
            self.unit[i] = 1.0
        self._take_extra(root, extra)
        self.root, self.work = root.fresh(), root.fresh()  # the caller may play on
        self.observer = root.c_player()
        _worth(self.root, self.base)

    def _take_extra(self, State root, extra):
        legal = root.legal_actions()
        self.extra.count = 0
        for action in extra:
            if action not in legal:
                raise ValueError(f"extra action {action!r} is not legal at the root")
            push(&self.extra, action)

    def __dealloc__(self):
        free(self.path)
        release(&self.menu)
        release(&self.untried)
        release(&self.extra)

    # ---- growing ----

    def run(self, int count, seed, first=None):
        """Run `count` more simulations; simulation i of the tree uses stream i of `seed`.

        `seed` is 0 to 2**64 - 1. Fewer are run when there is nothing left to find out. With `first` every one begins with
        this action, which must have been tried before: a move that search does not like is
        valued as soundly as the one that it does.
        """
        cdef Rng rng
        cdef uint64_t key
        cdef int i
        self._verify_idle()
        if not 0 <= seed < 1 << 64:
            raise ValueError(f"seed must be 0 to 2**64 - 1, not {seed}")
        key = seed
        if count < 0:
            raise ValueError(f"count must be 0 or more, not {count}")
        self.forcing = first is not None
        self.forced = first if first is not None else 0
        if self.forcing and (self.node_count == 0 or self._find(self.root_node, first) < 0):
            raise ValueError(f"action {first} was not tried at the root, so it cannot be forced")
        self.busy = True
        try:
            self._begin()
            with nogil:
                for i in range(count):
                    if self._finished():
                        break
                    rng_init(&rng, key, self.simulations)
                    self._simulate(&rng)
                    self.simulations += 1
                    if i % WATCH == WATCH - 1:
                        with gil:
                            PyErr_CheckSignals()
        finally:
            self.busy = False

    cdef int _begin(self) except -1:
        """Make the root's node if there is none."""
        raise TypeError("use the Tree of ext.kernels.mcts or ext.kernels.ismcts")

    cdef int _simulate(self, Rng* rng) except -1 nogil:
        return 0

    cdef bint _finished(self) noexcept nogil:
        return False

    cdef int _verify_idle(self) except -1:
        if self.busy:
            raise RuntimeError("this tree is being grown in another thread: one tree a thread")
        return 0

    # ---- choosing a move ----

    cdef int _list(self, int node) except -1 nogil:
        """Fill `menu` with the moves of the working state; may be overridden."""
        self.work.c_considered(&self.menu)
        return 0

    cdef int _prepare_menu(self, int node) except -1 nogil:
        cdef int i, j
        cdef int64_t action
        self._list(node)
        if self.menu.count == 0:
            _no_moves(self.work)
        if node == self.root_node:
            for i in range(self.extra.count):
                push(&self.menu, self.extra.items[i])
        for i in range(1, self.menu.count):  # nearly always in order already
            action = self.menu.items[i]
            j = i
            while j > 0 and self.menu.items[j - 1] > action:
                self.menu.items[j] = self.menu.items[j - 1]
                j -= 1
            self.menu.items[j] = action
        j = 0
        for i in range(1, self.menu.count):
            if self.menu.items[i] != self.menu.items[j]:
                j += 1
                self.menu.items[j] = self.menu.items[i]
        self.menu.count = j + 1
        return 0

    cdef int _choose(self, int node, bint fixed, Rng* rng) except -2 nogil:
        """The edge to take, made if need be; -1 when there is no memory left to make the first.

        `fixed`: the moves of this node are the same on every visit. Otherwise they are arms
        that come and go, and exploration counts how often each was there to be taken (Cowling,
        Powley, Whitehouse 2012).
        """
        cdef Node* n = &self.nodes[node]
        cdef Edge* e = &self.edges[n.first]
        cdef int i, j = 0, best = -1
        cdef int64_t action
        cdef float bound, most = 0.0, width = self._width(n)
        cdef float common = width * self._root_log(n.visits)
        cdef double total = 0.0
        if n.complete:
            best = self._favoured(node) if node == self.root_node else -1
            return best if best >= 0 else self._highest(n, False)
        self._prepare_menu(node)
        self.untried.count = 0
        for i in range(self.menu.count):
            action = self.menu.items[i]
            while j < n.count and e[j].action < action:
                j += 1
            if j == n.count or e[j].action > action:
                push(&self.untried, action)
                continue
            e[j].available += 1
            bound = e[j].mean + e[j].scale * (
                common if fixed else width * self._root_log(e[j].available))
            total += e[j].total
            if best < 0 or bound > most:
                best, most = j, bound
        if fixed and self.untried.count == 0:
            self._complete(n)
        if self.untried.count and not self.full and (
            best < 0 or total / n.visits + self.first_play * self.unit[n.mover] + common > most
        ):
            i = self._pick_untried(node, rng)
            if i >= 0:
                if fixed and self.untried.count == 1:
                    self._complete(n)
                return i
        i = self._favoured(node) if node == self.root_node else -1
        return best if i < 0 else i

    cdef int _complete(self, Node* n) except -1 nogil:
        """All moves of a node have an edge; are they all that are legal?"""
        self.work.c_legal(&self.menu)
        n.complete = True
        n.whole = self.menu.count == n.count
        return 0

    cdef float _width(self, const Node* n) noexcept nogil:
        """Weight of exploration in the units of the mover's values."""
        return <float>(self.exploration * self.unit[n.mover])

    cdef int _highest(self, const Node* n, bint only_open) noexcept nogil:
        """The edge with the highest bound, of all or of those that aren't proven; -1 none."""
        cdef const Edge* e = &self.edges[n.first]
        cdef int i, best = -1
        cdef float common = self._width(n) * self._root_log(n.visits)
        cdef float bound, most = 0.0
        for i in range(n.count):
            bound = e[i].mean + common * e[i].scale
            if (best < 0 or bound > most) and not (only_open and e[i].exact >= 0):
                best, most = i, bound
        return best

    cdef int _pick_untried(self, int node, Rng* rng) except -2 nogil:
        """A new edge; the playout policy's own move comes first, then any."""
        cdef int64_t action = self.untried.items[rng_below(rng, self.untried.count)]
        cdef int64_t first = 0
        cdef int i
        if self.informed and self.nodes[node].count == 0 and self.untried.count > 1:
            self.work.c_playout_action(rng, &first)
            for i in range(self.untried.count):
                if self.untried.items[i] == first:
                    action = first
        return self._insert(node, action)

    cdef int _favoured(self, int node) noexcept nogil:
        """At the root, the move that this run forces or that is neglected; else -1."""
        if self.forcing:
            return self._find(node, self.forced)
        return -1 if self.settled else self._neglected(&self.nodes[node])

    cdef int _neglected(self, Node* n) noexcept nogil:
        """At the root, a move that is still to get its first few visits; else -1.

        One unlucky first sample would otherwise bury a move whose rival never varies.
        """
        cdef Edge* e = &self.edges[n.first]
        cdef int i, best = -1
        cdef long long share = 1 + self.simulations // (2 * n.count)
        cdef bint settled = True
        for i in range(n.count):
            settled = settled and (e[i].visits >= FIRST_VISITS or e[i].exact >= 0)
            if e[i].visits < min(share, FIRST_VISITS) and e[i].exact < 0:
                if best < 0 or e[i].visits < e[best].visits:
                    best = i
        self.settled = settled and n.complete
        return best

    # ---- the path ----

    cdef int _insert(self, int node, int64_t action) except -2 nogil:
        """Add an edge in its place; -1 when there is no memory left."""
        cdef int at = self._place(node, action), i
        if at < 0:
            return -1
        for i in range(self.depth):  # a node may be passed twice in one simulation
            if self.path[i].node == node and self.path[i].edge >= at:
                self.path[i].edge += 1
        return at

    cdef int _step(self, int node, int edge) except -1 nogil:
        """Put a step on the path."""
        cdef Step* path
        if self.depth == self.path_room:
            path = <Step*>realloc(self.path, 2 * self.path_room * sizeof(Step))
            if path == NULL:
                raise MemoryError("no memory for a longer path")
            self.path = path
            self.path_room *= 2
        self.path[self.depth].node = node
        self.path[self.depth].edge = edge
        self.path[self.depth].known = -1
        self.depth += 1
        return 0

    # ---- statistics ----

    cdef double _worth(self, int outcome, int seat) noexcept nogil:
        """What a proven outcome is worth for a seat, where there are any."""
        return 0.0

    cdef void _record(self, Node* n, Edge* e) noexcept nogil:
        """Count this simulation's value on a step of its path."""
        cdef double v
        n.visits += 1
        e.visits += 1
        if n.mover < 0:
            return
        v = self.value[n.mover]
        e.total += v
        e.squares += v * v
        if e.exact < 0:
            e.mean = <float>(e.total / e.visits)
            e.scale = <float>(1.0 / sqrt(<double>e.visits))

    cdef void _observe(self) noexcept nogil:
        """Mean and spread of each seat's values.

        The unit of exploration is the standard deviation, at least a quarter of the range seen;
        1 before there are two different values.
        """
        cdef int seat
        cdef double delta, v
        self.samples += 1
        for seat in range(self.seats):
            v = self.value[seat]
            delta = v - self.mean[seat]
            self.mean[seat] += delta / self.samples
            self.spread[seat] += delta * (v - self.mean[seat])
            if self.samples == 1 or v < self.low[seat]:
                self.low[seat] = v
            if self.samples == 1 or v > self.high[seat]:
                self.high[seat] = v
            if self.samples > 1 and self.spread[seat] > 0.0:
                self.unit[seat] = max(
                    sqrt(self.spread[seat] / (self.samples - 1)),
                    0.25 * (self.high[seat] - self.low[seat]))

    # ---- the account ----

    def moves(self):
        """Statistics of the root's moves, best first.

        Best is the most visited move, unless another is proven to be at least as good as what
        that one promises.

        Returns
        -------
        list of dict
            ``action``, ``visits``, ``value`` (mean for the seat to move, as a gain over the
            root; the exact value where it is proven), ``stderr`` (of that mean, 0 where it is
            proven, None below two visits) and ``proven``.
        """
        self._verify_idle()
        rows = [self._row(i) for i in range(self.nodes[self.root_node].count)] if self.node_count else []
        rows = [row for row in rows if row["visits"] or row["proven"]]  # an interrupt may leave one
        rows.sort(key=lambda row: (-row["visits"], -row["value"], row["action"]))
        sure = max((row for row in rows if row["proven"]), key=lambda row: row["value"], default=None)
        open_rows = [row for row in rows if not row["proven"]]
        if sure is None:
            return rows
        if open_rows and open_rows[0]["value"] > sure["value"]:
            best = open_rows[0]
        else:
            best = sure
        return [best] + [row for row in rows if row is not best]

    def _row(self, int i):
        cdef Node* n = &self.nodes[self.root_node]
        cdef Edge* e = &self.edges[n.first + i]
        cdef double mean = self._worth(e.exact, n.mover) if e.exact >= 0 else e.total / max(1, e.visits)
        cdef double variance = max(0.0, e.squares / max(1, e.visits) - mean * mean)
        stderr = sqrt(variance / (e.visits - 1)) if e.visits > 1 else None
        if variance == 0.0 and e.visits < FEW:  # a few equal values say nothing of others
            stderr = None
        return {
            "action": e.action,
            "visits": e.visits,
            "value": mean - self.shift[n.mover],
            "stderr": 0.0 if e.exact >= 0 else stderr,
            "proven": e.exact >= 0,
        }

    @property
    def finished(self):
        """Is everything known, so that no further simulation is run?"""
        return False

    # ---- going on from a later position ----

    def reroot(self, State state not None, extra=()):
        """Go on from `state`, keeping what was found out below it; see the kernels."""
        raise TypeError("use the Tree of ext.kernels.mcts or ext.kernels.ismcts")

    cdef bint _adopt(self, State state, extra) except -1:
        """Make `state` the root; False when its values can't be compared with the tree's."""
        cdef double[16] now
        cdef int seat
        if state.c_player() < 0 or (self.until >= 0 and state.c_round() != self.until):
            return False
        _worth(state, now)
        if state.utility >= WIN:  # settled at the end only: nothing is won on the way
            for seat in range(self.seats):
                if now[seat] != self.base[seat]:
                    return False
        for seat in range(self.seats):
            self.shift[seat] = now[seat] - self.base[seat]
        self._take_extra(state, extra)
        self.root, self.work = state.fresh(), state.fresh()
        self.observer = state.c_player()
        self.settled = False
        return True

    cdef int _take_root(self, int node) except -1:
        """Go on from a node of the tree."""
        self.root_node = node
        self.simulations = self.nodes[node].visits
        if self.extra.count:
            self.nodes[node].complete = False
        return 0


cdef int _worth(State state, double* out) except -1:
    """Score or margin of each seat: win and rank are settled by the whole game only."""
    if state.utility == SCORE:
        return state.c_scores(out)
    return state.c_margins(out)


cdef int _no_moves(State state) except -1 with gil:
    raise ValueError(f"{type(state).__name__} considers no move where somebody is to move")
