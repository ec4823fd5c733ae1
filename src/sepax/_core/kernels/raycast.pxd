"""Where does a ray, or a disc that moves along one, first meet a shape?

The swept test of a disc against a shape at rest (sweep.pxd). Its motion is the given direction,
scaled by a power of two. The rounding of a unit vector therefore does not turn a ray that is aimed
through a vertex; only the distance is rounded.
"""

from libc.math cimport INFINITY, fabs

from sepax._core.kernels.answers cimport Meeting, RayContact
from sepax._core.kernels.convex cimport Convex, set_point, unit_vector
from sepax._core.kernels.edges cimport larger
from sepax._core.kernels.intersect cimport convex_intersect
from sepax._core.kernels.measure cimport radius_within
from sepax._core.kernels.roundoff cimport (
    ENLARGEMENT, FILTER_ROUNDOFF, RADIUS_ROUNDOFF, SMALLEST_SPEED, UNDERFLOW_ERROR)
from sepax._core.kernels.sweep cimport (
    Ray, ahead_on_ray, cross_ring, disc_crossings, set_ray, side_of_ray)

cdef struct Probe:
    # A disc or a point, and its path. It points into itself: set it anew, do not copy it.
    double x, y, radius
    double unit_x, unit_y   # of the direction
    double max_distance
    Ray ray
    Convex start            # the disc before it sets out


cdef inline bint set_probe(Probe* probe, double x, double y, double direction_x,
                           double direction_y, double max_distance, double radius) noexcept nogil:
    """A direction of any length; False for 0, and the probe then leads along the x axis: another
    thread may spoil a direction once it was checked."""
    # No single power of two scales a denormal direction to a length of about 1.
    cdef double scale = (ENLARGEMENT if fabs(direction_x) + fabs(direction_y) < SMALLEST_SPEED
                         else 1.0)
    cdef bint leads_on = set_ray(direction_x * scale, direction_y * scale, &probe.ray)
    if not leads_on:
        set_ray(1.0, 0.0, &probe.ray)
    probe.x = x
    probe.y = y
    probe.radius = radius
    probe.max_distance = max_distance
    unit_vector(probe.ray.x, probe.ray.y, &probe.unit_x, &probe.unit_y)
    set_point(&probe.start, &probe.x, &probe.y)
    probe.start.radius = radius
    probe.start.bounding_radius = radius * (1.0 + RADIUS_ROUNDOFF)
    probe.start.inscribed_radius = radius_within(radius)
    return leads_on


cdef inline double latest_time(double max_distance, double length) noexcept nogil:
    """When a ray ends, as `Candidates` count: along its scaled direction, of this length."""
    return max_distance / length * (1.0 + FILTER_ROUNDOFF)


cdef inline bint misses_circle(const Probe* probe, double centre_x, double centre_y,
                               double bounding_radius) noexcept nogil:
    """Whether the ray surely meets nothing within a circle: it passes by, leads away or ends."""
    cdef double dx = centre_x - probe.x, dy = centre_y - probe.y
    cdef double farthest = (bounding_radius + probe.radius) * probe.ray.length
    cdef double ahead = ahead_on_ray(&probe.ray, dx, dy)
    farthest += FILTER_ROUNDOFF * (farthest + 4.0 * (fabs(dx) + fabs(dy))) + UNDERFLOW_ERROR
    return (fabs(side_of_ray(&probe.ray, dx, dy)) > farthest or ahead < -farthest
            or ahead > probe.max_distance * probe.ray.length * (1.0 + FILTER_ROUNDOFF) + farthest)


cdef inline void meet_inside(const Probe* probe, RayContact* contact) noexcept nogil:
    contact.distance = 0.0
    contact.normal_x = 0.0 - probe.unit_x
    contact.normal_y = 0.0 - probe.unit_y
    contact.point_x = probe.x
    contact.point_y = probe.y


cdef inline void put_on_face(const Convex* shape, const Meeting* meeting,
                             RayContact* contact) noexcept nogil:
    """Where the normal is along an axis, the point has the coordinate of the face, exactly, and not
    one that follows from a rounded distance."""
    if meeting.normal_y == 0.0:
        contact.point_x = (shape.x[meeting.vertex_b] + shape.radius * meeting.normal_x) + 0.0
    elif meeting.normal_x == 0.0:
        contact.point_y = (shape.y[meeting.vertex_b] + shape.radius * meeting.normal_y) + 0.0


cdef inline void hit_on_the_way(const Convex* shape, const Probe* probe, const Meeting* meeting,
                                RayContact* contact) noexcept nogil:
    contact.normal_x = meeting.normal_x + 0.0       # no negative zeros
    contact.normal_y = meeting.normal_y + 0.0
    contact.point_x = (probe.x + contact.distance * probe.unit_x
                       - probe.radius * meeting.normal_x)
    contact.point_y = (probe.y + contact.distance * probe.unit_y
                       - probe.radius * meeting.normal_y)
    put_on_face(shape, meeting, contact)


cdef inline bint cross_shape(const Convex* shape, const Probe* probe,
                             Meeting* meeting) noexcept nogil:
    """When the line of a ray enters and leaves a shape, in units of the path, and the normal and
    the vertex where it enters, as `cross_ring`; False if it passes."""
    cdef const Ray* ray = &probe.ray
    cdef bint hit
    meeting.normal_x = meeting.normal_y = 0.0
    meeting.vertex_b = 0
    if not shape.edges:
        return disc_crossings(shape.x[0] - probe.x, shape.y[0] - probe.y,
                              shape.radius + probe.radius, ray, meeting)
    hit = cross_ring(shape, probe.x, probe.y, shape.radius + probe.radius, ray, meeting)
    # Along an edge, rounding may hide the exit. It is a hit all the same, or the ray might slip
    # between two rings that share the edge.
    if not hit and meeting.time < INFINITY:
        meeting.exit_time = meeting.time
        return True
    return hit


cdef inline bint convex_raycast(const Convex* shape, const Probe* probe,
                                RayContact* contact) noexcept nogil:
    """The first touch of a shape by a ray within its length; False if there is none. Whether the
    ray begins in the shape is exact."""
    cdef Meeting meeting
    if misses_circle(probe, shape.centre_x, shape.centre_y, shape.bounding_radius):
        return False
    if convex_intersect(shape, &probe.start, False):
        meet_inside(probe, contact)
        return True
    # A start outside by less than rounding may seem to lie between the two crossings. The nearer
    # one decides whether the ray enters or leaves.
    if (not cross_shape(shape, probe, &meeting) or meeting.time == INFINITY
            or meeting.time + meeting.exit_time <= 0.0):
        return False
    contact.distance = larger(meeting.time, 0.0) * probe.ray.length
    if contact.distance > probe.max_distance:
        return False
    hit_on_the_way(shape, probe, &meeting, contact)
    return True


cdef inline bint is_in_shape(const Convex* shape, const Probe* probe, double distance,
                             double slack) noexcept nogil:
    """Whether a ray is in a shape before it has gone so far, and until then but for some slack."""
    cdef Meeting meeting
    if (misses_circle(probe, shape.centre_x, shape.centre_y, shape.bounding_radius)
            or not cross_shape(shape, probe, &meeting)):
        return False
    return (meeting.time * probe.ray.length < distance - slack
            and meeting.exit_time * probe.ray.length > distance - slack)
