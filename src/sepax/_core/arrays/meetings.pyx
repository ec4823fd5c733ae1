"""Pairs of boxes, circles or segments that meet, found by their bounding boxes and tested by lanes.

Lanes test them strip by strip, as they are found: the shapes are in the cache then, and only pairs
that count are sorted.
"""

from libc.stdint cimport uint64_t

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.broadphase cimport pairs_of_bounds
from sepax._core.arrays.pair_list cimport INDEX_MASK, Sieve
from sepax._core.arrays.storage cimport (
    BODIES, BOXES, Restored, Storage, convex_at, lay_out, set_side)
from sepax._core.kernels.intersect cimport convex_intersect
from sepax._core.simd.levels cimport (
    INDEX_BITS, PAIR_APART, PAIR_UNDECIDED, PairSide, judge_t, pair_kernels)

cdef enum:
    JUDGED = 1024           # pairs that lanes test at a time
    MOST_UNDECIDED = 8      # one in so many: more are left, for several threads if there are such

cdef struct Shapes:
    # One side of the pairs that are tested.
    const Storage* storage
    PairSide side           # by the rows
    Py_ssize_t[JUDGED] row
    Restored memory

cdef struct Judges:
    judge_t judge
    Shapes a
    Shapes b
    bint strict             # touching does not count
    bint leave_undecided    # from now on


cdef void settle(Judges* judges, unsigned char* verdicts, Py_ssize_t n) noexcept nogil:
    """Test the pairs that lanes leave uncertain."""
    cdef Py_ssize_t k
    for k in range(n):
        if verdicts[k] == PAIR_UNDECIDED:
            verdicts[k] = convex_intersect(
                convex_at(judges.a.storage, judges.a.row[k], &judges.a.memory),
                convex_at(judges.b.storage, judges.b.row[k], &judges.b.memory), judges.strict)


cdef Py_ssize_t drop_apart(void* context, uint64_t* words, Py_ssize_t count) noexcept nogil:
    """Keep the pairs that are not known to lie apart, in their order; returns their number."""
    cdef Judges* judges = <Judges*>context
    cdef unsigned char verdicts[JUDGED]
    cdef Py_ssize_t start = 0, kept = 0, n, k, undecided
    while start < count:
        n = min(JUDGED, count - start)
        for k in range(n):
            judges.a.row[k] = <Py_ssize_t>(words[start + k] >> INDEX_BITS)
            judges.b.row[k] = <Py_ssize_t>(words[start + k] & INDEX_MASK)
        undecided = judges.judge(&judges.a.side, &judges.b.side, n, verdicts)
        if undecided * MOST_UNDECIDED > n:
            judges.leave_undecided = True
        if undecided > 0 and not judges.leave_undecided:
            settle(judges, verdicts, n)
        for k in range(n):
            words[kept] = words[start + k]  # overwritten unless it counts
            kept += verdicts[k] != PAIR_APART
        start += n
    return kept


cdef bint lanes_can_tell(ShapeBlock block) noexcept:
    """Of nearly all pairs with others of these kinds."""
    return block.shapes.kind != BODIES


cdef void set_shapes(Shapes* shapes, ShapeBlock block) noexcept:
    shapes.storage = &block.shapes
    set_side(&block.shapes, 0, shapes.row, False, &shapes.side)
    lay_out(&block.shapes, &shapes.memory)


def near_pairs(bint touching, ShapeBlock a not None, const double[:, ::1] bounds_a not None,
               ShapeBlock b=None, const double[:, ::1] bounds_b=None):
    """Pairs of rows of a block, or of two, whose bounds meet, (k, 2) intp in order; and whether it is
    known that all these shapes meet. Boxes, circles and segments that do not meet are left out."""
    cdef ShapeBlock other = a if b is None else b
    cdef Judges judges
    cdef Sieve sieve
    if bounds_a.shape[0] != a.count or b is not None and bounds_b.shape[0] != b.count:
        raise ValueError("there must be bounds for each of the shapes")
    if not (lanes_can_tell(a) and lanes_can_tell(other)):
        return pairs_of_bounds(bounds_a, bounds_b, NULL), False
    judges.judge = pair_kernels.judge_shapes
    if a.shapes.kind == BOXES and other.shapes.kind == BOXES:
        judges.judge = pair_kernels.judge_boxes
    judges.strict = not touching
    judges.leave_undecided = False
    set_shapes(&judges.a, a)
    set_shapes(&judges.b, other)
    sieve.sift = drop_apart
    sieve.context = &judges
    return pairs_of_bounds(bounds_a, bounds_b, &sieve), not judges.leave_undecided
