"""Shapes of compiled callers: rings by pointer, boxes and circles by numbers.

Each function fills in a convex in memory of the caller, and returns False for what is no shape. A
ring becomes what `Polygon(vertices)` makes of it, a box what `Polygon.box` does, a circle what
`Circle` does: the kernels then give the bits of the verbs for single shapes.
"""

from libc.math cimport fabs

from sepax._core.answers.answer cimport Options
from sepax._core.arrays.boxes cimport BOX_DOUBLES, box_measure, box_set_points, is_box_size
from sepax._core.interrupts cimport are_huge, ignore_signals
from sepax._core.kernels.answers cimport Motion, set_relative_velocity
from sepax._core.kernels.convex cimport (
    COORDINATE_LIMIT, Convex, assign_arrays, point_stride, repeat_points, set_point)
from sepax._core.kernels.measure cimport derive_measures, radius_within
from sepax._core.kernels.pose cimport (
    PosedConvex, grid_at, posed_assign_arrays, posed_measure, posed_update, set_box_axes)
from sepax._core.kernels.predicates cimport orient2d
from sepax._core.kernels.raycast cimport Probe, set_probe
from sepax._core.kernels.roundoff cimport (
    AXIS_SLACK, RADIUS_ROUNDOFF, SQUARES_ROUNDOFF, UNDERFLOW_ERROR, UNIT_AXIS_ROUNDOFF)
from sepax._core.kernels.turning cimport TurningMotion
from sepax._core.kernels.winding cimport convex_winding, reverse_winding
from sepax._core.memory cimport count_product, count_sum
from sepax._core.simd.box cimport Box, given_boxes_meet
from sepax._core.simd.levels cimport (
    RINGS_APART, RINGS_MEET, RINGS_UNCERTAIN, RING_CLOCKWISE, RING_OUT_OF_RANGE, RING_UNCERTAIN,
    GivenRings, Measures, ring_loops)

cdef enum:
    MOST_ON_STACK = 64      # points; rings of more need scratch memory of the caller
    RING_DOUBLES = 330      # 5 * point_stride(MOST_ON_STACK)

cdef struct GivenRing:
    Convex convex
    const double* points    # as given, the number of them and the doubles from one to the next
    Py_ssize_t count, stride
    bint is_reversed        # was given clockwise
    double memory[RING_DOUBLES]

cdef struct RingPair:
    GivenRing a, b

cdef struct GivenBox:
    PosedConvex posed
    double memory[BOX_DOUBLES]

cdef struct GivenCircle:
    Convex convex
    double x, y


cdef inline bint in_range(double value) noexcept nogil:
    """False for NaN, too."""
    return fabs(value) <= COORDINATE_LIMIT


cdef inline bint is_size(double value) noexcept nogil:
    """Whether a radius or a margin is finite, in range and not negative."""
    return 0.0 <= value <= COORDINATE_LIMIT


cdef inline bint is_motion(double velocity_a_x, double velocity_a_y, double velocity_b_x,
                           double velocity_b_y, double max_time) noexcept nogil:
    return (in_range(velocity_a_x) and in_range(velocity_a_y) and in_range(velocity_b_x)
            and in_range(velocity_b_y) and max_time >= 0.0)


cdef inline bint set_given_motion(double velocity_a_x, double velocity_a_y, double velocity_b_x,
                                  double velocity_b_y, double max_time,
                                  Motion* motion) noexcept nogil:
    """False for numbers that are no motion."""
    motion.a_x = velocity_a_x
    motion.a_y = velocity_a_y
    motion.b_x = velocity_b_x
    motion.b_y = velocity_b_y
    motion.max_time = max_time
    set_relative_velocity(motion)
    return is_motion(velocity_a_x, velocity_a_y, velocity_b_x, velocity_b_y, max_time)


cdef inline bint set_given_pivots(double a_x, double a_y, double b_x, double b_y,
                                  TurningMotion* motion) noexcept nogil:
    """Set the places about which shapes turn; False for numbers that are no places."""
    motion.position_a = [a_x, a_y]
    motion.position_b = [b_x, b_y]
    return in_range(a_x) and in_range(a_y) and in_range(b_x) and in_range(b_y)


