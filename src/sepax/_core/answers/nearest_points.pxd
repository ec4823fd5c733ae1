"""The points where two shapes are nearest to each other."""

from sepax._core.answers.answer cimport Options, Result
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.distance cimport Witnesses, convex_nearest_points


cdef inline int answer_nearest_points(const Convex* a, const Convex* b, const Options* options,
                                      Result* result) noexcept nogil:
    cdef Witnesses found
    convex_nearest_points(a, b, &found)
    result.points = [found.a_x, found.a_y, found.b_x, found.b_y]
    return 1
