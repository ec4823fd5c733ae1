"""The loop over pairs, and which shapes a pair has.

A verb over arrays is a filter and an answer. The filter classifies a batch of pairs by lanes and
lists the uncertain ones. The bits are those of the answer for every pair.
"""

from libc.string cimport memset

from sepax._core.answers.answer cimport Options, Result, answer_t
from sepax._core.arrays.columns cimport Columns, store
from sepax._core.arrays.prefetches cimport prefetch, prefetch_shape
from sepax._core.arrays.storage cimport (
    POLYGONS, Restored, Storage, convex_at, has_bodies, prepare_memory, read_position,
    set_side)
from sepax._core.interrupts cimport Watch, slice_ended, start_watch
from sepax._core.kernels.answers cimport Meeting
from sepax._core.kernels.convex cimport Convex, set_point
from sepax._core.rows cimport clear_contact_row, clear_impact_row
from sepax._core.simd.levels cimport (
    OF_POINTS, RECORD, Motions, PairBatch, PairSide, pair_loops)
from sepax._core.writers cimport Kind

ctypedef unsigned char truth

cdef enum:
    # Chosen by `python bench/run.py batch`.
    BATCH = 1024            # pairs that lanes classify at once: their verdicts stay in the cache
    BATCH_WORK = 4096       # steps of a watch for a batch that lanes classify, some boxes uncertain
    PROBED = 64             # pairs that show whether few of an array intersect
    PROBED_PART = 8         # but of all shapes no more than one in so many
    MEASURED = 3            # the least pairs whose distances lanes find sooner than the kernel
    FEW_PERCENT = 40        # of pairs that intersect: with more, proxies cost more than they save
    FEW_PERCENT_OF_BOXES = 60
    FEW_PERCENT_OF_PROXIES = 95     # a proxy takes 1 to 2 ns, the kernel 50
    MISSING_PERCENT = 30    # of shapes in motion that never touch: with fewer it does not pay
    # The same where both the proxies and the bodies come from memory.
    FEW_PERCENT_OF_LARGE = 25
    MISSING_PERCENT_OF_LARGE = 75
    SHAPES_AHEAD = 12       # pairs from the prefetch of a shape to its use
    ARRAYS_AHEAD = 6        # and from the prefetch of its arrays
    FIRST = 96              # pairs of a list that lanes do not prefetch: RECORDS_AHEAD of pair_loops.h


cdef struct Plan:
    Storage a, b
    const double* points    # (n, 2) in the place of b; or NULL
    const Py_ssize_t* i     # rows of a in the order of the pairs; NULL for row k, or row 0
    const Py_ssize_t* j
    bint one_a              # row 0 of a meets every row of b
    bint one_b
    bint some_boxes         # on both sides
    bint all_boxes
    bint compact_boxes      # nothing else: lanes classify nearly all of these
    bint compact_discs      # the same
    bint have_proxies       # that can be compared

cdef struct RestoredPair:
    # Where the convexes of shapes that have no body are restored.
    Restored a, b
    Convex point
    double x, y


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


cdef inline void prepare_pair(const Plan* plan, RestoredPair* memory) noexcept nogil:
    prepare_memory(&plan.a, &memory.a)
    prepare_memory(&plan.b, &memory.b)


# --- memory ---------------------------------------------------------------------
#
# The list of pairs says which shapes come next; the processor cannot predict them.

cdef inline void prefetch_pair(const Plan* plan, Py_ssize_t k, bint arrays) noexcept nogil:
    if not plan.one_a:
        prefetch_shape(&plan.a, row_a(plan, k), arrays)
    if not plan.one_b:
        prefetch_shape(&plan.b, row_b(plan, k), arrays)


cdef inline void prefetch_ahead(const Plan* plan, const Py_ssize_t* pairs, Py_ssize_t n,
                                Py_ssize_t count) noexcept nogil:
    """Prefetch for the pairs that follow pair n of a list."""
    if n + SHAPES_AHEAD < count:
        prefetch_pair(plan, pairs[n + SHAPES_AHEAD], False)
    if n + ARRAYS_AHEAD < count:
        prefetch_pair(plan, pairs[n + ARRAYS_AHEAD], True)


