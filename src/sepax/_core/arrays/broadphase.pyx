"""All pairs of bounding boxes that meet.

The plane is cut into horizontal strips, a few boxes high. A box is a member of each strip that it
touches. The boxes of a strip are sorted by their left sides and swept: each is compared with those
that begin before it ends. A pair counts only in the highest strip in which one of its boxes starts.
Strips are finished one by one, in the cache; all pairs are sorted at the end.

Rows of different groups do not meet: a small group is a strip by itself, a large one has strips of
its own.

Strips are equally high, unless most boxes would be in few of them: then quantiles of a sample are
the limits. Strips and their rounding affect only speed; the given numbers decide which pairs are
found. Every index is computed once and stored: if another thread writes to the bounds meanwhile,
the answer is unspecified, but memory is safe.

Pairs of boxes, circles or segments are also tested by lanes, strip by strip, while the shapes are in
the cache and before pairs are sorted.
"""

from cpython.mem cimport PyMem_RawFree
from libc.math cimport INFINITY, NAN, fabs
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.bounds cimport FARTHEST
from sepax._core.arrays.pair_list cimport (
    INDEX_MASK, INTERRUPTED, NOT_FINITE, NO_MEMORY, Found, PairFilter, make_room, order_fully,
    order_roughly, take_pairs)
from sepax._core.arrays.storage cimport (
    BODIES, BOXES, POLYGONS, Restored, Storage, convex_at, prepare_memory, set_side)
from sepax._core.arrays.visibility cimport Visibility, Visible, take_visible
from sepax._core.interrupts cimport WORK_BETWEEN, Watch, start_watch, was_interrupted
from sepax._core.kernels.intersect cimport convex_intersect
from sepax._core.kernels.projection cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y
from sepax._core.memory cimport PY_SSIZE_T_MAX, count_sum, new_array, new_zeros
from sepax._core.simd.levels cimport (
    INDEX_BITS, LOWER_FIRST, PAIR_APART, PAIR_UNCERTAIN, SWEEPING_FIRST, SWEEPING_SECOND, SWEPT,
    PairBatch, PairOrder, PairSide, Strip, StripSweep, classify_t, pair_loops, strip_loops)

cdef extern from "prefetch.h" nogil:
    void prefetch(const void* line)

cdef enum:
    AHEAD = 24              # boxes: prefetched so far before they are read
    STRIP_HEIGHT = 8        # mean heights of a box
    LEAST_MEMBERS = 32      # boxes a strip, on average: fewer do not pay for its overhead
    ONE_STRIP = 256         # rows of a group, at most, that has no strips of its own
    CROWDING = 8            # times the comparisons of equally filled strips that are put up with
    SAMPLE = 4096           # boxes that quantiles are taken from
    FILTER_BLOCK = 1024     # pairs that lanes test at a time
    ONE_IN_UNCERTAIN = 8    # one in so many: more are left, for several threads if there are such

cdef uint32_t STARTS_BELOW = 0x80000000
cdef uint64_t STRIDE = 1999999973    # a prime

cdef struct Span:
    uint32_t first         # lowest strip that a box touches
    uint32_t last

cdef struct Extent:
    double low             # of all boxes, in y
    double high
    double heights         # their sum

cdef struct Strips:
    Py_ssize_t count
    double low             # equally high strips: where the first begins
    double scale           # and strips a unit
    double* limit          # else, unless NULL: the count - 1 limits between them, ascending

cdef struct Row:
    double low_x, high_x
    double low_y           # -infinity where the box starts below the strip
    double high_y
    uint32_t index

cdef struct Lane:
    Strip strip            # its members, sorted by low_x
    Row* unsorted          # the members as they come
    double* unsorted_x     # their low_x
    uint64_t* words        # sorted in their place
    uint64_t* spare

cdef struct BoxSide:
    # One array of boxes.
    const double* bounds   # rows of min_x, min_y, max_x, max_y
    Py_ssize_t n
    const uint32_t* rows   # the n rows that take part; NULL for the first n
    Span* span
    Py_ssize_t* beginning  # boxes whose first strip this is
    Py_ssize_t* ending     # or the last
    Py_ssize_t* start      # of the members of each strip, and the end of the last
    uint32_t* member       # indices of boxes, with STARTS_BELOW where that is so
    Lane lane
    void* lane_memory


