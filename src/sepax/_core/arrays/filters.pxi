"""Loops of verbs whose answers lanes find: intersection, axes, distances and shared areas."""

from libc.string cimport memset

from sepax._core.simd.levels cimport (
    PAIR_APART, PAIR_MEETS, PAIR_UNCERTAIN, RECORD, PairBatch, pair_loops)


# --- intersection and containment of points ---

cdef Py_ssize_t filter_intersections(const Plan* plan, Rows* rows, Py_ssize_t first,
                                     Py_ssize_t count, Py_ssize_t* pairs) noexcept nogil:
    cdef truth* hit = rows.out.truths + first
    if classify(plan, first, count, hit) == 0:
        return 0
    return list_uncertain(hit, first, count, PAIR_APART, PAIR_MEETS, pairs)


cdef Py_ssize_t filter_contained(const Plan* plan, Rows* rows, Py_ssize_t first, Py_ssize_t count,
                                 Py_ssize_t* pairs) noexcept nogil:
    """`filter_intersections` for points."""
    cdef truth* hit = rows.out.truths + first
    cdef PairBatch batch
    set_batch(plan, first, count, &batch)
    if pair_loops.classify_points(&batch, hit) == 0:
        return 0
    return list_uncertain(hit, first, count, PAIR_APART, PAIR_MEETS, pairs)


# --- separating axes ---

cdef Py_ssize_t filter_axes(const Plan* plan, Rows* rows, Py_ssize_t first, Py_ssize_t count,
                            Py_ssize_t* pairs) noexcept nogil:
    """Find the axes of nearly all compact boxes; of others only whether they meet."""
    cdef double* axes = rows.out.numbers + 2 * first
    cdef truth* apart = rows.out.truths + first
    cdef Py_ssize_t left
    cdef PairBatch batch
    if plan.compact_boxes:
        set_batch(plan, first, count, &batch)
        if pair_loops.find_axes(&batch, axes, apart) == 0:
            return 0
        return list_uncertain(apart, first, count, False, True, pairs)
    classify(plan, first, count, apart)
    left = list_uncertain(apart, first, count, PAIR_MEETS, PAIR_MEETS, pairs)
    memset(axes, 0, 2 * count * sizeof(double))
    memset(apart, False, count)
    return left


# --- distances ---

cdef inline const void* measured_row(const Storage* shapes, Py_ssize_t k) noexcept nogil:
    """The numbers of a shape that lanes read to find a distance."""
    if shapes.kind == SEGMENTS:
        return shapes.segments + k
    return (shapes.cores if has_bodies(shapes) else shapes.records) + RECORD * k


cdef inline void prefetch_first(const Plan* plan, const Py_ssize_t* pairs,
                                Py_ssize_t count) noexcept nogil:
    """Prefetch for the first pairs of a list: lanes prefetch only for later ones."""
    cdef Py_ssize_t n
    for n in range(min(count, FIRST)):
        prefetch(measured_row(&plan.a, row_a(plan, pairs[n])))
        prefetch(measured_row(&plan.b, row_b(plan, pairs[n])))


cdef Py_ssize_t measure_apart(const Plan* plan, Py_ssize_t first, Py_ssize_t count,
                              double* distances, truth* verdicts) noexcept nogil:
    """Find distances by lanes, 0 where proxies show a meeting; return how many are uncertain."""
    cdef Py_ssize_t pairs[BATCH]
    cdef ListedRows listed
    cdef double found[BATCH]
    cdef truth found_verdicts[BATCH]
    cdef PairBatch batch
    cdef Py_ssize_t n, apart, uncertain = classify(plan, first, count, verdicts)
    memset(distances, 0, count * sizeof(double))
    apart = list_uncertain(verdicts, first, count, PAIR_MEETS, PAIR_UNCERTAIN, pairs)
    if apart > 0:
        if is_large(plan):
            prefetch_first(plan, pairs, apart)
        set_batch_of(plan, pairs, apart, &listed, &batch)
        if plan.compact_boxes:
            uncertain += pair_loops.find_distances(&batch, found, found_verdicts)
        else:
            uncertain += pair_loops.find_round_distances(&batch, found, found_verdicts)
    for n in range(apart):
        verdicts[pairs[n] - first] = found_verdicts[n]
        distances[pairs[n] - first] = found[n]
    return uncertain


