"""Geometric predicates: in float64 if the forward error bound allows it, else exact. All use
coordinate differences, and each bound has an absolute term for underflow."""

from libc.math cimport fabs

from sepax._core.kernels.exact cimport (
    compare_distance_exact, compare_line_distance_exact, dot_exact, orient2d_exact)
from sepax._core.kernels.roundoff cimport (
    AREA_SQUARES_ROUNDOFF, PRODUCTS_ROUNDOFF, SMALLEST_PRODUCT, SQUARES_ROUNDOFF, UNDERFLOW_ERROR)

cdef enum:
    UNCERTAIN = 2

cdef inline double two_difference_tail(double a, double b, double difference) noexcept nogil:
    """The rounding error of difference = a - b, itself exact (Knuth)."""
    cdef double b_part = a - difference
    cdef double a_part = difference + b_part
    return (a - a_part) + (b_part - b)


cdef inline double two_product_tail(double a, double b, double product) noexcept nogil:
    """The rounding error of product = a * b, itself exact in range (Dekker)."""
    cdef double split = 134217729.0 * a          # 2^27 + 1: halves of 26 bits (Veltkamp)
    cdef double a_high = split - (split - a)
    cdef double a_low = a - a_high
    split = 134217729.0 * b
    cdef double b_high = split - (split - b)
    cdef double b_low = b - b_high
    return a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low)


cdef inline int orient2d_of_exact_differences(double ax, double ay, double bx, double by,
                                              double cx, double cy) noexcept nogil:
    """The sign where all four differences are exact, as on grids; else UNCERTAIN."""
    cdef double ux = bx - ax, uy = by - ay, vx = cx - ax, vy = cy - ay
    if (two_difference_tail(bx, ax, ux) != 0.0 or two_difference_tail(by, ay, uy) != 0.0
            or two_difference_tail(cx, ax, vx) != 0.0 or two_difference_tail(cy, ay, vy) != 0.0):
        return UNCERTAIN
    cdef double left = ux * vy, right = uy * vx
    # Outside of this range a product's tail may underflow.
    if (left != 0.0 and fabs(left) < SMALLEST_PRODUCT) or (
            right != 0.0 and fabs(right) < SMALLEST_PRODUCT):
        return UNCERTAIN
    if (left == 0.0 and ux != 0.0 and vy != 0.0) or (right == 0.0 and uy != 0.0 and vx != 0.0):
        return UNCERTAIN
    if left != right:
        return 1 if left > right else -1
    cdef double left_tail = two_product_tail(ux, vy, left)
    cdef double right_tail = two_product_tail(uy, vx, right)
    return (left_tail > right_tail) - (left_tail < right_tail)


cdef inline int orient2d(double ax, double ay, double bx, double by,
                         double cx, double cy) noexcept nogil:
    """Sign of (b - a) x (c - a): +1 when c lies to the left of a -> b."""
    cdef double left = (bx - ax) * (cy - ay), right = (by - ay) * (cx - ax)
    cdef double area = left - right
    cdef double bound = PRODUCTS_ROUNDOFF * (fabs(left) + fabs(right)) + UNDERFLOW_ERROR
    if area > bound:
        return 1
    if area < -bound:
        return -1
    cdef int sign = orient2d_of_exact_differences(ax, ay, bx, by, cx, cy)
    return orient2d_exact(ax, ay, bx, by, cx, cy) if sign == UNCERTAIN else sign


cdef inline int dot_sign(double ax, double ay, double bx, double by,
                         double cx, double cy) noexcept nogil:
    """Sign of (b - a) . (c - a)."""
    cdef double left = (bx - ax) * (cx - ax), right = (by - ay) * (cy - ay)
    cdef double total = left + right
    cdef double bound = PRODUCTS_ROUNDOFF * (fabs(left) + fabs(right)) + UNDERFLOW_ERROR
    if total > bound:
        return 1
    if total < -bound:
        return -1
    return dot_exact(ax, ay, bx, by, cx, cy)


cdef inline int compare_distance(double ax, double ay, double bx, double by,
                                 double r1, double r2) noexcept nogil:
    """Sign of |b - a| - |r1 + r2|."""
    cdef double dx = bx - ax, dy = by - ay, radius = r1 + r2
    cdef double square = dx * dx + dy * dy, radius_square = radius * radius
    cdef double bound = SQUARES_ROUNDOFF * (square + radius_square) + UNDERFLOW_ERROR
    if square - radius_square > bound:
        return 1
    if square - radius_square < -bound:
        return -1
    return compare_distance_exact(ax, ay, bx, by, r1, r2)


cdef inline int compare_line_distance(double ax, double ay, double bx, double by,
                                      double cx, double cy, double r1, double r2) noexcept nogil:
    """Sign of the distance of c from the line through a and b, minus |r1 + r2|."""
    cdef double ux = bx - ax, uy = by - ay, vx = cx - ax, vy = cy - ay, radius = r1 + r2
    cdef double left = ux * vy, right = uy * vx, area = left - right
    cdef double area_square = area * area
    cdef double limit = radius * radius * (ux * ux + uy * uy)
    # The area is off by `error`, its square by twice that times the area plus a square; products
    # of up to 2^964 cannot overflow.
    cdef double error = PRODUCTS_ROUNDOFF * (fabs(left) + fabs(right))
    cdef double bound = (AREA_SQUARES_ROUNDOFF * (area_square + limit)
                         + 2.1 * error * (fabs(area) + error) + UNDERFLOW_ERROR)
    if area_square - limit > bound:
        return 1
    if area_square - limit < -bound:
        return -1
    return compare_line_distance_exact(ax, ay, bx, by, cx, cy, r1, r2)


cdef inline bint disc_reaches_segment(double ax, double ay, double bx, double by, double cx,
                                      double cy, double r1, double r2, bint strict) noexcept nogil:
    """Whether the segment a-b comes within r1 + r2 of c (nearer than that, if strict)."""
    cdef int limit = -1 if strict else 0
    if dot_sign(ax, ay, bx, by, cx, cy) <= 0:
        return compare_distance(ax, ay, cx, cy, r1, r2) <= limit
    if dot_sign(bx, by, ax, ay, cx, cy) <= 0:
        return compare_distance(bx, by, cx, cy, r1, r2) <= limit
    return compare_line_distance(ax, ay, bx, by, cx, cy, r1, r2) <= limit
