"""The closest approach of two shapes in uniform motion: the least distance, and when it is reached.

Seen from a, b translates along a straight line. The distance from a convex shape to a point on a
line is a convex function of time. So it is least at the start, at the end of the time, or where a
corner of the Minkowski difference b - a passes beside the origin. There the motion is at right
angles to the line between the nearest corners.
"""

from libc.float cimport DBL_MAX
from libc.math cimport INFINITY, fabs, isfinite

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

cdef struct Flank:
    # The vertices of a core that are farthest to one side of the motion, within a tolerance.
    double height       # to that side, of the farthest, from a common origin
    double ahead        # along the motion, of the first vertex to pass
    Py_ssize_t first

cdef struct Corners:
    # Of two cores, beside each other on the way.
    double first        # how far the motion is until the first of them pass
    double speed        # in units of it
    double unit
    Nearest nearest


# --- where corners pass each other -----------------------------------------------------------------

cdef inline void widen(const double* numbers, Py_ssize_t count, double origin, double* low,
                       double* high) noexcept nogil:
    """Enlarge an interval, relative to an origin, to hold coordinates."""
    cdef Py_ssize_t k
    for k in range(count):
        low[0] = smaller(low[0], numbers[k] - origin)
        high[0] = larger(high[0], numbers[k] - origin)


cdef inline double flush_error(const Convex* a, const Convex* b) noexcept nogil:
    """How much farther away than the nearest vertex of a flank the first may be: 4 u of the larger
    side of the box around both cores. Two flanks, arithmetic and other parts that come as near have
    4 u each of the 16 u that a distance may be off by."""
    cdef double low_x = 0.0, low_y = 0.0, high_x = 0.0, high_y = 0.0
    widen(a.x, a.n, a.x[0], &low_x, &high_x)
    widen(b.x, b.n, a.x[0], &low_x, &high_x)
    widen(a.y, a.n, a.y[0], &low_y, &high_y)
    widen(b.y, b.n, a.y[0], &low_y, &high_y)
    return FLUSH_ROUNDOFF * larger(high_x - low_x, high_y - low_y) + UNDERFLOW_ERROR


cdef inline void find_flank(const Convex* core, double x, double y, double nx, double ny,
                            double dx, double dy, double tolerance, Flank* flank) noexcept nogil:
    """The flank of a core in the direction of a normal, seen from (x, y), for a motion along
    (dx, dy)."""
    cdef double along
    cdef Py_ssize_t k
    flank.height = flank.ahead = -INFINITY
    flank.first = 0
    for k in range(core.n):
        flank.height = larger(flank.height, nx * (core.x[k] - x) + ny * (core.y[k] - y))
    for k in range(core.n):
        if nx * (core.x[k] - x) + ny * (core.y[k] - y) < flank.height - tolerance:
            continue
        along = dx * (core.x[k] - x) + dy * (core.y[k] - y)
        if along > flank.ahead:
            flank.ahead = along
            flank.first = k


cdef inline void pass_beside(const Convex* a, const Convex* b, double nx, double ny, double dx,
                             double dy, double tolerance, Corners* corners) noexcept nogil:
    """Where a passes b on a way along (dx, dy), if b is to the side of the normal."""
    cdef Flank of_a, of_b
    find_flank(a, a.x[0], a.y[0], nx, ny, dx, dy, tolerance, &of_a)
    find_flank(b, a.x[0], a.y[0], -nx, -ny, -dx, -dy, tolerance, &of_b)
    corners.first = -of_b.ahead - of_a.ahead
    corners.nearest.distance = -of_b.height - of_a.height
    corners.nearest.normal_x = nx
    corners.nearest.normal_y = ny
    corners.nearest.edge = -1
    corners.nearest.on_b = False
    corners.nearest.vertex_a = of_a.first
    corners.nearest.vertex_b = of_b.first


cdef inline void pass_on_either_side(const Convex* a, const Convex* b, const Motion* motion,
                                     double tolerance, Corners* corners) noexcept nogil:
    """Where corners pass each other. Their distance is a lower bound at any time, and is negative
    where the way of a leads through b."""
    cdef double x, y
    cdef Corners right
    corners.unit = unit_of_speed(motion)
    corners.speed = unit_vector(motion.x * corners.unit, motion.y * corners.unit, &x, &y)
    pass_beside(a, b, 0.0 - y, x, x, y, tolerance, corners)
    pass_beside(a, b, y, 0.0 - x, x, y, tolerance, &right)
    if corners.nearest.distance < right.nearest.distance:
        right.speed = corners.speed
        right.unit = corners.unit
        corners[0] = right


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
    if not corners.nearest.distance < at_start:
        corners.first = 0.0


cdef inline double time_of_approach(const Convex* a, const Convex* b, const Motion* motion,
                                    double error, double at_start,
                                    Nearest* nearest) noexcept nogil:
    """When cores that do not meet come nearest to each other, and unless that is 0, where."""
    cdef double max_time = smaller(motion.max_time, DBL_MAX), time = 0.0, first
    cdef Corners corners
    pass_on_either_side(a, b, motion, flush_error(a, b), &corners)
    if corners.speed == 0.0 or max_time == 0.0:
        return 0.0
    first = larger(corners.first, 0.0) * corners.unit
    if corners.nearest.distance < -error:
        pass_through(a, b, motion, max_time, error, at_start, &corners)
        time = corners.first
    elif first > corners.speed * max_time:
        time = max_time
        nearest_after_move(a, b, motion, time, error, &corners.nearest)
    else:
        time = smaller(first / corners.speed, max_time)
    nearest[0] = corners.nearest
    return time if isfinite(nearest.distance) else 0.0


cdef inline void convex_approach(const Convex* a, const Convex* b, const Motion* motion,
                                 Passing* passing) noexcept nogil:
    """The least distance of two moving shapes within [0, max_time], the first time at which they
    are that near, and where."""
    cdef double error = separation_error(pair_size(a, b)), time
    cdef Meeting meeting
    cdef Nearest nearest, later
    if convex_sweep(a, b, motion, &meeting):
        pass_by_meeting(&meeting, passing)
        return
    if not nearest_of_cores(a, b, error, &nearest):     # another thread has set a pose since
        reset_nearest(&nearest)
    time = time_of_approach(a, b, motion, error, nearest.distance, &later)
    if time == 0.0:
        pass_at(a, b, motion, 0.0, distance_of(a, b, nearest.distance, error), &nearest, passing)
    else:
        pass_at(a, b, motion, time,
                larger(later.distance - (a.radius + b.radius), SMALLEST_DISTANCE), &later, passing)
