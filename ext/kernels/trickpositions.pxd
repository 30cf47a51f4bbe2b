"""A table of positions with two bounds each, told apart by codes that are exact.

For the solver of open hands. A code is one word where the deck is small, else three; the hash of a
code only says where to look. Entries of another generation count as empty, so that a new deal
begins without clearing; the part of the table in use starts small, so that a short search stays in
the processor's cache, and doubles when it is half full:

    places   0 ... mask | ... clean | ... last_mask
             in use     | from an   | never
                        | old deal  | written
"""

from libc.stdlib cimport free, malloc
from libc.string cimport memset
from ext.rng cimport mix
from ext.types cimport int16_t, int8_t, uint16_t, uint64_t

cdef enum:
    FIRST_BITS = 11       # the part in use begins with so many places, as a power of two
    GENERATIONS = 1 << 14


cdef struct Entry:
    uint64_t key          # first word of the code
    uint16_t tag          # generation << 2 | who leads; 0 is empty
    int16_t lower
    int16_t upper
    int8_t move           # card that settled the last question, -1 none


cdef struct Code:         # all that tells one position from another
    uint64_t first
    uint64_t second       # second and third only in wide tables
    uint64_t third
    uint64_t slot         # hash of the others
    uint16_t tag


cdef struct Positions:
    Entry* entries
    uint64_t* wide        # second and third words, NULL where one word is enough
    uint64_t mask
    uint64_t clean
    uint64_t last_mask
    uint64_t used
    int generation


cdef inline bint positions_open(Positions* table, int bits, bint wide) noexcept:
    """Get memory for 2**bits entries; False where there is none. The struct must be zero."""
    table.last_mask = (<uint64_t>1 << bits) - 1
    table.entries = <Entry*>malloc((table.last_mask + 1) * sizeof(Entry))
    if wide:
        table.wide = <uint64_t*>malloc((table.last_mask + 1) * 2 * sizeof(uint64_t))
    if table.entries == NULL or (wide and table.wide == NULL):
        return False
    table.generation = GENERATIONS  # the first deal begins with a clean table
    return True


cdef inline void positions_close(Positions* table) noexcept:
    free(table.entries)
    free(table.wide)


cdef inline void _use(Positions* table, uint64_t mask) noexcept nogil:
    """Use the places up to `mask`."""
    table.mask = mask
    if mask >= table.clean:
        memset(table.entries + table.clean, 0, (mask + 1 - table.clean) * sizeof(Entry))
        table.clean = mask + 1


cdef inline void positions_renew(Positions* table) noexcept nogil:
    """Forget all, by starting a generation."""
    table.generation += 1
    table.used = 0
    if table.generation >= GENERATIONS:
        table.generation = 1
        table.clean = 0
    _use(table, min(table.last_mask, (<uint64_t>1 << FIRST_BITS) - 1))


cdef inline void place(const Positions* table, Code* code, int leader) noexcept nogil:
    """Fill in tag and slot of a code."""
    code.tag = table.generation << 2 | leader
    if table.wide == NULL:
        code.slot = mix(code.first + leader)
    else:
        code.slot = mix(code.first + leader + mix(code.second + mix(code.third)))


cdef inline Entry* find(const Positions* table, const Code* code) noexcept nogil:
    """The place of a code, whatever it holds."""
    return &table.entries[code.slot & table.mask]


cdef inline bint holds(const Positions* table, const Entry* entry, const Code* code) noexcept nogil:
    """Is the entry this code's?"""
    if entry.key != code.first or entry.tag != code.tag:
        return False
    if table.wide == NULL:
        return True
    cdef const uint64_t* rest = &table.wide[2 * (entry - table.entries)]
    return rest[0] == code.second and rest[1] == code.third


cdef inline Entry* claim(Positions* table, const Code* code, int upper) noexcept nogil:
    """The code's entry, with bounds 0 and `upper` where it had none; whatever stood there goes."""
    cdef Entry* entry
    if 2 * table.used > table.mask and table.mask < table.last_mask:
        _grow(table)
    entry = find(table, code)
    if holds(table, entry, code):
        return entry
    if entry.tag >> 2 != table.generation:
        table.used += 1
    entry.key, entry.tag = code.first, code.tag
    entry.lower, entry.upper = 0, upper
    if table.wide != NULL:
        table.wide[2 * (entry - table.entries)] = code.second
        table.wide[2 * (entry - table.entries) + 1] = code.third
    return entry


cdef inline void _grow(Positions* table) noexcept nogil:
    """Use twice as many places; each entry stays or moves up by the old size."""
    cdef uint64_t i, j, old = table.mask + 1
    cdef Code code
    cdef Entry* entry
    _use(table, 2 * table.mask + 1)
    for i in range(old):
        entry = &table.entries[i]
        if entry.tag >> 2 != table.generation:
            continue
        code.first = entry.key
        if table.wide != NULL:
            code.second, code.third = table.wide[2 * i], table.wide[2 * i + 1]
        place(table, &code, entry.tag & 3)
        j = code.slot & table.mask
        if j != i:
            table.entries[j] = entry[0]
            entry.tag = 0
            if table.wide != NULL:
                table.wide[2 * j], table.wide[2 * j + 1] = code.second, code.third
