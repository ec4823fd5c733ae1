"""How far two shapes are apart, or how deep they meet, and along which axis."""

from libc.math cimport INFINITY, fabs

from sepax._core.kernels.answers cimport Axis
from sepax._core.kernels.convex cimport BLOCK, Convex, edge_blocks, unit_vector
from sepax._core.kernels.edges cimport (
    edge_separation, find_widest, larger, nearest_feature, set_normal, smaller, widest_separation)
from sepax._core.kernels.intersect cimport (
    are_segments, are_sharp, convex_intersect, edge_separates, first_separating_edge, surely_apart)
from sepax._core.kernels.nearest cimport Nearest, nearest_features
from sepax._core.kernels.roundoff cimport core_error, pair_size, separation_error, symmetric_error
from sepax._core.simd.box cimport BoxSeparations, box_separations, edge_facing
from sepax._core.simd.convex cimport lanes_edge_separations

cdef enum:
    # Above so many vertex-edge products, the search from the last vertex is faster than the
    # baseline lanes, where all separations are needed one by one.
    AXIS_LIMIT = 128    # `python bench/run.py single --match separating_axis`


cdef inline void set_axis(const Convex* a, const Convex* b, Py_ssize_t edge, bint on_b,
                          Axis* axis) noexcept nogil:
    """The normal of an edge of a, or of b, as the axis from a to b; and its separation."""
    cdef const Convex* shapes[2]
    shapes[0] = a
    shapes[1] = b
    axis.edge = edge
    axis.on_b = on_b
    set_normal(a, b, edge, on_b, &axis.normal_x, &axis.normal_y)
    axis.separation = edge_separation(shapes[on_b], edge, shapes[1 - on_b])


cdef inline bint widest_box_edge(const Convex* a, const Convex* b, double error, double* separation,
                                 Py_ssize_t* edge, bint* on_b) noexcept nogil:
    """The edge of the widest separation of two boxes; False if the runner-up or the opposite edge
    is within the error of the records. Without branches, which could not be predicted."""
    cdef BoxSeparations separations
    cdef double separation_a, separation_b, second, shift
    cdef bint across_a, across_b
    box_separations(a, b, &separations)
    across_a = separations.separation[1] > separations.separation[0]
    across_b = separations.separation[3] > separations.separation[2]
    separation_a = larger(separations.separation[0], separations.separation[1])
    separation_b = larger(separations.separation[2], separations.separation[3])
    on_b[0] = separation_b > separation_a
    separation[0] = larger(separation_a, separation_b)
    second = larger(larger(smaller(separations.separation[0], separations.separation[1]),
                           smaller(separations.separation[2], separations.separation[3])),
                    smaller(separation_a, separation_b))
    cdef bint across = (across_b & on_b[0]) | (across_a & (1 - on_b[0]))
    shift = separations.shift[2 * on_b[0] + across]
    edge[0] = edge_facing(across, shift > 0.0)
    return separation[0] - second > 2.0 * error and fabs(shift) > error


cdef inline bint rings_separation(const Convex* a, const Convex* b, double enough,
                                  Axis* widest) noexcept nogil:
    """The widest separation, a's edges before b's; False once one above `enough` is found."""
    cdef Py_ssize_t edge
    cdef double separation, error
    cdef bint on_b, certain
    if a.is_rectangle and b.is_rectangle:
        error = symmetric_error(a, b)
        certain = widest_box_edge(a, b, error, &separation, &edge, &on_b)
        if separation > enough + error:
            return False
        if certain:
            set_axis(a, b, edge, on_b, widest)
            return widest.separation <= enough
    find_widest(a, b, enough, &separation, &edge, &on_b)
    if separation > enough:
        return False
    set_axis(a, b, edge, on_b, widest)
    return True


cdef inline void ring_disc_separation(const Convex* ring, const Convex* disc, bint ring_is_b,
                                      Axis* nearest) noexcept nogil:
    """Separation and normal between a ring and a disc's centre, in edge and vertex regions."""
    cdef double px = disc.x[0], py = disc.y[0], nx, ny, error, distance
    cdef Py_ssize_t edge, nearby, vertex = -1
    nearest.separation = widest_separation(ring, disc, INFINITY, &edge)
    if nearest.separation > 0.0:
        vertex = nearest_feature(ring, px, py, &edge)
        if vertex >= 0:
            nearest.separation = unit_vector(px - ring.x[vertex], py - ring.y[vertex], &nx, &ny)
    else:
        # Beyond the tip of a needle as thin as rounding, a point may seem to be behind all edges.
        error = separation_error(pair_size(ring, disc))
        if nearest.separation >= -error:
            nearby = edge
            vertex = nearest_feature(ring, px, py, &nearby)
            if vertex >= 0:
                distance = unit_vector(px - ring.x[vertex], py - ring.y[vertex], &nx, &ny)
                if distance > 4.0 * error:
                    nearest.separation = distance
                else:
                    vertex = -1
    if vertex < 0 or nearest.separation == 0.0:
        nx = ring.normal_x[edge]
        ny = ring.normal_y[edge]
        nearest.separation = nx * (px - ring.x[edge]) + ny * (py - ring.y[edge])
    else:
        edge = -1
    nearest.edge = edge
    nearest.on_b = ring_is_b
    nearest.vertex_a = nearest.vertex_b = 0
    if edge < 0 and vertex < ring.n:    # else the first one, again
        if ring_is_b:
            nearest.vertex_b = vertex
        else:
            nearest.vertex_a = vertex
    nearest.normal_x = 0.0 - nx if ring_is_b else nx
    nearest.normal_y = 0.0 - ny if ring_is_b else ny


