"""Shape: one body with its own memory. The base of what users see."""

from sepax._core.body cimport Body
from sepax._core.sweep cimport Motion


cdef class Shape:
    cdef Body body              # body.hull.n == 0 until initialised
    cdef double* memory         # every array of the body; never moves

    cdef int require_ready(self) except -1
    cdef int allocate(self, Py_ssize_t n) except -1
    cdef int begin(self, Py_ssize_t n, Py_ssize_t edges, double radius, double x, double y,
                   double angle) except -1


cdef struct Ring:
    double* x
    double* y
    Py_ssize_t* index   # of each vertex in what the caller gave
    Py_ssize_t* stack   # working memory
    Py_ssize_t n


cdef class RingMemory:
    cdef Ring ring


cdef int read_ring(const double[:, ::1] vertices, Ring* ring) except -1
cdef int read_pair(object value, str name, double* x, double* y) except -1
cdef int read_motion(object velocity_a, object velocity_b, double max_time,
                     Motion* motion) except -1
