"""The area that two shapes share of which one has a radius: a line sweeps from left to right.

Seen along it, the lower and the upper boundary of a shape are pieces of lines and of circles, of
which a slab between two ends has one each. There the shapes share what is above both lower pieces
and below both upper ones. Between the places where two of the four cross, one lower and one upper
piece bound that, and their integrals are closed forms. A place too many does no harm, and where
rounding misses one, the pieces are no farther apart than that. All is in float64, with coordinates
seen from one centre: to within units of roundoff of the square of the pair's size.
"""

from libc.math cimport fabs, sqrt

from sepax._core.kernels.angles cimport arctangent
from sepax._core.kernels.convex cimport Convex, edge_is_active
from sepax._core.kernels.edges cimport larger, smaller

cdef enum:
    CROSSINGS = 8       # of four pairs of pieces, two each

cdef struct Piece:
    # Of a boundary, from left to right: along a line, or about a centre.
    double x            # a point of the line, or the centre
    double y
    double along_x      # the unit direction of the line
    double along_y
    double slope
    double radius       # of the circle; 0 for a line
    double side         # 1 for an upper boundary, -1 for a lower one
    double end          # where it ends

cdef struct Front:
    # A boundary and the piece of it that the line is on.
    const Convex* shape
    Py_ssize_t at       # the vertex of the arc, or that the edge leads from
    Py_ssize_t step     # 1 along the lower boundary of a ring, -1 along the upper one
    Py_ssize_t left     # pieces to go
    bint on_arc
    double origin_x
    double origin_y
    Piece piece


cdef inline Py_ssize_t next_vertex(const Front* front) noexcept nogil:
    cdef Py_ssize_t i = front.at + front.step
    return 0 if i == front.shape.n else (front.shape.n - 1 if i < 0 else i)


cdef inline Py_ssize_t edge_ahead(const Front* front) noexcept nogil:
    return front.at if front.step > 0 else next_vertex(front)


cdef inline bint turns_back(const Front* front) noexcept nogil:
    """Whether the boundary ends with the arc about the vertex that it is at."""
    return front.shape.x[next_vertex(front)] <= front.shape.x[front.at]


cdef inline void set_arc(Front* front) noexcept nogil:
    cdef const Convex* shape = front.shape
    cdef Py_ssize_t edge
    front.on_arc = True
    front.piece.x = shape.x[front.at] - front.origin_x
    front.piece.y = shape.y[front.at] - front.origin_y
    front.piece.radius = shape.radius
    front.piece.end = front.piece.x + shape.radius
    if not turns_back(front):
        edge = edge_ahead(front)
        front.piece.end = front.piece.x + shape.radius * shape.normal_x[edge]


cdef inline void set_line(Front* front) noexcept nogil:
    """The edge ahead, moved out by the radius."""
    cdef const Convex* shape = front.shape
    cdef Py_ssize_t edge = edge_ahead(front), to = next_vertex(front)
    cdef double nx = shape.normal_x[edge], ny = shape.normal_y[edge]
    front.on_arc = False
    front.piece.radius = 0.0
    front.piece.x = shape.x[front.at] - front.origin_x + shape.radius * nx
    front.piece.y = shape.y[front.at] - front.origin_y + shape.radius * ny
    front.piece.end = shape.x[to] - front.origin_x + shape.radius * nx
    front.piece.along_x = fabs(ny)
    front.piece.along_y = -nx if ny > 0.0 else nx
    front.piece.slope = front.piece.along_y / front.piece.along_x if ny != 0.0 else 0.0


cdef inline void step_front(Front* front) noexcept nogil:
    front.left -= 1
    if front.on_arc and edge_is_active(front.shape, edge_ahead(front)):
        set_line(front)
    else:
        front.at = next_vertex(front)
        set_arc(front)


cdef inline void follow_front(Front* front, double x) noexcept nogil:
    """Go on to the piece that leads beyond x."""
    while front.piece.end <= x and front.left > 0 and not (front.on_arc and turns_back(front)):
        step_front(front)


