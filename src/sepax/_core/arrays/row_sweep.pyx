"""Two rows in motion: the first impact of the wholes, also of rows that overlap at the start.

Rows that overlap are leaving if the overlap does not get deeper along one of the shortest moves
that separate them. Their next impact is computed from the place to which that move leads, so they
slide along the faces that they were in.
"""

from libc.math cimport INFINITY, fabs
from libc.string cimport memset

from sepax._core.answers.answer cimport Touch
from sepax._core.arrays.bounds cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y, add_box, copy_box, joint_size
from sepax._core.arrays.copies cimport Copies, copy_rows, prepare_copies, release_copies, set_copied
from sepax._core.arrays.descent cimport (
    BoxPair, Descent, Opened, end_descent, find_time, open_pair, pop_pair, pose_entry, push_pair,
    push_whole, start_descent, top_entries)
from sepax._core.arrays.exact_boxes cimport exact_box
from sepax._core.arrays.exact_rows cimport parts_overlap, rows_meet
from sepax._core.arrays.index cimport FANOUT
from sepax._core.arrays.moving_parts cimport MovingParts, gather_moving, release_moving
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY
from sepax._core.arrays.parts_sweep cimport Swept, sweep_parted, sweep_parts
from sepax._core.arrays.row_contact cimport contact_of_rows
from sepax._core.arrays.row_release cimport SPEED_DOUBT, find_release, slack_of_rows
from sepax._core.interrupts cimport was_interrupted
from sepax._core.kernels.convex cimport Convex, length_of
from sepax._core.kernels.grazing cimport grazing_tolerance
from sepax._core.kernels.queries cimport convex_sweep
from sepax._core.kernels.roundoff cimport (
    MOTION_ROUNDOFF, SEPARATION_ROUNDOFF, TIME_ROUNDOFF, UNDERFLOW_ERROR)
from sepax._core.kernels.tangent cimport place_tolerance
from sepax._core.separate cimport Release

cdef double NEGLIGIBLE = SEPARATION_ROUNDOFF            # of the size: an overlap that rounding may leave
cdef double BESIDE = 2.0 ** -40    # of a time: pairs that meet so much later may touch there

cdef struct Moving:
    # Two rows in motion, and how one comes free of the other where they overlap at the start.
    const Rows* a
    const Rows* b
    const Motion* motion
    double[4] box_a, box_b
    Release[2] out      # the shortest move, and of all that are as short the one along the motion


cdef struct Placing:
    # From where rows are seen, and how far the first is moved from its place.
    double origin[2]
    double step[2]
    bint parted         # so they were just separated


cdef inline double exact_origin(double low, double high) noexcept nogil:
    """A number near those of a range that is far from 0, relative to which all are exact: the
    difference of two numbers is exact where neither is more than twice the other."""
    if 0.0 < high <= 2.0 * low:
        return low
    return high if 0.0 > low >= 2.0 * high else 0.0


cdef int sweep_moved(const Rows* a, const Rows* b, const Placing* placing, const Motion* motion,
                     bint skip_leaving, bint strict, double latest, Swept* swept,
                     Watch* watch) noexcept nogil:
    """Sweep the parts of two rows that may meet by a time, once a has moved. True, False for no
    impact, or a Failure."""
    cdef MovingParts moving
    cdef bint is_open
    cdef int result = gather_moving(a, b, placing.origin, placing.step, motion, latest, &moving,
                                    watch)
    if result == 0 and placing.parted:
        result = sweep_parted(&moving, motion, not skip_leaving, strict, swept, watch)
    elif result == 0:
        result = sweep_parts(&moving, motion, skip_leaving, strict, swept, watch)
    is_open = result > 0 and swept.needed > moving.horizon
    if is_open and extend_after_step(a, b, placing.step, &moving, motion,
                                     &swept.meeting.exit_time, watch) < 0:
        result = INTERRUPTED
    release_moving(&moving)
    return result


cdef int extend_after_step(const Rows* a, const Rows* b, const double* step,
                           const MovingParts* moving, const Motion* motion, double* exit,
                           Watch* watch) noexcept nogil:
    """`extend_exit` once a has moved."""
    cdef Copies copies
    cdef Rows moved
    cdef double[2] still = [0.0, 0.0]
    cdef int result = NO_MEMORY
    if step[0] == 0.0 == step[1]:
        return extend_exit(a, b, moving.box_a, moving.box_b, motion, exit, watch)
    prepare_copies(&copies)
    if copy_rows(a, still, step, &copies):
        set_copied(a, &copies, &moved)
        result = extend_exit(&moved, b, moving.box_a, moving.box_b, motion, exit, watch)
    release_copies(&copies)
    return result


