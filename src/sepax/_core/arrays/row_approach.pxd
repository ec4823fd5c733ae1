"""The closest approach of two rows of parts in motion; see row_approach.pyx."""

from sepax._core.arrays.rows cimport Rows
from sepax._core.interrupts cimport Watch
from sepax._core.kernels.answers cimport Motion, Passing


cdef int row_approach(const Rows* a, const Rows* b, const Motion* motion, Passing* passing,
                      Watch* watch) noexcept nogil
