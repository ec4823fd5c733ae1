"""Outlines from users: corners are found, numbered and linked; anything else is refused.

A ring may wind either way, be open or closed, and have repeated and straight vertices, which are
dropped. A convex exterior without holes is known by the remaining vertices. Rings may touch
themselves and each other in points.

A sweep from left to right (Shamos and Hoey, 1976) passes the points of the rings. The edges of a
point divide its surroundings into sectors, and a sector is inside if an odd number of edges is
straight below it. Each sector of the inside becomes a corner, linked along the edges that bound it.
So where rings touch, the corners form other walks than the rings: a hole that touches the exterior
is part of its walk. With each corner moved a little into its own sector, the walks are simple and
apart. Therefore the later steps need not know that corners of several sectors are one point. Only
their order matters: `add_corners` numbers them as if they were moved.
"""

from libc.math cimport fabs
from libc.string cimport memcpy, memmove

from sepax._core.interrupts cimport was_interrupted
from sepax._core.kernels.convex cimport COORDINATE_LIMIT
from sepax._core.kernels.predicates cimport dot_sign
from sepax._core.memory cimport has_room

cdef enum:
    MOVED = 64              # entries of the sweep line that are moved in one unit of work
    RUN = 16                # vertices that are sorted by insertion
    # An edge that a vertex touches has another corner there. At a point there is one such edge, as
    # several would cross: so there are at most twice as many corners as vertices.
    VERTEX_BYTES = 3 * sizeof(Spot) + 15 * sizeof(Py_ssize_t) + sizeof(bint) + 3


cdef bint make_room(Outline* outline, Py_ssize_t vertices) noexcept nogil:
    """Have room for so many vertices. Rings have 3 or more of them, so for these there is room."""
    cdef Py_ssize_t room = outline.room
    cdef Py_ssize_t* numbers
    if not has_room(&outline.memory, &outline.room, max(vertices, RUN), VERTEX_BYTES):
        return refuse(outline, NO_MEMORY, 0, 0, 0)
    if outline.room == room:
        return True
    room = outline.room
    outline.read = <Spot*>outline.memory
    outline.spots = outline.read + room
    numbers = <Py_ssize_t*>(outline.spots + 2 * room)
    outline.previous, outline.following = numbers, numbers + 2 * room
    outline.given, outline.ring = numbers + 4 * room, numbers + 5 * room
    outline.starts, outline.order = numbers + 6 * room, numbers + 7 * room
    outline.first, outline.last = numbers + 8 * room, numbers + 9 * room
    outline.corner, outline.line = numbers + 10 * room, numbers + 11 * room
    outline.ended, outline.begun = numbers + 12 * room, numbers + 13 * room
    # Of rings, which are fewer than half the vertices.
    outline.below, outline.parent = numbers + 14 * room, numbers + 14 * room + room // 2
    outline.waits = <bint*>(numbers + 15 * room)
    outline.side = <signed char*>(outline.waits + room)
    outline.turns = outline.side + 2 * room
    return True


# --- rings ---

cdef Py_ssize_t copy_distinct(Outline* outline, const Spot* vertices, Py_ssize_t count,
                              Py_ssize_t ring) noexcept nogil:
    """Copy a ring behind those read so far, without repeated vertices; returns the number of those
    left, or -1. Each number is read once, as the caller may change it."""
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


cdef bint goes_round_once(const Outline* outline) noexcept nogil:
    """Whether all corners turn one way, and edges change between rightwards and leftwards twice."""
    cdef Py_ssize_t i, n = outline.n, changes = 0
    cdef const Spot* read = outline.read
    cdef bint was_forward = spot_comes_before(&read[n - 1], &read[0]), forward
    for i in range(n):
        forward = spot_comes_before(&read[i], &read[i + 1 if i + 1 < n else 0])
        changes += forward != was_forward
        was_forward = forward
        if outline.turns[i] != outline.turns[0]:
            return False
    return changes == 2


# --- vertices from left to right ---

