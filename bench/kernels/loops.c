/* Loops that call sepax from C: one call a pair. Arguments are those of Rows in pairs.py. */
#include <math.h>
#include <sepax.h>

#define RING(rows, n) rows + 2 * k * n, n, 2, 0.0
#define RINGS RING(a, corners_a), RING(b, corners_b)
#define BOX(rows)                                                                            \
    rows[6 * k], rows[6 * k + 1], rows[6 * k + 2], rows[6 * k + 3], rows[6 * k + 4], rows[6 * k + 5]
#define BOXES BOX(a), BOX(b)
#define CIRCLE(rows) rows[3 * k], rows[3 * k + 1], rows[3 * k + 2]
#define CIRCLES CIRCLE(a), CIRCLE(b)
#define MOTION velocity[2 * k], velocity[2 * k + 1], 0.0, 0.0, 1.0
#define NO_SCRATCH , NULL, 0

#define LOOP(name, type)                                                                     \
    void name(const sepax_api *sepax, ptrdiff_t pairs, ptrdiff_t corners_a,                  \
              ptrdiff_t corners_b, const double *a, const double *b, const double *velocity, \
              type *out)                                                                     \
    {                                                                                        \
        (void)corners_a, (void)corners_b, (void)velocity;                                    \
        for (ptrdiff_t k = 0; k < pairs; k++) {
#define END                                                                                  \
        }                                                                                    \
    }

#define LOOPS(form, SHAPES, SCRATCH)                                                         \
    LOOP(form##_intersects, unsigned char)                                                   \
        out[k] = sepax->form##_intersect(SHAPES, 1 SCRATCH) == 1;                            \
    END                                                                                      \
    LOOP(form##_mtv, double)                                                                 \
        if (sepax->form##_mtv(SHAPES, out + 2 * k SCRATCH) != 1)                             \
            out[2 * k] = out[2 * k + 1] = NAN;                                               \
    END                                                                                      \
    LOOP(form##_time_of_impact, double)                                                      \
        out[k] = sepax->form##_time_of_impact(SHAPES, MOTION SCRATCH);                       \
    END                                                                                      \
    LOOP(form##_distance, double)                                                            \
        out[k] = sepax->form##_distance(SHAPES SCRATCH);                                     \
    END                                                                                      \
    LOOP(form##_overlap_area, double)                                                        \
        out[k] = sepax->form##_overlap_area(SHAPES SCRATCH);                                 \
    END

LOOPS(rings, RINGS, NO_SCRATCH)
LOOPS(boxes, BOXES, )
LOOPS(circles, CIRCLES, )
