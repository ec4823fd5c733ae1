# Rays in lanes, many at a time, by raylanes.pyx. raycast.pyx includes this file.

cdef struct FirstRows:
    # Of each ray of a batch the first hit, and its row or -1.
    double distance[RAYS]
    Py_ssize_t row[RAYS]


cdef inline RayNumbers numbers_of(const double[::1] column, Py_ssize_t first) noexcept nogil:
    """Those of a column from a row on, or that of all rows."""
    if column.shape[0] == 1:
        return RayNumbers(&column[0], 0)
    return RayNumbers(&column[first], 1)


cdef inline void set_vectors(const double[:, ::1] column, Py_ssize_t first, RayNumbers* x,
                             RayNumbers* y) noexcept nogil:
    """The same of a column of vectors."""
    cdef bint is_one = column.shape[0] == 1
    x[0] = RayNumbers(&column[0 if is_one else first, 0], 0 if is_one else 2)
    y[0] = RayNumbers(x.first + 1, x.step)


cdef void aim_beams(RayCast plan, Py_ssize_t first, RayBatch* batch) noexcept nogil:
    """Write the rays of a batch, from ray `first` on, query by query."""
    cdef GivenRays given
    cdef double x, y
    cdef Py_ssize_t k = 0, end, query, beam
    given.is_turned = True
    while k < batch.count:
        query = (first + k) // plan.beams
        beam = (first + k) % plan.beams
        end = min(batch.count, k + plan.beams - beam)
        set_query(&plan.rule.sight, batch, k, end, query)
        origin_of(plan.table, batch.group[k], &x, &y)
        sine_cosine(numbers_of(plan.angle, query).first[0], &given.sine, &given.cosine)
        set_vectors(plan.origin, query, &given.x, &given.y)
        given.direction_x = RayNumbers(&plan.direction[0, beam], 1)
        given.direction_y = RayNumbers(&plan.direction[1, beam], 1)
        given.end = numbers_of(plan.max_distance, query)
        given.radius = numbers_of(plan.radius, query)
        given.x.step = given.y.step = given.end.step = given.radius.step = 0
        ray_kernels.aim(&given, end - k, x, y, batch.rays, k)
        k = end


cdef void aim_columns(RayCast plan, Py_ssize_t first, RayBatch* batch) noexcept nogil:
    """The same of rays that are queries, group by group."""
    cdef GivenRays given
    cdef double x, y
    cdef Py_ssize_t k = 0, end
    given.is_turned = False
    given.cosine = given.sine = 0.0
    for k in range(batch.count):
        set_query(&plan.rule.sight, batch, k, k + 1, first + k)
    k = 0
    while k < batch.count:
        end = k
        while end < batch.count and batch.group[end] == batch.group[k]:
            end += 1
        origin_of(plan.table, batch.group[k], &x, &y)
        set_vectors(plan.origin, first + k, &given.x, &given.y)
        set_vectors(plan.direction, first + k, &given.direction_x, &given.direction_y)
        given.end = numbers_of(plan.max_distance, first + k)
        given.radius = numbers_of(plan.radius, first + k)
        ray_kernels.aim(&given, end - k, x, y, batch.rays, k)
        k = end


cdef inline void fill_batch(RayCast plan, Py_ssize_t first, Py_ssize_t count,
                            RayBatch* batch) noexcept nogil:
    """Write so many rays from ray `first` on."""
    batch.count = count
    if plan.angle is not None:
        aim_beams(plan, first, batch)
    else:
        aim_columns(plan, first, batch)


cdef void drop_uncounted(RayCast plan, RayBatch* batch, Restored* memory) noexcept nogil:
    """Count touches that are no hits as misses."""
    cdef Probe probe
    cdef Py_ssize_t k
    for k in range(batch.pairs.count):
        if batch.distance[k] == INFINITY:
            continue
        probe_of(ray_at(batch, batch.pairs.ray[k]), &probe)
        if not counts(plan.scene, &plan.rule, &probe, batch.pairs.row[k], batch.distance[k],
                      memory):
            batch.distance[k] = INFINITY


cdef inline void clear_rows(FirstRows* found) noexcept nogil:
    cdef Py_ssize_t k
    for k in range(RAYS):
        found.distance[k] = INFINITY
        found.row[k] = -1


cdef void keep_first(RayCast plan, RayBatch* batch, FirstRows* found,
                     Restored* memory) noexcept nogil:
    """Keep the first hits of the pairs that there are."""
    cross_pairs(&plan.scene.block.shapes, batch, memory)
    if plan.rule.min_distance > 0.0:
        drop_uncounted(plan, batch, memory)
    ray_kernels.keep_nearest(&batch.pairs, batch.distance, found.distance, found.row)


