/* A module of somebody else, compiled with sepax.h alone: every function of a family for one pair, in
 * the order of LAYOUT in tests/callers.py. It is C99 and C++11. */
#include <Python.h>
#include <sepax.h>

#include <pthread.h>

#ifdef __cplusplus
#define EXPORTED extern "C" __attribute__((visibility("default")))
#else
#define EXPORTED __attribute__((visibility("default")))
#endif

static const sepax_api *api;
static double *row; /* where the next number goes */

static void put(double number)
{
    *row++ = number;
}

static void put_all(int returned, const double *numbers, int count)
{
    put(returned);
    for (int i = 0; i < count; i++)
        put(returned == 1 ? numbers[i] : 0.0);
}

static void put_contact(int returned, const sepax_contact *c)
{
    const double numbers[16] = {
        c->normal[0], c->normal[1], c->depth, c->points[0][0], c->points[0][1], c->points[1][0],
        c->points[1][1], c->depths[0], c->depths[1], (double)c->features[0][0],
        (double)c->features[0][1], (double)c->features[1][0], (double)c->features[1][1],
        (double)c->two_points, (double)c->a_in_b, (double)c->b_in_a,
    };
    put_all(returned, numbers, 16);
}

static void put_impact(int returned, const sepax_impact *impact)
{
    const double numbers[8] = {
        impact->time, impact->exit_time, impact->normal[0], impact->normal[1], impact->point[0],
        impact->point[1], (double)impact->initial, (double)impact->leaving,
    };
    put_all(returned, numbers, 8);
}

static void put_clearance(int returned, const sepax_clearance *clearance)
{
    const double numbers[14] = {
        clearance->distance,      clearance->normal[0],     clearance->normal[1],
        clearance->point_a[0],    clearance->point_a[1],    clearance->point_b[0],
        clearance->point_b[1],    clearance->gradient_a[0], clearance->gradient_a[1],
        clearance->gradient_a[2], clearance->gradient_b[0], clearance->gradient_b[1],
        clearance->gradient_b[2], (double)clearance->unique,
    };
    put_all(returned, numbers, 14);
}

static void put_approach(int returned, const sepax_approach *approach)
{
    const double numbers[8] = {
        approach->time,       approach->distance,   approach->normal[0],  approach->normal[1],
        approach->point_a[0], approach->point_a[1], approach->point_b[0], approach->point_b[1],
    };
    put_all(returned, numbers, 8);
}

static void put_ray_hit(int returned, const sepax_ray_hit *hit)
{
    const double numbers[5] = {
        hit->distance, hit->normal[0], hit->normal[1], hit->point[0], hit->point[1],
    };
    put_all(returned, numbers, 5);
}

/* FAMILY and ONE begin the names of functions; A and B are the parameters of the shapes; the rest are
 * the last parameters, with a comma before them. */
