"""The area that two shapes share, if one has a radius: a line sweeps from left to right.

The lower and the upper boundary of a shape are pieces of lines and circles. A slab between two ends
of pieces has one piece of each. There the shapes share the region above both lower pieces and below
both upper ones. Between the places where two of the four cross, one lower and one upper piece bound
that region, and their integrals are closed forms. A place too many does no harm, and where rounding
misses one, the pieces are no farther apart than that.

Error bound
    With L the size of the pair, the heights are off by a few units of roundoff times L, so the area
    is off by roundoff * L * perimeter of the overlap. Two circles cross where the line through
    their crossings cuts the smaller one. Seen from there a large circle is nearly straight, and its
    rounding moves the place by no more than that. An overlap that is too thin or too small for this
    bound is measured `exact`: from an origin beside it, with the power of the origin to each circle
    and its distance from each edge to full precision (overlap.h). Coordinates are then as small as
    the overlap, so the bound holds down to a depth of roundoff squared times L.
"""

from libc.math cimport sqrt

from sepax._core.kernels.angles cimport arctangent
from sepax._core.kernels.convex cimport Convex, edge_is_active
from sepax._core.kernels.edges cimport larger, smaller
from sepax._core.simd.overlap cimport (
    distance_to_edge, end_beside_edge, power_of_point, sum_of_three)

cdef enum:
    CROSSINGS = 8       # of four pairs of pieces, two each

cdef struct Piece:
    # Of a boundary, from left to right: along a line, or about a centre.
    double x            # the centre
    double y            # the centre, or the height of the line at 0
    double along_x, along_y  # the unit direction of the line
    double slope        # of the line; an arc whose radius is 0 has no width, so it needs none
    double level        # how far the line is from the origin, to its left
    double radius       # of the circle; 0 for a line
    double power        # of the origin: squared distance from the centre minus squared radius
    double side         # 1 for an upper boundary, -1 for a lower one
    double end          # where it ends
    bint exact          # whether the power is known

cdef struct Front:
    # A boundary and the piece of it that the line is on.
    const Convex* shape
    Py_ssize_t at       # the vertex of the arc, or that the edge leads from
    Py_ssize_t step     # 1 along the lower boundary of a ring, -1 along the upper one
    Py_ssize_t left     # pieces to go
    bint on_arc
    double origin_x, origin_y
    Piece piece


cdef inline Py_ssize_t next_vertex(const Front* front) noexcept nogil:
    cdef Py_ssize_t i = front.at + front.step
    return 0 if i == front.shape.n else (front.shape.n - 1 if i < 0 else i)


cdef inline Py_ssize_t edge_ahead(const Front* front) noexcept nogil:
    return front.at if front.step > 0 else next_vertex(front)


cdef inline bint turns_back(const Front* front) noexcept nogil:
    """Whether the boundary ends with the arc about the vertex that it is at."""
    return front.shape.x[next_vertex(front)] <= front.shape.x[front.at]


cdef inline void skip_same_points(Front* front) noexcept nogil:
    """Go on to the last of several vertices that rounding made one."""
    while (front.left > 0 and front.shape.edges
           and not edge_is_active(front.shape, edge_ahead(front))):
        front.at = next_vertex(front)
        front.left -= 1


cdef inline double end_beside(const Front* front, Py_ssize_t edge,
                              Py_ssize_t vertex) noexcept nogil:
    """Where an edge meets the arc about one of its vertices."""
    cdef const Convex* shape = front.shape
    if front.piece.exact:
        return end_beside_edge(shape, edge, shape.x[vertex], front.origin_x)
    return (shape.x[vertex] - front.origin_x) + shape.radius * shape.normal_x[edge]


cdef inline void set_arc(Front* front) noexcept nogil:
    cdef const Convex* shape = front.shape
    skip_same_points(front)
    front.on_arc = True
    front.piece.x = shape.x[front.at] - front.origin_x
    front.piece.y = shape.y[front.at] - front.origin_y
    front.piece.radius = shape.radius
    if turns_back(front):
        front.piece.end = sum_of_three(shape.x[front.at], -front.origin_x, shape.radius)
    else:
        front.piece.end = end_beside(front, edge_ahead(front), front.at)
    if front.piece.exact:
        front.piece.power = power_of_point(shape.x[front.at], shape.y[front.at], shape.radius,
                                           front.origin_x, front.origin_y)


