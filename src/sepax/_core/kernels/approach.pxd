"""The closest approach of two shapes in uniform motion: the least distance, and when it is reached.

Seen from a, b translates along a straight line. The distance from a convex shape to a point on a
line is a convex function of time. So it is least at the start, at the end of the time, or where a
corner of the Minkowski difference b - a passes beside the origin. There the motion is at right
angles to the line between the nearest corners.
"""

from libc.float cimport DBL_MAX
from libc.math cimport INFINITY, isfinite

from sepax._core.kernels.answers cimport Meeting, Motion, Passing
from sepax._core.kernels.convex cimport Convex, length_of, unit_vector
from sepax._core.kernels.difference cimport (
    Boundary, RelativeEdge, distance_to_end, distance_to_start, height_above_edge, next_edge,
    start_edges)
from sepax._core.kernels.distance cimport (
    Witnesses, distance_of, move_to_rims, nearest_of_cores, witness_points)
from sepax._core.kernels.edges cimport larger, smaller
from sepax._core.kernels.nearest cimport Nearest, reset_nearest
from sepax._core.kernels.roundoff cimport (
    FLUSH_ROUNDOFF, SMALLEST_DISTANCE, UNDERFLOW_ERROR, pair_size, separation_error)
from sepax._core.kernels.sweep cimport convex_sweep, cross_difference, unit_of_speed

cdef struct Frame:
    # Where vertices are seen from, the direction of the motion, and the normal to its left.
    double x, y
    double along_x, along_y
    double aside_x, aside_y

cdef struct Spread:
    # Where the vertices of a core are, along the motion and to its left.
    double behind, ahead
    double right, left

cdef struct Corners:
    # Of two cores, beside each other on the way.
    double first        # how far the motion is until the first of them pass
    double speed        # in units of it
    double unit
    Nearest nearest


# --- where corners pass each other -----------------------------------------------------------------

cdef inline void spread(const Convex* core, const Frame* frame, Spread* of) noexcept nogil:
    cdef double x, y, along, aside
    cdef Py_ssize_t k
    of.behind = of.right = INFINITY
    of.ahead = of.left = -INFINITY
    for k in range(core.n):
        x = core.x[k] - frame.x
        y = core.y[k] - frame.y
        along = frame.along_x * x + frame.along_y * y
        aside = frame.aside_x * x + frame.aside_y * y
        of.behind = smaller(of.behind, along)
        of.ahead = larger(of.ahead, along)
        of.right = smaller(of.right, aside)
        of.left = larger(of.left, aside)


cdef inline double flush_error(const Spread* a, const Spread* b) noexcept nogil:
    """How much farther away than the nearest vertex on a side the first may be: 4 u of the larger side
    of the box around both cores, which is more than 0.7 times the longer spread. Two sides, arithmetic
    and other parts that come as near have 4 u each of the 16 u that a distance may be off by."""
    return UNDERFLOW_ERROR + 0.7 * FLUSH_ROUNDOFF * larger(
        larger(a.ahead, b.ahead) - smaller(a.behind, b.behind),
        larger(a.left, b.left) - smaller(a.right, b.right))


cdef inline double first_on_side(const Convex* core, const Frame* frame, double side,
                                 double ahead_sign, double least,
                                 Py_ssize_t* first) noexcept nogil:
    """The vertex that passes first of those that are at least so far to the left (`side` 1) or the
    right (-1); `ahead_sign` is -1 for what comes from ahead. Returns how far ahead it is."""
    cdef double ahead = -INFINITY, along, x, y
    cdef Py_ssize_t k
    first[0] = 0
    for k in range(core.n):
        x = core.x[k] - frame.x
        y = core.y[k] - frame.y
        along = ahead_sign * (frame.along_x * x + frame.along_y * y)
        if side * (frame.aside_x * x + frame.aside_y * y) >= least and along > ahead:
            ahead = along
            first[0] = k
    return ahead


