"""Bodies: many shapes in one block of memory; see bodies.pyx."""

from sepax._core.body cimport Body


cdef class Bodies:
    cdef readonly Py_ssize_t count
    cdef readonly Py_ssize_t vertex_count   # of all shapes; a circle has one, its centre
    cdef readonly Py_ssize_t box_count
    cdef double* frames         # (count, FRAME) as of simd.pxd, each in a cache line of its own
    cdef Body* body             # neither ever moves
    cdef void* block            # frames, bodies and the arrays of the bodies
    cdef readonly Py_ssize_t nbytes

    cdef double* allocate(self, Py_ssize_t count, double doubles) except NULL
    cdef int recount(self) except -1
    cdef int begin(self, Py_ssize_t k, Py_ssize_t edges, double radius, double x, double y,
                   double angle) except -1
