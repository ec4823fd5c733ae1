"""The least and the greatest scalar product of an axis with a point of a shape."""

from sepax._core.answers.answer cimport Options, Result
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.projection cimport convex_project


cdef inline int answer_project(const Convex* a, const Convex* b, const Options* options,
                               Result* result) noexcept nogil:
    convex_project(a, b.x[0], b.y[0], &result.vector[0], &result.vector[1])
    return 1
