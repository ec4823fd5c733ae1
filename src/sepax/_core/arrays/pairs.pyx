"""The verbs over arrays: loops without the GIL around the kernels for two shapes.

A `ShapePairs` or `PointPairs` says which shapes meet in pair k: row k of both sides, one shape
against every row, or rows from two lists of indices, which are copied and checked here. Each verb
fills the rows [start, stop) of arrays that the caller made, so that threads can share the work, and
returns the row that it has come to when its slice of time is over: see interrupts.pxd.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.math cimport INFINITY
from libc.stdint cimport int32_t
from libc.string cimport memcpy, memset

from sepax._core.arrays.block cimport ShapeBlock, block_of_array
from sepax._core.arrays.storage cimport (
    BOXES, Restored, Storage, convex_at, has_bodies, lay_out, set_side)
from sepax._core.buffers cimport (
    Buffers, give_back, take_none, take_strided, take_to_read, take_to_write)
from sepax._core.interrupts cimport Watch, is_over, listen, raise_heard, start_watch
from sepax._core.kernels.answers cimport Axis, Manifold, Meeting, Motion
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
from sepax._core.simd.levels cimport (
    EDGE_NONE, EDGE_UNDECIDED, PAIR_APART, PAIR_MEETS, PAIR_UNDECIDED, ContactArrays,
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
    PROBED = 64             # pairs by which the first block is judged to be one of few that meet
    MEASURED = 3            # pairs of boxes whose distances lanes find sooner than one after the other
    FEW_PERCENT = 40        # of pairs that meet: with more, shadows cost more than they save
    MOST_DOUBLES = 192      # of the arrays of a body that are asked for in time
    SHAPES_AHEAD = 12       # pairs: their shapes are asked for so much earlier
    ARRAYS_AHEAD = 6        # and what these point to

cdef struct Plan:
    Storage a
    Storage b
    const Py_ssize_t* i     # rows of a in the order of the pairs; NULL for row k, or row 0
    const Py_ssize_t* j
    bint one_a              # row 0 of a meets every row of b
    bint one_b
    bint some_boxes         # on both sides
    bint all_boxes
    bint compact_boxes      # nothing else: lanes can tell nearly all of these

cdef struct RestoredPair:
    # Where the convexes of shapes that have no body are restored.
    Restored a
    Restored b


cdef inline Py_ssize_t row_a(const Plan* plan, Py_ssize_t k) noexcept nogil:
    return plan.i[k] if plan.i is not NULL else (0 if plan.one_a else k)


cdef inline Py_ssize_t row_b(const Plan* plan, Py_ssize_t k) noexcept nogil:
    return plan.j[k] if plan.j is not NULL else (0 if plan.one_b else k)


cdef inline const Convex* convex_a(const Plan* plan, Py_ssize_t k,
                                   RestoredPair* memory) noexcept nogil:
    return convex_at(&plan.a, row_a(plan, k), &memory.a)


cdef inline const Convex* convex_b(const Plan* plan, Py_ssize_t k,
                                   RestoredPair* memory) noexcept nogil:
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


cdef Py_ssize_t list_undecided(const truth* verdicts, Py_ssize_t first, Py_ssize_t last,
                               truth decided, truth decided_too, Py_ssize_t* pairs) noexcept nogil:
    """The pairs of a block that have neither of two verdicts; returns their number."""
    cdef Py_ssize_t k, count = 0
    for k in range(first, last):
        pairs[count] = k    # overwritten unless it counts: no branch, which nothing could foresee
        count += (verdicts[k] != decided) & (verdicts[k] != decided_too)
    return count


cdef inline void ask_ahead(const Plan* plan, const Py_ssize_t* pairs, Py_ssize_t n,
                           Py_ssize_t count) noexcept nogil:
    """While pair n of a list is worked on."""
    if n + SHAPES_AHEAD < count:
        ask_for_pair(plan, pairs[n + SHAPES_AHEAD], False)
    if n + ARRAYS_AHEAD < count:
        ask_for_pair(plan, pairs[n + ARRAYS_AHEAD], True)


cdef inline void ask_for_next(const Plan* plan, Py_ssize_t k, Py_ssize_t last) noexcept nogil:
    """While pair k of pairs up to `last` is worked on."""
    if k + SHAPES_AHEAD < last:
        ask_for_pair(plan, k + SHAPES_AHEAD, False)
    if k + ARRAYS_AHEAD < last:
        ask_for_pair(plan, k + ARRAYS_AHEAD, True)


# --- loops ----------------------------------------------------------------------
#
# Each fills rows [start, stop) of C-contiguous arrays with one row a pair, at least one of them,
# and returns the first that it has left out.

cdef inline Py_ssize_t blocks(Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    return (stop - start + JUDGED - 1) // JUDGED


cdef inline Py_ssize_t leave_block(truth* verdicts, Py_ssize_t k, Py_ssize_t last) noexcept nogil:
    """Stop behind pair k of a block: no verdicts of lanes remain where there are no answers."""
    memset(verdicts + k + 1, 0, last - k - 1)
    return k + 1


cdef inline void set_sides(const Plan* plan, Py_ssize_t first, PairSide* a,
                           PairSide* b) noexcept nogil:
    """The sides of the pairs from `first` on."""
    set_side(&plan.a, 0 if plan.i is not NULL or plan.one_a else first,
             plan.i + first if plan.i is not NULL else NULL, plan.i is NULL and plan.one_a, a)
    set_side(&plan.b, 0 if plan.j is not NULL or plan.one_b else first,
             plan.j + first if plan.j is not NULL else NULL, plan.j is NULL and plan.one_b, b)


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


cdef Py_ssize_t intersect_range(const Plan* plan, bint strict, Py_ssize_t start, Py_ssize_t stop,
                                truth* hit) noexcept nogil:
    cdef Watch watch
    cdef RestoredPair restored
    cdef Py_ssize_t pairs[JUDGED]
    cdef Py_ssize_t block, first, last, count, n, k
    cdef const Convex* a
    cdef const Convex* b
    start_watch(&watch)
    lay_out_pair(plan, &restored)
    for block in range(blocks(start, stop)):
        first = start + JUDGED * block
        last = min(first + JUDGED, stop)
        if judge(plan, first, last - first, hit + first) > 0:
            count = list_undecided(hit, first, last, PAIR_APART, PAIR_MEETS, pairs)
            for n in range(count):
                ask_ahead(plan, pairs, n, count)
                k = pairs[n]
                a = convex_a(plan, k, &restored)
                b = convex_b(plan, k, &restored)
                hit[k] = convex_intersect(a, b, strict)
                if is_over(&watch, a.n + b.n):
                    return leave_block(hit, k, last)
        if is_over(&watch, JUDGED_WORK):
            return last
    return stop


cdef Py_ssize_t contain_range(const Plan* plan, const double* points, Py_ssize_t start,
                              Py_ssize_t stop, truth* hit) noexcept nogil:
    cdef Watch watch
    cdef RestoredPair restored
    cdef Convex point
    cdef PairSide a, b
    cdef double x, y
    cdef Py_ssize_t block, first, last, k, row
    cdef const Convex* shape
    start_watch(&watch)
    lay_out_pair(plan, &restored)
    for block in range(blocks(start, stop)):
        first = start + JUDGED * block
        last = min(first + JUDGED, stop)
        set_sides(plan, first, &a, &b)
        b.records = points + (0 if plan.j is not NULL or plan.one_b else 2 * first)
        if pair_kernels.judge_points(&a, &b, last - first, hit + first) > 0:
            for k in range(first, last):
                if hit[k] == PAIR_UNDECIDED:
                    row = row_b(plan, k)
                    x = points[2 * row]
                    y = points[2 * row + 1]
                    set_point(&point, &x, &y)
                    shape = convex_a(plan, k, &restored)
                    hit[k] = convex_intersect(shape, &point, False)
                    if is_over(&watch, shape.n):
                        return leave_block(hit, k, last)
        if is_over(&watch, JUDGED_WORK):
            return last
    return stop


cdef Py_ssize_t project_range(const Plan* plan, const double* axes, Py_ssize_t start,
                              Py_ssize_t stop, double* low, double* high) noexcept nogil:
    cdef Watch watch
    cdef RestoredPair restored
    cdef const double* axis
    cdef const Convex* shape
    cdef Py_ssize_t k
    start_watch(&watch)
    lay_out_pair(plan, &restored)
    for k in range(start, stop):
        axis = axes + 2 * row_b(plan, k)
        shape = convex_a(plan, k, &restored)
        convex_project(shape, axis[0], axis[1], low + k, high + k)
        if is_over(&watch, shape.n):
            return k + 1
    return stop


cdef void box_axis_range(const Plan* plan, Py_ssize_t first, Py_ssize_t last,
                         RestoredPair* restored, double* axes, truth* apart) noexcept nogil:
    """Those of boxes without bodies, nearly all of which lanes can tell."""
    cdef PairSide a, b
    cdef Py_ssize_t k
    set_sides(plan, first, &a, &b)
    if pair_kernels.judge_axes(&a, &b, last - first, axes + 2 * first, apart + first) == 0:
        return
    for k in range(first, last):
        if apart[k] == PAIR_UNDECIDED:
            find_axis(convex_a(plan, k, restored), convex_b(plan, k, restored), axes + 2 * k,
                      apart + k)


cdef inline void find_axis(const Convex* a, const Convex* b, double* vector,
                           truth* apart) noexcept nogil:
    cdef Axis axis
    apart[0] = convex_axis(a, b, &axis)
    vector[0] = axis.normal_x if apart[0] else 0.0
    vector[1] = axis.normal_y if apart[0] else 0.0


cdef Py_ssize_t axis_range(const Plan* plan, Py_ssize_t start, Py_ssize_t stop, double* axes,
                           truth* apart) noexcept nogil:
    cdef Watch watch
    cdef RestoredPair restored
    cdef Py_ssize_t block, first, last, k
    cdef const Convex* a
    cdef const Convex* b
    start_watch(&watch)
    lay_out_pair(plan, &restored)
    for block in range(blocks(start, stop)):
        first = start + JUDGED * block
        last = min(first + JUDGED, stop)
        if plan.compact_boxes:
            box_axis_range(plan, first, last, &restored, axes, apart)
        else:
            judge(plan, first, last - first, apart + first)
            for k in range(first, last):
                if apart[k] == PAIR_MEETS:
                    apart[k] = False
                    axes[2 * k] = axes[2 * k + 1] = 0.0
                    continue
                a = convex_a(plan, k, &restored)
                b = convex_b(plan, k, &restored)
                find_axis(a, b, axes + 2 * k, apart + k)
                if is_over(&watch, a.n + b.n):
                    return leave_block(apart, k, last)
        if is_over(&watch, JUDGED_WORK):
            return last
    return stop


cdef void judge_depths(const Plan* plan, Py_ssize_t first, Py_ssize_t count,
                       truth* verdicts) noexcept nogil:
    """Which edge has the least depth, as far as lanes can tell."""
    cdef PairSide a, b
    if plan.some_boxes:
        set_sides(plan, first, &a, &b)
        pair_kernels.judge_edges(&a, &b, count, verdicts)
    else:
        memset(verdicts, EDGE_UNDECIDED, count)


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


cdef bint few_meet(const PairSide* a, const PairSide* b, const truth* verdicts,
                   Py_ssize_t count) noexcept nogil:
    """Whether it pays to ask shadows which pairs meet, and then for the numbers of these alone."""
    cdef Py_ssize_t k, meeting = 0
    for k in range(count):
        meeting += verdicts[k] == PAIR_MEETS
    return a.shadows is not NULL and b.shadows is not NULL and meeting * 100 <= count * FEW_PERCENT


cdef bint few_seem_to_meet(const Plan* plan, Py_ssize_t first, Py_ssize_t last) noexcept nogil:
    """The same by some pairs of boxes without bodies."""
    cdef truth verdicts[PROBED]
    cdef Py_ssize_t count = min(PROBED, last - first)
    cdef PairSide a, b
    if not plan.compact_boxes:
        return False
    set_sides(plan, first, &a, &b)
    pair_kernels.judge_boxes(&a, &b, count, verdicts)
    return few_meet(&a, &b, verdicts, count)


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
    meeting = list_undecided(hit, 0, count, PAIR_APART, PAIR_APART, pairs)
    if meeting == 0:
        return 0
    set_sides_of(plan, first, pairs, meeting, rows_a, rows_b, &a, &b)
    undecided = pair_kernels.judge_translations(&a, &b, meeting, found, verdicts)
    for n in range(meeting):
        k = pairs[n]
        hit[k] = verdicts[n]
        vectors[2 * k] = found[2 * n]
        vectors[2 * k + 1] = found[2 * n + 1]
    return undecided


cdef bint box_mtv_range(const Plan* plan, Py_ssize_t first, Py_ssize_t last, bint few,
                        RestoredPair* restored, double* vectors, truth* hit) noexcept nogil:
    """Those of boxes without bodies, nearly all of which lanes can tell: by shadows first if few
    meet. Returns whether few did."""
    cdef Axis widest
    cdef PairSide a, b
    cdef double depth = 0.0
    cdef Py_ssize_t k, undecided
    set_sides(plan, first, &a, &b)
    if few:
        undecided = translate_meeting(plan, first, last - first, vectors + 2 * first, hit + first)
    else:
        undecided = pair_kernels.judge_translations(&a, &b, last - first, vectors + 2 * first,
                                                    hit + first)
    if undecided > 0:
        for k in range(first, last):
            if hit[k] == PAIR_UNDECIDED:
                hit[k] = convex_penetration(convex_a(plan, k, restored),
                                            convex_b(plan, k, restored), &widest, &depth)
                write_translation(hit[k], &widest, depth, vectors + 2 * k)
    return few_meet(&a, &b, hit + first, last - first)


cdef Py_ssize_t mtv_range(const Plan* plan, Py_ssize_t start, Py_ssize_t stop, double* vectors,
                          truth* hit) noexcept nogil:
    cdef Watch watch
    cdef RestoredPair restored
    cdef Axis widest
    cdef double depth = 0.0
    cdef Py_ssize_t block, first, last, k
    cdef bint few = few_seem_to_meet(plan, start, stop)
    cdef const Convex* a
    cdef const Convex* b
    start_watch(&watch)
    lay_out_pair(plan, &restored)
    for block in range(blocks(start, stop)):
        first = start + JUDGED * block
        last = min(first + JUDGED, stop)
        if plan.compact_boxes:
            few = box_mtv_range(plan, first, last, few, &restored, vectors, hit)
        else:
            judge_depths(plan, first, last - first, hit + first)
            for k in range(first, last):
                ask_for_next(plan, k, last)
                a = convex_a(plan, k, &restored)
                b = convex_b(plan, k, &restored)
                hit[k] = penetration(a, b, hit[k], &widest, &depth)
                write_translation(hit[k], &widest, depth, vectors + 2 * k)
                if is_over(&watch, a.n + b.n):
                    return leave_block(hit, k, last)
        if is_over(&watch, JUDGED_WORK):
            return last
    return stop


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


cdef void box_collide_range(const Plan* plan, Py_ssize_t first, Py_ssize_t last,
                            RestoredPair* restored, double margin,
                            const ContactArrays* out) noexcept nogil:
    """Those of boxes without bodies, nearly all of which lanes can tell."""
    cdef PairSide a, b
    cdef Py_ssize_t k
    set_sides(plan, first, &a, &b)
    if (pair_kernels.judge_contacts(&a, &b, last - first, margin, out, first) == 0
            and margin == 0.0):
        return
    for k in range(first, last):
        if out.hit[k] == PAIR_UNDECIDED or (out.hit[k] == PAIR_APART and margin > 0.0):
            collide_pair(convex_a(plan, k, restored), convex_b(plan, k, restored),
                         EDGE_NONE if out.hit[k] == PAIR_APART else EDGE_UNDECIDED, margin, out, k)


cdef inline void collide_pair(const Convex* a, const Convex* b, truth verdict, double margin,
                              const ContactArrays* out, Py_ssize_t k) noexcept nogil:
    cdef Axis widest
    cdef double depth = 0.0
    write_no_contact(out, k)
    if penetration(a, b, verdict, &widest, &depth) or (
            margin > 0.0 and convex_nearness(a, b, margin, &widest, &depth)):
        write_contact(a, b, &widest, depth, margin, out, k)


cdef Py_ssize_t collide_range(const Plan* plan, double margin, Py_ssize_t start,
                              Py_ssize_t stop, const ContactArrays* out) noexcept nogil:
    cdef Watch watch
    cdef RestoredPair restored
    cdef Py_ssize_t block, first, last, k
    cdef const Convex* a
    cdef const Convex* b
    start_watch(&watch)
    lay_out_pair(plan, &restored)
    for block in range(blocks(start, stop)):
        first = start + JUDGED * block
        last = min(first + JUDGED, stop)
        if plan.compact_boxes:
            box_collide_range(plan, first, last, &restored, margin, out)
        else:
            judge_depths(plan, first, last - first, out.hit + first)
            for k in range(first, last):
                ask_for_next(plan, k, last)
                a = convex_a(plan, k, &restored)
                b = convex_b(plan, k, &restored)
                collide_pair(a, b, out.hit[k], margin, out, k)
                if is_over(&watch, a.n + b.n):
                    return leave_block(out.hit, k, last)
        if is_over(&watch, JUDGED_WORK):
            return last
    return stop


cdef inline void read_motion_of(const Motions* motions, Py_ssize_t k,
                                Motion* motion) noexcept nogil:
    cdef const double* a = motions.a if motions.one_a else motions.a + 2 * k
    cdef const double* b = motions.b if motions.one_b else motions.b + 2 * k
    motion.a_x = a[0]
    motion.a_y = a[1]
    motion.b_x = b[0]
    motion.b_y = b[1]
    motion.x = a[0] - b[0]
    motion.y = a[1] - b[1]
    motion.max_time = motions.max_time[0 if motions.one_time else k]


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


cdef void judge_motions(const Plan* plan, const Motions* motions, Py_ssize_t first,
                        Py_ssize_t count, const ImpactArrays* out) noexcept nogil:
    """What lanes can tell of moving shapes: all of boxes without bodies, of others some misses."""
    cdef PairSide a, b
    if plan.some_boxes:
        set_sides(plan, first, &a, &b)
        pair_kernels.judge_sweeps(&a, &b, count, motions, not plan.compact_boxes, out, first)
    else:
        memset(out.hit + first, PAIR_UNDECIDED, count)


cdef Py_ssize_t sweep_range(const Plan* plan, const Motions* motions, Py_ssize_t start,
                            Py_ssize_t stop, const ImpactArrays* out) noexcept nogil:
    cdef Watch watch
    cdef RestoredPair restored
    cdef Meeting none
    cdef Py_ssize_t block, first, last, k
    cdef bint skip_grazing = motions.skip_grazing
    cdef const Convex* a
    cdef const Convex* b
    start_watch(&watch)
    lay_out_pair(plan, &restored)
    for block in range(blocks(start, stop)):
        first = start + JUDGED * block
        last = min(first + JUDGED, stop)
        judge_motions(plan, motions, first, last - first, out)
        for k in range(first, last):
            if out.hit[k] == PAIR_UNDECIDED or (skip_grazing and out.hit[k]):
                ask_for_next(plan, k, last)
                a = convex_a(plan, k, &restored)
                b = convex_b(plan, k, &restored)
                if out.hit[k] == PAIR_UNDECIDED:
                    sweep_pair(a, b, motions, out, k)
                if skip_grazing and out.hit[k]:
                    leave_out_graze(a, b, motions, out, k)
                if is_over(&watch, a.n + b.n):
                    return leave_block(out.hit, k, last)
            elif not plan.compact_boxes:
                write_impact(False, &none, out, k)
        if is_over(&watch, JUDGED_WORK):
            return last
    return stop


cdef Py_ssize_t judge_times(const Plan* plan, const Motions* motions, Py_ssize_t first,
                            Py_ssize_t count, double* time, truth* verdicts) noexcept nogil:
    """`judge_motions` for the times alone; returns how many pairs are not done."""
    cdef PairSide a, b
    if not plan.some_boxes:
        memset(verdicts, PAIR_UNDECIDED, count)
        return count
    set_sides(plan, first, &a, &b)
    cdef Py_ssize_t undecided = pair_kernels.judge_times(
        &a, &b, count, motions, not plan.compact_boxes, time, verdicts, first)
    return undecided if plan.compact_boxes else count


cdef Py_ssize_t time_range(const Plan* plan, const Motions* motions, Py_ssize_t start,
                           Py_ssize_t stop, double* time) noexcept nogil:
    cdef Watch watch
    cdef RestoredPair restored
    cdef Motion motion
    cdef truth verdicts[JUDGED]
    cdef Py_ssize_t block, first, last, k
    cdef const Convex* a
    cdef const Convex* b
    start_watch(&watch)
    lay_out_pair(plan, &restored)
    for block in range(blocks(start, stop)):
        first = start + JUDGED * block
        last = min(first + JUDGED, stop)
        if judge_times(plan, motions, first, last - first, time + first, verdicts) > 0:
            for k in range(first, last):
                if verdicts[k - first] == PAIR_UNDECIDED:
                    ask_for_next(plan, k, last)
                    a = convex_a(plan, k, &restored)
                    b = convex_b(plan, k, &restored)
                    read_motion_of(motions, k, &motion)
                    time[k] = convex_time_of_impact(a, b, &motion)
                    if is_over(&watch, a.n + b.n):
                        return k + 1
                elif not plan.compact_boxes:
                    time[k] = INFINITY
        if is_over(&watch, JUDGED_WORK):
            return last
    return stop


ctypedef void (*question_t)(const Convex*, const Convex*, Py_ssize_t, void*) noexcept nogil


cdef Py_ssize_t ask_range(const Plan* plan, question_t ask, Py_ssize_t start, Py_ssize_t stop,
                          void* out) noexcept nogil:
    """Ask each pair what lanes cannot tell any of; the answer is written to its row of `out`."""
    cdef Watch watch
    cdef RestoredPair restored
    cdef Py_ssize_t k
    cdef const Convex* a
    cdef const Convex* b
    start_watch(&watch)
    lay_out_pair(plan, &restored)
    for k in range(start, stop):
        ask_for_next(plan, k, stop)
        a = convex_a(plan, k, &restored)
        b = convex_b(plan, k, &restored)
        ask(a, b, k, out)
        if is_over(&watch, a.n + b.n):
            return k + 1
    return stop


cdef void ask_distance(const Convex* a, const Convex* b, Py_ssize_t k,
                       void* out) noexcept nogil:
    (<double*>out)[k] = convex_distance(a, b)


cdef void ask_covers(const Convex* a, const Convex* b, Py_ssize_t k,
                     void* out) noexcept nogil:
    (<truth*>out)[k] = convex_covers(a, b)


cdef void measure_apart(const Plan* plan, Py_ssize_t first, Py_ssize_t count, truth* verdicts,
                        double* distances) noexcept nogil:
    """Of boxes without bodies the distances that lanes can tell, by shadows first: 0 for those that
    meet. The verdicts of others become PAIR_UNDECIDED."""
    cdef Py_ssize_t pairs[JUDGED]
    cdef Py_ssize_t rows_a[JUDGED]
    cdef Py_ssize_t rows_b[JUDGED]
    cdef double found[JUDGED]
    cdef truth told[JUDGED]
    cdef PairSide a, b
    cdef Py_ssize_t n, apart
    judge(plan, first, count, verdicts)
    memset(distances, 0, count * sizeof(double))
    apart = list_undecided(verdicts, 0, count, PAIR_MEETS, PAIR_UNDECIDED, pairs)
    if apart == 0:
        return
    set_sides_of(plan, first, pairs, apart, rows_a, rows_b, &a, &b)
    pair_kernels.judge_distances(&a, &b, apart, found, told)
    for n in range(apart):
        verdicts[pairs[n]] = told[n]
        distances[pairs[n]] = found[n]


cdef Py_ssize_t box_distance_range(const Plan* plan, Py_ssize_t start, Py_ssize_t stop,
                                   double* distances) noexcept nogil:
    """Those of boxes without bodies, nearly all of which lanes can tell."""
    cdef Watch watch
    cdef RestoredPair restored
    cdef truth verdicts[JUDGED]
    cdef Py_ssize_t block, first, last, k
    cdef const Convex* a
    cdef const Convex* b
    start_watch(&watch)
    lay_out_pair(plan, &restored)
    for block in range(blocks(start, stop)):
        first = start + JUDGED * block
        last = min(first + JUDGED, stop)
        measure_apart(plan, first, last - first, verdicts, distances + first)
        for k in range(first, last):
            if verdicts[k - first] == PAIR_UNDECIDED:
                a = convex_a(plan, k, &restored)
                b = convex_b(plan, k, &restored)
                distances[k] = convex_distance(a, b)
                if is_over(&watch, a.n + b.n):
                    return k + 1
        if is_over(&watch, JUDGED_WORK):
            return last
    return stop


cdef Py_ssize_t distance_range(const Plan* plan, Py_ssize_t start, Py_ssize_t stop,
                               double* distances) noexcept nogil:
    if plan.compact_boxes and stop - start >= MEASURED:
        return box_distance_range(plan, start, stop, distances)
    return ask_range(plan, ask_distance, start, stop, distances)


cdef Py_ssize_t nearest_range(const Plan* plan, Py_ssize_t start, Py_ssize_t stop, double* of_a,
                              double* of_b) noexcept nogil:
    """A loop of its own: through ask_range the points of 8-gons took 127 ns a pair instead of 108."""
    cdef Watch watch
    cdef RestoredPair restored
    cdef Witnesses points
    cdef Py_ssize_t k
    cdef const Convex* a
    cdef const Convex* b
    start_watch(&watch)
    lay_out_pair(plan, &restored)
    for k in range(start, stop):
        ask_for_next(plan, k, stop)
        a = convex_a(plan, k, &restored)
        b = convex_b(plan, k, &restored)
        convex_nearest_points(a, b, &points)
        of_a[2 * k] = points.a_x
        of_a[2 * k + 1] = points.a_y
        of_b[2 * k] = points.b_x
        of_b[2 * k + 1] = points.b_y
        if is_over(&watch, a.n + b.n):
            return k + 1
    return stop


cdef void set_sides_of(const Plan* plan, Py_ssize_t first, const Py_ssize_t* pairs,
                       Py_ssize_t count, Py_ssize_t* rows_a, Py_ssize_t* rows_b, PairSide* a,
                       PairSide* b) noexcept nogil:
    """The sides of those pairs alone, which are numbered from `first` on; memory for their rows."""
    cdef Py_ssize_t n
    for n in range(count):
        rows_a[n] = row_a(plan, first + pairs[n])
        rows_b[n] = row_b(plan, first + pairs[n])
    set_side(&plan.a, 0, rows_a, False, a)
    set_side(&plan.b, 0, rows_b, False, b)


cdef Py_ssize_t share_of_boxes(const Plan* plan, bint of_union, Py_ssize_t first, Py_ssize_t* pairs,
                               Py_ssize_t count, double* shares) noexcept nogil:
    """What lanes can tell of some pairs of boxes without bodies; returns how many are left in the
    list."""
    cdef Py_ssize_t rows_a[JUDGED]
    cdef Py_ssize_t rows_b[JUDGED]
    cdef double found[JUDGED]
    cdef truth verdicts[JUDGED]
    cdef PairSide a, b
    cdef Py_ssize_t n, left = 0
    set_sides_of(plan, first, pairs, count, rows_a, rows_b, &a, &b)
    pair_kernels.judge_areas(&a, &b, count, of_union, found, verdicts)
    for n in range(count):
        shares[first + pairs[n]] = found[n]
        pairs[left] = pairs[n]
        left += verdicts[n] == PAIR_UNDECIDED
    return left


cdef Py_ssize_t overlap_range(const Plan* plan, bint of_union, Py_ssize_t start, Py_ssize_t stop,
                              double* shares) noexcept nogil:
    """The areas that shapes share; if `of_union`, as parts of what they cover together."""
    cdef Watch watch
    cdef RestoredPair restored
    cdef truth verdicts[JUDGED]
    cdef Py_ssize_t pairs[JUDGED]
    cdef Py_ssize_t block, first, last, count, n, k
    cdef const Convex* a
    cdef const Convex* b
    start_watch(&watch)
    lay_out_pair(plan, &restored)
    for block in range(blocks(start, stop)):
        first = start + JUDGED * block
        last = min(first + JUDGED, stop)
        judge_by_records(plan, first, last - first, verdicts)
        memset(shares + first, 0, (last - first) * sizeof(double))
        count = list_undecided(verdicts, 0, last - first, PAIR_APART, PAIR_APART, pairs)
        if plan.compact_boxes:
            count = share_of_boxes(plan, of_union, first, pairs, count, shares)
        for n in range(count):
            k = first + pairs[n]
            ask_for_next(plan, k, last)
            a = convex_a(plan, k, &restored)
            b = convex_b(plan, k, &restored)
            shares[k] = convex_iou(a, b) if of_union else convex_overlap_area(a, b)
            if is_over(&watch, a.n + b.n):
                return k + 1
        if is_over(&watch, JUDGED_WORK):
            return last
    return stop


# --- pairs ----------------------------------------------------------------------

cdef inline bint copy_checked(const Py_buffer* index, Py_ssize_t first, Py_ssize_t n,
                              Py_ssize_t count, Py_ssize_t* copy) noexcept nogil:
    """Copy n indices; whether all of the copies are rows of `count`."""
    cdef const char* source = <const char*>index.buf + first * index.strides[0]
    cdef Py_ssize_t k
    cdef size_t signs = 0   # the sign bit of what is negative, and of what is beyond the last row
    if index.strides[0] == <Py_ssize_t>sizeof(Py_ssize_t):
        memcpy(copy, source, n * sizeof(Py_ssize_t))
    else:
        for k in range(n):
            copy[k] = (<const Py_ssize_t*>(source + k * index.strides[0]))[0]
    for k in range(n):
        signs |= <size_t>copy[k] | (<size_t>(count - 1) - <size_t>copy[k])
    return <Py_ssize_t>signs >= 0


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


cdef inline Py_ssize_t come_to(Py_ssize_t row) except -1:
    """The row that a range has come to, unless an interrupt came."""
    raise_heard()
    return row


cdef class Pairs:
    """Which rows of two sides meet: the base of ShapePairs and PointPairs."""

    cdef Plan plan
    cdef Py_ssize_t* i
    cdef Py_ssize_t* j
    cdef readonly Py_ssize_t count

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

    cdef void* room(self, Buffers* buffers, object array, Py_ssize_t columns,
                    Py_ssize_t size) except? NULL:
        """The memory of an array with one row a pair, to write to."""
        cdef Py_buffer* taken = take_to_write(buffers, array, size)
        self.require(taken, self.count, columns)
        return taken.buf

    cdef double* numbers(self, Buffers* buffers, object array, Py_ssize_t columns=1) except? NULL:
        return <double*>self.room(buffers, array, columns, sizeof(double))

    cdef truth* truths(self, Buffers* buffers, object array) except? NULL:
        return <truth*>self.room(buffers, array, 1, sizeof(truth))


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
        self.plan.some_boxes = a.box_count > 0 and b.box_count > 0
        self.plan.all_boxes = a.box_count == a.count and b.box_count == b.count
        self.match(a.count, b.count, i, j)

    def intersects(self, Py_ssize_t start, Py_ssize_t stop, hit, bint strict):
        """Whether the shapes meet."""
        cdef Buffers buffers
        cdef truth* to_hit
        take_none(&buffers)
        try:
            to_hit = self.truths(&buffers, hit)
            if self.has_work(start, stop):
                with nogil:
                    start = intersect_range(&self.plan, strict, start, stop, to_hit)
        finally:
            give_back(&buffers)
        return come_to(start)

    def separating_axis(self, Py_ssize_t start, Py_ssize_t stop, axes, apart):
        """Unit vectors (n, 2) that part the shapes, and whether there is one."""
        cdef Buffers buffers
        cdef double* to_axes
        cdef truth* to_apart
        take_none(&buffers)
        try:
            to_axes = self.numbers(&buffers, axes, 2)
            to_apart = self.truths(&buffers, apart)
            if self.has_work(start, stop):
                with nogil:
                    start = axis_range(&self.plan, start, stop, to_axes, to_apart)
        finally:
            give_back(&buffers)
        return come_to(start)

    def mtv(self, Py_ssize_t start, Py_ssize_t stop, vectors, hit):
        """Minimum translation vectors (n, 2), and whether the shapes meet."""
        cdef Buffers buffers
        cdef double* to_vectors
        cdef truth* to_hit
        take_none(&buffers)
        try:
            to_vectors = self.numbers(&buffers, vectors, 2)
            to_hit = self.truths(&buffers, hit)
            if self.has_work(start, stop):
                with nogil:
                    start = mtv_range(&self.plan, start, stop, to_vectors, to_hit)
        finally:
            give_back(&buffers)
        return come_to(start)

    def distance(self, Py_ssize_t start, Py_ssize_t stop, distances):
        """How far the shapes are apart."""
        cdef Buffers buffers
        cdef double* to_distances
        take_none(&buffers)
        try:
            to_distances = self.numbers(&buffers, distances)
            if self.has_work(start, stop):
                with nogil:
                    start = distance_range(&self.plan, start, stop, to_distances)
        finally:
            give_back(&buffers)
        return come_to(start)

    def nearest_points(self, Py_ssize_t start, Py_ssize_t stop, of_a, of_b):
        """Where the shapes are nearest: (n, 2) points of either side."""
        cdef Buffers buffers
        cdef double* to_a
        cdef double* to_b
        take_none(&buffers)
        try:
            to_a = self.numbers(&buffers, of_a, 2)
            to_b = self.numbers(&buffers, of_b, 2)
            if self.has_work(start, stop):
                with nogil:
                    start = nearest_range(&self.plan, start, stop, to_a, to_b)
        finally:
            give_back(&buffers)
        return come_to(start)

    def covers(self, Py_ssize_t start, Py_ssize_t stop, covered):
        """Whether the shapes of the second side are parts of those of the first."""
        cdef Buffers buffers
        cdef truth* to_covered
        take_none(&buffers)
        try:
            to_covered = self.truths(&buffers, covered)
            if self.has_work(start, stop):
                with nogil:
                    start = ask_range(&self.plan, ask_covers, start, stop, to_covered)
        finally:
            give_back(&buffers)
        return come_to(start)

    cdef Py_ssize_t share(self, bint of_union, Py_ssize_t start, Py_ssize_t stop,
                          object shares) except -1:
        cdef Buffers buffers
        cdef double* to_shares
        take_none(&buffers)
        try:
            to_shares = self.numbers(&buffers, shares)
            if self.has_work(start, stop):
                with nogil:
                    start = overlap_range(&self.plan, of_union, start, stop, to_shares)
        finally:
            give_back(&buffers)
        return come_to(start)

    def overlap_area(self, Py_ssize_t start, Py_ssize_t stop, areas):
        """The areas that the shapes share."""
        return self.share(False, start, stop, areas)

    def iou(self, Py_ssize_t start, Py_ssize_t stop, shares):
        """The areas that the shapes share, as parts of what they cover together."""
        return self.share(True, start, stop, shares)

    def collide(self, Py_ssize_t start, Py_ssize_t stop, double margin, hit, normal, depth, mtv,
                points, depths, features, counts, a_in_b, b_in_a):
        """Everything about how the shapes meet, or are nearer than the margin."""
        cdef Buffers buffers
        cdef ContactArrays out
        take_none(&buffers)
        try:
            out.hit = self.truths(&buffers, hit)
            out.normal = self.numbers(&buffers, normal, 2)
            out.depth = self.numbers(&buffers, depth)
            out.mtv = self.numbers(&buffers, mtv, 2)
            out.points = self.numbers(&buffers, points, 4)
            out.depths = self.numbers(&buffers, depths, 2)
            out.features = <int32_t*>self.room(&buffers, features, 4, sizeof(int32_t))
            out.counts = <signed char*>self.room(&buffers, counts, 1, sizeof(char))
            out.a_in_b = self.truths(&buffers, a_in_b)
            out.b_in_a = self.truths(&buffers, b_in_a)
            if self.has_work(start, stop):
                with nogil:
                    start = collide_range(&self.plan, margin, start, stop, &out)
        finally:
            give_back(&buffers)
        return come_to(start)

    cdef const double* motion(self, Buffers* buffers, object array, Py_ssize_t columns,
                              bint* is_one) except? NULL:
        """The memory of an array with one row for each pair, or for all."""
        cdef Py_buffer* taken = take_to_read(buffers, array, sizeof(double))
        is_one[0] = taken.shape[0] == 1
        self.require(taken, 1 if is_one[0] else self.count, columns)
        return <const double*>taken.buf

    cdef int read_motions(self, Buffers* buffers, object velocity_a, object velocity_b,
                          object max_time, Motions* motions) except -1:
        motions.a = self.motion(buffers, velocity_a, 2, &motions.one_a)
        motions.b = self.motion(buffers, velocity_b, 2, &motions.one_b)
        motions.max_time = self.motion(buffers, max_time, 1, &motions.one_time)
        return 0

    def time_of_impact(self, Py_ssize_t start, Py_ssize_t stop, velocity_a, velocity_b, max_time,
                       time):
        """When the shapes in motion first touch: the times of `sweep`."""
        cdef Buffers buffers
        cdef Motions motions
        cdef double* to_time
        take_none(&buffers)
        try:
            to_time = self.numbers(&buffers, time)
            self.read_motions(&buffers, velocity_a, velocity_b, max_time, &motions)
            motions.skip_leaving = motions.skip_grazing = False
            if self.has_work(start, stop):
                with nogil:
                    start = time_range(&self.plan, &motions, start, stop, to_time)
        finally:
            give_back(&buffers)
        return come_to(start)

    def sweep(self, Py_ssize_t start, Py_ssize_t stop, velocity_a, velocity_b, max_time,
              bint skip_leaving, bint skip_grazing, hit, time, exit_time, normal, point, initial,
              leaving):
        """When the shapes in motion first touch; velocities and times of one row are for all."""
        cdef Buffers buffers
        cdef Motions motions
        cdef ImpactArrays out
        take_none(&buffers)
        try:
            out.hit = self.truths(&buffers, hit)
            out.time = self.numbers(&buffers, time)
            out.exit_time = self.numbers(&buffers, exit_time)
            out.normal = self.numbers(&buffers, normal, 2)
            out.point = self.numbers(&buffers, point, 2)
            out.initial = self.truths(&buffers, initial)
            out.leaving = self.truths(&buffers, leaving)
            self.read_motions(&buffers, velocity_a, velocity_b, max_time, &motions)
            motions.skip_leaving = skip_leaving
            motions.skip_grazing = skip_grazing
            if self.has_work(start, stop):
                with nogil:
                    start = sweep_range(&self.plan, &motions, start, stop, &out)
        finally:
            give_back(&buffers)
        return come_to(start)


def pairs_of_arrays(a, b):
    """The pairs of two `ShapeArray`, row by row; None where either is something else."""
    cdef ShapeBlock one = block_of_array(a)
    cdef ShapeBlock other = block_of_array(b)
    if one is None or other is None:
        return None
    return ShapePairs(one, other)


@cython.final
cdef class PointPairs(Pairs):
    """Pairs of a shape and a point or an axis, an (m, 2) array of these that nobody else
    changes."""

    cdef ShapeBlock a
    cdef Buffers points

    def __cinit__(self, ShapeBlock a not None, points, i=None, j=None):
        cdef Py_buffer* taken = take_to_read(&self.points, points, sizeof(double))
        if taken.ndim != 2 or taken.shape[1] != 2:
            raise ValueError("points must have two columns")
        self.a = a
        self.plan.a = a.shapes
        self.match(a.count, taken.shape[0], i, j)

    def __dealloc__(self):
        give_back(&self.points)

    def contains(self, Py_ssize_t start, Py_ssize_t stop, hit):
        """Whether the points are in the shapes."""
        cdef Buffers buffers
        cdef const double* points = <const double*>self.points.taken[0].buf
        cdef truth* to_hit
        take_none(&buffers)
        try:
            to_hit = self.truths(&buffers, hit)
            if self.has_work(start, stop):
                with nogil:
                    start = contain_range(&self.plan, points, start, stop, to_hit)
        finally:
            give_back(&buffers)
        return come_to(start)

    def project(self, Py_ssize_t start, Py_ssize_t stop, low, high):
        """Least and greatest scalar products of the points, as axes, with those of the shapes."""
        cdef Buffers buffers
        cdef const double* axes = <const double*>self.points.taken[0].buf
        cdef double* to_low
        cdef double* to_high
        take_none(&buffers)
        try:
            to_low = self.numbers(&buffers, low)
            to_high = self.numbers(&buffers, high)
            if self.has_work(start, stop):
                with nogil:
                    start = project_range(&self.plan, axes, start, stop, to_low, to_high)
        finally:
            give_back(&buffers)
        return come_to(start)
