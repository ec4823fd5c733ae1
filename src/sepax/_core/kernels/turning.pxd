"""The swept test of shapes that turn while they move; see turning.pyx."""

from libc.math cimport fabs

from sepax._core.kernels.answers cimport Meeting, Motion
from sepax._core.kernels.convex cimport Convex

cdef enum:
    # Results of turning_sweep.
    MISSES
    HITS
    TURNS_TOO_FAR   # with no end of time: more than MOST_RADIANS before the shapes are out of reach
    NEVER_ENDS      # the same, of shapes that keep their places and turn at two different rates
    NO_MEMORY

cdef double MOST_RADIANS    # until max_time

cdef struct TurningMotion:
    Motion motion
    double position_a[2]    # about which each shape turns
    double position_b[2]
    double rate_a           # radians per unit of time, counter-clockwise
    double rate_b
    bint strict             # touching does not count
    bint skip_leaving


cdef inline bint never_repeats(const TurningMotion* motion) noexcept nogil:
    """Whether shapes keep their places, and turn at two different rates."""
    return (motion.motion.x == 0.0 and motion.motion.y == 0.0 and motion.rate_a != 0.0
            and motion.rate_b != 0.0 and fabs(motion.rate_a) != fabs(motion.rate_b))


cdef inline bint is_turned(const Convex* shape, const double* position, double rate) noexcept nogil:
    """Whether a rate changes anything: not of a disc that turns about its centre."""
    return rate != 0.0 and (shape.n > 1 or shape.x[0] != position[0] or shape.y[0] != position[1])


cdef inline bint still_turns(const Convex* a, const Convex* b,
                             TurningMotion* motion) noexcept nogil:
    """Whether a shape turns; rates that change nothing become 0. Without a turn the closed form
    answers."""
    motion.rate_a = motion.rate_a if is_turned(a, motion.position_a, motion.rate_a) else 0.0
    motion.rate_b = motion.rate_b if is_turned(b, motion.position_b, motion.rate_b) else 0.0
    return motion.rate_a != 0.0 or motion.rate_b != 0.0


cdef int turning_sweep(const Convex* a, const Convex* b, const TurningMotion* motion,
                       Meeting* meeting) noexcept nogil
