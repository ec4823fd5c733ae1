"""The swept test: when do two shapes in uniform motion first touch?

In the frame of one shape the other translates along a straight line, so the
question is where a ray enters their Minkowski difference. For rings the gap of
each edge is linear in time, and the rings overlap on every axis during one
interval (Cyrus and Beck's clipping). With a radius, the difference is a union
of the ring, a strip along each edge and a disc about each vertex; the ray
enters the union where it first enters one of them. Both are closed forms.
"""

from libc.math cimport INFINITY, fabs, sqrt

from sepax._core.hull cimport Hull, edge_is_active, unit_vector
from sepax._core.simd cimport ring_kernels
from sepax._core.sat cimport (
    Manifold, Separation, gap_doubt, hulls_contact, hulls_intersect,
    hulls_penetration, hulls_separation, larger, pair_size, ring_contact, set_normal)
from sepax._core.walk cimport TIMES_STEP, gap_reaches, walk_is_shorter, walk_to_times

cdef struct Motion:
    double a_x          # velocity of a
    double a_y
    double b_x          # velocity of b
    double b_y
    double x            # velocity of a as b sees it
    double y
    double max_time

cdef struct Meeting:
    double time
    double exit_time
    double normal_x     # unit, from a to b
    double normal_y
    double point_x
    double point_y
    bint initial
    bint leaving
    Py_ssize_t edge     # of a ring, which the other shape meets; -1 for a vertex
    bint on_b


cdef inline bint surely_out_of_reach(const Hull* a, const Hull* b,
                                     const Motion* motion) noexcept nogil:
    """The bounding circles do not meet during the motion, wherever it leads."""
    cdef double dx = b.centre_x - a.centre_x, dy = b.centre_y - a.centre_y
    cdef double reach = a.reach + b.reach + (fabs(motion.x) + fabs(motion.y)) * motion.max_time
    return dx * dx + dy * dy > reach * reach * 1.00000000000001 + 1e-290


# --- ring against ring ------------------------------------------------------------

cdef inline double scan_to_times(const Hull* a, const Hull* b, double vx, double vy,
                                 double* enter, double* leave, Py_ssize_t* edge,
                                 bint* on_b) noexcept nogil:
    """When two rings overlap on all axes, from all their edges and vertices: `walk_to_times`."""
    cdef Py_ssize_t edge_of_b = -1
    cdef double gap, gap_of_b
    enter[0] = -INFINITY
    leave[0] = INFINITY
    edge[0] = -1
    gap = ring_kernels.clip_times(a.normal_x, a.normal_y, a.offset, a.edges, a.centre_x,
                                  a.centre_y, b.x, b.y, b.n, vx, vy, enter, leave, edge)
    gap_of_b = ring_kernels.clip_times(b.normal_x, b.normal_y, b.offset, b.edges, b.centre_x,
                                       b.centre_y, a.x, a.y, a.n, -vx, -vy, enter, leave,
                                       &edge_of_b)
    on_b[0] = edge_of_b >= 0
    edge[0] = edge_of_b if on_b[0] else edge[0]
    return larger(gap, gap_of_b)


cdef inline double overlap_of_rings(const Hull* a, const Hull* b, const Motion* motion,
                                    Meeting* meeting) noexcept nogil:
    """The interval of time during which two rings overlap on every axis; returns the widest
    gap at the start."""
    # Speeds that would lose digits to underflow are measured in units of 2^-600.
    cdef double unit = 1.0 if fabs(motion.x) + fabs(motion.y) > 1e-250 else 4.149515568880993e+180
    cdef double vx = motion.x * unit, vy = motion.y * unit, gap
    if not (walk_is_shorter(a, b, TIMES_STEP) and walk_to_times(
            a, b, vx, vy, &gap, &meeting.time, &meeting.exit_time, &meeting.edge, &meeting.on_b)):
        gap = scan_to_times(a, b, vx, vy, &meeting.time, &meeting.exit_time, &meeting.edge,
                            &meeting.on_b)
    meeting.time *= unit
    meeting.exit_time *= unit
    return gap


cdef inline bint enter_rings(const Hull* a, const Hull* b, Meeting* meeting) noexcept nogil:
    """First touch of two rings that are apart at the start, from the times of their overlap."""
    if meeting.edge < 0 or meeting.time > meeting.exit_time:
        return False
    set_normal(a, b, meeting.edge, meeting.on_b, &meeting.normal_x, &meeting.normal_y)
    return True


