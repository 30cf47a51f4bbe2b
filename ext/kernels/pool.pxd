"""Flat arrays of nodes and edges, which grow until the memory granted is used up."""

from ext.types cimport int64_t, uint64_t


cdef struct Edge:          # 56 bytes
    int64_t action         # or what the observer sees of it
    double total           # of the mover's values; at a chance node the outcome's probability
    double squares
    float mean             # of the mover's values; the value itself once it is proven
    float scale            # 1 / sqrt(visits); 0 once it is proven
    int visits
    int available          # how often it was legal when its node was visited
    int child              # node below, -1 none
    int exact              # number of the proven outcome, -1 none


cdef struct Node:          # 32 bytes
    uint64_t key           # what the observer knows (information sets)
    int first              # its edges are a block, in ascending order of actions
    int count              # edges in use
    int room               # edges that the block has room for, a power of two or 0
    int visits
    short mover            # a seat, CHANCE or POLICY
    char complete          # its moves are always the same, and all have an edge
    char whole             # ... and the game names none that is not worth a search


cdef class Pool:
    cdef Node* nodes
    cdef Edge* edges
    cdef int node_count, node_room, edge_count, edge_room
    cdef int[32] spare             # outgrown blocks of 2**i edges, linked through `child`
    cdef readonly size_t memory
    cdef readonly bint full        # no memory left to grow

    cdef int _clear(self) except -1
    cdef int _find(self, int node, int64_t action) noexcept nogil
    cdef int _place(self, int node, int64_t action) except -2 nogil
    cdef int _block(self, int room) except -2 nogil
    cdef int _add_node(self, int mover, uint64_t key) except -2 nogil
    cdef size_t _used(self) noexcept nogil
