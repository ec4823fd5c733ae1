/* The record of a shape: what lanes read of it, in one cache line.
 *
 * A shape that is no box has NaN for an axis, so that no comparison of separations holds. Both half
 * sizes are then the radius of its inscribed circle, or NaN; the half height of a disc is its
 * radius to the bit. A rounded core, of a box or a segment (height 0), has the half sizes of the
 * core, the tangent of half the angle of its axis (whose x is not negative) in place of AXIS_Y, and
 * its radius in place of the skew, which is negligible. Arrays of boxes alone (boxes.pxd) store
 * position, cosine and sine of the pose as centre and axis, and local half sizes. */
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
