/* Runs every kernel of lanes.h and of all files of isa/ on seeded shapes and prints a hash of the bits of
 * its results, one line a kernel: "NAME HASH"; every level that the machine has must agree. The
 * lines must be those of tests/data/lanes_golden.txt for every compiler, instruction set and number
 * of lanes. They differ in the first line only, a comment.
 *
 * A further kernel needs a function `run_...`, a line in the table KERNELS, and one in that file.
 *
 * The input is made without libm: points of a circle come from Pythagoras' formula, so that it is
 * the same everywhere as well. Shapes on whole numbers touch often: signed zeros and ties count.
 */
#include "levels.h"
#include "pair_loops.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST 33 /* points of a shape; odd, to leave a vector half full */
#define ROOM (LARGEST + 16)
#define ROUNDS 20000

typedef struct {
    struct convex convex; /* its pointers lead to the arrays below */
    double local_x[ROOM], local_y[ROOM], x[ROOM], y[ROOM];
    double normal_x[ROOM], normal_y[ROOM], offset[ROOM];
    double cosine, sine, shortest;
} Ring;

static const struct simd_level *level_now; /* of the kernels in the table */

static uint64_t state;

static uint64_t next_bits(void) /* xorshift64* */
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * UINT64_C(0x2545F4914F6CDD1D);
}

static double next_unit(void) /* in [0, 1) */
{
    return (double)(next_bits() >> 11) * 0x1p-53;
}

static ptrdiff_t next_below(ptrdiff_t limit)
{
    return (ptrdiff_t)(next_bits() >> 33) % limit;
}

/* A point of the unit circle, t of the way around it counter-clockwise; not evenly. */
static void on_circle(double t, double *x, double *y)
{
    const double u = 4.0 * t - (double)(int)(4.0 * t), square = 1.0 + u * u;
    const double c = (1.0 - u * u) / square, s = 2.0 * u / square;
    switch ((int)(4.0 * t)) {
    case 0: *x = c, *y = s; break;
    case 1: *x = -s, *y = c; break;
    case 2: *x = -c, *y = -s; break;
    default: *x = s, *y = -c; break;
    }
}

static void repeat(double *values, ptrdiff_t n)
{
    ptrdiff_t i;
    for (i = n; i < ROOM; i++)
        values[i] = values[i - n];
}

/* The padding that the kernels require. */
static void pad_room(struct convex *ring)
{
    ptrdiff_t i;
    for (i = ring->n; i < ROOM; i++) {
        ring->normal_x[i] = ring->normal_y[i] = 0.0;
        ring->offset[i] = INFINITY;
    }
}

/* A ring of n points without any yet. */
static void begin_ring(Ring *ring, ptrdiff_t n)
{
    memset(ring, 0, sizeof *ring);
    ring->convex.n = ring->convex.edges = n;
    ring->convex.half = n % 2 ? 0 : n / 2;
    ring->convex.x = ring->x;
    ring->convex.y = ring->y;
    ring->convex.normal_x = ring->normal_x;
    ring->convex.normal_y = ring->normal_y;
    ring->convex.offset = ring->offset;
}

/* A box on whole numbers (`whole`), or a ring of n points; with an even n a symmetric one. */
static void make_ring(Ring *ring, int whole, ptrdiff_t n)
{
    const double radius = 0.5 + next_unit();
    struct convex *const convex = &ring->convex;
    ptrdiff_t i;
    begin_ring(ring, whole ? 4 : n);
    on_circle(whole ? (double)next_below(4) / 4.0 : next_unit(), &ring->cosine, &ring->sine);
    convex->centre_x = whole ? (double)(next_below(7) - 3) : 3.0 * next_unit() - 1.5;
    convex->centre_y = whole ? (double)(next_below(7) - 3) : 3.0 * next_unit() - 1.5;
    for (i = 0; i < convex->n; i++) {
        if (whole) {
            ring->local_x[i] = i == 1 || i == 2 ? 1.0 : -1.0;
            ring->local_y[i] = i >= 2 ? 2.0 : -2.0;
        } else if (convex->half && i >= convex->half) {
            ring->local_x[i] = -ring->local_x[i - convex->half];
            ring->local_y[i] = -ring->local_y[i - convex->half];
        } else {
            on_circle((double)i / (double)n, &ring->local_x[i], &ring->local_y[i]);
            ring->local_x[i] *= radius;
            ring->local_y[i] *= radius;
        }
    }
    repeat(ring->local_x, convex->n);
    repeat(ring->local_y, convex->n);
    ring->shortest = level_now->rings.transform(ring->local_x, ring->local_y, ring->cosine,
                                                ring->sine, convex->centre_x, convex->centre_y,
                                                convex);
    repeat(ring->x, convex->n);
    repeat(ring->y, convex->n);
    pad_room(convex);
}

static uint64_t hash; /* FNV-1a, of one kernel's results at a time */

static void hash_bytes(const void *bytes, size_t count)
{
    size_t i;
    for (i = 0; i < count; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001B3);
}

static void hash_doubles(const double *values, ptrdiff_t count)
{
    hash_bytes(values, (size_t)count * sizeof *values);
}

static void hash_double(double value) { hash_doubles(&value, 1); }

static void hash_index(ptrdiff_t index)
{
    const int64_t wide = index;
    hash_bytes(&wide, sizeof wide);
}

static void hash_edges(const struct convex *ring)
{
    hash_doubles(ring->normal_x, ring->n);
    hash_doubles(ring->normal_y, ring->n);
    hash_doubles(ring->offset, ring->n);
}

static void run_place(const struct convex *a, const struct convex *b)
{
    (void)b;
    hash_doubles(a->x, a->n);
    hash_doubles(a->y, a->n);
    hash_edges(a);
}

