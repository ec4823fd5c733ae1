/* What is measured of the points of a shape, once for all its poses. */
#ifndef SEPAX_RING_MEASURES_H
#define SEPAX_RING_MEASURES_H

#include <stddef.h>

struct ring_measures {
    double pivot_extent;    /* largest |x| + |y| of the points */
    double square;          /* of the distance of the farthest point from the centre */
    double shortest_square; /* of the length of the shortest edge */
    double in_edges;        /* radius of the circle about the centre that is inside all edges */
    double asymmetry;       /* largest deviation of opposite points, if their number is even */
    /* From these, by kernels/measure.pxd: */
    double bounding_radius;  /* about the centre, radius of the shape included, rounded up */
    double inscribed_radius; /* of all of the shape, rounded down */
    double shortest_edge;
    double skew_of_grid; /* skew a unit of deviation from symmetry */
};

/* What is certain of a ring. */
enum ring_reading { RING_CLOCKWISE = -1, RING_UNCERTAIN, RING_COUNTER_CLOCKWISE, RING_OUT_OF_RANGE };

/* Two rings in the memory of a caller: coordinates, numbers of points, and the doubles from one point to
 * the next. */
struct given_rings {
    const double *x_a, *y_a, *x_b, *y_b;
    ptrdiff_t count_a, count_b, stride_a, stride_b;
};

/* What is certain of two rings. */
enum ring_verdict { RINGS_UNCERTAIN = -1, RINGS_APART, RINGS_MEET };

#endif
