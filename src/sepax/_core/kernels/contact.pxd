"""Where two shapes that meet touch: clipping the facing edge to the reference edge."""

from libc.math cimport fabs

from sepax._core.kernels.answers cimport Axis, Manifold
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.edges cimport active_edge, along_edge, larger, smaller
from sepax._core.kernels.nearest cimport vertex_after
from sepax._core.kernels.roundoff cimport FLUSH_ROUNDOFF, SEPARATION_ROUNDOFF, pair_size
from sepax._core.kernels.support cimport facing_edge

cdef extern from "contact.h" nogil:
    struct EdgeEnd "edge_end":
        double along, separation

    EdgeEnd see_end(double nx, double ny, double dx, double dy)
    double within(double x, double low, double high)
    double part_before(EdgeEnd one, EdgeEnd other, double along)
    double separation_after(EdgeEnd one, EdgeEnd other, double part)
    double end_x(double x, double nx, double ny, double along, double move)
    double end_y(double y, double nx, double ny, double along, double move)
    double point_depth(double own, double error, double depth)

cdef enum:
    # The part of an edge that continues the line of another, in units of the tolerance. For edges
    # that turn by more, the widest separation decides.
    SLIGHT_TURN = 1000000

cdef struct Clip:
    # The facing edge clipped to the reference edge. `ends` are places along the reference edge, in
    # the order of the facing edge, which runs against it.
    Py_ssize_t facing
    double length   # of the reference edge
    double error
    double[2] ends, separations, clipped, clipped_separations
    int deeper
    int both        # whether both ends count


cdef inline double collinear_end(const Convex* ring, Py_ssize_t edge, Py_ssize_t step,
                                 double error) noexcept nogil:
    """How far an edge's line continues along the ring, forwards (1) or backwards (-1): to the last
    edge in a line with it within rounding, or to the point where one leaves the line."""
    cdef Py_ssize_t i = edge, count, point
    cdef double nx = ring.normal_x[edge], ny = ring.normal_y[edge]
    cdef double depth = 0.0, before, along, part
    cdef double end = 0.0 if step < 0 else step * along_edge(ring, edge, ring.x[edge + 1],
                                                             ring.y[edge + 1], edge)
    for count in range(ring.n):
        i = active_edge(ring, i, step)
        point = i if step < 0 else i + 1
        before = depth
        depth = -(nx * (ring.x[point] - ring.x[edge]) + ny * (ring.y[point] - ring.y[edge]))
        along = step * along_edge(ring, edge, ring.x[point], ring.y[point], edge)
        if depth > error:
            part = (error - before) / (depth - before) * (along - end)
            # Otherwise the line ends at a corner.
            if part > SLIGHT_TURN * error:
                end += part
            break
        end = max(end, along)
    return step * end


cdef inline double contact_tolerance(const Convex* reference,
                                     const Convex* incident) noexcept nogil:
    """How far apart or out of line faces may be that are flush within rounding: that of a
    separation and that of the coordinates."""
    return (SEPARATION_ROUNDOFF * pair_size(reference, incident)
            + FLUSH_ROUNDOFF * (fabs(reference.centre_x) + fabs(reference.centre_y)))


cdef inline void keep_steep_ends(Clip* clip) noexcept nogil:
    """An end beyond the reference edge by rounding alone stays. On a steep facing edge, which boxes
    never have, the cut would be far from it."""
    cdef int end
    for end in range(2):
        if (fabs(clip.ends[end] - clip.clipped[end]) <= clip.error
                and fabs(clip.clipped_separations[end] - clip.separations[end]) > 2.0 * clip.error):
            clip.clipped_separations[end] = clip.separations[end]


cdef inline bint ends_at_corners(const Convex* ring, double error) noexcept nogil:
    """Whether `collinear_end` stays at the ends of each edge: neither neighbour of an edge of a
    rectangle that is thicker than rounding continues its line."""
    return ring.is_rectangle and smaller(ring.half_width, ring.half_height) > 4.0 * error


cdef inline void clip_edge(const Convex* reference, Py_ssize_t edge, const Convex* incident,
                           double shift_x, double shift_y, double first, double last,
                           Clip* clip) noexcept nogil:
    """Clip the edge of `incident` that the clip names to the part of the reference edge's line
    between two places."""
    cdef double nx = reference.normal_x[edge], ny = reference.normal_y[edge], dx, dy
    cdef Py_ssize_t i = clip.facing
    cdef EdgeEnd[2] ends
    cdef int end
    for end in range(2):
        dx = (incident.x[i + end] - reference.x[edge]) + shift_x
        dy = (incident.y[i + end] - reference.y[edge]) + shift_y
        ends[end] = see_end(nx, ny, dx, dy)
        clip.ends[end] = ends[end].along
        clip.separations[end] = ends[end].separation
    for end in range(2):
        clip.clipped[end] = within(clip.ends[end], first, last)
        clip.clipped_separations[end] = separation_after(
            ends[0], ends[1], part_before(ends[0], ends[1], clip.clipped[end]))
    if clip.ends[0] == clip.ends[1]:
        clip.clipped_separations[0] = min(clip.separations[0], clip.separations[1])
        clip.clipped_separations[1] = clip.clipped_separations[0]


