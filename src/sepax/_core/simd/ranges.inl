/* Whether numbers and indices are in range, many at a time.
 *
 * levels.h includes this file once for each instruction set.
 */

#define CHECKED 64 /* numbers or poses between two looks ahead in memory */

/* Whether all numbers are from low to high; NaN never is. */
static int LEVEL(numbers_within)(double low, double high, const double *numbers, ptrdiff_t count)
{
    double below = 0.0, above = 0.0; /* no sums: their order would be kept */
    ptrdiff_t start, k;
    for (start = 0; start < count; start += CHECKED) {
        const ptrdiff_t stop = start + CHECKED < count ? start + CHECKED : count;
        prefetch_ahead(numbers + start, CHECKED * (ptrdiff_t)sizeof *numbers);
        for (k = start; k < stop; k++) {
            below = numbers[k] >= low ? below : 1.0;
            above = numbers[k] <= high ? above : 1.0;
        }
    }
    return below + above == 0.0;
}

/* Whether all angles are within 2^31, and all |x| + |y| below the limit, which is not negative. */
static int LEVEL(poses_within)(double limit, const double *positions, const double *angles,
                               ptrdiff_t count)
{
    uint64_t are_within = UINT64_MAX;
    ptrdiff_t start, k;
    for (start = 0; start < count; start += CHECKED) {
        const ptrdiff_t stop = start + CHECKED < count ? start + CHECKED : count;
        prefetch_ahead(positions + POINT * start, POINT * CHECKED * (ptrdiff_t)sizeof *positions);
        prefetch_ahead(angles + start, CHECKED * (ptrdiff_t)sizeof *angles);
        for (k = start; k < stop; k++)
            are_within &=
                where_within(fabs(positions[2 * k]) + fabs(positions[2 * k + 1]), limit)
                & where_within(angles[k], NEXT_TO_LARGEST_ANGLE);
    }
    return are_within != 0;
}

/* Whether all indices are rows of so many: the sign bit of what is negative, and of what is beyond the
 * last row. */
static int LEVEL(rows_within)(ptrdiff_t rows, const ptrdiff_t *index, ptrdiff_t count)
{
    size_t signs = 0;
    ptrdiff_t k;
    for (k = 0; k < count; k++)
        signs |= (size_t)index[k] | ((size_t)(rows - 1) - (size_t)index[k]);
    return (ptrdiff_t)signs >= 0;
}