cdef inline void discs_separation(const Convex* a, const Convex* b, Axis* nearest) noexcept nogil:
    nearest.separation = unit_vector(b.x[0] - a.x[0], b.y[0] - a.y[0],
                                     &nearest.normal_x, &nearest.normal_y)
    nearest.edge = -1
    nearest.on_b = False
    nearest.vertex_a = nearest.vertex_b = 0
    if nearest.separation == 0.0:
        nearest.normal_x = 1.0


cdef inline bint is_beside(const Axis* widest, const Nearest* nearest,
                           double error) noexcept nogil:
    """Whether rounding does not explain how far apart, or aside of a face's normal, points are."""
    cdef double aside = fabs(nearest.normal_x * widest.normal_y
                             - nearest.normal_y * widest.normal_x)
    return nearest.distance > 4.0 * error and (
        nearest.distance - widest.separation > 0.25 * error
        or aside * nearest.distance > 0.25 * error)


cdef inline double aside_error(const Convex* a, const Convex* b,
                               const Axis* widest) noexcept nogil:
    """The largest sine between a face's normal and the direction of the nearest points for which
    `is_beside` keeps the face."""
    return 0.25 * core_error(a, b) / widest.separation


cdef inline void set_axis_of_nearest(const Nearest* nearest, Axis* axis) noexcept nogil:
    axis.separation = nearest.distance
    axis.normal_x = nearest.normal_x
    axis.normal_y = nearest.normal_y
    axis.edge = nearest.edge
    axis.on_b = nearest.on_b
    axis.vertex_a = nearest.vertex_a
    axis.vertex_b = nearest.vertex_b


cdef inline void turn_to_nearest(const Convex* a, const Convex* b, Axis* widest) noexcept nogil:
    """Replace the widest separation of cores that do not overlap by the axis of their nearest
    points, as corners may be farther apart. Within rounding the edge stays, so that flush faces
    keep two points of contact."""
    cdef Nearest nearest
    cdef double error = core_error(a, b)
    if widest.separation < -error:
        return
    nearest_features(a, b, widest.edge, widest.on_b, error, &nearest)
    if is_beside(widest, &nearest, error):
        set_axis_of_nearest(&nearest, widest)


cdef inline bint convex_separation(const Convex* a, const Convex* b, double enough,
                                   Axis* widest) noexcept nogil:
    """The widest separation and its normal; False once one above `enough` is found."""
    if a.edges and b.edges:
        if not rings_separation(a, b, enough, widest):
            return False
        if not are_sharp(a, b):
            turn_to_nearest(a, b, widest)
        return widest.separation <= enough
    widest.normal_x = widest.normal_y = 0.0
    if a.edges:
        ring_disc_separation(a, b, False, widest)
    elif b.edges:
        ring_disc_separation(b, a, True, widest)
    else:
        discs_separation(a, b, widest)
    return widest.separation <= enough


cdef inline bint touching_axis(const Convex* a, const Convex* b, Axis* axis) noexcept nogil:
    """Whether two rings that meet only touch: the axis is the lowest edge, a's before b's, that
    exactly separates their interiors."""
    cdef Py_ssize_t edge = first_separating_edge(a, b, True)
    cdef bint on_b = edge < 0
    if on_b:
        edge = first_separating_edge(b, a, True)
    if edge < 0:
        return False
    set_axis(a, b, edge, on_b, axis)
    return True


cdef inline bint convex_penetration(const Convex* a, const Convex* b, Axis* widest,
                                    double* depth) noexcept nogil:
    """Whether two shapes meet, exactly; if so, along which axis and how deep."""
    cdef double radius = a.radius + b.radius
    cdef double error = separation_error(pair_size(a, b))
    if surely_apart(a, b) or not convex_separation(a, b, radius + error, widest):
        return False
    depth[0] = radius - widest.separation
    if depth[0] > error:
        return True
    if not convex_intersect(a, b, False):
        return False
    # Touching is a depth of 0 exactly; any other depth is positive.
    if a.edges and b.edges and radius == 0.0:
        depth[0] = 0.0 if touching_axis(a, b, widest) else max(depth[0], 0.0)
    elif depth[0] < 0.0 or not convex_intersect(a, b, True):
        depth[0] = 0.0
    return True


cdef inline Py_ssize_t separating_edge(const Convex* a, const Convex* b) noexcept nogil:
    """The lowest edge of a that separates, or -1: in float64 if certain, else exactly."""
    cdef double separations[BLOCK]
    cdef double error = separation_error(pair_size(a, b))
    cdef Py_ssize_t block, lane, i, start = 0
    if a.n * b.n > AXIS_LIMIT:
        return first_separating_edge(a, b, False)
    for block in range(edge_blocks(a)):
        lanes_edge_separations(a, BLOCK * block, b, separations)    # -infinity for the padding
        for lane in range(BLOCK):
            i = BLOCK * block + lane
            if separations[lane] > error or (
                    separations[lane] >= -error and edge_separates(a, i, b, False, &start)):
                return i
    return -1


cdef inline bint convex_axis(const Convex* a, const Convex* b, Axis* axis) noexcept nogil:
    """A separating axis, from a to b; False when the shapes intersect."""
    cdef Py_ssize_t edge
    cdef bint on_b
    axis.normal_x = axis.normal_y = 0.0
    if a.edges and b.edges and a.radius + b.radius == 0.0:
        edge = separating_edge(a, b)
        on_b = edge < 0
        if on_b:
            edge = separating_edge(b, a)
        if edge >= 0:
            set_axis(a, b, edge, on_b, axis)
            return True
        if not are_segments(a, b):
            return False
    if convex_intersect(a, b, False):
        return False
    convex_separation(a, b, INFINITY, axis)
    return True
