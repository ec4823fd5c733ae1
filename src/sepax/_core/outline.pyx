"""Checks of outlines: corners do not turn back, rings do not meet, holes are inside."""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.string cimport memmove

from sepax._core.interrupts cimport check_interrupts
from sepax._core.kernels.predicates cimport dot_sign
from sepax._core.memory cimport new_array

cdef enum:
    SPIKE = 2               # of a corner: it turns back on the edge that it came from
    MOVED = 64              # entries of the sweep line that are moved in one unit of work


cdef int require_rings(points_t points, indices_t starts) except -1:
    """Rings of 3 or more points each, that are all points."""
    cdef Py_ssize_t r, rings = starts.shape[0] - 1
    if points.shape[1] != 2 or rings < 1 or starts[0] != 0 or starts[rings] != points.shape[0]:
        raise ValueError("points must have the shape (n, 2), and starts lead from 0 to n")
    for r in range(rings):
        if starts[r + 1] - starts[r] < 3:
            raise ValueError(f"ring {r} has fewer than 3 points")
    return 0


@cython.final
cdef class Corners:
    def __cinit__(self, Py_ssize_t n):
        self.n = n
        self.previous = <Py_ssize_t*>new_array(n, 3 * sizeof(Py_ssize_t))
        if self.previous is NULL:
            raise MemoryError
        self.following, self.rank = self.previous + n, self.previous + 2 * n

    def __dealloc__(self):
        PyMem_RawFree(self.previous)


cdef Corners read_corners(points_t points, indices_t starts, indices_t order):
    """Check that rings are rings, and that the order has every vertex once."""
    require_rings(points, starts)
    cdef Py_ssize_t r, i, first, last, n = points.shape[0]
    cdef Corners corners = Corners(n)
    if order.shape[0] != n:
        raise ValueError("order must have every vertex once")
    for r in range(starts.shape[0] - 1):
        first, last = starts[r], starts[r + 1] - 1
        for i in range(first, last + 1):
            corners.previous[i] = i - 1 if i > first else last
            corners.following[i] = i + 1 if i < last else first
            corners.rank[i] = -1
    for i in range(n):
        if not 0 <= order[i] < n or corners.rank[order[i]] >= 0:
            raise ValueError("order must have every vertex once")
        corners.rank[order[i]] = i
    return corners


def corner_turns(points_t points not None, indices_t starts not None,
                 signed char[::1] out not None):
    """Write for each vertex 1 for a left turn, -1 for a right one, 0 for straight on, 2 for back.
    No vertex may be the same point as the one before."""
    cdef Py_ssize_t r, i, before, after, work = 0
    require_rings(points, starts)
    if out.shape[0] != points.shape[0]:
        raise ValueError("out must have one entry for each point")
    for r in range(starts.shape[0] - 1):
        for i in range(starts[r], starts[r + 1]):
            check_interrupts(&work, 1)
            before = i - 1 if i > starts[r] else starts[r + 1] - 1
            after = i + 1 if i + 1 < starts[r + 1] else starts[r]
            out[i] = turn(points, before, i, after)
            if out[i] == 0 and dot_sign(points[i, 0], points[i, 1], points[before, 0],
                                        points[before, 1], points[after, 0], points[after, 1]) > 0:
                out[i] = SPIKE


def rings_around(points_t points not None, indices_t starts not None, Py_ssize_t vertex):
    """Return the numbers of the rings that have a vertex of another ring inside: the ray to the
    right of the vertex crosses them an odd number of times."""
    cdef Py_ssize_t r, i, after, low, high, work = 0
    cdef double x, y
    cdef bint inside
    cdef list around = []
    require_rings(points, starts)
    if not 0 <= vertex < points.shape[0]:
        raise IndexError("there is no such vertex")
    x, y = points[vertex, 0], points[vertex, 1]
    for r in range(starts.shape[0] - 1):
        inside = False
        if starts[r] <= vertex < starts[r + 1]:
            continue
        for i in range(starts[r], starts[r + 1]):
            check_interrupts(&work, 1)
            after = i + 1 if i + 1 < starts[r + 1] else starts[r]
            if (points[i, 1] > y) == (points[after, 1] > y):
                continue
            low, high = (i, after) if points[i, 1] <= y else (after, i)
            inside ^= orient2d(points[low, 0], points[low, 1], points[high, 0], points[high, 1],
                               x, y) > 0
        if inside:
            around.append(r)
    return around


# --- edges that meet: a sweep from left to right (Shamos and Hoey, 1976) ---

