"""How near two shapes in motion come to each other, when first and where."""

from sepax._core.answers.answer cimport Options, Result
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.queries cimport convex_approach


cdef inline int answer_closest_approach(const Convex* a, const Convex* b, const Options* options,
                                        Result* result) noexcept nogil:
    convex_approach(a, b, &options.motion.motion, &result.passing)
    return 1
