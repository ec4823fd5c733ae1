"""Geometries of compounds: their convex parts and rings, at the origin; see part_table.pxd."""

cimport cython
from cpython.mem cimport PyMem_RawFree
from cpython.pythread cimport PyThread_get_thread_ident
from libc.math cimport INFINITY, fabs
from libc.string cimport memcpy

from sepax._core.arrays.bounds cimport add_box, copy_box, set_empty
from sepax._core.arrays.index cimport ShapeTree
from sepax._core.arrays.storage cimport Restored, point_count, radius_at, read_bounds, shape_at
from sepax._core.interrupts cimport check_interrupts
from sepax._core.kernels.pose cimport flat_range
from sepax._core.memory cimport new_array, new_zeros

ctypedef unsigned char truth


cdef void measure_geometry(PartTable table, Geometry* geometry) noexcept:
    """The box around the parts, and whether some of them are thin."""
    cdef double bounds[4]
    cdef Py_ssize_t k, points
    set_empty(geometry.box)
    geometry.thin = False
    for k in range(geometry.first, geometry.first + geometry.stop - geometry.start):
        read_bounds(&table.block.shapes, k, True, bounds)
        add_box(geometry.box, bounds)
        points = point_count(&table.block.shapes, k)
        geometry.thin |= points <= 2 and radius_at(&table.block.shapes, k) == 0.0
        table.most_points = max(table.most_points, points)


