"""Outlines cut into triangles over their own corners, without any search for neighbours.

A sweep from left to right cuts the inside into pieces that are monotone in x, and a stack cuts each
piece into triangles (de Berg et al., Computational Geometry, 3). An edge or half-edge of the
outline has the number of its first corner. Two half-edges for each diagonal follow.
"""

from libc.string cimport memmove

from sepax._core.interrupts cimport was_interrupted
from sepax._core.memory cimport has_room
from sepax._core.outline cimport INTERRUPTED, NO_MEMORY, is_one_point, refuse, turn

cdef enum:
    MOST_DIAGONALS = 2      # from a corner back to earlier ones
    MOVED = 64              # entries of the sweep line that are moved in one unit of work
    SWEEP_BYTES = (6 * sizeof(Py_ssize_t) + (1 + 2 * MOST_DIAGONALS) * sizeof(HalfEdge)
                   + sizeof(bint))
    MESH_BYTES = 4 * sizeof(Py_ssize_t) + sizeof(bint)


cdef bint make_mesh(Mesh* mesh, Py_ssize_t edges) noexcept nogil:
    """Have room for so many half-edges; False without memory."""
    if not has_room(&mesh.memory, &mesh.room, edges, MESH_BYTES):
        return False
    mesh.n = edges
    mesh.origin = <Py_ssize_t*>mesh.memory
    mesh.before, mesh.after = mesh.origin + mesh.room, mesh.origin + 2 * mesh.room
    mesh.twin = mesh.origin + 3 * mesh.room
    mesh.settled = <bint*>(mesh.origin + 4 * mesh.room)
    return True


cdef bint start_sweep(Sweep* sweep, const Outline* outline) noexcept nogil:
    cdef Py_ssize_t i, n = outline.n, room
    cdef Py_ssize_t* numbers
    if not has_room(&sweep.memory, &sweep.room, n, SWEEP_BYTES):
        return False
    room = sweep.room
    sweep.half = <HalfEdge*>sweep.memory
    numbers = <Py_ssize_t*>(sweep.half + (1 + 2 * MOST_DIAGONALS) * room)
    sweep.line, sweep.helper = numbers, numbers + room
    sweep.piece, sweep.stack = numbers + 2 * room, numbers + 3 * room
    sweep.open, sweep.fan = numbers + 4 * room, numbers + 5 * room
    sweep.merges = <bint*>(numbers + 6 * room)
    sweep.diagonals = sweep.crossed = sweep.pieces = 0
    for i in range(n):
        sweep.half[i].origin = i
        sweep.half[i].target = outline.following[i]
        sweep.half[i].seen = False
        sweep.merges[i] = False
        sweep.fan[i] = -1
    return True


# --- pieces that are monotone in x ---

cdef inline bint is_above(const Outline* outline, Py_ssize_t v, Py_ssize_t edge) noexcept nogil:
    """Whether a corner is strictly above an edge. Where an edge of another corner ends or begins in
    the same point, the corner's own edge on that side tells."""
    cdef Py_ssize_t after = outline.following[edge], other
    cdef int side = turn(outline.spots, edge, after, v)
    if side == 0 and outline.touches and after != v:
        if is_one_point(outline.spots, edge, v):
            other = max(outline.previous[v], outline.following[v])
        else:
            other = min(outline.previous[v], outline.following[v])
        side = turn(outline.spots, edge, after, other)
    return side > 0


cdef Py_ssize_t edges_below(const Sweep* sweep, const Outline* outline,
                            Py_ssize_t v) noexcept nogil:
    """How many of the crossed edges have the corner strictly above them."""
    cdef Py_ssize_t low = 0, high = sweep.crossed, middle
    while low < high:
        middle = (low + high) // 2
        if is_above(outline, v, sweep.line[middle]):
            low = middle + 1
        else:
            high = middle
    return low


cdef inline void insert_edge(Sweep* sweep, Py_ssize_t place, Py_ssize_t v) noexcept nogil:
    memmove(&sweep.line[place + 1], &sweep.line[place],
            (sweep.crossed - place) * sizeof(Py_ssize_t))
    sweep.line[place] = v
    sweep.helper[v] = v
    sweep.crossed += 1


cdef inline void remove_edge(Sweep* sweep, Py_ssize_t place) noexcept nogil:
    sweep.crossed -= 1
    memmove(&sweep.line[place], &sweep.line[place + 1],
            (sweep.crossed - place) * sizeof(Py_ssize_t))


cdef inline void draw_diagonal(Sweep* sweep, Py_ssize_t n, Py_ssize_t v,
                               Py_ssize_t w) noexcept nogil:
    cdef HalfEdge* half = &sweep.half[n + 2 * sweep.diagonals]
    half[0].origin = half[1].target = v
    half[1].origin = half[0].target = w
    half[0].seen = half[1].seen = False
    half[0].inner = half[1].inner = -1
    sweep.diagonals += 1


