/* A node of a tree of bounding boxes: FANOUT boxes by columns, and which of them meet one box. */
#ifndef SEPAX_NODES_H
#define SEPAX_NODES_H

#include <float.h>

#if !defined(SEPAX_NO_SIMD) && (defined(__SSE2__) || defined(_M_X64))
#include <emmintrin.h>
#define NODE_SSE2
#endif

#if defined(_MSC_VER)
#include <intrin.h>
#endif

/* Boxes a node. With 16, queries took a tenth less, motions a third more; with 4 the reverse. */
#define LOG_FANOUT 3
#define FANOUT (1 << LOG_FANOUT)

/* The columns of a node, each of FANOUT doubles; no box is where the low side is infinite. */
enum node_column { LOW_X, LOW_Y, HIGH_X, HIGH_Y, NODE_COLUMNS };

/* The number of the lowest bit that is set, of some. */
static inline int lowest_bit(unsigned mask)
{
#if defined(_MSC_VER)
    unsigned long place;
    _BitScanForward(&place, mask);
    return (int)place;
#else
    return __builtin_ctz(mask);
#endif
}

/* A bit for each box of the node that meets the closed box (LOW_X, LOW_Y, HIGH_X, HIGH_Y). Places
 * without a box never do: another thread may make the sides of this one infinite, or NaN. */
static inline unsigned overlap_mask(const double *node, const double *box)
{
    const double farthest = box[HIGH_X] < DBL_MAX ? box[HIGH_X] : DBL_MAX;
    unsigned mask = 0;
    int i;
#ifdef NODE_SSE2
    const __m128d low_x = _mm_set1_pd(box[LOW_X]), low_y = _mm_set1_pd(box[LOW_Y]);
    const __m128d high_x = _mm_set1_pd(farthest), high_y = _mm_set1_pd(box[HIGH_Y]);
    for (i = 0; i < FANOUT; i += 2) {
        const __m128d in_x = _mm_and_pd(
            _mm_cmple_pd(_mm_loadu_pd(node + LOW_X * FANOUT + i), high_x),
            _mm_cmple_pd(low_x, _mm_loadu_pd(node + HIGH_X * FANOUT + i)));
        const __m128d in_y = _mm_and_pd(
            _mm_cmple_pd(_mm_loadu_pd(node + LOW_Y * FANOUT + i), high_y),
            _mm_cmple_pd(low_y, _mm_loadu_pd(node + HIGH_Y * FANOUT + i)));
        mask |= (unsigned)_mm_movemask_pd(_mm_and_pd(in_x, in_y)) << i;
    }
#else
    for (i = 0; i < FANOUT; i++)
        mask |= (unsigned)((node[LOW_X * FANOUT + i] <= farthest)
                           & (box[LOW_X] <= node[HIGH_X * FANOUT + i])
                           & (node[LOW_Y * FANOUT + i] <= box[HIGH_Y])
                           & (box[LOW_Y] <= node[HIGH_Y * FANOUT + i])) << i;
#endif
    return mask;
}

/* A box that moves, its speeds in units of the larger one. */
struct box_motion {
    double box[NODE_COLUMNS]; /* at time 0 */
    double inverse_x;         /* of the speeds; huge for one that leads nowhere */
    double inverse_y;
    double extent; /* of all that meets: see node_times.inl */
    double unit;   /* times of the motion by this are times */
};

#endif
