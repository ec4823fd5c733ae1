"""A hull with the local frame and the pose that it comes from.

Single shapes hold one body, arrays of shapes many. The geometry is measured
once; `body_settle` derives the world frame of a pose, at once and whole.
"""

from libc.math cimport INFINITY, fabs

from sepax._core.hull cimport (
    BLOCK, COORDINATE_LIMIT, Hull, edge_is_active, hull_mend_edges, hull_stride, unit_vector)
from sepax._core.simd cimport ring_kernels
from sepax._core.predicates cimport orient2d

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
    double finest           # a rounding grid below this leaves the ring sound


cdef inline double rounding_grid(const Body* body) noexcept nogil:
    """How far a pose's arithmetic moves a world point: less than 16 units of its
    coordinates (two products, two sums and the sine's own error)."""
    return 1.78e-15 * (fabs(body.pose.x) + fabs(body.pose.y) + body.pivot_reach)


cdef inline Py_ssize_t edge_stride(Py_ssize_t n) noexcept nogil:
    """Room for n edges in whole blocks."""
    return (n + BLOCK - 1) // BLOCK * BLOCK


cdef inline Py_ssize_t body_size(Py_ssize_t n) noexcept nogil:
    """Doubles of memory for n points."""
    return 4 * hull_stride(n) + 3 * edge_stride(n)


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
    body.inner = body.asymmetry = body.skew_of_grid = body.finest = 0.0
    if edges:
        measure_symmetry(body, measure_edges(body))
    # 9 units cover the rounding of squares and sums where the circles are compared.
    body.reach = (body.reach + radius) * (1.0 + 1e-15)
    body.inner = (body.inner + radius) - 1e-15 * fabs(body.inner + radius)


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
    return grid < body.finest


cdef inline bint settle_disc(Body* body) noexcept nogil:
    cdef Hull* hull = &body.hull
    hull.x[0] = hull.centre_x = body.pose.x
    hull.y[0] = hull.centre_y = body.pose.y
    hull.reach = body.reach
    hull.inner = body.inner
    hull.skew = 0.0
    return fabs(body.pose.x) <= COORDINATE_LIMIT and fabs(body.pose.y) <= COORDINATE_LIMIT


cdef inline bint body_settle(Body* body) noexcept nogil:
    """Derive the world frame from the pose; False where it needs `body_is_sound`'s look."""
    return settle_ring(body) if body.hull.edges else settle_disc(body)


cdef inline bint body_is_sound(const Body* body) noexcept nogil:
    """Whether the world ring is finite and still has an area, exactly."""
    cdef const Hull* hull = &body.hull
    cdef Py_ssize_t i, active = 0, left = 0
    for i in range(hull.n):
        if not (fabs(hull.x[i]) <= COORDINATE_LIMIT and fabs(hull.y[i]) <= COORDINATE_LIMIT):
            return False
    for i in range(hull.edges):
        active += edge_is_active(hull, i)
        left += orient2d(hull.x[0], hull.y[0], hull.x[i], hull.y[i],
                         hull.x[i + 1], hull.y[i + 1]) > 0
    return hull.edges == 0 or (active >= 3 and left > 0)
