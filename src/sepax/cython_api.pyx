"""The verbs for compiled callers in Cython, numba and C: see cython_api.pxd and docs/kernels.md."""

from cpython.pycapsule cimport PyCapsule_New
from libc.math cimport NAN

from sepax._core.answers.answer cimport Options, Result, Touch, set_plain
from sepax._core.answers.compiled cimport (
    # generated from verbs.toml (answers): begin
    VERB_COLLIDE, VERB_CONTAINS, VERB_COVERS, VERB_DISTANCE, VERB_INTERSECTS, VERB_IOU, VERB_MTV,
    VERB_NEAREST_POINTS, VERB_OVERLAP_AREA, VERB_PROJECT, VERB_RAYCAST, VERB_SEPARATING_AXIS,
    VERB_SWEEP, VERB_TIME_OF_IMPACT, compiled,
    # generated from verbs.toml (answers): end
)
from sepax._core.callers cimport (
    GivenBox, GivenCircle, GivenRing, RingPair, begin_huge, boxes_meet, circles_meet, end_huge,
    given_feature, is_motion, read_box, read_circle, read_one_ring, read_two_rings, rings_meet,
    rings_part, rings_time, scratch_of_ring, set_given_axis, set_given_margin, set_given_motion,
    set_given_point, set_given_ray)
from sepax._core.kernels.convex cimport Convex
from sepax._core.memory cimport count_sum
from sepax._core.rows cimport ContactRow, ImpactRow, fill_contact_row, fill_impact_row
from sepax._core.simd.levels cimport RINGS_APART, RINGS_MEET, RINGS_UNCERTAIN

cdef extern from "sepax.h":
    enum:
        SEPAX_API_VERSION
    ctypedef struct sepax_api:
        int version
        # generated from verbs.toml (members): begin
        void* scratch_size
        void* rings_intersect
        void* rings_separating_axis
        void* ring_contains
        void* rings_covers
        void* ring_project
        void* rings_mtv
        void* rings_contact
        void* rings_distance
        void* rings_nearest_points
        void* rings_overlap_area
        void* rings_iou
        void* rings_sweep
        void* rings_time_of_impact
        void* ring_raycast
        void* boxes_intersect
        void* boxes_separating_axis
        void* box_contains
        void* boxes_covers
        void* box_project
        void* boxes_mtv
        void* boxes_contact
        void* boxes_distance
        void* boxes_nearest_points
        void* boxes_overlap_area
        void* boxes_iou
        void* boxes_sweep
        void* boxes_time_of_impact
        void* box_raycast
        void* circles_intersect
        void* circles_separating_axis
        void* circle_contains
        void* circles_covers
        void* circle_project
        void* circles_mtv
        void* circles_contact
        void* circles_distance
        void* circles_nearest_points
        void* circles_overlap_area
        void* circles_iou
        void* circles_sweep
        void* circles_time_of_impact
        void* circle_raycast
        # generated from verbs.toml (members): end

cdef Py_ssize_t scratch_size(Py_ssize_t count_a, Py_ssize_t count_b) noexcept nogil:
    return count_sum(scratch_of_ring(count_a), scratch_of_ring(count_b))


cdef inline void write_contact(int answer, const Result* found, Contact* contact) noexcept nogil:
    cdef const Touch* touch = &found.contact
    if answer == 1:
        fill_contact_row(&touch.widest, touch.depth, &touch.points, touch.a_in_b, touch.b_in_a,
                         <ContactRow*>contact)


cdef inline void write_impact(int answer, const Result* found, Impact* impact) noexcept nogil:
    if answer == 1:
        fill_impact_row(&found.impact, <ImpactRow*>impact)


cdef inline void name_given_features(const RingPair* two, Contact* contact) noexcept nogil:
    """Features by the points as given, which may wind clockwise or be no corners."""
    cdef int point
    for point in range(2):
        contact.features[point][0] = <int>given_feature(&two.a, contact.features[point][0])
        contact.features[point][1] = <int>given_feature(&two.b, contact.features[point][1])


# generated from verbs.toml (functions): begin
cdef int rings_intersect(const double* a, Py_ssize_t count_a, Py_ssize_t stride_a, double radius_a,
                         const double* b, Py_ssize_t count_b, Py_ssize_t stride_b, double radius_b,
                         bint touching, double* scratch, Py_ssize_t room) noexcept nogil:
    cdef RingPair two
    cdef Options options
    cdef Result found
    cdef bint huge
    cdef int answer
    cdef int verdict
    verdict = rings_meet(a, count_a, stride_a, radius_a, b, count_b, stride_b, radius_b)
    if verdict != RINGS_UNCERTAIN:
        return verdict == RINGS_MEET
    set_plain(&options)
    if not read_two_rings(a, count_a, stride_a, radius_a, b, count_b, stride_b, radius_b, scratch,
                          room, &two):
        return -1
    options.strict = not touching
    huge = begin_huge(&two.a, two.b.convex.n)
    answer = compiled[VERB_INTERSECTS](&two.a.convex, &two.b.convex, &options, &found)
    end_huge(huge)
    return answer


