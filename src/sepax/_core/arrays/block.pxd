"""ShapeBlock: many shapes in one block of memory; see block.pyx."""

from sepax._core.arrays.boxes cimport BoxMemory, box_restore
from sepax._core.kernels.pose cimport PosedConvex
from sepax._core.simd.levels cimport RECORD


cdef class ShapeBlock:
    cdef readonly Py_ssize_t count
    cdef readonly Py_ssize_t vertex_count   # of all shapes; a circle has one, its centre
    cdef readonly Py_ssize_t box_count
    cdef double* records         # (count, RECORD) as of levels.pxd, each in a cache line of its own
    cdef double* angles         # of the boxes of boxes.pxd, if all shapes are such; else NULL
    cdef PosedConvex* posed             # else; NULL for those
    cdef double* bounds         # (count, 4), beside the shapes: surely hold the shapes
    cdef double range           # poses nearer than this to the origin suit all of those boxes
    cdef void* block            # all of these and the arrays of the shapes; none ever moves
    cdef readonly Py_ssize_t nbytes

    cdef double* reserve(self, Py_ssize_t count, Py_ssize_t doubles) except NULL
    cdef double* allocate(self, Py_ssize_t count, Py_ssize_t doubles) except NULL
    cdef int allocate_boxes(self, Py_ssize_t count) except -1
    cdef void set_box(self, Py_ssize_t k, double half_width, double half_height) noexcept
    cdef int recount(self) except -1
    cdef int begin(self, Py_ssize_t k, Py_ssize_t edges, double radius, double x, double y,
                   double angle) except -1


cdef inline const PosedConvex* shape_at(ShapeBlock block, Py_ssize_t k,
                                        BoxMemory* box) noexcept nogil:
    """Body k, in memory of the caller if it is only kept as a box."""
    if block.posed is not NULL:
        return block.posed + k
    box_restore(box, block.records + RECORD * k, block.angles[k])
    return &box.posed
