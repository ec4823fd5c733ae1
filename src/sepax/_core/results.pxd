"""Result objects, made by `pair` and `raw` from what the kernels fill in."""

from sepax._core.kernels.answers cimport Axis, Manifold, Meeting, RayContact


cdef class Contact:
    cdef double normal_x, normal_y, _depth
    cdef double x0, y0, x1, y1, depth0, depth1
    cdef int a0, b0, a1, b1     # features
    cdef bint two_points, _a_in_b, _b_in_a


cdef class Impact:
    cdef double _time, _exit_time, normal_x, normal_y, point_x, point_y
    cdef bint _initial, _leaving


cdef class RayHit:
    cdef double _distance, normal_x, normal_y, point_x, point_y
    cdef Py_ssize_t _index


cdef tuple translation(double normal_x, double normal_y, double depth)
cdef Contact new_contact(const Axis* widest, double depth, const Manifold* points,
                         bint a_in_b, bint b_in_a)
cdef Impact new_impact(const Meeting* meeting)
cdef RayHit new_ray_hit(const RayContact* contact, Py_ssize_t index)