# --- the loop -------------------------------------------------------------------

cdef struct Turns:
    const double* rows
    bint is_one
    bint about_centres      # all shapes turn about the centres of their bounding circles
    int failure             # of an answer, 0 for none, and the first pair that failed
    Py_ssize_t failed

cdef struct Rows:
    # The rows that a loop fills, and its input. At first, truths hold verdicts of lanes.
    answer_t answer
    Options options
    Columns out
    Motions motions         # of shapes that move
    Turns turns
    Py_ssize_t start        # of the range
    bint few                # of the batch before met
    int few_meet_later      # whether few of the batch before touched after the start

# Writes the answers of lanes for `count` pairs from `first` on, at most BATCH; lists the uncertain
# pairs and returns their number.
ctypedef Py_ssize_t (*filter_t)(const Plan* plan, Rows* rows, Py_ssize_t first, Py_ssize_t count,
                                Py_ssize_t* pairs) noexcept nogil


cdef inline void read_positions(const Plan* plan, Py_ssize_t k, Options* options) noexcept nogil:
    """The places about which the shapes of pair k turn."""
    read_position(&plan.a, row_a(plan, k), options.motion.position_a)
    read_position(&plan.b, row_b(plan, k), options.motion.position_b)


cdef inline void answer_pair(const Plan* plan, Rows* rows, const Convex* a, const Convex* b,
                             Py_ssize_t k) noexcept nogil:
    """Answer a pair that lanes have left open."""
    cdef Result result
    cdef int found
    if rows.motions.a is not NULL and not take_motion(plan, rows, a, b, k):
        return
    if rows.out.kind == Kind.VECTOR or rows.out.kind == Kind.CONTACT:
        rows.options.edge = rows.out.truths[k]
    if rows.out.kind == Kind.CLEARANCE:
        read_positions(plan, k, &rows.options)
    found = rows.answer(a, b, &rows.options, &result)
    if found < 0 and rows.turns.failure == 0:
        rows.turns.failure = -found
        rows.turns.failed = k
    store(&rows.out, rows.out.kind, k, found, &result)


