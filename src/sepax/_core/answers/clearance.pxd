"""The signed distance of two shapes, where it is, and its derivatives by their poses."""

from sepax._core.answers.answer cimport Options, Result
from sepax._core.kernels.clearance cimport set_gradients
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.queries cimport convex_gap


cdef inline int answer_clearance(const Convex* a, const Convex* b, const Options* options,
                                 Result* result) noexcept nogil:
    convex_gap(a, b, &result.gap)
    set_gradients(options.motion.position_a, options.motion.position_b, &result.gap)
    return 1
