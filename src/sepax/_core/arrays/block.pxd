"""ShapeBlock: many shapes in one block of memory; see block.pyx."""

from sepax._core.arrays.storage cimport PolygonRoom, Storage
from sepax._core.kernels.convex cimport Convex


cdef class ShapeBlock:
    cdef readonly Py_ssize_t count
    cdef readonly Py_ssize_t vertex_count   # of all shapes; a circle has one, its centre
    cdef readonly Py_ssize_t box_count
    cdef Storage shapes
    cdef void* block            # what `shapes` point to, and the arrays of bodies; none ever moves
    cdef void* rings            # and the proxies of bodies
    cdef readonly Py_ssize_t nbytes

    cdef double* reserve(self, Py_ssize_t count, Py_ssize_t doubles) except NULL
    cdef double* allocate_bodies(self, Py_ssize_t count, Py_ssize_t doubles) except NULL
    cdef int allocate_polygons(self, Py_ssize_t count, PolygonRoom* room) except -1
    cdef int allocate_compact(self, int kind, Py_ssize_t count) except -1
    cdef void set_box(self, Py_ssize_t k, double half_width, double half_height) noexcept
    cdef int begin_body(self, Py_ssize_t k, Py_ssize_t edges, double radius, double x, double y,
                        double angle) except -1
    cdef int put_rings(self) except -1
    cdef int require_row(self, Py_ssize_t k) except -1
    cdef int recount(self) except -1
    cdef void count_body(self, const Convex* convex) noexcept


cpdef ShapeBlock block_of_array(object shapes)
cdef int require_length(str name, Py_ssize_t length, Py_ssize_t expected) except -1
cdef int require_pairs(str name, const double[:, ::1] array, Py_ssize_t expected) except -1
