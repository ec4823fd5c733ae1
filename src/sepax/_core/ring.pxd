"""Rings from users: see ring.pyx."""

from sepax._core.interrupts cimport Watch


cdef struct RingDraft:
    double* x
    double* y
    Py_ssize_t* index   # of each vertex in what the caller gave
    Py_ssize_t* stack   # working memory
    Py_ssize_t n


cdef struct Spot:
    double x, y


cdef class RingMemory:
    cdef RingDraft ring


cdef int read_ring(const double[:, ::1] vertices, RingDraft* ring, str convex) except -1
cdef list hull_of_spots(const Spot* points, Py_ssize_t n)
cdef int require_ends(const double* x, const double* y) except -1
cdef Spot* sort_spots(Spot* spots, Spot* spare, Py_ssize_t n, Watch* watch) noexcept nogil
cdef Py_ssize_t hull_chain(const Spot* spots, Py_ssize_t n, Py_ssize_t* chain,
                           Watch* watch) noexcept nogil
