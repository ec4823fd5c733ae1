/* What the verbs for arrays read and write: one row a pair, C-contiguous. */
#ifndef SEPAX_PAIR_ARRAYS_H
#define SEPAX_PAIR_ARRAYS_H

#include "discs/segment_row.h"
#include "filter32/proxy.h"
#include "result_arrays.h"

#include <stddef.h>
#include <stdint.h>

/* One side of many pairs, by records: pair k has the shape index[k], or k without an index, or
 * always the first. An origin of NaN makes all proxies uncertain. */
struct pair_side {
    const double *records;
    const ptrdiff_t *index;
    int is_one;
    const float *proxies;
    const double *origin;
    const double *rings; /* proxies of polygons (ring_proxy.h), or NULL */
    const ptrdiff_t *places; /* where that of each row begins */
    int is_large;            /* whether the array is one that caches do not hold */
    enum proxy_kind kind;    /* what the proxies are of */
    int has_cores;           /* whether some of the records are those of rounded cores */
    const struct segment_row *segments; /* of segments */
    const double *radii;                /* of these, of discs and of rounded boxes */
    const double *cores;                /* records of boxes, the cores of rounded ones; or NULL */
    const double *centres;              /* of discs: (n, 2); or NULL */
};

/* Many pairs. */
struct pair_batch {
    struct pair_side a, b;
    ptrdiff_t count;
};

/* How pairs move: (n, 2) velocities and times, or one of them for all. */
struct motions {
    const double *a;
    const double *b;
    const double *max_time;
    int one_a, one_b, one_time, skip_leaving, skip_grazing;
};

#endif
