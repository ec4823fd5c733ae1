"""The shapes of the `collision` package, and its Response, compiled.

They hold vectors of the caller, which may change between two calls, so each call reads them. Only
the results of `set_points` and of the angle are kept. Without a global lock, each object locks
itself while it is read or set.
"""

cimport cython
from cpython.array cimport array, clone, extend, resize_smart
from cpython.mem cimport PyMem_RawFree
from cpython.object cimport Py_SIZE, PyObject, PyTypeObject
from libc.math cimport INFINITY, cos, isfinite, sin
from libc.string cimport memcmp

from sepax._core.kernels.winding cimport convex_winding, ring_winding
from sepax._core.kernels.predicates cimport orient2d
from sepax._core.memory cimport new_array
from sepax._core.ring cimport Spot, hull_of_spots
from sepax.compat._core.collision_vector cimport new_vector, read_vector, x_of, y_of

from copyreg import __newobj__

from sepax._geometry.shape import add_again, added_to

cdef extern from "Python.h":
    PyObject* _PyType_Lookup(PyTypeObject*, object)     # borrowed, or NULL

cdef array NO_NUMBERS = array("d")


cdef array coordinates_of(object points):
    """All x as floats, and then all y."""
    cdef array x = clone(NO_NUMBERS, 0, False), y = clone(NO_NUMBERS, 0, False)
    cdef Py_ssize_t n
    for point in points:
        n = Py_SIZE(x)
        resize_smart(x, n + 1)
        resize_smart(y, n + 1)
        read_vector(point, x.data.as_doubles + n, y.data.as_doubles + n)
    extend(x, y)
    return x


cdef bint are_same(array a, array b) noexcept:
    cdef Py_ssize_t n = Py_SIZE(a)
    return n == Py_SIZE(b) and (
        n == 0 or memcmp(a.data.as_doubles, b.data.as_doubles, n * sizeof(double)) == 0)


cdef bint are_finite(array numbers) noexcept:
    cdef Py_ssize_t i
    for i in range(Py_SIZE(numbers)):
        if not isfinite(numbers.data.as_doubles[i]):
            return False
    return True


cdef int keep(object shape, dict values) except -1:
    """Put values where the original has all of them."""
    getattr(shape, "__dict__").update(values)
    return 0


cdef inline bint overrides(object kind, object base, str name):
    """Whether a class has an attribute of its own under the name."""
    return (_PyType_Lookup(<PyTypeObject*>kind, name)
            != _PyType_Lookup(<PyTypeObject*>base, name))


# --- rings: n x, and then n y -----------------------------------------------------------
#
# These functions run once for the points of a polygon, so they are written for clarity.

cdef bint is_clockwise_ring(array found) noexcept:
    """Whether the signed area is negative; exact."""
    cdef Py_ssize_t n = Py_SIZE(found) // 2
    cdef const double* x = found.data.as_doubles
    return are_finite(found) and ring_winding(x, x + n, n) < 0


cdef tuple convex_of(array found):
    """Indices of the corners of the convex hull, counter-clockwise."""
    cdef Py_ssize_t i, n = Py_SIZE(found) // 2
    cdef const double* x = found.data.as_doubles
    cdef const double* y = x + n
    cdef dict first = {}
    for i in range(n):
        first.setdefault((x[i], y[i]), i)
    cdef list order = [first[point] for point in sorted(first)]
    if len(order) < 3:
        return tuple(order)
    cdef Spot* points = <Spot*>new_array(len(order), sizeof(Spot))
    if points is NULL:
        raise MemoryError
    try:
        for i in range(len(order)):
            points[i].x, points[i].y = x[<Py_ssize_t>order[i]], y[<Py_ssize_t>order[i]]
        return tuple([order[i] for i in hull_of_spots(points, len(order))])
    finally:
        PyMem_RawFree(points)


cdef inline int turn(const double* x, const double* y, Py_ssize_t i, Py_ssize_t j,
                     Py_ssize_t k) noexcept nogil:
    """+1 if k is to the left of the line from i to j."""
    return orient2d(x[i], y[i], x[j], y[j], x[k], y[k])


cdef bint is_corner(const double* x, const double* y, Py_ssize_t p, Py_ssize_t i) noexcept nogil:
    return x[p] == x[i] and y[p] == y[i]


cdef bint is_ear(const double* x, const double* y, list left, Py_ssize_t i, Py_ssize_t j,
                 Py_ssize_t k) except -1:
    """Whether the triangle turns left and no other point of the ring is in it or on it."""
    cdef Py_ssize_t p
    if turn(x, y, i, j, k) <= 0:
        return False
    for p in left:
        if is_corner(x, y, p, i) or is_corner(x, y, p, j) or is_corner(x, y, p, k):
            continue
        if turn(x, y, i, j, p) >= 0 and turn(x, y, j, k, p) >= 0 and turn(x, y, k, i, p) >= 0:
            return False
    return True


