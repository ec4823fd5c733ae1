"""Outlines as users give them: corners found, numbered and wound; whatever is no outline refused.

A ring may wind either way, be open or closed, and have repeated and straight vertices. The corners
that are left of it are strictly convex or reflex. A convex exterior without holes is known by its
corners alone.
"""

from libc.math cimport fabs
from libc.string cimport memcpy, memmove

from sepax._core.interrupts cimport was_interrupted
from sepax._core.kernels.convex cimport COORDINATE_LIMIT
from sepax._core.kernels.predicates cimport dot_sign
from sepax._core.memory cimport has_room

cdef enum:
    MOVED = 64              # entries of the sweep line that are moved in one unit of work
    RUN = 16                # corners that are sorted by insertion
    # Corners up to which all pairs of edges are compared, which then takes less than the sweep.
    FEW = 32
    CORNER_BYTES = 2 * sizeof(Spot) + 10 * sizeof(Py_ssize_t) + 2


cdef bint make_room(Outline* outline, Py_ssize_t vertices) noexcept nogil:
    """Have room for so many corners. Rings have 3 or more of them, so for these there is room."""
    cdef Py_ssize_t room = outline.room, k
    cdef Py_ssize_t* numbers
    if not has_room(&outline.memory, &outline.room, max(vertices, RUN), CORNER_BYTES):
        return refuse(outline, NO_MEMORY, 0, 0, 0)
    if outline.room == room:
        return True
    room = outline.room
    outline.spots = <Spot*>outline.memory
    outline.read = outline.spots + room
    numbers = <Py_ssize_t*>(outline.read + room)
    outline.previous, outline.following = numbers, numbers + room
    outline.given, outline.ring = numbers + 2 * room, numbers + 3 * room
    outline.starts, outline.leftmost = numbers + 4 * room, numbers + 5 * room
    outline.order, outline.rank = numbers + 6 * room, numbers + 7 * room
    outline.line, outline.below = numbers + 8 * room, numbers + 9 * room
    outline.side = <signed char*>(numbers + 10 * room)
    outline.turns = outline.side + room
    return True


# --- rings ---

cdef Py_ssize_t copy_distinct(Outline* outline, const Spot* vertices, Py_ssize_t count,
                              Py_ssize_t ring) noexcept nogil:
    """Copy a ring behind those read so far, without repeated vertices; returns how many are left,
    or -1. What the caller may change is read once."""
    cdef Spot* read = outline.read + outline.n
    cdef Py_ssize_t* given = outline.given + outline.n
    cdef Py_ssize_t i, after, kept = 0
    for i in range(count):
        read[i] = vertices[i]
        if not (fabs(read[i].x) <= COORDINATE_LIMIT and fabs(read[i].y) <= COORDINATE_LIMIT):
            refuse(outline, OUT_OF_RANGE, ring, i, 0)
            return -1
    for i in range(count):
        after = i + 1 if i + 1 < count else 0
        if read[i].x != read[after].x or read[i].y != read[after].y:
            read[kept] = read[i]        # at 0 the same point stays, if not the same vertex
            given[kept] = i
            kept += 1
    return kept


cdef bint keep_corners(Outline* outline, Py_ssize_t count, Py_ssize_t ring) noexcept nogil:
    """Drop the straight ones of distinct vertices, and refuse those that turn back."""
    cdef Spot* read = outline.read + outline.n
    cdef Py_ssize_t* given = outline.given + outline.n
    cdef Py_ssize_t i, kept = 0, spike = -1
    cdef Spot first = read[0], before = read[count - 1], here, after
    cdef int side
    for i in range(count):
        here = read[i]
        after = read[i + 1] if i + 1 < count else first
        side = orient2d(before.x, before.y, here.x, here.y, after.x, after.y)
        if side:
            read[kept] = here
            given[kept] = given[i]
            outline.turns[outline.n + kept] = side
            outline.ring[outline.n + kept] = ring
            kept += 1
        elif spike < 0 and dot_sign(here.x, here.y, before.x, before.y, after.x, after.y) > 0:
            spike = given[i]
        before = here
        if was_interrupted(&outline.watch, 1):
            return refuse(outline, INTERRUPTED, ring, 0, 0)
    if kept == 0:
        return refuse(outline, FLAT, ring, 0, 0)
    if spike >= 0:
        return refuse(outline, SPIKE, ring, spike, 0)
    outline.n += kept
    return True


