"""What is measured of the points of a shape, once for all its poses."""

from libc.math cimport INFINITY, fabs, sqrt

from sepax._core.kernels.convex cimport Convex, repair_edges, repeat_points, unit_vector
from sepax._core.kernels.roundoff cimport (
    MOST_ASYMMETRY, POSE_ROUNDOFF, RADIUS_ROUNDOFF, SMALLEST_SQUARE)
from sepax._core.simd.lanes cimport lanes_edges

cdef struct Measures:
    double bounding_radius  # about the centre, radius included, rounded up
    double inscribed_radius # of the edges about the centre, rounded down
    double pivot_extent     # largest |x| + |y| of the points
    double shortest_edge
    double in_edges         # the inscribed radius of the core
    double asymmetry        # largest deviation of opposite points, if symmetric
    double skew_of_grid     # convex.skew a unit of deviation from symmetry


cdef inline double skew_for_edges(double shortest) noexcept nogil:
    """`skew_of_grid`: an end moved by d turns an edge by d / length; four ends may."""
    return 16.0 / shortest


cdef inline double radius_within(double radius) noexcept nogil:
    """A radius reduced by the rounding of squares and sums where inscribed circles are compared."""
    return radius - RADIUS_ROUNDOFF * fabs(radius)


cdef inline double farthest_point(const Convex* local, double square) noexcept nogil:
    """The distance of the farthest point from the centre, by its square."""
    cdef double farthest = 0.0, unused
    cdef Py_ssize_t i
    if square >= SMALLEST_SQUARE:
        return sqrt(square)
    for i in range(local.n):
        farthest = max(farthest, unit_vector(local.x[i] - local.centre_x,
                                             local.y[i] - local.centre_y, &unused, &unused))
    return farthest


cdef inline void measure_points(Convex* local, Measures* of) noexcept nogil:
    """Centre (the mean of the points), the farthest point from it and from the origin."""
    cdef Py_ssize_t i, n = local.n
    cdef double dx = 0.0, dy = 0.0, square = 0.0, part = 1.0 / n
    of.pivot_extent = 0.0
    if n & (n - 1):
        for i in range(n):
            dx += (local.x[i] - local.x[0]) / n
            dy += (local.y[i] - local.y[0]) / n
    else:   # a power of 2: the product is the same number, and takes a tenth of the time
        for i in range(n):
            dx += (local.x[i] - local.x[0]) * part
            dy += (local.y[i] - local.y[0]) * part
    for i in range(n):
        of.pivot_extent = max(of.pivot_extent, fabs(local.x[i]) + fabs(local.y[i]))
    local.centre_x = local.x[0] + dx
    local.centre_y = local.y[0] + dy
    for i in range(n):
        dx = local.x[i] - local.centre_x
        dy = local.y[i] - local.centre_y
        square = max(square, dx * dx + dy * dy)
    of.bounding_radius = farthest_point(local, square)


cdef inline double shortest_edge(const Convex* local, double square) noexcept nogil:
    """The length of the shortest edge, by its square."""
    cdef double shortest = INFINITY, unused
    cdef Py_ssize_t i
    if square >= SMALLEST_SQUARE:
        return sqrt(square)
    for i in range(local.n):
        shortest = min(shortest, unit_vector(local.x[i + 1] - local.x[i],
                                             local.y[i + 1] - local.y[i], &unused, &unused))
    return shortest


cdef inline void measure_edges(Convex* local, Measures* of) noexcept nogil:
    """Normals and offsets, the shortest edge, and the inscribed circle about the centre."""
    cdef Py_ssize_t i
    cdef double square = lanes_edges(local)
    repair_edges(local, square)
    of.shortest_edge = shortest_edge(local, square)
    of.in_edges = INFINITY
    for i in range(local.n):
        of.in_edges = min(of.in_edges, local.offset[i])
    of.in_edges -= POSE_ROUNDOFF * of.pivot_extent


cdef inline void measure_squareness(Convex* local, Measures* of) noexcept nogil:
    """Find out whether a parallelogram is a rectangle."""
    cdef double lean = fabs(local.normal_x[0] * local.normal_x[1]
                            + local.normal_y[0] * local.normal_y[1])
    lean = lean * 2.0 * of.bounding_radius
    if lean < MOST_ASYMMETRY * of.shortest_edge:
        local.is_rectangle = True
        of.asymmetry = max(of.asymmetry, lean)


cdef inline void measure_symmetry(Convex* local, Measures* of) noexcept nogil:
    """Find out whether opposite points are mirror images about the centre, as in boxes."""
    cdef Py_ssize_t i, j, half = local.n // 2
    if local.n % 2 or local.n == 2:
        return
    for i in range(half):
        j = i + half
        of.asymmetry = max(of.asymmetry, fabs((local.x[i] - local.centre_x)
                                              + (local.x[j] - local.centre_x)))
        of.asymmetry = max(of.asymmetry, fabs((local.y[i] - local.centre_y)
                                              + (local.y[j] - local.centre_y)))
    if of.asymmetry < MOST_ASYMMETRY * of.shortest_edge:
        local.half = half
        of.skew_of_grid = skew_for_edges(of.shortest_edge)
    if local.half == 2:
        measure_squareness(local, of)
    # Loops of lanes that use these marks ignore radii.
    local.is_box = local.is_rectangle and local.radius == 0.0
    if local.radius > 0.0:
        local.half = 0


cdef inline void measure_convex(Convex* local, Py_ssize_t edges, double radius,
                                Measures* of) noexcept nogil:
    """Measure the n points of a shape, and set all that its convex has in this frame but for the
    circles, the skew and the axes of a box."""
    local.edges = edges
    local.half = 0
    local.is_box = local.is_rectangle = False
    local.radius = radius
    repeat_points(local.x, local.n)
    repeat_points(local.y, local.n)
    measure_points(local, of)
    of.in_edges = of.asymmetry = of.skew_of_grid = 0.0
    of.shortest_edge = INFINITY
    if edges:
        measure_edges(local, of)
        measure_symmetry(local, of)
    # 9 units cover the rounding of squares and sums where the circles are compared.
    of.bounding_radius = (of.bounding_radius + radius) * (1.0 + RADIUS_ROUNDOFF)
    of.inscribed_radius = radius_within(of.in_edges + radius)
