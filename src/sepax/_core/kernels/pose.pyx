"""A convex with the local frame and the pose that it comes from.

Single shapes hold one body, arrays of shapes many. The geometry is measured
once; `posed_update` derives the world frame of a pose, at once and whole.
"""

from libc.math cimport INFINITY, fabs, nextafter
from libc.string cimport memcpy

from sepax._core.kernels.convex cimport (
    COORDINATE_LIMIT, Convex, edge_is_active, repeat_points, set_edges, unit_vector)
from sepax._core.kernels.outline cimport comes_before, convex_winding
from sepax._core.kernels.predicates cimport dot_sign, orient2d
from sepax._core.kernels.roundoff cimport MOST_ASYMMETRY, POSE_ROUNDOFF, RADIUS_ROUNDOFF

cdef enum:
    LIFTS = 4   # places to try for a point that rounding moved inwards


cdef inline void measure_points(PosedConvex* posed) noexcept nogil:
    """Centre (the mean of the points) and bounding radius."""
    cdef Py_ssize_t i, n = posed.convex.n
    cdef double dx = 0.0, dy = 0.0, unused
    posed.bounding_radius = posed.pivot_extent = 0.0
    for i in range(n):
        dx += (posed.local_x[i] - posed.local_x[0]) / n
        dy += (posed.local_y[i] - posed.local_y[0]) / n
        posed.pivot_extent = max(posed.pivot_extent,
                                 fabs(posed.local_x[i]) + fabs(posed.local_y[i]))
    posed.centre_x = posed.local_x[0] + dx
    posed.centre_y = posed.local_y[0] + dy
    for i in range(n):
        posed.bounding_radius = max(posed.bounding_radius, unit_vector(
            posed.local_x[i] - posed.centre_x, posed.local_y[i] - posed.centre_y, &unused, &unused))


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


cdef inline double measure_edges(PosedConvex* posed) noexcept nogil:
    """The inscribed circle about the centre; returns the length of the shortest edge."""
    cdef double ux, uy, shortest = INFINITY
    cdef Py_ssize_t i
    posed.inscribed_radius = INFINITY
    for i in range(posed.convex.n):
        shortest = min(shortest, unit_vector(
            posed.local_x[i + 1] - posed.local_x[i], posed.local_y[i + 1] - posed.local_y[i],
            &ux, &uy))
        posed.inscribed_radius = min(
            posed.inscribed_radius, ux * (posed.centre_y - posed.local_y[i])
            - uy * (posed.centre_x - posed.local_x[i]))
    posed.inscribed_radius -= POSE_ROUNDOFF * posed.pivot_extent
    if posed.convex.n == 2:
        posed.finest = posed.bending = finest_of(shortest)
        return shortest
    posed.finest = finest_of(min(shortest, posed.inscribed_radius))
    posed.bending = min(posed.finest, flattest_corner(posed) / 4.0)
    return shortest


cdef inline void measure_squareness(PosedConvex* posed, double shortest_edge) noexcept nogil:
    """Find out whether a parallelogram is a rectangle."""
    cdef double ux, uy, vx, vy, lean
    unit_vector(posed.local_x[1] - posed.local_x[0], posed.local_y[1] - posed.local_y[0], &ux, &uy)
    unit_vector(posed.local_x[2] - posed.local_x[1], posed.local_y[2] - posed.local_y[1], &vx, &vy)
    lean = fabs(ux * vx + uy * vy) * 2.0 * posed.bounding_radius
    if lean < MOST_ASYMMETRY * shortest_edge:
        posed.convex.is_rectangle = True
        posed.asymmetry = max(posed.asymmetry, lean)


cdef inline void measure_symmetry(PosedConvex* posed, double shortest_edge) noexcept nogil:
    """Find out whether opposite points are mirror images about the centre, as in boxes."""
    cdef Py_ssize_t i, j, half = posed.convex.n // 2
    posed.asymmetry = posed.skew_of_grid = 0.0
    if posed.convex.n % 2 or posed.convex.n == 2:
        return
    for i in range(half):
        j = i + half
        posed.asymmetry = max(posed.asymmetry, fabs((posed.local_x[i] - posed.centre_x)
                                                    + (posed.local_x[j] - posed.centre_x)))
        posed.asymmetry = max(posed.asymmetry, fabs((posed.local_y[i] - posed.centre_y)
                                                    + (posed.local_y[j] - posed.centre_y)))
    if posed.asymmetry < MOST_ASYMMETRY * shortest_edge:
        posed.convex.half = half
        posed.skew_of_grid = skew_for_edges(shortest_edge)
    if posed.convex.half == 2:
        measure_squareness(posed, shortest_edge)
    # Loops of lanes that use these marks ignore radii.
    posed.convex.is_box = posed.convex.is_rectangle and posed.convex.radius == 0.0
    if posed.convex.radius > 0.0:
        posed.convex.half = 0


cdef void posed_measure(PosedConvex* posed, Py_ssize_t n, Py_ssize_t edges,
                        double radius) noexcept nogil:
    """Measure n local points for all poses."""
    posed.convex.n = n
    posed.convex.edges = edges
    posed.convex.half = 0
    posed.convex.is_box = posed.convex.is_rectangle = False
    repeat_points(posed.local_x, n)
    repeat_points(posed.local_y, n)
    posed.convex.radius = radius
    measure_points(posed)
    posed.inscribed_radius = posed.asymmetry = posed.skew_of_grid = 0.0
    posed.finest = posed.bending = 0.0
    if edges:
        measure_symmetry(posed, measure_edges(posed))
    # 9 units cover the rounding of squares and sums where the circles are compared.
    posed.bounding_radius = (posed.bounding_radius + radius) * (1.0 + RADIUS_ROUNDOFF)
    posed.inscribed_radius = radius_within(posed.inscribed_radius + radius)


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


cdef inline void move_to_corners(Convex* convex, const double* corner, Py_ssize_t n) noexcept nogil:
    """Lift the points between the corners of the hull, or put each on the corner before it."""
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
            if not lift_point(convex, i, before, last, following, beyond):
                convex.x[i] = convex.x[last]
                convex.y[i] = convex.y[last]
                continue
        before = last
        last = i
        second = i if second < 0 else second


cdef bint keep_convex(Convex* convex) noexcept nogil:
    """Make a ring convex again after rounding. False for one beyond the range or without area (for
    a segment: without length), and for a rectangle, which needs all its corners."""
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
    if active < 3:
        return False
    move_to_corners(convex, convex.offset, active)
    repeat_points(convex.x, convex.n)
    repeat_points(convex.y, convex.n)
    set_edges(convex)
    convex.skew = INFINITY    # nothing is symmetric any more
    return convex_winding(convex.x, convex.y, convex.n) > 0


cdef void posed_restore(PosedConvex* posed, Py_ssize_t n, const double* local_x,
                        const double* local_y, double* memory) noexcept nogil:
    """Derive all of a ring without a radius from its n local points and the pose, in memory of
    `posed_size(n)` doubles."""
    posed_assign_arrays(posed, n, memory)
    memcpy(posed.local_x, local_x, n * sizeof(double))
    memcpy(posed.local_y, local_y, n * sizeof(double))
    posed_measure(posed, n, n, 0.0)
    posed_update(posed)