#define ANSWER(FAMILY, ONE, A, B, ...)                                                             \
    do {                                                                                           \
        double pair[2] = {0.0, 0.0}, four[4] = {0.0, 0.0, 0.0, 0.0};                               \
        sepax_contact contact;                                                                     \
        sepax_impact impact;                                                                       \
        sepax_clearance clearance;                                                                 \
        sepax_approach approach;                                                                   \
        sepax_ray_hit hit;                                                                         \
        int returned;                                                                              \
        memset(&contact, 0, sizeof contact);                                                       \
        memset(&impact, 0, sizeof impact);                                                         \
        memset(&clearance, 0, sizeof clearance);                                                   \
        memset(&approach, 0, sizeof approach);                                                     \
        memset(&hit, 0, sizeof hit);                                                               \
        put(api->FAMILY##_intersect(A, B, 1 __VA_ARGS__));                                         \
        put(api->FAMILY##_intersect(A, B, 0 __VA_ARGS__));                                         \
        returned = api->FAMILY##_separating_axis(A, B, pair __VA_ARGS__);                          \
        put_all(returned, pair, 2);                                                                \
        put(api->ONE##_contains(A, c[5], c[6] __VA_ARGS__));                                       \
        put(api->FAMILY##_covers(A, B __VA_ARGS__));                                               \
        returned = api->ONE##_project(A, 0.3, -0.7, pair __VA_ARGS__);                             \
        put_all(returned, pair, 2);                                                                \
        returned = api->FAMILY##_mtv(A, B, pair __VA_ARGS__);                                      \
        put_all(returned, pair, 2);                                                                \
        returned = api->FAMILY##_contact(A, B, 0.5, &contact __VA_ARGS__);                         \
        put_contact(returned, &contact);                                                           \
        put(api->FAMILY##_distance(A, B __VA_ARGS__));                                             \
        put(api->FAMILY##_signed_distance(A, B __VA_ARGS__));                                      \
        returned = api->FAMILY##_clearance(A, B PIVOTS, &clearance __VA_ARGS__);                   \
        put_clearance(returned, &clearance);                                                       \
        returned = api->FAMILY##_nearest_points(A, B, four __VA_ARGS__);                           \
        put_all(returned, four, 4);                                                                \
        put(api->FAMILY##_overlap_area(A, B __VA_ARGS__));                                         \
        put(api->FAMILY##_iou(A, B __VA_ARGS__));                                                  \
        returned = api->FAMILY##_sweep(A, B, c[0], c[1], c[2], c[3], c[4], 1, 0,                   \
                                       &impact __VA_ARGS__);                                       \
        put_impact(returned, &impact);                                                             \
        returned = api->FAMILY##_sweep(A, B, c[0], c[1], c[2], c[3], c[4], 0, 1,                   \
                                       &impact __VA_ARGS__);                                       \
        put_impact(returned, &impact);                                                             \
        put(api->FAMILY##_time_of_impact(A, B, c[0], c[1], c[2], c[3], c[4] __VA_ARGS__));         \
        returned = api->FAMILY##_closest_approach(A, B, c[0], c[1], c[2], c[3], c[4],              \
                                                  &approach __VA_ARGS__);                          \
        put_approach(returned, &approach);                                                         \
        returned = api->ONE##_raycast(A, c[7], c[8], c[9], c[10], 1e6, 0.125, &hit __VA_ARGS__);   \
        put_ray_hit(returned, &hit);                                                               \
    } while (0)

/* Called with the GIL; returns the version, or -1 with an exception set. */
EXPORTED int prepare(void)
{
    api = sepax_import();
    return api == NULL ? -1 : api->version;
}

/* `c` holds the numbers of a Case. */
EXPORTED void answer_rings(const double *a, ptrdiff_t count_a, double radius_a, const double *b,
                           ptrdiff_t count_b, double radius_b, const double *c, double *numbers)
{
    row = numbers;
#define A a, count_a, 2, radius_a
#define B b, count_b, 2, radius_b
#define PIVOTS , 0.25, 0.5, -1.0, 2.0
    ANSWER(rings, ring, A, B, , NULL, 0);
#undef A
#undef B
#undef PIVOTS
}

#define PIVOTS

EXPORTED void answer_boxes(const double *a, const double *b, const double *c, double *numbers)
{
    row = numbers;
#define A a[0], a[1], a[2], a[3], a[4], a[5]
#define B b[0], b[1], b[2], b[3], b[4], b[5]
    ANSWER(boxes, box, A, B, );
#undef A
#undef B
}

EXPORTED void answer_circles(const double *a, const double *b, const double *c, double *numbers)
{
    row = numbers;
#define A a[0], a[1], a[2]
#define B b[0], b[1], b[2]
    ANSWER(circles, circle, A, B, );
#undef A
#undef B
}

/* --- huge rings in a thread that Python does not know ------------------------------------ */

typedef struct {
    const double *ring;
    ptrdiff_t count;
    double *mtv, *scratch;
    int returned;
} huge_rings;

static void *huge_mtv(void *given)
{
    huge_rings *huge = (huge_rings *)given;
    huge->returned = api->rings_mtv(huge->ring, huge->count, 2, 0.0, huge->ring, huge->count, 2, 0.0,
                                    huge->mtv, huge->scratch,
                                    api->scratch_size(huge->count, huge->count));
    return NULL;
}

EXPORTED int mtv_in_a_thread(const double *ring, ptrdiff_t count, double *mtv, double *scratch)
{
    huge_rings huge = {ring, count, mtv, scratch, -1};
    pthread_t thread;
    if (pthread_create(&thread, NULL, huge_mtv, &huge) != 0)
        return -2;
    pthread_join(thread, NULL);
    return huge.returned;
}