cdef inline double end_beyond(const Clip* clip, int end) noexcept nogil:
    """How much of an end of the facing edge is cut off."""
    return fabs(clip.ends[end] - clip.clipped[end])


cdef inline void clip_edge_in_line(const Convex* reference, Py_ssize_t edge, const Convex* incident,
                                   double shift_x, double shift_y, double first, double last,
                                   Clip* clip) noexcept nogil:
    """For a facing edge wholly beside the reference edge: take its neighbour on that side if the
    two are in line. In a triangle as thin as rounding either may be the facing edge."""
    cdef Clip next = clip[0]
    cdef bint end = end_beyond(clip, 1) < end_beyond(clip, 0)
    next.facing = active_edge(incident, clip.facing, 1 if end else -1)
    clip_edge(reference, edge, incident, shift_x, shift_y, first, last, &next)
    if ((next.clipped[0] != next.clipped[1]
         or smaller(end_beyond(&next, 0), end_beyond(&next, 1)) < end_beyond(clip, end))
            and larger(next.clipped_separations[0], next.clipped_separations[1])
            <= clip.separations[end] + clip.error):
        clip[0] = next


cdef inline void clip_facing_edge(const Convex* reference, Py_ssize_t edge, const Convex* incident,
                                  double shift_x, double shift_y, double margin,
                                  Clip* clip) noexcept nogil:
    """Clip the facing edge of the core of `incident`, moved by the shift, to the reference edge."""
    # Called early, while few registers are in use.
    clip.facing = facing_edge(incident, reference.normal_x[edge], reference.normal_y[edge])
    cdef double radius = reference.radius + incident.radius
    clip.error = contact_tolerance(reference, incident)
    clip.length = along_edge(reference, edge, reference.x[edge + 1], reference.y[edge + 1], edge)
    cdef double first = -0.0, last = clip.length, upper
    if not ends_at_corners(reference, clip.error):
        first = collinear_end(reference, edge, -1, clip.error)
        last = collinear_end(reference, edge, 1, clip.error)
    clip_edge(reference, edge, incident, shift_x, shift_y, first, last, clip)
    if clip.clipped[0] == clip.clipped[1] and not incident.is_box:
        clip_edge_in_line(reference, edge, incident, shift_x, shift_y, first, last, clip)
    if fabs(clip.separations[1] - clip.separations[0]) > fabs(clip.ends[1] - clip.ends[0]):
        keep_steep_ends(clip)
    # The deeper end always counts. Without branches, which could not be predicted.
    clip.deeper = ((clip.clipped_separations[0] > clip.clipped_separations[1])
                   | ((clip.ends[0] == clip.ends[1])
                      & (clip.separations[0] > clip.separations[1])))
    upper = larger(clip.clipped_separations[0], clip.clipped_separations[1])
    clip.both = (((upper <= radius + clip.error) | (upper < radius + margin))
                 & (clip.clipped[0] != clip.clipped[1]))


cdef inline void place_ends(const Convex* reference, Py_ssize_t edge, const Convex* incident,
                            const Clip* clip, double* x, double* y) noexcept nogil:
    """Each end moved by half its depth along the normal, so that both shapes are equally far."""
    cdef double nx = reference.normal_x[edge], ny = reference.normal_y[edge], half
    cdef double excess = incident.radius - reference.radius
    cdef int end
    for end in range(2):
        half = 0.5 * (clip.clipped_separations[end] - excess)
        x[end] = end_x(reference.x[edge], nx, ny, clip.clipped[end], half)
        y[end] = end_y(reference.y[edge], nx, ny, clip.clipped[end], half)


cdef inline double middle(const double* values, const Clip* clip) noexcept nogil:
    """The middle of both ends, or the only one that counts; without branches."""
    return 0.5 * (values[clip.deeper] + values[clip.deeper ^ clip.both])


