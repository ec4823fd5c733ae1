"""Measures of the points of a shape, the same for all its poses: `Measures`."""

from libc.math cimport INFINITY, fabs, sqrt

from sepax._core.kernels.convex cimport Convex, repair_edge, unit_vector
from sepax._core.kernels.roundoff cimport (
    MOST_ASYMMETRY, POSE_ROUNDOFF, RADIUS_ROUNDOFF, SMALLEST_SQUARE)
from sepax._core.simd.levels cimport Measures, ring_loops


cdef inline double skew_for_edges(double shortest) noexcept nogil:
    """`skew_of_grid`: an end moved by d turns an edge by d / length; four ends may."""
    return 16.0 / shortest


cdef inline double radius_within(double radius) noexcept nogil:
    """A radius reduced by the rounding of squares and sums where inscribed circles are compared."""
    return radius - RADIUS_ROUNDOFF * fabs(radius)


cdef inline double farthest_point(const Convex* local, double square) noexcept nogil:
    """The distance of the farthest point from the centre, by its square, which may have lost
    digits to underflow."""
    cdef double farthest = 0.0, unused
    cdef Py_ssize_t i
    if square >= SMALLEST_SQUARE:
        return sqrt(square)
    for i in range(local.n):
        farthest = max(farthest, unit_vector(local.x[i] - local.centre_x,
                                             local.y[i] - local.centre_y, &unused, &unused))
    return farthest


cdef inline void measure_short_edges(Convex* local, Measures* of) noexcept nogil:
    """Edges again, whose squares have lost digits to underflow."""
    cdef Py_ssize_t i
    cdef double unused
    of.shortest_edge = of.in_edges = INFINITY
    for i in range(local.n):
        repair_edge(local, i)
        of.shortest_edge = min(of.shortest_edge, unit_vector(
            local.x[i + 1] - local.x[i], local.y[i + 1] - local.y[i], &unused, &unused))
        of.in_edges = min(of.in_edges, local.offset[i])


cdef inline void measure_edges(Convex* local, Measures* of) noexcept nogil:
    """The shortest edge, and the circle inside all edges."""
    if of.shortest_square >= SMALLEST_SQUARE:
        of.shortest_edge = sqrt(of.shortest_square)
    else:
        measure_short_edges(local, of)
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
    of.skew_of_grid = 0.0
    if local.n % 2 or local.n == 2:
        return
    if of.asymmetry < MOST_ASYMMETRY * of.shortest_edge:
        local.half = local.n // 2
        of.skew_of_grid = skew_for_edges(of.shortest_edge)
    if local.half == 2:
        measure_squareness(local, of)
    # Loops of lanes that use these marks ignore radii.
    local.is_box = local.is_rectangle and local.radius == 0.0
    if local.radius > 0.0:
        local.half = 0


cdef inline void measure_disc(Convex* local, Measures* of) noexcept nogil:
    """One point, which is its own centre."""
    local.centre_x = local.x[0] + 0.0
    local.centre_y = local.y[0] + 0.0
    of.pivot_extent = fabs(local.x[0]) + fabs(local.y[0])
    of.bounding_radius = of.in_edges = of.skew_of_grid = of.asymmetry = 0.0
    of.shortest_edge = INFINITY


cdef inline void derive_measures(Convex* local, Py_ssize_t edges, double radius,
                                 Measures* of) noexcept nogil:
    """Set all that a convex has in its local frame but for the circles, the skew and the axes of a
    box; points with edges were measured by `ring_loops`."""
    local.edges = edges
    local.half = 0
    local.is_box = local.is_rectangle = False
    local.radius = radius
    if edges:
        measure_edges(local, of)
        of.bounding_radius = farthest_point(local, of.square)
        measure_symmetry(local, of)
    else:
        measure_disc(local, of)
    # 9 units cover the rounding of squares and sums where the circles are compared.
    of.bounding_radius = (of.bounding_radius + radius) * (1.0 + RADIUS_ROUNDOFF)
    of.inscribed_radius = radius_within(of.in_edges + radius)


cdef inline void measure_convex(Convex* local, Py_ssize_t edges, double radius,
                                Measures* of) noexcept nogil:
    """Measure the n points of a shape, which are repeated for lanes: `derive_measures`."""
    if edges:
        ring_loops.measure(local, of)
    derive_measures(local, edges, radius, of)
