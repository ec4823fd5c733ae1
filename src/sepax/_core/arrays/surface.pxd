"""The surface of shapes made of parts: which edges at a place belong to the whole.

A ray that hits a sharp corner may meet several parts, and rounding decides which comes first. Some
of their edges there are seams: another part lies right behind them. An edge leads from the place
one way or both; it is surface if along one of them nothing lies behind it.
"""

from libc.math cimport fabs

from sepax._core.arrays.extents cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y
from sepax._core.arrays.index cimport BoxCursor, next_meeting, seek_box
from sepax._core.arrays.scene cimport Scene
from sepax._core.arrays.storage cimport Restored, convex_at, prepare_memory, radius_at
from sepax._core.kernels.answers cimport RayContact
from sepax._core.kernels.convex cimport Convex, edge_is_active
from sepax._core.kernels.raycast cimport Probe
from sepax._core.kernels.roundoff cimport FILTER_ROUNDOFF, UNDERFLOW_ERROR
from sepax._core.simd.levels cimport BOUNDING_RADIUS, CENTRE_X, CENTRE_Y, RECORD

cdef enum:
    MOST_FACETS = 64        # edges at one place; further ones are not looked at

cdef struct Facet:
    # An edge at a place; of a rounded part its tangent there.
    Py_ssize_t row          # whose it is
    double normal_x
    double normal_y
    bint ahead              # it leads on from the place in its direction, its normal turned left
    bint back               # and against it
    double tilt             # the sine that its direction may be off by, with its ends

cdef struct Place:
    double x
    double y
    double near             # parts no farther than this are at the place
    Py_ssize_t count
    Facet[MOST_FACETS] facets


cdef inline void add_facet(Place* place, Py_ssize_t row, double normal_x, double normal_y,
                           bint ahead, bint back, double tilt) noexcept nogil:
    cdef Facet* facet = place.facets + place.count
    if place.count == MOST_FACETS:
        return
    place.count += 1
    facet.row = row
    facet.normal_x = normal_x
    facet.normal_y = normal_y
    facet.ahead = ahead
    facet.back = back
    facet.tilt = tilt


cdef inline void note_edges(Place* place, Py_ssize_t row, const Convex* part) noexcept nogil:
    """Note the edges of a sharp part that are at the place."""
    cdef double nx, ny, from_start, to_end, dx, dy
    cdef Py_ssize_t i
    for i in range(part.edges):
        if not edge_is_active(part, i):
            continue
        nx = part.normal_x[i]
        ny = part.normal_y[i]
        dx = place.x - part.x[i]
        dy = place.y - part.y[i]
        if fabs(nx * dx + ny * dy) > place.near:
            continue
        from_start = nx * dy - ny * dx
        to_end = nx * (part.y[i + 1] - place.y) - ny * (part.x[i + 1] - place.x)
        if from_start >= -place.near and to_end >= -place.near:
            add_facet(place, row, nx, ny, to_end > place.near, from_start > place.near,
                      2.0 * place.near / (from_start + to_end) + FILTER_ROUNDOFF)


cdef inline void note_part(Scene scene, Place* place, Py_ssize_t row,
                           Restored* memory) noexcept nogil:
    cdef const double* record = scene.block.shapes.records + RECORD * row
    cdef double reach = record[BOUNDING_RADIUS] + place.near
    if (fabs(record[CENTRE_X] - place.x) <= reach and fabs(record[CENTRE_Y] - place.y) <= reach
            and radius_at(&scene.block.shapes, row) == 0.0):
        note_edges(place, row, convex_at(&scene.block.shapes, row, memory))


cdef inline void note_parts(Scene scene, const Py_ssize_t* owner, Py_ssize_t own, Place* place,
                            Restored* memory) noexcept nogil:
    """Note all parts of the owner of a row: side by side, where there is no tree."""
    cdef BoxCursor cursor
    cdef double box[4]
    cdef Py_ssize_t row
    place.count = 0
    if scene.tree is NULL:
        row = own
        while row > 0 and owner[row - 1] == owner[own]:
            row -= 1
        while row < scene.block.count and owner[row] == owner[own]:
            note_part(scene, place, row, memory)
            row += 1
        return
    box[LOW_X] = place.x - place.near
    box[LOW_Y] = place.y - place.near
    box[HIGH_X] = place.x + place.near
    box[HIGH_Y] = place.y + place.near
    seek_box(&cursor, scene.tree, box)
    row = next_meeting(&cursor)
    while row >= 0:
        if owner[row] == owner[own]:
            note_part(scene, place, row, memory)
        row = next_meeting(&cursor)