@cython.wraparound(True)
cdef bint cut_one(const double* x, const double* y, list left, list triangles) except -1:
    """Cut off the first ear; without one, drop the first straight point."""
    cdef Py_ssize_t i, n = len(left)
    for i in range(n):
        corners = (left[i - 1], left[i], left[(i + 1) % n])
        if is_ear(x, y, left, corners[0], corners[1], corners[2]):
            triangles.append(corners)
            del left[i]
            return True
    for i in range(n):
        if turn(x, y, left[i - 1], left[i], left[(i + 1) % n]) == 0:
            del left[i]
            return True
    return False


cdef tuple triangles_of(array found):
    """Triangles of a simple counter-clockwise ring, by ear clipping: they meet along whole edges.
    For a ring that crosses itself, those found before no ear is left."""
    cdef Py_ssize_t n = Py_SIZE(found) // 2
    cdef const double* x = found.data.as_doubles
    cdef list left = list(range(n)), triangles = []
    while len(left) >= 3 and cut_one(x, x + n, left, triangles):
        pass
    return tuple(triangles)


def is_clockwise(polygon: Iterable[Any]) -> bool:
    """Whether the signed area of a list of points is negative; exact.

    Examples
    --------
    >>> v = sepax.compat.collision.Vector
    >>> sepax.compat.collision.is_clockwise([v(0, 0), v(0, 1), v(1, 0)])
    True
    """
    return is_clockwise_ring(coordinates_of(polygon))


def earclip(polygon: Iterable[Vector]) -> list[list[Vector]]:
    """Cut a simple polygon into triangles.

    Parameters
    ----------
    polygon : list of Vector
        Either winding; repeated and collinear points do no harm.

    Returns
    -------
    list of [Vector, Vector, Vector]
        Counter-clockwise; their corners are points of the polygon.

    Examples
    --------
    >>> v = sepax.compat.collision.Vector
    >>> len(sepax.compat.collision.earclip([v(0, 0), v(4, 0), v(1, 1), v(0, 4)]))
    2
    """
    points = list(polygon)
    cdef array found = coordinates_of(points)
    if not are_finite(found):
        return []
    if is_clockwise_ring(found):
        points.reverse()
        found = coordinates_of(points)
    return [[points[i].copy() for i in triangle] for triangle in triangles_of(found)]


cdef class Circle:
    """A circle.

    Parameters
    ----------
    pos : Vector
        The centre. It is the caller's: moving it moves the circle.
    r : float
        The radius, kept as the attribute `radius`.
    """

    def __cinit__(self):
        if type(self) is not Circle:
            self.asks = (overrides(type(self), Circle, "pos")
                         or overrides(type(self), Circle, "radius"))
            self.boxed = overrides(type(self), Circle, "aabb")

    @cython.critical_section
    def __init__(self, pos: Any, r: float):
        self.pos = pos
        self.radius = r
        if self.asks:
            keep(self, {"pos": pos, "radius": r})

    @property
    def aabb(self) -> tuple[tuple[float, float], tuple[float, float], tuple[float, float],
                            tuple[float, float]]:
        """The corners of the bounding box: low x and y, high x, high y, both."""
        if self.asks:
            pos, r = (<object>self).pos, (<object>self).radius
        else:
            with cython.critical_section(self):
                pos, r = self.pos, self.radius
        x, y = x_of(pos), y_of(pos)
        return ((x - r, y - r), (x + r, y - r), (x - r, y + r), (x + r, y + r))

    def __str__(self):
        radius, pos = (<object>self).radius, (<object>self).pos
        return f"Circle [\n\tradius = {radius}\n\tpos = {pos}\n]"

    def __repr__(self):
        return str(self)

    @cython.critical_section
    def __reduce__(self):
        """Copy and pickle by the attributes."""
        return (__newobj__, (type(self),), (self.pos, self.radius, added_to(self)))

    @cython.critical_section
    def __setstate__(self, state):
        self.pos, self.radius, added = state
        add_again(self, added)


cdef inline object pos_of(Outline shape):
    if shape.asks:
        return (<object>shape).pos
    with cython.critical_section(shape):
        return shape.pos


cdef inline list rel_points_of(Outline shape):
    if shape.asks:
        return list((<object>shape).rel_points)
    with cython.critical_section(shape):
        return shape.rel_points


