"""The time at which two shapes in motion first touch."""

from libc.math cimport INFINITY

from sepax._core.answers.answer cimport Options, Result
from sepax._core.answers.sweep cimport STILL, turned
from sepax._core.kernels.answers cimport Meeting
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.sweep cimport convex_time_of_impact


cdef inline int answer_time_of_impact(const Convex* a, const Convex* b, const Options* options,
                                      Result* result) noexcept nogil:
    cdef Meeting meeting
    cdef int found = turned(a, b, options, &meeting)
    if found == STILL:
        result.number = convex_time_of_impact(a, b, &options.motion.motion)
        return 1
    result.number = meeting.time if found == 1 else INFINITY
    return found if found < 0 else 1
