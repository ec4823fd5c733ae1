"""The area of a shape, its centroid and its second moment: sums over the core, the strips along the
edges and the sectors at the corners."""

from libc.math cimport fabs

from sepax._core.kernels.angles cimport HALF_PI, turn_between
from sepax._core.kernels.convex cimport Convex, edge_is_active, unit_vector
from sepax._core.kernels.edges cimport active_edge
from sepax._core.kernels.roundoff cimport AREA_ACCURACY, RING_AREA_ROUNDOFF
from sepax._core.simd.overlap cimport (
    Twofold, exact_sum, twofold_minus, twofold_product, twofold_sum)

cdef extern from "bits.h" nogil:
    double scale_to_one(double x)

cdef struct Moments:
    # Of an area: twice its size, six times the integrals of x and of y over it, and twelve times
    # that of x x + y y.
    double twice_area, six_x, six_y, twelve_squares


cdef inline double careful_part(const Convex* convex, Py_ssize_t i) noexcept nogil:
    """Twice the area of the triangle of edge i and point 0, with twice the digits before it is
    rounded."""
    cdef double x = -convex.x[0], y = -convex.y[0]
    cdef Twofold left = twofold_product(exact_sum(convex.x[i], x), exact_sum(convex.y[i + 1], y))
    cdef Twofold right = twofold_product(exact_sum(convex.y[i], y), exact_sum(convex.x[i + 1], x))
    return twofold_sum(left, twofold_minus(right)).high


cdef inline bint is_certain(const Convex* convex, double twice_area,
                            double magnitude) noexcept nogil:
    """Whether twice the area of a core is accurate to AREA_ACCURACY, by the magnitudes of the
    products that it is the sum of."""
    return (convex.n + 4) * RING_AREA_ROUNDOFF * magnitude <= AREA_ACCURACY * twice_area


cdef inline double careful_area(const Convex* convex) noexcept nogil:
    """Twice the area of the core."""
    cdef double twice = 0.0
    cdef Py_ssize_t i
    for i in range(1, convex.n - 1):
        twice += careful_part(convex, i)
    return twice


cdef inline double add_core(const Convex* convex, double scale, bint careful,
                            Moments* moments) noexcept nogil:
    """Measure the triangles that the edges make with point 0, enlarged by a scale. Returns the
    magnitudes of the products."""
    cdef double part, left, right, ux, uy, vx = 0.0, vy = 0.0, magnitude = 0.0
    cdef double twice_area = 0.0, six_x = 0.0, six_y = 0.0, twelve_squares = 0.0
    cdef Py_ssize_t i
    for i in range(1, convex.n):
        ux = vx
        uy = vy
        vx = (convex.x[i] - convex.x[0]) * scale
        vy = (convex.y[i] - convex.y[0]) * scale
        left = ux * vy
        right = uy * vx
        part = careful_part(convex, i - 1) * scale * scale if careful else left - right
        magnitude += fabs(left) + fabs(right)
        twice_area += part
        six_x += part * (ux + vx)
        six_y += part * (uy + vy)
        twelve_squares += part * (ux * (ux + vx) + vx * vx + uy * (uy + vy) + vy * vy)
    moments[0] = Moments(twice_area, six_x, six_y, twelve_squares)
    return magnitude


cdef inline void measure_core(const Convex* convex, double scale, Moments* moments) noexcept nogil:
    cdef double magnitude = add_core(convex, scale, False, moments)
    if not is_certain(convex, moments.twice_area, magnitude):
        add_core(convex, scale, True, moments)


cdef inline void add_strip(const Convex* convex, Py_ssize_t i, double scale,
                           Moments* moments) noexcept nogil:
    """The rectangle between edge i and the same edge moved out by the radius."""
    cdef double radius = convex.radius * scale, unused
    cdef double from_x = convex.x[0], from_y = convex.y[0]
    cdef double length = scale * unit_vector(
        convex.x[i + 1] - convex.x[i], convex.y[i + 1] - convex.y[i], &unused, &unused)
    cdef double part = radius * length
    cdef double x = 0.5 * ((convex.x[i] - from_x) + (convex.x[i + 1] - from_x)) * scale
    cdef double y = 0.5 * ((convex.y[i] - from_y) + (convex.y[i + 1] - from_y)) * scale
    x += 0.5 * radius * convex.normal_x[i]
    y += 0.5 * radius * convex.normal_y[i]
    moments.twice_area += 2.0 * part
    moments.six_x += 6.0 * part * x
    moments.six_y += 6.0 * part * y
    moments.twelve_squares += part * (length * length + radius * radius + 12.0 * (x * x + y * y))


