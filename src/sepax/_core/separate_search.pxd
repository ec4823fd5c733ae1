"""The search among given obstacles for the free place nearest to the origin; see separate.pyx.

Faces and arcs wait in a queue, by a lower bound of the distance at which they are free. The first
face is followed from the foot of the origin to both sides, through the obstacles that cover it, and
goes back to the queue with the distance where that ends. If it is free there, its foot is tried,
and its crossings with all earlier ones. So hardly any other crossing is computed.
"""

from libc.math cimport INFINITY, fabs, sqrt

from sepax._core.interrupts cimport Watch, was_interrupted
from sepax._core.kernels.boundaries cimport (
    SLACK, TOLERANCE, Cell, Curve, find_crossing, find_foot, is_in_square, leave_thickness,
    places_near_crossings, reach_of_circle)
from sepax._core.kernels.obstacle cimport (
    Corner, Obstacle, Part, Side, accurate_face_gap, box_distance, build_obstacle, core_gap,
    corner_distance, face_gap, mark_arcs, may_be_in_a_seam)
from sepax._core.memory cimport count_sum
from sepax._core.separate_room cimport Room, grow

cdef extern from * nogil:
    """
    #define MOVE_GAP_TOLERANCE (1.5 * SEPARATION_ROUNDOFF)
    #define MOVE_THICKNESS (2.0 * MOVE_TOLERANCE)
    """
    const double GAP_TOLERANCE "MOVE_GAP_TOLERANCE"  # 24 u: more than the error of a plain gap
    const double THICKNESS "MOVE_THICKNESS"      # the middle of a seam is then not free

cdef struct Move:
    double x, y
    double least        # its length, or that of the shortest of all that are taken for as short
    double normal_x, normal_y  # where it leads out of one face, or of an arc: the way out of that
    bint found

cdef struct Choice:
    # Which of the shortest moves is taken, and the best ones so far.
    double toward_x, toward_y   # of those as short, what leads farthest along this unit vector
    double alike                # between the lengths of those
    Move foot, crossing

cdef struct Piece:
    # A face or an arc of the boundary of an obstacle.
    Py_ssize_t obstacle, corner
    bint is_arc
    # Of a face: how far from its corner, along it, the foot of the origin is, and to both sides of
    # the place nearest to that the first places which are not surely covered; infinite for none.
    double foot, start, end, below, above

cdef struct Waiting:
    double key          # no free place on the piece is nearer to the origin
    Py_ssize_t piece

cdef struct Search:
    Side a, b
    Room points_a, points_b, parts_a, parts_b
    Room corner_room, obstacle_room, order_room, piece_room, queue_room, shown_room, apart_room
    Corner* corners
    Obstacle* obstacles
    Py_ssize_t* order       # of the obstacles: those that cover most come first
    Py_ssize_t count        # of obstacles
    Piece* pieces
    Py_ssize_t piece_count
    Waiting* queue          # a heap
    Py_ssize_t queued
    Py_ssize_t* shown       # pieces that were at the head of the queue for good
    Py_ssize_t shown_count
    double* apart           # how far the obstacles of all pairs are from the origin, by their boxes
    Cell cell               # all is in this square
    double built            # all obstacles so near to the origin, by their boxes, are there
    Choice[2] choices
    int choice_count
    double reach            # of the first square
    double limit            # the least length of all that were found
    double alike            # of all choices the largest
    int exponent            # of the unit
    Watch watch
    bint stopped            # by a signal, or without memory:
    bint failed


cdef inline bint has_memory(Search* search, bint enough) noexcept nogil:
    if not enough:
        search.stopped = search.failed = True
    return enough


cdef inline double farthest_of(const Search* search) noexcept nogil:
    """Places farther from the origin do not count."""
    return search.limit + search.alike + SLACK


# --- the queue ------------------------------------------------------------------------

cdef inline bint push_piece(Search* search, Py_ssize_t piece, double key) noexcept nogil:
    cdef Waiting* queue
    cdef Py_ssize_t k = search.queued
    if not has_memory(search, grow(&search.queue_room, k + 1)):
        return False
    search.queue = queue = <Waiting*>search.queue_room.items
    while k > 0 and queue[(k - 1) >> 1].key > key:
        queue[k] = queue[(k - 1) >> 1]
        k = (k - 1) >> 1
    queue[k].key, queue[k].piece = key, piece
    search.queued += 1
    return True


