"""The shapes of a scene that are nearest to each of many.

The tree is searched depth first, the nearest box first, no farther than the last of the k nearest
so far. The kernel for two shapes computes the distances. For few queries there is no tree, and
bounding circles replace the boxes. With owners the nearest owners are found, by their nearest rows.
"""

cimport cython

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.candidates cimport Candidates, next_candidate, seek_near, seek_rows
from sepax._core.arrays.descent cimport Nearness
from sepax._core.arrays.exact_rows cimport find_distance
from sepax._core.arrays.groups cimport GroupSide
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY, raise_failure
from sepax._core.arrays.ranking cimport (
    Ranking, begin_ranking, cannot_improve, sort_entries, take)
from sepax._core.arrays.rows cimport (
    RowMemory, Rows, bounds_of_row, prepare_rows, release_rows, row_at, set_lone, set_rows)
from sepax._core.arrays.scene cimport Places, Scene, scene_for
from sepax._core.arrays.storage cimport Restored, convex_at, prepare_memory
from sepax._core.arrays.worlds cimport Sight, SightLines, take_sight
from sepax._core.interrupts cimport Watch, was_interrupted, start_watch
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.queries cimport convex_distance
from sepax._core.memory cimport count_sum

@cython.final
@cython.auto_pickle(False)
cdef class NearestRows:
    """For each row of a block, or of a side of groups, the nearest rows of a scene, up to a distance.

    With `owner`, that of each row of the scene, owners are found.
    """

    cdef ShapeBlock block       # or None, and then:
    cdef GroupSide groups
    cdef Scene scene
    cdef SightLines lines
    cdef Sight sight
    cdef double max_distance
    cdef const Py_ssize_t[::1] owner
    cdef Py_ssize_t owners
    cdef readonly Py_ssize_t count

    def __cinit__(self, asking not None: ShapeBlock | GroupSide,
                  scene not None: ShapeBlock | ShapeTree, double max_distance,
                  const Py_ssize_t[::1] owner=None, SightLines lines=None):
        cdef Py_ssize_t k
        if isinstance(asking, GroupSide):
            self.groups = <GroupSide>asking
            self.count = self.groups.count
        else:
            self.block = <ShapeBlock?>asking
            self.count = self.block.count
        self.owner = owner
        self.max_distance = max_distance
        self.scene = scene_for(scene, self.count, lines)
        self.lines = lines
        take_sight(lines, self.count, self.scene.block.count, &self.sight)
        if owner is None:
            return
        if owner.shape[0] != self.scene.block.count:
            raise ValueError(f"owner must have {self.scene.block.count} rows")
        for k in range(owner.shape[0]):
            if owner[k] < 0:
                raise ValueError(f"owner[{k}] must not be negative")
            self.owners = max(self.owners, count_sum(owner[k], 1))

    def find(self, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t[:, ::1] row not None,
             double[:, ::1] distance not None) -> int:
        """Fill rows [start, stop) with as many rows or owners as there are columns, and their
        distances; -1 and infinity if there are fewer. Returns `stop`."""
        cdef RowMemory memory
        cdef Restored other
        cdef Ranking ranking
        cdef Watch watch
        cdef Py_ssize_t k
        cdef int result = 0
        cdef Places places = None if self.owner is None else Places(self.owners)
        ranking.size = row.shape[1]
        ranking.place = NULL if places is None else places.of_each
        if not 0 <= start <= stop <= self.count:
            raise IndexError(f"no range of {self.count} shapes: {start} to {stop}")
        if (row.shape[0] != self.count or distance.shape[0] != self.count or ranking.size < 1
                or distance.shape[1] != ranking.size):
            raise ValueError(f"arrays must have {self.count} rows, and one column at least")
        prepare_memory(&self.scene.block.shapes, &other)
        start_watch(&watch)
        with nogil:
            for k in range(start, stop):
                ranking.row = &row[k, 0]
                ranking.distance = &distance[k, 0]
                result = rank_all(self, k, &memory, &other, &ranking, &watch)
                if result < 0:
                    break
        raise_failure(result)
        return stop


cdef int rank_all(NearestRows plan, Py_ssize_t k, RowMemory* memory, Restored* other,
                  Ranking* ranking, Watch* watch) noexcept nogil:
    """The nearest to all rows of one query; 0, or a Failure."""
    cdef Rows rows
    cdef Py_ssize_t row, i
    cdef int result = 0
    if plan.groups is not None:
        rows = plan.groups.rows[k]
    else:
        set_rows(&rows, &plan.block.shapes, NULL, k, k + 1, False)
    begin_ranking(ranking, plan.max_distance)
    if not prepare_rows(&rows, memory):
        return NO_MEMORY
    for row in range(rows.start, rows.stop):
        result = rank_rows(plan, k, &rows, row, memory, other, ranking, watch)
        if result < 0:
            break
    release_rows(memory)
    if result < 0:
        return result
    if sort_entries(ranking, watch) < 0:
        return INTERRUPTED
    if ranking.place is not NULL:
        for i in range(ranking.count):
            ranking.place[ranking.row[i]] = -1
    return 0


cdef int rank_rows(NearestRows plan, Py_ssize_t query, const Rows* rows, Py_ssize_t k,
                   RowMemory* memory, Restored* other_memory, Ranking* ranking,
                   Watch* watch) noexcept nogil:
    """Add the nearest rows to part k of a query; 0, or a Failure."""
    cdef const Convex* shape = row_at(rows, k, memory)
    cdef const Convex* other
    cdef Candidates near
    cdef Nearness nearest
    cdef Rows lone
    cdef double bounds[4]
    cdef double distance
    cdef Py_ssize_t row, found
    cdef int result
    if plan.scene.tree is not NULL:
        bounds_of_row(rows, k, bounds)
        seek_near(&near, plan.scene.tree, &plan.sight, query, bounds, ranking.farthest)
    else:
        seek_rows(&near, NULL, plan.scene.block.count, plan.scene.block.shapes.records,
                  &plan.sight, query, NULL, shape)
    while True:
        row = next_candidate(&near, ranking.farthest)
        if was_interrupted(watch, 8):
            return INTERRUPTED
        if row < 0:
            return 0
        found = row if ranking.place is NULL else plan.owner[row]
        if cannot_improve(ranking, found):
            continue
        other = convex_at(&plan.scene.block.shapes, row, other_memory)
        distance = convex_distance(shape, other)
        if distance <= rows.margin and rows.margin > 0.0:
            set_lone(&lone, other)
            result = find_distance(rows, &lone, &nearest, watch)
            if result < 0:
                return result
            distance = nearest.distance
        take(ranking, found, distance)
        if was_interrupted(watch, shape.n + other.n):
            return INTERRUPTED
