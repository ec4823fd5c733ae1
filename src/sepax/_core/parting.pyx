"""The shortest move that parts two groups of convex parts, each pair of them.

A move parts them where it is in no obstacle, of which there is one for each pair of parts
(obstacle.pxd). So this is the point nearest to the origin of what a union of open convex sets leaves
free: the foot of the origin on one boundary, or a place where two boundaries cross. The sets
that reach into a square about the origin are looked for there. A square that one of them covers
is done with; one that few boundaries pass is asked for all feet and crossings; any other is cut in
four, the nearest first. With no free place in the square, a larger one is taken.

So most pairs of parts are met only once, when their boxes are compared with the square.

The obstacles of two neighbouring parts overlap where the other part has any width; those of a point
or a segment may only touch, along a seam. There it is inside of the whole. To the search such a part
is therefore as thick as rounding allows; the place that is found is then found again without.
"""

from cpython.mem cimport PyMem_RawFree
from libc.math cimport INFINITY, fabs, frexp, ldexp, sqrt
from libc.string cimport memset

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.storage cimport Restored, convex_at, lay_out
from sepax._core.interrupts cimport Watch, heard, raise_heard, start_watch
from sepax._core.kernels.convex cimport Convex, unit_vector
from sepax._core.kernels.obstacle cimport (
    Corner, Obstacle, Part, Side, accurate_face_gap, core_gap, corner_distance, face_gap,
    lay_obstacle)
from sepax._core.kernels.openings cimport (
    Choice, Opening, Wedge, best_face, opens_after, read_wedges, wedge_is_known)
from sepax._core.kernels.roundoff cimport SEPARATION_ROUNDOFF
from sepax._core.kernels.tangent cimport Cone, place_tolerance, tangent_cone
from sepax._core.memory cimport count_sum, new_array, resized_array

ctypedef const double[:, ::1] points_t
ctypedef const double[::1] numbers_t
ctypedef const Py_ssize_t[::1] indices_t

cdef enum:
    # Boundaries in a square of which all feet and crossings are tried. From 6 to 24 makes no
    # difference of more than a tenth for gears, stars, letters and tiles over each other.
    FEW = 12
    STALLED = 3     # cuts of a square after which as good as all boundaries still pass it

cdef enum Filing:
    OUTSIDE         # of the obstacle is the square
    CROSSED         # by its boundary is the square
    COVERED

cdef struct Cell:
    double x            # the middle of a square, and half of its side
    double y
    double half

cdef struct Curve:
    Py_ssize_t corner   # of the arc, or from which the face leads
    bint is_arc
    double radius
    Py_ssize_t obstacle
    double thickness    # what of the radius is not to stay

cdef struct Best:
    double x
    double y
    double least        # the length of the shortest of all that are taken for as short
    double normal_x     # where it leads out of one face, or of an arc: the way out of that
    double normal_y
    bint found

cdef struct Search:
    Side a
    Side b
    Corner* corners
    Py_ssize_t corner_room
    Obstacle* obstacles
    Py_ssize_t obstacle_room
    Py_ssize_t count        # of obstacles
    # What passes a square: of each obstacle its number, how many of its faces, and their corners.
    # Squares lie one behind the other, each behind the one that it is cut from.
    Py_ssize_t* listed
    Py_ssize_t room
    Curve* curves           # of the square that is asked
    Py_ssize_t curve_room
    double reach            # half the side of the square about the origin
    Best foot
    Best crossing
    double limit            # the lesser length of both
    double toward_x         # of ways as short, the one that leads farthest along this unit vector
    double toward_y
    double alike            # between the lengths of those
    Watch watch
    bint stopped            # by a signal, or without memory

# The unit is 0.5 to 1 times the larger side of the box around both groups.
cdef double TOLERANCE = 0.375 * SEPARATION_ROUNDOFF     # 6 u: of what may be left of an overlap
cdef double DOUBT = 1.5 * SEPARATION_ROUNDOFF           # 24 u: more than a plain gap is off
cdef double THICKNESS = 2.0 * TOLERANCE                 # so that the middle of a seam is no free place
cdef double TIED = 0.0625 * SEPARATION_ROUNDOFF         # 1 u: between lengths that are alike
cdef double NEARLY_TIED = 2.0 * SEPARATION_ROUNDOFF     # 32 u: where it does not matter which is less
cdef double BESIDE = 2.0 ** -24                         # of a foot: there ways are longer by u or so
cdef double SLACK = 4.0 * SEPARATION_ROUNDOFF           # squares are wider by this


