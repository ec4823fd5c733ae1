"""The search among many pairs of parts, for which obstacles would take too long; see separate.pyx.

The plane of moves is cut into squares, and the nearest to the origin is next. A square that is in
one obstacle is finished. A square that few obstacles meet is searched for free places. Any other is
cut in four. Trees of rectangles find the obstacles; those that covered a square are tried first.
"""

from libc.math cimport INFINITY
from libc.string cimport memset

from sepax._core.interrupts cimport was_interrupted
from sepax._core.kernels.boundaries cimport (
    SLACK, Cell, quarter_square, reach_along, reach_of_circle, square_distance)
from sepax._core.kernels.convex cimport unit_vector
from sepax._core.kernels.obstacle cimport (
    Corner, Obstacle, Part, Side, Vertex, core_gap, face_gap, points_down)
from sepax._core.separate_frames cimport (
    WIDTH, Frame, Frames, build_frames, depth_of_frames, frame_at, free_frames, size_of_frame)
from sepax._core.separate_room cimport Room, grow, lend, release
from sepax._core.separate_search cimport (
    Search, add_pieces, farthest_of, first_free_corner, has_memory, reserve_obstacle, search_pieces,
    set_obstacle, start_pieces)

cdef enum:
    RECENT = 12         # obstacles that covered squares last
    MOST_NODES = 256    # pairs that wait when a cover is sought
    MOST_OPENED = 4000   # pairs of nodes that are opened for one,
    MOST_BUILT = 32     # and obstacles that are built
    MANY_POINTS = 20    # of two parts, whose obstacle is not built before a look at its depth
    FEW = 24            # pairs of boxes in a square that is as large as the first
    FEW_ROUND = 10      # faces and arcs of rounded obstacles: each crosses each other

cdef enum Covering:
    OUTSIDE             # of the obstacle is the square
    CROSSED             # by its boundary is the square
    COVERED

cdef struct Nodes:
    # Nodes of both trees, or parts at level 0, and how deep a square is in what they may cover.
    double depth
    Py_ssize_t a, b
    int level_a, level_b

cdef struct Recent:
    Room room               # of its corners
    Obstacle obstacle

cdef struct Square:
    Cell cell
    double distance
    int depth               # how often it was cut

cdef struct Squares:
    Search* search
    Frames a, b
    Recent[RECENT] recent   # the last one first
    Nodes[MOST_NODES] nodes
    Py_ssize_t node_count
    Room waiting            # a heap of squares
    Py_ssize_t count
    Room pairs              # that meet a square: places of parts of a and of b
    Py_ssize_t pair_count, stack_count
    Room stack


# --- the depth in large obstacles -----------------------------------------------------

cdef inline bint turns_before(const Vertex* edge, double x, double y) noexcept nogil:
    """Whether an edge comes before a direction, counter-clockwise from that of x on."""
    cdef bint is_down = points_down(x, y)
    if edge.is_down != is_down:
        return is_down
    return edge.normal_x * x + edge.normal_y * y < 0.0


cdef inline Py_ssize_t farthest_point(const Side* side, const Part* part, double x,
                                      double y) noexcept nogil:
    """The point of a part that is farthest along a direction, but for rounding."""
    cdef Py_ssize_t low = 0, high = part.n, middle
    while low < high:
        middle = (low + high) // 2
        if turns_before(side.points + turned_point(part, middle), -y, x):
            low = middle + 1
        else:
            high = middle
    return turned_point(part, low)


cdef inline Py_ssize_t turned_point(const Part* part, Py_ssize_t k) noexcept nogil:
    """Point k of a part, counted from the lowest on."""
    k += part.lowest - part.first
    while k >= part.n:
        k -= part.n
    return part.first + k


