"""The area of a shape, its centroid and its second moment: sums over the core, the strips along the
edges and the sectors at the corners."""

from libc.math cimport fabs

from sepax._core.kernels.angles cimport HALF_PI, turn_between
from sepax._core.kernels.convex cimport Convex, edge_is_active, unit_vector
from sepax._core.kernels.edges cimport active_edge, larger
from sepax._core.kernels.outline cimport lowest_corner
from sepax._core.kernels.roundoff cimport AREA_ACCURACY, RING_AREA_ROUNDOFF
from sepax._core.simd.overlap cimport (
    Twofold, exact_sum, twofold_minus, twofold_product, twofold_sum)

cdef extern from "bits.h" nogil:
    double scale_to_one(double x)

cdef struct Moments:
    # Of an area: twice its size, six times the integrals of x and of y over it, and twelve times
    # that of x x + y y.
    double twice_area, six_x, six_y, twelve_squares

cdef struct View:
    # All is seen from the lowest of the leftmost points, enlarged by a power of two. So the sums
    # are the same wherever a ring begins, and their products do not underflow.
    Py_ssize_t origin
    double scale


cdef inline View view_of(const Convex* convex) noexcept nogil:
    """The view in which the farther side of a shape is 1 to 2."""
    cdef Py_ssize_t origin = lowest_corner(convex.x, convex.y, convex.n), i
    cdef double farthest = convex.radius
    for i in range(convex.n):
        farthest = larger(farthest, larger(fabs(convex.x[i] - convex.x[origin]),
                                           fabs(convex.y[i] - convex.y[origin])))
    return View(origin, scale_to_one(farthest))


cdef inline Py_ssize_t point_after(const Convex* convex, Py_ssize_t i) noexcept nogil:
    return i + 1 if i + 1 < convex.n else 0


cdef inline double careful_part(const Convex* convex, const View* view, Py_ssize_t before,
                                Py_ssize_t i) noexcept nogil:
    """Twice the area of a triangle with the origin, with twice the digits before it is rounded."""
    cdef double x = -convex.x[view.origin], y = -convex.y[view.origin]
    cdef Twofold left = twofold_product(exact_sum(convex.x[before], x), exact_sum(convex.y[i], y))
    cdef Twofold right = twofold_product(exact_sum(convex.y[before], y), exact_sum(convex.x[i], x))
    return twofold_sum(left, twofold_minus(right)).high * view.scale * view.scale


cdef inline double add_core(const Convex* convex, const View* view, bint careful,
                            Moments* moments) noexcept nogil:
    """The triangles that the edges make with the origin; returns the magnitudes of the products."""
    cdef double part, left, right, ux, uy, vx = 0.0, vy = 0.0, magnitude = 0.0
    cdef Py_ssize_t step, before, i = view.origin
    for step in range(convex.n - 1):
        before = i
        i = point_after(convex, i)
        ux = vx
        uy = vy
        vx = (convex.x[i] - convex.x[view.origin]) * view.scale
        vy = (convex.y[i] - convex.y[view.origin]) * view.scale
        left = ux * vy
        right = uy * vx
        part = careful_part(convex, view, before, i) if careful else left - right
        magnitude += fabs(left) + fabs(right)
        moments.twice_area += part
        moments.six_x += part * (ux + vx)
        moments.six_y += part * (uy + vy)
        moments.twelve_squares += part * (ux * (ux + vx) + vx * vx + uy * (uy + vy) + vy * vy)
    return magnitude


cdef inline Moments careful_core(const Convex* convex, View view) noexcept nogil:
    cdef Moments moments = Moments(0.0, 0.0, 0.0, 0.0)
    add_core(convex, &view, True, &moments)
    return moments


cdef inline Moments core_moments(const Convex* convex, View view) noexcept nogil:
    """Of the core; its area is accurate to AREA_ACCURACY."""
    cdef Moments moments = Moments(0.0, 0.0, 0.0, 0.0)
    cdef double magnitude = add_core(convex, &view, False, &moments)
    if (convex.n + 4) * RING_AREA_ROUNDOFF * magnitude <= AREA_ACCURACY * moments.twice_area:
        return moments
    return careful_core(convex, view)