cdef void sort_runs(Outline* outline) noexcept nogil:
    """Sort each run of vertices by insertion."""
    cdef const Spot* read = outline.read
    cdef Py_ssize_t* order = outline.order
    cdef Py_ssize_t i, k
    for i in range(outline.n):
        k = i
        while k % RUN and spot_comes_before(&read[i], &read[order[k - 1]]):
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
                if j < stop and (i == middle
                                 or spot_comes_before(&read[source[j]], &read[source[i]])):
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


# --- edges that meet ---

cdef inline Py_ssize_t after(const Outline* outline, Py_ssize_t v) noexcept nogil:
    """The vertex that follows as given, and its edge."""
    cdef Py_ssize_t ring = outline.ring[v]
    return v + 1 if v + 1 < outline.starts[ring + 1] else outline.starts[ring]


cdef inline Py_ssize_t before(const Outline* outline, Py_ssize_t v) noexcept nogil:
    cdef Py_ssize_t ring = outline.ring[v]
    return (v if v > outline.starts[ring] else outline.starts[ring + 1]) - 1


cdef bint refuse_contact(Outline* outline, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    """Report that two edges meet."""
    cdef Finding* finding = &outline.finding
    cdef const Py_ssize_t* given = outline.given
    if j < i:
        i, j = j, i
    finding.ring, finding.other = outline.ring[i], outline.ring[j]
    finding.first, finding.last = given[i], given[after(outline, i)]
    finding.other_first, finding.other_last = given[j], given[after(outline, j)]
    finding.fault = MEETING
    return False


cdef inline int side_of(const Outline* outline, Py_ssize_t edge, Py_ssize_t v) noexcept nogil:
    """+1 if a vertex is above the line of an edge, -1 below it, 0 on it."""
    cdef Py_ssize_t a = outline.first[edge], b = outline.last[edge]
    if is_one_point(outline.read, b, v):
        return 0
    return turn(outline.read, a, b, v)


cdef bint stay_apart(Outline* outline, Py_ssize_t count, Py_ssize_t place) noexcept nogil:
    """Refuse an edge on the sweep line that crosses the one beneath it: then the first of their
    right ends is on the wrong side of the other."""
    cdef Py_ssize_t lower, upper, a, b
    if not 0 < place < count:
        return True
    lower, upper = outline.line[place - 1], outline.line[place]
    a, b = outline.last[lower], outline.last[upper]
    if (side_of(outline, upper, a) > 0 if spot_comes_before(&outline.read[a], &outline.read[b])
            else side_of(outline, lower, b) < 0):
        return refuse_contact(outline, lower, upper)
    return True


cdef Py_ssize_t edges_below(const Outline* outline, Py_ssize_t low, Py_ssize_t high,
                            Py_ssize_t v) noexcept nogil:
    """The place on the sweep line, between two others, of the first edge without v above it."""
    cdef Py_ssize_t middle
    while low < high:
        middle = (low + high) // 2
        if side_of(outline, outline.line[middle], v) > 0:
            low = middle + 1
        else:
            high = middle
    return low


cdef bint begin_edges(Outline* outline, Py_ssize_t low, Py_ssize_t begun) noexcept nogil:
    """Sort edges that begin in one point from below, on the sweep line, by where they lead to.
    False if two of them overlap, or after an interrupt."""
    cdef Py_ssize_t* line = outline.line
    cdef Py_ssize_t k, to, place, high
    for k in range(begun):
        high = low + k
        to = outline.last[outline.begun[k]]
        place = edges_below(outline, low, high, to)
        if place < high:
            if side_of(outline, line[place], to) == 0:
                return refuse_contact(outline, line[place], outline.begun[k])
            memmove(&line[place + 1], &line[place], (high - place) * sizeof(Py_ssize_t))
        line[place] = outline.begun[k]
        if was_interrupted(&outline.watch, 1 + (high - place) // MOVED):
            return refuse(outline, INTERRUPTED, 0, 0, 0)
    return True


cdef Py_ssize_t partner(const Outline* outline, Py_ssize_t edge, Py_ssize_t v) noexcept nogil:
    """The other edge of a ring at the point of a vertex; the same edge if the point is between its
    ends."""
    if is_one_point(outline.read, edge, v):
        return before(outline, edge)
    return after(outline, edge) if is_one_point(outline.read, after(outline, edge), v) else edge


cdef bint pair_edges(Outline* outline, Py_ssize_t v, Py_ssize_t ended, Py_ssize_t low,
                     Py_ssize_t begun) noexcept nogil:
    """Refuse rings that cross in a point, where several pass: of the edges around it, partners must
    enclose each other as brackets do."""
    cdef Py_ssize_t* stack = outline.begun      # of those without a partner yet
    cdef Py_ssize_t k, edge, other, size = 0
    for k in range(ended + begun):
        edge = outline.ended[k] if k < ended else outline.line[low + ended + begun - 1 - k]
        other = partner(outline, edge, v)
        if not outline.waits[other]:
            stack[size] = edge
            outline.waits[edge] = True
            size += 1
        elif stack[size - 1] == other:
            outline.waits[other] = False
            size -= 1
        else:
            return refuse_contact(outline, edge, stack[size - 1])
    return True


# --- corners, numbered from left to right ---

cdef inline Py_ssize_t add_corner(Outline* outline, Py_ssize_t v, int side) noexcept nogil:
    cdef Py_ssize_t i = outline.n
    outline.spots[i] = outline.read[v]
    outline.side[i] = side
    outline.reflex += side < 0
    outline.n += 1
    return i


cdef inline void link(Outline* outline, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    outline.following[i] = j
    outline.previous[j] = i


cdef inline void close_sector(Outline* outline, Py_ssize_t v, int side, Py_ssize_t to,
                              Py_ssize_t leave) noexcept nogil:
    """Add a corner with both edges to the left: the first of its walk."""
    cdef Py_ssize_t i = add_corner(outline, v, side)
    link(outline, outline.corner[to], i)
    link(outline, i, outline.corner[leave])


cdef inline void open_sector(Outline* outline, Py_ssize_t v, int side, Py_ssize_t low,
                             Py_ssize_t high) noexcept nogil:
    """Add a corner with both edges to the right."""
    outline.corner[low] = outline.corner[high] = add_corner(outline, v, side)


cdef void add_corners(Outline* outline, Py_ssize_t v, Py_ssize_t ended, Py_ssize_t low,
                      Py_ssize_t begun) noexcept nogil:
    """Add the corners of a point. Drawn into their sectors, those with both edges to the left come
    first, and those with both to the right last, unless they are reflex."""
    cdef const Py_ssize_t* left = outline.ended
    cdef const Py_ssize_t* right = outline.line + low
    cdef bint inside_below = low % 2, inside_above = (low + ended) % 2
    cdef Py_ssize_t i
    for i in range(low % 2, ended - 1, 2):
        close_sector(outline, v, 1, left[i], left[i + 1])
    if ended and begun:
        if inside_below:
            i = add_corner(outline, v, -side_of(outline, left[0], outline.last[right[0]]))
            link(outline, i, outline.corner[left[0]])
            outline.corner[right[0]] = i
        if inside_above:
            i = add_corner(outline, v, side_of(
                outline, left[ended - 1], outline.last[right[begun - 1]]))
            link(outline, outline.corner[left[ended - 1]], i)
            outline.corner[right[begun - 1]] = i
    elif inside_below and ended:
        close_sector(outline, v, -1, left[ended - 1], left[0])
    elif inside_below:
        open_sector(outline, v, -1, right[0], right[begun - 1])
    for i in range(low % 2, begun - 1, 2):
        open_sector(outline, v, 1, right[i], right[i + 1])


cdef void place_rings(Outline* outline, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    """Note which ring encloses the rings whose leftmost point this is. Just below the lowest edge
    of such a ring is the ring of the edge beneath, or the ring that encloses that one."""
    cdef Py_ssize_t k, ring, beneath
    for k in range(low, high):
        ring = outline.ring[outline.line[k]]
        if outline.below[ring] >= 0:
            continue
        outline.below[ring] = k
        outline.parent[ring] = -1
        if k:
            beneath = outline.ring[outline.line[k - 1]]
            outline.parent[ring] = beneath if (k - outline.below[beneath]) % 2 else (
                outline.parent[beneath])


cdef bint pass_point(Outline* outline, Py_ssize_t* count, Py_ssize_t start,
                     Py_ssize_t stop) noexcept nogil:
    """Exchange the edges that end in the point of some vertices for those that begin there. One
    that goes through it does both."""
    cdef Py_ssize_t* line = outline.line
    cdef Py_ssize_t v = outline.order[start], k, edge, ended = 0, begun = 0, low, high
    low = high = edges_below(outline, 0, count[0], v)
    while high < count[0] and side_of(outline, line[high], v) == 0:
        edge = line[high]
        if not is_one_point(outline.read, outline.last[edge], v):
            outline.begun[begun] = edge
            begun += 1
        outline.ended[ended] = edge
        ended += 1
        high += 1
    outline.touches = outline.touches or begun > 0 or stop - start > 1
    for k in range(start, stop):
        v = outline.order[k]
        edge = before(outline, v)
        if outline.first[v] == v:
            outline.begun[begun] = v
            begun += 1
        if outline.first[edge] == v:
            outline.begun[begun] = edge
            begun += 1
    if ended != begun:
        memmove(&line[low + begun], &line[high], (count[0] - high) * sizeof(Py_ssize_t))
    count[0] += begun - ended
    high = low + begun
    if not begin_edges(outline, low, begun):
        return False
    if outline.touches and not pair_edges(outline, v, ended, low, begun):
        return False
    place_rings(outline, low, high)
    add_corners(outline, v, ended, low, begun)
    return stay_apart(outline, count[0], low) and (
        begun == 0 or stay_apart(outline, count[0], high))


cdef bint sweep_edges(Outline* outline) noexcept nogil:
    """Refuse edges that meet other than in points, and make corners of all points."""
    cdef Py_ssize_t n = outline.n, start = 0, stop, count = 0, i
    cdef const Py_ssize_t* order = outline.order
    for i in range(n):
        outline.waits[i] = False
        stop = after(outline, i)
        outline.first[i], outline.last[i] = (i, stop) if spot_comes_before(
            &outline.read[i], &outline.read[stop]) else (stop, i)
    for i in range(outline.rings):
        outline.below[i] = -1
    outline.n = 0
    while start < n:
        stop = start + 1
        while stop < n and is_one_point(outline.read, order[start], order[stop]):
            stop += 1
        if not pass_point(outline, &count, start, stop):
            return False
        if was_interrupted(&outline.watch, 1 + count // MOVED):
            return refuse(outline, INTERRUPTED, 0, 0, 0)
        start = stop
    return True


# --- holes ---

cdef bint check_holes(Outline* outline) noexcept nogil:
    """Refuse holes that are not directly inside of the exterior."""
    cdef Py_ssize_t hole, ring
    for hole in range(1, outline.rings):
        ring = outline.parent[hole]
        if ring:
            while ring > 0:
                ring = outline.parent[ring]
            return refuse(outline, OUTSIDE if ring else NESTED, hole, 0, outline.parent[hole])
    return True


cdef bint read_outline(Outline* outline, const Spot* vertices, const Py_ssize_t* starts,
                       Py_ssize_t rings) noexcept nogil:
    """Read an outline, whose ring r has the vertices starts[r] to starts[r + 1] - 1. False if it is
    refused; the finding has the reason."""
    cdef Py_ssize_t r
    outline.n = outline.rings = outline.reflex = outline.finding.fault = 0
    outline.touches = False
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
    return merge_runs(outline) and sweep_edges(outline) and check_holes(outline)
