"""Two rows of parts in motion: when they first touch as wholes, and where.

Every part of one row is swept against every part of the other; the earliest impact gives the time.
The normal comes from all parts that touch then. Their tangent cones (tangent.pxd) leave some
directions free, and the two faces next to the direction of motion are on the true boundary, so the
normal is never that of a seam. Where rows touch at the start, or only overlaps count, pairs that
slide along each other are skipped: the motion runs on to the next.
"""

from cpython.mem cimport PyMem_RawFree
from libc.float cimport DBL_MAX
from libc.math cimport INFINITY, fabs
from libc.stdlib cimport qsort
from libc.string cimport memset

from sepax._core.arrays.bounds cimport joint_size
from sepax._core.arrays.copies cimport Copies
from sepax._core.arrays.near_parts cimport PartPair
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY
from sepax._core.arrays.sectors cimport (
    Sector, Sectors, by_height, by_stretch, enters_seam, exclude_closed_gap, face_met, face_touched,
    is_corner, keep_touching)
from sepax._core.interrupts cimport was_interrupted
from sepax._core.kernels.convex cimport Convex, unit_vector
from sepax._core.kernels.grazing cimport depth_after, grazing_tolerance
from sepax._core.kernels.intersect cimport convex_intersect
from sepax._core.kernels.openings cimport stretch_along
from sepax._core.kernels.queries cimport convex_sweep
from sepax._core.kernels.roundoff cimport (
    FILTER_ROUNDOFF, SAME_DIRECTION, TIME_ROUNDOFF, UNDERFLOW_ERROR)
from sepax._core.kernels.sweep cimport impact_point
from sepax._core.kernels.tangent cimport (
    CONE_LINE, CONE_SECTOR, CONE_SPOT, PLACE_APART, Cone, Face, place_tolerance, tangent_cone)
from sepax._core.memory cimport has_room


cdef struct PartMeeting:
    Py_ssize_t i, j
    Meeting meeting
    double slack        # time that it may be too late for one that it follows on


cdef int by_time(const void* first, const void* second) noexcept nogil:
    """The order of meetings: by time, then by parts."""
    cdef const PartMeeting* one = <const PartMeeting*>first
    cdef const PartMeeting* other = <const PartMeeting*>second
    if one.meeting.time != other.meeting.time:
        return 1 if one.meeting.time > other.meeting.time else -1
    if one.i != other.i:
        return 1 if one.i > other.i else -1
    return 1 if one.j > other.j else -1


# --- the parts --------------------------------------------------------------------


cdef inline bint surely_passes(const Convex* a, const Convex* b,
                               const Motion* motion) noexcept nogil:
    """The bounding circles never meet, however long the motion lasts."""
    cdef double dx = b.centre_x - a.centre_x, dy = b.centre_y - a.centre_y
    cdef double one = motion.x * dy, other = motion.y * dx
    cdef double reach = ((a.bounding_radius + b.bounding_radius)
                         * (fabs(motion.x) + fabs(motion.y)))
    return fabs(one - other) > (reach + FILTER_ROUNDOFF * (reach + fabs(one) + fabs(other))
                                + UNDERFLOW_ERROR)


cdef inline bint is_thin(const Convex* convex) noexcept nogil:
    return convex.n <= 2 and convex.radius == 0.0


cdef inline bint is_polygon(const Convex* convex) noexcept nogil:
    return convex.n > 2 and convex.radius == 0.0


cdef inline bint lies_along(const Convex* thin, double x, double y) noexcept nogil:
    """Whether a point moves, or a segment in its own direction: only these slip into a seam."""
    cdef double dx, dy
    if thin.n == 1:
        return True
    dx = thin.x[1] - thin.x[0]
    dy = thin.y[1] - thin.y[0]
    return fabs(dx * y - dy * x) <= SAME_DIRECTION * (fabs(dx) + fabs(dy))