cdef struct Groups:
    # Those of all rows of both sides; NULL where all rows are of one.
    const Py_ssize_t* of_a
    const Py_ssize_t* of_b
    Py_ssize_t count


cdef inline Py_ssize_t row_in(const BoxSide* side, Py_ssize_t i) noexcept nogil:
    return i if side.rows is NULL else side.rows[i]


include "strips.pxi"


# --- sweeping ---------------------------------------------------------------------

cdef inline Row row_of(const Strip* strip, Py_ssize_t i) noexcept nogil:
    cdef Row row
    row.low_x = strip.low_x[i]
    row.high_x = strip.high_x[i]
    row.low_y = strip.low_y[i]
    row.high_y = strip.high_y[i]
    row.index = strip.index[i]
    return row


cdef inline void set_row(Strip* strip, Py_ssize_t i, const Row* row) noexcept nogil:
    strip.low_x[i] = row.low_x
    strip.high_x[i] = row.high_x
    strip.low_y[i] = row.low_y
    strip.high_y[i] = row.high_y
    strip.index[i] = row.index


cdef void read_rows(const BoxSide* side, const uint32_t* member, Lane* lane) noexcept nogil:
    """Copy the boxes of a strip into the lane, as they come."""
    cdef const double* box
    cdef Row* row
    cdef Py_ssize_t i
    for i in range(lane.strip.n):
        if i + AHEAD < lane.strip.n:
            box = side.bounds + 4 * <Py_ssize_t>(member[i + AHEAD] & INDEX_MASK)
            prefetch(box)
            prefetch(box + 3)
        row = lane.unsorted + i
        row.index = member[i] & INDEX_MASK
        box = side.bounds + 4 * <Py_ssize_t>row.index
        row.low_x = lane.unsorted_x[i] = box[LOW_X]
        row.low_y = -INFINITY if member[i] & STARTS_BELOW else box[LOW_Y]
        row.high_x = box[HIGH_X]
        row.high_y = box[HIGH_Y]


cdef void take_rows(Lane* lane, const uint64_t* order) noexcept nogil:
    """Write the rows into columns, in the order of the words. Padding meets nothing."""
    cdef Strip* strip = &lane.strip
    cdef Py_ssize_t i
    for i in range(strip.n):
        set_row(strip, i, lane.unsorted + (order[i] & INDEX_MASK))
    for i in range(strip.n, strip.n + SWEPT):
        strip.low_x[i] = INFINITY
        strip.low_y[i] = strip.high_y[i] = NAN
        strip.index[i] = 0


cdef bint finish_sorting(Strip* strip) noexcept nogil:
    """Finish a nearly sorted strip by insertion; False where it is not nearly sorted."""
    cdef Py_ssize_t moves = 8 * strip.n + 1024, i, j
    cdef Row row, other
    for i in range(1, strip.n):
        if strip.low_x[i - 1] <= strip.low_x[i]:
            continue
        row = row_of(strip, i)
        j = i
        while j > 0 and strip.low_x[j - 1] > row.low_x:
            other = row_of(strip, j - 1)
            set_row(strip, j, &other)
            j -= 1
        set_row(strip, j, &row)
        moves -= i - j
        if moves < 0:
            return False
    return True


cdef int fill_lane(BoxSide* side, Py_ssize_t strip, Watch* watch) noexcept nogil:
    """Copy the boxes of a strip into the lane, sorted by their left sides; 0, or INTERRUPTED."""
    cdef Lane* lane = &side.lane
    cdef const uint64_t* order
    cdef Py_ssize_t n = side.start[strip + 1] - side.start[strip]
    lane.strip.n = n
    read_rows(side, side.member + side.start[strip], lane)
    order = order_roughly(lane.unsorted_x, n, lane.words, lane.spare, watch)
    if order is NULL:
        return INTERRUPTED
    take_rows(lane, order)
    if not finish_sorting(&lane.strip):
        order = order_fully(lane.unsorted_x, n, lane.words, lane.spare, watch)
        if order is NULL:
            return INTERRUPTED
        take_rows(lane, order)
    return 0