cdef inline void start_front(const Convex* shape, Py_ssize_t leftmost, Py_ssize_t step,
                             double origin_x, double origin_y, Front* front) noexcept nogil:
    front.shape = shape
    front.at = leftmost
    front.step = step
    front.left = 2 * shape.n
    front.origin_x = origin_x
    front.origin_y = origin_y
    front.piece.side = -step
    while (front.left > 0 and next_vertex(front) != front.at
           and shape.x[next_vertex(front)] == shape.x[front.at]):
        front.at = next_vertex(front)       # up or down an edge at the very left
        front.left -= 1
    set_arc(front)


cdef inline double height_of(const Piece* piece, double x) noexcept nogil:
    cdef double dx = x - piece.x
    if piece.radius == 0.0:
        return piece.y + piece.slope * dx
    return piece.y + piece.side * sqrt(larger((piece.radius - dx) * (piece.radius + dx), 0.0))


cdef inline double circular_segment(double radius, double chord) noexcept nogil:
    """The area between a chord and its arc, the shorter one."""
    cdef double sine = smaller(0.5 * chord / radius, 1.0)       # of half the angle
    cdef double cosine = sqrt((1.0 - sine) * (1.0 + sine))
    cdef double half = 2.0 * arctangent(sine / (1.0 + cosine)), square = half * half
    if half > 0.25:
        return radius * radius * (half - sine * cosine)
    # (2 half - sin(2 half)) / 2 by its series, lest it vanish in rounding.
    return radius * radius * half * square * (2.0 / 3.0) * (
        1.0 - square * (1.0 / 5.0) * (1.0 - square * (2.0 / 21.0) * (
            1.0 - square * (1.0 / 18.0) * (1.0 - square * (2.0 / 55.0) * (
                1.0 - square * (1.0 / 39.0))))))


cdef inline double integral_of_arc(const Piece* arc, double start, double end) noexcept nogil:
    cdef double width = end - start
    cdef double height0 = height_of(arc, start), height1 = height_of(arc, end)
    cdef double rise = height1 - height0
    return 0.5 * (height0 + height1) * width + arc.side * circular_segment(
        arc.radius, sqrt(width * width + rise * rise))


cdef inline double integral_of(const Piece* piece, double start, double end) noexcept nogil:
    if piece.radius == 0.0:
        return 0.5 * (height_of(piece, start) + height_of(piece, end)) * (end - start)
    # A chord of more than a quarter of the circle tells little of its angle.
    if start < piece.x < end:
        return (integral_of_arc(piece, start, piece.x) + integral_of_arc(piece, piece.x, end))
    return integral_of_arc(piece, start, end)


# --- crossings --------------------------------------------------------------------

cdef inline void add_if_between(double x, double start, double end, double* places,
                                int* count) noexcept nogil:
    """Insert a place where it belongs in the order."""
    cdef int k = count[0]
    if not start < x < end:
        return
    while k > 0 and places[k - 1] > x:
        places[k] = places[k - 1]
        k -= 1
    places[k] = x
    count[0] += 1


cdef inline int crossings_of_line(const Piece* line, const Piece* other,
                                  double* places) noexcept nogil:
    cdef double dx = other.x - line.x, dy = other.y - line.y, across, half, along, sine
    if other.radius == 0.0:
        sine = line.along_x * other.along_y - line.along_y * other.along_x
        if sine == 0.0:
            return 0
        places[0] = line.x + line.along_x * (
            (dx * other.along_y - dy * other.along_x) / sine)
        return 1
    across = line.along_x * dy - line.along_y * dx
    if fabs(across) >= other.radius:
        return 0
    along = line.along_x * dx + line.along_y * dy
    half = sqrt((other.radius - across) * (other.radius + across))
    places[0] = line.x + line.along_x * (along - half)
    places[1] = line.x + line.along_x * (along + half)
    return 2


cdef inline int crossings_of_circles(const Piece* a, const Piece* b,
                                     double* places) noexcept nogil:
    cdef double dx = b.x - a.x, dy = b.y - a.y, distance = sqrt(dx * dx + dy * dy), along, half
    if distance == 0.0:
        return 0
    along = 0.5 * (distance + (a.radius - b.radius) * ((a.radius + b.radius) / distance))
    if fabs(along) >= a.radius:
        return 0
    half = sqrt((a.radius - along) * (a.radius + along))
    places[0] = a.x + (dx * along - dy * half) / distance
    places[1] = a.x + (dx * along + dy * half) / distance
    return 2


