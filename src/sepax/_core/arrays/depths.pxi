"""Loops of verbs that find penetration depths: `mtv` and `collide`."""

from libc.string cimport memset

from sepax._core.simd.levels cimport (
    EDGE_NONE, EDGE_UNCERTAIN, PAIR_APART, PAIR_MEETS, PairBatch, pair_loops)


# --- minimum translation vectors ---

cdef Py_ssize_t filter_depths(const Plan* plan, Py_ssize_t first, Py_ssize_t count, truth* verdicts,
                              Py_ssize_t* pairs) noexcept nogil:
    """Find the edges of least depth by lanes; list all pairs, since the kernel computes the
    depths."""
    cdef PairBatch batch
    if plan.some_boxes:
        set_batch(plan, first, count, &batch)
        pair_loops.find_edges(&batch, verdicts)
    else:
        memset(verdicts, EDGE_UNCERTAIN, count)
    return filter_none(plan, NULL, first, count, pairs)


cdef Py_ssize_t list_near(const Plan* plan, Py_ssize_t start, Py_ssize_t first, Py_ssize_t count,
                          truth* verdicts, Py_ssize_t* pairs) noexcept nogil:
    """List the pairs that may intersect, and write PAIR_APART for the others.

    This pays if few pairs intersect, by the batch before, whose answers stand in place of its
    verdicts, or by a sample of the first batch, which begins at `start`. Otherwise calls
    `filter_depths`.
    """
    cdef int percent = FEW_PERCENT_OF_LARGE if is_large(plan) else FEW_PERCENT
    cdef Py_ssize_t probed = 0, counted = BATCH, meeting, left, n
    if plan.have_proxies:
        percent = FEW_PERCENT_OF_PROXIES
    if first > start:
        meeting = count_of(PAIR_MEETS, verdicts - BATCH, BATCH)
    else:
        probed = counted = min(PROBED, count // PROBED_PART)
        classify(plan, first, probed, verdicts)
        meeting = count_of(PAIR_MEETS, verdicts, probed)
    if counted == 0 or meeting * 100 > counted * percent:
        return filter_depths(plan, first, count, verdicts, pairs)
    classify(plan, first + probed, count - probed, verdicts + probed)
    left = list_uncertain(verdicts, first, count, PAIR_APART, PAIR_APART, pairs)
    for n in range(left):
        verdicts[pairs[n] - first] = EDGE_UNCERTAIN
    return left


cdef Py_ssize_t list_pairs_without_edges(truth* verdicts, Py_ssize_t first, Py_ssize_t count,
                                         truth certain_verdict, Py_ssize_t* pairs) noexcept nogil:
    """List the pairs whose verdict is not `certain_verdict`; make it one of `find_edges`."""
    cdef Py_ssize_t left = list_uncertain(verdicts, first, count, certain_verdict, PAIR_MEETS,
                                          pairs)
    cdef Py_ssize_t n, k
    for n in range(left):
        k = pairs[n] - first
        verdicts[k] = EDGE_NONE if verdicts[k] == PAIR_APART else EDGE_UNCERTAIN
    return left


cdef bint few_meet(const Plan* plan, const PairBatch* batch,
                   const truth* verdicts) noexcept nogil:
    """Whether few pairs intersect, by the verdicts of the batch before."""
    cdef int percent = FEW_PERCENT_OF_LARGE if is_large(plan) else FEW_PERCENT_OF_BOXES
    return (batch.a.proxies is not NULL and batch.b.proxies is not NULL
            and count_of(PAIR_MEETS, verdicts, batch.count) * 100 <= batch.count * percent)


cdef bint probe_few_meet(const Plan* plan, Py_ssize_t first, Py_ssize_t last) noexcept nogil:
    """Whether few compact boxes intersect, by a sample."""
    cdef truth verdicts[PROBED]
    cdef PairBatch batch
    if not plan.compact_boxes:
        return False
    set_batch(plan, first, min(PROBED, last - first), &batch)
    pair_loops.classify_boxes(&batch, verdicts)
    return few_meet(plan, &batch, verdicts)


cdef Py_ssize_t translate_overlapping(const Plan* plan, Py_ssize_t first, Py_ssize_t count,
                                      double* vectors, truth* hit) noexcept nogil:
    """Find the translations of pairs whose proxies do not separate them; return how many are
    uncertain."""
    cdef Py_ssize_t pairs[BATCH]
    cdef ListedRows listed
    cdef double found[2 * BATCH]
    cdef truth verdicts[BATCH]
    cdef PairBatch batch
    cdef Py_ssize_t n, k, meeting, uncertain
    classify(plan, first, count, hit)
    memset(vectors, 0, 2 * count * sizeof(double))
    meeting = list_uncertain(hit, first, count, PAIR_APART, PAIR_APART, pairs)
    if meeting == 0:
        return 0
    set_batch_of(plan, pairs, meeting, &listed, &batch)
    uncertain = pair_loops.find_translations(&batch, found, verdicts)
    for n in range(meeting):
        k = pairs[n] - first
        hit[k] = verdicts[n]
        vectors[2 * k] = found[2 * n]
        vectors[2 * k + 1] = found[2 * n + 1]
    return uncertain


cdef Py_ssize_t filter_translations(const Plan* plan, Rows* rows, Py_ssize_t first, Py_ssize_t count,
                                    Py_ssize_t* pairs) noexcept nogil:
    """Find the translations of discs and compact boxes; by proxies first if few met before."""
    cdef double* vectors = rows.out.numbers + 2 * first
    cdef truth* hit = rows.out.truths + first
    cdef Py_ssize_t uncertain
    cdef PairBatch batch
    if first == rows.start:
        rows.few = probe_few_meet(plan, first, first + count)
    if not (plan.compact_boxes or plan.compact_discs):
        memset(vectors, 0, 2 * count * sizeof(double))
        return list_near(plan, rows.start, first, count, hit, pairs)
    set_batch(plan, first, count, &batch)
    if plan.compact_discs:
        uncertain = pair_loops.find_disc_translations(&batch, vectors, hit)
    elif rows.few:
        uncertain = translate_overlapping(plan, first, count, vectors, hit)
    else:
        uncertain = pair_loops.find_translations(&batch, vectors, hit)
    rows.few = plan.compact_boxes and few_meet(plan, &batch, hit)
    if uncertain == 0:
        return 0
    return list_pairs_without_edges(hit, first, count, PAIR_APART, pairs)


# --- contacts ---

cdef Py_ssize_t list_contacts(const Plan* plan, Rows* rows, Py_ssize_t first,
                              Py_ssize_t count, Py_ssize_t* pairs) noexcept nogil:
    """List the pairs for the kernel; mark the others as without a contact."""
    cdef truth* hit = rows.out.truths + first
    cdef Py_ssize_t left, n
    if rows.options.margin > 0.0:
        return filter_depths(plan, first, count, hit, pairs)
    left = list_near(plan, rows.start, first, count, hit, pairs)
    if left < count:
        for n in range(count):
            if hit[n] == PAIR_APART:
                clear_contact_row(&rows.out.contacts, first + n)
    return left


cdef Py_ssize_t filter_contacts(const Plan* plan, Rows* rows, Py_ssize_t first, Py_ssize_t count,
                                Py_ssize_t* pairs) noexcept nogil:
    """Find nearly all contacts of compact boxes, except of boxes that are apart within the
    margin."""
    cdef truth* hit = rows.out.truths + first
    cdef truth certain_verdict = PAIR_APART if rows.options.margin == 0.0 else PAIR_MEETS
    cdef Py_ssize_t uncertain
    cdef PairBatch batch
    if not plan.compact_boxes:
        return list_contacts(plan, rows, first, count, pairs)
    set_batch(plan, first, count, &batch)
    uncertain = pair_loops.find_contacts(&batch, rows.options.margin, &rows.out.contacts, first)
    if uncertain == 0 and certain_verdict == PAIR_APART:
        return 0
    return list_pairs_without_edges(hit, first, count, certain_verdict, pairs)

