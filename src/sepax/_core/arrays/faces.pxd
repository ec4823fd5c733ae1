"""The edges of a row that face another row, relative to a place on them.

Edges of parts that follow each other in a line are one face, however the row is cut. Parts with a
radius are moved out by it along the direction that the edges face.
"""

from libc.math cimport INFINITY, fabs

from sepax._core.arrays.copies cimport Copies
from sepax._core.kernels.convex cimport Convex, edge_is_active

cdef extern from *:
    const double LEVEL "1e-9"   # the sine of an angle that is rounding: more than short edges are off

cdef struct Front:
    const Copies* copies
    double facing_x, facing_y   # unit
    double slack                # how far places may be off

cdef struct FrontEdge:
    # One edge, seen from a place, and relative to the direction in which the edge leads.
    double x, y                 # its direction, unit
    double along                # of the place
    double aside                # positive to the left
    double length
    double rising               # how much of the direction is along the facing one

cdef struct Ray:
    double x, y


cdef inline double out_x(const Front* front, const Convex* part, Py_ssize_t k) noexcept nogil:
    return part.x[k] + part.radius * front.facing_x


cdef inline double out_y(const Front* front, const Convex* part, Py_ssize_t k) noexcept nogil:
    return part.y[k] + part.radius * front.facing_y


cdef inline bint see_edge(const Front* front, const Convex* part, Py_ssize_t k, double x, double y,
                          FrontEdge* edge) noexcept nogil:
    """False for an edge that faces away."""
    cdef double seen_x = x - out_x(front, part, k), seen_y = y - out_y(front, part, k)
    if not (edge_is_active(part, k) and part.normal_x[k] * front.facing_x
            + part.normal_y[k] * front.facing_y >= -LEVEL):
        return False
    edge.x = -part.normal_y[k]
    edge.y = part.normal_x[k]
    edge.along = seen_x * edge.x + seen_y * edge.y
    edge.aside = edge.x * seen_y - edge.y * seen_x
    edge.length = (edge.x * (part.x[k + 1] - part.x[k]) + edge.y * (part.y[k + 1] - part.y[k]))
    edge.rising = edge.x * front.facing_x + edge.y * front.facing_y
    return True


cdef inline bint is_on(const FrontEdge* edge, double slack) noexcept nogil:
    return fabs(edge.aside) <= slack and -slack <= edge.along <= edge.length + slack


cdef inline bint is_foremost(const Front* front, double x, double y) noexcept nogil:
    """Whether no edge at a place leads on in the direction that it faces, forwards or backwards."""
    cdef const Convex* part
    cdef FrontEdge edge
    cdef Py_ssize_t i, k
    for i in range(front.copies.count):
        part = front.copies.parts + i
        for k in range(part.edges):
            if not (see_edge(front, part, k, x, y, &edge) and is_on(&edge, front.slack)):
                continue
            if edge.rising > LEVEL and edge.along < edge.length - front.slack:
                return False
            if edge.rising < -LEVEL and edge.along > front.slack:
                return False
    return True


cdef inline long long grid_of(double x) noexcept nogil:
    """A component of a unit vector, in units far above rounding."""
    return <long long>(x * 1e9 + (0.5 if x > 0.0 else -0.5))


cdef inline bint leads_more_left(double x, double y, const Ray* best) noexcept nogil:
    """Whether a direction leads more to the left than another, or as much and more down."""
    if grid_of(x) != grid_of(best.x):
        return grid_of(x) < grid_of(best.x)
    return y < best.y


cdef inline void keep_flattest(const Front* front, double x, double y, double least, Ray* best,
                               bint* found) noexcept nogil:
    if (-(x * front.facing_x + y * front.facing_y) <= least + LEVEL
            and (not found[0] or leads_more_left(x, y, best))):
        best[0] = Ray(x, y)
        found[0] = True


cdef inline double least_slope(const Front* front, double x, double y) noexcept nogil:
    """How far the flattest of all edges that lead from a place falls back; infinity for none."""
    cdef FrontEdge edge
    cdef double least = INFINITY
    cdef Py_ssize_t i, k
    for i in range(front.copies.count):
        for k in range(front.copies.parts[i].edges):
            if (see_edge(front, front.copies.parts + i, k, x, y, &edge)
                    and is_on(&edge, front.slack)):
                if edge.along < edge.length - front.slack:
                    least = min(least, -edge.rising)
                if edge.along > front.slack:
                    least = min(least, edge.rising)
    return least


