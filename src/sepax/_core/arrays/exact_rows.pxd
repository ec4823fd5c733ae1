"""Two rows of parts, exactly; see exact_rows.pyx."""

from sepax._core.arrays.descent cimport Nearness
from sepax._core.arrays.rows cimport Rows
from sepax._core.interrupts cimport Watch
from sepax._core.kernels.distance cimport Witnesses

cdef enum:
    NO_OUTLINE = 2      # of `rows_cover`: several parts of a union together may, or a rounded shape

cdef enum:
    # Of `relate_rows`.
    ROWS_APART
    ROWS_TOUCH
    ROWS_OVERLAP

cdef int rows_meet(const Rows* a, const Rows* b, bint strict, Watch* watch) noexcept nogil
cdef int parts_overlap(const Rows* a, const Rows* b, double least, Watch* watch) noexcept nogil
cdef int relate_rows(const Rows* a, const Rows* b, Watch* watch) noexcept nogil
cdef int rows_hold(const Rows* rows, double x, double y, Watch* watch) noexcept nogil
cdef int find_distance(const Rows* a, const Rows* b, Nearness* nearest,
                       Watch* watch) noexcept nogil
cdef int find_nearest_points(const Rows* a, const Rows* b, Witnesses* points,
                             Watch* watch) noexcept nogil
cdef int rows_cover(const Rows* outer, const Rows* inner, Watch* watch) noexcept nogil
