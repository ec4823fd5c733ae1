"""The shortest move that separates two groups of convex parts.

Each pair of parts forbids a set of moves: its obstacle (obstacle.pxd), open and convex. The
shortest move is the point nearest to the origin outside of the union of all obstacles. It is the
foot of the origin on one boundary, or a crossing of two boundaries.

A square about the origin is searched. A square that an obstacle covers is finished. In a square
with few boundaries, all feet and crossings are tried. Any other square is cut in four, and the
nearest quarter is searched first. If nothing is found, a larger square is searched. So most pairs
of parts are only compared with the square, by their boxes.

The obstacles of neighbouring parts overlap, unless the other part is a point or a segment. Those
may only touch along a seam, which is inside of the whole. The search makes such a part as thick as
rounding requires, and computes the place that it finds again without the thickness.
"""

from cpython.mem cimport PyMem_RawFree
from libc.math cimport INFINITY, fabs, frexp, ldexp, sqrt
from libc.string cimport memset

from sepax._core.arrays.extents cimport (
    HIGH_X, HIGH_Y, LOW_X, LOW_Y, joint_size, read_box, set_empty)
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY, raise_failure
from sepax._core.arrays.row_order cimport order_of_regions
from sepax._core.arrays.rows cimport Rows, set_rows
from sepax._core.interrupts cimport Watch, start_watch, was_interrupted
from sepax._core.kernels.boundaries cimport (
    SLACK, TOLERANCE, Cell, Curve, find_crossing, find_foot, is_in_square, leave_thickness,
    passes_square, places_near_crossings, quarter_square, reach_along, reach_of_circle,
    square_distance)
from sepax._core.kernels.convex cimport unit_vector
from sepax._core.kernels.obstacle cimport (
    Corner, Obstacle, Part, Side, accurate_face_gap, box_distance, core_gap, face_gap,
    build_obstacle, may_be_in_a_seam)
from sepax._core.kernels.roundoff cimport SEPARATION_ROUNDOFF
from sepax._core.memory cimport count_sum, has_room
from sepax._core.parting_sides cimport (
    add_rounded, order_of_boxes, read_rows_box, read_side, scale_side)

cdef enum:
    # All feet and crossings are tried in a square of so few boundaries. From 6 to 24 makes no
    # difference of more than a tenth for gears, stars, letters and tiles over each other.
    FEW = 12
    FEW_PAIRS = 16  # of parts: up to so many, all feet are tried before any square
    STALLED = 3     # cuts of a square after which as good as all boundaries still pass it
    LISTED_COUNT = 1    # places in the list of a square, from that of an obstacle's number on
    LISTED_FACES = 2

cdef enum FaceList:
    OUTSIDE         # of the obstacle is the square
    CROSSED         # by its boundary is the square
    COVERED

# The unit is 0.5 to 1 times the larger side of the box around both groups.
cdef double GAP_TOLERANCE = 1.5 * SEPARATION_ROUNDOFF   # 24 u: more than the error of a plain gap
cdef double THICKNESS = 2.0 * TOLERANCE                 # the middle of a seam is then not free
cdef double TIED = 0.0625 * SEPARATION_ROUNDOFF         # 1 u: between equal lengths
cdef double NEARLY_TIED = 2.0 * SEPARATION_ROUNDOFF     # 32 u: where either length may be chosen
cdef double FARTHEST_MOVE = 4.0
cdef double BESIDE = 2.0 ** -24                         # around a foot: moves are longer by about u

cdef struct Best:
    double x, y
    double least        # the length of the shortest of all that are taken for as short
    double normal_x, normal_y  # where it leads out of one face, or of an arc: the way out of that
    bint found

