"""Whether a row covers another, also several parts of a union together; see row_cover.pyx."""

from sepax._core.arrays.rows cimport Rows
from sepax._core.interrupts cimport Watch

cdef int row_covers(const Rows* outer, const Rows* inner, bint exact, Watch* watch) noexcept nogil
