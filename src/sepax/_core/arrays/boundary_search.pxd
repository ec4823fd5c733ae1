"""Where a point, or a direction from it, lies beside the boundary of an outline: exact, by
orientations of posed vertices.

A tree finds the edges of a large boundary. Each ring through a point of the boundary has a wedge to
its left there: counter-clockwise from the direction of the edge that begins at the point to that of
the edge that ends there. Where rings touch, most wedges count: the boundary winds around a point 0
times or once, and once more within each of them.
"""

from libc.stdint cimport uint32_t

from sepax._core.arrays.bounds cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y
from sepax._core.arrays.index cimport FANOUT, MOST_LEVELS, NODE, lowest_bit, overlap_mask
from sepax._core.arrays.rings cimport (
    Boundary, EdgeWalk, next_edge, place_vertex, start_edges, vertex_behind)
from sepax._core.arrays.rows cimport Rows, node_in_rows, read_edge
from sepax._core.kernels.convex cimport COORDINATE_LIMIT
from sepax._core.kernels.pose cimport Pose
from sepax._core.kernels.predicates cimport dot_sign, orient2d

cdef enum:
    FEW_EDGES = 64      # of a boundary, up to which a scan for a point beats its tree

cdef enum Side:
    OUTSIDE = -1
    ON_BOUNDARY = 0
    INSIDE = 1

cdef struct RowSearch:
    # The edges, or parts, whose boxes meet a box; without a tree all of them.
    const Rows* rows
    double box[4]
    Py_ssize_t next, count
    uint32_t entry[MOST_LEVELS * FANOUT]
    int level[MOST_LEVELS * FANOUT]

cdef struct NearEdges:
    # Of a boundary, for the points of a box: edges that count for some of them only, and the winding
    # number by those that count for all.
    double ends[4 * (FEW_EDGES + 1)]     # the last place is for one that is not kept
    Py_ssize_t count, winding

cdef struct Wedge:
    # From the direction of one point to that of another, counter-clockwise, as seen from a third.
    double start_x, start_y, end_x, end_y


cdef inline void seek_in_box(RowSearch* search, const Rows* rows, double low_x, double low_y,
                            double high_x, double high_y) noexcept nogil:
    search.rows = rows
    search.box[LOW_X] = low_x
    search.box[LOW_Y] = low_y
    search.box[HIGH_X] = high_x
    search.box[HIGH_Y] = high_y
    search.next = rows.start
    search.count = 0
    if rows.tree is not NULL:
        search.entry[0] = 0
        search.level[0] = rows.tree.levels
        search.count = 1


cdef inline Py_ssize_t next_in_tree(RowSearch* search) noexcept nogil:
    cdef const Rows* rows = search.rows
    cdef double room[NODE]
    cdef unsigned mask
    cdef uint32_t entry
    cdef int level
    while search.count:
        search.count -= 1
        entry = search.entry[search.count]
        level = search.level[search.count]
        if level == 0:
            return rows.tree.row[entry]
        mask = overlap_mask(node_in_rows(rows, level, entry, room), search.box)
        while mask:
            search.entry[search.count] = entry * FANOUT + <uint32_t>lowest_bit(mask)
            search.level[search.count] = level - 1
            search.count += 1
            mask &= mask - 1
    return -1


cdef inline Py_ssize_t next_in_box(RowSearch* search) noexcept nogil:
    """A row that may meet the box; -1 at the end."""
    if search.rows.tree is not NULL:
        return next_in_tree(search)
    if search.next == search.rows.stop:
        return -1
    search.next += 1
    return search.next - 1


cdef inline bint is_between(double x, double y, const double* ends) noexcept nogil:
    """Whether a point is on an edge, but none of its ends."""
    return (orient2d(ends[0], ends[1], ends[2], ends[3], x, y) == 0
            and dot_sign(x, y, ends[0], ends[1], ends[2], ends[3]) < 0)


cdef inline bint cross_each_other(const double* a, const double* b) noexcept nogil:
    """Whether two edges have a point in common that is an end of neither."""
    return (orient2d(a[0], a[1], a[2], a[3], b[0], b[1])
            * orient2d(a[0], a[1], a[2], a[3], b[2], b[3]) < 0
            and orient2d(b[0], b[1], b[2], b[3], a[0], a[1])
            * orient2d(b[0], b[1], b[2], b[3], a[2], a[3]) < 0)


cdef inline bint touches_crossing(const Rows* edges, const double* a,
                                  const double* b) noexcept nogil:
    """Whether a vertex of a boundary is where two edges cross each other. More than two sides meet
    there, and the directions from the vertex decide."""
    cdef RowSearch search
    cdef double ends[4]
    cdef Py_ssize_t k
    seek_in_box(&search, edges, max(min(a[0], a[2]), min(b[0], b[2])),
                max(min(a[1], a[3]), min(b[1], b[3])), min(max(a[0], a[2]), max(b[0], b[2])),
                min(max(a[1], a[3]), max(b[1], b[3])))
    while True:
        k = next_in_box(&search)
        if k < 0:
            return False
        read_edge(edges, k, ends)
        if (orient2d(a[0], a[1], a[2], a[3], ends[0], ends[1]) == 0
                and orient2d(b[0], b[1], b[2], b[3], ends[0], ends[1]) == 0):
            return True


