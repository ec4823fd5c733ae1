"""The swept test of shapes that turn while they move: conservative advancement with certificates.

A vertex moves along position + velocity t + R(rate t) (vertex - position). At a time the nearest
features suggest an axis, and its certificate (certificate.pxd) says until when that certainly
separates the shapes. There the nearest features are found again. An axis may turn with the edge
that it is the normal of, or not at all: the later end counts.

E = TURNING_ROUNDOFF L (roundoff.h). Before a contact is reported the shapes are certainly
disjoint, as each certificate keeps 2 E; where it is reported, they are apart by at most 5 E: 4 E
by the separation that was computed, which is off by E. In between a step takes at least 2 E /
speed, so the steps need no cap.

The frame is that of a's position, which moves along. Lengths and times are scaled by powers of two,
to about 1: so no power of a rate overflows, and no square of a length underflows.
"""

from cpython.mem cimport PyMem_RawFree
from libc.math cimport INFINITY, NAN, sqrt
from libc.string cimport memset

from sepax._core.interrupts cimport Watch, start_watch, was_interrupted
from sepax._core.kernels.answers cimport Axis
from sepax._core.kernels.certificate cimport (
    CUBIC_SIZE, Cubic, Turning, TurningAxis, TurningPair, nearest_pair, rate_of_axis,
    separated_until, worth_looking)
from sepax._core.kernels.contact cimport contact_middle
from sepax._core.kernels.convex cimport assign_arrays, edge_is_active, point_stride, repair_edges
from sepax._core.kernels.edges cimport along_edge, edge_separation, larger, smaller
from sepax._core.kernels.intersect cimport are_sharp
from sepax._core.kernels.nearest cimport Nearest, nearest_features
from sepax._core.kernels.peaks cimport best_until, nearest_until
from sepax._core.kernels.pose cimport sine_cosine
from sepax._core.kernels.queries cimport convex_intersect, convex_separation
from sepax._core.kernels.roundoff cimport (
    FILTER_ROUNDOFF, SMALLEST_DISTANCE, TIED_ROUNDOFF, TURNING_ROUNDOFF, core_error, pair_size)
from sepax._core.kernels.separation cimport set_axis_of_nearest, turn_to_nearest
from sepax._core.kernels.support cimport support_point
from sepax._core.kernels.sweep cimport Ray, disc_crossings, scale_to_one, set_ray
from sepax._core.memory cimport count_product, count_sum, new_zeros
from sepax._core.simd.levels cimport ring_loops

cdef enum:
    # In E, of separations that were computed.
    CONTACT = 4             # beyond a level; certificates keep 2 of them
    STRICT_LEVEL = -12      # touching does not count: at -8 the shapes overlap by 7 at least
    SKIPPED = 8             # a contact at the start is over where the shapes are farther apart
    TOUCHING = 4            # errors of cores: the line through nearer points has no direction
    STEP_WORK = 64          # units of work of a step, and one more a vertex
    MEMORY_OF_FEW = 512     # doubles on the stack, for two shapes of 16 points

MOST_RADIANS = 2147483648.0
cdef double WHOLE_TURN = 6.283185307179587      # rounded up
cdef double LONG_TURN = 0.5     # radians of a step after which an axis that stands may serve better

cdef struct Body:
    Convex convex           # posed at a time, as a's position sees it
    double* local_x         # points about the position, repeated as those of a convex
    double* local_y
    double centre_x, centre_y
    Py_ssize_t n            # points; the convex has one where rounding leaves no edge
    double extent           # of the points from the position
    bint is_posed           # and the same at all times

cdef struct Search:
    Body a, b
    TurningPair pair
    double scale            # of lengths
    double unit             # of time
    double dx               # from a's position to b's at the start
    double dy
    double radius           # of both shapes
    double size             # L at the start
    double speed            # by which L grows
    double end
    double* memory          # of the certificates


# --- shapes at a time -----------------------------------------------------------------

