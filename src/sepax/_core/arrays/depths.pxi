"""Loops of verbs that find penetration depths: `mtv` and `collide`."""

from libc.string cimport memset

from sepax._core.kernels.answers cimport Axis, Manifold, mtv_component
from sepax._core.kernels.contact cimport convex_contact
from sepax._core.kernels.containment cimport convex_containment
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.distance cimport convex_nearness
from sepax._core.kernels.roundoff cimport pair_size, separation_error
from sepax._core.kernels.separation cimport convex_penetration, set_axis
from sepax._core.rows cimport (
    ContactRow, clear_contact_row, copy_contact_row, fill_contact_row)
from sepax._core.simd.levels cimport (
    EDGE_NONE, EDGE_UNCERTAIN, PAIR_APART, PAIR_MEETS, PairBatch, pair_kernels)
from sepax._core.simd.result_arrays cimport ContactArrays


# --- minimum translation vectors ---

cdef struct Translations:
    double* vectors     # (n, 2)
    truth* mask         # whether the shapes intersect
    bint few            # of the batch before did
    Py_ssize_t start


cdef Py_ssize_t filter_depths(const Plan* plan, Py_ssize_t first, Py_ssize_t count, truth* verdicts,
                              Py_ssize_t* pairs) noexcept nogil:
    """Find the edge of least depth by lanes; list all pairs, as the kernel finds the depth."""
    cdef PairBatch batch
    if plan.some_boxes:
        set_batch(plan, first, count, &batch)
        pair_kernels.find_edges(&batch, verdicts)
    else:
        memset(verdicts, EDGE_UNCERTAIN, count)
    return filter_none(plan, NULL, first, count, pairs)


