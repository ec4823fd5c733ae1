"""Queries of a scene: the shapes nearest to each of many."""

cimport cython

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.candidates cimport Candidates, next_candidate, seek_near, seek_rows
from sepax._core.arrays.index cimport ShapeTree
from sepax._core.arrays.pair_list cimport INTERRUPTED, raise_failure
from sepax._core.arrays.ranking cimport (
    Ranking, begin_ranking, cannot_improve, reach_of, require_columns, sort_entries, take)
from sepax._core.arrays.scene cimport Scene, scene_for
from sepax._core.arrays.storage cimport Restored, convex_at, prepare_memory, read_bounds
from sepax._core.arrays.visibility cimport Visibility, Visible, take_visible
from sepax._core.interrupts cimport Watch, start_watch, was_interrupted
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.queries cimport convex_distance, convex_signed_distance


# --- the nearest shapes -----------------------------------------------------------------
#
# The tree is searched depth first, the nearest box first, no farther than the last of the k nearest so
# far. For few queries there is no tree, and bounding circles replace the boxes.

@cython.final
@cython.auto_pickle(False)
cdef class NearestRows:
    """For each shape of a block the nearest shapes of a scene, up to a distance."""

    cdef ShapeBlock block
    cdef Scene scene
    cdef Visibility visibility
    cdef Visible visible
    cdef double max_distance
    cdef bint signed
    cdef readonly Py_ssize_t count

    def __cinit__(self, ShapeBlock block not None, scene not None: ShapeBlock | ShapeTree,
                  double max_distance, Visibility visibility=None, bint signed=False):
        self.block = block
        self.signed = signed
        self.count = block.count
        self.max_distance = max_distance
        self.scene = scene_for(scene, self.count, visibility)
        self.visibility = visibility
        take_visible(visibility, self.count, self.scene.block.count, &self.visible)

    def find(self, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t[:, ::1] row not None,
             double[:, ::1] distance not None) -> int:
        """Fill rows [start, stop) with as many rows as there are columns, and their distances; -1 and
        infinity if there are fewer. Returns `stop`."""
        cdef Restored[2] memory
        cdef Ranking ranking
        cdef Watch watch
        cdef Py_ssize_t k
        cdef int result = 0
        require_columns(start, stop, self.count, row, distance)
        prepare_memory(&self.block.shapes, memory)
        prepare_memory(&self.scene.block.shapes, memory + 1)
        start_watch(&watch)
        with nogil:
            for k in range(start, stop):
                begin_ranking(&ranking, row.shape[1], &row[k, 0], &distance[k, 0],
                              self.max_distance, self.signed)
                result = rank_rows(self, k, memory, &ranking, &watch)
                if result == 0:
                    result = sort_entries(&ranking, &watch)
                if result < 0:
                    break
        raise_failure(result)
        return stop


cdef int rank_rows(NearestRows plan, Py_ssize_t k, Restored* memory, Ranking* ranking,
                   Watch* watch) noexcept nogil:
    """Add the nearest rows to shape k; 0, or INTERRUPTED."""
    cdef const Convex* shape = convex_at(&plan.block.shapes, k, memory)
    cdef const Convex* other
    cdef Candidates near
    cdef double bounds[4]
    cdef Py_ssize_t row
    if plan.scene.tree is not NULL:
        read_bounds(&plan.block.shapes, k, True, bounds)
        seek_near(&near, plan.scene.tree, &plan.visible, k, bounds, reach_of(ranking))
    else:
        seek_rows(&near, NULL, plan.scene.block.count, plan.scene.block.shapes.records,
                  &plan.visible, k, NULL, shape)
    while True:
        row = next_candidate(&near, reach_of(ranking))
        if was_interrupted(watch, 8):
            return INTERRUPTED
        if row < 0:
            return 0
        if cannot_improve(ranking, row):
            continue
        other = convex_at(&plan.scene.block.shapes, row, memory + 1)
        take(ranking, row, convex_signed_distance(shape, other) if ranking.signed
             else convex_distance(shape, other))
        if was_interrupted(watch, shape.n + other.n):
            return INTERRUPTED