cdef inline void pass_beside(const Convex* a, const Convex* b, const Motion* motion,
                             Corners* corners) noexcept nogil:
    """Where corners pass each other. Their distance is a lower bound at any time, and is negative
    where the way of a leads through b."""
    cdef Nearest* nearest = &corners.nearest
    cdef Frame frame
    cdef Spread of_a, of_b
    cdef double side = 1.0, tolerance
    frame.x, frame.y = a.x[0], a.y[0]
    corners.unit = unit_of_speed(motion)
    corners.speed = unit_vector(motion.x * corners.unit, motion.y * corners.unit, &frame.along_x,
                                &frame.along_y)
    frame.aside_x, frame.aside_y = 0.0 - frame.along_y, frame.along_x
    spread(a, &frame, &of_a)
    spread(b, &frame, &of_b)
    tolerance = flush_error(&of_a, &of_b)
    nearest.distance = of_b.right - of_a.left
    if nearest.distance < of_a.right - of_b.left:
        nearest.distance = of_a.right - of_b.left
        side = -1.0
    nearest.normal_x = 0.0 + side * frame.aside_x
    nearest.normal_y = 0.0 + side * frame.aside_y
    nearest.edge = -1
    nearest.on_b = False
    corners.first = -first_on_side(a, &frame, side, 1.0, (
        of_a.left if side > 0.0 else -of_a.right) - tolerance, &nearest.vertex_a)
    corners.first -= first_on_side(b, &frame, -side, -1.0, (
        -of_b.right if side > 0.0 else of_b.left) - tolerance, &nearest.vertex_b)


# --- how near they are at the end ------------------------------------------------------------------

cdef inline void keep_nearer(const RelativeEdge* edge, const Boundary* at, Py_ssize_t i,
                             Py_ssize_t j, double error, Nearest* nearest) noexcept nogil:
    """Take an edge of the difference, which begins with vertex i of the ring and j of the other
    core, if it is nearer than what was found. The ring is named as if it were b."""
    cdef double height = height_above_edge(edge), x = edge.x, y = edge.y, distance
    cdef Py_ssize_t feature = -1
    if distance_to_start(edge) >= 0.0:
        distance = length_of(x, y)
    elif height >= -error and distance_to_end(edge) > 0.0:
        distance = larger(height, 0.0)
        feature = at.edge
        # The outward normal points from the difference to the place.
        x = 0.0 - edge.normal_x
        y = 0.0 - edge.normal_y
    else:
        return      # behind the edge, or where the next one begins
    if distance < nearest.distance:
        nearest.distance = distance
        nearest.normal_x = x
        nearest.normal_y = y
        nearest.edge = feature
        nearest.on_b = not at.of_other
        nearest.vertex_a = -1 if feature >= 0 and at.of_other else j
        nearest.vertex_b = -1 if feature >= 0 and not at.of_other else i


cdef inline void mirror(Nearest* nearest) noexcept nogil:
    """Exchange the roles of both cores."""
    nearest.normal_x = 0.0 - nearest.normal_x
    nearest.normal_y = 0.0 - nearest.normal_y
    nearest.on_b = not nearest.on_b
    nearest.vertex_a, nearest.vertex_b = nearest.vertex_b, nearest.vertex_a


cdef inline void nearest_after_move(const Convex* a, const Convex* b, const Motion* motion,
                                    double time, double error, Nearest* nearest) noexcept nogil:
    """The nearest points that two cores, which do not meet, have at a time."""
    cdef double x = motion.x * time, y = motion.y * time
    cdef bint ring_is_b = b.edges > 0
    cdef const Convex* ring = b if ring_is_b else a
    cdef const Convex* other = a if ring_is_b else b
    cdef double px = x if ring_is_b else -x, py = y if ring_is_b else -y
    cdef Boundary at
    cdef RelativeEdge edge
    cdef Py_ssize_t i, j
    reset_nearest(nearest)
    if not ring.edges:
        nearest.normal_x = b.x[0] - a.x[0] - x
        nearest.normal_y = b.y[0] - a.y[0] - y
        nearest.distance = length_of(nearest.normal_x, nearest.normal_y)
    else:
        start_edges(ring, other, px, py, &at, &edge)
        i, j = at.i, at.j
        while next_edge(&at, px, py, &edge):
            keep_nearer(&edge, &at, i, j, error, nearest)
            i, j = at.i, at.j
        if not ring_is_b:
            mirror(nearest)
    if nearest.distance == 0.0:     # they touch there, but for rounding
        nearest.normal_x, nearest.normal_y = motion.x, motion.y
    if nearest.edge < 0 or nearest.distance == 0.0:
        unit_vector(nearest.normal_x, nearest.normal_y, &nearest.normal_x, &nearest.normal_y)


# --- the closest approach --------------------------------------------------------------------------