cdef inline double middle(const double* values, int count) noexcept nogil:
    """Of the first and the last of one or two values."""
    return 0.5 * (values[0] + values[count - 1])


cdef inline void place_ring_point(const Hull* a, const Hull* b, const Motion* motion,
                                  Meeting* meeting) noexcept nogil:
    """The middle of the contact at the time of impact, in world coordinates."""
    # Without branches, because whose edge it is cannot be predicted.
    cdef const Hull* shapes[2]
    shapes[0] = a
    shapes[1] = b
    cdef double carried_x[2]
    cdef double carried_y[2]
    cdef double t = meeting.time, sign = 2.0 * meeting.on_b - 1.0
    cdef Manifold points
    carried_x[0] = motion.a_x * t
    carried_x[1] = motion.b_x * t
    carried_y[0] = motion.a_y * t
    carried_y[1] = motion.b_y * t
    ring_contact(shapes[meeting.on_b], meeting.edge, shapes[1 - meeting.on_b],
                 sign * motion.x * t, sign * motion.y * t, &points)
    meeting.point_x = carried_x[meeting.on_b] + middle(points.x, points.count)
    meeting.point_y = carried_y[meeting.on_b] + middle(points.y, points.count)


# --- a point against discs and strips -----------------------------------------------

cdef inline bint cross_disc(double px, double py, double radius, double ux, double uy,
                            double* enter, double* leave) noexcept nogil:
    """Path lengths at which p + s u (u unit) enters and leaves a disc about 0."""
    cdef double along = -(px * ux + py * uy), aside = px * uy - py * ux, half
    if fabs(aside) > radius:
        return False
    half = (radius - fabs(aside)) * (radius + fabs(aside))
    # Two roots where the product of tiny factors underflows.
    half = sqrt(half) if half > 1e-280 else sqrt(radius - fabs(aside)) * sqrt(radius + fabs(aside))
    enter[0] = along - half
    leave[0] = along + half
    return True


cdef inline void cross_strip(const Hull* ring, Py_ssize_t i, double px, double py, double radius,
                             double ux, double uy, double doubt, Meeting* meeting) noexcept nogil:
    """Cross the line at `radius` outside of edge i, if between the ends of the edge.

    The ends are widened by the rounding of the crossing, so that no path slips
    between a strip and the next one.
    """
    cdef double nx = ring.normal_x[i], ny = ring.normal_y[i]
    cdef double closing = -(nx * ux + ny * uy)
    cdef double dx = px - ring.x[i], dy = py - ring.y[i], path, along, length
    if closing == 0.0:
        return
    path = ((dx * nx + dy * ny) - radius) / closing
    if not fabs(path) < INFINITY:   # as good as parallel: it crosses far past the ends
        return
    along = (dy + path * uy) * nx - (dx + path * ux) * ny
    length = (ring.y[i + 1] - ring.y[i]) * nx - (ring.x[i + 1] - ring.x[i]) * ny
    if along < -doubt or along > length + doubt:
        return
    if closing < 0.0:
        meeting.exit_time = max(meeting.exit_time, path)
    elif path < meeting.time:
        meeting.time = path
        meeting.edge = i


cdef inline bint sweep_ring_and_point(const Hull* ring, double px, double py, double radius,
                                      double ux, double uy, double doubt,
                                      Meeting* meeting) noexcept nogil:
    """Path lengths at which p + s u enters and leaves a ring rounded by `radius`;
    `edge` is the edge met, or -1 - vertex."""
    cdef double enter, leave
    cdef Py_ssize_t i
    meeting.time = INFINITY
    meeting.exit_time = -INFINITY
    for i in range(ring.edges):
        if edge_is_active(ring, i):
            cross_strip(ring, i, px, py, radius, ux, uy, doubt, meeting)
        if radius > 0.0 and cross_disc(px - ring.x[i], py - ring.y[i], radius, ux, uy,
                                       &enter, &leave):
            meeting.exit_time = max(meeting.exit_time, leave)
            if enter < meeting.time:
                meeting.time = enter
                meeting.edge = -1 - i
    return meeting.time <= meeting.exit_time and meeting.time < INFINITY