cdef inline Py_ssize_t pop_piece(Search* search) noexcept nogil:
    """Take the piece from the head of the queue."""
    cdef Waiting* queue = search.queue
    cdef Py_ssize_t first = queue[0].piece, k = 0, below = 1
    cdef Waiting last
    search.queued -= 1
    last = queue[search.queued]
    while below < search.queued:
        if below + 1 < search.queued and queue[below + 1].key < queue[below].key:
            below += 1
        if queue[below].key >= last.key:
            break
        queue[k] = queue[below]
        k, below = below, 2 * below + 1
    queue[k] = last
    return first


# --- obstacles and their pieces -------------------------------------------------------

cdef inline void set_obstacle(const Search* search, Py_ssize_t i, Py_ssize_t j, Corner* corners,
                              Py_ssize_t first, Obstacle* obstacle) noexcept nogil:
    """Build the obstacle of a pair of parts; there is room for its corners."""
    cdef const Part* part_a = search.a.parts + i
    cdef const Part* part_b = search.b.parts + j
    build_obstacle(&search.a, part_a, &search.b, part_b, corners, first, obstacle)
    if may_be_in_a_seam(part_a, &search.b, part_b) or may_be_in_a_seam(part_b, &search.a, part_a):
        obstacle.radius = obstacle.thickness = THICKNESS
    if obstacle.radius > 0.0:
        mark_arcs(&search.a, &search.b, corners + first, obstacle.n)


cdef inline bint reserve_obstacle(Search* search, Py_ssize_t corners) noexcept nogil:
    """Make room for an obstacle more with so many corners."""
    cdef Py_ssize_t first = first_free_corner(search)
    if not has_memory(search, grow(&search.corner_room, count_sum(first, corners))
                      and grow(&search.obstacle_room, search.count + 1)
                      and grow(&search.order_room, search.count + 1)):
        return False
    search.corners = <Corner*>search.corner_room.items
    search.obstacles = <Obstacle*>search.obstacle_room.items
    search.order = <Py_ssize_t*>search.order_room.items
    return True


cdef inline Py_ssize_t first_free_corner(const Search* search) noexcept nogil:
    cdef const Obstacle* last = search.obstacles + search.count - 1
    return last.first + last.n if search.count > 0 else 0


cdef inline double line_distance(const Search* search, const Piece* piece) noexcept nogil:
    """How far the line of a face is from the origin."""
    return fabs(face_gap(search.corners + piece.corner, 0.0, 0.0)
                - search.obstacles[piece.obstacle].radius)


cdef inline double distance_along(const Search* search, const Piece* piece,
                                  double along) noexcept nogil:
    """How far a place on the line of a face is from the origin."""
    cdef double across = line_distance(search, piece), beside = along - piece.foot
    return sqrt(across * across + beside * beside)


cdef inline bint clip_to_square(const Search* search, Piece* piece) noexcept nogil:
    """Clip a face to the square; False if nothing is left."""
    cdef const Corner* corner = search.corners + piece.corner
    cdef double radius = search.obstacles[piece.obstacle].radius
    cdef double half = search.cell.half + 2.0 * SLACK
    cdef double x = corner.x + radius * corner.normal_x - search.cell.x
    cdef double y = corner.y + radius * corner.normal_y - search.cell.y
    if fabs(corner.normal_y) > SLACK:
        piece.start = max(piece.start, (x - copy_sign(half, corner.normal_y)) / corner.normal_y)
        piece.end = min(piece.end, (x + copy_sign(half, corner.normal_y)) / corner.normal_y)
    elif fabs(x) > half:
        return False
    if fabs(corner.normal_x) > SLACK:
        piece.start = max(piece.start, (-copy_sign(half, corner.normal_x) - y) / corner.normal_x)
        piece.end = min(piece.end, (copy_sign(half, corner.normal_x) - y) / corner.normal_x)
    elif fabs(y) > half:
        return False
    return piece.start <= piece.end


