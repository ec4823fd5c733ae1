"""Shape: validates, owns its buffers, sets poses.

The geometry is fixed by the one call of `_set_polygon` or `_set_circle`; the
pose may change. Setting it recomputes the world points, normals and circles at
once, so that queries only read: any number of threads may run them.
"""

cimport cython
from cpython.mem cimport PyMem_RawCalloc, PyMem_RawFree
from libc.math cimport INFINITY, NAN, fabs, isfinite, sqrt

from sepax._core.hull cimport (
    COORDINATE_LIMIT, Hull, edge_is_active, hull_set_edges, hull_stride, lanes_place, unit_vector)
from sepax._core.predicates cimport dot_sign, orient2d
from sepax._core.rotation cimport angle_is_allowed, sine_cosine
from sepax._core.sweep cimport Motion

# Pose arithmetic and its rounding move a world point by less than this part of
# the coordinates (16 units: two products, two sums and the sine's own error).
cdef double GRID = 1.78e-15


cdef int read_pair(object value, str name, double* x, double* y) except -1:
    """Two finite numbers of any pair: tuple, list, array, vector class."""
    cdef tuple pair
    if type(value) is tuple:
        pair = <tuple>value
    else:
        try:
            pair = tuple(value)
        except TypeError:
            raise TypeError(f"{name} must be a pair of numbers, got {type(value).__name__}") from None
    if len(pair) != 2:
        raise ValueError(f"{name} must be a pair of numbers, got {len(pair)} of them")
    x[0] = pair[0]
    y[0] = pair[1]
    if not (fabs(x[0]) <= COORDINATE_LIMIT and fabs(y[0]) <= COORDINATE_LIMIT):
        raise ValueError(f"{name} must be finite and within 2**240, got {(x[0], y[0])}")
    return 0


cdef int read_motion(object velocity_a, object velocity_b, double max_time,
                     Motion* motion) except -1:
    """The velocities and the end of time of a sweep."""
    read_pair(velocity_a, "velocity_a", &motion.a_x, &motion.a_y)
    read_pair(velocity_b, "velocity_b", &motion.b_x, &motion.b_y)
    if not max_time >= 0.0:
        raise ValueError(f"max_time must not be negative or NaN, got {max_time}")
    motion.x = motion.a_x - motion.b_x
    motion.y = motion.a_y - motion.b_y
    motion.max_time = max_time
    return 0


# --- validation of a ring -----------------------------------------------------

cdef struct Ring:
    double* x
    double* y
    Py_ssize_t* index   # of each vertex in what the caller gave
    Py_ssize_t* stack   # working memory
    Py_ssize_t n


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
    cdef Py_ssize_t start = lowest_corner(ring), kept = 0, step, i
    cdef Py_ssize_t* stack = ring.stack
    for step in range(ring.n + 1):
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


cdef int refuse_crossing(const Ring* ring) except -1:
    """Name two edges that meet, if any do (only asked of rings that are not convex)."""
    cdef Py_ssize_t i, j
    for i in range(ring.n):
        for j in range(i + 2, ring.n):
            if (i > 0 or j < ring.n - 1) and edges_cross(ring, i, j):
                raise ValueError(
                    f"the ring crosses itself: the edge from vertex {ring.index[i]} meets the edge "
                    f"from vertex {ring.index[j]}; use Polygon.hull(points) for a cloud of points")
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


cdef int require_convex(const Ring* ring, int side) except -1:
    cdef Py_ssize_t i
    for i in range(ring.n):
        if turn_at(ring, i) != side:
            refuse_crossing(ring)
            raise ValueError(
                f"vertex {ring.index[i]} is a reflex corner at {(ring.x[i], ring.y[i])}: a polygon "
                "must be convex; use Polygon.hull(points) for the convex hull, or split the shape")
    if reversals(ring) != 2:
        refuse_crossing(ring)
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


