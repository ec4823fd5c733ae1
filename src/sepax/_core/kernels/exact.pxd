"""Signs of the geometric predicates in exact arithmetic: the last resort.

Each returns -1, 0 or +1 for every finite input; see exact.pyx.
"""

cdef int orient2d_exact(double ax, double ay, double bx, double by,
                        double cx, double cy) noexcept nogil
cdef int area_sign_exact(const double* x, const double* y, Py_ssize_t n) noexcept nogil
cdef int dot_exact(double ax, double ay, double bx, double by,
                   double cx, double cy) noexcept nogil
cdef int compare_distance_exact(double ax, double ay, double bx, double by,
                                double r1, double r2) noexcept nogil
cdef int compare_line_distance_exact(double ax, double ay, double bx, double by,
                                     double cx, double cy, double r1, double r2) noexcept nogil