@cython.final
@cython.auto_pickle(False)
cdef class PartTable:
    """Geometries of compounds, parts `starts[g]` to `starts[g + 1]` of a block each, at the origin.
    Nobody sets poses of the block. `trees` has the tree of each geometry, or None for few parts;
    `centres` those of discs, (0, 0) for other parts; `rings` those of outlines. `trees` and `rings`
    may be None where there are none.

    Instead of parts there may be a `cutter`, for outlines: it gets the table, and returns one with
    the same rings and the parts. Parts are cut when they are first needed, under the lock."""

    def __cinit__(self, ShapeBlock parts, const Py_ssize_t[::1] starts,
                  const double[:, ::1] centres, const truth[::1] overlaps,
                  trees: Iterable[ShapeTree | None] | None = None, RingTable rings=None,
                  cutter: Callable[[PartTable], PartTable] | None = None,
                  lock: LockType | None = None):
        cdef Py_ssize_t k, work = 0
        self.block = parts
        self.rings = rings
        self.flat_range = self.safe_range = INFINITY
        if parts is None:
            self.cutter, self.lock = cutter, lock
            self.set_rings(rings)
            return
        if starts is None or overlaps is None:
            raise TypeError("parts need starts and truth values")
        self.count = starts.shape[0] - 1
        self.trees = None if trees is None else tuple(trees)
        if self.count < 0 or overlaps.shape[0] != self.count or (
                trees is not None and len(self.trees) != self.count) or (
                rings is not None and rings.count != self.count):
            raise ValueError("there must be a start, a truth value, a tree and rings for each "
                             "geometry")
        self.geometries = <Geometry*>new_zeros(self.count, sizeof(Geometry))
        if self.geometries is NULL:
            raise MemoryError
        if starts[0] != 0 or starts[self.count] != parts.count:
            raise ValueError(f"starts must lead from 0 to the {parts.count} parts")
        for k in range(self.count):
            if starts[k] >= starts[k + 1]:
                raise ValueError(f"geometry {k} has no parts")
            self.set_geometry(k, starts[k], starts[k + 1], overlaps[k] != 0)
            check_interrupts(&work, 1)
        self.set_centres(centres)

    cdef int set_rings(self, RingTable rings) except -1:
        """Begin with outlines alone."""
        cdef Py_ssize_t k
        if rings is None or self.cutter is None or self.lock is None:
            raise TypeError("a table without parts needs rings, a cutter and a lock")
        self.count = rings.count
        self.geometries = <Geometry*>new_zeros(self.count, sizeof(Geometry))
        if self.geometries is NULL:
            raise MemoryError
        for k in range(self.count):
            if not rings.boundaries[k].count:
                raise ValueError(f"geometry {k} has no rings")
            self.geometries[k].boundary = rings.boundaries + k
            copy_box(self.geometries[k].box, rings.boundaries[k].box)
        return 0

    cdef int cut(self) except -1:
        """Cut the parts, unless another thread has just done that. A signal handler or a finalizer
        that asks in the meantime cuts them itself."""
        if self.deriver == PyThread_get_thread_ident():
            return self.adopt(self.cutter(self)) if self.block is None else 0
        release = self.lock.release     # before: an object made while it is held may run a finalizer
        self.lock.acquire()
        self.deriver = PyThread_get_thread_ident()
        try:
            if self.block is None:
                self.adopt(self.cutter(self))
        finally:
            self.deriver = 0
            release()
        return 0

    cdef int adopt(self, PartTable cut) except -1:
        """Take the parts of a table of the same rings, unless there are parts already."""
        if cut is None or cut.block is None or cut.rings is not self.rings:
            raise ValueError("the parts must be those of the rings")
        if self.block is not None:
            return 0
        memcpy(self.geometries, cut.geometries, self.count * sizeof(Geometry))
        self.trees = cut.trees
        self.most_points = cut.most_points
        self.flat_range, self.safe_range = cut.flat_range, cut.safe_range
        self.block = cut.block      # last: other threads look whether it is there
        return 0

    def of_rings(self, RingTable rings not None, lock not None: LockType) -> PartTable:
        """A table of other outlines, which are cut in the same way when parts are needed."""
        return PartTable(None, None, None, None, None, rings, self.cutter, lock)

    def cut_now(self) -> None:
        """Cut the parts, unless that was done."""
        self.need_parts()

    @property
    def is_cut(self) -> bool:
        """Whether there are parts by now."""
        return self.block is not None

    @property
    def parts(self) -> ShapeBlock:
        """All parts at the origin."""
        self.need_parts()
        return self.block

    cdef int set_geometry(self, Py_ssize_t k, Py_ssize_t start, Py_ssize_t stop,
                         bint overlaps) except -1:
        cdef Geometry* geometry = self.geometries + k
        cdef ShapeTree tree = None if self.trees is None else self.trees[k]
        cdef Restored memory
        geometry.first = start
        geometry.overlaps = overlaps
        geometry.shapes = &self.block.shapes
        geometry.start, geometry.stop = start, stop
        measure_geometry(self, geometry)
        geometry.flat_range = INFINITY
        if self.rings is not None and self.rings.boundaries[k].count:
            geometry.boundary = self.rings.boundaries + k
            if stop - start == 1:
                geometry.flat_range = flat_range(shape_at(geometry.shapes, start, &memory))
                self.flat_range = min(self.flat_range, geometry.flat_range)
        if tree is None:
            return 0
        if tree.block.count != stop - start:
            raise ValueError(f"the tree of geometry {k} is not of its {stop - start} parts")
        geometry.shapes = &tree.block.shapes
        geometry.tree = &tree.tree
        geometry.start, geometry.stop = 0, stop - start
        return 0

    cdef int set_centres(self, const double[:, ::1] centres) except -1:
        cdef Py_ssize_t k
        cdef double reach = 0.0
        self.safe_range = self.block.shapes.range
        if centres is None:
            return 0
        if centres.shape[0] != self.block.count or centres.shape[1] != 2:
            raise ValueError(f"centres must have the shape ({self.block.count}, 2)")
        self.centres = <double*>new_array(self.block.count, 2 * sizeof(double))
        if self.centres is NULL:
            raise MemoryError
        for k in range(self.block.count):
            self.centres[2 * k] = centres[k, 0]
            self.centres[2 * k + 1] = centres[k, 1]
            reach = max(reach, fabs(centres[k, 0]) + fabs(centres[k, 1]))
        self.safe_range -= 2.0 * reach      # by which a turned centre may be farther out
        return 0

    def __dealloc__(self):
        PyMem_RawFree(self.geometries)
        PyMem_RawFree(self.centres)

    def tree(self, Py_ssize_t k) -> ShapeTree | None:
        """The tree of a geometry; None where its parts are few."""
        self.require(k)
        self.need_parts()
        return None if self.trees is None else self.trees[k]

    def overlaps(self, Py_ssize_t k) -> bool:
        """Whether parts of a geometry share an area with each other."""
        self.require(k)
        return bool(self.geometries[k].overlaps)

    def read_firsts(self, Py_ssize_t[::1] out not None) -> None:
        """Fill (count,) with the number of the first part of each geometry."""
        cdef Py_ssize_t k
        self.need_parts()
        if out.shape[0] != self.count:
            raise ValueError(f"there are {self.count} geometries")
        for k in range(self.count):
            out[k] = self.geometries[k].first

    def extent(self, Py_ssize_t k) -> tuple[int, int]:
        """The number of the first part of a geometry, and of the first after it."""
        self.require(k)
        self.need_parts()
        cdef const Geometry* geometry = self.geometries + k
        return geometry.first, geometry.first + geometry.stop - geometry.start

    def read_centres(self, double[:, ::1] out not None, const Py_ssize_t[::1] parts=None) -> bool:
        """Fill (n, 2) with the centres of discs among `parts`, all parts for None, and (0, 0) for
        others. Returns whether the table has discs."""
        self.need_parts()
        cdef Py_ssize_t n = self.block.count if parts is None else parts.shape[0], k, part
        if out.shape[0] != n or out.shape[1] != 2:
            raise ValueError(f"centres must have the shape ({n}, 2)")
        if self.centres is NULL:
            return False
        for k in range(n):
            part = k if parts is None else parts[k]
            if not 0 <= part < self.block.count:
                raise IndexError(f"part {part} is out of range for {self.block.count}")
            out[k, 0] = self.centres[2 * part]
            out[k, 1] = self.centres[2 * part + 1]
        return True

    cdef int require(self, Py_ssize_t k) except -1:
        if not 0 <= k < self.count:
            raise IndexError(f"geometry {k} is out of range for {self.count}")
        return 0
