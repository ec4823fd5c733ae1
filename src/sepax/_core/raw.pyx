"""The verbs on rings that stay in the caller's memory: memoryviews and point sequences.

Each call copies the points into a convex on the C stack (on the heap above 64 points), derives the
shape of these points, and runs the kernels on it. Two sharp rings may be concave where the answer
is that of a separating axis test: then each is its outline, the edges as they were given. The
public functions are in raw_verbs.pxi, which tools/generate.py writes from verbs.toml.
"""

cimport cython
from cpython.buffer cimport (
    PyBUF_FORMAT, PyBUF_STRIDES, PyBuffer_Release, PyObject_CheckBuffer, PyObject_GetBuffer)
from cpython.mem cimport PyMem_RawFree
from libc.math cimport INFINITY, fabs
from libc.string cimport memcpy

from sepax._core.answers.answer cimport Options, Result, set_plain
from sepax._core.answers.compiled cimport (
    VERB_INTERSECTS, VERB_MTV, VERB_PROJECT, VERB_RAYCAST, VERB_SEPARATING_AXIS, compiled)
from sepax._core.arguments cimport (
    items_of, read_length, read_motion, read_number, read_pair, read_point, read_rates, read_size,
    require_ray, require_turned, require_unmasked, viewed)
from sepax._core.callers cimport (
    drop_straight, first_as_given, measure_few, measure_in_place, settle_in_place)
from sepax._core.interrupts cimport check_interrupts, discard_if_interrupted, raise_pending
from sepax._core.kernels.answers cimport Manifold
from sepax._core.kernels.convex cimport (
    BLOCK, COORDINATE_LIMIT, Convex, assign_arrays, edge_blocks, point_stride, set_edges, set_point)
from sepax._core.kernels.edges cimport scan_to_widest
from sepax._core.kernels.intersect cimport rings_intersect_beyond, surely_apart
from sepax._core.kernels.minkowski cimport walk_to_times, walk_to_widest
from sepax._core.kernels.predicates cimport orient2d
from sepax._core.kernels.queries cimport convex_intersect, ring_holds_point
from sepax._core.kernels.raycast cimport Probe, set_probe
from sepax._core.kernels.roundoff cimport (
    SEPARATION_ROUNDOFF, UNDERFLOW_ERROR, pair_size, separation_error)
from sepax._core.kernels.sweep cimport scan_to_times
from sepax._core.kernels.turning cimport TurningMotion
from sepax._core.kernels.winding cimport (
    convex_winding, lowest_corner, measure_points, reverse_winding, winding_by_area)
from sepax._core.memory cimport count_product, count_sum, new_array, new_zeros, resized_array
from sepax._core.simd.levels cimport (
    RINGS_APART, RINGS_MEET, RINGS_UNCERTAIN, RING_CLOCKWISE, RING_OUT_OF_RANGE, RING_UNCERTAIN,
    GivenRings, Measures, ring_loops)
from sepax._core.writers cimport Kind, as_python

cdef extern from "Python.h":
    const bint LITTLE_ENDIAN "PY_LITTLE_ENDIAN"

cdef enum:
    AT_ONCE = 8192        # rows of a buffer of another type that are listed at a time
    ON_STACK = 64         # points; above, memory is allocated
    STACK_STRIDE = 66     # point_stride(ON_STACK)
    RING_ARRAYS = 7       # five of the convex, and the points as they were given


cdef struct RawRing:
    Convex convex
    double radius
    bint is_reversed        # was given clockwise
    Py_ssize_t count        # points that were given, a closing one not counted,
    double* given_x         # and these, if not each of them is a corner
    double* given_y
    double* heap
    double stack[RING_ARRAYS * STACK_STRIDE]


cdef inline void release(RawRing* ring) noexcept:
    if ring.heap is not NULL:
        PyMem_RawFree(ring.heap)
        ring.heap = NULL


cdef inline void release_both(RawRing* a, RawRing* b) noexcept:
    release(a)
    release(b)


cdef int reserve(RawRing* ring, Py_ssize_t n) except -1:
    """Lay out the arrays for n points, in the place of any before."""
    cdef double* memory = ring.stack
    release(ring)
    if n > ON_STACK:
        ring.heap = <double*>new_array(point_stride(n), RING_ARRAYS * sizeof(double))
        if ring.heap is NULL:
            raise MemoryError
        memory = ring.heap
    assign_arrays(&ring.convex, n, memory)
    ring.given_x = memory + 5 * point_stride(n)
    ring.given_y = memory + 6 * point_stride(n)
    return 0


