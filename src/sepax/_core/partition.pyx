"""Outlines cut into triangles over their own vertices, and triangles merged to convex parts.

Rings must be simple, without straight vertices, and apart from each other. The inside is to their
left: the first ring is counter-clockwise, holes in it are clockwise. Anything else raises an error.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.math cimport fabs
from libc.string cimport memmove

from sepax._core.interrupts cimport check_interrupts
from sepax._core.kernels.roundoff cimport OPPOSITE_ROUNDOFF
from sepax._core.memory cimport count_product, count_sum, new_array, new_zeros
from sepax._core.outline cimport Corners, indices_t, points_t, read_corners, require_rings, turn

cdef enum:
    MOST_DIAGONALS = 2      # from a vertex back to earlier ones
    MOVED = 64              # entries of the sweep line that are moved in one unit of work
    MOST_PASSES = 128       # that flip edges: 32 suffice, except for outlines like rings


# --- triangles: a sweep from left to right cuts the inside into pieces that are monotone in x ---

cdef struct HalfEdge:
    Py_ssize_t origin, target
    Py_ssize_t after        # along the piece to its left
    Py_ssize_t beside       # the next diagonal of its origin, counter-clockwise; -1 for none
    bint seen


@cython.final
cdef class Sweep:
    """The edges that the sweep line crosses with the inside above them, and the pieces. An edge or
    half-edge of the outline has the number of its first vertex; two half-edges for each diagonal
    follow."""

    cdef Corners corners
    cdef Py_ssize_t diagonals, crossed, made
    cdef Py_ssize_t* line           # the edges crossed, from below
    cdef Py_ssize_t* helper         # of an edge: the last vertex that saw it straight below
    cdef Py_ssize_t* piece          # its vertices
    cdef Py_ssize_t* stack          # the vertices that are not cut off yet
    cdef Py_ssize_t* fan            # of a vertex: the first of its diagonals, or -1
    cdef bint* merges               # a reflex vertex with both edges to the left
    cdef HalfEdge* half

    def __cinit__(self, Corners corners):
        cdef Py_ssize_t n = corners.n
        self.corners = corners
        self.diagonals = self.crossed = self.made = 0
        self.line = <Py_ssize_t*>new_array(n, 5 * sizeof(Py_ssize_t))
        self.merges = <bint*>new_zeros(n, sizeof(bint))
        self.half = <HalfEdge*>new_array(count_product(n, 1 + 2 * MOST_DIAGONALS), sizeof(HalfEdge))
        if self.line is NULL or self.merges is NULL or self.half is NULL:
            raise MemoryError
        self.helper, self.piece = self.line + n, self.line + 2 * n
        self.stack, self.fan = self.line + 3 * n, self.line + 4 * n

    def __dealloc__(self):
        PyMem_RawFree(self.line)
        PyMem_RawFree(self.merges)
        PyMem_RawFree(self.half)


cdef int fail() except -1:
    raise ValueError("the rings cross or are wound the wrong way")


cdef Py_ssize_t edges_below(Sweep sweep, points_t points, Py_ssize_t v) noexcept nogil:
    """How many of the crossed edges have the vertex strictly above them."""
    cdef Py_ssize_t low = 0, high = sweep.crossed, middle, edge
    while low < high:
        middle = (low + high) // 2
        edge = sweep.line[middle]
        if turn(points, edge, sweep.corners.following[edge], v) > 0:
            low = middle + 1
        else:
            high = middle
    return low


cdef inline void insert_edge(Sweep sweep, Py_ssize_t place, Py_ssize_t v) noexcept nogil:
    memmove(&sweep.line[place + 1], &sweep.line[place],
            (sweep.crossed - place) * sizeof(Py_ssize_t))
    sweep.line[place] = v
    sweep.helper[v] = v
    sweep.crossed = sweep.crossed + 1


cdef inline void remove_edge(Sweep sweep, Py_ssize_t place) noexcept nogil:
    sweep.crossed = sweep.crossed - 1
    memmove(&sweep.line[place], &sweep.line[place + 1],
            (sweep.crossed - place) * sizeof(Py_ssize_t))


cdef inline void draw_diagonal(Sweep sweep, Py_ssize_t v, Py_ssize_t w) noexcept nogil:
    cdef HalfEdge* half = &sweep.half[sweep.corners.n + 2 * sweep.diagonals]
    half[0].origin = half[1].target = v
    half[1].origin = half[0].target = w
    half[0].seen = half[1].seen = False
    sweep.diagonals = sweep.diagonals + 1


cdef inline void settle_merge(Sweep sweep, Py_ssize_t edge, Py_ssize_t v) noexcept nogil:
    """Join a merge vertex to the next vertex that sees the same edge straight below."""
    if sweep.merges[sweep.helper[edge]]:
        draw_diagonal(sweep, v, sweep.helper[edge])


cdef int sweep_vertex(Sweep sweep, points_t points, Py_ssize_t v) except -1:
    """Go on to the next vertex (de Berg et al., Computational Geometry, 3.2)."""
    cdef Py_ssize_t before = sweep.corners.previous[v], after = sweep.corners.following[v]
    cdef bint from_left = sweep.corners.rank[before] < sweep.corners.rank[v]
    cdef bint to_left = sweep.corners.rank[after] < sweep.corners.rank[v]
    cdef bint reflex = turn(points, before, v, after) < 0
    cdef Py_ssize_t place = edges_below(sweep, points, v), edge
    if from_left:
        if place == sweep.crossed or sweep.line[place] != before:
            fail()
        settle_merge(sweep, before, v)
        if not to_left:
            sweep.line[place] = sweep.helper[v] = v
            return 0
        remove_edge(sweep, place)
        if not reflex:
            return 0
    elif not to_left and not reflex:
        insert_edge(sweep, place, v)
        return 0
    if place == 0:
        fail()
    edge = sweep.line[place - 1]
    if from_left or to_left:
        settle_merge(sweep, edge, v)
        sweep.merges[v] = from_left
    else:
        draw_diagonal(sweep, v, sweep.helper[edge])
        insert_edge(sweep, place, v)
    sweep.helper[edge] = v
    return 0


cdef inline Py_ssize_t twin(Sweep sweep, Py_ssize_t diagonal) noexcept nogil:
    return sweep.corners.n + ((diagonal - sweep.corners.n) ^ 1)


cdef bint turns_earlier(Sweep sweep, points_t points, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    """Whether half-edge i comes before j, counter-clockwise from the edge of the outline."""
    cdef Py_ssize_t v = sweep.half[i].origin
    cdef Py_ssize_t after = sweep.corners.following[v]
    cdef Py_ssize_t a = sweep.half[i].target, b = sweep.half[j].target
    cdef bint a_is_left = turn(points, v, after, a) > 0, b_is_left = turn(points, v, after, b) > 0
    return a_is_left if a_is_left != b_is_left else turn(points, v, a, b) > 0


cdef void join_half_edges(Sweep sweep, points_t points) noexcept nogil:
    """Link the half-edges: after one that ends at a vertex comes the next one clockwise."""
    cdef Py_ssize_t v, i, place, last
    cdef Py_ssize_t* first = sweep.fan
    for v in range(sweep.corners.n):
        first[v] = -1
    for i in range(sweep.corners.n, sweep.corners.n + 2 * sweep.diagonals):
        v = sweep.half[i].origin
        last, place = -1, first[v]
        while place >= 0 and turns_earlier(sweep, points, place, i):
            last, place = place, sweep.half[place].beside
        sweep.half[i].beside = place
        if last < 0:
            first[v] = i
        else:
            sweep.half[last].beside = i
    for v in range(sweep.corners.n):
        last, place = v, first[v]
        while place >= 0:
            sweep.half[twin(sweep, place)].after = last
            last, place = place, sweep.half[place].beside
        sweep.half[sweep.corners.previous[v]].after = last


cdef int add_triangle(Sweep sweep, points_t points, Py_ssize_t a, Py_ssize_t b, Py_ssize_t c,
                      Py_ssize_t[:, ::1] out) except -1:
    cdef int side = turn(points, a, b, c)
    if side == 0 or sweep.made == out.shape[0]:
        fail()
    out[sweep.made, 0] = a
    out[sweep.made, 1] = b if side > 0 else c
    out[sweep.made, 2] = c if side > 0 else b
    sweep.made = sweep.made + 1
    return 0


cdef Py_ssize_t read_piece(Sweep sweep, Py_ssize_t start) except -1:
    """Write the vertices of the piece to the left of a half-edge, the leftmost first; how many."""
    cdef Py_ssize_t first = start, i = start, n = 0, k
    while n == 0 or i != start:
        if n == sweep.corners.n or sweep.half[i].seen:
            fail()
        sweep.half[i].seen = True
        if sweep.corners.rank[sweep.half[i].origin] < sweep.corners.rank[sweep.half[first].origin]:
            first = i
        i = sweep.half[i].after
        n += 1
    i = first
    for k in range(n):
        sweep.piece[k] = sweep.half[i].origin
        i = sweep.half[i].after
    return n


cdef int cut_piece(Sweep sweep, points_t points, Py_ssize_t n,
                   Py_ssize_t[:, ::1] out) except -1:
    """Cut a monotone piece into triangles (de Berg et al., 3.3). The stack holds the vertices that
    are not cut off yet: all but the first are of one side."""
    cdef Py_ssize_t low = 1, high = n - 1, size = 1, k, i, v
    cdef Py_ssize_t* stack = sweep.stack
    cdef bint is_low, stack_is_low = False
    stack[0] = sweep.piece[0]
    for k in range(1, n):
        is_low = sweep.corners.rank[sweep.piece[low]] < sweep.corners.rank[sweep.piece[high]]
        if k == n - 1:              # the rightmost: it sees the whole stack
            is_low = not stack_is_low
        elif k == 1:
            stack_is_low = is_low
        if is_low:
            v = sweep.piece[low]
            low += 1
        else:
            v = sweep.piece[high]
            high -= 1
        if is_low != stack_is_low:
            for i in range(size - 1):
                add_triangle(sweep, points, stack[i], stack[i + 1], v, out)
            stack[0] = stack[size - 1]
            size = 1
            stack_is_low = is_low
        while size > 1 and turn(points, stack[size - 2], stack[size - 1], v) == (
                1 if is_low else -1):
            add_triangle(sweep, points, stack[size - 2], stack[size - 1], v, out)
            size -= 1
        stack[size] = v
        size += 1
    return 0


def sweep_triangles(points_t points not None, indices_t starts not None, indices_t order not None,
                    Py_ssize_t[:, ::1] out not None):
    """Write the three vertices, counter-clockwise, of triangles that make up the inside of the
    rings. `order` has the rows of `points` by x and then by y."""
    cdef Py_ssize_t n = points.shape[0], i, size, work = 0
    cdef Sweep sweep = Sweep(read_corners(points, starts, order))
    if out.shape[1] != 3 or out.shape[0] != n + 2 * starts.shape[0] - 6:
        raise ValueError("out must have the shape (n - 2 and 2 for each hole, 3)")
    for i in range(n):
        sweep.half[i].origin = i
        sweep.half[i].target = sweep.corners.following[i]
        sweep.half[i].seen = False
    for i in range(n):
        check_interrupts(&work, 1 + sweep.crossed // MOVED)
        sweep_vertex(sweep, points, order[i])
    if sweep.crossed:
        fail()
    join_half_edges(sweep, points)
    for i in range(n + 2 * sweep.diagonals):
        if not sweep.half[i].seen:
            size = read_piece(sweep, i)
            check_interrupts(&work, size)
            cut_piece(sweep, points, size, out)
    if sweep.made != out.shape[0]:
        fail()


# --- parts: triangles merged where the corners stay convex ---

@cython.final
cdef class Mesh:
    """Faces as rings of half-edges: number 3 t + k leaves corner k of triangle t."""

    cdef Py_ssize_t n
    cdef Py_ssize_t* origin
    cdef Py_ssize_t* before
    cdef Py_ssize_t* after
    cdef Py_ssize_t* twin       # the same edge from the other side; -1 along the outline, or gone

    def __cinit__(self, Py_ssize_t n):
        self.n = n
        self.origin = <Py_ssize_t*>new_array(n, 4 * sizeof(Py_ssize_t))
        if self.origin is NULL:
            raise MemoryError
        self.before, self.after = self.origin + n, self.origin + 2 * n
        self.twin = self.origin + 3 * n

    def __dealloc__(self):
        PyMem_RawFree(self.origin)


cdef inline Py_ssize_t target(Mesh mesh, Py_ssize_t h) noexcept nogil:
    return mesh.origin[mesh.after[h]]


cdef int read_triangles(Mesh mesh, points_t points,
                        const Py_ssize_t[:, ::1] triangles) except -1:
    cdef Py_ssize_t t, k, h, work = 0
    for t in range(triangles.shape[0]):
        check_interrupts(&work, 1)
        for k in range(3):
            h = 3 * t + k
            if not 0 <= triangles[t, k] < points.shape[0]:
                raise IndexError(f"triangle {t} has no such vertex")
            mesh.origin[h] = triangles[t, k]
            mesh.before[h] = 3 * t + (k + 2) % 3
            mesh.after[h] = 3 * t + (k + 1) % 3
            mesh.twin[h] = -1
        if turn(points, triangles[t, 0], triangles[t, 1], triangles[t, 2]) <= 0:
            fail()
    return 0


@cython.final
cdef class Fans:
    """The half-edges that leave each vertex: those of v are edges[first[v]:first[v + 1]]."""

    cdef Py_ssize_t* first
    cdef Py_ssize_t* edges

    def __cinit__(self, Py_ssize_t vertices, Py_ssize_t edges):
        self.first = <Py_ssize_t*>new_zeros(count_sum(vertices, 2), sizeof(Py_ssize_t))
        self.edges = <Py_ssize_t*>new_array(edges, sizeof(Py_ssize_t))
        if self.first is NULL or self.edges is NULL:
            raise MemoryError

    def __dealloc__(self):
        PyMem_RawFree(self.first)
        PyMem_RawFree(self.edges)


cdef void read_fans(Fans fans, Mesh mesh, Py_ssize_t vertices) noexcept nogil:
    cdef Py_ssize_t* first = fans.first
    cdef Py_ssize_t h, v
    for h in range(mesh.n):
        first[mesh.origin[h] + 2] += 1
    for v in range(vertices):
        first[v + 2] += first[v + 1]
    for h in range(mesh.n):
        v = mesh.origin[h] + 1
        fans.edges[first[v]] = h
        first[v] += 1


cdef int pair_half_edges(Mesh mesh, Py_ssize_t vertices) except -1:
    """Find the twin of each half-edge in the smaller of the fans at its ends."""
    cdef Py_ssize_t h, g, i, v, w, work = 0
    cdef Fans fans = Fans(vertices, mesh.n)
    read_fans(fans, mesh, vertices)
    for h in range(mesh.n):
        v, w = mesh.origin[h], target(mesh, h)
        if mesh.twin[h] >= 0 or (fans.first[w + 1] - fans.first[w]
                                 > fans.first[v + 1] - fans.first[v]):
            continue
        check_interrupts(&work, fans.first[w + 1] - fans.first[w])
        for i in range(fans.first[w], fans.first[w + 1]):
            g = fans.edges[i]
            if mesh.twin[g] < 0 and target(mesh, g) == v:
                mesh.twin[h], mesh.twin[g] = g, h
                break
    return 0


cdef int require_outline(Mesh mesh, indices_t starts) except -1:
    """Require that the half-edges without a twin are the edges of the rings, each of them once."""
    cdef Py_ssize_t h, v, r, left = starts[starts.shape[0] - 1]
    cdef Mesh outline = Mesh(left)
    for r in range(starts.shape[0] - 1):
        for v in range(starts[r], starts[r + 1]):
            outline.after[v] = v + 1 if v + 1 < starts[r + 1] else starts[r]
    for h in range(mesh.n):
        if mesh.twin[h] < 0:
            v = mesh.origin[h]
            if outline.after[v] != target(mesh, h):
                fail()
            outline.after[v] = -1
            left -= 1
    return fail() if left else 0


cdef bint is_better_flipped(Mesh mesh, points_t points, Py_ssize_t h) noexcept nogil:
    """Whether the angles opposite an edge are more than half a turn together, and the triangles
    still turn left when it is flipped. The latter is exact. The former is rounded, which only
    affects form: corners on one circle do not flip, as they would flip for ever."""
    cdef Py_ssize_t g = mesh.twin[h]
    if g < h:
        return False
    cdef Py_ssize_t a = mesh.origin[h], b = mesh.origin[g]
    cdef Py_ssize_t c = mesh.origin[mesh.before[h]], d = mesh.origin[mesh.before[g]]
    cdef double ux = points[a, 0] - points[c, 0], uy = points[a, 1] - points[c, 1]
    cdef double vx = points[b, 0] - points[c, 0], vy = points[b, 1] - points[c, 1]
    cdef double wx = points[b, 0] - points[d, 0], wy = points[b, 1] - points[d, 1]
    cdef double zx = points[a, 0] - points[d, 0], zy = points[a, 1] - points[d, 1]
    cdef double first = (ux * vy - uy * vx) * (wx * zx + wy * zy)
    cdef double second = (wx * zy - wy * zx) * (ux * vx + uy * vy)
    return (first + second < -OPPOSITE_ROUNDOFF * (fabs(first) + fabs(second))
            and turn(points, d, b, c) > 0 and turn(points, c, a, d) > 0)


cdef void flip(Mesh mesh, Py_ssize_t h) noexcept nogil:
    """Replace the edge between two triangles by the other diagonal of their quadrilateral."""
    cdef Py_ssize_t g = mesh.twin[h], side
    cdef Py_ssize_t corners[6]
    corners[0], corners[1], corners[2] = h, mesh.before[h], mesh.after[g]
    corners[3], corners[4], corners[5] = g, mesh.before[g], mesh.after[h]
    mesh.origin[h] = mesh.origin[corners[4]]
    mesh.origin[g] = mesh.origin[corners[1]]
    for side in range(6):
        mesh.after[corners[side]] = corners[side - side % 3 + (side + 1) % 3]
        mesh.before[corners[side]] = corners[side - side % 3 + (side + 2) % 3]


cdef int flip_edges(Mesh mesh, points_t points) except -1:
    """Make rounder triangles, towards Delaunay's (Lawson, 1977): often that makes fewer parts."""
    cdef Py_ssize_t h, work = 0
    cdef bint flipped = True
    cdef int passes = 0
    while flipped and passes < MOST_PASSES:
        flipped = False
        passes += 1
        for h in range(mesh.n):
            check_interrupts(&work, 1)
            if is_better_flipped(mesh, points, h):
                flip(mesh, h)
                flipped = True
    return 0


