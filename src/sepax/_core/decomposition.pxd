"""The least number of convex parts of a small polygon without holes: see decomposition.pyx."""

from sepax._core.ring cimport Spot

cdef enum:
    MOST_CORNERS = 64       # of a region; masks have a bit for each
    MOST_PAIRS = 6          # of a diagonal

ctypedef unsigned long long mask_t
ctypedef unsigned char small_t


cdef struct Region:
    # A simple polygon, counter-clockwise, with a reflex corner at place 0.
    int n
    Py_ssize_t corners[MOST_CORNERS]                # their numbers, from left to right
    Py_ssize_t edges[MOST_CORNERS]                  # of each the half-edge to the next one
    Spot spots[MOST_CORNERS]
    mask_t reflex
    # Of corners i < j: how i sees j; the least number of parts that a chain from i to j leaves over;
    # how narrow such chains are at both ends, by the corner after i and the one before j.
    small_t sight[MOST_CORNERS][MOST_CORNERS]
    small_t price[MOST_CORNERS][MOST_CORNERS]
    small_t pairs[MOST_CORNERS][MOST_CORNERS]
    small_t first[MOST_CORNERS][MOST_CORNERS][MOST_PAIRS]
    small_t last[MOST_CORNERS][MOST_CORNERS][MOST_PAIRS]


cdef int find_reflex(Region* region) noexcept nogil
cdef int least_parts(Region* region) noexcept nogil
cdef mask_t trace_chain(const Region* region, int i, int k) noexcept nogil
