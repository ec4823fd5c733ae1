/* The proxy of a polygon with few vertices: these in float32, relative to its centre. It takes one
 * or two cache lines, the body ten. roundoff.h derives the error.
 *
 * In memory of doubles: a header, then the x of all points, repeated cyclically to fill whole
 * vectors of eight and one more, then their y. A shape without a proxy has only a header. */
#ifndef SEPAX_RING_PROXY_H
#define SEPAX_RING_PROXY_H

#include "convex.h"
#include "roundoff.h"

#include <stddef.h>
#include <stdint.h>

/* vertices: of more, kernels need less than all edges by all points */
enum { MOST_PROXY_VERTICES = 16 };

struct ring_proxy {
    int32_t n;    /* points; 0 for a shape that has no proxy */
    int32_t room; /* edges with those that fill the last vector */
};

static inline float *ring_proxy_x(struct ring_proxy *proxy) { return (float *)(proxy + 1); }

/* Whether there is room for one, whatever the pose. */
static inline int fits_proxy(const struct convex *convex)
{
    return convex->edges > 2 && convex->n <= MOST_PROXY_VERTICES && convex->radius == 0.0;
}

/* Doubles that the proxy of a shape takes. */
static inline ptrdiff_t ring_proxy_size(const struct convex *convex)
{
    return fits_proxy(convex) ? 2 + (convex->n + 7) / 8 * 8 : 1;
}

/* One coordinate of the points. They are padded for whole blocks, as their proxy is. */
static inline void write_proxy_points(const double *points, double centre, int32_t n, int32_t room,
                                      float *proxy)
{
    int32_t i, k;
    for (i = 0; i < n; i += BLOCK)
        for (k = i; k < i + BLOCK; k++)
            proxy[k] = (float)(points[k] - centre);
    for (k = n; k <= room; k++)
        proxy[k] = proxy[k - n];
}

static inline void write_ring_proxy(const struct convex *convex, double *memory)
{
    struct ring_proxy *const proxy = (struct ring_proxy *)memory;
    float *const x = ring_proxy_x(proxy);
    const int32_t n = (int32_t)convex->n;
    if (!fits_proxy(convex) || !(convex->bounding_radius > SMALLEST_RING_PROXY)
        || !(convex->bounding_radius < LARGEST_RING_PROXY)) {
        proxy->n = proxy->room = 0;
        return;
    }
    proxy->n = n;
    proxy->room = (n + 7) / 8 * 8;
    write_proxy_points(convex->x, convex->centre_x, n, proxy->room, x);
    write_proxy_points(convex->y, convex->centre_y, n, proxy->room, x + proxy->room + 1);
}

#endif