/* Of a's points, seen from the centre of b. */
static void run_edges(const struct convex *a, const struct convex *b)
{
    double normal_x[ROOM], normal_y[ROOM], offset[ROOM];
    struct convex ring = *a;
    ring.centre_x = b->centre_x;
    ring.centre_y = b->centre_y;
    ring.normal_x = normal_x;
    ring.normal_y = normal_y;
    ring.offset = offset;
    hash_double(lanes_edges(&ring));
    hash_edges(&ring);
}

static void run_edge_separations(const struct convex *a, const struct convex *b)
{
    double separations[ROOM];
    ptrdiff_t i;
    for (i = 0; i < a->n; i += BLOCK)
        lanes_edge_separations(a, i, b, separations + i);
    hash_doubles(separations, a->n);
}

static void run_widest_separation(const struct convex *a, const struct convex *b)
{
    ptrdiff_t edge = -1;
    hash_double(level_now->rings.widest_separation(a, 0, a->edges, b, 0.25, &edge));
    hash_index(edge);
}

static void run_widest_separation_of_point(const struct convex *a, const struct convex *b)
{
    hash_double(lanes_widest_separation_of_point(a, b->centre_x, b->centre_y));
}

static void run_separation_of_edge(const struct convex *a, const struct convex *b)
{
    const ptrdiff_t i = next_below(a->n);
    hash_double(lanes_separation_of_edge(a, i, a->x[i], a->y[i], b));
}

static void run_overlap_times(const struct convex *a, const struct convex *b)
{
    double enter = 0.0, leave = 10.0;
    const double vx = (double)(next_below(5) - 2), vy = (double)(next_below(5) - 2);
    ptrdiff_t entered = -1;
    hash_double(level_now->rings.overlap_times(a, 0, a->edges, b, vx, vy, &enter, &leave,
                                               &entered));
    hash_double(enter);
    hash_double(leave);
    hash_index(entered);
}

static void run_box_area(const struct convex *a, const struct convex *b)
{
    double area = 0.0;
    if (a->n != 4 || b->n != 4)
        return;
    hash_index(level_now->rings.box_area(a, b, 8.0, &area));
    hash_double(area);
}

/* Boxes, and rings whose half has whole blocks of edges: a stray lane would hold the opposite of
 * another edge, and the separations of those may differ by the last bit. */
static void run_widest_symmetric_separation(const struct convex *a, const struct convex *b)
{
    if ((a->n != 4 && (!a->half || a->half % 4)) || (b->n != 4 && (!b->half || b->half % 4)))
        return;
    hash_double(lanes_widest_symmetric_separation(a, b));
}

/* The points of a ring as callers have them, `stride` doubles apart. */
static void give_points(const struct convex *ring, int clockwise, ptrdiff_t stride, double *points)
{
    const ptrdiff_t n = ring->n;
    ptrdiff_t i;
    for (i = 0; i < n; i++) {
        points[i * stride] = ring->x[clockwise ? (n - i) % n : i];
        points[i * stride + 1] = ring->y[clockwise ? (n - i) % n : i];
    }
}

static void hash_measures(const struct ring_measures *of)
{
    hash_double(of->pivot_extent);
    hash_double(of->square);
    hash_double(of->shortest_square);
    hash_double(of->in_edges);
    hash_double(of->asymmetry);
}

static void run_read(const struct convex *a, const struct convex *b)
{
    double points[3 * ROOM];
    const int clockwise = (int)next_below(2);
    struct ring_measures of;
    Ring ring;
    begin_ring(&ring, a->n);
    give_points(a, clockwise, 3, points);
    points[0] = next_below(16) ? points[0] : b->centre_x; /* now and then no convex ring */
    memset(&of, 0, sizeof of);
    hash_index(level_now->rings.read(points, points + 1, a->n, 3, &ring.convex, &of));
    run_place(&ring.convex, b);
    hash_measures(&of);
    /* The same in the arrays of the ring itself, and without looking at its winding. */
    memcpy(ring.x, a->x, sizeof ring.x);
    memcpy(ring.y, a->y, sizeof ring.y);
    hash_index(level_now->rings.read(ring.x, ring.y, a->n, 1, &ring.convex, &of));
    level_now->rings.measure(&ring.convex, &of);
    run_place(&ring.convex, b);
    hash_measures(&of);
}

static void run_rings(const struct convex *a, const struct convex *b)
{
    double first[2 * ROOM], second[2 * ROOM], vector[2] = {0.0, 0.0}, time = 0.0;
    const struct given_rings rings = {first, first + 1, second, second + 1, a->n, b->n, 2, 2};
    const double vx = (double)(next_below(5) - 2), vy = (double)(next_below(5) - 2);
    give_points(a, (int)next_below(2), 2, first);
    give_points(b, (int)next_below(2), 2, second);
    hash_index(level_now->rings.meet(&rings));
    hash_index(level_now->rings.part(&rings, vector));
    hash_doubles(vector, 2);
    hash_index(level_now->rings.time(&rings, vx, vy, 10.0, &time));
    hash_double(time);
}

static const struct {
    const char *name;
    void (*run)(const struct convex *a, const struct convex *b);
} KERNELS[] = {
    {"place", run_place},
    {"edges", run_edges},
    {"edge_separations", run_edge_separations},
    {"widest_separation", run_widest_separation},
    {"widest_separation_of_point", run_widest_separation_of_point},
    {"separation_of_edge", run_separation_of_edge},
    {"overlap_times", run_overlap_times},
    {"box_area", run_box_area},
    {"read", run_read},
    {"rings", run_rings},
    {"widest_symmetric_separation", run_widest_symmetric_separation},
};

#define PAIRS 4099 /* of verdicts; not a whole number of stretches */

