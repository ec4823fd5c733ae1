# Written by tools/generate.py from verbs.toml: change that table, not this file.

from sepax._core.answers.compiled cimport (compiled, VERB_INTERSECTS, VERB_SEPARATING_AXIS,
                                           VERB_CONTAINS, VERB_COVERS, VERB_PROJECT, VERB_MTV,
                                           VERB_COLLIDE, VERB_DISTANCE, VERB_NEAREST_POINTS,
                                           VERB_OVERLAP_AREA, VERB_IOU, VERB_SWEEP,
                                           VERB_TIME_OF_IMPACT, VERB_RAYCAST)

offer("boxes_intersect", "x_a y_a half_width_a half_height_a cosine_a sine_a x_b y_b half_width_b half_height_b cosine_b sine_b touching", (True, ),
      True, True, VERB_INTERSECTS, Kind.TRUTH, PLAIN, """boxes_intersect(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b, touching=True)
--

Whether two boxes meet; exact.

See `sepax.intersects`.

Examples
--------
>>> a, b = (0, 0, 2, 1, 1, 0), (3, 0, 2, 1, 1, 0)
>>> sepax.kernels.boxes_intersect(*a, *b)
True
""")
offer("boxes_separating_axis", "x_a y_a half_width_a half_height_a cosine_a sine_a x_b y_b half_width_b half_height_b cosine_b sine_b", (),
      True, True, VERB_SEPARATING_AXIS, Kind.VECTOR, PLAIN, """boxes_separating_axis(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b)
--

A unit vector from a to b along which a line parts two boxes, or None.

See `sepax.separating_axis`.

Examples
--------
>>> a, b = (0, 0, 2, 1, 1, 0), (5, 0, 2, 1, 1, 0)
>>> sepax.kernels.boxes_separating_axis(*a, *b)
(1.0, 0.0)
""")
offer("box_contains", "x y half_width half_height cosine sine point_x point_y", (),
      True, False, VERB_CONTAINS, Kind.TRUTH, POINT, """box_contains(x, y, half_width, half_height, cosine, sine, point_x, point_y)
--

Whether a point is in a box, its boundary included; exact.

See `sepax.contains`.

Examples
--------
>>> a = (0, 0, 2, 1, 1, 0)
>>> sepax.kernels.box_contains(*a, 1, 1)
True
""")
offer("boxes_covers", "x_a y_a half_width_a half_height_a cosine_a sine_a x_b y_b half_width_b half_height_b cosine_b sine_b", (),
      True, True, VERB_COVERS, Kind.TRUTH, PLAIN, """boxes_covers(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b)
--

Whether the first of two boxes covers the second; exact.

See `sepax.covers`.

Examples
--------
>>> a, b = (0, 0, 2, 1, 1, 0), (3, 0, 2, 1, 1, 0)
>>> sepax.kernels.boxes_covers(*a, *b)
False
""")
offer("box_project", "x y half_width half_height cosine sine axis_x axis_y", (),
      True, False, VERB_PROJECT, Kind.INTERVAL, AXIS, """box_project(x, y, half_width, half_height, cosine, sine, axis_x, axis_y)
--

Project a box on an axis.

See `sepax.project`.

Examples
--------
>>> a = (0, 0, 2, 1, 1, 0)
>>> sepax.kernels.box_project(*a, 1, 0)
(-2.0, 2.0)
""")
offer("boxes_mtv", "x_a y_a half_width_a half_height_a cosine_a sine_a x_b y_b half_width_b half_height_b cosine_b sine_b", (),
      True, True, VERB_MTV, Kind.VECTOR, PLAIN, """boxes_mtv(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b)
--

The shortest translation of a that parts two boxes, or None.

See `sepax.mtv`.

Examples
--------
>>> a, b = (0, 0, 2, 1, 1, 0), (3, 0, 2, 1, 1, 0)
>>> sepax.kernels.boxes_mtv(*a, *b)
(-1.0, 0.0)
""")
offer("boxes_contact", "x_a y_a half_width_a half_height_a cosine_a sine_a x_b y_b half_width_b half_height_b cosine_b sine_b margin", (0.0, ),
      True, True, VERB_COLLIDE, Kind.CONTACT, PLAIN, """boxes_contact(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b, margin=0.0)
--

Everything about how two boxes meet: a `Contact`, or None.

See `sepax.collide`.

Examples
--------
>>> a, b = (0, 0, 2, 1, 1, 0), (3, 0, 2, 1, 1, 0)
>>> sepax.kernels.boxes_contact(*a, *b).depth
1.0
""")
offer("boxes_distance", "x_a y_a half_width_a half_height_a cosine_a sine_a x_b y_b half_width_b half_height_b cosine_b sine_b", (),
      True, True, VERB_DISTANCE, Kind.NUMBER, PLAIN, """boxes_distance(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b)
--

The distance of two boxes: 0.0 exactly when they meet.

See `sepax.distance`.

Examples
--------
>>> a, b = (0, 0, 2, 1, 1, 0), (5, 0, 2, 1, 1, 0)
>>> sepax.kernels.boxes_distance(*a, *b)
1.0
""")
offer("boxes_nearest_points", "x_a y_a half_width_a half_height_a cosine_a sine_a x_b y_b half_width_b half_height_b cosine_b sine_b", (),
      True, True, VERB_NEAREST_POINTS, Kind.POINTS, PLAIN, """boxes_nearest_points(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b)
--

The nearest points of two boxes, one on each boundary.

See `sepax.nearest_points`.

Examples
--------
>>> a, b = (0, 0, 2, 1, 1, 0), (5, 0, 2, 1, 1, 0)
>>> sepax.kernels.boxes_nearest_points(*a, *b)[0]
(2.0, 1.0)
""")
offer("boxes_overlap_area", "x_a y_a half_width_a half_height_a cosine_a sine_a x_b y_b half_width_b half_height_b cosine_b sine_b", (),
      True, True, VERB_OVERLAP_AREA, Kind.NUMBER, PLAIN, """boxes_overlap_area(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b)
--

The area that two boxes have in common.

See `sepax.overlap_area`.

Examples
--------
>>> a, b = (0, 0, 2, 1, 1, 0), (3, 0, 2, 1, 1, 0)
>>> round(sepax.kernels.boxes_overlap_area(*a, *b), 6)
2.0
""")
offer("boxes_iou", "x_a y_a half_width_a half_height_a cosine_a sine_a x_b y_b half_width_b half_height_b cosine_b sine_b", (),
      True, True, VERB_IOU, Kind.NUMBER, PLAIN, """boxes_iou(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b)
--

The area that two boxes have in common, divided by that of their union.

See `sepax.iou`.

Examples
--------
>>> a, b = (0, 0, 2, 1, 1, 0), (3, 0, 2, 1, 1, 0)
>>> round(sepax.kernels.boxes_iou(*a, *b), 6)
0.142857
""")
offer("boxes_sweep", "x_a y_a half_width_a half_height_a cosine_a sine_a x_b y_b half_width_b half_height_b cosine_b sine_b velocity_a_x velocity_a_y velocity_b_x velocity_b_y max_time touching skip_leaving", (0.0, 0.0, 1.0, True, False, ),
      True, True, VERB_SWEEP, Kind.IMPACT, MOTION, """boxes_sweep(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b, velocity_a_x, velocity_a_y, velocity_b_x=0.0, velocity_b_y=0.0, max_time=1.0, touching=True, skip_leaving=False)
--

When two moving boxes first touch: an `Impact`, or None.

See `sepax.sweep`.

Examples
--------
>>> a, b = (0, 0, 2, 1, 1, 0), (5, 0, 2, 1, 1, 0)
>>> sepax.kernels.boxes_sweep(*a, *b, 2, 0).time
0.5
""")
offer("boxes_time_of_impact", "x_a y_a half_width_a half_height_a cosine_a sine_a x_b y_b half_width_b half_height_b cosine_b sine_b velocity_a_x velocity_a_y velocity_b_x velocity_b_y max_time", (0.0, 0.0, 1.0, ),
      True, True, VERB_TIME_OF_IMPACT, Kind.NUMBER, MOTION, """boxes_time_of_impact(x_a, y_a, half_width_a, half_height_a, cosine_a, sine_a, x_b, y_b, half_width_b, half_height_b, cosine_b, sine_b, velocity_a_x, velocity_a_y, velocity_b_x=0.0, velocity_b_y=0.0, max_time=1.0)
--

When two moving boxes first touch; inf for never.

See `sepax.time_of_impact`.

Examples
--------
>>> a, b = (0, 0, 2, 1, 1, 0), (5, 0, 2, 1, 1, 0)
>>> sepax.kernels.boxes_time_of_impact(*a, *b, 2, 0)
0.5
""")
offer("box_raycast", "x y half_width half_height cosine sine origin_x origin_y direction_x direction_y max_distance ray_radius", (INFINITY, 0.0, ),
      True, False, VERB_RAYCAST, Kind.RAY_HIT, RAY, """box_raycast(x, y, half_width, half_height, cosine, sine, origin_x, origin_y, direction_x, direction_y, max_distance=math.inf, ray_radius=0.0)
--

Where a ray hits a box: a `RayHit`, or None.

See `sepax.raycast`.

Examples
--------
>>> a = (0, 0, 2, 1, 1, 0)
>>> sepax.kernels.box_raycast(*a, -5, 0, 1, 0).distance
3.0
""")
offer("circles_intersect", "x_a y_a radius_a x_b y_b radius_b touching", (True, ),
      False, True, VERB_INTERSECTS, Kind.TRUTH, PLAIN, """circles_intersect(x_a, y_a, radius_a, x_b, y_b, radius_b, touching=True)
--

Whether two circles meet; exact.

See `sepax.intersects`.

Examples
--------
>>> a, b = (0, 0, 2), (3, 0, 2)
>>> sepax.kernels.circles_intersect(*a, *b)
True
""")
offer("circles_separating_axis", "x_a y_a radius_a x_b y_b radius_b", (),
      False, True, VERB_SEPARATING_AXIS, Kind.VECTOR, PLAIN, """circles_separating_axis(x_a, y_a, radius_a, x_b, y_b, radius_b)
--

A unit vector from a to b along which a line parts two circles, or None.

See `sepax.separating_axis`.

Examples
--------
>>> a, b = (0, 0, 2), (5, 0, 2)
>>> sepax.kernels.circles_separating_axis(*a, *b)
(1.0, 0.0)
""")
offer("circle_contains", "x y radius point_x point_y", (),
      False, False, VERB_CONTAINS, Kind.TRUTH, POINT, """circle_contains(x, y, radius, point_x, point_y)
--

Whether a point is in a circle, its boundary included; exact.

See `sepax.contains`.

Examples
--------
>>> a = (0, 0, 2)
>>> sepax.kernels.circle_contains(*a, 1, 1)
True
""")
offer("circles_covers", "x_a y_a radius_a x_b y_b radius_b", (),
      False, True, VERB_COVERS, Kind.TRUTH, PLAIN, """circles_covers(x_a, y_a, radius_a, x_b, y_b, radius_b)
--

Whether the first of two circles covers the second; exact.

See `sepax.covers`.

Examples
--------
>>> a, b = (0, 0, 2), (3, 0, 2)
>>> sepax.kernels.circles_covers(*a, *b)
False
""")
offer("circle_project", "x y radius axis_x axis_y", (),
      False, False, VERB_PROJECT, Kind.INTERVAL, AXIS, """circle_project(x, y, radius, axis_x, axis_y)
--

Project a circle on an axis.

See `sepax.project`.

Examples
--------
>>> a = (0, 0, 2)
>>> sepax.kernels.circle_project(*a, 1, 0)
(-2.0, 2.0)
""")
offer("circles_mtv", "x_a y_a radius_a x_b y_b radius_b", (),
      False, True, VERB_MTV, Kind.VECTOR, PLAIN, """circles_mtv(x_a, y_a, radius_a, x_b, y_b, radius_b)
--

The shortest translation of a that parts two circles, or None.

See `sepax.mtv`.

Examples
--------
>>> a, b = (0, 0, 2), (3, 0, 2)
>>> sepax.kernels.circles_mtv(*a, *b)
(-1.0, 0.0)
""")
offer("circles_contact", "x_a y_a radius_a x_b y_b radius_b margin", (0.0, ),
      False, True, VERB_COLLIDE, Kind.CONTACT, PLAIN, """circles_contact(x_a, y_a, radius_a, x_b, y_b, radius_b, margin=0.0)
--

Everything about how two circles meet: a `Contact`, or None.

See `sepax.collide`.

Examples
--------
>>> a, b = (0, 0, 2), (3, 0, 2)
>>> sepax.kernels.circles_contact(*a, *b).depth
1.0
""")
offer("circles_distance", "x_a y_a radius_a x_b y_b radius_b", (),
      False, True, VERB_DISTANCE, Kind.NUMBER, PLAIN, """circles_distance(x_a, y_a, radius_a, x_b, y_b, radius_b)
--

The distance of two circles: 0.0 exactly when they meet.

See `sepax.distance`.

Examples
--------
>>> a, b = (0, 0, 2), (5, 0, 2)
>>> sepax.kernels.circles_distance(*a, *b)
1.0
""")
offer("circles_nearest_points", "x_a y_a radius_a x_b y_b radius_b", (),
      False, True, VERB_NEAREST_POINTS, Kind.POINTS, PLAIN, """circles_nearest_points(x_a, y_a, radius_a, x_b, y_b, radius_b)
--

The nearest points of two circles, one on each boundary.

See `sepax.nearest_points`.

Examples
--------
>>> a, b = (0, 0, 2), (5, 0, 2)
>>> sepax.kernels.circles_nearest_points(*a, *b)[0]
(2.0, 0.0)
""")
offer("circles_overlap_area", "x_a y_a radius_a x_b y_b radius_b", (),
      False, True, VERB_OVERLAP_AREA, Kind.NUMBER, PLAIN, """circles_overlap_area(x_a, y_a, radius_a, x_b, y_b, radius_b)
--

The area that two circles have in common.

See `sepax.overlap_area`.

Examples
--------
>>> a, b = (0, 0, 2), (3, 0, 2)
>>> round(sepax.kernels.circles_overlap_area(*a, *b), 6)
1.813247
""")
offer("circles_iou", "x_a y_a radius_a x_b y_b radius_b", (),
      False, True, VERB_IOU, Kind.NUMBER, PLAIN, """circles_iou(x_a, y_a, radius_a, x_b, y_b, radius_b)
--

The area that two circles have in common, divided by that of their union.

See `sepax.iou`.

Examples
--------
>>> a, b = (0, 0, 2), (3, 0, 2)
>>> round(sepax.kernels.circles_iou(*a, *b), 6)
0.077757
""")
offer("circles_sweep", "x_a y_a radius_a x_b y_b radius_b velocity_a_x velocity_a_y velocity_b_x velocity_b_y max_time touching skip_leaving", (0.0, 0.0, 1.0, True, False, ),
      False, True, VERB_SWEEP, Kind.IMPACT, MOTION, """circles_sweep(x_a, y_a, radius_a, x_b, y_b, radius_b, velocity_a_x, velocity_a_y, velocity_b_x=0.0, velocity_b_y=0.0, max_time=1.0, touching=True, skip_leaving=False)
--

When two moving circles first touch: an `Impact`, or None.

See `sepax.sweep`.

Examples
--------
>>> a, b = (0, 0, 2), (5, 0, 2)
>>> sepax.kernels.circles_sweep(*a, *b, 2, 0).time
0.5
""")
offer("circles_time_of_impact", "x_a y_a radius_a x_b y_b radius_b velocity_a_x velocity_a_y velocity_b_x velocity_b_y max_time", (0.0, 0.0, 1.0, ),
      False, True, VERB_TIME_OF_IMPACT, Kind.NUMBER, MOTION, """circles_time_of_impact(x_a, y_a, radius_a, x_b, y_b, radius_b, velocity_a_x, velocity_a_y, velocity_b_x=0.0, velocity_b_y=0.0, max_time=1.0)
--

When two moving circles first touch; inf for never.

See `sepax.time_of_impact`.

Examples
--------
>>> a, b = (0, 0, 2), (5, 0, 2)
>>> sepax.kernels.circles_time_of_impact(*a, *b, 2, 0)
0.5
""")
offer("circle_raycast", "x y radius origin_x origin_y direction_x direction_y max_distance ray_radius", (INFINITY, 0.0, ),
      False, False, VERB_RAYCAST, Kind.RAY_HIT, RAY, """circle_raycast(x, y, radius, origin_x, origin_y, direction_x, direction_y, max_distance=math.inf, ray_radius=0.0)
--

Where a ray hits a circle: a `RayHit`, or None.

See `sepax.raycast`.

Examples
--------
>>> a = (0, 0, 2)
>>> sepax.kernels.circle_raycast(*a, -5, 0, 1, 0).distance
3.0
""")
