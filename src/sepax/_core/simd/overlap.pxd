"""The area that two rings or two boxes share; overlap.h says how."""

from sepax._core.simd.convex cimport Convex

cdef extern from "overlap.h" nogil:
    # All coordinates of the two differ by at most `size`.
    double rings_shared_area(const Convex* a, const Convex* b, double size)
    double boxes_shared_area(const Convex* a, const Convex* b, double size)

    double area_of_box(const Convex* box)
