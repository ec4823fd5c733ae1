"""The areas that rows of parts cover, and share, each region counted once.

Areas of pairs of parts are added up, and the sum is rounded once. So neither the order of the rows
nor that of their parts changes a bit. Where parts of a row share an area with each other, a line
sweeps over all of them.
"""

from cpython.mem cimport PyMem_RawFree
from libc.stdlib cimport qsort
from libc.string cimport memset

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.exact_rows cimport rows_meet
from sepax._core.arrays.held_parts cimport (
    HeldParts, PairWalk, boxes_overlap, end_pairs, hold_all, hold_near, next_pair, order_of_parts,
    release_parts, sort_parts, start_pairs)
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY, raise_failure
from sepax._core.arrays.rows cimport (
    RowMemory, box_of_rows, prepare_both, prepare_rows, release_both, release_rows, row_at,
    set_rows)
from sepax._core.interrupts cimport start_watch, was_interrupted
from sepax._core.kernels.arcs cimport (
    Front, Integrals, Piece, add_below, add_crossings, follow_front, height_of, integral_of,
    left_end, level_of, right_end, start_fronts, step_front, turns_back)
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.overlap cimport convex_iou, convex_overlap_area, own_area
from sepax._core.kernels.queries cimport convex_intersect
from sepax._core.kernels.sums cimport ExactSum, add_exactly, rounded_sum, start_sum
from sepax._core.memory cimport count_product, has_room, new_array

cdef struct Shared:
    double area     # the sum of the shared areas of pairs
    double most     # the largest of these
    bint several    # pairs share an area


cdef inline bint is_one_part(const Rows* rows) noexcept nogil:
    return rows.stop - rows.start == 1


# --- one row ----------------------------------------------------------------------------

cdef int area_of_parts(const Rows* rows, double* area, Watch* watch) noexcept nogil:
    """The sum of the areas of parts; 0, or a Failure."""
    cdef ExactSum total
    cdef RowMemory memory
    cdef Py_ssize_t k
    cdef int result = 0
    if not prepare_rows(rows, &memory):
        return NO_MEMORY
    start_sum(&total)
    for k in range(rows.start, rows.stop):
        add_exactly(&total, own_area(row_at(rows, k, &memory)))
        if was_interrupted(watch, 4):
            result = INTERRUPTED
            break
    release_rows(&memory)
    area[0] = rounded_sum(&total)
    return result


cdef int area_of_union(const Rows* a, const Rows* b, double* area, Watch* watch) noexcept nogil:
    """The area of a row, or the shared area of two rows unless b is NULL; 0, or a Failure."""
    cdef HeldParts[2] held
    cdef int order, result = hold_all(held, a, watch)
    if result == 0:
        sort_parts(held)
        if b is NULL:
            result = find_union_area(held, NULL, area, watch)
        else:
            result = hold_all(held + 1, b, watch)
            if result == 0:
                sort_parts(held + 1)
                order = order_of_parts(held, held + 1)
                result = find_union_area(held + (order > 0), NULL if order == 0 else
                                         held + (order < 0), area, watch)
            release_parts(held + 1)
    release_parts(held)
    return result


cdef int row_area(const Rows* rows, double* area, Watch* watch) noexcept nogil:
    """The area that parts cover together; 0, or a Failure."""
    if rows.overlaps:
        return area_of_union(rows, NULL, area, watch)
    return area_of_parts(rows, area, watch)


# --- two rows ---------------------------------------------------------------------------

cdef int add_shared(const HeldParts* a, const HeldParts* b, Shared* shared,
                    Watch* watch) noexcept nogil:
    """Add up the shared areas of pairs of parts; 0, or a Failure."""
    cdef PairWalk walk
    cdef ExactSum total
    cdef Py_ssize_t i, j
    cdef double area
    start_sum(&total)
    if not start_pairs(&walk, a, b, watch):
        return NO_MEMORY
    while next_pair(&walk, &i, &j):
        area = convex_overlap_area(a.part[i], b.part[j])
        if area > 0.0:
            shared.several = shared.most > 0.0
            shared.most = max(shared.most, area)
            add_exactly(&total, area)
        if was_interrupted(watch, a.part[i].n + b.part[j].n):
            walk.interrupted = True
            break
    shared.area = rounded_sum(&total)
    end_pairs(&walk)
    return INTERRUPTED if walk.interrupted else 0


