"""Which directions are free where two rows of parts touch, and which face is the contact.

Each pair of parts that touch has a tangent cone (tangent.pxd): moves into it make the pair overlap.
The union of these cones does not depend on the decomposition into parts. Its complement consists of
openings, which end at faces of the true boundary. Two parts are flush where their faces touch along
some length. A flush face is on the true boundary of both rows.
"""

from libc.math cimport INFINITY, fabs

from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.roundoff cimport SAME_DIRECTION
from sepax._core.kernels.tangent cimport CONE_LINE, CONE_SECTOR, Cone, Face

cdef struct Direction:
    # A direction, unit.
    double x, y

cdef struct Wedge:
    # The tangent cone of a pair of parts, without its boundary.
    Face start, end
    bint flush

cdef struct Opening:
    # Free directions, counter-clockwise; one alone has no width.
    Direction start, end
    double width            # a turn, see `turn_from`
    Py_ssize_t before       # the wedge that ends where it starts
    Py_ssize_t after        # the wedge that starts where it ends

cdef struct FaceChoice:
    # The face that was found to be the best so far.
    Direction out           # against its normal: where a moves straight out
    double room             # see `room_around`
    bint found


cdef inline double turn_from(double x, double y, double direction_x,
                             double direction_y) noexcept nogil:
    """The counter-clockwise turn from a unit direction to another: 0 to 4 for a full turn, and
    close to the angle if that is small."""
    cdef double across = x * direction_y - y * direction_x
    cdef double along = x * direction_x + y * direction_y
    if across >= 0.0:
        return across / (across + along) if along >= 0.0 else 1.0 - along / (across - along)
    return (2.0 - across / (0.0 - along - across) if along < 0.0
            else 3.0 + along / (along - across))


cdef inline bint is_same_direction(double turn) noexcept nogil:
    """Whether two directions are equal but for rounding, by the turn from one to the other."""
    return turn < SAME_DIRECTION or turn > 4.0 - SAME_DIRECTION


cdef inline double turn_between(Direction one, Direction other) noexcept nogil:
    """The same, and 0 between directions that are the same but for rounding."""
    cdef double turn = turn_from(one.x, one.y, other.x, other.y)
    return 0.0 if is_same_direction(turn) else turn


cdef inline Direction start_direction(const Wedge* wedge) noexcept nogil:
    cdef Direction direction
    direction.x, direction.y = wedge.start.normal_y, 0.0 - wedge.start.normal_x
    return direction


cdef inline Direction end_direction(const Wedge* wedge) noexcept nogil:
    cdef Direction direction
    direction.x, direction.y = 0.0 - wedge.end.normal_y, wedge.end.normal_x
    return direction


cdef inline Direction outward_direction(const Face* face) noexcept nogil:
    cdef Direction direction
    direction.x, direction.y = 0.0 - face.normal_x, 0.0 - face.normal_y
    return direction


# --- wedges -----------------------------------------------------------------------

cdef inline bint faces_alike(const Face* one, const Face* other) noexcept nogil:
    return one.normal_x == other.normal_x and one.normal_y == other.normal_y


cdef inline double stretch_along(const Convex* part, double sign, double normal_x, double normal_y,
                                 double x, double y, double tolerance, double* low,
                                 double* high) noexcept nogil:
    """The stretch along a face, relative to (x, y), of a part's vertices that are farthest along
    its normal, or against it; returns how far."""
    cdef double top = -INFINITY, height, along
    cdef Py_ssize_t k
    for k in range(part.n):
        top = max(top, sign * (normal_x * (part.x[k] - x) + normal_y * (part.y[k] - y)))
    low[0] = INFINITY
    high[0] = -INFINITY
    for k in range(part.n):
        height = sign * (normal_x * (part.x[k] - x) + normal_y * (part.y[k] - y))
        if height >= top - tolerance:
            along = normal_x * (part.y[k] - y) - normal_y * (part.x[k] - x)
            low[0] = min(low[0], along)
            high[0] = max(high[0], along)
    return sign * top


cdef inline bint are_flush(const Convex* a, const Convex* b, const Face* face,
                           double tolerance) noexcept nogil:
    """Whether two shapes that touch at a face do so along a stretch of it."""
    cdef double x = a.x[0], y = a.y[0], low_a, high_a, low_b, high_b
    stretch_along(a, 1.0, face.normal_x, face.normal_y, x, y, tolerance, &low_a, &high_a)
    stretch_along(b, -1.0, face.normal_x, face.normal_y, x, y, tolerance, &low_b, &high_b)
    return min(high_a, high_b) - max(low_a, low_b) > tolerance


