/* The record of a shape: what lanes read of it, all in one cache line.
 *
 * Of a shape that is no box the axis is NaN, so that no comparison of separations holds, and both
 * half sizes are the radius of its inscribed circle, or NaN; of a disc that has such a circle the half
 * height is the radius to the bit, not rounded down. The boxes of an array that holds
 * nothing else (boxes.pxd) have the position, the cosine and the sine of their pose for centre and
 * axis, and their local half sizes.
 */
#ifndef SEPAX_RECORD_H
#define SEPAX_RECORD_H

enum record_slot {
    CENTRE_X,
    CENTRE_Y,
    AXIS_X, /* of a box: the unit vector along its width */
    AXIS_Y,
    HALF_WIDTH,
    HALF_HEIGHT,
    EXACT_RADIUS = HALF_HEIGHT, /* of a disc */
    BOUNDING_RADIUS,
    SKEW,
    RECORD /* doubles a record */
};

#endif
