"""Rays and a scene: the first shape that each ray hits, or all of them.

The tree of the scene yields candidates, roughly by distance; for few rays all rows are candidates.
The kernel for one ray and one shape decides, or lanes do for many rays at a time. If rows have owners, whose rows are adjacent, hits are
those of owners.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.math cimport INFINITY, nextafter
from libc.stdint cimport uint32_t
from libc.stdlib cimport qsort
from libc.string cimport memcpy, memset

from sepax._core.arrays.extents cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y, sum_of_joint_sides
from sepax._core.arrays.index cimport (
    FANOUT, MotionCursor, lowest_bit, next_along_motion, next_slots, prefetch, prefetch_node,
    seek_motion)
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY, raise_failure
from sepax._core.arrays.raylanes cimport (
    CircleTable, RayBatch, bound_distances, circle_table, cross_pairs, describe_hits, find_pairs,
    free_batch, new_batch, origin_of, probe_of, put_nearest_first, ray_at, read_contact, set_query,
    suits_lanes)
from sepax._core.arrays.scene cimport Scene, block_in, scene_for
from sepax._core.arrays.storage cimport (
    BOXES, DISCS, Restored, convex_at, prepare_memory)
from sepax._core.arrays.surface cimport use_surface_normal
from sepax._core.arrays.worlds cimport (
    Sight, SightLines, SlotRange, sees, slots_of, take_sight)
from sepax._core.buffers cimport Buffers, release_buffers, no_buffers
from sepax._core.interrupts cimport Watch, was_interrupted, start_watch
from sepax._core.kernels.answers cimport RayContact
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.raycast cimport (
    Probe, convex_raycast, is_in_shape, misses_circle, set_probe)
from sepax._core.kernels.rotation cimport sine_cosine
from sepax._core.kernels.roundoff cimport FILTER_ROUNDOFF, SEAM_ALONG_RAY
from sepax._core.memory cimport count_product, has_room, new_array
from sepax._core.results cimport new_ray_hit
from sepax._core.rows cimport (
    RayHitRow, clear_ray_hit_row, copy_ray_hit_row, fill_ray_hit_row, take_ray_hit_arrays)
from sepax._core.simd.levels cimport (
    BOUNDING_RADIUS, CENTRE_X, CENTRE_Y, RAY_END, RAY_LENGTH, RAYS, RECORD, GivenRays, RayNumbers,
    RayPairs, ray_kernels)
from sepax._core.simd.result_arrays cimport RayHitArrays

cdef enum:
    FEW_RAYS = 8            # that go one by one; without a tree, rows are looked at one by one
    IN_TURN = 64            # rays that go through a tree together; RAYS at most


# --- the shapes that a ray may meet ---------------------------------------------------

cdef struct Path:
    # A ray through a scene. Rows that it may hit within `probe.max_distance` come once.
    Probe probe
    Py_ssize_t query        # whose it is
    Py_ssize_t row          # the next one, where there is no tree
    MotionCursor cursor


cdef struct Rule:
    # What counts as a hit.
    Sight sight
    const Py_ssize_t* owner     # of each row; NULL where each is its own
    double min_distance


cdef inline double latest_time(double max_distance, double length) noexcept nogil:
    """When a ray ends, as the cursor counts: along its scaled direction, of this length."""
    return max_distance / length * (1.0 + FILTER_ROUNDOFF)


cdef void seek_ray(Scene scene, const Rule* rule, const Probe* probe, Py_ssize_t query,
                   MotionCursor* cursor) noexcept nogil:
    """Begin with a ray through a tree."""
    cdef SlotRange slots = slots_of(&rule.sight, query)
    cdef double box[4]
    box[LOW_X] = nextafter(probe.x - probe.radius, -INFINITY)
    box[LOW_Y] = nextafter(probe.y - probe.radius, -INFINITY)
    box[HIGH_X] = nextafter(probe.x + probe.radius, INFINITY)
    box[HIGH_Y] = nextafter(probe.y + probe.radius, INFINITY)
    seek_motion(cursor, scene.tree, &slots, box, probe.ray.x, probe.ray.y,
                sum_of_joint_sides(box, scene.bounds),
                latest_time(probe.max_distance, probe.ray.length))


cdef inline void set_out(Scene scene, const Rule* rule, Path* path) noexcept nogil:
    """Begin with a probe that is set."""
    path.row = 0
    if scene.tree is not NULL:
        seek_ray(scene, rule, &path.probe, path.query, &path.cursor)


cdef inline Py_ssize_t next_row(Scene scene, Path* path) noexcept nogil:
    """The next row that the ray may meet; -1 when there is none left."""
    cdef const double* record
    if scene.tree is not NULL:
        return next_along_motion(&path.cursor, latest_time(path.probe.max_distance,
                                                           path.probe.ray.length))
    while path.row < scene.block.count:
        record = scene.block.shapes.records + RECORD * path.row
        path.row += 1
        if not misses_circle(&path.probe, record[CENTRE_X], record[CENTRE_Y],
                             record[BOUNDING_RADIUS]):
            return path.row - 1
    return -1


cdef bint is_in_another_part(Scene scene, const Py_ssize_t* owner, Py_ssize_t own,
                             const Probe* probe, double distance,
                             Restored* memory) noexcept nogil:
    """Whether the ray comes out of another part of the same owner there: a seam is no boundary."""
    cdef const double* record = scene.block.shapes.records + RECORD * own
    cdef double slack = SEAM_ALONG_RAY * (distance + record[BOUNDING_RADIUS])
    cdef Py_ssize_t row = own
    while row > 0 and owner[row - 1] == owner[own]:
        row -= 1
    while row < scene.block.count and owner[row] == owner[own]:
        if row != own and is_in_shape(convex_at(&scene.block.shapes, row, memory), probe, distance,
                                      slack):
            return True
        row += 1
    return False


cdef inline bint counts(Scene scene, const Rule* rule, const Probe* probe, Py_ssize_t row,
                        double distance, Restored* memory) noexcept nogil:
    """Whether a touch of a row is a hit."""
    if rule.min_distance == 0.0:
        return True
    return distance >= rule.min_distance and (rule.owner is NULL or not is_in_another_part(
        scene, rule.owner, row, probe, distance, memory))


cdef int next_contact(Scene scene, const Rule* rule, Path* path, Restored* memory,
                      RayContact* contact, Py_ssize_t* row, Watch* watch) noexcept nogil:
    """The next row that the ray hits, -1 when there is none left; 0, or INTERRUPTED."""
    cdef const Convex* shape
    cdef Py_ssize_t before = path.row
    while True:
        row[0] = next_row(scene, path)
        # Rows that were passed by count for little.
        if was_interrupted(watch, 8 if scene.tree is not NULL else 1 + (path.row - before) // 8):
            return INTERRUPTED
        before = path.row
        if row[0] < 0:
            return 0
        if not sees(&rule.sight, path.query, row[0]):
            continue
        shape = convex_at(&scene.block.shapes, row[0], memory)
        if was_interrupted(watch, shape.n):
            return INTERRUPTED
        if (convex_raycast(shape, &path.probe, contact)
                and counts(scene, rule, &path.probe, row[0], contact.distance, memory)):
            return 0


cdef int find_first(Scene scene, const Rule* rule, Path* path, Restored* memory,
                    RayContact* contact, Py_ssize_t* index, Watch* watch) noexcept nogil:
    """The first hit, of equal distances the lowest row; -1 for none. 0, or INTERRUPTED."""
    cdef RayContact found
    cdef Py_ssize_t row
    contact[0] = RayContact(INFINITY, 0.0, 0.0, 0.0, 0.0)
    index[0] = -1
    set_out(scene, rule, path)
    while True:
        if next_contact(scene, rule, path, memory, &found, &row, watch) < 0:
            return INTERRUPTED
        if row < 0:
            return 0
        if found.distance < contact.distance or row < index[0]:
            contact[0] = found
            index[0] = row
            path.probe.max_distance = found.distance    # hits farther away no longer count


cdef const Py_ssize_t* owners_of(Scene scene, const Py_ssize_t[::1] owner) except? NULL:
    """That of each row of a scene; NULL where each row is its own."""
    if owner is None or owner.shape[0] == 0:
        return NULL
    if owner.shape[0] != scene.block.count:
        raise ValueError(f"owner must have {scene.block.count} rows, got {owner.shape[0]}")
    return &owner[0]


cdef inline void name_owner(Scene scene, const Py_ssize_t* owner, const Probe* probe,
                            RayContact* contact, Py_ssize_t* index) noexcept nogil:
    """Say of the owner what was found of a row."""
    if owner is not NULL and index[0] >= 0:
        use_surface_normal(scene, owner, index[0], probe, contact)
        index[0] = owner[index[0]]


def cast_one(scene not None, double x, double y, double direction_x, double direction_y,
             double max_distance, double radius, const Py_ssize_t[::1] owner=None):
    """The first hit of a ray in a ShapeBlock or a ShapeTree, RayHit or None."""
    cdef Scene place = scene_for(scene, 1)
    cdef Rule rule
    cdef Path path
    cdef Restored memory
    cdef RayContact contact
    cdef Watch watch
    cdef Py_ssize_t index
    cdef int result
    memset(&rule, 0, sizeof(rule))
    rule.owner = owners_of(place, owner)
    path.query = 0
    prepare_memory(&place.block.shapes, &memory)
    start_watch(&watch)
    with nogil:
        set_probe(&path.probe, x, y, direction_x, direction_y, max_distance, radius)
        result = find_first(place, &rule, &path, &memory, &contact, &index, &watch)
        name_owner(place, rule.owner, &path.probe, &contact, &index)
    raise_failure(result)
    return None if index < 0 else new_ray_hit(&contact, index)


# --- many rays ------------------------------------------------------------------------

cdef struct RayRow:
    Py_ssize_t ray
    Py_ssize_t row
    Py_ssize_t index        # of the row, or of its owner
    RayContact contact


cdef int compare_owners(const void* a, const void* b) noexcept nogil:
    """Of one ray: by index, then by distance, then by row."""
    cdef const RayRow* first = <const RayRow*>a
    cdef const RayRow* second = <const RayRow*>b
    if first.index != second.index:
        return -1 if first.index < second.index else 1
    if first.contact.distance != second.contact.distance:
        return -1 if first.contact.distance < second.contact.distance else 1
    return (first.row > second.row) - (first.row < second.row)


cdef int compare_rows(const void* a, const void* b) noexcept nogil:
    """Of one ray: by distance, then by index."""
    cdef const RayRow* first = <const RayRow*>a
    cdef const RayRow* second = <const RayRow*>b
    if first.contact.distance != second.contact.distance:
        return -1 if first.contact.distance < second.contact.distance else 1
    return (first.index > second.index) - (first.index < second.index)


@cython.final
@cython.auto_pickle(False)
cdef class RayRows:
    """What some rays meet, one after the other."""

    cdef RayRow* rows
    cdef readonly Py_ssize_t count
    cdef Py_ssize_t capacity

    def __dealloc__(self):
        PyMem_RawFree(self.rows)

    def write(self, Py_ssize_t start, *arrays):
        """Fill `count` rows of the arrays of RayHits from `start` on."""
        cdef Py_ssize_t k, rows = len(arrays[0]) if arrays else 0
        cdef RayHitArrays out
        cdef Buffers buffers
        no_buffers(&buffers)
        try:
            take_ray_hit_arrays(&buffers, arrays, rows, &out)
            if not 0 <= start <= rows - self.count:
                raise IndexError(f"no room for {self.count} rows from {start} on in {rows}")
            with nogil:
                for k in range(self.count):
                    write_hit(&self.rows[k].contact, self.rows[k].index, self.rows[k].ray, &out,
                              start + k)
        finally:
            release_buffers(&buffers)


cdef inline void write_hit(const RayContact* contact, Py_ssize_t index, Py_ssize_t ray,
                           const RayHitArrays* out, Py_ssize_t k) noexcept nogil:
    """What a ray meets, or nothing for an index of -1."""
    cdef RayHitRow row
    if index >= 0:
        fill_ray_hit_row(contact, index, &row)
        copy_ray_hit_row(&row, out, k)
    else:
        clear_ray_hit_row(out, k)
    out.ray[k] = ray


cdef RayRow* next_place(RayRows found) noexcept nogil:
    """Room for one more; NULL without memory."""
    if not has_room(<void**>&found.rows, &found.capacity, max(found.count + 1, 16), sizeof(RayRow)):
        return NULL
    found.count = found.count + 1
    return found.rows + found.count - 1


def first_zero(const double[:, ::1] vectors not None):
    """The first row that is (0, 0), -1 for none."""
    cdef Py_ssize_t k
    for k in range(vectors.shape[0]):
        if vectors[k, 0] == 0.0 and vectors[k, 1] == 0.0:
            return k
    return -1


def fill_beams(const double[::1] angles not None, double[:, ::1] out not None):
    """Fill (2, k) with the unit vectors of angles that are allowed."""
    cdef Py_ssize_t k
    if out.shape[0] != 2 or out.shape[1] != angles.shape[0]:
        raise ValueError(f"there must be room for {angles.shape[0]} vectors")
    for k in range(angles.shape[0]):
        sine_cosine(angles[k], &out[1, k], &out[0, k])


@cython.final
@cython.auto_pickle(False)
cdef class RayCast:
    """Rays through a ShapeBlock or a ShapeTree. Columns have one row a ray or for all.

    With an angle for each query, all queries have the same beams, turned by that. Directions are
    then those of the beams, (2, beams). Beam j of query i is ray i * beams + j, and columns have one
    row a query or for all.
    """

    cdef Scene scene
    cdef CircleTable table              # None: by the tree
    cdef const double[:, ::1] origin
    cdef const double[:, ::1] direction
    cdef const double[::1] angle        # None: a query is a ray
    cdef const double[::1] max_distance
    cdef const double[::1] radius
    cdef const Py_ssize_t[::1] owner_of_row
    cdef SightLines lines
    cdef Rule rule
    cdef readonly Py_ssize_t queries
    cdef Py_ssize_t beams               # rays a query
    cdef readonly Py_ssize_t count

    def __cinit__(self, scene not None, Py_ssize_t queries, const double[:, ::1] origin not None,
                  const double[:, ::1] direction not None, const double[::1] max_distance not None,
                  const double[::1] radius not None, const Py_ssize_t[::1] owner=None, *,
                  double min_distance=0.0, SightLines lines=None, const double[::1] angle=None):
        self.queries = queries
        self.beams = 1 if angle is None else direction.shape[1]
        self.count = count_product(queries, self.beams)
        for rows in (origin.shape[0], max_distance.shape[0], radius.shape[0],
                     direction.shape[0] if angle is None else angle.shape[0]):
            if rows not in (1, queries):
                raise ValueError(f"columns must have one row, or {queries}, got {rows}")
        if origin.shape[1] != 2 or direction.shape[1 if angle is None else 0] != 2:
            raise ValueError("origins and directions must have two columns, beams two rows")
        self.origin = origin
        self.direction = direction
        self.angle = angle
        self.max_distance = max_distance
        self.radius = radius
        self.lines = lines
        self.owner_of_row = owner
        self.rule.min_distance = min_distance
        self.set_scene(scene)

    cdef int set_scene(self, scene) except -1:
        cdef bint in_lanes = self.count > FEW_RAYS and suits_lanes(block_in(scene), self.lines)
        # Lanes need no tree.
        self.scene = scene_for(scene, 1 if in_lanes else self.count, self.lines)
        take_sight(self.lines, self.queries, self.scene.block.count, &self.rule.sight)
        self.rule.owner = owners_of(self.scene, self.owner_of_row)
        if in_lanes:
            self.table = circle_table(self.scene.block, self.lines, self.rule.owner)
        return 0

    cdef int require_range(self, Py_ssize_t start, Py_ssize_t stop) except -1:
        if not 0 <= start <= stop <= self.count:
            raise IndexError(f"no range of {self.count} rays: {start} to {stop}")
        return 0

    def first(self, Py_ssize_t start, Py_ssize_t stop, *arrays):
        """Fill rows [start, stop) of the arrays of RayHits, one a ray; returns `stop`."""
        cdef Answers out
        cdef Buffers buffers
        cdef int result = 0
        self.require_range(start, stop)
        memset(&out, 0, sizeof(out))
        no_buffers(&buffers)
        try:
            take_ray_hit_arrays(&buffers, arrays, self.count, &out.hits)
            result = write_first(self, start, stop, &out)
        finally:
            release_buffers(&buffers)
        raise_failure(result)
        return stop

    def distances(self, Py_ssize_t start, Py_ssize_t stop, double[::1] distance not None,
                  Py_ssize_t[::1] index not None):
        """Fill rows [start, stop) with what `first` says of them; returns `stop`."""
        cdef Answers out
        self.require_range(start, stop)
        if distance.shape[0] != self.count or index.shape[0] != self.count:
            raise ValueError(f"arrays must have {self.count} rows")
        memset(&out, 0, sizeof(out))
        if self.count > 0:
            out.distance = &distance[0]
            out.index = &index[0]
            raise_failure(write_first(self, start, stop, &out))
        return stop

    def every(self, Py_ssize_t start, Py_ssize_t stop):
        """RayRows of all that the rays [start, stop) hit."""
        cdef RayRows found = RayRows.__new__(RayRows)
        cdef int result = 0
        self.require_range(start, stop)
        with nogil:
            if self.table is None:
                result = find_every_on_paths(self, start, stop, found)
            else:
                result = find_every_in_lanes(self, start, stop, found)
        raise_failure(result)
        return found


cdef struct Answers:
    # Where what was found is written: all fields, or where there is an array of them distances.
    RayHitArrays hits
    double* distance
    Py_ssize_t* index


cdef int write_first(RayCast plan, Py_ssize_t start, Py_ssize_t stop,
                     const Answers* out) noexcept:
    """What the rays [start, stop) hit first; 0 or a Failure."""
    cdef int result
    with nogil:
        if plan.table is not None:
            result = write_first_in_lanes(plan, start, stop, out)
        elif plan.scene.tree is not NULL and stop - start > FEW_RAYS:
            result = write_first_in_turns(plan, start, stop, out)
        else:
            result = write_first_on_paths(plan, start, stop, out)
    return result


cdef inline void write_answer(RayCast plan, const Probe* probe, RayContact* contact,
                              Py_ssize_t row, const Answers* out, Py_ssize_t k) noexcept nogil:
    """Write what ray k hits: a row, or nothing for -1."""
    cdef Py_ssize_t index = row
    if out.distance is NULL:
        name_owner(plan.scene, plan.rule.owner, probe, contact, &index)
        write_hit(contact, index, k, &out.hits, k)
        return
    out.distance[k] = contact.distance if row >= 0 else INFINITY
    out.index[k] = plan.rule.owner[row] if row >= 0 and plan.rule.owner is not NULL else row


# --- by a tree, or shape by shape -----------------------------------------------------

cdef inline void read_direction(RayCast plan, Py_ssize_t k, double* direction) noexcept nogil:
    """That of ray k."""
    cdef double sine, cosine, beam_x, beam_y
    cdef const double* beam
    if plan.angle is None:
        beam = &plan.direction[k if plan.direction.shape[0] > 1 else 0, 0]
        direction[0] = beam[0]
        direction[1] = beam[1]
        return
    sine_cosine(plan.angle[k // plan.beams if plan.angle.shape[0] > 1 else 0], &sine, &cosine)
    beam_x = plan.direction[0, k % plan.beams]
    beam_y = plan.direction[1, k % plan.beams]
    direction[0] = cosine * beam_x - sine * beam_y
    direction[1] = sine * beam_x + cosine * beam_y


cdef inline void set_row(RayCast plan, Py_ssize_t k, Path* path) noexcept nogil:
    cdef Py_ssize_t query = k if plan.beams == 1 else k // plan.beams
    cdef const double* origin = &plan.origin[query if plan.origin.shape[0] > 1 else 0, 0]
    cdef double direction[2]
    direction[0] = direction[1] = 0.0   # careful builds may refuse an index
    read_direction(plan, k, direction)
    path.query = query
    set_probe(&path.probe, origin[0], origin[1], direction[0], direction[1],
              plan.max_distance[query if plan.max_distance.shape[0] > 1 else 0],
              plan.radius[query if plan.radius.shape[0] > 1 else 0])


cdef int write_first_on_paths(RayCast plan, Py_ssize_t start, Py_ssize_t stop,
                              const Answers* out) noexcept nogil:
    """`write_first`, ray by ray."""
    cdef Path path
    cdef Restored memory
    cdef RayContact contact
    cdef Watch watch
    cdef Py_ssize_t k, row
    prepare_memory(&plan.scene.block.shapes, &memory)
    start_watch(&watch)
    for k in range(start, stop):
        set_row(plan, k, &path)
        if find_first(plan.scene, &plan.rule, &path, &memory, &contact, &row, &watch) < 0:
            return INTERRUPTED
        write_answer(plan, &path.probe, &contact, row, out, k)
    return 0


cdef int note_hit(RayCast plan, RayRows found, Py_ssize_t ray, Py_ssize_t row,
                  const RayContact* contact) noexcept nogil:
    """Note one of the hits of a ray; 0, or NO_MEMORY."""
    cdef RayRow* place = next_place(found)
    if place is NULL:
        return NO_MEMORY
    place.ray = ray
    place.row = row
    place.index = row if plan.rule.owner is NULL else plan.rule.owner[row]
    place.contact = contact[0]
    return 0


cdef void keep_owners(RayCast plan, const Probe* probe, RayRows found,
                      Py_ssize_t begin) noexcept nogil:
    """Of the rows of each owner, from `begin` on, keep the first."""
    cdef RayRow* rows = found.rows
    cdef Py_ssize_t k, end = begin
    qsort(rows + begin, found.count - begin, sizeof(RayRow), compare_owners)
    for k in range(begin, found.count):
        if k > begin and rows[k].index == rows[end - 1].index:
            continue
        rows[end] = rows[k]
        use_surface_normal(plan.scene, plan.rule.owner, rows[end].row, probe, &rows[end].contact)
        end += 1
    found.count = end


cdef void put_in_order(RayCast plan, const Probe* probe, RayRows found,
                       Py_ssize_t begin) noexcept nogil:
    """The hits of one ray, from `begin` on: one of each owner."""
    if found.count > begin and plan.rule.owner is not NULL:
        keep_owners(plan, probe, found, begin)
    if found.count > begin:
        qsort(found.rows + begin, found.count - begin, sizeof(RayRow), compare_rows)


cdef int find_every_on_paths(RayCast plan, Py_ssize_t start, Py_ssize_t stop,
                             RayRows found) noexcept nogil:
    """Note all that rays hit, in order; 0 or a Failure."""
    cdef Path path
    cdef Restored memory
    cdef RayContact contact
    cdef Watch watch
    cdef Py_ssize_t k, row, begin
    prepare_memory(&plan.scene.block.shapes, &memory)
    start_watch(&watch)
    for k in range(start, stop):
        begin = found.count
        set_row(plan, k, &path)
        set_out(plan.scene, &plan.rule, &path)
        while True:
            if next_contact(plan.scene, &plan.rule, &path, &memory, &contact, &row, &watch) < 0:
                return INTERRUPTED
            if row < 0:
                break
            if note_hit(plan, found, k, row, &contact) < 0:
                return NO_MEMORY
        put_in_order(plan, &path.probe, found, begin)
    return 0


include "ray_batches.pxi"