/* Boxes, turned or on whole numbers, and discs. Their skew is that of a good pose, or a bad one. */
static void make_records(double (*records)[RECORD])
{
    ptrdiff_t i;
    for (i = 0; i < PAIRS; i++) {
        Ring ring;
        make_ring(&ring, i % 4 == 0, 4);
        records[i][CENTRE_X] = ring.convex.centre_x;
        records[i][CENTRE_Y] = ring.convex.centre_y;
        records[i][AXIS_X] = i % 5 ? ring.cosine : (double)NAN;
        records[i][AXIS_Y] = i % 5 ? ring.sine : (double)NAN;
        records[i][HALF_WIDTH] = i % 4 ? 0.25 + next_unit() : 1.0;
        records[i][HALF_HEIGHT] = i % 5 ? (i % 4 ? 0.25 + next_unit()
                                           : 2.0) : records[i][HALF_WIDTH];
        records[i][BOUNDING_RADIUS] = records[i][HALF_WIDTH] + records[i][HALF_HEIGHT];
        records[i][SKEW] = i % 7 ? 0x1p-50 : 0x1p-3;
    }
}

/* Of two in three the core, which is rounded. */
static void round_cores(double (*records)[RECORD])
{
    ptrdiff_t i;
    for (i = 0; i < PAIRS; i++)
        if (i % 3) {
            records[i][AXIS_X] = (double)NAN;
            records[i][CORE_RADIUS] = i % 4 ? 0.5 * next_unit() : 0.0;
        }
}

/* The verdicts of every level: 0 if they agree. */
static int run_levels(void)
{
    enum { FIRST_OF_CORES = 3, KINDS = 5 };
    static const char *const names[] = {"boxes", "shapes", "edges", "cores", "points_by_cores"};
    static double a_records[PAIRS][RECORD], b_records[PAIRS][RECORD];
    static ptrdiff_t index[PAIRS];
    static unsigned char verdicts[SIMD_LEVELS][PAIRS];
    ptrdiff_t k;
    int kind, variant, level;
    state = UINT64_C(0x9E3779B97F4A7C15);
    make_records(a_records);
    make_records(b_records);
    for (k = 0; k < PAIRS; k++)
        index[k] = next_below(PAIRS - 1); /* a side begins at the second record */
    for (kind = 0; kind < KINDS; kind++) {
        const int has_cores = kind >= FIRST_OF_CORES;
        if (kind == FIRST_OF_CORES) {
            round_cores(a_records);
            round_cores(b_records);
        }
        hash = UINT64_C(0xCBF29CE484222325);
        for (variant = 0; variant < 3; variant++) { /* one by one, indexed, one against many */
            const ptrdiff_t count = PAIRS - 1;
            const struct pair_batch batch = {
                {.records = a_records[1], .index = variant == 1 ? index : NULL,
                 .is_one = variant == 2, .has_cores = has_cores},
                {.records = b_records[0], .has_cores = has_cores},
                count};
            for (level = 0; level <= simd_highest_level(); level++) {
                const struct pair_loops *pairs = &simd_levels[level]->pairs;
                const classify_t classifiers[] = {pairs->classify_boxes, pairs->classify_shapes,
                                                  pairs->find_edges, pairs->classify_shapes,
                                                  pairs->classify_points};
                const ptrdiff_t uncertain = classifiers[kind](&batch, verdicts[level]);
                if (level == 0)
                    hash_index(uncertain);
                if (memcmp(verdicts[level], verdicts[0], (size_t)count)) {
                    printf("%s: %s differs from %s\n", names[kind], simd_levels[level]->name,
                           simd_levels[0]->name);
                    return 1;
                }
            }
            hash_bytes(verdicts[0], (size_t)count);
        }
        printf("%s %016llx\n", names[kind], (unsigned long long)hash);
    }
    return 0;
}

/* The hash of one kernel's results on all rounds, at a level. */
static uint64_t run_rounds(size_t kernel, int level)
{
    int round;
    level_now = simd_levels[level];
    state = UINT64_C(0x9E3779B97F4A7C15);
    hash = UINT64_C(0xCBF29CE484222325);
    for (round = 0; round < ROUNDS; round++) {
        Ring a, b;
        make_ring(&a, round % 4 == 0, 3 + next_below(LARGEST - 2));
        make_ring(&b, round % 4 == 0, round % 3 ? 4 : 3 + next_below(LARGEST - 2));
        KERNELS[kernel].run(&a.convex, &b.convex);
    }
    return hash;
}

/* What one level says of boxes, of uncertain pairs nothing but that. */
typedef struct {
    double records[PAIRS][RECORD], angles[PAIRS];
    unsigned char parted[PAIRS], axed[PAIRS], held[PAIRS], met[PAIRS], struck[PAIRS], missed[PAIRS];
    double vectors[PAIRS][2], axes[PAIRS][2];
    double normal[PAIRS][2], depth[PAIRS], mtv[PAIRS][2], points[PAIRS][4];
    double depths[PAIRS][2];
    int32_t features[PAIRS][4];
    signed char counts[PAIRS];
    unsigned char a_in_b[PAIRS], b_in_a[PAIRS];
    double time[PAIRS], exit_time[PAIRS], impact_normal[PAIRS][2], point[PAIRS][2];
    unsigned char initial[PAIRS], leaving[PAIRS];
    float proxies[PAIRS][PROXY];
    unsigned char by_proxies[PAIRS];
    double areas[PAIRS], shares[PAIRS];
    unsigned char shared[PAIRS], united[PAIRS];
    double within[PAIRS];
    double in_range[PAIRS];
    double listed[PAIRS];
    float disc_proxies[PAIRS][PROXY];
    unsigned char discs_by_proxies[3][PAIRS];
    double distances[PAIRS];
    unsigned char measured[PAIRS];
    double round_distances[5][PAIRS];
    unsigned char measured_rounds[5][PAIRS];
    unsigned char points_by_proxies[2][PAIRS];
} Said;

