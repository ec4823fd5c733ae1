"""Shape: one body with its own memory. The base of what users see."""

from sepax._core.body cimport Body
from sepax._core.sweep cimport Motion


cdef class Shape:
    cdef Body body              # body.hull.n == 0 until initialised
    cdef double* memory         # every array of the body; never moves
    # No methods in C: the table of them would show in help() of every shape.


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
cdef int refuse_unready(Shape shape) except -1


cdef inline int require_ready(Shape shape) except -1:
    if shape.body.hull.n == 0:
        refuse_unready(shape)
    return 0
