"""Where a ray, or a disc that moves along one, first meets a row of parts.

A ray enters an outline where it crosses an edge of a posed ring inwards. The side of a vertex
decides for both edges there, so no ray slips between them. It meets a union of parts where it meets
the first part. A disc outside of an outline meets its boundary first: the first edge.
"""

from libc.math cimport INFINITY, fabs
from libc.string cimport memset

from sepax._core.arrays.boundary_search cimport OUTSIDE, side_of_point
from sepax._core.arrays.bounds cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y, set_empty, sum_of_joint_sides
from sepax._core.arrays.candidates cimport Candidates, next_candidate, seek_motion
from sepax._core.arrays.exact_rows cimport rows_meet
from sepax._core.arrays.index cimport box_of_tree
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY
from sepax._core.arrays.rings cimport Boundary, place_vertex, vertex_behind
from sepax._core.arrays.rows cimport (
    RowMemory, box_of_rows, prepare_rows, release_rows, row_at, set_edges_of, set_lone)
from sepax._core.arrays.surface cimport use_surface_normal
from sepax._core.arrays.visibility cimport Visible
from sepax._core.interrupts cimport was_interrupted
from sepax._core.kernels.convex cimport Convex, unit_vector
from sepax._core.kernels.edges cimport larger
from sepax._core.kernels.predicates cimport orient2d
from sepax._core.kernels.raycast cimport convex_raycast, is_in_shape, latest_time, meet_inside
from sepax._core.kernels.roundoff cimport FILTER_ROUNDOFF, SEAM_ALONG_RAY, UNDERFLOW_ERROR
from sepax._core.kernels.sweep cimport Ray, ahead_at_edge, ahead_on_ray, side_of_ray

cdef enum:
    FEW_CORNERS = 64    # up to which lanes over all take less time than a tree of edges

cdef Visible everything       # all parts of a row are seen
memset(&everything, 0, sizeof(Visible))


# --- the parts, or edges, that a ray may meet -------------------------------------------------

cdef struct Ahead:
    const Rows* rows
    const Probe* probe
    Py_ssize_t next
    Candidates found        # of a tree


cdef inline void seek_ahead(const Rows* rows, const Probe* probe, Ahead* ahead) noexcept nogil:
    """Begin. A tree of parts at the origin is traversed by the ray in its frame, widened for
    rounding."""
    cdef double x = probe.x, y = probe.y, way_x = probe.ray.x, way_y = probe.ray.y
    cdef double reach = probe.radius + UNDERFLOW_ERROR, dx, dy
    cdef double[4] box, bounds
    ahead.rows = rows
    ahead.probe = probe
    ahead.next = rows.start
    if rows.tree is NULL:
        return
    if rows.pose is not NULL:
        dx = x - rows.pose.x
        dy = y - rows.pose.y
        x = rows.pose.cosine * dx + rows.pose.sine * dy
        y = rows.pose.cosine * dy - rows.pose.sine * dx
        way_x = rows.pose.cosine * probe.ray.x + rows.pose.sine * probe.ray.y
        way_y = rows.pose.cosine * probe.ray.y - rows.pose.sine * probe.ray.x
        reach += rows.slack
    reach += FILTER_ROUNDOFF * (fabs(probe.x) + fabs(probe.y) + probe.radius)
    box[LOW_X] = x - reach
    box[LOW_Y] = y - reach
    box[HIGH_X] = x + reach
    box[HIGH_Y] = y + reach
    box_of_tree(rows.tree, bounds)
    # Twice the extent, for the rounding of a way that was turned back.
    seek_motion(&ahead.found, rows.tree, &everything, 0, box, way_x, way_y,
                2.0 * sum_of_joint_sides(box, bounds), latest_time(probe.max_distance, probe.ray.length))


cdef inline Py_ssize_t next_ahead(Ahead* ahead, double distance) noexcept nogil:
    """A part that the ray may meet within a distance; -1 at the end."""
    if ahead.rows.tree is not NULL:
        return next_candidate(&ahead.found, latest_time(distance, ahead.probe.ray.length))
    if ahead.next == ahead.rows.stop:
        return -1
    ahead.next += 1
    return ahead.next - 1


# --- the rings of an outline, and a ray without a radius ----------------------------------------

cdef struct Corner:
    # A vertex that was placed, and on which side of the ray it is.
    double x, y, side


cdef struct Corners:
    # All of few, in columns for lanes, and the intervals of these.
    double x[FEW_CORNERS]
    double y[FEW_CORNERS]
    double side[FEW_CORNERS]
    double box[4]
    double least_side, most_side


cdef inline void place_corner(const Rows* edges, const Probe* probe, Py_ssize_t vertex,
                              Corner* corner) noexcept nogil:
    place_vertex(edges.boundary, edges.place, vertex, &corner.x, &corner.y)
    corner.side = side_of_ray(&probe.ray, corner.x - probe.x, corner.y - probe.y)


