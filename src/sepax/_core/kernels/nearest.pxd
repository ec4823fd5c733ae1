"""The nearest points of two cores that are apart: a descent over pairs of features.

They are a vertex and a point of an edge, or two vertices. The descent has an edge of each core,
takes their nearest points, and goes on to a neighbouring edge if that is nearer (after Lin and
Canny, A Fast Algorithm for Incremental Distance Calculation, 1991). The result is certain if no
point of either core is nearer along the direction found. Otherwise all vertices are compared with
all edges.
"""

from libc.math cimport INFINITY

from sepax._core.interrupts cimport HUGE_STEP, Watch, are_huge, start_watch, was_interrupted
from sepax._core.kernels.convex cimport Convex, edge_is_active, length_of, unit_vector
from sepax._core.kernels.edges cimport active_edge, along_edge, larger, smaller
from sepax._core.kernels.support cimport facing_edge
from sepax._core.simd.convex cimport lanes_least_along

cdef struct Nearest:
    double distance         # of the cores, the radii not yet taken off
    double normal_x         # unit, from a to b: that of the edge, or from vertex to vertex
    double normal_y
    Py_ssize_t edge         # -1 for two vertices
    bint on_b               # the edge is b's
    Py_ssize_t vertex_a     # -1 where the inside of a's edge is nearest
    Py_ssize_t vertex_b


cdef inline void reset_nearest(Nearest* nearest) noexcept nogil:
    nearest.distance = INFINITY
    nearest.normal_x = nearest.normal_y = 0.0
    nearest.edge = -1
    nearest.on_b = False
    nearest.vertex_a = nearest.vertex_b = 0


cdef inline Py_ssize_t vertex_after(const Convex* core, Py_ssize_t i) noexcept nogil:
    # Without branches, which cannot be predicted: contacts use the vertices of any edge.
    return (i + 1) & -<Py_ssize_t>(i + 1 < core.n)


cdef inline void update_nearest(const Convex* core, Py_ssize_t i, const Convex* other,
                                Py_ssize_t k, bint core_is_b, Nearest* nearest) noexcept nogil:
    """Take vertex k of the other core and edge i of this one, if nothing nearer was found. The
    normal is left as long as it comes: see `normalize_nearest`."""
    cdef double px = other.x[k], py = other.y[k], x, y, distance
    cdef Py_ssize_t vertex = -1, edge = i
    if not core.edges or along_edge(core, i, px, py, i) <= 0.0:
        vertex = i
    elif along_edge(core, i, px, py, i + 1) >= 0.0:
        vertex = vertex_after(core, i)
    if vertex < 0:
        x = core.normal_x[i]
        y = core.normal_y[i]
        distance = x * (px - core.x[i]) + y * (py - core.y[i])
        if distance < 0.0:      # behind the edge: of a segment, before its other one
            x = -x
            y = -y
            distance = -distance
            edge = 1 - i if core.n == 2 else i
    else:
        x = px - core.x[vertex]
        y = py - core.y[vertex]
        distance = length_of(x, y)
        edge = -1
    if distance < nearest.distance:
        nearest.distance = distance
        nearest.normal_x = 0.0 - x if core_is_b else x
        nearest.normal_y = 0.0 - y if core_is_b else y
        nearest.edge = edge
        nearest.on_b = core_is_b
        nearest.vertex_a = k if core_is_b else vertex
        nearest.vertex_b = vertex if core_is_b else k


cdef inline void normalize_nearest(Nearest* nearest) noexcept nogil:
    """Give the normal its length: from vertex to vertex it is as long as they are apart."""
    if nearest.edge < 0:
        unit_vector(nearest.normal_x, nearest.normal_y, &nearest.normal_x, &nearest.normal_y)


