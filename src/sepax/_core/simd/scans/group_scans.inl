/* Queries of small groups: each row of the group against one circle. all_loops.inl includes this
 * file. Each writes the places of the rows that it does not rule out, in order, and returns how
 * many these are. */
#include "scans/scan.h"

/* Vectors as wide as the machine has: groups have enough rows. */
#if defined(SIMD_AVX512)
#define WIDE 8
typedef __m512d wide_t;
#define wide_load(p) _mm512_loadu_pd(p)
#define wide_store(p, v) _mm512_storeu_pd(p, v)
#define wide_fill(s) _mm512_set1_pd(s)
#define wide_add(x, y) _mm512_add_pd(x, y)
#define wide_subtract(x, y) _mm512_sub_pd(x, y)
#define wide_multiply(x, y) _mm512_mul_pd(x, y)
#define wide_root(x) _mm512_sqrt_pd(x)
#define wide_minimum(x, y) _mm512_min_pd(x, y)
#define wide_maximum(x, y) _mm512_max_pd(x, y)
#define wide_magnitude(x) _mm512_abs_pd(x)
#define wide_less_mask(x, y) (unsigned)_mm512_cmp_pd_mask(x, y, _CMP_LT_OQ)
#define wide_least(v) _mm512_reduce_min_pd(v)
#else
#define WIDE LANES
#define wide_t lanes_t
#define wide_load lanes_load
#define wide_store lanes_store
#define wide_fill lanes_fill
#define wide_add lanes_add
#define wide_subtract lanes_subtract
#define wide_multiply lanes_multiply
#define wide_root lanes_root
#define wide_minimum lanes_minimum
#define wide_maximum lanes_maximum
#define wide_magnitude lanes_magnitude
#define wide_less_mask lanes_less_mask
#define wide_least lanes_least
#endif

/* A bit for each of so many rows. */
LANES_INLINE uint64_t all_rows(ptrdiff_t count)
{
    return count < SCAN_MOST ? (UINT64_C(1) << count) - 1 : ~UINT64_C(0);
}

/* Write the places of the rows that a mask has, without those that are not there or not seen. One
 * loop for the whole group: where it ends is what a processor predicts worst. */
LANES_INLINE ptrdiff_t note_rows(uint64_t mask, const struct scan_query *query, uint32_t *found)
{
    ptrdiff_t n = 0;
    for (mask &= all_rows(query->end - query->first) & ~query->hidden; mask != 0; mask &= mask - 1)
        found[n++] = (uint32_t)(query->first + lanes_lowest_bit_of_64(mask));
    return n;
}

/* The sum of the radii, with room for rounding relative to all that is in between. */
LANES_INLINE wide_t reach_of_circles(wide_t dx, wide_t dy, wide_t radii)
{
    const wide_t size = wide_add(wide_add(wide_magnitude(dx), wide_magnitude(dy)), radii);
    const wide_t error = wide_add(wide_multiply(size, wide_fill(4.0 * FILTER_ROUNDOFF)),
                                    wide_fill(UNDERFLOW_ERROR));
    return wide_add(radii, error);
}

/* The square of a length, less than it by what squares may lose to underflow. */
LANES_INLINE wide_t square_below(wide_t x, wide_t y)
{
    return wide_subtract(wide_add(wide_multiply(x, x), wide_multiply(y, y)),
                          wide_fill(UNDERFLOW_ERROR));
}

/* A bit for each row from first to the one before end that is no farther than `reach` from a
 * circle. Where circles touch, rounding of squares is a part of the square of the radii. */
LANES_INLINE uint64_t near_rows(const struct scan_rows *rows, ptrdiff_t first, ptrdiff_t end,
                                double x, double y, double radius)
{
    const wide_t own_x = wide_fill(x), own_y = wide_fill(y), own_radius = wide_fill(radius);
    uint64_t apart = 0;
    ptrdiff_t i;
    for (i = first; i < end; i += WIDE) {
        const wide_t dx = wide_subtract(wide_load(rows->x + i), own_x);
        const wide_t dy = wide_subtract(wide_load(rows->y + i), own_y);
        const wide_t radii = wide_add(wide_load(rows->outer + i), own_radius);
        const wide_t far = wide_add(wide_multiply(radii, wide_fill(1.0 + 8.0 * FILTER_ROUNDOFF)),
                                    wide_fill(ROOT_OF_UNDERFLOW_ERROR));
        const wide_t square = wide_add(wide_multiply(dx, dx), wide_multiply(dy, dy));
        apart |= (uint64_t)wide_less_mask(wide_multiply(far, far), square) << (i - first);
    }
    return ~apart & all_rows(end - first);
}

/* Rows no farther than `reach` from the query. */
static ptrdiff_t scan_near(const struct scan_rows *rows, const struct scan_query *query,
                           double reach, uint32_t *found)
{
    return note_rows(near_rows(rows, query->first, query->end, query->x, query->y,
                               query->outer + reach),
                     query, found);
}

/* Pairs of rows of a group no farther apart than `reach`, the lower number first, as words; their
 * number. */
static ptrdiff_t scan_within(const struct scan_rows *rows, const uint32_t *number, ptrdiff_t first,
                             ptrdiff_t end, double reach, uint64_t *words)
{
    ptrdiff_t k, n = 0;
    for (k = first; k + 1 < end; k++) {
        uint64_t mask =
            near_rows(rows, k + 1, end, rows->x[k], rows->y[k], rows->outer[k] + reach);
        for (; mask != 0; mask &= mask - 1)
            words[n++] = pair_word(number[k], number[k + 1 + lanes_lowest_bit_of_64(mask)]);
    }
    return n;
}