cdef inline bint set_given_margin(double margin, Options* options) noexcept nogil:
    """False unless the margin is finite and not negative; it may have any size."""
    options.margin = margin
    return 0.0 <= margin and margin - margin == 0.0


cdef inline bint set_given_point(double* x, double* y, Convex* place) noexcept nogil:
    set_point(place, x, y)
    return in_range(x[0]) and in_range(y[0])


cdef inline bint set_given_axis(double* x, double* y, Convex* place) noexcept nogil:
    """False for (0, 0), too."""
    return set_given_point(x, y, place) and not (x[0] == 0.0 and y[0] == 0.0)


cdef inline bint set_given_ray(double x, double y, double direction_x, double direction_y,
                               double max_distance, double radius, Probe* probe) noexcept nogil:
    return (in_range(x) and in_range(y) and in_range(direction_x) and in_range(direction_y)
            and max_distance >= 0.0 and is_size(radius)
            and set_probe(probe, x, y, direction_x, direction_y, max_distance, radius))


# --- rings ----------------------------------------------------------------------------

cdef inline Py_ssize_t scratch_of_ring(Py_ssize_t count) noexcept nogil:
    """Doubles of scratch memory for a ring of so many points."""
    if count <= MOST_ON_STACK:
        return 0
    return count_product(5, point_stride(count))


cdef inline bint copy_points(const double* points, Py_ssize_t count, Py_ssize_t stride,
                             Convex* convex) noexcept nogil:
    """Copy the points; False if one is not finite or out of range. A negative zero becomes a zero,
    unless it is of the centre of a disc: as in `Polygon`, `Segment` and `Circle`."""
    cdef Py_ssize_t i
    cdef bint all_in_range = True
    cdef double zero = 0.0 if count > 1 else -0.0
    convex.n = count
    for i in range(count):
        convex.x[i] = points[i * stride] + zero
        convex.y[i] = points[i * stride + 1] + zero
        all_in_range &= in_range(convex.x[i]) & in_range(convex.y[i])
    return all_in_range


cdef inline void drop_straight(Convex* convex) noexcept nogil:
    """Keep the corners alone of a convex ring of any winding."""
    cdef Py_ssize_t i, kept = 0, n = 0
    cdef double before_x, before_y, last_x, last_y
    for i in range(convex.n):       # no point twice in a row
        if n == 0 or convex.x[i] != convex.x[n - 1] or convex.y[i] != convex.y[n - 1]:
            convex.x[n] = convex.x[i]
            convex.y[n] = convex.y[i]
            n += 1
    while n > 1 and convex.x[n - 1] == convex.x[0] and convex.y[n - 1] == convex.y[0]:
        n -= 1
    before_x = convex.x[n - 1]
    before_y = convex.y[n - 1]
    convex.x[n] = convex.x[0]       # point_stride has room for it
    convex.y[n] = convex.y[0]
    for i in range(n):
        last_x = convex.x[i]
        last_y = convex.y[i]
        if orient2d(before_x, before_y, last_x, last_y, convex.x[i + 1], convex.y[i + 1]) != 0:
            convex.x[kept] = last_x
            convex.y[kept] = last_y
            kept += 1
        before_x = last_x
        before_y = last_y
    convex.n = kept


cdef inline void settle_in_place(Convex* convex, double radius, Measures* of) noexcept nogil:
    """Derive everything of a shape with edges whose local frame is the world's."""
    cdef double grid
    derive_measures(convex, convex.n, radius, of)
    grid = grid_at(0.0, 0.0, of.pivot_extent)
    convex.bounding_radius = of.bounding_radius + grid
    convex.inscribed_radius = of.inscribed_radius - grid
    convex.skew = of.skew_of_grid * (of.asymmetry + grid)
    if convex.is_rectangle:
        set_box_axes(convex)


