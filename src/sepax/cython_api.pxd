"""The verbs for compiled callers: plain C types, no Python object, no memory of their own, no GIL.

Take them by ``from sepax.cython_api cimport boxes_intersect`` and so on; nothing has to be linked.
docs/kernels.md has programs, and what is promised of these declarations.

Rings
    A pointer to float64 coordinates, the number of points, the doubles from one point to the next (2
    for x0, y0, x1, y1 and so on), and a radius that rounds the shape. One point is a disc, two are a
    segment or a capsule, three or more a convex ring of either winding. It may be closed, repeat
    points, and have points on a straight line.
scratch, room
    Only rings of more than 64 points need memory: `scratch_size` doubles. Else NULL and 0.
Boxes
    Centre, half width and half height, and the cosine and sine of the angle.
Results
    1 or 0, and a number if a function returns that. What else there is to say is written to
    `result`, if 1 is returned. Input that is no shape, no motion or no ray gives -1 or NaN: numbers
    that are not finite or beyond 2^240, rings that are not convex, sizes that are negative.
"""

cdef struct Contact:
    # As sepax.Contact. A single point stands twice.
    double normal[2]
    double depth
    double points[2][2]
    double depths[2]
    int features[2][2]  # of a and of b: point k as given, or -1 - k for the edge from point k
    int two_points
    int a_in_b
    int b_in_a

cdef struct Impact:
    # As sepax.Impact.
    double time
    double exit_time
    double normal[2]
    double point[2]
    int initial
    int leaving

cdef struct RayHit:
    # As sepax.RayHit.
    double distance
    double normal[2]
    double point[2]


# Doubles of scratch memory for rings of so many points; 0 for one ring alone.
cdef Py_ssize_t scratch_size(Py_ssize_t count_a, Py_ssize_t count_b) noexcept nogil

# generated from verbs.toml: begin
cdef int rings_intersect(const double* a, Py_ssize_t count_a, Py_ssize_t stride_a, double radius_a,
                         const double* b, Py_ssize_t count_b, Py_ssize_t stride_b, double radius_b,
                         bint touching, double* scratch, Py_ssize_t room) noexcept nogil
cdef int rings_separating_axis(const double* a, Py_ssize_t count_a, Py_ssize_t stride_a,
                               double radius_a, const double* b, Py_ssize_t count_b,
                               Py_ssize_t stride_b, double radius_b, double* result,
                               double* scratch, Py_ssize_t room) noexcept nogil
cdef int ring_contains(const double* ring, Py_ssize_t count, Py_ssize_t stride, double radius,
                       double point_x, double point_y, double* scratch,
                       Py_ssize_t room) noexcept nogil
cdef int rings_covers(const double* a, Py_ssize_t count_a, Py_ssize_t stride_a, double radius_a,
                      const double* b, Py_ssize_t count_b, Py_ssize_t stride_b, double radius_b,
                      double* scratch, Py_ssize_t room) noexcept nogil
cdef int ring_project(const double* ring, Py_ssize_t count, Py_ssize_t stride, double radius,
                      double axis_x, double axis_y, double* result, double* scratch,
                      Py_ssize_t room) noexcept nogil
cdef int rings_mtv(const double* a, Py_ssize_t count_a, Py_ssize_t stride_a, double radius_a,
                   const double* b, Py_ssize_t count_b, Py_ssize_t stride_b, double radius_b,
                   double* result, double* scratch, Py_ssize_t room) noexcept nogil
cdef int rings_contact(const double* a, Py_ssize_t count_a, Py_ssize_t stride_a, double radius_a,
                       const double* b, Py_ssize_t count_b, Py_ssize_t stride_b, double radius_b,
                       double margin, Contact* contact, double* scratch,
                       Py_ssize_t room) noexcept nogil
cdef double rings_distance(const double* a, Py_ssize_t count_a, Py_ssize_t stride_a,
                           double radius_a, const double* b, Py_ssize_t count_b,
                           Py_ssize_t stride_b, double radius_b, double* scratch,
                           Py_ssize_t room) noexcept nogil