include "raw_points.pxi"


cdef Py_ssize_t place_of(const RawRing* ring, Py_ssize_t vertex) noexcept nogil:
    """The first of the given points that is a vertex of the convex."""
    cdef Py_ssize_t i = 0
    if ring.convex.n == ring.count:
        return ring.count - vertex if ring.is_reversed and vertex else vertex
    while (ring.given_x[i] != ring.convex.x[vertex] or ring.given_y[i] != ring.convex.y[vertex]):
        i += 1
    return i


cdef Py_ssize_t given_feature(const RawRing* ring, Py_ssize_t feature) noexcept nogil:
    """A vertex or an edge (see Manifold) as the index of its point in the arguments."""
    if feature >= 0:
        return place_of(ring, feature)
    return -1 - place_of(ring, first_as_given(-1 - feature, ring.convex.n, ring.is_reversed))


cdef int refuse_few(const Convex* convex, Py_ssize_t given) except -1:
    if given == 2:
        raise ValueError("a segment needs two different points, got both at "
                         f"{(convex.x[0], convex.y[0])}: give one point for a disc")
    raise ValueError(f"a ring needs at least 3 vertices, got {convex.n} (a closing one not "
                     "counted); 1 point alone is a disc, 2 are a segment")


cdef int read_vertices(object source, RawRing* ring) except -1:
    """Read the points of one argument; the caller releases the ring. The first user of them
    requires that they are finite."""
    cdef Convex* convex = &ring.convex
    cdef Py_ssize_t given
    read_any(source, ring)
    given = convex.n
    while convex.n > 1 and (convex.x[convex.n - 1] == convex.x[0]
                            and convex.y[convex.n - 1] == convex.y[0]):
        convex.n -= 1
    ring.count = convex.n
    ring.is_reversed = False
    return 0 if convex.n >= max(min(given, 3), 1) else refuse_few(convex, given)


cdef int read_one(object vertices, object radius, str name, RawRing* ring) except -1:
    """Read one argument and its radius, which has a name."""
    read_size(radius, name, &ring.radius)
    return read_vertices(vertices, ring)


cdef inline bint is_sharp(const RawRing* ring) noexcept nogil:
    """Whether a ring has no radius and is no disc or segment: it may be an outline."""
    return ring.convex.n >= 3 and ring.radius == 0.0


cdef int set_outline(RawRing* ring) except -1:
    """Make a ring counter-clockwise, convex or not, and measure its points."""
    cdef Convex* convex = &ring.convex
    cdef Py_ssize_t work = 0
    require_finite(convex)
    if is_clockwise(convex):
        reverse_winding(convex.x, convex.y, convex.n)
        ring.is_reversed = not ring.is_reversed
    check_interrupts(&work, convex.n)  # each of these takes some nanoseconds a vertex
    convex.edges = convex.n
    convex.half = 0
    convex.is_box = convex.is_rectangle = False
    convex.radius = convex.skew = 0.0
    measure_points(convex)
    return check_interrupts(&work, convex.n)


cdef inline void drop_negative_zeros(Convex* convex) noexcept nogil:
    """As the vertices of a `Polygon` and the ends of a `Segment` have none."""
    cdef Py_ssize_t i
    for i in range(convex.n):
        convex.x[i] += 0.0
        convex.y[i] += 0.0


cdef bint clean_ring(RawRing* ring) except -1:
    """Make a ring a shape if float64 alone cannot tell whether it is one; False if it is none."""
    cdef Convex* convex = &ring.convex
    cdef Py_ssize_t work = 0
    cdef int winding = convex_winding(convex.x, convex.y, convex.n)
    check_interrupts(&work, convex.n)
    if winding == 0:
        return False
    drop_negative_zeros(convex)
    memcpy(ring.given_x, convex.x, convex.n * sizeof(double))
    memcpy(ring.given_y, convex.y, convex.n * sizeof(double))
    drop_straight(convex)
    check_interrupts(&work, ring.count)
    ring.is_reversed = winding < 0
    if ring.is_reversed:
        reverse_winding(convex.x, convex.y, convex.n)
    measure_in_place(convex, ring.radius)
    return True


