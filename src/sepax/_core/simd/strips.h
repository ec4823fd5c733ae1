/* The bounding boxes of a strip, and a sweep over them: see arrays/broadphase.pyx. */
#ifndef SEPAX_STRIPS_H
#define SEPAX_STRIPS_H

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

#define INDEX_BITS 31 /* of a box */
#define SWEPT 8       /* boxes that a box is compared with at a time */

/* Boxes by their left sides. SWEPT places behind the last box are padding: low_x is infinite and
 * low_y is NaN, so nothing meets them. */
struct strip {
    ptrdiff_t n;
    double *low_x, *high_x;
    double *low_y; /* -infinity where the box starts below the strip */
    double *high_y;
    uint32_t *index;
};

/* Which index of a pair comes first. */
enum pair_order { LOWER_FIRST, SWEEPING_FIRST, SWEEPING_SECOND };

/* Each box in turn against those that begin where it does or later, before it ends. */
struct strip_sweep {
    const struct strip *sweeping, *others;
    enum pair_order order; /* LOWER_FIRST: of one strip with itself */
    ptrdiff_t next;        /* the box that comes next */
    ptrdiff_t start;       /* of the others: no box from `next` on meets one before it */
    uint64_t *end;         /* of the pairs so far: the first index, in INDEX_BITS below the second */
    uint64_t *room;        /* where there is no more of it */
};

/* The box that the others are compared with. */
struct swept_box {
    double high_x, low_y, high_y;
    double least_low_y; /* two that both start below have met in another strip */
    uint32_t index;
};

static inline struct swept_box swept_box_of(const struct strip *strip, ptrdiff_t i)
{
    struct swept_box box;
    box.high_x = strip->high_x[i];
    box.low_y = strip->low_y[i];
    box.high_y = strip->high_y[i];
    box.least_low_y = box.low_y == -INFINITY ? -DBL_MAX : -INFINITY;
    box.index = strip->index[i];
    return box;
}

static inline uint64_t pair_word(uint64_t first, uint64_t second)
{
    return first << INDEX_BITS | second;
}

#endif