cdef int find_shared(const Rows* a, const Rows* b, Shared* shared, Watch* watch) noexcept nogil:
    """The shared areas of pairs of parts, where the interiors of the rows meet; 0, or a Failure."""
    cdef HeldParts[2] held
    cdef double[4] box, other
    cdef int result
    shared.area = shared.most = 0.0
    shared.several = False
    box_of_rows(a, box)
    box_of_rows(b, other)
    if not boxes_overlap(box, other):
        return 0
    result = hold_near(held, a, other, watch)
    if result == 0 and held[0].count:
        result = hold_near(held + 1, b, box, watch)
        if result == 0:
            result = add_shared(held, held + 1, shared, watch)
        release_parts(held + 1)
    release_parts(held)
    if result < 0 or shared.area == 0.0 or a.margin + b.margin == 0.0:
        return result
    # By rounding, parts of outlines may share an area that their rings do not.
    result = rows_meet(a, b, True, watch)
    if result == 0:
        shared.area = 0.0
    return min(result, 0)


cdef int row_overlap_area(const Rows* a, const Rows* b, double* area, Watch* watch) noexcept nogil:
    """The area that two rows share, exactly 0.0 where their interiors do not meet; 0, or a
    Failure."""
    cdef Shared shared
    cdef int result = find_shared(a, b, &shared, watch)
    area[0] = shared.area
    if result < 0 or shared.area == 0.0 or not (shared.several and (a.overlaps or b.overlaps)):
        return result
    result = area_of_union(a, b, area, watch)
    # Where little is shared, areas of two parts are more accurate.
    area[0] = max(shared.most, min(shared.area, area[0]))
    return result


cdef int have_same_parts(const Rows* a, const Rows* b, Watch* watch) noexcept nogil:
    """Whether two rows have the same parts with an area, in any order; or a Failure."""
    cdef HeldParts[2] held
    cdef int result
    if a.stop - a.start != b.stop - b.start:
        return False
    result = hold_all(held, a, watch)
    if result == 0:
        result = hold_all(held + 1, b, watch)
        if result == 0:
            sort_parts(held)
            sort_parts(held + 1)
            result = order_of_parts(held, held + 1) == 0
        release_parts(held + 1)
    release_parts(held)
    return result


cdef int iou_of_two_parts(const Rows* a, const Rows* b, double* share) noexcept nogil:
    cdef RowMemory memory[2]
    if not prepare_both(a, b, memory):
        return NO_MEMORY
    share[0] = convex_iou(row_at(a, a.start, memory), row_at(b, b.start, memory + 1))
    release_both(memory)
    return 0


cdef int row_iou(const Rows* a, const Rows* b, double* share, Watch* watch) noexcept nogil:
    """The area that two rows share, by the area that they cover together; 0, or a Failure."""
    cdef double shared, area, other
    cdef int result = row_overlap_area(a, b, &shared, watch)
    share[0] = 0.0
    if result < 0 or shared == 0.0:
        return result
    if is_one_part(a) and is_one_part(b):
        return iou_of_two_parts(a, b, share)
    result = row_area(a, &area, watch)
    if result == 0:
        result = row_area(b, &other, watch)
    if result == 0 and area == other:
        result = have_same_parts(a, b, watch)
        if result == 1:
            share[0] = 1.0
            return 0
    shared = min(shared, min(area, other))
    share[0] = shared / (area + other - shared)
    return result


# --- for Python -------------------------------------------------------------------------

def share_of_part(ShapeBlock part not None, ShapeBlock parts not None) -> float:
    """The part of the area of a single shape that the shapes of a block cover together."""
    cdef Rows rows[2]
    cdef Watch watch
    cdef double area = 0.0, shared = 0.0
    cdef int result
    set_rows(rows, &part.shapes, NULL, 0, part.count, False)
    set_rows(rows + 1, &parts.shapes, NULL, 0, parts.count, False)
    rows[1].overlaps = True
    start_watch(&watch)
    with nogil:
        result = row_area(rows, &area, &watch)
        if result == 0:
            result = row_overlap_area(rows, rows + 1, &shared, &watch)
    raise_failure(result)
    return shared / area if area > 0.0 else 0.0


