"""Monte Carlo tree search over the contract: UCT with chance nodes and proven values.

All seats see everything here: the state is searched as if its hidden cards lay open. Edges lead
to their own nodes. A chance event is a node too, whose outcomes are drawn by their
probabilities; where a game leaves a decision of others to its playout policy, so is that.

Proven values (Winands, Bjornsson, Saito 2008; for any number of seats). The end of the game, or
of the round when that is the horizon, has an exact value for each seat. A decision is proven when
one of its moves is proven to bring its seat the most that the game can bring, or when all its
moves are proven: then it is worth what its best move is worth. Equally good moves that the other
seats don't value alike leave it open. A chance event is proven when all its outcomes are. A
proven branch is not searched further, and no exploration is added to what is known.
"""

from libc.math cimport INFINITY, fabs
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, memset
from ext.kernels.pool cimport Edge, Node
from ext.kernels.tree cimport POLICY, SearchTree, Step
from ext.rng cimport Rng, fold, rng_double
from ext.state cimport WIN, State
from ext.types cimport CHANCE, TERMINAL, int64_t, uint64_t

cdef enum:
    CLOSED = 256    # chance events with more outcomes get an edge for each one drawn
    REMEMBERED = 64 # outcomes looked through before one is stored again

cdef double EQUAL = 1e-9  # values closer than this are the same