cdef int rings_separating_axis(const double* a, Py_ssize_t count_a, Py_ssize_t stride_a,
                               double radius_a, const double* b, Py_ssize_t count_b,
                               Py_ssize_t stride_b, double radius_b, double* result,
                               double* scratch, Py_ssize_t room) noexcept nogil:
    cdef RingPair two
    cdef Options options
    cdef bint huge
    cdef int answer
    if result is NULL:
        return -1
    cdef int verdict
    verdict = rings_meet(a, count_a, stride_a, radius_a, b, count_b, stride_b, radius_b)
    if verdict == RINGS_MEET:
        return 0
    set_plain(&options)
    if not read_two_rings(a, count_a, stride_a, radius_a, b, count_b, stride_b, radius_b, scratch,
                          room, &two):
        return -1
    huge = begin_huge(&two.a, two.b.convex.n)
    answer = compiled[VERB_SEPARATING_AXIS](&two.a.convex, &two.b.convex, &options, <Result*>result)
    end_huge(huge)
    return answer


cdef int ring_contains(const double* ring, Py_ssize_t count, Py_ssize_t stride, double radius,
                       double point_x, double point_y, double* scratch,
                       Py_ssize_t room) noexcept nogil:
    cdef GivenRing one
    cdef Options options
    cdef Convex place
    cdef Result found
    cdef bint huge
    cdef int answer
    set_plain(&options)
    if not read_one_ring(ring, count, stride, radius, scratch, room, &one):
        return -1
    if not set_given_point(&point_x, &point_y, &place):
        return -1
    huge = begin_huge(&one, 1)
    answer = compiled[VERB_CONTAINS](&one.convex, &place, &options, &found)
    end_huge(huge)
    return answer


cdef int rings_covers(const double* a, Py_ssize_t count_a, Py_ssize_t stride_a, double radius_a,
                      const double* b, Py_ssize_t count_b, Py_ssize_t stride_b, double radius_b,
                      double* scratch, Py_ssize_t room) noexcept nogil:
    cdef RingPair two
    cdef Options options
    cdef Result found
    cdef bint huge
    cdef int answer
    cdef int verdict
    verdict = rings_meet(a, count_a, stride_a, radius_a, b, count_b, stride_b, radius_b)
    if verdict == RINGS_APART:
        return 0
    set_plain(&options)
    if not read_two_rings(a, count_a, stride_a, radius_a, b, count_b, stride_b, radius_b, scratch,
                          room, &two):
        return -1
    huge = begin_huge(&two.a, two.b.convex.n)
    answer = compiled[VERB_COVERS](&two.a.convex, &two.b.convex, &options, &found)
    end_huge(huge)
    return answer


cdef int ring_project(const double* ring, Py_ssize_t count, Py_ssize_t stride, double radius,
                      double axis_x, double axis_y, double* result, double* scratch,
                      Py_ssize_t room) noexcept nogil:
    cdef GivenRing one
    cdef Options options
    cdef Convex place
    cdef bint huge
    cdef int answer
    if result is NULL:
        return -1
    set_plain(&options)
    if not read_one_ring(ring, count, stride, radius, scratch, room, &one):
        return -1
    if not set_given_axis(&axis_x, &axis_y, &place):
        return -1
    huge = begin_huge(&one, 1)
    answer = compiled[VERB_PROJECT](&one.convex, &place, &options, <Result*>result)
    end_huge(huge)
    return answer


cdef int rings_mtv(const double* a, Py_ssize_t count_a, Py_ssize_t stride_a, double radius_a,
                   const double* b, Py_ssize_t count_b, Py_ssize_t stride_b, double radius_b,
                   double* result, double* scratch, Py_ssize_t room) noexcept nogil:
    cdef RingPair two
    cdef Options options
    cdef bint huge
    cdef int answer
    if result is NULL:
        return -1
    cdef int verdict
    verdict = rings_part(a, count_a, stride_a, radius_a, b, count_b, stride_b, radius_b, result)
    if verdict != RINGS_UNCERTAIN:
        return verdict == RINGS_MEET
    set_plain(&options)
    if not read_two_rings(a, count_a, stride_a, radius_a, b, count_b, stride_b, radius_b, scratch,
                          room, &two):
        return -1
    huge = begin_huge(&two.a, two.b.convex.n)
    answer = compiled[VERB_MTV](&two.a.convex, &two.b.convex, &options, <Result*>result)
    end_huge(huge)
    return answer


cdef int rings_contact(const double* a, Py_ssize_t count_a, Py_ssize_t stride_a, double radius_a,
                       const double* b, Py_ssize_t count_b, Py_ssize_t stride_b, double radius_b,
                       double margin, Contact* contact, double* scratch,
                       Py_ssize_t room) noexcept nogil:
    cdef RingPair two
    cdef Options options
    cdef Result found
    cdef bint huge
    cdef int answer
    if contact is NULL:
        return -1
    cdef int verdict
    verdict = rings_meet(a, count_a, stride_a, radius_a, b, count_b, stride_b, radius_b)
    if verdict == RINGS_APART and margin == 0.0:
        return 0
    set_plain(&options)
    if not read_two_rings(a, count_a, stride_a, radius_a, b, count_b, stride_b, radius_b, scratch,
                          room, &two):
        return -1
    if not set_given_margin(margin, &options):
        return -1
    huge = begin_huge(&two.a, two.b.convex.n)
    answer = compiled[VERB_COLLIDE](&two.a.convex, &two.b.convex, &options, &found)
    end_huge(huge)
    write_contact(answer, &found, contact)
    if answer == 1:
        name_given_features(&two, contact)
    return answer


