"""The signed distance of two shapes: how fast it changes, in which direction and where.

The signed distance is how far the origin is outside of the Minkowski difference b - a, or minus how
deep it is inside. Its derivative by a move of b is the unit normal from a to b. A turn of b moves
the contact line, the line along the normal through the nearest points, and changes the distance by
the moment of the normal about b's position. The vertex on that line gives the moment without the
rounding of a point on a boundary.
"""

from libc.math cimport INFINITY

from sepax._core.kernels.answers cimport Axis, Gap
from sepax._core.kernels.contact cimport contact_tolerance
from sepax._core.kernels.convex cimport Convex, edge_is_active
from sepax._core.kernels.distance cimport (
    Witnesses, convex_distance, distance_of, move_to_rims, nearest_of_cores, witness_points)
from sepax._core.kernels.edges cimport larger, smaller
from sepax._core.kernels.intersect cimport surely_deep
from sepax._core.kernels.minkowski cimport separation_reaches
from sepax._core.kernels.nearest cimport Nearest, vertex_after
from sepax._core.kernels.obstacle cimport difference_of, twofold_cross
from sepax._core.kernels.roundoff cimport GRADIENT_ACCURACY, pair_size, separation_error
from sepax._core.kernels.separation cimport (
    convex_penetration, convex_separation, widest_box_edge)
from sepax._core.kernels.support cimport facing_edge

cdef struct Face:
    # The vertices of a core that are farthest in a direction, within a tolerance: the places of the
    # outermost along the direction turned left, from a common origin.
    double low
    double high
    Py_ssize_t at_low
    Py_ssize_t at_high


cdef inline double convex_signed_distance(const Convex* a, const Convex* b) noexcept nogil:
    """The distance of two shapes that are apart, or minus the depth."""
    cdef double distance = convex_distance(a, b), depth = 0.0
    cdef Axis widest
    if distance > 0.0:
        return distance
    # Another thread may have set a pose since: then the depth stays 0.
    convex_penetration(a, b, &widest, &depth)
    return 0.0 - depth


# --- whether there is only one gradient -----------------------------------------------------------

cdef inline void follow_face(const Convex* core, Py_ssize_t vertex, Py_ssize_t step, double nx,
                             double ny, double out, double tolerance, Face* face) noexcept nogil:
    """Extend a face from its vertex on, forwards (1) or backwards (-1)."""
    cdef Py_ssize_t k = vertex, count
    cdef double dx, dy, along
    for count in range(core.n - 1):
        k += step
        k += (core.n & -<Py_ssize_t>(k < 0)) - (core.n & -<Py_ssize_t>(k >= core.n))
        dx = core.x[k] - core.x[vertex]
        dy = core.y[k] - core.y[vertex]
        if -out * (nx * dx + ny * dy) > tolerance:
            return
        along = nx * dy - ny * dx
        if along < face.low:
            face.low = along
            face.at_low = k
        if along > face.high:
            face.high = along
            face.at_high = k


cdef inline void find_face(const Convex* core, Py_ssize_t vertex, double x, double y, double nx,
                           double ny, double out, double tolerance, Face* face) noexcept nogil:
    """The face about the vertex that is farthest along the normal (`out` 1) or against it (-1).
    Places are relative to (x, y)."""
    cdef double start = nx * (core.y[vertex] - y) - ny * (core.x[vertex] - x)
    face.low = face.high = 0.0
    face.at_low = face.at_high = vertex
    follow_face(core, vertex, 1, nx, ny, out, tolerance, face)
    follow_face(core, vertex, -1, nx, ny, out, tolerance, face)
    face.low += start
    face.high += start


cdef inline double turn_of_faces(const Convex* a, const Face* of_a, const Convex* b,
                                 const Face* of_b) noexcept nogil:
    """Positive where two faces come nearer to each other at their low ends, 0 for parallel ones. The
    sign is exact, unless products underflow."""
    return twofold_cross(
        difference_of(b.x[of_b.at_low], b.x[of_b.at_high]),
        difference_of(b.y[of_b.at_low], b.y[of_b.at_high]),
        difference_of(a.x[of_a.at_low], a.x[of_a.at_high]),
        difference_of(a.y[of_a.at_low], a.y[of_a.at_high]))