cdef inline bint flattest_ray(const Front* front, double x, double y, Ray* best,
                              double* slope) noexcept nogil:
    """The flattest direction in which an edge leads from a place, of equal ones the left, then the
    lower one, and how far it falls back. False where no edge leads."""
    cdef FrontEdge edge
    cdef Py_ssize_t i, k
    cdef bint found = False
    cdef double least = least_slope(front, x, y)
    for i in range(front.copies.count):
        for k in range(front.copies.parts[i].edges):
            if (see_edge(front, front.copies.parts + i, k, x, y, &edge)
                    and is_on(&edge, front.slack)):
                if edge.along < edge.length - front.slack:
                    keep_flattest(front, edge.x, edge.y, least, best, &found)
                if edge.along > front.slack:
                    keep_flattest(front, -edge.x, -edge.y, least, best, &found)
    if found:
        slope[0] = -(best.x * front.facing_x + best.y * front.facing_y)
    return found


cdef inline bint begins_to_cover(const Front* front, const Convex* part, double x, double y,
                                 const Ray* ray, double height, double* start) noexcept nogil:
    """Whether a part lies that high in front of edges in a direction, and from where on."""
    cdef double side = -ray.y * front.facing_x + ray.x * front.facing_y
    cdef double sign = 1.0 if side > 0.0 else -1.0, low = -INFINITY, high = INFINITY
    cdef double high_x = x - sign * height * ray.y, high_y = y + sign * height * ray.x
    cdef double inside, turn
    cdef Py_ssize_t k
    for k in range(part.edges):
        if not edge_is_active(part, k):
            continue
        # How far the place is behind the edge, and how fast it gets there.
        inside = -(part.normal_x[k] * (high_x - out_x(front, part, k))
                   + part.normal_y[k] * (high_y - out_y(front, part, k)))
        turn = -(part.normal_x[k] * ray.x + part.normal_y[k] * ray.y)
        if turn > 0.0:
            low = max(low, -inside / turn)
        elif turn < 0.0:
            high = min(high, -inside / turn)
        elif inside < 0.0:
            return False
    start[0] = max(low, 0.0)
    return -INFINITY < low and high < INFINITY and high > start[0] + height


cdef inline double first_cover(const Front* front, double x, double y,
                               const Ray* ray) noexcept nogil:
    """How far edges lead in a direction with no part in front of them. Each part is measured above
    rounding, at two heights, and extended in proportion to the line itself."""
    cdef double first = INFINITY, low = 0.0, high = 0.0
    cdef Py_ssize_t i
    for i in range(front.copies.count):
        if (begins_to_cover(front, front.copies.parts + i, x, y, ray, 4.0 * front.slack, &low)
                and begins_to_cover(front, front.copies.parts + i, x, y, ray, 8.0 * front.slack,
                                    &high)):
            first = min(first, max(2.0 * low - high, 0.0))
    return first


cdef inline double reach_in_line(const Front* front, double x, double y,
                                 const Ray* ray) noexcept nogil:
    """How far consecutive edges in a line lead from a place in a direction."""
    cdef const Convex* part
    cdef double reach = 0.0, before = -1.0, start_x, start_y, end_x, end_y, low, high
    cdef Py_ssize_t i, k
    while reach > before:
        before = reach
        for i in range(front.copies.count):
            part = front.copies.parts + i
            for k in range(part.edges):
                if not (edge_is_active(part, k) and part.normal_x[k] * front.facing_x
                        + part.normal_y[k] * front.facing_y >= -LEVEL):
                    continue
                start_x = out_x(front, part, k) - x
                start_y = out_y(front, part, k) - y
                end_x = out_x(front, part, k + 1) - x
                end_y = out_y(front, part, k + 1) - y
                if (fabs(start_y * ray.x - start_x * ray.y) > front.slack
                        or fabs(end_y * ray.x - end_x * ray.y) > front.slack):
                    continue
                low = start_x * ray.x + start_y * ray.y
                high = end_x * ray.x + end_y * ray.y
                if min(low, high) <= reach + front.slack:
                    reach = max(reach, max(low, high))
    return reach


cdef inline double goes_straight(const Front* front, double x, double y,
                                 const Ray* ray) noexcept nogil:
    """The same, up to the first part in front of them."""
    cdef double reach = reach_in_line(front, x, y, ray)
    return min(reach, first_cover(front, x, y, ray)) if reach > 0.0 else reach


cdef inline Py_ssize_t feature_at(const Front* front, double x, double y) noexcept nogil:
    """k if a place is vertex k, or -1 - k if it lies on the edge that begins there."""
    cdef const Convex* part
    cdef FrontEdge edge
    cdef double least = INFINITY
    cdef Py_ssize_t i, k, feature = 0
    for i in range(front.copies.count):
        part = front.copies.parts + i
        for k in range(part.n):
            if (fabs(out_x(front, part, k) - x) <= front.slack
                    and fabs(out_y(front, part, k) - y) <= front.slack):
                return front.copies.firsts[i] + k
    for i in range(front.copies.count):
        for k in range(front.copies.parts[i].edges):
            if (see_edge(front, front.copies.parts + i, k, x, y, &edge)
                    and 0.0 <= edge.along <= edge.length and fabs(edge.aside) < least):
                least = fabs(edge.aside)
                feature = -1 - (front.copies.firsts[i] + k)
    return feature