/* Boxes of all kinds; every fourth on whole numbers. Two poses are as if spoiled after a check. */
static void make_boxes(double (*records)[RECORD], double (*places)[2], double *turns)
{
    ptrdiff_t k;
    for (k = 0; k < PAIRS; k++) {
        records[k][HALF_WIDTH] = k % 4 ? 0.25 + next_unit() : 1.0;
        records[k][HALF_HEIGHT] = k % 4 ? 0.25 + next_unit() : 2.0;
        places[k][0] = k % 4 ? 2.0 * next_unit() : (double)next_below(3);
        places[k][1] = k % 4 ? 2.0 * next_unit() : (double)next_below(3);
        turns[k] = k % 4 ? 9.0 * next_unit() : -0.0;
    }
    turns[5] = (double)NAN;
    places[6][1] = INFINITY;
}

static void forget_doubtful(Said *said)
{
    ptrdiff_t k;
    for (k = 0; k < PAIRS; k++) {
        if (said->parted[k] == PAIR_UNCERTAIN)
            said->vectors[k][0] = said->vectors[k][1] = 0.0;
        if (said->axed[k] == PAIR_UNCERTAIN)
            said->axes[k][0] = said->axes[k][1] = 0.0;
        if (said->met[k] == PAIR_UNCERTAIN) {
            memset(said->normal[k], 0, sizeof said->normal[k]);
            memset(said->mtv[k], 0, sizeof said->mtv[k]);
            memset(said->points[k], 0, sizeof said->points[k]);
            memset(said->depths[k], 0, sizeof said->depths[k]);
            memset(said->features[k], 0, sizeof said->features[k]);
            said->depth[k] = 0.0;
            said->counts[k] = 0;
            said->a_in_b[k] = said->b_in_a[k] = 0;
        }
        if (said->struck[k] == PAIR_UNCERTAIN) {
            memset(said->impact_normal[k], 0, sizeof said->impact_normal[k]);
            memset(said->point[k], 0, sizeof said->point[k]);
            said->time[k] = said->exit_time[k] = 0.0;
            said->initial[k] = said->leaving[k] = 0;
        }
        if (said->shared[k] == PAIR_UNCERTAIN)
            said->areas[k] = 0.0;
        if (said->united[k] == PAIR_UNCERTAIN)
            said->shares[k] = 0.0;
        if (said->measured[k] == PAIR_UNCERTAIN)
            said->distances[k] = 0.0;
    }
}

/* Verdicts of proxies alone, those of one side about another origin. Records of NaN add nothing; no more
 * pairs at once than are classified before the rest is left to these. */
static void classify_proxies(const struct pair_loops *pairs, double (*places)[2], Said *said)
{
    static const double here[2] = {0.0, 0.0}, there[2] = {0.25, -1.0};
    static double unknown[PAIRS][RECORD];
    static float others[PAIRS][PROXY];
    static ptrdiff_t index[PAIRS];
    double angles[PAIRS], turns[PAIRS];
    ptrdiff_t k;
    int i;
    for (k = 0; k < PAIRS; k++) {
        turns[k] = said->angles[k];
        index[k] = PAIRS - 1 - k;
    }
    memcpy(unknown, said->records, sizeof unknown);
    pairs->pose_boxes(unknown[0], angles, others[0], there, places[0], turns, PAIRS);
    for (k = 0; k < PAIRS; k++)
        for (i = 0; i < RECORD; i++)
            unknown[k][i] = (double)NAN;
    for (k = 0; k < PAIRS - 1; k += CASCADE_BLOCK) {
        const ptrdiff_t left = PAIRS - 1 - k;
        const struct pair_batch batch = {
            {.records = unknown[0], .index = k % 512 ? index + k : NULL,
             .proxies = said->proxies[0], .origin = here},
            {.records = unknown[0], .is_one = k % 1024 == 256, .proxies = others[1 + k],
             .origin = there},
            left < CASCADE_BLOCK ? left : CASCADE_BLOCK};
        pairs->classify_boxes(&batch, said->by_proxies + k);
    }
}

/* Discs in the places of the boxes, as wide as these are high; some of them are points. */
static void make_disc_proxies(double (*boxes)[RECORD], const double *origin,
                              float (*proxies)[PROXY])
{
    static double records[PAIRS][RECORD];
    ptrdiff_t k;
    memcpy(records, boxes, sizeof records);
    for (k = 0; k < PAIRS; k++) {
        records[k][BOUNDING_RADIUS] = boxes[k][HALF_HEIGHT];
        records[k][HALF_WIDTH] = k % 11 ? boxes[k][HALF_HEIGHT] : (double)NAN;
    }
    write_disc_proxies(records[0], origin, PAIRS, proxies[0]);
}

/* Verdicts of proxies alone on two discs, a disc and a box, and a box and a disc. */
static void classify_disc_proxies(const struct pair_loops *pairs, Said *said)
{
    static const double here[2] = {0.0, 0.0}, there[2] = {0.25, -1.0};
    static double unknown[PAIRS][RECORD];
    static float others[PAIRS][PROXY];
    static ptrdiff_t index[PAIRS];
    ptrdiff_t k;
    int i;
    make_disc_proxies(said->records, here, said->disc_proxies);
    make_disc_proxies(said->records, there, others);
    for (k = 0; k < PAIRS; k++) {
        index[k] = PAIRS - 1 - k;
        for (i = 0; i < RECORD; i++)
            unknown[k][i] = (double)NAN;
    }
    for (k = 0; k < PAIRS - 1; k += CASCADE_BLOCK) {
        const ptrdiff_t left = PAIRS - 1 - k, count = left < CASCADE_BLOCK ? left : CASCADE_BLOCK;
        const int is_one = k % 1024 == 256;
        const struct pair_side disc = {.records = unknown[0], .index = k % 512 ? index + k : NULL,
                                       .proxies = said->disc_proxies[0], .origin = here,
                                       .kind = OF_DISCS};
        const struct pair_side other = {.records = unknown[0], .is_one = is_one,
                                        .proxies = others[1 + k], .origin = there,
                                        .kind = OF_DISCS};
        const struct pair_side box = {.records = unknown[0], .is_one = is_one,
                                      .proxies = said->proxies[1 + k], .origin = here};
        const struct pair_batch batches[3] = {
            {disc, other, count}, {disc, box, count}, {box, disc, count}};
        for (i = 0; i < 3; i++)
            pairs->classify_shapes(&batches[i], said->discs_by_proxies[i] + k);
    }
}

