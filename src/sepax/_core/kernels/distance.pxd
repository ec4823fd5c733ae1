"""The distance of two shapes, and their nearest points."""

from libc.math cimport INFINITY, fabs

from sepax._core.interrupts cimport Watch, are_huge, start_watch, was_interrupted
from sepax._core.kernels.answers cimport Axis
from sepax._core.kernels.convex cimport Convex, unit_vector
from sepax._core.kernels.difference cimport Boundary, corner_of, start_walk, step_walk
from sepax._core.kernels.edges cimport larger, nearest_feature, smaller, widest_separation
from sepax._core.kernels.intersect cimport (
    are_segments, are_sharp, convex_intersect, surely_apart, surely_deep)
from sepax._core.kernels.nearest cimport (
    Nearest, nearest_features, nearest_from_edges, nearest_of_segments, normalize_nearest,
    reset_nearest, update_nearest)
from sepax._core.kernels.roundoff cimport (
    ENLARGEMENT, FILTER_ROUNDOFF, SMALLEST_DISTANCE, SMALLEST_SQUARE, UNDERFLOW_ERROR, pair_size,
    separation_error)
from sepax._core.kernels.separation cimport convex_separation, rings_separation, turn_to_nearest
from sepax._core.kernels.support cimport facing_edge

cdef enum:
    # Each of them must help. With four, one in two hundred tiny shapes on an edge of a large one
    # had an error of up to 1e-6 of the size.
    MOST_IMPROVEMENTS = 64

cdef struct Witnesses:
    double a_x      # on the boundary of a
    double a_y, b_x, b_y


cdef inline bint nearest_of_ring_and_disc(const Convex* a, const Convex* b, double error,
                                          Nearest* nearest) noexcept nogil:
    """The nearest points of a ring or segment and a point; False if it holds that by more than the
    error."""
    cdef bint ring_is_b = b.edges > 0
    cdef const Convex* ring = b if ring_is_b else a
    cdef const Convex* disc = a if ring_is_b else b
    cdef Py_ssize_t edge = 0
    if ring.n > 2:      # of a segment both sides are as near, and it holds no point
        if widest_separation(ring, disc, INFINITY, &edge) < -error:
            return False
        nearest_feature(ring, disc.x[0], disc.y[0], &edge)
    reset_nearest(nearest)
    update_nearest(ring, edge, disc, 0, ring_is_b, nearest)
    normalize_nearest(nearest)
    return True


cdef inline void nearest_from_centres(const Convex* a, const Convex* b, double error,
                                      Nearest* nearest) noexcept nogil:
    """The nearest points of two cores with edges that are surely apart, from the edges that face
    each other along the line of centres: this saves the search for the widest separation."""
    cdef double dx = b.centre_x - a.centre_x, dy = b.centre_y - a.centre_y
    nearest_from_edges(a, b, facing_edge(a, -dx, -dy), facing_edge(b, dx, dy), error, nearest)


cdef inline bint nearest_of_cores(const Convex* a, const Convex* b, double error,
                                  Nearest* nearest) noexcept nogil:
    """The nearest points of two cores; False where they overlap by more than the error."""
    cdef Axis widest
    if are_segments(a, b):
        return nearest_of_segments(a, b, error, nearest)
    if a.edges and b.edges:
        if surely_apart(a, b):
            nearest_from_centres(a, b, error, nearest)
            return True
        if not rings_separation(a, b, INFINITY, &widest) or widest.separation < -error:
            return False
        nearest_features(a, b, widest.edge, widest.on_b, error, nearest)
        return True
    if a.edges or b.edges:
        return nearest_of_ring_and_disc(a, b, error, nearest)
    nearest.distance = unit_vector(b.x[0] - a.x[0], b.y[0] - a.y[0], &nearest.normal_x,
                                   &nearest.normal_y)
    nearest.edge = -1
    nearest.vertex_a = nearest.vertex_b = 0
    return True


cdef inline double distance_of(const Convex* a, const Convex* b, double of_cores,
                               double error) noexcept nogil:
    """The distance of two shapes by that of their cores: 0 exactly if the shapes meet."""
    cdef double distance = of_cores - (a.radius + b.radius)
    if distance > 2.0 * error:
        return distance
    if distance < -2.0 * error or convex_intersect(a, b, False):
        return 0.0
    return larger(distance, SMALLEST_DISTANCE)


