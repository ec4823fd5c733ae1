/* A node of a tree of bounding boxes: FANOUT boxes by columns, and which of them meet one box. */
#ifndef SEPAX_NODES_H
#define SEPAX_NODES_H

#if !defined(SEPAX_NO_SIMD) && (defined(__SSE2__) || defined(_M_X64))
#include <emmintrin.h>
#define NODE_SSE2
#endif

#if defined(_MSC_VER)
#include <intrin.h>
#endif

#include "roundoff.h"

#include <math.h>

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

/* A bit for each box of the node that meets the closed box (LOW_X, LOW_Y, HIGH_X, HIGH_Y). */
static inline unsigned meeting_mask(const double *node, const double *box)
{
    unsigned mask = 0;
    int i;
#ifdef NODE_SSE2
    const __m128d low_x = _mm_set1_pd(box[LOW_X]), low_y = _mm_set1_pd(box[LOW_Y]);
    const __m128d high_x = _mm_set1_pd(box[HIGH_X]), high_y = _mm_set1_pd(box[HIGH_Y]);
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
        mask |= (unsigned)((node[LOW_X * FANOUT + i] <= box[HIGH_X])
                           & (box[LOW_X] <= node[HIGH_X * FANOUT + i])
                           & (node[LOW_Y * FANOUT + i] <= box[HIGH_Y])
                           & (box[LOW_Y] <= node[HIGH_Y * FANOUT + i])) << i;
#endif
    return mask;
}

#define NODE_LARGER(x, y) ((x) > (y) ? (x) : (y))
#define NODE_SMALLER(x, y) ((x) < (y) ? (x) : (y))

/* A box that moves, its speeds in units of the larger one. */
struct box_motion {
    double box[NODE_COLUMNS]; /* at time 0 */
    double inverse_x;         /* of the speeds; huge for one that leads nowhere */
    double inverse_y;
    double extent; /* of all that meets: see meeting_times */
};

/* When a moving box enters and leaves each box of a node, from 0 on: bounds of what the swept test
 * finds. They allow for rounding relative to the box around both, or to `extent` if that is
 * smaller. The moving box never meets a box that it enters after it leaves. */
static inline void meeting_times(const double *node, const struct box_motion *motion, double *enter,
                                 double *leave)
{
    const double *const own = motion->box;
    const double inverse_x = motion->inverse_x, inverse_y = motion->inverse_y;
    const double pace_x = fabs(inverse_x), pace_y = fabs(inverse_y), extent = motion->extent;
    const double size = (own[HIGH_X] - own[LOW_X]) + (own[HIGH_Y] - own[LOW_Y]);
    /* The sides that meet first, and those that part last. */
    const int right = inverse_x > 0.0, up = inverse_y > 0.0;
    const double front_x = own[right ? HIGH_X : LOW_X], back_x = own[right ? LOW_X : HIGH_X];
    const double front_y = own[up ? HIGH_Y : LOW_Y], back_y = own[up ? LOW_Y : HIGH_Y];
    const double *const near_x = node + (right ? LOW_X : HIGH_X) * FANOUT;
    const double *const far_x = node + (right ? HIGH_X : LOW_X) * FANOUT;
    const double *const near_y = node + (up ? LOW_Y : HIGH_Y) * FANOUT;
    const double *const far_y = node + (up ? HIGH_Y : LOW_Y) * FANOUT;
    int i;
    for (i = 0; i < FANOUT; i++) {
        const double ahead_x = near_x[i] - front_x, behind_x = far_x[i] - back_x;
        const double ahead_y = near_y[i] - front_y, behind_y = far_y[i] - back_y;
        /* No less than the sides of the box around both. */
        const double joint = ((fabs(ahead_x) + fabs(behind_x)) + (fabs(ahead_y) + fabs(behind_y)))
                             + size;
        const double slack = MOTION_ROUNDOFF * NODE_SMALLER(joint, extent) + UNDERFLOW_ERROR;
        const double enter_x = ahead_x * inverse_x - slack * pace_x;
        const double enter_y = ahead_y * inverse_y - slack * pace_y;
        const double leave_x = behind_x * inverse_x + slack * pace_x;
        const double leave_y = behind_y * inverse_y + slack * pace_y;
        const double first = NODE_LARGER(enter_x, enter_y);
        const double last = NODE_SMALLER(leave_x, leave_y);
        enter[i] = NODE_LARGER(first, 0.0) * (1.0 - TIME_ROUNDOFF);
        leave[i] = last + TIME_ROUNDOFF * fabs(last);
    }
}

#endif