cdef void place_corners(const Rows* edges, const Probe* probe, Corners* corners) noexcept nogil:
    cdef const Boundary* boundary = edges.boundary
    cdef double way_x = probe.ray.x, way_y = probe.ray.y, x = probe.x, y = probe.y
    cdef Py_ssize_t k, n = boundary.count
    if edges.place is NULL:
        for k in range(n):
            corners.x[k] = boundary.x[k]
            corners.y[k] = boundary.y[k]
    else:
        for k in range(n):
            place_vertex(boundary, edges.place, k, corners.x + k, corners.y + k)
    for k in range(n):
        corners.side[k] = way_x * (corners.y[k] - y) - way_y * (corners.x[k] - x)
    set_empty(corners.box)
    corners.least_side = INFINITY
    corners.most_side = -INFINITY
    for k in range(n):
        corners.box[LOW_X] = min(corners.box[LOW_X], corners.x[k])
        corners.box[HIGH_X] = max(corners.box[HIGH_X], corners.x[k])
        corners.box[LOW_Y] = min(corners.box[LOW_Y], corners.y[k])
        corners.box[HIGH_Y] = max(corners.box[HIGH_Y], corners.y[k])
        corners.least_side = min(corners.least_side, corners.side[k])
        corners.most_side = max(corners.most_side, corners.side[k])


cdef inline double enter_through(const Corner* start, const Corner* end,
                                 const Probe* probe) noexcept nogil:
    """How far ahead a ray crosses an edge inwards; infinity if it does not. The start of the ray is
    outside of the outline, so it is exactly to the right of an edge that is ahead."""
    cdef const Ray* ray = &probe.ray
    cdef double time
    if start.side < 0.0 or end.side > 0.0 or start.side == end.side:
        return INFINITY
    if orient2d(start.x, start.y, end.x, end.y, probe.x, probe.y) > 0:
        return INFINITY
    time = ahead_on_ray(ray, start.x - probe.x, start.y - probe.y)
    if start.side != 0.0:
        time = ahead_at_edge(time, ahead_on_ray(ray, end.x - probe.x, end.y - probe.y),
                             start.side, end.side)
    return larger(time / ray.square, 0.0) * ray.length


cdef inline void cross_edge_inwards(const Corner* start, const Corner* end, const Probe* probe,
                                    double min_distance, double* facing,
                                    RayContact* contact) noexcept nogil:
    """Take an edge that is met no later; of two at a corner, the one that faces the ray most."""
    cdef double distance = enter_through(start, end, probe), x, y, faces
    if (distance == INFINITY or distance < min_distance or distance > probe.max_distance
            or distance > contact.distance):
        return
    unit_vector(end.y - start.y, start.x - end.x, &x, &y)
    faces = -(x * probe.unit_x + y * probe.unit_y)
    if distance == contact.distance and not faces > facing[0]:
        return
    facing[0] = faces
    contact.distance = distance
    contact.normal_x = x + 0.0      # no negative zeros
    contact.normal_y = y + 0.0
    contact.point_x = probe.x + distance * probe.unit_x
    contact.point_y = probe.y + distance * probe.unit_y
    if y == 0.0:    # `put_on_face`
        contact.point_x = start.x + 0.0
    elif x == 0.0:
        contact.point_y = start.y + 0.0


cdef inline bint begins_in_rings(const Rows* edges, const Probe* probe, const double* box,
                                 RayContact* contact) noexcept nogil:
    """Whether a ray begins in an outline, exactly; the box is around it. Fills in that contact."""
    if not (box[LOW_X] <= probe.x <= box[HIGH_X] and box[LOW_Y] <= probe.y <= box[HIGH_Y]
            and side_of_point(edges, probe.x, probe.y) != OUTSIDE):
        return False
    meet_inside(probe, contact)
    return True


cdef bint few_rings_raycast(const Rows* edges, const Probe* probe, double min_distance,
                            RayContact* contact) noexcept nogil:
    """`rings_raycast` for few edges: most rays pass all of them on one side."""
    cdef Corners corners
    cdef Corner start, end
    cdef double facing = 0.0
    cdef Py_ssize_t k, after
    place_corners(edges, probe, &corners)
    if min_distance == 0.0 and begins_in_rings(edges, probe, corners.box, contact):
        return True
    if corners.least_side > 0.0 or corners.most_side < 0.0:
        return False
    contact.distance = INFINITY
    for k in range(edges.boundary.count):
        after = vertex_behind(edges.boundary, k)
        if corners.side[k] >= 0.0 and corners.side[after] <= 0.0:
            start = Corner(corners.x[k], corners.y[k], corners.side[k])
            end = Corner(corners.x[after], corners.y[after], corners.side[after])
            cross_edge_inwards(&start, &end, probe, min_distance, &facing, contact)
    return contact.distance < INFINITY