cdef int rings_nearest_points(const double* a, Py_ssize_t count_a, Py_ssize_t stride_a,
                              double radius_a, const double* b, Py_ssize_t count_b,
                              Py_ssize_t stride_b, double radius_b, double* result, double* scratch,
                              Py_ssize_t room) noexcept nogil
cdef double rings_overlap_area(const double* a, Py_ssize_t count_a, Py_ssize_t stride_a,
                               double radius_a, const double* b, Py_ssize_t count_b,
                               Py_ssize_t stride_b, double radius_b, double* scratch,
                               Py_ssize_t room) noexcept nogil
cdef double rings_iou(const double* a, Py_ssize_t count_a, Py_ssize_t stride_a, double radius_a,
                      const double* b, Py_ssize_t count_b, Py_ssize_t stride_b, double radius_b,
                      double* scratch, Py_ssize_t room) noexcept nogil
cdef int rings_sweep(const double* a, Py_ssize_t count_a, Py_ssize_t stride_a, double radius_a,
                     const double* b, Py_ssize_t count_b, Py_ssize_t stride_b, double radius_b,
                     double velocity_a_x, double velocity_a_y, double velocity_b_x,
                     double velocity_b_y, double max_time, bint touching, bint skip_leaving,
                     Impact* impact, double* scratch, Py_ssize_t room) noexcept nogil
cdef double rings_time_of_impact(const double* a, Py_ssize_t count_a, Py_ssize_t stride_a,
                                 double radius_a, const double* b, Py_ssize_t count_b,
                                 Py_ssize_t stride_b, double radius_b, double velocity_a_x,
                                 double velocity_a_y, double velocity_b_x, double velocity_b_y,
                                 double max_time, double* scratch, Py_ssize_t room) noexcept nogil
cdef int ring_raycast(const double* ring, Py_ssize_t count, Py_ssize_t stride, double radius,
                      double origin_x, double origin_y, double direction_x, double direction_y,
                      double max_distance, double ray_radius, RayHit* ray_hit, double* scratch,
                      Py_ssize_t room) noexcept nogil

cdef int boxes_intersect(double x_a, double y_a, double half_width_a, double half_height_a,
                         double cosine_a, double sine_a, double x_b, double y_b,
                         double half_width_b, double half_height_b, double cosine_b, double sine_b,
                         bint touching) noexcept nogil
cdef int boxes_separating_axis(double x_a, double y_a, double half_width_a, double half_height_a,
                               double cosine_a, double sine_a, double x_b, double y_b,
                               double half_width_b, double half_height_b, double cosine_b,
                               double sine_b, double* result) noexcept nogil
cdef int box_contains(double x, double y, double half_width, double half_height, double cosine,
                      double sine, double point_x, double point_y) noexcept nogil
cdef int boxes_covers(double x_a, double y_a, double half_width_a, double half_height_a,
                      double cosine_a, double sine_a, double x_b, double y_b, double half_width_b,
                      double half_height_b, double cosine_b, double sine_b) noexcept nogil
cdef int box_project(double x, double y, double half_width, double half_height, double cosine,
                     double sine, double axis_x, double axis_y, double* result) noexcept nogil
cdef int boxes_mtv(double x_a, double y_a, double half_width_a, double half_height_a,
                   double cosine_a, double sine_a, double x_b, double y_b, double half_width_b,
                   double half_height_b, double cosine_b, double sine_b,
                   double* result) noexcept nogil
cdef int boxes_contact(double x_a, double y_a, double half_width_a, double half_height_a,
                       double cosine_a, double sine_a, double x_b, double y_b, double half_width_b,
                       double half_height_b, double cosine_b, double sine_b, double margin,
                       Contact* contact) noexcept nogil
cdef double boxes_distance(double x_a, double y_a, double half_width_a, double half_height_a,
                           double cosine_a, double sine_a, double x_b, double y_b,
                           double half_width_b, double half_height_b, double cosine_b,
                           double sine_b) noexcept nogil
