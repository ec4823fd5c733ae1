"""The answers of verbs for two rows: compounds, or shapes with them.

`pair.pyx` calls through a pointer, which is set when compounds are first used: shapes alone do not
load this module.
"""

from cpython.exc cimport PyErr_SetObject
from cpython.mem cimport PyMem_RawFree
from libc.math cimport INFINITY, fabs
from libc.string cimport memset

cimport sepax._core.answers.compiled as table
from sepax._core.answers.answer cimport Touch
from sepax._core.answers.compiled cimport (
    VERB_CLEARANCE, VERB_CLOSEST_APPROACH, VERB_COLLIDE, VERB_CONTAINS, VERB_COVERS, VERB_DISTANCE, VERB_INTERSECTS,
    VERB_IOU, VERB_MTV, VERB_NEAREST_POINTS, VERB_OVERLAP_AREA, VERB_PROJECT, VERB_RAYCAST,
    VERB_SEPARATING_AXIS, VERB_SIGNED_DISTANCE, VERB_SUPPORT_POINT, VERB_SWEEP,
    VERB_TIME_OF_IMPACT)
from sepax._core.arguments cimport require_turned
from sepax._core.arrays.boundary_search cimport RowSearch, next_in_box, seek_in_box
from sepax._core.arrays.bounds cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y
from sepax._core.arrays.descent cimport Nearness, find_time
from sepax._core.arrays.exact_rows cimport (
    NO_OUTLINE, ROWS_OVERLAP, find_distance, find_nearest_points, relate_rows, rows_cover,
    rows_hold, rows_meet)
from sepax._core.arrays.pair_list cimport (
    INTERRUPTED, MIXED_RADII, NO_ANSWER, NO_MEMORY, raise_failure)
from sepax._core.arrays.rings cimport place_vertex, vertex_behind
from sepax._core.arrays.row_approach cimport row_approach
from sepax._core.arrays.row_areas cimport row_iou, row_overlap_area
from sepax._core.arrays.row_clearance cimport row_gap, row_signed_distance
from sepax._core.arrays.row_contact cimport collide_rows
from sepax._core.arrays.row_rays cimport row_raycast
from sepax._core.arrays.row_sweep cimport sweep_rows
from sepax._core.arrays.row_turning cimport TURN_FAILED, rows_turn, sweep_turning, time_of_turning
from sepax._core.arrays.rows cimport (
    RowMemory, box_of_rows, prepare_both, prepare_rows, release_both, release_rows, row_at,
    set_lone)
from sepax._core.arrays.sides cimport read_item, read_plain_pair
from sepax._core.arrays.ties cimport is_only_way
from sepax._core.interrupts cimport raise_pending, start_watch, was_interrupted
from sepax._core.kernels.answers cimport Axis
from sepax._core.kernels.convex cimport Convex, length_of, set_point
from sepax._core.kernels.distance cimport Witnesses
from sepax._core.kernels.pose cimport (
    Pose, PosedConvex, posed_assign_arrays, posed_measure, posed_size, posed_update)
from sepax._core.kernels.projection cimport convex_project
from sepax._core.kernels.roundoff cimport ENLARGEMENT
from sepax._core.kernels.separation cimport convex_axis
from sepax._core.kernels.support cimport convex_support_point
from sepax._core.kernels.turning cimport TurningMotion
from sepax._core.memory cimport has_room, new_zeros
from sepax._core.ring cimport Spot, hull_chain, sort_spots
from sepax._core.separate cimport Release, separate_rows
from sepax._core.writers cimport Kind, as_python

cdef enum:
    FEW_PARTS = 16      # of both, which take less time than to release the GIL


# --- the answers of parts ---------------------------------------------------------------------

cdef int answer_mtv(const Rows* a, const Rows* b, Result* result, Watch* watch) noexcept nogil:
    cdef Release out
    cdef int found = relate_rows(a, b, watch)
    result.vector = [0.0, 0.0]
    if found == ROWS_OVERLAP:
        found = separate_rows(a, b, NULL, &out, watch)
        if found == 1:
            result.vector = [out.x, out.y]
    return found


cdef int answer_collide(const Rows* a, const Rows* b, double margin, Touch* touch,
                        Watch* watch) noexcept nogil:
    cdef int found = collide_rows(a, b, margin, touch, watch), covered
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


