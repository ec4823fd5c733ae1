"""The swept test: when do two shapes in uniform motion first touch?

In the frame of one shape the other translates along a straight line, so a ray enters their
Minkowski difference. For sharp rings the separation of each edge is linear in time, and the rings
overlap on every axis during one interval (Cyrus and Beck's clipping). With a radius, the difference
of the cores is rounded by the radii, and the ray enters it at an edge or at an arc. Both are closed
forms.
"""

from libc.math cimport INFINITY, fabs, sqrt

from sepax._core.interrupts cimport (
    HUGE_STEP, WORK_BETWEEN, Watch, are_huge, start_watch, was_interrupted)
from sepax._core.kernels.answers cimport Axis, Meeting, Motion
from sepax._core.kernels.contact cimport contact_middle, ring_contact_middle
from sepax._core.kernels.convex cimport Convex, edge_is_active, unit_vector
from sepax._core.kernels.difference cimport Boundary, corner_of, normal_of, start_walk, step_walk
from sepax._core.kernels.edges cimport EDGES_AT_ONCE, active_edge, larger, set_normal
from sepax._core.kernels.intersect cimport are_sharp, convex_intersect
from sepax._core.kernels.minkowski cimport (
    TIMES_STEP, separation_reaches, walk_is_shorter, walk_to_times)
from sepax._core.kernels.roundoff cimport (
    ENLARGEMENT, FILTER_ROUNDOFF, RADIUS_ROUNDOFF, SMALLEST_SPEED, SMALLEST_SQUARE, SPEED_ROUNDOFF,
    TIED_ROUNDOFF, UNDERFLOW_ERROR, pair_size, separation_error)
from sepax._core.kernels.separation cimport aside_error, convex_penetration, convex_separation
from sepax._core.simd.levels cimport ring_loops

cdef extern from "bits.h" nogil:
    double scale_to_one(double x)

cdef extern from "rays/ray.h" nogil:
    struct Ray "ray":
        double x, y     # direction
        double unit     # times along the ray are multiplied by it
        double length   # of the direction
        double square

    Ray ray_along(double vx, double vy)
    double side_of_ray(const Ray* ray, double x, double y)
    double ahead_on_ray(const Ray* ray, double x, double y)
    double square_of_chord(double side, double scaled_radius)
    double ahead_at_edge(double first, double last, double side, double next_side)

cdef extern from "tips.h" nogil:
    bint has_sharp_corner(const double* normal_x, const double* normal_y, Py_ssize_t edges)


cdef inline bint surely_out_of_reach(const Convex* a, const Convex* b,
                                     const Motion* motion) noexcept nogil:
    """The bounding circles do not meet during the motion, whatever its direction."""
    cdef double dx = b.centre_x - a.centre_x, dy = b.centre_y - a.centre_y
    cdef double travel = (fabs(motion.x) + fabs(motion.y)) * motion.max_time
    cdef double farthest = a.bounding_radius + b.bounding_radius + travel
    return dx * dx + dy * dy > farthest * farthest * (1.0 + FILTER_ROUNDOFF) + UNDERFLOW_ERROR


cdef inline double unit_of_speed(const Motion* motion) noexcept nogil:
    """Speeds that would lose digits to underflow are measured in units of 2^-600."""
    return 1.0 if fabs(motion.x) + fabs(motion.y) > SMALLEST_SPEED else ENLARGEMENT


# --- ring against ring ------------------------------------------------------------


cdef inline double overlap_times(const Convex* a, const Convex* b, double vx, double vy,
                                 double* enter,
                                 double* leave, Py_ssize_t* edge) noexcept nogil:
    """Cut the times down to those at which no edge of a, which moves, separates two rings; returns
    the widest separation of these edges. Huge rings go piece by piece, to check for signals."""
    cdef Watch watch
    cdef double widest = -INFINITY
    cdef bint huge = are_huge(a.edges, b.n)
    cdef Py_ssize_t first = 0, count = EDGES_AT_ONCE if huge else a.edges
    start_watch(&watch)
    while first < a.edges:
        widest = larger(widest, ring_loops.overlap_times(
            a, first, min(count, a.edges - first), b, vx, vy, enter, leave, edge))
        if huge and was_interrupted(&watch, WORK_BETWEEN):
            break
        first += count
    return widest


