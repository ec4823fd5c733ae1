"""The shortest move that separates two groups of convex parts; see parting.pyx."""

from sepax._core.arrays.rows cimport Rows
from sepax._core.interrupts cimport Watch

cdef enum:
    NO_ROOM = 3     # of `order_of_rows`: without memory

cdef struct Way:
    # A move of a row out of another, and the unit normal from the first to the second.
    double x
    double y
    double normal_x
    double normal_y


cdef int separate_rows(const Rows* a, const Rows* b, const double* toward, Way* ways,
                       Watch* watch) noexcept nogil
cdef int order_of_rows(const Rows* a, const Rows* b) noexcept nogil
