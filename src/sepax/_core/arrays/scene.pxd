"""A scene: shapes, and the tree of their boxes that queries use; see scene.pyx."""

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.index cimport ShapeTree, Tree
from sepax._core.arrays.visibility cimport Visibility


cdef class Scene:
    cdef ShapeBlock block
    cdef ShapeTree lasting
    cdef Tree own
    cdef const Tree* tree           # NULL for so few queries that all rows are scanned
    cdef double bounds[4]           # of all shapes, if there is a tree

    cdef double extent_with(self, ShapeBlock block) noexcept


cdef class Places:
    cdef Py_ssize_t* of_each


cdef ShapeBlock block_in(object thing)
cdef Scene scene_of(object thing, Py_ssize_t queries, Visibility visibility=*)
cdef Scene scene_for(object thing, Py_ssize_t queries, Visibility visibility=*)