cdef inline void settle_merge(Sweep* sweep, Py_ssize_t n, Py_ssize_t edge,
                              Py_ssize_t v) noexcept nogil:
    """Join a merge vertex to the next corner that sees the same edge straight below."""
    if sweep.merges[sweep.helper[edge]]:
        draw_diagonal(sweep, n, v, sweep.helper[edge])


cdef void sweep_corner(Sweep* sweep, const Outline* outline, Py_ssize_t v) noexcept nogil:
    """Go on to the next corner."""
    cdef Py_ssize_t n = outline.n, before = outline.previous[v], place, edge
    cdef bint from_left = before < v, to_left = outline.following[v] < v
    cdef bint reflex = outline.side[v] < 0
    place = edges_below(sweep, outline, v)
    if from_left:
        settle_merge(sweep, n, before, v)
        if not to_left:
            sweep.line[place] = sweep.helper[v] = v
            return
        remove_edge(sweep, place)
        if not reflex:
            return
    elif not to_left and not reflex:
        insert_edge(sweep, place, v)
        return
    edge = sweep.line[place - 1]
    if from_left or to_left:
        settle_merge(sweep, n, edge, v)
        sweep.merges[v] = from_left
    else:
        draw_diagonal(sweep, n, v, sweep.helper[edge])
        insert_edge(sweep, place, v)
    sweep.helper[edge] = v


cdef inline Py_ssize_t twin_of(Py_ssize_t n, Py_ssize_t diagonal) noexcept nogil:
    return n + ((diagonal - n) ^ 1)


cdef bint turns_earlier(const Sweep* sweep, const Outline* outline, Py_ssize_t i,
                        Py_ssize_t j) noexcept nogil:
    """Whether half-edge i comes before j, counter-clockwise from the edge of the outline."""
    cdef Py_ssize_t v = sweep.half[i].origin, after = outline.following[v]
    cdef Py_ssize_t a = sweep.half[i].target, b = sweep.half[j].target
    cdef bint a_is_left = turn(outline.spots, v, after, a) > 0
    cdef bint b_is_left = turn(outline.spots, v, after, b) > 0
    return a_is_left if a_is_left != b_is_left else turn(outline.spots, v, a, b) > 0


cdef void sort_diagonal(Sweep* sweep, const Outline* outline, Py_ssize_t i) noexcept nogil:
    """Put a half-edge in its place among the few diagonals of its origin."""
    cdef Py_ssize_t v = sweep.half[i].origin, last = -1, place = sweep.fan[v]
    while place >= 0 and turns_earlier(sweep, outline, place, i):
        last, place = place, sweep.half[place].beside
    sweep.half[i].beside = place
    if last < 0:
        sweep.fan[v] = i
    else:
        sweep.half[last].beside = i


cdef void join_half_edges(Sweep* sweep, const Outline* outline) noexcept nogil:
    """Link the half-edges: after one that ends at a corner comes the next one clockwise."""
    cdef Py_ssize_t v, i, place, last, n = outline.n
    for i in range(n, n + 2 * sweep.diagonals):
        sort_diagonal(sweep, outline, i)
    for v in range(n):
        last, place = v, sweep.fan[v]
        while place >= 0:
            sweep.half[twin_of(n, place)].after = last
            last, place = place, sweep.half[place].beside
        sweep.half[outline.previous[v]].after = last


# --- triangles of a piece ---

cdef Py_ssize_t read_piece(Sweep* sweep, Py_ssize_t start) noexcept nogil:
    """List the half-edges of the piece to the left of one, that of the leftmost corner first."""
    cdef HalfEdge* half = sweep.half
    cdef Py_ssize_t first = start, i = start, n = 0
    while not half[i].seen:
        half[i].seen = True
        if half[i].origin < half[first].origin:
            first = i
        i = half[i].after
    i = first
    while n == 0 or i != first:
        sweep.piece[n] = i
        i = half[i].after
        n += 1
    return n


cdef inline void join_sides(Sweep* sweep, Py_ssize_t n, Mesh* mesh, Py_ssize_t h,
                            Py_ssize_t edge) noexcept nogil:
    """Make a half-edge of the mesh a side of an edge: of another half-edge of the mesh, or of
    half-edge -1 - edge of the piece."""
    cdef Py_ssize_t other = edge
    mesh.twin[h] = -1
    if edge < 0:
        if -1 - edge < n:           # of the outline
            return
        other = sweep.half[twin_of(n, -1 - edge)].inner
        if other < 0:               # the first of the two sides
            sweep.half[-1 - edge].inner = h
            return
    mesh.twin[h] = other
    mesh.twin[other] = h