cdef inline void pass_at(const Convex* a, const Convex* b, const Motion* motion, double time,
                         double distance, const Nearest* nearest,
                         Passing* passing) noexcept nogil:
    """Fill in the nearest points of shapes that have moved until a time."""
    cdef double a_x = motion.a_x * time, a_y = motion.a_y * time
    cdef double b_x = motion.b_x * time, b_y = motion.b_y * time
    cdef Witnesses points
    witness_points(a, b, nearest, &points)
    move_to_rims(a, b, nearest.normal_x, nearest.normal_y, &points)
    passing.time = time
    passing.distance = distance
    passing.normal_x = nearest.normal_x
    passing.normal_y = nearest.normal_y
    # A point on an edge was found from the vertex of the other shape, and moves with that.
    passing.point_a_x = points.a_x + (b_x if nearest.vertex_a < 0 else a_x)
    passing.point_a_y = points.a_y + (b_y if nearest.vertex_a < 0 else a_y)
    passing.point_b_x = points.b_x + (a_x if nearest.vertex_b < 0 else b_x)
    passing.point_b_y = points.b_y + (a_y if nearest.vertex_b < 0 else b_y)


cdef inline void pass_by_meeting(const Meeting* meeting, Passing* passing) noexcept nogil:
    """The closest approach of shapes that meet."""
    passing.time = meeting.time
    passing.distance = 0.0
    passing.normal_x = meeting.normal_x
    passing.normal_y = meeting.normal_y
    passing.point_a_x = passing.point_b_x = meeting.point_x
    passing.point_a_y = passing.point_b_y = meeting.point_y


cdef inline void pass_through(const Convex* a, const Convex* b, const Motion* motion,
                              double max_time, double error, double at_start,
                              Corners* corners) noexcept nogil:
    """The time, and the nearest points then, if the way leads through b: the start, the end, or an
    impact that a sweep misses by rounding, as that of segments that are parallel but for rounding."""
    cdef Meeting meeting
    if cross_difference(a, b, motion, &meeting) and meeting.time <= max_time:
        corners.first = larger(meeting.time, 0.0)   # 0 too where the way leads away
    else:
        corners.first = max_time
    nearest_after_move(a, b, motion, corners.first, error, &corners.nearest)
    if not (corners.nearest.distance < at_start and isfinite(corners.nearest.distance)):
        corners.first = 0.0


cdef inline double time_of_passing(const Convex* a, const Convex* b, const Motion* motion,
                                   double max_time, double error,
                                   Corners* corners) noexcept nogil:
    """When cores come nearest whose ways lead past each other, and unless that is 0, where."""
    cdef double first = larger(corners.first, 0.0) * corners.unit, time = max_time
    if first > corners.speed * max_time:
        nearest_after_move(a, b, motion, time, error, &corners.nearest)
    else:
        time = smaller(first / corners.speed, max_time)
    return time if isfinite(corners.nearest.distance) else 0.0


cdef inline void find_start(const Convex* a, const Convex* b, double error,
                            Nearest* nearest) noexcept nogil:
    """The nearest points of cores that do not meet, before they move."""
    if not nearest_of_cores(a, b, error, nearest):      # another thread has set a pose since
        reset_nearest(nearest)


cdef inline void convex_approach(const Convex* a, const Convex* b, const Motion* motion,
                                 Passing* passing) noexcept nogil:
    """The least distance of two moving shapes within [0, max_time], the first time at which they
    are that near, and where."""
    cdef double error = separation_error(pair_size(a, b)), radii = a.radius + b.radius
    cdef double max_time = smaller(motion.max_time, DBL_MAX), time = 0.0
    cdef Corners corners
    cdef Meeting meeting
    cdef Nearest start
    pass_beside(a, b, motion, &corners)
    # Shapes that pass each other by more than rounding need no sweep.
    if not corners.nearest.distance > radii + 4.0 * error and convex_sweep(
            a, b, motion, &meeting):
        pass_by_meeting(&meeting, passing)
        return
    if corners.speed > 0.0 and max_time > 0.0 and corners.nearest.distance >= -error:
        time = time_of_passing(a, b, motion, max_time, error, &corners)
    elif corners.speed > 0.0 and max_time > 0.0:
        find_start(a, b, error, &start)
        pass_through(a, b, motion, max_time, error, start.distance, &corners)
        time = corners.first
    if time > 0.0:
        pass_at(a, b, motion, time, larger(corners.nearest.distance - radii, SMALLEST_DISTANCE),
                &corners.nearest, passing)
        return
    find_start(a, b, error, &start)
    pass_at(a, b, motion, 0.0, distance_of(a, b, start.distance, error), &start, passing)