cdef inline void measure_in_place(Convex* convex, double radius) noexcept nogil:
    """The same for points that are not repeated yet."""
    cdef Measures of
    repeat_points(convex.x, convex.n)
    repeat_points(convex.y, convex.n)
    ring_loops.measure(convex, &of)
    settle_in_place(convex, radius, &of)


cdef inline bint clean_ring(GivenRing* ring, double radius) noexcept nogil:
    """Read rings that float64 alone does not settle: with points that repeat or are straight, and
    rings that are not convex. False for these."""
    cdef Convex* convex = &ring.convex
    cdef int winding
    if not copy_points(ring.points, ring.count, ring.stride, convex):
        return False
    winding = convex_winding(convex.x, convex.y, convex.n)
    if winding == 0:
        return False
    drop_straight(convex)
    ring.is_reversed = winding < 0
    if ring.is_reversed:
        reverse_winding(convex.x, convex.y, convex.n)
    measure_in_place(convex, radius)
    return True


cdef inline void set_disc(Convex* convex, double radius) noexcept nogil:
    """Derive everything of a disc about the one point of a convex."""
    convex.n = 1
    convex.edges = convex.half = 0
    convex.is_box = convex.is_rectangle = False
    convex.centre_x = convex.x[0]
    convex.centre_y = convex.y[0]
    convex.radius = radius
    convex.bounding_radius = radius * (1.0 + RADIUS_ROUNDOFF)
    convex.inscribed_radius = radius_within(radius)
    convex.skew = 0.0


cdef inline bint measure_few(Convex* convex, double radius) noexcept nogil:
    """One point is a disc, two are a segment; False if these two are the same."""
    if convex.n == 1:
        set_disc(convex, radius)
        return True
    if convex.x[0] == convex.x[1] and convex.y[0] == convex.y[1]:
        return False
    measure_in_place(convex, radius)
    return True


cdef inline bint read_ring(const double* points, Py_ssize_t count, Py_ssize_t stride,
                           double radius, double* scratch, GivenRing* ring) noexcept nogil:
    """Fill in a ring; `scratch` has room for it, if it needs any."""
    cdef Measures of
    cdef int reading
    ring.points = points
    ring.count = count
    ring.stride = stride
    assign_arrays(&ring.convex, count, scratch if count > MOST_ON_STACK else ring.memory)
    if count < 3:
        ring.is_reversed = False
        return (copy_points(points, count, stride, &ring.convex)
                and measure_few(&ring.convex, radius))
    reading = ring_loops.read(points, points + 1, count, stride, &ring.convex, &of)
    if reading == RING_UNCERTAIN:
        return clean_ring(ring, radius)
    if reading == RING_OUT_OF_RANGE:
        return False
    ring.is_reversed = reading == RING_CLOCKWISE
    settle_in_place(&ring.convex, radius, &of)
    return True


cdef inline GivenRings given_rings(const double* a, Py_ssize_t count_a, Py_ssize_t stride_a,
                                   const double* b, Py_ssize_t count_b,
                                   Py_ssize_t stride_b) noexcept nogil:
    cdef const double* y_a = a + 1 if a is not NULL else NULL
    cdef const double* y_b = b + 1 if b is not NULL else NULL
    return GivenRings(a, y_a, b, y_b, count_a, count_b, stride_a, stride_b)


cdef inline bint are_sharp_rings(const GivenRings* two, double radius_a,
                                 double radius_b) noexcept nogil:
    return (two.x_a is not NULL and two.x_b is not NULL and two.count_a >= 3 and two.count_b >= 3
            and radius_a == 0.0 and radius_b == 0.0)


cdef inline int rings_meet(const double* a, Py_ssize_t count_a, Py_ssize_t stride_a,
                           double radius_a, const double* b, Py_ssize_t count_b,
                           Py_ssize_t stride_b, double radius_b) noexcept nogil:
    """Whether two rings certainly meet, before anything is copied or measured."""
    cdef GivenRings two = given_rings(a, count_a, stride_a, b, count_b, stride_b)
    if not are_sharp_rings(&two, radius_a, radius_b):
        return RINGS_UNCERTAIN
    return ring_loops.meet(&two)


