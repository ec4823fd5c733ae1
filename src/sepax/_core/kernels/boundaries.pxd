"""The boundaries of obstacles: faces and arcs, their nearest places and their crossings.

Coordinates are those of obstacle.pxd, in which the joint size is 0.5 to 1. Places near a boundary
are improved by Newton's method on the distances from it, which are accurate there.
"""

from libc.math cimport fabs, sqrt

from sepax._core.kernels.convex cimport unit_vector
from sepax._core.kernels.obstacle cimport Corner, Side, accurate_face_gap, face_gap

cdef extern from * nogil:
    """
    #include "roundoff.h"
    #define MOVE_TOLERANCE (0.375 * SEPARATION_ROUNDOFF)
    #define MOVE_SLACK (4.0 * SEPARATION_ROUNDOFF)
    """
    const double TOLERANCE "MOVE_TOLERANCE"      # 6 u: an overlap that may remain
    const double SLACK "MOVE_SLACK"              # squares are wider by this

cdef struct Cell:
    double x, y         # the middle of a square
    double half         # of its side

cdef struct Curve:
    const Corner* corner    # the centre of the arc, or the corner at which the face begins
    bint is_arc
    double radius
    double thickness        # the part of the radius that only closes seams


cdef inline double reach_along(const Cell* cell, const Corner* corner) noexcept nogil:
    """Half the width of a square along a normal, across a face."""
    return cell.half * (fabs(corner.normal_x) + fabs(corner.normal_y)) + SLACK


cdef inline double reach_of_circle(const Cell* cell) noexcept nogil:
    """More than the distance from the middle of a square to its corners."""
    return 1.5 * cell.half + SLACK


cdef inline bint is_in_square(const Cell* cell, double x, double y, double slack) noexcept nogil:
    return fabs(x - cell.x) <= cell.half + slack and fabs(y - cell.y) <= cell.half + slack


cdef inline double square_distance(const Cell* cell) noexcept nogil:
    """How far a square is from the origin, or somewhat less."""
    cdef double x = max(fabs(cell.x) - cell.half - SLACK, 0.0)
    cdef double y = max(fabs(cell.y) - cell.half - SLACK, 0.0)
    return sqrt(x * x + y * y)


cdef inline void quarter_square(const Cell* cell, Cell* quarters) noexcept nogil:
    """The quarters of a square, the nearest to the origin first."""
    cdef double half = 0.5 * cell.half
    cdef double x = half if cell.x <= 0.0 else -half, y = half if cell.y <= 0.0 else -half
    cdef bint wide = fabs(cell.x) < fabs(cell.y)
    cdef int k
    for k in range(4):
        quarters[k].half = half
    quarters[0].x, quarters[0].y = cell.x + x, cell.y + y
    quarters[1 + (not wide)].x, quarters[1 + (not wide)].y = cell.x - x, cell.y + y
    quarters[1 + wide].x, quarters[1 + wide].y = cell.x + x, cell.y - y
    quarters[3].x, quarters[3].y = cell.x - x, cell.y - y


cdef inline double curve_gap(const Side* a, const Side* b, const Curve* curve, double x, double y,
                             double* normal_x, double* normal_y) noexcept nogil:
    """The signed distance from a face or an arc, and the outward unit normal there."""
    cdef const Corner* corner = curve.corner
    if curve.is_arc:
        return unit_vector(x - corner.x, y - corner.y, normal_x, normal_y) - curve.radius
    normal_x[0] = corner.normal_x
    normal_y[0] = corner.normal_y
    return accurate_face_gap(a, b, corner, x, y) - curve.radius


cdef inline bint find_foot(const Side* a, const Side* b, const Curve* curve, double* x, double* y,
                           double* normal_x, double* normal_y) noexcept nogil:
    """The foot of the origin on a boundary, and the normal there; False if it is outside."""
    cdef double gap = curve_gap(a, b, curve, 0.0, 0.0, normal_x, normal_y)
    cdef int round
    x[0] = y[0] = 0.0
    if gap > TOLERANCE:
        return False
    if normal_x[0] == 0.0 and normal_y[0] == 0.0:       # concentric: a's normal is +x then
        normal_x[0] = -1.0
    for round in range(3):
        x[0] -= gap * normal_x[0]
        y[0] -= gap * normal_y[0]
        gap = curve_gap(a, b, curve, x[0], y[0], normal_x, normal_y)
    return True