cdef struct PartsSweep:
    # Two rows of parts, and the relative motion of the first.
    const Copies* a
    const Copies* b
    Motion motion
    const double* box_a     # around all parts of a side
    const double* box_b
    PartMeeting* met        # pairs of parts that meet at any time, by time
    Py_ssize_t met_count, met_room
    bint touching           # at the time of the last look around
    Sectors around          # there
    int failure             # of memory, or by a signal
    bint at_start           # only impacts at the start count
    Meeting found
    PartPair* near          # pairs of parts that may meet
    Py_ssize_t near_count
    double needed           # the time until which they must be listed for the end of the impact
    Watch* watch


cdef inline const Convex* part_a(const PartsSweep* sweep, Py_ssize_t i) noexcept nogil:
    return sweep.a.parts + i


cdef inline const Convex* part_b(const PartsSweep* sweep, Py_ssize_t j) noexcept nogil:
    return sweep.b.parts + j


cdef void note_impact(PartsSweep* sweep, Py_ssize_t i, Py_ssize_t j, const Meeting* meeting,
                      double slack) noexcept nogil:
    cdef PartMeeting* pair
    if not has_room(<void**>&sweep.met, &sweep.met_room, sweep.met_count + 1,
                    sizeof(PartMeeting)):
        sweep.failure = NO_MEMORY
        return
    pair = sweep.met + sweep.met_count
    pair.i, pair.j, pair.meeting, pair.slack = i, j, meeting[0], slack
    sweep.met_count = sweep.met_count + 1


cdef double size_at(PartsSweep* sweep, double time) noexcept nogil:
    """The larger side of the box around both rows and their motion up to a time."""
    return joint_size(sweep.box_a, sweep.box_b, sweep.motion.x * time, sweep.motion.y * time)


cdef inline bint has_stopped(PartsSweep* sweep, Py_ssize_t work) noexcept nogil:
    """Whether there was no memory, or a signal, after so much work."""
    if sweep.failure == 0 and was_interrupted(sweep.watch, work):
        sweep.failure = INTERRUPTED
    return sweep.failure < 0


cdef void meet_parts(PartsSweep* sweep) noexcept nogil:
    """List the pairs of parts that meet, in order; pairs that never meet leave the list of those
    that may."""
    cdef Py_ssize_t k, kept = 0
    cdef PartPair pair
    cdef const Convex* a
    cdef const Convex* b
    cdef Meeting meeting
    cdef Motion motion = sweep.motion
    motion.max_time = INFINITY
    for k in range(sweep.near_count):
        pair = sweep.near[k]
        a = part_a(sweep, pair.i)
        b = part_b(sweep, pair.j)
        if not (surely_passes(a, b, &motion) or sweep.at_start and surely_apart(sweep, a, b)):
            sweep.near[kept] = pair
            kept += 1
            if convex_sweep(a, b, &motion, &meeting):
                note_impact(sweep, pair.i, pair.j, &meeting, time_slack(sweep, meeting.time))
        if has_stopped(sweep, a.n + b.n):
            return
    sweep.near_count = kept
    if sweep.met_count > 1:
        qsort(sweep.met, sweep.met_count, sizeof(PartMeeting), by_time)


cdef inline bint surely_apart(PartsSweep* sweep, const Convex* a, const Convex* b) noexcept nogil:
    """Whether the bounding circles are farther apart at the start than the error of places."""
    cdef double dx = b.centre_x - a.centre_x, dy = b.centre_y - a.centre_y
    cdef double reach = (a.bounding_radius + b.bounding_radius
                         + 2.0 * place_tolerance(size_at(sweep, 0.0)))
    return fabs(dx) > reach or fabs(dy) > reach


cdef double time_slack(PartsSweep* sweep, double time) noexcept nogil:
    """The time in which a moves by the error of places."""
    if sweep.around.speed == 0.0:
        return 0.0
    return place_tolerance(size_at(sweep, time)) / sweep.around.speed + TIME_ROUNDOFF * time

# --- one pair of parts


