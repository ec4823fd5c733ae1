"""Two rows that turn while they move: when they first touch as wholes, and where.

A row turns about its own position. The time is the least over all pairs of parts. The normal and
the point are those of the true boundary at that time, so seams between parts do not count.
"""

from libc.math cimport INFINITY, NAN, fabs

cimport sepax._core.answers.compiled as table
from sepax._core.answers.answer cimport Options, Result, Touch, set_plain
from sepax._core.answers.compiled cimport VERB_SWEEP
from sepax._core.arrays.bounds cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y
from sepax._core.arrays.copies cimport (
    Copies, copy_near, copy_rows, farthest_from, prepare_copies, release_copies, set_copied,
    turn_copies)
from sepax._core.arrays.exact_boxes cimport exact_box
from sepax._core.arrays.exact_rows cimport rows_meet
from sepax._core.arrays.near_parts cimport FEW_PARTS
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY
from sepax._core.arrays.row_contact cimport contact_of_rows
from sepax._core.arrays.row_release cimport (
    SLACK, SPEED_DOUBT, find_nearness, find_release, find_touching_normal, slack_of_rows)
from sepax._core.arrays.rows cimport RowMemory, prepare_rows, release_rows, row_at
from sepax._core.interrupts cimport was_interrupted
from sepax._core.kernels.answers cimport Motion
from sepax._core.kernels.convex cimport Convex, length_of
from sepax._core.kernels.pose cimport sine_cosine
from sepax._core.kernels.roundoff cimport FILTER_ROUNDOFF
from sepax._core.kernels.turning cimport is_turned
from sepax._core.separate cimport Release

cdef struct Turning:
    # Two rows in motion; one turns, or both do.
    const Rows* a
    const Rows* b
    const TurningMotion* motion
    Copies of_a, of_b         # those that may meet
    double reach_a, reach_b     # of the farthest points from their places
    double speed                # of their positions towards each other
    Watch* watch

cdef struct Earliest:
    Meeting meeting         # of the parts that meet first; its time is infinite for none
    bint pressed            # parts that meet at the start are pressed together

cdef enum:
    LIKELY = 64     # pairs of parts that are swept first

cdef struct Likely:
    double time     # before which two parts surely do not meet
    Py_ssize_t i, j

cdef enum Chosen:
    ALL
    FLAT        # a point against a point or a segment, which never overlap
    OTHERS


cdef bint row_turns(const Rows* rows, const double* place, double rate) noexcept nogil:
    """Whether a rate changes anything; also without memory."""
    cdef RowMemory memory
    cdef Py_ssize_t k
    cdef bint turns = False
    if rate == 0.0:
        return False
    if not prepare_rows(rows, &memory):
        return True
    for k in range(rows.start, rows.stop):
        if is_turned(row_at(rows, k, &memory), place, rate):
            turns = True
            break
    release_rows(&memory)
    return turns


cdef bint rows_turn(const Rows* a, const Rows* b, const TurningMotion* motion) noexcept nogil:
    """Whether a row turns: not a disc about its centre."""
    return (row_turns(a, motion.position_a, motion.rate_a)
            or row_turns(b, motion.position_b, motion.rate_b))


# --- pairs of parts -------------------------------------------------------------------

cdef inline double speed_of_part(const Convex* part, const double* place,
                                double rate) noexcept nogil:
    """An upper bound of the speed at which points of a part turn."""
    if rate == 0.0:
        return 0.0
    return fabs(rate) * (length_of(part.centre_x - place[0], part.centre_y - place[1])
                         + part.bounding_radius)


cdef inline double earliest_time(const Turning* turning, const Convex* a,
                                 const Convex* b) noexcept nogil:
    """A time before which two parts surely do not meet; 0 where they are near."""
    cdef const TurningMotion* motion = turning.motion
    cdef double dx = b.centre_x - a.centre_x, dy = b.centre_y - a.centre_y, speed
    cdef double gap = length_of(dx, dy) * (1.0 - FILTER_ROUNDOFF)
    gap -= (a.bounding_radius + b.bounding_radius + SLACK * (turning.reach_a + turning.reach_b
                                                              + fabs(dx) + fabs(dy)))
    if not gap > 0.0:
        return 0.0
    speed = (turning.speed + speed_of_part(a, motion.position_a, motion.rate_a)
             + speed_of_part(b, motion.position_b, motion.rate_b))
    return gap / speed * (1.0 - FILTER_ROUNDOFF) if speed > 0.0 else INFINITY