cdef int read_ring(const double[:, ::1] vertices, Ring* ring) except -1:
    """Copy, check and tidy the vertices: convex, counter-clockwise, strictly turning."""
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
    require_convex(ring, side)
    if side < 0:
        reverse(ring)
    return 0


@cython.final
cdef class RingMemory:
    """Working memory for the validation of one ring, freed whatever happens."""

    cdef Ring ring

    def __cinit__(self, Py_ssize_t n):
        self.ring.x = <double*>PyMem_RawCalloc(n + 1, sizeof(double))
        self.ring.y = <double*>PyMem_RawCalloc(n + 1, sizeof(double))
        self.ring.index = <Py_ssize_t*>PyMem_RawCalloc(n + 1, sizeof(Py_ssize_t))
        self.ring.stack = <Py_ssize_t*>PyMem_RawCalloc(n + 2, sizeof(Py_ssize_t))
        if (self.ring.x is NULL or self.ring.y is NULL or self.ring.index is NULL
                or self.ring.stack is NULL):
            raise MemoryError

    def __dealloc__(self):
        PyMem_RawFree(self.ring.x)
        PyMem_RawFree(self.ring.y)
        PyMem_RawFree(self.ring.index)
        PyMem_RawFree(self.ring.stack)


def hull_of_sorted(const double[:, ::1] points):
    """Indices of the convex hull of points, counter-clockwise (Andrew's monotone chain).

    Parameters
    ----------
    points : (n, 2) float64, sorted by x and then by y.

    Returns
    -------
    list of int
        Corners only: no repeated and no collinear points.
    """
    cdef list chain = []
    cdef Py_ssize_t i, n = points.shape[0]
    for i in range(n):
        extend_chain(points, chain, 1, i)
    cdef Py_ssize_t lower = len(chain)
    for i in range(n - 2, -1, -1):
        extend_chain(points, chain, lower, i)
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


# --- the shape ------------------------------------------------------------------

