"""Obstacles: the moves of a part a that make it overlap a part b.

An obstacle is the interior of the Minkowski difference b - a: a convex core of corners, counter-
clockwise, rounded by the sum of the radii. A move separates the pair if it is outside of the
obstacle. Coordinates are in a unit near the size of both rows, so that nothing underflows
(separate.pyx).
"""

from libc.math cimport INFINITY, fabs, sqrt

from sepax._core.kernels.convex cimport Convex, unit_vector
from sepax._core.kernels.predicates cimport two_difference_tail, two_product_tail
from sepax._core.kernels.roundoff cimport SAME_DIRECTION, SEPARATION_ROUNDOFF

cdef struct Vertex:
    # A point of a part, and the edge from there to the next point of the part.
    double x, y
    double normal_x, normal_y   # unit, out of the part; (0, 0) for a single point
    double length
    # Where the edge is a seam, as another part has it, too: the edge of that part which follows.
    # Where the edge before is one: the edge of that other part which precedes. -1 for none.
    int after, before, part
    bint is_down            # whether the edge leads down, or straight to the left

cdef struct Part:
    Py_ssize_t first        # of its points; neighbours differ
    Py_ssize_t n
    double radius
    double low_x, low_y     # the box of the points
    double high_x, high_y
    Py_ssize_t lowest       # of the points, of these the leftmost
    Py_ssize_t highest      # and the rightmost

cdef struct Side:
    Vertex* points          # of all parts
    Part* parts
    Py_ssize_t count, point_count

cdef struct Corner:
    double x, y             # the point `of_b` of b less the point `of_a` of a, rounded
    double normal_x, normal_y  # unit, out of the face from here to the next corner
    double length           # of the face
    int of_a, of_b
    int to                  # the face is the edge of b from `of_b` to this point; or of a, which
    unsigned char on_b      # is run through the other way
    unsigned char inner     # the face is inside of obstacles of other parts,
    unsigned char arc_inner     # and the arc about the corner

cdef struct Obstacle:
    Py_ssize_t first        # of its corners
    Py_ssize_t n            # as many as faces, but for a single point, which has none
    double radius
    double thickness        # the part of the radius that closes seams; see separate.pyx
    Py_ssize_t outer        # a face that a place was last found outside of

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


cdef inline Py_ssize_t point_before(const Part* part, Py_ssize_t i) noexcept nogil:
    return i - 1 if i > part.first else part.first + part.n - 1


cdef inline void set_face(const Side* a, const Side* b, const Corner* corner, Twofold* along_x,
                          Twofold* along_y) noexcept nogil:
    """The vector from one end of a face to the other."""
    if corner.on_b:
        along_x[0] = difference_of(b.points[corner.to].x, b.points[corner.of_b].x)
        along_y[0] = difference_of(b.points[corner.to].y, b.points[corner.of_b].y)
    else:
        along_x[0] = difference_of(a.points[corner.of_a].x, a.points[corner.to].x)
        along_y[0] = difference_of(a.points[corner.of_a].y, a.points[corner.to].y)


cdef inline bint points_down(double x, double y) noexcept nogil:
    """Whether a direction is in the second half of a turn from that of x on."""
    return y < 0.0 or (y == 0.0 and x < 0.0)


cdef inline bint turns_first(const Side* a, const Side* b, Corner* corner, Py_ssize_t to_a,
                             Py_ssize_t to_b) noexcept nogil:
    """Whether, counter-clockwise, the face of a comes before that of b, or both are parallel."""
    cdef const Vertex* of_a = a.points + corner.of_a
    cdef const Vertex* of_b = b.points + corner.of_b
    cdef Twofold ax, ay, bx, by
    cdef double sine
    if of_a.is_down != (not of_b.is_down):
        return of_a.is_down     # the face of a leads the other way than its edge
    sine = of_a.normal_y * of_b.normal_x - of_a.normal_x * of_b.normal_y
    if fabs(sine) > SEPARATION_ROUNDOFF:
        return sine > 0.0
    corner.on_b, corner.to = False, <int>to_a
    set_face(a, b, corner, &ax, &ay)
    corner.on_b, corner.to = True, <int>to_b
    set_face(a, b, corner, &bx, &by)
    return twofold_cross(ax, ay, bx, by) >= 0.0


cdef inline void add_face(const Side* a, const Part* part_a, const Side* b, const Part* part_b,
                          Corner* corner, Py_ssize_t* i, Py_ssize_t* j) noexcept nogil:
    """Set the face of a corner, an edge of the part that `on_b` tells, and go on behind it."""
    cdef const Vertex* edge
    if corner.on_b:
        edge = b.points + j[0]
        corner.normal_x, corner.normal_y = edge.normal_x, edge.normal_y
        j[0] = next_point(part_b, j[0])
        corner.to = <int>j[0]
    else:
        edge = a.points + i[0]
        corner.normal_x, corner.normal_y = -edge.normal_x, -edge.normal_y
        i[0] = next_point(part_a, i[0])
        corner.to = <int>i[0]
    corner.length = edge.length
    corner.inner = edge.after >= 0 or corner_is_inside(a, b, corner, corner.normal_x,
                                                       corner.normal_y)


