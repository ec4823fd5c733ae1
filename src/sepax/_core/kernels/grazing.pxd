"""Grazing: do two shapes that meet in uniform motion ever overlap, or do they only touch?

The depth of two convex shapes is a concave function of time while they overlap. Half-way between
the first touch and the last, or the end of the motion, it is at least half of the greatest depth.
One test there is enough.
"""

from libc.float cimport DBL_MAX
from libc.math cimport INFINITY, fabs

from sepax._core.kernels.answers cimport Meeting, Motion
from sepax._core.kernels.convex cimport Convex, length_of
from sepax._core.kernels.difference cimport (
    Boundary, RelativeEdge, distance_to_end, distance_to_start, height_above_edge, next_edge,
    start_edges)
from sepax._core.kernels.edges cimport larger
from sepax._core.kernels.intersect cimport convex_intersect
from sepax._core.kernels.roundoff cimport SEPARATION_ROUNDOFF, SMALLEST_DISTANCE, pair_size


cdef inline double distance_to_edge(const RelativeEdge* edge) noexcept nogil:
    """The distance of the place from the edge."""
    if distance_to_start(edge) > 0.0:
        return length_of(edge.x, edge.y)
    if distance_to_end(edge) < 0.0:
        return length_of(edge.next_x, edge.next_y)
    return fabs(height_above_edge(edge))


cdef inline double depth_in_difference(const Convex* ring, const Convex* other, double px,
                                       double py, double error) noexcept nogil:
    """How deep a point is in the difference of a ring and another core; negative outside."""
    cdef double highest = -INFINITY, nearest = INFINITY
    cdef Boundary at
    cdef RelativeEdge edge
    start_edges(ring, other, px, py, &at, &edge)
    while next_edge(&at, px, py, &edge):
        highest = larger(highest, height_above_edge(&edge))
        nearest = min(nearest, distance_to_edge(&edge))
    # Beyond the tip of a needle as thin as rounding, a point may seem to be behind all edges.
    return -highest if highest < -error else -nearest


cdef inline double depth_after(const Convex* a, const Convex* b, double x, double y,
                               double error) noexcept nogil:
    """How deep shapes overlap after a move of a by (x, y); negative if they are apart."""
    cdef double depth
    if b.edges:
        depth = depth_in_difference(b, a, x, y, error)
    elif a.edges:
        depth = depth_in_difference(a, b, -x, -y, error)
    else:
        depth = 0.0 - length_of((a.x[0] - b.x[0]) + x, (a.y[0] - b.y[0]) + y)
    return depth + (a.radius + b.radius)


cdef inline double grazing_tolerance(double size) noexcept nogil:
    """The largest half-way depth of shapes that only touch: 40 eps of the size, the larger side of
    the box around both and the motion. Rounding gives half of that; a depth above 128 eps
    has 64."""
    return 2.5 * SEPARATION_ROUNDOFF * size + 32.0 * SMALLEST_DISTANCE


cdef inline bint only_grazes(const Convex* a, const Convex* b, const Motion* motion,
                             const Meeting* meeting) noexcept nogil:
    """Whether shapes that meet never overlap by more than the tolerance during the motion."""
    cdef double end = min(min(meeting.exit_time, motion.max_time), DBL_MAX)
    cdef double half_way, x, y, error
    if meeting.initial and convex_intersect(a, b, True):
        return False
    half_way = meeting.time + 0.5 * (end - meeting.time)
    x = motion.x * half_way
    y = motion.y * half_way
    error = (SEPARATION_ROUNDOFF * (pair_size(a, b) + (fabs(x) + fabs(y)))
             + 32.0 * SMALLEST_DISTANCE)
    return depth_after(a, b, x, y, error) <= error
