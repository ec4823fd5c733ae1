"""Shape: validates, owns its buffers, sets poses.

The geometry is fixed by the one call of `_set_polygon`, `_set_segment` or `_set_circle`; the
pose may change. Setting it recomputes the world points, normals and circles at
once, so that queries only read: any number of threads may run them.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.math cimport NAN, fabs
from libc.string cimport memcpy, memset

from sepax._core.arguments cimport described, read_number, read_pair, read_size
from sepax._core.kernels.area cimport convex_area, convex_centroid, convex_second_moment
from sepax._core.kernels.convex cimport COORDINATE_LIMIT
from sepax._core.kernels.pose cimport (
    Pose, angle_is_allowed, posed_assign_arrays, posed_measure, posed_size, posed_update,
    sine_cosine)
from sepax._core.kernels.projection cimport convex_bounds
from sepax._core.memory cimport new_zeros
from sepax._core.ring cimport RingMemory, read_ring, require_ends


cdef bint posed_are_same(const PosedConvex* a, const PosedConvex* b) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(min(a.convex.n, b.convex.n)):
        if a.local_x[i] != b.local_x[i] or a.local_y[i] != b.local_y[i]:
            return False
    return (a.convex.n == b.convex.n and a.convex.radius == b.convex.radius and a.pose.x == b.pose.x
            and a.pose.y == b.pose.y and a.pose.angle == b.pose.angle)


cdef int apply_pose(PosedConvex* posed, double x, double y, double angle) except -1:
    """Take a pose, or raise and keep the one before."""
    cdef Pose before = posed.pose
    angle += 0.0    # no negative zero: poses of equal numbers are the same bits
    if angle != before.angle:
        if not angle_is_allowed(angle):
            raise ValueError(f"angle must be finite and within 2**31 radians, got {angle}")
        posed.pose.angle = angle
        sine_cosine(angle, &posed.pose.sine, &posed.pose.cosine)
    posed.pose.x = x
    posed.pose.y = y
    if posed_update(posed):
        return 0
    posed.pose = before
    posed_update(posed)
    if not (fabs(x) <= COORDINATE_LIMIT and fabs(y) <= COORDINATE_LIMIT):
        raise ValueError(f"position must be finite and within 2**240, got {(x, y)}")
    if posed.convex.n == 2:
        raise ValueError(f"at position {(x, y)} and angle {angle} both ends round to one point or "
                         "are beyond 2**240: work nearer to the origin")
    raise ValueError(f"at position {(x, y)} and angle {angle} the vertices round to a ring "
                     "that is not convex, has no area or is beyond 2**240: work nearer to the "
                     "origin")


cdef int refuse_step(object dx) except -1:
    """Raise for a move by anything but two numbers."""
    given = "none" if dx is ... else described(dx)
    raise TypeError(f"move takes two numbers, dx and dy, got {given}: of a pair write "
                    "move(*pair); mtv returns None, not a pair, for shapes that are apart, so ask "
                    "first: if v := a.mtv(b): a.move(*v)")


cdef int refuse_place(object x, object y, object angle, object position) except -1:
    """Raise for a pose by anything but three numbers."""
    given = [f"{name} {described(value)}" for name, value in (
        ("x", x), ("y", y), ("angle", angle), ("position", position)) if value is not ...]
    raise TypeError(f"set_pose takes three numbers, set_pose(x, y, angle), got "
                    f"{', '.join(given) or 'none'}: of a pair write set_pose(*position, angle)")


cdef int refuse_unready(Shape shape) except -1:
    raise ValueError(f"this {type(shape).__name__} was never initialised: its __init__ "
                     "must call super().__init__() with a geometry")


cdef int build(Shape self, const double* x, const double* y, Py_ssize_t n, Py_ssize_t edges,
               double radius, double place_x, double place_y, double angle) except -1:
    """Give a shape its local points and first pose, once; where they are refused, nothing.

    Other threads may use the shape meanwhile. They find nothing until all of it is in place, and
    its memory then stays where it is as long as the shape lives.
    """
    cdef PosedConvex posed
    cdef double* memory
    memset(&posed, 0, sizeof(PosedConvex))
    posed.pose.cosine = 1.0
    memory = <double*>new_zeros(posed_size(n), sizeof(double))
    if memory is NULL:
        raise MemoryError
    try:
        posed_assign_arrays(&posed, n, memory)
        memcpy(posed.local_x, x, n * sizeof(double))
        memcpy(posed.local_y, y, n * sizeof(double))
        posed_measure(&posed, n, edges, radius)
        apply_pose(&posed, place_x, place_y, angle)
        attach_body(self, &posed, memory)
    except BaseException:
        PyMem_RawFree(memory)
        raise
    return 0


cdef int attach_body(Shape self, PosedConvex* posed, double* memory) except -1:
    """Give a shape without a body a finished one, and then publish it."""
    if self.memory is not NULL:
        raise TypeError(f"this {type(self).__name__} is initialised already: its geometry "
                        "cannot change; make a new one")
    self.posed = posed[0]
    publish(&self.memory, memory)
    return 0


@cython.auto_pickle(False)
cdef class Shape:
    """A convex shape at a pose: what `Polygon`, `Circle` and the others have in common.

    Make those; a bare `Shape` has no geometry and every use of it is a
    `ValueError`.
    """

    def __cinit__(self, *args, **kwargs):
        self.posed.convex.bounding_radius = NAN
        self.posed.pose.cosine = 1.0

    def __dealloc__(self):
        PyMem_RawFree(self.memory)

    @cython.critical_section
    def _set_polygon(self, const double[:, ::1] vertices not None,
                     position: Iterable[SupportsFloat], angle: SupportsFloat,
                     radius: SupportsFloat = 0.0) -> None:
        """Give the shape its vertices and the radius that rounds them, once. `vertices`: (n, 2)
        float64, local frame."""
        cdef RingMemory memory = RingMemory(vertices.shape[0])
        cdef double x, y, turn, size = 0.0
        read_pair(position, "position", &x, &y)
        read_number(angle, "angle", &turn)
        read_size(radius, "radius", &size)
        read_ring(vertices, &memory.ring, "Polygon.hull(points)")
        build(self, memory.ring.x, memory.ring.y, memory.ring.n, memory.ring.n, size, x, y, turn)

    @cython.critical_section
    def _set_segment(self, start: Iterable[SupportsFloat], end: Iterable[SupportsFloat],
                     radius: SupportsFloat, position: Iterable[SupportsFloat],
                     angle: SupportsFloat) -> None:
        """Make the shape a segment between two local points, rounded by a radius, once."""
        cdef double[2] ends_x, ends_y
        cdef double x, y, turn, size = 0.0
        read_pair(start, "start", &ends_x[0], &ends_y[0])
        read_pair(end, "end", &ends_x[1], &ends_y[1])
        read_size(radius, "radius", &size)
        read_pair(position, "position", &x, &y)
        read_number(angle, "angle", &turn)
        require_ends(ends_x, ends_y)
        build(self, ends_x, ends_y, 2, 2, size, x, y, turn)

    @cython.critical_section
    def _set_circle(self, center: Iterable[SupportsFloat], radius: SupportsFloat,
                    angle: SupportsFloat, str name="center") -> None:
        """Make the shape a disc about its position, once; errors call that by a name."""
        cdef double x, y, size, turn, pivot = 0.0
        read_pair(center, name, &x, &y)
        read_size(radius, "radius", &size)
        read_number(angle, "angle", &turn)
        build(self, &pivot, &pivot, 1, 0, size, x, y, turn)

    # --- pose ---

    @property
    def position(self) -> tuple[float, float]:
        """(x, y): world coordinates of local (0, 0), the pivot of rotation."""
        require_ready(self)
        return (self.posed.pose.x, self.posed.pose.y)

    @position.setter
    def position(self, value: Iterable[SupportsFloat]) -> None:
        cdef double x, y
        require_ready(self)
        read_pair(value, "position", &x, &y)
        apply_pose(&self.posed, x, y, self.posed.pose.angle)

    @property
    def angle(self) -> float:
        """Rotation about the position in radians, counter-clockwise."""
        require_ready(self)
        return self.posed.pose.angle

    @angle.setter
    def angle(self, value: float) -> None:
        cdef double angle
        require_ready(self)
        read_number(value, "angle", &angle)
        apply_pose(&self.posed, self.posed.pose.x, self.posed.pose.y, angle)

    # Here and below, defaults are for the sake of error messages; signatures hide them.
    @cython.embedsignature(False)
    def move(self, dx: float = ..., dy: float = ...) -> None:
        """move($self, dx, dy)