cdef inline double scan_to_times(const Convex* a, const Convex* b, double vx, double vy,
                                 double* enter, double* leave, Py_ssize_t* edge,
                                 bint* on_b) noexcept nogil:
    """When two rings overlap on all axes, from all their edges and vertices: `walk_to_times`."""
    cdef Py_ssize_t edge_of_b = -1
    cdef double separation, separation_of_b
    enter[0] = -INFINITY
    leave[0] = INFINITY
    edge[0] = -1
    separation = overlap_times(a, b, vx, vy, enter, leave, edge)
    separation_of_b = overlap_times(b, a, -vx, -vy, enter, leave, &edge_of_b)
    on_b[0] = edge_of_b >= 0
    edge[0] = edge_of_b if on_b[0] else edge[0]
    return larger(separation, separation_of_b)


cdef inline double overlap_of_rings(const Convex* a, const Convex* b, const Motion* motion,
                                    Meeting* meeting) noexcept nogil:
    """When two rings overlap on every axis; returns the widest separation at the start."""
    cdef double unit = unit_of_speed(motion)
    cdef double vx = motion.x * unit, vy = motion.y * unit, separation
    if not (walk_is_shorter(a, b, TIMES_STEP) and walk_to_times(
            a, b, vx, vy, &separation, &meeting.time, &meeting.exit_time, &meeting.edge,
            &meeting.on_b)):
        separation = scan_to_times(a, b, vx, vy, &meeting.time, &meeting.exit_time, &meeting.edge,
                                   &meeting.on_b)
    meeting.time *= unit
    meeting.exit_time *= unit
    return separation


cdef inline bint rings_enter(const Meeting* meeting) noexcept nogil:
    """Whether two rings that are apart at the start ever meet, from the times of their overlap."""
    return meeting.edge >= 0 and meeting.time <= meeting.exit_time


cdef inline bint has_tip(const Convex* ring) noexcept nogil:
    """Whether a corner is so sharp that it leaves no room for a wide circle, either."""
    return (ring.inscribed_radius <= 0.15 * ring.bounding_radius
            and has_sharp_corner(ring.normal_x, ring.normal_y, ring.edges))


cdef inline bint are_clipped(const Convex* a, const Convex* b) noexcept nogil:
    """Whether the edges tell when two rings meet. They do for sharp ones, but where tips meet: if
    edges are off by rounding, so is their corner by more the sharper it is."""
    return (a.edges and b.edges and are_sharp(a, b) and not (has_tip(a) and has_tip(b)))


cdef inline void ring_impact_point(const Convex* a, const Convex* b, const Motion* motion,
                                   Meeting* meeting) noexcept nogil:
    """The middle of the contact at the time of impact, in world coordinates."""
    # Without branches, because the shape of the edge cannot be predicted.
    cdef const Convex* shapes[2]
    shapes[0] = a
    shapes[1] = b
    cdef double[2] carried_x, carried_y
    cdef double t = meeting.time, sign = 2.0 * meeting.on_b - 1.0
    carried_x[0] = motion.a_x * t
    carried_x[1] = motion.b_x * t
    carried_y[0] = motion.a_y * t
    carried_y[1] = motion.b_y * t
    ring_contact_middle(shapes[meeting.on_b], meeting.edge, shapes[1 - meeting.on_b],
                        sign * motion.x * t, sign * motion.y * t, &meeting.point_x,
                        &meeting.point_y)
    meeting.point_x += carried_x[meeting.on_b]
    meeting.point_y += carried_y[meeting.on_b]


# --- a ray against the rounded difference of two cores ------------------------------
#
# The boundary of a rounded ring is a closed line of edges, moved out by the radius, and arcs about
# the vertices between them. The ring is the Minkowski difference of the cores. The sides of the ray
# on which the joints of the pieces lie decide which piece a ray crosses. Both pieces of a joint
# share its one rounded side, so no ray slips between two pieces. A side is off by at most 3 units
# of the distance, so a piece that the ray crosses by these sides is that near to the ray. The place
# of the crossing on the piece follows from the same sides, so it is as near, at any angle.

