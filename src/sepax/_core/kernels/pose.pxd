"""A hull with the local frame and the pose that it comes from.

Single shapes hold one body, arrays of shapes many. The geometry is measured
once; `body_settle` derives the world frame of a pose, at once and whole.
"""

from libc.math cimport INFINITY, fabs, nextafter

from sepax._core.kernels.convex cimport (
    BLOCK, COORDINATE_LIMIT, Hull, edge_is_active, hull_mend_edges, hull_set_edges, hull_stride,
    unit_vector)
from sepax._core.memory cimport count_product, count_sum
from sepax._core.simd.levels cimport ring_kernels
from sepax._core.kernels.predicates cimport dot_sign, orient2d

cdef enum:
    LIFTS = 4   # places to try for a point that rounding moved inwards

cdef struct Pose:
    double x                # world place of local (0, 0)
    double y
    double angle            # radians, counter-clockwise
    double cosine
    double sine

cdef struct Body:
    Hull hull               # world frame; hull.n == 0 until measured
    Pose pose
    double* local_x         # points in the frame of the pose, repeated as those of the hull
    double* local_y
    double centre_x         # reference point in the local frame
    double centre_y
    double reach            # of the local shape from its centre, radius included, rounded up
    double inner            # of its edges from the centre, rounded down
    double pivot_reach      # largest |x| + |y| of the local points
    double asymmetry        # largest deviation of opposite points, if symmetric
    double skew_of_grid     # hull.skew a unit of deviation from symmetry
    double finest           # a rounding grid below this leaves a ring that can be kept convex
    double bending          # and one below this needs nothing for that


cdef inline double rounding_grid(const Body* body) noexcept nogil:
    """How far a pose's arithmetic moves a world point: less than 16 units of its
    coordinates (two products, two sums and the sine's own error)."""
    return 1.78e-15 * (fabs(body.pose.x) + fabs(body.pose.y) + body.pivot_reach)


cdef inline Py_ssize_t edge_stride(Py_ssize_t n) noexcept nogil:
    """Room for n edges in whole blocks."""
    return count_sum(n, BLOCK - 1) // BLOCK * BLOCK


cdef inline Py_ssize_t body_size(Py_ssize_t n) noexcept nogil:
    """Doubles of memory for n points."""
    return count_sum(count_product(hull_stride(n), 4), count_product(edge_stride(n), 3))


cdef inline void body_lay_out(Body* body, Py_ssize_t n, double* memory) noexcept nogil:
    """Divide zeroed memory of `body_size(n)` doubles into arrays, what queries read first."""
    cdef Py_ssize_t points = hull_stride(n), edges = edge_stride(n)
    body.hull.normal_x = memory
    body.hull.normal_y = memory + edges
    body.hull.offset = memory + 2 * edges
    body.hull.x = memory + 3 * edges
    body.hull.y = body.hull.x + points
    body.local_x = body.hull.y + points
    body.local_y = body.local_x + points


cdef inline void repeat_points(double* values, Py_ssize_t n) noexcept nogil:
    """Fill the lanes past n with the ring's first points again."""
    cdef Py_ssize_t i
    for i in range(n, hull_stride(n)):
        values[i] = values[i - n]


cdef inline void measure_points(Body* body) noexcept nogil:
    """Centre (the mean of the points) and reaches."""
    cdef Py_ssize_t i, n = body.hull.n
    cdef double dx = 0.0, dy = 0.0, unused
    body.reach = body.pivot_reach = 0.0
    for i in range(n):
        dx += (body.local_x[i] - body.local_x[0]) / n
        dy += (body.local_y[i] - body.local_y[0]) / n
        body.pivot_reach = max(body.pivot_reach, fabs(body.local_x[i]) + fabs(body.local_y[i]))
    body.centre_x = body.local_x[0] + dx
    body.centre_y = body.local_y[0] + dy
    for i in range(n):
        body.reach = max(body.reach, unit_vector(
            body.local_x[i] - body.centre_x, body.local_y[i] - body.centre_y, &unused, &unused))


