"""Many rays at a time: batches of them in lanes, through a tree, or one by one; raycast.pyx
includes this file."""

# --- the rays ---------------------------------------------------------------------------

cdef inline RayNumbers numbers_of(const double[::1] column, Py_ssize_t first) noexcept nogil:
    """The numbers of a column from a row on, or the one for all rows."""
    if column.shape[0] == 1:
        return RayNumbers(&column[0], 0)
    return RayNumbers(&column[first], 1)


cdef inline void set_vectors(const double[:, ::1] column, Py_ssize_t first, RayNumbers* x,
                             RayNumbers* y) noexcept nogil:
    """The same of a column of vectors."""
    cdef bint is_one = column.shape[0] == 1
    x[0] = RayNumbers(&column[0 if is_one else first, 0], 0 if is_one else 2)
    y[0] = RayNumbers(x.first + 1, x.step)


cdef inline void turn_beams(RayCast plan, Py_ssize_t query, Py_ssize_t beam,
                            GivenRays* given) noexcept nogil:
    """Let rays be the beams of one query, from this one on."""
    given.is_turned = True
    sine_cosine(numbers_of(plan.angle, query).first[0], &given.sine, &given.cosine)
    given.direction_x = RayNumbers(&plan.direction[0, beam], 1)
    given.direction_y = RayNumbers(&plan.direction[1, beam], 1)
    given.x.step = given.y.step = given.end.step = given.radius.step = 0


cdef void aim(RayCast plan, Py_ssize_t query, Py_ssize_t beam, Py_ssize_t k, Py_ssize_t end,
              RayBatch* batch) noexcept nogil:
    """Write rays of one group: rays k to before `end` of a batch, from this query and beam on."""
    cdef GivenRays given
    cdef double x = 0.0, y = 0.0
    if batch.group[k] < plan.table.groups:
        x = plan.table.origins[2 * batch.group[k]]
        y = plan.table.origins[2 * batch.group[k] + 1]
    given.is_turned = False
    given.cosine = given.sine = 0.0
    set_vectors(plan.origin, query, &given.x, &given.y)
    given.end = numbers_of(plan.max_distance, query)
    given.radius = numbers_of(plan.radius, query)
    if plan.angle is not None:
        turn_beams(plan, query, beam, &given)
    else:
        set_vectors(plan.direction, query, &given.direction_x, &given.direction_y)
    ray_loops.aim(&given, end - k, x, y, &batch.rays, k)


cdef void fill_batch(RayCast plan, Py_ssize_t first, Py_ssize_t count,
                     RayBatch* batch) noexcept nogil:
    """Write so many rays from ray `first` on: query by query if these have beams, else by group."""
    cdef Py_ssize_t query = first // plan.beams, beam = first % plan.beams, k = 0, run = 0, end
    batch.count = count
    while k < count:
        end = min(count, k + plan.beams - beam)
        set_query(&plan.rule.visible, batch, k, end, query)
        if plan.angle is not None:
            aim(plan, query, beam, k, end, batch)
        elif batch.group[k] != batch.group[run]:
            aim(plan, first + run, 0, run, k, batch)
            run = k
        k = end
        query += 1
        beam = 0
    if plan.angle is None:
        aim(plan, first + run, 0, run, count, batch)


# --- the first hit of each --------------------------------------------------------------

cdef inline void clear_rows(FirstRows* found) noexcept nogil:
    cdef Py_ssize_t k
    for k in range(RAYS):
        found.distance[k] = INFINITY
        found.row[k] = -1


cdef void keep_first(RayCast plan, RayBatch* batch) noexcept nogil:
    """Keep the first hits of the pairs in the batch."""
    cdef Py_ssize_t k
    cross_pairs(&plan.aim.target, &plan.rule, batch)
    if plan.rule.min_distance > 0.0:    # of what lanes crossed
        for k in range(batch.pairs.count):
            if batch.distance[k] < plan.rule.min_distance:
                batch.distance[k] = INFINITY
    ray_loops.keep_nearest(&batch.pairs, batch.distance, batch.found.distance, batch.found.row)