cdef inline bint part_is_behind(const Place* place, Py_ssize_t row, const Facet* facet,
                                double direction_x, double direction_y) noexcept nogil:
    """Whether a part with facets at the place has, along a facet, the points right behind it."""
    cdef const Facet* other
    cdef double out, margin
    cdef Py_ssize_t k
    for k in range(place.count):
        other = place.facets + k
        if other.row != row:
            continue
        out = other.normal_x * direction_x + other.normal_y * direction_y
        margin = facet.tilt + other.tilt
        if out > margin:
            return False
        if out >= -margin and (other.normal_x * facet.normal_x
                               + other.normal_y * facet.normal_y) > 0.0:
            return False
    return True


cdef inline bint is_open(const Place* place, const Facet* facet, double direction_x,
                         double direction_y) noexcept nogil:
    """Whether nothing lies behind a facet along a way."""
    cdef Py_ssize_t k
    for k in range(place.count):
        if place.facets[k].row != facet.row and part_is_behind(place, place.facets[k].row, facet,
                                                               direction_x, direction_y):
            return False
    return True


cdef inline bint is_surface(const Place* place, const Facet* facet) noexcept nogil:
    return (facet.ahead and is_open(place, facet, -facet.normal_y, facet.normal_x)
            or facet.back and is_open(place, facet, facet.normal_y, -facet.normal_x))


cdef inline void choose_surface_normal(const Place* place, Py_ssize_t own, double direction_x,
                                       double direction_y, RayContact* contact) noexcept nogil:
    """Keep the normal if it is of the surface, else take the one that faces the path most; of equal
    ones that of the lowest row."""
    cdef const Facet* facet
    cdef const Facet* best = NULL
    cdef double facing, most = 0.0
    cdef Py_ssize_t k
    for k in range(place.count):
        facet = place.facets + k
        if not is_surface(place, facet):
            continue
        if (facet.row == own and facet.normal_x == contact.normal_x
                and facet.normal_y == contact.normal_y):
            return
        facing = -(facet.normal_x * direction_x + facet.normal_y * direction_y)
        if best is NULL or facing > most or (facing == most and facet.row < best.row):
            best = facet
            most = facing
    if best is not NULL:
        contact.normal_x = best.normal_x + 0.0      # no negative zeros
        contact.normal_y = best.normal_y + 0.0


cdef inline bint has_several_parts(Scene scene, const Py_ssize_t* owner,
                                   Py_ssize_t row) noexcept nogil:
    return (row > 0 and owner[row - 1] == owner[row]
            or row + 1 < scene.block.count and owner[row + 1] == owner[row])


cdef inline void use_surface_normal(Scene scene, const Py_ssize_t* owner, Py_ssize_t row,
                                    const Probe* probe, RayContact* contact) noexcept nogil:
    """Where a ray meets a part of an owner, give the contact the normal of the whole. Only sharp
    corners need it: a rounded surface has one normal at each place, and a disc meets the whole
    along the same normal."""
    cdef Restored memory
    cdef Place place
    cdef const double* record = scene.block.shapes.records + RECORD * row
    if (contact.distance == 0.0 or probe.radius > 0.0 or not has_several_parts(scene, owner, row)
            or radius_at(&scene.block.shapes, row) > 0.0):
        return
    prepare_memory(&scene.block.shapes, &memory)
    place.x = contact.point_x
    place.y = contact.point_y
    place.near = (FILTER_ROUNDOFF * (contact.distance + record[BOUNDING_RADIUS]
                                     + (fabs(place.x) + fabs(place.y))) + UNDERFLOW_ERROR)
    note_parts(scene, owner, row, &place, &memory)
    choose_surface_normal(&place, row, probe.unit_x, probe.unit_y, contact)