cdef Py_ssize_t walk(const Plan* plan, filter_t filter, Rows* rows, Py_ssize_t start,
                     Py_ssize_t stop) noexcept nogil:
    """Fill rows [start, stop), at least one; return the first that is not filled. If it is not the
    last, verdicts of lanes that are no answers yet are cleared."""
    cdef Watch watch
    cdef RestoredPair restored
    cdef Py_ssize_t pairs[BATCH]
    cdef Py_ssize_t block, first, last, count, n, k
    cdef const Convex* a
    cdef const Convex* b
    start_watch(&watch)
    prepare_pair(plan, &restored)
    for block in range((stop - start + BATCH - 1) // BATCH):
        first = start + BATCH * block
        last = min(first + BATCH, stop)
        count = filter(plan, rows, first, last - first, pairs)
        for n in range(count):
            prefetch_ahead(plan, pairs, n, count)
            k = pairs[n]
            a = convex_a(plan, k, &restored)
            b = convex_b(plan, k, &restored)
            answer_pair(plan, rows, a, b, k)
            if slice_ended(&watch, a.n + b.n):
                if rows.out.truths is not NULL:
                    memset(rows.out.truths + k + 1, 0, last - k - 1)
                return k + 1
        if slice_ended(&watch, BATCH_WORK):
            return last
    return stop


cdef inline Py_ssize_t walk_places(const Plan* plan, Rows* rows, answer_t answer, Kind kind,
                                   Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    """The same for axes and directions, which have no lanes: through `walk` 8-gons took 28 ns a
    pair instead of 22, and discs 12.5 ns instead of 9.5 where the answer is called."""
    cdef Watch watch
    cdef RestoredPair restored
    cdef Result result
    cdef Convex place
    cdef const Convex* shape
    cdef Py_ssize_t k
    start_watch(&watch)
    prepare_pair(plan, &restored)
    for k in range(start, stop):
        place.x = <double*>plan.points + 2 * row_b(plan, k)     # all that these answers read
        place.y = place.x + 1
        shape = convex_a(plan, k, &restored)
        store(&rows.out, kind, k, answer(shape, &place, &rows.options, &result), &result)
        if slice_ended(&watch, shape.n):
            return k + 1
    return stop


cdef Py_ssize_t list_uncertain(const truth* verdicts, Py_ssize_t first, Py_ssize_t count,
                               truth certain_verdict, truth other_verdict,
                               Py_ssize_t* pairs) noexcept nogil:
    """List the pairs from `first` on whose verdict is neither of two; return their number."""
    cdef Py_ssize_t n, listed = 0
    for n in range(count):
        # Without a branch, which no processor could predict.
        pairs[listed] = first + n
        listed += (verdicts[n] != certain_verdict) & (verdicts[n] != other_verdict)
    return listed


cdef Py_ssize_t filter_none(const Plan* plan, Rows* rows, Py_ssize_t first, Py_ssize_t count,
                            Py_ssize_t* pairs) noexcept nogil:
    """List all pairs: for a verb without lanes."""
    cdef Py_ssize_t n
    for n in range(count):
        pairs[n] = first + n
    return count


cdef inline void set_batch(const Plan* plan, Py_ssize_t first, Py_ssize_t count,
                           PairBatch* batch) noexcept nogil:
    """So many pairs from `first` on."""
    batch.count = count
    set_side(&plan.a, 0 if plan.i is not NULL or plan.one_a else first,
             plan.i + first if plan.i is not NULL else NULL, plan.i is NULL and plan.one_a,
             &batch.a)
    set_side(&plan.b, 0 if plan.j is not NULL or plan.one_b else first,
             plan.j + first if plan.j is not NULL else NULL, plan.j is NULL and plan.one_b,
             &batch.b)
    if plan.points is not NULL:
        batch.b.records = plan.points + (0 if plan.j is not NULL or plan.one_b else 2 * first)
        batch.b.kind = OF_POINTS
        batch.b.origin = batch.a.origin


cdef struct ListedRows:
    Py_ssize_t a[BATCH]
    Py_ssize_t b[BATCH]


cdef void set_batch_of(const Plan* plan, const Py_ssize_t* pairs, Py_ssize_t count,
                       ListedRows* rows, PairBatch* batch) noexcept nogil:
    """The listed pairs alone; `rows` is memory for their rows."""
    cdef Py_ssize_t n
    for n in range(count):
        rows.a[n] = row_a(plan, pairs[n])
        rows.b[n] = row_b(plan, pairs[n])
    batch.count = count
    set_side(&plan.a, 0, rows.a, False, &batch.a)
    set_side(&plan.b, 0, rows.b, False, &batch.b)


cdef inline Py_ssize_t classify_batch(const Plan* plan, const PairBatch* batch,
                                      truth* verdicts) noexcept nogil:
    if plan.all_boxes:
        return pair_loops.classify_boxes(batch, verdicts)
    return pair_loops.classify_shapes(batch, verdicts)


cdef Py_ssize_t classify(const Plan* plan, Py_ssize_t first, Py_ssize_t count,
                         truth* verdicts) noexcept nogil:
    """Classify pairs by lanes; return how many are uncertain."""
    cdef PairBatch batch
    set_batch(plan, first, count, &batch)
    return classify_batch(plan, &batch, verdicts)


cdef void classify_by_records(const Plan* plan, Py_ssize_t first, Py_ssize_t count,
                              truth* verdicts) noexcept nogil:
    """The same without proxies, for verbs that read the records of all meeting boxes: with both it
    took 18 ns a pair instead of 14 (half of them met)."""
    cdef PairBatch batch
    set_batch(plan, first, count, &batch)
    batch.a.proxies = batch.b.proxies = NULL
    classify_batch(plan, &batch, verdicts)


cdef inline bint is_large(const Plan* plan) noexcept nogil:
    return plan.a.is_large or plan.b.is_large


cdef Py_ssize_t count_of(truth verdict, const truth* verdicts, Py_ssize_t count) noexcept nogil:
    cdef Py_ssize_t k, found = 0
    for k in range(count):
        found += verdicts[k] == verdict
    return found
