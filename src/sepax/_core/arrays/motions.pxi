"""Loops of verbs about shapes in motion: `sweep` and `time_of_impact`."""

from libc.math cimport INFINITY
from libc.string cimport memset

from sepax._core.kernels.answers cimport Meeting, Motion, set_motion
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.grazing cimport only_grazes
from sepax._core.kernels.sweep cimport convex_sweep, convex_time_of_impact
from sepax._core.kernels.turning cimport HITS, MISSES, TurningMotion, still_turns, turning_sweep
from sepax._core.rows cimport ImpactRow, clear_impact_row, copy_impact_row, fill_impact_row
from sepax._core.simd.levels cimport (
    PAIR_APART, PAIR_MEETS, PAIR_UNCERTAIN, Motions, PairBatch, pair_kernels)
from sepax._core.simd.result_arrays cimport ImpactArrays


# --- shapes that turn ---

cdef enum:
    # Columns of `turns`, one row for all pairs or one for each.
    RATE_A
    RATE_B
    POSITION_A              # about which a turns: x and y; NaN for its own position
    POSITION_B = POSITION_A + 2
    TURN = POSITION_B + 2   # their number

cdef struct Turns:
    const double* rows
    bint is_one
    const Plan* plan        # has the positions
    bint about_centres      # all shapes turn about the centres of their bounding circles
    int failure             # of turning_sweep, and the first pair that failed
    Py_ssize_t failed


cdef inline bint is_centred(const Storage* shapes) noexcept nogil:
    """Whether the position of every shape is the centre of its record."""
    return shapes.kind == BOXES or shapes.kind == DISCS


cdef bint some_turn(const Plan* plan, Turns* turns, Py_ssize_t start,
                    Py_ssize_t stop) noexcept nogil:
    """Whether shapes of a range of pairs turn. Begins a loop over these."""
    cdef Py_ssize_t k
    cdef const double* turn
    cdef bint some = False
    turns.plan = plan
    turns.failure = HITS
    turns.about_centres = is_centred(&plan.a) and is_centred(&plan.b)
    for k in range(0 if turns.is_one else start, 1 if turns.is_one else stop):
        turn = turns.rows + TURN * k
        some |= (turn[RATE_A] != 0.0) | (turn[RATE_B] != 0.0)
        turns.about_centres &= (turn[POSITION_A] != turn[POSITION_A]) & (
            turn[POSITION_B] != turn[POSITION_B])
    return some


cdef inline void read_motion_of(const Motions* motions, Py_ssize_t k,
                                Motion* motion) noexcept nogil:
    cdef const double* a = motions.a if motions.one_a else motions.a + 2 * k
    cdef const double* b = motions.b if motions.one_b else motions.b + 2 * k
    set_motion(motion, a, b, motions.max_time[0 if motions.one_time else k])


cdef int sweep_turning_pair(const Convex* a, const Convex* b, const Motions* motions, Turns* turns,
                            Py_ssize_t k, TurningMotion* motion, Meeting* meeting) noexcept nogil:
    """Sweep pair k; or set the motion alone, and return -1, where neither shape turns."""
    cdef const double* turn = turns.rows + (0 if turns.is_one else TURN * k)
    cdef int found
    read_motion_of(motions, k, &motion.motion)
    motion.rate_a = turn[RATE_A]
    motion.rate_b = turn[RATE_B]
    motion.strict = motions.skip_grazing
    motion.skip_leaving = motions.skip_leaving
    read_place(&turns.plan.a, row_a(turns.plan, k), turn + POSITION_A, motion.position_a)
    read_place(&turns.plan.b, row_b(turns.plan, k), turn + POSITION_B, motion.position_b)
    if not still_turns(a, b, motion):
        return -1
    found = turning_sweep(a, b, motion, meeting)
    if found not in (HITS, MISSES) and turns.failure == HITS:
        turns.failure = found
        turns.failed = k
    return found


cdef int raise_turning_failure(const Turns* turns) except -1:
    return require_turned(turns.failure, f" for pair {turns.failed}")


# --- impacts ---

cdef struct Impacts:
    ImpactArrays rows
    Motions motions
    Turns turns
    Py_ssize_t start


