"""The verbs over arrays: loops without the GIL around the kernels for two shapes.

A `ShapePairs` or `PointPairs` says which shapes meet in pair k: row k of both sides, one shape
against every row, or rows from two lists of indices, which are copied and checked here. Each verb
fills the rows [start, stop) of arrays that the caller made, so that threads can share the work, and
returns the row that it has come to when its slice of time is over: see interrupts.pxd.
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_RawFree
from cpython.object cimport PyObject
from libc.math cimport INFINITY
from libc.stdint cimport int32_t
from libc.string cimport memcpy, memset

from sepax._core.arguments cimport memory_of_truths
from sepax._core.arrays.block cimport ShapeBlock, block_of_array
from sepax._core.arrays.constructors import of_shape
from sepax._core.arrays.storage cimport (
    BOXES, DISCS, LARGE, Restored, Storage, convex_at, has_bodies, lay_out, set_side,
    tell_together)
from sepax._core.buffers cimport (
    Buffers, give_back, take_none, take_strided, take_to_read, take_to_write)
from sepax._core.interrupts cimport Watch, is_over, listen, raise_heard, start_watch
from sepax._core.kernels.answers cimport Axis, Manifold, Meeting, Motion, set_motion
from sepax._core.kernels.contact cimport convex_contact
from sepax._core.kernels.containment cimport convex_containment, convex_covers
from sepax._core.kernels.convex cimport BLOCK, Convex, edge_blocks, point_stride, set_point
from sepax._core.kernels.distance cimport (
    Witnesses, convex_distance, convex_nearest_points, convex_nearness)
from sepax._core.kernels.grazing cimport only_grazes
from sepax._core.kernels.intersect cimport convex_intersect
from sepax._core.kernels.overlap cimport convex_iou, convex_overlap_area
from sepax._core.kernels.projection cimport convex_project
from sepax._core.kernels.roundoff cimport pair_size, separation_error
from sepax._core.kernels.separation cimport convex_axis, convex_penetration, set_axis
from sepax._core.kernels.sweep cimport convex_sweep, convex_time_of_impact
from sepax._core.memory cimport new_array
from sepax._core.shape cimport Shape
from sepax._core.simd.levels cimport (
    EDGE_NONE, EDGE_UNDECIDED, OF_POINTS, PAIR_APART, PAIR_MEETS, PAIR_UNDECIDED, ContactArrays,
    ImpactArrays, Motions, PairSide, pair_kernels)

cdef extern from "prefetch.h" nogil:
    void prefetch(const void* line)

ctypedef unsigned char truth

cdef enum:
    # Chosen by `python bench/run.py batch`.
    JUDGED = 1024           # pairs that lanes judge at once: their verdicts stay in the cache
    CACHE_LINE = 64
    CHECKED = 4096          # indices that are copied and then checked: they stay in the cache
    JUDGED_WORK = 4096      # of a block that lanes judge, with some boxes in doubt
    PROBED = 64             # pairs by which a block is judged to be one of few that meet
    PROBED_PART = 8         # of shapes of all kinds no more than one in so many
    MEASURED = 3            # pairs whose distances lanes find sooner than one after the other
    FEW_PERCENT = 40        # of pairs that meet: with more, shadows cost more than they save
    FEW_PERCENT_OF_BOXES = 60
    FEW_PERCENT_OF_SHADOWS = 95     # where it takes one or two ns to ask, and fifty to find a number
    MISSING_PERCENT = 30    # of shapes in motion that never touch: with fewer it does not pay to ask
    # The same where memory has to bring both what is asked first and the bodies of the others.
    FEW_PERCENT_OF_LARGE = 25
    MISSING_PERCENT_OF_LARGE = 75
    MOST_DOUBLES = 192      # of the arrays of a body that are asked for in time
    SHAPES_AHEAD = 12       # pairs: their shapes are asked for so much earlier
    ARRAYS_AHEAD = 6        # and what these point to

cdef struct Plan:
    Storage a
    Storage b
    const double* points    # (n, 2) in the place of b; or NULL
    const Py_ssize_t* i     # rows of a in the order of the pairs; NULL for row k, or row 0
    const Py_ssize_t* j
    bint one_a              # row 0 of a meets every row of b
    bint one_b
    bint some_boxes         # on both sides
    bint all_boxes
    bint compact_boxes      # nothing else: lanes can tell nearly all of these
    bint compact_discs      # the same
    bint have_shadows       # compact kinds of which these tell together whether they meet

cdef struct RestoredPair:
    # Where the convexes of shapes that have no body are restored.
    Restored a
    Restored b
    Convex point
    double x
    double y


cdef inline Py_ssize_t row_a(const Plan* plan, Py_ssize_t k) noexcept nogil:
    return plan.i[k] if plan.i is not NULL else (0 if plan.one_a else k)


cdef inline Py_ssize_t row_b(const Plan* plan, Py_ssize_t k) noexcept nogil:
    return plan.j[k] if plan.j is not NULL else (0 if plan.one_b else k)


cdef inline const Convex* convex_a(const Plan* plan, Py_ssize_t k,
                                   RestoredPair* memory) noexcept nogil:
    return convex_at(&plan.a, row_a(plan, k), &memory.a)


cdef inline const Convex* convex_b(const Plan* plan, Py_ssize_t k,
                                   RestoredPair* memory) noexcept nogil:
    if plan.points is not NULL:
        memory.x = plan.points[2 * row_b(plan, k)]
        memory.y = plan.points[2 * row_b(plan, k) + 1]
        set_point(&memory.point, &memory.x, &memory.y)
        return &memory.point
    return convex_at(&plan.b, row_b(plan, k), &memory.b)


cdef inline void lay_out_pair(const Plan* plan, RestoredPair* memory) noexcept nogil:
    lay_out(&plan.a, &memory.a)
    lay_out(&plan.b, &memory.b)


# --- memory ---------------------------------------------------------------------
#
# Which shapes come next is known long before they are needed, but not to the processor: pairs come
# by index, or are those that lanes left in doubt.

cdef inline void ask_for(const void* memory, Py_ssize_t size) noexcept nogil:
    cdef Py_ssize_t line
    for line in range((size + CACHE_LINE - 1) // CACHE_LINE):
        prefetch(<const char*>memory + CACHE_LINE * line)


cdef inline void ask_for_arrays(const Convex* convex) noexcept nogil:
    """The normals, offsets and points, which are side by side; the first of very many."""
    cdef Py_ssize_t doubles = 3 * BLOCK * edge_blocks(convex) + 2 * point_stride(convex.n)
    ask_for(convex.normal_x, min(doubles, MOST_DOUBLES) * <Py_ssize_t>sizeof(double))


cdef inline void ask_for_pair(const Plan* plan, Py_ssize_t k, bint arrays) noexcept nogil:
    if has_bodies(&plan.a) and not plan.one_a:
        if arrays:
            ask_for_arrays(&plan.a.posed[row_a(plan, k)].convex)
        else:
            ask_for(plan.a.posed + row_a(plan, k), sizeof(Convex))
    if has_bodies(&plan.b) and not plan.one_b:
        if arrays:
            ask_for_arrays(&plan.b.posed[row_b(plan, k)].convex)
        else:
            ask_for(plan.b.posed + row_b(plan, k), sizeof(Convex))


cdef inline void ask_ahead(const Plan* plan, const Py_ssize_t* pairs, Py_ssize_t n,
                           Py_ssize_t count) noexcept nogil:
    """While pair n of a list is worked on."""
    if n + SHAPES_AHEAD < count:
        ask_for_pair(plan, pairs[n + SHAPES_AHEAD], False)
    if n + ARRAYS_AHEAD < count:
        ask_for_pair(plan, pairs[n + ARRAYS_AHEAD], True)


# --- loops ----------------------------------------------------------------------
#
# A verb is what lanes can tell of a block of pairs, and a question to the kernel for each of the
# others. Its loop fills rows [start, stop) of C-contiguous arrays with one row a pair, at least one
# of them, and returns the first that it has left out. `out` is a struct of the verb's own: these
# arrays, and what the question needs to know.

ctypedef Py_ssize_t (*range_t)(const Plan* plan, void* out, Py_ssize_t start,
                               Py_ssize_t stop) noexcept nogil
# Write what lanes can tell of the pairs from `first` on, at most JUDGED, and list the others;
# returns their number.
ctypedef Py_ssize_t (*tell_t)(const Plan* plan, void* out, Py_ssize_t first, Py_ssize_t count,
                              Py_ssize_t* pairs) noexcept nogil
# Write the answer of the kernel to row k.
ctypedef void (*ask_t)(const Convex* a, const Convex* b, Py_ssize_t k, void* out) noexcept nogil


cdef Py_ssize_t walk(const Plan* plan, tell_t tell, ask_t ask, void* out, truth* verdicts,
                     Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    """The loop of a verb; `verdicts` are those of lanes where they stand in an array of answers, or
    NULL: none of them remains where there is no answer."""
    cdef Watch watch
    cdef RestoredPair restored
    cdef Py_ssize_t pairs[JUDGED]
    cdef Py_ssize_t block, first, last, count, n, k
    cdef const Convex* a
    cdef const Convex* b
    start_watch(&watch)
    lay_out_pair(plan, &restored)
    for block in range((stop - start + JUDGED - 1) // JUDGED):
        first = start + JUDGED * block
        last = min(first + JUDGED, stop)
        count = tell(plan, out, first, last - first, pairs)
        for n in range(count):
            ask_ahead(plan, pairs, n, count)
            k = pairs[n]
            a = convex_a(plan, k, &restored)
            b = convex_b(plan, k, &restored)
            ask(a, b, k, out)
            if is_over(&watch, a.n + b.n):
                if verdicts is not NULL:
                    memset(verdicts + k + 1, 0, last - k - 1)
                return k + 1
        if is_over(&watch, JUDGED_WORK):
            return last
    return stop


cdef Py_ssize_t list_undecided(const truth* verdicts, Py_ssize_t first, Py_ssize_t count,
                               truth decided, truth decided_too, Py_ssize_t* pairs) noexcept nogil:
    """Those of the pairs from `first` on that have neither of two verdicts; returns their number."""
    cdef Py_ssize_t n, listed = 0
    for n in range(count):
        # Overwritten unless it counts: no branch, which nothing could foresee.
        pairs[listed] = first + n
        listed += (verdicts[n] != decided) & (verdicts[n] != decided_too)
    return listed


cdef Py_ssize_t tell_none(const Plan* plan, void* out, Py_ssize_t first, Py_ssize_t count,
                          Py_ssize_t* pairs) noexcept nogil:
    """Where there are no lanes: all pairs are left."""
    cdef Py_ssize_t n
    for n in range(count):
        pairs[n] = first + n
    return count


cdef inline void set_sides(const Plan* plan, Py_ssize_t first, PairSide* a,
                           PairSide* b) noexcept nogil:
    """The sides of the pairs from `first` on."""
    set_side(&plan.a, 0 if plan.i is not NULL or plan.one_a else first,
             plan.i + first if plan.i is not NULL else NULL, plan.i is NULL and plan.one_a, a)
    set_side(&plan.b, 0 if plan.j is not NULL or plan.one_b else first,
             plan.j + first if plan.j is not NULL else NULL, plan.j is NULL and plan.one_b, b)
    if plan.points is not NULL:
        b.records = plan.points + (0 if plan.j is not NULL or plan.one_b else 2 * first)
        b.kind = OF_POINTS
        b.origin = a.origin


cdef void set_sides_of(const Plan* plan, const Py_ssize_t* pairs, Py_ssize_t count,
                       Py_ssize_t* rows_a, Py_ssize_t* rows_b, PairSide* a,
                       PairSide* b) noexcept nogil:
    """The sides of those pairs alone; memory for their rows."""
    cdef Py_ssize_t n
    for n in range(count):
        rows_a[n] = row_a(plan, pairs[n])
        rows_b[n] = row_b(plan, pairs[n])
    set_side(&plan.a, 0, rows_a, False, a)
    set_side(&plan.b, 0, rows_b, False, b)


cdef inline Py_ssize_t judge_sides(const Plan* plan, const PairSide* a, const PairSide* b,
                                   Py_ssize_t count, truth* verdicts) noexcept nogil:
    if plan.all_boxes:
        return pair_kernels.judge_boxes(a, b, count, verdicts)
    return pair_kernels.judge_shapes(a, b, count, verdicts)


cdef Py_ssize_t judge(const Plan* plan, Py_ssize_t first, Py_ssize_t count,
                      truth* verdicts) noexcept nogil:
    """What lanes can tell of pairs; returns how many are left in doubt."""
    cdef PairSide a, b
    set_sides(plan, first, &a, &b)
    return judge_sides(plan, &a, &b, count, verdicts)


cdef void judge_by_records(const Plan* plan, Py_ssize_t first, Py_ssize_t count,
                           truth* verdicts) noexcept nogil:
    """The same without shadows: where records are read anyway if boxes meet, reading both took 18 ns
    a pair instead of 14 (half of them met)."""
    cdef PairSide a, b
    set_sides(plan, first, &a, &b)
    a.shadows = b.shadows = NULL
    judge_sides(plan, &a, &b, count, verdicts)


# Whether they meet.

cdef struct Meetings:
    truth* hit
    bint strict


cdef Py_ssize_t tell_meetings(const Plan* plan, void* out, Py_ssize_t first, Py_ssize_t count,
                              Py_ssize_t* pairs) noexcept nogil:
    cdef truth* hit = (<Meetings*>out).hit + first
    if judge(plan, first, count, hit) == 0:
        return 0
    return list_undecided(hit, first, count, PAIR_APART, PAIR_MEETS, pairs)


cdef void ask_whether_they_meet(const Convex* a, const Convex* b, Py_ssize_t k,
                                void* out) noexcept nogil:
    cdef Meetings* meetings = <Meetings*>out
    meetings.hit[k] = convex_intersect(a, b, meetings.strict)


cdef Py_ssize_t intersect_range(const Plan* plan, void* out, Py_ssize_t start,
                                Py_ssize_t stop) noexcept nogil:
    return walk(plan, tell_meetings, ask_whether_they_meet, out, (<Meetings*>out).hit, start, stop)


cdef Py_ssize_t tell_contained(const Plan* plan, void* out, Py_ssize_t first, Py_ssize_t count,
                               Py_ssize_t* pairs) noexcept nogil:
    """The same of points."""
    cdef truth* hit = (<Meetings*>out).hit + first
    cdef PairSide a, b
    set_sides(plan, first, &a, &b)
    if pair_kernels.judge_points(&a, &b, count, hit) == 0:
        return 0
    return list_undecided(hit, first, count, PAIR_APART, PAIR_MEETS, pairs)


cdef Py_ssize_t contain_range(const Plan* plan, void* out, Py_ssize_t start,
                              Py_ssize_t stop) noexcept nogil:
    return walk(plan, tell_contained, ask_whether_they_meet, out, (<Meetings*>out).hit, start, stop)


# Where they lie along axes.

cdef struct Projections:
    double* low
    double* high


cdef Py_ssize_t project_range(const Plan* plan, void* out, Py_ssize_t start,
                              Py_ssize_t stop) noexcept nogil:
    """A loop of its own, as an axis is soon done with: through `walk` 8-gons took 28 ns a pair instead
    of 22."""
    cdef Projections* projections = <Projections*>out
    cdef Watch watch
    cdef RestoredPair restored
    cdef const double* axis
    cdef const Convex* shape
    cdef Py_ssize_t k
    start_watch(&watch)
    lay_out_pair(plan, &restored)
    for k in range(start, stop):
        axis = plan.points + 2 * row_b(plan, k)
        shape = convex_a(plan, k, &restored)
        convex_project(shape, axis[0], axis[1], projections.low + k, projections.high + k)
        if is_over(&watch, shape.n):
            return k + 1
    return stop


# Which axes part them.

cdef struct Axes:
    double* axes
    truth* apart


cdef Py_ssize_t tell_axes(const Plan* plan, void* out, Py_ssize_t first, Py_ssize_t count,
                          Py_ssize_t* pairs) noexcept nogil:
    """Nearly all of boxes without bodies; of others which pairs meet."""
    cdef double* axes = (<Axes*>out).axes + 2 * first
    cdef truth* apart = (<Axes*>out).apart + first
    cdef Py_ssize_t left
    cdef PairSide a, b
    if plan.compact_boxes:
        set_sides(plan, first, &a, &b)
        if pair_kernels.judge_axes(&a, &b, count, axes, apart) == 0:
            return 0
        return list_undecided(apart, first, count, False, True, pairs)
    judge(plan, first, count, apart)
    left = list_undecided(apart, first, count, PAIR_MEETS, PAIR_MEETS, pairs)
    memset(axes, 0, 2 * count * sizeof(double))
    memset(apart, False, count)
    return left


cdef void ask_axis(const Convex* a, const Convex* b, Py_ssize_t k, void* out) noexcept nogil:
    cdef Axes* axes = <Axes*>out
    cdef Axis axis
    axes.apart[k] = convex_axis(a, b, &axis)
    axes.axes[2 * k] = axis.normal_x if axes.apart[k] else 0.0
    axes.axes[2 * k + 1] = axis.normal_y if axes.apart[k] else 0.0


cdef Py_ssize_t axis_range(const Plan* plan, void* out, Py_ssize_t start,
                           Py_ssize_t stop) noexcept nogil:
    return walk(plan, tell_axes, ask_axis, out, (<Axes*>out).apart, start, stop)


# The translations that part them.

cdef struct Translations:
    double* vectors
    truth* hit
    bint few    # of the pairs before met
    Py_ssize_t start


cdef inline bint is_large(const Plan* plan) noexcept nogil:
    return plan.a.is_large or plan.b.is_large


cdef Py_ssize_t count_of(truth verdict, const truth* verdicts, Py_ssize_t count) noexcept nogil:
    cdef Py_ssize_t k, found = 0
    for k in range(count):
        found += verdicts[k] == verdict
    return found


cdef Py_ssize_t judge_depths(const Plan* plan, Py_ssize_t first, Py_ssize_t count,
                             truth* verdicts, Py_ssize_t* pairs) noexcept nogil:
    """Which edge has the least depth, as far as lanes can tell: all pairs are left, for the depth."""
    cdef PairSide a, b
    if plan.some_boxes:
        set_sides(plan, first, &a, &b)
        pair_kernels.judge_edges(&a, &b, count, verdicts)
    else:
        memset(verdicts, EDGE_UNDECIDED, count)
    return tell_none(plan, NULL, first, count, pairs)


cdef Py_ssize_t list_near(const Plan* plan, Py_ssize_t start, Py_ssize_t first, Py_ssize_t count,
                          truth* verdicts, Py_ssize_t* pairs) noexcept nogil:
    """`judge_depths`; or, if few of the block before met, in the first block of some pairs, only those
    are left that are not known to lie apart, without edges, and the verdicts of the others are
    PAIR_APART. Where blocks begin at `start` and the answers stand in the place of the verdicts."""
    cdef int percent = FEW_PERCENT_OF_LARGE if is_large(plan) else FEW_PERCENT
    cdef Py_ssize_t probed = 0, asked = JUDGED, meeting, left, n
    if plan.have_shadows:
        percent = FEW_PERCENT_OF_SHADOWS
    if first > start:
        meeting = count_of(PAIR_MEETS, verdicts - JUDGED, JUDGED)
    else:
        probed = asked = min(PROBED, count // PROBED_PART)
        judge(plan, first, probed, verdicts)
        meeting = count_of(PAIR_MEETS, verdicts, probed)
    if asked == 0 or meeting * 100 > asked * percent:
        return judge_depths(plan, first, count, verdicts, pairs)
    judge(plan, first + probed, count - probed, verdicts + probed)
    left = list_undecided(verdicts, first, count, PAIR_APART, PAIR_APART, pairs)
    for n in range(left):
        verdicts[pairs[n] - first] = EDGE_UNDECIDED
    return left


cdef Py_ssize_t list_without_edges(truth* verdicts, Py_ssize_t first, Py_ssize_t count,
                                   truth decided, Py_ssize_t* pairs) noexcept nogil:
    """List pairs that are undecided, or apart if that does not decide; their verdicts become those of
    `judge_edges`."""
    cdef Py_ssize_t left = list_undecided(verdicts, first, count, decided, PAIR_MEETS, pairs)
    cdef Py_ssize_t n, k
    for n in range(left):
        k = pairs[n] - first
        verdicts[k] = EDGE_NONE if verdicts[k] == PAIR_APART else EDGE_UNDECIDED
    return left


cdef inline bint penetration(const Convex* a, const Convex* b, truth verdict, Axis* widest,
                             double* depth) noexcept nogil:
    """`convex_penetration`, which need not look for an edge that is known."""
    cdef bint on_b = verdict >= 4
    if verdict == EDGE_NONE:
        return False
    if verdict != EDGE_UNDECIDED:
        set_axis(a, b, verdict % 4, on_b, widest)
        depth[0] = 0.0 - widest.separation
        if depth[0] > separation_error(pair_size(a, b)):
            return True
    return convex_penetration(a, b, widest, depth)


cdef inline void write_translation(bint hit, const Axis* widest, double depth,
                                   double* vector) noexcept nogil:
    """-normal * depth without negative zeros, as of a single pair; (0, 0) where apart."""
    vector[0] = 0.0 - widest.normal_x * depth if hit else 0.0
    vector[1] = 0.0 - widest.normal_y * depth if hit else 0.0


cdef bint few_meet(const Plan* plan, const PairSide* a, const PairSide* b, const truth* verdicts,
                   Py_ssize_t count) noexcept nogil:
    """The same of boxes, by what is known of the pairs before."""
    cdef int percent = FEW_PERCENT_OF_LARGE if is_large(plan) else FEW_PERCENT_OF_BOXES
    return (a.shadows is not NULL and b.shadows is not NULL
            and count_of(PAIR_MEETS, verdicts, count) * 100 <= count * percent)


cdef bint few_seem_to_meet(const Plan* plan, Py_ssize_t first, Py_ssize_t last) noexcept nogil:
    """The same by some pairs of boxes without bodies."""
    cdef truth verdicts[PROBED]
    cdef Py_ssize_t count = min(PROBED, last - first)
    cdef PairSide a, b
    if not plan.compact_boxes:
        return False
    set_sides(plan, first, &a, &b)
    pair_kernels.judge_boxes(&a, &b, count, verdicts)
    return few_meet(plan, &a, &b, verdicts, count)


cdef Py_ssize_t translate_meeting(const Plan* plan, Py_ssize_t first, Py_ssize_t count,
                                  double* vectors, truth* hit) noexcept nogil:
    """`judge_translations` of those alone that do not lie apart by their shadows, of the pairs from
    `first` on; returns how many are left in doubt."""
    cdef Py_ssize_t pairs[JUDGED]
    cdef Py_ssize_t rows_a[JUDGED]
    cdef Py_ssize_t rows_b[JUDGED]
    cdef double found[2 * JUDGED]
    cdef truth verdicts[JUDGED]
    cdef PairSide a, b
    cdef Py_ssize_t n, k, meeting, undecided
    judge(plan, first, count, hit)
    memset(vectors, 0, 2 * count * sizeof(double))
    meeting = list_undecided(hit, first, count, PAIR_APART, PAIR_APART, pairs)
    if meeting == 0:
        return 0
    set_sides_of(plan, pairs, meeting, rows_a, rows_b, &a, &b)
    undecided = pair_kernels.judge_translations(&a, &b, meeting, found, verdicts)
    for n in range(meeting):
        k = pairs[n] - first
        hit[k] = verdicts[n]
        vectors[2 * k] = found[2 * n]
        vectors[2 * k + 1] = found[2 * n + 1]
    return undecided


cdef Py_ssize_t tell_translations(const Plan* plan, void* out, Py_ssize_t first, Py_ssize_t count,
                                  Py_ssize_t* pairs) noexcept nogil:
    """Nearly all of discs, and of boxes without bodies: of these by shadows first if few of the pairs
    before met."""
    cdef Translations* translations = <Translations*>out
    cdef double* vectors = translations.vectors + 2 * first
    cdef truth* hit = translations.hit + first
    cdef Py_ssize_t undecided
    cdef PairSide a, b
    if not (plan.compact_boxes or plan.compact_discs):
        memset(vectors, 0, 2 * count * sizeof(double))
        return list_near(plan, translations.start, first, count, hit, pairs)
    set_sides(plan, first, &a, &b)
    if plan.compact_discs:
        undecided = pair_kernels.judge_disc_translations(&a, &b, count, vectors, hit)
    elif translations.few:
        undecided = translate_meeting(plan, first, count, vectors, hit)
    else:
        undecided = pair_kernels.judge_translations(&a, &b, count, vectors, hit)
    translations.few = plan.compact_boxes and few_meet(plan, &a, &b, hit, count)
    if undecided == 0:
        return 0
    return list_without_edges(hit, first, count, PAIR_APART, pairs)


cdef void ask_translation(const Convex* a, const Convex* b, Py_ssize_t k,
                          void* out) noexcept nogil:
    cdef Translations* translations = <Translations*>out
    cdef Axis widest
    cdef double depth = 0.0
    cdef bint hit = penetration(a, b, translations.hit[k], &widest, &depth)
    translations.hit[k] = hit
    write_translation(hit, &widest, depth, translations.vectors + 2 * k)


cdef Py_ssize_t mtv_range(const Plan* plan, void* out, Py_ssize_t start,
                          Py_ssize_t stop) noexcept nogil:
    cdef Translations* translations = <Translations*>out
    translations.few = few_seem_to_meet(plan, start, stop)
    translations.start = start
    return walk(plan, tell_translations, ask_translation, out, translations.hit, start, stop)


# Everything about how they meet.

cdef struct Contacts:
    ContactArrays rows
    double margin
    Py_ssize_t start


cdef inline void write_no_contact(const ContactArrays* out, Py_ssize_t k) noexcept nogil:
    out.hit[k] = out.a_in_b[k] = out.b_in_a[k] = False
    out.counts[k] = 0
    out.depth[k] = 0.0
    memset(out.normal + 2 * k, 0, 2 * sizeof(double))
    memset(out.mtv + 2 * k, 0, 2 * sizeof(double))
    memset(out.points + 4 * k, 0, 4 * sizeof(double))
    memset(out.depths + 2 * k, 0, 2 * sizeof(double))
    memset(out.features + 4 * k, 0, 4 * sizeof(int32_t))


cdef inline void write_contact(const Convex* a, const Convex* b, const Axis* widest,
                               double depth, double margin, const ContactArrays* out,
                               Py_ssize_t k) noexcept nogil:
    cdef Manifold points
    cdef bint a_in_b, b_in_a
    cdef Py_ssize_t n
    convex_contact(a, b, widest, depth, margin, &points)
    convex_containment(a, b, depth, &a_in_b, &b_in_a)
    out.hit[k] = True
    out.normal[2 * k] = widest.normal_x
    out.normal[2 * k + 1] = widest.normal_y
    out.depth[k] = depth
    write_translation(True, widest, depth, out.mtv + 2 * k)
    out.counts[k] = points.count
    for n in range(points.count):
        out.points[4 * k + 2 * n] = points.x[n]
        out.points[4 * k + 2 * n + 1] = points.y[n]
        out.depths[2 * k + n] = points.depth[n]
        out.features[4 * k + 2 * n] = points.feature[n][0]
        out.features[4 * k + 2 * n + 1] = points.feature[n][1]
    out.a_in_b[k] = a_in_b
    out.b_in_a[k] = b_in_a


cdef Py_ssize_t list_contacts(const Plan* plan, const Contacts* contacts, Py_ssize_t first,
                              Py_ssize_t count, Py_ssize_t* pairs) noexcept nogil:
    """List the pairs of shapes of all kinds that kernels are asked for; others have no contact."""
    cdef truth* hit = contacts.rows.hit + first
    cdef Py_ssize_t left, n
    if contacts.margin > 0.0:
        return judge_depths(plan, first, count, hit, pairs)
    left = list_near(plan, contacts.start, first, count, hit, pairs)
    if left < count:
        for n in range(count):
            if hit[n] == PAIR_APART:
                write_no_contact(&contacts.rows, first + n)
    return left


cdef Py_ssize_t tell_contacts(const Plan* plan, void* out, Py_ssize_t first, Py_ssize_t count,
                              Py_ssize_t* pairs) noexcept nogil:
    """Nearly all of boxes without bodies, but for those that are apart and may be near."""
    cdef Contacts* contacts = <Contacts*>out
    cdef truth* hit = contacts.rows.hit + first
    cdef truth decided = PAIR_APART if contacts.margin == 0.0 else PAIR_MEETS
    cdef Py_ssize_t undecided
    cdef PairSide a, b
    if not plan.compact_boxes:
        return list_contacts(plan, contacts, first, count, pairs)
    set_sides(plan, first, &a, &b)
    undecided = pair_kernels.judge_contacts(&a, &b, count, contacts.margin, &contacts.rows, first)
    if undecided == 0 and decided == PAIR_APART:
        return 0
    return list_without_edges(hit, first, count, decided, pairs)


cdef void ask_contact(const Convex* a, const Convex* b, Py_ssize_t k, void* out) noexcept nogil:
    cdef Contacts* contacts = <Contacts*>out
    cdef truth verdict = contacts.rows.hit[k]
    cdef double margin = contacts.margin
    cdef Axis widest
    cdef double depth = 0.0
    write_no_contact(&contacts.rows, k)
    if penetration(a, b, verdict, &widest, &depth) or (
            margin > 0.0 and convex_nearness(a, b, margin, &widest, &depth)):
        write_contact(a, b, &widest, depth, margin, &contacts.rows, k)


cdef Py_ssize_t collide_range(const Plan* plan, void* out, Py_ssize_t start,
                              Py_ssize_t stop) noexcept nogil:
    (<Contacts*>out).start = start
    return walk(plan, tell_contacts, ask_contact, out, (<Contacts*>out).rows.hit, start, stop)


# When they first touch in motion.

cdef struct Impacts:
    ImpactArrays rows
    Motions motions
    Py_ssize_t start


cdef inline void read_motion_of(const Motions* motions, Py_ssize_t k,
                                Motion* motion) noexcept nogil:
    cdef const double* a = motions.a if motions.one_a else motions.a + 2 * k
    cdef const double* b = motions.b if motions.one_b else motions.b + 2 * k
    set_motion(motion, a, b, motions.max_time[0 if motions.one_time else k])


cdef inline void write_impact(bint hit, const Meeting* meeting, const ImpactArrays* out,
                              Py_ssize_t k) noexcept nogil:
    """A miss never meets: its times are infinite."""
    out.hit[k] = hit
    out.time[k] = meeting.time if hit else INFINITY
    out.exit_time[k] = meeting.exit_time if hit else INFINITY
    out.normal[2 * k] = meeting.normal_x if hit else 0.0
    out.normal[2 * k + 1] = meeting.normal_y if hit else 0.0
    out.point[2 * k] = meeting.point_x if hit else 0.0
    out.point[2 * k + 1] = meeting.point_y if hit else 0.0
    out.initial[k] = hit and meeting.initial
    out.leaving[k] = hit and meeting.leaving


cdef void tell_misses(const Plan* plan, const Motions* motions, Py_ssize_t first,
                      Py_ssize_t count, Py_ssize_t missed, truth* verdicts) noexcept nogil:
    """PAIR_APART for shapes in motion that surely never touch, if enough of the block before were such:
    `missed`, or -1 in the first block, where some pairs tell. All others are in doubt."""
    cdef int percent = MISSING_PERCENT_OF_LARGE if is_large(plan) else MISSING_PERCENT
    cdef Py_ssize_t probed = 0, asked = JUDGED
    cdef PairSide a, b
    if missed < 0:
        probed = asked = min(PROBED, count // PROBED_PART)
        set_sides(plan, first, &a, &b)
        pair_kernels.judge_misses(&a, &b, probed, motions, plan.some_boxes, verdicts, first)
        missed = count_of(PAIR_APART, verdicts, probed)
    if missed * 100 > asked * percent:
        set_sides(plan, first + probed, &a, &b)
        pair_kernels.judge_misses(&a, &b, count - probed, motions, plan.some_boxes,
                                  verdicts + probed, first + probed)
    else:
        memset(verdicts + probed, PAIR_UNDECIDED, count - probed)


cdef void judge_motions(const Plan* plan, const Impacts* impacts, Py_ssize_t first,
                        Py_ssize_t count) noexcept nogil:
    """What lanes can tell of moving shapes: all of boxes without bodies, of others some misses."""
    cdef truth* hit = impacts.rows.hit + first
    cdef Py_ssize_t missed = -1
    cdef PairSide a, b
    if plan.compact_boxes:
        set_sides(plan, first, &a, &b)
        pair_kernels.judge_sweeps(&a, &b, count, &impacts.motions, &impacts.rows, first)
        return
    if first > impacts.start:
        missed = count_of(False, hit - JUDGED, JUDGED)
    tell_misses(plan, &impacts.motions, first, count, missed, hit)


cdef Py_ssize_t tell_impacts(const Plan* plan, void* out, Py_ssize_t first, Py_ssize_t count,
                             Py_ssize_t* pairs) noexcept nogil:
    """All hits, too, are left where those that only graze are none."""
    cdef Impacts* impacts = <Impacts*>out
    cdef truth* hit = impacts.rows.hit + first
    cdef truth decided_too = PAIR_APART if impacts.motions.skip_grazing else PAIR_MEETS
    cdef Meeting none
    cdef Py_ssize_t n
    judge_motions(plan, impacts, first, count)
    if not plan.compact_boxes:
        for n in range(count):
            if hit[n] == PAIR_APART:
                write_impact(False, &none, &impacts.rows, first + n)
    return list_undecided(hit, first, count, PAIR_APART, decided_too, pairs)


cdef inline void sweep_pair(const Convex* a, const Convex* b, const Motions* motions,
                            const ImpactArrays* out, Py_ssize_t k) noexcept nogil:
    cdef Motion motion
    cdef Meeting meeting
    cdef bint hit
    read_motion_of(motions, k, &motion)
    hit = convex_sweep(a, b, &motion, &meeting)
    if hit and motions.skip_leaving and meeting.leaving:
        hit = False
    write_impact(hit, &meeting, out, k)


cdef inline void leave_out_graze(const Convex* a, const Convex* b, const Motions* motions,
                                 const ImpactArrays* out, Py_ssize_t k) noexcept nogil:
    """Make a hit a miss where the shapes only graze."""
    cdef Motion motion
    cdef Meeting meeting
    read_motion_of(motions, k, &motion)
    meeting.time = out.time[k]
    meeting.exit_time = out.exit_time[k]
    meeting.initial = out.initial[k]
    if only_grazes(a, b, &motion, &meeting):
        write_impact(False, &meeting, out, k)


cdef void ask_impact(const Convex* a, const Convex* b, Py_ssize_t k, void* out) noexcept nogil:
    cdef Impacts* impacts = <Impacts*>out
    if impacts.rows.hit[k] == PAIR_UNDECIDED:
        sweep_pair(a, b, &impacts.motions, &impacts.rows, k)
    if impacts.motions.skip_grazing and impacts.rows.hit[k]:
        leave_out_graze(a, b, &impacts.motions, &impacts.rows, k)


cdef Py_ssize_t sweep_range(const Plan* plan, void* out, Py_ssize_t start,
                            Py_ssize_t stop) noexcept nogil:
    (<Impacts*>out).start = start
    return walk(plan, tell_impacts, ask_impact, out, (<Impacts*>out).rows.hit, start, stop)


# The times alone.

cdef struct Times:
    double* time
    Motions motions
    Py_ssize_t start
    int few_later       # of the pairs before met on their way: whether that is so


cdef Py_ssize_t count_infinite(const double* numbers, Py_ssize_t count) noexcept nogil:
    cdef Py_ssize_t k, found = 0
    for k in range(count):
        found += numbers[k] == INFINITY
    return found


cdef Py_ssize_t tell_times(const Plan* plan, void* out, Py_ssize_t first, Py_ssize_t count,
                           Py_ssize_t* pairs) noexcept nogil:
    """As `tell_impacts`."""
    cdef Times* times = <Times*>out
    cdef double* time = times.time + first
    cdef truth verdicts[JUDGED]
    cdef Py_ssize_t missed = -1, n, undecided
    cdef PairSide a, b
    set_sides(plan, first, &a, &b)
    if plan.compact_boxes:
        undecided = pair_kernels.judge_times(&a, &b, count, &times.motions, time, verdicts, first,
                                             &times.few_later)
    elif plan.compact_discs:
        undecided = pair_kernels.judge_disc_times(&a, &b, count, &times.motions, time, verdicts,
                                                  first)
    else:
        undecided = count
        if first > times.start:
            missed = count_infinite(time - JUDGED, JUDGED)
        tell_misses(plan, &times.motions, first, count, missed, verdicts)
        for n in range(count):
            time[n] = INFINITY      # of misses; the others are left
    return list_undecided(verdicts, first, count, PAIR_APART, PAIR_MEETS, pairs) if undecided else 0


cdef void ask_time(const Convex* a, const Convex* b, Py_ssize_t k, void* out) noexcept nogil:
    cdef Times* times = <Times*>out
    cdef Motion motion
    read_motion_of(&times.motions, k, &motion)
    times.time[k] = convex_time_of_impact(a, b, &motion)


cdef Py_ssize_t time_range(const Plan* plan, void* out, Py_ssize_t start,
                           Py_ssize_t stop) noexcept nogil:
    (<Times*>out).start = start
    (<Times*>out).few_later = True
    return walk(plan, tell_times, ask_time, out, NULL, start, stop)


# How far they are apart.

cdef struct Distances:
    double* distances


cdef Py_ssize_t measure_apart(const Plan* plan, Py_ssize_t first, Py_ssize_t count,
                              double* distances, truth* verdicts) noexcept nogil:
    """The distances that lanes can tell, of those that shadows do not tell to meet: 0 for these.
    Returns how many are in doubt."""
    cdef Py_ssize_t pairs[JUDGED]
    cdef Py_ssize_t rows_a[JUDGED]
    cdef Py_ssize_t rows_b[JUDGED]
    cdef double found[JUDGED]
    cdef truth told[JUDGED]
    cdef PairSide a, b
    cdef Py_ssize_t n, apart, undecided = judge(plan, first, count, verdicts)
    memset(distances, 0, count * sizeof(double))
    apart = list_undecided(verdicts, first, count, PAIR_MEETS, PAIR_UNDECIDED, pairs)
    if apart > 0:
        set_sides_of(plan, pairs, apart, rows_a, rows_b, &a, &b)
        if plan.compact_boxes:
            undecided += pair_kernels.judge_distances(&a, &b, apart, found, told)
        else:
            undecided += pair_kernels.judge_round_distances(&a, &b, apart, found, told)
    for n in range(apart):
        verdicts[pairs[n] - first] = told[n]
        distances[pairs[n] - first] = found[n]
    return undecided


cdef Py_ssize_t tell_distances(const Plan* plan, void* out, Py_ssize_t first, Py_ssize_t count,
                               Py_ssize_t* left) noexcept nogil:
    """Nearly all of boxes without bodies, of discs, of segments, and of discs with either."""
    cdef double* distances = (<Distances*>out).distances + first
    cdef truth verdicts[JUDGED]
    cdef Py_ssize_t undecided
    cdef PairSide a, b
    if plan.compact_discs:
        set_sides(plan, first, &a, &b)
        undecided = pair_kernels.judge_disc_distances(&a, &b, count, distances, verdicts)
    elif plan.have_shadows and count >= MEASURED:
        undecided = measure_apart(plan, first, count, distances, verdicts)
    else:
        return tell_none(plan, out, first, count, left)
    return list_undecided(verdicts, first, count, PAIR_APART, PAIR_MEETS, left) if undecided else 0


cdef void ask_distance(const Convex* a, const Convex* b, Py_ssize_t k, void* out) noexcept nogil:
    (<Distances*>out).distances[k] = convex_distance(a, b)


cdef Py_ssize_t distance_range(const Plan* plan, void* out, Py_ssize_t start,
                               Py_ssize_t stop) noexcept nogil:
    return walk(plan, tell_distances, ask_distance, out, NULL, start, stop)


# Where they are nearest.

cdef struct NearestPoints:
    double* of_a
    double* of_b


cdef void ask_nearest_points(const Convex* a, const Convex* b, Py_ssize_t k,
                             void* out) noexcept nogil:
    cdef NearestPoints* nearest = <NearestPoints*>out
    cdef Witnesses points
    convex_nearest_points(a, b, &points)
    nearest.of_a[2 * k] = points.a_x
    nearest.of_a[2 * k + 1] = points.a_y
    nearest.of_b[2 * k] = points.b_x
    nearest.of_b[2 * k + 1] = points.b_y


cdef Py_ssize_t nearest_range(const Plan* plan, void* out, Py_ssize_t start,
                              Py_ssize_t stop) noexcept nogil:
    return walk(plan, tell_none, ask_nearest_points, out, NULL, start, stop)


# Whether one is a part of the other.

cdef struct Covering:
    truth* covered


cdef void ask_covers(const Convex* a, const Convex* b, Py_ssize_t k, void* out) noexcept nogil:
    (<Covering*>out).covered[k] = convex_covers(a, b)


cdef Py_ssize_t cover_range(const Plan* plan, void* out, Py_ssize_t start,
                            Py_ssize_t stop) noexcept nogil:
    return walk(plan, tell_none, ask_covers, out, NULL, start, stop)


# The areas that they share.

cdef struct Shares:
    double* shares
    bint of_union   # as parts of what they cover together


cdef Py_ssize_t tell_shares(const Plan* plan, void* out, Py_ssize_t first, Py_ssize_t count,
                            Py_ssize_t* pairs) noexcept nogil:
    """Which share none; of boxes without bodies nearly all."""
    cdef Shares* shares = <Shares*>out
    cdef truth verdicts[JUDGED]
    cdef Py_ssize_t left
    judge_by_records(plan, first, count, verdicts)
    memset(shares.shares + first, 0, count * sizeof(double))
    left = list_undecided(verdicts, first, count, PAIR_APART, PAIR_APART, pairs)
    return share_of_boxes(plan, shares, pairs, left) if plan.compact_boxes else left


cdef Py_ssize_t share_of_boxes(const Plan* plan, const Shares* shares, Py_ssize_t* pairs,
                               Py_ssize_t count) noexcept nogil:
    """What lanes can tell of a list of pairs; returns how many are left in it."""
    cdef Py_ssize_t rows_a[JUDGED]
    cdef Py_ssize_t rows_b[JUDGED]
    cdef double found[JUDGED]
    cdef truth verdicts[JUDGED]
    cdef PairSide a, b
    cdef Py_ssize_t n, left = 0
    set_sides_of(plan, pairs, count, rows_a, rows_b, &a, &b)
    pair_kernels.judge_areas(&a, &b, count, shares.of_union, found, verdicts)
    for n in range(count):
        shares.shares[pairs[n]] = found[n]
        pairs[left] = pairs[n]
        left += verdicts[n] == PAIR_UNDECIDED
    return left


cdef void ask_share(const Convex* a, const Convex* b, Py_ssize_t k, void* out) noexcept nogil:
    cdef Shares* shares = <Shares*>out
    shares.shares[k] = convex_iou(a, b) if shares.of_union else convex_overlap_area(a, b)


cdef Py_ssize_t overlap_range(const Plan* plan, void* out, Py_ssize_t start,
                              Py_ssize_t stop) noexcept nogil:
    return walk(plan, tell_shares, ask_share, out, NULL, start, stop)


# --- pairs ----------------------------------------------------------------------

cdef inline bint copy_checked(const Py_buffer* index, Py_ssize_t first, Py_ssize_t n,
                              Py_ssize_t count, Py_ssize_t* copy) noexcept nogil:
    """Copy n indices; whether all of the copies are rows of `count`."""
    cdef const char* source = <const char*>index.buf + first * index.strides[0]
    cdef Py_ssize_t k
    if index.strides[0] == <Py_ssize_t>sizeof(Py_ssize_t):
        memcpy(copy, source, n * sizeof(Py_ssize_t))
    else:
        for k in range(n):
            copy[k] = (<const Py_ssize_t*>(source + k * index.strides[0]))[0]
    return pair_kernels.rows_within(count, copy, n)


cdef int refuse_indices(const Py_ssize_t* copy, Py_ssize_t k, Py_ssize_t count,
                        str what) except -1:
    """Name the first from index k on that is no row."""
    while 0 <= copy[k] < count:
        k += 1
    raise IndexError(f"{what}[{k}] is {copy[k]}, out of range for {count} rows")


cdef int copy_indices(const Py_buffer* index, Py_ssize_t count, str what,
                      Py_ssize_t** copy) except -1:
    """A copy that nobody else can change, every index checked; whose it is frees it."""
    cdef Py_ssize_t piece, first, n, work = 0, length = index.shape[0]
    copy[0] = <Py_ssize_t*>new_array(length, sizeof(Py_ssize_t))
    if copy[0] is NULL:
        raise MemoryError
    for piece in range((length + CHECKED - 1) // CHECKED):
        first = CHECKED * piece
        n = min(CHECKED, length - first)
        if not copy_checked(index, first, n, count, copy[0] + first):
            refuse_indices(copy[0], first, count, what)
        listen(&work, n)
    return 0


cdef struct Wanted:
    # An array of a call, and where its memory is to be noted.
    PyObject* array
    void** memory
    Py_ssize_t columns
    Py_ssize_t size         # of an item
    bint* is_one            # of one to read: whether its one row is for all; else NULL


cdef inline Wanted to_write(object array, Py_ssize_t columns, Py_ssize_t size,
                            void* memory) noexcept:
    """One row a pair; `memory` is the pointer that is to be set, of any type."""
    return Wanted(<PyObject*>array, <void**>memory, columns, size, NULL)


cdef inline Wanted numbers(object array, Py_ssize_t columns, double** memory) noexcept:
    return to_write(array, columns, sizeof(double), memory)


cdef inline Wanted truths(object array, truth** memory) noexcept:
    return to_write(array, 1, sizeof(truth), memory)


cdef inline Wanted to_read(object array, Py_ssize_t columns, const double** memory,
                           bint* is_one) noexcept:
    """One row a pair, or one for all."""
    return Wanted(<PyObject*>array, <void**>memory, columns, sizeof(double), is_one)


cdef class Pairs:
    """Which rows of two sides meet: the base of ShapePairs and PointPairs."""

    cdef Plan plan
    cdef Py_ssize_t* i
    cdef Py_ssize_t* j
    cdef readonly Py_ssize_t count
    cdef readonly bint single   # False: two single shapes have verbs without pairs

    def __dealloc__(self):
        PyMem_RawFree(self.i)
        PyMem_RawFree(self.j)

    cdef int match(self, Py_ssize_t count_a, Py_ssize_t count_b, object i, object j) except -1:
        """Pair the rows: by index where there are indices, else one to one or one to all."""
        if i is not None and j is not None:
            self.match_by_index(count_a, count_b, i, j)
        elif count_a != count_b and count_a != 1 and count_b != 1:
            raise ValueError(f"{count_a} rows do not match {count_b}: give as many, one, or pairs")
        else:
            self.count = count_a if count_b == 1 else count_b
        self.plan.i = self.i
        self.plan.j = self.j
        self.plan.one_a = count_a == 1
        self.plan.one_b = count_b == 1
        return 0

    cdef int match_by_index(self, Py_ssize_t count_a, Py_ssize_t count_b, object i,
                            object j) except -1:
        """Of either side (n,) intp, with any strides."""
        cdef Buffers buffers
        cdef const Py_buffer* rows_a
        cdef const Py_buffer* rows_b
        take_none(&buffers)
        try:
            rows_a = take_strided(&buffers, i, sizeof(Py_ssize_t))
            rows_b = take_strided(&buffers, j, sizeof(Py_ssize_t))
            if rows_a.shape[0] != rows_b.shape[0]:
                raise ValueError(f"pairs must be as many indices of either side, "
                                 f"got {rows_a.shape[0]} and {rows_b.shape[0]}")
            copy_indices(rows_a, count_a, "pairs[0]", &self.i)
            copy_indices(rows_b, count_b, "pairs[1]", &self.j)
            self.count = rows_a.shape[0]
        finally:
            give_back(&buffers)
        return 0

    cdef bint has_work(self, Py_ssize_t start, Py_ssize_t stop) except -1:
        """Whether there is a pair in a range, which must be one of all pairs."""
        if not 0 <= start <= stop <= self.count:
            raise IndexError(f"no range of {self.count} pairs: {start} to {stop}")
        return start < stop

    cdef int require(self, const Py_buffer* array, Py_ssize_t rows, Py_ssize_t columns) except -1:
        cdef Py_ssize_t size = array.shape[0] * array.itemsize      # of a column
        if array.shape[0] != rows or array.len != columns * size:
            raise ValueError(f"an array of {array.shape[0]} rows by "
                             f"{array.len // size if size else 1} is not one "
                             f"for {self.count} pairs")
        return 0

    cdef void* memory_of(self, const Wanted* wanted, Buffers* buffers) except? NULL:
        cdef Py_buffer* taken
        cdef bint is_one = False
        if wanted.is_one is NULL:
            taken = take_to_write(buffers, <object>wanted.array, wanted.size)
        else:
            taken = take_to_read(buffers, <object>wanted.array, wanted.size)
            is_one = wanted.is_one[0] = taken.shape[0] == 1
        self.require(taken, 1 if is_one else self.count, wanted.columns)
        return taken.buf

    cdef Py_ssize_t fill(self, const Wanted* arrays, int count, range_t rows, void* out,
                         Py_ssize_t start, Py_ssize_t stop) except -1:
        """Call a loop for a range of the pairs, once `out` has the memory of the arrays; returns
        the row that it has come to, unless an interrupt came."""
        cdef Buffers buffers
        cdef int n
        take_none(&buffers)
        try:
            for n in range(count):
                arrays[n].memory[0] = self.memory_of(&arrays[n], &buffers)
            if self.has_work(start, stop):
                with nogil:
                    start = rows(&self.plan, out, start, stop)
        finally:
            give_back(&buffers)
        raise_heard()
        return start


@cython.final
cdef class ShapePairs(Pairs):
    """Pairs of shapes of two ShapeBlock."""

    cdef ShapeBlock a
    cdef ShapeBlock b

    def __cinit__(self, ShapeBlock a not None, ShapeBlock b not None, i=None, j=None):
        self.a = a
        self.b = b
        self.plan.a = a.shapes
        self.plan.b = b.shapes
        self.plan.compact_boxes = a.shapes.kind == BOXES and b.shapes.kind == BOXES
        self.plan.compact_discs = a.shapes.kind == DISCS and b.shapes.kind == DISCS
        self.plan.have_shadows = tell_together(a.shapes.kind, b.shapes.kind)
        self.plan.some_boxes = a.box_count > 0 and b.box_count > 0
        self.plan.all_boxes = a.box_count == a.count and b.box_count == b.count
        self.match(a.count, b.count, i, j)

    cdef Py_ssize_t meet(self, Py_ssize_t start, Py_ssize_t stop, object hit,
                         bint strict) except -1:
        cdef Meetings out
        cdef Wanted[1] arrays = [truths(hit, &out.hit)]
        out.strict = strict
        return self.fill(arrays, 1, intersect_range, &out, start, stop)

    def intersects(self, Py_ssize_t start, Py_ssize_t stop, hit, bint strict):
        """Whether the shapes meet."""
        return self.meet(start, stop, hit, strict)

    def separating_axis(self, Py_ssize_t start, Py_ssize_t stop, axes, apart):
        """Unit vectors (n, 2) that part the shapes, and whether there is one."""
        cdef Axes out
        cdef Wanted[2] arrays = [numbers(axes, 2, &out.axes), truths(apart, &out.apart)]
        return self.fill(arrays, 2, axis_range, &out, start, stop)

    def mtv(self, Py_ssize_t start, Py_ssize_t stop, vectors, hit):
        """Minimum translation vectors (n, 2), and whether the shapes meet."""
        cdef Translations out
        cdef Wanted[2] arrays = [numbers(vectors, 2, &out.vectors), truths(hit, &out.hit)]
        return self.fill(arrays, 2, mtv_range, &out, start, stop)

    def distance(self, Py_ssize_t start, Py_ssize_t stop, distances):
        """How far the shapes are apart."""
        cdef Distances out
        cdef Wanted[1] arrays = [numbers(distances, 1, &out.distances)]
        return self.fill(arrays, 1, distance_range, &out, start, stop)

    def nearest_points(self, Py_ssize_t start, Py_ssize_t stop, of_a, of_b):
        """Where the shapes are nearest: (n, 2) points of either side."""
        cdef NearestPoints out
        cdef Wanted[2] arrays = [numbers(of_a, 2, &out.of_a), numbers(of_b, 2, &out.of_b)]
        return self.fill(arrays, 2, nearest_range, &out, start, stop)

    def covers(self, Py_ssize_t start, Py_ssize_t stop, covered):
        """Whether the shapes of the second side are parts of those of the first."""
        cdef Covering out
        cdef Wanted[1] arrays = [truths(covered, &out.covered)]
        return self.fill(arrays, 1, cover_range, &out, start, stop)

    def overlap_area(self, Py_ssize_t start, Py_ssize_t stop, areas):
        """The areas that the shapes share."""
        cdef Shares out
        cdef Wanted[1] arrays = [numbers(areas, 1, &out.shares)]
        out.of_union = False
        return self.fill(arrays, 1, overlap_range, &out, start, stop)

    def iou(self, Py_ssize_t start, Py_ssize_t stop, shares):
        """The areas that the shapes share, as parts of what they cover together."""
        cdef Shares out
        cdef Wanted[1] arrays = [numbers(shares, 1, &out.shares)]
        out.of_union = True
        return self.fill(arrays, 1, overlap_range, &out, start, stop)

    def collide(self, Py_ssize_t start, Py_ssize_t stop, double margin, hit, normal, depth, mtv,
                points, depths, features, counts, a_in_b, b_in_a):
        """Everything about how the shapes meet, or are nearer than the margin."""
        cdef Contacts out
        cdef Wanted[10] arrays = [
            truths(hit, &out.rows.hit),
            numbers(normal, 2, &out.rows.normal),
            numbers(depth, 1, &out.rows.depth),
            numbers(mtv, 2, &out.rows.mtv),
            numbers(points, 4, &out.rows.points),
            numbers(depths, 2, &out.rows.depths),
            to_write(features, 4, sizeof(int32_t), &out.rows.features),
            to_write(counts, 1, sizeof(char), &out.rows.counts),
            truths(a_in_b, &out.rows.a_in_b),
            truths(b_in_a, &out.rows.b_in_a),
        ]
        out.margin = margin
        return self.fill(arrays, 10, collide_range, &out, start, stop)

    def time_of_impact(self, Py_ssize_t start, Py_ssize_t stop, velocity_a, velocity_b, max_time,
                       time):
        """When the shapes in motion first touch: the times of `sweep`."""
        cdef Times out
        cdef Wanted[4] arrays = [
            numbers(time, 1, &out.time),
            to_read(velocity_a, 2, &out.motions.a, &out.motions.one_a),
            to_read(velocity_b, 2, &out.motions.b, &out.motions.one_b),
            to_read(max_time, 1, &out.motions.max_time, &out.motions.one_time),
        ]
        out.motions.skip_leaving = out.motions.skip_grazing = False
        return self.fill(arrays, 4, time_range, &out, start, stop)

    def sweep(self, Py_ssize_t start, Py_ssize_t stop, velocity_a, velocity_b, max_time,
              bint skip_leaving, bint skip_grazing, hit, time, exit_time, normal, point, initial,
              leaving):
        """When the shapes in motion first touch; velocities and times of one row are for all."""
        cdef Impacts out
        cdef Wanted[10] arrays = [
            truths(hit, &out.rows.hit),
            numbers(time, 1, &out.rows.time),
            numbers(exit_time, 1, &out.rows.exit_time),
            numbers(normal, 2, &out.rows.normal),
            numbers(point, 2, &out.rows.point),
            truths(initial, &out.rows.initial),
            truths(leaving, &out.rows.leaving),
            to_read(velocity_a, 2, &out.motions.a, &out.motions.one_a),
            to_read(velocity_b, 2, &out.motions.b, &out.motions.one_b),
            to_read(max_time, 1, &out.motions.max_time, &out.motions.one_time),
        ]
        out.motions.skip_leaving = skip_leaving
        out.motions.skip_grazing = skip_grazing
        return self.fill(arrays, 10, sweep_range, &out, start, stop)


cpdef ShapePairs pairs_of_arrays(object a, object b):
    """The pairs of two `ShapeArray`, row by row, or of one and a shape; None of anything else."""
    cdef ShapeBlock one = block_of_array(a)
    cdef ShapeBlock other = block_of_array(b)
    if one is not None and isinstance(b, Shape):
        other = of_shape(b)
    elif other is not None and isinstance(a, Shape):
        one = of_shape(a)
    if one is None or other is None:
        return None
    return ShapePairs(one, other)


def all_meet(a, b, bint strict, out):
    """Whether all pairs of two `ShapeArray`, row by row, or of one and a shape, meet: in `out`, or a
    new array for None. None of anything else: for that there is a longer way, which takes 0.4 us
    more; a hundred boxes take half of that here.
    """
    cdef ShapePairs pairs = pairs_of_arrays(a, b)
    cdef Py_ssize_t start = 0
    cdef object hit = None if pairs is None else memory_of_truths(out, pairs.count)
    while hit is not None and start < pairs.count:  # a slice of time after the other
        start = pairs.meet(start, pairs.count, hit, strict)
        PyErr_CheckSignals()
    return hit


@cython.final
cdef class PointPairs(Pairs):
    """Pairs of a shape and a point or an axis: an (m, 2) array of these, which were checked."""

    cdef ShapeBlock a
    cdef Buffers points

    def __cinit__(self, ShapeBlock a not None, points, i=None, j=None):
        cdef Py_buffer* taken = take_to_read(&self.points, points, sizeof(double))
        if taken.ndim != 2 or taken.shape[1] != 2:
            raise ValueError("points must have two columns")
        self.a = a
        self.plan.a = a.shapes
        self.plan.points = <const double*>taken.buf
        self.plan.b.is_large = taken.shape[0] >= LARGE
        self.match(a.count, taken.shape[0], i, j)

    def __dealloc__(self):
        give_back(&self.points)

    def contains(self, Py_ssize_t start, Py_ssize_t stop, hit):
        """Whether the points are in the shapes."""
        cdef Meetings out
        cdef Wanted[1] arrays = [truths(hit, &out.hit)]
        out.strict = False
        return self.fill(arrays, 1, contain_range, &out, start, stop)

    def project(self, Py_ssize_t start, Py_ssize_t stop, low, high):
        """Least and greatest scalar products of the points, as axes, with those of the shapes."""
        cdef Projections out
        cdef Wanted[2] arrays = [numbers(low, 1, &out.low), numbers(high, 1, &out.high)]
        return self.fill(arrays, 2, project_range, &out, start, stop)