cdef inline void set_line(Front* front) noexcept nogil:
    """The edge ahead, moved out by the radius."""
    cdef const Convex* shape = front.shape
    cdef Py_ssize_t edge = edge_ahead(front), to = next_vertex(front)
    cdef double nx = shape.normal_x[edge], ny = shape.normal_y[edge], distance
    front.on_arc = False
    front.piece.radius = 0.0
    front.piece.end = end_beside(front, edge, to)
    front.piece.along_x = front.piece.side * ny
    front.piece.along_y = -front.piece.side * nx
    if front.piece.exact:
        distance = distance_to_edge(shape, edge, front.origin_x, front.origin_y)
    else:
        distance = (nx * (shape.x[front.at] - front.origin_x)
                    + ny * (shape.y[front.at] - front.origin_y)) + shape.radius
    front.piece.level = front.piece.side * distance
    front.piece.y = front.piece.slope = 0.0
    if front.piece.along_x > 0.0:
        front.piece.y = front.piece.level / front.piece.along_x
        front.piece.slope = front.piece.along_y / front.piece.along_x


cdef inline void step_front(Front* front) noexcept nogil:
    front.left -= 1
    if front.on_arc:
        set_line(front)
    else:
        front.at = next_vertex(front)
        set_arc(front)


cdef inline void follow_front(Front* front, double x) noexcept nogil:
    """Go on to the piece that leads beyond x."""
    while front.piece.end <= x and front.left > 0 and not (front.on_arc and turns_back(front)):
        step_front(front)


cdef inline void start_front(const Convex* shape, Py_ssize_t leftmost, Py_ssize_t step,
                             double origin_x, double origin_y, bint exact,
                             Front* front) noexcept nogil:
    front.shape = shape
    front.at = leftmost
    front.step = step
    front.left = 2 * shape.n
    front.origin_x = origin_x
    front.origin_y = origin_y
    front.piece.side = -step
    front.piece.exact = exact
    while (front.left > 0 and next_vertex(front) != front.at
           and shape.x[next_vertex(front)] == shape.x[front.at]
           and front.piece.side * (shape.y[next_vertex(front)] - shape.y[front.at]) >= 0.0):
        front.at = next_vertex(front)       # up or down an edge at the very left
        front.left -= 1
    set_arc(front)


cdef inline double height_of(const Piece* piece, double x) noexcept nogil:
    cdef double dx, power, square, root
    if piece.radius == 0.0:
        return piece.y + piece.slope * x
    if not piece.exact:
        dx = x - piece.x
        return piece.y + piece.side * sqrt(larger((piece.radius - dx) * (piece.radius + dx), 0.0))
    # The heights are the roots of h h - 2 y h + power, with the power of (x, 0). The root nearer to
    # 0 follows from the other.
    power = x * (x - 2.0 * piece.x) + piece.power
    square = piece.y * piece.y - power
    if square <= 0.0:
        return piece.y
    root = sqrt(square)
    if piece.side * piece.y >= 0.0:
        return piece.y + piece.side * root
    return power / (piece.y - piece.side * root)


cdef inline double level_of(const Piece* piece, double start, double end) noexcept nogil:
    """The sum of two heights, which orders pieces that do not cross. A single height could be a
    tie, as they may touch at one place."""
    cdef double quarter = 0.25 * (end - start)
    return height_of(piece, start + quarter) + height_of(piece, end - quarter)


