/* Boxes as compiled callers give them: do two of them surely meet? */
#ifndef SEPAX_GIVEN_BOX_H
#define SEPAX_GIVEN_BOX_H

#include "box.h"
#include "rings/ring_measures.h"
#include "roundoff.h"

/* How far rounding moves the corners of a box. */
BITS_INLINE double grid_of_box(const struct box *box)
{
    return grid_at(box->x, box->y, box->half_width + box->half_height);
}

/* The skew of a box (`skew` in convex.h) from its grid; NaN or large for what may be no box. The grid
 * bounds the centre and the corners, which have to be in range, too; it is NaN if one of these is. */
BITS_INLINE double skew_of_box(const struct box *box, double grid)
{
    const double width = box->half_width, height = box->half_height;
    const double half = width < height ? width : height;
    const double excess = fabs((box->cosine * box->cosine + box->sine * box->sine) - 1.0);
    const int is_plain = (grid <= 0.5 * POSE_ROUNDOFF * COORDINATE_LIMIT) & (half >= SMALLEST_BOX)
                         & (excess <= UNIT_AXIS_ROUNDOFF);
    return is_plain ? 8.0 * grid / half : 1.0;
}

/* A ring_verdict. A box whose corners are nearly as coarse as itself is refused elsewhere: from a skew of
 * 1 / 8 on. */
BITS_INLINE int given_boxes_meet(const struct box *a, const struct box *b)
{
    const struct box_separations of = separations_of_boxes(a, b);
    const double grid_a = grid_of_box(a), grid_b = grid_of_box(b);
    const double skew_a = skew_of_box(a, grid_a), skew_b = skew_of_box(b, grid_b);
    const double size = (fabs(b->x - a->x) + fabs(b->y - a->y))
                        + ((a->half_width + a->half_height) + (b->half_width + b->half_height))
                        + (grid_a + grid_b);
    const double error = modelled_error(size, skew_a + skew_b);
    const double by_a = of.separation[ALONG_A] > of.separation[ACROSS_A]
                            ? of.separation[ALONG_A] : of.separation[ACROSS_A];
    const double by_b = of.separation[ALONG_B] > of.separation[ACROSS_B]
                            ? of.separation[ALONG_B] : of.separation[ACROSS_B];
    const double separation = by_a > by_b ? by_a : by_b;
    const int is_certain = (skew_a < 0.1) & (skew_b < 0.1) & (fabs(separation) > error);
    /* One branch, nearly always taken: whether boxes of random pairs meet cannot be predicted. */
    if (is_certain)
        return separation < 0.0 ? RINGS_MEET : RINGS_APART;
    return RINGS_UNCERTAIN;
}

#endif
