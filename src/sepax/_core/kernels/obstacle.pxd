"""Obstacles: the moves of a part a that make it overlap a part b.

An obstacle is the interior of the Minkowski difference b - a: a convex core of corners, counter-
clockwise, rounded by the sum of the radii. A move separates the pair if it is outside of the
obstacle. Coordinates are in a unit near the size of both groups, so that nothing underflows
(parting.pyx).
"""

from libc.math cimport INFINITY, sqrt

from sepax._core.kernels.convex cimport Convex, unit_vector
from sepax._core.kernels.predicates cimport two_difference_tail, two_product_tail

cdef struct Part:
    Py_ssize_t first        # of its points; neighbours differ
    Py_ssize_t n
    double radius
    double low_x, low_y     # the box of the points
    double high_x, high_y

cdef struct Side:
    double* x           # points of all parts
    double* y
    Part* parts
    Py_ssize_t count

cdef struct Corner:
    double x, y             # the point `of_b` of b less the point `of_a` of a, rounded
    double normal_x, normal_y  # unit, out of the face from here to the next corner
    Py_ssize_t of_a, of_b
    Py_ssize_t to           # the face is the edge of b from `of_b` to this point; or of a, which
    bint on_b               # is run through the other way

cdef struct Obstacle:
    Py_ssize_t first        # of its corners
    Py_ssize_t n            # as many as faces, but for a single point, which has none
    double radius
    double thickness        # the part of the radius that closes seams; see parting.pyx

cdef struct Twofold:
    # A number with twice the digits: the sum of two. `low` is less than the last bit of `high`.
    double high, low


cdef inline Twofold twofold_sum(double high, double low) noexcept nogil:
    cdef Twofold total
    total.high = high + low
    total.low = low - (total.high - high)
    return total


cdef inline Twofold difference_of(double a, double b) noexcept nogil:
    """a - b, exactly."""
    cdef Twofold result
    result.high = a - b
    result.low = two_difference_tail(a, b, result.high)
    return result


cdef inline Twofold place_from(double v, double of_a, double of_b) noexcept nogil:
    """v - (of_b - of_a)."""
    cdef Twofold from_b = difference_of(v, of_b), place = difference_of(from_b.high, -of_a)
    return twofold_sum(place.high, place.low + from_b.low)


cdef inline double twofold_cross(Twofold ux, Twofold uy, Twofold vx, Twofold vy) noexcept nogil:
    """u x v, rounded in the last bit only, if the products do not underflow."""
    cdef double left = ux.high * vy.high, right = uy.high * vx.high, area = left - right
    cdef double left_tail = two_product_tail(ux.high, vy.high, left) + (
        ux.high * vy.low + ux.low * vy.high)
    cdef double right_tail = two_product_tail(uy.high, vx.high, right) + (
        uy.high * vx.low + uy.low * vx.high)
    return area + (two_difference_tail(left, right, area) + (left_tail - right_tail))


# --- corners and faces ------------------------------------------------------------

cdef inline Py_ssize_t next_point(const Part* part, Py_ssize_t i) noexcept nogil:
    return i + 1 if i + 1 < part.first + part.n else part.first


cdef inline Py_ssize_t extreme_corner(const Side* side, const Part* part,
                                      double sign) noexcept nogil:
    """The lowest point, of these the leftmost; the highest and rightmost for a sign of -1."""
    cdef Py_ssize_t i, found = part.first
    for i in range(part.first + 1, part.first + part.n):
        if (sign * side.y[i] < sign * side.y[found]
                or (side.y[i] == side.y[found] and sign * side.x[i] < sign * side.x[found])):
            found = i
    return found


cdef inline void set_face(const Side* a, const Side* b, const Corner* corner, Twofold* along_x,
                          Twofold* along_y) noexcept nogil:
    """The vector from one end of a face to the other."""
    if corner.on_b:
        along_x[0] = difference_of(b.x[corner.to], b.x[corner.of_b])
        along_y[0] = difference_of(b.y[corner.to], b.y[corner.of_b])
    else:
        along_x[0] = difference_of(a.x[corner.of_a], a.x[corner.to])
        along_y[0] = difference_of(a.y[corner.of_a], a.y[corner.to])


cdef inline bint points_down(double x, double y) noexcept nogil:
    """Whether a direction is in the second half of a turn from that of x on."""
    return y < 0.0 or (y == 0.0 and x < 0.0)


cdef inline bint turns_first(const Side* a, const Side* b, Corner* corner, Py_ssize_t to_a,
                             Py_ssize_t to_b) noexcept nogil:
    """Whether, counter-clockwise, the face of a comes before that of b, or both are parallel."""
    cdef Twofold ax, ay, bx, by
    cdef bint down_a, down_b
    corner.on_b, corner.to = False, to_a
    set_face(a, b, corner, &ax, &ay)
    corner.on_b, corner.to = True, to_b
    set_face(a, b, corner, &bx, &by)
    down_a = points_down(ax.high, ay.high)
    down_b = points_down(bx.high, by.high)
    return down_b if down_a != down_b else twofold_cross(ax, ay, bx, by) >= 0.0