cdef inline bint find_crossing(const Side* a, const Side* b, const Curve* p, const Curve* q,
                               double* x, double* y) noexcept nogil:
    """Improve a place near the crossing of two boundaries; False if there is none."""
    cdef double px, py, qx, qy, gap_p, gap_q, sine
    cdef int round
    for round in range(3):
        gap_p = curve_gap(a, b, p, x[0], y[0], &px, &py)
        gap_q = curve_gap(a, b, q, x[0], y[0], &qx, &qy)
        sine = px * qy - py * qx
        if fabs(sine) < SLACK:      # along each other: they are as near as can be
            return True
        x[0] -= (gap_p * qy - gap_q * py) / sine
        y[0] -= (gap_q * px - gap_p * qx) / sine
        if not (fabs(x[0]) <= 4.0 and fabs(y[0]) <= 4.0):
            return False
    return True


cdef inline void leave_thickness(const Side* a, const Side* b, const Curve* p, const Curve* q,
                                 double* x, double* y) noexcept nogil:
    """Find a foot on one boundary, or a crossing of two, again without the thickness of seams."""
    cdef const Curve* curves[2]
    cdef Curve bare[2]
    cdef double normal_x, normal_y
    cdef int k
    curves[0], curves[1] = p, q
    for k in range(1 + (q is not NULL)):
        bare[k] = curves[k][0]
        bare[k].radius -= bare[k].thickness
        if bare[k].is_arc and bare[k].thickness > 0.0:     # about a corner, which it leaves alone
            x[0], y[0] = bare[k].corner.x, bare[k].corner.y
            return
    if q is not NULL:
        find_crossing(a, b, &bare[0], &bare[1], x, y)
    elif not find_foot(a, b, &bare[0], x, y, &normal_x, &normal_y):
        x[0] = y[0] = 0.0


# --- where crossings are ----------------------------------------------------------

cdef inline int chord_ends(const Curve* arc, double x, double y, double distance, double* end_x,
                           double* end_y) noexcept nogil:
    """Where a circle is crossed by a line of unit normal (x, y), `distance` from its centre."""
    cdef const Corner* centre = arc.corner
    cdef double half = (arc.radius - distance) * (arc.radius + distance)
    if half < -SLACK:
        return 0
    half = sqrt(max(half, 0.0))
    end_x[0] = centre.x + x * distance - y * half
    end_y[0] = centre.y + y * distance + x * half
    end_x[1] = centre.x + x * distance + y * half
    end_y[1] = centre.y + y * distance - x * half
    return 1 + (half > 0.0)


cdef inline int places_near_crossings(const Curve* p, const Curve* q, const Cell* cell, double* x,
                                      double* y) noexcept nogil:
    """Places near the crossings of two boundaries, an arc after a face; returns how many. A
    crossing of two faces counts only in a square."""
    cdef const Corner* one = p.corner
    cdef const Corner* other = q.corner
    cdef double normal_x, normal_y, length, sine, along, across
    if p.is_arc:
        length = unit_vector(one.x - other.x, one.y - other.y, &normal_x, &normal_y)
        if length == 0.0:
            return 0
        return chord_ends(q, normal_x, normal_y, 0.5 * (
            length - (p.radius - q.radius) * ((p.radius + q.radius) / length)), x, y)
    if q.is_arc:
        return chord_ends(q, one.normal_x, one.normal_y,
                          p.radius - face_gap(one, other.x, other.y), x, y)
    sine = one.normal_x * other.normal_y - one.normal_y * other.normal_x
    if fabs(sine) < SLACK:
        return 0
    along = face_gap(one, cell.x, cell.y) - p.radius
    across = face_gap(other, cell.x, cell.y) - q.radius
    x[0] = cell.x - (along * other.normal_y - across * one.normal_y) / sine
    y[0] = cell.y - (across * one.normal_x - along * other.normal_x) / sine
    return is_in_square(cell, x[0], y[0], SLACK + 4.0 * SLACK / fabs(sine))
