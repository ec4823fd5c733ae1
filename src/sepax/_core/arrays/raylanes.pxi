"""Rays in lanes, for scenes that are small or fall into small groups.

The bounding circles of a group, in float32, say which rows a ray may meet: 16 rows an instruction.
Pairs of many rays and rows are gathered, and lanes cross the shapes in float64. They leave what is
not certain to the kernel for one ray and one shape, whose distances have the same bits. raycast.pyx
includes this file.
"""

cdef enum:
    MOST_IN_LANES = 256     # rows of a group: with more, a tree takes less time
    IN_TURN = 64            # rays that go through a tree together; RAYS at most
    MOST_PAIRS = 8192       # at a time: many, so that few lanes are idle
    ROOM = MOST_PAIRS + 16  # with LAST_CIRCLES behind the last one


# --- the circles of a scene -------------------------------------------------------------

cdef struct CircleTable:
    # The bounding circles of a block, those of a group side by side.
    Py_ssize_t groups       # 0 where there is no table
    const uint32_t* first   # slot of each group, and the end of the last
    uint32_t[2] whole       # that of a block without groups
    Py_ssize_t room         # numbers of a column
    float* columns          # x, y and radius of each slot
    double* origins         # (groups, 2) that these are about
    uint32_t* row           # of each slot


cdef bint suits_lanes(Py_ssize_t rows, Visibility visibility) noexcept:
    """Whether lanes over all rows of a group take less time than a tree."""
    cdef Py_ssize_t most = rows
    if visibility is not None and visibility.row_groups is not None:
        most = visibility.row_groups.largest
    return most <= MOST_IN_LANES


cdef void free_table(CircleTable* table) noexcept nogil:
    PyMem_RawFree(table.columns)
    PyMem_RawFree(table.origins)
    PyMem_RawFree(table.row)


cdef int fill_table(CircleTable* table, const Target* target, RowGroups row_groups) except -1:
    """Make the table of a scene. It is freed in any case."""
    cdef Py_ssize_t k, work = 0
    table.groups = 1 if row_groups is None else row_groups.count
    table.whole[1] = <uint32_t>target.count
    table.first = &table.whole[0] if row_groups is None else row_groups.first_slot
    table.room = count_sum(target.count, LAST_CIRCLES)
    table.columns = <float*>new_zeros(table.room, 3 * sizeof(float))
    table.origins = <double*>new_array(table.groups, 2 * sizeof(double))
    table.row = <uint32_t*>new_array(target.count, sizeof(uint32_t))
    if table.columns is NULL or table.origins is NULL or table.row is NULL:
        raise MemoryError
    for k in range(target.count):
        table.row[k] = <uint32_t>k
    if row_groups is not None:
        row_groups.list_rows(table.row)
    for k in range(table.groups):
        write_circles(table, target.records, k)
        check_interrupts(&work, table.first[k + 1] - table.first[k])
    return 0


cdef void write_circles(CircleTable* table, const double* records, Py_ssize_t group) noexcept nogil:
    """Write the circles of a group about the centre of the first one."""
    cdef const double* record
    cdef double* origin = table.origins + 2 * group
    cdef float* column = table.columns
    cdef Py_ssize_t slot, room = table.room
    for slot in range(table.first[group], table.first[group + 1]):
        record = records + RECORD * table.row[slot]
        if slot == table.first[group]:
            origin[0] = record[CENTRE_X]
            origin[1] = record[CENTRE_Y]
        write_circle(record, origin[0], origin[1], column + slot, column + room + slot,
                     column + 2 * room + slot)


cdef inline void set_circles(const CircleTable* table, Py_ssize_t group,
                             Circles* circles) noexcept nogil:
    """The circles of a group; none for a label that no row has."""
    circles.x = table.columns
    circles.y = table.columns + table.room
    circles.radius = table.columns + 2 * table.room
    circles.row = table.row
    circles.shape = table.row
    circles.first = table.first[group]
    circles.end = table.first[group + 1]


# --- some rays, and the rows that they may meet -----------------------------------------

cdef struct FirstRows:
    # Of each ray of a batch the first hit, and its row or -1.
    double[RAYS] distance
    Py_ssize_t[RAYS] row


cdef struct RayBatch:
    AimedRays rays
    Py_ssize_t count                # of rays
    Py_ssize_t[RAYS] group          # that each ray sees
    FirstRows found
    RayPairs pairs                  # of rays and rows that they may meet, in these columns:
    uint32_t[ROOM] ray_of_pair
    Py_ssize_t[RAYS] query          # whose each ray is
    uint32_t[ROOM] row_of_pair
    double[ROOM] distance           # of each pair, infinity for a miss
    unsigned char[ROOM] verdict
    double[RAYS][CONTACT_NUMBERS] contact
    Path path                       # of a ray that goes by itself
    Py_ssize_t going                # rays that go in turns and are not at their end
    Py_ssize_t[IN_TURN] turn
    Candidates[IN_TURN] rows        # that each of them may meet
    RayContact[RAYS] met            # of each ray the first contact with rows of several parts
    Py_ssize_t[RAYS] met_row        # and its row; -1 for none
    Restored memory
    Watch watch
    int failure                     # a Failure of a row; 0 for none
    void* block