cdef void keep_first_of_nearest(RayCast plan, RayBatch* batch, FirstRows* found,
                                Restored* memory) noexcept nogil:
    """The same, with one pair of each ray first. Most others are farther away than its hit."""
    cdef RayPairs* pairs = &batch.pairs
    cdef FirstRows least
    cdef Py_ssize_t all_pairs = pairs.count, first, k, count = 0
    clear_rows(&least)
    bound_distances(&plan.scene.block.shapes, batch)
    ray_kernels.keep_nearest(pairs, batch.distance, least.distance, least.row)
    first = put_nearest_first(batch, least.row)
    pairs.count = first
    keep_first(plan, batch, found, memory)
    for k in range(first, all_pairs):
        pairs.ray[count] = pairs.ray[k]
        pairs.row[count] = pairs.row[k]
        count += not batch.distance[k] > found.distance[pairs.ray[k]]
    pairs.count = count
    keep_first(plan, batch, found, memory)


cdef int find_first_of_batch(RayCast plan, RayBatch* batch, FirstRows* found, Restored* memory,
                             Watch* watch) noexcept nogil:
    """Find the first hits of a batch; 0, or INTERRUPTED."""
    cdef int kind = plan.scene.block.shapes.kind
    cdef Py_ssize_t done = 0, pairs
    clear_rows(found)
    while done < batch.count:
        done = find_pairs(plan.table, &plan.rule.sight, batch, done, batch.count)
        pairs = batch.pairs.count
        if kind == BOXES or kind == DISCS:
            keep_first(plan, batch, found, memory)
        else:   # these are crossed one by one
            keep_first_of_nearest(plan, batch, found, memory)
        if was_interrupted(watch, batch.count + 4 * pairs):
            return INTERRUPTED
    return 0


cdef void write_distances(RayCast plan, const RayBatch* batch, const FirstRows* found,
                          const Answers* out, Py_ssize_t start) noexcept nogil:
    """Write what a batch hits to rows from `start` on."""
    cdef Py_ssize_t k
    memcpy(out.distance + start, found.distance, batch.count * sizeof(double))
    memcpy(out.index + start, found.row, batch.count * sizeof(Py_ssize_t))
    if plan.rule.owner is not NULL:
        for k in range(batch.count):
            if found.row[k] >= 0:
                out.index[start + k] = plan.rule.owner[found.row[k]]


cdef void write_hits(RayCast plan, RayBatch* batch, const FirstRows* found, const Answers* out,
                     Py_ssize_t start, Restored* memory) noexcept nogil:
    """The same with all fields."""
    cdef Probe probe
    cdef RayContact contact
    cdef Py_ssize_t k, row, pair = 0
    describe_hits(&plan.scene.block.shapes, batch, found.row)
    for k in range(batch.count):
        row = found.row[k]
        if row >= 0:
            read_contact(&plan.scene.block.shapes, batch, pair, found.distance[k], memory,
                         &contact)
            pair += 1
            if plan.rule.owner is not NULL:
                probe_of(ray_at(batch, k), &probe)
                name_owner(plan.scene, plan.rule.owner, &probe, &contact, &row)
        write_hit(&contact, row, start + k, &out.hits, start + k)


cdef inline void write_batch(RayCast plan, RayBatch* batch, const FirstRows* found,
                             const Answers* out, Py_ssize_t start,
                             Restored* memory) noexcept nogil:
    """Write what a batch hits, as it is asked for."""
    if out.distance is NULL:
        write_hits(plan, batch, found, out, start, memory)
    else:
        write_distances(plan, batch, found, out, start)


cdef int write_first_in_lanes(RayCast plan, Py_ssize_t start, Py_ssize_t stop,
                              const Answers* out) noexcept nogil:
    """`write_first` of many rays at a time."""
    cdef RayBatch batch
    cdef FirstRows found
    cdef Restored memory
    cdef Watch watch
    cdef int result = NO_MEMORY
    prepare_memory(&plan.scene.block.shapes, &memory)
    start_watch(&watch)
    if new_batch(&batch, plan.table.most) == 0:
        result = 0
        while start < stop and result == 0:
            fill_batch(plan, start, min(<Py_ssize_t>RAYS, stop - start), &batch)
            result = find_first_of_batch(plan, &batch, &found, &memory, &watch)
            write_batch(plan, &batch, &found, out, start, &memory)
            start += batch.count
    free_batch(&batch)
    return result


cdef int note_hits_of_ray(RayCast plan, RayBatch* batch, Py_ssize_t k, Py_ssize_t ray,
                          RayRows found, Restored* memory, Watch* watch) noexcept nogil:
    """Note all that ray k of a batch hits, in order; 0 or a Failure."""
    cdef Probe probe
    cdef RayContact contact
    cdef const Convex* shape
    cdef Py_ssize_t begin = found.count, pair, row
    find_pairs(plan.table, &plan.rule.sight, batch, k, k + 1)
    probe_of(ray_at(batch, k), &probe)
    for pair in range(batch.pairs.count):
        row = batch.pairs.row[pair]
        shape = convex_at(&plan.scene.block.shapes, row, memory)
        if was_interrupted(watch, 8 + shape.n):
            return INTERRUPTED
        if (convex_raycast(shape, &probe, &contact)
                and counts(plan.scene, &plan.rule, &probe, row, contact.distance, memory)
                and note_hit(plan, found, ray, row, &contact) < 0):
            return NO_MEMORY
    put_in_order(plan, &probe, found, begin)
    return INTERRUPTED if was_interrupted(watch, 1) else 0


