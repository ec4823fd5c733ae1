"""Two rows of parts, exactly: whether they meet, how far apart they are, whether one covers the
other.

A union is the union of its posed parts. An outline is the region within its posed rings. Its parts
are posed one by one, so rounding may move them off the outline. Answers that are certain by parts
stand. The boundary decides all others, so no answer depends on the decomposition.

Two regions with the inside to the left of their edges overlap if edges cross; or if, at a vertex of
one on the boundary of the other, both insides have a direction in common; or else if a vertex is
inside. The same holds for one region and the outside of the other.
"""

from sepax._core.arrays.boundary_search cimport (
    FEW_EDGES, INSIDE, ON_BOUNDARY, OUTSIDE, RowSearch, Side, cross_each_other, directions_lead, is_between,
    next_in_box, seek_in_box, side_of_direction, side_of_few_edges, side_of_point,
    touches_crossing)
from sepax._core.arrays.bounds cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y
from sepax._core.arrays.descent cimport (
    UNCERTAIN_PARTS, any_parts_meet, find_nearest_parts, find_parts_distance)
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY
from sepax._core.arrays.rings cimport Boundary, place_vertex, vertex_behind
from sepax._core.arrays.rows cimport (
    RowMemory, bounds_of_row, box_of_rows, prepare_both, prepare_rows, read_edge, release_both,
    release_rows, row_at, set_edges_of, set_edges_of_ring, set_lone)
from sepax._core.arrays.seams cimport lie_in_seams
from sepax._core.interrupts cimport was_interrupted
from sepax._core.kernels.convex cimport Convex, set_point
from sepax._core.kernels.predicates cimport orient2d
from sepax._core.kernels.queries cimport convex_covers, convex_nearest_points

cdef enum Question:
    TOUCH       # whether two regions have a point in common
    OVERLAP     # whether their insides have
    STICK_OUT   # whether the second has a point outside of the first


# --- two boundaries -----------------------------------------------------------------------

cdef inline bint are_joint(double a, double b, double c, double d) noexcept nogil:
    """Whether two intervals, each between two numbers, have a number in common."""
    return min(a, b) <= max(c, d) and min(c, d) <= max(a, b)


cdef inline bint edges_answer(const Rows* a, const double* own, const Rows* b,
                              const double* other, Question question) noexcept nogil:
    """Whether two edges, or the directions where one begins on the other, decide the question with
    yes."""
    cdef int start, end, other_start, other_end
    cdef Side side = OUTSIDE if question == STICK_OUT else INSIDE
    if not (are_joint(own[0], own[2], other[0], other[2])
            and are_joint(own[1], own[3], other[1], other[3])):
        return False
    other_start = orient2d(own[0], own[1], own[2], own[3], other[0], other[1])
    other_end = orient2d(own[0], own[1], own[2], own[3], other[2], other[3])
    if other_start * other_end > 0:
        return False
    start = orient2d(other[0], other[1], other[2], other[3], own[0], own[1])
    end = orient2d(other[0], other[1], other[2], other[3], own[2], own[3])
    if start * end > 0:
        return False
    if question == TOUCH:
        return True
    if start * end < 0 and other_start * other_end < 0:
        # Rings of one outline that touch can cross once they are posed. It still covers its copy.
        return not touches_crossing(a, own, other) and (
            question == OVERLAP or not has_edge(a, other))
    if (start == 0 and lies_on(own[0], own[1], other)
            and directions_lead(a, b, own[0], own[1], side)):
        return True
    return (other_start == 0 and lies_on(other[0], other[1], own)
            and directions_lead(a, b, other[0], other[1], side))


cdef inline bint has_edge(const Rows* edges, const double* ends) noexcept nogil:
    """Whether a boundary has an edge with these ends."""
    cdef RowSearch search
    cdef double own[4]
    cdef Py_ssize_t k
    seek_in_box(&search, edges, ends[0], ends[1], ends[0], ends[1])
    while True:
        k = next_in_box(&search)
        if k < 0:
            return False
        read_edge(edges, k, own)
        if (own[0] == ends[0] and own[1] == ends[1] and own[2] == ends[2]
                and own[3] == ends[3]):
            return True


cdef inline bint lies_on(double x, double y, const double* ends) noexcept nogil:
    """Whether a point of the line of an edge is on the edge."""
    return (min(ends[0], ends[2]) <= x <= max(ends[0], ends[2])
            and min(ends[1], ends[3]) <= y <= max(ends[1], ends[3]))


