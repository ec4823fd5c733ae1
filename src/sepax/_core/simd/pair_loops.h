/* What the copies of the loops over pairs share: box_*.inl, ring_proxies.inl. */
#ifndef SEPAX_PAIR_LOOPS_H
#define SEPAX_PAIR_LOOPS_H

#include "boxes/box.h"
#include "boxes/box_overlap.h"
#include "contact.h"
#include "filter32/float_lanes.h"
#include "lanes.h"
#include "prefetch.h"
#include "record.h"
#include "filter32/ring_proxy.h"
#include "rotation.h"
#include "roundoff.h"
#include "discs/segment_row.h"
#include "filter32/proxy.h"
#include "filter32/proxy_counts.h"
#include "tables.h"
#include "verdicts.h"

/* Lanes are counted by ptrdiff_t. An int may wrap around under Python's flags: compilers then
 * cannot see that lanes are adjacent, and do not vectorise.
 *
 * The numbers were chosen by `python bench/run.py batch`. */
#define STRETCH 32 /* pairs a step: their records and verdicts stay in the nearest cache */
/* Pairs for which costly steps are skipped if none of them needs them. Loops go over whole chunks, by
 * their number: with lanes left over, compilers would write each loop twice. */
#define CHUNK 8

#define POSED 16 /* boxes a step: with twice as many, poses from memory took 1.2 of the time */
#if defined(SIMD_AVX512)
#define ROWS 8    /* of columns, written at a time */
#define RECORDS 8 /* transposed at a time */
#else
#define ROWS 4
#define RECORDS 4
#endif
#define NEXT_TO_LARGEST_ANGLE 0x1.0000000000001p31 /* that is allowed: see kernels/pose.pxd */

/* pairs whose proxies are classified before it is seen how many are uncertain */
#define CASCADE_BLOCK 256
#define MOST_PENDING 512 /* uncertain ones before they are asked: few at a time leave lanes idle */
#define ONE_IN_UNCERTAIN 8 /* one in so many: with more, proxies cost more than they save */
#define MOST_MEET_LATER 25 /* percent: with more that meet on their way, as well */
#define MOST_MEET_LATER_OF_LARGE 14 /* where memory has to bring both proxies and records */
#define MOST_HIT 60 /* percent: with more hits, as well where proxies find nothing but misses */
#define RINGS_AHEAD 12 /* pairs that are uncertain: their proxies are prefetched so much earlier */
#define RING_LINES 3 /* of the cache, that the proxy of 16 vertices lies in, and some of fewer */
#define RECORDS_AHEAD 96 /* pairs: their records are prefetched so much earlier */
#define PROXIES_AHEAD 48 /* pairs: their proxies are prefetched so much earlier */

/* What pairs are known to be of. */
enum pair_kind {
    PAIRS_OF_SHAPES,
    PAIRS_OF_BOXES,
    DISCS_AND_BOXES,
    PAIRS_OF_CORES,
    POINTS_AND_SHAPES,
    CIRCLES_OF_CORES /* of the same pairs, and no more */
};

#endif