cdef inline void meeting_direction(double x, double y, double ux, double uy,
                                   double* nx, double* ny) noexcept nogil:
    """The direction of (x, y); where a point meets a point, against the motion u."""
    if unit_vector(x, y, nx, ny) == 0.0:
        nx[0] = 0.0 - ux
        ny[0] = 0.0 - uy


cdef inline bint sweep_ring_and_disc(const Hull* ring, const Hull* disc, bint ring_is_b,
                                     const Motion* motion, Meeting* meeting) noexcept nogil:
    """First touch of a ring and a disc that are apart at the start."""
    cdef double sign = 1.0 if ring_is_b else -1.0, ux, uy, nx, ny, unused
    cdef double px = disc.x[0], py = disc.y[0], radius = ring.radius + disc.radius
    cdef double speed = unit_vector(sign * motion.x, sign * motion.y, &ux, &uy)
    cdef Py_ssize_t vertex
    if speed == 0.0 or not sweep_ring_and_point(
            ring, px, py, radius, ux, uy, 4.5e-16 * pair_size(ring, disc), meeting):
        return False
    if meeting.edge >= 0:
        nx = ring.normal_x[meeting.edge]
        ny = ring.normal_y[meeting.edge]
    else:
        vertex = -1 - meeting.edge
        meeting_direction((px - ring.x[vertex]) + ux * meeting.time,
                          (py - ring.y[vertex]) + uy * meeting.time, ux, uy, &nx, &ny)
    meeting.normal_x = 0.0 - nx if ring_is_b else nx
    meeting.normal_y = 0.0 - ny if ring_is_b else ny
    meeting.time /= speed
    meeting.exit_time /= speed
    return True


cdef inline bint sweep_discs(const Hull* a, const Hull* b, const Motion* motion,
                             Meeting* meeting) noexcept nogil:
    """First touch of two discs that are apart at the start."""
    cdef double dx = b.x[0] - a.x[0], dy = b.y[0] - a.y[0], ux, uy
    cdef double speed = unit_vector(-motion.x, -motion.y, &ux, &uy)
    if speed == 0.0 or not cross_disc(dx, dy, a.radius + b.radius, ux, uy,
                                      &meeting.time, &meeting.exit_time):
        return False
    meeting_direction(dx + ux * meeting.time, dy + uy * meeting.time, ux, uy,
                      &meeting.normal_x, &meeting.normal_y)
    meeting.time /= speed
    meeting.exit_time /= speed
    return True


cdef inline void place_disc_point(const Hull* a, const Hull* b, const Motion* motion,
                                  Meeting* meeting) noexcept nogil:
    """The point of a disc's rim that touches, in world coordinates."""
    cdef double t = meeting.time
    if b.edges:
        meeting.point_x = a.x[0] + motion.a_x * t + meeting.normal_x * a.radius
        meeting.point_y = a.y[0] + motion.a_y * t + meeting.normal_y * a.radius
    else:
        meeting.point_x = b.x[0] + motion.b_x * t - meeting.normal_x * b.radius
        meeting.point_y = b.y[0] + motion.b_y * t - meeting.normal_y * b.radius


# --- shapes that meet at the start ---------------------------------------------------

cdef inline bint depth_may_shrink(const Hull* a, const Hull* b, double vx, double vy,
                                  double least_gap) noexcept nogil:
    """Whether b keeps its distance from, or leaves, one of a's edges of (near) the widest gap."""
    cdef double noise = 4.5e-16 * (fabs(vx) + fabs(vy))
    cdef Py_ssize_t i, witness = 0
    for i in range(a.edges):
        if (a.normal_x[i] * vx + a.normal_y[i] * vy <= noise
                and gap_reaches(a, i, b, least_gap, &witness)):
            return True
    return False


cdef inline bint motion_leaves(const Hull* a, const Hull* b, const Motion* motion,
                               const Separation* widest) noexcept nogil:
    """Whether the penetration depth does not grow from the start on.

    The depth is the least over the axes, so it shrinks with any one of those
    that tie for it. Outside of a ring, or between discs, the nearest points are
    unique, and so is the axis.
    """
    cdef double least_gap = widest.gap - 3.6e-15 * pair_size(a, b)
    cdef double closing = widest.normal_x * motion.x + widest.normal_y * motion.y
    if closing <= 4.5e-16 * (fabs(motion.x) + fabs(motion.y)):
        return True
    if not a.edges and not b.edges:
        return widest.gap == 0.0
    if widest.edge < 0:
        return False
    return (depth_may_shrink(a, b, motion.x, motion.y, least_gap)
            or depth_may_shrink(b, a, -motion.x, -motion.y, least_gap))


