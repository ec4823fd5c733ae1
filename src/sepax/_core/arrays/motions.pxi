"""Loops of verbs about shapes in motion: `sweep` and `time_of_impact`."""

from libc.math cimport INFINITY
from libc.string cimport memset

from sepax._core.kernels.answers cimport Meeting, Motion, set_motion
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.grazing cimport only_grazes
from sepax._core.simd.levels cimport (
    PAIR_APART, PAIR_MEETS, PAIR_UNCERTAIN, Motions, PairBatch, pair_loops)


# --- shapes that turn ---

cdef enum:
    # Columns of `turns`, one row for all pairs or one for each.
    RATE_A
    RATE_B
    TURN                    # their number


cdef bint some_turn(const Plan* plan, Turns* turns, Py_ssize_t start,
                    Py_ssize_t stop) noexcept nogil:
    """Whether shapes of a range of pairs turn, and whether all about their centres."""
    cdef Py_ssize_t k
    cdef const double* turn
    cdef bint some = False
    turns.about_centres = is_centred(&plan.a) and is_centred(&plan.b)
    for k in range(0 if turns.is_one else start, 1 if turns.is_one else stop):
        turn = turns.rows + TURN * k
        some |= (turn[RATE_A] != 0.0) | (turn[RATE_B] != 0.0)
    return some


cdef inline void read_motion_of(const Motions* motions, Py_ssize_t k,
                                Motion* motion) noexcept nogil:
    cdef const double* a = motions.a if motions.one_a else motions.a + 2 * k
    cdef const double* b = motions.b if motions.one_b else motions.b + 2 * k
    set_motion(motion, a, b, motions.max_time[0 if motions.one_time else k])


cdef void read_turn_of(const Plan* plan, Rows* rows, Py_ssize_t k) noexcept nogil:
    """The rates of pair k, and the positions about which its shapes turn."""
    cdef const double* turn = rows.turns.rows + (0 if rows.turns.is_one else TURN * k)
    rows.options.motion.rate_a = turn[RATE_A]
    rows.options.motion.rate_b = turn[RATE_B]
    read_positions(plan, k, &rows.options)


cdef inline void drop_graze(Rows* rows, const Convex* a, const Convex* b,
                            Py_ssize_t k) noexcept nogil:
    """Make a hit of lanes a miss if the shapes only graze."""
    cdef Meeting meeting
    meeting.time = rows.out.impacts.time[k]
    meeting.exit_time = rows.out.impacts.exit_time[k]
    meeting.initial = rows.out.impacts.initial[k]
    if only_grazes(a, b, &rows.options.motion.motion, &meeting):
        clear_impact_row(&rows.out.impacts, k)


cdef bint take_motion(const Plan* plan, Rows* rows, const Convex* a, const Convex* b,
                      Py_ssize_t k) noexcept nogil:
    """Set the motion of pair k; False if lanes have found its impact."""
    read_motion_of(&rows.motions, k, &rows.options.motion.motion)
    if rows.options.turns:
        read_turn_of(plan, rows, k)
    elif rows.out.kind == Kind.IMPACT and rows.out.truths[k] == PAIR_MEETS:
        drop_graze(rows, a, b, k)
        return False
    return True


cdef Py_ssize_t filter_turning(const Plan* plan, Rows* rows, Py_ssize_t first, Py_ssize_t count,
                               Py_ssize_t* pairs) noexcept nogil:
    """List the pairs whose bounding circles may meet; all others never touch. A circle about the
    centre of rotation holds the shape at all angles."""
    cdef truth verdicts[BATCH]
    cdef PairBatch batch
    cdef Py_ssize_t n
    if rows.turns.about_centres:
        set_batch(plan, first, count, &batch)
        pair_loops.find_misses(&batch, &rows.motions, False, verdicts, first)
    else:
        memset(verdicts, PAIR_UNCERTAIN, count)
    for n in range(count):
        if rows.out.kind == Kind.NUMBER:
            rows.out.numbers[first + n] = INFINITY      # the answer writes the others
        elif verdicts[n] == PAIR_APART:
            clear_impact_row(&rows.out.impacts, first + n)
    return list_uncertain(verdicts, first, count, PAIR_APART, PAIR_APART, pairs)


