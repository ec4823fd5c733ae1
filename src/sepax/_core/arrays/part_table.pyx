"""Geometries of compounds: their convex parts and rings, at the origin; see part_table.pxd."""

cimport cython
from cpython.mem cimport PyMem_RawFree
from libc.math cimport INFINITY, fabs

from sepax._core.arrays.bounds cimport add_box, set_empty
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
        read_bounds(&table.parts.shapes, k, True, bounds)
        add_box(geometry.box, bounds)
        points = point_count(&table.parts.shapes, k)
        geometry.thin |= points <= 2 and radius_at(&table.parts.shapes, k) == 0.0
        table.most_points = max(table.most_points, points)


@cython.final
@cython.auto_pickle(False)
cdef class PartTable:
    """Geometries of compounds, parts `starts[g]` to `starts[g + 1]` of a block each, at the origin.
    Nobody sets poses of the block. `trees` has the tree of each geometry, or None for few parts;
    `centres` those of discs, (0, 0) for other parts; `rings` those of outlines. `trees` and `rings`
    may be None where there are none."""

    def __cinit__(self, ShapeBlock parts not None, const Py_ssize_t[::1] starts not None,
                  const double[:, ::1] centres, const truth[::1] overlaps not None,
                  trees: Iterable[ShapeTree | None] | None = None, RingTable rings=None):
        cdef Py_ssize_t k, work = 0
        self.parts = parts
        self.count = starts.shape[0] - 1
        self.trees = None if trees is None else tuple(trees)
        self.rings = rings
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
        self.flat_range = INFINITY
        for k in range(self.count):
            if starts[k] >= starts[k + 1]:
                raise ValueError(f"geometry {k} has no parts")
            self.set_geometry(k, starts[k], starts[k + 1], overlaps[k] != 0)
            check_interrupts(&work, 1)
        self.set_centres(centres)

    cdef int set_geometry(self, Py_ssize_t k, Py_ssize_t start, Py_ssize_t stop,
                         bint overlaps) except -1:
        cdef Geometry* geometry = self.geometries + k
        cdef ShapeTree tree = None if self.trees is None else self.trees[k]
        cdef Restored memory
        geometry.first = start
        geometry.overlaps = overlaps
        geometry.shapes = &self.parts.shapes
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
        self.safe_range = self.parts.shapes.range
        if centres is None:
            return 0
        if centres.shape[0] != self.parts.count or centres.shape[1] != 2:
            raise ValueError(f"centres must have the shape ({self.parts.count}, 2)")
        self.centres = <double*>new_array(self.parts.count, 2 * sizeof(double))
        if self.centres is NULL:
            raise MemoryError
        for k in range(self.parts.count):
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
        return None if self.trees is None else self.trees[k]

    def overlaps(self, Py_ssize_t k) -> bool:
        """Whether parts of a geometry share an area with each other."""
        self.require(k)
        return bool(self.geometries[k].overlaps)

    def read_firsts(self, Py_ssize_t[::1] out not None) -> None:
        """Fill (count,) with the number of the first part of each geometry."""
        cdef Py_ssize_t k
        if out.shape[0] != self.count:
            raise ValueError(f"there are {self.count} geometries")
        for k in range(self.count):
            out[k] = self.geometries[k].first

    def extent(self, Py_ssize_t k) -> tuple[int, int]:
        """The number of the first part of a geometry, and of the first after it."""
        self.require(k)
        cdef const Geometry* geometry = self.geometries + k
        return geometry.first, geometry.first + geometry.stop - geometry.start

    def read_centres(self, double[:, ::1] out not None, const Py_ssize_t[::1] parts=None) -> bool:
        """Fill (n, 2) with the centres of discs among `parts`, all parts for None, and (0, 0) for
        others. Returns whether the table has discs."""
        cdef Py_ssize_t n = self.parts.count if parts is None else parts.shape[0], k, part
        if out.shape[0] != n or out.shape[1] != 2:
            raise ValueError(f"centres must have the shape ({n}, 2)")
        if self.centres is NULL:
            return False
        for k in range(n):
            part = k if parts is None else parts[k]
            if not 0 <= part < self.parts.count:
                raise IndexError(f"part {part} is out of range for {self.parts.count}")
            out[k, 0] = self.centres[2 * part]
            out[k, 1] = self.centres[2 * part + 1]
        return True

    cdef int require(self, Py_ssize_t k) except -1:
        if not 0 <= k < self.count:
            raise IndexError(f"geometry {k} is out of range for {self.count}")
        return 0
