"""The answers of verbs for two single rows: groups of parts, or shapes with them.

An answer has the signature of answers/answer.pxd, but for rows. `pair.pyx` asks through a pointer,
which is set when groups are first used: shapes alone do not load this.
"""

cimport sepax._core.answers.compiled as table
from sepax._core.answers.answer cimport Options, Result, answer_t
from sepax._core.answers.compiled cimport (
    VERB_CONTAINS, VERB_COVERS, VERB_DISTANCE, VERB_INTERSECTS, VERB_NEAREST_POINTS,
    VERB_RAYCAST, VERBS)
from sepax._core.arrays.descent cimport Nearness
from sepax._core.arrays.exact_rows cimport (
    NO_OUTLINE, find_distance, find_nearest_points, rows_cover, rows_hold, rows_meet)
from sepax._core.arrays.groups cimport has_seam, read_plain_pair, read_rows
from sepax._core.arrays.pair_list cimport raise_failure
from sepax._core.arrays.row_rays cimport row_raycast
from sepax._core.arrays.rows cimport (
    RowMemory, Rows, prepare_both, release_both, row_at, set_lone)
from sepax._core.interrupts cimport Watch, discard_if_interrupted, start_watch
from sepax._core.kernels.convex cimport Convex, set_point
from sepax._core.kernels.distance cimport Witnesses
from sepax._core.writers cimport Kind, as_python

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


answers[VERB_RAYCAST] = answer_raycast
answers[VERB_INTERSECTS] = answer_intersects
answers[VERB_COVERS] = answer_covers
answers[VERB_CONTAINS] = answer_contains
answers[VERB_DISTANCE] = answer_distance
answers[VERB_NEAREST_POINTS] = answer_nearest_points


# --- two single ones --------------------------------------------------------------------------------

cdef inline bint is_convex(const Rows* rows) noexcept nogil:
    """Whether a row is one part, and not what a ring is that rounding took from it."""
    return rows.stop - rows.start == 1 and rows.boundary is NULL


cdef int answer_parts(const Rows* a, const Rows* b, answer_t answer, const Options* options,
                      Result* result) except? -1:
    """The answer of two rows of one part each, which are convex shapes."""
    cdef RowMemory memory[2]
    cdef const Convex* one
    cdef const Convex* other
    cdef int found
    if not prepare_both(a, b, memory):
        raise MemoryError
    one = row_at(a, a.start, memory)
    other = row_at(b, b.start, memory + 1)
    found = answer(one, other, options, result)
    release_both(memory)
    discard_if_interrupted(one.n, other.n)
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
    if is_convex(&one) and is_convex(&other):
        found = answer_parts(&one, &other, table.compiled[verb], options, &result)
    elif one.stop - one.start + other.stop - other.start <= FEW_PARTS:
        found = answers[verb](&one, &other, options, &result, &watch)
    else:
        with nogil:
            found = answers[verb](&one, &other, options, &result, &watch)
    if found == NO_ANSWER:
        return NotImplemented
    raise_failure(min(found, 0))
    return as_python(<Kind>kind, found, &result)


table.ask_rows = ask