cdef int sweep_over(const Strip* sweeping, const Strip* others, PairOrder order, Found* found,
                    Watch* watch) noexcept nogil:
    """Note the pairs of boxes with others that begin no sooner; 0 or a Failure."""
    cdef StripSweep sweep = StripSweep(sweeping, others, order, 0, 0, NULL, NULL)
    cdef const PairFilter* pair_filter = found.pair_filter
    cdef Py_ssize_t work, more
    while sweep.next < sweeping.n:
        if make_room(found, others.n + SWEPT) < 0:
            return NO_MEMORY
        sweep.end = found.words + found.n
        sweep.room = found.words + found.room
        work = strip_loops.sweep(&sweep, WORK_BETWEEN)
        more = sweep.end - found.words - found.n
        work += more
        if pair_filter is not NULL:
            more = pair_filter.filter_words(pair_filter.context, found.words + found.n, more)
        found.n += more
        if was_interrupted(watch, work):
            return INTERRUPTED
    return 0


cdef int sweep_strip(BoxSide* a, BoxSide* b, bint within, Py_ssize_t strip, Found* found,
                     Watch* watch) noexcept nogil:
    """Note the pairs of a strip; 0 or a Failure."""
    cdef const Strip* one = &a.lane.strip
    cdef const Strip* other = &b.lane.strip
    cdef int result = fill_lane(a, strip, watch)
    if result == 0 and within:
        return sweep_over(one, one, LOWER_FIRST, found, watch)
    if result == 0:
        result = fill_lane(b, strip, watch)
    if result == 0:
        result = sweep_over(one, other, SWEEPING_FIRST, found, watch)
    return sweep_over(other, one, SWEEPING_SECOND, found, watch) if result == 0 else result


cdef int sweep_strips(BoxSide* a, BoxSide* b, bint within, Py_ssize_t count, Found* found,
                      Watch* watch) noexcept nogil:
    """Note all pairs, unsorted; 0 or a Failure."""
    cdef Py_ssize_t s
    cdef int result
    for s in range(count):
        if a.start[s] == a.start[s + 1] or not within and b.start[s] == b.start[s + 1]:
            continue
        result = sweep_strip(a, b, within, s, found, watch)
        if result < 0:
            return result
    return 0


# --- the whole --------------------------------------------------------------------

cdef int note_pairs(BoxSide* a, BoxSide* b, bint within, Found* found,
                    Watch* watch) noexcept nogil:
    """Note all pairs, unsorted; 0 or a Failure."""
    cdef Extent extent = Extent(INFINITY, -INFINITY, 0.0)
    cdef Strips strips
    cdef int result
    if not measure(a, &extent) or not measure(b, &extent):
        return NOT_FINITE
    if a.n == 0 or not within and b.n == 0:
        return 0
    result = plan_strips(&strips, a, b, &extent, watch)
    if result < 0:
        return result
    if was_interrupted(watch, WORK_BETWEEN):
        return INTERRUPTED
    if (scatter_into_strips(a, strips.count) < 0 or allocate_lane(a, strips.count) < 0
            or scatter_into_strips(b, strips.count) < 0 or allocate_lane(b, strips.count) < 0):
        return NO_MEMORY
    if found.words is NULL:     # the spans are of no more use; new memory takes time
        found.words = <uint64_t*>a.span
        found.room = a.n
        a.span = NULL
    return sweep_strips(a, b, within, strips.count, found, watch)


cdef void free_side(BoxSide* side) noexcept nogil:
    PyMem_RawFree(side.span)
    PyMem_RawFree(side.beginning)
    PyMem_RawFree(side.ending)
    PyMem_RawFree(side.start)
    PyMem_RawFree(side.member)
    PyMem_RawFree(side.lane_memory)


# --- groups -----------------------------------------------------------------------