cdef inline Py_ssize_t body_size(Py_ssize_t n) noexcept nogil:
    """Doubles of memory for the arrays of a convex, and for the points about its position."""
    return count_product(point_stride(n), 7)


cdef void prepare_body(const Convex* shape, const double* position, double scale, double* memory,
                       Body* body) noexcept nogil:
    """A scaled copy of a shape about its position, in zeroed memory of `body_size` doubles."""
    cdef Py_ssize_t points = point_stride(shape.n), k
    cdef double square = 0.0
    body.convex = shape[0]
    # Records of boxes and symmetric rings would have to be turned, too.
    body.convex.is_box = body.convex.is_rectangle = False
    body.convex.half = 0
    body.convex.skew = 0.0
    body.convex.radius = shape.radius * scale
    body.convex.bounding_radius = shape.bounding_radius * scale
    body.convex.inscribed_radius = shape.inscribed_radius * scale
    assign_arrays(&body.convex, shape.n, memory)
    body.local_x = memory + 5 * points
    body.local_y = memory + 6 * points
    for k in range(points):
        body.local_x[k] = (shape.x[k % shape.n] - position[0]) * scale
        body.local_y[k] = (shape.y[k % shape.n] - position[1]) * scale
        square = larger(square, body.local_x[k] * body.local_x[k]
                        + body.local_y[k] * body.local_y[k])
    body.centre_x = (shape.centre_x - position[0]) * scale
    body.centre_y = (shape.centre_y - position[1]) * scale
    body.n = shape.n
    body.extent = sqrt(square)
    body.is_posed = False


cdef inline bint has_edges(const Convex* convex) noexcept nogil:
    """Whether an edge is longer than rounding leaves it."""
    cdef Py_ssize_t i
    for i in range(convex.n):
        if edge_is_active(convex, i):
            return True
    return False


cdef void pose_body(Body* body, Turning* turning, double time, double x, double y) noexcept nogil:
    """The shape at a time, its position at (x, y)."""
    cdef Convex* convex = &body.convex
    cdef double sine, cosine, shortest_square
    if body.is_posed:
        return
    sine_cosine(turning.rate * time, &sine, &cosine)
    turning.x = x
    turning.y = y
    convex.centre_x = x + (cosine * body.centre_x - sine * body.centre_y)
    convex.centre_y = y + (sine * body.centre_x + cosine * body.centre_y)
    if body.n == 1:
        # Twice, as lanes read it.
        convex.x[0] = convex.x[1] = x + (cosine * body.local_x[0] - sine * body.local_y[0])
        convex.y[0] = convex.y[1] = y + (sine * body.local_x[0] + cosine * body.local_y[0])
        return
    convex.n = convex.edges = body.n
    shortest_square = ring_loops.transform(body.local_x, body.local_y, cosine, sine, x, y, convex)
    convex.x[convex.n] = convex.x[0]
    convex.y[convex.n] = convex.y[0]
    repair_edges(convex, shortest_square)
    if not has_edges(convex):
        convex.n = 1
        convex.edges = 0


cdef void pose_bodies(Search* search, double time) noexcept nogil:
    cdef TurningPair* pair = &search.pair
    pose_body(&search.a, &pair.a, time, 0.0, 0.0)
    search.a.is_posed = pair.a.rate == 0.0
    pose_body(&search.b, &pair.b, time, search.dx + pair.x * time, search.dy + pair.y * time)


cdef inline bint faces_inside(const Convex* shape, Py_ssize_t edge,
                              const Convex* other) noexcept nogil:
    """Whether the vertex of the other shape that is nearest to the line of an edge is beside the
    edge itself: then no features are nearer."""
    cdef Py_ssize_t k = support_point(other, shape.normal_x[edge], shape.normal_y[edge])
    return (along_edge(shape, edge, other.x[k], other.y[k], edge) >= 0.0
            and along_edge(shape, edge, other.x[k], other.y[k], edge + 1) <= 0.0)


