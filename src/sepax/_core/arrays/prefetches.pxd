"""Prefetch the shapes that a list of pairs comes to next: the processor cannot predict them."""

from sepax._core.arrays.polygons cimport vertex_stride
from sepax._core.arrays.storage cimport POLYGONS, Storage, has_bodies, vertices_of
from sepax._core.kernels.convex cimport BLOCK, Convex, edge_blocks, point_stride
from sepax._core.simd.levels cimport RECORD

cdef extern from "prefetch.h" nogil:
    void prefetch(const void* line)

cdef enum:
    CACHE_LINE = 64
    MOST_DOUBLES = 192      # of the arrays of a body that are prefetched


cdef inline void prefetch_lines(const void* memory, Py_ssize_t size) noexcept nogil:
    cdef Py_ssize_t line
    for line in range((size + CACHE_LINE - 1) // CACHE_LINE):
        prefetch(<const char*>memory + CACHE_LINE * line)


cdef inline void prefetch_arrays(const Convex* convex) noexcept nogil:
    """The normals, offsets and points, which are side by side; the first of very many."""
    cdef Py_ssize_t doubles = 3 * BLOCK * edge_blocks(convex) + 2 * point_stride(convex.n)
    prefetch_lines(convex.normal_x, min(doubles, MOST_DOUBLES) * <Py_ssize_t>sizeof(double))


cdef inline void prefetch_shape(const Storage* shapes, Py_ssize_t row, bint arrays) noexcept nogil:
    if has_bodies(shapes):
        if arrays:
            prefetch_arrays(&shapes.posed[row].convex)
        else:
            prefetch_lines(shapes.posed + row, sizeof(Convex))
    elif shapes.kind == POLYGONS:
        if not arrays:
            prefetch(shapes.polygons + row)
            prefetch(shapes.records + RECORD * row)
        elif shapes.polygons[row].n:
            prefetch_lines(vertices_of(shapes, row),
                           2 * vertex_stride(shapes.polygons[row].n) * sizeof(double) + CACHE_LINE)