cdef inline int edge_answers(const Rows* a, const Rows* b, Py_ssize_t k, Question question,
                             Watch* watch) noexcept nogil:
    """Whether an edge of b and some edge of a decide with yes; or INTERRUPTED."""
    cdef RowSearch search
    cdef double[4] other, own
    cdef Py_ssize_t i
    read_edge(b, k, other)
    seek_in_box(&search, a, min(other[0], other[2]), min(other[1], other[3]),
               max(other[0], other[2]), max(other[1], other[3]))
    while True:
        i = next_in_box(&search)
        if i < 0:
            return False
        read_edge(a, i, own)
        if edges_answer(a, own, b, other, question):
            return True
        if was_interrupted(watch, 1):
            return INTERRUPTED


cdef inline int crossings_answer(const Rows* a, const Rows* b, Question question,
                                 Watch* watch) noexcept nogil:
    """The same for all edges of b that are near a."""
    cdef RowSearch search
    cdef double box[4]
    cdef Py_ssize_t k
    cdef int result
    box_of_rows(a, box)
    seek_in_box(&search, b, box[LOW_X], box[LOW_Y], box[HIGH_X], box[HIGH_Y])
    while True:
        k = next_in_box(&search)
        if k < 0:
            return False
        result = edge_answers(a, b, k, question, watch)
        if result:
            return result


cdef inline int rings_lie(const Rows* edges, const Rows* others, Side side,
                          Watch* watch) noexcept nogil:
    """Whether the first vertex of a ring of the others is on a side of a boundary; or
    INTERRUPTED."""
    cdef const Boundary* boundary = others.boundary
    cdef double x, y
    cdef Py_ssize_t k, first
    for k in range(boundary.count):
        first = vertex_behind(boundary, k)
        if first > k:
            continue
        place_vertex(boundary, others.place, first, &x, &y)
        if side_of_point(edges, x, y) == side:
            return True
        if was_interrupted(watch, edges.boundary.count):
            return INTERRUPTED
    return False


cdef inline int boundaries_answer(const Rows* a, const Rows* b, Question question,
                                  Watch* watch) noexcept nogil:
    """The answer for the edges of two regions; or INTERRUPTED."""
    cdef int result
    if b.tree is not NULL and b.boundary.count > a.boundary.count and question != STICK_OUT:
        result = crossings_answer(b, a, question, watch)
    else:
        result = crossings_answer(a, b, question, watch)
    if result == 0:
        result = rings_lie(a, b, OUTSIDE if question == STICK_OUT else INSIDE, watch)
    if result == 0:
        result = rings_lie(b, a, INSIDE, watch)
    return result


# --- a boundary and a convex shape ----------------------------------------------------------

cdef inline bint segment_reaches(const Rows* edges, const double* ends, Side side) noexcept nogil:
    """Whether a segment has a point inside of a boundary, or outside. It then has an end there, or
    goes there from its end, from a vertex, or where it crosses an edge."""
    cdef RowSearch search
    cdef Side end = side_of_point(edges, ends[2], ends[3])
    cdef double own[4]
    cdef Py_ssize_t k
    if end == side or side_of_point(edges, ends[0], ends[1]) == side:
        return True
    if end == ON_BOUNDARY and (
            side_of_direction(edges, ends[2], ends[3], ends[0], ends[1]) == side):
        return True
    seek_in_box(&search, edges, min(ends[0], ends[2]), min(ends[1], ends[3]),
               max(ends[0], ends[2]), max(ends[1], ends[3]))
    while True:
        k = next_in_box(&search)
        if k < 0:
            return False
        read_edge(edges, k, own)
        if cross_each_other(own, ends) and not touches_crossing(edges, own, ends):
            return True
        if is_between(own[0], own[1], ends) and (
                side_of_direction(edges, own[0], own[1], ends[0], ends[1]) == side):
            return True


cdef inline bint thin_reaches(const Rows* edges, const Convex* thin, Side side) noexcept nogil:
    """`segment_reaches` for a point or a segment."""
    cdef double[4] ends = [thin.x[0], thin.y[0], thin.x[thin.n - 1], thin.y[thin.n - 1]]
    if thin.n == 1:
        return side_of_point(edges, ends[0], ends[1]) == side
    return segment_reaches(edges, ends, side)