cdef bint grazes(PartsSweep* sweep, const PartMeeting* pair, double max_time) noexcept nogil:
    """Whether a pair is never deeper than the tolerance, or leaves from the start on. The depth
    is greatest, or half as great, half-way: see grazing.pxd."""
    cdef double half_way, tolerance
    if pair.meeting.initial and pair.meeting.leaving:
        return True
    half_way = min(min(pair.meeting.exit_time, max_time), DBL_MAX)
    half_way = pair.meeting.time + 0.5 * (half_way - pair.meeting.time)
    tolerance = grazing_tolerance(size_at(sweep, half_way))
    return depth_after(part_a(sweep, pair.i), part_b(sweep, pair.j), sweep.motion.x * half_way,
                       sweep.motion.y * half_way, tolerance) <= tolerance


cdef bint touches_at_start(PartsSweep* sweep, const PartMeeting* pair) noexcept nogil:
    """Whether a pair is no farther apart at the start than the error of places."""
    cdef double tolerance = place_tolerance(size_at(sweep, 0.0))
    return depth_after(part_a(sweep, pair.i), part_b(sweep, pair.j), 0.0, 0.0,
                       tolerance) >= -tolerance


# --- the place where they touch


cdef void list_cones(PartsSweep* sweep, double time) noexcept nogil:
    """List the cones of all pairs of parts that touch at a time."""
    cdef Py_ssize_t k
    cdef const Convex* a
    cdef const Convex* b
    cdef double x = sweep.motion.x * time, y = sweep.motion.y * time, dx, dy, reach
    cdef double tolerance = place_tolerance(size_at(sweep, time))
    cdef Cone cone
    sweep.around.count = 0
    sweep.touching = False
    for k in range(sweep.near_count):
        if has_stopped(sweep, 1):
            return
        a = part_a(sweep, sweep.near[k].i)
        b = part_b(sweep, sweep.near[k].j)
        dx = (b.centre_x - a.centre_x) - x
        dy = (b.centre_y - a.centre_y) - y
        reach = a.bounding_radius + b.bounding_radius + tolerance
        if fabs(dx) > reach or fabs(dy) > reach:
            continue
        tangent_cone(a, b, x, y, tolerance, &cone)
        if cone.kind != PLACE_APART:
            sweep.touching = True
        if cone.kind >= CONE_SECTOR:
            add_cone(sweep, &cone, sweep.near[k].i, sweep.near[k].j, a, b)
        if has_stopped(sweep, a.n + b.n):
            return


cdef void add_cone(PartsSweep* sweep, const Cone* cone, Py_ssize_t i, Py_ssize_t j, const Convex* a,
                   const Convex* b) noexcept nogil:
    cdef Sector* sector
    cdef int half
    if cone.kind == CONE_SPOT:
        return
    for half in range(1 + (cone.kind == CONE_LINE)):
        if not has_room(<void**>&sweep.around.items, &sweep.around.room, sweep.around.count + 1,
                        sizeof(Sector)):
            sweep.failure = NO_MEMORY
            return
        sector = sweep.around.items + sweep.around.count
        sweep.around.count = sweep.around.count + 1
        sector.start = cone.end if half else cone.start
        sector.end = cone.start if half else cone.end
        sector.i = i
        sector.j = j
        sector.thin_a = may_slip(sweep, a, b)
        sector.thin_b = may_slip(sweep, b, a)


cdef bint may_slip(PartsSweep* sweep, const Convex* thin, const Convex* other) noexcept nogil:
    """Whether a part moves in its own direction into a seam between polygons."""
    return (is_thin(thin) and is_polygon(other)
            and lies_along(thin, sweep.around.unit_x, sweep.around.unit_y))


cdef void meet_face(PartsSweep* sweep, const Face* face, const Sector* sector, double time) noexcept nogil:
    """Take the normal of a face, and a point on it at a time."""
    sweep.found.time = time
    sweep.found.normal_x = face.normal_x + 0.0
    sweep.found.normal_y = face.normal_y + 0.0
    sweep.found.edge = face.edge
    sweep.found.on_b = face.on_b
    sweep.found.vertex_a = face.vertex_a
    sweep.found.vertex_b = face.vertex_b
    impact_point(part_a(sweep, sector.i), part_b(sweep, sector.j), &sweep.motion, &sweep.found)


