"""Two rows in motion: the first impact of the wholes, also of rows that overlap at the start.

Rows that overlap leave if the overlap does not get deeper along one of the shortest moves that
separate them. Their next impact is computed from the place to which that move leads, so they slide
along the faces that they were in.
"""

from libc.math cimport INFINITY

from sepax._core.answers.answer cimport Touch
from sepax._core.arrays.copies cimport Copies, copy_rows, release_copies, set_copied
from sepax._core.arrays.descent cimport find_time
from sepax._core.arrays.exact_boxes cimport exact_box
from sepax._core.arrays.exact_rows cimport rows_meet
from sepax._core.arrays.extents cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y, add_box, joint_size
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY
from sepax._core.arrays.last_exit cimport extend_exit
from sepax._core.arrays.moving_parts cimport MovingParts, gather_moving, release_moving
from sepax._core.arrays.parts_sweep cimport Swept, sweep_parted, sweep_parts
from sepax._core.arrays.row_contact cimport contact_of_rows
from sepax._core.arrays.row_release cimport SPEED_DOUBT, Release, find_release, slack_of_rows
from sepax._core.arrays.rows cimport Rows
from sepax._core.interrupts cimport Watch
from sepax._core.kernels.answers cimport Meeting, Motion
from sepax._core.kernels.convex cimport length_of
from sepax._core.kernels.roundoff cimport SEPARATION_ROUNDOFF
from sepax._core.parting cimport Way, separate_toward

cdef double NEGLIGIBLE = SEPARATION_ROUNDOFF            # of the size: an overlap that rounding may leave
cdef double BESIDE = 2.0 ** -40    # of a time: pairs that meet so much later may touch there

cdef struct Inside:
    # Two rows in motion that overlap at the start.
    const Rows* a
    const Rows* b
    const Motion* motion
    Release out
    double slack


cdef struct Placing:
    # From where rows are seen, and how far the first is moved from its place.
    double origin[2]
    double step[2]
    bint parted         # so they were just separated


