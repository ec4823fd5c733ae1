/* The proxy of a box, a disc or a segment: its record in float32 and less, read before the record.
 * It takes a quarter of a cache line, as large arrays are limited by memory.
 *
 * Places are relative to an origin that all shapes of an array share: far from zero float32 has few
 * digits left. A box has two more words of 32 bits:
 *
 * axis: its coordinates times AXIS_UNITS, AXIS_X in the lower half, AXIS_Y in the upper.
 *
 * sizes: the bits of a float32 number. Its exponent is that of `scale`, a power of two above both
 * half sizes. Its mantissa holds the width in WIDTH_BITS, units of 2^-WIDTH_BITS of the scale, and
 * the height in HEIGHT_BITS, units of 2^-HEIGHT_BITS.
 *
 * The share of the box in the error of a separation is PROXY_SHARE of the scale, which is so large
 * that it includes the rounding of the place (roundoff.h). A segment has the same words: half its
 * length for the width, its radius for the height. A rounded box has the same sizes, the scale being
 * above its radius, too. In the lower half of its first word it has the tangent of its record
 * (CORE_TURN) times AXIS_UNITS, in the upper half the radius in units of 2^-RADIUS_BITS of the
 * scale. */
#ifndef SEPAX_PROXY_H
#define SEPAX_PROXY_H

#include "bits.h"
#include "record.h"
#include "roundoff.h"

#include <math.h>
#include <stddef.h>

enum proxy_slot {
    BOX_AXIS = CENTRE_Y + 1, /* the words of a box */
    BOX_SIZES,
    PROXY  /* floats a proxy */
};

enum disc_slot {
    DISC_RADIUS = CENTRE_Y + 1, /* behind the same place */
    DISC_ERROR                  /* its share of the error; infinite where float32 can tell nothing of
                                   it, and for a point, of which only closed shapes hold anything */
};

/* Slots of a proxy in lanes: of a disc as they are, of a box as in its record. */
enum unpacked_slot {
    PROXY_SCALE = HALF_HEIGHT + 1,  /* infinite for a box of which float32 can tell nothing */
    PROXY_RADIUS, /* of a rounded box */
    UNPACKED
};

#define HEIGHT_BITS 11
#define WIDTH_BITS 12 /* of float32's 23 */
#define SCALE_MASK UINT32_C(0x7F800000)
#define WIDTH_MASK UINT32_C(0x007FF800)
#define HEIGHT_MASK UINT32_C(0x007FF000) /* shifted to where the width was */
#define AXIS_UNITS 32767.0
#define RADIUS_BITS 15 /* the sign of a word stays free */

/* What the proxies of a side are of. Points have no proxies, but POINT coordinates in place of
 * records. */
enum proxy_kind { OF_BOXES, OF_DISCS, OF_SEGMENTS, OF_ROUNDED_BOXES, OF_POINTS };
enum { POINT = 2 };

/* Whether proxies of two kinds tell if shapes meet. */
BITS_INLINE int proxies_compare(enum proxy_kind a, enum proxy_kind b)
{
    const int with_disc = (a == OF_DISCS) | (b == OF_DISCS);
    return a == b || (with_disc && a != OF_ROUNDED_BOXES && b != OF_ROUNDED_BOXES);
}

/* How they lie. */
enum pair_form { IN_A_ROW, INDEXED, ONE_FOR_ALL };

enum { ORIGIN_SAMPLES = 15 };

/* The word of the sizes, in the upper half of a number, and 2 divided by the scale. */
struct packed_sizes {
    uint64_t word;
    double per_half_scale;
};

/* `place` is |x| + |y| from the origin, `largest` what the scale must exceed. */
BITS_INLINE struct packed_sizes pack_sizes(double place, double largest, double width,
                                           double height, double skew)
{
    const double larger = largest * LARGER_THAN_SIZES;
    const double for_rounding = place * SCALE_FOR_PLACE + (larger * SCALE_FOR_SIZE + SMALLEST_SCALE);
    const double least = larger > for_rounding ? larger : for_rounding;
    const double per_half_scale = scale_to_one(least);
    const uint64_t is_representable = where_within(least + skew * SCALE_OF_SKEW, LARGEST_SCALE);
    const uint64_t widths = round_to_bits(width * (per_half_scale * (1 << (WIDTH_BITS - 1))));
    const uint64_t heights = round_to_bits(height * (per_half_scale * (1 << (HEIGHT_BITS - 1))));
    const uint64_t sizes = (((UINT64_C(1023) + 128) << 23) - (bits_of(per_half_scale) >> 29))
                           | (widths << HEIGHT_BITS & WIDTH_MASK)
                           | (heights & ((1 << HEIGHT_BITS) - 1));
    const struct packed_sizes packed = {
        (SCALE_MASK ^ ((SCALE_MASK ^ sizes) & is_representable)) << 32, per_half_scale};
    return packed;
}

/* Two numbers of 16 bits as a word. */
BITS_INLINE uint64_t pack_halves(double upper, double lower)
{
    return (round_to_bits(upper) << 16 & UINT64_C(0xFFFF0000)) | (round_to_bits(lower) & 0xFFFF);
}

