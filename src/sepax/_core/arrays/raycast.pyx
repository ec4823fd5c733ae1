"""Rays and a scene: the first shape that each ray hits, or all of them.

The tree of the scene yields candidates, roughly by distance; for few rays all rows are candidates.
The kernel for one ray and one shape decides. If rows have owners, whose rows are adjacent, hits are
those of owners.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.math cimport INFINITY, nextafter
from libc.stdlib cimport qsort

from sepax._core.arrays.extents cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y, sum_of_joint_sides
from sepax._core.arrays.index cimport MotionCursor, next_along_motion, seek_motion
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY, raise_failure
from sepax._core.arrays.scene cimport Scene, scene_for
from sepax._core.arrays.storage cimport Restored, convex_at, prepare_memory
from sepax._core.arrays.surface cimport use_surface_normal
from sepax._core.arrays.worlds cimport SlotRange, all_slots
from sepax._core.buffers cimport Buffers, release_buffers, no_buffers
from sepax._core.interrupts cimport Watch, was_interrupted, start_watch
from sepax._core.kernels.answers cimport RayContact
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.raycast cimport Probe, convex_raycast, misses_circle, set_probe
from sepax._core.kernels.roundoff cimport FILTER_ROUNDOFF
from sepax._core.memory cimport has_room
from sepax._core.results cimport new_ray_hit
from sepax._core.rows cimport (
    RayHitRow, clear_ray_hit_row, copy_ray_hit_row, fill_ray_hit_row, take_ray_hit_arrays)
from sepax._core.simd.levels cimport BOUNDING_RADIUS, CENTRE_X, CENTRE_Y, RECORD
from sepax._core.simd.result_arrays cimport RayHitArrays

ctypedef unsigned char truth


# --- the shapes that a ray may meet ---------------------------------------------------

cdef struct Path:
    # A ray through a scene. Rows that it may hit within `probe.max_distance` come once.
    Probe probe
    Py_ssize_t row          # the next one, where there is no tree
    MotionCursor cursor


cdef inline double latest_time(const Probe* probe) noexcept nogil:
    """When the ray ends, as the cursor counts: along the scaled direction."""
    return probe.max_distance / probe.ray.length * (1.0 + FILTER_ROUNDOFF)


cdef void set_out(Scene scene, Path* path) noexcept nogil:
    """Begin with a probe that is set."""
    cdef const Probe* probe = &path.probe
    cdef SlotRange slots = all_slots()
    cdef double box[4]
    path.row = 0
    if scene.tree is NULL:
        return
    box[LOW_X] = nextafter(probe.x - probe.radius, -INFINITY)
    box[LOW_Y] = nextafter(probe.y - probe.radius, -INFINITY)
    box[HIGH_X] = nextafter(probe.x + probe.radius, INFINITY)
    box[HIGH_Y] = nextafter(probe.y + probe.radius, INFINITY)
    seek_motion(&path.cursor, scene.tree, &slots, box, probe.ray.x, probe.ray.y,
                sum_of_joint_sides(box, scene.bounds), latest_time(probe))


cdef inline Py_ssize_t next_row(Scene scene, Path* path) noexcept nogil:
    """The next row that the ray may meet; -1 when there is none left."""
    cdef const double* record
    if scene.tree is not NULL:
        return next_along_motion(&path.cursor, latest_time(&path.probe))
    while path.row < scene.block.count:
        record = scene.block.shapes.records + RECORD * path.row
        path.row += 1
        if not misses_circle(&path.probe, record[CENTRE_X], record[CENTRE_Y],
                             record[BOUNDING_RADIUS]):
            return path.row - 1
    return -1


cdef int next_contact(Scene scene, Path* path, Restored* memory, RayContact* contact,
                      Py_ssize_t* row, Watch* watch) noexcept nogil:
    """The next row that the ray meets, -1 when there is none left; 0, or INTERRUPTED."""
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
        shape = convex_at(&scene.block.shapes, row[0], memory)
        if was_interrupted(watch, shape.n):
            return INTERRUPTED
        if convex_raycast(shape, &path.probe, contact):
            return 0


cdef int find_first(Scene scene, Path* path, Restored* memory, RayContact* contact,
                    Py_ssize_t* index, Watch* watch) noexcept nogil:
    """The first hit, of equal distances the lowest row; -1 for none. 0, or INTERRUPTED."""
    cdef RayContact found
    cdef Py_ssize_t row
    contact[0] = RayContact(INFINITY, 0.0, 0.0, 0.0, 0.0)
    index[0] = -1
    set_out(scene, path)
    while True:
        if next_contact(scene, path, memory, &found, &row, watch) < 0:
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


cdef inline void name_owner(Scene scene, const Py_ssize_t* owner, const Path* path,
                            RayContact* contact, Py_ssize_t* index) noexcept nogil:
    """Say of the owner what was found of a row."""
    if owner is not NULL and index[0] >= 0:
        use_surface_normal(scene, owner, index[0], &path.probe, contact)
        index[0] = owner[index[0]]


def cast_one(scene not None, double x, double y, double direction_x, double direction_y,
             double max_distance, double radius, const Py_ssize_t[::1] owner=None):
    """The first hit of a ray in a ShapeBlock or a ShapeTree, RayHit or None."""
    cdef Scene place = scene_for(scene, 1)
    cdef const Py_ssize_t* owners = owners_of(place, owner)
    cdef Path path
    cdef Restored memory
    cdef RayContact contact
    cdef Watch watch
    cdef Py_ssize_t index
    cdef int result
    prepare_memory(&place.block.shapes, &memory)
    start_watch(&watch)
    with nogil:
        set_probe(&path.probe, x, y, direction_x, direction_y, max_distance, radius)
        result = find_first(place, &path, &memory, &contact, &index, &watch)
        name_owner(place, owners, &path, &contact, &index)
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


@cython.final
@cython.auto_pickle(False)
cdef class RayCast:
    """Rays through a ShapeBlock or a ShapeTree. Columns have one row a ray or for all."""

    cdef Scene scene
    cdef const double[:, ::1] origin
    cdef const double[:, ::1] direction
    cdef const double[::1] max_distance
    cdef const double[::1] radius
    cdef const Py_ssize_t[::1] owner_of_row
    cdef const Py_ssize_t* owner        # NULL where each row is its own
    cdef readonly Py_ssize_t count

    def __cinit__(self, scene not None, Py_ssize_t count, const double[:, ::1] origin not None,
                  const double[:, ::1] direction not None, const double[::1] max_distance not None,
                  const double[::1] radius not None, const Py_ssize_t[::1] owner=None):
        self.count = count
        for rows in (origin.shape[0], direction.shape[0], max_distance.shape[0], radius.shape[0]):
            if rows not in (1, count):
                raise ValueError(f"columns must have one row, or {count}, got {rows}")
        if origin.shape[1] != 2 or direction.shape[1] != 2:
            raise ValueError("origins and directions must have two columns")
        self.origin = origin
        self.direction = direction
        self.max_distance = max_distance
        self.radius = radius
        self.scene = scene_for(scene, count)
        self.owner_of_row = owner
        self.owner = owners_of(self.scene, owner)

    cdef int require_range(self, Py_ssize_t start, Py_ssize_t stop) except -1:
        if not 0 <= start <= stop <= self.count:
            raise IndexError(f"no range of {self.count} rays: {start} to {stop}")
        return 0

    def first(self, Py_ssize_t start, Py_ssize_t stop, *arrays):
        """Fill rows [start, stop) of the arrays of RayHits, one a ray; returns `stop`."""
        cdef RayHitArrays out
        cdef Buffers buffers
        cdef int result = 0
        self.require_range(start, stop)
        no_buffers(&buffers)
        try:
            take_ray_hit_arrays(&buffers, arrays, self.count, &out)
            with nogil:
                result = write_first(self, start, stop, &out)
        finally:
            release_buffers(&buffers)
        raise_failure(result)
        return stop

    def every(self, Py_ssize_t start, Py_ssize_t stop):
        """RayRows of all that the rays [start, stop) meet."""
        cdef RayRows found = RayRows.__new__(RayRows)
        cdef Path path
        cdef Restored memory
        cdef Watch watch
        cdef Py_ssize_t k
        cdef int result = 0
        self.require_range(start, stop)
        prepare_memory(&self.scene.block.shapes, &memory)
        start_watch(&watch)
        with nogil:
            for k in range(start, stop):
                set_row(self, k, &path)
                result = find_every(self, &path, k, &memory, found, &watch)
                if result < 0:
                    break
        raise_failure(result)
        return found


cdef int write_first(RayCast plan, Py_ssize_t start, Py_ssize_t stop,
                     const RayHitArrays* out) noexcept nogil:
    """What the rays [start, stop) meet first; 0, or INTERRUPTED."""
    cdef Path path
    cdef Restored memory
    cdef RayContact contact
    cdef Watch watch
    cdef Py_ssize_t k, index
    prepare_memory(&plan.scene.block.shapes, &memory)
    start_watch(&watch)
    for k in range(start, stop):
        set_row(plan, k, &path)
        if find_first(plan.scene, &path, &memory, &contact, &index, &watch) < 0:
            return INTERRUPTED
        name_owner(plan.scene, plan.owner, &path, &contact, &index)
        write_hit(&contact, index, k, out, k)
    return 0


cdef inline void set_row(RayCast plan, Py_ssize_t k, Path* path) noexcept nogil:
    cdef const double* origin = &plan.origin[k if plan.origin.shape[0] > 1 else 0, 0]
    cdef const double* direction = &plan.direction[k if plan.direction.shape[0] > 1 else 0, 0]
    set_probe(&path.probe, origin[0], origin[1], direction[0], direction[1],
              plan.max_distance[k if plan.max_distance.shape[0] > 1 else 0],
              plan.radius[k if plan.radius.shape[0] > 1 else 0])


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
        use_surface_normal(plan.scene, plan.owner, rows[end].row, probe, &rows[end].contact)
        end += 1
    found.count = end


cdef int find_every(RayCast plan, Path* path, Py_ssize_t ray, Restored* memory, RayRows found,
                    Watch* watch) noexcept nogil:
    """Note all that a ray meets, in order; 0 or a Failure."""
    cdef RayContact contact
    cdef RayRow* place
    cdef Py_ssize_t row, begin = found.count
    set_out(plan.scene, path)
    while True:
        if next_contact(plan.scene, path, memory, &contact, &row, watch) < 0:
            return INTERRUPTED
        if row < 0:
            break
        place = next_place(found)
        if place is NULL:
            return NO_MEMORY
        place.ray = ray
        place.row = row
        place.index = row if plan.owner is NULL else plan.owner[row]
        place.contact = contact
    if found.count > begin and plan.owner is not NULL:
        keep_owners(plan, &path.probe, found, begin)
    if found.count > begin:
        qsort(found.rows + begin, found.count - begin, sizeof(RayRow), compare_rows)
    return 0