cdef int measure_parts(int verb, const Rows* a, const Rows* b, const Options* options,
                       Result* result, Watch* watch) noexcept nogil:
    """Answer a verb that always has a result; 0, or a Failure. An axis or a direction is the second
    row."""
    cdef Nearness nearest
    cdef Witnesses points
    cdef int failure
    if verb == VERB_DISTANCE:
        failure = find_distance(a, b, &nearest, watch)
        result.number = nearest.distance
        return failure
    if verb == VERB_NEAREST_POINTS:
        failure = find_nearest_points(a, b, &points, watch)
        result.points = [points.a_x, points.a_y, points.b_x, points.b_y]
        return failure
    if verb == VERB_TIME_OF_IMPACT:
        if options.turns and rows_turn(a, b, &options.motion):
            return time_of_turning(a, b, &options.motion, &result.number, watch)
        return find_time(a, b, &options.motion.motion, &result.number, watch)
    if verb == VERB_OVERLAP_AREA:
        return row_overlap_area(a, b, &result.number, watch)
    if verb == VERB_IOU:
        return row_iou(a, b, &result.number, watch)
    if verb == VERB_PROJECT:
        return row_project(a, b.lone.x[0], b.lone.y[0], result.vector, watch)
    if verb == VERB_SUPPORT_POINT:
        return row_support_point(a, b.lone.x[0], b.lone.y[0], result.vector, watch)
    return NO_ANSWER


cdef int answer_parts(int verb, const Rows* a, const Rows* b, const Options* options,
                      Result* result, Watch* watch) noexcept nogil:
    """1 or 0, as of answers/answer.pxd, or a Failure. A point is the second row."""
    cdef int failure
    if verb == VERB_INTERSECTS:
        return rows_meet(a, b, options.strict, watch)
    if verb == VERB_COVERS:
        return row_covers(a, b, True, watch)
    if verb == VERB_CONTAINS:
        return rows_hold(a, b.lone.x[0], b.lone.y[0], watch)
    if verb == VERB_SEPARATING_AXIS:
        return row_separating_axis(a, b, result.vector, watch)
    if verb == VERB_RAYCAST:
        return row_raycast(a, &options.probe, 0.0, &result.ray_hit, watch)
    if verb == VERB_MTV:
        return answer_mtv(a, b, result, watch)
    if verb == VERB_COLLIDE:
        return answer_collide(a, b, options.margin, &result.contact, watch)
    if verb == VERB_SWEEP:
        return answer_sweep(a, b, options, result, watch)
    if verb == VERB_SIGNED_DISTANCE:
        return row_signed_distance(a, b, &result.number, watch)
    if verb == VERB_CLEARANCE:
        return row_gap(a, b, options.motion.position_a, options.motion.position_b, &result.gap,
                       watch)
    if verb == VERB_CLOSEST_APPROACH:
        return row_approach(a, b, &options.motion.motion, &result.passing, watch)
    failure = measure_parts(verb, a, b, options, result, watch)
    return failure if failure < 0 else 1


# --- two single ones --------------------------------------------------------------------------

cdef inline bint is_convex(const Rows* rows) noexcept nogil:
    """Whether a row is a convex shape: one part with the vertices of its ring."""
    return rows.stop - rows.start == 1 and rows.boundary is NULL


cdef inline bint has_ties(int verb, const Convex* a, const Convex* b,
                          const Result* result) noexcept nogil:
    """Whether the answer of convex shapes may be one of several: compounds choose another."""
    if verb == VERB_MTV:
        return not is_only_way(a, b, length_of(result.vector[0], result.vector[1]))
    if verb == VERB_COLLIDE and result.contact.depth >= 0.0:
        return not is_only_way(a, b, result.contact.depth)
    if verb == VERB_SIGNED_DISTANCE and result.number < 0.0:
        return not is_only_way(a, b, -result.number)
    if verb == VERB_CLEARANCE and result.gap.distance <= 0.0:
        return not is_only_way(a, b, -result.gap.distance)
    return verb == VERB_SWEEP and result.impact.initial


cdef inline bint finds_first_touch(int verb, const Options* options) noexcept nogil:
    """Whether compounds of one part have a rule of their own for where they first touch."""
    return (verb == VERB_SWEEP and not options.turns) or verb == VERB_CLOSEST_APPROACH


cdef int answer_rows(int verb, const Rows* a, const Rows* b, const Options* options,
                     Result* result, Watch* watch) noexcept nogil:
    """Answer a verb for two rows. Rows of one part are convex shapes, except that a compound breaks
    ties among moves, and finds its first touch, by the rules of compounds."""
    cdef RowMemory memory[2]
    cdef const Convex* one
    cdef const Convex* other
    cdef int found
    cdef bint compound = a.is_compound or b.is_compound
    if not (is_convex(a) and is_convex(b)) or (
            compound and finds_first_touch(verb, options)):
        return answer_parts(verb, a, b, options, result, watch)
    if not prepare_both(a, b, memory):
        return NO_MEMORY
    one = row_at(a, a.start, memory)
    other = row_at(b, b.start, memory + 1)
    found = table.compiled[verb](one, other, options, result)
    if compound and found == 1 and has_ties(verb, one, other, result):
        found = answer_parts(verb, a, b, options, result, watch)
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
    if read_item(a, &one) is NULL:
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