cdef int any_overlap(const Rows* rows, Watch* watch) noexcept nogil:
    cdef HeldParts held
    cdef PairWalk walk
    cdef Py_ssize_t i, j
    cdef int result = hold_all(&held, rows, watch)
    if result == 0 and not start_pairs(&walk, &held, &held, watch):
        result = NO_MEMORY
    elif result == 0:
        while result == 0 and next_pair(&walk, &i, &j):
            result = i < j and convex_intersect(held.part[i], held.part[j], True)
            if result == 0 and was_interrupted(watch, held.part[i].n + held.part[j].n):
                result = INTERRUPTED
        if walk.interrupted:
            result = INTERRUPTED
        end_pairs(&walk)
    release_parts(&held)
    return result


def parts_overlap(ShapeBlock parts not None) -> bool:
    """Whether any two shapes of a block share an area, exactly."""
    cdef Rows rows
    cdef Watch watch
    cdef int result
    set_rows(&rows, &parts.shapes, NULL, 0, parts.count, False)
    start_watch(&watch)
    with nogil:
        result = any_overlap(&rows, &watch)
    raise_failure(min(result, 0))
    return result == 1


# --- unions of parts ----------------------------------------------------------------------
#
# A line sweeps from left to right over all parts, as over two in arcs.pxd. It stops where a piece of a
# boundary ends and where pieces cross. Between two stops the same pieces bound the area of a row, and
# their integrals are closed forms. If rounding misses a crossing, the pieces are no farther apart than
# rounding. In float64, heights are off by a few roundoffs of the whole size, the area by that times its
# perimeter.

cdef struct Band:
    # A part: the region between two boundaries, from `start` to `end`.
    Front low, high
    double start, end
    bint of_b

cdef struct Stretch:
    # Of the line, within a row.
    const Piece* low
    const Piece* high
    double from_level   # see level_of
    double to_level

cdef struct Places:
    double* x
    Py_ssize_t count, room
    bint full       # there is no memory for more

cdef struct Sweep:
    Band* bands
    Py_ssize_t count
    Places stops            # where pieces end
    Places crossings        # between two stops
    Band** crossed          # by the line, between two stops
    Stretch* stretches      # of a, and then those of b
    bint has_b, with_moments
    Integrals moments
    Watch* watch


cdef int compare_places(const void* a, const void* b) noexcept nogil:
    cdef double x = (<const double*>a)[0], y = (<const double*>b)[0]
    return (x > y) - (x < y)


cdef void add_place(Places* places, double x) noexcept nogil:
    if not has_room(<void**>&places.x, &places.room, max(places.count + 1, 64), sizeof(double)):
        places.full = True
        return
    places.x[places.count] = x
    places.count += 1


cdef void sort_places(Places* places) noexcept nogil:
    if places.count:    # or there may be no memory: C may allocate even to sort nothing
        qsort(places.x, places.count, sizeof(double), compare_places)


# --- parts ------------------------------------------------------------------------

cdef void add_ends(Places* stops, Front front) noexcept nogil:
    """Add the ends of the pieces of a boundary, from its first on."""
    add_place(stops, front.piece.end)
    while front.left > 0 and not (front.on_arc and turns_back(&front)):
        step_front(&front)
        add_place(stops, front.piece.end)


cdef void start_band(Sweep* sweep, const Convex* shape, bint of_b, double origin_x,
                     double origin_y) noexcept nogil:
    cdef Band* band = sweep.bands + sweep.count
    band.of_b = of_b
    band.start = left_end(shape, origin_x)
    band.end = right_end(shape, origin_x)
    start_fronts(shape, origin_x, origin_y, False, &band.low, &band.high)
    add_place(&sweep.stops, band.start)
    add_place(&sweep.stops, band.end)
    add_ends(&sweep.stops, band.low)
    add_ends(&sweep.stops, band.high)
    sweep.count += 1


cdef void start_bands(Sweep* sweep, const HeldParts* held, bint of_b,
                      const double* origin) noexcept nogil:
    cdef Py_ssize_t k
    for k in range(held.count):
        start_band(sweep, held.part[k], of_b, origin[0], origin[1])


# --- the line ---------------------------------------------------------------------

cdef void add_stretch(Stretch* stretches, Py_ssize_t* count, const Band* band, double start,
                      double end) noexcept nogil:
    """Insert the interval of the line that is in a part, by where it begins."""
    cdef Stretch stretch
    cdef Py_ssize_t k = count[0]
    stretch.low = &band.low.piece
    stretch.high = &band.high.piece
    stretch.from_level = level_of(stretch.low, start, end)
    stretch.to_level = level_of(stretch.high, start, end)
    while k > 0 and stretches[k - 1].from_level > stretch.from_level:
        stretches[k] = stretches[k - 1]
        k -= 1
    stretches[k] = stretch
    count[0] += 1


