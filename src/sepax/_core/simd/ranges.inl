/* Whether numbers and indices are in range, many at a time. all_loops.inl includes this file. */

#define CHECKED 64 /* numbers or poses between two looks ahead in memory */

/* Zero where low <= number <= high: clamping keeps its bits. Not for NaN, nor for -0 if low is
 * 0. */
LANES_INLINE uint64_t bits_outside(double low, double high, double number)
{
    return bits_of(larger(smaller(number, high), low)) ^ bits_of(number);
}

/* Whether all numbers are certainly from low to high; NaN never is. Results are combined once at
 * the end: doing so after every CHECKED numbers took twice the time. */
static int numbers_within(double low, double high, const double *numbers, ptrdiff_t count)
{
    LINE_ALIGNED uint64_t outside[CHECKED] = {0};
    uint64_t any = 0;
    ptrdiff_t start, k;
    for (start = 0; start + CHECKED <= count; start += CHECKED) {
        prefetch_ahead(numbers + start, CHECKED * (ptrdiff_t)sizeof *numbers);
        for (k = 0; k < CHECKED; k++)
            outside[k] |= bits_outside(low, high, numbers[start + k]);
    }
    for (k = start; k < count; k++)
        outside[k - start] |= bits_outside(low, high, numbers[k]);
    for (k = 0; k < CHECKED; k++)
        any |= outside[k];
    return any == 0;
}

/* Whether all angles are within 2^31 and all |x| + |y| below the limit, which is not negative. */
static int poses_within(double limit, const double *positions, const double *angles,
                        ptrdiff_t count)
{
    uint64_t are_within = UINT64_MAX;
    ptrdiff_t start, k;
    for (start = 0; start < count; start += CHECKED) {
        const ptrdiff_t stop = start + CHECKED < count ? start + CHECKED : count;
        prefetch_ahead(positions + POINT * start, POINT * CHECKED * (ptrdiff_t)sizeof *positions);
        prefetch_ahead(angles + start, CHECKED * (ptrdiff_t)sizeof *angles);
        for (k = start; k < stop; k++)
            are_within &= where_within(fabs(positions[2 * k]) + fabs(positions[2 * k + 1]), limit)
                          & where_within(angles[k], NEXT_TO_LARGEST_ANGLE);
    }
    return are_within != 0;
}

/* Whether all indices are rows: by the sign of the index, and of its distance from the end. */
static int rows_within(ptrdiff_t rows, const ptrdiff_t *index, ptrdiff_t count)
{
    size_t signs = 0;
    ptrdiff_t k;
    for (k = 0; k < count; k++)
        signs |= (size_t)index[k] | ((size_t)(rows - 1) - (size_t)index[k]);
    return (ptrdiff_t)signs >= 0;
}
