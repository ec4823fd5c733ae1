"""Whether the first shape covers the second."""

from sepax._core.answers.answer cimport Options, Result
from sepax._core.kernels.containment cimport convex_covers
from sepax._core.kernels.convex cimport Convex


cdef inline int answer_covers(const Convex* a, const Convex* b, const Options* options,
                              Result* result) noexcept nogil:
    return convex_covers(a, b)
