# Written by tools/generate.py from verbs.toml: change that table, not this file.


def boxes_intersect(double x_a, double y_a, double half_width_a, double half_height_a,
                    double cosine_a, double sine_a, double x_b, double y_b, double half_width_b,
                    double half_height_b, double cosine_b, double sine_b, bint touching=True):
    """Whether two boxes meet; exact.

    See `sepax.intersects`.

    Examples
    --------
    >>> a, b = (0, 0, 2, 1, 1, 0), (3, 0, 2, 1, 1, 0)
    >>> sepax.kernels.boxes_intersect(*a, *b)
    True
    """
    cdef GivenBox a, b
    cdef int found
    take_box(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, "_a", &a)
    take_box(x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b, "_b", &b)
    found = answer_intersect(&a.posed.convex, &b.posed.convex, touching)
    return found == 1


def boxes_separating_axis(double x_a, double y_a, double half_width_a, double half_height_a,
                          double cosine_a, double sine_a, double x_b, double y_b,
                          double half_width_b, double half_height_b, double cosine_b,
                          double sine_b):
    """A unit vector from a to b along which a line parts two boxes, or None.

    See `sepax.separating_axis`.

    Examples
    --------
    >>> a, b = (0, 0, 2, 1, 1, 0), (5, 0, 2, 1, 1, 0)
    >>> sepax.kernels.boxes_separating_axis(*a, *b)
    (1.0, 0.0)
    """
    cdef GivenBox a, b
    cdef double result[2]
    cdef int found
    take_box(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, "_a", &a)
    take_box(x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b, "_b", &b)
    found = answer_separating_axis(&a.posed.convex, &b.posed.convex, result)
    return (result[0], result[1]) if found == 1 else None


def box_contains(double x, double y, double half_width, double half_height, double cosine,
                 double sine, double point_x, double point_y):
    """Whether a point is in a box, its boundary included; exact.

    See `sepax.contains`.

    Examples
    --------
    >>> a = (0, 0, 2, 1, 1, 0)
    >>> sepax.kernels.box_contains(*a, 1, 1)
    True
    """
    cdef GivenBox one
    cdef int found
    take_box(x, y, half_width, half_height, cosine, sine, "", &one)
    found = answer_contains(&one.posed.convex, point_x, point_y)
    if found < 0:
        refuse_point(point_x, point_y)
    return found == 1


def boxes_covers(double x_a, double y_a, double half_width_a, double half_height_a, double cosine_a,
                 double sine_a, double x_b, double y_b, double half_width_b, double half_height_b,
                 double cosine_b, double sine_b):
    """Whether the first of two boxes covers the second; exact.

    See `sepax.covers`.

    Examples
    --------
    >>> a, b = (0, 0, 2, 1, 1, 0), (3, 0, 2, 1, 1, 0)
    >>> sepax.kernels.boxes_covers(*a, *b)
    False
    """
    cdef GivenBox a, b
    cdef int found
    take_box(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, "_a", &a)
    take_box(x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b, "_b", &b)
    found = answer_covers(&a.posed.convex, &b.posed.convex)
    return found == 1


def box_project(double x, double y, double half_width, double half_height, double cosine,
                double sine, double axis_x, double axis_y):
    """Project a box on an axis.

    See `sepax.project`.

    Examples
    --------
    >>> a = (0, 0, 2, 1, 1, 0)
    >>> sepax.kernels.box_project(*a, 1, 0)
    (-2.0, 2.0)
    """
    cdef GivenBox one
    cdef double[2] result = [0.0, 0.0]
    cdef int found
    take_box(x, y, half_width, half_height, cosine, sine, "", &one)
    found = answer_project(&one.posed.convex, axis_x, axis_y, result)
    if found < 0:
        refuse_axis(axis_x, axis_y)
    return (result[0], result[1])


def boxes_mtv(double x_a, double y_a, double half_width_a, double half_height_a, double cosine_a,
              double sine_a, double x_b, double y_b, double half_width_b, double half_height_b,
              double cosine_b, double sine_b):
    """The shortest translation of a that parts two boxes, or None.

    See `sepax.mtv`.

    Examples
    --------
    >>> a, b = (0, 0, 2, 1, 1, 0), (3, 0, 2, 1, 1, 0)
    >>> sepax.kernels.boxes_mtv(*a, *b)
    (-1.0, 0.0)
    """
    cdef GivenBox a, b
    cdef double result[2]
    cdef int found
    take_box(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, "_a", &a)
    take_box(x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b, "_b", &b)
    found = answer_mtv(&a.posed.convex, &b.posed.convex, result)
    return (result[0], result[1]) if found == 1 else None