cdef inline void add_crossings(const Piece* a, const Piece* b, double start, double end,
                               double* places, int* count) noexcept nogil:
    cdef double found[2]
    cdef int number, k
    if a.radius == 0.0:
        number = crossings_of_line(a, b, found)
    elif b.radius == 0.0:
        number = crossings_of_line(b, a, found)
    else:
        number = crossings_of_circles(a, b, found)
    for k in range(number):
        add_if_between(found[k], start, end, places, count)


# --- the sweep --------------------------------------------------------------------

cdef inline double shared_between(const Piece* low_a, const Piece* low_b, const Piece* high_a,
                                  const Piece* high_b, double start, double end) noexcept nogil:
    """Where none of the pieces cross."""
    cdef double middle = 0.5 * (start + end)
    cdef const Piece* low = (
        low_a if height_of(low_a, middle) > height_of(low_b, middle) else low_b)
    cdef const Piece* high = (
        high_a if height_of(high_a, middle) < height_of(high_b, middle) else high_b)
    if height_of(high, middle) <= height_of(low, middle):
        return 0.0
    return integral_of(high, start, end) - integral_of(low, start, end)


cdef inline double shared_in_slab(const Piece* low_a, const Piece* low_b, const Piece* high_a,
                                  const Piece* high_b, double start, double end) noexcept nogil:
    cdef double places[CROSSINGS + 1]
    cdef double area = 0.0
    cdef int count = 0, k
    add_crossings(low_a, low_b, start, end, places, &count)
    add_crossings(high_a, high_b, start, end, places, &count)
    add_crossings(low_a, high_b, start, end, places, &count)
    add_crossings(high_a, low_b, start, end, places, &count)
    places[count] = end
    for k in range(count + 1):
        area += shared_between(low_a, low_b, high_a, high_b, start, places[k])
        start = places[k]
    return area


cdef inline Py_ssize_t leftmost_point(const Convex* shape) noexcept nogil:
    cdef Py_ssize_t i, leftmost = 0
    for i in range(shape.n):
        if shape.x[i] < shape.x[leftmost]:
            leftmost = i
    return leftmost


cdef inline double right_end(const Convex* shape, double origin_x) noexcept nogil:
    cdef double end = shape.x[0]
    cdef Py_ssize_t i
    for i in range(shape.n):
        end = larger(end, shape.x[i])
    return (end - origin_x) + shape.radius


cdef inline double rounded_shared_area(const Convex* a, const Convex* b) noexcept nogil:
    cdef Front low_a, low_b, high_a, high_b
    cdef double origin_x = a.centre_x, origin_y = a.centre_y, area = 0.0, stop
    cdef Py_ssize_t left_a = leftmost_point(a), left_b = leftmost_point(b)
    cdef double x = larger((a.x[left_a] - origin_x) - a.radius,
                           (b.x[left_b] - origin_x) - b.radius)
    cdef double end = smaller(right_end(a, origin_x), right_end(b, origin_x))
    start_front(a, left_a, 1, origin_x, origin_y, &low_a)
    start_front(a, left_a, -1, origin_x, origin_y, &high_a)
    start_front(b, left_b, 1, origin_x, origin_y, &low_b)
    start_front(b, left_b, -1, origin_x, origin_y, &high_b)
    while x < end:
        follow_front(&low_a, x)
        follow_front(&low_b, x)
        follow_front(&high_a, x)
        follow_front(&high_b, x)
        stop = smaller(smaller(low_a.piece.end, low_b.piece.end),
                       smaller(high_a.piece.end, high_b.piece.end))
        stop = smaller(stop, end) if stop > x else end
        area += shared_in_slab(&low_a.piece, &low_b.piece, &high_a.piece, &high_b.piece, x, stop)
        x = stop
    return larger(area, 0.0)