cdef inline double convex_distance(const Convex* a, const Convex* b) noexcept nogil:
    """0 exactly if two shapes meet."""
    cdef double error = separation_error(pair_size(a, b))
    cdef Nearest nearest
    if surely_deep(a, b) or not nearest_of_cores(a, b, error, &nearest):
        return 0.0
    return distance_of(a, b, nearest.distance, error)


cdef inline bint convex_nearness(const Convex* a, const Convex* b, double margin, Axis* axis,
                                 double* depth) noexcept nogil:
    """Whether two shapes that do not meet are apart by less than the margin; if so, the axis of
    their nearest points, and minus their distance."""
    cdef double dx = b.centre_x - a.centre_x, dy = b.centre_y - a.centre_y
    cdef double reach = a.bounding_radius + b.bounding_radius + margin, distance
    cdef double enough = a.radius + b.radius + margin + 4.0 * separation_error(pair_size(a, b))
    if dx * dx + dy * dy > reach * reach * (1.0 + FILTER_ROUNDOFF) + UNDERFLOW_ERROR:
        return False
    # The lines of edges separate most of those that are too far.
    if not convex_separation(a, b, enough, axis):
        return False
    distance = convex_distance(a, b)
    if not distance < margin:
        return False
    depth[0] = -distance
    if a.edges and b.edges and are_sharp(a, b):
        turn_to_nearest(a, b, axis)
    return True


# --- where they are nearest -----------------------------------------------------------

cdef inline void witness_points(const Convex* a, const Convex* b, const Nearest* nearest,
                                Witnesses* points) noexcept nogil:
    """The witnesses of cores that are apart: a vertex and the point of the other that faces it."""
    if nearest.vertex_a < 0:
        points.b_x = b.x[nearest.vertex_b]
        points.b_y = b.y[nearest.vertex_b]
        points.a_x = points.b_x - nearest.normal_x * nearest.distance
        points.a_y = points.b_y - nearest.normal_y * nearest.distance
        return
    points.a_x = a.x[nearest.vertex_a]
    points.a_y = a.y[nearest.vertex_a]
    if nearest.vertex_b >= 0:
        points.b_x = b.x[nearest.vertex_b]
        points.b_y = b.y[nearest.vertex_b]
    else:
        points.b_x = points.a_x + nearest.normal_x * nearest.distance
        points.b_y = points.a_y + nearest.normal_y * nearest.distance


cdef inline void move_to_rims(const Convex* a, const Convex* b, double nx, double ny,
                              Witnesses* points) noexcept nogil:
    """Move witnesses of cores to the boundaries, along the normal."""
    points.a_x += nx * a.radius
    points.a_y += ny * a.radius
    points.b_x -= nx * b.radius
    points.b_y -= ny * b.radius


cdef struct Corner:
    # Of the difference of two cores: a vertex of the ring relative to one of the other core.
    double x, y
    Py_ssize_t i, j

cdef struct Combination:
    # The convex combination of corners that is nearest to the origin.
    double distance
    double weight[3]
    Corner corner[3]


cdef inline void set_corner(const Boundary* at, double scale, Corner* corner) noexcept nogil:
    corner_of(at, &corner.x, &corner.y)
    corner.x *= scale
    corner.y *= scale
    corner.i = at.i
    corner.j = at.j


cdef inline void keep_if_nearer(double distance, double first, double second, double third,
                                const Corner* a, const Corner* b, const Corner* c,
                                Combination* best) noexcept nogil:
    if distance < best.distance:
        best.distance = distance
        best.weight[0] = first
        best.weight[1] = second
        best.weight[2] = third
        best.corner[0] = a[0]
        best.corner[1] = b[0]
        best.corner[2] = c[0]


cdef inline void closest_on_side(const Corner* a, const Corner* b,
                                 Combination* best) noexcept nogil:
    """The point of a segment that is nearest to the origin."""
    cdef double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy, part, unused
    part = -(a.x * dx + a.y * dy) / square if square > 0.0 else 0.0
    part = smaller(larger(part, 0.0), 1.0)
    keep_if_nearer(unit_vector(a.x + part * dx, a.y + part * dy, &unused, &unused), 1.0 - part,
                   part, 0.0, a, b, b, best)


cdef inline double double_area(const Corner* a, const Corner* b) noexcept nogil:
    """Twice the signed area between the origin and a side, positive counter-clockwise. The formula
    uses the side itself, so its error beside distant corners is as small as the side."""
    return a.x * (b.y - a.y) - a.y * (b.x - a.x)