cdef void find_stretches(PartsSweep* sweep, double x, double y) noexcept nogil:
    """Note where pairs touch along the face found, seen from (x, y), and sort them."""
    cdef const Convex* b
    cdef Sector* sector
    cdef double nx = sweep.found.normal_x, ny = sweep.found.normal_y, low, high
    cdef double shift_x = sweep.motion.x * sweep.found.time
    cdef double shift_y = sweep.motion.y * sweep.found.time
    cdef double tolerance = grazing_tolerance(size_at(sweep, sweep.found.time))
    cdef Py_ssize_t k
    for k in range(sweep.around.count):
        sector = sweep.around.items + k
        b = part_b(sweep, sector.j)
        stretch_along(part_a(sweep, sector.i), 1.0, nx, ny,
                      x - shift_x, y - shift_y, tolerance, &sector.low, &sector.high)
        sector.height = stretch_along(b, -1.0, nx, ny, x, y, tolerance, &low, &high) - b.radius
        low = max(low, sector.low)
        high = min(high, sector.high)
        # Ends of both that are over each other may be beside each other by rounding.
        sector.low = low if low <= high else 0.5 * (low + high)
        sector.high = high if low <= high else sector.low
    qsort(sweep.around.items, sweep.around.count, sizeof(Sector), by_height)
    for k in range(1, sweep.around.count):
        if sweep.around.items[k].height <= sweep.around.items[k - 1].height + tolerance:
            sweep.around.items[k].height = sweep.around.items[k - 1].height
    qsort(sweep.around.items, sweep.around.count, sizeof(Sector), by_stretch)


cdef void choose_stretch(PartsSweep* sweep, double x, double y) noexcept nogil:
    """Take the middle of the longest stretch of contact without a gap, seen from (x, y); of
    equal ones the one with the lesser x, then y."""
    cdef double slack = place_tolerance(size_at(sweep, sweep.found.time)), length = -INFINITY
    cdef double low, high, height, at_x, at_y, best_x = 0.0, best_y = 0.0
    cdef Py_ssize_t k = 0
    while k < sweep.around.count:
        height = sweep.around.items[k].height
        low = high = sweep.around.items[k].low
        while (k < sweep.around.count and sweep.around.items[k].height == height
               and sweep.around.items[k].low <= high + slack):
            high = max(high, sweep.around.items[k].high)
            k += 1
        at_x = height * sweep.found.normal_x - 0.5 * (low + high) * sweep.found.normal_y
        at_y = height * sweep.found.normal_y + 0.5 * (low + high) * sweep.found.normal_x
        if high - low > length + slack or (high - low >= length - slack and (
                at_x < best_x - slack or (at_x <= best_x + slack and at_y < best_y))):
            length = high - low
            best_x, best_y = at_x, at_y
    sweep.found.point_x = x + best_x + sweep.motion.b_x * sweep.found.time
    sweep.found.point_y = y + best_y + sweep.motion.b_y * sweep.found.time


cdef void choose_middle(PartsSweep* sweep) noexcept nogil:
    """Where several pairs touch along the face that was found, take the middle of all."""
    cdef const Convex* b
    cdef double x, y
    keep_touching(&sweep.around, sweep.found.normal_x, sweep.found.normal_y)
    if sweep.around.count < 2:
        return
    b = part_b(sweep, sweep.around.items[0].j)
    x, y = b.x[0], b.y[0]
    find_stretches(sweep, x, y)
    choose_stretch(sweep, x, y)

# --- the whole