cdef int boxes_nearest_points(double x_a, double y_a, double half_width_a, double half_height_a,
                              double cosine_a, double sine_a, double x_b, double y_b,
                              double half_width_b, double half_height_b, double cosine_b,
                              double sine_b, double* result) noexcept nogil
cdef double boxes_overlap_area(double x_a, double y_a, double half_width_a, double half_height_a,
                               double cosine_a, double sine_a, double x_b, double y_b,
                               double half_width_b, double half_height_b, double cosine_b,
                               double sine_b) noexcept nogil
cdef double boxes_iou(double x_a, double y_a, double half_width_a, double half_height_a,
                      double cosine_a, double sine_a, double x_b, double y_b, double half_width_b,
                      double half_height_b, double cosine_b, double sine_b) noexcept nogil
cdef int boxes_sweep(double x_a, double y_a, double half_width_a, double half_height_a,
                     double cosine_a, double sine_a, double x_b, double y_b, double half_width_b,
                     double half_height_b, double cosine_b, double sine_b, double velocity_a_x,
                     double velocity_a_y, double velocity_b_x, double velocity_b_y, double max_time,
                     bint touching, bint skip_leaving, Impact* impact) noexcept nogil
cdef double boxes_time_of_impact(double x_a, double y_a, double half_width_a, double half_height_a,
                                 double cosine_a, double sine_a, double x_b, double y_b,
                                 double half_width_b, double half_height_b, double cosine_b,
                                 double sine_b, double velocity_a_x, double velocity_a_y,
                                 double velocity_b_x, double velocity_b_y,
                                 double max_time) noexcept nogil
cdef int box_raycast(double x, double y, double half_width, double half_height, double cosine,
                     double sine, double origin_x, double origin_y, double direction_x,
                     double direction_y, double max_distance, double ray_radius,
                     RayHit* ray_hit) noexcept nogil

cdef int circles_intersect(double x_a, double y_a, double radius_a, double x_b, double y_b,
                           double radius_b, bint touching) noexcept nogil
cdef int circles_separating_axis(double x_a, double y_a, double radius_a, double x_b, double y_b,
                                 double radius_b, double* result) noexcept nogil
cdef int circle_contains(double x, double y, double radius, double point_x,
                         double point_y) noexcept nogil
cdef int circles_covers(double x_a, double y_a, double radius_a, double x_b, double y_b,
                        double radius_b) noexcept nogil
cdef int circle_project(double x, double y, double radius, double axis_x, double axis_y,
                        double* result) noexcept nogil
cdef int circles_mtv(double x_a, double y_a, double radius_a, double x_b, double y_b,
                     double radius_b, double* result) noexcept nogil
cdef int circles_contact(double x_a, double y_a, double radius_a, double x_b, double y_b,
                         double radius_b, double margin, Contact* contact) noexcept nogil
cdef double circles_distance(double x_a, double y_a, double radius_a, double x_b, double y_b,
                             double radius_b) noexcept nogil
cdef int circles_nearest_points(double x_a, double y_a, double radius_a, double x_b, double y_b,
                                double radius_b, double* result) noexcept nogil
cdef double circles_overlap_area(double x_a, double y_a, double radius_a, double x_b, double y_b,
                                 double radius_b) noexcept nogil
cdef double circles_iou(double x_a, double y_a, double radius_a, double x_b, double y_b,
                        double radius_b) noexcept nogil
cdef int circles_sweep(double x_a, double y_a, double radius_a, double x_b, double y_b,
                       double radius_b, double velocity_a_x, double velocity_a_y,
                       double velocity_b_x, double velocity_b_y, double max_time, bint touching,
                       bint skip_leaving, Impact* impact) noexcept nogil
cdef double circles_time_of_impact(double x_a, double y_a, double radius_a, double x_b, double y_b,
                                   double radius_b, double velocity_a_x, double velocity_a_y,
                                   double velocity_b_x, double velocity_b_y,
                                   double max_time) noexcept nogil
cdef int circle_raycast(double x, double y, double radius, double origin_x, double origin_y,
                        double direction_x, double direction_y, double max_distance,
                        double ray_radius, RayHit* ray_hit) noexcept nogil
# generated from verbs.toml: end
