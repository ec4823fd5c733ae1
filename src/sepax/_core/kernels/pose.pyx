"""A convex with the local frame and the pose that it comes from.

Single shapes hold one body, arrays of shapes many. The geometry is measured
once; `posed_update` derives the world frame of a pose, at once and whole.
"""

from libc.math cimport INFINITY, copysign, nextafter
from libc.string cimport memcpy

from sepax._core.kernels.convex cimport (
    edge_is_active, length_of, repeat_points, set_edges, unit_vector)
from sepax._core.kernels.measure cimport measure_convex
from sepax._core.kernels.predicates cimport dot_sign, orient2d
from sepax._core.kernels.winding cimport comes_before, convex_winding
from sepax._core.simd.levels cimport Measures

cdef enum:
    LIFTS = 4   # places to try for a point that rounding moved inwards


cdef inline double flattest_corner(const PosedConvex* posed) noexcept nogil:
    """A lower bound, off by rounding_grid / 2, of the heights of the triangles of a vertex and its
    neighbours. A ring whose vertices move by less than half of that stays convex."""
    cdef double ux, uy, vx, vy, first, second, flattest = INFINITY
    cdef Py_ssize_t i
    second = unit_vector(posed.local_x[1] - posed.local_x[0], posed.local_y[1] - posed.local_y[0],
                         &vx, &vy)
    for i in range(1, posed.convex.n + 1):
        first = second
        ux = vx
        uy = vy
        second = unit_vector(posed.local_x[i + 1] - posed.local_x[i],
                             posed.local_y[i + 1] - posed.local_y[i], &vx, &vy)
        # Twice the area, by no less than the longest side.
        flattest = min(flattest, first / (first + second) * second * (ux * vy - uy * vx))
    return flattest


cdef void posed_measure(PosedConvex* posed, Py_ssize_t n, Py_ssize_t edges,
                        double radius) noexcept nogil:
    """Measure n local points for all poses."""
    cdef Measures of
    cdef Convex local = posed.convex    # its arrays of edges are derived anew in the pose
    local.n = n
    local.x = posed.local_x
    local.y = posed.local_y
    repeat_points(local.x, n)
    repeat_points(local.y, n)
    measure_convex(&local, edges, radius, &of)
    local.x = posed.convex.x
    local.y = posed.convex.y
    posed.convex = local
    posed.centre_x = local.centre_x
    posed.centre_y = local.centre_y
    posed.bounding_radius = of.bounding_radius
    posed.inscribed_radius = of.inscribed_radius
    posed.pivot_extent = of.pivot_extent
    posed.asymmetry = of.asymmetry
    posed.skew_of_grid = of.skew_of_grid
    posed.finest = posed.bending = 0.0
    if edges:
        posed.finest = posed.bending = finest_of(
            min(of.shortest_edge, of.in_edges) if n > 2 else of.shortest_edge)
    if n > 2:
        posed.bending = min(posed.finest, flattest_corner(posed) / 4.0)


# --- rings near the grid of their coordinates -----------------------------------------
#
# Rounding may turn a nearly straight corner the other way, and run short edges together. The
# edges of such a ring would contradict each other: the ring becomes its convex hull.

cdef inline bint is_within_range(const Convex* convex) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(convex.n):
        if not (fabs(convex.x[i]) <= COORDINATE_LIMIT and fabs(convex.y[i]) <= COORDINATE_LIMIT):
            return False
    return True


cdef inline int turn_to(const Convex* convex, Py_ssize_t i, Py_ssize_t j,
                        Py_ssize_t k) noexcept nogil:
    """+1 where point k is to the left of the line from point i to point j."""
    return orient2d(convex.x[i], convex.y[i], convex.x[j], convex.y[j], convex.x[k], convex.y[k])


