"""What the verbs return: Contact, Impact and RayHit."""

from copyreg import __newobj__ as new_object

cimport cython
from cpython.object cimport PyTypeObject

from sepax._core.kernels.answers cimport Axis, Manifold, Meeting, RayContact


@cython.final
@cython.freelist(64)
@cython.auto_pickle(False)
cdef class Contact:
    """How two shapes meet, as `collide` returns it. Read-only.

    Attributes
    ----------
    normal : (float, float)
        Unit vector from a to b.
    depth : float
        Penetration depth in world units; 0.0 for touching, below 0 for shapes that are
        apart by less than the margin of `collide`.
    mtv : (float, float)
        Minimum translation vector: ``-normal * depth``. Added to a's position
        it leaves the shapes just touching.
    points : tuple of one or two (float, float)
        World points of contact, halfway between the two surfaces; two come in the
        order in which one meets them going round b counter-clockwise.
    depths : tuple of one or two float
        The depth at each point, along the normal; none is more than `depth`.
    features : tuple of one or two (int, int)
        What makes each point: of a, then of b, vertex k as k and edge i, which leads
        from vertex i, as -1 - i. Where an end of the one side lies over the inside of
        the other these are a vertex and an edge; ends over each other, but for
        rounding, are two vertices. They stay while a contact lasts, so that what a
        solver found for a point can be found again.
    a_in_b, b_in_a : bool
        Whether one shape is a part of the other (boundaries may touch), exactly; where
        parts of a compound that have a radius would have to cover it together, up to
        1e-9 of its area, or of the length of a segment.

    Examples
    --------
    >>> sepax.collide(sepax.Polygon.box(4, 4), sepax.Circle((1.5, 0), 1))
    Contact(normal=(1.0, 0.0), depth=1.5, points=((1.25, 0.0),), depths=(1.5,), \
features=((-2, 0),), a_in_b=False, b_in_a=False)
    """

    @property
    def normal(self):
        """Unit vector from a to b."""
        return (self.normal_x, self.normal_y)

    @property
    def depth(self):
        """Penetration depth in world units."""
        return self._depth

    @property
    def mtv(self):
        """Minimum translation vector of a: -normal * depth."""
        return translation(self.normal_x, self.normal_y, self._depth)

    @property
    def points(self):
        """One or two world points of contact."""
        if self.two_points:
            return ((self.x0, self.y0), (self.x1, self.y1))
        return ((self.x0, self.y0),)

    @property
    def depths(self):
        """The depth at each point."""
        if self.two_points:
            return (self.depth0, self.depth1)
        return (self.depth0,)

    @property
    def features(self):
        """What makes each point, of a and of b: vertex k as k, edge i as -1 - i."""
        if self.two_points:
            return ((self.a0, self.b0), (self.a1, self.b1))
        return ((self.a0, self.b0),)

    @property
    def a_in_b(self):
        """Whether a is a part of b."""
        return self._a_in_b

    @property
    def b_in_a(self):
        """Whether b is a part of a."""
        return self._b_in_a

    def __init__(self, *args, **kwargs):
        raise TypeError("Contact is what collide() returns: it cannot be made from values")

    def __eq__(self, other):
        if type(other) is not Contact:
            return NotImplemented
        return contact_values(self) == contact_values(other)

    def __hash__(self):
        return hash(contact_values(self))

    def __reduce__(self):
        return new_object, (Contact,), (self.normal_x, self.normal_y, self._depth, self.x0, self.y0,
                                        self.x1, self.y1, self.depth0, self.depth1, self.a0,
                                        self.b0, self.a1, self.b1, self.two_points, self._a_in_b,
                                        self._b_in_a)

    def __setstate__(self, state):
        """Take what `__reduce__` gave, once: for pickles alone."""
        if self.normal_x or self.normal_y:      # no unit vector before that
            raise TypeError("this Contact has its values already: they are read-only")
        restore_contact(self, state)

    def __repr__(self):
        return (f"Contact(normal={self.normal}, depth={self.depth}, points={self.points}, "
                f"depths={self.depths}, features={self.features}, a_in_b={self.a_in_b}, b_in_a={self.b_in_a})")

    def _repr_svg_(self):
        """Draw it, for notebooks."""
        from sepax._pictures import contact_svg     # a layer above, once somebody looks
        return contact_svg(self)

    def _repr_html_(self):
        """Return the picture above a table, for notebooks."""
        from sepax._pictures import contact_html
        return contact_html(self)


cdef tuple contact_values(Contact contact):
    return (contact.normal, contact.depth, contact.points, contact.depths, contact.features,
            contact.a_in_b, contact.b_in_a)