cdef inline double circular_segment(double radius, double chord) noexcept nogil:
    """The area between a chord and its arc, the shorter one."""
    cdef double sine = smaller(0.5 * chord / radius, 1.0)       # of half the angle
    cdef double cosine = sqrt((1.0 - sine) * (1.0 + sine))
    cdef double half = 2.0 * arctangent(sine / (1.0 + cosine)), square = half * half
    if half > 0.25:
        return radius * radius * (half - sine * cosine)
    # (2 half - sin(2 half)) / 2 by its series, as the difference would vanish in rounding.
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
    # The angle of a chord is inaccurate beyond a quarter of the circle.
    if start < piece.x < end:
        return (integral_of_arc(piece, start, piece.x) + integral_of_arc(piece, piece.x, end))
    return integral_of_arc(piece, start, end)


# --- moments ----------------------------------------------------------------------

cdef struct Integrals:
    # Of x, y and x x + y y over an area.
    double x, y, squares


cdef inline double below(double x, double height) noexcept nogil:
    """The integral of x x + y y up to a height."""
    return height * (x * x + height * height / 3.0)


cdef inline void add_below_chord(double start, double end, double height0, double height1,
                                 double sign, Integrals* sums) noexcept nogil:
    """The region between a line and the x axis: by Simpson's rule, which is exact for cubics."""
    cdef double middle = 0.5 * (start + end), height = 0.5 * (height0 + height1)
    cdef double sixth = sign * (end - start) / 6.0
    sums.x += sixth * (start * height0 + 4.0 * middle * height + end * height1)
    sums.y += 0.5 * sixth * (height0 * height0 + 4.0 * height * height + height1 * height1)
    sums.squares += sixth * (
        below(start, height0) + 4.0 * below(middle, height) + below(end, height1))


cdef inline void add_below_arc(const Piece* arc, double start, double end, double sign,
                               Integrals* sums) noexcept nogil:
    """Add the region below the chord of an arc, and the circular segment above. With a chord of 2 h
    at a distance d, the segment's moments about the centre are 2/3 h h h along its axis and r r
    area / 2 + h h h d / 3."""
    cdef double width = end - start, height0 = height_of(arc, start), height1 = height_of(arc, end)
    cdef double rise = height1 - height0, chord = sqrt(width * width + rise * rise)
    cdef double half = 0.5 * chord, cube = half * half * half, area, x, y
    add_below_chord(start, end, height0, height1, sign, sums)
    if chord == 0.0:
        return
    sign *= arc.side
    area = circular_segment(arc.radius, chord)
    x = -arc.side * rise / chord * (2.0 / 3.0) * cube
    y = arc.side * width / chord * (2.0 / 3.0) * cube
    sums.x += sign * (arc.x * area + x)
    sums.y += sign * (arc.y * area + y)
    sums.squares += sign * (
        0.5 * arc.radius * arc.radius * area
        + cube * sqrt(larger((arc.radius - half) * (arc.radius + half), 0.0)) / 3.0
        + 2.0 * (arc.x * x + arc.y * y) + (arc.x * arc.x + arc.y * arc.y) * area)


cdef inline void add_below(const Piece* piece, double start, double end, double sign,
                           Integrals* sums) noexcept nogil:
    if piece.radius == 0.0:
        add_below_chord(start, end, height_of(piece, start), height_of(piece, end), sign, sums)
    elif start < piece.x < end:
        add_below_arc(piece, start, piece.x, sign, sums)
        add_below_arc(piece, piece.x, end, sign, sums)
    else:
        add_below_arc(piece, start, end, sign, sums)


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


cdef inline int crossings_of_lines(const Piece* a, const Piece* b, double* places) noexcept nogil:
    cdef double sine = a.along_x * b.along_y - a.along_y * b.along_x
    if sine == 0.0:
        return 0
    places[0] = (a.level * b.along_x - b.level * a.along_x) / sine
    return 1


cdef inline int crossings_of_line(const Piece* line, const Piece* circle,
                                  double* places) noexcept nogil:
    cdef double along = line.along_x * circle.x + line.along_y * circle.y
    cdef double up = line.along_x * circle.y - line.along_y * circle.x
    cdef double across = up - line.level, square, product, root, far, near
    # Relative to the foot of the origin: the roots of s s - 2 along s + product.
    if circle.exact:
        product = line.level * (line.level - 2.0 * up) + circle.power
        square = along * along - product
    else:
        square = (circle.radius - across) * (circle.radius + across)
    if square <= 0.0:
        return 0
    root = sqrt(square)
    far = along + root if along >= 0.0 else along - root
    near = along - root if along >= 0.0 else along + root
    if circle.exact:
        near = product / far
    places[0] = line.along_x * near - line.along_y * line.level
    places[1] = line.along_x * far - line.along_y * line.level
    return 2


