"""Points and segments in seams between the polygons of a union: exact.

A point on the boundaries of several polygons is inside of their union if they leave no direction
around it free; a segment is if edges of polygons on both sides of it overlap there. Parts with a
radius have no such seams, as their straight sides have no exact coordinates.
"""

from sepax._core.arrays.boundary_search cimport (
    RowSearch, Wedge, is_between, next_in_box, seek_in_box, wedge_holds)
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY
from sepax._core.arrays.rows cimport RowMemory, Rows, prepare_rows, release_rows, row_at
from sepax._core.interrupts cimport Watch, was_interrupted
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.nearest cimport vertex_after
from sepax._core.kernels.predicates cimport orient2d

cdef struct Polygons:
    # The polygons of a union near a point or a segment, one after the other.
    RowSearch search
    RowMemory memory
    Watch* watch
    int failure


cdef inline void seek_polygons(Polygons* around, const Rows* rows, const double* ends,
                               Watch* watch) noexcept nogil:
    """To be ended."""
    seek_in_box(&around.search, rows, min(ends[0], ends[2]), min(ends[1], ends[3]),
                max(ends[0], ends[2]), max(ends[1], ends[3]))
    around.watch = watch
    around.failure = 0 if prepare_rows(rows, &around.memory) else NO_MEMORY


cdef inline const Convex* next_polygon(Polygons* around) noexcept nogil:
    """NULL at the end, and after a failure."""
    cdef const Convex* part
    cdef Py_ssize_t k = 0
    while around.failure == 0:
        k = next_in_box(&around.search)
        if k < 0:
            break
        part = row_at(around.search.rows, k, &around.memory)
        if was_interrupted(around.watch, part.n):
            around.failure = INTERRUPTED
        elif part.n > 2 and part.radius == 0.0:
            return part
    return NULL


cdef inline int end_polygons(Polygons* around, int result) noexcept nogil:
    """The result, or the failure of the search."""
    release_rows(&around.memory)
    return around.failure if around.failure < 0 else result


cdef inline bint wedge_of_ring(const Convex* ring, double x, double y, Wedge* wedge) noexcept nogil:
    """The directions that a ring covers at a point of it; False for a point that is on no edge,
    also in a ring that is reflex by a last bit."""
    cdef double ends[4]
    cdef Py_ssize_t k, before
    for k in range(ring.n):
        ends[0] = ring.x[k]
        ends[1] = ring.y[k]
        ends[2] = ring.x[vertex_after(ring, k)]
        ends[3] = ring.y[vertex_after(ring, k)]
        if ends[0] == x and ends[1] == y:
            before = k - 1 if k else ring.n - 1
            wedge[0] = Wedge(ends[2], ends[3], ring.x[before], ring.y[before])
            return True
        if is_between(x, y, ends):
            wedge[0] = Wedge(ends[2], ends[3], ends[0], ends[1])
            return True
    return False


cdef inline int is_end_covered(const Rows* rows, const double* point, const Wedge* wedge,
                               Watch* watch) noexcept nogil:
    """Whether a polygon covers the direction in which a wedge at a point ends; or a Failure."""
    cdef Polygons around
    cdef Wedge other
    cdef const Convex* ring
    cdef bint result = False
    seek_polygons(&around, rows, point, watch)
    while not result:
        ring = next_polygon(&around)
        if ring is NULL:
            break
        result = (wedge_of_ring(ring, point[0], point[1], &other)
                  and wedge_holds(&other, point[0], point[1], wedge.end_x, wedge.end_y))
    return end_polygons(&around, result)


cdef inline int point_is_inside(const Rows* rows, const double* point, Watch* watch) noexcept nogil:
    """Whether polygons with a point on their boundaries leave no direction free; or a Failure."""
    cdef Polygons around
    cdef Wedge wedge
    cdef const Convex* ring
    cdef int result = False, covered = True
    seek_polygons(&around, rows, point, watch)
    while covered > 0:
        ring = next_polygon(&around)
        if ring is NULL:
            break
        if wedge_of_ring(ring, point[0], point[1], &wedge):
            result = covered = is_end_covered(rows, point, &wedge, watch)
    return end_polygons(&around, result)


