"""Scenes of rows that may have several parts; see row_scene.pyx."""

from sepax._core.arrays.index cimport Tree
from sepax._core.arrays.sides cimport RowSide
from sepax._core.arrays.visibility cimport RowGroups


cdef class RowScene:
    cdef readonly RowSide rows
    cdef readonly RowGroups row_groups     # type: RowGroups | None
    cdef const Tree* tree           # that of a ShapeTree, or its own
    cdef Tree own

    cdef int build(self, const double* boxes, bint in_order) except -1