cdef inline double depth_along(const Search* search, const Part* a, const Part* b,
                               const Cell* cell, double x, double y) noexcept nogil:
    """How deep the middle of a square at most is in an obstacle, along a unit vector."""
    cdef const Vertex* of_a = search.a.points + farthest_point(&search.a, a, -x, -y)
    cdef const Vertex* of_b = search.b.points + farthest_point(&search.b, b, x, y)
    return (x * (of_b.x - of_a.x - cell.x) + y * (of_b.y - of_a.y - cell.y)
            + (a.radius + b.radius) + SLACK)


cdef inline double depth_of_parts(const Squares* squares, const Nodes* nodes,
                                  const Cell* cell) noexcept nogil:
    """The same for the way out from one middle to the other, and for the edges there; infinite of
    parts that have few points."""
    cdef const Search* search = squares.search
    cdef const Part* a = search.a.parts + squares.a.order[nodes.a]
    cdef const Part* b = search.b.parts + squares.b.order[nodes.b]
    cdef const Frame* frame_a = frame_at(&squares.a, 0, nodes.a)
    cdef const Frame* frame_b = frame_at(&squares.b, 0, nodes.b)
    cdef const Vertex* edge
    cdef double x, y, depth
    if a.n + b.n <= MANY_POINTS:
        return INFINITY
    unit_vector(frame_a.centre_x + cell.x - frame_b.centre_x,
                frame_a.centre_y + cell.y - frame_b.centre_y, &x, &y)
    depth = depth_along(search, a, b, cell, x, y)
    if b.n >= a.n:
        edge = search.b.points + farthest_point(&search.b, b, x, y)
        return min(depth, depth_along(search, a, b, cell, edge.normal_x, edge.normal_y))
    edge = search.a.points + farthest_point(&search.a, a, -x, -y)
    return min(depth, depth_along(search, a, b, cell, -edge.normal_x, -edge.normal_y))


# --- pairs of nodes -------------------------------------------------------------------

cdef inline double depth_in_nodes(const Squares* squares, const Nodes* nodes,
                                  const Cell* cell) noexcept nogil:
    return depth_of_frames(frame_at(&squares.a, nodes.level_a, nodes.a),
                           frame_at(&squares.b, nodes.level_b, nodes.b), cell.x, cell.y)


cdef inline bint opens_a(const Squares* squares, const Nodes* nodes) noexcept nogil:
    """Whether the node of a is opened: the larger one."""
    if nodes.level_a == 0 or nodes.level_b == 0:
        return nodes.level_a > 0
    return (size_of_frame(frame_at(&squares.a, nodes.level_a, nodes.a))
            >= size_of_frame(frame_at(&squares.b, nodes.level_b, nodes.b)))


cdef inline int open_nodes(const Squares* squares, const Nodes* nodes, const Cell* cell,
                           Nodes* below) noexcept nogil:
    """Write the pairs below a pair of nodes; returns how many. None is left out before all are
    there: so the processor works at several at once."""
    cdef bint of_a = opens_a(squares, nodes)
    cdef Py_ssize_t start = WIDTH * (nodes.a if of_a else nodes.b), end
    cdef int count = 0
    end = min(start + WIDTH, squares.a.count[nodes.level_a - 1] if of_a
              else squares.b.count[nodes.level_b - 1])
    while start < end:
        below[count] = nodes[0]
        if of_a:
            below[count].a, below[count].level_a = start, nodes.level_a - 1
        else:
            below[count].b, below[count].level_b = start, nodes.level_b - 1
        below[count].depth = depth_in_nodes(squares, below + count, cell)
        if below[count].level_a == 0 and below[count].level_b == 0:
            below[count].depth = min(below[count].depth,
                                     depth_of_parts(squares, below + count, cell))
        count += 1
        start += 1
    return count


cdef inline Nodes top_nodes(const Squares* squares, const Cell* cell) noexcept nogil:
    cdef Nodes nodes
    nodes.a = nodes.b = 0
    nodes.level_a, nodes.level_b = squares.a.levels - 1, squares.b.levels - 1
    nodes.depth = depth_in_nodes(squares, &nodes, cell)
    return nodes


