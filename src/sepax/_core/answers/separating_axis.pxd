"""An axis that separates two shapes."""

from sepax._core.answers.answer cimport Options, Result
from sepax._core.kernels.answers cimport Axis
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.separation cimport convex_axis


cdef inline int answer_separating_axis(const Convex* a, const Convex* b, const Options* options,
                                       Result* result) noexcept nogil:
    cdef Axis axis
    if not convex_axis(a, b, &axis):
        return 0
    result.vector[0] = axis.normal_x
    result.vector[1] = axis.normal_y
    return 1