cdef double rings_distance(const double* a, Py_ssize_t count_a, Py_ssize_t stride_a,
                           double radius_a, const double* b, Py_ssize_t count_b,
                           Py_ssize_t stride_b, double radius_b, double* scratch,
                           Py_ssize_t room) noexcept nogil:
    cdef RingPair two
    cdef Options options
    cdef Result found
    cdef bint huge
    cdef int verdict
    verdict = rings_meet(a, count_a, stride_a, radius_a, b, count_b, stride_b, radius_b)
    if verdict == RINGS_MEET:
        return 0.0
    set_plain(&options)
    if not read_two_rings(a, count_a, stride_a, radius_a, b, count_b, stride_b, radius_b, scratch,
                          room, &two):
        return NAN
    huge = begin_huge(&two.a, two.b.convex.n)
    compiled[VERB_DISTANCE](&two.a.convex, &two.b.convex, &options, &found)
    end_huge(huge)
    return found.number


cdef int rings_nearest_points(const double* a, Py_ssize_t count_a, Py_ssize_t stride_a,
                              double radius_a, const double* b, Py_ssize_t count_b,
                              Py_ssize_t stride_b, double radius_b, double* result, double* scratch,
                              Py_ssize_t room) noexcept nogil:
    cdef RingPair two
    cdef Options options
    cdef bint huge
    cdef int answer
    if result is NULL:
        return -1
    set_plain(&options)
    if not read_two_rings(a, count_a, stride_a, radius_a, b, count_b, stride_b, radius_b, scratch,
                          room, &two):
        return -1
    huge = begin_huge(&two.a, two.b.convex.n)
    answer = compiled[VERB_NEAREST_POINTS](&two.a.convex, &two.b.convex, &options, <Result*>result)
    end_huge(huge)
    return answer


cdef double rings_overlap_area(const double* a, Py_ssize_t count_a, Py_ssize_t stride_a,
                               double radius_a, const double* b, Py_ssize_t count_b,
                               Py_ssize_t stride_b, double radius_b, double* scratch,
                               Py_ssize_t room) noexcept nogil:
    cdef RingPair two
    cdef Options options
    cdef Result found
    cdef bint huge
    cdef int verdict
    verdict = rings_meet(a, count_a, stride_a, radius_a, b, count_b, stride_b, radius_b)
    if verdict == RINGS_APART:
        return 0.0
    set_plain(&options)
    if not read_two_rings(a, count_a, stride_a, radius_a, b, count_b, stride_b, radius_b, scratch,
                          room, &two):
        return NAN
    huge = begin_huge(&two.a, two.b.convex.n)
    compiled[VERB_OVERLAP_AREA](&two.a.convex, &two.b.convex, &options, &found)
    end_huge(huge)
    return found.number


cdef double rings_iou(const double* a, Py_ssize_t count_a, Py_ssize_t stride_a, double radius_a,
                      const double* b, Py_ssize_t count_b, Py_ssize_t stride_b, double radius_b,
                      double* scratch, Py_ssize_t room) noexcept nogil:
    cdef RingPair two
    cdef Options options
    cdef Result found
    cdef bint huge
    cdef int verdict
    verdict = rings_meet(a, count_a, stride_a, radius_a, b, count_b, stride_b, radius_b)
    if verdict == RINGS_APART:
        return 0.0
    set_plain(&options)
    if not read_two_rings(a, count_a, stride_a, radius_a, b, count_b, stride_b, radius_b, scratch,
                          room, &two):
        return NAN
    huge = begin_huge(&two.a, two.b.convex.n)
    compiled[VERB_IOU](&two.a.convex, &two.b.convex, &options, &found)
    end_huge(huge)
    return found.number


cdef int rings_sweep(const double* a, Py_ssize_t count_a, Py_ssize_t stride_a, double radius_a,
                     const double* b, Py_ssize_t count_b, Py_ssize_t stride_b, double radius_b,
                     double velocity_a_x, double velocity_a_y, double velocity_b_x,
                     double velocity_b_y, double max_time, bint touching, bint skip_leaving,
                     Impact* impact, double* scratch, Py_ssize_t room) noexcept nogil:
    cdef RingPair two
    cdef Options options
    cdef Result found
    cdef bint huge
    cdef int answer
    if impact is NULL:
        return -1
    set_plain(&options)
    if not read_two_rings(a, count_a, stride_a, radius_a, b, count_b, stride_b, radius_b, scratch,
                          room, &two):
        return -1
    if not set_given_motion(velocity_a_x, velocity_a_y, velocity_b_x, velocity_b_y, max_time,
                            &options.motion.motion):
        return -1
    options.strict = not touching
    options.skip_leaving = skip_leaving
    huge = begin_huge(&two.a, two.b.convex.n)
    answer = compiled[VERB_SWEEP](&two.a.convex, &two.b.convex, &options, &found)
    end_huge(huge)
    write_impact(answer, &found, impact)
    return answer


