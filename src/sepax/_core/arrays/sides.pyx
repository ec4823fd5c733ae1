"""Sides of pairs, and of scenes: rows with several parts, or with one.

Nothing is copied: a side refers to the blocks of its rows.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.math cimport fabs

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.bounds cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y, copy_box
from sepax._core.arrays.compound cimport CompoundBase
from sepax._core.arrays.index cimport ShapeTree
from sepax._core.arrays.posed cimport CompoundRows
from sepax._core.arrays.rings cimport box_of_boundary
from sepax._core.arrays.rows cimport box_of_rows, set_lone
from sepax._core.arrays.storage cimport read_position
from sepax._core.interrupts cimport check_interrupts
from sepax._core.kernels.convex cimport COORDINATE_LIMIT
from sepax._core.memory cimport new_array
from sepax._core.shape cimport Shape, is_ready

cdef extern from "publish.h" nogil:
    void publish_to_all(Rows** place, Rows* rows)

cdef enum:
    FEW_VERTICES = 64   # of an outline: up to these, posing all of them for a smaller box pays

cdef object MOST_INTEGER = 2 ** 53      # to which all are floats, too


# --- the parts of one -----------------------------------------------------------------

cdef const Pose* read_item(object item, Rows* rows) except? NULL:
    """Read a shape or a compound; returns its pose, NULL where it is neither, or not ready."""
    cdef CompoundRows compounds
    if isinstance(item, CompoundBase):
        compounds = (<CompoundBase>item)._rows
        if compounds is None:
            return NULL
        compounds.settle()
        compounds.read_row(0, rows)
        return compounds.poses
    if isinstance(item, Shape) and is_ready(<Shape>item):
        set_lone(rows, &(<Shape>item).posed.convex)
        return &(<Shape>item).posed.pose
    return NULL


cdef inline bint read_plain(object value, double* number) noexcept:
    """Read a float, or an integer that is exactly one; False for anything else."""
    if isinstance(value, float):    # of NumPy, too
        number[0] = <double>value
        return True
    if type(value) is int and -MOST_INTEGER <= value <= MOST_INTEGER:
        number[0] = <double>value
        return True
    return False


cdef bint read_plain_pair(object value, double* numbers) noexcept:
    """Read a tuple of two numbers within the range of coordinates; False for anything else."""
    return (type(value) is tuple and len(<tuple>value) == 2
            and read_plain((<tuple>value)[0], numbers)
            and read_plain((<tuple>value)[1], numbers + 1)
            and fabs(numbers[0]) <= COORDINATE_LIMIT and fabs(numbers[1]) <= COORDINATE_LIMIT)


# --- many ones ---------------------------------------------------------------------------

@cython.final
@cython.auto_pickle(False)
cdef class RowSide:
    """A side of pairs: compounds and shapes of a list, rows of compounds, or the shapes of a block
    or of a tree."""

    def __cinit__(self,
                  items not None: ShapeBlock | ShapeTree | CompoundRows | Iterable[Shape | CompoundBase]):
        cdef ShapeBlock block
        cdef CompoundRows compounds
        cdef Py_ssize_t k
        if isinstance(items, (ShapeBlock, ShapeTree)):
            self.kept = items
            if isinstance(items, ShapeTree):
                self.tree = &(<ShapeTree>items).tree
            block = (<ShapeTree>items).block if isinstance(items, ShapeTree) else <ShapeBlock>items
            self.shapes = &block.shapes
            self.count = block.count
            return
        if isinstance(items, CompoundRows):
            self.kept = compounds = <CompoundRows>items
            self.lacks_parts = not compounds.table.is_cut
            self.reserve(compounds.count)
            for k in range(self.count):
                compounds.read_row(k, self.rows + k)
                self.poses[k] = compounds.poses + k
            return
        self.kept = tuple(items)
        self.reserve(len(<tuple>self.kept))
        for k in range(self.count):
            self.poses[k] = read_item((<tuple>self.kept)[k], self.rows + k)
            if self.poses[k] is NULL:
                raise TypeError(f"item {k} is no shape and no compound, or was never initialised")

    def need_parts(self) -> None:
        """Before a query that needs more than the rings of outlines: cut them, unless that was done."""
        if self.lacks_parts:
            (<CompoundRows>self.kept).table.need_parts()
            self.read_again()

    @cython.critical_section
    cdef int read_again(self) except -1:
        cdef CompoundRows compounds = <CompoundRows>self.kept
        cdef Rows* rows
        cdef Py_ssize_t k
        if not self.lacks_parts:
            return 0
        rows = <Rows*>new_array(self.count, sizeof(Rows))
        if rows is NULL:
            raise MemoryError
        for k in range(self.count):
            compounds.read_row(k, rows + k)
        self.read_before = self.rows
        publish_to_all(&self.rows, rows)
        self.lacks_parts = False
        return 0

    cdef int reserve(self, Py_ssize_t count) except -1:
        self.rows = <Rows*>new_array(count, sizeof(Rows))
        self.poses = <const Pose**>new_array(count, sizeof(Pose*))
        if self.rows is NULL or self.poses is NULL:
            raise MemoryError
        self.count = count
        return 0

    def __dealloc__(self):
        PyMem_RawFree(self.rows)
        PyMem_RawFree(self.read_before)
        PyMem_RawFree(self.poses)

    cdef void place_of(self, Py_ssize_t k, double* place) noexcept nogil:
        """The position of a row, about which it turns."""
        if self.shapes is not NULL:
            read_position(self.shapes, k, place)
        else:
            place[0] = self.poses[k].x
            place[1] = self.poses[k].y

    cdef void box_of(self, Py_ssize_t k, double reach, double* box) noexcept nogil:
        """A box that surely holds all places so near to a row. That of few posed vertices is
        smaller than a posed box."""
        cdef Rows room
        cdef const Rows* row = row_of(self, k, &room)
        cdef double wide = reach + row.margin
        if row.boundary is not NULL and row.place is NULL:
            copy_box(box, row.boundary.box)
        elif row.pose is not NULL and row.boundary is not NULL and row.boundary.count <= FEW_VERTICES:
            box_of_boundary(row.boundary, row.place, box)
        else:
            box_of_rows(row, box)
        box[LOW_X] -= wide
        box[LOW_Y] -= wide
        box[HIGH_X] += wide
        box[HIGH_Y] += wide

    def read_boxes(self, double[:, ::1] out not None, double reach) -> None:
        """Fill (count, 4) with such boxes."""
        cdef Py_ssize_t k, work = 0
        if out.shape[0] != self.count or out.shape[1] != 4:
            raise ValueError(f"boxes must have the shape ({self.count}, 4)")
        for k in range(self.count):
            self.box_of(k, reach, &out[k, 0])
            check_interrupts(&work, 2 + part_count(self, k))
