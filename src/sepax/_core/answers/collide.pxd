"""The contact of two shapes that meet, or are nearer than a margin."""

from sepax._core.answers.answer cimport Options, Result, Touch
from sepax._core.answers.mtv cimport penetration
from sepax._core.kernels.contact cimport convex_contact
from sepax._core.kernels.containment cimport convex_containment
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.distance cimport convex_nearness


cdef inline int answer_collide(const Convex* a, const Convex* b, const Options* options,
                               Result* result) noexcept nogil:
    cdef Touch* found = &result.contact
    cdef double margin = options.margin
    found.depth = 0.0
    if not penetration(a, b, options.edge, &found.widest, &found.depth) and not (
            margin > 0.0 and convex_nearness(a, b, margin, &found.widest, &found.depth)):
        return 0
    convex_contact(a, b, &found.widest, found.depth, margin, &found.points)
    convex_containment(a, b, found.depth, &found.a_in_b, &found.b_in_a)
    return 1
