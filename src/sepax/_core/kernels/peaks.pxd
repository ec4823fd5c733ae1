"""Until when does the separation of two shapes that turn certainly have no peak?

A contact that is skipped gets less deep, and at a peak of the separation deeper again: no step may
go beyond a peak unseen. That of cores that overlap is the widest over the edges: it follows an axis
until another edge has a wider one that does not rise as well. That of cores that are apart is the
distance of their nearest points: it follows an axis until other features are nearer. Along the axis
itself `separated_until` finds the peak.

Each bound allows for a slack: rounding says no more, and a step must have a length.
"""

from libc.math cimport fabs, sqrt

from sepax._core.kernels.answers cimport Axis
from sepax._core.kernels.certificate cimport (
    CUBIC_SIZE, Cubic, Rivals, Turning, TurningAxis, TurningPair, axis_rises_until, behind_nearest,
    length_bound, list_all_rivals, nearest_pair, positive_until, rate_of_axis, rises_until,
    root_with_rivals, up_to_peak, worth_looking)
from sepax._core.kernels.convex cimport Convex, edge_is_active
from sepax._core.kernels.edges cimport active_edge, larger, smaller
from sepax._core.kernels.minkowski cimport downhill, lowest_vertex
from sepax._core.kernels.roundoff cimport OPPOSITE_ROUNDOFF
from sepax._core.kernels.support cimport support_point


# --- cores that overlap ---------------------------------------------------------------

cdef inline double overlap_until(const Cubic* along, double radius, double slack,
                                 double end) noexcept nogil:
    """Until when cores overlap, but for the slack. Cores that have come apart may be farther apart,
    from corner to corner. Without a radius the contact ends then."""
    cdef Cubic bound = Cubic(slack - along.value, -along.slope, -along.curve, along.bend)
    return positive_until(&bound, end) if radius > 0.0 else end


cdef inline double best_edge_until(const TurningPair* pair, const TurningAxis* axis,
                                   const Cubic* along, const Rivals* rivals, bint of_b,
                                   double radius, double speed, double slack, double end,
                                   double* memory) noexcept nogil:
    """Until when each edge of a shape separates cores no more than an axis does, but for the slack,
    or its separation rises. It is at most that of the edge and any one vertex."""
    cdef const Convex* shape = pair.b.convex if of_b else pair.a.convex
    cdef const Convex* other = pair.a.convex if of_b else pair.b.convex
    cdef double sign = -1.0 if of_b else 1.0, least = along.value - slack, bend, root, rise
    cdef bint alike = pair.a.rate == pair.b.rate
    cdef TurningAxis rival
    cdef Cubic other_along, bound
    cdef Py_ssize_t i, k = -1
    rival.rate = pair.b.rate if of_b else pair.a.rate
    for i in range(shape.edges):
        if not edge_is_active(shape, i):
            continue
        if k < 0:
            k = lowest_vertex(other, shape.normal_x[i], shape.normal_y[i])
        k = downhill(other, shape.normal_x[i], shape.normal_y[i], k, 1)
        if (shape.normal_x[i] * (other.x[k] - shape.x[i])
                + shape.normal_y[i] * (other.y[k] - shape.y[i])) < least - 2.0 * speed * end:
            continue    # most of a large ring: too slow to catch up
        rival.x = sign * shape.normal_x[i]
        rival.y = sign * shape.normal_y[i]
        if (rival.rate == axis.rate and rival.x * axis.x + rival.y * axis.y > 0.0
                and fabs(rival.x * axis.y - rival.y * axis.x) < OPPOSITE_ROUNDOFF):
            continue    # one axis, of an edge of either shape
        nearest_pair(pair, k if of_b else i, i if of_b else k, &rival, 0.0, end, &other_along)
        # Of shapes that turn alike the difference bends with that of the axes.
        bend = (other_along.bend * length_bound(axis.x - rival.x, axis.y - rival.y) if alike
                else along.bend + other_along.bend)
        bound = Cubic(along.value - other_along.value + slack, along.slope - other_along.slope,
                      along.curve - other_along.curve, bend)
        root = root_with_rivals(&bound, rivals, positive_until(&bound, end))
        if root < end:
            rise = smaller(end, axis_rises_until(pair, &rival, end, memory))
            end = larger(root, overlap_until(&other_along, radius, slack, rise))
    return end


