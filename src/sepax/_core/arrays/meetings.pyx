"""Pairs of boxes, circles or segments that meet: candidates by bounding boxes, tested by lanes
strip by strip, while the shapes are in the cache and before pairs are sorted."""

from libc.stdint cimport uint64_t

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.broadphase cimport pairs_of_bounds
from sepax._core.arrays.pair_list cimport INDEX_MASK, PairFilter
from sepax._core.arrays.storage cimport (
    BODIES, BOXES, POLYGONS, Restored, Storage, convex_at, prepare_memory, set_side)
from sepax._core.arrays.worlds cimport SightLines
from sepax._core.kernels.intersect cimport convex_intersect
from sepax._core.simd.levels cimport (
    INDEX_BITS, PAIR_APART, PAIR_UNCERTAIN, PairBatch, PairSide, classify_t, pair_kernels)

cdef enum:
    FILTER_BLOCK = 1024     # pairs that lanes test at a time
    ONE_IN_UNCERTAIN = 8    # one in so many: more are left, for several threads if there are such

cdef struct Shapes:
    # One side of the pairs that are tested.
    const Storage* storage
    Py_ssize_t[FILTER_BLOCK] row
    Restored memory

cdef struct PairClassifier:
    classify_t classify
    PairBatch pairs         # by the rows
    Shapes a
    Shapes b
    bint strict             # touching does not count
    bint leave_uncertain    # from now on


cdef void classify_exactly(PairClassifier* classifier, unsigned char* verdicts,
                           Py_ssize_t n) noexcept nogil:
    """Test the pairs that lanes leave uncertain."""
    cdef Py_ssize_t k
    for k in range(n):
        if verdicts[k] == PAIR_UNCERTAIN:
            verdicts[k] = convex_intersect(
                convex_at(classifier.a.storage, classifier.a.row[k], &classifier.a.memory),
                convex_at(classifier.b.storage, classifier.b.row[k], &classifier.b.memory),
                classifier.strict)


cdef Py_ssize_t drop_apart(void* context, uint64_t* words, Py_ssize_t count) noexcept nogil:
    """Keep the pairs that are not known to lie apart, in their order; returns their number."""
    cdef PairClassifier* classifier = <PairClassifier*>context
    cdef unsigned char verdicts[FILTER_BLOCK]
    cdef Py_ssize_t start = 0, kept = 0, n, k, uncertain
    while start < count:
        classifier.pairs.count = n = min(FILTER_BLOCK, count - start)
        for k in range(n):
            classifier.a.row[k] = <Py_ssize_t>(words[start + k] >> INDEX_BITS)
            classifier.b.row[k] = <Py_ssize_t>(words[start + k] & INDEX_MASK)
        uncertain = classifier.classify(&classifier.pairs, verdicts)
        if uncertain * ONE_IN_UNCERTAIN > n:
            classifier.leave_uncertain = True
        if uncertain > 0 and not classifier.leave_uncertain:
            classify_exactly(classifier, verdicts, n)
        for k in range(n):
            words[kept] = words[start + k]  # overwritten unless it counts
            kept += verdicts[k] != PAIR_APART
        start += n
    return kept


cdef bint has_lanes(ShapeBlock block) noexcept:
    """Of nearly all pairs with others of these kinds."""
    return block.shapes.kind != BODIES and block.shapes.kind != POLYGONS


cdef void set_shapes(Shapes* shapes, ShapeBlock block, PairSide* side) noexcept:
    shapes.storage = &block.shapes
    set_side(&block.shapes, 0, shapes.row, False, side)
    prepare_memory(&block.shapes, &shapes.memory)


def near_pairs(bint touching, ShapeBlock a not None, const double[:, ::1] bounds_a not None,
               ShapeBlock b=None, const double[:, ::1] bounds_b=None, SightLines lines=None):
    """Pairs of rows of a block, or of two, whose bounds meet, (k, 2) intp in order, without boxes,
    circles and segments that are apart; and whether all these shapes certainly meet."""
    cdef ShapeBlock other = a if b is None else b
    cdef PairClassifier classifier
    cdef PairFilter pair_filter
    if bounds_a.shape[0] != a.count or b is not None and bounds_b.shape[0] != b.count:
        raise ValueError("there must be bounds for each of the shapes")
    if not (has_lanes(a) and has_lanes(other)):
        return pairs_of_bounds(bounds_a, bounds_b, lines, NULL), False
    classifier.classify = pair_kernels.classify_shapes
    if a.shapes.kind == BOXES and other.shapes.kind == BOXES:
        classifier.classify = pair_kernels.classify_boxes
    classifier.strict = not touching
    classifier.leave_uncertain = False
    set_shapes(&classifier.a, a, &classifier.pairs.a)
    set_shapes(&classifier.b, other, &classifier.pairs.b)
    pair_filter.filter_words = drop_apart
    pair_filter.context = &classifier
    return pairs_of_bounds(bounds_a, bounds_b, lines, &pair_filter), not classifier.leave_uncertain
