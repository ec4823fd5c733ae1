/* What the loops over rays read: rays, the circles around shapes, and pairs of both. */
#ifndef SEPAX_RAY_H
#define SEPAX_RAY_H

#include "bits.h"
#include "convex.h"
#include "record.h"
#include "roundoff.h"

#include <math.h>
#include <stddef.h>

/* The direction of a ray, and what kernels and lanes ask of it: the one definition. It is a velocity
 * times a power of two, exactly, so that no product under- or overflows, unless its result does. */
struct ray {
    double x, y;
    double unit;   /* that power: times along the ray are multiplied by it */
    double length; /* of the direction, 1 to 2.9 */
    double square;
};

BITS_INLINE struct ray ray_along(double vx, double vy)
{
    const double unit = scale_to_one(larger(fabs(vx), fabs(vy)));
    const double x = vx * unit, y = vy * unit, square = x * x + y * y;
    const struct ray ray = {x, y, unit, sqrt(square), square};
    return ray;
}

/* Distance to the left of a ray, and along it, times its length; (x, y) is relative to its start. */
BITS_INLINE double side_of_ray(const struct ray *ray, double x, double y)
{
    return ray->x * y - ray->y * x;
}

BITS_INLINE double ahead_on_ray(const struct ray *ray, double x, double y)
{
    return ray->x * x + ray->y * y;
}

/* The square of half the chord that a disc cuts off a line at a distance of `side`; 0 beside it. */
BITS_INLINE double square_of_chord(double side, double scaled_radius)
{
    return larger(scaled_radius - fabs(side), 0.0) * (scaled_radius + fabs(side));
}

/* How far ahead an edge is crossed, from the distances of its ends and their sides, which do not have
 * one sign. From the nearer end, so that two edges are crossed in their common end at the same
 * time. */
BITS_INLINE double ahead_at_edge(double first, double last, double side, double next_side)
{
    const uint64_t from_last = where_negative(fabs(next_side) - fabs(side));
    const double from = choose_bits(from_last, last, first);
    const double to = choose_bits(from_last, first, last);
    const double own = choose_bits(from_last, next_side, side);
    const double other = choose_bits(from_last, side, next_side);
    return from + (to - from) * (own / (own - other));
}

/* A ray, or the disc that moves along it, as large as a record. The way is its direction. */
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
