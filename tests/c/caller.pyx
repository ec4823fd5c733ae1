"""A module of somebody else, in Cython: answers for one pair of shapes, as tests/callers.py has them.

Arrays come as addresses, which take less time to compile than memoryviews. `case` is of the numbers of
a `Case`.
"""

from sepax cimport cython_api
from sepax.cython_api cimport (
    Approach, Clearance, Contact, Impact, RayHit, box_raycast, boxes_contact, boxes_intersect,
    boxes_mtv, boxes_sweep, circles_contact, circles_intersect, circles_nearest_points,
    circles_time_of_impact, ring_contains, ring_project, ring_raycast, rings_clearance,
    rings_closest_approach, rings_contact, rings_covers, rings_distance, rings_intersect, rings_iou, rings_mtv, rings_nearest_points, rings_overlap_area,
    rings_separating_axis, rings_signed_distance, rings_sweep, rings_time_of_impact)


cdef tuple vector(int returned, const double* numbers, int count):
    cdef int i
    return (returned, *[numbers[i] if returned == 1 else 0.0 for i in range(count)])


cdef tuple contact_numbers(int returned, const Contact* c):
    if returned != 1:
        return (returned,) + (0,) * 16
    return (returned, c.normal[0], c.normal[1], c.depth, c.points[0][0], c.points[0][1],
            c.points[1][0], c.points[1][1], c.depths[0], c.depths[1], c.features[0][0],
            c.features[0][1], c.features[1][0], c.features[1][1], c.two_points, c.a_in_b, c.b_in_a)


cdef tuple impact_numbers(int returned, const Impact* impact):
    if returned != 1:
        return (returned,) + (0,) * 8
    return (returned, impact.time, impact.exit_time, impact.normal[0], impact.normal[1],
            impact.point[0], impact.point[1], impact.initial, impact.leaving)


cdef tuple clearance_numbers(int returned, const Clearance* c):
    if returned != 1:
        return (returned,) + (0,) * 14
    return (returned, c.distance, c.normal[0], c.normal[1], c.point_a[0], c.point_a[1],
            c.point_b[0], c.point_b[1], c.gradient_a[0], c.gradient_a[1], c.gradient_a[2],
            c.gradient_b[0], c.gradient_b[1], c.gradient_b[2], c.unique)


cdef tuple approach_numbers(int returned, const Approach* c):
    if returned != 1:
        return (returned,) + (0,) * 8
    return (returned, c.time, c.distance, c.normal[0], c.normal[1], c.point_a[0], c.point_a[1],
            c.point_b[0], c.point_b[1])


cdef tuple ray_hit_numbers(int returned, const RayHit* hit):
    if returned != 1:
        return (returned,) + (0,) * 5
    return (returned, hit.distance, hit.normal[0], hit.normal[1], hit.point[0], hit.point[1])