@cython.final
@cython.freelist(64)
@cython.auto_pickle(False)
cdef class Impact:
    """When and where two moving shapes meet, as `sweep` returns it. Read-only.

    Attributes
    ----------
    time : float
        First time at which they touch; 0.0 if they meet at the start.
    exit_time : float
        When they part again; inf if never.
    normal : (float, float)
        Unit vector from a to b at that time.
    point : (float, float)
        World point of contact at that time.
    initial : bool
        They overlap or touch at the start.
    leaving : bool
        `initial`, and the motion does not press them together.

    Examples
    --------
    >>> sepax.sweep(sepax.Circle((0, 0), 1), sepax.Circle((4, 0), 1), (8, 0)).time
    0.25
    """

    @property
    def time(self):
        """First time at which the shapes touch."""
        return self._time

    @property
    def exit_time(self):
        """When the shapes part again; inf if never."""
        return self._exit_time

    @property
    def normal(self):
        """Unit vector from a to b at the time of impact."""
        return (self.normal_x, self.normal_y)

    @property
    def point(self):
        """World point of contact at the time of impact."""
        return (self.point_x, self.point_y)

    @property
    def initial(self):
        """Whether the shapes overlap or touch at the start."""
        return self._initial

    @property
    def leaving(self):
        """Whether they meet at the start and the motion does not press them together."""
        return self._leaving

    def __init__(self, *args, **kwargs):
        raise TypeError("Impact is what sweep() returns: it cannot be made from values")

    def __eq__(self, other):
        if type(other) is not Impact:
            return NotImplemented
        return impact_values(self) == impact_values(other)

    def __hash__(self):
        return hash(impact_values(self))

    def __reduce__(self):
        return new_object, (Impact,), (self._time, self._exit_time, self.normal_x, self.normal_y,
                                       self.point_x, self.point_y, self._initial, self._leaving)

    def __setstate__(self, state):
        """Take what `__reduce__` gave, once: for pickles alone."""
        if self.normal_x or self.normal_y:      # no unit vector before that
            raise TypeError("this Impact has its values already: they are read-only")
        time, exit_time, normal_x, normal_y, x, y, initial, leaving = state
        set_impact(self, time, exit_time, normal_x, normal_y, x, y, initial, leaving)

    def __repr__(self):
        return (f"Impact(time={self.time}, exit_time={self.exit_time}, normal={self.normal}, "
                f"point={self.point}, initial={self.initial}, leaving={self.leaving})")

    def _repr_svg_(self):
        """Draw it, for notebooks."""
        from sepax._pictures import impact_svg     # a layer above, once somebody looks
        return impact_svg(self)

    def _repr_html_(self):
        """Return the picture above a table, for notebooks."""
        from sepax._pictures import impact_html
        return impact_html(self)


cdef tuple impact_values(Impact impact):
    return (impact.time, impact.exit_time, impact.normal, impact.point, impact.initial,
            impact.leaving)


@cython.final
@cython.freelist(64)
@cython.auto_pickle(False)
cdef class RayHit:
    """What a ray meets first, as `raycast` returns it. Read-only.

    Attributes
    ----------
    distance : float
        How far the ray goes, in world units; 0.0 if it begins in the shape.
    point : (float, float)
        World point of the shape that it meets; where it begins, if that is in the shape.
    normal : (float, float)
        Unit vector out of the shape there; against the ray if it begins in the shape.
    index : int
        Which shape of the scene; 0 where it is a single one.

    Examples
    --------
    >>> sepax.raycast(sepax.Polygon.box(2, 2), (-5, 0), (1, 0))
    RayHit(distance=4.0, point=(-1.0, 0.0), normal=(-1.0, 0.0), index=0)
    """

    @property
    def distance(self):
        """How far the ray goes."""
        return self._distance

    @property
    def point(self):
        """World point of the shape that the ray meets."""
        return (self.point_x, self.point_y)

    @property
    def normal(self):
        """Unit vector out of the shape at that point."""
        return (self.normal_x, self.normal_y)

    @property
    def index(self):
        """Which shape of the scene the ray meets."""
        return self._index

    def __init__(self, *args, **kwargs):
        raise TypeError("RayHit is what raycast() returns: it cannot be made from values")

    def __eq__(self, other):
        if type(other) is not RayHit:
            return NotImplemented
        return ray_hit_values(self) == ray_hit_values(other)

    def __hash__(self):
        return hash(ray_hit_values(self))

    def __reduce__(self):
        return new_object, (RayHit,), (self._distance, self.normal_x, self.normal_y, self.point_x,
                                       self.point_y, self._index)

    def __setstate__(self, state):
        """Take what `__reduce__` gave, once: for pickles alone."""
        if self.normal_x or self.normal_y:      # no unit vector before that
            raise TypeError("this RayHit has its values already: they are read-only")
        distance, normal_x, normal_y, x, y, index = state
        set_ray_hit(self, distance, normal_x, normal_y, x, y, index)

    def __repr__(self):
        return (f"RayHit(distance={self.distance}, point={self.point}, normal={self.normal}, "
                f"index={self.index})")

    def _repr_svg_(self):
        """Draw it, for notebooks."""
        from sepax._pictures import ray_hit_svg     # a layer above, once somebody looks
        return ray_hit_svg(self)

    def _repr_html_(self):
        """Return the picture above a table, for notebooks."""
        from sepax._pictures import ray_hit_html
        return ray_hit_html(self)