cdef void find_separation(const Search* search, Axis* axis) noexcept nogil:
    """How far the cores are apart, or how deep they overlap, and along which axis."""
    cdef const Convex* a = &search.a.convex
    cdef const Convex* b = &search.b.convex
    convex_separation(a, b, INFINITY, axis)
    if a.edges and b.edges and are_sharp(a, b) and not (
            faces_inside(b, axis.edge, a) if axis.on_b else faces_inside(a, axis.edge, b)):
        turn_to_nearest(a, b, axis)


cdef bint find_nearest(const Search* search, Axis* axis) noexcept nogil:
    """Replace the axis of an edge by that of the edge that the nearest points are on, and note
    these. An edge that they are beside stays: rounding explains by how much. Returns whether the
    points touch but for rounding."""
    cdef const Convex* a = &search.a.convex
    cdef const Convex* b = &search.b.convex
    cdef double error = core_error(a, b)
    cdef Nearest nearest
    if axis.edge >= 0:
        nearest_features(a, b, axis.edge, axis.on_b, error, &nearest)
        if nearest.edge >= 0:
            set_axis_of_nearest(&nearest, axis)
        axis.vertex_a = nearest.vertex_a
        axis.vertex_b = nearest.vertex_b
    return axis.separation <= TOUCHING * error


# --- when the shapes are near -----------------------------------------------------------

cdef inline double extent_bound(const Convex* shape, const double* position) noexcept nogil:
    return (fabs(shape.centre_x - position[0]) + fabs(shape.centre_y - position[1])
            + shape.bounding_radius)


cdef inline double scale_of_lengths(const Convex* a, const Convex* b,
                                    const TurningMotion* motion) noexcept nogil:
    """The power of two by which the size of the pair comes to lie from 1 to 2."""
    cdef double size = (fabs(motion.position_b[0] - motion.position_a[0])
                        + fabs(motion.position_b[1] - motion.position_a[1])
                        + extent_bound(a, motion.position_a) + extent_bound(b, motion.position_b))
    return scale_to_one(size) if size > 0.0 else 1.0


cdef inline double radius_on_the_way(const Convex* shape, const double* position, double rate,
                                     double scale, double* x, double* y) noexcept nogil:
    """The radius of a disc that a shape never leaves, and its centre as the position sees it: a
    shape that turns is in a disc about its position."""
    cdef double radius
    x[0] = (shape.centre_x - position[0]) * scale
    y[0] = (shape.centre_y - position[1]) * scale
    if rate == 0.0:
        return shape.bounding_radius * scale
    radius = sqrt(x[0] * x[0] + y[0] * y[0]) + shape.bounding_radius * scale
    x[0] = y[0] = 0.0
    return radius


cdef bint find_near_times(const Convex* a, const Convex* b, const TurningMotion* motion,
                          double scale, double* start, double* end) noexcept nogil:
    """The times at which the discs of both shapes may overlap, cut to those of the motion."""
    cdef Ray ray
    cdef Meeting crossing
    cdef double dx = (motion.position_b[0] - motion.position_a[0]) * scale
    cdef double dy = (motion.position_b[1] - motion.position_a[1]) * scale
    cdef double ax, ay, bx, by, radius
    start[0] = 0.0
    end[0] = motion.motion.max_time
    radius = (radius_on_the_way(a, motion.position_a, motion.rate_a, scale, &ax, &ay)
              + radius_on_the_way(b, motion.position_b, motion.rate_b, scale, &bx, &by))
    radius += FILTER_ROUNDOFF * (
        radius + fabs(dx) + fabs(dy) + fabs(ax) + fabs(ay) + fabs(bx) + fabs(by))
    dx += bx - ax
    dy += by - ay
    if not set_ray(motion.motion.x, motion.motion.y, &ray):
        return dx * dx + dy * dy <= radius * radius
    if not disc_crossings(dx, dy, radius, &ray, &crossing):
        return False
    start[0] = larger(0.0, crossing.time * ray.unit / scale * (1.0 - FILTER_ROUNDOFF))
    end[0] = smaller(end[0], crossing.exit_time * ray.unit / scale * (1.0 + FILTER_ROUNDOFF)
                     + SMALLEST_DISTANCE)
    return start[0] <= end[0]