cdef bint corner_stays_convex(Mesh mesh, points_t points, Py_ssize_t h) noexcept nogil:
    """Whether the corner at the origin of a half-edge is convex once its two faces are one."""
    cdef Py_ssize_t other = mesh.after[mesh.twin[h]]
    return turn(points, mesh.origin[mesh.before[h]], mesh.origin[h], target(mesh, other)) >= 0


cdef void merge_faces(Mesh mesh, points_t points, Py_ssize_t h) noexcept nogil:
    """Remove an edge between two faces that are one convex face without it."""
    cdef Py_ssize_t g = mesh.twin[h]
    if g < 0 or not (corner_stays_convex(mesh, points, h)
                     and corner_stays_convex(mesh, points, g)):
        return
    mesh.after[mesh.before[h]] = mesh.after[g]
    mesh.before[mesh.after[g]] = mesh.before[h]
    mesh.after[mesh.before[g]] = mesh.after[h]
    mesh.before[mesh.after[h]] = mesh.before[g]
    mesh.after[h] = mesh.after[g] = -1
    mesh.twin[h] = mesh.twin[g] = -1


cdef Py_ssize_t write_parts(Mesh mesh, Py_ssize_t[::1] vertices,
                            Py_ssize_t[::1] offsets) noexcept nogil:
    cdef Py_ssize_t start, h, after, parts = 0, n = 0
    offsets[0] = 0
    for start in range(mesh.n):
        h = start
        if mesh.after[h] < 0:
            continue
        while mesh.after[h] >= 0:
            vertices[n] = mesh.origin[h]
            n += 1
            after = mesh.after[h]
            mesh.after[h] = -1
            h = after
        parts += 1
        offsets[parts] = n
    return parts