# --- where a point is -------------------------------------------------------------------

cdef inline Side side_of_point(const Rows* edges, double x, double y) noexcept nogil:
    """Where a point is, by the winding number of the boundary: from edges that cross the level of
    the point to the right of it."""
    cdef RowSearch search
    cdef double ends[4]
    cdef Py_ssize_t k, winding = 0
    cdef int turn
    seek_in_box(&search, edges, x, y, 2.0 * COORDINATE_LIMIT, y)
    while True:
        k = next_in_box(&search)
        if k < 0:
            return INSIDE if winding > 0 else OUTSIDE
        read_edge(edges, k, ends)
        if ends[0] == x and ends[1] == y:
            return ON_BOUNDARY
        if ends[1] == ends[3]:
            if ends[1] == y and min(ends[0], ends[2]) <= x <= max(ends[0], ends[2]):
                return ON_BOUNDARY
        elif min(ends[1], ends[3]) <= y <= max(ends[1], ends[3]):
            turn = orient2d(ends[0], ends[1], ends[2], ends[3], x, y)
            if turn == 0:
                return ON_BOUNDARY
            if ends[1] <= y < ends[3]:
                winding += turn > 0
            elif ends[3] <= y < ends[1]:
                winding -= turn < 0


cdef inline bint passes_edge(double x0, double y0, double x1, double y1, double x, double y,
                             Py_ssize_t* winding) noexcept nogil:
    """Whether a point is on an edge; else count the edge if it crosses the point's level to the
    right of it."""
    cdef int turn
    if (y0 > y and y1 > y) or (y0 < y and y1 < y) or (x0 < x and x1 < x):
        return False
    if x0 > x and x1 > x:
        winding[0] += (y0 <= y < y1) - (y1 <= y < y0)
        return False
    if y0 == y1:
        return True
    turn = orient2d(x0, y0, x1, y1, x, y)
    if turn == 0:
        return True
    if y0 <= y < y1:
        winding[0] += turn > 0
    elif y1 <= y < y0:
        winding[0] -= turn < 0
    return False


cdef inline Side side_of_few_edges(const Boundary* boundary, const Pose* place, double x,
                                   double y) noexcept nogil:
    """`side_of_point` for a boundary of few edges. It reads all of them, and each vertex once. Most
    edges do not reach the level of the point. Most of the others are on one side of it."""
    cdef EdgeWalk walk
    cdef Py_ssize_t k, winding = 0
    start_edges(&walk)
    for k in range(boundary.count):
        next_edge(boundary, place, k, &walk)
        if passes_edge(walk.x0, walk.y0, walk.x1, walk.y1, x, y, &winding):
            return ON_BOUNDARY
    return INSIDE if winding > 0 else OUTSIDE


# --- where the points of a box are --------------------------------------------------------

cdef inline void keep_edge(NearEdges* near, double x0, double y0, double x1, double y1,
                           const double* box) noexcept nogil:
    """Keep an edge unless it counts for no point of a box, or alike for all of them. Without
    branches: nobody can foresee them."""
    cdef double* ends = near.ends + 4 * near.count
    cdef bint apart = ((min(y0, y1) > box[HIGH_Y]) | (max(y0, y1) < box[LOW_Y])
                       | (max(x0, x1) < box[LOW_X]))
    cdef bint right = min(x0, x1) > box[HIGH_X]
    cdef bint rises = right & (y0 <= box[LOW_Y]) & (box[HIGH_Y] < y1)
    cdef bint falls = right & (y1 <= box[LOW_Y]) & (box[HIGH_Y] < y0)
    ends[0], ends[1], ends[2], ends[3] = x0, y0, x1, y1
    near.winding += rises - falls
    near.count += (apart | rises | falls) == 0


cdef inline void find_near_edges(const Boundary* boundary, const Pose* place, const double* box,
                                 NearEdges* near) noexcept nogil:
    """Find what decides where the points of a box are, for a boundary of few edges."""
    cdef EdgeWalk walk
    cdef Py_ssize_t k
    near.count = near.winding = 0
    start_edges(&walk)
    for k in range(min(boundary.count, FEW_EDGES)):
        next_edge(boundary, place, k, &walk)
        keep_edge(near, walk.x0, walk.y0, walk.x1, walk.y1, box)


cdef inline Side side_of_near_edges(const NearEdges* near, double x, double y) noexcept nogil:
    """`side_of_few_edges` for a point of the box."""
    cdef Py_ssize_t winding = near.winding, k
    cdef const double* ends = &near.ends[0]
    for k in range(near.count):
        if passes_edge(ends[0], ends[1], ends[2], ends[3], x, y, &winding):
            return ON_BOUNDARY
        ends += 4
    return INSIDE if winding > 0 else OUTSIDE


# --- directions around a point of the boundary --------------------------------------------