cdef int find_every_in_lanes(RayCast plan, Py_ssize_t start, Py_ssize_t stop,
                             RayRows found) noexcept nogil:
    """Note all that rays hit, in order; 0 or a Failure."""
    cdef RayBatch batch
    cdef Restored memory
    cdef Watch watch
    cdef Py_ssize_t k
    cdef int result = NO_MEMORY
    prepare_memory(&plan.scene.block.shapes, &memory)
    start_watch(&watch)
    if new_batch(&batch, plan.table.most) == 0:
        result = 0
        while start < stop and result == 0:
            fill_batch(plan, start, min(<Py_ssize_t>RAYS, stop - start), &batch)
            for k in range(batch.count):
                result = note_hits_of_ray(plan, &batch, k, start + k, found, &memory, &watch)
                if result < 0:
                    break
            start += batch.count
    free_batch(&batch)
    return result


# --- through a tree, many rays in turns -----------------------------------------------
#
# Each ray opens one node a turn. Meanwhile the next one of every other ray comes from memory, and
# lanes cross what all of them found.

cdef struct Turns:
    MotionCursor* cursor    # of each ray of a batch
    Py_ssize_t going        # rays that are not at their end
    Py_ssize_t ray[IN_TURN]


cdef void set_out_together(RayCast plan, const RayBatch* batch, Turns* turns) noexcept nogil:
    """Begin with all rays of a batch."""
    cdef Probe probe
    cdef Py_ssize_t k
    turns.going = batch.count
    for k in range(batch.count):
        turns.ray[k] = k
        probe_of(ray_at(batch, k), &probe)
        seek_ray(plan.scene, &plan.rule, &probe, batch.query[k], turns.cursor + k)
        prefetch_node(turns.cursor + k)


cdef inline void note_slots(RayCast plan, RayBatch* batch, Py_ssize_t k, uint32_t first,
                            unsigned met) noexcept nogil:
    """Note the rows of slots for ray k, but for those that it does not see."""
    cdef RayPairs* pairs = &batch.pairs
    cdef Py_ssize_t row
    while met:
        row = plan.scene.tree.row[first + <uint32_t>lowest_bit(met)]
        met &= met - 1
        prefetch(plan.scene.block.shapes.records + RECORD * row)
        pairs.ray[pairs.count] = <uint32_t>k
        pairs.row[pairs.count] = <uint32_t>row
        pairs.count += sees(&plan.rule.sight, batch.query[k], row)


cdef void take_turns(RayCast plan, RayBatch* batch, Turns* turns) noexcept nogil:
    """Let each ray open a node, and list the rows that they meet."""
    cdef const double* ray
    cdef Py_ssize_t turn, k, going = 0
    cdef uint32_t first
    cdef unsigned met
    batch.pairs.count = 0
    for turn in range(turns.going):
        k = turns.ray[turn]
        ray = ray_at(batch, k)
        if next_slots(turns.cursor + k, latest_time(ray[RAY_END], ray[RAY_LENGTH]), &first, &met):
            note_slots(plan, batch, k, first, met)
            prefetch_node(turns.cursor + k)
            turns.ray[going] = k
            going += 1
    turns.going = going


cdef int find_first_in_turns(RayCast plan, RayBatch* batch, FirstRows* found, Turns* turns,
                             Restored* memory, Watch* watch) noexcept nogil:
    """Find the first hits of a batch; 0, or INTERRUPTED."""
    cdef Py_ssize_t k
    clear_rows(found)
    set_out_together(plan, batch, turns)
    while turns.going:
        take_turns(plan, batch, turns)
        if was_interrupted(watch, 4 * turns.going + 4 * batch.pairs.count):
            return INTERRUPTED
        if batch.pairs.count == 0:
            continue
        keep_first(plan, batch, found, memory)
        for k in range(batch.count):    # hits farther away no longer count
            batch.rays.record[k][RAY_END] = min(batch.rays.record[k][RAY_END], found.distance[k])
    return 0


cdef int write_first_in_turns(RayCast plan, Py_ssize_t start, Py_ssize_t stop,
                              const Answers* out) noexcept nogil:
    """`write_first` of many rays at a time, through the tree."""
    cdef RayBatch batch
    cdef FirstRows found
    cdef Turns turns
    cdef Restored memory
    cdef Watch watch
    cdef int result = NO_MEMORY
    prepare_memory(&plan.scene.block.shapes, &memory)
    start_watch(&watch)
    turns.cursor = <MotionCursor*>new_array(IN_TURN, sizeof(MotionCursor))
    if new_batch(&batch, IN_TURN * FANOUT) == 0 and turns.cursor is not NULL:
        result = 0
        while start < stop and result == 0:
            fill_batch(plan, start, min(<Py_ssize_t>IN_TURN, stop - start), &batch)
            result = find_first_in_turns(plan, &batch, &found, &turns, &memory, &watch)
            write_batch(plan, &batch, &found, out, start, &memory)
            start += batch.count
    free_batch(&batch)
    PyMem_RawFree(turns.cursor)
    return result