# --- impacts ---


cdef void filter_misses(const Plan* plan, const Motions* motions, Py_ssize_t first,
                        Py_ssize_t count, Py_ssize_t missed, truth* verdicts) noexcept nogil:
    """Write PAIR_APART for shapes that certainly never touch, else PAIR_UNCERTAIN.

    This pays if enough pairs never touch: `missed` in the batch before, or in a sample of the first
    batch, where `missed` is -1.
    """
    cdef int percent = MISSING_PERCENT_OF_LARGE if is_large(plan) else MISSING_PERCENT
    cdef Py_ssize_t probed = 0, counted = BATCH
    cdef PairBatch batch
    if missed < 0:
        probed = counted = min(PROBED, count // PROBED_PART)
        set_batch(plan, first, probed, &batch)
        pair_loops.find_misses(&batch, motions, plan.some_boxes, verdicts, first)
        missed = count_of(PAIR_APART, verdicts, probed)
    if missed * 100 > counted * percent:
        set_batch(plan, first + probed, count - probed, &batch)
        pair_loops.find_misses(&batch, motions, plan.some_boxes, verdicts + probed,
                               first + probed)
    else:
        memset(verdicts + probed, PAIR_UNCERTAIN, count - probed)


cdef void filter_motions(const Plan* plan, Rows* rows, Py_ssize_t first,
                         Py_ssize_t count) noexcept nogil:
    """Sweep compact boxes by lanes; for other shapes find misses."""
    cdef truth* hit = rows.out.truths + first
    cdef Py_ssize_t missed = -1
    cdef PairBatch batch
    if plan.compact_boxes:
        set_batch(plan, first, count, &batch)
        pair_loops.find_sweeps(&batch, &rows.motions, &rows.out.impacts, first)
        return
    if first > rows.start:
        missed = count_of(False, hit - BATCH, BATCH)
    filter_misses(plan, &rows.motions, first, count, missed, hit)


cdef Py_ssize_t filter_impacts(const Plan* plan, Rows* rows, Py_ssize_t first, Py_ssize_t count,
                               Py_ssize_t* pairs) noexcept nogil:
    """With `skip_grazing` the hits are uncertain, too."""
    cdef truth* hit = rows.out.truths + first
    cdef truth other_verdict = PAIR_APART if rows.motions.skip_grazing else PAIR_MEETS
    cdef Py_ssize_t n
    filter_motions(plan, rows, first, count)
    if not plan.compact_boxes:
        for n in range(count):
            if hit[n] == PAIR_APART:
                clear_impact_row(&rows.out.impacts, first + n)
    return list_uncertain(hit, first, count, PAIR_APART, other_verdict, pairs)


# --- the times alone ---


cdef Py_ssize_t count_infinite(const double* numbers, Py_ssize_t count) noexcept nogil:
    cdef Py_ssize_t k, found = 0
    for k in range(count):
        found += numbers[k] == INFINITY
    return found


cdef Py_ssize_t filter_times(const Plan* plan, Rows* rows, Py_ssize_t first, Py_ssize_t count,
                             Py_ssize_t* pairs) noexcept nogil:
    """Find the times of compact boxes and discs by lanes; for other shapes find misses."""
    cdef double* time = rows.out.numbers + first
    cdef truth verdicts[BATCH]
    cdef Py_ssize_t missed = -1, n, uncertain
    cdef PairBatch batch
    set_batch(plan, first, count, &batch)
    if plan.compact_boxes:
        uncertain = pair_loops.find_box_times(&batch, &rows.motions, time, verdicts, first,
                                              &rows.few_meet_later)
    elif plan.compact_discs:
        uncertain = pair_loops.find_disc_times(&batch, &rows.motions, time, verdicts, first)
    else:
        uncertain = count
        if first > rows.start:
            missed = count_infinite(time - BATCH, BATCH)
        filter_misses(plan, &rows.motions, first, count, missed, verdicts)
        for n in range(count):
            time[n] = INFINITY      # of misses; the kernel writes the others
    return list_uncertain(verdicts, first, count, PAIR_APART, PAIR_MEETS, pairs) if uncertain else 0