cdef inline bint set_ray(double vx, double vy, Ray* ray) noexcept nogil:
    """The ray of a point with this velocity; False if it does not move."""
    if larger(fabs(vx), fabs(vy)) == 0.0:
        return False
    ray[0] = ray_along(vx, vy)
    return True


cdef inline double half_chord(double side, double scaled_radius) noexcept nogil:
    """Half of the chord that a disc cuts off a line at a distance of `side`; 0 beside it."""
    cdef double square = square_of_chord(side, scaled_radius)
    # Two roots where the product of tiny factors underflows.
    return sqrt(square) if square > SMALLEST_SQUARE else (
        sqrt(larger(scaled_radius - fabs(side), 0.0)) * sqrt(scaled_radius + fabs(side)))


cdef inline void set_disc_normal(const Ray* ray, double side, double half, double scaled_radius,
                                 double* normal_x, double* normal_y) noexcept nogil:
    """The normal of a disc where a ray enters it, from its chord: the error of positions at that
    time may exceed the width of the disc."""
    if scaled_radius < UNDERFLOW_ERROR:     # products would lose digits; straight against a point
        half = half / scaled_radius if scaled_radius > 0.0 else 1.0
        side = side / scaled_radius if scaled_radius > 0.0 else 0.0
    unit_vector(side * ray.y - half * ray.x, -side * ray.x - half * ray.y, normal_x, normal_y)


cdef inline bint set_arc_normal(double first_x, double first_y, double last_x, double last_y,
                                double x, double y, Meeting* meeting) noexcept nogil:
    """Take the normal (x, y) of a disc, limited to the arc between the normals of two edges; False
    if it is opposite to both, on the other side of a needle as thin as rounding.

    Where a disc grazes, its chord gives normals only to the root of eps. That is within rounding of
    the rim, but not of the far end of an edge, so beyond the arc the normal at its end is taken.
    """
    cdef double along_first = first_x * x + first_y * y, along_last = last_x * x + last_y * y
    if along_first + along_last < -1.0:
        return False
    meeting.normal_x = x
    meeting.normal_y = y
    # Of an arc that is half a circle but for rounding, a normal after its end may be before its
    # beginning, too, opposite to it.
    if first_x * y < first_y * x and along_first > 0.0:
        meeting.normal_x = first_x
        meeting.normal_y = first_y
    elif last_x * y > last_y * x and along_last > 0.0:
        meeting.normal_x = last_x
        meeting.normal_y = last_y
    return True


cdef inline bint is_segment_tip(const Ray* ray, double first_x, double first_y, double last_x,
                                double last_y) noexcept nogil:
    """Whether a ray along a segment meets this end first, or with the sides exchanged, last."""
    return side_of_ray(ray, first_x, first_y) > 0.0 and side_of_ray(ray, last_x, last_y) < 0.0


cdef inline bint cross_corner(double first_x, double first_y, double last_x, double last_y,
                              const Ray* ray, double ahead, double side, double scaled_radius,
                              double closing_before, double joint_before, double closing,
                              double joint, Meeting* meeting) noexcept nogil:
    """Cross the arc of the boundary about a vertex; True if it is the first entry.

    The arc leads from the joint with the edge before to the joint with the edge after. A ray enters
    it where normals face the ray, left of the ray first. If an edge does not face the ray, the arc
    that does begins or ends with the disc. At the tip of a needle as thin as rounding, neither edge
    may seem to face: there the joints decide, which are on both sides of the ray, and for a segment
    without radius its sides. Joints belong to the edges.
    """
    cdef double half = half_chord(side, scaled_radius), time, normal_x, normal_y
    cdef bint along = closing_before == 0.0 and closing == 0.0, first = False
    if ((closing_before < 0.0 or closing < 0.0 or (joint_before > 0.0 and joint < 0.0)
            or (along and is_segment_tip(ray, first_x, first_y, last_x, last_y)))
            and (closing_before >= 0.0 or joint_before > 0.0)
            and (closing >= 0.0 or joint < 0.0)):
        time = (ahead - half) / ray.square
        if time < meeting.time:
            set_disc_normal(ray, side, half, scaled_radius, &normal_x, &normal_y)
            first = set_arc_normal(first_x, first_y, last_x, last_y, normal_x, normal_y, meeting)
            if first:
                meeting.time = time
    if ((closing_before > 0.0 or closing > 0.0 or (joint_before < 0.0 and joint > 0.0)
            or (along and is_segment_tip(ray, last_x, last_y, first_x, first_y)))
            and (closing_before <= 0.0 or joint_before < 0.0)
            and (closing <= 0.0 or joint > 0.0)):
        meeting.exit_time = larger(meeting.exit_time, (ahead + half) / ray.square)
    return first


