"""The area that two shapes share."""

from sepax._core.answers.answer cimport Options, Result
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.overlap cimport convex_overlap_area


cdef inline int answer_overlap_area(const Convex* a, const Convex* b, const Options* options,
                                    Result* result) noexcept nogil:
    result.number = convex_overlap_area(a, b)
    return 1
