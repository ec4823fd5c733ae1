"""The loops over the edges of one ring, compiled for what every machine of its kind has."""

from sepax._core.simd.convex cimport Convex

cdef extern from "lanes.h" nogil:
    double lanes_edges(Convex* ring)
    void lanes_edge_separations(const Convex* a, Py_ssize_t first, const Convex* b,
                                double* separations)
    double lanes_widest_separation_of_point(const Convex* ring, double px, double py)
    double lanes_least_along(double normal_x, double normal_y, double origin_x, double origin_y,
                             const Convex* b)
    double lanes_separation_of_edge(const Convex* a, Py_ssize_t edge, double origin_x,
                                    double origin_y, const Convex* b)
    double lanes_widest_symmetric_separation(const Convex* a, const Convex* b)
