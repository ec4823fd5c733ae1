"""The point of a shape that is farthest in a direction."""

from sepax._core.answers.answer cimport Options, Result
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.support cimport convex_support_point


cdef inline int answer_support_point(const Convex* a, const Convex* b, const Options* options,
                                     Result* result) noexcept nogil:
    convex_support_point(a, b.x[0], b.y[0], result.vector)
    return 1
