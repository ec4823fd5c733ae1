"""How a row separates from another; see row_release.pyx."""

from sepax._core.arrays.rows cimport Rows
from sepax._core.interrupts cimport Watch
from sepax._core.kernels.answers cimport Axis
from sepax._core.kernels.convex cimport Convex
from sepax._core.separate cimport Release

cdef extern from "roundoff.h" nogil:
    # Of the size: 64 E, far more than depths, distances and gaps at an impact are off.
    const double SLACK "0x1p-43"
    # Of a speed: its error across a face.
    const double SPEED_DOUBT "(0.5 * SEPARATION_ROUNDOFF)"

cdef double slack_of_rows(const Rows* a, const Rows* b) noexcept nogil
cdef int find_release(const Rows* a, const Rows* b, const double* toward, Release* out,
                      Watch* watch) noexcept nogil
cdef int find_touching_normal(const Rows* a, const Rows* b, double slack, Release* out,
                              Watch* watch) noexcept nogil
cdef int find_nearness(const Rows* a, const Rows* b, double margin, Release* out,
                       Watch* watch) noexcept nogil
cdef bint meet_within(const Convex* a, const Convex* b, double margin, Axis* axis,
                      double* depth) noexcept nogil
