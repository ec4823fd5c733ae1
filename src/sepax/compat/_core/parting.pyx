"""The shortest translation that separates two unions of hulls.

The translations of a at which one hull of a overlaps one of b form an open convex set. It is
bounded by a line for each edge, and by circles about the vertices if one of the two is a disc. The
shortest translation outside of all these sets is the point of a curve that is nearest to the
origin, or a crossing of two curves. All of these are tried.
"""

from cpython.mem cimport PyMem_RawFree
from libc.math cimport INFINITY, fabs, sqrt

from sepax._core.interrupts cimport Watch, was_interrupted, raise_pending, start_watch
from sepax._core.kernels.answers cimport Axis
from sepax._core.kernels.convex cimport Convex, edge_is_active, set_point
from sepax._core.kernels.edges cimport edge_separation
from sepax._core.kernels.queries cimport convex_separation
from sepax._core.memory cimport count_product, count_sum, new_array


cdef struct Curve:
    # A line: translations v with x * v_x + y * v_y = distance, for an outward unit vector (x, y). A
    # circle: those at `distance` from (x, y).
    double x, y, distance
    bint is_circle

cdef struct Unions:
    const Convex* a
    const Convex* b
    Py_ssize_t count_a, count_b
    Curve* curves           # of all pairs, those of one pair after another
    Py_ssize_t count
    Py_ssize_t* ends        # for each pair, the index after its last curve
    double tolerance        # by which a translation may fall short of parting

cdef struct Shortest:
    double x, y
    double square           # of the length; INFINITY while there is none


cdef Py_ssize_t add_lines(const Convex* a, const Convex* b, double sign,
                          Curve* curves) noexcept nogil:
    """One line for each edge of a. A move v of a subtracts normal . v from its gap, one of b adds
    it: `sign` is -1 if a moves and +1 if b does."""
    cdef Py_ssize_t i, count = 0
    for i in range(a.edges):
        if edge_is_active(a, i):
            curves[count].x = sign * a.normal_x[i]
            curves[count].y = sign * a.normal_y[i]
            curves[count].distance = a.radius + b.radius - edge_separation(a, i, b)
            curves[count].is_circle = False
            count += 1
    return count


cdef Py_ssize_t add_circles(const Convex* ring, const Convex* disc, double sign,
                            Curve* curves) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(ring.n):
        curves[i].x = sign * (ring.x[i] - disc.x[0])
        curves[i].y = sign * (ring.y[i] - disc.y[0])
        curves[i].distance = disc.radius
        curves[i].is_circle = True
    return ring.n


cdef void add_curves(Unions* unions) noexcept nogil:
    cdef const Convex* a
    cdef const Convex* b
    cdef Py_ssize_t i, j
    unions.count = 0
    for i in range(unions.count_a):
        for j in range(unions.count_b):
            a = &unions.a[i]
            b = &unions.b[j]
            unions.count += add_lines(a, b, -1.0, unions.curves + unions.count)
            unions.count += add_lines(b, a, 1.0, unions.curves + unions.count)
            if b.edges == 0:
                unions.count += add_circles(a, b, -1.0, unions.curves + unions.count)
            elif a.edges == 0:
                unions.count += add_circles(b, a, 1.0, unions.curves + unions.count)
            unions.ends[i * unions.count_b + j] = unions.count


cdef double separation_to_moved_disc(const Convex* ring, const Convex* disc, double x,
                                     double y) noexcept nogil:
    cdef Axis found
    cdef Convex centre
    cdef double px = disc.x[0] + x, py = disc.y[0] + y
    set_point(&centre, &px, &py)
    convex_separation(ring, &centre, INFINITY, &found)
    return found.separation - disc.radius


cdef double separation_by_lines(const Curve* curves, Py_ssize_t start, Py_ssize_t end, double x,
                                double y) noexcept nogil:
    cdef double gap = -INFINITY
    cdef Py_ssize_t k
    for k in range(start, end):
        gap = max(gap, curves[k].x * x + curves[k].y * y - curves[k].distance)
    return gap


