/* The prototypes of what is compiled once for each instruction set, shared by C and Cython.
 * all_loops.inl fills a table with them; levels.pxd says what each answers. */
#ifndef SEPAX_TABLES_H
#define SEPAX_TABLES_H

#include "convex.h"
#include "nodes.h"
#include "pair_arrays.h"
#include "rays/ray.h"
#include "rings/ring_measures.h"
#include "scans/scan.h"
#include "strips.h"

/* The loops over the edges of one ring: see ring_lanes.inl and ring_readings.inl; of a box,
 * box_areas.inl. */
struct ring_loops {
    double (*widest_separation)(const struct convex *a, ptrdiff_t first, ptrdiff_t count,
                                const struct convex *b, double enough, ptrdiff_t *edge);
    double (*overlap_times)(const struct convex *a, ptrdiff_t first, ptrdiff_t count,
                            const struct convex *b, double vx, double vy, double *enter,
                            double *leave, ptrdiff_t *entered);
    double (*transform)(const double *local_x, const double *local_y, double cosine, double sine,
                        double px, double py, struct convex *ring);
    int (*box_area)(const struct convex *a, const struct convex *b, double size, double *area);
    int (*read)(const double *x, const double *y, ptrdiff_t n, ptrdiff_t stride,
                struct convex *ring, struct ring_measures *of);
    void (*measure)(struct convex *ring, struct ring_measures *of);
    int (*meet)(const struct given_rings *rings);
    int (*part)(const struct given_rings *rings, double *translation);
    int (*time)(const struct given_rings *rings, double velocity_x, double velocity_y,
                double max_time, double *time);
};

typedef ptrdiff_t (*classify_t)(const struct pair_batch *batch, unsigned char *verdicts);
typedef ptrdiff_t (*find_vectors_t)(const struct pair_batch *batch, double *vectors,
                                    unsigned char *verdicts);

/* The loops over pairs: see box_lanes.inl and those that follow it. */
struct pair_loops {
    classify_t classify_boxes, classify_shapes, classify_points, find_edges;
    find_vectors_t find_translations, find_axes, find_distances;
    find_vectors_t find_disc_translations, find_disc_distances, find_round_distances;
    ptrdiff_t (*find_contacts)(const struct pair_batch *batch, double margin,
                               const struct contact_arrays *out, ptrdiff_t row);
    ptrdiff_t (*find_sweeps)(const struct pair_batch *batch, const struct motions *motions,
                             const struct impact_arrays *out, ptrdiff_t row);
    ptrdiff_t (*find_box_times)(const struct pair_batch *batch, const struct motions *motions,
                                double *times, unsigned char *verdicts, ptrdiff_t row,
                                int *few_meet_later);
    ptrdiff_t (*find_disc_times)(const struct pair_batch *batch, const struct motions *motions,
                                 double *times, unsigned char *verdicts, ptrdiff_t row);
    ptrdiff_t (*find_misses)(const struct pair_batch *batch, const struct motions *motions,
                             int some_boxes, unsigned char *verdicts, ptrdiff_t row);
    ptrdiff_t (*find_areas)(const struct pair_batch *batch, int of_union, double *shares,
                            unsigned char *verdicts);
    int (*numbers_within)(double low, double high, const double *numbers, ptrdiff_t count);
    int (*poses_within)(double limit, const double *positions, const double *angles,
                        ptrdiff_t count);
    int (*rows_within)(ptrdiff_t rows, const ptrdiff_t *index, ptrdiff_t count);
    void (*pose_boxes)(double *records, double *angles, float *proxies, const double *origin,
                       const double *positions, const double *new_angles, ptrdiff_t count);
};

typedef ptrdiff_t (*cross_rays_t)(const struct aimed_rays *rays, const double *records,
                                  const struct ray_pairs *pairs, double *distances,
                                  unsigned char *verdicts);

/* See node_times.inl. */
struct node_loops {
    unsigned (*entry_times)(const double *node, const struct box_motion *motion, double latest,
                            double *times);
};

/* See ray_circles.inl and ray_crossings.inl. */
struct ray_loops {
    void (*aim)(const struct given_rays *given, ptrdiff_t count, double origin_x, double origin_y,
                struct aimed_rays *rays, ptrdiff_t at);
    ptrdiff_t (*find_near)(const struct aimed_rays *rays, ptrdiff_t first, ptrdiff_t end,
                           const struct circles *circles, struct ray_pairs *pairs);
    cross_rays_t cross_boxes, cross_discs, describe_boxes;
    void (*keep_nearest)(const struct ray_pairs *pairs, const double *distances, double *nearest,
                         ptrdiff_t *rows);
    int (*cross_convex)(const double *ray, const struct convex *shape, double *distance);
    int (*cross_segment)(const double *ray, const struct segment_row *row, double *distance);
};

/* See strip_sweeps.inl. */
struct strip_loops {
    ptrdiff_t (*sweep)(struct strip_sweep *sweep, ptrdiff_t work);
};

/* See group_scans.inl. */
struct scan_loops {
    ptrdiff_t (*near)(const struct scan_rows *rows, const struct scan_query *query, double reach,
                      uint32_t *found);
    ptrdiff_t (*within)(const struct scan_rows *rows, const uint32_t *number, ptrdiff_t first,
                        ptrdiff_t end, double reach, uint64_t *words);
    ptrdiff_t (*nearest)(const struct scan_rows *rows, const struct scan_query *query, ptrdiff_t k,
                         double farthest, uint32_t *found);
    ptrdiff_t (*moving)(const struct scan_rows *rows, const struct scan_query *query, double end,
                        uint32_t *found);
};

struct simd_level {
    const char *name;
    struct ring_loops rings;
    struct pair_loops pairs;
    struct strip_loops strips;
    struct scan_loops scans;
    struct ray_loops rays;
    struct node_loops nodes;
};

extern const struct simd_level baseline_level; /* each of the file of isa/ of its name */
extern const struct simd_level avx2_level;
extern const struct simd_level avx512_level;

#endif
