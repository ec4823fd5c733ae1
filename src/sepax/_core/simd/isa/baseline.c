/* All loops for the vectors that every machine of its kind has: SSE2, NEON, or plain doubles. */
#include "pair_loops.h"

/* transpose: slot[i][k + j] = record[j][i] for four records. */
#if !defined(SEPAX_NO_SIMD) && (defined(__SSE2__) || defined(_M_X64))
LANES_INLINE void transpose(const double *const *record, double (*slot)[STRETCH], ptrdiff_t k)
{
    int i, j;
    for (j = 0; j < RECORDS; j += 2)
        for (i = 0; i < RECORD; i += 2) {
            const __m128d one = _mm_loadu_pd(record[j] + i);
            const __m128d two = _mm_loadu_pd(record[j + 1] + i);
            _mm_storeu_pd(slot[i] + k + j, _mm_unpacklo_pd(one, two));
            _mm_storeu_pd(slot[i + 1] + k + j, _mm_unpackhi_pd(one, two));
        }
}
#else
LANES_INLINE void transpose(const double *const *record, double (*slot)[STRETCH], ptrdiff_t k)
{
    int i, j;
    for (i = 0; i < RECORD; i++)
        for (j = 0; j < RECORDS; j++)
            slot[i][k + j] = record[j][i];
}
#endif

/* Half sizes of ROWS records, as columns; and columns, from k on, as ROWS records. */
#if !defined(SEPAX_NO_SIMD) && (defined(__SSE2__) || defined(_M_X64))
LANES_INLINE void read_sizes(const double *record, double *width, double *height)
{
    int j;
    for (j = 0; j < ROWS; j += 2) {
        const __m128d one = _mm_loadu_pd(record + RECORD * j + HALF_WIDTH);
        const __m128d two = _mm_loadu_pd(record + RECORD * (j + 1) + HALF_WIDTH);
        _mm_storeu_pd(width + j, _mm_unpacklo_pd(one, two));
        _mm_storeu_pd(height + j, _mm_unpackhi_pd(one, two));
    }
}

LANES_INLINE void write_records(const double *const *column, ptrdiff_t k, double *record)
{
    int i, j;
    for (j = 0; j < ROWS; j += 2)
        for (i = 0; i < RECORD; i += 2) {
            const __m128d one = _mm_loadu_pd(column[i] + k + j);
            const __m128d two = _mm_loadu_pd(column[i + 1] + k + j);
            _mm_storeu_pd(record + RECORD * j + i, _mm_unpacklo_pd(one, two));
            _mm_storeu_pd(record + RECORD * (j + 1) + i, _mm_unpackhi_pd(one, two));
        }
}
#else
LANES_INLINE void read_sizes(const double *record, double *width, double *height)
{
    int j;
    for (j = 0; j < ROWS; j++) {
        width[j] = record[RECORD * j + HALF_WIDTH];
        height[j] = record[RECORD * j + HALF_HEIGHT];
    }
}

LANES_INLINE void write_records(const double *const *column, ptrdiff_t k, double *record)
{
    int i, j;
    for (j = 0; j < ROWS; j++)
        for (i = 0; i < RECORD; i++)
            record[RECORD * j + i] = column[i][k + j];
}
#endif

#define put_proxies write_four_proxies

#if defined(SEPAX_COUNT_PROXIES)
long proxy_counts[PROXY_COUNTS];
#endif

/* One box at a time. Pairs are counted without a branch, which nothing could foresee. */
#define BOXES_AT_ONCE 1
LANES_INLINE int count_before(const double *low_x, double x, int or_there)
{
    int k, count = 0;
    for (k = 0; k < SWEPT; k++)
        count += or_there ? low_x[k] <= x : low_x[k] < x;
    return count;
}

LANES_INLINE uint64_t *note_meeting(const struct swept_box *box, const struct strip *others,
                                    ptrdiff_t i, enum pair_order order, uint64_t *end)
{
    const uint32_t own = box->index, other = others->index[i];
    const int own_first = order == LOWER_FIRST ? own < other : order == SWEEPING_FIRST;
    *end = own_first ? pair_word(own, other) : pair_word(other, own);
    return end
           + ((others->low_y[i] <= box->high_y) & (others->high_y[i] >= box->low_y)
              & (others->low_y[i] >= box->least_low_y));
}

#include "all_loops.inl"

const struct simd_level baseline_level = SIMD_LEVEL("baseline");
