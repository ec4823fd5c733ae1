"""How near a box in motion comes to another one, and from when on it is near: lower bounds.

As b sees it, a goes along a straight way. Where b is nearest to an end of the way, the axis through
that end tells the distance, and elsewhere the axis at right angles to the way.
"""

from libc.math cimport INFINITY, copysign, fabs, sqrt

from sepax._core.arrays.bounds cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y, sum_of_joint_sides
from sepax._core.kernels.answers cimport Motion
from sepax._core.kernels.convex cimport length_of, unit_vector
from sepax._core.kernels.roundoff cimport (
    MOTION_ROUNDOFF, SMALLEST_SPEED, TIME_ROUNDOFF, UNDERFLOW_ERROR)


cdef struct Way:
    # Of a, as b sees it.
    double x            # direction; (0, 0) for no motion
    double y
    double to_x         # the end
    double to_y
    double length       # infinity where it is too long
    double speed        # 0 where it lost digits

cdef struct BoxGap:
    # Between two boxes: how far the centre of b is from that of a, and half of both sides.
    double x
    double y
    double width
    double height
    double error


cdef inline void set_way(const Motion* motion, Way* way) noexcept nogil:
    way.speed = unit_vector(motion.x, motion.y, &way.x, &way.y)
    if way.speed < SMALLEST_SPEED:
        way.speed = 0.0
    way.to_x = motion.x * motion.max_time if motion.x != 0.0 else 0.0
    way.to_y = motion.y * motion.max_time if motion.y != 0.0 else 0.0
    way.length = length_of(way.to_x, way.to_y)


cdef inline void set_gap(const double* a, const double* b, BoxGap* gap) noexcept nogil:
    gap.x = 0.5 * ((b[LOW_X] - a[HIGH_X]) + (b[HIGH_X] - a[LOW_X]))
    gap.y = 0.5 * ((b[LOW_Y] - a[HIGH_Y]) + (b[HIGH_Y] - a[LOW_Y]))
    gap.width = 0.5 * ((a[HIGH_X] - a[LOW_X]) + (b[HIGH_X] - b[LOW_X]))
    gap.height = 0.5 * ((a[HIGH_Y] - a[LOW_Y]) + (b[HIGH_Y] - b[LOW_Y]))
    gap.error = MOTION_ROUNDOFF * sum_of_joint_sides(a, b) + UNDERFLOW_ERROR


cdef inline double aside_of_way(const BoxGap* gap, const Way* way) noexcept nogil:
    """How far apart boxes stay at right angles to the motion; negative where they do not."""
    return (fabs(way.x * gap.y - way.y * gap.x)
            - (gap.width * fabs(way.y) + gap.height * fabs(way.x)))


cdef inline double beyond_end(const BoxGap* gap, double x, double y, double way_x, double way_y,
                              double length) noexcept nogil:
    """How far a box, with its centre at (x, y) from an end of a way that leads on along (way_x,
    way_y), is from all of that, along the axis on which it is nearest to the end."""
    cdef double nx, ny, ahead, distance
    distance = unit_vector(copysign(max(fabs(x) - gap.width, 0.0), x),
                           copysign(max(fabs(y) - gap.height, 0.0), y), &nx, &ny)
    ahead = nx * way_x + ny * way_y
    return distance - ((ahead + MOTION_ROUNDOFF) * length if ahead > 0.0 else 0.0)


cdef inline double least_approach(const BoxGap* gap, const Way* way) noexcept nogil:
    """A lower bound of the distance to which a box in motion comes near another."""
    cdef double least = max(aside_of_way(gap, way),
                            beyond_end(gap, gap.x, gap.y, way.x, way.y, way.length))
    if way.length < INFINITY:
        least = max(least, beyond_end(gap, gap.x - way.to_x, gap.y - way.to_y, -way.x, -way.y,
                                      way.length) - MOTION_ROUNDOFF * way.length)
    return least - gap.error


cdef inline double soonest_approach(const BoxGap* gap, const Way* way, double most) noexcept nogil:
    """A lower bound of the time at which boxes come as near as `most`, if they do."""
    cdef double aside = max(aside_of_way(gap, way) - gap.error, 0.0)
    cdef double reach = sqrt(max(most - aside, 0.0) * (most + aside)) * (1.0 + TIME_ROUNDOFF)
    cdef double ahead = (gap.x * way.x + gap.y * way.y) - reach - gap.error
    ahead -= gap.width * fabs(way.x) + gap.height * fabs(way.y)
    return ahead / way.speed * (1.0 - TIME_ROUNDOFF) if ahead > 0.0 and way.speed > 0.0 else 0.0
