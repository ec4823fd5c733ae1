"""Shapes of a block that turn while they move: about which places, and the bounds that hold them."""

from libc.math cimport fabs, sqrt

from sepax._core.arrays.extents cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y, add_box
from sepax._core.arrays.storage cimport Storage, read_place
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.roundoff cimport MOTION_ROUNDOFF, UNDERFLOW_ERROR
from sepax._core.kernels.turning cimport MOST_RADIANS, is_turned

cdef enum:
    # Columns of turns: one row for all shapes of a block, or one for each.
    RATE
    PLACE_X                 # about which it turns; NaN for its own position
    PLACE_Y
    TURN                    # their number

cdef struct Turns:
    const double* rows      # NULL where no shape turns
    bint is_one


cdef inline int read_turns(const double[:, ::1] given, Py_ssize_t count, Turns* turns) except -1:
    """Take rows of numbers, which must outlive the turns; or None, for so many shapes."""
    turns.rows = NULL
    if given is None:
        return 0
    turns.is_one = given.shape[0] == 1
    if not turns.is_one and given.shape[0] != count or given.shape[1] != TURN:
        raise ValueError(f"turns must be one, or {count}, of {TURN} numbers")
    if given.shape[0]:
        turns.rows = &given[0, 0]
    return 0


cdef inline bint some_turn(const Turns* turns, Py_ssize_t count) noexcept nogil:
    """Whether any of so many shapes has a rate."""
    cdef Py_ssize_t k
    if turns.rows is NULL:
        return False
    for k in range(1 if turns.is_one else count):
        if turns.rows[TURN * k + RATE] != 0.0:
            return True
    return False


cdef inline void read_turn(const Storage* shapes, Py_ssize_t row, const Turns* turns, double* rate,
                           double* place) noexcept nogil:
    """The rate of a shape, and the place about which it turns."""
    cdef const double* turn = turns.rows + (0 if turns.is_one else TURN * row)
    rate[0] = turn[RATE]
    read_place(shapes, row, turn + PLACE_X, place)


cdef inline double length(double x, double y) noexcept nogil:
    """Of a vector, also where its square would underflow."""
    cdef double longer = max(fabs(x), fabs(y)), shorter = min(fabs(x), fabs(y))
    return longer * sqrt(1.0 + (shorter / longer) * (shorter / longer)) if longer > 0.0 else 0.0


cdef inline double add_room_to_turn(const Convex* shape, double rate, const double* place,
                                    double time, double* bounds) noexcept nogil:
    """Widen the bounds of a shape to hold it, up to rounding, while it turns about a place that
    stays: it stays in a disc, and no point goes farther than the longest arc. Returns the length of
    that arc, of as many turns as the kernel goes."""
    cdef double reach = 0.0, radius, arc
    cdef Py_ssize_t k
    if not is_turned(shape, place, rate):
        return 0.0
    for k in range(shape.n):
        reach = max(reach, length(shape.x[k] - place[0], shape.y[k] - place[1]))
    arc = fabs(rate) * time * reach
    radius = reach + shape.radius
    bounds[LOW_X] = max(bounds[LOW_X] - arc, place[0] - radius)
    bounds[LOW_Y] = max(bounds[LOW_Y] - arc, place[1] - radius)
    bounds[HIGH_X] = min(bounds[HIGH_X] + arc, place[0] + radius)
    bounds[HIGH_Y] = min(bounds[HIGH_Y] + arc, place[1] + radius)
    return min(fabs(rate) * time, MOST_RADIANS) * reach


cdef inline double turning_slack(double extent, double arc) noexcept nogil:
    """By how much the boxes of two shapes must be wider, both of them, for `turning_sweep` to find no
    meeting where they do not meet.

    It finds one of shapes that are apart by 5 E = 80 u L. Let `extent` be that of all shapes and
    their places: the distance of two places and the reach of each are no more, and the relative way
    before a meeting no more than these three. So L is at most 6 extents and both arcs, and two
    slacks of 180 u (3 extent + arc) are more than twice as much.
    """
    return MOTION_ROUNDOFF * (3.0 * extent + arc) + UNDERFLOW_ERROR


cdef inline void add_places(double* box, const Storage* shapes, Py_ssize_t count,
                            const Turns* turns) noexcept nogil:
    """Enlarge a box to hold the places about which shapes turn."""
    cdef double place[4]
    cdef double rate
    cdef Py_ssize_t k
    if turns.rows is NULL:
        return
    for k in range(count):
        read_turn(shapes, k, turns, &rate, place)
        place[HIGH_X] = place[LOW_X]
        place[HIGH_Y] = place[LOW_Y]
        add_box(box, place)
