"""Single-observer information-set Monte Carlo tree search over the contract.

Each simulation draws a world that the observer cannot tell from the real one, walks down one
tree whose nodes are the observer's information states, adds an edge, plays on by the game's
playout policy and backs up every seat's value along the path (Cowling, Powley, Whitehouse 2012).
Where others move, edges are bandits whose arms come and go with the worlds, so the exploration
term counts how often an edge was available, not how often its parent was visited.

Nodes are keyed by the observer's information key and the seat to move. Moves of others that look
alike to the observer are one edge, and one of them is taken at random (the "partially observable
moves" of the same paper).
"""

from libc.stdlib cimport calloc, free
from ext.kernels.tree cimport SearchTree
from ext.rng cimport Rng, fold, rng_below
from ext.state cimport State
from ext.types cimport (
    CHANCE, KIBITZ_DEBUG, TERMINAL, Actions, int64_t, push, release, uint64_t,
)


cdef class Tree(SearchTree):
    """A search tree that can be grown in portions and kept from move to move.

    Parameters
    ----------
    root : State
        A decision node; the seat to move is the observer.
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

    cdef int* slots           # open addressing: node number + 1, 0 empty
    cdef int slot_room
    cdef Actions legal        # moves behind the menu, when some look alike
    cdef Actions looks        # ... and what the observer sees of each
    cdef bint veiled          # the menu shows what is seen, not the moves
    cdef int64_t action       # a move outside the tree
    cdef dict strings         # debug builds: information string of each key

    def __cinit__(self, *args, **kwargs):
        self.slot_room = 256
        self.slots = <int*>calloc(self.slot_room, sizeof(int))
        if self.slots == NULL:
            raise MemoryError("no memory for a search tree")
        self.strings = {}

    def __dealloc__(self):
        free(self.slots)
        release(&self.legal)
        release(&self.looks)

    cdef int _begin(self) except -1:
        if self.node_count == 0:
            self.work.restore(self.root)
            self.root_node = self._node(self.observer)
        return 0

    cdef int _simulate(self, Rng* rng) except -1 nogil:
        cdef int player, node, edge, visits
        cdef int64_t action
        cdef bint fixed  # are a node's moves the same in all worlds?
        self.depth = 0
        self.work.restore(self.root)
        self.work.redeal(self.observer, rng)
        while True:
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
            fixed = self.root._is_open or player == self.observer
            edge = -1 if node < 0 else self._choose(node, fixed, rng)
            if edge < 0:  # no memory left to remember this
                break
            self._step(node, edge)
            action = self.edges[self.nodes[node].first + edge].action
            visits = self.edges[self.nodes[node].first + edge].visits
            self.work.advance(self._unveiled(action, rng) if self.veiled else action)
            if visits == 0:
                break
        self.work.c_playout(rng, self.until, self.informed)
        self.work.c_values(self.base, self.value)
        for edge in range(self.depth):
            node = self.path[edge].node
            self._record(
                &self.nodes[node], &self.edges[self.nodes[node].first + self.path[edge].edge])
        self._observe()
        return 0

    cdef int _list(self, int node) except -1 nogil:
        """The moves; where another seat chooses, as far as the observer sees them."""
        cdef int i
        cdef int64_t look
        self.work.c_considered(&self.menu)
        self.veiled = False
        if self.nodes[node].mover == self.observer:
            return 0
        self.looks.count = 0
        for i in range(self.menu.count):
            look = self.work.c_seen(self.observer, self.menu.items[i])
            self.veiled = self.veiled or look != self.menu.items[i]
            push(&self.looks, look)
        if self.veiled:
            self.legal.count = 0
            for i in range(self.menu.count):
                push(&self.legal, self.menu.items[i])
                self.menu.items[i] = self.looks.items[i]
        return 0

    cdef int64_t _unveiled(self, int64_t look, Rng* rng) noexcept nogil:
        """One of the moves that look like this, at random."""
        cdef int64_t action = look
        cdef int i, alike = 0
        for i in range(self.legal.count):
            if self.looks.items[i] == look:
                alike += 1
                if rng_below(rng, alike) == 0:
                    action = self.legal.items[i]
        return action

    cdef int _node(self, int player) except -2 nogil:
        """Number of the node that the working state stands at, made if need be; -1: no memory."""
        cdef uint64_t key = 0
        cdef int slot
        self.veiled = False
        self.work.c_infokey(self.observer, &key)
        key = fold(key, player)
        if KIBITZ_DEBUG:
            self._compare(key)
        slot = key & (self.slot_room - 1)
        while self.slots[slot]:
            if self.nodes[self.slots[slot] - 1].key == key:
                return self.slots[slot] - 1
            slot = (slot + 1) & (self.slot_room - 1)
        if self.full or self._add_node(player, key) < 0:
            return -1
        self.slots[slot] = self.node_count
        if 2 * self.node_count > self.slot_room:
            self._rehash()
        return self.node_count - 1

    cdef int _rehash(self) except -1 nogil:
        """Double the slots."""
        cdef int i, slot
        cdef int* slots = <int*>calloc(2 * self.slot_room, sizeof(int))
        if slots == NULL:
            raise MemoryError("no memory for a larger search tree")
        free(self.slots)
        self.slots = slots
        self.slot_room *= 2
        for i in range(self.node_count):
            slot = self.nodes[i].key & (self.slot_room - 1)
            while slots[slot]:
                slot = (slot + 1) & (self.slot_room - 1)
            slots[slot] = i + 1
        return 0

    cdef size_t _used(self) noexcept nogil:
        return SearchTree._used(self) + self.slot_room * sizeof(int)

    cdef int _compare(self, uint64_t key) except -1 with gil:
        """Debug builds: two states that meet in one key must look the same to the observer."""
        text = self.work.information_state_string(self.observer)
        if self.strings.setdefault(key, text) != text:
            raise AssertionError(f"one information key for {self.strings[key]!r} and {text!r}")
        return 0

    # ---- going on from a later position ----

    def reroot(self, State state not None, extra=()):
        """Go on from `state`, keeping what was found out below it.

        Parameters
        ----------
        state : State
            A later decision of the observer's, in the same round when that is the horizon.
        extra : sequence of int
            As for a new tree.

        Returns
        -------
        bool
            False when nothing of it is known: the tree is as it was, and a new one is needed.
        """
        cdef uint64_t key = 0
        cdef int slot
        self._verify_idle()
        if self.full or 2 * self._used() > self.memory:  # nothing is dropped from this tree
            return False
        if state.game != self.root.game or state.c_player() != self.observer:
            return False
        state.c_infokey(self.observer, &key)
        key = fold(key, self.observer)
        slot = key & (self.slot_room - 1)
        while self.slots[slot] and self.nodes[self.slots[slot] - 1].key != key:
            slot = (slot + 1) & (self.slot_room - 1)
        if not self.slots[slot] or not self._adopt(state, extra):
            return False
        self._take_root(self.slots[slot] - 1)
        return True
