"""Boxes of an array that holds nothing else: a frame of simd.pxd and an angle each.

The frame has the position, cosine and sine of the pose and the local half sizes. As the ring of
such a box is symmetric about its local origin, these are all that its world frame is derived from.
Kernels for two shapes get the whole body, restored in memory of their own.
"""

from libc.math cimport fabs

from sepax._core.body cimport Body, Pose, body_is_sound, body_lay_out, body_settle
from sepax._core.hull cimport COORDINATE_LIMIT, Hull, unit_vector
from sepax._core.simd cimport FRAME

cdef enum:
    BOX_DOUBLES = 36    # body_size(4)
    BOX_POINTS = 6      # of them hull_stride(4) for each coordinate

cdef struct BoxBody:
    Body body
    double memory[BOX_DOUBLES]
    const double* frame     # what it was restored from; NULL for nothing yet


cdef inline bint is_box_size(double half) noexcept nogil:
    """Whether half a side is in the range where nothing underflows."""
    return 1e-100 <= half <= COORDINATE_LIMIT


cdef inline bint is_plain_box(const double* x, const double* y, Py_ssize_t n) noexcept nogil:
    """Whether the local ring is that of `Polygon.box`: (-x, -y), (x, -y), (x, y), (-x, y)."""
    return (n == 4 and is_box_size(x[2]) and is_box_size(y[2])
            and x[1] == x[2] and x[0] == -x[2] and x[3] == -x[2]
            and y[3] == y[2] and y[0] == -y[2] and y[1] == -y[2])


cdef inline void box_measure(Body* body, double x, double y) noexcept nogil:
    """What `body_measure` finds, which here is exact but for the rounding that it does, too."""
    cdef double shortest = 2.0 * min(x, y), inner = min(x, y) - 1.78e-15 * (x + y), unused
    body.hull.n = body.hull.edges = 4
    body.hull.half = 2
    body.hull.is_box = True
    body.hull.radius = body.centre_x = body.centre_y = body.asymmetry = 0.0
    body.reach = unit_vector(x, y, &unused, &unused) * (1.0 + 1e-15)
    body.inner = inner - 1e-15 * fabs(inner)
    body.pivot_reach = x + y
    body.skew_of_grid = 16.0 / shortest
    body.finest = min(min(shortest, inner) / 64.0, 1.78e-15 * COORDINATE_LIMIT)


cdef inline void box_begin(BoxBody* box, double half_width, double half_height) noexcept nogil:
    """The local frame of a box, measured."""
    cdef Py_ssize_t i
    body_lay_out(&box.body, 4, box.memory)
    for i in range(BOX_POINTS):
        box.body.local_x[i] = half_width if i % 4 == 1 or i % 4 == 2 else -half_width
        box.body.local_y[i] = half_height if i % 4 >= 2 else -half_height
    box_measure(&box.body, half_width, half_height)


cdef inline void box_restore(BoxBody* box, const double* frame, double angle) noexcept nogil:
    """The body, settled in the pose of the frame."""
    box_begin(box, frame[4], frame[5])
    box.body.pose.x = frame[0]
    box.body.pose.y = frame[1]
    box.body.pose.angle = angle
    box.body.pose.cosine = frame[2]
    box.body.pose.sine = frame[3]
    body_settle(&box.body)
    box.frame = frame


cdef inline double box_range(double half_width, double half_height) noexcept nogil:
    """The box survives every pose of which |x| + |y| is below this: see `body_settle`."""
    cdef Body body
    box_measure(&body, half_width, half_height)
    return 0.999 * (body.finest / 1.78e-15) - 1.001 * body.pivot_reach


cdef inline void box_bounds(const double* frame, double* bounds) noexcept nogil:
    """min_x, min_y, max_x, max_y of the vertices. Rounding keeps the order of numbers: the
    largest sum is that with the largest summand."""
    cdef double x = fabs(frame[2] * frame[4]) + fabs(frame[3] * frame[5])
    cdef double y = fabs(frame[3] * frame[4]) + fabs(frame[2] * frame[5])
    bounds[0] = frame[0] - x
    bounds[1] = frame[1] - y
    bounds[2] = frame[0] + x
    bounds[3] = frame[1] + y


cdef inline void box_frame(const Body* body, double* frame) noexcept nogil:
    """The frame of a body that is such a box, settled."""
    frame[0] = body.pose.x
    frame[1] = body.pose.y
    frame[2] = body.pose.cosine
    frame[3] = body.pose.sine
    frame[4] = body.local_x[2]
    frame[5] = body.local_y[2]
    frame[6] = body.hull.reach
    frame[7] = body.hull.skew