@cython.final
cdef class Line:
    """The edges that the sweep line crosses, from below."""

    cdef Corners corners
    cdef Py_ssize_t count
    cdef Py_ssize_t* edges

    def __cinit__(self, Corners corners):
        self.corners = corners
        self.count = 0
        self.edges = <Py_ssize_t*>new_array(corners.n, sizeof(Py_ssize_t))
        if self.edges is NULL:
            raise MemoryError

    def __dealloc__(self):
        PyMem_RawFree(self.edges)


cdef inline int side_of(Line line, points_t points, Py_ssize_t place, Py_ssize_t v) noexcept nogil:
    """+1 if the vertex is above an edge of the line, -1 below it, 0 on it."""
    cdef Py_ssize_t a = line.edges[place], b = line.corners.following[line.edges[place]]
    return turn(points, a, b, v) if line.corners.rank[a] < line.corners.rank[b] else turn(
        points, b, a, v)


cdef Py_ssize_t edges_below(Line line, points_t points, Py_ssize_t v) noexcept nogil:
    cdef Py_ssize_t low = 0, high = line.count, middle
    while low < high:
        middle = (low + high) // 2
        if side_of(line, points, middle, v) > 0:
            low = middle + 1
        else:
            high = middle
    return low


cdef bint is_own(Line line, Py_ssize_t place, Py_ssize_t v) noexcept nogil:
    return line.edges[place] == v or line.edges[place] == line.corners.previous[v]


cdef bint neighbours_meet(Line line, points_t points, Py_ssize_t place) noexcept nogil:
    """Whether the edges at a place and the next meet, other than in a vertex of both."""
    if not 0 <= place < line.count - 1:
        return False
    cdef Py_ssize_t* following = line.corners.following
    cdef Py_ssize_t i = line.edges[place], j = line.edges[place + 1]
    if following[i] == j or following[j] == i:
        return False
    # Two edges of one straight line are in the sweep line at once only if they overlap. An edge
    # that a vertex lies on is beside that vertex's own, before or after: it needs no search.
    return (turn(points, i, following[i], j) * turn(points, i, following[i], following[j]) <= 0
            and turn(points, j, following[j], i) * turn(points, j, following[j], following[i]) <= 0)


cdef Py_ssize_t pass_vertex(Line line, points_t points, Py_ssize_t v,
                            Py_ssize_t place) noexcept nogil:
    """Exchange the edges that end in the next vertex for those that begin there. Returns the place
    of an edge that meets the next one, or -1; -2 if the vertices are not in the order of the
    sweep."""
    cdef Py_ssize_t before = line.corners.previous[v], after = line.corners.following[v], k
    cdef bint to_right = line.corners.rank[before] > line.corners.rank[v]
    cdef Py_ssize_t new = to_right + (line.corners.rank[after] > line.corners.rank[v])
    cdef Py_ssize_t old = 2 - new
    for k in range(old):
        if place + k == line.count or not is_own(line, place + k, v):
            return -2
    memmove(&line.edges[place + new], &line.edges[place + old],
            (line.count - place - old) * sizeof(Py_ssize_t))
    line.count = line.count + (new - old)
    if new == 1:
        line.edges[place] = before if to_right else v
    elif new == 2:
        k = turn(points, before, v, after) > 0      # 1: the edge to the vertex after is the lower
        line.edges[place + k] = before
        line.edges[place + 1 - k] = v
    if neighbours_meet(line, points, place - 1):
        return place - 1
    return place + new - 1 if new and neighbours_meet(line, points, place + new - 1) else -1


def edges_that_meet(points_t points not None, indices_t starts not None, indices_t order not None,
                    Py_ssize_t[::1] below not None):
    """Return two edges that have a point in common, besides the vertex between them, or None.

    Corners must turn. `order` has the rows of `points` by x and then by y. `below` gets, for each
    vertex, the number of edges straight below it. That of the leftmost vertex of a ring which meets
    no other is odd if the ring is inside an odd number of rings.
    """
    cdef Corners corners = read_corners(points, starts, order)
    cdef Line line = Line(corners)
    cdef Py_ssize_t i, v, place, found, work = 0
    if below.shape[0] != points.shape[0]:
        raise ValueError("below must have one entry for each vertex")
    for i in range(points.shape[0]):
        check_interrupts(&work, 1 + line.count // MOVED)
        v = order[i]
        if i and points[v, 0] == points[order[i - 1], 0] and (
                points[v, 1] == points[order[i - 1], 1]):
            return order[i - 1], v
        place = edges_below(line, points, v)
        below[v] = place
        found = pass_vertex(line, points, v, place)
        if found == -2:
            raise ValueError("corners must turn, and order be by x and then by y")
        if found >= 0:
            return line.edges[found], line.edges[found + 1]
    return None
