"""The nearest rows so far, to one query."""

from libc.math cimport INFINITY

from sepax._core.arrays.pair_list cimport INTERRUPTED, require_range
from sepax._core.interrupts cimport Watch, was_interrupted

cdef struct Ranking:
    # The nearest rows so far: a heap (Williams, Algorithm 232, 1964) with the farthest on top.
    Py_ssize_t size, count
    double farthest         # rows farther than this are ignored
    bint signed             # overlaps have negative distances
    Py_ssize_t* row
    double* distance


cdef inline bint is_before(const Ranking* ranking, Py_ssize_t k, double distance,
                           Py_ssize_t row) noexcept nogil:
    """Whether entry k is nearer than a row, or as near and of a lower number."""
    return (ranking.distance[k] < distance
            or ranking.distance[k] == distance and ranking.row[k] < row)


cdef inline void put(Ranking* ranking, Py_ssize_t k, double distance, Py_ssize_t row) noexcept nogil:
    ranking.distance[k] = distance
    ranking.row[k] = row


cdef inline void sift_up(Ranking* ranking, Py_ssize_t k, double distance,
                         Py_ssize_t row) noexcept nogil:
    """Put a row at the free entry k, or above it."""
    cdef Py_ssize_t parent
    while k > 0:
        parent = (k - 1) // 2
        if not is_before(ranking, parent, distance, row):
            break
        put(ranking, k, ranking.distance[parent], ranking.row[parent])
        k = parent
    put(ranking, k, distance, row)


cdef inline void sift_down(Ranking* ranking, Py_ssize_t k, Py_ssize_t count, double distance,
                           Py_ssize_t row) noexcept nogil:
    """Put a row at the free entry k of so many, or below it."""
    cdef Py_ssize_t child = 2 * k + 1
    while child < count:
        if child + 1 < count and is_before(ranking, child, ranking.distance[child + 1],
                                           ranking.row[child + 1]):
            child += 1
        if is_before(ranking, child, distance, row):
            break
        put(ranking, k, ranking.distance[child], ranking.row[child])
        k = child
        child = 2 * k + 1
    put(ranking, k, distance, row)


cdef inline void take(Ranking* ranking, Py_ssize_t row, double distance) noexcept nogil:
    """Keep a row if it is one of the nearest: by distance, then by its number."""
    if distance > ranking.farthest:
        return
    if ranking.count < ranking.size:
        sift_up(ranking, ranking.count, distance, row)
        ranking.count += 1
    elif is_before(ranking, 0, distance, row):
        return
    else:
        sift_down(ranking, 0, ranking.size, distance, row)
    if ranking.count == ranking.size:
        ranking.farthest = ranking.distance[0]


cdef inline int sort_entries(Ranking* ranking, Watch* watch) noexcept nogil:
    """Sort the heap, the last entry first; 0, or INTERRUPTED."""
    cdef Py_ssize_t end, row
    cdef double distance
    for end in range(ranking.count - 1, 0, -1):
        distance = ranking.distance[end]
        row = ranking.row[end]
        ranking.distance[end] = ranking.distance[0]
        ranking.row[end] = ranking.row[0]
        sift_down(ranking, 0, end, distance, row)
        if was_interrupted(watch, 8):
            return INTERRUPTED
    return 0


cdef inline int require_columns(Py_ssize_t start, Py_ssize_t stop, Py_ssize_t count,
                                const Py_ssize_t[:, ::1] row,
                                const double[:, ::1] distance) except -1:
    """Require arrays for so many queries, and a range of these."""
    require_range(start, stop, count)
    if (row.shape[0] != count or distance.shape[0] != count or row.shape[1] < 1
            or distance.shape[1] != row.shape[1]):
        raise ValueError(f"arrays must have {count} rows, and one column at least")
    return 0


cdef inline void begin_ranking(Ranking* ranking, Py_ssize_t size, Py_ssize_t* row, double* distance,
                               double farthest, bint signed) noexcept nogil:
    """Begin without any, for rows no farther than that."""
    cdef Py_ssize_t i
    ranking.signed = signed
    ranking.size = size
    ranking.row = row
    ranking.distance = distance
    ranking.count = 0
    ranking.farthest = farthest
    for i in range(ranking.size):
        ranking.row[i] = -1
        ranking.distance[i] = INFINITY


cdef inline double reach_of(const Ranking* ranking) noexcept nogil:
    """How far apart the boxes may be of a row that counts. The overlap of boxes says nothing of the
    depth."""
    return max(ranking.farthest, 0.0)


cdef inline bint cannot_improve(const Ranking* ranking, Py_ssize_t row) noexcept nogil:
    """Whether a row changes nothing: all entries are at distance 0 and have lower numbers."""
    return (not ranking.signed and ranking.farthest == 0.0 and ranking.count == ranking.size
            and is_before(ranking, 0, 0.0, row))