cdef bint set_shape(RawRing* ring) except -1:
    """Make a ring the shape that `Polygon` and the other constructors would make. If it is not
    convex, change nothing and return False."""
    cdef Convex* convex = &ring.convex
    cdef Py_ssize_t work = 0
    cdef Measures of
    cdef int reading
    if convex.n < 3:
        require_finite(convex)
        if convex.n == 2:
            drop_negative_zeros(convex)
        return measure_few(convex, ring.radius)     # two points differ: see `refuse_few`
    reading = ring_loops.read(convex.x, convex.y, convex.n, 1, convex, &of)
    check_interrupts(&work, convex.n)
    if reading == RING_OUT_OF_RANGE:
        require_finite(convex)
    if reading == RING_UNCERTAIN:
        return clean_ring(ring)
    ring.is_reversed = reading == RING_CLOCKWISE
    settle_in_place(convex, ring.radius, &of)
    return True


cdef int refuse_concave(str name) except -1:
    raise ValueError(f"{name} must be a convex ring that encloses an area and goes round once: "
                     "sepax.Polygon.hull makes one of any points, and sepax.Compound.from_polygon "
                     "keeps a concave form")


cdef int set_one(RawRing* ring) except -1:
    """Make a ring that must be convex a shape."""
    if not set_shape(ring):
        refuse_concave("vertices")
    return 0


cdef int set_both(RawRing* a, RawRing* b, bint must_be_convex) except -1:
    """Make both rings shapes. If both are sharp and one is concave, make them outlines if that may
    be."""
    cdef bint sharp = is_sharp(a) and is_sharp(b), is_convex
    is_convex = set_shape(a)
    if is_convex and set_shape(b):
        return 0
    if must_be_convex or not sharp:
        refuse_concave("vertices_b" if is_convex else "vertices_a")
    set_outline(a)
    set_outline(b)
    set_edges_of_both(a, b)
    return 0


cdef int read_both(object vertices_a, object vertices_b, object radius_a, object radius_b,
                   RawRing* a, RawRing* b) except -1:
    """Read two rings and measure nothing yet."""
    a.heap = b.heap = NULL
    try:
        read_one(vertices_a, radius_a, "radius_a", a)
        read_one(vertices_b, radius_b, "radius_b", b)
    except BaseException:
        release_both(a, b)
        raise
    return 0


cdef int ask_sharp(const RawRing* a, const RawRing* b, double* vector) noexcept nogil:
    """Whether two rings certainly meet, before they are measured; and, unless `vector` is NULL, the
    translation that separates them."""
    cdef GivenRings two = GivenRings(a.convex.x, a.convex.y, b.convex.x, b.convex.y, a.convex.n,
                                     b.convex.n, 1, 1)
    if not (is_sharp(a) and is_sharp(b)):
        return RINGS_UNCERTAIN
    return ring_loops.meet(&two) if vector is NULL else ring_loops.part(&two, vector)


cdef inline void set_edges_of_both(RawRing* a, RawRing* b) noexcept nogil:
    set_edges(&a.convex)
    set_edges(&b.convex)


cdef inline void set_long_normals(Convex* convex) noexcept nogil:
    """Outward normals as long as their edges, which cost no root and no division."""
    cdef Py_ssize_t i
    for i in range(convex.n):
        convex.normal_x[i] = convex.y[i + 1] - convex.y[i]
        convex.normal_y[i] = convex.x[i] - convex.x[i + 1]
        convex.offset[i] = (convex.normal_x[i] * (convex.x[i] - convex.centre_x)
                            + convex.normal_y[i] * (convex.y[i] - convex.centre_y))
        if convex.normal_x[i] == 0.0 and convex.normal_y[i] == 0.0:
            convex.offset[i] = INFINITY
    for i in range(convex.n, BLOCK * edge_blocks(convex)):
        convex.normal_x[i] = convex.normal_y[i] = 0.0
        convex.offset[i] = INFINITY


cdef inline bint rings_meet(Convex* a, Convex* b, bint strict) noexcept nogil:
    """`rings_intersect` with long normals, as unit normals would cost more than they save in one
    test. No edge is longer than 3 bounding radii, so the error bound is larger by that factor."""
    cdef double error
    if surely_apart(a, b):
        return False
    set_long_normals(a)
    set_long_normals(b)
    error = 3.0 * SEPARATION_ROUNDOFF * pair_size(a, b)
    return rings_intersect_beyond(a, b, error * a.bounding_radius + UNDERFLOW_ERROR,
                                  error * b.bounding_radius + UNDERFLOW_ERROR, strict)