cdef inline bint cross_edge(double normal_x, double normal_y, double x, double y, double next_x,
                            double next_y, double radius, const Ray* ray, double closing,
                            double joint, double next_joint, Meeting* meeting) noexcept nogil:
    """Cross an edge from (x, y) to (next_x, next_y), moved out by the radius: inwards if it faces
    the ray and begins left of it. True if that is the first entry."""
    cdef bint enters = closing < 0.0 and joint >= 0.0 and next_joint <= 0.0
    cdef double time
    if not enters and not (closing > 0.0 and joint <= 0.0 and next_joint >= 0.0):
        return False
    time = ahead_on_ray(ray, x, y)
    if joint != 0.0:    # else both may be 0
        time = ahead_at_edge(time, ahead_on_ray(ray, next_x, next_y), joint, next_joint)
    time = (time + radius * closing) / ray.square
    if not enters:
        meeting.exit_time = larger(meeting.exit_time, time)
    elif time < meeting.time:
        meeting.time = time
        meeting.normal_x = normal_x
        meeting.normal_y = normal_y
        return True
    return False


cdef inline bint settle_times(Meeting* meeting) noexcept nogil:
    """After all pieces: whether the ray has entered and left."""
    if meeting.time == INFINITY or meeting.exit_time == -INFINITY:
        return False
    meeting.exit_time = larger(meeting.exit_time, meeting.time)
    return True


cdef inline bint cross_ring(const Convex* ring, double px, double py, double radius,
                            const Ray* ray, Meeting* meeting) noexcept nogil:
    """When a ray from p enters and leaves a ring rounded by `radius`, and the outward normal where
    it enters; False if it passes. `vertex_b` is the vertex that it enters at, or the first one of
    the edge. Without a struct for each piece, which would take a quarter longer (bench/run.py
    single, sweep of a circle and an 8-gon)."""
    cdef double scaled_radius = radius * ray.length, closing, shift, joint, next_joint, next_side
    cdef Py_ssize_t i = active_edge(ring, 0, -1), before = i
    cdef double closing_before = ahead_on_ray(ray, ring.normal_x[i], ring.normal_y[i])
    cdef double side = side_of_ray(ray, ring.x[0] - px, ring.y[0] - py)
    cdef double joint_before = side + radius * side_of_ray(ray, ring.normal_x[i], ring.normal_y[i])
    meeting.time = INFINITY
    meeting.exit_time = -INFINITY
    for i in range(ring.edges):
        if not edge_is_active(ring, i):
            continue
        closing = ahead_on_ray(ray, ring.normal_x[i], ring.normal_y[i])
        shift = radius * side_of_ray(ray, ring.normal_x[i], ring.normal_y[i])
        next_side = side_of_ray(ray, ring.x[i + 1] - px, ring.y[i + 1] - py)
        joint = side + shift
        next_joint = next_side + shift
        # The joints of edges along the ray may be beyond the disc by rounding: 8 eps of its radius,
        # so that no ray slips between the two.
        if fabs(side) <= scaled_radius * (1.0 + RADIUS_ROUNDOFF) and cross_corner(
                ring.normal_x[before], ring.normal_y[before], ring.normal_x[i], ring.normal_y[i],
                ray, ahead_on_ray(ray, ring.x[i] - px, ring.y[i] - py), side, scaled_radius,
                closing_before, joint_before, closing, joint, meeting):
            meeting.vertex_b = i
        if joint * next_joint <= 0.0 and cross_edge(    # 0 by underflow, too
                ring.normal_x[i], ring.normal_y[i], ring.x[i] - px, ring.y[i] - py,
                ring.x[i + 1] - px, ring.y[i + 1] - py, radius, ray, closing, joint, next_joint,
                meeting):
            meeting.vertex_b = i
        before = i
        side = next_side
        closing_before = closing
        joint_before = next_joint
    return settle_times(meeting)