# --- obstacles that cover a square ----------------------------------------------------

cdef inline Covering file_square(const Corner* corners, const Obstacle* obstacle,
                                 const Cell* cell) noexcept nogil:
    """Whether a square is in an obstacle, or outside."""
    cdef const Corner* corner = corners + obstacle.first
    cdef Covering filing = COVERED
    cdef double gap, reach
    cdef Py_ssize_t k
    if obstacle.radius > 0.0 or corner.length == 0.0:
        reach = reach_of_circle(cell)
        gap = core_gap(corner, obstacle.n, cell.x, cell.y, &k) - obstacle.radius
        return OUTSIDE if gap >= reach else (CROSSED if gap > -reach else COVERED)
    for k in range(obstacle.n):
        gap = face_gap(corner + k, cell.x, cell.y)
        reach = reach_along(cell, corner + k)
        if gap >= reach:
            return OUTSIDE
        if gap > -reach:
            filing = CROSSED
    return filing


cdef inline bint is_covered_again(Squares* squares, const Cell* cell) noexcept nogil:
    """Whether an obstacle that covered a square lately covers this one. It goes to the front."""
    cdef Recent found
    cdef int k
    for k in range(RECENT):
        found = squares.recent[k]
        if found.obstacle.n > 0 and file_square(<Corner*>found.room.items, &found.obstacle,
                                                cell) == COVERED:
            while k > 0:
                squares.recent[k] = squares.recent[k - 1]
                k -= 1
            squares.recent[0] = found
            return True
    return False


cdef inline bint covers_square(Squares* squares, Py_ssize_t a, Py_ssize_t b,
                               const Cell* cell) noexcept nogil:
    """Whether the obstacle of two parts, by their places, covers a square; it is then kept."""
    cdef const Search* search = squares.search
    cdef Recent* last = &squares.recent[RECENT - 1]
    cdef Recent found
    cdef Py_ssize_t i = squares.a.order[a], j = squares.b.order[b], k
    if not has_memory(squares.search, grow(
            &last.room, search.a.parts[i].n + search.b.parts[j].n + 1)):
        return False
    set_obstacle(search, i, j, <Corner*>last.room.items, 0, &last.obstacle)
    if file_square(<Corner*>last.room.items, &last.obstacle, cell) != COVERED:
        last.obstacle.n = 0
        return False
    found = last[0]
    for k in range(RECENT - 1, 0, -1):
        squares.recent[k] = squares.recent[k - 1]
    squares.recent[0] = found
    return True


cdef inline void push_nodes(Squares* squares, const Nodes* nodes) noexcept nogil:
    """Add a pair to those that wait, the deepest at the end. Where they are too many, the
    shallowest is left out."""
    cdef Nodes* waiting = squares.nodes
    cdef Py_ssize_t k = squares.node_count, i
    if k == MOST_NODES:
        if nodes.depth <= waiting[0].depth:
            return
        k -= 1
        for i in range(k):
            waiting[i] = waiting[i + 1]
        squares.node_count = k
    while k > 0 and waiting[k - 1].depth > nodes.depth:
        waiting[k] = waiting[k - 1]
        k -= 1
    waiting[k] = nodes[0]
    squares.node_count += 1


cdef inline bint find_cover(Squares* squares, const Cell* cell) noexcept nogil:
    """Look for an obstacle that covers a square, among the parts that overlap most by their
    frames: of all that overlap enough below the last one. It may be missed, most of all along the
    axes, where half a side is deep enough."""
    cdef Nodes nodes = top_nodes(squares, cell)
    cdef Nodes below[WIDTH]
    cdef double least = 1.2 * cell.half, enough = 1.5 * cell.half
    cdef int built = 0, opened = 0, count, k
    squares.node_count = 0
    push_nodes(squares, &nodes)
    while squares.node_count > 0 and opened < MOST_OPENED and not squares.search.stopped:
        squares.node_count -= 1
        nodes = squares.nodes[squares.node_count]
        if nodes.level_a == 0 and nodes.level_b == 0:
            built += 1
            if covers_square(squares, nodes.a, nodes.b, cell):
                return True
            if built == MOST_BUILT:
                return False
            continue
        opened += 1
        count = open_nodes(squares, &nodes, cell, below)
        for k in range(count):
            if below[k].depth >= least:
                below[k].depth = min(below[k].depth, enough)
                push_nodes(squares, below + k)
    return False


