"""Two rows of parts in motion; see parts_sweep.pyx."""

from sepax._core.arrays.copies cimport Copies
from sepax._core.interrupts cimport Watch
from sepax._core.kernels.answers cimport Meeting, Motion

cdef int sweep_parts(const Copies* a, const Copies* b, const Motion* motion, bint skip_leaving,
                     bint strict, Meeting* found, bint* deep, Watch* watch) noexcept nogil
cdef int sweep_parted(const Copies* a, const Copies* b, const Motion* motion, bint strict,
                      Meeting* found, Watch* watch) noexcept nogil