cdef tuple ray_hit_values(RayHit hit):
    return (hit.distance, hit.point, hit.normal, hit.index)


cdef tuple translation(double normal_x, double normal_y, double depth):
    """-normal * depth without negative zeros."""
    return (0.0 - normal_x * depth, 0.0 - normal_y * depth)


cdef Contact new_contact(const Axis* widest, double depth, const Manifold* points,
                         bint a_in_b, bint b_in_a):
    cdef Contact contact = Contact.__new__(Contact)
    cdef int last = points.count - 1
    set_contact(contact, widest.normal_x, widest.normal_y, depth, points.x[0], points.y[0],
                points.x[last], points.y[last], points.depth[0], points.depth[last],
                points.feature[0][0], points.feature[0][1], points.feature[last][0],
                points.feature[last][1], last == 1, a_in_b, b_in_a)
    return contact


cdef Impact new_impact(const Meeting* meeting):
    cdef Impact impact = Impact.__new__(Impact)
    set_impact(impact, meeting.time, meeting.exit_time, meeting.normal_x, meeting.normal_y,
               meeting.point_x, meeting.point_y, meeting.initial, meeting.leaving)
    return impact


cdef RayHit new_ray_hit(const RayContact* contact, Py_ssize_t index):
    cdef RayHit hit = RayHit.__new__(RayHit)
    set_ray_hit(hit, contact.distance, contact.normal_x, contact.normal_y, contact.point_x,
                contact.point_y, index)
    return hit


cdef int restore_contact(Contact contact, object state) except -1:
    """Take what `__reduce__` gave, all of it or nothing."""
    cdef double normal_x, normal_y, depth, x0, y0, x1, y1, depth0, depth1
    cdef int a0, b0, a1, b1
    cdef bint two_points, a_in_b, b_in_a
    (normal_x, normal_y, depth, x0, y0, x1, y1, depth0, depth1, a0, b0, a1, b1, two_points,
     a_in_b, b_in_a) = state
    set_contact(contact, normal_x, normal_y, depth, x0, y0, x1, y1, depth0, depth1, a0, b0, a1, b1,
                two_points, a_in_b, b_in_a)
    return 0


cdef inline void set_contact(Contact contact, double normal_x, double normal_y, double depth,
                             double x0, double y0, double x1, double y1, double depth0,
                             double depth1, int a0, int b0, int a1, int b1, bint two_points,
                             bint a_in_b, bint b_in_a) noexcept:
    contact.normal_x = normal_x
    contact.normal_y = normal_y
    contact._depth = depth
    contact.x0 = x0
    contact.y0 = y0
    contact.x1 = x1
    contact.y1 = y1
    contact.depth0 = depth0
    contact.depth1 = depth1
    contact.a0 = a0
    contact.b0 = b0
    contact.a1 = a1
    contact.b1 = b1
    contact.two_points = two_points
    contact._a_in_b = a_in_b
    contact._b_in_a = b_in_a


cdef inline void set_impact(Impact impact, double time, double exit_time, double normal_x,
                            double normal_y, double point_x, double point_y, bint initial,
                            bint leaving) noexcept:
    impact._time = time
    impact._exit_time = exit_time
    impact.normal_x = normal_x
    impact.normal_y = normal_y
    impact.point_x = point_x
    impact.point_y = point_y
    impact._initial = initial
    impact._leaving = leaving


cdef inline void set_ray_hit(RayHit hit, double distance, double normal_x, double normal_y,
                             double point_x, double point_y, Py_ssize_t index) noexcept:
    hit._distance = distance
    hit.normal_x = normal_x
    hit.normal_y = normal_y
    hit.point_x = point_x
    hit.point_y = point_y
    hit._index = index


def _contact(*state):
    """A Contact of a row of Contacts: what `__reduce__` gives of one."""
    cdef Contact contact = Contact.__new__(Contact)
    restore_contact(contact, state)
    return contact


def _impact(double time, double exit_time, double normal_x, double normal_y, double point_x,
            double point_y, bint initial, bint leaving):
    """An Impact of a row of Impacts."""
    cdef Impact impact = Impact.__new__(Impact)
    set_impact(impact, time, exit_time, normal_x, normal_y, point_x, point_y, initial, leaving)
    return impact


def _ray_hit(double distance, double normal_x, double normal_y, double point_x, double point_y,
             Py_ssize_t index):
    """A RayHit of a row of RayHits."""
    cdef RayHit hit = RayHit.__new__(RayHit)
    set_ray_hit(hit, distance, normal_x, normal_y, point_x, point_y, index)
    return hit


# Where users find these classes, and pickles. A class in C has its module from this name alone.
(<PyTypeObject*>Contact).tp_name = "sepax.Contact"
(<PyTypeObject*>Impact).tp_name = "sepax.Impact"
(<PyTypeObject*>RayHit).tp_name = "sepax.RayHit"