cdef inline double exact_origin(double low, double high) noexcept nogil:
    """A number near those of a range that is far from 0, from which all are seen exactly: the
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
        result = sweep_parted(&moving, motion, strict, swept, watch)
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
    copies.memory = copies.room
    if copy_rows(a, still, step, &copies):
        set_copied(&moved, &copies)
        result = extend_exit(&moved, b, moving.box_a, moving.box_b, motion, exit, watch)
    release_copies(&copies)
    return result


cdef int sweep_from(const Inside* inside, const double* step, bint skip_leaving, bint strict,
                    Meeting* found, Watch* watch) noexcept nogil:
    """Sweep rows from where a move of the first has separated them; the point is before the move."""
    cdef Placing placing
    cdef Swept swept
    cdef double[4] box, other
    cdef Motion motion = inside.motion[0]
    cdef int result
    if not (exact_box(inside.a, box) and exact_box(inside.b, other)):
        return NO_MEMORY
    add_box(box, other)
    placing.origin = [exact_origin(box[LOW_X], box[HIGH_X]), exact_origin(box[LOW_Y], box[HIGH_Y])]
    placing.step = [step[0], step[1]]
    placing.parted = True
    motion.max_time = INFINITY
    result = sweep_moved(inside.a, inside.b, &placing, &motion, skip_leaving, strict,
                         inside.motion.max_time if skip_leaving else 0.0, &swept, watch)
    found[0] = swept.meeting
    # Halfway between where the surfaces are.
    found.point_x = (found.point_x - 0.5 * step[0]) + placing.origin[0]
    found.point_y = (found.point_y - 0.5 * step[1]) + placing.origin[1]
    return result


cdef int meet_inside(const Inside* inside, double normal_x, double normal_y, bint leaving,
                     Meeting* found, Watch* watch) noexcept nogil:
    """Fill in the impact of rows that overlap at the start; False where another thread has moved them
    apart."""
    cdef Touch touch
    cdef int result = contact_of_rows(inside.a, inside.b, &inside.out, 0.0, inside.slack, &touch,
                                      watch)
    if result <= 0:
        return result
    found.normal_x = normal_x
    found.normal_y = normal_y
    found.leaving = leaving
    found.point_x = touch.points.x[0]
    found.point_y = touch.points.y[0]
    if touch.points.count == 2:
        found.point_x = 0.5 * (found.point_x + touch.points.x[1])
        found.point_y = 0.5 * (found.point_y + touch.points.y[1])
    return True


cdef int meet_later(const Inside* inside, const double* step, double speed, const Meeting* after,
                    Meeting* found) noexcept nogil:
    """Fill in the impact that follows the way out: by so much later rows are beside the place where
    the move separates them."""
    cdef const Motion* motion = inside.motion
    cdef double delay = max(step[0] * (motion.x / speed) + step[1] * (motion.y / speed), 0.0) / speed
    found[0] = after[0]
    found.time = after.time + delay
    found.exit_time = after.exit_time + delay
    found.point_x = after.point_x + 0.5 * delay * (motion.a_x + motion.b_x)
    found.point_y = after.point_y + 0.5 * delay * (motion.a_y + motion.b_y)
    found.initial = found.leaving = False
    return found.time <= motion.max_time


cdef int sweep_from_inside(const Inside* inside, bint skip_leaving, bint strict, Meeting* found,
                           Watch* watch) noexcept nogil:
    """Sweep rows that overlap at the start; `found` has the times already."""
    cdef const Motion* motion = inside.motion
    cdef const Release* out = &inside.out
    cdef double speed = length_of(motion.x, motion.y), doubt = SPEED_DOUBT * speed, closing
    cdef Way way = Way(out.x, out.y, out.normal_x, out.normal_y)
    cdef double[2] step
    cdef Meeting after
    cdef int hit
    if not skip_leaving and out.normal_x * motion.x + out.normal_y * motion.y < -doubt:
        return meet_inside(inside, out.normal_x, out.normal_y, True, found, watch)
    if speed > 0.0:
        hit = separate_toward(inside.a, inside.b, out.depth, motion.x, motion.y, &way, watch)
        if hit < 0:
            return hit
        if hit == 0:
            way = Way(out.x, out.y, out.normal_x, out.normal_y)
    step = [way.x, way.y]
    hit = sweep_from(inside, step, skip_leaving, strict, &after, watch)
    if hit < 0:
        return hit
    closing = way.normal_x * motion.x + way.normal_y * motion.y
    if hit and after.initial and closing >= -doubt:
        # Out of the face that they are in, or along it and into another.
        if closing > doubt:
            return meet_inside(inside, out.normal_x, out.normal_y, False, found, watch)
        return meet_inside(inside, after.normal_x, after.normal_y, False, found, watch)
    if not skip_leaving:
        return meet_inside(inside, out.normal_x, out.normal_y, True, found, watch)
    if hit == 0:
        return False
    return meet_later(inside, step, speed, &after, found)


cdef int sweep_still(const Rows* a, const Rows* b, const Motion* motion, bint skip_leaving,
                     bint strict, double time, Swept* swept, double* size,
                     Watch* watch) noexcept nogil:
    """Sweep rows that do not meet before a time."""
    cdef Placing placing
    cdef double[4] box_a, box_b
    cdef double speed = length_of(motion.x, motion.y)
    placing.origin = [0.0, 0.0]
    placing.step = [0.0, 0.0]
    placing.parted = False
    if not (exact_box(a, box_a) and exact_box(b, box_b)):
        return NO_MEMORY
    size[0] = joint_size(box_a, box_b, 0.0, 0.0)
    if strict or skip_leaving:
        time = motion.max_time
    elif speed > 0.0:
        time += BESIDE * (time + joint_size(box_a, box_b, motion.x * time, motion.y * time) / speed)
    return sweep_moved(a, b, &placing, motion, skip_leaving, strict, time, swept, watch)


cdef int lie_deep(const Rows* a, const Rows* b, Watch* watch) noexcept nogil:
    """Whether a point or a segment of one is inside of the other, though no parts overlap; or a
    Failure."""
    if a.thin or b.thin:
        return rows_meet(a, b, True, watch)
    return False


cdef int sweep_rows(const Rows* a, const Rows* b, const Motion* motion, bint skip_leaving,
                    bint strict, Meeting* found, Watch* watch) noexcept nogil:
    """The first impact of the wholes within the time; True, False for none, or a Failure."""
    cdef Inside inside
    cdef Swept swept
    cdef Motion endless = motion[0]
    cdef double size = 0.0, time
    cdef bint deep
    cdef int seam, hit = find_time(a, b, motion, &time, watch)
    if hit < 0 or time == INFINITY:
        return hit
    hit = sweep_still(a, b, motion, skip_leaving, strict, time, &swept, &size, watch)
    found[0] = swept.meeting
    deep = swept.deep
    if hit < 0:
        return hit
    if not deep:
        seam = lie_deep(a, b, watch)
        if seam <= 0:
            return hit if seam == 0 else seam
    inside.a, inside.b, inside.motion = a, b, motion
    seam = find_release(a, b, &inside.out, watch)
    # False where another thread has moved them apart; hardly a way of thin shapes in a seam.
    if seam < 0 or seam == 0 or (not deep and inside.out.depth <= NEGLIGIBLE * size):
        return hit if seam >= 0 else seam
    inside.slack = slack_of_rows(a, b)
    if not deep:
        endless.max_time = INFINITY
        hit = sweep_still(a, b, &endless, False, False, 0.0, &swept, &size, watch)
        if hit <= 0:
            return hit
        found[0] = swept.meeting
    return sweep_from_inside(&inside, skip_leaving, strict, found, watch)