# --- what meets a square --------------------------------------------------------------

cdef inline bint list_pairs(Squares* squares, const Cell* cell, Py_ssize_t most) noexcept nogil:
    """List the pairs of parts that may meet a square, by their boxes; False for more than so
    many."""
    cdef Nodes nodes = top_nodes(squares, cell)
    cdef Nodes below[WIDTH]
    cdef double least = -reach_of_circle(cell)
    cdef Py_ssize_t waiting = 1
    cdef int count, k
    squares.pair_count = 0
    if not has_memory(squares.search, grow(&squares.stack, 1)):
        return False
    (<Nodes*>squares.stack.items)[0] = nodes
    while waiting > 0:
        waiting -= 1
        nodes = (<Nodes*>squares.stack.items)[waiting]
        if nodes.level_a == 0 and nodes.level_b == 0:
            if squares.pair_count == most or not has_memory(
                    squares.search, grow(&squares.pairs, squares.pair_count + 1)):
                return False
            (<Nodes*>squares.pairs.items)[squares.pair_count] = nodes
            squares.pair_count += 1
            continue
        count = open_nodes(squares, &nodes, cell, below)
        if not has_memory(squares.search, grow(&squares.stack, waiting + count)):
            return False
        for k in range(count):
            if below[k].depth >= least:
                (<Nodes*>squares.stack.items)[waiting] = below[k]
                waiting += 1
    return True


cdef inline Covering add_in_square(Squares* squares, const Nodes* nodes,
                                   const Cell* cell) noexcept nogil:
    """Add the obstacle of two parts, but without the faces which are too far to matter in a
    square."""
    cdef Search* search = squares.search
    cdef Py_ssize_t i = squares.a.order[nodes.a], j = squares.b.order[nodes.b], k, first, kept = 0
    cdef Obstacle* obstacle
    cdef Corner* corner
    cdef Covering filing
    if not reserve_obstacle(search, search.a.parts[i].n + search.b.parts[j].n + 1):
        return COVERED
    first = first_free_corner(search)
    obstacle = search.obstacles + search.count
    set_obstacle(search, i, j, search.corners, first, obstacle)
    filing = file_square(search.corners, obstacle, cell)
    if filing != CROSSED:
        return filing
    if obstacle.radius == 0.0 and obstacle.n > 1:
        corner = search.corners + first
        for k in range(obstacle.n):
            if face_gap(corner + k, cell.x, cell.y) > -reach_along(cell, corner + k):
                corner[kept] = corner[k]
                kept += 1
        obstacle.n = kept
    search.order[search.count] = search.count
    search.count += 1
    return CROSSED


cdef inline bint gather_obstacles(Squares* squares, const Cell* cell,
                                  bint* has_round) noexcept nogil:
    """Add all obstacles that cross a square, and tell whether one is round; False where one covers
    it."""
    cdef Search* search = squares.search
    cdef Py_ssize_t k
    has_round[0] = False
    start_pieces(search, cell)
    search.built = INFINITY
    for k in range(squares.pair_count):
        if add_in_square(squares, <Nodes*>squares.pairs.items + k, cell) == COVERED:
            return False
        if was_interrupted(&search.watch, 16):
            search.stopped = True
            return False
    for k in range(search.count):
        has_round[0] |= search.obstacles[k].radius > 0.0
    return True


# --- squares --------------------------------------------------------------------------

