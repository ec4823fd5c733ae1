"""What an axis tells of rows of parts: their projection and farthest point, and the axis that
separates their convex hulls.
"""

from cpython.mem cimport PyMem_RawFree
from libc.math cimport INFINITY, fabs
from libc.string cimport memset

from sepax._core.arrays.pair_list cimport INTERRUPTED, MIXED_RADII, NO_MEMORY
from sepax._core.arrays.rows cimport RowMemory, Rows, prepare_rows, release_rows, row_at
from sepax._core.interrupts cimport Watch, was_interrupted
from sepax._core.kernels.answers cimport Axis
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.pose cimport (
    Pose, PosedConvex, posed_assign_arrays, posed_measure, posed_size, posed_update)
from sepax._core.kernels.projection cimport convex_project
from sepax._core.kernels.roundoff cimport ENLARGEMENT
from sepax._core.kernels.separation cimport convex_axis
from sepax._core.kernels.support cimport convex_support_point
from sepax._core.memory cimport has_room, new_zeros
from sepax._core.ring cimport Spot, hull_chain, sort_spots

cdef struct Hull:
    RowMemory memory        # of a row of one part
    const Convex* convex
    PosedConvex posed       # of several
    Spot* spots
    Py_ssize_t room
    double* numbers         # of `posed`


# --- one row ----------------------------------------------------------------------------

cdef int row_project(const Rows* rows, double x, double y, double* interval,
                     Watch* watch) noexcept nogil:
    """The least and the greatest scalar product of an axis with a point of a row; 0, or a Failure."""
    cdef RowMemory memory
    cdef double low, high
    cdef Py_ssize_t k
    cdef int result = 0
    interval[0], interval[1] = INFINITY, -INFINITY
    if not prepare_rows(rows, &memory):
        return NO_MEMORY
    for k in range(rows.start, rows.stop):
        convex_project(row_at(rows, k, &memory), x, y, &low, &high)
        interval[0] = min(interval[0], low)
        interval[1] = max(interval[1], high)
        if was_interrupted(watch, 4):
            result = INTERRUPTED
            break
    release_rows(&memory)
    return result


cdef int row_support_point(const Rows* rows, double x, double y, double* point,
                           Watch* watch) noexcept nogil:
    """The farthest point of a row in a direction, of the first part that has it; 0, or a Failure."""
    cdef RowMemory memory
    cdef double[2] first, found
    cdef double farthest = 0.0, along, long_x = x, long_y = y
    cdef Py_ssize_t k
    cdef int result = 0
    for k in range(2):      # as in `convex_support_point`: no product underflows
        if fabs(long_x) < 1.0 and fabs(long_y) < 1.0:
            long_x *= ENLARGEMENT
            long_y *= ENLARGEMENT
    if not prepare_rows(rows, &memory):
        return NO_MEMORY
    for k in range(rows.start, rows.stop):
        convex_support_point(row_at(rows, k, &memory), x, y, found)
        if k == rows.start:
            first[0], first[1] = point[0], point[1] = found[0], found[1]
        along = long_x * (found[0] - first[0]) + long_y * (found[1] - first[1])
        if along > farthest:
            farthest = along
            point[0], point[1] = found[0], found[1]
        if was_interrupted(watch, 4):
            result = INTERRUPTED
            break
    release_rows(&memory)
    return result


# --- hulls ------------------------------------------------------------------------------

cdef int gather_points(Hull* hull, const Rows* rows, Py_ssize_t* count, double* radius,
                       Watch* watch) noexcept nogil:
    """The points of all parts, which must have one radius; 0, or a Failure."""
    cdef const Convex* part
    cdef Py_ssize_t k, i
    count[0] = 0
    for k in range(rows.start, rows.stop):
        part = row_at(rows, k, &hull.memory)
        if k > rows.start and part.radius != radius[0]:
            return MIXED_RADII
        radius[0] = part.radius
        # With as many spare ones, and room for twice as many indices.
        if not has_room(<void**>&hull.spots, &hull.room, count[0] + part.n, 3 * sizeof(Spot)):
            return NO_MEMORY
        for i in range(part.n):
            hull.spots[count[0] + i] = Spot(part.x[i], part.y[i])
        count[0] += part.n
        if was_interrupted(watch, part.n):
            return INTERRUPTED
    return 0


