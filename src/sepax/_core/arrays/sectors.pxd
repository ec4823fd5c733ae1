"""Sectors of directions around a place where rows touch: the tangent cones of pairs of parts. A
cone leads counter-clockwise from one face to another. A face is on the true boundary if no other
cone covers it. Pairs that touch along such a face touch in stretches of it."""

from libc.math cimport INFINITY, fabs

from sepax._core.kernels.openings cimport is_same_direction, turn_from
from sepax._core.kernels.roundoff cimport SAME_DIRECTION
from sepax._core.kernels.tangent cimport Face

cdef extern from *:
    """
    #define SAME_SPEED 1e-7
    """
    const double SAME_SPEED     # of the speed: faces between which rounding would choose

cdef struct Sector:
    # The tangent cone of a pair of parts.
    Face start, end
    Py_ssize_t i, j
    bint thin_a         # a point or a segment against a polygon: of several such, seams are inside
    bint thin_b
    double height           # where the parts touch along the face that was met
    double low, high


cdef struct Sectors:
    Sector* items
    Py_ssize_t count, room
    double unit_x       # direction of the motion; (0, 0) for none
    double unit_y, speed


cdef inline double turn_to_start(const Face* face, double x, double y) noexcept nogil:
    """The turn from a direction to the first direction of a cone at a face."""
    return turn_from(x, y, face.normal_y, 0.0 - face.normal_x)


cdef inline double turn_to_end(const Face* face, double x, double y) noexcept nogil:
    return turn_from(x, y, 0.0 - face.normal_y, face.normal_x)


cdef inline double speed_into(const Face* face, double x, double y) noexcept nogil:
    return face.normal_x * x + face.normal_y * y


cdef inline bint is_ray(const Sector* sector) noexcept nogil:
    """Whether a cone has no width."""
    return (sector.start.normal_x == 0.0 - sector.end.normal_x
            and sector.start.normal_y == 0.0 - sector.end.normal_y)


cdef inline bint turns_to_sector(const Sector* sector, double x, double y, double* to_start,
                                 double* to_end) noexcept nogil:
    """The turns from a direction counter-clockwise to start and end of a cone; False if it is
    inside."""
    to_start[0] = turn_to_start(&sector.start, x, y)
    to_end[0] = turn_to_end(&sector.end, x, y)
    if to_start[0] > 4.0 - SAME_DIRECTION:
        to_start[0] = 0.0
    if to_end[0] < SAME_DIRECTION and not (is_ray(sector) and to_start[0] < SAME_DIRECTION):
        to_end[0] = 4.0
    return to_start[0] <= to_end[0]


cdef inline bint covers_face(const Sector* sector, double x, double y,
                             bint flush) noexcept nogil:
    """Whether a cone covers the outside of a face along a direction in which another cone begins;
    if `flush`, also one that ends there."""
    cdef double to_start = turn_to_start(&sector.start, x, y)
    cdef double to_end = turn_to_end(&sector.end, x, y)
    if is_ray(sector) or is_same_direction(to_start):
        return False
    if is_same_direction(to_end):
        return flush
    return to_end < to_start


cdef inline bint is_corner(const Sector* sector) noexcept nogil:
    """Whether a cone has two faces with different directions."""
    return not is_ray(sector) and (sector.start.normal_x != sector.end.normal_x
                                   or sector.start.normal_y != sector.end.normal_y)


cdef inline bint has_normal(const Face* face, double x, double y) noexcept nogil:
    """Whether the normal of a face is a unit vector, but for rounding."""
    return (fabs(face.normal_x * y - face.normal_y * x) < SAME_DIRECTION
            and face.normal_x * x + face.normal_y * y > 0.0)


cdef inline bint is_along_direction(double turn) noexcept nogil:
    """Whether a direction is along the path or against it, by the turn between them."""
    return is_same_direction(turn) or fabs(turn - 2.0) < SAME_DIRECTION


# --- faces of the true boundary --------------------------------------------------------

cdef inline double turn_left(const Sectors* around, const Face* face) noexcept nogil:
    """How far the normal points left of the motion; without one, right in the plane."""
    if around.speed == 0.0:
        return face.normal_x + 0.25 * face.normal_y
    return around.unit_x * face.normal_y - around.unit_y * face.normal_x


cdef inline void choose_face(const Sectors* around, const Face* face, const Sector* sector,
                             const Face** best, const Sector** whose) noexcept nogil:
    """Choose the face that opposes the motion most; of similar ones an edge before an arc, then the
    one left of the motion, which is the same for both rows."""
    cdef double more
    if best[0] is not NULL:
        more = (speed_into(face, around.unit_x, around.unit_y)
                - speed_into(best[0], around.unit_x, around.unit_y))
        if more < -SAME_SPEED:
            return
        if more <= SAME_SPEED:
            more = turn_left(around, face) - turn_left(around, best[0])
            if best[0].edge < 0 <= face.edge:
                more = 1.0
            if face.edge < 0 <= best[0].edge or more <= SAME_SPEED:
                return
    best[0] = face
    whose[0] = sector


cdef inline void exclude_closed_gap(Sectors* around) noexcept nogil:
    """If cones on both sides of the path leave no room, so that they cover any face across it, drop
    all cones along the path. For a point that is a seam, not a slot. There is no slot either where
    the path leads out of a cone, off a face that was touched at the start."""
    cdef double x = -around.unit_x, y = -around.unit_y, to_start, to_end
    cdef bint starts = False, ends = False
    cdef Py_ssize_t k, kept = 0
    for k in range(around.count):
        if around.items[k].thin_a or around.items[k].thin_b:
            continue
        if not turns_to_sector(around.items + k, x, y, &to_start, &to_end):
            return
        starts |= is_same_direction(turn_to_start(&around.items[k].start, x, y))
        ends |= is_same_direction(turn_to_end(&around.items[k].end, x, y))
    if not (starts and ends):
        return
    for k in range(around.count):
        to_start = turn_to_start(&around.items[k].start, x, y)
        to_end = turn_to_end(&around.items[k].end, x, y)
        if not (is_along_direction(to_start) or is_along_direction(to_end)):
            around.items[kept] = around.items[k]
            kept += 1
    if kept:
        around.count = kept


