"""The penetration of two shapes, and the translation that separates them."""

from sepax._core.answers.answer cimport Options, Result
from sepax._core.kernels.answers cimport Axis, mtv_component
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.roundoff cimport pair_size, separation_error
from sepax._core.kernels.separation cimport convex_penetration, set_axis
from sepax._core.simd.levels cimport EDGE_NONE, EDGE_UNCERTAIN


cdef inline bint penetration(const Convex* a, const Convex* b, int edge, Axis* widest,
                             double* depth) noexcept nogil:
    """`convex_penetration`, without the search if lanes have found the edge. Another thread may
    have overwritten that edge."""
    cdef bint on_b = edge >= 4
    if edge == EDGE_NONE:
        return False
    if edge != EDGE_UNCERTAIN and edge % 4 < (b if on_b else a).edges:
        set_axis(a, b, edge % 4, on_b, widest)
        depth[0] = 0.0 - widest.separation
        if depth[0] > separation_error(pair_size(a, b)):
            return True
    return convex_penetration(a, b, widest, depth)


cdef inline int answer_mtv(const Convex* a, const Convex* b, const Options* options,
                           Result* result) noexcept nogil:
    cdef Axis widest
    cdef double depth = 0.0
    if not penetration(a, b, options.edge, &widest, &depth):
        return 0
    result.vector[0] = mtv_component(widest.normal_x, depth)
    result.vector[1] = mtv_component(widest.normal_y, depth)
    return 1