cdef double rings_time_of_impact(const double* a, Py_ssize_t count_a, Py_ssize_t stride_a,
                                 double radius_a, const double* b, Py_ssize_t count_b,
                                 Py_ssize_t stride_b, double radius_b, double velocity_a_x,
                                 double velocity_a_y, double velocity_b_x, double velocity_b_y,
                                 double max_time, double* scratch, Py_ssize_t room) noexcept nogil:
    cdef RingPair two
    cdef Options options
    cdef Result found
    cdef bint huge
    cdef int verdict
    cdef double time = 0.0
    verdict = rings_time(a, count_a, stride_a, radius_a, b, count_b, stride_b, radius_b,
                         velocity_a_x, velocity_a_y, velocity_b_x, velocity_b_y, max_time, &time)
    if verdict == RINGS_MEET:
        return time
    set_plain(&options)
    if not read_two_rings(a, count_a, stride_a, radius_a, b, count_b, stride_b, radius_b, scratch,
                          room, &two):
        return NAN
    if not set_given_motion(velocity_a_x, velocity_a_y, velocity_b_x, velocity_b_y, max_time,
                            &options.motion.motion):
        return NAN
    huge = begin_huge(&two.a, two.b.convex.n)
    compiled[VERB_TIME_OF_IMPACT](&two.a.convex, &two.b.convex, &options, &found)
    end_huge(huge)
    return found.number


cdef int ring_raycast(const double* ring, Py_ssize_t count, Py_ssize_t stride, double radius,
                      double origin_x, double origin_y, double direction_x, double direction_y,
                      double max_distance, double ray_radius, RayHit* ray_hit, double* scratch,
                      Py_ssize_t room) noexcept nogil:
    cdef GivenRing one
    cdef Options options
    cdef bint huge
    cdef int answer
    if ray_hit is NULL:
        return -1
    set_plain(&options)
    if not read_one_ring(ring, count, stride, radius, scratch, room, &one):
        return -1
    if not set_given_ray(origin_x, origin_y, direction_x, direction_y, max_distance, ray_radius,
                         &options.probe):
        return -1
    huge = begin_huge(&one, 1)
    answer = compiled[VERB_RAYCAST](&one.convex, NULL, &options, <Result*>ray_hit)
    end_huge(huge)
    return answer


cdef int boxes_intersect(double x_a, double y_a, double half_width_a, double half_height_a,
                         double cosine_a, double sine_a, double x_b, double y_b,
                         double half_width_b, double half_height_b, double cosine_b, double sine_b,
                         bint touching) noexcept nogil:
    cdef GivenBox a, b
    cdef Options options
    cdef Result found
    cdef int answer
    cdef int verdict
    verdict = boxes_meet(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, x_b, y_b,
                         half_width_b, half_height_b, cosine_b, sine_b)
    if verdict != RINGS_UNCERTAIN:
        return verdict == RINGS_MEET
    set_plain(&options)
    if not read_box(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, &a):
        return -1
    if not read_box(x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b, &b):
        return -1
    options.strict = not touching
    answer = compiled[VERB_INTERSECTS](&a.posed.convex, &b.posed.convex, &options, &found)
    return answer


cdef int boxes_separating_axis(double x_a, double y_a, double half_width_a, double half_height_a,
                               double cosine_a, double sine_a, double x_b, double y_b,
                               double half_width_b, double half_height_b, double cosine_b,
                               double sine_b, double* result) noexcept nogil:
    cdef GivenBox a, b
    cdef Options options
    cdef int answer
    if result is NULL:
        return -1
    cdef int verdict
    verdict = boxes_meet(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, x_b, y_b,
                         half_width_b, half_height_b, cosine_b, sine_b)
    if verdict == RINGS_MEET:
        return 0
    set_plain(&options)
    if not read_box(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, &a):
        return -1
    if not read_box(x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b, &b):
        return -1
    answer = compiled[VERB_SEPARATING_AXIS](&a.posed.convex, &b.posed.convex, &options,
                                            <Result*>result)
    return answer


cdef int box_contains(double x, double y, double half_width, double half_height, double cosine,
                      double sine, double point_x, double point_y) noexcept nogil:
    cdef GivenBox one
    cdef Options options
    cdef Convex place
    cdef Result found
    cdef int answer
    set_plain(&options)
    if not read_box(x, y, half_width, half_height, cosine, sine, &one):
        return -1
    if not set_given_point(&point_x, &point_y, &place):
        return -1
    answer = compiled[VERB_CONTAINS](&one.posed.convex, &place, &options, &found)
    return answer


cdef int boxes_covers(double x_a, double y_a, double half_width_a, double half_height_a,
                      double cosine_a, double sine_a, double x_b, double y_b, double half_width_b,
                      double half_height_b, double cosine_b, double sine_b) noexcept nogil:
    cdef GivenBox a, b
    cdef Options options
    cdef Result found
    cdef int answer
    cdef int verdict
    verdict = boxes_meet(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, x_b, y_b,
                         half_width_b, half_height_b, cosine_b, sine_b)
    if verdict == RINGS_APART:
        return 0
    set_plain(&options)
    if not read_box(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, &a):
        return -1
    if not read_box(x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b, &b):
        return -1
    answer = compiled[VERB_COVERS](&a.posed.convex, &b.posed.convex, &options, &found)
    return answer