cdef Py_ssize_t join_stretches(Stretch* stretches, Py_ssize_t count) noexcept nogil:
    """Join stretches that meet; returns how many are left."""
    cdef Py_ssize_t k, last = 0
    for k in range(1, count):
        if stretches[k].from_level > stretches[last].to_level:
            last += 1
            stretches[last] = stretches[k]
        elif stretches[k].to_level > stretches[last].to_level:
            stretches[last].high = stretches[k].high
            stretches[last].to_level = stretches[k].to_level
    return min(count, last + 1)


cdef double area_between(const Stretch* stretch, double start, double end) noexcept nogil:
    if stretch.to_level <= stretch.from_level:
        return 0.0
    return integral_of(stretch.high, start, end) - integral_of(stretch.low, start, end)


cdef double shared_by_stretches(const Stretch* a, Py_ssize_t count_a, const Stretch* b,
                                Py_ssize_t count_b, double start, double end) noexcept nogil:
    """The length that stretches of a and of b share, both in order."""
    cdef Stretch both
    cdef double area = 0.0
    cdef Py_ssize_t i = 0, j = 0
    while i < count_a and j < count_b:
        both = a[i]
        if b[j].from_level > both.from_level:
            both.low, both.from_level = b[j].low, b[j].from_level
        if b[j].to_level < both.to_level:
            both.high, both.to_level = b[j].high, b[j].to_level
        area += area_between(&both, start, end)
        if a[i].to_level < b[j].to_level:
            i += 1
        else:
            j += 1
    return area


cdef double area_at(Sweep* sweep, Py_ssize_t crossed, double start, double end) noexcept nogil:
    """From one place to another, between which no pieces cross."""
    cdef Stretch* of_b = sweep.stretches + sweep.count
    cdef double area = 0.0
    cdef Py_ssize_t count_a = 0, count_b = 0, k
    for k in range(crossed):
        if sweep.crossed[k].of_b:
            add_stretch(of_b, &count_b, sweep.crossed[k], start, end)
        else:
            add_stretch(sweep.stretches, &count_a, sweep.crossed[k], start, end)
    count_a = join_stretches(sweep.stretches, count_a)
    count_b = join_stretches(of_b, count_b)
    if sweep.has_b:
        return shared_by_stretches(sweep.stretches, count_a, of_b, count_b, start, end)
    for k in range(count_a):
        area += area_between(sweep.stretches + k, start, end)
        if sweep.with_moments:
            add_below(sweep.stretches[k].high, start, end, 1.0, &sweep.moments)
            add_below(sweep.stretches[k].low, start, end, -1.0, &sweep.moments)
    return area


# --- from stop to stop ------------------------------------------------------------

cdef bint may_cross(const Piece* p, const Piece* q, double start, double end) noexcept nogil:
    """Whether two pieces may cross: not where straight ones keep their order."""
    if p.radius > 0.0 or q.radius > 0.0:
        return True
    cdef double before = height_of(p, start) - height_of(q, start)
    cdef double after = height_of(p, end) - height_of(q, end)
    return (before < 0.0) != (after < 0.0)


cdef void note_crossings(Sweep* sweep, const Piece* p, const Piece* q, double start,
                         double end) noexcept nogil:
    cdef double places[3]
    cdef int count = 0, k
    if may_cross(p, q, start, end):
        add_crossings(p, q, start, end, places, &count)
        for k in range(count):
            add_place(&sweep.crossings, places[k])


cdef Py_ssize_t cross_bands(Sweep* sweep, double start, double end) noexcept nogil:
    """Find the bands that the line crosses between two stops, and note where their pieces cross."""
    cdef Py_ssize_t k, i, count = 0
    cdef Band* band
    cdef Band* other
    sweep.crossings.count = 0
    for k in range(sweep.count):
        band = sweep.bands + k
        if band.start > start or band.end < end:
            continue
        follow_front(&band.low, start)
        follow_front(&band.high, start)
        for i in range(count):
            other = sweep.crossed[i]
            note_crossings(sweep, &band.low.piece, &other.low.piece, start, end)
            note_crossings(sweep, &band.low.piece, &other.high.piece, start, end)
            note_crossings(sweep, &band.high.piece, &other.low.piece, start, end)
            note_crossings(sweep, &band.high.piece, &other.high.piece, start, end)
        sweep.crossed[count] = band
        count += 1
    add_place(&sweep.crossings, end)
    sort_places(&sweep.crossings)
    return count