cdef inline int read_wedges(const Cone* cone, const Convex* a, const Convex* b, double tolerance,
                            Wedge* wedges) noexcept nogil:
    """Write the wedges of a cone; returns how many."""
    if cone.kind != CONE_SECTOR and cone.kind != CONE_LINE:
        return 0
    wedges[0].start, wedges[0].end = cone.start, cone.end
    wedges[0].flush = ((cone.kind == CONE_LINE or faces_alike(&cone.start, &cone.end))
                       and are_flush(a, b, &cone.start, tolerance))
    if cone.kind == CONE_SECTOR:
        return 1
    wedges[1].start, wedges[1].end, wedges[1].flush = cone.end, cone.start, wedges[0].flush
    return 2


cdef inline bint wedge_is_known(const Wedge* wedges, Py_ssize_t count,
                                const Wedge* wedge) noexcept nogil:
    """Whether one of the wedges is the same."""
    cdef Py_ssize_t k
    for k in range(count):
        if (faces_alike(&wedges[k].start, &wedge.start) and faces_alike(&wedges[k].end, &wedge.end)
                and wedges[k].flush == wedge.flush):
            return True
    return False


# --- openings ---------------------------------------------------------------------

cdef inline bint opens_after(const Wedge* wedges, Py_ssize_t count, Py_ssize_t k,
                             Opening* opening) noexcept nogil:
    """Find the opening after the end of wedge k; False if another wedge covers that end."""
    cdef double to_start, to_end
    cdef Py_ssize_t other
    opening.start = end_direction(wedges + k)
    opening.width = 4.0
    opening.before = opening.after = k
    for other in range(count):
        to_start = turn_between(opening.start, start_direction(wedges + other))
        to_end = turn_between(opening.start, end_direction(wedges + other))
        if 0.0 < to_end < to_start:
            return False
        if to_start < opening.width and not to_start == 0.0 == to_end:  # of a ray along the start
            opening.width = to_start
            opening.after = other
    opening.end = start_direction(wedges + opening.after)
    return True


cdef inline double room_around(const Opening* openings, Py_ssize_t count,
                               Direction direction) noexcept nogil:
    """The turn from a free direction to the nearest blocked one; for a blocked direction, minus the
    turn to the nearest opening."""
    cdef double most = -INFINITY, room
    cdef const Opening* opening
    cdef Py_ssize_t k
    for k in range(count):
        opening = openings + k
        if turn_between(opening.start, direction) <= opening.width:
            room = min(turn_between(opening.start, direction), turn_between(direction, opening.end))
        else:
            room = 0.0 - min(turn_between(direction, opening.start),
                             turn_between(opening.end, direction))
        most = max(most, room)
    return most


# --- the face ---------------------------------------------------------------------

cdef inline bint comes_first(Direction direction, Direction other) noexcept nogil:
    """Whether a direction has the lesser x, or an equal one and the lesser y."""
    if fabs(direction.x - other.x) > SAME_DIRECTION:
        return direction.x < other.x
    return direction.y < other.y - SAME_DIRECTION


cdef inline void consider_face(const Face* face, const Opening* openings, Py_ssize_t count,
                               FaceChoice* best) noexcept nogil:
    """Take a face if the direction straight out of it has the most room; among equals the first."""
    cdef Direction out = outward_direction(face)
    cdef double room = room_around(openings, count, out) if count else 0.0
    if best.found and room < best.room - SAME_DIRECTION:
        return
    if not best.found or room > best.room + SAME_DIRECTION or comes_first(out, best.out):
        best.out, best.room, best.found = out, room, True


cdef inline FaceChoice best_face(const Wedge* wedges, Py_ssize_t count, const Opening* openings,
                                 Py_ssize_t opening_count) noexcept nogil:
    """The face of the contact: one that is flush, or else one at which an opening ends."""
    cdef FaceChoice best
    cdef Py_ssize_t k
    cdef int narrow
    best.found = False
    for k in range(count):
        if wedges[k].flush:
            consider_face(&wedges[k].start, openings, opening_count, &best)
    if best.found:
        return best
    for narrow in range(2):     # only where no opening has a width: slots; else they may be seams
        for k in range(opening_count):
            if narrow or openings[k].width > 0.0:
                consider_face(&wedges[openings[k].before].end, openings, opening_count, &best)
                consider_face(&wedges[openings[k].after].start, openings, opening_count, &best)
        if best.found:
            return best
    for k in range(count):      # corners that lock each other
        if faces_alike(&wedges[k].start, &wedges[k].end):
            consider_face(&wedges[k].start, openings, 0, &best)
    return best