cdef inline void add_sector(const Convex* convex, Py_ssize_t before, Py_ssize_t i,
                            double scale, Moments* moments) noexcept nogil:
    """The part of the disc about point i between the normals of the edges that meet there."""
    cdef double ux = convex.normal_x[before], uy = convex.normal_y[before]
    cdef double vx = convex.normal_x[i], vy = convex.normal_y[i]
    cdef double radius = convex.radius * scale
    cdef double x = (convex.x[i] - convex.x[0]) * scale
    cdef double y = (convex.y[i] - convex.y[0]) * scale
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
    cdef double twice_area = 0.0, magnitude = 0.0, unused, perimeter = 0.0, ux, uy, vx = 0.0, vy = 0.0
    cdef Py_ssize_t i
    for i in range(1, convex.n):
        ux = vx
        uy = vy
        vx = convex.x[i] - convex.x[0]
        vy = convex.y[i] - convex.y[0]
        twice_area += ux * vy - uy * vx
        magnitude += fabs(ux * vy) + fabs(uy * vx)
    if not is_certain(convex, twice_area, magnitude):
        twice_area = careful_area(convex)
    if convex.radius == 0.0:
        return 0.5 * twice_area
    for i in range(convex.edges):
        perimeter += unit_vector(convex.x[i + 1] - convex.x[i], convex.y[i + 1] - convex.y[i],
                                 &unused, &unused)
    return 0.5 * twice_area + (perimeter + 2.0 * HALF_PI * convex.radius) * convex.radius


cdef inline double measure_shape(const Convex* convex, Moments* moments) noexcept nogil:
    """A whole shape of two or more points, relative to point 0; returns the scale of lengths, a
    power of two, so that no product underflows and no bit depends on it."""
    cdef double scale = scale_to_one(convex.bounding_radius)
    cdef Py_ssize_t i, before
    measure_core(convex, scale, moments)
    if convex.radius > 0.0:
        before = active_edge(convex, 0, -1)
        for i in range(convex.edges):
            if edge_is_active(convex, i):
                add_strip(convex, i, scale, moments)
                add_sector(convex, before, i, scale, moments)
                before = i
    return scale


cdef inline void centroid_from_first(const Convex* convex, double* x, double* y) noexcept nogil:
    """The centre of the area, relative to point 0; of a shape without area the middle of its
    points."""
    cdef double middle_x = convex.centre_x - convex.x[0], middle_y = convex.centre_y - convex.y[0]
    cdef Moments moments
    cdef double scale
    if convex.n <= 2:
        x[0] = 0.5 * (convex.x[convex.n - 1] - convex.x[0])
        y[0] = 0.5 * (convex.y[convex.n - 1] - convex.y[0])
        return
    scale = measure_shape(convex, &moments)
    x[0] = moments.six_x / (3.0 * moments.twice_area) / scale
    y[0] = moments.six_y / (3.0 * moments.twice_area) / scale
    # If the area is lost to rounding, like that of a needle, so is its centre.
    if not (fabs(x[0] - middle_x) <= convex.bounding_radius
            and fabs(y[0] - middle_y) <= convex.bounding_radius):
        x[0] = middle_x
        y[0] = middle_y


cdef inline void convex_centroid(const Convex* convex, double* x, double* y) noexcept nogil:
    centroid_from_first(convex, x, y)
    x[0] += convex.x[0]
    y[0] += convex.y[0]


cdef inline double convex_second_moment(const Convex* convex) noexcept nogil:
    """The integral of the squared distance from the centroid over the area; 0 without an area."""
    cdef Moments moments
    cdef double square = convex.radius * convex.radius, x, y, unit
    if not convex.edges:
        return HALF_PI * square * square
    if convex.n == 2 and convex.radius == 0.0:
        return 0.0
    unit = 1.0 / measure_shape(convex, &moments)
    square = unit * unit
    x = moments.six_x / (3.0 * moments.twice_area)
    y = moments.six_y / (3.0 * moments.twice_area)
    return max(moments.twelve_squares / 12.0 - 0.5 * moments.twice_area * (x * x + y * y),
               0.0) * square * square
