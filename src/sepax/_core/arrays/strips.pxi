"""Strips of the broad phase: how they are chosen, and which boxes are in each."""

cdef bint measure(const BoxSide* side, Extent* extent) noexcept nogil:
    """Widen the extent by the boxes of a side; False where a number is not finite."""
    cdef const double* box
    cdef Py_ssize_t i
    for i in range(side.n):
        box = side.bounds + 4 * row_in(side, i)
        extent.low = box[LOW_Y] if box[LOW_Y] < extent.low else extent.low
        extent.high = box[HIGH_Y] if box[HIGH_Y] > extent.high else extent.high
        extent.heights += box[HIGH_Y] - box[LOW_Y]
        if not (fabs(box[LOW_X]) <= FARTHEST and fabs(box[LOW_Y]) <= FARTHEST
                and fabs(box[HIGH_X]) <= FARTHEST and fabs(box[HIGH_Y]) <= FARTHEST):
            return False
    return True


cdef inline uint32_t strip_of(const Strips* strips, double y) noexcept nogil:
    """The strip of a height; never falls as y rises."""
    cdef double cell
    cdef Py_ssize_t low = 0, half, n
    if strips.limit is NULL:
        cell = (y - strips.low) * strips.scale
        if cell < strips.count:
            return <uint32_t>cell if cell > 0.0 else 0
        return <uint32_t>(strips.count - 1)
    n = strips.count - 1
    while n > 0:
        half = n // 2
        if strips.limit[low + half] <= y:
            low += half + 1
            n -= half + 1
        else:
            n = half
    return <uint32_t>low


cdef void find_spans(const Strips* strips, BoxSide* side) noexcept nogil:
    """Find the strips of every box, and count the boxes that begin and end in each."""
    cdef const double* box
    cdef Span* span = side.span
    cdef Py_ssize_t i
    memset(side.beginning, 0, strips.count * sizeof(Py_ssize_t))
    memset(side.ending, 0, strips.count * sizeof(Py_ssize_t))
    for i in range(side.n):
        box = side.bounds + 4 * row_in(side, i)
        span[i].first = strip_of(strips, box[LOW_Y])
        span[i].last = strip_of(strips, box[HIGH_Y])
        if span[i].last < span[i].first:
            span[i].last = span[i].first
        side.beginning[span[i].first] += 1
        side.ending[span[i].last] += 1


cdef Py_ssize_t count_members(const BoxSide* side, Py_ssize_t count, int shift) noexcept nogil:
    """Members of all strips, if 2 ** shift of them are made one."""
    cdef uint64_t total = <uint64_t>side.n
    cdef Py_ssize_t s
    for s in range(count):
        total += <uint64_t>(s >> shift) * <uint64_t>(side.ending[s] - side.beginning[s])
    return <Py_ssize_t>min(total, <uint64_t>PY_SSIZE_T_MAX)


cdef void plan_even_strips(Strips* strips, const Extent* extent, Py_ssize_t n) noexcept nogil:
    """Strips of STRIP_HEIGHT mean heights, but not too many."""
    cdef double most = 1.0 + n // LEAST_MEMBERS
    cdef double count = (extent.high - extent.low) / (STRIP_HEIGHT * (extent.heights / n))
    strips.limit = NULL
    strips.low = extent.low
    strips.count = <Py_ssize_t>min(count, most) if count >= 1.0 else 1    # also where it is NaN
    strips.scale = strips.count / (extent.high - extent.low)


cdef bint is_crowded(const BoxSide* a, const BoxSide* b, Py_ssize_t count) noexcept nogil:
    """Whether most boxes start in few of the strips."""
    cdef double squares = 0.0, n = a.n + b.n, here
    cdef Py_ssize_t s
    for s in range(count):
        here = a.beginning[s] + b.beginning[s]
        squares += here * here
    return squares * count > CROWDING * n * n


