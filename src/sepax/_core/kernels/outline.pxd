"""Measures of rings of points of either winding, before they become shapes."""

from libc.math cimport INFINITY, fabs, sqrt

from sepax._core.kernels.convex cimport Convex, repeat_points
from sepax._core.kernels.predicates cimport orient2d
from sepax._core.kernels.roundoff cimport (
    PRODUCTS_ROUNDOFF, RADIUS_ROUNDOFF, RING_AREA_ROUNDOFF, SMALLEST_SQUARE, UNDERFLOW_ERROR)


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


cdef inline int winding_of_corners(const double* x, const double* y, Py_ssize_t n) noexcept nogil:
    """`convex_winding` of three points or more, if each is a corner beyond doubt; else 0.

    Usual rings need no more, and no branch for each point.
    """
    cdef double before_x = x[0] - x[n - 1], before_y = y[0] - y[n - 1], after_x, after_y
    cdef double left, right, bound, least = INFINITY, most = -INFINITY
    cdef bint forward, was_forward = (before_x > 0.0) | ((before_x == 0.0) & (before_y > 0.0))
    cdef Py_ssize_t i, j, changes = 0
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        after_x = x[j] - x[i]
        after_y = y[j] - y[i]
        left = before_x * after_y
        right = before_y * after_x
        bound = PRODUCTS_ROUNDOFF * (fabs(left) + fabs(right)) + UNDERFLOW_ERROR     # of `orient2d`
        least = min(least, (left - right) - bound)
        most = max(most, (left - right) + bound)
        forward = (after_x > 0.0) | ((after_x == 0.0) & (after_y > 0.0))
        changes += forward != was_forward
        before_x, before_y, was_forward = after_x, after_y, forward
    if changes != 2:
        return 0
    return 1 if least > 0.0 else -1 if most < 0.0 else 0


cdef inline int convex_winding_of(const double* x, const double* y, Py_ssize_t n,
                                  bint* corners_alone) noexcept nogil:
    """`convex_winding`, and whether each point is a corner: none repeats another or is straight."""
    cdef Py_ssize_t i = n - 1, changes = 0
    cdef double px, py, qx = x[0], qy = y[0], rx, ry
    cdef int side = 0, turn
    cdef bint forward, was_forward
    corners_alone[0] = True
    if n < 3:
        return 0
    turn = winding_of_corners(x, y, n)
    if turn != 0:
        return turn
    while i > 0 and x[i] == qx and y[i] == qy:
        corners_alone[0] = False
        i -= 1
    px, py = x[i], y[i]
    was_forward = comes_before(x, y, i, 0)
    for i in range(1, n + 1):
        rx, ry = x[i if i < n else 0], y[i if i < n else 0]
        turn = orient2d(px, py, qx, qy, rx, ry)
        if turn == 0:
            corners_alone[0] = False
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


cdef inline int convex_winding(const double* x, const double* y, Py_ssize_t n) noexcept nogil:
    """+1 for a convex ring that winds counter-clockwise, -1 for clockwise, 0 for any other; exact.

    A convex ring never turns both ways, and its edges change between rightwards and leftwards just
    twice, as it goes round once. Points that repeat or are straight do no harm.
    """
    cdef bint unused
    return convex_winding_of(x, y, n, &unused)


cdef inline void reverse_winding(double* x, double* y, Py_ssize_t n) noexcept nogil:
    """Point 0 stays the first."""
    cdef Py_ssize_t i = 1, j = n - 1
    while i < j:
        x[i], x[j] = x[j], x[i]
        y[i], y[j] = y[j], y[i]
        i += 1
        j -= 1


cdef inline void measure_outline(Convex* convex) noexcept nogil:
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