cdef inline double flattest_corner(const Body* body) noexcept nogil:
    """A lower bound of the heights of the triangles of a vertex and its neighbours, off by
    rounding_grid / 2. A ring whose vertices move by less than half of them stays convex."""
    cdef double ux, uy, vx, vy, first, second, flattest = INFINITY
    cdef Py_ssize_t i
    second = unit_vector(body.local_x[1] - body.local_x[0], body.local_y[1] - body.local_y[0],
                         &vx, &vy)
    for i in range(1, body.hull.n + 1):
        first = second
        ux = vx
        uy = vy
        second = unit_vector(body.local_x[i + 1] - body.local_x[i],
                             body.local_y[i + 1] - body.local_y[i], &vx, &vy)
        # Twice the area, by no less than the longest side.
        flattest = min(flattest, first / (first + second) * second * (ux * vy - uy * vx))
    return flattest


cdef inline double measure_edges(Body* body) noexcept nogil:
    """The inscribed circle about the centre; returns the length of the shortest edge."""
    cdef double ux, uy, shortest = INFINITY
    cdef Py_ssize_t i
    body.inner = INFINITY
    for i in range(body.hull.n):
        shortest = min(shortest, unit_vector(
            body.local_x[i + 1] - body.local_x[i], body.local_y[i + 1] - body.local_y[i],
            &ux, &uy))
        body.inner = min(body.inner, ux * (body.centre_y - body.local_y[i])
                         - uy * (body.centre_x - body.local_x[i]))
    body.inner -= 1.78e-15 * body.pivot_reach
    body.finest = min(min(shortest, body.inner) / 64.0, 1.78e-15 * COORDINATE_LIMIT)
    body.bending = min(body.finest, flattest_corner(body) / 4.0)
    return shortest


cdef inline void measure_squareness(Body* body, double shortest_edge) noexcept nogil:
    """Find out whether a parallelogram is a rectangle."""
    cdef double ux, uy, vx, vy, lean
    unit_vector(body.local_x[1] - body.local_x[0], body.local_y[1] - body.local_y[0], &ux, &uy)
    unit_vector(body.local_x[2] - body.local_x[1], body.local_y[2] - body.local_y[1], &vx, &vy)
    lean = fabs(ux * vx + uy * vy) * 2.0 * body.reach
    if lean < 1e-9 * shortest_edge:
        body.hull.is_box = True
        body.asymmetry = max(body.asymmetry, lean)


cdef inline void measure_symmetry(Body* body, double shortest_edge) noexcept nogil:
    """Find out whether opposite points mirror each other in the centre, as in boxes."""
    cdef Py_ssize_t i, j, half = body.hull.n // 2
    body.asymmetry = body.skew_of_grid = 0.0
    if body.hull.n % 2:
        return
    for i in range(half):
        j = i + half
        body.asymmetry = max(body.asymmetry, fabs((body.local_x[i] - body.centre_x)
                                                  + (body.local_x[j] - body.centre_x)))
        body.asymmetry = max(body.asymmetry, fabs((body.local_y[i] - body.centre_y)
                                                  + (body.local_y[j] - body.centre_y)))
    if body.asymmetry < 1e-9 * shortest_edge:
        body.hull.half = half
        # An end moved by d turns an edge by d / length; both ends of both edges may.
        body.skew_of_grid = 16.0 / shortest_edge
    if body.hull.half == 2:
        measure_squareness(body, shortest_edge)


cdef inline void body_measure(Body* body, Py_ssize_t n, Py_ssize_t edges,
                              double radius) noexcept nogil:
    """What all poses have in common, of n local points that are in place."""
    body.hull.n = n
    body.hull.edges = edges
    body.hull.half = 0
    body.hull.is_box = False
    repeat_points(body.local_x, n)
    repeat_points(body.local_y, n)
    body.hull.radius = radius
    measure_points(body)
    body.inner = body.asymmetry = body.skew_of_grid = body.finest = body.bending = 0.0
    if edges:
        measure_symmetry(body, measure_edges(body))
    # 9 units cover the rounding of squares and sums where the circles are compared.
    body.reach = (body.reach + radius) * (1.0 + 1e-15)
    body.inner = (body.inner + radius) - 1e-15 * fabs(body.inner + radius)


# --- rings near the grid of their coordinates -----------------------------------------
#
# Rounding may turn a nearly straight corner the other way, and run short edges together. The
# edges of such a ring would contradict each other: the ring becomes its convex hull.