cdef inline bint cross_difference_of_rings(const Convex* ring, const Convex* other, double radius,
                                           const Ray* ray, Meeting* meeting) noexcept nogil:
    """`cross_ring` for a ray from the origin and the difference of two cores with edges. Features
    are named as if the ring were b."""
    cdef double scaled_radius = radius * ray.length, x, y, next_x, next_y, side, shift, closing
    cdef double first_x, first_y, last_x, last_y, joint, closing_before, joint_before
    cdef Boundary at
    cdef Py_ssize_t i, j
    meeting.time = INFINITY
    meeting.exit_time = -INFINITY
    start_walk(ring, other, &at)
    i = at.i
    j = at.j
    corner_of(&at, &x, &y)
    normal_of(&at, at.edge, at.of_other, &first_x, &first_y)
    side = side_of_ray(ray, x, y)
    closing_before = ahead_on_ray(ray, first_x, first_y)
    joint_before = side + radius * side_of_ray(ray, first_x, first_y)
    while step_walk(&at):
        corner_of(&at, &next_x, &next_y)
        normal_of(&at, at.edge, at.of_other, &last_x, &last_y)
        closing = ahead_on_ray(ray, last_x, last_y)
        shift = radius * side_of_ray(ray, last_x, last_y)
        joint = side + shift
        if fabs(side) <= scaled_radius * (1.0 + RADIUS_ROUNDOFF) and cross_corner(
                first_x, first_y, last_x, last_y, ray, ahead_on_ray(ray, x, y), side,
                scaled_radius, closing_before, joint_before, closing, joint, meeting):
            meeting.edge = -1
            meeting.vertex_a = j
            meeting.vertex_b = i
        side = side_of_ray(ray, next_x, next_y)
        joint_before = side + shift
        if joint * joint_before <= 0.0 and cross_edge(
                last_x, last_y, x, y, next_x, next_y, radius, ray, closing, joint, joint_before,
                meeting):
            meeting.edge = at.edge
            meeting.on_b = not at.of_other
        i = at.i
        j = at.j
        x = next_x
        y = next_y
        first_x = last_x
        first_y = last_y
        closing_before = closing
    return settle_times(meeting)


cdef inline bint disc_crossings(double dx, double dy, double radius, const Ray* ray,
                                Meeting* meeting) noexcept nogil:
    """`cross_ring` for a disc about d, relative to the start of the ray."""
    cdef double ahead = ahead_on_ray(ray, dx, dy), side = side_of_ray(ray, dx, dy)
    cdef double scaled_radius = radius * ray.length, half
    if fabs(side) > scaled_radius:
        meeting.exit_time = -INFINITY
        return False
    half = half_chord(side, scaled_radius)
    meeting.time = (ahead - half) / ray.square
    meeting.exit_time = (ahead + half) / ray.square
    set_disc_normal(ray, side, half, scaled_radius, &meeting.normal_x, &meeting.normal_y)
    return True


