"""Sides of pairs, and of scenes, whose rows may have several parts; see groups.pyx."""

from sepax._core.arrays.rows cimport Rows
from sepax._core.kernels.pose cimport Pose


cdef const Pose* read_item(object item, Rows* rows) except? NULL
cdef bint read_plain_pair(object value, double* numbers) noexcept


cdef class GroupSide:
    cdef object kept                # what the rows are of
    cdef Rows* rows
    cdef const Pose** poses         # of compounds, and of shapes in a list
    cdef readonly Py_ssize_t count

    cdef int reserve(self, Py_ssize_t count) except -1
    cdef void box_of(self, Py_ssize_t k, double reach, double* box) noexcept nogil
    cdef void place_of(self, Py_ssize_t k, const double* given, double* place) noexcept nogil