cdef int plan_quantiles(Strips* strips, const BoxSide* a, const BoxSide* b,
                        Watch* watch) noexcept nogil:
    """Limits that share the lower sides of a sample out evenly; 0 or a Failure."""
    cdef Py_ssize_t n = a.n + b.n, i, k, count = min(SAMPLE, n)
    cdef double* sample = <double*>new_array(2 * SAMPLE, sizeof(double))
    cdef uint64_t* words = <uint64_t*>new_array(2 * SAMPLE, sizeof(uint64_t))
    cdef uint64_t* order
    strips.limit = sample
    if sample is NULL or words is NULL:
        PyMem_RawFree(words)
        return -1
    for i in range(count):
        # A large prime for a stride, so that the sample does not follow a pattern in the array.
        k = i if count == n else <Py_ssize_t>(<uint64_t>i * STRIDE % <uint64_t>n)
        sample[SAMPLE + i] = (a.bounds[4 * row_in(a, k) + LOW_Y] if k < a.n
                              else b.bounds[4 * row_in(b, k - a.n) + LOW_Y])
    order = order_fully(sample + SAMPLE, count, words, words + SAMPLE, watch)
    if order is NULL:
        PyMem_RawFree(words)
        return INTERRUPTED
    strips.count = min(count, 1 + n // LEAST_MEMBERS)
    for i in range(1, strips.count):
        sample[i - 1] = sample[SAMPLE + (order[i * count // strips.count] & INDEX_MASK)]
    PyMem_RawFree(words)
    return 0


cdef void merge_counts(Py_ssize_t* counts, Py_ssize_t count, int shift) noexcept nogil:
    """Make those of 2 ** shift strips one."""
    cdef Py_ssize_t s, here
    for s in range(count):
        here = counts[s]
        counts[s] = 0
        counts[s >> shift] += here


cdef void merge_spans(BoxSide* side, Py_ssize_t count, int shift) noexcept nogil:
    cdef Py_ssize_t i
    merge_counts(side.beginning, count, shift)
    merge_counts(side.ending, count, shift)
    for i in range(side.n):
        side.span[i].first >>= shift
        side.span[i].last >>= shift


cdef void merge_strips(Strips* strips, BoxSide* a, BoxSide* b) noexcept nogil:
    """Make two strips one, and again, until few boxes are in more than one."""
    cdef int shift = 0
    while (count_sum(count_members(a, strips.count, shift), count_members(b, strips.count, shift))
            > 2 * (a.n + b.n)):
        shift += 1
    if shift:
        merge_spans(a, strips.count, shift)
        merge_spans(b, strips.count, shift)
    strips.count = ((strips.count - 1) >> shift) + 1


cdef int make_spans(BoxSide* side, Py_ssize_t most) noexcept nogil:
    """Room for the spans of a side, and for counts of so many strips; -1 without memory."""
    side.span = <Span*>new_array(side.n, sizeof(Span))
    side.beginning = <Py_ssize_t*>new_array(most, sizeof(Py_ssize_t))
    side.ending = <Py_ssize_t*>new_array(most, sizeof(Py_ssize_t))
    return -1 if side.span is NULL or side.beginning is NULL or side.ending is NULL else 0


cdef int plan_strips(Strips* strips, BoxSide* a, BoxSide* b, const Extent* extent,
                     Watch* watch) noexcept nogil:
    """Choose the strips and find those of every box; 0 or a Failure."""
    cdef int result = 0
    cdef Py_ssize_t most = 1 + (a.n + b.n) // LEAST_MEMBERS
    if make_spans(a, most) < 0 or make_spans(b, most) < 0:
        return NO_MEMORY
    plan_even_strips(strips, extent, a.n + b.n)
    find_spans(strips, a)
    find_spans(strips, b)
    if is_crowded(a, b, strips.count):
        result = plan_quantiles(strips, a, b, watch)
        if result == 0:
            find_spans(strips, a)
            find_spans(strips, b)
        PyMem_RawFree(strips.limit)
    if result == 0:
        merge_strips(strips, a, b)
    return result


cdef int place_strips(BoxSide* side, Py_ssize_t count) noexcept nogil:
    """Room for the members of each strip, and where they start; -1 without memory."""
    cdef Py_ssize_t members = 0, s
    side.start = <Py_ssize_t*>new_array(count + 2, sizeof(Py_ssize_t))
    side.member = <uint32_t*>new_array(count_members(side, count, 0), sizeof(uint32_t))
    if side.start is NULL or side.member is NULL:
        return -1
    side.start[0] = side.start[1] = 0
    for s in range(count):
        members += side.beginning[s]
        side.start[s + 2] = side.start[s + 1] + members
        members -= side.ending[s]
    return 0


cdef int scatter_into_strips(BoxSide* side, Py_ssize_t count) noexcept nogil:
    """Hand the boxes of a side out to the strips; -1 without memory."""
    cdef Py_ssize_t i, s
    cdef uint32_t flagged
    if place_strips(side, count) < 0:
        return -1
    for i in range(side.n):     # start[s + 1] moves from the first to the last member of s
        flagged = <uint32_t>row_in(side, i)
        for s in range(side.span[i].first, side.span[i].last + 1):
            side.member[side.start[s + 1]] = flagged
            side.start[s + 1] += 1
            flagged |= STARTS_BELOW
    return 0


cdef int make_lane(BoxSide* side, Py_ssize_t n) noexcept nogil:
    """Room for a strip of so many members; -1 without memory."""
    cdef Lane* lane = &side.lane
    cdef double* memory
    side.lane_memory = new_array(count_sum(n, SWEPT), sizeof(Row) + 7 * sizeof(double)
                                 + sizeof(uint32_t))
    if side.lane_memory is NULL:
        return -1
    n += SWEPT
    memory = <double*>side.lane_memory
    lane.strip.low_x = memory
    lane.strip.high_x = memory + n
    lane.strip.low_y = memory + 2 * n
    lane.strip.high_y = memory + 3 * n
    lane.unsorted_x = memory + 4 * n
    lane.words = <uint64_t*>(memory + 5 * n)
    lane.spare = <uint64_t*>(memory + 6 * n)
    lane.unsorted = <Row*>(memory + 7 * n)
    lane.strip.index = <uint32_t*>(lane.unsorted + n)
    return 0


cdef int allocate_lane(BoxSide* side, Py_ssize_t count) noexcept nogil:
    """Room for the fullest strip; -1 without memory."""
    cdef Py_ssize_t s, n = 0
    for s in range(count):
        n = max(n, side.start[s + 1] - side.start[s])
    return make_lane(side, n)