/* Verdicts of proxies alone on points and boxes, and on points and discs. */
static void classify_point_proxies(const struct pair_loops *pairs, double (*places)[2], Said *said)
{
    static const double here[2] = {0.0, 0.0};
    static double unknown[PAIRS][RECORD];
    static ptrdiff_t index[PAIRS];
    ptrdiff_t k;
    int i;
    for (k = 0; k < PAIRS; k++) {
        index[k] = PAIRS - 1 - k;
        for (i = 0; i < RECORD; i++)
            unknown[k][i] = (double)NAN;
    }
    for (k = 0; k < PAIRS - 1; k += CASCADE_BLOCK) {
        const ptrdiff_t left = PAIRS - 1 - k, count = left < CASCADE_BLOCK ? left : CASCADE_BLOCK;
        const ptrdiff_t *const rows = k % 512 ? index + k : NULL;
        const struct pair_side box = {.records = unknown[0], .is_one = k % 1024 == 256,
                                      .proxies = said->proxies[1 + k], .origin = here};
        const struct pair_side disc = {.records = unknown[0], .index = rows,
                                       .proxies = said->disc_proxies[0], .origin = here,
                                       .kind = OF_DISCS};
        const struct pair_side point = {.records = places[k], .origin = here, .kind = OF_POINTS};
        const struct pair_side other = {.records = places[0], .index = rows, .origin = here,
                                        .kind = OF_POINTS};
        const struct pair_batch batches[2] = {{box, point, count}, {disc, other, count}};
        for (i = 0; i < 2; i++)
            pairs->classify_points(&batches[i], said->points_by_proxies[i] + k);
    }
}

/* How far two segments are apart, and a disc and a segment or a box, and the other way round. A record of a
 * box is as well the row of a segment, and has a place for a disc. */
static void measure_round_shapes(const struct pair_loops *pairs, Said *said)
{
    static double radii[PAIRS];
    static ptrdiff_t index[PAIRS];
    const struct segment_row *const rows = (const struct segment_row *)said->records;
    const struct pair_side segment = {.records = said->records[0], .index = index,
                                      .kind = OF_SEGMENTS, .segments = rows, .radii = radii};
    const struct pair_side other = {.records = said->records[1], .kind = OF_SEGMENTS,
                                    .segments = rows + 1, .radii = radii + 1};
    const struct pair_side disc = {.records = said->records[1], .kind = OF_DISCS,
                                   .radii = radii + 1};
    const struct pair_side box = {.records = said->records[0], .index = index};
    const struct pair_batch batches[5] = {{segment, other, PAIRS - 1},
                                          {disc, segment, PAIRS - 1},
                                          {segment, disc, PAIRS - 1},
                                          {disc, box, PAIRS - 1},
                                          {box, disc, PAIRS - 1}};
    ptrdiff_t k;
    int form;
    for (k = 0; k < PAIRS; k++) {
        radii[k] = 0.25 * (double)(k % 3);
        index[k] = PAIRS - 1 - k;
    }
    for (form = 0; form < 5; form++) {
        double *const distances = said->round_distances[form];
        unsigned char *const verdicts = said->measured_rounds[form];
        pairs->find_round_distances(&batches[form], distances, verdicts);
        for (k = 0; k < PAIRS - 1; k++)
            if (verdicts[k] == PAIR_UNCERTAIN)
                distances[k] = 0.0;
    }
}

static void answer_boxes(const struct pair_loops *pairs, double (*places)[2],
                         const double *turns, Said *said)
{
    static const double still[2] = {0.0, 0.0}, end = 1.5;
    static const double origin[2] = {0.0, 0.0};
    const struct pair_batch batch = {
        {.records = said->records[1]}, {.records = said->records[0]}, PAIRS - 1};
    const struct pair_batch points = {
        {.records = said->records[1]}, {.records = places[0]}, PAIRS - 1};
    const struct motions motions = {places[0], still, &end, 0, 1, 1, 0, 0};
    const struct contact_arrays contacts = {said->met, said->normal[0], said->depth, said->mtv[0],
                                            said->points[0], said->depths[0], said->features[0],
                                            said->counts, said->a_in_b, said->b_in_a};
    const struct impact_arrays impacts = {said->struck, said->time, said->exit_time,
                                          said->impact_normal[0], said->point[0], said->initial,
                                          said->leaving};
    ptrdiff_t rows[PAIRS + 16], k;
    for (k = 0; k < PAIRS + 16; k++)
        rows[k] = k % 31 == 7 ? -1 : k; /* the last ones are too large */
    for (k = 0; k + 8 < PAIRS; k++) {
        said->within[k] = pairs->poses_within(3.0, places[k], turns + k, k % 9);
        said->in_range[k] = pairs->numbers_within(0.0, 1.9, places[k], k % 17);
        said->listed[k] = pairs->rows_within(PAIRS - 8, rows + k, k % 19);
    }
    pairs->pose_boxes(said->records[0], said->angles, said->proxies[0], origin, places[0], turns,
                      PAIRS);
    pairs->find_translations(&batch, said->vectors[0], said->parted);
    pairs->find_axes(&batch, said->axes[0], said->axed);
    pairs->classify_points(&points, said->held);
    pairs->find_contacts(&batch, 0.0, &contacts, 0);
    pairs->find_sweeps(&batch, &motions, &impacts, 0);
    pairs->find_misses(&batch, &motions, 1, said->missed, 0);
    classify_proxies(pairs, places, said);
    classify_disc_proxies(pairs, said);
    classify_point_proxies(pairs, places, said);
    pairs->find_areas(&batch, 0, said->areas, said->shared);
    pairs->find_areas(&batch, 1, said->shares, said->united);
    pairs->find_distances(&batch, said->distances, said->measured);
    measure_round_shapes(pairs, said);
    forget_doubtful(said);
}