def boxes_contact(double x_a, double y_a, double half_width_a, double half_height_a,
                  double cosine_a, double sine_a, double x_b, double y_b, double half_width_b,
                  double half_height_b, double cosine_b, double sine_b, double margin=0.0):
    """Everything about how two boxes meet: a `Contact`, or None.

    See `sepax.collide`.

    Examples
    --------
    >>> a, b = (0, 0, 2, 1, 1, 0), (3, 0, 2, 1, 1, 0)
    >>> sepax.kernels.boxes_contact(*a, *b).depth
    1.0
    """
    cdef GivenBox a, b
    cdef Contact contact = Contact.__new__(Contact)
    cdef int found
    take_box(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, "_a", &a)
    take_box(x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b, "_b", &b)
    found = answer_contact(&a.posed.convex, &b.posed.convex, margin, &contact.row)
    if found < 0:
        refuse_length(margin, "margin")
    return contact if found == 1 else None


def boxes_distance(double x_a, double y_a, double half_width_a, double half_height_a,
                   double cosine_a, double sine_a, double x_b, double y_b, double half_width_b,
                   double half_height_b, double cosine_b, double sine_b):
    """The distance of two boxes: 0.0 exactly when they meet.

    See `sepax.distance`.

    Examples
    --------
    >>> a, b = (0, 0, 2, 1, 1, 0), (5, 0, 2, 1, 1, 0)
    >>> sepax.kernels.boxes_distance(*a, *b)
    1.0
    """
    cdef GivenBox a, b
    cdef double found
    take_box(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, "_a", &a)
    take_box(x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b, "_b", &b)
    found = answer_distance(&a.posed.convex, &b.posed.convex)
    return found


def boxes_nearest_points(double x_a, double y_a, double half_width_a, double half_height_a,
                         double cosine_a, double sine_a, double x_b, double y_b,
                         double half_width_b, double half_height_b, double cosine_b, double sine_b):
    """The nearest points of two boxes, one on each boundary.

    See `sepax.nearest_points`.

    Examples
    --------
    >>> a, b = (0, 0, 2, 1, 1, 0), (5, 0, 2, 1, 1, 0)
    >>> sepax.kernels.boxes_nearest_points(*a, *b)[0]
    (2.0, 1.0)
    """
    cdef GivenBox a, b
    cdef double result[4]
    cdef int found
    take_box(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, "_a", &a)
    take_box(x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b, "_b", &b)
    found = answer_nearest_points(&a.posed.convex, &b.posed.convex, result)
    return ((result[0], result[1]), (result[2], result[3]))


def boxes_overlap_area(double x_a, double y_a, double half_width_a, double half_height_a,
                       double cosine_a, double sine_a, double x_b, double y_b, double half_width_b,
                       double half_height_b, double cosine_b, double sine_b):
    """The area that two boxes have in common.

    See `sepax.overlap_area`.

    Examples
    --------
    >>> a, b = (0, 0, 2, 1, 1, 0), (3, 0, 2, 1, 1, 0)
    >>> round(sepax.kernels.boxes_overlap_area(*a, *b), 6)
    2.0
    """
    cdef GivenBox a, b
    cdef double found
    take_box(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, "_a", &a)
    take_box(x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b, "_b", &b)
    found = answer_overlap_area(&a.posed.convex, &b.posed.convex)
    return found


def boxes_iou(double x_a, double y_a, double half_width_a, double half_height_a, double cosine_a,
              double sine_a, double x_b, double y_b, double half_width_b, double half_height_b,
              double cosine_b, double sine_b):
    """The area that two boxes have in common, divided by that of their union.

    See `sepax.iou`.

    Examples
    --------
    >>> a, b = (0, 0, 2, 1, 1, 0), (3, 0, 2, 1, 1, 0)
    >>> round(sepax.kernels.boxes_iou(*a, *b), 6)
    0.142857
    """
    cdef GivenBox a, b
    cdef double found
    take_box(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, "_a", &a)
    take_box(x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b, "_b", &b)
    found = answer_iou(&a.posed.convex, &b.posed.convex)
    return found