cdef inline double best_until(const TurningPair* pair, const Axis* axis, double radius,
                              double speed, double slack, double end,
                              double* memory) noexcept nogil:
    """Until when the widest separation of overlapping cores has no peak before that along an axis,
    which is the widest now. `speed` is that at which any vertices may part."""
    cdef TurningAxis turning = TurningAxis(axis.normal_x, axis.normal_y, rate_of_axis(pair, axis))
    cdef Py_ssize_t i = support_point(pair.a.convex, -axis.normal_x, -axis.normal_y)
    cdef Py_ssize_t j = support_point(pair.b.convex, axis.normal_x, axis.normal_y)
    cdef Rivals rivals
    cdef Cubic along
    nearest_pair(pair, i, j, &turning, 0.0, end, &along)
    list_all_rivals(pair, &turning, i, j, end, memory, &rivals)
    memory += CUBIC_SIZE * (pair.a.convex.n + pair.b.convex.n)
    end = overlap_until(&along, radius, slack, end)
    end = best_edge_until(pair, &turning, &along, &rivals, False, radius, speed, slack, end, memory)
    return best_edge_until(pair, &turning, &along, &rivals, True, radius, speed, slack, end, memory)


# --- cores that are apart -------------------------------------------------------------

cdef inline Py_ssize_t edge_beside(const Convex* ring, Py_ssize_t k, bint after) noexcept nogil:
    """The edge after a vertex, or before it."""
    return active_edge(ring, k - 1, 1) if after else active_edge(ring, k, -1)


cdef inline Py_ssize_t vertex_beside(const Convex* ring, Py_ssize_t k, bint after) noexcept nogil:
    """The other end of that edge."""
    return edge_beside(ring, k, after) + after


cdef inline double ahead_until(const TurningPair* pair, Py_ssize_t i, Py_ssize_t j, double x,
                               double y, double rate, double tie, double end) noexcept nogil:
    """Until when vertex j of b is certainly ahead of vertex i of a, but for a tie: in a direction
    that turns."""
    cdef TurningAxis direction = TurningAxis(x, y, rate)
    cdef Cubic bound
    nearest_pair(pair, i, j, &direction, -tie, end, &bound)
    return positive_until(&bound, end)


cdef inline double touches_until(const TurningPair* pair, const Axis* axis, double slack,
                                 double end) noexcept nogil:
    """Until when two corners that touch stay as near, but for the slack."""
    cdef Py_ssize_t i = axis.vertex_a, j = axis.vertex_b
    cdef double x = pair.b.convex.x[j] - pair.a.convex.x[i]
    cdef double y = pair.b.convex.y[j] - pair.a.convex.y[i]
    cdef double sign
    cdef Py_ssize_t k
    for k in range(4):
        sign = 1.0 if k & 1 else -1.0
        if k & 2:
            end = ahead_until(pair, i, j, sign, 0.0, 0.0, 0.5 * slack - sign * x, end)
        else:
            end = ahead_until(pair, i, j, 0.0, sign, 0.0, 0.5 * slack - sign * y, end)
    return end


cdef inline double edge_faces_until(const TurningPair* pair, const Axis* axis, double tie,
                                    double slack, double end, bint touches) noexcept nogil:
    """Until when the vertex that is nearest to an edge remains that, and is beside the edge. Where
    it touches the edge, any may be the nearest: until it is farther from the edge than the
    slack."""
    cdef const Turning* shape = &pair.b if axis.on_b else &pair.a
    cdef const Turning* other = &pair.a if axis.on_b else &pair.b
    cdef Py_ssize_t edge = axis.edge, k = axis.vertex_a if axis.on_b else axis.vertex_b
    cdef double rate = shape.rate, nx = axis.normal_x, ny = axis.normal_y
    cdef TurningAxis turning = TurningAxis(nx, ny, rate)
    cdef Cubic bound
    cdef bint after
    nearest_pair(pair, k if axis.on_b else edge, edge if axis.on_b else k, &turning, 0.0, end,
                 &bound)
    # The direction of an edge is its normal, turned left.
    end = ahead_until(pair, k if axis.on_b else edge, edge if axis.on_b else k, -ny, nx, rate, tie,
                      end)
    end = ahead_until(pair, k if axis.on_b else edge + 1, edge + 1 if axis.on_b else k, ny, -nx,
                      rate, tie, end)
    if touches:
        bound = Cubic(slack, -bound.slope, -bound.curve, bound.bend)
        return positive_until(&bound, end)
    end = up_to_peak(&bound, rises_until(&bound), slack, end)
    for after in range(2 if other.convex.edges else 0):
        behind_nearest(other.convex, vertex_beside(other.convex, k, after), k,
                       -1.0 if axis.on_b else 1.0, other.rate - rate, &turning, &bound)
        bound.value += slack
        end = positive_until(&bound, end)
    return end