cdef inline double copy_sign(double size, double sign) noexcept nogil:
    return -size if sign < 0.0 else size


cdef inline bint add_piece(Search* search, Py_ssize_t obstacle, Py_ssize_t corner, bint is_arc,
                           bint whole) noexcept nogil:
    """Put a face or an arc of an obstacle in the queue; False without memory."""
    cdef const Corner* at = search.corners + corner
    cdef Piece* piece
    cdef double key
    if not has_memory(search, grow(&search.piece_room, search.piece_count + 1)):
        return False
    search.pieces = <Piece*>search.piece_room.items
    piece = search.pieces + search.piece_count
    piece.obstacle, piece.corner, piece.is_arc = obstacle, corner, is_arc
    if is_arc:
        if not whole and fabs(corner_distance(at, search.cell.x, search.cell.y)
                              - search.obstacles[obstacle].radius) > reach_of_circle(&search.cell):
            return True
        key = fabs(corner_distance(at, 0.0, 0.0) - search.obstacles[obstacle].radius)
    else:
        piece.foot = at.normal_y * at.x - at.normal_x * at.y
        piece.start, piece.end = 0.0, at.length
        if not whole and not clip_to_square(search, piece):
            return True
        piece.below = piece.above = max(piece.start, min(piece.foot, piece.end))
        key = distance_along(search, piece, piece.below)
    if key > farthest_of(search):
        return True
    search.piece_count += 1
    return push_piece(search, search.piece_count - 1, key)


cdef inline bint add_pieces(Search* search, Py_ssize_t k, bint whole) noexcept nogil:
    """Put the boundary of an obstacle in the queue, but for what is inside of others."""
    cdef Py_ssize_t i, first = search.obstacles[k].first, n = search.obstacles[k].n
    cdef bint has_faces = search.corners[first].length > 0.0
    cdef bint is_round = search.obstacles[k].radius > 0.0
    for i in range(first, first + n):
        if has_faces and not search.corners[i].inner:
            if not add_piece(search, k, i, False, whole):
                return False
        if is_round and not search.corners[i].arc_inner:
            if not add_piece(search, k, i, True, whole):
                return False
    return True