def boxes_sweep(double x_a, double y_a, double half_width_a, double half_height_a, double cosine_a,
                double sine_a, double x_b, double y_b, double half_width_b, double half_height_b,
                double cosine_b, double sine_b, double velocity_a_x, double velocity_a_y,
                double velocity_b_x=0.0, double velocity_b_y=0.0, double max_time=1.0,
                bint touching=True, bint skip_leaving=False):
    """When two moving boxes first touch: an `Impact`, or None.

    See `sepax.sweep`.

    Examples
    --------
    >>> a, b = (0, 0, 2, 1, 1, 0), (5, 0, 2, 1, 1, 0)
    >>> sepax.kernels.boxes_sweep(*a, *b, 2, 0).time
    0.5
    """
    cdef GivenBox a, b
    cdef Impact impact = Impact.__new__(Impact)
    cdef int found
    take_box(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, "_a", &a)
    take_box(x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b, "_b", &b)
    found = answer_sweep(&a.posed.convex, &b.posed.convex, velocity_a_x, velocity_a_y, velocity_b_x,
                         velocity_b_y, max_time, touching, skip_leaving, &impact.row)
    if found < 0:
        refuse_motion(velocity_a_x, velocity_a_y, velocity_b_x, velocity_b_y, max_time)
    return impact if found == 1 else None


def boxes_time_of_impact(double x_a, double y_a, double half_width_a, double half_height_a,
                         double cosine_a, double sine_a, double x_b, double y_b,
                         double half_width_b, double half_height_b, double cosine_b, double sine_b,
                         double velocity_a_x, double velocity_a_y, double velocity_b_x=0.0,
                         double velocity_b_y=0.0, double max_time=1.0):
    """When two moving boxes first touch; inf for never.

    See `sepax.time_of_impact`.

    Examples
    --------
    >>> a, b = (0, 0, 2, 1, 1, 0), (5, 0, 2, 1, 1, 0)
    >>> sepax.kernels.boxes_time_of_impact(*a, *b, 2, 0)
    0.5
    """
    cdef GivenBox a, b
    cdef double found
    take_box(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, "_a", &a)
    take_box(x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b, "_b", &b)
    found = answer_time_of_impact(&a.posed.convex, &b.posed.convex, velocity_a_x, velocity_a_y,
                                  velocity_b_x, velocity_b_y, max_time)
    if found != found:
        refuse_motion(velocity_a_x, velocity_a_y, velocity_b_x, velocity_b_y, max_time)
    return found


@cython.embedsignature(False)
def box_raycast(double x, double y, double half_width, double half_height, double cosine,
                double sine, double origin_x, double origin_y, double direction_x,
                double direction_y, double max_distance=INFINITY, double ray_radius=0.0):
    """box_raycast(x, y, half_width, half_height, cosine, sine, origin_x, origin_y, direction_x, \
direction_y, max_distance=math.inf, ray_radius=0.0)
--

    Where a ray hits a box: a `RayHit`, or None.

    See `sepax.raycast`.

    Examples
    --------
    >>> a = (0, 0, 2, 1, 1, 0)
    >>> sepax.kernels.box_raycast(*a, -5, 0, 1, 0).distance
    3.0
    """
    cdef GivenBox one
    cdef RayContact hit
    cdef int found
    take_box(x, y, half_width, half_height, cosine, sine, "", &one)
    found = answer_raycast(&one.posed.convex, origin_x, origin_y, direction_x, direction_y,
                           max_distance, ray_radius, &hit)
    if found < 0:
        refuse_ray(origin_x, origin_y, direction_x, direction_y, max_distance, ray_radius)
    return new_ray_hit(&hit, 0) if found == 1 else None


def circles_intersect(double x_a, double y_a, double radius_a, double x_b, double y_b,
                      double radius_b, bint touching=True):
    """Whether two circles meet; exact.

    See `sepax.intersects`.

    Examples
    --------
    >>> a, b = (0, 0, 2), (3, 0, 2)
    >>> sepax.kernels.circles_intersect(*a, *b)
    True
    """
    cdef GivenCircle a, b
    cdef int found
    take_circle(x_a, y_a, radius_a, "_a", &a)
    take_circle(x_b, y_b, radius_b, "_b", &b)
    found = answer_intersect(&a.convex, &b.convex, touching)
    return found == 1


def circles_separating_axis(double x_a, double y_a, double radius_a, double x_b, double y_b,
                            double radius_b):
    """A unit vector from a to b along which a line parts two circles, or None.

    See `sepax.separating_axis`.

    Examples
    --------
    >>> a, b = (0, 0, 2), (5, 0, 2)
    >>> sepax.kernels.circles_separating_axis(*a, *b)
    (1.0, 0.0)
    """
    cdef GivenCircle a, b
    cdef double result[2]
    cdef int found
    take_circle(x_a, y_a, radius_a, "_a", &a)
    take_circle(x_b, y_b, radius_b, "_b", &b)
    found = answer_separating_axis(&a.convex, &b.convex, result)
    return (result[0], result[1]) if found == 1 else None