cdef RayBatch* new_batch(const Target* target) noexcept nogil:
    """Memory for the work of a call; NULL without any."""
    cdef void* block = new_array(1, sizeof(RayBatch) + 64)
    cdef RayBatch* batch = <RayBatch*>((<size_t>block + 63) & ~<size_t>63)
    if block is not NULL:
        batch.block = block
        batch.pairs.ray = batch.ray_of_pair
        batch.pairs.row = batch.row_of_pair
        batch.pairs.room = ROOM
        batch.failure = 0
        if target.shapes is not NULL:
            prepare_memory(target.shapes, &batch.memory)
        start_watch(&batch.watch)
    return batch if block is not NULL else NULL


cdef void free_batch(RayBatch* batch) noexcept nogil:
    if batch is not NULL:
        PyMem_RawFree(batch.block)


cdef inline void read_probe(const RayBatch* batch, Py_ssize_t k, Probe* probe) noexcept nogil:
    """The probe from which a ray was written, bit for bit: its direction is scaled already."""
    cdef const double* ray = batch.rays.record[k]
    set_probe(probe, ray[RAY_X], ray[RAY_Y], ray[RAY_WAY_X], ray[RAY_WAY_Y], ray[RAY_END],
              ray[RAY_RADIUS])


cdef inline void set_query(const Visible* visible, RayBatch* batch, Py_ssize_t first, Py_ssize_t end,
                           Py_ssize_t query) noexcept nogil:
    """Set the query of the rays from `first` to before `end`."""
    cdef Py_ssize_t group = 0, ignored = -1, k
    if visible.group_of_query is not NULL:
        group = visible.group_of_query[query]
    if visible.ignored is not NULL and visible.columns > 0:
        ignored = visible.ignored[query * visible.columns]
    for k in range(first, end):
        batch.query[k] = query
        batch.group[k] = group
        batch.rays.ignored[k] = NO_SHAPE if ignored < 0 else <uint32_t>ignored


cdef void drop_unseen(const Visible* visible, RayBatch* batch) noexcept nogil:
    """Leave out pairs of rows that a ray ignores."""
    cdef RayPairs* pairs = &batch.pairs
    cdef Py_ssize_t k, count = 0
    for k in range(pairs.count):
        pairs.ray[count] = pairs.ray[k]
        pairs.row[count] = pairs.row[k]
        count += sees(visible, batch.query[pairs.ray[k]], pairs.row[k])
    pairs.count = count


cdef Py_ssize_t pairs_of_rays(const CircleTable* table, const Visible* visible, RayBatch* batch,
                           Py_ssize_t first, Py_ssize_t end) noexcept nogil:
    """List the rows that rays from `first` on, before `end`, may meet; returns the ray behind those
    that have all of theirs, one at least. A single ray has its rows side by side."""
    cdef Circles circles
    cdef Py_ssize_t k = first, last = first
    batch.pairs.count = 0
    while k == last and k < end:
        while last < end and batch.group[last] == batch.group[k]:
            last += 1
        set_circles(table, batch.group[k], &circles)
        k = ray_loops.find_near(&batch.rays, k, last, &circles, &batch.pairs)
    if visible.ignored is not NULL and visible.columns > 1:     # of one, lanes leave it out
        drop_unseen(visible, batch)
    return k


# --- which of them they hit, and where ----------------------------------------------------

cdef Py_ssize_t classify_pairs(const Storage* shapes, RayBatch* batch) noexcept nogil:
    """Cross the shapes in lanes; returns how many pairs are uncertain."""
    cdef Py_ssize_t k, row, uncertain = 0
    cdef const double* ray
    if shapes.kind == BOXES:
        return ray_loops.cross_boxes(&batch.rays, shapes.records, &batch.pairs, batch.distance,
                                     batch.verdict)
    if shapes.kind == DISCS:
        return ray_loops.cross_discs(&batch.rays, shapes.records, &batch.pairs, batch.distance,
                                     batch.verdict)
    for k in range(batch.pairs.count):
        ray = batch.rays.record[batch.pairs.ray[k]]
        row = batch.pairs.row[k]
        if shapes.kind != SEGMENTS:
            batch.verdict[k] = ray_loops.cross_convex(
                ray, convex_at(shapes, row, &batch.memory), batch.distance + k)
        elif shapes.radii[row] > 0.0:
            batch.verdict[k] = PAIR_UNCERTAIN
        else:
            batch.verdict[k] = ray_loops.cross_segment(ray, shapes.segments + row,
                                                       batch.distance + k)
        uncertain += batch.verdict[k] == PAIR_UNCERTAIN
    return uncertain


