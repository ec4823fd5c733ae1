/* All loops over pairs, and the table of them. Each file of isa/ includes this one behind its
 * vectors and its functions that move records. */
#include "rings/ring_readings.inl"
#include "stretches.inl"
#include "motions.inl"

#include "boxes/box_lanes.inl"
#include "discs/core_lanes.inl"
#include "record_pairs.inl"
#include "filter32/ring_proxies.inl"

#if defined(SIMD_AVX512)
#include "isa/avx512_floats.h"
#endif

#include "filter32/box_proxies.inl"
#include "filter32/disc_proxies.inl"
#include "filter32/segment_proxies.inl"
#include "filter32/rounded_box_proxies.inl"
#include "filter32/proxy_pairs.inl"
#include "filter32/point_proxies.inl"
#include "filter32/relative_motion.inl"
#include "filter32/rounded_records.inl"
#include "boxes/box_edges.inl"
#include "boxes/box_crossings.inl"
#include "boxes/box_areas.inl"
#include "boxes/box_distances.inl"
#include "boxes/box_contacts.inl"
#include "boxes/box_sweeps.inl"
#include "boxes/box_times.inl"
#include "misses.inl"
#include "discs/disc_lanes.inl"
#include "discs/round_distances.inl"
#include "ranges.inl"
#include "boxes/box_poses.inl"
#include "strip_sweeps.inl"
#include "scans/group_scans.inl"
#include "node_times.inl"
#include "rays/ray_circles.inl"
#include "rays/ray_crossings.inl"

#define SIMD_LEVEL(name)                                                                      \
    {                                                                                         \
        name, {lanes_widest_separation, lanes_overlap_times, lanes_transform, box_area,       \
               lanes_read_ring, lanes_measure, lanes_rings_meet, lanes_rings_part,            \
               lanes_rings_time},                                                             \
            {boxes,             shapes,         points,          edges,                       \
             translations,      axes,           distances,       disc_translations,           \
             disc_distances,    round_distances, contacts,       sweeps,                      \
             times,             disc_times,     misses,          areas,                       \
             numbers_within,    poses_within,   rows_within,     poses},                      \
            {sweep}, {scan_near, scan_within, scan_nearest, scan_moving},                     \
            {aim_rays,     near_circles, ray_boxes,   ray_discs, box_hits,                    \
             keep_nearest, ray_convex,   ray_segment},                                        \
            {entry_times},                                                                  \
    }
