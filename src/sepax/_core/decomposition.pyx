"""The least number of convex parts of a small polygon without holes, over its own corners.

A diagonal i k cuts off a polygon. One of its parts lies along the diagonal: a convex chain of edges
and further diagonals, from i to k. The least number of parts is one more than the parts beyond the
cheapest chain. Diagonals with a reflex corner at one end suffice, since others can be removed.

A chain is a shorter one and a corner more, which a reflex end of it sees across the part. Only the
cheapest of the shorter ones matter, and of these the narrowest: rather than a dearer one, the
diagonal may as well bound a part of its own (Keil, 1985).
"""

from libc.math cimport fabs

from sepax._core.kernels.predicates cimport orient2d

cdef enum:
    # How a corner sees another.
    BLOCKED = 0
    TOUCHING = 1            # past corners on the way, or near it: no diagonal, but within a part
    CLEAR = 2
    UNREACHED = 255         # a price
    # Of a diagonal's length, how near another corner may come. Parts that are thinner could not be
    # posed: rounding, far from the origin, would turn them over.
    THIN = 1 << 30


cdef inline int side(const Region* region, int i, int j, int k) noexcept nogil:
    """+1 if corner k lies to the left of i -> j, -1 to the right, 0 on that line."""
    cdef const Spot* a = &region.spots[i]
    cdef const Spot* b = &region.spots[j]
    return orient2d(a.x, a.y, b.x, b.y, region.spots[k].x, region.spots[k].y)


cdef inline bint is_reflex(const Region* region, int i) noexcept nogil:
    return (region.reflex >> i) & 1


cdef inline int after(const Region* region, int i) noexcept nogil:
    return i + 1 if i + 1 < region.n else 0


cdef inline int before(const Region* region, int i) noexcept nogil:
    return i - 1 if i else region.n - 1


cdef int find_reflex(Region* region) noexcept nogil:
    """Find the reflex corners; returns their number."""
    cdef int i, count = 0
    region.reflex = 0
    for i in range(region.n):
        if side(region, before(region, i), i, after(region, i)) < 0:
            region.reflex |= <mask_t>1 << i
            count += 1
    return count


# --- who sees whom ---

cdef bint begins_inside(const Region* region, int i, int j) noexcept nogil:
    """Whether the segment from a corner to another begins inside, or along an edge."""
    cdef bint starts = side(region, before(region, i), i, j) >= 0
    if starts == is_reflex(region, i):
        return starts
    return side(region, i, after(region, i), j) >= 0


cdef bint is_between(const Region* region, int i, int j, int k) noexcept nogil:
    """Whether corner k, on the line of i and j, lies between them."""
    cdef Py_ssize_t a = region.corners[i], b = region.corners[j], c = region.corners[k]
    return min(a, b) < c < max(a, b)


cdef int touch(const Region* region, int i, int j, int k) noexcept nogil:
    """How corner i sees j > i past corner k, which lies on the segment."""
    cdef int way = 1 if i < k < j else -1
    if (way * side(region, i, j, before(region, k)) > 0
            or way * side(region, i, j, after(region, k)) > 0):
        return BLOCKED
    return TOUCHING


cdef int sight(const Region* region, int i, int j) noexcept nogil:
    """How corner i sees j > i, if the segment begins inside at both ends."""
    cdef int k, last = region.n - 1, now, was = 0, seen = CLEAR
    if i != last and j != last:
        was = side(region, i, j, last)
    for k in range(region.n):
        now = side(region, i, j, k) if k != i and k != j else 0
        if now * was < 0 and side(region, last, k, i) * side(region, last, k, j) < 0:
            return BLOCKED
        if now == 0 and k != i and k != j and is_between(region, i, j, k):
            seen = touch(region, i, j, k)
            if seen == BLOCKED:
                return BLOCKED
        was, last = now, k
    return seen


cdef bint is_near_corners(const Region* region, int i, int j) noexcept nogil:
    """Whether the segment from a corner to another passes near a third one, rounded."""
    cdef double start_x = region.spots[i].x, start_y = region.spots[i].y, x, y, along
    cdef double dx = region.spots[j].x - start_x, dy = region.spots[j].y - start_y
    cdef double square = dx * dx + dy * dy
    cdef int k
    for k in range(region.n):
        x, y = region.spots[k].x - start_x, region.spots[k].y - start_y
        along = dx * x + dy * y
        if k != i and k != j and 0.0 <= along <= square and (
                fabs(dx * y - dy * x) * THIN <= square):
            return True
    return False


cdef void find_sights(Region* region, bint with_thin) noexcept nogil:
    cdef int i, j, n = region.n
    for i in range(n):
        for j in range(i + 1, n):
            region.sight[i][j] = BLOCKED
            region.price[i][j] = UNREACHED
            region.pairs[i][j] = 0
            if j == i + 1 or (i == 0 and j == n - 1):
                region.sight[i][j] = CLEAR
            elif (is_reflex(region, i) or is_reflex(region, j)) and (
                    begins_inside(region, i, j) and begins_inside(region, j, i)):
                region.sight[i][j] = sight(region, i, j)
                if region.sight[i][j] == CLEAR and not with_thin and is_near_corners(region, i, j):
                    region.sight[i][j] = TOUCHING


