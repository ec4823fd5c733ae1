"""Sides of pairs, and of scenes, whose rows may have several parts; see groups.pyx."""

from sepax._core.arrays.rows cimport Rows


cdef class GroupSide:
    cdef object kept                # what the rows are of
    cdef Rows* rows
    cdef readonly Py_ssize_t count

    cdef int reserve(self, Py_ssize_t count) except -1
    cdef void box_of(self, Py_ssize_t k, double reach, double* box) noexcept nogil
