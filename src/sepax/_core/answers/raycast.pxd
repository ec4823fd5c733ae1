"""Where a ray hits a shape."""

from sepax._core.answers.answer cimport Options, Result
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.raycast cimport convex_raycast


cdef inline int answer_raycast(const Convex* a, const Convex* b, const Options* options,
                               Result* result) noexcept nogil:
    return convex_raycast(a, &options.probe, &result.ray_hit)
