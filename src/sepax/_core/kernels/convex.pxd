"""The only shape of the kernels: points plus a radius. Conventions:

Points
    World coordinates, float64, counter-clockwise. One point is a disc, two are a segment, three or
    more a convex ring. Every other field is derived from the points and the radius.
Core and radius
    The core is the hull of the points. The shape holds all points no farther from it than `radius`.
Edges
    Edge i leads from point i to point i + 1. Its normal is the unit vector to the right of it,
    which is outward. Its offset is normal . (point i - centre). A disc has no edges; a segment has
    two, one for each side. An edge of length 0 is inactive: normal (0, 0), offset +infinity.
Separation of an edge
    The least normal . (q - point i) over the points q of the other shape: positive if the edge's
    line separates them. Minus the largest over the edges of both shapes is the penetration depth of
    the cores, since the edges of the Minkowski difference are those of the two shapes. For two
    cores on one line their ends decide. Cores that are apart may be farther apart, from corner to
    corner.
Normals between shapes
    From a to b. Moving a by -normal * depth separates them.
Boundary
    Shapes are closed, touching is contact. `strict` requires a positive depth.
Sides
    orient2d > 0 is left of an edge, which is inside.
"""

from libc.math cimport INFINITY, sqrt

from sepax._core.kernels.roundoff cimport ENLARGEMENT, SMALLEST_SQUARE
from sepax._core.memory cimport count_sum
from sepax._core.simd.convex cimport (
    BLOCK, COORDINATE_LIMIT, Convex, lanes_edges, pad_edges, repeat_points)


cdef inline Py_ssize_t point_stride(Py_ssize_t n) noexcept nogil:
    """Room for n points in whole blocks and one more; two lanes for a disc."""
    return count_sum(n, BLOCK - 1) // BLOCK * BLOCK + 2 if n > 1 else 2


cdef inline void assign_arrays(Convex* convex, Py_ssize_t n, double* memory) noexcept nogil:
    """Divide 5 * point_stride(n) doubles into the arrays of n points and as many edges."""
    cdef Py_ssize_t stride = point_stride(n)
    convex.n = n
    convex.x = memory
    convex.y = memory + stride
    convex.normal_x = memory + 2 * stride
    convex.normal_y = memory + 3 * stride
    convex.offset = memory + 4 * stride


cdef inline Py_ssize_t edge_blocks(const Convex* convex) noexcept nogil:
    """Blocks of edges, the last one padded; 0 for a disc."""
    return (convex.edges + BLOCK - 1) // BLOCK


cdef inline double unit_vector(double x, double y, double* unit_x, double* unit_y) noexcept nogil:
    """Length and direction of a vector of any magnitude; (0, 0) stays (0, 0)."""
    cdef double scale = 1.0, length
    cdef double square = x * x + y * y
    if square < SMALLEST_SQUARE:
        if x == 0.0 and y == 0.0:
            unit_x[0] = unit_y[0] = 0.0
            return 0.0
        # The squares lose digits to underflow: measure a vector 2^600 times as long.
        scale = ENLARGEMENT
        x *= scale
        y *= scale
        square = x * x + y * y
    length = sqrt(square)
    unit_x[0] = x / length
    unit_y[0] = y / length
    return length / scale


cdef inline double length_of(double x, double y) noexcept nogil:
    """The length alone, without the divisions for the direction."""
    cdef double square = x * x + y * y, unused
    return sqrt(square) if square >= SMALLEST_SQUARE else unit_vector(x, y, &unused, &unused)


cdef inline void repair_edge(Convex* convex, Py_ssize_t i) noexcept nogil:
    """Set normal and offset of an edge that is too short for plain squares, or of length 0."""
    cdef double unit_x, unit_y
    if unit_vector(convex.x[i + 1] - convex.x[i], convex.y[i + 1] - convex.y[i], &unit_x,
                   &unit_y) == 0.0:
        convex.normal_x[i] = convex.normal_y[i] = 0.0
        convex.offset[i] = INFINITY
        return
    convex.normal_x[i] = unit_y
    convex.normal_y[i] = -unit_x
    convex.offset[i] = (unit_y * (convex.x[i] - convex.centre_x)
                        - unit_x * (convex.y[i] - convex.centre_y))


cdef inline void repair_edges(Convex* convex, double shortest_square) noexcept nogil:
    """After the lanes: edges of uncertain length, and the padding of the last block."""
    cdef Py_ssize_t i
    if shortest_square < SMALLEST_SQUARE:
        for i in range(convex.n):
            repair_edge(convex, i)
    pad_edges(convex)


cdef inline void set_edges(Convex* convex) noexcept nogil:
    """Derive normals and offsets from the points and the centre."""
    repair_edges(convex, lanes_edges(convex))


cdef inline bint edge_is_active(const Convex* convex, Py_ssize_t i) noexcept nogil:
    return convex.offset[i] < INFINITY


cdef inline void set_point(Convex* convex, double* x, double* y) noexcept nogil:
    """A point in the plane: a disc of radius 0 at (x[0], y[0])."""
    convex.n = 1
    convex.edges = convex.half = 0
    convex.is_box = convex.is_rectangle = False
    convex.x = x
    convex.y = y
    convex.centre_x = x[0]
    convex.centre_y = y[0]
    convex.radius = convex.bounding_radius = convex.inscribed_radius = convex.skew = 0.0


cdef inline bint has_area(const Convex* convex) noexcept nogil:
    return convex.n > 2 or convex.radius > 0.0
