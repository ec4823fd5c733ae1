"""Tangent cones: the directions that lead from a place on the boundary of b - a into it.

As a moves, the places where it touches b form the boundary of their Minkowski difference. A union
of shapes has the union of differences, and its true boundary is where no other cone covers a face.
A cone goes counter-clockwise from one face to another. On a face, and on anything round, it is half
of the plane; at a corner less; for a segment, which has no inside, a line or a ray.
"""

from libc.math cimport INFINITY

from sepax._core.kernels.convex cimport Convex, length_of, unit_vector
from sepax._core.kernels.difference cimport (
    Boundary, RelativeEdge, corner_of, distance_to_end, distance_to_start, height_above_edge,
    next_edge, normal_of, start_edges, start_walk, step_walk)
from sepax._core.kernels.edges cimport larger
from sepax._core.kernels.grazing cimport distance_to_edge
from sepax._core.kernels.roundoff cimport OPPOSITE_ROUNDOFF, SEPARATION_ROUNDOFF, SMALLEST_DISTANCE

cdef enum:
    # Where a place is, or the form of the cone there.
    PLACE_APART
    PLACE_INSIDE
    CONE_SECTOR     # a ray, if both faces have one direction
    CONE_LINE       # that ray and the opposite one
    CONE_SPOT       # no direction: both are points, within rounding

cdef struct Face:
    double normal_x, normal_y  # unit, from a to b
    Py_ssize_t edge     # -1 for the disc about a corner of the difference
    bint on_b
    Py_ssize_t vertex_a, vertex_b

cdef struct Cone:
    int kind
    Face start          # leads along (normal_y, -normal_x)
    Face end            # leads along (-normal_y, normal_x)

cdef struct FaceRun:
    Face first, last

cdef struct NearFaces:
    # The faces within the tolerance, in runs of neighbours.
    FaceRun run[2]      # the first one, and the last one of several
    Py_ssize_t runs, count
    Face opposite       # one whose normal is against that of the first
    bint has_opposite
    bint at_first       # the way round begins with one
    bint at_last        # so far


cdef inline double place_tolerance(double size) noexcept nogil:
    """How far from a boundary a place counts as on it: 128 eps of the size, the larger side of the
    box around both shapes and the motion. A sweep is off by less."""
    return 8.0 * SEPARATION_ROUNDOFF * size + 32.0 * SMALLEST_DISTANCE


cdef inline void set_face(const Boundary* at, bint ring_is_b, Face* face) noexcept nogil:
    """The face that leads to the present corner. Its normal points inwards; if the ring is a, the
    difference is mirrored and the normal points outwards."""
    cdef double nx, ny
    normal_of(at, at.edge, at.of_other, &nx, &ny)
    face.normal_x = 0.0 - nx if ring_is_b else nx
    face.normal_y = 0.0 - ny if ring_is_b else ny
    face.edge = at.edge
    face.on_b = ring_is_b != at.of_other
    face.vertex_a = face.vertex_b = -1


cdef inline void add_near_face(const Face* face, bint is_first, NearFaces* near) noexcept nogil:
    cdef FaceRun* run = &near.run[0]
    if not near.at_last:
        near.runs += 1
        near.at_first |= is_first
    if near.runs > 1:
        run = &near.run[1]
    if not near.at_last:
        run.first = face[0]
    run.last = face[0]
    near.count += 1
    if (face.normal_x * near.run[0].first.normal_x
            + face.normal_y * near.run[0].first.normal_y < 0.0):
        near.opposite = face[0]
        near.has_opposite = True


cdef inline bint is_one_run(NearFaces* near) noexcept nogil:
    """Whether the faces are neighbours; joins two runs that meet where the way round begins."""
    if near.runs == 2 and near.at_first and near.at_last:
        near.run[0].first = near.run[1].first
        return True
    return near.runs == 1


cdef inline bint set_sector(const Face* first, const Face* last, Cone* cone) noexcept nogil:
    """The cone between two faces in the order of the way round; False without room between them."""
    cdef double turn = first.normal_x * last.normal_y - first.normal_y * last.normal_x
    cdef double along = first.normal_x * last.normal_x + first.normal_y * last.normal_y
    if turn < OPPOSITE_ROUNDOFF and along < 0.0:
        return False
    cone.kind = CONE_SECTOR
    cone.start = last[0]
    cone.end = first[0]
    return True


cdef inline void set_thin(const Face* first, const Face* opposite, bint forwards,
                          bint backwards, Cone* cone) noexcept nogil:
    """The cone of something thin: along the first direction of a sector, or back, or both."""
    cone.kind = CONE_LINE if forwards and backwards else CONE_SECTOR
    cone.start = first[0] if forwards else opposite[0]
    cone.end = opposite[0] if forwards else first[0]
    if not forwards and not backwards:
        cone.kind = CONE_SPOT


