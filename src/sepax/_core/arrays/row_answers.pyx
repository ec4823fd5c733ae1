"""The answers of verbs for two rows: compounds, or shapes with them.

An answer has the signature of answers/answer.pxd, but for rows. `pair.pyx` asks through a pointer,
which is set when compounds are first used: shapes alone do not load this.
"""

cimport sepax._core.answers.compiled as table
from sepax._core.answers.answer cimport Options, Result, Touch
from sepax._core.answers.compiled cimport (
    VERB_COLLIDE, VERB_CONTAINS, VERB_COVERS, VERB_DISTANCE, VERB_INTERSECTS, VERB_IOU, VERB_MTV,
    VERB_NEAREST_POINTS, VERB_OVERLAP_AREA, VERB_PROJECT, VERB_RAYCAST, VERB_SEPARATING_AXIS,
    VERB_SUPPORT_POINT, VERB_SWEEP, VERB_TIME_OF_IMPACT, VERBS)
from sepax._core.arguments cimport require_turned
from sepax._core.arrays.descent cimport Nearness, find_time
from sepax._core.arrays.exact_rows cimport (
    ROWS_OVERLAP, find_distance, find_nearest_points, relate_rows, rows_hold, rows_meet)
from sepax._core.arrays.sides cimport read_item, read_plain_pair
from sepax._core.arrays.pair_list cimport NO_MEMORY, raise_failure
from sepax._core.arrays.row_areas cimport row_iou, row_overlap_area
from sepax._core.arrays.row_axes cimport row_project, row_separating_axis, row_support_point
from sepax._core.arrays.row_contact cimport collide_rows
from sepax._core.arrays.row_cover cimport row_covers
from sepax._core.arrays.row_rays cimport row_raycast
from sepax._core.arrays.row_sweep cimport sweep_rows
from sepax._core.arrays.row_turning cimport (
    TURN_FAILED, rows_turn, sweep_turning, time_of_turning)
from sepax._core.arrays.rows cimport (
    RowMemory, Rows, prepare_both, release_both, row_at, set_lone)
from sepax._core.arrays.ties cimport is_only_way
from sepax._core.interrupts cimport Watch, raise_pending, start_watch
from sepax._core.kernels.convex cimport Convex, length_of, set_point
from sepax._core.kernels.distance cimport Witnesses
from sepax._core.kernels.pose cimport Pose
from sepax._core.kernels.turning cimport TurningMotion
from sepax._core.parting cimport Release, separate_rows
from sepax._core.writers cimport Kind, as_python

cdef enum:
    FEW_PARTS = 16      # of both, which take less time than to release the GIL

ctypedef int (*row_answer_t)(const Rows* a, const Rows* b, const Options* options, Result* result,
                             Watch* watch) noexcept nogil

cdef row_answer_t[VERBS] answers    # NULL for verbs that have none


# --- the answers ------------------------------------------------------------------------------

cdef int answer_intersects(const Rows* a, const Rows* b, const Options* options, Result* result,
                           Watch* watch) noexcept nogil:
    return rows_meet(a, b, options.strict, watch)


cdef int answer_covers(const Rows* a, const Rows* b, const Options* options, Result* result,
                       Watch* watch) noexcept nogil:
    return row_covers(a, b, True, watch)


cdef int answer_contains(const Rows* a, const Rows* b, const Options* options, Result* result,
                         Watch* watch) noexcept nogil:
    """The point is the second row."""
    return rows_hold(a, b.lone.x[0], b.lone.y[0], watch)


cdef int answer_distance(const Rows* a, const Rows* b, const Options* options, Result* result,
                         Watch* watch) noexcept nogil:
    cdef Nearness nearest
    cdef int failure = find_distance(a, b, &nearest, watch)
    result.number = nearest.distance
    return failure if failure < 0 else 1


cdef int answer_nearest_points(const Rows* a, const Rows* b, const Options* options,
                               Result* result, Watch* watch) noexcept nogil:
    cdef Witnesses points
    cdef int failure = find_nearest_points(a, b, &points, watch)
    result.points = [points.a_x, points.a_y, points.b_x, points.b_y]
    return failure if failure < 0 else 1


