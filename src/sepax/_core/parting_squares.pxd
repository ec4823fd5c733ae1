"""The search among many pairs of parts, for which obstacles would take too long; see parting.pyx.

The plane of moves is cut into squares, and the nearest to the origin is next. A square that is in
one obstacle is finished. A square that few obstacles meet is searched for free places. Any other is
cut in four. Trees of boxes find the obstacles; those that covered a square are tried first.
"""

from cpython.mem cimport PyMem_RawFree
from libc.math cimport INFINITY
from libc.stdint cimport uint32_t
from libc.stdlib cimport qsort
from libc.string cimport memset

from sepax._core.arrays.extents cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y, add_box, copy_box, set_empty
from sepax._core.interrupts cimport was_interrupted
from sepax._core.kernels.boundaries cimport (
    SLACK, Cell, quarter_square, reach_along, reach_of_circle, square_distance)
from sepax._core.kernels.obstacle cimport Corner, Obstacle, Part, Side, core_gap, face_gap
from sepax._core.memory cimport count_sum, new_array
from sepax._core.parting_room cimport Room, grow, lend, release
from sepax._core.parting_search cimport (
    Search, Waiting, add_pieces, farthest_of, first_free_corner, has_memory, reserve_obstacle,
    search_pieces, set_obstacle, start_pieces)
from sepax._core.parting_sides cimport box_of_part

cdef enum:
    WIDTH = 4           # boxes of a node of a tree
    MOST_LEVELS = 17    # for 2 ** 32 parts
    RECENT = 12         # obstacles that covered squares last
    MOST_NODES = 256    # pairs that wait when a cover is sought
    MOST_BUILT = 16     # obstacles that are built to find one that covers a square
    FEW = 24            # pairs of boxes in a square that is as large as the first
    FEW_ROUND = 24      # faces and arcs of rounded obstacles: each crosses each other

cdef enum Covering:
    OUTSIDE             # of the obstacle is the square
    CROSSED             # by its boundary is the square
    COVERED

cdef struct Boxes:
    # Boxes of parts, neighbours beside each other, and above them those of nodes of WIDTH.
    Py_ssize_t* order       # which part is where
    double* box             # 4 numbers for each, level after level
    Py_ssize_t first[MOST_LEVELS]
    Py_ssize_t count[MOST_LEVELS]
    int levels

cdef struct Place:
    uint32_t key            # of a part, on a curve that fills the plane
    uint32_t part

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
    Boxes a, b
    Recent[RECENT] recent   # the last one first
    Nodes[MOST_NODES] nodes
    Py_ssize_t node_count
    Room waiting            # a heap of squares
    Py_ssize_t count
    Room pairs              # that meet a square: places of parts of a and of b
    Py_ssize_t pair_count
    Py_ssize_t stack_count
    Room stack


# --- trees of boxes -------------------------------------------------------------------

cdef inline uint32_t spread_bits(uint32_t x) noexcept nogil:
    """Each of 16 bits at every second place."""
    x = (x | (x << 8)) & <uint32_t>0x00FF00FF
    x = (x | (x << 4)) & <uint32_t>0x0F0F0F0F
    x = (x | (x << 2)) & <uint32_t>0x33333333
    return (x | (x << 1)) & <uint32_t>0x55555555


cdef inline uint32_t grid_place(double x) noexcept nogil:
    """Of a coordinate between -2 and 2; of any other one, or none, some place."""
    return <uint32_t>(max(0.0, min(65535.0, (x + 2.0) * 16384.0))) if x == x else 0


cdef inline int compare_places(const void* one, const void* other) noexcept nogil:
    cdef const Place* a = <const Place*>one
    cdef const Place* b = <const Place*>other
    if a.key != b.key:
        return -1 if a.key < b.key else 1
    return -1 if a.part < b.part else 1