--

        Translate by (dx, dy), in world units.

        Raises
        ------
        ValueError
            Where the shape would leave the range of coordinates; it stays put.
        TypeError
            For anything else than two real numbers; of a pair write ``move(*pair)``. As
            `mtv` may return None, write ``if v := a.mtv(b): a.move(*v)``.

        Examples
        --------
        >>> box = sepax.Polygon.box(2, 2)
        >>> box.move(3, 0)
        >>> box.bounds
        (2.0, -1.0, 4.0, 1.0)
        """
        cdef double step_x, step_y
        require_ready(self)
        if dy is ...:
            refuse_step(dx)
        read_number(dx, "dx", &step_x)
        read_number(dy, "dy", &step_y)
        apply_pose(&self.posed, self.posed.pose.x + step_x, self.posed.pose.y + step_y,
                   self.posed.pose.angle)

    def rotate(self, angle: float) -> None:
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
        apply_pose(&self.posed, self.posed.pose.x, self.posed.pose.y, self.posed.pose.angle + turn)

    @cython.embedsignature(False)
    def set_pose(self, x: float = ..., y: float = ..., angle: float = ..., *, position=...) -> None:
        """set_pose($self, x, y, angle)
--

        Set position (world units) and angle (radians) at once.

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
        if x is ... or y is ... or angle is ... or position is not ...:
            refuse_place(x, y, angle, position)
        read_number(x, "x", &to_x)
        read_number(y, "y", &to_y)
        read_number(angle, "angle", &to_angle)
        apply_pose(&self.posed, to_x, to_y, to_angle)

    # --- geometry ---

    @property
    def radius(self) -> float:
        """By how much the shape reaches beyond its vertices, to all sides: of a circle, a capsule
        or a rounded polygon; 0.0 for others."""
        require_ready(self)
        return self.posed.convex.radius

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """(min_x, min_y, max_x, max_y) of the shape, in world coordinates."""
        require_ready(self)
        cdef double bounds[4]
        convex_bounds(&self.posed.convex, bounds)
        return (bounds[0], bounds[1], bounds[2], bounds[3])

    @property
    def area(self) -> float:
        """Area in square world units."""
        require_ready(self)
        return convex_area(&self.posed.convex)

    @property
    def centroid(self) -> tuple[float, float]:
        """(x, y): centre of the area, in world coordinates."""
        require_ready(self)
        cdef double x, y
        convex_centroid(&self.posed.convex, &x, &y)
        return (x, y)

    @property
    def second_moment(self) -> float:
        """Second moment of the area about the centroid: the integral of the squared distance from
        it, in world units to the fourth. Times mass / area it is the moment of inertia."""
        require_ready(self)
        return convex_second_moment(&self.posed.convex)

    def same_as(self, other: Shape) -> bool:
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
            raise TypeError("same_as takes a shape (Polygon, Circle, ...), "
                            f"got {described(other)}")
        require_ready(self)
        require_ready(<Shape>other)
        return posed_are_same(&self.posed, &(<Shape>other).posed)

    def _count(self) -> int:
        """Number of points: the rows of `vertices`."""
        require_ready(self)
        return self.posed.convex.n

    def _edge_count(self) -> int:
        """Number of edges: the rows of `normals`."""
        require_ready(self)
        return self.posed.convex.edges

    def _read(self, str what: str, double[:, ::1] out not None) -> None:
        """Copy "vertices", "local_vertices" or "normals" into an (n, 2) float64 array."""
        require_ready(self)
        cdef const double* x
        cdef const double* y
        cdef Py_ssize_t i, n = self.posed.convex.n
        if what == "vertices":
            x = self.posed.convex.x
            y = self.posed.convex.y
        elif what == "local_vertices":
            x = self.posed.local_x
            y = self.posed.local_y
        elif what == "normals":
            x = self.posed.convex.normal_x
            y = self.posed.convex.normal_y
            n = self.posed.convex.edges
        else:
            raise ValueError(f"no such array: {what!r}")
        if out.shape[0] != n or out.shape[1] != 2:
            raise ValueError(f"out must have the shape {(n, 2)}, "
                             f"got {(out.shape[0], out.shape[1])}")
        for i in range(n):
            out[i, 0] = x[i]
            out[i, 1] = y[i]
