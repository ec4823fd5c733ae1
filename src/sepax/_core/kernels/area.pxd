"""The area of a shape, its centroid and its second moment: sums over the core, the strips along the
edges and the sectors at the corners."""

from libc.math cimport fabs

from sepax._core.kernels.angles cimport HALF_PI, turn_between
from sepax._core.kernels.convex cimport Convex, edge_is_active, unit_vector
from sepax._core.kernels.edges cimport active_edge
from sepax._core.kernels.roundoff cimport SMALLEST_UNIT

cdef struct Moments:
    # Of an area: twice its size, six times the integrals of x and of y over it, and twelve times
    # that of x x + y y.
    double twice_area, six_x, six_y, twelve_squares


cdef inline void add_core(const Convex* convex, double unit, Moments* moments) noexcept nogil:
    """The triangles that the edges make with point 0, in units of `unit`."""
    cdef double part, ux, uy, vx, vy
    cdef Py_ssize_t i
    for i in range(convex.n):
        ux = (convex.x[i] - convex.x[0]) / unit
        uy = (convex.y[i] - convex.y[0]) / unit
        vx = (convex.x[i + 1] - convex.x[0]) / unit
        vy = (convex.y[i + 1] - convex.y[0]) / unit
        part = ux * vy - uy * vx
        moments.twice_area += part
        moments.six_x += part * (ux + vx)
        moments.six_y += part * (uy + vy)
        moments.twelve_squares += part * (ux * (ux + vx) + vx * vx + uy * (uy + vy) + vy * vy)


cdef inline void add_strip(const Convex* convex, Py_ssize_t i, double unit,
                           Moments* moments) noexcept nogil:
    """The rectangle between edge i and the same moved out by the radius."""
    cdef double nx = convex.normal_x[i], ny = convex.normal_y[i], unused
    cdef double radius = convex.radius / unit
    cdef double length = unit_vector(convex.x[i + 1] - convex.x[i], convex.y[i + 1] - convex.y[i],
                                     &unused, &unused) / unit
    cdef double part = radius * length
    cdef double x = 0.5 * ((convex.x[i] - convex.x[0]) + (convex.x[i + 1] - convex.x[0])) / unit
    cdef double y = 0.5 * ((convex.y[i] - convex.y[0]) + (convex.y[i + 1] - convex.y[0])) / unit
    x += 0.5 * radius * nx
    y += 0.5 * radius * ny
    moments.twice_area += 2.0 * part
    moments.six_x += 6.0 * part * x
    moments.six_y += 6.0 * part * y
    moments.twelve_squares += part * (length * length + radius * radius + 12.0 * (x * x + y * y))


cdef inline void add_sector(const Convex* convex, Py_ssize_t before, Py_ssize_t i, double unit,
                            Moments* moments) noexcept nogil:
    """The part of the disc about point i between the normals of the edges that meet there."""
    cdef double ux = convex.normal_x[before], uy = convex.normal_y[before]
    cdef double vx = convex.normal_x[i], vy = convex.normal_y[i], radius = convex.radius / unit
    cdef double x = (convex.x[i] - convex.x[0]) / unit, y = (convex.y[i] - convex.y[0]) / unit
    cdef double turn = turn_between(ux, uy, vx, vy)
    # At the tip of a needle, rounding may take the half turn to the left for one to the right.
    cdef double square = radius * radius, twice = square * (-turn if turn < -HALF_PI else turn)
    # The integral of (cos, sin) from one normal to the other is their difference, turned right.
    cdef double six_x = 2.0 * square * radius * (vy - uy), six_y = 2.0 * square * radius * (ux - vx)
    moments.twice_area += twice
    moments.six_x += 3.0 * twice * x + six_x
    moments.six_y += 3.0 * twice * y + six_y
    moments.twelve_squares += (3.0 * twice * (square + 2.0 * (x * x + y * y))
                               + 4.0 * (x * six_x + y * six_y))


cdef inline double convex_area(const Convex* convex) noexcept nogil:
    """In square units; of differences, so that a far place costs no digits."""
    cdef double twice = 0.0, unused, perimeter = 0.0
    cdef Py_ssize_t i
    for i in range(convex.edges):
        twice += ((convex.x[i] - convex.x[0]) * (convex.y[i + 1] - convex.y[0])
                  - (convex.y[i] - convex.y[0]) * (convex.x[i + 1] - convex.x[0]))
        if convex.radius > 0.0:
            perimeter += unit_vector(convex.x[i + 1] - convex.x[i], convex.y[i + 1] - convex.y[i],
                                     &unused, &unused)
    return 0.5 * twice + (perimeter + 2.0 * HALF_PI * convex.radius) * convex.radius


cdef inline void middle_of_points(const Convex* convex, double* x, double* y) noexcept nogil:
    """Of one point, or of two."""
    x[0] = convex.x[0]
    y[0] = convex.y[0]
    if convex.n == 2:
        x[0] += 0.5 * (convex.x[1] - convex.x[0])
        y[0] += 0.5 * (convex.y[1] - convex.y[0])


cdef inline void add_shape(const Convex* convex, double unit, Moments* moments) noexcept nogil:
    """Add a whole shape of two or more points, relative to point 0."""
    cdef Py_ssize_t i, before
    moments.twice_area = moments.six_x = moments.six_y = moments.twelve_squares = 0.0
    add_core(convex, unit, moments)
    if convex.radius > 0.0:
        before = active_edge(convex, 0, -1)
        for i in range(convex.edges):
            if edge_is_active(convex, i):
                add_strip(convex, i, unit, moments)
                add_sector(convex, before, i, unit, moments)
                before = i


cdef inline void convex_centroid(const Convex* convex, double* x, double* y) noexcept nogil:
    """The centre of the area; of a shape without area the middle of its points."""
    cdef Moments moments
    # In units of the shape's own size, so that no product underflows.
    cdef double unit = max(convex.bounding_radius, SMALLEST_UNIT)
    if convex.n <= 2:
        middle_of_points(convex, x, y)
        return
    add_shape(convex, unit, &moments)
    x[0] = convex.x[0] + moments.six_x / (3.0 * moments.twice_area) * unit
    y[0] = convex.y[0] + moments.six_y / (3.0 * moments.twice_area) * unit
    # If the area is lost to rounding, like that of a needle, so is its centre.
    if not (fabs(x[0] - convex.centre_x) <= convex.bounding_radius
            and fabs(y[0] - convex.centre_y) <= convex.bounding_radius):
        x[0] = convex.centre_x
        y[0] = convex.centre_y


cdef inline double convex_second_moment(const Convex* convex) noexcept nogil:
    """The integral of the squared distance from the centroid over the area; 0 without an area."""
    cdef Moments moments
    cdef double unit = max(convex.bounding_radius, SMALLEST_UNIT), square = unit * unit, x, y
    if not convex.edges:
        square = convex.radius * convex.radius
        return HALF_PI * square * square
    if convex.n == 2 and convex.radius == 0.0:
        return 0.0
    add_shape(convex, unit, &moments)
    x = moments.six_x / (3.0 * moments.twice_area)
    y = moments.six_y / (3.0 * moments.twice_area)
    return max(moments.twelve_squares / 12.0 - 0.5 * moments.twice_area * (x * x + y * y),
               0.0) * square * square
