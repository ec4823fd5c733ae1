"""What makes a `ShapeBlock`: of other blocks, of single shapes, of columns of boxes or of rings.

Shapes that are all of one compact kind of storage.pxd are kept as that, all others as bodies.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.string cimport memcpy

from sepax._core.arrays.block cimport ShapeBlock, require_length, require_pairs
from sepax._core.arrays.boxes cimport is_box_size, is_plain_box, write_box_record
from sepax._core.arrays.storage cimport (
    ANY_KIND, BODIES, Restored, common_kind, copy_compact, kind_of, point_count, put_body, shape_at)
from sepax._core.interrupts cimport listen
from sepax._core.kernels.convex cimport COORDINATE_LIMIT
from sepax._core.kernels.pose cimport PosedConvex, posed_lay_out, posed_size
from sepax._core.memory cimport count_product, count_sum, new_array
from sepax._core.ring cimport RingMemory, read_ring
from sepax._core.shape cimport Shape, is_ready, require_ready
from sepax._core.simd.levels cimport RECORD


cdef ShapeBlock join_compact(list parts, Py_ssize_t count):
    cdef ShapeBlock joined = ShapeBlock(), part
    cdef Py_ssize_t k, row = 0, work = 0
    joined.allocate_boxes(count)
    for part in parts:
        for k in range(part.count):
            copy_compact(&joined.shapes, row, &part.shapes, k)
            row += 1
            listen(&work, 1)
    return joined


def join(list parts not None):
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
    if kind != BODIES:
        return join_compact(parts, count)
    memory = joined.allocate_bodies(count, doubles)
    for part in parts:
        for k in range(part.count):
            memory = put_body(&joined.shapes, row, shape_at(&part.shapes, k, &restored), memory)
            listen(&work, point_count(&joined.shapes, row))
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
        write_box_record(posed, block.shapes.records + RECORD * k)
        block.shapes.angles[k] = posed.pose.angle
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
    cdef int kind = ANY_KIND
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
        if kind != BODIES:
            kind = common_kind(kind, kind_of(&shape.posed))
    if kind != BODIES:
        return boxes_of_shapes(shapes)
    memory = block.allocate_bodies(len(shapes), doubles)
    for k in range(len(shapes)):
        shape = <Shape>shapes[k]
        memory = put_body(&block.shapes, k, &shape.posed, memory)
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
    memory = block.allocate_bodies(count, count_product(count, posed_size(4)))
    for k in range(count):
        x = 0.5 * widths[k]
        y = 0.5 * heights[k]
        posed = block.shapes.posed + k
        posed_lay_out(posed, 4, memory)
        memory += posed_size(4)
        posed.local_x[0] = posed.local_x[3] = -x
        posed.local_x[1] = posed.local_x[2] = x
        posed.local_y[0] = posed.local_y[1] = -y
        posed.local_y[2] = posed.local_y[3] = y
        block.begin_body(k, 4, 0.0, positions[k, 0], positions[k, 1], angles[k])
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
    memory = block.allocate_bodies(count, rings.doubles)
    for k in range(count):
        posed = block.shapes.posed + k
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
        block.begin_body(k, n if n > 1 else 0, radius, positions[k, 0], positions[k, 1],
                         angles[k])
        listen(&work, n)
    return block
