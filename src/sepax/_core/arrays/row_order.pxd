"""Which of two regions is the first; see row_order.pyx."""

from sepax._core.arrays.rows cimport Rows

cdef int order_of_regions(const Rows* a, const Rows* b) noexcept with gil
