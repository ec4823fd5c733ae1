"""The struct of the one shape that the kernels know; convex.h says what each field is."""

cdef extern from "convex.h" nogil:
    const double COORDINATE_LIMIT
    enum:
        BLOCK       # edges a step of the lanes, and the unit of padding

    struct Convex "convex":
        bint is_box
        double centre_x
        double centre_y
        double axis_x
        double axis_y
        double half_width
        double half_height
        double bounding_radius
        double skew
        Py_ssize_t n
        Py_ssize_t edges
        Py_ssize_t half
        bint is_rectangle
        double inscribed_radius
        double radius
        double* x
        double* y
        double* normal_x
        double* normal_y
        double* offset

    void repeat_points(double* values, Py_ssize_t n)
    void pad_edges(Convex* ring)    # of two points or more
    void reverse_winding(double* x, double* y, Py_ssize_t n)
