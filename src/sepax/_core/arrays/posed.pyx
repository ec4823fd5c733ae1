"""Rows of convex parts: each geometry once, and a pose for each row.

A table holds the parts of each geometry at the origin; it never changes, and copies share it. A row
is the number of a geometry and a pose. Setting a pose stores five numbers. Queries of pairs pose
the parts that they come near in memory of the call (rows.pxd). Queries of whole scenes ask the
world: all parts at their poses in one block, which is derived from new poses under a lock, once
for all queries that follow. Outlines may have no parts before these are needed; a pose needs them.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree
from cpython.pythread cimport PyThread_get_thread_ident
from libc.math cimport fabs

from sepax._core.arrays.bounds cimport add_box, copy_box, set_empty
from sepax._core.arrays.poses cimport (
    NewPoses, apply_poses, last_setter, pose_part_of_outline, refuse_pose, stamp_poses,
    store_setter)
from sepax._core.arrays.rings cimport Boundary, place_vertex, read_boundary, vertex_behind
from sepax._core.arrays.rows cimport (
    RowMemory, bound_rows, pose_part, pose_rows, prepare_rows, release_rows, row_at, set_rows)
from sepax._core.arrays.storage cimport put_proxies
from sepax._core.interrupts cimport (
    Watch, check_interrupts, raise_pending, start_watch, was_interrupted)
from sepax._core.kernels.convex cimport COORDINATE_LIMIT, Convex
from sepax._core.kernels.pose cimport angle_is_allowed, sine_cosine
from sepax._core.kernels.projection cimport convex_bounds
from sepax._core.kernels.winding cimport ring_winding
from sepax._core.memory cimport count_product, new_array, new_zeros

ctypedef unsigned char truth

cdef extern from "counters.h" nogil:
    Py_ssize_t visits_so_far "counted"(const Py_ssize_t* visits)
    void store_visits "store_number"(Py_ssize_t* visits, Py_ssize_t value)

cdef enum:
    # Parts that queries of one pose may pose by themselves, before the world is derived: these, and
    # half as many as there are. All parts at once take about as long.
    MOST_VISITS = 8
    VISITS_A_QUERY = 3  # the cost of turned boxes in a query, in parts that are posed


cdef inline bint is_within(const Pose* pose, double distance) noexcept nogil:
    """Whether a pose is nearer to the origin."""
    return fabs(pose.x) + fabs(pose.y) < distance


cdef inline bint is_one_convex(const Geometry* geometry, const Pose* pose) noexcept nogil:
    """Whether a row is one part with the vertices of its ring at a pose."""
    return geometry.stop - geometry.start == 1 and is_within(pose, geometry.flat_range)


# --- poses ----------------------------------------------------------------------------

cdef void set_posed_rows(PartTable table, const Geometry* geometry, const Pose* pose,
                         Rows* rows) noexcept nogil:
    """The parts of a geometry, to be posed."""
    set_rows(rows, geometry.shapes, geometry.tree, geometry.start, geometry.stop, geometry.thin)
    pose_rows(rows, pose, NULL if table.centres is NULL
              else table.centres + 2 * (geometry.first - geometry.start), geometry.box,
              table.most_points)


cdef Py_ssize_t first_bad_part(PartTable table, const Geometry* geometry,
                               const Pose* pose) except -2:
    """The first part that does not survive a pose; -1 for none."""
    cdef RowMemory memory
    cdef Rows rows
    cdef Py_ssize_t k
    set_posed_rows(table, geometry, pose, &rows)
    if not prepare_rows(&rows, &memory):
        raise MemoryError
    try:
        for k in range(rows.start, rows.stop):
            if not pose_part(&rows, k, &memory):
                return k - rows.start
    finally:
        release_rows(&memory)
    return -1


cdef Py_ssize_t first_bad_ring(const Boundary* boundary, const Pose* pose) except -2:
    """The first ring that rounding at a pose moves beyond the range, deprives of its area or turns
    over; -1 for none."""
    cdef Py_ssize_t n = boundary.count, ring = 0, first = 0, k
    cdef bint sound = True
    cdef double* x = <double*>new_array(count_product(n, 2), sizeof(double))
    if x is NULL:
        raise MemoryError
    for k in range(n):
        place_vertex(boundary, pose, k, x + k, x + n + k)
        sound = sound and fabs(x[k]) <= COORDINATE_LIMIT and fabs(x[n + k]) <= COORDINATE_LIMIT
        if vertex_behind(boundary, k) <= k:
            k += 1
            if not sound or (ring_winding(x + first, x + n + first, k - first)
                             != ring_winding(boundary.x + first, boundary.y + first, k - first)):
                PyMem_RawFree(x)
                return ring
            ring += 1
            first = k
    PyMem_RawFree(x)
    return -1


cdef int check_pose(PartTable table, const Geometry* geometry, const Pose* pose,
                    Py_ssize_t row) except -1:
    """Raise for a pose that is not allowed, or that rounds away a part, or a ring of an outline with
    several parts; `row` is -1 for a compound alone."""
    cdef Py_ssize_t bad = 0
    cdef bint has_rings = geometry.boundary is not NULL and geometry.stop - geometry.start > 1
    if angle_is_allowed(pose.angle):
        if fabs(pose.x) + fabs(pose.y) < table.safe_range:
            return 0
        bad = (first_bad_ring(geometry.boundary, pose) if has_rings
               else first_bad_part(table, geometry, pose))
    if bad < 0:
        return 0
    try:
        refuse_pose(bad, pose.x, pose.y, pose.angle)
    except ValueError as error:
        reason = str(error).partition(": ")[2]
        if reason.startswith("at ") and has_rings:  # and not of the pose alone
            reason = (f"ring {bad}: at position {(pose.x, pose.y)} and angle {pose.angle} the "
                      "vertices round to a ring that has no area, is turned over or is beyond "
                      "2**240: work nearer to the origin")
        elif reason.startswith("at "):
            reason = f"part {bad}: {reason}"
        raise ValueError(reason if row < 0 else f"compound {row}: {reason}") from None


@cython.final
@cython.auto_pickle(False)
cdef class CompoundRows:
    """Rows of compounds. `geometry` has their numbers in the table, None for one row of each; poses
    are at the origin until they are set."""

    def __cinit__(self, PartTable table not None, const Py_ssize_t[::1] geometry,
                  lock not None: LockType):
        cdef Py_ssize_t k
        self.table = table
        self.lock = lock
        self.is_table = geometry is None
        self.count = table.count if geometry is None else geometry.shape[0]
        self.geometry = <Py_ssize_t*>new_array(self.count, sizeof(Py_ssize_t))
        self.poses = <Pose*>new_zeros(self.count, sizeof(Pose))
        if self.geometry is NULL or self.poses is NULL:
            raise MemoryError
        for k in range(self.count):
            self.geometry[k] = k if geometry is None else geometry[k]
            table.require(self.geometry[k])
            self.poses[k].cosine = 1.0
        self.is_flat = table.flat_range > 0.0

    def __dealloc__(self):
        PyMem_RawFree(self.geometry)
        PyMem_RawFree(self.poses)

    cdef int require(self, Py_ssize_t row) except -1:
        if not 0 <= row < self.count:
            raise IndexError(f"row {row} is out of range for {self.count} compounds")
        return 0

    cdef int set_pose(self, Py_ssize_t row, double x, double y, double angle) except -1:
        """Set the pose of a row that exists, once it was checked."""
        cdef Pose pose = self.poses[row]
        self.table.need_parts()
        pose.x, pose.y = x, y
        if angle != pose.angle:
            pose.angle = angle + 0.0    # no negative zero, as in a single shape
            if angle_is_allowed(angle):
                sine_cosine(pose.angle, &pose.sine, &pose.cosine)
        check_pose(self.table, self.geometry_at(row), &pose, -1 if self.count == 1 else row)
        with cython.critical_section(self):
            self.poses[row] = pose
            self.is_flat = is_within(&pose, self.table.flat_range) and (
                self.is_flat or self.count == 1)
            self.note_poses()
        return 0

    cdef void note_poses(self) noexcept:
        self.is_table = False
        store_visits(&self.visits, 0)
        self.pose_changes += 1
        store_setter(&self.setter, PyThread_get_thread_ident())

    def set_poses(self, const Py_ssize_t[::1] rows, const double[:, ::1] positions not None,
                  const double[::1] angles not None) -> None:
        """Set the poses of `rows`, or of all for None; of all of them, or of none."""
        cdef Py_ssize_t n = self.count if rows is None else rows.shape[0], k, row, work = 0
        cdef Pose* poses
        cdef bint flat
        if positions.shape[0] != n or positions.shape[1] != 2 or angles.shape[0] != n:
            raise ValueError(f"there must be {n} positions and angles")
        self.table.need_parts()
        poses = <Pose*>new_array(n, sizeof(Pose))
        if poses is NULL:
            raise MemoryError
        try:
            for k in range(n):
                row = k if rows is None else rows[k]
                self.require(row)
                poses[k] = Pose(positions[k, 0], positions[k, 1], angles[k] + 0.0, 1.0, 0.0)
                if angle_is_allowed(poses[k].angle):
                    sine_cosine(poses[k].angle, &poses[k].sine, &poses[k].cosine)
                check_pose(self.table, self.geometry_at(row), &poses[k],
                           -1 if self.count == 1 else row)
                check_interrupts(&work, 1)
            with cython.critical_section(self):
                flat = rows is None or self.is_flat
                for k in range(n):
                    self.poses[k if rows is None else rows[k]] = poses[k]
                    flat = flat and is_within(poses + k, self.table.flat_range)
                self.is_flat = flat
                if n > 0:
                    self.note_poses()
        finally:
            PyMem_RawFree(poses)

    def read_poses(self, double[:, ::1] positions not None, double[::1] angles not None) -> None:
        """Fill (count, 2) and (count,) with the poses."""
        cdef Py_ssize_t k
        if positions.shape[0] != self.count or positions.shape[1] != 2 or (
                angles.shape[0] != self.count):
            raise ValueError(f"there are {self.count} poses")
        for k in range(self.count):
            positions[k, 0] = self.poses[k].x
            positions[k, 1] = self.poses[k].y
            angles[k] = self.poses[k].angle

    def pose_of(self, Py_ssize_t row) -> tuple[tuple[float, float], float]:
        """The position and the angle of a row."""
        self.require(row)
        cdef const Pose* pose = self.poses + row
        return (pose.x, pose.y), pose.angle

    def geometry_of(self, Py_ssize_t row) -> int:
        """The number of the geometry of a row."""
        self.require(row)
        return self.geometry[row]

    def read_geometry(self, Py_ssize_t[::1] out not None) -> None:
        """Fill (count,) with the number of the geometry of each row."""
        cdef Py_ssize_t k
        if out.shape[0] != self.count:
            raise ValueError(f"there are {self.count} rows")
        for k in range(self.count):
            out[k] = self.geometry[k]

    def read_starts(self, Py_ssize_t[::1] out not None) -> None:
        """Fill (count + 1,) with where the parts of each row begin in the world, and the end."""
        cdef const Geometry* geometry
        cdef Py_ssize_t k
        if out.shape[0] != self.count + 1:
            raise ValueError(f"starts must be {self.count + 1}")
        self.table.need_parts()
        out[0] = 0
        for k in range(self.count):
            geometry = self.geometry_at(k)
            out[k + 1] = out[k] + geometry.stop - geometry.start

    # --- rings and parts of rows

    def read_rings(self, double[:, ::1] vertices not None, Py_ssize_t[::1] offsets not None) -> None:
        """Fill in the world vertices of the rings of all rows, and where each ring ends."""
        cdef const Boundary* boundary
        cdef Py_ssize_t row, first = 0, ring = 0, work = 0
        for row in range(self.count):
            boundary = self.geometry_at(row).boundary
            if boundary is not NULL:
                read_boundary(boundary, NULL if self.is_table else self.poses + row, vertices,
                              offsets, &first, &ring)
                check_interrupts(&work, boundary.count)

    cdef void read_row(self, Py_ssize_t row, Rows* rows) noexcept nogil:
        """The parts of a row for a query, which poses them if the world is out of date."""
        cdef const Geometry* geometry = self.geometry_at(row)
        if self.is_table or self.count > 1 or not self.has_world():
            set_posed_rows(self.table, geometry, self.poses + row, rows)
            if self.is_table:
                rows.pose = NULL
            elif self.count == 1:
                rows.visits = &self.visits
        else:
            set_rows(rows, &self.world.shapes,
                     NULL if self.world_tree is None else &self.world_tree.tree, 0,
                     self.world.count, geometry.thin)
        rows.overlaps = geometry.overlaps
        rows.is_compound = True
        if geometry.boundary is not NULL and not is_one_convex(geometry, self.poses + row):
            bound_rows(rows, geometry.boundary, NULL if self.is_table else self.poses + row)

    cdef void read_row_at(self, Py_ssize_t row, const Pose* pose, Rows* rows) noexcept nogil:
        """The parts of a row as they would be at another pose, which must outlive the rows."""
        cdef const Geometry* geometry = self.geometry_at(row)
        set_posed_rows(self.table, geometry, pose, rows)
        rows.overlaps = geometry.overlaps
        rows.is_compound = True
        if geometry.boundary is not NULL and not is_one_convex(geometry, pose):
            bound_rows(rows, geometry.boundary, pose)

    cdef int allow_pose(self, Py_ssize_t row, const Pose* pose) except -1:
        """Raise for a pose that a row cannot have."""
        self.table.need_parts()
        return check_pose(self.table, self.geometry_at(row), pose, -1 if self.count == 1 else row)

    cdef bint is_nested(self) noexcept:
        """Whether this thread is deriving the world just now, and a signal handler or a finalizer
        asks. It gets a world of its own."""
        return self.deriver == PyThread_get_thread_ident()

    cdef int see_world(self) except -1:
        """Without a GIL: see what another thread has derived, not only that it has."""
        if FREE_THREADED and not self.is_nested():
            with self.lock:
                pass
        return 0

    cdef int count_query(self) except -1:
        """Derive the world of a single row that many queries pose."""
        self.table.need_parts()
        self.see_world()
        # Of a visit that two threads count at once, one may be lost: it decides only when to derive.
        cdef Py_ssize_t visits = visits_so_far(&self.visits) + VISITS_A_QUERY
        store_visits(&self.visits, visits)
        if (visits > MOST_VISITS + (self.geometry_at(0).stop - self.geometry_at(0).start) // 2
                and not self.has_world() and not self.is_nested()):
            self.derive_world()
        return 0

    def posed_parts(self, Py_ssize_t row) -> ShapeBlock:
        """The parts of a row at its pose, in a block of its own."""
        self.require(row)
        self.table.need_parts()
        cdef const Geometry* geometry = self.geometry_at(row)
        cdef ShapeBlock block = self.table.block.take(
            range_of(geometry.first, geometry.first + geometry.stop - geometry.start))
        pose_block(self, block, row, row + 1)
        return block

    def world_block(self) -> ShapeBlock:
        """All parts at their poses, in one block that the rows share: only to be read."""
        self.table.need_parts()
        if self.is_table:
            return self.table.block
        self.see_world()
        if not self.has_world():
            if self.is_nested():
                return self.new_world()
            self.derive_world()
        return self.world

    def world_tree_of_row(self) -> ShapeTree | None:
        """The tree of the world of a single row; None where its parts are few."""
        if self.count != 1:
            raise ValueError(f"there are {self.count} rows")
        if self.is_table:
            return self.table.tree(0)
        self.see_world()
        if not self.has_world():
            if self.is_nested():
                return None     # without it a query only takes longer
            self.derive_world()
        return self.world_tree

    cdef int derive_world(self) except -1:
        """Pose all parts, unless another thread has just done that."""
        release = self.lock.release     # before: an object made while it is held may run a finalizer
        self.lock.acquire()
        self.deriver = PyThread_get_thread_ident()
        try:
            if not self.has_world():
                self.update_world()
        finally:
            self.deriver = 0
            release()
        return 0

    cdef int update_world(self) except -1:
        """Pose all parts. Buffers stay in place for threads that read."""
        cdef uint64_t changes = self.pose_changes
        cdef ShapeBlock block = self.world
        if block is None:
            block = self.new_world()
        else:
            pose_block(self, block, 0, self.count)
        if self.count == 1 and self.table.tree(self.geometry[0]) is not None:
            if self.world_tree is None:
                self.world_tree = ShapeTree(block)
            else:
                self.world_tree.refresh()
        self.world = block
        self.world_changes = changes
        return 0

    cdef ShapeBlock new_world(self):
        """All parts at their poses, in a new block."""
        cdef ShapeBlock block = self.table.block.take(self.part_rows())
        pose_block(self, block, 0, self.count)
        return block

    cdef object part_rows(self):
        """The parts of each row, as numbers in the table."""
        cdef const Geometry* geometry
        cdef Py_ssize_t k, n = 0, i
        cdef Py_ssize_t[::1] rows
        for k in range(self.count):
            n += self.geometry_at(k).stop - self.geometry_at(k).start
        numbers = range_of(0, n)
        rows = numbers
        n = 0
        for k in range(self.count):
            geometry = self.geometry_at(k)
            for i in range(geometry.stop - geometry.start):
                rows[n + i] = geometry.first + i
            n += geometry.stop - geometry.start
        return numbers

    def read_bounds(self, double[:, ::1] out not None) -> None:
        """Fill (count, 4) with the bounds of the rows."""
        if out.shape[0] != self.count or out.shape[1] != 4:
            raise ValueError(f"bounds must have the shape ({self.count}, 4)")
        cdef Py_ssize_t k
        if not self.table.is_cut:
            for k in range(self.count):
                copy_box(&out[k, 0], self.geometry_at(k).box)
        elif self.count:
            measure_rows(self, &add_part_bounds, &out[0, 0], 4)

    @property
    def is_posed(self) -> bool:
        """Whether poses were set; else the rows are those of the table, at the origin."""
        return not self.is_table

    @property
    def are_convex(self) -> bool:
        """Whether every row is a convex shape: one part, with the vertices of its ring."""
        return (self.table.block is not None and self.table.block.count == self.table.count
                and (self.is_table or self.is_flat))

    @property
    def has_rare_parts(self) -> bool:
        """Whether the world may have parts that are rounded away: thin triangles."""
        return self.is_bent

    @property
    def changes(self) -> int:
        """A number that grows whenever poses are set."""
        return self.pose_changes

    def changed_here_since(self, uint64_t changes) -> bool:
        """Whether poses were set since there were so many changes, and last by this thread."""
        return (changes != self.pose_changes
                and last_setter(&self.setter) == PyThread_get_thread_ident())

    @property
    def nbytes(self) -> int:
        """Memory that the rows and their geometry take."""
        cdef Py_ssize_t total = 0 if self.table.block is None else self.table.block.nbytes
        cdef ShapeTree tree
        total += self.table.count * sizeof(Geometry)
        total += 0 if self.table.rings is None else self.table.rings.nbytes
        total += self.count * (sizeof(Pose) + sizeof(Py_ssize_t))
        if self.table.centres is not NULL:
            total += 2 * self.table.block.count * sizeof(double)
        if self.table.trees is not None:
            for tree in self.table.trees:
                if tree is not None and tree.block is not self.table.block:
                    total += tree.block.nbytes
        if self.world is not None:
            total += self.world.nbytes
        return total


cdef object range_of(Py_ssize_t start, Py_ssize_t stop):
    """The numbers from `start` up to `stop`, as a buffer."""
    kind = "q" if sizeof(Py_ssize_t) == 8 else "i"  # as Cython knows no "n"
    numbers = memoryview(bytearray((stop - start) * sizeof(Py_ssize_t))).cast(kind)
    cdef Py_ssize_t[::1] view = numbers
    cdef Py_ssize_t k
    for k in range(stop - start):
        view[k] = start + k
    return numbers


cdef bint pose_rare_parts(CompoundRows compounds, ShapeBlock block, Py_ssize_t first, Py_ssize_t stop,
                          const double* places) noexcept:
    """Move the parts of outlines whose poses may round parts away, or did so before; returns whether
    there are any."""
    cdef const Geometry* geometry
    cdef const Pose* pose
    cdef Py_ssize_t row, k, n = 0
    cdef bint is_rare, found = False
    for row in range(first, stop):
        pose = compounds.poses + row
        geometry = compounds.geometry_at(row)
        is_rare = (geometry.boundary is not NULL and geometry.stop - geometry.start > 1
                   and fabs(pose.x) + fabs(pose.y) >= compounds.table.safe_range)
        for k in range(n, n + geometry.stop - geometry.start):
            if is_rare or compounds.is_bent and geometry.boundary is not NULL:
                pose_part_of_outline(&block.shapes, k, places[2 * k], places[2 * k + 1],
                                     pose.angle)
        n += geometry.stop - geometry.start
        found |= is_rare
    if found or compounds.is_bent:
        put_proxies(&block.shapes, 0, block.count)
    return found


cdef int pose_block(CompoundRows compounds, ShapeBlock block, Py_ssize_t first,
                    Py_ssize_t stop) except -1:
    """Give copies of the parts of some rows, one after the other, the poses of the rows."""
    cdef NewPoses poses
    cdef Watch watch
    cdef double* places = <double*>new_array(count_product(block.count, 3), sizeof(double))
    cdef const Pose* pose
    cdef const Geometry* geometry
    cdef const double* centre
    cdef Py_ssize_t row, k, n = 0
    if places is NULL:
        raise MemoryError
    for row in range(first, stop):
        pose = compounds.poses + row
        geometry = compounds.geometry_at(row)
        for k in range(geometry.first, geometry.first + geometry.stop - geometry.start):
            places[2 * n], places[2 * n + 1] = pose.x, pose.y
            if compounds.table.centres is not NULL:
                centre = compounds.table.centres + 2 * k
                places[2 * n] += pose.cosine * centre[0] - pose.sine * centre[1]
                places[2 * n + 1] += pose.sine * centre[0] + pose.cosine * centre[1]
            places[2 * block.count + n] = pose.angle
            n += 1
    poses.rows = NULL
    poses.positions = places
    poses.angles = places + 2 * block.count
    poses.count = block.count
    start_watch(&watch)
    with nogil:
        apply_poses(&block.shapes, &poses, &watch)
    compounds.is_bent = pose_rare_parts(compounds, block, first, stop, places)
    stamp_poses(&block.shapes, block.count, &poses)
    PyMem_RawFree(places)
    raise_pending()
    return 0


# --- measures -------------------------------------------------------------------------

ctypedef void (*add_measure)(const Convex* part, bint first, double* out) noexcept nogil


cdef void add_part_bounds(const Convex* part, bint first, double* out) noexcept nogil:
    cdef double bounds[4]
    if first:
        set_empty(out)
    convex_bounds(part, bounds)
    add_box(out, bounds)


cdef int measure_rows(CompoundRows compounds, add_measure add, double* out, int columns) except -1:
    """Measure the posed parts of each row, in their order."""
    cdef RowMemory memory
    cdef Rows rows
    cdef Watch watch
    cdef Py_ssize_t row, k
    cdef bint enough = True
    start_watch(&watch)
    with nogil:
        for row in range(compounds.count):
            compounds.read_row(row, &rows)
            enough = prepare_rows(&rows, &memory)
            if not enough:
                break
            for k in range(rows.start, rows.stop):
                add(row_at(&rows, k, &memory), k == rows.start, out + columns * row)
            release_rows(&memory)
            if was_interrupted(&watch, 4 * (rows.stop - rows.start)):
                break
    raise_pending()
    if not enough:
        raise MemoryError
    return 0