cdef inline bint order_parts(Boxes* boxes, const Side* side) noexcept nogil:
    """Order parts by where they are, from the middle of the first."""
    cdef Place* places = <Place*>new_array(side.count, sizeof(Place))
    cdef const Part* part
    cdef double x = side.parts[0].low_x, y = side.parts[0].low_y
    cdef Py_ssize_t k
    if places is NULL:
        return False
    for k in range(side.count):
        part = side.parts + k
        places[k].key = (spread_bits(grid_place(0.5 * (part.low_x + part.high_x) - x))
                         | spread_bits(grid_place(0.5 * (part.low_y + part.high_y) - y)) << 1)
        places[k].part = <uint32_t>k
    qsort(places, <size_t>side.count, sizeof(Place), compare_places)
    for k in range(side.count):
        boxes.order[k] = places[k].part
    PyMem_RawFree(places)
    return True


cdef inline bint build_boxes(Boxes* boxes, const Side* side) noexcept nogil:
    """False without memory. To be freed in any case, if it was all 0."""
    cdef Py_ssize_t count = side.count, total = 0, k, i
    cdef int level
    boxes.levels = 0
    while True:
        boxes.first[boxes.levels], boxes.count[boxes.levels] = total, count
        boxes.levels += 1
        total += count
        if count == 1:
            break
        count = (count + WIDTH - 1) // WIDTH
    boxes.order = <Py_ssize_t*>new_array(side.count, sizeof(Py_ssize_t))
    boxes.box = <double*>new_array(total, 4 * sizeof(double))
    if boxes.order is NULL or boxes.box is NULL or not order_parts(boxes, side):
        return False
    for k in range(side.count):
        box_of_part(side.parts + boxes.order[k], side.parts[boxes.order[k]].radius,
                    boxes.box + 4 * k)
    for level in range(1, boxes.levels):
        for k in range(boxes.count[level]):
            set_empty(boxes.box + 4 * (boxes.first[level] + k))
            for i in range(WIDTH * k, min(WIDTH * (k + 1), boxes.count[level - 1])):
                add_box(boxes.box + 4 * (boxes.first[level] + k),
                        boxes.box + 4 * (boxes.first[level - 1] + i))
    return True


cdef inline const double* box_of_nodes(const Boxes* boxes, int level, Py_ssize_t k) noexcept nogil:
    return boxes.box + 4 * (boxes.first[level] + k)


cdef inline double size_of_box(const double* box) noexcept nogil:
    return max(box[HIGH_X] - box[LOW_X], box[HIGH_Y] - box[LOW_Y])


cdef inline double depth_in_boxes(const Squares* squares, const Nodes* nodes,
                                  const Cell* cell) noexcept nogil:
    """How deep the middle of a square is among the moves that make two boxes overlap."""
    cdef const double* a = box_of_nodes(&squares.a, nodes.level_a, nodes.a)
    cdef const double* b = box_of_nodes(&squares.b, nodes.level_b, nodes.b)
    return min(min(b[HIGH_X] - a[LOW_X] - cell.x, a[HIGH_X] + cell.x - b[LOW_X]),
               min(b[HIGH_Y] - a[LOW_Y] - cell.y, a[HIGH_Y] + cell.y - b[LOW_Y]))


cdef inline bint opens_a(const Squares* squares, const Nodes* nodes) noexcept nogil:
    """Whether the node of a is opened: the larger one."""
    if nodes.level_a == 0 or nodes.level_b == 0:
        return nodes.level_a > 0
    return (size_of_box(box_of_nodes(&squares.a, nodes.level_a, nodes.a))
            >= size_of_box(box_of_nodes(&squares.b, nodes.level_b, nodes.b)))


cdef inline int open_nodes(const Squares* squares, const Nodes* nodes, const Cell* cell,
                           Nodes* below) noexcept nogil:
    """Write the pairs below a pair of nodes; returns how many."""
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
        below[count].depth = depth_in_boxes(squares, below + count, cell)
        count += 1
        start += 1
    return count