cdef int list_by_group(BoxSide* side, const Py_ssize_t* group, Py_ssize_t groups) noexcept nogil:
    """Make the rows of each group the members of a strip; -1 without memory."""
    cdef Py_ssize_t i
    side.start = <Py_ssize_t*>new_zeros(count_sum(groups, 2), sizeof(Py_ssize_t))
    side.member = <uint32_t*>new_array(side.n, sizeof(uint32_t))
    if side.start is NULL or side.member is NULL:
        return -1
    for i in range(side.n):
        if group[i] < groups:   # not those without rows on the other side
            side.start[group[i] + 2] += 1
    for i in range(groups):
        side.start[i + 2] += side.start[i + 1]
    for i in range(side.n):     # start[g + 1] moves from the first to the last member of g
        if group[i] < groups:
            side.member[side.start[group[i] + 1]] = <uint32_t>i
            side.start[group[i] + 1] += 1
    return 0


cdef BoxSide side_of_group(const BoxSide* side, Py_ssize_t group) noexcept nogil:
    """The rows of a group, without memory of its own."""
    cdef BoxSide part
    memset(&part, 0, sizeof(BoxSide))
    part.bounds = side.bounds
    if side.n > 0:
        part.n = side.start[group + 1] - side.start[group]
        part.rows = side.member + side.start[group]
    return part


cdef int note_pairs_of_group(BoxSide* a, BoxSide* b, bint within, Py_ssize_t group,
                             Found* found, Watch* watch) noexcept nogil:
    """Note the pairs of a group; 0 or a Failure."""
    cdef BoxSide part_a = side_of_group(a, group), part_b = side_of_group(b, group)
    cdef int result
    if part_a.n == 0 or not within and part_b.n == 0:
        return 0
    if max(part_a.n, part_b.n) <= ONE_STRIP:
        return sweep_strip(a, b, within, group, found, watch)
    result = note_pairs(&part_a, &part_b, within, found, watch)
    free_side(&part_a)
    free_side(&part_b)
    return result


cdef int note_pairs_of_groups(BoxSide* a, BoxSide* b, bint within, const Groups* groups,
                              Found* found, Watch* watch) noexcept nogil:
    """Note the pairs of all groups, unsorted; 0 or a Failure."""
    cdef Extent extent = Extent(INFINITY, -INFINITY, 0.0)
    cdef Py_ssize_t group
    cdef int result
    if not measure(a, &extent) or not measure(b, &extent):
        return NOT_FINITE
    if (list_by_group(a, groups.of_a, groups.count) < 0
            or not within and list_by_group(b, groups.of_b, groups.count) < 0
            or make_lane(a, ONE_STRIP) < 0 or make_lane(b, ONE_STRIP) < 0):
        return NO_MEMORY
    for group in range(groups.count):
        result = note_pairs_of_group(a, b, within, group, found, watch)
        if result < 0:
            return result
        if group % LEAST_MEMBERS == 0 and was_interrupted(watch, LEAST_MEMBERS):
            return INTERRUPTED
    return 0


cdef int require_boxes(const double[:, ::1] bounds, str name) except -1:
    if bounds.shape[1] != 4:
        raise ValueError(
            f"{name} must have the shape (n, 4), got {(bounds.shape[0], bounds.shape[1])}")
    if <uint64_t>bounds.shape[0] > INDEX_MASK:
        raise ValueError(f"{name} must hold fewer than 2**31 boxes, got {bounds.shape[0]}")
    return 0


cdef int take_boxes(BoxSide* side, const double[:, ::1] bounds, str name) except -1:
    memset(side, 0, sizeof(BoxSide))
    if bounds is None:
        return 0
    require_boxes(bounds, name)
    side.n = bounds.shape[0]
    if side.n > 0:
        side.bounds = &bounds[0, 0]
    return 0


