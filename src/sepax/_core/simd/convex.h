/* The one shape that the kernels know: points plus a radius. kernels/convex.pxd has the
 * conventions. A field is defined here and named again in simd/convex.pxd. */
#ifndef SEPAX_CONVEX_H
#define SEPAX_CONVEX_H

#include <math.h>
#include <stddef.h>

#define COORDINATE_LIMIT 0x1p240 /* squares of products of larger ones could overflow */

enum { BLOCK = 4 }; /* edges; the unit of padding. Points are padded for as many lanes */

struct convex {
    /* What two boxes need first, in one or two cache lines. */
    int is_box;      /* a rectangle of radius 0: the record below describes it */
    double centre_x; /* a reference point near the middle of the shape */
    double centre_y;
    double axis_x; /* of a box: the normal of edge 1, and the offsets of edges 1 and 2 */
    double axis_y, half_width, half_height;
    double bounding_radius; /* no point is farther from the centre (rounded up, radius included) */
    double skew;            /* how far a symmetric ring or a box is from ideal: a part of a size */
    ptrdiff_t n;            /* points; 0 for a shape that was never initialised */
    ptrdiff_t edges;        /* n, or 0 for a disc */
    ptrdiff_t half;         /* n / 2 for a centrally symmetric ring of radius 0, else 0 */
    int is_rectangle;       /* the core is a rectangle of any radius: the record describes it */
    /* Every point this near to the centre is inside (rounded down); negative: no farther than this
     * from the shape is the centre. */
    double inscribed_radius, radius;
    double *x; /* points, repeated cyclically to fill whole lanes and one more */
    double *y;
    double *normal_x; /* of edges, to whole blocks */
    double *normal_y;
    double *offset;
};

/* Fill the lanes past n with the ring's first points again: whole blocks and one more; two lanes for a
 * disc. */
static inline void repeat_points(double *values, ptrdiff_t n)
{
    const ptrdiff_t room = n > 1 ? (n + BLOCK - 1) / BLOCK * BLOCK + 2 : 2;
    ptrdiff_t i;
    for (i = n; i < room; i++)
        values[i] = values[i - n];
}

/* Let the edges behind the last one separate nothing. */
static inline void pad_edges(struct convex *ring)
{
    ptrdiff_t i;
    for (i = ring->n; i % BLOCK != 0; i++) {
        ring->normal_x[i] = ring->normal_y[i] = 0.0;
        ring->offset[i] = INFINITY;
    }
}

/* Reverse the order of points. Point 0 stays the first. */
static inline void reverse_winding(double *x, double *y, ptrdiff_t n)
{
    ptrdiff_t i = 1, k = n - 1;
    for (; i < k; i++, k--) {
        const double last_x = x[k], last_y = y[k];
        x[k] = x[i];
        y[k] = y[i];
        x[i] = last_x;
        y[i] = last_y;
    }
}

#endif