cdef class Outline:
    """The base of both kinds of polygon; has no collisions itself."""

    def __cinit__(self):
        kind = type(self)
        if kind is not Poly and kind is not Concave_Poly:
            self.asks = (overrides(kind, Outline, "pos") or overrides(kind, Outline, "angle")
                         or overrides(kind, Outline, "rel_points"))
            self.boxed = overrides(kind, Outline, "points") or overrides(kind, Outline, "aabb")

    @cython.critical_section
    def __init__(self, pos: Any, points: list[Any], angle: float = 0):
        self.pos = pos
        self.turn = angle
        if self.asks:
            keep(self, {"pos": pos, "angle": angle})
        self.set_points(points)

    @cython.critical_section
    def set_points(self, points: list[Any]) -> None:
        """Take new points, relative to the position; they become counter-clockwise.

        Parameters
        ----------
        points : list of Vector
            The list itself is kept, unless it is clockwise; when its vectors
            are changed, set the angle or call this again.
        """
        self.base_points = points[::-1] if is_clockwise(points) else points
        self.settle()

    cdef int settle(self) except -1:
        """Turn the points to the angle."""
        cdef list turned
        cdef double sine, cosine
        cdef Py_ssize_t i, n
        cdef const double* x
        cdef const double* y
        points, angle = self.base_points, (<object>self).angle if self.asks else self.turn
        cdef array found = coordinates_of(points)
        # The vectors belong to the caller: only they show whether more than the angle is new.
        if self.known is None or not are_same(found, self.known):
            # The tests refuse points that are not finite.
            self.examine(found if are_finite(found) else NO_NUMBERS)
            self.known = found
        if angle == 0:
            turned = [new_vector(x_of(point), y_of(point)) for point in points]
        else:
            cosine, sine = cos(angle), sin(angle)
            n = Py_SIZE(found) // 2
            x, y = found.data.as_doubles, found.data.as_doubles + n
            turned = [new_vector(x[i] * cosine - y[i] * sine, x[i] * sine + y[i] * cosine)
                      for i in range(n)]
        self.rel_points = turned
        if self.asks:
            keep(self, {"rel_points": turned})
        return 0

    cdef int examine_asked(self) except -1:
        """Examine the relative points if they are those of the class."""
        cdef array found
        if overrides(type(self), Outline, "rel_points"):
            found = coordinates_of((<object>self).rel_points)
            with cython.critical_section(self):
                self.examine(found if are_finite(found) else NO_NUMBERS)
                self.known = None
        return 0

    cdef int examine(self, array found) except -1:
        """Prepare the coordinates of finite base points for the collision tests."""
        return 0

    @property
    @cython.critical_section
    def angle(self) -> Any:
        """Rotation about the position in radians, x towards y."""
        return self.turn

    @angle.setter
    @cython.critical_section
    def angle(self, value: Any) -> None:
        self.turn = value
        self.settle()

    @property
    def points(self) -> list[Vector]:
        """The points in the world: a fresh list of fresh vectors."""
        pos = pos_of(self)
        x, y = x_of(pos), y_of(pos)
        return [new_vector(x + x_of(point), y + y_of(point)) for point in rel_points_of(self)]

    @property
    def edges(self) -> list[Vector]:
        """The vectors from each point to the next: a fresh list."""
        cdef list points = list(rel_points_of(self))
        return [after - point for point, after in zip(points, points[1:] + points[:1])]

    @property
    def normals(self) -> list[Vector]:
        """The outward unit normals of the edges: a fresh list; (0, 0) for no length."""
        return [edge.perp().normalize() if edge.ln2() else new_vector(0.0, 0.0)
                for edge in self.edges]

    @property
    def aabb(self) -> tuple[tuple[float, float], tuple[float, float], tuple[float, float],
                            tuple[float, float]]:
        """The corners of the bounding box: low x and y, high x, high y, both."""
        points = self.points
        x, y = [point.x for point in points], [point.y for point in points]
        low_x, high_x, low_y, high_y = min(x), max(x), min(y), max(y)
        return ((low_x, low_y), (high_x, low_y), (low_x, high_y), (high_x, high_y))

    def get_centroid(self) -> Vector:
        """The centre of the area, relative to the position."""
        cdef list points = list(rel_points_of(self))
        x = y = area = 0
        for p, q in zip(points, points[1:] + points[:1]):
            part = p.x * q.y - q.x * p.y
            x += (p.x + q.x) * part
            y += (p.y + q.y) * part
            area += part
        return new_vector(x / (area * 3), y / (area * 3))

    def __str__(self):
        points = "".join([f"\t\t{point}\n" for point in self.points])
        return (f"{self.__class__.__name__} [\n\tpoints = [\n{points}\t]\n"
                f"\tpos = {pos_of(self)}\n\tangle = {self.angle}\n]")

    def __repr__(self):
        return str(self)

    @cython.critical_section
    def __reduce__(self):
        """Copy and pickle by the arguments of the constructor."""
        state = (self.pos, self.base_points, self.turn, added_to(self))
        return (__newobj__, (type(self),), state)

    @cython.critical_section
    def __setstate__(self, state):
        self.pos, self.base_points, self.turn, added = state
        add_again(self, added)
        self.settle()