cdef inline bint has_cores(const Storage* shapes) noexcept nogil:
    """Whether lanes measure distances of the shapes, if they have proxies."""
    return not has_bodies(shapes) or shapes.cores is not NULL


cdef bint find_distances(const Plan* plan, Rows* rows, Py_ssize_t first, Py_ssize_t count,
                         truth* verdicts, Py_ssize_t* uncertain) noexcept nogil:
    """Find nearly all distances between compact boxes, discs and segments, or rounded boxes; False
    for others."""
    cdef double* distances = rows.out.numbers + first
    cdef PairBatch batch
    if plan.compact_discs:
        set_batch(plan, first, count, &batch)
        uncertain[0] = pair_loops.find_disc_distances(&batch, distances, verdicts)
    elif plan.have_proxies and has_cores(&plan.a) and has_cores(&plan.b) and count >= MEASURED:
        uncertain[0] = measure_apart(plan, first, count, distances, verdicts)
    else:
        return False
    return True


cdef Py_ssize_t filter_distances(const Plan* plan, Rows* rows, Py_ssize_t first, Py_ssize_t count,
                                 Py_ssize_t* left) noexcept nogil:
    cdef truth verdicts[BATCH]
    cdef Py_ssize_t uncertain
    if not find_distances(plan, rows, first, count, verdicts, &uncertain):
        return filter_none(plan, rows, first, count, left)
    return list_uncertain(verdicts, first, count, PAIR_APART, PAIR_MEETS, left) if uncertain else 0


cdef Py_ssize_t filter_signed_distances(const Plan* plan, Rows* rows, Py_ssize_t first,
                                        Py_ssize_t count, Py_ssize_t* left) noexcept nogil:
    """The same; list all pairs that may meet, as lanes find no depths here."""
    cdef truth verdicts[BATCH]
    cdef Py_ssize_t uncertain
    if not find_distances(plan, rows, first, count, verdicts, &uncertain):
        return filter_none(plan, rows, first, count, left)
    return list_uncertain(verdicts, first, count, PAIR_APART, PAIR_APART, left)


# --- shared areas ---

cdef Py_ssize_t share_of_boxes(const Plan* plan, double* areas, bint of_union, Py_ssize_t* pairs,
                               Py_ssize_t count) noexcept nogil:
    """Find the areas of a list of pairs; return how many stay in it, uncertain."""
    cdef ListedRows listed
    cdef double found[BATCH]
    cdef truth verdicts[BATCH]
    cdef PairBatch batch
    cdef Py_ssize_t n, left = 0
    set_batch_of(plan, pairs, count, &listed, &batch)
    pair_loops.find_areas(&batch, of_union, found, verdicts)
    for n in range(count):
        areas[pairs[n]] = found[n]
        pairs[left] = pairs[n]
        left += verdicts[n] == PAIR_UNCERTAIN
    return left


cdef Py_ssize_t filter_shares(const Plan* plan, double* areas, Py_ssize_t first, Py_ssize_t count,
                              bint of_union, Py_ssize_t* pairs) noexcept nogil:
    """Write 0 for pairs that share no area; find the areas or IoU of compact boxes."""
    cdef truth verdicts[BATCH]
    cdef Py_ssize_t left
    classify_by_records(plan, first, count, verdicts)
    memset(areas + first, 0, count * sizeof(double))
    left = list_uncertain(verdicts, first, count, PAIR_APART, PAIR_APART, pairs)
    return share_of_boxes(plan, areas, of_union, pairs, left) if plan.compact_boxes else left


cdef Py_ssize_t filter_overlap_areas(const Plan* plan, Rows* rows, Py_ssize_t first,
                                     Py_ssize_t count, Py_ssize_t* pairs) noexcept nogil:
    return filter_shares(plan, rows.out.numbers, first, count, False, pairs)


cdef Py_ssize_t filter_ious(const Plan* plan, Rows* rows, Py_ssize_t first, Py_ssize_t count,
                            Py_ssize_t* pairs) noexcept nogil:
    return filter_shares(plan, rows.out.numbers, first, count, True, pairs)
