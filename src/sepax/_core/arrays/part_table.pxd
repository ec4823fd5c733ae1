"""Geometries of compounds: convex parts at the origin, and rings of those that are outlines.

A table never changes, and copies share it. But parts of outlines may be cut when they are first
needed: until then a geometry has only its rings.
"""

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.index cimport Tree
from sepax._core.arrays.rings cimport Boundary, RingTable
from sepax._core.arrays.storage cimport Storage

cdef struct Geometry:
    # Parts start to stop of a block, all at the origin.
    const Storage* shapes
    const Tree* tree        # of these parts; NULL where they are few
    Py_ssize_t start, stop
    Py_ssize_t first        # the number of the first part in the whole table
    double box[4]           # around all parts
    const Boundary* boundary    # NULL for a union of parts
    double flat_range       # nearer poses leave an outline of one part convex, with the vertices of its ring
    bint overlaps           # parts share an area with each other
    bint thin               # some part is a point or a segment, which may lie in a seam


cdef extern from *:
    """
    #ifdef Py_GIL_DISABLED
    #define FREE_THREADED 1
    #else
    #define FREE_THREADED 0
    #endif
    """
    const bint FREE_THREADED


cdef class PartTable:
    cdef ShapeBlock block               # of all parts; None before they are cut
    cdef readonly Py_ssize_t count      # of geometries
    cdef Geometry* geometries
    cdef double* centres                # (parts, 2) of discs at the origin, 0 for others; or NULL
    cdef object trees                   # which the geometries refer to
    cdef readonly RingTable rings   # type: RingTable | None; of outlines
    cdef Py_ssize_t most_points
    cdef double flat_range              # of all outlines of one part
    cdef double safe_range              # poses nearer than this to the origin suit all parts
    cdef object cutter                  # makes the table of the parts from the rings; None for others
    cdef object lock                    # of the cut
    cdef unsigned long deriver          # the thread that cuts; 0 for none

    cdef inline int need_parts(self) except -1:
        """Cut the parts, unless that was done."""
        if self.cutter is None or (self.block is not None and not FREE_THREADED):
            return 0
        return self.cut()

    cdef int cut(self) except -1
    cdef int adopt(self, PartTable cut) except -1
    cdef int set_rings(self, RingTable rings) except -1

    cdef int set_geometry(self, Py_ssize_t k, Py_ssize_t start, Py_ssize_t stop,
                         bint overlaps) except -1
    cdef int set_centres(self, const double[:, ::1] centres) except -1
    cdef int require(self, Py_ssize_t k) except -1
