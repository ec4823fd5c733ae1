"""Shape: one hull with its own memory and its pose. The base of what users see."""

from sepax._core.hull cimport Hull
from sepax._core.sweep cimport Motion


cdef class Shape:
    cdef Hull hull              # world frame; hull.n == 0 until initialised
    cdef double* memory         # every array of the hull and the local points; never moves
    cdef double* local_x        # points in the frame of the pose, with the first one repeated
    cdef double* local_y
    cdef double x, y            # position: the world place of local (0, 0)
    cdef double turn            # angle in radians, counter-clockwise
    cdef double cosine, sine
    cdef double local_centre_x, local_centre_y
    cdef double local_reach     # of the points from the centre
    cdef double local_inner     # of the edges from the centre
    cdef double pivot_reach     # largest |x| + |y| of the local points
    cdef double asymmetry       # largest deviation of opposite points, if symmetric
    cdef double shortest_edge
    cdef double skew_of_grid    # hull.skew a unit of deviation from symmetry
    cdef double finest          # a rounding grid below this leaves the ring sound

    cdef int require_ready(self) except -1
    cdef int allocate(self, Py_ssize_t n) except -1
    cdef int begin(self, Py_ssize_t n, Py_ssize_t edges, double radius, double x, double y,
                   double angle) except -1
    cdef void measure(self) noexcept
    cdef void measure_edges(self) noexcept
    cdef void measure_symmetry(self) noexcept
    cdef bint settle(self) noexcept
    cdef bint is_sound(self) noexcept
    cdef int place(self, double x, double y, double angle) except -1


cdef int read_pair(object value, str name, double* x, double* y) except -1
cdef int read_motion(object velocity_a, object velocity_b, double max_time,
                     Motion* motion) except -1
