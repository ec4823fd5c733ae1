"""Whether a shape contains a point, its boundary included."""

from sepax._core.answers.answer cimport Options, Result
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.intersect cimport convex_intersect


cdef inline int answer_contains(const Convex* a, const Convex* b, const Options* options,
                                Result* result) noexcept nogil:
    return convex_intersect(a, b, False)
