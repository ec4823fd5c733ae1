"""Rays and a scene: the first shape that each ray hits, or all of them.

The kernel for one ray and one shape decides which candidates are hit, or lanes do for many rays at
a time. If rows have owners, whose rows are adjacent, hits are those of owners.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.math cimport INFINITY, fabs, nextafter
from libc.stdint cimport uint32_t
from libc.stdlib cimport qsort
from libc.string cimport memcpy, memset

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.candidates cimport (
    Candidates, next_candidate, next_candidates, prefetch, prefetch_node, seek_motion, seek_rows)
from sepax._core.arrays.extents cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y, sum_of_joint_sides
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY, raise_failure
from sepax._core.arrays.scene cimport Scene, block_in, scene_for
from sepax._core.arrays.storage cimport (
    BOXES, DISCS, SEGMENTS, Restored, Storage, convex_at, prepare_memory)
from sepax._core.arrays.surface cimport use_surface_normal
from sepax._core.arrays.worlds cimport Sight, SightLines, Worlds, sees, take_sight
from sepax._core.buffers cimport Buffers, release_buffers, no_buffers
from sepax._core.interrupts cimport Watch, check_interrupts, was_interrupted, start_watch
from sepax._core.kernels.answers cimport RayContact
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.raycast cimport (
    Probe, convex_raycast, is_in_shape, set_probe)
from sepax._core.kernels.rotation cimport sine_cosine
from sepax._core.kernels.roundoff cimport (
    CIRCLE_ROUNDOFF, FILTER_ROUNDOFF, SEAM_ALONG_RAY, UNDERFLOW_ERROR)
from sepax._core.memory cimport count_product, count_sum, has_room, new_array, new_zeros
from sepax._core.results cimport new_ray_hit
from sepax._core.rows cimport (
    RayHitRow, clear_ray_hit_row, copy_ray_hit_row, fill_ray_hit_row, take_ray_hit_arrays)
from sepax._core.simd.levels cimport (
    BOUNDING_RADIUS, CENTRE_X, CENTRE_Y, CONTACT_NUMBERS, LAST_CIRCLES, NO_SHAPE, PAIR_UNCERTAIN,
    RAY_END, RAY_LENGTH, RAY_RADIUS, RAY_WAY_X, RAY_WAY_Y, RAY_X, RAY_Y, RAYS, RECORD, AimedRays,
    Circles, GivenRays, RayNumbers, RayPairs, ray_kernels, write_circle)
from sepax._core.simd.result_arrays cimport RayHitArrays

cdef enum:
    FEW_RAYS = 8            # that go one by one; without a tree, rows are looked at one by one


# --- the shapes that a ray may meet ---------------------------------------------------

cdef struct Path:
    # A ray through a scene, and the rows that it may hit within `probe.max_distance`.
    Probe probe
    Candidates rows


cdef struct Rule:
    # What counts as a hit.
    Sight sight
    const Py_ssize_t* owner     # of each row; NULL where each is its own
    double min_distance


cdef inline double latest_time(double max_distance, double length) noexcept nogil:
    """When a ray ends, as the cursor counts: along its scaled direction, of this length."""
    return max_distance / length * (1.0 + FILTER_ROUNDOFF)


cdef void seek_ray(Scene scene, const Rule* rule, const Probe* probe, Py_ssize_t query,
                   Candidates* rows) noexcept nogil:
    """Begin with a ray through a tree."""
    cdef double box[4]
    box[LOW_X] = nextafter(probe.x - probe.radius, -INFINITY)
    box[LOW_Y] = nextafter(probe.y - probe.radius, -INFINITY)
    box[HIGH_X] = nextafter(probe.x + probe.radius, INFINITY)
    box[HIGH_Y] = nextafter(probe.y + probe.radius, INFINITY)
    seek_motion(rows, scene.tree, &rule.sight, query, box, probe.ray.x, probe.ray.y,
                sum_of_joint_sides(box, scene.bounds),
                latest_time(probe.max_distance, probe.ray.length))


cdef inline void begin_path(Scene scene, const Rule* rule, Py_ssize_t query,
                            Path* path) noexcept nogil:
    """Begin with a probe that is set."""
    if scene.tree is not NULL:
        seek_ray(scene, rule, &path.probe, query, &path.rows)
    else:
        seek_rows(&path.rows, NULL, scene.block.count, scene.block.shapes.records, &rule.sight,
                  query, &path.probe, NULL)


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
    cdef Candidates* rows = &path.rows
    cdef Py_ssize_t before = rows.next
    while True:
        row[0] = next_candidate(rows, latest_time(path.probe.max_distance, path.probe.ray.length))
        # Rows that were passed by count for little.
        if was_interrupted(watch, 8 if rows.tree is not NULL else 1 + (rows.next - before) // 8):
            return INTERRUPTED
        before = rows.next
        if row[0] < 0:
            return 0
        shape = convex_at(&scene.block.shapes, row[0], memory)
        if was_interrupted(watch, shape.n):
            return INTERRUPTED
        if (convex_raycast(shape, &path.probe, contact)
                and counts(scene, rule, &path.probe, row[0], contact.distance, memory)):
            return 0


cdef int find_first(Scene scene, const Rule* rule, Path* path, Restored* memory,
                    RayContact* contact, Py_ssize_t* index, Watch* watch) noexcept nogil:
    """The first hit of a path at its beginning, of equal distances the lowest row; -1 for none.
    0, or INTERRUPTED."""
    cdef RayContact found
    cdef Py_ssize_t row
    contact[0] = RayContact(INFINITY, 0.0, 0.0, 0.0, 0.0)
    index[0] = -1
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


def cast_one(scene not None: ShapeBlock | ShapeTree, double x, double y, double direction_x,
             double direction_y, double max_distance, double radius,
             const Py_ssize_t[::1] owner=None) -> RayHit | None:
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
    prepare_memory(&place.block.shapes, &memory)
    start_watch(&watch)
    with nogil:
        set_probe(&path.probe, x, y, direction_x, direction_y, max_distance, radius)
        begin_path(place, &rule, 0, &path)
        result = find_first(place, &rule, &path, &memory, &contact, &index, &watch)
        name_owner(place, rule.owner, &path.probe, &contact, &index)
    raise_failure(result)
    return None if index < 0 else new_ray_hit(&contact, index)


# --- many rays ------------------------------------------------------------------------

include "raylanes.pxi"


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

    def write(self, Py_ssize_t start, *arrays: npt.NDArray[Any]) -> None:
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


def first_zero(const double[:, ::1] vectors not None) -> int:
    """The first row that is (0, 0), -1 for none."""
    cdef Py_ssize_t k
    for k in range(vectors.shape[0]):
        if vectors[k, 0] == 0.0 and vectors[k, 1] == 0.0:
            return k
    return -1


def fill_beams(const double[::1] angles not None, double[:, ::1] out not None) -> None:
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
    cdef CircleTable table              # if it is in lanes
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

    def __cinit__(self, scene not None: ShapeBlock | ShapeTree, Py_ssize_t queries,
                  const double[:, ::1] origin not None, const double[:, ::1] direction not None,
                  const double[::1] max_distance not None, const double[::1] radius not None,
                  const Py_ssize_t[::1] owner=None, *, double min_distance=0.0,
                  SightLines lines=None, const double[::1] angle=None):
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

    def __dealloc__(self):
        free_table(&self.table)

    cdef int set_scene(self, scene) except -1:
        cdef bint in_lanes = self.count > FEW_RAYS and suits_lanes(block_in(scene), self.lines)
        # Lanes need no tree.
        self.scene = scene_for(scene, 1 if in_lanes else self.count, self.lines)
        take_sight(self.lines, self.queries, self.scene.block.count, &self.rule.sight)
        self.rule.owner = owners_of(self.scene, self.owner_of_row)
        if in_lanes:
            fill_table(&self.table, self.scene.block,
                       None if self.lines is None else self.lines.worlds, self.rule.owner)
        return 0

    cdef int require_range(self, Py_ssize_t start, Py_ssize_t stop) except -1:
        if not 0 <= start <= stop <= self.count:
            raise IndexError(f"no range of {self.count} rays: {start} to {stop}")
        return 0

    def first(self, Py_ssize_t start, Py_ssize_t stop, *arrays: npt.NDArray[Any]) -> int:
        """Fill rows [start, stop) of the arrays of RayHits, one a ray; returns `stop`."""
        cdef Answers out
        cdef Buffers buffers
        cdef int result = 0
        self.require_range(start, stop)
        memset(&out, 0, sizeof(out))
        no_buffers(&buffers)
        try:
            take_ray_hit_arrays(&buffers, arrays, self.count, &out.hits)
            with nogil:
                result = cast_rays(self, start, stop, &out, None)
        finally:
            release_buffers(&buffers)
        raise_failure(result)
        return stop

    def distances(self, Py_ssize_t start, Py_ssize_t stop, double[::1] distance not None,
                  Py_ssize_t[::1] index not None) -> int:
        """Fill rows [start, stop) with what `first` says of them; returns `stop`."""
        cdef Answers out
        cdef int result = 0
        self.require_range(start, stop)
        if distance.shape[0] != self.count or index.shape[0] != self.count:
            raise ValueError(f"arrays must have {self.count} rows")
        memset(&out, 0, sizeof(out))
        if self.count > 0:
            out.distance = &distance[0]
            out.index = &index[0]
            with nogil:
                result = cast_rays(self, start, stop, &out, None)
        raise_failure(result)
        return stop

    def every(self, Py_ssize_t start, Py_ssize_t stop) -> RayRows:
        """RayRows of all that the rays [start, stop) hit."""
        cdef RayRows found = RayRows.__new__(RayRows)
        cdef int result
        self.require_range(start, stop)
        with nogil:
            result = cast_rays(self, start, stop, NULL, found)
        raise_failure(result)
        return found


cdef struct Answers:
    # Where what was found is written: all fields, or where there is an array of them distances.
    RayHitArrays hits
    double* distance
    Py_ssize_t* index


include "ray_batches.pxi"
