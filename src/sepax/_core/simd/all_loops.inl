/* All loops over pairs, and the table of them: each file of isa/ includes this one behind its own
 * vectors, and the functions that move records into and out of them. */
#include "box_lanes.inl"
#include "core_lanes.inl"
#include "record_pairs.inl"
#include "ring_shadows.inl"

#if defined(SIMD_AVX512)
#include "isa/avx512_floats.h"
#endif

#include "box_shadows.inl"
#include "disc_shadows.inl"
#include "segment_shadows.inl"
#include "shadow_pairs.inl"
#include "point_shadows.inl"
#include "box_ways.inl"
#include "box_casts.inl"
#include "box_edges.inl"
#include "box_areas.inl"
#include "box_distances.inl"
#include "box_contacts.inl"
#include "box_sweeps.inl"
#include "box_times.inl"
#include "misses.inl"
#include "disc_lanes.inl"
#include "round_lanes.inl"
#include "ranges.inl"
#include "box_poses.inl"
#include "strip_sweeps.inl"

#define SIMD_LEVEL(name)                                                                      \
    {                                                                                         \
        name, {lanes_widest_separation, lanes_overlap_times, lanes_transform, box_area},      \
            {boxes,             shapes,         points,          edges,                       \
             translations,      axes,           distances,       contacts,                    \
             sweeps,            times,          misses,          areas,                       \
             disc_translations, disc_distances, round_distances, disc_times,                  \
             numbers_within,    poses_within,   rows_within,     poses},                      \
            {sweep},                                                                          \
    }
