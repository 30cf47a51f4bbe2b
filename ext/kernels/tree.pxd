"""What the tree searches share: selection, statistics, the account of the root's moves."""

from libc.math cimport sqrtf
from ext.kernels.pool cimport Edge, Node, Pool
from ext.rng cimport Rng
from ext.state cimport State
from ext.types cimport Actions, highest, int64_t

cdef enum:
    POLICY = -2     # mover of a node at which the game's playout policy decides
    LOGS = 1024     # logarithms kept ready, and their square roots


cdef struct Step:          # of this simulation's path
    int node
    int edge               # counted from the node's first
    int known              # proven outcome that counts above this step instead, -1 none


cdef class SearchTree(Pool):
    cdef State root, work
    cdef int observer, until, seats
    cdef int root_node
    cdef bint forcing              # every simulation begins with the action `forced`
    cdef int64_t forced
    cdef double exploration, first_play
    cdef bint informed
    cdef Step* path                # steps of this simulation
    cdef int depth, path_room
    cdef Actions menu              # moves of the node at hand, ascending, as the observer sees them
    cdef Actions untried
    cdef Actions extra
    cdef double[16] base           # score or margin where the tree was begun
    cdef double[16] shift          # ... and what was won from there to the present root
    cdef double[16] value          # of this simulation
    cdef double[16] mean           # running mean and squared deviations of each seat's values
    cdef double[16] spread
    cdef double[16] low
    cdef double[16] high
    cdef double[16] unit           # what counts as a wide difference of each seat's values
    cdef long long samples         # values that these are made of
    cdef readonly long long simulations
    cdef bint settled              # no root move lacks its first visits
    cdef bint busy                 # a thread is growing the tree, without the GIL
    cdef float[1024] logs          # log(n)
    cdef float[1024] roots         # ... and its square root

    cdef int _simulate(self, Rng* rng) except -1 nogil
    cdef bint _finished(self) noexcept nogil
    cdef int _begin(self) except -1
    cdef bint _adopt(self, State state, extra) except -1
    cdef int _take_root(self, int node) except -1
    cdef int _verify_idle(self) except -1
    cdef int _list(self, int node) except -1 nogil
    cdef int _prepare_menu(self, int node) except -1 nogil
    cdef int _complete(self, Node* n) except -1 nogil
    cdef float _width(self, const Node* n) noexcept nogil
    cdef int _choose(self, int node, bint fixed, Rng* rng) except -2 nogil
    cdef int _highest(self, const Node* n, bint only_open) noexcept nogil
    cdef int _pick_untried(self, int node, Rng* rng) except -2 nogil
    cdef int _favoured(self, int node) noexcept nogil
    cdef int _neglected(self, Node* n) noexcept nogil
    cdef int _insert(self, int node, int64_t action) except -2 nogil
    cdef int _step(self, int node, int edge) except -1 nogil
    cdef double _worth(self, int outcome, int seat) noexcept nogil
    cdef void _record(self, Node* n, Edge* e) noexcept nogil
    cdef void _observe(self) noexcept nogil
    cdef inline float _root_log(self, int n) noexcept nogil:
        """sqrt(log(n)); above the table log(n) is off by less than 0.002."""
        cdef int k
        if n < LOGS:
            return self.roots[n]
        k = highest(n) - 9
        return sqrtf(self.logs[n >> k] + k * <float>0.6931471805599453)