cdef Py_ssize_t list_near(const Plan* plan, Py_ssize_t start, Py_ssize_t first, Py_ssize_t count,
                          truth* verdicts, Py_ssize_t* pairs) noexcept nogil:
    """List the pairs that may intersect, and write PAIR_APART for the others.

    That pays if few pairs intersect: in the batch before, whose answers stand in place of its
    verdicts, or in a sample of the first batch, which begins at `start`. Else `filter_depths`.
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


cdef inline bint penetration(const Convex* a, const Convex* b, truth verdict, Axis* widest,
                             double* depth) noexcept nogil:
    """`convex_penetration`, without the search if the verdict names the edge. It was kept in memory
    that another thread may write to."""
    cdef bint on_b = verdict >= 4
    if verdict == EDGE_NONE:
        return False
    if verdict != EDGE_UNCERTAIN and verdict % 4 < (b if on_b else a).edges:
        set_axis(a, b, verdict % 4, on_b, widest)
        depth[0] = 0.0 - widest.separation
        if depth[0] > separation_error(pair_size(a, b)):
            return True
    return convex_penetration(a, b, widest, depth)


cdef inline void write_translation(bint hit, const Axis* widest, double depth,
                                   double* vector) noexcept nogil:
    """The minimum translation vector; (0, 0) for shapes apart."""
    vector[0] = mtv_component(widest.normal_x, depth) if hit else 0.0
    vector[1] = mtv_component(widest.normal_y, depth) if hit else 0.0


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
    pair_kernels.classify_boxes(&batch, verdicts)
    return few_meet(plan, &batch, verdicts)


cdef Py_ssize_t translate_meeting_pairs(const Plan* plan, Py_ssize_t first, Py_ssize_t count,
                                        double* vectors, truth* hit) noexcept nogil:
    """Find the translations of pairs whose proxies do not separate them; return how many are
    uncertain."""
    cdef Py_ssize_t pairs[BATCH]
    cdef ListedRows rows
    cdef double found[2 * BATCH]
    cdef truth verdicts[BATCH]
    cdef PairBatch batch
    cdef Py_ssize_t n, k, meeting, uncertain
    classify(plan, first, count, hit)
    memset(vectors, 0, 2 * count * sizeof(double))
    meeting = list_uncertain(hit, first, count, PAIR_APART, PAIR_APART, pairs)
    if meeting == 0:
        return 0
    set_batch_of(plan, pairs, meeting, &rows, &batch)
    uncertain = pair_kernels.find_translations(&batch, found, verdicts)
    for n in range(meeting):
        k = pairs[n] - first
        hit[k] = verdicts[n]
        vectors[2 * k] = found[2 * n]
        vectors[2 * k + 1] = found[2 * n + 1]
    return uncertain


cdef Py_ssize_t filter_translations(const Plan* plan, void* out, Py_ssize_t first, Py_ssize_t count,
                                    Py_ssize_t* pairs) noexcept nogil:
    """Find the translations of discs and compact boxes; by proxies first if few met before."""
    cdef Translations* translations = <Translations*>out
    cdef double* vectors = translations.vectors + 2 * first
    cdef truth* hit = translations.mask + first
    cdef Py_ssize_t uncertain
    cdef PairBatch batch
    if not (plan.compact_boxes or plan.compact_discs):
        memset(vectors, 0, 2 * count * sizeof(double))
        return list_near(plan, translations.start, first, count, hit, pairs)
    set_batch(plan, first, count, &batch)
    if plan.compact_discs:
        uncertain = pair_kernels.find_disc_translations(&batch, vectors, hit)
    elif translations.few:
        uncertain = translate_meeting_pairs(plan, first, count, vectors, hit)
    else:
        uncertain = pair_kernels.find_translations(&batch, vectors, hit)
    translations.few = plan.compact_boxes and few_meet(plan, &batch, hit)
    if uncertain == 0:
        return 0
    return list_pairs_without_edges(hit, first, count, PAIR_APART, pairs)


cdef void run_translation(const Convex* a, const Convex* b, Py_ssize_t k, void* out) noexcept nogil:
    cdef Translations* translations = <Translations*>out
    cdef Axis widest
    cdef double depth = 0.0
    cdef bint hit = penetration(a, b, translations.mask[k], &widest, &depth)
    translations.mask[k] = hit
    write_translation(hit, &widest, depth, translations.vectors + 2 * k)


cdef Py_ssize_t mtv_range(const Plan* plan, void* out, Py_ssize_t start,
                          Py_ssize_t stop) noexcept nogil:
    cdef Translations* translations = <Translations*>out
    translations.few = probe_few_meet(plan, start, stop)
    translations.start = start
    return walk(plan, filter_translations, run_translation, out, translations.mask, start, stop)


# --- contacts ---

cdef struct Contacts:
    ContactArrays rows
    double margin
    Py_ssize_t start


cdef inline void write_contact(const Convex* a, const Convex* b, const Axis* widest, double depth,
                               double margin, const ContactArrays* out,
                               Py_ssize_t k) noexcept nogil:
    cdef Manifold points
    cdef ContactRow row
    cdef bint a_in_b, b_in_a
    convex_contact(a, b, widest, depth, margin, &points)
    convex_containment(a, b, depth, &a_in_b, &b_in_a)
    fill_contact_row(widest, depth, &points, a_in_b, b_in_a, &row)
    copy_contact_row(&row, out, k)


cdef Py_ssize_t list_contacts(const Plan* plan, const Contacts* contacts, Py_ssize_t first,
                              Py_ssize_t count, Py_ssize_t* pairs) noexcept nogil:
    """List the pairs for the kernel; write that the others have no contact."""
    cdef truth* hit = contacts.rows.hit + first
    cdef Py_ssize_t left, n
    if contacts.margin > 0.0:
        return filter_depths(plan, first, count, hit, pairs)
    left = list_near(plan, contacts.start, first, count, hit, pairs)
    if left < count:
        for n in range(count):
            if hit[n] == PAIR_APART:
                clear_contact_row(&contacts.rows, first + n)
    return left


cdef Py_ssize_t filter_contacts(const Plan* plan, void* out, Py_ssize_t first, Py_ssize_t count,
                                Py_ssize_t* pairs) noexcept nogil:
    """Find nearly all contacts of compact boxes, but for those of boxes apart within the margin."""
    cdef Contacts* contacts = <Contacts*>out
    cdef truth* hit = contacts.rows.hit + first
    cdef truth certain_verdict = PAIR_APART if contacts.margin == 0.0 else PAIR_MEETS
    cdef Py_ssize_t uncertain
    cdef PairBatch batch
    if not plan.compact_boxes:
        return list_contacts(plan, contacts, first, count, pairs)
    set_batch(plan, first, count, &batch)
    uncertain = pair_kernels.find_contacts(&batch, contacts.margin, &contacts.rows, first)
    if uncertain == 0 and certain_verdict == PAIR_APART:
        return 0
    return list_pairs_without_edges(hit, first, count, certain_verdict, pairs)


cdef void run_contact(const Convex* a, const Convex* b, Py_ssize_t k, void* out) noexcept nogil:
    cdef Contacts* contacts = <Contacts*>out
    cdef truth verdict = contacts.rows.hit[k]
    cdef double margin = contacts.margin
    cdef Axis widest
    cdef double depth = 0.0
    clear_contact_row(&contacts.rows, k)
    if penetration(a, b, verdict, &widest, &depth) or (
            margin > 0.0 and convex_nearness(a, b, margin, &widest, &depth)):
        write_contact(a, b, &widest, depth, margin, &contacts.rows, k)


cdef Py_ssize_t collide_range(const Plan* plan, void* out, Py_ssize_t start,
                              Py_ssize_t stop) noexcept nogil:
    (<Contacts*>out).start = start
    return walk(plan, filter_contacts, run_contact, out, (<Contacts*>out).rows.hit, start, stop)