/* What every level says of boxes: 0 if they agree. */
static int run_boxes(void)
{
    static Said said[SIMD_LEVELS];
    static double places[PAIRS][2], turns[PAIRS];
    const struct {
        const char *name;
        size_t first, last; /* members of Said */
    } parts[] = {
        {"poses", offsetof(Said, records), offsetof(Said, parted)},
        {"verdicts", offsetof(Said, parted), offsetof(Said, vectors)},
        {"translations", offsetof(Said, vectors), offsetof(Said, axes)},
        {"axes", offsetof(Said, axes), offsetof(Said, normal)},
        {"contacts", offsetof(Said, normal), offsetof(Said, time)},
        {"sweeps", offsetof(Said, time), offsetof(Said, proxies)},
        {"proxies", offsetof(Said, proxies), offsetof(Said, by_proxies)},
        {"by_proxies", offsetof(Said, by_proxies), offsetof(Said, areas)},
        {"areas", offsetof(Said, areas), offsetof(Said, within)},
        {"poses_within", offsetof(Said, within), offsetof(Said, in_range)},
        {"numbers_within", offsetof(Said, in_range), offsetof(Said, listed)},
        {"rows_within", offsetof(Said, listed), offsetof(Said, disc_proxies)},
        {"disc_proxies", offsetof(Said, disc_proxies), offsetof(Said, discs_by_proxies)},
        {"discs_by_proxies", offsetof(Said, discs_by_proxies), offsetof(Said, distances)},
        {"distances", offsetof(Said, distances), offsetof(Said, round_distances)},
        {"round_distances", offsetof(Said, round_distances), offsetof(Said, points_by_proxies)},
        {"points_by_proxies", offsetof(Said, points_by_proxies), sizeof(Said)},
    };
    size_t k;
    int level;
    state = UINT64_C(0x9E3779B97F4A7C15);
    make_boxes(said[0].records, places, turns);
    for (level = 1; level < SIMD_LEVELS; level++)
        memcpy(said[level].records, said[0].records, sizeof said[0].records);
    for (level = 0; level <= simd_highest_level(); level++)
        answer_boxes(&simd_levels[level]->pairs, places, turns, &said[level]);
    for (k = 0; k < sizeof parts / sizeof *parts; k++) {
        const char *const first = (const char *)&said[0] + parts[k].first;
        const size_t size = parts[k].last - parts[k].first;
        for (level = 1; level <= simd_highest_level(); level++)
            if (memcmp((const char *)&said[level] + parts[k].first, first, size)) {
                printf("%s: %s differs from %s\n", parts[k].name, simd_levels[level]->name,
                       simd_levels[0]->name);
                return 1;
            }
        hash = UINT64_C(0xCBF29CE484222325);
        hash_bytes(first, size);
        printf("%s %016llx\n", parts[k].name, (unsigned long long)hash);
    }
    return 0;
}

#define SWEPT_BOXES 1021 /* in a strip */

/* By their left sides, on whole numbers, so that many begin at one place; some start below. */
static void make_strip(struct strip *strip)
{
    static double columns[2][4][SWEPT_BOXES + SWEPT];
    static uint32_t indices[2][SWEPT_BOXES + SWEPT];
    static int made;
    double(*const column)[SWEPT_BOXES + SWEPT] = columns[made];
    ptrdiff_t k;
    for (k = 0; k < SWEPT_BOXES; k++) {
        column[0][k] = (double)(k / 5);
        column[1][k] = column[0][k] + (double)next_below(9);
        column[2][k] = next_below(5) ? (double)next_below(60) : -INFINITY;
        column[3][k] = (double)next_below(60);
        indices[made][k] = (uint32_t)next_below(0x7FFFFFFF);
    }
    for (; k < SWEPT_BOXES + SWEPT; k++) {
        column[0][k] = INFINITY;
        column[1][k] = column[2][k] = column[3][k] = (double)NAN;
        indices[made][k] = 0;
    }
    strip->n = SWEPT_BOXES;
    strip->low_x = column[0];
    strip->high_x = column[1];
    strip->low_y = column[2];
    strip->high_y = column[3];
    strip->index = indices[made++];
}

/* The pairs that a sweep of every level finds: 0 if they are the same, in the same order. */
static int run_sweeps(void)
{
    static uint64_t first[40 * SWEPT_BOXES], found[40 * SWEPT_BOXES];
    struct strip strips[2];
    int level, order;
    state = UINT64_C(0x9E3779B97F4A7C15);
    hash = UINT64_C(0xCBF29CE484222325);
    make_strip(&strips[0]);
    make_strip(&strips[1]);
    for (order = LOWER_FIRST; order <= SWEEPING_SECOND; order++) {
        ptrdiff_t pairs = 0;
        for (level = 0; level <= simd_highest_level(); level++) {
            uint64_t *const words = level ? found : first;
            struct strip_sweep sweep = {&strips[0], &strips[order > LOWER_FIRST],
                                        (enum pair_order)order, 0, 0, words,
                                        words + 40 * SWEPT_BOXES};
            simd_levels[level]->strips.sweep(&sweep, PTRDIFF_MAX);
            if (!level)
                pairs = sweep.end - words;
            if (sweep.next < SWEPT_BOXES || sweep.end - words != pairs
                || memcmp(words, first, (size_t)pairs * sizeof *words)) {
                printf("pairs: %s differs from %s\n", simd_levels[level]->name,
                       simd_levels[0]->name);
                return 1;
            }
        }
        hash_index(pairs);
        hash_bytes(first, (size_t)pairs * sizeof *first);
    }
    printf("pairs %016llx\n", (unsigned long long)hash);
    return 0;
}