cdef int sweep_from(const Moving* rows, const double* step, bint skip_leaving, bint strict,
                    Meeting* found, Watch* watch) noexcept nogil:
    """Sweep rows from where a move of the first has separated them; the point is before the move.
    Without `skip_leaving` only an impact right there counts, without an exit time."""
    cdef Placing placing
    cdef Swept swept
    cdef double[4] box
    cdef Motion motion = rows.motion[0]
    cdef int result
    copy_box(box, rows.box_a)
    add_box(box, rows.box_b)
    placing.origin = [exact_origin(box[LOW_X], box[HIGH_X]), exact_origin(box[LOW_Y], box[HIGH_Y])]
    placing.step = [step[0], step[1]]
    placing.parted = True
    motion.max_time = INFINITY
    result = sweep_moved(rows.a, rows.b, &placing, &motion, skip_leaving, strict,
                         rows.motion.max_time if skip_leaving else 0.0, &swept, watch)
    found[0] = swept.meeting
    # Halfway between where the surfaces are.
    found.point_x = (found.point_x - 0.5 * step[0]) + placing.origin[0]
    found.point_y = (found.point_y - 0.5 * step[1]) + placing.origin[1]
    return result


cdef int meet_inside(const Moving* rows, double normal_x, double normal_y, bint leaving,
                     Meeting* found, Watch* watch) noexcept nogil:
    """Fill in the impact of rows that overlap at the start; False where another thread has moved them
    apart."""
    cdef Touch touch
    cdef double slack = slack_of_rows(rows.a, rows.b)
    cdef int result
    if slack == INFINITY:
        return NO_MEMORY
    result = contact_of_rows(rows.a, rows.b, rows.out, 0.0, slack, &touch, watch)
    if result <= 0:
        return result
    memset(found, 0, sizeof(Meeting))
    if rows.motion.x == 0.0 == rows.motion.y:
        found.exit_time = INFINITY
    elif extend_exit(rows.a, rows.b, rows.box_a, rows.box_b, rows.motion,
                     &found.exit_time, watch) < 0:
        return INTERRUPTED
    found.normal_x, found.normal_y = normal_x, normal_y
    found.initial = True
    found.leaving = leaving
    found.point_x, found.point_y = touch.points.x[0], touch.points.y[0]
    if touch.points.count == 2:
        found.point_x = 0.5 * (found.point_x + touch.points.x[1])
        found.point_y = 0.5 * (found.point_y + touch.points.y[1])
    return True


cdef int meet_later(const Moving* rows, const double* step, double speed, const Meeting* after,
                    Meeting* found) noexcept nogil:
    """Fill in the impact that follows the separating move: the delay until the rows are beside the
    place where it separates them."""
    cdef const Motion* motion = rows.motion
    cdef double delay = max(step[0] * (motion.x / speed) + step[1] * (motion.y / speed), 0.0) / speed
    found[0] = after[0]
    found.time = after.time + delay
    found.exit_time = after.exit_time + delay
    found.point_x = after.point_x + 0.5 * delay * (motion.a_x + motion.b_x)
    found.point_y = after.point_y + 0.5 * delay * (motion.a_y + motion.b_y)
    found.initial = found.leaving = False
    return found.time <= motion.max_time


cdef int sweep_from_inside(const Moving* rows, bint skip_leaving, bint strict, Meeting* found,
                           Watch* watch) noexcept nogil:
    """Sweep rows that overlap at the start."""
    cdef const Motion* motion = rows.motion
    cdef const Release* out = &rows.out[0]
    cdef const Release* along = &rows.out[1]
    cdef double speed = length_of(motion.x, motion.y), doubt = SPEED_DOUBT * speed
    cdef double closing = along.normal_x * motion.x + along.normal_y * motion.y
    cdef double[2] step = [along.x, along.y]
    cdef Meeting after
    cdef int hit
    if not skip_leaving and (closing < -doubt
                             or out.normal_x * motion.x + out.normal_y * motion.y < -doubt):
        return meet_inside(rows, out.normal_x, out.normal_y, True, found, watch)
    hit = sweep_from(rows, step, skip_leaving, strict, &after, watch)
    if hit < 0:
        return hit
    if hit and after.initial and closing >= -doubt:
        # Out of the face that they are in, or along it and into another.
        if closing > doubt:
            return meet_inside(rows, out.normal_x, out.normal_y, False, found, watch)
        return meet_inside(rows, after.normal_x, after.normal_y, False, found, watch)
    if not skip_leaving:
        return meet_inside(rows, out.normal_x, out.normal_y, True, found, watch)
    if hit == 0:
        return False
    return meet_later(rows, step, speed, &after, found)