cdef inline bint wedge_holds(const Wedge* wedge, double x, double y, double to_x,
                             double to_y) noexcept nogil:
    """Whether the direction from a point to another is in a wedge there, or is its first one."""
    cdef int after = orient2d(x, y, wedge.start_x, wedge.start_y, to_x, to_y)
    cdef int before = orient2d(x, y, to_x, to_y, wedge.end_x, wedge.end_y)
    cdef int turn = orient2d(x, y, wedge.start_x, wedge.start_y, wedge.end_x, wedge.end_y)
    if is_along(x, y, wedge.start_x, wedge.start_y, to_x, to_y):
        return True
    if turn > 0:
        return after > 0 and before > 0
    if turn < 0:
        return after > 0 or before > 0
    return after > 0


cdef inline bint is_along(double x, double y, double to_x, double to_y, double other_x,
                          double other_y) noexcept nogil:
    """Whether the directions from a point to two others are equal."""
    return (orient2d(x, y, to_x, to_y, other_x, other_y) == 0
            and dot_sign(x, y, to_x, to_y, other_x, other_y) > 0)


cdef inline bint next_wedge(RowSearch* search, double x, double y, Wedge* wedge) noexcept nogil:
    """The next wedge at a point, in a search for edges there; False at the end. Edges without a
    length have none."""
    cdef const Rows* edges = search.rows
    cdef double ends[4]
    cdef Py_ssize_t k, behind, step
    while True:
        k = next_in_box(search)
        if k < 0:
            return False
        read_edge(edges, k, ends)
        if ends[0] == x and ends[1] == y:
            continue
        wedge.end_x = ends[0]
        wedge.end_y = ends[1]
        wedge.start_x = ends[2]
        wedge.start_y = ends[3]
        behind = vertex_behind(edges.boundary, k)
        for step in range(edges.boundary.count):
            if wedge.start_x != x or wedge.start_y != y:
                break
            behind = vertex_behind(edges.boundary, behind)
            place_vertex(edges.boundary, edges.place, behind, &wedge.start_x, &wedge.start_y)
        if ends[2] == x and ends[3] == y or is_between(x, y, ends):
            return True


cdef inline Py_ssize_t count_wedges(const Rows* edges, double x, double y, double to_x,
                                    double to_y) noexcept nogil:
    """How many wedges at a point lie just counter-clockwise of the direction to another one."""
    cdef RowSearch search
    cdef Wedge wedge
    cdef Py_ssize_t count = 0
    seek_in_box(&search, edges, x, y, x, y)
    while next_wedge(&search, x, y, &wedge):
        count += wedge_holds(&wedge, x, y, to_x, to_y)
    return count


cdef inline Side side_after(const Rows* edges, double x, double y, double to_x,
                            double to_y) noexcept nogil:
    """The side just counter-clockwise of a direction from a point of the boundary. Behind edges
    that begin there it is inside."""
    cdef RowSearch search
    cdef Wedge wedge
    cdef Py_ssize_t most = 0
    seek_in_box(&search, edges, x, y, x, y)
    while next_wedge(&search, x, y, &wedge):
        # They are the same, unless rings that touch cross once they are posed.
        most = max(most, count_wedges(edges, x, y, wedge.start_x, wedge.start_y))
    return INSIDE if 0 < most == count_wedges(edges, x, y, to_x, to_y) else OUTSIDE


cdef inline Side side_of_direction(const Rows* edges, double x, double y, double to_x,
                                   double to_y) noexcept nogil:
    """The side to which the direction from a point of the boundary to another one leads."""
    cdef RowSearch search
    cdef Wedge wedge
    seek_in_box(&search, edges, x, y, x, y)
    while next_wedge(&search, x, y, &wedge):
        if (is_along(x, y, wedge.start_x, wedge.start_y, to_x, to_y)
                or is_along(x, y, wedge.end_x, wedge.end_y, to_x, to_y)):
            return ON_BOUNDARY
    return side_after(edges, x, y, to_x, to_y)


cdef inline bint directions_lead(const Rows* edges, const Rows* others, double x, double y,
                                 Side side) noexcept nogil:
    """Whether, at a point of both boundaries, the inside of the other one leads inside, or outside,
    of the first. It then does so where one of the two begins. Where rings that touch cross after
    posing, no edge certainly has the inside to its left."""
    cdef RowSearch search
    cdef Wedge wedge
    seek_in_box(&search, others, x, y, x, y)
    while next_wedge(&search, x, y, &wedge):
        if (side_after(edges, x, y, wedge.start_x, wedge.start_y) == side
                and side_after(others, x, y, wedge.start_x, wedge.start_y) == INSIDE):
            return True
    seek_in_box(&search, edges, x, y, x, y)
    while next_wedge(&search, x, y, &wedge):
        if side == OUTSIDE:     # behind the edge that ends there
            wedge.start_x = wedge.end_x
            wedge.start_y = wedge.end_y
        if (side_after(others, x, y, wedge.start_x, wedge.start_y) == INSIDE
                and side_after(edges, x, y, wedge.start_x, wedge.start_y) == side):
            return True
    return False