cdef int answer_raycast(const Rows* a, const Rows* b, const Options* options, Result* result,
                        Watch* watch) noexcept nogil:
    return row_raycast(a, &options.probe, 0.0, &result.ray_hit, watch)


cdef int answer_mtv(const Rows* a, const Rows* b, const Options* options, Result* result,
                    Watch* watch) noexcept nogil:
    cdef Release way
    cdef int found = relate_rows(a, b, watch)
    result.vector = [0.0, 0.0]
    if found == ROWS_OVERLAP:
        found = separate_rows(a, b, NULL, &way, watch)
        if found == 1:
            result.vector = [way.x, way.y]
    return found


cdef int answer_collide(const Rows* a, const Rows* b, const Options* options, Result* result,
                        Watch* watch) noexcept nogil:
    cdef Touch* touch = &result.contact
    cdef int found = collide_rows(a, b, options.margin, touch, watch), covered
    if found <= 0 or touch.depth < 0.0:
        return found
    covered = row_covers(b, a, False, watch)
    if covered < 0:
        return covered
    touch.a_in_b = covered
    covered = row_covers(a, b, False, watch)
    if covered < 0:
        return covered
    touch.b_in_a = covered
    return found


cdef int answer_sweep(const Rows* a, const Rows* b, const Options* options, Result* result,
                      Watch* watch) noexcept nogil:
    cdef TurningMotion motion
    if options.turns and rows_turn(a, b, &options.motion):
        motion = options.motion
        motion.strict, motion.skip_leaving = options.strict, options.skip_leaving
        return sweep_turning(a, b, &motion, &result.impact, watch)
    return sweep_rows(a, b, &options.motion.motion, options.skip_leaving, options.strict,
                      &result.impact, watch)


cdef int answer_time_of_impact(const Rows* a, const Rows* b, const Options* options,
                               Result* result, Watch* watch) noexcept nogil:
    cdef int failure
    if options.turns and rows_turn(a, b, &options.motion):
        failure = time_of_turning(a, b, &options.motion, &result.number, watch)
    else:
        failure = find_time(a, b, &options.motion.motion, &result.number, watch)
    return failure if failure < 0 else 1


cdef int answer_overlap_area(const Rows* a, const Rows* b, const Options* options, Result* result,
                             Watch* watch) noexcept nogil:
    cdef int failure = row_overlap_area(a, b, &result.number, watch)
    return failure if failure < 0 else 1


cdef int answer_iou(const Rows* a, const Rows* b, const Options* options, Result* result,
                    Watch* watch) noexcept nogil:
    cdef int failure = row_iou(a, b, &result.number, watch)
    return failure if failure < 0 else 1


cdef int answer_separating_axis(const Rows* a, const Rows* b, const Options* options,
                                Result* result, Watch* watch) noexcept nogil:
    return row_separating_axis(a, b, result.vector, watch)


cdef int answer_project(const Rows* a, const Rows* b, const Options* options, Result* result,
                        Watch* watch) noexcept nogil:
    """The axis is the second row."""
    cdef int failure = row_project(a, b.lone.x[0], b.lone.y[0], result.vector, watch)
    return failure if failure < 0 else 1


cdef int answer_support_point(const Rows* a, const Rows* b, const Options* options,
                              Result* result, Watch* watch) noexcept nogil:
    """The direction is the second row."""
    cdef int failure = row_support_point(a, b.lone.x[0], b.lone.y[0], result.vector, watch)
    return failure if failure < 0 else 1


answers[VERB_SEPARATING_AXIS] = answer_separating_axis
answers[VERB_PROJECT] = answer_project
answers[VERB_SUPPORT_POINT] = answer_support_point
answers[VERB_OVERLAP_AREA] = answer_overlap_area
answers[VERB_IOU] = answer_iou
answers[VERB_COLLIDE] = answer_collide
answers[VERB_SWEEP] = answer_sweep
answers[VERB_TIME_OF_IMPACT] = answer_time_of_impact
answers[VERB_MTV] = answer_mtv
answers[VERB_RAYCAST] = answer_raycast
answers[VERB_INTERSECTS] = answer_intersects
answers[VERB_COVERS] = answer_covers
answers[VERB_CONTAINS] = answer_contains
answers[VERB_DISTANCE] = answer_distance
answers[VERB_NEAREST_POINTS] = answer_nearest_points


