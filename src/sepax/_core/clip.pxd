"""The polygon that two polygons share: see clip.pyx."""

from sepax._core.interrupts cimport Watch
from sepax._core.kernels.convex cimport Convex
from sepax._core.ring cimport Spot


cdef class SharedRing:
    cdef Spot* spots            # vertices of either ring in the other, and crossings of edges
    cdef Spot* spare            # of the same size, for sorting
    cdef Py_ssize_t* chain      # and for the hull
    cdef Py_ssize_t room        # for spots; in all three
    cdef Py_ssize_t count       # of spots
    cdef double* x              # the ring of two polygons that share one
    cdef double* y
    cdef Py_ssize_t n
    cdef Watch watch

    cdef int find(self, const Convex* a, const Convex* b) except -1 nogil
    cdef int add_vertices_within(self, const Convex* ring, const Convex* other) except -1 nogil
    cdef int add_crossings(self, const Convex* a, const Convex* b) except -1 nogil
    cdef int check_signals(self, Py_ssize_t work) except -1 nogil
    cdef int require_room(self, Py_ssize_t count) except -1 nogil
    cdef int set_hull(self) except -1 nogil
