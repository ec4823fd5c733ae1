/* The shadow of a box or of a disc: its record in float32, for what lanes ask first. That of a box
 * takes half a cache line, that of a disc a quarter.
 *
 * The place is that in the frame of an origin, which all shapes of an array share: far from zero
 * float32 would have few digits left. The numbers of a box are those of its record, in the same
 * order, but for the last two. roundoff.h derives the error.
 */
#ifndef SEPAX_SHADOW_H
#define SEPAX_SHADOW_H

#include "bits.h"
#include "record.h"
#include "roundoff.h"

#include <math.h>
#include <stddef.h>

enum shadow_slot {
    SHADOW_ERROR = BOUNDING_RADIUS, /* the share of the shape in the error of a separation; infinite
                                       where float32 can tell nothing of it */
    SHADOW_UNUSED = SKEW,           /* 0 */
    SHADOW = RECORD                 /* floats a shadow */
};

enum disc_slot {
    DISC_RADIUS = CENTRE_Y + 1, /* behind the same place */
    DISC_ERROR,                 /* as SHADOW_ERROR; infinite for a point, too, of which only closed
                                   shapes hold anything */
    DISC_SHADOW                 /* floats a shadow */
};

/* What the shadows of one side of pairs are of. */
enum shadow_kind { OF_BOXES, OF_DISCS };

/* How they lie. */
enum pair_form { IN_A_ROW, INDEXED, ONE_FOR_ALL };

enum { ORIGIN_SAMPLES = 15 };

/* The floats of a shadow. */
BITS_INLINE ptrdiff_t shadow_size(enum shadow_kind kind)
{
    return kind == OF_DISCS ? DISC_SHADOW : SHADOW;
}

/* The share of a box, `place` being |x| + |y| from the origin and `size` the sum of its half sizes. */
BITS_INLINE double shadow_error(double place, double size, double skew)
{
    const double error = (SHADOW_PLACE_ROUNDOFF * place + SHADOW_SIZE_ROUNDOFF * size)
                         + SHADOW_UNDERFLOW_ERROR;
    const uint64_t is_told =
        where_within(place + size, LARGEST_SHADOW) & where_within(skew, LARGEST_SHADOW_SKEW);
    return choose_bits(is_told, error, INFINITY);
}

/* The share of a disc. Its record has no number for the circle inside of a point. */
BITS_INLINE double disc_error(double place, double radius, double inscribed_radius)
{
    const double error = (SHADOW_PLACE_ROUNDOFF * place + SHADOW_SIZE_ROUNDOFF * radius)
                         + DISC_UNDERFLOW_ERROR;
    const uint64_t is_told =
        where_within(place, LARGEST_SHADOW) & where_within(inscribed_radius, LARGEST_DISC);
    return choose_bits(is_told, error, INFINITY);
}

static inline void write_box_shadows(const double *records, const double *origin, ptrdiff_t count,
                                 float *shadows)
{
    ptrdiff_t k;
    for (k = 0; k < count; k++) {
        const double *const record = records + RECORD * k;
        const double x = record[CENTRE_X] - origin[0], y = record[CENTRE_Y] - origin[1];
        float *const shadow = shadows + SHADOW * k;
        shadow[CENTRE_X] = (float)x;
        shadow[CENTRE_Y] = (float)y;
        shadow[AXIS_X] = (float)record[AXIS_X];
        shadow[AXIS_Y] = (float)record[AXIS_Y];
        shadow[HALF_WIDTH] = (float)record[HALF_WIDTH];
        shadow[HALF_HEIGHT] = (float)record[HALF_HEIGHT];
        shadow[SHADOW_ERROR] = (float)shadow_error(
            fabs(x) + fabs(y), record[HALF_WIDTH] + record[HALF_HEIGHT], record[SKEW]);
        shadow[SHADOW_UNUSED] = 0.0f;
    }
}

static inline void write_disc_shadows(const double *records, const double *origin,
                                      ptrdiff_t count, float *shadows)
{
    ptrdiff_t k;
    for (k = 0; k < count; k++) {
        const double *const record = records + RECORD * k;
        const double x = record[CENTRE_X] - origin[0], y = record[CENTRE_Y] - origin[1];
        float *const shadow = shadows + DISC_SHADOW * k;
        shadow[CENTRE_X] = (float)x;
        shadow[CENTRE_Y] = (float)y;
        shadow[DISC_RADIUS] = (float)record[BOUNDING_RADIUS];
        shadow[DISC_ERROR] =
            (float)disc_error(fabs(x) + fabs(y), record[BOUNDING_RADIUS], record[HALF_WIDTH]);
    }
}

/* The shadows of so many shapes from a record on. */
static inline void write_shadows(const double *records, const double *origin, ptrdiff_t count,
                                 enum shadow_kind kind, float *shadows)
{
    if (kind == OF_DISCS)
        write_disc_shadows(records, origin, count, shadows);
    else
        write_box_shadows(records, origin, count, shadows);
}

/* A coordinate of the origin for so many places, by the median of some of them; the one before if it
 * is near enough still. It is a multiple of a power of two beyond the spread: so that arrays of one
 * scene have the same origin, or such whose difference float32 has exactly; and about zero, zero. */
static inline double choose_origin(double before, const double *places, ptrdiff_t stride,
                                   ptrdiff_t count)
{
    const ptrdiff_t samples = count < ORIGIN_SAMPLES ? count : ORIGIN_SAMPLES;
    double sample[ORIGIN_SAMPLES], median, spread, grid, steps;
    ptrdiff_t i, k;
    for (i = 0; i < samples; i++) {
        const double place = places[stride * (i * (count / samples))];
        for (k = i; k > 0 && sample[k - 1] > place; k--)
            sample[k] = sample[k - 1];
        sample[k] = place;
    }
    median = sample[samples / 2];
    spread = (sample[3 * samples / 4] - sample[samples / 4]) + SMALLEST_SPREAD;
    if (fabs(median - before) <= 8.0 * spread)
        return before;
    grid = 4.0 / scale_to_one(spread);
    steps = median / grid;
    if (fabs(steps) < 0x1p51) /* adding 1.5 * 2^52 rounds to the nearest integer */
        steps = (steps + 6755399441055744.0) - 6755399441055744.0;
    return steps * grid;
}

/* The origin for boxes at such places, two coordinates each, `stride` doubles apart. */
static inline void move_origin(double *origin, const double *places, ptrdiff_t stride,
                               ptrdiff_t count)
{
    if (count > 0) {
        origin[0] = choose_origin(origin[0], places, stride, count);
        origin[1] = choose_origin(origin[1], places + 1, stride, count);
    }
}

#endif
