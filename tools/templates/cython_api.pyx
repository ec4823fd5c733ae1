# $head
"""The verbs for compiled callers in Cython, numba and C: see cython_api.pxd and docs/kernels.md."""

from cpython.pycapsule cimport PyCapsule_New
from libc.math cimport NAN

from sepax._core.answers.answer cimport Options, Result, Touch, set_plain
from sepax._core.answers.compiled cimport (
$answers
)
from sepax._core.callers cimport (
    GivenBox, GivenCircle, GivenRing, RingPair, begin_huge, boxes_meet, circles_meet, end_huge,
    given_feature, is_motion, read_box, read_circle, read_one_ring, read_two_rings, rings_meet,
    rings_part, rings_time, scratch_of_ring, set_given_axis, set_given_margin, set_given_motion,
    set_given_pivots, set_given_point, set_given_ray)
from sepax._core.kernels.convex cimport Convex
from sepax._core.memory cimport count_sum
from sepax._core.rows cimport (
    ClearanceRow, ContactRow, ImpactRow, fill_clearance_row, fill_contact_row, fill_impact_row)
from sepax._core.simd.levels cimport RINGS_APART, RINGS_MEET, RINGS_UNCERTAIN

cdef extern from "sepax.h":
    enum:
        SEPAX_API_VERSION
    ctypedef struct sepax_api:
        int version
$members

cdef Py_ssize_t scratch_size(Py_ssize_t count_a, Py_ssize_t count_b) noexcept nogil:
    return count_sum(scratch_of_ring(count_a), scratch_of_ring(count_b))


cdef inline void write_contact(int answer, const Result* found, Contact* contact) noexcept nogil:
    cdef const Touch* touch = &found.contact
    if answer == 1:
        fill_contact_row(&touch.widest, touch.depth, &touch.points, touch.a_in_b, touch.b_in_a,
                         <ContactRow*>contact)


cdef inline void write_clearance(int answer, const Result* found,
                                 Clearance* clearance) noexcept nogil:
    if answer == 1:
        fill_clearance_row(&found.gap, <ClearanceRow*>clearance)


cdef inline void write_impact(int answer, const Result* found, Impact* impact) noexcept nogil:
    if answer == 1:
        fill_impact_row(&found.impact, <ImpactRow*>impact)


cdef inline void name_given_features(const RingPair* two, Contact* contact) noexcept nogil:
    """Features by the points as given, which may wind clockwise or be no corners."""
    cdef int point
    for point in range(2):
        contact.features[point][0] = <int>given_feature(&two.a, contact.features[point][0])
        contact.features[point][1] = <int>given_feature(&two.b, contact.features[point][1])


$functions

cdef sepax_api api
api.version = SEPAX_API_VERSION
$assignments
_C_API: object = PyCapsule_New(&api, "sepax._C_API", NULL)