cdef double exit_time_of_parts(PartsSweep* sweep, double time) noexcept nogil:
    """When rows that touch at a time separate: the end of consecutive impacts. Notes until when
    pairs must be listed for that."""
    cdef double end = time
    cdef Py_ssize_t k
    if sweep.around.speed == 0.0 or sweep.at_start:
        return INFINITY
    for k in range(sweep.met_count):
        if sweep.met[k].meeting.time > end + sweep.met[k].slack:
            break
        end = max(end, sweep.met[k].meeting.exit_time)
    sweep.needed = end + 2.0 * time_slack(sweep, end) if end < INFINITY else 0.0
    return end


cdef void settle(PartsSweep* sweep, const PartMeeting* first) noexcept nogil:
    """Fill in the impact of the pair of parts that meets first."""
    cdef const Sector* whose = NULL
    cdef const Face* face
    sweep.found = first.meeting
    list_cones(sweep, first.meeting.time)
    if sweep.around.count > 1 or (sweep.around.count and is_corner(sweep.around.items)):
        if sweep.around.speed > 0.0:
            exclude_closed_gap(&sweep.around)
        face = (face_touched(&sweep.around, &whose) if first.meeting.initial
                else face_met(&sweep.around, &whose))
        if face is not NULL and (whose.i != first.i or whose.j != first.j
                                 or not is_along(face, &first.meeting)):
            meet_face(sweep, face, whose, first.meeting.time)
        if sweep.around.count > 1:
            choose_middle(sweep)
    sweep.found.exit_time = exit_time_of_parts(sweep, first.meeting.time)


cdef const PartMeeting* next_pressing(PartsSweep* sweep, bint strict, bint* seam) noexcept nogil:
    """The first pair that meets anew or is pressed together; NULL for none. Pairs before it
    slide."""
    cdef double end = 0.0, last = sweep.motion.max_time if strict else INFINITY
    cdef Py_ssize_t k
    cdef PartMeeting* pair
    seam[0] = False
    for k in range(sweep.met_count):
        pair = sweep.met + k
        if pair.meeting.time > sweep.motion.max_time:
            break
        if not grazes(sweep, pair, last):
            return pair
        if not strict and pair.meeting.time > end + pair.slack:
            list_cones(sweep, end + 0.5 * (pair.meeting.time - end))
            if not sweep.touching:       # by more than rounding
                return pair
        # In a seam that it reaches just when the time is over it is not yet inside.
        if pair.meeting.time + pair.slack < last and may_enter_seam(sweep, pair):
            list_cones(sweep, pair.meeting.time)
            if enters_seam(&sweep.around):
                seam[0] = True
                return pair
        end = max(end, pair.meeting.exit_time)
    return NULL


cdef bint may_enter_seam(PartsSweep* sweep, const PartMeeting* pair) noexcept nogil:
    """Whether one of a pair is thin and may go into a seam of others."""
    cdef const Convex* a = part_a(sweep, pair.i)
    cdef const Convex* b = part_b(sweep, pair.j)
    return may_slip(sweep, a, b) or may_slip(sweep, b, a)


cdef bint begin(PartsSweep* sweep) noexcept nogil:
    """Find all pairs that ever meet; False where none does within the time."""
    sweep.found.initial = sweep.found.leaving = False
    meet_parts(sweep)
    return sweep.met_count > 0 and sweep.met[0].meeting.time <= sweep.motion.max_time


cdef bint find(PartsSweep* sweep, bint skip_leaving, bint strict) noexcept nogil:
    """Sweep the rows, which do not overlap at the start by more than rounding; False for no
    impact."""
    cdef bint overlap = False, leaving = True
    cdef Py_ssize_t count = 0
    if not begin(sweep):
        return False
    while count < sweep.met_count and sweep.met[count].meeting.initial:
        overlap |= convex_intersect(part_a(sweep, sweep.met[count].i),
                                    part_b(sweep, sweep.met[count].j), True)
        leaving &= grazes(sweep, sweep.met + count, INFINITY)
        count += 1
    if count == 0 and not strict:
        settle(sweep, sweep.met)
        return True
    if count:
        list_cones(sweep, 0.0)
        leaving &= not enters_seam(&sweep.around)
    if count and (not skip_leaving and (overlap or not strict) or not (leaving or strict)):
        return meet_at_start(sweep, leaving)
    return meet_pressing(sweep, strict)


