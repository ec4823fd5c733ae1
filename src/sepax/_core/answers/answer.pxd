"""The signature of all answers: their options and results.

`answer_<verb>` composes the kernels for two convex shapes. Two shapes, rings, numbers, compiled
callers and rows of arrays are readers that make the convexes, and writers that store the result.
"""

from sepax._core.kernels.answers cimport Axis, Gap, Manifold, Meeting, Passing, RayContact
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.raycast cimport Probe
from sepax._core.kernels.turning cimport TurningMotion
from sepax._core.simd.levels cimport EDGE_UNCERTAIN

cdef struct Options:
    # The arguments besides the shapes. Each verb reads only its own.
    bint strict             # touching does not count
    bint skip_leaving
    double margin
    int edge                # of least depth, 4 + its number if it is b's; or EDGE_UNCERTAIN
    bint turns              # a shape may turn: the motion has rates and positions
    TurningMotion motion
    Probe probe

cdef struct Touch:
    Axis widest
    double depth
    Manifold points
    bint a_in_b, b_in_a

cdef union Result:
    # Written by an answer of 1; a truth is the answer itself.
    double number
    double vector[2]        # also a point, or the ends of an interval
    double points[4]        # on a and on b
    Touch contact
    Meeting impact
    RayContact ray_hit
    Gap gap
    Passing passing

# 1 or 0: whether there is a result, or the truth. Below 0 is the failure of a turning sweep.
# Verbs about a place get it as a convex of one point; a ray has no second shape.
ctypedef int (*answer_t)(const Convex* a, const Convex* b, const Options* options,
                         Result* result) noexcept nogil


cdef inline void set_plain(Options* options) noexcept nogil:
    """Set the defaults of all options, except a motion and a ray."""
    options.strict = options.skip_leaving = options.turns = False
    options.margin = 0.0
    options.edge = EDGE_UNCERTAIN