def circle_contains(double x, double y, double radius, double point_x, double point_y):
    """Whether a point is in a circle, its boundary included; exact.

    See `sepax.contains`.

    Examples
    --------
    >>> a = (0, 0, 2)
    >>> sepax.kernels.circle_contains(*a, 1, 1)
    True
    """
    cdef GivenCircle one
    cdef int found
    take_circle(x, y, radius, "", &one)
    found = answer_contains(&one.convex, point_x, point_y)
    if found < 0:
        refuse_point(point_x, point_y)
    return found == 1


def circles_covers(double x_a, double y_a, double radius_a, double x_b, double y_b,
                   double radius_b):
    """Whether the first of two circles covers the second; exact.

    See `sepax.covers`.

    Examples
    --------
    >>> a, b = (0, 0, 2), (3, 0, 2)
    >>> sepax.kernels.circles_covers(*a, *b)
    False
    """
    cdef GivenCircle a, b
    cdef int found
    take_circle(x_a, y_a, radius_a, "_a", &a)
    take_circle(x_b, y_b, radius_b, "_b", &b)
    found = answer_covers(&a.convex, &b.convex)
    return found == 1


def circle_project(double x, double y, double radius, double axis_x, double axis_y):
    """Project a circle on an axis.

    See `sepax.project`.

    Examples
    --------
    >>> a = (0, 0, 2)
    >>> sepax.kernels.circle_project(*a, 1, 0)
    (-2.0, 2.0)
    """
    cdef GivenCircle one
    cdef double[2] result = [0.0, 0.0]
    cdef int found
    take_circle(x, y, radius, "", &one)
    found = answer_project(&one.convex, axis_x, axis_y, result)
    if found < 0:
        refuse_axis(axis_x, axis_y)
    return (result[0], result[1])


def circles_mtv(double x_a, double y_a, double radius_a, double x_b, double y_b, double radius_b):
    """The shortest translation of a that parts two circles, or None.

    See `sepax.mtv`.

    Examples
    --------
    >>> a, b = (0, 0, 2), (3, 0, 2)
    >>> sepax.kernels.circles_mtv(*a, *b)
    (-1.0, 0.0)
    """
    cdef GivenCircle a, b
    cdef double result[2]
    cdef int found
    take_circle(x_a, y_a, radius_a, "_a", &a)
    take_circle(x_b, y_b, radius_b, "_b", &b)
    found = answer_mtv(&a.convex, &b.convex, result)
    return (result[0], result[1]) if found == 1 else None


def circles_contact(double x_a, double y_a, double radius_a, double x_b, double y_b,
                    double radius_b, double margin=0.0):
    """Everything about how two circles meet: a `Contact`, or None.

    See `sepax.collide`.

    Examples
    --------
    >>> a, b = (0, 0, 2), (3, 0, 2)
    >>> sepax.kernels.circles_contact(*a, *b).depth
    1.0
    """
    cdef GivenCircle a, b
    cdef Contact contact = Contact.__new__(Contact)
    cdef int found
    take_circle(x_a, y_a, radius_a, "_a", &a)
    take_circle(x_b, y_b, radius_b, "_b", &b)
    found = answer_contact(&a.convex, &b.convex, margin, &contact.row)
    if found < 0:
        refuse_length(margin, "margin")
    return contact if found == 1 else None


def circles_distance(double x_a, double y_a, double radius_a, double x_b, double y_b,
                     double radius_b):
    """The distance of two circles: 0.0 exactly when they meet.

    See `sepax.distance`.

    Examples
    --------
    >>> a, b = (0, 0, 2), (5, 0, 2)
    >>> sepax.kernels.circles_distance(*a, *b)
    1.0
    """
    cdef GivenCircle a, b
    cdef double found
    take_circle(x_a, y_a, radius_a, "_a", &a)
    take_circle(x_b, y_b, radius_b, "_b", &b)
    found = answer_distance(&a.convex, &b.convex)
    return found


def circles_nearest_points(double x_a, double y_a, double radius_a, double x_b, double y_b,
                           double radius_b):
    """The nearest points of two circles, one on each boundary.

    See `sepax.nearest_points`.

    Examples
    --------
    >>> a, b = (0, 0, 2), (5, 0, 2)
    >>> sepax.kernels.circles_nearest_points(*a, *b)[0]
    (2.0, 0.0)
    """
    cdef GivenCircle a, b
    cdef double result[4]
    cdef int found
    take_circle(x_a, y_a, radius_a, "_a", &a)
    take_circle(x_b, y_b, radius_b, "_b", &b)
    found = answer_nearest_points(&a.convex, &b.convex, result)
    return ((result[0], result[1]), (result[2], result[3]))


