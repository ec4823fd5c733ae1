"""The loops over the edges of one ring, compiled for what every machine of its kind has."""

cdef extern from "lanes.h" nogil:
    double lanes_edges(const double* x, const double* y, Py_ssize_t n, double centre_x,
                       double centre_y, double* normal_x, double* normal_y, double* offset)
    void lanes_edge_separations(const double* normal_x, const double* normal_y,
                                const double* offset,
                                double centre_x, double centre_y, const double* x, const double* y,
                                Py_ssize_t n, double* separations)
    double lanes_widest_separation_of_point(const double* normal_x, const double* normal_y,
                                     const double* offset, Py_ssize_t edges, double dx, double dy)
    double lanes_separation_of_edge(double normal_x, double normal_y, double edge_x, double edge_y,
                                    const double* x, const double* y, Py_ssize_t n)
    double lanes_widest_symmetric_separation(
        const double* ax, const double* ay, const double* a_normal_x, const double* a_normal_y,
        const double* a_offset, Py_ssize_t a_half, double a_centre_x, double a_centre_y,
        const double* bx, const double* by, const double* b_normal_x, const double* b_normal_y,
        const double* b_offset, Py_ssize_t b_half, double b_centre_x, double b_centre_y)
