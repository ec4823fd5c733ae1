"""The areas that rows of parts cover, and share, each region counted once.

Areas of pairs of parts are added up, and the sum is rounded once. So neither the order of the rows
nor that of their parts changes a bit. Where parts of a row share an area with each other, a line
sweeps over all of them (unions.pyx).
"""

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.exact_rows cimport rows_meet
from sepax._core.arrays.held_parts cimport (
    HeldParts, PairWalk, boxes_overlap, end_pairs, hold_all, hold_near, next_pair, order_of_parts,
    release_parts, sort_parts, start_pairs)
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY, raise_failure
from sepax._core.arrays.rows cimport (
    RowMemory, Rows, box_of_rows, prepare_both, prepare_rows, release_both, release_rows, row_at,
    set_rows)
from sepax._core.arrays.unions cimport find_union_area
from sepax._core.interrupts cimport Watch, start_watch, was_interrupted
from sepax._core.kernels.overlap cimport convex_iou, convex_overlap_area, own_area
from sepax._core.kernels.queries cimport convex_intersect
from sepax._core.kernels.sums cimport ExactSum, add_exactly, rounded_sum, start_sum

cdef struct Shared:
    double area     # the sum of what pairs of parts share
    double most     # that a pair shares
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
    """The area that a row covers, or unless b is NULL two rows share; 0, or a Failure."""
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
    """Add up what pairs of parts share; 0, or a Failure."""
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
    """What pairs of parts share, where the interiors of the rows meet; 0, or a Failure."""
    cdef HeldParts[2] held
    cdef double box[4]
    cdef double other[4]
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
    # Parts of outlines may share by rounding what their rings do not.
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
    # Areas of two parts are the more accurate ones where little is shared.
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
    """What part of the area of a single shape the shapes of a block cover together."""
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
