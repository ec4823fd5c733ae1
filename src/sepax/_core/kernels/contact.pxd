"""Where two shapes that meet touch: clipping the facing edge to the reference edge."""

from libc.math cimport fabs

from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.edges cimport active_edge, along_edge
from sepax._core.kernels.roundoff cimport FLUSH_ROUNDOFF, SEPARATION_ROUNDOFF, pair_size
from sepax._core.kernels.separation cimport Axis
from sepax._core.kernels.support cimport facing_edge

cdef struct Manifold:
    int count
    double x[2]
    double y[2]


cdef inline double clipped_separation(double along, const double* ends,
                                      const double* separations) noexcept nogil:
    """The separation of a segment at a place along the reference edge, or at its nearer end."""
    cdef double part
    if ends[0] == ends[1]:
        return min(separations[0], separations[1])
    part = (along - ends[0]) / (ends[1] - ends[0])
    return separations[0] + (separations[1] - separations[0]) * min(max(part, 0.0), 1.0)


cdef inline double straight_end(const Convex* ring, Py_ssize_t edge, Py_ssize_t step,
                                double error) noexcept nogil:
    """How far along an edge its line goes on, forwards (1) or backwards (-1): to the end of the
    edge, or of the last of those in a line with it but for rounding."""
    cdef Py_ssize_t i = edge, count, point
    cdef double nx = ring.normal_x[edge], ny = ring.normal_y[edge]
    cdef double end = 0.0 if step < 0 else along_edge(ring, edge, ring.x[edge + 1],
                                                      ring.y[edge + 1], edge)
    for count in range(ring.n):
        i = active_edge(ring, i, step)
        point = i if step < 0 else i + 1
        if nx * (ring.x[point] - ring.x[edge]) + ny * (ring.y[point] - ring.y[edge]) < -error:
            break
        end = step * max(step * end, step * along_edge(ring, edge, ring.x[point], ring.y[point],
                                                       edge))
    return end


cdef inline double contact_doubt(const Convex* reference, const Convex* incident) noexcept nogil:
    """How far apart faces may be, or out of line, that are flush but for rounding: that of a
    separation, and of the coordinates, which all vertices are rounded to."""
    return (SEPARATION_ROUNDOFF * pair_size(reference, incident)
            + FLUSH_ROUNDOFF * (fabs(reference.centre_x) + fabs(reference.centre_y)))


cdef inline void ring_contact(const Convex* reference, Py_ssize_t edge, const Convex* incident,
                              double shift_x, double shift_y, Manifold* points) noexcept nogil:
    """Clip the facing edge of `incident`, moved by the shift, to the reference edge.

    The definition of the points of contact of two rings; for boxes, box_contacts.inl has its bits,
    as tests/test_boxes.py holds.

    Kept are the ends that lie behind the reference edge, each moved by half its
    depth along the normal, so that both shapes are equally far from the point. The
    edges are those of the cores: their surfaces are as far from them as the radii.
    """
    cdef double nx = reference.normal_x[edge], ny = reference.normal_y[edge]
    cdef double origin_x = reference.x[edge], origin_y = reference.y[edge]
    cdef double error = contact_doubt(reference, incident)
    cdef double first = straight_end(reference, edge, -1, error)
    cdef double last = straight_end(reference, edge, 1, error)
    cdef Py_ssize_t i = facing_edge(incident, nx, ny)
    cdef double ends[2]
    cdef double separations[2]
    cdef double clipped[2]
    cdef double clipped_separations[2]
    cdef double dx, dy, radius = reference.radius + incident.radius
    cdef double excess = incident.radius - reference.radius
    cdef int end, deeper, both
    for end in range(2):
        dx = (incident.x[i + end] - origin_x) + shift_x
        dy = (incident.y[i + end] - origin_y) + shift_y
        ends[end] = dy * nx - dx * ny
        separations[end] = dx * nx + dy * ny
    for end in range(2):
        clipped[end] = min(max(ends[end], first), last)
        clipped_separations[end] = clipped_separation(clipped[end], ends, separations)
        points.x[end] = (origin_x - ny * clipped[end]
                         + nx * (0.5 * (clipped_separations[end] - excess)))
        points.y[end] = (origin_y + nx * clipped[end]
                         + ny * (0.5 * (clipped_separations[end] - excess)))
    # The deeper end always counts. Free of branches: how many do cannot be predicted.
    deeper = clipped_separations[0] > clipped_separations[1]
    both = (clipped_separations[1 - deeper] <= radius + error) & (clipped[0] != clipped[1])
    points.count = 1 + both
    points.x[0] = points.x[deeper & (1 - both)]
    points.y[0] = points.y[deeper & (1 - both)]


cdef inline void set_point_on_axis(double x, double y, double radius, const Axis* widest,
                                   double sign, double depth, Manifold* points) noexcept nogil:
    """One point, half the depth behind the surface of the disc about (x, y)."""
    cdef double inset = sign * (radius - 0.5 * depth)
    points.count = 1
    points.x[0] = x + widest.normal_x * inset
    points.y[0] = y + widest.normal_y * inset


cdef inline void convex_contact(const Convex* a, const Convex* b, const Axis* widest,
                                double depth, Manifold* points) noexcept nogil:
    """World points of contact of two shapes that meet, halfway between the surfaces."""
    cdef const Convex* shapes[2]
    if a.edges and b.edges:
        if widest.edge < 0:
            set_point_on_axis(a.x[widest.vertex_a], a.y[widest.vertex_a], a.radius, widest, 1.0,
                              depth, points)
            return
        shapes[0] = a
        shapes[1] = b
        ring_contact(shapes[widest.on_b], widest.edge, shapes[1 - widest.on_b], 0.0, 0.0, points)
    elif b.edges:
        set_point_on_axis(a.x[0], a.y[0], a.radius, widest, 1.0, depth, points)
    else:
        set_point_on_axis(b.x[0], b.y[0], b.radius, widest, -1.0, depth, points)
