"""The areas that rows of parts cover, and share; see row_areas.pyx."""

from sepax._core.arrays.rows cimport Rows
from sepax._core.interrupts cimport Watch

cdef int row_area(const Rows* rows, double* area, Watch* watch) noexcept nogil
cdef int row_overlap_area(const Rows* a, const Rows* b, double* area, Watch* watch) noexcept nogil
cdef int row_iou(const Rows* a, const Rows* b, double* share, Watch* watch) noexcept nogil
