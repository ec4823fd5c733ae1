"""The input of kernels for motions, and the structs of their results."""

cdef struct Axis:
    double separation   # between the cores, radii not yet taken off
    double normal_x     # unit, from a to b
    double normal_y
    Py_ssize_t edge     # the edge whose normal it is; -1 for a vertex or two discs
    bint on_b           # the edge is b's
    Py_ssize_t vertex_a     # where no edge is named: the nearest vertices
    Py_ssize_t vertex_b


cdef inline double mtv_component(double normal, double depth) noexcept nogil:
    """-normal * depth without a negative zero."""
    return 0.0 - normal * depth


cdef struct Manifold:
    # Points of contact, counter-clockwise along b, whichever edge is the reference.
    int count
    double x[2]
    double y[2]
    double depth[2]
    # The features of a and of b that make each point: k for vertex k, -1 - i for edge i. An end of
    # one face over the other makes a vertex and an edge, whichever face is the reference. Two ends
    # over each other, within the tolerance of flush faces, make two vertices.
    int feature[2][2]

cdef struct Motion:
    double a_x          # velocity of a
    double a_y
    double b_x          # velocity of b
    double b_y
    double x            # velocity of a as b sees it
    double y, max_time


cdef inline void set_relative_velocity(Motion* motion) noexcept nogil:
    motion.x = motion.a_x - motion.b_x
    motion.y = motion.a_y - motion.b_y


cdef inline void set_motion(Motion* motion, const double* velocity_a, const double* velocity_b,
                            double max_time) noexcept nogil:
    motion.a_x = velocity_a[0]
    motion.a_y = velocity_a[1]
    motion.b_x = velocity_b[0]
    motion.b_y = velocity_b[1]
    motion.max_time = max_time
    set_relative_velocity(motion)


cdef struct Meeting:
    double time, exit_time
    double normal_x     # unit, from a to b
    double normal_y, point_x, point_y
    bint initial, leaving
    Py_ssize_t edge     # which the other shape meets; -1 for a vertex
    bint on_b
    Py_ssize_t vertex_a     # of two shapes with edges, if no edge is named: the vertices that meet
    Py_ssize_t vertex_b

cdef struct Gap:
    # Of two shapes: what `clearance` returns.
    double distance         # minus the depth where they overlap
    double normal_x         # unit, from a to b
    double normal_y
    double point_a_x        # on the boundaries
    double point_a_y
    double point_b_x
    double point_b_y
    double vertex_x         # of either core, on the contact line
    double vertex_y
    double gradient_a[3]    # of the distance, by the position and the angle
    double gradient_b[3]
    bint unique             # whether there is only one gradient

cdef struct Passing:
    # Of two shapes in motion: what `closest_approach` returns.
    double time, distance
    double normal_x         # unit, from a to b
    double normal_y
    double point_a_x        # on the boundaries, at that time
    double point_a_y
    double point_b_x
    double point_b_y

cdef struct RayContact:
    double distance
    double normal_x         # unit, out of the shape
    double normal_y
    double point_x          # on the shape
    double point_y