#define SCANNED (SCAN_MOST + SCAN_PADDING)

/* Circles on whole numbers, so that many touch, and velocities, some of them 0. */
static void make_circles(struct scan_rows *rows, uint32_t *number)
{
    static double columns[6][SCANNED];
    ptrdiff_t k;
    for (k = 0; k < SCANNED; k++) {
        columns[0][k] = (double)next_below(20);
        columns[1][k] = (double)next_below(20);
        columns[2][k] = (double)next_below(3);
        columns[3][k] = next_below(4) ? 0.5 * columns[2][k] : -columns[2][k];
        columns[4][k] = (double)next_below(3) - 1.0;
        columns[5][k] = (double)next_below(3) - 1.0;
        number[k] = (uint32_t)(3 * k);
    }
    rows->x = columns[0];
    rows->y = columns[1];
    rows->outer = columns[2];
    rows->inner = columns[3];
    rows->velocity_x = columns[4];
    rows->velocity_y = columns[5];
}

/* What the scans of a level find of one query and its group, one after the other. */
static ptrdiff_t scan_all(int level, const struct scan_rows *rows, const uint32_t *number,
                          const struct scan_query *query, uint32_t *found, uint64_t *words)
{
    const struct scan_loops *const scans = &simd_levels[level]->scans;
    ptrdiff_t n = scans->near(rows, query, 1.0, found);
    n += scans->nearest(rows, query, 1, INFINITY, found + n);
    n += scans->nearest(rows, query, 3, 4.0, found + n);
    n += scans->moving(rows, query, 2.0, found + n);
    n += scans->moving(rows, query, INFINITY, found + n);
    words[0] = (uint64_t)n;
    return 1 + scans->within(rows, number, query->first, query->end, 1.0, words + 1);
}

/* Groups of all sizes: 0 if every level finds the same. */
static int run_scans(void)
{
    static uint32_t number[SCANNED], found[2][5 * SCAN_MOST];
    static uint64_t words[2][SCAN_MOST * SCAN_MOST];
    struct scan_rows rows;
    struct scan_query query;
    int level, round;
    state = UINT64_C(0x9E3779B97F4A7C15);
    hash = UINT64_C(0xCBF29CE484222325);
    for (round = 0; round < 2000; round++) {
        ptrdiff_t pairs = 0;
        make_circles(&rows, number);
        query.first = next_below(SCAN_MOST);
        query.end = query.first + 1 + next_below(SCAN_MOST - query.first);
        query.x = rows.x[query.first];
        query.y = rows.y[query.first];
        query.outer = rows.outer[query.first];
        query.inner = rows.inner[query.first];
        query.velocity_x = (double)next_below(3) - 1.0;
        query.velocity_y = (double)next_below(3) - 1.0;
        query.hidden = (uint64_t)next_below(2);
        for (level = 0; level <= simd_highest_level(); level++) {
            const ptrdiff_t n =
                scan_all(level, &rows, number, &query, found[level > 0], words[level > 0]);
            if (level == 0)
                pairs = n;
            if (n != pairs || memcmp(words[level > 0], words[0], (size_t)n * sizeof **words)
                || memcmp(found[level > 0], found[0], (size_t)words[0][0] * sizeof **found)) {
                printf("scans: %s differs from %s\n", simd_levels[level]->name,
                       simd_levels[0]->name);
                return 1;
            }
        }
        hash_bytes(words[0], (size_t)pairs * sizeof **words);
        hash_bytes(found[0], (size_t)words[0][0] * sizeof **found);
    }
    printf("scans %016llx\n", (unsigned long long)hash);
    return 0;
}

#define RAY_BOXES 61

/* What every level says of rays. Places without a defined value are 0. */
typedef struct {
    struct aimed_rays rays;
    uint32_t ray[RAY_BOXES * RAY_ROOM], row[RAY_BOXES * RAY_ROOM];
    double distances[2][RAY_BOXES * RAY_ROOM];
    double contacts[RAY_BOXES * RAY_ROOM][CONTACT_NUMBERS];
    double nearest[RAYS];
    ptrdiff_t rows[RAYS];
    unsigned char verdicts[3][RAY_BOXES * RAY_ROOM];
    ptrdiff_t count;
} Hits;

/* Numbers of what is uncertain are not the same at every level. */
static void forget_uncertain(Hits *hits, int what, double *numbers, int width)
{
    ptrdiff_t k;
    for (k = 0; k < hits->count; k++)
        if (hits->verdicts[what][k] == PAIR_UNCERTAIN)
            memset(numbers + width * k, 0, (size_t)width * sizeof *numbers);
}

