"""The answers of verbs for two single rows: groups of parts, or shapes with them.

An answer has the signature of answers/answer.pxd, but for rows. `pair.pyx` asks through a pointer,
which is set when groups are first used: shapes alone do not load this.
"""

cimport sepax._core.answers.compiled as table
from sepax._core.answers.answer cimport Options, Result, set_plain
from sepax._core.answers.compiled cimport (
    VERB_CONTAINS, VERB_COVERS, VERB_DISTANCE, VERB_INTERSECTS, VERB_MTV, VERB_NEAREST_POINTS,
    VERB_RAYCAST, VERBS)
from sepax._core.arrays.descent cimport Nearness
from sepax._core.arrays.exact_rows cimport (
    NO_OUTLINE, find_distance, find_nearest_points, rows_cover, rows_hold, rows_meet)
from sepax._core.arrays.groups cimport GroupRows, has_seam, read_plain_pair, read_rows
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY, raise_failure
from sepax._core.arrays.row_rays cimport row_raycast
from sepax._core.arrays.rows cimport (
    RowMemory, Rows, prepare_both, release_both, row_at, set_lone)
from sepax._core.interrupts cimport Watch, raise_pending, start_watch, was_interrupted
from sepax._core.kernels.convex cimport Convex, set_point
from sepax._core.kernels.distance cimport Witnesses
from sepax._core.parting cimport NO_ORDER, Way, separate_rows
from sepax._core.writers cimport Kind, as_python

ctypedef unsigned char truth

cdef enum:
    NO_ANSWER = NO_OUTLINE  # of these rows: slower code has one
    FEW_PARTS = 16      # of both, which take less time than to release the GIL

ctypedef int (*row_answer_t)(const Rows* a, const Rows* b, const Options* options, Result* result,
                             Watch* watch) noexcept nogil

cdef row_answer_t[VERBS] answers    # NULL for verbs that have none


# --- the answers ------------------------------------------------------------------------------

cdef int answer_intersects(const Rows* a, const Rows* b, const Options* options, Result* result,
                           Watch* watch) noexcept nogil:
    cdef int found = rows_meet(a, b, options.strict, watch)
    if found == 0 and options.strict and has_seam(a, b):
        return NO_ANSWER
    return found


cdef int answer_covers(const Rows* a, const Rows* b, const Options* options, Result* result,
                       Watch* watch) noexcept nogil:
    return rows_cover(a, b, watch)


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
    """Most pairs of arrays are apart."""
    cdef Way way
    cdef int found = rows_meet(a, b, False, watch)
    if found <= 0:
        return found
    result.vector = [0.0, 0.0]
    found = rows_meet(a, b, True, watch)
    if found == 0:
        return NO_ANSWER if has_seam(a, b) else 1
    if found > 0:
        found = separate_rows(a, b, &way, watch)
    if found == NO_ORDER:
        return NO_ANSWER
    if found == 1:
        result.vector = [way.x, way.y]
    return found


answers[VERB_MTV] = answer_mtv
answers[VERB_RAYCAST] = answer_raycast
answers[VERB_INTERSECTS] = answer_intersects
answers[VERB_COVERS] = answer_covers
answers[VERB_CONTAINS] = answer_contains
answers[VERB_DISTANCE] = answer_distance
answers[VERB_NEAREST_POINTS] = answer_nearest_points


# --- two single ones --------------------------------------------------------------------------

cdef inline bint is_convex(const Rows* rows) noexcept nogil:
    """Whether a row is one part, and not what a ring is that rounding took from it."""
    return rows.stop - rows.start == 1 and rows.boundary is NULL


cdef int answer_rows(int verb, const Rows* a, const Rows* b, const Options* options,
                     Result* result, Watch* watch) noexcept nogil:
    """The answer of a verb that has one of rows. Those of one part are convex shapes."""
    cdef RowMemory memory[2]
    cdef int found
    if not (is_convex(a) and is_convex(b)):
        return answers[verb](a, b, options, result, watch)
    if not prepare_both(a, b, memory):
        return NO_MEMORY
    found = table.compiled[verb](row_at(a, a.start, memory), row_at(b, b.start, memory + 1),
                                 options, result)
    release_both(memory)
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
    if answers[verb] is NULL or not read_rows(a, &one):
        return NotImplemented
    if verb == VERB_RAYCAST:
        set_lone(&other, &options.probe.start)
    elif verb == VERB_CONTAINS:
        if not read_plain_pair(b, place):
            return NotImplemented
        set_point(&point, place, place + 1)
        set_lone(&other, &point)
    elif not read_rows(b, &other):
        return NotImplemented
    start_watch(&watch)
    if one.stop - one.start + other.stop - other.start <= FEW_PARTS:
        found = answer_rows(verb, &one, &other, options, &result, &watch)
    else:
        with nogil:
            found = answer_rows(verb, &one, &other, options, &result, &watch)
    if found == NO_ANSWER:
        return NotImplemented
    raise_failure(min(found, 0))
    raise_pending()     # of kernels on two huge rings
    return as_python(<Kind>kind, found, &result)


table.ask_rows = ask


# --- pairs ------------------------------------------------------------------------------------

def mtv_of_pairs(GroupRows pairs not None, Py_ssize_t start, Py_ssize_t stop,
                 double[:, ::1] vectors not None, truth[::1] hit not None) -> int:
    """Fill rows [start, stop) with the shortest moves that separate pairs, and whether there is one;
    NO_OUTLINE where slower code has the answer. Returns `stop`."""
    cdef Options options
    cdef Result result
    cdef Watch watch
    cdef Py_ssize_t k
    cdef int found = 0
    pairs.require(start, stop, hit.shape[0])
    pairs.require(start, stop, vectors.shape[0])
    if vectors.shape[1] != 2:
        raise ValueError("vectors must have two columns")
    set_plain(&options)
    start_watch(&watch)
    with nogil:
        for k in range(start, stop):
            found = answer_rows(VERB_MTV, pairs.a.rows + pairs.i[k], pairs.b.rows + pairs.j[k],
                                &options, &result, &watch)
            if found >= 0 and was_interrupted(&watch, 4):
                found = INTERRUPTED
            if found < 0:
                break
            hit[k] = found
            vectors[k, 0] = result.vector[0] if found == 1 else 0.0
            vectors[k, 1] = result.vector[1] if found == 1 else 0.0
    raise_failure(min(found, 0))
    return stop