cdef inline double period(const TurningMotion* motion) noexcept nogil:
    """The time after which two shapes that keep their places are as they were; inf for none."""
    cdef double rate = larger(fabs(motion.rate_a), fabs(motion.rate_b))
    if motion.motion.x != 0.0 or motion.motion.y != 0.0 or never_repeats(motion):
        return INFINITY
    return WHOLE_TURN / rate


cdef void start_search(const Convex* a, const Convex* b, const TurningMotion* motion, double scale,
                       double end, double* memory, Search* search) noexcept nogil:
    """Set the bodies, and measure all in units of length and time."""
    cdef TurningPair* pair = &search.pair
    cdef double unit = 1.0 / scale_to_one(end) if end > 0.0 else 1.0
    search.scale = scale
    search.unit = unit
    search.dx = (motion.position_b[0] - motion.position_a[0]) * scale
    search.dy = (motion.position_b[1] - motion.position_a[1]) * scale
    search.radius = (a.radius + b.radius) * scale
    prepare_body(a, motion.position_a, scale, memory, &search.a)
    prepare_body(b, motion.position_b, scale, memory + body_size(a.n), &search.b)
    search.memory = memory + body_size(a.n) + body_size(b.n)
    search.size = (sqrt(search.dx * search.dx + search.dy * search.dy)
                   + (search.a.extent + search.b.extent + search.radius))
    search.end = end / unit
    pair.a.convex = &search.a.convex
    pair.b.convex = &search.b.convex
    pair.a.rate = motion.rate_a * unit
    pair.b.rate = motion.rate_b * unit
    pair.x = -motion.motion.x * unit * scale
    pair.y = -motion.motion.y * unit * scale
    pair.travel = sqrt(pair.x * pair.x + pair.y * pair.y)
    search.speed = (pair.travel + fabs(pair.a.rate) * search.a.extent
                    + fabs(pair.b.rate) * search.b.extent)


# --- one step -------------------------------------------------------------------------

cdef double safe_step(const Search* search, const Axis* axis, double separation, double level,
                      double end, bint is_slow, double slack) noexcept nogil:
    """For how long the shapes certainly stay apart by more than a level, at most until `end`: by
    the axis as it turns, or by the speed of all vertices. The axis as it stands wins one step in
    eight, and takes as long again: a search tries it only where it is slow, and for long turns."""
    cdef const TurningPair* pair = &search.pair
    cdef TurningAxis turning = TurningAxis(axis.normal_x, axis.normal_y, rate_of_axis(pair, axis))
    cdef double near_end = worth_looking(pair, turning.rate, end), step
    step = separated_until(pair, &turning, search.radius + level, near_end, slack, search.memory)
    if step < end and slack == 0.0 and (is_slow or fabs(turning.rate) * step > LONG_TURN):
        turning.rate = 0.0
        step = larger(step, separated_until(pair, &turning, search.radius + level, end, 0.0,
                                            search.memory))
    return smaller(end, larger(step, (separation - level) / search.speed))


cdef double step_to_peak(const Search* search, const Axis* axis, double separation, double level,
                         double end, double slack) noexcept nogil:
    """For how long the shapes certainly stay apart by more than a level, and no longer than their
    separation certainly has no peak, but for the slack."""
    cdef double least = smaller(end, slack / search.speed)
    cdef Axis nearest = axis[0]
    cdef bint touches
    if axis.separation < 0.0:
        end = safe_step(search, axis, separation, level, end, False, slack)
        return larger(least, best_until(&search.pair, axis, search.radius, search.speed, slack, end,
                                        search.memory))
    touches = find_nearest(search, &nearest)
    end = larger(least, nearest_until(&search.pair, &nearest, touches, slack, end))
    # The nearest points of shapes that touch need not tell what separates them.
    return safe_step(search, axis if touches else &nearest, separation, level, end, True, 0.0)


