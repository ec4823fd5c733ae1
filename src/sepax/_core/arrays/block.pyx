"""ShapeBlock: many shapes in one block of memory, each laid out like a single shape.

The verbs for arrays run the kernels for two shapes on them, so the answers are the same.
constructors.pyx fixes the geometry; poses may change. Setting a pose derives the world frame at
once, by the routine of the single shape, so that queries only read. Arrays of rectangles alone
store them more compactly: see boxes.pxd and storage.pxd.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.math cimport INFINITY, NAN
from libc.stdint cimport uint32_t, uintptr_t
from libc.string cimport memcpy

from sepax._core.arrays.boxes cimport (
    BoxMemory, box_convex, box_prepare, box_range, box_restore, is_plain_box, write_box_record)
from sepax._core.arrays.polygons cimport PolygonRow
from sepax._core.arrays.poses cimport (
    NewPoses, apply_poses, first_bad_pose, refuse_pose, stamp_poses, stamp_rows, try_pose)
from sepax._core.arrays.records cimport has_rounded_core, is_rounded_box, write_record
from sepax._core.arrays.storage cimport (
    ANY_KIND, BODIES, BOXES, DISCS, LARGE, POLYGONS, SEGMENTS, Points, Restored, convex_at,
    copy_compact, copy_polygon, count_polygon, has_bodies, is_circle, local_points, note_convex,
    note_range, point_count, points_of_kind, prepare_memory, put_all_proxies, put_body, radius_at,
    read_bounds, read_pose, stamp_count, world_points)
from sepax._core.buffers cimport (
    Buffers, acquire_to_read, acquire_to_write, no_buffers, release_buffers)
from sepax._core.interrupts cimport (
    Watch, check_interrupts, raise_pending, start_watch, was_interrupted)
from sepax._core.kernels.area cimport (
    centroid_from_first, convex_area, convex_centroid, convex_second_moment)
from sepax._core.kernels.pose cimport (
    PosedConvex, angle_is_allowed, posed_measure, posed_size, posed_update, sine_cosine)
from sepax._core.memory cimport count_product, count_sum, new_zeros
from sepax._core.shape cimport Shape, require_ready
from sepax._core.simd.levels cimport (
    AXIS_X, AXIS_Y, HALF_HEIGHT, HALF_WIDTH, PROXY, RECORD, SegmentRow, ring_proxy_size,
    write_ring_proxy)

cdef enum:
    CACHE_LINE = 64
    # Rounded up: a double may be aligned to less than its size.
    DOUBLES_A_BODY = (sizeof(PosedConvex) + sizeof(double) - 1) // sizeof(double)
    DOUBLES_A_POLYGON = (sizeof(PolygonRow) + sizeof(double) - 1) // sizeof(double)
    DOUBLES_A_SEGMENT = sizeof(SegmentRow) // sizeof(double)
    DOUBLES_A_PROXY = PROXY * sizeof(float) // sizeof(double)
    DOUBLES_AN_ORIGIN = 2


cdef int require_length(str name, Py_ssize_t length, Py_ssize_t expected) except -1:
    if length != expected:
        raise ValueError(f"{name} must have the length {expected}, got {length}")
    return 0


cdef int require_pairs(str name, const double[:, ::1] array, Py_ssize_t expected) except -1:
    if array.shape[0] != expected or array.shape[1] != 2:
        raise ValueError(f"{name} must have the shape {(expected, 2)}, "
                         f"got {(array.shape[0], array.shape[1])}")
    return 0


cdef int require_shape(str name, const Py_buffer* array, Py_ssize_t rows,
                       Py_ssize_t columns) except -1:
    """The same for arrays that are (n,) if they have one column."""
    cdef bint is_flat = columns == 1
    if (array.ndim != 2 - is_flat or array.shape[0] != rows
            or (not is_flat and array.shape[1] != columns)):
        raise ValueError(f"{name} must be {rows} rows of {columns}, "
                         f"got {array.len // array.itemsize} numbers")
    return 0


cdef int require_rows(const Py_ssize_t[::1] rows, Py_ssize_t count) except -1:
    cdef Py_ssize_t k
    for k in range(rows.shape[0]):
        if not 0 <= rows[k] < count:
            raise IndexError(f"index {rows[k]} is out of range for {count} shapes")
    return 0


cdef int pose_shapes(ShapeBlock block, const NewPoses* poses) except -1:
    cdef Watch watch
    cdef Py_ssize_t bad
    if poses.count == 0:
        return 0
    start_watch(&watch)
    with nogil:
        bad = first_bad_pose(&block.shapes, poses, &watch)
        if bad < 0:
            apply_poses(&block.shapes, poses, &watch)
    if bad < 0:
        stamp_poses(&block.shapes, block.count, poses)
    else:   # no index is stale, but a refresh meanwhile may have read a pose that was only tried
        stamp_rows(&block.shapes, block.count, poses)
    raise_pending()
    if bad >= 0:
        refuse_pose(bad if poses.rows is NULL else poses.rows[bad], poses.positions[2 * bad],
                    poses.positions[2 * bad + 1], poses.angles[bad])
    return 0


cdef void write_area(const Convex* convex, double* out) noexcept nogil:
    out[0] = convex_area(convex)


cdef void write_centroid(const Convex* convex, double* out) noexcept nogil:
    convex_centroid(convex, &out[0], &out[1])


cdef void write_centroid_from_first(const Convex* convex, double* out) noexcept nogil:
    centroid_from_first(convex, &out[0], &out[1])


cdef void write_second_moment(const Convex* convex, double* out) noexcept nogil:
    out[0] = convex_second_moment(convex)


cdef int read_measures(ShapeBlock block, void (*write)(const Convex*, double*) noexcept nogil,
                       double* out, int columns) except -1:
    """Write a measure of each shape to the rows of `out`."""
    cdef Py_ssize_t k
    cdef Restored memory
    cdef Watch watch
    cdef const Convex* convex
    start_watch(&watch)
    prepare_memory(&block.shapes, &memory)
    with nogil:
        for k in range(block.count):
            convex = convex_at(&block.shapes, k, &memory)
            write(convex, out + columns * k)
            if was_interrupted(&watch, convex.n):
                break
    raise_pending()
    return 0


cpdef ShapeBlock block_of_array(shapes: object):    # type: ShapeBlock | None
    """The block of a `ShapeArray`; None for any other object."""
    block = getattr(shapes, "_block", None)
    return <ShapeBlock>block if isinstance(block, ShapeBlock) else None


cdef inline double* next_cache_line(double* memory) noexcept nogil:
    return <double*>((<uintptr_t>memory + CACHE_LINE - 1) // CACHE_LINE * CACHE_LINE)


cdef bint are_rounded_boxes(const Storage* shapes, Py_ssize_t count, bint plain) noexcept:
    """Whether all bodies are rounded boxes, if `plain` those of `Polygon.box`; of none False."""
    cdef const PosedConvex* posed
    cdef Py_ssize_t k
    for k in range(count):
        posed = shapes.posed + k
        if not is_rounded_box(&posed.convex) or (
                plain and not is_plain_box(posed.local_x, posed.local_y, 4)):
            return False
    return count > 0


cdef int take_polygons(ShapeBlock taken, ShapeBlock block, const Py_ssize_t[::1] rows) except -1:
    """`ShapeBlock.take` for polygons."""
    cdef PolygonRoom room = PolygonRoom(0, 0, 0, NULL)
    cdef Py_ssize_t k, work = 0
    for k in range(rows.shape[0]):
        count_polygon(&room, point_count(&block.shapes, rows[k]), radius_at(&block.shapes, rows[k]))
        check_interrupts(&work, 1)
    taken.allocate_polygons(rows.shape[0], &room)
    for k in range(rows.shape[0]):
        copy_polygon(&taken.shapes, k, &block.shapes, rows[k], &room)
        check_interrupts(&work, point_count(&taken.shapes, k))
    return taken.recount()


@cython.final
@cython.auto_pickle(False)
cdef class ShapeBlock:
    """Shapes in a row. `ShapeBlock()` holds none; the functions of this module make others."""

    def __dealloc__(self):
        PyMem_RawFree(self.block)
        PyMem_RawFree(self.rings)

    cdef double* reserve(self, Py_ssize_t count, Py_ssize_t doubles) except NULL:
        """One zeroed block for the records and so many doubles; returns their place."""
        cdef Py_ssize_t stamps
        doubles = stamps = count_sum(doubles, count_product(count, RECORD))
        doubles = count_sum(doubles, CACHE_LINE // sizeof(double))
        doubles = count_sum(doubles, stamp_count(count))
        self.block = new_zeros(doubles, sizeof(double))
        if self.block is NULL:
            raise MemoryError
        self.nbytes = doubles * sizeof(double)
        self.count = count
        self.shapes.is_large = count >= LARGE
        self.shapes.records = next_cache_line(<double*>self.block)
        self.shapes.stamps = <uint32_t*>(self.shapes.records + stamps)
        return self.shapes.records + RECORD * count

    cdef double* allocate_bodies(self, Py_ssize_t count, Py_ssize_t doubles) except NULL:
        """Allocate bodies whose arrays take so many doubles; returns the place of these."""
        self.shapes.bounds = self.reserve(
            count, count_sum(doubles, count_product(count, 4 + DOUBLES_A_BODY)))
        self.shapes.posed = <PosedConvex*>(self.shapes.bounds + 4 * count)
        self.shapes.kind = BODIES
        return <double*>(self.shapes.posed + count)

    cdef int allocate_polygons(self, Py_ssize_t count, PolygonRoom* room) except -1:
        """Allocate polygons that take so much room. `room` then counts what is in use."""
        cdef Py_ssize_t doubles = count_sum(
            count_sum(room.doubles, room.coordinates), count_product(room.bodies, DOUBLES_A_BODY))
        self.shapes.polygons = <PolygonRow*>self.reserve(
            count, count_sum(doubles, count_product(count, 4 + DOUBLES_A_POLYGON)))
        self.shapes.bounds = <double*>self.shapes.polygons + DOUBLES_A_POLYGON * count
        self.shapes.vertices = self.shapes.bounds + 4 * count
        self.shapes.posed = <PosedConvex*>(self.shapes.vertices + room.coordinates)
        room.arrays = <double*>self.shapes.posed + DOUBLES_A_BODY * room.bodies
        room.coordinates = room.bodies = 0
        self.shapes.kind = POLYGONS
        self.shapes.range = INFINITY
        return 0

    cdef int allocate_compact(self, int kind, Py_ssize_t count) except -1:
        """Allocate shapes of a compact kind; the caller fills them in."""
        cdef Py_ssize_t further = 1 + DOUBLES_A_PROXY   # a shape, besides the record: its angle
        cdef double* memory
        if kind == DISCS:
            further += 3
        elif kind == SEGMENTS:
            further += 1 + DOUBLES_A_SEGMENT
        memory = self.reserve(
            count, count_sum(count_product(count, further), DOUBLES_AN_ORIGIN))
        self.shapes.kind = kind if kind != ANY_KIND else BOXES
        self.shapes.has_cores = kind == SEGMENTS
        self.shapes.proxies = <float*>memory    # none of them in two cache lines
        self.shapes.origin = memory + DOUBLES_A_PROXY * count
        self.shapes.origin[0] = self.shapes.origin[1] = NAN
        self.shapes.angles = self.shapes.origin + DOUBLES_AN_ORIGIN
        self.shapes.radii = self.shapes.angles + count
        self.shapes.centres = self.shapes.radii + count
        self.shapes.segments = <SegmentRow*>(self.shapes.radii + count)
        self.shapes.range = INFINITY
        self.vertex_count = points_of_kind(self.shapes.kind) * count
        self.box_count = count if self.shapes.kind == BOXES else 0
        return 0

    cdef void set_box(self, Py_ssize_t k, double half_width, double half_height) noexcept:
        cdef double* record = self.shapes.records + RECORD * k
        record[AXIS_X] = 1.0    # the cosine of angle 0
        record[HALF_WIDTH] = half_width
        record[HALF_HEIGHT] = half_height
        self.shapes.range = min(self.shapes.range, box_range(half_width, half_height))

    cdef int begin_body(self, Py_ssize_t k, Py_ssize_t edges, double radius, double x, double y,
                        double angle) except -1:
        """Measure body k, whose local points are in place, and give it its first pose."""
        cdef PosedConvex* posed = self.shapes.posed + k
        posed_measure(posed, edges if edges else 1, edges, radius)
        self.count_body(&posed.convex)
        posed.pose.cosine = 1.0
        if not angle_is_allowed(angle) or not try_pose(posed, x, y, angle):
            refuse_pose(k, x, y, angle)
        note_convex(&self.shapes, k, &posed.convex)
        return 0

    cdef int put_rings(self) except -1:
        """Write the range and the float32 proxies of all bodies, once they are in place."""
        cdef Py_ssize_t k, doubles = self.count, further = 0
        cdef bint rounded = are_rounded_boxes(&self.shapes, self.count, False)
        cdef bint plain = rounded and are_rounded_boxes(&self.shapes, self.count, True)
        cdef double* memory
        if rounded:
            further = DOUBLES_A_PROXY * self.count + DOUBLES_AN_ORIGIN
        if plain:
            further += (RECORD + 1) * self.count + CACHE_LINE // sizeof(double)
        for k in range(self.count):
            doubles = count_sum(doubles, ring_proxy_size(&self.shapes.posed[k].convex))
        doubles = count_sum(doubles, further)
        self.rings = new_zeros(count_sum(doubles, 1), sizeof(double))
        if self.rings is NULL:
            raise MemoryError
        self.nbytes += doubles * sizeof(double)
        memory = <double*>self.rings
        if rounded:
            self.shapes.proxies = <float*>memory    # none of them in two cache lines
            self.shapes.origin = memory + DOUBLES_A_PROXY * self.count
            self.shapes.origin[0] = self.shapes.origin[1] = NAN
        if plain:
            self.shapes.radii = self.shapes.origin + DOUBLES_AN_ORIGIN
            self.shapes.cores = next_cache_line(self.shapes.radii + self.count)
        if rounded:
            put_all_proxies(&self.shapes, self.count)
        memory += further
        self.shapes.places = <Py_ssize_t*>memory
        self.shapes.range = INFINITY
        doubles = self.count
        for k in range(self.count):
            note_range(&self.shapes, self.shapes.posed + k)
            self.shapes.places[k] = doubles
            write_ring_proxy(&self.shapes.posed[k].convex, memory + doubles)
            doubles += ring_proxy_size(&self.shapes.posed[k].convex)
        self.shapes.rings = memory
        return 0

    cdef int require_row(self, Py_ssize_t k) except -1:
        if not 0 <= k < self.count:
            raise IndexError(f"index {k} is out of range for {self.count} shapes")
        return 0

    cdef int recount(self) except -1:
        """Count the vertices and the boxes, once all bodies or polygons are in place."""
        cdef Py_ssize_t k
        cdef Restored memory
        self.vertex_count = self.box_count = 0
        prepare_memory(&self.shapes, &memory)
        for k in range(self.count):
            self.count_body(convex_at(&self.shapes, k, &memory))
        return 0

    cdef void count_body(self, const Convex* convex) noexcept:
        self.vertex_count += convex.n
        self.box_count += convex.is_box
        self.shapes.has_cores |= has_rounded_core(convex)

    def set_poses(self, const Py_ssize_t[::1] rows, positions: npt.NDArray[np.float64],
                  angles: npt.NDArray[np.float64]) -> None:
        """Set (n, 2) positions and (n,) angles of all shapes, or of `rows`; or none."""
        cdef Buffers buffers
        cdef NewPoses poses
        poses.count = self.count if rows is None else rows.shape[0]
        poses.rows = NULL
        if rows is not None and poses.count > 0:
            require_rows(rows, self.count)
            poses.rows = &rows[0]
        no_buffers(&buffers)
        try:
            poses.positions = <const double*>acquire_to_read(&buffers, positions,
                                                             sizeof(double)).buf
            poses.angles = <const double*>acquire_to_read(&buffers, angles, sizeof(double)).buf
            require_shape("positions", &buffers.taken[0], poses.count, 2)
            require_shape("angles", &buffers.taken[1], poses.count, 1)
            pose_shapes(self, &poses)
        finally:
            release_buffers(&buffers)

    def take(self, const Py_ssize_t[::1] rows not None) -> ShapeBlock:
        """Copies of the shapes in `rows`, which may repeat."""
        cdef ShapeBlock taken = ShapeBlock()
        cdef Watch watch
        cdef Py_ssize_t k, doubles = 0, work = 0
        cdef double* memory
        require_rows(rows, self.count)
        if self.shapes.kind == POLYGONS:
            take_polygons(taken, self, rows)
            return taken
        if not has_bodies(&self.shapes):
            taken.allocate_compact(self.shapes.kind, rows.shape[0])
            for k in range(rows.shape[0]):
                copy_compact(&taken.shapes, k, &self.shapes, rows[k])
                check_interrupts(&work, 1)
            put_all_proxies(&taken.shapes, taken.count)
            return taken
        for k in range(rows.shape[0]):
            doubles = count_sum(doubles, posed_size(point_count(&self.shapes, rows[k])))
            check_interrupts(&work, 1)
        memory = taken.allocate_bodies(rows.shape[0], doubles)
        start_watch(&watch)
        with nogil:
            for k in range(rows.shape[0]):
                memory = put_body(&taken.shapes, k, self.shapes.posed + rows[k], memory)
                if was_interrupted(&watch, point_count(&taken.shapes, k)):
                    break
        raise_pending()
        taken.recount()
        taken.put_rings()
        return taken

    def read_offsets(self, Py_ssize_t[::1] out not None) -> None:
        """Fill (count + 1,) with where the vertices of each shape begin."""
        cdef Storage shapes = self.shapes
        cdef Py_ssize_t k
        require_length("offsets", out.shape[0], self.count + 1)
        out[0] = 0
        for k in range(self.count):
            out[k + 1] = out[k] + point_count(&shapes, k)

    def read_vertices(self, double[:, ::1] out not None, bint local) -> None:
        """Fill (vertices, 2) with the world or local vertices of all shapes."""
        cdef Py_ssize_t i, k, place = 0
        cdef Restored memory
        cdef Watch watch
        cdef Points points
        require_pairs("vertices", out, self.vertex_count)
        start_watch(&watch)
        prepare_memory(&self.shapes, &memory)
        with nogil:
            for k in range(self.count):
                points = local_points(&self.shapes, k, &memory) if local else (
                    world_points(&self.shapes, k, &memory))
                for i in range(points.n):
                    out[place + i, 0] = points.x[i]
                    out[place + i, 1] = points.y[i]
                place += points.n
                if was_interrupted(&watch, points.n):
                    break
        raise_pending()

    def read_normals(self, double[:, ::1] out not None) -> None:
        """Fill (vertices, 2) with the normals of the edges; discs have zeros for their centre."""
        cdef Py_ssize_t i, k, place = 0
        cdef Restored memory
        cdef Watch watch
        cdef const Convex* convex
        require_pairs("normals", out, self.vertex_count)
        start_watch(&watch)
        prepare_memory(&self.shapes, &memory)
        with nogil:
            for k in range(self.count):
                convex = convex_at(&self.shapes, k, &memory)
                for i in range(convex.n):
                    out[place + i, 0] = convex.normal_x[i] if convex.edges else 0.0
                    out[place + i, 1] = convex.normal_y[i] if convex.edges else 0.0
                place += convex.n
                if was_interrupted(&watch, convex.n):
                    break
        raise_pending()

    def read_areas(self, double[::1] out not None) -> None:
        """Fill (count,) with the areas."""
        require_length("areas", out.shape[0], self.count)
        if self.count:
            read_measures(self, &write_area, &out[0], 1)

    def read_centroids(self, double[:, ::1] out not None, bint from_first=False) -> None:
        """Fill (count, 2) with the centres of the areas, seen from the origin, or each from the
        first vertex of its shape."""
        require_pairs("centroids", out, self.count)
        if self.count:
            read_measures(self, write_centroid_from_first if from_first else write_centroid,
                          &out[0, 0], 2)

    def read_second_moments(self, double[::1] out not None) -> None:
        """Fill (count,) with the second moments of the areas."""
        require_length("second_moments", out.shape[0], self.count)
        if self.count:
            read_measures(self, &write_second_moment, &out[0], 1)

    def point_count(self, Py_ssize_t k) -> int:
        """Local points of shape k."""
        self.require_row(k)
        return point_count(&self.shapes, k)

    def read_core(self, Py_ssize_t k,
                  points: npt.NDArray[np.float64]) -> tuple[float, tuple[float, float], float]:
        """Fill (points, 2) with the local points of shape k; returns radius, position and angle."""
        cdef Restored memory
        cdef Buffers buffers
        cdef Points core
        cdef double* out
        cdef double[2] position
        cdef double angle
        cdef Py_ssize_t i
        self.require_row(k)
        core = local_points(&self.shapes, k, &memory)
        no_buffers(&buffers)
        try:
            out = <double*>acquire_to_write(&buffers, points, sizeof(double)).buf
            require_shape("points", &buffers.taken[0], core.n, 2)
            for i in range(core.n):
                out[2 * i], out[2 * i + 1] = core.x[i], core.y[i]
        finally:
            release_buffers(&buffers)
        read_pose(&self.shapes, k, position, &angle)
        return radius_at(&self.shapes, k), (position[0], position[1]), angle

    def circle_count(self) -> int:
        """How many of the shapes are circles, of a radius above 0."""
        cdef Py_ssize_t k, total = 0
        for k in range(self.count):
            total += is_circle(&self.shapes, k)
        return total

    def read_radii(self, double[::1] out not None) -> None:
        """Fill (count,) with the radii."""
        cdef Storage shapes = self.shapes
        cdef Py_ssize_t k
        require_length("radii", out.shape[0], self.count)
        for k in range(self.count):
            out[k] = radius_at(&shapes, k)

    def read_poses(self, double[:, ::1] positions not None, double[::1] angles not None) -> None:
        """Fill (count, 2) and (count,) with the poses."""
        cdef Storage shapes = self.shapes
        cdef Py_ssize_t k, work = 0
        require_pairs("positions", positions, self.count)
        require_length("angles", angles.shape[0], self.count)
        for k in range(self.count):
            read_pose(&shapes, k, &positions[k, 0], &angles[k])
            check_interrupts(&work, 1)

    def read_bounds(self, double[:, ::1] out not None, bint wide=False) -> None:
        """Fill (count, 4) with min_x, min_y, max_x, max_y; if wide, rounding leaves nothing
        outside."""
        cdef Storage shapes = self.shapes
        cdef Watch watch
        cdef Py_ssize_t k
        if out.shape[0] != self.count or out.shape[1] != 4:
            raise ValueError(f"bounds must have the shape {(self.count, 4)}, "
                             f"got {(out.shape[0], out.shape[1])}")
        start_watch(&watch)
        with nogil:
            for k in range(self.count):
                read_bounds(&shapes, k, wide, &out[k, 0])
                if was_interrupted(&watch, 1):
                    break
        raise_pending()


# --- for tests and the bench ------------------------------------------------------

def _read_records(list shapes not None: list[Shape], double[:, ::1] out not None) -> None:
    """Fill (n, RECORD) with the records of n shapes."""
    cdef Shape shape
    cdef Py_ssize_t k
    if out.shape[0] != len(shapes) or out.shape[1] != RECORD:
        raise ValueError(f"out must have the shape {(len(shapes), RECORD)}")
    for k, shape in enumerate(shapes):
        require_ready(shape)
        write_record(&shape.posed.convex, &out[k, 0])


def _read_proxies(ShapeBlock block not None, float[:, ::1] out not None,
                  double[::1] origin not None) -> None:
    """Fill (count, PROXY) and (2,) with the proxies and the origin of a compact array."""
    require_proxies(block, out, origin)
    memcpy(&out[0, 0], block.shapes.proxies, out.shape[0] * out.shape[1] * sizeof(float))
    memcpy(&origin[0], block.shapes.origin, 2 * sizeof(double))


def _spoil_proxies(ShapeBlock block not None, const float[:, ::1] proxies not None,
                   const double[::1] origin not None) -> None:
    """Overwrite the proxies of an array: its answers are wrong then."""
    require_proxies(block, proxies, origin)
    memcpy(block.shapes.proxies, &proxies[0, 0],
           proxies.shape[0] * proxies.shape[1] * sizeof(float))
    memcpy(block.shapes.origin, &origin[0], 2 * sizeof(double))


cdef int require_proxies(ShapeBlock block, const float[:, ::1] proxies,
                         const double[::1] origin) except -1:
    if (block.shapes.proxies is NULL or block.count == 0 or proxies.shape[0] != block.count
            or proxies.shape[1] != PROXY or origin.shape[0] != 2):
        raise ValueError(f"proxies must have the shape ({block.count}, {PROXY}), those of boxes, "
                         "rounded or not, discs or segments")
    return 0


def _swap_rings(ShapeBlock a not None, ShapeBlock b not None) -> None:
    """Swap the proxies of two arrays of equally many bodies: their answers are wrong then."""
    if a.shapes.rings is NULL or b.shapes.rings is NULL or a.count != b.count or (
            a.shapes.proxies is not NULL or b.shapes.proxies is not NULL):
        raise ValueError("these are no arrays of as many bodies without other proxies")
    a.shapes.rings, b.shapes.rings = b.shapes.rings, a.shapes.rings
    a.rings, b.rings = b.rings, a.rings
    a.shapes.places, b.shapes.places = b.shapes.places, a.shapes.places


def _box_is_measured(double width, double height, double x, double y, double angle) -> bool:
    """Whether boxes.pxd gives a box the measures and the hull that pose.pxd gives it."""
    cdef BoxMemory box, short
    cdef PosedConvex posed
    cdef double record[RECORD]
    record[:] = [x, y, 0.0, 0.0, 0.5 * width, 0.5 * height, 0.0, 0.0]
    sine_cosine(angle, &record[AXIS_Y], &record[AXIS_X])
    box_restore(&box, record, angle)
    posed = box.posed
    posed_measure(&posed, 4, 4, 0.0)
    posed_update(&posed)
    write_box_record(&posed, record)
    box_prepare(&short)
    box_convex(&short, record)
    return (measured_fields(&posed) == measured_fields(&box.posed)
            and convex_fields(&short.posed.convex) == convex_fields(&posed.convex))


cdef tuple measured_fields(const PosedConvex* posed):
    return (posed.convex.half, posed.convex.is_box, posed.bounding_radius, posed.inscribed_radius,
            posed.pivot_extent, posed.asymmetry, posed.skew_of_grid, posed.finest, posed.bending,
            posed.centre_x, posed.centre_y)


cdef list convex_fields(const Convex* convex):
    cdef Py_ssize_t i
    fields = [convex.n, convex.edges, convex.half, convex.is_box, convex.centre_x, convex.centre_y,
              convex.axis_x, convex.axis_y, convex.half_width, convex.half_height,
              convex.bounding_radius, convex.skew, convex.inscribed_radius, convex.radius]
    for i in range(5):
        fields += [convex.x[i], convex.y[i]]
    for i in range(4):
        fields += [convex.normal_x[i], convex.normal_y[i], convex.offset[i]]
    return fields