cdef inline bint is_point(const Convex* part) noexcept nogil:
    return part.n == 1 and part.radius == 0.0


cdef inline bint is_thin(const Convex* part) noexcept nogil:
    return part.n <= 2 and part.radius == 0.0


cdef inline bint is_chosen(const Convex* a, const Convex* b, Chosen chosen) noexcept nogil:
    cdef bint flat = (is_point(a) and is_thin(b)) or (is_thin(a) and is_point(b))
    return chosen == ALL or flat == (chosen == FLAT)


cdef inline int sweep_pair(const Convex* a, const Convex* b, const Options* options,
                           Earliest* earliest) noexcept nogil:
    """Note the impact of two parts, if it is sooner; 0, or why it failed."""
    cdef Result result
    cdef int found = table.compiled[VERB_SWEEP](a, b, options, &result)
    if found < 0:
        return TURN_FAILED + found
    if found and result.impact.time < earliest.meeting.time:
        earliest.meeting = result.impact
    if found and result.impact.initial and not result.impact.leaving:
        earliest.pressed = True
    return 0


cdef int sweep_likely(Turning* turning, const Options* options, Chosen chosen,
                      Earliest* earliest) noexcept nogil:
    """Sweep some pairs that may meet soon: most others then surely meet later. 0, or a Failure."""
    cdef Likely[LIKELY] likely
    cdef const Convex* a
    cdef const Convex* b
    cdef Py_ssize_t i, j, k, count = 0
    cdef double time
    cdef int failure
    for i in range(turning.of_a.count):
        a = turning.of_a.parts + i
        for j in range(turning.of_b.count):
            b = turning.of_b.parts + j
            time = earliest_time(turning, a, b)
            if not is_chosen(a, b, chosen) or (
                    count == LIKELY and time >= likely[count - 1].time):
                continue
            count += count < LIKELY
            k = count - 1
            while k > 0 and likely[k - 1].time > time:
                likely[k] = likely[k - 1]
                k -= 1
            likely[k] = Likely(time, i, j)
        if was_interrupted(turning.watch, turning.of_b.count):
            return INTERRUPTED
    for k in range(count):
        if likely[k].time <= min(earliest.meeting.time, options.motion.motion.max_time):
            failure = sweep_pair(turning.of_a.parts + likely[k].i,
                                 turning.of_b.parts + likely[k].j, options, earliest)
            if failure < 0:
                return failure
    return 0


cdef int sweep_pairs(Turning* turning, bint skip_leaving, bint strict, Chosen chosen,
                     Earliest* earliest) noexcept nogil:
    """Note the earliest impact of parts, if it is sooner; 0, or a Failure."""
    cdef Options options
    cdef const Convex* a
    cdef const Convex* b
    cdef Py_ssize_t i, j
    cdef int failure
    set_plain(&options)
    options.turns = True
    options.motion = turning.motion[0]
    options.strict, options.skip_leaving = strict, skip_leaving
    if turning.of_a.count * turning.of_b.count > FEW_PARTS:
        failure = sweep_likely(turning, &options, chosen, earliest)
        if failure < 0:
            return failure
    for i in range(turning.of_a.count):
        a = turning.of_a.parts + i
        for j in range(turning.of_b.count):
            b = turning.of_b.parts + j
            if was_interrupted(turning.watch, 1):
                return INTERRUPTED
            if not is_chosen(a, b, chosen) or earliest_time(turning, a, b) > min(
                    earliest.meeting.time, options.motion.motion.max_time):
                continue
            failure = sweep_pair(a, b, &options, earliest)
            if failure < 0:
                return failure
            if was_interrupted(turning.watch, 64):
                return INTERRUPTED
    return 0


