"""Regions of a mesh, cut anew into fewer parts: see regions.pyx."""

from sepax._core.decomposition cimport MOST_CORNERS, Region
from sepax._core.outline cimport Outline
from sepax._core.triangles cimport Mesh


cdef struct Recut:
    Region region
    int inner               # the number of half-edges within the region
    Py_ssize_t within[2 * MOST_CORNERS]     # pairs of twins


cdef bint cut_whole(Recut* recut, Outline* outline, Mesh* mesh) noexcept nogil
cdef bint cut_regions(Recut* recut, Outline* outline, Mesh* mesh) noexcept nogil