@cython.auto_pickle(False)
cdef class Shape:
    """A convex shape at a pose: what `Polygon` and `Circle` have in common.

    Make those; a bare `Shape` has no geometry and every use of it is a
    `ValueError`.
    """

    def __cinit__(self, *args, **kwargs):
        self.hull.reach = NAN
        self.cosine = 1.0

    def __dealloc__(self):
        PyMem_RawFree(self.memory)

    cdef int require_ready(self) except -1:
        if self.hull.n == 0:
            raise ValueError(f"this {type(self).__name__} was never initialised: its __init__ "
                             "must call super().__init__() with a geometry")
        return 0

    cdef int allocate(self, Py_ssize_t n) except -1:
        """Memory for n points and n edges, in arrays of whole lanes."""
        cdef Py_ssize_t stride = hull_stride(n)
        if self.memory is not NULL:
            raise TypeError(f"this {type(self).__name__} is initialised already: its geometry "
                            "cannot change; make a new one")
        self.memory = <double*>PyMem_RawCalloc(7 * stride, sizeof(double))
        if self.memory is NULL:
            raise MemoryError
        self.local_x = self.memory
        self.local_y = self.memory + stride
        self.hull.x = self.memory + 2 * stride
        self.hull.y = self.memory + 3 * stride
        self.hull.normal_x = self.memory + 4 * stride
        self.hull.normal_y = self.memory + 5 * stride
        self.hull.offset = self.memory + 6 * stride
        return 0

    @cython.critical_section
    def _set_polygon(self, const double[:, ::1] vertices not None, double x, double y,
                     double angle):
        """Give the shape its vertices, once. `vertices`: (n, 2) float64, local frame."""
        cdef RingMemory memory = RingMemory(vertices.shape[0])
        cdef Py_ssize_t i, n
        read_ring(vertices, &memory.ring)
        n = memory.ring.n
        self.allocate(n)
        for i in range(n + 1):
            self.local_x[i] = memory.ring.x[i if i < n else 0]
            self.local_y[i] = memory.ring.y[i if i < n else 0]
        self.begin(n, n, 0.0, x, y, angle)

    @cython.critical_section
    def _set_circle(self, double x, double y, double radius, double angle):
        """Make the shape a disc about its position, once."""
        if not (0.0 <= radius <= COORDINATE_LIMIT):
            raise ValueError(f"radius must be finite, not negative and within 2**240, got {radius}")
        self.allocate(1)
        self.begin(1, 0, radius, x, y, angle)

    cdef int begin(self, Py_ssize_t n, Py_ssize_t edges, double radius, double x, double y,
                   double angle) except -1:
        """Measure the local points and take the first pose; on failure stay uninitialised."""
        self.hull.n = n
        self.hull.edges = edges
        self.hull.radius = radius
        try:
            self.measure()
            self.place(x, y, angle)
        except BaseException:
            self.hull.n = self.hull.edges = 0
            PyMem_RawFree(self.memory)
            self.memory = NULL
            raise
        return 0

    cdef void measure(self) noexcept:
        """What the poses have in common: centre, circles, shortest edge, symmetry."""
        cdef Py_ssize_t i, n = self.hull.n
        cdef double dx = 0.0, dy = 0.0, unused
        self.local_reach = self.pivot_reach = self.asymmetry = 0.0
        self.local_inner = self.shortest_edge = INFINITY
        for i in range(n):
            dx += (self.local_x[i] - self.local_x[0]) / n
            dy += (self.local_y[i] - self.local_y[0]) / n
            self.pivot_reach = max(self.pivot_reach, fabs(self.local_x[i]) + fabs(self.local_y[i]))
        self.local_centre_x = self.local_x[0] + dx
        self.local_centre_y = self.local_y[0] + dy
        for i in range(n):
            self.local_reach = max(self.local_reach, unit_vector(
                self.local_x[i] - self.local_centre_x, self.local_y[i] - self.local_centre_y,
                &unused, &unused))
        if self.hull.edges:
            self.measure_edges()
            self.measure_symmetry()
        else:
            self.local_inner = 0.0
        # 9 units cover the rounding of squares and sums where the circles are compared.
        self.local_reach = (self.local_reach + self.hull.radius) * (1.0 + 1e-15)
        self.local_inner = (self.local_inner + self.hull.radius) * (1.0 - 1e-15)

    cdef void measure_edges(self) noexcept:
        cdef Py_ssize_t i
        cdef double ux, uy
        for i in range(self.hull.n):
            self.shortest_edge = min(self.shortest_edge, unit_vector(
                self.local_x[i + 1] - self.local_x[i], self.local_y[i + 1] - self.local_y[i],
                &ux, &uy))
            self.local_inner = min(self.local_inner,
                                   ux * (self.local_centre_y - self.local_y[i])
                                   - uy * (self.local_centre_x - self.local_x[i]))
        self.local_inner = max(self.local_inner - GRID * self.pivot_reach, 0.0)
        self.finest = min(min(self.shortest_edge, self.local_inner) / 64.0, GRID * COORDINATE_LIMIT)

    cdef void measure_symmetry(self) noexcept:
        """Find out whether opposite points mirror each other in the centre, as in boxes."""
        cdef Py_ssize_t i, n = self.hull.n
        self.hull.half = 0
        if n % 2:
            return
        for i in range(n // 2):
            self.asymmetry = max(self.asymmetry, fabs(
                (self.local_x[i] - self.local_centre_x)
                + (self.local_x[i + n // 2] - self.local_centre_x)))
            self.asymmetry = max(self.asymmetry, fabs(
                (self.local_y[i] - self.local_centre_y)
                + (self.local_y[i + n // 2] - self.local_centre_y)))
        if self.asymmetry < 1e-9 * self.shortest_edge:
            self.hull.half = n // 2
            # An end moved by d turns an edge by d / length; both ends of both edges may.
            self.skew_of_grid = 16.0 / self.shortest_edge

    cdef bint settle(self) noexcept:
        """Recompute the world frame; False where the pose needs a closer look."""
        cdef Hull* hull = &self.hull
        cdef double grid = GRID * (fabs(self.x) + fabs(self.y) + self.pivot_reach)
        if not hull.edges:
            hull.x[0] = hull.centre_x = self.x
            hull.y[0] = hull.centre_y = self.y
            hull.reach = self.local_reach
            hull.inner = self.local_inner
            return fabs(self.x) <= COORDINATE_LIMIT and fabs(self.y) <= COORDINATE_LIMIT
        lanes_place(self.local_x, self.local_y, hull_stride(hull.n), self.cosine, self.sine,
                    self.x, self.y, hull.x, hull.y)
        hull.centre_x = self.x + (self.cosine * self.local_centre_x
                                  - self.sine * self.local_centre_y)
        hull.centre_y = self.y + (self.sine * self.local_centre_x
                                  + self.cosine * self.local_centre_y)
        hull.reach = self.local_reach + grid
        hull.inner = max(self.local_inner - grid, 0.0)
        hull.skew = self.skew_of_grid * (self.asymmetry + grid)
        hull_set_edges(hull)
        return grid < self.finest

    cdef bint is_sound(self) noexcept:
        """Whether the stored ring is finite and still has an area."""
        cdef Hull* hull = &self.hull
        cdef double area = 0.0, unit = max(hull.reach, 1e-300)   # against underflow
        cdef Py_ssize_t i, active = 0
        for i in range(hull.n):
            if not (fabs(hull.x[i]) <= COORDINATE_LIMIT and fabs(hull.y[i]) <= COORDINATE_LIMIT):
                return False
            active += edge_is_active(hull, i)
            area += ((hull.x[i] - hull.x[0]) / unit * ((hull.y[i + 1] - hull.y[0]) / unit)
                     - (hull.y[i] - hull.y[0]) / unit * ((hull.x[i + 1] - hull.x[0]) / unit))
        return hull.edges == 0 or (active >= 3 and area > 0.0)

    cdef int place(self, double x, double y, double angle) except -1:
        """Take a pose, or raise and keep the one before."""
        cdef double old_x = self.x, old_y = self.y, old_turn = self.turn
        cdef double old_cosine = self.cosine, old_sine = self.sine
        if angle != old_turn:
            if not angle_is_allowed(angle):
                raise ValueError(f"angle must be finite and within 2**31 radians, got {angle}")
            self.turn = angle
            sine_cosine(angle, &self.sine, &self.cosine)
        self.x = x
        self.y = y
        if self.settle() or self.is_sound():
            return 0
        self.x = old_x
        self.y = old_y
        self.turn = old_turn
        self.cosine = old_cosine
        self.sine = old_sine
        self.settle()
        if not (fabs(x) <= COORDINATE_LIMIT and fabs(y) <= COORDINATE_LIMIT):
            raise ValueError(f"position must be finite and within 2**240, got {(x, y)}")
        raise ValueError(f"at position {(x, y)} and angle {angle} the vertices round to a ring "
                         "without area or beyond 2**240: work nearer to the origin")

    # --- pose ---

    @property
    def position(self):
        """(x, y): world coordinates of local (0, 0), the pivot of rotation."""
        self.require_ready()
        return (self.x, self.y)

    @position.setter
    def position(self, value):
        cdef double x, y
        self.require_ready()
        read_pair(value, "position", &x, &y)
        self.place(x, y, self.turn)

    @property
    def angle(self):
        """Rotation about the position in radians, counter-clockwise."""
        self.require_ready()
        return self.turn

    @angle.setter
    def angle(self, double value):
        self.require_ready()
        self.place(self.x, self.y, value)

    def move(self, double dx, double dy):
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
        self.require_ready()
        self.place(self.x + dx, self.y + dy, self.turn)

    def rotate(self, double angle):
        """Turn by an angle in radians, counter-clockwise, about the position.

        Examples
        --------
        >>> box = sepax.Polygon.box(2, 2)
        >>> box.rotate(0.5)
        >>> box.angle
        0.5
        """
        self.require_ready()
        self.place(self.x, self.y, self.turn + angle)

    def set_pose(self, double x, double y, double angle):
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
        self.require_ready()
        self.place(x, y, angle)

    # --- geometry ---

    @property
    def radius(self):
        """Radius of a circle; 0.0 for a polygon."""
        self.require_ready()
        return self.hull.radius

    @property
    def bounds(self):
        """(min_x, min_y, max_x, max_y) of the shape, in world coordinates."""
        self.require_ready()
        cdef double low_x = INFINITY, low_y = INFINITY, high_x = -INFINITY, high_y = -INFINITY
        cdef double radius = self.hull.radius
        cdef Py_ssize_t i
        for i in range(self.hull.n):
            low_x = min(low_x, self.hull.x[i])
            low_y = min(low_y, self.hull.y[i])
            high_x = max(high_x, self.hull.x[i])
            high_y = max(high_y, self.hull.y[i])
        return (low_x - radius, low_y - radius, high_x + radius, high_y + radius)

    @property
    def area(self):
        """Area in square world units."""
        self.require_ready()
        cdef double twice = 0.0
        cdef Py_ssize_t i
        cdef const Hull* hull = &self.hull
        if not hull.edges:
            return 3.141592653589793 * hull.radius * hull.radius
        for i in range(hull.n):
            twice += ((hull.x[i] - hull.x[0]) * (hull.y[i + 1] - hull.y[0])
                      - (hull.y[i] - hull.y[0]) * (hull.x[i + 1] - hull.x[0]))
        return 0.5 * twice

    @property
    def centroid(self):
        """(x, y): centre of the area, in world coordinates."""
        self.require_ready()
        cdef double twice = 0.0, part, sum_x = 0.0, sum_y = 0.0, ux, uy, vx, vy
        # In units of the shape's own size, so that no product underflows.
        cdef double unit = max(self.hull.reach, 1e-300)
        cdef Py_ssize_t i
        cdef const Hull* hull = &self.hull
        if not hull.edges:
            return (self.x, self.y)
        for i in range(hull.n):
            ux = (hull.x[i] - hull.x[0]) / unit
            uy = (hull.y[i] - hull.y[0]) / unit
            vx = (hull.x[i + 1] - hull.x[0]) / unit
            vy = (hull.y[i + 1] - hull.y[0]) / unit
            part = ux * vy - uy * vx
            twice += part
            sum_x += part * (ux + vx)
            sum_y += part * (uy + vy)
        return (hull.x[0] + sum_x / (3.0 * twice) * unit, hull.y[0] + sum_y / (3.0 * twice) * unit)

    def _count(self):
        """Number of points: the rows of `vertices`."""
        self.require_ready()
        return self.hull.n

    def _edge_count(self):
        """Number of edges: the rows of `normals`."""
        self.require_ready()
        return self.hull.edges

    def _read(self, str what, double[:, ::1] out not None):
        """Copy "vertices", "local_vertices" or "normals" into an (n, 2) float64 array."""
        self.require_ready()
        cdef const double* x
        cdef const double* y
        cdef Py_ssize_t i, n = self.hull.n
        if what == "vertices":
            x = self.hull.x
            y = self.hull.y
        elif what == "local_vertices":
            x = self.local_x
            y = self.local_y
        elif what == "normals":
            x = self.hull.normal_x
            y = self.hull.normal_y
            n = self.hull.edges
        else:
            raise ValueError(f"no such array: {what!r}")
        if out.shape[0] != n or out.shape[1] != 2:
            raise ValueError(f"out must have the shape {(n, 2)}, got {(out.shape[0], out.shape[1])}")
        for i in range(n):
            out[i, 0] = x[i]
            out[i, 1] = y[i]
