/* What the loops over rays read: rays, the circles around shapes, and pairs of both. */
#ifndef SEPAX_RAY_H
#define SEPAX_RAY_H

#include "bits.h"
#include "convex.h"
#include "record.h"
#include "roundoff.h"

#include <math.h>
#include <stddef.h>

/* A ray, or the disc that moves along it, as large as a record. The way is its direction, scaled as
 * in set_ray (sweep.pxd). */
enum ray_slot {
    RAY_X,
    RAY_Y,
    RAY_WAY_X,
    RAY_WAY_Y,
    RAY_SQUARE, /* of the length of the way */
    RAY_LENGTH,
    RAY_END,
    RAY_RADIUS,
    RAY_SLOTS
};

typedef char a_ray_is_as_large_as_a_record[(int)RAY_SLOTS == (int)RECORD ? 1 : -1];

/* A number of each of some rays; a step of 0 is one number for all. */
struct ray_numbers {
    const double *first;
    ptrdiff_t step;
};

/* Rays as users give them. Directions are turned first by an angle with this cosine and sine, if
 * they are to be. */
struct given_rays {
    struct ray_numbers x, y, direction_x, direction_y, end, radius;
    int is_turned;
    double cosine, sine;
};

enum {
    RAYS = 256,        /* at a time */
    RAY_ROOM = RAYS + 16, /* with whole vectors behind the last one */
    LAST_CIRCLES = 16, /* slots behind the last one, whose contents do not matter */
    CONTACT_NUMBERS = 4 /* of a hit: its normal and its point */
};

#define NO_SHAPE UINT32_MAX

/* Some rays; and by columns, in float32 about the origin of the circles that they are to meet. */
struct aimed_rays {
    double record[RAY_ROOM][RAY_SLOTS];
    float x[RAY_ROOM], y[RAY_ROOM], way_x[RAY_ROOM], way_y[RAY_ROOM];
    float end[RAY_ROOM], slack[RAY_ROOM];
    uint32_t ignored[RAY_ROOM]; /* the shape that a ray does not see, or NO_SHAPE */
};

/* Bounding circles in float32 about an origin; for each its row, and the shape that the row is a part
 * of. */
struct circles {
    const float *x, *y, *radius;
    const uint32_t *row, *shape;
    double origin_x, origin_y;
    ptrdiff_t first, end; /* of those to be looked at */
};

/* Rays and rows, with room for a whole vector behind the last pair. */
struct ray_pairs {
    uint32_t *ray, *row;
    ptrdiff_t count, room;
};

/* A bounding circle, so much wider that float32 loses none: see CIRCLE_ROUNDOFF. */
BITS_INLINE void write_circle(const double *record, double origin_x, double origin_y, float *x,
                              float *y, float *radius)
{
    const double dx = record[CENTRE_X] - origin_x, dy = record[CENTRE_Y] - origin_y;
    const double own = record[BOUNDING_RADIUS], size = own + (fabs(dx) + fabs(dy));
    const int is_usual = size < LARGEST_PROXY;
    *x = is_usual ? (float)dx : 0.0f;
    *y = is_usual ? (float)dy : 0.0f;
    *radius = is_usual ? (float)(own + CIRCLE_ROUNDOFF * size + PROXY_UNDERFLOW_ERROR) : INFINITY;
}

#endif
