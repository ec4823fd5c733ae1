"""The distance of two shapes."""

from sepax._core.answers.answer cimport Options, Result
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.distance cimport convex_distance


cdef inline int answer_distance(const Convex* a, const Convex* b, const Options* options,
                                Result* result) noexcept nogil:
    result.number = convex_distance(a, b)
    return 1
