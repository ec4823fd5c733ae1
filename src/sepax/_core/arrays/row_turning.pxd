"""Two rows that turn while they move, as wholes; see row_turning.pyx."""

from sepax._core.arrays.rows cimport Rows
from sepax._core.interrupts cimport Watch
from sepax._core.kernels.answers cimport Meeting
from sepax._core.kernels.turning cimport TurningMotion

cdef enum:
    # A turning sweep failed: this less what require_turned takes.
    TURN_FAILED = -16

cdef int time_of_turning(const Rows* a, const Rows* b, const TurningMotion* motion, double* time,
                         Watch* watch) noexcept nogil
cdef int sweep_turning(const Rows* a, const Rows* b, const TurningMotion* motion, Meeting* found,
                       Watch* watch) noexcept nogil
cdef bint rows_turn(const Rows* a, const Rows* b, const TurningMotion* motion) noexcept nogil
