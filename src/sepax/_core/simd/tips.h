/* Corners of rings that are so sharp that rounded edges do not tell where they are: kernels/sweep.pxd. */
#ifndef SEPAX_TIPS_H
#define SEPAX_TIPS_H

#include <stddef.h>

#if defined(__GNUC__)
#define SEPAX_ONCE __attribute__((noinline, unused)) /* a copy for each caller is 6 KB of a wheel */
#else
#define SEPAX_ONCE inline
#endif

/* Whether a corner is sharper than 16 degrees, as an end of a segment is. Edges of length 0 have the normal
 * (0, 0), and do not count. */
static SEPAX_ONCE int has_sharp_corner(const double *normal_x, const double *normal_y,
                                       ptrdiff_t edges)
{
    double before_x = 0.0, before_y = 0.0;
    ptrdiff_t i;
    for (i = edges - 1; i >= 0 && before_x == 0.0 && before_y == 0.0; i--) {
        before_x = normal_x[i];
        before_y = normal_y[i];
    }
    for (i = 0; i < edges; i++) {
        if (before_x * normal_x[i] + before_y * normal_y[i] < -0.96)
            return 1;
        if (normal_x[i] != 0.0 || normal_y[i] != 0.0) {
            before_x = normal_x[i];
            before_y = normal_y[i];
        }
    }
    return 0;
}

#endif