cdef inline void nearest_of_edges(const Convex* a, Py_ssize_t i, const Convex* b, Py_ssize_t j,
                                  Nearest* nearest) noexcept nogil:
    """The nearest points of edge i of a and edge j of b, which do not cross."""
    reset_nearest(nearest)
    update_nearest(a, i, b, j, False, nearest)
    update_nearest(a, i, b, vertex_after(b, j), False, nearest)
    update_nearest(b, j, a, i, True, nearest)
    update_nearest(b, j, a, vertex_after(a, i), True, nearest)


# --- two segments ---------------------------------------------------------------------

cdef struct SidesOfSegments:
    # How far the ends of each of two segments are to the right of the line of the other.
    double least_of_a, most_of_a, least_of_b, most_of_b


cdef inline double side_of_segment(const Convex* segment, double px, double py) noexcept nogil:
    """How far a point is to the right of the line of a segment."""
    return (segment.normal_x[0] * (px - segment.x[0]) + segment.normal_y[0] * (py - segment.y[0]))


cdef inline void measure_sides(const Convex* a, const Convex* b,
                               SidesOfSegments* sides) noexcept nogil:
    cdef double a0 = side_of_segment(b, a.x[0], a.y[0]), a1 = side_of_segment(b, a.x[1], a.y[1])
    cdef double b0 = side_of_segment(a, b.x[0], b.y[0]), b1 = side_of_segment(a, b.x[1], b.y[1])
    sides.least_of_a = smaller(a0, a1)
    sides.most_of_a = larger(a0, a1)
    sides.least_of_b = smaller(b0, b1)
    sides.most_of_b = larger(b0, b1)


cdef inline bint are_separated(const SidesOfSegments* sides, double limit) noexcept nogil:
    """Whether one of them is farther than the limit on one side of the other's line."""
    return (sides.least_of_b > limit or sides.most_of_b < -limit
            or sides.least_of_a > limit or sides.most_of_a < -limit)


cdef inline bint surely_cross(const SidesOfSegments* sides, double error) noexcept nogil:
    return (sides.least_of_b < -error and sides.most_of_b > error
            and sides.least_of_a < -error and sides.most_of_a > error)


cdef inline bint nearest_of_segments(const Convex* a, const Convex* b, double error,
                                     Nearest* nearest) noexcept nogil:
    """The nearest points of two segments: one is an end. False where they cross by more than the
    error. The foot of an end is measured from where a segment starts, whichever side it is seen
    from: so lanes find the same bits (round_distances.inl)."""
    cdef SidesOfSegments sides
    measure_sides(a, b, &sides)
    if surely_cross(&sides, error):
        return False
    nearest_of_edges(a, 0, b, 0, nearest)
    normalize_nearest(nearest)
    return True


# --- any cores with edges -------------------------------------------------------------

cdef inline Py_ssize_t edge_leading_nearer(const Convex* core, Py_ssize_t edge, Py_ssize_t vertex,
                                           double x, double y) noexcept nogil:
    """The other edge at a vertex of an edge, if it leads from there along (x, y), else -1."""
    cdef Py_ssize_t step = -1 if vertex == edge else 1, other
    if vertex < 0 or not core.edges:
        return -1
    other = active_edge(core, edge, step)
    # The direction of an edge is its normal turned left; the one before leads back.
    if step * (core.normal_x[other] * y - core.normal_y[other] * x) > 0.0:
        return other
    return -1


cdef inline void descend_to_nearest(const Convex* a, const Convex* b, Py_ssize_t i, Py_ssize_t j,
                                    Nearest* nearest) noexcept nogil:
    """From edges i of a and j of b down to where no neighbouring edge leads nearer."""
    cdef Nearest found
    cdef Py_ssize_t step, other
    reset_nearest(nearest)
    for step in range(a.n + b.n + 2):
        nearest_of_edges(a, i, b, j, &found)
        if not found.distance < nearest.distance:
            break
        nearest[0] = found
        other = edge_leading_nearer(a, i, found.vertex_a, found.normal_x, found.normal_y)
        if other >= 0:
            i = other
            continue
        other = edge_leading_nearer(b, j, found.vertex_b, -found.normal_x, -found.normal_y)
        if other < 0:
            break
        j = other
    normalize_nearest(nearest)


