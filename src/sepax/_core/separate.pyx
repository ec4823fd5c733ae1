"""The shortest move that separates two rows of convex parts.

Each pair of parts forbids a set of moves: its obstacle (obstacle.pxd), open and convex. The
shortest move is the point nearest to the origin outside of the union of all obstacles. It is the
foot of the origin on one boundary, or a crossing of two boundaries.

The faces of obstacles are tried in the order of their distances from the origin, up to the first
free place (separate_search.pxd). Obstacles are built when the search comes as far as their boxes.
For many pairs, or rounded parts, squares of moves are searched one by one (separate_squares.pxd).

The obstacles of neighbouring parts overlap, unless the other part is a point or a segment. Those
may only touch along a seam, which is inside of the whole. The search makes such a part as thick as
rounding requires, and computes the place that it finds again without the thickness.
"""

from cpython.exc cimport PyErr_SetObject
from libc.math cimport fabs, ldexp

from sepax._core.arrays.bounds cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y
from sepax._core.arrays.copies cimport Copies, copy_near, prepare_copies, release_copies, set_copied
from sepax._core.arrays.exact_boxes cimport exact_box
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY
from sepax._core.arrays.rows cimport RowMemory, prepare_rows, release_rows, row_at
from sepax._core.kernels.boundaries cimport SLACK, TOLERANCE, Cell
from sepax._core.kernels.convex cimport Convex, length_of, unit_vector
from sepax._core.kernels.obstacle cimport Corner, Obstacle, Part, Side, Vertex
from sepax._core.kernels.roundoff cimport SEPARATION_ROUNDOFF
from sepax._core.separate_room cimport lend, release
from sepax._core.separate_search cimport (
    Choice, Move, Piece, Search, Waiting, leads_farther, measure_pairs, search_pieces, start_pieces)
from sepax._core.separate_sides cimport (
    box_of_side, exit_of_boxes, find_seams, order_of_boxes, read_side, set_edges_of_side, use_unit)
from sepax._core.separate_squares cimport search_squares

cdef enum:
    FEW_PAIRS = 512    # of parts, which are searched at once, if none is round
    FEW_ROUND_PAIRS = 16

# The unit is 0.5 to 1 times the larger side of the box around both rows.
cdef double TIED = 0.0625 * SEPARATION_ROUNDOFF         # 1 u: between equal lengths
cdef double NEARLY_TIED = 2.0 * SEPARATION_ROUNDOFF     # 32 u: where either length may be chosen
cdef double BESIDE = 2.0 ** -24                         # around a foot: moves are longer by about u

cdef struct Lent:
    # Memory for small searches.
    Vertex[32] points_a, points_b
    Part[8] parts_a, parts_b
    Corner[96] corners
    Obstacle[16] obstacles
    Py_ssize_t[16] order
    Piece[64] pieces
    Waiting[64] queue
    Py_ssize_t[32] shown
    double[128] apart


# --- the search -------------------------------------------------------------------

cdef bint takes_crossing(const Choice* choice) noexcept nogil:
    """Whether a crossing is better than a foot. Right beside the foot it is not, as both moves have
    the same length but for rounding."""
    cdef const Move* foot = &choice.foot
    cdef const Move* crossing = &choice.crossing
    if not foot.found or crossing.least < foot.least - max(TOLERANCE, choice.alike):
        return crossing.found
    return (crossing.found and crossing.least <= foot.least + choice.alike
            and fabs(crossing.x - foot.x) + fabs(crossing.y - foot.y) > BESIDE
            and leads_farther(choice, crossing, foot))


cdef bint has_round(const Side* side, const Side* other) noexcept nogil:
    """Whether obstacles are rounded, for parts of this side."""
    cdef Py_ssize_t k
    cdef bint is_thin = False
    for k in range(side.count):
        is_thin |= side.parts[k].n <= 2
        if side.parts[k].radius > 0.0:
            return True
    if is_thin and other.count > 1:
        for k in range(other.count):
            if other.parts[k].n > 2:
                return True
    return False


