"""ShapeBlock: many shapes in one block of memory, each laid out as a single shape's is.

The verbs for arrays run on these shapes with the kernels for two shapes, so the answers are
theirs. Geometry is fixed when the shapes are made; poses may change. Setting one derives the
world frame at once, by the routine of the single shape, so that queries only read.

Where all shapes are rectangles as of `Polygon.box`, each takes no more than a cache line and its
angle: see boxes.pxd.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.math cimport INFINITY, fabs, nextafter
from libc.stdint cimport uintptr_t
from libc.string cimport memcpy

from sepax._core.arrays.boxes cimport (
    BoxMemory, box_bounds, box_convex, box_lay_out, box_range, box_restore, is_box_size,
    is_plain_box, write_box_record)
from sepax._core.arrays.records cimport write_record
from sepax._core.interrupts cimport Watch, heard, listen, raise_heard, start_watch
from sepax._core.kernels.convex cimport COORDINATE_LIMIT, Convex, hull_area, hull_centroid
from sepax._core.kernels.pose cimport (
    Pose, PosedConvex, posed_lay_out, posed_measure, posed_size, posed_update, rounding_grid)
from sepax._core.kernels.rotation cimport angle_is_allowed, sine_cosine
from sepax._core.memory cimport count_product, count_sum, new_array, new_zeros
from sepax._core.ring cimport RingMemory, read_ring
from sepax._core.shape cimport Shape, is_ready, require_ready
from sepax._core.simd.levels cimport (
    AXIS_X, AXIS_Y, CENTRE_X, CENTRE_Y, HALF_HEIGHT, HALF_WIDTH, RECORD, pose_boxes)

cdef enum:
    CACHE_LINE = 64
    # Rounded up: a double may be aligned to less than its size.
    DOUBLES_A_BODY = (sizeof(PosedConvex) + sizeof(double) - 1) // sizeof(double)
    PIECE = 1 << 16     # boxes that are moved between two looks at the watch


# --- poses --------------------------------------------------------------------

cdef inline bint try_pose(PosedConvex* posed, double x, double y, double angle) noexcept nogil:
    """Take a pose, its angle allowed; False where the shape does not survive it."""
    angle += 0.0    # no negative zero, as in a single shape
    if angle != posed.pose.angle:
        posed.pose.angle = angle
        sine_cosine(angle, &posed.pose.sine, &posed.pose.cosine)
    posed.pose.x = x
    posed.pose.y = y
    return posed_update(posed)


cdef inline bint surely_survives(const PosedConvex* posed, double x, double y) noexcept nogil:
    """Whether `posed_update` will find the shape well at a place, as far as can be told without
    going there."""
    cdef PosedConvex moved
    if not posed.convex.edges:
        return fabs(x) <= COORDINATE_LIMIT and fabs(y) <= COORDINATE_LIMIT
    moved.pose.x = x
    moved.pose.y = y
    moved.pivot_extent = posed.pivot_extent
    return rounding_grid(&moved) < posed.finest


cdef bint survives(PosedConvex* posed, double x, double y, double angle) noexcept nogil:
    """Whether the body is sound at a pose, which it leaves again."""
    cdef Pose before = posed.pose
    cdef bint sound = try_pose(posed, x, y, angle)
    posed.pose = before
    posed_update(posed)
    return sound


cdef bint all_within(double limit, const double* positions, const double* angles,
                     Py_ssize_t count) noexcept nogil:
    """Whether all angles are allowed, and all positions nearer to the origin than the limit."""
    cdef Py_ssize_t k, bad = 0
    for k in range(count):
        bad += ((not fabs(positions[2 * k]) + fabs(positions[2 * k + 1]) < limit)
                | (not fabs(angles[k]) <= 2147483648.0))
    return bad == 0


cdef bint takes_pose(ShapeBlock block, Py_ssize_t row, double x, double y,
                     double angle) noexcept nogil:
    cdef BoxMemory box
    cdef PosedConvex* posed = <PosedConvex*>shape_at(block, row, &box)
    return surely_survives(posed, x, y) or survives(posed, x, y, angle)


cdef Py_ssize_t first_bad_pose(ShapeBlock block, const Py_ssize_t* rows,
                               const double[:, ::1] positions,
                               const double[::1] angles, Watch* watch) noexcept nogil:
    """The first pose that its body cannot take, or -1; or the one that an interrupt came at. All
    shapes stay where they are."""
    cdef Py_ssize_t k
    if block.posed is NULL and all_within(block.range, &positions[0, 0], &angles[0],
                                          angles.shape[0]):
        return -1
    for k in range(angles.shape[0]):
        if not angle_is_allowed(angles[k]) or not takes_pose(
                block, k if rows is NULL else rows[k], positions[k, 0], positions[k, 1],
                angles[k]) or heard(watch, work_of_pose(block, k if rows is NULL else rows[k])):
            return k
    return -1


cdef inline Py_ssize_t work_of_pose(ShapeBlock block, Py_ssize_t row) noexcept nogil:
    return 2 if block.posed is NULL else block.posed[row].convex.n


cdef void take_pose_of_all(ShapeBlock boxes, const double[:, ::1] positions,
                           const double[::1] angles,
                           Watch* watch) noexcept nogil:
    """Move boxes without shapes, up to where an interrupt comes."""
    cdef Py_ssize_t piece, first, count = angles.shape[0]
    for piece in range((count + PIECE - 1) // PIECE):
        first = PIECE * piece
        pose_boxes(boxes.records + RECORD * first, boxes.angles + first, &positions[first, 0],
                   &angles[first], min(PIECE, count - first))
        if heard(watch, min(PIECE, count)):
            return


cdef void take_poses(ShapeBlock block, const Py_ssize_t* rows, const double[:, ::1] positions,
                     const double[::1] angles, Watch* watch) noexcept nogil:
    """Move the shapes to poses that they take, up to where an interrupt comes. One that another
    thread has spoiled since they were checked is left out, or the origin."""
    cdef Py_ssize_t k, row, count = angles.shape[0]
    cdef double x, y, angle
    if block.posed is NULL and rows is NULL:
        take_pose_of_all(block, positions, angles, watch)
        return
    for k in range(count):
        row = k if rows is NULL else rows[k]
        if heard(watch, work_of_pose(block, row)):
            return
        if block.posed is NULL:
            pose_boxes(block.records + RECORD * row, block.angles + row, &positions[k, 0],
                       &angles[k], 1)
            continue
        x = positions[k, 0]
        y = positions[k, 1]
        angle = angles[k]
        if angle_is_allowed(angle) and takes_pose(block, row, x, y, angle):
            try_pose(block.posed + row, x, y, angle)
            note_pose(block, row)


cdef int refuse_pose(Py_ssize_t row, double x, double y, double angle) except -1:
    if not angle_is_allowed(angle):
        raise ValueError(f"shape {row}: angle must be finite and within 2**31 radians, got {angle}")
    if not (fabs(x) <= COORDINATE_LIMIT and fabs(y) <= COORDINATE_LIMIT):
        raise ValueError(f"shape {row}: position must be finite and within 2**240, got {(x, y)}")
    raise ValueError(f"shape {row}: at position {(x, y)} and angle {angle} the vertices round to a "
                     "ring that is not convex, has no area or is beyond 2**240: work nearer to the "
                     "origin")


cdef int require_length(str name, Py_ssize_t length, Py_ssize_t expected) except -1:
    if length != expected:
        raise ValueError(f"{name} must have the length {expected}, got {length}")
    return 0


cdef int require_pairs(str name, const double[:, ::1] array, Py_ssize_t expected) except -1:
    if array.shape[0] != expected or array.shape[1] != 2:
        raise ValueError(f"{name} must have the shape {(expected, 2)}, "
                         f"got {(array.shape[0], array.shape[1])}")
    return 0


cdef int require_rows(const Py_ssize_t[::1] rows, Py_ssize_t count) except -1:
    cdef Py_ssize_t k
    for k in range(rows.shape[0]):
        if not 0 <= rows[k] < count:
            raise IndexError(f"index {rows[k]} is out of range for {count} shapes")
    return 0


# --- the container ------------------------------------------------------------

@cython.final
@cython.auto_pickle(False)
cdef class ShapeBlock:
    """Shapes in a row. `ShapeBlock()` holds none; the functions of this module make others."""

    def __dealloc__(self):
        PyMem_RawFree(self.block)

    cdef double* reserve(self, Py_ssize_t count, Py_ssize_t doubles) except NULL:
        """One zeroed block for the records and so many doubles; returns their place."""
        cdef uintptr_t start
        doubles = count_sum(doubles, count_product(count, RECORD))
        doubles = count_sum(doubles, CACHE_LINE // sizeof(double))
        self.block = new_zeros(doubles, sizeof(double))
        if self.block is NULL:
            raise MemoryError
        self.nbytes = doubles * sizeof(double)
        self.count = count
        start = (<uintptr_t>self.block + CACHE_LINE - 1) // CACHE_LINE * CACHE_LINE
        self.records = <double*>start
        return self.records + RECORD * count

    cdef double* allocate(self, Py_ssize_t count, Py_ssize_t doubles) except NULL:
        """Memory for shapes whose arrays take so many doubles; returns the place of these."""
        self.bounds = self.reserve(
            count, count_sum(doubles, count_product(count, 4 + DOUBLES_A_BODY)))
        self.posed = <PosedConvex*>(self.bounds + 4 * count)
        return <double*>(self.posed + count)

    cdef int allocate_boxes(self, Py_ssize_t count) except -1:
        """Memory for boxes, whose sizes and then poses are to be set."""
        self.angles = self.reserve(count, count)
        self.vertex_count = 4 * count
        self.box_count = count
        self.range = INFINITY
        return 0

    cdef void set_box(self, Py_ssize_t k, double half_width, double half_height) noexcept:
        self.records[RECORD * k + AXIS_X] = 1.0    # the cosine of angle 0
        self.records[RECORD * k + HALF_WIDTH] = half_width
        self.records[RECORD * k + HALF_HEIGHT] = half_height
        self.range = min(self.range, box_range(half_width, half_height))

    cdef int begin(self, Py_ssize_t k, Py_ssize_t edges, double radius, double x, double y,
                   double angle) except -1:
        """Measure body k, whose local points are in place, and give it its first pose."""
        cdef PosedConvex* posed = self.posed + k
        posed_measure(posed, edges if edges else 1, edges, radius)
        self.vertex_count += posed.convex.n
        self.box_count += posed.convex.is_box
        posed.pose.cosine = 1.0
        if not angle_is_allowed(angle) or not try_pose(posed, x, y, angle):
            refuse_pose(k, x, y, angle)
        note_pose(self, k)
        return 0

    cdef int recount(self) except -1:
        """Count the vertices and the boxes, once all shapes are in place."""
        cdef Py_ssize_t k
        self.vertex_count = self.box_count = 0
        for k in range(self.count):
            self.vertex_count += self.posed[k].convex.n
            self.box_count += self.posed[k].convex.is_box
        return 0

    def set_poses(self, const Py_ssize_t[::1] rows, const double[:, ::1] positions not None,
                  const double[::1] angles not None):
        """Set the poses of all shapes, or of those in `rows`; of none where one is refused."""
        cdef Watch watch
        cdef Py_ssize_t bad, count = self.count if rows is None else rows.shape[0]
        cdef const Py_ssize_t* chosen = NULL
        require_pairs("positions", positions, count)
        require_length("angles", angles.shape[0], count)
        if count == 0:
            return
        if rows is not None:
            require_rows(rows, self.count)
            chosen = &rows[0]
        start_watch(&watch)
        with nogil:
            bad = first_bad_pose(self, chosen, positions, angles, &watch)
            if bad < 0:
                take_poses(self, chosen, positions, angles, &watch)
        raise_heard()
        if bad >= 0:
            refuse_pose(bad if rows is None else rows[bad], positions[bad, 0], positions[bad, 1],
                        angles[bad])

    def take(self, const Py_ssize_t[::1] rows not None):
        """Copies of the shapes in `rows`, which may repeat."""
        cdef ShapeBlock taken = ShapeBlock()
        cdef Watch watch
        cdef Py_ssize_t k, doubles = 0, work = 0
        cdef double* memory
        require_rows(rows, self.count)
        if self.angles is not NULL:
            taken.allocate_boxes(rows.shape[0])
            for k in range(rows.shape[0]):
                copy_box(taken, k, self, rows[k])
                listen(&work, 1)
            return taken
        for k in range(rows.shape[0]):
            doubles = count_sum(doubles, posed_size(self.posed[rows[k]].convex.n))
            listen(&work, 1)
        memory = taken.allocate(rows.shape[0], doubles)
        start_watch(&watch)
        with nogil:
            for k in range(rows.shape[0]):
                memory = put_shape(taken, k, self.posed + rows[k], memory)
                if heard(&watch, taken.posed[k].convex.n):
                    break
        raise_heard()
        taken.recount()
        return taken

    def read_offsets(self, Py_ssize_t[::1] out not None):
        """Fill (count + 1,) with where the vertices of each shape begin."""
        cdef Py_ssize_t k
        require_length("offsets", out.shape[0], self.count + 1)
        out[0] = 0
        for k in range(self.count):
            out[k + 1] = out[k] + (4 if self.posed is NULL else self.posed[k].convex.n)

    def read_vertices(self, double[:, ::1] out not None, bint local):
        """Fill (vertices, 2) with the world or local vertices of all shapes."""
        cdef Py_ssize_t i, k, place = 0
        cdef BoxMemory box
        cdef const PosedConvex* posed
        cdef const double* x
        cdef const double* y
        require_pairs("vertices", out, self.vertex_count)
        with nogil:
            for k in range(self.count):
                posed = shape_at(self, k, &box)
                x = posed.local_x if local else posed.convex.x
                y = posed.local_y if local else posed.convex.y
                for i in range(posed.convex.n):
                    out[place + i, 0] = x[i]
                    out[place + i, 1] = y[i]
                place += posed.convex.n

    def read_normals(self, double[:, ::1] out not None):
        """Fill (vertices, 2) with the normals of the edges; circles have zeros for their centre."""
        cdef Py_ssize_t i, k, place = 0
        cdef BoxMemory box
        cdef const Convex* convex
        require_pairs("normals", out, self.vertex_count)
        with nogil:
            for k in range(self.count):
                convex = &shape_at(self, k, &box).convex
                for i in range(convex.n):
                    out[place + i, 0] = convex.normal_x[i] if convex.edges else 0.0
                    out[place + i, 1] = convex.normal_y[i] if convex.edges else 0.0
                place += convex.n

    def read_areas(self, double[::1] out not None):
        """Fill (count,) with the areas."""
        cdef Py_ssize_t k
        cdef BoxMemory box
        require_length("areas", out.shape[0], self.count)
        with nogil:
            for k in range(self.count):
                out[k] = hull_area(&shape_at(self, k, &box).convex)

    def read_centroids(self, double[:, ::1] out not None):
        """Fill (count, 2) with the centres of the areas."""
        cdef Py_ssize_t k
        cdef BoxMemory box
        require_pairs("centroids", out, self.count)
        with nogil:
            for k in range(self.count):
                hull_centroid(&shape_at(self, k, &box).convex, &out[k, 0], &out[k, 1])

    def circle_count(self):
        """How many of the shapes are circles."""
        cdef Py_ssize_t k, total = 0
        if self.posed is not NULL:
            for k in range(self.count):
                total += self.posed[k].convex.edges == 0
        return total

    def read_radii(self, double[::1] out not None):
        """Fill (count,) with the radii: 0 for polygons."""
        cdef Py_ssize_t k
        require_length("radii", out.shape[0], self.count)
        for k in range(self.count):
            out[k] = 0.0 if self.posed is NULL else self.posed[k].convex.radius

    def read_poses(self, double[:, ::1] positions not None, double[::1] angles not None):
        """Fill (count, 2) and (count,) with the poses."""
        cdef Py_ssize_t k
        require_pairs("positions", positions, self.count)
        require_length("angles", angles.shape[0], self.count)
        for k in range(self.count):
            if self.posed is NULL:
                positions[k, 0] = self.records[RECORD * k + CENTRE_X]
                positions[k, 1] = self.records[RECORD * k + CENTRE_Y]
                angles[k] = self.angles[k]
            else:
                positions[k, 0] = self.posed[k].pose.x
                positions[k, 1] = self.posed[k].pose.y
                angles[k] = self.posed[k].pose.angle

    def read_bounds(self, double[:, ::1] out not None, bint wide=False):
        """Fill (count, 4) with min_x, min_y, max_x, max_y; if wide, so that rounding leaves
        nothing outside."""
        cdef Py_ssize_t k
        if out.shape[0] != self.count or out.shape[1] != 4:
            raise ValueError(f"bounds must have the shape {(self.count, 4)}, "
                             f"got {(out.shape[0], out.shape[1])}")
        with nogil:
            for k in range(self.count):
                if self.posed is NULL:
                    box_bounds(self.records + RECORD * k, &out[k, 0])
                elif wide:
                    memcpy(&out[k, 0], self.bounds + 4 * k, 4 * sizeof(double))
                else:
                    write_bounds(&self.posed[k].convex, &out[k, 0])


cdef inline void write_bounds(const Convex* convex, double* bounds) noexcept nogil:
    cdef double low_x = INFINITY, low_y = INFINITY, high_x = -INFINITY, high_y = -INFINITY
    cdef Py_ssize_t i
    for i in range(convex.n):
        low_x = min(low_x, convex.x[i])
        low_y = min(low_y, convex.y[i])
        high_x = max(high_x, convex.x[i])
        high_y = max(high_y, convex.y[i])
    bounds[0] = low_x - convex.radius
    bounds[1] = low_y - convex.radius
    bounds[2] = high_x + convex.radius
    bounds[3] = high_y + convex.radius


cdef inline void note_pose(ShapeBlock block, Py_ssize_t k) noexcept nogil:
    """Derive what is kept beside a body from it."""
    cdef const Convex* convex = &block.posed[k].convex
    cdef double* bounds = block.bounds + 4 * k
    write_record(convex, block.records + RECORD * k)
    write_bounds(convex, bounds)
    if convex.radius > 0.0:   # those of circles are rounded: one step outwards
        bounds[0] = nextafter(bounds[0], -INFINITY)
        bounds[1] = nextafter(bounds[1], -INFINITY)
        bounds[2] = nextafter(bounds[2], INFINITY)
        bounds[3] = nextafter(bounds[3], INFINITY)


cdef double* put_shape(ShapeBlock block, Py_ssize_t k, const PosedConvex* source,
                       double* memory) noexcept nogil:
    """Make body k a copy of another, with its arrays in `memory`; returns the memory behind."""
    cdef PosedConvex* posed = block.posed + k
    cdef Py_ssize_t size = posed_size(source.convex.n)
    posed[0] = source[0]
    posed_lay_out(posed, source.convex.n, memory)
    memcpy(memory, source.convex.normal_x, size * sizeof(double))   # the first of the arrays
    note_pose(block, k)
    return memory + size


cdef void copy_box(ShapeBlock block, Py_ssize_t k, ShapeBlock source, Py_ssize_t row) noexcept:
    """Make box k of boxes a copy of one of other boxes."""
    memcpy(block.records + RECORD * k, source.records + RECORD * row, RECORD * sizeof(double))
    block.angles[k] = source.angles[row]
    block.range = min(block.range, source.range)


# --- constructors ---------------------------------------------------------------

cdef ShapeBlock join_boxes(list parts, Py_ssize_t count):
    cdef ShapeBlock joined = ShapeBlock(), part
    cdef Py_ssize_t k, row = 0, work = 0
    joined.allocate_boxes(count)
    for part in parts:
        for k in range(part.count):
            copy_box(joined, row, part, k)
            row += 1
            listen(&work, 1)
    return joined


def join(list parts not None):
    """Copies of the shapes of several ShapeBlock, one after the other."""
    cdef ShapeBlock joined = ShapeBlock(), part
    cdef Py_ssize_t k, row = 0, count = 0, doubles = 0, size, work = 0
    cdef double* memory
    cdef BoxMemory box
    cdef bint boxes = True
    for part in parts:
        count = count_sum(count, part.count)
        boxes &= part.count == 0 or part.angles is not NULL
        for k in range(part.count):
            size = posed_size(4 if part.posed is NULL else part.posed[k].convex.n)
            doubles = count_sum(doubles, size)
    if boxes:
        return join_boxes(parts, count)
    memory = joined.allocate(count, doubles)
    for part in parts:
        for k in range(part.count):
            memory = put_shape(joined, row, shape_at(part, k, &box), memory)
            listen(&work, joined.posed[row].convex.n)
            row += 1
    joined.recount()
    return joined


cdef ShapeBlock boxes_of_shapes(list shapes):
    cdef ShapeBlock block = ShapeBlock()
    cdef const PosedConvex* posed
    cdef Py_ssize_t k
    block.allocate_boxes(len(shapes))
    for k in range(len(shapes)):
        posed = &(<Shape>shapes[k]).posed
        block.set_box(k, posed.local_x[2], posed.local_y[2])
        write_box_record(posed, block.records + RECORD * k)
        block.angles[k] = posed.pose.angle
    return block


def of_shape(Shape shape not None):
    """A copy of a single shape."""
    require_ready(shape)
    return of_shapes([shape])


def of_shapes(list shapes not None, str name="shapes"):
    """Copies of single shapes, by whose name errors call them."""
    cdef ShapeBlock block = ShapeBlock()
    cdef Shape shape
    cdef Py_ssize_t k, doubles = 0, work = 0
    cdef double* memory
    cdef bint boxes = True
    shapes = list(shapes)   # which no one else can change
    for k, item in enumerate(shapes):
        if not isinstance(item, Shape):
            raise TypeError(f"{name}[{k}] must be a shape (Polygon, Circle), "
                            f"got {type(item).__name__}")
        shape = <Shape>item
        if not is_ready(shape):
            raise ValueError(f"{name}[{k}], a {type(item).__name__}, was never initialised: "
                             "its __init__ must call super().__init__() with a geometry")
        doubles = count_sum(doubles, posed_size(shape.posed.convex.n))
        boxes = boxes and is_plain_box(shape.posed.local_x, shape.posed.local_y,
                                       shape.posed.convex.n)
    if boxes:
        return boxes_of_shapes(shapes)
    memory = block.allocate(len(shapes), doubles)
    for k in range(len(shapes)):
        shape = <Shape>shapes[k]
        memory = put_shape(block, k, &shape.posed, memory)
        listen(&work, shape.posed.convex.n)
    block.recount()
    return block


cdef bint are_box_sizes(const double[::1] widths, const double[::1] heights) except -1:
    """Whether boxes.pxd takes them all; an error where one is none of a box at all."""
    cdef Py_ssize_t k
    cdef bint boxes = True
    cdef double x, y
    for k in range(widths.shape[0]):
        x = 0.5 * widths[k]
        y = 0.5 * heights[k]
        if not (0.0 < x <= COORDINATE_LIMIT and 0.0 < y <= COORDINATE_LIMIT):
            raise ValueError(f"shape {k}: width and height must be positive and half of them "
                             f"within 2**240, got {(widths[k], heights[k])}")
        boxes &= is_box_size(x) & is_box_size(y)
    return boxes


def of_boxes(const double[::1] widths not None, const double[::1] heights not None,
             const double[:, ::1] positions not None, const double[::1] angles not None):
    """Rectangles about their local origins, as of `Polygon.box`."""
    cdef ShapeBlock block = ShapeBlock()
    cdef Py_ssize_t k, work = 0, count = widths.shape[0]
    cdef double x, y
    cdef double* memory
    cdef PosedConvex* posed
    require_length("heights", heights.shape[0], count)
    require_pairs("positions", positions, count)
    require_length("angles", angles.shape[0], count)
    if are_box_sizes(widths, heights):
        block.allocate_boxes(count)
        for k in range(count):
            block.set_box(k, 0.5 * widths[k], 0.5 * heights[k])
            listen(&work, 1)
        block.set_poses(None, positions, angles)
        return block
    memory = block.allocate(count, count_product(count, posed_size(4)))
    for k in range(count):
        x = 0.5 * widths[k]
        y = 0.5 * heights[k]
        posed = block.posed + k
        posed_lay_out(posed, 4, memory)
        memory += posed_size(4)
        posed.local_x[0] = posed.local_x[3] = -x
        posed.local_x[1] = posed.local_x[2] = x
        posed.local_y[0] = posed.local_y[1] = -y
        posed.local_y[2] = posed.local_y[3] = y
        block.begin(k, 4, 0.0, positions[k, 0], positions[k, 1], angles[k])
        listen(&work, 4)
    return block


@cython.final
cdef class TidyRings:
    """The vertices of many rings as `read_ring` leaves them, freed whatever happens."""

    cdef double* x
    cdef double* y
    cdef Py_ssize_t* size
    cdef Py_ssize_t doubles     # that shapes of these rings need
    cdef bint boxes             # all of them are boxes of boxes.pxd

    def __cinit__(self, Py_ssize_t rings, Py_ssize_t vertices):
        self.x = <double*>new_array(vertices, sizeof(double))
        self.y = <double*>new_array(vertices, sizeof(double))
        self.size = <Py_ssize_t*>new_array(rings, sizeof(Py_ssize_t))
        if self.x is NULL or self.y is NULL or self.size is NULL:
            raise MemoryError

    def __dealloc__(self):
        PyMem_RawFree(self.x)
        PyMem_RawFree(self.y)
        PyMem_RawFree(self.size)


cdef Py_ssize_t longest_ring(const Py_ssize_t[::1] offsets, Py_ssize_t vertices) except -1:
    """The most vertices between two offsets, which must run from 0 to `vertices`."""
    cdef Py_ssize_t k, longest = 0, last = offsets.shape[0] - 1
    if last < 0 or offsets[0] != 0 or offsets[last] != vertices:
        raise ValueError("offsets must begin with 0 and end with the number of vertices, "
                         f"{vertices}")
    for k in range(last):
        if offsets[k + 1] < offsets[k]:
            raise ValueError(f"offsets must not decrease: offset {k + 1} is {offsets[k + 1]} "
                             f"after {offsets[k]}")
        longest = max(longest, offsets[k + 1] - offsets[k])
    return longest


cdef TidyRings tidy_rings(const double[:, ::1] vertices, const Py_ssize_t[::1] offsets,
                          bint with_circles):
    """Check all rings; single vertices pass for circles, if there may be any."""
    cdef Py_ssize_t k, place = 0, work = 0, count = offsets.shape[0] - 1
    cdef RingMemory memory = RingMemory(longest_ring(offsets, vertices.shape[0]))
    cdef TidyRings rings = TidyRings(count, vertices.shape[0])
    rings.boxes = True
    for k in range(count):
        if with_circles and offsets[k + 1] - offsets[k] == 1:
            rings.x[place] = rings.y[place] = 0.0
            rings.size[k] = 1
        else:
            try:
                read_ring(vertices[offsets[k]:offsets[k + 1]], &memory.ring,
                          "ShapeArray.from_shapes with Polygon.hull(points)")
            except ValueError as error:
                raise ValueError(f"shape {k}: {error}") from None
            rings.size[k] = memory.ring.n
            memcpy(rings.x + place, memory.ring.x, memory.ring.n * sizeof(double))
            memcpy(rings.y + place, memory.ring.y, memory.ring.n * sizeof(double))
        rings.boxes = rings.boxes and is_plain_box(rings.x + place, rings.y + place, rings.size[k])
        place += rings.size[k]
        rings.doubles = count_sum(rings.doubles, posed_size(rings.size[k]))
        listen(&work, rings.size[k])
    return rings


def of_rings(const double[:, ::1] vertices not None, const Py_ssize_t[::1] offsets not None,
             const double[::1] radii, const double[:, ::1] positions not None,
             const double[::1] angles not None):
    """Polygons, vertices[offsets[k]:offsets[k + 1]] those of shape k in its local frame.

    With radii, not None, a single vertex stands for a circle of that radius about its position.
    """
    cdef ShapeBlock block = ShapeBlock()
    cdef Py_ssize_t k, n, place = 0, work = 0, count = max(offsets.shape[0] - 1, 0)
    cdef double radius
    cdef double* memory
    cdef PosedConvex* posed
    require_pairs("vertices", vertices, vertices.shape[0])
    cdef TidyRings rings = tidy_rings(vertices, offsets, radii is not None)
    if radii is not None:
        require_length("radii", radii.shape[0], count)
    require_pairs("positions", positions, count)
    require_length("angles", angles.shape[0], count)
    if rings.boxes:
        block.allocate_boxes(count)
        for k in range(count):
            block.set_box(k, rings.x[4 * k + 2], rings.y[4 * k + 2])
            listen(&work, 1)
        block.set_poses(None, positions, angles)
        return block
    memory = block.allocate(count, rings.doubles)
    for k in range(count):
        posed = block.posed + k
        n = rings.size[k]
        posed_lay_out(posed, n, memory)
        memory += posed_size(n)
        memcpy(posed.local_x, rings.x + place, n * sizeof(double))
        memcpy(posed.local_y, rings.y + place, n * sizeof(double))
        place += n
        radius = radii[k] if n == 1 else 0.0
        if not 0.0 <= radius <= COORDINATE_LIMIT:
            raise ValueError(f"shape {k}: radius must be finite, not negative and within 2**240, "
                             f"got {radius}")
        block.begin(k, n if n > 1 else 0, radius, positions[k, 0], positions[k, 1], angles[k])
        listen(&work, n)
    return block


# --- for tests and the bench ------------------------------------------------------

def _read_records(list shapes not None, double[:, ::1] out not None):
    """Fill (n, RECORD) with the records of n shapes."""
    cdef Shape shape
    cdef Py_ssize_t k
    if out.shape[0] != len(shapes) or out.shape[1] != RECORD:
        raise ValueError(f"out must have the shape {(len(shapes), RECORD)}")
    for k, shape in enumerate(shapes):
        require_ready(shape)
        write_record(&shape.posed.convex, &out[k, 0])


def _box_is_measured(double width, double height, double x, double y, double angle):
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
    box_lay_out(&short)
    box_convex(&short, record)
    return (
        (posed.convex.half, posed.convex.is_box, posed.bounding_radius, posed.inscribed_radius,
         posed.pivot_extent,
         posed.asymmetry, posed.skew_of_grid, posed.finest, posed.bending, posed.centre_x,
         posed.centre_y)
        == (box.posed.convex.half, box.posed.convex.is_box, box.posed.bounding_radius,
            box.posed.inscribed_radius,
            box.posed.pivot_extent, box.posed.asymmetry, box.posed.skew_of_grid, box.posed.finest,
            box.posed.bending, box.posed.centre_x, box.posed.centre_y)
    ) and convex_fields(&short.posed.convex) == convex_fields(&posed.convex)


cdef list convex_fields(const Convex* convex):
    cdef Py_ssize_t i
    fields = [convex.n, convex.edges, convex.half, convex.is_box, convex.centre_x, convex.centre_y,
              convex.axis_x, convex.axis_y, convex.half_width, convex.half_height,
              convex.bounding_radius,
              convex.skew, convex.inscribed_radius, convex.radius]
    for i in range(5):
        fields += [convex.x[i], convex.y[i]]
    for i in range(4):
        fields += [convex.normal_x[i], convex.normal_y[i], convex.offset[i]]
    return fields