# --- memory -----------------------------------------------------------------------

cdef bint make_room(void** array, Py_ssize_t* room, Py_ssize_t needed,
                    Py_ssize_t size) noexcept nogil:
    cdef Py_ssize_t more = count_sum(needed, needed // 2)
    cdef void* larger
    if needed <= room[0]:
        return True
    larger = resized_array(array[0], more, size)
    if larger is NULL:
        return False
    array[0] = larger
    room[0] = more
    return True


cdef bint has_room_to_list(Search* search, Py_ssize_t needed) noexcept nogil:
    if not make_room(<void**>&search.listed, &search.room, needed, sizeof(Py_ssize_t)):
        search.stopped = True
    return not search.stopped


# --- obstacles --------------------------------------------------------------------

cdef double box_distance(const Part* a, const Part* b) noexcept nogil:
    """How far the box of an obstacle is from the origin, at the least."""
    cdef double radius = a.radius + b.radius
    cdef double x = max(b.low_x - a.high_x, a.low_x - b.high_x) - radius
    cdef double y = max(b.low_y - a.high_y, a.low_y - b.high_y) - radius
    x = max(x, 0.0)
    y = max(y, 0.0)
    return sqrt(x * x + y * y)


cdef bint may_be_in_a_seam(const Part* part, const Side* side, const Part* other) noexcept nogil:
    """Whether a part is a point or a segment, and the other a polygon with neighbours."""
    return (part.n <= 2 and part.radius == 0.0 and other.n > 2 and other.radius == 0.0
            and side.count > 1)


cdef bint add_obstacle(Search* search, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    cdef const Part* part_a = search.a.parts + i
    cdef const Part* part_b = search.b.parts + j
    cdef const Obstacle* last
    cdef Py_ssize_t first = 0
    if search.count > 0:
        last = search.obstacles + search.count - 1
        first = last.first + last.n
    if not (make_room(<void**>&search.corners, &search.corner_room,
                      count_sum(first, count_sum(part_a.n, part_b.n) + 1), sizeof(Corner))
            and make_room(<void**>&search.obstacles, &search.obstacle_room, search.count + 1,
                          sizeof(Obstacle))):
        search.stopped = True
        return False
    lay_obstacle(&search.a, part_a, &search.b, part_b, search.corners, first,
                 search.obstacles + search.count)
    if may_be_in_a_seam(part_a, &search.b, part_b) or may_be_in_a_seam(part_b, &search.a, part_a):
        search.obstacles[search.count].radius = THICKNESS
        search.obstacles[search.count].thickness = THICKNESS
    search.count += 1
    return True


cdef void add_obstacles(Search* search, double reach) noexcept nogil:
    """All that are no farther than this from the origin."""
    cdef Py_ssize_t i, j
    search.count = 0
    for i in range(search.a.count):
        for j in range(search.b.count):
            if box_distance(search.a.parts + i, search.b.parts + j) <= reach:
                if not add_obstacle(search, i, j):
                    return
        if heard(&search.watch, search.b.count):
            search.stopped = True
            return


cdef double obstacle_gap(const Search* search, const Obstacle* obstacle, double x,
                         double y) noexcept nogil:
    """How far a place is out of an obstacle; exact enough to tell what is left of an overlap."""
    cdef Py_ssize_t face
    cdef double gap = core_gap(search.corners + obstacle.first, obstacle.n, x, y, &face)
    if fabs(gap - obstacle.radius) < DOUBT and face >= 0:
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

cdef double reach_along(const Cell* cell, const Corner* corner) noexcept nogil:
    """How far a square reaches across a face."""
    return cell.half * (fabs(corner.normal_x) + fabs(corner.normal_y)) + SLACK


cdef Filing file_sharp(Search* search, const Py_ssize_t* faces, Py_ssize_t count,
                       const Cell* cell, Py_ssize_t* out, Py_ssize_t* kept) noexcept nogil:
    """Write those faces of an obstacle without a radius that pass a square."""
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


cdef Filing file_round(const Search* search, const Obstacle* obstacle,
                       const Cell* cell) noexcept nogil:
    cdef double reach = 1.5 * cell.half + SLACK     # more than to the corners of the square
    cdef Py_ssize_t face
    cdef double gap = core_gap(search.corners + obstacle.first, obstacle.n, cell.x, cell.y,
                               &face) - obstacle.radius
    if gap >= reach:
        return OUTSIDE
    return CROSSED if gap > -reach else COVERED


cdef Filing file_obstacle(Search* search, Py_ssize_t place, const Cell* cell,
                          Py_ssize_t end) noexcept nogil:
    """Write at `end` what of an obstacle, listed at `place`, passes a square."""
    cdef Py_ssize_t* listed = search.listed
    cdef const Obstacle* obstacle = search.obstacles + listed[place]
    cdef Filing filing
    cdef Py_ssize_t kept = 0, k
    if obstacle.radius == 0.0 and obstacle.n > 1:
        filing = file_sharp(search, listed + place + 2, listed[place + 1], cell, listed + end + 2,
                            &kept)
    else:
        filing = file_round(search, obstacle, cell)
        for k in range(obstacle.n):
            listed[end + 2 + k] = obstacle.first + k
        kept = obstacle.n
    listed[end] = listed[place]
    listed[end + 1] = kept
    return filing


cdef Py_ssize_t list_square(Search* search, Py_ssize_t first, Py_ssize_t end, const Cell* cell,
                            Py_ssize_t* curves) noexcept nogil:
    """List at `end` what of a list passes a square; returns its end, or -1 of one that is covered."""
    cdef Py_ssize_t place = first, to = end
    cdef Filing filing
    curves[0] = 0
    while place < end:
        # A rounded obstacle is listed whole, a sharp one not longer than it was.
        if not has_room_to_list(search, to + search.listed[place + 1] + 2):
            return -1
        filing = file_obstacle(search, place, cell, to)
        if filing == COVERED:
            return -1
        if filing == CROSSED:
            curves[0] += search.listed[to + 1]
            to += search.listed[to + 1] + 2
        place += search.listed[place + 1] + 2
    return to


cdef Py_ssize_t list_all(Search* search) noexcept nogil:
    """List all faces of all obstacles; returns the end of the list."""
    cdef const Obstacle* obstacle
    cdef Py_ssize_t i, k, end = 0
    for i in range(search.count):
        obstacle = search.obstacles + i
        if not has_room_to_list(search, end + obstacle.n + 2):
            return 0
        search.listed[end] = i
        search.listed[end + 1] = obstacle.n
        for k in range(obstacle.n):
            search.listed[end + 2 + k] = obstacle.first + k
        end += obstacle.n + 2
    return end


# --- feet and crossings -----------------------------------------------------------

cdef double curve_gap(const Search* search, const Curve* curve, double x, double y,
                      double* normal_x, double* normal_y) noexcept nogil:
    """How far a place is out of a face's line, or of an arc's circle; and the unit way out."""
    cdef const Corner* corner = search.corners + curve.corner
    if curve.is_arc:
        return unit_vector(x - corner.x, y - corner.y, normal_x, normal_y) - curve.radius
    normal_x[0] = corner.normal_x
    normal_y[0] = corner.normal_y
    return accurate_face_gap(&search.a, &search.b, corner, x, y) - curve.radius


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
            for k in range(search.listed[place + 1]):
                corner = search.corners + search.listed[place + 2 + k]
                gap = face_gap(corner, x, y)
                if fabs(gap) < DOUBT:
                    gap = accurate_face_gap(&search.a, &search.b, corner, x, y)
                widest = max(widest, gap)
            if widest < -TOLERANCE:
                return False
        place += search.listed[place + 1] + 2
    return True


cdef bint is_in_square(const Cell* cell, double x, double y, double slack) noexcept nogil:
    return fabs(x - cell.x) <= cell.half + slack and fabs(y - cell.y) <= cell.half + slack


cdef bint leads_farther(const Search* search, double x, double y, const Best* best) noexcept nogil:
    """Whether a way leads farther along the direction that is asked for; of those that lead as far,
    the one to the left of it."""
    cdef double dx = x - best.x, dy = y - best.y
    cdef double along = search.toward_x * dx + search.toward_y * dy
    return not best.found or along > search.alike or (
        along >= -search.alike and search.toward_x * dy - search.toward_y * dx > search.alike)


cdef bint attempt(Search* search, Py_ssize_t first, Py_ssize_t end, const Cell* cell, double x,
                  double y, double bare_x, double bare_y, Best* best) noexcept nogil:
    """Take a place if it is free and the best: the shortest, of equal ones that farthest along the
    direction asked for. That is told by where it is without the thickness that closes seams.
    """
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


cdef bint find_foot(const Search* search, const Curve* curve, double* x, double* y,
                    double* normal_x, double* normal_y) noexcept nogil:
    """Where the way from the origin to a boundary around it is the shortest; and the way out there.
    """
    cdef double gap = curve_gap(search, curve, 0.0, 0.0, normal_x, normal_y)
    cdef int round
    x[0] = y[0] = 0.0
    if gap > TOLERANCE:
        return False
    if normal_x[0] == 0.0 and normal_y[0] == 0.0:       # concentric: a's normal is +x then
        normal_x[0] = -1.0
    for round in range(3):
        x[0] -= gap * normal_x[0]
        y[0] -= gap * normal_y[0]
        gap = curve_gap(search, curve, x[0], y[0], normal_x, normal_y)
    return True


cdef bint find_crossing(const Search* search, const Curve* p, const Curve* q, double* x,
                        double* y) noexcept nogil:
    """Where two boundaries cross, from a place near there on; False if there is none."""
    cdef double px, py, qx, qy, gap_p, gap_q, sine
    cdef int round
    for round in range(3):
        gap_p = curve_gap(search, p, x[0], y[0], &px, &py)
        gap_q = curve_gap(search, q, x[0], y[0], &qx, &qy)
        sine = px * qy - py * qx
        if fabs(sine) < SLACK:      # along each other: they are as near as can be
            return True
        x[0] -= (gap_p * qy - gap_q * py) / sine
        y[0] -= (gap_q * px - gap_p * qx) / sine
        if not (fabs(x[0]) <= 4.0 and fabs(y[0]) <= 4.0):
            return False
    return True


cdef void leave_thickness(const Search* search, const Curve* p, const Curve* q, double* x,
                          double* y) noexcept nogil:
    """Find a foot on one boundary, or a crossing of two, again without what only closes seams."""
    cdef const Curve* curves[2]
    cdef Curve bare[2]
    cdef double normal_x, normal_y
    cdef int k
    curves[0], curves[1] = p, q
    for k in range(1 + (q is not NULL)):
        bare[k] = curves[k][0]
        bare[k].radius -= bare[k].thickness
        if bare[k].is_arc and bare[k].thickness > 0.0:     # about a corner, which it leaves alone
            x[0], y[0] = search.corners[bare[k].corner].x, search.corners[bare[k].corner].y
            return
    if q is not NULL:
        find_crossing(search, &bare[0], &bare[1], x, y)
    elif not find_foot(search, &bare[0], x, y, &normal_x, &normal_y):
        x[0] = y[0] = 0.0


cdef void attempt_foot(Search* search, Py_ssize_t first, Py_ssize_t end, const Cell* cell,
                       const Curve* curve) noexcept nogil:
    cdef Best* best = &search.foot
    cdef double normal_x, normal_y, x, y, bare_x, bare_y
    if not find_foot(search, curve, &x, &y, &normal_x, &normal_y):
        return
    bare_x, bare_y = x, y
    if curve.thickness > 0.0:
        leave_thickness(search, curve, NULL, &bare_x, &bare_y)
    if attempt(search, first, end, cell, x, y, bare_x, bare_y, best):
        best.normal_x, best.normal_y = normal_x, normal_y


cdef void attempt_crossing(Search* search, Py_ssize_t first, Py_ssize_t end, const Cell* cell,
                           const Curve* p, const Curve* q, double x, double y) noexcept nogil:
    """Where two boundaries cross, near to a place."""
    cdef double bare_x, bare_y
    if not find_crossing(search, p, q, &x, &y):
        return
    bare_x, bare_y = x, y
    if p.thickness > 0.0 or q.thickness > 0.0:
        leave_thickness(search, p, q, &bare_x, &bare_y)
    attempt(search, first, end, cell, x, y, bare_x, bare_y, &search.crossing)


cdef void attempt_chord(Search* search, Py_ssize_t first, Py_ssize_t end, const Cell* cell,
                        const Curve* p, const Curve* arc, double x, double y,
                        double distance) noexcept nogil:
    """Where a circle is crossed by a line of unit normal (x, y), `distance` from its centre."""
    cdef const Corner* centre = search.corners + arc.corner
    cdef double half = (arc.radius - distance) * (arc.radius + distance)
    if half < -SLACK:
        return
    half = sqrt(max(half, 0.0))
    attempt_crossing(search, first, end, cell, p, arc, centre.x + x * distance - y * half,
                     centre.y + y * distance + x * half)
    if half > 0.0:
        attempt_crossing(search, first, end, cell, p, arc, centre.x + x * distance + y * half,
                         centre.y + y * distance - x * half)


cdef void attempt_crossings(Search* search, Py_ssize_t first, Py_ssize_t end, const Cell* cell,
                            const Curve* p, const Curve* q) noexcept nogil:
    cdef const Corner* one = search.corners + p.corner
    cdef const Corner* other = search.corners + q.corner
    cdef double x, y, length, sine, along, across
    if p.is_arc and q.is_arc:
        length = unit_vector(one.x - other.x, one.y - other.y, &x, &y)
        if length > 0.0:
            attempt_chord(search, first, end, cell, p, q, x, y, 0.5 * (
                length - (p.radius - q.radius) * ((p.radius + q.radius) / length)))
    elif p.is_arc:
        attempt_crossings(search, first, end, cell, q, p)
    elif q.is_arc:
        attempt_chord(search, first, end, cell, p, q, one.normal_x, one.normal_y,
                      p.radius - face_gap(one, other.x, other.y))
    else:
        sine = one.normal_x * other.normal_y - one.normal_y * other.normal_x
        if fabs(sine) < SLACK:
            return
        along = face_gap(one, cell.x, cell.y) - p.radius
        across = face_gap(other, cell.x, cell.y) - q.radius
        x = cell.x - (along * other.normal_y - across * one.normal_y) / sine
        y = cell.y - (across * one.normal_x - along * other.normal_x) / sine
        if is_in_square(cell, x, y, SLACK + 4.0 * SLACK / fabs(sine)):
            attempt_crossing(search, first, end, cell, p, q, x, y)


cdef void add_curve(Search* search, const Cell* cell, Py_ssize_t number, Py_ssize_t corner,
                    bint is_arc, Py_ssize_t* count) noexcept nogil:
    """Add a face or an arc, if it passes a square."""
    cdef Curve* curve = search.curves + count[0]
    cdef double gap, reach, x, y
    curve.corner = corner
    curve.is_arc = is_arc
    curve.radius = search.obstacles[number].radius
    curve.thickness = search.obstacles[number].thickness
    curve.obstacle = number
    if is_arc:
        reach = 1.5 * cell.half + SLACK
        gap = corner_distance(search.corners + corner, cell.x, cell.y) - curve.radius
    else:
        reach = reach_along(cell, search.corners + corner)
        gap = face_gap(search.corners + corner, cell.x, cell.y) - curve.radius
    count[0] += fabs(gap) <= reach


cdef Py_ssize_t gather_curves(Search* search, Py_ssize_t first, Py_ssize_t end,
                              const Cell* cell) noexcept nogil:
    """Gather the faces and arcs that pass a square; returns how many."""
    cdef Py_ssize_t place = first, k, count = 0
    cdef const Obstacle* obstacle
    if not make_room(<void**>&search.curves, &search.curve_room, 2 * (end - first),
                     sizeof(Curve)):
        search.stopped = True
        return 0
    while place < end:
        obstacle = search.obstacles + search.listed[place]
        for k in range(search.listed[place + 1]):
            if obstacle.n > 1:
                add_curve(search, cell, search.listed[place], search.listed[place + 2 + k], False,
                          &count)
            if obstacle.radius > 0.0:
                add_curve(search, cell, search.listed[place], search.listed[place + 2 + k], True,
                          &count)
        place += search.listed[place + 1] + 2
    return count


cdef void attempt_all(Search* search, Py_ssize_t first, Py_ssize_t end, const Cell* cell,
                      Py_ssize_t count) noexcept nogil:
    """Try all feet and crossings in a square; of one obstacle no two boundaries leave a notch."""
    cdef Py_ssize_t i, j
    cdef const Curve* curves = search.curves
    for i in range(count):
        attempt_foot(search, first, end, cell, curves + i)
    for i in range(count):
        for j in range(i):
            if curves[i].obstacle != curves[j].obstacle:
                attempt_crossings(search, first, end, cell, curves + j, curves + i)
        if heard(&search.watch, count):
            search.stopped = True
            return


# --- the search -------------------------------------------------------------------

cdef double square_distance(const Cell* cell) noexcept nogil:
    """How far a square is from the origin, or somewhat less."""
    cdef double x = max(fabs(cell.x) - cell.half - SLACK, 0.0)
    cdef double y = max(fabs(cell.y) - cell.half - SLACK, 0.0)
    return sqrt(x * x + y * y)


cdef void cut_in_four(const Cell* cell, Cell* quarters) noexcept nogil:
    """The quarters of a square, the nearest to the origin first."""
    cdef double half = 0.5 * cell.half
    cdef double x = half if cell.x <= 0.0 else -half, y = half if cell.y <= 0.0 else -half
    cdef bint wide = fabs(cell.x) < fabs(cell.y)
    cdef int k
    for k in range(4):
        quarters[k].half = half
    quarters[0].x, quarters[0].y = cell.x + x, cell.y + y
    quarters[1 + (not wide)].x, quarters[1 + (not wide)].y = cell.x - x, cell.y + y
    quarters[1 + wide].x, quarters[1 + wide].y = cell.x + x, cell.y - y
    quarters[3].x, quarters[3].y = cell.x - x, cell.y - y


cdef void search_square(Search* search, Py_ssize_t first, Py_ssize_t end, const Cell* cell,
                        Py_ssize_t passing, int stalled) noexcept nogil:
    """Find the best place in a square, of which the list of a larger one tells what may pass it."""
    cdef Py_ssize_t to, listed, curves
    cdef Cell quarters[4]
    cdef int k
    if search.stopped or square_distance(cell) > search.limit:
        return
    to = list_square(search, first, end, cell, &listed)
    if to <= end:
        return
    curves = gather_curves(search, end, to, cell)
    if heard(&search.watch, 1 + (to - first) // 4):
        search.stopped = True
    if search.stopped or curves == 0:
        return
    stalled = stalled + 1 if 4 * curves > 3 * passing else 0
    if curves <= FEW or stalled > STALLED or cell.half <= SLACK:
        attempt_all(search, end, to, cell, curves)
        return
    cut_in_four(cell, quarters)
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


cdef void search_wider_and_wider(Search* search) noexcept nogil:
    cdef double reach
    add_obstacles(search, SLACK)
    reach = 1.001 * greatest_depth(search) + SLACK
    search_about(search, reach)
    while not (search.foot.found or search.crossing.found or search.stopped):
        reach = 2.0 * reach
        search_about(search, reach)


cdef bint is_nearer(const Search* search, const Best* crossing, const Best* foot) noexcept nogil:
    """Whether a crossing goes before a foot. Beside a foot it does not: to both the ways are as
    long, but for rounding."""
    if not foot.found or crossing.least < foot.least - max(TOLERANCE, search.alike):
        return crossing.found
    return (crossing.found and crossing.least <= foot.least + search.alike
            and fabs(crossing.x - foot.x) + fabs(crossing.y - foot.y) > BESIDE
            and leads_farther(search, crossing.x, crossing.y, foot))


cdef Best choose(const Search* search) noexcept nogil:
    """The shorter of both ways."""
    return (search.crossing if is_nearer(search, &search.crossing, &search.foot)
            else search.foot)


# --- the groups -------------------------------------------------------------------

cdef int require_group(points_t points, indices_t offsets, numbers_t radii) except -1:
    cdef Py_ssize_t k, count = radii.shape[0]
    if (points.shape[1] != 2 or count == 0 or offsets.shape[0] != count + 1 or offsets[0] != 0
            or offsets[count] != points.shape[0]):
        raise ValueError("a group is points (n, 2), where those of each part begin, and radii")
    for k in range(count):
        if offsets[k] >= offsets[k + 1]:
            raise ValueError(f"part {k} has no points")
    return 0


cdef void widen(points_t points, numbers_t radii, double* box) noexcept:
    """Widen a box (low x, low y, high x, high y) to hold the points and the greatest radius."""
    cdef double radius = 0.0
    cdef Py_ssize_t k, axis
    for k in range(radii.shape[0]):
        radius = max(radius, radii[k])
    for k in range(points.shape[0]):
        for axis in range(2):
            box[axis] = min(box[axis], points[k, axis] - radius)
            box[2 + axis] = max(box[2 + axis], points[k, axis] + radius)


cdef void set_part(Side* side, Part* part, points_t points, Py_ssize_t start, Py_ssize_t stop,
                   int exponent) noexcept:
    """Copy the points of a part, in the unit, and each once only."""
    cdef Py_ssize_t k, to = part.first
    cdef double x, y
    for k in range(start, stop):
        x = ldexp(points[k, 0], exponent)
        y = ldexp(points[k, 1], exponent)
        if to == part.first or x != side.x[to - 1] or y != side.y[to - 1]:
            side.x[to], side.y[to] = x, y
            to += 1
    if to - part.first > 1 and (side.x[to - 1] == side.x[part.first]
                                and side.y[to - 1] == side.y[part.first]):
        to -= 1
    part.n = to - part.first
    part.low_x = part.high_x = side.x[part.first]
    part.low_y = part.high_y = side.y[part.first]
    for k in range(part.first, to):
        part.low_x = min(part.low_x, side.x[k])
        part.low_y = min(part.low_y, side.y[k])
        part.high_x = max(part.high_x, side.x[k])
        part.high_y = max(part.high_y, side.y[k])


cdef int set_side(Side* side, points_t points, indices_t offsets, numbers_t radii,
                  int exponent) except -1:
    cdef Py_ssize_t k, first = 0
    side.count = radii.shape[0]
    side.x = <double*>new_array(points.shape[0], sizeof(double))
    side.y = <double*>new_array(points.shape[0], sizeof(double))
    side.parts = <Part*>new_array(side.count, sizeof(Part))
    if side.x is NULL or side.y is NULL or side.parts is NULL:
        raise MemoryError
    for k in range(side.count):
        side.parts[k].first = first
        side.parts[k].radius = ldexp(radii[k], exponent)
        set_part(side, side.parts + k, points, offsets[k], offsets[k + 1], exponent)
        first += side.parts[k].n
    return 0


cdef void free_search(Search* search) noexcept:
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


cdef int start_search(Search* search, tuple a, tuple b) except -1:
    """Copy both groups in a unit of their size; returns the power of two that it is."""
    cdef points_t points_a = a[0], points_b = b[0]
    cdef indices_t offsets_a = a[1], offsets_b = b[1]
    cdef numbers_t radii_a = a[2], radii_b = b[2]
    cdef double box[4]
    cdef int exponent
    require_group(points_a, offsets_a, radii_a)
    require_group(points_b, offsets_b, radii_b)
    box[:] = [INFINITY, INFINITY, -INFINITY, -INFINITY]
    widen(points_a, radii_a, box)
    widen(points_b, radii_b, box)
    frexp(max(box[2] - box[0], box[3] - box[1]), &exponent)
    set_side(&search.a, points_a, offsets_a, radii_a, -exponent)
    set_side(&search.b, points_b, offsets_b, radii_b, -exponent)
    start_watch(&search.watch)
    return exponent


cdef int raise_stopped(const Search* search) except -1:
    raise_heard()
    if search.stopped:
        raise MemoryError
    return 0


cdef tuple told(const Best* best, int exponent):
    """A move, and the unit normal from a to b."""
    cdef double normal_x = best.normal_x, normal_y = best.normal_y
    if normal_x == 0.0 and normal_y == 0.0:
        if unit_vector(best.x, best.y, &normal_x, &normal_y) == 0.0:
            normal_x = -1.0
    return (ldexp(best.x, exponent), ldexp(best.y, exponent), 0.0 - normal_x, 0.0 - normal_y)


cdef int read_box(tuple group, double* box) except -1:
    """The bounding box of a group: where it begins, with the sign changed, and ends."""
    cdef points_t points = group[0]
    cdef indices_t offsets = group[1]
    cdef numbers_t radii = group[2]
    cdef Py_ssize_t part, k, axis
    require_group(points, offsets, radii)
    box[:] = [-INFINITY, -INFINITY, -INFINITY, -INFINITY]
    for part in range(radii.shape[0]):
        for k in range(offsets[part], offsets[part + 1]):
            for axis in range(2):
                box[axis] = max(box[axis], radii[part] - points[k, axis])
                box[2 + axis] = max(box[2 + axis], points[k, axis] + radii[part])
    return 0


def compare_boxes(tuple a not None, tuple b not None):
    """Which of two groups, as above, has the bounding box that begins farther to the right, or else
    higher, or ends earlier: -1 for a, 1 for b, 0 for equal boxes. And the size of both together."""
    cdef double one[4]
    cdef double other[4]
    cdef int k, order = 0
    read_box(a, one)
    read_box(b, other)
    for k in range(3, -1, -1):
        if one[k] != other[k]:
            order = -1 if one[k] < other[k] else 1
    return order, max(max(one[0], other[0]) + max(one[2], other[2]),
                      max(one[1], other[1]) + max(one[3], other[3]))


def shortest_parting(tuple a not None, tuple b not None):
    """The shortest move of a that parts two groups of which the interiors meet.

    A group is a tuple: points (n, 2), where those of each part begin, (parts + 1,), and the radii
    (parts,). Of moves as short, the leftmost, or else the lowest. Returns (x, y, normal_x, normal_y),
    the unit normal from a to b.
    """
    cdef Search search
    cdef Best best
    cdef int exponent
    memset(&search, 0, sizeof(Search))
    search.toward_x, search.alike = -1.0, TIED
    try:
        exponent = start_search(&search, a, b)
        with nogil:
            search_wider_and_wider(&search)
        raise_stopped(&search)
        best = choose(&search)
    finally:
        free_search(&search)
    return told(&best, exponent)


def parting_toward(tuple a not None, tuple b not None, double depth, double toward_x,
                   double toward_y):
    """Of all moves as short as that, which is `depth` long, the one that leads farthest along a
    direction, not 0; of two that lead as far, the one to the left of it. None where rounding finds
    none.
    """
    cdef Search search
    cdef Best best
    cdef int exponent
    memset(&search, 0, sizeof(Search))
    unit_vector(toward_x, toward_y, &search.toward_x, &search.toward_y)
    search.alike = NEARLY_TIED
    try:
        exponent = start_search(&search, a, b)
        with nogil:
            search_about(&search, ldexp(depth, -exponent) + NEARLY_TIED)
        raise_stopped(&search)
        if not (search.foot.found or search.crossing.found):
            return None
        best = choose(&search)
    finally:
        free_search(&search)
    return told(&best, exponent)


# --- groups that touch ------------------------------------------------------------

cdef struct Touching:
    Wedge* wedges           # each once
    Py_ssize_t count
    Py_ssize_t room
    double tolerance
    Opening* openings
    Watch watch
    bint stopped            # by a signal, or without memory


cdef void add_wedges(Touching* touching, const Convex* a, const Convex* b) noexcept nogil:
    """Add the tangent cone of two parts, if they touch."""
    cdef double tolerance = touching.tolerance
    cdef Wedge[2] wedges
    cdef Cone cone
    cdef int k
    tangent_cone(a, b, 0.0, 0.0, tolerance, &cone)
    for k in range(read_wedges(&cone, a, b, tolerance, wedges)):
        if wedge_is_known(touching.wedges, touching.count, wedges + k):
            continue
        if not make_room(<void**>&touching.wedges, &touching.room, touching.count + 1,
                         sizeof(Wedge)):
            touching.stopped = True
            return
        touching.wedges[touching.count] = wedges[k]
        touching.count += 1


cdef void look_around(Touching* touching, ShapeBlock a, ShapeBlock b, indices_t i,
                      indices_t j) noexcept nogil:
    cdef Restored memory_a, memory_b
    cdef Py_ssize_t k
    lay_out(&a.shapes, &memory_a)
    lay_out(&b.shapes, &memory_b)
    for k in range(i.shape[0]):
        add_wedges(touching, convex_at(&a.shapes, i[k], &memory_a),
                   convex_at(&b.shapes, j[k], &memory_b))
        if touching.stopped or heard(&touching.watch, 1 + touching.count):
            touching.stopped = True
            return


cdef Choice find_face(Touching* touching) noexcept nogil:
    cdef Py_ssize_t k, openings = 0
    cdef Choice best
    best.found = False
    touching.openings = <Opening*>new_array(touching.count, sizeof(Opening))
    if touching.openings is NULL:
        touching.stopped = True
        return best
    for k in range(touching.count):
        openings += opens_after(touching.wedges, touching.count, k, touching.openings + openings)
        if heard(&touching.watch, touching.count):
            touching.stopped = True
            return best
    return best_face(touching.wedges, touching.count, touching.openings, openings)


def touching_normal(ShapeBlock a not None, ShapeBlock b not None, indices_t i not None,
                    indices_t j not None, double size):
    """The unit normal from a to b of groups that touch without an overlap.

    Parts i[k] of a and j[k] of b are near each other; others do not touch. `size` is that of the
    box around both groups. See openings.pxd for which normal that is. It does not depend on how
    the groups are cut into parts.
    """
    cdef Touching touching
    cdef Choice best
    cdef Py_ssize_t k
    for k in range(i.shape[0]):
        if not (k < j.shape[0] and 0 <= i[k] < a.count and 0 <= j[k] < b.count):
            raise IndexError("there is no such part")
    memset(&touching, 0, sizeof(Touching))
    touching.tolerance = place_tolerance(size)
    start_watch(&touching.watch)
    try:
        with nogil:
            look_around(&touching, a, b, i, j)
            best = find_face(&touching)
        raise_heard()
        if touching.stopped:
            raise MemoryError
    finally:
        PyMem_RawFree(touching.wedges)
        PyMem_RawFree(touching.openings)
    # Points have no face.
    return (0.0 - best.out.x, 0.0 - best.out.y) if best.found else (1.0, 0.0)