cdef bint are_few(const Search* search) noexcept nogil:
    """Whether to search all obstacles at once."""
    cdef double pairs = <double>search.a.count * <double>search.b.count
    if has_round(&search.a, &search.b) or has_round(&search.b, &search.a):
        return pairs <= FEW_ROUND_PAIRS
    return pairs <= FEW_PAIRS


cdef void search_within(Search* search, double reach) noexcept nogil:
    """Find the best places that are no farther than this from the origin."""
    cdef Cell cell
    cdef int k
    for k in range(search.choice_count):
        search.choices[k].foot.found = search.choices[k].crossing.found = False
        search.choices[k].foot.least = search.choices[k].crossing.least = reach
    search.reach = search.limit = reach
    if are_few(search):
        cell.x = cell.y = 0.0
        cell.half = reach
        start_pieces(search, &cell)
        search.built = -1.0
        if measure_pairs(search):
            search_pieces(search)
    else:
        search_squares(search)


# --- both rows -------------------------------------------------------------------

cdef void set_choices(Search* search, const double* toward, bint swapped) noexcept nogil:
    """Look for the move to the left, and for one along a vector unless that is NULL."""
    cdef Choice* along = &search.choices[1]
    search.choices[0].toward_x, search.choices[0].toward_y = -1.0, 0.0
    search.choices[0].alike = search.alike = TIED
    search.choice_count = 1
    if toward is not NULL:
        unit_vector(-toward[0] if swapped else toward[0], -toward[1] if swapped else toward[1],
                    &along.toward_x, &along.toward_y)
        along.alike = search.alike = NEARLY_TIED
        search.choice_count = 2


cdef void start_search(Search* search, Lent* lent) noexcept nogil:
    lend(&search.points_a, lent.points_a, sizeof(lent.points_a), sizeof(Vertex))
    lend(&search.points_b, lent.points_b, sizeof(lent.points_b), sizeof(Vertex))
    lend(&search.parts_a, lent.parts_a, sizeof(lent.parts_a), sizeof(Part))
    lend(&search.parts_b, lent.parts_b, sizeof(lent.parts_b), sizeof(Part))
    lend(&search.corner_room, lent.corners, sizeof(lent.corners), sizeof(Corner))
    lend(&search.obstacle_room, lent.obstacles, sizeof(lent.obstacles), sizeof(Obstacle))
    lend(&search.order_room, lent.order, sizeof(lent.order), sizeof(Py_ssize_t))
    lend(&search.piece_room, lent.pieces, sizeof(lent.pieces), sizeof(Piece))
    lend(&search.queue_room, lent.queue, sizeof(lent.queue), sizeof(Waiting))
    lend(&search.shown_room, lent.shown, sizeof(lent.shown), sizeof(Py_ssize_t))
    lend(&search.apart_room, lent.apart, sizeof(lent.apart), sizeof(double))
    search.corners = lent.corners
    search.obstacles = lent.obstacles
    search.queue = lent.queue
    search.stopped = search.failed = False
    search.count = search.queued = 0


cdef void free_search(Search* search) noexcept nogil:
    release(&search.points_a)
    release(&search.points_b)
    release(&search.parts_a)
    release(&search.parts_b)
    release(&search.corner_room)
    release(&search.obstacle_room)
    release(&search.order_room)
    release(&search.piece_room)
    release(&search.queue_room)
    release(&search.shown_room)
    release(&search.apart_room)


cdef void write_release(const Move* best, int exponent, bint swapped, Release* out) noexcept nogil:
    """A move, and the unit normal from a to b; if swapped, of the other row."""
    cdef double sign = -1.0 if swapped else 1.0
    out.normal_x, out.normal_y = best.normal_x, best.normal_y
    if out.normal_x == 0.0 and out.normal_y == 0.0:
        if unit_vector(best.x, best.y, &out.normal_x, &out.normal_y) == 0.0:
            out.normal_x = -1.0
    out.x = 0.0 + sign * ldexp(best.x, exponent)    # no negative zeros
    out.y = 0.0 + sign * ldexp(best.y, exponent)
    out.normal_x, out.normal_y = 0.0 - sign * out.normal_x, 0.0 - sign * out.normal_y
    out.depth = length_of(out.x, out.y)


