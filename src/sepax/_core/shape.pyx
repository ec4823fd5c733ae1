"""Shape: validates, owns its buffers, sets poses.

The geometry is fixed by the one call of `_set_polygon` or `_set_circle`; the
pose may change. Setting it recomputes the world points, normals and circles at
once, so that queries only read: any number of threads may run them.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.math cimport INFINITY, NAN, fabs, isfinite
from libc.string cimport memcpy, memset

from sepax._core.arguments cimport read_number, read_pair
from sepax._core.kernels.pose cimport (
    Body, Pose, body_lay_out, body_measure, body_settle, body_size)
from sepax._core.kernels.convex cimport COORDINATE_LIMIT, hull_area, hull_centroid
from sepax._core.interrupts cimport listen
from sepax._core.memory cimport count_sum, new_array, new_zeros
from sepax._core.kernels.predicates cimport dot_sign, orient2d
from sepax._core.kernels.rotation cimport angle_is_allowed, sine_cosine

# --- validation of a ring -----------------------------------------------------

cdef inline int turn_at(const Ring* ring, Py_ssize_t i) noexcept nogil:
    """+1 for a left turn at vertex i, -1 for a right turn, 0 for none."""
    cdef Py_ssize_t before = i - 1 if i else ring.n - 1
    cdef Py_ssize_t after = i + 1 if i + 1 < ring.n else 0
    return orient2d(ring.x[before], ring.y[before], ring.x[i], ring.y[i],
                    ring.x[after], ring.y[after])


cdef inline void keep_vertex(Ring* ring, Py_ssize_t to, Py_ssize_t i) noexcept nogil:
    ring.x[to] = ring.x[i]
    ring.y[to] = ring.y[i]
    ring.index[to] = ring.index[i]


cdef inline bint same_point(const Ring* ring, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    return ring.x[i] == ring.x[j] and ring.y[i] == ring.y[j]


cdef void drop_repeated(Ring* ring) noexcept nogil:
    cdef Py_ssize_t i, kept = 0
    for i in range(ring.n):
        if kept == 0 or not same_point(ring, i, kept - 1):
            keep_vertex(ring, kept, i)
            kept += 1
    while kept > 1 and same_point(ring, kept - 1, 0):
        kept -= 1
    ring.n = kept


cdef bint is_collinear(const Ring* ring) noexcept nogil:
    """Whether all vertices (0 and 1 differ) are on one line."""
    cdef Py_ssize_t i
    for i in range(2, ring.n):
        if orient2d(ring.x[0], ring.y[0], ring.x[1], ring.y[1], ring.x[i], ring.y[i]) != 0:
            return False
    return True


cdef Py_ssize_t lowest_corner(const Ring* ring) noexcept nogil:
    """The lowest of the leftmost vertices: a corner of the convex hull."""
    cdef Py_ssize_t i, lowest = 0
    for i in range(ring.n):
        if ring.x[i] < ring.x[lowest] or (
                ring.x[i] == ring.x[lowest] and ring.y[i] < ring.y[lowest]):
            lowest = i
    return lowest


cdef int refuse_spike(const Ring* ring, Py_ssize_t before, Py_ssize_t i,
                      Py_ssize_t after) except -1:
    """Of three collinear vertices the middle one must lie between the others."""
    if dot_sign(ring.x[i], ring.y[i], ring.x[before], ring.y[before],
                ring.x[after], ring.y[after]) > 0:
        raise ValueError(f"the ring doubles back on itself at vertex {ring.index[i]}")
    return 0


cdef int drop_straight(Ring* ring) except -1:
    """Drop the vertices that lie on the segment between their neighbours.

    One pass with a stack, from a corner that stays; the others keep their order.
    """
    cdef Py_ssize_t start = lowest_corner(ring), kept = 0, work = 0, step, i
    cdef Py_ssize_t* stack = ring.stack
    for step in range(ring.n + 1):
        listen(&work, 1)
        i = (start + step) % ring.n
        while kept >= 2 and orient2d(
                ring.x[stack[kept - 2]], ring.y[stack[kept - 2]], ring.x[stack[kept - 1]],
                ring.y[stack[kept - 1]], ring.x[i], ring.y[i]) == 0:
            refuse_spike(ring, stack[kept - 2], stack[kept - 1], i)
            kept -= 1
            ring.index[stack[kept]] = -1
        stack[kept] = i
        kept += 1
    refuse_straight_start(ring, stack[kept - 2], start, stack[1])
    kept = 0
    for i in range(ring.n):
        if ring.index[i] >= 0:
            keep_vertex(ring, kept, i)
            kept += 1
    ring.n = kept
    return 0


cdef int refuse_straight_start(const Ring* ring, Py_ssize_t before, Py_ssize_t i,
                               Py_ssize_t after) except -1:
    """A corner of the hull is straight only where the ring doubles back."""
    if orient2d(ring.x[before], ring.y[before], ring.x[i], ring.y[i],
                ring.x[after], ring.y[after]) == 0:
        refuse_spike(ring, before, i, after)
    return 0


cdef bint edges_cross(const Ring* ring, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    """Whether edges i and j (no neighbours) have a point in common."""
    cdef Py_ssize_t p = i + 1 if i + 1 < ring.n else 0, q = j + 1 if j + 1 < ring.n else 0
    cdef int a = orient2d(ring.x[i], ring.y[i], ring.x[p], ring.y[p], ring.x[j], ring.y[j])
    cdef int b = orient2d(ring.x[i], ring.y[i], ring.x[p], ring.y[p], ring.x[q], ring.y[q])
    cdef int c = orient2d(ring.x[j], ring.y[j], ring.x[q], ring.y[q], ring.x[i], ring.y[i])
    cdef int d = orient2d(ring.x[j], ring.y[j], ring.x[q], ring.y[q], ring.x[p], ring.y[p])
    if a == 0 and b == 0:
        return (min(ring.x[i], ring.x[p]) <= max(ring.x[j], ring.x[q])
                and min(ring.x[j], ring.x[q]) <= max(ring.x[i], ring.x[p])
                and min(ring.y[i], ring.y[p]) <= max(ring.y[j], ring.y[q])
                and min(ring.y[j], ring.y[q]) <= max(ring.y[i], ring.y[p]))
    return a * b <= 0 and c * d <= 0


cdef int refuse_crossing(const Ring* ring, str hull) except -1:
    """Name two edges that meet, if any do (only asked of rings that are not convex)."""
    cdef Py_ssize_t i, j, work = 0
    for i in range(ring.n):
        listen(&work, ring.n - i)
        for j in range(i + 2, ring.n):
            if (i > 0 or j < ring.n - 1) and edges_cross(ring, i, j):
                raise ValueError(
                    f"the ring crosses itself: the edge from vertex {ring.index[i]} meets the edge "
                    f"from vertex {ring.index[j]}; for a cloud of points use {hull}")
    return 0


cdef Py_ssize_t reversals(const Ring* ring) noexcept nogil:
    """How often the edges change between rightwards and leftwards: twice a revolution."""
    cdef Py_ssize_t i, after, count = 0
    cdef bint first = False, last = False, now
    for i in range(ring.n):
        after = i + 1 if i + 1 < ring.n else 0
        now = ring.x[after] > ring.x[i] or (
            ring.x[after] == ring.x[i] and ring.y[after] > ring.y[i])
        if i == 0:
            first = now
        elif now != last:
            count += 1
        last = now
    return count + (first != last)


cdef int require_convex(const Ring* ring, int side, str hull) except -1:
    cdef Py_ssize_t i, work = 0
    for i in range(ring.n):
        listen(&work, 1)
        if turn_at(ring, i) != side:
            refuse_crossing(ring, hull)
            raise ValueError(
                f"vertex {ring.index[i]} is a reflex corner at {(ring.x[i], ring.y[i])}: a polygon "
                f"must be convex; for the convex hull use {hull}, or split the shape")
    if reversals(ring) != 2:
        refuse_crossing(ring, hull)
    return 0


cdef void reverse(Ring* ring) noexcept nogil:
    """Make a clockwise ring counter-clockwise; vertex 0 stays the first."""
    cdef Py_ssize_t i = 1, j = ring.n - 1
    while i < j:
        ring.x[i], ring.x[j] = ring.x[j], ring.x[i]
        ring.y[i], ring.y[j] = ring.y[j], ring.y[i]
        ring.index[i], ring.index[j] = ring.index[j], ring.index[i]
        i += 1
        j -= 1


cdef int read_ring(const double[:, ::1] vertices, Ring* ring, str hull) except -1:
    """Copy, check and tidy the vertices: convex, counter-clockwise, strictly turning.

    `hull` is what the caller offers for points in no such order.
    """
    cdef Py_ssize_t i
    cdef double x, y
    ring.n = vertices.shape[0]
    if ring.n < 3:
        raise ValueError(f"a polygon needs at least 3 vertices, got {ring.n}")
    for i in range(ring.n):
        x = vertices[i, 0]
        y = vertices[i, 1]
        if not (isfinite(x) and isfinite(y)):
            raise ValueError(f"vertex {i} is not finite: {(x, y)}")
        if fabs(x) > COORDINATE_LIMIT or fabs(y) > COORDINATE_LIMIT:
            raise ValueError(f"vertex {i} is beyond 2**240: {(x, y)}")
        ring.x[i] = x
        ring.y[i] = y
        ring.index[i] = i
    drop_repeated(ring)
    if ring.n < 3:
        raise ValueError(f"a polygon needs at least 3 distinct vertices, got {ring.n}: "
                         f"the last of them is vertex {ring.index[ring.n - 1]}")
    if is_collinear(ring):
        raise ValueError(f"the polygon has zero area: vertices {ring.index[0]} to "
                         f"{ring.index[ring.n - 1]} are all on one line")
    drop_straight(ring)
    # A simple ring turns at a corner of its hull as it winds.
    cdef int side = turn_at(ring, lowest_corner(ring))
    require_convex(ring, side, hull)
    if side < 0:
        reverse(ring)
    return 0


@cython.final
cdef class RingMemory:
    """Working memory for the validation of one ring, freed whatever happens."""

    def __cinit__(self, Py_ssize_t n):
        self.ring.x = <double*>new_array(n, sizeof(double))
        self.ring.y = <double*>new_array(n, sizeof(double))
        self.ring.index = <Py_ssize_t*>new_array(n, sizeof(Py_ssize_t))
        self.ring.stack = <Py_ssize_t*>new_array(count_sum(n, 1), sizeof(Py_ssize_t))
        if (self.ring.x is NULL or self.ring.y is NULL or self.ring.index is NULL
                or self.ring.stack is NULL):
            raise MemoryError

    def __dealloc__(self):
        PyMem_RawFree(self.ring.x)
        PyMem_RawFree(self.ring.y)
        PyMem_RawFree(self.ring.index)
        PyMem_RawFree(self.ring.stack)


cdef struct Spot:
    double x
    double y


cdef inline void merge(const Spot* source, Spot* target, Py_ssize_t start, Py_ssize_t middle,
                       Py_ssize_t stop) noexcept nogil:
    """Merge the sorted runs [start, middle) and [middle, stop)."""
    cdef Py_ssize_t i = start, j = middle, k
    for k in range(start, stop):
        if j < stop and (i == middle or source[j].x < source[i].x or (
                source[j].x == source[i].x and source[j].y < source[i].y)):
            target[k] = source[j]
            j += 1
        else:
            target[k] = source[i]
            i += 1


def sort_points(double[:, ::1] points not None, double[:, ::1] spare not None):
    """Sort the rows of finite (n, 2) points by x and then by y: a merge sort, which hears
    interrupts. `spare` is memory as large; the result is the one of the two that is returned."""
    cdef Py_ssize_t n = points.shape[0], width = 1, start = 0, work = 0
    if points.shape[1] != 2 or spare.shape[0] != n or spare.shape[1] != 2:
        raise ValueError("points and spare must have the shape (n, 2)")
    while width < n:
        start = 0
        while start < n:
            merge(<const Spot*>&points[0, 0], <Spot*>&spare[0, 0], start, min(start + width, n),
                  min(start + 2 * width, n))
            start += 2 * width
            listen(&work, width)
        points, spare = spare, points
        width *= 2
    return points.base


def hull_of_sorted(const double[:, ::1] points):
    """Indices of the convex hull of points, counter-clockwise (Andrew's monotone chain).

    Parameters
    ----------
    points : (n, 2) float64, sorted by x and then by y; they may repeat.

    Returns
    -------
    list of int
        Corners only: no repeated and no collinear points.
    """
    cdef list chain = []
    cdef Py_ssize_t i, work = 0, n = points.shape[0]
    for i in range(n):
        extend_chain(points, chain, 1, i)
        listen(&work, 1)
    cdef Py_ssize_t lower = len(chain)
    for i in range(n - 2, -1, -1):
        extend_chain(points, chain, lower, i)
        listen(&work, 1)
    return chain[:len(chain) - 1]


cdef int extend_chain(const double[:, ::1] points, list chain, Py_ssize_t start,
                      Py_ssize_t i) except -1:
    """Append point i; drop those before it, down to `start`, that no longer turn left."""
    cdef Py_ssize_t a, b
    while len(chain) > start:
        a = chain[len(chain) - 2]
        b = chain[len(chain) - 1]
        if orient2d(points[a, 0], points[a, 1], points[b, 0], points[b, 1],
                    points[i, 0], points[i, 1]) > 0:
            break
        chain.pop()
    chain.append(i)
    return 0


cdef bint bodies_are_same(const Body* a, const Body* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(min(a.hull.n, b.hull.n)):
        if a.local_x[i] != b.local_x[i] or a.local_y[i] != b.local_y[i]:
            return False
    return (a.hull.n == b.hull.n and a.hull.radius == b.hull.radius and a.pose.x == b.pose.x
            and a.pose.y == b.pose.y and a.pose.angle == b.pose.angle)


# --- the shape ------------------------------------------------------------------

cdef int place(Body* body, double x, double y, double angle) except -1:
    """Take a pose, or raise and keep the one before."""
    cdef Pose before = body.pose
    angle += 0.0    # no negative zero: poses of equal numbers are the same bits
    if angle != before.angle:
        if not angle_is_allowed(angle):
            raise ValueError(f"angle must be finite and within 2**31 radians, got {angle}")
        body.pose.angle = angle
        sine_cosine(angle, &body.pose.sine, &body.pose.cosine)
    body.pose.x = x
    body.pose.y = y
    if body_settle(body):
        return 0
    body.pose = before
    body_settle(body)
    if not (fabs(x) <= COORDINATE_LIMIT and fabs(y) <= COORDINATE_LIMIT):
        raise ValueError(f"position must be finite and within 2**240, got {(x, y)}")
    raise ValueError(f"at position {(x, y)} and angle {angle} the vertices round to a ring "
                     "that is not convex, has no area or is beyond 2**240: work nearer to the "
                     "origin")


cdef int refuse_unready(Shape shape) except -1:
    raise ValueError(f"this {type(shape).__name__} was never initialised: its __init__ "
                     "must call super().__init__() with a geometry")


cdef int build(Shape self, const double* x, const double* y, Py_ssize_t n, Py_ssize_t edges,
               double radius, double place_x, double place_y, double angle) except -1:
    """Give a shape its local points and first pose, once; where they are refused, nothing.

    Other threads may ask the shape meanwhile. They find nothing until all of it is in place, and
    what they have found stays where it is as long as the shape lives.
    """
    cdef Body body
    cdef double* memory
    memset(&body, 0, sizeof(Body))
    body.pose.cosine = 1.0
    memory = <double*>new_zeros(body_size(n), sizeof(double))
    if memory is NULL:
        raise MemoryError
    try:
        body_lay_out(&body, n, memory)
        memcpy(body.local_x, x, n * sizeof(double))
        memcpy(body.local_y, y, n * sizeof(double))
        body_measure(&body, n, edges, radius)
        place(&body, place_x, place_y, angle)
        hand_body(self, &body, memory)
    except BaseException:
        PyMem_RawFree(memory)
        raise
    return 0


cdef int hand_body(Shape self, Body* body, double* memory) except -1:
    """Make a finished body that of the shape, which has none yet, and then say that it is there."""
    if self.memory is not NULL:
        raise TypeError(f"this {type(self).__name__} is initialised already: its geometry "
                        "cannot change; make a new one")
    self.body = body[0]
    publish(&self.memory, memory)
    return 0


@cython.auto_pickle(False)
cdef class Shape:
    """A convex shape at a pose: what `Polygon` and `Circle` have in common.

    Make those; a bare `Shape` has no geometry and every use of it is a
    `ValueError`.
    """

    def __cinit__(self, *args, **kwargs):
        self.body.hull.reach = NAN
        self.body.pose.cosine = 1.0

    def __dealloc__(self):
        PyMem_RawFree(self.memory)

    @cython.critical_section
    def _set_polygon(self, const double[:, ::1] vertices not None, position, angle):
        """Give the shape its vertices, once. `vertices`: (n, 2) float64, local frame."""
        cdef RingMemory memory = RingMemory(vertices.shape[0])
        cdef double x, y, turn
        read_pair(position, "position", &x, &y)
        read_number(angle, "angle", &turn)
        read_ring(vertices, &memory.ring, "Polygon.hull(points)")
        build(self, memory.ring.x, memory.ring.y, memory.ring.n, memory.ring.n, 0.0, x, y, turn)

    @cython.critical_section
    def _set_circle(self, center, radius, angle):
        """Make the shape a disc about its position, once."""
        cdef double x, y, size, turn, pivot = 0.0
        read_pair(center, "center", &x, &y)
        read_number(radius, "radius", &size)
        read_number(angle, "angle", &turn)
        if not (0.0 <= size <= COORDINATE_LIMIT):
            raise ValueError(f"radius must be finite, not negative and within 2**240, got {size}")
        build(self, &pivot, &pivot, 1, 0, size, x, y, turn)

    # --- pose ---

    @property
    def position(self):
        """(x, y): world coordinates of local (0, 0), the pivot of rotation."""
        require_ready(self)
        return (self.body.pose.x, self.body.pose.y)

    @position.setter
    def position(self, value):
        cdef double x, y
        require_ready(self)
        read_pair(value, "position", &x, &y)
        place(&self.body, x, y, self.body.pose.angle)

    @property
    def angle(self):
        """Rotation about the position in radians, counter-clockwise."""
        require_ready(self)
        return self.body.pose.angle

    @angle.setter
    def angle(self, value):
        cdef double angle
        require_ready(self)
        read_number(value, "angle", &angle)
        place(&self.body, self.body.pose.x, self.body.pose.y, angle)

    def move(self, dx, dy):
        """Translate by (dx, dy), in world units.

        Raises
        ------
        ValueError
            Where the shape would leave the range of coordinates; it stays put.

        Examples
        --------
        >>> box = sepax.Polygon.box(2, 2)
        >>> box.move(3, 0)
        >>> box.bounds
        (2.0, -1.0, 4.0, 1.0)
        """
        cdef double step_x, step_y
        require_ready(self)
        read_number(dx, "dx", &step_x)
        read_number(dy, "dy", &step_y)
        place(&self.body, self.body.pose.x + step_x, self.body.pose.y + step_y, self.body.pose.angle)

    def rotate(self, angle):
        """Turn by an angle in radians, counter-clockwise, about the position.

        Examples
        --------
        >>> box = sepax.Polygon.box(2, 2)
        >>> box.rotate(0.5)
        >>> box.angle
        0.5
        """
        cdef double turn
        require_ready(self)
        read_number(angle, "angle", &turn)
        place(&self.body, self.body.pose.x, self.body.pose.y, self.body.pose.angle + turn)

    def set_pose(self, x, y, angle):
        """Set position (world units) and angle (radians) at once.

        Raises
        ------
        ValueError
            For a pose that is not finite, or that rounds the shape away; the
            shape keeps its pose.

        Examples
        --------
        >>> box = sepax.Polygon.box(2, 2)
        >>> box.set_pose(10, 20, 0.0)
        >>> box.position
        (10.0, 20.0)
        """
        cdef double to_x, to_y, to_angle
        require_ready(self)
        read_number(x, "x", &to_x)
        read_number(y, "y", &to_y)
        read_number(angle, "angle", &to_angle)
        place(&self.body, to_x, to_y, to_angle)

    # --- geometry ---

    @property
    def radius(self):
        """Radius of a circle; 0.0 for a polygon."""
        require_ready(self)
        return self.body.hull.radius

    @property
    def bounds(self):
        """(min_x, min_y, max_x, max_y) of the shape, in world coordinates."""
        require_ready(self)
        cdef double low_x = INFINITY, low_y = INFINITY, high_x = -INFINITY, high_y = -INFINITY
        cdef double radius = self.body.hull.radius
        cdef Py_ssize_t i
        for i in range(self.body.hull.n):
            low_x = min(low_x, self.body.hull.x[i])
            low_y = min(low_y, self.body.hull.y[i])
            high_x = max(high_x, self.body.hull.x[i])
            high_y = max(high_y, self.body.hull.y[i])
        return (low_x - radius, low_y - radius, high_x + radius, high_y + radius)

    @property
    def area(self):
        """Area in square world units."""
        require_ready(self)
        return hull_area(&self.body.hull)

    @property
    def centroid(self):
        """(x, y): centre of the area, in world coordinates."""
        require_ready(self)
        cdef double x, y
        hull_centroid(&self.body.hull, &x, &y)
        return (x, y)

    def same_as(self, other):
        """Whether another shape has the same geometry and the same pose, exactly.

        Local vertices in the same order, radius, position and angle, number by
        number; classes and attributes of subclasses do not matter. ``==`` asks
        whether two names stand for one and the same shape.

        Raises
        ------
        TypeError
            For anything that is no shape.

        Examples
        --------
        >>> box = sepax.Polygon.box(2, 1, angle=0.5)
        >>> twin = box.copy()
        >>> box.same_as(twin), box == twin
        (True, False)
        >>> twin.rotate(0.1)
        >>> box.same_as(twin)
        False
        """
        if not isinstance(other, Shape):
            raise TypeError(f"same_as takes a shape (Polygon, Circle), got {type(other).__name__}")
        require_ready(self)
        require_ready(<Shape>other)
        return bodies_are_same(&self.body, &(<Shape>other).body)

    def _count(self):
        """Number of points: the rows of `vertices`."""
        require_ready(self)
        return self.body.hull.n

    def _edge_count(self):
        """Number of edges: the rows of `normals`."""
        require_ready(self)
        return self.body.hull.edges

    def _read(self, str what, double[:, ::1] out not None):
        """Copy "vertices", "local_vertices" or "normals" into an (n, 2) float64 array."""
        require_ready(self)
        cdef const double* x
        cdef const double* y
        cdef Py_ssize_t i, n = self.body.hull.n
        if what == "vertices":
            x = self.body.hull.x
            y = self.body.hull.y
        elif what == "local_vertices":
            x = self.body.local_x
            y = self.body.local_y
        elif what == "normals":
            x = self.body.hull.normal_x
            y = self.body.hull.normal_y
            n = self.body.hull.edges
        else:
            raise ValueError(f"no such array: {what!r}")
        if out.shape[0] != n or out.shape[1] != 2:
            raise ValueError(f"out must have the shape {(n, 2)}, got {(out.shape[0], out.shape[1])}")
        for i in range(n):
            out[i, 0] = x[i]
            out[i, 1] = y[i]