def circles_overlap_area(double x_a, double y_a, double radius_a, double x_b, double y_b,
                         double radius_b):
    """The area that two circles have in common.

    See `sepax.overlap_area`.

    Examples
    --------
    >>> a, b = (0, 0, 2), (3, 0, 2)
    >>> round(sepax.kernels.circles_overlap_area(*a, *b), 6)
    1.813247
    """
    cdef GivenCircle a, b
    cdef double found
    take_circle(x_a, y_a, radius_a, "_a", &a)
    take_circle(x_b, y_b, radius_b, "_b", &b)
    found = answer_overlap_area(&a.convex, &b.convex)
    return found


def circles_iou(double x_a, double y_a, double radius_a, double x_b, double y_b, double radius_b):
    """The area that two circles have in common, divided by that of their union.

    See `sepax.iou`.

    Examples
    --------
    >>> a, b = (0, 0, 2), (3, 0, 2)
    >>> round(sepax.kernels.circles_iou(*a, *b), 6)
    0.077757
    """
    cdef GivenCircle a, b
    cdef double found
    take_circle(x_a, y_a, radius_a, "_a", &a)
    take_circle(x_b, y_b, radius_b, "_b", &b)
    found = answer_iou(&a.convex, &b.convex)
    return found


def circles_sweep(double x_a, double y_a, double radius_a, double x_b, double y_b, double radius_b,
                  double velocity_a_x, double velocity_a_y, double velocity_b_x=0.0,
                  double velocity_b_y=0.0, double max_time=1.0, bint touching=True,
                  bint skip_leaving=False):
    """When two moving circles first touch: an `Impact`, or None.

    See `sepax.sweep`.

    Examples
    --------
    >>> a, b = (0, 0, 2), (5, 0, 2)
    >>> sepax.kernels.circles_sweep(*a, *b, 2, 0).time
    0.5
    """
    cdef GivenCircle a, b
    cdef Impact impact = Impact.__new__(Impact)
    cdef int found
    take_circle(x_a, y_a, radius_a, "_a", &a)
    take_circle(x_b, y_b, radius_b, "_b", &b)
    found = answer_sweep(&a.convex, &b.convex, velocity_a_x, velocity_a_y, velocity_b_x,
                         velocity_b_y, max_time, touching, skip_leaving, &impact.row)
    if found < 0:
        refuse_motion(velocity_a_x, velocity_a_y, velocity_b_x, velocity_b_y, max_time)
    return impact if found == 1 else None


def circles_time_of_impact(double x_a, double y_a, double radius_a, double x_b, double y_b,
                           double radius_b, double velocity_a_x, double velocity_a_y,
                           double velocity_b_x=0.0, double velocity_b_y=0.0, double max_time=1.0):
    """When two moving circles first touch; inf for never.

    See `sepax.time_of_impact`.

    Examples
    --------
    >>> a, b = (0, 0, 2), (5, 0, 2)
    >>> sepax.kernels.circles_time_of_impact(*a, *b, 2, 0)
    0.5
    """
    cdef GivenCircle a, b
    cdef double found
    take_circle(x_a, y_a, radius_a, "_a", &a)
    take_circle(x_b, y_b, radius_b, "_b", &b)
    found = answer_time_of_impact(&a.convex, &b.convex, velocity_a_x, velocity_a_y, velocity_b_x,
                                  velocity_b_y, max_time)
    if found != found:
        refuse_motion(velocity_a_x, velocity_a_y, velocity_b_x, velocity_b_y, max_time)
    return found


@cython.embedsignature(False)
def circle_raycast(double x, double y, double radius, double origin_x, double origin_y,
                   double direction_x, double direction_y, double max_distance=INFINITY,
                   double ray_radius=0.0):
    """circle_raycast(x, y, radius, origin_x, origin_y, direction_x, direction_y, \
max_distance=math.inf, ray_radius=0.0)
--

    Where a ray hits a circle: a `RayHit`, or None.

    See `sepax.raycast`.

    Examples
    --------
    >>> a = (0, 0, 2)
    >>> sepax.kernels.circle_raycast(*a, -5, 0, 1, 0).distance
    3.0
    """
    cdef GivenCircle one
    cdef RayContact hit
    cdef int found
    take_circle(x, y, radius, "", &one)
    found = answer_raycast(&one.convex, origin_x, origin_y, direction_x, direction_y, max_distance,
                           ray_radius, &hit)
    if found < 0:
        refuse_ray(origin_x, origin_y, direction_x, direction_y, max_distance, ray_radius)
    return new_ray_hit(&hit, 0) if found == 1 else None