cdef int box_project(double x, double y, double half_width, double half_height, double cosine,
                     double sine, double axis_x, double axis_y, double* result) noexcept nogil:
    cdef GivenBox one
    cdef Options options
    cdef Convex place
    cdef int answer
    if result is NULL:
        return -1
    set_plain(&options)
    if not read_box(x, y, half_width, half_height, cosine, sine, &one):
        return -1
    if not set_given_axis(&axis_x, &axis_y, &place):
        return -1
    answer = compiled[VERB_PROJECT](&one.posed.convex, &place, &options, <Result*>result)
    return answer


cdef int boxes_mtv(double x_a, double y_a, double half_width_a, double half_height_a,
                   double cosine_a, double sine_a, double x_b, double y_b, double half_width_b,
                   double half_height_b, double cosine_b, double sine_b,
                   double* result) noexcept nogil:
    cdef GivenBox a, b
    cdef Options options
    cdef int answer
    if result is NULL:
        return -1
    cdef int verdict
    verdict = boxes_meet(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, x_b, y_b,
                         half_width_b, half_height_b, cosine_b, sine_b)
    if verdict == RINGS_APART:
        return 0
    set_plain(&options)
    if not read_box(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, &a):
        return -1
    if not read_box(x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b, &b):
        return -1
    answer = compiled[VERB_MTV](&a.posed.convex, &b.posed.convex, &options, <Result*>result)
    return answer


cdef int boxes_contact(double x_a, double y_a, double half_width_a, double half_height_a,
                       double cosine_a, double sine_a, double x_b, double y_b, double half_width_b,
                       double half_height_b, double cosine_b, double sine_b, double margin,
                       Contact* contact) noexcept nogil:
    cdef GivenBox a, b
    cdef Options options
    cdef Result found
    cdef int answer
    if contact is NULL:
        return -1
    cdef int verdict
    verdict = boxes_meet(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, x_b, y_b,
                         half_width_b, half_height_b, cosine_b, sine_b)
    if verdict == RINGS_APART and margin == 0.0:
        return 0
    set_plain(&options)
    if not read_box(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, &a):
        return -1
    if not read_box(x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b, &b):
        return -1
    if not set_given_margin(margin, &options):
        return -1
    answer = compiled[VERB_COLLIDE](&a.posed.convex, &b.posed.convex, &options, &found)
    write_contact(answer, &found, contact)
    return answer


cdef double boxes_distance(double x_a, double y_a, double half_width_a, double half_height_a,
                           double cosine_a, double sine_a, double x_b, double y_b,
                           double half_width_b, double half_height_b, double cosine_b,
                           double sine_b) noexcept nogil:
    cdef GivenBox a, b
    cdef Options options
    cdef Result found
    cdef int verdict
    verdict = boxes_meet(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, x_b, y_b,
                         half_width_b, half_height_b, cosine_b, sine_b)
    if verdict == RINGS_MEET:
        return 0.0
    set_plain(&options)
    if not read_box(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, &a):
        return NAN
    if not read_box(x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b, &b):
        return NAN
    compiled[VERB_DISTANCE](&a.posed.convex, &b.posed.convex, &options, &found)
    return found.number


cdef int boxes_nearest_points(double x_a, double y_a, double half_width_a, double half_height_a,
                              double cosine_a, double sine_a, double x_b, double y_b,
                              double half_width_b, double half_height_b, double cosine_b,
                              double sine_b, double* result) noexcept nogil:
    cdef GivenBox a, b
    cdef Options options
    cdef int answer
    if result is NULL:
        return -1
    set_plain(&options)
    if not read_box(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, &a):
        return -1
    if not read_box(x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b, &b):
        return -1
    answer = compiled[VERB_NEAREST_POINTS](&a.posed.convex, &b.posed.convex, &options,
                                           <Result*>result)
    return answer


cdef double boxes_overlap_area(double x_a, double y_a, double half_width_a, double half_height_a,
                               double cosine_a, double sine_a, double x_b, double y_b,
                               double half_width_b, double half_height_b, double cosine_b,
                               double sine_b) noexcept nogil:
    cdef GivenBox a, b
    cdef Options options
    cdef Result found
    cdef int verdict
    verdict = boxes_meet(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, x_b, y_b,
                         half_width_b, half_height_b, cosine_b, sine_b)
    if verdict == RINGS_APART:
        return 0.0
    set_plain(&options)
    if not read_box(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, &a):
        return NAN
    if not read_box(x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b, &b):
        return NAN
    compiled[VERB_OVERLAP_AREA](&a.posed.convex, &b.posed.convex, &options, &found)
    return found.number


cdef double boxes_iou(double x_a, double y_a, double half_width_a, double half_height_a,
                      double cosine_a, double sine_a, double x_b, double y_b, double half_width_b,
                      double half_height_b, double cosine_b, double sine_b) noexcept nogil:
    cdef GivenBox a, b
    cdef Options options
    cdef Result found
    cdef int verdict
    verdict = boxes_meet(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, x_b, y_b,
                         half_width_b, half_height_b, cosine_b, sine_b)
    if verdict == RINGS_APART:
        return 0.0
    set_plain(&options)
    if not read_box(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, &a):
        return NAN
    if not read_box(x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b, &b):
        return NAN
    compiled[VERB_IOU](&a.posed.convex, &b.posed.convex, &options, &found)
    return found.number