static void cast_rays(const struct ray_loops *kernels, const struct given_rays *given,
                      const struct circles *circles, double (*records)[RECORD], Hits *hits)
{
    struct ray_pairs pairs = {hits->ray, hits->row, 0, RAY_BOXES * RAY_ROOM};
    ptrdiff_t k;
    kernels->aim(given, RAYS, 0.0, 0.0, &hits->rays, 0);
    for (k = 0; k < RAY_ROOM; k++)
        hits->rays.ignored[k] = k % 3 ? NO_SHAPE : (uint32_t)(k % RAY_BOXES);
    for (k = 0; k < RAYS; k++) {
        hits->nearest[k] = INFINITY;
        hits->rows[k] = -1;
    }
    kernels->find_near(&hits->rays, 0, RAYS, circles, &pairs);
    hits->count = pairs.count;
    kernels->cross_boxes(&hits->rays, records[0], &pairs, hits->distances[0], hits->verdicts[0]);
    kernels->cross_discs(&hits->rays, records[0], &pairs, hits->distances[1], hits->verdicts[1]);
    kernels->describe_boxes(&hits->rays, records[0], &pairs, hits->contacts[0], hits->verdicts[2]);
    forget_uncertain(hits, 0, hits->distances[0], 1);
    forget_uncertain(hits, 1, hits->distances[1], 1);
    forget_uncertain(hits, 2, hits->contacts[0], CONTACT_NUMBERS);
    kernels->keep_nearest(&pairs, hits->distances[0], hits->nearest, hits->rows);
}

static int compare_pairs(const void *a, const void *b)
{
    const uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
    return (one > other) - (one < other);
}

/* The pairs, whose order depends on the number of lanes, with the bits of their numbers. */
static uint64_t hash_of_hits(const Hits *hits)
{
    static uint64_t sorted[RAY_BOXES * RAY_ROOM][2];
    ptrdiff_t k;
    for (k = 0; k < hits->count; k++) {
        hash = UINT64_C(0xCBF29CE484222325);
        hash_bytes(&hits->distances[0][k], sizeof(double));
        hash_bytes(&hits->distances[1][k], sizeof(double));
        hash_bytes(hits->contacts[k], sizeof hits->contacts[k]);
        sorted[k][0] = (uint64_t)hits->ray[k] << 32 | hits->row[k];
        sorted[k][1] = hash;
    }
    qsort(sorted, (size_t)hits->count, sizeof *sorted, compare_pairs);
    hash = UINT64_C(0xCBF29CE484222325);
    hash_bytes(sorted, (size_t)hits->count * sizeof *sorted);
    hash_bytes(hits->nearest, sizeof hits->nearest);
    hash_bytes(hits->rays.record, RAYS * sizeof *hits->rays.record);
    for (k = 0; k < RAYS; k++)
        hash_index(hits->rows[k]);
    return hash;
}

/* Rays on whole numbers and halves, among boxes; some of these are discs for cross_discs. */
static int run_rays(void)
{
    static Hits said[SIMD_LEVELS];
    static double records[RAY_BOXES][RECORD], numbers[4][RAYS];
    static float x[RAY_BOXES + LAST_CIRCLES], y[RAY_BOXES + LAST_CIRCLES];
    static float radius[RAY_BOXES + LAST_CIRCLES];
    static uint32_t row[RAY_BOXES];
    const double end = 40.0, none = 0.0;
    const struct given_rays given = {{numbers[0], 1}, {numbers[1], 1}, {numbers[2], 1},
                                     {numbers[3], 1}, {&end, 0},       {&none, 0},
                                     0,               0.0,             0.0};
    const struct circles circles = {x, y, radius, row, row, 0.0, 0.0, 0, RAY_BOXES};
    uint64_t expected = 0;
    ptrdiff_t k;
    int level;
    state = UINT64_C(0x9E3779B97F4A7C15);
    for (k = 0; k < RAY_BOXES; k++) {
        double *const box = records[k];
        box[CENTRE_X] = (double)next_below(40) - 20.0;
        box[CENTRE_Y] = (double)next_below(40) - 20.0;
        on_circle(k % 4 ? next_unit() : 0.0, &box[AXIS_X], &box[AXIS_Y]);
        box[HALF_WIDTH] = 0.5 * (double)(1 + next_below(4));
        box[HALF_HEIGHT] = 0.5 * (double)(1 + next_below(4));
        box[BOUNDING_RADIUS] = box[HALF_WIDTH] + box[HALF_HEIGHT];
        row[k] = (uint32_t)k;
        write_circle(box, 0.0, 0.0, x + k, y + k, radius + k);
    }
    for (k = 0; k < RAYS; k++) {
        numbers[0][k] = 0.5 * (double)(next_below(80) - 40);
        numbers[1][k] = 0.5 * (double)(next_below(80) - 40);
        numbers[2][k] = (double)(next_below(9) - 4);
        numbers[3][k] = numbers[2][k] == 0.0 ? 1.0 : (double)(next_below(9) - 4);
    }
    for (level = 0; level <= simd_highest_level(); level++) {
        cast_rays(&simd_levels[level]->rays, &given, &circles, records, &said[level]);
        if (level && hash_of_hits(&said[level]) != expected) {
            printf("rays: %s differs from %s\n", simd_levels[level]->name, simd_levels[0]->name);
            return 1;
        }
        expected = level ? expected : hash_of_hits(&said[0]);
    }
    printf("rays %016llx\n", (unsigned long long)expected);
    return 0;
}

int main(void)
{
    size_t k;
    int level;
    printf("# %d lanes in lanes.h; %s\n", LANES,
           simd_levels[simd_highest_level()]->name);
    for (k = 0; k < sizeof KERNELS / sizeof *KERNELS; k++) {
        const uint64_t expected = run_rounds(k, 0);
        for (level = 1; level <= simd_highest_level(); level++) {
            if (run_rounds(k, level) != expected) {
                printf("%s: %s differs from %s\n", KERNELS[k].name, simd_levels[level]->name,
                       simd_levels[0]->name);
                return 1;
            }
        }
        printf("%s %016llx\n", KERNELS[k].name, (unsigned long long)expected);
    }
    return run_levels() || run_boxes() || run_sweeps() || run_scans() || run_rays();
}