cdef class Tree(SearchTree):
    """A search tree that can be grown in portions and kept from move to move.

    Parameters
    ----------
    root : State
        A decision node. What is hidden in it is known to all seats of the search.
    exploration, first_play, whole_game, informed, memory, extra
        See `ext.kernels.tree.SearchTree`.

    Examples
    --------
    >>> import games
    >>> state = games.load_game("tic_tac_toe").new_initial_state()
    >>> tree = Tree(state)
    >>> tree.run(200, seed=1)
    >>> sum(row["visits"] for row in tree.moves())
    200
    """

    cdef double* outcomes        # `seats` values each
    cdef int outcome_count, outcome_room
    cdef int[64] remembered      # by hash of the values, number + 1
    cdef int root_outcome        # proven value of the root, -1 none
    cdef double[16] ceiling      # the most a seat can get
    cdef bint unrivalled         # one seat's most settles what the others get
    cdef list line               # actions that lead to the root

    def __cinit__(self, State root not None, *args, **kwargs):
        cdef int seat
        self.outcome_room, self.root_outcome = 64, -1
        self.outcomes = <double*>malloc(self.outcome_room * self.seats * sizeof(double))
        if self.outcomes == NULL:
            raise MemoryError("no memory for a search tree")
        memset(self.remembered, 0, sizeof(self.remembered))
        most = root.game.max_utility()
        stands_in = root.utility >= WIN and self.until >= 0  # before the end the margin's change
        for seat in range(self.seats):
            self.ceiling[seat] = most - (0.0 if root.utility >= WIN else self.base[seat])
            if stands_in:
                self.ceiling[seat] = max(most, root.game.margin_bounds()[1] - self.base[seat])
        self.unrivalled = (root.utility == WIN and not stands_in) or self.seats == 1 or (
            self.seats == 2 and root.game.utility_sum() is not None)
        self.line = root.history()

    def __dealloc__(self):
        free(self.outcomes)

    cdef int _begin(self) except -1:
        if self.node_count == 0:
            self.root_node = self._add_node(self.observer, 0)
        return 0

    cdef bint _finished(self) noexcept nogil:
        """Nothing is left to find out at the root, or about the move that is forced."""
        cdef int edge
        if self.forcing:
            edge = self._find(self.root_node, self.forced)
            return self.edges[self.nodes[self.root_node].first + edge].exact >= 0
        return self.root_outcome >= 0

    cdef int _simulate(self, Rng* rng) except -1 nogil:
        cdef int node = self.root_node, i, player, outcome
        cdef Edge* e
        self.work.restore(self.root)
        self.depth = 0
        while True:
            i = self._next(node, rng)
            if i < 0:
                break
            self._step(node, i)
            i = self._divert(node, i)
            e = &self.edges[self.nodes[node].first + i]
            if e.exact >= 0:
                return self._back_up_exact(e.exact, False)
            self.work.advance(e.action)
            if e.child < 0:
                player = self.work.c_player()
                if player == TERMINAL or (self.until >= 0 and self.work.c_round() > self.until):
                    self.work.c_values(self.base, self.value)
                    outcome = self._outcome(self.value)
                    return self._back_up_exact(outcome, True) if outcome >= 0 else self._back_up(False)
                if e.visits == 0 or self.full or not self._grow(node, i, player):
                    break
                e = &self.edges[self.nodes[node].first + i]
            node = e.child
        self.work.c_playout(rng, self.until, self.informed)
        self.work.c_values(self.base, self.value)
        return self._back_up(False)

    cdef int _next(self, int node, Rng* rng) except -2 nogil:
        """The edge to take from a node; -1 when there is none and no memory to make one."""
        cdef Node* n = &self.nodes[node]
        cdef int64_t action = 0
        cdef int i
        if n.mover >= 0:
            return self._choose(node, True, rng)
        if n.complete:
            return self._drawn(n, rng)
        if n.mover == CHANCE:
            self.work.c_sample_chance(rng, &action)
        else:
            self.work.c_playout_action(rng, &action)
        i = self._find(node, action)
        return self._insert(node, action) if i < 0 and not self.full else i

    cdef int _divert(self, int node, int edge) noexcept nogil:
        """Where the favourite is proven, the best of the moves that are still open.

        Another look at what is known would tell nothing. What counts above the node is the
        favourite's value all the same, since its seat would choose that.
        """
        cdef Node* n = &self.nodes[node]
        cdef Edge* e = &self.edges[n.first]
        cdef Step* step = &self.path[self.depth - 1]
        cdef int best
        if n.mover < 0 or e[edge].exact < 0 or not n.complete or self.forcing:
            return edge
        best = self._highest(n, True)
        if best < 0:
            return edge
        step.edge, step.known = best, e[edge].exact
        return best

    cdef int _drawn(self, Node* n, Rng* rng) noexcept nogil:
        """One outcome of a chance event by its probabilities."""
        cdef Edge* e = &self.edges[n.first]
        cdef double u = rng_double(rng)
        cdef int i
        for i in range(n.count - 1):
            u -= e[i].total
            if u < 0.0:
                return i
        return n.count - 1

    cdef bint _grow(self, int node, int edge, int player) except -1 nogil:
        """Add the node below an edge; the working state stands there. False: no memory."""
        cdef int below
        if player >= 0 and player != self.observer and self.work.c_modelled():
            player = POLICY
        below = self._add_node(player, 0)
        if below < 0:
            return False
        self.edges[self.nodes[node].first + edge].child = below
        if player == CHANCE:
            self._list_outcomes(below)
        return True

    cdef int _list_outcomes(self, int node) except -1 nogil:
        """Give a chance event an edge for each outcome, unless there are too many."""
        cdef int i, edge
        self.work.c_chance(&self.menu)
        if self.menu.count > CLOSED:
            return 0
        for i in range(self.menu.count):
            edge = self._insert(node, self.menu.items[i])
            if edge < 0:  # what fits stays; outcomes are drawn from the game then
                return 0
            self.edges[self.nodes[node].first + edge].total = self.menu.p[i]
        self.nodes[node].complete = True
        return 0

    # ---- proofs ----

    cdef int _outcome(self, const double* values) except -2 nogil:
        """Number under which these values are kept; -1 when there is no memory left."""
        cdef uint64_t key = 0
        cdef double* outcomes
        cdef int seat, slot, number
        for seat in range(self.seats):
            key = fold(key, (<const uint64_t*>values)[seat])
        slot = key & (REMEMBERED - 1)
        number = self.remembered[slot] - 1
        if number >= 0:
            for seat in range(self.seats):
                if self.outcomes[number * self.seats + seat] != values[seat]:
                    break
            else:
                return number
        if self.outcome_count == self.outcome_room:
            if self._used() + self.outcome_room * self.seats * sizeof(double) > self.memory:
                self.full = True
                return -1
            outcomes = <double*>realloc(
                self.outcomes, 2 * self.outcome_room * self.seats * sizeof(double))
            if outcomes == NULL:
                raise MemoryError("no memory for a larger search tree")
            self.outcomes = outcomes
            self.outcome_room *= 2
        number = self.outcome_count
        for seat in range(self.seats):
            self.outcomes[number * self.seats + seat] = values[seat]
        self.outcome_count += 1
        self.remembered[slot] = number + 1
        return number

    cdef size_t _used(self) noexcept nogil:
        return SearchTree._used(self) + self.outcome_room * self.seats * sizeof(double)

    cdef int _back_up_exact(self, int outcome, bint fresh) except -1 nogil:
        """Back up a proven value; `fresh`: the last step has just been proven."""
        cdef Step* last = &self.path[self.depth - 1]
        self._take(outcome)
        if fresh:
            self._mark(last.node, last.edge, outcome)
        return self._back_up(fresh)

    cdef void _take(self, int outcome) noexcept nogil:
        """Make a proven outcome the value of this simulation."""
        cdef int seat
        for seat in range(self.seats):
            self.value[seat] = self._worth(outcome, seat)

    cdef void _mark(self, int node, int edge, int outcome) noexcept nogil:
        cdef Node* n = &self.nodes[node]
        cdef Edge* e = &self.edges[n.first + edge]
        e.exact = outcome
        if n.mover >= 0:
            e.mean = <float>self.outcomes[outcome * self.seats + n.mover]
            e.scale = 0.0

    cdef int _back_up(self, bint proven) except -1 nogil:
        """Count the values along the path; while `proven`, see whether nodes are so too."""
        cdef int i, outcome
        cdef Step* s
        cdef Node* n
        for i in range(self.depth - 1, -1, -1):
            s = &self.path[i]
            n = &self.nodes[s.node]
            self._record(n, &self.edges[n.first + s.edge])
            if s.known >= 0:
                self._take(s.known)
            if not proven:
                continue
            outcome = self._prove(s.node, s.edge)
            proven = outcome >= 0
            if proven and i > 0:
                self._mark(self.path[i - 1].node, self.path[i - 1].edge, outcome)
            elif proven:
                self.root_outcome = outcome
        self._observe()
        return 0

    cdef int _prove(self, int node, int edge) except -2 nogil:
        """What a node is worth, now that one of its edges is proven; -1 while that is open."""
        cdef Node* n = &self.nodes[node]
        cdef int outcome = self.edges[n.first + edge].exact, i, best = -1
        cdef double v, most = 0.0
        if n.mover == CHANCE:
            return self._expected(n)
        if n.mover == POLICY:
            return -1
        if self.unrivalled and self._worth(outcome, n.mover) >= self.ceiling[n.mover] - EQUAL:
            return outcome
        if not n.whole:  # moves that a game thinks not worth a search aren't refuted by that
            return -1
        for i in range(n.count):
            outcome = self.edges[n.first + i].exact
            if outcome < 0:
                return -1
            v = self._worth(outcome, n.mover)
            if best < 0 or v > most:
                best, most = outcome, v
        for i in range(n.count):
            outcome = self.edges[n.first + i].exact
            if self._worth(outcome, n.mover) >= most - EQUAL and not self._alike(outcome, best):
                return -1
        return best

    cdef double _worth(self, int outcome, int seat) noexcept nogil:
        return self.outcomes[outcome * self.seats + seat]

    cdef bint _alike(self, int one, int other) noexcept nogil:
        cdef int seat
        for seat in range(self.seats):
            if fabs(self._worth(one, seat) - self._worth(other, seat)) > EQUAL:
                return False
        return True

    cdef int _expected(self, Node* n) except -2 nogil:
        """Mean value of a chance event whose outcomes are all proven."""
        cdef double[16] values
        cdef int i, seat
        if not n.complete:
            return -1
        for seat in range(self.seats):
            values[seat] = 0.0
        for i in range(n.count):
            if self.edges[n.first + i].exact < 0:
                return -1
            for seat in range(self.seats):
                values[seat] += self.edges[n.first + i].total * self._worth(
                    self.edges[n.first + i].exact, seat)
        return self._outcome(values)

    @property
    def finished(self):
        """Is the root's value proven, so that no further simulation is run?"""
        return self.root_outcome >= 0

    @property
    def proven(self):
        """Each seat's exact gain from the root on, None while it is open."""
        if self.root_outcome < 0:
            return None
        return tuple(
            self.outcomes[self.root_outcome * self.seats + seat] - self.shift[seat]
            for seat in range(self.seats)
        )

    # ---- going on from a later position ----

    def reroot(self, State state not None, extra=()):
        """Go on from `state`, keeping what was found out below it.

        Parameters
        ----------
        state : State
            A decision that was reached from the root, in the same round when that is the horizon.
        extra : sequence of int
            As for a new tree.

        Returns
        -------
        bool
            False when nothing of it is known, or it is no later position of the same line of
            play: the tree is as it was, and a new one is needed.
        """
        self._verify_idle()
        line = state.history()
        if state.game != self.root.game or line[: len(self.line)] != self.line:
            return False
        outcome, node = self.root_outcome, self.root_node if self.node_count else -1
        for action in line[len(self.line):]:
            i = self._find(node, action) if node >= 0 else -1
            if i < 0:
                return False
            outcome = self.edges[self.nodes[node].first + i].exact
            node = self.edges[self.nodes[node].first + i].child
        if node < 0 or self.nodes[node].mover != state.c_player() or not self._adopt(state, extra):
            return False
        self.line, self.root_outcome = line, outcome
        self._keep(node)
        self._take_root(0)
        return True

    cdef int _keep(self, int node) except -1:
        """Drop everything but the branch below `node`, which becomes node 0."""
        cdef Node* old = self.nodes
        cdef Edge* old_edges = self.edges
        cdef Edge* e
        cdef Node* n
        cdef int number = 0, i
        self._clear()
        self._copy(&old[node], old_edges)
        while number < self.node_count:  # breadth first: copied nodes still name old ones
            n = &self.nodes[number]
            for i in range(n.count):
                e = &self.edges[self.nodes[number].first + i]
                if e.child >= 0:
                    child = self._copy(&old[e.child], old_edges)
                    self.edges[self.nodes[number].first + i].child = child
            number += 1
        free(old)
        free(old_edges)
        self._keep_outcomes()
        return 0

    cdef int _keep_outcomes(self) except -1:
        """Drop the outcomes that no edge is proven to have."""
        cdef double* old = self.outcomes
        cdef dict numbers = {-1: -1}
        cdef Edge* e
        cdef int node, i
        self.outcome_count, self.outcome_room = 0, 64
        self.outcomes = <double*>malloc(self.outcome_room * self.seats * sizeof(double))
        if self.outcomes == NULL:
            raise MemoryError("no memory for a search tree")
        memset(self.remembered, 0, sizeof(self.remembered))
        for node in range(self.node_count):
            for i in range(self.nodes[node].count):
                e = &self.edges[self.nodes[node].first + i]
                if e.exact not in numbers:
                    numbers[e.exact] = self._outcome(&old[e.exact * self.seats])
                e.exact = numbers[e.exact]
        if self.root_outcome not in numbers:
            numbers[self.root_outcome] = self._outcome(&old[self.root_outcome * self.seats])
        self.root_outcome = numbers[self.root_outcome]
        free(old)
        return 0

    cdef int _copy(self, const Node* node, const Edge* edges) except -1:
        """A node with its edges as they are; its number."""
        cdef int number = self._add_node(node.mover, node.key)
        cdef int first = self._block(node.room) if node.room else 0
        cdef Node* n = &self.nodes[number]
        n.visits, n.complete, n.whole = node.visits, node.complete, node.whole
        n.first, n.count, n.room = first, node.count, node.room
        memcpy(&self.edges[first], &edges[node.first], node.count * sizeof(Edge))
        return number
