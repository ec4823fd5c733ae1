"""Sectors of directions around a place where groups touch: the tangent cones of pairs of parts.

A cone leads from one face to another, counter-clockwise. Together they tell which faces are of the
true boundary: those that no other cone covers. Pairs that touch along one such face do so in
stretches of it.
"""

from libc.math cimport INFINITY, fabs

from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.openings cimport turn_from
from sepax._core.kernels.roundoff cimport SAME_DIRECTION
from sepax._core.kernels.tangent cimport Face

cdef struct Sector:
    # The tangent cone of a pair of parts.
    Face start
    Face end
    Py_ssize_t i
    Py_ssize_t j
    bint thin_a         # a point or a segment against a polygon: of several such, seams are inside
    bint thin_b
    double height           # where the parts touch along the face that was met
    double low
    double high


cdef inline double turn_to_start(const Face* face, double x, double y) noexcept nogil:
    """From a direction to the one that the cone begins with at a face."""
    return turn_from(x, y, face.normal_y, 0.0 - face.normal_x)


cdef inline double turn_to_end(const Face* face, double x, double y) noexcept nogil:
    return turn_from(x, y, 0.0 - face.normal_y, face.normal_x)


cdef inline double speed_into(const Face* face, double x, double y) noexcept nogil:
    return face.normal_x * x + face.normal_y * y


cdef inline bint is_ray(const Sector* sector) noexcept nogil:
    """Whether it has no width."""
    return (sector.start.normal_x == 0.0 - sector.end.normal_x
            and sector.start.normal_y == 0.0 - sector.end.normal_y)


cdef inline bint free_turns(const Sector* sector, double x, double y, double* to_start,
                            double* to_end) noexcept nogil:
    """How far a cone is from a direction, counter-clockwise to its start and to its end; False if
    that is inside of it."""
    to_start[0] = turn_to_start(&sector.start, x, y)
    to_end[0] = turn_to_end(&sector.end, x, y)
    if to_start[0] > 4.0 - SAME_DIRECTION:
        to_start[0] = 0.0
    if to_end[0] < SAME_DIRECTION and not (is_ray(sector) and to_start[0] < SAME_DIRECTION):
        to_end[0] = 4.0
    return to_start[0] <= to_end[0]


cdef inline bint covers_face(const Sector* sector, double x, double y,
                             bint flush) noexcept nogil:
    """Whether a cone covers the outside of a face along a direction, which another one begins with;
    a cone that ends there does so if that counts."""
    cdef double to_start = turn_to_start(&sector.start, x, y)
    cdef double to_end = turn_to_end(&sector.end, x, y)
    if is_ray(sector) or to_start < SAME_DIRECTION or to_start > 4.0 - SAME_DIRECTION:
        return False
    if to_end < SAME_DIRECTION or to_end > 4.0 - SAME_DIRECTION:
        return flush
    return to_end < to_start


cdef inline bint is_corner(const Sector* sector) noexcept nogil:
    """Whether it has two faces, which lead different ways."""
    return not is_ray(sector) and (sector.start.normal_x != sector.end.normal_x
                                   or sector.start.normal_y != sector.end.normal_y)


cdef inline bint has_normal(const Face* face, double x, double y) noexcept nogil:
    """Whether the normal of a face is a unit vector, but for rounding."""
    return (fabs(face.normal_x * y - face.normal_y * x) < SAME_DIRECTION
            and face.normal_x * x + face.normal_y * y > 0.0)


cdef inline bint is_near(double turn) noexcept nogil:
    """Whether two directions are the same but for rounding, by the turn from one to the other."""
    return turn < SAME_DIRECTION or turn > 4.0 - SAME_DIRECTION


cdef inline bint is_along_way(double turn) noexcept nogil:
    """Whether a direction is that of the way or against it, by the turn from the one to the other."""
    return is_near(turn) or fabs(turn - 2.0) < SAME_DIRECTION


# --- stretches -----------------------------------------------------------------------

cdef inline int by_height(const void* first, const void* second) noexcept nogil:
    cdef double one = (<const Sector*>first).height, other = (<const Sector*>second).height
    return (one > other) - (one < other)


cdef inline int by_stretch(const void* first, const void* second) noexcept nogil:
    """The order of sectors by height, and by where their stretches begin."""
    cdef double one = (<const Sector*>first).low, other = (<const Sector*>second).low
    cdef int order = by_height(first, second)
    return order if order != 0 else (one > other) - (one < other)
