/* $head */
/* The C API of sepax: collision of convex shapes in the plane, for compiled callers.
 *
 * Nothing has to be linked. Get the table of functions once, with the GIL:
 *
 *     #include <Python.h>
 *     #include <sepax.h>
 *     const sepax_api *api = sepax_import();      // NULL, with an exception set, if that fails
 *
 * Without Python.h the table is the pointer of the capsule sepax._C_API. The functions need no GIL,
 * use no Python object, allocate nothing, and may be called from any thread.
 *
 * A ring is a pointer to coordinates, the number of points, the doubles from one point to the next (2 for
 * x0, y0, x1, y1 and so on), and a radius that rounds the shape. One point is a disc, two are a segment or
 * a capsule, three or more a convex ring of either winding. Only rings of more than 64 points need scratch
 * memory: scratch_size doubles. Else scratch is NULL and room 0.
 *
 * A box is its centre, its half sizes, and the cosine and sine of its angle.
 *
 * Functions return 1 or 0, or a number. Input that is no shape, no motion or no ray gives -1 or NaN. What
 * else there is to say is written to the result, if 1 is returned. docs/kernels.md has programs, and what is
 * promised: members are appended to the table and never moved, and the version then rises. */
#ifndef SEPAX_H
#define SEPAX_H

#include <stddef.h>

#define SEPAX_API_VERSION $version

typedef struct {
    double normal[2]; /* unit, from a to b */
    double depth;
    double points[2][2]; /* a single point stands twice */
    double depths[2];
    int features[2][2]; /* of a and of b: point k as given, or -1 - k for the edge from point k */
    int two_points;
    int a_in_b;
    int b_in_a;
} sepax_contact;

typedef struct {
    double time;
    double exit_time; /* infinity if they never part */
    double normal[2];
    double point[2];
    int initial;
    int leaving;
} sepax_impact;

typedef struct {
    double distance;
    double normal[2]; /* unit, out of the shape */
    double point[2];
} sepax_ray_hit;

typedef struct {
    double distance; /* minus the depth where the shapes overlap */
    double normal[2]; /* unit, from a to b */
    double point_a[2];
    double point_b[2];
    double gradient_a[3]; /* by x, y and the angle: rings turn about the pivots, others about their centres */
    double gradient_b[3];
    int unique;
} sepax_clearance;

typedef struct {
    double time;
    double distance; /* 0.0 where the shapes meet */
    double normal[2]; /* unit, from a to b */
    double point_a[2];
    double point_b[2];
} sepax_approach;

typedef struct {
    int version; /* SEPAX_API_VERSION of the library; members of later versions come last */
    ptrdiff_t (*scratch_size)(ptrdiff_t count_a, ptrdiff_t count_b);
$members
} sepax_api;

#endif

/* Outside of the guard above: the first include may have come before Python.h. */
#if defined(Py_PYTHON_H) && !defined(SEPAX_IMPORT)
#define SEPAX_IMPORT

/* The table of the installed library; NULL, with an exception set, if it is missing or too old. */
static inline const sepax_api *sepax_import(void)
{
    const sepax_api *api = (const sepax_api *)PyCapsule_Import("sepax._C_API", 0);
    if (api != NULL && api->version < SEPAX_API_VERSION) {
        PyErr_Format(PyExc_ImportError,
                     "this module needs version %d of the C API of sepax, which has version %d: "
                     "install a newer sepax",
                     SEPAX_API_VERSION, api->version);
        return NULL;
    }
    return api;
}

#endif
