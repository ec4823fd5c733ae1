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

static inline void write_ring_shadow(const struct convex *convex, double *memory)
{
    struct ring_shadow *const shadow = (struct ring_shadow *)memory;
    float *const x = ring_shadow_x(shadow), *y;
    ptrdiff_t i;
    if (!is_shadowed(convex) || !(convex->bounding_radius > SMALLEST_RING_SHADOW)
        || !(convex->bounding_radius < LARGEST_RING_SHADOW)) {
        shadow->n = shadow->room = 0;
        return;
    }
    shadow->n = (int32_t)convex->n;
    shadow->room = (shadow->n + 7) / 8 * 8;
    y = x + shadow->room + 1;
    for (i = 0; i <= shadow->room; i++) {
        x[i] = (float)(convex->x[i % convex->n] - convex->centre_x);
        y[i] = (float)(convex->y[i % convex->n] - convex->centre_y);
    }
}

#endif