cdef inline void build_obstacle(const Side* a, const Part* part_a, const Side* b,
                                const Part* part_b, Corner* corners, Py_ssize_t first,
                                Obstacle* obstacle) noexcept nogil:
    """Write corners from `first` on, at most as many as the points of both parts: merge their faces
    by direction, from the lowest corner on."""
    cdef Py_ssize_t i = part_a.highest, j = part_b.lowest
    cdef Py_ssize_t left_a = part_a.n if part_a.n > 1 else 0
    cdef Py_ssize_t left_b = part_b.n if part_b.n > 1 else 0
    cdef Corner* corner = corners + first
    obstacle.first = first
    obstacle.radius = part_a.radius + part_b.radius
    obstacle.thickness = 0.0
    obstacle.outer = 0
    while True:
        corner.of_a, corner.of_b = <int>i, <int>j
        corner.x = b.points[j].x - a.points[i].x
        corner.y = b.points[j].y - a.points[i].y
        if left_a == 0 and left_b == 0:
            break
        corner.on_b = left_a == 0 or (left_b > 0 and not turns_first(
            a, b, corner, next_point(part_a, i), next_point(part_b, j)))
        left_b -= corner.on_b
        left_a -= not corner.on_b
        add_face(a, part_a, b, part_b, corner, &i, &j)
        corner += 1
    obstacle.n = corner - (corners + first)
    if obstacle.n == 0:
        corner.normal_x = corner.normal_y = corner.length = 0.0
        corner.inner = corner.arc_inner = False
        obstacle.n = 1


# --- what is surely inside of other obstacles -------------------------------------
#
# A face is, if its edge is a seam. Where it is the edge of one part against a corner of the other,
# which is in a seam: so is it, if the next part behind the seam reaches across the face.

cdef inline double turn_from_edge(const Side* side, int edge, double x, double y) noexcept nogil:
    """The product of the direction along an edge and a unit vector."""
    cdef const Vertex* at = side.points + edge
    return at.normal_x * y - at.normal_y * x


cdef inline bint reaches_along(const Side* side, int point, double x, double y) noexcept nogil:
    """Whether a part behind a seam reaches from a corner along a unit vector."""
    return reaches_between(side, point, x, y, x, y)


cdef inline bint reaches_between(const Side* side, int point, double x, double y, double other_x,
                                 double other_y) noexcept nogil:
    """The same for all parts between two unit vectors, less than half a turn apart."""
    cdef const Vertex* at = side.points + point
    if at.after >= 0 and (turn_from_edge(side, at.after, x, y) > SAME_DIRECTION
                          and turn_from_edge(side, at.after, other_x, other_y) > SAME_DIRECTION):
        return True
    return at.before >= 0 and (
        turn_from_edge(side, at.before, x, y) < -SAME_DIRECTION
        and turn_from_edge(side, at.before, other_x, other_y) < -SAME_DIRECTION)


cdef inline bint corner_is_inside(const Side* a, const Side* b, const Corner* corner, double x,
                                  double y) noexcept nogil:
    """Whether the place straight out of a corner, along a unit normal, is inside of others."""
    return (reaches_along(a, corner.of_a, -x, -y) if corner.on_b
            else reaches_along(b, corner.of_b, x, y))


cdef inline void mark_arcs(const Side* a, const Side* b, Corner* corners,
                           Py_ssize_t n) noexcept nogil:
    """Mark the arcs of a rounded obstacle that are surely inside of others."""
    cdef const Corner* before = corners + n - 1
    cdef Corner* corner
    cdef Py_ssize_t k
    for k in range(n):
        corner = corners + k
        corner.arc_inner = n > 2 and (
            reaches_between(a, corner.of_a, -before.normal_x, -before.normal_y, -corner.normal_x,
                            -corner.normal_y)
            or reaches_between(b, corner.of_b, before.normal_x, before.normal_y, corner.normal_x,
                               corner.normal_y))
        before = corner


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
        place_from(x, a.points[corner.of_a].x, b.points[corner.of_b].x),
        place_from(y, a.points[corner.of_a].y, b.points[corner.of_b].y), along_x, along_y) / length


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
    cdef Vertex* points = side.points
    cdef Py_ssize_t k, to = part.first
    for k in range(convex.n):
        if (to == part.first or convex.x[k] != points[to - 1].x
                or convex.y[k] != points[to - 1].y):
            points[to].x, points[to].y = convex.x[k], convex.y[k]
            to += 1
    if to - part.first > 1 and (points[to - 1].x == points[part.first].x
                                and points[to - 1].y == points[part.first].y):
        to -= 1
    part.n = to - part.first
    part.radius = convex.radius
    part.lowest = part.highest = part.first
    part.low_x = part.high_x = points[part.first].x
    for k in range(part.first, to):
        part.low_x = min(part.low_x, points[k].x)
        part.high_x = max(part.high_x, points[k].x)
        if is_lower(points + k, points + part.lowest):
            part.lowest = k
        if is_lower(points + part.highest, points + k):
            part.highest = k
    part.low_y, part.high_y = points[part.lowest].y, points[part.highest].y


cdef inline bint is_lower(const Vertex* one, const Vertex* other) noexcept nogil:
    """Whether a point is lower, or equally low and farther to the left."""
    return one.y < other.y or (one.y == other.y and one.x < other.x)


cdef inline void set_part_edges(Side* side, Py_ssize_t part) noexcept nogil:
    """Derive the edges of a part from its points."""
    cdef const Part* at = side.parts + part
    cdef Vertex* point
    cdef Vertex* following
    cdef double x, y
    cdef Py_ssize_t k
    for k in range(at.first, at.first + at.n):
        point = side.points + k
        following = side.points + next_point(at, k)
        x, y = following.x - point.x, following.y - point.y
        point.length = unit_vector(y, -x, &point.normal_x, &point.normal_y)
        point.is_down = points_down(x, y)
        point.after = point.before = -1
        point.part = <int>part