cdef int sweep_resting(Turning* turning, Earliest* earliest) noexcept nogil:
    """The earliest impact of parts, without those that rows rest on at the start; 0, or a Failure.

    Each pair of parts skips its own contact at the start. Where there is one, other pairs count
    once they overlap: so the seam before the next part does not stop what slides across. A point
    never overlaps a point or a segment, and counts once it touches one.
    """
    cdef int failure = sweep_pairs(turning, False, turning.motion.strict, ALL, earliest)
    if failure < 0 or earliest.meeting.time != 0.0:
        return failure
    earliest.meeting.time = INFINITY
    earliest.pressed = False
    if turning.motion.strict:
        return sweep_pairs(turning, True, True, ALL, earliest)
    failure = sweep_pairs(turning, True, False, FLAT, earliest)
    return failure if failure < 0 else sweep_pairs(turning, True, True, OTHERS, earliest)


# --- the contact on the true boundary ---------------------------------------------------

cdef double size_at(const Turning* turning, double time) noexcept nogil:
    """L, of the contract, at a time."""
    cdef const TurningMotion* motion = turning.motion
    cdef double size = (length_of(motion.position_b[0] - motion.position_a[0],
                                  motion.position_b[1] - motion.position_a[1])
                        + length_of(motion.motion.x, motion.motion.y) * time)
    size += turning.reach_a * (1.0 + fabs(motion.rate_a) * time)
    return size + turning.reach_b * (1.0 + fabs(motion.rate_b) * time)


cdef int turn_to_face(const Rows* a, const Rows* b, double reach, Release* out,
                      Watch* watch) noexcept nogil:
    """The normal of the face, once the gap or the overlap is closed; True, or a Failure."""
    cdef Copies copies
    cdef Rows closed
    cdef Release face
    cdef double[2] still = [0.0, 0.0]
    cdef double[2] step = [out.x, out.y]
    cdef int found = NO_MEMORY
    if out.depth < 0.0:
        step = [-out.depth * out.normal_x, -out.depth * out.normal_y]
    prepare_copies(&copies)
    if copy_rows(a, still, step, &copies):
        set_copied(a, &copies, &closed)
        found = find_touching_normal(&closed, b, reach, &face, watch)
        out.normal_x, out.normal_y = face.normal_x, face.normal_y
    release_copies(&copies)
    return found


cdef int contact_at(const Rows* a, const Rows* b, double reach, Release* out, Touch* touch,
                    Watch* watch) noexcept nogil:
    """The contact of rows that meet, or are no farther apart than rounding leaves them; True, False,
    or a Failure."""
    cdef double slack
    cdef int found = find_release(a, b, NULL, out, watch)
    if found == 0:
        found = find_nearness(a, b, reach, out, watch)
    if found > 0 and fabs(out.depth) <= reach:
        found = turn_to_face(a, b, reach, out, watch)
    if found <= 0:
        return found
    slack = slack_of_rows(a, b)
    if slack == INFINITY:
        return NO_MEMORY
    # Places are rounded as coordinates are, which may be far larger than the rows.
    return contact_of_rows(a, b, out, reach, max(reach, slack), touch, watch)


cdef int contact_later(Turning* turning, double time, double reach, Release* out, Touch* touch,
                       Watch* watch) noexcept nogil:
    """The contact at a time, relative to the position of a."""
    cdef const TurningMotion* motion = turning.motion
    cdef Rows a, b
    cdef double sine, cosine
    cdef double[2] target = [0.0, 0.0]
    sine_cosine(motion.rate_a * time, &sine, &cosine)
    turn_copies(&turning.of_a, motion.position_a, sine, cosine, target)
    target = [(motion.position_b[0] - motion.position_a[0]) - motion.motion.x * time,
              (motion.position_b[1] - motion.position_a[1]) - motion.motion.y * time]
    sine_cosine(motion.rate_b * time, &sine, &cosine)
    turn_copies(&turning.of_b, motion.position_b, sine, cosine, target)
    set_copied(turning.a, &turning.of_a, &a)
    set_copied(turning.b, &turning.of_b, &b)
    return contact_at(&a, &b, reach, out, touch, watch)


# --- the sweep ------------------------------------------------------------------------