cdef inline void thin_cone(const Convex* ring, const Convex* other, bint ring_is_b, double px,
                           double py, double tolerance, const NearFaces* near,
                           Cone* cone) noexcept nogil:
    """The cone if faces on both sides are near: of a segment, a needle, or something tiny."""
    cdef const Face* face = &near.run[0].first
    cdef double sign = 1.0 if ring_is_b else -1.0, x, y, along, low = INFINITY, high = -INFINITY
    cdef double way_x = sign * face.normal_y, way_y = 0.0 - sign * face.normal_x
    cdef Face opposite = face[0]
    cdef Boundary at
    start_walk(ring, other, &at)
    while step_walk(&at):
        corner_of(&at, &x, &y)
        along = way_x * (x - px) + way_y * (y - py)
        low = min(low, along)
        high = larger(high, along)
    opposite.normal_x = 0.0 - face.normal_x
    opposite.normal_y = 0.0 - face.normal_y
    if near.has_opposite:
        opposite.edge = near.opposite.edge
        opposite.on_b = near.opposite.on_b
    set_thin(face, &opposite, high > tolerance, low < -tolerance, cone)


cdef inline void sharp_cone(const Convex* ring, const Convex* other, bint ring_is_b, double px,
                            double py, double tolerance, Cone* cone) noexcept nogil:
    """The cone of the difference ring - other, mirrored where the ring is a, at a place."""
    cdef double highest = -INFINITY
    cdef Py_ssize_t edges = 0
    cdef Boundary at
    cdef RelativeEdge edge
    cdef Face face
    cdef NearFaces near
    near.count = near.runs = 0
    near.has_opposite = near.at_first = near.at_last = False
    start_edges(ring, other, px, py, &at, &edge)
    while next_edge(&at, px, py, &edge):
        highest = larger(highest, height_above_edge(&edge))
        if distance_to_edge(&edge) <= tolerance:
            set_face(&at, ring_is_b, &face)
            add_near_face(&face, edges == 0, &near)
            near.at_last = True
        else:
            near.at_last = False
        edges += 1
    if near.count == 0:
        cone.kind = PLACE_INSIDE if highest < 0.0 else PLACE_APART
    elif not (near.count < edges and is_one_run(&near)
              and set_sector(&near.run[0].first, &near.run[0].last, cone)):
        thin_cone(ring, other, ring_is_b, px, py, tolerance, &near, cone)


cdef inline void set_round(double distance, double radius, double tolerance,
                           const Face* face, Cone* cone) noexcept nogil:
    """Half of the plane, if the distance from the core is the radius."""
    if distance < radius - tolerance:
        cone.kind = PLACE_INSIDE
    elif distance > radius + tolerance:
        cone.kind = PLACE_APART
    else:
        cone.kind = CONE_SECTOR
        cone.start = face[0]
        cone.end = face[0]


cdef inline void face_corner(const Boundary* at, bint ring_is_b, double x, double y,
                             Face* face) noexcept nogil:
    """The face of the disc about a corner, which is at (x, y) relative to the place."""
    cdef double sign = 1.0 if ring_is_b else -1.0
    unit_vector(sign * x, sign * y, &face.normal_x, &face.normal_y)
    face.edge = -1
    face.on_b = False
    face.vertex_a = at.j if ring_is_b else at.i
    face.vertex_b = at.i if ring_is_b else at.j


cdef inline void rounded_cone(const Convex* ring, const Convex* other, bint ring_is_b, double px,
                              double py, double radius, double tolerance,
                              Cone* cone) noexcept nogil:
    """The cone of a difference with a radius above the tolerance."""
    cdef double height, highest = -INFINITY, distance, nearest = INFINITY
    cdef Boundary at
    cdef RelativeEdge edge
    cdef Face face
    start_edges(ring, other, px, py, &at, &edge)
    while next_edge(&at, px, py, &edge):
        height = height_above_edge(&edge)
        highest = larger(highest, height)
        distance = length_of(edge.next_x, edge.next_y)
        if distance < nearest:
            nearest = distance
            face_corner(&at, ring_is_b, edge.next_x, edge.next_y, &face)
        # From an edge's own side only: the other side of a segment has the same distance.
        if 0.0 < height <= nearest and distance_to_start(&edge) < 0.0 < distance_to_end(&edge):
            nearest = height
            set_face(&at, ring_is_b, &face)
    if highest < 0.0:
        cone.kind = PLACE_INSIDE
        return
    set_round(nearest, radius, tolerance, &face, cone)


cdef inline void disc_cone(const Convex* a, const Convex* b, double x, double y,
                           double tolerance, Cone* cone) noexcept nogil:
    """The cone of two shapes without edges."""
    cdef double radius = a.radius + b.radius, distance
    cdef Face face
    distance = unit_vector((b.x[0] - a.x[0]) - x, (b.y[0] - a.y[0]) - y, &face.normal_x,
                           &face.normal_y)
    face.edge = -1
    face.on_b = False
    face.vertex_a = face.vertex_b = 0
    set_round(distance, radius, tolerance, &face, cone)
    if radius <= tolerance and cone.kind == CONE_SECTOR:
        cone.kind = CONE_SPOT


cdef inline void tangent_cone(const Convex* a, const Convex* b, double x, double y,
                              double tolerance, Cone* cone) noexcept nogil:
    """The cone of b - a after a move of a by (x, y)."""
    cdef double radius = a.radius + b.radius
    if not a.edges and not b.edges:
        disc_cone(a, b, x, y, tolerance, cone)
    elif radius > tolerance:
        if b.edges:
            rounded_cone(b, a, True, x, y, radius, tolerance, cone)
        else:
            rounded_cone(a, b, False, -x, -y, radius, tolerance, cone)
    elif b.edges:
        sharp_cone(b, a, True, x, y, tolerance + radius, cone)
    else:
        sharp_cone(a, b, False, -x, -y, tolerance + radius, cone)