cdef int sweep_all(Sweep* sweep, double* area) noexcept nogil:
    """The area from the first stop to the last one; 0, or a Failure."""
    cdef double start, end
    cdef Py_ssize_t k, i, crossed
    sort_places(&sweep.stops)
    for k in range(1, sweep.stops.count):
        start, end = sweep.stops.x[k - 1], sweep.stops.x[k]
        if not start < end:
            continue
        crossed = cross_bands(sweep, start, end)
        for i in range(sweep.crossings.count):
            if crossed > 0 and start < sweep.crossings.x[i]:
                area[0] += area_at(sweep, crossed, start, sweep.crossings.x[i])
                start = sweep.crossings.x[i]
        if was_interrupted(sweep.watch, sweep.count + crossed * crossed):
            return INTERRUPTED
        if sweep.crossings.full:
            break
    area[0] = max(area[0], 0.0)
    return NO_MEMORY if sweep.stops.full or sweep.crossings.full else 0


cdef bint allocate(Sweep* sweep, Py_ssize_t count) noexcept nogil:
    sweep.bands = <Band*>new_array(count, sizeof(Band))
    sweep.crossed = <Band**>new_array(count, sizeof(Band*))
    sweep.stretches = <Stretch*>new_array(count_product(2, count), sizeof(Stretch))
    return (sweep.bands is not NULL and sweep.crossed is not NULL
            and sweep.stretches is not NULL)


cdef void free_sweep(Sweep* sweep) noexcept nogil:
    PyMem_RawFree(sweep.bands)
    PyMem_RawFree(sweep.crossed)
    PyMem_RawFree(sweep.stretches)
    PyMem_RawFree(sweep.stops.x)
    PyMem_RawFree(sweep.crossings.x)


cdef int sweep_parts(Sweep* sweep, const HeldParts* a, const HeldParts* b, double* area,
                     Watch* watch) noexcept nogil:
    """Sweep over sorted parts, as seen from the centre of the first; 0, or a Failure."""
    cdef double origin[2]
    cdef int result = NO_MEMORY
    area[0] = 0.0
    if a.count == 0:
        return 0
    sweep.has_b = b is not NULL
    sweep.watch = watch
    if allocate(sweep, a.count + (b.count if sweep.has_b else 0)):
        origin[0], origin[1] = a.part[0].centre_x, a.part[0].centre_y
        start_bands(sweep, a, False, origin)
        if sweep.has_b:
            start_bands(sweep, b, True, origin)
        result = sweep_all(sweep, area)
    free_sweep(sweep)
    return result


cdef int find_union_area(const HeldParts* a, const HeldParts* b, double* area,
                         Watch* watch) noexcept nogil:
    """The area that sorted parts cover together; unless b is NULL, the area that both rows cover.
    0, or a Failure."""
    cdef Sweep sweep
    memset(&sweep, 0, sizeof(Sweep))
    return sweep_parts(&sweep, a, b, area, watch)


cdef int find_union_moments(const Rows* rows, double* moments) noexcept nogil:
    """The centroid and the second moment of what parts cover together; 0, or a Failure."""
    cdef HeldParts held
    cdef Sweep sweep
    cdef Watch watch
    cdef double area, x = 0.0, y = 0.0
    cdef int result
    start_watch(&watch)
    memset(&sweep, 0, sizeof(Sweep))
    memset(moments, 0, 3 * sizeof(double))
    sweep.with_moments = True
    result = hold_all(&held, rows, &watch)
    if result == 0 and held.count:
        sort_parts(&held)
        result = sweep_parts(&sweep, &held, NULL, &area, &watch)
        if area > 0.0:
            x, y = sweep.moments.x / area, sweep.moments.y / area
        moments[0], moments[1] = held.part[0].centre_x + x, held.part[0].centre_y + y
        moments[2] = max(sweep.moments.squares - area * (x * x + y * y), 0.0)
    release_parts(&held)
    return result


def union_moments(ShapeBlock parts not None) -> tuple[float, float, float]:
    """The centroid (x, y) of the union of parts, and the second moment about it. The centroid of an
    area too small for float64 is somewhere in it."""
    cdef Rows rows
    cdef double moments[3]
    cdef int result
    set_rows(&rows, &parts.shapes, NULL, 0, parts.count, False)
    with nogil:
        result = find_union_moments(&rows, moments)
    raise_failure(result)
    return moments[0], moments[1], moments[2]
