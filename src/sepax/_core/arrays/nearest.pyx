"""The shapes of a scene that are nearest to each of many.

The tree is searched depth first, the nearest box first, no farther than the last of the k nearest
so far. The kernel for two shapes computes the distances. For few queries there is no tree, and
bounding circles replace the boxes.
"""

cimport cython

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.candidates cimport Candidates, next_candidate, seek_near, seek_rows
from sepax._core.arrays.pair_list cimport INTERRUPTED, raise_failure
from sepax._core.arrays.ranking cimport (
    Ranking, begin_ranking, cannot_improve, sort_entries, take)
from sepax._core.arrays.scene cimport Scene, scene_for
from sepax._core.arrays.storage cimport Restored, convex_at, prepare_memory, read_bounds
from sepax._core.arrays.visibility cimport Visible, Visibility, take_visible
from sepax._core.interrupts cimport Watch, start_watch, was_interrupted
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.queries cimport convex_distance


@cython.final
@cython.auto_pickle(False)
cdef class NearestRows:
    """For each shape of a block the nearest shapes of a scene, up to a distance."""

    cdef ShapeBlock block
    cdef Scene scene
    cdef Visibility visibility
    cdef Visible visible
    cdef double max_distance
    cdef readonly Py_ssize_t count

    def __cinit__(self, ShapeBlock block not None, scene not None: ShapeBlock | ShapeTree,
                  double max_distance, Visibility visibility=None):
        self.block = block
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
        ranking.size = row.shape[1]
        if not 0 <= start <= stop <= self.count:
            raise IndexError(f"no range of {self.count} shapes: {start} to {stop}")
        if (row.shape[0] != self.count or distance.shape[0] != self.count or ranking.size < 1
                or distance.shape[1] != ranking.size):
            raise ValueError(f"arrays must have {self.count} rows, and one column at least")
        prepare_memory(&self.block.shapes, memory)
        prepare_memory(&self.scene.block.shapes, memory + 1)
        start_watch(&watch)
        with nogil:
            for k in range(start, stop):
                ranking.row = &row[k, 0]
                ranking.distance = &distance[k, 0]
                begin_ranking(&ranking, self.max_distance)
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
        seek_near(&near, plan.scene.tree, &plan.visible, k, bounds, ranking.farthest)
    else:
        seek_rows(&near, NULL, plan.scene.block.count, plan.scene.block.shapes.records,
                  &plan.visible, k, NULL, shape)
    while True:
        row = next_candidate(&near, ranking.farthest)
        if was_interrupted(watch, 8):
            return INTERRUPTED
        if row < 0:
            return 0
        if cannot_improve(ranking, row):
            continue
        other = convex_at(&plan.scene.block.shapes, row, memory + 1)
        take(ranking, row, convex_distance(shape, other))
        if was_interrupted(watch, shape.n + other.n):
            return INTERRUPTED
