"""The signed distance of two rows of parts and its gradient; see row_clearance.pyx."""

from sepax._core.arrays.rows cimport Rows
from sepax._core.interrupts cimport Watch
from sepax._core.kernels.answers cimport Gap


cdef int row_signed_distance(const Rows* a, const Rows* b, double* distance,
                             Watch* watch) noexcept nogil
cdef int row_gap(const Rows* a, const Rows* b, const double* position_a, const double* position_b,
                 Gap* gap, Watch* watch) noexcept nogil