# --- the cheapest chains ---

cdef inline int cost(const Region* region, int i, int j) noexcept nogil:
    """The least number of parts that an edge or a diagonal cuts off."""
    return 0 if j == i + 1 else 1 + region.price[i][j]


cdef void offer(Region* region, int i, int k, int price, int first, int last) noexcept nogil:
    """Note a chain from i to k, if none is cheaper, or as cheap and nowhere wider."""
    cdef small_t* firsts = region.first[i][k]
    cdef small_t* lasts = region.last[i][k]
    cdef int p, kept = 0
    if price > region.price[i][k]:
        return
    if price < region.price[i][k]:
        region.price[i][k] = price
        region.pairs[i][k] = 0
    for p in range(region.pairs[i][k]):
        if firsts[p] >= first and lasts[p] <= last:
            return
    for p in range(region.pairs[i][k]):
        if firsts[p] > first or lasts[p] < last:
            firsts[kept], lasts[kept] = firsts[p], lasts[p]
            kept += 1
    if kept < MOST_PAIRS:
        firsts[kept], lasts[kept] = first, last
        kept += 1
    region.pairs[i][k] = kept


cdef inline bint stays_convex(const Region* region, int a, int i, int b) noexcept nogil:
    """Whether a part with the corners a, i, b does not turn right at i."""
    return not is_reflex(region, i) or side(region, a, i, b) >= 0


cdef void extend_to(Region* region, int i, int j, int k) noexcept nogil:
    """Extend the chains from i, which is reflex, to j by the edge or diagonal j -> k."""
    cdef int p, more = cost(region, j, k)
    if region.sight[i][j] == CLEAR:
        offer(region, i, k, cost(region, i, j) + more, j, j)
    if region.price[i][j] + more > region.price[i][k]:
        return
    for p in range(region.pairs[i][j]):
        if stays_convex(region, region.last[i][j][p], j, k) and (
                side(region, k, i, region.first[i][j][p]) >= 0):
            offer(region, i, k, region.price[i][j] + more, region.first[i][j][p], j)


cdef void extend_from(Region* region, int i, int j, int k) noexcept nogil:
    """Extend the chains from j to k, which is reflex, by the edge or diagonal i -> j."""
    cdef int p, more = cost(region, i, j)
    if region.sight[j][k] == CLEAR:
        offer(region, i, k, cost(region, j, k) + more, j, j)
    if region.price[j][k] + more > region.price[i][k]:
        return
    for p in range(region.pairs[j][k]):
        if stays_convex(region, i, j, region.first[j][k][p]) and (
                side(region, region.last[j][k][p], k, i) >= 0):
            offer(region, i, k, region.price[j][k] + more, j, region.last[j][k][p])


cdef void find_chains(Region* region, int i, int k) noexcept nogil:
    cdef int j
    if is_reflex(region, i):
        for j in range(i + 1, k):
            if region.sight[i][j] != BLOCKED and region.sight[j][k] == CLEAR:
                extend_to(region, i, j, k)
    else:
        for j in range(i + 1, k):
            if region.sight[i][j] == CLEAR and region.sight[j][k] != BLOCKED:
                extend_from(region, i, j, k)


cdef bint find_all_chains(Region* region, bint with_thin) noexcept nogil:
    cdef int i, length, n = region.n
    find_sights(region, with_thin)
    for length in range(2, n):
        for i in range(n - length):
            if region.sight[i][i + length] != BLOCKED:
                find_chains(region, i, i + length)
    return region.price[0][n - 1] != UNREACHED


cdef int least_parts(Region* region) noexcept nogil:
    """The least number of convex parts of a region, whose reflex corners have been found; without
    thin parts, if that can be."""
    if not find_all_chains(region, False):
        find_all_chains(region, True)
    return cost(region, 0, region.n - 1)


cdef mask_t trace_chain(const Region* region, int i, int k) noexcept nogil:
    """The corners of a cheapest chain from i to k."""
    cdef mask_t chain = <mask_t>1 << i | <mask_t>1 << k
    cdef int p, j, first = region.first[i][k][0], last = region.last[i][k][0]
    while True:
        chain |= <mask_t>1 << first | <mask_t>1 << last
        if is_reflex(region, i):
            j = last
            if first == j and region.sight[i][j] == CLEAR and (
                    cost(region, i, j) + cost(region, j, k) == region.price[i][k]):
                return chain
            p = 0
            while region.first[i][j][p] != first or not stays_convex(
                    region, region.last[i][j][p], j, k):
                p += 1
            last, k = region.last[i][j][p], j
        else:
            j = first
            if last == j and region.sight[j][k] == CLEAR and (
                    cost(region, i, j) + cost(region, j, k) == region.price[i][k]):
                return chain
            p = 0
            while region.last[j][k][p] != last or not stays_convex(
                    region, i, j, region.first[j][k][p]):
                p += 1
            first, i = region.first[j][k][p], j