cdef bint parts_slowly(const Turning* turning, const Touch* touch, double slack) noexcept nogil:
    """Whether none of the deepest points of contact gets deeper."""
    cdef const TurningMotion* motion = turning.motion
    cdef double tolerance = SPEED_DOUBT * (
        length_of(motion.motion.a_x, motion.motion.a_y)
        + length_of(motion.motion.b_x, motion.motion.b_y)
        + fabs(motion.rate_a) * turning.reach_a + fabs(motion.rate_b) * turning.reach_b)
    cdef double x, y
    cdef int k
    for k in range(touch.points.count):
        if touch.points.depth[k] < touch.depth - slack:
            continue
        # Of b less that of a.
        x = -motion.motion.x - motion.rate_b * (touch.points.y[k] - motion.position_b[1])
        x += motion.rate_a * (touch.points.y[k] - motion.position_a[1])
        y = -motion.motion.y + motion.rate_b * (touch.points.x[k] - motion.position_b[0])
        y -= motion.rate_a * (touch.points.x[k] - motion.position_a[0])
        if x * touch.widest.normal_x + y * touch.widest.normal_y < -tolerance:
            return False
    return True


cdef int settle(Turning* turning, const Earliest* earliest, bint initial, Meeting* found,
                Watch* watch) noexcept nogil:
    """Fill in the normal and the point of the whole; True, or a Failure."""
    cdef const TurningMotion* motion = turning.motion
    cdef double time = earliest.meeting.time, reach = SLACK * size_at(turning, time)
    cdef double x = 0.0, y = 0.0
    cdef int last, contact, deep
    cdef Release out
    cdef Touch touch
    found[0] = earliest.meeting
    found.exit_time = NAN
    found.initial = initial
    found.leaving = False
    if initial:
        contact = contact_at(turning.a, turning.b, reach, &out, &touch, watch)
    else:
        contact = contact_later(turning, time, reach, &out, &touch, watch)
        x = motion.position_a[0] + motion.motion.a_x * time
        y = motion.position_a[1] + motion.motion.a_y * time
    if contact < 0:
        return contact
    if contact:     # else what the parts say
        last = touch.points.count - 1
        found.normal_x, found.normal_y = touch.widest.normal_x, touch.widest.normal_y
        found.point_x = 0.5 * (touch.points.x[0] + touch.points.x[last]) + x
        found.point_y = 0.5 * (touch.points.y[0] + touch.points.y[last]) + y
    if initial:
        deep = rows_meet(turning.a, turning.b, True, watch)
        if deep < 0:
            return deep
        # Rows that touch leave if all parts do. Of rows that overlap the points of contact tell.
        found.leaving = parts_slowly(turning, &touch, reach) if contact and deep else (
            not earliest.pressed)
    return True


cdef int find_impact(Turning* turning, Meeting* found, Watch* watch) noexcept nogil:
    """With touching=False, and for skipped contacts, pairs of parts decide by themselves, and the
    least time counts: a point that slips into a seam between parts counts only at the start."""
    cdef const TurningMotion* motion = turning.motion
    cdef Earliest earliest
    cdef int result, initial = False
    earliest.meeting.time = INFINITY
    earliest.pressed = False
    if motion.skip_leaving:
        result = sweep_resting(turning, &earliest)
    else:
        result = sweep_pairs(turning, False, motion.strict, ALL, &earliest)
    if result < 0:
        return result
    if motion.strict and not motion.skip_leaving and (turning.a.thin or turning.b.thin):
        initial = rows_meet(turning.a, turning.b, True, watch)
        if initial > 0:
            earliest.meeting.time = 0.0
    elif earliest.meeting.time == 0.0:
        initial = rows_meet(turning.a, turning.b, motion.strict, watch)
    if initial < 0:
        return initial
    if earliest.meeting.time == INFINITY:
        return False
    return settle(turning, &earliest, earliest.meeting.time == 0.0 and initial, found, watch)


cdef double farthest_of_box(const double* box, const double* place) noexcept nogil:
    return length_of(max(fabs(box[LOW_X] - place[0]), fabs(box[HIGH_X] - place[0])),
                     max(fabs(box[LOW_Y] - place[1]), fabs(box[HIGH_Y] - place[1])))