cdef int boxes_sweep(double x_a, double y_a, double half_width_a, double half_height_a,
                     double cosine_a, double sine_a, double x_b, double y_b, double half_width_b,
                     double half_height_b, double cosine_b, double sine_b, double velocity_a_x,
                     double velocity_a_y, double velocity_b_x, double velocity_b_y, double max_time,
                     bint touching, bint skip_leaving, Impact* impact) noexcept nogil:
    cdef GivenBox a, b
    cdef Options options
    cdef Result found
    cdef int answer
    if impact is NULL:
        return -1
    set_plain(&options)
    if not read_box(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, &a):
        return -1
    if not read_box(x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b, &b):
        return -1
    if not set_given_motion(velocity_a_x, velocity_a_y, velocity_b_x, velocity_b_y, max_time,
                            &options.motion.motion):
        return -1
    options.strict = not touching
    options.skip_leaving = skip_leaving
    answer = compiled[VERB_SWEEP](&a.posed.convex, &b.posed.convex, &options, &found)
    write_impact(answer, &found, impact)
    return answer


cdef double boxes_time_of_impact(double x_a, double y_a, double half_width_a, double half_height_a,
                                 double cosine_a, double sine_a, double x_b, double y_b,
                                 double half_width_b, double half_height_b, double cosine_b,
                                 double sine_b, double velocity_a_x, double velocity_a_y,
                                 double velocity_b_x, double velocity_b_y,
                                 double max_time) noexcept nogil:
    cdef GivenBox a, b
    cdef Options options
    cdef Result found
    cdef int verdict
    verdict = boxes_meet(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, x_b, y_b,
                         half_width_b, half_height_b, cosine_b, sine_b)
    if verdict == RINGS_MEET and is_motion(
            velocity_a_x, velocity_a_y, velocity_b_x, velocity_b_y, max_time):
        return 0.0
    set_plain(&options)
    if not read_box(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, &a):
        return NAN
    if not read_box(x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b, &b):
        return NAN
    if not set_given_motion(velocity_a_x, velocity_a_y, velocity_b_x, velocity_b_y, max_time,
                            &options.motion.motion):
        return NAN
    compiled[VERB_TIME_OF_IMPACT](&a.posed.convex, &b.posed.convex, &options, &found)
    return found.number


cdef int box_raycast(double x, double y, double half_width, double half_height, double cosine,
                     double sine, double origin_x, double origin_y, double direction_x,
                     double direction_y, double max_distance, double ray_radius,
                     RayHit* ray_hit) noexcept nogil:
    cdef GivenBox one
    cdef Options options
    cdef int answer
    if ray_hit is NULL:
        return -1
    set_plain(&options)
    if not read_box(x, y, half_width, half_height, cosine, sine, &one):
        return -1
    if not set_given_ray(origin_x, origin_y, direction_x, direction_y, max_distance, ray_radius,
                         &options.probe):
        return -1
    answer = compiled[VERB_RAYCAST](&one.posed.convex, NULL, &options, <Result*>ray_hit)
    return answer


cdef int circles_intersect(double x_a, double y_a, double radius_a, double x_b, double y_b,
                           double radius_b, bint touching) noexcept nogil:
    cdef GivenCircle a, b
    cdef Options options
    cdef Result found
    cdef int answer
    cdef int verdict
    verdict = circles_meet(x_a, y_a, radius_a, x_b, y_b, radius_b)
    if verdict != RINGS_UNCERTAIN:
        return verdict == RINGS_MEET
    set_plain(&options)
    if not read_circle(x_a, y_a, radius_a, &a):
        return -1
    if not read_circle(x_b, y_b, radius_b, &b):
        return -1
    options.strict = not touching
    answer = compiled[VERB_INTERSECTS](&a.convex, &b.convex, &options, &found)
    return answer


cdef int circles_separating_axis(double x_a, double y_a, double radius_a, double x_b, double y_b,
                                 double radius_b, double* result) noexcept nogil:
    cdef GivenCircle a, b
    cdef Options options
    cdef int answer
    if result is NULL:
        return -1
    cdef int verdict
    verdict = circles_meet(x_a, y_a, radius_a, x_b, y_b, radius_b)
    if verdict == RINGS_MEET:
        return 0
    set_plain(&options)
    if not read_circle(x_a, y_a, radius_a, &a):
        return -1
    if not read_circle(x_b, y_b, radius_b, &b):
        return -1
    answer = compiled[VERB_SEPARATING_AXIS](&a.convex, &b.convex, &options, <Result*>result)
    return answer


cdef int circle_contains(double x, double y, double radius, double point_x,
                         double point_y) noexcept nogil:
    cdef GivenCircle one
    cdef Options options
    cdef Convex place
    cdef Result found
    cdef int answer
    set_plain(&options)
    if not read_circle(x, y, radius, &one):
        return -1
    if not set_given_point(&point_x, &point_y, &place):
        return -1
    answer = compiled[VERB_CONTAINS](&one.convex, &place, &options, &found)
    return answer


