"""The shortest move that separates two rows of convex parts; see separate.pyx."""

from sepax._core.arrays.rows cimport Rows
from sepax._core.interrupts cimport Watch

cdef enum:
    NO_ROOM = 3     # of `order_of_rows`: without memory

cdef struct Release:
    # A move of the first row, its length, and the unit normal from the first to the second. Of rows
    # that are apart the move is nothing, and the depth is minus their distance.
    double x, y, normal_x, normal_y, depth


cdef int separate_rows(const Rows* a, const Rows* b, const double* toward, Release* out,
                       Watch* watch) noexcept nogil
cdef int order_of_rows(const Rows* a, const Rows* b) noexcept nogil
