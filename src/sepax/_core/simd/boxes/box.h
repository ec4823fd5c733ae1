/* What is told of boxes by their records: the one definition, for two shapes and for lanes. */
#ifndef SEPAX_BOX_H
#define SEPAX_BOX_H

#include "bits.h"
#include "convex.h"

#include <math.h>

/* (x, y) + s (cosine, sine) + t (-sine, cosine), |s| <= half_width, |t| <= half_height. */
struct box {
    double x, y, cosine, sine, half_width, half_height;
};

/* The edges by the way they face. Edge 0 leads from (-1, -1) to (1, -1) in units of the half sizes,
 * and so on counter-clockwise. */
enum box_edge { FACES_BACK_ACROSS, FACES_ALONG, FACES_ACROSS, FACES_BACK_ALONG };

/* The axes of two boxes. */
enum box_axis { ALONG_A, ACROSS_A, ALONG_B, ACROSS_B };

struct box_separations {
    double separation[4]; /* along each axis, of the edge there that faces the other box */
    double shift[4];      /* of the other centre, seen from the box whose axis it is */
};

/* The edge that faces along or across the axis of a box, forwards or backwards. A table, without
 * branches. */
BITS_INLINE ptrdiff_t edge_facing(int is_across, int is_forwards)
{
    static const unsigned char edges[2][2] = {{FACES_BACK_ALONG, FACES_ALONG},
                                              {FACES_BACK_ACROSS, FACES_ACROSS}};
    return edges[is_across][is_forwards];
}

/* Gottschalk's test: the extent of a box along an axis of the other is a sum of projected half
 * sizes. box_lanes.inl derives the error bound. */
BITS_INLINE struct box_separations separations_of_boxes(const struct box *a, const struct box *b)
{
    const double dx = b->x - a->x, dy = b->y - a->y;
    const double cosine = fabs(a->cosine * b->cosine + a->sine * b->sine);
    const double sine = fabs(a->cosine * b->sine - a->sine * b->cosine);
    struct box_separations of;
    of.shift[ALONG_A] = dx * a->cosine + dy * a->sine;
    of.shift[ACROSS_A] = dy * a->cosine - dx * a->sine;
    of.shift[ALONG_B] = -(dx * b->cosine + dy * b->sine);
    of.shift[ACROSS_B] = -(dy * b->cosine - dx * b->sine);
    of.separation[ALONG_A] = fabs(of.shift[ALONG_A]) - a->half_width
                             - (b->half_width * cosine + b->half_height * sine);
    of.separation[ACROSS_A] = fabs(of.shift[ACROSS_A]) - a->half_height
                              - (b->half_width * sine + b->half_height * cosine);
    of.separation[ALONG_B] = fabs(of.shift[ALONG_B]) - b->half_width
                             - (a->half_width * cosine + a->half_height * sine);
    of.separation[ACROSS_B] = fabs(of.shift[ACROSS_B]) - b->half_height
                              - (a->half_width * sine + a->half_height * cosine);
    return of;
}

BITS_INLINE struct box box_of_convex(const struct convex *convex)
{
    const struct box box = {convex->centre_x, convex->centre_y,   convex->axis_x,
                            convex->axis_y,   convex->half_width, convex->half_height};
    return box;
}

/* The same of two shapes that are boxes. */
BITS_INLINE void box_separations(const struct convex *a, const struct convex *b,
                                 struct box_separations *separations)
{
    const struct box box_a = box_of_convex(a), box_b = box_of_convex(b);
    *separations = separations_of_boxes(&box_a, &box_b);
}

#endif