cdef inline int crossings_of_circles(const Piece* small, const Piece* large,
                                     double* places) noexcept nogil:
    """Where the line on which two circles have the same power cuts the smaller one."""
    cdef double dx = large.x - small.x, dy = large.y - small.y, distance = sqrt(dx * dx + dy * dy)
    cdef Piece line
    if distance == 0.0:
        return 0
    dx /= distance
    dy /= distance
    line.along_x = dy
    line.along_y = -dx
    if small.exact:
        line.level = 0.5 * ((large.power - small.power) / distance)
    else:
        line.level = (dx * small.x + dy * small.y) + 0.5 * (
            distance - (large.radius - small.radius) * (
                (large.radius + small.radius) / distance))
    return crossings_of_line(&line, small, places)


cdef inline void add_crossings(const Piece* a, const Piece* b, double start, double end,
                               double* places, int* count) noexcept nogil:
    cdef double found[2]
    cdef int number, k
    if a.radius > b.radius:
        a, b = b, a
    if b.radius == 0.0:
        number = crossings_of_lines(a, b, found)
    elif a.radius == 0.0:
        number = crossings_of_line(a, b, found)
    else:
        number = crossings_of_circles(a, b, found)
    for k in range(number):
        add_if_between(found[k], start, end, places, count)


# --- the sweep --------------------------------------------------------------------

cdef inline double shared_between(const Piece* low_a, const Piece* low_b, const Piece* high_a,
                                  const Piece* high_b, double start, double end) noexcept nogil:
    """Where none of the pieces cross."""
    cdef double level_low_a = level_of(low_a, start, end), level_low_b = level_of(low_b, start, end)
    cdef double level_high_a = level_of(high_a, start, end)
    cdef double level_high_b = level_of(high_b, start, end)
    if smaller(level_high_a, level_high_b) <= larger(level_low_a, level_low_b):
        return 0.0
    return (integral_of(high_a if level_high_a < level_high_b else high_b, start, end)
            - integral_of(low_a if level_low_a > level_low_b else low_b, start, end))


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


cdef inline Py_ssize_t outermost_point(const Convex* shape, double side) noexcept nogil:
    """The leftmost point for a side of -1, the rightmost for 1."""
    cdef Py_ssize_t i, outermost = 0
    for i in range(shape.n):
        if side * shape.x[i] > side * shape.x[outermost]:
            outermost = i
    return outermost


cdef inline double left_end(const Convex* shape, double origin_x) noexcept nogil:
    return sum_of_three(shape.x[outermost_point(shape, -1.0)], -origin_x, -shape.radius)


cdef inline double right_end(const Convex* shape, double origin_x) noexcept nogil:
    return sum_of_three(shape.x[outermost_point(shape, 1.0)], -origin_x, shape.radius)


cdef inline void start_fronts(const Convex* shape, double origin_x, double origin_y, bint exact,
                              Front* low, Front* high) noexcept nogil:
    cdef Py_ssize_t leftmost = outermost_point(shape, -1.0)
    start_front(shape, leftmost, 1, origin_x, origin_y, exact, low)
    start_front(shape, leftmost, -1, origin_x, origin_y, exact, high)


cdef inline double rounded_shared_area(const Convex* a, const Convex* b, double origin_x,
                                       double origin_y, bint exact) noexcept nogil:
    cdef Front low_a, low_b, high_a, high_b
    cdef double x = larger(left_end(a, origin_x), left_end(b, origin_x)), area = 0.0, stop
    cdef double end = smaller(right_end(a, origin_x), right_end(b, origin_x))
    start_fronts(a, origin_x, origin_y, exact, &low_a, &high_a)
    start_fronts(b, origin_x, origin_y, exact, &low_b, &high_b)
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
    return area