cdef inline bint cross_difference(const Convex* a, const Convex* b, const Motion* motion,
                                  Meeting* meeting) noexcept nogil:
    """When two shapes touch first and last, and the normal from a to b at the first touch; False if
    they pass each other or do not move."""
    cdef bint ring_is_b = b.edges > 0, hit
    cdef double sign = 1.0 if ring_is_b else -1.0, radius = a.radius + b.radius
    cdef Ray ray
    meeting.exit_time = INFINITY
    if not set_ray(sign * motion.x, sign * motion.y, &ray):
        return False
    if a.edges and ring_is_b:
        hit = cross_difference_of_rings(b, a, radius, &ray, meeting)
    elif ring_is_b:
        hit = cross_ring(b, a.x[0], a.y[0], radius, &ray, meeting)
    elif a.edges:
        hit = cross_ring(a, b.x[0], b.y[0], radius, &ray, meeting)
    else:
        hit = disc_crossings(a.x[0] - b.x[0], a.y[0] - b.y[0], radius, &ray, meeting)
    meeting.exit_time *= ray.unit
    if not hit:
        return False
    meeting.time *= ray.unit
    meeting.normal_x = 0.0 - sign * meeting.normal_x
    meeting.normal_y = 0.0 - sign * meeting.normal_y
    return True


cdef inline void point_on_axis(const Convex* shape, Py_ssize_t vertex, double vx, double vy,
                               double sign, Meeting* meeting) noexcept nogil:
    """The point of the rim about a vertex that touches, in world coordinates."""
    cdef double t = meeting.time
    meeting.point_x = shape.x[vertex] + vx * t + sign * (meeting.normal_x * shape.radius)
    meeting.point_y = shape.y[vertex] + vy * t + sign * (meeting.normal_y * shape.radius)


cdef inline void impact_point(const Convex* a, const Convex* b, const Motion* motion,
                              Meeting* meeting) noexcept nogil:
    """A point where the shapes touch at the time of impact, in world coordinates."""
    if not b.edges:
        point_on_axis(b, 0, motion.b_x, motion.b_y, -1.0, meeting)
    elif not a.edges:
        point_on_axis(a, 0, motion.a_x, motion.a_y, 1.0, meeting)
    elif meeting.edge < 0:
        point_on_axis(a, meeting.vertex_a, motion.a_x, motion.a_y, 1.0, meeting)
    else:
        ring_impact_point(a, b, motion, meeting)


# --- shapes that meet at the start ---------------------------------------------------


cdef inline bint depth_may_shrink(const Convex* a, const Convex* b, double vx, double vy,
                                  double least_separation) noexcept nogil:
    """Whether b does not approach some edge of a of (nearly) the widest separation."""
    cdef double noise = SPEED_ROUNDOFF * (fabs(vx) + fabs(vy))
    cdef Watch watch
    cdef bint huge = are_huge(a.edges, b.n)
    cdef Py_ssize_t i, start = 0
    start_watch(&watch)
    for i in range(a.edges):
        if (a.normal_x[i] * vx + a.normal_y[i] * vy <= noise
                and separation_reaches(a, i, b, least_separation, &start)):
            return True
        if huge and was_interrupted(&watch, HUGE_STEP):
            return False
    return False


cdef inline bint motion_leaves(const Convex* a, const Convex* b, const Motion* motion,
                               const Axis* widest) noexcept nogil:
    """Whether the penetration depth does not grow from the start on. The depth is the least over
    the axes, so it shrinks with any one of those that tie for it. Outside of a core, or between
    discs, the nearest points and so the axis are unique."""
    cdef double least_separation = widest.separation - TIED_ROUNDOFF * pair_size(a, b)
    cdef double unit = unit_of_speed(motion), vx = motion.x * unit, vy = motion.y * unit
    cdef double closing = widest.normal_x * vx + widest.normal_y * vy
    cdef double speed = fabs(vx) + fabs(vy)
    if closing <= SPEED_ROUNDOFF * speed:
        return True
    if not a.edges and not b.edges:
        return widest.separation == 0.0
    if widest.edge < 0:
        return False
    if (a.edges and b.edges and not are_sharp(a, b)
            and widest.separation > separation_error(pair_size(a, b))):
        # The motion may be along either of two faces that are flush within rounding.
        return closing <= aside_error(a, b, widest) * speed
    return (depth_may_shrink(a, b, vx, vy, least_separation)
            or depth_may_shrink(b, a, -vx, -vy, least_separation))