cdef inline bint meet_pair(const Target* target, const Rule* rule, Py_ssize_t pair,
                           RayBatch* batch, RayContact* contact) noexcept nogil:
    """Whether the ray of a pair meets its row; the first failure is noted."""
    cdef Probe probe
    cdef int result
    read_probe(batch, batch.pairs.ray[pair], &probe)
    result = meet_row(target, rule, batch.pairs.row[pair], &probe, &batch.memory, contact,
                      &batch.watch)
    batch.failure = min(batch.failure, result)
    return result > 0


cdef void cross_pairs(const Target* target, const Rule* rule, RayBatch* batch) noexcept nogil:
    """Find how far ahead the rays meet the rows of their pairs."""
    cdef RayContact contact
    cdef Py_ssize_t k, count = batch.pairs.count
    cdef bint by_rows = target.shapes is NULL
    if count == 0 or not by_rows and classify_pairs(target.shapes, batch) == 0:
        return
    for k in range(count):
        if not by_rows and batch.verdict[k] != PAIR_UNCERTAIN:
            continue
        batch.distance[k] = INFINITY
        if meet_pair(target, rule, k, batch, &contact):
            batch.distance[k] = contact.distance
            if by_rows:
                keep_contact(batch, batch.pairs.ray[k], batch.pairs.row[k], &contact)


cdef inline void keep_contact(RayBatch* batch, Py_ssize_t ray, Py_ssize_t row,
                              const RayContact* contact) noexcept nogil:
    """Keep the first contact of a ray: finding it again takes long."""
    cdef RayContact* met = batch.met + ray
    if batch.met_row[ray] < 0 or contact.distance < met.distance or (
            contact.distance == met.distance and row < batch.met_row[ray]):
        met[0] = contact[0]
        batch.met_row[ray] = row


cdef void bound_distances(const double* records, RayBatch* batch) noexcept nogil:
    """Lower bounds of the distances of pairs: the distances to the bounding circles."""
    cdef const double* ray
    cdef const double* record
    cdef double dx, dy, ahead, radii
    cdef Py_ssize_t k
    for k in range(batch.pairs.count):
        ray = batch.rays.record[batch.pairs.ray[k]]
        record = records + RECORD * batch.pairs.row[k]
        dx = record[CENTRE_X] - ray[RAY_X]
        dy = record[CENTRE_Y] - ray[RAY_Y]
        ahead = (ray[RAY_WAY_X] * dx + ray[RAY_WAY_Y] * dy) / ray[RAY_LENGTH]
        radii = record[BOUNDING_RADIUS] + ray[RAY_RADIUS]
        batch.distance[k] = (ahead - radii - CIRCLE_ROUNDOFF * (radii + (fabs(dx) + fabs(dy)))
                             - UNDERFLOW_ERROR)


cdef Py_ssize_t put_nearest_first(RayBatch* batch, const Py_ssize_t* row) noexcept nogil:
    """Put one pair of each ray, that with the given row, before all others; returns how many."""
    cdef RayPairs* pairs = &batch.pairs
    cdef Py_ssize_t k, count = 0
    cdef uint32_t ray
    cdef double bound
    for k in range(pairs.count):
        if row[pairs.ray[k]] != pairs.row[k]:
            continue
        ray = pairs.ray[k]
        bound = batch.distance[k]
        pairs.ray[k] = pairs.ray[count]
        pairs.row[k] = pairs.row[count]
        batch.distance[k] = batch.distance[count]
        pairs.ray[count] = ray
        pairs.row[count] = <uint32_t>row[ray]
        batch.distance[count] = bound
        count += 1
    return count


cdef void describe_hits(const Target* target, RayBatch* batch) noexcept nogil:
    """Find the contacts of rays with the rows that they hit first."""
    cdef const Py_ssize_t* row = batch.found.row
    cdef Py_ssize_t k
    batch.pairs.count = 0
    for k in range(batch.count):
        if row[k] >= 0:
            batch.pairs.ray[batch.pairs.count] = <uint32_t>k
            batch.pairs.row[batch.pairs.count] = <uint32_t>row[k]
            batch.verdict[batch.pairs.count] = PAIR_UNCERTAIN
            batch.pairs.count += 1
    if target.shapes is not NULL and target.shapes.kind == BOXES and batch.pairs.count > 0:
        ray_loops.describe_boxes(&batch.rays, target.records, &batch.pairs, batch.contact[0],
                                 batch.verdict)


cdef void read_contact(const Target* target, const Rule* rule, RayBatch* batch, Py_ssize_t pair,
                       double distance, RayContact* contact) noexcept nogil:
    """One of these contacts."""
    cdef const double* numbers = batch.contact[pair]
    cdef Py_ssize_t ray = batch.pairs.ray[pair]
    if batch.met_row[ray] == batch.pairs.row[pair]:
        contact[0] = batch.met[ray]
        return
    if batch.verdict[pair] != PAIR_UNCERTAIN:
        contact[0] = RayContact(distance, numbers[0], numbers[1], numbers[2], numbers[3])
        return
    meet_pair(target, rule, pair, batch, contact)
