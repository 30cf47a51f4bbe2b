"""Flat arrays of nodes and edges, which grow until the memory granted is used up.

A node owns a block of edges in ascending order of their actions; a block that is outgrown is
kept for another node. Both arrays grow by doubling. A node with an edge takes 80 bytes.
"""

from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memmove
from ext.types cimport int64_t, uint64_t


cdef class Pool:
    """Nodes and edges of one search tree.

    Parameters
    ----------
    memory : int
        Bytes that they may take.
    """

    def __cinit__(self, *args, memory=1 << 30, **options):
        if not 0 < memory < 1 << 62:
            raise ValueError(f"memory must be a number of bytes above 0, not {memory}")
        self.memory = memory
        self._clear()

    def __dealloc__(self):
        free(self.nodes)
        free(self.edges)

    cdef int _clear(self) except -1:
        """New, empty arrays; the caller frees the old ones."""
        cdef int i
        self.node_count = self.edge_count = 0
        self.node_room, self.edge_room = 64, 256
        self.nodes = <Node*>malloc(self.node_room * sizeof(Node))
        self.edges = <Edge*>malloc(self.edge_room * sizeof(Edge))
        if not (self.nodes and self.edges):
            raise MemoryError("no memory for a search tree")
        for i in range(32):
            self.spare[i] = -1
        self.full = False
        return 0

    cdef int _find(self, int node, int64_t action) noexcept nogil:
        """The edge of an action, -1 none."""
        cdef Node* n = &self.nodes[node]
        cdef Edge* e = &self.edges[n.first]
        cdef int low = 0, high = n.count, middle
        while low < high:
            middle = (low + high) >> 1
            if e[middle].action < action:
                low = middle + 1
            else:
                high = middle
        return low if low < n.count and e[low].action == action else -1

    cdef int _place(self, int node, int64_t action) except -2 nogil:
        """Add an edge in its place; -1 when there is no memory left."""
        cdef Node* n = &self.nodes[node]
        cdef Edge* e
        cdef int first, at, i, size
        if n.count == n.room:
            first = self._block(max(2, 2 * n.room))
            if first < 0:
                return -1
            for i in range(n.count):
                self.edges[first + i] = self.edges[n.first + i]
            if n.room:
                size = _exponent(n.room)
                self.edges[n.first].child = self.spare[size]
                self.spare[size] = n.first
            n.first, n.room = first, max(2, 2 * n.room)
        e = &self.edges[n.first]
        at = n.count
        while at > 0 and e[at - 1].action > action:
            at -= 1
        memmove(&e[at + 1], &e[at], (n.count - at) * sizeof(Edge))
        n.count += 1
        e[at].action = action
        e[at].total = e[at].squares = 0.0
        e[at].mean = e[at].scale = 0.0
        e[at].visits = 0
        e[at].available = 1
        e[at].child = e[at].exact = -1
        return at

    cdef int _block(self, int room) except -2 nogil:
        """First edge of a free block; -1 when there is no memory left."""
        cdef int size = _exponent(room), first = self.spare[size]
        cdef size_t more
        cdef Edge* edges
        if first >= 0:
            self.spare[size] = self.edges[first].child
            return first
        if self.edge_count + room > self.edge_room:
            more = max(self.edge_room, room)
            if self._used() + more * sizeof(Edge) > self.memory or self.edge_room + more > 1 << 30:
                self.full = True
                return -1
            edges = <Edge*>realloc(self.edges, (self.edge_room + more) * sizeof(Edge))
            if edges == NULL:
                raise MemoryError("no memory for a larger search tree")
            self.edges = edges
            self.edge_room += more
        first = self.edge_count
        self.edge_count += room
        return first

    cdef int _add_node(self, int mover, uint64_t key) except -2 nogil:
        """Number of a new node without edges; -1 when there is no memory left."""
        cdef Node* nodes
        cdef Node* n
        if self.node_count == self.node_room:
            if (self._used() + self.node_room * sizeof(Node) > self.memory
                    or self.node_room >= 1 << 29):
                self.full = True
                return -1
            nodes = <Node*>realloc(self.nodes, 2 * self.node_room * sizeof(Node))
            if nodes == NULL:
                raise MemoryError("no memory for a larger search tree")
            self.nodes = nodes
            self.node_room *= 2
        n = &self.nodes[self.node_count]
        n.key, n.mover = key, mover
        n.first = n.count = n.room = n.visits = 0
        n.complete = n.whole = False
        self.node_count += 1
        return self.node_count - 1

    cdef size_t _used(self) noexcept nogil:
        return self.node_room * sizeof(Node) + self.edge_room * sizeof(Edge)

    @property
    def size(self):
        """Nodes in the tree."""
        return self.node_count

    @property
    def bytes(self):
        """Memory that the tree takes."""
        return self._used()

    @property
    def node_bytes(self):
        """Memory of one node with the edge that leads to it."""
        return sizeof(Node) + sizeof(Edge)


cdef int _exponent(int room) noexcept nogil:
    cdef int size = 0
    while room > 1 << size:
        size += 1
    return size