cdef inline int rings_part(const double* a, Py_ssize_t count_a, Py_ssize_t stride_a,
                           double radius_a, const double* b, Py_ssize_t count_b,
                           Py_ssize_t stride_b, double radius_b,
                           double* translation) noexcept nogil:
    """The same, with the translation of rings that meet."""
    cdef GivenRings two = given_rings(a, count_a, stride_a, b, count_b, stride_b)
    if not are_sharp_rings(&two, radius_a, radius_b):
        return RINGS_UNCERTAIN
    return ring_loops.part(&two, translation)


cdef inline int rings_time(const double* a, Py_ssize_t count_a, Py_ssize_t stride_a,
                           double radius_a, const double* b, Py_ssize_t count_b,
                           Py_ssize_t stride_b, double radius_b, double velocity_a_x,
                           double velocity_a_y, double velocity_b_x, double velocity_b_y,
                           double max_time, double* time) noexcept nogil:
    """RINGS_MEET if the time of a motion is certain, also if they never meet."""
    cdef GivenRings two = given_rings(a, count_a, stride_a, b, count_b, stride_b)
    cdef Motion motion
    if not (are_sharp_rings(&two, radius_a, radius_b) and set_given_motion(
            velocity_a_x, velocity_a_y, velocity_b_x, velocity_b_y, max_time, &motion)):
        return RINGS_UNCERTAIN
    return ring_loops.time(&two, motion.x, motion.y, max_time, time)


cdef inline bint is_given(const double* points, Py_ssize_t count, double radius) noexcept nogil:
    return points is not NULL and count >= 1 and is_size(radius)


cdef inline bint read_one_ring(const double* ring, Py_ssize_t count, Py_ssize_t stride,
                               double radius, double* scratch, Py_ssize_t room,
                               GivenRing* one) noexcept nogil:
    cdef Py_ssize_t needed = scratch_of_ring(count)
    if not is_given(ring, count, radius) or (needed > 0 and (scratch is NULL or room < needed)):
        return False
    return read_ring(ring, count, stride, radius, scratch, one)


cdef inline bint read_two_rings(const double* a, Py_ssize_t count_a, Py_ssize_t stride_a,
                                double radius_a, const double* b, Py_ssize_t count_b,
                                Py_ssize_t stride_b, double radius_b, double* scratch,
                                Py_ssize_t room, RingPair* two) noexcept nogil:
    """Fill in two rings; the scratch memory of b follows that of a."""
    cdef Py_ssize_t of_a = scratch_of_ring(count_a), needed
    needed = count_sum(of_a, scratch_of_ring(count_b))
    if not is_given(a, count_a, radius_a) or not is_given(b, count_b, radius_b):
        return False
    if needed > 0 and (scratch is NULL or room < needed):
        return False
    return (read_ring(a, count_a, stride_a, radius_a, scratch, &two.a)
            and read_ring(b, count_b, stride_b, radius_b,
                          scratch + of_a if needed > 0 else NULL, &two.b))


cdef inline bint begin_huge(const GivenRing* a, Py_ssize_t points_of_b) noexcept nogil:
    """Kernels over two huge rings, or a huge one and a point, poll for signals, which run Python.
    Their compiled callers may not hold the GIL and have no place for an exception, so this thread
    ignores signals until `end_huge`. Returns whether the rings are huge."""
    cdef bint huge = are_huge(a.convex.n, points_of_b)
    if huge:
        ignore_signals(True)
    return huge


cdef inline void end_huge(bint huge) noexcept nogil:
    if huge:
        ignore_signals(False)


cdef inline Py_ssize_t place_of(const GivenRing* ring, Py_ssize_t vertex) noexcept nogil:
    """The first of the given points that is a vertex of the convex."""
    cdef Py_ssize_t i
    cdef double x = ring.convex.x[vertex], y = ring.convex.y[vertex]
    for i in range(ring.count):
        if ring.points[i * ring.stride] == x and ring.points[i * ring.stride + 1] == y:
            return i
    return 0        # another thread has changed the points


