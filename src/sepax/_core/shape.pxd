"""Shape: one body with its own memory. The base of what users see."""

from sepax._core.kernels.pose cimport PosedConvex

cdef extern from "publish.h" nogil:
    void publish(double** place, double* value)
    double* published(double** place)


cdef class Shape:
    cdef double* memory         # every array of the body, never moves; NULL until initialised
    cdef PosedConvex posed
    # No methods in C: the table of them would show in help() of every shape.


cdef inline bint is_ready(Shape self) noexcept:
    """Whether the shape is initialised: once it is, all of its body is in place."""
    return published(&self.memory) is not NULL


cdef int build(Shape self, const double* x, const double* y, Py_ssize_t n, Py_ssize_t edges,
               double radius, double place_x, double place_y, double angle) except -1
cdef int apply_pose(PosedConvex* posed, double x, double y, double angle) except -1
cdef int refuse_unready(Shape shape) except -1
cdef int refuse_step(object dx) except -1
cdef int refuse_place(object x, object y, object angle, object position) except -1


cdef inline int require_ready(Shape shape) except -1:
    if not is_ready(shape):
        refuse_unready(shape)
    return 0
