"""The surface of shapes made of parts: which edges at a place belong to the whole.

A ray that hits a sharp corner may meet several parts, and rounding decides which comes first. Some
of their edges there are seams: another part lies right behind them. An edge leads from the place in
one direction or both; it is surface if along one of them no part lies behind it.
"""

from libc.math cimport fabs

from sepax._core.arrays.boundary_search cimport RowSearch, next_in_box, seek_in_box
from sepax._core.arrays.pair_list cimport NO_MEMORY
from sepax._core.arrays.rows cimport RowMemory, Rows, prepare_rows, release_rows, row_at
from sepax._core.kernels.answers cimport RayContact
from sepax._core.kernels.convex cimport Convex, edge_is_active
from sepax._core.kernels.raycast cimport Probe
from sepax._core.kernels.roundoff cimport FILTER_ROUNDOFF, UNDERFLOW_ERROR

cdef enum:
    MOST_FACETS = 64        # edges at one place; further ones are not looked at

cdef struct Facet:
    # An edge at a place; of a rounded part its tangent there.
    Py_ssize_t row          # whose it is
    double normal_x, normal_y
    bint ahead              # it leads on from the place in its direction, its normal turned left
    bint back               # and against it
    double tilt             # the sine that its direction may be off by, with its ends
    double x, y             # its start

cdef struct Place:
    double x, y
    double near             # parts no farther than this are at the place
    Py_ssize_t count
    Facet[MOST_FACETS] facets


cdef inline void add_facet(Place* place, Py_ssize_t row, const Convex* part, Py_ssize_t edge,
                           bint ahead, bint back, double tilt) noexcept nogil:
    cdef Facet* facet = place.facets + place.count
    if place.count == MOST_FACETS:
        return
    place.count += 1
    facet.row = row
    facet.normal_x = part.normal_x[edge]
    facet.normal_y = part.normal_y[edge]
    facet.x = part.x[edge]
    facet.y = part.y[edge]
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
            add_facet(place, row, part, i, to_end > place.near, from_start > place.near,
                      2.0 * place.near / (from_start + to_end) + FILTER_ROUNDOFF)


cdef inline int note_parts(const Rows* rows, Place* place) noexcept nogil:
    """Note all parts at the place; 0, or NO_MEMORY."""
    cdef RowSearch search
    cdef RowMemory memory
    cdef const Convex* part
    cdef double reach
    cdef Py_ssize_t k
    place.count = 0
    if not prepare_rows(rows, &memory):
        return NO_MEMORY
    seek_in_box(&search, rows, place.x - place.near, place.y - place.near, place.x + place.near,
                place.y + place.near)
    while True:
        k = next_in_box(&search)
        if k < 0:
            break
        part = row_at(rows, k, &memory)
        reach = part.bounding_radius + place.near
        if (part.radius == 0.0 and fabs(part.centre_x - place.x) <= reach
                and fabs(part.centre_y - place.y) <= reach):
            note_edges(place, k, part)
    release_rows(&memory)
    return 0


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
    """Whether nothing lies behind a facet along a direction."""
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
    """Keep the normal if it is of the surface, else take the one most opposed to the path; of equal
    ones that of the lowest row. The point then is on that edge, as in `put_on_face`."""
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
        if best.normal_y == 0.0:
            contact.point_x = best.x + 0.0
        elif best.normal_x == 0.0:
            contact.point_y = best.y + 0.0


cdef inline int use_surface_normal(const Rows* rows, Py_ssize_t own, const Probe* probe,
                                   RayContact* contact) noexcept nogil:
    """Where a ray meets one of several parts, give the contact the normal of the whole; 0, or
    NO_MEMORY. Only sharp corners need it: a rounded surface has one normal at each place, and a
    disc meets the whole along the same normal."""
    cdef RowMemory memory
    cdef Place place
    cdef const Convex* part
    cdef double radius, reach
    cdef int result
    if contact.distance == 0.0 or probe.radius > 0.0:
        return 0
    if not prepare_rows(rows, &memory):
        return NO_MEMORY
    part = row_at(rows, own, &memory)
    radius, reach = part.radius, part.bounding_radius
    release_rows(&memory)
    if radius > 0.0:
        return 0
    place.x = contact.point_x
    place.y = contact.point_y
    place.near = (FILTER_ROUNDOFF * (contact.distance + reach
                                     + (fabs(place.x) + fabs(place.y))) + UNDERFLOW_ERROR)
    result = note_parts(rows, &place)
    if result == 0:
        choose_surface_normal(&place, own, probe.unit_x, probe.unit_y, contact)
    return result
