"""The area that two shapes share, divided by that of their union."""

from sepax._core.answers.answer cimport Options, Result
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.overlap cimport convex_iou


cdef inline int answer_iou(const Convex* a, const Convex* b, const Options* options,
                           Result* result) noexcept nogil:
    result.number = convex_iou(a, b)
    return 1
