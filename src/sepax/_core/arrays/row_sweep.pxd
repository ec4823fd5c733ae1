"""Two rows in motion, as wholes; see row_sweep.pyx."""

from sepax._core.arrays.rows cimport Rows
from sepax._core.interrupts cimport Watch
from sepax._core.kernels.answers cimport Meeting, Motion

cdef int sweep_rows(const Rows* a, const Rows* b, const Motion* motion, bint skip_leaving,
                    bint strict, Meeting* found, Watch* watch) noexcept nogil