cdef inline Py_ssize_t list_corners(const Convex* convex, Py_ssize_t start,
                                    double* corner) noexcept nogil:
    """List the points from `start`, a corner of the convex hull, that turn left or not at all, by
    Graham's scan, as the ring is nearly convex; returns how many."""
    cdef Py_ssize_t step, i, last = -1, n = 0
    for step in range(convex.n + 1):
        i = start + step if start + step < convex.n else start + step - convex.n
        while n >= 2 and turn_to(convex, <Py_ssize_t>corner[n - 2], <Py_ssize_t>corner[n - 1],
                                 i) < 0:
            n -= 1
        last = <Py_ssize_t>corner[n - 1] if n else -1
        if step < convex.n and (n == 0 or convex.x[i] != convex.x[last]
                                or convex.y[i] != convex.y[last]):
            corner[n] = i
            n += 1
    return n


cdef inline bint fits_between(const Convex* convex, Py_ssize_t i, Py_ssize_t before,
                              Py_ssize_t last, Py_ssize_t following,
                              Py_ssize_t beyond) noexcept nogil:
    """Whether a ring through these corners stays convex with point i between the middle two."""
    return (turn_to(convex, before, last, i) >= 0 and turn_to(convex, last, i, following) >= 0
            and turn_to(convex, i, following, beyond) >= 0
            and dot_sign(convex.x[last], convex.y[last], convex.x[i], convex.y[i],
                         convex.x[following], convex.y[following]) > 0
            and dot_sign(convex.x[following], convex.y[following], convex.x[i], convex.y[i],
                         convex.x[last], convex.y[last]) > 0)


cdef inline bint lift_point(Convex* convex, Py_ssize_t i, Py_ssize_t before, Py_ssize_t last,
                            Py_ssize_t following, Py_ssize_t beyond) noexcept nogil:
    """Move point i, which is inside of the line `last` - `following`, onto that line or the least
    possible distance beyond. False without such a place."""
    cdef double dx = convex.x[following] - convex.x[last], dy = convex.y[following] - convex.y[last]
    cdef double depth = (dx * (convex.y[i] - convex.y[last]) - dy * (convex.x[i] - convex.x[last]))
    cdef int try_place
    # Along the axis that is nearer to the normal, which is to the right of the line.
    if fabs(dx) > fabs(dy):
        convex.y[i] -= depth / dx
    else:
        convex.x[i] += depth / dy
    for try_place in range(LIFTS):
        if fits_between(convex, i, before, last, following, beyond):
            return True
        if fabs(dx) > fabs(dy):
            convex.y[i] = nextafter(convex.y[i], -INFINITY if dx > 0.0 else INFINITY)
        else:
            convex.x[i] = nextafter(convex.x[i], INFINITY if dy > 0.0 else -INFINITY)
    return False


cdef inline Py_ssize_t farthest_point(const Convex* convex, Py_ssize_t i) noexcept nogil:
    """The point that is farthest from point i, but for rounding; the first of equals."""
    cdef double distance, most = -1.0
    cdef Py_ssize_t k, farthest = i
    for k in range(convex.n):
        distance = length_of(convex.x[k] - convex.x[i], convex.y[k] - convex.y[i])
        if distance > most:
            most = distance
            farthest = k
    return farthest


cdef inline bint is_near_line(const Convex* convex, Py_ssize_t i, Py_ssize_t last,
                              Py_ssize_t following, double reach) noexcept nogil:
    """Whether point i is no farther than a reach from the line between two others."""
    cdef double x = convex.x[i] - convex.x[last], y = convex.y[i] - convex.y[last], ux, uy
    cdef double length = unit_vector(convex.x[following] - convex.x[last],
                                     convex.y[following] - convex.y[last], &ux, &uy)
    return -reach <= ux * x + uy * y <= length + reach and fabs(ux * y - uy * x) <= reach


cdef inline bint move_to_corners(Convex* convex, const double* corner, Py_ssize_t n,
                                 double grid) noexcept nogil:
    """Lift the points between the corners of the hull, or put each on the corner before it. False
    if one is farther from the hull than rounding takes it: the tip of a ring that was turned
    over."""
    cdef Py_ssize_t start = <Py_ssize_t>corner[0], last = start, second = -1
    cdef Py_ssize_t before = <Py_ssize_t>corner[n - 1], step, i, k = 0, following, beyond
    for step in range(1, convex.n):
        i = start + step if start + step < convex.n else start + step - convex.n
        if k + 1 < n and <Py_ssize_t>corner[k + 1] == i:
            k += 1
        else:
            following = <Py_ssize_t>corner[k + 1] if k + 1 < n else start
            beyond = <Py_ssize_t>corner[k + 2] if k + 2 < n else start
            if k + 1 == n:
                beyond = second
            if not is_near_line(convex, i, last, following, 4.0 * grid):
                return False
            if not lift_point(convex, i, before, last, following, beyond):
                convex.x[i] = convex.x[last]
                convex.y[i] = convex.y[last]
                continue
        before = last
        last = i
        second = i if second < 0 else second
    return True