cdef inline int shape_touches(const Rows* edges, const Convex* shape, bint strict,
                              Watch* watch) noexcept nogil:
    """Whether an edge of a boundary meets a convex shape, or if strict its inside."""
    cdef Rows lone
    set_lone(&lone, shape)
    return any_parts_meet(edges, &lone, strict, 0.0, watch)


cdef inline Side side_of_shape(const Rows* edges, const Convex* shape) noexcept nogil:
    """The side on which a convex shape with an area is, if no edge leads through its inside."""
    cdef Side side = side_of_point(edges, shape.x[0], shape.y[0])
    cdef Rows ring
    cdef Boundary boundary
    if side != ON_BOUNDARY:
        return side
    set_edges_of_ring(&ring, &boundary, shape)
    return INSIDE if directions_lead(edges, &ring, shape.x[0], shape.y[0], INSIDE) else OUTSIDE


cdef inline int outline_meets_shape(const Rows* edges, const Convex* shape, bint strict,
                                    Watch* watch) noexcept nogil:
    """Whether a region within a boundary meets a convex shape; or a Failure."""
    cdef int result
    if strict and shape.n <= 2 and shape.radius == 0.0:
        return thin_reaches(edges, shape, INSIDE)
    result = shape_touches(edges, shape, strict, watch)
    return result if result else side_of_shape(edges, shape) == INSIDE


cdef inline int outline_covers_shape(const Rows* edges, const Convex* shape,
                                     Watch* watch) noexcept nogil:
    """Whether a region within a boundary covers a convex shape; or a Failure."""
    cdef int result
    if shape.n <= 2 and shape.radius == 0.0:
        return not thin_reaches(edges, shape, OUTSIDE)
    result = shape_touches(edges, shape, True, watch)
    if result:
        return min(result, 0)
    return side_of_shape(edges, shape) == INSIDE


# --- rows ----------------------------------------------------------------------------------

cdef inline int outline_meets_parts(const Rows* a, const Rows* b, bint strict,
                                    Watch* watch) noexcept nogil:
    """Whether an outline meets any part of rows without a boundary; or a Failure."""
    cdef RowSearch search
    cdef RowMemory memory
    cdef Rows edges
    cdef double box[4]
    cdef Py_ssize_t k
    cdef int result = 0
    set_edges_of(&edges, a)
    box_of_rows(a, box)
    if not prepare_rows(b, &memory):
        return NO_MEMORY
    seek_in_box(&search, b, box[LOW_X] - a.margin, box[LOW_Y] - a.margin, box[HIGH_X] + a.margin,
               box[HIGH_Y] + a.margin)
    while result == 0:
        k = next_in_box(&search)
        if k < 0:
            break
        result = outline_meets_shape(&edges, row_at(b, k, &memory), strict, watch)
        if result == 0 and was_interrupted(watch, a.boundary.count):
            result = INTERRUPTED
    release_rows(&memory)
    return result


cdef inline int rings_meet(const Rows* a, const Rows* b, bint strict, Watch* watch) noexcept nogil:
    """Whether rows meet, by the rings of one or both, which are outlines; or a Failure."""
    cdef Rows edges, others
    if a.boundary is NULL:
        return outline_meets_parts(b, a, strict, watch)
    if b.boundary is NULL:
        return outline_meets_parts(a, b, strict, watch)
    set_edges_of(&edges, a)
    set_edges_of(&others, b)
    return boundaries_answer(&edges, &others, OVERLAP if strict else TOUCH, watch)


cdef int rows_meet(const Rows* a, const Rows* b, bint strict, Watch* watch) noexcept nogil:
    """Whether two rows meet, touching counts unless strict; or a Failure."""
    cdef int result = any_parts_meet(a, b, strict, 0.0, watch)
    if result == UNCERTAIN_PARTS:
        return rings_meet(a, b, strict, watch)
    # A point or a segment may lie in a seam.
    if result == 0 and strict and (a.thin or b.thin):
        if a.boundary is not NULL and b.thin or b.boundary is not NULL and a.thin:
            return rings_meet(a, b, True, watch)
        return lie_in_seams(a, b, watch)
    return result


cdef int parts_overlap(const Rows* a, const Rows* b, double least, Watch* watch) noexcept nogil:
    """Whether any parts are deeper in each other than this, which is not 0; or a Failure."""
    return any_parts_meet(a, b, True, least, watch)


