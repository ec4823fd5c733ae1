"""Sides of pairs, and of scenes, whose rows may have several parts; see sides.pyx."""

from sepax._core.arrays.index cimport Tree
from sepax._core.arrays.rows cimport Rows, set_rows
from sepax._core.arrays.storage cimport Storage, point_count, radius_at
from sepax._core.kernels.pose cimport Pose


cdef const Pose* read_item(object item, Rows* rows) except? NULL
cdef bint read_plain_pair(object value, double* numbers) noexcept


cdef class RowSide:
    cdef object kept                # owns the rows
    cdef const Storage* shapes      # each is a row; NULL for others, and then:
    cdef Rows* rows
    cdef const Pose** poses         # of compounds, and of shapes in a list
    cdef const Tree* tree           # of the shapes; NULL where there is none
    cdef readonly Py_ssize_t count
    cdef bint lacks_parts           # rows of a table whose outlines were not cut when they were read
    cdef Rows* read_before          # those rows, once there are parts: other threads may read them

    cdef int reserve(self, Py_ssize_t count) except -1
    cdef int read_again(self) except -1
    cdef void box_of(self, Py_ssize_t k, double reach, double* box) noexcept nogil
    cdef void place_of(self, Py_ssize_t k, double* place) noexcept nogil


cdef inline void set_shape(Rows* rows, const Storage* shapes, Py_ssize_t k) noexcept nogil:
    """One shape of a block, as a row."""
    set_rows(rows, shapes, NULL, k, k + 1,
             point_count(shapes, k) <= 2 and radius_at(shapes, k) == 0.0)


cdef inline const Rows* row_of(RowSide side, Py_ssize_t k, Rows* room) noexcept nogil:
    """Row k of a side, in the room where it is a shape of a block."""
    if side.shapes is NULL:
        return side.rows + k
    set_shape(room, side.shapes, k)
    return room


cdef inline Py_ssize_t part_count(RowSide side, Py_ssize_t k) noexcept nogil:
    """How many parts a row has."""
    return 1 if side.shapes is not NULL else side.rows[k].stop - side.rows[k].start
