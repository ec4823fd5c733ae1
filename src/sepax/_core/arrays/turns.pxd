"""Shapes of a block that turn about their positions while they move, and the bounds that hold them."""

from libc.math cimport INFINITY, fabs, nextafter, sqrt

from sepax._core.arrays.bounds cimport FARTHEST, HIGH_X, HIGH_Y, LOW_X, LOW_Y, add_box
from sepax._core.arrays.storage cimport Storage, read_position
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.roundoff cimport MOTION_ROUNDOFF, TIME_ROUNDOFF, UNDERFLOW_ERROR
from sepax._core.kernels.turning cimport MOST_RADIANS, is_turned

cdef struct Turns:
    const double* rates     # of all shapes of a block or of each; NULL where no shape turns
    bint is_one


cdef inline int read_turns(const double[::1] given, Py_ssize_t count, Turns* turns) except -1:
    """Take rates, which must outlive the turns; or None, for so many shapes."""
    turns.rates = NULL
    if given is None:
        return 0
    turns.is_one = given.shape[0] == 1
    if not turns.is_one and given.shape[0] != count:
        raise ValueError(f"rates must be one, or {count}")
    if given.shape[0]:
        turns.rates = &given[0]
    return 0


cdef inline bint some_turn(const Turns* turns, Py_ssize_t count) noexcept nogil:
    """Whether any of so many shapes has a rate."""
    cdef Py_ssize_t k
    if turns.rates is NULL:
        return False
    for k in range(1 if turns.is_one else count):
        if turns.rates[k] != 0.0:
            return True
    return False


cdef inline void read_turn(const Storage* shapes, Py_ssize_t row, const Turns* turns, double* rate,
                           double* place) noexcept nogil:
    """The rate of a shape, and its position, about which it turns."""
    rate[0] = turns.rates[0 if turns.is_one else row]
    read_position(shapes, row, place)


cdef inline double length(double x, double y) noexcept nogil:
    """Of a vector, also where its square would underflow."""
    cdef double longer = max(fabs(x), fabs(y)), shorter = min(fabs(x), fabs(y))
    return longer * sqrt(1.0 + (shorter / longer) * (shorter / longer)) if longer > 0.0 else 0.0


cdef inline double add_room(double reach, double radius, double rate, const double* place,
                            double time, double* bounds) noexcept nogil:
    """Widen the bounds of a shape that turns about a fixed place: it stays in a disc of that reach
    and a radius, and no point moves farther than the longest arc. Returns the length of that arc,
    for as many turns as the kernel allows."""
    cdef double arc = fabs(rate) * time * reach, around = reach + radius
    bounds[LOW_X] = max(bounds[LOW_X] - arc, place[0] - around)
    bounds[LOW_Y] = max(bounds[LOW_Y] - arc, place[1] - around)
    bounds[HIGH_X] = min(bounds[HIGH_X] + arc, place[0] + around)
    bounds[HIGH_Y] = min(bounds[HIGH_Y] + arc, place[1] + around)
    return min(fabs(rate) * time, MOST_RADIANS) * reach


cdef inline double add_room_to_turn(const Convex* shape, double rate, const double* place,
                                    double time, double* bounds) noexcept nogil:
    """Widen the bounds of a shape to hold it, up to rounding, while it turns about a place that
    stays. Returns the length of the longest arc."""
    cdef double reach = 0.0
    cdef Py_ssize_t k
    if not is_turned(shape, place, rate):
        return 0.0
    for k in range(shape.n):
        reach = max(reach, length(shape.x[k] - place[0], shape.y[k] - place[1]))
    return add_room(reach, shape.radius, rate, place, time, bounds)


cdef inline double add_room_to_box(double rate, const double* place, double time,
                                   double* bounds) noexcept nogil:
    """The same for everything in a box."""
    cdef double reach = length(max(place[0] - bounds[LOW_X], bounds[HIGH_X] - place[0]),
                               max(place[1] - bounds[LOW_Y], bounds[HIGH_Y] - place[1]))
    if rate == 0.0 or reach == 0.0:     # also for ever
        return 0.0
    return add_room(reach, 0.0, rate, place, time, bounds)


cdef inline double turning_slack(double extent, double arc) noexcept nogil:
    """By how much the boxes of two shapes must be wider, both of them, so that boxes that do not
    meet imply no impact of `turning_sweep`.

    It finds impacts of shapes up to 5 E = 80 u L apart. Let `extent` be that of all shapes and
    their places: the distance of two places, the reach of each, and the relative path before an
    impact are at most this plus both arcs. So L is at most 6 extents and both arcs, and two slacks
    of 180 u (3 extent + arc) are more than twice as much.
    """
    return MOTION_ROUNDOFF * (3.0 * extent + arc) + UNDERFLOW_ERROR


cdef inline void add_places(double* box, const Storage* shapes, Py_ssize_t count,
                            const Turns* turns) noexcept nogil:
    """Enlarge a box to hold the places about which shapes turn."""
    cdef double place[4]
    cdef double rate
    cdef Py_ssize_t k
    if turns.rates is NULL:
        return
    for k in range(count):
        read_turn(shapes, k, turns, &rate, place)
        place[HIGH_X] = place[LOW_X]
        place[HIGH_Y] = place[LOW_Y]
        add_box(box, place)


# --- motions as boxes -------------------------------------------------------------------

cdef inline double travel(double speed, double time) noexcept nogil:
    """The distance travelled; 0 without a speed, even in an infinite time."""
    return speed * time if speed != 0.0 else 0.0


cdef inline void widen(double* low, double* high, double along, double slack) noexcept nogil:
    """Move an interval, take in all between, and widen it by the slack and the rounding here."""
    along *= 1.0 + TIME_ROUNDOFF
    low[0] = nextafter(low[0] + min(along, 0.0) - slack, -INFINITY)
    high[0] = nextafter(high[0] + max(along, 0.0) + slack, INFINITY)
    low[0] = max(low[0], -FARTHEST)
    high[0] = min(high[0], FARTHEST)


cdef inline void widen_box(double* box, double along_x, double along_y,
                           double slack) noexcept nogil:
    """The same for a box."""
    widen(box + LOW_X, box + HIGH_X, along_x, slack)
    widen(box + LOW_Y, box + HIGH_Y, along_y, slack)


cdef inline double still_slack(const double* box, double along_x, double along_y,
                               double extent) noexcept nogil:
    """By how much the box around a motion without turns is wider, so that boxes that do not meet
    imply no impact of `convex_sweep`. At most `extent` of the path matters for rounding: in
    relative motion, shapes meet within that."""
    cdef double size = ((box[HIGH_X] - box[LOW_X]) + (box[HIGH_Y] - box[LOW_Y])
                        + (fabs(along_x) + fabs(along_y)))
    return MOTION_ROUNDOFF * min(size, extent) + UNDERFLOW_ERROR