cdef int relate_rows(const Rows* a, const Rows* b, Watch* watch) noexcept nogil:
    """ROWS_APART, ROWS_TOUCH or ROWS_OVERLAP, or a Failure: `rows_meet`, for touching and strict.
    Parts that certainly meet by the margin overlap."""
    cdef int result = any_parts_meet(a, b, False, 0.0, watch)
    if result == UNCERTAIN_PARTS:
        result = rings_meet(a, b, False, watch)
    elif result == 1 and a.margin + b.margin > 0.0:
        return ROWS_OVERLAP
    if result <= 0:
        return result
    result = rows_meet(a, b, True, watch)
    return ROWS_OVERLAP if result > 0 else (ROWS_TOUCH if result == 0 else result)


cdef int rows_hold(const Rows* rows, double x, double y, Watch* watch) noexcept nogil:
    """Whether one of some rows holds a point; or a Failure."""
    cdef Rows spot, edges
    cdef Convex point
    if rows.boundary is not NULL and rows.boundary.count <= FEW_EDGES:
        return side_of_few_edges(rows.boundary, rows.place, x, y) != OUTSIDE
    if rows.margin > 0.0 or (rows.boundary is not NULL and rows.start == rows.stop):
        set_edges_of(&edges, rows)
        return side_of_point(&edges, x, y) != OUTSIDE
    set_point(&point, &x, &y)
    set_lone(&spot, &point)
    return any_parts_meet(&spot, rows, False, 0.0, watch)


cdef inline int find_boundary_distance(const Rows* a, const Rows* b, Nearness* nearest,
                                       Watch* watch) noexcept nogil:
    """The distance of rows by the edges of outlines; 0, or a Failure. Numbers are those of edges
    where rows are outlines."""
    cdef Rows edges, others
    if a.boundary is not NULL:
        set_edges_of(&edges, a)
    if b.boundary is not NULL:
        set_edges_of(&others, b)
    return find_parts_distance(a if a.boundary is NULL else &edges,
                               b if b.boundary is NULL else &others, nearest, watch)


cdef int find_distance(const Rows* a, const Rows* b, Nearness* nearest,
                              Watch* watch) noexcept nogil:
    """The distance of rows, 0.0 exactly where they meet; 0, or a Failure."""
    cdef int result = find_parts_distance(a, b, nearest, watch)
    if result < 0 or nearest.distance > a.margin + b.margin or a.margin + b.margin == 0.0:
        return result
    result = rows_meet(a, b, False, watch)
    if result != 0:
        nearest.distance = 0.0
        return min(result, 0)
    return find_boundary_distance(a, b, nearest, watch)


cdef int find_nearest_points(const Rows* a, const Rows* b, Witnesses* points,
                                    Watch* watch) noexcept nogil:
    """The nearest points of the nearest parts, one point twice where rows meet; 0, or a Failure."""
    cdef Nearness nearest
    cdef Rows edges, others
    cdef double margin = a.margin + b.margin
    cdef int result = find_nearest_parts(a, b, &nearest, watch), meet
    if result < 0:
        return result
    if margin == 0.0 or nearest.distance > margin:
        return points_of_parts(a, b, &nearest, points)
    meet = rows_meet(a, b, False, watch)
    if meet < 0:
        return meet
    if meet or nearest.distance > 0.0:
        result = points_of_parts(a, b, &nearest, points)
        if meet:
            points.b_x = points.a_x
            points.b_y = points.a_y
        return result
    result = find_boundary_distance(a, b, &nearest, watch)
    if result < 0:
        return result
    if a.boundary is not NULL:
        set_edges_of(&edges, a)
    if b.boundary is not NULL:
        set_edges_of(&others, b)
    return points_of_parts(a if a.boundary is NULL else &edges,
                           b if b.boundary is NULL else &others, &nearest, points)


cdef inline int points_of_parts(const Rows* a, const Rows* b, const Nearness* nearest,
                                Witnesses* points) noexcept nogil:
    """The nearest points of two parts; 0, or NO_MEMORY."""
    cdef RowMemory memory[2]
    if not prepare_both(a, b, memory):
        return NO_MEMORY
    convex_nearest_points(row_at(a, nearest.i, memory), row_at(b, nearest.j, memory + 1), points)
    release_both(memory)
    return 0


