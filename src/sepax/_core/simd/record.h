/* The record of a shape: what lanes read of it, all in one cache line.
 *
 * Of a shape that is no box the axis is NaN, so that no comparison of separations holds, and both
 * half sizes are the radius of its inscribed circle, or NaN; of a disc that has such a circle the half
 * height is the radius to the bit, not rounded down. Of a core with edges that is rounded, a box or a
 * segment, which has no height, the half sizes are those of the core; in the place of AXIS_Y is the
 * tangent of half the angle of its axis, which has no negative x, and in that of the skew, which is
 * negligible then, the radius. The boxes of an array that holds
 * nothing else (boxes.pxd) have the position, the cosine and the sine of their pose for centre and
 * axis, and their local half sizes.
 */
#ifndef SEPAX_RECORD_H
#define SEPAX_RECORD_H

#include "bits.h"

enum record_slot {
    CENTRE_X,
    CENTRE_Y,
    AXIS_X, /* of a box: the unit vector along its width */
    AXIS_Y,
    CORE_TURN = AXIS_Y, /* of a rounded core */
    HALF_WIDTH,
    HALF_HEIGHT,
    EXACT_RADIUS = HALF_HEIGHT, /* of a disc */
    BOUNDING_RADIUS,
    SKEW,
    CORE_RADIUS = SKEW,
    RECORD /* doubles a record */
};

/* The axis of a rounded core, by the tangent of half its angle. */
struct core_axis {
    double x, y;
};

BITS_INLINE struct core_axis axis_of_turn(double tangent)
{
    const double unit = 1.0 / (1.0 + tangent * tangent);
    const struct core_axis axis = {(1.0 - tangent * tangent) * unit, 2.0 * tangent * unit};
    return axis;
}

#endif