cdef void keep_first_of_nearest(RayCast plan, RayBatch* batch) noexcept nogil:
    """The same, with one pair of each ray first. Most others are farther away than its hit."""
    cdef RayPairs* pairs = &batch.pairs
    cdef FirstRows least
    cdef Py_ssize_t all_pairs = pairs.count, first, k, count = 0
    clear_rows(&least)
    bound_distances(plan.aim.target.records, batch)
    ray_loops.keep_nearest(pairs, batch.distance, least.distance, least.row)
    first = put_nearest_first(batch, least.row)
    pairs.count = first
    keep_first(plan, batch)
    for k in range(first, all_pairs):
        pairs.ray[count] = pairs.ray[k]
        pairs.row[count] = pairs.row[k]
        count += not batch.distance[k] > batch.found.distance[pairs.ray[k]]
    pairs.count = count
    keep_first(plan, batch)


cdef int find_first_in_lanes(RayCast plan, RayBatch* batch) noexcept nogil:
    """Find the first hits of a batch by the circles of a table; 0, or a Failure."""
    cdef const Storage* shapes = plan.aim.target.shapes
    cdef bint in_lanes = shapes is not NULL and (shapes.kind == BOXES or shapes.kind == DISCS)
    cdef Py_ssize_t done = 0, pairs
    while done < batch.count:
        done = pairs_of_rays(&plan.table, &plan.rule.visible, batch, done, batch.count)
        pairs = batch.pairs.count
        if in_lanes:
            keep_first(plan, batch)
        else:   # these are crossed one by one
            keep_first_of_nearest(plan, batch)
        if batch.failure < 0:
            return batch.failure
        if was_interrupted(&batch.watch, batch.count + 4 * pairs):
            return INTERRUPTED
    return 0


cdef int find_first_one_by_one(RayCast plan, RayBatch* batch) noexcept nogil:
    """The same of few rays, each by itself."""
    cdef RayContact contact
    cdef Py_ssize_t k
    cdef int result
    for k in range(batch.count):
        set_out(plan, batch, k)
        result = find_first(&plan.aim.target, &plan.rule, &batch.path, &batch.memory, &contact,
                            &batch.found.row[k], &batch.watch)
        if result < 0:
            return result
        batch.found.distance[k] = contact.distance
    return 0


# Through a tree many rays go in turns. Each opens one node a turn. Meanwhile the next one of every
# other ray comes from memory, and lanes cross what all of them found.

cdef void set_out_together(RayCast plan, RayBatch* batch) noexcept nogil:
    """Begin with all rays of a batch."""
    cdef Probe probe
    cdef Py_ssize_t k
    batch.going = batch.count
    for k in range(batch.count):
        batch.turn[k] = k
        read_probe(batch, k, &probe)
        seek_ray(&plan.aim.target, &plan.rule, &probe, batch.query[k], batch.rows + k)
        prefetch_node(batch.rows + k)


cdef void take_turns(RayCast plan, RayBatch* batch) noexcept nogil:
    """Let each ray open a node, and list the rows that they meet."""
    cdef RayPairs* pairs = &batch.pairs
    cdef const double* ray
    cdef Py_ssize_t turn, k, i, count, going = 0
    pairs.count = 0
    for turn in range(batch.going):
        k = batch.turn[turn]
        ray = batch.rays.record[k]
        count = next_candidates(batch.rows + k, latest_time(ray[RAY_END], ray[RAY_LENGTH]),
                                pairs.row + pairs.count)
        if count < 0:
            continue
        for i in range(pairs.count, pairs.count + count):
            prefetch(plan.aim.target.records + RECORD * <Py_ssize_t>pairs.row[i])
            pairs.ray[i] = <uint32_t>k
        pairs.count += count
        prefetch_node(batch.rows + k)
        batch.turn[going] = k
        going += 1
    batch.going = going


cdef int find_first_in_turns(RayCast plan, RayBatch* batch) noexcept nogil:
    """Find the first hits of up to IN_TURN rays; 0, or a Failure."""
    cdef Py_ssize_t k
    set_out_together(plan, batch)
    while batch.going:
        take_turns(plan, batch)
        if was_interrupted(&batch.watch, 4 * batch.going + 4 * batch.pairs.count):
            return INTERRUPTED
        if batch.pairs.count == 0:
            continue
        keep_first(plan, batch)
        if batch.failure < 0:
            return batch.failure
        for k in range(batch.count):    # hits farther away no longer count
            batch.rays.record[k][RAY_END] = min(batch.rays.record[k][RAY_END],
                                                batch.found.distance[k])
    return 0


cdef void write_distances(const RayBatch* batch, const Answers* out,
                          Py_ssize_t start) noexcept nogil:
    """Write the distances of the hits of a batch to rows from `start` on."""
    memcpy(out.distance + start, batch.found.distance, batch.count * sizeof(double))
    memcpy(out.index + start, batch.found.row, batch.count * sizeof(Py_ssize_t))