cdef inline bint add_obstacle(Search* search, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    """Add the obstacle of a pair of parts as a whole; False without memory."""
    cdef Py_ssize_t k = search.count
    if not reserve_obstacle(search, search.a.parts[i].n + search.b.parts[j].n + 1):
        return False
    set_obstacle(search, i, j, search.corners, first_free_corner(search), search.obstacles + k)
    search.order[k] = k
    search.count += 1
    return add_pieces(search, k, True)


cdef inline void build_up_to(Search* search, double distance) noexcept nogil:
    """Add all obstacles that are no farther from the origin, by their boxes, and some more."""
    cdef double low = search.built, high = distance
    cdef Py_ssize_t k, count = search.b.count
    if distance <= low:
        return
    if low >= 0.0:
        high = max(high, max(1.5 * low, 0.0625 * search.reach))
    for k in range(search.a.count * count):
        if low < search.apart[k] <= high and not add_obstacle(search, k // count, k % count):
            return
    if was_interrupted(&search.watch, search.a.count * count):
        search.stopped = True
    search.built = high


cdef inline bint measure_pairs(Search* search) noexcept nogil:
    """False without memory."""
    cdef Py_ssize_t i, j, count = search.b.count
    if not has_memory(search, grow(&search.apart_room, search.a.count * count)):
        return False
    search.apart = <double*>search.apart_room.items
    for i in range(search.a.count):
        for j in range(count):
            search.apart[i * count + j] = box_distance(search.a.parts + i, search.b.parts + j)
    return True


# --- covered places ------------------------------------------------------------------

cdef inline double stretch_inside(const Search* search, Obstacle* obstacle, double x, double y,
                                  double along_x, double along_y) noexcept nogil:
    """How far a place stays surely inside of an obstacle, or of its core, when it moves along a
    unit vector; 0 where it is not. Rounding moves where that ends by less than a slack. A face that
    one place is outside of is the first to be looked at for the next."""
    cdef const Corner* corner = search.corners + obstacle.first
    cdef double stretch = INFINITY, depth, speed
    cdef Py_ssize_t k
    if corner.length == 0.0 or face_gap(corner + obstacle.outer, x, y) >= -SLACK:
        return 0.0
    for k in range(obstacle.n):
        depth = -SLACK - face_gap(corner + k, x, y)
        if depth <= 0.0:
            obstacle.outer = k
            return 0.0
        speed = corner[k].normal_x * along_x + corner[k].normal_y * along_y
        if depth < stretch * speed:
            stretch = depth / speed
    return stretch


cdef inline double follow(Search* search, const Piece* piece, double along,
                          double sign) noexcept nogil:
    """The first place on a face, from one on, which is not surely covered; infinite for none that
    counts."""
    cdef const Corner* corner = search.corners + piece.corner
    cdef double along_x = -corner.normal_y, along_y = corner.normal_x, stretch = 1.0
    cdef double radius = search.obstacles[piece.obstacle].radius
    cdef double x = corner.x + radius * corner.normal_x, y = corner.y + radius * corner.normal_y
    cdef double across = line_distance(search, piece), most = farthest_of(search)
    cdef Py_ssize_t k, other
    most = most * most - across * across
    while stretch > SLACK:
        if not (piece.start <= along <= piece.end) or (
                (along - piece.foot) * (along - piece.foot) > most):
            return sign * INFINITY
        stretch = 0.0
        for k in range(search.count):
            other = search.order[k]
            if other == piece.obstacle:
                continue
            stretch = stretch_inside(search, search.obstacles + other, x + along * along_x,
                                     y + along * along_y, sign * along_x, sign * along_y)
            if stretch > SLACK:
                search.order[k] = search.order[k >> 1]
                search.order[k >> 1] = other
                break
        if stretch > SLACK:
            along += sign * stretch
    return along


cdef inline double follow_both(Search* search, Piece* piece) noexcept nogil:
    """Follow a face to both sides; the distance from the origin to the nearer place."""
    cdef double key = INFINITY
    piece.above = follow(search, piece, piece.above, 1.0)
    piece.below = follow(search, piece, piece.below, -1.0)
    if piece.above < INFINITY:
        key = distance_along(search, piece, piece.above)
    if piece.below > -INFINITY:
        key = min(key, distance_along(search, piece, piece.below))
    return key


# --- free places ---------------------------------------------------------------------

cdef inline double rounded_gap(const Search* search, const Obstacle* obstacle, double x,
                               double y) noexcept nogil:
    """The signed distance of a place from an obstacle, accurate enough near its boundary."""
    cdef Py_ssize_t face
    cdef double gap = core_gap(search.corners + obstacle.first, obstacle.n, x, y, &face)
    if fabs(gap - obstacle.radius) < GAP_TOLERANCE and face >= 0:
        gap = accurate_face_gap(&search.a, &search.b, search.corners + obstacle.first + face, x, y)
    return gap - obstacle.radius


cdef inline bint is_outside(const Search* search, const Obstacle* obstacle, double x,
                            double y) noexcept nogil:
    """Whether a place is in no obstacle without a radius, by more than the tolerance."""
    cdef const Corner* corner = search.corners + obstacle.first
    cdef double gap
    cdef bint is_near = False
    cdef Py_ssize_t k
    for k in range(obstacle.n):
        gap = face_gap(corner + k, x, y)
        if gap >= GAP_TOLERANCE:
            return True
        is_near |= gap > -GAP_TOLERANCE
    if is_near:
        for k in range(obstacle.n):
            if fabs(face_gap(corner + k, x, y)) < GAP_TOLERANCE and accurate_face_gap(
                    &search.a, &search.b, corner + k, x, y) >= -TOLERANCE:
                return True
    return False


cdef inline bint is_free(Search* search, double x, double y) noexcept nogil:
    """Whether a place is in none of the obstacles."""
    cdef const Obstacle* obstacle
    cdef Py_ssize_t k, other
    cdef bint outside
    for k in range(search.count):
        other = search.order[k]
        obstacle = search.obstacles + other
        if obstacle.radius > 0.0 or search.corners[obstacle.first].length == 0.0:
            outside = rounded_gap(search, obstacle, x, y) >= -TOLERANCE
        else:
            outside = is_outside(search, obstacle, x, y)
        if not outside:
            search.order[k] = search.order[k >> 1]
            search.order[k >> 1] = other
            return False
    return True


cdef inline bint is_deep(Search* search, double x, double y, double margin) noexcept nogil:
    """Whether a place is in an obstacle without a radius by more than a margin."""
    cdef const Obstacle* obstacle
    cdef const Corner* corner
    cdef Py_ssize_t k, i, other
    for k in range(search.count):
        other = search.order[k]
        obstacle = search.obstacles + other
        corner = search.corners + obstacle.first
        if obstacle.radius > 0.0 or corner.length == 0.0:
            continue
        for i in range(obstacle.n):
            if face_gap(corner + i, x, y) >= -margin:
                break
        else:
            search.order[k] = search.order[k >> 1]
            search.order[k >> 1] = other
            return True
    return False


# --- feet and crossings ---------------------------------------------------------------

cdef inline bint leads_farther(const Choice* choice, const Move* move,
                               const Move* best) noexcept nogil:
    """Whether a move leads farther along the preferred direction, or as far and more to its
    left."""
    cdef double dx = move.x - best.x, dy = move.y - best.y
    cdef double along = choice.toward_x * dx + choice.toward_y * dy
    return not best.found or along > choice.alike or (
        along >= -choice.alike and choice.toward_x * dy - choice.toward_y * dx > choice.alike)


cdef inline bint is_better(const Choice* choice, const Move* move, const Move* best) noexcept nogil:
    """Whether a move is shorter, or as short and leads farther along the preferred direction."""
    return move.least < best.least - choice.alike or (
        move.least <= best.least + choice.alike and leads_farther(choice, move, best))


cdef inline void try_place(Search* search, double x, double y, Move* move,
                           bint is_foot) noexcept nogil:
    """Take a place if it is free and the best so far of some choice. Moves are compared without the
    thickness of seams."""
    cdef Move* best[2]
    cdef bint[2] better
    cdef double least
    cdef int k
    move.least = sqrt(move.x * move.x + move.y * move.y)
    move.found = better[1] = False
    for k in range(search.choice_count):
        best[k] = &search.choices[k].foot if is_foot else &search.choices[k].crossing
        better[k] = is_better(&search.choices[k], move, best[k])
    if not (better[0] or better[1]) or not is_in_square(&search.cell, x, y, 0.5 * SLACK):
        return
    build_up_to(search, move.least + SLACK)
    if search.stopped or not is_free(search, x, y):
        return
    move.found = True
    for k in range(search.choice_count):
        if better[k]:
            least = best[k].least
            best[k][0] = move[0]
            best[k].least = min(least, move.least)
            search.limit = min(search.limit, best[k].least)


cdef inline Curve curve_of(const Search* search, const Piece* piece) noexcept nogil:
    cdef const Obstacle* obstacle = search.obstacles + piece.obstacle
    return Curve(search.corners + piece.corner, piece.is_arc, obstacle.radius, obstacle.thickness)


cdef inline void try_foot(Search* search, const Piece* piece) noexcept nogil:
    cdef Curve curve = curve_of(search, piece)
    cdef Move move
    cdef double x, y
    if not find_foot(&search.a, &search.b, &curve, &x, &y, &move.normal_x, &move.normal_y):
        return
    move.x, move.y = x, y
    if curve.thickness > 0.0:
        leave_thickness(&search.a, &search.b, &curve, NULL, &move.x, &move.y)
    try_place(search, x, y, &move, True)


cdef inline bint is_beside(const Corner* corner, double x, double y, double margin) noexcept nogil:
    """Whether a place on the line of a face surely is not on the face."""
    cdef double along = (corner.normal_x * (y - corner.y) - corner.normal_y * (x - corner.x))
    return not -margin <= along <= corner.length + margin


cdef inline bint is_in_vain(Search* search, const Curve* p, const Curve* q, double x,
                            double y) noexcept nogil:
    """Whether a place near the crossing of two faces surely is too far, on neither or covered. Most
    are, and to find where they cross takes long."""
    cdef double sine, margin, reach
    if p.is_arc or q.is_arc:
        return False
    sine = p.corner.normal_x * q.corner.normal_y - p.corner.normal_y * q.corner.normal_x
    margin = SLACK + 16.0 * SLACK / fabs(sine)
    reach = search.limit + search.alike + margin
    return (x * x + y * y > reach * reach or is_beside(p.corner, x, y, margin)
            or is_beside(q.corner, x, y, margin) or is_deep(search, x, y, margin))


cdef inline void try_crossings(Search* search, Py_ssize_t one, Py_ssize_t other) noexcept nogil:
    """Try the places where two pieces cross. Places are tried with curves that are read anew, as
    their memory may have moved."""
    cdef double[2] x, y
    cdef Move move
    cdef Curve p, q
    cdef int k
    if search.pieces[one].is_arc and not search.pieces[other].is_arc:
        one, other = other, one
    p, q = curve_of(search, search.pieces + one), curve_of(search, search.pieces + other)
    for k in range(places_near_crossings(&p, &q, &search.cell, x, y)):
        p, q = curve_of(search, search.pieces + one), curve_of(search, search.pieces + other)
        if is_in_vain(search, &p, &q, x[k], y[k]) or not find_crossing(
                &search.a, &search.b, &p, &q, &x[k], &y[k]):
            continue
        move.x, move.y = x[k], y[k]
        move.normal_x = move.normal_y = 0.0
        if p.thickness > 0.0 or q.thickness > 0.0:
            leave_thickness(&search.a, &search.b, &p, &q, &move.x, &move.y)
        try_place(search, x[k], y[k], &move, False)


cdef inline void show_piece(Search* search, Py_ssize_t k) noexcept nogil:
    """Try the places on a piece that is next in the queue, and may be free there: its foot, and its
    crossings with those before. Boundaries of one convex obstacle do not cross."""
    cdef const Piece* piece = search.pieces + k
    cdef Py_ssize_t i, obstacle = piece.obstacle
    if piece.is_arc or piece.below - SLACK <= piece.foot <= piece.above + SLACK and (
            piece.below == piece.above):
        try_foot(search, piece)
    for i in range(search.shown_count):
        if search.stopped:
            return
        if search.pieces[search.shown[i]].obstacle != obstacle:
            try_crossings(search, k, search.shown[i])
    if has_memory(search, grow(&search.shown_room, search.shown_count + 1)):
        search.shown = <Py_ssize_t*>search.shown_room.items
        search.shown[search.shown_count] = k
        search.shown_count += 1


# --- the search -----------------------------------------------------------------------

cdef inline void show_next(Search* search) noexcept nogil:
    """Take the piece at the head of the queue, which goes back to it if it is covered there."""
    cdef double key = search.queue[0].key, farther = key
    cdef Py_ssize_t k = pop_piece(search)
    if not search.pieces[k].is_arc:
        farther = follow_both(search, search.pieces + k)
    if farther > key + SLACK:
        if farther <= farthest_of(search):
            push_piece(search, k, farther)
    else:
        show_piece(search, k)


cdef inline void search_pieces(Search* search) noexcept nogil:
    """Try the pieces in the queue, and those that follow, until all that are left are too far."""
    cdef double nearest
    build_up_to(search, 0.0)
    while not search.stopped:
        nearest = min(search.queue[0].key if search.queued > 0 else INFINITY, farthest_of(search))
        if nearest > search.built:
            build_up_to(search, nearest)
        elif search.queued == 0 or search.queue[0].key > farthest_of(search):
            return
        else:
            show_next(search)
            if was_interrupted(&search.watch, 4 + search.count // 4 + search.shown_count):
                search.stopped = True


cdef inline void start_pieces(Search* search, const Cell* cell) noexcept nogil:
    search.cell = cell[0]
    search.count = search.piece_count = search.queued = search.shown_count = 0
