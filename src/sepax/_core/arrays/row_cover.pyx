"""Whether a row covers another, also several parts of a union together: these are asked in rational
arithmetic, by a function in Python."""

from cpython.exc cimport PyErr_SetObject

from sepax._core.arrays.boundary_search cimport RowSearch, next_in_box, seek_in_box
from sepax._core.arrays.exact_rows cimport NO_OUTLINE, rows_cover
from sepax._core.arrays.extents cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y
from sepax._core.arrays.pair_list cimport INTERRUPTED
from sepax._core.arrays.rings cimport place_vertex, vertex_behind
from sepax._core.arrays.rows cimport (
    RowMemory, Rows, box_of_rows, prepare_rows, release_rows, row_at)
from sepax._core.interrupts cimport Watch
from sepax._core.kernels.convex cimport Convex

cdef object covers_together = None


def answer_together_by(function: Callable[..., bool]) -> None:
    """Register the function for parts that cover a shape together: of the outer parts that may, of
    the inner parts, of the posed rings of an inner outline, and whether to answer exactly. A part is
    its radius and its points."""
    global covers_together
    covers_together = function


cdef list points_of(const Convex* part):
    cdef Py_ssize_t i
    return [(part.x[i], part.y[i]) for i in range(part.n)]


cdef list list_parts(const Rows* rows, const double* box):
    """The radius and the points of each part near a box."""
    cdef RowSearch search
    cdef RowMemory memory
    cdef const Convex* part
    cdef Py_ssize_t k
    if not prepare_rows(rows, &memory):
        raise MemoryError
    found = []
    seek_in_box(&search, rows, box[LOW_X], box[LOW_Y], box[HIGH_X], box[HIGH_Y])
    while True:
        k = next_in_box(&search)
        if k < 0:
            break
        part = row_at(rows, k, &memory)
        found.append((part.radius, points_of(part)))
    release_rows(&memory)
    return found


cdef list list_rings(const Rows* rows):
    """The posed rings of an outline; None for others, and where parts are exact."""
    cdef double x, y
    cdef Py_ssize_t k
    if rows.boundary is NULL or rows.margin == 0.0:
        return None
    rings, ring = [], []
    for k in range(rows.boundary.count):
        place_vertex(rows.boundary, rows.place, k, &x, &y)
        ring.append((x, y))
        if vertex_behind(rows.boundary, k) <= k:
            rings.append(ring)
            ring = []
    return rings


cdef int cover_together(const Rows* outer, const Rows* inner, bint exact) noexcept with gil:
    """INTERRUPTED leaves an exception pending, for who has called the loop."""
    cdef double box[4]
    cdef object failure = None
    try:
        box_of_rows(inner, box)
        return bool(covers_together(list_parts(outer, box), list_parts(inner, box),
                                    list_rings(inner), exact))
    except BaseException as error:
        failure = error
    PyErr_SetObject(type(failure), failure)
    return INTERRUPTED


cdef int row_covers(const Rows* outer, const Rows* inner, bint exact, Watch* watch) noexcept nogil:
    """Whether a row covers another, or a Failure: INTERRUPTED, too, where an exception is pending. If
    not exact, up to a sliver where exact arithmetic cannot decide."""
    cdef int result = rows_cover(outer, inner, watch)
    if result != NO_OUTLINE:
        return result
    return cover_together(outer, inner, exact)
