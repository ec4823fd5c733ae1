"""The distance of two shapes, or minus their penetration depth."""

from sepax._core.answers.answer cimport Options, Result
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.queries cimport convex_signed_distance


cdef inline int answer_signed_distance(const Convex* a, const Convex* b, const Options* options,
                                       Result* result) noexcept nogil:
    result.number = convex_signed_distance(a, b)
    return 1