/* The words of a box in one number of 64 bits, the axis in its lower half. */
BITS_INLINE uint64_t pack_box(double place, double axis_x, double axis_y, double width,
                              double height, double skew)
{
    const struct packed_sizes sizes =
        pack_sizes(place, width > height ? width : height, width, height, skew);
    return sizes.word | pack_halves(axis_y * AXIS_UNITS, axis_x * AXIS_UNITS);
}

/* 0 for the record of a core, infinite where squares could overflow, and without a core. */
BITS_INLINE double skew_of_core(double place, const double *record)
{
    const uint64_t is_representable = where_within(record[CORE_TURN], INFINITY)
                                      & where_within(place + record[BOUNDING_RADIUS], LARGEST_DISC);
    return choose_bits(is_representable, 0.0, INFINITY);
}

/* The same of a segment. */
BITS_INLINE uint64_t pack_segment(double place, const double *record)
{
    const struct core_axis axis = axis_of_turn(record[CORE_TURN]);
    return pack_box(place, axis.x, axis.y, record[HALF_WIDTH], record[CORE_RADIUS],
                    skew_of_core(place, record));
}

/* The same of a rounded box. */
BITS_INLINE uint64_t pack_rounded_box(double place, const double *record)
{
    const double width = record[HALF_WIDTH], height = record[HALF_HEIGHT];
    const double radius = record[CORE_RADIUS], side = width > height ? width : height;
    const struct packed_sizes sizes = pack_sizes(place, side > radius ? side : radius, width,
                                                 height, skew_of_core(place, record));
    return sizes.word
           | pack_halves(radius * (sizes.per_half_scale * (1 << (RADIUS_BITS - 1))),
                         record[CORE_TURN] * AXIS_UNITS);
}

/* The share of a disc. Its record has no number for the circle inside of a point. */
BITS_INLINE double disc_error(double place, double radius, double inscribed_radius)
{
    const double error = (PROXY_PLACE_ROUNDOFF * place + DISC_ROUNDOFF * radius)
                         + DISC_UNDERFLOW_ERROR;
    const uint64_t is_representable =
        where_within(place, LARGEST_PROXY) & where_within(inscribed_radius, LARGEST_DISC);
    return choose_bits(is_representable, error, INFINITY);
}

BITS_INLINE void write_box_proxy(double x, double y, uint64_t words, float *proxy)
{
    const uint32_t axis = (uint32_t)words, sizes = (uint32_t)(words >> 32);
    proxy[CENTRE_X] = (float)x;
    proxy[CENTRE_Y] = (float)y;
    memcpy(proxy + BOX_AXIS, &axis, sizeof axis);
    memcpy(proxy + BOX_SIZES, &sizes, sizeof sizes);
}

/* Of boxes, rounded or not, or segments. */
static inline void write_packed_proxies(const double *records, const double *origin,
                                        ptrdiff_t count, enum proxy_kind kind, float *proxies)
{
    ptrdiff_t k;
    for (k = 0; k < count; k++) {
        const double *const record = records + RECORD * k;
        const double x = record[CENTRE_X] - origin[0], y = record[CENTRE_Y] - origin[1];
        const double place = fabs(x) + fabs(y);
        const uint64_t words =
            kind == OF_SEGMENTS        ? pack_segment(place, record)
            : kind == OF_ROUNDED_BOXES ? pack_rounded_box(place, record)
                                       : pack_box(place, record[AXIS_X], record[AXIS_Y],
                                                  record[HALF_WIDTH], record[HALF_HEIGHT],
                                                  record[SKEW]);
        write_box_proxy(x, y, words, proxies + PROXY * k);
    }
}

/* That of a disc, by its record. */
BITS_INLINE void write_disc_proxy(const double *record, const double *origin, float *proxy)
{
    const double x = record[CENTRE_X] - origin[0], y = record[CENTRE_Y] - origin[1];
    proxy[CENTRE_X] = (float)x;
    proxy[CENTRE_Y] = (float)y;
    proxy[DISC_RADIUS] = (float)record[BOUNDING_RADIUS];
    proxy[DISC_ERROR] =
        (float)disc_error(fabs(x) + fabs(y), record[BOUNDING_RADIUS], record[HALF_WIDTH]);
}

static inline void write_disc_proxies(const double *records, const double *origin,
                                      ptrdiff_t count, float *proxies)
{
    ptrdiff_t k;
    for (k = 0; k < count; k++)
        write_disc_proxy(records + RECORD * k, origin, proxies + PROXY * k);
}

/* The proxies of so many shapes from a record on. */
static inline void write_proxies(const double *records, const double *origin, ptrdiff_t count,
                                 enum proxy_kind kind, float *proxies)
{
    if (kind == OF_DISCS)
        write_disc_proxies(records, origin, count, proxies);
    else
        write_packed_proxies(records, origin, count, kind, proxies);
}

/* A coordinate of the origin for some places, from the median of a sample; the origin before if it
 * is still near enough. It is a multiple of a power of two beyond the spread: arrays of one scene
 * then have the same origin, or origins whose difference is exact in float32; and zero near
 * zero. */
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
    /* Also where another thread has spoiled the places. */
    if (fabs(median - before) <= 8.0 * spread || !(fabs(median) + spread <= 0x1p242))
        return before;
    grid = 4.0 / scale_to_one(spread);
    steps = median / grid;
    if (fabs(steps) < 0x1p51)
        steps = (steps + TO_INTEGER) - TO_INTEGER;
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
