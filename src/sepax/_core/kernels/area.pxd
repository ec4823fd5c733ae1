"""The area of a shape and its centre: of the core, of strips along the edges, of sectors at the
corners."""

from sepax._core.kernels.angles cimport HALF_PI, turn_between
from sepax._core.kernels.convex cimport Convex, edge_is_active, unit_vector
from sepax._core.kernels.edges cimport active_edge
from sepax._core.kernels.roundoff cimport SMALLEST_UNIT

cdef struct Moments:
    # Of an area: twice its size, and six times the integrals of x and of y over it.
    double twice_area
    double six_x
    double six_y


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


cdef inline void add_strip(const Convex* convex, Py_ssize_t i, double unit,
                           Moments* moments) noexcept nogil:
    """The rectangle between edge i and the same moved out by the radius."""
    cdef double nx = convex.normal_x[i], ny = convex.normal_y[i], unused
    cdef double radius = convex.radius / unit
    cdef double part = radius / unit * unit_vector(
        convex.x[i + 1] - convex.x[i], convex.y[i + 1] - convex.y[i], &unused, &unused)
    cdef double x = 0.5 * ((convex.x[i] - convex.x[0]) + (convex.x[i + 1] - convex.x[0])) / unit
    cdef double y = 0.5 * ((convex.y[i] - convex.y[0]) + (convex.y[i + 1] - convex.y[0])) / unit
    moments.twice_area += 2.0 * part
    moments.six_x += 6.0 * part * (x + 0.5 * radius * nx)
    moments.six_y += 6.0 * part * (y + 0.5 * radius * ny)


cdef inline void add_sector(const Convex* convex, Py_ssize_t before, Py_ssize_t i, double unit,
                            Moments* moments) noexcept nogil:
    """The part of the disc about point i between the normals of the edges that meet there."""
    cdef double ux = convex.normal_x[before], uy = convex.normal_y[before]
    cdef double vx = convex.normal_x[i], vy = convex.normal_y[i], radius = convex.radius / unit
    cdef double twice = radius * radius * turn_between(ux, uy, vx, vy)
    cdef double cube = radius * radius * radius
    moments.twice_area += twice
    # The integral of (cos, sin) from one normal to the other is their difference, turned right.
    moments.six_x += 3.0 * twice * ((convex.x[i] - convex.x[0]) / unit) + 2.0 * cube * (vy - uy)
    moments.six_y += 3.0 * twice * ((convex.y[i] - convex.y[0]) / unit) + 2.0 * cube * (ux - vx)


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


cdef inline void convex_centroid(const Convex* convex, double* x, double* y) noexcept nogil:
    """The centre of the area; of a shape without area the middle of its points."""
    cdef Moments moments
    # In units of the shape's own size, so that no product underflows.
    cdef double unit = max(convex.bounding_radius, SMALLEST_UNIT)
    cdef Py_ssize_t i, before
    if convex.n <= 2:
        middle_of_points(convex, x, y)
        return
    moments.twice_area = moments.six_x = moments.six_y = 0.0
    add_core(convex, unit, &moments)
    if convex.radius > 0.0:
        before = active_edge(convex, 0, -1)
        for i in range(convex.edges):
            if edge_is_active(convex, i):
                add_strip(convex, i, unit, &moments)
                add_sector(convex, before, i, unit, &moments)
                before = i
    x[0] = convex.x[0] + moments.six_x / (3.0 * moments.twice_area) * unit
    y[0] = convex.y[0] + moments.six_y / (3.0 * moments.twice_area) * unit