cdef int circles_covers(double x_a, double y_a, double radius_a, double x_b, double y_b,
                        double radius_b) noexcept nogil:
    cdef GivenCircle a, b
    cdef Options options
    cdef Result found
    cdef int answer
    cdef int verdict
    verdict = circles_meet(x_a, y_a, radius_a, x_b, y_b, radius_b)
    if verdict == RINGS_APART:
        return 0
    set_plain(&options)
    if not read_circle(x_a, y_a, radius_a, &a):
        return -1
    if not read_circle(x_b, y_b, radius_b, &b):
        return -1
    answer = compiled[VERB_COVERS](&a.convex, &b.convex, &options, &found)
    return answer


cdef int circle_project(double x, double y, double radius, double axis_x, double axis_y,
                        double* result) noexcept nogil:
    cdef GivenCircle one
    cdef Options options
    cdef Convex place
    cdef int answer
    if result is NULL:
        return -1
    set_plain(&options)
    if not read_circle(x, y, radius, &one):
        return -1
    if not set_given_axis(&axis_x, &axis_y, &place):
        return -1
    answer = compiled[VERB_PROJECT](&one.convex, &place, &options, <Result*>result)
    return answer


cdef int circles_mtv(double x_a, double y_a, double radius_a, double x_b, double y_b,
                     double radius_b, double* result) noexcept nogil:
    cdef GivenCircle a, b
    cdef Options options
    cdef int answer
    if result is NULL:
        return -1
    cdef int verdict
    verdict = circles_meet(x_a, y_a, radius_a, x_b, y_b, radius_b)
    if verdict == RINGS_APART:
        return 0
    set_plain(&options)
    if not read_circle(x_a, y_a, radius_a, &a):
        return -1
    if not read_circle(x_b, y_b, radius_b, &b):
        return -1
    answer = compiled[VERB_MTV](&a.convex, &b.convex, &options, <Result*>result)
    return answer


cdef int circles_contact(double x_a, double y_a, double radius_a, double x_b, double y_b,
                         double radius_b, double margin, Contact* contact) noexcept nogil:
    cdef GivenCircle a, b
    cdef Options options
    cdef Result found
    cdef int answer
    if contact is NULL:
        return -1
    cdef int verdict
    verdict = circles_meet(x_a, y_a, radius_a, x_b, y_b, radius_b)
    if verdict == RINGS_APART and margin == 0.0:
        return 0
    set_plain(&options)
    if not read_circle(x_a, y_a, radius_a, &a):
        return -1
    if not read_circle(x_b, y_b, radius_b, &b):
        return -1
    if not set_given_margin(margin, &options):
        return -1
    answer = compiled[VERB_COLLIDE](&a.convex, &b.convex, &options, &found)
    write_contact(answer, &found, contact)
    return answer


cdef double circles_distance(double x_a, double y_a, double radius_a, double x_b, double y_b,
                             double radius_b) noexcept nogil:
    cdef GivenCircle a, b
    cdef Options options
    cdef Result found
    cdef int verdict
    verdict = circles_meet(x_a, y_a, radius_a, x_b, y_b, radius_b)
    if verdict == RINGS_MEET:
        return 0.0
    set_plain(&options)
    if not read_circle(x_a, y_a, radius_a, &a):
        return NAN
    if not read_circle(x_b, y_b, radius_b, &b):
        return NAN
    compiled[VERB_DISTANCE](&a.convex, &b.convex, &options, &found)
    return found.number


cdef int circles_nearest_points(double x_a, double y_a, double radius_a, double x_b, double y_b,
                                double radius_b, double* result) noexcept nogil:
    cdef GivenCircle a, b
    cdef Options options
    cdef int answer
    if result is NULL:
        return -1
    set_plain(&options)
    if not read_circle(x_a, y_a, radius_a, &a):
        return -1
    if not read_circle(x_b, y_b, radius_b, &b):
        return -1
    answer = compiled[VERB_NEAREST_POINTS](&a.convex, &b.convex, &options, <Result*>result)
    return answer


cdef double circles_overlap_area(double x_a, double y_a, double radius_a, double x_b, double y_b,
                                 double radius_b) noexcept nogil:
    cdef GivenCircle a, b
    cdef Options options
    cdef Result found
    cdef int verdict
    verdict = circles_meet(x_a, y_a, radius_a, x_b, y_b, radius_b)
    if verdict == RINGS_APART:
        return 0.0
    set_plain(&options)
    if not read_circle(x_a, y_a, radius_a, &a):
        return NAN
    if not read_circle(x_b, y_b, radius_b, &b):
        return NAN
    compiled[VERB_OVERLAP_AREA](&a.convex, &b.convex, &options, &found)
    return found.number


cdef double circles_iou(double x_a, double y_a, double radius_a, double x_b, double y_b,
                        double radius_b) noexcept nogil:
    cdef GivenCircle a, b
    cdef Options options
    cdef Result found
    cdef int verdict
    verdict = circles_meet(x_a, y_a, radius_a, x_b, y_b, radius_b)
    if verdict == RINGS_APART:
        return 0.0
    set_plain(&options)
    if not read_circle(x_a, y_a, radius_a, &a):
        return NAN
    if not read_circle(x_b, y_b, radius_b, &b):
        return NAN
    compiled[VERB_IOU](&a.convex, &b.convex, &options, &found)
    return found.number


