/* The bounding circles of the rows of small groups, by columns: which of them a query may concern.
 * All bounds allow for rounding; what they leave out is certain. */
#ifndef SEPAX_SCAN_H
#define SEPAX_SCAN_H

#include <stddef.h>
#include <stdint.h>

enum {
    SCAN_MOST = 64, /* rows of a group at most */
    SCAN_PADDING = 8 /* numbers behind the last of a column that may be read */
};

/* Rows of a group are side by side. */
struct scan_rows {
    const double *x, *y;    /* centres */
    const double *outer;    /* bounding radii */
    const double *inner;    /* for every row of a group the least radius of a circle about the same
                               centre within a shape; negative where little is known */
    const double *velocity_x, *velocity_y; /* for scans of motions */
};

/* A shape and the rows that it is compared with, from first to the one before end. */
struct scan_query {
    double x, y, outer, inner, velocity_x, velocity_y;
    ptrdiff_t first, end;
    uint64_t hidden; /* a bit for each row from first on: whether it is not seen */
};

#endif