cdef bint find_parted(PartsSweep* sweep, bint strict) noexcept nogil:
    """Sweep rows that were just separated and touch within rounding; False for no impact. Faces
    that they are pressed into are initial impacts."""
    cdef PartMeeting* pair
    cdef Py_ssize_t k
    if not begin(sweep):
        return False
    for k in range(sweep.met_count):
        pair = sweep.met + k
        if touches_at_start(sweep, pair) and not grazes(sweep, pair, INFINITY):
            pair.meeting.time = 0.0
            pair.meeting.initial = True
            settle(sweep, pair)
            return True
    return not sweep.at_start and meet_pressing(sweep, strict)


cdef bint meet_pressing(PartsSweep* sweep, bint strict) noexcept nogil:
    """Find the first impact after the start, without faces that are left or slid along."""
    cdef bint seam = False
    cdef const PartMeeting* first = next_pressing(sweep, strict, &seam)
    if first is NULL:
        return False
    settle(sweep, first)
    sweep.found.leaving = False
    return True


cdef bint meet_at_start(PartsSweep* sweep, bint leaving) noexcept nogil:
    cdef const PartMeeting* first = sweep.met
    cdef Py_ssize_t k = 0
    # Of those that are pressed together the first, as it has the normal if it is alone.
    while k < sweep.met_count and sweep.met[k].meeting.initial:
        if not sweep.met[k].meeting.leaving:
            first = sweep.met + k
            break
        k += 1
    settle(sweep, first)
    sweep.found.initial = True
    sweep.found.leaving = leaving
    return True


cdef inline bint is_along(const Face* face, const Meeting* meeting) noexcept nogil:
    """Whether a meeting has the normal of a face."""
    return face.normal_x == meeting.normal_x and face.normal_y == meeting.normal_y


cdef void start_sweep(PartsSweep* sweep, MovingParts* parts, const Motion* motion,
                      Watch* watch) noexcept nogil:
    memset(sweep, 0, sizeof(PartsSweep))
    sweep.a, sweep.b = &parts.a, &parts.b
    sweep.box_a, sweep.box_b = parts.box_a, parts.box_b
    sweep.near, sweep.near_count = parts.pairs.items, parts.pairs.count
    sweep.motion = motion[0]
    sweep.watch = watch
    sweep.around.speed = unit_vector(motion.x, motion.y, &sweep.around.unit_x,
                                     &sweep.around.unit_y)


cdef int end_sweep(PartsSweep* sweep, bint hit, Swept* swept) noexcept nogil:
    """True for an impact, False for none, or a Failure."""
    PyMem_RawFree(sweep.met)
    PyMem_RawFree(sweep.around.items)
    swept.meeting, swept.needed = sweep.found, sweep.needed
    return sweep.failure if sweep.failure < 0 else hit


cdef int sweep_parts(MovingParts* parts, const Motion* motion, bint skip_leaving, bint strict,
                     Swept* swept, Watch* watch) noexcept nogil:
    """When two rows of parts in motion first touch that do not overlap at the start by more than
    rounding; True, False for never, or a Failure."""
    cdef PartsSweep sweep
    cdef bint hit
    start_sweep(&sweep, parts, motion, watch)
    hit = find(&sweep, skip_leaving, strict)
    return end_sweep(&sweep, hit, swept)


cdef int sweep_parted(MovingParts* parts, const Motion* motion, bint at_start, bint strict,
                      Swept* swept, Watch* watch) noexcept nogil:
    """The same for rows that were just separated and touch within rounding. Faces that they slide
    along are ignored; a face that they are pressed into is an initial impact. `at_start` looks only
    for such a one, without its exit time."""
    cdef PartsSweep sweep
    cdef bint hit
    start_sweep(&sweep, parts, motion, watch)
    sweep.at_start = at_start
    hit = find_parted(&sweep, strict)
    return end_sweep(&sweep, hit, swept)