cdef void filter_misses(const Plan* plan, const Motions* motions, Py_ssize_t first,
                        Py_ssize_t count, Py_ssize_t missed, truth* verdicts) noexcept nogil:
    """Write PAIR_APART for shapes that certainly never touch, else PAIR_UNCERTAIN.

    That pays if enough pairs never touch: `missed` in the batch before, or in a sample of the first
    batch, where `missed` is -1.
    """
    cdef int percent = MISSING_PERCENT_OF_LARGE if is_large(plan) else MISSING_PERCENT
    cdef Py_ssize_t probed = 0, counted = BATCH
    cdef PairBatch batch
    if missed < 0:
        probed = counted = min(PROBED, count // PROBED_PART)
        set_batch(plan, first, probed, &batch)
        pair_kernels.find_misses(&batch, motions, plan.some_boxes, verdicts, first)
        missed = count_of(PAIR_APART, verdicts, probed)
    if missed * 100 > counted * percent:
        set_batch(plan, first + probed, count - probed, &batch)
        pair_kernels.find_misses(&batch, motions, plan.some_boxes, verdicts + probed,
                                 first + probed)
    else:
        memset(verdicts + probed, PAIR_UNCERTAIN, count - probed)


cdef void filter_motions(const Plan* plan, const Impacts* impacts, Py_ssize_t first,
                         Py_ssize_t count) noexcept nogil:
    """Sweep compact boxes by lanes; for other shapes find misses."""
    cdef truth* hit = impacts.rows.hit + first
    cdef Py_ssize_t missed = -1
    cdef PairBatch batch
    if plan.compact_boxes:
        set_batch(plan, first, count, &batch)
        pair_kernels.find_sweeps(&batch, &impacts.motions, &impacts.rows, first)
        return
    if first > impacts.start:
        missed = count_of(False, hit - BATCH, BATCH)
    filter_misses(plan, &impacts.motions, first, count, missed, hit)


cdef Py_ssize_t filter_impacts(const Plan* plan, void* out, Py_ssize_t first, Py_ssize_t count,
                               Py_ssize_t* pairs) noexcept nogil:
    """With `skip_grazing` the hits are uncertain, too."""
    cdef Impacts* impacts = <Impacts*>out
    cdef truth* hit = impacts.rows.hit + first
    cdef truth other_verdict = PAIR_APART if impacts.motions.skip_grazing else PAIR_MEETS
    cdef Py_ssize_t n
    filter_motions(plan, impacts, first, count)
    if not plan.compact_boxes:
        for n in range(count):
            if hit[n] == PAIR_APART:
                clear_impact_row(&impacts.rows, first + n)
    return list_uncertain(hit, first, count, PAIR_APART, other_verdict, pairs)


cdef inline void sweep_pair(const Convex* a, const Convex* b, const Motions* motions,
                            const ImpactArrays* out, Py_ssize_t k) noexcept nogil:
    cdef Motion motion
    cdef Meeting meeting
    cdef ImpactRow row
    read_motion_of(motions, k, &motion)
    if convex_sweep(a, b, &motion, &meeting) and not (motions.skip_leaving and meeting.leaving):
        fill_impact_row(&meeting, &row)
        copy_impact_row(&row, out, k)
    else:
        clear_impact_row(out, k)


cdef inline void drop_graze(const Convex* a, const Convex* b, const Motions* motions,
                            const ImpactArrays* out, Py_ssize_t k) noexcept nogil:
    """Make a hit a miss if the shapes only graze."""
    cdef Motion motion
    cdef Meeting meeting
    read_motion_of(motions, k, &motion)
    meeting.time = out.time[k]
    meeting.exit_time = out.exit_time[k]
    meeting.initial = out.initial[k]
    if only_grazes(a, b, &motion, &meeting):
        clear_impact_row(out, k)


cdef void run_impact(const Convex* a, const Convex* b, Py_ssize_t k, void* out) noexcept nogil:
    cdef Impacts* impacts = <Impacts*>out
    if impacts.rows.hit[k] == PAIR_UNCERTAIN:
        sweep_pair(a, b, &impacts.motions, &impacts.rows, k)
    if impacts.motions.skip_grazing and impacts.rows.hit[k]:
        drop_graze(a, b, &impacts.motions, &impacts.rows, k)


cdef Py_ssize_t filter_turning(const Plan* plan, const Turns* turns, const Motions* motions,
                               Py_ssize_t first, Py_ssize_t count, truth* verdicts,
                               Py_ssize_t* pairs) noexcept nogil:
    """List the pairs whose bounding circles may meet; all others are PAIR_APART. A circle about the
    centre that a shape turns about holds it at all angles."""
    cdef PairBatch batch
    if turns.about_centres:
        set_batch(plan, first, count, &batch)
        pair_kernels.find_misses(&batch, motions, False, verdicts, first)
    else:
        memset(verdicts, PAIR_UNCERTAIN, count)
    return list_uncertain(verdicts, first, count, PAIR_APART, PAIR_APART, pairs)


cdef Py_ssize_t filter_turning_impacts(const Plan* plan, void* out, Py_ssize_t first,
                                       Py_ssize_t count, Py_ssize_t* pairs) noexcept nogil:
    cdef Impacts* impacts = <Impacts*>out
    cdef truth* hit = impacts.rows.hit + first
    cdef Py_ssize_t n
    cdef Py_ssize_t listed = filter_turning(plan, &impacts.turns, &impacts.motions, first, count,
                                            hit, pairs)
    for n in range(count):
        if hit[n] == PAIR_APART:
            clear_impact_row(&impacts.rows, first + n)
    return listed


cdef void run_turning_impact(const Convex* a, const Convex* b, Py_ssize_t k,
                             void* out) noexcept nogil:
    cdef Impacts* impacts = <Impacts*>out
    cdef TurningMotion motion
    cdef Meeting meeting
    cdef ImpactRow row
    cdef int found = sweep_turning_pair(a, b, &impacts.motions, &impacts.turns, k, &motion,
                                        &meeting)
    if found == HITS:
        fill_impact_row(&meeting, &row)
        copy_impact_row(&row, &impacts.rows, k)
    elif found >= 0:
        clear_impact_row(&impacts.rows, k)
    else:
        sweep_pair(a, b, &impacts.motions, &impacts.rows, k)
        if impacts.motions.skip_grazing and impacts.rows.hit[k]:
            drop_graze(a, b, &impacts.motions, &impacts.rows, k)


cdef Py_ssize_t sweep_range(const Plan* plan, void* out, Py_ssize_t start,
                            Py_ssize_t stop) noexcept nogil:
    cdef Impacts* impacts = <Impacts*>out
    impacts.start = start
    if some_turn(plan, &impacts.turns, start, stop):
        return walk(plan, filter_turning_impacts, run_turning_impact, out, impacts.rows.hit, start,
                    stop)
    return walk(plan, filter_impacts, run_impact, out, impacts.rows.hit, start, stop)


# --- the times alone ---

cdef struct Times:
    double* time
    Motions motions
    Turns turns
    Py_ssize_t start
    int few_meet_later  # whether few of the batch before touched after the start


cdef Py_ssize_t count_infinite(const double* numbers, Py_ssize_t count) noexcept nogil:
    cdef Py_ssize_t k, found = 0
    for k in range(count):
        found += numbers[k] == INFINITY
    return found


cdef Py_ssize_t filter_times(const Plan* plan, void* out, Py_ssize_t first, Py_ssize_t count,
                             Py_ssize_t* pairs) noexcept nogil:
    """Find the times of compact boxes and discs by lanes; for other shapes find misses."""
    cdef Times* times = <Times*>out
    cdef double* time = times.time + first
    cdef truth verdicts[BATCH]
    cdef Py_ssize_t missed = -1, n, uncertain
    cdef PairBatch batch
    set_batch(plan, first, count, &batch)
    if plan.compact_boxes:
        uncertain = pair_kernels.find_box_times(&batch, &times.motions, time, verdicts, first,
                                                &times.few_meet_later)
    elif plan.compact_discs:
        uncertain = pair_kernels.find_disc_times(&batch, &times.motions, time, verdicts, first)
    else:
        uncertain = count
        if first > times.start:
            missed = count_infinite(time - BATCH, BATCH)
        filter_misses(plan, &times.motions, first, count, missed, verdicts)
        for n in range(count):
            time[n] = INFINITY      # of misses; the kernel writes the others
    return list_uncertain(verdicts, first, count, PAIR_APART, PAIR_MEETS, pairs) if uncertain else 0


cdef void run_time(const Convex* a, const Convex* b, Py_ssize_t k, void* out) noexcept nogil:
    cdef Times* times = <Times*>out
    cdef Motion motion
    read_motion_of(&times.motions, k, &motion)
    times.time[k] = convex_time_of_impact(a, b, &motion)


cdef Py_ssize_t filter_turning_times(const Plan* plan, void* out, Py_ssize_t first,
                                     Py_ssize_t count, Py_ssize_t* pairs) noexcept nogil:
    cdef Times* times = <Times*>out
    cdef truth verdicts[BATCH]
    cdef Py_ssize_t n
    for n in range(count):
        times.time[first + n] = INFINITY    # of misses; the kernel writes the others
    return filter_turning(plan, &times.turns, &times.motions, first, count, verdicts, pairs)


cdef void run_turning_time(const Convex* a, const Convex* b, Py_ssize_t k,
                           void* out) noexcept nogil:
    cdef Times* times = <Times*>out
    cdef TurningMotion motion
    cdef Meeting meeting
    cdef int found = sweep_turning_pair(a, b, &times.motions, &times.turns, k, &motion, &meeting)
    if found < 0:
        times.time[k] = convex_time_of_impact(a, b, &motion.motion)
    else:
        times.time[k] = meeting.time if found == HITS else INFINITY


cdef Py_ssize_t time_range(const Plan* plan, void* out, Py_ssize_t start,
                           Py_ssize_t stop) noexcept nogil:
    cdef Times* times = <Times*>out
    times.start = start
    times.few_meet_later = True
    if some_turn(plan, &times.turns, start, stop):
        return walk(plan, filter_turning_times, run_turning_time, out, NULL, start, stop)
    return walk(plan, filter_times, run_time, out, NULL, start, stop)