cdef bint read_both(Search* search, const Rows* a, const Rows* b, double* box_a,
                    double* box_b) noexcept nogil:
    """Read both rows; False without memory."""
    if not (read_side(&search.a, a, &search.points_a, &search.parts_a)
            and read_side(&search.b, b, &search.points_b, &search.parts_b)):
        return False
    box_of_side(box_a, &search.a)
    box_of_side(box_b, &search.b)
    return True


cdef int find_releases(Search* search, const Rows* a, const Rows* b, bint swapped,
                       Release* out) noexcept nogil:
    """If swapped, it is the move of b that is searched, and its opposite that is written."""
    cdef double[4] box_a, box_b
    cdef const Choice* choice
    cdef int k
    if not read_both(search, a, b, box_a, box_b):
        return NO_MEMORY
    if swapped:
        search.a, search.b = search.b, search.a
    search.exponent = use_unit(&search.a, &search.b)
    set_edges_of_side(&search.a)
    set_edges_of_side(&search.b)
    if not (find_seams(&search.a) and find_seams(&search.b)):
        return NO_MEMORY
    search_within(search, ldexp(exit_of_boxes(box_a, box_b), -search.exponent) + 4.0 * SLACK)
    if search.stopped:
        return NO_MEMORY if search.failed else INTERRUPTED
    for k in range(search.choice_count):
        choice = &search.choices[k]
        if takes_crossing(choice):
            write_release(&choice.crossing, search.exponent, swapped, out + k)
        elif choice.foot.found:
            write_release(&choice.foot, search.exponent, swapped, out + k)
        else:
            return False
    return True


# --- large rows -----------------------------------------------------------------------
#
# A move of some length meets only parts that are no farther away. So where one row is small beside the
# other, or they overlap by little, only parts near both are searched: the answer is that of all.

cdef int search_near(const Rows* a, const Rows* b, const double* box_a, const double* box_b,
                     double reach, const double* toward, bint swapped, Release* out,
                     Watch* watch) noexcept nogil:
    """Search among the parts within reach; True, False for none, or a Failure."""
    cdef Copies of_a, of_b
    cdef Rows near_a, near_b
    cdef double[2] still = [0.0, 0.0]
    cdef int result = NO_MEMORY
    prepare_copies(&of_a)
    prepare_copies(&of_b)
    if copy_near(a, box_b, reach, still, &of_a) and copy_near(b, box_a, reach, still, &of_b):
        result = False
        if of_a.count > 0 and of_b.count > 0:
            set_copied(a, &of_a, &near_a)
            set_copied(b, &of_b, &near_b)
            result = run_search(&near_a, &near_b, toward, swapped, out, watch)
    release_copies(&of_a)
    release_copies(&of_b)
    return result


cdef int search_widely(const Rows* a, const Rows* b, const double* toward, bint swapped,
                       Release* out, Watch* watch) noexcept nogil:
    """Search among parts within a reach that grows until the move is no longer."""
    cdef double[4] box_a, box_b
    cdef double reach, most
    cdef int result
    if not (exact_box(a, box_a) and exact_box(b, box_b)):
        return NO_MEMORY
    most = exit_of_boxes(box_a, box_b)
    reach = min(box_a[HIGH_X] - box_a[LOW_X] + box_a[HIGH_Y] - box_a[LOW_Y],
                box_b[HIGH_X] - box_b[LOW_X] + box_b[HIGH_Y] - box_b[LOW_Y])
    while True:
        result = search_near(a, b, box_a, box_b, min(reach, 1.001 * most), toward, swapped, out,
                             watch)
        if result != 0 and (result < 0 or out.depth <= 0.99 * reach):
            return result
        if reach >= 1.001 * most:
            return result
        reach = 4.0 * reach


cdef int separate_rows(const Rows* a, const Rows* b, const double* toward, Release* out,
                       Watch* watch) noexcept nogil:
    """The shortest move of a row that separates it from another, whose interiors meet; among equals
    that of the first of both to the left, then the lowest. And unless `toward` is NULL, of all that
    are as short but for rounding the one farthest along that vector, which is not 0; among equals
    the one to its left. True; False for none; or a Failure."""
    cdef int order = order_of_rows(a, b)
    if order != -1 and order != 1:
        return NO_MEMORY
    if <double>(a.stop - a.start) * (b.stop - b.start) <= FEW_PAIRS:
        return run_search(a, b, toward, order > 0, out, watch)
    return search_widely(a, b, toward, order > 0, out, watch)


