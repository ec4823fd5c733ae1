"""Constructors of `ShapeBlock`: from other blocks, single shapes, columns of boxes, or rings.
Shapes of one compact kind (storage.pxd) are stored as that, all others as bodies."""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.string cimport memcpy, memset

from sepax._core.arguments cimport described
from sepax._core.arrays.block cimport ShapeBlock, require_length, require_pairs
from sepax._core.arrays.boxes cimport box_set_points, is_box_size
from sepax._core.arrays.poses cimport refuse_pose, try_pose
from sepax._core.arrays.segments cimport SEGMENT_DOUBLES
from sepax._core.arrays.storage cimport (
    ANY_KIND, BODIES, BOXES, POLYGONS, PolygonRoom, Restored, common_kind, copy_compact,
    copy_polygon, count_polygon, kind_of, kind_of_core, point_count, put_all_proxies, put_body,
    put_compact, put_polygon, radius_at, shape_at)
from sepax._core.interrupts cimport check_interrupts
from sepax._core.kernels.convex cimport COORDINATE_LIMIT
from sepax._core.kernels.pose cimport (
    UPPER_RIGHT, Pose, PosedConvex, angle_is_allowed, posed_assign_arrays, posed_measure,
    posed_size)
from sepax._core.memory cimport count_product, count_sum, new_array, new_zeros
from sepax._core.ring cimport RingDraft, RingMemory, read_ring, require_ends
from sepax._core.shape cimport Shape, is_ready, require_ready

# What errors offer for a row that is not convex.
cdef str HULL_OF_ROW = ('ShapeArray.polygons(..., invalid="hull"), to leave such rows out '
                        'invalid="skip"')


cdef ShapeBlock join_compact(list parts, int kind, Py_ssize_t count):
    cdef ShapeBlock joined = ShapeBlock(), part
    cdef Py_ssize_t k, row = 0, work = 0
    joined.allocate_compact(kind, count)
    for part in parts:
        for k in range(part.count):
            copy_compact(&joined.shapes, row, &part.shapes, k)
            row += 1
            check_interrupts(&work, 1)
    put_all_proxies(&joined.shapes, count)
    return joined


cdef ShapeBlock join_polygons(list parts, Py_ssize_t count):
    cdef ShapeBlock joined = ShapeBlock(), part
    cdef PolygonRoom room = PolygonRoom(0, 0, 0, NULL)
    cdef Py_ssize_t k, row = 0, work = 0
    for part in parts:
        for k in range(part.count):
            count_polygon(&room, point_count(&part.shapes, k), radius_at(&part.shapes, k))
    joined.allocate_polygons(count, &room)
    for part in parts:
        for k in range(part.count):
            copy_polygon(&joined.shapes, row, &part.shapes, k, &room)
            check_interrupts(&work, point_count(&joined.shapes, row))
            row += 1
    joined.recount()
    return joined


def join(list parts not None: list[ShapeBlock]) -> ShapeBlock:
    """Copies of the shapes of several ShapeBlock, one after the other."""
    cdef ShapeBlock joined = ShapeBlock(), part
    cdef Py_ssize_t k, row = 0, count = 0, doubles = 0, work = 0
    cdef double* memory
    cdef Restored restored
    cdef int kind = ANY_KIND
    for part in parts:
        count = count_sum(count, part.count)
        kind = common_kind(kind, part.shapes.kind if part.count else ANY_KIND)
        for k in range(part.count):
            doubles = count_sum(doubles, posed_size(point_count(&part.shapes, k)))
    if kind == POLYGONS:
        return join_polygons(parts, count)
    if kind != BODIES:
        return join_compact(parts, kind, count)
    memory = joined.allocate_bodies(count, doubles)
    for part in parts:
        for k in range(part.count):
            memory = put_body(&joined.shapes, row, shape_at(&part.shapes, k, &restored), memory)
            check_interrupts(&work, point_count(&joined.shapes, row))
            row += 1
    joined.recount()
    joined.put_rings()
    return joined


cdef ShapeBlock compact_of_shapes(list shapes, int kind):
    cdef ShapeBlock block = ShapeBlock()
    cdef Py_ssize_t k, work = 0
    block.allocate_compact(kind, len(shapes))
    for k in range(len(shapes)):
        put_compact(&block.shapes, k, &(<Shape>shapes[k]).posed)
        check_interrupts(&work, 1)
    put_all_proxies(&block.shapes, block.count)
    return block


