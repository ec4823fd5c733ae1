"""Scenes of rows that may have several parts: which are nearest to a row, and whether any meets it.

A tree has the boxes of the rows. What it finds is compared row by row, exactly: see exact_rows.pxd.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree

from sepax._core.arrays.candidates cimport (
    Candidates, Neighbours, next_candidate, next_neighbour, seek_near, seek_neighbours)
from sepax._core.arrays.descent cimport Nearness
from sepax._core.arrays.exact_rows cimport find_distance, rows_meet
from sepax._core.arrays.groups cimport GroupSide
from sepax._core.arrays.index cimport build_tree, free_tree, new_tree, require_rows
from sepax._core.arrays.pair_list cimport INTERRUPTED, raise_failure
from sepax._core.arrays.ranking cimport Ranking, begin_ranking, cannot_improve, sort_entries, take
from sepax._core.arrays.worlds cimport Sight, SightLines, Worlds, take_sight
from sepax._core.interrupts cimport Watch, start_watch, was_interrupted
from sepax._core.memory cimport new_array

ctypedef unsigned char truth


@cython.final
@cython.auto_pickle(False)
cdef class RowScene:
    """Rows in a tree of their boxes, those of one of the `worlds` side by side."""

    def __cinit__(self, GroupSide rows not None, Worlds worlds=None):
        cdef const Py_ssize_t* group = NULL if worlds is None else worlds.of_row
        cdef double* boxes
        cdef Watch watch
        cdef Py_ssize_t k
        cdef int result
        require_rows(rows.count)
        if worlds is not None and worlds.rows != rows.count:
            raise ValueError(f"there must be a label for each of {rows.count} rows")
        self.rows = rows
        self.worlds = worlds
        boxes = <double*>new_array(rows.count, 4 * sizeof(double))
        if boxes is NULL:
            raise MemoryError
        start_watch(&watch)
        with nogil:
            result = new_tree(&self.tree, rows.count)
            for k in range(rows.count):
                rows.box_of(k, 0.0, boxes + 4 * k)
                if result == 0 and was_interrupted(&watch, 2 + rows.rows[k].stop - rows.rows[k].start):
                    result = INTERRUPTED
                    break
            if result == 0:
                result = build_tree(&self.tree, boxes, True, group, &watch)
        PyMem_RawFree(boxes)
        raise_failure(result)

    def __dealloc__(self):
        free_tree(&self.tree)


@cython.final
@cython.auto_pickle(False)
cdef class RowQueries:
    """Queries of a scene by rows."""

    cdef GroupSide asking
    cdef RowScene scene
    cdef SightLines lines
    cdef Sight sight
    cdef readonly Py_ssize_t count

    def __cinit__(self, GroupSide asking not None, RowScene scene not None,
                  SightLines lines=None):
        if lines is not None and lines.worlds is not scene.worlds:
            raise ValueError("the rows of the scene must be sorted for the lines of sight")
        self.asking = asking
        self.scene = scene
        self.lines = lines
        self.count = asking.count
        take_sight(lines, asking.count, scene.rows.count, &self.sight)

    def nearest(self, Py_ssize_t start, Py_ssize_t stop, double max_distance,
                Py_ssize_t[:, ::1] row not None, double[:, ::1] distance not None) -> int:
        """Fill rows [start, stop) with as many rows as there are columns, and their distances; -1
        and infinity if there are fewer. Returns `stop`."""
        cdef Ranking ranking
        cdef Watch watch
        cdef Py_ssize_t k
        cdef int result = 0
        ranking.size = row.shape[1]
        ranking.place = NULL
        if not 0 <= start <= stop <= self.count:
            raise IndexError(f"no range of {self.count} rows: {start} to {stop}")
        if (row.shape[0] != self.count or distance.shape[0] != self.count or ranking.size < 1
                or distance.shape[1] != ranking.size):
            raise ValueError(f"arrays must have {self.count} rows, and one column at least")
        start_watch(&watch)
        with nogil:
            for k in range(start, stop):
                ranking.row = &row[k, 0]
                ranking.distance = &distance[k, 0]
                begin_ranking(&ranking, max_distance)
                result = rank_near(self, k, &ranking, &watch)
                if result == 0:
                    result = sort_entries(&ranking, &watch)
                if result < 0:
                    break
        raise_failure(result)
        return stop

    def any(self, Py_ssize_t start, Py_ssize_t stop, const Py_ssize_t[::1] begins not None,
            const Py_ssize_t[::1] rows not None, truth[::1] hit not None) -> int:
        """Whether any of the `rows` from `begins[k]` to `begins[k + 1]` meets the scene, for each k
        from `start` to `stop`: it leaves off at the first. Returns `stop`."""
        cdef Watch watch
        cdef Py_ssize_t k, i
        cdef int result = 0
        if begins.shape[0] != hit.shape[0] + 1 or not 0 <= start <= stop <= hit.shape[0]:
            raise IndexError(f"no range of {hit.shape[0]} answers: {start} to {stop}")
        for k in range(start, stop):
            for i in range(begins[k], begins[k + 1]):
                if not (0 <= i < rows.shape[0] and 0 <= rows[i] < self.count):
                    raise IndexError(f"there is no row {i} of {self.count}")
        start_watch(&watch)
        with nogil:
            for k in range(start, stop):
                hit[k] = False
                for i in range(begins[k], begins[k + 1]):
                    result = meets_any(self, rows[i], &watch)
                    if result:
                        hit[k] = result > 0
                        break
                if result < 0:
                    break
        raise_failure(result)
        return stop


cdef int rank_near(RowQueries plan, Py_ssize_t k, Ranking* ranking, Watch* watch) noexcept nogil:
    """The nearest rows of the scene to a row; 0, or a Failure."""
    cdef Candidates near
    cdef Nearness nearest
    cdef double box[4]
    cdef Py_ssize_t row
    cdef int result
    plan.asking.box_of(k, 0.0, box)
    seek_near(&near, &plan.scene.tree, &plan.sight, k, box, ranking.farthest)
    while True:
        row = next_candidate(&near, ranking.farthest)
        if was_interrupted(watch, 8):
            return INTERRUPTED
        if row < 0:
            return 0
        if cannot_improve(ranking, row):
            continue
        result = find_distance(plan.asking.rows + k, plan.scene.rows.rows + row, &nearest, watch)
        if result < 0:
            return result
        take(ranking, row, nearest.distance)


cdef int meets_any(RowQueries plan, Py_ssize_t k, Watch* watch) noexcept nogil:
    """Whether a row meets any row of the scene; or a Failure."""
    cdef Neighbours near
    cdef double box[4]
    cdef Py_ssize_t row
    cdef int result
    plan.asking.box_of(k, 0.0, box)
    seek_neighbours(&near, &plan.scene.tree, &plan.sight, k, box)
    while True:
        row = next_neighbour(&near)
        if was_interrupted(watch, 8):
            return INTERRUPTED
        if row < 0:
            return 0
        result = rows_meet(plan.asking.rows + k, plan.scene.rows.rows + row, False, watch)
        if result:
            return result