cdef int rings_raycast(const Rows* row, const Probe* probe, double min_distance,
                       RayContact* contact, Watch* watch) noexcept nogil:
    """Where a ray begins in an outline, or from a distance on enters it; True, False or
    INTERRUPTED."""
    cdef Rows edges
    cdef Ahead ahead
    cdef Corner start, end
    cdef double facing = 0.0
    cdef double box[4]
    cdef Py_ssize_t k
    set_edges_of(&edges, row)
    if edges.boundary.count <= FEW_CORNERS:
        if was_interrupted(watch, edges.boundary.count // 4):
            return INTERRUPTED
        return few_rings_raycast(&edges, probe, min_distance, contact)
    box_of_rows(&edges, box)
    if min_distance == 0.0 and begins_in_rings(&edges, probe, box, contact):
        return True
    seek_ahead(&edges, probe, &ahead)
    contact.distance = INFINITY
    while True:
        k = next_ahead(&ahead, min(contact.distance, probe.max_distance))
        if k < 0:
            return contact.distance < INFINITY
        if was_interrupted(watch, 1):
            return INTERRUPTED
        place_corner(&edges, probe, k, &start)
        place_corner(&edges, probe, vertex_behind(edges.boundary, k), &end)
        cross_edge_inwards(&start, &end, probe, min_distance, &facing, contact)


# --- parts --------------------------------------------------------------------------------------

cdef int is_in_another_part(const Rows* rows, Py_ssize_t own, const Probe* probe, double distance,
                            double bounding_radius) noexcept nogil:
    """Whether the ray leaves another part there: a seam is no boundary; or NO_MEMORY."""
    cdef RowMemory memory
    cdef double slack = SEAM_ALONG_RAY * (distance + bounding_radius)
    cdef Py_ssize_t k
    cdef bint found = False
    if not prepare_rows(rows, &memory):
        return NO_MEMORY
    for k in range(rows.start, rows.stop):
        if k != own and is_in_shape(row_at(rows, k, &memory), probe, distance, slack):
            found = True
            break
    release_rows(&memory)
    return found


cdef int parts_raycast(const Rows* rows, const Probe* probe, double min_distance,
                       RayContact* contact, Watch* watch) noexcept nogil:
    """The first part, or edge, that a ray meets from a distance on, of equal distances the lowest;
    True, False or a Failure."""
    cdef RowMemory memory
    cdef Ahead ahead
    cdef RayContact found
    cdef const Convex* part
    cdef Py_ssize_t k, first = -1
    cdef int result = 0
    if not prepare_rows(rows, &memory):
        return NO_MEMORY
    seek_ahead(rows, probe, &ahead)
    contact.distance = INFINITY
    while True:
        k = next_ahead(&ahead, min(contact.distance, probe.max_distance))
        if k < 0:
            break
        part = row_at(rows, k, &memory)
        if was_interrupted(watch, part.n):
            result = INTERRUPTED
            break
        if (not convex_raycast(part, probe, &found) or found.distance < min_distance
                or found.distance > contact.distance
                or found.distance == contact.distance and k > first):
            continue
        if min_distance > 0.0 and rows.stop - rows.start > 1:
            result = is_in_another_part(rows, k, probe, found.distance, part.bounding_radius)
            if result < 0:
                break
            if result:
                continue
        contact[0] = found
        first = k
    release_rows(&memory)
    if result < 0 or first < 0:
        return min(result, 0)
    if rows.are_edges or rows.stop - rows.start == 1:
        return True
    result = use_surface_normal(rows, first, probe, contact)
    return 1 if result == 0 else result


# --- rows ---------------------------------------------------------------------------------------

cdef int disc_raycast(const Rows* row, const Probe* probe, double min_distance,
                      RayContact* contact, Watch* watch) noexcept nogil:
    """Where a disc meets an outline; from a distance on, where it meets a part."""
    cdef Rows edges, start
    cdef int result
    if min_distance > 0.0:
        return parts_raycast(row, probe, min_distance, contact, watch)
    set_lone(&start, &probe.start)
    result = rows_meet(row, &start, False, watch)
    if result > 0:
        meet_inside(probe, contact)
    if result:
        return result
    set_edges_of(&edges, row)
    return parts_raycast(&edges, probe, 0.0, contact, watch)


cdef int row_raycast(const Rows* row, const Probe* probe, double min_distance,
                     RayContact* contact, Watch* watch) noexcept nogil:
    """The first touch of a row by a ray within its length, from a distance on; True, False or a
    Failure."""
    if row.boundary is NULL:
        return parts_raycast(row, probe, min_distance, contact, watch)
    if probe.radius > 0.0:
        return disc_raycast(row, probe, min_distance, contact, watch)
    return rings_raycast(row, probe, min_distance, contact, watch)
