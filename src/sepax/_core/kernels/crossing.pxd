"""Where two edges cross: the exact place, rounded to float64.

It is computed with twice the digits. If both ends of the interval in which it lies round to the same
number, so does the exact place. Else the caller computes it with integers (clip.pyx).
"""

from libc.math cimport fabs

from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.roundoff cimport CROSSING_ROUNDOFF, UNDERFLOW_ERROR
from sepax._core.simd.overlap cimport (
    Twofold, exact_sum, twofold_minus, twofold_product, twofold_quotient, twofold_sum)


cdef inline Twofold cross_product(Twofold ux, Twofold uy, Twofold vx, Twofold vy,
                                  double* size) noexcept nogil:
    """u x v; `size` is the sum of the magnitudes of both products."""
    cdef Twofold left = twofold_product(ux, vy), right = twofold_product(uy, vx)
    size[0] = fabs(left.high) + fabs(right.high)
    return twofold_sum(left, twofold_minus(right))


cdef inline bint place_on_edge(double start, Twofold step, Twofold part, double part_error,
                               double* place) noexcept nogil:
    """Round start + part * step; False if the nearest float64 number is uncertain."""
    cdef Twofold origin, exact
    cdef double error, low, high
    if step.high == 0.0:
        place[0] = start + 0.0      # no -0.0
        return True
    origin.high = start
    origin.low = 0.0
    exact = twofold_sum(origin, twofold_product(part, step))
    error = part_error * fabs(step.high) + CROSSING_ROUNDOFF * fabs(start) + UNDERFLOW_ERROR
    low = exact.high + (exact.low - error)
    high = exact.high + (exact.low + error)
    place[0] = low
    return low == high


cdef inline bint edges_cross_at(const Convex* a, Py_ssize_t i, const Convex* b, Py_ssize_t k,
                                double* x, double* y) noexcept nogil:
    """The place where edge i of a crosses edge k of b; False if its rounding is uncertain.

    The edges cross at inner points of both.
    """
    cdef Twofold ux = exact_sum(a.x[i + 1], -a.x[i]), uy = exact_sum(a.y[i + 1], -a.y[i])
    cdef Twofold vx = exact_sum(b.x[k + 1], -b.x[k]), vy = exact_sum(b.y[k + 1], -b.y[k])
    cdef Twofold wx = exact_sum(b.x[k], -a.x[i]), wy = exact_sum(b.y[k], -a.y[i])
    cdef double size, whole_size
    cdef Twofold whole = cross_product(ux, uy, vx, vy, &whole_size)
    cdef Twofold part = twofold_quotient(cross_product(wx, wy, vx, vy, &size), whole)
    # The part of edge i before the crossing is off by this.
    cdef double error = ((CROSSING_ROUNDOFF * (size + fabs(part.high) * whole_size)
                          + UNDERFLOW_ERROR) / fabs(whole.high))
    # An edge of b along an axis has the coordinate itself; one of a: `place_on_edge`.
    if vx.high == 0.0:
        x[0] = b.x[k] + 0.0
    elif not place_on_edge(a.x[i], ux, part, error, x):
        return False
    if vy.high == 0.0:
        y[0] = b.y[k] + 0.0
        return True
    return place_on_edge(a.y[i], uy, part, error, y)