cdef inline Nodes top_nodes(const Squares* squares, const Cell* cell) noexcept nogil:
    cdef Nodes nodes
    nodes.a = nodes.b = 0
    nodes.level_a, nodes.level_b = squares.a.levels - 1, squares.b.levels - 1
    nodes.depth = depth_in_boxes(squares, &nodes, cell)
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
    """Add a pair to those that wait, the deepest at the end; the shallowest are left out."""
    cdef Nodes* waiting = squares.nodes
    cdef Py_ssize_t k = squares.node_count
    if k == MOST_NODES:
        return
    while k > 0 and waiting[k - 1].depth > nodes.depth:
        waiting[k] = waiting[k - 1]
        k -= 1
    waiting[k] = nodes[0]
    squares.node_count += 1


cdef inline bint find_cover(Squares* squares, const Cell* cell) noexcept nogil:
    """Look for an obstacle that covers a square, among the parts that overlap most by their
    boxes. It may be missed."""
    cdef Nodes nodes = top_nodes(squares, cell)
    cdef Nodes below[WIDTH]
    cdef int built = 0, count, k
    squares.node_count = 0
    push_nodes(squares, &nodes)
    while squares.node_count > 0 and built < MOST_BUILT and not squares.search.stopped:
        squares.node_count -= 1
        nodes = squares.nodes[squares.node_count]
        if nodes.depth < cell.half:
            return False
        if nodes.level_a == 0 and nodes.level_b == 0:
            built += 1
            if covers_square(squares, nodes.a, nodes.b, cell):
                return True
            continue
        count = open_nodes(squares, &nodes, cell, below)
        for k in range(count):
            if below[k].depth >= cell.half:
                push_nodes(squares, below + k)
    return False


# --- what meets a square --------------------------------------------------------------

cdef inline bint list_pairs(Squares* squares, const Cell* cell, Py_ssize_t most) noexcept nogil:
    """List the pairs of parts that may meet a square, by their boxes; False for more than so
    many."""
    cdef Nodes nodes = top_nodes(squares, cell)
    cdef Nodes below[WIDTH]
    cdef double least = -(cell.half + SLACK)
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


cdef inline Py_ssize_t gather_obstacles(Squares* squares, const Cell* cell) noexcept nogil:
    """Add all obstacles that cross a square; returns how many faces and arcs of rounded ones there
    are, or -1 where one covers it."""
    cdef Search* search = squares.search
    cdef const Obstacle* obstacle
    cdef Py_ssize_t k, rounded = 0
    start_pieces(search, cell)
    search.built = INFINITY
    for k in range(squares.pair_count):
        if add_in_square(squares, <Nodes*>squares.pairs.items + k, cell) == COVERED:
            return -1
        if was_interrupted(&search.watch, 16):
            search.stopped = True
            return -1
    for k in range(search.count):
        obstacle = search.obstacles + k
        if obstacle.radius > 0.0:
            rounded += 2 * obstacle.n
    return rounded


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
    cdef Py_ssize_t most = <Py_ssize_t>FEW << min(square.depth, 32), rounded, k
    cdef bint smallest = cell.half <= SLACK
    if is_covered_again(squares, cell) or find_cover(squares, cell) or search.stopped:
        return
    if not list_pairs(squares, cell, -1 if smallest else most):
        cut_square(squares, square)
        return
    rounded = gather_obstacles(squares, cell)
    if rounded < 0 or search.stopped:
        return
    if rounded > FEW_ROUND << min(square.depth // 2, 16) and not smallest:
        cut_square(squares, square)
        return
    for k in range(search.count):
        if not add_pieces(search, k, False):
            return
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
    if has_memory(search, build_boxes(&squares.a, &search.a)) and has_memory(
            search, build_boxes(&squares.b, &search.b)):
        search_all_squares(&squares)
    for k in range(RECENT):
        release(&squares.recent[k].room)
    release(&squares.waiting)
    release(&squares.pairs)
    release(&squares.stack)
    PyMem_RawFree(squares.a.order)
    PyMem_RawFree(squares.a.box)
    PyMem_RawFree(squares.b.order)
    PyMem_RawFree(squares.b.box)
