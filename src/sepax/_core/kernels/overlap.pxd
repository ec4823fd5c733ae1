"""The area that two shapes share; see overlap.pyx."""

from sepax._core.kernels.convex cimport Convex

cdef double convex_overlap_area(const Convex* a, const Convex* b) noexcept nogil
cdef double convex_iou(const Convex* a, const Convex* b) noexcept nogil
cdef double own_area(const Convex* convex) noexcept nogil


cdef inline bint shape_comes_before(const Convex* a, const Convex* b) noexcept nogil:
    """Orders shapes that are not the same, independently of the order of the arguments."""
    cdef Py_ssize_t i
    if a.x[0] != b.x[0]:
        return a.x[0] < b.x[0]
    if a.n != b.n:
        return a.n < b.n
    for i in range(a.n):
        if a.x[i] != b.x[i]:
            return a.x[i] < b.x[i]
        if a.y[i] != b.y[i]:
            return a.y[i] < b.y[i]
    return a.radius < b.radius