# --- what an axis tells of a row --------------------------------------------------------------

cdef int row_project(const Rows* rows, double x, double y, double* interval,
                     Watch* watch) noexcept nogil:
    """The least and the greatest scalar product of an axis with a point of a row; 0, or a Failure."""
    cdef RowMemory memory
    cdef double low, high
    cdef Py_ssize_t k
    cdef int result = 0
    interval[0], interval[1] = INFINITY, -INFINITY
    if not prepare_rows(rows, &memory):
        return NO_MEMORY
    for k in range(rows.start, rows.stop):
        convex_project(row_at(rows, k, &memory), x, y, &low, &high)
        interval[0] = min(interval[0], low)
        interval[1] = max(interval[1], high)
        if was_interrupted(watch, 4):
            result = INTERRUPTED
            break
    release_rows(&memory)
    return result


cdef int row_support_point(const Rows* rows, double x, double y, double* point,
                           Watch* watch) noexcept nogil:
    """The farthest point of a row in a direction, of the first part that has it; 0, or a Failure."""
    cdef RowMemory memory
    cdef double[2] first, found
    cdef double farthest = 0.0, along, long_x = x, long_y = y
    cdef Py_ssize_t k
    cdef int result = 0
    for k in range(2):      # as in `convex_support_point`: no product underflows
        if fabs(long_x) < 1.0 and fabs(long_y) < 1.0:
            long_x *= ENLARGEMENT
            long_y *= ENLARGEMENT
    if not prepare_rows(rows, &memory):
        return NO_MEMORY
    for k in range(rows.start, rows.stop):
        convex_support_point(row_at(rows, k, &memory), x, y, found)
        if k == rows.start:
            first[0], first[1] = point[0], point[1] = found[0], found[1]
        along = long_x * (found[0] - first[0]) + long_y * (found[1] - first[1])
        if along > farthest:
            farthest = along
            point[0], point[1] = found[0], found[1]
        if was_interrupted(watch, 4):
            result = INTERRUPTED
            break
    release_rows(&memory)
    return result


# --- the axis that separates the hulls of two rows --------------------------------------------

cdef struct Hull:
    RowMemory memory        # of a row of one part
    const Convex* convex
    PosedConvex posed       # of several
    Spot* spots
    Py_ssize_t room
    double* numbers         # of `posed`


cdef int gather_points(Hull* hull, const Rows* rows, Py_ssize_t* count, double* radius,
                       Watch* watch) noexcept nogil:
    """The points of all parts, which must have one radius; 0, or a Failure."""
    cdef const Convex* part
    cdef Py_ssize_t k, i
    count[0] = 0
    for k in range(rows.start, rows.stop):
        part = row_at(rows, k, &hull.memory)
        if k > rows.start and part.radius != radius[0]:
            return MIXED_RADII
        radius[0] = part.radius
        # With as many spare ones, and room for twice as many indices.
        if not has_room(<void**>&hull.spots, &hull.room, count[0] + part.n, 3 * sizeof(Spot)):
            return NO_MEMORY
        for i in range(part.n):
            hull.spots[count[0] + i] = Spot(part.x[i], part.y[i])
        count[0] += part.n
        if was_interrupted(watch, part.n):
            return INTERRUPTED
    return 0


cdef int find_corners(Hull* hull, Py_ssize_t count, const Spot** sorted, Py_ssize_t** chain,
                      Py_ssize_t* corners, Watch* watch) noexcept nogil:
    """The corners of the hull of points; of points on one line the two ends, or one. 0, or
    INTERRUPTED."""
    cdef const Spot* spots = sort_spots(hull.spots, hull.spots + count, count, watch)
    chain[0] = <Py_ssize_t*>(hull.spots + 2 * count)
    corners[0] = -1 if spots is NULL else hull_chain(spots, count, chain[0], watch)
    sorted[0] = spots
    if corners[0] < 0:
        return INTERRUPTED
    if corners[0] < 3:
        chain[0][0], chain[0][1] = 0, count - 1
        corners[0] = 1 + (spots[0].x != spots[count - 1].x or spots[0].y != spots[count - 1].y)
    return 0


