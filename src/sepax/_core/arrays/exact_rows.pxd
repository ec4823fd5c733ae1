"""Two rows of parts, exactly; see exact_rows.pyx."""

from sepax._core.arrays.descent cimport Nearness
from sepax._core.arrays.rows cimport Rows
from sepax._core.interrupts cimport Watch
from sepax._core.kernels.distance cimport Witnesses

cpdef enum:
    NO_OUTLINE = 2      # of `rows_cover`: the outer one is a union of parts, or has a radius

cdef int rows_meet(const Rows* a, const Rows* b, bint strict, Watch* watch) noexcept nogil
cdef int rows_hold(const Rows* rows, double x, double y, Watch* watch) noexcept nogil
cdef int find_distance(const Rows* a, const Rows* b, Nearness* nearest,
                       Watch* watch) noexcept nogil
cdef int find_nearest_points(const Rows* a, const Rows* b, Witnesses* points,
                             Watch* watch) noexcept nogil
cdef int rows_cover(const Rows* outer, const Rows* inner, Watch* watch) noexcept nogil