cdef inline double parting_time(const Hull* a, const Hull* b, const Motion* motion,
                                const Meeting* overlap) noexcept nogil:
    """When two shapes that meet at the start part; infinity if they never move. The overlap
    is that of two rings."""
    cdef Meeting meeting
    cdef double ux, uy, speed = unit_vector(-motion.x, -motion.y, &ux, &uy)
    cdef double radius = a.radius + b.radius
    meeting.exit_time = 0.0
    if speed == 0.0:
        return INFINITY
    if a.edges and b.edges:
        return max(overlap.exit_time, 0.0) + 0.0   # no negative zero
    if a.edges:
        sweep_ring_and_point(a, b.x[0], b.y[0], radius, ux, uy,
                             4.5e-16 * pair_size(a, b), &meeting)
    elif b.edges:
        sweep_ring_and_point(b, a.x[0], a.y[0], radius, -ux, -uy,
                             4.5e-16 * pair_size(a, b), &meeting)
    else:
        cross_disc(b.x[0] - a.x[0], b.y[0] - a.y[0], radius, ux, uy,
                   &meeting.time, &meeting.exit_time)
    return max(meeting.exit_time / speed, 0.0) + 0.0


cdef inline void meet_now(const Hull* a, const Hull* b, const Motion* motion,
                          const Separation* widest, double depth, Meeting* meeting) noexcept nogil:
    cdef Manifold points
    hulls_contact(a, b, widest, depth, &points)
    meeting.time = 0.0
    meeting.exit_time = parting_time(a, b, motion, meeting)
    meeting.normal_x = widest.normal_x
    meeting.normal_y = widest.normal_y
    meeting.point_x = middle(points.x, points.count)
    meeting.point_y = middle(points.y, points.count)
    meeting.leaving = motion_leaves(a, b, motion, widest)


cdef inline bint meet_at_start(const Hull* a, const Hull* b, const Motion* motion,
                               Meeting* meeting) noexcept nogil:
    cdef Separation widest
    cdef double depth = 0.0
    # Shapes that met a moment ago may not meet here, where another thread sets a pose meanwhile.
    if not hulls_penetration(a, b, &widest, &depth):
        return False
    meet_now(a, b, motion, &widest, depth, meeting)
    meeting.initial = True
    return True


cdef inline bint meet_at_once(const Hull* a, const Hull* b, const Motion* motion,
                              Meeting* meeting) noexcept nogil:
    """Shapes apart by less than rounding: they meet at time 0, unless they leave."""
    cdef Separation widest
    hulls_separation(a, b, INFINITY, &widest)
    meet_now(a, b, motion, &widest, 0.0, meeting)
    if meeting.leaving:
        return False
    meeting.initial = False
    return True


cdef inline bint hulls_sweep(const Hull* a, const Hull* b, const Motion* motion,
                             Meeting* meeting) noexcept nogil:
    """First touch of two moving shapes within [0, max_time]; False if there is none."""
    cdef bint hit, may_meet_now = True
    if surely_out_of_reach(a, b, motion):
        return False
    if a.edges and b.edges:
        # The gaps that clip the motion are those at the start.
        may_meet_now = overlap_of_rings(a, b, motion, meeting) <= gap_doubt(pair_size(a, b))
    if may_meet_now and hulls_intersect(a, b, False):
        return meet_at_start(a, b, motion, meeting)
    if a.edges and b.edges:
        hit = enter_rings(a, b, meeting)
    elif a.edges:
        hit = sweep_ring_and_disc(a, b, False, motion, meeting)
    elif b.edges:
        hit = sweep_ring_and_disc(b, a, True, motion, meeting)
    else:
        hit = sweep_discs(a, b, motion, meeting)
    if (not hit or meeting.exit_time < 0.0 or meeting.time > motion.max_time
            or meeting.time == INFINITY):
        return False
    if meeting.time <= 0.0:
        return meet_at_once(a, b, motion, meeting)
    meeting.initial = meeting.leaving = False
    if a.edges and b.edges:
        place_ring_point(a, b, motion, meeting)
    else:
        place_disc_point(a, b, motion, meeting)
    return True