cdef inline void build_obstacle(const Side* a, const Part* part_a, const Side* b,
                                const Part* part_b, Corner* corners, Py_ssize_t first,
                                Obstacle* obstacle) noexcept nogil:
    """Write corners from `first` on, at most as many as the points of both parts: merge their faces
    by direction, from the lowest corner on."""
    cdef Py_ssize_t i = extreme_corner(a, part_a, -1.0), j = extreme_corner(b, part_b, 1.0)
    cdef Py_ssize_t left_a = part_a.n if part_a.n > 1 else 0
    cdef Py_ssize_t left_b = part_b.n if part_b.n > 1 else 0
    cdef Corner* corner = corners + first
    cdef Twofold along_x, along_y
    obstacle.first = first
    obstacle.radius = part_a.radius + part_b.radius
    obstacle.thickness = 0.0
    while True:
        corner.of_a, corner.of_b = i, j
        corner.x = b.x[j] - a.x[i]
        corner.y = b.y[j] - a.y[i]
        corner.normal_x = corner.normal_y = 0.0
        if left_a == 0 and left_b == 0:
            break
        corner.on_b = left_a == 0 or (left_b > 0 and not turns_first(
            a, b, corner, next_point(part_a, i), next_point(part_b, j)))
        if corner.on_b:
            corner.to = j = next_point(part_b, j)
            left_b -= 1
        else:
            corner.to = i = next_point(part_a, i)
            left_a -= 1
        set_face(a, b, corner, &along_x, &along_y)
        unit_vector(along_y.high, -along_x.high, &corner.normal_x, &corner.normal_y)
        corner += 1
    obstacle.n = max(corner - (corners + first), 1)


# --- how far a move leads out of an obstacle --------------------------------------

cdef inline double face_gap(const Corner* corner, double x, double y) noexcept nogil:
    """The signed distance of a place from the line of a face; negative inside."""
    return corner.normal_x * (x - corner.x) + corner.normal_y * (y - corner.y)


cdef inline double accurate_face_gap(const Side* a, const Side* b, const Corner* corner, double x,
                                     double y) noexcept nogil:
    """`face_gap` with a relative error of a few units of roundoff."""
    cdef Twofold along_x, along_y
    cdef double unit_x, unit_y, length
    set_face(a, b, corner, &along_x, &along_y)
    length = unit_vector(along_x.high, along_y.high, &unit_x, &unit_y)
    return twofold_cross(
        place_from(x, a.x[corner.of_a], b.x[corner.of_b]),
        place_from(y, a.y[corner.of_a], b.y[corner.of_b]), along_x, along_y) / length


cdef inline double corner_distance(const Corner* corner, double x, double y) noexcept nogil:
    cdef double dx = x - corner.x, dy = y - corner.y
    return sqrt(dx * dx + dy * dy)


cdef inline double segment_distance(const Corner* corner, const Corner* following, double x,
                                    double y) noexcept nogil:
    """The distance of a place outside of a face from that face."""
    cdef double along_x = -corner.normal_y, along_y = corner.normal_x
    cdef double along = along_x * (x - corner.x) + along_y * (y - corner.y)
    if along <= 0.0:
        return corner_distance(corner, x, y)
    if along_x * (x - following.x) + along_y * (y - following.y) >= 0.0:
        return corner_distance(following, x, y)
    return face_gap(corner, x, y)


cdef inline double core_gap(const Corner* corners, Py_ssize_t n, double x, double y,
                            Py_ssize_t* face) noexcept nogil:
    """The signed distance of a place from the core, and the nearest face, or -1 for a corner."""
    cdef double widest = -INFINITY, nearest = INFINITY, gap
    cdef Py_ssize_t k
    face[0] = -1
    if n == 1:
        return corner_distance(corners, x, y)
    for k in range(n):
        gap = face_gap(corners + k, x, y)
        if gap > widest:
            widest = gap
            face[0] = k
    if widest <= 0.0:
        return widest
    for k in range(n):
        gap = face_gap(corners + k, x, y)
        if gap > 0.0:
            gap = segment_distance(corners + k, corners + (k + 1 if k + 1 < n else 0), x, y)
            nearest = min(nearest, gap)
    if nearest > widest:
        face[0] = -1
    return nearest


# --- parts ------------------------------------------------------------------------

cdef inline double box_distance(const Part* a, const Part* b) noexcept nogil:
    """A lower bound of the distance of an obstacle from the origin, by its box."""
    cdef double radius = a.radius + b.radius
    cdef double x = max(max(b.low_x - a.high_x, a.low_x - b.high_x) - radius, 0.0)
    cdef double y = max(max(b.low_y - a.high_y, a.low_y - b.high_y) - radius, 0.0)
    return sqrt(x * x + y * y)


cdef inline bint may_be_in_a_seam(const Part* part, const Side* side,
                                  const Part* other) noexcept nogil:
    """Whether a part is a point or a segment, and the other a polygon with neighbours."""
    return (part.n <= 2 and part.radius == 0.0 and other.n > 2 and other.radius == 0.0
            and side.count > 1)


cdef inline void set_part(Side* side, Part* part, const Convex* convex) noexcept nogil:
    """Copy the points of a part, without repeated ones."""
    cdef Py_ssize_t k, to = part.first
    for k in range(convex.n):
        if (to == part.first or convex.x[k] != side.x[to - 1]
                or convex.y[k] != side.y[to - 1]):
            side.x[to], side.y[to] = convex.x[k], convex.y[k]
            to += 1
    if to - part.first > 1 and (side.x[to - 1] == side.x[part.first]
                                and side.y[to - 1] == side.y[part.first]):
        to -= 1
    part.n = to - part.first
    part.radius = convex.radius
    part.low_x = part.high_x = side.x[part.first]
    part.low_y = part.high_y = side.y[part.first]
    for k in range(part.first, to):
        part.low_x = min(part.low_x, side.x[k])
        part.low_y = min(part.low_y, side.y[k])
        part.high_x = max(part.high_x, side.x[k])
        part.high_y = max(part.high_y, side.y[k])
