"""Boxes of an array that holds nothing else: a frame of levels.pxd and an angle each.

The frame has the position, cosine and sine of the pose and the local half sizes. As the ring of
such a box is symmetric about its local origin, these are all that its world frame is derived from.
Kernels for two shapes get the whole body, restored in memory of their own.
"""

from libc.math cimport fabs

from sepax._core.kernels.pose cimport Body, body_lay_out, body_settle
from sepax._core.kernels.convex cimport COORDINATE_LIMIT, Hull, unit_vector
from sepax._core.simd.levels cimport FRAME, ring_kernels

cdef enum:
    BOX_DOUBLES = 36    # body_size(4)
    BOX_POINTS = 6      # of them hull_stride(4) for each coordinate

cdef struct BoxBody:
    Body body
    double memory[BOX_DOUBLES]
    const double* frame     # what the hull was restored from; NULL for nothing yet


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
    body.bending = body.finest


cdef inline void box_lay_out(BoxBody* box) noexcept nogil:
    """Memory for boxes to be restored in, one after the other."""
    body_lay_out(&box.body, 4, box.memory)
    box.body.hull.n = box.body.hull.edges = 4
    box.body.hull.half = 2
    box.body.hull.is_box = True
    box.body.hull.radius = 0.0
    box.frame = NULL


cdef inline void box_set_points(Body* body, double half_width, double half_height) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(BOX_POINTS):
        body.local_x[i] = half_width if i % 4 == 1 or i % 4 == 2 else -half_width
        body.local_y[i] = half_height if i % 4 >= 2 else -half_height


cdef inline const Hull* box_hull(BoxBody* box, const double* frame) noexcept nogil:
    """The hull as `body_settle` leaves it. The frame has the reach and the skew; no edge is so
    short that it needs mending."""
    cdef Body* body = &box.body
    cdef Hull* hull = &body.hull
    cdef double width = frame[4], height = frame[5]
    cdef double inner = min(width, height) - 1.78e-15 * (width + height)
    cdef double grid = 1.78e-15 * (fabs(frame[0]) + fabs(frame[1]) + (width + height))
    if box.frame == frame:      # that of the pair before
        return hull
    box.frame = frame
    box_set_points(body, width, height)
    hull.centre_x = frame[0] + 0.0
    hull.centre_y = frame[1] + 0.0
    hull.reach = frame[6]
    hull.inner = (inner - 1e-15 * fabs(inner)) - grid
    hull.skew = frame[7]
    ring_kernels.place(body.local_x, body.local_y, 4, frame[2], frame[3], frame[0], frame[1],
                       hull.centre_x, hull.centre_y, hull.x, hull.y,
                       hull.normal_x, hull.normal_y, hull.offset)
    hull.x[4] = hull.x[0]
    hull.y[4] = hull.y[0]
    hull.axis_x = hull.normal_x[1]
    hull.axis_y = hull.normal_y[1]
    hull.half_width = hull.offset[1]
    hull.half_height = hull.offset[2]
    return hull


cdef inline void box_restore(BoxBody* box, const double* frame, double angle) noexcept nogil:
    """The whole body, settled in the pose of the frame."""
    box_lay_out(box)
    box_set_points(&box.body, frame[4], frame[5])
    box_measure(&box.body, frame[4], frame[5])
    box.body.pose.x = frame[0]
    box.body.pose.y = frame[1]
    box.body.pose.angle = angle
    box.body.pose.cosine = frame[2]
    box.body.pose.sine = frame[3]
    body_settle(&box.body)


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
