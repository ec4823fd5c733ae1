"""What an axis tells of rows of parts; see row_axes.pyx."""

from sepax._core.arrays.rows cimport Rows
from sepax._core.interrupts cimport Watch


cdef int row_project(const Rows* rows, double x, double y, double* interval,
                     Watch* watch) noexcept nogil
cdef int row_support_point(const Rows* rows, double x, double y, double* point,
                           Watch* watch) noexcept nogil
cdef int row_separating_axis(const Rows* a, const Rows* b, double* axis,
                             Watch* watch) noexcept nogil