cdef inline void add_strip(const Convex* convex, Py_ssize_t i, const View* view,
                           Moments* moments) noexcept nogil:
    """The rectangle between edge i and the same moved out by the radius."""
    cdef double radius = convex.radius * view.scale, unused
    cdef double from_x = convex.x[view.origin], from_y = convex.y[view.origin]
    cdef double length = view.scale * unit_vector(
        convex.x[i + 1] - convex.x[i], convex.y[i + 1] - convex.y[i], &unused, &unused)
    cdef double part = radius * length
    cdef double x = 0.5 * ((convex.x[i] - from_x) + (convex.x[i + 1] - from_x)) * view.scale
    cdef double y = 0.5 * ((convex.y[i] - from_y) + (convex.y[i + 1] - from_y)) * view.scale
    x += 0.5 * radius * convex.normal_x[i]
    y += 0.5 * radius * convex.normal_y[i]
    moments.twice_area += 2.0 * part
    moments.six_x += 6.0 * part * x
    moments.six_y += 6.0 * part * y
    moments.twelve_squares += part * (length * length + radius * radius + 12.0 * (x * x + y * y))


cdef inline void add_sector(const Convex* convex, Py_ssize_t before, Py_ssize_t i,
                            const View* view, Moments* moments) noexcept nogil:
    """The part of the disc about point i between the normals of the edges that meet there."""
    cdef double ux = convex.normal_x[before], uy = convex.normal_y[before]
    cdef double vx = convex.normal_x[i], vy = convex.normal_y[i]
    cdef double radius = convex.radius * view.scale
    cdef double x = (convex.x[i] - convex.x[view.origin]) * view.scale
    cdef double y = (convex.y[i] - convex.y[view.origin]) * view.scale
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
    """In square units."""
    cdef double unused, perimeter = 0.0
    cdef Py_ssize_t origin = lowest_corner(convex.x, convex.y, convex.n), i = origin, step
    cdef double core = 0.5 * core_moments(convex, View(origin, 1.0)).twice_area
    if convex.radius == 0.0:
        return core
    for step in range(convex.edges):
        perimeter += unit_vector(convex.x[i + 1] - convex.x[i], convex.y[i + 1] - convex.y[i],
                                 &unused, &unused)
        i = point_after(convex, i)
    return core + (perimeter + 2.0 * HALF_PI * convex.radius) * convex.radius


cdef inline void middle_of_points(const Convex* convex, double* x, double* y) noexcept nogil:
    """Of one point, or of two."""
    x[0] = convex.x[0]
    y[0] = convex.y[0]
    if convex.n == 2:
        x[0] += 0.5 * (convex.x[1] - convex.x[0])
        y[0] += 0.5 * (convex.y[1] - convex.y[0])


cdef inline Moments moments_of(const Convex* convex, View view) noexcept nogil:
    """Of a whole shape of two or more points."""
    cdef Moments moments = core_moments(convex, view)
    cdef Py_ssize_t i = view.origin, before, step
    if convex.radius > 0.0:
        before = active_edge(convex, view.origin, -1)
        for step in range(convex.edges):
            if edge_is_active(convex, i):
                add_strip(convex, i, &view, &moments)
                add_sector(convex, before, i, &view, &moments)
                before = i
            i = point_after(convex, i)
    return moments


cdef inline void convex_centroid(const Convex* convex, double* x, double* y) noexcept nogil:
    """The centre of the area; of a shape without area the middle of its points."""
    cdef View view
    cdef Moments moments
    if convex.n <= 2:
        middle_of_points(convex, x, y)
        return
    view = view_of(convex)
    moments = moments_of(convex, view)
    x[0] = convex.x[view.origin] + moments.six_x / (3.0 * moments.twice_area) / view.scale
    y[0] = convex.y[view.origin] + moments.six_y / (3.0 * moments.twice_area) / view.scale
    # If the area is lost to rounding, like that of a needle, so is its centre.
    if not (fabs(x[0] - convex.centre_x) <= convex.bounding_radius
            and fabs(y[0] - convex.centre_y) <= convex.bounding_radius):
        x[0] = convex.centre_x
        y[0] = convex.centre_y


cdef inline double convex_second_moment(const Convex* convex) noexcept nogil:
    """The integral of the squared distance from the centroid over the area; 0 without an area."""
    cdef Moments moments
    cdef View view
    cdef double square = convex.radius * convex.radius, x, y
    if not convex.edges:
        return HALF_PI * square * square
    if convex.n == 2 and convex.radius == 0.0:
        return 0.0
    view = view_of(convex)
    moments = moments_of(convex, view)
    square = 1.0 / view.scale * (1.0 / view.scale)
    x = moments.six_x / (3.0 * moments.twice_area)
    y = moments.six_y / (3.0 * moments.twice_area)
    return max(moments.twelve_squares / 12.0 - 0.5 * moments.twice_area * (x * x + y * y),
               0.0) * square * square