cdef inline double corner_faces_until(const TurningPair* pair, const Axis* axis, bint of_b,
                                      double tie, double slack, double end) noexcept nogil:
    """Until when no edge of a shape is nearer than its corner: until the other corner comes beside
    an edge, or the edges on one side of both corners are parallel."""
    cdef const Turning* shape = &pair.b if of_b else &pair.a
    cdef const Turning* other = &pair.a if of_b else &pair.b
    cdef Py_ssize_t corner = axis.vertex_b if of_b else axis.vertex_a
    cdef Py_ssize_t facing = axis.vertex_a if of_b else axis.vertex_b, edge
    cdef double sign = -1.0 if of_b else 1.0, nx, ny, side
    cdef TurningAxis normal
    cdef Cubic behind
    cdef bint after
    for after in range(2 if shape.convex.edges else 0):
        edge = edge_beside(shape.convex, corner, after)
        nx = sign * shape.convex.normal_x[edge]
        ny = sign * shape.convex.normal_y[edge]
        side = 1.0 if after else -1.0
        end = ahead_until(pair, axis.vertex_a, axis.vertex_b, side * ny, -side * nx, shape.rate,
                          tie, end)
        if other.convex.edges:
            normal = TurningAxis(nx, ny, shape.rate)
            behind_nearest(other.convex, vertex_beside(other.convex, facing, not after), facing,
                           sign, other.rate - shape.rate, &normal, &behind)
            behind.value += slack
            if behind.value > 0.0:
                end = positive_until(&behind, end)
    return end


cdef inline double corners_face_until(const TurningPair* pair, const Axis* axis, double tie,
                                      double slack, double end) noexcept nogil:
    """Until when two corners remain the nearest points, and their distance certainly rises if it
    does now.

    As the line through both turns, they are apart along it by s, and aside by p, which begins as a
    square. Let K be the bound of third derivatives, s' + s'' h >= K h^2 / 2 as long as s certainly
    rises. If p falls again its third derivative has a part P of K h^2 / 2, so |p p'| <= P^2 h / 8,
    and the third derivative of s has the rest, so s' >= P^2 / (K h^2). Then s s' + p p' >= 0 if
    s >= K h^3 / 8, which holds until the first s is down to K h^3 / 24.
    """
    cdef Py_ssize_t i = axis.vertex_a, j = axis.vertex_b
    cdef double rate = rate_of_axis(pair, axis)
    cdef TurningAxis turning = TurningAxis(axis.normal_x, axis.normal_y, rate)
    cdef Cubic apart
    end = worth_looking(pair, rate, end)
    end = corner_faces_until(pair, axis, False, tie, slack, end)
    end = corner_faces_until(pair, axis, True, tie, slack, end)
    nearest_pair(pair, i, j, &turning, 0.0, end, &apart)
    end = up_to_peak(&apart, rises_until(&apart), slack, end)
    apart = Cubic(4.0 * apart.value, 0.0, 0.0, apart.bend)
    return positive_until(&apart, end)


cdef inline double nearest_until(const TurningPair* pair, const Axis* axis, bint touches,
                                 double slack, double end) noexcept nogil:
    """Until when the nearest features of cores that are apart remain the nearest, and their
    distance has no peak. `touches` tells that they are apart by rounding alone."""
    cdef double tie = sqrt(slack * (2.0 * axis.separation + slack))
    if touches and axis.vertex_a >= 0 and axis.vertex_b >= 0:
        return touches_until(pair, axis, slack, end)
    if axis.edge >= 0:
        return edge_faces_until(pair, axis, tie, slack, end, touches)
    return corners_face_until(pair, axis, tie, slack, end)