cdef inline void refine_weights(Combination* combination) noexcept nogil:
    """Reduce the rounding error of a combination in a triangle by the same formula, as long as that
    helps: in a long, thin triangle the error may exceed the width."""
    cdef const Corner* a = &combination.corner[0]
    cdef double ux = combination.corner[1].x - a.x, uy = combination.corner[1].y - a.y
    cdef double vx = combination.corner[2].x - a.x, vy = combination.corner[2].y - a.y
    cdef double area = ux * vy - uy * vx, u = combination.weight[1], v = combination.weight[2], x, y
    cdef double left = INFINITY
    cdef int step
    for step in range(MOST_IMPROVEMENTS):
        x = a.x + (u * ux + v * vx)
        y = a.y + (u * uy + v * vy)
        if not (fabs(x) + fabs(y) < left):
            return
        left = fabs(x) + fabs(y)
        combination.weight[1] = u
        combination.weight[2] = v
        u -= (x * vy - y * vx) / area
        v -= (ux * y - uy * x) / area


cdef inline void closest_on_triangle(const Corner* a, const Corner* b, const Corner* c,
                                     Combination* best) noexcept nogil:
    """The origin if a triangle holds it, else the nearest point of two of its sides."""
    cdef double first = double_area(b, c), second = double_area(c, a), third = double_area(a, b)
    cdef double total = first + second + third
    if first >= 0.0 and second >= 0.0 and third >= 0.0 and total > 0.0:
        keep_if_nearer(0.0, first / total, second / total, third / total, a, b, c, best)
        refine_weights(best)
        return
    closest_on_side(a, c, best)
    closest_on_side(b, c, best)


cdef inline void combine_corners(const Convex* ring, const Convex* other,
                                 Combination* best) noexcept nogil:
    """The origin as a convex combination of corners of the difference of two cores that overlap: in
    a triangle of the fan from the first corner."""
    cdef Watch watch
    cdef bint huge = are_huge(ring.n, other.n)
    cdef Boundary at
    cdef Corner first, before, corner
    cdef double size = pair_size(ring, other), unused
    # The products of corners of tiny cores would underflow.
    cdef double scale = ENLARGEMENT if size * size < SMALLEST_SQUARE else 1.0
    cdef int k
    start_walk(ring, other, &at)
    start_watch(&watch)
    set_corner(&at, scale, &first)
    before = first
    best.distance = unit_vector(first.x, first.y, &unused, &unused)
    for k in range(3):
        best.weight[k] = 1.0 - (k > 0)
        best.corner[k] = first
    while best.distance > 0.0 and step_walk(&at):
        set_corner(&at, scale, &corner)
        closest_on_triangle(&first, &before, &corner, best)
        before = corner
        if huge and was_interrupted(&watch, 1):
            return


cdef inline void common_point_of_cores(const Convex* a, const Convex* b, double* x,
                                       double* y) noexcept nogil:
    """A common point of two cores that overlap: the combination of the vertices of either."""
    cdef const Convex* ring = a if a.edges else b
    cdef const Convex* other = b if a.edges else a
    cdef Combination best
    cdef int corner
    x[0] = other.x[0]
    y[0] = other.y[0]
    if not other.edges:     # a point
        return
    combine_corners(ring, other, &best)
    x[0] = ring.x[best.corner[0].i]
    y[0] = ring.y[best.corner[0].i]
    for corner in range(1, 3):
        x[0] += best.weight[corner] * (ring.x[best.corner[corner].i]
                                       - ring.x[best.corner[0].i])
        y[0] += best.weight[corner] * (ring.y[best.corner[corner].i]
                                       - ring.y[best.corner[0].i])


cdef inline void convex_nearest_points(const Convex* a, const Convex* b,
                                       Witnesses* points) noexcept nogil:
    """The nearest points of two shapes, one on each boundary; one common point, twice, if they
    meet."""
    cdef double error = separation_error(pair_size(a, b)), middle
    cdef Nearest nearest
    if not nearest_of_cores(a, b, error, &nearest):
        common_point_of_cores(a, b, &points.a_x, &points.a_y)
        points.b_x = points.a_x
        points.b_y = points.a_y
        return
    witness_points(a, b, &nearest, points)
    if distance_of(a, b, nearest.distance, error) > 0.0:
        move_to_rims(a, b, nearest.normal_x, nearest.normal_y, points)
        return
    # Where the radii overlap, halfway.
    middle = 0.5 * (larger(nearest.distance - b.radius, 0.0)
                    + smaller(nearest.distance, a.radius))
    points.a_x += nearest.normal_x * middle
    points.a_y += nearest.normal_y * middle
    points.b_x = points.a_x
    points.b_y = points.a_y