cdef inline Py_ssize_t first_as_given(Py_ssize_t edge, Py_ssize_t n,
                                      bint is_reversed) noexcept nogil:
    """The vertex of a ring at which an edge began when the ring was given: its end, if the ring was
    reversed."""
    if not is_reversed:
        return edge
    return edge + 1 if edge + 1 < n else 0


cdef inline Py_ssize_t given_feature(const GivenRing* ring, Py_ssize_t feature) noexcept nogil:
    """A vertex or an edge (see Manifold) as the index of its point in the arguments."""
    if feature >= 0:
        return place_of(ring, feature)
    return -1 - place_of(ring, first_as_given(-1 - feature, ring.convex.n, ring.is_reversed))


# --- boxes and circles ------------------------------------------------------------------

cdef inline bint read_box(double x, double y, double half_width, double half_height,
                          double cosine, double sine, GivenBox* box) noexcept nogil:
    """Fill in a box in the pose of `Polygon.box`. An axis that is not a unit vector scales it by as
    much; the measures of the box are then those of its corners."""
    cdef PosedConvex* posed = &box.posed
    cdef double excess = fabs((cosine * cosine + sine * sine) - 1.0)
    if not (in_range(x) and in_range(y) and excess <= AXIS_SLACK and half_width > 0.0
            and half_height > 0.0 and in_range(half_width) and in_range(half_height)):
        return False
    posed_assign_arrays(posed, 4, box.memory)
    box_set_points(posed, half_width, half_height)
    posed.pose.x = x + 0.0
    posed.pose.y = y + 0.0
    posed.pose.angle = 0.0      # kernels use the cosine and the sine alone
    posed.pose.cosine = cosine
    posed.pose.sine = sine
    if is_box_size(half_width) and is_box_size(half_height):
        box_measure(posed, half_width, half_height)
    else:
        posed_measure(posed, 4, 4, 0.0)
    if excess > UNIT_AXIS_ROUNDOFF:
        posed.bounding_radius *= 1.0 + 2.0 * AXIS_SLACK
        posed.inscribed_radius -= 2.0 * AXIS_SLACK * fabs(posed.inscribed_radius)
    return posed_update(posed)


cdef inline int boxes_meet(
        double x_a, double y_a, double half_width_a, double half_height_a, double cosine_a,
        double sine_a, double x_b, double y_b, double half_width_b, double half_height_b,
        double cosine_b, double sine_b) noexcept nogil:
    """Whether two boxes surely meet, before their corners are computed."""
    cdef Box a = Box(x_a, y_a, cosine_a, sine_a, half_width_a, half_height_a)
    cdef Box b = Box(x_b, y_b, cosine_b, sine_b, half_width_b, half_height_b)
    return given_boxes_meet(&a, &b)


cdef inline bint read_circle(double x, double y, double radius,
                             GivenCircle* circle) noexcept nogil:
    circle.x = x
    circle.y = y
    circle.convex.x = &circle.x
    circle.convex.y = &circle.y
    set_disc(&circle.convex, radius)
    return in_range(x) and in_range(y) and is_size(radius)


cdef inline int circles_meet(double x_a, double y_a, double radius_a, double x_b, double y_b,
                             double radius_b) noexcept nogil:
    """Whether two circles surely meet, before they are convexes."""
    cdef double dx = x_b - x_a, dy = y_b - y_a, radius = radius_a + radius_b
    cdef double square = dx * dx + dy * dy, limit = radius * radius
    cdef double error = SQUARES_ROUNDOFF * (square + limit) + UNDERFLOW_ERROR
    cdef bint valid = (in_range(x_a) & in_range(y_a) & in_range(x_b) & in_range(y_b)
                       & is_size(radius_a) & is_size(radius_b))
    if not (valid and fabs(square - limit) > error):
        return RINGS_UNCERTAIN
    return RINGS_MEET if square < limit else RINGS_APART