cdef struct Search:
    Side a, b
    Corner* corners
    Py_ssize_t corner_room
    Obstacle* obstacles
    Py_ssize_t obstacle_room
    Py_ssize_t count        # of obstacles
    # What passes a square: for each obstacle its number, the number of its faces that do, and their
    # corners. The list of a square follows that of the square that it is cut from.
    Py_ssize_t* listed
    Py_ssize_t room
    Curve* curves           # of the current square
    Py_ssize_t curve_room
    Best foot, crossing
    double limit            # the lesser length of both
    double toward_x         # of ways as short, the one that leads farthest along this unit vector
    double toward_y
    double alike            # between the lengths of those
    int exponent            # of the unit
    Watch watch
    bint stopped            # by a signal, or without memory:
    bint failed


# --- obstacles --------------------------------------------------------------------

cdef bint reserve_list(Search* search, Py_ssize_t needed) noexcept nogil:
    if not has_room(<void**>&search.listed, &search.room, needed, sizeof(Py_ssize_t)):
        search.stopped = search.failed = True
    return not search.stopped


cdef bint add_obstacle(Search* search, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    cdef const Part* part_a = search.a.parts + i
    cdef const Part* part_b = search.b.parts + j
    cdef const Obstacle* last
    cdef Py_ssize_t first = 0
    if search.count > 0:
        last = search.obstacles + search.count - 1
        first = last.first + last.n
    if not (has_room(<void**>&search.corners, &search.corner_room,
                     count_sum(first, count_sum(part_a.n, part_b.n) + 1), sizeof(Corner))
            and has_room(<void**>&search.obstacles, &search.obstacle_room, search.count + 1,
                         sizeof(Obstacle))):
        search.stopped = search.failed = True
        return False
    build_obstacle(&search.a, part_a, &search.b, part_b, search.corners, first,
                   search.obstacles + search.count)
    if may_be_in_a_seam(part_a, &search.b, part_b) or may_be_in_a_seam(part_b, &search.a, part_a):
        search.obstacles[search.count].radius = THICKNESS
        search.obstacles[search.count].thickness = THICKNESS
    search.count += 1
    return True


cdef void add_obstacles(Search* search, double reach) noexcept nogil:
    """Add the obstacles that are no farther than this from the origin."""
    cdef Py_ssize_t i, j
    search.count = 0
    for i in range(search.a.count):
        for j in range(search.b.count):
            if box_distance(search.a.parts + i, search.b.parts + j) <= reach:
                if not add_obstacle(search, i, j):
                    return
        if was_interrupted(&search.watch, search.b.count):
            search.stopped = True
            return


cdef double obstacle_gap(const Search* search, const Obstacle* obstacle, double x,
                         double y) noexcept nogil:
    """The signed distance of a place from an obstacle, accurate enough near its boundary."""
    cdef Py_ssize_t face
    cdef double gap = core_gap(search.corners + obstacle.first, obstacle.n, x, y, &face)
    if fabs(gap - obstacle.radius) < GAP_TOLERANCE and face >= 0:
        gap = accurate_face_gap(&search.a, &search.b, search.corners + obstacle.first + face, x, y)
    return gap - obstacle.radius


cdef double greatest_depth(const Search* search) noexcept nogil:
    """How deep the origin is in some obstacle: no shorter move leads out."""
    cdef double depth = 0.0
    cdef Py_ssize_t k
    for k in range(search.count):
        depth = max(depth, -obstacle_gap(search, search.obstacles + k, 0.0, 0.0))
    return depth


# --- what passes a square ---------------------------------------------------------

cdef FaceList list_sharp_faces(Search* search, const Py_ssize_t* faces, Py_ssize_t count,
                               const Cell* cell, Py_ssize_t* out, Py_ssize_t* kept) noexcept nogil:
    """Write the faces of an obstacle without a radius that pass a square."""
    cdef const Corner* corner
    cdef double gap, reach
    cdef Py_ssize_t k
    kept[0] = 0
    for k in range(count):
        corner = search.corners + faces[k]
        gap = face_gap(corner, cell.x, cell.y)
        reach = reach_along(cell, corner)
        if gap >= reach:
            return OUTSIDE
        out[kept[0]] = faces[k]
        kept[0] += gap > -reach
    return CROSSED if kept[0] > 0 else COVERED


cdef FaceList list_round_faces(const Search* search, const Obstacle* obstacle,
                               const Cell* cell) noexcept nogil:
    cdef double reach = reach_of_circle(cell)
    cdef Py_ssize_t face
    cdef double gap = core_gap(search.corners + obstacle.first, obstacle.n, cell.x, cell.y,
                               &face) - obstacle.radius
    if gap >= reach:
        return OUTSIDE
    return CROSSED if gap > -reach else COVERED


cdef FaceList list_obstacle_faces(Search* search, Py_ssize_t place, const Cell* cell,
                                  Py_ssize_t end) noexcept nogil:
    """Write at `end` which faces of the obstacle listed at `place` pass a square."""
    cdef Py_ssize_t* listed = search.listed
    cdef const Obstacle* obstacle = search.obstacles + listed[place]
    cdef FaceList filing
    cdef Py_ssize_t kept = 0, k
    if obstacle.radius == 0.0 and obstacle.n > 1:
        filing = list_sharp_faces(search, listed + place + LISTED_FACES,
                                  listed[place + LISTED_COUNT],
                                  cell, listed + end + LISTED_FACES, &kept)
    else:
        filing = list_round_faces(search, obstacle, cell)
        for k in range(obstacle.n):
            listed[end + LISTED_FACES + k] = obstacle.first + k
        kept = obstacle.n
    listed[end] = listed[place]
    listed[end + LISTED_COUNT] = kept
    return filing


cdef Py_ssize_t list_square(Search* search, Py_ssize_t first, Py_ssize_t end, const Cell* cell,
                            Py_ssize_t* curves) noexcept nogil:
    """List at `end` what passes a square, from the list of a larger one; returns the end of the new
    list, or -1 if an obstacle covers the square."""
    cdef Py_ssize_t place = first, to = end
    cdef FaceList filing
    curves[0] = 0
    while place < end:
        # A rounded obstacle is listed whole, a sharp one not longer than it was.
        if not reserve_list(search, to + search.listed[place + LISTED_COUNT] + LISTED_FACES):
            return -1
        filing = list_obstacle_faces(search, place, cell, to)
        if filing == COVERED:
            return -1
        if filing == CROSSED:
            curves[0] += search.listed[to + LISTED_COUNT]
            to += search.listed[to + LISTED_COUNT] + LISTED_FACES
        place += search.listed[place + LISTED_COUNT] + LISTED_FACES
    return to


cdef Py_ssize_t list_all(Search* search) noexcept nogil:
    """List all faces of all obstacles; returns the end of the list."""
    cdef const Obstacle* obstacle
    cdef Py_ssize_t i, k, end = 0
    for i in range(search.count):
        obstacle = search.obstacles + i
        if not reserve_list(search, end + obstacle.n + LISTED_FACES):
            return 0
        search.listed[end] = i
        search.listed[end + LISTED_COUNT] = obstacle.n
        for k in range(obstacle.n):
            search.listed[end + LISTED_FACES + k] = obstacle.first + k
        end += obstacle.n + LISTED_FACES
    return end


# --- feet and crossings -----------------------------------------------------------

cdef bint is_free(Search* search, Py_ssize_t first, Py_ssize_t end, double x,
                  double y) noexcept nogil:
    """Whether a place in a square is in none of the obstacles listed for it."""
    cdef Py_ssize_t place = first, k
    cdef const Obstacle* obstacle
    cdef const Corner* corner
    cdef double gap, widest
    while place < end:
        obstacle = search.obstacles + search.listed[place]
        if obstacle.radius > 0.0 or obstacle.n == 1:
            if obstacle_gap(search, obstacle, x, y) < -TOLERANCE:
                return False
        else:
            widest = -INFINITY
            for k in range(search.listed[place + LISTED_COUNT]):
                corner = search.corners + search.listed[place + LISTED_FACES + k]
                gap = face_gap(corner, x, y)
                if fabs(gap) < GAP_TOLERANCE:
                    gap = accurate_face_gap(&search.a, &search.b, corner, x, y)
                widest = max(widest, gap)
            if widest < -TOLERANCE:
                return False
        place += search.listed[place + LISTED_COUNT] + LISTED_FACES
    return True


cdef bint leads_farther(const Search* search, double x, double y, const Best* best) noexcept nogil:
    """Whether a move leads farther along the preferred direction, or as far and more to its
    left."""
    cdef double dx = x - best.x, dy = y - best.y
    cdef double along = search.toward_x * dx + search.toward_y * dy
    return not best.found or along > search.alike or (
        along >= -search.alike and search.toward_x * dy - search.toward_y * dx > search.alike)


cdef bint try_place(Search* search, Py_ssize_t first, Py_ssize_t end, const Cell* cell, double x,
                    double y, double bare_x, double bare_y, Best* best) noexcept nogil:
    """Take a place if it is free and the best so far: the shortest move, and among equals the
    farthest along the preferred direction. Moves are compared without the thickness of seams."""
    cdef double length = sqrt(bare_x * bare_x + bare_y * bare_y)
    cdef bint shorter = length < best.least - search.alike
    if length > best.least + search.alike or not (
            shorter or leads_farther(search, bare_x, bare_y, best)):
        return False
    if not (is_in_square(cell, x, y, 0.5 * SLACK) and is_free(search, first, end, x, y)):
        return False
    best.x, best.y = bare_x, bare_y
    best.least = length if shorter else min(length, best.least)
    best.found = True
    search.limit = min(search.limit, best.least)
    return True


cdef void try_foot(Search* search, Py_ssize_t first, Py_ssize_t end, const Cell* cell,
                   const Curve* curve) noexcept nogil:
    cdef Best* best = &search.foot
    cdef double normal_x, normal_y, x, y, bare_x, bare_y
    if not find_foot(&search.a, &search.b, curve, &x, &y, &normal_x, &normal_y):
        return
    bare_x, bare_y = x, y
    if curve.thickness > 0.0:
        leave_thickness(&search.a, &search.b, curve, NULL, &bare_x, &bare_y)
    if try_place(search, first, end, cell, x, y, bare_x, bare_y, best):
        best.normal_x, best.normal_y = normal_x, normal_y


cdef bint is_deep(const Search* search, Py_ssize_t first, Py_ssize_t end, double x, double y,
                  double margin) noexcept nogil:
    """Whether a place in a square is in a listed obstacle without a radius by more than a margin."""
    cdef const Py_ssize_t* listed = search.listed
    cdef const Obstacle* obstacle
    cdef Py_ssize_t place = first, k
    cdef bint deep
    while place < end:
        obstacle = search.obstacles + listed[place]
        deep = obstacle.radius == 0.0 and obstacle.n > 1
        for k in range(listed[place + LISTED_COUNT]):
            if not deep:
                break
            deep = face_gap(search.corners + listed[place + LISTED_FACES + k], x, y) < -margin
        if deep:
            return True
        place += listed[place + LISTED_COUNT] + LISTED_FACES
    return False


cdef inline bint is_in_vain(const Search* search, Py_ssize_t first, Py_ssize_t end,
                            const Curve* p, const Curve* q, double x, double y) noexcept nogil:
    """Whether a place near the crossing of two faces surely is too far, or covered. Most are, and
    to find where they cross takes long."""
    cdef double sine, margin, reach
    if p.is_arc or q.is_arc:
        return False
    sine = p.corner.normal_x * q.corner.normal_y - p.corner.normal_y * q.corner.normal_x
    margin = SLACK + 16.0 * SLACK / fabs(sine)
    reach = search.limit + search.alike + margin
    return x * x + y * y > reach * reach or is_deep(search, first, end, x, y, margin)


cdef void try_crossings(Search* search, Py_ssize_t first, Py_ssize_t end, const Cell* cell,
                        const Curve* p, const Curve* q) noexcept nogil:
    """Try the places in a square where two boundaries cross."""
    cdef double[2] x, y
    cdef double bare_x, bare_y
    cdef int k
    if p.is_arc and not q.is_arc:
        p, q = q, p
    for k in range(places_near_crossings(p, q, cell, x, y)):
        if is_in_vain(search, first, end, p, q, x[k], y[k]) or not find_crossing(&search.a, &search.b, p, q, &x[k], &y[k]):
            continue
        bare_x, bare_y = x[k], y[k]
        if p.thickness > 0.0 or q.thickness > 0.0:
            leave_thickness(&search.a, &search.b, p, q, &bare_x, &bare_y)
        try_place(search, first, end, cell, x[k], y[k], bare_x, bare_y, &search.crossing)


cdef void add_curve(Search* search, const Cell* cell, const Obstacle* obstacle,
                    const Corner* corner, bint is_arc, Py_ssize_t* count) noexcept nogil:
    """Add a face or an arc, if it passes a square."""
    cdef Curve* curve = search.curves + count[0]
    curve[0] = Curve(corner, is_arc, obstacle.radius, obstacle, obstacle.thickness)
    count[0] += passes_square(curve, cell)


cdef Py_ssize_t gather_curves(Search* search, Py_ssize_t first, Py_ssize_t end,
                              const Cell* cell) noexcept nogil:
    """Gather the faces and arcs that pass a square; returns how many."""
    cdef Py_ssize_t place = first, k, count = 0
    cdef const Obstacle* obstacle
    cdef const Corner* corner
    if not has_room(<void**>&search.curves, &search.curve_room, 2 * (end - first),
                     sizeof(Curve)):
        search.stopped = search.failed = True
        return 0
    while place < end:
        obstacle = search.obstacles + search.listed[place]
        for k in range(search.listed[place + LISTED_COUNT]):
            corner = search.corners + search.listed[place + LISTED_FACES + k]
            if obstacle.n > 1:
                add_curve(search, cell, obstacle, corner, False, &count)
            if obstacle.radius > 0.0:
                add_curve(search, cell, obstacle, corner, True, &count)
        place += search.listed[place + LISTED_COUNT] + LISTED_FACES
    return count


cdef void try_all_places(Search* search, Py_ssize_t first, Py_ssize_t end, const Cell* cell,
                         Py_ssize_t count) noexcept nogil:
    """Try all feet and crossings in a square. Boundaries of one convex obstacle do not cross."""
    cdef Py_ssize_t i, j
    cdef const Curve* curves = search.curves
    for i in range(count):
        try_foot(search, first, end, cell, curves + i)
    for i in range(count):
        for j in range(i):
            if curves[i].obstacle != curves[j].obstacle:
                try_crossings(search, first, end, cell, curves + j, curves + i)
        if was_interrupted(&search.watch, count):
            search.stopped = True
            return


# --- the search -------------------------------------------------------------------

cdef void search_square(Search* search, Py_ssize_t first, Py_ssize_t end, const Cell* cell,
                        Py_ssize_t passing, int stalled) noexcept nogil:
    """Find the best place in a square, given the list of a larger square that holds it."""
    cdef Py_ssize_t to, listed, curves
    cdef Cell quarters[4]
    cdef int k
    if search.stopped or square_distance(cell) > search.limit:
        return
    to = list_square(search, first, end, cell, &listed)
    if to <= end:
        return
    curves = gather_curves(search, end, to, cell)
    if was_interrupted(&search.watch, 1 + (to - first) // 4):
        search.stopped = True
    if search.stopped or curves == 0:
        return
    stalled = stalled + 1 if 4 * curves > 3 * passing else 0
    if curves <= FEW or stalled > STALLED or cell.half <= SLACK:
        try_all_places(search, end, to, cell, curves)
        return
    quarter_square(cell, quarters)
    for k in range(4):
        search_square(search, end, to, &quarters[k], curves, stalled)


cdef void search_about(Search* search, double reach) noexcept nogil:
    """Find the best place that is no farther than this from the origin."""
    cdef Cell cell
    cdef Py_ssize_t end
    cell.x = cell.y = 0.0
    cell.half = reach
    memset(&search.foot, 0, sizeof(Best))
    memset(&search.crossing, 0, sizeof(Best))
    search.limit = search.foot.least = search.crossing.least = reach
    add_obstacles(search, reach + SLACK)
    if not search.stopped:
        end = list_all(search)
        search_square(search, 0, end, &cell, end, 0)


cdef double nearest_free_foot(Search* search) noexcept nogil:
    """How far the nearest foot on the line of a face is that no obstacle covers; infinity if there is
    none, or an obstacle is rounded: no longer move has to be looked at."""
    cdef const Obstacle* obstacle
    cdef const Corner* corner
    cdef double least = INFINITY, gap
    cdef Py_ssize_t k, face, end
    add_obstacles(search, INFINITY)
    if search.stopped:
        return INFINITY
    end = list_all(search)
    for k in range(search.count):
        obstacle = search.obstacles + k
        if obstacle.radius > 0.0 or obstacle.n == 1:
            return INFINITY
        for face in range(obstacle.first, obstacle.first + obstacle.n):
            corner = search.corners + face
            gap = -face_gap(corner, 0.0, 0.0)
            if 0.0 <= gap < least and is_free(search, 0, end, gap * corner.normal_x,
                                              gap * corner.normal_y):
                least = gap
    return least


cdef void search_widening(Search* search) noexcept nogil:
    cdef double reach
    if search.a.count * search.b.count <= FEW_PAIRS:
        reach = nearest_free_foot(search)
        if reach < INFINITY:
            search_about(search, reach + SLACK)
            if search.foot.found or search.crossing.found or search.stopped:
                return
    add_obstacles(search, SLACK)
    reach = 1.001 * greatest_depth(search) + SLACK
    search_about(search, reach)
    # Nothing is farther than 2. Nothing is found only if another thread has moved them meanwhile.
    while reach < FARTHEST_MOVE and not (
            search.foot.found or search.crossing.found or search.stopped):
        reach = 2.0 * reach
        search_about(search, reach)


cdef bint is_nearer(const Search* search, const Best* crossing, const Best* foot) noexcept nogil:
    """Whether a crossing is better than a foot. Right beside the foot it is not, as both moves have
    the same length but for rounding."""
    if not foot.found or crossing.least < foot.least - max(TOLERANCE, search.alike):
        return crossing.found
    return (crossing.found and crossing.least <= foot.least + search.alike
            and fabs(crossing.x - foot.x) + fabs(crossing.y - foot.y) > BESIDE
            and leads_farther(search, crossing.x, crossing.y, foot))


# --- the groups -------------------------------------------------------------------

cdef void free_search(Search* search) noexcept nogil:
    PyMem_RawFree(search.a.x)
    PyMem_RawFree(search.a.y)
    PyMem_RawFree(search.a.parts)
    PyMem_RawFree(search.b.x)
    PyMem_RawFree(search.b.y)
    PyMem_RawFree(search.b.parts)
    PyMem_RawFree(search.corners)
    PyMem_RawFree(search.obstacles)
    PyMem_RawFree(search.listed)
    PyMem_RawFree(search.curves)


cdef int order_of_sides(const Search* search) noexcept nogil:
    """The same of the boxes around both groups."""
    cdef double[4] box_a, box_b
    set_empty(box_a)
    set_empty(box_b)
    add_rounded(box_a, &search.a, False)
    add_rounded(box_b, &search.b, False)
    return order_of_boxes(box_a, box_b)


cdef void use_unit(Search* search) noexcept nogil:
    """Measure in the unit of both groups."""
    cdef double box[4]
    cdef int half
    set_empty(box)
    add_rounded(box, &search.a, True)
    add_rounded(box, &search.b, True)
    frexp(max(box[HIGH_X] - box[LOW_X], box[HIGH_Y] - box[LOW_Y]), &search.exponent)
    half = search.exponent // 2     # the power of the whole exponent might overflow
    scale_side(&search.a, ldexp(1.0, -half))
    scale_side(&search.b, ldexp(1.0, -half))
    scale_side(&search.a, ldexp(1.0, half - search.exponent))
    scale_side(&search.b, ldexp(1.0, half - search.exponent))


cdef void write_way(const Best* best, int exponent, bint swapped, Way* way) noexcept nogil:
    """A move, and the unit normal from a to b; if swapped, of the other group."""
    cdef double sign = -1.0 if swapped else 1.0
    way.normal_x, way.normal_y = best.normal_x, best.normal_y
    if way.normal_x == 0.0 and way.normal_y == 0.0:
        if unit_vector(best.x, best.y, &way.normal_x, &way.normal_y) == 0.0:
            way.normal_x = -1.0
    way.x = 0.0 + sign * ldexp(best.x, exponent)    # no negative zeros
    way.y = 0.0 + sign * ldexp(best.y, exponent)
    way.normal_x = 0.0 - sign * way.normal_x
    way.normal_y = 0.0 - sign * way.normal_y


cdef int find_way(Search* search, const Rows* a, const Rows* b, double depth, bint by_order,
                  Way* way) noexcept nogil:
    """Search for moves as long as `depth`, or of any length if that is negative. By order, it is the
    move of the group that is the first of both, whichever order they are given in."""
    cdef Best best
    cdef Side side
    cdef int order = -1
    if not (read_side(&search.a, a) and read_side(&search.b, b)):
        return NO_MEMORY
    if by_order:
        order = order_of_sides(search)
        if order == 0:
            order = order_of_regions(a, b)
        if order != -1 and order != 1:
            return NO_MEMORY
        if order > 0:
            side = search.a
            search.a = search.b
            search.b = side
    use_unit(search)
    if depth < 0.0:
        search_widening(search)
    else:
        search_about(search, ldexp(depth, -search.exponent) + NEARLY_TIED)
    if search.stopped:
        return NO_MEMORY if search.failed else INTERRUPTED
    best = (search.crossing if is_nearer(search, &search.crossing, &search.foot) else search.foot)
    write_way(&best, search.exponent, order > 0, way)
    return best.found


cdef int separate_rows(const Rows* a, const Rows* b, Way* way, Watch* watch) noexcept nogil:
    """The shortest move of a row that separates it from another, whose interiors meet; among equals
    that of the first of both to the left, then the lowest. True; False for none; or a Failure."""
    cdef Search search
    start_new_search(&search, -1.0, 0.0, TIED)
    return run_search(&search, a, b, -1.0, True, way, watch)


cdef int separate_toward(const Rows* a, const Rows* b, double depth, double toward_x,
                         double toward_y, Way* way, Watch* watch) noexcept nogil:
    """Of all shortest moves of a row out of another, `depth` long, the one farthest along a direction
    that is not 0; among equals the one to the left. True; False if rounding hides all of them; or a
    Failure."""
    cdef Search search
    unit_vector(toward_x, toward_y, &toward_x, &toward_y)
    start_new_search(&search, toward_x, toward_y, NEARLY_TIED)
    return run_search(&search, a, b, depth, False, way, watch)


cdef int order_of_rows(const Rows* a, const Rows* b) noexcept nogil:
    """-1 if the bounding box of a begins farther to the right, or else higher, or ends earlier; 1 if
    that of b does; 0 for equal boxes; or NO_ROOM."""
    cdef double[4] box_a, box_b
    if not (read_rows_box(a, box_a) and read_rows_box(b, box_b)):
        return NO_ROOM
    return order_of_boxes(box_a, box_b)


cdef int run_search(Search* search, const Rows* a, const Rows* b, double depth, bint by_order,
                    Way* way, Watch* watch) noexcept nogil:
    cdef int result
    search.watch = watch[0]
    result = find_way(search, a, b, depth, by_order, way)
    watch[0] = search.watch
    free_search(search)
    return result


cdef void start_new_search(Search* search, double toward_x, double toward_y,
                           double alike) noexcept nogil:
    memset(search, 0, sizeof(Search))
    search.toward_x, search.toward_y, search.alike = toward_x, toward_y, alike
