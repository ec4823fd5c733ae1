"""Measures of rings of points of either winding, before they become shapes."""

from libc.math cimport fabs, sqrt

from sepax._core.kernels.convex cimport Convex, repeat_points
from sepax._core.kernels.exact cimport area_sign_exact
from sepax._core.kernels.predicates cimport orient2d
from sepax._core.kernels.roundoff cimport (
    RADIUS_ROUNDOFF, RING_AREA_ROUNDOFF, SMALLEST_SQUARE, UNDERFLOW_ERROR)
from sepax._core.simd.convex cimport reverse_winding


cdef inline int winding_by_area(const double* x, const double* y, Py_ssize_t n) noexcept nogil:
    """+1 for counter-clockwise and -1 for clockwise, by the signed area; 0 if uncertain."""
    cdef double area = 0.0, size = 0.0, left, right
    cdef Py_ssize_t i
    for i in range(1, n - 1):
        left = (x[i] - x[0]) * (y[i + 1] - y[0])
        right = (y[i] - y[0]) * (x[i + 1] - x[0])
        area += left - right
        size += fabs(left) + fabs(right)
    if fabs(area) > (n + 4) * RING_AREA_ROUNDOFF * size + UNDERFLOW_ERROR:
        return -1 if area < 0.0 else 1
    return 0


cdef inline int ring_winding(const double* x, const double* y, Py_ssize_t n) noexcept nogil:
    """The same, exact: 0 for no area."""
    cdef int winding = winding_by_area(x, y, n)
    return winding if winding else area_sign_exact(x, y, n)


cdef inline Py_ssize_t lowest_corner(const double* x, const double* y,
                                     Py_ssize_t n) noexcept nogil:
    """The lowest of the leftmost points: a corner of the convex hull."""
    cdef Py_ssize_t i, lowest = 0
    for i in range(1, n):
        if x[i] < x[lowest] or (x[i] == x[lowest] and y[i] < y[lowest]):
            lowest = i
    return lowest


cdef inline bint comes_before(const double* x, const double* y, Py_ssize_t i,
                              Py_ssize_t j) noexcept nogil:
    """Whether point i is left of point j, or straight below it."""
    return x[i] < x[j] or (x[i] == x[j] and y[i] < y[j])


cdef inline int convex_winding(const double* x, const double* y, Py_ssize_t n) noexcept nogil:
    """+1 for a convex ring that winds counter-clockwise, -1 for clockwise, 0 for any other; exact.

    A convex ring never turns both ways, and its edges change between rightwards and leftwards just
    twice, as it goes round once. Points that repeat or are straight do no harm.
    """
    cdef Py_ssize_t i = n - 1, changes = 0
    cdef double px, py, qx = x[0], qy = y[0], rx, ry
    cdef int side = 0, turn
    cdef bint forward, was_forward
    if n < 3:
        return 0
    while i > 0 and x[i] == qx and y[i] == qy:
        i -= 1
    px, py = x[i], y[i]
    was_forward = comes_before(x, y, i, 0)
    for i in range(1, n + 1):
        rx, ry = x[i if i < n else 0], y[i if i < n else 0]
        turn = orient2d(px, py, qx, qy, rx, ry)
        if turn == 0:
            if rx == qx and ry == qy:
                continue
        elif turn == -side:
            return 0
        else:
            side = turn
        forward = qx < rx or (qx == rx and qy < ry)
        changes += forward != was_forward
        px, py, qx, qy, was_forward = qx, qy, rx, ry, forward
    return side if changes == 2 else 0


cdef inline void measure_points(Convex* convex) noexcept nogil:
    """Repeat the points for lanes; find the mean and the bounding circle of a shape of radius 0."""
    cdef double dx = 0.0, dy = 0.0, square = 0.0, widest = 0.0
    cdef Py_ssize_t i
    repeat_points(convex.x, convex.n)
    repeat_points(convex.y, convex.n)
    for i in range(1, convex.n):
        dx += convex.x[i] - convex.x[0]
        dy += convex.y[i] - convex.y[0]
    convex.centre_x = convex.x[0] + dx / convex.n
    convex.centre_y = convex.y[0] + dy / convex.n
    for i in range(convex.n):
        dx = fabs(convex.x[i] - convex.centre_x)
        dy = fabs(convex.y[i] - convex.centre_y)
        square = max(square, dx * dx + dy * dy)
        widest = max(widest, dx + dy)
    # Where the squares of tiny rings underflow, the sum of the coordinates bounds the length.
    convex.bounding_radius = widest
    if square > SMALLEST_SQUARE:
        convex.bounding_radius = sqrt(square) * (1.0 + RADIUS_ROUNDOFF)
    # Not measured: the mean of a ring may be outside of it.
    convex.inscribed_radius = -convex.bounding_radius
