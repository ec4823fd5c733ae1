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

/* A way as a box sees it: along its axis and across. */
struct seen {
    double along, across;
};

BITS_INLINE struct seen see(const struct box *box, double x, double y)
{
    const struct seen seen = {x * box->cosine + y * box->sine, y * box->cosine - x * box->sine};
    return seen;
}

/* The half extents of boxes along each axis of the other one. */
struct box_extents {
    double of[4];
};

BITS_INLINE struct box_extents extents_of_boxes(const struct box *a, const struct box *b)
{
    const double cosine = fabs(a->cosine * b->cosine + a->sine * b->sine);
    const double sine = fabs(a->cosine * b->sine - a->sine * b->cosine);
    const struct box_extents extents = {{b->half_width * cosine + b->half_height * sine,
                                         b->half_width * sine + b->half_height * cosine,
                                         a->half_width * cosine + a->half_height * sine,
                                         a->half_width * sine + a->half_height * cosine}};
    return extents;
}

/* Gottschalk's test: the extent of a box along an axis of the other is a sum of projected half
 * sizes. box_lanes.inl derives the error bound. */
BITS_INLINE struct box_separations separations_of_boxes(const struct box *a, const struct box *b)
{
    const double dx = b->x - a->x, dy = b->y - a->y;
    const struct seen by_a = see(a, dx, dy), by_b = see(b, dx, dy);
    const struct box_extents extents = extents_of_boxes(a, b);
    const struct box_separations of = {
        {fabs(by_a.along) - a->half_width - extents.of[ALONG_A],
         fabs(by_a.across) - a->half_height - extents.of[ACROSS_A],
         fabs(by_b.along) - b->half_width - extents.of[ALONG_B],
         fabs(by_b.across) - b->half_height - extents.of[ACROSS_B]},
        {by_a.along, by_a.across, -by_b.along, -by_b.across}};
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