def of_shape(Shape shape not None) -> ShapeBlock:
    """A copy of a single shape."""
    require_ready(shape)
    cdef int kind = kind_of(&shape.posed)
    return of_shapes([shape]) if kind == BODIES else compact_of_shapes([shape], kind)


def of_shapes(list shapes not None: list[Shape], str name="shapes") -> ShapeBlock:
    """Copies of single shapes, by whose name errors call them."""
    cdef ShapeBlock block
    cdef Shape shape
    cdef Py_ssize_t k, doubles = 0, work = 0
    cdef double* memory
    cdef int kind = ANY_KIND
    shapes = list(shapes)   # which no one else can change
    for k, item in enumerate(shapes):
        if not isinstance(item, Shape):
            raise TypeError(f"{name}[{k}] must be a shape (Polygon, Circle, ...), "
                            f"got {described(item)}")
        shape = <Shape>item
        if not is_ready(shape):
            raise ValueError(f"{name}[{k}], a {type(item).__name__}, was never initialised: "
                             "its __init__ must call super().__init__() with a geometry")
        doubles = count_sum(doubles, posed_size(shape.posed.convex.n))
        if kind != BODIES:
            kind = common_kind(kind, kind_of(&shape.posed))
    if kind != BODIES:
        return compact_of_shapes(shapes, kind)
    block = ShapeBlock()
    memory = block.allocate_bodies(len(shapes), doubles)
    for k in range(len(shapes)):
        shape = <Shape>shapes[k]
        memory = put_body(&block.shapes, k, &shape.posed, memory)
        check_interrupts(&work, shape.posed.convex.n)
    block.recount()
    block.put_rings()
    return block


cdef bint are_box_sizes(const double[::1] widths, const double[::1] heights) except -1:
    """Whether boxes.pxd takes all of these sizes; raises where one is no size of a box."""
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


cdef bint are_sharp(const double[::1] radii, Py_ssize_t count) except -1:
    """Whether all radii are 0; raises where one is no radius, or their number is wrong."""
    cdef Py_ssize_t k
    cdef bint sharp = True
    if radii is None:
        return True
    require_length("radii", radii.shape[0], count)
    for k in range(count):
        if not 0.0 <= radii[k] <= COORDINATE_LIMIT:
            raise ValueError(f"shape {k}: radius must be finite, not negative and within 2**240, "
                             f"got {radii[k]}")
        sharp &= radii[k] == 0.0
    return sharp


def of_boxes(const double[::1] widths not None, const double[::1] heights not None,
             const double[:, ::1] positions not None, const double[::1] angles not None,
             const double[::1] radii=None) -> ShapeBlock:
    """Rectangles about their local origins, rounded by the radii, like those of `Polygon.box`."""
    cdef ShapeBlock block = ShapeBlock()
    cdef Py_ssize_t k, work = 0, count = widths.shape[0]
    cdef double* memory
    cdef PosedConvex* posed
    require_length("heights", heights.shape[0], count)
    require_pairs("positions", positions, count)
    require_length("angles", angles.shape[0], count)
    if are_box_sizes(widths, heights) and are_sharp(radii, count):
        block.allocate_compact(BOXES, count)
        for k in range(count):
            block.set_box(k, 0.5 * widths[k], 0.5 * heights[k])
            check_interrupts(&work, 1)
        block.set_poses(None, positions, angles)
        return block
    are_sharp(radii, count)
    memory = block.allocate_bodies(count, count_product(count, posed_size(4)))
    for k in range(count):
        posed = block.shapes.posed + k
        posed_assign_arrays(posed, 4, memory)
        memory += posed_size(4)
        box_set_points(posed, 0.5 * widths[k], 0.5 * heights[k])
        block.begin_body(k, 4, radii[k] if radii is not None else 0.0, positions[k, 0],
                         positions[k, 1], angles[k])
        check_interrupts(&work, 4)
    block.put_rings()
    return block