cdef int sweep_still(const Moving* rows, bint skip_leaving, bint strict, double time,
                     Meeting* found, Watch* watch) noexcept nogil:
    """Sweep rows that do not meet before a time."""
    cdef Placing placing
    cdef Swept swept
    cdef const Motion* motion = rows.motion
    cdef double speed = length_of(motion.x, motion.y)
    cdef int result
    placing.origin = [0.0, 0.0]
    placing.step = [0.0, 0.0]
    placing.parted = False
    if strict or skip_leaving:
        time = motion.max_time
    elif speed > 0.0:
        time += BESIDE * (time + joint_size(rows.box_a, rows.box_b, motion.x * time,
                                            motion.y * time) / speed)
    result = sweep_moved(rows.a, rows.b, &placing, motion, skip_leaving, strict, time, &swept, watch)
    found[0] = swept.meeting
    return result


cdef int overlap_deeply(const Moving* rows, double time, double size,
                        Watch* watch) noexcept nogil:
    """Whether parts overlap by more than rounding, or a point or a segment of one row is inside of
    the other, though no parts overlap; or a Failure."""
    cdef int result = False
    if time == 0.0:     # half of the tolerance of grazing: a pair that slides so deep still grazes
        result = parts_overlap(rows.a, rows.b, 0.5 * grazing_tolerance(size), watch)
    if result == 0 and (rows.a.thin or rows.b.thin):
        result = rows_meet(rows.a, rows.b, True, watch)
    return result


cdef int sweep_rows(const Rows* a, const Rows* b, const Motion* motion, bint skip_leaving,
                    bint strict, Meeting* found, Watch* watch) noexcept nogil:
    """The first impact of the wholes within the time; True, False for none, or a Failure."""
    cdef Moving rows
    cdef double[2] toward = [motion.x, motion.y]
    cdef bint moves = motion.x != 0.0 or motion.y != 0.0
    cdef double size, time
    cdef int result = find_time(a, b, motion, &time, watch)
    if result < 0 or time == INFINITY:
        return result
    rows.a, rows.b, rows.motion = a, b, motion
    if not (exact_box(a, rows.box_a) and exact_box(b, rows.box_b)):
        return NO_MEMORY
    size = joint_size(rows.box_a, rows.box_b, 0.0, 0.0)
    result = overlap_deeply(&rows, time, size, watch)
    if result > 0:
        result = find_release(a, b, toward if moves else NULL, rows.out, watch)
    if result < 0:
        return result
    # False where another thread has moved them apart; hardly a way of thin shapes in a seam.
    if result == 0 or rows.out[0].depth <= NEGLIGIBLE * size:
        return sweep_still(&rows, skip_leaving, strict, time, found, watch)
    if not moves:
        rows.out[1] = rows.out[0]
    return sweep_from_inside(&rows, skip_leaving, strict, found, watch)


# --- when two rows separate again; of large rows only the parts that decide it are read -------
#
# Rows that touch at a time stay together until the last exit of the parts that touch then, and so on
# from there. Pairs of boxes with the latest exit come first.

cdef struct Leaving:
    const Motion* motion
    double time             # at which boxes touch
    double slack            # of times
    double pad              # of boxes


cdef inline double exit_along(double a_low, double a_high, double b_low, double b_high,
                              double speed, double pad) noexcept nogil:
    """When an interval has left another; infinity for never."""
    if speed > 0.0:
        return (b_high - a_low + pad) / speed
    return (b_low - a_high - pad) / speed if speed < 0.0 else INFINITY


cdef inline double exit_of_boxes(const double* a, const double* b,
                                 const Leaving* leaving) noexcept nogil:
    """When a moving box has left another, no earlier than its parts; -1 where they do not touch at
    the time."""
    cdef double x = leaving.motion.x * leaving.time, y = leaving.motion.y * leaving.time
    cdef double pad = leaving.pad + leaving.slack * (fabs(leaving.motion.x)
                                                     + fabs(leaving.motion.y))
    if (a[LOW_X] + x > b[HIGH_X] + pad or a[HIGH_X] + x < b[LOW_X] - pad
            or a[LOW_Y] + y > b[HIGH_Y] + pad or a[HIGH_Y] + y < b[LOW_Y] - pad):
        return -1.0
    return min(exit_along(a[LOW_X], a[HIGH_X], b[LOW_X], b[HIGH_X], leaving.motion.x, pad),
               exit_along(a[LOW_Y], a[HIGH_Y], b[LOW_Y], b[HIGH_Y], leaving.motion.y, pad))


