"""Sides of pairs, and of scenes, whose rows may have several parts; see groups.pyx."""

from sepax._core.arrays.rows cimport Rows


cdef bint read_rows(object item, Rows* rows) except -1
cdef bint has_seam(const Rows* a, const Rows* b) noexcept nogil
cdef bint read_plain_pair(object value, double* numbers) noexcept


cdef class GroupSide:
    cdef object kept                # what the rows are of
    cdef Rows* rows
    cdef readonly Py_ssize_t count

    cdef int reserve(self, Py_ssize_t count) except -1
    cdef void box_of(self, Py_ssize_t k, double reach, double* box) noexcept nogil


cdef class GroupRows:
    cdef GroupSide a
    cdef GroupSide b
    cdef const Py_ssize_t[::1] i
    cdef const Py_ssize_t[::1] j
    cdef readonly Py_ssize_t count

    cdef int require(self, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t rows) except -1
