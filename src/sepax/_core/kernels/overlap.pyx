"""The area that two shapes share.

It is exactly 0.0 if interiors do not meet. For sharp polygons the relative error is at most
AREA_ACCURACY: in float64 if its error bound allows it, else with twice the digits (overlap.h; for
two boxes box_overlap.h first). Shapes with a radius are in arcs.pxd, which is exact if its error
bound requires it.
"""

from libc.math cimport fabs

from sepax._core.kernels.answers cimport Axis, Manifold
from sepax._core.kernels.arcs cimport rounded_shared_area
from sepax._core.kernels.area cimport convex_area
from sepax._core.kernels.convex cimport has_area
from sepax._core.kernels.edges cimport larger, smaller
from sepax._core.kernels.intersect cimport convex_intersect
from sepax._core.kernels.queries cimport convex_contact, convex_penetration
from sepax._core.kernels.roundoff cimport (
    FILTER_ROUNDOFF, SMALLEST_DISTANCE, THIN_ROUNDOFF, pair_size)
from sepax._core.simd.levels cimport ring_loops
from sepax._core.simd.overlap cimport area_of_box, rings_shared_area, share_of_union

cdef inline Py_ssize_t same_point(const Convex* ring, double x, double y) noexcept nogil:
    """The first point that is at a place; n if there is none."""
    cdef Py_ssize_t i = 0
    while i < ring.n and not (ring.x[i] == x and ring.y[i] == y):
        i += 1
    return i


cdef inline bint are_same(const Convex* a, const Convex* b) noexcept nogil:
    """Whether two shapes have the same points, in the same order from some point on."""
    cdef double dx = b.centre_x - a.centre_x, dy = b.centre_y - a.centre_y
    cdef double size = fabs(a.centre_x) + fabs(a.centre_y) + a.bounding_radius
    cdef Py_ssize_t i, k
    if (fabs(dx) + fabs(dy) > FILTER_ROUNDOFF * size or a.n != b.n or a.radius != b.radius):
        return False
    k = same_point(b, a.x[0], a.y[0])
    if k == b.n:
        return False
    for i in range(a.n):
        if a.x[i] != b.x[k] or a.y[i] != b.y[k]:
            return False
        k = k + 1 if k + 1 < b.n else 0
    return True


cdef double own_area(const Convex* convex) noexcept nogil:
    """The area of a shape, as accurate as shared areas."""
    return area_of_box(convex) if convex.is_box else convex_area(convex)


cdef inline double middle_of_core(const Convex* convex, double* x, double* y) noexcept nogil:
    """The middle of the box around the points; returns its longer side, with the radius. (The
    centre of the shape has other last bits in another pose with the same points.)"""
    cdef double low_x = convex.x[0], high_x = low_x, low_y = convex.y[0], high_y = low_y
    cdef Py_ssize_t i
    for i in range(1, convex.n):
        low_x = smaller(low_x, convex.x[i])
        high_x = larger(high_x, convex.x[i])
        low_y = smaller(low_y, convex.y[i])
        high_y = larger(high_y, convex.y[i])
    x[0] = low_x + 0.5 * (high_x - low_x)
    y[0] = low_y + 0.5 * (high_y - low_y)
    return larger(high_x - low_x, high_y - low_y) + 2.0 * convex.radius


cdef inline double area_of_thin(const Convex* a, const Convex* b, double x, double y,
                                double size) noexcept nogil:
    """The area that rounded shapes share, relative to their contact, or to the middle (x, y) of
    the smaller one, of this size, if that is nearer to the overlap."""
    cdef double depth
    cdef Axis widest
    cdef Manifold points
    if convex_penetration(a, b, &widest, &depth) and depth < 0.5 * size:
        convex_contact(a, b, &widest, depth, 0.0, &points)
        x = points.x[0] + 0.5 * (points.x[points.count - 1] - points.x[0])
        y = points.y[0] + 0.5 * (points.y[points.count - 1] - points.y[0])
    return larger(rounded_shared_area(a, b, x, y, True), SMALLEST_DISTANCE)


cdef inline double area_of_rounded(const Convex* a, const Convex* b) noexcept nogil:
    """The area that shapes share whose interiors meet: above 0, at most that of the smaller."""
    cdef double x, y, x_of_b, y_of_b, radius, area
    cdef double size = middle_of_core(a, &x, &y), size_of_b = middle_of_core(b, &x_of_b, &y_of_b)
    cdef double reach = fabs(x_of_b - x) + fabs(y_of_b - y) + size + size_of_b
    if size_of_b < size:
        x, y, size = x_of_b, y_of_b, size_of_b
    area = rounded_shared_area(a, b, x, y, False)
    if not area > 0.5 * THIN_ROUNDOFF * reach * size:
        area = area_of_thin(a, b, x, y, size)
    radius = smaller(a.inscribed_radius, b.inscribed_radius)
    if area > 3.0 * radius * larger(radius, 0.0):
        area = smaller(area, smaller(convex_area(a), convex_area(b)))
    return area


cdef inline double area_in_order(const Convex* a, const Convex* b) noexcept nogil:
    cdef double size = pair_size(a, b), area
    if a.is_box and b.is_box and ring_loops.box_area(a, b, size, &area):
        return area
    if a.radius + b.radius == 0.0 and a.n > 2 and b.n > 2:
        return rings_shared_area(a, b)
    return area_of_rounded(a, b) if has_area(a) and has_area(b) else 0.0


cdef inline double area_of_overlapping(const Convex* a, const Convex* b) noexcept nogil:
    """The area of shapes whose interiors meet; the order of the shapes does not matter."""
    return area_in_order(a, b) if shape_comes_before(a, b) else area_in_order(b, a)


cdef double convex_overlap_area(const Convex* a, const Convex* b) noexcept nogil:
    if not convex_intersect(a, b, True):
        return 0.0
    if are_same(a, b):
        return own_area(a if shape_comes_before(a, b) else b)
    return area_of_overlapping(a, b)


cdef double convex_iou(const Convex* a, const Convex* b) noexcept nogil:
    """The shared area of two shapes, divided by that of their union: 0 to 1."""
    cdef double area
    if not convex_intersect(a, b, True):
        return 0.0
    if are_same(a, b):
        return 1.0
    area = area_of_overlapping(a, b)
    return share_of_union(area, own_area(a), own_area(b)) if area > 0.0 else 0.0