cdef int set_hull(Hull* hull, const Rows* rows, Watch* watch) noexcept nogil:
    """The convex hull of all points, rounded by the radius; 0, or a Failure."""
    cdef PosedConvex* posed = &hull.posed
    cdef const Spot* spots
    cdef Py_ssize_t* chain
    cdef Py_ssize_t count, n, i
    cdef double radius
    cdef int result = gather_points(hull, rows, &count, &radius, watch)
    if result == 0:
        result = find_corners(hull, count, &spots, &chain, &n, watch)
    if result < 0:
        return result
    hull.numbers = <double*>new_zeros(posed_size(n), sizeof(double))
    if hull.numbers is NULL:
        return NO_MEMORY
    posed_assign_arrays(posed, n, hull.numbers)
    for i in range(n):
        posed.local_x[i], posed.local_y[i] = spots[chain[i]].x, spots[chain[i]].y
    posed.pose = Pose(0.0, 0.0, 0.0, 1.0, 0.0)
    if n == 1:
        posed.pose.x, posed.pose.y = posed.local_x[0], posed.local_y[0]
        posed.local_x[0] = posed.local_y[0] = 0.0
    posed_measure(posed, n, n if n > 1 else 0, radius)
    posed_update(posed)
    hull.convex = &posed.convex
    return 0


cdef int find_hull(Hull* hull, const Rows* rows, Watch* watch) noexcept nogil:
    """The convex hull of a row, a row of one part itself; 0, or a Failure. To be released."""
    hull.spots = NULL
    hull.room = 0
    hull.numbers = NULL
    memset(&hull.posed, 0, sizeof(PosedConvex))
    if not prepare_rows(rows, &hull.memory):
        return NO_MEMORY
    if rows.stop - rows.start > 1:
        return set_hull(hull, rows, watch)
    hull.convex = row_at(rows, rows.start, &hull.memory)
    return 0


cdef void release_hull(Hull* hull) noexcept nogil:
    release_rows(&hull.memory)
    PyMem_RawFree(hull.spots)
    PyMem_RawFree(hull.numbers)


cdef int row_separating_axis(const Rows* a, const Rows* b, double* axis,
                             Watch* watch) noexcept nogil:
    """The axis that separates the convex hulls of two rows: 1, 0 for none, or a Failure:
    MIXED_RADII for parts that are not rounded alike."""
    cdef Hull[2] hulls
    cdef Axis found
    cdef int result = find_hull(hulls, a, watch)
    if result == 0:
        result = find_hull(hulls + 1, b, watch)
        if result == 0:
            result = convex_axis(hulls[0].convex, hulls[1].convex, &found)
            axis[0], axis[1] = found.normal_x, found.normal_y
        release_hull(hulls + 1)
    release_hull(hulls)
    return result


# --- coverage ---------------------------------------------------------------------------

cdef object covers_together = None


def answer_together_by(function: Callable[..., bool]) -> None:
    """Register the function for several parts that cover a shape together. It gets the outer parts
    nearby, the inner parts, the posed rings of an inner outline, and whether to answer exactly. A
    part is its radius and its points."""
    global covers_together
    covers_together = function


cdef list points_of(const Convex* part):
    cdef Py_ssize_t i
    return [(part.x[i], part.y[i]) for i in range(part.n)]


cdef list list_parts(const Rows* rows, const double* box):
    """The radius and the points of each part near a box."""
    cdef RowSearch search
    cdef RowMemory memory
    cdef const Convex* part
    cdef Py_ssize_t k
    if not prepare_rows(rows, &memory):
        raise MemoryError
    found = []
    seek_in_box(&search, rows, box[LOW_X], box[LOW_Y], box[HIGH_X], box[HIGH_Y])
    while True:
        k = next_in_box(&search)
        if k < 0:
            break
        part = row_at(rows, k, &memory)
        found.append((part.radius, points_of(part)))
    release_rows(&memory)
    return found


cdef list list_rings(const Rows* rows):
    """The posed rings of an outline; None for others, and where parts are exact."""
    cdef double x, y
    cdef Py_ssize_t k
    if rows.boundary is NULL or rows.margin == 0.0:
        return None
    rings, ring = [], []
    for k in range(rows.boundary.count):
        place_vertex(rows.boundary, rows.place, k, &x, &y)
        ring.append((x, y))
        if vertex_behind(rows.boundary, k) <= k:
            rings.append(ring)
            ring = []
    return rings


cdef int cover_together(const Rows* outer, const Rows* inner, bint exact) noexcept with gil:
    """Call that function. INTERRUPTED leaves an exception pending, for the caller of the loop."""
    cdef double box[4]
    cdef object failure = None
    try:
        box_of_rows(inner, box)
        return bool(covers_together(list_parts(outer, box), list_parts(inner, box),
                                    list_rings(inner), exact))
    except BaseException as error:
        failure = error
    PyErr_SetObject(type(failure), failure)
    return INTERRUPTED


cdef int row_covers(const Rows* outer, const Rows* inner, bint exact, Watch* watch) noexcept nogil:
    """Whether a row covers another, or a Failure: INTERRUPTED also where an exception is pending.
    If not `exact`, up to a sliver that exact arithmetic cannot decide."""
    cdef int result = rows_cover(outer, inner, watch)
    if result != NO_OUTLINE:
        return result
    return cover_together(outer, inner, exact)