cdef int circles_sweep(double x_a, double y_a, double radius_a, double x_b, double y_b,
                       double radius_b, double velocity_a_x, double velocity_a_y,
                       double velocity_b_x, double velocity_b_y, double max_time, bint touching,
                       bint skip_leaving, Impact* impact) noexcept nogil:
    cdef GivenCircle a, b
    cdef Options options
    cdef Result found
    cdef int answer
    if impact is NULL:
        return -1
    set_plain(&options)
    if not read_circle(x_a, y_a, radius_a, &a):
        return -1
    if not read_circle(x_b, y_b, radius_b, &b):
        return -1
    if not set_given_motion(velocity_a_x, velocity_a_y, velocity_b_x, velocity_b_y, max_time,
                            &options.motion.motion):
        return -1
    options.strict = not touching
    options.skip_leaving = skip_leaving
    answer = compiled[VERB_SWEEP](&a.convex, &b.convex, &options, &found)
    write_impact(answer, &found, impact)
    return answer


cdef double circles_time_of_impact(double x_a, double y_a, double radius_a, double x_b, double y_b,
                                   double radius_b, double velocity_a_x, double velocity_a_y,
                                   double velocity_b_x, double velocity_b_y,
                                   double max_time) noexcept nogil:
    cdef GivenCircle a, b
    cdef Options options
    cdef Result found
    cdef int verdict
    verdict = circles_meet(x_a, y_a, radius_a, x_b, y_b, radius_b)
    if verdict == RINGS_MEET and is_motion(
            velocity_a_x, velocity_a_y, velocity_b_x, velocity_b_y, max_time):
        return 0.0
    set_plain(&options)
    if not read_circle(x_a, y_a, radius_a, &a):
        return NAN
    if not read_circle(x_b, y_b, radius_b, &b):
        return NAN
    if not set_given_motion(velocity_a_x, velocity_a_y, velocity_b_x, velocity_b_y, max_time,
                            &options.motion.motion):
        return NAN
    compiled[VERB_TIME_OF_IMPACT](&a.convex, &b.convex, &options, &found)
    return found.number


cdef int circle_raycast(double x, double y, double radius, double origin_x, double origin_y,
                        double direction_x, double direction_y, double max_distance,
                        double ray_radius, RayHit* ray_hit) noexcept nogil:
    cdef GivenCircle one
    cdef Options options
    cdef int answer
    if ray_hit is NULL:
        return -1
    set_plain(&options)
    if not read_circle(x, y, radius, &one):
        return -1
    if not set_given_ray(origin_x, origin_y, direction_x, direction_y, max_distance, ray_radius,
                         &options.probe):
        return -1
    answer = compiled[VERB_RAYCAST](&one.convex, NULL, &options, <Result*>ray_hit)
    return answer
# generated from verbs.toml (functions): end

cdef sepax_api api
api.version = SEPAX_API_VERSION
# generated from verbs.toml (assignments): begin
api.scratch_size = <void*>scratch_size
api.rings_intersect = <void*>rings_intersect
api.rings_separating_axis = <void*>rings_separating_axis
api.ring_contains = <void*>ring_contains
api.rings_covers = <void*>rings_covers
api.ring_project = <void*>ring_project
api.rings_mtv = <void*>rings_mtv
api.rings_contact = <void*>rings_contact
api.rings_distance = <void*>rings_distance
api.rings_nearest_points = <void*>rings_nearest_points
api.rings_overlap_area = <void*>rings_overlap_area
api.rings_iou = <void*>rings_iou
api.rings_sweep = <void*>rings_sweep
api.rings_time_of_impact = <void*>rings_time_of_impact
api.ring_raycast = <void*>ring_raycast
api.boxes_intersect = <void*>boxes_intersect
api.boxes_separating_axis = <void*>boxes_separating_axis
api.box_contains = <void*>box_contains
api.boxes_covers = <void*>boxes_covers
api.box_project = <void*>box_project
api.boxes_mtv = <void*>boxes_mtv
api.boxes_contact = <void*>boxes_contact
api.boxes_distance = <void*>boxes_distance
api.boxes_nearest_points = <void*>boxes_nearest_points
api.boxes_overlap_area = <void*>boxes_overlap_area
api.boxes_iou = <void*>boxes_iou
api.boxes_sweep = <void*>boxes_sweep
api.boxes_time_of_impact = <void*>boxes_time_of_impact
api.box_raycast = <void*>box_raycast
api.circles_intersect = <void*>circles_intersect
api.circles_separating_axis = <void*>circles_separating_axis
api.circle_contains = <void*>circle_contains
api.circles_covers = <void*>circles_covers
api.circle_project = <void*>circle_project
api.circles_mtv = <void*>circles_mtv
api.circles_contact = <void*>circles_contact
api.circles_distance = <void*>circles_distance
api.circles_nearest_points = <void*>circles_nearest_points
api.circles_overlap_area = <void*>circles_overlap_area
api.circles_iou = <void*>circles_iou
api.circles_sweep = <void*>circles_sweep
api.circles_time_of_impact = <void*>circles_time_of_impact
api.circle_raycast = <void*>circle_raycast
# generated from verbs.toml (assignments): end
_C_API = PyCapsule_New(&api, "sepax._C_API", NULL)
