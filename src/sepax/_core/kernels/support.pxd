"""The support point of a shape against a direction, and the edge there that faces it."""

from libc.math cimport INFINITY, fabs

from sepax._core.kernels.convex cimport Convex, edge_is_active, unit_vector
from sepax._core.kernels.edges cimport active_edge
from sepax._core.kernels.roundoff cimport ENLARGEMENT
from sepax._core.simd.box cimport Box, Seen, box_of_convex, edge_facing, see


cdef inline Py_ssize_t support_point(const Convex* convex, double nx, double ny) noexcept nogil:
    """The point farthest against n (lowest index); without branches, as any may be it."""
    cdef double least = INFINITY, along
    cdef Py_ssize_t k, support = 0
    for k in range(convex.n):
        along = nx * (convex.x[k] - convex.centre_x) + ny * (convex.y[k] - convex.centre_y)
        support = k if along < least else support
        least = along if along < least else least
    return support


cdef inline void convex_support_point(const Convex* convex, double x, double y,
                                      double* point) noexcept nogil:
    """The point of the shape that is farthest in the direction (x, y), of any length."""
    cdef double unit_x, unit_y
    cdef Py_ssize_t vertex, k
    unit_vector(x, y, &unit_x, &unit_y)
    for k in range(2):      # from the least direction to 1: exactly, and no product underflows
        if fabs(x) < 1.0 and fabs(y) < 1.0:
            x *= ENLARGEMENT
            y *= ENLARGEMENT
    vertex = support_point(convex, -x, -y)
    point[0] = convex.x[vertex] + convex.radius * unit_x
    point[1] = convex.y[vertex] + convex.radius * unit_y


cdef inline Py_ssize_t facing_box_edge(const Convex* box, double nx, double ny) noexcept nogil:
    """The edge whose normal is most opposed to n."""
    cdef Box frame = box_of_convex(box)
    cdef Seen normal = see(&frame, nx, ny)
    cdef bint is_across = fabs(normal.across) > fabs(normal.along)
    return edge_facing(is_across, (normal.across if is_across else normal.along) < 0.0)


cdef inline Py_ssize_t facing_edge(const Convex* ring, double nx, double ny) noexcept nogil:
    """Of the two edges at the support point, the one whose normal is more opposed to n. Not the
    most opposed of all, as nearly collinear edges have the same normal."""
    cdef Py_ssize_t support
    if ring.is_box:
        support = facing_box_edge(ring, nx, ny)
        if edge_is_active(ring, support):
            return support
    support = support_point(ring, nx, ny)
    cdef Py_ssize_t before = active_edge(ring, support, -1)
    cdef Py_ssize_t after = support
    if not edge_is_active(ring, support):
        after = active_edge(ring, support, 1)
    cdef double opposed_before = nx * ring.normal_x[before] + ny * ring.normal_y[before]
    cdef double opposed_after = nx * ring.normal_x[after] + ny * ring.normal_y[after]
    return before if opposed_before < opposed_after else after
