/* The shadow of a polygon with few vertices: these in float32, seen from its centre, in a cache line or
 * two where the body takes ten. roundoff.h derives the error of what it tells.
 *
 * In memory of doubles: a header, then the x of all points, repeated cyclically to fill whole vectors
 * of eight and one more, then their y. A shape that has no shadow has a header alone.
 */
#ifndef SEPAX_RING_SHADOW_H
#define SEPAX_RING_SHADOW_H

#include "convex.h"
#include "roundoff.h"

#include <stddef.h>
#include <stdint.h>

enum { MOST_SHADOWED = 16 }; /* vertices: of more, kernels need less than all edges by all points */

struct ring_shadow {
    int32_t n;    /* points; 0 for a shape that has no shadow */
    int32_t room; /* edges with those that fill the last vector */
};

static inline float *ring_shadow_x(struct ring_shadow *shadow) { return (float *)(shadow + 1); }

/* Whether there is room for one, whatever the pose. */
static inline int is_shadowed(const struct convex *convex)
{
    return convex->edges > 2 && convex->n <= MOST_SHADOWED && convex->radius == 0.0;
}

/* Doubles that the shadow of a shape takes. */
static inline ptrdiff_t ring_shadow_size(const struct convex *convex)
{
    return is_shadowed(convex) ? 2 + (convex->n + 7) / 8 * 8 : 1;
}

/* One coordinate of the points. They are padded for whole blocks, as their shadow is. */
static inline void write_shadow_points(const double *points, double centre, int32_t n, int32_t room,
                                       float *shadow)
{
    int32_t i, k;
    for (i = 0; i < n; i += BLOCK)
        for (k = i; k < i + BLOCK; k++)
            shadow[k] = (float)(points[k] - centre);
    for (k = n; k <= room; k++)
        shadow[k] = shadow[k - n];
}

static inline void write_ring_shadow(const struct convex *convex, double *memory)
{
    struct ring_shadow *const shadow = (struct ring_shadow *)memory;
    float *const x = ring_shadow_x(shadow);
    const int32_t n = (int32_t)convex->n;
    if (!is_shadowed(convex) || !(convex->bounding_radius > SMALLEST_RING_SHADOW)
        || !(convex->bounding_radius < LARGEST_RING_SHADOW)) {
        shadow->n = shadow->room = 0;
        return;
    }
    shadow->n = n;
    shadow->room = (n + 7) / 8 * 8;
    write_shadow_points(convex->x, convex->centre_x, n, shadow->room, x);
    write_shadow_points(convex->y, convex->centre_y, n, shadow->room, x + shadow->room + 1);
}

#endif