cdef bint hold_all(const Rows* rows, const double* place, Copies* near,
                   double* reach) noexcept nogil:
    """Copy all parts; False without memory."""
    cdef double[2] still = [0.0, 0.0]
    if not copy_rows(rows, still, still, near):
        return False
    reach[0] = farthest_from(near, place)
    return True


cdef bint hold_met(const Rows* rows, const double* place, double x, double y, double end,
                   const double* other_place, double other_reach, Copies* near,
                   double* reach) noexcept nogil:
    """Copy those parts of a row that does not turn which the other row may meet, in its relative
    motion until an end; False without memory."""
    cdef double[2] still = [0.0, 0.0]
    cdef double[4] box, around
    cdef double slack
    if not exact_box(rows, box):
        return False
    reach[0] = farthest_of_box(box, place)
    slack = SLACK * (reach[0] + other_reach + length_of(x, y) * end
                      + fabs(place[0] - other_place[0]) + fabs(place[1] - other_place[1]))
    around[LOW_X] = other_place[0] + min(x * end, 0.0)
    around[HIGH_X] = other_place[0] + max(x * end, 0.0)
    around[LOW_Y] = other_place[1] + min(y * end, 0.0)
    around[HIGH_Y] = other_place[1] + max(y * end, 0.0)
    return copy_near(rows, around, other_reach + slack, still, near)


cdef bint begin(Turning* turning, const Rows* a, const Rows* b, const TurningMotion* motion,
                Watch* watch) noexcept nogil:
    """Copy both rows; of many parts that do not turn only those that the other row may meet. False
    without memory. To be ended."""
    cdef const Motion* way = &motion.motion
    cdef bint many = (a.stop - a.start) * (b.stop - b.start) > FEW_PARTS
    cdef bint enough
    many = many and way.max_time < INFINITY
    turning.a, turning.b, turning.motion, turning.watch = a, b, motion, watch
    prepare_copies(&turning.of_a)
    prepare_copies(&turning.of_b)
    if many and not row_turns(b, motion.position_b, motion.rate_b):
        enough = hold_all(a, motion.position_a, &turning.of_a, &turning.reach_a) and hold_met(
            b, motion.position_b, way.x, way.y, way.max_time, motion.position_a, turning.reach_a,
            &turning.of_b, &turning.reach_b)
    elif many and not row_turns(a, motion.position_a, motion.rate_a):
        enough = hold_all(b, motion.position_b, &turning.of_b, &turning.reach_b) and hold_met(
            a, motion.position_a, -way.x, -way.y, way.max_time, motion.position_b, turning.reach_b,
            &turning.of_a, &turning.reach_a)
    else:
        enough = (hold_all(a, motion.position_a, &turning.of_a, &turning.reach_a)
                  and hold_all(b, motion.position_b, &turning.of_b, &turning.reach_b))
    turning.speed = length_of(way.x, way.y) * (1.0 + FILTER_ROUNDOFF)
    return enough


cdef void end(Turning* turning) noexcept nogil:
    release_copies(&turning.of_a)
    release_copies(&turning.of_b)


cdef int time_of_turning(const Rows* a, const Rows* b, const TurningMotion* motion, double* time,
                         Watch* watch) noexcept nogil:
    """When rows first touch, infinity for never; 0, or a Failure."""
    cdef Turning turning
    cdef Earliest earliest
    cdef int failure = NO_MEMORY
    earliest.meeting.time = INFINITY
    if begin(&turning, a, b, motion, watch):
        failure = sweep_pairs(&turning, False, False, ALL, &earliest)
    end(&turning)
    time[0] = earliest.meeting.time
    return failure


cdef int sweep_turning(const Rows* a, const Rows* b, const TurningMotion* motion, Meeting* found,
                       Watch* watch) noexcept nogil:
    """The first impact of the wholes within the time; True, False for none, or a Failure."""
    cdef Turning turning
    cdef int result = NO_MEMORY
    if begin(&turning, a, b, motion, watch):
        result = find_impact(&turning, found, watch)
    end(&turning)
    return result
