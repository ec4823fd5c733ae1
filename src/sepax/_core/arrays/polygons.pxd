"""Polygons of few vertices and no radius, of an array that stores them compactly: a record, bounds,
a PolygonRow and the local vertices. Kernels get the whole shape, restored in memory of the caller.

A polygon of four vertices takes 240 bytes, as a body 850. Posing it takes longer, as a body keeps
what `posed_measure` finds. All other shapes of such an array are bodies.
"""

from libc.string cimport memcpy

from sepax._core.kernels.convex cimport BLOCK, Convex, repair_edges
from sepax._core.kernels.pose cimport Pose, PosedConvex, posed_restore, rounding_grid, set_box_axes
from sepax._core.simd.levels cimport BOUNDING_RADIUS, CENTRE_X, CENTRE_Y, SKEW, ring_loops

cdef enum:
    MOST_VERTICES = 16
    POLYGON_DOUBLES = 120   # posed_size(MOST_VERTICES)

cdef struct PolygonRow:
    # Of one shape, in a cache line of its own.
    Pose pose
    double inscribed_radius     # in the pose
    Py_ssize_t place            # of its vertices, x and then y; or the number of its body
    unsigned char n             # vertices; 0 for a body
    unsigned char half          # of Convex
    unsigned char is_rectangle
    unsigned char is_bent       # whether rounding may have bent it: the pose is derived anew

cdef struct PolygonMemory:
    PosedConvex posed
    double memory[POLYGON_DOUBLES]
    const PolygonRow* row       # from which the convex was restored; NULL at first


cdef inline bint fits_row(Py_ssize_t n, double radius) noexcept nogil:
    """Whether a shape of n points is stored without a body."""
    return 2 < n <= MOST_VERTICES and radius == 0.0


cdef inline Py_ssize_t vertex_stride(Py_ssize_t n) noexcept nogil:
    """Room for one coordinate: `ring_loops.transform` reads whole blocks and one more."""
    return (n + BLOCK - 1) // BLOCK * BLOCK + 1


cdef inline void polygon_restore(PolygonMemory* polygon, const PolygonRow* row,
                                 const double* vertices) noexcept nogil:
    """The whole body, in its pose."""
    polygon.row = NULL
    polygon.posed.pose = row.pose
    posed_restore(&polygon.posed, row.n, vertices, vertices + vertex_stride(row.n), polygon.memory)


cdef inline const Convex* polygon_convex(PolygonMemory* polygon, const PolygonRow* row,
                                         const double* vertices,
                                         const double* record) noexcept nogil:
    """The convex as `posed_update` leaves it."""
    cdef Convex* convex = &polygon.posed.convex
    cdef double* memory = polygon.memory
    cdef double shortest_square
    if polygon.row == row:      # that of the pair before
        return convex
    if row.is_bent:
        polygon_restore(polygon, row, vertices)
        return convex
    polygon.row = row
    convex.normal_x = memory
    convex.normal_y = memory + MOST_VERTICES
    convex.offset = memory + 2 * MOST_VERTICES
    convex.x = memory + 3 * MOST_VERTICES
    convex.y = memory + 4 * MOST_VERTICES + 2
    convex.n = convex.edges = row.n
    convex.half = row.half
    convex.is_box = convex.is_rectangle = row.is_rectangle
    convex.radius = 0.0
    convex.centre_x = record[CENTRE_X]
    convex.centre_y = record[CENTRE_Y]
    convex.bounding_radius = record[BOUNDING_RADIUS]
    convex.skew = record[SKEW]
    convex.inscribed_radius = row.inscribed_radius
    shortest_square = ring_loops.transform(
        vertices, vertices + vertex_stride(row.n), row.pose.cosine, row.pose.sine, row.pose.x,
        row.pose.y, convex)
    convex.x[convex.n] = convex.x[0]
    convex.y[convex.n] = convex.y[0]
    repair_edges(convex, shortest_square)   # reads the first point again, as the end of an edge
    if convex.is_rectangle:
        set_box_axes(convex)
    return convex


cdef inline void write_polygon(const PosedConvex* posed, PolygonRow* row,
                               double* vertices) noexcept nogil:
    """Write all but the record and the bounds; the place is fixed."""
    cdef Py_ssize_t stride = vertex_stride(posed.convex.n)
    row.pose = posed.pose
    row.inscribed_radius = posed.convex.inscribed_radius
    row.n = <unsigned char>posed.convex.n
    row.half = <unsigned char>posed.convex.half
    row.is_rectangle = posed.convex.is_rectangle
    row.is_bent = not rounding_grid(posed) < posed.bending
    memcpy(vertices, posed.local_x, stride * sizeof(double))
    memcpy(vertices + stride, posed.local_y, stride * sizeof(double))