# --- answers ----------------------------------------------------------------------------

cdef void name_given_features(const RawRing* a, const RawRing* b, Manifold* points) noexcept nogil:
    cdef int point
    for point in range(points.count):
        points.feature[point][0] = <int>given_feature(a, points.feature[point][0])
        points.feature[point][1] = <int>given_feature(b, points.feature[point][1])


cdef bint intersect_measured(RawRing* a, RawRing* b, bint strict) except -1:
    """This is exact, so the edges of sharp rings are enough."""
    if not (is_sharp(a) and is_sharp(b)):
        set_both(a, b, True)
        return convex_intersect(&a.convex, &b.convex, strict)
    set_outline(a)
    set_outline(b)
    return rings_meet(&a.convex, &b.convex, strict)


cdef int answer_measured(RawRing* a, RawRing* b, int verb, Kind kind, const Options* options,
                         bint must_be_convex, Result* result) except? -1:
    """The answer of a verb for two rings, once they are shapes or outlines."""
    cdef int found
    if verb == VERB_INTERSECTS:
        return intersect_measured(a, b, options.strict)
    set_both(a, b, must_be_convex)
    if options.turns:
        with nogil:
            found = compiled[verb](&a.convex, &b.convex, options, result)
        return found
    found = compiled[verb](&a.convex, &b.convex, options, result)
    if kind == Kind.CONTACT and found == 1:
        name_given_features(a, b, &result.contact.points)
    return found


cdef object rings_asked(RawRing* a, RawRing* b, int verb, Kind kind, const Options* options,
                        bint must_be_convex):
    """The answer of a verb for two rings that were read; releases them."""
    cdef Result result
    cdef int found
    try:
        found = answer_measured(a, b, verb, kind, options, must_be_convex, &result)
    finally:
        release_both(a, b)
    if options.turns:
        raise_pending()
        require_turned(-found, "")
    discard_if_interrupted(a.convex.n, b.convex.n)
    return as_python(kind, found, &result)


cdef object sharp_rings_asked(RawRing* a, RawRing* b, int verb, Kind kind,
                              const Options* options):
    """The same for verbs whose answer may be certain before the rings are measured."""
    cdef Result result
    cdef int verdict = ask_sharp(a, b, result.vector if verb == VERB_MTV else NULL)
    cdef bint is_axis = verb == VERB_SEPARATING_AXIS
    if verdict == RINGS_UNCERTAIN or (is_axis and verdict == RINGS_APART):
        return rings_asked(a, b, verb, kind, options, False)
    release_both(a, b)
    return as_python(kind, verdict == RINGS_MEET and not is_axis, &result)


cdef object ring_interval(RawRing* ring, double x, double y):
    cdef Convex axis
    cdef Result result
    if not set_shape(ring):
        if not is_sharp(ring):
            refuse_concave("vertices")
        require_finite(&ring.convex)
        drop_negative_zeros(&ring.convex)
        ring.convex.radius = ring.radius
    set_point(&axis, &x, &y)
    compiled[VERB_PROJECT](&ring.convex, &axis, NULL, &result)
    return as_python(Kind.INTERVAL, True, &result)


cdef bint ring_contains(RawRing* ring, double x, double y) except -1:
    cdef Convex disc
    cdef bint found
    set_point(&disc, &x, &y)
    if not is_sharp(ring):
        set_one(ring)
        found = convex_intersect(&ring.convex, &disc, False)
        discard_if_interrupted(ring.convex.n, 1)
        return found
    set_outline(ring)
    set_edges(&ring.convex)
    return ring_holds_point(&ring.convex, x, y, separation_error(pair_size(&ring.convex, &disc)))


cdef int read_probe(object origin, object direction, object max_distance, object radius,
                    Probe* probe) except -1:
    cdef double x, y, direction_x, direction_y, end, width
    read_pair(origin, "origin", &x, &y)
    read_pair(direction, "direction", &direction_x, &direction_y)
    read_number(max_distance, "max_distance", &end)
    read_number(radius, "radius", &width)
    require_ray(direction_x, direction_y, end, width)
    set_probe(probe, x, y, direction_x, direction_y, end, width)
    return 0


cdef object ring_raycast(RawRing* ring, const Options* options):
    cdef Result result
    cdef int found
    set_one(ring)
    found = compiled[VERB_RAYCAST](&ring.convex, NULL, options, &result)
    discard_if_interrupted(ring.convex.n, 1)
    return as_python(Kind.RAY_HIT, found, &result)


