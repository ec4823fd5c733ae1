"""The collision tests of the `collision` package on the kernels of sepax.

A shape is exactly its `points`: position plus relative points, rounded. Each call reads them into
hulls, a concave polygon into one for each triangle.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.math cimport fabs
from libc.string cimport memset

from sepax._core.arrays.exact_rows cimport rows_cover
from sepax._core.arrays.rings cimport Boundary
from sepax._core.arrays.rows cimport Rows, bound_rows, set_lone
from sepax._core.interrupts cimport Watch, was_interrupted, raise_pending, start_watch
from sepax._core.kernels.answers cimport Axis
from sepax._core.kernels.convex cimport (
    COORDINATE_LIMIT, Convex, assign_arrays, point_stride, set_edges, unit_vector)
from sepax._core.kernels.winding cimport measure_points
from sepax._core.kernels.measure cimport radius_within
from sepax._core.kernels.predicates cimport orient2d
from sepax._core.kernels.queries cimport convex_covers, convex_intersect, convex_penetration
from sepax._core.kernels.roundoff cimport RADIUS_ROUNDOFF
from sepax._core.memory cimport new_array
from sepax._core.separate cimport Release, separate_rows
from sepax.compat._core.collision_shapes cimport (
    Circle, Concave_Poly, Outline, Poly, Response)
from sepax.compat._core.collision_vector cimport read_vector

from sepax.compat._collision_geometry import test_aabb

cdef enum:
    ON_STACK = 64           # points; above, memory is allocated
    STACK_STRIDE = 66       # point_stride(ON_STACK)


cdef struct Body:
    Convex outline            # the whole; of a concave polygon only its points count
    const Convex* parts       # convex: the outline itself, or one for each triangle
    Py_ssize_t count
    double* heap
    Convex* triangles
    double stack[5 * STACK_STRIDE]

cdef struct Overlap:
    double x, y             # unit vector from a to b
    double depth


# --- reading ----------------------------------------------------------------------

cdef void prepare_memory(Convex* convex, Py_ssize_t n, double* memory) noexcept nogil:
    """Give a hull its memory; it is no box, not symmetric and has no radius."""
    memset(convex, 0, sizeof(Convex))
    assign_arrays(convex, n, memory)


cdef int reserve(Body* body, Py_ssize_t n) except -1:
    cdef double* memory = body.stack
    if n > ON_STACK:
        memory = body.heap = <double*>new_array(point_stride(n), 5 * sizeof(double))
        if memory is NULL:
            raise MemoryError
    prepare_memory(&body.outline, n, memory)
    return 0


cdef inline void release(Body* body) noexcept:
    if body.heap is not NULL:
        PyMem_RawFree(body.heap)
    if body.triangles is not NULL:
        PyMem_RawFree(body.triangles)


cdef int require_finite(double x, double y) except -1:
    if not (fabs(x) <= COORDINATE_LIMIT and fabs(y) <= COORDINATE_LIMIT):
        raise ValueError(f"a point is not finite or beyond 2**240: {(x, y)}")
    return 0


cdef int read_disc(object centre, object radius, Body* body) except -1:
    cdef double r = radius
    if not 0.0 <= r <= COORDINATE_LIMIT:
        raise ValueError(f"radius must be finite, not negative and within 2**240, got {radius}")
    reserve(body, 1)
    read_vector(centre, body.outline.x, body.outline.y)
    require_finite(body.outline.x[0], body.outline.y[0])
    measure_points(&body.outline)
    body.outline.radius = r
    body.outline.bounding_radius = r * (1.0 + RADIUS_ROUNDOFF)
    body.outline.inscribed_radius = radius_within(r)
    body.count = 1
    body.parts = &body.outline
    return 0


@cython.boundscheck(True)
cdef int read_outline(Outline shape, tuple corners, Body* body) except -1:
    """Read the world points, or the chosen ones; the list may have changed its length."""
    cdef list points
    cdef double x, y, dx, dy
    cdef Py_ssize_t i, n
    if shape.asks:
        points, pos = list((<object>shape).rel_points), (<object>shape).pos
    else:
        with cython.critical_section(shape):
            points, pos = shape.rel_points, shape.pos
    if points is None:
        raise ValueError(f"this {type(shape).__name__} was never initialised")
    n = len(points) if corners is None else len(corners)
    if n == 0:
        raise ValueError(f"this {type(shape).__name__} has no points")
    reserve(body, n)
    read_vector(pos, &x, &y)
    for i in range(n):
        read_vector(points[i if corners is None else <Py_ssize_t>corners[i]], &dx, &dy)
        body.outline.x[i] = x + dx
        body.outline.y[i] = y + dy
        require_finite(body.outline.x[i], body.outline.y[i])
    return 0


cdef int read_convex(Poly shape, Body* body) except -1:
    cdef Convex* convex = &body.outline
    cdef tuple corners
    if shape.asks:
        shape.examine_asked()
    with cython.critical_section(shape):
        corners = shape.corners
    read_outline(shape, corners, body)
    body.count = 1
    body.parts = convex
    if convex.n == 2 and convex.x[0] == convex.x[1] and convex.y[0] == convex.y[1]:
        convex.n = 1    # ends that rounding has brought together
    measure_points(convex)
    if convex.n > 1:
        convex.edges = convex.n
        set_edges(convex)
    return 0


cdef int read_concave(Concave_Poly shape, Body* body) except -1:
    """The triangles share the points, so that there is no gap between them."""
    cdef tuple triangles
    cdef double* memory
    cdef Py_ssize_t i, room = 5 * point_stride(3)
    if shape.asks:
        shape.examine_asked()
    with cython.critical_section(shape):
        triangles = shape.triangles
    read_outline(shape, None, body)
    body.count = len(triangles)
    body.triangles = <Convex*>new_array(body.count, sizeof(Convex) + room * sizeof(double))
    if body.triangles is NULL:
        raise MemoryError
    body.parts = body.triangles
    memory = <double*>&body.triangles[body.count]
    for i in range(body.count):
        prepare_memory(&body.triangles[i], 3, memory + room * i)
        read_triangle(triangles[i], &body.outline, &body.triangles[i])
    drop_repeated(&body.outline)
    return 0


cdef void drop_repeated(Convex* ring) noexcept nogil:
    """Drop points that are where the one before them is, given so or brought there by rounding."""
    cdef Py_ssize_t i, to = 0
    for i in range(ring.n):
        if to == 0 or ring.x[i] != ring.x[to - 1] or ring.y[i] != ring.y[to - 1]:
            ring.x[to], ring.y[to] = ring.x[i], ring.y[i]
            to += 1
    while to > 1 and ring.x[to - 1] == ring.x[0] and ring.y[to - 1] == ring.y[0]:
        to -= 1
    ring.n = to


cdef int read_triangle(tuple corners, const Convex* outline, Convex* triangle) except -1:
    cdef Py_ssize_t i, k
    for i in range(3):
        k = corners[i]
        if k >= outline.n:
            raise ValueError("rel_points lost a point; use set_points")
        triangle.x[i] = outline.x[k]
        triangle.y[i] = outline.y[k]
    # The rounding of a rotation may have turned a sliver over.
    if orient2d(triangle.x[0], triangle.y[0], triangle.x[1], triangle.y[1],
                triangle.x[2], triangle.y[2]) < 0:
        triangle.x[1], triangle.x[2] = triangle.x[2], triangle.x[1]
        triangle.y[1], triangle.y[2] = triangle.y[2], triangle.y[1]
    triangle.edges = 3
    measure_points(triangle)
    set_edges(triangle)
    return 0


cdef inline bint is_plain(object shape):
    return type(shape) is Poly or type(shape) is Circle or type(shape) is Concave_Poly


cdef inline bint is_shape(object shape):
    return isinstance(shape, Outline) or isinstance(shape, Circle)


cdef inline bint is_boxed(object shape):
    return (<Circle>shape).boxed if isinstance(shape, Circle) else (<Outline>shape).boxed


cdef bint boxes_are_apart(object a, object b) except -1:
    """Whether the bounding boxes of two shapes decide, as in the original, where a class has its
    own."""
    if isinstance(a, Circle) and isinstance(b, Circle) or not (is_boxed(a) or is_boxed(b)):
        return False
    return not test_aabb(a.aabb, b.aabb)


cdef int read_circle(Circle shape, Body* body) except -1:
    if shape.asks:
        return read_disc((<object>shape).pos, (<object>shape).radius, body)
    with cython.critical_section(shape):
        pos, radius = shape.pos, shape.radius
    return read_disc(pos, radius, body)


cdef int read_body(object shape, Body* body) except -1:
    if isinstance(shape, Poly):
        return read_convex(shape, body)
    if isinstance(shape, Circle):
        return read_circle(shape, body)
    return read_concave(shape, body)


# --- two convex parts -------------------------------------------------------------

cdef bint parts_overlap(const Convex* a, const Convex* b, Overlap* overlap) noexcept nogil:
    cdef Axis widest
    cdef double depth = 0.0
    if not convex_penetration(a, b, &widest, &depth):
        return False
    overlap.x = widest.normal_x
    overlap.y = widest.normal_y
    overlap.depth = depth
    if a.edges == 0 and b.edges == 0 and a.x[0] == b.x[0] and a.y[0] == b.y[0]:
        overlap.x, overlap.y = 0.0, 1.0     # the host's choice for a common centre
    return True


# --- unions of parts --------------------------------------------------------------

cdef bint bodies_meet(const Body* a, const Body* b) noexcept nogil:
    cdef Watch watch
    cdef Py_ssize_t i, j
    start_watch(&watch)
    for i in range(a.count):
        for j in range(b.count):
            if convex_intersect(&a.parts[i], &b.parts[j], False):
                return True
        if was_interrupted(&watch, b.count):
            break
    return False


cdef bint deepest_overlap(const Body* a, const Body* b, Overlap* deepest) noexcept nogil:
    """The overlap of the two parts that overlap most; False where none do."""
    cdef Watch watch
    cdef Overlap overlap
    cdef Py_ssize_t i, j
    start_watch(&watch)
    deepest.x = deepest.y = 0.0
    deepest.depth = -1.0
    for i in range(a.count):
        for j in range(b.count):
            if parts_overlap(&a.parts[i], &b.parts[j], &overlap) and (
                    overlap.depth > deepest.depth):
                deepest[0] = overlap
        if was_interrupted(&watch, b.count):
            return False
    return deepest.depth >= 0.0


cdef inline bint is_thin(const Body* body) noexcept nogil:
    """A point or a segment."""
    return body.parts == &body.outline and body.outline.edges <= 2 and body.outline.radius == 0.0


cdef inline void set_rows_of(Rows* rows, Boundary* outline, const Body* body) noexcept nogil:
    """All parts of a body, and the outline of a concave one."""
    set_lone(rows, body.parts)
    rows.stop = body.count
    if body.triangles is not NULL:
        outline.x, outline.y, outline.count = body.outline.x, body.outline.y, body.outline.n
        outline.following = NULL
        outline.tree = NULL
        bound_rows(rows, outline, NULL)


cdef inline int require(int result) except -1:
    """The answer about rows, if it is no failure."""
    raise_pending()
    if result < 0:
        raise MemoryError
    return result


cdef int shorten_translation(const Body* a, const Body* b, Overlap* overlap) except -1:
    """Replace the overlap of two parts by the shortest move that separates all parts."""
    cdef Boundary outline_a, outline_b
    cdef Rows rows_a, rows_b
    cdef Watch watch
    cdef Release out
    cdef double x, y, length
    if overlap.depth == 0.0 and not is_thin(a) and not is_thin(b):
        return 0
    set_rows_of(&rows_a, &outline_a, a)
    set_rows_of(&rows_b, &outline_b, b)
    start_watch(&watch)
    if require(separate_rows(&rows_a, &rows_b, NULL, &out, &watch)):
        length = unit_vector(0.0 - out.x, 0.0 - out.y, &x, &y)
        if length > 0.0:
            overlap.x, overlap.y, overlap.depth = x, y, length
    return 0


cdef bint bodies_overlap(const Body* a, const Body* b, Overlap* overlap) except -1:
    """Whether two bodies meet, and the shortest way to part them."""
    if not deepest_overlap(a, b, overlap):
        return False
    if a.count > 1 or b.count > 1:
        shorten_translation(a, b, overlap)
    return True


cdef bint body_holds(const Body* outer, const Body* inner) except -1:
    """Whether one body covers another; exact."""
    cdef Boundary outline, inner_outline
    cdef Rows rows, inner_rows
    cdef Watch watch
    cdef Py_ssize_t i
    if outer.triangles is NULL:
        for i in range(inner.count):
            if not convex_covers(outer.parts, &inner.parts[i]):
                return False
        return True
    set_rows_of(&rows, &outline, outer)
    set_rows_of(&inner_rows, &inner_outline, inner)
    start_watch(&watch)
    return require(rows_cover(&rows, &inner_rows, &watch))


# --- the tests --------------------------------------------------------------------

cdef bint test(object a, object b, Response response, bint a_is_point=False) except -1:
    cdef Body body_a, body_b
    cdef Overlap overlap
    cdef bint hit, a_in_b = False, b_in_a = False
    body_a.heap = body_b.heap = NULL
    body_a.triangles = body_b.triangles = NULL
    try:
        if a_is_point:
            read_disc(a, 0.0, &body_a)
        else:
            read_body(a, &body_a)
        read_body(b, &body_b)
        if response is None:
            hit = bodies_meet(&body_a, &body_b)
            raise_pending()
            return hit
        hit = bodies_overlap(&body_a, &body_b, &overlap)
        if hit:
            a_in_b = body_holds(&body_b, &body_a)
            b_in_a = body_holds(&body_a, &body_b)
        raise_pending()
        if hit:
            response.fill(a, b, overlap.x, overlap.y, overlap.depth, a_in_b, b_in_a)
        return hit
    finally:
        release(&body_a)
        release(&body_b)


def collide(a: Circle | Poly | Concave_Poly, b: Circle | Poly | Concave_Poly,
            Response response=None) -> bool:
    """Whether two shapes meet; exact, touching counts.

    Parameters
    ----------
    a, b : Circle, Poly or Concave_Poly
    response : Response, optional
        Filled in when they meet, for concave polygons too.

    Returns
    -------
    bool

    Raises
    ------
    TypeError
        For anything else than these shapes.
    ValueError
        For a shape with no points, with coordinates that are not finite or
        beyond 2**240, or with a negative radius.

    Examples
    --------
    >>> from sepax.compat.collision import Circle, Poly, Response, Vector, collide
    >>> ball, response = Circle(Vector(0, 0), 2), Response()
    >>> collide(ball, Poly.from_box(Vector(3, 0), 4, 4), response)
    True
    >>> response.overlap, response.overlap_v
    (1.0, Vector [1.0, 0.0])
    """
    if not (is_plain(a) and is_plain(b)):
        if not (is_shape(a) and is_shape(b)):
            raise TypeError(
                f"Invalid types for collide {type(a).__name__}() and {type(b).__name__}()")
        if boxes_are_apart(a, b):
            return False
    return test(a, b, response)


def test_circle_circle(Circle a not None, Circle b not None, Response response=None) -> bool:
    """`collide` for two circles."""
    return test(a, b, response)


def test_poly_poly(Poly a not None, Poly b not None, Response response=None) -> bool:
    """`collide` for two convex polygons."""
    return test(a, b, response)


def test_poly_circle(Poly polygon not None, Circle circle not None, Response response=None) -> bool:
    """`collide` for a convex polygon and a circle."""
    return test(polygon, circle, response)


def test_circle_poly(Circle circle not None, Poly polygon not None, Response response=None) -> bool:
    """`collide` for a circle and a convex polygon."""
    return test(circle, polygon, response)


def test_concave_poly_concave_poly(Concave_Poly a not None, Concave_Poly b not None,
                                   Response response=None) -> bool:
    """`collide` for two concave polygons."""
    return test(a, b, response)


def test_concave_poly_poly(Concave_Poly a not None, Poly b not None,
                           Response response=None) -> bool:
    """`collide` for a concave and a convex polygon."""
    return test(a, b, response)


def test_concave_poly_circle(Concave_Poly concave_poly not None, Circle circle not None,
                             Response response=None) -> bool:
    """`collide` for a concave polygon and a circle."""
    return test(concave_poly, circle, response)


def point_in_circle(p: Any, Circle c not None) -> bool:
    """Whether a point is in a circle, its boundary included; exact."""
    return test(p, c, None, True)


def point_in_poly(p: Any, Poly poly not None) -> bool:
    """Whether a point is in a convex polygon, its boundary included; exact."""
    return test(p, poly, None, True)


def point_in_concave_poly(p: Any, Concave_Poly poly not None) -> bool:
    """Whether a point is in a concave polygon, its boundary included; exact."""
    return test(p, poly, None, True)