cdef bint find_contact(Search* search, double start, const TurningMotion* motion, double* time,
                       Axis* axis, double* separation) noexcept nogil:
    """The first time at which the shapes are as near as a contact is; False if they never are."""
    cdef Watch watch
    cdef bint skips = motion.skip_leaving and start == 0.0
    cdef double least_depth = -INFINITY     # so far of a contact that is skipped, negative
    cdef double error, level, size, step, end, before = INFINITY
    start_watch(&watch)
    time[0] = start
    while True:
        pose_bodies(search, time[0])
        find_separation(search, axis)
        separation[0] = axis.separation - search.radius
        size = search.size + search.speed * time[0]
        error = TURNING_ROUNDOFF * size
        level = STRICT_LEVEL * error if motion.strict else 0.0
        skips &= separation[0] <= (SKIPPED if least_depth > -INFINITY else CONTACT) * error
        if skips:
            # No step goes beyond the next peak of the separation, where the depth is least, but for
            # one E: what hardly rises has no end of peaks.
            least_depth = larger(least_depth, smaller(separation[0], 0.0))
            level = least_depth + STRICT_LEVEL * error
            if time[0] == 0.0 and period(motion) < INFINITY:
                # The least depth is only known after a turn.
                search.end = smaller(motion.motion.max_time, 2.0 * period(motion)) / search.unit
        if separation[0] <= level + CONTACT * error:
            return True
        # Not ">=": a motion that another thread spoils may be NaN.
        if not time[0] < search.end or was_interrupted(
                &watch, STEP_WORK + search.a.convex.n + search.b.convex.n):
            return False
        # L at most doubles in a step, and errors of the certificate go by that at its beginning.
        end = smaller(search.end - time[0], size / search.speed)
        if skips:
            step = step_to_peak(search, axis, separation[0], level + 2.0 * error, end, error)
        else:
            step = safe_step(search, axis, separation[0], level + 2.0 * error, end,
                             4.0 * separation[0] > before, 0.0)
        time[0] += step
        before = separation[0]


# --- contacts at the start ------------------------------------------------------------

cdef bint vertices_part(const Search* search, Py_ssize_t i, Py_ssize_t j,
                        const TurningAxis* axis) noexcept nogil:
    """Whether two vertices do not begin to come nearer along an axis: by their speed, or where that
    is nothing but rounding by their acceleration."""
    cdef double rates = fabs(search.pair.a.rate) + fabs(search.pair.b.rate)
    cdef Cubic bound
    nearest_pair(&search.pair, i, j, axis, 0.0, 0.0, &bound)
    if fabs(bound.slope) > TURNING_ROUNDOFF * search.speed:
        return bound.slope > 0.0
    return bound.curve >= -TURNING_ROUNDOFF * search.speed * rates


cdef bint leaves_an_edge(const Search* search, bint of_b, double least_separation,
                         double tie) noexcept nogil:
    """Whether the shapes keep their depth, or part, along an edge of (nearly) the widest
    separation: whether no vertex of those that are nearest to it comes nearer. An interrupt leaves
    False."""
    cdef const Convex* shape = &search.b.convex if of_b else &search.a.convex
    cdef const Convex* other = &search.a.convex if of_b else &search.b.convex
    cdef double sign = -1.0 if of_b else 1.0, nx, ny, separation
    cdef TurningAxis axis
    cdef Watch watch
    cdef Py_ssize_t i, k
    cdef bint leaves
    start_watch(&watch)
    for i in range(shape.edges):
        if was_interrupted(&watch, other.n):
            return False
        separation = edge_separation(shape, i, other) if edge_is_active(shape, i) else -INFINITY
        if separation < least_separation:
            continue
        nx = shape.normal_x[i]
        ny = shape.normal_y[i]
        axis = TurningAxis(sign * nx, sign * ny,
                           search.pair.b.rate if of_b else search.pair.a.rate)
        leaves = True
        for k in range(other.n):
            if nx * (other.x[k] - shape.x[i]) + ny * (other.y[k] - shape.y[i]) <= separation + tie:
                leaves &= vertices_part(search, k if of_b else i, i if of_b else k, &axis)
        if leaves:
            return True
    return False