cdef int read_pivot(object pivot, double rate, str name, double* place) except -1:
    """Read the place about which a ring turns."""
    if pivot is not None:
        return read_pair(pivot, f"pivot_{name}", &place[0], &place[1])
    place[0] = place[1] = 0.0
    if rate != 0.0:
        raise TypeError(f"pivot_{name} must be given with angular_velocity_{name}: a pair of numbers "
                        "(x, y), the place about which the ring turns")
    return 0


cdef int read_motions(object velocity_a, object velocity_b, object max_time,
                      object angular_velocity_a, object angular_velocity_b, object pivot_a,
                      object pivot_b, Options* options) except -1:
    """Read the motion of two rings, which turn about their pivots."""
    cdef TurningMotion* motion = &options.motion
    read_motion(velocity_a, velocity_b, max_time, &motion.motion)
    read_rates(angular_velocity_a, angular_velocity_b, motion)
    read_pivot(pivot_a, motion.rate_a, "a", motion.position_a)
    read_pivot(pivot_b, motion.rate_b, "b", motion.position_b)
    options.turns = motion.rate_a != 0.0 or motion.rate_b != 0.0
    return 0


include "raw_verbs.pxi"


# --- for tests and the bench ------------------------------------------------------

def _has_memory(Py_ssize_t rows, Py_ssize_t columns, Py_ssize_t more, Py_ssize_t size):
    """Whether there is memory for rows * columns + more items of a size: plain, zeroed, resized."""
    cdef Py_ssize_t count = count_sum(count_product(rows, columns), more)
    cdef void* array = new_array(count, size)
    cdef void* zeros = new_zeros(count, size)
    cdef void* resized = resized_array(NULL, count, size)
    found = (array is not NULL, zeros is not NULL, resized is not NULL)
    PyMem_RawFree(array)
    PyMem_RawFree(zeros)
    PyMem_RawFree(resized)
    return found


cdef int read_for_test(object vertices_a, object vertices_b, bint of_shapes, RawRing* a,
                       RawRing* b) except -1:
    """Read two sharp rings as the shapes that verbs measure, or as outlines with all edges."""
    read_both(vertices_a, vertices_b, 0.0, 0.0, a, b)
    try:
        if of_shapes:
            return set_both(a, b, False)
        set_outline(a)
        set_outline(b)
    except BaseException:
        release_both(a, b)
        raise
    set_edges_of_both(a, b)
    return 0


def _widest(vertices_a, vertices_b, double enough, bint of_shapes=False):
    """(separation, edge, on_b) of two rings by the scan and by the walk, or None if uncertain."""
    cdef RawRing a, b
    cdef double separation, walked_separation
    cdef Py_ssize_t edge, walked_edge
    cdef bint on_b, walked_on_b, certain
    read_for_test(vertices_a, vertices_b, of_shapes, &a, &b)
    scan_to_widest(&a.convex, &b.convex, enough, &separation, &edge, &on_b)
    certain = walk_to_widest(&a.convex, &b.convex, enough, &walked_separation, &walked_edge,
                             &walked_on_b)
    release_both(&a, &b)
    discard_if_interrupted(a.convex.n, b.convex.n)
    return (separation, edge, on_b), (walked_separation, walked_edge,
                                      walked_on_b) if certain else None


def _times(vertices_a, vertices_b, velocity, bint of_shapes=False):
    """(separation, enter, leave, edge, on_b) by the scan and by the walk, or None; ring a moves."""
    cdef RawRing a, b
    cdef double x, y, separation, enter, leave, walked_separation, walked_enter, walked_leave
    cdef Py_ssize_t edge, walked_edge
    cdef bint on_b, walked_on_b, certain
    read_pair(velocity, "velocity", &x, &y)
    read_for_test(vertices_a, vertices_b, of_shapes, &a, &b)
    separation = scan_to_times(&a.convex, &b.convex, x, y, &enter, &leave, &edge, &on_b)
    certain = walk_to_times(&a.convex, &b.convex, x, y, &walked_separation, &walked_enter,
                            &walked_leave, &walked_edge, &walked_on_b)
    release_both(&a, &b)
    discard_if_interrupted(a.convex.n, b.convex.n)
    walked = (walked_separation, walked_enter, walked_leave, walked_edge, walked_on_b)
    return (separation, enter, leave, edge, on_b), walked if certain else None