cdef class Poly(Outline):
    """A convex polygon.

    Parameters
    ----------
    pos : Vector
        The place of its local origin. It is the caller's: moving it moves the polygon.
    points : list of Vector
        Relative to the position, either winding.
    angle : float, default 0
        Rotation about the position in radians.

    Notes
    -----
    Points that are not convex stand for their convex hull in every test. Two
    points are a segment, one is a point.

    Examples
    --------
    >>> box = sepax.compat.collision.Poly.from_box(sepax.compat.collision.Vector(5, 5), 4, 2)
    >>> box.pos.x += 1
    >>> box.aabb
    ((4.0, 4.0), (8.0, 4.0), (4.0, 6.0), (8.0, 6.0))
    """

    @classmethod
    def from_box(cls, center: Any, width: float, height: float) -> Self:
        """A box about a position."""
        x, y = width / 2, height / 2
        return cls(center, [new_vector(-x, -y), new_vector(x, -y), new_vector(x, y),
                            new_vector(-x, y)])

    cdef int examine(self, array found) except -1:
        cdef Py_ssize_t n = Py_SIZE(found) // 2
        cdef const double* x = found.data.as_doubles
        is_plain = n == 0 or convex_winding(x, x + n, n) > 0
        self.corners = None if is_plain else convex_of(found)
        return 0


cdef class Concave_Poly(Outline):
    """A simple polygon that need not be convex.

    Parameters are those of `Poly`.

    Examples
    --------
    >>> v = sepax.compat.collision.Vector
    >>> boomerang = sepax.compat.collision.Concave_Poly(
    ...     v(0, 0), [v(0, 0), v(4, 0), v(1, 1), v(0, 4)])
    >>> sepax.compat.collision.point_in_concave_poly(v(2, 2), boomerang)
    False
    """

    cdef int examine(self, array found) except -1:
        self.triangles = triangles_of(found)
        return 0

    @property
    def tris(self) -> list[Poly]:
        """The triangles that it is made of: a fresh list of `Poly` at the same position."""
        pos, angle = pos_of(self), (<object>self).angle
        with cython.critical_section(self):
            shared, triangles = self.base_points, self.triangles
        cdef list points = list(shared)
        return [Poly(pos, [points[i].copy() for i in triangle], angle) for triangle in triangles]


cdef class Response:
    """The result of a hit, written by a collision test; a miss leaves it unchanged.

    Attributes
    ----------
    a, b : Circle, Poly, Concave_Poly or None
        The shapes, in the order of the call.
    overlap : float
        How far they overlap: the length of the shortest translation that separates them.
    overlap_n : Vector
        Unit vector from a to b.
    overlap_v : Vector
        ``overlap_n * overlap``: subtracted from a's position, it separates them.
    a_in_b, b_in_a : bool
        Whether one is a part of the other (boundaries may touch).
    """

    def __init__(self):
        self.reset()

    @cython.critical_section
    def reset(self) -> Self:
        """Forget everything; returns the response itself."""
        self.a = self.b = None
        self.overlap_n = new_vector(0, 0)
        self.overlap_v = new_vector(0, 0)
        self.a_in_b = self.b_in_a = True
        self.overlap = INFINITY
        return self

    cdef int fill(self, object a, object b, double x, double y, double depth, bint a_in_b,
                  bint b_in_a) except -1:
        with cython.critical_section(self):
            self.a = a
            self.b = b
            self.overlap = depth
            self.overlap_n = new_vector(x, y)
            self.overlap_v = new_vector(x * depth, y * depth)
            self.a_in_b = a_in_b
            self.b_in_a = b_in_a
        return 0

    def __str__(self):
        with cython.critical_section(self):
            shapes, overlap = (self.a, self.b), self.overlap
            normal, vector = self.overlap_n, self.overlap_v
            a_in_b, b_in_a = self.a_in_b, self.b_in_a
        a, b = (str(shape).replace("\n", "\n\t") for shape in shapes)
        return (f"Response [\n\ta = {a}\n\n\tb = {b}\n\n\toverlap = {overlap}"
                f"\n\toverlap_n = {normal}\n\toverlap_v = {vector}"
                f"\n\ta_in_b = {a_in_b}\n\tb_in_a = {b_in_a}\n]")

    def __repr__(self):
        return str(self)

    @cython.critical_section
    def __reduce__(self):
        """Copy and pickle by the attributes."""
        values = (self.a, self.b, self.overlap, self.overlap_n, self.overlap_v, self.a_in_b,
                  self.b_in_a)
        return (__newobj__, (type(self),), (values, added_to(self)))

    @cython.critical_section
    def __setstate__(self, state):
        values, added = state
        (self.a, self.b, self.overlap, self.overlap_n, self.overlap_v, self.a_in_b,
         self.b_in_a) = values
        add_again(self, added)