cdef inline bint lies_on_faces(const Convex* a, const Convex* b, Py_ssize_t vertex_a,
                               Py_ssize_t vertex_b, double tolerance,
                               Nearest* nearest) noexcept nogil:
    """Whether two faces are flush but for rounding, over a length that a gradient shows. A turn
    either way then keeps another end near. The end that is nearer, exactly, becomes the nearest."""
    cdef double nx = nearest.normal_x, ny = nearest.normal_y, length
    cdef Face of_a, of_b
    if not (a.edges and b.edges):
        return False
    find_face(a, vertex_a, a.x[vertex_a], a.y[vertex_a], nx, ny, 1.0, tolerance, &of_a)
    if of_a.at_low == of_a.at_high:
        return False
    find_face(b, vertex_b, a.x[vertex_a], a.y[vertex_a], nx, ny, -1.0, tolerance, &of_b)
    if of_b.at_low == of_b.at_high:
        return False
    length = smaller(of_a.high, of_b.high) - larger(of_a.low, of_b.low)
    nearest.vertex_a = nearest.vertex_b = -1
    if length <= 0.0 or turn_of_faces(a, &of_a, b, &of_b) >= 0.0:
        if of_a.low > of_b.low:
            nearest.vertex_a = of_a.at_low
        else:
            nearest.vertex_b = of_b.at_low
    elif of_a.high < of_b.high:
        nearest.vertex_a = of_a.at_high
    else:
        nearest.vertex_b = of_b.at_high
    return length > GRADIENT_ACCURACY * larger(pair_size(a, b), 1.0)


cdef inline bint some_edge_rivals(const Convex* a, const Convex* b, double nx, double ny,
                                  double least) noexcept nogil:
    """Whether an edge of a with another normal than (nx, ny) has at least such a separation."""
    cdef Py_ssize_t i, start = 0
    cdef double sine
    for i in range(a.edges):
        sine = a.normal_x[i] * ny - a.normal_y[i] * nx
        if ((sine * sine > GRADIENT_ACCURACY * GRADIENT_ACCURACY
             or a.normal_x[i] * nx + a.normal_y[i] * ny < 0.0)
                and edge_is_active(a, i) and separation_reaches(a, i, b, least, &start)):
            return True
    return False


cdef inline bint has_rival(const Convex* a, const Convex* b, const Axis* widest,
                           double tolerance) noexcept nogil:
    """Whether cores that overlap, or touch, are as deep along another edge."""
    cdef double separation, least = widest.separation - 2.0 * tolerance
    cdef Py_ssize_t edge
    cdef bint on_b
    if a.is_rectangle and b.is_rectangle and widest_box_edge(
            a, b, tolerance, &separation, &edge, &on_b):
        return False
    return (some_edge_rivals(a, b, widest.normal_x, widest.normal_y, least)
            or some_edge_rivals(b, a, -widest.normal_x, -widest.normal_y, least))


# --- the gap of two shapes ------------------------------------------------------------------------

cdef inline Py_ssize_t farthest_vertex(const Convex* core, double nx, double ny) noexcept nogil:
    """The vertex that is farthest against a normal."""
    cdef Py_ssize_t i, after
    if not core.edges:
        return 0
    i = facing_edge(core, nx, ny)
    after = vertex_after(core, i)
    if nx * (core.x[after] - core.x[i]) + ny * (core.y[after] - core.y[i]) < 0.0:
        return after
    return i


