"""Two rows of parts in motion; see parts_sweep.pyx."""

from sepax._core.arrays.moving_parts cimport MovingParts
from sepax._core.interrupts cimport Watch
from sepax._core.kernels.answers cimport Meeting, Motion

cdef struct Swept:
    Meeting meeting
    double needed       # the time until which pairs must be listed for the end of the impact

cdef int sweep_parts(MovingParts* parts, const Motion* motion, bint skip_leaving, bint strict,
                     Swept* swept, Watch* watch) noexcept nogil
cdef int sweep_parted(MovingParts* parts, const Motion* motion, bint at_start, bint strict,
                      Swept* swept, Watch* watch) noexcept nogil