cdef int order_of_rows(const Rows* a, const Rows* b) noexcept nogil:
    """-1 if a is the first of two rows, whichever order they are given in; 1 if b is; or another
    number without memory. The first has the bounding box that begins farther to the right, or else
    higher, or ends earlier; in the same box moments decide."""
    cdef double[4] box_a, box_b
    cdef int order
    if not (exact_box(a, box_a) and exact_box(b, box_b)):
        return NO_ROOM
    order = order_of_boxes(box_a, box_b)
    return order if order != 0 else order_of_regions(a, b)


cdef int run_search(const Rows* a, const Rows* b, const double* toward, bint swapped, Release* out,
                    Watch* watch) noexcept nogil:
    cdef Lent lent
    cdef Search search
    cdef int result
    start_search(&search, &lent)
    set_choices(&search, toward, swapped)
    search.watch = watch[0]
    result = find_releases(&search, a, b, swapped, out)
    watch[0] = search.watch
    free_search(&search)
    return result


# --- the order of rows with the same box: exact, and rarely needed ----------------------
#
# The area, the centre and the second moments of their polygons differ, or else their other parts do.
# None of these depends on the decomposition.

cdef list parts_of(const Rows* rows):
    """The radius and the points of each part."""
    cdef RowMemory memory
    cdef const Convex* part
    cdef Py_ssize_t k, i
    if not prepare_rows(rows, &memory):
        raise MemoryError
    found = []
    for k in range(rows.start, rows.stop):
        part = row_at(rows, k, &memory)
        found.append((part.radius, [(part.x[i], part.y[i]) for i in range(part.n)]))
    release_rows(&memory)
    return found


cdef object unit_of(list parts):
    """The largest number that all coordinates are whole multiples of, inverted: a power of two."""
    return max([below for _, points in parts for point in points for x in point
                for below in (x.as_integer_ratio()[1],)])


cdef list as_integers(list points, object unit):
    ratios = [(x.as_integer_ratio(), y.as_integer_ratio()) for x, y in points]
    return [(p * (unit // q), r * (unit // s)) for (p, q), (r, s) in ratios]


cdef list moments(list rings):
    """The area, the centre and the second moments of polygons, times whole numbers."""
    total = [0] * 6
    for ring in rings:
        for (x, y), (u, v) in zip(ring, ring[1:] + ring[:1]):
            area = x * v - y * u
            twice = (2 * x * y + x * v + u * y + 2 * u * v) * area
            terms = (area, (x + u) * area, (y + v) * area, (x * x + x * u + u * u) * area,
                     (y * y + y * v + v * v) * area, twice)
            total = [sum + term for sum, term in zip(total, terms)]
    return total


cdef tuple key_of(list parts, object unit):
    """What does not depend on how a region is cut into parts."""
    plain = [(radius, as_integers(points, unit)) for radius, points in parts]
    polygons = [points for radius, points in plain if radius == 0.0 and len(points) > 2]
    others = {(radius, *points) for radius, points in plain if radius > 0.0 or len(points) < 3}
    return moments(polygons), sorted(others)


cdef int compare(const Rows* a, const Rows* b) except -2:
    one, other = parts_of(a), parts_of(b)
    unit = max(unit_of(one), unit_of(other))
    return 1 if key_of(other, unit) < key_of(one, unit) else -1


cdef int order_of_regions(const Rows* a, const Rows* b) noexcept with gil:
    """-1 if a is the first of two regions with the same box, or both cover the same; 1 if b is; or
    NO_MEMORY - 1 with an exception pending: without memory, or of a signal, which arithmetic of
    large integers hears."""
    try:
        return compare(a, b)
    except BaseException as error:
        failure = error
    PyErr_SetObject(type(failure), failure)
    return NO_MEMORY - 1
