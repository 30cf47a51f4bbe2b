"""Single-observer information-set Monte Carlo tree search over the contract.

Each simulation draws a world that the observer cannot tell from the real one, walks down one
tree whose nodes are the observer's information states, adds an edge, plays on by the game's
playout policy and backs up every seat's value along the path (Cowling, Powley, Whitehouse 2012).
Edges are bandits whose arms come and go with the worlds, so the exploration term counts how
often an edge was available, not how often its parent was visited.

Nodes are keyed by the observer's information key and the seat to move. An opponent's hidden
choice leaves the observer in the same state, so its outcomes share one node below.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport log, sqrt
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset
from ext.rng cimport Rng, fold, rng_below, rng_init
from ext.state cimport State
from ext.types cimport (
    CHANCE, KIBITZ_DEBUG, TERMINAL, Actions, int64_t, push, release, uint64_t,
)


cdef enum:
    FIRST_VISITS = 8  # each root move gets these before the bandit decides
    WATCH = 1024      # simulations between two looks for an interrupt


cdef struct Edge:
    int64_t action
    double total      # of the mover's values
    double squares
    int visits
    int available     # how often it was legal when its node was visited
    int next          # next edge of the same node, -1 the last


cdef struct Node:
    uint64_t key
    int mover
    int first         # first edge, -1 none


cdef class Tree:
    """A search tree that can be grown in portions.

    Parameters
    ----------
    root : State
        A decision node; the seat to move is the observer.
    exploration : float
        Weight of the exploration term, in standard deviations of the values seen.
    whole_game : bool
        Search to the end of the game instead of the end of the round.
    extra : sequence of int
        Actions to look at besides those the game thinks worth it.

    Examples
    --------
    >>> import games
    >>> state = games.load_game("tic_tac_toe").new_initial_state()
    >>> tree = Tree(state)
    >>> tree.run(200, seed=1)
    >>> sum(row["visits"] for row in tree.moves())
    200
    """

    cdef State root, work
    cdef int observer, until
    cdef int forced           # root edge that every simulation takes, -1 none
    cdef double exploration
    cdef Node* nodes
    cdef Edge* edges
    cdef int* slots           # open addressing: node number + 1, 0 empty
    cdef int node_count, node_room, edge_count, edge_room, slot_room
    cdef Actions legal, extra
    cdef int* path            # edges walked in this simulation
    cdef int* movers
    cdef int path_room
    cdef double[16] base      # score or margin at the root
    cdef double[16] value
    cdef double[16] mean      # running mean and squared deviations of each seat's values
    cdef double[16] spread
    cdef double[16] low
    cdef double[16] high
    cdef int64_t action       # a move outside the tree
    cdef readonly long long simulations
    cdef bint busy            # a thread is growing the tree, without the GIL
    cdef dict strings         # debug builds: information string of each key

    def __cinit__(self, State root not None, double exploration=1.0, bint whole_game=False, extra=()):
        if root.c_player() < 0:
            raise ValueError("a search needs a state in which somebody is to move")
        if not exploration >= 0:
            raise ValueError(f"exploration must be 0 or more, not {exploration}")
        self._take_extra(root, extra)
        self.root = root.fresh()  # the caller may play on while the tree is kept
        self.work = root.fresh()
        self.observer = root.c_player()
        self.until = -1 if whole_game else root.c_round()
        self.exploration = exploration
        self.forced = -1
        self.node_room, self.edge_room, self.slot_room, self.path_room = 256, 1024, 1024, 128
        self.nodes = <Node*>malloc(self.node_room * sizeof(Node))
        self.edges = <Edge*>malloc(self.edge_room * sizeof(Edge))
        self.slots = <int*>malloc(self.slot_room * sizeof(int))
        self.path = <int*>malloc(self.path_room * sizeof(int))
        self.movers = <int*>malloc(self.path_room * sizeof(int))
        if not (self.nodes and self.edges and self.slots and self.path and self.movers):
            raise MemoryError("no memory for a search tree")
        memset(self.slots, 0, self.slot_room * sizeof(int))
        for seat in range(16):
            self.base[seat] = self.mean[seat] = self.spread[seat] = 0.0
        self.strings = {}
        if root.utility >= 2:  # win and rank are settled by the whole game only
            self.root.c_margins(self.base)
        else:
            self.root.c_utilities(self.base)

    def _take_extra(self, State root, extra):
        legal = root.legal_actions()
        for action in extra:
            if action not in legal:
                raise ValueError(f"extra action {action!r} is not legal at the root")
            push(&self.extra, action)

    def __dealloc__(self):
        free(self.nodes)
        free(self.edges)
        free(self.slots)
        free(self.path)
        free(self.movers)
        release(&self.legal)
        release(&self.extra)

    def run(self, int count, uint64_t seed, first=None):
        """Run `count` more simulations; simulation i of the tree uses stream i of `seed`.

        With `first` every one begins with this action, which must have been tried before: a move
        that search does not like is valued as soundly as the one that it does.
        """
        cdef Rng rng
        cdef int i
        self._verify_idle()
        if count < 0:
            raise ValueError(f"count must be 0 or more, not {count}")
        self.forced = -1 if first is None or self.node_count == 0 else self._find(0, first)
        if first is not None and self.forced < 0:
            raise ValueError(f"action {first} was not tried at the root, so it cannot be forced")
        self.busy = True
        try:
            with nogil:
                for i in range(count):
                    rng_init(&rng, seed, self.simulations)
                    self._simulate(&rng)
                    self.simulations += 1
                    if i % WATCH == WATCH - 1:
                        with gil:
                            PyErr_CheckSignals()
        finally:
            self.busy = False

    cdef int _verify_idle(self) except -1:
        if self.busy:
            raise RuntimeError("this tree is being grown in another thread: one tree a thread")
        return 0

    cdef int _simulate(self, Rng* rng) except -1 nogil:
        cdef int player, node, edge, depth = 0
        cdef bint fresh = False
        self.work.restore(self.root)
        self.work.redeal(self.observer, rng)
        while not fresh:
            player = self.work.c_player()
            if player == TERMINAL or (self.until >= 0 and self.work.c_round() > self.until):
                break
            if player == CHANCE:
                self.work.c_sample_chance(rng, &self.action)
                self.work.advance(self.action)
                continue
            if player != self.observer and self.work.c_modelled():
                self.work.c_playout_action(rng, &self.action)
                self.work.advance(self.action)
                continue
            node = self._node(player)
            self.work.c_considered(&self.legal)
            if self.legal.count == 0:
                self._no_moves()
            if depth == 0:
                self._add_extra()
            edge = self._expand(node, rng)
            fresh = edge >= 0
            if not fresh:
                edge = self._favoured(node) if depth == 0 else -1
                if edge < 0:
                    edge = self._select(node)
            if depth == self.path_room:
                self._lengthen()
            self.path[depth] = edge
            self.movers[depth] = player
            depth += 1
            self.work.advance(self.edges[edge].action)
        self.work.c_playout(rng, self.until, True)
        self.work.c_values(self.base, self.value)
        self._back_up(depth)
        return 0

    cdef int _no_moves(self) except -1 with gil:
        raise ValueError(f"{type(self.work).__name__} considers no move where somebody is to move")

    cdef int _node(self, int player) except -1 nogil:
        """Number of the node that the working state stands at, made if need be."""
        cdef uint64_t key = 0
        cdef int slot
        self.work.c_infokey(self.observer, &key)
        key = fold(key, player)
        if KIBITZ_DEBUG:
            self._compare(key)
        slot = key & (self.slot_room - 1)
        while self.slots[slot]:
            if self.nodes[self.slots[slot] - 1].key == key:
                return self.slots[slot] - 1
            slot = (slot + 1) & (self.slot_room - 1)
        if self.node_count == self.node_room:
            self._enlarge()
            return self._node(player)
        self.nodes[self.node_count].key = key
        self.nodes[self.node_count].mover = player
        self.nodes[self.node_count].first = -1
        self.node_count += 1
        self.slots[slot] = self.node_count
        return self.node_count - 1

    cdef int _compare(self, uint64_t key) except -1 with gil:
        """Debug builds: two states that meet in one key must look the same to the observer."""
        text = self.work.information_state_string(self.observer)
        if self.strings.setdefault(key, text) != text:
            raise AssertionError(f"one information key for {self.strings[key]!r} and {text!r}")
        return 0

    cdef int _enlarge(self) except -1 nogil:
        """Double the nodes and rehash."""
        cdef int i, slot
        cdef Node* nodes = <Node*>realloc(self.nodes, 2 * self.node_room * sizeof(Node))
        if nodes == NULL:
            raise MemoryError("no memory for a larger search tree")
        self.nodes = nodes
        cdef int* slots = <int*>realloc(self.slots, 2 * self.slot_room * sizeof(int))
        if slots == NULL:
            raise MemoryError("no memory for a larger search tree")
        self.slots = slots
        self.node_room *= 2
        self.slot_room *= 2
        memset(slots, 0, self.slot_room * sizeof(int))
        for i in range(self.node_count):
            slot = nodes[i].key & (self.slot_room - 1)
            while slots[slot]:
                slot = (slot + 1) & (self.slot_room - 1)
            slots[slot] = i + 1
        return 0

    cdef int _lengthen(self) except -1 nogil:
        cdef int* path = <int*>realloc(self.path, 2 * self.path_room * sizeof(int))
        if path == NULL:
            raise MemoryError("no memory for a longer path")
        self.path = path
        cdef int* movers = <int*>realloc(self.movers, 2 * self.path_room * sizeof(int))
        if movers == NULL:
            raise MemoryError("no memory for a longer path")
        self.movers = movers
        self.path_room *= 2
        return 0

    cdef int _add_extra(self) except -1 nogil:
        cdef int i, j
        for i in range(self.extra.count):
            for j in range(self.legal.count):
                if self.legal.items[j] == self.extra.items[i]:
                    break
            else:
                push(&self.legal, self.extra.items[i])
        return 0

    cdef int _find(self, int node, int64_t action) noexcept nogil:
        cdef int edge = self.nodes[node].first
        while edge >= 0 and self.edges[edge].action != action:
            edge = self.edges[edge].next
        return edge

    cdef int _expand(self, int node, Rng* rng) except -2 nogil:
        """Count what is available; add and return one new edge, -1 when all have been tried.

        The playout policy's own move comes first, then the untried ones at random.
        """
        cdef int i, edge, fresh = 0
        cdef int64_t action = 0
        cdef int64_t first = 0
        for i in range(self.legal.count):
            edge = self._find(node, self.legal.items[i])
            if edge >= 0:
                self.edges[edge].available += 1
            else:  # untried ones move to the front
                action = self.legal.items[i]
                self.legal.items[i] = self.legal.items[fresh]
                self.legal.items[fresh] = action
                fresh += 1
        if fresh == 0:
            return -1
        action = self.legal.items[rng_below(rng, fresh)]
        if fresh == self.legal.count and fresh > 1:
            self.work.c_playout_action(rng, &first)
            for i in range(fresh):
                if self.legal.items[i] == first:
                    action = first
        return self._add(node, action)

    cdef int _add(self, int node, int64_t action) except -1 nogil:
        cdef Edge* edges
        if self.edge_count == self.edge_room:
            edges = <Edge*>realloc(self.edges, 2 * self.edge_room * sizeof(Edge))
            if edges == NULL:
                raise MemoryError("no memory for a larger search tree")
            self.edges = edges
            self.edge_room *= 2
        edges = &self.edges[self.edge_count]
        edges.action = action
        edges.total = edges.squares = 0.0
        edges.visits = 0
        edges.available = 1
        edges.next = self.nodes[node].first
        self.nodes[node].first = self.edge_count
        self.edge_count += 1
        return self.edge_count - 1

    cdef int _favoured(self, int node) noexcept nogil:
        """At the root, the move that this run forces or that is neglected; else -1."""
        return self.forced if self.forced >= 0 else self._neglected(node)

    cdef int _neglected(self, int node) noexcept nogil:
        """At the root, a move that is still to get its first few visits; else -1.

        One unlucky first sample would otherwise bury a move whose rival never varies.
        """
        cdef int i, edge, best = -1
        cdef long long share = 1 + self.simulations // (2 * self.legal.count)
        for i in range(self.legal.count):
            edge = self._find(node, self.legal.items[i])
            if self.edges[edge].visits < min(share, FIRST_VISITS):
                if best < 0 or self.edges[edge].visits < self.edges[best].visits:
                    best = edge
        return best

    cdef int _select(self, int node) noexcept nogil:
        """The legal edge with the highest upper confidence bound."""
        cdef int i, edge, best = -1
        cdef double bound, most = 0.0
        cdef double width = self.exploration * self._deviation(self.nodes[node].mover)
        for i in range(self.legal.count):
            edge = self._find(node, self.legal.items[i])
            bound = self.edges[edge].total / self.edges[edge].visits + width * sqrt(
                log(<double>self.edges[edge].available) / self.edges[edge].visits)
            if best < 0 or bound > most:
                best, most = edge, bound
        return best

    cdef double _deviation(self, int seat) noexcept nogil:
        """Standard deviation of the seat's values so far, at least a quarter of their range.

        1 before there are two different values.
        """
        if self.simulations < 2 or self.spread[seat] <= 0.0:
            return 1.0
        return max(sqrt(self.spread[seat] / (self.simulations - 1)),
                   0.25 * (self.high[seat] - self.low[seat]))

    cdef void _back_up(self, int depth) noexcept nogil:
        cdef int i, seat
        cdef double v, delta
        for i in range(depth):
            v = self.value[self.movers[i]]
            self.edges[self.path[i]].visits += 1
            self.edges[self.path[i]].total += v
            self.edges[self.path[i]].squares += v * v
        for seat in range(self.root.seats):
            delta = self.value[seat] - self.mean[seat]
            self.mean[seat] += delta / (self.simulations + 1)
            self.spread[seat] += delta * (self.value[seat] - self.mean[seat])
            if self.simulations == 0 or self.value[seat] < self.low[seat]:
                self.low[seat] = self.value[seat]
            if self.simulations == 0 or self.value[seat] > self.high[seat]:
                self.high[seat] = self.value[seat]

    def moves(self):
        """Statistics of the root's moves, most visited first.

        Returns
        -------
        list of dict
            ``action``, ``visits``, ``value`` (mean for the seat to move, as a gain over the
            root) and ``stderr`` (of that mean, None below two visits).
        """
        self._verify_idle()
        cdef int edge = self.nodes[0].first if self.node_count else -1
        rows = []
        while edge >= 0:
            n = self.edges[edge].visits
            if n == 0:  # an interrupt came before its first value
                edge = self.edges[edge].next
                continue
            mean = self.edges[edge].total / n
            variance = max(0.0, self.edges[edge].squares / n - mean * mean)
            rows.append({
                "action": self.edges[edge].action,
                "visits": n,
                "value": mean,
                "stderr": sqrt(variance / (n - 1)) if n > 1 else None,
            })
            edge = self.edges[edge].next
        rows.sort(key=lambda row: (-row["visits"], -row["value"], row["action"]))
        return rows

    @property
    def size(self):
        """Nodes in the tree."""
        return self.node_count
