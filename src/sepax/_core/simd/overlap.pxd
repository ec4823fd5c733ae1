"""The area that two rings share (overlap.h), and arithmetic with twice the digits (twofold.h)."""

from sepax._core.simd.convex cimport Convex

cdef extern from "twofold.h" nogil:
    # A number of twice the digits: the sum of two.
    ctypedef struct Twofold "struct twofold":
        double high, low

    Twofold exact_sum(double p, double q)
    Twofold exact_product(double p, double q)
    Twofold twofold_sum(Twofold p, Twofold q)
    Twofold twofold_minus(Twofold p)
    Twofold twofold_product(Twofold p, Twofold q)
    Twofold twofold_quotient(Twofold p, Twofold q)

cdef extern from "rings/overlap.h" nogil:
    double rings_shared_area(const Convex* a, const Convex* b)
    double area_of_box(const Convex* box)
    double share_of_union(double shared, double area_a, double area_b)
    double sum_of_three(double x, double y, double z)
    double power_of_point(double x, double y, double radius, double point_x, double point_y)
    double distance_to_edge(const Convex* ring, Py_ssize_t i, double point_x, double point_y)
    double end_beside_edge(const Convex* ring, Py_ssize_t i, double vertex_x, double origin_x)