@cython.final
cdef class TidyRings:
    """The vertices of many rings as `read_ring` leaves them, freed whatever happens."""

    cdef double* x
    cdef double* y
    cdef Py_ssize_t* size
    cdef Py_ssize_t doubles     # that shapes of these rings need
    cdef double* body           # memory for the arrays of any one of them
    cdef int kind               # of storage.pxd, that all can be kept as

    def __cinit__(self, Py_ssize_t rings, Py_ssize_t vertices, Py_ssize_t longest):
        self.x = <double*>new_array(vertices, sizeof(double))
        self.y = <double*>new_array(vertices, sizeof(double))
        self.size = <Py_ssize_t*>new_array(rings, sizeof(Py_ssize_t))
        self.body = <double*>new_zeros(posed_size(longest), sizeof(double))
        if self.x is NULL or self.y is NULL or self.size is NULL or self.body is NULL:
            raise MemoryError

    def __dealloc__(self):
        PyMem_RawFree(self.x)
        PyMem_RawFree(self.y)
        PyMem_RawFree(self.size)
        PyMem_RawFree(self.body)


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


cdef int read_core(const double[:, ::1] vertices, RingDraft* core, Py_ssize_t fewest) except -1:
    """Read a ring; or, if fewer are allowed, the point of a disc or two of a segment."""
    cdef Py_ssize_t i
    core.n = vertices.shape[0]
    if core.n < fewest or core.n > 2:
        return read_ring(vertices, core, HULL_OF_ROW)
    for i in range(core.n):
        core.x[i] = vertices[i, 0] if core.n == 2 else 0.0
        core.y[i] = vertices[i, 1] if core.n == 2 else 0.0
    return require_ends(core.x, core.y) if core.n == 2 else 0


cdef TidyRings tidy_rings(const double[:, ::1] vertices, const Py_ssize_t[::1] offsets,
                          Py_ssize_t fewest, bint sharp):
    """Check all cores, each of so many vertices at least."""
    cdef Py_ssize_t k, place = 0, work = 0, count = offsets.shape[0] - 1
    cdef Py_ssize_t longest = longest_ring(offsets, vertices.shape[0])
    cdef RingMemory memory = RingMemory(longest)
    cdef TidyRings rings = TidyRings(count, vertices.shape[0], longest)
    cdef RingDraft* core = &memory.ring
    rings.kind = ANY_KIND
    for k in range(count):
        try:
            read_core(vertices[offsets[k]:offsets[k + 1]], core, fewest)
        except ValueError as error:
            raise ValueError(f"shape {k}: {error}") from None
        rings.size[k] = core.n
        memcpy(rings.x + place, core.x, core.n * sizeof(double))
        memcpy(rings.y + place, core.y, core.n * sizeof(double))
        rings.kind = common_kind(rings.kind, kind_of_core(core.x, core.y, core.n, sharp))
        place += core.n
        rings.doubles = count_sum(rings.doubles, posed_size(core.n))
        check_interrupts(&work, core.n)
    return rings


def mark_rings(const double[:, ::1] vertices not None, const Py_ssize_t[::1] offsets not None,
               Py_ssize_t fewest, cython.uchar[::1] fine not None) -> None:
    """Set which rings `of_rings` accepts: 1 for these, 0 for the others."""
    cdef Py_ssize_t k, work = 0, count = offsets.shape[0] - 1
    cdef RingMemory memory = RingMemory(longest_ring(offsets, vertices.shape[0]))
    require_pairs("vertices", vertices, vertices.shape[0])
    require_length("fine", fine.shape[0], count)
    for k in range(count):
        try:
            read_core(vertices[offsets[k]:offsets[k + 1]], &memory.ring, fewest)
            fine[k] = True
        except ValueError:
            fine[k] = False
        check_interrupts(&work, offsets[k + 1] - offsets[k])


cdef int put_core(ShapeBlock block, Py_ssize_t k, const double* x, const double* y, Py_ssize_t n,
                  double radius, double place_x, double place_y, double angle) except -1:
    """Write a disc or a segment into a block of these alone."""
    cdef PosedConvex posed
    cdef double[SEGMENT_DOUBLES] memory
    memset(&posed, 0, sizeof(PosedConvex))
    memset(memory, 0, sizeof(memory))
    posed_assign_arrays(&posed, n, memory)
    memcpy(posed.local_x, x, n * sizeof(double))
    memcpy(posed.local_y, y, n * sizeof(double))
    posed_measure(&posed, n, n if n > 1 else 0, radius)
    posed.pose.cosine = 1.0
    if not angle_is_allowed(angle) or not try_pose(&posed, place_x, place_y, angle):
        refuse_pose(k, place_x, place_y, angle)
    put_compact(&block.shapes, k, &posed)
    return 0