cdef inline void nearest_of_axis(const Convex* a, const Convex* b, const Axis* widest,
                                 Nearest* nearest) noexcept nogil:
    """The axis of shapes that meet, as nearest points of cores: along an edge the other's vertex."""
    cdef double nx = widest.normal_x, ny = widest.normal_y
    nearest.distance = widest.separation
    nearest.normal_x = nx
    nearest.normal_y = ny
    nearest.edge = widest.edge
    nearest.on_b = widest.on_b
    nearest.vertex_a = widest.vertex_a
    nearest.vertex_b = widest.vertex_b
    if widest.edge >= 0:
        nearest.vertex_a = farthest_vertex(a, -nx, -ny) if widest.on_b else -1
        nearest.vertex_b = -1 if widest.on_b else farthest_vertex(b, nx, ny)


cdef inline void finish_gap(const Convex* a, const Convex* b, double tolerance, bint unique,
                            Nearest* nearest, Gap* gap) noexcept nogil:
    """All but the distance, from the nearest points of the cores."""
    cdef Py_ssize_t vertex_a = nearest.vertex_a if nearest.vertex_a >= 0 else nearest.edge
    cdef Py_ssize_t vertex_b = nearest.vertex_b if nearest.vertex_b >= 0 else nearest.edge
    cdef double nx = nearest.normal_x, ny = nearest.normal_y
    cdef Witnesses points
    gap.normal_x = nx
    gap.normal_y = ny
    gap.unique = unique
    if lies_on_faces(a, b, vertex_a, vertex_b, tolerance, nearest):
        gap.unique = False
    witness_points(a, b, nearest, &points)
    if nearest.vertex_a < 0:
        gap.vertex_x = b.x[nearest.vertex_b]
        gap.vertex_y = b.y[nearest.vertex_b]
    else:
        gap.vertex_x = a.x[nearest.vertex_a]
        gap.vertex_y = a.y[nearest.vertex_a]
    move_to_rims(a, b, nx, ny, &points)
    gap.point_a_x = points.a_x
    gap.point_a_y = points.a_y
    gap.point_b_x = points.b_x
    gap.point_b_y = points.b_y


cdef inline void gap_along_axis(const Convex* a, const Convex* b, double distance,
                                Gap* gap) noexcept nogil:
    """The gap of shapes that overlap or touch, or else have this distance."""
    cdef double tolerance = contact_tolerance(a, b), depth = 0.0
    cdef Nearest nearest
    cdef Axis widest
    cdef bint unique
    if convex_penetration(a, b, &widest, &depth):
        gap.distance = 0.0 - depth
    else:
        convex_separation(a, b, INFINITY, &widest)
        gap.distance = distance
    if not (a.edges or b.edges):
        unique = widest.separation > 0.0
    else:
        unique = widest.separation > tolerance or not has_rival(a, b, &widest, tolerance)
    nearest_of_axis(a, b, &widest, &nearest)
    finish_gap(a, b, tolerance, unique, &nearest, gap)


cdef inline void convex_gap(const Convex* a, const Convex* b, Gap* gap) noexcept nogil:
    """The signed distance of two shapes and where it is. The nearest points of cores that are apart by
    less than rounding do not tell on which side of an edge they are; its normal does."""
    cdef double error = separation_error(pair_size(a, b)), distance = 0.0
    cdef Nearest nearest
    if not surely_deep(a, b) and nearest_of_cores(a, b, error, &nearest):
        distance = distance_of(a, b, nearest.distance, error)
        if distance > 0.0 and nearest.distance > 4.0 * error:
            gap.distance = distance
            finish_gap(a, b, contact_tolerance(a, b), True, &nearest, gap)
            return
    gap_along_axis(a, b, distance, gap)


cdef inline void set_gradients(const double* position_a, const double* position_b,
                               Gap* gap) noexcept nogil:
    """The derivatives by the poses of shapes that turn about these positions; no negative zeros."""
    cdef double nx = gap.normal_x, ny = gap.normal_y
    gap.gradient_a = [0.0 - nx, 0.0 - ny, 0.0 + ((gap.vertex_y - position_a[1]) * nx
                                                 - (gap.vertex_x - position_a[0]) * ny)]
    gap.gradient_b = [nx, ny, 0.0 + ((gap.vertex_x - position_b[0]) * ny
                                     - (gap.vertex_y - position_b[1]) * nx)]