# --- two single ones --------------------------------------------------------------------------

cdef bint has_row_answer(int verb) noexcept nogil:
    return answers[verb] is not NULL


cdef inline bint is_convex(const Rows* rows) noexcept nogil:
    """Whether a row is one part, and not what a ring is that rounding took from it."""
    return rows.stop - rows.start == 1 and rows.boundary is NULL


cdef inline bint has_ties(int verb, const Convex* a, const Convex* b,
                          const Result* result) noexcept nogil:
    """Whether the answer of convex shapes may be one of several, and compounds take another."""
    if verb == VERB_MTV:
        return not is_only_way(a, b, length_of(result.vector[0], result.vector[1]))
    if verb == VERB_COLLIDE and result.contact.depth >= 0.0:
        return not is_only_way(a, b, result.contact.depth)
    return verb == VERB_SWEEP and result.impact.initial


cdef int answer_rows(int verb, const Rows* a, const Rows* b, const Options* options,
                     Result* result, Watch* watch) noexcept nogil:
    """The answer of a verb that has one of rows. Those of one part are convex shapes, but for ties
    among moves, and the first touch: of a compound they are those of compounds."""
    cdef RowMemory memory[2]
    cdef const Convex* one
    cdef const Convex* other
    cdef int found
    cdef bint compound = a.is_compound or b.is_compound
    if not (is_convex(a) and is_convex(b)) or (
            compound and verb == VERB_SWEEP and not options.turns):
        return answers[verb](a, b, options, result, watch)
    if not prepare_both(a, b, memory):
        return NO_MEMORY
    one = row_at(a, a.start, memory)
    other = row_at(b, b.start, memory + 1)
    found = table.compiled[verb](one, other, options, result)
    if compound and found == 1 and has_ties(verb, one, other, result):
        found = answers[verb](a, b, options, result, watch)
    release_both(memory)
    if options.turns and found < 0:
        found += TURN_FAILED
    return found


cdef object ask(object a, object b, int verb, int kind, const Options* options):
    """The answer of a verb for two rows, a row and a point, or a row and a ray; NotImplemented for
    other arguments."""
    cdef Rows one, other
    cdef Convex point
    cdef Result result
    cdef Watch watch
    cdef double[2] place
    cdef int found
    if answers[verb] is NULL or read_item(a, &one) is NULL:
        return NotImplemented
    if verb == VERB_RAYCAST:
        set_lone(&other, &options.probe.start)
    elif verb == VERB_CONTAINS or verb == VERB_PROJECT or verb == VERB_SUPPORT_POINT:
        if not read_plain_pair(b, place) or (
                verb != VERB_CONTAINS and place[0] == 0.0 == place[1]):
            return NotImplemented   # which the layer above reads, or refuses
        set_point(&point, place, place + 1)
        set_lone(&other, &point)
    elif read_item(b, &other) is NULL:
        return NotImplemented
    start_watch(&watch)
    if one.stop - one.start + other.stop - other.start <= FEW_PARTS:
        found = answer_rows(verb, &one, &other, options, &result, &watch)
    else:
        with nogil:
            found = answer_rows(verb, &one, &other, options, &result, &watch)
    raise_failure(min(found, 0))
    raise_pending()     # of kernels on two huge rings
    require_turned(TURN_FAILED - found if found <= TURN_FAILED else 0, "")
    return as_python(<Kind>kind, found, &result)


cdef bint read_places(object a, object b, Options* options) except -1:
    """Whether both are single shapes or compounds; notes about which places they turn."""
    cdef Rows rows
    cdef const Pose* of_a = read_item(a, &rows)
    cdef const Pose* of_b = read_item(b, &rows)
    if of_a is NULL or of_b is NULL:
        return False
    options.motion.position_a = [of_a.x, of_a.y]
    options.motion.position_b = [of_b.x, of_b.y]
    return True


table.ask_rows = ask
table.read_places = read_places