def convex_faces(points_t points not None, indices_t starts not None,
                 const Py_ssize_t[:, ::1] triangles not None, bint rounder,
                 Py_ssize_t[::1] vertices not None, Py_ssize_t[::1] offsets not None):
    """Merge triangles into convex parts (Hertel and Mehlhorn, 1983), and write their vertices.

    An edge is removed if the corners at both its ends stay convex, so at most two edges stay at a
    reflex vertex. With `rounder`, edges are flipped first. Returns the number of parts.

    Raises ValueError unless the triangles are exactly the inside of the rings: all of them turn
    left, each edge inside has a triangle on both sides, and the other edges are the rings. The
    boundaries then add up to the rings, so each point is in as many triangles as the rings wind
    around it.
    """
    require_rings(points, starts)
    cdef Py_ssize_t h, work = 0, n = 3 * triangles.shape[0]
    if (triangles.shape[1] != 3 or vertices.shape[0] != n
            or offsets.shape[0] != triangles.shape[0] + 1):
        raise ValueError("triangles, vertices and offsets do not fit each other")
    cdef Mesh mesh = Mesh(n)
    read_triangles(mesh, points, triangles)
    pair_half_edges(mesh, points.shape[0])
    require_outline(mesh, starts)
    if rounder:
        flip_edges(mesh, points)
    for h in range(n):
        check_interrupts(&work, 1)
        merge_faces(mesh, points, h)
    return write_parts(mesh, vertices, offsets)