cdef inline double exit_time_of(const Convex* a, const Convex* b, const Motion* motion,
                                const Meeting* overlap) noexcept nogil:
    """When two shapes that meet at the start separate, or infinity. `overlap`: of sharp rings."""
    cdef Meeting meeting
    if are_clipped(a, b):
        return larger(overlap.exit_time, 0.0) + 0.0   # no negative zero
    cross_difference(a, b, motion, &meeting)
    return larger(meeting.exit_time, 0.0) + 0.0


cdef inline void meet_now(const Convex* a, const Convex* b, const Motion* motion,
                          const Axis* widest, double depth, Meeting* meeting) noexcept nogil:
    contact_middle(a, b, widest, depth, &meeting.point_x, &meeting.point_y)
    meeting.time = 0.0
    meeting.exit_time = exit_time_of(a, b, motion, meeting)
    meeting.normal_x = widest.normal_x
    meeting.normal_y = widest.normal_y
    meeting.leaving = motion_leaves(a, b, motion, widest)


cdef inline bint meet_at_start(const Convex* a, const Convex* b, const Motion* motion,
                               Meeting* meeting) noexcept nogil:
    cdef Axis widest
    cdef double depth = 0.0
    # Another thread may have set a pose since the shapes were found to meet.
    if not convex_penetration(a, b, &widest, &depth):
        return False
    meet_now(a, b, motion, &widest, depth, meeting)
    meeting.initial = True
    return True


cdef inline bint meet_at_once(const Convex* a, const Convex* b, const Motion* motion,
                              Meeting* meeting) noexcept nogil:
    """Shapes apart by less than rounding: they meet at time 0, unless they leave."""
    cdef Axis widest
    convex_separation(a, b, INFINITY, &widest)
    meet_now(a, b, motion, &widest, 0.0, meeting)
    if meeting.leaving:
        return False
    meeting.initial = False
    return True


# --- both --------------------------------------------------------------------------

cdef enum:
    # How two shapes meet.
    NEVER
    INITIALLY
    AT_ONCE     # apart by less than rounding
    LATER


cdef inline int first_touch(const Convex* a, const Convex* b, const Motion* motion,
                            Meeting* meeting) noexcept nogil:
    """How two moving shapes meet within [0, max_time]. If they do LATER, sets the times and the
    place: an edge, or a normal and vertices."""
    cdef bint hit, may_meet_now = True, clipped
    if surely_out_of_reach(a, b, motion):
        return NEVER
    clipped = are_clipped(a, b)
    if clipped:
        # The separations that clip the motion are those at the start.
        may_meet_now = overlap_of_rings(a, b, motion, meeting) <= separation_error(pair_size(a, b))
    if may_meet_now and convex_intersect(a, b, False):
        return INITIALLY
    hit = rings_enter(meeting) if clipped else cross_difference(a, b, motion, meeting)
    if (not hit or meeting.exit_time < 0.0 or meeting.time > motion.max_time
            or meeting.time == INFINITY):
        return NEVER
    return LATER if meeting.time > 0.0 else AT_ONCE


cdef inline bint convex_sweep(const Convex* a, const Convex* b, const Motion* motion,
                              Meeting* meeting) noexcept nogil:
    """First touch of two moving shapes within [0, max_time]; False if there is none."""
    cdef int how = first_touch(a, b, motion, meeting)
    if how == INITIALLY:
        return meet_at_start(a, b, motion, meeting)
    if how == AT_ONCE:
        return meet_at_once(a, b, motion, meeting)
    if how == NEVER:
        return False
    if are_clipped(a, b):
        set_normal(a, b, meeting.edge, meeting.on_b, &meeting.normal_x, &meeting.normal_y)
    meeting.initial = meeting.leaving = False
    impact_point(a, b, motion, meeting)
    return True


cdef inline double convex_time_of_impact(const Convex* a, const Convex* b,
                                         const Motion* motion) noexcept nogil:
    """The time that `convex_sweep` finds; infinity for none."""
    cdef Meeting meeting
    cdef int how = first_touch(a, b, motion, &meeting)
    if how == LATER:
        return meeting.time
    if how == NEVER or (how == AT_ONCE and not meet_at_once(a, b, motion, &meeting)):
        return INFINITY
    return 0.0