cdef inline bint is_within_range(const Hull* hull) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(hull.n):
        if not (fabs(hull.x[i]) <= COORDINATE_LIMIT and fabs(hull.y[i]) <= COORDINATE_LIMIT):
            return False
    return True


cdef inline int turn_to(const Hull* hull, Py_ssize_t i, Py_ssize_t j, Py_ssize_t k) noexcept nogil:
    """+1 where point k is to the left of the line from point i to point j."""
    return orient2d(hull.x[i], hull.y[i], hull.x[j], hull.y[j], hull.x[k], hull.y[k])


cdef inline bint comes_before(const Hull* hull, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    return hull.x[i] < hull.x[j] or (hull.x[i] == hull.x[j] and hull.y[i] < hull.y[j])


cdef inline bint is_convex(const Hull* hull) noexcept nogil:
    """Whether the ring goes once to the left around an area, exactly. Points that repeat or are
    straight do no harm."""
    cdef Py_ssize_t i, before = hull.n - 1, changes = 0
    cdef bint turns = False, forward
    cdef int side
    while before > 0 and not edge_is_active(hull, before):
        before -= 1
    forward = comes_before(hull, before, before + 1)
    for i in range(hull.n):
        if not edge_is_active(hull, i):
            continue
        side = turn_to(hull, before, before + 1, i + 1)
        if side < 0:
            return False
        turns |= side > 0
        # Edges change between rightwards and leftwards twice in a revolution.
        changes += forward != comes_before(hull, i, i + 1)
        forward = comes_before(hull, i, i + 1)
        before = i
    return turns and changes == 2


cdef inline Py_ssize_t list_corners(const Hull* hull, Py_ssize_t start,
                                    double* corner) noexcept nogil:
    """The points from `start`, a corner of the convex hull, that turn left or not at all, by
    Graham's scan: the ring is nearly convex. Returns how many they are."""
    cdef Py_ssize_t step, i, n = 0
    for step in range(hull.n + 1):
        i = start + step if start + step < hull.n else start + step - hull.n
        while n >= 2 and turn_to(hull, <Py_ssize_t>corner[n - 2], <Py_ssize_t>corner[n - 1], i) < 0:
            n -= 1
        if step < hull.n and (n == 0 or comes_before(hull, i, <Py_ssize_t>corner[n - 1])
                              or comes_before(hull, <Py_ssize_t>corner[n - 1], i)):
            corner[n] = i
            n += 1
    return n


cdef inline bint fits_between(const Hull* hull, Py_ssize_t i, Py_ssize_t before, Py_ssize_t last,
                              Py_ssize_t following, Py_ssize_t beyond) noexcept nogil:
    """Whether the ring that runs through these corners stays convex with point i in the middle,
    not beside it."""
    return (turn_to(hull, before, last, i) >= 0 and turn_to(hull, last, i, following) >= 0
            and turn_to(hull, i, following, beyond) >= 0
            and dot_sign(hull.x[last], hull.y[last], hull.x[i], hull.y[i],
                         hull.x[following], hull.y[following]) > 0
            and dot_sign(hull.x[following], hull.y[following], hull.x[i], hull.y[i],
                         hull.x[last], hull.y[last]) > 0)


cdef inline bint lift_point(Hull* hull, Py_ssize_t i, Py_ssize_t before, Py_ssize_t last,
                            Py_ssize_t following, Py_ssize_t beyond) noexcept nogil:
    """Move point i from inside of the line `last` - `following` to that line, or as little beyond
    as its coordinates allow. False where there is no such place."""
    cdef double dx = hull.x[following] - hull.x[last], dy = hull.y[following] - hull.y[last]
    cdef double depth = (dx * (hull.y[i] - hull.y[last]) - dy * (hull.x[i] - hull.x[last]))
    cdef int attempt
    # Along the axis that is nearer to the normal, which is to the right of the line.
    if fabs(dx) > fabs(dy):
        hull.y[i] -= depth / dx
    else:
        hull.x[i] += depth / dy
    for attempt in range(LIFTS):
        if fits_between(hull, i, before, last, following, beyond):
            return True
        if fabs(dx) > fabs(dy):
            hull.y[i] = nextafter(hull.y[i], -INFINITY if dx > 0.0 else INFINITY)
        else:
            hull.x[i] = nextafter(hull.x[i], INFINITY if dy > 0.0 else -INFINITY)
    return False


cdef inline void move_to_corners(Hull* hull, const double* corner, Py_ssize_t n) noexcept nogil:
    """Lift the points between the corners of the convex hull, or put them on the one before."""
    cdef Py_ssize_t start = <Py_ssize_t>corner[0], last = start, second = -1
    cdef Py_ssize_t before = <Py_ssize_t>corner[n - 1], step, i, k = 0, following, beyond
    for step in range(1, hull.n):
        i = start + step if start + step < hull.n else start + step - hull.n
        if k + 1 < n and <Py_ssize_t>corner[k + 1] == i:
            k += 1
        else:
            following = <Py_ssize_t>corner[k + 1] if k + 1 < n else start
            beyond = <Py_ssize_t>corner[k + 2] if k + 2 < n else start
            if k + 1 == n:
                beyond = second
            if not lift_point(hull, i, before, last, following, beyond):
                hull.x[i] = hull.x[last]
                hull.y[i] = hull.y[last]
                continue
        before = last
        last = i
        second = i if second < 0 else second


cdef inline bint keep_convex(Hull* hull) noexcept nogil:
    """Make a ring convex that rounding left otherwise. False where that cannot be done: it is
    beyond the range or has no area, or it is a box, which needs all its corners."""
    cdef Py_ssize_t i, active = 0, start = 0
    if not is_within_range(hull):
        return False
    for i in range(hull.n):
        active += edge_is_active(hull, i)
    if is_convex(hull):
        return active == hull.n or not hull.is_box
    if hull.is_box:
        return False
    for i in range(1, hull.n):
        start = i if comes_before(hull, i, start) else start
    active = list_corners(hull, start, hull.offset)     # room for indices, soon derived again
    if active < 3:
        return False
    move_to_corners(hull, hull.offset, active)
    repeat_points(hull.x, hull.n)
    repeat_points(hull.y, hull.n)
    hull_set_edges(hull)
    hull.skew = INFINITY    # nothing is symmetric any more
    return is_convex(hull)


cdef inline bint settle_ring(Body* body) noexcept nogil:
    cdef Hull* hull = &body.hull
    cdef const Pose* pose = &body.pose
    cdef double grid = rounding_grid(body), shortest_square
    hull.centre_x = pose.x + (pose.cosine * body.centre_x - pose.sine * body.centre_y)
    hull.centre_y = pose.y + (pose.sine * body.centre_x + pose.cosine * body.centre_y)
    hull.reach = body.reach + grid
    hull.inner = body.inner - grid
    hull.skew = body.skew_of_grid * (body.asymmetry + grid)
    shortest_square = ring_kernels.place(
        body.local_x, body.local_y, hull.n, pose.cosine, pose.sine, pose.x, pose.y,
        hull.centre_x, hull.centre_y, hull.x, hull.y,
        hull.normal_x, hull.normal_y, hull.offset)
    hull.x[hull.n] = hull.x[0]
    hull.y[hull.n] = hull.y[0]
    hull_mend_edges(hull, shortest_square)
    if hull.is_box:
        hull.axis_x = hull.normal_x[1]
        hull.axis_y = hull.normal_y[1]
        hull.half_width = hull.offset[1]
        hull.half_height = hull.offset[2]
    return grid < body.bending or keep_convex(hull)


cdef inline bint settle_disc(Body* body) noexcept nogil:
    cdef Hull* hull = &body.hull
    hull.x[0] = hull.centre_x = body.pose.x
    hull.y[0] = hull.centre_y = body.pose.y
    hull.reach = body.reach
    hull.inner = body.inner
    hull.skew = 0.0
    return fabs(body.pose.x) <= COORDINATE_LIMIT and fabs(body.pose.y) <= COORDINATE_LIMIT


cdef inline bint body_settle(Body* body) noexcept nogil:
    """Derive the world frame from the pose; False where the shape does not survive it."""
    return settle_ring(body) if body.hull.edges else settle_disc(body)