cdef inline void ring_contact_middle(const Convex* reference, Py_ssize_t edge,
                                     const Convex* incident, double shift_x, double shift_y,
                                     double* x, double* y) noexcept nogil:
    """The middle of the points of contact of two rings, the incident one moved by the shift."""
    cdef Clip clip
    cdef double[2] xs, ys
    clip_facing_edge(reference, edge, incident, shift_x, shift_y, 0.0, &clip)
    place_ends(reference, edge, incident, &clip, xs, ys)
    x[0] = middle(xs, &clip)
    y[0] = middle(ys, &clip)


cdef inline Py_ssize_t choose(bint first, Py_ssize_t one, Py_ssize_t other) noexcept nogil:
    """`one` if first, else `other`; without a branch, which could not be predicted."""
    return other ^ ((one ^ other) & -<Py_ssize_t>first)


cdef inline Py_ssize_t feature_along(const Convex* ring, Py_ssize_t edge, double along,
                                     double error) noexcept nogil:
    """The vertex at a place along the line of an edge, or the edge there: another one in line with
    it if the place is beyond its end."""
    cdef Py_ssize_t i = edge, count, step = -1 if along < 0.0 else 1
    cdef double start, end
    for count in range(ring.n):
        start = along_edge(ring, edge, ring.x[i], ring.y[i], edge)
        end = along_edge(ring, edge, ring.x[i + 1], ring.y[i + 1], edge)
        if fabs(along - start) <= error:
            return i
        if fabs(along - end) <= error:
            return vertex_after(ring, i)
        if start < along < end:
            break
        i = active_edge(ring, i, step)
    return -1 - i


cdef inline Py_ssize_t feature_facing(const Convex* ring, Py_ssize_t edge,
                                      const Convex* disc) noexcept nogil:
    """The feature that faces the centre of a disc along the normal of an edge."""
    return feature_along(ring, edge, along_edge(ring, edge, disc.x[0], disc.y[0], edge),
                         contact_tolerance(ring, disc))


cdef inline Py_ssize_t reference_feature(const Convex* reference, Py_ssize_t edge,
                                         const Clip* clip, int end, double error) noexcept nogil:
    """`feature_along`, without branches for the reference edge itself."""
    cdef double along = clip.clipped[end]
    cdef bint at_first = fabs(along) <= error, at_last = fabs(along - clip.length) <= error
    cdef Py_ssize_t feature = choose(at_last, vertex_after(reference, edge), -1 - edge)
    if 0.0 <= along <= clip.length:
        return choose(at_first, edge, feature)
    return feature_along(reference, edge, along, error)


cdef inline Py_ssize_t incident_feature(const Convex* incident, const Clip* clip, int end,
                                        double error) noexcept nogil:
    """The vertex of the facing edge at a clipped end or nearest to it; the edge for a cut in it."""
    cdef double offset[2]
    offset[0] = clip.clipped[end] - clip.ends[0]
    offset[1] = clip.clipped[end] - clip.ends[1]
    cdef double own = fabs(offset[end]), other = fabs(offset[1 - end])
    cdef bint is_own = (own <= error) | (own < other) | ((own == other) & (end == 0))
    cdef bint between = (offset[0] > 0.0) != (offset[1] > 0.0)
    cdef Py_ssize_t vertex = choose((end == 1) == is_own, vertex_after(incident, clip.facing),
                                    clip.facing)
    return choose(between & (own > error) & (other > error), -1 - clip.facing, vertex)


cdef inline double depth_of_end(const Clip* clip, int end, double radius) noexcept nogil:
    """The depth at an end: of one that is not cut, by its own separation."""
    cdef double[2] separations
    separations[0] = clip.clipped_separations[end]
    separations[1] = clip.separations[end]
    # Selected by an index, as a branch could not be predicted.
    return radius - separations[clip.clipped[end] == clip.ends[end]]


cdef inline void incident_features(const Convex* incident, const Clip* clip, double error,
                                   Py_ssize_t* first, Py_ssize_t* last) noexcept nogil:
    """`incident_feature` of both ends, in fewer steps where the facing edge runs against the
    reference edge by more than rounding."""
    cdef Py_ssize_t edge = -1 - clip.facing, after = vertex_after(incident, clip.facing)
    if not clip.ends[0] - clip.ends[1] > clip.error:
        first[0] = incident_feature(incident, clip, 0, error)
        last[0] = incident_feature(incident, clip, 1, error)
        return
    first[0] = choose(clip.ends[0] - clip.clipped[0] > error,
                      choose(clip.clipped[0] - clip.ends[1] > error, edge, after), clip.facing)
    last[0] = choose(clip.clipped[1] - clip.ends[1] > error,
                     choose(clip.ends[0] - clip.clipped[1] > error, edge, clip.facing), after)