cdef inline Py_ssize_t add_triangle(Mesh* mesh, Py_ssize_t a, Py_ssize_t b, Py_ssize_t c,
                                    bint is_left) noexcept nogil:
    """Returns its first half-edge: with a left turn a -> b, b -> c, c -> a, else a -> c, c -> b,
    b -> a."""
    cdef Py_ssize_t h = mesh.n
    mesh.origin[h] = a
    mesh.origin[h + 1] = b if is_left else c
    mesh.origin[h + 2] = c if is_left else b
    mesh.after[h] = mesh.before[h + 2] = h + 1
    mesh.after[h + 1] = mesh.before[h] = h + 2
    mesh.after[h + 2] = mesh.before[h + 1] = h
    mesh.n += 3
    return h


cdef Py_ssize_t cut_off(Sweep* sweep, const Outline* outline, Mesh* mesh, Py_ssize_t v,
                        Py_ssize_t edge, Py_ssize_t size, bint is_low) noexcept nogil:
    """Cut the triangles off that the next corner, of the side of the stack, makes with its last
    ones; returns the new size of the stack."""
    cdef Py_ssize_t* stack = sweep.stack
    cdef Py_ssize_t h
    while size > 1 and turn(outline.spots, stack[size - 2], stack[size - 1], v) == (
            1 if is_low else -1):
        h = add_triangle(mesh, stack[size - 2], stack[size - 1], v, is_low)
        join_sides(sweep, outline.n, mesh, h if is_low else h + 2, sweep.open[size - 1])
        join_sides(sweep, outline.n, mesh, h + 1, edge)
        edge = h + 2 if is_low else h
        size -= 1
    stack[size] = v
    sweep.open[size] = edge
    return size + 1


cdef Py_ssize_t cut_fan(Sweep* sweep, const Outline* outline, Mesh* mesh, Py_ssize_t v,
                        Py_ssize_t edge, Py_ssize_t size, bint stack_is_low) noexcept nogil:
    """Cut the whole stack off by the next corner, of the other side, which has an edge to the first
    of the stack; returns the edge to the last of it."""
    cdef Py_ssize_t* stack = sweep.stack
    cdef Py_ssize_t i, h
    for i in range(size - 1):
        h = add_triangle(mesh, stack[i], stack[i + 1], v, stack_is_low)
        join_sides(sweep, outline.n, mesh, h if stack_is_low else h + 2, sweep.open[i + 1])
        join_sides(sweep, outline.n, mesh, h + 2 if stack_is_low else h, edge)
        edge = h + 1
    return edge


cdef void cut_piece(Sweep* sweep, const Outline* outline, Mesh* mesh, Py_ssize_t n) noexcept nogil:
    """Cut a monotone piece into triangles. The stack holds the corners that are not cut off yet:
    all but the first are of one side."""
    cdef const HalfEdge* half = sweep.half
    cdef const Py_ssize_t* piece = sweep.piece
    cdef Py_ssize_t* stack = sweep.stack
    cdef Py_ssize_t low = 1, high = n - 1, size = 1, k, v, edge
    cdef bint is_low, stack_is_low = half[piece[low]].origin < half[piece[high]].origin
    stack[0] = half[piece[0]].origin
    for k in range(1, n - 1):
        is_low = half[piece[low]].origin < half[piece[high]].origin
        v = half[piece[low if is_low else high]].origin
        edge = -1 - piece[low - 1 if is_low else high]
        if is_low:
            low += 1
        else:
            high -= 1
        if is_low != stack_is_low:
            edge = cut_fan(sweep, outline, mesh, v, edge, size, stack_is_low)
            stack[0] = stack[size - 1]
            stack_is_low = is_low
            size = 1
        size = cut_off(sweep, outline, mesh, v, edge, size, is_low)
    # The rightmost corner sees the whole stack.
    v = half[piece[low]].origin
    edge = cut_fan(sweep, outline, mesh, v, -1 - piece[high if stack_is_low else low - 1], size,
                   stack_is_low)
    join_sides(sweep, outline.n, mesh, edge, -1 - piece[low - 1 if stack_is_low else high])


cdef bint cut_triangles(Sweep* sweep, Outline* outline, Mesh* mesh) noexcept nogil:
    """Cut an outline, which has been read, into triangles. False if the finding says why not."""
    cdef Py_ssize_t i, size, n = outline.n
    if not (start_sweep(sweep, outline)
            and make_mesh(mesh, 3 * (n + 2 * outline.rings - 4))):
        return refuse(outline, NO_MEMORY, 0, 0, 0)
    for i in range(n):
        if was_interrupted(&outline.watch, 1 + sweep.crossed // MOVED):
            return refuse(outline, INTERRUPTED, 0, 0, 0)
        sweep_corner(sweep, outline, i)
    join_half_edges(sweep, outline)
    mesh.n = 0
    for i in range(n + 2 * sweep.diagonals):
        if not sweep.half[i].seen:
            size = read_piece(sweep, i)
            if was_interrupted(&outline.watch, size):
                return refuse(outline, INTERRUPTED, 0, 0, 0)
            cut_piece(sweep, outline, mesh, size)
    return True
