"""The one shape that the kernels know; convex.h says what each field is."""

cdef extern from "convex.h" nogil:
    const double COORDINATE_LIMIT
    enum:
        BLOCK       # edges a step of the lanes, and the unit of padding

    struct Convex "convex":
        bint is_box
        double centre_x, centre_y, axis_x, axis_y, half_width, half_height
        double bounding_radius, skew
        Py_ssize_t n, edges, half
        bint is_rectangle
        double inscribed_radius, radius
        double* x
        double* y
        double* normal_x
        double* normal_y
        double* offset

    void repeat_points(double* values, Py_ssize_t n)
    void pad_edges(Convex* ring)    # of two points or more
    void reverse_winding(double* x, double* y, Py_ssize_t n)

cdef extern from "lanes.h" nogil:
    # Over the edges of one ring, compiled for what every machine of its kind has.
    double lanes_edges(Convex* ring)
    void lanes_edge_separations(const Convex* a, Py_ssize_t first, const Convex* b,
                                double* separations)
    double lanes_widest_separation_of_point(const Convex* ring, double px, double py)
    double lanes_least_along(double normal_x, double normal_y, double origin_x, double origin_y,
                             const Convex* b)
    double lanes_separation_of_edge(const Convex* a, Py_ssize_t edge, double origin_x,
                                    double origin_y, const Convex* b)
    double lanes_widest_symmetric_separation(const Convex* a, const Convex* b)