/* The k-th least of n numbers, more than k. */
LANES_CALLED double least_of_rank(double *numbers, ptrdiff_t n, ptrdiff_t k)
{
    ptrdiff_t i, j;
    for (i = 1; i < n; i++) {
        const double number = numbers[i];
        for (j = i < k ? i : k; j > 0 && numbers[j - 1] > number; j--)
            numbers[j] = numbers[j - 1];
        numbers[j] = number;
    }
    return numbers[k - 1];
}

LANES_INLINE double least_number(const double *numbers, ptrdiff_t n)
{
    wide_t least = wide_fill(INFINITY);
    ptrdiff_t i;
    for (i = 0; i < n; i += WIDE)
        least = wide_minimum(wide_load(numbers + i), least);
    return wide_least(least);
}

/* More than the distance of k rows, of squares of the distances of the centres. */
LANES_INLINE double limit_of_nearest(double *squares, ptrdiff_t n, ptrdiff_t k, double within)
{
    const double square = k == 1 ? least_number(squares, n)
                                 : k < n ? least_of_rank(squares, n, k) : INFINITY;
    const double apart = sqrt(square), limit = apart - within;
    const double error = 4.0 * FILTER_ROUNDOFF * (2.0 * apart + fabs(within))
                         + ROOT_OF_UNDERFLOW_ERROR;
    return limit > 0.0 ? limit + error : error;
}

/* Rows that may be among the k nearest and no farther than `farthest`: those not certainly farther
 * than k others. */
static ptrdiff_t scan_nearest(const struct scan_rows *rows, const struct scan_query *query,
                              ptrdiff_t k, double farthest, uint32_t *found)
{
    LINE_ALIGNED double squares[SCAN_MOST + SCAN_PADDING];
    const wide_t x = wide_fill(query->x), y = wide_fill(query->y);
    const ptrdiff_t first = query->first, count = query->end - first;
    uint64_t hidden;
    double limit;
    ptrdiff_t i;
    for (i = 0; i < count; i += WIDE) {
        const wide_t dx = wide_subtract(wide_load(rows->x + first + i), x);
        const wide_t dy = wide_subtract(wide_load(rows->y + first + i), y);
        wide_store(squares + i, wide_add(wide_multiply(dx, dx), wide_multiply(dy, dy)));
    }
    for (i = count; i % WIDE != 0; i++)
        squares[i] = INFINITY;
    for (hidden = query->hidden; hidden != 0; hidden &= hidden - 1)
        squares[lanes_lowest_bit_of_64(hidden)] = INFINITY;
    limit = limit_of_nearest(squares, count, k, rows->inner[first] + query->inner);
    return scan_near(rows, query, limit < farthest ? limit : farthest, found);
}

/* Rows that the query may touch until `end`, all of them in uniform motion. A row is ruled out if
 * its way passes by, if it is apart and leads away or rests, or if it is apart at the end and still
 * approaches. Where products of small speeds are lost to underflow, none of that is certain. */
static ptrdiff_t scan_moving(const struct scan_rows *rows, const struct scan_query *query,
                             double end, uint32_t *found)
{
    const wide_t x = wide_fill(query->x), y = wide_fill(query->y), until = wide_fill(end);
    const wide_t own_x = wide_fill(query->velocity_x), own_y = wide_fill(query->velocity_y);
    const wide_t radius = wide_fill(query->outer), zero = wide_fill(0.0);
    uint64_t missed = 0;
    ptrdiff_t i;
    for (i = query->first; i < query->end; i += WIDE) {
        const wide_t vx = wide_subtract(wide_load(rows->velocity_x + i), own_x);
        const wide_t vy = wide_subtract(wide_load(rows->velocity_y + i), own_y);
        const wide_t dx = wide_subtract(wide_load(rows->x + i), x);
        const wide_t dy = wide_subtract(wide_load(rows->y + i), y);
        const wide_t far =
            reach_of_circles(dx, dy, wide_add(wide_load(rows->outer + i), radius));
        const wide_t square = wide_multiply(far, far);
        const wide_t speed = wide_add(wide_multiply(vx, vx), wide_multiply(vy, vy));
        const wide_t side = wide_subtract(wide_multiply(dx, vy), wide_multiply(dy, vx));
        const wide_t parting = wide_add(wide_multiply(dx, vx), wide_multiply(dy, vy));
        const wide_t last_x = wide_add(dx, wide_multiply(vx, until));
        const wide_t last_y = wide_add(dy, wide_multiply(vy, until));
        const wide_t lost = wide_fill(UNDERFLOW_ERROR);
        const wide_t most = wide_add(
            wide_multiply(speed, wide_fill(1.0 + FILTER_ROUNDOFF)), lost);
        const wide_t at_end = wide_add(wide_add(parting, wide_multiply(most, until)), lost);
        const unsigned passes =
            wide_less_mask(wide_multiply(square, most), square_below(side, zero));
        const unsigned moves =
            wide_less_mask(zero, wide_add(wide_magnitude(vx), wide_magnitude(vy)));
        const unsigned leaves = wide_less_mask(square, square_below(dx, dy))
                                & (wide_less_mask(lost, parting) | ~moves);
        const unsigned is_late = wide_less_mask(at_end, zero)
                                 & wide_less_mask(square, square_below(last_x, last_y));
        missed |= (uint64_t)(passes | leaves | is_late) << (i - query->first);
    }
    return note_rows(~missed, query, found);
}