cdef inline void name_features(const Convex* reference, Py_ssize_t edge, const Convex* incident,
                               const Clip* clip, double error,
                               Py_ssize_t[2][2] features) noexcept nogil:
    """The features of the reference and of the incident ring that make each end."""
    features[0][0] = reference_feature(reference, edge, clip, 0, error)
    features[1][0] = reference_feature(reference, edge, clip, 1, error)
    incident_features(incident, clip, error, &features[0][1], &features[1][1])


cdef inline void ring_contact(const Convex* reference, Py_ssize_t edge, bint on_b,
                              const Convex* incident, double depth, double margin,
                              Manifold* points) noexcept nogil:
    """The points of contact of two rings: the ends of the clipped edge behind the reference edge,
    or above it by less than the margin. box_contacts.inl has the same bits for boxes."""
    cdef double radius = reference.radius + incident.radius
    cdef Clip clip
    cdef double[2] x, y, depths
    cdef Py_ssize_t[2][2] features
    cdef int end, first, k
    clip_facing_edge(reference, edge, incident, 0.0, 0.0, margin, &clip)
    place_ends(reference, edge, incident, &clip, x, y)
    depths[0] = depth_of_end(&clip, 0, radius)
    depths[1] = depth_of_end(&clip, 1, radius)
    # Both in the order along b, whose face runs against that of a; or the deeper one.
    first = (clip.both & on_b) | ((1 - clip.both) & clip.deeper)
    points.count = 1 + clip.both
    name_features(reference, edge, incident, &clip, clip.error, features)
    if (clip.both & (features[0][0] == features[1][0])) & (features[0][1] == features[1][1]):
        # Both are at one corner, within rounding.
        name_features(reference, edge, incident, &clip, 0.0, features)
    for k in range(2):
        end = first ^ (k & clip.both)   # an end that counts: of others the depth may have any sign
        points.x[k] = x[end]
        points.y[k] = y[end]
        points.depth[k] = point_depth(depths[end], clip.error, depth)
        points.feature[k][on_b] = <int>features[end][0]
        points.feature[k][1 - on_b] = <int>features[end][1]


cdef inline void set_point_on_axis(double x, double y, double radius, const Axis* widest,
                                   double sign, double depth, Manifold* points) noexcept nogil:
    """One point, half the depth behind the surface of the disc about (x, y)."""
    cdef double inset = sign * (radius - 0.5 * depth)
    points.count = 1
    points.x[0] = x + widest.normal_x * inset
    points.y[0] = y + widest.normal_y * inset
    points.depth[0] = depth
    points.feature[0][0] = <int>widest.vertex_a
    points.feature[0][1] = <int>widest.vertex_b


cdef inline void disc_contact(const Convex* a, const Convex* b, const Axis* widest, double depth,
                              Manifold* points) noexcept nogil:
    """The contact point of a disc and another shape, or of two vertices; without edges."""
    cdef Py_ssize_t vertex = widest.vertex_a if a.edges else 0
    if b.edges:
        set_point_on_axis(a.x[vertex], a.y[vertex], a.radius, widest, 1.0, depth, points)
    else:
        set_point_on_axis(b.x[0], b.y[0], b.radius, widest, -1.0, depth, points)


cdef inline void convex_contact(const Convex* a, const Convex* b, const Axis* widest,
                                double depth, double margin, Manifold* points) noexcept nogil:
    """World points, halfway between the surfaces, of shapes that meet or are within the margin."""
    cdef const Convex* shapes[2]
    shapes[0] = a
    shapes[1] = b
    if a.edges and b.edges and widest.edge >= 0:
        ring_contact(shapes[widest.on_b], widest.edge, widest.on_b, shapes[1 - widest.on_b],
                     depth, margin, points)
        return
    disc_contact(a, b, widest, depth, points)
    if widest.edge >= 0:
        points.feature[0][widest.on_b] = <int>feature_facing(shapes[widest.on_b], widest.edge,
                                                             shapes[1 - widest.on_b])


cdef inline void contact_middle(const Convex* a, const Convex* b, const Axis* widest,
                                double depth, double* x, double* y) noexcept nogil:
    """The middle of the points of contact of two shapes that meet."""
    cdef const Convex* shapes[2]
    cdef Manifold points
    shapes[0] = a
    shapes[1] = b
    if a.edges and b.edges and widest.edge >= 0:
        ring_contact_middle(shapes[widest.on_b], widest.edge, shapes[1 - widest.on_b], 0.0, 0.0,
                            x, y)
        return
    disc_contact(a, b, widest, depth, &points)
    x[0] = points.x[0]
    y[0] = points.y[0]
