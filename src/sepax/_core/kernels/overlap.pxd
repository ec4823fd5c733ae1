"""The area that two shapes share; see overlap.pyx."""

from sepax._core.kernels.convex cimport Convex

cdef double convex_overlap_area(const Convex* a, const Convex* b) noexcept nogil
cdef double convex_iou(const Convex* a, const Convex* b) noexcept nogil