cdef void write_hits(RayCast plan, RayBatch* batch, const Answers* out,
                     Py_ssize_t start) noexcept nogil:
    """Write all fields of the hits of a batch."""
    cdef RayContact contact
    cdef Py_ssize_t k, row, pair = 0
    describe_hits(&plan.aim.target, batch)
    for k in range(batch.count):
        row = batch.found.row[k]
        if row >= 0:
            read_contact(&plan.aim.target, &plan.rule, batch, pair, batch.found.distance[k],
                         &contact)
            pair += 1
        write_hit(&contact, row, start + k, &out.hits, start + k)


# --- all hits of each -------------------------------------------------------------------

cdef int note_hit(RayRows found, Py_ssize_t ray, Py_ssize_t row,
                  const RayContact* contact) noexcept nogil:
    """Note one of the hits of a ray; 0, or NO_MEMORY."""
    cdef RayRow* place = next_place(found)
    if place is NULL:
        return NO_MEMORY
    place.ray = ray
    place.row = row
    place.contact = contact[0]
    return 0


cdef int note_hits_of_ray(RayCast plan, RayBatch* batch, Py_ssize_t k, Py_ssize_t ray,
                          RayRows found) noexcept nogil:
    """Note all that ray k of a batch hits, in order; 0 or a Failure."""
    cdef RayContact contact
    cdef Py_ssize_t begin = found.count, row = 0
    cdef int result
    set_out(plan, batch, k)
    while True:
        result = next_contact(&plan.aim.target, &plan.rule, &batch.path, &batch.memory, &contact,
                              &row, &batch.watch)
        if result < 0:
            return result
        if row < 0:
            break
        if note_hit(found, ray, row, &contact) < 0:
            return NO_MEMORY
    if found.count > begin:
        qsort(found.rows + begin, found.count - begin, sizeof(RayRow), compare_rows)
    return 0


# --- all batches ------------------------------------------------------------------------

cdef inline void set_out(RayCast plan, RayBatch* batch, Py_ssize_t k) noexcept nogil:
    """Begin with ray k of a batch by itself."""
    cdef Path* path = &batch.path
    read_probe(batch, k, &path.probe)
    if plan.table.groups:
        pairs_of_rays(&plan.table, &plan.rule.visible, batch, k, k + 1)
        seek_rows(&path.rows, batch.pairs.row, batch.pairs.count, NULL, &plan.rule.visible,
                  batch.query[k], NULL, NULL)
    else:
        begin_path(&plan.aim.target, &plan.rule, batch.query[k], path)


cdef int cast_batch(RayCast plan, RayBatch* batch, bint in_turns, Py_ssize_t start,
                    const Answers* out) noexcept nogil:
    """Write the first hits of the rays of a batch, in the form that was asked for; 0, or a
    Failure."""
    cdef int result
    cdef Py_ssize_t k
    clear_rows(&batch.found)
    for k in range(batch.count):
        batch.met_row[k] = -1
    if plan.table.groups:
        result = find_first_in_lanes(plan, batch)
    elif in_turns:
        result = find_first_in_turns(plan, batch)
    else:
        result = find_first_one_by_one(plan, batch)
    if out.distance is NULL:
        write_hits(plan, batch, out, start)
    else:
        write_distances(batch, out, start)
    return result


cdef int cast_rays(RayCast plan, Py_ssize_t start, Py_ssize_t stop, const Answers* out,
                   RayRows every) noexcept nogil:
    """Write the first hits of the rays [start, stop), or note all of their hits; 0 or a Failure."""
    cdef RayBatch* batch = new_batch(&plan.aim.target)
    cdef bint in_turns = (plan.table.groups == 0 and plan.aim.target.tree is not NULL
                          and stop - start > FEW_RAYS)
    cdef Py_ssize_t k
    cdef int result = 0 if batch is not NULL else NO_MEMORY
    while start < stop and result == 0:
        fill_batch(plan, start, min(<Py_ssize_t>(IN_TURN if in_turns else RAYS), stop - start),
                   batch)
        if every is None:
            result = cast_batch(plan, batch, in_turns, start, out)
        else:
            for k in range(batch.count):
                result = note_hits_of_ray(plan, batch, k, start + k, every)
                if result < 0:
                    break
        start += batch.count
    free_batch(batch)
    return result