cdef bint read_ring(Outline* outline, const Spot* vertices, Py_ssize_t count) noexcept nogil:
    cdef Py_ssize_t ring = outline.rings, distinct = copy_distinct(outline, vertices, count, ring)
    if distinct < 0:
        return False
    if distinct < 3:
        return refuse(outline, TOO_FEW, ring, max(distinct, min(count, 1)), 0)
    outline.starts[ring] = outline.n
    if not keep_corners(outline, distinct, ring):
        return False
    outline.rings += 1
    outline.starts[outline.rings] = outline.n
    return True


cdef inline bint comes_before(const Spot* a, const Spot* b) noexcept nogil:
    return a.x < b.x or (a.x == b.x and a.y < b.y)


cdef bint goes_round_once(const Outline* outline) noexcept nogil:
    """Whether all corners turn one way, and edges change between rightwards and leftwards twice."""
    cdef Py_ssize_t i, n = outline.n, changes = 0
    cdef const Spot* read = outline.read
    cdef bint was_forward = comes_before(&read[n - 1], &read[0]), forward
    for i in range(n):
        forward = comes_before(&read[i], &read[i + 1 if i + 1 < n else 0])
        changes += forward != was_forward
        was_forward = forward
        if outline.turns[i] != outline.turns[0]:
            return False
    return changes == 2


# --- numbers from left to right ---

cdef void sort_runs(Outline* outline) noexcept nogil:
    """Sort each run of corners by insertion."""
    cdef const Spot* read = outline.read
    cdef Py_ssize_t* order = outline.order
    cdef Py_ssize_t i, k
    for i in range(outline.n):
        k = i
        while k % RUN and comes_before(&read[i], &read[order[k - 1]]):
            order[k] = order[k - 1]
            k -= 1
        order[k] = i


cdef bint merge_runs(Outline* outline) noexcept nogil:
    cdef const Spot* read = outline.read
    cdef Py_ssize_t* source = outline.order
    cdef Py_ssize_t* target = outline.line
    cdef Py_ssize_t n = outline.n, width = RUN, start, middle, stop, i, j, k
    while width < n:
        stop = 0
        while stop < n:
            start = stop
            middle, stop = min(start + width, n), min(start + 2 * width, n)
            i, j = start, middle
            for k in range(start, stop):
                if j < stop and (i == middle or comes_before(&read[source[j]], &read[source[i]])):
                    target[k] = source[j]
                    j += 1
                else:
                    target[k] = source[i]
                    i += 1
            if was_interrupted(&outline.watch, stop - start):
                return refuse(outline, INTERRUPTED, 0, 0, 0)
        source, target = target, source
        width *= 2
    if source is not outline.order:
        memcpy(outline.order, source, n * sizeof(Py_ssize_t))
    return True


cdef void number_corners(Outline* outline) noexcept nogil:
    """Number the corners, and find the leftmost of each ring."""
    cdef Py_ssize_t i, k, r
    for r in range(outline.rings):
        outline.leftmost[r] = -1
    for i in range(outline.n):
        k = outline.order[i]
        outline.rank[k] = i
        outline.spots[i] = outline.read[k]
        if outline.leftmost[outline.ring[k]] < 0:
            outline.leftmost[outline.ring[k]] = i


cdef void link_corners(Outline* outline) noexcept nogil:
    """Link the corners with the inside to the left. The leftmost corner of a simple ring turns as
    the ring winds: to the left if it is counter-clockwise."""
    cdef Py_ssize_t r, k, i, before, after, first, last
    cdef int way
    for r in range(outline.rings):
        way = outline.turns[outline.order[outline.leftmost[r]]] * (-1 if r else 1)
        first, last = outline.starts[r], outline.starts[r + 1] - 1
        for k in range(first, last + 1):
            i = outline.rank[k]
            before = outline.rank[k - 1 if k > first else last]
            after = outline.rank[k + 1 if k < last else first]
            outline.previous[i] = before if way > 0 else after
            outline.following[i] = after if way > 0 else before
            outline.side[i] = way * outline.turns[k]
            outline.reflex += outline.side[i] < 0


