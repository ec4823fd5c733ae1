"""The verbs as compiled callers have them: results by pointer, and no Python.

A truth, and whether there is a result, is 1 or 0; it is -1 for numbers that are no motion, no ray or
no direction. A number is then NaN.
"""

from libc.math cimport NAN

from sepax._core.callers cimport in_range, is_size, set_given_motion
from sepax._core.kernels.answers cimport (
    Axis, Manifold, Meeting, Motion, RayContact, mtv_component)
from sepax._core.kernels.convex cimport Convex, set_point
from sepax._core.kernels.distance cimport Witnesses
from sepax._core.kernels.grazing cimport only_grazes
from sepax._core.kernels.overlap cimport convex_iou, convex_overlap_area
from sepax._core.kernels.projection cimport convex_project
from sepax._core.kernels.queries cimport (
    convex_axis, convex_contact, convex_containment, convex_covers, convex_distance,
    convex_intersect, convex_nearest_points, convex_nearness, convex_penetration, convex_sweep,
    convex_time_of_impact)
from sepax._core.kernels.raycast cimport Probe, convex_raycast, set_probe
from sepax._core.rows cimport ContactRow, ImpactRow, fill_contact_row, fill_impact_row


cdef inline int answer_intersect(const Convex* a, const Convex* b, bint touching) noexcept nogil:
    return convex_intersect(a, b, not touching)


cdef inline int answer_separating_axis(const Convex* a, const Convex* b,
                                       double* axis) noexcept nogil:
    cdef Axis found
    if not convex_axis(a, b, &found):
        return 0
    axis[0] = found.normal_x
    axis[1] = found.normal_y
    return 1


cdef inline int answer_mtv(const Convex* a, const Convex* b, double* mtv) noexcept nogil:
    cdef Axis widest
    cdef double depth = 0.0
    if not convex_penetration(a, b, &widest, &depth):
        return 0
    mtv[0] = mtv_component(widest.normal_x, depth)
    mtv[1] = mtv_component(widest.normal_y, depth)
    return 1


cdef inline int answer_contact(const Convex* a, const Convex* b, double margin,
                               ContactRow* contact) noexcept nogil:
    cdef Axis widest
    cdef Manifold points
    cdef double depth = 0.0
    cdef bint hit, a_in_b, b_in_a
    if not 0.0 <= margin or margin - margin != 0.0:     # as `sepax.collide`: finite
        return -1
    hit = convex_penetration(a, b, &widest, &depth)
    if not hit and margin > 0.0:
        hit = convex_nearness(a, b, margin, &widest, &depth)
    if not hit:
        return 0
    convex_contact(a, b, &widest, depth, margin, &points)
    convex_containment(a, b, depth, &a_in_b, &b_in_a)
    fill_contact_row(&widest, depth, &points, a_in_b, b_in_a, contact)
    return 1


cdef inline double answer_distance(const Convex* a, const Convex* b) noexcept nogil:
    return convex_distance(a, b)


cdef inline int answer_nearest_points(const Convex* a, const Convex* b,
                                      double* points) noexcept nogil:
    cdef Witnesses found
    convex_nearest_points(a, b, &found)
    points[0] = found.a_x
    points[1] = found.a_y
    points[2] = found.b_x
    points[3] = found.b_y
    return 1


cdef inline double answer_overlap_area(const Convex* a, const Convex* b) noexcept nogil:
    return convex_overlap_area(a, b)


cdef inline double answer_iou(const Convex* a, const Convex* b) noexcept nogil:
    return convex_iou(a, b)


cdef inline int answer_covers(const Convex* a, const Convex* b) noexcept nogil:
    return convex_covers(a, b)


cdef inline double answer_time_of_impact(
        const Convex* a, const Convex* b, double velocity_a_x, double velocity_a_y,
        double velocity_b_x, double velocity_b_y, double max_time) noexcept nogil:
    cdef Motion motion
    if not set_given_motion(velocity_a_x, velocity_a_y, velocity_b_x, velocity_b_y, max_time,
                            &motion):
        return NAN
    return convex_time_of_impact(a, b, &motion)


cdef inline int answer_sweep(
        const Convex* a, const Convex* b, double velocity_a_x, double velocity_a_y,
        double velocity_b_x, double velocity_b_y, double max_time, bint touching,
        bint skip_leaving, ImpactRow* impact) noexcept nogil:
    cdef Motion motion
    cdef Meeting meeting
    if not set_given_motion(velocity_a_x, velocity_a_y, velocity_b_x, velocity_b_y, max_time,
                            &motion):
        return -1
    if not convex_sweep(a, b, &motion, &meeting) or (skip_leaving and meeting.leaving):
        return 0
    if not touching and only_grazes(a, b, &motion, &meeting):
        return 0
    fill_impact_row(&meeting, impact)
    return 1


# --- of one shape -----------------------------------------------------------------------

cdef inline int answer_contains(const Convex* shape, double point_x,
                                double point_y) noexcept nogil:
    cdef Convex disc
    if not (in_range(point_x) and in_range(point_y)):
        return -1
    set_point(&disc, &point_x, &point_y)
    return convex_intersect(shape, &disc, False)


cdef inline int answer_project(const Convex* shape, double axis_x, double axis_y,
                               double* interval) noexcept nogil:
    if not (in_range(axis_x) and in_range(axis_y)) or (axis_x == 0.0 and axis_y == 0.0):
        return -1
    convex_project(shape, axis_x, axis_y, &interval[0], &interval[1])
    return 1


cdef inline int answer_raycast(
        const Convex* shape, double origin_x, double origin_y, double direction_x,
        double direction_y, double max_distance, double ray_radius,
        RayContact* contact) noexcept nogil:
    cdef Probe probe
    if not (in_range(origin_x) and in_range(origin_y) and in_range(direction_x)
            and in_range(direction_y) and max_distance >= 0.0 and is_size(ray_radius)):
        return -1
    if not set_probe(&probe, origin_x, origin_y, direction_x, direction_y, max_distance,
                     ray_radius):
        return -1
    return convex_raycast(shape, &probe, contact)