cdef int outline_covers(const Rows* edges, const Rows* b, Watch* watch) noexcept nogil:
    """Whether a region covers rows, by the edges of its boundary; or a Failure."""
    cdef RowMemory memory
    cdef Rows others
    cdef Py_ssize_t k
    cdef int result = True
    if b.boundary is not NULL:
        set_edges_of(&others, b)
        result = boundaries_answer(edges, &others, STICK_OUT, watch)
        return result if result < 0 else not result
    if not prepare_rows(b, &memory):
        return NO_MEMORY
    for k in range(b.start, b.stop):
        result = outline_covers_shape(edges, row_at(b, k, &memory), watch)
        if result > 0 and was_interrupted(watch, edges.boundary.count):
            result = INTERRUPTED
        if result <= 0:
            break
    release_rows(&memory)
    return result


cdef bint is_within(const Convex* convex, const double* box) noexcept nogil:
    cdef Py_ssize_t k
    for k in range(convex.n):
        if not (box[LOW_X] <= convex.x[k] <= box[HIGH_X]
                and box[LOW_Y] <= convex.y[k] <= box[HIGH_Y]):
            return False
    return True


cdef bint may_cover(const Rows* outer, const Rows* inner) noexcept nogil:
    """Whether no vertex of the inner row is outside of the box around the outer one, by more than
    parts of outlines are off from these."""
    cdef RowMemory memory
    cdef double box[4]
    cdef double margin = outer.margin + inner.margin
    cdef Py_ssize_t row
    cdef bint inside = True
    box_of_rows(outer, box)
    box[LOW_X] -= margin
    box[LOW_Y] -= margin
    box[HIGH_X] += margin
    box[HIGH_Y] += margin
    if not prepare_rows(inner, &memory):
        return True     # for slower tests to find out
    for row in range(inner.start, inner.stop):
        inside = inside and is_within(row_at(inner, row, &memory), box)
    release_rows(&memory)
    return inside


cdef int polygon_covers(const Rows* outer, const Rows* inner, Watch* watch) noexcept nogil:
    """Whether a row of one part covers another, if that is a polygon; NO_OUTLINE for another kind;
    or a Failure."""
    cdef RowMemory memory
    cdef Boundary boundary
    cdef Rows edges
    cdef const Convex* polygon
    cdef int result = NO_OUTLINE
    if not prepare_rows(outer, &memory):
        return NO_MEMORY
    polygon = row_at(outer, outer.start, &memory)
    if polygon.n > 2 and polygon.radius == 0.0:
        set_edges_of_ring(&edges, &boundary, polygon)
        result = outline_covers(&edges, inner, watch)
    release_rows(&memory)
    return result


cdef bint has_cover(const Rows* outer, const Convex* part, const double* box, RowMemory* memory,
                    Watch* watch) noexcept nogil:
    """Whether a single part of a row covers a shape with this box."""
    cdef RowSearch search
    cdef Py_ssize_t k
    seek_in_box(&search, outer, box[LOW_X], box[LOW_Y], box[HIGH_X], box[HIGH_Y])
    while True:
        k = next_in_box(&search)
        if k < 0:
            return False
        if convex_covers(row_at(outer, k, memory), part) or was_interrupted(watch, part.n):
            return True


cdef int parts_cover(const Rows* outer, const Rows* inner, Watch* watch) noexcept nogil:
    """Whether each part of a row is covered by a single part of another; NO_OUTLINE where several
    may cover one together; or a Failure."""
    cdef RowMemory memory[2]
    cdef double box[4]
    cdef Py_ssize_t k
    cdef int result = True
    if inner.margin > 0.0:      # its parts are not what its rings bound
        return NO_OUTLINE
    if not prepare_both(outer, inner, memory):
        return NO_MEMORY
    for k in range(inner.start, inner.stop):
        bounds_of_row(inner, k, box)
        if not has_cover(outer, row_at(inner, k, memory + 1), box, memory, watch):
            result = NO_OUTLINE
            break
        if was_interrupted(watch, 4):
            result = INTERRUPTED
            break
    release_both(memory)
    return result


cdef int rows_cover(const Rows* outer, const Rows* inner, Watch* watch) noexcept nogil:
    """Whether a row covers another; NO_OUTLINE where several parts of a union together, or a
    rounded shape, may cover it; or a Failure."""
    cdef Rows edges
    if not may_cover(outer, inner):
        return False
    if outer.boundary is not NULL:
        set_edges_of(&edges, outer)
        return outline_covers(&edges, inner, watch)
    if outer.stop - outer.start > 1:
        return parts_cover(outer, inner, watch)
    return polygon_covers(outer, inner, watch)