cdef object pairs_of_bounds(const double[:, ::1] bounds_a, const double[:, ::1] bounds_b,
                            Visibility visibility, const PairFilter* pair_filter):
    """`candidate_pairs`, filtered if there is a filter."""
    cdef bint within = bounds_b is None
    cdef BoxSide a, b
    cdef Groups groups
    cdef Visible visible
    cdef Found found = Found(NULL, 0, 0, pair_filter)
    cdef Watch watch
    cdef int result
    take_boxes(&a, bounds_a, "bounds_a")
    take_boxes(&b, bounds_b, "bounds_b")
    take_visible(visibility, a.n, a.n if within else b.n, &visible)
    start_watch(&watch)
    if visible.group_of_query is NULL:
        with nogil:
            result = note_pairs(&a, &b, within, &found, &watch)
    else:
        groups = Groups(visible.group_of_query, visible.group_of_row, visibility.row_groups.count)
        with nogil:
            result = note_pairs_of_groups(&a, &b, within, &groups, &found, &watch)
    free_side(&a)
    free_side(&b)
    return take_pairs(&found, result, a.n, a.n if within else b.n, &watch)


def candidate_pairs(const double[:, ::1] bounds_a not None, const double[:, ::1] bounds_b=None,
                    Visibility visibility=None) -> memoryview:
    """Find all pairs of closed bounding boxes that meet, in two arrays or within one.

    Bounds are rows of min_x, min_y, max_x, max_y; ValueError if they are not finite, or beyond 1e300.
    Returns a memoryview of (k, 2) intp, which ``np.asarray`` takes over without a copy: indices (i, j),
    sorted, each pair once; within one array i < j. Memory is linear in boxes and pairs. Of `visibility`
    the groups count: those of the first array as queries, of the second as rows.

    >>> from sepax._core.arrays.broadphase import candidate_pairs
    >>> boxes = np.array([[0.0, 0.0, 2.0, 1.0], [5.0, 0.0, 6.0, 1.0], [2.0, 1.0, 3.0, 3.0]])
    >>> np.asarray(candidate_pairs(boxes)).tolist()
    [[0, 2]]
    """
    return pairs_of_bounds(bounds_a, bounds_b, visibility, NULL)


# --- pairs of shapes that are near -----------------------------------------------

cdef struct Shapes:
    # One side of the pairs that are tested.
    const Storage* storage
    Py_ssize_t[FILTER_BLOCK] row
    Restored memory

cdef struct PairClassifier:
    classify_t classify
    PairBatch pairs         # by the rows
    Shapes a, b
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
    """Whether lanes classify nearly all pairs of these kinds."""
    return block.shapes.kind != BODIES and block.shapes.kind != POLYGONS


cdef void set_shapes(Shapes* shapes, ShapeBlock block, PairSide* side) noexcept:
    shapes.storage = &block.shapes
    set_side(&block.shapes, 0, shapes.row, False, side)
    prepare_memory(&block.shapes, &shapes.memory)


def classified_pairs(bint touching, ShapeBlock a not None, const double[:, ::1] bounds_a not None,
               ShapeBlock b=None, const double[:, ::1] bounds_b=None,
               Visibility visibility=None) -> tuple[memoryview, bool]:
    """Pairs of rows of a block, or of two, whose bounds meet, (k, 2) intp in order. Leaves out
    boxes, circles and segments that are apart; also returns whether all other pairs certainly
    meet."""
    cdef ShapeBlock other = a if b is None else b
    cdef PairClassifier classifier
    cdef PairFilter pair_filter
    if bounds_a.shape[0] != a.count or b is not None and bounds_b.shape[0] != b.count:
        raise ValueError("there must be bounds for each of the shapes")
    if not (has_lanes(a) and has_lanes(other)):
        return pairs_of_bounds(bounds_a, bounds_b, visibility, NULL), False
    classifier.classify = pair_loops.classify_shapes
    if a.shapes.kind == BOXES and other.shapes.kind == BOXES:
        classifier.classify = pair_loops.classify_boxes
    classifier.strict = not touching
    classifier.leave_uncertain = False
    set_shapes(&classifier.a, a, &classifier.pairs.a)
    set_shapes(&classifier.b, other, &classifier.pairs.b)
    pair_filter.filter_words = drop_apart
    pair_filter.context = &classifier
    return pairs_of_bounds(bounds_a, bounds_b, visibility, &pair_filter), not classifier.leave_uncertain