cdef inline double separation_along(const Convex* a, const Convex* b,
                                    const Nearest* nearest) noexcept nogil:
    """How far the cores are apart in the direction found: a lower bound of their distance."""
    cdef double nx = nearest.normal_x, ny = nearest.normal_y
    # From a vertex of the two, so that distances of far places cost no digits.
    cdef double x = b.x[nearest.vertex_b] if nearest.vertex_b >= 0 else a.x[nearest.vertex_a]
    cdef double y = b.y[nearest.vertex_b] if nearest.vertex_b >= 0 else a.y[nearest.vertex_a]
    return (lanes_least_along(nx, ny, x, y, b)
            + lanes_least_along(-nx, -ny, x, y, a))


cdef inline void update_certain(const Convex* a, const Convex* b, const Nearest* found,
                                double least,
                                double error, double* best, Nearest* nearest) noexcept nogil:
    """Take points as near as the nearest but for rounding, if the cores are farther apart along
    them: a corner beside the foot of a distant point is as near, but not the foot."""
    cdef double separation
    if found.distance <= least + error:
        separation = separation_along(a, b, found)
        if separation > best[0]:
            best[0] = separation
            nearest[0] = found[0]


cdef inline void measure_edge(const Convex* core, Py_ssize_t i, const Convex* other, Py_ssize_t k,
                              bint core_is_b, Nearest* found) noexcept nogil:
    """The distance of vertex k of the other core from edge i of this one; infinite where that has
    no length."""
    reset_nearest(found)
    if edge_is_active(core, i):
        update_nearest(core, i, other, k, core_is_b, found)
        normalize_nearest(found)


cdef inline void scan_to_nearest(const Convex* a, const Convex* b, double error,
                                 Nearest* nearest) noexcept nogil:
    """All edges of each core against all vertices of the other: first distance, then features."""
    cdef Watch watch
    cdef bint huge = are_huge(a.n, b.n)
    cdef double least = INFINITY, best = -INFINITY
    cdef Nearest from_b, from_a
    cdef Py_ssize_t i, k, turn
    start_watch(&watch)
    for turn in range(2):
        for i in range(a.n):
            if huge and was_interrupted(&watch, HUGE_STEP):
                return
            for k in range(b.n):
                measure_edge(a, i, b, k, False, &from_b)
                measure_edge(b, k, a, i, True, &from_a)
                if turn == 0:
                    least = min(least, from_b.distance, from_a.distance)
                else:
                    update_certain(a, b, &from_b, least, error, &best, nearest)
                    update_certain(a, b, &from_a, least, error, &best, nearest)


cdef inline void nearest_from_edges(const Convex* a, const Convex* b, Py_ssize_t i, Py_ssize_t j,
                                    double error, Nearest* nearest) noexcept nogil:
    """The nearest points of two cores, starting from edges that face each other. The distance is
    that of two points of the cores, within the error; and the least if the cores are farther
    apart."""
    descend_to_nearest(a, b, i, j, nearest)
    if separation_along(a, b, nearest) < nearest.distance - error:
        scan_to_nearest(a, b, error, nearest)


cdef inline void nearest_features(const Convex* a, const Convex* b, Py_ssize_t edge, bint on_b,
                                  double error, Nearest* nearest) noexcept nogil:
    """The nearest points of two cores, starting from the edge of their widest separation."""
    cdef const Convex* cores[2]
    cdef Py_ssize_t edges[2]
    cores[0] = a
    cores[1] = b
    edges[on_b] = edge
    edges[1 - on_b] = facing_edge(cores[1 - on_b], cores[on_b].normal_x[edge],
                                  cores[on_b].normal_y[edge])
    nearest_from_edges(a, b, edges[0], edges[1], error, nearest)