cdef bint start_leaves(const Search* search, const Axis* axis) noexcept nogil:
    """Whether the depth of a contact at the start does not begin to grow. It is the least over the
    axes, so it shrinks with any one of those that tie for it."""
    cdef double tie = TIED_ROUNDOFF * pair_size(&search.a.convex, &search.b.convex)
    cdef TurningAxis turning = TurningAxis(
        axis.normal_x, axis.normal_y, rate_of_axis(&search.pair, axis))
    if axis.edge < 0 and vertices_part(search, axis.vertex_a, axis.vertex_b, &turning):
        return True
    return (leaves_an_edge(search, False, axis.separation - tie, tie)
            or leaves_an_edge(search, True, axis.separation - tie, tie))


# --- the answer -----------------------------------------------------------------------

cdef void set_impact(const Convex* a, const Convex* b, const TurningMotion* motion,
                     const Search* search, double time, const Axis* axis, double separation,
                     Meeting* meeting) noexcept nogil:
    cdef double x, y
    contact_middle(&search.a.convex, &search.b.convex, axis, larger(-separation, 0.0), &x, &y)
    meeting.time = time * search.unit
    meeting.exit_time = NAN
    meeting.normal_x = axis.normal_x
    meeting.normal_y = axis.normal_y
    meeting.point_x = motion.position_a[0] + (motion.motion.a_x * meeting.time + x / search.scale)
    meeting.point_y = motion.position_a[1] + (motion.motion.a_y * meeting.time + y / search.scale)
    meeting.initial = time == 0.0 and convex_intersect(a, b, motion.strict)
    meeting.leaving = meeting.initial and start_leaves(search, axis)


cdef int sweep_in(const Convex* a, const Convex* b, const TurningMotion* motion, double scale,
                  double start, double end, double* memory, Meeting* meeting) noexcept nogil:
    """`turning_sweep` during [start, end], in zeroed memory of `turning_size` doubles."""
    cdef Search search
    cdef Axis axis
    cdef double time, separation
    start_search(a, b, motion, scale, end, memory, &search)
    if not find_contact(&search, start / search.unit, motion, &time, &axis, &separation):
        return MISSES
    set_impact(a, b, motion, &search, time, &axis, separation, meeting)
    return HITS


cdef inline Py_ssize_t turning_size(Py_ssize_t n, Py_ssize_t m) noexcept nogil:
    return count_sum(count_sum(body_size(n), body_size(m)),
                     count_product(count_sum(n, m), 2 * CUBIC_SIZE))


cdef int turning_sweep(const Convex* a, const Convex* b, const TurningMotion* motion,
                       Meeting* meeting) noexcept nogil:
    """When two shapes first touch if at least one of them turns.

    Large rings take memory, which no other kernel does: both shapes are posed at each step. An
    interrupt leaves a miss, and the caller raises it.
    """
    cdef double few[MEMORY_OF_FEW]
    cdef double* memory
    cdef double start, end, scale
    cdef Py_ssize_t size
    cdef int found
    if motion.motion.max_time == INFINITY and never_repeats(motion):
        return NEVER_ENDS
    scale = scale_of_lengths(a, b, motion)
    if not find_near_times(a, b, motion, scale, &start, &end):
        return MISSES
    end = smaller(end, period(motion))
    if not (fabs(motion.rate_a) * end <= MOST_RADIANS
            and fabs(motion.rate_b) * end <= MOST_RADIANS):
        return TURNS_TOO_FAR
    size = turning_size(a.n, b.n)
    if size <= MEMORY_OF_FEW:
        memset(few, 0, size * sizeof(double))
        return sweep_in(a, b, motion, scale, start, end, few, meeting)
    memory = <double*>new_zeros(size, sizeof(double))
    if memory is NULL:
        return NO_MEMORY
    found = sweep_in(a, b, motion, scale, start, end, memory, meeting)
    PyMem_RawFree(memory)
    return found
