"""Rings from users: checked, cleaned, made counter-clockwise; and convex hulls.

A ring is refused with the vertex and the reason, or becomes strictly convex: corners only, in
the order given.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.math cimport fabs, isfinite
from libc.string cimport memcpy, memmove

from sepax._core.interrupts cimport check_interrupts, raise_pending, start_watch, was_interrupted
from sepax._core.kernels.convex cimport COORDINATE_LIMIT
from sepax._core.kernels.pose cimport sine_cosine
from sepax._core.kernels.predicates cimport dot_sign, orient2d
from sepax._core.kernels.winding cimport comes_before, lowest_corner, reverse_winding
from sepax._core.memory cimport count_sum, new_array

cdef double RADIANS = 6.283185307179586     # of a whole turn


cdef inline int turn_at(const RingDraft* ring, Py_ssize_t i) noexcept nogil:
    """+1 for a left turn at vertex i, -1 for a right turn, 0 for none."""
    cdef Py_ssize_t before = i - 1 if i else ring.n - 1
    cdef Py_ssize_t after = i + 1 if i + 1 < ring.n else 0
    return orient2d(ring.x[before], ring.y[before], ring.x[i], ring.y[i],
                    ring.x[after], ring.y[after])


cdef inline void keep_vertex(RingDraft* ring, Py_ssize_t to, Py_ssize_t i) noexcept nogil:
    ring.x[to], ring.y[to] = ring.x[i], ring.y[i]
    ring.index[to] = ring.index[i]


cdef inline bint same_point(const RingDraft* ring, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    return ring.x[i] == ring.x[j] and ring.y[i] == ring.y[j]


cdef void drop_repeated(RingDraft* ring) noexcept nogil:
    cdef Py_ssize_t i, kept = 0
    for i in range(ring.n):
        if kept == 0 or not same_point(ring, i, kept - 1):
            keep_vertex(ring, kept, i)
            kept += 1
    while kept > 1 and same_point(ring, kept - 1, 0):
        kept -= 1
    ring.n = kept


cdef bint is_collinear(const RingDraft* ring) noexcept nogil:
    """Whether all vertices (0 and 1 differ) are on one line."""
    cdef Py_ssize_t i
    for i in range(2, ring.n):
        if orient2d(ring.x[0], ring.y[0], ring.x[1], ring.y[1], ring.x[i], ring.y[i]) != 0:
            return False
    return True


cdef int refuse_spike(const RingDraft* ring, Py_ssize_t before, Py_ssize_t i,
                      Py_ssize_t after) except -1:
    """Of three collinear vertices the middle one must lie between the others."""
    if dot_sign(ring.x[i], ring.y[i], ring.x[before], ring.y[before],
                ring.x[after], ring.y[after]) > 0:
        raise ValueError(f"the ring doubles back on itself at vertex {ring.index[i]}")
    return 0


cdef int drop_straight(RingDraft* ring) except -1:
    """Drop the vertices between collinear neighbours, in one pass with a stack from a corner."""
    cdef Py_ssize_t start = lowest_corner(ring.x, ring.y, ring.n), kept = 0, work = 0, step, i
    cdef Py_ssize_t* stack = ring.stack
    for step in range(ring.n + 1):
        check_interrupts(&work, 1)
        i = (start + step) % ring.n
        while kept >= 2 and orient2d(
                ring.x[stack[kept - 2]], ring.y[stack[kept - 2]], ring.x[stack[kept - 1]],
                ring.y[stack[kept - 1]], ring.x[i], ring.y[i]) == 0:
            refuse_spike(ring, stack[kept - 2], stack[kept - 1], i)
            kept -= 1
            ring.index[stack[kept]] = -1
        stack[kept] = i
        kept += 1
    refuse_straight_start(ring, stack[kept - 2], start, stack[1])
    kept = 0
    for i in range(ring.n):
        if ring.index[i] >= 0:
            keep_vertex(ring, kept, i)
            kept += 1
    ring.n = kept
    return 0


cdef int refuse_straight_start(const RingDraft* ring, Py_ssize_t before, Py_ssize_t i,
                               Py_ssize_t after) except -1:
    """A corner of the hull is straight only where the ring doubles back."""
    if orient2d(ring.x[before], ring.y[before], ring.x[i], ring.y[i],
                ring.x[after], ring.y[after]) == 0:
        refuse_spike(ring, before, i, after)
    return 0


cdef bint edges_cross(const RingDraft* ring, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    """Whether edges i and j (no neighbours) have a point in common."""
    cdef Py_ssize_t p = i + 1 if i + 1 < ring.n else 0, q = j + 1 if j + 1 < ring.n else 0
    cdef int a = orient2d(ring.x[i], ring.y[i], ring.x[p], ring.y[p], ring.x[j], ring.y[j])
    cdef int b = orient2d(ring.x[i], ring.y[i], ring.x[p], ring.y[p], ring.x[q], ring.y[q])
    cdef int c = orient2d(ring.x[j], ring.y[j], ring.x[q], ring.y[q], ring.x[i], ring.y[i])
    cdef int d = orient2d(ring.x[j], ring.y[j], ring.x[q], ring.y[q], ring.x[p], ring.y[p])
    if a == 0 and b == 0:
        return (min(ring.x[i], ring.x[p]) <= max(ring.x[j], ring.x[q])
                and min(ring.x[j], ring.x[q]) <= max(ring.x[i], ring.x[p])
                and min(ring.y[i], ring.y[p]) <= max(ring.y[j], ring.y[q])
                and min(ring.y[j], ring.y[q]) <= max(ring.y[i], ring.y[p]))
    return a * b <= 0 and c * d <= 0


cdef int refuse_crossing(const RingDraft* ring, str convex) except -1:
    """Raise if two edges meet, and name them; for rings that are not convex."""
    cdef Py_ssize_t i, j, work = 0
    for i in range(ring.n):
        check_interrupts(&work, ring.n - i)
        for j in range(i + 2, ring.n):
            if (i > 0 or j < ring.n - 1) and edges_cross(ring, i, j):
                raise ValueError(
                    f"the ring crosses itself: the edge from vertex {ring.index[i]} meets the edge "
                    f"from vertex {ring.index[j]}; for the convex hull use {convex}")
    return 0


cdef Py_ssize_t reversals(const RingDraft* ring) noexcept nogil:
    """How often the edges change between rightwards and leftwards: twice a revolution."""
    cdef Py_ssize_t i, after, count = 0
    cdef bint first = False, last = False, now
    for i in range(ring.n):
        after = i + 1 if i + 1 < ring.n else 0
        now = comes_before(ring.x, ring.y, i, after)
        if i == 0:
            first = now
        elif now != last:
            count += 1
        last = now
    return count + (first != last)


cdef int require_convex(const RingDraft* ring, int side, str convex) except -1:
    cdef Py_ssize_t i, work = 0
    for i in range(ring.n):
        check_interrupts(&work, 1)
        if turn_at(ring, i) != side:
            refuse_crossing(ring, convex)
            raise ValueError(
                f"vertex {ring.index[i]} is a reflex corner at {(ring.x[i], ring.y[i])}: a polygon "
                f"must be convex; for the convex hull use {convex}, "
                "to keep its form sepax.Compound.from_polygon, which cuts it into convex parts")
    if reversals(ring) != 2:
        refuse_crossing(ring, convex)
    return 0


cdef void reverse(RingDraft* ring) noexcept nogil:
    """Make a clockwise ring counter-clockwise; vertex 0 stays the first."""
    cdef Py_ssize_t i = 1, j = ring.n - 1
    reverse_winding(ring.x, ring.y, ring.n)
    while i < j:
        ring.index[i], ring.index[j] = ring.index[j], ring.index[i]
        i += 1
        j -= 1


cdef int require_ends(const double* x, const double* y) except -1:
    """Refuse ends that are one point, or out of range."""
    cdef Py_ssize_t i
    for i in range(2):
        if not (fabs(x[i]) <= COORDINATE_LIMIT and fabs(y[i]) <= COORDINATE_LIMIT):
            raise ValueError(f"{('start', 'end')[i]} must be finite and within 2**240, "
                             f"got {(x[i], y[i])}")
    if x[0] == x[1] and y[0] == y[1]:
        raise ValueError(f"start and end are the same point, {(x[0], y[0])}: "
                         "that is a Point, or with a radius a Circle")
    return 0


cdef int read_ring(const double[:, ::1] vertices, RingDraft* ring, str convex) except -1:
    """Copy, check and clean the vertices: convex, counter-clockwise, strictly turning. Error
    messages offer `convex` for points in another order."""
    cdef Py_ssize_t i
    cdef double x, y
    ring.n = vertices.shape[0]
    if ring.n < 3:
        raise ValueError(f"a polygon needs at least 3 vertices, got {ring.n}")
    for i in range(ring.n):
        x = vertices[i, 0]
        y = vertices[i, 1]
        if not (isfinite(x) and isfinite(y)):
            raise ValueError(f"vertex {i} is not finite: {(x, y)}")
        if fabs(x) > COORDINATE_LIMIT or fabs(y) > COORDINATE_LIMIT:
            raise ValueError(f"vertex {i} is beyond 2**240: {(x, y)}")
        ring.x[i], ring.y[i] = x, y
        ring.index[i] = i
    drop_repeated(ring)
    if ring.n < 3:
        raise ValueError(f"a polygon needs at least 3 distinct vertices, got {ring.n}: "
                         f"the last of them is vertex {ring.index[ring.n - 1]}")
    if is_collinear(ring):
        raise ValueError(f"the polygon has zero area: vertices {ring.index[0]} to "
                         f"{ring.index[ring.n - 1]} are all on one line")
    drop_straight(ring)
    # A simple ring turns at a corner of its hull as it winds.
    cdef int side = turn_at(ring, lowest_corner(ring.x, ring.y, ring.n))
    require_convex(ring, side, convex)
    if side < 0:
        reverse(ring)
    return 0


@cython.final
cdef class RingMemory:
    """Working memory for the validation of one ring, freed whatever happens."""

    def __cinit__(self, Py_ssize_t n):
        self.ring.x = <double*>new_array(n, 2 * sizeof(double))
        self.ring.index = <Py_ssize_t*>new_array(count_sum(n, 1), 2 * sizeof(Py_ssize_t))
        if self.ring.x is NULL or self.ring.index is NULL:
            raise MemoryError
        self.ring.y = self.ring.x + n
        self.ring.stack = self.ring.index + n

    def __dealloc__(self):
        PyMem_RawFree(self.ring.x)
        PyMem_RawFree(self.ring.index)


cdef inline void merge(const Spot* source, Spot* target, Py_ssize_t start, Py_ssize_t middle,
                       Py_ssize_t stop) noexcept nogil:
    """Merge the sorted runs [start, middle) and [middle, stop)."""
    cdef Py_ssize_t i = start, j = middle, k
    for k in range(start, stop):
        if j < stop and (i == middle or source[j].x < source[i].x or (
                source[j].x == source[i].x and source[j].y < source[i].y)):
            target[k] = source[j]
            j += 1
        else:
            target[k] = source[i]
            i += 1


cdef Spot* sort_spots(Spot* spots, Spot* spare, Py_ssize_t n, Watch* watch) noexcept nogil:
    """Sort points by x and then by y: a merge sort. Returns where the result is, or NULL after an
    interrupt."""
    cdef Py_ssize_t start, width = 1
    while width < n:
        start = 0
        while start < n:
            merge(spots, spare, start, min(start + width, n), min(start + 2 * width, n))
            start += 2 * width
            if was_interrupted(watch, width):
                return NULL
        spots, spare = spare, spots
        width *= 2
    return spots


cdef inline int turn_of(const Spot* spots, Py_ssize_t i, Py_ssize_t j,
                        Py_ssize_t k) noexcept nogil:
    return orient2d(spots[i].x, spots[i].y, spots[j].x, spots[j].y, spots[k].x, spots[k].y)


cdef Py_ssize_t hull_chain(const Spot* spots, Py_ssize_t n, Py_ssize_t* chain,
                           Watch* watch) noexcept nogil:
    """Andrew's monotone chain for sorted points, which may repeat: the number of corners, less
    than 3 if all points are on one line, or -1 after an interrupt. `chain` has room for 2 n."""
    cdef Py_ssize_t step, i, kept = 0, start = 1, last = n - 1
    for step in range(2 * last + 1):
        i = step if step <= last else 2 * last - step
        if step == last + 1:
            start = kept
        while kept > start and turn_of(spots, chain[kept - 2], chain[kept - 1], i) <= 0:
            kept -= 1
        chain[kept] = i
        kept += 1
        if was_interrupted(watch, 1):
            return -1
    return max(kept - 1, 0)     # the last is the first


def sort_points(double[:, ::1] points not None,
                double[:, ::1] spare not None) -> npt.NDArray[np.float64]:
    """Sort the rows of finite (n, 2) points by x and then by y. `spare` has the same shape;
    whichever of the two holds the result is returned."""
    cdef Py_ssize_t n = points.shape[0]
    cdef Spot* spots
    cdef Watch watch
    if points.shape[1] != 2 or spare.shape[0] != n or spare.shape[1] != 2:
        raise ValueError("points and spare must have the shape (n, 2)")
    if n == 0:
        return points.base
    start_watch(&watch)
    spots = sort_spots(<Spot*>&points[0, 0], <Spot*>&spare[0, 0], n, &watch)
    if spots is NULL:
        raise_pending()
    return points.base if spots is <Spot*>&points[0, 0] else spare.base


cdef list hull_of_spots(const Spot* points, Py_ssize_t n):
    """Indices of the convex hull of sorted points (`hull_of_sorted`)."""
    cdef RingMemory memory = RingMemory(n)
    cdef Py_ssize_t i, count
    cdef Watch watch
    start_watch(&watch)
    count = hull_chain(points, n, memory.ring.index, &watch)
    if count < 0:
        raise_pending()
    return [memory.ring.index[i] for i in range(count)]


def hull_of_sorted(const double[:, ::1] points not None) -> list[int]:
    """Indices of the convex hull of (n, 2) float64 points, counter-clockwise (Andrew's monotone
    chain). The points are sorted by x and then by y, and may repeat. The result is corners only."""
    if points.shape[1] != 2:
        raise ValueError("points must have the shape (n, 2)")
    return hull_of_spots(<const Spot*>&points[0, 0], points.shape[0]) if len(points) else []


cdef Py_ssize_t put_hull(const Spot* cloud, Py_ssize_t n, RingMemory memory, Spot* corners,
                         Watch* watch) except -1:
    """Write the corners of the hull; two ends or one point without area. Returns their number."""
    cdef Spot* spots = <Spot*>memory.ring.x
    cdef Py_ssize_t* chain = memory.ring.index
    cdef Py_ssize_t i, count
    memcpy(spots, cloud, n * sizeof(Spot))
    spots = sort_spots(spots, spots + n, n, watch)
    count = hull_chain(spots, n, chain, watch) if spots is not NULL else -1
    if count < 0:
        raise_pending()
    if count < 3:
        chain[0] = 0
        chain[1] = n - 1
        count = min(n, 1)
        if n and (spots[0].x != spots[n - 1].x or spots[0].y != spots[n - 1].y):
            count = 2
    for i in range(count):
        corners[i] = spots[chain[i]]
    return count


cdef bint are_in_range(const Spot* spots, Py_ssize_t n) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(n):
        if not (fabs(spots[i].x) <= COORDINATE_LIMIT and fabs(spots[i].y) <= COORDINATE_LIMIT):
            return False
    return True


def put_unit_ring(double[:, ::1] corners not None) -> None:
    """Put the corners of a regular polygon at a distance of 1 from the origin."""
    cdef Py_ssize_t k, n = corners.shape[0]
    if corners.shape[1] != 2:
        raise ValueError("corners must have the shape (n, 2)")
    with nogil:
        for k in range(n):
            sine_cosine(RADIANS * k / n, &corners[k, 1], &corners[k, 0])


def put_hulls(double[:, ::1] points not None, const Py_ssize_t[::1] offsets not None,
              const cython.uchar[::1] chosen not None, Py_ssize_t[::1] sizes not None,
              Py_ssize_t fewest) -> int:
    """Replace the chosen clouds of points by their hulls, and set all sizes; the other rows move
    up.

    Returns the first of them with a point out of range or with fewer corners than `fewest`, or -1.
    Offsets run from 0 to the number of points and do not decrease.
    """
    cdef Py_ssize_t k, n, place = 0, longest = 0, work = 0, count = sizes.shape[0]
    cdef Spot* spots = <Spot*>&points[0, 0] if points.shape[0] else NULL
    cdef RingMemory memory
    cdef Watch watch
    if (points.shape[1] != 2 or chosen.shape[0] != count or offsets.shape[0] != count + 1
            or offsets[count] != points.shape[0]):
        raise ValueError("points must have the shape (n, 2), and offsets must lead to n")
    for k in range(count):
        longest = max(longest, offsets[k + 1] - offsets[k])
    memory = RingMemory(2 * longest)
    start_watch(&watch)
    for k in range(count):
        n = offsets[k + 1] - offsets[k]
        if not chosen[k]:
            sizes[k] = n
            memmove(spots + place, spots + offsets[k], n * sizeof(Spot))
        elif are_in_range(spots + offsets[k], n):
            sizes[k] = put_hull(spots + offsets[k], n, memory, spots + place, &watch)
        else:
            return k
        if chosen[k] and sizes[k] < fewest:
            return k
        place += sizes[k]
        check_interrupts(&work, n)
    return -1
