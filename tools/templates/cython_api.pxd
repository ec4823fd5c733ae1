# $head
"""The verbs for compiled callers: plain C types, no Python object, no memory of their own, no GIL.

Take them by ``from sepax.cython_api cimport boxes_intersect`` and so on; nothing has to be linked.
docs/kernels.md has programs, and what is promised of these declarations.

Rings
    A pointer to float64 coordinates, the number of points, the doubles from one point to the next (2
    for x0, y0, x1, y1 and so on), and a radius that rounds the shape. One point is a disc, two are a
    segment or a capsule, three or more a convex ring of either winding. It may be closed, repeat
    points, and have points on a straight line.
scratch, room
    Only rings of more than 64 points need memory: `scratch_size` doubles. Else NULL and 0.
Boxes
    Centre, half width and half height, and the cosine and sine of the angle.
Results
    1 or 0, and a number if a function returns that. What else there is to say is written to
    `result`, if 1 is returned. Input that is no shape, no motion or no ray gives -1 or NaN: numbers
    that are not finite or beyond 2^240, rings that are not convex, sizes that are negative.
"""

cdef struct Contact:
    # As sepax.Contact. A single point stands twice.
    double normal[2]
    double depth
    double points[2][2]
    double depths[2]
    int features[2][2]  # of a and of b: point k as given, or -1 - k for the edge from point k
    int two_points
    int a_in_b
    int b_in_a

cdef struct Impact:
    # As sepax.Impact.
    double time
    double exit_time
    double normal[2]
    double point[2]
    int initial
    int leaving

cdef struct Clearance:
    # As sepax.Clearance; rings turn about the pivots, boxes and circles about their centres.
    double distance
    double normal[2]
    double point_a[2]
    double point_b[2]
    double gradient_a[3]
    double gradient_b[3]
    int unique

cdef struct Approach:
    # As sepax.Approach.
    double time
    double distance
    double normal[2]
    double point_a[2]
    double point_b[2]

cdef struct RayHit:
    # As sepax.RayHit.
    double distance
    double normal[2]
    double point[2]


# Doubles of scratch memory for rings of so many points; 0 for one ring alone.
cdef Py_ssize_t scratch_size(Py_ssize_t count_a, Py_ssize_t count_b) noexcept nogil

$declarations