cdef ShapeBlock compact_of_rings(TidyRings rings, Py_ssize_t count, const double[::1] radii,
                                 const double[:, ::1] positions, const double[::1] angles):
    cdef ShapeBlock block = ShapeBlock()
    cdef Py_ssize_t k, place = 0, work = 0
    block.allocate_compact(rings.kind, count)
    for k in range(count):
        if block.shapes.kind == BOXES:
            block.set_box(k, rings.x[4 * k + UPPER_RIGHT], rings.y[4 * k + UPPER_RIGHT])
        else:
            put_core(block, k, rings.x + place, rings.y + place, rings.size[k],
                     radii[k] if radii is not None else 0.0, positions[k, 0], positions[k, 1],
                     angles[k])
        place += rings.size[k]
        check_interrupts(&work, 1)
    if block.shapes.kind == BOXES:
        block.set_poses(None, positions, angles)
    else:
        put_all_proxies(&block.shapes, count)
    return block


cdef ShapeBlock polygons_of_rings(TidyRings rings, Py_ssize_t count, const double[::1] radii,
                                  const double[:, ::1] positions, const double[::1] angles):
    cdef ShapeBlock block = ShapeBlock()
    cdef PolygonRoom room = PolygonRoom(0, 0, 0, NULL)
    cdef PosedConvex posed
    cdef Py_ssize_t k, n, place = 0, work = 0
    memset(&posed, 0, sizeof(PosedConvex))
    for k in range(count):
        count_polygon(&room, rings.size[k], radii[k] if radii is not None else 0.0)
    block.allocate_polygons(count, &room)
    for k in range(count):
        n = rings.size[k]
        posed_assign_arrays(&posed, n, rings.body)
        memcpy(posed.local_x, rings.x + place, n * sizeof(double))
        memcpy(posed.local_y, rings.y + place, n * sizeof(double))
        place += n
        posed_measure(&posed, n, n if n > 1 else 0, radii[k] if radii is not None else 0.0)
        posed.pose = Pose(0.0, 0.0, 0.0, 1.0, 0.0)
        if not angle_is_allowed(angles[k]) or (
                not try_pose(&posed, positions[k, 0], positions[k, 1], angles[k])):
            refuse_pose(k, positions[k, 0], positions[k, 1], angles[k])
        put_polygon(&block.shapes, k, &posed, &room)
        block.count_body(&posed.convex)
        check_interrupts(&work, n)
    return block


def of_rings(const double[:, ::1] vertices not None, const Py_ssize_t[::1] offsets not None,
             const double[::1] radii, const double[:, ::1] positions not None,
             const double[::1] angles not None, Py_ssize_t fewest=3,
             bint compact=False) -> ShapeBlock:
    """Shapes with local vertices[offsets[k]:offsets[k + 1]], rounded by the radii. `fewest` is 3
    for polygons alone; with 1, one vertex is a disc about its position and two are a segment.
    `compact` stores polygons without bodies (polygons.pxd), unless all are of a kind that is more
    compact: a third of the memory, slower to pose."""
    cdef ShapeBlock block = ShapeBlock()
    cdef Py_ssize_t k, n, place = 0, work = 0, count = max(offsets.shape[0] - 1, 0)
    cdef double* memory
    cdef PosedConvex* posed
    cdef bint sharp = are_sharp(radii, count)
    require_pairs("vertices", vertices, vertices.shape[0])
    cdef TidyRings rings = tidy_rings(vertices, offsets, fewest, sharp)
    require_pairs("positions", positions, count)
    require_length("angles", angles.shape[0], count)
    if rings.kind != BODIES:
        return compact_of_rings(rings, count, radii, positions, angles)
    if compact:
        return polygons_of_rings(rings, count, radii, positions, angles)
    memory = block.allocate_bodies(count, rings.doubles)
    for k in range(count):
        posed = block.shapes.posed + k
        n = rings.size[k]
        posed_assign_arrays(posed, n, memory)
        memory += posed_size(n)
        memcpy(posed.local_x, rings.x + place, n * sizeof(double))
        memcpy(posed.local_y, rings.y + place, n * sizeof(double))
        place += n
        block.begin_body(k, n if n > 1 else 0, radii[k] if radii is not None else 0.0,
                         positions[k, 0], positions[k, 1], angles[k])
        check_interrupts(&work, n)
    block.put_rings()
    return block