cdef inline bint edge_along(const Convex* ring, Py_ssize_t k, const double* ends, double* low,
                            double* high, bint* forwards) noexcept nogil:
    """Whether an edge of a ring lies along a segment; from where to where, by the coordinate in
    which the segment is longer, and whether in the same direction."""
    cdef Py_ssize_t after = vertex_after(ring, k)
    cdef bint upright = ends[0] == ends[2]
    cdef double start = ends[upright], end = ends[2 + upright], first, last
    if (orient2d(ends[0], ends[1], ends[2], ends[3], ring.x[k], ring.y[k]) != 0
            or orient2d(ends[0], ends[1], ends[2], ends[3], ring.x[after], ring.y[after]) != 0):
        return False
    first = ring.y[k] if upright else ring.x[k]
    last = ring.y[after] if upright else ring.x[after]
    low[0] = max(min(first, last), min(start, end))
    high[0] = min(max(first, last), max(start, end))
    forwards[0] = (first < last) == (start < end)
    return low[0] < high[0]


cdef inline int is_other_side_covered(const Rows* rows, const double* ends, double low, double high,
                                      bint forwards, Watch* watch) noexcept nogil:
    """Whether an edge on the other side of a segment overlaps this stretch; or a Failure."""
    cdef Polygons around
    cdef const Convex* ring
    cdef double other_low, other_high
    cdef bint other
    cdef Py_ssize_t k
    cdef bint result = False
    seek_polygons(&around, rows, ends, watch)
    while not result:
        ring = next_polygon(&around)
        if ring is NULL:
            break
        for k in range(ring.n):
            if (edge_along(ring, k, ends, &other_low, &other_high, &other)
                    and other != forwards and max(low, other_low) < min(high, other_high)):
                result = True
    return end_polygons(&around, result)


cdef inline int segment_is_inside(const Rows* rows, const double* ends, Watch* watch) noexcept nogil:
    """Whether polygons on both sides of a segment have edges along it that overlap; or a Failure."""
    cdef Polygons around
    cdef const Convex* ring
    cdef double low, high
    cdef bint forwards
    cdef Py_ssize_t k
    cdef int result = False
    seek_polygons(&around, rows, ends, watch)
    while result == 0:
        ring = next_polygon(&around)
        if ring is NULL:
            break
        for k in range(ring.n):
            if result == 0 and edge_along(ring, k, ends, &low, &high, &forwards) and forwards:
                result = is_other_side_covered(rows, ends, low, high, forwards, watch)
    return end_polygons(&around, result)


cdef inline int thin_is_inside(const Rows* rows, const Convex* thin, Watch* watch) noexcept nogil:
    cdef double[4] ends = [thin.x[0], thin.y[0], thin.x[thin.n - 1], thin.y[thin.n - 1]]
    if thin.n == 1:
        return point_is_inside(rows, ends, watch)
    return segment_is_inside(rows, ends, watch)


cdef inline bint is_union(const Rows* rows) noexcept nogil:
    return rows.boundary is NULL and rows.stop - rows.start > 1


cdef inline int any_thin_is_inside(const Rows* thin, const Rows* rows, Watch* watch) noexcept nogil:
    """Whether a point or a segment among some parts is in a seam of a union whose inside none of
    them meets; or a Failure."""
    cdef RowMemory memory
    cdef const Convex* part
    cdef Py_ssize_t k
    cdef int result = False
    if not (thin.thin and is_union(rows)):
        return False
    if not prepare_rows(thin, &memory):
        return NO_MEMORY
    for k in range(thin.start, thin.stop):
        part = row_at(thin, k, &memory)
        if part.n <= 2 and part.radius == 0.0:
            result = thin_is_inside(rows, part, watch)
        if result == 0 and was_interrupted(watch, 1):
            result = INTERRUPTED
        if result:
            break
    release_rows(&memory)
    return result


cdef inline int lie_in_seams(const Rows* a, const Rows* b, Watch* watch) noexcept nogil:
    """Whether a point or a segment of a row is in a seam of the other, where their insides do not
    meet otherwise; or a Failure."""
    cdef int result = any_thin_is_inside(a, b, watch)
    return result if result else any_thin_is_inside(b, a, watch)