cdef inline bint push_square(Squares* squares, const Square* square) noexcept nogil:
    cdef Square* heap
    cdef Py_ssize_t k = squares.count
    if not has_memory(squares.search, grow(&squares.waiting, k + 1)):
        return False
    heap = <Square*>squares.waiting.items
    while k > 0 and heap[(k - 1) >> 1].distance > square.distance:
        heap[k] = heap[(k - 1) >> 1]
        k = (k - 1) >> 1
    heap[k] = square[0]
    squares.count += 1
    return True


cdef inline Square pop_square(Squares* squares) noexcept nogil:
    """Take the nearest square."""
    cdef Square* heap = <Square*>squares.waiting.items
    cdef Square nearest = heap[0], last
    cdef Py_ssize_t k = 0, below = 1
    squares.count -= 1
    last = heap[squares.count]
    while below < squares.count:
        if below + 1 < squares.count and heap[below + 1].distance < heap[below].distance:
            below += 1
        if heap[below].distance >= last.distance:
            break
        heap[k] = heap[below]
        k, below = below, 2 * below + 1
    heap[k] = last
    return nearest


cdef inline void cut_square(Squares* squares, const Square* square) noexcept nogil:
    cdef Cell quarters[4]
    cdef Square quarter
    cdef int k
    quarter_square(&square.cell, quarters)
    for k in range(4):
        quarter.cell = quarters[k]
        quarter.distance = square_distance(&quarter.cell)
        quarter.depth = square.depth + 1
        if quarter.distance <= farthest_of(squares.search):
            push_square(squares, &quarter)


cdef inline void search_square(Squares* squares, const Square* square) noexcept nogil:
    """Try the free places in a square, or cut it."""
    cdef Search* search = squares.search
    cdef const Cell* cell = &square.cell
    cdef Py_ssize_t most = <Py_ssize_t>24 << min(square.depth, 32) // 2, k
    cdef bint smallest = cell.half <= SLACK, has_round
    if is_covered_again(squares, cell) or find_cover(squares, cell) or search.stopped:
        return
    if not list_pairs(squares, cell, -1 if smallest else most):
        cut_square(squares, square)
        return
    if not gather_obstacles(squares, cell, &has_round) or search.stopped:
        return
    for k in range(search.count):
        if not add_pieces(search, k, False):
            return
    if has_round and search.piece_count > FEW_ROUND << min(square.depth // 4, 16) and not smallest:
        cut_square(squares, square)
    else:
        search_pieces(search)


cdef inline void search_all_squares(Squares* squares) noexcept nogil:
    cdef Square square
    square.cell.x = square.cell.y = 0.0
    square.cell.half = squares.search.reach
    square.distance = 0.0
    square.depth = 0
    push_square(squares, &square)
    while squares.count > 0 and not squares.search.stopped:
        square = pop_square(squares)
        if square.distance > farthest_of(squares.search):
            return
        search_square(squares, &square)
        if was_interrupted(&squares.search.watch, 64):
            squares.search.stopped = True


cdef inline void search_squares(Search* search) noexcept nogil:
    """Find the best place that is no farther from the origin than the reach of the search."""
    cdef Squares squares
    cdef int k
    memset(&squares, 0, sizeof(Squares))
    squares.search = search
    lend(&squares.waiting, NULL, 0, sizeof(Square))
    lend(&squares.pairs, NULL, 0, sizeof(Nodes))
    lend(&squares.stack, NULL, 0, sizeof(Nodes))
    for k in range(RECENT):
        lend(&squares.recent[k].room, NULL, 0, sizeof(Corner))
    if has_memory(search, build_frames(&squares.a, &search.a)) and has_memory(
            search, build_frames(&squares.b, &search.b)):
        search_all_squares(&squares)
    for k in range(RECENT):
        release(&squares.recent[k].room)
    release(&squares.waiting)
    release(&squares.pairs)
    release(&squares.stack)
    free_frames(&squares.a)
    free_frames(&squares.b)
