"""The one contract, C side: the vtable that kernels call and compiled games override."""

from ext.types cimport Actions, int64_t, uint64_t
from ext.rng cimport Rng

cdef enum Utility:
    SCORE = 0
    MARGIN = 1
    WIN = 2
    RANK = 3


cdef class State:
    cdef readonly object game      # the immutable Game this state belongs to
    cdef public list _history      # actions so far; kernels' working copies carry none
    cdef int seats
    cdef int utility               # a Utility
    cdef int[16] team              # team number of each seat
    cdef bint _samples_chance      # does a readable class bring its own chance sampler?
    cdef bint _prunes              # ... its own choice of moves worth searching?
    cdef bint _models              # ... decisions that a search leaves to the policy?
    cdef bint _brings_playouts     # ... its own playout policy?
    cdef bint _veils               # ... moves that others see only in part?
    cdef bint _margins_differ      # ... margins of its own?
    cdef bint _ranks               # ... places of its own?
    cdef bint _is_open             # is the information of every seat the moves themselves?
    cdef uint64_t _line            # then this is their hash
    cdef Actions scratch

    # What a game answers. Defaults take the GIL and call the Python hook of the same meaning.
    cdef int c_player(self) except? -99 nogil
    cdef int c_legal(self, Actions* out) except -1 nogil
    cdef int c_apply(self, int64_t action) except -1 nogil
    cdef int c_copy_from(self, State other) except -1 nogil
    cdef int c_chance(self, Actions* out) except -1 nogil
    cdef int c_sample_chance(self, Rng* rng, int64_t* action) except -1 nogil
    cdef int c_random_action(self, Rng* rng, int64_t* action) except -1 nogil
    cdef int c_considered(self, Actions* out) except -1 nogil
    cdef bint c_modelled(self) except -1 nogil
    cdef int64_t c_seen(self, int seat, int64_t action) except? -99 nogil
    cdef int c_playout_action(self, Rng* rng, int64_t* action) except -1 nogil
    cdef int c_scores(self, double* out) except -1 nogil
    cdef int c_margins(self, double* out) except -1 nogil
    cdef int c_places(self, double* out) except -1 nogil
    cdef int c_round(self) except -1 nogil
    cdef int c_infokey(self, int seat, uint64_t* key) except -1 nogil
    cdef int c_resample(self, int seat, Rng* rng) except -1 nogil
    cdef bint c_position(self, uint64_t* key) except -1 nogil
    cdef int c_distinct(self, Actions* out) except -1 nogil

    # What kernels call on top of it.
    cdef int c_utilities(self, double* out) except -1 nogil
    cdef int c_values(self, const double* base, double* out) except -1 nogil
    cdef int c_playout(self, Rng* rng, int until_round, bint informed) except -1 nogil
    cdef int advance(self, int64_t action) except -1 nogil
    cdef int restore(self, State other) except -1 nogil
    cdef int redeal(self, int seat, Rng* rng) except -1 nogil
    cdef State fresh(self)
