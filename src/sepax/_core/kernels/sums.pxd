"""Sums that are rounded once, so that the order of the terms changes no bit.

A sum is kept as several numbers that do not overlap (Shewchuk, 1997: grow-expansion). So does
`math.fsum` of Python, whose bits these are.
"""

from sepax._core.simd.overlap cimport Twofold, exact_sum

cdef enum:
    # No two bits next to each other belong to different numbers. Areas, and sums of as many as there
    # are, are below 2^560, and a float64 has no bit below 2^-1074.
    MOST_PARTIALS = (560 + 1074) // 2

cdef struct ExactSum:
    Py_ssize_t count
    double[MOST_PARTIALS] partial   # the least first


cdef inline void start_sum(ExactSum* total) noexcept nogil:
    total.count = 0


cdef inline void add_exactly(ExactSum* total, double x) noexcept nogil:
    """Add a number of the size of an area."""
    cdef Twofold both
    cdef Py_ssize_t i, kept = 0
    for i in range(total.count):
        both = exact_sum(x, total.partial[i])
        x = both.high
        if both.low != 0.0:
            total.partial[kept] = both.low
            kept += 1
    total.partial[kept] = x
    total.count = kept + 1


cdef inline double rounded_sum(const ExactSum* total) noexcept nogil:
    """The float64 that is nearest to the sum; of two as near the even one."""
    cdef Py_ssize_t k = total.count - 1
    cdef Twofold both
    cdef double twice
    if k < 0:
        return 0.0
    both = Twofold(total.partial[k], 0.0)
    while k > 0 and both.low == 0.0:
        k -= 1
        both = exact_sum(both.high, total.partial[k])
    # In the middle between two numbers, what is left decides.
    if k > 0 and both.low != 0.0 and (both.low < 0.0) == (total.partial[k - 1] < 0.0):
        twice = 2.0 * both.low
        if (both.high + twice) - both.high == twice:
            return both.high + twice
    return both.high