cdef int find_corners(Hull* hull, Py_ssize_t count, const Spot** sorted, Py_ssize_t** chain,
                      Py_ssize_t* corners, Watch* watch) noexcept nogil:
    """The corners of the hull of points: those on one line have two ends, or are one; 0, or
    INTERRUPTED."""
    cdef const Spot* spots = sort_spots(hull.spots, hull.spots + count, count, watch)
    chain[0] = <Py_ssize_t*>(hull.spots + 2 * count)
    corners[0] = -1 if spots is NULL else hull_chain(spots, count, chain[0], watch)
    sorted[0] = spots
    if corners[0] < 0:
        return INTERRUPTED
    if corners[0] < 3:
        chain[0][0], chain[0][1] = 0, count - 1
        corners[0] = 1 + (spots[0].x != spots[count - 1].x or spots[0].y != spots[count - 1].y)
    return 0


cdef int set_hull(Hull* hull, const Rows* rows, Watch* watch) noexcept nogil:
    """The convex hull of all points, rounded by the radius; 0, or a Failure."""
    cdef PosedConvex* posed = &hull.posed
    cdef const Spot* spots
    cdef Py_ssize_t* chain
    cdef Py_ssize_t count, n, i
    cdef double radius
    cdef int result = gather_points(hull, rows, &count, &radius, watch)
    if result == 0:
        result = find_corners(hull, count, &spots, &chain, &n, watch)
    if result < 0:
        return result
    hull.numbers = <double*>new_zeros(posed_size(n), sizeof(double))
    if hull.numbers is NULL:
        return NO_MEMORY
    posed_assign_arrays(posed, n, hull.numbers)
    for i in range(n):
        posed.local_x[i], posed.local_y[i] = spots[chain[i]].x, spots[chain[i]].y
    posed.pose = Pose(0.0, 0.0, 0.0, 1.0, 0.0)
    if n == 1:
        posed.pose.x, posed.pose.y = posed.local_x[0], posed.local_y[0]
        posed.local_x[0] = posed.local_y[0] = 0.0
    posed_measure(posed, n, n if n > 1 else 0, radius)
    posed_update(posed)
    hull.convex = &posed.convex
    return 0


cdef int find_hull(Hull* hull, const Rows* rows, Watch* watch) noexcept nogil:
    """The convex hull of a row, which is the part of a row of one; 0, or a Failure. To be
    released."""
    hull.spots = NULL
    hull.room = 0
    hull.numbers = NULL
    memset(&hull.posed, 0, sizeof(PosedConvex))
    if not prepare_rows(rows, &hull.memory):
        return NO_MEMORY
    if rows.stop - rows.start > 1:
        return set_hull(hull, rows, watch)
    hull.convex = row_at(rows, rows.start, &hull.memory)
    return 0


cdef void release_hull(Hull* hull) noexcept nogil:
    release_rows(&hull.memory)
    PyMem_RawFree(hull.spots)
    PyMem_RawFree(hull.numbers)


cdef int row_separating_axis(const Rows* a, const Rows* b, double* axis,
                             Watch* watch) noexcept nogil:
    """The axis that separates the convex hulls of two rows: 1, 0 for none, or a Failure:
    MIXED_RADII for parts that are not rounded alike."""
    cdef Hull[2] hulls
    cdef Axis found
    cdef int result = find_hull(hulls, a, watch)
    if result == 0:
        result = find_hull(hulls + 1, b, watch)
        if result == 0:
            result = convex_axis(hulls[0].convex, hulls[1].convex, &found)
            axis[0], axis[1] = found.normal_x, found.normal_y
        release_hull(hulls + 1)
    release_hull(hulls)
    return result