# --- edges that meet ---

cdef void name_edge(const Outline* outline, Py_ssize_t i, Py_ssize_t* ring, Py_ssize_t* first,
                    Py_ssize_t* last) noexcept nogil:
    """Name the edge from corner i by the vertices at its ends, in the order given."""
    cdef Py_ssize_t a = outline.order[i], b = outline.order[outline.following[i]]
    ring[0] = outline.ring[a]
    if b != (a + 1 if a + 1 < outline.starts[ring[0] + 1] else outline.starts[ring[0]]):
        a, b = b, a
    first[0], last[0] = outline.given[a], outline.given[b]


cdef bint refuse_meeting(Outline* outline, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    """Write down that the edges from corners i and j meet."""
    cdef Finding* finding = &outline.finding
    if outline.order[j] < outline.order[i]:
        i, j = j, i
    name_edge(outline, i, &finding.ring, &finding.first, &finding.last)
    name_edge(outline, j, &finding.other, &finding.other_first, &finding.other_last)
    finding.fault = MEETING
    return False


cdef inline bint edges_meet(const Outline* outline, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    """Whether the edges from corners i and j meet, other than in a corner of both. The caller knows
    that some upright line crosses them both, so collinear ones overlap."""
    cdef const Spot* spots = outline.spots
    cdef Py_ssize_t p = outline.following[i], q = outline.following[j]
    if p == j or q == i:
        return False
    return (turn(spots, i, p, j) * turn(spots, i, p, q) <= 0
            and turn(spots, j, q, i) * turn(spots, j, q, p) <= 0)


cdef bint refuse_shared_points(Outline* outline) noexcept nogil:
    """Corners that are one point follow each other."""
    cdef Py_ssize_t i
    for i in range(1, outline.n):
        if not comes_before(&outline.spots[i - 1], &outline.spots[i]):
            return refuse_meeting(outline, i - 1, i)
    return True


cdef bint compare_all_edges(Outline* outline) noexcept nogil:
    """Refuse edges that meet, by comparison of each with each."""
    cdef const Spot* spots = outline.spots
    cdef Py_ssize_t i, j, p, q, low, high
    cdef double least, most
    for i in range(outline.n):
        p = outline.following[i]
        low, high = min(i, p), max(i, p)
        least, most = min(spots[i].y, spots[p].y), max(spots[i].y, spots[p].y)
        for j in range(i + 1, outline.n):
            # As points on an edge are between its ends from left to right, so are their numbers.
            q = outline.following[j]
            if (min(j, q) < high and max(j, q) > low and not (
                    (spots[j].y > most and spots[q].y > most)
                    or (spots[j].y < least and spots[q].y < least))
                    and edges_meet(outline, i, j)):
                return refuse_meeting(outline, i, j)
    return True


cdef inline int side_of(const Outline* outline, Py_ssize_t edge, Py_ssize_t v) noexcept nogil:
    """+1 if the corner is above an edge that it is between the ends of, -1 below it, 0 on it."""
    cdef Py_ssize_t after = outline.following[edge]
    return turn(outline.spots, min(edge, after), max(edge, after), v)


cdef Py_ssize_t edges_below(const Outline* outline, Py_ssize_t count, Py_ssize_t v) noexcept nogil:
    """How many of the edges on the sweep line have the corner strictly above them."""
    cdef Py_ssize_t low = 0, high = count, middle
    while low < high:
        middle = (low + high) // 2
        if side_of(outline, outline.line[middle], v) > 0:
            low = middle + 1
        else:
            high = middle
    return low


cdef Py_ssize_t pass_corner(Outline* outline, Py_ssize_t* count, Py_ssize_t v) noexcept nogil:
    """Exchange the edges that end in the next corner for those that begin there. Returns the place
    of an edge that meets the next one, or -1."""
    cdef Py_ssize_t* line = outline.line
    cdef Py_ssize_t before = outline.previous[v], after = outline.following[v], k
    cdef Py_ssize_t place = edges_below(outline, count[0], v)
    cdef Py_ssize_t new = (before > v) + (after > v), old = 2 - new
    outline.below[v] = place
    memmove(&line[place + new], &line[place + old],
            (count[0] - place - old) * sizeof(Py_ssize_t))
    count[0] += new - old
    if new == 1:
        line[place] = before if before > v else v
    elif new == 2:
        k = turn(outline.spots, before, v, after) > 0   # the edge to the corner after is the lower
        line[place + k] = before
        line[place + 1 - k] = v
    # Two edges of one straight line are on the sweep line at once only if they overlap. An edge
    # that a corner lies on is beside that corner's own, before or after: it needs no search.
    if 0 < place < count[0] and edges_meet(outline, line[place - 1], line[place]):
        return place - 1
    k = place + new
    return k - 1 if new and k < count[0] and edges_meet(outline, line[k - 1], line[k]) else -1


cdef bint sweep_edges(Outline* outline) noexcept nogil:
    """Refuse edges that meet, by a sweep from left to right (Shamos and Hoey, 1976)."""
    cdef Py_ssize_t v, found, count = 0
    for v in range(outline.n):
        found = pass_corner(outline, &count, v)
        if found >= 0:
            return refuse_meeting(outline, outline.line[found], outline.line[found + 1])
        if was_interrupted(&outline.watch, 1 + count // MOVED):
            return refuse(outline, INTERRUPTED, 0, 0, 0)
    return True


# --- holes ---

cdef bint is_inside(const Outline* outline, Py_ssize_t ring, Py_ssize_t v) noexcept nogil:
    """Whether an odd number of edges of a ring are straight below the corner of another ring."""
    cdef Py_ssize_t k, i, after
    cdef bint inside = False
    for k in range(outline.starts[ring], outline.starts[ring + 1]):
        i = outline.rank[k]
        after = outline.following[i]
        if (i < v) != (after < v):
            inside ^= side_of(outline, i, v) > 0
    return inside


cdef bint refuse_place(Outline* outline, Py_ssize_t hole) noexcept nogil:
    """Find why a hole is in an even number of rings."""
    cdef Py_ssize_t ring = 0, v = outline.leftmost[hole]
    if not is_inside(outline, 0, v):
        return refuse(outline, OUTSIDE, hole, 0, 0)
    for ring in range(1, outline.rings):
        if ring != hole and is_inside(outline, ring, v):
            break
        if was_interrupted(&outline.watch, outline.starts[ring + 1] - outline.starts[ring]):
            return refuse(outline, INTERRUPTED, hole, 0, 0)
    return refuse(outline, NESTED, hole, 0, ring)


cdef bint check_holes(Outline* outline, bint swept) noexcept nogil:
    """Refuse holes that are not directly inside of the exterior. Of rings that do not meet, one
    that is inside an even number of others is among them wherever another is in the wrong place."""
    cdef Py_ssize_t hole, ring, v
    cdef bint inside
    for hole in range(1, outline.rings):
        v = outline.leftmost[hole]
        inside = outline.below[v] % 2 if swept else False
        if not swept:
            for ring in range(outline.rings):
                inside ^= ring != hole and is_inside(outline, ring, v)
        if not inside:
            return refuse_place(outline, hole)
    return True


cdef bint read_outline(Outline* outline, const Spot* vertices, const Py_ssize_t* starts,
                       Py_ssize_t rings) noexcept nogil:
    """Read an outline, whose ring r has the vertices starts[r] to starts[r + 1] - 1. False if the
    finding says why it is none."""
    cdef Py_ssize_t r
    cdef bint is_small
    outline.n = outline.rings = outline.reflex = outline.finding.fault = 0
    if rings == 0:
        return refuse(outline, NO_RING, 0, 0, 0)
    if not make_room(outline, starts[rings] - starts[0]):
        return False
    for r in range(rings):
        if not read_ring(outline, vertices + starts[r], starts[r + 1] - starts[r]):
            return False
    outline.is_convex = rings == 1 and goes_round_once(outline)
    if outline.is_convex:
        return True
    sort_runs(outline)
    if not merge_runs(outline):
        return False
    number_corners(outline)
    link_corners(outline)
    is_small = outline.n <= FEW
    return (refuse_shared_points(outline)
            and (compare_all_edges(outline) if is_small else sweep_edges(outline))
            and check_holes(outline, not is_small))
