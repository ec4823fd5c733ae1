"""Rays in lanes, for scenes that are small or fall into small groups.

The bounding circles of a group, in float32, say which rows a ray may meet: 16 rows an instruction.
Pairs of many rays and rows are gathered, and lanes cross the shapes in float64. They leave what is
not certain to the kernel for one ray and one shape, whose distances have the same bits.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.math cimport INFINITY, fabs
from libc.string cimport memset

from sepax._core.arrays.storage cimport (
    BOXES, DISCS, SEGMENTS, Storage, convex_at)
from sepax._core.arrays.worlds cimport sees
from sepax._core.interrupts cimport check_interrupts
from sepax._core.kernels.answers cimport RayContact
from sepax._core.kernels.raycast cimport convex_raycast
from sepax._core.kernels.roundoff cimport CIRCLE_ROUNDOFF, UNDERFLOW_ERROR
from sepax._core.memory cimport count_sum, new_array
from sepax._core.simd.levels cimport (
    BOUNDING_RADIUS, CENTRE_X, CENTRE_Y, CONTACT_NUMBERS, LAST_CIRCLES, NO_SHAPE, PAIR_UNCERTAIN,
    RAY_LENGTH, RECORD, Circles, ray_kernels, write_circle)

cdef enum:
    LEAST_ROOM = 8192       # pairs at a time: many, so that few lanes are idle


cdef bint suits_lanes(ShapeBlock block, SightLines lines) noexcept:
    """Whether lanes over all rows of a group take less time than a tree."""
    cdef Py_ssize_t most = block.count
    if lines is not None and lines.worlds is not None:
        most = lines.worlds.largest
    return most <= MOST_IN_LANES


@cython.final
@cython.auto_pickle(False)
cdef class CircleTable:
    """The bounding circles of a block, those of a group side by side."""

    def __cinit__(self, ShapeBlock block not None, Worlds worlds):
        self.block = block
        self.worlds = worlds
        self.groups = 1 if worlds is None else worlds.count
        if worlds is not None and worlds.rows != block.count:
            raise ValueError(f"groups must be of {block.count} rows, got {worlds.rows}")
        self.columns = <float*>new_array(count_sum(block.count, LAST_CIRCLES), 3 * sizeof(float))
        self.origins = <double*>new_array(self.groups, 2 * sizeof(double))
        self.row = <uint32_t*>new_array(block.count, sizeof(uint32_t))
        self.shape = <uint32_t*>new_array(block.count, sizeof(uint32_t))
        if (self.columns is NULL or self.origins is NULL or self.row is NULL
                or self.shape is NULL):
            raise MemoryError
        self.list_rows()
        self.write()

    def __dealloc__(self):
        PyMem_RawFree(self.columns)
        PyMem_RawFree(self.origins)
        PyMem_RawFree(self.row)
        PyMem_RawFree(self.shape)

    cdef int list_rows(self) except -1:
        """Find the row of each slot, and the largest group."""
        cdef Py_ssize_t k
        if self.worlds is None:
            self.most = self.block.count
            for k in range(self.block.count):
                self.row[k] = <uint32_t>k
        else:
            self.most = self.worlds.largest
            self.worlds.list_rows(self.row)
        return 0

    cdef int list_shapes(self, const Py_ssize_t* owner) except -1:
        """Find the shape of each slot."""
        cdef Py_ssize_t k, work = 0
        for k in range(self.block.count):
            self.shape[k] = self.row[k] if owner is NULL else <uint32_t>owner[self.row[k]]
            check_interrupts(&work, 1)
        return 0

    cdef int write(self) except -1:
        """Write all circles, each about the centre of the first one of its group."""
        cdef Circles circles
        cdef const double* record
        cdef double* origin
        cdef Py_ssize_t group, slot, room = self.block.count + LAST_CIRCLES, work = 0
        memset(self.columns, 0, 3 * room * sizeof(float))
        for group in range(self.groups):
            circles_of(self, group, &circles)
            origin = self.origins + 2 * group
            for slot in range(circles.first, circles.end):
                record = self.block.shapes.records + RECORD * self.row[slot]
                if slot == circles.first:
                    origin[0] = record[CENTRE_X]
                    origin[1] = record[CENTRE_Y]
                write_circle(record, origin[0], origin[1], self.columns + slot,
                             self.columns + room + slot, self.columns + 2 * room + slot)
            check_interrupts(&work, circles.end - circles.first)
        return 0


cdef CircleTable circle_table(ShapeBlock block, SightLines lines, const Py_ssize_t* owner):
    """That of a scene; owners are those of its rows, or NULL."""
    cdef CircleTable table = CircleTable(block, None if lines is None else lines.worlds)
    table.list_shapes(owner)
    return table


cdef void origin_of(CircleTable table, Py_ssize_t group, double* x, double* y) noexcept nogil:
    """What the circles of a group are about; anything for one that no row has, or no table."""
    cdef bint has_rows = table is not None and group < table.groups
    x[0] = table.origins[2 * group] if has_rows else 0.0
    y[0] = table.origins[2 * group + 1] if has_rows else 0.0


cdef void circles_of(CircleTable table, Py_ssize_t group, Circles* circles) noexcept nogil:
    """The circles of a group; none of one that no row has."""
    cdef Py_ssize_t room = table.block.count + LAST_CIRCLES
    circles.x = table.columns
    circles.y = table.columns + room
    circles.radius = table.columns + 2 * room
    circles.row = table.row
    circles.shape = table.shape
    circles.first = 0
    circles.end = table.block.count
    if table.worlds is not None:
        circles.first = table.worlds.first_slot[group]
        circles.end = table.worlds.first_slot[group + 1]


cdef int new_batch(RayBatch* batch, Py_ssize_t most) noexcept nogil:
    """Room for rays and their pairs, `most` of one ray; -1 without memory. It is freed in any
    case."""
    cdef Py_ssize_t room = count_sum(max(<Py_ssize_t>LEAST_ROOM, most), LAST_CIRCLES)
    memset(batch, 0, sizeof(batch[0]))
    batch.rays = <AimedRays*>new_array(1, sizeof(AimedRays))
    batch.pairs.ray = <uint32_t*>new_array(room, sizeof(uint32_t))
    batch.pairs.row = <uint32_t*>new_array(room, sizeof(uint32_t))
    batch.pairs.room = room
    batch.distance = <double*>new_array(room, sizeof(double))
    batch.contact = <double*>new_array(RAYS, CONTACT_NUMBERS * sizeof(double))
    batch.verdict = <unsigned char*>new_array(room, 1)
    if (batch.rays is NULL or batch.pairs.ray is NULL or batch.pairs.row is NULL
            or batch.distance is NULL or batch.contact is NULL or batch.verdict is NULL):
        return -1
    return 0


cdef void free_batch(RayBatch* batch) noexcept nogil:
    PyMem_RawFree(batch.rays)
    PyMem_RawFree(batch.pairs.ray)
    PyMem_RawFree(batch.pairs.row)
    PyMem_RawFree(batch.distance)
    PyMem_RawFree(batch.contact)
    PyMem_RawFree(batch.verdict)


cdef void set_query(const Sight* sight, RayBatch* batch, Py_ssize_t first, Py_ssize_t end,
                    Py_ssize_t query) noexcept nogil:
    """Say whose rays from `first` to before `end` are."""
    cdef Py_ssize_t group = 0, ignored = -1, k
    if sight.group_of_query is not NULL:
        group = sight.group_of_query[query]
    if sight.ignored is not NULL and sight.columns > 0:
        ignored = sight.ignored[query * sight.columns]
    for k in range(first, end):
        batch.query[k] = query
        batch.group[k] = group
        batch.rays.ignored[k] = NO_SHAPE if ignored < 0 else <uint32_t>ignored


cdef void drop_unseen(const Sight* sight, RayBatch* batch) noexcept nogil:
    """Leave out pairs of rows that a ray ignores."""
    cdef RayPairs* pairs = &batch.pairs
    cdef Py_ssize_t k, count = 0
    for k in range(pairs.count):
        pairs.ray[count] = pairs.ray[k]
        pairs.row[count] = pairs.row[k]
        count += sees(sight, batch.query[pairs.ray[k]], pairs.row[k])
    pairs.count = count


cdef Py_ssize_t find_pairs(CircleTable table, const Sight* sight, RayBatch* batch,
                           Py_ssize_t first, Py_ssize_t end) noexcept nogil:
    """List the rows that rays from `first` on, before `end`, may meet; returns the ray behind those
    that have all of theirs, one at least. A single ray has its rows side by side."""
    cdef Circles circles
    cdef Py_ssize_t k = first, last = first
    batch.pairs.count = 0
    while k == last and k < end:
        while last < end and batch.group[last] == batch.group[k]:
            last += 1
        circles_of(table, batch.group[k], &circles)
        k = ray_kernels.find_near(batch.rays, k, last, &circles, &batch.pairs)
    if sight.ignored is not NULL and sight.columns > 1:     # of one, lanes leave it out
        drop_unseen(sight, batch)
    return k


cdef Py_ssize_t classify_pairs(const Storage* shapes, RayBatch* batch,
                               Restored* memory) noexcept nogil:
    """Cross the shapes in lanes; returns how many pairs are uncertain."""
    cdef Py_ssize_t k, row, uncertain = 0
    cdef const double* ray
    if shapes.kind == BOXES:
        return ray_kernels.cross_boxes(batch.rays, shapes.records, &batch.pairs, batch.distance,
                                       batch.verdict)
    if shapes.kind == DISCS:
        return ray_kernels.cross_discs(batch.rays, shapes.records, &batch.pairs, batch.distance,
                                       batch.verdict)
    for k in range(batch.pairs.count):
        ray = ray_at(batch, batch.pairs.ray[k])
        row = batch.pairs.row[k]
        if shapes.kind != SEGMENTS:
            batch.verdict[k] = ray_kernels.cross_convex(ray, convex_at(shapes, row, memory),
                                                        batch.distance + k)
        elif shapes.radii[row] > 0.0:
            batch.verdict[k] = PAIR_UNCERTAIN
        else:
            batch.verdict[k] = ray_kernels.cross_segment(ray, shapes.segments + row,
                                                         batch.distance + k)
        uncertain += batch.verdict[k] == PAIR_UNCERTAIN
    return uncertain


cdef void cross_pairs(const Storage* shapes, RayBatch* batch, Restored* memory) noexcept nogil:
    """Find how far ahead the rays meet the rows of their pairs."""
    cdef RayContact contact
    cdef Probe probe
    cdef Py_ssize_t k
    if batch.pairs.count == 0 or classify_pairs(shapes, batch, memory) == 0:
        return
    for k in range(batch.pairs.count):
        if batch.verdict[k] != PAIR_UNCERTAIN:
            continue
        probe_of(ray_at(batch, batch.pairs.ray[k]), &probe)
        batch.distance[k] = INFINITY
        if convex_raycast(convex_at(shapes, batch.pairs.row[k], memory), &probe, &contact):
            batch.distance[k] = contact.distance


cdef void bound_distances(const Storage* shapes, RayBatch* batch) noexcept nogil:
    """Find distances that pairs are not below: those to the bounding circles."""
    cdef const double* ray
    cdef const double* record
    cdef double dx, dy, ahead, radii
    cdef Py_ssize_t k
    for k in range(batch.pairs.count):
        ray = ray_at(batch, batch.pairs.ray[k])
        record = shapes.records + RECORD * batch.pairs.row[k]
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


cdef void describe_hits(const Storage* shapes, RayBatch* batch,
                        const Py_ssize_t* row) noexcept nogil:
    """Find the contacts of rays with the rows that they hit first, -1 for none."""
    cdef Py_ssize_t k
    batch.pairs.count = 0
    for k in range(batch.count):
        if row[k] >= 0:
            batch.pairs.ray[batch.pairs.count] = <uint32_t>k
            batch.pairs.row[batch.pairs.count] = <uint32_t>row[k]
            batch.verdict[batch.pairs.count] = PAIR_UNCERTAIN
            batch.pairs.count += 1
    if shapes.kind == BOXES and batch.pairs.count > 0:
        ray_kernels.describe_boxes(batch.rays, shapes.records, &batch.pairs, batch.contact,
                                   batch.verdict)


cdef void read_contact(const Storage* shapes, const RayBatch* batch, Py_ssize_t pair,
                       double distance, Restored* memory, RayContact* contact) noexcept nogil:
    """One of these contacts."""
    cdef const double* numbers = batch.contact + CONTACT_NUMBERS * pair
    cdef Probe probe
    if batch.verdict[pair] != PAIR_UNCERTAIN:
        contact[0] = RayContact(distance, numbers[0], numbers[1], numbers[2], numbers[3])
        return
    probe_of(ray_at(batch, batch.pairs.ray[pair]), &probe)
    convex_raycast(convex_at(shapes, batch.pairs.row[pair], memory), &probe, contact)
