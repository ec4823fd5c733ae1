"""The polygon test of highway-env's utils, to the last bit.

Unlike `sepax.sweep`, it extends intervals by the displacement, which is necessary for a hit but not
sufficient. Agents were trained on those answers, so every operation here is NumPy's for the host,
in the same order. On most machines NumPy's BLAS fuses the second product of a dot product with the
sum; `fused` says whether it does.
"""

from cpython.buffer cimport PyBUF_FORMAT, PyBUF_STRIDES, PyBuffer_Release, PyObject_GetBuffer
from libc.math cimport INFINITY, fabs, fma, sqrt


cdef struct Ring:
    const double* points    # x and y in turn; the last point repeats the first
    Py_ssize_t n            # points, the repeated one included
    double mean_x, mean_y   # of the points but the last

cdef struct Projections:
    double low_a, high_a, low_b, high_b

cdef struct Verdict:
    bint intersecting, will_intersect
    double distance         # the least there was, absolute
    double axis_x, axis_y
    bint has_axis


cdef inline double dot(double ax, double ay, double bx, double by, bint fused) noexcept nogil:
    """What NumPy's dot gives for two vectors of length 2: it starts from +0."""
    cdef double first = 0.0 + ax * bx
    return fma(ay, by, first) if fused else first + ay * by


cdef inline void project(const Ring* ring, double x, double y, bint fused,
                         double* low, double* high) noexcept nogil:
    """A NaN that comes first stays, as no comparison with it holds."""
    cdef double along
    cdef Py_ssize_t i
    low[0] = high[0] = dot(ring.points[0], ring.points[1], x, y, fused)
    for i in range(1, ring.n):
        along = dot(ring.points[2 * i], ring.points[2 * i + 1], x, y, fused)
        if along < low[0]:
            low[0] = along
        if along > high[0]:
            high[0] = along


cdef inline double interval_distance(const Projections* s) noexcept nogil:
    """The gap between two projections; negative where they overlap."""
    return s.low_b - s.high_a if s.low_a < s.low_b else s.low_a - s.high_b


cdef inline void take_mean(Ring* ring) noexcept nogil:
    cdef double x = ring.points[0], y = ring.points[1]
    cdef Py_ssize_t i, n = ring.n - 1
    for i in range(1, n):
        x += ring.points[2 * i]
        y += ring.points[2 * i + 1]
    ring.mean_x = x / n
    ring.mean_y = y / n


cdef bint test_edges(const Ring* edges, const Ring* a, const Ring* b, double step_x,
                     double step_y, bint fused, Verdict* verdict) noexcept nogil:
    """Narrow the verdict by the edges of one ring; False once both answers are no."""
    cdef const double* p = edges.points
    cdef double x, y, length, speed, distance
    cdef Projections s
    cdef Py_ssize_t i
    for i in range(0, 2 * (edges.n - 1), 2):
        x = -p[i + 3] + p[i + 1]
        y = p[i + 2] - p[i]
        length = sqrt(dot(x, y, x, y, fused))
        x /= length     # NaN for an edge of length 0: no comparison below holds then
        y /= length
        project(a, x, y, fused, &s.low_a, &s.high_a)
        project(b, x, y, fused, &s.low_b, &s.high_b)
        if interval_distance(&s) > 0.0:
            verdict.intersecting = False
        speed = dot(x, y, step_x, step_y, fused)
        if speed < 0.0:
            s.low_a += speed
        else:
            s.high_a += speed
        distance = interval_distance(&s)
        if distance > 0.0:
            verdict.will_intersect = False
        if not verdict.intersecting and not verdict.will_intersect:
            return False
        if fabs(distance) < verdict.distance:
            verdict.distance = fabs(distance)
            verdict.has_axis = True
            # The axis points from the mean of b to that of a.
            if dot(a.mean_x - b.mean_x, a.mean_y - b.mean_y, x, y, fused) > 0.0:
                verdict.axis_x = x
                verdict.axis_y = y
            else:
                verdict.axis_x = -x
                verdict.axis_y = -y
    return True


cdef bint test_rings(Ring* a, Ring* b, double step_x, double step_y, bint fused,
                     Verdict* verdict) noexcept nogil:
    """The verdict on two rings; False where the host would fail: no edge has a direction."""
    verdict.intersecting = verdict.will_intersect = True
    verdict.has_axis = False
    verdict.distance = INFINITY
    take_mean(a)
    take_mean(b)
    return (not test_edges(a, a, b, step_x, step_y, fused, verdict)
            or not test_edges(b, a, b, step_x, step_y, fused, verdict)
            or verdict.has_axis or not verdict.will_intersect)


cdef inline bint is_plain(const Py_buffer* view, int dimensions) noexcept:
    """Whether it holds native float64, row after row without gaps, pairs in each."""
    if view.ndim != dimensions or view.format[0] != b"d" or view.format[1] != 0:
        return False
    if dimensions == 1:
        return view.shape[0] == 2 and view.strides[0] == sizeof(double)
    # A closed polygon has at least two rows.
    return (view.shape[0] >= 2 and view.shape[1] == 2 and view.strides[1] == sizeof(double)
            and view.strides[0] == 2 * sizeof(double))


cdef tuple answer(const Py_buffer* views, bint fused):
    """Run the test on the buffers of the four arguments."""
    cdef Ring a, b
    cdef Verdict verdict
    cdef const double* step_a = <const double*>views[2].buf
    cdef const double* step_b = <const double*>views[3].buf
    if not (is_plain(&views[0], 2) and is_plain(&views[1], 2)
            and is_plain(&views[2], 1) and is_plain(&views[3], 1)):
        return None
    a.points = <const double*>views[0].buf
    a.n = views[0].shape[0]
    b.points = <const double*>views[1].buf
    b.n = views[1].shape[0]
    if not test_rings(&a, &b, step_a[0] - step_b[0], step_a[1] - step_b[1], fused, &verdict):
        return None
    if not verdict.will_intersect:
        return (verdict.intersecting, False, None)
    return (verdict.intersecting, True,
            (verdict.distance * verdict.axis_x, verdict.distance * verdict.axis_y))


def displaced_polygons(a: npt.NDArray[np.float64], b: npt.NDArray[np.float64],
                       displacement_a: npt.NDArray[np.float64],
                       displacement_b: npt.NDArray[np.float64],
                       bint fused) -> tuple[bool, bool, tuple[float, float] | None] | None:
    """Whether two polygons meet, and whether they may once they are displaced.

    Parameters
    ----------
    a, b : (n, 2) float64 array
        Closed rings: the last row repeats the first.
    displacement_a, displacement_b : (2,) float64 array
    fused : bool
        Whether NumPy rounds ``x0 * x1 + y0 * y1`` as ``fma(y0, y1, x0 * x1)``.

    Returns
    -------
    (intersecting, will_intersect, translation) or None
        `translation` is (x, y) or None. None for the whole means that this is a
        case for the host itself: another layout or type of array, fewer than
        two rows, or no edge of any length.
    """
    cdef Py_buffer views[4]
    cdef int held = 0
    try:
        for source in (a, b, displacement_a, displacement_b):
            PyObject_GetBuffer(source, &views[held], PyBUF_FORMAT | PyBUF_STRIDES)
            held += 1
        return answer(views, fused)
    finally:
        while held:
            held -= 1
            PyBuffer_Release(&views[held])