cdef inline const Face* face_met(const Sectors* around, const Sector** whose) noexcept nogil:
    """The face that the motion meets: of the two next to the direction that it comes from."""
    cdef double to_start, to_end, first = INFINITY, last = -INFINITY
    cdef const Face* best = NULL
    cdef const Sector* left = NULL
    cdef const Sector* right = NULL
    cdef Py_ssize_t k
    for k in range(around.count):
        if not turns_to_sector(around.items + k, -around.unit_x, -around.unit_y, &to_start,
                               &to_end):
            continue
        if to_start < first or (to_start == first and around.items[k].start.edge >= 0
                                and left.start.edge < 0):
            first = to_start
            left = around.items + k
        if to_end > last or (to_end == last and around.items[k].end.edge >= 0
                             and right.end.edge < 0):
            last = to_end
            right = around.items + k
    whose[0] = NULL
    if left is not NULL:
        choose_face(around, &left.start, left, &best, whose)
        choose_face(around, &right.end, right, &best, whose)
    return best


cdef inline bint is_covered(const Sectors* around, Py_ssize_t k, bint at_start,
                            bint flush) noexcept nogil:
    """Whether another cone covers the outside of a face of cone k."""
    cdef const Sector* sector = around.items + k
    cdef Sector mirrored
    cdef Py_ssize_t other
    for other in range(around.count):
        if other == k:
            continue
        mirrored = around.items[other]
        if at_start:
            if covers_face(&mirrored, sector.start.normal_y, 0.0 - sector.start.normal_x, flush):
                return True
            continue
        # The other way round, in a mirror: y changes its sign, and starts are ends.
        mirrored.start = around.items[other].end
        mirrored.end = around.items[other].start
        mirrored.start.normal_y = 0.0 - mirrored.start.normal_y
        mirrored.end.normal_y = 0.0 - mirrored.end.normal_y
        if covers_face(&mirrored, 0.0 - sector.end.normal_y, 0.0 - sector.end.normal_x, flush):
            return True
    return False


cdef inline const Face* face_touched(const Sectors* around, const Sector** whose) noexcept nogil:
    """Of all boundary faces here the one that opposes the motion most. Flush faces without room
    between them are a slot, if there are no others."""
    cdef const Face* best = NULL
    cdef Py_ssize_t k
    cdef int closed
    whose[0] = NULL
    for closed in range(2):
        for k in range(around.count):
            if not is_covered(around, k, True, not closed):
                choose_face(around, &around.items[k].start, around.items + k, &best, whose)
            if not is_covered(around, k, False, not closed):
                choose_face(around, &around.items[k].end, around.items + k, &best, whose)
        if best is not NULL:
            break
    return best


cdef inline bint enters_seam(const Sectors* around) noexcept nogil:
    """Whether a point, or a segment along itself, moves on between two polygons without room: one
    cone begins there, and another ends."""
    cdef Py_ssize_t k, other
    cdef const Sector* one
    cdef const Sector* two
    for k in range(around.count):
        one = around.items + k
        if (not (one.thin_a or one.thin_b) or is_ray(one)
                or not is_same_direction(turn_to_start(&one.start, around.unit_x, around.unit_y))):
            continue
        for other in range(around.count):
            two = around.items + other
            if (((one.thin_a and two.thin_a and one.i == two.i)
                 or (one.thin_b and two.thin_b and one.j == two.j)) and not is_ray(two)
                    and is_same_direction(turn_to_end(&two.end, around.unit_x, around.unit_y))):
                return True
    return False


cdef inline bint is_open(const Sectors* around, double normal_x, double normal_y,
                         bint at_start) noexcept nogil:
    """Whether a face with this normal, with which cones begin or end, is one of the boundary."""
    cdef Py_ssize_t k
    for k in range(around.count):
        if (has_normal(&around.items[k].start if at_start else &around.items[k].end, normal_x,
                       normal_y) and not is_covered(around, k, at_start, True)):
            return True
    return False


cdef inline void keep_touching(Sectors* around, double nx, double ny) noexcept nogil:
    """Keep the cones of pairs that touch along the face of the boundary with this normal."""
    cdef bint starts = is_open(around, nx, ny, True), ends = is_open(around, nx, ny, False)
    cdef bint neither = not (starts or ends)
    cdef Py_ssize_t k, kept = 0
    for k in range(around.count):
        if ((starts or neither) and has_normal(&around.items[k].start, nx, ny)
                or (ends or neither) and has_normal(&around.items[k].end, nx, ny)):
            around.items[kept] = around.items[k]
            kept += 1
    around.count = kept


# --- stretches -----------------------------------------------------------------------

cdef inline int by_height(const void* first, const void* second) noexcept nogil:
    cdef double one = (<const Sector*>first).height, other = (<const Sector*>second).height
    return (one > other) - (one < other)


cdef inline int by_stretch(const void* first, const void* second) noexcept nogil:
    """The order of sectors by height, and by where their stretches begin."""
    cdef double one = (<const Sector*>first).low, other = (<const Sector*>second).low
    cdef int order = by_height(first, second)
    return order if order != 0 else (one > other) - (one < other)
