"""Rays and a scene: the first shape that each ray hits, or all of them.

The kernel for one ray and one shape decides which candidates are hit, or lanes do for many rays at
a time. Rows that may have several parts are asked as a whole: see row_rays.pyx.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.math cimport INFINITY, fabs, nextafter
from libc.stdint cimport uint32_t
from libc.stdlib cimport qsort
from libc.string cimport memcpy, memset

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.bounds cimport (
    HIGH_X, HIGH_Y, LOW_X, LOW_Y, add_box, copy_box, set_empty, sum_of_joint_sides)
from sepax._core.arrays.candidates cimport (
    Candidates, next_candidate, next_candidates, prefetch, prefetch_node, seek_motion, seek_rows)
from sepax._core.arrays.index cimport Tree
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY, raise_failure, require_range
from sepax._core.arrays.row_rays cimport row_raycast
from sepax._core.arrays.row_scene cimport RowScene
from sepax._core.arrays.rows cimport Rows
from sepax._core.arrays.scene cimport Scene, block_in, scene_for
from sepax._core.arrays.sides cimport RowSide
from sepax._core.arrays.storage cimport (
    BOXES, DISCS, SEGMENTS, Restored, Storage, convex_at, prepare_memory)
from sepax._core.arrays.visibility cimport RowGroups, Visibility, Visible, sees, take_visible
from sepax._core.buffers cimport Buffers, no_buffers, release_buffers
from sepax._core.interrupts cimport Watch, check_interrupts, start_watch, was_interrupted
from sepax._core.kernels.answers cimport RayContact
from sepax._core.kernels.convex cimport Convex, length_of
from sepax._core.kernels.pose cimport Pose, sine_cosine
from sepax._core.kernels.raycast cimport Probe, convex_raycast, latest_time, set_probe
from sepax._core.kernels.roundoff cimport CIRCLE_ROUNDOFF, FILTER_ROUNDOFF, UNDERFLOW_ERROR
from sepax._core.memory cimport count_product, count_sum, has_room, new_array, new_zeros
from sepax._core.results cimport new_ray_hit
from sepax._core.rows cimport (
    RayHitRow, clear_ray_hit_row, copy_ray_hit_row, fill_ray_hit_row, take_ray_hit_arrays)
from sepax._core.simd.levels cimport (
    BOUNDING_RADIUS, CENTRE_X, CENTRE_Y, CONTACT_NUMBERS, LAST_CIRCLES, NO_SHAPE, PAIR_UNCERTAIN,
    RAYS, RAY_END, RAY_LENGTH, RAY_RADIUS, RAY_WAY_X, RAY_WAY_Y, RAY_X, RAY_Y, RECORD, AimedRays,
    Circles, GivenRays, RayNumbers, RayPairs, ray_loops, write_circle)
from sepax._core.simd.result_arrays cimport RayHitArrays

cdef enum:
    FEW_RAYS = 8            # that go one by one; without a tree, all rows are scanned


# --- the shapes that a ray may meet ---------------------------------------------------

cdef struct Path:
    # A ray through a scene, and the rows that it may hit within `probe.max_distance`.
    Probe probe
    Candidates rows


cdef struct Rule:
    # What counts as a hit.
    Visible visible
    double min_distance


cdef struct Target:
    # What rays meet: convex shapes, or rows that may have several parts.
    const Storage* shapes   # NULL for rows
    const Rows* rows
    const double* records   # where the bounding circle of each is
    const Tree* tree        # NULL where they are scanned
    Py_ssize_t count
    double bounds[4]        # of the tree


cdef void seek_ray(const Target* target, const Rule* rule, const Probe* probe, Py_ssize_t query,
                   Candidates* rows) noexcept nogil:
    """Begin with a ray through a tree."""
    cdef double box[4]
    box[LOW_X] = nextafter(probe.x - probe.radius, -INFINITY)
    box[LOW_Y] = nextafter(probe.y - probe.radius, -INFINITY)
    box[HIGH_X] = nextafter(probe.x + probe.radius, INFINITY)
    box[HIGH_Y] = nextafter(probe.y + probe.radius, INFINITY)
    seek_motion(rows, target.tree, &rule.visible, query, box, probe.ray.x, probe.ray.y,
                sum_of_joint_sides(box, target.bounds),
                latest_time(probe.max_distance, probe.ray.length))


cdef inline void begin_path(const Target* target, const Rule* rule, Py_ssize_t query,
                            Path* path) noexcept nogil:
    """Begin with a probe that is set."""
    if target.tree is not NULL:
        seek_ray(target, rule, &path.probe, query, &path.rows)
    else:
        seek_rows(&path.rows, NULL, target.count, target.records, &rule.visible, query, &path.probe,
                  NULL)


cdef inline int meet_row(const Target* target, const Rule* rule, Py_ssize_t row,
                         const Probe* probe, Restored* memory, RayContact* contact,
                         Watch* watch) noexcept nogil:
    """The first touch of a row that counts; True, False or a Failure."""
    cdef const Convex* shape
    if target.shapes is NULL:
        return row_raycast(target.rows + row, probe, rule.min_distance, contact, watch)
    shape = convex_at(target.shapes, row, memory)
    if was_interrupted(watch, shape.n):
        return INTERRUPTED
    return convex_raycast(shape, probe, contact) and contact.distance >= rule.min_distance


cdef int next_contact(const Target* target, const Rule* rule, Path* path, Restored* memory,
                      RayContact* contact, Py_ssize_t* row, Watch* watch) noexcept nogil:
    """The next row that the ray hits, -1 when there is none left; 0, or a Failure."""
    cdef Candidates* rows = &path.rows
    cdef Py_ssize_t before = rows.next
    cdef int hit
    while True:
        row[0] = next_candidate(rows, latest_time(path.probe.max_distance, path.probe.ray.length))
        # Rows that were passed by count for little.
        if was_interrupted(watch, 8 if rows.tree is not NULL else 1 + (rows.next - before) // 8):
            return INTERRUPTED
        before = rows.next
        if row[0] < 0:
            return 0
        hit = meet_row(target, rule, row[0], &path.probe, memory, contact, watch)
        if hit:
            return min(hit, 0)


cdef int find_first(const Target* target, const Rule* rule, Path* path, Restored* memory,
                    RayContact* contact, Py_ssize_t* index, Watch* watch) noexcept nogil:
    """The first hit of a path at its beginning, of equal distances the lowest row; -1 for none.
    0, or a Failure."""
    cdef RayContact found
    cdef Py_ssize_t row
    cdef int result
    contact[0] = RayContact(INFINITY, 0.0, 0.0, 0.0, 0.0)
    index[0] = -1
    while True:
        result = next_contact(target, rule, path, memory, &found, &row, watch)
        if result < 0 or row < 0:
            return result
        if found.distance < contact.distance or row < index[0]:
            contact[0] = found
            index[0] = row
            path.probe.max_distance = found.distance    # hits farther away no longer count


@cython.final
@cython.auto_pickle(False)
cdef class Aim:
    """The target of rays, and the objects that it refers to."""

    cdef Target target
    cdef object kept
    cdef double* circles        # records of rows

    def __dealloc__(self):
        PyMem_RawFree(self.circles)

    cdef int take_rows(self, RowSide rows, RowScene scene) except -1:
        """Aim at rows, or with a tree at those of a scene."""
        cdef Py_ssize_t k
        if rows.rows is NULL and rows.count:
            raise TypeError("rays are cast at the shapes of a block, not at rows of it")
        self.kept = (rows, scene)
        self.target.rows = rows.rows
        self.target.count = rows.count
        self.target.tree = NULL
        if scene is not None:
            self.target.tree = scene.tree
        self.circles = <double*>new_zeros(rows.count, RECORD * sizeof(double))
        if self.circles is NULL:
            raise MemoryError
        self.target.records = self.circles
        set_empty(self.target.bounds)
        for k in range(rows.count):
            note_circle(rows, k, self.circles + RECORD * k, self.target.bounds)
        return 0

    cdef int take_shapes(self, scene, Py_ssize_t queries, Visibility visibility) except -1:
        """Aim at the shapes of a block or a tree."""
        cdef Scene place = scene_for(scene, queries, visibility)
        self.kept = place
        self.target.shapes = &place.block.shapes
        self.target.records = place.block.shapes.records
        self.target.count = place.block.count
        self.target.tree = place.tree
        copy_box(self.target.bounds, place.bounds)
        return 0


cdef void note_circle(RowSide rows, Py_ssize_t k, double* record, double* bounds) noexcept nogil:
    """Write a circle around a row, and add its box to others. The circle around a box at the origin
    is smaller than that around the box in the world."""
    cdef const Rows* row = rows.rows + k
    cdef const Pose* pose = row.pose
    cdef const double* box = row.box
    cdef double world[4]
    cdef double x, y, reach = UNDERFLOW_ERROR + row.margin + row.slack
    rows.box_of(k, 0.0, world)
    add_box(bounds, world)
    if pose is NULL:
        box = &world[0]
    x = 0.5 * box[LOW_X] + 0.5 * box[HIGH_X]
    y = 0.5 * box[LOW_Y] + 0.5 * box[HIGH_Y]
    record[BOUNDING_RADIUS] = reach + (1.0 + FILTER_ROUNDOFF) * length_of(
        max(box[HIGH_X] - x, x - box[LOW_X]), max(box[HIGH_Y] - y, y - box[LOW_Y]))
    if pose is NULL:
        record[CENTRE_X], record[CENTRE_Y] = x, y
    else:
        record[CENTRE_X] = pose.x + (pose.cosine * x - pose.sine * y)
        record[CENTRE_Y] = pose.y + (pose.sine * x + pose.cosine * y)


cdef Aim aim_at(scene, Py_ssize_t queries, Visibility visibility=None):
    """The target for so many queries: a ShapeBlock, a ShapeTree, a RowScene or a RowSide. Few
    queries need no tree."""
    cdef Aim aim = Aim.__new__(Aim)
    if isinstance(scene, RowSide) and queries > FEW_RAYS:
        scene = RowScene(scene, None if visibility is None else visibility.row_groups)
    if isinstance(scene, RowScene):
        aim.take_rows((<RowScene>scene).rows, <RowScene>scene)
    elif isinstance(scene, RowSide):
        aim.take_rows(<RowSide>scene, None)
    else:
        aim.take_shapes(scene, queries, visibility)
    return aim


cdef Py_ssize_t rows_in(scene) except -1:
    """How many rows a scene has."""
    if isinstance(scene, RowScene):
        return (<RowScene>scene).rows.count
    return (<RowSide>scene).count if isinstance(scene, RowSide) else block_in(scene).count


def cast_one(scene not None: ShapeBlock | ShapeTree | RowScene | RowSide, double x, double y,
             double direction_x, double direction_y, double max_distance,
             double radius) -> RayHit | None:
    """The first hit of a ray in a scene, RayHit or None."""
    cdef Aim aim = aim_at(scene, 1)
    cdef Rule rule
    cdef Path path
    cdef Restored memory
    cdef RayContact contact
    cdef Watch watch
    cdef Py_ssize_t index
    cdef int result
    memset(&rule, 0, sizeof(rule))
    if aim.target.shapes is not NULL:
        prepare_memory(aim.target.shapes, &memory)
    start_watch(&watch)
    with nogil:
        set_probe(&path.probe, x, y, direction_x, direction_y, max_distance, radius)
        begin_path(&aim.target, &rule, 0, &path)
        result = find_first(&aim.target, &rule, &path, &memory, &contact, &index, &watch)
    raise_failure(result)
    return None if index < 0 else new_ray_hit(&contact, index)


# --- many rays ------------------------------------------------------------------------

include "raylanes.pxi"


cdef struct RayRow:
    Py_ssize_t ray, row
    RayContact contact


cdef int compare_rows(const void* a, const void* b) noexcept nogil:
    """Of one ray: by distance, then by row."""
    cdef const RayRow* first = <const RayRow*>a
    cdef const RayRow* second = <const RayRow*>b
    if first.contact.distance != second.contact.distance:
        return -1 if first.contact.distance < second.contact.distance else 1
    return (first.row > second.row) - (first.row < second.row)


@cython.final
@cython.auto_pickle(False)
cdef class RayRows:
    """The hits of some rays, one after the other."""

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
                    write_hit(&self.rows[k].contact, self.rows[k].row, self.rows[k].ray, &out,
                              start + k)
        finally:
            release_buffers(&buffers)


cdef inline void write_hit(const RayContact* contact, Py_ssize_t index, Py_ssize_t ray,
                           const RayHitArrays* out, Py_ssize_t k) noexcept nogil:
    """Write the hit of a ray, or none for an index of -1."""
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
    """Rays through a ShapeBlock, a ShapeTree, a RowScene or a RowSide. Columns have one row a ray,
    or one for all.

    With an angle for each query, all queries have the same beams, turned by that. Directions are
    then those of the beams, (2, beams). Beam j of query i is ray i * beams + j, and columns have one
    row a query or for all.
    """

    cdef Aim aim
    cdef CircleTable table              # if it is in lanes
    cdef const double[:, ::1] origin
    cdef const double[:, ::1] direction
    cdef const double[::1] angle        # None: a query is a ray
    cdef const double[::1] max_distance
    cdef const double[::1] radius
    cdef Visibility visibility
    cdef Rule rule
    cdef readonly Py_ssize_t queries
    cdef Py_ssize_t beams               # rays a query
    cdef readonly Py_ssize_t count

    def __cinit__(self, scene not None: ShapeBlock | ShapeTree | RowScene | RowSide,
                  Py_ssize_t queries,
                  const double[:, ::1] origin not None, const double[:, ::1] direction not None,
                  const double[::1] max_distance not None, const double[::1] radius not None,
                  *, double min_distance=0.0, Visibility visibility=None,
                  const double[::1] angle=None):
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
        self.visibility = visibility
        self.rule.min_distance = min_distance
        self.set_scene(scene)

    def __dealloc__(self):
        free_table(&self.table)

    cdef int set_scene(self, scene) except -1:
        cdef Py_ssize_t rows = rows_in(scene)
        cdef bint in_lanes = self.count > FEW_RAYS and suits_lanes(rows, self.visibility)
        # Lanes need no tree.
        self.aim = aim_at(scene, 1 if in_lanes else self.count, self.visibility)
        take_visible(self.visibility, self.queries, rows, &self.rule.visible)
        if in_lanes:
            fill_table(&self.table, &self.aim.target,
                       None if self.visibility is None else self.visibility.row_groups)
        return 0

    cdef int require_range(self, Py_ssize_t start, Py_ssize_t stop) except -1:
        require_range(start, stop, self.count)
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
        """Fill rows [start, stop) with the distances that `first` finds; returns `stop`."""
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
        """RayRows of all hits of the rays [start, stop)."""
        cdef RayRows found = RayRows.__new__(RayRows)
        cdef int result
        self.require_range(start, stop)
        with nogil:
            result = cast_rays(self, start, stop, NULL, found)
        raise_failure(result)
        return found


cdef struct Answers:
    # Where hits are written: all fields, or distances where there is an array of these.
    RayHitArrays hits
    double* distance
    Py_ssize_t* index


include "ray_batches.pxi"
