"""When and where two shapes in motion first touch."""

from sepax._core.answers.answer cimport Options, Result
from sepax._core.kernels.answers cimport Meeting, Motion
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.grazing cimport only_grazes
from sepax._core.kernels.sweep cimport convex_sweep
from sepax._core.kernels.turning cimport HITS, MISSES, TurningMotion, still_turns, turning_sweep

cdef enum:
    STILL = 1 << 8      # neither shape turns


cdef inline int turned(const Convex* a, const Convex* b, const Options* options,
                       Meeting* meeting) noexcept nogil:
    """Sweep two shapes if one of them turns. Returns 1 for a hit, 0 for a miss, less than 0 for a
    failure, and STILL if neither turns."""
    cdef TurningMotion motion
    cdef int found
    if not options.turns:
        return STILL
    motion = options.motion
    motion.strict = options.strict
    motion.skip_leaving = options.skip_leaving
    if not still_turns(a, b, &motion):
        return STILL
    found = turning_sweep(a, b, &motion, meeting)
    return found == HITS if found in (HITS, MISSES) else -found


cdef inline int answer_sweep(const Convex* a, const Convex* b, const Options* options,
                             Result* result) noexcept nogil:
    cdef const Motion* motion = &options.motion.motion
    cdef Meeting* meeting = &result.impact
    cdef int found = turned(a, b, options, meeting)
    if found != STILL:
        return found
    return (convex_sweep(a, b, motion, meeting) and not (options.skip_leaving and meeting.leaving)
            and not (options.strict and only_grazes(a, b, motion, meeting)))