cdef bint keep_convex(Convex* convex, double grid) noexcept nogil:
    """Make a ring convex again after rounding by a grid. False for one beyond the range or without
    area (for a segment: without length), and for a rectangle, which needs all its corners."""
    cdef Py_ssize_t i, active = 0, start = 0
    if not is_within_range(convex):
        return False
    for i in range(convex.n):
        active += edge_is_active(convex, i)
    if convex.n == 2:
        return active == 2
    if convex_winding(convex.x, convex.y, convex.n) > 0:
        return active == convex.n or not convex.is_rectangle
    if convex.is_rectangle:
        return False
    for i in range(1, convex.n):
        start = i if comes_before(convex.x, convex.y, i, start) else start
    active = list_corners(convex, start, convex.offset)     # room for indices, soon derived again
    if active < 3 or not move_to_corners(convex, convex.offset, active, grid):
        return False
    repeat_points(convex.x, convex.n)
    repeat_points(convex.y, convex.n)
    set_edges(convex)
    convex.skew = INFINITY    # nothing is symmetric any more
    return convex_winding(convex.x, convex.y, convex.n) > 0


cdef inline void bend_open(Convex* convex, double grid) noexcept nogil:
    """Where rounding left no area, make a ring a thin triangle on its longest diagonal, which is
    within 5 grids of it."""
    cdef Py_ssize_t first = farthest_point(convex, farthest_point(convex, 0)), i
    cdef Py_ssize_t last = farthest_point(convex, first)
    cdef double x = convex.x[first], y = convex.y[first], tip_x, tip_y
    cdef double dx = convex.x[last] - x, dy = convex.y[last] - y
    if max(fabs(dx), fabs(dy)) < 4.0 * grid:
        dx = 4.0 * grid
        dy = 0.0
    # To the right of the diagonal, along the axis that is nearer to its normal.
    tip_x = x + 0.5 * dx
    tip_y = y + 0.5 * dy
    if fabs(dx) > fabs(dy):
        tip_y -= copysign(2.0 * grid, dx)
    else:
        tip_x += copysign(2.0 * grid, dy)
    for i in range(convex.n):
        convex.x[i] = x if i == 0 else (tip_x if i == 1 else x + dx)
        convex.y[i] = y if i == 0 else (tip_y if i == 1 else y + dy)
    repeat_points(convex.x, convex.n)
    repeat_points(convex.y, convex.n)
    convex.bounding_radius += 5.0 * grid
    convex.inscribed_radius = -grid
    convex.half = 0
    convex.skew = INFINITY
    convex.is_box = convex.is_rectangle = False
    set_edges(convex)


cdef bint posed_keep(PosedConvex* posed) noexcept nogil:
    """`posed_update` of a part of an outline. One that the pose rounds away becomes a thin triangle;
    False for one beyond the range."""
    if posed_update(posed):
        return True
    if posed.convex.n < 3 or not is_within_range(&posed.convex):
        return False
    bend_open(&posed.convex, rounding_grid(posed))
    return True


cdef void posed_restore(PosedConvex* posed, Py_ssize_t n, const double* local_x,
                        const double* local_y, double* memory) noexcept nogil:
    """Derive all of a ring without a radius from its n local points and the pose, in memory of
    `posed_size(n)` doubles."""
    posed_assign_arrays(posed, n, memory)
    memcpy(posed.local_x, local_x, n * sizeof(double))
    memcpy(posed.local_y, local_y, n * sizeof(double))
    posed_measure(posed, n, n, 0.0)
    posed_keep(posed)