cdef bint parts_all(const Unions* unions, double x, double y) noexcept nogil:
    """Whether no pair overlaps any more once a has moved by (x, y)."""
    cdef const Convex* a
    cdef const Convex* b
    cdef Py_ssize_t pair, start = 0
    cdef double gap
    for pair in range(unions.count_a * unions.count_b):
        a = &unions.a[pair // unions.count_b]
        b = &unions.b[pair % unions.count_b]
        if b.edges == 0:
            gap = separation_to_moved_disc(a, b, -x, -y)
        elif a.edges == 0:
            gap = separation_to_moved_disc(b, a, x, y)
        else:
            gap = separation_by_lines(unions.curves, start, unions.ends[pair], x, y)
        if gap < -unions.tolerance:
            return False
        start = unions.ends[pair]
    return True


cdef void attempt(const Unions* unions, double x, double y, Shortest* shortest) noexcept nogil:
    cdef double square = x * x + y * y
    if square < shortest.square and parts_all(unions, x, y):
        shortest.x = x
        shortest.y = y
        shortest.square = square


cdef inline double distance_of(const Curve* curve) noexcept nogil:
    """From the origin to the nearest point of a curve; negative inside of a circle."""
    if curve.is_circle:
        return sqrt(curve.x * curve.x + curve.y * curve.y) - curve.distance
    return curve.distance


cdef void try_nearest(const Unions* unions, const Curve* curve,
                      Shortest* shortest) noexcept nogil:
    cdef double share, length
    if not curve.is_circle:
        attempt(unions, curve.x * curve.distance, curve.y * curve.distance, shortest)
        return
    length = sqrt(curve.x * curve.x + curve.y * curve.y)
    if length > 0.0:
        share = 1.0 - curve.distance / length
        attempt(unions, curve.x * share, curve.y * share, shortest)


cdef void try_chord(const Unions* unions, const Curve* round, double x, double y,
                    double distance, Shortest* shortest) noexcept nogil:
    """Try where a line of unit normal (x, y), `distance` from its centre, crosses a circle."""
    cdef double half = round.distance * round.distance - distance * distance
    if half < 0.0:
        return
    half = sqrt(half)
    attempt(unions, round.x + x * distance - y * half, round.y + y * distance + x * half, shortest)
    attempt(unions, round.x + x * distance + y * half, round.y + y * distance - x * half, shortest)


cdef void try_crossings(const Unions* unions, const Curve* p, const Curve* q,
                        Shortest* shortest) noexcept nogil:
    """Try the places where two curves cross."""
    cdef double area, x, y, length
    if p.is_circle and q.is_circle:
        x = q.x - p.x
        y = q.y - p.y
        length = sqrt(x * x + y * y)
        if length > 0.0:    # all circles have the same radius
            try_chord(unions, p, x / length, y / length, 0.5 * length, shortest)
    elif p.is_circle:
        try_chord(unions, p, q.x, q.y, q.distance - (q.x * p.x + q.y * p.y), shortest)
    elif q.is_circle:
        try_chord(unions, q, p.x, p.y, p.distance - (p.x * q.x + p.y * q.y), shortest)
    else:
        area = p.x * q.y - p.y * q.x
        if fabs(area) > 1e-9:   # flatter crossings are far away, or on one line
            attempt(unions, (p.distance * q.y - q.distance * p.y) / area,
                    (q.distance * p.x - p.distance * q.x) / area, shortest)


cdef void search(const Unions* unions, Shortest* shortest) noexcept nogil:
    cdef Watch watch
    cdef Py_ssize_t i, j, work = 1 + unions.count_a * unions.count_b // 16
    cdef double length
    start_watch(&watch)
    shortest.square = INFINITY
    for i in range(unions.count):
        try_nearest(unions, &unions.curves[i], shortest)
        if was_interrupted(&watch, work):
            return
    for i in range(unions.count):
        length = sqrt(shortest.square)
        if fabs(distance_of(&unions.curves[i])) >= length:
            continue
        for j in range(i):
            if fabs(distance_of(&unions.curves[j])) < length:
                try_crossings(unions, &unions.curves[i], &unions.curves[j], shortest)
                if was_interrupted(&watch, work):
                    return


cdef bint part_unions(const Convex* a, Py_ssize_t count_a, const Convex* b, Py_ssize_t count_b,
                      double tolerance, double* x, double* y) except -1:
    """Find the shortest translation of a that separates two unions, at most one of them of discs.
    False if one of them is empty."""
    cdef Unions unions
    cdef Shortest shortest
    cdef Py_ssize_t i, room_a = 0, room_b = 0
    unions.a, unions.count_a = a, count_a
    unions.b, unions.count_b = b, count_b
    unions.tolerance = tolerance
    for i in range(count_a):
        room_a = count_sum(room_a, count_product(2, a[i].n))
    for i in range(count_b):
        room_b = count_sum(room_b, count_product(2, b[i].n))
    unions.curves = <Curve*>new_array(
        count_sum(count_product(room_a, count_b), count_product(room_b, count_a)), sizeof(Curve))
    unions.ends = <Py_ssize_t*>new_array(count_product(count_a, count_b), sizeof(Py_ssize_t))
    try:
        if unions.curves is NULL or unions.ends is NULL:
            raise MemoryError
        with nogil:
            add_curves(&unions)
            search(&unions, &shortest)
        raise_pending()
    finally:
        PyMem_RawFree(unions.curves)
        PyMem_RawFree(unions.ends)
    x[0], y[0] = shortest.x, shortest.y
    return shortest.square < INFINITY