def answer_rings(size_t points_a, Py_ssize_t n, double r, size_t points_b, Py_ssize_t m, double s,
                 size_t case):
    """Every function for rings of n and m points, which need no scratch memory, with radii r and s."""
    cdef const double* p = <const double*>points_a
    cdef const double* q = <const double*>points_b
    cdef const double* c = <const double*>case
    cdef double[4] four
    cdef Contact contact
    cdef Impact impact
    cdef Clearance clearance
    cdef Approach approach
    cdef RayHit hit
    cdef int returned
    answers = {
        "intersect": (rings_intersect(p, n, 2, r, q, m, 2, s, True, NULL, 0),),
        "interiors": (rings_intersect(p, n, 2, r, q, m, 2, s, False, NULL, 0),),
        "contains": (ring_contains(p, n, 2, r, c[5], c[6], NULL, 0),),
        "covers": (rings_covers(p, n, 2, r, q, m, 2, s, NULL, 0),),
        "distance": (rings_distance(p, n, 2, r, q, m, 2, s, NULL, 0),),
        "signed_distance": (rings_signed_distance(p, n, 2, r, q, m, 2, s, NULL, 0),),
        "overlap_area": (rings_overlap_area(p, n, 2, r, q, m, 2, s, NULL, 0),),
        "iou": (rings_iou(p, n, 2, r, q, m, 2, s, NULL, 0),),
        "time_of_impact": (rings_time_of_impact(p, n, 2, r, q, m, 2, s, c[0], c[1], c[2], c[3],
                                                c[4], NULL, 0),),
    }
    returned = rings_separating_axis(p, n, 2, r, q, m, 2, s, four, NULL, 0)
    answers["separating_axis"] = vector(returned, four, 2)
    returned = ring_project(p, n, 2, r, 0.3, -0.7, four, NULL, 0)
    answers["project"] = vector(returned, four, 2)
    returned = rings_mtv(p, n, 2, r, q, m, 2, s, four, NULL, 0)
    answers["mtv"] = vector(returned, four, 2)
    returned = rings_clearance(p, n, 2, r, q, m, 2, s, 0.25, 0.5, -1.0, 2.0, &clearance, NULL, 0)
    answers["clearance"] = clearance_numbers(returned, &clearance)
    returned = rings_closest_approach(p, n, 2, r, q, m, 2, s, c[0], c[1], c[2], c[3], c[4],
                                      &approach, NULL, 0)
    answers["closest_approach"] = approach_numbers(returned, &approach)
    returned = rings_nearest_points(p, n, 2, r, q, m, 2, s, four, NULL, 0)
    answers["nearest_points"] = vector(returned, four, 4)
    returned = rings_contact(p, n, 2, r, q, m, 2, s, 0.5, &contact, NULL, 0)
    answers["contact"] = contact_numbers(returned, &contact)
    for name, touching in (("sweep", True), ("strict_sweep", False)):
        returned = rings_sweep(p, n, 2, r, q, m, 2, s, c[0], c[1], c[2], c[3], c[4], touching,
                               not touching, &impact, NULL, 0)
        answers[name] = impact_numbers(returned, &impact)
    returned = ring_raycast(p, n, 2, r, c[7], c[8], c[9], c[10], 1e6, 0.125, &hit, NULL, 0)
    answers["raycast"] = ray_hit_numbers(returned, &hit)
    return answers


def answer_boxes(size_t numbers_a, size_t numbers_b, size_t case):
    """Some of the functions for boxes."""
    cdef const double* a = <const double*>numbers_a
    cdef const double* b = <const double*>numbers_b
    cdef const double* c = <const double*>case
    cdef double[2] pair
    cdef Contact contact
    cdef Impact impact
    cdef RayHit hit
    cdef int returned
    cdef bint crossing = boxes_intersect(a[0], a[1], a[2], a[3], a[4], a[5], b[0], b[1], b[2], b[3],
                                         b[4], b[5], True)
    answers = {"intersect": (crossing,)}
    returned = boxes_mtv(a[0], a[1], a[2], a[3], a[4], a[5], b[0], b[1], b[2], b[3], b[4], b[5],
                         pair)
    answers["mtv"] = vector(returned, pair, 2)
    returned = boxes_contact(a[0], a[1], a[2], a[3], a[4], a[5], b[0], b[1], b[2], b[3], b[4], b[5],
                             0.5, &contact)
    answers["contact"] = contact_numbers(returned, &contact)
    returned = boxes_sweep(a[0], a[1], a[2], a[3], a[4], a[5], b[0], b[1], b[2], b[3], b[4], b[5],
                           c[0], c[1], c[2], c[3], c[4], True, False, &impact)
    answers["sweep"] = impact_numbers(returned, &impact)
    returned = box_raycast(a[0], a[1], a[2], a[3], a[4], a[5], c[7], c[8], c[9], c[10], 1e6, 0.125,
                           &hit)
    answers["raycast"] = ray_hit_numbers(returned, &hit)
    return answers


def answer_circles(size_t numbers_a, size_t numbers_b, size_t case):
    """Some of the functions for circles."""
    cdef const double* a = <const double*>numbers_a
    cdef const double* b = <const double*>numbers_b
    cdef const double* c = <const double*>case
    cdef double[4] four
    cdef Contact contact
    cdef int returned
    answers = {
        "intersect": (circles_intersect(a[0], a[1], a[2], b[0], b[1], b[2], True),),
        "time_of_impact": (circles_time_of_impact(a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1],
                                                  c[2], c[3], c[4]),),
    }
    returned = circles_nearest_points(a[0], a[1], a[2], b[0], b[1], b[2], four)
    answers["nearest_points"] = vector(returned, four, 4)
    returned = circles_contact(a[0], a[1], a[2], b[0], b[1], b[2], 0.5, &contact)
    answers["contact"] = contact_numbers(returned, &contact)
    return answers


def scratch_size(Py_ssize_t count_a, Py_ssize_t count_b):
    """By the name of the module, too."""
    return cython_api.scratch_size(count_a, count_b)