cdef inline void push_touching(Descent* descent, const BoxPair* at, const Leaving* leaving,
                               double least) noexcept nogil:
    """Push the boxes below one of a pair that touch the other one and leave it later."""
    cdef Opened opened
    cdef double box[4]
    cdef double exit
    cdef Py_ssize_t bottom = descent.count, i
    open_pair(descent, at, &opened)
    for i in range(FANOUT):
        box[LOW_X] = opened.node[LOW_X * FANOUT + i]
        box[LOW_Y] = opened.node[LOW_Y * FANOUT + i]
        box[HIGH_X] = opened.node[HIGH_X * FANOUT + i]
        box[HIGH_Y] = opened.node[HIGH_Y * FANOUT + i]
        if not box[LOW_X] <= box[HIGH_X]:
            continue
        if opened.of_a:
            exit = exit_of_boxes(box, opened.box, leaving)
        else:
            exit = exit_of_boxes(opened.box, box, leaving)
        if exit > least:
            push_pair(descent, bottom, &opened, <unsigned int>i, -exit)


cdef inline bint circles_leave_sooner(const Convex* a, const Convex* b, const Motion* motion,
                                      double exit) noexcept nogil:
    """Whether the bounding circles surely have separated by then, if they ever meet."""
    cdef double reach = a.bounding_radius + b.bounding_radius
    cdef double dx = b.centre_x - a.centre_x, dy = b.centre_y - a.centre_y
    cdef double speed = length_of(motion.x, motion.y), way = speed * exit
    cdef double ahead = (motion.x / speed) * dx + (motion.y / speed) * dy
    return ahead + reach < way - MOTION_ROUNDOFF * (reach + way + fabs(dx) + fabs(dy))


cdef inline double later_exit(Descent* descent, const BoxPair* at, const Leaving* leaving,
                              double exit) noexcept nogil:
    """The exit of two parts that touch at the time, if it is later."""
    cdef const Convex* one = pose_entry(&descent.a, at.a)
    cdef const Convex* other = pose_entry(&descent.b, at.b)
    cdef Meeting meeting
    cdef Motion motion = leaving.motion[0]
    motion.max_time = INFINITY
    if (not circles_leave_sooner(one, other, &motion, exit)
            and convex_sweep(one, other, &motion, &meeting)
            and meeting.time <= leaving.time + leaving.slack and meeting.exit_time > exit):
        return meeting.exit_time
    return exit


cdef inline int find_later_exit(Descent* descent, const Leaving* leaving, double* exit,
                                Watch* watch) noexcept nogil:
    """The last exit of parts that touch at the time, if it is later; 0, or INTERRUPTED."""
    cdef const BoxPair* at
    cdef Py_ssize_t i, j
    for i in range(top_entries(descent.a.rows)):
        for j in range(top_entries(descent.b.rows)):
            descent.count = 0
            push_whole(descent, i, j)
            descent.stack[0].cost = -INFINITY
            while True:
                at = pop_pair(descent, -exit[0])
                if at is NULL:
                    break
                if at.level_a or at.level_b:
                    push_touching(descent, at, leaving, exit[0])
                else:
                    exit[0] = later_exit(descent, at, leaving, exit[0])
                if was_interrupted(watch, 4):
                    return INTERRUPTED
    return 0


cdef inline int extend_exit(const Rows* a, const Rows* b, const double* box_a, const double* box_b,
                            const Motion* motion, double* exit, Watch* watch) noexcept nogil:
    """Move the exit on to the time when rows that touch until then separate; 0, or a Failure."""
    cdef Descent descent
    cdef Leaving leaving
    cdef double before = -1.0, speed = length_of(motion.x, motion.y), size
    cdef int result = 0
    leaving.motion = motion
    if not start_descent(&descent, a, b):
        result = NO_MEMORY
    while result == 0 and before < exit[0] < INFINITY:
        before = leaving.time = exit[0]
        size = joint_size(box_a, box_b, motion.x * before, motion.y * before)
        leaving.slack = place_tolerance(size) / speed + TIME_ROUNDOFF * before
        leaving.pad = MOTION_ROUNDOFF * size + UNDERFLOW_ERROR
        result = find_later_exit(&descent, &leaving, exit, watch)
    end_descent(&descent)
    return result
